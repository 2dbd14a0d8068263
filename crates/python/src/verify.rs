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
    AnyRing, Error, Integers, Matrix, Poly, PolyMatrix, Rationals,
    poly::{Elementary, Part},
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

/// What Q has of its own.
fn over_q(c: &mut Check<'_>, name: &str, given: &[Given<'_>]) -> Checked {
    Some(match (name, given) {
        ("factor", [G::Poly(a), G::Element(unit), G::Factors(all)]) => c.rational_factors(a, unit, all, true),
        ("factor_squarefree", [G::Poly(a), G::Element(unit), G::Factors(all)]) => {
            c.rational_factors(a, unit, all, false)
        }
        ("roots", [G::Poly(a), G::Vector(x)]) => c.rational_roots(a, x.view()),
        ("is_irreducible", [G::Poly(a), G::Truth(yes)]) => c.irreducible_over_q(a, *yes),
        _ => return over_residues(c, name, given),
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

/// Forms and bases of matrices.
fn forms(c: &mut Check<'_>, name: &str, given: &[Given<'_>]) -> Checked {
    let shifted = |s: &Option<Vec<i64>>, len: usize| s.clone().unwrap_or_else(|| vec![0; len]);
    Some(match (name, given) {
        ("hnf", [G::Matrix(a), G::Matrix(h)]) => c.integer_hermite(a, h, None),
        ("hnf", [G::Matrix(a), G::Matrix(h), G::Matrix(u)]) => c.integer_hermite(a, h, Some(u)),
        ("snf", [G::Matrix(a), G::Matrix(s)]) => c.smith(a, s, None),
        ("snf", [G::Matrix(a), G::Matrix(s), G::Matrix(u), G::Matrix(v)]) => c.smith(a, s, Some([*u, *v])),
        ("lll", [G::Matrix(a), G::Matrix(b)]) => c.reduced_basis(a, b, None),
        ("lll", [G::Matrix(a), G::Matrix(b), G::Matrix(u)]) => c.reduced_basis(a, b, Some(u)),
        ("adjugate", [G::Matrix(a), G::Matrix(b)]) => c.adjugate(a, b),
        ("pfaffian", [G::Matrix(a), G::Element(x)]) => c.pfaffian(a, x),
        ("hessenberg", [G::Matrix(a), G::Matrix(h)]) => c.hessenberg(a, h),
        ("column_space", [G::Matrix(a), G::Matrix(b)]) if c.ring().downcast_ref::<Integers>().is_some() => {
            c.integer_column_space(a, b)
        }
        ("column_space", [G::Matrix(a), G::Matrix(b)]) => c.column_space(a, b),
        ("smith", [G::PolyMatrix(a), G::PolyMatrix(s)]) => c.poly_smith(a, s),
        ("inverse_series", [G::PolyMatrix(a), G::Count(n), G::PolyMatrix(x)]) => c.poly_inverse(a, *n, x),
        ("divmod", [G::PolyMatrix(a), G::PolyMatrix(b), G::PolyMatrix(q), G::PolyMatrix(r)]) => {
            c.poly_division(a, b, [*q, *r])
        }
        ("interpolant_basis", [G::Matrix(a), G::Vector(points), G::Shift(s), G::PolyMatrix(p)]) => {
            let rows = a.rows().checked_div(points.len()).unwrap_or_else(|| p.rows());
            c.interpolants(a, points.view(), &shifted(s, rows), p)
        }
        _ => return None,
    })
}

/// The function of a power series with this name.
fn elementary(name: &str) -> Option<Elementary> {
    use Elementary::{Asin, Atan, Cos, Cosh, Sin, Sinh, Tan, Tanh};
    let all = [
        ("sin", Sin),
        ("cos", Cos),
        ("tan", Tan),
        ("sinh", Sinh),
        ("cosh", Cosh),
        ("tanh", Tanh),
        ("asin", Asin),
        ("atan", Atan),
    ];
    let wanted = name.strip_suffix("_series")?;
    all.into_iter().find(|(name, _)| *name == wanted).map(|(_, f)| f)
}

/// Divisibility, residues, factors by degree, and series.
fn algebra(c: &mut Check<'_>, name: &str, given: &[Given<'_>]) -> Checked {
    if let (Some(f), [G::Poly(a), G::Count(n), G::Poly(s)]) = (elementary(name), given) {
        return Some(c.elementary(f, a, *n, s));
    }
    Some(match (name, given) {
        ("lcm", [G::Poly(a), G::Poly(b), G::Poly(m)]) if c.ring().downcast_ref::<Integers>().is_some() => {
            c.integer_multiple(a, b, m)
        }
        ("lcm", [G::Poly(a), G::Poly(b), G::Poly(m)]) => c.common_multiple(a, b, m),
        ("remove", [G::Poly(a), G::Poly(b), G::Count(e), G::Poly(q)]) => c.removal(a, b, *e as u64, q),
        ("mod_each", [G::Poly(a), G::Polys(moduli), G::Polys(rests)]) => c.remainders(a, moduli, rests),
        ("crt", [G::Polys(rests), G::Polys(moduli), G::Poly(a)]) => c.reconstruction(rests, moduli, a),
        ("div_series", [G::Poly(a), G::Poly(b), G::Count(n), G::Poly(s)]) => c.quotient_series(a, b, *n, s),
        ("invsqrt_series", [G::Poly(a), G::Count(n), G::Poly(s)]) => c.inverse_square_root(a, *n, s),
        ("sqrt", [G::Poly(a), G::Poly(s)]) => c.exact_square_root(a, s),
        ("distinct_degree_factors", [G::Poly(a), G::Factors(all)]) => c.distinct_degrees(a, all),
        ("equal_degree_factors", [G::Poly(a), G::Count(d), G::Polys(all)]) => c.equal_degrees(a, *d, all),
        ("order_of_x", [G::Poly(a), G::Integer(e)]) => c.order_of_x(a, e),
        ("power_sums", [G::Poly(a), G::Count(n), G::Vector(sums)]) => c.power_sums(a, *n, sums.view()),
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
    let over = if ring.downcast_ref::<Integers>().is_some() {
        over_z
    } else if ring.downcast_ref::<Rationals>().is_some() {
        over_q
    } else {
        over_residues
    };
    let checked = run(py, Work::Hard(all.iter().map(size).sum()), || {
        let c = &mut Checker::new(ring, ChaCha20Rng::from_seed(seed));
        let found = arithmetic(c, name, &all, &part)
            .or_else(|| values_and_series(c, name, &all))
            .or_else(|| over(c, name, &all))
            .or_else(|| matrices(c, name, &all))
            .or_else(|| forms(c, name, &all))
            .or_else(|| algebra(c, name, &all));
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
