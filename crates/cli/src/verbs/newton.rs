//! The verbs of power sums of roots, of Newton's basis, of samples at successive integers, and of polynomials in a
//! power of x.

use super::{A, Kind, Method, Operands, POINTS, TERMS, Takes, Value, Verb};
use crate::{Failure, results::Shape};
use polymod::{
    Error,
    memory::{Task, coefficient_bytes, growth, log2_norm},
    poly::Poly,
    ring::{Coeffs, Convolve, Ring, View},
};
use std::borrow::Cow;

/// The factor of exponents.
const FACTOR: (&str, Kind) = ("K", Kind::Natural);

/// Sums of powers of roots.
pub static POWER_SUMS: Verb = Verb {
    about: "The sums of the j-th powers of the roots of A, with their multiplicities, for j = 0, …, N - 1",
    operands: &[A, TERMS],
    examples: &["polymod power-sums '=x^3 - 6*x^2 + 11*x - 6' 5", "polymod power-sums a.json 1000 --ring zn:97"],
    ..Verb::new(
        "power-sums",
        Method {
            results: &[Shape::Array],
            bytes: |o, _| {
                let (a, terms) = (&o.polys[0], o.terms() as f64);
                // the reciprocals of the roots are those of A in reverse order
                terms * coefficient_bytes(a, || growth(&a.reverse()) * terms + log2_norm(a) + (terms + 1.0).log2())
            },
            memory: |_, s| s.working(&Task::Series) + s.held,
            ..Method::new(
                |o, _| Ok(Value::array(o.polys[0].power_sums(o.terms())?)),
                |c, o, _, v| Ok(c.power_sums(&o.polys[0], o.terms(), v.entries()?.view())?),
            )
        },
    )
};

/// The polynomial with these power sums.
pub static FROM_POWER_SUMS: Verb = Verb {
    about: "The monic polynomial of degree D whose roots have the power sums S, for j = 0, …, D at least",
    operands: &[("S", Kind::Vector), ("D", Kind::Natural)],
    examples: &["polymod from-power-sums '=[3,6,14,36]' 3"],
    ..Verb::new(
        "from-power-sums",
        Method {
            // the coefficients of the polynomial are below the product of |p_j| + j
            bytes: |o, _| {
                let sums = array(o, 0);
                let terms = o.terms().min(sums.len()) as f64;
                terms * coefficient_bytes(&sums, || (log2_norm(&sums) + 1.0) * terms)
            },
            memory: |_, s| (8.0 + 6.0 * s.primes) * s.all,
            ..Method::new(
                |o, _| Ok(Poly::from_power_sums(&o.ring, o.arrays[0].view(), o.terms())?.into()),
                |c, o, _, v| Ok(c.polynomial_of_power_sums(o.arrays[0].view(), o.terms(), v.poly()?)?),
            )
        },
    )
};

/// A(x^K).
pub static INFLATE: Verb = Verb {
    about: "A(x^K)",
    operands: &[A, FACTOR],
    examples: &["polymod inflate '=x^2 + 3*x' 5"],
    ..Verb::new(
        "inflate",
        Method {
            bytes: |o, _| {
                let a = &o.polys[0];
                // a factor beyond floating-point numbers is infinite
                let degree = match a.len() {
                    ..=1 => 0.0,
                    len => (len - 1) as f64 * o.integers[0].to_f64(),
                };
                (degree + 1.0) * coefficient_bytes(a, || log2_norm(a))
            },
            memory: |_, _| 0.0,
            direct: true,
            ..Method::new(
                |o, _| Ok(o.polys[0].inflate(factor(o)?)?.into()),
                |c, o, _, v| Ok(c.inflated(&o.polys[0], factor(o)?, v.poly()?)?),
            )
        },
    )
};

/// The polynomial whose value at x^K is A.
pub static DEFLATE: Verb = Verb {
    about: "The polynomial whose value at x^K is A; exit code 1 where there is none",
    operands: &[A, FACTOR],
    examples: &["polymod deflate '=x^10 + 3*x^5' 5"],
    ..Verb::new(
        "deflate",
        Method {
            memory: |_, s| 3.0 * s.held,
            direct: true,
            ..Method::new(
                |o, _| Ok(o.polys[0].deflate(factor(o)?)?.into()),
                |c, o, _, v| Ok(c.inflated(v.poly()?, factor(o)?, &o.polys[0])?),
            )
        },
    )
};

/// The factor of exponents, which is positive.
fn factor<R: Convolve>(o: &Operands<R>) -> Result<usize, Failure> {
    match o.integers[0] == 0 {
        true => Err(Failure::Usage("K: expected an integer of at least 1, found 0".into())),
        // only constants are polynomials in such a power
        false => Ok(o.integers[0].to_usize().unwrap_or(usize::MAX)),
    }
}

