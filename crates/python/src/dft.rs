//! Discrete Fourier transforms of arrays.

use crate::{
    batch::{Batch, leading, operand, residues, results, ring_of},
    errors::OrRaise,
    ints,
    limits::Scope,
    ring::PyRing,
    run::{Work, fits, run},
};
use numpy::{PyArrayDyn, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use polymod::{
    AnyRing, Dft, Ring, Wrap, Zn,
    core::transform::ntt::Direction,
    poly::DftAlgorithm,
    ring::{AnyElem, Coeffs},
};
use pyo3::{exceptions::PyValueError, prelude::*};
use std::sync::{Mutex, PoisonError};

/// The transform between n coefficients and the values of their polynomial at n powers of a root of unity, prepared once for many arrays.
///
/// ``n`` is a length for which the ring has a root of unity of order n, and of order 2n for the transform at odd powers (``negacyclic``);
/// ``mod`` an integer for Z/n, or a ring; ``root`` another root of that order; ``algorithm`` that of the program's verb ``ntt``. A ValueError
/// where there is no such root.
///
/// >>> from polymod import Dft
/// >>> dft = Dft(4, 97)
/// >>> values = dft.forward([[1, 2, 3, 4], [1, 0, 0, 0]])
/// >>> values[1], dft.inverse(values)[0]
/// (array([1, 1, 1, 1], dtype=uint64), array([1, 2, 3, 4], dtype=uint64))
/// >>> dft.inverse(values[0] * values[0] % 97)  # the square modulo x^4 - 1
/// array([26, 28, 26, 20], dtype=uint64)
#[pyclass(module = "polymod", name = "Dft", frozen)]
pub struct PyDft {
    ring: AnyRing,
    dft: Prepared,
}

/// A transform: over Z/n for n < 2^64 one of words in place.
enum Prepared {
    Words(Dft<Zn>),
    Any(Dft<AnyRing>),
}

impl Prepared {
    fn new(
        ring: &AnyRing,
        n: usize,
        wrap: Wrap,
        root: Option<&AnyElem>,
        algorithm: Option<DftAlgorithm>,
    ) -> polymod::Result<Self> {
        if let Some(f) = ring.downcast_ref::<Zn>() {
            let dft = match root {
                Some(AnyElem::Word(root)) => Dft::with_root(f, n, wrap, root)?,
                _ => Dft::new(f, n, wrap)?,
            };
            return Ok(Prepared::Words(algorithm.map_or_else(|| Ok(dft.clone()), |a| dft.clone().by(a))?));
        }
        let dft = match root {
            Some(root) => Dft::with_root(ring, n, wrap, root)?,
            None => Dft::new(ring, n, wrap)?,
        };
        Ok(Prepared::Any(algorithm.map_or_else(|| Ok(dft.clone()), |a| dft.clone().by(a))?))
    }

    fn len(&self) -> usize {
        match self {
            Prepared::Words(dft) => dft.len(),
            Prepared::Any(dft) => dft.len(),
        }
    }

    fn wrap(&self) -> Wrap {
        match self {
            Prepared::Words(dft) => dft.wrap(),
            Prepared::Any(dft) => dft.wrap(),
        }
    }

    fn root(&self) -> AnyElem {
        match self {
            Prepared::Words(dft) => AnyElem::Word(*dft.root()),
            Prepared::Any(dft) => dft.root().clone(),
        }
    }

    fn algorithm(&self) -> DftAlgorithm {
        match self {
            Prepared::Words(dft) => dft.algorithm(),
            Prepared::Any(dft) => dft.algorithm(),
        }
    }
}

fn wrap(negacyclic: bool) -> Wrap {
    if negacyclic { Wrap::Negacyclic } else { Wrap::Cyclic }
}

impl PyDft {
    fn prepared(
        py: Python<'_>,
        ring: AnyRing,
        n: usize,
        negacyclic: bool,
        root: Option<&Bound<'_, PyAny>>,
        algorithm: Option<&str>,
    ) -> PyResult<Self> {
        fits(n, ring_width(&ring))?;
        let root = root.map(|root| ints::element(&ring, root)).transpose()?;
        let algorithm = algorithm.map(str::parse).transpose().or_raise()?;
        let dft = run(py, Work::Product(n), || Prepared::new(&ring, n, wrap(negacyclic), root.as_ref(), algorithm))?;
        Ok(PyDft { ring, dft })
    }

    /// The transforms along the last axis.
    fn applied<'py>(
        &self,
        array: &Bound<'py, PyUntypedArray>,
        name: &str,
        direction: Direction,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, n) = (array.py(), self.dft.len());
        let (lead, given) = (leading(array.shape(), 1).to_vec(), array.shape()[array.ndim() - 1]);
        if given > n {
            return Err(PyValueError::new_err(format!(
                "{name}: expected at most {n} entries along the last axis, got {given}"
            )));
        }
        let count: usize = lead.iter().product();
        fits(n.saturating_mul(count), ring_width(&self.ring))?;
        match &self.dft {
            Prepared::Words(dft) => words(py, dft, (&self.ring, array), &lead, direction),
            Prepared::Any(dft) => {
                let batch = Batch::new(&self.ring, array, 1)?;
                let one = |v: Coeffs<AnyRing>| match direction {
                    Direction::Forward => dft.forward(v.view()),
                    Direction::Inverse => dft.inverse(v.view()),
                };
                let all = run(py, Work::Product(n.saturating_mul(count)), || {
                    (0..count).map(|i| one(batch.get(i))).collect::<polymod::Result<Vec<_>>>()
                })?;
                results(py, &self.ring, &all, &lead, &[n])
            }
        }
    }
}

