//! Functions on slices of words: coefficients modulo n < 2^64, constant term first, and bits.

use crate::status::{Failure, Result, fits, of_call};
use engine::{F2, Matrix, Poly, PolyMatrix, Zn, ring::traits::*};

/// The ring Z/n.
fn ring(n: u64) -> Result<Zn> {
    Ok(Zn::on(&of_call()?, n)?)
}

fn poly(f: &Zn, words: &[u64]) -> Result<Poly<Zn>> {
    f.view(words)?;
    Ok(Poly::from_coeffs(f, f.of_words(words)))
}

fn matrix(f: &Zn, words: &[u64], rows: usize, cols: usize) -> Result<Matrix<Zn>> {
    f.view(words)?;
    Ok(Matrix::new(f, rows, cols, f.of_words(words))?)
}

/// The coefficients of a polynomial, padded with zeros to this length.
fn padded(f: &Zn, a: &Poly<Zn>, len: usize) -> Vec<u64> {
    let mut words = f.words(a.coeffs()).to_vec();
    words.resize(len, 0);
    words
}

pub fn mul(a: &[u64], b: &[u64], n: u64) -> Result<Vec<u64>> {
    let f = ring(n)?;
    if a.is_empty() || b.is_empty() {
        f.view(a)?;
        f.view(b)?;
        return Ok(Vec::new());
    }
    let mut out = vec![0; fits(a.len().checked_add(b.len() - 1))?];
    let mut scratch = vec![0; f.mul_scratch_len(a.len(), b.len())];
    f.mul_into(&mut out, a, b, &mut scratch)?;
    Ok(out)
}

/// Quotient of max(len a − len b + 1, 0) words, remainder of len b − 1 words.
pub fn div_rem(a: &[u64], b: &[u64], n: u64) -> Result<(Vec<u64>, Vec<u64>)> {
    let f = ring(n)?;
    if b.last().is_none_or(|&leading| leading == 0) {
        return Err(Failure::argument("the divisor: expected a leading coefficient other than 0"));
    }
    let (q, r) = poly(&f, a)?.div_rem(&poly(&f, b)?)?;
    Ok((padded(&f, &q, (a.len() + 1).saturating_sub(b.len())), padded(&f, &r, b.len() - 1)))
}

/// The monic greatest common divisor; no words for 0.
pub fn gcd(a: &[u64], b: &[u64], n: u64) -> Result<Vec<u64>> {
    let f = ring(n)?;
    let g = poly(&f, a)?.gcd(&poly(&f, b)?)?;
    Ok(padded(&f, &g, g.len()))
}

pub fn eval(a: &[u64], points: &[u64], n: u64) -> Result<Vec<u64>> {
    let f = ring(n)?;
    let values = poly(&f, a)?.eval_each(f.view(points)?)?;
    Ok(f.words(values.view()).to_vec())
}

pub fn interpolate(points: &[u64], values: &[u64], n: u64) -> Result<Vec<u64>> {
    let f = ring(n)?;
    let a = Poly::interpolate(&f, f.view(points)?, f.view(values)?)?;
    Ok(padded(&f, &a, points.len()))
}

pub fn det(a: &[u64], size: usize, n: u64) -> Result<u64> {
    Ok(matrix(&ring(n)?, a, size, size)?.det()?)
}

pub fn rank(a: &[u64], rows: usize, cols: usize, n: u64) -> Result<usize> {
    Ok(matrix(&ring(n)?, a, rows, cols)?.rank()?)
}

pub fn mat_mul(a: &[u64], b: &[u64], (rows, inner, cols): (usize, usize, usize), n: u64) -> Result<Vec<u64>> {
    let f = ring(n)?;
    fits(rows.checked_mul(cols))?;
    let product = matrix(&f, a, rows, inner)?.checked_mul(&matrix(&f, b, inner, cols)?)?;
    Ok(f.words(product.entries()).to_vec())
}

