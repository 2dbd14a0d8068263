//! Operators, products and powers.

use super::PyPoly;
use crate::{
    errors::{Answer, OrRaise},
    ints,
    limits::check_product,
    poly::words,
    run::{Work, run},
};
use polymod::{
    AnyRing, Integers, Poly, ProductAlgorithm, Ring, Zn, ZnBig,
    memory::{Task, power_bytes},
    poly::{Divisor, Part},
    ring::{Coeffs, Convolve, View},
};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::PySlice,
};

/// The result of an operator.
type Operated = PyResult<Answer<PyPoly>>;

/// An operator on two polynomials, of which the right one may be a constant.
fn operator(
    py: Python<'_>,
    a: &PyPoly,
    other: &Bound<'_, PyAny>,
    work: fn(usize) -> Work,
    f: impl Fn(&Poly<AnyRing>, &Poly<AnyRing>) -> polymod::Result<Poly<AnyRing>> + Sync,
) -> Operated {
    let Some(b) = a.operand(other)? else { return Ok(Answer(None)) };
    let (a, b) = (&a.0, &*b);
    let work = work(words(a) + words(b));
    run(py, work, || f(a, b)).map(|p| Answer(Some(PyPoly(p))))
}

/// An operator of division, within the limits of this thread.
fn division(
    py: Python<'_>,
    a: &PyPoly,
    other: &Bound<'_, PyAny>,
    f: impl Fn(&Poly<AnyRing>, &Poly<AnyRing>) -> polymod::Result<Poly<AnyRing>> + Sync,
) -> Operated {
    if let Ok(b) = other.cast::<PyPoly>() {
        a.check("division", &[&b.get().0], || Task::Division)?;
    }
    operator(py, a, other, Work::Recursive, f)
}

/// The operator `*`, within the limits of this thread.
fn product(py: Python<'_>, a: &PyPoly, other: &Bound<'_, PyAny>) -> Operated {
    if let Ok(other) = other.cast::<PyPoly>() {
        check_part(&a.0, &other.get().0, &Part::All)?;
    }
    operator(py, a, other, Work::Product, Poly::checked_mul)
}

/// Refuses a part of a product that the memory limit of this thread does not allow.
fn check_part(a: &Poly<AnyRing>, b: &Poly<AnyRing>, part: &Part) -> PyResult<()> {
    check_product(a.ring(), a.ring().size(a.coeffs()), b.ring().size(b.coeffs()), part)
}

/// Largest number of words of both operands of [`short`].
const SHORT: usize = 256;

/// An operation on two vectors over a ring, of which neither is empty.
type Vectorial<R> = fn(&R, View<'_, R>, View<'_, R>) -> polymod::Result<Coeffs<R>>;

/// An operation on short polynomials over the same ring of type R, for which the choice of a way through rings of any type takes as long as
/// the operation itself; `None` for others.
#[inline]
fn short<R: Convolve + PartialEq>(
    py: Python<'_>,
    a: &Poly<AnyRing>,
    b: &Poly<AnyRing>,
    f: Vectorial<R>,
) -> Option<PyResult<Poly<AnyRing>>> {
    let (r, s): (&R, &R) = (a.ring().downcast_ref()?, b.ring().downcast_ref()?);
    let (x, y) = (a.coeffs(), b.coeffs());
    let (x, y) = (x.words(), y.words());
    if r != s || x.len() + y.len() > SHORT || a.is_empty() || b.is_empty() {
        return None;
    }
    let x: View<'_, R> = View::from_words(x, a.len(), x.len() / a.len());
    let y: View<'_, R> = View::from_words(y, b.len(), y.len() / b.len());
    Some(run(py, Work::Linear(0), || f(r, x, y)).map(|v| Poly::from_coeffs(a.ring(), a.ring().erased(v))))
}

/// The result of [`short`] over each type of ring that has a row of words for each coefficient, or else of the second operation.
macro_rules! short_or {
    ($py:expr, $a:expr, $other:expr, $f:ident, $long:expr) => {{
        let (py, a) = ($py, &$a.0);
        let found = $other.cast::<PyPoly>().ok().and_then(|other| {
            let b = &other.get().0;
            short::<Zn>(py, a, b, $f)
                .or_else(|| short::<Integers>(py, a, b, $f))
                .or_else(|| short::<ZnBig>(py, a, b, $f))
        });
        match found {
            Some(found) => found.map(|p| Answer(Some(PyPoly(p)))),
            None => $long,
        }
    }};
}

