//! Checks of compositions at random points; modulo a polynomial by a different table of powers; of series by that, or
//! with both operands shifted; of the transposed composition by baby steps and giant steps.

use super::{Checker, Proof, Unverified, place::Claim, wrong};
use crate::{
    poly::{Divisor, Poly},
    ring::{Convolve, View},
};

impl<R: Convolve> Checker<'_, R> {
    /// Checks that c = a(b).
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, b) = (Poly::parse(&f, "x^2 + 1")?, Poly::parse(&f, "x - 3")?);
    /// assert!(checker.composition(&a, &b, &Poly::parse(&f, "x^2 - 6*x + 10")?).is_ok());
    /// assert!(checker.composition(&b, &a, &Poly::parse(&f, "x^2 - 6*x + 10")?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn composition(&mut self, a: &Poly<R>, b: &Poly<R>, c: &Poly<R>) -> Result<Proof, Unverified> {
        let degree = [a, b].iter().map(|p| p.len().saturating_sub(1) as f64).product::<f64>();
        if c.len() as f64 > degree + 1.0 {
            return Err(wrong("the degree of the composition"));
        }
        self.claims(&[Claim::Composition([a, b, c])], "the composition")
    }

    /// Checks that c = a(b) modulo m.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, b, m) = (Poly::parse(&f, "x^2")?, Poly::parse(&f, "x^2 + 1")?, Poly::parse(&f, "x^3 - 2")?);
    /// assert!(checker.composition_modulo(&a, &b, &m, &Poly::parse(&f, "2*x^2 + 2*x + 1")?).is_ok()); // x⁴ = 2x
    /// assert!(checker.composition_modulo(&a, &b, &m, &Poly::parse(&f, "2*x^2 + 1")?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn composition_modulo(
        &mut self,
        a: &Poly<R>,
        b: &Poly<R>,
        m: &Poly<R>,
        c: &Poly<R>,
    ) -> Result<Proof, Unverified> {
        let divisor = Divisor::new(m)?;
        let sum = put_together(a, &divisor.rem(b)?, |p, q| divisor.product(p, q))?;
        if divisor.rem(&sum)? == *c { Ok(Proof::Exact) } else { Err(wrong("the composition")) }
    }

    /// Checks that c = a(b) to n terms: for short operands by a table of powers, for others as a(µ·y) at b/µ for a unit
    /// µ, or if 1 is the only unit as a(y + 1) at b − 1.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, b) = (Poly::parse(&f, "x^3 + x")?, Poly::parse(&f, "x^2 + x")?);
    /// assert!(checker.composed_series(&a, &b, 3, &Poly::parse(&f, "x^2 + x")?).is_ok());
    /// assert!(checker.composed_series(&a, &b, 4, &Poly::parse(&f, "x^2 + x")?).is_err()); // x³ is missing
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn composed_series(&mut self, a: &Poly<R>, b: &Poly<R>, n: usize, c: &Poly<R>) -> Result<Proof, Unverified> {
        const SHORT: usize = 64;
        let r = self.ring;
        if c.len() > n {
            return Err(wrong("the length of the composition"));
        }
        // if b has no constant term, powers from the n-th on do not matter
        let terms = if r.is_zero(&b.coeff(0)) { n } else { a.len() };
        let (a, b) = (cut(a, terms), cut(b, n));
        let again = match n <= SHORT {
            true => put_together(&a, &b, |p, q| p.mul_low(q, n))?,
            false => match unit(r) {
                Some([unit, inverse]) => stretched(&a, &unit).compose_series(&b.scale(&inverse), n)?,
                None => a.taylor_shift(&r.one())?.compose_series(&b.checked_sub(&Poly::one(r))?, n)?,
            },
        };
        if again == *c { Ok(Proof::Exact) } else { Err(wrong("the composition")) }
    }

    /// Checks that f(g) = x to n terms.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let mut checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let a = Poly::from_i64(&f, &[0, 1, 1]);
    /// let g = Poly::from_i64(&f, &[0, 1, -1, 2]); // x − x² + 2x³ − …
    /// assert!(checker.reversion(&a, 4, &g).is_ok());
    /// assert!(checker.reversion(&a, 5, &g).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn reversion(&mut self, f: &Poly<R>, n: usize, g: &Poly<R>) -> Result<Proof, Unverified> {
        let r = self.ring;
        let x = Poly::new(r, [r.elem(0), r.one()].into_iter().take(n));
        if g.len() > n || !r.is_zero(&g.coeff(0)) {
            return Err(wrong("the reversion"));
        }
        self.composed_series(f, g, n, &x)
    }

    /// Checks that `values` are `Σ weights[i]·[x^i] a^j` for j < m, by about √m powers of a and as many transposed products of the weights by the
    /// highest of them (Shoup 1994, "Fast construction of irreducible polynomials over finite fields", J. Symb. Comput. 17, §3.3).
    ///
    /// ```
    /// # use polymod::{Poly, Zn, verify::Checker};
    /// # use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
    /// let f = Zn::new(97)?;
    /// # let checker = Checker::new(&f, ChaCha20Rng::seed_from_u64(1));
    /// let (a, weights) = (Poly::from_i64(&f, &[1, 1]), f.view(&[0, 0, 1])?);
    /// assert!(checker.power_projection(&a, weights, 4, f.view(&[0, 0, 1, 3])?).is_ok());
    /// assert!(checker.power_projection(&a, weights, 4, f.view(&[0, 0, 1, 2])?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Unverified::Wrong`] if the check fails.
    pub fn power_projection(
        &self,
        a: &Poly<R>,
        weights: View<'_, R>,
        m: usize,
        values: View<'_, R>,
    ) -> Result<Proof, Unverified> {
        let (r, n) = (self.ring, weights.len());
        let block = (m as f64).sqrt().ceil() as usize;
        let mut powers = vec![cut(&Poly::one(r), n)];
        while powers.len() <= block {
            let next = powers[powers.len() - 1].mul_low(a, n)?;
            powers.push(next);
        }
        // Σ w_i·[x^i] b·p = Σ w'_i·[x^i] p for the w' that are, in reverse order, the product of b and the w in reverse order
        let mut reversed = Poly::from_coeffs(r, r.reversed(weights));
        for first in (0..m).step_by(block.max(1)) {
            let mut form = r.owned(reversed.coeffs());
            r.resize(&mut form, n);
            let form = r.reversed(form.view());
            for (j, power) in (first..m.min(first + block)).zip(&powers) {
                if j >= values.len() || r.dot(power.coeffs(), form.view().low(power.len())) != r.get(values, j) {
                    return Err(wrong("the values at powers"));
                }
            }
            reversed = reversed.mul_low(&powers[block], n)?;
        }
        if values.len() == m { Ok(Proof::Exact) } else { Err(wrong("the number of values")) }
    }
}

