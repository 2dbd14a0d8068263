//! Factorization of a polynomial of degree 512 modulo the prime of 256 bits of secp256k1's base field. Needs the feature
//! `integers`.
//!
//! The polynomial is a product of random ones, so that the answer can be checked: the factors multiply to it, are irreducible,
//! and each of the random polynomials is a product of some of them.
//!
//! `cargo run --release --example factor_big_prime -- [DEGREE]`

use polymod::{
    Poly, ZnBig,
    rug::{Integer, integer::Order},
};
use std::{error::Error, time::Instant};

/// A pseudorandom generator of words: multiplicative, with mixed states.
struct Random(u64);

impl Random {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 ^ self.0 >> 29
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let degree: usize = std::env::args().nth(1).map_or(Ok(512), |word| word.parse())?;
    let f = ZnBig::new((Integer::from(1) << 256) - (Integer::from(1) << 32) - 977)?;
    let mut random = Random(1);
    let mut monic = |degree: usize| {
        let mut residue = || Integer::from_digits(&[(); 4].map(|()| random.word()), Order::Lsf) % f.n();
        let low: Vec<Integer> = (0..degree).map(|_| residue()).collect();
        Poly::new(&f, low.into_iter().chain([Integer::from(1)]).collect::<Vec<_>>())
    };
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
