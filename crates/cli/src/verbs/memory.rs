//! Working memory of verbs, in addition to operands and results, so that `--memory` is obeyed or refused before anything is computed.

use super::{Method, Operands};
use polymod::{
    memory::Sizes,
    poly::Poly,
    ring::{AnyRing, Convolve, ProductShape, Ring, Size},
};

/// Bytes of working memory of a verb, in addition to operands of `held` bytes and a result of `result` bytes; 0 where
/// algorithms obey the limit themselves.
pub(crate) fn working(method: &Method, o: &Operands<AnyRing>, result: f64, held: u64) -> f64 {
    let sizes = Sizes::new(&o.ring, held, result);
    let bytes = (method.memory)(o, &sizes);
    bytes + sizes.threads(bytes)
}

/// Least working memory of a product of polynomials of these lengths, by the algorithms that are fast enough.
pub(super) fn product_memory<R: Convolve>(r: &R, long: usize, short: usize) -> f64 {
    let [a, b] = [long, short].map(|len| Size { len, bits: 0 });
    let shape = ProductShape { a, b, square: long == short, window: 0..long + short - 1 };
    let candidates = r.engine().enter(|cx| r.product_candidates(&shape, cx));
    let fastest = candidates.best(u64::MAX).predicted_ns;
    candidates.least_peak_bytes(fastest).map_or(f64::INFINITY, |bytes| bytes as f64)
}

/// Length of a polynomial, and bits of its coefficients.
pub(super) fn size<R: Ring>(p: &Poly<R>) -> Size {
    p.ring().size(p.coeffs())
}
