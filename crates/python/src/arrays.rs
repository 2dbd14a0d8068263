//! NumPy arrays of any integer type, and vectors of coefficients.

use crate::{errors::OrRaise, extension::Extension, ints, lists, run::fits};
use numpy::{
    PyArray1, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArray,
    PyUntypedArrayMethods,
};
use polymod::{
    AnyRing, Integers, Ring, Zn,
    ring::{Codec, Coeffs, Vectors, View},
};
use pyo3::{
    exceptions::{PyAttributeError, PyOverflowError, PyTypeError, PyValueError},
    intern,
    prelude::*,
    types::{PyDict, PyTuple},
};

/// The array that an object is or, by the array protocols but not as a sequence, stands for.
pub fn as_array<'py>(x: &Bound<'py, PyAny>) -> Option<Bound<'py, PyUntypedArray>> {
    x.cast::<PyUntypedArray>().ok().cloned()
}

/// The integers of an array, as words of one sign convention; long integers remain Python objects.
pub enum Ints<'py> {
    Unsigned(PyReadonlyArrayDyn<'py, u64>),
    Signed(PyReadonlyArrayDyn<'py, i64>),
    Objects(Bound<'py, PyAny>),
}

/// The integers of an array of any shape, in row-major order: contiguous, native, 64 bits, without a copy where they are so already.
pub fn ints<'py>(array: &Bound<'py, PyUntypedArray>) -> PyResult<Ints<'py>> {
    let py = array.py();
    let contiguous = |kind: &str| -> PyResult<Bound<'py, PyAny>> {
        let (numpy, options) = (py.import(intern!(py, "numpy"))?, PyDict::new(py));
        options.set_item("dtype", kind)?;
        numpy.call_method(intern!(py, "ascontiguousarray"), (array,), Some(&options))
    };
    match array.dtype().kind() {
        b'u' | b'b' => {
            if let Ok(words) = array.cast::<PyArrayDyn<u64>>()
                && words.is_c_contiguous()
            {
                return Ok(Ints::Unsigned(words.try_readonly()?));
            }
            Ok(Ints::Unsigned(contiguous("uint64")?.cast_into::<PyArrayDyn<u64>>()?.try_readonly()?))
        }
        b'i' => Ok(Ints::Signed(contiguous("int64")?.cast_into::<PyArrayDyn<i64>>()?.try_readonly()?)),
        b'O' => Ok(Ints::Objects(array.call_method0(intern!(py, "ravel"))?.call_method0(intern!(py, "tolist"))?)),
        _ => Err(PyTypeError::new_err(format!("expected an array of integers, got one of dtype {}", array.dtype()))),
    }
}

/// The vector of the elements that the integers of an array denote.
pub fn elements(ring: &AnyRing, array: &Bound<'_, PyUntypedArray>) -> PyResult<Coeffs<AnyRing>> {
    fits(array.len(), 1)?;
    match ints(array)? {
        Ints::Unsigned(words) => of_words(ring, words.as_slice()?),
        Ints::Signed(words) => of_signed(ring, words.as_slice()?),
        Ints::Objects(all) => lists::elements(ring, &all),
    }
}

fn of_words(ring: &AnyRing, words: &[u64]) -> PyResult<Coeffs<AnyRing>> {
    let Some(f) = ring.downcast_ref::<Zn>() else {
        if ring.downcast_ref::<Integers>().is_some() && words.iter().all(|&x| x >> 63 == 0) {
            return Ok(ring.erased(Coeffs::<Integers>::from(words.to_vec())));
        }
        return one_by_one(ring, words.iter().map(|&x| (false, x)));
    };
    let own = match f.view(words) {
        Ok(reduced) => f.owned(reduced),
        Err(_) => f.collect(&words.iter().map(|&x| f.modulus().reduce(x)).collect::<Vec<_>>()),
    };
    Ok(ring.erased(own))
}

fn of_signed(ring: &AnyRing, words: &[i64]) -> PyResult<Coeffs<AnyRing>> {
    let Some(f) = ring.downcast_ref::<Zn>() else {
        if ring.downcast_ref::<Integers>().is_some() {
            let words = words.iter().map(|x| x.cast_unsigned()).collect::<Vec<_>>();
            return Ok(ring.erased(Coeffs::<Integers>::from(words)));
        }
        return one_by_one(ring, words.iter().map(|&x| (x < 0, x.unsigned_abs())));
    };
    Ok(ring.erased(f.collect(&words.iter().map(|&x| f.elem(x)).collect::<Vec<_>>())))
}

fn one_by_one(ring: &AnyRing, words: impl Iterator<Item = (bool, u64)>) -> PyResult<Coeffs<AnyRing>> {
    let mut out = ring.appender();
    for (negative, word) in words {
        out.push_limbs(negative, &[word]).or_raise()?;
    }
    Ok(out.take())
}

