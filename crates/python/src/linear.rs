//! Functions on arrays of matrices: determinants, products, systems.

use crate::{
    batch::{Batch, broadcast, leading, operand, results, ring_of},
    errors::OrRaise,
    exact::exact,
    ints,
    limits::{self, Scope},
    matrix::{PyMatrix, matrix_of},
    run::{Work, fits, run},
};
use numpy::{PyUntypedArray, PyUntypedArrayMethods};
use polymod::{
    AnyRing, Matrix, Ring,
    memory::{Entries, Task},
};
use pyo3::{exceptions::PyTypeError, intern, prelude::*};

/// A batch of matrices along the last two axes.
struct Matrices {
    batch: Batch,
    rows: usize,
    cols: usize,
}

impl Matrices {
    fn new(ring: &AnyRing, array: &Bound<'_, PyUntypedArray>) -> PyResult<Self> {
        let shape = &array.shape()[array.ndim() - 2..];
        Ok(Matrices { batch: Batch::new(ring, array, 2)?, rows: shape[0], cols: shape[1] })
    }

    fn get(&self, i: usize) -> polymod::Result<Matrix<AnyRing>> {
        Matrix::new(&self.batch.ring, self.rows, self.cols, self.batch.get(i))
    }

    /// Refuses computations with these matrices, one after the other, that the memory limit of this thread does not allow.
    fn check(&self, what: &str, task: impl FnOnce(Entries) -> Task) -> PyResult<()> {
        let all = self.batch.all.view();
        let entries = Entries { rows: self.rows, cols: self.cols, bits: self.batch.ring.size(all).bits };
        limits::check(
            &self.batch.ring,
            what,
            [all.slice(0..all.len().min(self.rows * self.cols))],
            || 0.0,
            || task(entries),
        )
    }

    fn work(&self, count: usize) -> Work {
        Work::Cubic(self.rows.max(self.cols), count * self.batch.all.width().max(1))
    }
}

/// The determinants of the matrices along the last two axes: an integer for one matrix, an array for more.
///
/// >>> import polymod
/// >>> polymod.det([[1, 2], [3, 4]]), polymod.det([[1, 2], [3, 4]], mod=97)
/// (-2, 95)
/// >>> polymod.det([[[1, 2], [3, 4]], [[1, 1], [1, 2]]], mod=97)
/// array([95,  1], dtype=uint64)
#[pyfunction]
#[pyo3(signature = (a, r#mod=None, *, threads=None, memory=None))]
pub fn det<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    r#mod: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    memory: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let _limits = Scope::new(threads, memory)?;
    let ring = ring_of(r#mod)?;
    let a = operand(a, 2, "a")?;
    let lead = leading(a.shape(), 2).to_vec();
    let count: usize = lead.iter().product();
    let all = Matrices::new(&ring, &a)?;
    all.check("determinant", |_| Task::Determinant)?;
    let mut found = Vec::with_capacity(count);
    for i in 0..count {
        let m = &all.get(i).or_raise()?;
        found.push(exact!(py, all.work(1), &ring, [m], m.det())?);
    }
    if lead.is_empty() {
        return Ok(ints::of_element(py, &ring, &found[0])?.into_any());
    }
    results(py, &ring, &[ring.collect(&found)], &[], &lead)
}

/// The products of the matrices along the last two axes.
///
/// >>> import polymod
/// >>> polymod.matmul([[1, 2], [3, 4]], [[5, 6], [7, 8]], mod=97)
/// array([[19, 22],
///        [43, 50]], dtype=uint64)
#[pyfunction]
#[pyo3(signature = (a, b, r#mod=None, *, threads=None, memory=None))]
pub fn matmul<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    r#mod: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    memory: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let _limits = Scope::new(threads, memory)?;
    let ring = ring_of(r#mod)?;
    let (a, b, lead) = broadcast(operand(a, 2, "a")?, operand(b, 2, "b")?, [2, 2])?;
    let (a, b) = (Matrices::new(&ring, &a)?, Matrices::new(&ring, &b)?);
    let count: usize = lead.iter().product();
    fits(a.rows.saturating_mul(b.cols).saturating_mul(count), 1)?;
    let all = run(py, a.work(count), || {
        let product = |i| a.get(i)?.checked_mul(&b.get(i)?).map(Matrix::into_entries);
        (0..count).map(product).collect::<polymod::Result<Vec<_>>>()
    })?;
    results(py, &ring, &all, &lead, &[a.rows, b.cols])
}

