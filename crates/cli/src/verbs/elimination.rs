//! The verbs of elimination: determinants, ranks, systems of equations, characteristic polynomials.

use super::{ENTRIES, Kind, MATRIX, Method, Operands, Takes, Value, Verb, unexpected};
use crate::{Failure, args::VerbCall, results::Shape};
use polymod::{
    Error,
    matrix::{Matrix, SparseMatrix},
    memory::{Entries, Sizes, Task},
    multimodular,
    ring::{AnyElem, AnyElement, AnyRing, Convolve, FiniteField, Integers, Ring, View},
};
use rug::Integer;
use std::borrow::Cow;

/// The determinant.
pub static DET: Verb = Verb {
    about: "The determinant of the square matrix A, whose entries may be polynomials; 1 of [], which has no rows",
    operands: &[ENTRIES],
    takes: &[Takes::Sparse],
    examples: &["polymod det a.json --ring zn:2^61-1", "polymod det '=[[1,2],[3,4]]' --ring zn:6"],
    ..Verb::of_both(
        "det",
        Method {
            results: &[Shape::Scalar],
            results_of_polynomials: Some(&[Shape::Poly]),
            memory: |o, s| of_others(o, s).unwrap_or_else(|| s.working(&Task::Determinant)),
            ..Method::new(
                |o, _| match (&o.poly_matrices[..], &o.sparse[..]) {
                    ([a], _) => Ok(a.det()?.into()),
                    (_, [a]) => Ok(Value::Scalar(a.det()?)),
                    _ => Ok(Value::Scalar(o.matrices[0].det()?)),
                },
                |c, o, _, v| match (&o.poly_matrices[..], &o.sparse[..]) {
                    ([a], _) => Ok(c.poly_determinant(a, v.poly()?)?),
                    (_, [a]) => Ok(c.sparse_determinant(a, v.scalar()?)?),
                    _ => Ok(c.determinant(&o.matrices[0], v.scalar()?)?),
                },
            )
        },
        Method {
            results: &[Shape::Scalar],
            results_of_polynomials: Some(&[Shape::Poly]),
            memory: |o, s| of_others(o, s).unwrap_or_else(|| s.working(&Task::Determinant)),
            resumes: true,
            ..Method::over_z(
                |o, call| match (&o.poly_matrices[..], &o.sparse[..]) {
                    ([a], _) => Ok(multimodular::poly_det(a, &call.modular)?.value.into()),
                    (_, [a]) => Ok(Value::Scalar(multimodular::sparse_det(a, &call.modular)?.value)),
                    _ => Ok(Value::Scalar(multimodular::det(numbers(o, call)?, &call.modular)?.value)),
                },
                |c, o, _, v| match (&o.poly_matrices[..], &o.sparse[..]) {
                    ([a], _) => Ok(c.poly_determinant(a, v.poly()?)?),
                    (_, [a]) => Ok(c.sparse_determinant(a, v.scalar()?)?),
                    _ => Ok(c.determinant(&o.matrices[0], v.scalar()?)?),
                },
            )
        },
    )
};

