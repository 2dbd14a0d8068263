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

/// Products modulo one n by the fastest kernel for it.
#[derive(Clone, Copy, Debug)]
pub struct Short {
    kernel: &'static ShortKernel,
    constants: Constants,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{bits::testing::noise, simd::Portable};

    /// The same loops on arrays of words.
    static PORTABLE: [ShortKernel; 7] = [
        kernel::<Portable, Low<_>, 1, 1, 4>("ifma-26-portable", Moduli::Bits(26)),
        kernel::<Portable, Fma<_, false>, 1, 1, 4>("ifma-51-portable", Moduli::Bits(51)),
        kernel::<Portable, Fma<_, false>, 2, 1, 1>("ifma-62-portable", Moduli::Bits(62)),
        kernel::<Portable, Fma<_, true>, 2, 1, 1>("ifma-64-portable", Moduli::Within(1 << 62, u64::MAX)),
        kernel::<Portable, Halves<_>, 1, 2, 1>("halves-32-portable", Moduli::Within(0, 1 << 32)),
        kernel::<Portable, Halves<_>, 2, 2, 1>("halves-62-portable", Moduli::Bits(62)),
        kernel::<Portable, Halves<_>, 3, 2, 1>("halves-64-portable", Moduli::Within(1 << 62, u64::MAX)),
    ];

    /// Moduli at the bounds of the kernels, even and odd.
    const MODULI: [u64; 31] = [
        2,
        3,
        (1 << 26) - 5,
        1 << 26,
        (1 << 26) + 15,
        (1 << 27) - 39,
        (1 << 31) - 1,
        (1 << 32) - 5,
        (1 << 32) - 1,
        1 << 32,
        (1 << 32) + 1,
        (1 << 32) + 15,
        (1 << 50) - 27,
        (1 << 51) - 129,
        (1 << 51) - 1,
        1 << 51,
        (1 << 51) + 21,
        1 << 52,
        (1 << 52) + 1,
        (1 << 61) - 1,
        (1 << 62) - 57,
        (1 << 62) - 1,
        1 << 62,
        (1 << 62) + 1,
        (1 << 63) - 25,
        (1 << 63) - 1,
        1 << 63,
        (1 << 63) + 1,
        u64::MAX - 58,
        u64::MAX - 1,
        u64::MAX,
    ];

