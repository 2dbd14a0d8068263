//! Steps of Euclid's algorithm on residue vectors, without inversions, in place.
//!
//! For deg A = deg B + 1, with a0, a1 and b0, b1 their leading coefficients, one pass over A makes
//!
//! ```text
//! R = b0²·A − a0·b0·x·B + (a0·b1 − b0·a1)·B,        deg R < deg B,
//! ```
//!
//! a multiple of A mod B by a unit, and the same row operation carries the cofactors along (division-free Euclid: Brown,
//! Traub 1971; both quotient coefficients in one pass). Other degrees take one pass for each coefficient of the quotient:
//! A ← b0·A − a0·x^e·B. The factors of a pass are prepared once; where one of them is a reduced product, all are divided
//! by the same power of two, which is a unit too, because p is odd.
//!
//! Values between passes are lazy: every kernel states the multiple of p below which it leaves them (proofs:
//! `docs/notes/001-lazy-ranges.md`). Coefficients above the degree of a row are multiples of p.

#[cfg(target_arch = "x86_64")]
mod full;
#[cfg(target_arch = "x86_64")]
mod narrow;
mod pair;
mod portable;
pub(super) mod steps;
#[cfg(target_arch = "x86_64")]
mod wide;

use crate::simd::inlined::CopyFrom;
use crate::{
    arith::Modulus,
    cpu::Target,
    registry::{self, Kernel, Moduli},
    residue::minus_inverse,
    scratch::Buf,
    simd::{self, Portable, Simd},
};
pub(super) use pair::{BLOCK, FRONT};
pub use pair::{Extent, Pair};
use steps::Arithmetic;

/// Steps of Euclid's algorithm for a range of moduli.
pub type EuclidKernel = Kernel<Loops>;

registry::loops! {
    /// The loops of a [`EuclidKernel`].
    #[derive(Clone, Copy)]
    pub struct Loops[S: Simd, A: Arithmetic<S>] {
        {
            /// log2 of the power of two that divides products of leading coefficients.
            product_shift: u32 = A::PRODUCT_SHIFT;
        }
        run(c: &Constants, pair: &mut Pair, stop: usize, log: Option<&mut Vec<Step>>) = steps::run::<S, A>;
        linear(c: &Constants, x: &mut [u64], q: [u64; 2], y: &[u64]) = steps::linear::<S, A>;
        finish(c: &Constants, row: &[u64], out: &mut [u64]) = steps::finish::<S, A>;
    }
}

/// The kernel of this arithmetic.
const fn kernel<S: Simd, A: Arithmetic<S>>(name: &'static str) -> EuclidKernel {
    // lazy values leave bits of a word unused above them
    assert!(A::MAX as u128 * A::MILLI_FACTOR as u128 <= 1000 << A::PRODUCT_SHIFT);
    Kernel { name, needs: S::NEEDS, moduli: Moduli::Within(1, A::MAX), loops: Loops::of::<S, A>() }
}

registry::kernels! {
    KERNELS: EuclidKernel;
    x86:
    kernel::<simd::Avx512Ifma, narrow::Narrow>("euclid-49"),
    kernel::<simd::Avx512Ifma, wide::Wide<false>>("euclid-61"),
    kernel::<simd::Avx512Ifma, wide::Wide<true>>("euclid-62"),
    kernel::<simd::Avx512Ifma, full::Full>("euclid-64"),
    kernel::<simd::Pair<simd::AvxIfma>, narrow::Narrow>("euclid-49-avx"),
    kernel::<simd::Pair<simd::AvxIfma>, wide::Wide<true>>("euclid-62-avx"),
    kernel::<simd::Pair<simd::AvxIfma>, full::Full>("euclid-64-avx");
    any:
    kernel::<Portable, portable::Words>("euclid-portable");
}

