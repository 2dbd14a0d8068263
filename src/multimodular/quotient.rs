//! Exact quotients in Z\[x\], checked by one multiplication.
//!
//! Modulo a prime that does not divide b's leading coefficient a multiple of b has remainder 0; a nonzero remainder proves that b
//! does not divide. A quotient q with q·b = a is right; its coefficients are at most 2^deg q·‖a‖₂ (Mignotte 1974, "An inequality
//! about factors of polynomials"), so that primes up to that bound decide.

use super::{
    Options,
    driver::{self, Job},
    work::{Kind, Work},
};
use crate::{
    Error, Result,
    poly::Poly,
    ring::{Coeffs, Integers, Ring, View},
};

/// a/b, b ≠ 0; None if b does not divide.
///
/// # Errors
/// [`Error::TooLarge`]; [`Error::Cancelled`].
pub fn exact_quotient(a: &Poly<Integers>, b: &Poly<Integers>) -> Result<Option<Poly<Integers>>> {
    if a.len() < b.len() {
        return Ok(a.is_empty().then(|| a.clone()));
    }
    let len = a.len() - b.len() + 1;
    if len * b.len() <= a.ring().engine().costs().crossovers.integer_division || b.len() == 1 {
        return match a.exact_div(b) {
            Ok(q) => Ok(Some(q)),
            Err(Error::NotDivisible { .. }) => Ok(None),
            Err(e) => Err(e),
        };
    }
    let job = Quotient { a, b, len, bound: Integers::log2_norm(a.coeffs()) + len as f64 };
    let z = a.ring();
    Ok(z.engine().enter(|cx| driver::run(z, &job, &Options::default(), cx))?.value)
}

/// a/b for a divisor b ≠ 0 of a.
///
/// # Errors
/// Those of [`exact_quotient`]; [`Error::NotDivisible`].
pub(super) fn cofactor(a: &Poly<Integers>, b: &Poly<Integers>) -> Result<Poly<Integers>> {
    // a division that finds no quotient says where it failed
    exact_quotient(a, b)?.map_or_else(|| a.exact_div(b), Ok)
}

/// Whether a divides b.
pub fn divides(a: &Poly<Integers>, b: &Poly<Integers>) -> Result<bool> {
    Ok(exact_quotient(b, a)?.is_some())
}

struct Quotient<'a> {
    a: &'a Poly<Integers>,
    b: &'a Poly<Integers>,
    /// Length of the quotient.
    len: usize,
    bound: f64,
}

impl Job for Quotient<'_> {
    type Answer = Option<Poly<Integers>>;

    fn task(&self) -> String {
        format!("exact quotient over z, {} by {} coefficients", self.a.len(), self.b.len())
    }

    fn operands(&self) -> Vec<View<'_, Integers>> {
        vec![self.a.coeffs(), self.b.coeffs()]
    }

    /// Rank 0 if the remainder is nonzero.
    fn work(&self) -> Work {
        Work::new(Kind::Quotient, &[])
    }

    fn trivial(&self, rank: &[u64]) -> Option<Self::Answer> {
        (rank == [0]).then_some(None)
    }

    fn products(&self) -> f64 {
        (self.len * self.b.len()) as f64
    }

    fn residues(&self, rank: &[u64]) -> Option<usize> {
        match rank {
            [0] => Some(0),
            [1] => Some(self.len),
            _ => None,
        }
    }

    fn image_words(&self) -> usize {
        1 + self.len
    }

    fn bound(&self) -> Option<f64> {
        Some(self.bound)
    }

    fn accept(&self, _: &[u64], candidate: Coeffs<Integers>, known: bool) -> Result<Option<Self::Answer>> {
        let q = Poly::from_coeffs(self.a.ring(), candidate);
        let right = q.checked_mul(self.b)? == *self.a;
        Ok((right || known).then(|| right.then_some(q)))
    }
}
