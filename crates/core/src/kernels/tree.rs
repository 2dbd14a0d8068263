//! The transform inside products: one set of vector passes, generic over the arithmetic.
//!
//! A polynomial modulo x^n − s² is split into its residues modulo x^(n/2) ∓ s, as in the portable transform, but the
//! passes here stop at residues modulo x^8 − r: the last three levels need shuffles and a table of their own. Passes of
//! radix 8 are depth first, which is all the cache blocking that is needed, until nodes are short; these take a pass of
//! radix 2 or 4, where the number of levels requires it, and a last one of radix 8, over all consecutive nodes. Node b
//! of the tree uses the roots s_b; s_2b, s_2b+1; s_4b … s_4b+3, so one table in bit-reversed order serves every level
//! and length.
//!
//! The first pass, and the last one of the inverse, are in [`top`](super::top); the last levels, for arithmetics that
//! continue to values, in [`values`](super::values), and products of residues modulo x^8 − r in
//! [`leaves`](super::leaves).

use super::lanes::{Inverse, Lanes};
pub(super) use super::{
    leaves::leaf_products,
    top::{Top, TopConstants, forward_top, inverse_top, inverse_top_truncated},
    values::{
        Scaled, Scales, ValuePass, forward_scaled, forward_values, inverse_scaled, inverse_values, value_products,
    },
};

/// Number of residues of a leaf of the tree.
pub const LEAF: usize = 8;

/// The roots of a tree's nodes, and of the levels below its leaves.
#[derive(Clone, Copy)]
pub(super) struct Roots {
    pub tree: *const u64,
    pub last: Last,
}

/// The operation on leaves.
#[derive(Clone, Copy)]
pub(super) enum Last {
    /// None: the transform ends there.
    Leaves,
    /// The last levels to values, which products take: the factors of every block, from leaf 0 on.
    Values(*const u64),
    /// The last levels to values in [0, p).
    Canonical(Scales),
}

/// Operands of products of images: `out` may be `a`; `a` may be `b`.
#[derive(Clone, Copy)]
pub(super) struct Product {
    pub p: u64,
    pub out: *mut u64,
    pub a: *const u64,
    pub b: *const u64,
    /// The roots of the leaves, where images are residues there.
    pub roots: *const u64,
    /// Number of words, in whole leaves.
    pub len: usize,
    /// Whether to add to `out`.
    pub add: bool,
}

/// Operands of a pass.
#[derive(Clone, Copy)]
pub(super) struct Pass {
    pub p: u64,
    /// Pointer to the first word of the first node.
    pub x: *mut u64,
    /// Number of words between a node's parts.
    pub m: usize,
    /// Pairs (root, its quotient), in bit-reversed order.
    pub roots: *const u64,
    /// Index of the first node.
    pub node: usize,
    /// Number of consecutive nodes.
    pub count: usize,
}

/// Forward passes with their vectors inlined into functions with the instruction set's features; written by `passes!`.
pub(super) trait Passes: Lanes {
    unsafe fn forward_2(pass: Pass);
    unsafe fn forward_4(pass: Pass);
    unsafe fn forward_8(pass: Pass);
    unsafe fn forward_top(top: Top);
    unsafe fn forward_values(pass: ValuePass);
    unsafe fn forward_scaled(pass: Scaled);
}

/// Inverse passes with their vectors inlined into functions with the instruction set's features; written by
/// `passes_back!`.
pub(super) trait PassesBack: Passes + Inverse {
    unsafe fn inverse_values(pass: ValuePass);
    unsafe fn inverse_scaled(pass: Scaled);
    unsafe fn inverse_2(pass: Pass);
    unsafe fn inverse_4(pass: Pass);
    unsafe fn inverse_8(pass: Pass);
    unsafe fn inverse_top(top: Top);
    unsafe fn inverse_top_truncated(top: Top, constants: &TopConstants);
}

/// The other functions that products need, inlined into functions with the instruction set's features; written by
/// `backend!`.
pub(super) trait Backend: PassesBack {
    /// Whether images are values; otherwise they are residues modulo x^8 − r.
    const VALUES: bool;
    /// log2 of the power of two that divides products of images.
    const PRODUCT_SHIFT: u32;
    unsafe fn products(product: Product);
    unsafe fn finish(p: u64, x: *const u64, out: *mut u64, len: usize, factor: [u64; 2]);
}

