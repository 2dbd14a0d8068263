//! Polynomials over Z, with a new result at each product, and matrices.

use std::ffi::c_ulong;
use std::mem::MaybeUninit;

use flint3_sys as ffi;
use polymod::rug::{Integer, integer::Order};

use crate::peer::IntegerPoly;

/// A polynomial over Z.
pub struct FmpzPoly(pub(super) ffi::fmpz_poly_struct);

impl FmpzPoly {
    /// The polynomial zero, with room for `capacity` coefficients.
    pub(super) fn zero(capacity: usize) -> Self {
        let mut poly = MaybeUninit::uninit();
        // SAFETY: init2 fills the structure that it is given; all its coefficients are zero.
        unsafe {
            ffi::fmpz_poly_init2(poly.as_mut_ptr(), capacity as ffi::slong);
            Self(poly.assume_init())
        }
    }

    fn coefficient(&self, i: usize) -> Integer {
        assert!(i < self.0.length as usize);
        // SAFETY: coefficient i is initialised.
        unsafe { get(self.0.coeffs.add(i)) }
    }
}

impl FmpzPoly {
    /// The greatest common divisor.
    pub fn gcd(a: &Self, b: &Self) -> Self {
        let mut divisor = Self::zero(0);
        // SAFETY: three initialised polynomials; the result is neither of the operands, and grows as needed.
        unsafe { ffi::fmpz_poly_gcd(&raw mut divisor.0, &raw const a.0, &raw const b.0) };
        divisor
    }

    /// The resultant, as a polynomial of degree 0.
    pub fn resultant(a: &Self, b: &Self) -> Self {
        let mut out = Self::zero(1);
        // SAFETY: initialised polynomials; the result's coefficient 0 is below its capacity, and initialised.
        unsafe {
            ffi::fmpz_poly_resultant(out.0.coeffs, &raw const a.0, &raw const b.0);
            out.0.length = 1;
            ffi::_fmpz_poly_normalise(&raw mut out.0);
        }
        out
    }
}

impl FmpzPoly {
    /// The irreducible factors of positive degree and their multiplicities.
    pub fn factor(&self) -> Vec<(Vec<Integer>, usize)> {
        self.factors().pairs()
    }

    /// The list of irreducible factors.
    pub fn factors(&self) -> Factors {
        // SAFETY: the list is initialised, and the polynomial is
        Factors::of(|list| unsafe { ffi::fmpz_poly_factor(list, &raw const self.0) })
    }

    /// The list of square-free parts.
    pub fn square_free_parts(&self) -> Factors {
        // SAFETY: see above
        Factors::of(|list| unsafe { ffi::fmpz_poly_factor_squarefree(list, &raw const self.0) })
    }
}

/// A list of polynomials with multiplicities.
pub struct Factors(ffi::fmpz_poly_factor_struct);

impl Factors {
    /// The list that `find` fills.
    fn of(find: impl FnOnce(*mut ffi::fmpz_poly_factor_struct)) -> Self {
        let mut list = MaybeUninit::uninit();
        // SAFETY: init fills the structure
        let mut list = unsafe {
            ffi::fmpz_poly_factor_init(list.as_mut_ptr());
            Self(list.assume_init())
        };
        find(&raw mut list.0);
        list
    }

    /// Coefficients and multiplicities.
    pub fn pairs(&self) -> Vec<(Vec<Integer>, usize)> {
        // SAFETY: the first `num` polynomials and exponents are initialised, and each polynomial is read through a copy that is cleared by
        // `drop`
        let pair = |i: usize| unsafe {
            let mut copy = FmpzPoly::zero(0);
            ffi::fmpz_poly_set(&raw mut copy.0, self.0.p.add(i));
            (copy.coefficients(), *self.0.exp.add(i) as usize)
        };
        (0..self.0.num as usize).map(pair).collect()
    }
}

impl Drop for Factors {
    fn drop(&mut self) {
        // SAFETY: initialised in `of`, cleared only here
        unsafe { ffi::fmpz_poly_factor_clear(&raw mut self.0) };
    }
}

