//! Rings as values.

use crate::{
    arrays,
    element::Element,
    errors::{OrRaise, exception},
    ints,
    poly::PyPoly,
    run::{Work, engine, run},
};
use polymod::{
    AnyRing, Error, F2, Gf2k, Integers, Poly, Ring, Zn, ZnBig,
    ring::Roots,
    rug::{Integer, integer::IsPrime},
};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyInt, PyString},
};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A coefficient ring: the integers, the integers modulo n, or a finite field.
///
/// ``Ring(name)`` makes any ring of the library by its name, as the program's option ``--ring`` takes it;
/// :data:`ZZ`, :func:`Zn`, :func:`GF` and :data:`GF2` make the usual ones.
///
/// >>> from polymod import Ring, Zn
/// >>> Ring("zn:97") == Zn(97)
/// True
/// >>> R = Zn(97)
/// >>> R("3*x^2 - x + 7"), R.poly([7, -1, 3]), R(5)
/// (Zn(97).poly([7, 96, 3]), Zn(97).poly([7, 96, 3]), Zn(97)(5))
#[pyclass(module = "polymod", name = "Ring", frozen, eq)]
#[derive(PartialEq)]
pub struct PyRing {
    pub ring: AnyRing,
}

impl PyRing {
    pub fn of(ring: &AnyRing) -> Self {
        PyRing { ring: ring.clone() }
    }

    fn named(name: &str) -> PyResult<Self> {
        if name == "q" {
            return Err(PyValueError::new_err("the ring q is not available here: its elements are no integers"));
        }
        AnyRing::named(engine(), name).map(|ring| PyRing { ring }).or_raise()
    }
}

#[pymethods]
impl PyRing {
    #[new]
    fn new(name: &str) -> PyResult<Self> {
        Self::named(name)
    }

    /// The name of the ring, as the program's option ``--ring`` takes it.
    ///
    /// >>> from polymod import GF
    /// >>> GF(2**8, modulus=0x11b).name
    /// 'gf2^8:0x11b'
    #[getter]
    fn name(&self) -> String {
        self.ring.name()
    }

    /// The number of elements; ``None`` for the integers.
    ///
    /// >>> from polymod import ZZ, GF2
    /// >>> GF2.order, ZZ.order
    /// (2, None)
    #[getter]
    fn order<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyInt>>> {
        ints::order(&self.ring).map(|n| ints::of_integer(py, &n)).transpose()
    }

    /// The characteristic: 0 for the integers.
    #[getter]
    fn characteristic<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyInt>> {
        let two = self.ring.is_zero(&self.ring.elem(2));
        let n = if two { Some(2.into()) } else { ints::order(&self.ring) };
        ints::of_integer(py, &n.unwrap_or_default())
    }

    /// n of Z/n; the bits of the modulus of GF(2^k), bit i the coefficient of x^i; 0 for the integers.
    #[getter]
    fn modulus<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyInt>> {
        match self.ring.downcast_ref::<Gf2k>() {
            Some(f) => ints::of_integer(py, &Integer::from(f.modulus())),
            None => ints::of_integer(py, &ints::order(&self.ring).unwrap_or_default()),
        }
    }

    /// The polynomial with these coefficients, constant term first: a sequence of integers or elements, or a NumPy array of any integer type.
    ///
    /// >>> import numpy as np
    /// >>> from polymod import Zn
    /// >>> Zn(97).poly(np.array([98, 0, 3], dtype=">i2"))
    /// Zn(97).poly([1, 0, 3])
    #[pyo3(signature = (coeffs=None, /))]
    fn poly(&self, coeffs: Option<&Bound<'_, PyAny>>) -> PyResult<PyPoly> {
        let Some(coeffs) = coeffs else { return Ok(PyPoly(Poly::zero(&self.ring))) };
        if let Ok(p) = coeffs.cast::<PyPoly>() {
            return Ok(PyPoly(p.get().over(&self.ring)?.clone()));
        }
        if let Ok(text) = coeffs.cast::<PyString>() {
            return self.parsed(text.to_str()?);
        }
        Ok(PyPoly(Poly::from_coeffs(&self.ring, arrays::vector(&self.ring, coeffs)?)))
    }

