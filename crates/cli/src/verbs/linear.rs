//! The verbs that work coefficient by coefficient.

use super::{A, Kind, Method, Operands, Value, Verb};
use crate::{Failure, results::Shape};
use polymod::{
    matrix::{Matrix, PolyMatrix},
    memory::{coefficient_bytes, log2_norm},
    poly::Poly,
    ring::Convolve,
    verify::{Checker, Proof},
};
use std::borrow::Cow;

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

/// A over its leading coefficient.
pub static MONIC: Verb = Verb {
    about: "A over its leading coefficient; exit code 1 where that is no unit",
    operands: &[A],
    examples: &["polymod monic '=2*x^2 + 4' --ring zn:97"],
    ..Verb::new(
        "monic",
        Method {
            direct: true,
            ..Method::new(|o, _| Ok(o.polys[0].monic()?.into()), |c, o, _, v| Ok(c.monic(&o.polys[0], v.poly()?)?))
        },
    )
};

/// A times an element.
pub static SCALE: Verb = Verb {
    about: "C*A for an element C of the ring, A a polynomial or a matrix",
    operands: &[("A", Kind::Either), ("C", Kind::Scalar)],
    examples: &["polymod scale '=x^2 + 3' 5", "polymod scale '=[[1,2],[3,4]]' -1 --ring zn:97"],
    ..Verb::new(
        "scale",
        Method {
            results_of_matrices: Some(&[Shape::Matrix]),
            bytes: |o, _| {
                let factor = log2_norm(&Poly::new(&o.ring, [o.scalars[0].clone()]));
                let entries = o.poly_matrices.iter().flat_map(PolyMatrix::entries);
                let polys = o.polys.iter().chain(entries);
                let of = |p: &Poly<_>| p.len() as f64 * coefficient_bytes(p, || log2_norm(p) + factor);
                polys.map(of).chain(o.matrices.iter().map(|m| of(&as_poly(m)))).sum()
            },
            direct: true,
            ..Method::new(
                |o, _| {
                    let x = &o.scalars[0];
                    Ok(match (&o.polys[..], &o.matrices[..], &o.poly_matrices[..]) {
                        ([a], ..) => a.scale(x).into(),
                        (_, [a], _) => a.scale(x).into(),
                        (_, _, [a]) => a.scale(x).into(),
                        _ => return Err(super::unexpected()),
                    })
                },
                |c, o, _, v| {
                    let x = &o.scalars[0];
                    match (&o.polys[..], &o.matrices[..], &o.poly_matrices[..]) {
                        ([a], ..) => Ok(c.scaled(a, x, v.poly()?)?),
                        (_, [a], _) if a.shape() == v.matrix()?.shape() => {
                            Ok(c.scaled(&as_poly(a), x, &as_poly(v.matrix()?))?)
                        }
                        (_, _, [a]) => each(a, v.poly_matrix()?, |a, s| Ok(c.scaled(a, x, s)?)),
                        _ => Err(super::unexpected()),
                    }
                },
            )
        },
    )
};

/// A times a power of x.
pub static SHIFT: Verb = Verb {
    about: "A*x^K, for a negative K the quotient of A by x^-K; A a polynomial or a matrix of polynomials",
    operands: &[("A", Kind::Either), ("K", Kind::Integer)],
    examples: &["polymod shift '=x^2 + 3' 5", "polymod shift '=x^7 + x^2 + 3' -2 --ring zn:97"],
    ..Verb::new(
        "shift",
        Method {
            results_of_matrices: Some(&[Shape::Matrix]),
            bytes: |o, _| {
                let k = o.integers[0].to_f64().max(0.0);
                let entries = o.poly_matrices.iter().flat_map(PolyMatrix::entries);
                let of = |p: &Poly<_>| if p.is_empty() { 0.0 } else { p.coeffs().bytes_for(p.len() as f64 + k) };
                let numbers = o.matrices.iter().map(|m| m.entries().bytes_for(m.entries().len() as f64 * (k + 1.0)));
                o.polys.iter().chain(entries).map(of).chain(numbers).sum()
            },
            direct: true,
            ..Method::new(
                |o, _| {
                    let k = exponent(o);
                    Ok(match &o.polys[..] {
                        [a] => moved(a, k).into(),
                        _ => {
                            let a = polynomials(o)?;
                            let entries = a.entries().iter().map(|p| moved(p, k)).collect();
                            PolyMatrix::new(&o.ring, a.rows(), a.cols(), entries)?.into()
                        }
                    })
                },
                |c, o, _, v| {
                    let k = exponent(o);
                    match &o.polys[..] {
                        [a] => Ok(c.shifted(a, k, v.poly()?)?),
                        _ => each(&*polynomials(o)?, v.poly_matrix()?, |a, s| Ok(c.shifted(a, k, s)?)),
                    }
                },
            )
        },
    )
};

/// The exponent of x; one beyond 63 bits is refused for its memory, or leaves 0.
fn exponent<R: Convolve>(o: &Operands<R>) -> i64 {
    o.integers[0].to_i64().unwrap_or(if o.integers[0] < 0 { i64::MIN } else { i64::MAX })
}

/// x^k·p, or the quotient of p by x^−k.
fn moved<R: Convolve>(p: &Poly<R>, k: i64) -> Poly<R> {
    let by = usize::try_from(k.unsigned_abs()).unwrap_or(usize::MAX);
    if k < 0 { Poly::from_coeffs(p.ring(), p.ring().owned(p.coeffs().from(by))) } else { p.shl(by) }
}

/// The matrix of polynomials; numbers are constants.
fn polynomials<R: Convolve>(o: &Operands<R>) -> Result<Cow<'_, PolyMatrix<R>>, Failure> {
    match (&o.poly_matrices[..], &o.matrices[..]) {
        ([a], _) => Ok(Cow::Borrowed(a)),
        (_, [a]) => {
            let constant = |i, j| Poly::new(&o.ring, [a.get(i, j)]);
            Ok(Cow::Owned(PolyMatrix::from_fn(&o.ring, a.rows(), a.cols(), constant)?))
        }
        _ => Err(super::unexpected()),
    }
}

/// Checks a matrix of polynomials entry by entry.
fn each<R: Convolve>(
    a: &PolyMatrix<R>,
    b: &PolyMatrix<R>,
    check: impl Fn(&Poly<R>, &Poly<R>) -> Result<Proof, Failure>,
) -> Result<Proof, Failure> {
    if a.shape() != b.shape() {
        return Err(super::unexpected());
    }
    let mut entries = a.entries().iter().zip(b.entries());
    entries.try_fold(Proof::Exact, |all, (a, b)| Ok(all.and(check(a, b)?)))
}

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
