//! Functions on arrays, for those who want no objects: products, transforms, values, determinants, systems. The last axes are the operand's,
//! all axes before them count operands.

use crate::{
    arrays::{self, Ints},
    errors::OrRaise,
    exact::exact,
    ints,
    matrix::PyMatrix,
    poly::{part, product_algorithm},
    ring::PyRing,
    run::{Work, engine, fits, run},
};
use numpy::{PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArray, PyUntypedArrayMethods};
use polymod::{
    AnyRing, Dft, Matrix, Poly, Ring, Wrap, Zn,
    poly::{Part, Points},
    ring::{Coeffs, Vectors},
};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    intern,
    prelude::*,
    types::{PyDict, PySlice, PyTuple},
};
use std::sync::{Mutex, PoisonError};

/// Number of rings that are kept for the next call.
const KEPT: usize = 16;

/// The ring that the argument `mod` names: an integer n for Z/n, a ring, or None for Z.
fn ring_of(modulus: Option<&Bound<'_, PyAny>>) -> PyResult<AnyRing> {
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
fn operand<'py>(x: &Bound<'py, PyAny>, axes: usize, name: &str) -> PyResult<Bound<'py, PyUntypedArray>> {
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
fn leading(shape: &[usize], axes: usize) -> &[usize] {
    &shape[..shape.len() - axes]
}

/// Two operands with the same leading axes, by NumPy's rules.
fn broadcast<'py>(
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
struct Batch {
    ring: AnyRing,
    all: Coeffs<AnyRing>,
    size: usize,
}

impl Batch {
    fn new(ring: &AnyRing, array: &Bound<'_, PyUntypedArray>, axes: usize) -> PyResult<Self> {
        let size = array.shape()[array.ndim() - axes..].iter().product();
        Ok(Batch { ring: ring.clone(), all: arrays::elements(ring, array)?, size })
    }

    fn get(&self, i: usize) -> Coeffs<AnyRing> {
        self.ring.owned(self.all.slice(i * self.size..(i + 1) * self.size))
    }
}

/// The array of results of the given shape each, all operands' results in one vector.
fn results<'py>(
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
enum Residues<'py> {
    Shared(PyReadonlyArrayDyn<'py, u64>),
    Own(Vec<u64>),
}

impl Residues<'_> {
    fn words(&self) -> PyResult<&[u64]> {
        match self {
            Residues::Shared(words) => Ok(words.as_slice()?),
            Residues::Own(words) => Ok(words),
        }
    }
}

fn residues<'py>(f: &Zn, ring: &AnyRing, array: &Bound<'py, PyUntypedArray>) -> PyResult<Residues<'py>> {
    if let Ints::Unsigned(words) = arrays::ints(array)?
        && f.view(words.as_slice()?).is_ok()
    {
        return Ok(Residues::Shared(words));
    }
    Ok(Residues::Own(arrays::elements(ring, array)?.words().to_vec()))
}

