//! Echelon forms of matrices, and what takes an algorithm by name.

use crate::{
    arrays,
    errors::OrRaise,
    exact::{Erase, Over, direct, exact},
    ints,
    matrix::{PyMatrix, column, is_vector},
    poly::PyPoly,
    ring::PyRing,
    run::run,
};
use polymod::{
    AnyRing, Integers, Matrix, Rationals, Ring,
    matrix::{DetAlgorithm, Echelon},
    memory::{Entries, Task},
};
use pyo3::{
    IntoPyObjectExt,
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
};

/// The decomposition P·A = L·U of a matrix over a finite ring: P a permutation of the rows, L unit lower triangular, U in row echelon form.
///
/// Made once by :meth:`Matrix.echelon` for any number of right sides.
///
/// >>> from polymod import Zn
/// >>> a = Zn(97).matrix([[0, 2], [3, 4]])
/// >>> e = a.echelon()
/// >>> e.rank, e.pivots, e.order, e.lower @ e.upper
/// (2, [0, 1], [1, 0], Zn(97).matrix([[3, 4], [0, 2]]))
/// >>> e.solve([2, 7]), e.solve([4, 11])
/// (array([1, 1], dtype=uint64), array([1, 2], dtype=uint64))
#[pyclass(module = "polymod", name = "Echelon", frozen)]
pub struct PyEchelon {
    /// The matrix decomposed, for pickle.
    of: Py<PyMatrix>,
    found: Echelon<AnyRing>,
}

#[pymethods]
impl PyEchelon {
    /// The ring of the entries.
    #[getter]
    fn ring(&self) -> PyRing {
        PyRing::of(self.of.get().ring())
    }

    /// The rank: the number of pivots.
    #[getter]
    fn rank(&self) -> usize {
        self.found.rank()
    }

    /// The columns of the pivots, ascending: the first ones that span the space of the columns.
    #[getter]
    fn pivots(&self) -> Vec<usize> {
        self.found.pivots().to_vec()
    }

    /// The rows of A in the order of those of P·A.
    #[getter]
    fn order(&self) -> Vec<usize> {
        self.found.order().to_vec()
    }

    /// L, with as many rows and columns as A has rows.
    #[getter]
    fn lower(&self) -> PyMatrix {
        PyMatrix(self.found.lower())
    }

    /// U, of the shape of A.
    #[getter]
    fn upper(&self) -> PyMatrix {
        PyMatrix(self.found.upper())
    }

    /// X with A @ X = right, as :meth:`Matrix.solve`.
    fn solve<'py>(&self, py: Python<'py>, right: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let a = self.of.get();
        let vector = is_vector(right)?;
        let b = if vector { column(a.ring(), right)? } else { crate::matrix::right_side(a, right)?.into_owned() };
        let x = run(py, a.work()?, || self.found.solve(&b))?;
        if vector { arrays::array(py, a.ring(), x.entries()) } else { PyMatrix(x).into_bound_py_any(py) }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("{}.echelon()", self.of.get().__repr__(py)?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, ())> {
        Ok((self.of.bind(py).getattr(pyo3::intern!(py, "echelon"))?, ()))
    }
}

/// The columns of the first nonzero entries of the rows of an echelon form.
fn leading_columns(a: &Matrix<AnyRing>) -> Vec<usize> {
    let lead = |i| (0..a.cols()).find(|&j| !a.ring().is_zero(&a.get(i, j)));
    (0..a.rows()).map_while(lead).collect()
}