/// A unit other than 1 with its inverse: the first unit among the images of a few integers, or −1.
fn unit<R: Convolve>(r: &R) -> Option<[R::Elem; 2]> {
    let named = [2u64, 3, 5].into_iter().filter_map(|name| {
        let mut v = r.zeros(0);
        r.push_limbs(&mut v, false, &[name]).ok()?;
        Some(r.get(v.view(), 0))
    });
    let pair = |x: R::Elem| r.inv(&x).ok().filter(|_| x != r.one()).map(|inverse| [x, inverse]);
    named.chain([r.elem(-1)]).find_map(pair)
}

/// a(µ·x).
fn stretched<R: Convolve>(a: &Poly<R>, unit: &R::Elem) -> Poly<R> {
    let r = a.ring();
    let mut powers = r.collect(&vec![unit.clone(); a.len()]);
    if !a.is_empty() {
        r.set(&mut powers, 0, &r.one());
    }
    r.running_products(&mut powers);
    r.mul_each(&mut powers, a.coeffs());
    Poly::from_coeffs(r, powers)
}

/// a modulo x^n.
fn cut<R: Convolve>(a: &Poly<R>, n: usize) -> Poly<R> {
    Poly::from_coeffs(a.ring(), a.ring().owned(a.coeffs().low(n)))
}

/// a(b) by a table of about √(len a) powers, and as many products by the highest: blocks have one coefficient more than
/// those by which the library composes.
fn put_together<R: Convolve>(
    a: &Poly<R>,
    b: &Poly<R>,
    product: impl Fn(&Poly<R>, &Poly<R>) -> crate::Result<Poly<R>>,
) -> crate::Result<Poly<R>> {
    let r = a.ring();
    let block = (a.len() as f64).sqrt().ceil() as usize + 1;
    let mut powers = vec![Poly::one(r)];
    while powers.len() < block + 1 {
        let next = if powers.len() == 1 { b.clone() } else { product(&powers[powers.len() - 1], b)? };
        powers.push(next);
    }
    let giant = &powers[block];
    let mut sum = Poly::zero(r);
    for first in (0..a.len()).step_by(block).rev() {
        sum = product(&sum, giant)?;
        let len = powers[..block].iter().map(Poly::len).max().unwrap_or(0).max(sum.len());
        let mut out = r.zeros(len);
        r.copy_at(&mut out, 0, sum.coeffs());
        for (i, power) in (first..a.len().min(first + block)).zip(&powers) {
            let mut multiple = r.owned(power.coeffs());
            r.scale(&mut multiple, &a.coeff(i));
            r.add_at(&mut out, 0, multiple.view());
        }
        sum = Poly::from_coeffs(r, out);
    }
    Ok(sum)
}
