//! What a plan must know of the products that it serves.

use std::ops::Range;

/// Length and, in rings whose elements grow (Z), bits of the largest magnitude; 0 bits elsewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Size {
    /// Number of coefficients.
    pub len: usize,
    /// Bits of the largest magnitude; 0 where the ring bounds it.
    pub bits: u32,
}

/// Which coefficients of a product are wanted. The ring chooses the transform's length; algorithms never name it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Window {
    /// These, exactly; zeros beyond the product's end.
    Exact(Range<usize>),
    /// The product modulo x^N − 1 for some N ≥ this, which [`Convolve::cyclic_len`](super::Convolve::cyclic_len) tells.
    Cyclic(usize),
}

/// One kind of product that a plan must serve.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ConvShape {
    /// The left operand.
    pub a: Size,
    /// The right operand.
    pub b: Size,
    /// What is wanted.
    pub window: Window,
}

impl ConvShape {
    /// These coefficients of the product.
    #[must_use]
    pub fn exact(a: Size, b: Size, window: Range<usize>) -> Self {
        ConvShape { a, b, window: Window::Exact(window) }
    }

    /// The length of the whole product; 0 when an operand is empty.
    #[must_use]
    pub fn full_len(&self) -> usize {
        if self.a.len.min(self.b.len) == 0 { 0 } else { self.a.len + self.b.len - 1 }
    }

    /// The length of transform that serves all these shapes: `length(n, power_of_two)` is the least one of at least n. A
    /// power of two may wrap around what no window shows; other lengths hold the whole product and the window.
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

    /// The length of the whole product or, where the window ends beyond it, as much as shows the zeros there.
    fn unwrapped(&self) -> usize {
        self.full_len().max(self.least_cyclic())
    }

    /// The smallest N such that the product modulo x^N − 1 shows the window unspoilt, with zeros where it is beyond the
    /// product's end.
    #[must_use]
    pub fn least_cyclic(&self) -> usize {
        let full = (self.a.len + self.b.len).saturating_sub(1);
        match &self.window {
            Window::Exact(w) => w.end.max(full.saturating_sub(w.start)).max(1),
            Window::Cyclic(n) => (*n).max(1),
        }
    }
}