    /// The polynomial x.
    #[getter]
    fn x(&self) -> PyPoly {
        PyPoly(Poly::x(&self.ring))
    }

    /// An element from an integer, or a polynomial from an expression in one variable.
    fn __call__<'py>(&self, x: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = x.py();
        if let Ok(text) = x.cast::<PyString>() {
            return Ok(self.parsed(text.to_str()?)?.into_pyobject(py)?.into_any());
        }
        if !ints::is_element(x) {
            return Err(PyTypeError::new_err(format!(
                "expected an integer or an expression such as '3*x^2 - x + 7', got {}; polynomials are made by poly(coefficients)",
                x.get_type().name()?
            )));
        }
        let value = ints::element(&self.ring, x)?;
        Ok(Element::new(&self.ring, value).into_pyobject(py)?.into_any())
    }

    /// A monic irreducible polynomial of this degree, found from a seed.
    ///
    /// >>> from polymod import GF2
    /// >>> GF2.random_irreducible(20).is_irreducible()
    /// True
    #[pyo3(signature = (degree, seed=0))]
    fn random_irreducible(&self, py: Python<'_>, degree: &Bound<'_, PyAny>, seed: u64) -> PyResult<PyPoly> {
        let degree = ints::length(degree, "the degree")?;
        crate::run::fits(degree, 1)?;
        run(py, Work::Hard(degree), || Poly::random_irreducible(&self.ring, degree, &mut words(seed))).map(PyPoly)
    }

    /// A monic primitive polynomial of this degree, found from a seed.
    #[pyo3(signature = (degree, seed=0))]
    fn random_primitive(&self, py: Python<'_>, degree: &Bound<'_, PyAny>, seed: u64) -> PyResult<PyPoly> {
        let degree = ints::length(degree, "the degree")?;
        crate::run::fits(degree, 1)?;
        run(py, Work::Hard(degree), || Poly::random_primitive(&self.ring, degree, &mut words(seed))).map(PyPoly)
    }

    /// A root of unity of this order, the same at each call: the root of :class:`Dft`. A ValueError where the field has none.
    ///
    /// >>> from polymod import Zn
    /// >>> w = Zn(97)(Zn(97).root_of_unity(8))
    /// >>> w**4, w**8
    /// (Zn(97)(96), Zn(97)(1))
    fn root_of_unity<'py>(&self, py: Python<'py>, order: u64) -> PyResult<Bound<'py, PyInt>> {
        ints::of_element(py, &self.ring, &run(py, Work::Linear(0), || self.ring.root_of_unity(order))?)
    }

    fn __hash__(&self) -> u64 {
        let mut state = DefaultHasher::new();
        self.ring.hash(&mut state);
        state.finish()
    }

    pub fn __repr__(&self) -> String {
        let r = &self.ring;
        if r.downcast_ref::<Integers>().is_some() {
            return "ZZ".into();
        }
        if r.downcast_ref::<F2>().is_some() {
            return "GF2".into();
        }
        if let Some(f) = r.downcast_ref::<Gf2k>() {
            return format!("GF(2**{}, modulus={:#x})", f.k(), f.modulus());
        }
        if r.downcast_ref::<Zn>().is_some() || r.downcast_ref::<ZnBig>().is_some() {
            return format!("Zn({})", ints::order(r).unwrap_or_default());
        }
        format!("Ring('{}')", r.name())
    }

    fn _repr_latex_(&self) -> String {
        match (self.ring.downcast_ref::<Gf2k>(), ints::order(&self.ring)) {
            (Some(f), _) => format!("$\\mathbb{{F}}_{{2^{{{}}}}}$", f.k()),
            (None, Some(n)) => format!("$\\mathbb{{Z}}/{n}\\mathbb{{Z}}$"),
            (None, None) => "$\\mathbb{Z}$".into(),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (String,)) {
        (py.get_type::<PyRing>().into_any(), (self.ring.name(),))
    }
}

