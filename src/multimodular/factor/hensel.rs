//! Hensel lifting of factors modulo p to factors modulo powers of p.
//!
//! A binary tree has the factors as leaves. At each node, the factors g and h of its product, with s·g + t·h = 1, are lifted from
//! modulo m to modulo m² at most by two products and a division, and s and t by as many before the next step (von zur Gathen, Gerhard,
//! Modern Computer Algebra, algorithms 15.10 and 15.17). The exponents of the steps are halves of the last one, rounded up. As long as the
//! power of p fits in a word, the residues are words; beyond it, those of short polynomials with long coefficients are integers, without a
//! ring for each modulus.

use super::{ModularFactors, images::residues, residues::Residues};
use crate::{
    Error, Result,
    arith::Modulus,
    poly::{Bezout, Poly},
    ring::{Convolve, Direct, Integers, Ring, Zn, ZnBig},
};
use rug::{Integer, integer::IntegerExt64, ops::Pow};
use std::sync::Arc;

/// Most coefficients of a polynomial whose factors are lifted as lists of integers once the modulus is longer than a word, and
/// the least bits of its longest one: those of 128 bits are lifted in half the time modulo powers of few limbs.
const SHORT: (usize, u32) = (16, 384);

/// The factors modulo a power of the prime, which can be raised.
pub struct Lifted {
    pub p: Integer,
    /// p^`exponent`.
    pub modulus: Integer,
    exponent: u32,
    f: Poly<Integers>,
    tree: Tree,
    leaves: usize,
}

/// The tree of factors modulo a power of one word, or of several.
enum Tree {
    Words(Node<Poly<Zn>>),
    Short(Node<Residues>),
    Long(Node<Poly<ZnBig>>),
}

enum Node<P> {
    Leaf(P),
    /// The cofactors may be known to half of the exponent only.
    Inner {
        product: P,
        halves: Box<[Node<P>; 2]>,
        cofactors: [P; 2],
    },
}

/// Polynomials modulo an integer, as far as lifting needs them.
pub(super) trait Lifting: Clone {
    type Ring: Clone;

    fn ring(&self) -> &Self::Ring;
    /// The polynomial with its coefficients reduced into another ring of the same kind.
    fn modulo(&self, ring: &Self::Ring) -> Self;
    /// The quotient by the modulus of a ring, in that ring: coefficients are multiples of it.
    fn over(&self, ring: &Self::Ring) -> Self;
    /// self + n·high in a ring whose modulus is a multiple of n, that of both, and divides n².
    fn raised(&self, high: &Self, ring: &Self::Ring) -> Self;
    fn one(ring: &Self::Ring) -> Self;
    fn is_zero(&self) -> bool;
    fn plus(&self, other: &Self) -> Result<Self>;
    fn minus(&self, other: &Self) -> Result<Self>;
    fn times(&self, other: &Self) -> Result<Self>;
    /// Quotient and remainder by a monic polynomial.
    fn divided(&self, by: &Self) -> Result<(Self, Self)>;
}

/// Residues modulo the modulus n of a ring, and modulo a multiple of n and divisor of n², as far as lifting needs them.
trait Modular: Convolve {
    /// The residue modulo n of any number.
    fn residue(&self, x: Self::Elem) -> Self::Elem;
    /// x/n modulo n, for a multiple of n.
    fn over(&self, x: Self::Elem) -> Self::Elem;
    /// low + n·high in the ring of the multiple.
    fn raise(&self, low: Self::Elem, high: Self::Elem, multiple: &Self) -> Self::Elem;
}

impl Modular for Zn {
    fn residue(&self, x: u64) -> u64 {
        x % self.n()
    }
    fn over(&self, x: u64) -> u64 {
        x / self.n() % self.n()
    }
    fn raise(&self, low: u64, high: u64, multiple: &Self) -> u64 {
        low + self.n() * (high % (multiple.n() / self.n()))
    }
}

impl Modular for ZnBig {
    fn residue(&self, x: Integer) -> Integer {
        x.modulo(self.n())
    }
    fn over(&self, x: Integer) -> Integer {
        x.div_exact(self.n()).modulo(self.n())
    }
    fn raise(&self, low: Integer, high: Integer, multiple: &Self) -> Integer {
        (low + self.n() * high).modulo(multiple.n())
    }
}

impl<R: Modular> Lifting for Poly<R> {
    type Ring = R;

