//! Polynomials in two variables.

use crate::{
    errors::{Answer, OrRaise, exception},
    exact::{Erase, Over},
    ints, lists,
    objects::immutable,
    poly::PyPoly,
    ring::PyRing,
    run::{Work, engine, run},
};
use polymod::{AnyRing, Error, Integers, Ring, multimodular::Options, poly::Bivariate};
use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    pyclass::CompareOp,
    types::{PyString, PyTuple},
};

/// A polynomial in x and y over Z or a finite field, immutable, from an expression, or from its coefficients by powers of x: polynomials in y, those of
/// :class:`Poly`, or texts. The ring is that of the first polynomial among them, otherwise ZZ, unless one is given.
///
/// >>> from polymod import ZZ, Bivariate, Zn
/// >>> circle, line = Bivariate("x^2 + y^2 - 1"), Bivariate(["-y", 1])  # x^2 + y^2 - 1 and x - y
/// >>> print(circle * line)
/// x^3 - y*x^2 + (y^2 - 1)*x - y^3 + y
/// >>> circle.resultant(line)
/// ZZ.poly([-1, 0, 2])
/// >>> (circle * line).gcd(line * line) == line, (circle * line) / line == circle
/// (True, True)
/// >>> Bivariate(["y^2 - 1", 0, 1], Zn(97)).discriminant()
/// Zn(97).poly([4, 0, 93])
#[pyclass(module = "polymod", name = "Bivariate", frozen)]
pub struct PyBivariate(pub Bivariate<AnyRing>);

/// The ring of integers of the module.
fn integers() -> PyResult<AnyRing> {
    AnyRing::named(engine(), "z").map_err(|e| exception(&e))
}

impl Erase for Bivariate<Integers> {
    type Erased = Bivariate<AnyRing>;
    fn erase(self, ring: &AnyRing) -> Bivariate<AnyRing> {
        Bivariate::new(ring, self.coeffs().iter().map(|c| c.clone().erase(ring)).collect())
    }
}

impl PyBivariate {
    pub fn work(&self) -> usize {
        self.0.coeffs().iter().map(|c| c.coeffs().words().len() + 1).sum::<usize>()
    }

    fn ring(&self) -> &AnyRing {
        self.0.ring()
    }

    /// The polynomial over Z itself; `None` over other rings.
    pub fn over_z(&self) -> Option<Bivariate<Integers>> {
        let z = self.ring().downcast_ref::<Integers>()?;
        Some(Bivariate::new(z, self.0.coeffs().iter().map(Over::over_z).collect::<Option<_>>()?))
    }

    /// The other operand, which must be over the same ring.
    fn with<'a>(&self, other: &'a PyBivariate) -> PyResult<(&'a Bivariate<AnyRing>, Work)> {
        if self.ring() != other.ring() {
            return Err(exception(&Error::RingsDiffer { left: self.ring().name(), right: other.ring().name() }));
        }
        Ok((&other.0, Work::Recursive((self.work() + other.work()).saturating_mul(8))))
    }
}

immutable!(PyBivariate);

#[pymethods]
impl PyBivariate {
    #[new]
    #[pyo3(signature = (coeffs, ring=None))]
    fn new(coeffs: &Bound<'_, PyAny>, ring: Option<PyRef<'_, PyRing>>) -> PyResult<Self> {
        if let Ok(text) = coeffs.cast::<PyString>() {
            let ring = ring.map_or_else(integers, |ring| Ok(ring.ring.clone()))?;
            return Bivariate::parse(&ring, text.to_str()?).map(PyBivariate).or_raise();
        }
        let all = coeffs.try_iter()?.collect::<PyResult<Vec<_>>>()?;
        let of_first = || all.iter().find_map(|c| Some(c.cast::<PyPoly>().ok()?.get().ring().clone()));
        let ring = match ring.map(|ring| ring.ring.clone()).or_else(of_first) {
            Some(ring) => ring,
            None => integers()?,
        };
        let coeffs = all.iter().map(|c| crate::poly_matrix::entry(&ring, c)).collect::<PyResult<_>>()?;
        Ok(PyBivariate(Bivariate::new(&ring, coeffs)))
    }

    /// The ring of the coefficients.
    #[getter(ring)]
    fn py_ring(&self) -> PyRing {
        PyRing::of(self.ring())
    }

