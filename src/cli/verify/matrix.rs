//! Checks of matrices: products by random vectors (Freivalds 1977, "Probabilistic machines can use less running time"), what
//! elimination gives by an elimination of single entries, written for this purpose.
//!
//! If A·B is not C, then A·(B·x) = C·x for at most one of p vectors x, p the least prime that divides the modulus: 2 where that is
//! not known.

use super::{Checker, Proof, SECURITY, points_needed, wrong};
use crate::{
    Error,
    cli::Failure,
    matrix::Dense,
    poly::Poly,
    ring::{Coeffs, Convolve, Ring},
};
use rug::Integer;

/// Entries of random vectors over Z are below 2^this.
const VECTOR_BITS: u32 = 31;

impl<R: Convolve> Checker<'_, R> {
    /// a·b = c.
    ///
    /// # Errors
    /// [`Failure::Internal`] where it is not.
    pub fn matrix_product(&mut self, a: &Dense<R>, b: &Dense<R>, c: &Dense<R>) -> Result<Proof, Failure> {
        if a.cols() != b.rows() || c.shape() != (a.rows(), b.cols()) {
            return Err(wrong("the shape of the result"));
        }
        self.by_vectors(b.cols(), |ring, x| times(ring, a, &times(ring, b, x)) == times(ring, c, x))
    }

    /// `equal` for as many random vectors as it takes.
    fn by_vectors(&mut self, len: usize, equal: impl Fn(&R, &[R::Elem]) -> bool) -> Result<Proof, Failure> {
        let (vectors, log2_error) = match self.modulus {
            None => (2, -2.0 * f64::from(VECTOR_BITS)),
            Some(n) => points_needed(n, self.is_extension(), 1.0).unwrap_or((SECURITY as u32 + 1, -SECURITY - 1.0)),
        };
        for _ in 0..vectors {
            let x = (0..len).map(|_| self.random_entry()).collect::<Result<Vec<_>, _>>()?;
            if !equal(self.ring, &x) {
                return Err(wrong("the result"));
            }
        }
        Ok(if len == 0 { Proof::Exact } else { Proof::Vectors { vectors, log2_error } })
    }

    fn random_entry(&mut self) -> Result<R::Elem, Failure> {
        match self.modulus {
            None => Ok(self.ring.elem((self.random.word() >> (64 - VECTOR_BITS)) as i64)),
            Some(_) => self.random_element(),
        }
    }

    /// c = a^e, its products made and checked again, from the lowest bit on; for a negative e c·a^−e = 1.
    ///
    /// # Errors
    /// [`Failure::Internal`] where it is not.
    pub fn matrix_power(&mut self, a: &Dense<R>, e: &Integer, c: &Dense<R>) -> Result<Proof, Failure> {
        let (mut square, mut power) = (a.clone(), Dense::identity(self.ring, a.rows()));
        let mut proof = Proof::Exact;
        let (bits, magnitude) = (e.significant_bits(), e.clone().abs());
        for bit in 0..bits {
            if magnitude.get_bit(bit) {
                let next = power.checked_mul(&square)?;
                proof = proof.and(self.matrix_product(&power, &square, &next)?);
                power = next;
            }
            if bit + 1 < bits {
                let next = square.checked_mul(&square)?;
                proof = proof.and(self.matrix_product(&square, &square, &next)?);
                square = next;
            }
        }
        if *e < 0 {
            return Ok(proof.and(self.matrix_product(&power, c, &Dense::identity(self.ring, a.rows()))?));
        }
        if power == *c { Ok(proof) } else { Err(wrong("the power")) }
    }

    /// b is the transpose of a.
    ///
    /// # Errors
    /// [`Failure::Internal`] where it is not.
    pub fn transpose(&self, a: &Dense<R>, b: &Dense<R>) -> Result<Proof, Failure> {
        let right = a.shape() == (b.cols(), b.rows())
            && (0..a.rows()).all(|i| (0..a.cols()).all(|j| a.get(i, j) == b.get(j, i)));
        if right { Ok(Proof::Exact) } else { Err(wrong("an entry of the transpose")) }
    }

    /// x is the determinant of a.
    ///
    /// # Errors
    /// [`Failure::Internal`] where it is not.
    pub fn determinant(&self, a: &Dense<R>, x: &R::Elem) -> Result<Proof, Failure> {
        let det = determinant_of(self.ring, a)?;
        if det == *x { Ok(Proof::Exact) } else { Err(wrong("the determinant")) }
    }

    /// `rank` is the rank of a.
    ///
    /// # Errors
    /// [`Failure::Internal`] where it is not; [`Failure::Library`] where another order of pivots meets one that is no unit.
    pub fn rank(&self, a: &Dense<R>, rank: usize) -> Result<Proof, Failure> {
        if self.rank_by_elimination(a)? == rank { Ok(Proof::Exact) } else { Err(wrong("the rank")) }
    }

    /// The rank, by elimination.
    ///
    /// # Errors
    /// [`Failure::Library`] where all that is left of a column is no unit.
    pub fn rank_by_elimination(&self, a: &Dense<R>) -> Result<usize, Failure> {
        Ok(eliminated(self.ring, a)?.0)
    }

    /// The rows of `basis` are in reduced echelon form, as many as the kernel of a of this rank has dimensions, and in it; `leads` says whether a row
    /// may begin with an element.
    ///
    /// # Errors
    /// [`Failure::Internal`] where they are not.
    pub fn kernel(
        &mut self,
        a: &Dense<R>,
        basis: &Dense<R>,
        rank: usize,
        leads: impl Fn(usize, &R::Elem) -> bool,
    ) -> Result<Proof, Failure> {
        let r = self.ring;
        if basis.cols() != a.cols() || basis.rows() + rank != a.cols() {
            return Err(wrong("the dimension of the kernel"));
        }
        let leading = |i: usize| (0..a.cols()).find(|&j| !r.is_zero(&basis.get(i, j)));
        let mut last = None;
        for i in 0..basis.rows() {
            let Some(j) = leading(i) else { return Err(wrong("a row of the kernel")) };
            let alone = (0..basis.rows()).all(|k| (k == i) != r.is_zero(&basis.get(k, j)));
            if !alone || !leads(i, &basis.get(i, j)) || last.is_some_and(|last| j <= last) {
                return Err(wrong("the echelon form of the kernel"));
            }
            last = Some(j);
        }
        let (x, zero) = (basis.transposed(), Dense::zeros(r, a.rows(), basis.rows())?);
        self.matrix_product(a, &x, &zero)
    }

    /// p = det(x·I − a), by division-free evaluation of the transpose.
    ///
    /// # Errors
    /// [`Failure::Internal`] where it is not.
    pub fn characteristic(&self, a: &Dense<R>, p: &Poly<R>) -> Result<Proof, Failure> {
        if a.transposed().charpoly_berkowitz()? == *p {
            Ok(Proof::Exact)
        } else {
            Err(wrong("the characteristic polynomial"))
        }
    }

    /// m(a) = 0, and none of lower degree: the relations of sequences u·a^i·v divide it, and make up all of it.
    ///
    /// # Errors
    /// [`Failure::Internal`] where it is not.
    pub fn minimal(&mut self, a: &Dense<R>, m: &Poly<R>) -> Result<Proof, Failure> {
        const MOST: usize = 200;
        let (r, n) = (self.ring, a.rows());
        if m.leading() != Some(r.one()) {
            return Err(wrong("the leading coefficient of the minimal polynomial"));
        }
        let proof = self.by_vectors(n, |ring, x| {
            let mut sum = vec![ring.elem(0); n];
            for c in m.iter().rev() {
                sum = times(ring, a, &sum).iter().zip(x).map(|(s, x)| ring.add(s, &ring.mul(&c, x))).collect();
            }
            sum.iter().all(|s| ring.is_zero(s))
        })?;
        let mut found = Poly::one(r);
        for _ in 0..MOST {
            if found == *m {
                return Ok(proof);
            }
            let u = (0..n).map(|_| self.random_entry()).collect::<Result<Vec<_>, _>>()?;
            let mut v = (0..n).map(|_| self.random_entry()).collect::<Result<Vec<_>, _>>()?;
            let mut sequence = Vec::with_capacity(2 * m.len());
            for _ in 0..2 * m.len() {
                sequence.push(u.iter().zip(&v).fold(r.elem(0), |s, (x, y)| r.add(&s, &r.mul(x, y))));
                v = times(r, a, &v);
            }
            let part = Poly::minpoly(r, r.collect(&sequence).view())?;
            found = found.checked_mul(&part.quo(&found.gcd(&part)?)?)?;
        }
        Err(wrong("the degree of the minimal polynomial"))
    }
}