#[pymethods]
impl PyMatrix {
    /// The reduced row echelon form and the rank, as python-flint has them; over Z numerators, one positive denominator in lowest terms, and
    /// the rank. Each nonzero row begins with a 1, over Z with the denominator, in whose column the other rows have 0; rows of zeros are last.
    ///
    /// >>> from polymod import ZZ, Zn
    /// >>> Zn(97).matrix([[2, 4, 6], [1, 2, 4]]).rref()
    /// (Zn(97).matrix([[1, 2, 0], [0, 0, 1]]), 2)
    /// >>> ZZ.matrix([[2, 0, 1], [0, 3, 1]]).rref()
    /// (ZZ.matrix([[6, 0, 3], [0, 6, 2]]), 6, 2)
    fn rref<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let work = self.work()?;
        self.check("echelon form", || Task::Nullspace(Entries::of(&self.0)))?;
        match self.0.over_z() {
            Some(a) => {
                let (x, d) = run(py, work, || a.rref())?;
                let x = x.erase(self.ring());
                let rank = leading_columns(&x).len();
                (PyMatrix(x), ints::of_integer(py, &d)?, rank).into_bound_py_any(py)
            }
            None => {
                let a = &self.0;
                let x = direct!(py, work, self.ring(), [a], a.rref())?;
                let rank = leading_columns(&x).len();
                (PyMatrix(x), rank).into_bound_py_any(py)
            }
        }
    }

    /// The columns of the pivots of the echelon form, ascending: the first columns that span the space of all.
    ///
    /// >>> from polymod import ZZ
    /// >>> ZZ.matrix([[2, 4, 6], [1, 2, 4]]).pivots()
    /// [0, 2]
    fn pivots(&self, py: Python<'_>) -> PyResult<Vec<usize>> {
        self.check("echelon form", || Task::Nullspace(Entries::of(&self.0)))?;
        match self.0.over_z() {
            Some(a) => {
                let (x, _) = run(py, self.work()?, || a.rref())?;
                Ok(leading_columns(&x.erase(self.ring())))
            }
            None if self.ring().downcast_ref::<Rationals>().is_some() => {
                let a = &self.0;
                Ok(leading_columns(&direct!(py, self.work()?, self.ring(), [a], a.rref())?))
            }
            None => run(py, self.work()?, || Ok(self.0.echelon()?.pivots().to_vec())),
        }
    }

    /// The decomposition of the rows into triangular matrices, for systems with many right sides; over finite rings.
    fn echelon(slf: &Bound<'_, Self>) -> PyResult<PyEchelon> {
        let a = slf.get();
        if a.ring().downcast_ref::<Integers>().is_some() {
            return Err(PyTypeError::new_err(
                "over Z a decomposition has fractions: use rref, or solve with a matrix of all right sides",
            ));
        }
        a.check("decomposition", || Task::Solution(Entries::of(&a.0), 0))?;
        let found = run(slf.py(), a.work()?, || a.0.echelon())?;
        Ok(PyEchelon { of: slf.clone().unbind(), found })
    }

    /// The determinant; over Z proved. By the algorithm ``"elimination"`` or ``"division-free"``, or the one predicted fastest; over Z
    /// :func:`multimodular.det` has more.
    ///
    /// >>> from polymod import ZZ
    /// >>> a = ZZ.matrix([[1, 2], [3, 4]])
    /// >>> a.det(), a.det(algorithm="division-free")
    /// (-2, -2)
    #[pyo3(signature = (*, algorithm=None))]
    pub fn det<'py>(&self, py: Python<'py>, algorithm: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        let (a, work) = (&self.0, self.work()?);
        self.check("determinant", || Task::Determinant)?;
        let found = match algorithm.map(str::parse::<DetAlgorithm>).transpose().or_raise()? {
            Some(algorithm) => run(py, work, || a.det_by(algorithm))?,
            None => exact!(py, work, self.ring(), [a], a.det())?,
        };
        ints::of_element(py, self.ring(), &found)
    }

    /// The characteristic polynomial det(x*I - self). By the algorithm ``"hessenberg"`` (over fields) or ``"berkowitz"`` (without divisions), or
    /// the one predicted fastest.
    #[pyo3(signature = (*, algorithm=None))]
    fn charpoly(&self, py: Python<'_>, algorithm: Option<&str>) -> PyResult<PyPoly> {
        let (a, work) = (&self.0, self.work()?);
        self.check("characteristic polynomial", || Task::Charpoly(Entries::of(a)))?;
        match algorithm {
            None => exact!(py, work, self.ring(), [a], a.charpoly()),
            Some("hessenberg") => run(py, work, || a.charpoly_hessenberg()),
            Some("berkowitz") => run(py, work, || a.charpoly_berkowitz()),
            Some(other) => {
                Err(PyValueError::new_err(format!("algorithm: expected hessenberg or berkowitz, got {other}")))
            }
        }
        .map(PyPoly)
    }

    /// The product ``self @ other``, by the algorithm of this name, as :func:`explain` tells them, or the one predicted fastest.
    ///
    /// >>> from polymod import Zn
    /// >>> a = Zn(97).matrix([[1, 2], [3, 4]])
    /// >>> a.mul(a, algorithm="rows") == a @ a
    /// True
    #[pyo3(signature = (other, *, algorithm=None))]
    fn mul(&self, py: Python<'_>, other: &Bound<'_, PyAny>, algorithm: Option<&str>) -> PyResult<PyMatrix> {
        let b = crate::matrix::right_side(self, other)?;
        run(py, self.work()?, || match algorithm {
            Some(algorithm) => self.0.mul_by(&b, algorithm),
            None => self.0.checked_mul(&b),
        })
        .map(PyMatrix)
    }
}