/// The words of an element; 1 where elements grow.
fn ring_width(ring: &AnyRing) -> usize {
    ring.zeros(1).width().max(1)
}

/// Transforms of residues of one word, in the memory of the result.
fn words<'py>(
    py: Python<'py>,
    dft: &Dft<Zn>,
    (ring, array): (&AnyRing, &Bound<'py, PyUntypedArray>),
    lead: &[usize],
    direction: Direction,
) -> PyResult<Bound<'py, PyAny>> {
    let (n, given) = (dft.len(), array.shape()[array.ndim() - 1]);
    let shape: Vec<usize> = lead.iter().chain(&[n]).copied().collect();
    let out = PyArrayDyn::<u64>::zeros(py, shape, false);
    let operands = residues(dft.ring(), ring, array)?;
    let operands = operands.words()?;
    let mut borrowed = out.try_readwrite()?;
    let all = Mutex::new(borrowed.as_slice_mut()?);
    run(py, Work::Product(n.saturating_mul(lead.iter().product())), || {
        let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
        for (i, row) in all.chunks_exact_mut(n).enumerate() {
            row[..given].copy_from_slice(&operands[i * given..(i + 1) * given]);
            row[given..].fill(0);
            match direction {
                Direction::Forward => dft.forward_slice(row)?,
                Direction::Inverse => dft.inverse_slice(row)?,
            }
        }
        Ok(())
    })?;
    drop(borrowed);
    Ok(out.into_any())
}

