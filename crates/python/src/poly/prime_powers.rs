//! Factors and roots of polynomials over Z modulo powers of primes and composite integers.

use super::{Factors, PyPoly, factors, size};
use crate::{
    exact::{Erase, Over},
    ints,
    run::{Work, run},
};
use polymod::{
    AnyRing, Integers, Poly, Result,
    memory::Task,
    multimodular::{self, PrimePowers},
};
use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    types::{PyInt, PyList},
};

#[pymethods]
impl PyPoly {
    /// The leading coefficient of a polynomial over Z, and its monic factors, modulo p**k, p a prime: those that modulo p are powers of irreducible
    /// ones, or those with the images ``factors`` modulo p.
    ///
    /// >>> from polymod import ZZ
    /// >>> ZZ("x^4 + 1").hensel_lift(17, 2)
    /// (1, [ZZ.poly([110, 1]), ZZ.poly([134, 1]), ZZ.poly([155, 1]), ZZ.poly([179, 1])])
    /// >>> ZZ("x^3 + 5*x + 25").hensel_lift(31, 2, [ZZ("x - 1"), ZZ("x^2 + x + 6")])
    /// (1, [ZZ.poly([123, 1]), ZZ.poly([719, 838, 1])])
    #[pyo3(signature = (p, k, factors=None))]
    fn hensel_lift<'py>(
        &self,
        py: Python<'py>,
        p: &Bound<'_, PyAny>,
        k: &Bound<'_, PyAny>,
        factors: Option<Vec<Bound<'_, PyAny>>>,
    ) -> PyResult<(Bound<'py, PyInt>, Vec<Self>)> {
        let (f, p) = (of_integers(&self.0, "Hensel lifting")?, ints::to_integer(p)?);
        let k = u32::try_from(ints::length(k, "the exponent")?).unwrap_or(u32::MAX);
        let given = factors.map(|all| {
            let over_z = |g: &Bound<'_, PyAny>| self.argument(g).and_then(|g| of_integers(&g, "Hensel lifting"));
            all.iter().map(over_z).collect::<PyResult<Vec<_>>>()
        });
        let given = given.transpose()?;
        self.check("Hensel lifting", &[], || Task::Factors(size(&self.0)))?;
        let found = run(py, Work::Hard(self.words()), || match &given {
            None => multimodular::hensel_lift(&f, &p, k),
            Some(given) => multimodular::hensel_lift_factors(&f, given, &p, k),
        })?;
        let lifted = found.factors.into_iter().map(|g| PyPoly(g.erase(self.ring()))).collect();
        Ok((ints::of_integer(py, &found.unit)?, lifted))
    }

    /// The factors of a polynomial over Z modulo each of the powers of primes whose product is n: the power, the unit, and monic factors with their
    /// multiplicities. ``primes`` are all primes that divide n; without them they are found.
    ///
    /// >>> from polymod import ZZ
    /// >>> for power, (unit, factors) in ZZ("3*x^3 + 3").factor_modulo(50):
    /// ...     print(power, unit, factors)
    /// 2 1 [(ZZ.poly([1, 1]), 1), (ZZ.poly([1, 1, 1]), 1)]
    /// 25 3 [(ZZ.poly([1, 1]), 1), (ZZ.poly([1, 24, 1]), 1)]
    #[pyo3(signature = (n, primes=None))]
    fn factor_modulo<'py>(
        &self,
        py: Python<'py>,
        n: &Bound<'_, PyAny>,
        primes: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<(Bound<'py, PyInt>, Factors<'py>)>> {
        let found = self.modulo(py, n, primes, multimodular::factor_modulo)?;
        found
            .into_iter()
            .map(|(power, found)| {
                Ok((ints::of_integer(py, &power)?, factors(py, self.ring(), found.erase(self.ring()))?))
            })
            .collect()
    }

    /// The roots of a polynomial over Z modulo n, from 0 to n - 1 in ascending order; ``primes`` as for ``factor_modulo``.
    ///
    /// >>> from polymod import ZZ
    /// >>> ZZ("x^2 - 1").roots_modulo(24)
    /// [1, 5, 7, 11, 13, 17, 19, 23]
    #[pyo3(signature = (n, primes=None))]
    fn roots_modulo<'py>(
        &self,
        py: Python<'py>,
        n: &Bound<'_, PyAny>,
        primes: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let roots = self.modulo(py, n, primes, multimodular::roots_modulo)?;
        let roots = roots.iter().map(|x| ints::of_integer(py, x)).collect::<PyResult<Vec<_>>>()?;
        PyList::new(py, roots)
    }
}

impl PyPoly {
    /// The result of a function of the polynomial and the primes that divide n.
    fn modulo<T: Send>(
        &self,
        py: Python<'_>,
        n: &Bound<'_, PyAny>,
        primes: Option<&Bound<'_, PyAny>>,
        f: impl Fn(&Poly<Integers>, &PrimePowers) -> Result<T> + Sync,
    ) -> PyResult<T> {
        let (a, n) = (of_integers(&self.0, "factors and roots modulo n")?, ints::to_integer(n)?);
        let primes = match primes {
            Some(primes) => Some(primes.try_iter()?.map(|p| ints::to_integer(&p?)).collect::<PyResult<Vec<_>>>()?),
            None => None,
        };
        self.check("factorization", &[], || Task::Factors(size(&self.0)))?;
        run(py, Work::Hard(self.words()), || match &primes {
            Some(primes) => f(&a, &PrimePowers::of_primes(&n, primes)?),
            None => f(&a, &PrimePowers::find(&n)?),
        })
    }
}

/// A polynomial over Z itself.
fn of_integers(f: &Poly<AnyRing>, what: &str) -> PyResult<Poly<Integers>> {
    f.over_z().ok_or_else(|| PyTypeError::new_err(format!("{what}: expected a polynomial over Z")))
}
