//! Passes of long transforms in natural order: columns, twiddle factors and a transposition, rows (the six-step method).
//!
//! With n = n1·n2 and x^(n2·j1 + j2) as y^j1·x^j2, y = x^n2, values at x = W^(k1 + n1·k2) are those of Σ_j2 (Σ_j1
//! a·y^j1)·W^(k1·j2)·z^j2 at y = W^(n2·k1), z = W^(n1·k2): for eight neighbouring columns j2 at a time a transform of
//! n1 vectors, a product by W^(k1·j2) and a transposition of 8×8 words; for eight neighbouring k1 at a time one of n2
//! vectors. Both are the tree's passes in a buffer that stays in the L1 cache, one root for all lanes, down to leaves
//! of one vector; the tree's bit-reversed order is undone by the reads of the step that follows. Data are read twice
//! and written twice.
//!
//! Between the steps data are stored in tiles of eight k1 for eight j2: tile (j2/8, k1/8) is 64 words, row j2, column
//! k1.
//!
//! Source: Bailey 1990, "FFTs in external or hierarchical memory"; Takahashi 2020, "An implementation of parallel
//! number-theoretic transform using Intel AVX-512 instructions", whose six-step method this is, with the three
//! transpositions merged into reads and writes. Cost: two products a vector more than the tree, and an additional first
//! pass that multiplies little.

use super::{
    lanes::Lanes,
    stockham::{Finish, Sink},
    top::{negacyclic_8, top_8},
    tree::{Last, Passes, Roots, forward},
};

/// A strip of columns or rows, as vectors: their source, and a buffer for them.
#[derive(Clone, Copy)]
pub(super) struct Strip {
    pub p: u64,
    pub from: *const u64,
    /// Distances in words from one vector to the next inside a tile of eight, and from a tile to the next.
    pub step: usize,
    pub tile: usize,
    /// Number of vectors, at least 64.
    pub count: usize,
    pub work: *mut u64,
    /// Roots of the tree, in bit-reversed order.
    pub roots: *const u64,
    pub negacyclic: bool,
}

/// The last step of a strip of columns: twiddle factors and destination.
#[derive(Clone, Copy)]
pub(super) struct Twist {
    /// Prepared W^(8·b·k1) for all k1, b the strip's index.
    pub block: *const u64,
    /// Prepared W^(l·k1) for lanes l: two vectors for each k1.
    pub lanes: *const u64,
    /// Destination: n1/8 tiles.
    pub to: *mut u64,
}

/// The last step of a strip of rows: destination and factors.
#[derive(Clone, Copy)]
pub(super) struct Emit {
    /// First word of each row of n1 values of the result; the vector of k2 goes `at` words further.
    pub rows: *const *mut u64,
    pub at: usize,
    /// The same place as an index of values, for their factors.
    pub first: usize,
    /// Distance between rows in words, n1.
    pub stride: usize,
    pub finish: Finish,
}

/// Steps with their vectors inlined into functions with the instruction set's features; written by `strips!`.
pub(super) trait Strips: Passes {
    unsafe fn begin(strip: Strip);
    unsafe fn twist(strip: Strip, twist: Twist);
    unsafe fn emit(strip: Strip, emit: Emit);
}

/// Writes the functions of [`Strips`], compiled with these features.
macro_rules! strips {
    ($arith:ty, $features:literal) => {
        impl $crate::kernels::six_step::Strips for $arith {
            $crate::kernels::tree::compiled!($features, six_step;
                begin = begin(strip: $crate::kernels::six_step::Strip);
                twist = twist(strip: $crate::kernels::six_step::Strip, twist: $crate::kernels::six_step::Twist);
                emit = emit(strip: $crate::kernels::six_step::Strip, emit: $crate::kernels::six_step::Emit));
        }
    };
}
pub(super) use strips;

/// Writes all functions of an arithmetic for transforms in natural order that products do not use.
macro_rules! natural {
    ($arith:ty, $features:literal) => {
        $crate::kernels::tree::passes!($arith, $features);
        $crate::kernels::stockham::stages!($arith, $features);
        $crate::kernels::six_step::strips!($arith, $features);
    };
}
pub(super) use natural;

/// Transforms a strip of columns, multiplied by twiddle factors and transposed into tiles.
///
/// SAFETY (here and below): the CPU has the arithmetic's features; what the structures point to is there, and `work` and
/// what is written are nobody else's.
pub(super) unsafe fn columns<S: Strips>(strip: Strip, twist: Twist) {
    // SAFETY: the caller's promise
    unsafe {
        transform::<S>(strip);
        S::twist(strip, twist);
    }
}

