//! Passes of the transform in natural order (Stockham's autosort), over vectors of eight, for every arithmetic.
//!
//! After some passes a polynomial of n coefficients is N residues modulo x^m − ρ_k, N·m = n, ρ_k = e(k/N), with e(f) the root
//! of unity "f turns" (negacyclic: e((k + ½)/N)). Coefficient c of residue k is word c·N + k, so that the first array is
//! in natural order as coefficients, the last one as values. A pass of radix 8 splits each residue in three levels of
//! the same butterflies as in [`tree`](super::tree), at roots e(k/2N); e(k/4N), e(k/4N + 1/4); e(k/8N) and so on: it reads
//! eight streams at distance n/8 and writes residue k + N·u for u = 0 … 7, one for each eighth of a turn. From N = 8 on
//! vectors hold neighbouring k, and each lane has roots of its own; the first pass transposes 8×8 words instead.
//!
//! Source: Stockham 1966 as in Van Loan 1992, "Computational Frameworks for the Fast Fourier Transform", §1.7, read over
//! residues. Cost: as the tree's passes, and 14 words of roots for 8 values in the last pass.

use super::{
    lanes::Lanes,
    top::{negacyclic_8, top_8},
    tree::{butterflies, load, three_levels},
};

/// Source, destination and roots of a pass.
#[derive(Clone, Copy)]
pub(super) struct Stage {
    pub p: u64,
    pub from: *const u64,
    pub to: *mut u64,
    /// The transform length, n.
    pub len: usize,
    /// Number N of residues before the pass: 1, or a multiple of 8.
    pub nodes: usize,
    /// First pass: radix − 1 prepared pairs. Others: radix − 1 pairs of vectors for each eight residues.
    pub roots: *const u64,
    pub finish: Finish,
}

/// The operation on values before the last pass writes them.
#[derive(Clone, Copy)]
pub(super) enum Finish {
    /// None: another pass follows.
    No,
    /// Reduces them to [0, p).
    Canonical,
    /// Multiplies them all by a prepared factor, to [0, p).
    Scaled(*const u64),
    /// Multiplies value i by its own factor, to [0, p): vectors of 8 factors and 8 quotients.
    Weighted(*const u64),
}

/// Passes with their vectors inlined into functions with the instruction set's features; written by `stages!`.
pub(super) trait Stages: Lanes {
    unsafe fn first_cyclic(stage: Stage);
    unsafe fn first_negacyclic(stage: Stage);
    unsafe fn radix_8(stage: Stage);
    unsafe fn radix_4(stage: Stage);
    unsafe fn radix_2(stage: Stage);
}

/// Writes the functions of [`Stages`], compiled with these features.
macro_rules! stages {
    ($arith:ty, $features:literal) => {
        impl $crate::kernels::stockham::Stages for $arith {
            $crate::kernels::tree::compiled!($features, stockham;
                first_cyclic = first_cyclic(stage: $crate::kernels::stockham::Stage);
                first_negacyclic = first_negacyclic(stage: $crate::kernels::stockham::Stage);
                radix_8 = radix_8(stage: $crate::kernels::stockham::Stage);
                radix_4 = radix_4(stage: $crate::kernels::stockham::Stage);
                radix_2 = radix_2(stage: $crate::kernels::stockham::Stage));
        }
    };
}
pub(super) use stages;

/// The first pass, N = 1, of a cyclic transform: 5 of 12 butterflies multiply. In: [0, p). Out: the forward range.
///
/// SAFETY (here and below): the CPU has the arithmetic's features; `from` and `to` are `len` words, `len` = 2^k ≥ 16
/// (`to` of a first pass at least 64), disjoint except for a last pass, which may work in place; roots and factors are
/// as [`Stage`] and [`Finish`] say.
#[inline(always)]
pub(super) unsafe fn first_cyclic<A: Lanes>(stage: Stage) {
    let Stage { p, from, to, len, roots, .. } = stage;
    // SAFETY: eight streams of len/8 words; eight rows of eight words
    unsafe {
        let a = A::new(p);
        let (i, zeta, zeta_1) = (A::root(roots.add(4)), A::root(roots.add(10)), A::root(roots.add(12)));
        for j in (0..len / 8).step_by(8) {
            let v = load_streams::<A>(from.add(j), len / 8);
            store_transposed::<A>(to.add(8 * j), top_8(a, v, i, zeta, zeta_1));
        }
    }
}

