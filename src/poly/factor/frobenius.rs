//! The map h → h^q modulo a polynomial over the field of q elements.
//!
//! It takes h to h(x^q), so that a kept table of powers of x^q makes a composition of it (von zur Gathen, Shoup 1992, "Computing
//! Frobenius maps and factoring polynomials", §3): 2√n products where a power by squaring takes log q. The fewer are taken.

use crate::{
    Result,
    poly::{
        Divisor, Exponent, Poly,
        compose_powers::{Powers, Reduction, predicted_ns, rows},
        frame::product_ns,
    },
    ring::{Cardinality, FiniteField, Size},
};

/// A product and its reduction, in products cut to the modulus's length.
const REDUCED_PRODUCT: f64 = 3.0;

/// The map modulo one polynomial.
pub(super) struct Frobenius<R: FiniteField> {
    pub modulus: Divisor<R>,
    /// x^q.
    pub image: Poly<R>,
    pub size: Cardinality,
    order: Exponent,
    /// Predicted nanoseconds of a power h^q, and of a composition with its table.
    costs: [f64; 2],
    /// Powers of x^q, where compositions are predicted faster than powers.
    table: Option<Powers<R>>,
}

impl<R: FiniteField> Frobenius<R> {
    /// Modulo f, of degree 1 at least, over a field of this size.
    pub fn new(f: &Poly<R>, size: &Cardinality) -> Result<Self> {
        let modulus = Divisor::new(f)?;
        let order = Exponent::new(false, &size.words());
        let image = Poly::monomial(f.ring(), &f.ring().one(), 1).pow_mod(order, &modulus)?;
        Self::known(modulus, image, size)
    }

    /// Modulo a divisor of f, where x^q modulo f is known.
    pub fn of_divisor(f: &Poly<R>, image: &Poly<R>, size: &Cardinality) -> Result<Self> {
        let modulus = Divisor::new(f)?;
        let image = modulus.rem(image)?;
        Self::known(modulus, image, size)
    }

    fn known(modulus: Divisor<R>, image: Poly<R>, size: &Cardinality) -> Result<Self> {
        let order = Exponent::new(false, &size.words());
        let mut new = Frobenius { modulus, image, size: size.clone(), order, costs: [0.0; 2], table: None };
        new.costs = new.predicted();
        if new.costs[0] > new.costs[1] {
            new.table = Some(new.powers_of(&new.image)?);
        }
        Ok(new)
    }

    /// Whether so many maps, one after the other, take less than so many compositions, each with a table of its own.
    pub fn maps_are_faster(&self, maps: usize, compositions: usize) -> bool {
        let [power, composition] = self.costs;
        maps as f64 * power.min(composition) <= compositions as f64 * composition
    }

    fn predicted(&self) -> [f64; 2] {
        let (n, r) = (self.degree(), self.image.ring());
        r.engine().enter(|cx| {
            let size = Size { len: n, bits: 0 };
            let square = REDUCED_PRODUCT * product_ns(r, size, size, 0..n, cx);
            [(self.order.bits() - 1) as f64 * square, predicted_ns(r, n, n, REDUCED_PRODUCT, cx)]
        })
    }

    /// The modulus's degree.
    pub fn degree(&self) -> usize {
        self.modulus.poly().len() - 1
    }

    /// h^q.
    pub fn apply(&self, h: &Poly<R>) -> Result<Poly<R>> {
        match &self.table {
            Some(table) => self.compose(h, table),
            None => h.pow_mod(self.order.clone(), &self.modulus),
        }
    }

    /// The table that compositions with this inner polynomial share.
    pub fn powers_of(&self, inner: &Poly<R>) -> Result<Powers<R>> {
        inner.with(&[], |r, cx| Powers::new(r, inner.coeffs(), rows(self.degree()), Reduction::By(&self.modulus), cx))
    }

    /// h at the polynomial of a table.
    pub fn compose(&self, h: &Poly<R>, table: &Powers<R>) -> Result<Poly<R>> {
        h.with(&[], |r, cx| Ok(Poly::from_coeffs(r, table.compose(r, h.coeffs(), Reduction::By(&self.modulus), cx)?)))
    }

    /// a·b modulo the polynomial.
    pub fn product(&self, a: &Poly<R>, b: &Poly<R>) -> Result<Poly<R>> {
        self.modulus.rem(&a.checked_mul(b)?)
    }

    /// x^(q^i), by doubling of i where that takes less than single maps.
    pub fn iterated(&self, i: usize) -> Result<Poly<R>> {
        let x = self.modulus.rem(&Poly::monomial(self.image.ring(), &self.image.ring().one(), 1))?;
        if i == 0 || self.maps_are_faster(i, i.ilog2() as usize) {
            return (0..i).try_fold(x, |h, _| self.apply(&h));
        }
        let mut power = self.image.clone();
        for bit in (0..i.ilog2()).rev() {
            power = self.compose(&power, &self.powers_of(&power)?)?;
            if i >> bit & 1 == 1 {
                power = self.apply(&power)?;
            }
        }
        Ok(power)
    }

    /// The product of the irreducible factors of the modulus, which is square-free, whose degrees divide i.
    pub fn fixed(&self, i: usize) -> Result<Poly<R>> {
        let r = self.image.ring();
        let x = Poly::monomial(r, &r.one(), 1);
        self.iterated(i)?.checked_sub(&x)?.gcd(self.modulus.poly())
    }
}
