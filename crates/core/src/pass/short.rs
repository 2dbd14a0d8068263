//! Classical products of short vectors of residues modulo any n, a vector of sums at a time.
//!
//! The coefficients of the longer operand are split into digits once; those of the shorter one are broadcast. A vector of results is the sum of products
//! of broadcast coefficients by windows of the longer operand, each one word before the last, and is reduced once
//! (`Columns`). [`SignedKernel`] has products of integers.

use super::columns::{self, Columns, Constants, Fma, Halves, Low, Modular, Signed};
use crate::simd::inlined::{Walked, Zipped};
use crate::{
    arith::Modulus,
    bits::ceil_log2,
    cpu::Target,
    lengths::within,
    registry::{self, Kernel, Moduli},
    simd::{self, Row, Simd},
};

/// Largest length of an operand.
pub const MAX_LEN: usize = columns::MAX_TERMS;

/// Short products, for a range of moduli.
pub type ShortKernel = Kernel<Loops>;

registry::loops! {
    /// The loops of a [`ShortKernel`].
    #[derive(Clone, Copy)]
    pub struct Loops[S: Simd, C: Modular<S, D>, const D: usize, const V: usize, const B: usize] {
        {
            digits: usize = D;
            constants: fn(Modulus) -> Constants = C::constants;
        }
        multiply(c: &Constants, out: &mut [u64], product: &Product<'_>) = multiply::<S, C, D, V, B>;
    }
}

/// A product of which the coefficients from `start` on are wanted; `a` is the shorter operand.
struct Product<'a> {
    a: &'a [u64],
    b: &'a [u64],
    start: usize,
}

const fn kernel<S: Simd, C: Modular<S, D>, const D: usize, const V: usize, const B: usize>(
    name: &'static str,
    moduli: Moduli,
) -> ShortKernel {
    Kernel { name, needs: S::NEEDS, moduli, loops: Loops::of::<S, C, D, V, B>() }
}

const HALF: Moduli = Moduli::Within(0, 1 << 32);
const LARGE: Moduli = Moduli::Within(1 << 62, u64::MAX);

// a product is one multiply-add or two, which take four cycles each: four independent sums for one digit; two vectors of four words share the shorter
// operand's coefficients
registry::kernels! {
    KERNELS: ShortKernel;
    x86:
    kernel::<simd::Avx512Ifma, Low<_>, 1, 1, 4>("ifma-26", Moduli::Bits(26)),
    kernel::<simd::Avx512Ifma, Fma<_, false>, 1, 1, 4>("ifma-51", Moduli::Bits(51)),
    kernel::<simd::Avx512Ifma, Fma<_, false>, 2, 1, 1>("ifma-62", Moduli::Bits(62)),
    kernel::<simd::Avx512Ifma, Fma<_, true>, 2, 1, 1>("ifma-64", LARGE),
    kernel::<simd::AvxIfma, Low<_>, 1, 1, 4>("ifma-26-avx", Moduli::Bits(26)),
    kernel::<simd::AvxIfma, Fma<_, false>, 1, 1, 4>("ifma-51-avx", Moduli::Bits(51)),
    kernel::<simd::AvxIfma, Fma<_, false>, 2, 1, 1>("ifma-62-avx", Moduli::Bits(62)),
    kernel::<simd::AvxIfma, Fma<_, true>, 2, 1, 1>("ifma-64-avx", LARGE),
    kernel::<simd::Avx512, Halves<_>, 1, 1, 1>("halves-32", HALF),
    kernel::<simd::Avx512, Halves<_>, 2, 1, 1>("halves-62", Moduli::Bits(62)),
    kernel::<simd::Avx512, Halves<_>, 3, 1, 1>("halves-64", LARGE);
    quad:
    kernel::<simd::Quad, Halves<_>, 1, 2, 1>(simd::named!("halves-32"), HALF),
    kernel::<simd::Quad, Halves<_>, 2, 2, 1>(simd::named!("halves-62"), Moduli::Bits(62)),
    kernel::<simd::Quad, Halves<_>, 3, 2, 1>(simd::named!("halves-64"), LARGE);
}

