//! Determinants, systems of equations and normal forms of matrices over Q.
//!
//! Where a row's content does not change the answer, or does so in a known way, rows are divided by it first: denominators of other rows then do not
//! lengthen their integers.

use super::fractions::{cleared, cleared_matrix, matrix_over, primitive_rows, rows_over};
use crate::{
    Error, Result,
    matrix::{Matrix, PolyMatrix},
    multimodular::{self, Options, Outcome},
    poly::Poly,
    ring::{Block, Integers, Rationals, Ring, Vectors, blocks},
};
use rug::{Integer, Rational, ops::Pow};

/// The determinant; 1 of no rows.
///
/// ```
/// use polymod::{Matrix, Rationals, multimodular::{Options, rationals}};
/// let a: Matrix<Rationals> = Matrix::parse(&Rationals::new(), "[[2,\"1/2\"],[1,3]]")?;
/// assert_eq!(rationals::det(&a, &Options::default())?.value.to_string(), "11/2");
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`det`](multimodular::det()) over Z.
pub fn det(a: &Matrix<Rationals>, options: &Options) -> Result<Outcome<Rational>> {
    let (integers, denominator) = cleared_matrix(a)?;
    let (rows, contents) = primitive_rows(&integers)?;
    let found = multimodular::det(&rows, options)?;
    let factor = contents.iter().fold(Integer::from(1), |product, content| product * content);
    let common = denominator.pow(a.rows() as u32);
    Ok(found.map(|value| Rational::from((value * factor, common))))
}

/// The rank.
///
/// ```
/// use polymod::{Matrix, Rationals, multimodular::{Options, rationals}};
/// let a: Matrix<Rationals> = Matrix::parse(&Rationals::new(), "[[\"1/2\",1],[1,2]]")?;
/// assert_eq!(rationals::rank(&a, &Options::default())?.value, 1);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`rank`](multimodular::rank) over Z.
pub fn rank(a: &Matrix<Rationals>, options: &Options) -> Result<Outcome<usize>> {
    multimodular::rank(&primitive_rows(&cleared_matrix(a)?.0)?.0, options)
}

/// X with A·X = B; unknowns in columns without a pivot are 0.
///
/// ```
/// use polymod::{Matrix, Rationals, multimodular::{Options, rationals}};
/// let q = Rationals::new();
/// let (a, b) = (Matrix::parse(&q, "[[2,0],[0,3]]")?, Matrix::parse(&q, "[[1],[\"1/2\"]]")?);
/// assert_eq!(rationals::solve(&a, &b, &Options::default())?.value, Matrix::parse(&q, "[[\"1/2\"],[\"1/6\"]]")?);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`solve`](multimodular::solve) over Z.
pub fn solve(
    a: &Matrix<Rationals>,
    right: &Matrix<Rationals>,
    options: &Options,
) -> Result<Outcome<Matrix<Rationals>>> {
    let (q, z, (of_a, cols)) = (a.ring(), a.ring().integers(), (cleared_matrix(a)?, a.cols()));
    let of_b = cleared_matrix(right)?;
    if a.rows() != right.rows() {
        let found = multimodular::solve(&of_a.0, &of_b.0, options)?;
        return Ok(found.map(|_| Matrix::identity(q, 0)));
    }
    // A'·d_B·X = B'·d_A, a row at a time over what its integers have in common
    let width = cols + right.cols();
    let (left, right_side) = (of_a.0.scale(&of_b.1), of_b.0.scale(&of_a.1));
    let mut all = z.zeros(a.rows() * width);
    for i in 0..a.rows() {
        z.copy_at(&mut all, i * width, left.row(i));
        z.copy_at(&mut all, i * width + cols, right_side.row(i));
    }
    let rows = primitive_rows(&Matrix::new(z, a.rows(), width, all)?)?.0;
    let block = Block::new(rows.entries(), a.rows(), width, width);
    let part = |from: usize, to: usize| {
        let entries = blocks::copied(z, block.part(0..a.rows(), from..to));
        Matrix::new(z, a.rows(), to - from, entries)
    };
    let found = multimodular::solve(&part(0, cols)?, &part(cols, width)?, options)?;
    found.tried(|(x, d)| matrix_over(q, x, &d))
}

