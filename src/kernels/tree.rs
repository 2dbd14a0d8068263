//! The transform inside products: one generic set of passes over vectors, for every arithmetic.
//!
//! A polynomial modulo x^n − s² is split into its residues modulo x^(n/2) ∓ s, as in the portable transform, but the
//! splitting stops at residues modulo x^8 − r: the last three levels would need shuffles and a table of their own, and
//! multiplying short residues directly costs no more. Passes of radix 8 (radix 4 or 2 once, where the number of levels
//! asks for it) go depth first, which is all the cache blocking that is needed. Node b of the tree uses the roots s_b;
//! s_2b, s_2b+1; s_4b … s_4b+3, so one table in bit-reversed order serves every level and length.
//!
//! The first pass is one of its own: its roots are powers of i and ζ, ζ² = i, and most of its butterflies need no product.
//! Its rows, and then their subtrees, are independent: that is where threads share a transform.
//!
//! Lengths t·2^j, t = 5, 6, 7, are transforms of length 8·2^j that keep the first t of the eight factors of z^8 − 1,
//! z = x^(2^j): going forward the others are not stored, coming back f is found from g = f modulo z^4 − 1 and the values
//! at the further nodes, where z^4 = −1: f = g + (z^4 − 1)·h with h = (g − f)/2 there (truncation by eighths; the idea
//! of van der Hoeven 2004, "The truncated Fourier transform and applications", applied to the first pass only).

use super::lanes::{Lanes, Leaves};

/// Residues at the leaves of the tree.
pub const LEAF: usize = 8;
/// Nodes whose leaf products are prepared together: their operands stay in the first cache.
const LEAVES: usize = 16;

/// What a pass works on.
#[derive(Clone, Copy)]
pub(super) struct Pass {
    pub p: u64,
    /// The first word of the first node.
    pub x: *mut u64,
    /// Words between a node's parts.
    pub m: usize,
    /// Pairs (root, its quotient), in bit-reversed order.
    pub roots: *const u64,
    /// The first node's index.
    pub node: usize,
    /// Nodes in a row.
    pub count: usize,
}

/// What the first pass, or the last one back, works on: columns of 5 to 8 rows, wherever they are.
#[derive(Clone, Copy)]
pub(super) struct Top {
    pub p: u64,
    /// The rows' first words; null from `kept` on.
    pub rows: [*mut u64; 8],
    pub kept: usize,
    /// Words of a row.
    pub columns: usize,
    pub roots: *const u64,
}

/// Forward passes with their vectors inlined into functions with the instruction set's features; written by `passes!`.
pub(super) trait Passes: Lanes {
    unsafe fn forward_2(pass: Pass);
    unsafe fn forward_4(pass: Pass);
    unsafe fn forward_8(pass: Pass);
    unsafe fn forward_top(top: Top);
}

/// The rest of what products need, likewise.
pub(super) trait Backend: Passes + Leaves {
    unsafe fn inverse_2(pass: Pass);
    unsafe fn inverse_4(pass: Pass);
    unsafe fn inverse_8(pass: Pass);
    unsafe fn inverse_top(top: Top, constants: &TopConstants);
    unsafe fn products(
        p: u64,
        out: *mut u64,
        a: *const u64,
        b: *const u64,
        roots: *const u64,
        leaves: usize,
        add: bool,
    );
    unsafe fn finish(p: u64, x: *const u64, out: *mut u64, len: usize, factor: [u64; 2]);
}

/// Writes the forward passes of an arithmetic, those of all orders, compiled with these features.
macro_rules! passes {
    ($arith:ty, $features:literal) => {
        impl $crate::kernels::tree::Passes for $arith {
            $crate::kernels::tree::compiled!($features, tree; forward_2(pass: $crate::kernels::tree::Pass) forward_4(pass: $crate::kernels::tree::Pass) forward_8(pass: $crate::kernels::tree::Pass)
                forward_top(top: $crate::kernels::tree::Top));
        }
        $crate::kernels::stockham::stages!($arith, $features);
        $crate::kernels::six_step::strips!($arith, $features);
    };
}
pub(super) use passes;

