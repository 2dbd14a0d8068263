//! Checks of matrices of polynomials: products at random points, determinants there or of the transpose; bases and
//! normal forms by their definition, and by another normal form or by the module that their rows span.

use super::{
    Checker, Proof, mapped,
    matrix::{determinant_of, eliminated},
    place::Claim,
    points_needed, wrong,
};
use crate::Failure;
use polymod::{
    Error,
    arith::factor_u64,
    matrix::{Dense, PolyMat, poly::Shift},
    poly::Poly,
    ring::{Convolve, Ring, Zn, classical::mul_window},
};
use rug::Integer;

impl<R: Convolve> Checker<'_, R> {
    /// Checks that a·b = c.
    ///
    /// # Errors
    /// [`Failure::Internal`] if the check fails.
    pub fn poly_matrix_product(&mut self, a: &PolyMat<R>, b: &PolyMat<R>, c: &PolyMat<R>) -> Result<Proof, Failure> {
        if a.cols() != b.rows() || c.shape() != (a.rows(), b.cols()) {
            return Err(wrong("the shape of the result"));
        }
        let degree = [a, b].map(|m| m.degree().unwrap_or(0)).iter().sum::<usize>();
        if c.degree().is_some_and(|d| d > degree) {
            return Err(wrong("the degree of the result"));
        }
        self.claims(&[Claim::Matrices([a, b, c])], "the product of matrices")
    }

    /// Checks that c = a^e, its products computed and checked again, from the lowest bit on; for a negative e that
    /// c·a^−e = 1.
    ///
    /// # Errors
    /// [`Failure::Internal`] if the check fails.
    pub fn poly_matrix_power(&mut self, a: &PolyMat<R>, e: &Integer, c: &PolyMat<R>) -> Result<Proof, Failure> {
        let (mut square, mut power) = (a.clone(), PolyMat::identity(self.ring, a.rows()));
        let mut proof = Proof::Exact;
        let (bits, magnitude) = (e.significant_bits(), e.clone().abs());
        for bit in 0..bits {
            if magnitude.get_bit(bit) {
                let next = power.checked_mul(&square)?;
                proof = proof.and(self.poly_matrix_product(&power, &square, &next)?);
                power = next;
            }
            if bit + 1 < bits {
                let next = square.checked_mul(&square)?;
                proof = proof.and(self.poly_matrix_product(&square, &square, &next)?);
                square = next;
            }
        }
        if *e < 0 {
            return Ok(proof.and(self.poly_matrix_product(&power, c, &PolyMat::identity(self.ring, a.rows()))?));
        }
        if power == *c { Ok(proof) } else { Err(wrong("the power")) }
    }

    /// Checks that b is the transpose of a.
    ///
    /// # Errors
    /// [`Failure::Internal`] if the check fails.
    pub fn poly_transpose(&self, a: &PolyMat<R>, b: &PolyMat<R>) -> Result<Proof, Failure> {
        let right =
            a.shape() == (b.cols(), b.rows()) && (0..a.rows()).all(|i| (0..a.cols()).all(|j| a.at(i, j) == b.at(j, i)));
        if right { Ok(Proof::Exact) } else { Err(wrong("an entry of the transpose")) }
    }

    /// Checks that d is the determinant of a.
    ///
    /// # Errors
    /// [`Failure::Internal`] if the check fails.
    pub fn poly_determinant(&mut self, a: &PolyMat<R>, d: &Poly<R>) -> Result<Proof, Failure> {
        let (r, n) = (self.ring, a.rows());
        let degrees = (0..n).filter_map(|i| a.row(i).iter().filter_map(Poly::degree).max());
        let degree = degrees.sum::<usize>();
        if d.degree().is_some_and(|d| d > degree) {
            return Err(wrong("the degree of the determinant"));
        }
        let needed = self.modulus.and_then(|n| points_needed(n, self.is_extension(), degree as f64));
        let Some((points, log2_error)) = needed.filter(|(points, _)| *points <= 2) else {
            return match a.transposed().det()? == *d {
                true => Ok(Proof::Exact),
                false => Err(wrong("the determinant")),
            };
        };
        for _ in 0..points {
            let t = self.random_element()?;
            let values = Dense::new(r, n, n, r.collect(&a.eval(&t)))?;
            if determinant_of(r, &values)? != d.eval(&t) {
                return Err(wrong("the determinant"));
            }
        }
        Ok(Proof::Points { points, log2_error })
    }

    /// Checks that `rank` is the rank of a, by its columns.
    ///
    /// # Errors
    /// [`Failure::Internal`] if the check fails.
    pub fn poly_rank(&self, a: &PolyMat<R>, rank: usize) -> Result<Proof, Failure> {
        let columns = a.transposed();
        let found = match columns.weak_popov(&vec![0; a.rows()]) {
            Err(Error::NotInvertible { .. }) => self.rank_at_points(a, rank)?,
            found => found?.rows(),
        };
        if found == rank { Ok(Proof::Exact) } else { Err(wrong("the rank")) }
    }

    /// The rank if not all leading coefficients are units: if values have full rank, so has a; other ranks are those of
    /// the rows.
    fn rank_at_points(&self, a: &PolyMat<R>, rank: usize) -> Result<usize, Failure> {
        const POINTS: i64 = 32;
        let r = self.ring;
        let full = |t: &i64| {
            let values = Dense::new(r, a.rows(), a.cols(), r.collect(&a.eval(&r.elem(*t))))?;
            Ok::<_, Failure>(matches!(eliminated(r, &values), Ok((found, _)) if found == rank))
        };
        for t in (0..POINTS).take_while(|_| rank == a.rows().min(a.cols())) {
            if full(&t)? {
                return Ok(rank);
            }
        }
        Ok(a.weak_popov(&vec![0; a.cols()])?.rows())
    }

    /// Checks that the rows of `basis` are a minimal basis of the vectors that a takes to zero modulo x^order.
    ///
    /// # Errors
    /// [`Failure::Internal`] if the check fails.
    pub fn approximants(
        &self,
        a: &PolyMat<R>,
        order: usize,
        shift: &Shift,
        basis: &PolyMat<R>,
    ) -> Result<Proof, Failure> {
        let diagonal = (0..a.rows()).map(Some).collect::<Vec<_>>();
        if pivots(basis, shift) != diagonal || !a.is_approximant_basis(basis, order, shift)? {
            return Err(wrong("the basis"));
        }
        Ok(Proof::Exact)
    }

    /// Checks that the rows of `basis` are a minimal basis of the kernel of a: that of an approximation of the highest
    /// order, in another form.
    ///
    /// # Errors
    /// [`Failure::Internal`] if the check fails.
    pub fn poly_kernel(&mut self, a: &PolyMat<R>, shift: &Shift, basis: &PolyMat<R>) -> Result<Proof, Failure> {
        let proof = self.poly_matrix_product(basis, a, &PolyMat::zero(self.ring, basis.rows(), a.cols()))?;
        let spread = shift.iter().max().unwrap_or(&0) - shift.iter().min().unwrap_or(&0);
        let degree = a.degree().unwrap_or(0);
        let order = (a.rows().min(a.cols()) + 1) * degree + 1 + spread as usize;
        let all = a.approximant_basis(order, shift)?;
        let product = by_definition(&all, a)?;
        let zero = |i: &usize| product.row(*i).iter().all(Poly::is_empty);
        let kernel = all.select_rows(&(0..all.rows()).filter(zero).collect::<Vec<_>>());
        if !is_increasing(&pivots(basis, shift)) || basis.popov(shift)? != kernel.popov(shift)? {
            return Err(wrong("the basis of the kernel"));
        }
        Ok(proof)
    }

    /// Checks that p is the Popov form of a: it has the shape, and the rows of both span the same module.
    ///
    /// # Errors
    /// [`Failure::Internal`] if the check fails.
    pub fn popov(&self, a: &PolyMat<R>, shift: &Shift, p: &PolyMat<R>) -> Result<Proof, Failure> {
        let places = pivots(p, shift);
        if is_increasing(&places) && is_normal(p, &places, |_, _| true) && self.spans(a, shift, p, &places)? {
            return Ok(Proof::Exact);
        }
        Err(wrong("the Popov form"))
    }

    /// Checks that h is the Hermite form of a: it has the shape, and the same Popov form.
    ///
    /// # Errors
    /// [`Failure::Internal`] if the check fails.
    pub fn hermite(&self, a: &PolyMat<R>, h: &PolyMat<R>) -> Result<Proof, Failure> {
        let places: Vec<_> = (0..h.rows()).map(|i| (0..h.cols()).find(|&j| !h.at(i, j).is_empty())).collect();
        if !is_increasing(&places) || !is_normal(h, &places, |k, i| k < i) {
            return Err(wrong("the Hermite form"));
        }
        let zeros = vec![0; a.cols()];
        let same = match h.popov(&zeros).and_then(|p| Ok(p == a.popov(&zeros)?)) {
            Err(Error::NotInvertible { .. }) => {
                // the Popov form for a shift that falls by more than any degree from column to column
                let degree = [a, h].iter().filter_map(|m| m.degree()).max().unwrap_or(0) as i64;
                let steep = (degree + 1) * (a.rows() as i64 + 1);
                let shift: Vec<i64> = (0..a.cols() as i64).rev().map(|k| k * steep).collect();
                self.spans(a, &shift, h, &places)?
            }
            same => same?,
        };
        if same { Ok(Proof::Exact) } else { Err(wrong("the Hermite form")) }
    }

    /// Whether the rows of a are Q·p, and those of Q span everything: for one prime at a time if N fits in a word,
    /// because rows that span everything modulo each prime factor of N do so modulo N (Nakayama's lemma).
    fn spans(&self, a: &PolyMat<R>, shift: &Shift, p: &PolyMat<R>, places: &[Option<usize>]) -> Result<bool, Failure> {
        let Some(q) = quotient(a, shift, p, places)? else { return Ok(false) };
        let everything = |q: &PolyMat<Zn>| -> polymod::Result<bool> {
            Ok(q.popov(&vec![0; q.cols()])? == PolyMat::identity(q.ring(), q.cols()))
        };
        let word = self.modulus.and_then(Integer::to_u64).filter(|_| self.ring.packed_bits() == 0);
        for (prime, _) in word.map(factor_u64).unwrap_or_default() {
            let field = Zn::on(self.ring.engine(), prime)?;
            let entries = q.entries().iter().map(|e| mapped(self.ring, e, &field));
            let image = PolyMat::new(&field, q.rows(), q.cols(), entries.collect::<polymod::Result<_>>()?)?;
            if !everything(&image)? {
                return Ok(false);
            }
        }
        Ok(word.is_some() || q.popov(&vec![0; q.cols()])? == PolyMat::identity(self.ring, q.cols()))
    }
}

