//! Divisibility, residues modulo several polynomials, elements of algebras, partial fractions, and rearranged coefficients.

use super::{PyPoly, size};
use crate::{
    arrays,
    errors::OrRaise,
    exact::{Erase, Over, exact},
    ints,
    matrix::PyMatrix,
    poly::words,
    ring::PyRing,
    run::{Work, fits, run},
};
use polymod::{
    AnyRing, Integers, Poly, Rationals,
    memory::{Entries, Task},
    multimodular::{RootInterval, count_real_roots, count_real_roots_in, real_roots},
    poly::ModuliTree,
    ring::Coeffs,
};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::PyInt,
};

/// The polynomials of a sequence, which must be over this ring.
pub fn polys(ring: &AnyRing, all: &Bound<'_, PyAny>) -> PyResult<Vec<Poly<AnyRing>>> {
    all.try_iter()?.map(|p| crate::poly_matrix::entry(ring, &p?)).collect()
}

/// The polynomial with these remainders modulo these polynomials, of which there is at least one: over Q by a tree of their own, elsewhere by this computation.
pub fn reconstructed(
    py: Python<'_>,
    work: Work,
    [remainders, moduli]: [&[Poly<AnyRing>]; 2],
    elsewhere: impl Fn() -> polymod::Result<Poly<AnyRing>> + Sync,
) -> PyResult<PyPoly> {
    let over_q = |all: &[Poly<AnyRing>]| all.iter().map(Over::over::<Rationals>).collect::<Option<Vec<_>>>();
    if let (Some(remainders), Some(of_q)) = (over_q(remainders), over_q(moduli)) {
        let found = run(py, work, || ModuliTree::new(&of_q)?.reconstruct(&remainders))?;
        return Ok(PyPoly(found.erase(moduli[0].ring())));
    }
    run(py, work, elsewhere).map(PyPoly)
}

#[pymethods]
impl PyPoly {
    /// The exponent e of the largest power of a polynomial that divides this one, and the quotient by divisor**e.
    ///
    /// >>> from polymod import Zn
    /// >>> Zn(97)("(x - 1)^3*(x - 2)").remove(Zn(97)("x - 1"))
    /// (3, Zn(97).poly([95, 1]))
    fn remove(&self, py: Python<'_>, divisor: &Bound<'_, PyAny>) -> PyResult<(u64, Self)> {
        let (a, b) = (&self.0, &*self.argument(divisor)?);
        self.check("division", &[b], || Task::Division)?;
        // the exponent of a constant has no factor
        let found = exact!(py, self.euclid(b), self.ring(), [a, b], a.remove(b))?;
        Ok((found.0, PyPoly(found.1)))
    }

    /// The remainders modulo several polynomials, by one tree.
    ///
    /// >>> from polymod import Zn
    /// >>> R = Zn(97)
    /// >>> R("x^3").mod_each([R("x - 2"), R("x^2 + 1")])
    /// [Zn(97).poly([8]), Zn(97).poly([0, 96])]
    fn mod_each(&self, py: Python<'_>, moduli: &Bound<'_, PyAny>) -> PyResult<Vec<Self>> {
        let moduli = polys(self.ring(), moduli)?;
        let work = Work::Recursive(self.words() + moduli.iter().map(words).sum::<usize>());
        let found = run(py, work, || ModuliTree::new(&moduli)?.remainders(&self.0))?;
        Ok(found.into_iter().map(PyPoly).collect())
    }

    /// The polynomial of least degree with these remainders modulo these pairwise coprime polynomials.
    ///
    /// >>> from polymod import Poly, Zn
    /// >>> R = Zn(97)
    /// >>> Poly.crt([R.poly([8]), -R.x], [R("x - 2"), R("x^2 + 1")])
    /// Zn(97).poly([2, 96, 2])
    #[staticmethod]
    fn crt(py: Python<'_>, remainders: &Bound<'_, PyAny>, moduli: Vec<PyRef<'_, PyPoly>>) -> PyResult<Self> {
        let Some(first) = moduli.first() else {
            return Err(PyValueError::new_err("remainders modulo no polynomials: expected at least one modulus"));
        };
        let ring = first.ring().clone();
        let (remainders, moduli) =
            (polys(&ring, remainders)?, moduli.iter().map(|m| m.over(&ring).cloned()).collect::<PyResult<Vec<_>>>()?);
        let work = Work::Recursive(moduli.iter().chain(&remainders).map(words).sum());
        let tree = || ModuliTree::new(&moduli)?.reconstruct(&remainders);
        reconstructed(py, work, [&remainders, &moduli], tree)
    }

