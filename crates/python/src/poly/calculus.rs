//! Derivatives, integrals, values and compositions.

use super::{PyDivisor, PyPoly, check_values};
use crate::{
    arrays, ints,
    matrix::PyMatrix,
    poly::words,
    run::{Work, run},
};
use polymod::{
    AnyRing, Poly, Ring,
    memory::{Task, composition_bytes},
    poly::{Divisor, Points},
};
use pyo3::{exceptions::PyTypeError, prelude::*, types::PyInt};

#[pymethods]
impl PyPoly {
    /// The derivative.
    fn derivative(&self) -> Self {
        PyPoly(self.0.derivative())
    }

    /// The integral with constant term 0; a ZeroDivisionError or ValueError where a division does not go through.
    fn integral(&self) -> PyResult<Self> {
        super::raised(self.0.integral()).map(PyPoly)
    }

    /// The value at an element; the composition with a polynomial; the value at a square matrix; the values at all points of a
    /// sequence or array.
    ///
    /// >>> from polymod import Zn
    /// >>> R = Zn(97)
    /// >>> f = R("x^2 + 1")
    /// >>> f(3), f(R("x + 1")), f([1, 2, 3])
    /// (10, Zn(97).poly([2, 2, 1]), array([ 2,  5, 10], dtype=uint64))
    fn __call__<'py>(&self, py: Python<'py>, x: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(m) = x.cast::<PyMatrix>() {
            return Ok(self.eval_matrix(py, m.borrow())?.into_pyobject(py)?.into_any());
        }
        if x.is_instance_of::<PyPoly>() {
            return Ok(self.compose(py, x)?.into_pyobject(py)?.into_any());
        }
        if arrays::as_array(x).is_none_or(|array| numpy::PyUntypedArrayMethods::ndim(&array) == 0)
            && ints::is_element(x)
        {
            return Ok(self.evaluate(py, x)?.into_any());
        }
        self.multieval(py, x)
    }

    /// The value at an element.
    fn evaluate<'py>(&self, py: Python<'py>, x: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let x = self.element(x)?;
        self.int(py, &run(py, Work::Product(self.words()), || Ok(self.0.eval(&x)))?)
    }

    /// The values at all points of a sequence or array, which may be repeated, as an array.
    fn multieval<'py>(&self, py: Python<'py>, points: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let ring = self.ring();
        let points = arrays::vector(ring, points)?;
        check_values(&self.0, points.view())?;
        let work = Work::Recursive(self.words() + points.words().len());
        let values = run(py, work, || Points::new(ring, points.view())?.eval(&self.0))?;
        self.vector(py, values.view())
    }

    /// The composition: self at another polynomial.
    fn compose(&self, py: Python<'_>, inner: &Bound<'_, PyAny>) -> PyResult<Self> {
        let inner = &*self.argument(inner)?;
        let len = self.0.len().saturating_mul(inner.len());
        crate::run::fits(len, self.0.coeffs().width())?;
        self.check_result("composition", &[inner], || composition_bytes(&self.0, inner), || Task::Composition)?;
        run(py, Work::Recursive(len), || self.0.compose(inner)).map(PyPoly)
    }

    /// The composition modulo a polynomial or a prepared :class:`Divisor`.
    fn compose_mod(&self, py: Python<'_>, inner: &Bound<'_, PyAny>, m: &Bound<'_, PyAny>) -> PyResult<Self> {
        let inner = &*self.argument(inner)?;
        let modulo = |m: &Poly<AnyRing>| {
            let longest = self.0.len().max(inner.len()).max(m.len());
            Task::CompositionModulo(longest, m.coeffs().bytes_for(m.len() as f64))
        };
        if let Ok(d) = m.cast::<PyDivisor>() {
            let d = &d.get().0;
            self.check("composition", &[inner, d.poly()], || modulo(d.poly()))?;
            return run(py, Work::Hard(words(d.poly())), || self.0.compose_mod(inner, d)).map(PyPoly);
        }
        let m = &*self.argument(m)?;
        self.check("composition", &[inner, m], || modulo(m))?;
        run(py, Work::Hard(words(m)), || self.0.compose_mod(inner, &Divisor::new(m)?)).map(PyPoly)
    }

    /// The polynomial at x + c.
    ///
    /// >>> from polymod import ZZ
    /// >>> ZZ("x^3").taylor_shift(2)
    /// ZZ.poly([8, 12, 6, 1])
    fn taylor_shift(&self, py: Python<'_>, c: &Bound<'_, PyAny>) -> PyResult<Self> {
        let c = self.element(c)?;
        let linear = || Poly::new(self.ring(), [c.clone(), Ring::one(self.ring())]);
        let result = || composition_bytes(&self.0, &linear());
        self.check_result("shift", &[], result, || Task::TaylorShift(self.0.len()))?;
        run(py, Work::Recursive(self.words()), || self.0.taylor_shift(&c)).map(PyPoly)
    }

    /// The coefficients in Newton's basis 1, (x - p0), (x - p0)(x - p1), ... for the points p0, p1, ...
    fn newton_coefficients<'py>(&self, py: Python<'py>, points: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let points = arrays::vector(self.ring(), points)?;
        super::enough_points(points.len(), self.0.len())?;
        let work = Work::Recursive(self.words() + points.words().len());
        self.vector(py, run(py, work, || self.0.newton_coefficients(points.view()))?.view())
    }

    /// The coefficients in the falling factorials 1, x, x(x - 1), ...
    fn falling_factorial_coefficients<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let found = run(py, Work::Recursive(self.words()), || self.0.falling_factorial_coefficients())?;
        self.vector(py, found.view())
    }

    /// For a power series: the sums over i of weights[i] times the coefficient of x^i in the powers 0, ..., m - 1.
    fn power_projection<'py>(
        &self,
        py: Python<'py>,
        weights: &Bound<'py, PyAny>,
        m: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (weights, m) = (arrays::vector(self.ring(), weights)?, self.count(m, "the number of powers")?);
        let work = Work::Hard(self.words() + weights.words().len() + m);
        self.vector(py, run(py, work, || self.0.power_projection(weights.view(), m))?.view())
    }

    /// The constant, as an integer; a TypeError for other polynomials.
    fn __int__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyInt>> {
        if self.0.len() > 1 {
            return Err(PyTypeError::new_err(format!("a polynomial of degree {} is no number", self.0.len() - 1)));
        }
        ints::integer_of(py, self.ring(), &self.0.coeff(0))
    }
}
