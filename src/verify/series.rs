//! Checks of power series by the identities that define them, each product checked at random points: A·S = 1, S² = A,
//! A·P' = e·A'·P, A' = A·L', E' = A'·E. Where the last two do not determine the series, because one of 1, …, N − 1 is
//! not a unit, the defining sums are computed again, from their last terms on.

use super::{Checker, Proof, Unverified, integer, wrong};
use crate::{
    Result,
    poly::Poly,
    ring::{Convolve, Ring},
};
use rug::Integer;

impl<R: Convolve> Checker<'_, R> {
    /// Checks that a·s = 1 modulo x^n.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::from_i64(&f, &[1, -1]);
    /// assert!(checker.inverse_series(&a, 4, &Poly::from_i64(&f, &[1, 1, 1, 1])).is_ok());
    /// assert!(checker.inverse_series(&a, 4, &Poly::from_i64(&f, &[1, 1, 1])).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn inverse_series(&mut self, a: &Poly<R>, n: usize, s: &Poly<R>) -> Result<Proof, Unverified> {
        if s.len() > n {
            return Err(wrong("the inverse"));
        }
        self.window([a, s], 0..n, &low(&Poly::one(self.ring), n), "the inverse")
    }

    /// Checks that a' = a·l' modulo x^(n−1), and l has no constant term.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::from_i64(&f, &[1, 1]);
    /// assert!(checker.logarithm(&a, 3, &Poly::from_i64(&f, &[0, 1, 48])).is_ok()); // x − x²/2
    /// assert!(checker.logarithm(&a, 3, &Poly::from_i64(&f, &[0, 1, 49])).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn logarithm(&mut self, a: &Poly<R>, n: usize, l: &Poly<R>) -> Result<Proof, Unverified> {
        let mut proof = Proof::Exact;
        let right = if self.divides_below(n) {
            let slopes = self.low_product(a, &l.derivative(), n.saturating_sub(1), &mut proof)?;
            self.ring.is_zero(&l.coeff(0)) && slopes == low(&a.derivative(), n.saturating_sub(1))
        } else {
            let r = self.ring;
            let b = a.checked_sub(&Poly::one(r))?;
            let weight = |k: u64| {
                let x = r.inv(&r.elem(k as i64))?;
                Ok(if k.is_multiple_of(2) { r.neg(&x) } else { x })
            };
            self.power_sum(&b, n, weight, &mut proof)? == *l
        };
        if right && l.len() <= n { Ok(proof) } else { Err(wrong("the logarithm")) }
    }

    /// Checks that e' = a'·e modulo x^(n−1), and e has the constant term 1.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::x(&f);
    /// assert!(checker.exponential(&a, 3, &Poly::from_i64(&f, &[1, 1, 49])).is_ok()); // 1 + x + x²/2
    /// assert!(checker.exponential(&a, 3, &Poly::from_i64(&f, &[1, 1, 48])).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn exponential(&mut self, a: &Poly<R>, n: usize, e: &Poly<R>) -> Result<Proof, Unverified> {
        let (r, mut proof) = (self.ring, Proof::Exact);
        let right = if self.divides_below(n) {
            let slopes = self.low_product(&a.derivative(), e, n.saturating_sub(1), &mut proof)?;
            e.coeff(0) == low(&Poly::one(r), n).coeff(0) && slopes == e.derivative()
        } else {
            let weight = |k: u64| r.inv(&(1..=k).fold(r.one(), |f, i| r.mul(&f, &r.elem(i as i64))));
            let sum = self.power_sum(a, n, weight, &mut proof)?;
            low(&sum.checked_add(&Poly::one(r))?, n) == *e
        };
        if right && e.len() <= n { Ok(proof) } else { Err(wrong("the exponential")) }
    }

    /// Checks that s² = a as far as n terms of s determine it, and that of ±s the one with the smaller leading residue
    /// was chosen.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::from_i64(&f, &[4, 4, 1]);
    /// assert!(checker.square_root(&a, 3, &Poly::from_i64(&f, &[2, 1])).is_ok());
    /// assert!(checker.square_root(&a, 3, &Poly::from_i64(&f, &[-2, -1])).is_err()); // the other root
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn square_root(&mut self, a: &Poly<R>, n: usize, s: &Poly<R>) -> Result<Proof, Unverified> {
        let r = self.ring;
        let zeros = a.iter().take_while(|x| r.is_zero(x)).count();
        // in characteristic 2 a root of n terms has a square of 2n
        let known = if r.is_zero(&r.elem(2)) { 2 * n } else { n.saturating_add(zeros / 2) };
        let smaller = s.iter().find(|x| !r.is_zero(x)).is_none_or(|x| self.is_smaller(&x, &r.neg(&x)));
        if s.len() > n || !smaller {
            return Err(wrong("the square root"));
        }
        self.window([s, s], 0..known, &low(a, known), "the square root")
    }

    /// Checks that p = a^e modulo x^n for a = x^v·u, u(0) ≠ 0: p = x^(v·e)·w with u·w' = e·u'·w modulo x^(m − 1), m = n
    /// − v·e, and w(0) = u(0)^e, where that determines w; otherwise by squaring again, from the lowest bit of e on.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::from_i64(&f, &[1, -1]);
    /// assert!(checker.power_series(&a, &(-2).into(), 4, &Poly::from_i64(&f, &[1, 2, 3, 4])).is_ok());
    /// assert!(checker.power_series(&a, &(-1).into(), 4, &Poly::from_i64(&f, &[1, 2, 3, 4])).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn power_series(&mut self, a: &Poly<R>, e: &Integer, n: usize, p: &Poly<R>) -> Result<Proof, Unverified> {
        let r = self.ring;
        if p.len() > n {
            return Err(wrong("the length of the power"));
        }
        let v = a.iter().take_while(|x| r.is_zero(x)).count();
        let skipped = (Integer::from(v) * e).to_usize();
        let known = skipped.filter(|skipped| *skipped < n && !a.is_empty());
        let determined =
            |u: &Poly<R>, m: usize| self.divides_below(m) && (self.modulus.is_none() || r.inv(&u.coeff(0)).is_ok());
        if let Some(skipped) = known {
            let (u, m) = (from(a, v), n - skipped);
            if determined(&low(&u, m), m) {
                let w = from(p, skipped);
                let gap = p.iter().take(skipped).all(|x| r.is_zero(&x));
                return match gap && self.is_power(&w.coeff(0), &u.coeff(0), e) {
                    true => self.slopes_of_power(&low(&u, m), e, m, &w),
                    false => Err(wrong("the power")),
                };
            }
        }
        let (mut square, mut power) = (low(a, n), low(&Poly::one(r), n));
        let magnitude = e.clone().abs();
        for i in 0..magnitude.significant_bits() {
            if i > 0 {
                square = square.mul_low(&square, n)?;
            }
            if magnitude.get_bit(i) {
                power = power.mul_low(&square, n)?;
            }
        }
        let right = match *e < 0 {
            true => power.mul_low(p, n)? == low(&Poly::one(r), n),
            false => power == *p,
        };
        if right { Ok(Proof::Exact) } else { Err(wrong("the power")) }
    }

    /// Checks that u·w' = e·u'·w modulo x^(m − 1).
    fn slopes_of_power(&mut self, u: &Poly<R>, e: &Integer, m: usize, w: &Poly<R>) -> Result<Proof, Unverified> {
        let image = self.ring.image(*e < 0, e.as_abs().to_digits(rug::integer::Order::Lsf).as_slice());
        let (mut proof, below) = (Proof::Exact, m.saturating_sub(1));
        let left = self.low_product(u, &w.derivative(), below, &mut proof)?;
        let right = self.low_product(&u.derivative().scale(&image), w, below, &mut proof)?;
        if left == right { Ok(proof) } else { Err(wrong("the power")) }
    }

    /// Whether x = c^e, for e < 0 x·c^(−e) = 1, by single bits.
    fn is_power(&self, x: &R::Elem, c: &R::Elem, e: &Integer) -> bool {
        let r = self.ring;
        let power = (0..e.significant_bits().max(1)).rev().fold(r.one(), |y, bit| {
            let square = r.mul(&y, &y);
            if e.as_abs().get_bit(bit) { r.mul(&square, c) } else { square }
        });
        if *e < 0 { r.mul(x, &power) == r.one() } else { *x == power }
    }

    /// a·b modulo x^n, computed as the whole product and checked.
    pub(super) fn low_product(
        &mut self,
        a: &Poly<R>,
        b: &Poly<R>,
        n: usize,
        proof: &mut Proof,
    ) -> Result<Poly<R>, Unverified> {
        let product = self.multiplied(&low(a, n), &low(b, n), proof)?;
        Ok(low(&product, n))
    }

    /// Whether each of 1, …, n − 1 is a unit, or the ring is Z, where quotients are unique.
    pub(super) fn divides_below(&self, n: usize) -> bool {
        let Some(modulus) = self.modulus.clone() else { return true };
        (1..n).all(|k| Integer::from(k).gcd(&modulus) == 1)
    }

    /// Σ weight(k)·b^k over k ≥ 1 by Horner's rule, as far as the powers do not vanish modulo x^n.
    pub(super) fn power_sum(
        &mut self,
        b: &Poly<R>,
        n: usize,
        weight: impl Fn(u64) -> Result<R::Elem>,
        proof: &mut Proof,
    ) -> Result<Poly<R>, Unverified> {
        let (mut weights, mut power) = (Vec::new(), low(b, n));
        while !power.is_empty() {
            weights.push(weight(weights.len() as u64 + 1)?);
            power = self.low_product(&power, b, n, proof)?;
        }
        let mut sum = Poly::zero(self.ring);
        for w in weights.into_iter().rev() {
            let inner = sum.checked_add(&Poly::new(self.ring, [w]))?;
            sum = self.low_product(&inner, b, n, proof)?;
        }
        Ok(sum)
    }

    /// Whether x represents no larger an integer than y; over Z, where one of ±s is positive, whether x is positive.
    pub(super) fn is_smaller(&self, x: &R::Elem, y: &R::Elem) -> bool {
        let value = |x: &R::Elem| integer(self.ring, x);
        if self.modulus.is_some() { value(x) <= value(y) } else { value(x) > 0 }
    }
}

/// The quotient of p by x^n, without remainder.
pub fn from<R: Ring>(p: &Poly<R>, n: usize) -> Poly<R> {
    Poly::from_coeffs(p.ring(), p.ring().owned(p.coeffs().from(n)))
}

/// p modulo x^n.
pub(super) fn low<R: Ring>(p: &Poly<R>, n: usize) -> Poly<R> {
    Poly::from_coeffs(p.ring(), p.ring().owned(p.coeffs().low(n)))
}
