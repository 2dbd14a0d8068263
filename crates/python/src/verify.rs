//! Checks of answers, which the functions of `polymod.verify` name.

use crate::{
    arrays,
    errors::{PolymodError, exception},
    ints,
    matrix::PyMatrix,
    poly::{PyPoly, part, words},
    poly_matrix::PyPolyMatrix,
    run::{Work, run},
    shapes::shift,
};
use polymod::{
    AnyRing, Error, Integers, Matrix, Poly, PolyMatrix,
    poly::Part,
    ring::{AnyElem, Coeffs},
    rug::Integer,
    verify::{Checker, Proof, Unverified},
};
use pyo3::{
    create_exception,
    exceptions::PyTypeError,
    prelude::*,
    types::{PySlice, PyTuple},
};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};

create_exception!(polymod, WrongAnswer, PolymodError, "An answer that a check found to be wrong.");

/// What a check takes.
enum Given<'a> {
    Poly(&'a Poly<AnyRing>),
    Matrix(&'a Matrix<AnyRing>),
    PolyMatrix(&'a PolyMatrix<AnyRing>),
    Polys(Vec<Poly<AnyRing>>),
    Factors(Vec<(Poly<AnyRing>, u64)>),
    Element(AnyElem),
    Integer(Integer),
    Count(usize),
    Vector(Coeffs<AnyRing>),
    Shift(Option<Vec<i64>>),
    Truth(bool),
}
use Given as G;

/// The ring of an object; `None` for objects that have none.
fn ring_of<'a>(x: &'a Bound<'_, PyAny>) -> Option<&'a AnyRing> {
    match object(x)? {
        G::Poly(p) => Some(p.ring()),
        G::Matrix(m) => Some(m.ring()),
        G::PolyMatrix(m) => Some(m.ring()),
        _ => None,
    }
}

/// The polynomial or matrix that an object is.
fn object<'a>(x: &'a Bound<'_, PyAny>) -> Option<Given<'a>> {
    let poly = || x.cast::<PyPoly>().ok().map(|p| G::Poly(&p.get().0));
    let matrix = || x.cast::<PyMatrix>().ok().map(|m| G::Matrix(&m.get().0));
    let poly_matrix = || x.cast::<PyPolyMatrix>().ok().map(|m| G::PolyMatrix(&m.get().0));
    poly().or_else(matrix).or_else(poly_matrix)
}

/// The argument of a kind that the functions in Python name by a letter.
fn given<'a>(kind: char, ring: &AnyRing, x: &'a Bound<'_, PyAny>) -> PyResult<Given<'a>> {
    let poly = |p: &Bound<'_, PyAny>| -> PyResult<Poly<AnyRing>> { Ok(p.cast::<PyPoly>()?.get().over(ring)?.clone()) };
    Ok(match kind {
        'o' => {
            if let Some(own) = ring_of(x).filter(|own| *own != ring) {
                return Err(exception(&Error::RingsDiffer { left: ring_name(ring), right: ring_name(own) }));
            }
            let expected = || format!("expected a polynomial or a matrix, got {}", x.get_type());
            object(x).ok_or_else(|| PyTypeError::new_err(expected()))?
        }
        'l' => G::Polys(x.try_iter()?.map(|p| poly(&p?)).collect::<PyResult<_>>()?),
        'f' => {
            let pair = |pair: Bound<'_, PyAny>| -> PyResult<(Poly<AnyRing>, u64)> {
                let (p, e): (Bound<'_, PyAny>, u64) = pair.extract()?;
                Ok((poly(&p)?, e))
            };
            G::Factors(x.try_iter()?.map(|x| pair(x?)).collect::<PyResult<_>>()?)
        }
        'e' => G::Element(ints::element(ring, x)?),
        'i' => G::Integer(ints::to_integer(x)?),
        'n' => G::Count(ints::length(x, "a number")?),
        'v' => G::Vector(arrays::vector(ring, x)?),
        's' => {
            let given: Option<Vec<i64>> = x.extract()?;
            G::Shift(given.map(|s| shift(Some(s), 0)).transpose()?)
        }
        _ => G::Truth(x.is_truthy()?),
    })
}

fn ring_name(ring: &AnyRing) -> String {
    polymod::Ring::name(ring)
}

/// Words of an argument, which the time of its check depends on.
fn size(x: &Given<'_>) -> usize {
    match x {
        G::Poly(p) => words(p),
        G::Matrix(m) => m.entries().words().len() * m.rows().max(1),
        G::PolyMatrix(m) => m.entries().iter().map(words).sum::<usize>() * m.rows().max(1),
        G::Polys(all) => all.iter().map(words).sum(),
        G::Vector(v) => v.words().len(),
        _ => 0,
    }
}

/// The outcome of a check; `None` where it has other operands.
type Checked = Option<Result<Proof, Unverified>>;
type Check<'a> = Checker<'a, AnyRing>;

fn arithmetic(c: &mut Check<'_>, name: &str, given: &[Given<'_>], part: &Part) -> Checked {
    Some(match (name, given) {
        ("product", [G::Poly(a), G::Poly(b), G::Poly(p)]) => c.part(&[(*a, 1), (*b, 1)], part, p),
        ("product", [G::Matrix(a), G::Matrix(b), G::Matrix(p)]) => c.matrix_product(a, b, p),
        ("product", [G::PolyMatrix(a), G::PolyMatrix(b), G::PolyMatrix(p)]) => c.poly_matrix_product(a, b, p),
        ("prod", [G::Polys(all), G::Poly(p)]) => c.product(&all.iter().map(|f| (f, 1)).collect::<Vec<_>>(), p),
        ("power", [G::Poly(a), G::Integer(e), G::Poly(p)]) => c.power(a, e, p),
        ("power", [G::Matrix(a), G::Integer(e), G::Matrix(p)]) => c.matrix_power(a, e, p),
        ("power", [G::PolyMatrix(a), G::Integer(e), G::PolyMatrix(p)]) => c.poly_matrix_power(a, e, p),
        ("derivative", [G::Poly(a), G::Poly(p)]) => c.derivative(a, p),
        ("integral", [G::Poly(a), G::Poly(p)]) => c.integral(a, p),
        ("divmod", [G::Poly(a), G::Poly(b), G::Poly(q), G::Poly(r)]) => c.division(a, b, q, r),
        ("quotient", [G::Poly(a), G::Poly(b), G::Poly(q)]) => c.quotient(a, b, q),
        ("remainder", [G::Poly(a), G::Poly(b), G::Poly(r)]) => c.remainder(a, b, r),
        ("pseudo_divmod", [G::Poly(a), G::Poly(b), G::Poly(q), G::Poly(r)]) => c.pseudo_division(a, b, q, r),
        ("inverse_mod", [G::Poly(a), G::Poly(m), G::Poly(x)]) => c.inverse_modulo(a, m, x),
        ("pow_mod", [G::Poly(a), G::Integer(e), G::Poly(m), G::Poly(p)]) => c.power_modulo(a, e, m, p),
        ("compose_mod", [G::Poly(a), G::Poly(b), G::Poly(m), G::Poly(p)]) => c.composition_modulo(a, b, m, p),
        ("rational", [G::Poly(a), G::Poly(m), G::Count(n), G::Poly(p), G::Poly(q)]) => c.fraction(a, m, *n, p, q),
        _ => return None,
    })
}

fn values_and_series(c: &mut Check<'_>, name: &str, given: &[Given<'_>]) -> Checked {
    Some(match (name, given) {
        ("value", [G::Poly(a), G::Element(x), G::Element(y)]) => c.value(a, x, y),
        ("values", [G::Poly(a), G::Vector(x), G::Vector(y)]) => c.values(a, x.view(), None, y.view()),
        ("compose", [G::Poly(a), G::Poly(b), G::Poly(p)]) => c.composition(a, b, p),
        ("inverse_series", [G::Poly(a), G::Count(n), G::Poly(s)]) => c.inverse_series(a, *n, s),
        ("log_series", [G::Poly(a), G::Count(n), G::Poly(s)]) => c.logarithm(a, *n, s),
        ("exp_series", [G::Poly(a), G::Count(n), G::Poly(s)]) => c.exponential(a, *n, s),
        ("sqrt_series", [G::Poly(a), G::Count(n), G::Poly(s)]) => c.square_root(a, *n, s),
        ("pow_series", [G::Poly(a), G::Integer(e), G::Count(n), G::Poly(s)]) => c.power_series(a, e, *n, s),
        ("compose_series", [G::Poly(a), G::Poly(b), G::Count(n), G::Poly(s)]) => c.composed_series(a, b, *n, s),
        ("revert_series", [G::Poly(a), G::Count(n), G::Poly(s)]) => c.reversion(a, *n, s),
        ("recurrence", [G::Vector(terms), G::Poly(p)]) => c.recurrence(terms.view(), p),
        ("recurrence_term", [G::Poly(p), G::Vector(terms), G::Integer(i), G::Element(x)]) => {
            c.recurrence_term(p, terms.view(), i, x)
        }
        _ => return None,
    })
}