/// Writes the forward passes of an arithmetic, compiled with these features.
macro_rules! passes {
    ($arith:ty, $features:literal) => {
        impl $crate::kernels::tree::Passes for $arith {
            $crate::kernels::tree::compiled!($features, tree;
                forward_2 = forward_2(pass: $crate::kernels::tree::Pass);
                forward_4 = forward_4(pass: $crate::kernels::tree::Pass);
                forward_8 = forward_8(pass: $crate::kernels::tree::Pass);
                forward_top = forward_top(top: $crate::kernels::tree::Top);
                forward_values = forward_values(pass: $crate::kernels::tree::ValuePass);
                forward_scaled = forward_scaled(pass: $crate::kernels::tree::Scaled));
        }
    };
}
pub(super) use passes;

/// Writes the inverse passes of an arithmetic, compiled with these features.
macro_rules! passes_back {
    ($arith:ty, $features:literal) => {
        impl $crate::kernels::tree::PassesBack for $arith {
            $crate::kernels::tree::compiled!($features, tree;
                inverse_values = inverse_values(pass: $crate::kernels::tree::ValuePass);
                inverse_scaled = inverse_scaled(pass: $crate::kernels::tree::Scaled);
                inverse_2 = inverse_2(pass: $crate::kernels::tree::Pass);
                inverse_4 = inverse_4(pass: $crate::kernels::tree::Pass);
                inverse_8 = inverse_8(pass: $crate::kernels::tree::Pass);
                inverse_top = inverse_top(top: $crate::kernels::tree::Top);
                inverse_top_truncated = inverse_top_truncated(
                    top: $crate::kernels::tree::Top, constants: &$crate::kernels::tree::TopConstants));
        }
    };
}
pub(super) use passes_back;

/// Writes the functions of a backend: the generic passes, compiled with these features.
macro_rules! backend {
    ($arith:ty, $features:literal, leaves) => {
        $crate::kernels::tree::passes!($arith, $features);
        $crate::kernels::tree::passes_back!($arith, $features);
        impl $crate::kernels::tree::Backend for $arith {
            const VALUES: bool = false;
            const PRODUCT_SHIFT: u32 = <$arith as $crate::kernels::lanes::Leaves>::PRODUCT_SHIFT;
            $crate::kernels::tree::backend!($features, leaf_products);
        }
    };
    ($arith:ty, $features:literal, values) => {
        $crate::kernels::tree::passes!($arith, $features);
        $crate::kernels::tree::passes_back!($arith, $features);
        impl $crate::kernels::tree::Backend for $arith {
            const VALUES: bool = true;
            const PRODUCT_SHIFT: u32 = 0;
            $crate::kernels::tree::backend!($features, value_products);
        }
    };
    ($features:literal, $products:ident) => {
        $crate::kernels::tree::compiled!($features, tree;
            products = $products(product: $crate::kernels::tree::Product);
            finish = finish(p: u64, x: *const u64, out: *mut u64, len: usize, factor: [u64; 2]));
    };
}
pub(super) use backend;

/// Generic functions of a module, each compiled with these features.
macro_rules! compiled {
    ($features:literal, $module:ident; $($name:ident = $generic:ident($($arg:ident: $type:ty),*));*) => { $(
        #[inline(never)]
        #[target_feature(enable = $features)]
        unsafe fn $name($($arg: $type),*) {
            // SAFETY: the features are enabled here; the rest is the caller's promise, which is the same
            unsafe { $crate::kernels::$module::$generic::<Self>($($arg),*) }
        }
    )* };
}
pub(super) use compiled;

/// Subtrees of up to this many levels above the leaves are transformed breadth-first, because they fit in the L1 cache;
/// larger nodes are split by radix 8, depth first, so that few passes run over memory further away.
const SHORT: u32 = 5;

/// The radix of a short node's first pass, which leaves three levels to the second.
fn first_radix(levels: u32) -> usize {
    1 << levels.saturating_sub(3)
}

