//! NTL, on one thread, through the shim `ntl.cpp`: polynomials over Z/n, with the result's buffer kept from call to call,
//! and over Z, with a new result at each product. Feature `ntl`.
//!
//! Below NTL's bound for words Z/n is `zz_p`, above it `ZZ_p`; primes with roots of unity get transforms of their own, as
//! NTL's users would have it (`INIT_USER_FFT`).

use std::ffi::{CStr, c_char};
use std::marker::PhantomData;

use polymod::rug::{Integer, integer::Order};

use crate::peer::{self, BigOp};

/// The name in the tables.
const NAME: &str = "NTL";

/// p − 1 divisible by 2^this: transforms modulo p itself serve all lengths of the tables.
const TWO_ADICITY: u32 = 21;

/// A C++ object, only ever behind a pointer.
#[repr(C)]
struct Opaque<T>(u8, PhantomData<*mut T>);

/// `ModPoly` of the shim.
enum Mod {}
/// `NTL::ZZX`.
enum Zzx {}
/// `NTL::GF2X`.
enum Binary {}
/// `NTL::vec_pair_GF2X_long`.
enum Factors {}

unsafe extern "C" {
    fn polymod_ntl_version() -> *const c_char;
    fn polymod_ntl_mod_new(n: u64, own_fft: bool, values: *const u64, len: usize) -> *mut Opaque<Mod>;
    fn polymod_ntl_mod_product(out: *mut Opaque<Mod>, a: *const Opaque<Mod>, b: *const Opaque<Mod>);
    fn polymod_ntl_mod_len(poly: *const Opaque<Mod>) -> usize;
    fn polymod_ntl_mod_coefficients(poly: *const Opaque<Mod>, out: *mut u64);
    fn polymod_ntl_mod_free(poly: *mut Opaque<Mod>);
    fn polymod_ntl_big_new(modulus: *const u8, bytes: usize, len: usize) -> *mut Opaque<Mod>;
    fn polymod_ntl_big_set(poly: *mut Opaque<Mod>, i: usize, bytes: *const u8, len: usize);
    fn polymod_ntl_big_gcd(out: *mut Opaque<Mod>, a: *const Opaque<Mod>, b: *const Opaque<Mod>);
    fn polymod_ntl_big_normalize(poly: *mut Opaque<Mod>);
    fn polymod_ntl_big_get(poly: *const Opaque<Mod>, i: usize, bytes: *mut u8, len: usize);
    fn polymod_ntl_integer_new(len: usize) -> *mut Opaque<Zzx>;
    fn polymod_ntl_integer_set(poly: *mut Opaque<Zzx>, i: usize, negative: bool, bytes: *const u8, len: usize);
    fn polymod_ntl_integer_normalize(poly: *mut Opaque<Zzx>);
    fn polymod_ntl_integer_product(a: *const Opaque<Zzx>, b: *const Opaque<Zzx>) -> *mut Opaque<Zzx>;
    fn polymod_ntl_integer_len(poly: *const Opaque<Zzx>) -> usize;
    fn polymod_ntl_integer_bytes(poly: *const Opaque<Zzx>, i: usize) -> usize;
    fn polymod_ntl_integer_get(poly: *const Opaque<Zzx>, i: usize, bytes: *mut u8, len: usize) -> bool;
    fn polymod_ntl_integer_free(poly: *mut Opaque<Zzx>);
    fn polymod_ntl_binary_new(words: *const u64, len: usize) -> *mut Opaque<Binary>;
    fn polymod_ntl_binary_free(poly: *mut Opaque<Binary>);
    fn polymod_ntl_binary_product(a: *const Opaque<Binary>, b: *const Opaque<Binary>) -> *mut Opaque<Binary>;
    fn polymod_ntl_binary_quotient(a: *const Opaque<Binary>, b: *const Opaque<Binary>) -> *mut Opaque<Binary>;
    fn polymod_ntl_binary_remainder(a: *const Opaque<Binary>, b: *const Opaque<Binary>) -> *mut Opaque<Binary>;
    fn polymod_ntl_binary_gcd(a: *const Opaque<Binary>, b: *const Opaque<Binary>) -> *mut Opaque<Binary>;
    fn polymod_ntl_binary_bytes(poly: *const Opaque<Binary>) -> usize;
    fn polymod_ntl_binary_get(poly: *const Opaque<Binary>, bytes: *mut u8, len: usize);
    fn polymod_ntl_binary_factor(poly: *const Opaque<Binary>) -> *mut Opaque<Factors>;
    fn polymod_ntl_factors_len(found: *const Opaque<Factors>) -> usize;
    fn polymod_ntl_factors_degree(found: *const Opaque<Factors>, i: usize) -> usize;
    fn polymod_ntl_factors_get(found: *const Opaque<Factors>, i: usize, bits: *mut u64) -> usize;
    fn polymod_ntl_factors_free(found: *mut Opaque<Factors>);
}

