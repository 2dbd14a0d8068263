//! Tables of roots for transforms in natural order, and the safe functions that run the passes.

use super::{
    lengths::within,
    six_step::{self, Emit, Strip, Strips, Twist},
    stockham::{Finish, Stage, Stages},
};
use crate::scratch::Buf;
use crate::{
    arith::Modulus,
    bits::{bit_len, ceil_log2, reverse_bits},
    cpu::Target,
};
use std::fmt;

/// Least length of the vector passes.
pub const LEAST: usize = 16;
/// Number of words of a first pass: eight vectors.
const BLOCK: usize = 64;

/// The passes compiled for one arithmetic.
///
/// The fields of a copy cannot be set either, because it needs the same instructions:
///
/// ```compile_fail,E0616
/// let mut kernel = polymod_core::kernels::NATURAL[0];
/// kernel.needs = polymod_core::cpu::Target::SCALAR;
/// ```
#[derive(Clone, Copy)]
pub struct NaturalKernel {
    name: &'static str,
    needs: Target,
    /// Largest number of bits of a prime.
    max_bits: u32,
    /// The only modulus that it takes, for a kernel of one modulus.
    only: Option<u64>,
    prepare: fn(p: u64, w: u64) -> [u64; 2],
    first_cyclic: unsafe fn(Stage),
    first_negacyclic: unsafe fn(Stage),
    radix_8: unsafe fn(Stage),
    radix_4: unsafe fn(Stage),
    radix_2: unsafe fn(Stage),
    columns: unsafe fn(Strip, Twist),
    rows: unsafe fn(Strip, Emit),
}

impl fmt::Debug for NaturalKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

pub(super) const fn kernel<S: Stages + Strips>(name: &'static str, needs: Target) -> NaturalKernel {
    NaturalKernel {
        name,
        needs,
        max_bits: S::MAX_BITS,
        only: None,
        prepare: S::prepare,
        first_cyclic: S::first_cyclic,
        first_negacyclic: S::first_negacyclic,
        radix_8: S::radix_8,
        radix_4: S::radix_4,
        radix_2: S::radix_2,
        columns: six_step::columns::<S>,
        rows: six_step::rows::<S>,
    }
}

impl NaturalKernel {
    /// Name of the kernel, for people and for `--algorithm`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The extensions that it needs.
    #[must_use]
    pub fn needs(&self) -> Target {
        self.needs
    }

    /// The same kernel, restricted to one modulus.
    pub(super) const fn only(self, p: u64) -> Self {
        NaturalKernel { only: Some(p), ..self }
    }

    /// Whether this machine, limited to the instructions `target`, can use it modulo p.
    #[must_use]
    pub fn serves(&self, target: Target, p: u64) -> bool {
        let taken = self.only.map_or(bit_len(p) <= self.max_bits, |only| only == p);
        self.needs.runs_within(target) && taken
    }

    /// Asserts that the kernel takes p, that the length is a power of two from `least` on, and that the CPU can run the
    /// passes.
    fn check(&self, p: Modulus, len: usize, least: usize) {
        // no sum or product of lengths below wraps: the longest are two tables of twice 16 words a value
        let fits = len <= isize::MAX as usize / 256;
        assert!(len.is_power_of_two() && len >= least && fits, "a transform of {len} values");
        assert!(self.serves(Target::AVX512, p.n()), "{self:?} does not take {}", p.n());
    }
}

/// A transform of n = 2^k ≥ 16 values at the powers of W, scaled by a [`Factor`]: roots prepared for one kernel.
#[derive(Clone, Debug)]
pub struct StockhamTables {
    kernel: &'static NaturalKernel,
    p: u64,
    len: usize,
    negacyclic: bool,
    passes: Vec<PassTable>,
    /// One prepared factor, or one for each value.
    factors: Buf,
}

