//! The verbs of products, powers and transposes of matrices.

use super::{
    ENTRIES, Kind, Method, Operands, Takes, Value, Verb, bytes,
    run::{from_z, to_z},
};
use crate::{Failure, args::VerbCall, results::Shape};
use polymod::{
    matrix::{PolyMatrix, SparseMatrix},
    memory::Task,
    multimodular,
    poly::Poly,
    ring::{AnyRing, Convolve},
};
use rug::Complete;

/// The product of two matrices.
pub static MATMUL: Verb = Verb {
    about: "The product of the matrices A and B, whose entries may be polynomials",
    operands: &[ENTRIES, ("B", Kind::Entries)],
    takes: &[Takes::Sparse],
    examples: &[
        "polymod matmul a.json b.json --ring zn:2^61-1 --verify",
        "polymod matmul a.mtx b.json --ring zn:97",
        "polymod matmul '=[[1,2],[3,4]]' '=[[0,1],[1,0]]'",
        "polymod matmul '=[[[1,2],[3]]]' '=[[[0,1]],[[5]]]' --format human",
    ],
    ..Verb::new(
        "matmul",
        Method {
            results: &[Shape::Matrix],
            bytes: |o, _| product_bytes(o),
            memory: |o, s| match (s.grows, o.poly_matrices.is_empty()) {
                (_, true) => s.working(&Task::MatrixProduct),
                (true, false) => 2.0 * s.all,
                (false, false) => 2.0 * s.all + s.more * s.held,
            },
            ..Method::new(
                |o, _| match (&o.sparse[..], &o.poly_matrices[..]) {
                    ([a], [b]) => Ok(constants(a)?.checked_mul(b)?.into()),
                    ([a], _) => Ok(a.checked_mul(&o.matrices[0])?.into()),
                    (_, [a, b]) => Ok(a.checked_mul(b)?.into()),
                    _ => Ok(o.matrices[0].checked_mul(&o.matrices[1])?.into()),
                },
                |c, o, _, v| match (&o.sparse[..], &o.poly_matrices[..]) {
                    ([a], [b]) => Ok(c.poly_matrix_product(&constants(a)?, b, v.poly_matrix()?)?),
                    ([a], _) => Ok(c.sparse_product(a, &o.matrices[0], v.matrix()?)?),
                    (_, [a, b]) => Ok(c.poly_matrix_product(a, b, v.poly_matrix()?)?),
                    _ => Ok(c.matrix_product(&o.matrices[0], &o.matrices[1], v.matrix()?)?),
                },
            )
        },
    )
};

/// A power of a matrix.
pub static MATPOW: Verb = Verb {
    about: "The square matrix A, whose entries may be polynomials, to the power of E; exit code 1 where E is negative and A has no inverse",
    operands: &[ENTRIES, ("E", Kind::Integer)],
    examples: &["polymod matpow '=[[1,1],[1,0]]' 10^18 --ring zn:2^61-1", "polymod matpow '=[[1,1],[1,0]]' -1"],
    ..Verb::of_both(
        "matpow",
        Method {
            results: &[Shape::Matrix],
            bytes: |o, _| power_bytes(o),
            memory: |o, s| match o.poly_matrices.is_empty() {
                true => s.working(&Task::MatrixPower),
                false => 2.0 * s.all + s.more * s.held,
            },
            ..Method::new(
                |o, _| match &o.poly_matrices[..] {
                    [a] => Ok(a.pow(&o.integers[0])?.into()),
                    _ => Ok(o.matrices[0].pow(&o.integers[0])?.into()),
                },
                |c, o, _, v| match &o.poly_matrices[..] {
                    [a] => Ok(c.poly_matrix_power(a, &o.integers[0], v.poly_matrix()?)?),
                    _ => Ok(c.matrix_power(&o.matrices[0], &o.integers[0], v.matrix()?)?),
                },
            )
        },
        Method {
            results: &[Shape::Matrix],
            bytes: |o, _| power_bytes(o),
            memory: |o, s| if o.poly_matrices.is_empty() { s.working(&Task::MatrixPower) } else { 2.0 * s.all },
            ..Method::new(integer_power, |c, o, _, v| match &o.poly_matrices[..] {
                [a] => Ok(c.poly_matrix_power(a, &o.integers[0], v.poly_matrix()?)?),
                _ => Ok(c.matrix_power(&o.matrices[0], &o.integers[0], v.matrix()?)?),
            })
        },
    )
};