    /// The partial fractions of self over the product of f**e for factors (f, e) that are pairwise coprime, such as those of :meth:`factor`: a
    /// polynomial, and for each factor the numerators over f, f**2, ..., f**e.
    ///
    /// >>> from polymod import Zn
    /// >>> R = Zn(97)
    /// >>> R("x^3 + 5").partial_fractions([(R.x, 2)])  # x + 0/x + 5/x^2
    /// (Zn(97).poly([0, 1]), [[Zn(97).poly([]), Zn(97).poly([5])]])
    fn partial_fractions(&self, py: Python<'_>, factors: &Bound<'_, PyAny>) -> PyResult<(Self, Vec<Vec<Self>>)> {
        let (mut all, mut len) = (Vec::new(), 0usize);
        for pair in factors.try_iter()? {
            let (f, e): (Bound<'_, PyAny>, u64) = pair?.extract()?;
            let f = crate::poly_matrix::entry(self.ring(), &f)?;
            len = len.saturating_add(f.len().saturating_mul(usize::try_from(e).unwrap_or(usize::MAX)));
            all.push((f, e));
        }
        fits(len, self.0.coeffs().width())?;
        let found = run(py, Work::Recursive(len + self.words()), || self.0.partial_fractions(&all))?;
        let numerators = found.numerators.into_iter().map(|all| all.into_iter().map(PyPoly).collect());
        Ok((PyPoly(found.polynomial), numerators.collect()))
    }

    /// The value at a square matrix: also ``f(matrix)``.
    ///
    /// >>> from polymod import ZZ
    /// >>> ZZ("x^2 - 2").eval_matrix(ZZ.matrix([[1, 1], [1, 0]]))
    /// ZZ.matrix([[0, 1], [1, -1]])
    pub fn eval_matrix(&self, py: Python<'_>, matrix: PyRef<'_, PyMatrix>) -> PyResult<PyMatrix> {
        let m = &matrix.0;
        let (n, degree) = (m.rows(), self.0.len());
        run(py, Work::Cubic(n, m.entries().width().max(1) * (1 + degree.isqrt())), || self.0.eval_matrix(m))
            .map(PyMatrix)
    }

    /// The trace of the multiplication by self modulo a polynomial, over Z a monic one, as an element of the ring.
    ///
    /// >>> from polymod import QQ
    /// >>> a, m = QQ("x + 1"), QQ("x^2 - 2")
    /// >>> a.trace_mod(m), a.norm_mod(m), a.charpoly_mod(m), a.minpoly_mod(m)
    /// (Fraction(2, 1), Fraction(-1, 1), QQ.poly([-1, -2, 1]), QQ.poly([-1, -2, 1]))
    fn trace_mod<'py>(&self, py: Python<'py>, modulus: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (a, m) = (&self.0, &*self.argument(modulus)?);
        self.int(py, &exact!(py, self.euclid(m), self.ring(), [a, m], a.trace_mod(m))?)
    }