/// The rank.
pub static RANK: Verb = Verb {
    about: "The rank of the matrix A, whose entries may be polynomials; over zn:N, N composite, the number of invariant factors other than 0",
    operands: &[ENTRIES],
    takes: &[Takes::Sparse],
    examples: &["polymod rank a.sms --ring zn:65537"],
    ..Verb::of_both(
        "rank",
        Method {
            results: &[Shape::Number],
            memory: |o, s| of_others(o, s).unwrap_or_else(|| s.working(&Task::Rank) + of_forms(o)),
            ..Method::new(
                |o, _| match (&o.poly_matrices[..], &o.sparse[..]) {
                    ([a], _) => Ok(Value::Number(a.rank()?)),
                    (_, [a]) => Ok(Value::Number(a.rank()?)),
                    _ => Ok(Value::Number(o.matrices[0].rank()?)),
                },
                |c, o, _, v| match (&o.poly_matrices[..], &o.sparse[..]) {
                    ([a], _) => Ok(c.poly_rank(a, *v.number()?)?),
                    (_, [a]) => Ok(c.sparse_rank(a, *v.number()?)?),
                    _ => Ok(c.rank(&o.matrices[0], *v.number()?)?),
                },
            )
        },
        Method {
            results: &[Shape::Number],
            memory: |o, s| of_others(o, s).unwrap_or_else(|| s.working(&Task::Rank)),
            resumes: true,
            ..Method::over_z(
                |o, call| match &o.sparse[..] {
                    [a] => Ok(Value::Number(multimodular::sparse_rank(a, &call.modular)?.value)),
                    _ => Ok(Value::Number(multimodular::rank(numbers(o, call)?, &call.modular)?.value)),
                },
                |c, o, _, v| match &o.sparse[..] {
                    [a] => Ok(c.sparse_rank(a, *v.number()?)?),
                    _ => Ok(c.integer_rank(&o.matrices[0], *v.number()?)?),
                },
            )
        },
    )
};

/// A solution of a system of equations.
pub static SOLVE: Verb = Verb {
    about: "X with A*X = B, B a matrix or a vector, free unknowns 0; exit code 1 where there is none; over z numerators and one denominator > 0",
    operands: &[MATRIX, ("B", Kind::RightSide)],
    takes: &[Takes::Sparse],
    examples: &[
        "polymod solve a.json b.json --ring zn:2^61-1 --verify",
        "polymod solve '=[[2,1],[1,1]]' '=[3,2]' --ring zn:97",
    ],
    ..Verb::of_both(
        "solve",
        Method {
            results: &[Shape::Matrix],
            bytes: |o, _| {
                let (first, sides) =
                    (o.sparse.first().map(SparseMatrix::entries), o.matrices.last().map_or(1, Matrix::cols));
                let (a, cols) = match (first, &o.matrices[..]) {
                    (Some(a), _) => (a, o.sparse[0].shape().1),
                    (_, all) => (all[0].entries(), all[0].cols()),
                };
                a.bytes_for(cols as f64 * if o.arrays.is_empty() { sides as f64 } else { 1.0 })
            },
            memory: |o, s| solution_memory(o, s) + of_forms(o),
            ..Method::new(
                |o, _| match &o.sparse[..] {
                    [a] => Ok(like_right_side(o, a.solve(&*right_side(o)?)?)),
                    _ => Ok(like_right_side(o, o.matrices[0].solve(&*right_side(o)?)?)),
                },
                |c, o, _, v| match &o.sparse[..] {
                    [a] => Ok(c.sparse_solution(a, &*solution(o, v)?, &*right_side(o)?)?),
                    _ => Ok(c.solution(&o.matrices[0], &*solution(o, v)?, &*right_side(o)?)?),
                },
            )
        },
        Method {
            results: &[Shape::Matrix, Shape::Scalar],
            memory: solution_memory,
            resumes: true,
            ..Method::over_z(
                |o, call| {
                    let right = right_side(o)?;
                    let (x, d) = match &o.sparse[..] {
                        [a] => multimodular::sparse_solve(a, &right, &call.modular)?.value,
                        _ => multimodular::solve(numbers(o, call)?, &right, &call.modular)?.value,
                    };
                    Ok(Value::Several(vec![like_right_side(o, x), Value::Scalar(d)]))
                },
                |c, o, _, v| {
                    let (x, d) = over_denominator(v)?;
                    let (x, right) = (solution(o, x)?, right_side(o)?.scale(d));
                    match &o.sparse[..] {
                        [a] => Ok(c.sparse_product(a, &x, &right)?),
                        _ => Ok(c.matrix_product(&o.matrices[0], &x, &right)?),
                    }
                },
            )
        },
    )
};

