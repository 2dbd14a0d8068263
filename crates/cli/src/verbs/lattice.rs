//! The verbs of lattices over Z: normal forms of integer matrices, and reduced bases.

use super::{
    MATRIX, Method, Operands, Rings, Takes, Value, Verb,
    bytes::{entries, entry_bits},
    elimination::of_forms,
};
use crate::{Failure, args::VerbCall, results::Shape};
use polymod::{
    matrix::Matrix,
    memory::{Entries, Sizes, Task},
    multimodular,
    ring::{AnyRing, Convolve, Integers, Ring},
    verify::{Checker, Proof},
};

/// Results of a verb with the matrix that transforms the operand.
pub(super) const WITH_TRANSFORM: Option<&[Shape]> = Some(&[Shape::Matrix, Shape::Matrix]);

/// The Hermite form.
pub static HNF: Verb = Verb {
    about: "The row Hermite form H of the matrix A, over z: pivots positive, entries above reduced; with --transform then a unimodular U with U*A = H",
    operands: &[MATRIX],
    takes: &[Takes::Transforms],
    examples: &["polymod hnf '=[[2,4],[3,5]]'", "polymod hnf --transform a.json --verify"],
    over_z: Some(Method {
        results: &[Shape::Matrix],
        results_on_demand: WITH_TRANSFORM,
        bytes: form_bytes,
        memory: form_memory,
        ..Method::over_z(
            |o, call| match call.transforms {
                true => Ok(two(multimodular::hnf_with_transform(&o.matrices[0])?)),
                false => Ok(multimodular::hnf(&o.matrices[0])?.into()),
            },
            |c, o, call, v| {
                let (h, u) = with_transform(v, call)?;
                Ok(c.integer_hermite(&o.matrices[0], h, u)?)
            },
        )
    }),
    ..Verb::empty("hnf")
};

/// The Smith form.
pub static SNF: Verb = Verb {
    about: "The Smith form S of the matrix A, over z and zn:N: each diagonal entry divides the next, over zn:N all divide N or are 0; with --transform then U and V, invertible, with U*A*V = S",
    operands: &[MATRIX],
    takes: &[Takes::Transforms],
    examples: &[
        "polymod snf '=[[2,4,4],[-6,6,12],[10,-4,-16]]'",
        "polymod snf --transform a.json --verify",
        "polymod snf '=[[4,2,6],[4,5,6],[8,8,2]]' --mod 8",
    ],
    rings: Rings::Finite,
    over_z: Some(Method {
        bytes: form_bytes,
        memory: form_memory,
        ..smith_form(Method::over_z(
            |o, call| match call.transforms {
                true => Ok(three(multimodular::snf_with_transforms(&o.matrices[0])?)),
                false => Ok(multimodular::snf(&o.matrices[0])?.into()),
            },
            is_smith_form,
        ))
    }),
    ..Verb::new(
        "snf",
        Method {
            bytes: |o, call| o.matrices[0].entries().bytes_for(form_entries(o, call)),
            memory: smith_memory,
            ..smith_form(Method::new(
                |o, call| match call.transforms {
                    true => Ok(three(o.matrices[0].smith_with_transforms()?)),
                    false => Ok(o.matrices[0].smith()?.into()),
                },
                is_smith_form,
            ))
        },
    )
};

/// A method with a Smith form and, on demand, its transforms as results.
const fn smith_form(method: Method) -> Method {
    const THREE: &[Shape] = &[Shape::Matrix; 3];
    Method { results: &[Shape::Matrix], results_on_demand: Some(THREE), ..method }
}

fn three<R: Convolve>((form, u, v): (Matrix<R>, Matrix<R>, Matrix<R>)) -> Value<R> {
    Value::Several(vec![form.into(), u.into(), v.into()])
}

fn is_smith_form(
    c: &mut Checker<'_, AnyRing>,
    o: &Operands<AnyRing>,
    call: &VerbCall,
    v: &Value<AnyRing>,
) -> Result<Proof, Failure> {
    if !call.transforms {
        return Ok(c.smith(&o.matrices[0], v.matrix()?, None)?);
    }
    let [s, u, v] = v.these()?;
    Ok(c.smith(&o.matrices[0], s.matrix()?, Some([u.matrix()?, v.matrix()?]))?)
}

/// The invariant factors.
pub static INVARIANT_FACTORS: Verb = Verb {
    about: "The invariant factors of the matrix A other than 0, each a divisor of the next: the diagonal of the Smith form, over z and zn:N",
    operands: &[MATRIX],
    examples: &[
        "polymod invariant-factors '=[[2,4,4],[-6,6,12],[10,-4,-16]]'",
        "polymod invariant-factors a.json --ring zn:12",
    ],
    rings: Rings::Finite,
    over_z: Some(Method {
        results: &[Shape::Array],
        bytes: |o, _| {
            entries(&o.matrices[0], o.matrices[0].rows().min(o.matrices[0].cols()) as f64, minor_bits(&o.matrices[0]))
        },
        memory: form_memory,
        ..Method::over_z(
            |o, _| Ok(Value::array(o.ring.collect(&o.matrices[0].invariant_factors()?))),
            |c, o, _, v| are_invariant(c, o, v),
        )
    }),
    ..Verb::new(
        "invariant-factors",
        Method {
            results: &[Shape::Array],
            memory: |o, s| s.working(&Task::MatrixInverse(Entries::of(&o.matrices[0]))) + of_forms(o),
            ..Method::new(
                |o, _| Ok(Value::array(o.ring.collect(&o.matrices[0].invariant_factors()?))),
                |c, o, _, v| are_invariant(c, o, v),
            )
        },
    )
};

