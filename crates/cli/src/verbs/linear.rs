//! The verbs that work coefficient by coefficient.

use super::{A, Kind, Method, Operands, Value, Verb};
use crate::{Failure, results::Shape};
use polymod::{
    matrix::{Matrix, PolyMatrix},
    poly::Poly,
    ring::Convolve,
    verify::{Checker, Proof},
};

/// Operands of sums.
const SUMMANDS: &[(&str, Kind)] = &[("A", Kind::Either), ("B", Kind::Either)];

/// A sum or a difference, of polynomials or of matrices.
fn sum<R: Convolve>(o: &Operands<R>, minus: bool) -> Result<Value<R>, Failure> {
    Ok(match (&o.polys[..], &o.matrices[..], &o.poly_matrices[..], minus) {
        ([a, b], ..) if minus => a.checked_sub(b)?.into(),
        ([a, b], ..) => a.checked_add(b)?.into(),
        (_, [a, b], _, true) => a.checked_sub(b)?.into(),
        (_, [a, b], ..) => a.checked_add(b)?.into(),
        (_, _, [a, b], true) => a.checked_sub(b)?.into(),
        (_, _, [a, b], _) => a.checked_add(b)?.into(),
        _ => return Err(super::unexpected()),
    })
}

/// Checks a [`sum`]: of matrices all entries at once, as coefficients of polynomials.
fn is_sum<R: Convolve>(c: &Checker<'_, R>, o: &Operands<R>, v: &Value<R>, minus: bool) -> Result<Proof, Failure> {
    let holds = |a: &Poly<R>, b: &Poly<R>, s: &Poly<R>| if minus { c.difference(a, b, s) } else { c.sum(a, b, s) };
    Ok(match (&o.polys[..], &o.matrices[..], &o.poly_matrices[..]) {
        ([a, b], ..) => holds(a, b, v.poly()?)?,
        (_, [a, b], _) if a.shape() == v.matrix()?.shape() => holds(&as_poly(a), &as_poly(b), &as_poly(v.matrix()?))?,
        (_, _, [a, b]) if a.shape() == v.poly_matrix()?.shape() => {
            let entries = a.entries().iter().zip(b.entries()).zip(v.poly_matrix()?.entries());
            entries.map(|((a, b), s)| holds(a, b, s)).try_fold(Proof::Exact, |all, proof| proof.map(|p| all.and(p)))?
        }
        _ => return Err(super::unexpected()),
    })
}

/// −A.
fn negative<R: Convolve>(o: &Operands<R>) -> Result<Value<R>, Failure> {
    Ok(match (&o.polys[..], &o.matrices[..], &o.poly_matrices[..]) {
        ([a], ..) => (-a).into(),
        (_, [a], _) => Matrix::zero(a.ring(), a.rows(), a.cols())?.checked_sub(a)?.into(),
        (_, _, [a]) => PolyMatrix::zero(a.ring(), a.rows(), a.cols()).checked_sub(a)?.into(),
        _ => return Err(super::unexpected()),
    })
}

/// The polynomial whose coefficients are the entries, row by row.
fn as_poly<R: Convolve>(m: &Matrix<R>) -> Poly<R> {
    Poly::from_coeffs(m.ring(), m.ring().owned(m.entries()))
}

/// A + B.
pub static ADD: Verb = Verb {
    about: "A + B, polynomials or matrices",
    operands: SUMMANDS,
    examples: &["polymod add a.json b.json --ring zn:97", "polymod add '=[[1,2]]' '=[[3,4]]'"],
    ..Verb::new(
        "add",
        Method {
            results_of_matrices: Some(&[Shape::Matrix]),
            memory: |_, s| 0.5 * s.held,
            direct: true,
            ..Method::new(|o, _| sum(o, false), |c, o, _, v| is_sum(c, o, v, false))
        },
    )
};

/// A − B.
pub static SUB: Verb = Verb {
    about: "A - B, polynomials or matrices",
    operands: SUMMANDS,
    examples: &["polymod sub a.json '=x^2 - 1'"],
    ..Verb::new(
        "sub",
        Method {
            results_of_matrices: Some(&[Shape::Matrix]),
            memory: |_, s| 0.5 * s.held,
            direct: true,
            ..Method::new(|o, _| sum(o, true), |c, o, _, v| is_sum(c, o, v, true))
        },
    )
};

/// −A.
pub static NEG: Verb = Verb {
    about: "-A, a polynomial or a matrix",
    operands: &[("A", Kind::Either)],
    examples: &["polymod neg a.json --ring zn:97"],
    ..Verb::new(
        "neg",
        Method {
            results_of_matrices: Some(&[Shape::Matrix]),
            direct: true,
            ..Method::new(
                |o, _| negative(o),
                |c, o, _, v| match (&o.polys[..], &o.matrices[..], &o.poly_matrices[..]) {
                    ([a], ..) => Ok(c.difference(&Poly::zero(c.ring()), a, v.poly()?)?),
                    (_, [a], _) if a.shape() == v.matrix()?.shape() => {
                        Ok(c.difference(&Poly::zero(c.ring()), &as_poly(a), &as_poly(v.matrix()?))?)
                    }
                    (_, _, [a]) if a.shape() == v.poly_matrix()?.shape() => {
                        let entries = a.entries().iter().zip(v.poly_matrix()?.entries());
                        let mut negatives = entries.map(|(a, n)| c.difference(&Poly::zero(c.ring()), a, n));
                        Ok(negatives.try_fold(Proof::Exact, |all, proof| proof.map(|p| all.and(p)))?)
                    }
                    _ => Err(super::unexpected()),
                },
            )
        },
    )
};

/// The coefficients in reverse order.
pub static REVERSE: Verb = Verb {
    about: "The coefficients of A in reverse order",
    operands: &[A],
    examples: &["polymod reverse '=x^2 + 2*x + 3'"],
    ..Verb::new(
        "reverse",
        Method {
            direct: true,
            ..Method::new(|o, _| Ok(o.polys[0].reverse().into()), |c, o, _, v| Ok(c.reversed(&o.polys[0], v.poly()?)?))
        },
    )
};

/// The derivative.
pub static DERIVATIVE: Verb = Verb {
    about: "The derivative of A",
    operands: &[A],
    examples: &["polymod derivative a.json"],
    ..Verb::new(
        "derivative",
        Method {
            memory: |_, s| if s.grows { 3.0 * s.held } else { s.held },
            direct: true,
            ..Method::new(
                |o, _| Ok(o.polys[0].derivative().into()),
                |c, o, _, v| Ok(c.derivative(&o.polys[0], v.poly()?)?),
            )
        },
    )
};

/// The integral.
pub static INTEGRAL: Verb = Verb {
    about: "The integral of A with constant term 0; exit code 1 where a division does not go through",
    operands: &[A],
    examples: &["polymod integral '=3*x^2 + 2*x'", "polymod integral a.json --ring zn:2^61-1"],
    ..Verb::new(
        "integral",
        Method {
            memory: |_, s| if s.grows { 3.0 * s.held } else { s.held },
            direct: true,
            ..Method::new(
                |o, _| Ok(o.polys[0].integral()?.into()),
                |c, o, _, v| Ok(c.integral(&o.polys[0], v.poly()?)?),
            )
        },
    )
};
