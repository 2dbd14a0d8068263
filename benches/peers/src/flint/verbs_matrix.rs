//! The operations of the table of small operands by FLINT on matrices: `nmod_mat` and `fmpz_mat`.

use flint3_sys as ffi;
use polymod::rug::Integer;

use super::NAME;
use super::fmpz::FmpzPoly;
use super::more_big::Number;
use super::more_matrix::{IntegerRectangle, Rectangle};
use super::nmod::NmodPoly;
use super::verbs::Raw;
use crate::small::matrices::{MatrixTask, MatrixVerb, fraction, kernel};
use crate::small::side::{Side, fresh};

/// A matrix of FLINT's.
trait Entries {
    fn integers(&self) -> Vec<Integer>;
}

impl Entries for Rectangle {
    fn integers(&self) -> Vec<Integer> {
        self.entries().into_iter().map(Integer::from).collect()
    }
}

impl Entries for IntegerRectangle {
    fn integers(&self) -> Vec<Integer> {
        self.entries()
    }
}

/// The first columns of a matrix of n columns.
fn columns<M: Entries>(m: &M, n: usize, count: usize) -> Vec<Vec<Integer>> {
    let entries = m.integers();
    (0..count).map(|j| entries.iter().skip(j).step_by(n).cloned().collect()).collect()
}

/// The operation modulo p.
pub fn modulo_word(p: u64, task: &MatrixTask) -> Side {
    let words = |v: &[Integer]| v.iter().map(|x| x.to_u64().expect("a residue")).collect::<Vec<_>>();
    let (n, right) = (task.n, task.b.len() / task.n);
    let (a, b) = (Rectangle::new(p, n, n, &words(&task.a)), Rectangle::new(p, n, right, &words(&task.b)));
    let one = |x: u64| vec![vec![Integer::from(x)]];
    // SAFETY: initialised matrices of these shapes, of which no operand is a result
    unsafe {
        match task.verb {
            MatrixVerb::Product => {
                let op = move || {
                    let mut out = Rectangle::zeros(p, n, right);
                    ffi::nmod_mat_mul(&raw mut out.matrix, &raw const a.matrix, &raw const b.matrix);
                    out
                };
                fresh(NAME, op, |out| vec![out.integers()])
            }
            MatrixVerb::Determinant => fresh(NAME, move || ffi::nmod_mat_det(&raw const a.matrix), one),
            MatrixVerb::Rank => fresh(NAME, move || a.rank() as u64, one),
            MatrixVerb::Solve => {
                let op = move || {
                    let mut out = Rectangle::zeros(p, n, right);
                    let solved = ffi::nmod_mat_solve(&raw mut out.matrix, &raw const a.matrix, &raw const b.matrix);
                    assert!(solved != 0);
                    out
                };
                fresh(NAME, op, |out| vec![out.integers()])
            }
            MatrixVerb::Inverse => {
                let op = move || {
                    let mut out = Rectangle::zeros(p, n, n);
                    let inverted = ffi::nmod_mat_inv(&raw mut out.matrix, &raw const a.matrix);
                    assert!(inverted != 0);
                    out
                };
                fresh(NAME, op, |out| vec![out.integers()])
            }
            MatrixVerb::Charpoly => {
                let empty = NmodPoly::with(p, &[]);
                let op = move || {
                    let mut out = empty.without_memory();
                    ffi::nmod_mat_charpoly(out.at_mut(), &raw const a.matrix);
                    out
                };
                fresh(NAME, op, |out| vec![out.integers()])
            }
            MatrixVerb::Nullspace => {
                let (matrix, modulus) = (task.a.clone(), Integer::from(p));
                let op = move || {
                    let mut out = Rectangle::zeros(p, n, n);
                    let count = ffi::nmod_mat_nullspace(&raw mut out.matrix, &raw const a.matrix);
                    (out, count as usize)
                };
                fresh(NAME, op, move |(out, count)| kernel(&modulus, &matrix, &columns(&out, n, count)))
            }
        }
    }
}

/// The operation over Z.
pub fn over_z(task: &MatrixTask) -> Side {
    let (n, right) = (task.n, task.b.len() / task.n);
    let (a, b) = (IntegerRectangle::new(n, n, &task.a), IntegerRectangle::new(n, right, &task.b));
    // SAFETY: initialised matrices of these shapes and initialised integers, of which no operand is a result
    unsafe {
        match task.verb {
            MatrixVerb::Product => {
                let op = move || {
                    let mut out = IntegerRectangle::zeros(n, right);
                    ffi::fmpz_mat_mul(&raw mut out.matrix, &raw const a.matrix, &raw const b.matrix);
                    out
                };
                fresh(NAME, op, |out| vec![out.entries()])
            }
            MatrixVerb::Determinant => {
                let op = move || {
                    let mut out = Number::zero();
                    ffi::fmpz_mat_det(&raw mut out.0, &raw const a.matrix);
                    out
                };
                fresh(NAME, op, |out| vec![vec![out.integer()]])
            }
            MatrixVerb::Rank => fresh(NAME, move || a.rank(), |rank| vec![vec![Integer::from(rank)]]),
            MatrixVerb::Solve => {
                let op = move || {
                    let (mut out, mut d) = (IntegerRectangle::zeros(n, right), Number::zero());
                    let solved = ffi::fmpz_mat_solve(
                        &raw mut out.matrix,
                        &raw mut d.0,
                        &raw const a.matrix,
                        &raw const b.matrix,
                    );
                    assert!(solved != 0);
                    (out, d)
                };
                fresh(NAME, op, |(out, d)| fraction(out.entries(), d.integer()))
            }
            MatrixVerb::Inverse => {
                let op = move || {
                    let (mut out, mut d) = (IntegerRectangle::zeros(n, n), Number::zero());
                    let inverted = ffi::fmpz_mat_inv(&raw mut out.matrix, &raw mut d.0, &raw const a.matrix);
                    assert!(inverted != 0);
                    (out, d)
                };
                fresh(NAME, op, |(out, d)| fraction(out.entries(), d.integer()))
            }
            MatrixVerb::Charpoly => {
                let op = move || {
                    let mut out = FmpzPoly::zero(0);
                    ffi::fmpz_mat_charpoly(&raw mut out.0, &raw const a.matrix);
                    out
                };
                fresh(NAME, op, |out| vec![out.integers()])
            }
            MatrixVerb::Nullspace => {
                let matrix = task.a.clone();
                let op = move || {
                    let mut out = IntegerRectangle::zeros(n, n);
                    let count = ffi::fmpz_mat_nullspace(&raw mut out.matrix, &raw const a.matrix);
                    (out, count as usize)
                };
                fresh(NAME, op, move |(out, count)| kernel(&Integer::new(), &matrix, &columns(&out, n, count)))
            }
        }
    }
}
