//! Rings and polynomials behind handles. Over Z the algorithms are modular methods, of functions of their own.

use crate::status::{Failure, Result, Status, fits, shared};
use engine::{
    AnyRing, Dft, F2, Gf2k, Integers, Poly as P, Ring as _, Wrap, Zn,
    ring::{AnyElem, Coeffs},
    rug::Integer,
};

/// A coefficient ring.
#[derive(Clone)]
pub enum Ring {
    /// The integers.
    Z(Integers),
    /// Another ring.
    Any(AnyRing),
}

/// A polynomial.
#[derive(PartialEq)]
pub enum Poly {
    /// Over the integers.
    Z(P<Integers>),
    /// Over another ring.
    Any(P<AnyRing>),
}

/// A factorization: a unit, and factors with multiplicities.
pub struct Factors {
    pub(crate) unit: String,
    pub(crate) factors: Vec<(Poly, u64)>,
}

/// A transform modulo n.
pub struct Ntt {
    pub(crate) dft: Dft<Zn>,
}

/// The same expression over both kinds of rings, its result a value of the same kind.
macro_rules! unary {
    ($kind:ident, $x:expr, $a:ident => $result:expr) => {
        match $x {
            $kind::Z($a) => $kind::Z($result),
            $kind::Any($a) => $kind::Any($result),
        }
    };
}

macro_rules! binary {
    ($kind:ident, $x:expr, $y:expr, $a:ident, $b:ident => $result:expr) => {
        match ($x, $y) {
            ($kind::Z($a), $kind::Z($b)) => Ok($kind::Z($result)),
            ($kind::Any($a), $kind::Any($b)) => Ok($kind::Any($result)),
            _ => Err(differ()),
        }
    };
}

macro_rules! each {
    ($kind:ident, $x:expr, $a:ident => $result:expr) => {
        match $x {
            $kind::Z($a) => $result,
            $kind::Any($a) => $result,
        }
    };
}

mod matrix;
mod moving;
mod poly_matrix;

use moving::computed;
pub use {matrix::Matrix, poly_matrix::PolyMatrix};

fn differ() -> Failure {
    Failure::argument("the operands belong to different rings: one of them to the integers")
}

impl Ring {
    pub(crate) fn named(name: &str) -> Result<Self> {
        let engine = shared();
        if name == "q" {
            return Err(Failure::argument("the ring q is not available here: its elements are no words"));
        }
        Ok(if name == "z" { Ring::Z(Integers::on(&engine)) } else { Ring::Any(AnyRing::named(&engine, name)?) })
    }

    pub(crate) fn name(&self) -> String {
        each!(Ring, self, r => r.name())
    }

    pub(crate) fn poly(&self, text: &str) -> Result<Poly> {
        Ok(match self {
            Ring::Z(z) => Poly::Z(P::parse(z, text)?),
            Ring::Any(r) => Poly::Any(P::parse(r, text)?),
        })
    }

    pub(crate) fn poly_of_words(&self, words: &[u64]) -> Result<Poly> {
        Ok(match self {
            Ring::Z(z) => Poly::Z(P::from_coeffs(z, elements(z, words)?)),
            Ring::Any(r) => Poly::Any(P::from_coeffs(r, elements(r, words)?)),
        })
    }
}

/// The elements that words name: residues, or bits of elements of F_(2^k).
fn elements<R: engine::Ring>(ring: &R, words: &[u64]) -> Result<Coeffs<R>> {
    fits(Some(words.len()))?;
    let mut all = ring.zeros(0);
    for &word in words {
        ring.push_limbs(&mut all, false, &[word])?;
    }
    Ok(all)
}