/// The solutions x of a @ x = b modulo n, free unknowns 0: for a one-dimensional ``b`` a vector, otherwise matrices along the last two axes.
///
/// >>> import polymod
/// >>> polymod.solve([[1, 2], [3, 4]], [5, 11], 97)
/// array([1, 2], dtype=uint64)
#[pyfunction]
#[pyo3(signature = (a, b, r#mod, *, threads=None, memory=None))]
pub fn solve<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    r#mod: &Bound<'py, PyAny>,
    threads: Option<&Bound<'py, PyAny>>,
    memory: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let _limits = Scope::new(threads, memory)?;
    let ring = ring_of(Some(r#mod))?;
    if ring.downcast_ref::<polymod::Integers>().is_some() {
        return Err(PyTypeError::new_err("over Z solutions have a denominator: use ZZ.matrix(a).solve(b)"));
    }
    let (a, b) = (operand(a, 2, "a")?, operand(b, 1, "b")?);
    let vectors = b.ndim() == 1;
    let b = if vectors { b.call_method1(intern!(py, "reshape"), ((b.len(), 1),))?.cast_into()? } else { b };
    let (a, b, lead) = broadcast(a, b, [2, 2])?;
    let (a, b) = (Matrices::new(&ring, &a)?, Matrices::new(&ring, &b)?);
    let count: usize = lead.iter().product();
    a.check("solution", |entries| Task::Solution(entries, b.cols))?;
    let all = run(py, a.work(count), || {
        let solution = |i| a.get(i)?.solve(&b.get(i)?).map(Matrix::into_entries);
        (0..count).map(solution).collect::<polymod::Result<Vec<_>>>()
    })?;
    let columns = [a.cols, b.cols];
    results(py, &ring, &all, &lead, if vectors { &columns[..1] } else { &columns })
}

/// The inverses of the matrices along the last two axes, modulo n.
#[pyfunction]
#[pyo3(signature = (a, r#mod, *, threads=None, memory=None))]
pub fn inv<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    r#mod: &Bound<'py, PyAny>,
    threads: Option<&Bound<'py, PyAny>>,
    memory: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let _limits = Scope::new(threads, memory)?;
    let ring = ring_of(Some(r#mod))?;
    if ring.downcast_ref::<polymod::Integers>().is_some() {
        return Err(PyTypeError::new_err("over Z inverses have a denominator: use ZZ.matrix(a).inv()"));
    }
    let a = operand(a, 2, "a")?;
    let lead = leading(a.shape(), 2).to_vec();
    let all = Matrices::new(&ring, &a)?;
    let count: usize = lead.iter().product();
    all.check("inverse", Task::MatrixInverse)?;
    let found = run(py, all.work(count), || {
        (0..count).map(|i| all.get(i)?.inverse().map(Matrix::into_entries)).collect::<polymod::Result<Vec<_>>>()
    })?;
    results(py, &ring, &found, &lead, &[all.rows, all.cols])
}

/// The rank of a matrix.
#[pyfunction]
#[pyo3(signature = (a, r#mod=None, *, threads=None, memory=None))]
pub fn rank(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    r#mod: Option<&Bound<'_, PyAny>>,
    threads: Option<&Bound<'_, PyAny>>,
    memory: Option<&Bound<'_, PyAny>>,
) -> PyResult<usize> {
    let _limits = Scope::new(threads, memory)?;
    PyMatrix(matrix_of(&ring_of(r#mod)?, a)?).rank(py)
}
