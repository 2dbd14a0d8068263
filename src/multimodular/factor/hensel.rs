//! Hensel lifting of factors modulo p to factors modulo powers of p.
//!
//! A binary tree has the factors as leaves. At each node, the factors g and h of its product, with s·g + t·h = 1, are lifted from
//! modulo m to modulo m² at most by two products and a division, and s and t by as many before the next step (von zur Gathen, Gerhard,
//! Modern Computer Algebra, algorithms 15.10 and 15.17). The exponents of the steps are halves of the last one, rounded up. As long as the
//! power of p fits in a word, the residues are words; beyond it, those of short polynomials with long coefficients are integers, without a
//! ring for each modulus.

use super::{images::image, residues::Residues};
use crate::{
    Error, Result,
    poly::{Bezout, Poly},
    ring::{AnyElem, AnyRing, Integers, Ring, ZnBig},
};
use rug::{Integer, ops::Pow};
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

/// The tree of factors modulo a power.
enum Tree {
    Residues(Node<Poly<AnyRing>>),
    /// A power of more than one word, and few long coefficients.
    Short(Node<Residues>),
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

/// The modulus of a ring Z/n.
enum Number<'a> {
    Word(u64),
    Long(&'a Integer),
}

impl<'a> Number<'a> {
    fn of(ring: &'a AnyRing) -> Self {
        match ring.downcast_ref::<ZnBig>() {
            Some(long) => Number::Long(long.n()),
            None => Number::Word(ring.modulus().n()),
        }
    }

    fn integer(&self) -> Integer {
        match self {
            Number::Word(n) => Integer::from(*n),
            Number::Long(n) => (*n).clone(),
        }
    }
}

/// The polynomial over Z/n with these functions of another one's coefficients, residues of one word or integers, as coefficients.
fn mapped(
    f: &Poly<AnyRing>,
    ring: &AnyRing,
    word: impl Fn(u64, u64) -> u64,
    long: impl Fn(Integer, &Integer) -> Integer,
) -> Poly<AnyRing> {
    match Number::of(ring) {
        Number::Word(n) => {
            let residues = Poly::ring(f).residues(f.coeffs()).iter().map(|&x| word(x, n));
            Poly::from_coeffs(ring, ring.of_reduced(&residues.collect::<Vec<_>>()))
        }
        Number::Long(n) => Poly::new(ring, integers(f).map(|x| AnyElem::Integer(long(x, n))).collect::<Vec<_>>()),
    }
}

/// The coefficients from 0 to the modulus.
fn integers(f: &Poly<AnyRing>) -> impl Iterator<Item = Integer> {
    f.iter().map(AnyElem::into_integer)
}

impl Lifting for Poly<AnyRing> {
    type Ring = AnyRing;

    fn ring(&self) -> &AnyRing {
        Poly::ring(self)
    }
    fn modulo(&self, ring: &AnyRing) -> Self {
        mapped(self, ring, |x, n| x % n, Integer::modulo)
    }
    fn over(&self, ring: &AnyRing) -> Self {
        mapped(self, ring, |x, n| x / n % n, |x, n| x.div_exact(n).modulo(n))
    }
    fn raised(&self, high: &Self, ring: &AnyRing) -> Self {
        let (len, n) = (self.len().max(high.len()), Number::of(Poly::ring(self)));
        if let (Number::Word(n), Number::Word(m)) = (&n, Number::of(ring)) {
            let [low, high] = [self, high].map(|f| Poly::ring(f).residues(f.coeffs()));
            let at = |all: &[u64], i: usize| all.get(i).copied().unwrap_or(0);
            let all = (0..len).map(|i| at(low, i) + n * (at(high, i) % (m / n)));
            return Poly::from_coeffs(ring, ring.of_reduced(&all.collect::<Vec<_>>()));
        }
        let n = n.integer();
        let all = (0..len).map(|i| self.coeff(i).into_integer() + high.coeff(i).into_integer() * &n);
        Poly::from_ints(ring, all)
    }
    fn one(ring: &AnyRing) -> Self {
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
    /// These monic factors modulo a prime, one at least, pairwise coprime, whose product is f over its leading coefficient.
    ///
    /// # Errors
    /// [`Error::Domain`] if two have a common factor.
    pub fn new(f: &Poly<Integers>, factors: &[Poly<AnyRing>]) -> Result<Self> {
        let p = Number::of(factors[0].ring()).integer();
        let tree = Tree::Residues(Node::new(factors)?);
        Ok(Lifted { modulus: p.clone(), p, exponent: 1, f: f.clone(), tree, leaves: factors.len() })
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
        match &mut self.tree {
            Tree::Short(node) => {
                node.lift_cofactors()?;
                node.lift(monic_residues(f, &Arc::new(modulus.clone()))?)?;
            }
            Tree::Residues(node) => {
                node.lift_cofactors()?;
                let grown = modulus.to_u64().is_none() && self.modulus.to_u64().is_some();
                if grown && f.len() <= SHORT.0 && f.ring().size(f.coeffs()).bits >= SHORT.1 {
                    let at = Arc::new(self.modulus.clone());
                    let mut node = node.mapped(&|g| Residues::new(&at, integers(g)));
                    node.lift(monic_residues(f, &Arc::new(modulus.clone()))?)?;
                    self.tree = Tree::Short(node);
                } else {
                    if grown {
                        let long = AnyRing::field(ZnBig::on(f.ring().engine(), self.modulus.clone())?);
                        *node = node.mapped(&|g| Poly::from_ints(&long, integers(g)));
                    }
                    node.lift(image(f, &AnyRing::modulo_integer(f.ring().engine(), &modulus)?).monic()?)?;
                }
            }
        }
        (self.exponent, self.modulus) = (exponent, modulus);
        Ok(())
    }

    /// The monic factors.
    pub fn factors(&self) -> Result<Vec<Poly<AnyRing>>> {
        match &self.tree {
            Tree::Short(node) => {
                let (ring, leaves) = (AnyRing::modulo_integer(self.f.ring().engine(), &self.modulus)?, node.leaves());
                Ok(leaves.into_iter().map(|g| Poly::from_ints(&ring, g.list.iter())).collect())
            }
            Tree::Residues(node) => Ok(node.leaves().into_iter().cloned().collect()),
        }
    }

    /// The constant terms of the factors.
    pub fn constants(&self) -> Vec<Integer> {
        match &self.tree {
            Tree::Short(node) => {
                node.leaves().into_iter().map(|leaf| leaf.list.first().cloned().unwrap_or_default()).collect()
            }
            Tree::Residues(node) => node.leaves().into_iter().map(|leaf| leaf.coeff(0).into_integer()).collect(),
        }
    }

    /// lead·∏ of these factors, coefficients reduced to the integers nearest to 0.
    ///
    /// # Errors
    /// Those of products.
    pub fn candidate(&self, lead: &Integer, set: &[usize]) -> Result<Poly<Integers>> {
        let (z, m) = (self.f.ring(), &self.modulus);
        Ok(match &self.tree {
            Tree::Short(node) => {
                let product = node.product_of(set)?.scale(lead);
                Poly::new(z, product.list.into_iter().map(|c| symmetric(c, m)))
            }
            Tree::Residues(node) => {
                let product = node.product_of(set)?;
                let product = product.scale(&product.ring().integer_image(lead));
                Poly::new(z, integers(&product).map(|c| symmetric(c, m)))
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

impl Node<Poly<AnyRing>> {
    /// The tree of factors modulo p.
    fn new(factors: &[Poly<AnyRing>]) -> Result<Self> {
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
