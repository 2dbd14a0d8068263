//! Polynomials with names: cyclotomic, orthogonal, Swinnerton-Dyer, and irreducible ones that a rule singles out.

use super::PyPoly;
use crate::{
    ints,
    ring::PyRing,
    run::{Work, fits, run},
};
use polymod::{AnyRing, Poly, Result, poly::Orthogonal};
use pyo3::{exceptions::PyOverflowError, prelude::*};

/// A degree of at most 32 bits, whose polynomial fits in memory with coefficients of this number of words for each degree.
fn degree(n: &Bound<'_, PyAny>, words: fn(usize) -> usize) -> PyResult<u32> {
    let n = ints::length(n, "the degree")?;
    fits(n, 1 + words(n))?;
    u32::try_from(n).map_err(|_| PyOverflowError::new_err("the degree is too large"))
}

impl PyRing {
    fn orthogonal(&self, py: Python<'_>, which: Orthogonal, n: &Bound<'_, PyAny>) -> PyResult<PyPoly> {
        let n = degree(n, |n| n / 64)?;
        run(py, Work::Cubic(n as usize, 1), || which.poly(&self.ring, n)).map(PyPoly)
    }

    /// An irreducible polynomial of this degree by a rule.
    fn irreducible(
        &self,
        py: Python<'_>,
        degree: &Bound<'_, PyAny>,
        rule: fn(&AnyRing, usize) -> Result<Poly<AnyRing>>,
    ) -> PyResult<PyPoly> {
        let degree = ints::length(degree, "the degree")?;
        fits(degree, 1)?;
        run(py, Work::Hard(degree.max(1 << 10)), || rule(&self.ring, degree)).map(PyPoly)
    }
}

#[pymethods]
impl PyRing {
    /// The cyclotomic polynomial of order n.
    ///
    /// >>> from polymod import ZZ
    /// >>> print(ZZ.cyclotomic(12))
    /// x^4 - x^2 + 1
    fn cyclotomic(&self, py: Python<'_>, n: &Bound<'_, PyAny>) -> PyResult<PyPoly> {
        let n = degree(n, |_| 4)?;
        run(py, Work::Recursive(n as usize), || Poly::cyclotomic(&self.ring, n)).map(PyPoly)
    }

    /// Chebyshev's polynomial of the first kind: T(cos t) = cos nt.
    ///
    /// >>> from polymod import ZZ, QQ
    /// >>> print(ZZ.chebyshev_t(5), ZZ.hermite(2), QQ.legendre(2), sep="; ")
    /// 16*x^5 - 20*x^3 + 5*x; 4*x^2 - 2; 3/2*x^2 - 1/2
    fn chebyshev_t(&self, py: Python<'_>, n: &Bound<'_, PyAny>) -> PyResult<PyPoly> {
        self.orthogonal(py, Orthogonal::Chebyshev, n)
    }

    /// Chebyshev's polynomial of the second kind: U(cos t) sin t = sin (n + 1)t.
    fn chebyshev_u(&self, py: Python<'_>, n: &Bound<'_, PyAny>) -> PyResult<PyPoly> {
        self.orthogonal(py, Orthogonal::ChebyshevSecond, n)
    }

    /// Legendre's polynomial, with the value 1 at 1; a ZeroDivisionError or ValueError where the ring lacks a denominator.
    fn legendre(&self, py: Python<'_>, n: &Bound<'_, PyAny>) -> PyResult<PyPoly> {
        self.orthogonal(py, Orthogonal::Legendre, n)
    }

    /// Hermite's polynomial of physics, with the leading coefficient 2^n.
    fn hermite(&self, py: Python<'_>, n: &Bound<'_, PyAny>) -> PyResult<PyPoly> {
        self.orthogonal(py, Orthogonal::Hermite, n)
    }

    /// Laguerre's polynomial, with the value 1 at 0; a ZeroDivisionError or ValueError where the ring lacks a denominator.
    fn laguerre(&self, py: Python<'_>, n: &Bound<'_, PyAny>) -> PyResult<PyPoly> {
        self.orthogonal(py, Orthogonal::Laguerre, n)
    }

    /// Swinnerton-Dyer's polynomial, whose roots are all sums of the square roots of the first n primes with signs.
    ///
    /// >>> from polymod import ZZ
    /// >>> print(ZZ.swinnerton_dyer(2))
    /// x^4 - 10*x^2 + 1
    fn swinnerton_dyer(&self, py: Python<'_>, n: &Bound<'_, PyAny>) -> PyResult<PyPoly> {
        let n = degree(n, |_| 0)?;
        run(py, Work::Hard(1 << n.min(20)), || Poly::swinnerton_dyer(&self.ring, n)).map(PyPoly)
    }

    /// Conway's polynomial of this degree, over a prime field; a PolymodError where it takes too long to find.
    ///
    /// >>> from polymod import Zn
    /// >>> print(Zn(3).conway(5), Zn(3).first_irreducible(5), Zn(3).least_weight_irreducible(5), sep="; ")
    /// x^5 + 2*x + 1; x^5 + 2*x + 1; x^5 + 2*x + 1
    fn conway(&self, py: Python<'_>, degree: &Bound<'_, PyAny>) -> PyResult<PyPoly> {
        self.irreducible(py, degree, Poly::conway)
    }

    /// The first monic irreducible polynomial of this degree, in the order of the coefficients as digits, the highest first.
    fn first_irreducible(&self, py: Python<'_>, degree: &Bound<'_, PyAny>) -> PyResult<PyPoly> {
        self.irreducible(py, degree, Poly::first_irreducible)
    }

    /// The monic irreducible polynomial of this degree with the fewest terms, of the lowest degrees.
    fn least_weight_irreducible(&self, py: Python<'_>, degree: &Bound<'_, PyAny>) -> PyResult<PyPoly> {
        self.irreducible(py, degree, Poly::least_weight_irreducible)
    }
}
