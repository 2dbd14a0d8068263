//! Determinants of many small matrices at once, one matrix in each lane: Crout's elimination without exchanges, odd p
//! below 2^62.
//!
//! Step k computes column k of L, then row k of U; each entry is one sum of products, reduced once (as far as the
//! arithmetic allows). The pivots of a batch of vectors are inverted together: products along the batch, one inversion
//! of eight words, and back (Montgomery 1987, "Speeding the Pollard and elliptic curve methods of factorization",
//! §10.3.1). A lane that meets a zero pivot goes on with 1 and is reported: it needs row exchanges, which the lanes of
//! a vector cannot do each on its own.
//!
//! Products are over R (2^52, or 2^62): L is kept plain, U times R, so that sums of l·u/R are plain again.
//! Cost: r³/3 products a matrix, 5r more to invert. Ranges: docs/notes/007-matrices-at-points.md.

use super::lengths;
use crate::{
    arith::Modulus,
    cpu::{self, Isa},
};
#[cfg(target_arch = "x86_64")]
use {
    super::{lanes::Lanes, pointwise_matrix, shoup::Montgomery62, words::Halves},
    std::arch::x86_64::*,
};

/// Number of matrices in a vector.
pub const LANES: usize = 8;
/// Number of words of a batch's matrices, so that they stay in the L2 cache.
const BATCH_WORDS: usize = 1 << 16;
/// Largest number of vectors of a batch.
const BATCH: usize = 32;

/// The elimination compiled for one arithmetic.
#[derive(Clone, Copy)]
pub struct DetKernel {
    name: &'static str,
    isa: Isa,
    max_bits: u32,
    /// log2 of the radix R that products are divided by.
    shift: u32,
    run: unsafe fn(&mut Batch<'_>),
}

impl std::fmt::Debug for DetKernel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

/// The matrices of a batch of vectors, with their pivots and determinants.
struct Batch<'a> {
    p: Modulus,
    /// Number of rows.
    n: usize,
    /// Number of vectors of matrices.
    vectors: usize,
    /// Entry (i, j) of vector v at 8·((v·n + i)·n + j).
    words: &'a mut [u64],
    /// One vector for each vector of matrices: pivots, their products along the batch, determinants.
    pivots: &'a mut [u64],
    products: &'a mut [u64],
    determinants: &'a mut [u64],
    /// Whether a lane met a zero pivot.
    zero: &'a mut [bool],
    /// R² and R^n modulo p.
    square: u64,
    power: u64,
}

/// The fastest kernel for p that needs no more than the instructions `isa`, if there is one.
#[must_use]
pub fn select(isa: Isa, p: Modulus) -> Option<&'static DetKernel> {
    let fits = |k: &&DetKernel| p.n() % 2 == 1 && p.n() > 1 && p.bits() <= k.max_bits;
    KERNELS.iter().find(|k| fits(k) && k.isa <= isa.min(cpu::host().supported))
}

impl DetKernel {
    /// Name of the kernel, for people.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Whether it takes primes of more than 50 bits, where each product is reduced by itself.
    #[must_use]
    pub fn is_wide(&self) -> bool {
        self.max_bits > super::pointwise_matrix::MAX_BITS
    }

