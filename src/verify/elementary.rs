//! Checks of elementary functions of power series by differential equations, which are linear for a pair of functions:
//! with c = cos A, sin A = s satisfies c = 1 − ∫ A'·s and s' = A'·c, two products for one series. Tangents satisfy t' =
//! A'·(1 + t²), inverse functions the same equations with A and s exchanged. Over Z, where c need not have integers as
//! coefficients, they are compared modulo random primes. Where one of 1, …, N − 1 is no unit, the defining sums are
//! computed again, from their last terms on.

use super::{Checker, Proof, Unverified, mapped, place::norm_bits, random_prime, rounds, series::low, wrong};
use crate::{
    Result,
    poly::{Elementary, Poly},
    ring::{AnyRing, Convolve, Ring},
};

/// a·b modulo x^n.
type Product<'a, R> = dyn FnMut(&Poly<R>, &Poly<R>, usize) -> Result<Poly<R>, Unverified> + 'a;

impl<R: Convolve> Checker<'_, R> {
    /// Checks that s = f(a) modulo x^n for an a without constant term.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, poly::Elementary, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (x, sine) = (Poly::x(&f), Poly::new(&f, [0, 1, 0, 16])); // x − x³/6
    /// assert!(checker.elementary(Elementary::Sin, &x, 4, &sine).is_ok());
    /// assert!(checker.elementary(Elementary::Sin, &x, 4, &x).is_err());
    /// assert!(checker.elementary(Elementary::Asin, &sine, 4, &x).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn elementary(&mut self, f: Elementary, a: &Poly<R>, n: usize, s: &Poly<R>) -> Result<Proof, Unverified> {
        if s.len() > n {
            return Err(wrong("the length of the series"));
        }
        if self.modulus.is_none() {
            return self.elementary_over_z(f, a, n, s);
        }
        let mut proof = Proof::Exact;
        let right = if self.divides_below(n) {
            let product = |a: &Poly<R>, b: &Poly<R>, n: usize| self.low_product(a, b, n, &mut proof);
            satisfies(f, &low(a, n), n, s, &mut { product })?
        } else {
            self.is_defined(f, a, n, s, &mut proof)?
        };
        if right { Ok(proof) } else { Err(wrong("the series")) }
    }

    /// Modulo primes; the values are fractions whose numerators are at most (4n²·|a|)^n.
    fn elementary_over_z(&mut self, f: Elementary, a: &Poly<R>, n: usize, s: &Poly<R>) -> Result<Proof, Unverified> {
        let r = self.ring;
        let terms = n as f64;
        let bits = terms * (norm_bits(r, a.coeffs()) + 2.0 * (terms + 1.0).log2() + 2.0) + norm_bits(r, s.coeffs());
        let mut failed = None;
        let proof = rounds(bits, 0.0, || {
            let p = random_prime(&mut self.random);
            let compared = || {
                let field = AnyRing::modulo(r.engine(), p.n())?;
                let [a, s] = [mapped(r, &low(a, n), &field)?, mapped(r, s, &field)?];
                satisfies(f, &a, n, &s, &mut |a, b, n| Ok(a.mul_low(b, n)?))
            };
            compared().unwrap_or_else(|e| {
                failed = Some(e);
                true
            })
        });
        failed.map_or(proof, Err)
    }

    /// Whether s is the sum of the powers of a with the weights of f.
    fn is_defined(
        &mut self,
        f: Elementary,
        a: &Poly<R>,
        n: usize,
        s: &Poly<R>,
        proof: &mut Proof,
    ) -> Result<bool, Unverified> {
        let r = self.ring;
        let one = low(&Poly::one(r), n);
        let (zero, signs) = (Poly::zero(r), matches!(f, Elementary::Sin | Elementary::Cos | Elementary::Tan));
        let mut sum = |start: &Poly<R>, even: bool| -> Result<Poly<R>, Unverified> {
            let weight = |k: u64| match k.is_multiple_of(2) == even {
                true => weight(r, f, signs, k),
                false => Ok(r.elem(0)),
            };
            Ok(self.power_sum(a, n, weight, proof)?.checked_add(start)?)
        };
        match f {
            Elementary::Tan | Elementary::Tanh => {
                let (sine, cosine) = (sum(&zero, false)?, sum(&one, true)?);
                Ok(self.low_product(&cosine, s, n, proof)? == sine)
            }
            Elementary::Cos | Elementary::Cosh => Ok(sum(&one, true)? == *s),
            _ => Ok(sum(&zero, false)? == *s),
        }
    }

    /// Checks that b·s = a modulo x^n.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, b) = (Poly::from_i64(&f, &[1, 1]), Poly::from_i64(&f, &[1, -1]));
    /// assert!(checker.quotient_series(&a, &b, 3, &Poly::from_i64(&f, &[1, 2, 2])).is_ok());
    /// assert!(checker.quotient_series(&a, &b, 3, &Poly::from_i64(&f, &[1, 2, 1])).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn quotient_series(&mut self, a: &Poly<R>, b: &Poly<R>, n: usize, s: &Poly<R>) -> Result<Proof, Unverified> {
        if s.len() > n {
            return Err(wrong("the quotient"));
        }
        self.window([b, s], 0..n, &low(a, n), "the quotient")
    }

    /// Checks that a·s² = 1 as far as n terms of s determine it, and that 1/s begins with the smaller residue.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::from_i64(&f, &[1, -4]);
    /// assert!(checker.inverse_square_root(&a, 3, &Poly::from_i64(&f, &[1, 2, 6])).is_ok());
    /// assert!(checker.inverse_square_root(&a, 3, &Poly::from_i64(&f, &[-1, -2, -6])).is_err()); // of the other root
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn inverse_square_root(&mut self, a: &Poly<R>, n: usize, s: &Poly<R>) -> Result<Proof, Unverified> {
        let r = self.ring;
        if n == 0 && s.is_empty() {
            return Ok(Proof::Exact);
        }
        let chosen = r.inv(&s.coeff(0)).is_ok_and(|root| self.is_smaller(&root, &r.neg(&root)));
        if s.len() > n || !chosen {
            return Err(wrong("the inverse square root"));
        }
        // in characteristic 2 a root of n terms has a square of 2n
        let known = if r.is_zero(&r.elem(2)) { 2 * n } else { n };
        let mut proof = Proof::Exact;
        let square = self.low_product(s, s, known, &mut proof)?;
        let this = self.window([a, &square], 0..known, &low(&Poly::one(r), known), "the inverse square root")?;
        Ok(proof.and(this))
    }

    /// Checks that s² = a, and that of ±s the one whose lowest coefficient is the smaller residue was chosen.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::from_i64(&f, &[4, 4, 1]);
    /// assert!(checker.exact_square_root(&a, &Poly::from_i64(&f, &[2, 1])).is_ok());
    /// assert!(checker.exact_square_root(&a, &Poly::from_i64(&f, &[-2, -1])).is_err()); // the other root
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn exact_square_root(&mut self, a: &Poly<R>, s: &Poly<R>) -> Result<Proof, Unverified> {
        let r = self.ring;
        if !s.iter().find(|x| !r.is_zero(x)).is_none_or(|x| self.is_smaller(&x, &r.neg(&x))) {
            return Err(wrong("the square root"));
        }
        self.product(&[(s, 2)], a)
    }
}

