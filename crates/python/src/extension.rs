//! Extensions: rings whose elements are polynomials over a base ring of N elements, named by integers with the coefficients as digits base N.

use crate::{ints, ring::PyRing};
use polymod::{
    AnyRing, F2, Gf2k, Quotient, Ring, Zn, ZnBig,
    ring::{Base, Codec, View},
    rug::{Complete, Integer, integer::Order},
};
use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyList, PyTuple},
};

/// What elements of an extension are made of.
pub struct Extension {
    /// The number of elements of the base ring.
    pub base: Integer,
    /// The number of coefficients of an element.
    pub degree: usize,
    /// The coefficients of the modulus as digits base N, the leading one included.
    pub modulus: Integer,
    /// Whether it is named as a field, or is one of characteristic 2.
    pub field: bool,
}

impl Extension {
    /// The extension that a ring is; `None` for other rings.
    pub fn of(ring: &AnyRing) -> Option<Self> {
        if let Some(f) = ring.downcast_ref::<Gf2k>() {
            return Some(Extension {
                base: 2.into(),
                degree: f.k() as usize,
                modulus: f.modulus().into(),
                field: true,
            });
        }
        let field = !ring.name().starts_with("zn:");
        ring.downcast_ref::<Quotient<Zn>>()
            .map(|f| of_quotient(f, f.base().n().into(), field))
            .or_else(|| ring.downcast_ref::<Quotient<ZnBig>>().map(|f| of_quotient(f, f.base().n().clone(), field)))
            .or_else(|| ring.downcast_ref::<Quotient<F2>>().map(|f| of_quotient(f, 2.into(), field)))
    }

    /// The number of elements.
    pub fn order(&self) -> Integer {
        polymod::rug::ops::Pow::pow(self.base.clone(), self.degree as u32)
    }

    /// The name of the element with these coefficients.
    fn name(&self, digits: &[Integer]) -> Integer {
        let reduced = digits.iter().map(|c| c.modulo_ref(&self.base).complete());
        reduced.rev().fold(Integer::new(), |name, c| name * &self.base + c)
    }

    /// The name of the element that a sequence has the coefficients of, the constant one first.
    pub fn element(&self, coefficients: &Bound<'_, PyAny>) -> PyResult<Integer> {
        let digits = coefficients.try_iter()?.map(|c| ints::to_integer(&c?)).collect::<PyResult<Vec<_>>>()?;
        if digits.len() > self.degree {
            let (most, got) = (self.degree, digits.len());
            return Err(PyValueError::new_err(format!("an element has {most} coefficients at most, got {got}")));
        }
        Ok(self.name(&digits))
    }

    /// The coefficients of an element, by its name.
    pub fn coefficients(&self, name: &Integer) -> Vec<Integer> {
        let mut rest = name.clone();
        let digit = |_| {
            let (more, digit) = std::mem::take(&mut rest).div_rem(self.base.clone());
            rest = more;
            digit
        };
        (0..self.degree).map(digit).collect()
    }
}

fn of_quotient<B: Base>(f: &Quotient<B>, base: Integer, field: bool) -> Extension {
    let mut modulus = Integer::new();
    let mut digits = Vec::new();
    f.base().each_limbs(f.modulus(), &mut |_, limbs| digits.push(Integer::from_digits(limbs, Order::Lsf)));
    for digit in digits.into_iter().rev() {
        modulus = modulus * &base + digit;
    }
    Extension { base, degree: f.degree(), modulus, field }
}

/// Whether an object is a sequence of the coefficients of one element: a list, a tuple or an array.
pub fn is_sequence(x: &Bound<'_, PyAny>) -> bool {
    x.is_instance_of::<PyList>() || x.is_instance_of::<PyTuple>() || crate::arrays::as_array(x).is_some()
}

/// The coefficients of all elements of a vector, as a NumPy array with one row for each element; a TypeError where elements have none.
pub fn components<'py>(py: Python<'py>, ring: &AnyRing, v: View<'_, AnyRing>) -> PyResult<Bound<'py, PyAny>> {
    let Some(extension) = Extension::of(ring) else {
        return Err(pyo3::exceptions::PyTypeError::new_err(format!(
            "the elements of {} have no coefficients",
            ring.name()
        )));
    };
    let base = PyRing::modulo(&extension.base)?;
    let mut digits = Vec::with_capacity(v.len() * extension.degree);
    ring.each_limbs(v, &mut |_, limbs| {
        digits.extend(extension.coefficients(&Integer::from_digits(limbs, Order::Lsf)));
    });
    let mut flat = base.ring.appender();
    for digit in digits {
        flat.push_limbs(false, &digit.to_digits::<u64>(Order::Lsf)).map_err(|e| crate::errors::exception(&e))?;
    }
    let shape = (v.len(), extension.degree);
    crate::arrays::array(py, &base.ring, flat.take().view())?.call_method1("reshape", (shape,))
}