    /// Writes the determinants of matrices: `out[t]` is that of the matrix of words t of the n² entries, row by row,
    /// all in [0, p), p prime. Returns the places whose matrices met a zero pivot, where `out` holds anything.
    ///
    /// # Panics
    /// If the lengths do not fit, p is not a prime that [`select`] accepts, or n is 0.
    pub fn determinants(&self, p: Modulus, n: usize, entries: &[&[u64]], out: &mut [u64]) -> Vec<usize> {
        assert!(p.n() % 2 == 1 && p.bits() <= self.max_bits && cpu::host().supported >= self.isa);
        assert!(n > 0 && entries.len() == lengths::product([n, n]) && entries.iter().all(|e| e.len() == out.len()));
        let each = lengths::product([LANES, n, n]);
        let vectors = (BATCH_WORDS / each).clamp(1, BATCH).min(out.len().div_ceil(LANES)).max(1);
        let mut words = vec![0; lengths::product([each, vectors])];
        let [mut pivots, mut products, mut determinants] = [(); 3].map(|()| vec![0; LANES * vectors]);
        let mut zero = vec![false; LANES * vectors];
        let radix = p.pow(p.reduce(2), self.shift.into());
        let (square, power) = (p.mul(radix, radix), p.pow(radix, n as u64));
        let mut again = Vec::new();
        for (batch, out) in out.chunks_mut(LANES * vectors).enumerate() {
            let first = batch * LANES * vectors;
            for (e, entry) in entries.iter().enumerate() {
                for (v, part) in entry[first..first + out.len()].chunks(LANES).enumerate() {
                    words[LANES * (v * n * n + e)..][..part.len()].copy_from_slice(part);
                }
            }
            zero.fill(false);
            let mut task = Batch {
                p,
                n,
                vectors: out.len().div_ceil(LANES),
                words: &mut words,
                pivots: &mut pivots,
                products: &mut products,
                determinants: &mut determinants,
                zero: &mut zero,
                square,
                power,
            };
            // SAFETY: the CPU has been asked, and the buffers are as long as the batch says
            unsafe { (self.run)(&mut task) }
            out.copy_from_slice(&determinants[..out.len()]);
            again.extend((0..out.len()).filter(|&t| zero[t]).map(|t| first + t));
        }
        again
    }
}

#[cfg(not(target_arch = "x86_64"))]
static KERNELS: [DetKernel; 0] = [];
/// The functions of a kernel, compiled for one arithmetic and its features.
#[cfg(target_arch = "x86_64")]
macro_rules! kernel {
    ($arith:ty, $name:literal, $isa:expr, $features:literal) => {{
        #[target_feature(enable = $features)]
        unsafe fn compiled(batch: &mut Batch<'_>) {
            // SAFETY: the caller's promises
            unsafe { run::<$arith>(batch) }
        }
        DetKernel {
            name: $name,
            isa: $isa,
            max_bits: <$arith as Arith>::MAX_BITS,
            shift: <$arith as Arith>::SHIFT,
            run: compiled,
        }
    }};
}
#[cfg(target_arch = "x86_64")]
static KERNELS: [DetKernel; 3] = [
    kernel!(Ifma, "ifma", Isa::Avx512, "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma"),
    kernel!(Montgomery62<__m512i>, "montgomery", Isa::Avx512, "avx512f,avx512bw,avx512dq,avx512vl"),
    kernel!(Montgomery62<Halves>, "montgomery-avx2", Isa::Avx2, "avx2"),
];

