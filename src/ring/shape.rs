//! Shapes of the products that a plan serves.

use std::ops::Range;

/// Length of a vector and, in rings whose elements grow (Z), bits of its largest magnitude; 0 bits elsewhere.
///
/// ```
/// # use polymod::{Ring, Zn};
/// let f = Zn::new(97)?;
/// let size = f.size(f.collect(&[1, 2, 96]).view());
/// assert_eq!((size.len, size.bits), (3, 0)); // over Z the bits would be 7
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Size {
    /// Number of coefficients.
    pub len: usize,
    /// Bits of the largest magnitude; 0 where the ring bounds it.
    pub bits: u32,
}

/// The coefficients wanted of a product. The ring chooses the transform's length; algorithms never set it.
///
/// ```
/// use polymod::ring::{ConvShape, Size, Window};
/// let size = Size { len: 10, bits: 0 };
/// let middle = ConvShape { a: size, b: size, window: Window::Exact(9..10) };
/// let wrapped = ConvShape { window: Window::Cyclic(16), ..middle.clone() };
/// assert_eq!((middle.least_cyclic(), wrapped.least_cyclic()), (10, 16));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Window {
    /// Exactly these coefficients; zeros beyond the product's end.
    Exact(Range<usize>),
    /// The product modulo x^N − 1 for some N ≥ this number, which [`Convolve::cyclic_len`](super::Convolve::cyclic_len)
    /// returns.
    Cyclic(usize),
}

/// The shape of a product that a plan must serve.
///
/// ```
/// use polymod::ring::{ConvShape, Size};
/// let shape = ConvShape::exact(Size { len: 10, bits: 0 }, Size { len: 4, bits: 0 }, 0..13);
/// assert_eq!(shape.full_len(), 13);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ConvShape {
    /// Size of the left operand.
    pub a: Size,
    /// Size of the right operand.
    pub b: Size,
    /// The coefficients wanted.
    pub window: Window,
}

impl ConvShape {
    /// The shape of a product of which the coefficients `window` are wanted exactly.
    ///
    /// ```
    /// use polymod::ring::{ConvShape, Size, Window};
    /// let size = Size { len: 10, bits: 0 };
    /// assert_eq!(ConvShape::exact(size, size, 0..5).window, Window::Exact(0..5));
    /// ```
    #[must_use]
    pub fn exact(a: Size, b: Size, window: Range<usize>) -> Self {
        ConvShape { a, b, window: Window::Exact(window) }
    }

    /// The length of the whole product; 0 when an operand is empty.
    ///
    /// ```
    /// use polymod::ring::{ConvShape, Size};
    /// let (a, b) = (Size { len: 10, bits: 0 }, Size { len: 0, bits: 0 });
    /// assert_eq!((ConvShape::exact(a, a, 0..5).full_len(), ConvShape::exact(a, b, 0..5).full_len()), (19, 0));
    /// ```
    #[must_use]
    pub fn full_len(&self) -> usize {
        if self.a.len.min(self.b.len) == 0 { 0 } else { self.a.len + self.b.len - 1 }
    }

    /// The transform length that serves all these shapes: `length(n, power_of_two)` is the least length of at least n.
    /// At a power of two, coefficients outside every window may wrap around; other lengths hold the whole product and
    /// the window.
    pub(crate) fn transform_len(shapes: &[ConvShape], length: impl Fn(usize, bool) -> usize) -> usize {
        let most = |f: fn(&ConvShape) -> usize| shapes.iter().map(f).max().unwrap_or(1);
        let wrapped = length(most(ConvShape::least_cyclic), true);
        let exact = shapes.iter().all(|s| matches!(s.window, Window::Exact(_)));
        if exact { wrapped.min(length(most(ConvShape::unwrapped), false)) } else { wrapped }
    }

    /// Whether transforms of length `len` serve this shape.
    pub(crate) fn served_by(&self, len: usize) -> bool {
        let cyclic = len.is_power_of_two() && len >= self.least_cyclic();
        cyclic || matches!(self.window, Window::Exact(_)) && len >= self.unwrapped()
    }

    /// The length of the whole product or, where the window ends beyond it, of the product padded with zeros to the
    /// window's end.
    fn unwrapped(&self) -> usize {
        self.full_len().max(self.least_cyclic())
    }

    /// The smallest N such that the product modulo x^N − 1 has the window's coefficients without wrap-around, and zeros
    /// beyond the product's end.
    ///
    /// ```
    /// use polymod::ring::{ConvShape, Size};
    /// let size = Size { len: 10, bits: 0 };
    /// // modulo x^10 − 1 the coefficients from x^10 on fall on those below x^9
    /// assert_eq!(ConvShape::exact(size, size, 9..10).least_cyclic(), 10);
    /// assert_eq!(ConvShape::exact(size, size, 0..19).least_cyclic(), 19);
    /// ```
    #[must_use]
    pub fn least_cyclic(&self) -> usize {
        let full = (self.a.len + self.b.len).saturating_sub(1);
        match &self.window {
            Window::Exact(w) => w.end.max(full.saturating_sub(w.start)).max(1),
            Window::Cyclic(n) => (*n).max(1),
        }
    }
}
