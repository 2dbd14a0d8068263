//! Products and determinants of matrices over Z/n on one thread: `cargo bench --bench matrices`. `cargo test --bench matrices`
//! runs each once, on small matrices. Their costs in the cost model are measured by `cargo bench --bench costs`.

use polymod::{Engine, Matrix, Ring, Zn};
use std::time::Instant;

/// Nanoseconds per call: the minimum over several runs.
fn best(once: bool, mut f: impl FnMut()) -> f64 {
    let (start, mut best, mut runs) = (Instant::now(), f64::INFINITY, 0);
    while runs < 1 || !once && (runs < 5 || start.elapsed().as_millis() < 300) && start.elapsed().as_secs() < 4 {
        let one = Instant::now();
        f();
        best = best.min(one.elapsed().as_nanos() as f64);
        runs += 1;
    }
    best
}

fn random(len: usize, below: u64) -> Vec<u64> {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state ^ (state >> 29)
    };
    (0..len).map(|_| next() % below).collect()
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let once = !arguments.iter().any(|a| a == "--bench");
    let primes = [8_388_593, 67_108_859, 2_147_483_647, 562_949_953_421_231, 4_611_686_018_427_387_847, u64::MAX - 58];
    let engine = Engine::builder().threads(1).build();
    for n in primes {
        let f = Zn::on(&engine, n).expect("a modulus");
        for side in if once { vec![20] } else { vec![5, 10, 20, 50, 100, 200, 500, 1000] } {
            let a = Matrix::new(&f, side, side, f.collect(&random(side * side, n))).expect("a matrix");
            let product = best(once, || drop(a.checked_mul(&a).expect("a product")));
            let det = best(once, || drop(a.det()));
            println!(
                "{:2} bits, n = {side:4}: product {:11.2} µs, determinant {:11.2} µs",
                f.modulus().bits(),
                product / 1e3,
                det / 1e3
            );
        }
    }
}
