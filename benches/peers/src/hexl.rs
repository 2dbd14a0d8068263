//! HEXL through the shim `hexl.cpp`: negacyclic transforms, values in bit-reversed order. Feature `hexl`; `POLYMOD_HEXL` names a
//! checkout of HEXL that CMake has compiled into its folder `build`.

use polymod::core::scratch::Buf;

use crate::ntt::InPlace;

/// Primes below 2^this.
const BITS: u32 = 62;

/// `NTT` of HEXL, only ever behind a pointer.
#[repr(C)]
struct Opaque(u8);

unsafe extern "C" {
    fn polymod_hexl_new(p: u64, n: u64) -> *mut Opaque;
    fn polymod_hexl_forward(ntt: *mut Opaque, x: *mut u64);
    fn polymod_hexl_inverse(ntt: *mut Opaque, x: *mut u64);
    fn polymod_hexl_free(ntt: *mut Opaque);
}

/// A transform in place, and its values.
pub struct Transform {
    ntt: *mut Opaque,
    values: Buf,
}

impl Transform {
    /// A transform of `n` = 2^k values modulo the prime `p` with 2n | p − 1, where HEXL has one.
    pub fn new(p: u64, n: usize) -> Option<Self> {
        assert!(n.is_power_of_two() && p % (2 * n as u64) == 1);
        // SAFETY: a prime with a root of unity of order 2n, as HEXL demands; the new object is freed by `drop`.
        let ntt = (p >> BITS == 0).then(|| unsafe { polymod_hexl_new(p, n as u64) })?;
        Some(Self { ntt, values: Buf::zeroed(None, n) })
    }
}

impl InPlace for Transform {
    fn name(&self) -> &'static str {
        "HEXL"
    }

    fn values(&self) -> &[u64] {
        &self.values
    }

    fn values_mut(&mut self) -> &mut [u64] {
        &mut self.values
    }

    fn forward(&mut self) {
        // SAFETY: a live object and its n values.
        unsafe { polymod_hexl_forward(self.ntt, self.values.as_mut_ptr()) };
    }

    fn inverse(&mut self) {
        // SAFETY: a live object and its n values.
        unsafe { polymod_hexl_inverse(self.ntt, self.values.as_mut_ptr()) };
    }
}

impl Drop for Transform {
    fn drop(&mut self) {
        // SAFETY: a live object, which nobody takes again.
        unsafe { polymod_hexl_free(self.ntt) };
    }
}
