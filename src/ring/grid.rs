//! Products of matrices of polynomials, whose entries are vectors of coefficients and can share transforms.
//!
//! By the definition a product of m×k by k×n entries is mkn products and as many sums. Through images every entry is
//! transformed once, products are added as images, and each of the mn results takes one inverse transform: mk + kn + mn
//! transforms (Bostan, Schost 2005, "Polynomial evaluation and interpolation on special sets of points", §1, calls such
//! algorithms evaluation–interpolation). A ring may have a third algorithm of its own
//! ([`AtPoints::own_matrix_product`](super::AtPoints::own_matrix_product)). The cost model chooses.

use super::{Candidate, Coeffs, ConvShape, Convolve, ProductShape, Ring, Size, View};
use crate::{Error, Result, choice, engine::Context};
use std::ops::Range;

/// Bytes of the right operand's columns whose images are kept at a time.
const SLAB_BYTES: usize = 64 << 20;

polymod_core::algorithms! {
    /// An algorithm for products of matrices of polynomials.
    ///
    /// ```
    /// use polymod::ring::MatrixAlgorithm;
    /// assert_eq!("images".parse(), Ok(MatrixAlgorithm::Images));
    /// ```
    MatrixAlgorithm in "polymod::ring", "products of matrices of polynomials" {
        /// Products of entries by the definition, each by the cheapest algorithm for its sizes.
        Entries = "entries",
        /// Each entry is transformed once, and products of images are added.
        Images = "images",
        /// The ring's own algorithm: over Z/n and fields of characteristic 2 values at points, and products of scalar
        /// matrices at eight points a vector.
        Points = "points",
    }
}

/// A matrix of vectors of coefficients, row by row.
///
/// ```
/// # use polymod::{Ring, Zn, ring::Grid};
/// let f = Zn::new(97)?;
/// let (v, w) = (f.collect(&[1, 2]), f.zeros(0));
/// let a = Grid { rows: 1, columns: 2, entries: vec![v.view(), w.view()] }; // the row 1 + 2x, 0
/// assert_eq!((a.at(0, 0).len(), a.at(0, 1).len()), (2, 0));
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Grid<'a, R> {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub columns: usize,
    /// The entries.
    pub entries: Vec<View<'a, R>>,
}

impl<'a, R: Ring> Grid<'a, R> {
    /// The same matrix over another ring with the same layout.
    pub(crate) fn cast<S>(&self) -> Grid<'a, S> {
        Grid { rows: self.rows, columns: self.columns, entries: self.entries.iter().map(|v| v.cast()).collect() }
    }

    /// Entry (i, j).
    ///
    /// ```
    /// # use polymod::{Ring, Zn, ring::Grid};
    /// let f = Zn::new(97)?;
    /// let v = f.collect(&[1, 2, 3, 4]);
    /// let a = Grid { rows: 2, columns: 2, entries: (0..4).map(|i| v.slice(i..i + 1)).collect() };
    /// assert_eq!(f.words(a.at(1, 0)), [3]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn at(&self, i: usize, j: usize) -> View<'a, R> {
        self.entries[i * self.columns + j]
    }

    /// The matrix with `f` applied to every entry.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, ring::Grid};
    /// let f = Zn::new(97)?;
    /// let v = f.collect(&[1, 2, 3, 4]);
    /// let a = Grid { rows: 1, columns: 1, entries: vec![v.view()] };
    /// assert_eq!(f.words(a.map(|v| v.low(2)).at(0, 0)), [1, 2]); // modulo x²
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn map(&self, f: impl Fn(View<'a, R>) -> View<'a, R>) -> Self {
        Grid { entries: self.entries.iter().map(|&v| f(v)).collect(), ..*self }
    }

    /// The maximum of the entries' sizes.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, ring::Grid};
    /// let f = Zn::new(97)?;
    /// let v = f.collect(&[1, 2, 3]);
    /// let a = Grid { rows: 1, columns: 2, entries: vec![v.slice(0..1), v.view()] };
    /// assert_eq!(a.size(&f).len, 3);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn size(&self, r: &R) -> Size {
        let larger = |s: Size, t: Size| Size { len: s.len.max(t.len), bits: s.bits.max(t.bits) };
        self.entries.iter().map(|&v| r.size(v)).fold(Size::default(), larger)
    }
}

