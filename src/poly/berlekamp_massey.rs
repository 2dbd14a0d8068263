//! The Berlekamp–Massey algorithm, term by term.
//!
//! Source: Massey 1969, "Shift-register synthesis and BCH decoding", IEEE Trans. Inf. Theory 15, algorithm 1, with the connection
//! polynomial in reverse, so that it is the minimal polynomial.

use super::Poly;
use crate::{
    Result,
    ring::{Block, Coeffs, Convolve, View},
};

/// The shortest linear recurrence of a sequence whose terms come one by one. [`Poly::minpoly`] finds that of many terms at once, in
/// fewer operations.
///
/// ```
/// use polymod::{Poly, Zn, poly::BerlekampMassey};
/// let f = Zn::new(97)?;
/// let mut recurrence = BerlekampMassey::new(&f);
/// for term in [0, 1, 1, 2, 3, 5] {
///     recurrence.push(&term)?;
/// }
/// assert_eq!(recurrence.minpoly(), Poly::from_i64(&f, &[-1, -1, 1]));
/// assert!(!recurrence.push(&8)?, "the recurrence predicts 8");
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct BerlekampMassey<R: Convolve> {
    ring: R,
    terms: Coeffs<R>,
    /// The minimal polynomial, monic, of the recurrence's order plus 1 coefficients.
    current: Coeffs<R>,
    /// The one before the order last grew, the number of terms since then, and the inverse of what it differed by.
    previous: Coeffs<R>,
    since: usize,
    inverse: R::Elem,
}

