//! Prepared divisors.

use super::{PyPoly, algebra::polys};
use crate::{
    limits,
    poly::words,
    run::{Work, run},
};
use polymod::{AnyRing, Poly, memory::Task, poly::Divisor};
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

    /// The compositions of several polynomials with one, modulo this one: they share the powers of the inner polynomial, so that k of them take about
    /// the square root of k times as long as one.
    ///
    /// >>> from polymod import Divisor, Zn
    /// >>> R = Zn(97)
    /// >>> Divisor(R("x^3 + x + 1")).compose_each([R("x^2 + 5"), R("x - 1")], R("x^2 + 1"))
    /// [Zn(97).poly([6, 96, 1]), Zn(97).poly([0, 0, 1])]
    fn compose_each(
        &self,
        py: Python<'_>,
        outers: &Bound<'_, PyAny>,
        inner: PyRef<'_, PyPoly>,
    ) -> PyResult<Vec<PyPoly>> {
        let (m, inner) = (self.0.poly(), &inner.0);
        let outers = polys(m.ring(), outers)?;
        let longest = outers.iter().chain([inner, m]).map(Poly::len).max().unwrap_or(0);
        let operands: Vec<_> = outers.iter().chain([inner, m]).map(Poly::coeffs).collect();
        // as many powers of the inner polynomial as one composition of this length keeps
        let together = longest.saturating_mul(outers.len().max(1));
        let task = || Task::CompositionModulo(together, m.coeffs().bytes_for(m.len() as f64));
        let results = || outers.len() as f64 * m.coeffs().bytes_for(m.len() as f64);
        limits::check(m.ring(), "composition", operands, results, task)?;
        let found = run(py, Work::Hard(words(m)), || Poly::compose_mod_each(&outers, inner, &self.0))?;
        Ok(found.into_iter().map(PyPoly).collect())
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
    fn check(&self, a: &Poly<AnyRing>) -> PyResult<()> {
        let operands = [a.coeffs(), self.0.poly().coeffs()];
        limits::check(a.ring(), "division", operands, || 0.0, || Task::Division)
    }

    fn work(&self, a: &Poly<AnyRing>) -> Work {
        Work::Recursive(words(a) + words(self.0.poly()))
    }
}
