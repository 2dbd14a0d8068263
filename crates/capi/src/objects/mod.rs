//! Rings and polynomials behind handles. Over Z and Q the algorithms are modular methods, of functions of their own.

use crate::status::{Failure, Result, Status, fits, shared};
use engine::{
    AnyRing, Dft, F2, Gf2k, Integers, Poly as P, Rationals, Ring as _, Wrap, Zn,
    ring::{AnyElem, Coeffs},
    rug::Integer,
};

/// A coefficient ring.
#[derive(Clone)]
pub enum Ring {
    /// The integers.
    Z(Integers),
    /// The rational numbers.
    Q(Rationals),
    /// Another ring.
    Any(AnyRing),
    /// The polynomials in y over a ring, for polynomials in two variables.
    OfY(Box<Ring>),
}

/// A polynomial.
#[derive(PartialEq)]
pub enum Poly {
    /// Over the integers.
    Z(P<Integers>),
    /// Over the rational numbers.
    Q(P<Rationals>),
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
            $kind::Q($a) => $kind::Q($result),
            $kind::Any($a) => $kind::Any($result),
        }
    };
}

macro_rules! binary {
    ($kind:ident, $x:expr, $y:expr, $a:ident, $b:ident => $result:expr) => {
        match ($x, $y) {
            ($kind::Z($a), $kind::Z($b)) => Ok($kind::Z($result)),
            ($kind::Q($a), $kind::Q($b)) => Ok($kind::Q($result)),
            ($kind::Any($a), $kind::Any($b)) => Ok($kind::Any($result)),
            _ => Err(differ()),
        }
    };
}

macro_rules! each {
    ($kind:ident, $x:expr, $a:ident => $result:expr) => {
        match $x {
            $kind::Z($a) => $result,
            $kind::Q($a) => $result,
            $kind::Any($a) => $result,
        }
    };
}

/// An expression over the ring of an object, its result a value of another kind over the same ring.
macro_rules! over {
    ($ring:expr, $kind:ident, $r:ident => $result:expr) => {
        match $ring {
            Ring::Z($r) => Ok($kind::Z($result)),
            Ring::Q($r) => Ok($kind::Q($result)),
            Ring::Any($r) => Ok($kind::Any($result)),
            Ring::OfY(_) => Err(crate::objects::of_y()),
        }
    };
}

/// An expression in an object of one kind, its result a value of another kind.
macro_rules! turned {
    ($kind:ident, $x:expr, $to:ident, $a:ident => $result:expr) => {
        match $x {
            $kind::Z($a) => $to::Z($result),
            $kind::Q($a) => $to::Q($result),
            $kind::Any($a) => $to::Any($result),
        }
    };
}

mod bivariate;
mod matrix;
mod moving;
mod poly_matrix;

use moving::computed;
pub use {bivariate::Bivariate, matrix::Matrix, poly_matrix::PolyMatrix};

fn differ() -> Failure {
    Failure::argument("the operands belong to different rings: one of them to the integers or the rational numbers")
}

fn of_y() -> Failure {
    let message = "over polynomials in y there are objects of the type polymod_bivariate only";
    Failure { status: Status::Unsupported, message: message.into() }
}

impl Ring {
    pub(crate) fn named(name: &str) -> Result<Self> {
        let engine = shared();
        if let Some(inner) = name.strip_suffix("[y]").filter(|inner| *inner == "z" || inner.starts_with("zn:")) {
            return Ok(Ring::OfY(Box::new(Ring::named(inner)?)));
        }
        Ok(match name {
            "z" => Ring::Z(Integers::on(&engine)),
            "q" => Ring::Q(Rationals::on(&engine)),
            _ => Ring::Any(AnyRing::parse(&engine, name)?),
        })
    }

    pub(crate) fn name(&self) -> String {
        match self {
            Ring::Z(r) => r.name(),
            Ring::Q(r) => r.name(),
            Ring::Any(r) => r.name(),
            Ring::OfY(inner) => format!("{}[y]", inner.name()),
        }
    }

    pub(crate) fn poly(&self, text: &str) -> Result<Poly> {
        over!(self, Poly, r => P::parse(r, text)?)
    }