/// Greatest common divisors, resultants and factors over Z.
fn over_z(c: &mut Check<'_>, name: &str, given: &[Given<'_>]) -> Checked {
    Some(match (name, given) {
        ("gcd", [G::Poly(a), G::Poly(b), G::Poly(g)]) => c.integer_divisor(a, b, g),
        ("xgcd", [G::Poly(a), G::Poly(b), G::Poly(g), G::Poly(s), G::Poly(t), G::Element(d)]) => {
            c.integer_bezout(a, b, [*g, *s, *t], d)
        }
        ("content", [G::Poly(a), G::Element(x)]) => c.integer_content(a, x),
        ("primitive_part", [G::Poly(a), G::Poly(p)]) => c.integer_primitive_part(a, p),
        ("resultant", [G::Poly(a), G::Poly(b), G::Element(x)]) => c.integer_resultant(a, b, x),
        ("discriminant", [G::Poly(a), G::Element(x)]) => c.integer_discriminant(a, x),
        ("factor", [G::Poly(a), G::Element(unit), G::Factors(all)]) => c.integer_factors(a, unit, all, true),
        ("factor_squarefree", [G::Poly(a), G::Element(unit), G::Factors(all)]) => {
            c.integer_factors(a, unit, all, false)
        }
        ("roots", [G::Poly(a), G::Vector(x)]) => c.integer_roots(a, x.view()),
        ("is_irreducible", [G::Poly(a), G::Truth(yes)]) => c.irreducible_over_q(a, *yes),
        ("rank", [G::Matrix(a), G::Count(n)]) => c.integer_rank(a, *n),
        ("nullspace", [G::Matrix(a), G::Matrix(k)]) => c.integer_nullspace(a, k),
        _ => return None,
    })
}

