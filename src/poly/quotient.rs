//! Quotients and inverses of power series: classical, by halves, and by Newton's iteration.
//!
//! *Halves*: with n = h + k, the first h coefficients q₀ of a/b leave a − b·q₀ = x^h·e, and the others are those of e/b: one
//! middle product for two quotients of half the length (Moenck, Borodin 1972, "Fast modular transforms via division"). The only
//! divisions of coefficients are those by b₀, so that this algorithm also works over Z.
//!
//! *Newton*: an inverse g modulo x^h gives one modulo x^m, m ≤ 2h, by g − g·(f·g − 1); the bracket starts at x^h, so that both
//! products are made modulo x^N − 1 with N ≥ m: five transforms of that length (Brent 1975, "Multiple-precision zero-finding
//! methods"; Bernstein 2004, "Removing redundancy in high-precision Newton iteration", §3). The last step has the quotient in it:
//! q₀ = a·g modulo x^h, then q₀ + g·(a − b·q₀) (Karp, Markstein 1997, "High-precision division and square root"; Hanrot,
//! Zimmermann 2004, "Newton iteration revisited"). In products of the quotient's length: the inverse costs about 1.7, the
//! quotient about 2.2.

use super::{
    DivisionAlgorithm::{self, Halves, Newton, Schoolbook},
    few_terms::{has_few, short_quotient},
    frame::{Frame, product_ns},
};
use crate::{
    Result,
    engine::Context,
    ring::{Coeffs, ConvShape, Convolve, Size, View},
};

/// A power series b as divisor, with the inverse of its lowest coefficient; over Z with that coefficient itself.
pub(super) struct By<'a, R: Convolve> {
    pub b: View<'a, R>,
    pub inverse: Option<&'a R::Elem>,
}

impl<R: Convolve> Clone for By<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Convolve> Copy for By<'_, R> {}

/// The first `n` coefficients of the power series a/b, by the algorithm predicted fastest.
pub(super) fn quotient<R: Convolve>(
    r: &R,
    a: View<'_, R>,
    by: By<'_, R>,
    n: usize,
    cx: Context<'_>,
) -> Result<Coeffs<R>> {
    cx.check()?;
    if is_short(r, by.b, n, cx) {
        return run(r, a, by, n, &[], cx);
    }
    let predicted = Predicted::by(r, by.b, n, cx);
    run(r, a, by, n, &predicted.ways_by(predicted.fastest().0), cx)
}

/// Whether the definition takes less time for a quotient of n terms by b than the steps of any other algorithm alone: there is nothing else to
/// predict.
pub(super) fn is_short<R: Convolve>(r: &R, b: View<'_, R>, n: usize, cx: Context<'_>) -> bool {
    let size = divisor_size(r, b.low(n));
    is_evident(r.short_quotient_ns(n, size, cx), n, cx)
}

/// Whether no algorithm is faster than the definition, which takes `short_ns`: two halves take at least half as long, and the middle product
/// between them a step.
fn is_evident(short_ns: f64, n: usize, cx: Context<'_>) -> bool {
    n < 2 || short_ns <= 2.0 * cx.engine().costs().step
}

/// The size of a divisor in the cost of a classical quotient.
fn divisor_size<R: Convolve>(r: &R, b: View<'_, R>) -> Size {
    let len = if has_few(r, b) { r.nonzero(b) } else { r.weight(b) };
    Size { len, ..r.size(b) }
}

/// Predicted costs of a quotient of one length.
pub(super) struct Predicted {
    /// The algorithms that apply, with predicted nanoseconds; the classical one is first.
    pub ways: Vec<(DivisionAlgorithm, f64)>,
    /// The fastest algorithms for lengths ⌈n/2⌉, ⌈n/4⌉ …, up to the first classical one.
    below: Vec<DivisionAlgorithm>,
    /// Predicted nanoseconds of an inverse.
    pub inverse: f64,
    /// Number of halvings of the length before an inverse is computed by the classical algorithm.
    halvings: usize,
}

