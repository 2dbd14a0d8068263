//! Primitive trinomials x^r + x^s + 1 over the field of two elements, r the exponent of a Mersenne prime.
//!
//! 2^r − 1 is a prime, so that every element of F_(2^r) but 0 and 1 generates the group: irreducible polynomials are primitive.
//! All s up to r/2 are tried, and those found are the published ones (Zierler 1969, "Primitive trinomials whose degree is a
//! Mersenne exponent", Information and Control 15; 2281 by the same). x^r + x^(r − s) + 1 is the reverse of x^r + x^s + 1.
//!
//! `cargo run --release --example primitive_trinomials -- [LARGEST R]`

use polymod::{F2, Poly};
use std::{error::Error, time::Instant};

/// r, and all s up to r/2.
const PUBLISHED: [(usize, &[usize]); 13] = [
    (2, &[1]),
    (3, &[1]),
    (5, &[2]),
    (7, &[1, 3]),
    (17, &[3, 5, 6]),
    (31, &[3, 6, 7, 13]),
    (89, &[38]),
    (127, &[1, 7, 15, 30, 63]),
    (521, &[32, 48, 158, 168]),
    (607, &[105, 147, 273]),
    (1279, &[216, 418]),
    (2281, &[715, 915, 1029]),
    (3217, &[67, 576]),
];

fn main() -> Result<(), Box<dyn Error>> {
    let largest: usize = std::env::args().nth(1).map_or(Ok(607), |word| word.parse())?;
    let f = F2::new();
    for (r, published) in PUBLISHED.into_iter().filter(|(r, _)| *r <= largest) {
        let start = Instant::now();
        let mut found = Vec::new();
        // ANCHOR: core
        for s in 1..=r / 2 {
            let trinomial = &(&Poly::monomial(&f, &true, r) + &Poly::monomial(&f, &true, s)) + &Poly::one(&f);
            if trinomial.is_irreducible()? {
                found.push(s);
            }
        }
        // ANCHOR_END: core
        println!("r = {r:>4}: s = {found:?} ({:.2} s)", start.elapsed().as_secs_f64());
        assert_eq!(found, published, "what was published for {r}");
    }
    Ok(())
}
