//! Products of matrices of words: sums in floating-point numbers where these are exact, below 2^24 or 2^53 in magnitude, else in one to three words.

use super::Integers;
use crate::{
    bits::ceil_log2,
    ring::{Block, Coeffs, Ring, limbs},
    tested,
};
use std::ops::{AddAssign, Mul};

/// Rows, and columns, whose sums are in registers at a time.
const TILE: usize = 4;
/// Bits of sums that floating-point numbers of one and of two halves of a word hold exactly.
const EXACT: [u32; 2] = [24, 53];
/// Most products of entries whose sums need no tiles.
const FEW: usize = 64;
/// Most products of entries: in longer sums, products modulo primes by vector kernels are faster on every machine that has them.
const MOST: usize = 1 << 18;
/// Most products of entries in a product that needs no choice.
const EVIDENT: usize = 4096;
/// Nanoseconds of a product in floating-point numbers, and in one to three words.
const PRODUCT_NS: [f64; 2] = [0.08, 0.4];
/// Nanoseconds of a call, and for each entry that is converted.
const CALL_NS: f64 = 100.0;
const ENTRY_NS: f64 = 1.0;

/// The numbers in which sums are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    Single,
    Double,
    Word,
    Pair,
    Triple,
}

/// The products of matrices whose entries are words, or words and a sign.
pub struct WordProduct<'a> {
    operands: [Block<'a, Integers>; 2],
    pub numbers: Numbers,
}

impl<'a> WordProduct<'a> {
    /// For these operands, if their entries have at most 64 bits.
    pub fn new(a: Block<'a, Integers>, b: Block<'a, Integers>) -> Option<Self> {
        let products = a.rows().saturating_mul(a.cols()).saturating_mul(b.cols());
        if a.view().width > 2 || b.view().width > 2 || a.cols() == 0 || products > MOST {
            return None;
        }
        let each = [bits(a), bits(b)];
        let bits = each[0] + each[1] + ceil_log2(a.cols());
        let few = products <= FEW;
        let numbers = match bits {
            _ if each[0] > 64 || each[1] > 64 => return None,
            _ if a.view().width > 1 || b.view().width > 1 => Numbers::Triple,
            _ if bits <= EXACT[0] && !few => Numbers::Single,
            _ if bits <= EXACT[1] && !few => Numbers::Double,
            0..64 => Numbers::Word,
            64..128 => Numbers::Pair,
            _ => Numbers::Triple,
        };
        Some(WordProduct { operands: [a, b], numbers })
    }

    /// Whether there are so few products of entries that nothing is to be chosen.
    pub fn is_evident(&self) -> bool {
        self.shape().iter().product::<usize>() <= EVIDENT
    }

    /// Predicted nanoseconds.
    pub fn ns(&self) -> f64 {
        let [m, k, c] = self.shape().map(|n| n as f64);
        let floating = matches!(self.numbers, Numbers::Single | Numbers::Double);
        CALL_NS + ENTRY_NS * (m * k + k * c + m * c) + PRODUCT_NS[usize::from(!floating)] * m * k * c
    }

    fn shape(&self) -> [usize; 3] {
        let [a, b] = self.operands;
        [a.rows(), a.cols(), b.cols()]
    }

    /// The product, row by row.
    pub fn run(&self, z: &Integers) -> Coeffs<Integers> {
        match self.numbers {
            Numbers::Single => self.in_tiles::<f32>(z),
            Numbers::Double => self.in_tiles::<f64>(z),
            Numbers::Word => self.in_words::<i64>(z),
            Numbers::Pair => self.in_words::<i128>(z),
            Numbers::Triple => self.in_words::<Triple>(z),
        }
    }