impl Predicted {
    /// For quotients of n terms by a divisor of this size, whose length is the [`weight`](Convolve::weight).
    pub fn new<R: Convolve>(r: &R, divisor: Size, n: usize, cx: Context<'_>) -> Self {
        let divisor = Size { len: divisor.len.min(n), ..divisor };
        let short = r.short_quotient_ns(n, divisor, cx);
        let mut best = Predicted { ways: vec![(Schoolbook, short)], below: Vec::new(), inverse: short, halvings: 0 };
        if is_evident(short, n, cx) {
            return best;
        }
        let costs = cx.engine().costs();
        let (h, size) = (n.div_ceil(2), |len| Size { len, ..divisor });
        let half = Self::new(r, divisor, h, cx);
        // three transforms; a step of the inverse takes five, the last one of a quotient eight
        let middle = product_ns(r, size(h), size(n), h..n, cx);
        let step = half.inverse + costs.step + 5.0 / 3.0 * middle;
        if step < best.inverse {
            (best.inverse, best.halvings) = (step, half.halvings + 1);
        }
        let (way, ns) = half.fastest();
        best.below = half.ways_by(way);
        best.ways.push((Halves, 2.0 * ns + costs.step + middle));
        // over Z the coefficients of inverses grow most
        if divisor.bits == 0 {
            best.ways.push((Newton, half.inverse + costs.step + 8.0 / 3.0 * middle));
        }
        best
    }

    /// The fastest algorithm, and its predicted nanoseconds.
    pub fn fastest(&self) -> (DivisionAlgorithm, f64) {
        self.ways[1..].iter().fold(self.ways[0], |best, &way| if way.1 < best.1 { way } else { best })
    }

    /// This algorithm for length n, then the fastest ones for the lengths of the recursion, as [`run`] takes them.
    pub fn ways_by(&self, way: DivisionAlgorithm) -> Vec<DivisionAlgorithm> {
        match way {
            Halves => [&[Halves], self.below.as_slice()].concat(),
            Schoolbook => Vec::new(),
            other => vec![other],
        }
    }

    /// For quotients by this series.
    pub fn by<R: Convolve>(r: &R, b: View<'_, R>, n: usize, cx: Context<'_>) -> Self {
        Self::new(r, divisor_size(r, b.low(n)), n, cx)
    }
}

/// The first `n` coefficients of a/b; each level of halves takes the next of these algorithms, and the classical one after the
/// last.
pub(super) fn run<R: Convolve>(
    r: &R,
    a: View<'_, R>,
    by: By<'_, R>,
    n: usize,
    ways: &[DivisionAlgorithm],
    cx: Context<'_>,
) -> Result<Coeffs<R>> {
    let (a, by) = (a.low(n), By { b: by.b.low(n.max(1)), ..by });
    let Some((way, below)) = ways.split_first() else { return short_quotient(r, a, by.b, by.inverse, n) };
    if *way == Newton {
        return by_newton(r, a, by, n, cx);
    }
    cx.check()?;
    let h = n.div_ceil(2);
    let mut q = run(r, a, by, h, below, cx)?;
    let rest = difference(r, a.slice(h..n), n - h, middle(r, by.b, q.view(), n, cx)?.view());
    let high = run(r, rest.view(), by, n - h, below, cx)?;
    r.resize(&mut q, n);
    r.copy_at(&mut q, h, high.view());
    Ok(q)
}

/// Coefficients h to n of b·q, h the length of q; only the coefficients of q that contribute are used.
fn middle<R: Convolve>(r: &R, b: View<'_, R>, q: View<'_, R>, n: usize, cx: Context<'_>) -> Result<Coeffs<R>> {
    let h = q.len();
    let skipped = (h + 1).saturating_sub(b.len());
    r.mul_window(b, q.from(skipped), h - skipped..n - skipped, cx)
}

