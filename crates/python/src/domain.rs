//! Polynomials in transformed form, for repeated products with the same factors.

use crate::{
    batch::ring_of,
    ints,
    poly::{PyPoly, words},
    ring::PyRing,
    run::{Work, fits, run},
};
use polymod::{
    AnyRing, Integers, Poly,
    poly::{Domain, Transformed},
    ring::Codec,
    rug::Integer,
};
use pyo3::{
    IntoPyObjectExt,
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
};

/// What polynomials in transformed form agree on: the largest size of a factor, and the number of products added.
///
/// A product is two transforms and one inverse transform. Factors that are kept in transformed form take the inverse only, and a sum of
/// products one inverse in all. ``Domain(n, mod)`` is for factors of up to n coefficients over Z/mod or a ring, over Z of up to ``bits`` bits
/// each; sums have up to ``terms`` products.
///
/// >>> from polymod import Domain, Zn
/// >>> R = Zn(97)
/// >>> f, g = R("x^2 + 1"), R("x - 1")
/// >>> domain = Domain(3, R, terms=2)
/// >>> a, b = domain.transform(f), domain.transform(g)
/// >>> a * b == f * g, a * R("x + 1") == f * R("x + 1"), domain.dot([(a, b), (b, b)]) == f * g + g * g
/// (True, True, True)
#[pyclass(module = "polymod", name = "Domain", frozen)]
pub struct PyDomain {
    domain: Domain<AnyRing>,
    ring: AnyRing,
    len: usize,
    terms: usize,
    bits: u32,
}

/// A polynomial in transformed form, made by :meth:`Domain.transform`: ``a * b`` is the product, of two of one domain, or with a polynomial.
///
/// >>> from polymod import Domain, Zn
/// >>> R = Zn(97)
/// >>> a = Domain(2, R).transform(R("x + 1"))
/// >>> a * a, R.x * a
/// (Zn(97).poly([1, 2, 1]), Zn(97).poly([0, 1, 1]))
#[pyclass(module = "polymod", name = "Transformed", frozen)]
pub struct PyTransformed {
    domain: Py<PyDomain>,
    image: Transformed<AnyRing>,
    len: usize,
}

impl PyDomain {
    fn image(&self, py: Python<'_>, f: &Poly<AnyRing>) -> PyResult<Transformed<AnyRing>> {
        run(py, Work::Product(words(f) + self.len), || self.domain.transform(f))
    }

    fn sum(&self, py: Python<'_>, pairs: &[(&Transformed<AnyRing>, &Transformed<AnyRing>)]) -> PyResult<PyPoly> {
        run(py, Work::Product(self.len.saturating_mul(1 + pairs.len())), || self.domain.dot(pairs)).map(PyPoly)
    }
}

#[pymethods]
impl PyDomain {
    #[new]
    #[pyo3(signature = (n, r#mod, terms=1, bits=0))]
    fn new(py: Python<'_>, n: &Bound<'_, PyAny>, r#mod: &Bound<'_, PyAny>, terms: usize, bits: u32) -> PyResult<Self> {
        let (ring, len) = (ring_of(Some(r#mod))?, ints::length(n, "the length")?);
        if ring.downcast_ref::<Integers>().is_some() == (bits == 0) {
            return Err(PyValueError::new_err(
                "bits: expected the size of coefficients over Z, and 0 over other rings",
            ));
        }
        if len == 0 {
            return Err(PyValueError::new_err("the length of factors: expected at least 1, got 0"));
        }
        fits(len, 1 + bits as usize / 64)?;
        let domain = run(py, Work::Product(len), || {
            let mut largest = ring.appender();
            for _ in 1..len {
                largest.push_limbs(false, &[])?;
            }
            let top = if bits == 0 { Integer::from(1) } else { (Integer::from(1) << bits) - 1 };
            largest.push_limbs(false, top.as_limbs())?;
            Domain::new(&[&Poly::from_coeffs(&ring, largest.take())], terms)
        })?;
        Ok(PyDomain { domain, ring, len, terms, bits })
    }

    /// The polynomial in transformed form. A MemoryError where it has more than n coefficients, or over Z larger ones.
    fn transform(slf: &Bound<'_, Self>, f: PyRef<'_, PyPoly>) -> PyResult<PyTransformed> {
        let image = slf.get().image(slf.py(), &f.0)?;
        Ok(PyTransformed { domain: slf.clone().unbind(), image, len: f.0.len() })
    }

    /// The sum of the products of the pairs: up to ``terms`` of them.
    #[allow(clippy::needless_pass_by_value, reason = "an argument from Python")]
    fn dot(
        &self,
        py: Python<'_>,
        pairs: Vec<(PyRef<'_, PyTransformed>, PyRef<'_, PyTransformed>)>,
    ) -> PyResult<PyPoly> {
        let pairs: Vec<_> = pairs.iter().map(|(a, b)| (&a.image, &b.image)).collect();
        self.sum(py, &pairs)
    }

    /// The ring of the coefficients.
    #[getter]
    fn ring(&self) -> PyRing {
        PyRing::of(&self.ring)
    }

    /// The largest number of products in a sum.
    #[getter]
    fn terms(&self) -> usize {
        self.terms
    }

    /// Over Z the largest number of bits of a coefficient; 0 over other rings.
    #[getter]
    fn bits(&self) -> u32 {
        self.bits
    }

    /// The largest number of coefficients of a factor.
    fn __len__(&self) -> usize {
        self.len
    }

    fn __repr__(&self) -> String {
        let terms = if self.terms == 1 { String::new() } else { format!(", terms={}", self.terms) };
        let bits = if self.bits == 0 { String::new() } else { format!(", bits={}", self.bits) };
        format!("Domain({}, {}{terms}{bits})", self.len, self.ring().__repr__())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (usize, PyRing, usize, u32)) {
        (py.get_type::<PyDomain>().into_any(), (self.len, self.ring(), self.terms, self.bits))
    }
}

#[pymethods]
impl PyTransformed {
    /// The domain that it was made by.
    #[getter]
    fn domain(&self, py: Python<'_>) -> Py<PyDomain> {
        self.domain.clone_ref(py)
    }

    /// The number of coefficients of the polynomial.
    fn __len__(&self) -> usize {
        self.len
    }

    fn __mul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (py, domain) = (other.py(), self.domain.get());
        if let Ok(other) = other.cast::<PyTransformed>() {
            return domain.sum(py, &[(&self.image, &other.get().image)])?.into_bound_py_any(py);
        }
        let Ok(other) = other.cast::<PyPoly>() else { return Ok(py.NotImplemented().into_bound(py)) };
        let other = domain.image(py, &other.get().0)?;
        domain.sum(py, &[(&self.image, &other)])?.into_bound_py_any(py)
    }

    fn __rmul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__mul__(other)
    }

    fn __repr__(&self) -> String {
        let s = if self.len == 1 { "" } else { "s" };
        format!("<transformed polynomial of {} coefficient{s}, {}>", self.len, self.domain.get().__repr__())
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "a transformed polynomial cannot be pickled: transform it again by a copy of its domain",
        ))
    }
}
