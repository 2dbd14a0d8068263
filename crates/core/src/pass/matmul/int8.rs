//! Products modulo n < 2^62 through up to 18 pairwise coprime moduli of 8 bits: 64 products of bytes an instruction
//! (AVX-512 VNNI).
//!
//! Entries are represented by their residues nearest to zero, so that a sum of `TERMS` products lies between −M/2 and
//! M/2, M the product of the moduli. Residues modulo these are unsigned on the left, signed on the right.
//! Reconstruction: with y_i = x_i·(M/m_i)^(−1) mod m_i the sum is Σ y_i·M/m_i − t·M, t = round(Σ y_i/m_i); modulo n the
//! weights M/m_i and M have two limbs, and the quotient by n of their weighted sum is computed from doubles. Ranges:
//! `docs/notes/006-dense-matrices.md`.

use super::{Gather, Loops, MatKernel, MatProduct, Output, Rows, tile::TERMS};
use crate::simd::inlined::{self, CopyFrom, Walked, Zipped};
use crate::{
    arith::Modulus,
    lengths::product,
    registry::{Kernel, Moduli},
    simd::{Bytes, run},
};
use std::{
    fmt::{self, Debug},
    marker::PhantomData,
};

/// The kernel on an instruction set.
pub(super) const fn kernel<S: Bytes>(name: &'static str) -> MatKernel {
    let loops = Loops {
        tile: (ROWS, COLS),
        unpacked: None,
        parts: moduli_for,
        build: |name, n| Box::new(Residues::<S> { name, constants: Constants::new(n), set: PhantomData }),
    };
    Kernel { name, needs: S::NEEDS, moduli: Moduli::Within(0, (1 << 62) - 1), loops }
}

/// The moduli, pairwise coprime.
const MODULI: [u64; 18] = [256, 255, 253, 251, 247, 241, 239, 233, 229, 227, 223, 217, 211, 199, 197, 193, 191, 181];
/// Numbers of rows and of vectors (of 16 columns) of a tile.
const ROWS: usize = 8;
const VECTORS: usize = 3;
/// Number of columns of a tile.
const COLS: usize = 16 * VECTORS;
/// Number of terms that one instruction sums.
const STEP: usize = 4;
/// Number of rows of the left operand packed at a time; for their tiles a panel of the right operand is reused while it
/// is in cache.
const BLOCK_ROWS: usize = 128;
const TILES: usize = 4;
/// Number of unused words between the parts of different moduli, so that these do not fall into one set of a cache.
const GAP: usize = 40;
/// Number of bits of the lower limb of a weight.
const LIMB: u32 = 42;
/// Number of fractional bits of Σ y_i/m_i.
const POINT: u32 = 44;

/// Constants of one modulus.
#[derive(Clone, Copy, Debug)]
struct Part {
    m: u64,
    /// ⌈2^52/m⌉.
    reciprocal: u64,
    /// The powers of 256 modulo m, nearest to zero, a byte each.
    powers: u64,
    /// −n modulo m.
    minus_n: u64,
    /// (M/m)^(−1) modulo m.
    inverse: u64,
    /// M/m modulo n in two limbs.
    weight: [u64; 2],
    /// ⌊2^44/m⌋.
    fraction: u64,
}

/// Constants of one n.
struct Constants {
    n: Modulus,
    parts: Vec<Part>,
    /// −M modulo n in two limbs.
    minus_product: [u64; 2],
}

/// Number of moduli that sums of `TERMS` products need.
fn moduli_for(n: Modulus) -> usize {
    // |sum| ≤ TERMS·(n/2)^2, with a margin of 1 % of a bit
    let bits = 2.0 * (n.n() as f64 / 2.0).log2() + (TERMS as f64).log2() + 1.01;
    let mut log2 = 0.0;
    let holds = |&m: &u64| {
        log2 += (m as f64).log2();
        log2 >= bits
    };
    MODULI.iter().position(holds).map_or(MODULI.len(), |last| last + 1)
}

