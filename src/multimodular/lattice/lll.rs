//! Reduced bases.

use super::{Rows, basis::Basis, computed, exact, floating, hermite, matrix_of, proof, real::Pair, rows_of, stages};
use crate::{Result, engine::Context, matrix::Matrix, ring::Integers};

/// An LLL-reduced basis of the lattice that the rows of A generate, of A's shape with zero rows first: coefficients of the orthogonalization are at most
/// 0.51, and Lovász's condition holds with δ = 0.99.
///
/// In: rows of any size, also linearly dependent ones. Cost: about n²·log B steps of n² operations of doubles for n rows of log B bits, and log B/30
/// products of matrices of integers of this size; n³/6 operations of pairs of doubles for the proof or, where these do not suffice, n³ products of
/// minors.
///
/// Source: Lenstra, Lenstra, Lovász 1982, "Factoring polynomials with rational coefficients"; Nguyen, Stehlé 2009, "An LLL algorithm with quadratic
/// complexity"; in integers de Weger 1987.
///
/// ```
/// use polymod::{Integers, Matrix, multimodular};
/// let z = Integers::new();
/// let a = Matrix::from_i64(&z, &[&[1, 0, 12_345], &[0, 1, 54_321]])?;
/// let b = multimodular::lll(&a)?;
/// assert!((0..3).all(|j| b.get(0, j).abs() <= 200)); // the square root of the determinant, or so
/// let dependent = Matrix::from_i64(&z, &[&[4, 6], &[6, 9]])?; // multiples of (2, 3)
/// let b = multimodular::lll(&dependent)?;
/// assert!(b.get(0, 0) == 0 && b.get(0, 1) == 0 && b.get(1, 0).abs() == 2);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// [`Error::Cancelled`](crate::Error::Cancelled); [`Error::TooLarge`](crate::Error::TooLarge).
pub fn lll(a: &Matrix<Integers>) -> Result<Matrix<Integers>> {
    let basis = computed(a, ["lattice reduction", "l2"], |a, cx| reduced(a, false, cx))?;
    matrix_of(a.ring(), &all_rows(basis.rows, a), a.cols())
}

/// The [reduced basis](lll) B, and a unimodular U with U·A = B.
///
/// ```
/// use polymod::{Integers, Matrix, multimodular};
/// let a = Matrix::from_i64(&Integers::new(), &[&[4, 6], &[6, 9], &[1, 100]])?;
/// let (b, u) = multimodular::lll_with_transform(&a)?;
/// assert!(&u * &a == b && u.det()?.abs() == 1 && b.get(0, 0) == 0);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`lll`].
pub fn lll_with_transform(a: &Matrix<Integers>) -> Result<(Matrix<Integers>, Matrix<Integers>)> {
    let basis = computed(a, ["lattice reduction with its transform", "l2"], |a, cx| reduced(a, true, cx))?;
    let transform: Rows = basis.zeros.into_iter().chain(basis.transform).collect();
    Ok((matrix_of(a.ring(), &all_rows(basis.rows, a), a.cols())?, matrix_of(a.ring(), &transform, a.rows())?))
}

/// The rows of a basis after as many zero rows as A has more.
fn all_rows(rows: Rows, a: &Matrix<Integers>) -> Rows {
    let zeros = a.rows() - rows.len();
    std::iter::repeat_with(|| vec![0.into(); a.cols()]).take(zeros).chain(rows).collect()
}

fn reduced(a: &Matrix<Integers>, with_transform: bool, cx: Context<'_>) -> Result<Basis> {
    let mut basis = Basis::new(rows_of(a), with_transform);
    reduce(a, &mut basis, cx)?;
    reduce_zeros(a, &mut basis, cx)?;
    Ok(basis)
}

/// Reduces the vectors, and proves that they are reduced.
fn reduce(a: &Matrix<Integers>, basis: &mut Basis, cx: Context<'_>) -> Result<()> {
    let short = stages::reduce(a.ring(), basis, cx)?;
    if !short {
        floating::reduce(basis, cx)?;
    }
    if proof::is_reduced(&basis.rows, cx)? {
        return Ok(());
    }
    if short && stages::by_words::<Pair>(a.ring(), basis, cx)? && proof::is_reduced(&basis.rows, cx)? {
        return Ok(());
    }
    while !exact::reduce(basis, cx)? {
        independent(basis, a, cx)?;
        floating::reduce(basis, cx)?;
    }
    Ok(())
}

/// Makes vectors linearly independent by their Hermite form, where rounding kept a dependence from being found.
fn independent(basis: &mut Basis, a: &Matrix<Integers>, cx: Context<'_>) -> Result<()> {
    let z = a.ring();
    let rows = matrix_of(z, &basis.rows, a.cols())?;
    let width = basis.transform.first().map_or(0, Vec::len);
    let (form, transform) = hermite::form_with_transform(&rows, cx)?;
    let transform = transform.checked_mul(&matrix_of(z, &basis.transform, width)?)?;
    let (form, mut transform) = (rows_of(&form), rows_of(&transform));
    basis.rows = form.into_iter().filter(|row| row.iter().any(|x| *x != 0)).collect();
    basis.zeros.extend(transform.drain(basis.rows.len()..));
    basis.transform = transform;
    Ok(())
}

/// Makes the relations among the given vectors short.
fn reduce_zeros(a: &Matrix<Integers>, basis: &mut Basis, cx: Context<'_>) -> Result<()> {
    if basis.zeros.first().is_none_or(Vec::is_empty) {
        return Ok(());
    }
    let mut relations = Basis::new(std::mem::take(&mut basis.zeros), false);
    if !stages::reduce(a.ring(), &mut relations, cx)? {
        floating::reduce(&mut relations, cx)?;
    }
    basis.zeros = relations.rows;
    Ok(())
}
