//! Sums of powers of the roots of a polynomial, and back.
//!
//! With p_j = Σ α_i^j over the roots α_i of a = a_d·∏(x − α_i), x·a'/a = Σ p_j·x^(−j), so that the sums are one
//! quotient of power series in 1/x. Back, the polynomial in reverse order is ∏(1 − α_i·x) = exp(−Σ p_j·x^j/j)
//! (Schönhage 1982, "The fundamental theorem of algebra in terms of computational complexity", §13; Bostan, Flajolet,
//! Salvy, Schost 2006, "Fast computation of special resultants", §2). Over Z, where p_j/j need not be an integer,
//! Newton's identities k·f_k = −Σ p_j·f_(k−j) are solved by halves: products of the known half by the sums, and exact
//! divisions.

use super::{
    Poly,
    divide::divisor_inverse,
    quotient::{By, quotient},
};
use crate::{
    Error, Result,
    engine::Context,
    ring::{Coeffs, Convolve, View, classical},
};

impl<R: Convolve> Poly<R> {
    /// The sums of the j-th powers of all roots, with their multiplicities, for j = 0, …, n − 1; the first is the
    /// degree.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let a = Poly::parse(&f, "(x - 1)*(x - 2)*(x - 3)")?;
    /// assert_eq!(f.words(a.power_sums(4)?.view()), [3, 6, 14, 36]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Domain`] for 0; [`Error::NotInvertible`] where the leading coefficient is no unit, over Z
    /// [`Error::NotDivisible`] if a sum is no integer; [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn power_sums(&self, n: usize) -> Result<Coeffs<R>> {
        if self.is_empty() {
            let expected = "a polynomial other than 0";
            return Err(Error::Domain { operation: "a sum over roots", expected, got: "0".into() });
        }
        self.begins(|| (format!("{n} power sums of roots"), "newton"), &[])?;
        self.with(&[], |r, cx| {
            let inverse = divisor_inverse(r, self.coeffs())?;
            let below = self.len() - n.clamp(1, self.len());
            let top = r.owned(self.coeffs().from(below));
            let mut slopes = r.owned(top.view());
            r.mul_index(&mut slopes, below as i64);
            let reversed = r.reversed(top.view());
            let by = By { b: reversed.view(), inverse: inverse.as_ref() };
            let mut sums = quotient(r, r.reversed(slopes.view()).view(), by, n, cx)?;
            r.resize(&mut sums, n);
            Ok(sums)
        })
    }

    /// The monic polynomial of this degree whose roots have the [`power_sums`](Self::power_sums) given: the first
    /// degree + 1 of them are used.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let a = Poly::from_power_sums(&f, f.view(&[3, 6, 14, 36])?, 3)?;
    /// assert_eq!(a, Poly::parse(&f, "(x - 1)*(x - 2)*(x - 3)")?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Domain`] for fewer sums, or if the first is not the degree; [`Error::NotInvertible`] unless 1, …,
    /// degree are units; over Z [`Error::NotDivisible`] where a coefficient is no integer; [`Error::TooLarge`];
    /// [`Error::Cancelled`].
    pub fn from_power_sums(ring: &R, sums: View<'_, R>, degree: usize) -> Result<Self> {
        let r = ring;
        let refused = |expected, got| Err(Error::Domain { operation: "a polynomial of power sums", expected, got });
        if sums.len() <= degree {
            return refused("one sum more than the degree", sums.len().to_string());
        }
        if r.get(sums, 0) != r.elem(degree as i64) {
            return refused("the degree as the sum of 0th powers", r.elem_to_text(&r.get(sums, 0)));
        }
        let slopes = Self::from_coeffs(r, r.owned(sums.slice(1..degree + 1)));
        let minus = -&slopes;
        let reversed = if r.size(r.collect(&[r.one()]).view()).bits > 0 {
            minus.begins(|| (format!("polynomial of degree {degree} from power sums"), "halves"), &[])?;
            minus.with(&[], |r, cx| {
                let mut solution = Solution { r, s: minus.coeffs(), f: r.zeros(degree + 1), sums: r.zeros(degree + 1) };
                solution.extend(0, degree + 1, cx)?;
                Ok(solution.f)
            })?
        } else {
            if !r.divides_below(degree + 1) {
                (1..=degree as i64).try_for_each(|k| classical::inverse_of_integer(r, k).map(drop))?;
            }
            minus.integral()?.exp_series(degree + 1)?.into_coeffs()
        };
        let mut all = reversed;
        r.resize(&mut all, degree + 1);
        Ok(Self::from_coeffs(r, r.reversed(all.view())))
    }
}

/// The power series f with f' = s·f and f(0) = 1, where all divisions are exact.
struct Solution<'a, R: Convolve> {
    r: &'a R,
    s: View<'a, R>,
    /// The terms that are known, then zeros.
    f: Coeffs<R>,
    /// k·f_k, as far as the known terms contribute.
    sums: Coeffs<R>,
}

impl<R: Convolve> Solution<'_, R> {
    /// The terms [from, to), where those before are known and have contributed.
    fn extend(&mut self, from: usize, to: usize, cx: Context<'_>) -> Result<()> {
        /// Number of terms that are computed one by one.
        const FEW: usize = 24;
        let r = self.r;
        if to - from <= FEW {
            for k in from..to {
                let known = (from..k).filter(|i| k - 1 - i < self.s.len());
                let product = |i| r.mul(&r.get(self.f.view(), i), &r.get(self.s, k - 1 - i));
                let sum = known.fold(r.get(self.sums.view(), k), |sum, i| r.add(&sum, &product(i)));
                let term = if k == 0 { r.one() } else { r.quotient(&sum, &r.elem(k as i64))? };
                r.set(&mut self.f, k, &term);
            }
            return Ok(());
        }
        cx.check()?;
        let middle = usize::midpoint(from, to);
        self.extend(from, middle, cx)?;
        let window = middle - from - 1..to - from - 1;
        let more = r.mul_window(self.f.view().slice(from..middle), self.s.low(window.end), window, cx)?;
        r.add_at(&mut self.sums, middle, more.view());
        self.extend(middle, to, cx)
    }
}
