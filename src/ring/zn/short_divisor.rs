//! Division by a short polynomial over Z/n: with a precomputed inverse series, products by the definition, and buffers
//! on the stack.
//!
//! With b of degree d and g = 1/(b in reverse order) modulo x^(d − 1), h quotient coefficients are the middle of the
//! product of the dividend's upper h coefficients by g's first h, and the remainder is the dividend's lower
//! coefficients less those of quotient times b (Hasan, Bugeaud 1998; Barrett 1986 for integers). Cost: a product, and
//! two halves of one.

use super::{
    Zn,
    words::{Accumulator, Triple, Words},
};
use crate::{
    arith::Modulus,
    ring::{Coeffs, Ring, ShortDivisor, View, power, power_by_windows},
    scratch::Buf,
};

/// Largest degree that products take.
const MOST: usize = 128;
/// Largest degree for which a product by the definition is faster than calls of kernels.
const TINY: usize = 4;
/// Largest degree whose products are in few words on the stack.
const SMALL: usize = 16;

/// A divisor of degree d ≥ 1.
pub(super) struct Short {
    words: Words,
    n: Modulus,
    /// The lower d coefficients of b.
    low: Buf,
    /// Those of b divided by its leading coefficient, for d up to [`TINY`].
    monic: Buf,
    /// The d − 1 coefficients of g in reverse order.
    inverse: Buf,
}

impl Short {
    /// The divisor, if it is short enough for the kernels and its leading coefficient a unit.
    pub fn new(r: &Zn, b: &[u64]) -> Option<Self> {
        let degree = b.len().checked_sub(1)?;
        let words = r.0.words;
        let kind = if !words.in_vectors(degree, degree, false) { 2 } else { usize::from(!words.is_narrow()) };
        let most = r.engine().costs().crossovers.short_divisor[kind].min(MOST);
        if !(1..=most).contains(&degree) {
            return None;
        }
        let inverse = r.inv(&b[degree]).ok()?;
        // few words need no memory
        let copied = |words: &[u64]| Buf::copied(None, words);
        let (low, mut monic) = (copied(&b[..degree]), copied(if degree <= TINY { &b[..degree] } else { &[] }));
        monic.iter_mut().for_each(|x| *x = r.mul(x, &inverse));
        if degree == 1 {
            return Some(Short { words, n: r.modulus(), low, monic, inverse: Buf::empty() });
        }
        let mut reversed = copied(b);
        reversed.reverse();
        let mut inverse = r.quotient_words(&[1], &reversed, inverse, degree - 1).words;
        inverse.reverse();
        Some(Short { words, n: r.modulus(), low, monic, inverse })
    }

    /// Quotient and remainder of a dividend of more than d coefficients, 2d − 1 at most; both slices have exactly their
    /// lengths.
    fn divide(&self, a: &[u64], quotient: &mut [u64], rest: &mut [u64]) {
        let d = self.low.len();
        let (low, high) = a.split_at(d);
        let h = high.len();
        self.words.schoolbook(quotient, high, &self.inverse[d - 1 - h..], h - 1..2 * h - 1);
        self.words.schoolbook(rest, quotient, &self.low, 0..d);
        for (x, &y) in rest.iter_mut().zip(low) {
            *x = self.n.sub(y, *x);
        }
    }

    /// The lower d coefficients of b.
    pub fn low(&self) -> &[u64] {
        &self.low
    }

    /// out = a·b modulo the divisor: operands of at most d coefficients, a result of d.
    pub fn multiply(&self, out: &mut [u64], a: &[u64], b: &[u64]) {
        if a.is_empty() || b.is_empty() {
            out.fill(0);
        } else if !self.monic.is_empty() {
            self.multiply_by_definition(out, a, b);
        } else if self.low.len() <= SMALL {
            self.multiply_in(out, (a, b), [&mut [0; 2 * SMALL], &mut [0; SMALL]]);
        } else {
            self.multiply_in(out, (a, b), [&mut [0; 2 * MOST], &mut [0; MOST]]);
        }
    }