/// The words of elements that are words or bits.
fn words(ring: &AnyRing, elements: impl Iterator<Item = AnyElem>) -> Result<Vec<u64>> {
    let word = ring.downcast_ref::<Zn>().is_some() || ring.downcast_ref::<Gf2k>().is_some();
    let unsupported = || Failure {
        status: Status::Unsupported,
        message: format!("elements of {} are not words: take the text", ring.name()),
    };
    if !word && ring.downcast_ref::<F2>().is_none() {
        return Err(unsupported());
    }
    elements
        .map(|x| match x {
            AnyElem::Word(x) => Ok(x),
            AnyElem::Bit(x) => Ok(u64::from(x)),
            _ => Err(unsupported()),
        })
        .collect()
}

fn integer_words<'a>(integers: impl Iterator<Item = Integer> + 'a) -> Result<Vec<u64>> {
    integers
        .map(|x| {
            x.to_u64().ok_or_else(|| Failure {
                status: Status::Unsupported,
                message: "an integer is negative or longer than a word: take the text".into(),
            })
        })
        .collect()
}

/// An element as text: that of the constant polynomial.
fn shown<R: engine::Ring>(ring: &R, x: R::Elem) -> String {
    P::new(ring, [x]).to_string()
}

impl Poly {
    pub(crate) fn text(&self) -> String {
        each!(Poly, self, a => a.to_string())
    }

    pub(crate) fn degree(&self) -> i64 {
        each!(Poly, self, a => a.degree()).map_or(-1, |d| d as i64)
    }

    pub(crate) fn words(&self) -> Result<Vec<u64>> {
        match self {
            Poly::Z(a) => integer_words(a.iter()),
            Poly::Any(a) => words(a.ring(), a.iter()),
        }
    }

    pub(crate) fn add(&self, other: &Self) -> Result<Self> {
        binary!(Poly, self, other, a, b => a.checked_add(b)?)
    }

    pub(crate) fn sub(&self, other: &Self) -> Result<Self> {
        binary!(Poly, self, other, a, b => a.checked_sub(b)?)
    }

    pub(crate) fn mul(&self, other: &Self) -> Result<Self> {
        computed([self, other], |[a, b]| binary!(Poly, a, b, a, b => a.checked_mul(b)?))
    }

    pub(crate) fn pow(&self, e: u64) -> Result<Self> {
        let terms = usize::try_from(e).ok().and_then(|e| e.checked_mul(usize::try_from(self.degree()).unwrap_or(0)));
        fits(terms)?;
        computed([self], |[a]| Ok(unary!(Poly, a, a => a.pow(e)?)))
    }

    pub(crate) fn div_rem(&self, other: &Self) -> Result<(Self, Self)> {
        computed([self, other], |pair| match pair {
            [Poly::Z(a), Poly::Z(b)] => Ok(a.div_rem(b).map(|(q, r)| (Poly::Z(q), Poly::Z(r)))?),
            [Poly::Any(a), Poly::Any(b)] => Ok(a.div_rem(b).map(|(q, r)| (Poly::Any(q), Poly::Any(r)))?),
            _ => Err(differ()),
        })
    }

    pub(crate) fn gcd(&self, other: &Self) -> Result<Self> {
        computed([self, other], |[a, b]| binary!(Poly, a, b, a, b => a.gcd(b)?))
    }

    pub(crate) fn resultant(&self, other: &Self) -> Result<String> {
        computed([self, other], |pair| match pair {
            [Poly::Z(a), Poly::Z(b)] => Ok(a.resultant(b)?.to_string()),
            [Poly::Any(a), Poly::Any(b)] => Ok(shown(a.ring(), a.resultant(b)?)),
            _ => Err(differ()),
        })
    }

    /// The value at an element, which is given as a constant polynomial.
    pub(crate) fn eval(&self, at: &str) -> Result<String> {
        each!(Poly, self, a => {
            let x = P::parse(a.ring(), at)?;
            if x.len() > 1 {
                return Err(Failure::argument("the point: expected an element of the ring"));
            }
            Ok(shown(a.ring(), a.eval(&x.coeff(0))))
        })
    }

