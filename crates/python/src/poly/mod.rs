//! Polynomials.

mod algebra;
mod arithmetic;
mod calculus;
mod divisor;
mod euclid;
mod factor;
mod points;
mod prime_powers;
mod sequences;
mod series;
mod sets;
mod special;

pub use algebra::polys;
pub use arithmetic::{part, product_algorithm};
pub use divisor::PyDivisor;
pub use points::PyPoints;
pub use points::check_values;
pub use sequences::{PyBerlekampMassey, PyPRecursive};
pub use sets::{PyModuliTree, PySetSeries};

use crate::{
    arrays,
    errors::{OrRaise, exception},
    extension, ints, limits, lists,
    objects::immutable,
    ring::PyRing,
    run::fits,
};
use polymod::{
    AnyRing, Error, Poly, Ring,
    memory::Task,
    poly::Factorization,
    ring::{AnyElem, Size, View},
};
use pyo3::{
    IntoPyObjectExt,
    exceptions::{PyIndexError, PyTypeError, PyValueError},
    intern,
    prelude::*,
    pyclass::CompareOp,
    types::{PyDict, PyIterator, PyList, PySlice, PyTuple},
};
use std::{
    borrow::Cow,
    fmt::Write,
    hash::{DefaultHasher, Hash, Hasher},
};

/// A polynomial in one variable, immutable, made by its ring: ``Zn(97).poly([7, -1, 3])`` or ``Zn(97)("3*x^2 - x + 7")``.
///
/// Coefficients are Python integers, constant term first, over Q fractions; over extensions the digits of an integer are the coefficients of an element.
///
/// >>> from polymod import Zn
/// >>> f = Zn(97)("3*x^2 - x + 7")
/// >>> f * f + 1, f.degree(), f(10), list(f)
/// (Zn(97).poly([50, 83, 43, 91, 9]), 2, 6, [7, 96, 3])
/// >>> print(f)
/// 3*x^2 + 96*x + 7
#[pyclass(module = "polymod", name = "Poly", frozen)]
pub struct PyPoly(pub Poly<AnyRing>);

/// Longest polynomial whose `repr` has all coefficients.
const SHOWN: usize = 1000;

impl PyPoly {
    pub fn ring(&self) -> &AnyRing {
        self.0.ring()
    }

    /// Refuses a computation with this polynomial and others that the memory limit of this thread does not allow.
    #[inline]
    fn check(&self, what: &str, others: &[&Poly<AnyRing>], task: impl FnOnce() -> Task) -> PyResult<()> {
        self.check_result(what, others, || 0.0, task)
    }

    /// The same for a computation whose result may be much longer than its operands.
    fn check_result(
        &self,
        what: &str,
        others: &[&Poly<AnyRing>],
        result: impl FnOnce() -> f64,
        task: impl FnOnce() -> Task,
    ) -> PyResult<()> {
        let all = [&self.0].into_iter().chain(others.iter().copied()).map(Poly::coeffs);
        limits::check(self.ring(), what, all, result, task)
    }

    /// The words of the coefficients, for the prediction of times.
    pub fn words(&self) -> usize {
        words(&self.0)
    }

    /// The polynomial, over a ring that must be this one.
    pub fn over(&self, ring: &AnyRing) -> PyResult<&Poly<AnyRing>> {
        if self.ring() == ring {
            return Ok(&self.0);
        }
        Err(exception(&Error::RingsDiffer { left: ring.name(), right: self.ring().name() }))
    }

    /// An operand: a polynomial, or a constant; `None` for other objects.
    fn operand<'a>(&self, other: &'a Bound<'_, PyAny>) -> PyResult<Option<Cow<'a, Poly<AnyRing>>>> {
        if let Ok(other) = other.cast::<PyPoly>() {
            return Ok(Some(Cow::Borrowed(&other.get().0)));
        }
        if !ints::is_element(other) {
            return Ok(None);
        }
        Ok(Some(Cow::Owned(Poly::new(self.ring(), [ints::element(self.ring(), other)?]))))
    }

    /// The argument of a method: a polynomial or a constant.
    fn argument<'a>(&self, other: &'a Bound<'_, PyAny>) -> PyResult<Cow<'a, Poly<AnyRing>>> {
        match self.operand(other)? {
            Some(operand) => Ok(operand),
            None => Err(PyTypeError::new_err(format!("expected a polynomial, got {}", other.get_type().name()?))),
        }
    }

