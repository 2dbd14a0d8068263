//! Matrices over rings.

use crate::{
    arrays,
    errors::{Answer, OrRaise, exception},
    exact::{Erase, Over, direct, exact},
    extension, ints, limits, lists,
    objects::{immutable, rectangular},
    poly::PyPoly,
    ring::PyRing,
    run::{Work, fits, run},
    shapes::{Rectangle, place, rectangle},
};
use polymod::{
    AnyRing, Error, Matrix, Ring,
    memory::{Entries, Task},
};
use pyo3::{
    IntoPyObjectExt,
    exceptions::{PyTypeError, PyValueError},
    intern,
    prelude::*,
    types::{PyDict, PyList, PyString, PyTuple},
};
use std::borrow::Cow;

/// A matrix over a ring, immutable, made by its ring: ``Zn(97).matrix([[1, 2], [3, 4]])``. Entries are Python integers.
///
/// >>> from polymod import Zn
/// >>> a = Zn(97).matrix([[1, 2], [3, 4]])
/// >>> a.det(), a.rank(), a.charpoly()
/// (95, 2, Zn(97).poly([95, 92, 1]))
/// >>> a @ a.inv()
/// Zn(97).matrix([[1, 0], [0, 1]])
#[pyclass(module = "polymod", name = "Matrix", frozen)]
pub struct PyMatrix(pub Matrix<AnyRing>);

/// Longest matrix whose `repr` has all entries.
const SHOWN: usize = 10_000;

/// The result of an operator.
type Operated = PyResult<Answer<PyMatrix>>;

impl PyMatrix {
    pub fn ring(&self) -> &AnyRing {
        self.0.ring()
    }

    /// Refuses a computation with this matrix that the memory limit of this thread does not allow.
    #[inline]
    pub fn check(&self, what: &str, task: impl FnOnce() -> Task) -> PyResult<()> {
        limits::check(self.ring(), what, [self.0.entries()], || 0.0, task)
    }

    /// The work of an elimination, or of a product, for which a copy must fit in memory.
    pub fn work(&self) -> PyResult<Work> {
        let width = self.0.entries().width().max(1);
        fits(self.0.entries().len(), width)?;
        let n = self.0.rows().max(self.0.cols());
        Ok(match self.ring().downcast_ref::<polymod::Integers>() {
            // minors have n times the bits of an entry
            Some(_) => Work::Images(n, 2 + 4 * n * width / 3),
            None => Work::Cubic(n, width * width),
        })
    }

    pub fn int<'py>(&self, py: Python<'py>, x: &polymod::ring::AnyElem) -> PyResult<Bound<'py, PyAny>> {
        ints::of_element(py, self.ring(), x)
    }

    fn operator(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        work: Work,
        f: impl Fn(&Matrix<AnyRing>, &Matrix<AnyRing>) -> polymod::Result<Matrix<AnyRing>> + Sync,
    ) -> Operated {
        let Some(b) = self.operand(other)? else { return Ok(Answer(None)) };
        run(py, work, || f(&self.0, &b)).map(|m| Answer(Some(PyMatrix(m))))
    }

    /// An operand: a matrix, or an array of two dimensions.
    fn operand<'a>(&self, other: &'a Bound<'_, PyAny>) -> PyResult<Option<Cow<'a, Matrix<AnyRing>>>> {
        if let Ok(other) = other.cast::<PyMatrix>() {
            return Ok(Some(Cow::Borrowed(&other.get().0)));
        }
        if arrays::as_array(other).is_none() {
            return Ok(None);
        }
        matrix_of(self.ring(), other).map(|m| Some(Cow::Owned(m)))
    }

    fn linear(&self) -> Work {
        Work::Linear(self.0.entries().words().len())
    }
}

/// A matrix from a sequence of rows, or an array of two dimensions.
pub fn matrix_of(ring: &AnyRing, data: &Bound<'_, PyAny>) -> PyResult<Matrix<AnyRing>> {
    let Rectangle { rows, cols, entries } = rectangle(ring, data)?;
    Matrix::new(ring, rows, cols, entries).or_raise()
}

