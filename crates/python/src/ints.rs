//! Python's integers as sign and limbs, and as elements of rings.

use crate::{
    element::Element,
    errors::{OrRaise, exception},
    extension::{Extension, is_sequence},
};
use polymod::{
    AnyRing, Error, GeneralizedFermat, Poly, Rationals, Ring, Zn, ZnBig,
    poly::Exponent,
    ring::{AnyElem, AnyElement, Codec, FiniteField, View},
    rug::{Integer, Rational, integer::Order},
};
use pyo3::{
    exceptions::{PyOverflowError, PyTypeError, PyValueError},
    intern,
    prelude::*,
    sync::PyOnceLock,
    types::{PyInt, PyString, PyType},
};

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

/// The element of the ring that an object denotes: an integer, a fraction, an element, over Q and extensions a text, or over extensions a sequence
/// of coefficients.
pub fn element(ring: &AnyRing, x: &Bound<'_, PyAny>) -> PyResult<AnyElem> {
    if let Ok(x) = x.cast::<Element>() {
        return x.get().of(ring).cloned();
    }
    if let (Some(f), Ok(word)) = (ring.downcast_ref::<Zn>(), x.extract::<i64>()) {
        return Ok(AnyElem::Word(f.elem(word)));
    }
    match limbs(x) {
        Ok(x) => of_limbs(ring, x.negative, &x.limbs),
        Err(e) if e.is_instance_of::<PyTypeError>(x.py()) => of_object(ring, x, e),
        Err(e) => Err(e),
    }
}

fn of_limbs(ring: &AnyRing, negative: bool, limbs: &[u64]) -> PyResult<AnyElem> {
    let mut v = ring.zeros(0);
    ring.push_limbs(&mut v, negative, limbs).or_raise()?;
    Ok(ring.get(v.view(), 0))
}

/// The element that an object other than an integer denotes, or else the error given.
fn of_object(ring: &AnyRing, x: &Bound<'_, PyAny>, e: PyErr) -> PyResult<AnyElem> {
    let rational_ring = ring.downcast_ref::<Rationals>().is_some();
    if let Ok(text) = x.cast::<PyString>()
        && (rational_ring || ring.components().is_some())
    {
        let p = Poly::parse(ring, text.to_str()?).or_raise()?;
        return match p.len() {
            0 | 1 => Ok(p.coeff(0)),
            _ => Err(PyValueError::new_err(format!("expected an element of {}, got the polynomial {p}", ring.name()))),
        };
    }
    if is_fraction(x) {
        if ring.names() {
            return Err(PyTypeError::new_err(format!("fractions are no elements of {}: divide elements", ring.name())));
        }
        let x = rational(x)?;
        if rational_ring {
            return Ok(AnyElement::erase(x));
        }
        let image = |x: &Integer| ring.image(*x < 0, &x.as_abs().to_digits::<u64>(Order::Lsf));
        return ring.quotient(&image(x.numer()), &image(x.denom())).or_raise();
    }
    match Extension::of(ring).filter(|_| is_sequence(x)) {
        Some(extension) => of_limbs(ring, false, &extension.element(x)?.to_digits::<u64>(Order::Lsf)),
        None => Err(e),
    }
}

/// Whether an object has a numerator and a denominator.
fn is_fraction(x: &Bound<'_, PyAny>) -> bool {
    let has = |name| x.hasattr(name).unwrap_or(false);
    has(intern!(x.py(), "numerator")) && has(intern!(x.py(), "denominator"))
}

/// The rational number that an object with a numerator and a denominator is.
pub fn rational(x: &Bound<'_, PyAny>) -> PyResult<Rational> {
    let part = |name| to_integer(&x.getattr(name)?);
    let (numerator, denominator) = (part(intern!(x.py(), "numerator"))?, part(intern!(x.py(), "denominator"))?);
    if denominator == 0 {
        return Err(exception(&Error::DivisionByZero));
    }
    Ok(Rational::from((numerator, denominator)))
}

/// Whether an object may stand for an element: an integer, one of NumPy's, a fraction, or an element.
pub fn is_element(x: &Bound<'_, PyAny>) -> bool {
    x.is_instance_of::<PyInt>()
        || x.is_instance_of::<Element>()
        || x.hasattr(intern!(x.py(), "__index__")).unwrap_or(false)
        || is_fraction(x)
}

/// Python's `fractions.Fraction` of a rational number.
pub fn of_rational<'py>(py: Python<'py>, x: &Rational) -> PyResult<Bound<'py, PyAny>> {
    static FRACTION: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    FRACTION.import(py, "fractions", "Fraction")?.call1((of_integer(py, x.numer())?, of_integer(py, x.denom())?))
}

/// The integer that represents an element, over Q the fraction.
pub fn of_element<'py>(py: Python<'py>, ring: &AnyRing, x: &AnyElem) -> PyResult<Bound<'py, PyAny>> {
    match x {
        AnyElem::Word(word) => Ok(word.into_pyobject(py)?.into_any()),
        AnyElem::Bit(bit) => Ok(u64::from(*bit).into_pyobject(py)?.into_any()),
        AnyElem::Integer(x) => Ok(of_integer(py, x)?.into_any()),
        AnyElem::Other(_) if ring.downcast_ref::<Rationals>().is_some() => of_rational(py, Rational::of(x)),
        AnyElem::Other(_) => at(py, ring, ring.collect(std::slice::from_ref(x)).view(), 0),
    }
}

/// The integer that represents coefficient i of a vector, over Q the fraction.
pub fn at<'py>(py: Python<'py>, ring: &AnyRing, v: View<'_, AnyRing>, i: usize) -> PyResult<Bound<'py, PyAny>> {
    if ring.downcast_ref::<Rationals>().is_some() {
        return of_element(py, ring, &ring.get(v, i));
    }
    let mut limbs = Vec::new();
    let negative = ring.limbs(v, i, &mut limbs);
    Ok(to_int(py, negative, &limbs)?.into_any())
}

/// The integer that represents an element; over Q a TypeError for fractions.
pub fn integer_of<'py>(py: Python<'py>, ring: &AnyRing, x: &AnyElem) -> PyResult<Bound<'py, PyInt>> {
    if ring.downcast_ref::<Rationals>().is_some() {
        let x = Rational::of(x);
        if *x.denom() != 1 {
            return Err(PyTypeError::new_err(format!("expected an integer, got {x}")));
        }
        return of_integer(py, x.numer());
    }
    Ok(of_element(py, ring, x)?.cast_into()?)
}

/// A coefficient as it is written in lists: an integer, or the text of a fraction, which is read back.
pub fn shown(py: Python<'_>, ring: &AnyRing, v: View<'_, AnyRing>, i: usize) -> PyResult<String> {
    let text = at(py, ring, v, i)?.to_string();
    Ok(if text.contains('/') { format!("'{text}'") } else { text })
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
    if let Some(extension) = Extension::of(ring) {
        return Some(extension.order());
    }
    Some(Integer::from_digits(&ring.cardinality().ok()?.words(), Order::Lsf))
}