/// Writes the functions of a backend: the generic passes, compiled with these features.
macro_rules! backend {
    ($arith:ty, $features:literal) => {
        $crate::kernels::tree::passes!($arith, $features);
        impl $crate::kernels::tree::Backend for $arith {
            $crate::kernels::tree::compiled!($features, tree;
                inverse_2(pass: $crate::kernels::tree::Pass) inverse_4(pass: $crate::kernels::tree::Pass) inverse_8(pass: $crate::kernels::tree::Pass)
                inverse_top(top: $crate::kernels::tree::Top, constants: &$crate::kernels::tree::TopConstants)
                products(p: u64, out: *mut u64, a: *const u64, b: *const u64, roots: *const u64, leaves: usize, add: bool)
                finish(p: u64, x: *const u64, out: *mut u64, len: usize, factor: [u64; 2]));
        }
    };
}
pub(super) use backend;

/// Generic functions of a module, each compiled with these features.
macro_rules! compiled {
    ($features:literal, $module:ident; $($name:ident($($arg:ident: $type:ty),*))*) => { $(
        #[inline(never)]
        #[target_feature(enable = $features)]
        unsafe fn $name($($arg: $type),*) {
            // SAFETY: the features are enabled here; the rest is the caller's promise, which is the same
            unsafe { $crate::kernels::$module::$name::<Self>($($arg),*) }
        }
    )* };
}
pub(super) use compiled;

/// Splits `count` nodes from `node` on, `len` words each, one behind the other, down to their leaves. Depth first: long
/// nodes one by one, short ones in one pass over all of them.
///
/// SAFETY (here and below): the CPU has the backend's features; `x` is valid for `count·len` words that nothing else
/// uses, `roots` for every node of the tree below.
pub(super) unsafe fn forward<B: Passes>(p: u64, x: *mut u64, len: usize, roots: *const u64, node: usize, count: usize) {
    let levels = (len / LEAF).trailing_zeros();
    let radix = radix(levels);
    // SAFETY: nodes, and the parts of a node, are disjoint ranges of words
    unsafe {
        if levels <= 3 {
            let pass = Pass { p, x, m: LEAF, roots, node, count };
            return match levels {
                0 => (),
                1 => B::forward_2(pass),
                2 => B::forward_4(pass),
                _ => B::forward_8(pass),
            };
        }
        for i in 0..count {
            let (x, node) = (x.add(i * len), node + i);
            let pass = Pass { p, x, m: len / radix, roots, node, count: 1 };
            match radix {
                2 => B::forward_2(pass),
                4 => B::forward_4(pass),
                _ => B::forward_8(pass),
            }
            forward::<B>(p, x, len / radix, roots, radix * node, radix);
        }
    }
}

/// Undoes [`forward`], but for the factor len/8. `roots` holds the inverses.
pub(super) unsafe fn inverse<B: Backend>(
    p: u64,
    x: *mut u64,
    len: usize,
    roots: *const u64,
    node: usize,
    count: usize,
) {
    let levels = (len / LEAF).trailing_zeros();
    let radix = radix(levels);
    // SAFETY: as in `forward`
    unsafe {
        if levels <= 3 {
            let pass = Pass { p, x, m: LEAF, roots, node, count };
            return match levels {
                0 => (),
                1 => B::inverse_2(pass),
                2 => B::inverse_4(pass),
                _ => B::inverse_8(pass),
            };
        }
        for i in 0..count {
            let (x, node) = (x.add(i * len), node + i);
            inverse::<B>(p, x, len / radix, roots, radix * node, radix);
            let pass = Pass { p, x, m: len / radix, roots, node, count: 1 };
            match radix {
                2 => B::inverse_2(pass),
                4 => B::inverse_4(pass),
                _ => B::inverse_8(pass),
            }
        }
    }
}

/// The radix of the first pass of so many levels: 8, unless 3 does not divide them.
fn radix(levels: u32) -> usize {
    match levels % 3 {
        0 => 8,
        1 => 2,
        _ => 4,
    }
}

/// The roots of a radix-8 step at node b, as places in the table: b; 2b, 2b + 1; 4b … 4b + 3.
#[inline(always)]
fn places(b: usize) -> [usize; 7] {
    [b, 2 * b, 2 * b + 1, 4 * b, 4 * b + 1, 4 * b + 2, 4 * b + 3].map(|b| 2 * b)
}

/// One step of two or three levels on N groups of values at once: two independent groups hide the latency of one.
macro_rules! butterflies {
    ($v:ident, $a:ident, $w:expr; $($op:ident($i:literal, $j:literal, $t:expr))*) => { $(
        for r in 0..$v.len() {
            let (x, y) = ($v[r][$i], $v[r][$j]);
            ($v[r][$i], $v[r][$j]) = $a.$op(x, y, $w(r, $t));
        }
    )* };
}
pub(super) use butterflies;

