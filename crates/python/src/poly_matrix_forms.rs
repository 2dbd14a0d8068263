//! Bases, forms, fractions and systems of matrices of polynomials, and their properties.

use crate::{
    arrays,
    errors::OrRaise,
    ints,
    matrix::PyMatrix,
    poly::PyPoly,
    poly_matrix::PyPolyMatrix,
    run::{Work, fits, run},
    shapes::shift as shift_of,
};
use polymod::{AnyRing, PolyMatrix, memory::Task};
use pyo3::{exceptions::PyValueError, prelude::*};

/// A form of a matrix for a shift of its rows or columns.
type Form = fn(&PolyMatrix<AnyRing>, &[i64]) -> polymod::Result<PolyMatrix<AnyRing>>;

impl PyPolyMatrix {
    fn form(&self, py: Python<'_>, what: &str, shift: Vec<i64>, form: Form) -> PyResult<Self> {
        self.check(what, || Task::Form(self.0.rows().max(self.0.cols())))?;
        run(py, self.work(), || form(&self.0, &shift)).map(PyPolyMatrix)
    }

    /// Whether the matrix has a property, which is looked up without much work.
    fn has(
        &self,
        shift: Option<Vec<i64>>,
        property: fn(&PolyMatrix<AnyRing>, &[i64]) -> polymod::Result<bool>,
    ) -> PyResult<bool> {
        property(&self.0, &shift_of(shift, self.0.cols())?).or_raise()
    }
}

#[pymethods]
impl PyMatrix {
    /// A minimal basis of the row vectors p of polynomials with p(points[k]) @ A_k = 0 for all k, over a field: A_0, A_1, ... are the blocks of rows
    /// of this matrix, as many as points. In weak Popov form for the shift, pivots on the diagonal.
    ///
    /// >>> from polymod import Zn
    /// >>> R = Zn(97)
    /// >>> rows = R.matrix([[2], [-1], [5], [-1], [10], [-1], [17], [-1]])  # a(x)*y - b(x) vanishes at (1, 2), (2, 5), (3, 10), (4, 17)
    /// >>> rows.interpolant_basis([1, 2, 3, 4], shift=[2, 0]).tolist()[1]
    /// [Zn(97).poly([1]), Zn(97).poly([1, 0, 1])]
    #[pyo3(signature = (points, shift=None))]
    fn interpolant_basis(
        &self,
        py: Python<'_>,
        points: &Bound<'_, PyAny>,
        shift: Option<Vec<i64>>,
    ) -> PyResult<PyPolyMatrix> {
        let a = &self.0;
        let points = arrays::vector(a.ring(), points)?;
        let block = block_rows(a.rows(), points.len(), shift.as_deref())?;
        let shift = shift_of(shift, block)?;
        fits(a.entries().len(), a.entries().width())?;
        self.check("interpolant basis", || Task::ApproximantBasis)?;
        let work = Work::Recursive(a.entries().words().len().saturating_mul(block.max(1)));
        run(py, work, || a.interpolant_basis(points.view(), &shift)).map(PyPolyMatrix)
    }
}

/// The rows of a block, for this number of points.
fn block_rows(rows: usize, points: usize, shift: Option<&[i64]>) -> PyResult<usize> {
    match (points, shift) {
        (0, Some(shift)) => Ok(shift.len()),
        (0, None) => Err(PyValueError::new_err("without points the shift says how many rows a block has")),
        _ if !rows.is_multiple_of(points) => Err(PyValueError::new_err(format!(
            "expected as many rows for each point, got {rows} rows and {points} points"
        ))),
        _ => Ok(rows / points),
    }
}

#[pymethods]
impl PyPolyMatrix {
    /// The Smith form over a field: diagonal, with monic entries that divide one another.
    ///
    /// >>> from polymod import Zn
    /// >>> a = Zn(97).poly_matrix([["x", 1], [0, "x"]])
    /// >>> a.smith(), a.invariant_factors()
    /// (Zn(97).poly_matrix([[[1], []], [[], [0, 0, 1]]]), [Zn(97).poly([1]), Zn(97).poly([0, 0, 1])])
    fn smith(&self, py: Python<'_>) -> PyResult<Self> {
        self.form(py, "Smith form", Vec::new(), |a, _| a.smith())
    }

