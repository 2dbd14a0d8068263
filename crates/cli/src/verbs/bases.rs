//! The verbs of matrices of polynomials over fields: bases and normal forms, inverses and divisions.

use super::{Check, Kind, MATRIX, Method, Operands, POINTS, POLYNOMIALS, Rings, TERMS, Takes, Value, Verb};
use crate::{Failure, args::VerbCall, results::Shape};
use polymod::{
    matrix::PolyMatrix,
    memory::{Sizes, Task},
    poly::Poly,
    ring::{AnyRing, Convolve},
};

/// A minimal basis of relations modulo a power of x.
pub static APPROXIMANT_BASIS: Verb = Verb {
    about: "A minimal basis of the rows p with p*A = 0 modulo x^N: a square matrix in weak Popov form for the shift, pivots on the diagonal",
    operands: &[POLYNOMIALS, TERMS],
    takes: &[Takes::Shift],
    examples: &["polymod approximant-basis '=[[[1,1,2,3,5,8]],[[-1]]]' 6 --ring zn:97"],
    rings: Rings::Residues,
    ..Verb::new(
        "approximant-basis",
        Method {
            results: &[Shape::Matrix],
            bytes: |o, _| entries_bytes(o, (matrix(o).rows() as f64).powi(2), o.integers[0].to_f64() + 1.0),
            memory: |o, s| match matrix(o).rows() {
                0 => s.held,
                _ => s.working(&Task::ApproximantBasis),
            },
            ..Method::new(
                |o, call| Ok(matrix(o).approximant_basis(order(o)?, &shift(call, matrix(o).rows()))?.into()),
                |c, o, call, v| {
                    Ok(c.approximants(matrix(o), order(o)?, &shift(call, matrix(o).rows()), v.poly_matrix()?)?)
                },
            )
        },
    )
};

/// A minimal basis of relations at points.
pub static INTERPOLANT_BASIS: Verb = Verb {
    about: "A minimal basis of the rows p with p(x)*B = 0 for each of POINTS x and its block B of rows of A, in their order: a square matrix in weak Popov form for the shift, pivots on the diagonal",
    operands: &[MATRIX, POINTS],
    takes: &[Takes::Shift],
    examples: &["polymod interpolant-basis '=[[1],[2],[3],[4]]' '=[5,6]' --ring zn:97"],
    rings: Rings::Residues,
    ..Verb::new(
        "interpolant-basis",
        Method {
            results: &[Shape::Matrix],
            bytes: |o, _| entries_bytes(o, (block_rows(o) as f64).powi(2), o.arrays[0].len() as f64 + 1.0),
            memory: |o, s| match block_rows(o) {
                0 => s.held,
                _ => s.working(&Task::ApproximantBasis),
            },
            ..Method::new(
                |o, call| {
                    let basis = o.matrices[0].interpolant_basis(o.arrays[0].view(), &shift(call, block_rows(o)))?;
                    Ok(basis.into())
                },
                |c, o, call, v| {
                    let shift = shift(call, block_rows(o));
                    Ok(c.interpolants(&o.matrices[0], o.arrays[0].view(), &shift, v.poly_matrix()?)?)
                },
            )
        },
    )
};

/// A minimal basis of relations.
pub static KERNEL_BASIS: Verb = Verb {
    about: "A minimal basis of the rows p with p*A = 0, in weak Popov form for the shift, pivots from left to right",
    operands: &[POLYNOMIALS],
    takes: &[Takes::Shift],
    examples: &["polymod kernel-basis '=[[[0,1,1]],[[0,0,1]]]' --ring zn:97"],
    rings: Rings::Residues,
    ..Verb::new(
        "kernel-basis",
        Method {
            results: &[Shape::Matrix],
            memory: form_memory,
            ..Method::new(
                |o, call| Ok(matrix(o).kernel_basis(&shift(call, matrix(o).rows()))?.into()),
                |c, o, call, v| Ok(c.poly_kernel(matrix(o), &shift(call, matrix(o).rows()), v.poly_matrix()?)?),
            )
        },
    )
};

