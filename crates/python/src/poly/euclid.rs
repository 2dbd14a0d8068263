//! Greatest common divisors, resultants, and division with remainders of other kinds.

use super::{PyPoly, size};
use crate::{
    errors::OrRaise,
    exact::{Erase, Over, direct, exact},
    ints,
    poly::words,
    poly_matrix::PyPolyMatrix,
    run::{Work, run},
};
use polymod::{
    PolyMatrix,
    memory::{Task, chain_bytes},
    poly::Remainders,
};
use pyo3::{exceptions::PyTypeError, prelude::*, types::PyInt};

#[pymethods]
impl PyPoly {
    /// The greatest common divisor: monic; over Z with the common divisor of the contents, and a positive leading coefficient.
    ///
    /// >>> from polymod import ZZ, Zn
    /// >>> Zn(97)("x^2 - 1").gcd(Zn(97)("2*x^2 + 4*x + 2")), ZZ("6*x^2 - 6").gcd(ZZ("4*x + 4"))
    /// (Zn(97).poly([1, 1]), ZZ.poly([2, 2]))
    fn gcd(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (a, b) = (&self.0, &*self.argument(other)?);
        self.check("greatest common divisor", &[b], || Task::Gcd(size(a), size(b)))?;
        exact!(py, Work::Recursive(words(a) + words(b)), self.ring(), [a, b], a.gcd(b)).map(PyPoly)
    }

    /// g, s and t with s*self + t*other = g, the greatest common divisor. Over Z the three have one denominator more:
    /// see :meth:`xgcd_over_z`.
    ///
    /// >>> from polymod import Zn
    /// >>> R = Zn(97)
    /// >>> a, b = R("x^3 - 1"), R("x^2 + 3")
    /// >>> g, s, t = a.xgcd(b)
    /// >>> g == s*a + t*b == 1
    /// True
    fn xgcd(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<(Self, Self, Self)> {
        let b = &*self.argument(other)?;
        if self.0.over_z().is_some() {
            return Err(PyTypeError::new_err("over Z the Bézout coefficients have a denominator: use xgcd_over_z"));
        }
        self.check("greatest common divisor", &[b], || Task::Xgcd(size(&self.0), size(b)))?;
        let (a, work) = (&self.0, self.euclid(b));
        let found = direct!(py, work, self.ring(), [a, b], a.xgcd(b).map(|found| (found.g, (found.s, found.t))))?;
        let (g, (s, t)) = found;
        Ok((PyPoly(g), PyPoly(s), PyPoly(t)))
    }

    /// Over Z g, s, t and an integer d > 0 with s*self + t*other = d*g.
    ///
    /// >>> from polymod import ZZ
    /// >>> ZZ("x^2 + 1").xgcd_over_z(ZZ("x - 2"))
    /// (ZZ.poly([1]), ZZ.poly([1]), ZZ.poly([-2, -1]), 5)
    fn xgcd_over_z<'py>(
        &self,
        py: Python<'py>,
        other: &Bound<'py, PyAny>,
    ) -> PyResult<(Self, Self, Self, Bound<'py, PyInt>)> {
        let b = &*self.argument(other)?;
        let (Some(x), Some(y)) = (self.0.over_z(), b.over_z()) else {
            return Err(PyTypeError::new_err("expected polynomials over Z: use xgcd"));
        };
        self.check("greatest common divisor", &[b], || Task::Xgcd(size(&self.0), size(b)))?;
        let found = run(py, self.euclid(b), || x.xgcd(&y))?;
        let [g, s, t] = [found.g, found.s, found.t].map(|p| PyPoly(p.erase(self.ring())));
        Ok((g, s, t, ints::of_integer(py, &found.d)?))
    }