/// The weight of the k-th power in the series of f, of a sine or a cosine for tangents.
fn weight<R: Ring>(r: &R, f: Elementary, signs: bool, k: u64) -> Result<R::Elem> {
    let product = |all: &mut dyn Iterator<Item = u64>| all.fold(r.one(), |p, i| r.mul(&p, &r.elem(i as i64)));
    let x = match f {
        Elementary::Atan => r.inv(&r.elem(k as i64))?,
        Elementary::Asin => {
            let [odd, even] = [1, 2].map(|first| product(&mut (first..k).step_by(2)));
            r.mul(&odd, &r.inv(&r.mul(&even, &r.elem(k as i64)))?)
        }
        _ => r.inv(&product(&mut (1..=k)))?,
    };
    let alternates = signs || f == Elementary::Atan;
    Ok(if alternates && k / 2 % 2 == 1 { r.neg(&x) } else { x })
}

/// Whether s satisfies the differential equation of f(a) modulo x^n, where 1, …, n − 1 are units.
fn satisfies<R: Convolve>(
    f: Elementary,
    a: &Poly<R>,
    n: usize,
    s: &Poly<R>,
    product: &mut Product<'_, R>,
) -> Result<bool, Unverified> {
    use Elementary::{Asin, Atan, Cos, Cosh, Sin, Sinh, Tan, Tanh};
    let (r, below) = (a.ring(), n.saturating_sub(1));
    let one = low(&Poly::one(r), n);
    let start = if matches!(f, Cos | Cosh) { one.coeff(0) } else { r.elem(0) };
    if s.coeff(0) != start {
        return Ok(false);
    }
    let (slope, of_s) = (a.derivative(), s.derivative());
    let sign = r.elem(if matches!(f, Sinh | Cosh | Tanh) { 1 } else { -1 });
    let mut integral = |a: &Poly<R>, b: &Poly<R>| Ok::<_, Unverified>(product(a, b, below)?.integral()?);
    Ok(match f {
        Sin | Sinh => {
            let cosine = one.checked_add(&integral(&slope, s)?.scale(&sign))?;
            product(&slope, &cosine, below)? == of_s
        }
        Cos | Cosh => {
            let sine = integral(&slope, s)?;
            product(&slope, &sine, below)?.scale(&sign) == of_s
        }
        Tan | Tanh => {
            let square = product(s, s, below)?.scale(&sign);
            product(&slope, &one.checked_sub(&square)?, below)? == of_s
        }
        Atan => {
            let square = product(a, a, below)?;
            product(&of_s, &one.checked_add(&square)?, below)? == slope
        }
        Asin => {
            let cosine = one.checked_add(&integral(&of_s, a)?.scale(&sign))?;
            product(&of_s, &cosine, below)? == slope
        }
    })
}
