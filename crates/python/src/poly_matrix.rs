//! Matrices of polynomials.

use crate::{
    arrays,
    errors::{Answer, OrRaise, exception},
    exact::exact,
    ints,
    matrix::PyMatrix,
    poly::{PyPoly, words},
    ring::PyRing,
    run::{Work, fits, run},
    shapes::{rows, shift as shift_of},
};
use numpy::PyUntypedArrayMethods;
use polymod::{AnyRing, Error, Matrix, Poly, PolyMatrix, Ring, ring::Vectors};
use pyo3::{IntoPyObjectExt, exceptions::PyTypeError, intern, prelude::*, pyclass::CompareOp, types::PyString};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A matrix of polynomials over a ring, immutable, made by its ring: ``R.poly_matrix([[R.x, 1], [0, R.x]])``.
///
/// >>> from polymod import Zn
/// >>> R = Zn(97)
/// >>> a = R.poly_matrix([["x + 1", 2], [3, R.x]])
/// >>> a.det(), a.degree(), (a @ a)[0, 0]
/// (Zn(97).poly([91, 1, 1]), 1, Zn(97).poly([7, 2, 1]))
#[pyclass(module = "polymod", name = "PolyMatrix", frozen)]
pub struct PyPolyMatrix(pub PolyMatrix<AnyRing>);

/// The result of an operator.
type Operated = PyResult<Answer<PyPolyMatrix>>;

/// An entry: a polynomial, a constant, text, or a sequence of coefficients.
fn entry(ring: &AnyRing, x: &Bound<'_, PyAny>) -> PyResult<Poly<AnyRing>> {
    if let Ok(p) = x.cast::<PyPoly>() {
        return p.get().over(ring).cloned();
    }
    if let Ok(text) = x.cast::<PyString>() {
        return Poly::parse(ring, text.to_str()?).or_raise();
    }
    if ints::is_element(x) && arrays::as_array(x).is_none_or(|a| a.ndim() == 0) {
        return Ok(Poly::new(ring, [ints::element(ring, x)?]));
    }
    Ok(Poly::from_coeffs(ring, arrays::vector(ring, x)?))
}

#[pymethods]
impl PyRing {
    /// The matrix of polynomials with these rows; entries are polynomials, integers, expressions or sequences of coefficients. An array of
    /// three dimensions has the coefficients of an entry along its last axis, constant term first.
    fn poly_matrix(&self, data: &Bound<'_, PyAny>) -> PyResult<PyPolyMatrix> {
        let ring = &self.ring;
        if let Some(array) = arrays::as_array(data)
            && array.ndim() == 3
        {
            let (rows, cols, len) = (array.shape()[0], array.shape()[1], array.shape()[2]);
            let all = arrays::elements(ring, &array)?;
            let poly = |i| Poly::from_coeffs(ring, ring.owned(all.slice(i * len..(i + 1) * len)));
            let entries = (0..rows * cols).map(poly).collect();
            return PolyMatrix::new(ring, rows, cols, entries).map(PyPolyMatrix).or_raise();
        }
        let (rows, cols, all) = rows(data)?;
        let entries = all.iter().map(|x| entry(ring, x)).collect::<PyResult<_>>()?;
        PolyMatrix::new(ring, rows, cols, entries).map(PyPolyMatrix).or_raise()
    }
}

impl PyPolyMatrix {
    fn ring(&self) -> &AnyRing {
        self.0.ring()
    }

    fn words(&self) -> usize {
        self.0.entries().iter().map(words).sum()
    }

    /// The work of a product, or of a basis.
    fn work(&self) -> Work {
        let n = self.0.rows().max(self.0.cols());
        Work::Recursive((self.words() + n).saturating_mul(n.max(1)))
    }

    fn operand<'a, 'py>(&self, other: &'a Bound<'py, PyAny>) -> Option<&'a Bound<'py, Self>> {
        other.cast::<PyPolyMatrix>().ok()
    }