/// The arithmetic of an elimination: values are in [0, p).
///
/// SAFETY of every method: the CPU has the features that the implementation needs, pointers are valid for eight words.
#[cfg(target_arch = "x86_64")]
trait Arith: Copy {
    type V: Copy;
    /// A sum of products over R.
    type Sum: Copy;
    const MAX_BITS: u32;
    /// log2 R.
    const SHIFT: u32;
    unsafe fn new(p: u64) -> Self;
    unsafe fn load(x: *const u64) -> Self::V;
    unsafe fn store(x: *mut u64, v: Self::V);
    /// Largest number of products of a sum.
    fn most(self) -> usize;
    /// The empty sum.
    unsafe fn empty() -> Self::Sum;
    /// The sum and x·y/R.
    unsafe fn plus_product(self, sum: Self::Sum, x: Self::V, y: Self::V) -> Self::Sum;
    /// The value of a sum.
    unsafe fn value(self, sum: Self::Sum) -> Self::V;
    /// x − y.
    unsafe fn minus(self, x: Self::V, y: Self::V) -> Self::V;
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn product<A: Arith>(arith: A, x: A::V, y: A::V) -> A::V {
    // SAFETY: the caller's promise
    unsafe { arith.value(arith.plus_product(A::empty(), x, y)) }
}

/// `x[s]` − Σ `left[s]`[t]·`right[s]`[t]/R, t < `terms`, for W neighbouring places; steps in words from t to t + 1.
///
/// SAFETY: as for the methods of [`Arith`].
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn less_products<A: Arith, const W: usize>(
    arith: A,
    x: [*mut u64; W],
    [left, right]: [[*const u64; W]; 2],
    steps: [usize; 2],
    terms: usize,
) {
    // SAFETY: the caller's promise
    unsafe {
        // no closures here: the functions they call would not be compiled for the features
        let mut values = [A::load(x[0]); W];
        for s in 1..W {
            values[s] = A::load(x[s]);
        }
        let mut start = 0;
        while start < terms {
            let end = terms.min(start + arith.most());
            let mut sums = [A::empty(); W];
            for t in start..end {
                for s in 0..W {
                    let (l, r) = (A::load(left[s].add(steps[0] * t)), A::load(right[s].add(steps[1] * t)));
                    sums[s] = arith.plus_product(sums[s], l, r);
                }
            }
            for s in 0..W {
                values[s] = arith.minus(values[s], arith.value(sums[s]));
            }
            start = end;
        }
        for s in 0..W {
            A::store(x[s], values[s]);
        }
    }
}

/// SAFETY: the CPU has the features that A needs; the buffers are as long as the batch says.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn run<A: Arith>(batch: &mut Batch<'_>) {
    let (n, vectors) = (batch.n, batch.vectors);
    // SAFETY: the caller's promise
    unsafe {
        let arith = A::new(batch.p.n());
        for k in 0..n {
            for v in 0..vectors {
                let m = batch.words.as_mut_ptr().add(LANES * v * n * n);
                let at = |i: usize, j: usize| m.add(LANES * (i * n + j));
                column(arith, at, [k, n]);
                take_pivot(arith, batch, v, at(k, k), k == 0);
            }
            if k + 1 == n {
                break;
            }
            invert(arith, batch);
            for v in 0..vectors {
                let m = batch.words.as_mut_ptr().add(LANES * v * n * n);
                let at = |i: usize, j: usize| m.add(LANES * (i * n + j));
                row(arith, at, [k, n], A::load(batch.pivots.as_ptr().add(LANES * v)));
            }
        }
        let power = A::load([batch.power; LANES].as_ptr());
        for d in batch.determinants.chunks_exact_mut(LANES).take(vectors) {
            A::store(d.as_mut_ptr(), product(arith, A::load(d.as_ptr()), power));
        }
    }
}

/// Column k of L, from the diagonal on. SAFETY: as for [`run`].
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn column<A: Arith>(arith: A, at: impl Fn(usize, usize) -> *mut u64, [k, n]: [usize; 2]) {
    const W: usize = 4;
    let mut i = k;
    // SAFETY: the caller's promise
    unsafe {
        while i + W <= n {
            let left = std::array::from_fn(|s| at(i + s, 0).cast_const());
            let x = std::array::from_fn(|s| at(i + s, k));
            less_products::<A, W>(arith, x, [left, [at(0, k).cast_const(); W]], [LANES, LANES * n], k);
            i += W;
        }
        for i in i..n {
            let sides = [[at(i, 0).cast_const()], [at(0, k).cast_const()]];
            less_products::<A, 1>(arith, [at(i, k)], sides, [LANES, LANES * n], k);
        }
    }
}