    /// The matrix M with M*(self, other) = (c, d), for consecutive remainders c and d of Euclid's algorithm, monic, with deg c >= ``degree`` > deg d, and c
    /// and d; by default the degree is half of that of self. ``other`` has a lower degree than self.
    ///
    /// >>> from polymod import Zn
    /// >>> R = Zn(97)
    /// >>> a, b = R("x^4 + 3*x + 1"), R("x^3 + 2")
    /// >>> m, c, d = a.half_gcd(b)
    /// >>> m[1, 0]*a + m[1, 1]*b == d, c.degree(), d.degree()
    /// (True, 3, 1)
    #[pyo3(signature = (other, degree=None))]
    fn half_gcd(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        degree: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(PyPolyMatrix, Self, Self)> {
        let b = &*self.argument(other)?;
        let half = || Ok(self.0.len().saturating_sub(1).div_ceil(2));
        let degree = degree.map_or_else(half, |degree| ints::length(degree, "the degree"))?;
        self.check("half-GCD", &[b], || Task::Xgcd(size(&self.0), size(b)))?;
        let Remainders { matrix: [[l, m], [p, q]], remainders: [c, d] } =
            run(py, self.euclid(b), || self.0.half_gcd_until(b, degree))?;
        let matrix = PolyMatrix::new(self.ring(), 2, 2, vec![l, m, p, q]).or_raise()?;
        Ok((PyPolyMatrix(matrix), PyPoly(c), PyPoly(d)))
    }

    /// r, s and t with s*self + t*other = r, the first remainder of Euclid's algorithm of a lower degree than ``degree``, monic or 0.
    ///
    /// >>> from polymod import Zn
    /// >>> R = Zn(97)
    /// >>> a, b = R.x**6, R.poly([1, 1, 2, 3, 5, 8])
    /// >>> r, s, t = a.xgcd_until(b, 3)
    /// >>> s*a + t*b == r, r.degree() < 3
    /// (True, True)
    fn xgcd_until(
        &self,
        py: Python<'_>,
        other: &Bound<'_, PyAny>,
        degree: &Bound<'_, PyAny>,
    ) -> PyResult<(Self, Self, Self)> {
        let (b, degree) = (&*self.argument(other)?, ints::length(degree, "the degree")?);
        self.check("greatest common divisor", &[b], || Task::Xgcd(size(&self.0), size(b)))?;
        let (r, s, t) = run(py, self.euclid(b), || self.0.xgcd_until(b, degree))?;
        Ok((PyPoly(r), PyPoly(s), PyPoly(t)))
    }

    /// The least common multiple: monic; over Z with a positive leading coefficient.
    fn lcm(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (a, b) = (&self.0, &*self.argument(other)?);
        self.check("least common multiple", &[b], || Task::Gcd(size(a), size(b)))?;
        exact!(py, self.euclid(b), self.ring(), [a, b], a.lcm(b)).map(PyPoly)
    }

    /// Whether another polynomial divides this one.
    fn is_divisible_by(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let b = &*self.argument(other)?;
        self.check("division", &[b], || Task::Division)?;
        let found = run(py, self.euclid(b), || match self.0.exact_div(b) {
            Err(polymod::Error::NotDivisible { .. }) => Ok(false),
            result => result.map(|_| true),
        })?;
        Ok(found)
    }

    /// The quotient by a polynomial that divides this one; a ValueError where there is a remainder.
    fn exact_division(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        let b = &*self.argument(other)?;
        self.check("division", &[b], || Task::Division)?;
        run(py, self.euclid(b), || self.0.exact_div(b)).map(PyPoly)
    }

    /// Quotient and remainder: also ``divmod(self, other)``. By the algorithm ``"schoolbook"``, ``"newton"``, ``"blocks"`` or ``"halves"``, where
    /// it applies, or the one predicted fastest.
    ///
    /// >>> from polymod import Zn
    /// >>> R = Zn(97)
    /// >>> R("x^3 + 2").divmod(R("x + 1"), algorithm="schoolbook")
    /// (Zn(97).poly([1, 96, 1]), Zn(97).poly([1]))
    #[pyo3(signature = (other, *, algorithm=None))]
    fn divmod(&self, py: Python<'_>, other: &Bound<'_, PyAny>, algorithm: Option<&str>) -> PyResult<(Self, Self)> {
        let b = &*self.argument(other)?;
        let algorithm = algorithm.map(str::parse).transpose().or_raise()?;
        self.check("division", &[b], || Task::Division)?;
        run(py, self.euclid(b), || self.0.div_rem_by(b, algorithm)).map(|(q, r)| (PyPoly(q), PyPoly(r)))
    }

    /// q and r with c^k*self = q*other + r, c the leading coefficient of other, k = max(deg self - deg other + 1, 0).
    ///
    /// >>> from polymod import ZZ
    /// >>> ZZ("x^2").pseudo_divmod(ZZ("2*x + 1"))
    /// (ZZ.poly([-1, 2]), ZZ.poly([1]))
    fn pseudo_divmod(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<(Self, Self)> {
        let b = &*self.argument(other)?;
        self.check("division", &[b], || Task::PseudoDivision(size(&self.0), size(b)))?;
        run(py, self.euclid(b), || self.0.pseudo_div_rem(b)).map(|(q, r)| (PyPoly(q), PyPoly(r)))
    }

    /// The resultant.
    ///
    /// >>> from polymod import ZZ
    /// >>> ZZ("x^2 - 2").resultant(ZZ("x^2 - 3"))
    /// 1
    fn resultant<'py>(&self, py: Python<'py>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (a, b) = (&self.0, &*self.argument(other)?);
        self.check("resultant", &[b], || Task::Resultant)?;
        self.int(py, &exact!(py, self.euclid(b), self.ring(), [a, b], a.resultant(b))?)
    }

    /// The discriminant.
    ///
    /// >>> from polymod import ZZ
    /// >>> ZZ("x^2 - x - 1").discriminant()
    /// 5
    fn discriminant<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let a = &self.0;
        self.check("discriminant", &[], || Task::Discriminant)?;
        self.int(py, &exact!(py, self.euclid(a), self.ring(), [a], a.discriminant())?)
    }

