//! Factors and roots.

use super::{Factors, PyPoly, factors, size};
use crate::{
    exact::exact,
    lists,
    run::{Work, run},
};
use polymod::{Ring, memory::Task};
use pyo3::{IntoPyObjectExt, prelude::*};

#[pymethods]
impl PyPoly {
    /// The leading coefficient (over Z the signed content), and the irreducible factors with their multiplicities, by degree.
    ///
    /// >>> from polymod import ZZ, Zn
    /// >>> Zn(97)("3*x^2 - 3").factor()
    /// (3, [(Zn(97).poly([1, 1]), 1), (Zn(97).poly([96, 1]), 1)])
    /// >>> ZZ("x^4 - 4").factor()
    /// (1, [(ZZ.poly([-2, 0, 1]), 1), (ZZ.poly([2, 0, 1]), 1)])
    fn factor<'py>(&self, py: Python<'py>) -> PyResult<Factors<'py>> {
        let a = &self.0;
        self.check("factorization", &[], || Task::Factors(size(a)))?;
        factors(py, self.ring(), exact!(py, Work::Hard(self.words()), self.ring(), [a], a.factor())?)
    }

    /// The leading coefficient (over Z the signed content), and the square-free parts with their multiplicities.
    fn factor_squarefree<'py>(&self, py: Python<'py>) -> PyResult<Factors<'py>> {
        let a = &self.0;
        self.check("factorization", &[], || Task::Squarefree(size(a)))?;
        factors(py, self.ring(), exact!(py, Work::Hard(self.words()), self.ring(), [a], a.squarefree())?)
    }

    /// Whether it is irreducible; over Z over the rational numbers.
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

    /// The roots in the ring with their multiplicities, in ascending order; over Z the integer roots.
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