/// The product of the polynomials, or sequences, along the last axes: ``numpy.convolve`` with exact coefficients.
///
/// ``mod`` is an integer n for Z/n, a ring, or None for Z. Keywords name a part of the product, as in :meth:`Poly.mul`. The coefficients of
/// the result are not cut at leading zeros: it has ``len(a) + len(b) - 1``, or those of the part. All axes before the last are batches.
///
/// >>> import polymod
/// >>> polymod.convolve([1, 2, 3], [4, 5, 6], mod=97)
/// array([ 4, 13, 28, 27, 18], dtype=uint64)
/// >>> polymod.convolve([[1, 2], [3, 4]], [1, 10], mod=97, cyclic=2)
/// array([[21, 12],
///        [43, 34]], dtype=uint64)
#[pyfunction]
#[pyo3(signature = (a, b, r#mod=None, *, low=None, window=None, cyclic=None, negacyclic=None, algorithm=None))]
#[allow(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub fn convolve<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    r#mod: Option<&Bound<'py, PyAny>>,
    low: Option<&Bound<'py, PyAny>>,
    window: Option<&Bound<'py, PySlice>>,
    cyclic: Option<&Bound<'py, PyAny>>,
    negacyclic: Option<&Bound<'py, PyAny>>,
    algorithm: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    let ring = ring_of(r#mod)?;
    let (part, algorithm) = (part(low, window, cyclic, negacyclic)?, product_algorithm(algorithm)?);
    let same = a.is(b);
    let (a, b, lead) = broadcast(operand(a, 1, "a")?, operand(b, 1, "b")?, [1, 1])?;
    let (n, m) = (a.shape()[a.ndim() - 1], b.shape()[b.ndim() - 1]);
    if n == 0 || m == 0 {
        return Err(PyValueError::new_err("the factors of a product must not be empty"));
    }
    let (count, full) = (lead.iter().product::<usize>(), n + m - 1);
    let work = Work::Product((n + m).saturating_mul(count));
    if let (Some(f), Part::All, None) = (ring.downcast_ref::<Zn>(), &part, algorithm) {
        let shape: Vec<usize> = lead.iter().chain(&[full]).copied().collect();
        let out = PyArrayDyn::<u64>::zeros(py, shape, false);
        let (x, y) = (residues(f, &ring, &a)?, if same { None } else { Some(residues(f, &ring, &b)?) });
        let (x, y) = (x.words()?, y.as_ref().map(Residues::words).transpose()?);
        let mut borrowed = out.try_readwrite()?;
        let words = Mutex::new(borrowed.as_slice_mut()?);
        run(py, work, || {
            let mut words = words.lock().unwrap_or_else(PoisonError::into_inner);
            let mut scratch = vec![0; f.mul_scratch_len(n, m)];
            for (i, out) in words.chunks_exact_mut(full).enumerate() {
                let x = &x[i * n..(i + 1) * n];
                f.mul_into(out, x, y.map_or(x, |y| &y[i * m..(i + 1) * m]), &mut scratch)?;
            }
            Ok(())
        })?;
        drop(borrowed);
        return Ok(out.into_any());
    }
    let len = match &part {
        Part::All => full,
        Part::Low(n) => full.min(*n),
        Part::Middle(w) => w.end.min(full).saturating_sub(w.start),
        Part::Cyclic(n) | Part::Negacyclic(n) => *n,
    };
    fits(len.saturating_mul(count), 1)?;
    let (x, y) = (Batch::new(&ring, &a, 1)?, Batch::new(&ring, &b, 1)?);
    let all = run(py, work, || {
        let product = |i| {
            let [x, y] = [&x, &y].map(|batch| Poly::from_coeffs(&ring, batch.get(i)));
            x.mul_part(&y, &part, algorithm).map(Poly::into_coeffs)
        };
        (0..count).map(product).collect::<polymod::Result<Vec<_>>>()
    })?;
    results(py, &ring, &all, &lead, &[len])
}

/// The transform of an argument's last axis.
struct Transform {
    dft: Dft<AnyRing>,
    inverse: bool,
}

impl Transform {
    fn of(&self, v: &Coeffs<AnyRing>) -> polymod::Result<Coeffs<AnyRing>> {
        if self.inverse { self.dft.inverse(v.view()) } else { self.dft.forward(v.view()) }
    }
}

fn transformed<'py>(
    x: &Bound<'py, PyAny>,
    modulus: &Bound<'py, PyAny>,
    negacyclic: bool,
    root: Option<&Bound<'py, PyAny>>,
    inverse: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let (py, ring) = (x.py(), ring_of(Some(modulus))?);
    let x = operand(x, 1, "x")?;
    let (lead, n) = (leading(x.shape(), 1).to_vec(), x.shape()[x.ndim() - 1]);
    let count: usize = lead.iter().product();
    let wrap = if negacyclic { Wrap::Negacyclic } else { Wrap::Cyclic };
    let root = root.map(|root| ints::element(&ring, root)).transpose()?;
    let batch = Batch::new(&ring, &x, 1)?;
    let all = run(py, Work::Product(n.saturating_mul(count)), || {
        let dft = match &root {
            Some(root) => Dft::with_root(&ring, n, wrap, root)?,
            None => Dft::new(&ring, n, wrap)?,
        };
        let transform = Transform { dft, inverse };
        (0..count).map(|i| transform.of(&batch.get(i))).collect::<polymod::Result<Vec<_>>>()
    })?;
    results(py, &ring, &all, &lead, &[n])
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
#[pyo3(signature = (x, r#mod, *, negacyclic=false, root=None))]
pub fn ntt<'py>(
    x: &Bound<'py, PyAny>,
    r#mod: &Bound<'py, PyAny>,
    negacyclic: bool,
    root: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    transformed(x, r#mod, negacyclic, root, false)
}

