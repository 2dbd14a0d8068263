//! Linear recurrences, with constant and with polynomial coefficients.

use super::{PyPoly, polys, words};
use crate::{
    arrays,
    errors::OrRaise,
    ints, limits, lists,
    ring::PyRing,
    run::{Work, fits, run},
};
use polymod::{
    AnyRing, Poly, Ring,
    memory::Task,
    poly::{BerlekampMassey, PRecursive},
};
use pyo3::{exceptions::PyOverflowError, prelude::*};

#[pymethods]
impl PyPoly {
    /// The term of this index, counted from 0, of the sequence with the first terms given whose minimal polynomial is self; more terms
    /// than its degree must satisfy the recurrence.
    ///
    /// >>> from polymod import Zn
    /// >>> Zn(10**9 + 7)("x^2 - x - 1").recurrence_term([0, 1], 10**18)     # a Fibonacci number
    /// 209783453
    fn recurrence_term<'py>(
        &self,
        py: Python<'py>,
        terms: &Bound<'py, PyAny>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (terms, index) = (arrays::vector(self.ring(), terms)?, ints::exponent(index)?);
        self.check("term of a recurrence", &[], || Task::RecurrenceTerm(self.0.len()))?;
        let work = Work::Recursive(self.words().saturating_mul(index.limbs().len()));
        self.int(py, &run(py, work, || self.0.recurrence_term(terms.view(), index.clone()))?)
    }

    /// ``count`` terms from an index on of the sequence, as in :meth:`recurrence_term`.
    fn recurrence_terms<'py>(
        &self,
        py: Python<'py>,
        terms: &Bound<'py, PyAny>,
        index: &Bound<'py, PyAny>,
        count: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (terms, index) = (arrays::vector(self.ring(), terms)?, ints::exponent(index)?);
        let count = self.count(count, "the number of terms")?;
        let work = Work::Recursive((self.words() + count).saturating_mul(1 + index.limbs().len()));
        self.vector(py, run(py, work, || self.0.recurrence_terms(terms.view(), index.clone(), count))?.view())
    }
}

#[pymethods]
impl PyRing {
    /// The monic minimal polynomial of the shortest linear recurrence that a sequence satisfies (Berlekamp and Massey).
    ///
    /// >>> from polymod import Zn
    /// >>> Zn(97).minpoly([0, 1, 1, 2, 3, 5, 8, 13])
    /// Zn(97).poly([96, 96, 1])
    fn minpoly(&self, py: Python<'_>, sequence: &Bound<'_, PyAny>) -> PyResult<PyPoly> {
        let sequence = arrays::vector(&self.ring, sequence)?;
        limits::check(&self.ring, "minimal polynomial", [sequence.view()], || 0.0, || Task::Recurrence)?;
        run(py, Work::Recursive(sequence.words().len()), || Poly::minpoly(&self.ring, sequence.view())).map(PyPoly)
    }
}

/// The shortest linear recurrence of terms that come one by one (the algorithm of Berlekamp and Massey), over a field.
///
/// >>> from polymod import BerlekampMassey, Zn
/// >>> b = BerlekampMassey(Zn(97))
/// >>> b.push(0), b.push(1), b.push(1), b.order  # whether a term has changed the recurrence
/// (False, True, True, 2)
/// >>> b.extend([2, 3, 5, 8])
/// >>> b.minpoly(), b.order, len(b)
/// (Zn(97).poly([96, 96, 1]), 2, 7)
#[pyclass(module = "polymod", name = "BerlekampMassey")]
pub struct PyBerlekampMassey(BerlekampMassey<AnyRing>, AnyRing);

#[pymethods]
impl PyBerlekampMassey {
    #[new]
    #[pyo3(signature = (ring, terms=None))]
    fn new(ring: PyRef<'_, PyRing>, terms: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let mut made = PyBerlekampMassey(BerlekampMassey::new(&ring.ring), ring.ring.clone());
        if let Some(terms) = terms {
            made.extend(terms)?;
        }
        Ok(made)
    }

    /// The ring of the terms.
    #[getter]
    fn ring(&self) -> PyRing {
        PyRing::of(&self.1)
    }

    /// Takes the next term; whether the recurrence had not predicted it.
    fn push(&mut self, term: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.0.push(&ints::element(&self.1, term)?).or_raise()
    }

    /// Takes the next terms.
    fn extend(&mut self, terms: &Bound<'_, PyAny>) -> PyResult<()> {
        let terms = arrays::vector(&self.1, terms)?;
        (0..terms.len()).try_for_each(|i| self.0.push(&self.1.get(terms.view(), i)).map(|_| ())).or_raise()
    }

    /// The monic minimal polynomial of the terms so far.
    fn minpoly(&self) -> PyPoly {
        PyPoly(self.0.minpoly())
    }