/// One pass over nodes of `radix` parts; none for radix 1.
///
/// SAFETY (here and below): the CPU has the backend's features; `x` is valid for `count·len` words that nothing else
/// uses, `roots` for every node of the tree below.
unsafe fn forward_pass<B: Passes>(pass: Pass, radix: usize) {
    // SAFETY: the caller's promise
    unsafe {
        match radix {
            1 => (),
            2 => B::forward_2(pass),
            4 => B::forward_4(pass),
            _ => B::forward_8(pass),
        }
    }
}

/// Transforms `count` nodes from `node` on, `len` words each, one after the other, down to their leaves and further,
/// depth first.
pub(super) unsafe fn forward<B: Passes>(p: u64, x: *mut u64, len: usize, roots: Roots, node: usize, count: usize) {
    let levels = (len / LEAF).trailing_zeros();
    let pass = |x, m, node, count| Pass { p, x, m, roots: roots.tree, node, count };
    // SAFETY: nodes, and the parts of a node, are disjoint ranges of words
    unsafe {
        if levels > SHORT {
            for i in 0..count {
                let (x, node) = (x.add(i * len), node + i);
                B::forward_8(pass(x, len / 8, node, 1));
                forward::<B>(p, x, len / 8, roots, 8 * node, 8);
            }
            return;
        }
        let radix = first_radix(levels);
        forward_pass::<B>(pass(x, len / radix, node, count), radix);
        let (node, count, len) = (radix * node, radix * count, len / radix);
        forward_pass::<B>(pass(x, LEAF, node, count), len / LEAF);
        let (first, leaves) = (node * (len / LEAF), count * (len / LEAF));
        match roots.last {
            Last::Leaves => (),
            Last::Values(packed) => B::forward_values(ValuePass::new::<B>(p, x, packed, first, leaves)),
            Last::Canonical(scales) => B::forward_scaled(Scaled::new::<B>(p, x, scales, first, leaves)),
        }
    }
}

/// Undoes [`forward_pass`].
unsafe fn inverse_pass<B: PassesBack>(pass: Pass, radix: usize) {
    // SAFETY: the caller's promise
    unsafe {
        match radix {
            1 => (),
            2 => B::inverse_2(pass),
            4 => B::inverse_4(pass),
            _ => B::inverse_8(pass),
        }
    }
}

/// Undoes [`forward`], except for the factor len/8, or len from values. `roots` holds the inverses.
pub(super) unsafe fn inverse<B: PassesBack>(p: u64, x: *mut u64, len: usize, roots: Roots, node: usize, count: usize) {
    let levels = (len / LEAF).trailing_zeros();
    let pass = |x, m, node, count| Pass { p, x, m, roots: roots.tree, node, count };
    // SAFETY: as in `forward`
    unsafe {
        if levels > SHORT {
            for i in 0..count {
                let (x, node) = (x.add(i * len), node + i);
                inverse::<B>(p, x, len / 8, roots, 8 * node, 8);
                B::inverse_8(pass(x, len / 8, node, 1));
            }
            return;
        }
        let radix = first_radix(levels);
        let (below, nodes, part) = (radix * node, radix * count, len / radix);
        let (first, leaves) = (below * (part / LEAF), nodes * (part / LEAF));
        match roots.last {
            Last::Leaves => (),
            Last::Values(packed) => B::inverse_values(ValuePass::new::<B>(p, x, packed, first, leaves)),
            Last::Canonical(scales) => B::inverse_scaled(Scaled::new::<B>(p, x, scales, first, leaves)),
        }
        inverse_pass::<B>(pass(x, LEAF, below, nodes), part / LEAF);
        inverse_pass::<B>(pass(x, part, node, count), radix);
    }
}

/// Places in the table of the roots of a radix-8 step at node b: b; 2b, 2b + 1; 4b … 4b + 3.
#[inline(always)]
pub(super) fn places(b: usize) -> [usize; 7] {
    [b, 2 * b, 2 * b + 1, 4 * b, 4 * b + 1, 4 * b + 2, 4 * b + 3].map(|b| 2 * b)
}