/// NTL's version, such as `11.5.1`.
pub fn version() -> String {
    // SAFETY: the function returns a string constant, ended by a zero byte.
    unsafe { CStr::from_ptr(polymod_ntl_version()) }.to_string_lossy().into_owned()
}

/// A polynomial over Z/n.
pub struct ModPoly {
    n: u64,
    poly: *mut Opaque<Mod>,
}

impl peer::ModPoly for ModPoly {
    const NAME: &'static str = NAME;

    fn new(n: u64, coefficients: &[u64], _capacity: usize) -> Self {
        assert!(n >= 2 && coefficients.iter().all(|&c| c < n));
        let own_fft = (n - 1).trailing_zeros() >= TWO_ADICITY;
        // SAFETY: the shim copies the slice into an object that is freed by `drop`.
        Self { n, poly: unsafe { polymod_ntl_mod_new(n, own_fft, coefficients.as_ptr(), coefficients.len()) } }
    }

    fn set_product(&mut self, a: &Self, b: &Self) {
        assert!(self.n == a.n && self.n == b.n);
        // SAFETY: three live objects, of one class since they have one modulus.
        unsafe { polymod_ntl_mod_product(self.poly, a.poly, b.poly) };
    }

    fn coefficients(&self) -> Vec<u64> {
        // SAFETY: a live object; the vector is as long as the shim says that it writes.
        unsafe {
            let mut coefficients = vec![0; polymod_ntl_mod_len(self.poly)];
            polymod_ntl_mod_coefficients(self.poly, coefficients.as_mut_ptr());
            coefficients
        }
    }
}

impl Drop for ModPoly {
    fn drop(&mut self) {
        // SAFETY: made in `new`, freed only here.
        unsafe { polymod_ntl_mod_free(self.poly) };
    }
}

/// A polynomial over Z.
pub struct IntegerPoly(*mut Opaque<Zzx>);

impl peer::IntegerPoly for IntegerPoly {
    const NAME: &'static str = NAME;

    fn new(coefficients: &[Integer]) -> Self {
        // SAFETY: every coefficient that is written exists; the shim copies the bytes of the slices.
        unsafe {
            let poly = polymod_ntl_integer_new(coefficients.len());
            for (i, integer) in coefficients.iter().enumerate() {
                let bytes = integer.to_digits::<u8>(Order::Lsf);
                polymod_ntl_integer_set(poly, i, integer.is_negative(), bytes.as_ptr(), bytes.len());
            }
            polymod_ntl_integer_normalize(poly);
            Self(poly)
        }
    }

    fn product(a: &Self, b: &Self) -> Self {
        // SAFETY: two live objects; the new one is freed by `drop`.
        Self(unsafe { polymod_ntl_integer_product(a.0, b.0) })
    }

    fn coefficients(&self) -> Vec<Integer> {
        // SAFETY: a live object.
        let len = unsafe { polymod_ntl_integer_len(self.0) };
        let coefficient = |i| {
            // SAFETY: a live object and one of its coefficients, whose bytes fill the vector.
            let (bytes, negative) = unsafe {
                let mut bytes = vec![0u8; polymod_ntl_integer_bytes(self.0, i)];
                let negative = polymod_ntl_integer_get(self.0, i, bytes.as_mut_ptr(), bytes.len());
                (bytes, negative)
            };
            let magnitude = Integer::from_digits(&bytes, Order::Lsf);
            if negative { -magnitude } else { magnitude }
        };
        (0..len).map(coefficient).collect()
    }
}

impl Drop for IntegerPoly {
    fn drop(&mut self) {
        // SAFETY: made by the shim, freed only here.
        unsafe { polymod_ntl_integer_free(self.0) };
    }
}

/// A product of two polynomials modulo an integer of several words, or their common divisor.
pub struct BigTask {
    op: BigOp,
    /// Bytes of the modulus.
    bytes: usize,
    operands: [*mut Opaque<Mod>; 2],
    out: *mut Opaque<Mod>,
}

impl BigTask {
    /// Of these operands, coefficients below p.
    pub fn new(op: BigOp, p: &Integer, operands: &[Vec<Integer>; 2]) -> Self {
        let modulus = p.to_digits::<u8>(Order::Lsf);
        // SAFETY: every coefficient that is written exists; the shim copies the bytes of the slices.
        let poly = |coefficients: &[Integer]| unsafe {
            let poly = polymod_ntl_big_new(modulus.as_ptr(), modulus.len(), coefficients.len());
            for (i, c) in coefficients.iter().enumerate() {
                let bytes = c.to_digits::<u8>(Order::Lsf);
                polymod_ntl_big_set(poly, i, bytes.as_ptr(), bytes.len());
            }
            polymod_ntl_big_normalize(poly);
            poly
        };
        Self { op, bytes: modulus.len(), operands: [poly(&operands[0]), poly(&operands[1])], out: poly(&[]) }
    }
}

