//! Vectors modulo n of long sums, by a quotient in double precision: the sum is needed modulo 2^64 only.

use crate::simd::Simd;

/// Half a double's range of errors that [`Remainder::any`] takes: quotients are right to within this much.
const MARGIN: f64 = 1.0 / 128.0;

/// Remainders modulo n.
#[derive(Clone, Copy)]
pub(super) struct Remainder<S: Simd> {
    s: S,
    n: S::U,
}

impl<S: Simd> Remainder<S> {
    /// Remainders modulo n.
    #[inline(always)]
    pub(super) fn new(s: S, n: u64) -> Self {
        Remainder { s, n: s.set(n) }
    }

    /// x modulo n < 2^62, for ⌊x/n⌋ − `quotient` in [0, 4).
    #[inline(always)]
    pub(super) fn below_four(self, x: S::U, quotient: S::U) -> S::U {
        let s = self.s;
        let rest = s.sub(x, s.mul(quotient, self.n));
        s.below(s.below(rest, s.add(self.n, self.n)), self.n)
    }

    /// x modulo n < 2^63, for |x/n − `quotient`| < 1.
    #[inline(always)]
    pub(super) fn nearest(self, x: S::U, quotient: S::U) -> S::U {
        self.s.above(self.s.sub(x, self.s.mul(quotient, self.n)), self.n)
    }

    /// x modulo n of any size, for x/n = `quotient` + `fraction` to within 1/128; the quotient is an integer, and the sum of both is below 2^51 in
    /// magnitude.
    ///
    /// With the margin taken off, the remainder is in [0, (1 + 1/64)·n), which may exceed a word. It exceeds n only where the fractional part f of the
    /// quotient does not: there f ≥ 1/2, so that it is known to be at least n/2, and the sign of the remainder minus n tells which one is right.
    #[inline(always)]
    pub(super) fn any(self, x: S::U, quotient: S::F, fraction: S::F) -> S::U {
        let s = self.s;
        let fraction = s.sub_double(fraction, s.set_double(MARGIN));
        let whole = s.floor(fraction);
        let rest = s.sub(x, s.mul(s.integers(s.add_double(quotient, whole)), self.n));
        let less_than_half = s.sub_double(s.sub_double(fraction, whole), s.set_double(0.5));
        // signs: of f − 1/2, and of the remainder minus n
        let signs = s.or(s.as_words(less_than_half), s.sub(rest, self.n));
        s.sub_where(s.less(signs, s.set(1 << 63)), rest, self.n)
    }
}