/// The inverse.
pub static INVERSE: Verb = Verb {
    about: "The inverse of the square matrix A; exit code 1 where there is none; over z numerators and one denominator > 0",
    operands: &[MATRIX],
    examples: &["polymod inverse '=[[1,2],[3,4]]' --ring zn:97"],
    ..Verb::of_both(
        "inverse",
        Method {
            results: &[Shape::Matrix],
            memory: |o, s| s.working(&Task::MatrixInverse(Entries::of(&o.matrices[0]))) + of_forms(o),
            ..Method::new(
                |o, _| Ok(o.matrices[0].inverse()?.into()),
                |c, o, _, v| {
                    let unit = Matrix::identity(c.ring(), o.matrices[0].rows());
                    Ok(c.matrix_product(&o.matrices[0], v.matrix()?, &unit)?)
                },
            )
        },
        Method {
            results: &[Shape::Matrix, Shape::Scalar],
            memory: |o, s| s.working(&Task::MatrixInverse(Entries::of(&o.matrices[0]))),
            resumes: true,
            ..Method::over_z(
                |o, call| {
                    let (x, d) = multimodular::inverse(numbers(o, call)?, &call.modular)?.value;
                    Ok(Value::Several(vec![x.into(), Value::Scalar(d)]))
                },
                |c, o, _, v| {
                    let (x, d) = over_denominator(v)?;
                    let unit = Matrix::identity(c.ring(), x.matrix()?.rows());
                    Ok(c.matrix_product(&o.matrices[0], x.matrix()?, &unit.scale(d))?)
                },
            )
        },
    )
};

/// A basis of the kernel.
pub static NULLSPACE: Verb = Verb {
    about: "A basis of the vectors x with A*x = 0, as the rows of a matrix in reduced echelon form; over z primitive ones, over zn:N, N composite, generators in Howell form",
    operands: &[MATRIX],
    examples: &["polymod nullspace '=[[1,2,3]]' --ring zn:97"],
    ..Verb::of_both(
        "nullspace",
        Method {
            results: &[Shape::Matrix],
            bytes: |o, _| o.matrices[0].entries().bytes_for((o.matrices[0].cols() as f64).powi(2)),
            memory: |o, s| s.working(&Task::Nullspace(Entries::of(&o.matrices[0]))) + of_forms(o),
            ..Method::new(
                |o, _| Ok(o.matrices[0].nullspace()?.into()),
                |c, o, _, v| Ok(c.nullspace(&o.matrices[0], v.matrix()?)?),
            )
        },
        Method {
            results: &[Shape::Matrix],
            memory: |o, s| s.working(&Task::Nullspace(Entries::of(&o.matrices[0]))),
            resumes: true,
            ..Method::over_z(
                |o, call| Ok(multimodular::nullspace(numbers(o, call)?, &call.modular)?.value.into()),
                |c, o, _, v| Ok(c.integer_nullspace(&o.matrices[0], v.matrix()?)?),
            )
        },
    )
};

/// The characteristic polynomial.
pub static CHARPOLY: Verb = Verb {
    about: "The characteristic polynomial det(x*I - A) of the square matrix A",
    operands: &[MATRIX],
    examples: &["polymod charpoly '=[[1,2],[3,4]]' --ring zn:97 --format human"],
    ..Verb::of_both(
        "charpoly",
        Method {
            memory: |o, s| s.working(&Task::Charpoly(Entries::of(&o.matrices[0]))),
            ..Method::new(
                |o, _| Ok(o.matrices[0].charpoly()?.into()),
                |c, o, _, v| Ok(c.characteristic(&o.matrices[0], v.poly()?)?),
            )
        },
        Method {
            memory: |o, s| s.working(&Task::Charpoly(Entries::of(&o.matrices[0]))),
            resumes: true,
            ..Method::over_z(
                |o, call| Ok(multimodular::charpoly(numbers(o, call)?, &call.modular)?.value.into()),
                |c, o, _, v| Ok(c.characteristic(&o.matrices[0], v.poly()?)?),
            )
        },
    )
};

