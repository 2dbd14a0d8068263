//! Computations over Z with options: when to end, the algorithm, a checkpoint; and why an answer is right.

use crate::{
    bivariate::PyBivariate,
    distributed::Shared,
    exact::{Erase, Over},
    ints, limits,
    matrix::PyMatrix,
    poly::{PyPoly, words},
    poly_matrix::PyPolyMatrix,
    run::{Work, run},
    sparse::PySparseMatrix,
};
use polymod::{
    AnyRing, Error, Integers, Matrix, Poly, PolyMatrix, Ring,
    matrix::SparseMatrix,
    memory::{Entries, Task},
    multimodular::{self, Certainty, Checkpoint, Effort, IntegerBezout, Options, Outcome, Solution, remote::Team},
    poly::{Bivariate, Factorization},
    rug::Integer,
};
use pyo3::{
    IntoPyObjectExt,
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
};
use std::{path::PathBuf, sync::Arc};

/// The operands of a computation.
enum Operands {
    Matrix(Matrix<Integers>),
    Matrices(Matrix<Integers>, Matrix<Integers>),
    Poly(Poly<Integers>),
    Polys(Poly<Integers>, Poly<Integers>),
    PolyMatrix(PolyMatrix<Integers>),
    Sparse(SparseMatrix<Integers>),
    SparseSystem(SparseMatrix<Integers>, Matrix<Integers>),
    Bivariate(Bivariate<Integers>),
    Bivariates(Bivariate<Integers>, Bivariate<Integers>),
}

impl Operands {
    /// Refuses a computation that the memory limit of this thread does not allow.
    fn check(&self, name: &str) -> PyResult<()> {
        let size = |p: &Poly<Integers>| p.ring().size(p.coeffs());
        let task = |a: &Matrix<Integers>, sides: usize| match name {
            "rank" => Task::Rank,
            "charpoly" | "minpoly" => Task::Charpoly(Entries::of(a)),
            "nullspace" | "rref" | "column_space" => Task::Nullspace(Entries::of(a)),
            "inv" | "adjugate" => Task::MatrixInverse(Entries::of(a)),
            "solve" => Task::Solution(Entries::of(a), sides),
            _ => Task::Determinant,
        };
        match self {
            Operands::Matrix(a) => limits::check(a.ring(), name, [a.entries()], || 0.0, || task(a, 0)),
            Operands::Matrices(a, b) => {
                limits::check(a.ring(), name, [a.entries(), b.entries()], || 0.0, || task(a, b.cols()))
            }
            Operands::Poly(a) => limits::check(
                a.ring(),
                name,
                [a.coeffs()],
                || 0.0,
                || match name {
                    "factor" => Task::Factors(size(a)),
                    "factor_squarefree" => Task::Squarefree(size(a)),
                    _ => Task::Discriminant,
                },
            ),
            Operands::Polys(a, b) => limits::check(
                a.ring(),
                name,
                [a.coeffs(), b.coeffs()],
                || 0.0,
                || match name {
                    "gcd" => Task::Gcd(size(a), size(b)),
                    "xgcd" => Task::Xgcd(size(a), size(b)),
                    _ => Task::Resultant,
                },
            ),
            Operands::PolyMatrix(a) => {
                limits::check(a.ring(), name, a.entries().iter().map(Poly::coeffs), || 0.0, || Task::PolyDeterminant)
            }
            // by products
            Operands::Bivariate(..) | Operands::Bivariates(..) => Ok(()),
            Operands::Sparse(..) | Operands::SparseSystem(..) => Ok(()),
        }
    }
}

/// The answers that computations have.
enum Answer {
    Integer(Integer),
    Count(usize),
    Poly(Poly<Integers>),
    Matrix(Matrix<Integers>),
    Solution(Solution),
    Bezout(IntegerBezout),
    Factors(Factorization<Integers>),
    Bivariate(Bivariate<Integers>),
}

fn as_answer<T>(outcome: Outcome<T>, f: fn(T) -> Answer) -> Outcome<Answer> {
    let Outcome { value, certainty, primes, unlucky } = outcome;
    Outcome { value: f(value), certainty, primes, unlucky }
}