/// The vector of elements that a sequence of integers, an iterator or a one-dimensional array denotes.
pub fn vector(ring: &AnyRing, x: &Bound<'_, PyAny>) -> PyResult<Coeffs<AnyRing>> {
    let Some(array) = as_array(x) else { return lists::elements(ring, x) };
    if array.ndim() == 2 && Extension::of(ring).is_some() {
        return of_components(ring, &array);
    }
    if array.ndim() != 1 {
        return Err(PyValueError::new_err(format!(
            "expected a one-dimensional array, got {} dimensions",
            array.ndim()
        )));
    }
    elements(ring, &array)
}

/// The vector of the elements of an extension whose coefficients an array has along its last axis.
pub fn of_components(ring: &AnyRing, array: &Bound<'_, PyUntypedArray>) -> PyResult<Coeffs<AnyRing>> {
    let rows = array.shape()[..array.ndim() - 1].iter().product::<usize>();
    let len = array.shape()[array.ndim() - 1];
    lists::elements(ring, &array.call_method1("reshape", ((rows, len),))?.call_method0("tolist")?)
}

/// Whether the elements of a ring are integers below 2^64, which arrays hold as `uint64`.
pub fn is_word_ring(ring: &AnyRing) -> bool {
    ring.downcast_ref::<Zn>().is_some() || ints::order(ring).is_some_and(|n| n <= (1u128 << 64))
}

/// The array of the integers that represent a vector: `uint64` where the ring has at most 2^64 elements, otherwise objects; over Q of fractions.
pub fn array<'py>(py: Python<'py>, ring: &AnyRing, v: View<'_, AnyRing>) -> PyResult<Bound<'py, PyAny>> {
    if !is_word_ring(ring) {
        return lists::array(py, ring, v);
    }
    Ok(PyArray1::from_vec(py, words(ring, v)).into_any())
}

/// The integers below 2^64 that represent a vector.
pub fn words(ring: &AnyRing, v: View<'_, AnyRing>) -> Vec<u64> {
    if ring.downcast_ref::<Zn>().is_some() {
        return v.words().to_vec();
    }
    let mut out = Vec::with_capacity(v.len());
    ring.each_limbs(v, &mut |_, limbs| out.push(limbs.first().copied().unwrap_or(0)));
    out
}

/// Over Z/n for n < 2^64, the memory of a vector as an array of this shape, for NumPy.
pub fn interface<'py>(
    py: Python<'py>,
    ring: &AnyRing,
    v: View<'_, AnyRing>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyDict>> {
    if ring.downcast_ref::<Zn>().is_none() {
        return Err(PyAttributeError::new_err("__array_interface__"));
    }
    let interface = PyDict::new(py);
    interface.set_item("version", 3)?;
    interface.set_item("shape", PyTuple::new(py, shape)?)?;
    interface.set_item("typestr", if cfg!(target_endian = "little") { "<u8" } else { ">u8" })?;
    interface.set_item("data", (v.words().as_ptr().addr(), true))?;
    Ok(interface)
}

/// The array of this shape for the method `__array__` of an owner: over Z/n for n < 2^64 it shares the owner's memory.
pub fn exported<'py>(
    owner: &Bound<'py, PyAny>,
    ring: &AnyRing,
    v: View<'_, AnyRing>,
    shape: &[usize],
    dtype: Option<&Bound<'py, PyAny>>,
    copy: Option<bool>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = owner.py();
    let shared = ring.downcast_ref::<Zn>().is_some() && copy != Some(true);
    let array = if shared {
        py.import(intern!(py, "numpy"))?.call_method1(intern!(py, "asarray"), (owner,))?
    } else {
        shaped(array(py, ring, v)?, shape)?
    };
    match dtype {
        Some(dtype) => converted(&array, dtype),
        None => Ok(array),
    }
}

/// The array in another shape.
pub fn shaped<'py>(array: Bound<'py, PyAny>, shape: &[usize]) -> PyResult<Bound<'py, PyAny>> {
    if shape.len() == 1 {
        return Ok(array);
    }
    array.call_method1(intern!(array.py(), "reshape"), (PyTuple::new(array.py(), shape)?,))
}

/// The array with this type; integers that do not fit are an error.
fn converted<'py>(array: &Bound<'py, PyAny>, dtype: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = array.py();
    let copy = array.call_method1(intern!(py, "astype"), (dtype,))?;
    let same = py.import(intern!(py, "numpy"))?.call_method1(intern!(py, "array_equal"), (array, &copy))?;
    if same.is_truthy()? {
        return Ok(copy);
    }
    Err(PyOverflowError::new_err(format!("the coefficients do not fit in {}", copy.getattr(intern!(py, "dtype"))?)))
}
