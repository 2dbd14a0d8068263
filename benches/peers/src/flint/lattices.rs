//! Lattices, and real roots over Z.

use flint3_sys as ffi;
use polymod::rug::{Integer, Rational};

use super::NAME;
use super::fmpz::{FmpzPoly, get};
use super::more_matrix::IntegerRectangle;
use crate::peer::IntegerPoly;
use crate::small::side::{Answer, Side, fresh};

/// The Hermite form of a square matrix, or its Smith form.
pub fn form(n: usize, entries: &[Integer], is_hermite: bool) -> Side {
    let a = IntegerRectangle::new(n, n, entries);
    let run = move || {
        let mut out = IntegerRectangle::zeros(n, n);
        let form = if is_hermite { ffi::fmpz_mat_hnf } else { ffi::fmpz_mat_snf };
        // SAFETY: two initialised matrices of one shape
        unsafe { form(&raw mut out.matrix, &raw const a.matrix) };
        out
    };
    fresh(NAME, run, |out| vec![out.entries()])
}

/// Parameters of a reduction of rows.
fn parameters(delta: f64, eta: f64) -> ffi::fmpz_lll_struct {
    ffi::fmpz_lll_struct { delta, eta, rt: ffi::rep_type_Z_BASIS, gt: ffi::gram_type_APPROX }
}

/// The reduced basis with FLINT's parameters, which are polymod's.
pub fn reduced(rows: usize, cols: usize, basis: &[Integer], read: impl Fn(Vec<Integer>) -> Answer + 'static) -> Side {
    let (a, lll) = (IntegerRectangle::new(rows, cols, basis), parameters(0.99, 0.51));
    let run = move || {
        let mut out = IntegerRectangle::zeros(rows, cols);
        // SAFETY: two initialised matrices of one shape; no transform is wanted
        unsafe {
            ffi::fmpz_mat_set(&raw mut out.matrix, &raw const a.matrix);
            ffi::fmpz_lll(&raw mut out.matrix, std::ptr::null_mut(), &raw const lll);
        }
        out
    };
    fresh(NAME, run, move |out| read(out.entries()))
}

/// Whether a basis is reduced, a little less than was asked for.
pub fn is_reduced(rows: usize, cols: usize, basis: &[Integer]) -> bool {
    const PRECISION: ffi::flint_bitcnt_t = 500;
    let (a, lll) = (IntegerRectangle::new(rows, cols, basis), parameters(0.985, 0.515));
    // SAFETY: an initialised matrix
    unsafe { ffi::fmpz_lll_is_reduced(&raw const a.matrix, &raw const lll, PRECISION) != 0 }
}

/// The number of intervals.
///
/// # Panics
/// Unless they are in ascending order, and at most their ends meet.
pub fn in_order(intervals: &[[Rational; 2]]) -> Answer {
    assert!(intervals.iter().all(|[low, high]| low <= high), "intervals");
    assert!(intervals.windows(2).all(|pair| pair[0][1] <= pair[1][0]), "intervals in order");
    vec![vec![Integer::from(intervals.len())]]
}

/// Intervals around the real roots of a square-free polynomial.
pub fn real_roots(coefficients: &[Integer]) -> Side {
    let a = FmpzPoly::new(coefficients);
    let run = move || {
        let mut found = Roots::new(coefficients_of(&a));
        // SAFETY: an initialised polynomial, and room for as many roots as coefficients
        unsafe {
            ffi::fmpz_poly_isolate_real_roots(
                found.exact,
                &raw mut found.exact_count,
                found.numerators,
                found.exponents.as_mut_ptr(),
                &raw mut found.count,
                &raw const a.0,
            );
        }
        found
    };
    fresh(NAME, run, |found| in_order(&found.intervals()))
}

fn coefficients_of(a: &FmpzPoly) -> usize {
    a.0.length as usize
}

/// Roots, and intervals of the width 2^exponent, beginning at multiples of it.
struct Roots {
    room: usize,
    exact: *mut ffi::fmpq,
    numerators: *mut ffi::fmpz,
    exponents: Vec<ffi::slong>,
    exact_count: ffi::slong,
    count: ffi::slong,
}

impl Roots {
    fn new(room: usize) -> Self {
        let len = room as ffi::slong;
        // SAFETY: new vectors, which `drop` clears
        let (exact, numerators) = unsafe { (ffi::_fmpq_vec_init(len), ffi::_fmpz_vec_init(len)) };
        Roots { room, exact, numerators, exponents: vec![0; room], exact_count: 0, count: 0 }
    }

    /// In ascending order.
    fn intervals(&self) -> Vec<[Rational; 2]> {
        // SAFETY: the first `exact_count` numbers and `count` numerators are initialised
        let exact = (0..self.exact_count as usize).map(|i| unsafe {
            let root = &*self.exact.add(i);
            let root = Rational::from((get(&raw const root.num), get(&raw const root.den)));
            [root.clone(), root]
        });
        // SAFETY: see above
        let others = (0..self.count as usize).map(|i| unsafe {
            let low = get(self.numerators.add(i));
            [low.clone(), low + 1].map(|end| Rational::from(end) << self.exponents[i] as i32)
        });
        let mut all: Vec<[Rational; 2]> = exact.chain(others).collect();
        all.sort();
        all
    }
}

impl Drop for Roots {
    fn drop(&mut self) {
        let len = self.room as ffi::slong;
        // SAFETY: made in `new` with this length, cleared only here
        unsafe {
            ffi::_fmpq_vec_clear(self.exact, len);
            ffi::_fmpz_vec_clear(self.numerators, len);
        }
    }
}
