//! Power series of sets, and trees of moduli.

use super::{
    PyPoly,
    algebra::{polys, reconstructed},
};
use crate::{
    arrays, ints, lists,
    objects::immutable,
    poly::words,
    ring::PyRing,
    run::{Work, fits, run},
};
use polymod::{
    AnyRing, Poly,
    poly::{ModuliTree, SetSeries},
};
use pyo3::{
    prelude::*,
    types::{PyList, PyTuple},
};

/// A power series of sets, immutable: ``SetSeries(ring, coeffs)`` with 2^k coefficients, that of a set S of numbers below k at the sum of 2^i over its elements
/// i. Products are over the pairs of disjoint sets, as those of ``ring.convolve`` with the index ``truncated:2,2,...``.
///
/// >>> from polymod import SetSeries, Zn
/// >>> a = SetSeries(Zn(97), [0, 1, 1, 1])
/// >>> a.exp(), a.exp().log() == a
/// (SetSeries(Zn(97), [1, 1, 1, 2]), True)
#[pyclass(module = "polymod", name = "SetSeries", frozen)]
pub struct PySetSeries {
    ring: AnyRing,
    series: SetSeries<AnyRing>,
}

immutable!(PySetSeries);

impl PySetSeries {
    /// 2^k words for each of k + 1 sizes of sets.
    fn work(&self) -> Work {
        Work::Recursive(self.series.coeffs().words().len().saturating_mul(1 + self.series.variables()))
    }

    fn function(
        &self,
        py: Python<'_>,
        f: impl Fn(&SetSeries<AnyRing>) -> polymod::Result<SetSeries<AnyRing>> + Sync,
    ) -> PyResult<Self> {
        Ok(PySetSeries { ring: self.ring.clone(), series: run(py, self.work(), || f(&self.series))? })
    }
}

#[pymethods]
impl PySetSeries {
    #[new]
    fn new(py: Python<'_>, ring: PyRef<'_, PyRing>, coeffs: &Bound<'_, PyAny>) -> PyResult<Self> {
        let ring = ring.ring.clone();
        let coeffs = arrays::vector(&ring, coeffs)?;
        let series = run(py, Work::Linear(coeffs.words().len()), || SetSeries::new(&ring, coeffs.clone()))?;
        Ok(PySetSeries { ring, series })
    }

    /// The ring of the coefficients.
    #[getter]
    fn ring(&self) -> PyRing {
        PyRing::of(&self.ring)
    }

    /// The coefficients, as an array.
    #[getter]
    fn coeffs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        arrays::array(py, &self.ring, self.series.coeffs())
    }

    /// The number k of elements of the largest set.
    #[getter]
    fn variables(&self) -> usize {
        self.series.variables()
    }

    /// 1/self; a ZeroDivisionError unless the coefficient of the empty set has an inverse.
    ///
    /// >>> from polymod import SetSeries, Zn
    /// >>> SetSeries(Zn(97), [1, 2, 3, 0]).inverse()
    /// SetSeries(Zn(97), [1, 95, 94, 12])
    fn inverse(&self, py: Python<'_>) -> PyResult<Self> {
        self.function(py, SetSeries::inverse)
    }

    /// The exponential of a series whose coefficient of the empty set is 0: at S the sum over the partitions of S of the products of the coefficients of the
    /// parts.
    fn exp(&self, py: Python<'_>) -> PyResult<Self> {
        self.function(py, SetSeries::exp)
    }

    /// The logarithm of a series whose coefficient of the empty set is 1.
    fn log(&self, py: Python<'_>) -> PyResult<Self> {
        self.function(py, SetSeries::log)
    }

    /// The polynomial f at this series.
    ///
    /// >>> from polymod import SetSeries, Zn
    /// >>> SetSeries(Zn(97), [1, 2, 3, 4]).compose(Zn(97)("x^2"))
    /// SetSeries(Zn(97), [1, 4, 6, 20])
    fn compose(&self, py: Python<'_>, f: &Bound<'_, PyAny>) -> PyResult<Self> {
        let f = crate::poly_matrix::entry(&self.ring, f)?;
        self.function(py, |a| a.compose(&f))
    }

    /// The sums over S of weights[S] times the coefficient at S of the j-th power of this series, for j = 0, ..., m - 1: the transpose of :meth:`compose`.
    ///
    /// >>> from polymod import SetSeries, Zn
    /// >>> SetSeries(Zn(97), [1, 2, 3, 4]).power_projection([0, 0, 0, 1], 4)
    /// array([ 0,  4, 20, 48], dtype=uint64)
    fn power_projection<'py>(
        &self,
        py: Python<'py>,
        weights: &Bound<'py, PyAny>,
        m: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (weights, m) = (arrays::vector(&self.ring, weights)?, ints::length(m, "the number of sums")?);
        fits(m, 1)?;
        let sums = run(py, self.work(), || self.series.power_projection(weights.view(), m))?;
        arrays::array(py, &self.ring, sums.view())
    }

    fn __len__(&self) -> usize {
        self.series.coeffs().len()
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.series == other.series
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        lists::list(py, &self.ring, self.series.coeffs())?.to_tuple().hash()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("SetSeries({}, {})", self.ring().__repr__(), lists::text(py, &self.ring, self.series.coeffs())?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let coeffs = lists::list(py, &self.ring, self.series.coeffs())?.into_any();
        let arguments = PyTuple::new(py, [self.ring().into_pyobject(py)?.into_any(), coeffs])?;
        Ok((py.get_type::<Self>().into_any(), arguments))
    }
}