/// The inverse.
///
/// ```
/// use polymod::{Matrix, Rationals, multimodular::{Options, rationals}};
/// let q = Rationals::new();
/// let a = Matrix::parse(&q, "[[\"1/2\",0],[0,3]]")?;
/// assert_eq!(rationals::inverse(&a, &Options::default())?.value, Matrix::parse(&q, "[[2,0],[0,\"1/3\"]]")?);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`inverse`](multimodular::inverse) over Z.
pub fn inverse(a: &Matrix<Rationals>, options: &Options) -> Result<Outcome<Matrix<Rationals>>> {
    let (integers, denominator) = cleared_matrix(a)?;
    let (rows, contents) = primitive_rows(&integers)?;
    // A is the diagonal matrix of the contents, over the denominator, times these rows
    multimodular::inverse(&rows, options)?.tried(|(x, d)| {
        let by_columns = rows_over(a.ring(), &x.transposed(), &contents)?.transposed();
        Ok(by_columns.scale(&Rational::from((denominator, d))))
    })
}

/// A basis of all x with A·x = 0, row by row, in reduced echelon form.
///
/// ```
/// use polymod::{Matrix, Rationals, multimodular::{Options, rationals}};
/// let q = Rationals::new();
/// let a = Matrix::parse(&q, "[[\"1/2\",1],[1,2]]")?;
/// assert_eq!(rationals::nullspace(&a, &Options::default())?.value, Matrix::parse(&q, "[[1,\"-1/2\"]]")?);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`nullspace`](multimodular::nullspace) over Z.
pub fn nullspace(a: &Matrix<Rationals>, options: &Options) -> Result<Outcome<Matrix<Rationals>>> {
    let rows = primitive_rows(&cleared_matrix(a)?.0)?.0;
    multimodular::nullspace(&rows, options)?.tried(|basis| {
        let first = |i: usize| (0..basis.cols()).map(|j| basis.get(i, j)).find(|x| !x.is_zero());
        let leads: Vec<Integer> = (0..basis.rows()).map(|i| first(i).unwrap_or_else(|| Integer::from(1))).collect();
        rows_over(a.ring(), &basis, &leads)
    })
}

/// The reduced row echelon form.
///
/// ```
/// use polymod::{Matrix, Rationals, multimodular::{Options, rationals}};
/// let q = Rationals::new();
/// let a = Matrix::parse(&q, "[[2,1],[0,0]]")?;
/// assert_eq!(rationals::rref(&a, &Options::default())?.value, Matrix::parse(&q, "[[1,\"1/2\"],[0,0]]")?);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`rref`](multimodular::rref) over Z.
pub fn rref(a: &Matrix<Rationals>, options: &Options) -> Result<Outcome<Matrix<Rationals>>> {
    let rows = primitive_rows(&cleared_matrix(a)?.0)?.0;
    multimodular::rref(&rows, options)?.tried(|(form, d)| matrix_over(a.ring(), form, &d))
}

/// A basis of the space of the columns, as the rows of a matrix in reduced echelon form.
///
/// ```
/// use polymod::{Matrix, Rationals, multimodular::{Options, rationals}};
/// let q = Rationals::new();
/// let a = Matrix::parse(&q, "[[2,4],[1,2]]")?;
/// assert_eq!(rationals::column_space(&a, &Options::default())?.value, Matrix::parse(&q, "[[1,\"1/2\"]]")?);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`rref`].
pub fn column_space(a: &Matrix<Rationals>, options: &Options) -> Result<Outcome<Matrix<Rationals>>> {
    rref(&a.transposed(), options)?.tried(|form| {
        let (q, cols) = (form.ring().clone(), form.cols());
        let rank = q.trimmed_len(form.entries()).div_ceil(cols.max(1));
        let mut entries = form.into_entries();
        q.resize(&mut entries, rank * cols);
        Matrix::new(&q, rank, cols, entries)
    })
}

/// The characteristic or minimal polynomial of a matrix, from that of `denominator` times it.
fn of_multiple(q: &Rationals, p: &Poly<Integers>, denominator: &Integer) -> Poly<Rationals> {
    // the zeros of p are those wanted times the denominator
    let (mut power, mut coefficients) = (Integer::from(1), Vec::with_capacity(p.len()));
    for c in p {
        coefficients.push(c * &power);
        power *= denominator;
    }
    let lead = coefficients.last().cloned().unwrap_or_else(|| Integer::from(1));
    Poly::from_fraction(q, &Poly::new(q.integers(), coefficients), &lead)
}

