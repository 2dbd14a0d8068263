//! Sparse matrices.

use crate::{
    arrays,
    errors::{Answer, OrRaise, exception},
    exact::Erase,
    ints,
    matrix::{PyMatrix, column, is_vector, matrix_of},
    objects::immutable,
    poly::PyPoly,
    ring::PyRing,
    run::{Work, fits, run},
};
use numpy::{PyArray1, PyUntypedArrayMethods};
use polymod::{AnyRing, Error, Integers, Matrix, Rationals, Ring, matrix::SparseMatrix, ring::Coeffs};
use pyo3::{
    IntoPyObjectExt,
    exceptions::{PyTypeError, PyValueError},
    intern,
    prelude::*,
};

/// A sparse matrix over a ring, immutable, made by its ring: :meth:`Ring.sparse_matrix`. Over fields and Z determinants, ranks, solutions and minimal
/// polynomials are computed from products alone (block Wiedemann's algorithm) where that is predicted to be faster than elimination.
///
/// >>> from polymod import Zn
/// >>> a = Zn(2**61 - 1).sparse_matrix(3, 3, [(0, 0, 2), (0, 2, 5), (1, 1, 7), (2, 0, 1), (2, 2, 4)])
/// >>> a.det(), a.rank(), a.nnz, a.solve([7, 14, 5])
/// (21, 3, 5, array([1, 2, 1], dtype=uint64))
#[pyclass(module = "polymod", name = "SparseMatrix", frozen)]
pub struct PySparseMatrix(SparseMatrix<AnyRing>);

/// An index of a row or column.
fn index(x: &Bound<'_, PyAny>) -> PyResult<usize> {
    ints::length(x, "the index of a row or column")
}

#[pymethods]
impl PyRing {
    /// The sparse matrix with these entries: a matrix of SciPy, or any object whose method ``tocoo`` returns one with ``shape``, ``row``, ``col`` and
    /// ``data``; a :class:`Matrix`; or ``sparse_matrix(rows, columns, triples)`` with triples of row, column and entry, counted from 0. Entries in
    /// one place are summed.
    ///
    /// >>> from polymod import ZZ
    /// >>> a = ZZ.sparse_matrix(2, 3, [(1, 2, 5), (0, 1, 3), (1, 2, -7)])
    /// >>> a.to_dense(), a[1, 2]
    /// (ZZ.matrix([[0, 3, 0], [0, 0, -2]]), -2)
    #[pyo3(signature = (data, columns=None, triples=None))]
    fn sparse_matrix(
        &self,
        data: &Bound<'_, PyAny>,
        columns: Option<&Bound<'_, PyAny>>,
        triples: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PySparseMatrix> {
        let ring = &self.ring;
        if let (Some(columns), Some(triples)) = (columns, triples) {
            let shape = [ints::length(data, "the number of rows")?, ints::length(columns, "the number of columns")?];
            let (mut places, mut entries) = (Vec::new(), Vec::new());
            for triple in triples.try_iter()? {
                let (i, j, x): (Bound<'_, PyAny>, Bound<'_, PyAny>, Bound<'_, PyAny>) = triple?.extract()?;
                places.push([index(&i)?, index(&j)?]);
                entries.push(ints::element(ring, &x)?);
            }
            return made(ring, shape, &places, ring.collect(&entries));
        }
        if columns.is_some() || triples.is_some() {
            return Err(PyTypeError::new_err(
                "expected sparse_matrix(matrix), or sparse_matrix(rows, columns, triples)",
            ));
        }
        if let Ok(m) = data.cast::<PyMatrix>() {
            let m = &m.get().0;
            if m.ring() != ring {
                return Err(exception(&Error::RingsDiffer { left: ring.name(), right: m.ring().name() }));
            }
            return Ok(PySparseMatrix(SparseMatrix::from_dense(m)));
        }
        let py = data.py();
        if !data.hasattr(intern!(py, "tocoo"))? {
            return Err(PyTypeError::new_err(format!(
                "expected a sparse matrix of SciPy, a matrix, or rows, columns and triples, got {}",
                data.get_type().name()?
            )));
        }
        let coo = data.call_method0(intern!(py, "tocoo"))?;
        let [rows, cols]: [usize; 2] = coo.getattr(intern!(py, "shape"))?.extract()?;
        let indices = |name| -> PyResult<Vec<usize>> {
            let all = coo.getattr(name)?.call_method1(intern!(py, "astype"), ("int64",))?;
            all.call_method0(intern!(py, "tolist"))?.try_iter()?.map(|i| index(&i?)).collect()
        };
        let (row, col) = (indices(intern!(py, "row"))?, indices(intern!(py, "col"))?);
        if row.len() != col.len() {
            return Err(PyValueError::new_err(format!(
                "there are {} rows and {} columns of entries",
                row.len(),
                col.len()
            )));
        }
        let places: Vec<[usize; 2]> = row.into_iter().zip(col).map(|(i, j)| [i, j]).collect();
        made(ring, [rows, cols], &places, arrays::vector(ring, &coo.getattr(intern!(py, "data"))?)?)
    }
}

fn made(
    ring: &AnyRing,
    shape: [usize; 2],
    places: &[[usize; 2]],
    entries: Coeffs<AnyRing>,
) -> PyResult<PySparseMatrix> {
    fits(shape[0], 1)?;
    SparseMatrix::from_places(ring, shape, places, entries.view()).map(PySparseMatrix).or_raise()
}

/// An algorithm of the methods.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Any,
    Wiedemann,
    Dense,
}

impl Way {
    fn of(name: Option<&str>) -> PyResult<Self> {
        match name {
            None => Ok(Way::Any),
            Some("wiedemann") => Ok(Way::Wiedemann),
            Some("elimination") => Ok(Way::Dense),
            Some(other) => {
                Err(PyValueError::new_err(format!("algorithm: expected wiedemann or elimination, got {other}")))
            }
        }
    }
}

impl PySparseMatrix {
    pub fn ring(&self) -> &AnyRing {
        self.0.ring()
    }