#[inline(always)]
pub(super) unsafe fn load<A: Lanes, const R: usize>(x: *const u64, m: usize) -> [A::V; R] {
    // SAFETY: the caller's R rows at distance m
    std::array::from_fn(|i| unsafe { A::load(x.add(i * m)) })
}

#[inline(always)]
unsafe fn store<A: Lanes, const R: usize>(x: *mut u64, m: usize, v: &[A::V; R]) {
    for (i, &v) in v.iter().enumerate() {
        // SAFETY: the caller's R rows at distance m
        unsafe { A::store(x.add(i * m), v) }
    }
}

/// In: [0, 2^52) or the arithmetic's own range. Out: below FORWARD_FACTOR·p.
#[inline(always)]
unsafe fn forward_8_groups<A: Lanes, const N: usize>(
    a: A,
    x: [*mut u64; N],
    m: usize,
    roots: *const u64,
    node: [usize; N],
) {
    // SAFETY: the caller's groups
    unsafe {
        let mut v: [[A::V; 8]; N] = std::array::from_fn(|r| load::<A, 8>(x[r], m));
        let at: [[usize; 7]; N] = std::array::from_fn(|r| places(node[r]));
        let w = |r: usize, t: usize| A::root(roots.add(at[r][t]));
        for v in &mut v {
            for x in &mut v[..A::REDUCED] {
                *x = a.reduce(*x);
            }
        }
        butterflies!(v, a, w; forward(1, 5, 0) forward(2, 6, 0) forward(3, 7, 0) forward(0, 4, 0)
            forward(1, 3, 1) forward(5, 7, 2) forward(0, 2, 1) forward(4, 6, 2)
            forward(0, 1, 3) forward(2, 3, 4) forward(4, 5, 5) forward(6, 7, 6));
        for r in 0..N {
            store::<A, 8>(x[r], m, &v[r]);
        }
    }
}

#[inline(always)]
pub(super) unsafe fn forward_8<A: Lanes>(pass: Pass) {
    let Pass { p, x, m, roots, node, count } = pass;
    // SAFETY: group (node, j) is rows x + 8m·node + j, disjoint from all others
    unsafe {
        let a = A::new(p);
        if m == LEAF && count.is_multiple_of(2) {
            for i in (0..count).step_by(2) {
                let x = x.add(8 * m * i);
                forward_8_groups(a, [x, x.add(8 * m)], m, roots, [node + i, node + i + 1]);
            }
            return;
        }
        for i in 0..count {
            let (x, b) = (x.add(8 * m * i), node + i);
            if m == LEAF {
                forward_8_groups(a, [x], m, roots, [b]);
            } else {
                for j in (0..m).step_by(2 * A::LANES) {
                    forward_8_groups(a, [x.add(j), x.add(j + A::LANES)], m, roots, [b, b]);
                }
            }
        }
    }
}

#[inline(always)]
pub(super) unsafe fn forward_4<A: Lanes>(pass: Pass) {
    let Pass { p, x, m, roots, node, count } = pass;
    // SAFETY: group (node, j) is rows x + 4m·node + j, disjoint from all others
    unsafe {
        let a = A::new(p);
        for i in 0..count {
            let (x, at) = (x.add(4 * m * i), places(node + i));
            let w = |_: usize, t: usize| A::root(roots.add(at[t]));
            for j in (0..m).step_by(A::LANES) {
                let mut v = [load::<A, 4>(x.add(j), m)];
                v[0][0] = a.reduce(v[0][0]);
                if A::REDUCED > 1 {
                    v[0][1] = a.reduce(v[0][1]);
                }
                butterflies!(v, a, w; forward(1, 3, 0) forward(0, 2, 0) forward(0, 1, 1) forward(2, 3, 2));
                store::<A, 4>(x.add(j), m, &v[0]);
            }
        }
    }
}

