//! Products of two vectors: names of the algorithms, shape of the task, choice by predicted cost.

use super::{Candidate, Coeffs, ConvShape, Convolve, Size, View, Window};
use crate::{
    Error, Result,
    bits::ceil_log2,
    choice::{self, better},
    costs::CostModel,
    engine::Context,
    monitor::Decision,
    tested,
};
use std::{ops::Range, sync::Arc};

polymod_core::algorithms! {
    /// An algorithm for products of dense polynomials.
    ///
    /// ```
    /// use polymod::{Poly, ProductAlgorithm, Zn, poly::Part};
    /// let a = Poly::from_i64(&Zn::new(97)?, &[1, 1]);
    /// let square = a.mul_part(&a, &Part::All, Some(ProductAlgorithm::Karatsuba))?;
    /// assert_eq!(square, a.sqr()?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ProductAlgorithm in "polymod::ring", "products" {
        /// The schoolbook algorithm: every coefficient by every coefficient.
        Schoolbook = "schoolbook",
        /// Three half-length products instead of four (Karatsuba, Ofman 1962).
        Karatsuba = "karatsuba",
        /// One product of integers: the operands evaluated at a power of two (Kronecker 1882).
        Kronecker = "kronecker",
        /// Transforms modulo the ring's own modulus.
        Ntt = "ntt",
        /// Transforms modulo several word primes, and the Chinese remainder theorem.
        Crt = "crt",
        /// As `Crt`, after the coefficients were cut into digits as polynomials in a second variable.
        CrtDigits = "crt-digits",
        /// Products of two integers of Z: digits, and transforms over one generalized Fermat prime field.
        BigPrime = "big-prime",
        /// Squares over the field of two elements: zeros are inserted between the coefficients.
        Spreading = "spreading",
        /// Over the field of two elements: transforms of Frobenius-encoded operands, with one value for each class of
        /// conjugates.
        Frobenius = "frobenius",
        /// Over B\[t\]/(F): a transform over B for each coefficient of the elements, and sums of products of transforms.
        Components = "components",
    }
}

/// The sizes that decide which product algorithm is used.
///
/// ```
/// use polymod::ring::{ProductShape, Size};
/// let (a, b) = (Size { len: 10, bits: 0 }, Size { len: 4, bits: 0 });
/// let shape = ProductShape { a, b, square: false, window: 0..13 };
/// assert_eq!((shape.full_len(), shape.products()), (13, 40.0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductShape {
    /// Size of the left operand.
    pub a: Size,
    /// Size of the right operand.
    pub b: Size,
    /// Whether both are the same vector.
    pub square: bool,
    /// The coefficients wanted.
    pub window: Range<usize>,
}

impl ProductShape {
    /// The shape of the product a·b with the coefficients `window`.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, ring::ProductShape};
    /// let f = Zn::new(97)?;
    /// let (v, w) = (f.zeros(10), f.zeros(10));
    /// assert!(ProductShape::of(&f, v.view(), v.view(), 0..19).square);
    /// assert!(!ProductShape::of(&f, v.view(), w.view(), 0..19).square); // another vector, though equal
    /// # Ok::<(), polymod::Error>(())
    /// ```
    pub fn of<R: Convolve>(r: &R, a: View<'_, R>, b: View<'_, R>, window: Range<usize>) -> Self {
        let square = same_run(a, b);
        let size = r.size(a);
        ProductShape { a: size, b: if square { size } else { r.size(b) }, square, window }
    }

    /// The shorter operand's length.
    ///
    /// ```
    /// use polymod::ring::{ProductShape, Size};
    /// let (a, b) = (Size { len: 10, bits: 0 }, Size { len: 4, bits: 0 });
    /// assert_eq!(ProductShape { a, b, square: false, window: 0..13 }.shorter(), 4);
    /// ```
    #[must_use]
    pub fn shorter(&self) -> usize {
        self.a.len.min(self.b.len)
    }

    /// The longer operand's length.
    ///
    /// ```
    /// use polymod::ring::{ProductShape, Size};
    /// let (a, b) = (Size { len: 10, bits: 0 }, Size { len: 4, bits: 0 });
    /// assert_eq!(ProductShape { a, b, square: false, window: 0..13 }.longer(), 10);
    /// ```
    #[must_use]
    pub fn longer(&self) -> usize {
        self.a.len.max(self.b.len)
    }

