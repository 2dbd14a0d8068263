//! Checks of verbs that are one pass over coefficients: the result is mapped back to the operand.

use super::{Checker, Proof, Unverified, wrong};
use crate::{
    poly::Poly,
    ring::{Coeffs, Convolve, Ring, View, classical::ones},
};

impl<R: Convolve> Checker<'_, R> {
    /// Checks that c = a + b, by c − b = a.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::{Checker, Proof}};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, b) = (Poly::from_i64(&f, &[1, 2]), Poly::from_i64(&f, &[3, 4]));
    /// assert_eq!(checker.sum(&a, &b, &Poly::from_i64(&f, &[4, 6]))?, Proof::Exact);
    /// assert!(checker.sum(&a, &b, &Poly::from_i64(&f, &[4, 7])).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn sum(&self, a: &Poly<R>, b: &Poly<R>, c: &Poly<R>) -> Result<Proof, Unverified> {
        let mut back = extended(self.ring, c.coeffs(), b.len());
        self.ring.sub_at(&mut back, 0, b.coeffs());
        self.exactly(back, a, "the sum")
    }

    /// Checks that c = a − b, by c + b = a.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::{Checker, Proof}};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, b) = (Poly::from_i64(&f, &[1, 2]), Poly::from_i64(&f, &[3, 4]));
    /// assert_eq!(checker.difference(&a, &b, &Poly::from_i64(&f, &[-2, -2]))?, Proof::Exact);
    /// assert!(checker.difference(&b, &a, &Poly::from_i64(&f, &[-2, -2])).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn difference(&self, a: &Poly<R>, b: &Poly<R>, c: &Poly<R>) -> Result<Proof, Unverified> {
        let mut back = extended(self.ring, c.coeffs(), b.len());
        self.ring.add_at(&mut back, 0, b.coeffs());
        self.exactly(back, a, "the difference")
    }

    /// Checks that c is a with its coefficients in reverse order.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::from_i64(&f, &[1, 2, 3]);
    /// assert!(checker.reversed(&a, &Poly::from_i64(&f, &[3, 2, 1])).is_ok());
    /// assert!(checker.reversed(&a, &a).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn reversed(&self, a: &Poly<R>, c: &Poly<R>) -> Result<Proof, Unverified> {
        if c.len() > a.len() {
            return Err(wrong("the length of the reversed polynomial"));
        }
        let padded = (c.len() < a.len()).then(|| extended(self.ring, c.coeffs(), a.len()));
        let all = padded.as_ref().map_or(c.coeffs(), Coeffs::view);
        self.exactly(self.ring.reversed(all), a, "the reversed polynomial")
    }

    /// Checks that c = a', each coefficient times its index, the indices computed as sums of ones.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::from_i64(&f, &[1, 2, 3]);
    /// assert!(checker.derivative(&a, &Poly::from_i64(&f, &[2, 6])).is_ok());
    /// assert!(checker.derivative(&a, &Poly::from_i64(&f, &[2, 3])).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn derivative(&self, a: &Poly<R>, c: &Poly<R>) -> Result<Proof, Unverified> {
        let (r, n) = (self.ring, a.len().saturating_sub(1));
        // products of words take less time than vectors of indices
        if let Some(m) = r.word_modulus() {
            let ([a, slopes], mut index) = ([a, c].map(|p| r.to_words(p.coeffs())), 0);
            let mut next = |i: usize| {
                index = m.add(index, 1);
                m.mul(a[i + 1], index) == slopes.get(i).copied().unwrap_or(0)
            };
            let right = slopes.len() <= n && (0..n).all(&mut next);
            return if right { Ok(Proof::Exact) } else { Err(wrong("the derivative")) };
        }
        let mut slopes = indices(r, n);
        r.mul_each(&mut slopes, a.coeffs().from(1));
        self.exactly(slopes, c, "the derivative")
    }

    /// Checks that s is the integral of a: s' = a, s(0) = 0, and each term of s comes from a term of a, so that terms
    /// with derivative 0 are absent.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::from_i64(&f, &[2, 6]);
    /// assert!(checker.integral(&a, &Poly::from_i64(&f, &[0, 2, 3])).is_ok());
    /// assert!(checker.integral(&a, &Poly::from_i64(&f, &[1, 2, 3])).is_err()); // a constant term
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn integral(&self, a: &Poly<R>, s: &Poly<R>) -> Result<Proof, Unverified> {
        let r = self.ring;
        if !r.is_zero(&s.coeff(0)) || r.nonzero(s.coeffs()) != r.nonzero(a.coeffs()) {
            return Err(wrong("the terms of the integral"));
        }
        self.derivative(s, a)
    }

    /// Checks that c = x·a for an element x, coefficient by coefficient.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, c) = (Poly::from_i64(&f, &[1, 2]), Poly::from_i64(&f, &[50, 3]));
    /// assert!(checker.scaled(&a, &50, &c).is_ok());
    /// assert!(checker.scaled(&a, &49, &c).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn scaled(&self, a: &Poly<R>, x: &R::Elem, c: &Poly<R>) -> Result<Proof, Unverified> {
        self.coefficients(c, a.len(), |i| self.ring.mul(x, &a.coeff(i)))
    }

    /// Checks that c is a over its leading coefficient, or that both are 0.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::from_i64(&f, &[6, 2]);
    /// assert!(checker.monic(&a, &Poly::from_i64(&f, &[3, 1])).is_ok());
    /// assert!(checker.monic(&a, &a).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn monic(&self, a: &Poly<R>, c: &Poly<R>) -> Result<Proof, Unverified> {
        match (a.leading(), c.leading()) {
            (None, None) => Ok(Proof::Exact),
            (Some(lead), Some(one)) if one == self.ring.one() => self.scaled(c, &lead, a),
            _ => Err(wrong("the leading coefficient")),
        }
    }

    /// Checks that c = x^k·a, for a negative k the quotient of a by x^−k, coefficient by coefficient.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, c) = (Poly::from_i64(&f, &[1, 2]), Poly::from_i64(&f, &[0, 1, 2]));
    /// assert!(checker.shifted(&a, 1, &c).is_ok() && checker.shifted(&c, -1, &a).is_ok());
    /// assert!(checker.shifted(&a, 2, &c).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn shifted(&self, a: &Poly<R>, k: i64, c: &Poly<R>) -> Result<Proof, Unverified> {
        let by = usize::try_from(k.unsigned_abs()).unwrap_or(usize::MAX);
        let len = match (a.is_empty(), k > 0) {
            (true, _) => 0,
            (_, true) => a.len().saturating_add(by),
            (_, false) => a.len().saturating_sub(by),
        };
        if c.len() != len {
            return Err(wrong("the degree of the result"));
        }
        self.coefficients(c, len, |i| match k > 0 {
            true => i.checked_sub(by).map_or_else(|| self.ring.elem(0), |i| a.coeff(i)),
            false => a.coeff(i + by),
        })
    }

    /// Checks that c = a(x^k), coefficient by coefficient.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, c) = (Poly::from_i64(&f, &[1, 2]), Poly::from_i64(&f, &[1, 0, 0, 2]));
    /// assert!(checker.inflated(&a, 3, &c).is_ok());
    /// assert!(checker.inflated(&a, 2, &c).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn inflated(&self, a: &Poly<R>, k: usize, c: &Poly<R>) -> Result<Proof, Unverified> {
        let r = self.ring;
        if c.degree() != a.degree().and_then(|d| d.checked_mul(k)) || k == 0 {
            return Err(wrong("the degree of the result"));
        }
        self.coefficients(c, c.len(), |i| if i.is_multiple_of(k) { a.coeff(i / k) } else { r.elem(0) })
    }

    /// Checks that the coefficients, without zeros at their end, are those of p.
    fn exactly(&self, v: Coeffs<R>, p: &Poly<R>, what: &str) -> Result<Proof, Unverified> {
        if Poly::from_coeffs(self.ring, v) == *p { Ok(Proof::Exact) } else { Err(wrong(what)) }
    }
}

/// The vector, filled up with zeros to this length at least.
fn extended<R: Ring>(r: &R, v: View<'_, R>, len: usize) -> Coeffs<R> {
    let mut out = r.owned(v);
    r.resize(&mut out, v.len().max(len));
    out
}

/// The elements 1, 2, …, n: the first 2^k of them, and those plus 2^k.
fn indices<R: Ring>(r: &R, n: usize) -> Coeffs<R> {
    let mut v = ones(r, n.min(1));
    while v.len() < n {
        let len = v.len();
        let mut more = ones(r, len.min(n - len));
        r.scale(&mut more, &r.elem(len as i64));
        r.add_at(&mut more, 0, v.view().low(n - len));
        r.resize(&mut v, len + more.len());
        r.copy_at(&mut v, len, more.view());
    }
    v
}
