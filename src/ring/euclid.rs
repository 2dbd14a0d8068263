//! Euclid's algorithm on short vectors: its results, and the default definition on single elements.

use super::{Coeffs, Ring, View};
use crate::{
    Result,
    kernels::euclid::{Extent, Pair},
};

/// Stopping condition and wanted results of a run of Euclid's algorithm.
///
/// ```
/// # use polymod::{Zn, ring::{Wanted, traits::*}};
/// let f = Zn::new(97)?;
/// let (a, b) = (f.collect(&[96, 0, 1]), f.collect(&[1, 1])); // x² − 1 and x + 1
/// let end = f.euclid([a.view(), b.view()], Wanted { stop: 0, remainders: true, matrix: false }, None)?;
/// assert_eq!((f.words(end.pair[0].view()), end.pair[1].len()), (&[1, 1][..], 0));
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The run ends when b has at most this many coefficients.
    pub stop: usize,
    /// Whether the remainders at the end are wanted. Otherwise the lower coefficients of the operands are read only as
    /// far as the quotients depend on them.
    pub remainders: bool,
    /// Whether the matrix is wanted that takes the operands to the remainders at the end.
    pub matrix: bool,
}

/// One division of a remainder sequence: A by B gave R = scale·(A mod B).
///
/// ```
/// # use polymod::{Zn, ring::{Wanted, traits::*}};
/// let f = Zn::new(97)?;
/// let (a, b, mut log) = (f.collect(&[1, 0, 0, 1]), f.collect(&[1, 2]), Vec::new()); // x³ + 1 and 2x + 1
/// f.euclid([a.view(), b.view()], Wanted { stop: 1, remainders: true, matrix: false }, Some(&mut log))?;
/// assert_eq!((log.len(), log[0].gap, log[0].lead), (1, 2, 2));
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Division<E> {
    /// The degree deg A − deg B of the quotient.
    pub gap: usize,
    /// The leading coefficient of B.
    pub lead: E,
    /// The scale of the remainder, a unit.
    pub scale: E,
}

/// A 2×2 matrix of polynomials without leading zeros, whose determinant is a unit. Row 0 gives the longer of two
/// consecutive remainders, row 1 the shorter; an entry's length is at most 1 plus the number of degrees by which the
/// longer operand was shortened.
///
/// ```
/// # use polymod::{Zn, ring::{Wanted, traits::*}};
/// let f = Zn::new(97)?;
/// let (a, b) = (f.collect(&[1, 0, 1]), f.collect(&[0, 1])); // x² + 1 and x
/// let end = f.euclid([a.view(), b.view()], Wanted { stop: 1, remainders: false, matrix: true }, None)?;
/// let [s, t] = &end.matrix.0[1]; // a multiple of 1 = (x² + 1) − x·x
/// assert_eq!((s.len(), f.get(t.view(), 1)), (1, f.neg(&f.get(s.view(), 0))));
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Debug)]
pub struct Transition<R>(pub [[Coeffs<R>; 2]; 2]);

impl<R: Ring> Transition<R> {
    /// The identity matrix.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, ring::Transition};
    /// let f = Zn::new(97)?;
    /// let identity = Transition::identity(&f);
    /// assert_eq!((f.words(identity.0[0][0].view()), identity.0[0][1].len()), (&[1][..], 0));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn identity(r: &R) -> Self {
        let one = || r.collect(&[r.one()]);
        Transition([[one(), r.zeros(0)], [r.zeros(0), one()]])
    }

    /// Number of degrees by which it shortens: the degree of row 1.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{Wanted, traits::*}};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (f.collect(&[1, 0, 1]), f.collect(&[0, 1]));
    /// let end = f.euclid([a.view(), b.view()], Wanted { stop: 1, remainders: false, matrix: true }, None)?;
    /// assert_eq!(end.matrix.degree(), 1); // from degree 2 to 1
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn degree(&self) -> usize {
        self.0[1].iter().map(Coeffs::len).max().unwrap_or(0).saturating_sub(1)
    }

    /// Whether it is the identity matrix.
    ///
    /// ```
    /// # use polymod::{Zn, ring::Transition};
    /// assert!(Transition::identity(&Zn::new(97)?).is_identity());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn is_identity(&self) -> bool {
        self.0[1][0].is_empty()
    }
}

/// State at the end of a run of Euclid's algorithm.
///
/// ```
/// # use polymod::{Zn, ring::{Wanted, traits::*}};
/// let f = Zn::new(97)?;
/// let (a, b) = (f.collect(&[1, 0, 1]), f.collect(&[0, 1])); // x² + 1 and x
/// let end = f.euclid([a.view(), b.view()], Wanted { stop: 1, remainders: true, matrix: false }, None)?;
/// assert_eq!(end.pair.map(|v| v.len()), [2, 1]); // x and a multiple of 1
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Debug)]
pub struct Remainders<R> {
    /// The remainders a, b, len a > stop ≥ len b, without leading zeros, each up to a unit, the product of the
    /// [scales](Division::scale); empty if not wanted.
    pub pair: [Coeffs<R>; 2],
    /// The matrix; the identity if not wanted.
    pub matrix: Transition<R>,
}