/// Memory of a matrix of polynomials, or of a sparse one; `None` for a dense one of numbers.
fn of_others<R: Convolve>(o: &Operands<R>, s: &Sizes) -> Option<f64> {
    let sparse = o.sparse.first().map(of_sparse);
    sparse.or_else(|| (!o.poly_matrices.is_empty()).then(|| s.working(&Task::PolyDeterminant)))
}

/// Memory of computations by products with blocks of vectors; if elimination is predicted to be faster, it is within the engine's limit.
pub(super) fn of_sparse<R: Convolve>(a: &SparseMatrix<R>) -> f64 {
    /// Number of vectors of residues, those of the sequence and of its approximant bases included.
    const VECTORS: f64 = 256.0;
    let ((rows, cols), entries) = (a.shape(), a.entries());
    4.0 * entries.bytes_for(entries.len() as f64) + VECTORS * entries.bytes_for((rows + cols) as f64)
}

/// Memory of Howell forms of the rows or columns beside a unit matrix, modulo composite integers.
pub(super) fn of_forms(o: &Operands<AnyRing>) -> f64 {
    let Some(a) = o.matrices.first().filter(|_| matches!(o.ring.cardinality(), Err(Error::Composite { .. }))) else {
        return 0.0;
    };
    let (rows, cols) = (a.rows() as f64, a.cols() as f64);
    4.0 * a.entries().bytes_for((rows + cols) * rows.max(cols))
}

/// Memory of a system of equations; a vector as right side counts as none.
fn solution_memory<R: Convolve>(o: &Operands<R>, s: &Sizes) -> f64 {
    if let [a] = &o.sparse[..] {
        return of_sparse(a);
    }
    s.working(&Task::Solution(Entries::of(&o.matrices[0]), o.matrices.get(1).map_or(0, Matrix::cols)))
}

/// Numerators and the common denominator, which is positive.
fn over_denominator(v: &Value<AnyRing>) -> Result<(&Value<AnyRing>, &AnyElem), Failure> {
    let [x, d] = v.these()?;
    let d = d.scalar()?;
    if *Integer::of(d) > 0 { Ok((x, d)) } else { Err(unexpected()) }
}

/// The matrix of numbers; refuses entries that are polynomials.
fn numbers<'a>(o: &'a Operands<Integers>, call: &VerbCall) -> Result<&'a Matrix<Integers>, Failure> {
    let none = || Error::Unsupported { operation: format!("{} of polynomials", call.verb.name), ring: "z".into() };
    Ok(o.matrices.first().ok_or_else(none)?)
}

/// The right side as a matrix: a vector is its only column.
pub(super) fn right_side<R: Convolve>(o: &Operands<R>) -> polymod::Result<Cow<'_, Matrix<R>>> {
    match o.arrays.first() {
        Some(entries) => column(&o.ring, entries.view()).map(Cow::Owned),
        // the only dense matrix, or the second one
        None => Ok(Cow::Borrowed(&o.matrices[o.matrices.len() - 1])),
    }
}

fn column<R: Ring>(r: &R, entries: View<'_, R>) -> polymod::Result<Matrix<R>> {
    Matrix::new(r, entries.len(), 1, r.owned(entries))
}

/// A solution in the form of the right side: as a vector if that is one.
pub(super) fn like_right_side<R: Convolve>(o: &Operands<R>, x: Matrix<R>) -> Value<R> {
    if o.arrays.is_empty() { x.into() } else { Value::array(o.ring.owned(x.entries())) }
}

/// A solution as a matrix, for either form of the right side.
fn solution<'v, R: Convolve>(o: &Operands<R>, v: &'v Value<R>) -> Result<Cow<'v, Matrix<R>>, Failure> {
    match v {
        Value::Matrix(m) => Ok(Cow::Borrowed(m)),
        _ => Ok(Cow::Owned(column(&o.ring, v.entries()?.view())?)),
    }
}