    /// The entries other than 0 on the diagonal of the Smith form.
    fn invariant_factors(&self, py: Python<'_>) -> PyResult<Vec<PyPoly>> {
        self.check("Smith form", || Task::Form(self.0.rows().max(self.0.cols())))?;
        let found = run(py, self.work(), || self.0.invariant_factors())?;
        Ok(found.into_iter().map(PyPoly).collect())
    }

    /// N and D, of as few degrees as possible, with N = self @ D modulo x^order: the fraction of matrices N @ D^-1 that has this power series.
    ///
    /// >>> from polymod import Zn
    /// >>> R = Zn(97)
    /// >>> d, n = R.poly_matrix([["x^2 + 1", 2], [3, "x + 1"]]), R.poly_matrix([["x + 5", 7]])
    /// >>> n.mul_low(d.inverse_series(5), 5).fraction(5) == (n, d)
    /// True
    fn fraction(&self, py: Python<'_>, order: &Bound<'_, PyAny>) -> PyResult<(Self, Self)> {
        let order = ints::length(order, "the order")?;
        fits(self.0.entries().len().saturating_mul(order), 1)?;
        self.check("fraction", || Task::ApproximantBasis)?;
        let n = self.0.rows() + self.0.cols();
        let work = Work::Recursive((self.words() + order).saturating_mul(n));
        run(py, work, || self.0.fraction(order)).map(|(n, d)| (PyPolyMatrix(n), PyPolyMatrix(d)))
    }

    /// N and d with self @ N = d*right: the solution N/d over the rational functions in lowest terms, d monic, of a square matrix over a field whose
    /// determinant is not 0.
    ///
    /// >>> from polymod import Zn
    /// >>> R = Zn(97)
    /// >>> a, b = R.poly_matrix([["x", 1], [1, "x"]]), R.poly_matrix([[1], [0]])
    /// >>> a.solve(b)
    /// (Zn(97).poly_matrix([[[0, 1]], [[96]]]), Zn(97).poly([96, 0, 1]))
    fn solve(&self, py: Python<'_>, right: PyRef<'_, PyPolyMatrix>) -> PyResult<(Self, PyPoly)> {
        let b = &right.0;
        self.check("solution", || Task::PolyDeterminant)?;
        run(py, self.work(), || self.0.solve(b)).map(|(n, d)| (PyPolyMatrix(n), PyPoly(d)))
    }

    /// The quotient of :func:`divmod`.
    fn __floordiv__(&self, py: Python<'_>, other: PyRef<'_, PyPolyMatrix>) -> PyResult<Self> {
        let b = &other.0;
        run(py, self.work(), || self.0.div_rem(b)).map(|(q, _)| PyPolyMatrix(q))
    }

    /// The remainder of :func:`divmod`.
    fn __mod__(&self, py: Python<'_>, other: PyRef<'_, PyPolyMatrix>) -> PyResult<Self> {
        let b = &other.0;
        run(py, self.work(), || self.0.div_rem(b)).map(|(_, r)| PyPolyMatrix(r))
    }

    /// The Popov form of the space of the columns, for a shift of the rows.
    #[pyo3(signature = (shift=None))]
    fn column_popov(&self, py: Python<'_>, shift: Option<Vec<i64>>) -> PyResult<Self> {
        self.form(py, "Popov form", shift_of(shift, self.0.rows())?, PolyMatrix::column_popov)
    }

    /// A basis of the space of the columns in weak Popov form, for a shift of the rows.
    #[pyo3(signature = (shift=None))]
    fn column_weak_popov(&self, py: Python<'_>, shift: Option<Vec<i64>>) -> PyResult<Self> {
        self.form(py, "Popov form", shift_of(shift, self.0.rows())?, PolyMatrix::column_weak_popov)
    }