/// The same loops on arrays of words.
#[cfg(feature = "testing")]
#[doc(hidden)]
pub static PORTABLE: [ShortKernel; 7] = [
    kernel::<simd::Portable, Low<_>, 1, 1, 4>("ifma-26-portable", Moduli::Bits(26)),
    kernel::<simd::Portable, Fma<_, false>, 1, 1, 4>("ifma-51-portable", Moduli::Bits(51)),
    kernel::<simd::Portable, Fma<_, false>, 2, 1, 1>("ifma-62-portable", Moduli::Bits(62)),
    kernel::<simd::Portable, Fma<_, true>, 2, 1, 1>("ifma-64-portable", LARGE),
    kernel::<simd::Portable, Halves<_>, 1, 2, 1>("halves-32-portable", HALF),
    kernel::<simd::Portable, Halves<_>, 2, 2, 1>("halves-62-portable", Moduli::Bits(62)),
    kernel::<simd::Portable, Halves<_>, 3, 2, 1>("halves-64-portable", LARGE),
];

/// Products modulo one n by the fastest kernel for it.
#[derive(Clone, Copy, Debug)]
pub struct Short {
    kernel: &'static ShortKernel,
    constants: Constants,
}

#[cfg(feature = "testing")]
#[doc(hidden)]
impl Short {
    /// Products by this kernel, which takes n.
    pub fn with(kernel: &'static ShortKernel, n: Modulus) -> Self {
        kernel.check(n);
        Short { kernel, constants: (kernel.loops.constants)(n) }
    }
}

impl Short {
    /// Products modulo n by the fastest kernel that needs no more than the features of `target`, if there is one.
    #[must_use]
    pub fn new(target: Target, n: Modulus) -> Option<Self> {
        let kernel = registry::select(KERNELS, target, n)?;
        Some(Short { kernel, constants: (kernel.loops.constants)(n) })
    }

    /// The kernel.
    #[must_use]
    pub fn kernel(&self) -> &'static ShortKernel {
        self.kernel
    }

    /// Whether coefficients have one digit: products of two digits take several times as long.
    #[must_use]
    pub fn is_narrow(&self) -> bool {
        self.kernel.loops.digits == 1
    }

    /// Writes the coefficients from `start` on of a·b modulo n, in [0, n); `out` ends within the product.
    ///
    /// # Panics
    /// If a length is wrong, or beyond [`MAX_LEN`].
    pub fn multiply(&self, out: &mut [u64], a: &[u64], b: &[u64], start: usize) {
        let full = (a.len() + b.len()).saturating_sub(1);
        assert!(!a.is_empty() && !b.is_empty() && within(start, out.len(), full), "lengths of a short product");
        assert!(a.len().max(b.len()) <= MAX_LEN, "a factor of at most {MAX_LEN} coefficients");
        let (a, b) = if a.len() < b.len() { (a, b) } else { (b, a) };
        (self.kernel.loops.multiply)(&self.constants, out, &Product { a, b, start });
    }
}

/// Short products of integers.
pub type SignedKernel = Kernel<SignedLoops>;

