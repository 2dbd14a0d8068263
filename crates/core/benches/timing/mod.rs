//! What benchmarks share: which rows are wanted, and a line for each figure.

use std::time::Instant;

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