/// One step of two or three levels on N groups of values at once: two independent groups hide latency.
macro_rules! butterflies {
    ($v:ident, $a:ident, $w:expr; $($op:ident($i:literal, $j:literal, $t:expr))*) => { $(
        for r in 0..$v.len() {
            let (x, y) = ($v[r][$i], $v[r][$j]);
            ($v[r][$i], $v[r][$j]) = $a.$op(x, y, $w(r, $t));
        }
    )* };
}

/// The butterflies of three levels, with the roots at the places 0 to 6.
macro_rules! three_levels {
    ($v:ident, $a:ident, $w:expr) => {
        $crate::kernels::tree::butterflies!($v, $a, $w;
            forward(1, 5, 0) forward(2, 6, 0) forward(3, 7, 0) forward(0, 4, 0)
            forward(1, 3, 1) forward(5, 7, 2) forward(0, 2, 1) forward(4, 6, 2)
            forward(0, 1, 3) forward(2, 3, 4) forward(4, 5, 5) forward(6, 7, 6));
    };
}
pub(super) use {butterflies, three_levels};

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
        three_levels!(v, a, w);
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
        if m == A::LANES && A::GROUPS == 2 && count.is_multiple_of(2) {
            for i in (0..count).step_by(2) {
                let x = x.add(8 * m * i);
                forward_8_groups(a, [x, x.add(8 * m)], m, roots, [node + i, node + i + 1]);
            }
            return;
        }
        for i in 0..count {
            let (x, b) = (x.add(8 * m * i), node + i);
            if m == A::LANES || A::GROUPS == 1 {
                for j in (0..m).step_by(A::LANES) {
                    forward_8_groups(a, [x.add(j)], m, roots, [b]);
                }
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

/// Three inverse levels on a group, with the root of each of the [`places`]. In and out: [0, 2p).
#[inline(always)]
pub(super) unsafe fn inverse_8_group<A: Inverse>(a: A, v: &mut [A::V; 8], root: impl Fn(usize) -> A::W) {
    // SAFETY: arithmetic only
    unsafe {
        inverse_8_sums(a, v, root);
        for v in &mut v[..4] {
            *v = a.settle(*v);
        }
    }
}

/// The same, except that the first four values are sums, which lazy arithmetics let grow to 8p, or 16p.
#[inline(always)]
pub(super) unsafe fn inverse_8_sums<A: Inverse>(a: A, v: &mut [A::V; 8], root: impl Fn(usize) -> A::W) {
    macro_rules! back { ($($i:literal $j:literal $range:literal $t:literal)*) => { $(
        (v[$i], v[$j]) = a.inverse(v[$i], v[$j], $range, root($t));
    )* } }
    // SAFETY: arithmetic only
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
    }
}

#[inline(always)]
pub(super) unsafe fn inverse_8<A: Inverse>(pass: Pass) {
    let Pass { p, x, m, roots, node, count } = pass;
    // SAFETY: as in `forward_8`
    unsafe {
        let a = A::new(p);
        for i in 0..count {
            let (x, at) = (x.add(8 * m * i), places(node + i));
            for j in (0..m).step_by(A::LANES) {
                let mut v = load::<A, 8>(x.add(j), m);
                inverse_8_group(a, &mut v, |t| A::root(roots.add(at[t])));
                store::<A, 8>(x.add(j), m, &v);
            }
        }
    }
}

/// Two inverse levels, with the roots (w_b; w_2b, w_2b+1).
#[inline(always)]
pub(super) unsafe fn inverse_4_group<A: Inverse>(a: A, v: &mut [A::V; 4], w: [A::W; 3]) {
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
pub(super) unsafe fn inverse_4<A: Inverse>(pass: Pass) {
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
pub(super) unsafe fn inverse_2<A: Inverse>(pass: Pass) {
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

/// out = x·factor in [0, p). `out` may be `x`.
#[inline(always)]
pub(super) unsafe fn finish<A: Inverse>(p: u64, x: *const u64, out: *mut u64, len: usize, factor: [u64; 2]) {
    // SAFETY: `len` words in whole vectors on either side
    unsafe {
        let a = A::new(p);
        let w = A::root(factor.as_ptr());
        for j in (0..len).step_by(A::LANES) {
            a.store_residues(out.add(j), a.times(A::load(x.add(j)), w));
        }
    }
}
