//! What the figures depend on: the core, its instructions, the compilers and the allocator.

use polymod::core::cpu::host;

use crate::flint;

/// Binds the process to the core it runs on, so that it keeps its caches. Returns the core's number, or nothing where the
/// system cannot do that.
#[cfg(target_os = "linux")]
pub fn pin_to_one_core() -> Option<usize> {
    // SAFETY: the call has no arguments and no effects on memory.
    let core = usize::try_from(unsafe { libc::sched_getcpu() }).ok()?;
    if core >= usize::try_from(libc::CPU_SETSIZE).ok()? {
        return None;
    }
    // SAFETY: a set of cores is an array of integers, for which all zeros is a value: the empty set.
    let mut set: libc::cpu_set_t = unsafe { std::mem::zeroed() };
    // SAFETY: `core` is below CPU_SETSIZE, the number of bits of the set.
    unsafe { libc::CPU_SET(core, &mut set) };
    // SAFETY: `set` lives through the call, and its size is the one passed; 0 is the calling thread, the only one so far.
    let status = unsafe { libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &raw const set) };
    (status == 0).then_some(core)
}

/// Other systems have no such call.
#[cfg(not(target_os = "linux"))]
pub fn pin_to_one_core() -> Option<usize> {
    None
}

/// Prints the head of a table.
pub fn print_head(pinned: Option<usize>) {
    let place = pinned.map_or("not pinned to a core".to_owned(), |core| format!("pinned to core {core}"));
    println!("CPU     {}, {place}", cpu_model());
    println!("ISA     {}; polymod uses {}{}", isa(), host().target, forced());
    println!("Rust    {}", env!("RUSTC_VERSION"));
    println!("FLINT   {}, with its small-prime FFT, CFLAGS {}", flint::version(), env!("CFLAGS"));
    #[cfg(feature = "ntl")]
    println!("NTL     {}, as installed", crate::ntl::version());
    #[cfg(feature = "fflas")]
    println!("fflas   as installed, its BLAS with kernels for {}", crate::fflas::kernels());
    let malloc = match std::env::var("GLIBC_TUNABLES") {
        Ok(tunables) if tunables.contains("trim_threshold") => "keeps freed blocks",
        _ => "system default: both sides may lose time in free(); `make bench` sets GLIBC_TUNABLES",
    };
    println!("malloc  {malloc}");
    println!("Times: best of the rounds, nanoseconds an operation; ratio: the peer's time over polymod's.");
    println!("u: nanoseconds over n*log2(n). Gops: 1.5*n*log2(n) operations a nanosecond, of polymod.\n");
}

/// What `POLYMOD_ISA` asks for, where it is set.
fn forced() -> String {
    std::env::var("POLYMOD_ISA").map_or(String::new(), |isa| format!(" (POLYMOD_ISA={isa})"))
}

fn cpu_model() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    model.map_or("of unknown model".to_owned(), |(_, name)| name.trim().to_owned())
}

#[cfg(target_arch = "x86_64")]
fn isa() -> &'static str {
    if is_x86_feature_detected!("avx512ifma") {
        "x86-64 with AVX-512 IFMA"
    } else if is_x86_feature_detected!("avx512f") {
        "x86-64 with AVX-512, without IFMA"
    } else if is_x86_feature_detected!("avx2") {
        "x86-64 with AVX2"
    } else {
        "x86-64 without AVX2"
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn isa() -> &'static str {
    std::env::consts::ARCH
}
