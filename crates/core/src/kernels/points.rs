//! Operations on many points at once, eight in a vector: Horner's rule, ∏(x − a), and the numerator of Σ c/(x − a).
//!
//! Each step is x + w·y with a prepared w, one half of a transform's butterfly: `Lanes::forward`, whose range is closed
//! for the arithmetics that reduce in every butterfly. Steps of one polynomial depend on each other, those of other
//! points or other coefficients do not: four vectors of points are processed in parallel.

#[cfg(target_arch = "x86_64")]
use super::{ifma::Ifma50, lanes::Lanes, shoup::Shoup62, words::Halves};
use crate::{
    arith::Modulus,
    cpu::{self, Isa},
};
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::__m512i;
use std::fmt;

/// Number of words of a vector.
pub const LANES: usize = 8;
/// Number of zeros before the coefficients of a polynomial under construction.
pub const MARGIN: usize = LANES;

/// Arguments: modulus, points, weights, numerator, denominator.
type Fractions = unsafe fn(u64, &[u64], &[u64], &mut [u64], &mut [u64]);

/// The functions for a range of moduli, prime or not.
#[derive(Clone, Copy)]
pub struct PointKernel {
    name: &'static str,
    isa: Isa,
    /// Largest number of bits of a modulus.
    max_bits: u32,
    /// Number of bits of the quotients of prepared factors, at most 64.
    quotient_bits: u32,
    horner: unsafe fn(u64, &[u64], &[u64], &mut [u64]),
    roots: unsafe fn(u64, &[u64], &mut [u64]),
    fractions: Fractions,
}

impl fmt::Debug for PointKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The fastest kernel for moduli of `bits` bits that needs no more than the instructions `isa`, if there is one.
#[must_use]
pub fn select(isa: Isa, bits: u32) -> Option<&'static PointKernel> {
    KERNELS.iter().find(|k| k.isa <= isa.min(cpu::host().supported) && bits <= k.max_bits)
}

impl PointKernel {
    /// Name of the kernel, for people.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The instructions that it needs.
    #[must_use]
    pub fn isa(&self) -> Isa {
        self.isa
    }

    /// A factor w in [0, n), prepared.
    #[must_use]
    pub fn prepare(&self, n: Modulus, w: u64) -> [u64; 2] {
        let factor = n.shoup(w);
        [w, factor.quotient >> (u64::BITS - self.quotient_bits)]
    }

    /// `out[i]` = Σ v_k·x_i^k in [0, n), for points in blocks of eight: `points` has for each block the eight points,
    /// then their quotients.
    ///
    /// # Panics
    /// If a length is wrong, or n has too many bits.
    pub fn horner(&self, n: Modulus, v: &[u64], points: &[u64], out: &mut [u64]) {
        assert!(out.len().is_multiple_of(LANES) && points.len() == 2 * out.len() && n.bits() <= self.max_bits);
        // SAFETY: the CPU was asked when the kernel was selected, the lengths were checked
        unsafe { (self.horner)(n.n(), v, points, out) }
    }

    /// ∏(x + w) for prepared pairs of w. `out` has [`MARGIN`] zeros, then room for the coefficients, a multiple of
    /// eight words.
    ///
    /// # Panics
    /// If a length is wrong, or n has too many bits.
    pub fn roots(&self, n: Modulus, factors: &[u64], out: &mut [u64]) {
        self.fits(n, factors.len() / 2 + 1, out);
        // SAFETY: as above
        unsafe { (self.roots)(n.n(), factors, out) }
    }