impl Constants {
    fn new(n: Modulus) -> Self {
        let moduli = &MODULI[..moduli_for(n)];
        let limbs = |x: u64| [x & ((1 << LIMB) - 1), x >> LIMB];
        let others = |m: u64, skip: u64| {
            let rest = moduli.iter().filter(|&&other| other != skip);
            rest.fold(1 % m, |p, &other| (u128::from(p) * u128::from(other % m) % u128::from(m)) as u64)
        };
        let part = |&m: &u64| {
            let cofactor = others(m, m);
            let power = |i: usize| (0..i).fold(1 % m, |p, _| p * 256 % m);
            let centred = |x: u64| if x > 127 { x.wrapping_sub(m) as u8 } else { x as u8 };
            Part {
                m,
                reciprocal: (1u64 << 52).div_ceil(m),
                powers: u64::from_le_bytes(inlined::from_fn(|i| centred(power(i)))),
                minus_n: (m - n.n() % m) % m,
                // one of the 256 bytes is the inverse
                inverse: (1..m).find(|x| x * cofactor % m == 1).unwrap_or(0),
                weight: limbs(others(n.n(), m)),
                fraction: (1 << POINT) / m,
            }
        };
        Constants { n, parts: moduli.iter().map(part).collect(), minus_product: limbs(n.neg(others(n.n(), 0))) }
    }

    /// Number of words of one modulus' part of `cols` columns of the right operand.
    fn right_words(terms: usize, cols: usize) -> usize {
        product([terms.div_ceil(STEP), cols.div_ceil(COLS), COLS / 2]) + GAP
    }

    /// Number of words of one modulus' part of a block of rows of the left operand.
    fn left_words(terms: usize) -> usize {
        terms.div_ceil(STEP).next_multiple_of(2) * BLOCK_ROWS / 2 + GAP
    }
}

/// Products modulo one n.
struct Residues<S> {
    name: &'static str,
    constants: Constants,
    set: PhantomData<S>,
}

impl<S> Debug for Residues<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl<S: Bytes> MatProduct for Residues<S> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn packed_len(&self, rows: usize, cols: usize) -> usize {
        let (whole, rest) = (rows / TERMS, rows % TERMS);
        let block = |terms: usize| product([self.constants.parts.len(), Constants::right_words(terms, cols)]);
        let rest = if rest > 0 { block(rest) } else { 0 };
        product([whole, block(TERMS)]).checked_add(rest).expect("a length of a slice")
    }

    fn pack_checked(&self, b: Rows<'_>, out: &mut [u64]) {
        let full = self.packed_len(TERMS, b.cols);
        for (first, block) in (0..b.rows).step_by(TERMS).zipped(out.chunks_mut(full)) {
            let terms = TERMS.min(b.rows - first);
            run!(S::get(), pack_right::<S>, k = &self.constants, b, rows = [first, terms], block);
        }
    }

    fn scratch_len(&self, rows: usize) -> usize {
        self.constants.parts.len() * (Constants::left_words(rows.min(TERMS)) + TILES * ROWS * COLS / 2)
    }

    fn multiply_checked(&self, a: Rows<'_>, packed: &[u64], mut out: Output<'_>, scratch: &mut [u64]) {
        let full = self.packed_len(TERMS, out.cols);
        for (first, block) in (0..a.cols).step_by(TERMS).zipped(packed.chunks(full)) {
            let terms = TERMS.min(a.cols - first);
            for top in (0..a.rows).step_by(BLOCK_ROWS) {
                let (k, scratch) = (&self.constants, &mut *scratch);
                run!(S::get(), multiply_rows::<S>, k, a, at = [top, first, terms], block, out = &mut out, scratch);
            }
            if out.how == Gather::Set {
                out.how = Gather::Add;
            }
        }
    }
}

/// x mod m for x·m < 2^52 and x/m < 2^32.
#[inline(always)]
fn modulo<S: Bytes>(s: S, x: S::U, part: &Part) -> S::U {
    let q = s.add_high52(s.zero(), x, s.set(part.reciprocal));
    s.sub(x, s.mul_halves(q, s.set(part.m)))
}

/// Residues in [0, m) of eight entries; those that are `negative` stand for x − n.
#[inline(always)]
fn residues<S: Bytes>(s: S, x: S::U, negative: S::M, part: &Part) -> S::U {
    /// Bound of the magnitude of eight products of a byte and a signed byte, which is below 2^18, with a margin.
    const BIAS: u64 = 1 << 19;
    let sums = s.add_products(s.zero(), x, s.set(part.powers));
    // of the lower halves, which are signed
    let sums = s.add(s.add(sums, s.shr(sums, 32)), s.set(BIAS / part.m * part.m));
    let sums = s.and(sums, s.set(u64::from(u32::MAX)));
    modulo(s, s.add_where(negative, sums, s.set(part.minus_n)), part)
}

/// Whether entries stand for x − n, the representative nearest to zero.
#[inline(always)]
fn above_half<S: Bytes>(s: S, x: S::U, n: Modulus) -> S::M {
    s.less(s.set(n.n() / 2), x)
}

