//! Rows and columns from Python: nested sequences and arrays of two dimensions or more.

use crate::{arrays, extension::Extension};
use numpy::PyUntypedArrayMethods;
use polymod::{AnyRing, ring::Coeffs};
use pyo3::{
    exceptions::{PyIndexError, PyValueError},
    prelude::*,
    types::PySlice,
};

/// Rows, columns and entries in row-major order.
pub struct Rectangle {
    pub rows: usize,
    pub cols: usize,
    pub entries: Coeffs<AnyRing>,
}

fn ragged(expected: usize, got: usize, row: usize) -> PyErr {
    PyValueError::new_err(format!(
        "the rows of a matrix differ in length: row {row} has {got} entries, expected {expected}"
    ))
}

/// The objects of a sequence of rows of equal lengths, in row-major order.
pub fn rows<'py>(data: &Bound<'py, PyAny>) -> PyResult<(usize, usize, Vec<Bound<'py, PyAny>>)> {
    let (mut count, mut cols, mut all) = (0, 0, Vec::new());
    for row in data.try_iter()? {
        let before = all.len();
        for x in row?.try_iter()? {
            all.push(x?);
        }
        let len = all.len() - before;
        if count == 0 {
            cols = len;
        } else if len != cols {
            return Err(ragged(cols, len, count));
        }
        count += 1;
    }
    Ok((count, cols, all))
}

/// A matrix of elements: a sequence of rows, or an array of two dimensions.
pub fn rectangle(ring: &AnyRing, data: &Bound<'_, PyAny>) -> PyResult<Rectangle> {
    if let Some(array) = arrays::as_array(data) {
        if let (&[rows, cols, _], true) = (array.shape(), Extension::of(ring).is_some()) {
            return Ok(Rectangle { rows, cols, entries: arrays::of_components(ring, &array)? });
        }
        let &[rows, cols] = array.shape() else {
            return Err(PyValueError::new_err(format!(
                "expected a two-dimensional array, got {} dimensions",
                array.ndim()
            )));
        };
        return Ok(Rectangle { rows, cols, entries: arrays::elements(ring, &array)? });
    }
    let (rows, cols, all) = rows(data)?;
    let entries = arrays::vector(ring, pyo3::types::PyList::new(data.py(), all)?.as_any())?;
    Ok(Rectangle { rows, cols, entries })
}

/// The shift of a basis: one integer for each row or column; zeros by default.
pub fn shift(given: Option<Vec<i64>>, len: usize) -> PyResult<Vec<i64>> {
    /// Sums of degrees and shifts stay far from overflow.
    const MOST: i64 = 1 << 60;
    let shift = given.unwrap_or_else(|| vec![0; len]);
    match shift.iter().find(|s| s.abs() > MOST) {
        Some(s) => Err(PyValueError::new_err(format!("a shift must lie between -2^60 and 2^60, got {s}"))),
        None => Ok(shift),
    }
}

/// The index of a row or column, counted from the end where negative.
pub fn place(i: isize, n: usize) -> PyResult<usize> {
    let at = if i < 0 { i + n as isize } else { i };
    usize::try_from(at)
        .ok()
        .filter(|&at| at < n)
        .ok_or_else(|| PyIndexError::new_err(format!("index {i} is out of bounds for {n} rows or columns")))
}

/// The indices that an integer, a slice or a sequence of integers denotes.
pub fn places(at: &Bound<'_, PyAny>, n: usize) -> PyResult<Vec<usize>> {
    if let Ok(slice) = at.cast::<PySlice>() {
        let range = slice.indices(n as isize)?;
        return Ok((0..range.slicelength).map(|k| (range.start + k as isize * range.step) as usize).collect());
    }
    if let Ok(i) = at.extract::<isize>() {
        return Ok(vec![place(i, n)?]);
    }
    at.try_iter()?.map(|i| place(i?.extract()?, n)).collect()
}