/// A weak Popov form.
pub static WEAK_POPOV: Verb = Verb {
    about: "A basis of the rows' module of A in weak Popov form for the shift, pivots from left to right: less work than the Popov form, and not unique",
    operands: &[POLYNOMIALS],
    takes: &[Takes::Shift, Takes::Columns],
    examples: &["polymod weak-popov '=[[[1],[0,1]],[[0,1],[0,0,1,1]]]' --ring zn:97"],
    rings: Rings::Residues,
    ..Verb::new(
        "weak-popov",
        Method {
            results: &[Shape::Matrix],
            memory: form_memory,
            ..Method::new(
                |o, call| form(o, call, [PolyMatrix::weak_popov, PolyMatrix::column_weak_popov]),
                |c, o, call, v| {
                    let (a, form) = by_rows(o, call, v)?;
                    Ok(c.weak_popov(&a, &shift(call, a.cols()), &form)?)
                },
            )
        },
    )
};

/// The Popov form.
pub static POPOV: Verb = Verb {
    about: "The Popov form of A: the rows' module by rows, each with its monic pivot, the rightmost entry of largest degree plus shift, of higher degree than the rest of its column",
    operands: &[POLYNOMIALS],
    takes: &[Takes::Shift, Takes::Columns],
    examples: &["polymod popov a.json --ring zn:2^61-1 --shift 0,5,10", "polymod popov a.json --columns --ring zn:97"],
    rings: Rings::Residues,
    ..Verb::new(
        "popov",
        Method {
            results: &[Shape::Matrix],
            memory: form_memory,
            ..Method::new(
                |o, call| form(o, call, [PolyMatrix::popov, PolyMatrix::column_popov]),
                |c, o, call, v| {
                    let (a, form) = by_rows(o, call, v)?;
                    Ok(c.popov(&a, &shift(call, a.cols()), &form)?)
                },
            )
        },
    )
};

/// The Hermite form.
pub static HERMITE: Verb = Verb {
    about: "The Hermite form of A: the rows' module in row echelon form, monic pivots of higher degree than what is above them",
    operands: &[POLYNOMIALS],
    takes: &[Takes::Columns],
    examples: &[
        "polymod hermite a.json --ring zn:97 --format human",
        "polymod hermite '=[[[0,2],[0,0,1]],[[1],[3]]]' --columns --ring zn:97",
    ],
    rings: Rings::Residues,
    ..Verb::new(
        "hermite",
        Method {
            results: &[Shape::Matrix],
            memory: form_memory,
            ..Method::new(
                |o, call| match call.columns {
                    true => Ok(matrix(o).column_hermite()?.into()),
                    false => Ok(matrix(o).hermite()?.into()),
                },
                |c, o, call, v| {
                    let (a, form) = by_rows(o, call, v)?;
                    Ok(c.hermite(&a, &form)?)
                },
            )
        },
    )
};

/// The Smith form.
pub static SMITH: Verb = Verb {
    about: "The Smith form of A: the diagonal matrix that operations on rows and columns lead to, each monic entry a divisor of the next",
    operands: &[POLYNOMIALS],
    examples: &["polymod smith '=[[[1,1],[]],[[],[2,1]]]' --ring zn:97"],
    rings: Rings::Residues,
    ..Verb::new(
        "smith",
        Method {
            results: &[Shape::Matrix],
            memory: form_memory,
            ..Method::new(
                |o, _| Ok(matrix(o).smith()?.into()),
                |c, o, _, v| Ok(c.poly_smith(matrix(o), v.poly_matrix()?)?),
            )
        },
    )
};

/// The inverse modulo a power of x.
pub static INVERSE_MOD_POWER: Verb = Verb {
    about: "The inverse of the square matrix A modulo x^N, where that of its constant terms exists",
    operands: &[POLYNOMIALS, TERMS],
    examples: &["polymod inverse-mod-power '=[[[1,1],[0,1]],[[2],[1]]]' 3 --ring zn:97"],
    rings: Rings::Residues,
    ..Verb::new(
        "inverse-mod-power",
        Method {
            results: &[Shape::Matrix],
            bytes: |o, _| entries_bytes(o, (matrix(o).rows() as f64).powi(2), o.integers[0].to_f64()),
            memory: |_, s| s.working(&Task::ApproximantBasis),
            ..Method::new(
                |o, _| Ok(matrix(o).inv_series(order(o)?)?.into()),
                |c, o, _, v| Ok(c.poly_inverse(matrix(o), order(o)?, v.poly_matrix()?)?),
            )
        },
    )
};