    /// Number of bytes of operands and result, at `width` words a coefficient or as many as their bits need; width 0 is
    /// one bit.
    ///
    /// ```
    /// use polymod::ring::{ProductShape, Size};
    /// let a = Size { len: 100, bits: 0 };
    /// let shape = ProductShape { a, b: a, square: false, window: 0..199 };
    /// assert_eq!(shape.held_bytes(1), 8 * (100 + 100 + 199));
    /// ```
    #[must_use]
    pub fn held_bytes(&self, width: usize) -> u64 {
        let bytes = |len: usize, bits: u32| match width {
            0 => len.div_ceil(8) as u64,
            _ => 8 * len as u64 * (width as u64).max(u64::from(bits) / 64 + 1),
        };
        let b = if self.square { 0 } else { bytes(self.b.len, self.b.bits) };
        let sums =
            if self.a.bits + self.b.bits == 0 { 0 } else { self.a.bits + self.b.bits + ceil_log2(self.shorter()) };
        bytes(self.a.len, self.a.bits) + b + bytes(self.window.len(), sums)
    }

    /// The length of the whole product; 0 when an operand is empty.
    ///
    /// ```
    /// use polymod::ring::{ProductShape, Size};
    /// let a = Size { len: 100, bits: 0 };
    /// assert_eq!(ProductShape { a, b: a, square: true, window: 0..50 }.full_len(), 199);
    /// ```
    #[must_use]
    pub fn full_len(&self) -> usize {
        if self.shorter() == 0 { 0 } else { self.a.len + self.b.len - 1 }
    }

    /// Number of products of two coefficients that contribute to the window.
    ///
    /// ```
    /// use polymod::ring::{ProductShape, Size};
    /// let a = Size { len: 100, bits: 0 };
    /// let low = ProductShape { a, b: a, square: false, window: 0..100 };
    /// assert_eq!(low.products(), 5050.0); // 1 + 2 + … + 100
    /// ```
    #[must_use]
    pub fn products(&self) -> f64 {
        let (short, long, full) = (self.shorter(), self.longer(), self.full_len());
        let triangle = |n: usize| n as f64 * (n as f64 + 1.0) / 2.0;
        // products that contribute to the coefficients below that of x^k
        let below = |k: usize| match k.min(full) {
            k if k < short => triangle(k),
            k if k <= long => triangle(short) + (k - short) as f64 * short as f64,
            k => short as f64 * long as f64 - triangle(full - k),
        };
        below(self.window.end) - below(self.window.start)
    }

    /// The task as text, with its sizes.
    ///
    /// ```
    /// use polymod::{Zn, ring::{ProductShape, Size}};
    /// let (a, b) = (Size { len: 10, bits: 0 }, Size { len: 4, bits: 0 });
    /// let shape = ProductShape { a, b, square: false, window: 0..13 };
    /// assert_eq!(shape.task(&Zn::new(97)?), "product over zn:97, 10 by 4 coefficients");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    pub fn task<R: Convolve>(&self, r: &R) -> String {
        let what = if self.square { "square" } else { "product" };
        let bits = match (self.a.bits, self.b.bits) {
            (0, 0) => String::new(),
            (x, y) => format!(" of {x} and {y} bits"),
        };
        format!("{what} over {}, {} by {} coefficients{bits}", r.name(), self.a.len, self.b.len)
    }

    tested! {
        /// All candidates, with the overhead of an operation in their predicted time.
        pub(crate) fn candidates<R: Convolve>(&self, r: &R, cx: Context<'_>) -> Vec<Candidate> {
            let operation = cx.engine().costs().operation;
            let candidates = r.product_candidates(self, cx);
            candidates.iter().map(|c| Candidate { predicted_ns: c.predicted_ns + operation, ..*c }).collect()
        }
    }

    /// The candidate with the algorithm of this name.
    ///
    /// # Errors
    /// [`Error::Algorithm`] where it does not apply; [`Error::TooLarge`] where it needs more than the engine's memory.
    pub(crate) fn candidate<R: Convolve>(&self, r: &R, algorithm: &str, cx: Context<'_>) -> Result<Candidate> {
        let chosen = choice::named(&self.candidates(r, cx), algorithm, || self.task(r))?;
        if chosen.peak_bytes <= r.working_memory(self) {
            return Ok(chosen);
        }
        Err(Error::TooLarge {
            what: format!("the {} by {algorithm}", self.task(r)),
            size: format!("{} bytes", chosen.peak_bytes + self.held_bytes(r.zeros(0).width)),
            limit: format!("the memory of {} bytes", r.engine().memory()),
        })
    }

    /// The decision with all alternatives, for a monitor.
    pub(crate) fn decision<R: Convolve>(&self, r: &R, chosen: ProductAlgorithm, cx: Context<'_>) -> Decision {
        let candidates = self.candidates(r, cx);
        match choice::named(&candidates, chosen.name(), || self.task(r)) {
            Ok(chosen) => choice::decision(self.task(r), &chosen, &candidates, cx),
            Err(_) => Decision::only(self.task(r), chosen.name()),
        }
    }
}