    /// Every kernel that this CPU runs.
    fn kernels() -> impl Iterator<Item = &'static ShortKernel> {
        PORTABLE.iter().chain(KERNELS.iter().filter(|k| k.needs.runs_within(Target::AVX512)))
    }

    /// Coefficients: the largest, scattered ones, both, and those whose sums are next to multiples of n.
    fn coefficient(n: Modulus, kind: u64, i: u64) -> u64 {
        match kind {
            0 => n.n() - 1,
            1 => n.reduce(noise(i)),
            2 if i.is_multiple_of(3) => n.n() - 1,
            2 => i % n.n(),
            _ => [0, 1, n.n() - 1][(noise(i) % 3) as usize],
        }
    }

    fn defined(n: Modulus, a: &[u64], b: &[u64]) -> Vec<u64> {
        let mut out = vec![0; a.len() + b.len() - 1];
        for (i, &x) in a.iter().enumerate() {
            for (j, &y) in b.iter().enumerate() {
                let sum = u128::from(out[i + j]) + u128::from(x) * u128::from(y) % u128::from(n.n());
                out[i + j] = (sum % u128::from(n.n())) as u64;
            }
        }
        out
    }

    #[test]
    fn short_products_agree_with_the_definition() {
        let lengths = [
            (1, 1),
            (1, 9),
            (2, 3),
            (7, 8),
            (8, 8),
            (9, 17),
            (16, 16),
            (17, 5),
            (33, 40),
            (64, 65),
            (255, 256),
            (256, 256),
        ];
        for n in MODULI.map(|n| Modulus::new(n).expect("a modulus")) {
            for (la, lb) in lengths {
                for kind in 0..4 {
                    let a: Vec<u64> = (0..la as u64).map(|i| coefficient(n, kind, i)).collect();
                    let b: Vec<u64> = (0..lb as u64).map(|i| coefficient(n, kind, i + 1000)).collect();
                    let (expected, full) = (defined(n, &a, &b), la + lb - 1);
                    for kernel in kernels().filter(|k| k.takes(n)) {
                        let short = Short { kernel, constants: (kernel.loops.constants)(n) };
                        for (start, end) in [(0, full), (0, full / 2), (full / 3, full), (lb - 1, full), (full, full)] {
                            let mut out = vec![7; end - start];
                            short.multiply(&mut out, &a, &b, start);
                            assert_eq!(
                                out,
                                expected[start..end],
                                "{kernel:?}, n = {}, {la} by {lb}, kind {kind}",
                                n.n()
                            );
                        }
                    }
                }
            }
        }
    }

    /// Products by 1, x and −x of residues at the ends, and by factors that take other residues there: remainders next to 0 and to n.
    #[test]
    fn results_at_the_ends_of_the_range_are_reduced() {
        for n in MODULI.map(|n| Modulus::new(n).expect("a modulus")) {
            let ends = (0..48).flat_map(|i| [n.reduce(i), n.neg(n.reduce(i)), n.reduce(n.n() / 2 + i)]);
            let results: Vec<u64> = ends.collect();
            for c in [1, n.n() - 1, n.n() / 2, n.reduce(0x9e37_79b9_7f4a_7c15), n.reduce(1 << 52)] {
                let Ok(inverse) = n.inv(c) else { continue };
                let b: Vec<u64> = results.iter().map(|&r| n.mul(r, inverse)).collect();
                for kernel in kernels().filter(|k| k.takes(n)) {
                    let short = Short { kernel, constants: (kernel.loops.constants)(n) };
                    let mut out = vec![7; b.len()];
                    short.multiply(&mut out, &[c], &b, 0);
                    assert_eq!(out, results, "{kernel:?}, {c} modulo {}", n.n());
                }
            }
        }
    }

    /// Products of integers at the bounds of the digits and columns, of both signs, against sums of 128 bits.
    #[test]
    fn products_of_integers_agree_with_the_definition() {
        static PORTABLE: SignedKernel = signed::<Portable, 2>("signed-portable");
        let kernels = SIGNED.iter().filter(|k| k.needs.runs_within(Target::AVX512)).chain([&PORTABLE]);
        let magnitude = |bits: u32| (1i64 << bits) - 1;
        let mut ways = [[0; 2]; 2];
        for kernel in kernels {
            for (x, y) in [
                (1, 1),
                (5, 40),
                (20, 31),
                (27, 27),
                (28, 28),
                (31, 31),
                (32, 31),
                (32, 32),
                (50, 3),
                (52, 52),
                (58, 58),
            ] {
                for (la, lb) in
                    [(1, 1), (2, 3), (3, 9), (8, 8), (7, 16), (17, 5), (16, 33), (64, 65), (255, 256), (256, 256)]
                {
                    for kind in 0..4 {
                        let draw = |bits: u32, i: u64| match kind {
                            0 => magnitude(bits),
                            1 => -magnitude(bits),
                            2 if i.is_multiple_of(2) => magnitude(bits),
                            2 => -magnitude(bits),
                            _ => noise(i) as i64 >> (63 - bits),
                        } as u64;
                        let a: Vec<u64> = (0..la as u64).map(|i| draw(x, i)).collect();
                        let b: Vec<u64> = (0..lb as u64).map(|i| draw(y, i + 1000)).collect();
                        let full = la + lb - 1;
                        let mut expected = vec![0i128; full];
                        for (i, &x) in a.iter().enumerate() {
                            for (j, &y) in b.iter().enumerate() {
                                expected[i + j] += i128::from(x as i64) * i128::from(y as i64);
                            }
                        }
                        // a magnitude below 2^bits; the least signed words are 2^bits themselves
                        let bits = if kind == 3 { [x + 1, y + 1] } else { [x, y] };
                        for width in [1, 2] {
                            let Some(digits) = kernel.digits(bits, [la.min(lb), la.max(lb)], width) else { continue };
                            ways[digits - 1][width - 1] += 1;
                            for (start, end) in
                                [(0, full), (0, full / 2), (full / 3, full), (lb - 1, full), (full, full)]
                            {
                                let mut out = vec![7; (end - start) * width];
                                kernel.multiply(&mut out, width, &a, &b, bits, start);
                                for (k, out) in out.chunks_exact(width).enumerate() {
                                    let sum = expected[start + k];
                                    let words = [sum as u64, (sum >> 64) as u64];
                                    assert_eq!(
                                        *out,
                                        words[..width],
                                        "{kernel:?}, {x} by {y} bits, {la} by {lb}, kind {kind}, {k}"
                                    );
                                }
                            }
                        }
                    }
                }
            }
        }
        assert!(ways.iter().flatten().all(|&n| n > 0), "{ways:?}");
    }

    /// Every modulus has a kernel where there are vectors.
    #[test]
    fn every_modulus_has_a_kernel() {
        for target in Target::families() {
            for n in MODULI.map(|n| Modulus::new(n).expect("a modulus")) {
                let found = Short::new(target, n);
                assert_eq!(found.is_some(), target.has_vectors(), "{target}, {}", n.n());
                assert!(found.is_none_or(|short| short.kernel().takes(n) && target.contains(short.kernel().needs())));
            }
        }
    }
}
