//! Fractions from their residues.

use crate::{
    errors::OrRaise,
    ints,
    run::{Work, run},
};
use polymod::{Modulus, multimodular};
use pyo3::{exceptions::PyValueError, prelude::*, types::PyInt};

/// Numerator and denominator of a fraction.
type Fraction<'py> = (Bound<'py, PyInt>, Bound<'py, PyInt>);

/// The fraction with this residue; None where there is none.
#[pyfunction]
pub fn _rational<'py>(
    py: Python<'py>,
    residue: &Bound<'py, PyAny>,
    modulus: &Bound<'py, PyAny>,
    most: &Bound<'py, PyAny>,
) -> PyResult<Option<Fraction<'py>>> {
    let [residue, modulus, most] = [residue, modulus, most].map(ints::to_integer);
    let (residue, modulus, most) = (residue?, modulus?, most?);
    if modulus < 1 || most < 0 {
        return Err(PyValueError::new_err("expected a modulus of at least 1, and a bound of at least 0"));
    }
    let found = run(py, Work::Product(modulus.significant_digits::<u64>()), || {
        Ok(multimodular::rational(&residue, &modulus, &most))
    })?;
    found.map(|(a, b)| Ok((ints::of_integer(py, &a)?, ints::of_integer(py, &b)?))).transpose()
}

/// The fraction with these residues modulo primes, and the indices of the wrong ones; None where there is none.
#[pyfunction]
#[allow(clippy::type_complexity, reason = "a fraction, and indices")]
pub fn _tolerant_rational<'py>(
    py: Python<'py>,
    residues: Vec<u64>,
    primes: Vec<u64>,
) -> PyResult<Option<(Bound<'py, PyInt>, Bound<'py, PyInt>, Vec<usize>)>> {
    if residues.len() != primes.len() {
        return Err(PyValueError::new_err("expected as many residues as primes"));
    }
    let primes = primes.into_iter().map(Modulus::new).collect::<polymod::Result<Vec<_>>>().or_raise()?;
    let residues: Vec<u64> = residues.iter().zip(&primes).map(|(&x, p)| p.reduce(x)).collect();
    let found = run(py, Work::Product(primes.len()), || Ok(multimodular::tolerant_rational(&residues, &primes)))?;
    found.map(|t| Ok((ints::of_integer(py, &t.numerator)?, ints::of_integer(py, &t.denominator)?, t.wrong))).transpose()
}
