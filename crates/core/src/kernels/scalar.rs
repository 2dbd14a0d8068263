//! Portable butterflies of the number-theoretic transform, for every word prime.
//!
//! A butterfly with the twiddle w sends (x, y) to (x + w·y, x − w·y) going forward (Cooley–Tukey 1965) and to
//! (x + y, w·(x − y)) coming back (Gentleman–Sande 1966). [`Lazy`] leaves values in [0, 4p) forward and [0, 2p) backward
//! (Harvey 2014, "Faster arithmetic for number-theoretic transforms", §3 and §4), one comparison a butterfly; [`Canonical`]
//! takes primes up to 64 bits, whose lazy values would not fit in a word.

use crate::arith::{Modulus, Shoup};
use crate::simd::inlined::{Walked, Zipped, formulas};

/// The arithmetic of a transform modulo one prime.
pub trait Arith: Copy + Send + Sync {
    /// Largest number of bits of a prime.
    const MAX_BITS: u32;
    /// Values between forward butterflies are below this multiple of p.
    const FORWARD_FACTOR: u64;
    /// Values between inverse butterflies are below this multiple of p.
    const INVERSE_FACTOR: u64;

    /// The arithmetic modulo p, which has at most [`MAX_BITS`](Self::MAX_BITS).
    fn new(p: Modulus) -> Self;
    /// A root of unity, prepared.
    fn twiddle(self, w: u64) -> Shoup;
    /// x·w, reduced to [0, p), for any x in either range.
    fn scale(self, x: u64, w: Shoup) -> u64;
    /// (x + w·y, x − w·y).
    fn forward(self, x: u64, y: u64, w: Shoup) -> (u64, u64);
    /// (x + y, w·(x − y)).
    fn inverse(self, x: u64, y: u64, w: Shoup) -> (u64, u64);
    /// Reduces from the forward range to [0, p).
    fn finish(self, x: u64) -> u64;
}

/// Arithmetic with lazy reduction, for p < 2^62.
#[derive(Clone, Copy)]
pub struct Lazy {
    p: Modulus,
    double: u64,
}

impl Arith for Lazy {
    const MAX_BITS: u32 = 62;
    const FORWARD_FACTOR: u64 = 4;
    const INVERSE_FACTOR: u64 = 2;

    fn new(p: Modulus) -> Self {
        // the largest intermediate value, below 4p, fits in a word
        const { assert!(Self::MAX_BITS + Self::FORWARD_FACTOR.trailing_zeros() <= u64::BITS) };
        Lazy { p, double: 2 * p.n() }
    }
    formulas! {
        fn twiddle(self, w: u64) -> Shoup = self.p.shoup(w);
        fn scale(self, x: u64, w: Shoup) -> u64 = self.p.mul_shoup(x, w);
    }

    #[inline(always)]
    fn forward(self, x: u64, y: u64, w: Shoup) -> (u64, u64) {
        debug_assert!(x < Self::FORWARD_FACTOR * self.p.n() && y < Self::FORWARD_FACTOR * self.p.n());
        let x = x.min(x.wrapping_sub(self.double));
        let t = self.p.mul_shoup_lazy(y, w);
        (x + t, x + self.double - t)
    }
    #[inline(always)]
    fn inverse(self, x: u64, y: u64, w: Shoup) -> (u64, u64) {
        debug_assert!(x < Self::INVERSE_FACTOR * self.p.n() && y < Self::INVERSE_FACTOR * self.p.n());
        let s = x + y;
        (s.min(s.wrapping_sub(self.double)), self.p.mul_shoup_lazy(x + self.double - y, w))
    }
    #[inline(always)]
    fn finish(self, x: u64) -> u64 {
        let x = x.min(x.wrapping_sub(self.double));
        x.min(x.wrapping_sub(self.p.n()))
    }
}

/// Arithmetic of values in [0, p) throughout, for every p < 2^64.
#[derive(Clone, Copy)]
pub struct Canonical(Modulus);

impl Arith for Canonical {
    const MAX_BITS: u32 = 64;
    const FORWARD_FACTOR: u64 = 1;
    const INVERSE_FACTOR: u64 = 1;

    fn new(p: Modulus) -> Self {
        Canonical(p)
    }
    formulas! {
        fn twiddle(self, w: u64) -> Shoup = Shoup { value: w, quotient: 0 };
        fn scale(self, x: u64, w: Shoup) -> u64 = self.0.mul(x, w.value);
        fn inverse(self, x: u64, y: u64, w: Shoup) -> (u64, u64) =
            (self.0.add(x, y), self.0.mul(self.0.sub(x, y), w.value));
        fn finish(self, x: u64) -> u64 = x;
    }

    #[inline(always)]
    fn forward(self, x: u64, y: u64, w: Shoup) -> (u64, u64) {
        let t = self.0.mul(y, w.value);
        (self.0.add(x, t), self.0.sub(x, t))
    }
}

/// Largest number of words of a block that is transformed level by level; longer ones are halved first, to stay in the
/// L1 cache.
const BLOCK: usize = 1 << 11;

/// Transforms residues of a polynomial modulo x^n − s² to its values, at node `b` of the tree of roots: the left child
/// is modulo x^(n/2) − s, the right one modulo x^(n/2) + s, s = `roots[b]`. In: [0, p). Out: the forward range,
/// bit-reversed order.
pub fn forward<A: Arith>(arith: A, x: &mut [u64], b: usize, roots: &[Shoup]) {
    if x.len() > BLOCK {
        let (left, right) = x.split_at_mut(x.len() / 2);
        forward_pass(arith, left, right, roots[b]);
        forward(arith, left, 2 * b, roots);
        return forward(arith, right, 2 * b + 1, roots);
    }
    let (mut half, mut first, mut nodes) = (x.len() / 2, b, 1);
    while half > 0 {
        for (node, w) in x.chunks_exact_mut(2 * half).zipped(&roots[first..first + nodes]) {
            let (left, right) = node.split_at_mut(half);
            forward_pass(arith, left, right, *w);
        }
        (half, first, nodes) = (half / 2, 2 * first, 2 * nodes);
    }
}

#[inline(always)]
fn forward_pass<A: Arith>(arith: A, left: &mut [u64], right: &mut [u64], w: Shoup) {
    for (x, y) in left.walk_mut().zipped(right) {
        (*x, *y) = arith.forward(*x, *y, w);
    }
}

/// Undoes [`forward`], except for the factor n. `roots` holds the inverses. In: [0, p), bit-reversed order. Out: the
/// inverse range.
pub fn inverse<A: Arith>(arith: A, x: &mut [u64], b: usize, roots: &[Shoup]) {
    if x.len() > BLOCK {
        let (left, right) = x.split_at_mut(x.len() / 2);
        inverse(arith, left, 2 * b, roots);
        inverse(arith, right, 2 * b + 1, roots);
        return inverse_pass(arith, left, right, roots[b]);
    }
    let mut half = 1;
    while half < x.len() {
        let nodes = x.len() / (2 * half);
        let first = b * nodes;
        for (node, w) in x.chunks_exact_mut(2 * half).zipped(&roots[first..first + nodes]) {
            let (left, right) = node.split_at_mut(half);
            inverse_pass(arith, left, right, *w);
        }
        half *= 2;
    }
}

#[inline(always)]
fn inverse_pass<A: Arith>(arith: A, left: &mut [u64], right: &mut [u64], w: Shoup) {
    for (x, y) in left.walk_mut().zipped(right) {
        (*x, *y) = arith.inverse(*x, *y, w);
    }
}
