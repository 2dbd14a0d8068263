//! Sums, products and canonical forms of eight residues at once, in limbs of 52 bits.
//!
//! A residue is n vectors, one for each limb, lowest first: limbs in [0, 2^52), together below R = 2^(52n), which is at least 32p.
//! A product is Montgomery's, a·b/R modulo p: the lowest limbs are cleared some at a time, by their product with p. For p = 1 + 2^(52m)·u
//! they are m limbs, the quotient is what stands there, and only u is multiplied by it; for other odd p they are
//! four, and the quotient is their product with 1/p. Sources: Montgomery 1985, "Modular multiplication without trial division"; several limbs
//! at a time: Bajard, Didier, Kornerup 1998, "An RNS Montgomery modular multiplication algorithm", whose steps have another base here.
//! Cost: 2n² multiply-adds for the product, a quarter less from 32 limbs on, 2n(n − m) for the reduction, m = 0 if p is not of that form.

use crate::kernels::fermat::{Eight, LANES};
use std::mem::MaybeUninit;

/// Bits of a limb.
const LIMB: u32 = 52;
const MASK: i64 = (1 << LIMB) - 1;

/// The most limbs of a residue.
pub(super) const MOST_LIMBS: usize = 192;

/// Bits between p and R: sums of 32 residues below p stay below R.
pub(super) const ROOM: u32 = 5;

/// Columns worked on at a time, two accumulators each: few where operands are short, since tiles run over both ends.
const TILE: usize = 4;
/// And where both operands are as long as this:
const WIDE_TILE: usize = 8;
const WIDE_FROM: usize = 24;

/// Limbs cleared at a time where p has no special form.
const STEP: usize = 4;

/// p, as the loops need it.
#[derive(Clone, Debug)]
pub(super) struct Modulus {
    /// n.
    pub limbs: usize,
    /// Words of p: 64 bits each.
    pub words: usize,
    /// Limbs of p.
    pub p: Vec<u64>,
    /// 2p, 4p, 8p and 16p.
    multiples: [Vec<u64>; 4],
    /// Limbs cleared at a time.
    step: usize,
    /// What their product with the quotient is made with, [`WIDE_TILE`] zeros at both ends: u, or p.
    factor: Vec<u64>,
    /// 1/p modulo 2^(52·step), unless that is 1.
    inverse: Option<Vec<u64>>,
    /// Where the highest 20 bits of p start, and 2^52 over more than they are.
    top: (usize, u32),
    reciprocal: u64,
}

/// Limbs of 52 bits of a number given by words, so many.
pub(super) fn split(words: &[u64], limbs: usize) -> Vec<u64> {
    let limb = |i: usize| {
        let (word, shift) = (i * LIMB as usize / 64, i * LIMB as usize % 64);
        let low = words.get(word).map_or(0, |x| x >> shift);
        let high = words.get(word + 1).map_or(0, |x| if shift == 0 { 0 } else { x << (64 - shift) });
        (low | high) & MASK as u64
    };
    (0..limbs).map(limb).collect()
}

/// Twice a number, in as many limbs.
fn doubled(x: &[u64]) -> Vec<u64> {
    let mut carry = 0;
    let mut double = |x: &u64| {
        let twice = 2 * x + carry;
        carry = twice >> LIMB;
        twice & MASK as u64
    };
    x.iter().map(&mut double).collect()
}

/// x·y modulo 2^(52·n), n the limbs of x.
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