/// The sizes that decide which algorithm multiplies two matrices.
///
/// ```
/// use polymod::ring::{GridShape, Size};
/// let size = Size { len: 100, bits: 0 };
/// let shape = GridShape { dims: [2, 3, 4], a: size, b: size, window: 0..199, entries_ns: 1e5 };
/// assert_eq!((shape.products(), shape.transforms()), (24.0, 26.0));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct GridShape {
    /// Rows of the left operand, its columns (which are the right one's rows), and the right one's columns.
    pub dims: [usize; 3],
    /// Maximum of the left operand's entry sizes.
    pub a: Size,
    /// Maximum of the right operand's entry sizes.
    pub b: Size,
    /// The coefficients wanted of each entry.
    pub window: Range<usize>,
    /// Predicted nanoseconds of [`MatrixAlgorithm::Entries`].
    pub entries_ns: f64,
}

impl GridShape {
    /// The shape of the product a·b for coefficients `window` of each entry.
    fn of<R: Convolve>(r: &R, a: &Grid<'_, R>, b: &Grid<'_, R>, window: Range<usize>, cx: Context<'_>) -> Self {
        let entries_ns = entries_ns(r, a, b, &window, cx);
        GridShape { dims: [a.rows, a.columns, b.columns], a: a.size(r), b: b.size(r), window, entries_ns }
    }

    /// The product of two entries of the largest sizes.
    ///
    /// ```
    /// use polymod::ring::{GridShape, Size};
    /// let size = Size { len: 100, bits: 0 };
    /// let shape = GridShape { dims: [2, 3, 4], a: size, b: size, window: 0..199, entries_ns: 1e5 };
    /// assert_eq!(shape.entry().full_len(), 199);
    /// ```
    #[must_use]
    pub fn entry(&self) -> ConvShape {
        ConvShape::exact(self.a, self.b, self.window.clone())
    }

    /// Number of transforms of a product: of the operands' entries, and inverse.
    ///
    /// ```
    /// use polymod::ring::{GridShape, Size};
    /// let size = Size { len: 100, bits: 0 };
    /// let shape = GridShape { dims: [2, 3, 4], a: size, b: size, window: 0..199, entries_ns: 1e5 };
    /// assert_eq!(shape.transforms(), 2.0 * 3.0 + 3.0 * 4.0 + 2.0 * 4.0);
    /// ```
    #[must_use]
    pub fn transforms(&self) -> f64 {
        let [m, k, n] = self.dims;
        (m * k + k * n + m * n) as f64
    }

    /// Number of products of entries.
    ///
    /// ```
    /// use polymod::ring::{GridShape, Size};
    /// let size = Size { len: 100, bits: 0 };
    /// let shape = GridShape { dims: [2, 3, 4], a: size, b: size, window: 0..199, entries_ns: 1e5 };
    /// assert_eq!(shape.products(), 2.0 * 3.0 * 4.0);
    /// ```
    #[must_use]
    pub fn products(&self) -> f64 {
        self.dims.iter().map(|&d| d as f64).product()
    }

    /// Predicted nanoseconds and bytes through images, where a product of two entries may use transforms.
    fn images_cost<R: Convolve>(&self, r: &R, cx: Context<'_>) -> Option<(f64, u64)> {
        let shape = ProductShape { a: self.a, b: self.b, square: false, window: self.window.clone() };
        let candidates = r.product_candidates(&shape, cx);
        let through: Vec<_> = candidates.iter().copied().filter(|c| c.length > 0 && !c.is_cut()).collect();
        let c = &choice::fastest(&through, u64::MAX)?;
        let costs = cx.engine().costs();
        let product = r.image_product_ns(c, cx);
        let transform = (c.predicted_ns - product).max(0.0) / 3.0;
        let ns = costs.plan + self.transforms() * transform + self.products() * product;
        let [m, k, n] = self.dims;
        let image = 8 * (c.length * c.primes.max(r.zeros(0).width).max(1)) as u64;
        let slab = (SLAB_BYTES as u64).min(image * (k * n) as u64).max(image * k as u64);
        Some((ns, image * (m * k + cx.threads()) as u64 + slab))
    }

