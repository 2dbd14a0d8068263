//! Products in Z/n\[x\] of two polynomials of n coefficients each: `Zn::mul_into` against `nmod_poly_mul`.
//!
//! Three primes without roots of unity to speak of, in the middle of the ranges of 31, 50 and 62 bits, and the transform
//! prime 998244353.

use std::error::Error;

use polymod::{Engine, Zn};

use crate::flint::{self, NmodPoly};
use crate::harness::{Contest, Harness, lengths, random_below};

/// Measures all cases.
pub fn run(harness: &mut Harness) -> Result<(), Box<dyn Error>> {
    let engine = Engine::builder().threads(1).build();
    let mut moduli: Vec<(String, u64)> =
        [31, 50, 62].map(|bits| (format!("{bits}-bit prime"), plain_prime(bits))).into();
    moduli.push(("998244353".to_owned(), 998_244_353));
    for (case, modulus) in &moduli {
        let zn = Zn::on(&engine, *modulus)?;
        for n in lengths(harness.sizes().max_log(20)) {
            let mut product = Product::new(&zn, *modulus, n);
            harness.compare(case, n, flint::NAME, &mut product);
        }
    }
    Ok(())
}

/// The first prime above 0.8·2^`bits`; it must not have a transform of its own for long polynomials.
fn plain_prime(bits: u32) -> u64 {
    let prime = flint::next_prime((1 << bits) / 5 * 4);
    assert!((prime - 1).trailing_zeros() < 8, "{prime} is an NTT prime");
    prime
}

struct Product<'a> {
    zn: &'a Zn,
    a: Vec<u64>,
    b: Vec<u64>,
    out: Vec<u64>,
    scratch: Vec<u64>,
    flint_a: NmodPoly,
    flint_b: NmodPoly,
    flint_out: NmodPoly,
}

impl<'a> Product<'a> {
    fn new(zn: &'a Zn, modulus: u64, n: usize) -> Self {
        let (a, b) = (random_below(modulus, n, 1), random_below(modulus, n, 2));
        Self {
            flint_a: NmodPoly::new(modulus, &a, n),
            flint_b: NmodPoly::new(modulus, &b, n),
            flint_out: NmodPoly::new(modulus, &[], 2 * n - 1),
            out: vec![0; 2 * n - 1],
            scratch: vec![0; zn.mul_scratch_len(n, n)],
            zn,
            a,
            b,
        }
    }
}

impl Contest for Product<'_> {
    fn ours(&mut self) {
        self.zn
            .mul_into(&mut self.out, &self.a, &self.b, &mut self.scratch)
            .expect("operands below the modulus and slices of the right lengths");
    }

    fn peer(&mut self) {
        self.flint_out.set_product(&self.flint_a, &self.flint_b);
    }

    fn agree(&self) -> bool {
        let theirs = self.flint_out.coefficients();
        self.out.len() >= theirs.len()
            && self.out[..theirs.len()] == *theirs
            && self.out[theirs.len()..].iter().all(|&coefficient| coefficient == 0)
    }
}
