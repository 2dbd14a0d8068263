//! Products of few coefficients modulo numbers for which there is no [arithmetic](super::fixed) of a known number of limbs: even ones, and those of more
//! than eight limbs.

use super::ZnBig;
use crate::ring::limbs;
use rug::{Integer, integer::Order};
use std::cmp::Ordering;

/// Most limbs of a modulus whose residues are multiplied on the stack.
pub const LIMBS: usize = 16;
/// Most limbs of a modulus for which the room on the stack is short.
const FEW_LIMBS: usize = 4;
/// Most coefficients that are shifted by Horner's rule.
pub(super) const MOST_SHIFTED: usize = 16;

impl ZnBig {
    /// What reduces products on the stack, if n is short enough.
    pub(super) fn reducer(&self) -> Option<&Reducer> {
        self.0.reducer.get_or_init(|| Reducer::new(&self.0.n)).as_ref()
    }

    /// out = x·y.
    pub(super) fn write_product(&self, reducer: &Reducer, out: &mut [u64], x: &[u64], y: &[u64]) {
        let (width, mut product) = (self.width(), [0; LIMBS + 1]);
        out.fill(0);
        for (i, x) in x.chunks_exact(width).enumerate() {
            for (out, y) in out[i * width..].chunks_exact_mut(width).zip(y.chunks_exact(width)) {
                reducer.multiply(&mut product[..width], x, y);
                self.add_row(out, &product[..width]);
            }
        }
    }

    /// v(x + c) in place by Horner's rule.
    pub(super) fn shift(&self, reducer: &Reducer, v: &mut [u64], c: &[u64]) {
        let (width, mut product) = (self.width(), [0; LIMBS + 1]);
        let len = v.len() / width;
        for i in 1..len {
            for j in (i..len).rev() {
                let (low, high) = v.split_at_mut(j * width);
                reducer.multiply(&mut product[..width], &high[..width], c);
                self.add_row(&mut low[(j - 1) * width..], &product[..width]);
            }
        }
    }

    /// The value of a polynomial at x by Horner's rule.
    pub(super) fn value(&self, reducer: &Reducer, v: &[u64], x: &[u64]) -> Integer {
        let width = self.width();
        let (mut sum, mut product) = ([0; LIMBS + 1], [0; LIMBS + 1]);
        for c in v.rchunks_exact(width) {
            reducer.multiply(&mut product[..width], &sum[..width], x);
            self.add_row(&mut product[..width], c);
            std::mem::swap(&mut sum, &mut product);
        }
        Integer::from_digits(&sum[..width], Order::Lsf)
    }
}

/// Products modulo n by a reciprocal (Barrett 1986; Menezes, van Oorschot, Vanstone, Handbook of Applied Cryptography, 14.42): with B = 2^64,
/// k the number of limbs of n, and x < B^(2k), the quotient of x by n is at most 2 more than ⌊⌊x/B^(k − 1)⌋·⌊B^(2k)/n⌋/B^(k + 1)⌋.
#[derive(Debug)]
pub struct Reducer {
    n: Vec<u64>,
    /// ⌊B^(2k)/n⌋, of k + 1 limbs.
    reciprocal: Vec<u64>,
}

impl Reducer {
    /// `None` for more than [`LIMBS`] limbs, and for powers of B, whose reciprocal has a limb more.
    pub fn new(n: &Integer) -> Option<Self> {
        let n_limbs = n.to_digits::<u64>(Order::Lsf);
        let k = n_limbs.len();
        let mut reciprocal = (Integer::from(Integer::ONE << (128 * k as u32)) / n).to_digits::<u64>(Order::Lsf);
        if k > LIMBS || reciprocal.len() > k + 1 {
            return None;
        }
        reciprocal.resize(k + 1, 0);
        Some(Reducer { n: n_limbs, reciprocal })
    }

    /// Multiplies rows by c.
    pub(super) fn scale(&self, rows: &mut [u64], c: &[u64]) {
        let mut product = [0; LIMBS + 1];
        for x in rows.chunks_exact_mut(c.len()) {
            self.multiply(&mut product[..c.len()], x, c);
            x.copy_from_slice(&product[..c.len()]);
        }
    }

    /// Multiplies rows of this width by words, each below n.
    pub(super) fn multiply_by_words(&self, rows: &mut [u64], width: usize, words: impl Iterator<Item = u64>) {
        let (mut product, mut factor) = ([0; LIMBS + 1], [0; LIMBS + 1]);
        for (x, word) in rows.chunks_exact_mut(width).zip(words) {
            factor[0] = word;
            self.multiply(&mut product[..width], x, &factor[..width]);
            x.copy_from_slice(&product[..width]);
        }
    }

    /// out = x·y modulo n, of residues in rows of as many limbs as `out`.
    pub fn multiply(&self, out: &mut [u64], x: &[u64], y: &[u64]) {
        if self.n.len() <= FEW_LIMBS {
            self.multiply_in::<{ 2 * FEW_LIMBS }, { 2 * FEW_LIMBS + 2 }, { FEW_LIMBS + 1 }>(out, x, y);
        } else {
            self.multiply_in::<{ 2 * LIMBS }, { 2 * LIMBS + 2 }, { LIMBS + 1 }>(out, x, y);
        }
    }

    /// [`multiply`](Self::multiply) with room for the product, for the quotient's and for the multiple of n.
    fn multiply_in<const P: usize, const Q: usize, const M: usize>(&self, out: &mut [u64], x: &[u64], y: &[u64]) {
        let k = self.n.len();
        let (mut product, mut quotient, mut multiple) = ([0; P], [0; Q], [0; M]);
        multiply(&mut product[..2 * k], &x[..k], &y[..k]);
        multiply(&mut quotient[..2 * k + 2], &product[k - 1..2 * k], &self.reciprocal);
        multiply(&mut multiple[..=k], &quotient[k + 1..2 * k + 2], &self.n);
        // the remainder is below 3n ≤ B^(k + 1)
        let rest = &mut product[..=k];
        subtract(rest, &multiple[..=k]);
        while rest[k] != 0 || limbs::compare(&rest[..k], &self.n) != Ordering::Less {
            subtract(rest, &self.n);
        }
        out[..k].copy_from_slice(&rest[..k]);
        out[k..].fill(0);
    }
}

/// The lowest limbs of x·y, as many as `out` has.
fn multiply(out: &mut [u64], x: &[u64], y: &[u64]) {
    out.fill(0);
    for (i, &x) in x.iter().enumerate().take(out.len()) {
        let out = &mut out[i..];
        let carry = limbs::add_multiple(out, y, x);
        if let Some(out) = out.get_mut(y.len()) {
            *out = carry;
        }
    }
}

/// x − y modulo a power of B, x in place.
fn subtract(x: &mut [u64], y: &[u64]) {
    let mut borrow = false;
    for (i, x) in x.iter_mut().enumerate() {
        let (difference, b1) = x.overflowing_sub(y.get(i).copied().unwrap_or(0));
        let (difference, b2) = difference.overflowing_sub(u64::from(borrow));
        (*x, borrow) = (difference, b1 | b2);
    }
}
