//! The verbs of power series of sets: arrays of 2^k entries, indexed by the subsets of k elements.

use super::{A, Kind, Method, Operands, Value, Verb};
use crate::{Failure, results::Shape};
use polymod::{
    memory::{Sizes, Task, coefficient_bytes, log2_norm},
    poly::{Poly, SetSeries},
    ring::{AnyRing, Coeffs},
    verify::Checker,
};

const SERIES: (&str, Kind) = ("A", Kind::Vector);

type Series = SetSeries<AnyRing>;

/// The inverse.
pub static SET_INVERSE: Verb = of_series(
    "set-inverse",
    "The inverse of A, a power series of sets: A[S] is at the sum of 2^i over the elements i of S, products are those of convolve --index truncated:2,2,…",
    &["polymod set-inverse '=[1,2,3,0]' --ring zn:97"],
    Method::new(|o, _| Ok(value(series(o)?.inverse()?)), |c, o, _, v| Ok(c.set_inverse(&series(o)?, &result(c, v)?)?)),
);

/// The exponential.
pub static SET_EXP: Verb = of_series(
    "set-exp",
    "The exponential of A, a power series of sets with A[0] = 0: at S the sum over the partitions of S of the products of A at the parts",
    &["polymod set-exp '=[0,1,1,1,1,1,1,1]' --ring z"],
    Method::new(|o, _| Ok(value(series(o)?.exp()?)), |c, o, _, v| Ok(c.set_exponential(&series(o)?, &result(c, v)?)?)),
);

/// The logarithm.
pub static SET_LOG: Verb = of_series(
    "set-log",
    "The logarithm of A, a power series of sets with A[0] = 1: what set-exp takes to A",
    &["polymod set-log '=[1,1,1,2]' --ring z"],
    Method::new(|o, _| Ok(value(series(o)?.log()?)), |c, o, _, v| Ok(c.set_exponential(&result(c, v)?, &series(o)?)?)),
);

/// A polynomial at a power series of sets.
pub static SET_COMPOSE: Verb = Verb {
    about: "The polynomial A at B, a power series of sets",
    operands: &[A, ("B", Kind::Vector)],
    examples: &["polymod set-compose '=x^2' '=[1,2,3,4]' --ring zn:97"],
    ..Verb::new(
        "set-compose",
        Method {
            results: &[Shape::Array],
            bytes: |o, _| {
                let (f, a) = (&o.polys[0], poly(o, 0));
                let bits = || log2_norm(f) + f.len() as f64 * log2_norm(&a).max(0.0);
                o.arrays[0].len() as f64 * coefficient_bytes(&a, bits)
            },
            memory,
            ..Method::new(
                |o, _| Ok(value(series(o)?.compose(&o.polys[0])?)),
                |c, o, _, v| Ok(c.set_composition(&o.polys[0], &series(o)?, &result(c, v)?)?),
            )
        },
    )
};

/// Weighted sums of the coefficients of powers.
pub static SET_PROJECTION: Verb = Verb {
    about: "The sums over S of WEIGHTS[S] times the coefficient at S of the j-th power of A, a power series of sets, for j = 0, …, M - 1: the transpose of set-compose",
    operands: &[SERIES, ("WEIGHTS", Kind::Vector), ("M", Kind::Natural)],
    examples: &["polymod set-projection '=[1,2,3,4]' '=[0,0,0,1]' 4 --ring zn:97"],
    ..Verb::new(
        "set-projection",
        Method {
            results: &[Shape::Array],
            bytes: |o, _| {
                let (a, weights, m) = (poly(o, 0), poly(o, 1), o.terms() as f64);
                m * coefficient_bytes(&a, || log2_norm(&weights) + m * log2_norm(&a).max(0.0))
            },
            memory,
            ..Method::new(
                |o, _| Ok(Value::array(series(o)?.power_projection(o.arrays[1].view(), o.terms())?)),
                |c, o, _, v| Ok(c.set_projection(&series(o)?, o.arrays[1].view(), v.entries()?.view())?),
            )
        },
    )
};

/// A verb of one series with a series as its result.
const fn of_series(name: &'static str, about: &'static str, examples: &'static [&'static str], method: Method) -> Verb {
    let method = Method {
        results: &[Shape::Array],
        // the k-th power is the last one with a coefficient at a set of k elements
        bytes: |o, _| {
            let a = poly(o, 0);
            let bits = || (1.0 + variables(o) as f64) * (1.0 + log2_norm(&a).max(0.0));
            o.arrays[0].len() as f64 * coefficient_bytes(&a, bits)
        },
        memory,
        ..method
    };
    Verb { about, operands: &[SERIES], examples, ..Verb::new(name, method) }
}

/// The operand that is a series: the first of the arrays.
fn series(o: &Operands<AnyRing>) -> Result<Series, Failure> {
    Ok(SetSeries::new(&o.ring, o.arrays[0].clone())?)
}

/// The series that is the result of a verb.
fn result(c: &Checker<'_, AnyRing>, v: &Value<AnyRing>) -> Result<Series, Failure> {
    Ok(SetSeries::new(c.ring(), v.entries()?.clone())?)
}

fn value(series: Series) -> Value<AnyRing> {
    let coeffs: Coeffs<AnyRing> = series.into_coeffs();
    Value::array(coeffs)
}

/// The number of elements of the largest set.
fn variables(o: &Operands<AnyRing>) -> usize {
    o.arrays[0].len().max(1).ilog2() as usize
}

/// The entries of an operand as the coefficients of a polynomial, which has their norms.
fn poly(o: &Operands<AnyRing>, i: usize) -> Poly<AnyRing> {
    Poly::from_coeffs(&o.ring, o.arrays[i].clone())
}

/// Two operands and a result of a product in classes.
fn memory(o: &Operands<AnyRing>, s: &Sizes) -> f64 {
    s.working(&Task::Series) + 4.0 * (1.0 + variables(o) as f64) * s.all
}
