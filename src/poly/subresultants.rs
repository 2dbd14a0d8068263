//! The chain of polynomial subresultants.
//!
//! For deg A = n ≥ deg B = m the nonzero ones are multiples of the remainders of Euclid's algorithm (Brown, Traub 1971, "On
//! Euclid's algorithm and the theory of subresultants", §3–5; von zur Gathen, Gerhard, Modern Computer Algebra, section 11.2).
//! They are computed from pseudo-remainders, divided exactly by their known factors, in the form of Ducos 2000, "Optimizations of
//! the subresultant algorithm", §2: with S_d of degree d and leading coefficient s, and S_(d−1) of degree e,
//!
//! ```text
//! S_e     = lc(S_(d−1))^(d−e−1)·S_(d−1)/s^(d−e−1),
//! S_j     = 0 for e < j < d − 1,
//! S_(e−1) = prem(S_d, −S_(d−1))/s^(d−e+1).
//! ```
//!
//! So no fractions arise over Z. Cost: O(n·m) products of elements, which over Z have up to (n + m)·b bits for operands of b
//! bits; the chain itself has about m²/2 coefficients.
//!
//! Over rings with zero divisors these formulas hold as long as all leading coefficients are units,
//! those of B and of all remainders but the last. Where one is not, the chain is computed
//! [modulo primes](super::lifted) over Z/n and [without divisions](super::division_free) over other
//! rings.

use super::{
    Poly, division_free,
    lifted::{by_primes, is_z_modulo, log2_norm, polys},
};
use crate::{
    Error, Result,
    ring::{Convolve, Ring, Vectors},
};

impl<R: Convolve> Poly<R> {
    /// The polynomial subresultants S₀, S₁, …, min(deg self, deg other) of them: `chain[j]` is Sⱼ, of degree at most j, and S₀
    /// the [`resultant`](Self::resultant).
    ///
    /// For n = deg self and m = deg other, Sⱼ is the determinant of the n + m − 2j rows
    ///
    /// ```text
    /// x^(m−j−1)·self, …, x·self, self, x^(n−j−1)·other, …, x·other, other,
    /// ```
    ///
    /// where the last column has these polynomials themselves, and the columns before it their coefficients of x^(n+m−j−1), …,
    /// x^(j+1). For j = 0 that is Sylvester's determinant. Sⱼ = 0 where no remainder has degree j and no remainder of degree j +
    /// 1 is followed by a shorter one (a defective chain). Empty if either is constant or 0.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(1_000_003)?; // a bound on the coefficients: they are those over Z
    /// let a = Poly::from_i64(&f, &[-5, 2, 8, -3, -3, 0, 1, 0, 1]);
    /// let b = Poly::from_i64(&f, &[21, -9, -4, 0, 5, 0, 3]);
    /// let chain = a.subresultants(&b)?;
    /// let expected: [&[i64]; 6] =
    ///     [&[260_708], &[-12_300, 9326], &[-637, 325, 169], &[-245, 125, 65], &[15, 0, -5, 0, 25], &[9, 0, -3, 0, 15]];
    /// assert_eq!(chain, expected.map(|s| Poly::from_i64(&f, s)));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::RingsDiffer`]; [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn subresultants(&self, other: &Self) -> Result<Vec<Self>> {
        self.with(&[other], |_, _| Ok(()))?;
        let (Some(n), Some(m)) = (self.degree(), other.degree()) else { return Ok(Vec::new()) };
        self.begins(|| ("subresultants".into(), "ducos"), &[other])?;
        let (a, b) = if n < m { (other, self) } else { (self, other) };
        let mut chain = match chain(a, b) {
            Err(Error::NotInvertible { .. }) => chain_without_inverses(a, b)?,
            chain => chain?,
        };
        if n < m {
            // sign of the swap of the operands' rows
            for (j, s) in chain.iter_mut().enumerate() {
                if (n - j) % 2 == 1 && (m - j) % 2 == 1 {
                    *s = -&*s;
                }
            }
        }
        Ok(chain)
    }
}

