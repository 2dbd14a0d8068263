//! Checks of chains of subresultants, at a quadratic cost: by row operations on their determinants, which are a
//! textbook's divisions with remainder, element by element, over Z modulo random primes. Where a leading coefficient is
//! no unit, [otherwise](super::lifted).
//!
//! For R = A mod B, degrees n, m, k and c the leading coefficient of B, Sⱼ(A, B) = (−1)^((n−j)(m−j))·c^(n−k)·Sⱼ(B, R) for j < k.

use super::{Checker, Proof, Unverified, lifted::found, log2_size, mapped, random_prime, rounds};
use crate::{
    Error,
    arith::Modulus,
    bits::ceil_log2,
    poly::Poly,
    ring::{AnyRing, Convolve, Ring},
};

impl<R: Convolve> Checker<'_, R> {
    /// Checks that the polynomials of `chain` are the subresultants of a and b.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, b) = (Poly::from_i64(&f, &[1, 0, 0, 1]), Poly::from_i64(&f, &[1, 2, 3]));
    /// let chain = a.subresultants(&b)?;
    /// let mut chain: Vec<_> = chain.iter().collect();
    /// assert!(checker.subresultants(&a, &b, &chain).is_ok());
    /// chain.reverse();
    /// assert!(checker.subresultants(&a, &b, &chain).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn subresultants(&mut self, a: &Poly<R>, b: &Poly<R>, chain: &[&Poly<R>]) -> Result<Proof, Unverified> {
        let r = self.ring;
        if self.modulus.is_some() {
            return match textbook_chain(a, b) {
                Err(Unverified::Library(Error::NotInvertible { .. })) => self.chain_without_inverses(a, b, chain),
                again => found(equals(chain, &again?), "the chain"),
            };
        }
        let bits = |p: &Poly<R>| log2_size(r, p.coeffs());
        // Hadamard's inequality
        let norm = |p: &Poly<R>| bits(p) + f64::from(ceil_log2(p.len().max(1)));
        let determinants = norm(a) * b.len() as f64 + norm(b) * a.len() as f64;
        let largest = chain.iter().map(|s| bits(s)).fold(determinants, f64::max) + 1.0;
        let mut failure = None;
        let proof = rounds(largest, 0.0, || {
            self.chain_modulo(a, b, chain).unwrap_or_else(|e| {
                failure = Some(e);
                false
            })
        });
        failure.map_or(proof, Err)
    }

    /// Whether the chain is right modulo a random prime that divides neither leading coefficient.
    fn chain_modulo(&mut self, a: &Poly<R>, b: &Poly<R>, chain: &[&Poly<R>]) -> Result<bool, Unverified> {
        loop {
            let prime: Modulus = random_prime(&mut self.random);
            let f = AnyRing::modulo(self.ring.engine(), prime.n())?;
            let modulo = |p: &Poly<R>| mapped(self.ring, p, &f);
            let (x, y) = (modulo(a)?, modulo(b)?);
            if x.len() == a.len() && y.len() == b.len() {
                let chain = chain.iter().map(|s| modulo(s)).collect::<crate::Result<Vec<_>>>()?;
                return Ok(textbook_chain(&x, &y)? == chain);
            }
        }
    }
}

fn equals<R: Convolve>(chain: &[&Poly<R>], other: &[Poly<R>]) -> bool {
    chain.len() == other.len() && chain.iter().zip(other).all(|(s, t)| *s == t)
}

/// Whether (−1)^((n − j)(m − j)) is −1.
fn negative(n: usize, m: usize, j: usize) -> bool {
    (n - j) % 2 == 1 && (m - j) % 2 == 1
}

/// The chain by divisions, if leading coefficients are units.
fn textbook_chain<R: Convolve>(a: &Poly<R>, b: &Poly<R>) -> Result<Vec<Poly<R>>, Unverified> {
    let r = a.ring();
    let (mut a, mut b): (Vec<_>, Vec<_>) = (a.iter().collect(), b.iter().collect());
    let count = a.len().min(b.len()).saturating_sub(1);
    let mut chain = vec![Poly::zero(r); count];
    if count == 0 {
        return Ok(chain);
    }
    // sign of the row exchanges, and factor of the divisions so far
    let (mut exchanged, mut scale) = (Vec::new(), r.one());
    if a.len() < b.len() {
        exchanged.push((a.len() - 1, b.len() - 1));
        std::mem::swap(&mut a, &mut b);
    }
    loop {
        let (n, m) = (a.len() - 1, b.len() - 1);
        let lead = b[m].clone();
        remainder(r, &mut a, &b)?;
        let Some(k) = a.len().checked_sub(1) else { return Ok(chain) };
        exchanged.push((n, m));
        let multiple = |j: usize, factor: R::Elem| {
            let odd = exchanged.iter().filter(|(n, m)| negative(*n, *m, j)).count() % 2 == 1;
            let factor = r.mul(&scale, &if odd { r.neg(&factor) } else { factor });
            Poly::from_coeffs(r, r.collect(&a.iter().map(|x| r.mul(x, &factor)).collect::<Vec<_>>()))
        };
        chain[m - 1] = multiple(m - 1, r.pow(&lead, (n - m + 1) as u64));
        if k + 1 < m {
            chain[k] = multiple(k, r.mul(&r.pow(&lead, (n - k) as u64), &r.pow(&a[k], (m - k - 1) as u64)));
        }
        if k == 0 {
            return Ok(chain);
        }
        scale = r.mul(&scale, &r.pow(&lead, (n - k) as u64));
        std::mem::swap(&mut a, &mut b);
    }
}

/// Replaces a by its remainder modulo b.
fn remainder<R: Ring>(r: &R, a: &mut Vec<R::Elem>, b: &[R::Elem]) -> Result<(), Unverified> {
    let inverse = r.inv(&b[b.len() - 1])?;
    while a.len() >= b.len() {
        let factor = r.neg(&r.mul(&a[a.len() - 1], &inverse));
        let shift = a.len() - b.len();
        for (x, y) in a[shift..].iter_mut().zip(b) {
            *x = r.add(x, &r.mul(&factor, y));
        }
        while a.last().is_some_and(|x| r.is_zero(x)) {
            a.pop();
        }
    }
    Ok(())
}
