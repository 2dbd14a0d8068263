//! One big prime compared with many small ones: transforms and products of polynomials over fields of r^k + 1 elements, by
//! transforms over the field itself and by transforms modulo word primes with the Chinese remainder theorem.
//!
//! `cargo run --release --example big_prime_vs_crt` takes seconds; `-- 20` includes transforms of up to 2^20 values. The question
//! is that of Chen, Covanov, Mohajerani, Moreno Maza 2017, "Big prime field FFT on the GPU", section 7.1: one transform of N
//! elements of k words against 2k transforms of N words modulo primes of half a word, or k modulo primes of a word. A product
//! modulo word primes takes about twice as many of them, since its coefficients are sums of products of two elements.

use polymod::{
    Dft, Engine, GeneralizedFermat, Poly, ProductAlgorithm, Result, Ring, Wrap,
    core::{arith::FERMAT_PRIMES, transform::ntt::NttPlan},
    poly::{Part, Task},
};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use std::time::{Duration, Instant};

/// A prime of 62 bits with roots of unity of order 2^21.
const WORD_PRIME: u64 = 4_611_686_018_326_724_609;

/// Milliseconds, the minimum over a few runs.
fn best(mut f: impl FnMut()) -> f64 {
    let (start, mut best) = (Instant::now(), f64::INFINITY);
    for run in 0..5 {
        let one = Instant::now();
        f();
        best = best.min(one.elapsed().as_secs_f64() * 1e3);
        if run > 0 && start.elapsed() > Duration::from_millis(200) {
            break;
        }
    }
    best
}

/// A transform of N elements, and k transforms of N words.
fn transforms(field: &GeneralizedFermat, k: usize, len: usize, a: &Poly<GeneralizedFermat>) -> Result<[f64; 2]> {
    // ANCHOR: core
    let dft = Dft::new(field, len, Wrap::Cyclic)?;
    let big = best(|| drop(dft.forward(a.coeffs())));
    let plan = NttPlan::new(WORD_PRIME, len, Wrap::Cyclic)?;
    let mut x: Vec<u64> = (0..len as u64).collect();
    let small = best(|| (0..k).for_each(|_| plan.forward(&mut x)));
    // ANCHOR_END: core
    Ok([big, small])
}

fn main() -> Result<()> {
    let longest: u32 = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(12);
    let engine = Engine::builder().threads(1).build();
    println!("{} on one thread, milliseconds; * is the chooser's pick", engine.target());
    println!(
        "{:>5} {:>4} {:>8} | {:>10} {:>10} | {:>10} {:>10}",
        "", "k", "N", "transform", "k of words", "ntt", "crt"
    );
    for (name, p) in FERMAT_PRIMES.into_iter().filter(|(name, _)| name.starts_with('F')) {
        let (field, k) = (GeneralizedFermat::on(&engine, p)?, p.digits());
        // powers of 2k, the order of the radix
        for len in (2..).map(|e| (2 * k).pow(e)).take_while(|&len| len <= 1 << longest) {
            let mut random = ChaCha20Rng::seed_from_u64(1);
            let [one, words] = transforms(&field, k, len, &Poly::random(&field, len, &mut random))?;
            let [a, b] = [(); 2].map(|()| Poly::random(&field, len / 2, &mut random));
            let task = Task::Product { a: field.size(a.coeffs()), b: field.size(b.coeffs()) };
            let pick = engine.explain(&field, &task)?.chosen;
            let by = |algorithm: ProductAlgorithm| a.mul_part(&b, &Part::All, Some(algorithm));
            // both algorithms give the same product
            assert_eq!(by(ProductAlgorithm::Ntt)?, by(ProductAlgorithm::Crt)?, "{name}, N = {len}");
            let cell = |algorithm: ProductAlgorithm| {
                let mark = if pick == algorithm.name() { "*" } else { "" };
                format!("{mark}{:.3}", best(|| drop(by(algorithm))))
            };
            let (ntt, crt) = (cell(ProductAlgorithm::Ntt), cell(ProductAlgorithm::Crt));
            println!("{name:>5} {k:>4} {len:>8} | {one:>10.3} {words:>10.3} | {ntt:>10} {crt:>10}");
        }
    }
    Ok(())
}