    fn in_tiles<F: Floating>(&self, z: &Integers) -> Coeffs<Integers> {
        let [m, k, c] = self.shape();
        let [high, wide] = [m, c].map(|n| n.next_multiple_of(TILE));
        let [x, y] = self.operands;
        // columns of tiles of rows, and rows of tiles of columns
        let zeros = [F::default(); TILE];
        let (mut left, mut right) = (vec![zeros; high / TILE * k], vec![zeros; wide / TILE * k]);
        for i in 0..m {
            let tile = &mut left[i / TILE * k..][..k];
            tile.iter_mut().zip(x.row(i).words()).for_each(|(tile, &entry)| tile[i % TILE] = F::of(entry));
        }
        for (t, row) in (0..k).map(|t| (t, y.row(t).words())) {
            for (j, entries) in row.chunks(TILE).enumerate() {
                right[j * k + t].iter_mut().zip(entries).for_each(|(out, &entry)| *out = F::of(entry));
            }
        }
        let mut words = z.engine().dirty(m * c);
        for (rows, left) in words.chunks_mut(TILE * c).zip(left.chunks_exact(k)) {
            for (j, right) in right.chunks_exact(k).enumerate() {
                let sums = tile(left, right);
                for (row, sums) in rows.chunks_exact_mut(c).zip(sums) {
                    row[j * TILE..].iter_mut().zip(sums).for_each(|(out, sum)| *out = sum.word());
                }
            }
        }
        Coeffs::from_words(words, m * c, 1)
    }

    fn in_words<S: Sum>(&self, z: &Integers) -> Coeffs<Integers> {
        let ([m, k, c], [x, y]) = (self.shape(), self.operands);
        let (left, right, stride) = (x.view().width, y.view().width, y.stride());
        let columns = y.view().words();
        let mut words = z.engine().dirty(S::WIDTH * m * c);
        for (i, row) in words.chunks_exact_mut((S::WIDTH * c).max(1)).enumerate() {
            let x = x.row(i).words();
            for (j, out) in row.chunks_exact_mut(S::WIDTH).enumerate() {
                let sum = (0..k)
                    .fold(S::default(), |sum, t| sum.add(entry(x, left, t), entry(columns, right, t * stride + j)));
                sum.write(out);
            }
        }
        let mut product = Coeffs::from_words(words, m * c, S::WIDTH);
        z.narrow(&mut product);
        product
    }
}

/// Most rows and columns of matrices of words whose products are sums of fixed length.
const FIXED: usize = 4;

impl Integers {
    tested! {
        /// The product of matrices of at most [`FIXED`] rows and columns, where entries and sums are words.
        #[inline]
        pub(super) fn product_of_few(&self, a: Block<'_, Self>, b: Block<'_, Self>) -> Option<Coeffs<Self>> {
            let [m, k, c] = [a.rows(), a.cols(), b.cols()];
            let whole = a.stride() == k && b.stride() == c;
            if a.view().width != 1 || b.view().width != 1 || m.max(k).max(c) > FIXED || m.min(k).min(c) == 0 || !whole {
                return None;
            }
            let (x, y) = (&a.view().words()[..m * k], &b.view().words()[..k * c]);
            let all = |words: &[u64]| words.iter().fold(0, |all, &x| all | (x as i64).unsigned_abs());
            // products of k ≤ 4 terms have two bits more
            if all(x).leading_zeros() + all(y).leading_zeros() < 67 {
                return None;
            }
            let mut words = self.engine().dirty(m * c);
            match k {
                1 => fixed_sums::<1>(&mut words, x, y, c),
                2 => fixed_sums::<2>(&mut words, x, y, c),
                3 => fixed_sums::<3>(&mut words, x, y, c),
                _ => fixed_sums::<4>(&mut words, x, y, c),
            }
            Some(Coeffs::from_words(words, m * c, 1))
        }
    }
}

/// out = x·y modulo 2^64 for matrices of words, K columns of x, and `cols` columns of y.
#[inline(always)]
fn fixed_sums<const K: usize>(out: &mut [u64], x: &[u64], y: &[u64], cols: usize) {
    for (row, x) in out.chunks_exact_mut(cols).zip(x.as_chunks::<K>().0) {
        for (j, out) in row.iter_mut().enumerate() {
            *out = (0..K).fold(0, |sum: u64, t| sum.wrapping_add(x[t].wrapping_mul(y[t * cols + j])));
        }
    }
}

