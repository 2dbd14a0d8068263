//! Loops over words without a modulus. No function with a loop over a slice is inlined: the loop is compiled at this crate's level of optimization, which
//! makes vectors of it, and not at the caller's.

/// `out[i]` = `x[len − 1 − i]`.
///
/// # Panics
/// If the lengths differ.
#[inline(never)]
pub fn reverse_to(out: &mut [u64], x: &[u64]) {
    assert_eq!(out.len(), x.len(), "lengths of a reversal");
    out.iter_mut().zip(x.iter().rev()).for_each(|(out, &x)| *out = x);
}

/// Number of words other than 0.
#[must_use]
#[inline(never)]
pub fn nonzero(x: &[u64]) -> usize {
    x.iter().map(|&x| usize::from(x != 0)).sum()
}

/// `out[i]` = `x[i]` + `y[i]`, as vectors of bits modulo 2.
///
/// # Panics
/// If the lengths differ.
#[inline(never)]
pub fn add_bits_to(out: &mut [u64], x: &[u64], y: &[u64]) {
    assert!(out.len() == x.len() && out.len() == y.len(), "lengths of a sum");
    out.iter_mut().zip(x).zip(y).for_each(|((out, &x), &y)| *out = x ^ y);
}

/// x ± y modulo 2^64, and a word whose sign bit is set if that overflows: a sum does if it has not the sign that both summands have.
#[inline(always)]
fn signed_sum(x: u64, y: u64, subtract: bool) -> [u64; 2] {
    let (sum, differ) = if subtract { (x.wrapping_sub(y), x ^ y) } else { (x.wrapping_add(y), !(x ^ y)) };
    [sum, differ & (x ^ sum)]
}

/// `out[i]` = `x[i]` ± `y[i]` modulo 2^64, as signed words; returns whether none of them overflows.
///
/// # Panics
/// If the lengths differ.
#[must_use]
#[inline(never)]
pub fn add_signed_to(out: &mut [u64], x: &[u64], y: &[u64], subtract: bool) -> bool {
    assert!(out.len() == x.len() && out.len() == y.len(), "lengths of a sum");
    let mut overflows = 0;
    for ((out, &x), &y) in out.iter_mut().zip(x).zip(y) {
        let [sum, overflow] = signed_sum(x, y, subtract);
        *out = sum;
        overflows |= overflow;
    }
    overflows >> 63 == 0
}

/// `x[i]` = `x[i]` ± `y[i]`, as signed words, if none of them overflows; else false, and x as it was.
///
/// # Panics
/// If the lengths differ.
#[must_use]
#[inline(never)]
pub fn add_signed(x: &mut [u64], y: &[u64], subtract: bool) -> bool {
    assert!(x.len() == y.len(), "lengths of a sum");
    let mut overflows = 0;
    for (x, &y) in x.iter_mut().zip(y) {
        let [sum, overflow] = signed_sum(*x, y, subtract);
        *x = sum;
        overflows |= overflow;
    }
    let fits = overflows >> 63 == 0;
    if !fits {
        x.iter_mut().zip(y).for_each(|(x, &y)| *x = signed_sum(*x, y, !subtract)[0]);
    }
    fits
}

/// `x[i]` = −`x[i]` modulo 2^64, as signed words; returns whether none of them overflows.
#[must_use]
#[inline(never)]
pub fn negate_signed(x: &mut [u64]) -> bool {
    let mut overflows = 0;
    for x in x {
        let negative = x.wrapping_neg();
        // −2^63 alone keeps its sign
        overflows |= *x & negative;
        *x = negative;
    }
    overflows >> 63 == 0
}

/// `x[i]` = `x[i]`/(d·2^`shift`) for an odd d, as signed words, where that is exact; `inverse` is that of d modulo 2^64.
#[inline(never)]
pub fn divide_exactly(x: &mut [u64], shift: u32, inverse: u64) {
    x.iter_mut().for_each(|x| *x = (((*x as i64) >> shift) as u64).wrapping_mul(inverse));
}

/// The bits of a word whose index lacks bit k, for each k.
const LOW_HALVES: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// v(x + 1) for the polynomial over F_2 whose coefficients are the bits of all words, the lowest first.
///
/// (x + 1)^(2^k) = x^(2^k) + 1: for each k, coefficients whose index has bit k are added to those without it.
#[inline(never)]
pub fn shift_bits_by_one(v: &mut [u64]) {
    for x in v.iter_mut() {
        *x = shifted_by_one(*x);
    }
    let mut stride = 1;
    while stride < v.len() {
        // by indices: what an iterator calls for each few words may not be inlined
        let mut start = 0;
        while start + stride < v.len() {
            let end = v.len().min(start + 2 * stride);
            let (low, high) = v[start..end].split_at_mut(stride);
            for i in 0..high.len() {
                low[i] ^= high[i];
            }
            start = end;
        }
        stride *= 2;
    }
}

/// v(x + 1) for 64 coefficients.
#[inline(always)]
#[must_use]
pub fn shifted_by_one(mut v: u64) -> u64 {
    let mut k = 0;
    while k < LOW_HALVES.len() {
        v ^= v >> (1 << k) & LOW_HALVES[k];
        k += 1;
    }
    v
}