    /// Words of the entries, times the rows.
    pub fn words(&self) -> usize {
        self.0.entries().words().len().saturating_mul(self.0.shape().0.max(1))
    }

    /// The matrix over Z itself; `None` over other rings.
    pub fn over_z(&self) -> Option<SparseMatrix<Integers>> {
        let z = self.ring().downcast_ref::<Integers>()?;
        Some(self.0.clone().map_entries(z, |entries| self.ring().own(entries)))
    }

    /// The matrix with all its entries, where elimination is asked for, or the ring has no other algorithm.
    fn dense(&self, way: Way) -> PyResult<Option<PyMatrix>> {
        let over_q = self.ring().downcast_ref::<Rationals>().is_some();
        if over_q && way == Way::Wiedemann {
            return Err(exception(&Error::Unsupported { operation: "Wiedemann's algorithm".into(), ring: "q".into() }));
        }
        if !over_q && way != Way::Dense {
            return Ok(None);
        }
        self.to_dense().map(Some)
    }

    fn work(&self) -> Work {
        let n = self.0.shape().0.max(self.0.shape().1);
        match self.ring().downcast_ref::<Integers>() {
            Some(_) => Work::Images(n, 2 + n),
            None => Work::Linear(n.saturating_mul(self.0.nonzeros() + n)),
        }
    }
}

immutable!(PySparseMatrix);

#[pymethods]
impl PySparseMatrix {
    /// NumPy's arrays leave operators to the matrix.
    #[classattr]
    fn __array_ufunc__(py: Python<'_>) -> Py<PyAny> {
        py.None()
    }

    /// The ring of the entries.
    #[getter(ring)]
    fn py_ring(&self) -> PyRing {
        PyRing::of(self.ring())
    }

    /// Rows and columns.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        self.0.shape()
    }