/// The inverse of :func:`ntt`: the coefficients from the values.
#[pyfunction]
#[pyo3(signature = (x, r#mod, *, negacyclic=false, root=None))]
pub fn intt<'py>(
    x: &Bound<'py, PyAny>,
    r#mod: &Bound<'py, PyAny>,
    negacyclic: bool,
    root: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    transformed(x, r#mod, negacyclic, root, true)
}

/// The values of polynomials, coefficients along the last axis of ``f``, at the points along the last axis of ``points``.
///
/// >>> import polymod
/// >>> polymod.multieval([1, 0, 1], [1, 2, 3], 97)
/// array([ 2,  5, 10], dtype=uint64)
#[pyfunction]
#[pyo3(signature = (f, points, r#mod=None))]
pub fn multieval<'py>(
    py: Python<'py>,
    f: &Bound<'py, PyAny>,
    points: &Bound<'py, PyAny>,
    r#mod: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let ring = ring_of(r#mod)?;
    let points = operand(points, 1, "points")?;
    let one = points.ndim() == 1;
    let (f, points, lead) = match (operand(f, 1, "f")?, one) {
        // all polynomials at the same points, which are prepared once
        (f, true) => {
            let lead = leading(f.shape(), 1).to_vec();
            (f, points, lead)
        }
        (f, false) => broadcast(f, points, [1, 1])?,
    };
    let (n, m) = (f.shape()[f.ndim() - 1], points.shape()[points.ndim() - 1]);
    let count: usize = lead.iter().product();
    let (f, points) = (Batch::new(&ring, &f, 1)?, Batch::new(&ring, &points, 1)?);
    let all = run(py, Work::Recursive((n + m).saturating_mul(count)), || {
        let mut prepared = None;
        let mut values = |i| {
            if prepared.is_none() || !one {
                prepared = Some(Points::new(&ring, points.get(if one { 0 } else { i }).view())?);
            }
            let points = prepared.as_ref().expect("the points were prepared");
            points.eval(&Poly::from_coeffs(&ring, f.get(i)))
        };
        (0..count).map(&mut values).collect::<polymod::Result<Vec<_>>>()
    })?;
    results(py, &ring, &all, &lead, &[m])
}

/// A batch of matrices along the last two axes.
struct Matrices {
    batch: Batch,
    rows: usize,
    cols: usize,
}

impl Matrices {
    fn new(ring: &AnyRing, array: &Bound<'_, PyUntypedArray>) -> PyResult<Self> {
        let shape = &array.shape()[array.ndim() - 2..];
        Ok(Matrices { batch: Batch::new(ring, array, 2)?, rows: shape[0], cols: shape[1] })
    }

    fn get(&self, i: usize) -> polymod::Result<Matrix<AnyRing>> {
        Matrix::new(&self.batch.ring, self.rows, self.cols, self.batch.get(i))
    }

    fn work(&self, count: usize) -> Work {
        Work::Cubic(self.rows.max(self.cols), count * self.batch.all.width().max(1))
    }
}

/// The determinants of the matrices along the last two axes: an integer for one matrix, an array for more.
///
/// >>> import polymod
/// >>> polymod.det([[1, 2], [3, 4]]), polymod.det([[1, 2], [3, 4]], mod=97)
/// (-2, 95)
/// >>> polymod.det([[[1, 2], [3, 4]], [[1, 1], [1, 2]]], mod=97)
/// array([95,  1], dtype=uint64)
#[pyfunction]
#[pyo3(signature = (a, r#mod=None))]
pub fn det<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    r#mod: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let ring = ring_of(r#mod)?;
    let a = operand(a, 2, "a")?;
    let lead = leading(a.shape(), 2).to_vec();
    let count: usize = lead.iter().product();
    let all = Matrices::new(&ring, &a)?;
    let mut found = Vec::with_capacity(count);
    for i in 0..count {
        let m = &all.get(i).or_raise()?;
        found.push(exact!(py, all.work(1), &ring, [m], m.det())?);
    }
    if lead.is_empty() {
        return Ok(ints::of_element(py, &ring, &found[0])?.into_any());
    }
    results(py, &ring, &[ring.collect(&found)], &[], &lead)
}