/// Packs `terms` rows of the right operand from the first on, for each modulus: panels of `COLS` columns, four terms of a column next to each
/// other, signed bytes.
#[inline(always)]
fn pack_right<S: Bytes>(s: S, k: &Constants, b: Rows<'_>, [first, terms]: [usize; 2], out: &mut [u64]) {
    let steps = terms.div_ceil(STEP);
    for q in 0..b.cols.div_ceil(COLS) {
        for step in 0..steps {
            for v in 0..COLS / 8 {
                let column = (q * COLS + 8 * v).min(b.cols);
                let mut x = [s.zero(); STEP];
                for (t, x) in x.iter_mut().enumerate().take(terms - STEP * step) {
                    *x = s.load_padded(&b.row(first + STEP * step + t)[column..]);
                }
                let mut negative = [above_half(s, x[0], k.n); STEP];
                for t in 1..STEP {
                    negative[t] = above_half(s, x[t], k.n);
                }
                for (part, out) in k.parts.walk().zipped(out.chunks_exact_mut(Constants::right_words(terms, b.cols))) {
                    let mut bytes = s.zero();
                    for t in (0..STEP).rev() {
                        let r = residues(s, x[t], negative[t], part);
                        let r = s.sub_where(s.less(s.set(127), r), r, s.set(part.m));
                        bytes = s.or(s.shl(bytes, 8), s.and(r, s.set(255)));
                    }
                    let to = &mut out[(q * steps + step) * COLS / 2 + 4 * v..][..4];
                    to.copy_from(&s.low_halves(bytes));
                }
            }
        }
    }
}

/// Packs the left operand, for each modulus: groups of `ROWS` rows, four terms of a row next to each other, unsigned
/// bytes.
#[inline(always)]
fn pack_left<S: Bytes>(s: S, k: &Constants, a: Rows<'_>, [top, first, terms]: [usize; 3], out: &mut [u64]) {
    let pairs = terms.div_ceil(2 * STEP);
    let rows = BLOCK_ROWS.min(a.rows - top).next_multiple_of(ROWS);
    for i in (0..rows).step_by(2) {
        // rows that are missing are zeros
        let row = |i: usize| if top + i < a.rows { &a.row(top + i)[first..first + terms] } else { &[] };
        let two = [row(i), row(i + 1)];
        for pair in 0..pairs {
            let mut x = [s.zero(); 2];
            for j in 0..2 {
                x[j] = s.load_padded(&two[j][(2 * STEP * pair).min(two[j].len())..]);
            }
            let negative = [above_half(s, x[0], k.n), above_half(s, x[1], k.n)];
            for (part, out) in k.parts.walk().zipped(out.chunks_exact_mut(Constants::left_words(terms))) {
                let mut bytes = [0; 2];
                for j in 0..2 {
                    bytes[j] = s.low_bytes(residues(s, x[j], negative[j], part));
                }
                // two steps of four bytes, each stored next to those of the other rows of the group
                let at = (i / ROWS * 2 * pairs + 2 * pair) * ROWS / 2 + i % ROWS / 2;
                out[at] = bytes[0] & u64::from(u32::MAX) | bytes[1] << 32;
                out[at + ROWS / 2] = bytes[0] >> 32 | bytes[1] & !u64::from(u32::MAX);
            }
        }
    }
}

/// Multiplies a block of rows, given by the first row, the first term and the number of terms, by all columns of the packed right operand.
#[inline(always)]
fn multiply_rows<S: Bytes>(
    s: S,
    k: &Constants,
    a: Rows<'_>,
    [top, first, terms]: [usize; 3],
    right: &[u64],
    out: &mut Output<'_>,
    scratch: &mut [u64],
) {
    /// Number of words of a tile's sums.
    const TILE: usize = ROWS * COLS / 2;
    let (left, sums) = scratch.split_at_mut(k.parts.len() * Constants::left_words(terms));
    pack_left(s, k, a, [top, first, terms], left);
    let (steps, left_steps) = (terms.div_ceil(STEP), terms.div_ceil(STEP).next_multiple_of(2));
    let groups = BLOCK_ROWS.min(a.rows - top).div_ceil(ROWS);
    for q in 0..out.cols.div_ceil(COLS) {
        for g0 in (0..groups).step_by(TILES) {
            let tiles = TILES.min(groups - g0);
            for (i, right) in right.chunks_exact(Constants::right_words(terms, out.cols)).enumerate() {
                let panel = &right[q * steps * COLS / 2..][..steps * COLS / 2];
                for g in 0..tiles {
                    let at = i * Constants::left_words(terms) + (g0 + g) * left_steps * ROWS / 2;
                    let left = &left[at..][..steps * ROWS / 2];
                    let to = &mut sums[(g * k.parts.len() + i) * TILE..][..TILE];
                    run!(s, tile::<S>, left, panel, to);
                }
            }
            for g in 0..tiles {
                let sums = &sums[g * k.parts.len() * TILE..][..k.parts.len() * TILE];
                let i0 = top + (g0 + g) * ROWS;
                for i in i0..a.rows.min(i0 + ROWS) {
                    let at = i * out.stride + q * COLS;
                    let width = COLS.min(out.cols - q * COLS);
                    finish(s, k, &sums[(i - i0) * COLS / 2..], &mut out.words[at..at + width], out.how);
                }
            }
        }
    }
}