    /// The number of entries that are not 0.
    #[getter]
    fn nnz(&self) -> usize {
        self.0.nonzeros()
    }

    /// The rows, the columns and the values of the entries, as arrays: with them ``scipy.sparse.coo_array((values, (rows, columns)), a.shape)``.
    ///
    /// >>> from polymod import Zn
    /// >>> Zn(97).sparse_matrix(2, 2, [(1, 0, 5), (0, 1, 3)]).triples()
    /// (array([0, 1]), array([1, 0]), array([3, 5], dtype=uint64))
    #[allow(clippy::type_complexity, reason = "three arrays")]
    fn triples<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>, Bound<'py, PyAny>)> {
        let (rows, cols): (Vec<i64>, Vec<i64>) = self.0.places().map(|[i, j]| (i as i64, j as i64)).unzip();
        let values = arrays::array(py, self.ring(), self.0.entries())?;
        Ok((PyArray1::from_vec(py, rows), PyArray1::from_vec(py, cols), values))
    }

    /// The matrix with all its entries.
    fn to_dense(&self) -> PyResult<PyMatrix> {
        let (rows, cols) = self.0.shape();
        fits(rows.saturating_mul(cols), 1)?;
        self.0.to_dense().map(PyMatrix).or_raise()
    }

    /// The transpose.
    #[getter(T)]
    fn transposed(&self) -> Self {
        PySparseMatrix(self.0.transposed())
    }

    /// The transpose.
    fn transpose(&self) -> Self {
        self.transposed()
    }

    /// The entry in row i and column j as ``a[i, j]``.
    fn __getitem__<'py>(&self, py: Python<'py>, at: (isize, isize)) -> PyResult<Bound<'py, PyAny>> {
        let (rows, cols) = self.0.shape();
        let (i, j) = (crate::shapes::place(at.0, rows)?, crate::shapes::place(at.1, cols)?);
        ints::of_element(py, self.ring(), &self.0.get(i, j))
    }

    fn __matmul__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Answer<Bound<'py, PyAny>>> {
        let array = arrays::as_array(other);
        if let Some(array) = &array
            && array.ndim() == 1
        {
            let v = arrays::vector(self.ring(), other)?;
            let product = run(py, self.work(), || self.0.mul_vector(v.view()))?;
            return arrays::array(py, self.ring(), product.view()).map(|v| Answer(Some(v)));
        }
        let product = |b: &Matrix<AnyRing>| {
            run(py, self.work(), || self.0.checked_mul(b)).and_then(|m| PyMatrix(m).into_bound_py_any(py))
        };
        match other.cast::<PyMatrix>() {
            Ok(b) => product(&b.get().0).map(|m| Answer(Some(m))),
            Err(_) if array.is_some() => product(&matrix_of(self.ring(), other)?).map(|m| Answer(Some(m))),
            Err(_) => Ok(Answer(None)),
        }
    }

    /// The product of a matrix by this one.
    fn __rmatmul__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Answer<PyMatrix>> {
        let product =
            |a: &Matrix<AnyRing>| run(py, self.work(), || self.0.left_mul(a)).map(|m| Answer(Some(PyMatrix(m))));
        match other.cast::<PyMatrix>() {
            Ok(a) => product(&a.get().0),
            Err(_) if arrays::as_array(other).is_some() => product(&matrix_of(self.ring(), other)?),
            Err(_) => Ok(Answer(None)),
        }
    }

    /// The determinant; by the algorithm ``"wiedemann"`` or ``"elimination"``, or the one predicted fastest. Over Z proved.
    #[pyo3(signature = (*, algorithm=None))]
    fn det<'py>(&self, py: Python<'py>, algorithm: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        let way = Way::of(algorithm)?;
        if let Some(dense) = self.dense(way)? {
            return dense.det(py, None);
        }
        let found = match self.over_z() {
            Some(a) => run(py, self.work(), || a.det())?.erase(self.ring()),
            None if way == Way::Wiedemann => run(py, self.work(), || self.0.det_wiedemann())?,
            None => run(py, self.work(), || self.0.det())?,
        };
        ints::of_element(py, self.ring(), &found)
    }

    /// The rank, by an algorithm as for :meth:`det`.
    #[pyo3(signature = (*, algorithm=None))]
    fn rank(&self, py: Python<'_>, algorithm: Option<&str>) -> PyResult<usize> {
        let way = Way::of(algorithm)?;
        if let Some(dense) = self.dense(way)? {
            return dense.rank(py);
        }
        match self.over_z() {
            Some(a) => run(py, self.work(), || a.rank()),
            None if way == Way::Wiedemann => run(py, self.work(), || self.0.rank_wiedemann()),
            None => run(py, self.work(), || self.0.rank()),
        }
    }

    /// X with self @ X = right, as :meth:`Matrix.solve`, by an algorithm as for :meth:`det`.
    #[pyo3(signature = (right, *, algorithm=None))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        right: &Bound<'py, PyAny>,
        algorithm: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let way = Way::of(algorithm)?;
        if let Some(dense) = self.dense(way)? {
            return dense.solve(py, right);
        }
        let vector = is_vector(right)?;
        let b = match right.cast::<PyMatrix>() {
            _ if vector => column(self.ring(), right)?,
            Ok(b) => b.get().0.clone(),
            Err(_) => matrix_of(self.ring(), right)?,
        };
        let answer = |x: &Matrix<AnyRing>| match vector {
            true => arrays::array(py, self.ring(), x.entries()),
            false => PyMatrix(x.clone()).into_bound_py_any(py),
        };
        if let (Some(a), Some(b)) = (self.over_z(), crate::exact::Over::over_z(&b)) {
            let (x, d) = run(py, self.work(), || a.solve(&b))?;
            return (answer(&x.erase(self.ring()))?, ints::of_integer(py, &d)?).into_bound_py_any(py);
        }
        let x = match way {
            Way::Wiedemann => run(py, self.work(), || self.0.solve_wiedemann(&b))?,
            _ => run(py, self.work(), || self.0.solve(&b))?,
        };
        answer(&x)
    }

    /// The minimal polynomial, by an algorithm as for :meth:`det`.
    #[pyo3(signature = (*, algorithm=None))]
    fn minpoly(&self, py: Python<'_>, algorithm: Option<&str>) -> PyResult<PyPoly> {
        let way = Way::of(algorithm)?;
        if let Some(dense) = self.dense(way)? {
            return dense.minpoly(py);
        }
        match self.over_z() {
            Some(a) => Ok(PyPoly(run(py, self.work(), || a.minpoly())?.erase(self.ring()))),
            None if way == Way::Wiedemann => run(py, self.work(), || self.0.minpoly_wiedemann()).map(PyPoly),
            None => run(py, self.work(), || self.0.minpoly()).map(PyPoly),
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PySparseMatrix>().is_ok_and(|other| self.0 == other.get().0)
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        let entries = crate::lists::list(py, self.ring(), self.0.entries())?.to_tuple();
        (self.0.shape(), entries).into_bound_py_any(py)?.hash()
    }

    fn __repr__(&self) -> String {
        let (rows, cols) = self.0.shape();
        let (ring, entries) = (self.py_ring().__repr__(), self.0.nonzeros());
        format!("<sparse matrix over {ring}, {rows} by {cols}, {entries} entries>")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (rows, cols) = self.0.shape();
        let values = crate::lists::list(py, self.ring(), self.0.entries())?;
        let triples: Vec<(usize, usize, Bound<'py, PyAny>)> =
            self.0.places().zip(values.iter()).map(|([i, j], x)| (i, j, x)).collect();
        let ring = self.py_ring().into_pyobject(py)?;
        let arguments = (rows, cols, triples).into_bound_py_any(py)?;
        Ok((ring.getattr(intern!(py, "sparse_matrix"))?, arguments))
    }
}
