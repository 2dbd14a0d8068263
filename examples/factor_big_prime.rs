//! Factorization of a polynomial of degree 512 modulo the prime of 256 bits of secp256k1's base field. Needs the feature
//! `integers`.
//!
//! The polynomial is a product of random ones, so that the answer can be checked: the factors multiply to it, are irreducible,
//! and each of the random polynomials is a product of some of them.
//!
//! `cargo run --release --example factor_big_prime -- [DEGREE]`

use polymod::{Poly, ZnBig, rug::Integer};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use std::{error::Error, time::Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let degree: usize = std::env::args().nth(1).map_or(Ok(512), |word| word.parse())?;
    let f = ZnBig::new((Integer::from(1) << 256) - (Integer::from(1) << 32) - 977)?;
    let mut random = ChaCha20Rng::seed_from_u64(1);
    let mut monic = |degree: usize| Poly::monomial(&f, &1.into(), degree) + Poly::random(&f, degree, &mut random);
    let parts: Vec<_> = [degree / 2, degree / 4, degree - degree / 2 - degree / 4].map(&mut monic).into();
    let product = Poly::product(&f, &parts)?;

    let start = Instant::now();
    let found = product.factor()?;
    let seconds = start.elapsed().as_secs_f64();

    let degrees: Vec<usize> = found.factors.iter().filter_map(|(factor, _)| factor.degree()).collect();
    println!("degree {degree} modulo 2^256 - 2^32 - 977: {} factors in {seconds:.2} s", degrees.len());
    println!("of degrees {degrees:?}");
    let factors: Vec<_> = found.factors.iter().map(|(factor, i)| factor.pow(*i)).collect::<Result<_, _>>()?;
    assert_eq!(Poly::product(&f, &factors)?, product, "the factors multiply to the polynomial");
    for (factor, _) in &found.factors {
        assert!(factor.is_irreducible()?, "a factor of degree {:?} can be split", factor.degree());
        let whole = parts.iter().filter(|part| part.rem(factor).is_ok_and(|rest| rest.is_empty())).count();
        assert!(whole > 0, "a factor divides one of the parts");
    }
    Ok(())
}
