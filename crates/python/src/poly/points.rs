//! Evaluation at many points, and interpolation.

use super::PyPoly;
use crate::{
    arrays,
    batch::results,
    ints, limits, lists,
    ring::PyRing,
    run::{Work, run},
};
use polymod::{
    AnyRing, Poly, Ring,
    memory::{Task, values_bytes},
    poly::{Geometric, Points},
    ring::{AnyElem, Coeffs, View},
};
use pyo3::{
    exceptions::PyTypeError,
    prelude::*,
    types::{PyDict, PyTuple},
};

/// Points at which many polynomials are evaluated or interpolated: prepared once.
///
/// ``Points(ring, points)`` takes any points; ``Points(ring, first=a, ratio=q, length=n)`` the points a*q^i, in less time.
///
/// >>> from polymod import Points, Zn
/// >>> R = Zn(97)
/// >>> p = Points(R, [1, 2, 3])
/// >>> p.eval(R("x^2 + 1")), p.interpolate([2, 5, 10])
/// (array([ 2,  5, 10], dtype=uint64), Zn(97).poly([1, 0, 1]))
/// >>> Points(R, first=1, ratio=5, length=3).eval(R("x^2 + 1"))
/// array([ 2, 26, 44], dtype=uint64)
#[pyclass(module = "polymod", name = "Points", frozen)]
pub struct PyPoints {
    ring: AnyRing,
    points: Prepared,
}

enum Prepared {
    Any(Box<Points<AnyRing>>),
    /// The points, the first one and the ratio.
    Geometric(Geometric<AnyRing>, AnyElem, AnyElem),
}

impl Prepared {
    fn len(&self) -> usize {
        match self {
            Prepared::Any(points) => points.len(),
            Prepared::Geometric(points, ..) => points.len(),
        }
    }
}

#[pymethods]
impl PyPoints {
    #[new]
    #[pyo3(signature = (ring, points=None, *, first=None, ratio=None, length=None))]
    fn new(
        py: Python<'_>,
        ring: PyRef<'_, PyRing>,
        points: Option<&Bound<'_, PyAny>>,
        first: Option<&Bound<'_, PyAny>>,
        ratio: Option<&Bound<'_, PyAny>>,
        length: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let ring = ring.ring.clone();
        let points = match (points, first, ratio, length) {
            (Some(points), None, None, None) => {
                let points = arrays::vector(&ring, points)?;
                limits::check(&ring, "tree of points", [points.view()], || 0.0, || Task::Values(points.len()))?;
                Prepared::Any(Box::new(run(py, Work::Recursive(points.words().len()), || {
                    Points::new(&ring, points.view())
                })?))
            }
            (None, Some(first), Some(ratio), Some(length)) => {
                let (first, ratio) = (ints::element(&ring, first)?, ints::element(&ring, ratio)?);
                let length = ints::length(length, "the number of points")?;
                crate::run::fits(length, 1)?;
                let points = run(py, Work::Recursive(length), || Geometric::new(&ring, &first, &ratio, length))?;
                Prepared::Geometric(points, first, ratio)
            }
            _ => return Err(PyTypeError::new_err("expected either points, or first, ratio and length")),
        };
        Ok(PyPoints { ring, points })
    }

    /// The ring of the points.
    #[getter]
    fn ring(&self) -> PyRing {
        PyRing::of(&self.ring)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let ring = self.ring().__repr__();
        match &self.points {
            Prepared::Any(points) => Ok(format!("Points({ring}, {})", lists::text(py, &self.ring, points.points())?)),
            Prepared::Geometric(points, first, ratio) => {
                let [first, ratio] = [first, ratio].map(|x| self.shown(py, x));
                Ok(format!("Points({ring}, first={}, ratio={}, length={})", first?, ratio?, points.len()))
            }
        }
    }