fn are_invariant(c: &mut Checker<'_, AnyRing>, o: &Operands<AnyRing>, v: &Value<AnyRing>) -> Result<Proof, Failure> {
    let factors = v.entries()?;
    let factors: Vec<_> = (0..factors.len()).map(|i| o.ring.get(factors.view(), i)).collect();
    Ok(c.invariant_factors(&o.matrices[0], &factors)?)
}

/// A reduced basis.
pub static LLL: Verb = Verb {
    about: "An LLL-reduced basis of the lattice of the rows of A, over z, zero rows first; with --transform then a unimodular U with U*A equal to it",
    operands: &[MATRIX],
    takes: &[Takes::Transforms],
    examples: &["polymod lll '=[[1,0,12345],[0,1,54321]]'", "polymod lll --transform a.json --verify"],
    over_z: Some(Method {
        results: &[Shape::Matrix],
        results_on_demand: WITH_TRANSFORM,
        bytes: basis_bytes,
        memory: basis_memory,
        ..Method::over_z(
            |o, call| match call.transforms {
                true => Ok(two(multimodular::lll_with_transform(&o.matrices[0])?)),
                false => Ok(multimodular::lll(&o.matrices[0])?.into()),
            },
            |c, o, call, v| {
                let (b, u) = with_transform(v, call)?;
                Ok(c.reduced_basis(&o.matrices[0], b, u)?)
            },
        )
    }),
    ..Verb::empty("lll")
};

fn two((form, transform): (Matrix<Integers>, Matrix<Integers>)) -> Value<Integers> {
    Value::Several(vec![form.into(), transform.into()])
}

/// A result, and its transform where it is wanted.
pub(super) fn with_transform<'v>(
    v: &'v Value<AnyRing>,
    call: &VerbCall,
) -> Result<(&'v Matrix<AnyRing>, Option<&'v Matrix<AnyRing>>), Failure> {
    if !call.transforms {
        return Ok((v.matrix()?, None));
    }
    let [form, transform] = v.these()?;
    Ok((form.matrix()?, Some(transform.matrix()?)))
}

/// Bits of the largest minor (Hadamard's inequality).
fn minor_bits(a: &Matrix<AnyRing>) -> f64 {
    let (rows, cols) = (a.rows() as f64, a.cols() as f64);
    rows.min(cols) * (entry_bits(a) + 0.5 * rows.max(cols).max(1.0).log2())
}

/// Entries of a form, and of its transforms.
fn form_entries(o: &Operands<AnyRing>, call: &VerbCall) -> f64 {
    let [rows, cols] = [o.matrices[0].rows() as f64, o.matrices[0].cols() as f64];
    rows * cols + if call.transforms { rows * rows + cols * cols } else { 0.0 }
}

/// Bytes of a form, and of its transforms.
fn form_bytes(o: &Operands<AnyRing>, call: &VerbCall) -> f64 {
    entries(&o.matrices[0], form_entries(o, call), minor_bits(&o.matrices[0]))
}

/// Howell forms, or the matrix and its transforms by rows and at once.
fn smith_memory(o: &Operands<AnyRing>, s: &Sizes) -> f64 {
    let (a, [rows, cols]) = (&o.matrices[0], [o.matrices[0].rows() as f64, o.matrices[0].cols() as f64]);
    s.working(&Task::MatrixInverse(Entries::of(a))) + of_forms(o) + 2.0 * a.entries().bytes_for((rows + cols).powi(2))
}

/// An inverse, and rows modulo a minor, which are integers each in memory of its own.
fn form_memory(o: &Operands<AnyRing>, s: &Sizes) -> f64 {
    let a = &o.matrices[0];
    let longest = a.rows().max(a.cols()) as f64;
    s.working(&Task::MatrixInverse(Entries::of(a))) + longest * longest * (64.0 + 0.5 * minor_bits(a))
}

/// Bytes of a basis, which is about as long as the operand, and of its transform.
fn basis_bytes(o: &Operands<AnyRing>, call: &VerbCall) -> f64 {
    let (a, [rows, cols]) = (&o.matrices[0], [o.matrices[0].rows() as f64, o.matrices[0].cols() as f64]);
    let transform = if call.transforms { entries(a, rows * rows, minor_bits(a)) } else { 0.0 };
    transform + entries(a, rows * cols, entry_bits(a))
}

/// The vectors and their products, the Gram matrix and coefficients as pairs of doubles or as minors of it.
fn basis_memory(o: &Operands<AnyRing>, s: &Sizes) -> f64 {
    let (a, rows) = (&o.matrices[0], o.matrices[0].rows() as f64);
    4.0 * s.all + rows * rows * (192.0 + 0.5 * entry_bits(a) + 0.125 * minor_bits(a))
}
