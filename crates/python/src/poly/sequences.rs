//! Linear recurrences.

use super::PyPoly;
use crate::{
    arrays, ints, limits,
    ring::PyRing,
    run::{Work, run},
};
use polymod::{Poly, memory::Task};
use pyo3::{prelude::*, types::PyInt};

#[pymethods]
impl PyPoly {
    /// The term of this index, counted from 0, of the sequence with the first terms given whose minimal polynomial is self.
    ///
    /// >>> from polymod import Zn
    /// >>> Zn(10**9 + 7)("x^2 - x - 1").recurrence_term([0, 1], 10**18)     # a Fibonacci number
    /// 209783453
    fn recurrence_term<'py>(
        &self,
        py: Python<'py>,
        terms: &Bound<'py, PyAny>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyInt>> {
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
