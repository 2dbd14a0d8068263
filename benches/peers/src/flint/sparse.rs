//! What sparse and structured matrices are compared with: dense matrices over Z/p, and polynomials at points.

use std::ffi::c_ulong;

use flint3_sys as ffi;
use polymod::rug::Integer;

use super::NAME;
use super::field;
use super::more_matrix::Rectangle;
use super::nmod::NmodPoly;
use crate::small::side::{Answer, Side, fresh};
use crate::sparse::Op;

fn words(v: &[u64]) -> Answer {
    vec![v.iter().map(|&x| Integer::from(x)).collect()]
}

/// The operation on a square matrix.
pub fn side(p: u64, n: usize, entries: &[u64], right: &[u64], op: Op) -> Side {
    let a = Rectangle::new(p, n, n, entries);
    match op {
        Op::Rank => fresh(NAME, move || a.rank() as u64, |rank| words(&[rank])),
        // SAFETY: an initialised square matrix
        Op::Determinant => fresh(NAME, move || unsafe { ffi::nmod_mat_det(&raw const a.matrix) }, |det| words(&[det])),
        Op::Solve => solution(a, p, right),
        Op::Minpoly => fresh(NAME, move || a.minpoly(), |c| words(&c)),
    }
}

/// The solution of a regular system.
fn solution(a: Rectangle, p: u64, right: &[u64]) -> Side {
    let (n, b) = (right.len(), Rectangle::new(p, right.len(), 1, right));
    let run = move || {
        let mut x = Rectangle::zeros(p, n, 1);
        // SAFETY: initialised matrices of these shapes
        let solved = unsafe { ffi::nmod_mat_solve(&raw mut x.matrix, &raw const a.matrix, &raw const b.matrix) };
        assert!(solved != 0, "a regular matrix");
        x
    };
    fresh(NAME, run, |x| words(&x.entries()))
}

/// The product of a square matrix by a vector, or the solution for it as right side.
pub fn vector(p: u64, entries: &[u64], v: &[u64], solves: bool) -> Side {
    let (n, a, v) = (v.len(), Rectangle::new(p, v.len(), v.len(), entries), v.to_vec());
    if solves {
        return solution(a, p, &v);
    }
    let run = move || {
        let mut out = vec![0_u64; n];
        let (to, from) = (out.as_mut_ptr().cast::<c_ulong>(), v.as_ptr().cast::<c_ulong>());
        // SAFETY: an initialised matrix with n columns and rows; n words are read and n written
        unsafe { ffi::nmod_mat_mul_nmod_vec(to, &raw const a.matrix, from, n as ffi::slong) };
        out
    };
    fresh(NAME, run, |out| words(&out))
}

/// The product of a square Vandermonde matrix by a vector, or the solution for it: by subproduct trees.
pub fn vandermonde(p: u64, points: &[u64], v: &[u64], solves: bool) -> Side {
    const POINTS: &str = "FLINT points";
    let (points, v) = (points.to_vec(), v.to_vec());
    if solves {
        let run = move || {
            let mut out = NmodPoly::with(p, &[]);
            field::interpolate(&mut out, &points, &v);
            out
        };
        // a solution that ends with zeros is not to be expected
        return fresh(POINTS, run, |out| words(out.words()));
    }
    let poly = NmodPoly::with(p, &v);
    let run = move || {
        let mut out = vec![0; points.len()];
        field::evaluate(&mut out, &poly, &points);
        out
    };
    fresh(POINTS, run, |out| words(&out))
}