/// Bits of the largest magnitude of an entry.
fn bits(a: Block<'_, Integers>) -> u32 {
    if a.stride() == a.cols() {
        return limbs::most_bits(a.view().low(a.rows() * a.cols()).words(), a.view().width);
    }
    (0..a.rows()).map(|i| limbs::most_bits(a.row(i).words(), a.view().width)).max().unwrap_or(0)
}

/// The low word of a number of at most 64 bits, and its sign as a word.
#[inline(always)]
fn entry(words: &[u64], width: usize, at: usize) -> [u64; 2] {
    if width == 1 { [words[at], limbs::sign_word((words[at] as i64) < 0)] } else { [words[2 * at], words[2 * at + 1]] }
}

/// A floating-point number.
trait Floating: Copy + Default + AddAssign + Mul<Output = Self> {
    /// A signed word that it holds exactly.
    fn of(word: u64) -> Self;
    /// The signed word.
    fn word(self) -> u64;
}

impl Floating for f32 {
    fn of(word: u64) -> f32 {
        // conversions of half words are faster
        word as i32 as f32
    }
    fn word(self) -> u64 {
        self as i32 as u64
    }
}

impl Floating for f64 {
    fn of(word: u64) -> f64 {
        word as i64 as f64
    }
    fn word(self) -> u64 {
        self as i64 as u64
    }
}

/// A sum of products of signed numbers: of words, but for [`Triple`].
trait Sum: Copy + Default {
    /// Number of words.
    const WIDTH: usize;
    fn add(self, x: [u64; 2], y: [u64; 2]) -> Self;
    fn write(self, out: &mut [u64]);
}

impl Sum for i64 {
    const WIDTH: usize = 1;
    #[inline(always)]
    fn add(self, [x, _]: [u64; 2], [y, _]: [u64; 2]) -> i64 {
        self + (x as i64) * (y as i64)
    }
    #[inline(always)]
    fn write(self, out: &mut [u64]) {
        out[0] = self as u64;
    }
}

impl Sum for i128 {
    const WIDTH: usize = 2;
    #[inline(always)]
    fn add(self, [x, _]: [u64; 2], [y, _]: [u64; 2]) -> i128 {
        self + i128::from(x as i64) * i128::from(y as i64)
    }
    #[inline(always)]
    fn write(self, out: &mut [u64]) {
        (out[0], out[1]) = (self as u64, (self >> 64) as u64);
    }
}

/// A sum of products of words and signs, of x − 2^64·(x < 0) for each word x.
#[derive(Clone, Copy, Default)]
struct Triple {
    low: u128,
    /// Multiples of 2^128.
    high: u64,
    /// Multiples of 2^64 to be subtracted.
    cross: u128,
}

impl Sum for Triple {
    const WIDTH: usize = 3;
    #[inline(always)]
    fn add(self, [x, negative_x]: [u64; 2], [y, negative_y]: [u64; 2]) -> Triple {
        let (low, carry) = self.low.overflowing_add(u128::from(x) * u128::from(y));
        let high = self.high + u64::from(carry) + (negative_x & negative_y & 1);
        Triple { low, high, cross: self.cross + u128::from(x & negative_y) + u128::from(y & negative_x) }
    }
    #[inline(always)]
    fn write(self, out: &mut [u64]) {
        let upper = (u128::from(self.high) << 64 | self.low >> 64).wrapping_sub(self.cross);
        (out[0], out[1], out[2]) = (self.low as u64, upper as u64, (upper >> 64) as u64);
    }
}

/// The sums of products of the columns of a tile of rows by the rows of a tile of columns.
#[inline]
fn tile<F: Floating>(left: &[[F; TILE]], right: &[[F; TILE]]) -> [[F; TILE]; TILE] {
    let mut sums = [[F::default(); TILE]; TILE];
    for (x, y) in left.iter().zip(right) {
        for i in 0..TILE {
            for j in 0..TILE {
                sums[i][j] += x[i] * y[j];
            }
        }
    }
    sums
}
