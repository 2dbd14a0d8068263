//! Objects move between rings that are equal and belong to different engines: calls in a context.

use super::{Factors, Matrix, Poly, PolyMatrix, Ring};
use crate::{context, status::Result};
use engine::{AnyRing, Engine, Integers, Matrix as M, Poly as P, PolyMatrix as PM, Rationals, Ring as _};

/// What is moved to a ring.
pub trait Moved: Sized {
    fn onto(self, ring: &Ring) -> Result<Self>;
}

/// An operand.
pub trait Operand: Moved {
    fn ring(&self) -> Ring;
    fn copy(&self) -> Self;
}

/// Computes with operands: in the context of this thread with copies of them, and the result is moved back to the first one's ring.
pub fn computed<const N: usize, O: Operand, T: Moved>(
    operands: [&O; N],
    compute: impl FnOnce([&O; N]) -> Result<T>,
) -> Result<T> {
    let Some(engine) = context::current()? else { return compute(operands) };
    let copies = operands.map(|x| x.ring().on(&engine).and_then(|ring| x.copy().onto(&ring)));
    let copies: Vec<O> = copies.into_iter().collect::<Result<_>>()?;
    compute(std::array::from_fn(|i| &copies[i]))?.onto(&operands[0].ring())
}

impl Ring {
    /// An equal ring of another engine.
    fn on(&self, engine: &Engine) -> Result<Self> {
        Ok(match self {
            Ring::Z(_) => Ring::Z(Integers::on(engine)),
            Ring::Q(_) => Ring::Q(Rationals::on(engine)),
            Ring::OfY(inner) => Ring::OfY(Box::new(inner.on(engine)?)),
            Ring::Any(r) => Ring::Any(AnyRing::named(engine, &r.name())?),
        })
    }
}

/// An object of either kind on a ring of the same kind.
macro_rules! moved {
    ($kind:ident, $x:expr, $ring:expr, $a:ident, $r:ident => $result:expr) => {
        Ok(match ($x, $ring) {
            ($kind::Z($a), Ring::Z($r)) => $kind::Z($result),
            ($kind::Q($a), Ring::Q($r)) => $kind::Q($result),
            ($kind::Any($a), Ring::Any($r)) => $kind::Any($result),
            (other, _) => other,
        })
    };
}

macro_rules! operand {
    ($kind:ident) => {
        impl Operand for $kind {
            fn ring(&self) -> Ring {
                match self {
                    $kind::Z(a) => Ring::Z(a.ring().clone()),
                    $kind::Q(a) => Ring::Q(a.ring().clone()),
                    $kind::Any(a) => Ring::Any(a.ring().clone()),
                }
            }

            fn copy(&self) -> Self {
                unary!($kind, self, a => a.clone())
            }
        }
    };
}

operand!(Poly);
operand!(Matrix);
operand!(PolyMatrix);

impl Moved for Poly {
    fn onto(self, ring: &Ring) -> Result<Self> {
        moved!(Poly, self, ring, a, r => P::from_coeffs(r, a.into_coeffs()))
    }
}

impl Moved for Matrix {
    fn onto(self, ring: &Ring) -> Result<Self> {
        moved!(Matrix, self, ring, a, r => M::new(r, a.rows(), a.cols(), a.into_entries())?)
    }
}

impl Moved for PolyMatrix {
    fn onto(self, ring: &Ring) -> Result<Self> {
        moved!(PolyMatrix, self, ring, a, r => {
            let (rows, cols) = a.shape();
            let entries = a.into_entries().into_iter().map(|p| P::from_coeffs(r, p.into_coeffs())).collect();
            PM::new(r, rows, cols, entries)?
        })
    }
}

impl Moved for Factors {
    fn onto(self, ring: &Ring) -> Result<Self> {
        let factors = self.factors.into_iter().map(|(p, e)| Ok((p.onto(ring)?, e))).collect::<Result<_>>()?;
        Ok(Factors { factors, ..self })
    }
}

impl<A: Moved, B: Moved> Moved for (A, B) {
    fn onto(self, ring: &Ring) -> Result<Self> {
        Ok((self.0.onto(ring)?, self.1.onto(ring)?))
    }
}

impl Moved for String {
    fn onto(self, _: &Ring) -> Result<Self> {
        Ok(self)
    }
}

impl Moved for usize {
    fn onto(self, _: &Ring) -> Result<Self> {
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Context;

    /// The answers over each kind of ring, in a context and without.
    #[test]
    fn contexts_do_not_change_answers() {
        for name in ["z", "q", "zn:97", "zn:18446744073709551629", "gf2", "gf2^8:0x11b", "gf:3^5", "gfpf:F8"] {
            let r = Ring::named(name).unwrap();
            let (a, b) = (r.poly("x^3 + x + 1").unwrap(), r.poly("x^2 + 1").unwrap());
            let (m, right) = (r.matrix("[[1,1],[0,1]]").unwrap(), r.matrix("[[1],[1]]").unwrap());
            let pm = r.poly_matrix("[[[1,1],[1]],[[1],[0,1]]]").unwrap();
            let answers = || -> Vec<String> {
                let product = a.mul(&b).unwrap();
                assert!(product == b.mul(&a).unwrap() && m.mul(&m).unwrap() == m.mul(&m).unwrap());
                let (q, rest) = product.div_rem(&b).unwrap();
                let mut all = vec![product.text(), q.text(), rest.text(), product.gcd(&b).unwrap().text()];
                all.extend([a.resultant(&b).unwrap(), a.eval("1").unwrap(), a.pow(5).unwrap().text()]);
                let f = product.factor().unwrap();
                all.extend(f.factors.iter().map(|(p, e)| format!("{} {e}", p.mul(&b).unwrap().text())));
                all.extend([m.det().unwrap(), m.rank().unwrap().to_string(), m.solve(&right).unwrap().0.text()]);
                all.extend([m.inverse().unwrap().0.text(), m.charpoly().unwrap().text()]);
                all.extend([m.nullspace().unwrap().text(), pm.det().unwrap().text(), pm.mul(&pm).unwrap().text()]);
                all.push(a.inv_series(7).unwrap().text());
                all
            };
            let plain = answers();
            context::enter(Some(&Context::new(1, None)));
            let within = answers();
            context::enter(None);
            assert_eq!(plain, within, "{name}");
            assert_eq!(a.mul(&b).unwrap().ring().name(), a.ring().name());
        }
    }
}