impl PyRing {
    fn parsed(&self, text: &str) -> PyResult<PyPoly> {
        Poly::parse(&self.ring, text).map(PyPoly).or_raise()
    }
}

/// Pseudo-random words (Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators", figure 12).
fn words(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed;
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }
}

/// The integers modulo n, for n of any size, prime or composite.
///
/// >>> from polymod import Zn
/// >>> Zn(2**127 - 1).poly([1, 1]) ** 2
/// Zn(170141183460469231731687303715884105727).poly([1, 2, 1])
#[pyfunction(name = "Zn")]
#[pyo3(signature = (n, /))]
pub fn zn(n: &Bound<'_, PyAny>) -> PyResult<PyRing> {
    let n = ints::to_integer(n)?;
    if n < 2 {
        return Err(exception(&Error::Modulus { modulus: n.to_string(), expected: "an integer of at least 2" }));
    }
    PyRing::named(&format!("zn:{n}"))
}

/// Moduli of the fields of 2^k elements for k = 2, …, 16: Conway polynomials (Lübeck, "Conway polynomials for finite fields").
const CONWAY: [u128; 15] =
    [0x7, 0xb, 0x13, 0x25, 0x5b, 0x83, 0x11d, 0x211, 0x46f, 0x805, 0x10eb, 0x201b, 0x40a9, 0x8035, 0x1002d];

/// The field of q elements: q prime, or 2^k for k up to 64.
///
/// The modulus of GF(2^k) is an integer whose bit i is the coefficient of x^i, or an expression in one variable. It is Conway's polynomial
/// by default for k up to 16, as in other systems.
///
/// >>> from polymod import GF
/// >>> GF(2**8, modulus="x^8 + x^4 + x^3 + x + 1")
/// GF(2**8, modulus=0x11b)
#[pyfunction(name = "GF")]
#[pyo3(signature = (q, modulus=None))]
pub fn gf(q: &Bound<'_, PyAny>, modulus: Option<&Bound<'_, PyAny>>) -> PyResult<PyRing> {
    let q = ints::to_integer(q)?;
    let k = q.significant_bits().saturating_sub(1);
    if q > 2 && q.is_power_of_two() {
        let modulus = match (modulus, CONWAY.get(k as usize - 2)) {
            (Some(modulus), _) => bits(modulus)?,
            (None, Some(&conway)) => conway.into(),
            (None, None) => {
                let ask = format!("GF(2**{k}) has no default modulus: give one, such as GF2.random_irreducible({k})");
                return Err(PyValueError::new_err(ask));
            }
        };
        return PyRing::named(&format!("gf2^{k}:{modulus}"));
    }
    if modulus.is_some() {
        return Err(PyValueError::new_err(format!("GF({q}) takes no modulus")));
    }
    if q == 2 {
        return PyRing::named("gf2");
    }
    if q < 2 || q.is_probably_prime(30) == IsPrime::No {
        let what = "the number of elements of a field: expected a prime, or a power of 2 up to 2^64";
        return Err(PyValueError::new_err(format!("{what}, got {q}")));
    }
    PyRing::named(&format!("zn:{q}"))
}

/// The integer whose bits are the coefficients of a modulus: an integer, an expression, or a polynomial over GF(2).
fn bits(modulus: &Bound<'_, PyAny>) -> PyResult<Integer> {
    let f2 = AnyRing::named(engine(), "gf2").or_raise()?;
    let p = if let Ok(text) = modulus.cast::<PyString>() {
        Poly::parse(&f2, text.to_str()?).or_raise()?
    } else if let Ok(p) = modulus.cast::<PyPoly>() {
        p.get().over(&f2)?.clone()
    } else {
        return ints::to_integer(modulus);
    };
    if p.len() > 1 << 10 {
        return Err(PyValueError::new_err(format!("the modulus has degree {}", p.len() - 1)));
    }
    let mut bits = Integer::new();
    for i in 0..p.len() {
        bits.set_bit(i as u32, !f2.is_zero(&p.coeff(i)));
    }
    Ok(bits)
}