fn computed(name: &str, operands: &Operands, o: &Options) -> polymod::Result<Option<Outcome<Answer>>> {
    use multimodular as m;
    Ok(Some(match (name, operands) {
        ("det", Operands::Matrix(a)) => as_answer(m::det(a, o)?, Answer::Integer),
        ("det", Operands::PolyMatrix(a)) => as_answer(m::poly_det(a, o)?, Answer::Poly),
        ("rank", Operands::Matrix(a)) => as_answer(m::rank(a, o)?, Answer::Count),
        ("charpoly", Operands::Matrix(a)) => as_answer(m::charpoly(a, o)?, Answer::Poly),
        ("minpoly", Operands::Matrix(a)) => as_answer(m::minpoly(a, o)?, Answer::Poly),
        ("nullspace", Operands::Matrix(a)) => as_answer(m::nullspace(a, o)?, Answer::Matrix),
        ("rref", Operands::Matrix(a)) => as_answer(m::rref(a, o)?, Answer::Solution),
        ("column_space", Operands::Matrix(a)) => as_answer(m::column_space(a, o)?, Answer::Matrix),
        ("inv", Operands::Matrix(a)) => as_answer(m::inverse(a, o)?, Answer::Solution),
        ("adjugate", Operands::Matrix(a)) => as_answer(m::adjugate(a, o)?, Answer::Matrix),
        ("pfaffian", Operands::Matrix(a)) => as_answer(m::pfaffian(a, o)?, Answer::Integer),
        ("det", Operands::Sparse(a)) => as_answer(m::sparse_det(a, o)?, Answer::Integer),
        ("rank", Operands::Sparse(a)) => as_answer(m::sparse_rank(a, o)?, Answer::Count),
        ("minpoly", Operands::Sparse(a)) => as_answer(m::sparse_minpoly(a, o)?, Answer::Poly),
        ("solve", Operands::SparseSystem(a, b)) => as_answer(m::sparse_solve(a, b, o)?, Answer::Solution),
        ("discriminant", Operands::Bivariate(a)) => as_answer(a.discriminant(o)?, Answer::Poly),
        ("solve", Operands::Matrices(a, b)) => as_answer(m::solve(a, b, o)?, Answer::Solution),
        ("gcd", Operands::Polys(a, b)) => as_answer(m::gcd(a, b, o)?, Answer::Poly),
        ("gcd", Operands::Bivariates(a, b)) => as_answer(a.gcd(b, o)?, Answer::Bivariate),
        ("xgcd", Operands::Polys(a, b)) => as_answer(m::xgcd(a, b, o)?, Answer::Bezout),
        ("resultant", Operands::Polys(a, b)) => as_answer(m::resultant(a, b, o)?, Answer::Integer),
        ("resultant", Operands::Bivariates(a, b)) => as_answer(a.resultant(b, o)?, Answer::Poly),
        ("discriminant", Operands::Poly(a)) => as_answer(m::discriminant(a, o)?, Answer::Integer),
        ("factor", Operands::Poly(a)) => {
            let (value, certainty) = (Answer::Factors(m::factor(a)?), Certainty::Proved);
            Outcome { value, certainty, primes: 0, unlucky: 0 }
        }
        ("factor_squarefree", Operands::Poly(a)) => as_answer(m::squarefree(a, o)?, Answer::Factors),
        _ => return Ok(None),
    }))
}

impl Answer {
    fn into_python<'py>(self, py: Python<'py>, ring: &AnyRing) -> PyResult<Bound<'py, PyAny>> {
        let poly = |p: Poly<Integers>| PyPoly(p.erase(ring));
        match self {
            Answer::Integer(x) => ints::of_integer(py, &x)?.into_bound_py_any(py),
            Answer::Count(n) => n.into_bound_py_any(py),
            Answer::Poly(p) => poly(p).into_bound_py_any(py),
            Answer::Bivariate(p) => PyBivariate(p.erase(ring)).into_bound_py_any(py),
            Answer::Matrix(m) => PyMatrix(m.erase(ring)).into_bound_py_any(py),
            Answer::Solution((x, d)) => (PyMatrix(x.erase(ring)), ints::of_integer(py, &d)?).into_bound_py_any(py),
            Answer::Bezout(b) => (poly(b.g), poly(b.s), poly(b.t), ints::of_integer(py, &b.d)?).into_bound_py_any(py),
            Answer::Factors(f) => {
                let factors: Vec<(PyPoly, u64)> = f.factors.into_iter().map(|(p, e)| (poly(p), e)).collect();
                (ints::of_integer(py, &f.unit)?, factors).into_bound_py_any(py)
            }
        }
    }
}

