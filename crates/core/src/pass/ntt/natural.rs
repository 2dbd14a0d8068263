//! Tables of roots for transforms in natural order, and the safe functions that run the passes.

use super::{
    NttKernel,
    kernel::Natural,
    six_step::{Place, Strip, Twist},
    stockham::{BLOCK, Finish, Pass, Passes},
};
use crate::simd::inlined::CopyFrom;
use crate::{
    arith::Modulus,
    bits::{ceil_log2, reverse_bits},
    lengths::within,
    scratch::Buf,
};

/// Least length of the vector passes.
pub const LEAST: usize = 16;

/// The kernel's passes, if it takes p, has this order and runs on this CPU, and the length is a power of two from `least` on.
///
/// # Panics
/// Otherwise.
fn checked(kernel: &NttKernel, Points { p, len, .. }: Points, least: usize) -> Natural {
    // no sum or product of lengths below wraps: the longest are two tables of twice 16 words a value
    let fits = len <= isize::MAX as usize / 256;
    assert!(len.is_power_of_two() && len >= least && fits, "a transform of {len} values");
    let passes = kernel.loops.natural.filter(|_| kernel.runs() && kernel.takes(p));
    passes.unwrap_or_else(|| panic!("{kernel:?} has no transforms in natural order modulo {}", p.n()))
}

/// The points of a transform modulo p of n = `len` values: W^i, for the root W of order n; negacyclic W^(2i+1), for W of order 2n.
#[derive(Clone, Copy, Debug)]
pub struct Points {
    /// p.
    pub p: Modulus,
    /// n.
    pub len: usize,
    /// Whether the points are the odd powers.
    pub negacyclic: bool,
    /// W.
    pub root: u64,
}

impl Points {
    /// The order of W.
    pub(super) fn order(self) -> usize {
        if self.negacyclic { 2 * self.len } else { self.len }
    }
}

/// A transform of n = 2^k ≥ 16 values at the powers of W, scaled by a [`Factor`]: roots prepared for one kernel.
#[derive(Clone, Debug)]
pub struct StockhamTables {
    kernel: &'static NttKernel,
    loops: Natural,
    p: u64,
    len: usize,
    negacyclic: bool,
    passes: Vec<Pass>,
    /// The roots of each level of 16 or 32 values, which take no passes where the kernel has them in registers.
    few: Option<Buf>,
    /// One prepared factor, or one for each value.
    factors: Buf,
}

/// Scaling applied to a transform's output.
#[derive(Clone, Copy, Debug)]
pub enum Factor {
    /// No scaling.
    One,
    /// All values by c.
    Constant(u64),
    /// Value i by c·w^i.
    Powers(u64, u64),
}

impl StockhamTables {
    /// The tables for passes of this radix, 2, 4 or 8. The first pass, which transposes vectors, is always of radix 8, and transforms of
    /// fewer than 64 values have two passes.
    ///
    /// # Panics
    /// If the length is not a power of two from [`LEAST`] on, p has more bits than the kernel takes, the CPU lacks its
    /// instructions, or for another radix.
    pub fn new(kernel: &'static NttKernel, at: Points, radix: usize, factor: Factor) -> Self {
        let (loops, order) = (checked(kernel, at, LEAST), at.order());
        let Points { p, len, negacyclic, root } = at;
        let powers = powers(p, root, order);
        let root_at = |numerator: usize, denominator: usize, turn_in_eighths: usize| {
            // (k or k + ½)/denominator of a turn, in steps of W
            let steps = if negacyclic { 2 * numerator + 1 } else { numerator } * (len / denominator);
            powers[(steps + turn_in_eighths * (order / 8)) % order]
        };
        // all levels in registers: of radix 2, for each eight sums the roots of their nodes
        let half = len / 2;
        let few = loops.few.filter(|_| len < BLOCK).map(|_| {
            lay_out(kernel, p, ceil_log2(len) as usize * half, 1, |k, _| {
                let nodes = 1 << (k / half);
                root_at(k % nodes, 2 * nodes, 0)
            })
        });
        let one = kernel.prepare(p, powers[0]);
        let eighth = (kernel.loops.powers)([one, one, one, kernel.prepare(p, powers[order / 8])]);
        let mut passes = Vec::new();
        let mut nodes = 1;
        for radix in if few.is_some() { Vec::new() } else { radices(len, radix) } {
            // root t of node k is at k/(PARTS[t].0·nodes) of a turn, plus PARTS[t].1 eighths of a turn
            const PARTS: [(usize, usize); 7] = [(2, 0), (4, 0), (4, 2), (8, 0), (8, 2), (8, 1), (8, 3)];
            let root = |k, t: usize| root_at(k, PARTS[t].0 * nodes, PARTS[t].1);
            let by_powers = eighth.filter(|_| radix == 8 && nodes > 1).map(|(_, inverse)| inverse);
            let roots = match by_powers {
                // powers 1 … 7 of the root at an eighth of a node
                Some(_) => lay_out(kernel, p, nodes, 7, |k, t| p.pow(root(k, 3), t as u64 + 1)),
                None => lay_out(kernel, p, nodes, radix - 1, root),
            };
            passes.push(Pass { radix, nodes, by_powers, roots });
            nodes *= radix;
        }
        let factors = factors(kernel, p, len, factor);
        StockhamTables { kernel, loops, p: p.n(), len, negacyclic, passes, few, factors }
    }