    fn ring(&self) -> &R {
        Poly::ring(self)
    }
    fn modulo(&self, ring: &R) -> Self {
        Poly::new(ring, self.iter().map(|x| ring.residue(x)).collect::<Vec<_>>())
    }
    fn over(&self, ring: &R) -> Self {
        Poly::new(ring, self.iter().map(|x| Modular::over(ring, x)).collect::<Vec<_>>())
    }
    fn raised(&self, high: &Self, ring: &R) -> Self {
        let of = Poly::ring(self);
        let all = (0..self.len().max(high.len())).map(|i| of.raise(self.coeff(i), high.coeff(i), ring));
        Poly::new(ring, all.collect::<Vec<_>>())
    }
    fn one(ring: &R) -> Self {
        Poly::one(ring)
    }
    fn is_zero(&self) -> bool {
        self.is_empty()
    }
    fn plus(&self, other: &Self) -> Result<Self> {
        self.checked_add(other)
    }
    fn minus(&self, other: &Self) -> Result<Self> {
        self.checked_sub(other)
    }
    fn times(&self, other: &Self) -> Result<Self> {
        self.checked_mul(other)
    }
    fn divided(&self, by: &Self) -> Result<(Self, Self)> {
        self.div_rem(by)
    }
}

impl Lifted {
    /// The factors modulo p itself.
    pub fn new(f: &Poly<Integers>, modular: &ModularFactors) -> Result<Self> {
        Self::of_words(f, &modular.factors)
    }

    /// The given monic factors modulo a prime of one word, one at least, pairwise coprime, whose product is f over its leading coefficient.
    ///
    /// # Errors
    /// [`Error::Domain`] if two have a common factor.
    pub fn of_words(f: &Poly<Integers>, factors: &[Poly<Zn>]) -> Result<Self> {
        let p = Integer::from(factors[0].ring().n());
        Ok(Self::of_tree(f, p, Tree::Words(Node::new(factors)?), factors.len()))
    }

    /// As [`of_words`](Self::of_words), modulo a prime of any size.
    pub fn of_long(f: &Poly<Integers>, factors: &[Poly<ZnBig>]) -> Result<Self> {
        let p = factors[0].ring().n().clone();
        Ok(Self::of_tree(f, p, Tree::Long(Node::new(factors)?), factors.len()))
    }

    fn of_tree(f: &Poly<Integers>, p: Integer, tree: Tree, leaves: usize) -> Self {
        Lifted { modulus: p.clone(), p, exponent: 1, f: f.clone(), tree, leaves }
    }

    /// The number of factors.
    pub fn count(&self) -> usize {
        self.leaves
    }

    /// The exponent of the lowest power of p with at least `bits` bits.
    pub fn exponent_for(&self, bits: u64) -> u32 {
        (bits as f64 / self.p.to_f64().log2()) as u32 + 1
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
        let (f, modulus) = (&self.f, self.p.clone().pow(exponent));
        let engine = f.ring().engine();
        let long = || Poly::new(&ZnBig::on(engine, modulus.clone())?, f.iter().map(|c| c.modulo(&modulus))).monic();
        match (&mut self.tree, modulus.to_u64()) {
            (Tree::Words(node), Some(word)) => {
                node.lift_cofactors()?;
                node.lift(Poly::new(&Zn::on(engine, word)?, residues(f, Modulus::new(word)?)).monic()?)?;
            }
            (Tree::Words(node), None) if f.len() <= SHORT.0 && f.ring().size(f.coeffs()).bits >= SHORT.1 => {
                node.lift_cofactors()?;
                let at = Arc::new(self.modulus.clone());
                let mut node = node.mapped(&|g| Residues::new(&at, g.iter().map(Integer::from)));
                node.lift(monic_residues(f, &Arc::new(modulus.clone()))?)?;
                self.tree = Tree::Short(node);
            }
            (Tree::Short(node), _) => {
                node.lift_cofactors()?;
                node.lift(monic_residues(f, &Arc::new(modulus.clone()))?)?;
            }
            (Tree::Words(node), None) => {
                node.lift_cofactors()?;
                let ring = ZnBig::on(engine, self.modulus.clone())?;
                let mut node = node.mapped(&|g| Poly::new(&ring, g.iter().map(Integer::from)));
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
        let ring = || ZnBig::on(self.f.ring().engine(), self.modulus.clone());
        match &self.tree {
            Tree::Words(node) => {
                let (ring, leaves) = (ring()?, node.leaves());
                Ok(leaves.into_iter().map(|g| Poly::new(&ring, g.iter().map(Integer::from))).collect())
            }
            Tree::Short(node) => {
                let (ring, leaves) = (ring()?, node.leaves());
                Ok(leaves.into_iter().map(|g| Poly::new(&ring, g.list.iter().cloned())).collect())
            }
            Tree::Long(node) => Ok(node.leaves().into_iter().cloned().collect()),
        }
    }

    /// The constant terms of the factors.
    pub fn constants(&self) -> Vec<Integer> {
        match &self.tree {
            Tree::Words(node) => node.leaves().into_iter().map(|leaf| Integer::from(leaf.coeff(0))).collect(),
            Tree::Short(node) => {
                node.leaves().into_iter().map(|leaf| leaf.list.first().cloned().unwrap_or_default()).collect()
            }
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
            Tree::Short(node) => {
                let product = node.product_of(set)?.scale(lead);
                Poly::new(z, product.list.into_iter().map(|c| symmetric(c, m)))
            }
            Tree::Long(node) => {
                let product = node.product_of(set)?.scale(&lead.clone().modulo(m));
                Poly::new(z, product.iter().map(|c| symmetric(c, m)))
            }
        })
    }
}

/// f over its leading coefficient modulo an integer.
fn monic_residues(f: &Poly<Integers>, modulus: &Arc<Integer>) -> Result<Residues> {
    let lead = f.coeff(f.len() - 1);
    let residues = Residues::new(modulus, f.iter());
    if lead == 1 {
        return Ok(residues);
    }
    match lead.invert(modulus) {
        Ok(inverse) => Ok(residues.scale(&inverse)),
        Err(lead) => Err(Error::NotDivisible { dividend: "1".into(), divisor: lead.to_string() }),
    }
}

impl<R: Convolve + Direct> Node<Poly<R>> {
    /// The tree of factors modulo p.
    fn new(factors: &[Poly<R>]) -> Result<Self> {
        if let [one] = factors {
            return Ok(Node::Leaf(one.clone()));
        }
        let (left, right) = factors.split_at(factors.len() / 2);
        let field = factors[0].ring();
        let [g, h] = [Poly::product(field, left)?, Poly::product(field, right)?];
        let Bezout { g: common, s, t } = g.xgcd(&h)?;
        if common.len() != 1 {
            let (operation, expected) = ("Hensel lifting", "factors that are pairwise coprime modulo the prime");
            return Err(Error::Domain { operation, expected, got: format!("{common} as a common factor") });
        }
        let halves = Box::new([Node::new(left)?, Node::new(right)?]);
        Ok(Node::Inner { product: g.checked_mul(&h)?, halves, cofactors: [s, t] })
    }
}

impl<P: Lifting> Node<P> {
    /// The tree with all its polynomials mapped.
    fn mapped<Q>(&self, f: &impl Fn(&P) -> Q) -> Node<Q> {
        match self {
            Node::Leaf(leaf) => Node::Leaf(f(leaf)),
            Node::Inner { product, halves, cofactors } => Node::Inner {
                product: f(product),
                halves: Box::new(halves.each_ref().map(|half| half.mapped(f))),
                cofactors: cofactors.each_ref().map(f),
            },
        }
    }

