//! Hensel lifting of factors modulo p to factors modulo powers of p.
//!
//! A binary tree has the factors as leaves. At each node, the factors g and h of its product, with s·g + t·h = 1, are lifted from
//! modulo m to modulo m² at most by two products and a division, and s and t by as many before the next step (von zur Gathen, Gerhard,
//! Modern Computer Algebra, algorithms 15.10 and 15.17). The exponents of the steps are halves of the last one, rounded up. As long as the
//! power of p fits in a word, the residues are words.

use super::{ModularFactors, images::residues};
use crate::{
    Result,
    arith::Modulus,
    poly::{Bezout, Poly},
    ring::{Convolve, Integers, Ring, Zn, ZnBig},
};
use rug::{Integer, integer::IntegerExt64, ops::Pow};

/// The factors modulo a power of the prime, which can be raised.
pub(super) struct Lifted {
    pub p: u64,
    /// p^`exponent`.
    pub modulus: Integer,
    exponent: u32,
    f: Poly<Integers>,
    tree: Tree,
    leaves: usize,
}

/// The tree of factors modulo a power of one word, or of several.
enum Tree {
    Words(Node<Zn>),
    Long(Node<ZnBig>),
}

enum Node<R: Ring> {
    Leaf(Poly<R>),
    /// The cofactors may be known to half of the exponent only.
    Inner {
        product: Poly<R>,
        halves: Box<[Node<R>; 2]>,
        cofactors: [Poly<R>; 2],
    },
}

impl Lifted {
    /// The factors modulo p itself.
    pub fn new(f: &Poly<Integers>, modular: &ModularFactors) -> Result<Self> {
        let tree = Tree::Words(Node::new(&modular.factors)?);
        let p = modular.p;
        Ok(Lifted { p, modulus: p.into(), exponent: 1, f: f.clone(), tree, leaves: modular.factors.len() })
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
        let (mut to, mut steps) = (exponent, Vec::new());
        while to > self.exponent {
            steps.push(to);
            to = to.div_ceil(2);
        }
        steps.into_iter().rev().try_for_each(|to| self.step(to))
    }

    /// Lifts the factors to modulo p^`exponent`, at most twice the exponent so far.
    fn step(&mut self, exponent: u32) -> Result<()> {
        let (f, modulus) = (&self.f, Integer::from(self.p).pow(exponent));
        let engine = f.ring().engine();
        let long = || Poly::new(&ZnBig::on(engine, modulus.clone())?, f.iter().map(|c| c.modulo(&modulus))).monic();
        match (&mut self.tree, modulus.to_u64()) {
            (Tree::Words(node), Some(word)) => {
                node.lift_cofactors()?;
                node.lift(Poly::new(&Zn::on(engine, word)?, residues(f, Modulus::new(word)?)).monic()?)?;
            }
            (Tree::Words(node), None) => {
                node.lift_cofactors()?;
                let mut node = node.widened(&ZnBig::on(engine, self.modulus.clone())?);
                node.lift(long()?)?;
                self.tree = Tree::Long(node);
            }
            (Tree::Long(node), _) => {
                node.lift_cofactors()?;
                node.lift(long()?)?;
            }
        }
        (self.exponent, self.modulus) = (exponent, modulus);
        Ok(())
    }

    /// The monic factors.
    pub fn factors(&self) -> Result<Vec<Poly<ZnBig>>> {
        match &self.tree {
            Tree::Words(node) => {
                let ring = ZnBig::on(self.f.ring().engine(), self.modulus.clone())?;
                Ok(node.leaves().into_iter().map(|leaf| widened(leaf, &ring)).collect())
            }
            Tree::Long(node) => Ok(node.leaves().into_iter().cloned().collect()),
        }
    }

    /// The constant terms of the factors.
    pub fn constants(&self) -> Vec<Integer> {
        match &self.tree {
            Tree::Words(node) => node.leaves().into_iter().map(|leaf| Integer::from(leaf.coeff(0))).collect(),
            Tree::Long(node) => node.leaves().into_iter().map(|leaf| leaf.coeff(0)).collect(),
        }
    }

