//! The verbs that tell whether a matrix of polynomials is in a form, or a basis of relations: by definition. Results are checked by the definition in other words.

use super::{
    Kind, Method, Operands, POLYNOMIALS, Rings, TERMS, Takes, Value, Verb,
    bases::{form_memory, matrix, order, shift, shift_of},
};
use crate::{Failure, args::VerbCall, results::Shape};
use polymod::{
    matrix::PolyMatrix,
    memory::Task,
    ring::{AnyRing, Ring},
    verify::{Proof, Unverified},
};
use std::borrow::Cow;

type Matrix = PolyMatrix<AnyRing>;

/// Whether the pivots are in different columns.
pub static IS_WEAK_POPOV: Verb = of_shift(
    "is-weak-popov",
    "Whether A is in weak Popov form for the shift: pivots, the rightmost entries of largest degree plus shift, in different columns, and no row zero: true or false",
    &["polymod is-weak-popov '=[[[0,1],[1]],[[2],[0,0,1]]]' --ring zn:97"],
    one_pass(Method::new(
        |o, call| told(form(o, call).is_weak_popov(&shift_of(o, call))),
        |_, o, call, v| {
            let mut pivots = largest(&form(o, call), &shift_of(o, call));
            pivots.sort_unstable();
            agree(v, Ok(is_echelon(&pivots)))
        },
    )),
);

/// Whether the matrix is its own Popov form.
pub static IS_POPOV: Verb = of_shift(
    "is-popov",
    "Whether A is in Popov form for the shift, as `popov` prints it: true or false",
    &["polymod is-popov '=[[[0,1],[1]],[[2],[0,0,1]]]' --ring zn:97"],
    one_pass(Method::new(
        |o, call| told(form(o, call).is_popov(&shift_of(o, call))),
        |_, o, call, v| {
            let a = form(o, call);
            let pivots = largest(&a, &shift_of(o, call));
            agree(v, Ok(is_echelon(&pivots) && is_normal(&a, &pivots, |i, k| i != k)))
        },
    )),
);

/// Whether no combination of rows cancels their leading terms.
pub static IS_REDUCED: Verb = of_shift(
    "is-reduced",
    "Whether A is row-reduced for the shift: no combination of its rows cancels their leading terms: true or false",
    &["polymod is-reduced '=[[[0,1],[0,1]],[[0,1],[1]]]' --shift 1,0 --ring zn:97"],
    Method::new(
        |o, call| told(form(o, call).is_reduced(&shift_of(o, call))),
        |c, o, call, v| {
            let a = form(o, call);
            let leading = a.ring().collect(&a.leading_matrix(&shift_of(o, call))?);
            let leading = polymod::Matrix::new(a.ring(), a.rows(), a.cols(), leading)?;
            agree(v, Ok(c.rank_by_elimination(&leading)? == a.rows()))
        },
    ),
);

/// Whether the matrix is its own Hermite form.
pub static IS_HERMITE: Verb = Verb {
    about: "Whether A is in Hermite form, as `hermite` prints it: true or false",
    operands: &[POLYNOMIALS],
    takes: &[Takes::Columns],
    examples: &["polymod is-hermite '=[[[0,1],[1]],[[],[0,0,1]]]' --ring zn:97"],
    rings: Rings::Residues,
    ..Verb::new(
        "is-hermite",
        truth(one_pass(Method::new(
            |o, call| told(Ok(form(o, call).is_hermite())),
            |_, o, call, v| {
                let a = form(o, call);
                let first = |i: usize| (0..a.cols()).find(|&j| a.get(i, j).degree().is_some());
                let pivots: Vec<_> = (0..a.rows()).map(first).collect();
                agree(v, Ok(is_echelon(&pivots) && is_normal(&a, &pivots, |i, k| k < i)))
            },
        ))),
    )
};

/// Whether the matrix has an inverse.
pub static IS_UNIMODULAR: Verb = Verb {
    about: "Whether A is square and its determinant a constant that has an inverse: true or false",
    operands: &[POLYNOMIALS],
    examples: &["polymod is-unimodular '=[[[1],[0,1]],[[],[1]]]' --ring zn:97"],
    rings: Rings::Residues,
    ..Verb::new(
        "is-unimodular",
        truth(Method::new(
            |o, _| told(matrix(o).is_unimodular()),
            |c, o, _, v| {
                let a = matrix(o);
                if a.rows() != a.cols() {
                    return agree(v, Ok(false));
                }
                let det = a.det()?;
                let proof = c.poly_determinant(a, &det)?;
                agree(v, Ok(det.degree() == Some(0) && det.ring().inv(&det.coeff(0)).is_ok()))?;
                Ok(proof)
            },
        )),
    )
};

