//! LinBox through the shim `linbox.cpp`: sparse matrices over Z/p, p < 2^31, by Wiedemann's algorithm or by sparse elimination, one thread.
//! Feature `linbox`.

use std::ffi::{CStr, c_char};

use polymod::rug::Integer;

use crate::small::side::{Side, fresh};
use crate::sparse::Op;

/// Primes below 2^this: two residues' product fits into a signed word.
const BITS: u32 = 31;

/// `Task` of the shim, only ever behind a pointer.
#[repr(C)]
struct Opaque(u8);

unsafe extern "C" {
    fn polymod_linbox_version() -> *const c_char;
    fn polymod_linbox_new(
        p: u64,
        n: usize,
        count: usize,
        rows: *const usize,
        columns: *const usize,
        values: *const u64,
        right: *const u64,
    ) -> *mut Opaque;
    fn polymod_linbox_rank(a: *const Opaque, eliminates: bool) -> usize;
    fn polymod_linbox_det(a: *const Opaque, eliminates: bool) -> u64;
    fn polymod_linbox_solve(a: *const Opaque, eliminates: bool, out: *mut u64);
    fn polymod_linbox_minpoly(a: *const Opaque, out: *mut u64) -> usize;
    fn polymod_linbox_free(a: *mut Opaque);
}

/// The version of LinBox, such as `1.7.0`.
pub fn version() -> String {
    // SAFETY: the function returns a string constant, ended by a zero byte.
    unsafe { CStr::from_ptr(polymod_linbox_version()) }.to_string_lossy().into_owned()
}

/// A square matrix and a right side.
struct Task {
    task: *mut Opaque,
    n: usize,
}

impl Task {
    fn new(p: u64, entries: &[(usize, usize, u64)], right: &[u64]) -> Self {
        let n = right.len();
        assert!(p >> BITS == 0 && entries.iter().all(|&(i, j, x)| i < n && j < n && x < p));
        let rows: Vec<usize> = entries.iter().map(|entry| entry.0).collect();
        let columns: Vec<usize> = entries.iter().map(|entry| entry.1).collect();
        let values: Vec<u64> = entries.iter().map(|entry| entry.2).collect();
        let (i, j, x) = (rows.as_ptr(), columns.as_ptr(), values.as_ptr());
        // SAFETY: as many places and values as entries, inside of the matrix, and a word for each row, all of which the shim copies into an
        // object that `drop` frees.
        Task { task: unsafe { polymod_linbox_new(p, n, entries.len(), i, j, x, right.as_ptr()) }, n }
    }

    /// The words of the result.
    fn run(&self, op: Op, eliminates: bool) -> Vec<u64> {
        match op {
            // SAFETY: a live object
            Op::Rank => vec![unsafe { polymod_linbox_rank(self.task, eliminates) as u64 }],
            // SAFETY: a live object
            Op::Determinant => vec![unsafe { polymod_linbox_det(self.task, eliminates) }],
            Op::Solve => {
                let mut out = vec![0; self.n];
                // SAFETY: a live object, and a word for each row
                unsafe { polymod_linbox_solve(self.task, eliminates, out.as_mut_ptr()) };
                out
            }
            Op::Minpoly => {
                let mut out = vec![0; self.n + 1];
                // SAFETY: a live object, and room for n + 1 coefficients
                let len = unsafe { polymod_linbox_minpoly(self.task, out.as_mut_ptr()) };
                out.truncate(len);
                out
            }
        }
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        // SAFETY: made in `new`, freed only here.
        unsafe { polymod_linbox_free(self.task) };
    }
}

/// The operation on the matrix with these entries, of which no two have the same place, by Wiedemann's algorithm, and by elimination if that is asked for,
/// where the modulus is small enough.
pub fn sides(p: u64, entries: &[(usize, usize, u64)], right: &[u64], op: Op, eliminates: bool) -> Vec<Side> {
    if p >> BITS != 0 {
        return Vec::new();
    }
    let ways: &[bool] = if op == Op::Minpoly || !eliminates { &[false] } else { &[false, true] };
    ways.iter().map(|&eliminates| side(Task::new(p, entries, right), op, eliminates)).collect()
}

fn side(a: Task, op: Op, eliminates: bool) -> Side {
    let name = if eliminates { "LinBox elimination" } else { "LinBox" };
    fresh(name, move || a.run(op, eliminates), |words| vec![words.into_iter().map(Integer::from).collect()])
}
