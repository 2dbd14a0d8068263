//! Short quotients of power series over Z/n, by halves (Moenck, Borodin 1972) with products by the definition: sums of
//! unreduced products, each sum reduced once, most of them by vector kernels.

use super::{
    Zn,
    short_divisor::Short,
    small,
    words::{Accumulator, Below, Sums, Triple},
};
use crate::{
    Result,
    arith::Modulus,
    engine::Context,
    ring::{Coeffs, Quotients, Ring, ShortDivisor, Size, Vectors, View},
    tested,
};

/// Most coefficients of a quotient and of a remainder that need no memory but the caller's.
const MOST: usize = 128;
/// Number of coefficients of a quotient that are one product by the divisor's inverse, where there are products in vectors.
const BLOCK: usize = 8;

impl Zn {
    tested! {
        /// The first `n` coefficients of a/b, given the inverse of b's lowest coefficient.
        pub(super) fn quotient_words(&self, a: &[u64], b: &[u64], inverse: u64, n: usize) -> Coeffs<Self> {
            let mut out = self.engine().dirty(n);
            let (m, b, known) = (self.modulus(), &b[..b.len().min(n.max(1))], a.len().min(n));
            out[..known].copy_from_slice(&a[..known]);
            out[known..].fill(0);
            if self.nonzero(View::from_words(b, b.len(), 1)) < b.len() / self.engine().costs().crossovers.sparse_divisor {
                let terms = b.iter().copied().enumerate().skip(1).filter(|&(_, x)| x != 0).collect::<Vec<_>>();
                sparse_quotient(m, &mut out, &terms, inverse);
                return Coeffs::from_words(out, n, 1);
            }
            if !self.halves_quotients(n) {
                quotient(m, &mut out, b, inverse);
                return Coeffs::from_words(out, n, 1);
            }
            let (mut series, mut scratch) = ([0; BLOCK], self.engine().dirty(n.div_ceil(2)));
            series[0] = 1;
            quotient(m, &mut series, &b[..b.len().min(BLOCK)], inverse);
            self.by_halves(&mut out, b, &series, &mut scratch);
            Coeffs::from_words(out, n, 1)
        }
    }

    /// Whether a quotient of n coefficients is computed by halves: long ones, where vector kernels do the products.
    fn halves_quotients(&self, n: usize) -> bool {
        let base = self.engine().costs().crossovers.short_quotient;
        n > base && self.0.words.in_vectors(base, base, false)
    }

    tested! {
        /// Whether [`divide_by_halves`](Self::divide_by_halves) takes a quotient and a remainder of these lengths.
        pub(super) fn divides_by_halves(&self, [q, rest]: [usize; 2]) -> bool {
            q.max(rest) <= MOST && rest > BLOCK && self.halves_quotients(q)
        }
    }

    /// Whether a quotient and a remainder of these lengths are so short that halves of them are not, and choosing another algorithm takes longer than the
    /// definition.
    pub(super) fn divides_by_definition(&self, [q, rest]: [usize; 2]) -> bool {
        q.max(rest) <= self.engine().costs().crossovers.short_quotient
    }

    /// Quotient and remainder of a by b, to as many words as they have coefficients; returns their lengths without leading zeros.
    pub(super) fn divide_by_halves(&self, [q, rest]: [&mut [u64]; 2], a: &[u64], b: &[u64]) -> Result<[usize; 2]> {
        let n = self.modulus();
        let (degree, needed) = (b.len() - 1, b.len().min(q.len()));
        let inverse = if b[degree] == 1 { 1 } else { n.inv(b[degree])? };
        let (mut room, mut series, mut scratch) = ([0; MOST + 1], [0; BLOCK], [0; MOST / 2]);
        // the quotient in reverse order is one of power series
        let reversed = &mut room[..needed];
        reversed.iter_mut().zip(b.iter().rev()).for_each(|(x, &y)| *x = y);
        q.iter_mut().zip(a[degree..].iter().rev()).for_each(|(x, &y)| *x = y);
        series[0] = 1;
        quotient(n, &mut series, &reversed[..needed.min(BLOCK)], inverse);
        self.by_halves(q, reversed, &series, &mut scratch);
        q.reverse();
        let product = &mut room[..degree];
        self.0.words.schoolbook(product, b, q, 0..degree);
        self.difference_words(rest, &a[..degree], product);
        Ok([q.len(), small::trimmed(rest)])
    }