/// The operands over Z, and the work that they are.
fn operands(a: &Bound<'_, PyAny>, b: Option<&Bound<'_, PyAny>>) -> Option<(Operands, AnyRing, usize)> {
    if let Ok(p) = a.cast::<PyPoly>() {
        let p = &p.get().0;
        let Some(b) = b else { return Some((Operands::Poly(p.over_z()?), p.ring().clone(), words(p))) };
        let q = &b.cast::<PyPoly>().ok()?.get().0;
        return Some((Operands::Polys(p.over_z()?, q.over_z()?), p.ring().clone(), words(p) + words(q)));
    }
    if let Ok(m) = a.cast::<PyMatrix>() {
        let m = &m.get().0;
        let (ring, size) = (m.ring().clone(), m.entries().words().len() * m.rows().max(1));
        let Some(b) = b else { return Some((Operands::Matrix(m.over_z()?), ring, size)) };
        let right = b.cast::<PyMatrix>().ok()?.get().0.over_z()?;
        return Some((Operands::Matrices(m.over_z()?, right), ring, size));
    }
    if let Ok(p) = a.cast::<PyBivariate>() {
        let p = p.get();
        let Some(b) = b else { return Some((Operands::Bivariate(p.over_z()?), p.0.ring().clone(), 2 * p.work())) };
        let q = b.cast::<PyBivariate>().ok()?.get();
        return Some((Operands::Bivariates(p.over_z()?, q.over_z()?), p.0.ring().clone(), p.work() + q.work()));
    }
    if let Ok(m) = a.cast::<PySparseMatrix>() {
        let m = m.get();
        let (ring, size) = (m.ring().clone(), m.words());
        let Some(b) = b else { return Some((Operands::Sparse(m.over_z()?), ring, size)) };
        let right = b.cast::<PyMatrix>().ok()?.get().0.over_z()?;
        return Some((Operands::SparseSystem(m.over_z()?, right), ring, size));
    }
    let m = &a.cast::<PyPolyMatrix>().ok()?.get().0;
    let size = m.entries().iter().map(words).sum::<usize>() * m.rows().max(1);
    b.is_none().then_some(())?;
    Some((Operands::PolyMatrix(m.over_z()?), m.ring().clone(), size))
}

/// The options of a computation: the seed of the primes of one that is probable, the algorithm, the checkpoint's path, and the function that
/// computes images with the number of its tasks at a time, and of threads of each.
#[derive(FromPyObject)]
pub struct Asked(Option<u64>, Option<String>, Option<PathBuf>, Option<(Py<PyAny>, [usize; 2])>);

/// The answer of a computation over Z, and why it is right: its certainty, the primes that agree with it if it is probable alone, the primes
/// combined and those dropped.
#[pyfunction]
#[allow(clippy::type_complexity, reason = "the fields of a named tuple")]
pub fn _multimodular<'py>(
    py: Python<'py>,
    name: &str,
    a: &Bound<'py, PyAny>,
    b: Option<&Bound<'py, PyAny>>,
    asked: Asked,
) -> PyResult<(Bound<'py, PyAny>, &'static str, Option<usize>, usize, usize)> {
    let Some((operands, ring, size)) = operands(a, b) else {
        return Err(PyTypeError::new_err(format!("{name}: expected polynomials or matrices over Z")));
    };
    operands.check(name)?;
    let Asked(seed, algorithm, checkpoint, team) = asked;
    let effort = seed.map_or(Effort::Certified, |seed| Effort::Probabilistic { seed });
    let algorithm =
        algorithm.map(|name| name.parse()).transpose().map_err(|e: Error| PyValueError::new_err(e.to_string()))?;
    let team = team.map(|(share, [tasks, threads])| Arc::new(Shared::new(share, tasks, threads)));
    // work of others is waited for by a thread of its own, so that this one looks for Ctrl-C
    let size = if team.is_some() { size.max(1 << 24) } else { size };
    let outcome = run(py, Work::Hard(size), || {
        let file = checkpoint.as_deref().map(Checkpoint::open).transpose()?.map(Arc::new);
        let team = team.clone().map(|team| team as Arc<dyn Team>);
        computed(name, &operands, &Options { effort, algorithm, checkpoint: file, team })
    });
    if let Some(e) = team.and_then(|team| team.raised()) {
        return Err(e);
    }
    let outcome = outcome?;
    let Some(outcome) = outcome else {
        return Err(PyTypeError::new_err(format!("{name} has other operands")));
    };
    let (certainty, agreeing) = match outcome.certainty {
        Certainty::Proved => ("proved", None),
        Certainty::Verified => ("verified", None),
        Certainty::Probable { agreeing } => ("probable", Some(agreeing)),
    };
    Ok((outcome.value.into_python(py, &ring)?, certainty, agreeing, outcome.primes, outcome.unlucky))
}