/// Moduli that are prepared for many remainders and Chinese remainders: ``ModuliTree(moduli)`` for at least one polynomial with an invertible leading
/// coefficient.
///
/// >>> from polymod import ModuliTree, Zn
/// >>> R = Zn(97)
/// >>> tree = ModuliTree([R("x - 2"), R("x^2 + 1")])
/// >>> tree.remainders(R("x^3")), tree.reconstruct([8, -R.x]), tree.product
/// ([Zn(97).poly([8]), Zn(97).poly([0, 96])], Zn(97).poly([2, 96, 2]), Zn(97).poly([95, 1, 95, 1]))
#[pyclass(module = "polymod", name = "ModuliTree", frozen)]
pub struct PyModuliTree {
    tree: ModuliTree<AnyRing>,
    moduli: Vec<Poly<AnyRing>>,
}

immutable!(PyModuliTree);

impl PyModuliTree {
    fn work(&self, more: usize) -> Work {
        Work::Recursive(words(self.tree.product()) + more)
    }
}

#[pymethods]
impl PyModuliTree {
    #[new]
    fn new(py: Python<'_>, moduli: Vec<PyRef<'_, PyPoly>>) -> PyResult<Self> {
        let over = |m: &PyRef<'_, PyPoly>| m.over(moduli[0].ring()).cloned();
        let all: Vec<_> = moduli.iter().map(over).collect::<PyResult<_>>()?;
        let tree = run(py, Work::Recursive(all.iter().map(words).sum()), || ModuliTree::new(&all))?;
        Ok(PyModuliTree { tree, moduli: all })
    }

    /// The moduli.
    #[getter]
    fn moduli(&self) -> Vec<PyPoly> {
        self.moduli.iter().cloned().map(PyPoly).collect()
    }

    /// The product of the moduli.
    #[getter]
    fn product(&self) -> PyPoly {
        PyPoly(self.tree.product().clone())
    }

    /// The remainders of a polynomial by all moduli.
    fn remainders(&self, py: Python<'_>, a: &Bound<'_, PyAny>) -> PyResult<Vec<PyPoly>> {
        let a = crate::poly_matrix::entry(self.tree.product().ring(), a)?;
        let found = run(py, self.work(words(&a)), || self.tree.remainders(&a))?;
        Ok(found.into_iter().map(PyPoly).collect())
    }

    /// The polynomial of least degree with these remainders by the moduli, which must be pairwise coprime.
    fn reconstruct(&self, py: Python<'_>, remainders: &Bound<'_, PyAny>) -> PyResult<PyPoly> {
        let remainders = polys(self.tree.product().ring(), remainders)?;
        let work = self.work(remainders.iter().map(words).sum());
        reconstructed(py, work, [&remainders, &self.moduli], || self.tree.reconstruct(&remainders))
    }

    fn __len__(&self) -> usize {
        self.moduli.len()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let moduli: PyResult<Vec<String>> = self.moduli().iter().map(|m| m.__repr__(py)).collect();
        Ok(format!("ModuliTree([{}])", moduli?.join(", ")))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let moduli = PyList::new(py, self.moduli())?.into_any();
        Ok((py.get_type::<Self>().into_any(), PyTuple::new(py, [moduli])?))
    }
}
