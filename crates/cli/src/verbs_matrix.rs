//! The verbs of matrices.

use super::{
    Failure,
    args::VerbCall,
    verbs::{Operands, Value, Verb, row, small, unexpected},
    verbs_poly_matrix::{poly_matrix, poly_power_bytes, poly_product_bytes},
};
use polymod::{
    matrix::{Dense, poly::DetAlgorithm},
    ring::{Convolve, Ring, View},
};
use std::borrow::Cow;

/// Verbs of matrices over every ring.
pub fn matrix_verbs<R: Convolve>() -> Vec<Verb<R>> {
    vec![
        row(
            "matmul",
            |o, call| match (&o.poly_matrices[..], &call.named) {
                ([a, b], name) => {
                    let algorithm = name.as_deref().map(str::parse).transpose()?;
                    Ok(a.mul_window(b, 0..usize::MAX, algorithm)?.into())
                }
                (_, Some(name)) => Ok(o.matrices[0].mul_by(&o.matrices[1], name)?.into()),
                (_, None) => Ok(o.matrices[0].checked_mul(&o.matrices[1])?.into()),
            },
            product_bytes,
            |c, o, _, v| match &o.poly_matrices[..] {
                [a, b] => c.poly_matrix_product(a, b, poly_matrix(v)?),
                _ => c.matrix_product(&o.matrices[0], &o.matrices[1], matrix(v)?),
            },
        ),
        matrix_power_verb(),
        row(
            "transpose",
            |o, _| match &o.poly_matrices[..] {
                [a] => Ok(a.transposed().into()),
                _ => Ok(o.matrices[0].transposed().into()),
            },
            small,
            |c, o, _, v| match &o.poly_matrices[..] {
                [a] => c.poly_transpose(a, poly_matrix(v)?),
                _ => c.transpose(&o.matrices[0], matrix(v)?),
            },
        )
        .directly(),
    ]
}

/// A power of a matrix.
pub fn matrix_power_verb<R: Convolve>() -> Verb<R> {
    row(
        "matpow",
        |o, _| match &o.poly_matrices[..] {
            [a] => Ok(a.pow(&o.integers[0])?.into()),
            _ => Ok(o.matrices[0].pow(&o.integers[0])?.into()),
        },
        power_bytes,
        |c, o, _, v| match &o.poly_matrices[..] {
            [a] => c.poly_matrix_power(a, &o.integers[0], poly_matrix(v)?),
            _ => c.matrix_power(&o.matrices[0], &o.integers[0], matrix(v)?),
        },
    )
}

/// Verbs of matrices over rings with division by pivots.
pub fn elimination_verbs<R: Convolve>() -> Vec<Verb<R>> {
    vec![
        row(
            "det",
            |o, call| {
                let algorithm: Option<DetAlgorithm> = call.named.as_deref().map(str::parse).transpose()?;
                match (&o.poly_matrices[..], algorithm) {
                    ([a], Some(algorithm)) => Ok(a.det_by(algorithm)?.into()),
                    ([a], None) => Ok(a.det()?.into()),
                    (_, Some(algorithm)) => Ok(Value::Scalar(o.matrices[0].det_by(algorithm)?)),
                    (_, None) => Ok(Value::Scalar(o.matrices[0].det()?)),
                }
            },
            small,
            |c, o, _, v| match (v, &o.poly_matrices[..]) {
                (Value::Scalar(x), _) => c.determinant(&o.matrices[0], x),
                (Value::Poly(d), [a]) => c.poly_determinant(a, d),
                _ => Err(unexpected()),
            },
        ),
        row(
            "rank",
            |o, _| match &o.poly_matrices[..] {
                [a] => Ok(Value::Number(a.rank()?)),
                _ => Ok(Value::Number(o.matrices[0].rank()?)),
            },
            small,
            |c, o, _, v| match (v, &o.poly_matrices[..]) {
                (Value::Number(rank), [a]) => c.poly_rank(a, *rank),
                (Value::Number(rank), _) => c.rank(&o.matrices[0], *rank),
                _ => Err(unexpected()),
            },
        ),
        row(
            "solve",
            |o, _| {
                let side = right_side(o)?;
                Ok(like_right_side(o, o.matrices[0].solve(&side)?))
            },
            |o, _| {
                let sides = o.matrices.get(1).map_or(1, Dense::cols);
                o.matrices[0].entries().bytes_for(o.matrices[0].cols() as f64 * sides as f64)
            },
            |c, o, _, v| c.matrix_product(&o.matrices[0], &*solution(o, v)?, &*right_side(o)?),
        ),
        row(
            "inverse",
            |o, _| Ok(o.matrices[0].inverse()?.into()),
            small,
            |c, o, _, v| {
                let unit = Dense::identity(c.ring, o.matrices[0].rows());
                c.matrix_product(&o.matrices[0], matrix(v)?, &unit)
            },
        ),
        row(
            "nullspace",
            |o, _| Ok(o.matrices[0].nullspace()?.into()),
            |o, _| o.matrices[0].entries().bytes_for((o.matrices[0].cols() as f64).powi(2)),
            |c, o, _, v| {
                let one = c.ring.one();
                let rank = c.rank_by_elimination(&o.matrices[0])?;
                c.kernel(&o.matrices[0], matrix(v)?, rank, |_, lead| *lead == one)
            },
        ),
        row(
            "charpoly",
            |o, _| Ok(o.matrices[0].charpoly()?.into()),
            small,
            |c, o, _, v| c.characteristic(&o.matrices[0], super::verbs::poly(v)?),
        ),
    ]
}

