//! The number of the case in work, told where the process ends by a signal (NTL and FLINT abort on errors) or stands still.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

static SEED: AtomicU64 = AtomicU64::new(0);
static NUMBER: AtomicU64 = AtomicU64::new(0);

/// Seconds after which a case is said to stand still.
const LONG_S: u64 = 120;

/// The next case begins.
pub fn begin(number: u64) {
    NUMBER.store(number, Relaxed);
}

/// Tells of signals and of cases that stand still, from now on.
pub fn watch(seed: u64) {
    SEED.store(seed, Relaxed);
    let handler = tell as extern "C" fn(libc::c_int);
    for signal in [libc::SIGABRT, libc::SIGSEGV, libc::SIGILL, libc::SIGFPE, libc::SIGBUS] {
        // SAFETY: the handler calls what may be called in handlers alone
        unsafe { libc::signal(signal, handler as libc::sighandler_t) };
    }
    std::thread::spawn(|| {
        let mut last = u64::MAX;
        loop {
            std::thread::sleep(Duration::from_secs(LONG_S));
            let now = NUMBER.load(Relaxed);
            if now == last {
                eprintln!("case {now} takes longer than {LONG_S} s");
            }
            last = now;
        }
    });
}

extern "C" fn tell(signal: libc::c_int) {
    write("ended by signal ", signal as u64);
    write("; repeat: soak --seed ", SEED.load(Relaxed));
    write(" --cases 1 --first ", NUMBER.load(Relaxed));
    write("\nexit code ", 2);
    // SAFETY: ends the process
    unsafe { libc::_exit(2) };
}

/// To standard error, without memory of the heap.
fn write(text: &str, mut number: u64) {
    let mut digits = [0_u8; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    for part in [text.as_bytes(), &digits[at..]] {
        // SAFETY: the bytes are read
        unsafe { libc::write(2, part.as_ptr().cast(), part.len()) };
    }
}