/// The characteristic polynomial det(x·I − A).
///
/// ```
/// use polymod::{Matrix, Rationals, multimodular::{Options, rationals}};
/// let a = Matrix::parse(&Rationals::new(), "[[2,\"1/2\"],[1,3]]")?;
/// assert_eq!(rationals::charpoly(&a, &Options::default())?.value.to_string(), "x^2 - 5*x + 11/2");
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`charpoly`](multimodular::charpoly) over Z.
pub fn charpoly(a: &Matrix<Rationals>, options: &Options) -> Result<Outcome<Poly<Rationals>>> {
    let (integers, denominator) = cleared_matrix(a)?;
    Ok(multimodular::charpoly(&integers, options)?.map(|p| of_multiple(a.ring(), &p, &denominator)))
}

/// The monic minimal polynomial.
///
/// ```
/// use polymod::{Matrix, Rationals, multimodular::{Options, rationals}};
/// let a = Matrix::parse(&Rationals::new(), "[[\"1/2\",0],[0,\"1/2\"]]")?;
/// assert_eq!(rationals::minpoly(&a, &Options::default())?.value.to_string(), "x - 1/2");
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`minpoly`](multimodular::minpoly) over Z.
pub fn minpoly(a: &Matrix<Rationals>, options: &Options) -> Result<Outcome<Poly<Rationals>>> {
    let (integers, denominator) = cleared_matrix(a)?;
    Ok(multimodular::minpoly(&integers, options)?.map(|p| of_multiple(a.ring(), &p, &denominator)))
}

/// The adjugate: the transposed matrix of cofactors.
///
/// ```
/// use polymod::{Matrix, Rationals, multimodular::{Options, rationals}};
/// let q = Rationals::new();
/// let a = Matrix::parse(&q, "[[2,\"1/2\"],[1,3]]")?;
/// assert_eq!(rationals::adjugate(&a, &Options::default())?.value, Matrix::parse(&q, "[[3,\"-1/2\"],[-1,2]]")?);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`adjugate`](multimodular::adjugate) over Z.
pub fn adjugate(a: &Matrix<Rationals>, options: &Options) -> Result<Outcome<Matrix<Rationals>>> {
    let (integers, denominator) = cleared_matrix(a)?;
    let common = denominator.pow(a.rows().saturating_sub(1) as u32);
    multimodular::adjugate(&integers, options)?.tried(|minors| matrix_over(a.ring(), minors, &common))
}

/// The Pfaffian of a skew-symmetric matrix; 0 of odd size.
///
/// ```
/// use polymod::{Matrix, Rationals, multimodular::{Options, rationals}};
/// let a = Matrix::parse(&Rationals::new(), "[[0,\"1/3\"],[\"-1/3\",0]]")?;
/// assert_eq!(rationals::pfaffian(&a, &Options::default())?.value.to_string(), "1/3");
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`pfaffian`](multimodular::pfaffian) over Z.
pub fn pfaffian(a: &Matrix<Rationals>, options: &Options) -> Result<Outcome<Rational>> {
    let (integers, denominator) = cleared_matrix(a)?;
    let common = denominator.pow(a.rows() as u32 / 2);
    Ok(multimodular::pfaffian(&integers, options)?.map(|value| Rational::from((value, common))))
}

/// The determinant of a matrix of polynomials.
///
/// ```
/// use polymod::{PolyMatrix, Rationals, multimodular::{Options, rationals}};
/// let a = PolyMatrix::parse(&Rationals::new(), "[[[0,\"1/2\"],1],[2,[0,1]]]")?;
/// assert_eq!(rationals::poly_det(&a, &Options::default())?.value.to_string(), "1/2*x^2 - 2");
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`poly_det`](multimodular::poly_det) over Z.
pub fn poly_det(a: &PolyMatrix<Rationals>, options: &Options) -> Result<Outcome<Poly<Rationals>>> {
    let (q, (rows, cols)) = (a.ring(), a.shape());
    if rows != cols {
        return Err(Error::NotSquare { operation: "a determinant", rows, cols });
    }
    let (mut entries, mut common) = (Vec::with_capacity(rows * cols), Integer::from(1));
    for i in 0..rows {
        let row: Vec<_> = a.row(i).iter().map(cleared).collect();
        let mut of_row = Integer::from(1);
        row.iter().for_each(|(_, d)| of_row.lcm_mut(d));
        entries.extend(row.iter().map(|(p, d)| p.scale(&Integer::from(of_row.div_exact_ref(d)))));
        common *= of_row;
    }
    let integers = PolyMatrix::new(q.integers(), rows, cols, entries)?;
    Ok(multimodular::poly_det(&integers, options)?.map(|p| Poly::from_fraction(q, &p, &common)))
}
