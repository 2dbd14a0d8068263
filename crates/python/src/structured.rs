//! Structured matrices: Toeplitz, Hankel, Vandermonde, Cauchy and Sylvester.

use crate::{
    arrays,
    errors::{Answer, OrRaise},
    ints,
    matrix::PyMatrix,
    objects::immutable,
    ring::PyRing,
    run::{Work, fits, run},
    shapes::place,
};
use polymod::{
    AnyRing, Ring,
    matrix::{Cauchy, Hankel, Structured, Sylvester, Toeplitz, Vandermonde},
    ring::{Coeffs, Vectors},
};
use pyo3::{exceptions::PyValueError, prelude::*, types::PyList};

/// A matrix that a few vectors determine, immutable, made by its ring: :meth:`Ring.toeplitz`, :meth:`Ring.hankel`, :meth:`Ring.vandermonde`,
/// :meth:`Ring.cauchy` and :meth:`Ring.sylvester`. Products by a vector take the time of products of polynomials, regular square systems about
/// n*log(n)^2 operations.
///
/// >>> from polymod import Zn
/// >>> a = Zn(97).toeplitz([1, 2, 3], [1, 7, 5])
/// >>> a @ [1, 0, 2], a.solve(a @ [1, 0, 2]), a.to_dense()
/// (array([11, 16,  5], dtype=uint64), array([1, 0, 2], dtype=uint64), Zn(97).matrix([[1, 7, 5], [2, 1, 7], [3, 2, 1]]))
#[pyclass(module = "polymod", name = "StructuredMatrix", frozen)]
pub struct PyStructuredMatrix {
    matrix: Box<dyn Structured<AnyRing> + Send + Sync>,
    made: Made,
}

/// The name of the method of the ring that makes a matrix, and its arguments.
type Made = (&'static str, Py<PyAny>, Py<PyAny>);

/// A matrix by a first line and a second one, of which the first element is not looked at.
fn ends<'a>(ring: &AnyRing, first: &Bound<'a, PyAny>, second: &Bound<'a, PyAny>) -> PyResult<[Coeffs<AnyRing>; 2]> {
    let lines = [arrays::vector(ring, first)?, arrays::vector(ring, second)?];
    if lines.iter().any(Coeffs::is_empty) {
        return Err(PyValueError::new_err("expected at least one element in each of the two vectors"));
    }
    Ok(lines)
}

/// What makes a matrix again: the name of the method of its ring, and the arguments.
fn again(name: &'static str, first: &Bound<'_, PyAny>, second: &Bound<'_, PyAny>) -> Made {
    (name, first.clone().unbind(), second.clone().unbind())
}

#[pymethods]
impl PyRing {
    /// The Toeplitz matrix with this first column and this first row, whose first element is not looked at: as ``scipy.linalg.toeplitz``.
    fn toeplitz(&self, column: &Bound<'_, PyAny>, row: &Bound<'_, PyAny>) -> PyResult<PyStructuredMatrix> {
        let r = &self.ring;
        let [down, across] = ends(r, column, row)?;
        let (rows, cols) = (down.len(), across.len());
        // from the upper right corner to the lower left one
        let mut diagonals = r.zeros(rows + cols - 1);
        r.copy_at(&mut diagonals, 0, r.reversed(across.slice(1..cols)).view());
        r.copy_at(&mut diagonals, cols - 1, down.view());
        let matrix = Box::new(Toeplitz::new(r, rows, cols, diagonals).or_raise()?);
        Ok(PyStructuredMatrix { matrix, made: again("toeplitz", column, row) })
    }

    /// The Hankel matrix with this first column and this last row, whose first element is not looked at: as ``scipy.linalg.hankel``.
    ///
    /// >>> from polymod import ZZ
    /// >>> ZZ.hankel([1, 2, 3], [0, 4]).to_dense()
    /// ZZ.matrix([[1, 2], [2, 3], [3, 4]])
    fn hankel(&self, column: &Bound<'_, PyAny>, row: &Bound<'_, PyAny>) -> PyResult<PyStructuredMatrix> {
        let r = &self.ring;
        let [down, across] = ends(r, column, row)?;
        let (rows, cols) = (down.len(), across.len());
        let mut antidiagonals = r.zeros(rows + cols - 1);
        r.copy_at(&mut antidiagonals, 0, down.view());
        r.copy_at(&mut antidiagonals, rows, across.slice(1..cols));
        let matrix = Box::new(Hankel::new(r, rows, cols, antidiagonals).or_raise()?);
        Ok(PyStructuredMatrix { matrix, made: again("hankel", column, row) })
    }

