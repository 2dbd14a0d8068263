//! Polynomials over Q: `fmpq_poly`.

use std::mem::MaybeUninit;

use flint3_sys as ffi;
use polymod::rug::Integer;

use super::fmpz::{self, FmpzPoly};
use crate::peer::{IntegerPoly, Peer};

/// A polynomial over Q.
struct FmpqPoly(ffi::fmpq_poly_struct);

impl FmpqPoly {
    /// The polynomial with these numerators over one denominator, which is not 0.
    fn new(numerators: &[Integer], denominator: &Integer) -> Self {
        let (mut poly, over) = (MaybeUninit::uninit(), FmpzPoly::new(numerators));
        let mut d: ffi::fmpz = 0;
        // SAFETY: init fills the structure; `d` is an initialised integer, and the operand of the division its result
        unsafe {
            ffi::fmpq_poly_init(poly.as_mut_ptr());
            let mut poly = Self(poly.assume_init());
            ffi::fmpq_poly_set_fmpz_poly(&raw mut poly.0, &raw const over.0);
            fmpz::set(&raw mut d, denominator);
            let out = &raw mut poly.0;
            ffi::fmpq_poly_scalar_div_fmpz(out, out, &raw const d);
            ffi::fmpz_clear(&raw mut d);
            poly
        }
    }

    /// The denominator in lowest terms, and the numerators.
    fn parts(&self) -> Vec<Integer> {
        let mut numerators = FmpzPoly::zero(0);
        let mut d: ffi::fmpz = 0;
        // SAFETY: initialised polynomials and integer
        let denominator = unsafe {
            ffi::fmpq_poly_get_numerator(&raw mut numerators.0, &raw const self.0);
            ffi::fmpq_poly_get_denominator(&raw mut d, &raw const self.0);
            let denominator = fmpz::get(&raw const d);
            ffi::fmpz_clear(&raw mut d);
            denominator
        };
        std::iter::once(denominator).chain(numerators.coefficients()).collect()
    }
}

impl Drop for FmpqPoly {
    fn drop(&mut self) {
        // SAFETY: initialised in `new`, cleared only here
        unsafe { ffi::fmpq_poly_clear(&raw mut self.0) };
    }
}

/// The product of two polynomials, or their monic greatest common divisor.
pub struct Task {
    is_gcd: bool,
    /// Two operands and the result.
    polys: [FmpqPoly; 3],
}

impl Task {
    /// Of numerators over one denominator each.
    pub fn new(is_gcd: bool, operands: &[(Vec<Integer>, Integer); 2]) -> Self {
        let [a, b] = operands.each_ref().map(|(numerators, d)| FmpqPoly::new(numerators, d));
        Task { is_gcd, polys: [a, b, FmpqPoly::new(&[], &Integer::from(1))] }
    }
}

impl Peer<Integer> for Task {
    fn name(&self) -> &'static str {
        super::NAME
    }

    fn run(&mut self) {
        let [a, b, out] = &mut self.polys;
        let run = if self.is_gcd { ffi::fmpq_poly_gcd } else { ffi::fmpq_poly_mul };
        // SAFETY: three initialised polynomials; the result is neither of the operands
        unsafe { run(&raw mut out.0, &raw const a.0, &raw const b.0) };
    }

    fn result(&self) -> Vec<Integer> {
        self.polys[2].parts()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_answers() {
        let operand = |v: [i32; 2], d: u32| (v.map(Integer::from).to_vec(), Integer::from(d));
        // (1 + x)/2 and (2 + 2x)/3
        let operands = [operand([1, 1], 2), operand([2, 2], 3)];
        for (is_gcd, wanted) in [(false, vec![3, 1, 2, 1]), (true, vec![1, 1, 1])] {
            let mut task = Task::new(is_gcd, &operands);
            task.run();
            assert_eq!(task.result(), wanted.into_iter().map(Integer::from).collect::<Vec<_>>());
        }
    }
}
