//! The modulus of residues in limbs, and the constants that its loops need.

use super::sums::{CHUNK, Sums};
use crate::pass::digits::digit;
use crate::simd::inlined::{Walked, Zipped};

/// Bits of a limb.
pub(crate) const LIMB: u32 = 52;
pub(crate) const MASK: u64 = (1 << LIMB) - 1;

/// Largest number of limbs of a residue.
pub(crate) const MOST_LIMBS: usize = 192;

/// Bits between p and R: sums of 32 residues below p stay below R.
pub(super) const ROOM: u32 = 5;

/// The modulus p with the constants that the loops need.
#[derive(Clone, Debug)]
pub struct Modulus {
    /// Number of limbs, n.
    pub limbs: usize,
    /// Number of words of p, of 64 bits each.
    pub words: usize,
    /// Limbs of p.
    pub p: Vec<u64>,
    /// 2p, 4p, 8p and 16p.
    pub multiples: [Vec<u64>; 4],
    /// 1/p modulo R.
    pub inverse: Vec<u64>,
    /// Flags of the [`CHUNK`]s of limbs of p, and of 1/p, that are not zero.
    pub filled: [Vec<bool>; 2],
    /// The functions for sums of products.
    pub sums: Sums,
    /// Place of the highest 20 bits of p, and a lower bound of 2^52 over them.
    pub top: (usize, u32),
    pub reciprocal: u64,
}

/// Splits a number given by words into this many limbs of 52 bits.
pub fn split(words: &[u64], limbs: usize) -> Vec<u64> {
    (0..limbs).map(|i| digit(words, i * LIMB as usize, 0, 0)).collect()
}

/// Twice a number, in the same number of limbs.
fn doubled(x: &[u64]) -> Vec<u64> {
    let mut carry = 0;
    let mut double = |x: &u64| {
        let twice = 2 * x + carry;
        carry = twice >> LIMB;
        twice & MASK
    };
    x.iter().map(&mut double).collect()
}

/// x·y modulo 2^(52·n), n the number of limbs of x.
fn low_product(x: &[u64], y: &[u64]) -> Vec<u64> {
    let mut out = vec![0; x.len()];
    for (i, &x) in x.iter().enumerate() {
        let mut carry = 0;
        for (out, &y) in out[i..].walk_mut().zipped(y) {
            let t = u128::from(x) * u128::from(y) + u128::from(*out) + carry;
            *out = t as u64 & MASK;
            carry = t >> LIMB;
        }
    }
    out
}

/// 1/p modulo 2^(52n), p odd, n its number of limbs here: each of Newton's steps doubles the number of right bits.
fn inverse_of(p: &[u64]) -> Vec<u64> {
    // 3 bits of 1/p are right for any odd p
    let mut bits = 3;
    let mut x = vec![p[0]];
    while bits < LIMB as usize * p.len() {
        bits *= 2;
        let limbs = bits.div_ceil(LIMB as usize).min(p.len());
        x.resize(limbs, 0);
        // x·(2 − p·x)
        let mut carry = 2i64;
        let mut rest = low_product(&p[..limbs], &x);
        for limb in &mut rest {
            let t = carry - *limb as i64;
            *limb = t as u64 & MASK;
            carry = t >> LIMB;
        }
        x = low_product(&x, &rest);
    }
    x
}

impl Modulus {
    /// The constants of an odd p of at least 64 bits, given by words of which the highest is not 0, if the loops
    /// support it; R is at least 2^room·p, with a number of limbs that `sums` has functions for.
    pub fn new(p: &[u64], room: u32, sums: impl Fn(usize) -> (usize, Sums)) -> Option<Self> {
        let (&first, &last) = (p.first()?, p.last()?);
        if first % 2 == 0 || last == 0 || p.len() > MOST_LIMBS {
            return None;
        }
        let bits = 64 * p.len() as u32 - last.leading_zeros();
        let (limbs, sums) = sums((bits + room).div_ceil(LIMB) as usize);
        if bits < 64 || limbs > MOST_LIMBS {
            return None;
        }
        let words = p.len();
        let p = split(p, limbs);
        let inverse = inverse_of(&p);
        let filled = [&p, &inverse].map(|x| x.chunks(CHUNK).map(|chunk| chunk.iter().any(|&limb| limb != 0)).collect());
        let shift = bits - 20;
        let top = (shift / LIMB, shift % LIMB);
        let highest =
            (u128::from(p[top.0 as usize]) | u128::from(*p.get(top.0 as usize + 1).unwrap_or(&0)) << LIMB) >> top.1;
        let reciprocal = ((1u128 << LIMB) / (highest + 1)) as u64;
        let twice = doubled(&p);
        let (four, eight) = (doubled(&twice), doubled(&doubled(&twice)));
        let multiples = [twice, four, eight.clone(), doubled(&eight)];
        let top = (top.0 as usize, top.1);
        Some(Modulus { limbs, words, p, multiples, inverse, filled, sums, top, reciprocal })
    }

    /// The limbs of 2p.
    pub fn twice(&self) -> &[u64] {
        &self.multiples[0]
    }
}