/// Division with remainder.
pub static PM_DIVREM: Verb = Verb {
    about: "Q and R with A = Q*B + R and R*B^-1 strictly proper; where B is column-reduced, R has lower column degrees than B",
    operands: &[POLYNOMIALS, ("B", Kind::PolyMatrix)],
    examples: &["polymod pm-divrem '=[[[1,2,3,4]]]' '=[[[5,1]]]' --ring zn:97"],
    rings: Rings::Residues,
    ..Verb::new(
        "pm-divrem",
        Method {
            results: &[Shape::Matrix, Shape::Matrix],
            // a divisor that is not column-reduced has an inverse of up to as many times its degree as it has rows
            bytes: |o, _| {
                let [a, b] = [0, 1].map(|i| &o.poly_matrices[i]);
                let degree = |m: &PolyMatrix<AnyRing>| m.degree().unwrap_or(0) as f64;
                let len = degree(a) + b.rows() as f64 * degree(b) + 1.0;
                2.0 * entries_bytes(o, a.rows() as f64 * a.cols() as f64, len)
            },
            memory: form_memory,
            ..Method::new(
                |o, _| {
                    let (q, rest) = matrix(o).div_rem(&o.poly_matrices[1])?;
                    Ok(Value::Several(vec![q.into(), rest.into()]))
                },
                |c, o, _, v| {
                    let [q, rest] = v.these()?;
                    Ok(c.poly_division(matrix(o), &o.poly_matrices[1], [q.poly_matrix()?, rest.poly_matrix()?])?)
                },
            )
        },
    )
};

/// A solution of a system of equations.
pub static PM_SOLVE: Verb = Verb {
    about: "Numerators N and a monic denominator d, in lowest terms, with A*N = d*B, for a square matrix A; exit code 1 where its determinant is 0",
    operands: &[POLYNOMIALS, ("B", Kind::PolyMatrix)],
    examples: &["polymod pm-solve '=[[[0,1],[1]],[[1],[0,1]]]' '=[[[1]],[[]]]' --ring zn:97"],
    rings: Rings::Residues,
    ..Verb::new(
        "pm-solve",
        fractions(
            |o, _| Ok(several(matrix(o).solve(&o.poly_matrices[1])?)),
            |c, o, _, v| Ok(c.poly_solution(matrix(o), &o.poly_matrices[1], numerators(v)?)?),
        ),
    )
};

/// The inverse over the rational functions.
pub static PM_INVERSE: Verb = Verb {
    about: "Numerators N and a monic denominator d, in lowest terms, with A*N = d*I, of the inverse of the square matrix A; exit code 1 where its determinant is 0",
    operands: &[POLYNOMIALS],
    examples: &["polymod pm-inverse '=[[[0,1],[2]],[[],[1,1]]]' --ring zn:97 --format human"],
    rings: Rings::Residues,
    ..Verb::new(
        "pm-inverse",
        fractions(
            |o, _| Ok(several(matrix(o).inverse()?)),
            |c, o, _, v| {
                let one = PolyMatrix::identity(c.ring(), matrix(o).rows());
                Ok(c.poly_solution(matrix(o), &one, numerators(v)?)?)
            },
        ),
    )
};

/// A fraction of matrices with a given power series.
pub static PM_FRACTION: Verb = Verb {
    about: "P and Q with A*Q = P modulo x^N, the shortest for which P*Q^-1 is strictly proper, Q in Popov form by columns; exit code 1 where Q has no inverse at 0",
    operands: &[POLYNOMIALS, TERMS],
    examples: &["polymod pm-fraction '=[[[1,1,2,3,5,8]]]' 6 --ring zn:97"],
    rings: Rings::Residues,
    ..Verb::new(
        "pm-fraction",
        Method {
            results: &[Shape::Matrix, Shape::Matrix],
            bytes: |o, _| {
                let (rows, cols) = (matrix(o).rows() as f64, matrix(o).cols() as f64);
                entries_bytes(o, (rows + cols).powi(2), o.integers[0].to_f64() + 1.0)
            },
            memory: |_, s| s.working(&Task::ApproximantBasis),
            ..Method::new(
                |o, _| {
                    let (p, q) = matrix(o).fraction(order(o)?)?;
                    Ok(Value::Several(vec![p.into(), q.into()]))
                },
                |c, o, _, v| {
                    let [p, q] = v.these()?;
                    Ok(c.poly_fraction(matrix(o), order(o)?, [p.poly_matrix()?, q.poly_matrix()?])?)
                },
            )
        },
    )
};