/// A partition of the operands into `blocks` blocks of the longer one and `parts` parts of the shorter one, with the
/// sizes of the first block and part and the coefficients wanted of their product.
#[derive(Clone, Debug)]
pub(crate) struct Cut {
    pub block: Size,
    pub part: Size,
    pub window: Range<usize>,
    pub blocks: usize,
    pub parts: usize,
}

impl Cut {
    /// The partition that cuts neither operand.
    pub fn whole(shape: &ProductShape) -> Self {
        let (long, short) = if shape.a.len < shape.b.len { (shape.b, shape.a) } else { (shape.a, shape.b) };
        Cut { block: long, part: short, window: shape.window.clone(), blocks: 1, parts: 1 }
    }

    /// The shape of the product of one block and one part.
    pub fn shape(&self) -> ConvShape {
        ConvShape::exact(self.block, self.part, self.window.clone())
    }
}

/// Products of blocks by parts through transforms: the figures that make up their cost.
pub(crate) struct Transforms {
    pub algorithm: ProductAlgorithm,
    pub length: usize,
    pub primes: usize,
    /// Nanoseconds of a transform modulo one prime.
    pub transform: f64,
    /// Nanoseconds to load a block, to load a part of the shorter operand, and to bring a product back.
    pub load_block: f64,
    pub load_part: f64,
    pub back: f64,
    /// Words of images, and bytes of tables.
    pub scratch: usize,
    pub tables: usize,
}

impl Transforms {
    /// Their predicted cost: two transforms a product, and one for each part of the shorter operand, except for a
    /// square.
    pub fn candidate(self, costs: &CostModel, cut: &Cut, square: bool) -> Candidate {
        let words = (self.primes * self.length) as f64;
        let transform = self.primes as f64 * self.transform;
        let truncated = if self.length.is_power_of_two() { 0.0 } else { words * costs.truncated };
        let each = 2.0 * transform + words * costs.value_product() + truncated + self.load_block + self.back;
        let whole = cut.blocks == 1 && cut.parts == 1;
        let part = if square && whole { 0.0 } else { transform + self.load_part };
        let several = |count: usize| if count > 1 { count } else { 0 };
        Candidate {
            algorithm: self.algorithm,
            predicted_ns: costs.plan + cut.parts as f64 * (cut.blocks as f64 * (each + costs.block) + part),
            peak_bytes: (8 * self.scratch + self.tables) as u64,
            scratch: self.scratch,
            length: self.length,
            primes: self.primes,
            blocks: several(cut.blocks),
            parts: several(cut.parts),
            wrapped: 0,
        }
    }
}

/// The best partition of the operands within `memory` bytes; `cost` returns the candidate for one, `None` where it does
/// not apply. Blocks of the longer operand fit transforms of 2^j words; the shorter one is cut only where memory is
/// scarce.
pub(crate) fn best_cut(
    shape: &ProductShape,
    memory: u64,
    cost: impl Fn(&Cut) -> Option<Candidate>,
) -> Option<Candidate> {
    let (long, short) = if shape.a.len < shape.b.len { (shape.b, shape.a) } else { (shape.a, shape.b) };
    let mut best = cost(&Cut::whole(shape));
    let mut parts = 1;
    loop {
        let part = Size { len: short.len.div_ceil(parts), ..short };
        let mut length = (2 * part.len).next_power_of_two();
        while length - part.len + 1 < long.len {
            // blocks of nearly equal length, as few as fit the transform
            let blocks = long.len.div_ceil(length - part.len + 1);
            let block = Size { len: long.len.div_ceil(blocks), ..long };
            let window = 0..block.len + part.len - 1;
            let candidate = cost(&Cut { block, part, window, blocks: long.len.div_ceil(block.len), parts });
            best = match (best, candidate) {
                (Some(x), Some(y)) => Some(better(x, y, memory)),
                (x, y) => x.or(y),
            };
            length *= 2;
        }
        parts *= 2;
        if best.is_none_or(|c| c.peak_bytes <= memory) || parts > short.len {
            return best;
        }
    }
}