    /// The determinant of the multiplication by self modulo a polynomial, as an element of the ring.
    fn norm_mod<'py>(&self, py: Python<'py>, modulus: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (a, m) = (&self.0, &*self.argument(modulus)?);
        self.check("norm", &[m], || Task::Resultant)?;
        self.int(py, &exact!(py, self.euclid(m), self.ring(), [a, m], a.norm_mod(m))?)
    }

    /// The characteristic polynomial of the multiplication by self modulo a polynomial.
    fn charpoly_mod(&self, py: Python<'_>, modulus: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (a, m) = (&self.0, &*self.argument(modulus)?);
        self.check("characteristic polynomial", &[m], || Task::Charpoly(square(m)))?;
        exact!(py, Work::Hard(words(m)), self.ring(), [a, m], a.charpoly_mod(m)).map(PyPoly)
    }

    /// The minimal polynomial of self modulo a polynomial.
    fn minpoly_mod(&self, py: Python<'_>, modulus: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (a, m) = (&self.0, &*self.argument(modulus)?);
        self.check("minimal polynomial", &[m], || Task::Charpoly(square(m)))?;
        exact!(py, Work::Hard(words(m)), self.ring(), [a, m], a.minpoly_mod(m)).map(PyPoly)
    }

    /// The polynomial whose square is self; a ValueError where there is none.
    ///
    /// >>> from polymod import QQ
    /// >>> QQ("x^2/4 + x + 1").sqrt()
    /// QQ.poly([1, '1/2'])
    fn sqrt(&self, py: Python<'_>) -> PyResult<Self> {
        self.check("square root", &[], || Task::Series)?;
        run(py, self.euclid(&self.0), || self.0.sqrt()).map(PyPoly)
    }

    /// The polynomial at x^k.
    ///
    /// >>> from polymod import ZZ
    /// >>> ZZ("x^2 + 2*x").inflate(3), ZZ("x^6 + 2*x^3").deflate(3)
    /// (ZZ.poly([0, 0, 0, 2, 0, 0, 1]), ZZ.poly([0, 2, 1]))
    fn inflate(&self, k: &Bound<'_, PyAny>) -> PyResult<Self> {
        let k = ints::length(k, "the exponent")?;
        fits(self.0.len().saturating_mul(k), self.0.coeffs().width())?;
        self.0.inflate(k).map(PyPoly).or_raise()
    }

    /// The polynomial f with f(x^k) = self; a ValueError where there is none.
    fn deflate(&self, k: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.0.deflate(ints::length(k, "the exponent")?).map(PyPoly).or_raise()
    }

    /// The sums of the powers 0, ..., n - 1 of the roots, with their multiplicities, of a monic polynomial.
    ///
    /// >>> from polymod import ZZ
    /// >>> ZZ("(x - 1)*(x - 2)").power_sums(4)
    /// array([2, 3, 5, 9], dtype=object)
    fn power_sums<'py>(&self, py: Python<'py>, n: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let n = self.count(n, "the number of sums")?;
        self.vector(py, run(py, Work::Recursive(self.words() + n), || self.0.power_sums(n))?.view())
    }

    /// Over Z and Q disjoint intervals around the distinct real roots, ascending: pairs of fractions, the same one twice for a rational root that was
    /// found exactly. With ``width`` they are that narrow at least.
    ///
    /// >>> from fractions import Fraction
    /// >>> from polymod import ZZ
    /// >>> (a, b), (c, d) = ZZ("x^2 - 2").real_roots(width=Fraction(1, 1000))
    /// >>> b < 0 < c and c**2 < 2 < d**2 and d - c <= Fraction(1, 1000)
    /// True
    #[pyo3(signature = (width=None))]
    fn real_roots<'py>(
        &self,
        py: Python<'py>,
        width: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
        let width = width.map(ints::rational).transpose()?;
        let primitive = self.over_z_up_to_units()?;
        self.check("real roots", &[], || Task::Factors(size(&self.0)))?;
        let found = run(py, Work::Hard(self.words()), || real_roots(&primitive, width.as_ref()))?;
        let pair = |RootInterval { low, high }| Ok((ints::of_rational(py, &low)?, ints::of_rational(py, &high)?));
        found.into_iter().map(pair).collect()
    }

    /// Over Z and Q the number of distinct real roots, in the interval from ``low`` to ``high``, both included, where these are given.
    ///
    /// >>> from polymod import ZZ
    /// >>> f = ZZ("(x^2 - 2)*(x - 5)^2")
    /// >>> f.count_real_roots(), f.count_real_roots(1, 5)
    /// (3, 2)
    #[pyo3(signature = (low=None, high=None))]
    fn count_real_roots(
        &self,
        py: Python<'_>,
        low: Option<&Bound<'_, PyAny>>,
        high: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<usize> {
        let primitive = self.over_z_up_to_units()?;
        self.check("real roots", &[], || Task::Factors(size(&self.0)))?;
        let [low, high] = [low, high].map(|x| x.map(ints::rational).transpose());
        match (low?, high?) {
            (Some(low), Some(high)) => {
                run(py, Work::Hard(self.words()), || count_real_roots_in(&primitive, &low, &high))
            }
            (None, None) => run(py, Work::Hard(self.words()), || count_real_roots(&primitive)),
            _ => Err(PyTypeError::new_err("count_real_roots takes both low and high, or neither")),
        }
    }

    /// The polynomial whose roots are the sums of a root of self and one of another polynomial, with their multiplicities; its leading coefficient is
    /// lc(self)**deg(other) * lc(other)**deg(self).
    ///
    /// >>> from polymod import ZZ
    /// >>> ZZ("x^2 - 2").composed_sum(ZZ("x^2 - 3"))
    /// ZZ.poly([1, 0, -10, 0, 1])
    fn composed_sum(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (a, b) = (&self.0, &*self.argument(other)?);
        let work = self.composed(b)?;
        exact!(py, work, self.ring(), [a, b], a.composed_sum(b)).map(PyPoly)
    }

    /// The polynomial whose roots are the products of a root of self and one of another polynomial, with the leading coefficient of
    /// :meth:`composed_sum`.
    ///
    /// >>> from polymod import ZZ
    /// >>> ZZ("x^2 - 2").composed_product(ZZ("2*x - 1"))
    /// ZZ.poly([-2, 0, 4])
    fn composed_product(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (a, b) = (&self.0, &*self.argument(other)?);
        let work = self.composed(b)?;
        exact!(py, work, self.ring(), [a, b], a.composed_product(b)).map(PyPoly)
    }

    /// The polynomial whose roots are the squares of those of self: its value at x**2 is self(x)*self(-x), or the negative for an odd degree.
    ///
    /// >>> from polymod import ZZ
    /// >>> ZZ("x^2 - 3*x + 2").graeffe()
    /// ZZ.poly([4, -5, 1])
    fn graeffe(&self, py: Python<'_>) -> PyResult<Self> {
        run(py, Work::Recursive(self.words()), || self.0.graeffe()).map(PyPoly)
    }

    /// Over Z the maximum norm, the 1-norm, the square of the Euclidean norm, and Mignotte's bound on the coefficients of all divisors.
    ///
    /// >>> from polymod import ZZ
    /// >>> ZZ("3*x^2 - 4").norms(), ZZ("x^2 - 100").root_bound(), ZZ("x^4 - x^2 + 1").cyclotomic_order()
    /// ((4, 7, 25, 8), 16, 12)
    #[allow(clippy::type_complexity, reason = "four integers")]
    fn norms<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyInt>, Bound<'py, PyInt>, Bound<'py, PyInt>, Bound<'py, PyInt>)> {
        let a = self.exact()?;
        let int = |x| ints::of_integer(py, &x);
        Ok((int(a.max_norm())?, int(a.one_norm())?, int(a.square_norm())?, int(a.mignotte_bound())?))
    }

    /// Over Z an integer that no complex root exceeds in magnitude: Fujiwara's bound, rounded up.
    fn root_bound<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyInt>> {
        ints::of_integer(py, &self.exact()?.root_bound().or_raise()?)
    }

    /// Over Z the order of the cyclotomic polynomial that this is; None for others.
    fn cyclotomic_order(&self) -> PyResult<Option<usize>> {
        Ok(self.exact()?.cyclotomic_order())
    }

    /// Over Q the polynomial over Z that is this one times :meth:`denom`.
    ///
    /// >>> from polymod import QQ
    /// >>> f = QQ("x^2/2 - 2/3")
    /// >>> f.numer(), f.denom()
    /// (ZZ.poly([-4, 0, 3]), 6)
    fn numer(&self) -> PyResult<Self> {
        let z = AnyRing::named(crate::run::engine(), "z").or_raise()?;
        match (self.0.over::<Rationals>(), self.0.over_z()) {
            (Some(a), _) => Ok(PyPoly(a.numerator().erase(&z))),
            (None, Some(_)) => Ok(PyPoly(self.0.clone())),
            (None, None) => Err(PyTypeError::new_err("expected a polynomial over Z or Q")),
        }
    }

    /// Over Q the least common denominator of the coefficients.
    fn denom<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyInt>> {
        match (self.0.over::<Rationals>(), self.0.over_z()) {
            (Some(a), _) => ints::of_integer(py, &a.denominator()),
            (None, Some(_)) => ints::of_integer(py, &1.into()),
            (None, None) => Err(PyTypeError::new_err("expected a polynomial over Z or Q")),
        }
    }
}

