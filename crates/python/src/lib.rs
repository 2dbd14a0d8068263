//! The Python module `polymod._polymod`: rings, polynomials and matrices of the library `polymod` for Python and NumPy.
//!
//! Every object holds one of the library over an `AnyRing`; over Z the methods that Z has in a form of its own are taken (`exact`). Computations
//! go through `run`, which releases the interpreter's lock, looks for Ctrl-C and turns errors and panics into exceptions.

#[cfg(panic = "abort")]
compile_error!("panics must unwind: build with --profile bindings in place of --release");

mod arrays;
mod batch;
mod bivariate;
mod dft;
mod distributed;
mod domain;
mod echelon;
mod element;
mod errors;
mod exact;
mod explain;
mod extension;
mod forms;
mod functions;
mod ints;
mod limits;
mod linear;
mod lists;
mod marshal;
mod matrix;
mod multimodular;
mod objects;
mod poly;
mod poly_matrix;
mod poly_matrix_forms;
mod rational;
mod ring;
mod run;
mod shapes;
mod sparse;
mod structured;
mod verify;

use polymod::AnyRing;
use pyo3::prelude::*;
use ring::PyRing;

/// Exact arithmetic with polynomials and matrices over Z, Q, Z/n and finite fields.
// no global lock is needed: objects never change, and what they share is behind locks of its own
#[pymodule(gil_used = false)]
fn _polymod(m: &Bound<'_, PyModule>) -> PyResult<()> {
    run::silence_panics();
    m.add("__version__", env!("CARGO_PKG_VERSION"))?;
    m.add("PolymodError", m.py().get_type::<errors::PolymodError>())?;
    m.add("WrongAnswer", m.py().get_type::<verify::WrongAnswer>())?;
    m.add_class::<PyRing>()?;
    m.add_class::<element::Element>()?;
    m.add_class::<poly::PyPoly>()?;
    m.add_class::<matrix::PyMatrix>()?;
    m.add_class::<sparse::PySparseMatrix>()?;
    m.add_class::<structured::PyStructuredMatrix>()?;
    m.add_class::<poly_matrix::PyPolyMatrix>()?;
    m.add_class::<poly::PyDivisor>()?;
    m.add_class::<poly::PyPoints>()?;
    m.add_class::<poly::PyModuliTree>()?;
    m.add_class::<poly::PySetSeries>()?;
    m.add_class::<poly::PyBerlekampMassey>()?;
    m.add_class::<poly::PyPRecursive>()?;
    m.add_class::<echelon::PyEchelon>()?;
    m.add_class::<bivariate::PyBivariate>()?;
    m.add_class::<dft::PyDft>()?;
    m.add_class::<domain::PyDomain>()?;
    m.add_class::<domain::PyTransformed>()?;
    for (name, ring) in [("ZZ", "z"), ("QQ", "q"), ("GF2", "gf2")] {
        let ring = AnyRing::named(run::engine(), ring).map_err(|e| errors::exception(&e))?;
        m.add(name, PyRing { ring })?;
    }
    m.add_function(wrap_pyfunction!(ring::zn, m)?)?;
    m.add_function(wrap_pyfunction!(ring::gf, m)?)?;
    m.add_function(wrap_pyfunction!(multimodular::_multimodular, m)?)?;
    m.add_function(wrap_pyfunction!(distributed::_images, m)?)?;
    m.add_function(wrap_pyfunction!(rational::_rational, m)?)?;
    m.add_function(wrap_pyfunction!(rational::_tolerant_rational, m)?)?;
    m.add_function(wrap_pyfunction!(verify::_verify, m)?)?;
    m.add_function(wrap_pyfunction!(explain::plan, m)?)?;
    m.add_function(wrap_pyfunction!(explain::set_threads, m)?)?;
    m.add_function(wrap_pyfunction!(explain::threads, m)?)?;
    m.add_function(wrap_pyfunction!(explain::isa, m)?)?;
    m.add_function(wrap_pyfunction!(explain::_listen, m)?)?;
    m.add_function(wrap_pyfunction!(explain::_told, m)?)?;
    m.add_function(wrap_pyfunction!(explain::_progress, m)?)?;
    m.add_function(wrap_pyfunction!(limits::_limit, m)?)?;
    m.add_function(wrap_pyfunction!(limits::_restore, m)?)?;
    m.add_function(wrap_pyfunction!(functions::convolve, m)?)?;
    m.add_function(wrap_pyfunction!(dft::ntt, m)?)?;
    m.add_function(wrap_pyfunction!(dft::intt, m)?)?;
    m.add_function(wrap_pyfunction!(functions::multieval, m)?)?;
    m.add_function(wrap_pyfunction!(linear::det, m)?)?;
    m.add_function(wrap_pyfunction!(linear::matmul, m)?)?;
    m.add_function(wrap_pyfunction!(linear::solve, m)?)?;
    m.add_function(wrap_pyfunction!(linear::inv, m)?)?;
    m.add_function(wrap_pyfunction!(linear::rank, m)?)?;
    Ok(())
}
