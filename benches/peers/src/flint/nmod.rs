//! Polynomials over Z/n, with the result's buffer kept from call to call.

use std::ffi::c_ulong;
use std::mem::MaybeUninit;

use flint3_sys as ffi;

use crate::peer::ModPoly;

/// A polynomial over Z/n.
pub struct NmodPoly(ffi::nmod_poly_struct);

impl ModPoly for NmodPoly {
    const NAME: &'static str = super::NAME;

    fn new(n: u64, coefficients: &[u64], capacity: usize) -> Self {
        assert!(n >= 1 && coefficients.iter().all(|&c| c < n));
        let capacity = capacity.max(coefficients.len());
        let mut poly = MaybeUninit::uninit();
        // SAFETY: init2 fills the structure that it is given and allocates `capacity` words, of which as many as there
        // are coefficients are written before the length says so; normalising reads no more than those.
        unsafe {
            ffi::nmod_poly_init2(poly.as_mut_ptr(), n as c_ulong, capacity as ffi::slong);
            let mut poly = poly.assume_init();
            if !coefficients.is_empty() {
                poly.coeffs.cast::<u64>().copy_from_nonoverlapping(coefficients.as_ptr(), coefficients.len());
            }
            poly.length = coefficients.len() as ffi::slong;
            ffi::_nmod_poly_normalise(&raw mut poly);
            Self(poly)
        }
    }

    fn set_product(&mut self, a: &Self, b: &Self) {
        // SAFETY: three initialised polynomials; `self` is neither of the others because it is borrowed mutably, and it
        // grows where its buffer is too small.
        unsafe { ffi::nmod_poly_mul(&raw mut self.0, &raw const a.0, &raw const b.0) };
    }

    fn coefficients(&self) -> Vec<u64> {
        self.words().to_vec()
    }
}

impl NmodPoly {
    /// The polynomial with these coefficients, each below `n`.
    pub fn with(n: u64, coefficients: &[u64]) -> Self {
        ModPoly::new(n, coefficients, coefficients.len())
    }

    /// The coefficients, without leading zeros.
    pub fn words(&self) -> &[u64] {
        if self.0.length == 0 {
            return &[];
        }
        // SAFETY: the buffer holds `length` > 0 initialised words and lives as long as `self`.
        unsafe { std::slice::from_raw_parts(self.0.coeffs.cast::<u64>(), self.0.length as usize) }
    }

    /// self(inner) modulo x^n, for an inner polynomial without constant term.
    pub fn compose_series(&self, inner: &Self, n: usize) -> Vec<u64> {
        let mut out = Self::with(self.0.mod_.n, &[]);
        // SAFETY: three initialised polynomials, of which the result is none of the others
        unsafe { ffi::nmod_poly_compose_series(out.raw_mut(), self.raw(), inner.raw(), n as ffi::slong) };
        out.words().to_vec()
    }

    /// The monic irreducible factors and their multiplicities.
    pub fn factor(&self) -> Vec<(Vec<u64>, usize)> {
        self.factors().pairs()
    }

    /// The linear factors of the distinct roots, each once.
    pub fn roots(&self) -> Vec<(Vec<u64>, usize)> {
        self.linear_factors().pairs()
    }

    /// The list of irreducible factors.
    pub fn factors(&self) -> Factors {
        // SAFETY: the list is initialised, and the polynomial is
        Factors::of(|list| unsafe {
            ffi::nmod_poly_factor(list, self.raw());
        })
    }

    /// The list of the linear factors of the distinct roots.
    pub fn linear_factors(&self) -> Factors {
        // SAFETY: see above
        Factors::of(|list| unsafe { ffi::nmod_poly_roots(list, self.raw(), 0) })
    }

    /// The list of square-free parts.
    pub fn square_free_parts(&self) -> Factors {
        // SAFETY: see above
        Factors::of(|list| unsafe { ffi::nmod_poly_factor_squarefree(list, self.raw()) })
    }

    /// Zero over the same ring, without memory.
    pub fn without_memory(&self) -> Self {
        Self(ffi::nmod_poly_struct { coeffs: std::ptr::null_mut(), alloc: 0, length: 0, mod_: self.modulus_of() })
    }

    /// FLINT's modulus, which has no copy of its own.
    pub(super) fn modulus_of(&self) -> ffi::nmod_t {
        let ffi::nmod_t { n, ninv, norm } = self.0.mod_;
        ffi::nmod_t { n, ninv, norm }
    }

    /// The structure, for functions that read it.
    pub(super) fn raw(&self) -> *const ffi::nmod_poly_struct {
        &raw const self.0
    }

    /// The structure, for functions that write it.
    pub(super) fn raw_mut(&mut self) -> *mut ffi::nmod_poly_struct {
        &raw mut self.0
    }
}

impl Drop for NmodPoly {
    fn drop(&mut self) {
        // SAFETY: initialised in `new`, cleared only here.
        unsafe { ffi::nmod_poly_clear(&raw mut self.0) };
    }
}

/// A list of polynomials with multiplicities.
pub struct Factors(ffi::nmod_poly_factor_struct);

impl Factors {
    /// The list that `find` fills.
    fn of(find: impl FnOnce(*mut ffi::nmod_poly_factor_struct)) -> Self {
        let mut list = MaybeUninit::uninit();
        // SAFETY: init fills the structure
        let mut list = unsafe {
            ffi::nmod_poly_factor_init(list.as_mut_ptr());
            Self(list.assume_init())
        };
        find(&raw mut list.0);
        list
    }

    /// Coefficients and multiplicities.
    pub fn pairs(&self) -> Vec<(Vec<u64>, usize)> {
        // SAFETY: the first `num` polynomials and exponents are initialised, and factors are not 0
        let pair = |i: usize| unsafe {
            let poly = &*self.0.p.add(i);
            let words = std::slice::from_raw_parts(poly.coeffs.cast::<u64>(), poly.length as usize);
            (words.to_vec(), *self.0.exp.add(i) as usize)
        };
        (0..self.0.num as usize).map(pair).collect()
    }
}

impl Drop for Factors {
    fn drop(&mut self) {
        // SAFETY: initialised in `of`, cleared only here
        unsafe { ffi::nmod_poly_factor_clear(&raw mut self.0) };
    }
}
