//! FLINT, on one thread: polynomials over Z/n and Z, and its transforms.

pub mod big;
pub mod extension;
pub mod fft;
pub mod field;
pub mod fmpq;
pub mod fmpz;
pub mod lattices;
pub mod matrix;
pub mod more;
pub mod more_big;
pub mod more_matrix;
pub mod mpn;
pub mod nmod;
pub mod poly_matrix;
pub mod sparse;
pub mod verbs;
pub mod verbs_big;
pub mod verbs_matrix;
pub mod verbs_mpn;

use std::ffi::{CStr, c_char, c_ulong};

use flint3_sys as ffi;

/// The name in the tables.
pub const NAME: &str = "FLINT";

unsafe extern "C" {
    /// FLINT's version, ended by a zero byte.
    static flint_version: c_char;
}

/// FLINT's version, such as `3.6.0`.
pub fn version() -> String {
    // SAFETY: the symbol is an array of characters that ends with a zero and is never written.
    let text = unsafe { CStr::from_ptr(&raw const flint_version) };
    text.to_string_lossy().into_owned()
}

/// The least prime above `n`, for `n` < 2^63.
pub fn next_prime(n: u64) -> u64 {
    assert!(n < 1 << 63);
    // SAFETY: pure arithmetic on numbers; a prime fits because one lies between n and 2n.
    unsafe { ffi::n_nextprime(n as c_ulong, 1) }
}

/// Whether `n` is prime.
pub fn is_prime(n: u64) -> bool {
    // SAFETY: pure arithmetic on numbers.
    unsafe { ffi::n_is_prime(n as c_ulong) == 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_answers() {
        assert!(version().starts_with("3."));
        assert_eq!(next_prime(1 << 31), 2_147_483_659);
        assert!(is_prime(0xffff_ffff_0000_0001) && !is_prime(u64::MAX));
    }
}
