//! Taylor shift: A(x + c).
//!
//! Where 1, …, n − 1 are units, k!·b_k = Σ i!·a_i · c^(i−k)/(i−k)! is one middle product (Aho, Steiglitz, Ullman 1975,
//! "Evaluating polynomials at fixed sets of points", §3) and 3n multiplications of elements. Elsewhere, also over Z, by
//! composition by halves (von zur Gathen, Gerhard 1997, "Fast algorithms for Taylor shifts", methods E and F), whose pieces are as long as the ring
//! shifts by itself.

use super::{Poly, compose::joined, dft::progression};
use crate::{
    Result,
    engine::Context,
    ring::{Coeffs, Convolve, View, classical},
};

impl<R: Convolve> Poly<R> {
    /// self(x + c).
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!(Poly::parse(&f, "x^2")?.taylor_shift(&3)?, Poly::parse(&f, "x^2 + 6*x + 9")?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`](crate::Error::TooLarge); [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn taylor_shift(&self, c: &R::Elem) -> Result<Self> {
        let n = self.len();
        // a ring's own algorithm is asked once: without a word to the monitor where there is none
        let quiet = n > 1 && self.ring.engine().is_quiet();
        if quiet && let Some(words) = self.ring.few_shifted(self.coeffs(), c) {
            return Ok(Self::of_few(&self.ring, self.coeffs.width, words, n));
        }
        if quiet && let Some(shifted) = self.ring.own_shift(self.coeffs(), c) {
            return Ok(Self::from_coeffs(&self.ring, shifted));
        }
        self.with(&[], |r, cx| {
            if n < 2 {
                self.begins(|| ("shift".into(), "horner"), &[])?;
                return Ok(self.clone());
            }
            if !quiet && let Some(shifted) = r.own_shift(self.coeffs(), c) {
                self.begins(|| ("shift".into(), "horner"), &[])?;
                return Ok(Self::from_coeffs(r, shifted));
            }
            let by_halves = r.size(self.coeffs()).bits > 0 || !r.divides_below(n);
            self.begins(|| ("shift".into(), if by_halves { "halves" } else { "factorials" }), &[])?;
            let shifted = if by_halves { by_pieces(r, self.coeffs(), c, cx)? } else { self.by_factorials(r, c, cx)? };
            Ok(Self::from_coeffs(r, shifted))
        })
    }

    fn by_factorials(&self, r: &R, c: &R::Elem, cx: Context<'_>) -> Result<Coeffs<R>> {
        let n = self.len();
        let mut factorials = index_from_zero(r, n);
        r.running_products(&mut factorials);
        let last = r.inv(&r.get(factorials.view(), n - 1))?;
        // 1/i! in reverse order: 1/(n−1)!, times n − 1, times n − 2, …
        let mut inverses = r.zeros(n);
        r.copy_at(&mut inverses, 1, r.reversed(index_from_zero(r, n).view()).view().low(n - 1));
        r.set(&mut inverses, 0, &last);
        r.running_products(&mut inverses);
        let inverses = r.reversed(inverses.view());
        let mut terms = r.owned(self.coeffs());
        r.mul_each(&mut terms, factorials.view());
        let one = r.one();
        let mut powers = progression(r, [&one, c, &one], n, cx)?;
        r.mul_each(&mut powers, inverses.view());
        let product = r.mul_window(r.reversed(terms.view()).view(), powers.view(), 0..n, cx)?;
        let mut out = r.reversed(product.view());
        r.mul_each(&mut out, inverses.view());
        Ok(out)
    }
}

/// v(x + c) by composition by halves, of pieces that the ring shifts, or else of single coefficients.
fn by_pieces<R: Convolve>(r: &R, v: View<'_, R>, c: &R::Elem, cx: Context<'_>) -> Result<Coeffs<R>> {
    let mut len = v.len();
    let power = loop {
        len = len.div_ceil(2);
        if len < 2 {
            break r.collect(&[c.clone(), r.one()]);
        }
        let mut power = r.zeros(len + 1);
        r.set(&mut power, len, &r.one());
        if let Some(power) = r.own_shift(power.view(), c) {
            break power;
        }
    };
    let pieces = (0..v.len()).step_by(len).map(|i| v.slice(i..i + len));
    let shifted = pieces.map(|piece| r.own_shift(piece, c).unwrap_or_else(|| r.owned(piece))).collect();
    joined(r, shifted, power, v.len(), cx)
}

/// 1, 1, 2, 3, …, n − 1.
fn index_from_zero<R: Convolve>(r: &R, n: usize) -> Coeffs<R> {
    let mut index = classical::ones(r, n);
    r.mul_index(&mut index, 0);
    r.set(&mut index, 0, &r.one());
    index
}
