//! Checks of divisions: A = Q·B + R at random points, and deg R < deg B. Powers modulo a polynomial are computed again.

use super::{Checker, Proof, Unverified, place::Claim, wrong};
use crate::{
    poly::{Divisor, Poly},
    ring::Convolve,
};
use rug::Integer;

impl<R: Convolve> Checker<'_, R> {
    /// Checks that a = q·b + r and deg r < deg b.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, b) = (Poly::parse(&f, "x^3 + 5")?, Poly::parse(&f, "x - 1")?);
    /// let (q, r) = (Poly::parse(&f, "x^2 + x + 1")?, Poly::parse(&f, "6")?);
    /// assert!(checker.division(&a, &b, &q, &r).is_ok());
    /// assert!(checker.division(&a, &b, &Poly::zero(&f), &a).is_err()); // a remainder as long as b
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn division(&mut self, a: &Poly<R>, b: &Poly<R>, q: &Poly<R>, r: &Poly<R>) -> Result<Proof, Unverified> {
        if r.len() >= b.len() {
            return Err(wrong("the degree of the remainder"));
        }
        self.claims(&[divides(a, q, b, r)], "the division")
    }

    /// Checks that q is the quotient of a by b: a − q·b is shorter than b.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, b) = (Poly::parse(&f, "x^3 + 5")?, Poly::parse(&f, "x - 1")?);
    /// assert!(checker.quotient(&a, &b, &Poly::parse(&f, "x^2 + x + 1")?).is_ok());
    /// assert!(checker.quotient(&a, &b, &Poly::parse(&f, "x^2 + x")?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn quotient(&mut self, a: &Poly<R>, b: &Poly<R>, q: &Poly<R>) -> Result<Proof, Unverified> {
        let rest = a.checked_sub(&q.checked_mul(b)?)?;
        self.division(a, b, q, &rest)
    }

    /// Checks that r is the remainder of a by b: b divides a − r.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, b) = (Poly::parse(&f, "x^3 + 5")?, Poly::parse(&f, "x - 1")?);
    /// assert!(checker.remainder(&a, &b, &Poly::parse(&f, "6")?).is_ok());
    /// assert!(checker.remainder(&a, &b, &Poly::parse(&f, "5")?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn remainder(&mut self, a: &Poly<R>, b: &Poly<R>, r: &Poly<R>) -> Result<Proof, Unverified> {
        let q = a.quo(b)?;
        self.division(a, b, &q, r)
    }

    /// Checks that c^k·a = q·b + r and deg r < deg b, c the leading coefficient of b, k = max(deg a − deg b + 1, 0).
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, b) = (Poly::parse(&f, "x^2 + 1")?, Poly::parse(&f, "2*x + 1")?);
    /// let (q, r) = (Poly::parse(&f, "2*x - 1")?, Poly::parse(&f, "5")?);
    /// assert!(checker.pseudo_division(&a, &b, &q, &r).is_ok()); // 4(x² + 1) = (2x − 1)(2x + 1) + 5
    /// assert!(checker.pseudo_division(&a, &b, &r, &q).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn pseudo_division(&mut self, a: &Poly<R>, b: &Poly<R>, q: &Poly<R>, r: &Poly<R>) -> Result<Proof, Unverified> {
        let k = (a.len() + 1).saturating_sub(b.len());
        let power = self.ring.pow(&b.coeff(b.len().saturating_sub(1)), k as u64);
        self.division(&a.scale(&power), b, q, r)
    }

    /// Checks that c = a^e modulo m: by the power again, from the lowest bit of |e| on, because the library starts with
    /// the highest; for a negative e that c·a^−e = 1 modulo m.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (x, m) = (Poly::x(&f), Poly::from_i64(&f, &[-1, -1, 1]));
    /// assert!(checker.power_modulo(&x, &10.into(), &m, &Poly::from_i64(&f, &[34, 55])).is_ok()); // Fibonacci numbers
    /// assert!(checker.power_modulo(&x, &(-1).into(), &m, &Poly::from_i64(&f, &[-1, 1])).is_ok()); // x(x − 1) = 1
    /// assert!(checker.power_modulo(&x, &11.into(), &m, &Poly::from_i64(&f, &[34, 55])).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn power_modulo(&mut self, a: &Poly<R>, e: &Integer, m: &Poly<R>, c: &Poly<R>) -> Result<Proof, Unverified> {
        let divisor = Divisor::new(m)?;
        let mut square = divisor.rem(a)?;
        let mut power: Option<Poly<R>> = None;
        let (bits, magnitude) = (e.significant_bits(), e.clone().abs());
        for i in 0..bits {
            if magnitude.get_bit(i) {
                power = Some(match &power {
                    Some(p) => divisor.product(p, &square)?,
                    None => square.clone(),
                });
            }
            if i + 1 < bits {
                square = divisor.product(&square, &square)?;
            }
        }
        let one = divisor.rem(&Poly::one(self.ring))?;
        let power = power.unwrap_or_else(|| one.clone());
        let right = match *e < 0 {
            true => c.len() < m.len() && divisor.product(&power, c)? == one,
            false => power == *c,
        };
        if right { Ok(Proof::Exact) } else { Err(wrong("the power")) }
    }

    /// Computes a·b, and checks it.
    pub(super) fn multiplied(&mut self, a: &Poly<R>, b: &Poly<R>, proof: &mut Proof) -> Result<Poly<R>, Unverified> {
        let product = a.checked_mul(b)?;
        let this = self.product(&[(a, 1), (b, 1)], &product)?;
        *proof = std::mem::replace(proof, Proof::Exact).and(this);
        Ok(product)
    }
}

/// The claim that a = q·b + r.
pub(super) fn divides<'a, R: Convolve>(a: &'a Poly<R>, q: &'a Poly<R>, b: &'a Poly<R>, r: &'a Poly<R>) -> Claim<'a, R> {
    Claim::Sums(vec![vec![(q, 1), (b, 1)], vec![(r, 1)]], vec![vec![(a, 1)]])
}
