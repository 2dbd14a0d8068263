//! Python's integers as sign and limbs, and as elements of rings.

use crate::{element::Element, errors::OrRaise};
use polymod::{
    AnyRing, GeneralizedFermat, Ring, Zn, ZnBig,
    poly::Exponent,
    ring::{AnyElem, Codec, FiniteField, View},
    rug::{Integer, integer::Order},
};
use pyo3::{exceptions::PyOverflowError, intern, prelude::*, types::PyInt};

/// An integer as sign and limbs, least significant first.
pub struct Limbs {
    pub negative: bool,
    pub limbs: Vec<u64>,
}

/// Whether an error says that an integer is too long, rather than that an object is no integer.
fn is_overflow(e: &PyErr, py: Python<'_>) -> bool {
    e.is_instance_of::<PyOverflowError>(py)
}

/// The integer that an object is: a Python or NumPy integer, or an object with `__index__`.
pub fn limbs(x: &Bound<'_, PyAny>) -> PyResult<Limbs> {
    match x.extract::<i64>() {
        Ok(word) => Ok(Limbs { negative: word < 0, limbs: vec![word.unsigned_abs()] }),
        Err(e) if is_overflow(&e, x.py()) => long(x),
        Err(e) => Err(e),
    }
}

/// An integer beyond 64 bits with its sign.
fn long(x: &Bound<'_, PyAny>) -> PyResult<Limbs> {
    let py = x.py();
    if let Ok(word) = x.extract::<u64>() {
        return Ok(Limbs { negative: false, limbs: vec![word] });
    }
    let x = x.call_method0(intern!(py, "__index__"))?;
    let magnitude = x.call_method0(intern!(py, "__abs__"))?;
    let bits: usize = magnitude.call_method0(intern!(py, "bit_length"))?.extract()?;
    let bytes = magnitude.call_method1(intern!(py, "to_bytes"), (8 * bits.div_ceil(64), intern!(py, "little")))?;
    let bytes: &[u8] = bytes.extract()?;
    let (words, _) = bytes.as_chunks();
    Ok(Limbs { negative: x.lt(0)?, limbs: words.iter().map(|word| u64::from_le_bytes(*word)).collect() })
}

/// The Python integer of this sign and magnitude.
pub fn to_int<'py>(py: Python<'py>, negative: bool, limbs: &[u64]) -> PyResult<Bound<'py, PyInt>> {
    let len = limbs.iter().rposition(|&limb| limb != 0).map_or(0, |i| i + 1);
    match (&limbs[..len], negative) {
        ([], _) => Ok(0u64.into_pyobject(py)?),
        (&[word], false) => Ok(word.into_pyobject(py)?),
        (&[word], true) if word <= 1 << 63 => Ok((word.wrapping_neg() as i64).into_pyobject(py)?),
        (limbs, _) => {
            let bytes: Vec<u8> = limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect();
            let int = py.get_type::<PyInt>();
            let x = int.call_method1(intern!(py, "from_bytes"), (bytes.as_slice(), intern!(py, "little")))?;
            Ok(if negative { x.neg()? } else { x }.cast_into()?)
        }
    }
}

/// A Python integer from one of GMP.
pub fn of_integer<'py>(py: Python<'py>, x: &Integer) -> PyResult<Bound<'py, PyInt>> {
    to_int(py, *x < 0, &x.as_abs().to_digits::<u64>(Order::Lsf))
}

/// An integer of GMP from a Python integer.
pub fn to_integer(x: &Bound<'_, PyAny>) -> PyResult<Integer> {
    let x = limbs(x)?;
    let magnitude = Integer::from_digits(&x.limbs, Order::Lsf);
    Ok(if x.negative { -magnitude } else { magnitude })
}

/// An exponent, of any size and sign.
pub fn exponent(x: &Bound<'_, PyAny>) -> PyResult<Exponent> {
    let x = limbs(x)?;
    Ok(Exponent::new(x.negative, &x.limbs))
}

/// A length, degree or index: not negative. Beyond the address space an OverflowError.
pub fn length(x: &Bound<'_, PyAny>, what: &str) -> PyResult<usize> {
    let x = limbs(x)?;
    if x.negative {
        return Err(pyo3::exceptions::PyValueError::new_err(format!("{what} must not be negative")));
    }
    match x.limbs[..] {
        [word] if word <= isize::MAX as u64 => Ok(word as usize),
        _ => Err(PyOverflowError::new_err(format!("{what} is too large"))),
    }
}

/// The element of the ring that an object denotes: an integer, or an element.
pub fn element(ring: &AnyRing, x: &Bound<'_, PyAny>) -> PyResult<AnyElem> {
    if let Ok(x) = x.cast::<Element>() {
        return x.get().of(ring).cloned();
    }
    if let (Some(f), Ok(word)) = (ring.downcast_ref::<Zn>(), x.extract::<i64>()) {
        return Ok(AnyElem::Word(f.elem(word)));
    }
    let (mut v, x) = (ring.zeros(0), limbs(x)?);
    ring.push_limbs(&mut v, x.negative, &x.limbs).or_raise()?;
    Ok(ring.get(v.view(), 0))
}

/// Whether an object may stand for an element: an integer, one of NumPy's, or an element.
pub fn is_element(x: &Bound<'_, PyAny>) -> bool {
    x.is_instance_of::<PyInt>()
        || x.is_instance_of::<Element>()
        || x.hasattr(intern!(x.py(), "__index__")).unwrap_or(false)
}

/// The integer that represents an element.
pub fn of_element<'py>(py: Python<'py>, ring: &AnyRing, x: &AnyElem) -> PyResult<Bound<'py, PyInt>> {
    match x {
        AnyElem::Word(word) => Ok(word.into_pyobject(py)?),
        AnyElem::Bit(bit) => Ok(u64::from(*bit).into_pyobject(py)?),
        AnyElem::Integer(x) => of_integer(py, x),
        AnyElem::Other(_) => at(py, ring, ring.collect(std::slice::from_ref(x)).view(), 0),
    }
}

/// The integer that represents coefficient i of a vector.
pub fn at<'py>(py: Python<'py>, ring: &AnyRing, v: View<'_, AnyRing>, i: usize) -> PyResult<Bound<'py, PyInt>> {
    let mut limbs = Vec::new();
    let negative = ring.limbs(v, i, &mut limbs);
    to_int(py, negative, &limbs)
}

/// The number of elements of a finite ring.
pub fn order(ring: &AnyRing) -> Option<Integer> {
    if let Some(f) = ring.downcast_ref::<Zn>() {
        return Some(f.n().into());
    }
    if let Some(f) = ring.downcast_ref::<ZnBig>() {
        return Some(f.n().clone());
    }
    if let Some(f) = ring.downcast_ref::<GeneralizedFermat>() {
        return Some(f.p().clone());
    }
    Some(Integer::from_digits(&ring.cardinality().ok()?.words(), Order::Lsf))
}