/// Q with a = Q·p, if there is one: leading terms are cancelled by the rows of p, whose pivots are monic and in these
/// columns.
fn quotient<R: Convolve>(
    a: &PolyMat<R>,
    shift: &Shift,
    p: &PolyMat<R>,
    places: &[Option<usize>],
) -> polymod::Result<Option<PolyMat<R>>> {
    let r = a.ring();
    let mut quotients = Vec::with_capacity(a.rows() * p.rows());
    for i in 0..a.rows() {
        let mut row = a.row(i).to_vec();
        let mut quotient = vec![Poly::zero(r); p.rows()];
        while let Some(column) = pivot(&row, shift) {
            let Some(k) = places.iter().position(|place| *place == Some(column)) else { return Ok(None) };
            // all multiples that this pivot cancels at once
            let multiple = row[column].quo(p.at(k, column))?;
            if multiple.is_empty() {
                return Ok(None);
            }
            for (x, y) in row.iter_mut().zip(p.row(k)) {
                *x = x.checked_sub(&multiple.checked_mul(y)?)?;
            }
            quotient[k] = quotient[k].checked_add(&multiple)?;
        }
        quotients.extend(quotient);
    }
    PolyMat::new(r, a.rows(), p.rows(), quotients).map(Some)
}

/// a·b, coefficient by coefficient.
fn by_definition<R: Convolve>(a: &PolyMat<R>, b: &PolyMat<R>) -> polymod::Result<PolyMat<R>> {
    let r = a.ring();
    PolyMat::from_fn(r, a.rows(), b.cols(), |i, j| {
        (0..a.cols()).fold(Poly::zero(r), |sum, k| {
            let (x, y) = (a.at(i, k), b.at(k, j));
            let len = (x.len() + y.len()).saturating_sub(1);
            &sum + &Poly::from_coeffs(r, mul_window(r, x.coeffs(), y.coeffs(), 0..len))
        })
    })
}

