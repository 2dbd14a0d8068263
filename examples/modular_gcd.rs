//! The greatest common divisor of two integer polynomials of degree 1000, with unlucky primes planted.
//!
//! `cargo run --release --example modular_gcd`. Modulo the first primes used by the library, the cofactors x − 3 and x − 3 − M
//! have a common root, M being the product of those primes; so the gcd modulo each of them has too high a degree. They are
//! recognized as unlucky by the first prime that does not divide M, and dropped.

use polymod::{
    Distribution, Error, Integers, Poly, PrimeStream, Result, Ring,
    multimodular::{self, Options},
    rug::Integer,
};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use std::time::Instant;

/// Number of planted primes.
const PLANTED: usize = 20;

fn main() -> Result<()> {
    let z = Integers::new();
    let mut source = ChaCha20Rng::seed_from_u64(1);
    let mut random = |len: usize| Poly::random_with(&z, len, &Distribution::Signed(40), &mut source);
    let (divisor, a, b) = (random(601)?, random(400)?, random(400)?);

    let bits = if z.engine().target() == polymod::core::cpu::Target::SCALAR { 62 } else { 48 };
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
    match g.exact_div(&divisor.primitive_part()) {
        Ok(more) => assert_eq!(more.degree(), Some(0), "random cofactors are coprime"),
        Err(Error::NotDivisible { .. }) => panic!("the planted divisor does not divide the one found"),
        Err(e) => return Err(e),
    }
    Ok(())
}
