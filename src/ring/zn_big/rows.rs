//! Sums, differences and negatives of residues in rows, loops for each number of limbs of a row: no branch depends on the values.

use super::{
    ZnBig, limbs,
    montgomery::{add, select, subtract},
};
use std::cmp::Ordering;

/// An operation on two residues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowOp {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ring::{Ring, Vectors};
    use rug::{Integer, ops::Pow};

    /// Sums, differences and negatives of the ends of the range and of scattered residues, in rows of 1 limb up to more than there are loops for.
    #[test]
    fn rows_are_combined_as_integers_are() {
        let mut widths = Vec::new();
        for bits in [2u32, 63, 64, 127, 128, 191, 192, 255, 256, 320, 383, 384, 448, 511, 512, 575, 576, 640, 1000] {
            for n in
                [Integer::from(2).pow(bits) - 1u32, Integer::from(2).pow(bits - 1) + 1u32, Integer::from(2).pow(bits)]
            {
                if n < 2 {
                    continue;
                }
                let f = ZnBig::new(n.clone()).expect("a modulus");
                widths.push(f.width());
                let ends = [0i32, 1, 2, -1, -2].map(Integer::from).into_iter();
                let all = ends.chain((1..4u32).map(|i| Integer::from(3).pow(i * bits / 2) + i));
                let all: Vec<_> = all.map(|x| x.modulo(&n)).collect();
                for shift in 0..all.len() {
                    let mut other = all.clone();
                    other.rotate_left(shift);
                    let (x, y) = (f.collect(&all), f.collect(&other));
                    let [mut sum, mut difference, mut negative] = [x.clone(), x.clone(), x.clone()];
                    f.add_at(&mut sum, 0, y.view());
                    f.sub_at(&mut difference, 0, y.view());
                    f.neg_all(&mut negative);
                    let [mut written, mut lower] = [f.zeros(all.len()), f.zeros(all.len())];
                    f.write_combined(RowOp::Add, &mut written.words, x.words(), y.words());
                    f.write_combined(RowOp::Sub, &mut lower.words, x.words(), y.words());
                    assert_eq!((written.words(), lower.words()), (sum.words(), difference.words()), "modulo {n}");
                    for (i, (a, b)) in all.iter().zip(&other).enumerate() {
                        assert_eq!(f.get(sum.view(), i), Integer::from(a + b).modulo(&n), "{a} + {b} modulo {n}");
                        assert_eq!(
                            f.get(difference.view(), i),
                            Integer::from(a - b).modulo(&n),
                            "{a} − {b} modulo {n}"
                        );
                        assert_eq!(f.get(negative.view(), i), Integer::from(-a).modulo(&n), "−{a} modulo {n}");
                    }
                }
            }
        }
        assert!((1..=16).all(|width| width > 11 && width < 16 || widths.contains(&width)), "{widths:?}");
    }
}
