//! The greatest common divisor of two integer polynomials of degree 1000, with unlucky primes planted.
//!
//! `cargo run --release --example modular_gcd`. Modulo the first primes used by the library, the cofactors x − 3 and x − 3 − M
//! have a common root, M being the product of those primes; so the gcd modulo each of them has too high a degree. They are
//! recognized as unlucky by the first prime that does not divide M, and dropped.

use polymod::{
    Error, Integers, Poly, PrimeStream, Result, Ring,
    multimodular::{self, Options},
    rug::Integer,
};
use std::time::Instant;

/// Number of planted primes.
const PLANTED: usize = 20;

fn main() -> Result<()> {
    let z = Integers::new();
    // coefficients of 40 bits from a linear congruential generator
    let mut state = 1u64;
    let mut random = |degree: usize| {
        let coefficients = (0..=degree).map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            Integer::from((state >> 24) as i64 - (1 << 39))
        });
        Poly::new(&z, coefficients.collect::<Vec<_>>())
    };
    let (divisor, a, b) = (random(600), random(399), random(399));

    let bits = if z.engine().isa() == polymod::core::cpu::Isa::Scalar { 62 } else { 48 };
    let product: Integer = PrimeStream::new(bits, 20)?.take(PLANTED).map(Integer::from).product();
    let near = Poly::new(&z, [Integer::from(-3), Integer::from(1)]);
    let far = Poly::new(&z, [-3 - product, Integer::from(1)]);
    let (x, y) = (&(&divisor * &a) * &near, &(&divisor * &b) * &far);

    let start = Instant::now();
    let found = multimodular::gcd(&x, &y, &Options::default())?;
    let seconds = start.elapsed();
    let g = &found.value;
    println!("degrees {:?} and {:?}: a divisor of degree {:?} in {seconds:.1?}", x.degree(), y.degree(), g.degree());
    println!("{} primes, {} unlucky, {:?}", found.primes, found.unlucky, found.certainty);

    // it divides both, and is a multiple of the planted divisor
    for p in [&x, &y] {
        p.exact_div(g)?;
    }
    let primitive = multimodular::primitive_part(&divisor);
    match g.exact_div(&primitive) {
        Ok(more) => assert_eq!(more.degree(), Some(0), "random cofactors are coprime"),
        Err(Error::NotDivisible { .. }) => panic!("the planted divisor does not divide the one found"),
        Err(e) => return Err(e),
    }
    Ok(())
}