/// Transforms a strip of rows and writes it as columns of the result.
pub(super) unsafe fn rows<S: Strips>(strip: Strip, emit: Emit) {
    // SAFETY: the caller's promise
    unsafe {
        transform::<S>(strip);
        S::emit(strip, emit);
    }
}

unsafe fn transform<S: Strips>(strip: Strip) {
    let Strip { p, count, work, roots, negacyclic, .. } = strip;
    // SAFETY: the caller's promise; a row of the tree is an eighth of the vectors
    unsafe {
        S::begin(strip);
        let roots = Roots { tree: roots, last: Last::Leaves };
        forward::<S>(p, work, count, roots, if negacyclic { 8 } else { 0 }, 8);
    }
}

/// The first pass, reading the strip from its source. In: [0, p).
#[inline(always)]
pub(super) unsafe fn begin<A: Lanes>(strip: Strip) {
    let Strip { p, from, step, tile, count, work, roots, negacyclic } = strip;
    let distance = count / 8;
    // SAFETY: eight vectors at distance count/8
    unsafe {
        let a = A::new(p);
        let (i, zeta, zeta_1) = (A::root(roots.add(2)), A::root(roots.add(4)), A::root(roots.add(6)));
        for j in 0..distance {
            let v: [A::V; 8] = std::array::from_fn(|i| {
                let row = j + i * distance;
                A::load_residues(from.add(row / 8 * tile + row % 8 * step))
            });
            let v = if negacyclic { negacyclic_8(a, v, roots.add(2)) } else { top_8(a, v, i, zeta, zeta_1) };
            for (i, v) in v.into_iter().enumerate() {
                A::store(work.add(8 * (j + i * distance)), v);
            }
        }
    }
}

/// Position of the vector of exponent s + 8·k in a transformed strip with low digit s: eighths of the strip are in this
/// order.
const EIGHTH: [usize; 8] = [0, 4, 2, 6, 1, 5, 3, 7];

/// Multiplies by W^(k1·j2) and transposes: eight vectors of neighbouring k1 become a tile. Out: [0, p).
#[inline(always)]
pub(super) unsafe fn twist<A: Lanes>(strip: Strip, twist: Twist) {
    let Strip { p, count, work, .. } = strip;
    let distance = count / 8;
    let bits = distance.trailing_zeros();
    // SAFETY: the caller's promise
    unsafe {
        let a = A::new(p);
        for tile in 0..distance {
            let place = crate::bits::reverse_bits(tile, bits);
            let mut v: [A::V; 8] = std::array::from_fn(|s| {
                let k1 = 8 * tile + s;
                let x = A::load(work.add(8 * (EIGHTH[s] * distance + place)));
                a.times(a.times(x, A::roots(twist.lanes.add(16 * k1))), A::root(twist.block.add(2 * k1)))
            });
            A::transpose(&mut v);
            for (row, v) in v.into_iter().enumerate() {
                a.store_residues(twist.to.add(64 * tile + 8 * row), v);
            }
        }
    }
}

/// Writes values to rows of the result.
#[inline(always)]
pub(super) unsafe fn emit<A: Lanes>(strip: Strip, emit: Emit) {
    // SAFETY: the caller's promise
    unsafe {
        let a = A::new(strip.p);
        let (mut factor, mut factors) = (None, strip.roots);
        match emit.finish {
            Finish::Scaled(w) => factor = Some(A::root(w)),
            Finish::Weighted(table) => factors = table,
            Finish::No | Finish::Canonical => {}
        }
        let sink = Sink { factor, factors };
        match emit.finish {
            Finish::Scaled(_) => write::<A, { super::stockham::SCALED }>(a, strip, emit, sink),
            Finish::Weighted(_) => write::<A, { super::stockham::WEIGHTED }>(a, strip, emit, sink),
            Finish::No | Finish::Canonical => write::<A, { super::stockham::CANONICAL }>(a, strip, emit, sink),
        }
    }
}

#[inline(always)]
unsafe fn write<A: Lanes, const F: u8>(a: A, strip: Strip, emit: Emit, sink: Sink<A>) {
    let Strip { count, work, .. } = strip;
    let bits = count.trailing_zeros();
    // SAFETY: the caller's promise
    unsafe {
        for k2 in 0..count {
            let x = A::load(work.add(8 * crate::bits::reverse_bits(k2, bits)));
            sink.put::<F>(a, (*emit.rows.add(k2)).add(emit.at), emit.first + k2 * emit.stride, x);
        }
    }
}