/// The products of the matrices along the last two axes.
///
/// >>> import polymod
/// >>> polymod.matmul([[1, 2], [3, 4]], [[5, 6], [7, 8]], mod=97)
/// array([[19, 22],
///        [43, 50]], dtype=uint64)
#[pyfunction]
#[pyo3(signature = (a, b, r#mod=None))]
pub fn matmul<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    r#mod: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let ring = ring_of(r#mod)?;
    let (a, b, lead) = broadcast(operand(a, 2, "a")?, operand(b, 2, "b")?, [2, 2])?;
    let (a, b) = (Matrices::new(&ring, &a)?, Matrices::new(&ring, &b)?);
    let count: usize = lead.iter().product();
    let all = run(py, a.work(count), || {
        let product = |i| a.get(i)?.checked_mul(&b.get(i)?).map(Matrix::into_entries);
        (0..count).map(product).collect::<polymod::Result<Vec<_>>>()
    })?;
    results(py, &ring, &all, &lead, &[a.rows, b.cols])
}

/// The solutions x of a @ x = b modulo n, free unknowns 0: for a one-dimensional ``b`` a vector, otherwise matrices along the last two axes.
///
/// >>> import polymod
/// >>> polymod.solve([[1, 2], [3, 4]], [5, 11], 97)
/// array([1, 2], dtype=uint64)
#[pyfunction]
#[pyo3(signature = (a, b, r#mod))]
pub fn solve<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    r#mod: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let ring = ring_of(Some(r#mod))?;
    if ring.downcast_ref::<polymod::Integers>().is_some() {
        return Err(PyTypeError::new_err("over Z solutions have a denominator: use ZZ.matrix(a).solve(b)"));
    }
    let (a, b) = (operand(a, 2, "a")?, operand(b, 1, "b")?);
    let vectors = b.ndim() == 1;
    let b = if vectors { b.call_method1(intern!(py, "reshape"), ((b.len(), 1),))?.cast_into()? } else { b };
    let (a, b, lead) = broadcast(a, b, [2, 2])?;
    let (a, b) = (Matrices::new(&ring, &a)?, Matrices::new(&ring, &b)?);
    let count: usize = lead.iter().product();
    let all = run(py, a.work(count), || {
        let solution = |i| a.get(i)?.solve(&b.get(i)?).map(Matrix::into_entries);
        (0..count).map(solution).collect::<polymod::Result<Vec<_>>>()
    })?;
    let columns = [a.cols, b.cols];
    results(py, &ring, &all, &lead, if vectors { &columns[..1] } else { &columns })
}

/// The inverses of the matrices along the last two axes, modulo n.
#[pyfunction]
#[pyo3(signature = (a, r#mod))]
pub fn inv<'py>(py: Python<'py>, a: &Bound<'py, PyAny>, r#mod: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let ring = ring_of(Some(r#mod))?;
    if ring.downcast_ref::<polymod::Integers>().is_some() {
        return Err(PyTypeError::new_err("over Z inverses have a denominator: use ZZ.matrix(a).inv()"));
    }
    let a = operand(a, 2, "a")?;
    let lead = leading(a.shape(), 2).to_vec();
    let all = Matrices::new(&ring, &a)?;
    let count: usize = lead.iter().product();
    let found = run(py, all.work(count), || {
        (0..count).map(|i| all.get(i)?.inverse().map(Matrix::into_entries)).collect::<polymod::Result<Vec<_>>>()
    })?;
    results(py, &ring, &found, &lead, &[all.rows, all.cols])
}

/// The rank of a matrix.
#[pyfunction]
#[pyo3(signature = (a, r#mod=None))]
pub fn rank(py: Python<'_>, a: &Bound<'_, PyAny>, r#mod: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
    PyMatrix(crate::matrix::matrix_of(&ring_of(r#mod)?, a)?).rank(py)
}