#[inline(always)]
pub(super) unsafe fn forward_2<A: Lanes>(pass: Pass) {
    let Pass { p, x, m, roots, node, count } = pass;
    // SAFETY: group (node, j) is rows x + 2m·node + j, disjoint from all others
    unsafe {
        let a = A::new(p);
        for i in 0..count {
            let (x, w) = (x.add(2 * m * i), A::root(roots.add(2 * (node + i))));
            for j in (0..m).step_by(A::LANES) {
                let [u, v] = load::<A, 2>(x.add(j), m);
                let (u, v) = a.forward(a.reduce(u), v, w);
                store::<A, 2>(x.add(j), m, &[u, v]);
            }
        }
    }
}

/// Three levels at node 0, whose roots are 1; 1, i; 1, i, ζ, ζi: 5 of 12 butterflies multiply. In: [0, p). Out: the
/// forward range.
#[inline(always)]
pub(super) unsafe fn top_8<A: Lanes>(a: A, x: [A::V; 8], i: A::W, zeta: A::W, zeta_1: A::W) -> [A::V; 8] {
    let [x0, x1, x2, x3, x4, x5, x6, x7] = x;
    // SAFETY: arithmetic only
    unsafe {
        let ((x0, x4), (x1, x5)) = (a.plain(x0, x4, 1), a.plain(x1, x5, 1));
        let ((x2, x6), (x3, x7)) = (a.plain(x2, x6, 1), a.plain(x3, x7, 1));
        let ((x0, x2), (x1, x3)) = (a.plain(x0, x2, 2), a.plain(x1, x3, 2));
        let ((x4, x6), (x5, x7)) = (a.forward(a.lift(x4, 1), x6, i), a.forward(a.lift(x5, 1), x7, i));
        let (x0, x1) = a.plain(a.lift(x0, A::FORWARD_LEAST), x1, 4);
        let (x2, x3) = a.forward(a.lift(x2, A::FORWARD_LEAST + 1), x3, i);
        let (x4, x5) = a.forward(a.lift(x4, A::FORWARD_LEAST + 1), x5, zeta);
        let (x6, x7) = a.forward(a.lift(x6, A::FORWARD_LEAST + 1), x7, zeta_1);
        [x0, x1, x2, x3, x4, x5, x6, x7]
    }
}

/// The first pass: `kept` rows in, as many out; the others count as zeros, and are not wanted. In: [0, p). Out: the
/// forward range.
#[inline(always)]
pub(super) unsafe fn forward_top<A: Lanes>(top: Top) {
    let Top { p, rows, kept, columns, roots } = top;
    // SAFETY: rows from `kept` on are neither read nor written
    unsafe {
        let a = A::new(p);
        let (i, zeta, zeta_1) = (A::root(roots.add(2)), A::root(roots.add(4)), A::root(roots.add(6)));
        for j in (0..columns).step_by(A::LANES) {
            let mut v = [A::zero(); 8];
            for (v, row) in v[..kept].iter_mut().zip(rows) {
                *v = A::load_residues(row.add(j));
            }
            for (v, row) in top_8(a, v, i, zeta, zeta_1).into_iter().zip(rows).take(kept) {
                A::store(row.add(j), v);
            }
        }
    }
}

/// Three levels back on a group. In and out: [0, 2p). Lazy arithmetics let sums grow to 8p, or 16p, in between.
#[inline(always)]
unsafe fn inverse_8_group<A: Leaves>(a: A, v: &mut [A::V; 8], roots: *const u64, node: usize) {
    let at = places(node);
    macro_rules! back { ($($i:literal $j:literal $range:literal $t:literal)*) => { $(
        (v[$i], v[$j]) = a.inverse(v[$i], v[$j], $range, A::root(roots.add(at[$t])));
    )* } }
    // SAFETY: the caller's table
    unsafe {
        back!(0 1 2 3  2 3 2 4  4 5 2 5  6 7 2 6);
        back!(0 2 4 1  4 6 4 2  1 3 2 1  5 7 2 2);
        if A::SETTLE_EARLY {
            (v[0], v[4]) = (a.settle(v[0]), a.settle(v[4]));
            back!(0 4 2 0);
        } else {
            back!(0 4 8 0);
        }
        back!(1 5 4 0  2 6 2 0  3 7 2 0);
        for v in &mut v[..4] {
            *v = a.settle(*v);
        }
    }
}

#[inline(always)]
pub(super) unsafe fn inverse_8<A: Leaves>(pass: Pass) {
    let Pass { p, x, m, roots, node, count } = pass;
    // SAFETY: as in `forward_8`
    unsafe {
        let a = A::new(p);
        for i in 0..count {
            let x = x.add(8 * m * i);
            for j in (0..m).step_by(A::LANES) {
                let mut v = load::<A, 8>(x.add(j), m);
                inverse_8_group(a, &mut v, roots, node + i);
                store::<A, 8>(x.add(j), m, &v);
            }
        }
    }
}