#[pymethods]
impl PyRing {
    /// The matrix with these rows: a sequence of sequences, an array of two dimensions, text such as ``"[[1, 2], [3, 4]]"``; or
    /// ``matrix(rows, columns, entries)``.
    ///
    /// >>> from polymod import ZZ
    /// >>> ZZ.matrix(2, 2, range(4)) == ZZ.matrix([[0, 1], [2, 3]])
    /// True
    #[pyo3(signature = (data, columns=None, entries=None))]
    fn matrix(
        &self,
        data: &Bound<'_, PyAny>,
        columns: Option<&Bound<'_, PyAny>>,
        entries: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyMatrix> {
        let ring = &self.ring;
        if let Some(columns) = columns {
            let (rows, cols) =
                (ints::length(data, "the number of rows")?, ints::length(columns, "the number of columns")?);
            fits(rows.saturating_mul(cols), 1)?;
            return match entries {
                Some(entries) => Matrix::new(ring, rows, cols, arrays::vector(ring, entries)?),
                None => Matrix::zero(ring, rows, cols),
            }
            .map(PyMatrix)
            .or_raise();
        }
        if entries.is_some() {
            return Err(PyTypeError::new_err("expected matrix(rows), or matrix(rows, columns, entries)"));
        }
        if let Ok(text) = data.cast::<PyString>() {
            return Matrix::parse(ring, text.to_str()?).map(PyMatrix).or_raise();
        }
        if let Ok(m) = data.cast::<PyMatrix>() {
            let m = &m.get().0;
            if m.ring() != ring {
                return Err(exception(&Error::RingsDiffer { left: ring.name(), right: m.ring().name() }));
            }
            return Ok(PyMatrix(m.clone()));
        }
        matrix_of(ring, data).map(PyMatrix)
    }

    /// The identity matrix.
    fn identity_matrix(&self, n: &Bound<'_, PyAny>) -> PyResult<PyMatrix> {
        let n = ints::length(n, "the number of rows")?;
        fits(n.saturating_mul(n), 1)?;
        Ok(PyMatrix(Matrix::identity(&self.ring, n)))
    }
}

immutable!(PyMatrix);
rectangular!(PyMatrix);

#[pymethods]
impl PyMatrix {
    /// NumPy's arrays leave operators to the matrix.
    #[classattr]
    fn __array_ufunc__(py: Python<'_>) -> Py<PyAny> {
        py.None()
    }

    /// The entries as a list in row-major order.
    fn entries<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        lists::list(py, self.ring(), self.0.entries())
    }

