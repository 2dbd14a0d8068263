//! Lattices of integer rows: Hermite and Smith forms, and reduced bases.
//!
//! Normal forms are computed modulo a determinant, so that entries stay as short as minors; transforms come from the forms by exact solutions of
//! systems. Bases are reduced with the orthogonalization in floating point, and proved to be reduced by bounds of its errors or, where these do not
//! suffice, by a reduction in integers.

pub mod basis;
pub mod exact;
mod floating;
mod hermite;
mod lll;
pub mod modular;
pub mod proof;
mod real;
mod smith;
mod stages;
mod words;

pub use hermite::{hnf, hnf_with_transform};
pub use lll::{lll, lll_with_transform};
pub use smith::{snf, snf_with_transforms};
pub use stages::reduced_words;

use crate::{
    Result,
    engine::Context,
    matrix::Matrix,
    monitor::Decision,
    ring::{Integers, Ring, Vectors},
};
use rug::Integer;

/// A vector.
type Row = Vec<Integer>;
/// Vectors of the same length.
pub type Rows = Vec<Row>;

/// Tells the monitor of a computation on a matrix, and runs it on the matrix over a ring whose steps are not told.
fn computed<T>(
    a: &Matrix<Integers>,
    [what, way]: [&'static str; 2],
    run: impl FnOnce(&Matrix<Integers>, Context<'_>) -> Result<T>,
) -> Result<T> {
    let (rows, cols) = a.shape();
    a.ring().engine().enter(|cx| {
        cx.begins(|| Decision::only(format!("{what} over z, {rows} by {cols} entries"), way))?;
        let z = Integers::on(cx.engine().unwatched());
        run(&Matrix::new(&z, rows, cols, z.owned(a.entries()))?, cx.told())
    })
}

/// The rows of a matrix.
pub fn rows_of(a: &Matrix<Integers>) -> Rows {
    (0..a.rows()).map(|i| (0..a.cols()).map(|j| a.get(i, j)).collect()).collect()
}

/// The matrix of these rows, of this number of columns.
pub fn matrix_of(z: &Integers, rows: &Rows, cols: usize) -> Result<Matrix<Integers>> {
    Matrix::new(z, rows.len(), cols, z.collect(&rows.concat()))
}

/// The same matrix over another copy of Z.
fn over(z: &Integers, a: Matrix<Integers>) -> Result<Matrix<Integers>> {
    let (rows, cols) = a.shape();
    Matrix::new(z, rows, cols, a.into_entries())
}
