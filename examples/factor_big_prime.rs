//! All preimages of a hash function of few rounds, by the factors of a polynomial modulo a prime of 255 bits. Needs the feature `integers`.
//!
//! Hash functions for proof systems compute with the elements of a large prime field, in as few multiplications as their designers dare. This
//! one is MiMC's round x ↦ (x + c)^5 (Albrecht, Grassi, Rechberger, Roy, Tiessen 2016, "MiMC: Efficient encryption and cryptographic hashing
//! with minimal multiplicative complexity") with the message added at the end (Davies, Meyer): of r rounds it is a polynomial of degree 5^r,
//! and the preimages of a digest are its roots. Constants are 1, 2, …; the field is that of BLS12-381's scalars. Each preimage is hashed
//! again, round by round.
//!
//! `cargo run --release --features integers --example factor_big_prime -- [ROUNDS]`, 3 by default: each round takes more than five times as
//! long.

use polymod::{NamedField, Poly, ZnBig, ring::Ring, rug::Integer};
use std::{error::Error, time::Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let rounds: u32 = std::env::args().nth(1).map_or(Ok(3), |word| word.parse())?;
    let f = NamedField::Bls12381Fr.ring()?;
    let secret = Integer::from(20_261_127).pow_mod(&7.into(), f.n()).map_err(|_| "an exponent above 0")?;
    let digest = hash(&f, &secret, rounds);

    let start = Instant::now();
    // ANCHOR: core
    // the digest of x as a polynomial in x
    let x = Poly::monomial(&f, &1.into(), 1);
    let mut digest_of_x = x.clone();
    for c in 1..=rounds {
        digest_of_x = (digest_of_x + Poly::new(&f, [Integer::from(c)])).pow(5)?;
    }
    let equation = digest_of_x + x - Poly::new(&f, [digest.clone()]);
    let found = equation.factor()?;
    let preimages: Vec<Integer> = found
        .factors
        .iter()
        .filter(|(factor, _)| factor.degree() == Some(1))
        .map(|(factor, _)| f.neg(&factor.coeff(0)))
        .collect();
    // ANCHOR_END: core
    let degrees: Vec<usize> = found.factors.iter().filter_map(|(factor, _)| factor.degree()).collect();
    println!("{rounds} rounds, modulo {} bits: {:.2} s", f.n().significant_bits(), start.elapsed().as_secs_f64());
    println!("factors of degrees {degrees:?}; preimages: {preimages:?}");

    assert!(preimages.contains(&secret), "the message is one of the preimages");
    for preimage in &preimages {
        assert_eq!(hash(&f, preimage, rounds), digest, "{preimage} has another digest");
    }
    let factors = found.factors.iter().map(|(factor, i)| factor.pow(*i)).collect::<Result<Vec<_>, _>>()?;
    assert_eq!(Poly::product(&f, &factors)?, equation, "the factors multiply to the equation");
    Ok(())
}

/// The digest of a message, round by round.
fn hash(f: &ZnBig, message: &Integer, rounds: u32) -> Integer {
    let round = |state: Integer, c: u32| f.pow(&f.add(&state, &Integer::from(c)), 5);
    f.add(&(1..=rounds).fold(message.clone(), round), message)
}
