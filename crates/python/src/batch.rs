//! Operands of the functions on arrays: the last axes are the operand's, all axes before them count operands.

use crate::{
    arrays::{self, Ints},
    errors::OrRaise,
    ring::PyRing,
    run::engine,
};
use numpy::{PyReadonlyArrayDyn, PyUntypedArray, PyUntypedArrayMethods};
use polymod::{
    AnyRing, Ring, Zn,
    ring::{Coeffs, Vectors},
};
use pyo3::{
    exceptions::PyValueError,
    intern,
    prelude::*,
    types::{PyDict, PyTuple},
};
use std::sync::{Mutex, PoisonError};

/// Number of rings that are kept for the next call.
const KEPT: usize = 16;

/// The ring that the argument `mod` names: an integer n for Z/n, a ring, or None for Z.
pub fn ring_of(modulus: Option<&Bound<'_, PyAny>>) -> PyResult<AnyRing> {
    static RINGS: Mutex<Vec<AnyRing>> = Mutex::new(Vec::new());
    let Some(modulus) = modulus else { return AnyRing::named(engine(), "z").or_raise() };
    if let Ok(ring) = modulus.cast::<PyRing>() {
        return Ok(ring.get().ring.clone());
    }
    let Ok(n) = modulus.extract::<u64>() else { return crate::ring::zn(modulus).map(|ring| ring.ring) };
    let mut rings = RINGS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(i) = rings.iter().position(|r| r.downcast_ref::<Zn>().is_some_and(|f| f.n() == n)) {
        rings[..=i].rotate_right(1);
        return Ok(rings[0].clone());
    }
    let ring = AnyRing::field(Zn::on(engine(), n).or_raise()?);
    rings.truncate(KEPT - 1);
    rings.insert(0, ring.clone());
    Ok(ring)
}

/// An operand as an array with at least this number of axes.
pub fn operand<'py>(x: &Bound<'py, PyAny>, axes: usize, name: &str) -> PyResult<Bound<'py, PyUntypedArray>> {
    let py = x.py();
    let array = match arrays::as_array(x) {
        Some(array) => array,
        None => listed(x)?,
    };
    if array.ndim() < axes {
        return Err(PyValueError::new_err(format!(
            "{name}: expected an array of {axes} dimensions or more, got {}",
            array.ndim()
        )));
    }
    if array.len() == 0 && array.dtype().getattr(intern!(py, "kind"))?.extract::<String>()? == "f" {
        // an empty list
        return Ok(array.call_method1(intern!(py, "astype"), ("int64",))?.cast_into()?);
    }
    Ok(array)
}

/// Nested lists as an array; integers beyond 64 bits as objects.
fn listed<'py>(x: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyUntypedArray>> {
    let py = x.py();
    let numpy = py.import(intern!(py, "numpy"))?;
    let array = numpy.call_method1(intern!(py, "asarray"), (x,))?.cast_into::<PyUntypedArray>()?;
    // lists that mix signed and unsigned words become floats
    if array.dtype().getattr(intern!(py, "kind"))?.extract::<String>()? != "f" || array.len() == 0 {
        return Ok(array);
    }
    let options = PyDict::new(py);
    options.set_item("dtype", "object")?;
    Ok(numpy.call_method(intern!(py, "asarray"), (x,), Some(&options))?.cast_into()?)
}

/// The axes before the last ones, which count operands.
pub fn leading(shape: &[usize], axes: usize) -> &[usize] {
    &shape[..shape.len() - axes]
}

/// Two operands with the same leading axes, by NumPy's rules.
pub fn broadcast<'py>(
    a: Bound<'py, PyUntypedArray>,
    b: Bound<'py, PyUntypedArray>,
    axes: [usize; 2],
) -> PyResult<(Bound<'py, PyUntypedArray>, Bound<'py, PyUntypedArray>, Vec<usize>)> {
    let (x, y) = (leading(a.shape(), axes[0]).to_vec(), leading(b.shape(), axes[1]).to_vec());
    if x == y {
        return Ok((a, b, x));
    }
    let py = a.py();
    let numpy = py.import(intern!(py, "numpy"))?;
    let shapes = (PyTuple::new(py, &x)?, PyTuple::new(py, &y)?);
    let lead: Vec<usize> = numpy.call_method1(intern!(py, "broadcast_shapes"), shapes)?.extract()?;
    let to = |array: Bound<'py, PyUntypedArray>, own: usize| -> PyResult<Bound<'py, PyUntypedArray>> {
        let shape: Vec<usize> = lead.iter().chain(&array.shape()[array.ndim() - own..]).copied().collect();
        Ok(numpy.call_method1(intern!(py, "broadcast_to"), (array, PyTuple::new(py, shape)?))?.cast_into()?)
    };
    let (a, b) = (to(a, axes[0])?, to(b, axes[1])?);
    Ok((a, b, lead))
}

/// The elements of an array, of which each operand takes `size`.
pub struct Batch {
    pub ring: AnyRing,
    pub all: Coeffs<AnyRing>,
    size: usize,
}

impl Batch {
    pub fn new(ring: &AnyRing, array: &Bound<'_, PyUntypedArray>, axes: usize) -> PyResult<Self> {
        let size = array.shape()[array.ndim() - axes..].iter().product();
        Ok(Batch { ring: ring.clone(), all: arrays::elements(ring, array)?, size })
    }

    pub fn get(&self, i: usize) -> Coeffs<AnyRing> {
        self.ring.owned(self.all.slice(i * self.size..(i + 1) * self.size))
    }
}

/// The array of results of the given shape each, all operands' results in one vector.
pub fn results<'py>(
    py: Python<'py>,
    ring: &AnyRing,
    all: &[Coeffs<AnyRing>],
    lead: &[usize],
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    let size: usize = shape.iter().product();
    let mut joined = ring.zeros(size * all.len());
    for (i, v) in all.iter().enumerate() {
        ring.copy_at(&mut joined, i * size, v.view());
    }
    let shape: Vec<usize> = lead.iter().chain(shape).copied().collect();
    let array = arrays::array(py, ring, joined.view())?;
    array.call_method1(intern!(py, "reshape"), (PyTuple::new(py, shape)?,))
}

/// The residues of an array: its own memory where they are reduced 64-bit words already.
pub enum Residues<'py> {
    Shared(PyReadonlyArrayDyn<'py, u64>),
    Own(Vec<u64>),
}

impl Residues<'_> {
    pub fn words(&self) -> PyResult<&[u64]> {
        match self {
            Residues::Shared(words) => Ok(words.as_slice()?),
            Residues::Own(words) => Ok(words),
        }
    }
}

pub fn residues<'py>(f: &Zn, ring: &AnyRing, array: &Bound<'py, PyUntypedArray>) -> PyResult<Residues<'py>> {
    if let Ints::Unsigned(words) = arrays::ints(array)?
        && f.view(words.as_slice()?).is_ok()
    {
        return Ok(Residues::Shared(words));
    }
    Ok(Residues::Own(arrays::elements(ring, array)?.words().to_vec()))
}