    /// Number of bytes that the tables hold.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let roots = self.passes.iter().map(|pass| &pass.roots).chain(&self.few);
        size_of::<Self>() + 8 * (self.factors.len() + roots.map(|roots| roots.len()).sum::<usize>())
    }

    /// Replaces x by its transform, both in [0, p); `scratch` has [`stockham_scratch`] words and may hold anything.
    ///
    /// # Panics
    /// If x has not n values, or the scratch is too short.
    #[inline]
    pub fn run(&self, x: &mut [u64], scratch: &mut [u64]) {
        self.check(x.len(), scratch.len());
        self.passes(None, x, scratch, finish(&self.factors));
    }

    /// As [`run`](Self::run), with [`weights`](Self::weights) in the place of the factors of these tables.
    ///
    /// # Panics
    /// Those of [`run`](Self::run); if the weights are not those of n values.
    pub fn run_weighted(&self, x: &mut [u64], scratch: &mut [u64], weights: &[u64]) {
        self.check(x.len(), scratch.len());
        assert_eq!(weights.len(), 2 * self.len, "two words for each of {} values", self.len);
        self.passes(None, x, scratch, Finish::Weighted(weights));
    }

    /// The prepared factors c·w^i of values i, for [`run_weighted`](Self::run_weighted).
    #[must_use]
    pub fn weights(&self, p: Modulus, c: u64, w: u64) -> Buf {
        factors(self.kernel, p, self.len, Factor::Powers(c, w))
    }

    /// Writes the transform of x to `out`.
    ///
    /// # Panics
    /// Those of [`run`](Self::run), also for `out`.
    #[inline]
    pub fn run_into(&self, x: &[u64], out: &mut [u64], scratch: &mut [u64]) {
        self.check(x.len(), scratch.len());
        self.check(out.len(), scratch.len());
        self.passes(Some(x), out, scratch, finish(&self.factors));
    }

    #[inline]
    fn check(&self, len: usize, scratch: usize) {
        let words = stockham_scratch(self.len);
        assert!(len == self.len && scratch >= words, "{} values and {words} words of scratch", self.len);
    }

    #[inline]
    fn passes(&self, from: Option<&[u64]>, out: &mut [u64], scratch: &mut [u64], finish: Finish<'_>) {
        if let (Some(run), Some(roots)) = (self.loops.few, &self.few) {
            return run(&mut Some((&self.p, from, out, roots, finish)));
        }
        let passes = Passes { p: &self.p, negacyclic: self.negacyclic, passes: &self.passes, finish };
        if self.len < BLOCK {
            return (self.loops.stockham)(&mut Some((passes, from, out, &mut Aligned([0; BLOCK]).0)));
        }
        (self.loops.stockham)(&mut Some((passes, from, out, &mut scratch[..self.len])));
    }
}

/// Number of words of scratch of transforms of `len` values by [`StockhamTables`]: the shortest have their own, or none.
#[must_use]
#[inline]
pub fn stockham_scratch(len: usize) -> usize {
    if len < BLOCK { 0 } else { len }
}

/// A block, aligned to 64 bytes.
#[repr(align(64))]
struct Aligned([u64; BLOCK]);

/// The radices of the passes: 8 first; then what the wanted radix leaves over, one of 2, or one or two of 4; then that radix.
fn radices(len: usize, radix: usize) -> Vec<usize> {
    if len < BLOCK {
        return vec![8, len / 8];
    }
    let levels = ceil_log2(len) - 3;
    let (over, each): (&[usize], u32) = match (radix, levels % 2, levels % 3) {
        (2, ..) => (&[], 1),
        (4, 0, _) | (8, _, 0) => (&[], ceil_log2(radix)),
        (4, ..) => (&[2], 2),
        (8, _, 1) => (&[4, 4], 3),
        (8, ..) => (&[4], 3),
        _ => panic!("passes of radix {radix}, not 2, 4 or 8"),
    };
    let done: u32 = over.iter().map(|&radix| ceil_log2(radix)).sum();
    let rest = std::iter::repeat_n(radix, ((levels - done) / each) as usize);
    [8].into_iter().chain(over.iter().copied()).chain(rest).collect()
}