/// The product through images, cut as the candidate says; `plan` returns the plan for the shape of one product of a
/// block and a part. Parts of the shorter operand, and a square's operand, are transformed once each.
pub(crate) fn through_images<R: Convolve>(
    r: &R,
    (a, b): (View<'_, R>, View<'_, R>),
    w: Range<usize>,
    c: &Candidate,
    (out, at): (&mut Coeffs<R>, usize),
    cx: Context<'_>,
    plan: impl Fn(&ConvShape) -> Result<Arc<R::Plan>>,
) -> Result<()> {
    let (long, short) = if a.len() < b.len() { (b, a) } else { (a, b) };
    let end = w.end.min(long.len() + short.len() - 1);
    if end < w.end {
        let zeros = r.zeros(w.end - end.max(w.start));
        r.copy_at(out, at + w.len() - zeros.len(), zeros.view());
    }
    if end <= w.start {
        return Ok(());
    }
    if !c.is_cut() {
        let shape = ConvShape::exact(r.size(a), r.size(b), w.start..end);
        let plan = plan(&shape)?;
        let sum = if same_run(a, b) {
            r.image_mul(&plan, r.transform(&plan, a, cx)?, None, cx)?
        } else {
            let (x, y) = cx.join(|cx| r.transform(&plan, a, cx), |cx| r.transform(&plan, b, cx));
            r.image_mul(&plan, x?, Some(&y?), cx)?
        };
        return r.untransform_at(&plan, sum, &shape.window, out, at, cx);
    }
    let (part, block) = (short.len().div_ceil(c.parts.max(1)), long.len().div_ceil(c.blocks.max(1)));
    let size = |len, of| Size { len, ..r.size(of) };
    let plan = plan(&ConvShape::exact(size(block, long), size(part, short), 0..part + block - 1))?;
    r.copy_at(out, at, r.zeros(end - w.start).view());
    for low in (0..short.len()).step_by(part) {
        let factor = short.slice(low..low + part);
        let image = r.transform(&plan, factor, cx)?;
        for first in (0..long.len()).step_by(block) {
            let block = long.slice(first..first + block);
            let start = first + low;
            let (from, to) = (w.start.max(start), end.min(start + block.len() + factor.len() - 1));
            if from < to {
                let sum = r.image_mul(&plan, r.transform(&plan, block, cx)?, Some(&image), cx)?;
                cx.progress("blocks of the product", first as u64, long.len() as u64);
                let mut product = r.zeros(to - from);
                r.untransform_at(&plan, sum, &Window::Exact(from - start..to - start), &mut product, 0, cx)?;
                r.add_at(out, at + from - w.start, product.view());
            }
        }
    }
    Ok(())
}

/// Whether both views are the same coefficients in memory.
pub fn same_run<R>(a: View<'_, R>, b: View<'_, R>) -> bool {
    std::ptr::eq(a.words, b.words) && (a.start, a.len) == (b.start, b.len)
}

/// What a product makes of each of its operands: once where both are the same coefficients in memory.
pub(super) struct Both<T> {
    first: T,
    second: Option<T>,
}

impl<T> Both<T> {
    /// # Errors
    /// Those of `make`.
    pub(super) fn of<R>(a: View<'_, R>, b: View<'_, R>, make: impl Fn(View<'_, R>) -> Result<T>) -> Result<Self> {
        let second = if same_run(a, b) { None } else { Some(make(b)?) };
        Ok(Both { first: make(a)?, second })
    }

    pub(super) fn get(&self) -> [&T; 2] {
        [&self.first, self.second.as_ref().unwrap_or(&self.first)]
    }
}