/// The matrix of the multiplication modulo a polynomial.
fn square(m: &Poly<AnyRing>) -> Entries {
    let n = m.len().saturating_sub(1);
    Entries { rows: n, cols: n, bits: size(m).bits }
}

impl PyPoly {
    /// The work of a composed sum or product, whose coefficients fit in memory.
    fn composed(&self, other: &Poly<AnyRing>) -> PyResult<Work> {
        let len = self.0.len().saturating_mul(other.len());
        fits(len, self.0.coeffs().width())?;
        Ok(Work::Hard(len * self.0.coeffs().width().max(1)))
    }

    /// Over Z and Q a polynomial over Z with the same roots.
    fn over_z_up_to_units(&self) -> PyResult<Poly<Integers>> {
        let over_q = || self.0.over::<Rationals>().map(|a| a.numerator());
        let other = || PyTypeError::new_err("expected a polynomial over Z or Q");
        self.0.over_z().or_else(over_q).ok_or_else(other)
    }
}

#[pymethods]
#[allow(clippy::wrong_self_convention, reason = "a ring makes polynomials")]
impl PyRing {
    /// The polynomial of least degree with given values and derivatives: ``derivatives[i]`` has the value at ``points[i]``, then the first
    /// derivatives there, as many as are to be met.
    ///
    /// >>> from polymod import Zn
    /// >>> Zn(97).interpolate_hermite([0, 1], [[1, 0], [0, 0]])  # 1 at 0 and 0 at 1, of slope 0 at both
    /// Zn(97).poly([1, 0, 94, 2])
    fn interpolate_hermite(
        &self,
        py: Python<'_>,
        points: &Bound<'_, PyAny>,
        derivatives: &Bound<'_, PyAny>,
    ) -> PyResult<PyPoly> {
        let r = &self.ring;
        let points = arrays::vector(r, points)?;
        let all = derivatives.try_iter()?.map(|v| arrays::vector(r, &v?)).collect::<PyResult<Vec<_>>>()?;
        let count = all.iter().map(|v| v.words().len()).sum::<usize>();
        let views: Vec<_> = all.iter().map(Coeffs::view).collect();
        run(py, Work::Recursive(points.words().len() + count), || Poly::interpolate_hermite(r, points.view(), &views))
            .map(PyPoly)
    }

    /// The monic polynomial of a degree whose roots have these sums of powers 0, 1, ...: as many as the degree and one more.
    ///
    /// >>> from polymod import ZZ
    /// >>> ZZ.from_power_sums([2, 3, 5], 2)
    /// ZZ.poly([2, -3, 1])
    fn from_power_sums(&self, py: Python<'_>, sums: &Bound<'_, PyAny>, degree: &Bound<'_, PyAny>) -> PyResult<PyPoly> {
        let (sums, degree) = (arrays::vector(&self.ring, sums)?, ints::length(degree, "the degree")?);
        fits(degree, 1)?;
        let work = Work::Recursive(sums.words().len() + degree);
        run(py, work, || Poly::from_power_sums(&self.ring, sums.view(), degree)).map(PyPoly)
    }
}