registry::loops! {
    /// Products of coefficients with this number of digits, to sums of this number of words; of two digits the lower one has `bits` bits.
    #[derive(Clone, Copy)]
    pub struct SignedLoops[S: Simd, const V: usize] {
        one_to_one(bits: &u32, out: &mut [u64], product: &Product<'_>) = multiply::<S, Signed<S, 1>, 1, V, 1>;
        one_to_two(bits: &u32, out: &mut [u64], product: &Product<'_>) = multiply::<S, Signed<S, 2>, 1, V, 1>;
        two_to_one(bits: &u32, out: &mut [u64], product: &Product<'_>) = multiply::<S, Signed<S, 1>, 2, V, 1>;
        two_to_two(bits: &u32, out: &mut [u64], product: &Product<'_>) = multiply::<S, Signed<S, 2>, 2, V, 1>;
    }
}

const fn signed<S: Simd, const V: usize>(name: &'static str) -> SignedKernel {
    Kernel { name, needs: S::NEEDS, moduli: Moduli::Bits(64), loops: SignedLoops::of::<S, V>() }
}

registry::kernels! {
    SIGNED: SignedKernel;
    x86:
    signed::<simd::Avx512, 1>("signed");
    quad:
    signed::<simd::Quad, 2>(simd::named!("signed"));
}

/// The same loops on arrays of words.
#[cfg(feature = "testing")]
#[doc(hidden)]
pub static PORTABLE_SIGNED: SignedKernel = signed::<simd::Portable, 2>("signed-portable");

/// The fastest kernel for products of integers that needs no more than the features of `target`, if there is one.
#[must_use]
pub fn signed_kernel(target: Target) -> Option<&'static SignedKernel> {
    registry::first(SIGNED, target)
}

/// Number of bits of the lower of two digits of coefficients below 2^`bits` in magnitude.
fn low_bits(bits: [u32; 2]) -> u32 {
    bits[0].max(bits[1]).div_ceil(2)
}

impl SignedKernel {
    /// Number of digits, 1 or 2, into which it splits coefficients below 2^`bits` in magnitude to multiply operands of these lengths, the shorter
    /// first, to sums of `width` words; `None` where it does not multiply such operands.
    #[must_use]
    pub fn digits(&self, bits: [u32; 2], [terms, len]: [usize; 2], width: usize) -> Option<usize> {
        if !(1..=MAX_LEN).contains(&terms) || len > MAX_LEN || !(1..=2).contains(&width) {
            return None;
        }
        let most = bits[0].max(bits[1]);
        if most <= 31 {
            return Some(1);
        }
        // the middle column has two products a term, and the carry of the lower one
        (most < 64 && 2 * low_bits(bits) + ceil_log2(terms) + 2 <= 63).then_some(2)
    }

    /// Writes the coefficients from `start` on of a·b, `width` words each in two's complement; `out` ends within the product. Coefficients of a
    /// and b are signed words, below 2^`bits[0]` and 2^`bits[1]` in magnitude; sums that need more words are cut.
    ///
    /// # Panics
    /// If a length is wrong, or there are no [digits](Self::digits) for such products.
    pub fn multiply(&self, out: &mut [u64], width: usize, a: &[u64], b: &[u64], bits: [u32; 2], start: usize) {
        let (a, b) = if a.len() < b.len() { (a, b) } else { (b, a) };
        let digits = self.digits(bits, [a.len(), b.len()], width).expect("sums of short products within columns");
        let (len, full) = (out.len() / width, a.len() + b.len() - 1);
        assert!(out.len() == len * width && within(start, len, full), "lengths of a short product");
        let multiply = match (digits, width) {
            (1, 1) => self.loops.one_to_one,
            (1, _) => self.loops.one_to_two,
            (_, 1) => self.loops.two_to_one,
            _ => self.loops.two_to_two,
        };
        multiply(&low_bits(bits), out, &Product { a, b, start });
    }
}

/// Products with V vectors of results at a time and B independent sums for each.
#[inline(always)]
fn multiply<S: Simd, C: Columns<S, D>, const D: usize, const V: usize, const B: usize>(
    s: S,
    c: &C::Constants,
    out: &mut [u64],
    product: &Product<'_>,
) {
    let c = C::new(s, c);
    match product.b.len() {
        0..=8 if S::PERMUTES && S::LANES == 8 => in_registers::<_, _, D, false>(s, c, out, product),
        0..=16 if S::PERMUTES => in_registers::<_, _, D, true>(s, c, out, product),
        0..=16 => by_windows::<_, _, D, V, B, 32>(s, c, out, product),
        17..=64 => by_windows::<_, _, D, V, B, 80>(s, c, out, product),
        _ => by_windows::<_, _, D, V, B, { MAX_LEN + 16 }>(s, c, out, product),
    }
}

/// The digits of each coefficient of the longer operand, with a block of zeros on either side: ROOM words each.
type Windows<const D: usize, const ROOM: usize> = [[u64; ROOM]; D];

/// Products by windows in memory.
#[inline(always)]
fn by_windows<S: Simd, C: Columns<S, D>, const D: usize, const V: usize, const B: usize, const ROOM: usize>(
    s: S,
    c: C,
    out: &mut [u64],
    &Product { a, b, start }: &Product<'_>,
) {
    let block = V * S::LANES;
    let mut windows: Windows<D, ROOM> = [[0; ROOM]; D];
    for (d, window) in windows.iter_mut().enumerate() {
        for (digit, &x) in window[block..block + b.len()].walk_mut().zipped(b) {
            *digit = c.digit(x, d);
        }
    }
    for (out, first) in out.chunks_mut(block * C::WORDS).zipped((start..).step_by(block)) {
        // outputs first .. first + block need the products a_i·b_j with i + j in that range
        let from = (first + 1).saturating_sub(b.len());
        let to = a.len().min(first + block);
        // the first window may begin up to a block before the digits, or end as far after them
        let sums: [C::Sums; V] =
            block_of_sums::<_, _, D, V, B, ROOM>(s, c, &a[from..to], &windows, block + first - from);
        for v in 0..V {
            let at = v * S::LANES * C::WORDS;
            if at < out.len() {
                let end = out.len().min(at + S::LANES * C::WORDS);
                c.store(&mut out[at..end], sums[v]);
            }
        }
    }
}

/// Σ x_i·(the vectors from word `at` − i on of the longer operand).
#[inline(always)]
fn block_of_sums<S: Simd, C: Columns<S, D>, const D: usize, const V: usize, const B: usize, const ROOM: usize>(
    s: S,
    c: C,
    mut x: &[u64],
    windows: &Windows<D, ROOM>,
    mut at: usize,
) -> [C::Sums; V] {
    let mut sums = [[c.empty(); V]; B];
    while !x.is_empty() {
        let (now, later) = x.split_at(x.len().min(c.terms()));
        let (groups, rest) = now.as_chunks::<B>();
        for group in groups {
            let near = near(windows, at - (B - 1), B - 1 + V * S::LANES);
            for k in 0..B {
                let x = c.each(group[k]);
                for v in 0..V {
                    sums[k][v] = c.plus_product(sums[k][v], x, window(s, near, B - 1 - k + v * S::LANES));
                }
            }
            at -= B;
        }
        for &x in rest {
            let (near, x) = (near(windows, at, V * S::LANES), c.each(x));
            for v in 0..V {
                sums[0][v] = c.plus_product(sums[0][v], x, window(s, near, v * S::LANES));
            }
            at -= 1;
        }
        for v in 0..V {
            sums[0][v] = c.carry(sums[0][v]);
        }
        x = later;
    }
    for v in 0..V {
        if B == 4 {
            let [other, one] = [c.plus(sums[1][v], sums[0][v]), c.plus(sums[2][v], sums[3][v])];
            sums[0][v] = c.plus(other, one);
        }
    }
    sums[0]
}

/// The words of several windows: the length is known to the compiler, and is checked once.
#[inline(always)]
fn near<const D: usize, const ROOM: usize>(windows: &Windows<D, ROOM>, at: usize, len: usize) -> [&[u64]; D] {
    let mut near: [&[u64]; D] = [&[]; D];
    for d in 0..D {
        near[d] = &windows[d][at..][..len];
    }
    near
}

/// The digits of a vector of coefficients.
#[inline(always)]
fn window<S: Simd, const D: usize>(s: S, near: [&[u64]; D], at: usize) -> [S::U; D] {
    let mut y = [s.zero(); D];
    for d in 0..D {
        y[d] = s.load(S::row(&near[d][at..]));
    }
    y
}

/// The same for at most two vectors of coefficients of the longer operand, or one unless `TWO`, which stay in registers: loads of windows of words that were just stored
/// would stall.
#[inline(always)]
fn in_registers<S: Simd, C: Columns<S, D>, const D: usize, const TWO: bool>(
    s: S,
    c: C,
    out: &mut [u64],
    &Product { a, b, start }: &Product<'_>,
) {
    let (low, high) = b.split_at(b.len().min(S::LANES));
    let halves = [c.digits(s.load_padded(low)), c.digits(s.load_padded(high))];
    let one = s.set(1);
    let mut lane = S::Row::ZERO;
    lane.as_mut().iter_mut().enumerate().for_each(|(i, lane)| *lane = i as u64);
    let lane = s.load(&lane);
    for (out, first) in out.chunks_mut(S::LANES * C::WORDS).zipped((start..).step_by(S::LANES)) {
        let from = (first + 1).saturating_sub(b.len());
        let to = a.len().min(first + S::LANES);
        let mut sums = c.empty();
        // the coefficient of b for each lane; none where the number is negative or too large
        let mut wanted = s.add(lane, s.set((first - from) as u64));
        let mut x = &a[from..to];
        while !x.is_empty() {
            let (now, later) = x.split_at(x.len().min(c.terms()));
            for &x in now {
                let mut y = [s.zero(); D];
                for d in 0..D {
                    y[d] = s.permute(halves[0][d], halves[1][d], wanted);
                    if TWO {
                        // else lanes beyond the one vector of coefficients are those of the other, which is zero
                        y[d] = s.select(s.less(wanted, s.set(b.len() as u64)), y[d], s.zero());
                    }
                }
                sums = c.plus_product(sums, c.each(x), y);
                wanted = s.sub(wanted, one);
            }
            sums = c.carry(sums);
            x = later;
        }
        c.store(out, sums);
    }
}
