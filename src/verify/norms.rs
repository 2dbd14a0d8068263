//! Checks of norms and bounds over Z by their definitions, and of cyclotomic polynomials by powers of x.

use super::{Checker, Proof, Unverified, over_z::integer_poly, random_prime, residues, rounds, wrong};
use crate::{
    arith::factor_u64,
    memory::log2_norm,
    poly::{Divisor, Poly},
    ring::{AnyRing, Convolve, Integers},
};
use rug::{Complete, Integer, ops::Pow};

impl<R: Convolve> Checker<'_, R> {
    /// Checks that these are the maximum norm, the 1-norm and the square of the Euclidean norm of a, and the largest term of Mignotte's bound.
    ///
    /// ```
    /// # use polymod::{Integers, Poly, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// # let z = Integers::new();
    /// # let checker = Checker::new(&z, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::from_i64(&z, &[-4, 0, 3]);
    /// assert!(checker.integer_norms(&a, &[4, 7, 25, 8].map(Into::into)).is_ok());
    /// assert!(checker.integer_norms(&a, &[4, 7, 25, 9].map(Into::into)).is_err());
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn integer_norms(&self, a: &Poly<R>, norms: &[Integer; 4]) -> Result<Proof, Unverified> {
        let a = integer_poly(a)?;
        let [largest, sum, squares, mignotte] = norms;
        let (mut reached, mut total, mut square_total) =
            (a.is_empty() && *largest == 0, Integer::new(), Integer::new());
        for c in &a {
            if *c.as_abs() > *largest {
                return Err(wrong("the maximum norm"));
            }
            reached |= *c.as_abs() == *largest;
            square_total += (&c * &c).complete();
            total += c.abs();
        }
        if !reached || total != *sum || square_total != *squares {
            return Err(wrong("a norm"));
        }
        if *mignotte == mignotte_term(&a, squares) { Ok(Proof::Exact) } else { Err(wrong("Mignotte's bound")) }
    }

    /// Checks that x is Fujiwara's bound on the roots of a, with an even integer as twice the largest root of a quotient.
    ///
    /// ```
    /// # use polymod::{Integers, Poly, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// # let z = Integers::new();
    /// # let checker = Checker::new(&z, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::from_i64(&z, &[-100, 0, 1]);
    /// assert!(checker.integer_root_bound(&a, &16.into()).is_ok());
    /// assert!(checker.integer_root_bound(&a, &14.into()).is_err() && checker.integer_root_bound(&a, &18.into()).is_err());
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn integer_root_bound(&self, a: &Poly<R>, x: &Integer) -> Result<Proof, Unverified> {
        let a = integer_poly(a)?;
        let (n, half) = (a.len().saturating_sub(1), Integer::from(x / 2u32));
        let lead = a.coeff(n).abs();
        let bounds = |r: &Integer| {
            (1..=n).all(|k| {
                let power = r.clone().pow(k as u32) * &lead;
                *a.coeff(n - k).as_abs() <= if k == n { 2u32 * power } else { power }
            })
        };
        // 0 bounds the roots of monomials
        let least = half == 0 || !bounds(&(&half - 1u32).complete());
        if *x >= 0 && x.is_even() && bounds(&half) && least { Ok(Proof::Exact) } else { Err(wrong("the bound")) }
    }

    /// Checks that a is the cyclotomic polynomial of this order, or none. For primes q, x^n is 1 modulo a and q, and a has no common divisor with x^(n/p) − 1
    /// for the primes p that divide n; if it is none, no n of which φ(n) is its degree is so.
    ///
    /// ```
    /// # use polymod::{Integers, Poly, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// # let z = Integers::new();
    /// # let mut checker = Checker::new(&z, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::from_i64(&z, &[1, -1, 1]);
    /// assert!(checker.cyclotomic(&a, Some(6)).is_ok());
    /// assert!(checker.cyclotomic(&a, Some(3)).is_err() && checker.cyclotomic(&a, None).is_err());
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn cyclotomic(&mut self, a: &Poly<R>, order: Option<usize>) -> Result<Proof, Unverified> {
        let of_z = integer_poly(a)?;
        let degree = of_z.len().saturating_sub(1);
        let monic = of_z.leading().is_some_and(|lead| lead == 1) && degree > 0;
        let Some(n) = order else {
            let candidates = (1..=largest_order(degree)).filter(|&n| monic && totient(n) == degree);
            let zn = AnyRing::modulo(self.ring.engine(), random_prime(&mut self.random).n())?;
            for n in candidates {
                if self.has_order(a, n, &zn)? {
                    return Err(wrong("whether the polynomial is cyclotomic"));
                }
            }
            return Ok(Proof::Exact);
        };
        if !monic || n == 0 || totient(n) != degree {
            return Err(wrong("the order"));
        }
        // coefficients of x^n modulo a
        let bits = n as f64 * (log2_norm(&of_z) + 1.0);
        let mut failed = None;
        let proof = rounds(bits, 0.0, || {
            let p = random_prime(&mut self.random);
            let found =
                AnyRing::modulo(self.ring.engine(), p.n()).map_err(Into::into).and_then(|zn| self.has_order(a, n, &zn));
            found.unwrap_or_else(|e| {
                failed = Some(e);
                true
            })
        });
        failed.map_or(proof, Err)
    }

    /// Whether the image of a monic polynomial is that of the cyclotomic polynomial of an order, of the same degree.
    fn has_order(&self, a: &Poly<R>, n: usize, zn: &AnyRing) -> Result<bool, Unverified> {
        let image = Poly::from_coeffs(zn, zn.of_residues(&residues(self.ring, a.coeffs(), zn.modulus()))?);
        let (divisor, one) = (Divisor::new(&image)?, Poly::one(zn));
        let power = |k: usize| Poly::x(zn).pow_mod(k as u64, &divisor)?.checked_sub(&one);
        if !power(n)?.is_empty() {
            return Ok(false);
        }
        for (p, _) in factor_u64(n as u64) {
            if image.gcd(&power(n / p as usize)?)?.len() > 1 {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// A bound on the n with φ(n) ≤ d: φ(n) ≥ n/(e^γ·ln ln n + 3/ln ln n) for n ≥ 3 (Rosser, Schoenfeld 1962, theorem 15).
fn largest_order(d: usize) -> usize {
    const LEAST: f64 = 30.0;
    // from 27 on the divisor ascends
    let next = |n: f64| {
        let log = n.ln().ln();
        (d as f64 * (1.7811 * log + 3.0 / log)).max(LEAST)
    };
    (0..4).fold(100.0 * d as f64 + LEAST, |n, _| next(n)).ceil() as usize
}

/// Number of residues prime to n.
fn totient(n: usize) -> usize {
    factor_u64(n as u64).into_iter().fold(n, |phi, (p, _)| phi - phi / p as usize)
}

/// The largest C(n − 1, j)·⌈‖a‖₂⌉ + C(n − 1, j − 1)·|lc(a)| over all j, each binomial coefficient from the one before.
fn mignotte_term(a: &Poly<Integers>, squares: &Integer) -> Integer {
    let Some(lead) = a.leading().map(Integer::abs) else { return Integer::new() };
    let n = a.len() - 1;
    if n == 0 {
        return lead;
    }
    let norm = if *squares == 0 { Integer::new() } else { (squares - 1u32).complete().sqrt() + 1u32 };
    let (mut binomial, mut before, mut most) = (Integer::from(1), Integer::new(), lead.clone());
    for j in 0..n {
        most = most.max((&binomial * &norm).complete() + before * &lead);
        before = binomial.clone();
        binomial = binomial * (n - 1 - j) as u64 / (j + 1) as u64;
    }
    most
}
