//! Distinct-degree factoring by baby steps and giant steps.
//!
//! An irreducible polynomial of degree d divides x^(q^(jl)) − x^(q^i) if and only if d divides jl − i. With l near √(n/2), the
//! x^(q^i) for i < l (baby steps) and the x^(q^(jl)) for j ≤ l (giant steps) are 2l Frobenius maps, and one greatest common
//! divisor per j, with the product over i of all differences, finds the factors of l degrees (Shoup 1995, "A new polynomial
//! factorization algorithm and its implementation", §2). Factors found are divided out of the modulus.

use super::frobenius::Frobenius;
use crate::{
    Result,
    poly::{Poly, compose_powers::Powers},
    ring::{Cardinality, FiniteField},
};

/// Pairs of a degree and the product of the irreducible factors of that degree.
pub(super) type Products<R> = Vec<(Poly<R>, usize)>;

/// Distinct-degree factorization of a monic square-free f of degree at least 1: x^q modulo f, and for each degree the product of
/// the irreducible factors of that degree, where it is not 1.
pub(super) fn by_degree<R: FiniteField>(f: &Poly<R>, size: &Cardinality) -> Result<(Poly<R>, Products<R>)> {
    let mut out = Vec::new();
    if f.len() == 2 {
        let constant = f.ring().neg(&f.coeff(0));
        return Ok((Poly::new(f.ring(), [constant]), vec![(f.clone(), 1)]));
    }
    let mut steps = Steps::new(f, size)?;
    let image = steps.frobenius.image.clone();
    let mut least = 1;
    while steps.degree() >= 2 * least {
        let most = least + steps.baby.len() - 1;
        let found = steps.common()?;
        if found.len() > 1 {
            steps.separate(&found, least, most, &mut out)?;
            steps.remove(&found)?;
        }
        least = most + 1;
        if steps.degree() >= 2 * least {
            steps.advance()?;
        }
    }
    if steps.degree() > 0 {
        let rest = steps.frobenius.modulus.poly().clone();
        let degree = steps.degree();
        out.push((rest, degree));
    }
    Ok((image, out))
}

struct Steps<R: FiniteField> {
    frobenius: Frobenius<R>,
    /// x^(q^i) for i < l.
    baby: Vec<Poly<R>>,
    /// x^(q^l) and, where compositions are used, its table.
    stride: Poly<R>,
    table: Option<Powers<R>>,
    /// x^(q^(jl)).
    giant: Poly<R>,
}

impl<R: FiniteField> Steps<R> {
    fn new(f: &Poly<R>, size: &Cardinality) -> Result<Self> {
        let l = ((f.len() - 1) / 2).isqrt().max(1);
        let frobenius = Frobenius::new(f, size, l)?;
        let mut baby = vec![Poly::x(f.ring())];
        let mut next = frobenius.image.clone();
        while baby.len() < l {
            let after = frobenius.apply(&next)?;
            baby.push(std::mem::replace(&mut next, after));
        }
        let mut new = Steps { frobenius, baby, stride: next.clone(), table: None, giant: next };
        new.tabulate()?;
        Ok(new)
    }

    fn degree(&self) -> usize {
        self.frobenius.degree()
    }

    fn tabulate(&mut self) -> Result<()> {
        // with a table, one composition replaces l Frobenius maps
        let needed = self.degree() > 2 * self.baby.len() && !self.frobenius.maps_are_faster(self.baby.len(), 1);
        self.table = if needed {
            Some(self.frobenius.powers_of(&self.stride, self.degree() / (2 * self.baby.len()))?)
        } else {
            None
        };
        Ok(())
    }

    /// From x^(q^(jl)) to x^(q^((j + 1)l)).
    fn advance(&mut self) -> Result<()> {
        self.giant = match &self.table {
            Some(table) => self.frobenius.compose(&self.giant, table)?,
            None => {
                let mut giant = self.giant.clone();
                for _ in 0..self.baby.len() {
                    giant = self.frobenius.apply(&giant)?;
                }
                giant
            }
        };
        Ok(())
    }

    /// The product of the factors whose degree divides one of jl − i, i < l.
    fn common(&self) -> Result<Poly<R>> {
        let mut product = self.giant.checked_sub(&self.baby[0])?;
        for baby in &self.baby[1..] {
            product = self.frobenius.product(&product, &self.giant.checked_sub(baby)?)?;
        }
        product.gcd(self.frobenius.modulus.poly())
    }

    /// Splits a product of irreducible factors of degrees `least` to `most` by degree: i = l − 1 comes first.
    fn separate(&self, found: &Poly<R>, least: usize, most: usize, out: &mut Products<R>) -> Result<()> {
        let mut rest = found.clone();
        for degree in least..=most {
            if rest.len() <= 2 * degree {
                break;
            }
            let difference = self.giant.checked_sub(&self.baby[most - degree])?;
            let part = difference.rem(&rest)?.gcd(&rest)?;
            if part.len() > 1 {
                rest = rest.quo(&part)?;
                out.push((part, degree));
            }
        }
        if rest.len() > 1 {
            let degree = rest.len() - 1;
            out.push((rest, degree));
        }
        Ok(())
    }

    /// Divides the modulus by `found`.
    fn remove(&mut self, found: &Poly<R>) -> Result<()> {
        let rest = self.frobenius.modulus.poly().quo(found)?;
        if rest.len() <= 1 {
            // the modulus is 1
            self.frobenius.modulus = crate::poly::Divisor::new(&rest)?;
            return Ok(());
        }
        self.frobenius = Frobenius::of_divisor(&rest, &self.frobenius.image, &self.frobenius.size, self.baby.len())?;
        let modulus = &self.frobenius.modulus;
        for baby in &mut self.baby {
            *baby = modulus.rem(baby)?;
        }
        self.stride = modulus.rem(&self.stride)?;
        self.giant = modulus.rem(&self.giant)?;
        self.tabulate()
    }
}
