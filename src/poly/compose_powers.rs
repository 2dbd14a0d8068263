//! Composition by a table of powers, modulo x^n or modulo a polynomial.
//!
//! The baby steps B⁰, …, B^(s−1), s near √m for m coefficients of A, are the rows of a matrix. The coefficients of A, s per row,
//! times that matrix give all A₀(B), A₁(B), … of A = A₀ + x^s·A₁ + …, which Horner's rule combines with the giant step B^s
//! (Brent, Kung 1978, "Fast algorithms for manipulating formal power series", §2.1). Cost: 2√m products modulo the polynomial,
//! and one product of a √m×√m by a √m×n matrix. The table of one B can be reused for many A.

use super::{Divisor, Poly, compose::low_product, frame::product_ns};
use crate::{
    Result,
    engine::Context,
    ring::{Block, Coeffs, Convolve, Gather, Place, Size, View},
};

/// The modulus of products.
pub(super) enum Reduction<'a, R: Convolve> {
    /// Modulo x^n, n the number of terms.
    Terms(usize),
    /// Modulo a polynomial.
    By(&'a Divisor<R>),
}

impl<R: Convolve> Clone for Reduction<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Convolve> Copy for Reduction<'_, R> {}

impl<R: Convolve> Reduction<'_, R> {
    /// Largest number of coefficients of a reduced polynomial.
    fn len(self) -> usize {
        match self {
            Reduction::Terms(n) => n,
            Reduction::By(divisor) => divisor.poly().len() - 1,
        }
    }

    /// a·b modulo the modulus.
    pub fn product(self, r: &R, a: View<'_, R>, b: View<'_, R>, cx: Context<'_>) -> Result<Coeffs<R>> {
        match self {
            Reduction::Terms(n) => low_product(r, a, b, n, cx),
            Reduction::By(divisor) => divisor.multiply(a, b, cx),
        }
    }
}

/// The table of powers of one inner polynomial B.
pub(super) struct Powers<R: Convolve> {
    /// Baby steps B⁰, …, B^(s−1), `len` coefficients each.
    table: Coeffs<R>,
    rows: usize,
    len: usize,
    /// Giant step B^s.
    giant: Coeffs<R>,
}

/// Largest size of a table, in coefficients.
const MOST: usize = 1 << 22;

/// Number of baby steps of n coefficients each that minimizes the cost of `compositions` compositions of m coefficients: s
/// products for the table, m/s per composition.
pub(super) fn rows(m: usize, n: usize, compositions: usize) -> usize {
    let least = m.isqrt().max(1);
    (m * compositions).isqrt().clamp(least, m.max(1)).min(MOST / n.max(1)).max(least)
}

impl<R: Convolve> Powers<R> {
    /// Computes `rows` powers of b, which is reduced.
    pub fn new(r: &R, b: View<'_, R>, rows: usize, by: Reduction<'_, R>, cx: Context<'_>) -> Result<Self> {
        let len = by.len();
        let mut table = r.zeros(rows * len);
        let mut power = r.collect(&[r.one()]);
        for i in 0..rows {
            cx.check()?;
            r.copy_at(&mut table, i * len, power.view().low(len));
            power = if i == 0 { r.owned(b) } else { by.product(r, power.view(), b, cx)? };
        }
        Ok(Powers { table, rows, len, giant: power })
    }

    /// a(b) modulo the modulus that the table was made for.
    pub fn compose(&self, r: &R, a: View<'_, R>, by: Reduction<'_, R>, cx: Context<'_>) -> Result<Coeffs<R>> {
        let (blocks, rows, len) = (a.len().div_ceil(self.rows), self.rows.min(a.len()), self.len);
        if blocks == 0 || len == 0 {
            return Ok(r.zeros(0));
        }
        let mut padded = r.zeros(blocks * rows);
        r.copy_at(&mut padded, 0, a);
        let mut sums = r.zeros(blocks * len);
        let place = Place { at: 0, stride: len };
        let (left, right) =
            (Block::new(padded.view(), blocks, rows, rows), Block::new(self.table.view(), rows, len, len));
        r.mul_blocks(&mut sums, place, left, right, Gather::Set, cx.for_work(matrix_ns(r, [blocks, rows, len], cx)))?;
        let sum = |i: usize| sums.slice(i * len..(i + 1) * len);
        let mut value = r.owned(sum(blocks - 1));
        for i in (0..blocks - 1).rev() {
            cx.check()?;
            value = by.product(r, value.view(), self.giant.view(), cx)?;
            r.resize(&mut value, len);
            r.add_at(&mut value, 0, sum(i));
        }
        Ok(value)
    }
}

