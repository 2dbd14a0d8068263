//! Taylor shifts of short polynomials modulo n, by Horner's rule in words that are reduced once, at the end; and of polynomials of any length modulo
//! a small prime.
//!
//! Modulo a prime p, (x + c)^(p^k) = x^(p^k) + c: with i = Σ i_k·p^k, (x + c)^i is the product of (x^(p^k) + c)^(i_k) (Lucas 1878, "Théorie des
//! fonctions numériques simplement périodiques", §XXI). So A(x + c) is A in the variables x^(p^k), shifted in each of them: n·p/2 additions for each
//! digit of n to the base p. The shift by c is one by 1 in x/c.

use super::Zn;
use crate::{
    arith::{
        Modulus, Shoup,
        shift::{growth, shift_double_words, shift_residues, shift_words},
    },
    bits::bit_len,
    ring::{Coeffs, Ring},
    tested,
};

/// Most coefficients that are shifted by products modulo n, one for each step of Horner's rule.
const PRODUCTS: usize = 96;
/// The same where products are reduced one by one.
const FEW_PRODUCTS: usize = 32;
/// Most coefficients for which products modulo n take less time than sums in double words.
const FEW: usize = 6;
/// Largest prime for which polynomials of any length are shifted digit by digit: sums of p residues with binomial coefficients are words.
const SMALL: u64 = 53;
/// The primes up to [`SMALL`], as bits.
const SMALL_PRIMES: u64 = {
    let (mut primes, mut p) = (0, 2);
    while p <= SMALL {
        let mut d = 2;
        while d < p && p % d != 0 {
            d += 1;
        }
        primes |= ((d == p) as u64) << p;
        p += 1;
    }
    primes
};

impl Zn {
    tested! {
        /// v(x + c), for c in [0, n); `None` for polynomials that products shift faster.
        pub(super) fn shifted(&self, v: &[u64], c: u64) -> Option<Coeffs<Self>> {
            let (n, len) = (self.modulus(), v.len());
            let mut out = self.engine().copied(v);
            if len < 2 || c == 0 {
                return Some(Coeffs::from_words(out, len, 1));
            }
            // the representative of least magnitude
            let signed = if c > n.n() / 2 { -((n.n() - c) as i64) } else { c as i64 };
            let bits = bit_len(signed.unsigned_abs()) as usize;
            let growth = growth(len, bits);
            match growth.saturating_add(n.bits() as usize) {
                ..=63 => {
                    shift_words(&mut out, signed);
                    let reduce = |x: u64| if signed > 0 { n.reduce(x) } else { n.reduce_i64(x as i64) };
                    out.iter_mut().for_each(|x| *x = reduce(*x));
                }
                _ if n.n() < (len as u64).min(SMALL + 1) && SMALL_PRIMES >> n.n() & 1 == 1 => {
                    shift_by_digits(n, &mut out, c);
                }
                64..=127 if len > FEW => self.shift_in_double_words(&mut out, signed),
                _ if len <= PRODUCTS && (n.bits() <= Shoup::MAX_BITS || n.n() % 2 == 1) || len <= FEW_PRODUCTS => {
                    shift_residues(n, &mut out, c);
                }
                _ => return None,
            }
            Some(Coeffs::from_words(out, len, 1))
        }
    }

    /// The shift of at most 127 coefficients whose sums fit in two words.
    fn shift_in_double_words(&self, v: &mut [u64], c: i64) {
        let (n, mut sums) = (self.modulus(), [0; 128]);
        let sums = &mut sums[..v.len()];
        sums.iter_mut().zip(&*v).for_each(|(sum, &x)| *sum = i128::from(x));
        shift_double_words(sums, c);
        for (x, &sum) in v.iter_mut().zip(&*sums) {
            let magnitude = n.reduce_wide(sum.unsigned_abs());
            *x = if sum < 0 { n.neg(magnitude) } else { magnitude };
        }
    }
}

/// v(x + c) modulo a prime p ≤ [`SMALL`], c not 0.
fn shift_by_digits(p: Modulus, v: &mut [u64], c: u64) {
    // Σ v_i·c^i·(x/c)^i; c^(p − 1) is 1
    let mut powers = [1; SMALL as usize];
    let period = p.n() as usize - 1;
    (1..period).for_each(|i| powers[i] = p.mul(powers[i - 1], c));
    let scale = |v: &mut [u64], powers: &[u64]| {
        for v in v.chunks_mut(period) {
            v.iter_mut().zip(powers).for_each(|(x, &power)| *x = p.reduce(*x * power));
        }
    };
    if c != 1 {
        scale(v, &powers);
    }
    let len = v.len();
    // log2 of a bound on the sums; a digit multiplies them by at most 2^(p − 1)
    let (mut stride, mut bits) = (1, u64::from(p.bits()));
    while stride < len {
        if bits + p.n() - 1 > 64 {
            v.iter_mut().for_each(|x| *x = p.reduce(*x));
            bits = u64::from(p.bits());
        }
        bits += p.n() - 1;
        for group in v.chunks_mut(stride.saturating_mul(p.n() as usize)) {
            if stride == 1 {
                shift_words(group, 1);
            } else {
                shift_rows(group, stride);
            }
        }
        stride = stride.saturating_mul(p.n() as usize);
    }
    v.iter_mut().for_each(|x| *x = p.reduce(*x));
    if c != 1 {
        // c^(−i) is c^(p − 1 − i)
        powers[1..period].reverse();
        scale(v, &powers);
    }
}

/// The shift by 1 of a polynomial whose coefficients are rows of `stride` words, the last of which may be shorter: Horner's rule on rows.
fn shift_rows(v: &mut [u64], stride: usize) {
    let rows = v.len().div_ceil(stride);
    for first in (0..rows - 1).rev() {
        for j in first..rows - 1 {
            let (row, next) = v[j * stride..].split_at_mut(stride);
            row.iter_mut().zip(next).for_each(|(x, y)| *x += *y);
        }
    }
}
