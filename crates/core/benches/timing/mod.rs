//! What benchmarks of kernels share: operands, and a line for each figure.

use std::time::Instant;

/// The largest primes of 31, 48, 49, 50, 59 and 62 bits that are 1 modulo 2^16, and 2^64 − 2^32 + 1.
pub const PRIMES: [u64; 7] = [
    2_147_352_577,
    281_474_976_317_441,
    562_949_952_700_417,
    1_125_899_904_679_937,
    576_460_752_301_785_089,
    4_611_686_018_427_322_369,
    0xffff_ffff_0000_0001,
];

/// Odd primes of 31, 50, 61, 63 and 64 bits without roots of unity for transforms.
pub const OTHERS: [u64; 5] =
    [(1 << 31) - 1, (1 << 50) - 27, (1 << 61) - 1, 9_223_372_036_854_775_783, 18_446_744_073_709_551_557];

/// Takes a name, a size, the number of elementary steps of a run, and the run.
pub type Row<'a> = &'a dyn Fn(&str, usize, usize, &mut dyn FnMut());

/// What the command line asks for, and the heading of the table.
pub fn wanted() -> Vec<String> {
    println!("{:>18} {:>5} {:>6} {:>10}", "kernel", "bits", "size", "ns/step");
    std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect()
}

/// One line of the table, where its name is wanted.
pub fn line(wanted: &[String], name: &str, bits: u32, [size, steps]: [usize; 2], run: &mut dyn FnMut()) {
    if wanted.is_empty() || wanted.iter().any(|w| name.contains(w.as_str())) {
        println!("{name:>18} {bits:>5} {size:>6} {:>10.4}", best(run) * 1e9 / steps as f64);
    }
}

/// Shortest time of a run, in seconds; `cargo test` runs once, the argument `--short` for less time.
fn best(run: &mut dyn FnMut()) -> f64 {
    let given = |name: &str| std::env::args().any(|a| a == name);
    let (measured, most) = (given("--bench"), if given("--short") { 0.01 } else { 0.15 });
    let (mut best, mut repeat, begin) = (f64::INFINITY, 1, Instant::now());
    loop {
        let start = Instant::now();
        for _ in 0..repeat {
            run();
        }
        let seconds = start.elapsed().as_secs_f64();
        best = best.min(seconds / f64::from(repeat));
        if seconds < 20e-6 {
            repeat *= 2;
        }
        if !measured || begin.elapsed().as_secs_f64() > most {
            return best;
        }
    }
}

/// Scattered residues.
pub fn residues(p: u64, len: usize) -> Vec<u64> {
    let scattered = |i: u64| {
        let x = i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (x ^ (x >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    };
    (1..=len as u64).map(|i| (scattered(i) ^ (scattered(i) >> 32)) % p).collect()
}
