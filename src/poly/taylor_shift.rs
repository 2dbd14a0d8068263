//! Taylor shift: A(x + c).
//!
//! Where 1, …, n − 1 are units, k!·b_k = Σ i!·a_i · c^(i−k)/(i−k)! is one middle product (Aho, Steiglitz, Ullman 1975,
//! "Evaluating polynomials at fixed sets of points", §3) and 3n multiplications of elements. Elsewhere, also over Z, by
//! composition by halves (von zur Gathen, Gerhard 1997, "Fast algorithms for Taylor shifts", methods E and F).

use super::{Poly, dft::progression};
use crate::{
    Result,
    engine::Context,
    ring::{Coeffs, Convolve, classical},
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
        let grows = self.ring.size(self.coeffs()).bits > 0;
        let by_halves = n < 2 || grows || !self.ring.divides_below(n);
        self.begins(|| ("shift".into(), if by_halves { "halves" } else { "factorials" }), &[])?;
        if by_halves {
            let inner = Self::new(&self.ring, [c.clone(), self.ring.one()]);
            return self.compose(&inner);
        }
        self.with(&[], |r, cx| Ok(Self::from_coeffs(r, self.by_factorials(r, c, cx)?)))
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

/// 1, 1, 2, 3, …, n − 1.
fn index_from_zero<R: Convolve>(r: &R, n: usize) -> Coeffs<R> {
    let mut index = classical::ones(r, n);
    r.mul_index(&mut index, 0);
    r.set(&mut index, 0, &r.one());
    index
}
