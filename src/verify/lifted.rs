//! Checks of resultants, discriminants and subresultants over rings with zero divisors: over Z/n for
//! composite n as images of values over Z, which are checked modulo random primes, over other rings
//! as determinants.

use super::{Checker, Proof, Unverified, mapped, wrong};
use crate::{
    matrix::Matrix,
    multimodular,
    poly::Poly,
    ring::{Convolve, Integers, Ring},
};
use rug::{Integer, integer::Order};

impl<R: Convolve> Checker<'_, R> {
    /// Checks that x is the resultant of a and b, not both constant.
    pub(super) fn resultant_without_inverses(
        &mut self,
        a: &Poly<R>,
        b: &Poly<R>,
        x: &R::Elem,
    ) -> Result<Proof, Unverified> {
        if self.composite().is_none() {
            let sylvester = minor(a, b, [a.len() - 1, b.len() - 1], [0, 0])?;
            return found(sylvester.direct_det()? == *x, "the resultant");
        }
        let z = Integers::on(self.ring.engine());
        let (p, q) = (mapped(self.ring, a, &z)?, mapped(self.ring, b, &z)?);
        let value = multimodular::resultant(&p, &q, &multimodular::Options::default())?.value;
        let proof = Checker::new(&z, &mut *self.random.0).integer_resultant(&p, &q, &value)?;
        found(self.image(&value) == *x, "the resultant").map(|_| proof)
    }

    /// Checks that x is the discriminant of a, of degree n ≥ 2.
    pub(super) fn discriminant_without_inverses(
        &mut self,
        a: &Poly<R>,
        n: usize,
        x: &R::Elem,
    ) -> Result<Proof, Unverified> {
        let r = self.ring;
        if self.composite().is_none() {
            // the first column divided by the leading coefficient
            let mut sylvester = minor(a, &a.derivative(), [n, n - 1], [0, 0])?;
            sylvester.set(0, 0, &r.one());
            sylvester.set(n - 1, 0, &r.elem(n as i64));
            let value = sylvester.direct_det()?;
            return found(*x == if n / 2 % 2 == 1 { r.neg(&value) } else { value }, "the discriminant");
        }
        let z = Integers::on(r.engine());
        let p = mapped(r, a, &z)?;
        let value = multimodular::discriminant(&p, &multimodular::Options::default())?.value;
        let proof = Checker::new(&z, &mut *self.random.0).integer_discriminant(&p, &value)?;
        found(self.image(&value) == *x, "the discriminant").map(|_| proof)
    }

    /// Checks that these are the subresultants of a and b.
    pub(super) fn chain_without_inverses(
        &mut self,
        a: &Poly<R>,
        b: &Poly<R>,
        chain: &[&Poly<R>],
    ) -> Result<Proof, Unverified> {
        let r = self.ring;
        if self.composite().is_some() {
            let z = Integers::on(r.engine());
            let (p, q) = (mapped(r, a, &z)?, mapped(r, b, &z)?);
            let over_z = p.subresultants(&q)?;
            let proof =
                Checker::new(&z, &mut *self.random.0).subresultants(&p, &q, &over_z.iter().collect::<Vec<_>>())?;
            let images = over_z.iter().map(|s| mapped(&z, s, r)).collect::<crate::Result<Vec<_>>>()?;
            return found(chain.iter().copied().eq(&images), "the chain").map(|_| proof);
        }
        let degrees = [a, b].map(|p| p.len().saturating_sub(1));
        let count = if a.is_empty() || b.is_empty() { 0 } else { degrees[0].min(degrees[1]) };
        let equal = |j: usize| -> Result<bool, Unverified> {
            for i in 0..=j {
                if minor(a, b, degrees, [j, i])?.direct_det()? != chain[j].coeff(i) {
                    return Ok(false);
                }
            }
            Ok(chain[j].len() <= j + 1)
        };
        let mut right = chain.len() == count;
        for j in 0..count {
            right = right && equal(j)?;
        }
        found(right, "the chain")
    }

    /// The image of an integer.
    fn image(&self, x: &Integer) -> R::Elem {
        self.ring.image(*x < 0, &x.to_digits(Order::Lsf))
    }
}

/// The matrix whose determinant is the coefficient of x^i in S_j, the subresultant of a and b of
/// formal degrees n and m; for i = j = 0 Sylvester's.
fn minor<R: Ring>(a: &Poly<R>, b: &Poly<R>, [n, m]: [usize; 2], [j, i]: [usize; 2]) -> crate::Result<Matrix<R>> {
    let size = n + m - 2 * j;
    Matrix::from_fn(a.ring(), size, size, |row, column| {
        let (p, shift) = if row < m - j { (a, m - j - 1 - row) } else { (b, n + m - 2 * j - 1 - row) };
        let power = if column + 1 < size { n + m - j - 1 - column } else { i };
        power.checked_sub(shift).map_or(a.ring().elem(0), |k| p.coeff(k))
    })
}

/// An exact proof, or the error that names what is wrong.
pub(super) fn found(right: bool, what: &str) -> Result<Proof, Unverified> {
    if right { Ok(Proof::Exact) } else { Err(wrong(what)) }
}
