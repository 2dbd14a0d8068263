//! Montgomery's products of residues of several words by the `mpn` functions of GMP: a product, and the reduction that `mpz_powm` is
//! made with.

use gmp_mpfr_sys::gmp;
use polymod::rug::{Integer, integer::Order};

unsafe extern "C" {
    /// out = t/2^(64n) modulo p, and 1 where 2^(64n) is to be added; a function of GMP's that its headers do not name.
    fn __gmpn_redc_1(out: *mut u64, t: *mut u64, p: *const u64, n: gmp::size_t, minus_inverse: u64) -> u64;
}

/// Pairs of residues, and their products.
pub struct Montgomery {
    p: Vec<u64>,
    /// −1/p modulo 2^64.
    minus_inverse: u64,
    a: Vec<u64>,
    /// Times 2^(64·words).
    b: Vec<u64>,
    out: Vec<u64>,
    wide: Vec<u64>,
}

impl Montgomery {
    /// Rows of as many words as p has, p odd.
    pub fn new(p: &Integer, a: &[u64], b: &[u64]) -> Self {
        let words = p.to_digits::<u64>(Order::Lsf);
        let width = words.len();
        let mut inverse = words[0];
        // 3 correct bits at first, doubled each time
        for _ in 0..5 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(words[0].wrapping_mul(inverse)));
        }
        let factor = |x: &[u64]| {
            let mut row =
                ((Integer::from_digits(x, Order::Lsf) << (64 * width as u32)) % p).to_digits::<u64>(Order::Lsf);
            row.resize(width, 0);
            row
        };
        Montgomery {
            minus_inverse: inverse.wrapping_neg(),
            a: a.to_vec(),
            b: b.chunks_exact(width).flat_map(factor).collect(),
            out: vec![0; a.len()],
            wide: vec![0; 2 * width],
            p: words,
        }
    }

    /// Multiplies all pairs.
    pub fn run(&mut self) {
        let width = self.p.len();
        let rows = self.a.chunks_exact(width).zip(self.b.chunks_exact(width)).zip(self.out.chunks_exact_mut(width));
        let (p, t) = (self.p.as_ptr(), self.wide.as_mut_ptr());
        let n = width as gmp::size_t;
        for ((a, b), out) in rows {
            // SAFETY: rows of n words, room for 2n
            unsafe {
                gmp::mpn_mul_n(t, a.as_ptr(), b.as_ptr(), n);
                let carry = __gmpn_redc_1(out.as_mut_ptr(), t, p, n, self.minus_inverse);
                if carry != 0 || gmp::mpn_cmp(out.as_ptr(), p, n) >= 0 {
                    gmp::mpn_sub_n(out.as_mut_ptr(), out.as_ptr(), p, n);
                }
            }
        }
    }

    /// The products in [0, p), in rows.
    pub fn products(&self) -> &[u64] {
        &self.out
    }
}