impl Wanted {
    /// The size of a kernel's pair for such a run.
    ///
    /// ```
    /// use polymod::ring::Wanted;
    /// let extent = Wanted { stop: 3, remainders: false, matrix: true }.extent();
    /// assert!(extent.stop == 3 && extent.matrix && extent.only);
    /// ```
    #[must_use]
    pub fn extent(&self) -> Extent {
        Extent { stop: self.stop, matrix: self.matrix, only: !self.remainders }
    }

    /// The result of a kernel's run on a pair; `vector(row, len)` makes a vector of coefficients of one of its rows.
    pub(crate) fn taken<R: Ring>(
        &self,
        r: &R,
        pair: &Pair,
        vector: impl Fn(&[u64], usize) -> Coeffs<R>,
    ) -> Remainders<R> {
        let lens = pair.lens();
        let kept = if self.remainders { lens } else { [0, 0] };
        let entry = |row: usize, column: usize| {
            let mut v = vector(pair.cofactor(row, column), pair.reduced() + 1);
            r.trim(&mut v);
            v
        };
        Remainders {
            pair: [0, 1].map(|i| vector(pair.remainder(i), kept[i])),
            matrix: if self.matrix {
                Transition([0, 1].map(|row| [0, 1].map(|column| entry(row, column))))
            } else {
                Transition::identity(r)
            },
        }
    }
}

/// Euclid's algorithm by the definition: divides a and b, len a > len b, until len b ≤ stop, and appends each division
/// to `log`. Cost: a pass over a and both rows of the matrix for each coefficient of a quotient, and an inversion a
/// division.
///
/// # Errors
/// [`Error::NotInvertible`](crate::Error::NotInvertible) where a leading coefficient is no unit.
pub fn classical<R: Ring>(
    r: &R,
    [a, b]: [View<'_, R>; 2],
    wanted: Wanted,
    mut log: Option<&mut Vec<Division<R::Elem>>>,
) -> Result<Remainders<R>> {
    let (mut a, mut b, mut matrix) = (r.owned(a), r.owned(b), Transition::identity(r));
    while b.len() > wanted.stop {
        let (gap, lead) = (a.len() - b.len(), r.get(b.view(), b.len() - 1));
        let inverse = r.inv(&lead)?;
        while a.len() >= b.len() {
            let (shift, top) = (a.len() - b.len(), r.get(a.view(), a.len() - 1));
            let c = r.neg(&r.mul(&top, &inverse));
            r.resize(&mut a, b.len() - 1 + shift);
            add_multiple(r, &mut a, &c, shift, b.slice(0..b.len() - 1));
            r.trim(&mut a);
            if wanted.matrix {
                let [above, below] = &mut matrix.0;
                for (x, y) in above.iter_mut().zip(below) {
                    if x.len() < y.len() + shift {
                        r.resize(x, y.len() + shift);
                    }
                    add_multiple(r, x, &c, shift, y.view());
                    r.trim(x);
                }
            }
        }
        // numerators and denominators of remainders that are not monic would be quadratic in the number of divisions
        let fractions = r.denominator(a.view()).is_some() && !a.is_empty();
        let scale = if fractions { r.inv(&r.get(a.view(), a.len() - 1))? } else { r.one() };
        if fractions {
            r.scale(&mut a, &scale);
            matrix.0[0].iter_mut().for_each(|x| r.scale(x, &scale));
        }
        std::mem::swap(&mut a, &mut b);
        matrix.0.swap(0, 1);
        if let Some(log) = log.as_deref_mut() {
            log.push(Division { gap, lead, scale });
        }
    }
    let pair = if wanted.remainders { [a, b] } else { [r.zeros(0), r.zeros(0)] };
    Ok(Remainders { pair, matrix })
}

/// x += c·X^shift·y; x is long enough.
fn add_multiple<R: Ring>(r: &R, x: &mut Coeffs<R>, c: &R::Elem, shift: usize, y: View<'_, R>) {
    let mut scaled = r.owned(y);
    r.scale(&mut scaled, c);
    r.add_at(x, shift, scaled.view());
}

/// x += (q0 + q1·X)·y by scaling; x has room for every nonzero coefficient.
pub fn add_linear<R: Ring>(r: &R, x: &mut Coeffs<R>, q: &[R::Elem; 2], y: View<'_, R>) {
    for (shift, c) in q.iter().enumerate() {
        if !r.is_zero(c) {
            add_multiple(r, x, c, shift, y.low(x.len() - shift));
        }
    }
}