    /// The coefficients by powers of x: polynomials in y, the last one not 0.
    fn coeffs(&self) -> Vec<PyPoly> {
        self.0.coeffs().iter().map(|c| PyPoly(c.clone())).collect()
    }

    /// The degree in x; -1 for the zero polynomial.
    fn degree(&self) -> isize {
        self.0.coeffs().len() as isize - 1
    }

    /// The polynomial in x at a y of the ring.
    fn at(&self, y: &Bound<'_, PyAny>) -> PyResult<PyPoly> {
        Ok(PyPoly(self.0.at(&ints::element(self.ring(), y)?)))
    }

    /// The derivative with respect to x.
    fn derivative(&self) -> Self {
        PyBivariate(self.0.derivative())
    }

    /// The greatest common divisor; over Z with a positive leading coefficient, and proved: :func:`multimodular.gcd` takes options.
    fn gcd(&self, py: Python<'_>, other: PyRef<'_, Self>) -> PyResult<Self> {
        let (b, work) = self.with(&other)?;
        match (self.over_z(), other.over_z()) {
            (Some(a), Some(b)) => {
                let found = run(py, work, || Ok(a.gcd(&b, &Options::default())?.value))?;
                Ok(PyBivariate(found.erase(self.ring())))
            }
            _ => run(py, work, || self.0.gcd(b)).map(PyBivariate),
        }
    }

    /// The resultant with respect to x, a polynomial in y; over Z proved: :func:`multimodular.resultant` takes options.
    fn resultant(&self, py: Python<'_>, other: PyRef<'_, Self>) -> PyResult<PyPoly> {
        let (b, _) = self.with(&other)?;
        let work = Work::Hard(self.work() + other.work());
        match (self.over_z(), other.over_z()) {
            (Some(a), Some(b)) => {
                let found = run(py, work, || Ok(a.resultant(&b, &Options::default())?.value))?;
                Ok(PyPoly(found.erase(self.ring())))
            }
            _ => run(py, work, || self.0.resultant(b)).map(PyPoly),
        }
    }

    /// The discriminant with respect to x, a polynomial in y.
    fn discriminant(&self, py: Python<'_>) -> PyResult<PyPoly> {
        let work = Work::Hard(2 * self.work());
        match self.over_z() {
            Some(a) => {
                let found = run(py, work, || Ok(a.discriminant(&Options::default())?.value))?;
                Ok(PyPoly(found.erase(self.ring())))
            }
            None => run(py, work, || self.0.discriminant()).map(PyPoly),
        }
    }

    fn __mul__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Answer<Self>> {
        let Ok(other) = other.cast::<PyBivariate>() else { return Ok(Answer(None)) };
        let (b, work) = self.with(other.get())?;
        run(py, work, || self.0.checked_mul(b)).map(|p| Answer(Some(PyBivariate(p))))
    }

    /// The quotient where the division has no remainder, otherwise a ValueError.
    fn __truediv__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Answer<Self>> {
        let Ok(other) = other.cast::<PyBivariate>() else { return Ok(Answer(None)) };
        let (b, work) = self.with(other.get())?;
        let found = match (self.over_z(), other.get().over_z()) {
            (Some(a), Some(b)) => run(py, work, || a.exact_quotient(&b))?.map(|q| q.erase(self.ring())),
            _ => run(py, work, || self.0.exact_quotient(b))?,
        };
        match found {
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
                let other = other.get();
                let equal = self.ring() == other.ring() && self.0 == other.0;
                Ok((equal == matches!(op, CompareOp::Eq)).into_pyobject(py)?.to_owned().into_any().unbind())
            }
            _ => Ok(py.NotImplemented()),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        let coeffs = self.coeffs().iter().map(|c| c.coeffs(py)?.to_tuple().hash()).collect::<PyResult<Vec<_>>>()?;
        PyTuple::new(py, coeffs)?.hash()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let texts = self.0.coeffs().iter().map(|c| lists::text(py, c.ring(), c.coeffs()));
        let coeffs = texts.collect::<PyResult<Vec<_>>>()?.join(", ");
        Ok(match self.over_z() {
            Some(_) => format!("Bivariate([{coeffs}])"),
            None => format!("Bivariate([{coeffs}], {})", self.py_ring().__repr__()),
        })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (Vec<PyPoly>, PyRing)) {
        (py.get_type::<PyBivariate>().into_any(), (self.coeffs(), self.py_ring()))
    }
}