    fn element(&self, x: &Bound<'_, PyAny>) -> PyResult<AnyElem> {
        ints::element(self.ring(), x)
    }

    fn int<'py>(&self, py: Python<'py>, x: &AnyElem) -> PyResult<Bound<'py, PyAny>> {
        ints::of_element(py, self.ring(), x)
    }

    fn vector<'py>(&self, py: Python<'py>, v: View<'_, AnyRing>) -> PyResult<Bound<'py, PyAny>> {
        arrays::array(py, self.ring(), v)
    }

    /// A number of coefficients, whose vector fits in memory.
    fn count(&self, n: &Bound<'_, PyAny>, what: &str) -> PyResult<usize> {
        let n = ints::length(n, what)?;
        fits(n, self.0.coeffs().width())?;
        Ok(n)
    }
}

/// Length of a polynomial, and bits of its coefficients.
fn size(p: &Poly<AnyRing>) -> Size {
    p.ring().size(p.coeffs())
}

/// The words of the coefficients of a polynomial.
pub fn words(p: &Poly<AnyRing>) -> usize {
    p.coeffs().bytes_for(p.len() as f64) as usize / 8
}

/// Leading coefficient and factors, as python-flint returns them.
type Factors<'py> = (Bound<'py, PyAny>, Vec<(PyPoly, u64)>);

fn factors<'py>(py: Python<'py>, ring: &AnyRing, found: Factorization<AnyRing>) -> PyResult<Factors<'py>> {
    let unit = ints::of_element(py, ring, &found.unit)?;
    Ok((unit, found.factors.into_iter().map(|(p, e)| (PyPoly(p), e)).collect()))
}

immutable!(PyPoly);

#[pymethods]
impl PyPoly {
    /// NumPy's scalars leave operators to the polynomial.
    #[classattr]
    fn __array_ufunc__(py: Python<'_>) -> Py<PyAny> {
        py.None()
    }

    /// The ring of the coefficients.
    #[getter(ring)]
    fn py_ring(&self) -> PyRing {
        PyRing::of(self.ring())
    }

    /// The degree; -1 for the zero polynomial.
    fn degree(&self) -> isize {
        self.0.len() as isize - 1
    }

    /// The number of coefficients: degree + 1.
    fn length(&self) -> usize {
        self.0.len()
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __bool__(&self) -> bool {
        !self.0.is_empty()
    }

    /// The coefficients as a list of integers, constant term first.
    pub fn coeffs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        lists::list(py, self.ring(), self.0.coeffs())
    }

