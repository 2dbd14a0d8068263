//! Matrices of polynomials.

use crate::{
    arrays,
    errors::{Answer, OrRaise, exception},
    exact::exact,
    ints, limits, lists,
    matrix::PyMatrix,
    objects::{immutable, rectangular},
    poly::{PyPoly, part, words},
    ring::PyRing,
    run::{Work, fits, run},
    shapes::{place, places, rows, shift as shift_of},
};
use numpy::PyUntypedArrayMethods;
use polymod::{
    AnyRing, Error, Matrix, Poly, PolyMatrix, Ring, matrix::DetAlgorithm, memory::Task, poly::Part, ring::Vectors,
};
use pyo3::{
    IntoPyObjectExt,
    exceptions::PyTypeError,
    intern,
    prelude::*,
    types::{PySlice, PyString},
};

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
pub fn entry(ring: &AnyRing, x: &Bound<'_, PyAny>) -> PyResult<Poly<AnyRing>> {
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
    ///
    /// Text has coefficients, too: ``"[[[1, 1], [2]], [[3], [0, 0, 1]]]"``. Also ``poly_matrix(rows, columns, entries)``, and ``poly_matrix(rows, columns)`` for zeros.
    #[pyo3(signature = (data, columns=None, entries=None))]
    fn poly_matrix(
        &self,
        data: &Bound<'_, PyAny>,
        columns: Option<&Bound<'_, PyAny>>,
        entries: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyPolyMatrix> {
        let ring = &self.ring;
        if let Some(columns) = columns {
            let (rows, cols) =
                (ints::length(data, "the number of rows")?, ints::length(columns, "the number of columns")?);
            fits(rows.saturating_mul(cols), 8)?;
            return match entries {
                Some(entries) => {
                    let entries = entries.try_iter()?.map(|x| entry(ring, &x?)).collect::<PyResult<_>>()?;
                    PolyMatrix::new(ring, rows, cols, entries)
                }
                None => Ok(PolyMatrix::zero(ring, rows, cols)),
            }
            .map(PyPolyMatrix)
            .or_raise();
        }
        if entries.is_some() {
            return Err(PyTypeError::new_err("expected poly_matrix(rows), or poly_matrix(rows, columns, entries)"));
        }
        if let Ok(text) = data.cast::<PyString>() {
            return PolyMatrix::parse(ring, text.to_str()?).map(PyPolyMatrix).or_raise();
        }
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

    /// The identity matrix, its entries polynomials.
    fn identity_poly_matrix(&self, n: &Bound<'_, PyAny>) -> PyResult<PyPolyMatrix> {
        let n = ints::length(n, "the number of rows")?;
        fits(n.saturating_mul(n), 8)?;
        Ok(PyPolyMatrix(PolyMatrix::identity(&self.ring, n)))
    }
}

impl PyPolyMatrix {
    /// Refuses a computation with this matrix that the memory limit of this thread does not allow.
    pub fn check(&self, what: &str, task: impl FnOnce() -> Task) -> PyResult<()> {
        limits::check(self.0.ring(), what, self.0.entries().iter().map(Poly::coeffs), || 0.0, task)
    }

    fn ring(&self) -> &AnyRing {
        self.0.ring()
    }

    pub fn words(&self) -> usize {
        self.0.entries().iter().map(words).sum()
    }

    /// The work of a product, or of a basis.
    pub fn work(&self) -> Work {
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

immutable!(PyPolyMatrix);
rectangular!(PyPolyMatrix);

#[pymethods]
impl PyPolyMatrix {
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

    /// The entry in row i and column j as ``a[i, j]``; the matrix of some rows and columns as ``a[rows, columns]`` with slices, or a list of
    /// rows and the slice of all columns.
    ///
    /// >>> from polymod import ZZ
    /// >>> a = ZZ.poly_matrix([["x", 1], [2, "x^2"], [0, 3]])
    /// >>> a[1, 1], a[:2, 1:], a[[2, 0], :]
    /// (ZZ.poly([0, 0, 1]), ZZ.poly_matrix([[[1]], [[0, 0, 1]]]), ZZ.poly_matrix([[[], [3]], [[0, 1], [1]]]))
    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        at: (Bound<'py, PyAny>, Bound<'py, PyAny>),
    ) -> PyResult<Bound<'py, PyAny>> {
        let (m, n) = self.0.shape();
        if let (Ok(i), Ok(j)) = (at.0.extract::<isize>(), at.1.extract::<isize>()) {
            let (i, j) = (place(i, m)?, place(j, n)?);
            return PyPoly(self.0.get(i, j).clone()).into_bound_py_any(py);
        }
        let (rows, columns) = (places(&at.0, m)?, places(&at.1, n)?);
        let entries = rows.iter().flat_map(|&i| columns.iter().map(move |&j| self.0.get(i, j).clone())).collect();
        let part = PolyMatrix::new(self.ring(), rows.len(), columns.len(), entries).or_raise()?;
        PyPolyMatrix(part).into_bound_py_any(py)
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

    /// The product ``self @ other``, or the coefficients of the powers in the slice ``window`` of it; by the algorithm ``"entries"``,
    /// ``"images"`` or ``"points"``, or the one predicted fastest.
    ///
    /// >>> from polymod import Zn
    /// >>> a = Zn(97).poly_matrix([["x + 1"]])
    /// >>> a.mul(a, window=slice(1, 3), algorithm="entries")
    /// Zn(97).poly_matrix([[[2, 1]]])
    #[pyo3(signature = (other, *, window=None, algorithm=None))]
    fn mul(
        &self,
        py: Python<'_>,
        other: PyRef<'_, PyPolyMatrix>,
        window: Option<&Bound<'_, PySlice>>,
        algorithm: Option<&str>,
    ) -> PyResult<Self> {
        let b = &other.0;
        let len = |m: &PolyMatrix<AnyRing>| m.degree().map_or(0, |d| d + 1);
        let full = (len(&self.0) + len(b)).saturating_sub(1);
        let window = match part(None, window, None, None)? {
            Part::Middle(w) => w.start.min(full)..w.end.min(full),
            _ => 0..full,
        };
        let algorithm = algorithm.map(str::parse).transpose().or_raise()?;
        run(py, self.work(), || self.0.mul_window(b, window.clone(), algorithm)).map(PyPolyMatrix)
    }

    /// All entries times x^k.
    fn left_shift(&self, k: &Bound<'_, PyAny>) -> PyResult<Self> {
        let k = ints::length(k, "the shift")?;
        fits(self.0.entries().len().saturating_mul(k), 1)?;
        Ok(PyPolyMatrix(self.0.shl(k)))
    }

    /// Whether a matrix is a minimal basis of the rows p with p @ self = 0 modulo x^order for the shift.
    #[pyo3(signature = (basis, order, shift=None))]
    fn is_approximant_basis(
        &self,
        py: Python<'_>,
        basis: PyRef<'_, PyPolyMatrix>,
        order: &Bound<'_, PyAny>,
        shift: Option<Vec<i64>>,
    ) -> PyResult<bool> {
        let (order, shift) = (ints::length(order, "the order")?, shift_of(shift, self.0.rows())?);
        let basis = &basis.0;
        run(py, self.work(), || self.0.is_approximant_basis(basis, order, &shift))
    }

    /// All entries modulo x^n.
    fn truncate(&self, n: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(PyPolyMatrix(self.0.truncated(ints::length(n, "the length")?)))
    }

    /// The determinant; by the algorithm ``"points"``, ``"lifting"``, ``"elimination"``, ``"triangular"`` or ``"division-free"``, or the one predicted fastest.
    #[pyo3(signature = (*, algorithm=None))]
    fn det(&self, py: Python<'_>, algorithm: Option<&str>) -> PyResult<PyPoly> {
        let a = &self.0;
        self.check("determinant", || Task::PolyDeterminant)?;
        match algorithm.map(str::parse::<DetAlgorithm>).transpose().or_raise()? {
            Some(algorithm) => run(py, self.work(), || a.det_by(algorithm)),
            None => exact!(py, self.work(), self.ring(), [a], a.det()),
        }
        .map(PyPoly)
    }

    /// The rank over the fractions.
    fn rank(&self, py: Python<'_>) -> PyResult<usize> {
        self.check("rank", || Task::PolyDeterminant)?;
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
        self.check("approximant basis", || Task::ApproximantBasis)?;
        let work = Work::Recursive((self.words() + order).saturating_mul(self.0.rows().max(1)));
        run(py, work, || self.0.approximant_basis(order, &shift)).map(PyPolyMatrix)
    }

    /// A minimal basis of the rows p with p @ self = 0, in weak Popov form for the shift.
    #[pyo3(signature = (shift=None))]
    fn kernel_basis(&self, py: Python<'_>, shift: Option<Vec<i64>>) -> PyResult<Self> {
        let shift = shift_of(shift, self.0.rows())?;
        self.check("kernel basis", || Task::Form(self.0.rows()))?;
        run(py, self.work(), || self.0.kernel_basis(&shift)).map(PyPolyMatrix)
    }

    /// The Popov form with a shift: the canonical basis of the space of the rows.
    #[pyo3(signature = (shift=None))]
    fn popov(&self, py: Python<'_>, shift: Option<Vec<i64>>) -> PyResult<Self> {
        let shift = shift_of(shift, self.0.cols())?;
        self.check("Popov form", || Task::Form(self.0.rows()))?;
        run(py, self.work(), || self.0.popov(&shift)).map(PyPolyMatrix)
    }

    /// A basis of the space of the rows in weak Popov form, for a shift.
    #[pyo3(signature = (shift=None))]
    fn weak_popov(&self, py: Python<'_>, shift: Option<Vec<i64>>) -> PyResult<Self> {
        let shift = shift_of(shift, self.0.cols())?;
        self.check("Popov form", || Task::Form(self.0.rows()))?;
        run(py, self.work(), || self.0.weak_popov(&shift)).map(PyPolyMatrix)
    }

    /// The Hermite form: the basis of the space of the rows in echelon form, with monic pivots of higher degree than what is above them.
    fn hermite(&self, py: Python<'_>) -> PyResult<Self> {
        self.check("Hermite form", || Task::Form(self.0.rows()))?;
        run(py, self.work(), || self.0.hermite()).map(PyPolyMatrix)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let ring = self.py_ring().__repr__();
        if self.0.entries().is_empty() {
            return Ok(format!("{ring}.poly_matrix({}, {})", self.0.rows(), self.0.cols()));
        }
        let row = |row: Vec<PyPoly>| -> PyResult<String> {
            let entries = row.iter().map(|p| lists::text(py, p.ring(), p.0.coeffs())).collect::<PyResult<Vec<_>>>()?;
            Ok(format!("[{}]", entries.join(", ")))
        };
        let rows = self.tolist().into_iter().map(row).collect::<PyResult<Vec<_>>>()?;
        Ok(format!("{ring}.poly_matrix([{}])", rows.join(", ")))
    }

    fn __str__(&self) -> String {
        let row = |i| format!("[{}]", self.0.row(i).iter().map(ToString::to_string).collect::<Vec<_>>().join(", "));
        (0..self.0.rows()).map(row).collect::<Vec<_>>().join("\n")
    }

    #[allow(clippy::type_complexity, reason = "what pickle asks for")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (usize, usize, Vec<PyPoly>))> {
        let ring = self.py_ring().into_pyobject(py)?;
        let (rows, cols) = self.0.shape();
        Ok((ring.getattr(intern!(py, "poly_matrix"))?, (rows, cols, self.entries())))
    }
}