fn times<R: Convolve>(r: &R, x: View<'_, R>, y: View<'_, R>) -> polymod::Result<Coeffs<R>> {
    r.engine().enter(|cx| r.mul_window(x, y, 0..x.len() + y.len() - 1, cx))
}

fn plus<R: Convolve>(r: &R, x: View<'_, R>, y: View<'_, R>) -> polymod::Result<Coeffs<R>> {
    let (long, short) = if x.len() < y.len() { (y, x) } else { (x, y) };
    let mut sum = r.owned(long);
    r.add_at(&mut sum, 0, short);
    Ok(sum)
}

fn minus<R: Convolve>(r: &R, x: View<'_, R>, y: View<'_, R>) -> polymod::Result<Coeffs<R>> {
    let mut difference = r.owned(x);
    r.resize(&mut difference, x.len().max(y.len()));
    r.sub_at(&mut difference, 0, y);
    Ok(difference)
}

/// The part of a product that arguments name.
pub fn part(
    low: Option<&Bound<'_, PyAny>>,
    window: Option<&Bound<'_, PySlice>>,
    cyclic: Option<&Bound<'_, PyAny>>,
    negacyclic: Option<&Bound<'_, PyAny>>,
) -> PyResult<Part> {
    let length = |n: &Bound<'_, PyAny>| {
        let n = ints::length(n, "the length")?;
        crate::run::fits(n, 1).map(|()| n)
    };
    let mut parts = Vec::new();
    if let Some(n) = low {
        parts.push(Part::Low(length(n)?));
    }
    if let Some(slice) = window {
        let end = |name: &str, absent: usize| -> PyResult<usize> {
            let x = slice.getattr(name)?;
            if x.is_none() { Ok(absent) } else { ints::length(&x, "an end of the window") }
        };
        if end("step", 1)? != 1 {
            return Err(PyValueError::new_err("the window of a product has step 1"));
        }
        let (start, stop) = (end("start", 0)?, end("stop", usize::MAX)?);
        parts.push(Part::Middle(start..stop.max(start)));
    }
    if let Some(n) = cyclic {
        parts.push(Part::Cyclic(length(n)?));
    }
    if let Some(n) = negacyclic {
        parts.push(Part::Negacyclic(length(n)?));
    }
    match parts.len() {
        0 => Ok(Part::All),
        1 => Ok(parts.remove(0)),
        _ => Err(PyTypeError::new_err("expected at most one of low, window, cyclic and negacyclic")),
    }
}

/// The algorithm of a product with this name.
pub fn product_algorithm(name: Option<&str>) -> PyResult<Option<ProductAlgorithm>> {
    name.map(|name| name.parse().or_raise()).transpose()
}

#[pymethods]
impl PyPoly {
    fn __add__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Operated {
        short_or!(py, self, other, plus, operator(py, self, other, Work::Linear, Poly::checked_add))
    }

    fn __radd__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Operated {
        operator(py, self, other, Work::Linear, Poly::checked_add)
    }

    fn __sub__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Operated {
        short_or!(py, self, other, minus, operator(py, self, other, Work::Linear, Poly::checked_sub))
    }

    fn __rsub__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Operated {
        operator(py, self, other, Work::Linear, |a, b| b.checked_sub(a))
    }

    fn __mul__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Operated {
        short_or!(py, self, other, times, product(py, self, other))
    }

    fn __rmul__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Operated {
        product(py, self, other)
    }

    fn __neg__(&self) -> Self {
        PyPoly(-&self.0)
    }

    fn __pos__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __floordiv__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Operated {
        division(py, self, other, Poly::quo)
    }

    fn __rfloordiv__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Operated {
        division(py, self, other, |a, b| b.quo(a))
    }

    fn __mod__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Operated {
        division(py, self, other, Poly::rem)
    }

    fn __rmod__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Operated {
        division(py, self, other, |a, b| b.rem(a))
    }

    fn __truediv__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Operated {
        division(py, self, other, Poly::exact_div)
    }

    fn __rtruediv__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> Operated {
        division(py, self, other, |a, b| b.exact_div(a))
    }

    fn __divmod__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Answer<(PyPoly, PyPoly)>> {
        let Some(b) = self.operand(other)? else { return Ok(Answer(None)) };
        divided(py, &self.0, &b).map(|pair| Answer(Some(pair)))
    }

