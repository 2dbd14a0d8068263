//! Inverses of elements: by Euclid's algorithm with F, and over Z/n for composite n by its factors that this meets.

use super::{
    Base, Quotient, QuotientElem,
    cells::{Cells, with_cells},
    text,
};
use crate::{
    Error, Result,
    ring::{
        Ring, View, Wanted,
        divisors::{self, integers},
        integer_image,
    },
};
use rug::Integer;

impl<B: Base> Quotient<B> {
    /// 1/a; the error names what divides both a and F, or a coefficient and the modulus of B.
    pub(super) fn inverse(&self, a: &QuotientElem) -> Result<QuotientElem> {
        if let Some(found) = self.inverse_of_words(a) {
            return Ok(found);
        }
        match self.inverse_by_euclid(a) {
            // a leading coefficient without an inverse says nothing about a
            Err(Error::NotInvertible { value, modulus, factor }) => {
                let met = factor.parse().ok().and_then(|factor| self.inverse_by_factors(a, &factor));
                met.ok_or(Error::NotInvertible { value, modulus, factor })
            }
            done => done,
        }
    }

    /// 1/a for few words, if it was found.
    fn inverse_of_words(&self, a: &QuotientElem) -> Option<QuotientElem> {
        // Euclid's algorithm with F takes as long as that many products
        if let Some(logs) = self.logs(self.degree()) {
            return logs.invert(logs.load(a.words())).map(|x| self.element_of(logs, x));
        }
        if let Some(arithmetic) = self.lazy_arithmetic() {
            return with_cells!(arithmetic, c => c.invert(c.load(a.words())).map(|x| self.element_of(c, x)));
        }
        let (few, mut inverse) = (self.few_words()?, QuotientElem::of_words(a.words()));
        few.invert(inverse.words_mut(), a.words()).then_some(inverse)
    }

    fn inverse_by_euclid(&self, a: &QuotientElem) -> Result<QuotientElem> {
        let (r, row) = (self.quiet(), self.row(a));
        let len = r.trimmed_len(row);
        if len == 0 && self.of_bits() {
            let modulus = self.modulus_text();
            return Err(Error::NotInvertible { value: "0".into(), factor: modulus.clone(), modulus });
        }
        if len <= 1 {
            return Ok(self.constant(&r.inv(&r.get(row, 0))?));
        }
        let wanted = Wanted { stop: 1, remainders: true, matrix: true };
        let found = r.euclid([self.modulus(), row.low(len)], wanted, None)?;
        let [divisor, last] = &found.pair;
        if last.is_empty() {
            let lead = r.inv(&r.get(divisor.view(), divisor.len() - 1))?;
            let mut divisor = r.owned(divisor.view());
            r.scale(&mut divisor, &lead);
            let [value, factor] = [row.low(len), divisor.view()].map(|v| text::of_view(r, v, text::SPACED));
            let modulus = text::of_view(r, self.modulus(), text::SPACED);
            return Err(Error::NotInvertible { value, modulus, factor });
        }
        let unit = r.inv(&r.get(last.view(), 0))?;
        let mut inverse = r.owned(found.matrix.0[1][1].view());
        r.scale(&mut inverse, &unit);
        Ok(self.kept(inverse))
    }

    /// 1/a from its residues modulo the parts of n that a proper factor of n separates; `None` if it has none modulo one of
    /// them. If the factor has all primes of n, the inverse modulo the factor is lifted by Newton's iteration.
    fn inverse_by_factors(&self, a: &QuotientElem, factor: &Integer) -> Option<QuotientElem> {
        let inverse = |part: &Integer| self.inverse_modulo(a, part);
        let found = divisors::by_divisors(&self.0.sizes[0], factor, inverse, |residues, _| self.lifted(a, &residues))?;
        found.ok().map(|all| self.of_integers(&all))
    }

    /// The coefficients of 1/a, from those modulo a divisor of n that all primes of n divide: by Newton's iteration.
    fn lifted(&self, a: &QuotientElem, residues: &[Integer]) -> Result<Vec<Integer>> {
        let mut inverse = self.of_integers(residues);
        loop {
            let product = self.mul(a, &inverse);
            if self.is_one(&product) {
                return Ok(integers(self.quiet(), self.row(&inverse)));
            }
            inverse = self.mul(&inverse, &self.add(&self.elem(2), &self.neg(&product)));
        }
    }

    /// The coefficients of 1/a modulo a proper divisor of n.
    fn inverse_modulo(&self, a: &QuotientElem, n: &Integer) -> Result<Vec<Integer>> {
        let unsupported = || Error::Unsupported { operation: "the ring modulo a divisor".into(), ring: self.name() };
        let base = self.quiet().modulo_factor(n).ok_or_else(unsupported)?;
        let mapped =
            |v: View<'_, B>| -> Vec<_> { integers(self.quiet(), v).iter().map(|c| integer_image(&base, c)).collect() };
        let ring = Quotient::modulo(&base, &mapped(self.modulus()))?;
        let inverse = ring.inverse(&ring.element(&mapped(self.row(a))))?;
        Ok(integers(&base, ring.row(&inverse)))
    }

    fn of_integers(&self, all: &[Integer]) -> QuotientElem {
        let all: Vec<_> = all.iter().map(|c| integer_image(self.quiet(), c)).collect();
        self.element(&all)
    }
}
