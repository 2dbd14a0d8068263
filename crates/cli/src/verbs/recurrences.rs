//! The verbs of terms of sequences with linear recurrences: of constant coefficients, and of coefficients that are polynomials in the index.

use super::{Kind, Method, Operands, Takes, Value, Verb};
use crate::{Failure, args::VerbCall, results::Shape};
use polymod::{
    Error,
    memory::{Task, coefficient_bytes, log2_norm},
    poly::{PRecursive, Poly},
    ring::Convolve,
};

/// The first terms of a sequence, and the index of the term that is wanted.
const FIRST: (&str, Kind) = ("TERMS", Kind::Vector);
const INDEX: (&str, Kind) = ("K", Kind::Natural);

/// Terms of a linear recurrence.
pub static RECURRENCE: Verb = Verb {
    about: "The term of index K of the sequence that begins with TERMS and has the minimal polynomial C, with which TERMS beyond its degree must agree; with --count N the array of N terms from K on",
    operands: &[FIRST, ("C", Kind::Poly), INDEX],
    takes: &[Takes::Count],
    examples: &[
        "polymod recurrence '=[0,1]' '=x^2 - x - 1' 10^18 --ring zn:998244353",
        "polymod recurrence '=[0,1]' '=x^2 - x - 1' 10 --count 4",
    ],
    ..Verb::new(
        "recurrence",
        Method {
            results: &[Shape::Scalar],
            results_on_demand: Some(&[Shape::Array]),
            bytes: |o, call| call.count.unwrap_or(1) as f64 * recurrence_bytes(o, call),
            memory: |o, s| s.working(&Task::RecurrenceTerm(o.polys[0].len())),
            ..Method::new(recurrence, |c, o, call, v| {
                let (minimal, first) = (&o.polys[0], o.arrays[0].view());
                match call.count {
                    Some(_) => Ok(c.recurrence_terms(minimal, first, &o.integers[0], v.entries()?.view())?),
                    None => Ok(c.recurrence_term(minimal, first, &o.integers[0], v.scalar()?)?),
                }
            })
        },
    )
};

fn recurrence<R: Convolve>(o: &Operands<R>, call: &VerbCall) -> Result<Value<R>, Failure> {
    let (c, first) = (&o.polys[0], o.arrays[0].view());
    let found = match call.count {
        Some(count) => c.recurrence_terms(first, &o.integers[0], count).map(Value::array),
        None => c.recurrence_term(first, &o.integers[0]).map(Value::Scalar),
    };
    found.map_err(|e| match e {
        Error::Length { expected, got, .. } => {
            Failure::Usage(format!("a recurrence of degree {expected} takes {expected} initial terms, found {got}"))
        }
        e => e.into(),
    })
}

/// Bytes of a term: over Z it is at most the largest of the first ones times a power of Σ|cᵢ|, without the leading
/// coefficient.
fn recurrence_bytes<R: Convolve>(o: &Operands<R>, call: &VerbCall) -> f64 {
    let (c, first) = (&o.polys[0], Poly::from_coeffs(&o.ring, o.arrays[0].clone()));
    coefficient_bytes(c, || {
        let norm = log2_norm(c);
        // 1 less, where doubles can represent that
        let growth = if norm < 50.0 { (norm.exp2() - 1.0).max(1.0).log2() } else { norm };
        let steps = o.integers[0].to_f64() + call.count.unwrap_or(0) as f64;
        log2_norm(&first) + if growth < 1e-9 { 0.0 } else { growth * steps }
    })
}

/// A term of a P-recursive sequence.
pub static P_RECURRENCE: Verb = Verb {
    about: "The term of index K of the sequence u with these first TERMS and C_0(n)*u_n + … + C_r(n)*u_(n+r) = 0, C_i the polynomials COEFFS, for all n from the last r TERMS on; exit code 1 where C_r(n) does not divide",
    operands: &[FIRST, ("COEFFS", Kind::Polys), INDEX],
    examples: &[
        "polymod p-recurrence '=[1]' '=[[-1,-1],[1]]' 10^7 --ring zn:998244353",
        "polymod p-recurrence '=[1]' '=[[-2,-4],[2,1]]' 10",
    ],
    ..Verb::new(
        "p-recurrence",
        Method {
            results: &[Shape::Scalar],
            bytes: |o, _| p_recursive_bytes(o),
            memory: |o, s| {
                // of each entry of the matrix, and of the denominator, as many values as a block has steps
                let order = o.polys.len().saturating_sub(1) as f64;
                let degree = o.polys.iter().filter_map(Poly::degree).max().unwrap_or(0).max(1) as f64;
                let values = (o.integers[0].to_f64() * degree).sqrt() + degree + 1.0;
                let bytes = o.polys.first().map_or(0.0, |c| c.coeffs().bytes_for(values));
                (8.0 + 6.0 * s.primes) * ((order * order + 1.0) * bytes + s.all)
            },
            ..Method::new(
                |o, _| Ok(Value::Scalar(sequence(o)?.term(index(o))?)),
                |c, o, _, v| Ok(c.p_recursive_term(&o.polys, o.arrays[0].view(), index(o), v.scalar()?)?),
            )
        },
    )
};

fn sequence<R: Convolve>(o: &Operands<R>) -> Result<PRecursive<R>, Failure> {
    PRecursive::new(&o.polys, o.arrays[0].view()).map_err(|e| match e {
        Error::Length { got: 0, .. } if o.polys.is_empty() => {
            Failure::Usage("COEFFS: expected one polynomial at least, found []".into())
        }
        Error::Length { expected, got, .. } => {
            Failure::Usage(format!("a recurrence of order {expected} takes {expected} initial terms, found {got}"))
        }
        e => e.into(),
    })
}

/// The index; one beyond a word is beyond any computation.
fn index<R: Convolve>(o: &Operands<R>) -> u64 {
    o.integers[0].to_u64().unwrap_or(u64::MAX)
}

/// Bytes of a term: over Z each step multiplies by at most Σ|c_j(n)|, of degree d in n.
fn p_recursive_bytes<R: Convolve>(o: &Operands<R>) -> f64 {
    let first = Poly::from_coeffs(&o.ring, o.arrays[0].clone());
    coefficient_bytes(&first, || {
        let steps = o.integers[0].to_f64();
        let degree = o.polys.iter().filter_map(Poly::degree).max().unwrap_or(0) as f64;
        let norm: f64 = o.polys.iter().map(|c| log2_norm(c).exp2()).sum();
        log2_norm(&first) + steps * (norm.max(1.0).log2() + degree * (steps + 1.0).log2())
    })
}