/// Row k of U beyond the diagonal, times R; `inverse` is that of the pivot, times R². SAFETY: as for [`run`].
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn row<A: Arith>(arith: A, at: impl Fn(usize, usize) -> *mut u64, [k, n]: [usize; 2], inverse: A::V) {
    const W: usize = 4;
    let mut j = k + 1;
    // SAFETY: the caller's promise
    unsafe {
        while j + W <= n {
            let right = std::array::from_fn(|s| at(0, j + s).cast_const());
            let x = std::array::from_fn(|s| at(k, j + s));
            less_products::<A, W>(arith, x, [[at(k, 0).cast_const(); W], right], [LANES, LANES * n], k);
            j += W;
        }
        for j in j..n {
            let sides = [[at(k, 0).cast_const()], [at(0, j).cast_const()]];
            less_products::<A, 1>(arith, [at(k, j)], sides, [LANES, LANES * n], k);
        }
        for j in k + 1..n {
            A::store(at(k, j), product(arith, A::load(at(k, j)), inverse));
        }
    }
}

/// Multiplies the determinant by the pivot and stores the pivot; a zero pivot is replaced by 1. SAFETY: as for [`run`].
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn take_pivot<A: Arith>(arith: A, batch: &mut Batch<'_>, v: usize, pivot: *mut u64, first: bool) {
    // SAFETY: eight words each
    unsafe {
        let lanes = &mut *pivot.cast::<[u64; LANES]>();
        for (lane, zero) in lanes.iter_mut().zip(&mut batch.zero[LANES * v..]) {
            *zero |= *lane == 0;
            *lane = (*lane).max(u64::from(*lane == 0));
        }
        let pivot = A::load(pivot);
        A::store(batch.pivots.as_mut_ptr().add(LANES * v), pivot);
        let d = batch.determinants.as_mut_ptr().add(LANES * v);
        // n − 1 products over R, and one more with R^n, which brings all of them back
        A::store(d, if first { pivot } else { product(arith, A::load(d), pivot) });
    }
}

/// Replaces the batch's pivots by their inverses times R². SAFETY: as for [`run`].
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn invert<A: Arith>(arith: A, batch: &mut Batch<'_>) {
    let (pivots, products) = (batch.pivots.as_mut_ptr(), batch.products.as_mut_ptr());
    // SAFETY: a vector of each for every vector of matrices
    unsafe {
        let mut along = A::load(pivots);
        A::store(products, along);
        for v in 1..batch.vectors {
            along = product(arith, along, A::load(pivots.add(LANES * v)));
            A::store(products.add(LANES * v), along);
        }
        let mut inverses = [0; LANES];
        A::store(inverses.as_mut_ptr(), along);
        if batch.p.batch_inv(&mut inverses).is_err() {
            // p is not prime: no result of this batch is right
            batch.zero.fill(true);
        }
        inverses.iter_mut().for_each(|x| *x = batch.p.mul(*x, batch.square));
        // 1/∏ times R² and one product before: over R each, so that the factor R² remains
        let mut inverse = A::load(inverses.as_ptr());
        for v in (1..batch.vectors).rev() {
            let pivot = pivots.add(LANES * v);
            let own = product(arith, inverse, A::load(products.add(LANES * (v - 1))));
            inverse = product(arith, inverse, A::load(pivot));
            A::store(pivot, own);
        }
        A::store(pivots, inverse);
    }
}

/// 52-bit multiply-add, p < 2^50.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
struct Ifma {
    reduction: pointwise_matrix::Reduction,
    most: usize,
}

#[cfg(target_arch = "x86_64")]
impl Arith for Ifma {
    type V = __m512i;
    type Sum = [__m512i; 2];
    const MAX_BITS: u32 = pointwise_matrix::MAX_BITS;
    const SHIFT: u32 = pointwise_matrix::SHIFT;