/// An integer of FLINT's.
///
/// # Safety
/// It is initialised.
pub(super) unsafe fn get(x: *const ffi::fmpz) -> Integer {
    let mut magnitude: ffi::fmpz = 0;
    // SAFETY: both are initialised, `magnitude` as the integer 0.
    let (negative, size) = unsafe {
        ffi::fmpz_abs(&raw mut magnitude, x);
        (ffi::fmpz_sgn(x) < 0, ffi::fmpz_size(&raw const magnitude))
    };
    let mut limbs = vec![0u64; size.max(1) as usize];
    // SAFETY: `limbs` is as long as the non-negative integer that it receives, which is not used afterwards.
    unsafe {
        ffi::fmpz_get_ui_array(limbs.as_mut_ptr().cast::<c_ulong>(), size.max(1), &raw const magnitude);
        ffi::fmpz_clear(&raw mut magnitude);
    }
    let magnitude = Integer::from_digits(&limbs, Order::Lsf);
    if negative { -magnitude } else { magnitude }
}

/// Sets an integer.
///
/// # Safety
/// It is initialised.
pub(super) unsafe fn set(out: *mut ffi::fmpz, integer: &Integer) {
    let limbs = if integer.is_zero() { vec![0] } else { integer.to_digits::<u64>(Order::Lsf) };
    // SAFETY: setting reads the limbs, which are not none.
    unsafe {
        ffi::fmpz_set_ui_array(out, limbs.as_ptr().cast::<c_ulong>(), limbs.len() as ffi::slong);
        if integer.is_negative() {
            ffi::fmpz_neg(out, out);
        }
    }
}

/// A square matrix over Z.
pub struct FmpzMat(pub(super) ffi::fmpz_mat_struct);

impl FmpzMat {
    /// n by n entries, row by row.
    pub fn new(n: usize, entries: &[Integer]) -> Self {
        assert_eq!(entries.len(), n * n);
        let mut matrix = MaybeUninit::uninit();
        // SAFETY: init fills the structure that it is given, and all entries; each is then set.
        unsafe {
            ffi::fmpz_mat_init(matrix.as_mut_ptr(), n as ffi::slong, n as ffi::slong);
            let matrix = Self(matrix.assume_init());
            for (i, integer) in entries.iter().enumerate() {
                set(ffi::fmpz_mat_entry(&raw const matrix.0, (i / n) as ffi::slong, (i % n) as ffi::slong), integer);
            }
            matrix
        }
    }

    /// The determinant, as a polynomial of degree 0.
    pub fn det(&self) -> FmpzPoly {
        let mut out = FmpzPoly::zero(1);
        // SAFETY: an initialised matrix; the result's coefficient 0 is below its capacity, and initialised.
        unsafe {
            ffi::fmpz_mat_det(out.0.coeffs, &raw const self.0);
            out.0.length = 1;
            ffi::_fmpz_poly_normalise(&raw mut out.0);
        }
        out
    }
}

impl Drop for FmpzMat {
    fn drop(&mut self) {
        // SAFETY: initialised in `new`, cleared only here.
        unsafe { ffi::fmpz_mat_clear(&raw mut self.0) };
    }
}

impl IntegerPoly for FmpzPoly {
    const NAME: &'static str = super::NAME;

    fn new(coefficients: &[Integer]) -> Self {
        let mut poly = Self::zero(coefficients.len());
        for (i, integer) in coefficients.iter().enumerate() {
            // SAFETY: coefficient i is below the capacity and initialised.
            unsafe { set(poly.0.coeffs.add(i), integer) };
        }
        poly.0.length = coefficients.len() as ffi::slong;
        // SAFETY: an initialised polynomial whose length is within its capacity.
        unsafe { ffi::_fmpz_poly_normalise(&raw mut poly.0) };
        poly
    }

    fn product(a: &Self, b: &Self) -> Self {
        let mut product = Self::zero(0);
        // SAFETY: three initialised polynomials; the result is neither of the operands, and grows as needed.
        unsafe { ffi::fmpz_poly_mul(&raw mut product.0, &raw const a.0, &raw const b.0) };
        product
    }

    fn coefficients(&self) -> Vec<Integer> {
        (0..self.0.length as usize).map(|i| self.coefficient(i)).collect()
    }
}

impl Drop for FmpzPoly {
    fn drop(&mut self) {
        // SAFETY: initialised in `zero`, cleared only here.
        unsafe { ffi::fmpz_poly_clear(&raw mut self.0) };
    }
}
