//! Sums, products and canonical forms of eight residues at once, in limbs of 52 bits.
//!
//! A residue is n vectors, one for each limb, lowest first: limbs in [0, 2^52), together below R = 2^(52n), which is at least 32p.
//! A product is Montgomery's, a·b/R modulo p (Montgomery 1985, "Modular multiplication without trial division"); see [`super::sums`].

use super::sums::{CHUNK, Sums, Term};
use crate::kernels::fermat::{Eight, LANES};

/// Bits of a limb.
pub(super) const LIMB: u32 = 52;
pub(super) const MASK: i64 = (1 << LIMB) - 1;

/// Largest number of limbs of a residue.
pub(super) const MOST_LIMBS: usize = 192;

/// Bits between p and R: sums of 32 residues below p stay below R.
pub(super) const ROOM: u32 = 5;

/// The modulus p with the constants that the loops need.
#[derive(Clone, Debug)]
pub(super) struct Modulus {
    /// Number of limbs, n.
    pub limbs: usize,
    /// Number of words of p, of 64 bits each.
    pub words: usize,
    /// Limbs of p.
    pub p: Vec<u64>,
    /// 2p, 4p, 8p and 16p.
    multiples: [Vec<u64>; 4],
    /// 1/p modulo R.
    pub inverse: Vec<u64>,
    /// Flags of the [`CHUNK`]s of limbs of p, and of 1/p, that are not zero.
    pub filled: [Vec<bool>; 2],
    /// The functions for sums of products.
    sums: Sums,
    /// Place of the highest 20 bits of p, and a lower bound of 2^52 over them.
    top: (usize, u32),
    reciprocal: u64,
}

/// Splits a number given by words into this many limbs of 52 bits.
pub(super) fn split(words: &[u64], limbs: usize) -> Vec<u64> {
    let limb = |i: usize| {
        let (word, shift) = (i * LIMB as usize / 64, i * LIMB as usize % 64);
        let low = words.get(word).map_or(0, |x| x >> shift);
        let high = words.get(word + 1).map_or(0, |x| if shift == 0 { 0 } else { x << (64 - shift) });
        (low | high) & MASK as u64
    };
    (0..limbs).map(limb).collect()
}

/// Twice a number, in the same number of limbs.
fn doubled(x: &[u64]) -> Vec<u64> {
    let mut carry = 0;
    let mut double = |x: &u64| {
        let twice = 2 * x + carry;
        carry = twice >> LIMB;
        twice & MASK as u64
    };
    x.iter().map(&mut double).collect()
}