/// The first pass of a negacyclic transform: every butterfly multiplies.
#[inline(always)]
pub(super) unsafe fn first_negacyclic<A: Lanes>(stage: Stage) {
    let Stage { p, from, to, len, roots, .. } = stage;
    // SAFETY: as in `first_cyclic`
    unsafe {
        let a = A::new(p);
        for j in (0..len / 8).step_by(8) {
            let v = load_streams::<A>(from.add(j), len / 8);
            store_transposed::<A>(to.add(8 * j), negacyclic_8(a, v, roots));
        }
    }
}

/// Loads a vector of each of eight streams; those of short transforms have less than eight words.
#[inline(always)]
unsafe fn load_streams<A: Lanes>(from: *const u64, distance: usize) -> [A::V; 8] {
    // SAFETY: eight streams
    unsafe {
        if distance < 8 {
            return std::array::from_fn(|i| A::load_part(from.add(i * distance), distance));
        }
        std::array::from_fn(|i| A::load_residues(from.add(i * distance)))
    }
}

/// Stores eight residues of eight coefficients each, one after the other, from vectors in the order of the butterflies.
#[inline(always)]
unsafe fn store_transposed<A: Lanes>(to: *mut u64, v: [A::V; 8]) {
    let [x0, x4, x2, x6, x1, x5, x3, x7] = v;
    let mut rows = [x0, x1, x2, x3, x4, x5, x6, x7];
    // SAFETY: eight rows of eight words
    unsafe {
        A::transpose(&mut rows);
        for (c, row) in rows.into_iter().enumerate() {
            A::store(to.add(8 * c), row);
        }
    }
}

/// Root t of a step: one for all lanes, or one for each lane.
#[inline(always)]
unsafe fn root<A: Lanes, const EACH: bool>(roots: *const u64, t: usize) -> A::W {
    // SAFETY: the caller's table
    unsafe { if EACH { A::roots(roots.add(16 * t)) } else { A::root(roots.add(2 * t)) } }
}

/// Three levels on N groups at once.
#[inline(always)]
pub(super) unsafe fn eight<A: Lanes, const N: usize, const EACH: bool>(
    a: A,
    v: &mut [[A::V; 8]; N],
    roots: [*const u64; N],
) {
    // SAFETY: the caller's tables
    unsafe {
        for v in v.iter_mut() {
            for x in &mut v[..A::REDUCED] {
                *x = a.reduce(*x);
            }
        }
        let w = |r: usize, t: usize| root::<A, EACH>(roots[r], t);
        three_levels!(v, a, w);
    }
}

/// Two levels on N groups at once.
#[inline(always)]
unsafe fn four<A: Lanes, const N: usize, const EACH: bool>(a: A, v: &mut [[A::V; 4]; N], roots: [*const u64; N]) {
    // SAFETY: the caller's tables
    unsafe {
        for v in v.iter_mut() {
            for x in &mut v[..A::REDUCED.min(2)] {
                *x = a.reduce(*x);
            }
        }
        let w = |r: usize, t: usize| root::<A, EACH>(roots[r], t);
        butterflies!(v, a, w; forward(1, 3, 0) forward(0, 2, 0) forward(0, 1, 1) forward(2, 3, 2));
    }
}

/// One level on N groups at once.
#[inline(always)]
unsafe fn two<A: Lanes, const N: usize, const EACH: bool>(a: A, v: &mut [[A::V; 2]; N], roots: [*const u64; N]) {
    // SAFETY: the caller's tables
    unsafe {
        for v in v.iter_mut() {
            v[0] = a.reduce(v[0]);
        }
        let w = |r: usize, t: usize| root::<A, EACH>(roots[r], t);
        butterflies!(v, a, w; forward(0, 1, 0));
    }
}

/// The variants of [`Finish`] as constants.
const RAW: u8 = 0;
pub(super) const CANONICAL: u8 = 1;
pub(super) const SCALED: u8 = 2;
pub(super) const WEIGHTED: u8 = 3;