impl peer::Peer<Integer> for BigTask {
    fn name(&self) -> &'static str {
        NAME
    }

    fn run(&mut self) {
        let [a, b] = self.operands;
        // SAFETY: three live objects of one class and modulus.
        unsafe {
            match self.op {
                BigOp::Product => polymod_ntl_mod_product(self.out, a, b),
                BigOp::Gcd => polymod_ntl_big_gcd(self.out, a, b),
            }
        }
    }

    fn result(&self) -> Vec<Integer> {
        let mut bytes = vec![0u8; self.bytes];
        // SAFETY: a live object and coefficients that it has; a reduced one fits into the bytes of the modulus.
        let coefficient = |i| unsafe {
            polymod_ntl_big_get(self.out, i, bytes.as_mut_ptr(), bytes.len());
            Integer::from_digits(&bytes, Order::Lsf)
        };
        // SAFETY: a live object.
        (0..unsafe { polymod_ntl_mod_len(self.out) }).map(coefficient).collect()
    }
}

impl Drop for BigTask {
    fn drop(&mut self) {
        for poly in self.operands.into_iter().chain([self.out]) {
            // SAFETY: made in `new`, freed only here.
            unsafe { polymod_ntl_mod_free(poly) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peer::Peer;

    #[test]
    fn a_product_modulo_several_words() {
        let p: Integer = (Integer::from(1) << 128) + 51;
        let operands = [vec![Integer::from(&p - 1u32), Integer::from(1)], vec![Integer::from(&p - 2u32)]];
        let mut product = BigTask::new(BigOp::Product, &p, &operands);
        product.run();
        assert_eq!(product.result(), [Integer::from(2), Integer::from(&p - 2u32)]);
    }
}

/// A polynomial over the field of two elements.
pub struct BinaryPoly(*mut Opaque<Binary>);

impl BinaryPoly {
    /// From the words of its bits.
    pub fn new(words: &[u64]) -> Self {
        // SAFETY: the shim reads `words.len()` words
        Self(unsafe { polymod_ntl_binary_new(words.as_ptr(), words.len()) })
    }

    /// The product.
    pub fn product(&self, other: &Self) -> Self {
        // SAFETY: two live objects; the new one is freed by `drop`
        Self(unsafe { polymod_ntl_binary_product(self.0, other.0) })
    }

    /// Quotient and remainder by a divisor that is not 0, which NTL ends the process for.
    pub fn div_rem(&self, divisor: &Self) -> [Self; 2] {
        // SAFETY: two live objects; the new ones are freed by `drop`
        let (q, r) = unsafe {
            (polymod_ntl_binary_quotient(self.0, divisor.0), polymod_ntl_binary_remainder(self.0, divisor.0))
        };
        [Self(q), Self(r)]
    }

    /// The greatest common divisor.
    pub fn gcd(&self, other: &Self) -> Self {
        // SAFETY: two live objects; the new one is freed by `drop`
        Self(unsafe { polymod_ntl_binary_gcd(self.0, other.0) })
    }

    /// The words of its bits, without zeros at the end.
    pub fn words(&self) -> Vec<u64> {
        // SAFETY: a live object; the vector is as long as it says
        let bytes = unsafe {
            let mut bytes = vec![0_u8; polymod_ntl_binary_bytes(self.0)];
            polymod_ntl_binary_get(self.0, bytes.as_mut_ptr(), bytes.len());
            bytes
        };
        let word = |chunk: &[u8]| chunk.iter().rev().fold(0, |w, &b| w << 8 | u64::from(b));
        bytes.chunks(8).map(word).collect()
    }

    /// The irreducible factors with their multiplicities: coefficients, a word each.
    pub fn factor(&self) -> Vec<(Vec<u64>, usize)> {
        // SAFETY: the object lives as long as `self`; the list is freed once, and its factors have degree + 1 coefficients
        unsafe {
            let found = polymod_ntl_binary_factor(self.0);
            let factor = |i| {
                let mut bits = vec![0; polymod_ntl_factors_degree(found, i) + 1];
                let multiplicity = polymod_ntl_factors_get(found, i, bits.as_mut_ptr());
                (bits, multiplicity)
            };
            let factors = (0..polymod_ntl_factors_len(found)).map(factor).collect();
            polymod_ntl_factors_free(found);
            factors
        }
    }
}

impl Drop for BinaryPoly {
    fn drop(&mut self) {
        // SAFETY: made in `new`, freed only here
        unsafe { polymod_ntl_binary_free(self.0) };
    }
}