/// A method with numerators and their denominator as its results; where no right side is given, it is the identity.
const fn fractions(run: fn(&Operands<AnyRing>, &VerbCall) -> Result<Value<AnyRing>, Failure>, check: Check) -> Method {
    Method {
        results: &[Shape::Matrix, Shape::Poly],
        bytes: |o, _| {
            let columns = o.poly_matrices.get(1).map_or(matrix(o).rows(), PolyMatrix::cols);
            let degree = o.poly_matrices.iter().map(|m| m.degree().unwrap_or(0)).max().unwrap_or(0) as f64;
            let rows = matrix(o).rows() as f64;
            entries_bytes(o, rows * columns as f64 + 1.0, rows * degree + 1.0)
        },
        memory: |o, s| s.working(&Task::ApproximantBasis).max(form_memory(o, s)),
        ..Method::new(run, check)
    }
}

fn several((numerators, denominator): (PolyMatrix<AnyRing>, Poly<AnyRing>)) -> Value<AnyRing> {
    Value::Several(vec![numerators.into(), denominator.into()])
}

fn numerators(v: &Value<AnyRing>) -> Result<(&PolyMatrix<AnyRing>, &Poly<AnyRing>), Failure> {
    let [numerators, denominator] = v.these()?;
    Ok((numerators.poly_matrix()?, denominator.poly()?))
}

/// A form for a shift, by rows and by columns.
type Form = fn(&PolyMatrix<AnyRing>, &[i64]) -> polymod::Result<PolyMatrix<AnyRing>>;

fn form(o: &Operands<AnyRing>, call: &VerbCall, by: [Form; 2]) -> Result<Value<AnyRing>, Failure> {
    Ok(by[usize::from(call.columns)](matrix(o), &shift_of(o, call))?.into())
}

/// A and its form, transposed where that is by columns.
fn by_rows(
    o: &Operands<AnyRing>,
    call: &VerbCall,
    v: &Value<AnyRing>,
) -> Result<(PolyMatrix<AnyRing>, PolyMatrix<AnyRing>), Failure> {
    let (a, form) = (matrix(o), v.poly_matrix()?);
    Ok(if call.columns { (a.transposed(), form.transposed()) } else { (a.clone(), form.clone()) })
}

pub(super) fn matrix<R: Convolve>(o: &Operands<R>) -> &PolyMatrix<R> {
    &o.poly_matrices[0]
}

pub(super) fn form_memory<R: Convolve>(o: &Operands<R>, s: &Sizes) -> f64 {
    match matrix(o).rows() {
        0 => s.held,
        rows => s.working(&Task::Form(rows)),
    }
}

/// Bytes of this number of polynomials of `len` coefficients.
fn entries_bytes<R: Convolve>(o: &Operands<R>, count: f64, len: f64) -> f64 {
    count * Poly::one(&o.ring).coeffs().bytes_for(len)
}

/// The number of rows at each point.
fn block_rows<R: Convolve>(o: &Operands<R>) -> usize {
    o.matrices[0].rows().checked_div(o.arrays[0].len()).unwrap_or(0)
}

/// The shift that was given, or zeros.
pub(super) fn shift(call: &VerbCall, len: usize) -> Vec<i64> {
    call.shift.clone().unwrap_or_else(|| vec![0; len])
}

/// The shift of a form of A: an integer for each column, or for each row where the form is by columns.
pub(super) fn shift_of(o: &Operands<AnyRing>, call: &VerbCall) -> Vec<i64> {
    shift(call, if call.columns { matrix(o).rows() } else { matrix(o).cols() })
}

pub(super) fn order<R: Convolve>(o: &Operands<R>) -> Result<usize, Failure> {
    let n = &o.integers[0];
    n.to_usize().ok_or_else(|| Failure::Usage(format!("N: expected a number of coefficients, found {n}")))
}