    /// The numerator of Σ c/(x + w) for prepared pairs of w and as many prepared pairs of c; `out` and `product` as in
    /// [`roots`](Self::roots); the words of `product` after its zeros may hold anything.
    ///
    /// # Panics
    /// If a length is wrong, or n has too many bits.
    pub fn fractions(&self, n: Modulus, factors: &[u64], weights: &[u64], out: &mut [u64], product: &mut [u64]) {
        assert!(weights.len() == factors.len() && out.len() == product.len());
        self.fits(n, factors.len() / 2 + 1, out);
        self.fits(n, factors.len() / 2 + 1, product);
        // SAFETY: as above
        unsafe { (self.fractions)(n.n(), factors, weights, out, product) }
    }

    fn fits(&self, n: Modulus, len: usize, out: &[u64]) {
        assert!(n.bits() <= self.max_bits && out.len().is_multiple_of(LANES) && out.len() >= MARGIN + len);
    }
}

/// The functions, compiled for one arithmetic and its features.
#[cfg(target_arch = "x86_64")]
macro_rules! kernel {
    ($arith:ty, $name:literal, $isa:expr, $bits:literal, $features:literal) => {{
        #[target_feature(enable = $features)]
        unsafe fn compiled_horner(p: u64, v: &[u64], points: &[u64], out: &mut [u64]) {
            // SAFETY: the caller's promises
            unsafe { horner::<$arith>(p, v, points, out) }
        }
        #[target_feature(enable = $features)]
        unsafe fn compiled_roots(p: u64, factors: &[u64], out: &mut [u64]) {
            // SAFETY: the caller's promises
            unsafe { roots::<$arith>(p, factors, out) }
        }
        #[target_feature(enable = $features)]
        unsafe fn compiled_fractions(p: u64, factors: &[u64], weights: &[u64], out: &mut [u64], product: &mut [u64]) {
            // SAFETY: the caller's promises
            unsafe { fractions::<$arith>(p, factors, weights, out, product) }
        }
        // sums x + w·y of values below 4p are below 4p again, and need no reduction first
        const _: () = assert!(<$arith>::REDUCED == 0 && <$arith>::FORWARD_LEAST == 0 && <$arith>::FORWARD_FACTOR == 4);
        const _: () = assert!(<$arith>::LANES == LANES);
        PointKernel {
            name: $name,
            isa: $isa,
            max_bits: <$arith>::MAX_BITS,
            quotient_bits: $bits,
            horner: compiled_horner,
            roots: compiled_roots,
            fractions: compiled_fractions,
        }
    }};
}
#[cfg(not(target_arch = "x86_64"))]
static KERNELS: [PointKernel; 0] = [];
#[cfg(target_arch = "x86_64")]
static KERNELS: [PointKernel; 3] = [
    kernel!(Ifma50, "ifma-50", Isa::Avx512, 52, "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma"),
    kernel!(Shoup62<__m512i>, "shoup-62", Isa::Avx512, 64, "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma"),
    kernel!(Shoup62<Halves>, "shoup-62-avx2", Isa::Avx2, 64, "avx2"),
];

/// SAFETY: the CPU has the features that L needs; `points` is twice as long as `out`, a multiple of eight.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn horner<L: Lanes>(p: u64, v: &[u64], points: &[u64], out: &mut [u64]) {
    /// Number of vectors of points processed in parallel.
    const GROUPS: usize = 4;
    /// Number of coefficients that are copied to all lanes of vectors at a time.
    const SPREAD: usize = 64;
    let mut spread = [[0; LANES]; SPREAD];
    out.fill(0);
    for block in v.rchunks(SPREAD) {
        for (vector, &c) in spread.iter_mut().zip(block) {
            *vector = [c; LANES];
        }
        let coefficients = &spread[..block.len()];
        let whole = out.len() / (GROUPS * LANES) * (GROUPS * LANES);
        let (many, rest) = out.split_at_mut(whole);
        for (out, points) in many.chunks_exact_mut(GROUPS * LANES).zip(points.chunks_exact(2 * GROUPS * LANES)) {
            // SAFETY: GROUPS vectors, and twice as many words of points
            unsafe { horner_steps::<L, GROUPS>(p, coefficients, points, out) }
        }
        for (out, points) in rest.chunks_exact_mut(LANES).zip(points[2 * whole..].chunks_exact(2 * LANES)) {
            // SAFETY: a vector, and twice as many words of points
            unsafe { horner_steps::<L, 1>(p, coefficients, points, out) }
        }
    }
    // SAFETY: the caller's promise
    unsafe { settle::<L>(p, out) }
}

