//! Determinants over Z/n by a lift to Z, where the ring has too few points, or is no field.
//!
//! Coefficients are lifted to the integers nearest to 0, and the determinant of the lifted matrix is computed modulo primes with
//! enough points. Its coefficients are at most the maximum of |det| on the unit circle, by Hadamard's inequality (r^½·len·n/2)^r
//! for r rows with entries of `len` coefficients. Correct for every n, also composite. Source of the bound: Goldstein, Graham
//! 1974, "A Hadamard-type bound on the coefficients of a determinant of polynomials".

use super::PolyMatrix;
use crate::{
    Error, Result,
    arith::Modulus,
    crt::{CrtBasis, PrimeFamily},
    engine::Context,
    poly::Poly,
    ring::{AnyRing, Convolve},
};

/// The primes for the determinant over Z, and a bound on its bits.
pub(super) struct Lift {
    pub(super) primes: Vec<u64>,
    bits: u64,
}

impl<R: Convolve> PolyMatrix<R> {
    /// The lift of this matrix; None if the ring's elements are not residues modulo a word.
    pub(super) fn lift(&self, cx: Context<'_>) -> Option<Lift> {
        let (r, len) = (self.rows as f64, self.grid().size(&self.ring).len.max(1) as f64);
        let n = self.ring.word_modulus()?;
        let entry = f64::from(n.bits()) - 1.0 + r.max(1.0).log2() / 2.0 + len.log2();
        let bits = (r * entry).ceil().max(1.0);
        let (family, count) = PrimeFamily::choose(cx.engine().target(), bits + 2.0);
        let primes = family.primes(cx.engine(), count, 1).ok()?;
        Some(Lift { primes, bits: bits as u64 })
    }

    pub(super) fn det_by_lifting(&self) -> Result<Poly<R>> {
        let r = &self.ring;
        let lift = r.engine().enter(|cx| self.lift(cx));
        let (Some(Lift { primes, bits }), Some(n)) = (lift, r.word_modulus()) else {
            return Err(self.no_algorithm(super::DetAlgorithm::Lifting));
        };
        let Some(len) = self.det_degree().map(|degree| degree + 1) else { return Ok(Poly::zero(r)) };
        let basis = CrtBasis::new(&primes)?;
        let mut residues = r.engine().zeroed(primes.len() * len);
        for (p, run) in basis.moduli().iter().zip(residues.chunks_exact_mut(len)) {
            super::dense::check(r)?;
            let field = AnyRing::of_prime(r.engine(), *p);
            let image = |e| Poly::from_coeffs(&field, field.of_reduced(&centred(r, e, n, *p)));
            let entries = self.entries.iter().map(image);
            let det = PolyMatrix::new(&field, self.rows, self.columns, entries.collect())?.det_at_points()?;
            // 2^bits is added, so that the lifted integers are not negative
            run[..det.len()].copy_from_slice(field.residues(det.coeffs()));
            let offset = p.pow(2, bits);
            run.iter_mut().for_each(|x| *x = p.add(*x, offset));
        }
        let mut words = vec![0; len];
        basis.to_words(n, &residues, len, 0, &mut words);
        let offset = n.pow(2 % n.n(), bits);
        words.iter_mut().for_each(|x| *x = n.sub(*x, offset));
        Ok(Poly::from_coeffs(r, r.of_words(&words)))
    }

    pub(super) fn no_algorithm(&self, algorithm: super::DetAlgorithm) -> Error {
        let applicable = self.ring.engine().enter(|cx| self.det_candidates(cx));
        let degree = self.det_degree().unwrap_or(0);
        let task = format!("a determinant of degree {degree} over {}", self.ring.name());
        Error::algorithm(algorithm, task, applicable.iter().map(|c| c.algorithm))
    }
}

/// The residues modulo p of the lifted coefficients (nearest to 0).
fn centred<R: Convolve>(r: &R, v: &Poly<R>, n: Modulus, p: Modulus) -> Vec<u64> {
    let minus_n = p.neg(p.reduce(n.n()));
    let lifted = |x: u64| if x > n.n() / 2 { p.add(p.reduce(x), minus_n) } else { p.reduce(x) };
    r.to_words(v.coeffs()).iter().map(|&x| lifted(x)).collect()
}