/// Constants of the modulus that kernels need.
#[derive(Clone, Copy, Debug)]
struct Constants {
    n: Modulus,
    p: u64,
    /// −1/p modulo 2^64.
    minus_inverse: u64,
    /// ⌊2^(62 + bits)/p⌋, p of `bits` bits.
    reciprocal: u64,
    bits: u32,
}

/// Euclid's algorithm modulo an odd prime, or modulo any odd n as long as all leading coefficients are units.
#[derive(Clone, Copy, Debug)]
pub struct Euclid {
    constants: Constants,
    kernel: &'static EuclidKernel,
}

/// One division of the remainder sequence: R = scale·(A mod B), scale = `lead`^`passes`, or with `passes` = 0
/// `lead`²·[`Euclid::unit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step<E = u64> {
    /// deg A − deg B.
    pub gap: usize,
    /// The leading coefficient of B, in [0, p).
    pub lead: E,
    /// Number of passes of one quotient coefficient each; 0 for one pass of two.
    pub passes: u64,
}

#[cfg(feature = "testing")]
#[doc(hidden)]
impl Euclid {
    /// The same with another kernel for the modulus.
    pub fn with(self, kernel: &'static EuclidKernel) -> Self {
        kernel.check(self.constants.n);
        Euclid { kernel, ..self }
    }
}

impl Euclid {
    /// The algorithm with the fastest kernel for the modulus at this level of instructions; `None` where there is none:
    /// for even moduli, and for those of 64 bits without 52-bit multiply-add.
    #[must_use]
    pub fn new(target: Target, n: Modulus) -> Option<Self> {
        let p = n.n();
        if p.is_multiple_of(2) {
            return None;
        }
        let kernel = registry::select(KERNELS, target, n)?;
        let reciprocal = ((1u128 << (62 + n.bits())) / u128::from(p)) as u64;
        let constants = Constants { n, p, minus_inverse: minus_inverse(p), reciprocal, bits: n.bits() };
        Some(Euclid { constants, kernel })
    }

    /// The kernel in use.
    #[must_use]
    pub fn kernel(&self) -> &'static EuclidKernel {
        self.kernel
    }

    /// Constant factor of products of leading coefficients: a power of 1/2 modulo p.
    #[must_use]
    pub fn unit(&self) -> u64 {
        let n = self.constants.n;
        n.pow(n.reduce(self.constants.p / 2 + 1), self.kernel.loops.product_shift.into())
    }

    /// Divides until b has at most `stop` coefficients; every division is appended to `log`.
    ///
    /// # Panics
    /// If the pair was made for another modulus and a value is beyond this kernel's range (debug builds only).
    pub fn run(&self, pair: &mut Pair, stop: usize, log: Option<&mut Vec<Step>>) {
        pair.check(1, stop);
        (self.kernel.loops.run)(&self.constants, pair, stop, log);
    }

    /// The pair of a and b, len a > len b, in a buffer of `buffer(words)`; see [`Pair::new`].
    pub fn pair(buffer: impl FnOnce(usize) -> Buf, [a, b]: [&[u64]; 2], extent: Extent) -> Pair {
        Pair::new(buffer, 1, [a.len(), b.len()], extent, |which, row| {
            let v = [a, b][which];
            row[..v.len()].copy_from(v);
            row[v.len()..].fill(0);
        })
    }

    /// Writes the lowest coefficients of a pair's row in [0, p).
    ///
    /// # Panics
    /// If the row has fewer.
    pub fn finish(&self, row: &[u64], out: &mut [u64]) {
        assert!(row.len() >= out.len().next_multiple_of(BLOCK), "a row has fewer coefficients");
        (self.kernel.loops.finish)(&self.constants, row, out);
    }

    /// x += (q0 + q1·X)·y, cut to the length of x: residues in [0, p).
    pub fn add_linear(&self, x: &mut [u64], q: [u64; 2], y: &[u64]) {
        let len = x.len().min(y.len() + 1);
        (self.kernel.loops.linear)(&self.constants, &mut x[..len], q, y);
    }
}