    /// [`multiply`](Self::multiply) for a divisor of degree up to [`TINY`]: unreduced sums, the highest replaced by lower ones.
    fn multiply_by_definition(&self, out: &mut [u64], a: &[u64], b: &[u64]) {
        match self.n.bits() {
            0..=30 => by_definition::<u64>(self.n, &self.monic, out, a, b),
            31..=62 => by_definition::<u128>(self.n, &self.monic, out, a, b),
            _ => by_definition::<Triple>(self.n, &self.monic, out, a, b),
        }
    }

    /// a^e to as many words as the degree, M at most; `None` for e = 0.
    fn power_in<const M: usize>(&self, out: &mut [u64], a: &[u64], e: &[u64]) -> Option<()> {
        let (mut base, d) = ([0; M], self.low.len());
        base[..a.len()].copy_from_slice(a);
        let product = |x: &[u64; M], y: &[u64; M]| {
            let mut product = [0; M];
            self.multiply(&mut product[..d], &x[..d], &y[..d]);
            Ok(product)
        };
        if e.iter().all(|&word| word == 0) {
            return None;
        }
        let found = power_by_windows(base, e, false, product).ok()?;
        out.copy_from_slice(&found[..d]);
        Some(())
    }

    /// [`multiply`](Self::multiply) with scratch for 2d − 1 and d − 1 coefficients.
    #[inline]
    fn multiply_in(&self, out: &mut [u64], (a, b): (&[u64], &[u64]), scratch: [&mut [u64]; 2]) {
        let [product, quotient] = scratch;
        let (d, len) = (self.low.len(), a.len() + b.len() - 1);
        let product = &mut product[..len];
        self.words.schoolbook(product, a, b, 0..len);
        if len <= d {
            out[..len].copy_from_slice(product);
            out[len..].fill(0);
        } else {
            self.divide(product, &mut quotient[..len - d], out);
        }
    }
}

/// a·b modulo x^d + `low`, d ≤ [`TINY`], a and b of at most d coefficients; sums of 2d products fit in an A.
#[inline(always)]
fn by_definition<A: Accumulator>(n: Modulus, low: &[u64], out: &mut [u64], a: &[u64], b: &[u64]) {
    let (d, mut sums) = (low.len(), [A::default(); 2 * TINY]);
    for (i, &x) in a.iter().enumerate() {
        for (sum, &y) in sums[i..].iter_mut().zip(b) {
            *sum = sum.add(x, y);
        }
    }
    for i in (d..2 * d - 1).rev() {
        let top = n.neg(sums[i].reduce(n));
        for (sum, &y) in sums[i - d..i].iter_mut().zip(low) {
            *sum = sum.add(top, y);
        }
    }
    for (out, sum) in out.iter_mut().zip(sums) {
        *out = sum.reduce(n);
    }
}

impl ShortDivisor<Zn> for Short {
    fn div_rem(&self, r: &Zn, a: View<'_, Zn>) -> [Coeffs<Zn>; 2] {
        let d = self.low.len();
        let (mut quotient, mut rest) = (r.zeros(a.len.saturating_sub(d)), r.zeros(d.min(a.len)));
        if a.len <= d {
            rest.words.copy_from_slice(a.words());
        } else {
            self.divide(a.words(), &mut quotient.words, &mut rest.words);
        }
        [quotient, rest]
    }

    fn product(&self, r: &Zn, a: View<'_, Zn>, b: View<'_, Zn>) -> Coeffs<Zn> {
        let len = self.low.len().min((a.len + b.len).saturating_sub(1));
        let mut out = r.engine().dirty(if a.len.min(b.len) == 0 { 0 } else { len });
        if !out.is_empty() {
            self.multiply(&mut out, a.words(), b.words());
        }
        let len = out.len();
        Coeffs::from_words(out, len, 1)
    }

    fn power(&self, r: &Zn, a: View<'_, Zn>, e: &[u64]) -> Option<Coeffs<Zn>> {
        let mut out = r.engine().dirty(self.low.len());
        match self.low.len() {
            // modulo x − c a polynomial is its value
            1 => out[0] = power(r, &a.words().first().copied().unwrap_or(0), e),
            2..=TINY => self.power_in::<TINY>(&mut out, a.words(), e)?,
            ..=SMALL => self.power_in::<SMALL>(&mut out, a.words(), e)?,
            _ => return None,
        }
        let len = out.len();
        Some(Coeffs::from_words(out, len, 1))
    }
}
