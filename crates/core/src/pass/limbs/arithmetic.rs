//! Sums and canonical forms of eight residues at once, in limbs of 52 bits.
//!
//! A residue is n vectors, one for each limb, lowest first: limbs in [0, 2^52), together below R = 2^(52n), which is at least 32p.

use super::{
    modulus::{LIMB, MASK, Modulus},
    sums::Size,
};
use crate::simd::inlined::{Walked, Zipped};
use crate::simd::{Simd, Vectors};

/// The limbs that are read: those of x, or those that will be written.
#[inline(always)]
fn source<'a, R>(x: Option<&'a [R]>, out: &'a [R]) -> &'a [R] {
    x.unwrap_or(out)
}

/// Two residues.
type Two<'a, S> = (&'a [<S as Vectors>::Row], &'a [<S as Vectors>::Row]);

/// (a, b) = (x + y, x − y + 2^(level + 1)·p): residues below 2^(level + 1)·p become residues below twice that; x and y are a and b if not given.
#[inline(always)]
pub fn butterfly<S: Simd, Z: Size>(
    s: S,
    f: &Modulus,
    level: usize,
    from: Option<Two<'_, S>>,
    (a, b): (&mut [S::Row], &mut [S::Row]),
) {
    let (multiple, mask) = (&f.multiples[level][..Z::limbs(f)], s.set(MASK));
    let (a, b) = (&mut a[..Z::limbs(f)], &mut b[..Z::limbs(f)]);
    let from = from.map(|(x, y)| (&x[..Z::limbs(f)], &y[..Z::limbs(f)]));
    let (mut up, mut down) = (s.zero(), s.zero());
    for (i, &limb) in multiple.iter().enumerate() {
        let (x, y) = match from {
            Some((x, y)) => (s.load(&x[i]), s.load(&y[i])),
            None => (s.load(&a[i]), s.load(&b[i])),
        };
        let sum = s.add(s.add(x, y), up);
        let difference = s.add(s.add(s.sub(x, y), s.set(limb)), down);
        s.store(&mut a[i], s.and(sum, mask));
        s.store(&mut b[i], s.and(difference, mask));
        (up, down) = (s.shr(sum, LIMB), s.shr_signed(difference, LIMB));
    }
}

/// out = out ± x, below 2p for operands below 2p.
#[inline(always)]
pub(super) fn add<S: Simd, Z: Size, const MINUS: bool>(s: S, f: &Modulus, out: &mut [S::Row], x: &[S::Row]) {
    let (out, x) = (&mut out[..Z::limbs(f)], &x[..Z::limbs(f)]);
    let (mask, mut carry) = (s.set(MASK), s.zero());
    for (i, &limb) in f.twice()[..Z::limbs(f)].iter().enumerate() {
        let (y, z) = (s.add(s.load(&out[i]), carry), s.load(&x[i]));
        let sum = if MINUS { s.add(s.sub(y, z), s.set(limb)) } else { s.add(y, z) };
        s.store(&mut out[i], s.and(sum, mask));
        carry = s.shr_signed(sum, LIMB);
    }
    reduce::<S, Z>(s, f, None, out);
}

/// out = x modulo p, below 2p, for x below 32p: by a quotient that is at most one too small; x is `out` if not given.
#[inline(always)]
pub(super) fn reduce<S: Simd, Z: Size>(s: S, f: &Modulus, x: Option<&[S::Row]>, out: &mut [S::Row]) {
    let (x, out) = (x.map(|x| &x[..Z::limbs(f)]), &mut out[..Z::limbs(f)]);
    let (at, shift) = f.top;
    let mut highest = s.shr(s.load(&source(x, out)[at]), shift);
    if at + 1 < Z::limbs(f) {
        highest = s.add(highest, s.shl(s.load(&source(x, out)[at + 1]), LIMB - shift));
    }
    // 25 bits
    let q = s.add_high52(s.zero(), highest, s.set(f.reciprocal));
    let (mask, mut carry, mut before) = (s.set(MASK), s.zero(), s.zero());
    for (i, &limb) in f.p[..Z::limbs(f)].iter().enumerate() {
        let limb = s.set(limb);
        let low = s.add_low52(before, q, limb);
        let z = s.add(s.sub(s.load(&source(x, out)[i]), low), carry);
        s.store(&mut out[i], s.and(z, mask));
        carry = s.shr_signed(z, LIMB);
        before = s.add_high52(s.zero(), q, limb);
    }
}

/// All bits in the lanes where x is below p.
#[inline(always)]
pub(super) fn below<S: Simd, Z: Size>(s: S, f: &Modulus, x: &[S::Row]) -> S::U {
    let mut carry = s.zero();
    for (x, &limb) in x[..Z::limbs(f)].walk().zipped(&f.p[..Z::limbs(f)]) {
        carry = s.shr_signed(s.add(s.sub(s.load(x), s.set(limb)), carry), LIMB);
    }
    carry
}

/// A limb of x − p, or of x where that is [`below`] p, and the carry to the next.
#[inline(always)]
pub(super) fn canonical_limb<S: Simd>(s: S, x: S::U, p: u64, below: S::U, carry: S::U) -> (S::U, S::U) {
    let p = s.set(p);
    let z = s.add(s.add(s.sub(x, p), s.and(p, below)), carry);
    (s.and(z, s.set(MASK)), s.shr_signed(z, LIMB))
}

/// x reduced to [0, p), for x below 2p.
#[inline(always)]
pub(super) fn canonical<S: Simd, Z: Size>(s: S, f: &Modulus, x: &mut [S::Row]) {
    let (below, mut carry) = (below::<S, Z>(s, f, x), s.zero());
    for (x, &limb) in x[..Z::limbs(f)].walk_mut().zipped(&f.p[..Z::limbs(f)]) {
        let z;
        (z, carry) = canonical_limb(s, s.load(x), limb, below, carry);
        s.store(x, z);
    }
}
