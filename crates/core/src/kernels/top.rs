//! The first pass of transforms inside products, and the last one of the inverse: on columns of 5 to 8 rows.
//!
//! The first pass is separate: its roots are powers of i and ζ, ζ² = i, and most of its butterflies need no product.
//! Its rows, and after it their subtrees, are independent, so that threads divide a transform there.
//!
//! Lengths t·2^j, t = 5, 6, 7, are transforms of length 8·2^j that keep the first t of the eight factors of z^8 − 1, z
//! = x^(2^j): the forward pass does not store the others; the inverse pass finds f from g = f modulo z^4 − 1 and the
//! values at the further nodes, where z^4 = −1: f = g + (z^4 − 1)·h with h = (g − f)/2 there (truncation by eighths;
//! the idea of van der Hoeven 2004, "The truncated Fourier transform and applications", applied to the first pass
//! only).

use super::{
    lanes::{Inverse, Lanes},
    stockham::eight,
    tree::{inverse_4_group, inverse_8_group, inverse_8_sums, places},
};

/// Operands of the first pass, or of the last one of the inverse: columns of 5 to 8 rows, anywhere in memory.
#[derive(Clone, Copy)]
pub(super) struct Top {
    pub p: u64,
    /// Pointers to the rows' first words; null from `kept` on.
    pub rows: [*mut u64; 8],
    pub kept: usize,
    /// Number of rows that the forward pass reads: the others may hold anything and count as zeros.
    pub filled: usize,
    /// Number of words of a row.
    pub columns: usize,
    pub roots: *const u64,
    /// The node of the tree: 0 for x^n − 1, 1 for x^n + 1, where all 8 rows are kept.
    pub node: usize,
    /// Scaling of the coefficients that the inverse pass writes, to [0, p): the prepared root of the last level times
    /// the factor, then the factor; null where they are not scaled.
    pub scale: *const u64,
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

/// Three levels at node 1, x^n + 1, whose roots are neighbours in the table: 1; 2, 3; 4 … 7. In: [0, p). Out: the
/// forward range.
#[inline(always)]
pub(super) unsafe fn negacyclic_8<A: Lanes>(a: A, v: [A::V; 8], roots: *const u64) -> [A::V; 8] {
    let mut v = [v];
    // SAFETY: the caller's table
    unsafe {
        // sums that are multiplied next must not be below the forward range
        for x in &mut v[0][1..4] {
            *x = a.lift(*x, A::FORWARD_LEAST);
        }
        eight::<A, 1, false>(a, &mut v, [roots]);
    }
    v[0]
}

/// The first pass: reads `filled` rows, the others count as zeros, and writes `kept` rows. In: [0, p). Out: the forward
/// range.
#[inline(always)]
pub(super) unsafe fn forward_top<A: Lanes>(top: Top) {
    // SAFETY: the caller's promise; the first half of a product's rows is what its operands fill
    unsafe {
        match top {
            Top { node: 1, .. } => forward_top_negacyclic::<A>(top),
            Top { filled: 0..=4, .. } => forward_top_rows::<A, 4>(top),
            _ => forward_top_rows::<A, 8>(top),
        }
    }
}

/// The same for x^n + 1 and 8 rows.
#[inline(always)]
unsafe fn forward_top_negacyclic<A: Lanes>(top: Top) {
    let Top { p, rows, columns, roots, .. } = top;
    // SAFETY: the caller's promise
    unsafe {
        let a = A::new(p);
        for j in (0..columns).step_by(A::LANES) {
            let v = std::array::from_fn(|i| A::load_residues(rows[i].add(j)));
            for (v, row) in negacyclic_8(a, v, roots.add(2)).into_iter().zip(rows) {
                A::store(row.add(j), v);
            }
        }
    }
}

/// The same, for at most R filled rows: with R = 4 the first level has no additions.
#[inline(always)]
unsafe fn forward_top_rows<A: Lanes, const R: usize>(top: Top) {
    let Top { p, rows, kept, filled, columns, roots, .. } = top;
    // SAFETY: rows from `kept` on are neither read nor written
    unsafe {
        let a = A::new(p);
        let (i, zeta, zeta_1) = (A::root(roots.add(2)), A::root(roots.add(4)), A::root(roots.add(6)));
        for j in (0..columns).step_by(A::LANES) {
            let mut v = [A::zero(); 8];
            for (r, v) in v[..R].iter_mut().enumerate() {
                if r < filled {
                    *v = A::load_residues(rows[r].add(j));
                }
            }
            for (v, row) in top_8(a, v, i, zeta, zeta_1).into_iter().zip(rows).take(kept) {
                A::store(row.add(j), v);
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

/// The last inverse pass, of 8 rows, without the division by 8. In: [0, 2p). Out: the same, or scaled, in [0, p).
#[inline(always)]
pub(super) unsafe fn inverse_top<A: Inverse>(top: Top) {
    let Top { p, rows, columns, roots, node, scale, .. } = top;
    // SAFETY: the caller's promise
    unsafe {
        let a = A::new(p);
        let at = places(node);
        for j in (0..columns).step_by(A::LANES) {
            let mut v: [A::V; 8] = std::array::from_fn(|i| A::load(rows[i].add(j)));
            if scale.is_null() {
                inverse_8_group(a, &mut v, |t| A::root(roots.add(at[t])));
                for (v, row) in v.into_iter().zip(rows) {
                    A::store(row.add(j), v);
                }
            } else {
                inverse_8_sums(a, &mut v, |t| A::root(if t == 0 { scale } else { roots.add(at[t]) }));
                for (i, (v, row)) in v.into_iter().zip(rows).enumerate() {
                    let v = if i < 4 { a.times(v, A::root(scale.add(2))) } else { v };
                    a.store_residues(row.add(j), v);
                }
            }
        }
    }
}

/// The last inverse pass of 5, 6 or 7 rows of values, to as many rows of coefficients, with no factor left. In and out:
/// [0, 2p).
#[inline(always)]
pub(super) unsafe fn inverse_top_truncated<A: Inverse>(top: Top, c: &TopConstants) {
    let Top { p, rows, kept, columns, roots, .. } = top;
    // SAFETY: rows from `kept` on are neither read nor written
    unsafe {
        let a = A::new(p);
        let at = places(0);
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