fn matrix<R: Convolve>(v: &Value<R>) -> Result<&Dense<R>, Failure> {
    match v {
        Value::Matrix(m) => Ok(m),
        _ => Err(unexpected()),
    }
}

/// The right side as a matrix: a vector is its only column.
pub(super) fn right_side<R: Convolve>(o: &Operands<R>) -> polymod::Result<Cow<'_, Dense<R>>> {
    match o.arrays.first() {
        Some(entries) => column(&o.ring, entries.view()).map(Cow::Owned),
        None => Ok(Cow::Borrowed(&o.matrices[1])),
    }
}

fn column<R: Ring>(r: &R, entries: View<'_, R>) -> polymod::Result<Dense<R>> {
    Dense::new(r, entries.len(), 1, r.owned(entries))
}

/// A solution in the form of the right side: as a vector if that is one.
pub(super) fn like_right_side<R: Convolve>(o: &Operands<R>, x: Dense<R>) -> Value<R> {
    if o.arrays.is_empty() {
        return x.into();
    }
    Value::Array { entries: o.ring.owned(x.entries()), coefficients: false }
}

/// A solution as a matrix, for either form of the right side.
pub(super) fn solution<'v, R: Convolve>(o: &Operands<R>, v: &'v Value<R>) -> Result<Cow<'v, Dense<R>>, Failure> {
    match v {
        Value::Matrix(m) => Ok(Cow::Borrowed(m)),
        Value::Array { entries, .. } => Ok(Cow::Owned(column(&o.ring, entries.view())?)),
        _ => Err(unexpected()),
    }
}

/// Number of bits of the largest entry; 0 where entries are bounded.
fn bits<R: Ring>(a: &Dense<R>) -> f64 {
    f64::from(a.ring().size(a.entries()).bits)
}

/// Bytes of `count` entries; over Z of entries with `bits_each` bits.
fn entries_bytes<R: Ring>(a: &Dense<R>, count: f64, bits_each: f64) -> f64 {
    let bounded = a.ring().size(a.ring().collect(&[a.ring().one()]).view()).bits == 0;
    if bounded { a.entries().bytes_for(count) } else { count * (8.0 * (bits_each / 64.0).floor() + 8.0) }
}

fn product_bytes<R: Convolve>(o: &Operands<R>, _: &VerbCall) -> f64 {
    if let [a, b] = &o.poly_matrices[..] {
        return poly_product_bytes(a, b);
    }
    let (a, b) = (&o.matrices[0], &o.matrices[1]);
    let sums = (a.cols().max(1) as f64).log2();
    entries_bytes(a, a.rows() as f64 * b.cols() as f64, bits(a) + bits(b) + sums)
}

fn power_bytes<R: Convolve>(o: &Operands<R>, _: &VerbCall) -> f64 {
    // the entries of an inverse are minors
    let e = o.integers[0].to_f64().abs();
    if let [a] = &o.poly_matrices[..] {
        return poly_power_bytes(a, e);
    }
    let a = &o.matrices[0];
    let n = a.rows().max(1) as f64;
    let growth = bits(a) + n.log2();
    entries_bytes(a, n * n, if growth == 0.0 { 0.0 } else { growth * e })
}
