//! Methods that several classes have alike, for modules with `pyo3::prelude` in scope.

/// Copies of immutable objects: the objects themselves.
macro_rules! immutable {
    ($Class:ident) => {
        #[pymethods]
        impl $Class {
            fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
                slf
            }

            fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
                slf
            }
        }
    };
}

/// Ring, shape, transposition, truth and equality of a class that holds a matrix.
macro_rules! rectangular {
    ($Class:ident) => {
        #[pymethods]
        impl $Class {
            /// The ring of the entries.
            #[getter(ring)]
            pub fn py_ring(&self) -> $crate::ring::PyRing {
                $crate::ring::PyRing::of(self.0.ring())
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

            /// The transpose.
            fn transpose(&self) -> Self {
                $Class(self.0.transposed())
            }

            /// The transpose.
            #[getter(T)]
            fn transposed(&self) -> Self {
                self.transpose()
            }

            fn __bool__(&self) -> bool {
                !self.0.is_zero()
            }

            fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: pyo3::pyclass::CompareOp) -> PyResult<Py<PyAny>> {
                use pyo3::{IntoPyObjectExt, pyclass::CompareOp};
                let py = other.py();
                match (other.cast::<$Class>(), op) {
                    (Ok(other), CompareOp::Eq) => Ok((self.0 == other.get().0).into_bound_py_any(py)?.unbind()),
                    (Ok(other), CompareOp::Ne) => Ok((self.0 != other.get().0).into_bound_py_any(py)?.unbind()),
                    _ => Ok(py.NotImplemented()),
                }
            }

            fn __hash__(&self) -> u64 {
                use std::hash::{DefaultHasher, Hash, Hasher};
                let mut state = DefaultHasher::new();
                self.0.hash(&mut state);
                state.finish()
            }
        }
    };
}

pub(crate) use {immutable, rectangular};
