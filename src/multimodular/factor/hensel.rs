//! Hensel lifting of factors modulo p to factors modulo powers of p.
//!
//! A binary tree has the factors as leaves. At each node, the factors g and h of its product, with s·g + t·h = 1, are lifted from
//! modulo m to modulo m² at most by two products and a division, and s and t by as many before the next step (von zur Gathen, Gerhard,
//! Modern Computer Algebra, algorithms 15.10 and 15.17). The exponents of the steps are halves of the last one, rounded up. As long as the
//! power of p fits in a word, the residues are words. Those of polynomials of few coefficients are in lists, without a ring for each modulus, as long as
//! they are words, and beyond that where the coefficients over Z are long.

use super::{
    images::image,
    residues::{FEW, Residue, Residues, WORD_BITS},
};
use crate::{
    Error, Result,
    poly::{Bezout, Poly},
    ring::{AnyElem, AnyRing, Codec, Integers, Ring, ZnBig},
};
use rug::{Integer, ops::Pow};

/// Least bits of the longest of few coefficients for which the factors are lifted as lists of integers once the modulus is longer than a word: those of 128
/// bits are lifted in half the time modulo powers of few limbs.
const LONG: u32 = 384;

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
    /// Few coefficients, and a power of at most [`WORD_BITS`].
    Words(Node<Residues<i128>>),
    /// Few long coefficients, and a longer power.
    Integers(Node<Residues<Integer>>),
    Polys(Node<Poly<AnyRing>>),
}