/// Whether rows are a minimal basis of relations.
pub static IS_KERNEL_BASIS: Verb = Verb {
    about: "Whether the rows of B are a minimal basis of the rows p with p*A = 0, reduced for the shift: true or false",
    operands: &[POLYNOMIALS, ("B", Kind::PolyMatrix)],
    takes: &[Takes::Shift],
    examples: &["polymod is-kernel-basis '=[[[0,1,1]],[[0,0,1]]]' '=[[[0,96],[1,1]]]' --ring zn:97"],
    rings: Rings::Residues,
    ..Verb::new(
        "is-kernel-basis",
        truth(Method::new(
            |o, call| told(matrix(o).is_kernel_basis(&o.poly_matrices[1], &shift(call, matrix(o).rows()))),
            |_, o, call, v| {
                let (a, rows, shift) = (matrix(o), &o.poly_matrices[1], shift(call, matrix(o).rows()));
                let related = || Ok(rows.checked_mul(a)?.is_zero());
                agree(v, is_basis(|| a.kernel_basis(&shift), rows, related, &shift))
            },
        )),
    )
};

/// Whether rows are a minimal basis of relations modulo a power of x.
pub static IS_APPROXIMANT_BASIS: Verb = Verb {
    about: "Whether the rows of B are a minimal basis of the rows p with p*A = 0 modulo x^N, reduced for the shift: true or false",
    operands: &[POLYNOMIALS, TERMS, ("B", Kind::PolyMatrix)],
    takes: &[Takes::Shift],
    examples: &["polymod is-approximant-basis '=[[[1,1]],[[96]]]' 2 '=[[[0,0,1],[]],[[1],[1,1]]]' --ring zn:97"],
    rings: Rings::Residues,
    ..Verb::new(
        "is-approximant-basis",
        truth(Method::new(
            |o, call| {
                let shift = shift(call, matrix(o).rows());
                told(matrix(o).is_approximant_basis(&o.poly_matrices[1], order(o)?, &shift))
            },
            |_, o, call, v| {
                let (a, rows, shift, order) =
                    (matrix(o), &o.poly_matrices[1], shift(call, matrix(o).rows()), order(o)?);
                let related = || Ok(rows.checked_mul(a)?.truncated(order).is_zero());
                agree(v, is_basis(|| a.approximant_basis(order, &shift), rows, related, &shift))
            },
        )),
    )
};

/// A verb of one matrix and a shift.
const fn of_shift(name: &'static str, about: &'static str, examples: &'static [&'static str], method: Method) -> Verb {
    Verb {
        about,
        operands: &[POLYNOMIALS],
        takes: &[Takes::Shift, Takes::Columns],
        examples,
        rings: Rings::Residues,
        ..Verb::new(name, truth(method))
    }
}

/// A method whose result is true or false.
const fn truth(method: Method) -> Method {
    Method {
        results: &[Shape::Truth],
        memory: |o, s| form_memory(o, s).max(s.working(&Task::ApproximantBasis)),
        ..method
    }
}

/// A method that looks at each entry once.
const fn one_pass(method: Method) -> Method {
    Method { direct: true, ..method }
}

fn told(holds: polymod::Result<bool>) -> Result<Value<AnyRing>, Failure> {
    Ok(Value::Truth(holds?))
}

/// A proof that the result is the expected one.
fn agree(v: &Value<AnyRing>, expected: polymod::Result<bool>) -> Result<Proof, Failure> {
    match *v.truth()? == expected? {
        true => Ok(Proof::Exact),
        false => Err(Unverified::Wrong("whether the matrix is in this form".into()).into()),
    }
}

/// The matrix, transposed where its form is by columns.
fn form<'a>(o: &'a Operands<AnyRing>, call: &VerbCall) -> Cow<'a, Matrix> {
    if call.columns { Cow::Owned(matrix(o).transposed()) } else { Cow::Borrowed(matrix(o)) }
}

/// The column of the last entry of largest degree plus shift, in each row; None for zero rows.
fn largest(a: &Matrix, shift: &[i64]) -> Vec<Option<usize>> {
    let column = |i: usize| {
        let weight = |j: usize| Some((i128::try_from(a.get(i, j).degree()?).ok()? + i128::from(shift[j]), j));
        (0..a.cols()).filter_map(weight).max().map(|(_, j)| j)
    };
    (0..a.rows()).map(column).collect()
}

/// Whether every row has a pivot, to the right of the one before.
fn is_echelon(pivots: &[Option<usize>]) -> bool {
    !pivots.contains(&None) && pivots.windows(2).all(|pair| pair[0] < pair[1])
}

/// Whether pivots have leading coefficient 1 and a larger degree than the entries of their columns in the rows k with `compared(i, k)`, for the pivot
/// of row i.
fn is_normal(a: &Matrix, pivots: &[Option<usize>], compared: fn(usize, usize) -> bool) -> bool {
    let pivots = pivots.iter().enumerate().filter_map(|(i, column)| Some((i, (*column)?)));
    pivots.into_iter().all(|(i, j)| {
        let pivot = a.get(i, j);
        let smaller = |k: usize| a.get(k, j).degree() < pivot.degree();
        pivot.leading() == Some(a.ring().one()) && (0..a.rows()).filter(|&k| compared(i, k)).all(smaller)
    })
}

/// Whether rows are reduced, in the module, and generate it.
fn is_basis(
    basis: impl Fn() -> polymod::Result<Matrix>,
    rows: &Matrix,
    related: impl Fn() -> polymod::Result<bool>,
    shift: &[i64],
) -> polymod::Result<bool> {
    let all = || Ok(rows.popov(shift)? == basis()?.popov(shift)?);
    Ok(rows.cols() == shift.len() && related()? && rows.is_reduced(shift)? && all()?)
}