    /// The algorithms that apply, with predicted nanoseconds on one thread.
    fn candidates<R: Convolve>(&self, r: &R, cx: Context<'_>) -> Vec<choice::Candidate<MatrixAlgorithm>> {
        let costs = [
            (MatrixAlgorithm::Entries, Some((self.entries_ns, 0))),
            (MatrixAlgorithm::Images, self.images_cost(r, cx)),
            (MatrixAlgorithm::Points, r.own_matrix_cost(self, cx)),
        ];
        let candidate = |(algorithm, cost): (MatrixAlgorithm, Option<(f64, u64)>)| {
            cost.map(|(ns, bytes)| choice::Candidate::new(algorithm, ns, bytes))
        };
        costs.into_iter().filter_map(candidate).collect()
    }

    /// Number of bytes that the engine's memory limit leaves, next to operands and result.
    fn room<R: Convolve>(&self, r: &R, cx: Context<'_>) -> u64 {
        let ([m, k, n], width) = (self.dims.map(|d| d as u64), r.zeros(0).width.max(1) as u64);
        let coefficients = m * k * self.a.len as u64 + k * n * self.b.len as u64 + m * n * self.window.len() as u64;
        cx.engine().memory().saturating_sub(8 * width * coefficients)
    }

    /// The task as text, with its sizes.
    fn task<R: Ring>(&self, r: &R) -> String {
        let ([m, k, n], a, b) = (self.dims, self.a.len, self.b.len);
        format!("product of matrices over {}[x], {m} by {k} by {n}, {a} by {b} coefficients", r.name())
    }
}

/// Predicted nanoseconds by the definition: for each inner index, the products of entries counted by their sizes.
fn entries_ns<R: Convolve>(r: &R, a: &Grid<'_, R>, b: &Grid<'_, R>, window: &Range<usize>, cx: Context<'_>) -> f64 {
    let costs = cx.engine().costs();
    let words = |len: usize| (len * r.zeros(0).width.max(1)) as f64;
    let mut known: Vec<([Size; 2], f64)> = Vec::new();
    let mut total = 0.0;
    for k in 0..a.columns {
        let left = counted((0..a.rows).map(|i| r.size(a.at(i, k))));
        let right = counted((0..b.columns).map(|j| r.size(b.at(k, j))));
        for &(x, m) in &left {
            for &(y, n) in &right {
                let ns = match known.iter().rfind(|(sizes, _)| *sizes == [x, y]) {
                    Some(known) => known.1,
                    None => {
                        let shape = ProductShape { a: x, b: y, square: false, window: window.clone() };
                        let sum = words(window.len().min(shape.full_len())) * costs.split_word;
                        let ns = r.choose_product(&shape, cx).predicted_ns + costs.short[0] + sum;
                        known.push(([x, y], ns));
                        ns
                    }
                };
                total += ns * (m * n) as f64;
            }
        }
    }
    total
}

/// The sizes of nonzero length, with their multiplicities.
fn counted(sizes: impl Iterator<Item = Size>) -> Vec<(Size, usize)> {
    let mut counts: Vec<(Size, usize)> = Vec::new();
    for size in sizes.filter(|s| s.len > 0) {
        match counts.iter_mut().find(|(known, _)| *known == size) {
            Some((_, count)) => *count += 1,
            None => counts.push((size, 1)),
        }
    }
    counts
}