    /// The Vandermonde matrix with the rows 1, x, x^2, ... for the points x, of this number of columns.
    ///
    /// >>> from polymod import Zn
    /// >>> Zn(97).vandermonde([2, 3], 3).to_dense()
    /// Zn(97).matrix([[1, 2, 4], [1, 3, 9]])
    fn vandermonde(
        &self,
        py: Python<'_>,
        points: &Bound<'_, PyAny>,
        columns: &Bound<'_, PyAny>,
    ) -> PyResult<PyStructuredMatrix> {
        let (r, x) = (&self.ring, arrays::vector(&self.ring, points)?);
        let cols = ints::length(columns, "the number of columns")?;
        fits(cols, 1)?;
        let matrix = run(py, Work::Recursive(x.words().len()), || Vandermonde::new(r, x.view(), cols))?;
        Ok(PyStructuredMatrix { matrix: Box::new(matrix), made: again("vandermonde", points, columns) })
    }

    /// The Cauchy matrix with the entries 1/(x[i] - y[j]); a ZeroDivisionError where a difference has no inverse.
    ///
    /// >>> from polymod import Zn
    /// >>> Zn(97).cauchy([3, 4], [1, 2]).to_dense()
    /// Zn(97).matrix([[49, 1], [65, 49]])
    fn cauchy(&self, py: Python<'_>, x: &Bound<'_, PyAny>, y: &Bound<'_, PyAny>) -> PyResult<PyStructuredMatrix> {
        let (r, rows, cols) = (&self.ring, arrays::vector(&self.ring, x)?, arrays::vector(&self.ring, y)?);
        let work = Work::Recursive(rows.words().len() + cols.words().len());
        let matrix = run(py, work, || Cauchy::new(r, rows.view(), cols.view()))?;
        Ok(PyStructuredMatrix { matrix: Box::new(matrix), made: again("cauchy", x, y) })
    }

    /// The Sylvester matrix of two polynomials, whose determinant is their resultant.
    ///
    /// >>> from polymod import Zn
    /// >>> R = Zn(97)
    /// >>> a, b = R("x^2 + 1"), R("2*x - 1")
    /// >>> R.sylvester(a, b).to_dense().det() == a.resultant(b)
    /// True
    fn sylvester(&self, a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<PyStructuredMatrix> {
        let of = |p: &Bound<'_, PyAny>| crate::poly_matrix::entry(&self.ring, p);
        let matrix = Box::new(Sylvester::new(&of(a)?, &of(b)?).or_raise()?);
        Ok(PyStructuredMatrix { matrix, made: again("sylvester", a, b) })
    }
}

impl PyStructuredMatrix {
    fn ring(&self) -> &AnyRing {
        self.matrix.ring()
    }

    fn work(&self) -> Work {
        let (rows, cols) = self.matrix.shape();
        Work::Recursive((rows + cols).saturating_mul(self.ring().zeros(1).width().max(1)))
    }
}

immutable!(PyStructuredMatrix);

#[pymethods]
impl PyStructuredMatrix {
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
        self.matrix.shape()
    }

    /// The entry in row i and column j as ``a[i, j]``.
    fn __getitem__<'py>(&self, py: Python<'py>, at: (isize, isize)) -> PyResult<Bound<'py, PyAny>> {
        let (rows, cols) = self.matrix.shape();
        let (i, j) = (place(at.0, rows)?, place(at.1, cols)?);
        ints::of_element(py, self.ring(), &self.matrix.get(i, j))
    }

    /// The matrix with all its entries.
    fn to_dense(&self, py: Python<'_>) -> PyResult<PyMatrix> {
        let (rows, cols) = self.matrix.shape();
        let count = rows.saturating_mul(cols);
        fits(count, 1)?;
        run(py, Work::Linear(count.saturating_mul(8)), || self.matrix.to_dense()).map(PyMatrix)
    }

    /// The product by a vector, as an array.
    fn __matmul__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Answer<Bound<'py, PyAny>>> {
        let listed = other.is_instance_of::<PyList>() || arrays::as_array(other).is_some();
        if !listed {
            return Ok(Answer(None));
        }
        let v = arrays::vector(self.ring(), other)?;
        let product = run(py, self.work(), || self.matrix.mul_vector(v.view()))?;
        arrays::array(py, self.ring(), product.view()).map(|v| Answer(Some(v)))
    }

    /// The product of a vector, as a row, by the matrix.
    fn __rmatmul__<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let v = arrays::vector(self.ring(), other)?;
        let product = run(py, self.work(), || self.matrix.transposed_mul_vector(v.view()))?;
        arrays::array(py, self.ring(), product.view())
    }

    /// x with self @ x = right, a vector, over fields: by the structure for regular square matrices, for others by elimination.
    fn solve<'py>(&self, py: Python<'py>, right: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let v = arrays::vector(self.ring(), right)?;
        let x = run(py, self.work(), || self.matrix.solve(v.view()))?;
        arrays::array(py, self.ring(), x.view())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (name, first, second) = &self.made;
        Ok(format!("{}.{name}({}, {})", self.py_ring().__repr__(), first.bind(py).repr()?, second.bind(py).repr()?))
    }

    #[allow(clippy::type_complexity, reason = "what pickle asks for")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>, Bound<'py, PyAny>))> {
        let (name, first, second) = &self.made;
        let ring = self.py_ring().into_pyobject(py)?;
        Ok((ring.getattr(*name)?, (first.bind(py).clone(), second.bind(py).clone())))
    }
}
