//! Rows to residues: Σ digit_j·(2^(52j) mod p) in two accumulators, for the low and the high halves of the products.
//!
//! Only the digits that numbers below 2^bits in magnitude have are read. The sign costs nothing: with its top bit
//! flipped, the number is 2^(52·digits − 1) too large, and the sums start at the negative of that. Cost: two
//! multiply-adds for each digit, prime and eight rows, and five to reduce a sum.

use super::{BITS, GROUP, LANES, MAX_PRIME_BITS, MOST, digits, loops, prepare_52, vectors};
use crate::simd::inlined::{Walked, Zipped};
use crate::{
    arith::Modulus,
    lengths::product,
    simd::{Eight, Simd, run},
};

/// Constants of [`split`] for the primes, and for rows of one width with numbers of a given number of bits.
#[derive(Clone, Debug)]
pub struct RowReduce {
    width: usize,
    digits: usize,
    /// Number of primes; the tables are padded to whole groups.
    count: usize,
    primes: Vec<SplitPrime>,
    /// 2^(52j) modulo prime i + 4g at 4·(digits·g + j) + i.
    powers: Vec<u64>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct SplitPrime {
    p: u64,
    /// −2^(52·digits − 1) modulo p.
    start: u64,
    /// ⌊2^52/p⌋.
    unit: u64,
    /// 2^51 and 2^103 modulo p, prepared as factors.
    weights: [[u64; 2]; 2],
}

fn power(p: Modulus, e: usize) -> u64 {
    match e {
        0..128 => p.reduce_wide(1 << e),
        _ => p.pow(p.reduce(2), e as u64),
    }
}

impl SplitPrime {
    /// Constants for sums that are 2^offset too large.
    fn new(p: Modulus, offset: usize) -> Self {
        assert!(p.bits() <= MAX_PRIME_BITS, "a prime beyond the kernel");
        SplitPrime {
            p: p.n(),
            start: p.neg(power(p, offset)),
            unit: (1 << BITS) / p.n(),
            weights: [51, 103].map(|e| prepare_52(p, power(p, e))),
        }
    }
}

impl RowReduce {
    /// The crt_reduce for these primes and rows of `width` limbs with numbers in [−2^bits, 2^bits), bits < 64·width.
    ///
    /// # Panics
    /// For a prime of more than [`MAX_PRIME_BITS`], numbers of more than [`MOST`] digits, or rows too narrow for them.
    #[must_use]
    pub fn new(primes: &[Modulus], width: usize, bits: u32) -> Self {
        let digits = digits((bits as usize).saturating_add(1));
        let room = width.saturating_mul(64);
        assert!(!primes.is_empty() && digits <= MOST && (bits as usize) < room, "rows beyond the kernel");
        let count = primes.len();
        let all = || (0..count.next_multiple_of(GROUP)).map(|i| primes[i.min(count - 1)]);
        let mut powers = vec![0; digits * count.next_multiple_of(GROUP)];
        for (i, p) in all().enumerate() {
            let (mut x, shift) = (1, power(p, BITS));
            for j in 0..digits {
                powers[GROUP * (digits * (i / GROUP) + j) + i % GROUP] = x;
                x = p.mul(x, shift);
            }
        }
        let primes = all().map(|p| SplitPrime::new(p, BITS * digits - 1)).collect();
        RowReduce { width, digits, count, primes, powers }
    }

    /// Number of words that the tables hold.
    #[must_use]
    pub fn words(&self) -> usize {
        self.powers.len() + 8 * self.primes.len()
    }
}

/// Placement of residues: groups of `rows` residues, each followed by `gap` zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spread {
    /// Number of residues of a group, a multiple of 8.
    pub rows: usize,
    /// Number of zeros after a group.
    pub gap: usize,
}

impl Spread {
    /// Residues without gaps.
    pub const NONE: Spread = Spread { rows: LANES, gap: 0 };

    /// Place of residue i.
    #[must_use]
    pub fn place(self, i: usize) -> usize {
        i + i / self.rows * self.gap
    }

    /// Number of words that `count` residues take, with the gap after the last.
    ///
    /// # Panics
    /// If no slice has as many.
    #[must_use]
    pub fn words(self, count: usize) -> usize {
        count.checked_add(product([count.div_ceil(self.rows), self.gap])).expect("a length of a slice")
    }
}

