//! Elements of rings with arithmetic.

use crate::{
    errors::{Answer, OrRaise, exception},
    extension::Extension,
    ints,
    ring::PyRing,
    run::{Work, run},
};
use polymod::{
    AnyRing, Error, Poly, Ring,
    ring::{AnyElem, Codec, Roots},
    rug::{Integer, integer::Order},
};
use pyo3::{prelude::*, pyclass::CompareOp, types::PyInt};
use std::hash::{DefaultHasher, Hash, Hasher};

/// An element of a ring, with arithmetic: ``Zn(97)(5) / 7``.
///
/// Functions take integers and elements alike, and return integers; over Q fractions. Over extensions, such as GF(3^5), the digits of an integer to
/// the base of the number of elements of the ring below, here 3, are the coefficients of the element; over GF(2^k) they are its bits.
///
/// >>> from polymod import Zn
/// >>> x = Zn(97)(5)
/// >>> x / 7, x ** -1, int(-x)
/// (Zn(97)(70), Zn(97)(39), 92)
#[pyclass(module = "polymod", frozen)]
pub struct Element {
    ring: AnyRing,
    value: AnyElem,
}

impl Element {
    pub fn new(ring: &AnyRing, value: AnyElem) -> Self {
        Element { ring: ring.clone(), value }
    }

    /// The element, of a ring that must be this one.
    pub fn of(&self, ring: &AnyRing) -> PyResult<&AnyElem> {
        if self.ring == *ring {
            return Ok(&self.value);
        }
        Err(exception(&Error::RingsDiffer { left: ring.name(), right: self.ring.name() }))
    }

    fn with(&self, value: AnyElem) -> Self {
        Element::new(&self.ring, value)
    }

    /// The result of an operation with another element or integer; `None` for other objects.
    fn binary(&self, other: &Bound<'_, PyAny>, f: impl FnOnce(&AnyElem) -> polymod::Result<AnyElem>) -> Result {
        if !ints::is_element(other) {
            return Ok(Answer(None));
        }
        let other = ints::element(&self.ring, other)?;
        Ok(Answer(Some(self.with(f(&other).or_raise()?))))
    }
}

/// An operation's result, or NotImplemented.
type Result = PyResult<Answer<Element>>;

#[pymethods]
impl Element {
    /// The ring.
    #[getter]
    fn ring(&self) -> PyRing {
        PyRing::of(&self.ring)
    }

    fn __add__(&self, other: &Bound<'_, PyAny>) -> Result {
        self.binary(other, |y| Ok(self.ring.add(&self.value, y)))
    }

    fn __radd__(&self, other: &Bound<'_, PyAny>) -> Result {
        self.__add__(other)
    }

    fn __sub__(&self, other: &Bound<'_, PyAny>) -> Result {
        self.binary(other, |y| Ok(self.ring.add(&self.value, &self.ring.neg(y))))
    }

    fn __rsub__(&self, other: &Bound<'_, PyAny>) -> Result {
        self.binary(other, |y| Ok(self.ring.add(y, &self.ring.neg(&self.value))))
    }

    fn __mul__(&self, other: &Bound<'_, PyAny>) -> Result {
        self.binary(other, |y| Ok(self.ring.mul(&self.value, y)))
    }

    fn __rmul__(&self, other: &Bound<'_, PyAny>) -> Result {
        self.__mul__(other)
    }

    fn __truediv__(&self, other: &Bound<'_, PyAny>) -> Result {
        self.binary(other, |y| self.ring.quotient(&self.value, y))
    }

    fn __rtruediv__(&self, other: &Bound<'_, PyAny>) -> Result {
        self.binary(other, |y| self.ring.quotient(y, &self.value))
    }

    fn __pow__(&self, e: &Bound<'_, PyAny>, modulo: Option<&Bound<'_, PyAny>>, py: Python<'_>) -> Result {
        if modulo.is_some() || e.is_instance_of::<Element>() || !ints::is_element(e) {
            return Ok(Answer(None));
        }
        let (e, constant) = (ints::exponent(e)?, Poly::new(&self.ring, [self.value.clone()]));
        // powers grow over Z alone
        let work =
            if self.ring.size(constant.coeffs()).bits > 1 { Work::Hard(1 << 16) } else { Work::Hard(e.limbs().len()) };
        let power = run(py, work, || constant.pow(e.clone()));
        power.map(|p| Answer(Some(self.with(p.coeff(0)))))
    }

    /// A square root: the one with the smaller residue, over Z the positive one. A ValueError where there is none.
    ///
    /// >>> from polymod import Zn
    /// >>> Zn(97)(2).sqrt()
    /// Zn(97)(14)
    fn sqrt(&self, py: Python<'_>) -> PyResult<Self> {
        run(py, Work::Linear(0), || self.ring.sqrt(&self.value)).map(|root| self.with(root))
    }

    fn __neg__(&self) -> Self {
        self.with(self.ring.neg(&self.value))
    }

    fn __pos__(&self) -> Self {
        self.with(self.value.clone())
    }

    fn __bool__(&self) -> bool {
        !self.ring.is_zero(&self.value)
    }

    /// The element as functions return it: an integer, over Q a ``fractions.Fraction``.
    ///
    /// >>> from polymod import QQ, Zn
    /// >>> (QQ(1) / 2).value, (Zn(97)(1) / 2).value
    /// (Fraction(1, 2), 49)
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        ints::of_element(py, &self.ring, &self.value)
    }

    /// The coefficients of an element of an extension, the constant one first: a list of integers.
    ///
    /// >>> from polymod import GF
    /// >>> F = GF(3, 5)
    /// >>> x = F.gen() ** 2 + 2
    /// >>> x.coeffs(), int(x), F([2, 0, 1]) == x
    /// ([2, 0, 1, 0, 0], 11, True)
    fn coeffs<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyInt>>> {
        let Some(extension) = Extension::of(&self.ring) else { return Ok(vec![self.__int__(py)?]) };
        let (v, mut limbs) = (self.ring.collect(std::slice::from_ref(&self.value)), Vec::new());
        self.ring.limbs(v.view(), 0, &mut limbs);
        let name = Integer::from_digits(&limbs, Order::Lsf);
        extension.coefficients(&name).iter().map(|c| ints::of_integer(py, c)).collect()
    }

    fn __int__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyInt>> {
        ints::integer_of(py, &self.ring, &self.value)
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp, py: Python<'_>) -> PyResult<Py<PyAny>> {
        if !matches!(op, CompareOp::Eq | CompareOp::Ne) || !ints::is_element(other) {
            return Ok(py.NotImplemented());
        }
        let foreign = other.cast::<Element>().is_ok_and(|y| y.get().ring != self.ring);
        let equal = !foreign && ints::element(&self.ring, other).is_ok_and(|y| y == self.value);
        Ok((equal == matches!(op, CompareOp::Eq)).into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __hash__(&self) -> u64 {
        let mut state = DefaultHasher::new();
        self.ring.hash(&mut state);
        self.value.hash(&mut state);
        state.finish()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (ring, value) = (PyRing::of(&self.ring).__repr__(), self.value(py)?.to_string());
        Ok(match value.split_once('/') {
            Some((numerator, denominator)) => format!("{ring}({numerator})/{denominator}"),
            None => format!("{ring}({value})"),
        })
    }

    fn __str__(&self) -> String {
        self.ring.elem_to_text(&self.value)
    }

    fn _repr_latex_(&self) -> String {
        crate::poly::latex(&self.__str__())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(PyRing, (Bound<'py, PyAny>,))> {
        Ok((self.ring(), (self.value(py)?,)))
    }
}
