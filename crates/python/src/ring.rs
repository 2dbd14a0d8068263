//! Rings as values.

use crate::{
    arrays,
    element::Element,
    errors::{OrRaise, exception},
    extension::{self, Extension},
    ints,
    poly::PyPoly,
    run::{Work, engine, run},
};
use polymod::{
    AnyRing, Error, F2, Integers, Poly, Rationals, Ring, Zn, ZnBig,
    ring::{Codec, FiniteField, Roots},
    rug::{
        Integer,
        integer::{IsPrime, Order},
    },
};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyInt, PyString},
};
use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::{Mutex, PoisonError},
};

/// A coefficient ring: the integers, the rational numbers, the integers modulo n, a finite field, or an extension of the integers modulo n.
///
/// ``Ring(name)`` makes any ring of the library by its name, as the program's option ``--ring`` takes it;
/// :data:`ZZ`, :data:`QQ`, :func:`Zn`, :func:`GF` and :data:`GF2` make the usual ones.
///
/// >>> from polymod import GF, QQ, Ring, Zn
/// >>> Ring("zn:97") == Zn(97), Ring("q") == QQ, Ring("gf:3^5") == GF(3, 5, modulus="t^5 + 2*t + 1")
/// (True, True, True)
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

    pub fn named(name: &str) -> PyResult<Self> {
        if let Some(inner) = name.strip_suffix("[y]") {
            return Err(PyValueError::new_err(format!(
                "polynomials in y are no ring of coefficients here: use Bivariate(coefficients, Ring('{inner}'))"
            )));
        }
        AnyRing::parse(engine(), name).map(|ring| PyRing { ring }).or_raise()
    }

    /// The integers modulo n.
    pub fn modulo(n: &Integer) -> PyResult<Self> {
        Self::named(&format!("zn:{n}"))
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

    /// The number of elements; ``None`` for the integers and the rational numbers.
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
        let below = Extension::of(&self.ring).map(|extension| extension.base);
        let n = if two { Some(2.into()) } else { below.or_else(|| ints::order(&self.ring)) };
        ints::of_integer(py, &n.unwrap_or_default())
    }

    /// The number of coefficients of an element: the degree of an extension, and 1 for other rings.
    ///
    /// >>> from polymod import GF, Zn
    /// >>> GF(3, 5).degree, GF(3, 5).base, Zn(97).degree
    /// (5, Zn(3), 1)
    #[getter]
    fn degree(&self) -> usize {
        Extension::of(&self.ring).map_or(1, |extension| extension.degree)
    }

    /// The ring of the coefficients of the elements of an extension; other rings themselves.
    #[getter]
    fn base(&self) -> PyResult<Self> {
        match Extension::of(&self.ring) {
            Some(extension) if extension.base == 2 && extension.field => Self::named("gf2"),
            Some(extension) => Self::modulo(&extension.base),
            None => Ok(Self::of(&self.ring)),
        }
    }

    /// The element that an extension adjoins, the root of its modulus; 1 for other rings.
    ///
    /// >>> from polymod import GF
    /// >>> F = GF(3, 5)
    /// >>> print(F.gen() ** 7)
    /// t^3 + 2*t^2
    #[pyo3(name = "gen")]
    fn generator(&self) -> PyResult<Element> {
        let Some(extension) = Extension::of(&self.ring) else { return Ok(Element::new(&self.ring, self.ring.one())) };
        // of degree 1: the root of t + c
        let name = match extension.degree {
            1 => (extension.base.clone() - extension.coefficients(&extension.modulus)[0].clone()) % &extension.base,
            _ => extension.base,
        };
        let mut v = self.ring.zeros(0);
        self.ring.push_limbs(&mut v, false, &name.to_digits::<u64>(Order::Lsf)).or_raise()?;
        Ok(Element::new(&self.ring, self.ring.get(v.view(), 0)))
    }

    /// Whether it is a field.
    ///
    /// >>> from polymod import QQ, Ring, Zn
    /// >>> QQ.is_field(), Zn(6).is_field(), Ring("zn:9[t]/t^2+1").is_field()
    /// (True, False, False)
    fn is_field(&self) -> bool {
        self.ring.downcast_ref::<Rationals>().is_some() || self.ring.cardinality().is_ok()
    }

    /// n of Z/n; for an extension of a ring of N elements the coefficients of its modulus as digits base N, for GF(2^k) as bits; 0 for the integers
    /// and the rational numbers.
    ///
    /// >>> from polymod import GF
    /// >>> GF(2**8).modulus == 0x11d, GF(3, 2).modulus == 1*9 + 2*3 + 2  # t^2 + 2*t + 2
    /// (True, True)
    #[getter]
    fn modulus<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyInt>> {
        match Extension::of(&self.ring) {
            Some(extension) => ints::of_integer(py, &extension.modulus),
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

    /// An element from an integer, over Q from a fraction, over extensions also from a sequence of its coefficients; or a polynomial from an expression
    /// in one variable.
    ///
    /// >>> from fractions import Fraction
    /// >>> from polymod import GF, QQ
    /// >>> QQ(Fraction(1, 2)) + 1, GF(3, 2)([1, 2]), QQ("x^2/2 - 1/3")
    /// (QQ(3)/2, GF(3**2, modulus='t^2+2*t+2')(7), QQ.poly(['-1/3', 0, '1/2']))
    fn __call__<'py>(&self, x: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = x.py();
        if let Ok(text) = x.cast::<PyString>() {
            return Ok(self.parsed(text.to_str()?)?.into_pyobject(py)?.into_any());
        }
        let components = extension::is_sequence(x) && Extension::of(&self.ring).is_some();
        if !components && !ints::is_element(x) {
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
    fn root_of_unity<'py>(&self, py: Python<'py>, order: u64) -> PyResult<Bound<'py, PyAny>> {
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
        if r.downcast_ref::<Rationals>().is_some() {
            return "QQ".into();
        }
        if let Some(extension) = Extension::of(r).filter(|extension| extension.field) {
            let (base, degree, name) = (&extension.base, extension.degree, r.name());
            return match name.strip_prefix("gf:").and_then(|rest| rest.split_once(':')) {
                // GF makes fields of bits
                Some(_) if *base == 2 => format!("Ring('{name}')"),
                Some((_, modulus)) => format!("GF({base}**{degree}, modulus='{modulus}')"),
                None => format!("GF(2**{degree}, modulus={:#x})", extension.modulus),
            };
        }
        if r.downcast_ref::<Zn>().is_some() || r.downcast_ref::<ZnBig>().is_some() {
            return format!("Zn({})", ints::order(r).unwrap_or_default());
        }
        format!("Ring('{}')", r.name())
    }

    fn _repr_latex_(&self) -> String {
        match (Extension::of(&self.ring), ints::order(&self.ring)) {
            (Some(Extension { base, degree, field: true, .. }), _) => {
                format!("$\\mathbb{{F}}_{{{base}^{{{degree}}}}}$")
            }
            (Some(_), _) => {
                let name = self.ring.name();
                let (n, modulus) = name.split_once("[t]/").unwrap_or_default();
                let (n, modulus) = (n.trim_start_matches("zn:"), crate::poly::latex(modulus));
                format!("$(\\mathbb{{Z}}/{n}\\mathbb{{Z}})[t]/({})$", modulus.trim_matches('$'))
            }
            (None, Some(n)) => format!("$\\mathbb{{Z}}/{n}\\mathbb{{Z}}$"),
            (None, None) if self.ring.downcast_ref::<Rationals>().is_some() => "$\\mathbb{Q}$".into(),
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

/// Number of elements up to which Conway's polynomial is looked for.
const CONWAY: u32 = 1 << 16;

/// The field of q elements, q a prime or a power of one: ``GF(3, 5)`` is ``GF(3**5)``.
///
/// The modulus of an extension is an expression in one variable, a polynomial over the field below, or an integer whose digits to the base of the
/// characteristic are its coefficients, for GF(2^k) its bits. By default it is Conway's polynomial for up to 2^16 elements, as in other systems, and beyond
/// the first irreducible one, which the program and ``Ring("gf:3^5")`` take.
///
/// >>> from polymod import GF
/// >>> GF(2**8, modulus="x^8 + x^4 + x^3 + x + 1")
/// GF(2**8, modulus=0x11b)
/// >>> F = GF(3, 5)
/// >>> F, F.order, print(F("x^2 - t*x") * 2)
/// 2*x^2 + t*x
/// (GF(3**5, modulus='t^5+2*t+1'), 243, None)
#[pyfunction(name = "GF")]
#[pyo3(signature = (q, degree=None, *, modulus=None))]
pub fn gf(
    py: Python<'_>,
    q: &Bound<'_, PyAny>,
    degree: Option<&Bound<'_, PyAny>>,
    modulus: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyRing> {
    let q = ints::to_integer(q)?;
    let Some((p, mut k)) = prime_power(&q) else {
        let what = "the number of elements of a field: expected a prime or a power of a prime";
        return Err(PyValueError::new_err(format!("{what}, got {q}")));
    };
    if let Some(degree) = degree {
        let degree = ints::length(degree, "the degree")?;
        if k != 1 || degree == 0 {
            return Err(PyValueError::new_err(
                "GF(p, k): expected a prime p and k of at least 1; a modulus is given as modulus=",
            ));
        }
        k = degree;
    }
    crate::run::fits(k, 1 + p.significant_digits::<u64>())?;
    match (modulus, k) {
        (None, 1) => PyRing::named(&if p == 2 { "gf2".into() } else { format!("zn:{p}") }),
        (Some(_), 1) => Err(PyValueError::new_err(format!("GF({q}) takes no modulus"))),
        (Some(modulus), _) => {
            let modulus = modulus_of(&p, modulus)?;
            run(py, Work::Hard(k), || extension_by(&p, k, &modulus))
        }
        (None, _) => default_extension(py, &p, k),
    }
}

/// The field of p^k elements with Conway's polynomial as modulus where that is found soon, and the first irreducible one elsewhere.
fn default_extension(py: Python<'_>, p: &Integer, k: usize) -> PyResult<PyRing> {
    /// The fields made last.
    static MADE: Mutex<Vec<(Integer, usize, AnyRing)>> = Mutex::new(Vec::new());
    const KEPT: usize = 16;
    let made = || MADE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((.., ring)) = made().iter().find(|(q, n, _)| q == p && *n == k) {
        return Ok(PyRing::of(ring));
    }
    let found = run(py, Work::Hard(k), || {
        let base = base_field(p)?;
        let small = p.significant_bits() as usize * k <= 32 && power(p, k) <= CONWAY;
        let modulus = match small {
            true => Poly::conway(&base, k)?,
            false => Poly::first_irreducible(&base, k)?,
        };
        extension_by(p, k, &modulus)
    })?;
    let mut made = made();
    made.truncate(KEPT - 1);
    made.insert(0, (p.clone(), k, found.ring.clone()));
    Ok(found)
}

fn power(p: &Integer, k: usize) -> Integer {
    polymod::rug::ops::Pow::pow(p.clone(), k as u32)
}

/// The prime and the exponent of a power of a prime.
fn prime_power(q: &Integer) -> Option<(Integer, usize)> {
    if *q < 2 {
        return None;
    }
    let root = |k: u32| {
        let (p, rest) = q.clone().root_rem(Integer::new(), k);
        (rest == 0).then_some((p, k as usize))
    };
    (1..=q.significant_bits()).filter_map(root).find(|(p, _)| p.is_probably_prime(30) != IsPrime::No)
}

/// The prime field below an extension.
fn base_field(p: &Integer) -> polymod::Result<AnyRing> {
    AnyRing::named(engine(), &if *p == 2 { "gf2".into() } else { format!("zn:{p}") })
}

/// The modulus that an argument gives: an integer, an expression, or a polynomial over the field below.
fn modulus_of(p: &Integer, modulus: &Bound<'_, PyAny>) -> PyResult<Poly<AnyRing>> {
    let base = base_field(p).or_raise()?;
    if let Ok(text) = modulus.cast::<PyString>() {
        return Poly::parse(&base, text.to_str()?).or_raise();
    }
    if let Ok(f) = modulus.cast::<PyPoly>() {
        return f.get().over(&base).cloned();
    }
    let mut rest = ints::to_integer(modulus)?;
    if rest < 0 {
        return Err(PyValueError::new_err("the modulus of a field must not be negative"));
    }
    let mut v = base.zeros(0);
    while rest != 0 {
        let (more, digit) = rest.div_rem(p.clone());
        base.push_limbs(&mut v, false, &digit.to_digits::<u64>(Order::Lsf)).or_raise()?;
        rest = more;
    }
    Ok(Poly::from_coeffs(&base, v))
}

/// The field of p^k elements with this modulus, over the field of p elements.
fn extension_by(p: &Integer, k: usize, modulus: &Poly<AnyRing>) -> polymod::Result<PyRing> {
    if modulus.len() != k + 1 {
        return Err(Error::Modulus {
            modulus: modulus.to_string(),
            expected: "a polynomial of the degree of the extension",
        });
    }
    let (base, mut limbs) = (modulus.ring(), Vec::new());
    let mut digits = (0..=k).map(|i| {
        limbs.clear();
        base.limbs(modulus.coeffs(), i, &mut limbs);
        Integer::from_digits(&limbs, Order::Lsf)
    });
    let name = if *p == 2 {
        let bits = digits.enumerate().fold(Integer::new(), |bits, (i, bit)| bits + (bit << i as u32));
        format!("gf2^{k}:{bits:#x}")
    } else {
        let terms: Vec<String> = digits.by_ref().enumerate().map(|(i, c)| format!("{c}*t^{i}")).collect();
        format!("gf:{p}^{k}:{}", terms.join("+"))
    };
    AnyRing::named(engine(), &name).map(|ring| PyRing { ring })
}
