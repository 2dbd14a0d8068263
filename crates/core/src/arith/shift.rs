//! Taylor shifts of short polynomials: A(x + c) by Horner's rule, in words.
//!
//! Round i replaces a_j by c·a_(j+1) + a_j for j from the last coefficient but one down to i; then a_i is a coefficient of the result (Horner 1819;
//! von zur Gathen, Gerhard 1997, "Fast algorithms for Taylor shifts", method B). Several rounds are made at a time, with their sums in registers, so
//! that each coefficient is loaded and stored once for all of them (Johnson, Krandick, Ruslanov 2005, "Architecture-aware classical Taylor shift
//! by 1"). All values are bounded by the sum of |a_i|·(1 + |c|)^i, or modulo n.

use super::{Modulus, Shoup};

/// Makes v the coefficients of v(x + c), ROUNDS rounds at a time; `step(s, x)` = c·s + x.
#[inline(always)]
fn shift<W: Copy + Default, const ROUNDS: usize>(v: &mut [W], step: impl Fn(W, W) -> W) {
    for first in (0..v.len()).step_by(ROUNDS) {
        let mut sums = [W::default(); ROUNDS];
        let Some((last, above)) = v[first..].split_first_chunk_mut::<ROUNDS>() else {
            return finish(&mut v[first..], &step);
        };
        for place in above.iter_mut().rev() {
            let mut x = *place;
            for sum in &mut sums {
                *sum = step(*sum, x);
                x = *sum;
            }
            *place = x;
        }
        end_rounds(last, sums, &step);
    }
}

/// The ends of as many rounds as there are coefficients left, one after the other; loops of constant length stay in registers.
#[inline(always)]
fn end_rounds<W: Copy, const ROUNDS: usize>(last: &mut [W; ROUNDS], mut sums: [W; ROUNDS], step: &impl Fn(W, W) -> W) {
    for i in (0..ROUNDS).rev() {
        let mut x = last[i];
        for (t, sum) in sums.iter_mut().enumerate() {
            if t <= i {
                *sum = step(*sum, x);
                x = *sum;
            }
        }
        last[i] = x;
    }
}

/// The shift of few coefficients.
#[inline(always)]
fn finish<W: Copy + Default>(v: &mut [W], step: &impl Fn(W, W) -> W) {
    if let Ok(v) = <&mut [W; 6]>::try_from(&mut *v) {
        return end_rounds(v, [W::default(); 6], step);
    }
    if let Ok(v) = <&mut [W; 5]>::try_from(&mut *v) {
        return end_rounds(v, [W::default(); 5], step);
    }
    let Some(last) = v.len().checked_sub(1) else { return };
    for i in 0..last {
        for j in (i..last).rev() {
            v[j] = step(v[j + 1], v[j]);
        }
    }
}

/// Bits by which a shift of n coefficients by c, of `bits` bits, lengthens them at most: the sum of C(i, j)·|c|^(i − j) over i < n is below
/// (1 + |c|)^n, and for |c| = 1 it is C(n, j + 1), at most 2^n divided by the root of πn/2.
#[must_use]
pub fn growth(n: usize, bits: usize) -> usize {
    match (n, bits) {
        (0, _) => 0,
        (_, 1) => n - (3 * n / 2).max(1).ilog2() as usize / 2,
        _ => n.saturating_mul(bits),
    }
}

/// v(x + c) in place for signed words, in two's complement; every value fits.
pub fn shift_words(v: &mut [u64], c: i64) {
    match c {
        1 => shift::<_, 8>(v, u64::wrapping_add),
        -1 => shift::<_, 8>(v, |s, x| x.wrapping_sub(s)),
        _ => shift::<_, 8>(v, |s, x| s.wrapping_mul(c as u64).wrapping_add(x)),
    }
}

/// v(x + c) in place for signed numbers of two words, in two's complement; every value fits.
pub fn shift_double_words(v: &mut [i128], c: i64) {
    match c {
        1 => shift::<_, 4>(v, i128::wrapping_add),
        -1 => shift::<_, 4>(v, |s, x| x.wrapping_sub(s)),
        _ => shift::<_, 4>(v, |s, x| s.wrapping_mul(i128::from(c)).wrapping_add(x)),
    }
}

/// v(x + c) in place for residues modulo n and c in [0, n).
pub fn shift_residues(n: Modulus, v: &mut [u64], c: u64) {
    /// Bits of the largest modulus n with 4·n in a word.
    const LAZY_BITS: u32 = 62;
    if n.bits() <= LAZY_BITS {
        let (c, twice) = (n.shoup(c), 2 * n.n());
        // sums stay below 2n
        shift::<_, 8>(v, |s, x| {
            let sum = n.mul_shoup_lazy(s, c) + x;
            sum.min(sum.wrapping_sub(twice))
        });
        v.iter_mut().for_each(|x| *x = (*x).min(x.wrapping_sub(n.n())));
    } else if n.bits() <= Shoup::MAX_BITS {
        let c = n.shoup(c);
        shift::<_, 4>(v, |s, x| n.add(n.mul_shoup(s, c), x));
    } else if let Some(c) = n.montgomery_factor(c) {
        shift::<_, 4>(v, |s, x| n.add(n.mul_montgomery(s, c), x));
    } else {
        shift::<_, 4>(v, |s, x| n.add(n.mul(s, c), x));
    }
}
