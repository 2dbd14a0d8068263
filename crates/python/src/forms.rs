//! Normal forms of matrices, and bases of spaces and lattices.

use crate::{
    errors::OrRaise,
    exact::{Erase, Over, direct, exact},
    ints,
    matrix::PyMatrix,
    ring::PyRing,
    run::{Work, run},
};
use polymod::{
    Integers, Matrix, Poly, Rationals, Result, Ring,
    memory::{Entries, Task},
    multimodular::{hnf, hnf_with_transform, lll, lll_with_transform, snf, snf_with_transforms},
};
use pyo3::{IntoPyObjectExt, exceptions::PyTypeError, prelude::*, types::PyInt};

impl PyMatrix {
    /// A form of the matrix over Z itself.
    fn lattice<T: Send>(
        &self,
        py: Python<'_>,
        what: &str,
        f: impl Fn(&Matrix<Integers>) -> Result<T> + Sync,
    ) -> PyResult<T> {
        let Some(a) = self.0.over_z() else {
            return Err(PyTypeError::new_err(format!("{what}: expected a matrix over Z")));
        };
        self.check(what, || Task::MatrixInverse(Entries::of(&self.0)))?;
        let n = a.rows().max(a.cols());
        run(py, Work::Images(n, 2 + 8 * n * self.0.entries().width().max(1)), || f(&a))
    }

    fn erased<'py>(&self, py: Python<'py>, m: Matrix<Integers>) -> PyResult<Bound<'py, PyAny>> {
        PyMatrix(m.erase(self.ring())).into_bound_py_any(py)
    }
}