    /// lead·∏ of these factors, coefficients reduced to the integers nearest to 0.
    ///
    /// # Errors
    /// Those of products.
    pub fn candidate(&self, lead: &Integer, set: &[usize]) -> Result<Poly<Integers>> {
        let (z, m) = (self.f.ring(), &self.modulus);
        Ok(match &self.tree {
            Tree::Words(node) => {
                let product = node.product_of(set)?;
                let product = product.scale(&lead.mod_u64(product.ring().n()));
                Poly::new(z, product.iter().map(|c| symmetric(c.into(), m)))
            }
            Tree::Long(node) => {
                let product = node.product_of(set)?.scale(&lead.clone().modulo(m));
                Poly::new(z, product.iter().map(|c| symmetric(c, m)))
            }
        })
    }
}

/// The polynomial with its coefficients reduced into another ring of the same kind.
fn into_ring<R: Ring>(p: &Poly<R>, ring: &R) -> Poly<R> {
    Poly::new(ring, p.iter())
}

/// The polynomial modulo the same power of p, as an integer of any length.
fn widened(p: &Poly<Zn>, ring: &ZnBig) -> Poly<ZnBig> {
    Poly::new(ring, p.iter().map(Integer::from))
}

impl Node<Zn> {
    /// The tree of factors modulo p.
    fn new(factors: &[Poly<Zn>]) -> Result<Self> {
        if let [one] = factors {
            return Ok(Node::Leaf(one.clone()));
        }
        let (left, right) = factors.split_at(factors.len() / 2);
        let zn = factors[0].ring();
        let [g, h] = [Poly::product(zn, left)?, Poly::product(zn, right)?];
        let Bezout { s, t, .. } = g.xgcd(&h)?;
        let halves = Box::new([Node::new(left)?, Node::new(right)?]);
        Ok(Node::Inner { product: g.checked_mul(&h)?, halves, cofactors: [s, t] })
    }

    fn widened(&self, ring: &ZnBig) -> Node<ZnBig> {
        match self {
            Node::Leaf(f) => Node::Leaf(widened(f, ring)),
            Node::Inner { product, halves, cofactors } => Node::Inner {
                product: widened(product, ring),
                halves: Box::new(halves.each_ref().map(|half| half.widened(ring))),
                cofactors: cofactors.each_ref().map(|f| widened(f, ring)),
            },
        }
    }
}

impl<R: Convolve> Node<R> {
    fn product(&self) -> &Poly<R> {
        match self {
            Node::Leaf(f) => f,
            Node::Inner { product, .. } => product,
        }
    }

    /// Lifts the node's factors to the modulus of f's ring, in which f is their product.
    fn lift(&mut self, f: Poly<R>) -> Result<()> {
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
                *product = f;
                let [left, right] = &mut **halves;
                left.lift(g)?;
                right.lift(h)?;
            }
        }
        Ok(())
    }

    /// Lifts the cofactors to the modulus of the factors, which has at most twice their exponent.
    fn lift_cofactors(&mut self) -> Result<()> {
        let Node::Inner { product, halves, cofactors } = self else { return Ok(()) };
        let ring = product.ring();
        let [g, h] = halves.each_ref().map(Node::product);
        let [s, t] = cofactors.each_ref().map(|f| into_ring(f, ring));
        let error = s.checked_mul(g)?.checked_add(&t.checked_mul(h)?)?.checked_sub(&Poly::one(ring))?;
        if !error.is_empty() {
            let (c, d) = s.checked_mul(&error)?.div_rem(h)?;
            let t = t.checked_sub(&t.checked_mul(&error)?)?.checked_sub(&c.checked_mul(g)?)?;
            *cofactors = [s.checked_sub(&d)?, t];
        }
        halves.iter_mut().try_for_each(Node::lift_cofactors)
    }

    fn leaves(&self) -> Vec<&Poly<R>> {
        match self {
            Node::Leaf(f) => vec![f],
            Node::Inner { halves, .. } => halves.iter().flat_map(Node::leaves).collect(),
        }
    }

    /// The product of these leaves.
    fn product_of(&self, set: &[usize]) -> Result<Poly<R>> {
        let leaves = self.leaves();
        match set {
            [one] => Ok(leaves[*one].clone()),
            _ => {
                let chosen: Vec<_> = set.iter().map(|&i| leaves[i].clone()).collect();
                Poly::product(self.product().ring(), &chosen)
            }
        }
    }
}

/// The integer nearest to 0 congruent to a residue.
pub(super) fn symmetric(x: Integer, modulus: &Integer) -> Integer {
    if Integer::from(&x * 2) > *modulus { x - modulus } else { x }
}
