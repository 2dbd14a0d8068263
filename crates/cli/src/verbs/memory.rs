//! Bounds on the working memory of verbs, in addition to operands and results, so that `--memory` is obeyed or refused
//! before anything is computed.
//!
//! Products obey the engine's limit by themselves; verbs of many products hold their results too. The factors were
//! measured by `scripts/memory.py`: the peak of the process's memory over the bytes of operands and results, on one
//! thread and on two.

use super::{Method, Operands};
use polymod::{
    core::bits::bit_len,
    matrix::Matrix,
    poly::Poly,
    ring::{AnyRing, Convolve, ProductShape, Ring, Size},
};

/// Bytes that verbs hold for each additional thread.
const THREAD: f64 = (5 << 19) as f64;
/// Bytes of tables that do not depend on the operands.
pub(super) const TABLES: f64 = (5 << 18) as f64;

/// Sizes that the bounds depend on.
pub(crate) struct Sizes {
    /// Whether coefficients grow, as over Z.
    pub grows: bool,
    /// Bytes of the operands.
    pub held: f64,
    /// Bytes of operands and result.
    pub all: f64,
    /// Bytes of the result, where it is longer than the operands.
    pub result: f64,
    /// Number of residue words modulo primes for each word of the ring in a product.
    pub primes: f64,
    /// Number of threads but the first.
    pub more: f64,
}

/// Bytes of working memory of a verb, in addition to operands of `held` bytes and a result of `result` bytes; 0 where
/// algorithms obey the limit themselves.
pub(crate) fn working(method: &Method, o: &Operands<AnyRing>, result: f64, held: u64) -> f64 {
    let (r, held) = (&o.ring, held as f64);
    let more = r.engine().threads().saturating_sub(1) as f64;
    let grows = r.size(r.collect(&[r.one()]).view()).bits > 0;
    let sizes = Sizes { grows, held, all: held + result.max(held), result, primes: primes(r), more };
    let bytes = (method.memory)(o, &sizes);
    bytes + if bytes > held { more * THREAD } else { 0.0 }
}

fn primes<R: Convolve>(r: &R) -> f64 {
    const PRIME: u32 = 48;
    const LEN: u32 = 20;
    match r.word_modulus() {
        Some(n) => f64::from((2 * bit_len(n.n()) + LEN).div_ceil(PRIME)),
        None if r.packed_bits() == 1 => 4.0,
        None => 3.0,
    }
}

/// Least working memory of a product of polynomials of these lengths, by the algorithms that are fast enough.
pub(super) fn product_memory<R: Convolve>(r: &R, long: usize, short: usize) -> f64 {
    let [a, b] = [long, short].map(|len| Size { len, bits: 0 });
    let shape = ProductShape { a, b, square: long == short, window: 0..long + short - 1 };
    let candidates = r.engine().enter(|cx| r.product_candidates(&shape, cx));
    let fastest = candidates.best(u64::MAX).predicted_ns;
    candidates.least_peak_bytes(fastest).map_or(f64::INFINITY, |bytes| bytes as f64)
}

/// Over Z: the number of coefficients, and bits of the Euclidean norm.
pub(super) fn poly_size<R: Ring>(p: &Poly<R>) -> (f64, f64) {
    let len = p.len() as f64;
    (len, f64::from(p.ring().size(p.coeffs()).bits) + (len + 1.0).log2() / 2.0)
}

/// Over Z: bits of the largest minor, by Hadamard's inequality.
pub(super) fn minor_bits<R: Ring>(a: &Matrix<R>) -> f64 {
    let (rows, cols, bits) = (a.rows() as f64, a.cols() as f64, f64::from(a.ring().size(a.entries()).bits));
    rows.min(cols) * (bits + (rows + 1.0).log2() / 2.0)
}

/// Bytes of `count` integers of this number of bits, each with a word in addition.
pub(super) fn answer_bytes(count: f64, bits: f64) -> f64 {
    count * (bits / 8.0 + 8.0)
}