    fn __rdivmod__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Answer<(PyPoly, PyPoly)>> {
        let Some(b) = self.operand(other)? else { return Ok(Answer(None)) };
        divided(py, &b, &self.0).map(|pair| Answer(Some(pair)))
    }

    fn __pow__(&self, py: Python<'_>, e: &Bound<'_, PyAny>, modulo: Option<&Bound<'_, PyAny>>) -> Operated {
        if !ints::is_element(e) {
            return Ok(Answer(None));
        }
        match modulo {
            Some(m) => self.pow_mod(py, e, m).map(|p| Answer(Some(p))),
            None => self.pow(py, e).map(|p| Answer(Some(p))),
        }
    }

    fn __lshift__(&self, k: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.left_shift(k)
    }

    fn __rshift__(&self, k: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.right_shift(k)
    }

    /// The polynomial times x^k.
    fn left_shift(&self, k: &Bound<'_, PyAny>) -> PyResult<Self> {
        let k = self.count(k, "the shift")?;
        crate::run::fits(self.0.len() + k, self.0.coeffs().width())?;
        Ok(PyPoly(if self.0.is_empty() { self.0.clone() } else { self.0.shl(k) }))
    }

    /// The quotient by x^k, without the remainder.
    fn right_shift(&self, k: &Bound<'_, PyAny>) -> PyResult<Self> {
        let k = ints::length(k, "the shift")?;
        Ok(self.part_of_coefficients(k..usize::MAX))
    }

    /// The remainder modulo x^n.
    fn truncate(&self, n: &Bound<'_, PyAny>) -> PyResult<Self> {
        let n = ints::length(n, "the length")?;
        Ok(self.part_of_coefficients(0..n))
    }

    /// The square.
    fn square(&self, py: Python<'_>) -> PyResult<Self> {
        check_part(&self.0, &self.0, &Part::All)?;
        run(py, Work::Product(2 * self.words()), || self.0.sqr()).map(PyPoly)
    }

    /// The first n coefficients of the product.
    ///
    /// >>> from polymod import ZZ
    /// >>> f = ZZ.poly([1, 1, 1, 1])
    /// >>> f.mul_low(f, 3)
    /// ZZ.poly([1, 2, 3])
    fn mul_low(&self, py: Python<'_>, other: &Bound<'_, PyAny>, n: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (b, n) = (self.argument(other)?, ints::length(n, "the length")?);
        check_part(&self.0, &b, &Part::Low(n))?;
        run(py, Work::Product(self.words() + words(&b)), || self.0.mul_low(&b, n)).map(PyPoly)
    }