    /// The arguments of the class, for pickle.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let (ring, keywords) = (self.ring().into_pyobject(py)?.into_any(), PyDict::new(py));
        let mut arguments = vec![ring];
        match &self.points {
            Prepared::Any(points) => {
                arguments.push(lists::list(py, &self.ring, points.points())?.into_any());
            }
            Prepared::Geometric(points, first, ratio) => {
                keywords.set_item("first", ints::of_element(py, &self.ring, first)?)?;
                keywords.set_item("ratio", ints::of_element(py, &self.ring, ratio)?)?;
                keywords.set_item("length", points.len())?;
            }
        }
        Ok((PyTuple::new(py, arguments)?, keywords))
    }

    fn __len__(&self) -> usize {
        self.points.len()
    }

    /// The values of a polynomial at all points, as an array; for a sequence of polynomials an array of two dimensions, a row for each, which
    /// takes less time where the points are geometric.
    ///
    /// >>> from polymod import Points, Zn
    /// >>> R = Zn(97)
    /// >>> Points(R, [1, 2]).eval([R.x, R("x^2")])
    /// array([[1, 2],
    ///        [1, 4]], dtype=uint64)
    fn eval<'py>(&self, py: Python<'py>, f: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(f) = f.cast::<PyPoly>() {
            let f = f.get();
            self.check(&f.0)?;
            let values = run(py, self.work(f.words()), || self.values(&f.0))?;
            return arrays::array(py, &self.ring, values.view());
        }
        let polys: Vec<PyRef<'py, PyPoly>> = f.try_iter()?.map(|f| Ok(f?.extract()?)).collect::<PyResult<_>>()?;
        let polys: Vec<Poly<AnyRing>> = polys.iter().map(|f| f.0.clone()).collect();
        let count = polys.len();
        crate::run::fits(self.points.len().saturating_mul(count), 1)?;
        let work =
            Work::Recursive((self.points.len().saturating_mul(count)) + polys.iter().map(super::words).sum::<usize>());
        polys.iter().try_for_each(|f| self.check(f))?;
        let rows = run(py, work, || match &self.points {
            Prepared::Any(points) => polys.iter().map(|f| points.eval(f)).collect(),
            Prepared::Geometric(points, ..) => points.eval_all(&polys),
        })?;
        results(py, &self.ring, &rows, &[count], &[self.points.len()])
    }

    /// The polynomial of least degree with these values at the points.
    fn interpolate(&self, py: Python<'_>, values: &Bound<'_, PyAny>) -> PyResult<PyPoly> {
        let values = arrays::vector(&self.ring, values)?;
        let interpolated = || match &self.points {
            Prepared::Any(points) => points.interpolate(values.view()),
            Prepared::Geometric(points, ..) => points.interpolate(values.view()),
        };
        if let Prepared::Any(points) = &self.points {
            check_interpolation(&self.ring, points.points(), values.view())?;
        }
        run(py, self.work(values.words().len()), interpolated).map(PyPoly)
    }

    /// The polynomial that vanishes at the points; for points that are not geometric.
    ///
    /// >>> from polymod import Points, Zn
    /// >>> p = Points(Zn(97), [1, 2, 3])
    /// >>> p.vanishing(), p.sum_of_fractions([1, 0, 5])
    /// (Zn(97).poly([91, 11, 91, 1]), Zn(97).poly([16, 77, 6]))
    fn vanishing(&self) -> PyResult<PyPoly> {
        Ok(PyPoly(self.any()?.vanishing()))
    }

    /// The numerator of the sum of weights[i]/(x - points[i]) over the polynomial that vanishes at the points; for points that are not geometric.
    fn sum_of_fractions(&self, py: Python<'_>, weights: &Bound<'_, PyAny>) -> PyResult<PyPoly> {
        let (points, weights) = (self.any()?, arrays::vector(&self.ring, weights)?);
        run(py, self.work(weights.words().len()), || points.sum_of_fractions(weights.view())).map(PyPoly)
    }

    /// The sums over all points of weights[i]*points[i]^k for k = 0, ..., m - 1; for points that are not geometric.
    fn power_sums<'py>(
        &self,
        py: Python<'py>,
        weights: &Bound<'py, PyAny>,
        m: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let points = self.any()?;
        let (weights, m) = (arrays::vector(&self.ring, weights)?, ints::length(m, "the number of sums")?);
        crate::run::fits(m, 1)?;
        let sums: Coeffs<AnyRing> = run(py, self.work(m), || points.power_sums(weights.view(), m))?;
        arrays::array(py, &self.ring, sums.view())
    }
}

impl PyPoints {
    /// Points that were given one by one.
    fn any(&self) -> PyResult<&Points<AnyRing>> {
        match &self.points {
            Prepared::Any(points) => Ok(points),
            Prepared::Geometric(..) => Err(PyTypeError::new_err("expected points that were given one by one")),
        }
    }

    fn shown(&self, py: Python<'_>, x: &AnyElem) -> PyResult<String> {
        ints::shown(py, &self.ring, self.ring.collect(std::slice::from_ref(x)).view(), 0)
    }

    fn values(&self, f: &Poly<AnyRing>) -> polymod::Result<Coeffs<AnyRing>> {
        match &self.points {
            Prepared::Any(points) => points.eval(f),
            Prepared::Geometric(points, ..) => points.eval(f),
        }
    }