/// Coefficients `w` of every entry of a·b, row by row, each vector as long as the window; by `algorithm`, or by the one
/// predicted fastest.
///
/// # Errors
/// [`Error::Length`] unless b has as many rows as a has columns; [`Error::Algorithm`] where `algorithm` does not apply;
/// [`Error::TooLarge`]; [`Error::Cancelled`].
pub fn product<R: Convolve>(
    r: &R,
    a: &Grid<'_, R>,
    b: &Grid<'_, R>,
    w: Range<usize>,
    algorithm: Option<MatrixAlgorithm>,
    cx: Context<'_>,
) -> Result<Vec<Coeffs<R>>> {
    if a.columns != b.rows {
        return Err(Error::Length { what: "the rows of the right matrix", expected: a.columns, got: b.rows });
    }
    cx.check()?;
    // coefficients below w.end depend only on those below w.end of either operand
    let (a, b) = (a.map(|v| v.low(w.end)), b.map(|v| v.low(w.end)));
    let full = (a.size(r).len + b.size(r).len).saturating_sub(1);
    let clipped = w.start.min(full)..w.end.min(full);
    if clipped.is_empty() || a.size(r).len * b.size(r).len == 0 {
        return Ok((0..a.rows * b.columns).map(|_| r.zeros(w.len())).collect());
    }
    let shape = GridShape::of(r, &a, &b, clipped.clone(), cx);
    let candidates = shape.candidates(r, cx);
    let demanded = cx.demand(algorithm, &candidates, || shape.task(r))?;
    // by the definition always applies
    let chosen = demanded.or_else(|| choice::fastest(&candidates, u64::MAX)).unwrap_or(candidates[0]);
    if chosen.peak_bytes > shape.room(r, cx) && a.rows.max(b.columns) > 1 {
        return by_halves(r, &a, &b, w, demanded.map(|c| c.algorithm), cx);
    }
    let cx = cx.take(&chosen, &candidates, || shape.task(r))?;
    let mut out = cx.inside(|cx| match chosen.algorithm {
        MatrixAlgorithm::Entries => by_entries(r, &a, &b, clipped, cx),
        MatrixAlgorithm::Images => by_images(r, &a, &b, &shape, cx),
        MatrixAlgorithm::Points => r.own_matrix_product(&a, &b, &shape, cx),
    })?;
    out.iter_mut().for_each(|v| r.resize(v, w.len()));
    Ok(out)
}

/// The product for half of the rows, or of the columns where those are more, then for the other half: for lack of
/// memory.
fn by_halves<R: Convolve>(
    r: &R,
    a: &Grid<'_, R>,
    b: &Grid<'_, R>,
    w: Range<usize>,
    algorithm: Option<MatrixAlgorithm>,
    cx: Context<'_>,
) -> Result<Vec<Coeffs<R>>> {
    if a.rows >= b.columns {
        let (above, below) = a.entries.split_at(a.rows / 2 * a.columns);
        let part = |entries: &[_], rows: usize| Grid { rows, columns: a.columns, entries: entries.to_vec() };
        let mut out = product(r, &part(above, a.rows / 2), b, w.clone(), algorithm, cx)?;
        out.extend(product(r, &part(below, a.rows.div_ceil(2)), b, w, algorithm, cx)?);
        return Ok(out);
    }
    let half = b.columns / 2;
    let part = |columns: Range<usize>| {
        let entries = b.entries.chunks_exact(b.columns).flat_map(|row| row[columns.clone()].iter().copied()).collect();
        Grid { rows: b.rows, columns: columns.len(), entries }
    };
    let mut left = product(r, a, &part(0..half), w.clone(), algorithm, cx)?.into_iter();
    let mut right = product(r, a, &part(half..b.columns), w, algorithm, cx)?.into_iter();
    let mut out = Vec::with_capacity(a.rows * b.columns);
    for _ in 0..a.rows {
        out.extend(left.by_ref().take(half));
        out.extend(right.by_ref().take(b.columns - half));
    }
    Ok(out)
}

