//! Errors of the library as Python exceptions, with the same text.

use polymod::Error;
use pyo3::{
    IntoPyObjectExt, create_exception,
    exceptions::{PyException, PyKeyboardInterrupt, PyMemoryError, PyValueError, PyZeroDivisionError},
    prelude::*,
};

create_exception!(
    polymod,
    PolymodError,
    PyException,
    "An error that is none of Python's own kinds: a computation that the library does not offer, or a bug."
);

/// The exception for an error of the library.
pub fn exception(e: &Error) -> PyErr {
    let text = e.to_string();
    match e {
        Error::DivisionByZero | Error::NotInvertible { .. } | Error::Singular { .. } => {
            PyZeroDivisionError::new_err(text)
        }
        Error::TooLarge { .. } => PyMemoryError::new_err(text),
        Error::Cancelled => PyKeyboardInterrupt::new_err(text),
        Error::Unsupported { .. }
        | Error::Factors { .. }
        | Error::TooFewPrimes { .. }
        | Error::Checkpoint { .. }
        | Error::Worker { .. }
        | Error::File { .. } => PolymodError::new_err(text),
        _ => PyValueError::new_err(text),
    }
}

/// The exception for a bug: the message of a panic.
pub fn internal(message: &str) -> PyErr {
    PolymodError::new_err(format!("internal error: {message}"))
}

/// Results of the library in functions that return a `PyResult`.
pub trait OrRaise<T> {
    /// The value, or the exception for the error.
    fn or_raise(self) -> PyResult<T>;
}

impl<T> OrRaise<T> for polymod::Result<T> {
    #[inline]
    fn or_raise(self) -> PyResult<T> {
        self.map_err(|e| exception(&e))
    }
}

/// The result of an operator: `None` is `NotImplemented`, so that Python asks the other operand.
pub struct Answer<T>(pub Option<T>);

impl<'py, T: IntoPyObject<'py, Error: Into<PyErr>>> IntoPyObject<'py> for Answer<T> {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    #[inline]
    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.0 {
            Some(value) => value.into_bound_py_any(py),
            None => Ok(py.NotImplemented().into_bound(py)),
        }
    }
}