/// X with A·X = B: a matrix of `cols` by `right` words.
pub fn solve(a: &[u64], b: &[u64], (rows, cols, right): (usize, usize, usize), n: u64) -> Result<Vec<u64>> {
    let f = ring(n)?;
    fits(cols.checked_mul(right))?;
    let x = matrix(&f, a, rows, cols)?.solve(&matrix(&f, b, rows, right)?)?;
    Ok(f.words(x.entries()).to_vec())
}

pub fn inverse(a: &[u64], size: usize, n: u64) -> Result<Vec<u64>> {
    let f = ring(n)?;
    Ok(f.words(matrix(&f, a, size, size)?.inverse()?.entries()).to_vec())
}

/// The characteristic polynomial: `size` + 1 words.
pub fn charpoly(a: &[u64], size: usize, n: u64) -> Result<Vec<u64>> {
    let f = ring(n)?;
    Ok(padded(&f, &matrix(&f, a, size, size)?.charpoly()?, size + 1))
}

/// `terms` terms of the power series 1/a.
pub fn inv_series(a: &[u64], terms: usize, n: u64) -> Result<Vec<u64>> {
    let f = ring(n)?;
    let x = poly(&f, a)?.inv_series(fits(Some(terms))?)?;
    Ok(padded(&f, &x, terms))
}

/// A matrix of polynomials of `len` coefficients each.
fn poly_matrix(f: &Zn, words: &[u64], rows: usize, cols: usize, len: usize) -> Result<PolyMatrix<Zn>> {
    // an entry takes memory without coefficients, too
    fits(rows.checked_mul(cols).and_then(|area| area.checked_mul(size_of::<Poly<Zn>>() / 8)))?;
    let entries = (0..rows * cols).map(|i| poly(f, &words[i * len..][..len])).collect::<Result<_>>()?;
    Ok(PolyMatrix::new(f, rows, cols, entries)?)
}

/// The product of matrices of polynomials of `len` coefficients each; entries of len_a + len_b − 1 coefficients.
pub fn poly_mat_mul(
    (a, len_a): (&[u64], usize),
    (b, len_b): (&[u64], usize),
    (rows, inner, cols): (usize, usize, usize),
    n: u64,
) -> Result<Vec<u64>> {
    let f = ring(n)?;
    let len = if len_a == 0 || len_b == 0 { 0 } else { len_a + len_b - 1 };
    fits(rows.checked_mul(cols).and_then(|area| area.checked_mul(len)))?;
    let (a, b) = (poly_matrix(&f, a, rows, inner, len_a)?, poly_matrix(&f, b, inner, cols, len_b)?);
    Ok(a.checked_mul(&b)?.entries().iter().flat_map(|entry| padded(&f, entry, len)).collect())
}

/// The determinant of a matrix of polynomials of `len` coefficients each: size·(len − 1) + 1 coefficients.
pub fn poly_mat_det(a: &[u64], size: usize, len: usize, n: u64) -> Result<Vec<u64>> {
    let f = ring(n)?;
    let most = fits(size.checked_mul(len.saturating_sub(1)).and_then(|degree| degree.checked_add(1)))?;
    Ok(padded(&f, &poly_matrix(&f, a, size, size, len)?.det()?, most))
}

pub fn gf2_mul(a: &[u64], b: &[u64]) -> Result<Vec<u64>> {
    let mut out = vec![0; fits(a.len().checked_add(b.len()))?];
    F2::on(&of_call()?).mul_into(&mut out, a, b)?;
    Ok(out)
}

fn bits(f: &F2, words: &[u64]) -> Result<Poly<F2>> {
    let len = fits(words.len().checked_mul(64))?;
    Ok(Poly::from_coeffs(f, f.from_words(words, len)))
}

fn padded_bits(f: &F2, a: &Poly<F2>, len: usize) -> Vec<u64> {
    let mut words = f.words(a.coeffs()).to_vec();
    words.resize(len, 0);
    words
}

/// Quotient of as many words as `a` has, remainder of as many as `b` has.
pub fn gf2_div_rem(a: &[u64], b: &[u64]) -> Result<(Vec<u64>, Vec<u64>)> {
    let f = F2::on(&of_call()?);
    let (q, r) = bits(&f, a)?.div_rem(&bits(&f, b)?)?;
    Ok((padded_bits(&f, &q, a.len()), padded_bits(&f, &r, b.len())))
}