/// The transpose.
pub static TRANSPOSE: Verb = Verb {
    about: "The transpose of the matrix A",
    operands: &[ENTRIES],
    examples: &["polymod transpose a.mtx"],
    ..Verb::new(
        "transpose",
        Method {
            results: &[Shape::Matrix],
            direct: true,
            ..Method::new(
                |o, _| match &o.poly_matrices[..] {
                    [a] => Ok(a.transposed().into()),
                    _ => Ok(o.matrices[0].transposed().into()),
                },
                |c, o, _, v| match &o.poly_matrices[..] {
                    [a] => Ok(c.poly_transpose(a, v.poly_matrix()?)?),
                    _ => Ok(c.transpose(&o.matrices[0], v.matrix()?)?),
                },
            )
        },
    )
};

/// A^E over Z; for a negative E as a power of the inverse, if its denominator is 1.
fn integer_power(o: &Operands<AnyRing>, call: &VerbCall) -> Result<Value<AnyRing>, Failure> {
    let e = &o.integers[0];
    match &o.poly_matrices[..] {
        [_] if *e < 0 => Err(Failure::Usage(
            "matpow over z takes negative exponents for matrices of numbers; over zn:N for matrices of polynomials too"
                .into(),
        )),
        [a] => Ok(a.pow(e)?.into()),
        _ if *e >= 0 => Ok(o.matrices[0].pow(e)?.into()),
        _ => {
            let (inverse, d) =
                multimodular::inverse(&to_z(&o.ring).matrix(o.matrices[0].clone()), &call.modular)?.value;
            if d != 1 {
                return Err(Failure::NoSuch(format!(
                    "the matrix has no inverse over z: its entries have the denominator {d}"
                )));
            }
            Ok(from_z(&o.ring).matrix(inverse).pow(&(-e).complete())?.into())
        }
    }
}

/// A sparse matrix of numbers as a matrix of constant polynomials, all of them.
fn constants<R: Convolve>(a: &SparseMatrix<R>) -> Result<PolyMatrix<R>, Failure> {
    let (rows, cols) = a.shape();
    Ok(PolyMatrix::from_fn(a.ring(), rows, cols, |i, j| Poly::new(a.ring(), [a.get(i, j)]))?)
}

fn product_bytes<R: Convolve>(o: &Operands<R>) -> f64 {
    match (&o.sparse[..], &o.poly_matrices[..]) {
        // each column of the product is a sum of constants times entries of B
        ([a], [b]) => {
            return a.shape().0 as f64 * b.entries().iter().map(|p| p.coeffs().bytes_for(p.len() as f64)).sum::<f64>();
        }
        ([a], _) => {
            let b = &o.matrices[0];
            let bits =
                f64::from(a.ring().size(a.entries()).bits) + bytes::entry_bits(b) + (b.rows().max(1) as f64).log2();
            return bytes::entries(b, a.shape().0 as f64 * b.cols() as f64, bits);
        }
        (_, [a, b]) => return bytes::poly_matrix_product(a, b),
        _ => {}
    }
    let (a, b) = (&o.matrices[0], &o.matrices[1]);
    let sums = (a.cols().max(1) as f64).log2();
    bytes::entries(a, a.rows() as f64 * b.cols() as f64, bytes::entry_bits(a) + bytes::entry_bits(b) + sums)
}

fn power_bytes<R: Convolve>(o: &Operands<R>) -> f64 {
    // the entries of an inverse are minors
    let e = o.integers[0].to_f64().abs();
    if let [a] = &o.poly_matrices[..] {
        return bytes::poly_matrix_power(a, e);
    }
    let a = &o.matrices[0];
    let n = a.rows().max(1) as f64;
    let growth = bytes::entry_bits(a) + n.log2();
    bytes::entries(a, n * n, if growth == 0.0 { 0.0 } else { growth * e })
}