/// a − b, truncated to `len` coefficients.
fn difference<R: Convolve>(r: &R, a: View<'_, R>, len: usize, b: View<'_, R>) -> Coeffs<R> {
    let mut out = r.zeros(len);
    r.copy_at(&mut out, 0, a);
    r.sub_at(&mut out, 0, b);
    out
}

/// q₀ = a·g modulo x^h for g = 1/b modulo x^h, then q₀ + x^h·g·e, where a − b·q₀ = x^h·e.
fn by_newton<R: Convolve>(r: &R, a: View<'_, R>, by: By<'_, R>, n: usize, cx: Context<'_>) -> Result<Coeffs<R>> {
    let (b, h) = (by.b, n.div_ceil(2));
    let g = inverse(r, by, h, cx)?;
    let (low, series) = (a.low(h), r.size(g.view()));
    let shapes = [
        ConvShape::exact(r.size(b), series, h..n),
        ConvShape::exact(r.size(low), series, 0..h),
        ConvShape::exact(Size { len: n - h, ..series }, series, 0..n - h),
    ];
    let (mut q, high) = match Frame::sharing(r, &shapes, cx)? {
        Some(frame) => {
            let image = frame.image(g.view())?;
            let q = frame.product(frame.image(low)?, &image, 0..h)?;
            let known = frame.product(frame.image(b)?, &frame.image(q.view())?, h..n)?;
            let rest = difference(r, a.slice(h..n), n - h, known.view());
            let high = frame.product(frame.image(rest.view())?, &image, 0..n - h)?;
            (q, high)
        }
        None => {
            let q = r.mul_window(low, g.view(), 0..h, cx)?;
            let rest = difference(r, a.slice(h..n), n - h, middle(r, b, q.view(), n, cx)?.view());
            let high = r.mul_window(rest.view(), g.view(), 0..n - h, cx)?;
            (q, high)
        }
    };
    r.resize(&mut q, n);
    r.copy_at(&mut q, h, high.view());
    Ok(q)
}

/// 1/b modulo x^n.
pub(super) fn inverse<R: Convolve>(r: &R, by: By<'_, R>, n: usize, cx: Context<'_>) -> Result<Coeffs<R>> {
    let one = r.collect(&[r.one()]);
    if is_short(r, by.b, n, cx) {
        return short_quotient(r, one.view(), by.b.low(n.max(1)), by.inverse, n);
    }
    let mut lengths = vec![n];
    for _ in 0..Predicted::by(r, by.b, n, cx).halvings {
        lengths.push(lengths[lengths.len() - 1].div_ceil(2));
    }
    let mut g = short_quotient(r, one.view(), by.b, by.inverse, lengths.pop().unwrap_or(n))?;
    for &m in lengths.iter().rev() {
        cx.check()?;
        g = inverse_step(r, by.b, g.view(), m, cx)?;
    }
    Ok(g)
}

/// From g = 1/f modulo x^h to 1/f modulo x^m, m ≤ 2h.
pub(super) fn inverse_step<R: Convolve>(
    r: &R,
    f: View<'_, R>,
    g: View<'_, R>,
    m: usize,
    cx: Context<'_>,
) -> Result<Coeffs<R>> {
    let (h, f, series) = (g.len(), f.low(m), r.size(g));
    debug_assert!(h <= m && m <= 2 * h, "a step from {h} to {m} terms");
    let shapes =
        [ConvShape::exact(r.size(f), series, h..m), ConvShape::exact(Size { len: m - h, ..series }, series, 0..m - h)];
    let mut high = match Frame::sharing(r, &shapes, cx)? {
        Some(frame) => {
            let image = frame.image(g)?;
            let error = frame.product(frame.image(f)?, &image, h..m)?;
            frame.product(frame.image(error.view())?, &image, 0..m - h)?
        }
        None => {
            let error = middle(r, f, g, m, cx)?;
            r.mul_window(error.view(), g, 0..m - h, cx)?
        }
    };
    r.neg_all(&mut high);
    let mut out = r.zeros(m);
    r.copy_at(&mut out, 0, g);
    r.copy_at(&mut out, h, high.view());
    Ok(out)
}