    /// The leading coefficient; 0 for the zero polynomial.
    fn leading_coefficient<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.int(py, &self.0.leading().unwrap_or_else(|| self.ring().elem(0)))
    }

    /// Whether it is 0.
    fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether it is 1.
    fn is_one(&self) -> bool {
        self.0.len() == 1 && self.0.coeff(0) == self.ring().one()
    }

    /// Whether the degree is 0 at most.
    fn is_constant(&self) -> bool {
        self.0.len() < 2
    }

    /// Whether it is x.
    fn is_gen(&self) -> bool {
        self.0 == Poly::x(self.ring())
    }

    /// Whether the leading coefficient is 1.
    fn is_monic(&self) -> bool {
        self.0.leading().is_some_and(|c| c == self.ring().one())
    }

    fn __getitem__<'py>(&self, py: Python<'py>, i: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(slice) = i.cast::<PySlice>() {
            return self.coeffs(py)?.as_any().get_item(slice);
        }
        let i: isize = i.extract()?;
        let i = usize::try_from(i).map_err(|_| PyIndexError::new_err("a coefficient's index must not be negative"))?;
        Ok(self.int(py, &self.0.coeff(i))?.into_any())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.coeffs(py)?.try_iter()
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        if !matches!(op, CompareOp::Eq | CompareOp::Ne) {
            return Ok(py.NotImplemented());
        }
        let equal = if let Ok(other) = other.cast::<PyPoly>() {
            self.0 == other.get().0
        } else if ints::is_element(other) {
            self.operand(other).is_ok_and(|c| c.is_some_and(|c| self.0 == *c))
        } else {
            return Ok(py.NotImplemented());
        };
        Ok((equal == matches!(op, CompareOp::Eq)).into_bound_py_any(py)?.unbind())
    }

    fn __hash__(&self) -> u64 {
        let mut state = DefaultHasher::new();
        self.0.hash(&mut state);
        state.finish()
    }

    pub fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut text = format!("{}.poly([", self.py_ring().__repr__());
        let long = self.0.len() > SHOWN;
        for i in (0..self.0.len()).filter(|i| !long || *i < 3 || i + 1 == self.0.len()) {
            if long && i + 1 == self.0.len() {
                text += ", ...";
            }
            let _ =
                write!(text, "{}{}", if i > 0 { ", " } else { "" }, ints::shown(py, self.ring(), self.0.coeffs(), i)?);
        }
        Ok(text + "])")
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn _repr_latex_(&self) -> String {
        latex(&self.0.to_string())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let ring = self.py_ring().into_pyobject(py)?;
        let coeffs = if arrays::is_word_ring(self.ring()) {
            self.vector(py, self.0.coeffs())?
        } else {
            self.coeffs(py)?.into_any()
        };
        Ok((ring.getattr(intern!(py, "poly"))?, PyTuple::new(py, [coeffs])?))
    }

    /// Over Z/n for n < 2^64, the memory of the coefficients: ``numpy.asarray(f)`` is a read-only array that shares it.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        arrays::interface(py, self.ring(), self.0.coeffs(), &[self.0.len()])
    }

    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        slf: &Bound<'py, Self>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let p = slf.get();
        arrays::exported(slf, p.ring(), p.0.coeffs(), &[p.0.len()], dtype, copy)
    }

    /// The coefficients as a NumPy array, constant term first.
    ///
    /// Its type is ``uint64`` where the ring has at most 2^64 elements, and otherwise ``object``, for integers of any size and fractions. Over Z/n for
    /// n < 2^64 the array is read-only, and shares the memory of the polynomial. With ``dtype`` it is a copy of that type, and integers that do
    /// not fit are an OverflowError.
    ///
    /// >>> import numpy as np
    /// >>> from polymod import ZZ, Zn
    /// >>> Zn(97)("x^2 - 1").to_numpy()
    /// array([96,  0,  1], dtype=uint64)
    /// >>> ZZ("x^2 - 1").to_numpy(np.int8)
    /// array([-1,  0,  1], dtype=int8)
    #[pyo3(signature = (dtype=None))]
    fn to_numpy<'py>(slf: &Bound<'py, Self>, dtype: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        Self::__array__(slf, dtype, None)
    }

    /// Over an extension the coefficients of the coefficients: a NumPy array with a row for each coefficient, which :meth:`Ring.poly` takes.
    ///
    /// >>> from polymod import GF
    /// >>> F = GF(3, 2)
    /// >>> F("(t + 1)*x + 2").components()
    /// array([[2, 0],
    ///        [1, 1]], dtype=uint64)
    fn components<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        extension::components(py, self.ring(), self.0.coeffs())
    }

    /// The polynomial with the given coefficient in place of that of x^i.
    fn with_coefficient(&self, i: &Bound<'_, PyAny>, c: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (i, c) = (self.count(i, "the index")?, self.element(c)?);
        let mut coeffs = self.0.clone().into_coeffs();
        if i >= coeffs.len() {
            self.ring().resize(&mut coeffs, i + 1);
        }
        let mut one = self.ring().zeros(coeffs.len());
        polymod::ring::Vectors::copy_at(self.ring(), &mut one, 0, coeffs.view());
        self.ring().set(&mut one, i, &c);
        Ok(PyPoly(Poly::from_coeffs(self.ring(), one)))
    }
}

/// An expression in a variable, for LaTeX.
pub fn latex(text: &str) -> String {
    let (mut out, mut exponent) = (String::from("$"), false);
    for c in text.chars() {
        if exponent && !c.is_ascii_digit() {
            out.push('}');
            exponent = false;
        }
        match c {
            '*' => {}
            '^' => {
                out += "^{";
                exponent = true;
            }
            c => out.push(c),
        }
    }
    out + if exponent { "}$" } else { "$" }
}

/// Newton's basis for the coefficients takes a point for each but the first.
fn enough_points(points: usize, coeffs: usize) -> PyResult<()> {
    if points + 1 < coeffs {
        return Err(PyValueError::new_err(format!("{points} points are too few for {coeffs} coefficients")));
    }
    Ok(())
}

/// A result, or the exception for its error.
fn raised<T>(result: polymod::Result<T>) -> PyResult<T> {
    result.or_raise()
}