/// The same over other rings.
fn over_residues(c: &mut Check<'_>, name: &str, given: &[Given<'_>]) -> Checked {
    Some(match (name, given) {
        ("gcd", [G::Poly(a), G::Poly(b), G::Poly(g)]) => c.common_divisor(a, b, g),
        ("xgcd", [G::Poly(a), G::Poly(b), G::Poly(g), G::Poly(s), G::Poly(t)]) => c.bezout(a, b, g, s, t),
        ("resultant", [G::Poly(a), G::Poly(b), G::Element(x)]) => c.resultant(a, b, x),
        ("discriminant", [G::Poly(a), G::Element(x)]) => c.discriminant(a, x),
        ("factor", [G::Poly(a), G::Element(unit), G::Factors(all)]) => c.factors(a, unit, all),
        ("factor_squarefree", [G::Poly(a), G::Element(unit), G::Factors(all)]) => c.squarefree(a, unit, all),
        ("roots", [G::Poly(a), G::Vector(x)]) => c.roots(a, x.view()),
        ("is_irreducible", [G::Poly(a), G::Truth(yes)]) => c.irreducible(a, *yes),
        ("rank", [G::Matrix(a), G::Count(n)]) => c.rank(a, *n),
        ("nullspace", [G::Matrix(a), G::Matrix(k)]) => c.nullspace(a, k),
        _ => return None,
    })
}

