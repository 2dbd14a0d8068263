//! Rational reconstruction modulo a polynomial, and linear recurrences, by remainder sequences.
//!
//! Every remainder P of M and A is P ≡ Q·A modulo M with a cofactor Q of degree deg M − (the degree of the preceding remainder).
//! The first P of degree at most N is therefore the numerator of the only fraction with deg P ≤ N and deg Q < deg M − N that can
//! be congruent to A modulo M, if P and Q are coprime (von zur Gathen, Gerhard, Modern Computer Algebra, theorem 5.16; Padé
//! approximants are the case M = x^n). A linear recurrence of a sequence is the denominator of the fraction congruent to its
//! generating function modulo a power of x (Berlekamp 1968; Massey 1969, "Shift-register synthesis and BCH decoding"; by Euclid's
//! algorithm: Dornstetter 1987, "On the equivalence between Berlekamp's and Euclid's algorithms").

use super::{
    Poly,
    gcd::field,
    half_gcd::{End, HalfGcd},
};
use crate::{
    Error, Result,
    ring::{Convolve, Direct, View},
};

impl<R: Convolve + Direct> Poly<R> {
    /// Rational reconstruction: P and Q with self ≡ P/Q modulo m, deg P ≤ `degree`, deg Q < deg m − `degree`, Q monic, P and Q
    /// coprime.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let (p, q) = (Poly::from_i64(&f, &[1, 2]), Poly::from_i64(&f, &[5, 0, 1]));
    /// let m = Poly::monomial(&f, &1, 4);
    /// let a = (&p * &q.inv_mod(&m)?).rem(&m)?;
    /// assert_eq!(a.rational(&m, 1)?, (p, q));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NoFraction`] where there is none; [`Error::DivisionByZero`] for m = 0; those of [`gcd`](Poly::gcd).
    pub fn rational(&self, m: &Self, degree: usize) -> Result<(Self, Self)> {
        self.direct_rational(m, degree)
    }
}

impl<R: Convolve> Poly<R> {
    /// [`rational`](Poly::rational) by operations of any ring.
    pub(crate) fn direct_rational(&self, m: &Self, degree: usize) -> Result<(Self, Self)> {
        self.with(&[m], |r, cx| {
            field(r, "rational")?;
            let none = || Error::NoFraction { degree, modulus_degree: m.len().saturating_sub(1) };
            if m.is_empty() {
                return Err(Error::DivisionByZero);
            }
            if degree.saturating_add(2) > m.len() {
                // no Q has a negative degree
                return Err(none());
            }
            let half = HalfGcd::new(r, cx);
            self.begins(|| ("fraction modulo a polynomial".into(), half.way(m.len(), true)), &[m])?;
            let a = self.rem(m)?;
            let End { pair: [_, p], row } = half.until(m.coeffs(), a.coeffs(), degree + 1, Some(1), &mut None)?;
            let q = row.map_or_else(|| r.zeros(0), |[_, q]| q);
            let [p, q] = [p, q].map(|v| Self::from_coeffs(r, v));
            let inverse = r.inv(&q.leading().ok_or_else(none)?)?;
            let (p, q) = (p.scale(&inverse), q.scale(&inverse));
            if p.direct_gcd(&q)?.len() == 1 { Ok((p, q)) } else { Err(none()) }
        })
    }

    /// The monic polynomial c of least degree ℓ with Σ c_j·s_(i+j) = 0 for all i < len s − ℓ: the minimal polynomial of the
    /// shortest linear recurrence that a sequence satisfies. It is unique if 2ℓ ≤ len s.
    ///
    /// ```
    /// use polymod::{Poly, Zn, ring::Ring};
    /// let f = Zn::new(97)?;
    /// let fibonacci = f.collect(&[0, 1, 1, 2, 3, 5, 8, 13]);
    /// assert_eq!(Poly::minpoly(&f, fibonacci.view())?, Poly::from_i64(&f, &[-1, -1, 1]));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`gcd`](Poly::gcd).
    pub fn minpoly(r: &R, sequence: View<'_, R>) -> Result<Self> {
        field(r, "minpoly")?;
        let len = sequence.len();
        let generating = Self::from_coeffs(r, r.reversed(sequence));
        let power = Self::monomial(r, &r.one(), len);
        r.engine().enter(|cx| {
            cx.inside_for(len, |cx| {
                let half = HalfGcd::new(r, cx);
                generating.begins(|| ("minimal polynomial".into(), half.way(len + 1, true)), &[])?;
                let (m, a) = (power.coeffs(), generating.coeffs());
                // the first remainder of degree below len/2
                let end = half.until(m, a, len.div_ceil(2), Some(1), &mut None)?;
                let c = end.row.map_or_else(|| r.zeros(0), |[_, c]| c);
                if end.pair[1].len() < c.len() {
                    return Self::from_coeffs(r, c).monic();
                }
                // it is not shorter than its cofactor; the next remainder is
                let stop = end.pair[1].len() - 1;
                let end = half.until(m, a, stop, Some(1), &mut None)?;
                Self::from_coeffs(r, end.row.map_or_else(|| r.zeros(0), |[_, c]| c)).monic()
            })
        })
    }
}