    /// Over an extension the coefficients of the entries: a NumPy array of three dimensions, which :meth:`Ring.matrix` takes.
    fn components<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let flat = extension::components(py, self.ring(), self.0.entries())?;
        let degree: usize = flat.getattr("shape")?.get_item(1)?.extract()?;
        flat.call_method1("reshape", ((self.0.rows(), self.0.cols(), degree),))
    }

    /// The entries as a list of rows.
    fn tolist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let rows = (0..self.0.rows()).map(|i| lists::list(py, self.ring(), self.0.row(i)));
        PyList::new(py, rows.collect::<PyResult<Vec<_>>>()?)
    }

    /// The entries as a list of rows, under python-flint's name.
    fn table<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.tolist(py)
    }

    fn __len__(&self) -> usize {
        self.0.rows()
    }

    /// The entry in row i and column j as ``a[i, j]``; row i as ``a[i]``.
    fn __getitem__<'py>(&self, py: Python<'py>, at: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Ok((i, j)) = at.extract::<(isize, isize)>() {
            let (i, j) = (place(i, self.0.rows())?, place(j, self.0.cols())?);
            return Ok(self.int(py, &self.0.get(i, j))?.into_any());
        }
        let i = place(at.extract()?, self.0.rows())?;
        Ok(lists::list(py, self.ring(), self.0.row(i))?.into_any())
    }

    fn __add__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Operated {
        self.operator(py, other, self.linear(), Matrix::checked_add)
    }

    fn __radd__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Operated {
        self.__add__(py, other)
    }

    fn __sub__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Operated {
        self.operator(py, other, self.linear(), Matrix::checked_sub)
    }

    fn __rsub__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Operated {
        self.operator(py, other, self.linear(), |a, b| b.checked_sub(a))
    }

    fn __matmul__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        // a vector
        if arrays::as_array(other).is_some_and(|v| numpy::PyUntypedArrayMethods::ndim(&v) == 1) {
            let product = run(py, self.work()?, {
                let v = column(self.ring(), other)?;
                move || self.0.checked_mul(&v)
            })?;
            return arrays::array(py, self.ring(), product.entries());
        }
        self.operator(py, other, self.work()?, Matrix::checked_mul)?.into_pyobject(py)
    }

    fn __rmatmul__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Operated {
        self.operator(py, other, self.work()?, |a, b| b.checked_mul(a))
    }

    fn __mul__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Operated {
        if other.is_instance_of::<PyMatrix>() {
            return self.operator(py, other, self.work()?, Matrix::checked_mul);
        }
        if arrays::as_array(other).is_some_and(|a| numpy::PyUntypedArrayMethods::ndim(&a) > 0)
            || !ints::is_element(other)
        {
            return Ok(Answer(None));
        }
        Ok(Answer(Some(PyMatrix(self.0.scale(&ints::element(self.ring(), other)?)))))
    }

    fn __rmul__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Operated {
        self.__mul__(py, other)
    }

    fn __neg__(&self) -> Self {
        PyMatrix(-&self.0)
    }

    fn __pow__(&self, py: Python<'_>, e: &Bound<'_, PyAny>, modulo: Option<&Bound<'_, PyAny>>) -> Operated {
        if modulo.is_some() || !ints::is_element(e) {
            return Ok(Answer(None));
        }
        let e = ints::exponent(e)?;
        run(py, self.work()?, || self.0.pow(e.clone())).map(|m| Answer(Some(PyMatrix(m))))
    }

    /// The rank.
    pub fn rank(&self, py: Python<'_>) -> PyResult<usize> {
        let a = &self.0;
        self.check("rank", || Task::Rank)?;
        exact!(py, self.work()?, self.ring(), [a], a.rank())
    }

    /// The trace.
    fn trace<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.int(py, &self.0.trace().or_raise()?)
    }

    /// The inverse; over Z numerators and one positive denominator in lowest terms.
    ///
    /// >>> from polymod import ZZ
    /// >>> ZZ.matrix([[1, 2], [3, 4]]).inv()
    /// (ZZ.matrix([[-4, 2], [3, -1]]), 2)
    fn inv<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.check("inverse", || Task::MatrixInverse(Entries::of(&self.0)))?;
        match self.0.over_z() {
            Some(a) => self.fraction(py, run(py, self.work()?, || a.inverse())?),
            None => {
                let a = &self.0;
                PyMatrix(direct!(py, self.work()?, self.ring(), [a], a.inverse())?).into_bound_py_any(py)
            }
        }
    }

    /// X with self @ X = right, free unknowns 0: a matrix, or an array for a one-dimensional right side. Over Z numerators and one
    /// positive denominator in lowest terms. A ValueError where there is no solution.
    ///
    /// >>> from polymod import Zn
    /// >>> Zn(97).matrix([[1, 2], [3, 4]]).solve([5, 11])
    /// array([1, 2], dtype=uint64)
    pub fn solve<'py>(&self, py: Python<'py>, right: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let vector = is_vector(right)?;
        let b = if vector { Cow::Owned(column(self.ring(), right)?) } else { right_side(self, right)? };
        let vector_of = |x: &Matrix<AnyRing>| arrays::array(py, self.ring(), x.entries());
        self.check("solution", || Task::Solution(Entries::of(&self.0), b.cols()))?;
        match (self.0.over_z(), b.over_z()) {
            (Some(a), Some(z)) => {
                let (x, d) = run(py, self.work()?, || a.solve(&z))?;
                if vector {
                    return (vector_of(&x.erase(self.ring()))?, ints::of_integer(py, &d)?).into_bound_py_any(py);
                }
                self.fraction(py, (x, d))
            }
            _ => {
                let (a, b) = (&self.0, &*b);
                let x = direct!(py, self.work()?, self.ring(), [a, b], a.solve(b))?;
                if vector { vector_of(&x) } else { PyMatrix(x).into_bound_py_any(py) }
            }
        }
    }

    /// A basis of the vectors x with self @ x = 0, as the rows of a matrix in reduced echelon form; over Z with primitive rows.
    ///
    /// >>> from polymod import ZZ
    /// >>> ZZ.matrix([[2, 3, 0], [4, 6, 0]]).nullspace()
    /// ZZ.matrix([[3, -2, 0], [0, 0, 1]])
    fn nullspace(&self, py: Python<'_>) -> PyResult<Self> {
        let a = &self.0;
        self.check("kernel", || Task::Nullspace(Entries::of(a)))?;
        exact!(py, self.work()?, self.ring(), [a], a.nullspace()).map(PyMatrix)
    }

    /// The minimal polynomial.
    pub fn minpoly(&self, py: Python<'_>) -> PyResult<PyPoly> {
        let a = &self.0;
        self.check("minimal polynomial", || Task::Minpoly)?;
        exact!(py, self.work()?, self.ring(), [a], a.minpoly()).map(PyPoly)
    }

    pub fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let ring = self.py_ring().__repr__();
        let (rows, cols) = self.0.shape();
        if rows == 0 || cols == 0 {
            return Ok(format!("{ring}.matrix({rows}, {cols})"));
        }
        if self.0.entries().len() > SHOWN {
            return Ok(format!("<matrix over {ring}, {rows} by {cols}>"));
        }
        let rows = (0..rows).map(|i| lists::text(py, self.ring(), self.0.row(i))).collect::<PyResult<Vec<_>>>()?;
        Ok(format!("{ring}.matrix([{}])", rows.join(", ")))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        let row = |i| Ok(lists::text(py, self.ring(), self.0.row(i))?.replace('\'', ""));
        let rows = (0..self.0.rows()).map(row).collect::<PyResult<Vec<_>>>()?;
        Ok(rows.join("\n"))
    }

    fn _repr_latex_(&self, py: Python<'_>) -> PyResult<String> {
        let row = |row: Bound<'_, PyAny>| -> PyResult<String> {
            Ok(row.try_iter()?.map(|x| Ok(x?.str()?.to_string())).collect::<PyResult<Vec<_>>>()?.join(" & "))
        };
        let rows = self.tolist(py)?.iter().map(row).collect::<PyResult<Vec<_>>>()?;
        Ok(format!("$\\begin{{pmatrix}} {} \\end{{pmatrix}}$", rows.join(" \\\\ ")))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let ring = self.py_ring().into_pyobject(py)?;
        let entries = if arrays::is_word_ring(self.ring()) {
            arrays::array(py, self.ring(), self.0.entries())?
        } else {
            self.entries(py)?.into_any()
        };
        let (rows, cols) = self.0.shape();
        Ok((ring.getattr(intern!(py, "matrix"))?, (rows, cols, entries).into_pyobject(py)?))
    }

    /// Over Z/n for n < 2^64, the memory of the entries: ``numpy.asarray(a)`` is a read-only array that shares it.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        arrays::interface(py, self.ring(), self.0.entries(), &[self.0.rows(), self.0.cols()])
    }

    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        slf: &Bound<'py, Self>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let m = &slf.get().0;
        arrays::exported(slf, m.ring(), m.entries(), &[m.rows(), m.cols()], dtype, copy)
    }

    /// The entries as a NumPy array of two dimensions, with types as those of :meth:`Poly.to_numpy`.
    #[pyo3(signature = (dtype=None))]
    fn to_numpy<'py>(slf: &Bound<'py, Self>, dtype: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        Self::__array__(slf, dtype, None)
    }
}