/// Coefficients in Newton's basis.
pub static TO_NEWTON: Verb = Verb {
    about: "The coefficients of A in Newton's basis 1, x - x0, (x - x0)*(x - x1), …, as many as POINTS; without POINTS those of 0, 1, 2, …: falling factorials",
    operands: &[A, POINTS],
    takes: &[Takes::Optional],
    examples: &[
        "polymod to-newton '=x^2' '=[0,1,2]'",
        "polymod to-newton '=x^3'",
        "polymod to-newton a.json points.json --ring zn:97 --verify",
    ],
    ..Verb::new(
        "to-newton",
        Method {
            results: &[Shape::Array],
            bytes: |o, _| basis_bytes(&o.polys[0], points(o, 0, o.polys[0].len()).view()),
            memory: |o, s| s.working(&Task::Values(points(o, 0, o.polys[0].len()).len())) + 4.0 * s.held,
            ..Method::new(
                |o, _| {
                    let a = &o.polys[0];
                    let points = points(o, 0, a.len());
                    let points = points.view();
                    if a.len() > points.len() {
                        return Err(unequal("a degree below the number of points", a.len() - 1, points.len()));
                    }
                    let mut coefficients = a.newton_coefficients(points)?;
                    o.ring.resize(&mut coefficients, points.len());
                    Ok(Value::array(coefficients))
                },
                |c, o, _, v| {
                    let a = &o.polys[0];
                    Ok(c.newton_coefficients(a, points(o, 0, a.len()).view(), v.entries()?.view())?)
                },
            )
        },
    )
};

/// The polynomial of coefficients in Newton's basis.
pub static FROM_NEWTON: Verb = Verb {
    about: "The polynomial with the coefficients A in Newton's basis 1, x - x0, (x - x0)*(x - x1), …, as many as POINTS; without POINTS that of 0, 1, 2, …: falling factorials",
    operands: &[("A", Kind::Vector), POINTS],
    takes: &[Takes::Optional],
    examples: &["polymod from-newton '=[0,1,1]' '=[0,1,2]'", "polymod from-newton '=[0,1,3,1]'"],
    ..Verb::new(
        "from-newton",
        Method {
            bytes: |o, _| basis_bytes(&array(o, 0), points(o, 1, o.arrays[0].len()).view()),
            memory: |o, s| s.working(&Task::Values(points(o, 1, o.arrays[0].len()).len())) + 4.0 * s.held,
            ..Method::new(
                |o, _| {
                    let coefficients = o.arrays[0].view();
                    let points = points(o, 1, coefficients.len());
                    let points = points.view();
                    if coefficients.len() != points.len() {
                        return Err(unequal("as many coefficients as points", coefficients.len(), points.len()));
                    }
                    Ok(Poly::from_newton(&o.ring, points, coefficients)?.into())
                },
                |c, o, _, v| {
                    let coefficients = o.arrays[0].view();
                    Ok(c.newton_sum(points(o, 1, coefficients.len()).view(), coefficients, v.poly()?)?)
                },
            )
        },
    )
};

/// Values at successive integers.
pub static SHIFT_SAMPLES: Verb = Verb {
    about: "The values at C, …, C + M - 1 of the polynomial of degree below n with the n VALUES at 0, …, n - 1",
    operands: &[("VALUES", Kind::Vector), ("C", Kind::Scalar), ("M", Kind::Natural)],
    examples: &["polymod shift-samples '=[0,1,8,27]' 10 3", "polymod shift-samples values.json 1000 50 --ring zn:97"],
    ..Verb::new(
        "shift-samples",
        Method {
            results: &[Shape::Array],
            bytes: |o, _| o.terms() as f64 * coefficient_bytes(&array(o, 0), || sample_bits(o)),
            memory: |o, s| s.working(&Task::Values(o.arrays[0].len())) + (8.0 + 6.0 * s.primes) * s.all,
            ..Method::new(
                |o, _| {
                    let values = o.arrays[0].view();
                    Ok(Value::array(Poly::shifted_samples(&o.ring, values, &o.scalars[0], o.terms())?))
                },
                |c, o, _, v| {
                    let (samples, values) = (o.arrays[0].view(), v.entries()?.view());
                    Ok(c.shifted_samples(samples, &o.scalars[0], o.terms(), values)?)
                },
            )
        },
    )
};

/// The coefficients of an array as those of a polynomial.
fn array<R: Convolve>(o: &Operands<R>, i: usize) -> Poly<R> {
    Poly::from_coeffs(&o.ring, o.arrays[i].clone())
}

/// Over Z: bits of the values, sums of n samples times binomial coefficients of at most |C| + n + M over n, and n over
/// j.
fn sample_bits<R: Convolve>(o: &Operands<R>) -> f64 {
    let (n, m) = (o.arrays[0].len() as f64, o.terms() as f64);
    let shift = log2_norm(&Poly::new(&o.ring, [o.scalars[0].clone()]));
    log2_norm(&array(o, 0)) + n * (2.0 + shift.max((n + m + 1.0).log2()))
}

/// The points: array i, or where none is given 0, 1, …, n − 1.
fn points<R: Convolve>(o: &Operands<R>, i: usize, n: usize) -> Cow<'_, Coeffs<R>> {
    match o.arrays.get(i) {
        Some(points) => Cow::Borrowed(points),
        None => Cow::Owned(o.ring.collect(&(0..n).map(|k| o.ring.elem(k as i64)).collect::<Vec<_>>())),
    }
}

/// Bytes of coefficients in another basis; over Z each point less than 2^b adds b + 1 bits.
fn basis_bytes<R: Convolve>(a: &Poly<R>, points: View<'_, R>) -> f64 {
    let n = a.len().max(points.len()) as f64;
    let most = f64::from(a.ring().size(points).bits);
    n * coefficient_bytes(a, || log2_norm(a) + n * (most + 1.0))
}

/// The error of an array that does not fit the points.
fn unequal(expected: &'static str, got: usize, points: usize) -> Failure {
    Error::Domain { operation: "Newton's basis", expected, got: format!("{got}, {points} points") }.into()
}