    #[inline(always)]
    unsafe fn new(p: u64) -> Self {
        // SAFETY: the caller's promise
        let reduction = unsafe { pointwise_matrix::Reduction::new(p) };
        Ifma { reduction, most: pointwise_matrix::MatrixKernel::most_terms(p) }
    }
    #[inline(always)]
    unsafe fn load(x: *const u64) -> __m512i {
        // SAFETY: the caller's words
        unsafe { _mm512_loadu_si512(x.cast()) }
    }
    #[inline(always)]
    unsafe fn store(x: *mut u64, v: __m512i) {
        // SAFETY: the caller's words
        unsafe { _mm512_storeu_si512(x.cast(), v) }
    }
    #[inline(always)]
    fn most(self) -> usize {
        self.most
    }
    #[inline(always)]
    unsafe fn empty() -> [__m512i; 2] {
        // SAFETY: the caller's promise
        unsafe { [_mm512_setzero_si512(); 2] }
    }
    #[inline(always)]
    unsafe fn plus_product(self, [low, high]: [__m512i; 2], x: __m512i, y: __m512i) -> [__m512i; 2] {
        // SAFETY: the caller's promise
        unsafe { [_mm512_madd52lo_epu64(low, x, y), _mm512_madd52hi_epu64(high, x, y)] }
    }
    #[inline(always)]
    unsafe fn value(self, [low, high]: [__m512i; 2]) -> __m512i {
        // SAFETY: the caller's promise
        unsafe { self.reduction.reduced(low, high) }
    }
    #[inline(always)]
    unsafe fn minus(self, x: __m512i, y: __m512i) -> __m512i {
        // SAFETY: the caller's promise
        unsafe { self.reduction.minus(x, y) }
    }
}

/// Montgomery's product, each term reduced at once.
#[cfg(target_arch = "x86_64")]
impl<X: super::words::Words> Arith for Montgomery62<X> {
    type V = X;
    type Sum = X;
    const MAX_BITS: u32 = <Self as Lanes>::MAX_BITS;
    const SHIFT: u32 = <Self as Lanes>::MAX_BITS;