/// Two levels back, for the roots (w_b; w_2b, w_2b+1).
#[inline(always)]
unsafe fn inverse_4_group<A: Leaves>(a: A, v: &mut [A::V; 4], w: [A::W; 3]) {
    // SAFETY: arithmetic only
    unsafe {
        (v[0], v[1]) = a.inverse(v[0], v[1], 2, w[1]);
        (v[2], v[3]) = a.inverse(v[2], v[3], 2, w[2]);
        (v[0], v[2]) = a.inverse(v[0], v[2], 4, w[0]);
        (v[1], v[3]) = a.inverse(v[1], v[3], 2, w[0]);
        (v[0], v[1]) = (a.settle(v[0]), a.settle(v[1]));
    }
}

#[inline(always)]
pub(super) unsafe fn inverse_4<A: Leaves>(pass: Pass) {
    let Pass { p, x, m, roots, node, count } = pass;
    // SAFETY: as in `forward_4`
    unsafe {
        let a = A::new(p);
        for i in 0..count {
            let (x, at) = (x.add(4 * m * i), places(node + i));
            let w = [A::root(roots.add(at[0])), A::root(roots.add(at[1])), A::root(roots.add(at[2]))];
            for j in (0..m).step_by(A::LANES) {
                let mut v = load::<A, 4>(x.add(j), m);
                inverse_4_group(a, &mut v, w);
                store::<A, 4>(x.add(j), m, &v);
            }
        }
    }
}

#[inline(always)]
pub(super) unsafe fn inverse_2<A: Leaves>(pass: Pass) {
    let Pass { p, x, m, roots, node, count } = pass;
    // SAFETY: as in `forward_2`
    unsafe {
        let a = A::new(p);
        for i in 0..count {
            let (x, w) = (x.add(2 * m * i), A::root(roots.add(2 * (node + i))));
            for j in (0..m).step_by(A::LANES) {
                let [u, v] = load::<A, 2>(x.add(j), m);
                let (u, v) = a.inverse(u, v, 2, w);
                store::<A, 2>(x.add(j), m, &[a.settle(u), v]);
            }
        }
    }
}

/// Constants of the last pass of a truncated inverse transform, prepared as factors. i is s_1, ζ is s_2: ζ² = i.
#[derive(Clone, Debug)]
pub struct TopConstants {
    /// 1/4.
    pub quarter: [u64; 2],
    /// 1/2.
    pub half: [u64; 2],
    /// i.
    pub i: [u64; 2],
    /// ζ, s_3: the roots of z² = i and z² = −i.
    pub zeta: [[u64; 2]; 2],
    /// 1/(2ζ).
    pub half_over_zeta: [u64; 2],
    /// 1/(2i).
    pub half_over_i: [u64; 2],
}