    /// `terms` terms of the power series 1/self.
    pub(crate) fn inv_series(&self, terms: usize) -> Result<Self> {
        fits(Some(terms))?;
        computed([self], |[a]| Ok(unary!(Poly, a, a => a.inv_series(terms)?)))
    }

    pub(crate) fn factor(&self) -> Result<Factors> {
        computed([self], |[a]| {
            Ok(match a {
                Poly::Z(a) => {
                    let f = a.factor()?;
                    let factors = f.factors.into_iter().map(|(p, e)| (Poly::Z(p), e)).collect();
                    Factors { unit: f.unit.to_string(), factors }
                }
                Poly::Any(a) => {
                    let f = a.factor()?;
                    let factors = f.factors.into_iter().map(|(p, e)| (Poly::Any(p), e)).collect();
                    Factors { unit: shown(a.ring(), f.unit), factors }
                }
            })
        })
    }

    pub(crate) fn copy(&self) -> Self {
        unary!(Poly, self, a => a.clone())
    }
}

impl Ntt {
    pub(crate) fn new(n: u64, len: usize, negacyclic: bool) -> Result<Self> {
        let wrap = if negacyclic { Wrap::Negacyclic } else { Wrap::Cyclic };
        fits(Some(len))?;
        Ok(Ntt { dft: Dft::new(&Zn::on(&shared(), n)?, len, wrap)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_over_several_rings() {
        for (name, product) in [("z", "x^2 - 1"), ("zn:97", "x^2 + 96"), ("gf2", "x^2 + 1"), ("gf2^8:0x11b", "x^2 + 1")]
        {
            let r = Ring::named(name).unwrap();
            let (a, b) =
                (r.poly("x + 1").unwrap(), r.poly(if name.contains('^') { "x + 1" } else { "x - 1" }).unwrap());
            let c = a.mul(&b).unwrap();
            assert_eq!((r.name().as_str(), c.text().as_str()), (name, product));
            assert!(c.gcd(&a).unwrap() == a && c.div_rem(&b).unwrap().0 == a, "{name}");
            assert_eq!(c.eval("1").unwrap(), "0");
        }
    }

    #[test]
    fn words_name_elements() {
        let r = Ring::named("gf2^8:0x11b").unwrap();
        assert_eq!(r.poly_of_words(&[0x53, 0xca]).unwrap().words().unwrap(), [0x53, 0xca]);
        assert_eq!(Ring::named("q").map(|_| ()).unwrap_err().status, Status::InvalidArgument);
        assert_eq!(r.poly_of_words(&[0x100]).map(|_| ()).unwrap_err().status, Status::InvalidArgument);
        assert_eq!(r.matrix_of_words(1, 2, &[0x53, 0xca]).unwrap().words().unwrap(), [0x53, 0xca]);
        assert_eq!(Ring::named("zn:97").unwrap().poly_of_words(&[98, 97, 5]).unwrap().words().unwrap(), [1, 0, 5]);
        assert_eq!(Ring::named("gf2").unwrap().poly_of_words(&[3, 2, 1]).unwrap().words().unwrap(), [1, 0, 1]);
    }

    #[test]
    fn rings_are_compared() {
        let [z, f, g] = ["z", "zn:97", "zn:101"].map(|name| Ring::named(name).unwrap().poly("x + 1").unwrap());
        for other in [&z, &g] {
            assert_eq!(f.mul(other).map(|_| ()).unwrap_err().status, Status::InvalidArgument);
        }
        assert_eq!(z.pow(u64::MAX).map(|_| ()).unwrap_err().status, Status::OutOfMemory);
    }

    #[test]
    fn systems_over_z_have_a_denominator() {
        let z = Ring::named("z").unwrap();
        let (a, b) = (z.matrix("[[2,0],[0,3]]").unwrap(), z.matrix("[[1],[1]]").unwrap());
        let (x, d) = a.solve(&b).unwrap();
        assert_eq!((x.text().as_str(), d.as_str(), a.det().unwrap().as_str()), ("[[3],[2]]", "6", "6"));
    }
}