    fn work(&self, words: usize) -> Work {
        Work::Recursive(words + self.points.len())
    }
}

#[pymethods]
#[allow(clippy::wrong_self_convention, reason = "a ring makes polynomials")]
impl PyRing {
    /// The polynomial of least degree with these values at these points, no two of which are equal.
    ///
    /// >>> from polymod import Zn
    /// >>> Zn(97).interpolate([1, 2, 3], [2, 5, 10])
    /// Zn(97).poly([1, 0, 1])
    fn interpolate(&self, py: Python<'_>, points: &Bound<'_, PyAny>, values: &Bound<'_, PyAny>) -> PyResult<PyPoly> {
        let (points, values) = (arrays::vector(&self.ring, points)?, arrays::vector(&self.ring, values)?);
        check_interpolation(&self.ring, points.view(), values.view())?;
        let work = Work::Recursive(points.words().len() + values.words().len());
        run(py, work, || Poly::interpolate(&self.ring, points.view(), values.view())).map(PyPoly)
    }

    /// The polynomial with these coefficients in Newton's basis 1, (x - p0), (x - p0)(x - p1), ...
    fn from_newton(&self, py: Python<'_>, points: &Bound<'_, PyAny>, coeffs: &Bound<'_, PyAny>) -> PyResult<PyPoly> {
        let (points, coeffs) = (arrays::vector(&self.ring, points)?, arrays::vector(&self.ring, coeffs)?);
        super::enough_points(points.len(), coeffs.len())?;
        let work = Work::Recursive(points.words().len() + coeffs.words().len());
        run(py, work, || Poly::from_newton(&self.ring, points.view(), coeffs.view())).map(PyPoly)
    }

    /// The polynomial with these coefficients in the falling factorials 1, x, x(x - 1), ...
    fn from_falling_factorials(&self, py: Python<'_>, coeffs: &Bound<'_, PyAny>) -> PyResult<PyPoly> {
        let coeffs = arrays::vector(&self.ring, coeffs)?;
        let work = Work::Recursive(coeffs.words().len());
        run(py, work, || Poly::from_falling_factorials(&self.ring, coeffs.view())).map(PyPoly)
    }

    /// The polynomial whose roots are these points: the product of all x - p.
    fn from_roots(&self, py: Python<'_>, roots: &Bound<'_, PyAny>) -> PyResult<PyPoly> {
        let roots = arrays::vector(&self.ring, roots)?;
        let r = &self.ring;
        run(py, Work::Recursive(roots.words().len()), || {
            let linear = |i| Poly::new(r, [r.neg(&r.get(roots.view(), i)), r.one()]);
            Poly::product(r, &(0..roots.len()).map(linear).collect::<Vec<_>>())
        })
        .map(PyPoly)
    }

    /// The values at c, c + 1, ..., c + m - 1 of the polynomial of degree below n with these n values at 0, ..., n - 1.
    fn shifted_samples<'py>(
        &self,
        py: Python<'py>,
        samples: &Bound<'py, PyAny>,
        c: &Bound<'py, PyAny>,
        m: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (samples, c) = (arrays::vector(&self.ring, samples)?, ints::element(&self.ring, c)?);
        let m = ints::length(m, "the number of values")?;
        crate::run::fits(m, 1)?;
        let work = Work::Recursive(samples.words().len() + m);
        let values = run(py, work, || Poly::shifted_samples(&self.ring, samples.view(), &c, m))?;
        arrays::array(py, &self.ring, values.view())
    }
}

impl PyPoints {
    /// Refuses values of a polynomial that the memory limit of this thread does not allow.
    fn check(&self, f: &Poly<AnyRing>) -> PyResult<()> {
        match &self.points {
            Prepared::Any(points) => check_values(f, points.points()),
            Prepared::Geometric(..) => limits::check(&self.ring, "values", [f.coeffs()], || 0.0, || Task::Progression),
        }
    }
}

/// Refuses values of a polynomial at points that the memory limit of this thread does not allow.
pub fn check_values(f: &Poly<AnyRing>, points: View<'_, AnyRing>) -> PyResult<()> {
    let (ring, n) = (f.ring(), points.len());
    let result = || values_bytes(f, n, f64::from(ring.size(points).bits));
    limits::check(ring, "values", [f.coeffs(), points], result, || Task::Values(n))
}

/// The same for an interpolation.
fn check_interpolation(ring: &AnyRing, points: View<'_, AnyRing>, values: View<'_, AnyRing>) -> PyResult<()> {
    let task = || Task::Interpolation(points.len(), ring.size(points).bits);
    limits::check(ring, "interpolation", [points, values], || 0.0, task)
}
