//! Finite fields among the quotients: irreducibility of F, square roots and roots of unity.

use super::{
    Base, Element, Quotient, QuotientElem,
    cells::{Cells, with_cells},
};
use crate::{
    Error, Result,
    arith::factor_u64,
    bits::SplitMix64,
    ring::{Cardinality, Codec, Direct, FiniteField, Ring, Roots, power, sqrt},
    tested,
};
use rug::{Integer, integer::Order};

impl<B: Base> Quotient<B> {
    tested! {
        /// Whether the ring is a field, by the test of Rabin 1980 ("Probabilistic algorithms in finite fields", theorem 1): F of
        /// degree k divides t^(q^k) − t, and t^(q^(k/p)) − t is a unit for each prime p that divides k. Cost: k powers.
        pub(super) fn is_field(&self) -> bool {
            *self.0.field.get_or_init(|| self.base().cardinality().is_ok_and(|size| self.is_irreducible(&size.words())))
        }
    }

    fn is_irreducible(&self, q: &[u64]) -> bool {
        let k = self.degree();
        if k == 1 {
            return true;
        }
        let t = self.generator();
        let minus = self.neg(&t);
        let mut places: Vec<usize> = factor_u64(k as u64).iter().map(|(p, _)| k / *p as usize).collect();
        // factors of low degree are the most likely
        places.extend(1..=k.ilog2() as usize);
        let mut image = t.clone();
        for i in 1..=k {
            image = power(self, &image, q);
            if i < k && places.contains(&i) && self.inv(&self.add(&image, &minus)).is_err() {
                return false;
            }
        }
        image == t
    }

    tested! {
        /// The image of t.
        pub(super) fn generator(&self) -> QuotientElem {
            let r = self.quiet();
            match self.degree() {
                1 => self.constant(&r.neg(&r.get(self.modulus(), 0))),
                _ => self.kept(r.collect(&[r.elem(0), r.one()])),
            }
        }
    }

    /// The integer of an element.
    pub(super) fn name_of(&self, x: &QuotientElem) -> Integer {
        let (v, mut limbs) = (self.collect(std::slice::from_ref(x)), Vec::new());
        self.limbs(v.view(), 0, &mut limbs);
        Integer::from_digits(&limbs, Order::Lsf)
    }

    /// The element of an integer below the number of elements.
    fn of_name(&self, name: Integer) -> QuotientElem {
        let mut v = self.zeros(0);
        self.push_name(&mut v, name);
        self.get(v.view(), 0)
    }

    /// The error of operations of fields.
    fn no_field(&self) -> Error {
        let of_base = self.base().cardinality().err();
        of_base.unwrap_or_else(|| Error::Composite { modulus: self.modulus_text() })
    }

    /// x^e for e ≥ 0.
    fn to_the(&self, x: &QuotientElem, e: &Integer) -> QuotientElem {
        self.pow_words(x, &e.to_digits::<u64>(Order::Lsf))
    }
}

impl<B: Base> Direct for Quotient<B> {}

impl<B: Base> FiniteField for Quotient<B> {
    fn cardinality(&self) -> Result<Cardinality> {
        if !self.is_field() {
            return Err(self.no_field());
        }
        let Cardinality { characteristic, degree } = self.base().cardinality()?;
        Ok(Cardinality { characteristic, degree: degree * self.degree() as u32 })
    }

    fn pow_words(&self, a: &QuotientElem, e: &[u64]) -> QuotientElem {
        match self.logs(64 * e.len()) {
            Some(logs) => self.element_of(logs, logs.power(logs.load(a.words()), e)),
            None => match self.lazy_arithmetic() {
                Some(arithmetic) => with_cells!(arithmetic, c => self.element_of(c, c.power(c.load(a.words()), e))),
                None => power(self, a, e),
            },
        }
    }

    fn random(&self, word: &mut dyn FnMut() -> u64) -> QuotientElem {
        let row: Vec<B::Elem> = (0..self.degree()).map(|_| self.quiet().random(word)).collect();
        self.kept(self.quiet().collect(&row))
    }
}

impl<B: Base> Roots for Quotient<B> {
    /// The root with the smaller integer. In a ring that is no field, roots in the base ring only.
    fn sqrt(&self, a: &Element<B>) -> Result<Element<B>> {
        if self.is_zero(a) {
            return Ok(a.clone());
        }
        let row = self.row(a);
        if !self.is_field() {
            let constant = self.quiet().trimmed_len(row) == 1;
            let root = if constant { self.quiet().sqrt(&self.quiet().get(row, 0)) } else { Err(self.no_field()) };
            return Ok(self.constant(&root?));
        }
        let size = self.cardinality()?;
        if size.small_characteristic() == Some(2) {
            return self.frobenius_root(a);
        }
        let root = sqrt::in_field(self, a, &size).ok_or_else(|| Error::Domain {
            operation: "a square root",
            expected: "a square as lowest coefficient",
            got: format!("{} modulo {}", self.elem_to_text(a), self.modulus_text()),
        })?;
        let other = self.neg(&root);
        Ok(if self.name_of(&other) < self.name_of(&root) { other } else { root })
    }

    /// h^((q − 1)/order) for the element h with the least integer for which that has this order; over a base ring that
    /// is an extension itself, whose subfields can hold all small integers, for the first such h of a fixed sequence.
    fn root_of_unity(&self, order: u64) -> Result<Element<B>> {
        if !self.is_field() {
            return Err(self.not_this("an irreducible polynomial over a field, for roots of unity"));
        }
        let no_root = || Error::NoRoot { modulus: self.modulus_text(), order };
        let [base, all] = self.0.sizes.each_ref().map(|size| Integer::from(size - 1u32));
        if order == 0 || !all.is_divisible(&Integer::from(order)) {
            return Err(no_root());
        }
        let exponent = Integer::from(&all / order);
        // the highest order of such a power of an element of the base ring
        let common = Integer::from(base.gcd_ref(&exponent));
        let of_base = Integer::from(&base / &common) == order;
        let proper: Vec<u64> = factor_u64(order).into_iter().map(|(p, _)| order / p).collect();
        let has_order = |root: &Element<B>| proper.iter().all(|&e| !self.is_one(&self.pow(root, e)));
        if self.base().cardinality()?.degree > 1 {
            let mut words = SplitMix64::new(0);
            loop {
                let h = self.random(&mut || words.word());
                let root = self.to_the(&h, &exponent);
                if !self.is_zero(&h) && has_order(&root) {
                    return Ok(root);
                }
            }
        }
        let mut name = if of_base { Integer::from(1) } else { self.0.sizes[0].clone() };
        while name <= all {
            let root = self.to_the(&self.of_name(name.clone()), &exponent);
            if has_order(&root) {
                return Ok(root);
            }
            name += 1u32;
        }
        Err(no_root())
    }
}