    /// The chain of polynomial subresultants, the resultant first.
    fn subresultants(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Vec<Self>> {
        let b = &*self.argument(other)?;
        self.check_result("chain of subresultants", &[b], || chain_bytes(&self.0, b), || Task::Subresultants)?;
        let all = run(py, Work::Hard(self.words() + words(b)), || self.0.subresultants(b))?;
        Ok(all.into_iter().map(PyPoly).collect())
    }

    /// The inverse modulo a polynomial; a ZeroDivisionError with the common factor where there is none.
    ///
    /// >>> from polymod import Zn
    /// >>> R = Zn(97)
    /// >>> R("x + 1").inverse_mod(R("x^2 + 5"))
    /// Zn(97).poly([81, 16])
    fn inverse_mod(&self, py: Python<'_>, modulus: &Bound<'_, PyAny>) -> PyResult<Self> {
        let m = &*self.argument(modulus)?;
        self.check("inverse", &[m], || Task::InverseModulo)?;
        if self.0.over_z().is_some() {
            return Err(PyTypeError::new_err(
                "over Z inverses modulo a polynomial have a denominator: use xgcd_over_z, or QQ",
            ));
        }
        let a = &self.0;
        direct!(py, self.euclid(m), self.ring(), [a, m], a.inv_mod(m)).map(PyPoly)
    }

    /// p and q with self = p/q modulo a polynomial, deg p at most ``degree`` and deg q below the difference; q is monic.
    ///
    /// >>> from polymod import Zn
    /// >>> R = Zn(97)
    /// >>> f = R.poly([1, 2]) * R.poly([5, 0, 1]).inverse_series(4)
    /// >>> f.rational(R.x**4, 1)
    /// (Zn(97).poly([1, 2]), Zn(97).poly([5, 0, 1]))
    fn rational(
        &self,
        py: Python<'_>,
        modulus: &Bound<'_, PyAny>,
        degree: &Bound<'_, PyAny>,
    ) -> PyResult<(Self, Self)> {
        let (m, degree) = (&*self.argument(modulus)?, ints::length(degree, "the degree")?);
        self.check("fraction", &[m], || Task::InverseModulo)?;
        let a = &self.0;
        direct!(py, self.euclid(m), self.ring(), [a, m], a.rational(m, degree)).map(|(p, q)| (PyPoly(p), PyPoly(q)))
    }

    /// Over Z the greatest common divisor of the coefficients.
    ///
    /// >>> from polymod import ZZ
    /// >>> ZZ("6*x - 4").content(), ZZ("4 - 6*x").primitive_part()
    /// (2, ZZ.poly([-2, 3]))
    fn content<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyInt>> {
        ints::of_integer(py, &self.exact()?.content())
    }

    /// Over Z the polynomial over its content, with a positive leading coefficient.
    fn primitive_part(&self) -> PyResult<Self> {
        Ok(PyPoly(self.exact()?.primitive_part().erase(self.ring())))
    }
}

impl PyPoly {
    /// The work of a computation by half-GCDs.
    pub(super) fn euclid(&self, other: &polymod::Poly<polymod::AnyRing>) -> Work {
        let (words, long) = (self.words() + words(other), self.0.over_z().is_some());
        if long { Work::Hard(words) } else { Work::Recursive(words) }
    }

    /// The polynomial over Z itself.
    pub(super) fn exact(&self) -> PyResult<polymod::Poly<polymod::Integers>> {
        let other = || PyTypeError::new_err("expected a polynomial over Z");
        self.0.over_z().ok_or_else(other)
    }
}