/// a(b) modulo x^n.
pub(super) fn compose_series<R: Convolve>(
    r: &R,
    a: View<'_, R>,
    b: View<'_, R>,
    n: usize,
    cx: Context<'_>,
) -> Result<Coeffs<R>> {
    let by = Reduction::Terms(n);
    Powers::new(r, b, rows(a.len(), n, 1), by, cx)?.compose(r, a, by, cx)
}

/// Predicted nanoseconds per composition of m coefficients modulo x^n, its share of the table included, when `compositions`
/// compositions share the table; a product with its reduction costs `products` products truncated to n terms.
pub(super) fn predicted_ns<R: Convolve>(
    r: &R,
    [m, n, compositions]: [usize; 3],
    products: f64,
    cx: Context<'_>,
) -> f64 {
    let (rows, size) = (rows(m, n, compositions), Size { len: n, bits: 0 });
    let blocks = m.div_ceil(rows);
    let each = products * product_ns(r, size, size, 0..n, cx);
    (rows as f64 / compositions as f64 + blocks as f64) * each + matrix_ns(r, [blocks, rows, n], cx)
}

/// Predicted nanoseconds of a matrix product of shape (rows, inner dimension, columns), extrapolated from a part that fits in
/// cache.
fn matrix_ns<R: Convolve>(r: &R, shape: [usize; 3], cx: Context<'_>) -> f64 {
    const SAMPLE: usize = 64;
    let [m, k, n] = shape.map(|x| x.clamp(1, SAMPLE));
    let (left, right) = (r.zeros(m * k), r.zeros(k * n));
    let (left, right) = (Block::new(left.view(), m, k, k), Block::new(right.view(), k, n, n));
    let sample = r.block_products(left, right, cx).first().map_or(0.0, |fastest| fastest.predicted_ns);
    sample * shape.iter().map(|&x| x as f64).product::<f64>() / (m * k * n) as f64
}

impl<R: Convolve> Poly<R> {
    /// self(inner) modulo m.
    ///
    /// ```
    /// use polymod::{Poly, Zn, poly::Divisor};
    /// let f = Zn::new(97)?;
    /// let m = Divisor::new(&Poly::parse(&f, "x^3 + x + 1")?)?;
    /// let (a, b) = (Poly::parse(&f, "x^2 + 5")?, Poly::parse(&f, "x^2")?);
    /// assert_eq!(a.compose_mod(&b, &m)?, m.rem(&a.compose(&b)?)?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Divisor::rem`].
    pub fn compose_mod(&self, inner: &Self, m: &Divisor<R>) -> Result<Self> {
        self.with(&[inner, m.poly()], |r, cx| {
            self.begins(|| ("composition modulo a polynomial".into(), "brent-kung"), &[inner, m.poly()])?;
            let (inner, by) = (m.rem(inner)?, Reduction::By(m));
            let powers = Powers::new(r, inner.coeffs(), rows(self.len(), m.poly().len(), 1), by, cx)?;
            Ok(Self::from_coeffs(r, powers.compose(r, self.coeffs(), by, cx)?))
        })
    }

    /// The values of many polynomials at one: each of `outers`, of `inner`, modulo m. They share the powers of `inner`, as many as are best for all of them
    /// together, so that k compositions take about √k as long as one.
    ///
    /// ```
    /// use polymod::{Poly, Zn, poly::Divisor};
    /// let f = Zn::new(97)?;
    /// let m = Divisor::new(&Poly::parse(&f, "x^3 + x + 1")?)?;
    /// let (a, b, inner) = (Poly::parse(&f, "x^2 + 5")?, Poly::parse(&f, "x^4 - x")?, Poly::parse(&f, "x^2 + 1")?);
    /// let composed = Poly::compose_mod_each(&[a.clone(), b.clone()], &inner, &m)?;
    /// assert_eq!(composed, [a.compose_mod(&inner, &m)?, b.compose_mod(&inner, &m)?]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`compose_mod`](Self::compose_mod).
    pub fn compose_mod_each(outers: &[Self], inner: &Self, m: &Divisor<R>) -> Result<Vec<Self>> {
        let others: Vec<_> = outers.iter().chain([m.poly()]).collect();
        inner.with(&others, |r, cx| {
            inner.begins(|| ("compositions modulo a polynomial".into(), "brent-kung"), &others)?;
            let longest = outers.iter().map(Self::len).max().unwrap_or(0);
            let (inner, by) = (m.rem(inner)?, Reduction::By(m));
            let powers = Powers::new(r, inner.coeffs(), rows(longest, m.poly().len(), outers.len()), by, cx)?;
            outers.iter().map(|outer| Ok(Self::from_coeffs(r, powers.compose(r, outer.coeffs(), by, cx)?))).collect()
        })
    }
}