/// a·x, entry by entry.
fn times<R: Ring>(r: &R, a: &Dense<R>, x: &[R::Elem]) -> Vec<R::Elem> {
    let entry = |i: usize| {
        let row = a.row(i);
        x.iter().enumerate().fold(r.elem(0), |s, (j, x)| r.add(&s, &r.mul(&r.get(row, j), x)))
    };
    (0..a.rows()).map(entry).collect()
}

/// The determinant by that, or without divisions where a pivot is no unit.
pub(super) fn determinant_of<R: Ring>(r: &R, a: &Dense<R>) -> crate::Result<R::Elem> {
    match eliminated(r, a) {
        Err(Error::NotInvertible { .. }) => Ok(without_divisions(r, a)),
        found => Ok(found?.1),
    }
}

/// Rank and determinant (0 unless square) by elimination, the last unit of a column as the pivot.
pub(super) fn eliminated<R: Ring>(r: &R, a: &Dense<R>) -> crate::Result<(usize, R::Elem)> {
    let mut rows: Vec<Coeffs<R>> = (0..a.rows()).map(|i| r.owned(a.row(i))).collect();
    let (mut det, mut rank) = (r.one(), 0);
    for column in 0..a.cols() {
        let entry = |row: &Coeffs<R>| r.get(row.view(), column);
        let nonzero: Vec<usize> = (0..rows.len()).filter(|&i| !r.is_zero(&entry(&rows[i]))).collect();
        let Some(&last) = nonzero.last() else { continue };
        let unit = nonzero.iter().rev().find_map(|&i| r.inv(&entry(&rows[i])).ok().map(|inverse| (i, inverse)));
        let Some((i, inverse)) = unit else {
            return Err(r.inv(&entry(&rows[last])).err().unwrap_or(Error::DivisionByZero));
        };
        let pivot = rows.remove(i);
        let factor = entry(&pivot);
        // row i comes to the top of those that are left
        det = r.mul(&det, &if i % 2 == 1 { r.neg(&factor) } else { factor });
        for row in &mut rows {
            let factor = r.mul(&inverse, &entry(row));
            if !r.is_zero(&factor) {
                let mut multiple = r.owned(pivot.view());
                r.scale(&mut multiple, &factor);
                r.sub_at(row, 0, multiple.view());
            }
        }
        rank += 1;
    }
    let full = a.rows() == a.cols() && rank == a.rows();
    Ok((rank, if full { det } else { r.elem(0) }))
}