#[derive(Clone, Debug)]
struct PassTable {
    radix: usize,
    nodes: usize,
    roots: Buf,
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
    /// The tables for values at W^i, W of order n = `len`; negacyclic at W^(2i+1), W of order 2n.
    ///
    /// # Panics
    /// If `len` is not a power of two from [`LEAST`] on, p has more bits than the kernel takes, or the CPU lacks its
    /// instructions.
    pub fn new(
        kernel: &'static NaturalKernel,
        p: Modulus,
        len: usize,
        negacyclic: bool,
        root: u64,
        factor: Factor,
    ) -> Self {
        kernel.check(p, len, LEAST);
        let order = if negacyclic { 2 * len } else { len };
        let powers = powers(p, root, order);
        let root_at = |numerator: usize, denominator: usize, turn_in_eighths: usize| {
            // (k or k + ½)/denominator of a turn, in steps of W
            let steps = if negacyclic { 2 * numerator + 1 } else { numerator } * (len / denominator);
            powers[(steps + turn_in_eighths * (order / 8)) % order]
        };
        let mut passes = Vec::new();
        let mut nodes = 1;
        for radix in radices(len) {
            // root t of node k is at k/(PARTS[t].0·nodes) of a turn, plus PARTS[t].1 eighths of a turn
            const PARTS: [(usize, usize); 7] = [(2, 0), (4, 0), (4, 2), (8, 0), (8, 2), (8, 1), (8, 3)];
            let root = |k, t: usize| root_at(k, PARTS[t].0 * nodes, PARTS[t].1);
            passes.push(PassTable { radix, nodes, roots: lay_out(kernel, p.n(), nodes, radix - 1, root) });
            nodes *= radix;
        }
        let factors = factors(kernel, p, len, factor);
        StockhamTables { kernel, p: p.n(), len, negacyclic, passes, factors }
    }

    /// The kernel in use.
    #[must_use]
    pub fn kernel(&self) -> &'static NaturalKernel {
        self.kernel
    }

    /// Number of bytes that the tables hold.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let words = self.factors.len() + self.passes.iter().map(|pass| pass.roots.len()).sum::<usize>();
        size_of::<Self>() + 8 * words
    }

    /// Replaces x by its transform, both in [0, p); `scratch` is as long and may hold anything.
    ///
    /// # Panics
    /// If a length is not n.
    pub fn run(&self, x: &mut [u64], scratch: &mut [u64]) {
        self.check(x.len(), scratch.len());
        if self.len < BLOCK {
            return self.short(x);
        }
        self.passes(x.as_ptr(), x.as_mut_ptr(), scratch.as_mut_ptr());
    }

    /// Writes the transform of x to `out`.
    ///
    /// # Panics
    /// If a length is not n.
    pub fn run_into(&self, x: &[u64], out: &mut [u64], scratch: &mut [u64]) {
        self.check(x.len(), scratch.len());
        self.check(out.len(), scratch.len());
        if self.len < BLOCK {
            out.copy_from_slice(x);
            return self.short(out);
        }
        self.passes(x.as_ptr(), out.as_mut_ptr(), scratch.as_mut_ptr());
    }

    fn check(&self, len: usize, scratch: usize) {
        assert!(len == self.len && scratch == self.len, "{} values and as many words of scratch", self.len);
    }

    /// A transform of 16 or 32 values, in place: the vectors of the first pass are not full, and the residues of their
    /// empty lanes come last, so that it writes a whole block for either length.
    fn short(&self, x: &mut [u64]) {
        let mut residues = Aligned([0; BLOCK]);
        self.passes(x.as_ptr(), x.as_mut_ptr(), residues.0.as_mut_ptr());
    }

    /// The function of pass i.
    ///
    /// SAFETY: what the stage points to is there.
    unsafe fn pass(&self, i: usize, stage: Stage) {
        let kernel = self.kernel;
        // SAFETY: the caller's promise; the kernel was checked against the CPU when it was selected
        unsafe {
            match (i, self.passes[i].radix) {
                (0, _) if self.negacyclic => (kernel.first_negacyclic)(stage),
                (0, _) => (kernel.first_cyclic)(stage),
                (_, 8) => (kernel.radix_8)(stage),
                (_, 4) => (kernel.radix_4)(stage),
                _ => (kernel.radix_2)(stage),
            }
        }
    }

    /// Runs all passes. `from` has `len` words and may be `out`; `scratch` and `out` are as many separate words, and
    /// the buffer that the first pass writes, `scratch` in place and `out` otherwise, is at least a block.
    fn passes(&self, from: *const u64, out: *mut u64, scratch: *mut u64) {
        let last = self.passes.len() - 1;
        // the last pass may work in place, so that the result always ends in `out`; the first may not
        let mut to = if std::ptr::eq(from, out) { scratch } else { out };
        let mut from = from;
        for (i, pass) in self.passes.iter().enumerate() {
            let finish = if i == last { finish(&self.factors) } else { Finish::No };
            let to_here = if i == last { out } else { to };
            let Self { p, len, .. } = *self;
            let stage = Stage { p, from, to: to_here, len, nodes: pass.nodes, roots: pass.roots.as_ptr(), finish };
            // SAFETY: lengths were checked by the callers; a pass reads what the one before wrote, in another buffer than
            // its own unless it is the last
            unsafe { self.pass(i, stage) }
            from = to_here;
            to = if std::ptr::eq(to_here, out) { scratch } else { out };
        }
    }
}

