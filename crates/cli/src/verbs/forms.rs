//! The verbs of forms of a matrix: reduced and triangular, Hessenberg; bases of its spaces, the adjugate and the Pfaffian.

use super::{
    MATRIX, Method, Operands, Rings, Takes, Value, Verb,
    elimination::of_forms,
    lattice::{WITH_TRANSFORM, with_transform},
};
use crate::{Failure, args::VerbCall, results::Shape};
use polymod::{
    memory::{Entries, Task},
    multimodular,
    ring::{AnyRing, Integers, Vectors},
    verify::{Checker, Proof},
};

/// Computes a result over rings of residues.
type Direct = fn(&Operands<AnyRing>, &VerbCall) -> Result<Value<AnyRing>, Failure>;
/// Computes a result over Z.
type Modular = fn(&Operands<Integers>, &VerbCall) -> Result<Value<Integers>, Failure>;
/// Checks a result.
type Check = fn(&mut Checker<'_, AnyRing>, &Operands<AnyRing>, &VerbCall, &Value<AnyRing>) -> Result<Proof, Failure>;

/// A method with a matrix as its result.
const fn with_matrix(run: Direct, check: Check) -> Method {
    Method {
        results: &[Shape::Matrix],
        memory: |o, s| s.working(&Task::MatrixInverse(Entries::of(&o.matrices[0]))),
        ..Method::new(run, check)
    }
}

/// A method of Z with results of this kind, whose integers are minors.
const fn of_minors(results: &'static [Shape], run: Modular, check: Check) -> Method {
    Method {
        results,
        memory: |o, s| s.working(&Task::MatrixInverse(Entries::of(&o.matrices[0]))),
        resumes: true,
        ..Method::over_z(run, check)
    }
}

/// The reduced row echelon form.
pub static RREF: Verb = Verb {
    about: "The reduced row echelon form of A, then its rank; over z numerators, the rank and one denominator > 0",
    operands: &[MATRIX],
    examples: &["polymod rref '=[[2,4,6],[1,2,3],[0,1,5]]' --ring zn:97", "polymod rref '=[[2,0,1],[0,3,1]]'"],
    ..Verb::of_both(
        "rref",
        Method {
            results: &[Shape::Matrix, Shape::Number],
            ..with_matrix(
                |o, _| {
                    let echelon = o.matrices[0].echelon()?;
                    Ok(Value::Several(vec![echelon.reduced()?.into(), Value::Number(echelon.rank())]))
                },
                |c, o, _, v| {
                    let [form, rank] = v.these()?;
                    Ok(c.reduced_form(&o.matrices[0], form.matrix()?, *rank.number()?)?)
                },
            )
        },
        Method {
            memory: |o, s| s.working(&Task::Nullspace(Entries::of(&o.matrices[0]))),
            ..of_minors(
                &[Shape::Matrix, Shape::Number, Shape::Scalar],
                |o, call| {
                    let (form, d) = multimodular::rref(&o.matrices[0], &call.modular)?.value;
                    let rank = form.ring().trimmed_len(form.entries()).div_ceil(form.cols().max(1));
                    Ok(Value::Several(vec![form.into(), Value::Number(rank), Value::Scalar(d)]))
                },
                |c, o, _, v| {
                    let [form, rank, d] = v.these()?;
                    Ok(c.integer_reduced_form(&o.matrices[0], form.matrix()?, *rank.number()?, d.scalar()?)?)
                },
            )
        },
    )
};

/// The Howell form.
pub static HOWELL: Verb = Verb {
    about: "The Howell form H of A over zn:N, without zero rows: a row echelon form for all N, whose rows begin with divisors of N; over fields the reduced one; with --transform then a U with U*A = H",
    operands: &[MATRIX],
    takes: &[Takes::Transforms],
    examples: &[
        "polymod howell '=[[8,5,5],[0,9,8],[0,0,10]]' --ring zn:12",
        "polymod howell --transform '=[[2,1]]' --ring zn:4 --verify",
    ],
    rings: Rings::Finite,
    ..Verb::new(
        "howell",
        Method {
            results_on_demand: WITH_TRANSFORM,
            bytes: howell_bytes,
            memory: |o, s| s.working(&Task::MatrixInverse(Entries::of(&o.matrices[0]))) + of_forms(o),
            ..with_matrix(
                |o, call| match call.transforms {
                    true => {
                        let (form, transform) = o.matrices[0].howell_with_transform()?;
                        Ok(Value::Several(vec![form.into(), transform.into()]))
                    }
                    false => Ok(o.matrices[0].howell()?.into()),
                },
                |c, o, call, v| {
                    let (form, transform) = with_transform(v, call)?;
                    let proof = c.howell(&o.matrices[0], form)?;
                    match transform {
                        Some(transform) => Ok(proof.and(c.matrix_product(transform, &o.matrices[0], form)?)),
                        None => Ok(proof),
                    }
                },
            )
        },
    )
};

/// Bytes of a Howell form of as many rows as there are columns, and of the combinations of rows that make it.
fn howell_bytes(o: &Operands<AnyRing>, call: &VerbCall) -> f64 {
    let [rows, cols] = [o.matrices[0].rows() as f64, o.matrices[0].cols() as f64];
    o.matrices[0].entries().bytes_for(cols * if call.transforms { rows + cols } else { cols })
}

/// The triangular decomposition.
pub static PLU: Verb = Verb {
    about: "P, L and U with P*A = L*U: row i of P*A is row P[i] of A, L is unit lower triangular, U in row echelon form; each pivot is the first unit of its column",
    operands: &[MATRIX],
    examples: &["polymod plu '=[[0,2],[3,4]]' --ring zn:97"],
    rings: Rings::Residues,
    ..Verb::new(
        "plu",
        Method {
            results: &[Shape::Indices, Shape::Matrix, Shape::Matrix],
            bytes: |o, _| o.matrices[0].entries().bytes_for((o.matrices[0].rows() as f64).powi(2)),
            ..with_matrix(
                |o, _| {
                    let echelon = o.matrices[0].echelon()?;
                    let (lower, upper) = (echelon.lower(), echelon.upper());
                    Ok(Value::Several(vec![Value::Indices(echelon.order().to_vec()), lower.into(), upper.into()]))
                },
                |c, o, _, v| {
                    let [order, l, u] = v.these()?;
                    Ok(c.triangular_factors(&o.matrices[0], order.indices()?, [l.matrix()?, u.matrix()?])?)
                },
            )
        },
    )
};

/// A basis of the left kernel.
pub static LEFT_NULLSPACE: Verb = Verb {
    about: "A basis of the rows y with y*A = 0, as the rows of a matrix in reduced echelon form; over z primitive ones",
    operands: &[MATRIX],
    examples: &["polymod left-nullspace '=[[1,2],[2,4],[3,7]]' --ring zn:97"],
    ..Verb::of_both(
        "left-nullspace",
        Method {
            bytes: |o, _| o.matrices[0].entries().bytes_for((o.matrices[0].rows() as f64).powi(2)),
            memory: |o, s| s.held + s.working(&Task::Nullspace(transposed(o))) + of_forms(o),
            ..with_matrix(
                |o, _| Ok(o.matrices[0].left_nullspace()?.into()),
                |c, o, _, v| Ok(c.nullspace(&o.matrices[0].transposed(), v.matrix()?)?),
            )
        },
        Method {
            memory: |o, s| s.held + s.working(&Task::Nullspace(transposed(o))),
            ..of_minors(
                &[Shape::Matrix],
                |o, call| Ok(multimodular::nullspace(&o.matrices[0].transposed(), &call.modular)?.value.into()),
                |c, o, _, v| Ok(c.integer_nullspace(&o.matrices[0].transposed(), v.matrix()?)?),
            )
        },
    )
};

/// A basis of the space of the columns.
pub static COLUMN_SPACE: Verb = Verb {
    about: "A basis of the space of A's columns, as the rows of a matrix in reduced echelon form; over z primitive ones",
    operands: &[MATRIX],
    examples: &["polymod column-space '=[[1,0,2],[2,0,4],[0,0,1]]' --ring zn:97"],
    ..Verb::of_both(
        "column-space",
        with_matrix(
            |o, _| Ok(o.matrices[0].column_space()?.into()),
            |c, o, _, v| Ok(c.column_space(&o.matrices[0], v.matrix()?)?),
        ),
        Method {
            memory: |o, s| s.held + s.working(&Task::Nullspace(transposed(o))),
            ..of_minors(
                &[Shape::Matrix],
                |o, call| Ok(multimodular::column_space(&o.matrices[0], &call.modular)?.value.into()),
                |c, o, _, v| Ok(c.integer_column_space(&o.matrices[0], v.matrix()?)?),
            )
        },
    )
};

/// The adjugate.
pub static ADJUGATE: Verb = Verb {
    about: "The adjugate of the square matrix A, which times A is the determinant times the identity",
    operands: &[MATRIX],
    examples: &["polymod adjugate '=[[1,2],[3,4]]'"],
    ..Verb::of_both(
        "adjugate",
        with_matrix(
            |o, _| Ok(o.matrices[0].adjugate()?.into()),
            |c, o, _, v| Ok(c.adjugate(&o.matrices[0], v.matrix()?)?),
        ),
        of_minors(
            &[Shape::Matrix],
            |o, call| Ok(multimodular::adjugate(&o.matrices[0], &call.modular)?.value.into()),
            |c, o, _, v| Ok(c.adjugate(&o.matrices[0], v.matrix()?)?),
        ),
    )
};

/// The Hessenberg form.
pub static HESSENBERG: Verb = Verb {
    about: "An upper Hessenberg matrix similar to the square matrix A: zeros below the subdiagonal",
    operands: &[MATRIX],
    examples: &["polymod hessenberg '=[[1,2,3],[4,5,6],[7,8,10]]' --ring zn:97"],
    rings: Rings::Residues,
    ..Verb::new(
        "hessenberg",
        with_matrix(
            |o, _| Ok(o.matrices[0].hessenberg()?.into()),
            |c, o, _, v| Ok(c.hessenberg(&o.matrices[0], v.matrix()?)?),
        ),
    )
};

/// The Pfaffian.
pub static PFAFFIAN: Verb = Verb {
    about: "The Pfaffian of the skew-symmetric matrix A, 0 of odd size; exit code 1 for other matrices",
    operands: &[MATRIX],
    examples: &["polymod pfaffian '=[[0,3],[-3,0]]'"],
    ..Verb::of_both(
        "pfaffian",
        Method {
            results: &[Shape::Scalar],
            ..with_matrix(
                |o, _| Ok(Value::Scalar(o.matrices[0].pfaffian()?)),
                |c, o, _, v| Ok(c.pfaffian(&o.matrices[0], v.scalar()?)?),
            )
        },
        Method {
            memory: |_, s| s.working(&Task::Determinant),
            ..of_minors(
                &[Shape::Scalar],
                |o, call| Ok(Value::Scalar(multimodular::pfaffian(&o.matrices[0], &call.modular)?.value)),
                |c, o, _, v| Ok(c.pfaffian(&o.matrices[0], v.scalar()?)?),
            )
        },
    )
};

/// Rows, columns and bits of the transpose.
fn transposed(o: &Operands<AnyRing>) -> Entries {
    let entries = Entries::of(&o.matrices[0]);
    Entries { rows: entries.cols, cols: entries.rows, ..entries }
}