impl PyMatrix {
    /// Numerators and a denominator.
    fn fraction<'py>(&self, py: Python<'py>, (x, d): polymod::multimodular::Solution) -> PyResult<Bound<'py, PyAny>> {
        (PyMatrix(x.erase(self.ring())), ints::of_integer(py, &d)?).into_bound_py_any(py)
    }
}

/// Whether a right side is a vector: an array of one dimension, or a sequence of integers.
pub fn is_vector(x: &Bound<'_, PyAny>) -> PyResult<bool> {
    if let Some(array) = arrays::as_array(x) {
        return Ok(numpy::PyUntypedArrayMethods::ndim(&array) == 1);
    }
    if x.is_instance_of::<PyMatrix>() {
        return Ok(false);
    }
    match x.try_iter()?.next() {
        Some(first) => Ok(ints::is_element(&first?)),
        None => Ok(true),
    }
}

/// A vector as a matrix of one column.
pub fn column(ring: &AnyRing, x: &Bound<'_, PyAny>) -> PyResult<Matrix<AnyRing>> {
    let entries = arrays::vector(ring, x)?;
    Matrix::new(ring, entries.len(), 1, entries).or_raise()
}

/// A right side or factor: a matrix, or a sequence of rows.
pub fn right_side<'a>(a: &PyMatrix, right: &'a Bound<'_, PyAny>) -> PyResult<Cow<'a, Matrix<AnyRing>>> {
    if let Some(b) = a.operand(right)? {
        return Ok(b);
    }
    if right.is_instance_of::<PyString>() {
        return Err(PyValueError::new_err("expected a matrix or a vector"));
    }
    matrix_of(a.ring(), right).map(Cow::Owned)
}