/// The body for the node of a tree, whatever its polynomials are.
macro_rules! with_node {
    ($tree:expr, $node:ident => $body:expr) => {
        match $tree {
            Tree::Words($node) => $body,
            Tree::Integers($node) => $body,
            Tree::Polys($node) => $body,
        }
    };
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
    /// The product by an integer.
    fn scaled(&self, factor: &Integer) -> Self;
    /// The coefficients from 0 to the modulus.
    fn integers(&self) -> impl Iterator<Item = Integer>;
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

/// The polynomial over Z/n, n of one word, with these residues as coefficients.
fn of_words(residues: impl Iterator<Item = u64>, ring: &AnyRing) -> Poly<AnyRing> {
    Poly::from_coeffs(ring, ring.of_reduced(&residues.collect::<Vec<_>>()))
}

impl Lifting for Poly<AnyRing> {
    type Ring = AnyRing;

    fn ring(&self) -> &AnyRing {
        Poly::ring(self)
    }
    fn modulo(&self, ring: &AnyRing) -> Self {
        let from = Poly::ring(self);
        if let (Number::Word(_), Number::Word(n)) = (Number::of(from), Number::of(ring)) {
            return of_words(from.residues(self.coeffs()).iter().map(|x| x % n), ring);
        }
        let mut residues = ring.appender();
        from.each_limbs(self.coeffs(), &mut |negative, limbs| {
            residues.push_limbs(negative, limbs).expect("an integer has a residue");
        });
        Poly::from_coeffs(ring, residues.take())
    }
    fn over(&self, ring: &AnyRing) -> Self {
        match Number::of(ring) {
            Number::Word(n) => of_words(Poly::ring(self).residues(self.coeffs()).iter().map(|x| x / n % n), ring),
            Number::Long(n) => Poly::from_ints(ring, self.integers().map(|x| x.div_exact(n))),
        }
    }
    fn raised(&self, high: &Self, ring: &AnyRing) -> Self {
        let (len, n) = (self.len().max(high.len()), Number::of(Poly::ring(self)));
        if let (Number::Word(n), Number::Word(m)) = (&n, Number::of(ring)) {
            let [low, high] = [self, high].map(|f| Poly::ring(f).residues(f.coeffs()));
            let at = |all: &[u64], i: usize| all.get(i).copied().unwrap_or(0);
            return of_words((0..len).map(|i| at(low, i) + n * (at(high, i) % (m / n))), ring);
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
    fn scaled(&self, factor: &Integer) -> Self {
        self.scale(&Poly::ring(self).integer_image(factor))
    }
    fn integers(&self) -> impl Iterator<Item = Integer> {
        self.iter().map(AnyElem::into_integer)
    }
}

impl Lifted {
    /// These monic factors modulo a prime, one at least, pairwise coprime, whose product is f over its leading coefficient.
    ///
    /// # Errors
    /// [`Error::Domain`] if two have a common factor.
    pub fn new(f: &Poly<Integers>, factors: &[Poly<AnyRing>]) -> Result<Self> {
        let p = Number::of(factors[0].ring()).integer();
        let node = Node::new(factors)?;
        let tree = if f.len() <= FEW && p.significant_bits() <= WORD_BITS {
            Tree::Words(node.integers().residues(&p)?)
        } else {
            Tree::Polys(node)
        };
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
        let modulus = self.p.clone().pow(exponent);
        with_node!(&mut self.tree, node => node.lift_cofactors()?);
        let (from, to) = (self.modulus.significant_bits(), modulus.significant_bits());
        let beyond = match &self.tree {
            Tree::Words(_) => to > WORD_BITS,
            Tree::Integers(_) => false,
            // residues of one word are in vectors of words
            Tree::Polys(_) => from <= u64::BITS && to > u64::BITS,
        };
        let (f, engine) = (&self.f, self.f.ring().engine());
        if beyond {
            let node = with_node!(&self.tree, node => node.integers());
            self.tree = if f.len() <= FEW && f.ring().size(f.coeffs()).bits >= LONG {
                Tree::Integers(node.residues(&self.modulus)?)
            } else {
                let ring = match to <= u64::BITS {
                    true => AnyRing::modulo_integer(engine, &self.modulus)?,
                    false => AnyRing::field(ZnBig::on(engine, self.modulus.clone())?),
                };
                Tree::Polys(node.mapped(&|g| Poly::from_ints(&ring, g)))
            };
        }
        match &mut self.tree {
            Tree::Words(node) => node.lift(Residues::monic(f, &modulus)?)?,
            Tree::Integers(node) => node.lift(Residues::monic(f, &modulus)?)?,
            Tree::Polys(node) => node.lift(image(f, &AnyRing::modulo_integer(engine, &modulus)?).monic()?)?,
        }
        (self.exponent, self.modulus) = (exponent, modulus);
        Ok(())
    }

    /// The monic factors.
    pub fn factors(&self) -> Result<Vec<Poly<AnyRing>>> {
        let ring = AnyRing::modulo_integer(self.f.ring().engine(), &self.modulus)?;
        Ok(
            with_node!(&self.tree, node => node.leaves().into_iter().map(|g| Poly::from_ints(&ring, g.integers())).collect()),
        )
    }

    /// The constant terms of the factors.
    pub fn constants(&self) -> Vec<Integer> {
        with_node!(&self.tree, node => node.leaves().into_iter().map(|g| g.integers().next().unwrap_or_default()).collect())
    }

    /// lead·∏ of these factors, coefficients reduced to the integers nearest to 0.
    ///
    /// # Errors
    /// Those of products.
    pub fn candidate(&self, lead: &Integer, set: &[usize]) -> Result<Poly<Integers>> {
        let nearest = |c| symmetric(c, &self.modulus);
        with_node!(&self.tree, node => {
            Ok(Poly::new(self.f.ring(), node.product_of(set)?.scaled(lead).integers().map(nearest)))
        })
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

impl Node<Vec<Integer>> {
    /// The tree of polynomials with these coefficients modulo n.
    fn residues<T: Residue>(&self, n: &Integer) -> Result<Node<Residues<T>>> {
        let n = T::modulus(n)?;
        Ok(self.mapped(&|g| Residues::new(&n, g.iter().map(|c| T::of(c, &n)))))
    }
}

impl<P> Node<P> {
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
}

impl<P: Lifting> Node<P> {
    /// The coefficients from 0 to the modulus.
    fn integers(&self) -> Node<Vec<Integer>> {
        self.mapped(&|g| g.integers().collect())
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
