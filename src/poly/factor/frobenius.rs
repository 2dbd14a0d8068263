//! The map h → h^q modulo a polynomial over the field of q elements.
//!
//! The map is composition with x^q: h → h(x^q). With a table of powers of x^q (von zur Gathen, Shoup 1992, "Computing Frobenius
//! maps and factoring polynomials", §3) each of c maps takes 2√(n/c) products; a power by squaring takes log q. The cheaper of
//! the two is used.

use crate::{
    Result,
    poly::{
        Divisor, Exponent, Poly,
        compose_powers::{Powers, Reduction, predicted_ns, rows},
        frame::product_ns,
    },
    ring::{Cardinality, FiniteField, Size},
};
use std::sync::OnceLock;

/// Cost of a product with its reduction, in products truncated to the modulus's length.
const REDUCED_PRODUCT: f64 = 3.0;

/// The Frobenius map modulo one polynomial.
pub(super) struct Frobenius<R: FiniteField> {
    pub modulus: Divisor<R>,
    /// x^q modulo the polynomial.
    pub image: Poly<R>,
    pub size: Cardinality,
    order: Exponent,
    /// Expected number of maps.
    uses: usize,
    /// Predicted nanoseconds of one map.
    map_ns: f64,
    /// Predicted nanoseconds of a composition, its table included.
    composition_ns: f64,
    /// Whether maps are compositions rather than powers.
    composes: bool,
    /// Table of powers of x^q for compositions, made at the first map.
    table: OnceLock<Powers<R>>,
}

impl<R: FiniteField> Frobenius<R> {
    /// The map modulo a monic f of degree at least 1, over a field of this size, for `uses` applications.
    pub fn new(f: &Poly<R>, size: &Cardinality, uses: usize) -> Result<Self> {
        let (order, modulus) = (Exponent::new(false, &size.words()), Divisor::new(f)?);
        let image = Poly::x(f.ring()).pow_mod(order, &modulus)?;
        Ok(Self::known(modulus, image, size, uses))
    }

    /// The map modulo a divisor of the polynomial modulo which x^q is known.
    pub fn of_divisor(f: &Poly<R>, image: &Poly<R>, size: &Cardinality, uses: usize) -> Result<Self> {
        let modulus = Divisor::new(f)?;
        let image = modulus.rem(image)?;
        Ok(Self::known(modulus, image, size, uses))
    }

    fn known(modulus: Divisor<R>, image: Poly<R>, size: &Cardinality, uses: usize) -> Self {
        let (n, r, order) = (modulus.poly().len() - 1, image.ring(), Exponent::new(false, &size.words()));
        let [power, own, shared] = r.engine().enter(|cx| {
            let long = Size { len: n, bits: 0 };
            let square = REDUCED_PRODUCT * product_ns(r, long, long, 0..n, cx);
            let composition = |count: usize| predicted_ns(r, [n, n, count.max(1)], REDUCED_PRODUCT, cx);
            [(order.bits() - 1) as f64 * square, composition(1), composition(uses)]
        });
        let (composes, map_ns, table) = (shared < power, shared.min(power), OnceLock::new());
        Frobenius { modulus, image, size: size.clone(), order, uses, map_ns, composition_ns: own, composes, table }
    }

    /// Whether `maps` successive maps are predicted to cost less than `compositions` compositions, each with its own table.
    pub fn maps_are_faster(&self, maps: usize, compositions: usize) -> bool {
        maps as f64 * self.map_ns <= compositions as f64 * self.composition_ns
    }

    /// The modulus's degree.
    pub fn degree(&self) -> usize {
        self.modulus.poly().len() - 1
    }

    /// h^q.
    pub fn apply(&self, h: &Poly<R>) -> Result<Poly<R>> {
        if !self.composes {
            return h.pow_mod(self.order.clone(), &self.modulus);
        }
        match self.table.get() {
            Some(table) => self.compose(h, table),
            None => {
                let table = self.powers_of(&self.image, self.uses)?;
                self.compose(h, self.table.get_or_init(|| table))
            }
        }
    }

    /// The table of powers of `inner` for this number of compositions.
    pub fn powers_of(&self, inner: &Poly<R>, compositions: usize) -> Result<Powers<R>> {
        let (n, by) = (self.degree(), Reduction::By(&self.modulus));
        inner.with(&[], |r, cx| Powers::new(r, inner.coeffs(), rows(n, n, compositions), by, cx))
    }

    /// h composed with the inner polynomial of a table.
    pub fn compose(&self, h: &Poly<R>, table: &Powers<R>) -> Result<Poly<R>> {
        h.with(&[], |r, cx| Ok(Poly::from_coeffs(r, table.compose(r, h.coeffs(), Reduction::By(&self.modulus), cx)?)))
    }

    /// a·b modulo the polynomial.
    pub fn product(&self, a: &Poly<R>, b: &Poly<R>) -> Result<Poly<R>> {
        self.modulus.product(a, b)
    }

    /// x^(q^i), by doubling i where that is cheaper than single maps.
    pub fn iterated(&self, i: usize) -> Result<Poly<R>> {
        let mut power = self.image.clone();
        if i == 0 {
            return self.modulus.rem(&Poly::x(power.ring()));
        }
        if self.maps_are_faster(i - 1, i.ilog2() as usize) {
            return (1..i).try_fold(power, |h, _| self.apply(&h));
        }
        for bit in (0..i.ilog2()).rev() {
            power = self.compose(&power, &self.powers_of(&power, 1)?)?;
            if i >> bit & 1 == 1 {
                power = self.apply(&power)?;
            }
        }
        Ok(power)
    }

    /// The product of those irreducible factors of the square-free modulus whose degrees divide i.
    pub fn fixed(&self, i: usize) -> Result<Poly<R>> {
        let r = self.image.ring();
        let x = Poly::x(r);
        self.iterated(i)?.checked_sub(&x)?.gcd(self.modulus.poly())
    }
}