/// `out[i][spread.place(j)]` is row j modulo prime i, in [0, p), with zeros in the gaps.
///
/// # Panics
/// If a length is wrong, or on a CPU without 52-bit multiply-add.
pub fn split(s: &RowReduce, rows: &[u64], out: &mut [&mut [u64]], spread: Spread) {
    let words = spread.words(rows.len() / s.width);
    assert!(out.len() == s.count && out.iter().all(|o| o.len() == words), "a run of {words} words a prime");
    assert!(spread.rows > 0 && spread.rows.is_multiple_of(LANES), "gaps between whole vectors");
    (loops().split)(s, rows, out, spread);
}

/// Number of vectors of digits worked on at a time: 64 KiB, so that they stay in cache for all primes.
const CHUNK: usize = 1024;

/// The residues of rows, in a run for each prime.
#[inline(always)]
pub(super) fn rows<S: Eight>(s: S, reduce: &RowReduce, rows: &[u64], out: &mut [&mut [u64]], spread: Spread) {
    let zero = s.zero();
    let all = (rows.len() / reduce.width).div_ceil(LANES);
    let per_chunk = ((CHUNK / reduce.digits) & !1).max(2).min(all.max(1));
    let mut blocks = vec![zero; per_chunk * reduce.digits];
    let used = reduce.width.min((BITS * reduce.digits).div_ceil(64));
    let mut words = vec![zero; used + 1];
    for (chunk, rows) in (0..).step_by(per_chunk).zipped(rows.chunks((per_chunk * LANES).saturating_mul(reduce.width)))
    {
        for (rows, block) in rows.chunks(LANES * reduce.width).zipped(blocks.chunks_exact_mut(reduce.digits)) {
            vectors::load_rows(s, rows, reduce.width, &mut words[..used]);
            words[used] = s.shr_signed(words[used - 1], 63);
            vectors::digits_of(s, &words, block);
            let top = &mut block[reduce.digits - 1];
            *top = s.xor(*top, s.set(1 << (BITS - 1)));
        }
        let count = rows.len() / reduce.width;
        for (group, out) in out.chunks_mut(GROUP).enumerate() {
            let group = &Group { reduce, group, spread };
            run!(s, residues::<S>, group, blocks = blocks.as_slice(), rows = (chunk * LANES, count), out);
        }
    }
}

/// A group of primes, by its number.
struct Group<'a> {
    reduce: &'a RowReduce,
    group: usize,
    spread: Spread,
}

/// The residues of some rows, given by the number of the first, their number and their digits, modulo the primes of a group.
#[inline(always)]
fn residues<S: Eight>(
    s: S,
    group: &Group<'_>,
    blocks: &[S::U],
    (first, count): (usize, usize),
    out: &mut [&mut [u64]],
) {
    let Group { reduce, group, spread } = *group;
    let primes = &reduce.primes[GROUP * group..][..GROUP];
    let powers = &reduce.powers[GROUP * group * reduce.digits..][..GROUP * reduce.digits];
    for (at, pair) in (0..count).step_by(2 * LANES).zipped(blocks.chunks(2 * reduce.digits)) {
        let x = &pair[..reduce.digits];
        // without a second block the first one is read twice
        let y = if pair.len() > reduce.digits { &pair[reduce.digits..] } else { x };
        let [low, high] = sums(s, primes, powers, x, y);
        for r in 0..2 {
            let row = at + r * LANES;
            if row >= count {
                break;
            }
            let (left, place) = (LANES.min(count - row), spread.place(first + row));
            for (i, run) in out.iter_mut().enumerate() {
                let x = reduced(s, low[r][i], high[r][i], &primes[i], reduce.digits);
                s.store_cut(&mut run[place..place + left], x);
                if spread.gap > 0 && (first + row).is_multiple_of(spread.rows) {
                    let group = spread.rows.min(run.len() - place - spread.gap);
                    run[place + group..][..spread.gap].fill(0);
                }
            }
        }
    }
}

/// Sums for two vectors of rows and the primes of a group.
type Sums<S> = [[<S as Simd>::U; GROUP]; 2];