    fn operator(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        work: Work,
        f: impl Fn(&PolyMatrix<AnyRing>, &PolyMatrix<AnyRing>) -> polymod::Result<PolyMatrix<AnyRing>> + Sync,
    ) -> Operated {
        let Some(b) = self.operand(other) else { return Ok(Answer(None)) };
        let (a, b) = (&self.0, &b.get().0);
        if a.ring() != b.ring() {
            return Err(exception(&Error::RingsDiffer { left: a.ring().name(), right: b.ring().name() }));
        }
        run(py, work, || f(a, b)).map(|m| Answer(Some(PyPolyMatrix(m))))
    }

    fn scalars(&self, entries: Vec<polymod::ring::AnyElem>) -> PyResult<PyMatrix> {
        Matrix::new(self.ring(), self.0.rows(), self.0.cols(), self.ring().collect(&entries)).map(PyMatrix).or_raise()
    }
}

#[pymethods]
impl PyPolyMatrix {
    #[getter(ring)]
    fn py_ring(&self) -> PyRing {
        PyRing::of(self.ring())
    }

    /// Rows and columns.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        self.0.shape()
    }

    /// The number of rows.
    fn nrows(&self) -> usize {
        self.0.rows()
    }

    /// The number of columns.
    fn ncols(&self) -> usize {
        self.0.cols()
    }

    /// The highest degree of an entry; -1 for the zero matrix.
    fn degree(&self) -> isize {
        self.0.degree().map_or(-1, |d| d as isize)
    }

    /// The degrees of the rows with a shift; ``None`` for rows of zeros.
    #[pyo3(signature = (shift=None))]
    fn row_degrees(&self, shift: Option<Vec<i64>>) -> PyResult<Vec<Option<i64>>> {
        self.0.row_degrees(&shift_of(shift, self.0.cols())?).or_raise()
    }

    /// The entries as a list in row-major order.
    fn entries(&self) -> Vec<PyPoly> {
        self.0.entries().iter().map(|p| PyPoly(p.clone())).collect()
    }

    /// The entries as a list of rows.
    fn tolist(&self) -> Vec<Vec<PyPoly>> {
        (0..self.0.rows()).map(|i| self.0.row(i).iter().map(|p| PyPoly(p.clone())).collect()).collect()
    }

    /// The coefficients as a NumPy array of three dimensions: rows, columns, and powers of x from the constant term on.
    fn to_numpy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (ring, len) = (self.ring(), self.0.degree().map_or(0, |d| d + 1));
        fits(self.0.entries().len().saturating_mul(len), 1)?;
        let mut all = ring.zeros(self.0.entries().len() * len);
        for (i, p) in self.0.entries().iter().enumerate() {
            for (k, c) in p.iter().enumerate() {
                ring.set(&mut all, i * len + k, &c);
            }
        }
        arrays::shaped(arrays::array(py, ring, all.view())?, &[self.0.rows(), self.0.cols(), len])
    }

    /// The entry in row i and column j as ``a[i, j]``.
    fn __getitem__(&self, at: (usize, usize)) -> PyResult<PyPoly> {
        let (i, j) = at;
        if i >= self.0.rows() || j >= self.0.cols() {
            let (rows, cols) = self.0.shape();
            let text = format!("entry [{i}, {j}] is out of bounds for {rows} rows and {cols} columns");
            return Err(pyo3::exceptions::PyIndexError::new_err(text));
        }
        Ok(PyPoly(self.0.get(i, j).clone()))
    }

    fn __add__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Operated {
        self.operator(py, other, Work::Linear(self.words()), PolyMatrix::checked_add)
    }

    fn __sub__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Operated {
        self.operator(py, other, Work::Linear(self.words()), PolyMatrix::checked_sub)
    }

    fn __matmul__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Operated {
        self.operator(py, other, self.work(), PolyMatrix::checked_mul)
    }

    fn __mul__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Operated {
        if self.operand(other).is_some() {
            return self.__matmul__(py, other);
        }
        if !ints::is_element(other) {
            return Ok(Answer(None));
        }
        Ok(Answer(Some(PyPolyMatrix(self.0.scale(&ints::element(self.ring(), other)?)))))
    }

    fn __rmul__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Operated {
        self.__mul__(py, other)
    }

    fn __neg__(&self) -> Self {
        PyPolyMatrix(-&self.0)
    }

    fn __pow__(&self, py: Python<'_>, e: &Bound<'_, PyAny>, modulo: Option<&Bound<'_, PyAny>>) -> Operated {
        if modulo.is_some() || !ints::is_element(e) {
            return Ok(Answer(None));
        }
        let e = ints::exponent(e)?;
        let factor = e.word().map_or(usize::MAX, |e| e as usize);
        fits(self.words().saturating_mul(factor), 1)?;
        run(py, Work::Recursive(self.words().saturating_mul(factor)), || self.0.pow(e.clone()))
            .map(|m| Answer(Some(PyPolyMatrix(m))))
    }

    /// Quotient and remainder on the right: self = q @ other + r, column degrees of r below those of other.
    fn __divmod__(&self, py: Python<'_>, other: PyRef<'_, PyPolyMatrix>) -> PyResult<(Self, Self)> {
        let b = &other.0;
        run(py, self.work(), || self.0.div_rem(b)).map(|(q, r)| (PyPolyMatrix(q), PyPolyMatrix(r)))
    }

    /// The matrix of values at an element.
    fn __call__(&self, x: &Bound<'_, PyAny>) -> PyResult<PyMatrix> {
        self.scalars(self.0.eval(&ints::element(self.ring(), x)?))
    }

    /// The matrix of the coefficients of x^k.
    fn coefficient(&self, k: &Bound<'_, PyAny>) -> PyResult<PyMatrix> {
        self.scalars(self.0.coefficient(ints::length(k, "the power")?))
    }

    /// The matrix of leading coefficients for a shift.
    #[pyo3(signature = (shift=None))]
    fn leading_matrix(&self, shift: Option<Vec<i64>>) -> PyResult<PyMatrix> {
        self.scalars(self.0.leading_matrix(&shift_of(shift, self.0.cols())?).or_raise()?)
    }

    /// The product modulo x^n.
    fn mul_low(&self, py: Python<'_>, other: PyRef<'_, PyPolyMatrix>, n: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (b, n) = (&other.0, ints::length(n, "the length")?);
        run(py, self.work(), || self.0.mul_low(b, n)).map(PyPolyMatrix)
    }

    /// All entries modulo x^n.
    fn truncate(&self, n: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(PyPolyMatrix(self.0.truncated(ints::length(n, "the length")?)))
    }

    /// The transpose.
    fn transpose(&self) -> Self {
        PyPolyMatrix(self.0.transposed())
    }

    /// The transpose.
    #[getter(T)]
    fn transposed(&self) -> Self {
        self.transpose()
    }

    /// The determinant.
    fn det(&self, py: Python<'_>) -> PyResult<PyPoly> {
        let a = &self.0;
        exact!(py, self.work(), self.ring(), [a], a.det()).map(PyPoly)
    }

    /// The rank over the fractions.
    fn rank(&self, py: Python<'_>) -> PyResult<usize> {
        run(py, self.work(), || self.0.rank())
    }

    /// n terms of the inverse as a power series.
    fn inverse_series(&self, py: Python<'_>, n: &Bound<'_, PyAny>) -> PyResult<Self> {
        let n = ints::length(n, "the number of terms")?;
        fits(self.0.entries().len().saturating_mul(n), 1)?;
        run(py, Work::Recursive(self.words() + n * self.0.entries().len()), || self.0.inv_series(n)).map(PyPolyMatrix)
    }

    /// A minimal basis of the rows p with p @ self = 0 modulo x^order: in weak Popov form for the shift, pivots on the diagonal.
    ///
    /// >>> from polymod import Zn
    /// >>> R = Zn(97)
    /// >>> fibonacci = R.poly_matrix([[[1, 1, 2, 3, 5, 8]], [[-1]]])
    /// >>> R("1 - x - x^2") in [p.monic() * -1 for p in fibonacci.approximant_basis(6).entries() if p]
    /// True
    #[pyo3(signature = (order, shift=None))]
    fn approximant_basis(&self, py: Python<'_>, order: &Bound<'_, PyAny>, shift: Option<Vec<i64>>) -> PyResult<Self> {
        let (order, shift) = (ints::length(order, "the order")?, shift_of(shift, self.0.rows())?);
        fits(self.0.entries().len().saturating_mul(order), 1)?;
        let work = Work::Recursive((self.words() + order).saturating_mul(self.0.rows().max(1)));
        run(py, work, || self.0.approximant_basis(order, &shift)).map(PyPolyMatrix)
    }

    /// A minimal basis of the rows p with p @ self = 0, in weak Popov form for the shift.
    #[pyo3(signature = (shift=None))]
    fn kernel_basis(&self, py: Python<'_>, shift: Option<Vec<i64>>) -> PyResult<Self> {
        let shift = shift_of(shift, self.0.rows())?;
        run(py, self.work(), || self.0.kernel_basis(&shift)).map(PyPolyMatrix)
    }

    /// The Popov form with a shift: the canonical basis of the space of the rows.
    #[pyo3(signature = (shift=None))]
    fn popov(&self, py: Python<'_>, shift: Option<Vec<i64>>) -> PyResult<Self> {
        let shift = shift_of(shift, self.0.cols())?;
        run(py, self.work(), || self.0.popov(&shift)).map(PyPolyMatrix)
    }

    /// A basis of the space of the rows in weak Popov form, for a shift.
    #[pyo3(signature = (shift=None))]
    fn weak_popov(&self, py: Python<'_>, shift: Option<Vec<i64>>) -> PyResult<Self> {
        let shift = shift_of(shift, self.0.cols())?;
        run(py, self.work(), || self.0.weak_popov(&shift)).map(PyPolyMatrix)
    }

    /// The Hermite form: the basis of the space of the rows in echelon form, with monic pivots of higher degree than what is above them.
    fn hermite(&self, py: Python<'_>) -> PyResult<Self> {
        run(py, self.work(), || self.0.hermite()).map(PyPolyMatrix)
    }

    fn __bool__(&self) -> bool {
        !self.0.is_zero()
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        match (self.operand(other), op) {
            (Some(other), CompareOp::Eq | CompareOp::Ne) => {
                let equal = self.0 == other.get().0;
                Ok((equal == matches!(op, CompareOp::Eq)).into_bound_py_any(py)?.unbind())
            }
            _ => Ok(py.NotImplemented()),
        }
    }

    fn __hash__(&self) -> u64 {
        let mut state = DefaultHasher::new();
        self.0.hash(&mut state);
        state.finish()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let ring = self.py_ring().__repr__();
        let row = |row: Vec<PyPoly>| -> PyResult<String> {
            let entries = row.iter().map(|p| Ok(p.coeffs(py)?.to_string())).collect::<PyResult<Vec<_>>>()?;
            Ok(format!("[{}]", entries.join(", ")))
        };
        let rows = self.tolist().into_iter().map(row).collect::<PyResult<Vec<_>>>()?;
        Ok(format!("{ring}.poly_matrix([{}])", rows.join(", ")))
    }

    fn __str__(&self) -> String {
        let row = |i| format!("[{}]", self.0.row(i).iter().map(ToString::to_string).collect::<Vec<_>>().join(", "));
        (0..self.0.rows()).map(row).collect::<Vec<_>>().join("\n")
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    #[allow(clippy::type_complexity, reason = "what pickle asks for")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Vec<Vec<PyPoly>>,))> {
        if self.0.entries().is_empty() && self.0.shape() != (0, 0) {
            return Err(PyTypeError::new_err("a matrix of polynomials without entries cannot be pickled"));
        }
        let ring = self.py_ring().into_pyobject(py)?;
        Ok((ring.getattr(intern!(py, "poly_matrix"))?, (self.tolist(),)))
    }
}
