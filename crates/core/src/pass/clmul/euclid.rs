//! Euclid's algorithm on the leading coefficients of two long polynomials, after Lehmer (1938, "Euclid's algorithm for large
//! numbers"; Knuth 1998, TAOCP 2, section 4.5.2): the quotients of the first k degrees depend on 2k + 1 coefficients only.
//!
//! 31 degrees are decided by single words, in which a step is one shift and one addition; a row of the matrix then is
//! one word too, both entries packed in it. Two or three such rounds on 128 coefficients make up to 63 degrees.

use super::Small;
use crate::simd::Carryless;
use crate::simd::inlined::Mapped;

/// The divisions that the leading coefficients of a pair determine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leading {
    /// The matrix of the divisions, its entries of degree at most k.
    pub matrix: Small,
    /// Number of degrees by which the matrix shortens the pair; 0 where k is too small for the first division.
    pub degrees: u32,
}

/// Degrees of a round: 2·31 + 1 coefficients fit in a word.
const ROUND: u32 = 31;

#[inline(always)]
pub(super) fn leading<S: Carryless>(
    s: S,
    mut a: u128,
    mut b: u128,
    k: u32,
    mut gaps: Option<&mut Vec<usize>>,
) -> Leading {
    let mut m: Small = [[1, 0], [0, 1]];
    // b of degree 127 − k or more is still to be divided by
    while b >> (127 - k) != 0 {
        // degrees gained so far, and by the next division
        let (done, gap) = (a.leading_zeros(), b.leading_zeros() - a.leading_zeros());
        let left = (k - done).min(ROUND);
        if gap > left {
            divide(&mut a, &mut b, &mut m);
            if let Some(gaps) = gaps.as_deref_mut() {
                gaps.push(gap as usize);
            }
            continue;
        }
        let top = |x: u128| (x << done >> 64) as u64;
        let n = round(top(a), top(b), left, gaps.as_deref_mut());
        let wide = |c: u64, x: u128| {
            // the result is below 2^128
            s.product(c, x as u64) ^ s.product(c, (x >> 64) as u64) << 64
        };
        (a, b) = (wide(n[0][0], a) ^ wide(n[0][1], b), wide(n[1][0], a) ^ wide(n[1][1], b));
        let entry = |i: usize, j: usize| (s.product(n[i][0], m[0][j]) ^ s.product(n[i][1], m[1][j])) as u64;
        m = [[entry(0, 0), entry(0, 1)], [entry(1, 0), entry(1, 1)]];
    }
    Leading { matrix: m, degrees: a.leading_zeros() }
}

/// One division by b ≠ 0, of any gap in degree.
#[inline(always)]
fn divide(a: &mut u128, b: &mut u128, m: &mut Small) {
    while a.leading_zeros() <= b.leading_zeros() {
        let shift = b.leading_zeros() - a.leading_zeros();
        *a ^= *b << shift;
        m[0][0] ^= m[1][0] << shift;
        m[0][1] ^= m[1][1] << shift;
    }
    std::mem::swap(a, b);
    m.swap(0, 1);
}

/// The matrix of the first k ≤ 31 degrees: a has bit 63, b is of lower degree and takes part in one division at least.
#[inline(always)]
fn round(mut a: u64, mut b: u64, k: u32, mut gaps: Option<&mut Vec<usize>>) -> Small {
    // the entries of a row are the halves of a word: the degrees of its quotients sum up to at most k
    let (mut above, mut below) = (1u64, 1u64 << 32);
    let mut begins = true;
    loop {
        // a division ends when its remainder is shorter than the divisor; a branch on that would be mispredicted half
        // of the time
        let over = a.leading_zeros() > b.leading_zeros();
        let mask = u64::from(over).wrapping_neg();
        let (x, y) = ((a ^ b) & mask, (above ^ below) & mask);
        (a, b, above, below) = (a ^ x, b ^ x, above ^ y, below ^ y);
        if b >> (63 - k) == 0 {
            break;
        }
        let shift = b.leading_zeros() - a.leading_zeros();
        if let Some(gaps) = gaps.as_deref_mut()
            && (begins || over)
        {
            gaps.push(shift as usize);
        }
        begins = false;
        a ^= b << shift;
        above ^= below << shift;
    }
    [above, below].mapped(|row| [row & u64::from(u32::MAX), row >> 32])
}
