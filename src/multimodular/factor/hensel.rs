//! Hensel lifting of factors modulo p to factors modulo powers of p.
//!
//! A binary tree has the factors as leaves. At each node, the factors g and h of its product, with s·g + t·h = 1, are lifted from
//! modulo m to modulo m² by two products and a division each for the factors and for s and t (von zur Gathen, Gerhard, Modern
//! Computer Algebra, algorithms 15.10 and 15.17).

use super::ModularFactors;
use crate::{
    Error, Result,
    poly::{Bezout, Poly},
    ring::{Integers, Ring, Zn, ZnBig},
};
use rug::{Integer, ops::Pow};

/// The factors modulo a power of the prime, which can be raised.
pub(super) struct Lifted {
    pub p: u64,
    /// p^`exponent`.
    pub modulus: Integer,
    exponent: u32,
    f: Poly<Integers>,
    tree: Node,
    leaves: usize,
}

enum Node {
    Leaf(Poly<ZnBig>),
    Inner { product: Poly<ZnBig>, halves: Box<[Node; 2]>, cofactors: [Poly<ZnBig>; 2] },
}

impl Lifted {
    /// The factors modulo p itself.
    pub fn new(f: &Poly<Integers>, modular: &ModularFactors) -> Result<Self> {
        let p = Integer::from(modular.p);
        let ring = ZnBig::on(f.ring().engine(), p.clone())?;
        let tree = Node::new(&ring, &modular.factors)?;
        Ok(Lifted { p: modular.p, modulus: p, exponent: 1, f: f.clone(), tree, leaves: modular.factors.len() })
    }

    /// The number of factors.
    pub fn len(&self) -> usize {
        self.leaves
    }

    /// The exponent of the lowest power of p with at least `bits` bits.
    pub fn exponent_for(&self, bits: u64) -> u32 {
        (bits as f64 / (self.p as f64).log2()) as u32 + 1
    }

    /// Lifts the factors to modulo p^`exponent` at least.
    pub fn lift(&mut self, exponent: u32) -> Result<()> {
        while self.exponent < exponent {
            self.exponent *= 2;
            self.modulus = Integer::from(self.p).pow(self.exponent);
            let ring = ZnBig::on(self.f.ring().engine(), self.modulus.clone())?;
            let f = Poly::new(&ring, self.f.iter().map(|c| c.modulo(&self.modulus))).monic()?;
            self.tree.lift(f)?;
        }
        Ok(())
    }

    /// The monic factors.
    pub fn factors(&self) -> Vec<&Poly<ZnBig>> {
        let mut out = Vec::new();
        self.tree.leaves(&mut out);
        out
    }
}

/// The polynomial with its coefficients reduced into another ring.
fn into_ring(p: &Poly<ZnBig>, ring: &ZnBig) -> Poly<ZnBig> {
    Poly::new(ring, p.iter())
}

impl Node {
    fn new(ring: &ZnBig, factors: &[Poly<Zn>]) -> Result<Self> {
        let wide = |p: &Poly<Zn>| Poly::new(ring, p.iter().map(Integer::from));
        if let [one] = factors {
            return Ok(Node::Leaf(wide(one)));
        }
        let (left, right) = factors.split_at(factors.len() / 2);
        let zn = factors[0].ring();
        let [g, h] = [Poly::product(zn, left)?, Poly::product(zn, right)?];
        let Bezout { s, t, .. } = g.xgcd(&h)?;
        Ok(Node::Inner {
            product: wide(&g.checked_mul(&h)?),
            halves: Box::new([Node::new(ring, left)?, Node::new(ring, right)?]),
            cofactors: [wide(&s), wide(&t)],
        })
    }

    fn product(&self) -> &Poly<ZnBig> {
        match self {
            Node::Leaf(f) => f,
            Node::Inner { product, .. } => product,
        }
    }

    /// Lifts the node's factors to the modulus of f's ring, in which f is their product.
    fn lift(&mut self, f: Poly<ZnBig>) -> Result<()> {
        let ring = f.ring().clone();
        match self {
            Node::Leaf(leaf) => *leaf = f,
            Node::Inner { product, halves, cofactors } => {
                let [g, h] = [0, 1].map(|i| into_ring(halves[i].product(), &ring));
                let [s, t] = [0, 1].map(|i| into_ring(&cofactors[i], &ring));
                let error = f.checked_sub(&g.checked_mul(&h)?)?;
                let (q, rest) = s.checked_mul(&error)?.div_rem(&h)?;
                let g = g.checked_add(&t.checked_mul(&error)?)?.checked_add(&q.checked_mul(&g)?)?;
                let h = h.checked_add(&rest)?;
                let combination = s.checked_mul(&g)?.checked_add(&t.checked_mul(&h)?)?;
                let error = combination.checked_sub(&Poly::one(&ring))?;
                let (c, d) = s.checked_mul(&error)?.div_rem(&h)?;
                let t = t.checked_sub(&t.checked_mul(&error)?)?.checked_sub(&c.checked_mul(&g)?)?;
                *cofactors = [s.checked_sub(&d)?, t];
                *product = f;
                let [left, right] = &mut **halves;
                left.lift(g)?;
                right.lift(h)?;
            }
        }
        Ok(())
    }

    fn leaves<'a>(&'a self, out: &mut Vec<&'a Poly<ZnBig>>) {
        match self {
            Node::Leaf(f) => out.push(f),
            Node::Inner { halves, .. } => halves.iter().for_each(|half| half.leaves(out)),
        }
    }
}

/// The integer nearest to 0 congruent to a residue.
pub(super) fn symmetric(x: Integer, modulus: &Integer) -> Integer {
    if Integer::from(&x * 2) > *modulus { x - modulus } else { x }
}

/// lead·∏ of these factors, coefficients reduced to the integers nearest to 0.
///
/// # Errors
/// Those of products.
pub(super) fn candidate(
    z: &Integers,
    lead: &Integer,
    factors: &[&Poly<ZnBig>],
    modulus: &Integer,
) -> Result<Poly<Integers>> {
    let Some(first) = factors.first() else { return Err(Error::DivisionByZero) };
    let ring = first.ring();
    let owned: Vec<_> = factors.iter().map(|&f| f.clone()).collect();
    let product = Poly::product(ring, &owned)?.scale(&lead.clone().modulo(modulus));
    Ok(Poly::new(z, product.iter().map(|c| symmetric(c, modulus))))
}