/// The determinant by n − 1 products of matrices (Bird 2011, "A simple division-free algorithm for computing determinants").
fn without_divisions<R: Ring>(r: &R, a: &Dense<R>) -> R::Elem {
    let n = a.rows();
    if n == 0 {
        return r.one();
    }
    let mut f: Vec<Vec<R::Elem>> = (0..n).map(|i| (0..n).map(|j| a.get(i, j)).collect()).collect();
    for _ in 1..n {
        // above the diagonal as it is; on it, minus the sum of the entries further down
        let mut sum = r.elem(0);
        for i in (0..n).rev() {
            let here = f[i][i].clone();
            f[i][i] = r.neg(&sum);
            sum = r.add(&sum, &here);
            f[i][..i].fill(r.elem(0));
        }
        let entry = |i: usize, j: usize| (i..n).fold(r.elem(0), |s, k| r.add(&s, &r.mul(&f[i][k], &a.get(k, j))));
        f = (0..n).map(|i| (0..n).map(|j| entry(i, j)).collect()).collect();
    }
    if n.is_multiple_of(2) { r.neg(&f[0][0]) } else { f[0][0].clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cli::random::Random,
        ring::{F2, Integers, Zn},
    };

    fn with_changes<R: Convolve>(right: &Dense<R>, mut check: impl FnMut(&Dense<R>) -> bool) {
        assert!(check(right));
        for i in 0..right.rows() {
            for j in 0..right.cols() {
                let mut changed = right.clone();
                changed.set(i, j, &right.ring().add(&right.get(i, j), &right.ring().one()));
                assert!(!check(&changed), "entry {i}, {j} changed over {}", right.ring().name());
            }
        }
    }

    fn products_over<R: Convolve>(r: &R, modulus: Option<&Integer>) {
        let a = Dense::from_i64(r, &[&[1, 2, -3], &[4, 0, 5]]).unwrap();
        let b = Dense::from_i64(r, &[&[7, 1], &[1, 1], &[-2, 9]]).unwrap();
        let checker = || Checker { ring: r, modulus, random: Random::new(3) };
        let c = a.checked_mul(&b).unwrap();
        with_changes(&c, |c| checker().matrix_product(&a, &b, c).is_ok());
        assert!(checker().matrix_product(&b, &a, &c).is_err());
        with_changes(&c.pow(5).unwrap(), |p| checker().matrix_power(&c, &Integer::from(5), p).is_ok());
        with_changes(&a.transposed(), |t| checker().transpose(&a, t).is_ok());
    }

    #[test]
    fn right_from_wrong() {
        products_over(&Integers::new(), None);
        products_over(&F2::new(), Some(&Integer::from(2)));
        for n in [3, 6, 97, (1 << 61) - 1] {
            let (f, modulus) = (Zn::new(n).unwrap(), Integer::from(n));
            products_over(&f, Some(&modulus));
            let checker = || Checker { ring: &f, modulus: Some(&modulus), random: Random::new(3) };
            let a = Dense::from_i64(&f, &[&[1, 2, 3], &[0, 5, 1], &[1, 7, 2]]).unwrap();
            let det = a.det().unwrap();
            // 5·2 − 7 + 2 − 15
            assert_eq!(det, f.elem(-10));
            assert!(checker().determinant(&a, &det).is_ok());
            assert!(checker().determinant(&a, &f.add(&det, &1)).is_err());
            assert_eq!(without_divisions(&f, &a), det);
            let p = a.charpoly().unwrap();
            assert!(checker().characteristic(&a, &p).is_ok());
            assert!(checker().characteristic(&a, &(&p + &Poly::one(&f))).is_err());
        }
        let (f, modulus) = (Zn::new(97).unwrap(), Integer::from(97));
        let mut checker = Checker { ring: &f, modulus: Some(&modulus), random: Random::new(3) };
        let a = Dense::from_i64(&f, &[&[1, 2, 3, 0], &[2, 4, 6, 1]]).unwrap();
        assert!(checker.rank(&a, 2).is_ok() && checker.rank(&a, 1).is_err());
        let basis = a.nullspace().unwrap();
        assert!(checker.kernel(&a, &basis, 2, |_, lead| *lead == 1).is_ok());
        assert!(checker.kernel(&a, &basis.scale(&2), 2, |_, lead| *lead == 1).is_err());
        let twice = Dense::from_i64(&f, &[&[2, 0, 0], &[0, 2, 0], &[0, 0, 3]]).unwrap();
        let m = Poly::from_i64(&f, &[6, -5, 1]);
        assert!(checker.minimal(&twice, &m).is_ok());
        assert!(checker.minimal(&twice, &(&m * &Poly::from_i64(&f, &[-2, 1]))).is_err());
        assert!(checker.minimal(&twice, &Poly::from_i64(&f, &[-2, 1])).is_err());
    }
}