    /// A product, or a part of it: the coefficients below ``low``, those of the slice ``window``, or the product modulo x^n - 1
    /// (``cyclic=n``) or x^n + 1 (``negacyclic=n``); by the named algorithm, or the one predicted fastest.
    ///
    /// >>> from polymod import ZZ
    /// >>> f = ZZ.poly([1, 2, 3])
    /// >>> f.mul(f, negacyclic=3), f.mul(f, window=slice(1, 3)), f.mul(f, algorithm="schoolbook")
    /// (ZZ.poly([-11, -5, 10]), ZZ.poly([4, 10]), ZZ.poly([1, 4, 10, 12, 9]))
    #[pyo3(signature = (other, *, low=None, window=None, cyclic=None, negacyclic=None, algorithm=None))]
    #[allow(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn mul(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        low: Option<&Bound<'_, PyAny>>,
        window: Option<&Bound<'_, PySlice>>,
        cyclic: Option<&Bound<'_, PyAny>>,
        negacyclic: Option<&Bound<'_, PyAny>>,
        algorithm: Option<&str>,
    ) -> PyResult<Self> {
        let (b, part) = (self.argument(other)?, part(low, window, cyclic, negacyclic)?);
        let algorithm = product_algorithm(algorithm)?;
        if algorithm.is_none() {
            check_part(&self.0, &b, &part)?;
        }
        run(py, Work::Product(self.words() + words(&b)), || self.0.mul_part(&b, &part, algorithm)).map(PyPoly)
    }

    /// The power with an exponent of any size; negative where there is an inverse.
    fn pow(&self, py: Python<'_>, e: &Bound<'_, PyAny>) -> PyResult<Self> {
        let e = ints::exponent(e)?;
        let len = e.word().map_or(usize::MAX, |e| self.0.len().saturating_mul(e as usize));
        if self.0.len() > 1 && !e.is_negative() {
            crate::run::fits(len, self.0.coeffs().width())?;
        }
        let exponent = if e.is_negative() { -1.0 } else { e.word().map_or(f64::INFINITY, |e| e as f64) };
        self.check_result("power", &[], || power_bytes(&self.0, exponent), || Task::Power)?;
        run(py, Work::Recursive(len.max(self.words())), || self.0.pow(e.clone())).map(PyPoly)
    }

    /// The power modulo a polynomial or a prepared :class:`Divisor`: also ``pow(f, e, m)``. The exponent may be negative where there is an
    /// inverse.
    ///
    /// >>> from polymod import Zn
    /// >>> R = Zn(97)
    /// >>> pow(R.x, 10**30, R("x^3 + 2*x + 5"))
    /// Zn(97).poly([85, 69, 35])
    fn pow_mod(&self, py: Python<'_>, e: &Bound<'_, PyAny>, m: &Bound<'_, PyAny>) -> PyResult<Self> {
        let e = ints::exponent(e)?;
        let power = |d: &Divisor<AnyRing>| -> polymod::Result<_> { self.0.pow_mod(e.clone(), d) };
        let work = |len: usize| Work::Recursive((len + self.words()).saturating_mul(1 + e.limbs().len()));
        if let Ok(d) = m.cast::<super::PyDivisor>() {
            let d = &d.get().0;
            self.check("power", &[d.poly()], || Task::PowerModulo)?;
            return run(py, work(words(d.poly())), || power(d)).map(PyPoly);
        }
        let m = self.argument(m)?;
        self.check("power", &[&m], || Task::PowerModulo)?;
        run(py, work(words(&m)), || power(&Divisor::new(&m)?)).map(PyPoly)
    }

    /// The product with an element of the ring.
    fn scale(&self, c: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(PyPoly(self.0.scale(&self.element(c)?)))
    }

    /// The polynomial over its leading coefficient.
    fn monic(&self) -> PyResult<Self> {
        self.0.monic().map(PyPoly).or_raise()
    }

    /// The coefficients in reverse order: x^d·f(1/x), d the degree, or the one given.
    #[pyo3(signature = (degree=None))]
    fn reverse(&self, degree: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let Some(degree) = degree else { return Ok(PyPoly(self.0.reverse())) };
        let len = self.count(degree, "the degree")? + 1;
        let low = self.part_of_coefficients(0..len).0;
        let missing = len - low.len();
        Ok(PyPoly(if low.is_empty() { low } else { low.reverse().shl(missing) }))
    }

    /// The product of polynomials of one ring.
    ///
    /// >>> from polymod import Poly, ZZ
    /// >>> Poly.prod([ZZ.poly([-i, 1]) for i in range(4)])
    /// ZZ.poly([0, -6, 11, -6, 1])
    #[staticmethod]
    fn prod(py: Python<'_>, factors: Vec<PyRef<'_, PyPoly>>) -> PyResult<Self> {
        let Some(first) = factors.first() else {
            return Err(PyValueError::new_err(
                "the product of no polynomials has no ring: expected at least one factor",
            ));
        };
        let all: Vec<Poly<AnyRing>> = factors.iter().map(|p| p.0.clone()).collect();
        let ring: AnyRing = first.ring().clone();
        run(py, Work::Recursive(all.iter().map(words).sum()), || Poly::product(&ring, &all)).map(PyPoly)
    }
}

impl PyPoly {
    /// Some coefficients, as a polynomial.
    fn part_of_coefficients(&self, range: std::ops::Range<usize>) -> PyPoly {
        let r = self.ring();
        PyPoly(Poly::from_coeffs(r, polymod::ring::Vectors::owned(r, self.0.coeffs().slice(range))))
    }
}

/// Quotient and remainder.
fn divided(py: Python<'_>, a: &Poly<AnyRing>, b: &Poly<AnyRing>) -> PyResult<(PyPoly, PyPoly)> {
    let operands = [a.coeffs(), b.coeffs()];
    crate::limits::check(a.ring(), "division", operands, || 0.0, || Task::Division)?;
    run(py, Work::Recursive(words(a) + words(b)), || a.div_rem(b)).map(|(q, r)| (PyPoly(q), PyPoly(r)))
}
