//! Sums, differences and negatives of residues in rows, loops for each number of limbs of a row: no branch depends on the values.

use super::{
    ZnBig, limbs,
    montgomery::{add, select, subtract},
};
use crate::tested;
use std::cmp::Ordering;

/// An operation on two residues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowOp {
    Add,
    Sub,
}

/// The body for the number W of limbs of a row, and another one for rows of more limbs than there are loops for.
macro_rules! for_width {
    ($width:expr, $W:ident => $body:expr, _ => $other:expr) => {
        for_width!(@ $width, $W => $body, $other, 1 2 3 4 5 6 7 8 9)
    };
    (@ $width:expr, $W:ident => $body:expr, $other:expr, $($limbs:literal)*) => {
        match $width {
            $($limbs => {
                const $W: usize = $limbs;
                $body
            })*
            _ => $other,
        }
    };
}

/// x ± y modulo n, of residues below n < B^W/2.
#[inline(always)]
fn combined<const W: usize>(op: RowOp, n: &[u64; W], x: &[u64; W], y: &[u64; W]) -> [u64; W] {
    match op {
        RowOp::Add => {
            let (sum, _) = add(x, y, false);
            let (rest, borrow) = subtract(&sum, n);
            select(borrow, &sum, &rest)
        }
        RowOp::Sub => {
            let (difference, borrow) = subtract(x, y);
            select(borrow, &add(&difference, n, false).0, &difference)
        }
    }
}

/// out = x ± y, row by row.
#[inline(always)]
fn write_rows<const W: usize>(op: RowOp, n: &[u64], out: &mut [u64], x: &[u64], y: &[u64]) {
    let n = n.as_chunks::<W>().0[0];
    let (x, y) = (x.as_chunks::<W>().0, y.as_chunks::<W>().0);
    for ((out, x), y) in out.as_chunks_mut::<W>().0.iter_mut().zip(x).zip(y) {
        *out = combined(op, &n, x, y);
    }
}

/// x ±= y, row by row.
#[inline(always)]
fn combine_rows<const W: usize>(op: RowOp, n: &[u64], x: &mut [u64], y: &[u64]) {
    let n = n.as_chunks::<W>().0[0];
    for (x, y) in x.as_chunks_mut::<W>().0.iter_mut().zip(y.as_chunks::<W>().0) {
        *x = combined(op, &n, x, y);
    }
}

/// x = −x, row by row.
#[inline(always)]
fn negate_rows<const W: usize>(n: &[u64], x: &mut [u64]) {
    let n = n.as_chunks::<W>().0[0];
    for x in x.as_chunks_mut::<W>().0 {
        *x = combined(RowOp::Sub, &n, &[0; W], x);
    }
}

impl ZnBig {
    tested! {
        /// out = x ± y, where all three are equally long.
        pub(super) fn write_combined(&self, op: RowOp, out: &mut [u64], x: &[u64], y: &[u64]) {
            let n = &self.0.limbs;
            // one loop each: the operation is known where it is compiled
            match op {
                RowOp::Add => for_width!(n.len(), W => return write_rows::<W>(RowOp::Add, n, out, x, y), _ => ()),
                RowOp::Sub => for_width!(n.len(), W => return write_rows::<W>(RowOp::Sub, n, out, x, y), _ => ()),
            }
            out.copy_from_slice(x);
            self.combine(op, out, y);
        }
    }

    /// x ±= y, up to the end of the shorter of both.
    pub(super) fn combine(&self, op: RowOp, x: &mut [u64], y: &[u64]) {
        let n = &self.0.limbs;
        match op {
            RowOp::Add => for_width!(n.len(), W => return combine_rows::<W>(RowOp::Add, n, x, y), _ => ()),
            RowOp::Sub => for_width!(n.len(), W => return combine_rows::<W>(RowOp::Sub, n, x, y), _ => ()),
        }
        for (x, y) in x.chunks_exact_mut(n.len()).zip(y.chunks_exact(n.len())) {
            match op {
                RowOp::Add => self.add_row(x, y),
                RowOp::Sub => self.subtract_row(x, y),
            }
        }
    }

    /// x = −x.
    pub(super) fn negate(&self, x: &mut [u64]) {
        let n = &self.0.limbs;
        for_width!(n.len(), W => negate_rows::<W>(n, x), _ => for x in x.chunks_exact_mut(n.len()) {
            limbs::negate(x);
            if limbs::is_negative(x) {
                limbs::add_assign(x, n, false, 0);
            }
        });
    }

    /// x + y modulo n, x in place, for rows of any number of limbs.
    pub(super) fn add_row(&self, x: &mut [u64], y: &[u64]) {
        // below 2n, which fits in a row as an unsigned number
        limbs::add_assign(x, y, false, 0);
        if limbs::compare(x, &self.0.limbs) != Ordering::Less {
            limbs::add_assign(x, &self.0.limbs, true, u64::MAX);
        }
    }

    /// x − y modulo n, x in place, for rows of any number of limbs.
    fn subtract_row(&self, x: &mut [u64], y: &[u64]) {
        limbs::add_assign(x, y, true, u64::MAX);
        if limbs::is_negative(x) {
            limbs::add_assign(x, &self.0.limbs, false, 0);
        }
    }
}
