//! Polynomials in two variables over Z.

use crate::{
    errors::{Answer, exception},
    exact::{Erase, OverZ},
    ints,
    objects::immutable,
    poly::PyPoly,
    run::{Work, engine, run},
};
use polymod::{AnyRing, Integers, Poly, multimodular::Options, poly::Bivariate, rug::Integer};
use pyo3::{exceptions::PyValueError, prelude::*, pyclass::CompareOp};

/// A polynomial in x and y over Z, immutable: its coefficients by powers of x are polynomials in y, those of :class:`Poly` over ZZ, or texts.
///
/// >>> from polymod import ZZ, Bivariate
/// >>> circle, line = Bivariate(["y^2 - 1", 0, 1]), Bivariate(["-y", 1])  # x^2 + y^2 - 1 and x - y
/// >>> circle.resultant(line)
/// ZZ.poly([-1, 0, 2])
/// >>> (circle * line).gcd(line * line) == line, (circle * line) / line == circle
/// (True, True)
#[pyclass(module = "polymod", name = "Bivariate", frozen)]
pub struct PyBivariate(pub Bivariate<Integers>);

/// The ring of integers of the module.
fn integers() -> PyResult<AnyRing> {
    AnyRing::named(engine(), "z").map_err(|e| exception(&e))
}

impl PyBivariate {
    pub fn work(&self) -> usize {
        self.0.coeffs().iter().map(|c| c.coeffs().words().len() + 1).sum::<usize>()
    }

    fn with(
        &self,
        py: Python<'_>,
        other: &PyBivariate,
        f: impl Fn(&Bivariate<Integers>, &Bivariate<Integers>) -> polymod::Result<Bivariate<Integers>> + Sync,
    ) -> PyResult<Self> {
        let (a, b) = (&self.0, &other.0);
        run(py, Work::Recursive((self.work() + other.work()).saturating_mul(8)), || f(a, b)).map(PyBivariate)
    }
}

immutable!(PyBivariate);

#[pymethods]
impl PyBivariate {
    #[new]
    fn new(py: Python<'_>, coeffs: &Bound<'_, PyAny>) -> PyResult<Self> {
        let ring = Py::new(py, crate::ring::PyRing { ring: integers()? })?;
        let z = Integers::on(engine());
        let coefficient = |c: PyResult<Bound<'_, PyAny>>| -> PyResult<Poly<Integers>> {
            let c = crate::poly_matrix::entry(&ring.get().ring, &c?)?;
            Ok(c.over_z().unwrap_or_else(|| Poly::zero(&z)))
        };
        Ok(PyBivariate(Bivariate::new(&z, coeffs.try_iter()?.map(coefficient).collect::<PyResult<_>>()?)))
    }

    /// The coefficients by powers of x: polynomials in y, the last one not 0.
    fn coeffs(&self) -> PyResult<Vec<PyPoly>> {
        let z = integers()?;
        Ok(self.0.coeffs().iter().map(|c| PyPoly(c.clone().erase(&z))).collect())
    }

    /// The degree in x; -1 for the zero polynomial.
    fn degree(&self) -> isize {
        self.0.coeffs().len() as isize - 1
    }

    /// The polynomial in x at an integer y.
    fn at(&self, y: &Bound<'_, PyAny>) -> PyResult<PyPoly> {
        let y: Integer = ints::to_integer(y)?;
        Ok(PyPoly(self.0.at(&y).erase(&integers()?)))
    }

    /// The greatest common divisor in Z[x, y], its leading coefficient positive; proved. :func:`multimodular.gcd` takes options.
    fn gcd(&self, py: Python<'_>, other: PyRef<'_, Self>) -> PyResult<Self> {
        self.with(py, &other, |a, b| Ok(a.gcd(b, &Options::default())?.value))
    }

    /// The resultant with respect to x, a polynomial in y; proved. :func:`multimodular.resultant` takes options.
    fn resultant(&self, py: Python<'_>, other: PyRef<'_, Self>) -> PyResult<PyPoly> {
        let (a, b, ring) = (&self.0, &other.0, integers()?);
        let work = Work::Hard(self.work() + other.work());
        run(py, work, || Ok(a.resultant(b, &Options::default())?.value)).map(|p| PyPoly(p.erase(&ring)))
    }

    fn __mul__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Answer<Self>> {
        let Ok(other) = other.cast::<PyBivariate>() else { return Ok(Answer(None)) };
        self.with(py, other.get(), Bivariate::checked_mul).map(|p| Answer(Some(p)))
    }

    /// The quotient where the division has no remainder, otherwise a ValueError.
    fn __truediv__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Answer<Self>> {
        let Ok(other) = other.cast::<PyBivariate>() else { return Ok(Answer(None)) };
        let (a, b) = (&self.0, &other.get().0);
        let work = Work::Recursive((self.work() + other.get().work()).saturating_mul(8));
        match run(py, work, || a.exact_quotient(b))? {
            Some(quotient) => Ok(Answer(Some(PyBivariate(quotient)))),
            None => Err(PyValueError::new_err("the division has a remainder")),
        }
    }

    fn __bool__(&self) -> bool {
        !self.0.is_zero()
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        match (other.cast::<PyBivariate>(), op) {
            (Ok(other), CompareOp::Eq | CompareOp::Ne) => {
                let equal = self.0 == other.get().0;
                Ok((equal == matches!(op, CompareOp::Eq)).into_pyobject(py)?.to_owned().into_any().unbind())
            }
            _ => Ok(py.NotImplemented()),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        let coeffs = self.coeffs()?.iter().map(|c| c.coeffs(py)?.to_tuple().hash()).collect::<PyResult<Vec<_>>>()?;
        pyo3::types::PyTuple::new(py, coeffs)?.hash()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let coeffs = self.coeffs()?.iter().map(|c| Ok(c.coeffs(py)?.to_string())).collect::<PyResult<Vec<_>>>()?;
        Ok(format!("Bivariate([{}])", coeffs.join(", ")))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Vec<PyPoly>,))> {
        Ok((py.get_type::<PyBivariate>().into_any(), (self.coeffs()?,)))
    }
}