/// A block, aligned to 64 bytes.
#[repr(align(64))]
struct Aligned([u64; BLOCK]);

/// The radices of the passes: 8 first; then none, one or two of 4, then 8 for the rest of the length.
fn radices(len: usize) -> Vec<usize> {
    if len < BLOCK {
        return vec![8, len / 8];
    }
    let levels = ceil_log2(len) - 3;
    let fours = match levels % 3 {
        0 => 0,
        1 => 2,
        _ => 1,
    };
    let mut radices = vec![8];
    radices.extend(std::iter::repeat_n(4, fours));
    radices.extend(std::iter::repeat_n(8, (levels as usize - 2 * fours) / 3));
    radices
}

/// w^0 … w^(count − 1).
pub(super) fn powers(p: Modulus, w: u64, count: usize) -> Vec<u64> {
    let mut powers = Vec::with_capacity(count);
    let mut power = p.reduce(1);
    for _ in 0..count {
        powers.push(power);
        power = p.mul(power, w);
    }
    powers
}

/// `count` prepared roots of each node, in the order that the passes read: pairs for a single node, otherwise pairs of
/// vectors for eight nodes each.
fn lay_out(kernel: &NaturalKernel, p: u64, nodes: usize, count: usize, root: impl Fn(usize, usize) -> u64) -> Buf {
    let prepared = |k, t| (kernel.prepare)(p, root(k, t));
    let mut table = Buf::dirty(None, 2 * nodes * count);
    if nodes == 1 {
        for (t, pair) in table.chunks_exact_mut(2).enumerate() {
            pair.copy_from_slice(&prepared(0, t));
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
    kernel: &'static NaturalKernel,
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
    /// The tables for values at the same points as [`StockhamTables::new`].
    ///
    /// # Panics
    /// If `len` is not a power of two from [`LEAST_SIX_STEP`] on, p has more bits than the kernel takes, or the CPU
    /// lacks its instructions.
    pub fn new(
        kernel: &'static NaturalKernel,
        p: Modulus,
        len: usize,
        negacyclic: bool,
        root: u64,
        factor: Factor,
    ) -> Self {
        kernel.check(p, len, LEAST_SIX_STEP);
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
                [vectors[l], vectors[l + 8]] = (kernel.prepare)(p.n(), power);
                power = p.mul(power, base);
            }
        }
        let eighths: Vec<u64> = bases.iter().map(|&w| p.pow(w, 8)).collect();
        let mut current = vec![p.reduce(1); n1];
        let mut blocks = Buf::dirty(None, n2 / 8 * 2 * n1);
        for row in blocks.chunks_exact_mut(2 * n1) {
            for ((pair, power), &step) in row.chunks_exact_mut(2).zip(&mut current).zip(&eighths) {
                pair.copy_from_slice(&(kernel.prepare)(p.n(), *power));
                *power = p.mul(*power, step);
            }
        }
        let factors = factors(kernel, p, len, factor);
        SixStepTables { kernel, p: p.n(), sides: [n1, n2], negacyclic, trees, blocks, lanes, factors }
    }

    /// Number of bytes that the tables hold.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let words = [&self.trees[0], &self.trees[1], &self.blocks, &self.lanes, &self.factors].map(|b| b.len());
        size_of::<Self>() + 8 * words.iter().sum::<usize>()
    }

    /// The kernel in use.
    #[must_use]
    pub fn kernel(&self) -> &'static NaturalKernel {
        self.kernel
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
                p: self.p,
                from: x[8 * b..].as_ptr(),
                step: n2,
                tile: 8 * n2,
                count: n1,
                work: work.as_mut_ptr(),
                roots: self.trees[0].as_ptr(),
                negacyclic: self.negacyclic,
            };
            let twist =
                Twist { block: self.blocks[2 * n1 * b..].as_ptr(), lanes: self.lanes.as_ptr(), to: tiles.as_mut_ptr() };
            // SAFETY: the lengths above; the kernel was checked against the CPU when it was selected
            unsafe { (self.kernel.columns)(strip, twist) }
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
        let starts: Vec<*mut u64> = out.iter_mut().map(|row| row.as_mut_ptr()).collect();
        for i in 0..words / 8 {
            let strip = Strip {
                p: self.p,
                from: tiles[64 * (first + i)..].as_ptr(),
                step: 8,
                tile: 8 * n1,
                count: n2,
                work: work.as_mut_ptr(),
                roots: self.trees[1].as_ptr(),
                negacyclic: false,
            };
            let finish = finish(&self.factors);
            let emit = Emit { rows: starts.as_ptr(), at: 8 * i, first: 8 * (first + i), stride: n1, finish };
            // SAFETY: as in `columns`
            unsafe { (self.kernel.rows)(strip, emit) }
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
fn tree(kernel: &NaturalKernel, p: Modulus, w: u64, len: usize, negacyclic: bool) -> Buf {
    let count = if negacyclic { len } else { len / 2 };
    let bits = count.trailing_zeros();
    let powers = powers(p, w, count);
    prepared(kernel.prepare, p.n(), (0..count).map(|b| powers[reverse_bits(b, bits)]))
}

/// The pairs that `prepare` returns for these factors.
pub(super) fn prepared(prepare: fn(u64, u64) -> [u64; 2], p: u64, factors: impl Iterator<Item = u64>) -> Buf {
    let pairs: Vec<[u64; 2]> = factors.map(|w| prepare(p, w)).collect();
    let mut table = Buf::dirty(None, 2 * pairs.len());
    table.copy_from_slice(pairs.as_flattened());
    table
}

/// The factors of a transform's output scaling, in the form that [`finish`] reads.
fn factors(kernel: &NaturalKernel, p: Modulus, len: usize, factor: Factor) -> Buf {
    match factor {
        Factor::One => Buf::default(),
        Factor::Constant(c) => lay_out(kernel, p.n(), 1, 1, |_, _| c),
        Factor::Powers(c, w) => {
            let powers = powers(p, w, len);
            lay_out(kernel, p.n(), len, 1, |k, _| p.mul(powers[k], c))
        }
    }
}

fn finish(factors: &Buf) -> Finish {
    match factors.len() {
        0 => Finish::Canonical,
        2 => Finish::Scaled(factors.as_ptr()),
        _ => Finish::Weighted(factors.as_ptr()),
    }
}
