//! Polynomials in two variables behind handles.

use super::{
    Poly, Ring, differ,
    moving::{Moved, Operand, computed},
};
use crate::status::{Failure, Result, Status};
use engine::{AnyRing, Integers, Poly as P, multimodular::Options, poly::Bivariate as B};

/// A polynomial in x and y.
#[derive(PartialEq)]
pub enum Bivariate {
    /// Over the integers.
    Z(B<Integers>),
    /// Over another ring.
    Any(B<AnyRing>),
}

impl Ring {
    /// The polynomial whose coefficients by powers of x are these polynomials in y.
    pub(crate) fn bivariate(&self, coefficients: &[&Poly]) -> Result<Bivariate> {
        let ring = if let Ring::OfY(inner) = self { inner } else { self };
        match ring {
            Ring::Z(z) => {
                let all = coefficients.iter().map(|p| match p {
                    Poly::Z(p) => Ok(p.clone()),
                    _ => Err(differ()),
                });
                Ok(Bivariate::Z(B::new(z, all.collect::<Result<_>>()?)))
            }
            Ring::Any(r) => {
                let all = coefficients.iter().map(|p| match p {
                    Poly::Any(p) if p.ring() == r => Ok(p.clone()),
                    _ => Err(Failure::argument("a coefficient belongs to another ring")),
                });
                Ok(Bivariate::Any(B::new(r, all.collect::<Result<_>>()?)))
            }
            _ => {
                let message = format!("there are no polynomials in two variables over {}", self.name());
                Err(Failure { status: Status::Unsupported, message })
            }
        }
    }
}

impl Moved for Bivariate {
    fn onto(self, ring: &Ring) -> Result<Self> {
        Ok(match (self, ring) {
            (Bivariate::Z(a), Ring::Z(z)) => {
                Bivariate::Z(B::new(z, a.coeffs().iter().map(|p| P::from_coeffs(z, p.clone().into_coeffs())).collect()))
            }
            (Bivariate::Any(a), Ring::Any(r)) => Bivariate::Any(B::new(
                r,
                a.coeffs().iter().map(|p| P::from_coeffs(r, p.clone().into_coeffs())).collect(),
            )),
            (other, _) => other,
        })
    }
}

impl Operand for Bivariate {
    fn ring(&self) -> Ring {
        match self {
            Bivariate::Z(a) => Ring::Z(a.ring().clone()),
            Bivariate::Any(a) => Ring::Any(a.ring().clone()),
        }
    }

    fn copy(&self) -> Self {
        match self {
            Bivariate::Z(a) => Bivariate::Z(a.clone()),
            Bivariate::Any(a) => Bivariate::Any(a.clone()),
        }
    }
}

impl Bivariate {
    /// The degree in x; −1 for 0.
    pub(crate) fn degree(&self) -> i64 {
        match self {
            Bivariate::Z(a) => a.coeffs().len() as i64 - 1,
            Bivariate::Any(a) => a.coeffs().len() as i64 - 1,
        }
    }

    /// The coefficient of a power of x.
    pub(crate) fn coefficient(&self, k: usize) -> Poly {
        match self {
            Bivariate::Z(a) => Poly::Z(a.coeffs().get(k).cloned().unwrap_or_else(|| P::zero(a.ring()))),
            Bivariate::Any(a) => Poly::Any(a.coeffs().get(k).cloned().unwrap_or_else(|| P::zero(a.ring()))),
        }
    }

    pub(crate) fn mul(&self, other: &Self) -> Result<Self> {
        computed([self, other], |pair| match pair {
            [Bivariate::Z(a), Bivariate::Z(b)] => Ok(Bivariate::Z(a.checked_mul(b)?)),
            [Bivariate::Any(a), Bivariate::Any(b)] => Ok(Bivariate::Any(a.checked_mul(b)?)),
            _ => Err(differ()),
        })
    }

    pub(crate) fn gcd(&self, other: &Self) -> Result<Self> {
        computed([self, other], |pair| match pair {
            [Bivariate::Z(a), Bivariate::Z(b)] => Ok(Bivariate::Z(a.gcd(b, &Options::default())?.value)),
            [Bivariate::Any(a), Bivariate::Any(b)] => Ok(Bivariate::Any(a.gcd(b)?)),
            _ => Err(differ()),
        })
    }

    /// The resultant with respect to x.
    pub(crate) fn resultant(&self, other: &Self) -> Result<Poly> {
        computed([self, other], |pair| match pair {
            [Bivariate::Z(a), Bivariate::Z(b)] => Ok(Poly::Z(a.resultant(b, &Options::default())?.value)),
            [Bivariate::Any(a), Bivariate::Any(b)] => Ok(Poly::Any(a.resultant(b)?)),
            _ => Err(differ()),
        })
    }

    /// The discriminant with respect to x.
    pub(crate) fn discriminant(&self) -> Result<Poly> {
        computed([self], |[a]| match a {
            Bivariate::Z(a) => Ok(Poly::Z(a.discriminant(&Options::default())?.value)),
            Bivariate::Any(a) => Ok(Poly::Any(a.discriminant()?)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::{self, Context};

    #[test]
    fn a_circle_and_a_line() {
        for name in ["z[y]", "zn:97[y]", "gf:3^5"] {
            let r = Ring::named(name).unwrap();
            let inner = Ring::named(name.trim_end_matches("[y]")).unwrap();
            let of = |all: &[&str]| {
                let coefficients: Vec<Poly> = all.iter().map(|text| inner.poly(text).unwrap()).collect();
                r.bivariate(&coefficients.iter().collect::<Vec<_>>()).unwrap()
            };
            let (circle, line) = (of(&["y^2 - 1", "0", "1"]), of(&["-y", "1"]));
            for within in [false, true] {
                context::enter(within.then(|| Context::new(1, None)).as_ref());
                assert!(circle.resultant(&line).unwrap() == inner.poly("2*y^2 - 1").unwrap(), "{name}");
                assert!(circle.discriminant().unwrap() == inner.poly("-4*y^2 + 4").unwrap(), "{name}");
                let product = circle.mul(&line).unwrap();
                assert!(product.gcd(&line.mul(&line).unwrap()).unwrap() == line && product.degree() == 3, "{name}");
                assert!(line.coefficient(0) == inner.poly("-y").unwrap() && line.coefficient(7).degree() == -1);
            }
            context::enter(None);
            let other = Ring::named("zn:101").unwrap().poly("y").unwrap();
            assert!(r.bivariate(&[&other]).is_err(), "{name}");
        }
        assert!(Ring::named("q").unwrap().bivariate(&[]).is_err());
    }
}
