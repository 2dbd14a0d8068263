//! Lists of Python's integers as vectors of coefficients, and back.

use crate::{
    element::Element,
    errors::OrRaise,
    ints::{at, element, limbs, shown, to_int},
    marshal::{Functions, Writer},
};
use numpy::{PyArray1, ndarray::Array1};
use polymod::{
    AnyRing, Rationals, Ring, Zn,
    ring::{AnyElem, Appender, Codec, Coeffs, View},
};
use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    types::{PyInt, PyList, PyString},
};
use std::ops::RangeInclusive;

/// Number of integers that are converted by one call: their text remains in the cache.
const CHUNK: usize = 1024;
/// Words of the integers that one call makes faster than a call for each of them (measured).
const LONG: RangeInclusive<usize> = 2..=18;

/// The vector of the elements that the objects of a sequence or an iterator denote.
pub fn elements(ring: &AnyRing, all: &Bound<'_, PyAny>) -> PyResult<Coeffs<AnyRing>> {
    if all.is_instance_of::<PyString>() {
        return Err(PyTypeError::new_err("expected integers, got a string"));
    }
    if let Some(f) = ring.downcast_ref::<Zn>() {
        return Ok(ring.erased(f.collect(&residues(f, ring, all)?)));
    }
    if ring.downcast_ref::<Rationals>().is_some() {
        let all = all.try_iter()?.map(|x| element(ring, &x?)).collect::<PyResult<Vec<_>>>()?;
        return Ok(ring.collect(&all));
    }
    let py = all.py();
    let list = match all.cast_exact::<PyList>() {
        Ok(list) => list.clone(),
        Err(_) => py.get_type::<PyList>().call1((all,))?.cast_into()?,
    };
    let mut functions = Functions::get(py)?;
    let (mut out, mut start) = (ring.appender(), 0);
    while start < list.len() {
        let chunk = list.get_slice(start, start + CHUNK);
        let mut taken = 0;
        if let Some(functions) = functions {
            let mut pushed = Ok(());
            taken = functions.read(&chunk, |negative, limbs| {
                if pushed.is_ok() {
                    pushed = out.push_limbs(negative, limbs);
                }
            })?;
            pushed.or_raise()?;
        }
        if taken < chunk.len() {
            // other objects follow, too
            functions = None;
            for x in chunk.iter().skip(taken) {
                push(ring, &mut *out, &x)?;
            }
        }
        start += CHUNK;
    }
    Ok(out.take())
}

/// Appends the element that an object denotes.
fn push(ring: &AnyRing, out: &mut dyn Appender<AnyRing>, x: &Bound<'_, PyAny>) -> PyResult<()> {
    if !x.is_instance_of::<Element>()
        && let Ok(x) = limbs(x)
    {
        return out.push_limbs(x.negative, &x.limbs).or_raise();
    }
    let one = ring.collect(std::slice::from_ref(&element(ring, x)?));
    let mut limbs = Vec::new();
    let negative = ring.limbs(one.view(), 0, &mut limbs);
    out.push_limbs(negative, &limbs).or_raise()
}

/// Integers as residues of one word.
fn residues(f: &Zn, ring: &AnyRing, all: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
    let mut words = Vec::with_capacity(all.len().unwrap_or(0));
    for x in all.try_iter()? {
        let x = x?;
        let word = match x.cast_exact::<PyInt>().ok().and_then(|x| x.extract::<i64>().ok()) {
            Some(word) => f.elem(word),
            None => match element(ring, &x)? {
                AnyElem::Word(word) => word,
                other => return Err(PyTypeError::new_err(format!("{other:?} is no residue"))),
            },
        };
        words.push(word);
    }
    Ok(words)
}

/// The coefficients of a vector as the text of a list, which is read back.
pub fn text(py: Python<'_>, ring: &AnyRing, v: View<'_, AnyRing>) -> PyResult<String> {
    let all = (0..v.len()).map(|i| shown(py, ring, v, i)).collect::<PyResult<Vec<_>>>()?;
    Ok(format!("[{}]", all.join(", ")))
}

/// The integers that represent the coefficients of a vector, over Q the fractions.
pub fn list<'py>(py: Python<'py>, ring: &AnyRing, v: View<'_, AnyRing>) -> PyResult<Bound<'py, PyList>> {
    if ring.downcast_ref::<Zn>().is_some() {
        return PyList::new(py, v.words());
    }
    let out = PyList::empty(py);
    chunks(py, ring, v, |chunk| out.set_slice(out.len(), out.len(), &chunk))?;
    Ok(out)
}

/// Calls `take` with the integers in chunks.
fn chunks<'py>(
    py: Python<'py>,
    ring: &AnyRing,
    v: View<'_, AnyRing>,
    mut take: impl FnMut(Bound<'py, PyList>) -> PyResult<()>,
) -> PyResult<()> {
    if ring.downcast_ref::<Rationals>().is_some() {
        return take(PyList::new(py, (0..v.len()).map(|i| at(py, ring, v, i)).collect::<PyResult<Vec<_>>>()?)?);
    }
    let Some(functions) = Functions::get(py)?.filter(|_| LONG.contains(&v.width())) else {
        return take(one_by_one(py, ring, v)?);
    };
    let mut writer = Writer::default();
    for start in (0..v.len()).step_by(CHUNK) {
        ring.each_limbs(v.slice(start..v.len().min(start + CHUNK)), &mut |negative, limbs| {
            writer.push(negative, limbs);
        });
        take(writer.list(py, functions)?)?;
    }
    Ok(())
}

/// The integers, by one call for each of them.
fn one_by_one<'py>(py: Python<'py>, ring: &AnyRing, v: View<'_, AnyRing>) -> PyResult<Bound<'py, PyList>> {
    let (mut out, mut failed) = (Vec::with_capacity(v.len()), None);
    ring.each_limbs(v, &mut |negative, limbs| match to_int(py, negative, limbs) {
        Ok(x) => out.push(x),
        Err(e) => failed = Some(e),
    });
    match failed {
        None => PyList::new(py, out),
        Some(e) => Err(e),
    }
}

/// The integers that represent the coefficients of a vector, as an array of objects.
pub fn array<'py>(py: Python<'py>, ring: &AnyRing, v: View<'_, AnyRing>) -> PyResult<Bound<'py, PyAny>> {
    let mut all: Vec<Py<PyAny>> = Vec::with_capacity(v.len());
    chunks(py, ring, v, |chunk| {
        all.extend(chunk.iter().map(Bound::unbind));
        Ok(())
    })?;
    Ok(PyArray1::from_owned_object_array(py, Array1::from(all)).into_any())
}