/// The product by the definition.
fn by_entries<R: Convolve>(
    r: &R,
    a: &Grid<'_, R>,
    b: &Grid<'_, R>,
    w: Range<usize>,
    cx: Context<'_>,
) -> Result<Vec<Coeffs<R>>> {
    let places = (0..a.rows * b.columns).collect();
    cx.map(places, |place, cx| {
        let (i, j) = (place / b.columns, place % b.columns);
        let mut sum: Option<Coeffs<R>> = None;
        let mut product = r.zeros(w.len());
        for k in 0..a.columns {
            let (x, y) = (a.at(i, k), b.at(k, j));
            if x.is_empty() || y.is_empty() {
                continue;
            }
            let algorithm = r.choose_product(&ProductShape::of(r, x, y, w.clone()), cx).algorithm;
            r.mul_window_by(algorithm, &mut product, 0, x, y, w.clone(), cx)?;
            match &mut sum {
                None => sum = Some(std::mem::replace(&mut product, r.zeros(w.len()))),
                Some(sum) => r.add_at(sum, 0, product.view()),
            }
        }
        Ok(sum.unwrap_or_else(|| r.zeros(w.len())))
    })
}

/// The product through images; the right operand's are made for as many columns at a time as fit in [`SLAB_BYTES`].
fn by_images<R: Convolve>(
    r: &R,
    a: &Grid<'_, R>,
    b: &Grid<'_, R>,
    shape: &GridShape,
    cx: Context<'_>,
) -> Result<Vec<Coeffs<R>>> {
    let plan = r.conv_plan(&[shape.entry()], a.columns, cx)?;
    let transformed = |entries: Vec<View<'_, R>>| {
        cx.map(entries, |v, cx| if v.is_empty() { Ok(None) } else { r.transform(&plan, v, cx).map(Some) })
    };
    let left = transformed(a.entries.clone())?;
    let entry_bytes = 32 * r.zeros(0).width.max(1) * r.cyclic_len(&plan);
    let slab = (SLAB_BYTES / (entry_bytes * b.rows).max(1)).clamp(1, b.columns);
    let mut out: Vec<Option<Coeffs<R>>> = (0..a.rows * b.columns).map(|_| None).collect();
    for first in (0..b.columns).step_by(slab) {
        let width = slab.min(b.columns - first);
        let right = (0..b.rows).flat_map(|k| (first..first + width).map(move |j| b.at(k, j)));
        let right = transformed(right.collect())?;
        let places = (0..a.rows).flat_map(|i| (0..width).map(move |j| (i, j))).collect();
        let products = cx.map(places, |(i, j), cx| {
            let mut sum = r.sum(&plan, cx);
            for k in 0..a.columns {
                if let (Some(x), Some(y)) = (&left[i * a.columns + k], &right[k * width + j]) {
                    r.image_addmul(&plan, &mut sum, x, y, cx)?;
                }
            }
            r.untransform(&plan, sum, shape.window.clone(), cx)
        })?;
        for (place, product) in products.into_iter().enumerate() {
            out[place / width * b.columns + first + place % width] = Some(product);
        }
    }
    Ok(out.into_iter().map(|v| v.unwrap_or_else(|| r.zeros(shape.window.len()))).collect())
}

/// Predicted nanoseconds of the fastest algorithm for such a product, all entries having these sizes.
pub fn predicted_ns<R: Convolve>(
    r: &R,
    dims: [usize; 3],
    [a, b]: [Size; 2],
    window: Range<usize>,
    cx: Context<'_>,
) -> f64 {
    let product = ProductShape { a, b, square: false, window: window.clone() };
    let each = r.choose_product(&product, cx).predicted_ns + cx.engine().costs().short[0];
    let mut shape = GridShape { dims, a, b, window, entries_ns: 0.0 };
    shape.entries_ns = shape.products() * each;
    shape.candidates(r, cx).iter().fold(f64::INFINITY, |least, c| least.min(c.predicted_ns))
}

/// Predicted nanoseconds of one product of images under this candidate's transforms: one product for each word of an
/// image.
pub(super) fn words_product_ns<R: Convolve>(r: &R, c: &Candidate, cx: Context<'_>) -> f64 {
    let costs = cx.engine().costs();
    match r.zeros(0).width {
        0 => c.length as f64 * costs.frobenius_point,
        width => (c.length * c.primes.max(1) * if c.primes > 0 { 1 } else { width }) as f64 * costs.value_product(),
    }
}