/// w^0 … w^(count − 1).
pub(super) fn powers(p: Modulus, w: u64, count: usize) -> Vec<u64> {
    std::iter::successors(Some(p.reduce(1)), |&power| Some(p.mul(power, w))).take(count).collect()
}

/// `count` prepared roots of each node, in the order that the passes read: pairs for a single node, otherwise pairs of
/// vectors for eight nodes each.
fn lay_out(kernel: &NttKernel, p: Modulus, nodes: usize, count: usize, root: impl Fn(usize, usize) -> u64) -> Buf {
    let prepared = |k, t| kernel.prepare(p, root(k, t));
    let mut table = Buf::dirty(None, 2 * nodes * count);
    if nodes == 1 {
        for (t, pair) in table.chunks_exact_mut(2).enumerate() {
            pair.copy_from(&prepared(0, t));
        }
        return table;
    }
    for (i, vectors) in table.chunks_exact_mut(16).enumerate() {
        let (k, t) = (8 * (i / count), i % count);
        for lane in 0..8 {
            [vectors[lane], vectors[lane + 8]] = prepared(k + lane, t);
        }
    }
    table
}

/// A transform of n = n1·n2 ≥ 4096 values in natural order by the six-step method, scaled by a [`Factor`].
#[derive(Clone, Debug)]
pub struct SixStepTables {
    loops: Natural,
    p: u64,
    /// n1, n2.
    sides: [usize; 2],
    negacyclic: bool,
    /// Roots of the columns' tree and of the rows' tree, in bit-reversed order.
    trees: [Buf; 2],
    /// W^(8·b·k1), row b.
    blocks: Buf,
    /// W^(l·k1), eight lanes l for each k1.
    lanes: Buf,
    factors: Buf,
}

/// Least length of [`SixStepTables`]: both sides have at least 64 values.
pub const LEAST_SIX_STEP: usize = 64 * 64;

impl SixStepTables {
    /// The tables for these points.
    ///
    /// # Panics
    /// If the length is not a power of two from [`LEAST_SIX_STEP`] on, p has more bits than the kernel takes, or the CPU
    /// lacks its instructions.
    pub fn new(kernel: &'static NttKernel, at: Points, factor: Factor) -> Self {
        let loops = checked(kernel, at, LEAST_SIX_STEP);
        let Points { p, len, negacyclic, root } = at;
        let n1 = 1 << (ceil_log2(len) / 2);
        let n2 = len / n1;
        // W^2 where W is of order 2n: the root of the rows' transforms
        let square = if negacyclic { p.mul(root, root) } else { root };
        let trees = [
            tree(kernel, p, p.pow(root, n2 as u64), n1, negacyclic),
            tree(kernel, p, p.pow(square, n1 as u64), n2, false),
        ];
        // W^k1, negacyclic W^(2k1 + 1), its eighth powers, and the powers for blocks
        let mut bases = powers(p, square, n1);
        if negacyclic {
            bases.iter_mut().for_each(|w| *w = p.mul(*w, root));
        }
        let mut lanes = Buf::dirty(None, 16 * n1);
        for (vectors, &base) in lanes.chunks_exact_mut(16).zip(&bases) {
            let mut power = p.reduce(1);
            for l in 0..8 {
                [vectors[l], vectors[l + 8]] = kernel.prepare(p, power);
                power = p.mul(power, base);
            }
        }
        let eighths: Vec<u64> = bases.iter().map(|&w| p.pow(w, 8)).collect();
        let mut current = vec![p.reduce(1); n1];
        let mut blocks = Buf::dirty(None, n2 / 8 * 2 * n1);
        for row in blocks.chunks_exact_mut(2 * n1) {
            for ((pair, power), &step) in row.chunks_exact_mut(2).zip(&mut current).zip(&eighths) {
                pair.copy_from(&kernel.prepare(p, *power));
                *power = p.mul(*power, step);
            }
        }
        let factors = factors(kernel, p, len, factor);
        SixStepTables { loops, p: p.n(), sides: [n1, n2], negacyclic, trees, blocks, lanes, factors }
    }