/// The greatest common divisor, in as many words as the longer operand has.
pub fn gf2_gcd(a: &[u64], b: &[u64]) -> Result<Vec<u64>> {
    let f = F2::on(&of_call()?);
    let g = bits(&f, a)?.gcd(&bits(&f, b)?)?;
    Ok(padded_bits(&f, &g, a.len().max(b.len())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::status::Status;

    #[test]
    fn products_and_quotients_are_inverse() {
        let (a, b) = ([3, 0, 5, 96], [7, 1, 2]);
        let c = mul(&a, &b, 97).unwrap();
        assert_eq!(c.len(), 6);
        assert_eq!(div_rem(&c, &b, 97).unwrap(), (a.to_vec(), vec![0, 0]));
        assert_eq!(div_rem(&b, &a, 97).unwrap(), (vec![], vec![7, 1, 2]));
    }

    #[test]
    fn misuse_has_a_code() {
        assert_eq!(mul(&[97], &[1], 97).unwrap_err().status, Status::InvalidArgument);
        assert_eq!(mul(&[0], &[0], 0).unwrap_err().status, Status::InvalidArgument);
        assert_eq!(div_rem(&[1, 1], &[2, 2], 4).unwrap_err().status, Status::NotInvertible);
        assert_eq!(div_rem(&[1], &[], 7).unwrap_err().status, Status::InvalidArgument);
        assert_eq!(det(&[1, 2, 3], 2, 97).unwrap_err().status, Status::InvalidArgument);
        assert_eq!(gf2_div_rem(&[1], &[0]).unwrap_err().status, Status::NotInvertible);
    }

    #[test]
    fn bits_divide() {
        let (a, b) = ([0x1234_5678_9abc_def1, 5], [0x11b]);
        let c = gf2_mul(&a, &b).unwrap();
        assert_eq!(gf2_div_rem(&c, &b).unwrap(), (vec![a[0], a[1], 0], vec![0]));
        assert_eq!(gf2_gcd(&c, &b).unwrap(), [0x11b, 0, 0]);
    }

    #[test]
    fn matrices_are_solved_and_inverted() {
        let a = [1, 2, 3, 4];
        let inverse = inverse(&a, 2, 97).unwrap();
        assert_eq!(mat_mul(&a, &inverse, (2, 2, 2), 97).unwrap(), [1, 0, 0, 1]);
        assert_eq!(mat_mul(&a, &solve(&a, &[5, 11], (2, 2, 1), 97).unwrap(), (2, 2, 1), 97).unwrap(), [5, 11]);
        assert_eq!(charpoly(&a, 2, 97).unwrap(), [95, 92, 1]);
        assert_eq!(super::inverse(&[1, 2, 2, 4], 2, 97).unwrap_err().status, Status::NotInvertible);
        assert_eq!(solve(&[1, 2, 2, 4], &[1, 3], (2, 2, 1), 97).unwrap_err().status, Status::NoAnswer);
    }

    #[test]
    fn series_and_matrices_of_polynomials() {
        assert_eq!(inv_series(&[1, 96], 5, 97).unwrap(), [1; 5]);
        assert_eq!(inv_series(&[0, 1], 5, 97).unwrap_err().status, Status::NotInvertible);
        // [x + 1, 2; 3, x]
        let a = [1, 1, 2, 0, 3, 0, 0, 1];
        assert_eq!(poly_mat_det(&a, 2, 2, 97).unwrap(), [91, 1, 1]);
        let unit = [1, 0, 0, 1];
        assert_eq!(poly_mat_mul((&a, 2), (&unit, 1), (2, 2, 2), 97).unwrap(), a);
        assert_eq!(poly_mat_mul((&[], 0), (&unit, 1), (2, 2, 2), 97).unwrap(), [0; 0]);
        assert_eq!(poly_mat_det(&[], 0, 3, 97).unwrap(), [1]);
    }
}