/// The last pass back. In and out: [0, 2p). Of 8 rows the factor 8 is left behind; from 5, 6 or 7 rows of values as many
/// of coefficients come with no factor.
#[inline(always)]
pub(super) unsafe fn inverse_top<A: Leaves>(top: Top, c: &TopConstants) {
    let Top { p, rows, kept, columns, roots } = top;
    // SAFETY: rows from `kept` on are neither read nor written
    unsafe {
        let a = A::new(p);
        let at = places(0);
        if kept == 8 {
            for j in (0..columns).step_by(A::LANES) {
                let mut v = [A::zero(); 8];
                for (v, row) in v.iter_mut().zip(rows) {
                    *v = A::load(row.add(j));
                }
                inverse_8_group(a, &mut v, roots, 0);
                for (v, row) in v.into_iter().zip(rows) {
                    A::store(row.add(j), v);
                }
            }
            return;
        }
        let inverse_roots = [A::root(roots.add(at[0])), A::root(roots.add(at[1])), A::root(roots.add(at[2]))];
        macro_rules! factors { ($($name:ident = $w:expr;)*) => { $( let $name = A::root($w.as_ptr()); )* } }
        factors! {
            quarter = c.quarter;
            half = c.half;
            i = c.i;
            zeta = c.zeta[0];
            zeta_1 = c.zeta[1];
            half_over_zeta = c.half_over_zeta;
            half_over_i = c.half_over_i;
        }
        for j in (0..columns).step_by(A::LANES) {
            let mut g =
                [A::load(rows[0].add(j)), A::load(rows[1].add(j)), A::load(rows[2].add(j)), A::load(rows[3].add(j))];
            inverse_4_group(a, &mut g, inverse_roots);
            for g in &mut g {
                *g = a.times(*g, quarter);
            }
            // g at the nodes ±ζ and ±s_3, where z^4 = −1
            let (g0, g2) = a.both(g[0], a.times(g[2], i));
            let (g1, g3) = a.both(g[1], a.times(g[3], i));
            let (at_4, at_5) = a.both(g0, a.times(g1, zeta));
            let (at_6, _) = a.both(g2, a.times(g3, zeta_1));
            macro_rules! h {
                ($at:expr, $row:literal) => {
                    a.times(a.minus($at, A::load(rows[$row].add(j))), half)
                };
            }
            let h4 = h!(at_4, 4);
            let mut f = [h4, A::zero(), A::zero()];
            if kept > 5 {
                let h5 = h!(at_5, 5);
                // h modulo z² − i, from its values at ±ζ
                f[0] = a.times(a.plus(h4, h5), half);
                f[1] = a.times(a.minus(h4, h5), half_over_zeta);
            }
            if kept > 6 {
                let h6 = h!(at_6, 6);
                let known = a.plus(f[0], a.times(f[1], zeta_1));
                f[2] = a.times(a.minus(known, h6), half_over_i);
                f[0] = a.minus(f[0], a.times(f[2], i));
            }
            // f = g − h + z^4·h
            for (row, g) in g.into_iter().enumerate() {
                A::store(rows[row].add(j), if row + 4 < kept { a.minus(g, f[row]) } else { g });
            }
            for row in 4..kept {
                A::store(rows[row].add(j), f[row - 4]);
            }
        }
    }
}

/// out = a·b, or out += a·b, leaf by leaf modulo x^8 − r, over 2^52: r of leaf v is s_(v/2), negative for odd v. In: the
/// forward range (`out`, where added to: [0, 2p)). Out: [0, 2p).
///
/// `out` may be `a`; `a` may be `b`.
#[inline(always)]
pub(super) unsafe fn products<A: Leaves>(
    p: u64,
    out: *mut u64,
    a: *const u64,
    b: *const u64,
    roots: *const u64,
    leaves: usize,
    add: bool,
) {
    // SAFETY: operands are read a block at a time before that block of `out` is written
    unsafe {
        let arith = A::new(p);
        // [r·b, b] leaf by leaf: its window at 8 − i holds b·x^i modulo x^8 − r
        let mut twice = [0u64; LEAVES * 2 * LEAF];
        let mut left = [0u64; LEAVES * LEAF];
        for first in (0..leaves).step_by(LEAVES) {
            let count = LEAVES.min(leaves - first);
            for i in 0..count {
                let (leaf, at) = (first + i, (first + i) * LEAF);
                let (x, y) = (A::load(a.add(at)), A::load(b.add(at)));
                A::store(left.as_mut_ptr().add(i * LEAF), arith.left(x));
                let wrapped = arith.times(y, A::root(roots.add(leaf & !1)));
                let wrapped = if leaf % 2 == 1 { arith.negated(wrapped) } else { wrapped };
                A::store(twice.as_mut_ptr().add(2 * i * LEAF), arith.right_product(wrapped));
                A::store(twice.as_mut_ptr().add((2 * i + 1) * LEAF), arith.right(y));
            }
            for i in 0..count {
                let product = arith.leaf_product(left.as_ptr().add(i * LEAF), twice.as_ptr().add(2 * i * LEAF));
                let out = out.add((first + i) * LEAF);
                A::store(out, if add { arith.plus(A::load(out), product) } else { product });
            }
        }
    }
}

/// out = x·factor in [0, p). `out` may be `x`.
#[inline(always)]
pub(super) unsafe fn finish<A: Leaves>(p: u64, x: *const u64, out: *mut u64, len: usize, factor: [u64; 2]) {
    // SAFETY: `len` words in whole vectors on either side
    unsafe {
        let a = A::new(p);
        let w = A::root(factor.as_ptr());
        for j in (0..len).step_by(A::LANES) {
            a.store_residues(out.add(j), a.times(A::load(x.add(j)), w));
        }
    }
}