/// The chain of a and b, neither of which is 0, deg a ≥ deg b.
fn chain<R: Convolve>(a: &Poly<R>, b: &Poly<R>) -> Result<Vec<Poly<R>>> {
    let r = &a.ring;
    let mut chain = vec![Poly::zero(r); b.len() - 1];
    if chain.is_empty() {
        return Ok(chain);
    }
    if b.len() > 2 {
        // only the first subresultant is the pseudo-remainder in any ring
        divides(r, &b.coeff(b.len() - 1))?;
    }
    // s is the leading coefficient of S_d; `regular` is a multiple of S_d, and S_d itself except at the start
    let mut s = r.pow(&b.coeff(b.len() - 1), (a.len() - b.len()) as u64);
    let (mut regular, mut next) = (b.clone(), pseudo_remainder(a, b)?);
    while let Some(e) = next.degree() {
        let d = regular.len() - 1;
        let (gap, lead) = (d - e, next.coeff(e));
        if e > 0 {
            // if it is no unit, the following remainders do not determine the chain
            divides(r, &lead)?;
        }
        chain[d - 1] = next;
        if gap > 1 {
            divides(r, &s)?;
            let factors = [&lead, &s].map(|x| r.pow(x, gap as u64 - 1));
            chain[e] = over(&chain[d - 1].scale(&factors[0]), &factors[1])?;
        }
        if e == 0 {
            break;
        }
        divides(r, &s)?;
        divides(r, &regular.coeff(d))?;
        let divisor = r.mul(&r.pow(&s, gap as u64), &regular.coeff(d));
        next = over(&pseudo_remainder(&regular, &chain[d - 1])?, &divisor)?;
        regular = chain[e].clone();
        s = regular.coeff(e);
    }
    Ok(chain)
}

/// The chain of a and b, deg a ≥ deg b ≥ 1, by ways that need no inverses.
fn chain_without_inverses<R: Convolve>(a: &Poly<R>, b: &Poly<R>) -> Result<Vec<Poly<R>>> {
    let (r, n, m) = (&a.ring, a.len() - 1, b.len() - 1);
    if !is_z_modulo(r) {
        a.begins(|| ("subresultants".into(), "division-free"), &[b])?;
        return division_free::chain(a, b);
    }
    a.begins(|| ("subresultants".into(), "crt"), &[b])?;
    // Hadamard's inequality for the first of the determinants, which has the most rows
    let bits = log2_norm(r, a.coeffs()) * m as f64 + log2_norm(r, b.coeffs()) * n as f64;
    let values = by_primes(r, &[a.coeffs(), b.coeffs()], bits, &|f, operands| {
        let [a, b] = polys(f, operands);
        if a.len() != n + 1 || b.len() != m + 1 {
            return Ok(None);
        }
        let mut all = f.zeros(m * m);
        for (j, s) in a.subresultants(&b)?.iter().enumerate() {
            f.copy_at(&mut all, j * m, s.coeffs());
        }
        Ok(Some(all))
    })?;
    Ok((0..m).map(|j| Poly::from_coeffs(r, r.owned(values.slice(j * m..j * m + j + 1)))).collect())
}

/// The pseudo-remainder of a by −b: (−lc b)^(deg a − deg b + 1)·a modulo b.
fn pseudo_remainder<R: Convolve>(a: &Poly<R>, b: &Poly<R>) -> Result<Poly<R>> {
    let rest = a.pseudo_div_rem(b)?.1;
    Ok(if (a.len() - b.len()).is_multiple_of(2) { -rest } else { rest })
}

/// An error if powers of x cannot be divided by: except over Z, if x is no unit.
fn divides<R: Convolve>(r: &R, x: &R::Elem) -> Result<()> {
    let one = r.collect(std::slice::from_ref(x));
    if r.size(one.view()).bits == 0 { r.inv(x).map(drop) } else { Ok(()) }
}

/// a divided by an element that divides it.
fn over<R: Convolve>(a: &Poly<R>, divisor: &R::Elem) -> Result<Poly<R>> {
    a.exact_div(&Poly::monomial(&a.ring, divisor, 0))
}