    /// q = q/b modulo x^n, n its length, `series` being 1/b modulo x^8: the first half of the quotient, its product by b subtracted from the
    /// second half, then that half.
    fn by_halves(&self, q: &mut [u64], b: &[u64], series: &[u64; BLOCK], scratch: &mut [u64]) {
        let (n, words) = (q.len(), &self.0.words);
        let b = &b[..b.len().min(n)];
        if n <= BLOCK {
            let mut a = [0; BLOCK];
            a[..n].copy_from_slice(q);
            return words.schoolbook(q, &a[..n], series, 0..n);
        }
        // the first half fills blocks
        let h = n.div_ceil(2).next_multiple_of(BLOCK);
        let (low, high) = q.split_at_mut(h);
        self.by_halves(low, b, series, scratch);
        // only the coefficients of the first half that contribute to the second, and those of the second that they change
        let skipped = (h + 1).saturating_sub(b.len());
        let met = &mut scratch[..(n - h).min(b.len() - 1)];
        words.schoolbook(met, b, &low[skipped..], h - skipped..h - skipped + met.len());
        for (x, y) in high.iter_mut().zip(&*met) {
            *x = self.modulus().sub(*x, *y);
        }
        self.by_halves(high, b, series, scratch);
    }
}

/// [`quotient`] where few of the b[j], j > 0, are nonzero: `terms` lists them.
fn sparse_quotient(n: Modulus, q: &mut [u64], terms: &[(usize, u64)], inverse: u64) {
    for i in 0..q.len() {
        let met = terms.iter().take_while(|(j, _)| *j <= i);
        let sum = met.fold(Triple::default(), |s, &(j, x)| s.add(x, q[i - j])).reduce(n);
        q[i] = n.mul(n.sub(q[i], sum), inverse);
    }
}

/// q[i] = (q[i] − Σ b[j]·q[i − j])/b[0] modulo n, by the definition.
fn quotient(n: Modulus, q: &mut [u64], b: &[u64], inverse: u64) {
    match Sums::of(n, b.len()) {
        Sums::Word => quotient_by::<u64>(n, q, b, inverse),
        Sums::Below => quotient_by::<Below>(n, q, b, inverse),
        Sums::Wide => quotient_by::<u128>(n, q, b, inverse),
        Sums::Triple => quotient_by::<Triple>(n, q, b, inverse),
    }
}

/// [`quotient`] by an accumulator of as many products as b has coefficients.
#[inline(always)]
fn quotient_by<A: Accumulator>(n: Modulus, q: &mut [u64], b: &[u64], inverse: u64) {
    for i in 0..q.len() {
        let long = b.len().min(i + 1);
        let pairs = b[1..long].iter().zip(q[i + 1 - long..i].iter().rev());
        let sum = pairs.fold(A::default(), |s, (&x, &y)| s.add(x, y)).reduce(n);
        let rest = n.sub(q[i], sum);
        q[i] = if inverse == 1 { rest } else { n.mul(rest, inverse) };
    }
}

impl Quotients for Zn {
    fn short_quotient(
        &self,
        a: View<'_, Self>,
        b: View<'_, Self>,
        inverse: Option<&u64>,
        n: usize,
    ) -> Result<Coeffs<Self>> {
        let inverse = inverse.map_or_else(|| self.inv(&b.words()[0]), |x| Ok(*x))?;
        Ok(self.quotient_words(a.words(), b.words(), inverse, n))
    }
    fn own_exponential(&self, a: View<'_, Self>, n: usize) -> Option<Coeffs<Self>> {
        self.exponential(a.words(), n)
    }
    fn short_divisor(&self, b: View<'_, Self>) -> Option<Box<dyn ShortDivisor<Self>>> {
        Some(Box::new(Short::new(self, b.words())?))
    }
    fn short_quotient_ns(&self, n: usize, divisor: Size, cx: Context<'_>) -> f64 {
        let (costs, long, vectors) =
            (cx.engine().costs(), divisor.len.min(n), |len| self.0.words.in_vectors(len, len, false));
        let one_by_one = |len: usize| {
            let long = long.min(len);
            2.0 * len as f64 * costs.word_reduce + long as f64 * (len as f64 - long as f64 / 2.0) * costs.word_mul
        };
        if !self.halves_quotients(n) {
            return one_by_one(n);
        }
        let (mut parts, mut len, mut ns) = (1.0, n, one_by_one(BLOCK));
        while len > BLOCK {
            let half = len.div_ceil(2);
            let products = half as f64 * half.min(long) as f64;
            ns += parts * if vectors(len) { self.vectors_ns(half, products, cx) } else { products * costs.word_mul };
            (parts, len) = (2.0 * parts, half);
        }
        ns + parts * self.vectors_ns(len, (len * len) as f64, cx)
    }
}

#[cfg(feature = "testing")]
#[doc(hidden)]
impl Zn {
    pub fn in_vectors(&self, a_len: usize, b_len: usize, whole: bool) -> bool {
        self.0.words.in_vectors(a_len, b_len, whole)
    }
}