impl<R: Convolve> BerlekampMassey<R> {
    /// The recurrence of no terms, of order 0.
    ///
    /// ```
    /// # use polymod::{Zn, poly::BerlekampMassey};
    /// let recurrence = BerlekampMassey::new(&Zn::new(97)?);
    /// assert_eq!((recurrence.len(), recurrence.order()), (0, 0));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn new(ring: &R) -> Self {
        let one = ring.collect(&[ring.one()]);
        BerlekampMassey {
            ring: ring.clone(),
            terms: ring.zeros(0),
            current: one.clone(),
            previous: one,
            since: 1,
            inverse: ring.one(),
        }
    }

    /// Adds a term, and says whether it differs from what the recurrence of those before predicted. Over fields. Cost: two products of
    /// elements for each of the recurrence's coefficients, at most.
    ///
    /// ```
    /// # use polymod::{Zn, poly::BerlekampMassey};
    /// let mut recurrence = BerlekampMassey::new(&Zn::new(97)?);
    /// assert!(!recurrence.push(&0)?, "zeros satisfy the recurrence of order 0");
    /// assert!(recurrence.push(&5)?);
    /// assert_eq!(recurrence.order(), 2);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotInvertible`](crate::Error::NotInvertible) over Z/n, n composite, where a difference is no unit; the term is not added.
    pub fn push(&mut self, term: &R::Elem) -> Result<bool> {
        let (r, n, order) = (&self.ring, self.terms.len(), self.order());
        let known = r.dot(self.current.view().low(order), self.terms.view().from(n - order));
        let difference = r.add(term, &known);
        let changed = !r.is_zero(&difference);
        if changed {
            let grows = 2 * order <= n;
            let inverse = if grows { Some(r.inv(&difference)?) } else { None };
            let (old, len) = (self.previous.len(), if grows { n + 2 - order } else { order + 1 });
            let factor = r.collect(&[r.mul(&difference, &self.inverse)]);
            let mut next = r.zeros(len);
            r.copy_at(&mut next, len - order - 1, self.current.view());
            let at = len - old - self.since;
            r.sub_combination(&mut next, at, factor.view(), Block::new(self.previous.view(), 1, old, old));
            let before = std::mem::replace(&mut self.current, next);
            if let Some(inverse) = inverse {
                (self.previous, self.since, self.inverse) = (before, 0, inverse);
            }
        }
        self.since += 1;
        let r = &self.ring;
        r.resize(&mut self.terms, n + 1);
        r.set(&mut self.terms, n, term);
        Ok(changed)
    }

    /// The number of terms.
    ///
    /// ```
    /// # use polymod::{Zn, poly::BerlekampMassey};
    /// let mut recurrence = BerlekampMassey::new(&Zn::new(97)?);
    /// recurrence.push(&3)?;
    /// assert_eq!(recurrence.len(), 1);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Whether there are no terms.
    ///
    /// ```
    /// # use polymod::{Zn, poly::BerlekampMassey};
    /// assert!(BerlekampMassey::new(&Zn::new(97)?).is_empty());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// The terms so far.
    ///
    /// ```
    /// # use polymod::{Zn, poly::BerlekampMassey};
    /// let f = Zn::new(97)?;
    /// let mut recurrence = BerlekampMassey::new(&f);
    /// recurrence.push(&3)?;
    /// assert_eq!(f.words(recurrence.terms()), [3]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn terms(&self) -> View<'_, R> {
        self.terms.view()
    }

    /// The order of the shortest recurrence, the degree of its minimal polynomial.
    ///
    /// ```
    /// # use polymod::{Zn, poly::BerlekampMassey};
    /// let mut recurrence = BerlekampMassey::new(&Zn::new(97)?);
    /// for term in [1, 3, 9, 27] {
    ///     recurrence.push(&term)?;
    /// }
    /// assert_eq!(recurrence.order(), 1);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn order(&self) -> usize {
        self.current.len() - 1
    }

    /// The monic polynomial c of the least degree ℓ with Σ c_j·s_(i+j) = 0 for all i < len − ℓ; it is the only one if 2ℓ ≤ len.
    ///
    /// ```
    /// # use polymod::{Zn, poly::BerlekampMassey};
    /// let mut recurrence = BerlekampMassey::new(&Zn::new(97)?);
    /// for term in [1, 3, 9, 27] {
    ///     recurrence.push(&term)?;
    /// }
    /// assert_eq!(recurrence.minpoly().to_string(), "x + 94"); // powers of 3
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn minpoly(&self) -> Poly<R> {
        Poly::from_coeffs(&self.ring, self.ring.owned(self.current.view()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Error, F2, Zn, bits::testing::noise, ring::Ring};

    /// The rank of these rows, by elimination.
    fn rank(f: &Zn, mut rows: Vec<Vec<u64>>, columns: usize) -> usize {
        let mut rank = 0;
        for j in 0..columns {
            let Some(i) = (rank..rows.len()).find(|&i| rows[i][j] != 0) else { continue };
            rows.swap(rank, i);
            let pivot = rows[rank].clone();
            let inverse = f.inv(&pivot[j]).expect("a field");
            for row in &mut rows[rank + 1..] {
                let c = f.neg(&f.mul(&row[j], &inverse));
                row.iter_mut().zip(&pivot).for_each(|(x, y)| *x = f.add(x, &f.mul(&c, y)));
            }
            rank += 1;
        }
        rank
    }

    /// The least order of a recurrence of these terms, by solving for each order in turn.
    fn least_order(f: &Zn, terms: &[u64]) -> usize {
        let solvable = |order: &usize| {
            let rows: Vec<Vec<u64>> = terms.windows(order + 1).map(<[u64]>::to_vec).collect();
            rank(f, rows.clone(), *order) == rank(f, rows, order + 1)
        };
        (0..=terms.len()).find(solvable).expect("an order")
    }

    #[test]
    fn each_prefix_has_its_shortest_recurrence() {
        for p in [2, 3, 97, (1 << 62) - 57] {
            let f = Zn::new(p).expect("a prime");
            for seed in 0..6 {
                let mut recurrence = BerlekampMassey::new(&f);
                let mut terms: Vec<u64> = Vec::new();
                for i in 0..24 {
                    // zeros, noise, and from there on sums of the two before
                    let next = match i {
                        _ if i < seed => 0,
                        0..8 => noise(i + 100 * seed) % p,
                        _ => (terms[i as usize - 1] + terms[i as usize - 2]) % p,
                    };
                    let order = recurrence.order();
                    let from = terms.len() - order;
                    let c = recurrence.minpoly();
                    let sum = (0..order).fold(next, |s, j| f.add(&s, &f.mul(&c.coeff(j), &terms[from + j])));
                    assert_eq!(recurrence.push(&next), Ok(sum != 0), "{terms:?} and {next}");
                    terms.push(next);
                    let (order, c) = (recurrence.order(), recurrence.minpoly());
                    assert_eq!((order, c.leading()), (least_order(&f, &terms), Some(1)), "{terms:?}");
                    for i in 0..terms.len() - order {
                        let sum = (0..=order).fold(0, |s, j| f.add(&s, &f.mul(&c.coeff(j), &terms[i + j])));
                        assert_eq!(sum, 0, "{terms:?}: {c}");
                    }
                    if 2 * order <= terms.len() {
                        assert_eq!(Poly::minpoly(&f, f.collect(&terms).view()), Ok(c));
                    }
                }
                assert_eq!(f.words(recurrence.terms()), terms);
            }
        }
    }

    #[test]
    fn what_is_refused_changes_nothing() {
        let f = Zn::new(6).expect("a modulus");
        let mut recurrence = BerlekampMassey::new(&f);
        assert!(matches!(recurrence.push(&2), Err(Error::NotInvertible { .. })));
        assert!(recurrence.is_empty());
        assert_eq!(recurrence.push(&1), Ok(true));
        let f = F2::new();
        let mut recurrence = BerlekampMassey::new(&f);
        let terms = [false, false, true, false, true, true, true, false, false, true];
        for term in &terms {
            recurrence.push(term).expect("a field");
        }
        assert_eq!(recurrence.minpoly().to_string(), "x^3 + x + 1");
    }
}
