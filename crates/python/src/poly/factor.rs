//! Factors and roots.

use super::{Factors, PyPoly, factors, size};
use crate::{
    errors::OrRaise,
    exact::exact,
    lists,
    run::{Work, run},
};
use polymod::{Ring, memory::Task, poly::FactorAlgorithm};
use pyo3::{IntoPyObjectExt, prelude::*, types::PyInt};

#[pymethods]
impl PyPoly {
    /// The leading coefficient (over Z the signed content), and the irreducible factors with their multiplicities, by degree.
    ///
    /// >>> from polymod import ZZ, Zn
    /// >>> Zn(97)("3*x^2 - 3").factor()
    /// (3, [(Zn(97).poly([1, 1]), 1), (Zn(97).poly([96, 1]), 1)])
    /// >>> ZZ("x^4 - 4").factor()
    /// (1, [(ZZ.poly([-2, 0, 1]), 1), (ZZ.poly([2, 0, 1]), 1)])
    ///
    /// Over finite fields by the algorithm ``"cantor-zassenhaus"`` or ``"berlekamp"``, or the one predicted fastest. Over Q the unit is the leading
    /// coefficient, and the factors are monic.
    ///
    /// >>> from polymod import GF
    /// >>> GF(3, 2)("x^2 + 1").factor(algorithm="berlekamp")
    /// (1, [(GF(3**2, modulus='t^2+2*t+2').poly([4, 1]), 1), (GF(3**2, modulus='t^2+2*t+2').poly([8, 1]), 1)])
    #[pyo3(signature = (*, algorithm=None))]
    fn factor<'py>(&self, py: Python<'py>, algorithm: Option<&str>) -> PyResult<Factors<'py>> {
        let (a, work) = (&self.0, Work::Hard(self.words()));
        self.check("factorization", &[], || Task::Factors(size(a)))?;
        let found = match algorithm.map(str::parse::<FactorAlgorithm>).transpose().or_raise()? {
            Some(algorithm) => run(py, work, || a.factor_by(algorithm))?,
            None => exact!(py, work, self.ring(), [a], a.factor())?,
        };
        factors(py, self.ring(), found)
    }

    /// Over a finite field the products of the irreducible factors of each degree, with the degrees, of a square-free polynomial.
    ///
    /// >>> from polymod import GF2
    /// >>> GF2("x^4 + x").distinct_degree_factors()
    /// [(GF2.poly([0, 1, 1]), 1), (GF2.poly([1, 1, 1]), 2)]
    fn distinct_degree_factors(&self, py: Python<'_>) -> PyResult<Vec<(Self, usize)>> {
        self.check("factorization", &[], || Task::Factors(size(&self.0)))?;
        let found = run(py, Work::Hard(self.words()), || self.0.distinct_degree_factors())?;
        Ok(found.into_iter().map(|(p, d)| (PyPoly(p), d)).collect())
    }

    /// Over a finite field the irreducible factors of a square-free polynomial all of whose factors have this degree.
    ///
    /// >>> from polymod import Zn
    /// >>> Zn(97)("x^2 - 1").equal_degree_factors(1)
    /// [Zn(97).poly([1, 1]), Zn(97).poly([96, 1])]
    fn equal_degree_factors(&self, py: Python<'_>, degree: &Bound<'_, PyAny>) -> PyResult<Vec<Self>> {
        let degree = crate::ints::length(degree, "the degree")?;
        self.check("factorization", &[], || Task::Factors(size(&self.0)))?;
        let found = run(py, Work::Hard(self.words()), || self.0.equal_degree_factors(degree))?;
        Ok(found.into_iter().map(PyPoly).collect())
    }

    /// Over a finite field the least e > 0 with x**e = 1 modulo self.
    ///
    /// >>> from polymod import GF2
    /// >>> GF2("x^4 + x^3 + x^2 + x + 1").order_of_x()
    /// 5
    fn order_of_x<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyInt>> {
        self.check("order", &[], || Task::Factors(size(&self.0)))?;
        crate::ints::of_integer(py, &run(py, Work::Hard(self.words()), || self.0.order_of_x())?)
    }

    /// The leading coefficient (over Z the signed content), and the square-free parts with their multiplicities.
    fn factor_squarefree<'py>(&self, py: Python<'py>) -> PyResult<Factors<'py>> {
        let a = &self.0;
        self.check("factorization", &[], || Task::Squarefree(size(a)))?;
        factors(py, self.ring(), exact!(py, Work::Hard(self.words()), self.ring(), [a], a.squarefree())?)
    }

    /// Whether it is irreducible; over Z and Q over the rational numbers.
    ///
    /// >>> from polymod import GF2
    /// >>> GF2("x^127 + x + 1").is_irreducible()
    /// True
    fn is_irreducible(&self, py: Python<'_>) -> PyResult<bool> {
        let a = &self.0;
        self.check("test of irreducibility", &[], || Task::Irreducible(size(a)))?;
        exact!(py, Work::Hard(self.words()), self.ring(), [a], a.is_irreducible())
    }

    /// Whether x generates the multiplicative group of the field that the polynomial defines.
    fn is_primitive(&self, py: Python<'_>) -> PyResult<bool> {
        run(py, Work::Hard(self.words()), || self.0.is_primitive())
    }

    /// The roots in the ring with their multiplicities, in ascending order; over Z the integer roots, over Q the rational ones.
    ///
    /// >>> from polymod import Zn
    /// >>> f = Zn(97)("(x - 1)^2*(x - 5)")
    /// >>> f.roots(), f.roots(multiplicities=False)
    /// ([(1, 2), (5, 1)], [1, 5])
    #[pyo3(signature = (multiplicities=true))]
    fn roots<'py>(&self, py: Python<'py>, multiplicities: bool) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let (a, ring) = (&self.0, self.ring());
        self.check("roots", &[], || Task::Factors(size(a)))?;
        let roots = exact!(py, Work::Hard(self.words()), ring, [a], a.roots())?;
        let ints = lists::list(py, ring, roots.view())?;
        if !multiplicities {
            return Ok(ints.iter().collect());
        }
        let counts =
            self.multiplicities(py, &(0..roots.len()).map(|i| ring.get(roots.view(), i)).collect::<Vec<_>>())?;
        let pair = |(x, e): (Bound<'py, PyAny>, u64)| (x, e).into_bound_py_any(py);
        ints.into_iter().zip(counts).map(pair).collect()
    }
}

impl PyPoly {
    /// The multiplicities of roots: those of the square-free parts that vanish there.
    fn multiplicities(&self, py: Python<'_>, roots: &[polymod::ring::AnyElem]) -> PyResult<Vec<u64>> {
        if self.0.len() <= 2 || roots.is_empty() {
            return Ok(vec![1; roots.len()]);
        }
        let (a, ring) = (&self.0, self.ring());
        let parts = exact!(py, Work::Hard(self.words()), ring, [a], a.squarefree())?.factors;
        run(py, Work::Product(self.words().saturating_mul(roots.len())), || {
            let of = |x: &_| parts.iter().find(|(p, _)| ring.is_zero(&p.eval(x))).map_or(1, |&(_, e)| e);
            Ok(roots.iter().map(of).collect())
        })
    }
}
