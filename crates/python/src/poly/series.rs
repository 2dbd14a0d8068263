//! Power series: polynomials modulo x^n.

use super::PyPoly;
use crate::{
    ints,
    poly::words,
    run::{Work, run},
};
use polymod::{
    AnyRing, Poly,
    memory::{Task, coefficient_bytes, growth, log2_norm},
};
use pyo3::prelude::*;

/// The memory of an inverse to a number of terms.
fn inverse(_: usize) -> Task {
    Task::InverseSeries
}

/// The memory of another function of one series to a number of terms.
fn plain(_: usize) -> Task {
    Task::Series
}

/// Methods of a series with their memory, and bits of a term over Z beyond the growth of the series; they take the number of terms wanted.
macro_rules! series {
    ($($(#[$doc:meta])* $name:ident = $method:ident, $task:expr, $more:literal;)*) => {
        #[pymethods]
        impl PyPoly {
            $($(#[$doc])*
            fn $name(&self, py: Python<'_>, n: &Bound<'_, PyAny>) -> PyResult<Self> {
                let n = self.count(n, "the number of terms")?;
                self.check_terms(&[], n, |a| (growth(a) + $more) * n as f64 + log2_norm(a), || $task(n))?;
                run(py, self.series(n), || self.0.$method(n)).map(PyPoly)
            })*
        }
    };
}

series! {
    /// n terms of the power series 1/self.
    ///
    /// >>> from polymod import ZZ
    /// >>> ZZ("1 - x - x^2").inverse_series(8)
    /// ZZ.poly([1, 1, 2, 3, 5, 8, 13, 21])
    inverse_series = inv_series, inverse, 0.0;
    /// n terms of the power series 1/self, under python-flint's name.
    inverse_series_trunc = inv_series, inverse, 0.0;
    /// n terms of the logarithm; the constant term is 1.
    log_series = log_series, plain, 0.0;
    /// n terms of the exponential; the constant term is 0.
    exp_series = exp_series, plain, 0.0;
    /// n terms of the square root whose lowest coefficient is the smaller residue, over Z positive.
    sqrt_series = sqrt_series, plain, 0.0;
    /// n terms of the square root, under python-flint's name.
    sqrt_trunc = sqrt_series, plain, 0.0;
    /// n terms of the series g with self(g) = x.
    ///
    /// >>> from polymod import ZZ
    /// >>> ZZ("x - x^2").revert_series(6)
    /// ZZ.poly([0, 1, 1, 2, 5, 14])
    revert_series = revert_series, Task::SeriesComposition, 3.0;
    /// n terms of 1 over the square root.
    invsqrt_series = invsqrt_series, plain, 0.0;
    /// n terms of the sine; the constant term is 0.
    ///
    /// >>> from polymod import QQ
    /// >>> print(QQ.x.sin_series(6), QQ.x.tan_series(6), QQ.x.atan_series(6), sep="; ")
    /// 1/120*x^5 - 1/6*x^3 + x; 2/15*x^5 + 1/3*x^3 + x; 1/5*x^5 - 1/3*x^3 + x
    sin_series = sin_series, plain, 0.0;
    /// n terms of the cosine; the constant term is 0.
    cos_series = cos_series, plain, 0.0;
    /// n terms of the tangent; the constant term is 0.
    tan_series = tan_series, plain, 0.0;
    /// n terms of the hyperbolic sine; the constant term is 0.
    sinh_series = sinh_series, plain, 0.0;
    /// n terms of the hyperbolic cosine; the constant term is 0.
    cosh_series = cosh_series, plain, 0.0;
    /// n terms of the hyperbolic tangent; the constant term is 0.
    tanh_series = tanh_series, plain, 0.0;
    /// n terms of the inverse sine; the constant term is 0.
    asin_series = asin_series, plain, 0.0;
    /// n terms of the inverse tangent; the constant term is 0.
    atan_series = atan_series, plain, 0.0;
}

#[pymethods]
impl PyPoly {
    /// n terms of the power series self/other.
    ///
    /// >>> from polymod import QQ
    /// >>> QQ("1 + x").div_series(QQ("2 - x"), 3)
    /// QQ.poly(['1/2', '3/4', '3/8'])
    fn div_series(&self, py: Python<'_>, other: &Bound<'_, PyAny>, n: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (b, n) = (&*self.argument(other)?, self.count(n, "the number of terms")?);
        self.check_terms(&[b], n, |a| growth(b) * n as f64 + log2_norm(b) + log2_norm(a), || Task::InverseSeries)?;
        run(py, self.series(n), || self.0.div_series(b, n)).map(PyPoly)
    }

    /// n terms of the power with an exponent of any size, which may be negative.
    fn pow_series(&self, py: Python<'_>, e: &Bound<'_, PyAny>, n: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (e, n) = (ints::exponent(e)?, self.count(n, "the number of terms")?);
        let exponent = e.word().map_or(f64::INFINITY, |e| e as f64);
        let bits = |a: &Poly<AnyRing>| {
            let product = if e.is_negative() { f64::INFINITY } else { exponent * log2_norm(a) };
            // at t/2 the series is at most 1/2
            ((growth(a) + 1.0) * n as f64 + exponent).min(product)
        };
        self.check_terms(&[], n, bits, || Task::Series)?;
        run(py, self.series(n), || self.0.pow_series(e.clone(), n)).map(PyPoly)
    }

    /// n terms of the power, under python-flint's name.
    fn pow_trunc(&self, py: Python<'_>, e: &Bound<'_, PyAny>, n: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.pow_series(py, e, n)
    }

    /// n terms of the series at another one, whose constant term is 0.
    ///
    /// >>> from polymod import ZZ
    /// >>> ZZ("1 + x + x^2 + x^3").compose_series(ZZ("x + x^2"), 4)
    /// ZZ.poly([1, 1, 2, 3])
    #[pyo3(signature = (inner, n, algorithm=None))]
    fn compose_series(
        &self,
        py: Python<'_>,
        inner: &Bound<'_, PyAny>,
        n: &Bound<'_, PyAny>,
        algorithm: Option<&str>,
    ) -> PyResult<Self> {
        let (inner, n) = (&*self.argument(inner)?, self.count(n, "the number of terms")?);
        let algorithm = super::raised(algorithm.map(str::parse).transpose())?;
        let bits =
            |a: &Poly<AnyRing>| log2_norm(a) + (growth(inner) * n as f64).min(log2_norm(inner) * a.len().min(n) as f64);
        self.check_terms(&[inner], n, bits, || Task::SeriesComposition(n))?;
        let work = Work::Hard(n.saturating_mul(1 + words(inner) / inner.len().max(1)));
        run(py, work, || self.0.compose_series_by(inner, n, algorithm)).map(PyPoly)
    }
}

impl PyPoly {
    /// Refuses n terms, over Z of coefficients of this number of bits, that exceed the memory limit.
    fn check_terms(
        &self,
        others: &[&Poly<AnyRing>],
        n: usize,
        bits: impl FnOnce(&Poly<AnyRing>) -> f64,
        task: impl FnOnce() -> Task,
    ) -> PyResult<()> {
        let result = || n as f64 * coefficient_bytes(&self.0, || bits(&self.0));
        self.check_result("power series", others, result, task)
    }

    fn series(&self, n: usize) -> Work {
        // over Z coefficients grow
        let grows = polymod::Ring::size(self.ring(), self.0.coeffs()).bits as usize;
        Work::Recursive(n.saturating_mul(self.0.coeffs().width().max(1)).saturating_mul(1 + grows.min(n)))
    }
}