    pub(crate) fn poly_of_words(&self, words: &[u64]) -> Result<Poly> {
        over!(self, Poly, r => P::from_coeffs(r, elements(r, words)?))
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

fn no_words(ring: &str) -> Failure {
    let message = format!("elements of {ring} are not words: take the text");
    Failure { status: Status::Unsupported, message }
}

/// The words of elements that are words or bits.
fn words(ring: &AnyRing, elements: impl Iterator<Item = AnyElem>) -> Result<Vec<u64>> {
    let word = ring.downcast_ref::<Zn>().is_some() || ring.downcast_ref::<Gf2k>().is_some();
    let unsupported = || no_words(&ring.name());
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
            Poly::Q(_) => Err(no_words("q")),
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
            [Poly::Q(a), Poly::Q(b)] => Ok(a.div_rem(b).map(|(q, r)| (Poly::Q(q), Poly::Q(r)))?),
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
            [Poly::Q(a), Poly::Q(b)] => Ok(a.resultant(b)?.to_string()),
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
                Poly::Q(a) => {
                    let f = a.factor()?;
                    let factors = f.factors.into_iter().map(|(p, e)| (Poly::Q(p), e)).collect();
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

    /// g, s and t with s·self + t·other = g; over Z there are none without a denominator.
    pub(crate) fn xgcd(&self, other: &Self) -> Result<[Self; 3]> {
        let found = computed([self, other], |pair| match pair {
            [Poly::Q(a), Poly::Q(b)] => {
                let found = a.xgcd(b)?;
                Ok((Poly::Q(found.g), (Poly::Q(found.s), Poly::Q(found.t))))
            }
            [Poly::Any(a), Poly::Any(b)] => {
                let found = a.xgcd(b)?;
                Ok((Poly::Any(found.g), (Poly::Any(found.s), Poly::Any(found.t))))
            }
            [Poly::Z(_), Poly::Z(_)] => Err(Failure {
                status: Status::Unsupported,
                message: "cofactors over z have denominators: take q".into(),
            }),
            _ => Err(differ()),
        })?;
        let (g, (s, t)) = found;
        Ok([g, s, t])
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
        let q = Ring::named("q").unwrap();
        assert_eq!(q.poly_of_words(&[1, 2]).unwrap().text(), "2*x + 1");
        assert_eq!(q.poly("1/2").unwrap().words().unwrap_err().status, Status::Unsupported);
        assert_eq!(r.poly_of_words(&[0x100]).map(|_| ()).unwrap_err().status, Status::InvalidArgument);
        assert_eq!(r.matrix_of_words(1, 2, &[0x53, 0xca]).unwrap().words().unwrap(), [0x53, 0xca]);
        assert_eq!(Ring::named("zn:97").unwrap().poly_of_words(&[98, 97, 5]).unwrap().words().unwrap(), [1, 0, 5]);
        assert_eq!(Ring::named("gf2").unwrap().poly_of_words(&[3, 2, 1]).unwrap().words().unwrap(), [1, 0, 1]);
    }

    /// Every kind of name that the program takes, and that operations over these rings agree with their definitions.
    #[test]
    fn rings_of_all_names() {
        for name in [
            "z",
            "q",
            "zn:97",
            "zn:6",
            "zn:2^89-1",
            "zn:secp256k1-fr",
            "gf2",
            "gf2^8:0x11b",
            "gf2^8:x^8+x^4+x^3+x+1",
            "gf2^70:x^70+x^5+x^3+x+1",
            "gf:3^5",
            "gf:5^2:t^2+2",
            "gf:5^2:[2,0,1]",
            "gf:2^4",
            "zn:21[t]/t^2+t+1",
            "gfpf:F4",
        ] {
            let r = Ring::named(name).unwrap();
            assert_eq!(Ring::named(&r.name()).unwrap().name(), r.name(), "{name}");
            let (a, b) = (r.poly("x^2 + x + 1").unwrap(), r.poly("x + 1").unwrap());
            let c = a.mul(&b).unwrap();
            assert!(c.div_rem(&b).unwrap().0 == a && c.sub(&c).unwrap().degree() == -1, "{name}");
            let m = r.matrix("[[1,1],[1,0]]").unwrap();
            assert!(m.mul(&m).unwrap().text().contains('1'), "{name}");
        }
        for name in ["z[y]", "zn:97[y]"] {
            let r = Ring::named(name).unwrap();
            assert_eq!((r.name().as_str(), r.poly("x").map(|_| ()).unwrap_err().status), (name, Status::Unsupported));
        }
        for name in ["", "q[y]", "zn:1", "gf:4^2", "gf:5^2:t^2+1", "gf2^8:3"] {
            assert!(Ring::named(name).is_err(), "{name}");
        }
    }

    #[test]
    fn fractions_and_elements_of_extensions() {
        let q = Ring::named("q").unwrap();
        let (a, b) = (q.poly("x^2/2 - 1/3").unwrap(), q.poly("x - 1/2").unwrap());
        let [g, s, t] = a.xgcd(&b).unwrap();
        assert!(s.mul(&a).unwrap().add(&t.mul(&b).unwrap()).unwrap() == g && g.text() == "1");
        assert_eq!((a.eval("2/3").unwrap().as_str(), a.factor().unwrap().unit.as_str()), ("-1/9", "1/2"));
        let m = q.matrix("[[\"1/2\",1],[1,4]]").unwrap();
        assert_eq!((m.det().unwrap().as_str(), m.rank().unwrap()), ("1", 2));
        let (x, d) = m.solve(&q.matrix("[[1],[1]]").unwrap()).unwrap();
        assert_eq!((x.text().as_str(), d.as_str()), ("[[3],[\"-1/2\"]]", "1"));
        let f = Ring::named("gf:5^2").unwrap();
        assert_eq!(f.poly("(t*x + 1)^2").unwrap().text(), "3*x^2 + 2*t*x + 1");
        assert_eq!(f.poly("x^2 - 3").unwrap().factor().unwrap().factors.len(), 2); // t^2 = 3
        assert_eq!(
            Ring::named("z").unwrap().poly("x").unwrap().xgcd(&q.poly("x").unwrap()).map(|_| ()).unwrap_err().status,
            Status::InvalidArgument
        );
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
