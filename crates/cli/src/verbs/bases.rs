//! The verbs of matrices of polynomials over fields: bases and normal forms.

use super::{Method, Operands, POLYNOMIALS, Rings, TERMS, Takes, Verb};
use crate::{Failure, args::VerbCall, results::Shape};
use polymod::{
    matrix::PolyMatrix,
    memory::{Sizes, Task},
    poly::Poly,
    ring::Convolve,
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
            bytes: |o, _| {
                let a = matrix(o);
                let entry = Poly::one(a.ring()).coeffs().bytes_for(o.integers[0].to_f64() + 1.0);
                (a.rows() as f64).powi(2) * entry
            },
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

/// The Popov form.
pub static POPOV: Verb = Verb {
    about: "The Popov form of A: the rows' module by rows, each with its monic pivot, the rightmost entry of largest degree plus shift, of higher degree than the rest of its column",
    operands: &[POLYNOMIALS],
    takes: &[Takes::Shift],
    examples: &["polymod popov a.json --ring zn:2^61-1 --shift 0,5,10"],
    rings: Rings::Residues,
    ..Verb::new(
        "popov",
        Method {
            results: &[Shape::Matrix],
            memory: form_memory,
            ..Method::new(
                |o, call| Ok(matrix(o).popov(&shift(call, matrix(o).cols()))?.into()),
                |c, o, call, v| Ok(c.popov(matrix(o), &shift(call, matrix(o).cols()), v.poly_matrix()?)?),
            )
        },
    )
};

/// The Hermite form.
pub static HERMITE: Verb = Verb {
    about: "The Hermite form of A: the rows' module in row echelon form, monic pivots of higher degree than what is above them",
    operands: &[POLYNOMIALS],
    examples: &["polymod hermite a.json --ring zn:97 --format human"],
    rings: Rings::Residues,
    ..Verb::new(
        "hermite",
        Method {
            results: &[Shape::Matrix],
            memory: form_memory,
            ..Method::new(
                |o, _| Ok(matrix(o).hermite()?.into()),
                |c, o, _, v| Ok(c.hermite(matrix(o), v.poly_matrix()?)?),
            )
        },
    )
};

fn matrix<R: Convolve>(o: &Operands<R>) -> &PolyMatrix<R> {
    &o.poly_matrices[0]
}

fn form_memory<R: Convolve>(o: &Operands<R>, s: &Sizes) -> f64 {
    match matrix(o).rows() {
        0 => s.held,
        rows => s.working(&Task::Form(rows)),
    }
}

/// The shift that was given, or zeros.
fn shift(call: &VerbCall, len: usize) -> Vec<i64> {
    call.shift.clone().unwrap_or_else(|| vec![0; len])
}

fn order<R: Convolve>(o: &Operands<R>) -> Result<usize, Failure> {
    let n = &o.integers[0];
    n.to_usize().ok_or_else(|| Failure::Usage(format!("N: expected a number of coefficients, found {n}")))
}