    #[inline(always)]
    unsafe fn new(p: u64) -> Self {
        // SAFETY: the caller's promise
        unsafe { <Self as Lanes>::new(p) }
    }
    #[inline(always)]
    unsafe fn load(x: *const u64) -> X {
        // SAFETY: the caller's words
        unsafe { <Self as Lanes>::load_residues(x) }
    }
    #[inline(always)]
    unsafe fn store(x: *mut u64, v: X) {
        // SAFETY: the caller's words
        unsafe { <Self as Lanes>::store(x, v) }
    }
    #[inline(always)]
    fn most(self) -> usize {
        usize::MAX
    }
    #[inline(always)]
    unsafe fn empty() -> X {
        // SAFETY: the caller's promise
        unsafe { <Self as Lanes>::zero() }
    }
    #[inline(always)]
    unsafe fn plus_product(self, sum: X, x: X, y: X) -> X {
        // SAFETY: the caller's promise; both are below p
        unsafe { self.plain(sum, self.times(x, self.digits_of(y)), 1).0 }
    }
    #[inline(always)]
    unsafe fn value(self, sum: X) -> X {
        sum
    }
    #[inline(always)]
    unsafe fn minus(self, x: X, y: X) -> X {
        // SAFETY: the caller's promise; both are below p
        unsafe { self.plain(x, y, 1).1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::testing::noise;

    /// The determinant by elimination with exchanges, in wide integers, and whether elimination without exchanges met a
    /// zero pivot.
    fn determinant(p: u64, n: usize, mut m: Vec<u64>) -> (u64, bool) {
        let mul = |x: u64, y: u64| (u128::from(x) * u128::from(y) % u128::from(p)) as u64;
        let (mut d, mut plain) = (1 % p, true);
        for k in 0..n {
            let Some(i) = (k..n).find(|&i| m[i * n + k] != 0) else { return (0, false) };
            if i != k {
                plain = false;
                (0..n).for_each(|j| m.swap(i * n + j, k * n + j));
                d = mul(d, p - 1);
            }
            d = mul(d, m[k * n + k]);
            let (mut inverse, mut square, mut e) = (1, m[k * n + k], p - 2);
            while e > 0 {
                inverse = if e & 1 == 1 { mul(inverse, square) } else { inverse };
                (square, e) = (mul(square, square), e >> 1);
            }
            for i in k + 1..n {
                let factor = mul(m[i * n + k], inverse);
                for j in k..n {
                    m[i * n + j] = (m[i * n + j] + p - mul(factor, m[k * n + j])) % p;
                }
            }
        }
        (d, plain)
    }

    #[test]
    fn determinants_agree_with_elimination() {
        let mut kernels = 0;
        for isa in Isa::ALL {
            for p in [3, 5, 97, (1 << 31) - 1, (1 << 48) - 59, (1 << 50) - 27, (1 << 61) - 1, (1 << 62) - 57] {
                let p = Modulus::new(p).unwrap();
                let Some(kernel) = select(isa, p) else { continue };
                kernels += 1;
                for (n, count) in [(1, 3), (2, 8), (3, 300), (4, 17), (5, 1), (7, 9), (13, 20), (16, 40)] {
                    let value = |e: usize, t: usize| match t % 5 {
                        0 => [p.n() - 1, p.n() / 2][(e * e + t) % 2],
                        1 => (e as u64) % p.n(),
                        _ => p.reduce(noise((e * 1000 + t) as u64) >> 3),
                    };
                    let entries: Vec<Vec<u64>> =
                        (0..n * n).map(|e| (0..count).map(|t| value(e, t)).collect()).collect();
                    let views: Vec<&[u64]> = entries.iter().map(Vec::as_slice).collect();
                    let mut out = vec![!0; count];
                    let again = kernel.determinants(p, n, &views, &mut out);
                    for (t, &d) in out.iter().enumerate() {
                        let (expected, plain) = determinant(p.n(), n, (0..n * n).map(|e| entries[e][t]).collect());
                        let singular = expected == 0;
                        assert!(again.contains(&t) == (!plain || singular), "{}: {n} {t} {}", kernel.name, p.n());
                        assert!(again.contains(&t) || d == expected, "{}: {n} {t} modulo {}", kernel.name, p.n());
                    }
                }
            }
        }
        assert_eq!(kernels > 0, cpu::host().supported > Isa::Scalar);
        assert!(select(Isa::Avx512, Modulus::new(98).unwrap()).is_none());
        assert!(select(Isa::Scalar, Modulus::new(97).unwrap()).is_none());
    }

    /// Products of triangles with p − 1 in every place: all that elimination multiplies is p − 1, in sums as long as the matrix.
    #[test]
    fn sums_of_largest_products_are_reduced() {
        for isa in Isa::ALL {
            for p in [97, (1 << 31) - 1, (1 << 48) - 59, (1 << 50) - 27, (1 << 61) - 1, (1 << 62) - 57] {
                let p = Modulus::new(p).unwrap();
                let Some(kernel) = select(isa, p) else { continue };
                for n in [11, 12, 13, 14, 24, 25, 26, 40] {
                    // lower: −1 from the diagonal down; upper: 1 on the diagonal, −1 to its right
                    let entry = |i: usize, j: usize| {
                        // (−1)·(−1) for each k up to i and left of j, and −1 where the diagonal of the upper one is met
                        let terms = (i + 1).min(j) as u64;
                        p.sub(p.reduce(terms), u64::from(j <= i))
                    };
                    let entries: Vec<Vec<u64>> = (0..n * n).map(|at| vec![entry(at / n, at % n); 9]).collect();
                    let views: Vec<&[u64]> = entries.iter().map(Vec::as_slice).collect();
                    let mut out = vec![!0; 9];
                    assert!(kernel.determinants(p, n, &views, &mut out).is_empty(), "{}: {n}", kernel.name);
                    let expected = if n % 2 == 1 { p.n() - 1 } else { 1 };
                    assert_eq!(out, [expected; 9], "{}: {n} modulo {}", kernel.name, p.n());
                }
            }
        }
    }
}