#[pymethods]
impl PyDft {
    #[new]
    #[pyo3(signature = (n, r#mod, negacyclic=false, root=None, algorithm=None))]
    fn new(
        py: Python<'_>,
        n: &Bound<'_, PyAny>,
        r#mod: &Bound<'_, PyAny>,
        negacyclic: bool,
        root: Option<&Bound<'_, PyAny>>,
        algorithm: Option<&str>,
    ) -> PyResult<Self> {
        let n = ints::length(n, "the length of a transform")?;
        Self::prepared(py, ring_of(Some(r#mod))?, n, negacyclic, root, algorithm)
    }

    /// The values of the polynomials whose coefficients are along the last axis of ``x``, constant term first: entry i is the value at w^i, and
    /// at w^(2i + 1) where the transform is negacyclic. Up to n coefficients; missing ones are 0. All axes before the last are batches.
    fn forward<'py>(&self, x: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.applied(&operand(x, 1, "x")?, "x", Direction::Forward)
    }

    /// The coefficients, constant term first, from the values along the last axis: the inverse of :meth:`forward`.
    fn inverse<'py>(&self, values: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.applied(&operand(values, 1, "values")?, "values", Direction::Inverse)
    }

    /// The ring.
    #[getter]
    fn ring(&self) -> PyRing {
        PyRing::of(&self.ring)
    }

    /// The root of unity w: of order n, and of order 2n where the transform is negacyclic.
    #[getter]
    fn root<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        ints::of_element(py, &self.ring, &self.dft.root())
    }

    /// Whether the values are those at the odd powers of w.
    #[getter]
    fn negacyclic(&self) -> bool {
        self.dft.wrap() == Wrap::Negacyclic
    }

    /// The name of the algorithm.
    #[getter]
    fn algorithm(&self) -> &'static str {
        self.dft.algorithm().name()
    }

    fn __len__(&self) -> usize {
        self.dft.len()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let negacyclic = if self.negacyclic() { ", negacyclic=True" } else { "" };
        Ok(format!("Dft({}, {}{negacyclic}, root={})", self.dft.len(), self.ring().__repr__(), self.root(py)?))
    }

    #[allow(clippy::type_complexity, reason = "what pickle asks for")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (usize, PyRing, bool, Bound<'py, PyAny>, &'static str))> {
        let arguments = (self.dft.len(), self.ring(), self.negacyclic(), self.root(py)?, self.algorithm());
        Ok((py.get_type::<PyDft>().into_any(), arguments))
    }
}

/// A transform of the length of the array's last axis, used once.
fn once<'py>(
    x: &Bound<'py, PyAny>,
    modulus: &Bound<'py, PyAny>,
    negacyclic: bool,
    root: Option<&Bound<'py, PyAny>>,
    direction: Direction,
) -> PyResult<Bound<'py, PyAny>> {
    let (ring, x) = (ring_of(Some(modulus))?, operand(x, 1, "x")?);
    let n = x.shape()[x.ndim() - 1];
    PyDft::prepared(modulus.py(), ring, n, negacyclic, root, None)?.applied(&x, "x", direction)
}

/// The values of polynomials, whose n coefficients are along the last axis, at the powers 1, w, w^2, ... of a root of unity of order n, or at
/// the odd powers of one of order 2n (``negacyclic``), in natural order. n is any length for which the ring has such a root.
///
/// >>> import polymod
/// >>> polymod.ntt([1, 0, 1, 0, 0], 31)
/// array([ 2,  5, 17,  3,  9], dtype=uint64)
/// >>> polymod.intt(polymod.ntt([1, 0, 1, 0, 0], 31), 31)
/// array([1, 0, 1, 0, 0], dtype=uint64)
#[pyfunction]
#[pyo3(signature = (x, r#mod, *, negacyclic=false, root=None, threads=None, memory=None))]
pub fn ntt<'py>(
    x: &Bound<'py, PyAny>,
    r#mod: &Bound<'py, PyAny>,
    negacyclic: bool,
    root: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    memory: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let _limits = Scope::new(threads, memory)?;
    once(x, r#mod, negacyclic, root, Direction::Forward)
}

/// The inverse of :func:`ntt`: the coefficients from the values.
#[pyfunction]
#[pyo3(signature = (x, r#mod, *, negacyclic=false, root=None, threads=None, memory=None))]
pub fn intt<'py>(
    x: &Bound<'py, PyAny>,
    r#mod: &Bound<'py, PyAny>,
    negacyclic: bool,
    root: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    memory: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let _limits = Scope::new(threads, memory)?;
    once(x, r#mod, negacyclic, root, Direction::Inverse)
}