    /// Number of bytes that the tables hold.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let words = [&self.trees[0], &self.trees[1], &self.blocks, &self.lanes, &self.factors].map(|b| b.len());
        size_of::<Self>() + 8 * words.iter().sum::<usize>()
    }

    /// n1 and n2: there are n2/8 strips of columns, and n1/8 of rows.
    #[must_use]
    pub fn sides(&self) -> [usize; 2] {
        self.sides
    }

    /// Number of words of the scratch of [`columns`](Self::columns) and [`rows`](Self::rows).
    #[must_use]
    pub fn work(&self) -> usize {
        8 * self.sides[0].max(self.sides[1])
    }

    /// The first half: transforms strips of columns of x, in [0, p), from strip `first` on; `tiles` has 8·n1 words for
    /// each strip, which determine their number.
    ///
    /// # Panics
    /// If a length does not fit.
    pub fn columns(&self, x: &[u64], first: usize, tiles: &mut [u64], work: &mut [u64]) {
        let [n1, n2] = self.sides;
        let strips = tiles.len() / (8 * n1);
        assert!(x.len() == n1 * n2 && tiles.len() == 8 * n1 * strips, "strips of {n1} rows of {n2} words");
        assert!(within(first, strips, n2 / 8) && work.len() >= self.work(), "{strips} strips from strip {first} on");
        for (i, tiles) in tiles.chunks_exact_mut(8 * n1).enumerate() {
            let b = first + i;
            let strip = Strip {
                p: &self.p,
                from: &x[8 * b..],
                step: n2,
                tile: 8 * n2,
                roots: self.trees[0].as_chunks().0,
                negacyclic: self.negacyclic,
            };
            let twist = Twist { block: self.blocks[2 * n1 * b..].as_chunks().0, lanes: &self.lanes };
            (self.loops.columns)(&mut Some((strip, &mut work[..8 * n1], twist, tiles)));
        }
    }

    /// The second half: transforms strips of rows from strip `first` on and writes them to columns of the result: `out`
    /// has n2 rows of 8 words for each strip.
    ///
    /// # Panics
    /// If a length does not fit.
    pub fn rows(&self, tiles: &[u64], first: usize, out: &mut [&mut [u64]], work: &mut [u64]) {
        let [n1, n2] = self.sides;
        let words = out.first().map_or(0, |row| row.len());
        assert!(tiles.len() == n1 * n2 && out.len() == n2 && out.iter().all(|row| row.len() == words), "{n2} rows");
        let strips = words.is_multiple_of(8) && within(first, words / 8, n1 / 8);
        assert!(strips && work.len() >= self.work(), "{words} words from strip {first} on, which has 8");
        for i in 0..words / 8 {
            let strip = Strip {
                p: &self.p,
                from: &tiles[64 * (first + i)..],
                step: 8,
                tile: 8 * n1,
                roots: self.trees[1].as_chunks().0,
                negacyclic: false,
            };
            let place = Place { at: 8 * i, first: 8 * (first + i), stride: n1, finish: finish(&self.factors) };
            (self.loops.rows)(&mut Some((strip, &mut work[..8 * n2], place, out)));
        }
    }

    /// Replaces x by its transform, both in [0, p); `scratch` has n words, `work` [`work`](Self::work).
    ///
    /// # Panics
    /// If a length does not fit.
    pub fn run(&self, x: &mut [u64], scratch: &mut [u64], work: &mut [u64]) {
        self.columns(x, 0, scratch, work);
        let mut rows: Vec<&mut [u64]> = x.chunks_exact_mut(self.sides[0]).collect();
        self.rows(scratch, 0, &mut rows, work);
    }
}

/// The prepared parameters s of the nodes of a tree of `len` leaves at the powers of w, of order `len` (negacyclic
/// 2·`len`).
fn tree(kernel: &NttKernel, p: Modulus, w: u64, len: usize, negacyclic: bool) -> Buf {
    let count = if negacyclic { len } else { len / 2 };
    let bits = count.trailing_zeros();
    let powers = powers(p, w, count);
    prepared(kernel, p, (0..count).map(|b| powers[reverse_bits(b, bits)]))
}

/// These factors, prepared.
pub(super) fn prepared(kernel: &NttKernel, p: Modulus, factors: impl Iterator<Item = u64>) -> Buf {
    let pairs: Vec<[u64; 2]> = factors.map(|w| kernel.prepare(p, w)).collect();
    Buf::copied(None, pairs.as_flattened())
}

/// The factors of a transform's output scaling, in the form that [`finish`] reads.
fn factors(kernel: &NttKernel, p: Modulus, len: usize, factor: Factor) -> Buf {
    match factor {
        Factor::One => Buf::default(),
        Factor::Constant(c) => lay_out(kernel, p, 1, 1, |_, _| c),
        Factor::Powers(c, w) => {
            let powers = powers(p, w, len);
            lay_out(kernel, p, len, 1, |k, _| p.mul(powers[k], c))
        }
    }
}

fn finish(factors: &Buf) -> Finish<'_> {
    match **factors {
        [] => Finish::Canonical,
        [w, quotient] => Finish::Scaled([w, quotient]),
        _ => Finish::Weighted(factors),
    }
}