#[pymethods]
impl PyMatrix {
    /// The Hermite form over Z: in echelon form, with positive pivots and what is above them reduced. With ``transform`` also a unimodular U with
    /// U @ self = H.
    ///
    /// >>> from polymod import ZZ
    /// >>> a = ZZ.matrix([[2, 4], [3, 5], [1, 1]])
    /// >>> h, u = a.hnf(transform=True)
    /// >>> h, u @ a == h, abs(u.det())
    /// (ZZ.matrix([[1, 1], [0, 2], [0, 0]]), True, 1)
    #[pyo3(signature = (transform=false))]
    fn hnf<'py>(&self, py: Python<'py>, transform: bool) -> PyResult<Bound<'py, PyAny>> {
        if !transform {
            let form = self.lattice(py, "Hermite form", hnf)?;
            return self.erased(py, form);
        }
        let (form, u) = self.lattice(py, "Hermite form", hnf_with_transform)?;
        (self.erased(py, form)?, self.erased(py, u)?).into_bound_py_any(py)
    }

    /// The Smith form over Z and finite rings: diagonal, each entry a divisor of the next. With ``transform`` also invertible U and V with U @ self @ V = S.
    ///
    /// >>> from polymod import ZZ, Zn
    /// >>> a = ZZ.matrix([[2, 4, 4], [-6, 6, 12], [10, -4, -16]])
    /// >>> s, u, v = a.snf(transform=True)
    /// >>> s, u @ a @ v == s
    /// (ZZ.matrix([[2, 0, 0], [0, 6, 0], [0, 0, 12]]), True)
    /// >>> Zn(12).matrix([[2, 0], [0, 3]]).snf()
    /// Zn(12).matrix([[1, 0], [0, 6]])
    #[pyo3(signature = (transform=false))]
    fn snf<'py>(&self, py: Python<'py>, transform: bool) -> PyResult<Bound<'py, PyAny>> {
        if self.0.over_z().is_none() {
            self.check("Smith form", || Task::MatrixInverse(Entries::of(&self.0)))?;
            if !transform {
                return PyMatrix(run(py, self.work()?, || self.0.smith())?).into_bound_py_any(py);
            }
            let (form, u, v) = run(py, self.work()?, || self.0.smith_with_transforms())?;
            return (PyMatrix(form), PyMatrix(u), PyMatrix(v)).into_bound_py_any(py);
        }
        if !transform {
            let form = self.lattice(py, "Smith form", snf)?;
            return self.erased(py, form);
        }
        let (form, u, v) = self.lattice(py, "Smith form", snf_with_transforms)?;
        (self.erased(py, form)?, self.erased(py, u)?, self.erased(py, v)?).into_bound_py_any(py)
    }

    /// The invariant factors other than 0, each a divisor of the next, over Z and finite rings: the diagonal of the Smith form.
    ///
    /// >>> from polymod import ZZ, Zn
    /// >>> ZZ.matrix([[2, 4, 4], [-6, 6, 12], [10, -4, -16]]).invariant_factors()
    /// [2, 6, 12]
    /// >>> Zn(12).matrix([[2, 0], [0, 3]]).invariant_factors()
    /// [1, 6]
    fn invariant_factors<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        if self.0.over_z().is_some() {
            let found = self.lattice(py, "invariant factors", Matrix::<Integers>::invariant_factors)?;
            return found.iter().map(|d| ints::of_integer(py, d)?.into_bound_py_any(py)).collect();
        }
        self.check("invariant factors", || Task::MatrixInverse(Entries::of(&self.0)))?;
        let found = run(py, self.work()?, || self.0.invariant_factors())?;
        found.iter().map(|d| self.int(py, d)).collect()
    }

    /// An LLL-reduced basis of the lattice of the rows over Z, without rows of zeros. With ``transform`` also a U with U @ self = basis.
    ///
    /// >>> from polymod import ZZ
    /// >>> ZZ.matrix([[1, 0, 1345], [0, 1, 35]]).lll()
    /// ZZ.matrix([[0, 1, 35], [1, -38, 15]])
    #[pyo3(signature = (transform=false))]
    fn lll<'py>(&self, py: Python<'py>, transform: bool) -> PyResult<Bound<'py, PyAny>> {
        if !transform {
            let basis = self.lattice(py, "reduced basis", lll)?;
            return self.erased(py, basis);
        }
        let (basis, u) = self.lattice(py, "reduced basis", lll_with_transform)?;
        (self.erased(py, basis)?, self.erased(py, u)?).into_bound_py_any(py)
    }

    /// The Howell form over Z/n and finite fields, without rows of zeros: an echelon form for every n, whose pivots divide n. With ``transform`` also
    /// a U with U @ self = H.
    ///
    /// >>> from polymod import Zn
    /// >>> a = Zn(12).matrix([[8, 5, 5], [0, 9, 8], [0, 0, 10]])
    /// >>> h, u = a.howell(transform=True)
    /// >>> h, u @ a == h
    /// (Zn(12).matrix([[4, 1, 0], [0, 3, 0], [0, 0, 1]]), True)
    #[pyo3(signature = (transform=false))]
    fn howell<'py>(&self, py: Python<'py>, transform: bool) -> PyResult<Bound<'py, PyAny>> {
        self.check("Howell form", || Task::MatrixInverse(Entries::of(&self.0)))?;
        if !transform {
            return PyMatrix(run(py, self.work()?, || self.0.howell())?).into_bound_py_any(py);
        }
        let (form, u) = run(py, self.work()?, || self.0.howell_with_transform())?;
        (PyMatrix(form), PyMatrix(u)).into_bound_py_any(py)
    }

    /// A basis of the vectors x with x @ self = 0, as the rows of a matrix in reduced echelon form; over Z with primitive rows.
    ///
    /// >>> from polymod import Zn
    /// >>> Zn(97).matrix([[1, 2], [2, 4]]).left_nullspace()
    /// Zn(97).matrix([[1, 48]])
    fn left_nullspace(&self, py: Python<'_>) -> PyResult<Self> {
        let a = &self.0;
        self.check("kernel", || Task::Nullspace(Entries::of(a)))?;
        exact!(py, self.work()?, self.ring(), [a], a.left_nullspace()).map(PyMatrix)
    }

    /// A basis of the space of the columns, as the rows of a matrix in reduced echelon form; over Z with primitive rows.
    ///
    /// >>> from polymod import QQ, ZZ
    /// >>> QQ.matrix([[2, 4], [1, 2]]).column_space(), ZZ.matrix([[2, 4], [3, 6]]).column_space()
    /// (QQ.matrix([[1, '1/2']]), ZZ.matrix([[2, 3]]))
    fn column_space(&self, py: Python<'_>) -> PyResult<Self> {
        let a = &self.0;
        self.check("space of columns", || Task::Nullspace(Entries::of(a)))?;
        exact!(py, self.work()?, self.ring(), [a], a.column_space()).map(PyMatrix)
    }

    /// A similar matrix in upper Hessenberg form, over a field.
    fn hessenberg(&self, py: Python<'_>) -> PyResult<Self> {
        let a = &self.0;
        self.check("Hessenberg form", || Task::MatrixInverse(Entries::of(a)))?;
        direct!(py, self.work()?, self.ring(), [a], a.hessenberg()).map(PyMatrix)
    }

    /// The adjugate: the matrix of cofactors, transposed.
    ///
    /// >>> from polymod import ZZ
    /// >>> ZZ.matrix([[1, 2], [3, 4]]).adjugate()
    /// ZZ.matrix([[4, -2], [-3, 1]])
    fn adjugate(&self, py: Python<'_>) -> PyResult<Self> {
        let a = &self.0;
        self.check("adjugate", || Task::MatrixInverse(Entries::of(a)))?;
        exact!(py, self.work()?, self.ring(), [a], a.adjugate()).map(PyMatrix)
    }

    /// The Pfaffian of a skew-symmetric matrix, whose square is the determinant.
    ///
    /// >>> from polymod import ZZ
    /// >>> ZZ.matrix([[0, 3], [-3, 0]]).pfaffian()
    /// 3
    fn pfaffian<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let a = &self.0;
        self.check("Pfaffian", || Task::Determinant)?;
        self.int(py, &exact!(py, self.work()?, self.ring(), [a], a.pfaffian())?)
    }

    /// Over Q the matrix over Z that is this one times :meth:`denom`.
    ///
    /// >>> from polymod import QQ
    /// >>> a = QQ.matrix([["1/2", 1], [0, "1/3"]])
    /// >>> a.numer(), a.denom()
    /// (ZZ.matrix([[3, 6], [0, 2]]), 6)
    fn numer(&self) -> PyResult<Self> {
        let z = PyRing::named("z")?.ring;
        let mut entries = self.all_entries()?.numerator().erase(&z).into_coeffs();
        z.resize(&mut entries, self.0.entries().len());
        Matrix::new(&z, self.0.rows(), self.0.cols(), entries).map(PyMatrix).or_raise()
    }

    /// Over Q the least common denominator of the entries.
    fn denom<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyInt>> {
        ints::of_integer(py, &self.all_entries()?.denominator())
    }
}

impl PyMatrix {
    /// The entries over Q, as coefficients.
    fn all_entries(&self) -> PyResult<Poly<Rationals>> {
        let other = || PyTypeError::new_err("expected a matrix over Q");
        let a = self.0.over::<Rationals>().ok_or_else(other)?;
        Ok(Poly::from_coeffs(&a.ring().clone(), a.into_entries()))
    }
}
