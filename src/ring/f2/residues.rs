//! Residues modulo a short polynomial over the field of two elements, in arrays of words: products are reduced by a precomputed quotient (Barrett 1986,
//! "Implementing the Rivest Shamir and Adleman public key encryption algorithm on a standard digital signal processor").

use super::{
    F2, View,
    bits::{Bits, Few, cut, reciprocal, reversed, sum, upper},
    word,
};
use crate::{
    kernels::clmul::BitKernel,
    ring::{Coeffs, ShortDivisor, power_by_windows},
};

/// Residues modulo a polynomial f of degree n ≥ 1.
pub(super) struct Residues<const W: usize> {
    kernel: &'static BitKernel,
    f: Bits<W>,
    n: usize,
    /// The quotient of x^2n by f.
    inverse: Bits<W>,
}

impl<const W: usize> Residues<W> {
    pub fn new(kernel: &'static BitKernel, f: &Bits<W>) -> Self {
        let n = f.bit_len() - 1;
        // in reverse order quotients are power series
        let inverse = reversed(&reciprocal(kernel, &reversed(f, n + 1), n + 1), n + 1);
        Residues { kernel, f: *f, n, inverse }
    }

    /// a·b over the field of two elements, in two halves.
    #[inline(always)]
    fn whole(&self, a: &Bits<W>, b: &Bits<W>) -> [Bits<W>; 2] {
        let mut out = [[0; W]; 2];
        if W == 1 {
            let product = self.kernel.word(a[0], b[0]);
            (out[0][0], out[1][0]) = (product as u64, (product >> 64) as u64);
        } else {
            self.kernel.multiply_few(out.as_flattened_mut(), a, b);
        }
        out
    }

    /// Quotient and remainder of a, which has at most 2n + 1 coefficients.
    #[inline(always)]
    pub fn divided(&self, a: &[Bits<W>; 2]) -> [Bits<W>; 2] {
        let high = upper::<W>(a.as_flattened(), self.n);
        let quotient = upper::<W>(self.whole(&high, &self.inverse).as_flattened(), self.n);
        let mut rest = sum(&a[0], &self.whole(&quotient, &self.f)[0]);
        cut(&mut rest, self.n);
        [quotient, rest]
    }

    /// The remainder of a.
    pub fn reduced(&self, a: &[Bits<W>; 2]) -> Bits<W> {
        self.divided(a)[1]
    }

    pub fn product(&self, a: &Bits<W>, b: &Bits<W>) -> Bits<W> {
        if W > 1 && std::ptr::eq(a, b) {
            return self.square(a);
        }
        self.reduced(&self.whole(a, b))
    }

    pub fn square(&self, a: &Bits<W>) -> Bits<W> {
        let mut out = [[0; W]; 2];
        self.kernel.square(out.as_flattened_mut(), a);
        self.reduced(&out)
    }
}

/// The words of a run of at most 64·W coefficients.
#[inline(always)]
pub(super) fn array<const W: usize>(v: View<'_, F2>) -> Bits<W> {
    let mut out = [0; W];
    for (k, out) in out.iter_mut().enumerate() {
        *out = if 64 * k < v.len { word(v, k) } else { 0 };
    }
    out
}

/// The words of a run of at most 128·W coefficients.
#[inline(always)]
pub(super) fn halves<const W: usize>(v: View<'_, F2>) -> [Bits<W>; 2] {
    [array(v), array(v.from(64 * W))]
}

impl<const W: usize> ShortDivisor<F2> for Residues<W> {
    fn div_rem(&self, r: &F2, a: View<'_, F2>) -> [Coeffs<F2>; 2] {
        let [quotient, rest] = self.divided(&halves(a));
        [r.from_words(&quotient, a.len.saturating_sub(self.n)), r.from_words(&rest, self.n.min(a.len))]
    }
    fn product(&self, r: &F2, a: View<'_, F2>, b: View<'_, F2>) -> Coeffs<F2> {
        r.from_words(&self.product(&array(a), &array(b)), self.n)
    }
    fn power(&self, r: &F2, a: View<'_, F2>, e: &[u64]) -> Option<Coeffs<F2>> {
        if e.iter().all(|&word| word == 0) {
            return None;
        }
        let power = power_by_windows(array(a), e, false, |a, b| Ok(self.product(a, b))).ok()?;
        Some(r.from_words(&power, self.n))
    }
}

/// The divisor, if its degree is at least 1 and below 512, and its leading coefficient is not 0.
pub(super) fn prepared(kernel: &'static BitKernel, f: View<'_, F2>) -> Option<Box<dyn ShortDivisor<F2>>> {
    fn boxed<const W: usize>(kernel: &'static BitKernel, f: View<'_, F2>) -> Option<Box<dyn ShortDivisor<F2>>> {
        let bits = array::<W>(f);
        (bits.bit_len() == f.len).then(|| Box::new(Residues::new(kernel, &bits)) as Box<dyn ShortDivisor<F2>>)
    }
    match f.len {
        0 | 1 => None,
        2..=64 => boxed::<1>(kernel, f),
        65..=128 => boxed::<2>(kernel, f),
        129..=256 => boxed::<4>(kernel, f),
        257..=512 => boxed::<8>(kernel, f),
        _ => None,
    }
}