/// Sums of low and of high halves of two vectors of eight rows, for the primes of a group.
#[inline(always)]
fn sums<S: Simd>(s: S, primes: &[SplitPrime], powers: &[u64], x: &[S::U], y: &[S::U]) -> [Sums<S>; 2] {
    let mut low = [[s.zero(); GROUP]; 2];
    let mut high = low;
    for i in 0..GROUP {
        (low[0][i], low[1][i]) = (s.set(primes[i].start), s.set(primes[i].start));
    }
    for ((x, y), powers) in x.walk().zipped(y).zipped(powers.chunks_exact(GROUP)) {
        for i in 0..GROUP {
            let power = s.set(powers[i]);
            low[0][i] = s.add_low52(low[0][i], *x, power);
            high[0][i] = s.add_high52(high[0][i], *x, power);
            low[1][i] = s.add_low52(low[1][i], *y, power);
            high[1][i] = s.add_high52(high[1][i], *y, power);
        }
    }
    [low, high]
}

/// low + 2^52·high in [0, p), for sums over `digits` digits.
#[inline(always)]
fn reduced<S: Simd>(s: S, low: S::U, high: S::U, prime: &SplitPrime, digits: usize) -> S::U {
    let minus_p = s.set((1 << BITS) - prime.p);
    // 2^51·above + (the low 51 bits); above < digits·(2^50 + 2)
    let above = s.add(s.shl(high, 1), s.shr(low, 51));
    let low = s.and(low, s.set((1 << 51) - 1));
    let mut sum = vectors::add_product(s, low, above, prime.weights[0], minus_p);
    if digits >= 4 {
        sum = vectors::add_product(s, sum, s.shr(above, BITS as u32), prime.weights[1], minus_p);
    }
    finished(s, sum, prime, minus_p)
}

/// Reduces a sum to [0, p). In the bits that are read the sum is below 2^52: at most 2^51 and four residues below p <
/// 2^49.
#[inline(always)]
fn finished<S: Simd>(s: S, sum: S::U, prime: &SplitPrime, minus_p: S::U) -> S::U {
    let sum = vectors::low_digit(s, sum);
    let q = s.add_high52(s.zero(), sum, s.set(prime.unit));
    vectors::below(s, vectors::low_digit(s, s.add_low52(sum, q, minus_p)), prime.p)
}

/// Constants of [`split_words`] for one prime, and for signed words of a given number of bits.
#[derive(Clone, Copy, Debug)]
pub struct WordReduce {
    prime: SplitPrime,
    /// Whether magnitudes are at most p.
    small: bool,
}

impl WordReduce {
    /// The crt_reduce for signed words in [−2^bits, 2^bits).
    ///
    /// # Panics
    /// For a prime of more than [`MAX_PRIME_BITS`].
    #[must_use]
    pub fn new(p: Modulus, bits: u32) -> Self {
        WordReduce { prime: SplitPrime::new(p, 63), small: bits < p.bits() }
    }
}

/// Reduces words: `out[j]` is the signed word j modulo the prime, in [0, p).
///
/// # Panics
/// If the lengths differ, or on a CPU without 52-bit multiply-add.
pub fn split_words(s: &WordReduce, words: &[u64], out: &mut [u64]) {
    assert_eq!(words.len(), out.len(), "a residue a word");
    if s.small {
        (loops().small_words)(s.prime.p, words, out);
    } else {
        (loops().any_words)(&s.prime, words, out);
    }
}

/// Residues of signed words of magnitudes up to p.
#[inline(always)]
pub(super) fn small_words<S: Eight>(s: S, p: u64, words: &[u64], out: &mut [u64]) {
    for (x, out) in words.chunks(LANES).zipped(out.chunks_mut(LANES)) {
        let x = s.load_padded(x);
        s.store_cut(out, s.min(x, s.add(x, s.set(p))));
    }
}

/// Residues of any signed words.
#[inline(always)]
pub(super) fn any_words<S: Eight>(s: S, prime: &SplitPrime, words: &[u64], out: &mut [u64]) {
    let (flip, low_mask) = (s.set(1 << 63), s.set((1 << 51) - 1));
    let (minus_p, start) = (s.set((1 << BITS) - prime.p), s.set(prime.start));
    for (x, out) in words.chunks(LANES).zipped(out.chunks_mut(LANES)) {
        let x = s.xor(s.load_padded(x), flip);
        // below 2^51 + p; the product adds less than 2p
        let low = s.add(s.and(x, low_mask), start);
        let sum = vectors::add_product(s, low, s.shr(x, 51), prime.weights[0], minus_p);
        s.store_cut(out, finished(s, sum, prime, minus_p));
    }
}
