//! Remainders by many moduli at once, and the Chinese remainder theorem: the tree of the moduli's products.
//!
//! Remainders go down the tree, each by a node's product from that by its parent's (Borodin, Moenck 1974, "Fast modular transforms"). For pairwise
//! coprime m_i with the product M, S = Σ M/m_i has the remainders M/m_i modulo m_i; with c_i = r_i·(M/m_i)^(−1) modulo m_i the polynomial with the
//! remainders r_i is Σ c_i·M/m_i, which goes up the tree as S does (von zur Gathen, Gerhard 2013, "Modern computer algebra", §10.3).

use super::{Divisor, Poly};
use crate::{
    Error, Result,
    ring::{Convolve, Direct},
};
use std::{fmt, iter, sync::Arc};

/// Moduli, prepared for remainders by all of them and for the Chinese remainder theorem.
///
/// ```
/// use polymod::{Poly, Zn, poly::ModuliTree};
/// let f = Zn::new(97)?;
/// let moduli = ["x - 2", "x^2 + 1", "x"].map(|m| Poly::parse(&f, m)).into_iter().collect::<Result<Vec<_>, _>>()?;
/// let tree = ModuliTree::new(&moduli)?;
/// let a = Poly::parse(&f, "x^3 + 2*x^2 + 3*x + 4")?;
/// assert_eq!(tree.remainders(&a)?.iter().map(ToString::to_string).collect::<Vec<_>>(), ["26", "2*x + 2", "4"]);
/// assert_eq!(tree.reconstruct(&tree.remainders(&a)?)?, a);
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone)]
pub struct ModuliTree<R: Convolve> {
    /// The products of neighbours: the moduli themselves first, one product at the end.
    levels: Vec<Vec<Arc<Divisor<R>>>>,
}

impl<R: Convolve> fmt::Debug for ModuliTree<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let degrees: Vec<_> = self.levels[0].iter().map(|m| m.poly().len() - 1).collect();
        f.debug_struct("ModuliTree").field("degrees", &degrees).finish_non_exhaustive()
    }
}