/// 1/p modulo 2^(52n), p odd, n its limbs here: each of Newton's steps doubles the right bits.
fn inverse(p: &[u64]) -> Vec<u64> {
    let mut x = vec![0; p.len()];
    x[0] = 1;
    for _ in 0..(p.len() as u32 * LIMB).ilog2() + 1 {
        // x·(2 − p·x)
        let mut carry = 2i64;
        let mut rest = low_product(p, &x);
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
    /// An odd p of at least 64 bits, given by words of which the highest is not 0, if the loops can do with it.
    pub fn new(p: &[u64]) -> Option<Self> {
        let (&first, &last) = (p.first()?, p.last()?);
        let bits = (64 * p.len() as u32).checked_sub(last.leading_zeros())?;
        let limbs = (bits + ROOM).div_ceil(LIMB) as usize;
        if first % 2 == 0 || last == 0 || bits < 64 || limbs > MOST_LIMBS {
            return None;
        }
        let words = p.len();
        let p = split(p, limbs);
        // how many zeros follow the lowest limb, which is 1
        let sparse = if p[0] == 1 { 1 + p[1..].iter().take_while(|&&x| x == 0).count() } else { 0 };
        let (step, factor, inverse) = match sparse {
            0 => (STEP.min(limbs), &p[..], Some(inverse(&p[..STEP.min(limbs)]))),
            m => (m, &p[m..], None),
        };
        let zeros = [0; WIDE_TILE];
        let factor = [&zeros, factor, &zeros].concat();
        let shift = bits - 20;
        let top = (shift / LIMB, shift % LIMB);
        let highest =
            (u128::from(p[top.0 as usize]) | u128::from(*p.get(top.0 as usize + 1).unwrap_or(&0)) << LIMB) >> top.1;
        let reciprocal = ((1u128 << LIMB) / (highest + 1)) as u64;
        let twice = doubled(&p);
        let (four, eight) = (doubled(&twice), doubled(&doubled(&twice)));
        let multiples = [twice, four, eight.clone(), doubled(&eight)];
        Some(Modulus { limbs, words, p, multiples, step, factor, inverse, top: (top.0 as usize, top.1), reciprocal })
    }

    /// How many of the multiply-adds of a product its reduction takes.
    pub fn reduction(&self) -> usize {
        2 * self.limbs * (self.factor.len() - 2 * WIDE_TILE)
    }
}

/// Limb i.
///
/// SAFETY: the CPU has what V needs; eight words there.
#[inline(always)]
unsafe fn get<V: Eight>(x: *const u64, i: usize) -> V {
    // SAFETY: the caller's promise
    unsafe { V::load(x.add(LANES * i)) }
}

/// Limb i = v.
///
/// SAFETY: as for [`get`].
#[inline(always)]
unsafe fn put<V: Eight>(x: *mut u64, i: usize, v: V) {
    // SAFETY: the caller's promise
    unsafe { v.store(x.add(LANES * i)) }
}

/// Limb i of an operand: of eight residues, or the same for all.
///
/// SAFETY: as for [`get`]; a word there if `SAME`.
#[inline(always)]
unsafe fn limb<V: Eight, const SAME: bool>(x: *const u64, i: usize) -> V {
    // SAFETY: the caller's promise
    unsafe { if SAME { V::splat(*x.add(i) as i64) } else { get(x, i) } }
}

/// t = a·b, or t = t − a·b: columns of 52 bits, not carried. `b` points at [`WIDE_TILE`] zeros before its limbs, which as many follow.
///
/// SAFETY: the CPU has what V needs; `a` and `b` limbs, and room for the next multiple of [`WIDE_TILE`] after `a` + `b` of them, of which those
/// above stay as they were in a difference.
#[inline(always)]
unsafe fn columns<V: Eight, const SAME: bool>(
    a: (*const u64, usize),
    b: (*const u64, usize),
    t: *mut u64,
    minus: bool,
) {
    // SAFETY: the caller's promise
    unsafe {
        if a.1.min(b.1) < WIDE_FROM {
            tiles::<V, SAME, TILE>(a, b, t, minus);
        } else {
            tiles::<V, SAME, WIDE_TILE>(a, b, t, minus);
        }
    }
}

/// The same, so many columns at a time.
///
/// SAFETY: as for [`columns`].
#[inline(always)]
unsafe fn tiles<V: Eight, const SAME: bool, const T: usize>(
    (a, n): (*const u64, usize),
    (b, m): (*const u64, usize),
    t: *mut u64,
    minus: bool,
) {
    // SAFETY: limb c + u − i of b, from 1 − T to m + T − 2
    unsafe {
        let mut before = V::splat(0);
        for c in (0..n + m).step_by(T) {
            let (mut l, mut h) = ([V::splat(0); T], [V::splat(0); T]);
            for i in (c + 1).saturating_sub(m)..n.min(c + T) {
                let x: V = get(a, i);
                for u in 0..T {
                    let y = limb::<V, SAME>(b, WIDE_TILE + c + u - i);
                    l[u] = l[u].low(x, y);
                    h[u] = h[u].high(x, y);
                }
            }
            for u in 0..T {
                let sum = l[u].plus(before);
                put(t, c + u, if minus { get::<V>(t, c + u).minus(sum) } else { sum });
                before = h[u];
            }
        }
    }
}

/// From how many limbs on three products of half the size take the place of four (Karatsuba's identity).
const HALVED_FROM: usize = 32;
/// The limbs of a sum of halves.
const MOST_HALF: usize = MOST_LIMBS / 2 + 1;

/// y between [`WIDE_TILE`] zeros.
///
/// SAFETY: the CPU has what V needs; so many limbs, and room for them and the zeros.
#[inline(always)]
unsafe fn fenced<V: Eight>(y: *const u64, limbs: usize, to: *mut u64) {
    // SAFETY: the caller's promise
    unsafe {
        for i in 0..WIDE_TILE {
            put(to, i, V::splat(0));
            put(to, WIDE_TILE + limbs + i, V::splat(0));
        }
        for i in 0..limbs {
            put(to, WIDE_TILE + i, get::<V>(y, i));
        }
    }
}

/// x + y, carried: a limb more than y, which is not shorter.
///
/// SAFETY: the CPU has what V needs; so many limbs.
#[inline(always)]
unsafe fn sum<V: Eight>((x, n): (*const u64, usize), (y, m): (*const u64, usize), to: *mut u64) {
    // SAFETY: the caller's promise
    unsafe {
        let (mask, mut carry) = (V::splat(MASK), V::splat(0));
        for i in 0..m {
            let mut z = get::<V>(y, i).plus(carry);
            if i < n {
                z = z.plus(get(x, i));
            }
            put(to, i, z.and(mask));
            carry = z.down(LIMB);
        }
        put(to, m, carry);
    }
}

/// t = a·b for n limbs each, columns not carried.
///
/// SAFETY: the CPU has what V needs; n limbs each, room for 2n and [`WIDE_TILE`].
#[inline(always)]
unsafe fn full<V: Eight>(a: *const u64, b: *const u64, n: usize, t: *mut u64) {
    // SAFETY: the caller's promise; halves have up to (n + 1)/2 limbs, their sums one more
    unsafe {
        let mut y = MaybeUninit::<[V; MOST_LIMBS + 2 * WIDE_TILE]>::uninit();
        let y = y.as_mut_ptr().cast::<u64>();
        if n < HALVED_FROM {
            fenced::<V>(b, n, y);
            return columns::<V, false>((a, n), (y, n), t, false);
        }
        let mut x = MaybeUninit::<[V; MOST_HALF]>::uninit();
        let mut middle = MaybeUninit::<[V; 2 * MOST_HALF + WIDE_TILE]>::uninit();
        let (x, middle) = (x.as_mut_ptr().cast::<u64>(), middle.as_mut_ptr().cast::<u64>());
        let (low, high) = (n / 2, n - n / 2);
        let (a1, b1) = (a.add(LANES * low), b.add(LANES * low));
        fenced::<V>(b, low, y);
        columns::<V, false>((a, low), (y, low), t, false);
        fenced::<V>(b1, high, y);
        columns::<V, false>((a1, high), (y, high), t.add(LANES * 2 * low), false);
        // the sum of b's halves waits where the product will be
        sum::<V>((a, low), (a1, high), x);
        sum::<V>((b, low), (b1, high), middle);
        fenced::<V>(middle, high + 1, y);
        columns::<V, false>((x, high + 1), (y, high + 1), middle, false);
        for i in 0..2 * high {
            let mut outer: V = get(t, 2 * low + i);
            if i < 2 * low {
                outer = outer.plus(get(t, i));
            }
            put(middle, i, get::<V>(middle, i).minus(outer));
        }
        for i in 0..2 * high + 2 {
            put(t, low + i, get::<V>(t, low + i).plus(get(middle, i)));
        }
    }
}

/// Limbs of x in [0, 2^52), and what leaves the highest.
///
/// SAFETY: the CPU has what V needs; so many limbs.
#[inline(always)]
unsafe fn carried<V: Eight>(x: *mut u64, limbs: usize) -> V {
    // SAFETY: the caller's promise
    unsafe {
        let (mask, mut carry) = (V::splat(MASK), V::splat(0));
        for i in 0..limbs {
            let sum = get::<V>(x, i).plus(carry);
            put(x, i, sum.and(mask));
            carry = sum.down(LIMB);
        }
        carry
    }
}

/// The lowest limbs of t times 1/p modulo 2^(52·limbs), at most [`STEP`].
///
/// SAFETY: the CPU has what V needs; so many limbs in [0, 2^52).
#[inline(always)]
unsafe fn quotient<V: Eight>(t: *const u64, limbs: usize, inverse: &[u64]) -> [V; STEP] {
    // SAFETY: the caller's promise
    unsafe {
        let (mask, mut q) = (V::splat(MASK), [V::splat(0); STEP]);
        for c in 0..limbs {
            for i in 0..=c {
                q[c] = q[c].low(get(t, i), V::splat(inverse[c - i] as i64));
                if i < c {
                    q[c] = q[c].high(get(t, i), V::splat(inverse[c - 1 - i] as i64));
                }
            }
            if c > 0 {
                q[c] = q[c].plus(q[c - 1].down(LIMB));
            }
        }
        for q in &mut q {
            *q = q.and(mask);
        }
        q
    }
}

/// out = a·b/R modulo p, below p + a·b/R, plus `sum` if there is one. For a below 32p and b below p, or both below 2p, that is 2p.
///
/// SAFETY: the CPU has what V needs; limbs of p each, `out` may be any of the others.
#[inline(always)]
pub(super) unsafe fn product<V: Eight>(
    f: &Modulus,
    (a, b): (*const u64, *const u64),
    sum: Option<*const u64>,
    out: *mut u64,
) {
    let n = f.limbs;
    // SAFETY: the caller's promise; there is room for 2n limbs and a tile
    unsafe {
        let mut t = MaybeUninit::<[V; 2 * MOST_LIMBS + WIDE_TILE]>::uninit();
        let t = t.as_mut_ptr().cast::<u64>();
        full::<V>(a, b, n, t);
        // what is above 2n is read, and not used
        for i in 0..WIDE_TILE {
            put(t, 2 * n + i, V::splat(0));
        }
        for at in (0..n).step_by(f.step) {
            let (limbs, low) = (f.step.min(n - at), t.add(LANES * at));
            let carry: V = carried(low, limbs);
            let next = low.add(LANES * limbs);
            put(next, 0, get::<V>(next, 0).plus(carry));
            let factor = (f.factor.as_ptr(), f.factor.len() - 2 * WIDE_TILE);
            let Some(inverse) = &f.inverse else {
                columns::<V, true>((low, limbs), factor, low.add(LANES * f.step), true);
                continue;
            };
            let q = quotient::<V>(low, limbs, inverse);
            columns::<V, true>((q.as_ptr().cast(), limbs), factor, low, true);
            let carry: V = carried(low, limbs);
            put(next, 0, get::<V>(next, 0).plus(carry));
        }
        let (mask, mut carry) = (V::splat(MASK), V::splat(0));
        for i in 0..n {
            let mut x = get::<V>(t, n + i).plus(V::splat(f.p[i] as i64)).plus(carry);
            if let Some(sum) = sum {
                x = x.plus(get(sum, i));
            }
            put(out, i, x.and(mask));
            carry = x.down(LIMB);
        }
    }
}

/// (x, y) = (x + y, x − y + 2^(level + 1)·p): residues below the latter become ones below its double.
///
/// SAFETY: the CPU has what V needs; limbs of p each, to be read and to be written; level below 4.
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

/// out = x ± y, below 2p for operands that are.
///
/// SAFETY: the CPU has what V needs; limbs of p each.
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
/// SAFETY: the CPU has what V needs; limbs of p each.
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

/// out = x in [0, p), for x below 2p.
///
/// SAFETY: the CPU has what V needs; limbs of p each.
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