    /// The Hermite form of the space of the columns.
    fn column_hermite(&self, py: Python<'_>) -> PyResult<Self> {
        self.form(py, "Hermite form", Vec::new(), |a, _| a.column_hermite())
    }

    /// The degrees of the entries, as a list of rows; ``None`` for 0.
    ///
    /// >>> from polymod import ZZ
    /// >>> ZZ.poly_matrix([["x^2", 1], [0, "x"]]).degree_matrix()
    /// [[2, 0], [None, 1]]
    fn degree_matrix(&self) -> Vec<Vec<Option<usize>>> {
        let all = self.0.degree_matrix();
        (0..self.0.rows()).map(|i| all[i * self.0.cols()..(i + 1) * self.0.cols()].to_vec()).collect()
    }

    /// The degrees of the columns with a shift of the rows; ``None`` for columns of zeros.
    #[pyo3(signature = (shift=None))]
    fn column_degrees(&self, shift: Option<Vec<i64>>) -> PyResult<Vec<Option<i64>>> {
        self.0.column_degrees(&shift_of(shift, self.0.rows())?).or_raise()
    }

    /// The column of each row's pivot, its last entry of the highest degree with the shift; ``None`` for rows of zeros.
    #[pyo3(signature = (shift=None))]
    fn pivots(&self, shift: Option<Vec<i64>>) -> PyResult<Vec<Option<usize>>> {
        self.0.pivots(&shift_of(shift, self.0.cols())?).or_raise()
    }

    /// Whether the rows are reduced: the matrix of leading coefficients has the full rank.
    ///
    /// >>> from polymod import Zn
    /// >>> a = Zn(97).poly_matrix([["x + 1", 2], [3, "x"]]).popov()
    /// >>> a.is_reduced(), a.is_weak_popov(), a.is_popov(), a.is_hermite(), a.is_unimodular()
    /// (True, True, True, False, False)
    #[pyo3(signature = (shift=None))]
    fn is_reduced(&self, shift: Option<Vec<i64>>) -> PyResult<bool> {
        self.has(shift, PolyMatrix::is_reduced)
    }

    /// Whether the pivots of the rows are in different columns.
    #[pyo3(signature = (shift=None))]
    fn is_weak_popov(&self, shift: Option<Vec<i64>>) -> PyResult<bool> {
        self.has(shift, PolyMatrix::is_weak_popov)
    }

    /// Whether the pivots of the rows are in ascending columns.
    #[pyo3(signature = (shift=None))]
    fn is_ordered_weak_popov(&self, shift: Option<Vec<i64>>) -> PyResult<bool> {
        self.has(shift, PolyMatrix::is_ordered_weak_popov)
    }

    /// Whether it is in Popov form.
    #[pyo3(signature = (shift=None))]
    fn is_popov(&self, shift: Option<Vec<i64>>) -> PyResult<bool> {
        self.has(shift, PolyMatrix::is_popov)
    }

    /// Whether it is in Hermite form.
    fn is_hermite(&self) -> bool {
        self.0.is_hermite()
    }

    /// Whether it has an inverse with polynomials as entries.
    fn is_unimodular(&self, py: Python<'_>) -> PyResult<bool> {
        self.check("determinant", || Task::PolyDeterminant)?;
        run(py, self.work(), || self.0.is_unimodular())
    }

    /// Whether a matrix is a minimal basis of the rows p with p @ self = 0 for the shift.
    #[pyo3(signature = (basis, shift=None))]
    fn is_kernel_basis(
        &self,
        py: Python<'_>,
        basis: PyRef<'_, PyPolyMatrix>,
        shift: Option<Vec<i64>>,
    ) -> PyResult<bool> {
        let (basis, shift) = (&basis.0, shift_of(shift, self.0.rows())?);
        run(py, self.work(), || self.0.is_kernel_basis(basis, &shift))
    }
}