impl<R: Convolve> ModuliTree<R> {
    /// The tree of these moduli, of which there is at least one.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, poly::ModuliTree};
    /// let f = Zn::new(97)?;
    /// assert!(ModuliTree::new(&[Poly::x(&f), Poly::zero(&f)]).is_err());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] without moduli; [`Error::DivisionByZero`] where one is 0; [`Error::NotInvertible`] where a leading coefficient is no unit;
    /// [`Error::RingsDiffer`]; [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn new(moduli: &[Poly<R>]) -> Result<Self> {
        if moduli.is_empty() {
            return Err(Error::Length { what: "moduli", expected: 1, got: 0 });
        }
        moduli[0].begins(|| (format!("{} moduli", moduli.len()), "tree"), &[])?;
        let prepared = |m: &Poly<R>| Divisor::new(m).map(Arc::new);
        let mut levels = vec![moduli.iter().map(prepared).collect::<Result<Vec<_>>>()?];
        while let Some(level) = levels.last().filter(|level| level.len() > 1) {
            let product = |pair: &[Arc<Divisor<R>>]| match pair {
                [a, b] => prepared(&a.poly().checked_mul(b.poly())?),
                _ => Ok(pair[0].clone()),
            };
            let next = level.chunks(2).map(product).collect::<Result<_>>()?;
            levels.push(next);
        }
        Ok(ModuliTree { levels })
    }

    /// The product of the moduli.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, poly::ModuliTree};
    /// let f = Zn::new(97)?;
    /// let x = Poly::x(&f);
    /// assert_eq!(ModuliTree::new(&[x.clone(), x.clone(), x])?.product().to_string(), "x^3");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn product(&self) -> &Poly<R> {
        self.levels[self.levels.len() - 1][0].poly()
    }

    /// The remainders by all moduli, in their order.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, poly::ModuliTree};
    /// let f = Zn::new(97)?;
    /// let tree = ModuliTree::new(&[Poly::x(&f), Poly::parse(&f, "x - 1")?])?;
    /// let values: Vec<_> = tree.remainders(&Poly::parse(&f, "x^9 + 4")?)?.iter().map(|r| r.coeff(0)).collect();
    /// assert_eq!(values, [4, 5]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::RingsDiffer`]; [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn remainders(&self, a: &Poly<R>) -> Result<Vec<Poly<R>>> {
        let mut above = vec![a.clone()];
        for level in self.levels.iter().rev() {
            let below = level.iter().enumerate().map(|(i, m)| m.rem(&above[i / 2]));
            above = below.collect::<Result<_>>()?;
        }
        Ok(above)
    }

    /// [`reconstruct`](Self::reconstruct) by these inverses modulo a polynomial, and these common divisors.
    pub(crate) fn reconstructed(
        &self,
        remainders: &[Poly<R>],
        inverse: impl Fn(&Poly<R>, &Poly<R>) -> Result<Poly<R>>,
        gcd: impl Fn(&Poly<R>, &Poly<R>) -> Result<Poly<R>>,
    ) -> Result<Poly<R>> {
        let moduli = &self.levels[0];
        if remainders.len() != moduli.len() {
            return Err(Error::Length { what: "remainders", expected: moduli.len(), got: remainders.len() });
        }
        self.combined(self.numerators(remainders, inverse, gcd)?)
    }

    /// The c_i of the polynomial with these remainders.
    fn numerators(
        &self,
        remainders: &[Poly<R>],
        inverse: impl Fn(&Poly<R>, &Poly<R>) -> Result<Poly<R>>,
        gcd: impl Fn(&Poly<R>, &Poly<R>) -> Result<Poly<R>>,
    ) -> Result<Vec<Poly<R>>> {
        let moduli = &self.levels[0];
        let one = Poly::one(moduli[0].poly().ring());
        let cofactors = self.remainders(&self.combined(vec![one; moduli.len()])?)?;
        let mut parts = Vec::with_capacity(moduli.len());
        for ((m, r), cofactor) in moduli.iter().zip(remainders).zip(&cofactors) {
            let inverse = inverse(cofactor, m.poly()).or_else(|e| self.not_coprime(&gcd).map_or(Err(e), Err))?;
            parts.push(m.rem(&inverse.checked_mul(&m.rem(r)?)?)?);
        }
        Ok(parts)
    }

    /// Σ c_i·M/m_i.
    fn combined(&self, mut sums: Vec<Poly<R>>) -> Result<Poly<R>> {
        for level in &self.levels[..self.levels.len() - 1] {
            let sum = |(sums, moduli): (&[Poly<R>], &[Arc<Divisor<R>>])| match (sums, moduli) {
                ([x, y], [m, n]) => x.checked_mul(n.poly())?.checked_add(&y.checked_mul(m.poly())?),
                _ => Ok(sums[0].clone()),
            };
            sums = iter::zip(sums.chunks(2), level.chunks(2)).map(sum).collect::<Result<_>>()?;
        }
        Ok(sums.swap_remove(0))
    }

    /// The error that names two moduli with a common divisor, if there are such.
    fn not_coprime(&self, gcd: &impl Fn(&Poly<R>, &Poly<R>) -> Result<Poly<R>>) -> Option<Error> {
        let moduli = &self.levels[0];
        let pairs = (0..moduli.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
        let common = |(i, j): (usize, usize)| {
            let g = gcd(moduli[i].poly(), moduli[j].poly()).ok().filter(|g| g.len() > 1)?;
            let got = format!("moduli {i} and {j}, counted from 0, with a common divisor of degree {}", g.len() - 1);
            Some(Error::Domain { operation: "the Chinese remainder theorem", expected: "pairwise coprime moduli", got })
        };
        pairs.into_iter().find_map(common)
    }
}

impl<R: Convolve + Direct> ModuliTree<R> {
    /// The c_i with a/M ≡ Σ c_i/m_i up to a polynomial, deg c_i < deg m_i, M the product of the moduli: numerators of partial fractions.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, poly::ModuliTree};
    /// let f = Zn::new(97)?;
    /// let tree = ModuliTree::new(&[Poly::x(&f), Poly::parse(&f, "x - 1")?])?;
    /// let numerators = tree.partial_fractions(&Poly::one(&f))?; // 1/(x·(x − 1)) = −1/x + 1/(x − 1)
    /// assert_eq!(numerators, [-Poly::one(&f), Poly::one(&f)]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`reconstruct`](Self::reconstruct); [`Error::RingsDiffer`].
    pub fn partial_fractions(&self, a: &Poly<R>) -> Result<Vec<Poly<R>>> {
        self.numerators(&self.remainders(a)?, Poly::<R>::inv_mod, Poly::<R>::gcd)
    }

    /// The polynomial of the lowest degree with these remainders, which need not be reduced.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, poly::ModuliTree};
    /// let f = Zn::new(97)?;
    /// let tree = ModuliTree::new(&[Poly::x(&f), Poly::parse(&f, "x - 1")?])?;
    /// let a = tree.reconstruct(&[Poly::from_i64(&f, &[3]), Poly::from_i64(&f, &[5])])?;
    /// assert_eq!(a.to_string(), "2*x + 3");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] for another number of remainders; [`Error::Domain`] with two moduli that are not coprime; [`Error::NotInvertible`] over
    /// Z/n where a leading coefficient is no unit; [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn reconstruct(&self, remainders: &[Poly<R>]) -> Result<Poly<R>> {
        self.reconstructed(remainders, Poly::<R>::inv_mod, Poly::<R>::gcd)
    }
}