/// x·y modulo 2^(52·n), n the number of limbs of x.
fn low_product(x: &[u64], y: &[u64]) -> Vec<u64> {
    let mut out = vec![0; x.len()];
    for (i, &x) in x.iter().enumerate() {
        let mut carry = 0;
        for (out, &y) in out[i..].iter_mut().zip(y) {
            let t = u128::from(x) * u128::from(y) + u128::from(*out) + carry;
            *out = t as u64 & MASK as u64;
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
            *limb = (t & MASK) as u64;
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

    /// out = Σ a·b/R modulo p for one, two or three terms, below p + Σ a·b/R, plus `add` if there is one. For an a
    /// below 32p and a b below p, or both below 2p, that is below 2p.
    ///
    /// SAFETY: the CPU has the features that the sums are compiled for; limbs of p each, `out` may be any of the others.
    #[inline(always)]
    pub unsafe fn sum<const N: usize>(&self, terms: [Term; N], add: Option<*const u64>, out: *mut u64) {
        const { assert!(1 <= N && N <= 3) }
        // SAFETY: the caller's promise
        unsafe { (self.sums[N - 1])(self, terms.as_ptr(), add, out) }
    }

    /// The limbs of 2p.
    pub fn twice(&self) -> &[u64] {
        &self.multiples[0]
    }
}

/// Limb i.
///
/// SAFETY: the CPU has the features that V needs; eight words there.
#[inline(always)]
pub(super) unsafe fn get<V: Eight>(x: *const u64, i: usize) -> V {
    // SAFETY: the caller's promise
    unsafe { V::load(x.add(LANES * i)) }
}

/// Limb i = v.
///
/// SAFETY: as for [`get`].
#[inline(always)]
pub(super) unsafe fn put<V: Eight>(x: *mut u64, i: usize, v: V) {
    // SAFETY: the caller's promise
    unsafe { v.store(x.add(LANES * i)) }
}

/// (x, y) = (x + y, x − y + 2^(level + 1)·p): residues below 2^(level + 1)·p become residues below twice that.
///
/// SAFETY: the CPU has the features that V needs; limbs of p each, to be read and to be written; level below 4.
#[inline(always)]
pub(super) unsafe fn butterfly<V: Eight>(
    f: &Modulus,
    level: usize,
    (x, y): (*const u64, *const u64),
    (s, d): (*mut u64, *mut u64),
) {
    // SAFETY: the caller's promise
    unsafe {
        let (multiple, mask) = (&f.multiples[level], V::splat(MASK));
        let (mut up, mut down) = (V::splat(0), V::splat(0));
        for (i, &limb) in multiple.iter().enumerate() {
            let (x, y): (V, V) = (get(x, i), get(y, i));
            let sum = x.plus(y).plus(up);
            let difference = x.minus(y).plus(V::splat(limb as i64)).plus(down);
            put(s, i, sum.and(mask));
            put(d, i, difference.and(mask));
            (up, down) = (sum.down(LIMB), difference.down(LIMB));
        }
    }
}

/// out = x ± y, below 2p for operands below 2p.
///
/// SAFETY: the CPU has the features that V needs; limbs of p each.
#[inline(always)]
pub(super) unsafe fn add<V: Eight>(f: &Modulus, x: *mut u64, y: *const u64, minus: bool) {
    // SAFETY: the caller's promise
    unsafe {
        let (mask, mut carry) = (V::splat(MASK), V::splat(0));
        for i in 0..f.limbs {
            let mut sum = get::<V>(x, i).plus(get::<V>(y, i).negated(minus)).plus(carry);
            if minus {
                sum = sum.plus(V::splat(f.multiples[0][i] as i64));
            }
            put(x, i, sum.and(mask));
            carry = sum.down(LIMB);
        }
        reduce::<V>(f, x, x);
    }
}

/// out = x modulo p, below 2p, for x below 32p: by a quotient that is at most one too small.
///
/// SAFETY: the CPU has the features that V needs; limbs of p each.
#[inline(always)]
pub(super) unsafe fn reduce<V: Eight>(f: &Modulus, x: *const u64, out: *mut u64) {
    // SAFETY: the caller's promise
    unsafe {
        let (at, shift) = f.top;
        let mut highest = get::<V>(x, at).down(shift);
        if at + 1 < f.limbs {
            highest = highest.plus(get::<V>(x, at + 1).up(LIMB - shift));
        }
        // 25 bits
        let q = V::splat(0).high(highest, V::splat(f.reciprocal as i64));
        let (mask, mut carry, mut before) = (V::splat(MASK), V::splat(0), V::splat(0));
        for (i, &limb) in f.p.iter().enumerate() {
            let limb = V::splat(limb as i64);
            let z = get::<V>(x, i).minus(before.low(q, limb)).plus(carry);
            put(out, i, z.and(mask));
            carry = z.down(LIMB);
            before = V::splat(0).high(q, limb);
        }
    }
}

/// out = x reduced to [0, p), for x below 2p.
///
/// SAFETY: the CPU has the features that V needs; limbs of p each.
#[inline(always)]
pub(super) unsafe fn canonical<V: Eight>(f: &Modulus, x: *const u64, out: *mut u64) {
    // SAFETY: the caller's promise
    unsafe {
        let (mask, mut carry) = (V::splat(MASK), V::splat(0));
        for (i, &limb) in f.p.iter().enumerate() {
            carry = get::<V>(x, i).minus(V::splat(limb as i64)).plus(carry).down(LIMB);
        }
        // all bits where x is below p
        let below = carry;
        carry = V::splat(0);
        for (i, &limb) in f.p.iter().enumerate() {
            let limb = V::splat(limb as i64);
            let z = get::<V>(x, i).minus(limb).plus(limb.and(below)).plus(carry);
            put(out, i, z.and(mask));
            carry = z.down(LIMB);
        }
    }
}