    /// The order of the recurrence: the degree of :meth:`minpoly`.
    #[getter]
    fn order(&self) -> usize {
        self.0.order()
    }

    /// The terms so far, as an array.
    fn terms<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        arrays::array(py, &self.1, self.0.terms())
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let terms = lists::text(py, &self.1, self.0.terms())?;
        Ok(format!("BerlekampMassey({}, {terms})", self.ring().__repr__()))
    }

    #[allow(clippy::type_complexity, reason = "what pickle asks for")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (PyRing, Bound<'py, PyAny>))> {
        let terms = lists::list(py, &self.1, self.0.terms())?.into_any();
        Ok((py.get_type::<PyBerlekampMassey>().into_any(), (self.ring(), terms)))
    }
}

/// A sequence u with c_0(n)*u(n) + ... + c_r(n)*u(n + r) = 0 for all n, from the polynomials c_0, ..., c_r and its first terms, r at least.
///
/// >>> from polymod import PRecursive, Zn
/// >>> R = Zn(998244353)
/// >>> factorials = PRecursive([R("-x - 1"), R("1")], [1])
/// >>> factorials.first_terms(6), factorials.term(10_000)  # a term takes about sqrt(n) operations
/// (array([  1,   1,   2,   6,  24, 120], dtype=uint64), 777990065)
#[pyclass(module = "polymod", name = "PRecursive", frozen)]
pub struct PyPRecursive {
    coefficients: Vec<Poly<AnyRing>>,
    terms: polymod::ring::Coeffs<AnyRing>,
    sequence: PRecursive<AnyRing>,
}

#[pymethods]
impl PyPRecursive {
    #[new]
    fn new(coefficients: &Bound<'_, PyAny>, terms: &Bound<'_, PyAny>) -> PyResult<Self> {
        let all = coefficients.try_iter()?.collect::<PyResult<Vec<_>>>()?;
        let ring = all.iter().find_map(|c| c.cast::<PyPoly>().ok().map(|c| c.get().ring().clone()));
        let ring = ring.ok_or_else(|| {
            pyo3::exceptions::PyTypeError::new_err("the coefficients of a recurrence: expected at least one polynomial")
        })?;
        let (coefficients, terms) = (polys(&ring, coefficients)?, arrays::vector(&ring, terms)?);
        let sequence = PRecursive::new(&coefficients, terms.view()).or_raise()?;
        Ok(PyPRecursive { coefficients, terms, sequence })
    }

    /// The ring of the terms.
    #[getter]
    fn ring(&self) -> PyRing {
        PyRing::of(self.coefficients[0].ring())
    }

    /// The order r of the recurrence.
    #[getter]
    fn order(&self) -> usize {
        self.sequence.order()
    }

    /// The first terms, as an array.
    fn first_terms<'py>(&self, py: Python<'py>, count: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let count = ints::length(count, "the number of terms")?;
        fits(count, self.terms.width())?;
        let work = Work::Product(count.saturating_mul(1 + self.words()));
        let found = run(py, work, || self.sequence.first_terms(count))?;
        arrays::array(py, self.coefficients[0].ring(), found.view())
    }

    /// The term of this index, counted from 0, as an element of the ring.
    fn term<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let what = || PyOverflowError::new_err("the index of a term is too large: expected at most 2^64 - 1");
        let index = match ints::limbs(index)? {
            i if i.negative => return Err(pyo3::exceptions::PyValueError::new_err("the index must not be negative")),
            i if i.limbs.len() > 1 => return Err(what()),
            i => i.limbs.first().copied().unwrap_or(0),
        };
        // values at about sqrt(d*index) points of r^2 entries
        let points =
            (index.isqrt() as usize).saturating_mul(1 + self.words()).saturating_mul(self.order().pow(2).max(1));
        fits(points, 2)?;
        ints::of_element(py, self.coefficients[0].ring(), &run(py, Work::Hard(points), || self.sequence.term(index))?)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let ring = self.coefficients[0].ring();
        let coefficients =
            self.coefficients.iter().map(|c| PyPoly(c.clone()).__repr__(py)).collect::<PyResult<Vec<_>>>()?;
        Ok(format!("PRecursive([{}], {})", coefficients.join(", "), lists::text(py, ring, self.terms.view())?))
    }

    #[allow(clippy::type_complexity, reason = "what pickle asks for")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Vec<PyPoly>, Bound<'py, PyAny>))> {
        let terms = lists::list(py, self.coefficients[0].ring(), self.terms.view())?.into_any();
        let coefficients = self.coefficients.iter().map(|c| PyPoly(c.clone())).collect();
        Ok((py.get_type::<PyPRecursive>().into_any(), (coefficients, terms)))
    }
}

impl PyPRecursive {
    fn words(&self) -> usize {
        self.coefficients.iter().map(words).sum()
    }
}
