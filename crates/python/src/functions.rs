//! Functions on arrays, for those who want no objects: products, and values at points.

use crate::{
    batch::{Batch, Residues, broadcast, leading, operand, residues, results, ring_of},
    limits::{Scope, check_product},
    poly::{check_values, part, product_algorithm},
    run::{Work, fits, run},
};
use numpy::{PyArrayDyn, PyArrayMethods, PyUntypedArrayMethods};
use polymod::{
    Poly, Ring, Zn,
    poly::{Part, Points},
    ring::Size,
};
use pyo3::{exceptions::PyValueError, prelude::*, types::PySlice};
use std::sync::{Mutex, PoisonError};

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
#[pyo3(signature = (a, b, r#mod=None, *, low=None, window=None, cyclic=None, negacyclic=None, algorithm=None, threads=None, memory=None))]
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
    threads: Option<&Bound<'py, PyAny>>,
    memory: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let _limits = Scope::new(threads, memory)?;
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
    fits(full.saturating_mul(count), 1)?;
    if let (Some(f), Part::All, None) = (ring.downcast_ref::<Zn>(), &part, algorithm) {
        let shape: Vec<usize> = lead.iter().chain(&[full]).copied().collect();
        let [x, y] = [n, m].map(|len| Size { len, bits: 0 });
        check_product(&ring, x, y, &part)?;
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
    if algorithm.is_none() {
        let [x, y] = [(n, &x), (m, &y)].map(|(len, batch)| Size { len, ..ring.size(batch.all.view()) });
        check_product(&ring, x, y, &part)?;
    }
    let all = run(py, work, || {
        let product = |i| {
            let [x, y] = [&x, &y].map(|batch| Poly::from_coeffs(&ring, batch.get(i)));
            x.mul_part(&y, &part, algorithm).map(Poly::into_coeffs)
        };
        (0..count).map(product).collect::<polymod::Result<Vec<_>>>()
    })?;
    results(py, &ring, &all, &lead, &[len])
}

/// The values of polynomials, coefficients along the last axis of ``f``, at the points along the last axis of ``points``.
///
/// >>> import polymod
/// >>> polymod.multieval([1, 0, 1], [1, 2, 3], 97)
/// array([ 2,  5, 10], dtype=uint64)
#[pyfunction]
#[pyo3(signature = (f, points, r#mod=None, *, threads=None, memory=None))]
pub fn multieval<'py>(
    py: Python<'py>,
    f: &Bound<'py, PyAny>,
    points: &Bound<'py, PyAny>,
    r#mod: Option<&Bound<'py, PyAny>>,
    threads: Option<&Bound<'py, PyAny>>,
    memory: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let _limits = Scope::new(threads, memory)?;
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
    fits(m.saturating_mul(count), 1)?;
    let (f, points) = (Batch::new(&ring, &f, 1)?, Batch::new(&ring, &points, 1)?);
    if count > 0 {
        check_values(&Poly::from_coeffs(&ring, f.get(0)), points.get(0).view())?;
    }
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