/// Factors of a pass's last step: one for all values, or the address of one for each.
#[derive(Clone, Copy)]
pub(super) struct Sink<A: Lanes> {
    pub factor: Option<A::W>,
    pub factors: *const u64,
}

impl<A: Lanes> Sink<A> {
    #[inline(always)]
    pub(super) unsafe fn put<const F: u8>(&self, a: A, to: *mut u64, at: usize, x: A::V) {
        // SAFETY: eight words, which are values from `at` on, and as many factors
        unsafe {
            match (F, self.factor) {
                (RAW, _) => A::store(to, x),
                (SCALED, Some(w)) => a.store_residues(to, a.times(x, w)),
                (WEIGHTED, _) => a.store_residues(to, a.times(x, A::roots(self.factors.add(2 * at)))),
                _ => a.store_values(to, x),
            }
        }
    }
}

/// The loop of a later pass: groups of `$radix` vectors at distance len/`$radix`, two at once where the length allows.
macro_rules! groups {
    ($name:ident, $step:ident, $radix:literal, [$($place:literal)*]) => {
        #[inline(always)]
        unsafe fn $name<A: Lanes, const F: u8>(stage: Stage, sink: Sink<A>) {
            let Stage { p, from, to, len, nodes, roots, .. } = stage;
            let distance = len / $radix;
            // SAFETY: the caller's promise
            unsafe {
                let a = A::new(p);
                // residue k of coefficient c is at i = c·N + k; its parts go to c·R·N + k + u·N
                macro_rules! roots_at { ($i:expr) => { roots.add(2 * ($radix - 1) * ($i & (nodes - 1))) } }
                macro_rules! put { ($i:expr, $v:expr) => {
                    let at = ($radix - 1) * ($i & !(nodes - 1)) + $i;
                    for (u, place) in [$($place),*].into_iter().enumerate() {
                        sink.put::<F>(a, to.add(at + u * nodes), at + u * nodes, $v[place]);
                    }
                } }
                if distance.is_multiple_of(16) {
                    for i in (0..distance).step_by(16) {
                        let mut v = [load::<A, $radix>(from.add(i), distance), load::<A, $radix>(from.add(i + 8), distance)];
                        $step::<A, 2, true>(a, &mut v, [roots_at!(i), roots_at!(i + 8)]);
                        put!(i, v[0]);
                        put!((i + 8), v[1]);
                    }
                } else {
                    for i in (0..distance).step_by(8) {
                        let mut v = [load::<A, $radix>(from.add(i), distance)];
                        $step::<A, 1, true>(a, &mut v, [roots_at!(i)]);
                        put!(i, v[0]);
                    }
                }
            }
        }
    };
}

groups!(groups_8, eight, 8, [0 4 2 6 1 5 3 7]);
groups!(groups_4, four, 4, [0 2 1 3]);
groups!(groups_2, two, 2, [0 1]);

/// A whole pass: the loop for each variant of [`Finish`].
macro_rules! pass {
    ($(#[$doc:meta])* $name:ident, $groups:ident) => {
        $(#[$doc])*
        #[inline(always)]
        pub(super) unsafe fn $name<A: Lanes>(stage: Stage) {
            let sink = Sink { factor: None, factors: stage.roots };
            // SAFETY: the caller's promise
            unsafe {
                match stage.finish {
                    Finish::No => $groups::<A, RAW>(stage, sink),
                    Finish::Canonical => $groups::<A, CANONICAL>(stage, sink),
                    Finish::Scaled(w) => $groups::<A, SCALED>(stage, Sink { factor: Some(A::root(w)), ..sink }),
                    Finish::Weighted(factors) => $groups::<A, WEIGHTED>(stage, Sink { factors, ..sink }),
                }
            }
        }
    };
}

pass!(
    /// A pass of radix 8 for N ≥ 8; the last one may work in place, because it reads and writes the same vectors. In
    /// and out: the forward range, except as [`Finish`] says.
    radix_8, groups_8
);
pass!(
    /// A pass of radix 4; ranges as for radix 8.
    radix_4, groups_4
);
pass!(
    /// A pass of radix 2: the last one of 16 values.
    radix_2, groups_2
);