/// Sums of a tile, modulo one of the moduli but not reduced: of each step, the left operand has a half word a row, the right one a half word a
/// column.
#[inline(always)]
fn tile<S: Bytes>(s: S, a: &[u64], b: &[u64], out: &mut [u64]) {
    let mut sums = [[s.zero(); VECTORS]; ROWS];
    for (a, b) in a.as_chunks::<{ ROWS / 2 }>().0.walk().zipped(S::rows(b).0.as_chunks::<VECTORS>().0) {
        let y = [s.load(&b[0]), s.load(&b[1]), s.load(&b[2])];
        for i in 0..ROWS {
            let x = s.every_half(a, i);
            for j in 0..VECTORS {
                sums[i][j] = s.add_products(sums[i][j], x, y[j]);
            }
        }
    }
    let out = S::rows_mut(out).0;
    for i in 0..ROWS {
        for j in 0..VECTORS {
            s.store(&mut out[i * VECTORS + j], sums[i][j]);
        }
    }
}

/// Writes a row of a tile, from its residues, to its place; the residues modulo the next modulus are a tile further on.
#[inline(always)]
fn finish<S: Bytes>(s: S, k: &Constants, sums: &[u64], out: &mut [u64], how: Gather) {
    let n = s.set(k.n.n());
    for (v, out) in out.chunks_mut(8).enumerate() {
        let (x, old) = (joined(s, k, &sums[4 * v..]), s.load_padded(out));
        let x = match how {
            Gather::Set => x,
            Gather::Add => {
                let sum = s.add(old, x);
                s.min(sum, s.sub(sum, n))
            }
            Gather::Sub => {
                let difference = s.sub(old, x);
                s.min(difference, s.add(difference, n))
            }
        };
        s.store_cut(out, x);
    }
}

/// Eight sums modulo n, in [0, n), from their residues, a tile of sums apart.
#[inline(always)]
fn joined<S: Bytes>(s: S, k: &Constants, sums: &[u64]) -> S::U {
    /// Bound of the magnitude of sums of `TERMS` products of a byte and a signed byte.
    const BIAS: u64 = 1 << 26;
    const { assert!(255 * 128 * TERMS as u64 <= BIAS / 2) };
    let (mut low, mut high, mut fractions) = (s.zero(), s.zero(), s.set(1 << (POINT - 1)));
    for (part, sums) in k.parts.walk().zipped(sums.chunks(ROWS * COLS / 2)) {
        let x = s.signed_halves(sums.first_chunk().expect("eight sums"));
        let x = s.add(x, s.set(BIAS / part.m * part.m));
        let y = modulo(s, s.mul_halves(x, s.set(part.inverse)), part);
        low = s.add_low52(low, y, s.set(part.weight[0]));
        high = s.add_low52(high, y, s.set(part.weight[1]));
        fractions = s.add_low52(fractions, y, s.set(part.fraction));
    }
    let t = s.shr(fractions, POINT);
    low = s.add_low52(low, t, s.set(k.minus_product[0]));
    high = s.add_low52(high, t, s.set(k.minus_product[1]));
    let sum = s.mul_add(s.doubles(high), s.set_double((1u64 << LIMB) as f64), s.doubles(low));
    let q = s.integers(s.mul_double(sum, s.set_double(1.0 / k.n.n() as f64)));
    let (n, sum) = (s.set(k.n.n()), s.add(low, s.shl(high, LIMB)));
    // in (−n, n)
    let rest = s.sub(sum, s.mul(q, n));
    let rest = s.min(rest, s.add(rest, n));
    s.min(rest, s.sub(rest, n))
}