fn matrices(c: &mut Check<'_>, name: &str, given: &[Given<'_>]) -> Checked {
    let shifted = |s: &Option<Vec<i64>>, len: usize| s.clone().unwrap_or_else(|| vec![0; len]);
    Some(match (name, given) {
        ("subresultants", [G::Poly(a), G::Poly(b), G::Polys(all)]) => {
            c.subresultants(a, b, &all.iter().collect::<Vec<_>>())
        }
        ("det", [G::Matrix(a), G::Element(x)]) => c.determinant(a, x),
        ("det", [G::PolyMatrix(a), G::Poly(p)]) => c.poly_determinant(a, p),
        ("rank", [G::PolyMatrix(a), G::Count(n)]) => c.poly_rank(a, *n),
        ("charpoly", [G::Matrix(a), G::Poly(p)]) => c.characteristic(a, p),
        ("minpoly", [G::Matrix(a), G::Poly(p)]) => c.minimal(a, p),
        ("approximant_basis", [G::PolyMatrix(a), G::Count(n), G::Shift(s), G::PolyMatrix(p)]) => {
            c.approximants(a, *n, &shifted(s, a.rows()), p)
        }
        ("kernel_basis", [G::PolyMatrix(a), G::Shift(s), G::PolyMatrix(p)]) => {
            c.poly_kernel(a, &shifted(s, a.rows()), p)
        }
        ("popov", [G::PolyMatrix(a), G::Shift(s), G::PolyMatrix(p)]) => c.popov(a, &shifted(s, a.cols()), p),
        ("hermite", [G::PolyMatrix(a), G::PolyMatrix(p)]) => c.hermite(a, p),
        _ => return None,
    })
}

/// Whether everything was recomputed, log2 of the probability with which a wrong answer passes, and both as text. `kinds` has a letter for
/// each argument, and 32 bytes determine the random points.
#[pyfunction]
#[pyo3(signature = (name, kinds, arguments, seed, low=None, window=None, cyclic=None, negacyclic=None))]
#[allow(clippy::too_many_arguments, reason = "the keywords of a product")]
pub fn _verify(
    py: Python<'_>,
    name: &str,
    kinds: &str,
    arguments: &Bound<'_, PyTuple>,
    seed: [u8; 32],
    low: Option<&Bound<'_, PyAny>>,
    window: Option<&Bound<'_, PySlice>>,
    cyclic: Option<&Bound<'_, PyAny>>,
    negacyclic: Option<&Bound<'_, PyAny>>,
) -> PyResult<(bool, f64, String)> {
    let part = part(low, window, cyclic, negacyclic)?;
    let arguments: Vec<Bound<'_, PyAny>> = arguments.iter().collect();
    let Some(ring) = arguments.iter().find_map(ring_of) else {
        return Err(PyTypeError::new_err(format!("{name}: expected polynomials or matrices")));
    };
    let all: Vec<Given<'_>> =
        kinds.chars().zip(&arguments).map(|(kind, x)| given(kind, ring, x)).collect::<PyResult<_>>()?;
    let integers = ring.downcast_ref::<Integers>().is_some();
    let checked = run(py, Work::Hard(all.iter().map(size).sum()), || {
        let c = &mut Checker::new(ring, ChaCha20Rng::from_seed(seed));
        let found = arithmetic(c, name, &all, &part)
            .or_else(|| values_and_series(c, name, &all))
            .or_else(|| if integers { over_z(c, name, &all) } else { over_residues(c, name, &all) })
            .or_else(|| matrices(c, name, &all));
        match found {
            Some(Err(Unverified::Library(e))) => Err(e),
            found => Ok(found),
        }
    })?;
    match checked {
        Some(Ok(proof)) => {
            let text = proof.to_string();
            Ok(match proof {
                Proof::Exact => (true, f64::NEG_INFINITY, text),
                Proof::Points { log2_error, .. } | Proof::Vectors { log2_error, .. } => (false, log2_error, text),
            })
        }
        Some(Err(e @ Unverified::Wrong(_))) => Err(WrongAnswer::new_err(e.to_string())),
        Some(Err(e)) => Err(PolymodError::new_err(e.to_string())),
        None => Err(PyTypeError::new_err(format!("{name} has other operands"))),
    }
}
