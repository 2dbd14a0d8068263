//! Prepared divisors.

use super::PyPoly;
use crate::{
    limits,
    poly::words,
    run::{Work, run},
};
use polymod::{AnyRing, memory::Task, poly::Divisor};
use pyo3::prelude::*;

/// A polynomial that is prepared to divide many others.
///
/// >>> from polymod import Divisor, Zn
/// >>> R = Zn(97)
/// >>> d = Divisor(R("x^3 + 2*x + 5"))
/// >>> R("x^7") % d, d.mulmod(R("x^2"), R("x^2 + 1")), pow(R.x, 10**30, d)
/// (Zn(97).poly([77, 17, 20]), Zn(97).poly([0, 92, 96]), Zn(97).poly([85, 69, 35]))
#[pyclass(module = "polymod", name = "Divisor", frozen)]
pub struct PyDivisor(pub Divisor<AnyRing>);

#[pymethods]
impl PyDivisor {
    #[new]
    fn new(py: Python<'_>, poly: PyRef<'_, PyPoly>) -> PyResult<Self> {
        let p = &poly.0;
        limits::check(p.ring(), "inverse", [p.coeffs()], || 0.0, || Task::Division)?;
        run(py, Work::Recursive(words(p)), || Divisor::new(p)).map(PyDivisor)
    }

    /// The polynomial.
    #[getter]
    fn poly(&self) -> PyPoly {
        PyPoly(self.0.poly().clone())
    }

    /// Quotient and remainder of a polynomial.
    fn divmod(&self, py: Python<'_>, a: PyRef<'_, PyPoly>) -> PyResult<(PyPoly, PyPoly)> {
        let a = &a.0;
        self.check(a)?;
        run(py, self.work(a), || self.0.div_rem(a)).map(|(q, r)| (PyPoly(q), PyPoly(r)))
    }

    /// The product of two polynomials modulo this one.
    fn mulmod(&self, py: Python<'_>, a: PyRef<'_, PyPoly>, b: PyRef<'_, PyPoly>) -> PyResult<PyPoly> {
        let (a, b) = (&a.0, &b.0);
        self.check(a)?;
        run(py, self.work(a), || self.0.product(a, b)).map(PyPoly)
    }

    fn __rmod__(&self, py: Python<'_>, a: PyRef<'_, PyPoly>) -> PyResult<PyPoly> {
        let a = &a.0;
        self.check(a)?;
        run(py, self.work(a), || self.0.rem(a)).map(PyPoly)
    }

    fn __rfloordiv__(&self, py: Python<'_>, a: PyRef<'_, PyPoly>) -> PyResult<PyPoly> {
        let a = &a.0;
        self.check(a)?;
        run(py, self.work(a), || self.0.quo(a)).map(PyPoly)
    }

    fn __rdivmod__(&self, py: Python<'_>, a: PyRef<'_, PyPoly>) -> PyResult<(PyPoly, PyPoly)> {
        self.divmod(py, a)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Divisor({})", self.poly().__repr__(py)?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (PyPoly,)) {
        (py.get_type::<PyDivisor>().into_any(), (self.poly(),))
    }
}

impl PyDivisor {
    /// Refuses a division that the memory limit of this thread does not allow.
    fn check(&self, a: &polymod::Poly<AnyRing>) -> PyResult<()> {
        let operands = [a.coeffs(), self.0.poly().coeffs()];
        limits::check(a.ring(), "division", operands, || 0.0, || Task::Division)
    }

    fn work(&self, a: &polymod::Poly<AnyRing>) -> Work {
        Work::Recursive(words(a) + words(self.0.poly()))
    }
}