/// The columns of the rows' pivots for a shift; `None` for zero rows.
fn pivots<R: Ring>(a: &PolyMat<R>, shift: &Shift) -> Vec<Option<usize>> {
    (0..a.rows()).map(|i| pivot(a.row(i), shift)).collect()
}

/// The pivot of a row: the rightmost column of the highest degree, the shift added.
fn pivot<R: Ring>(row: &[Poly<R>], shift: &Shift) -> Option<usize> {
    let entries = row.iter().zip(shift).enumerate();
    let degrees = entries.filter_map(|(j, (e, s))| e.degree().map(|d| (d as i64 + s, j)));
    degrees.max().map(|(_, j)| j)
}

fn is_increasing(places: &[Option<usize>]) -> bool {
    places.iter().all(Option::is_some) && places.is_sorted_by(|x, y| x < y)
}

/// Whether the entries at these places are monic, and of higher degree than those of their columns in the other rows
/// that `compared` selects.
fn is_normal<R: Convolve>(a: &PolyMat<R>, places: &[Option<usize>], compared: impl Fn(usize, usize) -> bool) -> bool {
    places.iter().enumerate().all(|(i, place)| {
        place.is_some_and(|j| {
            let pivot = a.at(i, j);
            let shorter = |k: usize| k == i || !compared(k, i) || a.at(k, j).len() < pivot.len();
            pivot.leading() == Some(a.ring().one()) && (0..a.rows()).all(shorter)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use polymod::ring::Zn;
    use rug::Integer;

    #[test]
    fn right_from_wrong() {
        for n in [7, 97, (1 << 61) - 1] {
            let (f, modulus) = (Zn::new(n).unwrap(), Integer::from(n));
            let mut c = Checker { ring: &f, modulus: Some(&modulus), random: Random::new(3) };
            let matrix = |rows: &[&[&[i64]]]| {
                PolyMat::from_fn(&f, rows.len(), rows[0].len(), |i, j| Poly::from_i64(&f, rows[i][j])).unwrap()
            };
            let a = matrix(&[&[&[1, 2], &[3]], &[&[0, 0, 1], &[5, 1]]]);
            let changed = |m: &PolyMat<Zn>| m + &matrix(&[&[&[0, 1], &[]], &[&[], &[]]]);
            let square = &a * &a;
            assert!(c.poly_matrix_product(&a, &a, &square).is_ok());
            assert!(c.poly_matrix_product(&a, &a, &changed(&square)).is_err());
            assert!(c.poly_transpose(&a, &a.transposed()).is_ok() && c.poly_transpose(&a, &a).is_err());
            let det = a.det().unwrap();
            assert!(c.poly_determinant(&a, &det).is_ok());
            assert!(c.poly_determinant(&a, &(&det + &Poly::one(&f))).is_err());
            assert!(c.poly_rank(&a, 2).is_ok() && c.poly_rank(&a, 1).is_err());
            let tall = PolyMat::from_fn(&f, 3, 2, |i, j| a.at(i % 2, j).shl(i / 2)).unwrap();
            let (zero, kernel) = ([0; 3], tall.kernel_basis(&[0; 3]).unwrap());
            assert!(c.poly_kernel(&tall, &zero, &kernel).is_ok());
            assert!(c.poly_kernel(&tall, &zero, &kernel.shl(1)).is_err());
            assert!(c.poly_kernel(&tall, &zero, &PolyMat::zero(&f, 0, 3)).is_err());
            let basis = tall.approximant_basis(4, &zero).unwrap();
            assert!(c.approximants(&tall, 4, &zero, &basis).is_ok());
            assert!(c.approximants(&tall, 5, &zero, &basis).is_err());
            assert!(c.approximants(&tall, 3, &zero, &basis).is_err());
            let (popov, hermite) = (a.popov(&[0, 0]).unwrap(), a.hermite().unwrap());
            assert!(c.popov(&a, &[0, 0], &popov).is_ok() && c.popov(&a, &[0, 0], &popov.scale(&2)).is_err());
            assert!(c.popov(&a, &[0, 0], &popov.shl(1)).is_err());
            assert!(c.hermite(&a, &hermite).is_ok() && c.hermite(&a, &hermite.shl(1)).is_err());
            assert!(c.hermite(&a, &popov).is_err());
        }
    }
}