/// out = out·x^len + Σ c_k·x^k. SAFETY: as for [`horner`], for G vectors.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn horner_steps<L: Lanes, const G: usize>(p: u64, c: &[[u64; LANES]], points: &[u64], out: &mut [u64]) {
    debug_assert!(out.len() == G * LANES && points.len() == 2 * G * LANES);
    // SAFETY: the lengths are the caller's promise
    unsafe {
        let arith = L::new(p);
        let x: [L::W; G] = std::array::from_fn(|g| L::roots(points.as_ptr().add(2 * LANES * g)));
        let mut sums: [L::V; G] = std::array::from_fn(|g| L::load(out.as_ptr().add(LANES * g)));
        for c in c.iter().rev() {
            let c = L::load_residues(c.as_ptr());
            for g in 0..G {
                sums[g] = arith.forward(c, sums[g], x[g]).0;
            }
        }
        for (g, &sum) in sums.iter().enumerate() {
            L::store(out.as_mut_ptr().add(LANES * g), sum);
        }
    }
}

/// Reduces to [0, p). SAFETY: the CPU has the features that L needs; the length is a multiple of eight, values are in the forward
/// range.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn settle<L: Lanes>(p: u64, v: &mut [u64]) {
    for v in v.chunks_exact_mut(LANES) {
        // SAFETY: eight words
        unsafe { L::new(p).store_values(v.as_mut_ptr(), L::load(v.as_ptr())) }
    }
}

/// SAFETY: the CPU has the features that L needs; `out` has room as [`PointKernel::roots`] says.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn roots<L: Lanes>(p: u64, factors: &[u64], out: &mut [u64]) {
    out.fill(0);
    out[MARGIN] = 1;
    // SAFETY: the caller's promise
    unsafe {
        let arith = L::new(p);
        for (i, factor) in factors.chunks_exact(2).enumerate() {
            let w = L::root(factor.as_ptr());
            // from the top, since each coefficient needs the old value of the one below; degree i + 1 from now on
            for k in (0..=(i + 1) / LANES).rev() {
                let here = out.as_mut_ptr().add(MARGIN + LANES * k);
                L::store(here, arith.forward(L::load(here.sub(1)), L::load(here), w).0);
            }
        }
        settle::<L>(p, &mut out[MARGIN..]);
    }
}

/// SAFETY: the CPU has the features that L needs; `out` and `product` have room as [`PointKernel::fractions`] says.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn fractions<L: Lanes>(p: u64, factors: &[u64], weights: &[u64], out: &mut [u64], product: &mut [u64]) {
    out.fill(0);
    product.fill(0);
    product[MARGIN] = 1;
    // SAFETY: the caller's promise
    unsafe {
        let arith = L::new(p);
        for (i, (factor, weight)) in factors.chunks_exact(2).zip(weights.chunks_exact(2)).enumerate() {
            let (w, c) = (L::root(factor.as_ptr()), L::root(weight.as_ptr()));
            for k in (0..=(i + 1) / LANES).rev() {
                let at = MARGIN + LANES * k;
                let (n, m) = (out.as_mut_ptr().add(at), product.as_mut_ptr().add(at));
                let whole = L::load(m);
                let sum = arith.forward(L::load(n.sub(1)), L::load(n), w).0;
                L::store(n, arith.forward(sum, whole, c).0);
                L::store(m, arith.forward(L::load(m.sub(1)), whole, w).0);
            }
        }
        settle::<L>(p, &mut out[MARGIN..]);
    }
}