    fn product(&self) -> &P {
        match self {
            Node::Leaf(f) => f,
            Node::Inner { product, .. } => product,
        }
    }

    /// Lifts the node's factors to the modulus of f's ring, in which f is their product. What is added is computed modulo the modulus n so far: the error
    /// is a multiple of n (Zassenhaus 1969, "On Hensel factorization I").
    fn lift(&mut self, f: P) -> Result<()> {
        let ring = f.ring().clone();
        match self {
            Node::Leaf(leaf) => *leaf = f,
            Node::Inner { product, halves, cofactors: [s, t] } => {
                let [g, h] = halves.each_ref().map(Node::product);
                let error = f.minus(&g.modulo(&ring).times(&h.modulo(&ring))?)?.over(g.ring());
                let (q, rest) = s.times(&error)?.divided(h)?;
                let more = t.times(&error)?.plus(&q.times(g)?)?;
                let (g, h) = (g.raised(&more, &ring), h.raised(&rest, &ring));
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
        let (ring, [g, h]) = (product.ring(), halves.each_ref().map(Node::product));
        let [s, t] = cofactors.each_ref().map(|f| f.modulo(ring));
        let error = P::one(ring).minus(&s.times(g)?)?.minus(&t.times(h)?)?;
        if error.is_zero() {
            *cofactors = [s, t];
        } else {
            let [s, t] = &*cofactors;
            let [g, h, error] = [g.modulo(s.ring()), h.modulo(s.ring()), error.over(s.ring())];
            let (c, rest) = s.times(&error)?.divided(&h)?;
            let more = t.times(&error)?.plus(&c.times(&g)?)?;
            *cofactors = [s.raised(&rest, ring), t.raised(&more, ring)];
        }
        halves.iter_mut().try_for_each(Node::lift_cofactors)
    }

    fn leaves(&self) -> Vec<&P> {
        match self {
            Node::Leaf(f) => vec![f],
            Node::Inner { halves, .. } => halves.iter().flat_map(Node::leaves).collect(),
        }
    }

    /// The product of these leaves.
    fn product_of(&self, set: &[usize]) -> Result<P> {
        let leaves = self.leaves();
        let Some((&first, others)) = set.split_first() else { return Ok(P::one(self.product().ring())) };
        others.iter().try_fold(leaves[first].clone(), |product, &i| product.times(leaves[i]))
    }
}

/// The integer nearest to 0 congruent to a residue.
pub(super) fn symmetric(x: Integer, modulus: &Integer) -> Integer {
    if Integer::from(&x * 2) > *modulus { x - modulus } else { x }
}
