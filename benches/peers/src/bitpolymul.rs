//! bitpolymul2 through the shim `bitpolymul.cpp`: products over the field of two elements by additive transforms over F_(2^64). Feature
//! `bitpolymul`; `POLYMOD_BITPOLYMUL` names a checkout of bitpolymul2 after its own `make`.

/// The library's name in the tables.
pub const NAME: &str = "bitpolymul2";
/// Most words of an operand.
const MOST: usize = 1 << 26;

unsafe extern "C" {
    fn polymod_bitpolymul(c: *mut u64, a: *const u64, b: *const u64, n: u64);
}

/// out = a·b for two operands of 2^k words.
pub fn product(out: &mut [u64], a: &[u64], b: &[u64]) {
    let n = a.len();
    assert!(n.is_power_of_two() && n <= MOST && b.len() == n && out.len() == 2 * n);
    // SAFETY: two operands of n words, which the library copies, and room for 2n
    unsafe { polymod_bitpolymul(out.as_mut_ptr(), a.as_ptr(), b.as_ptr(), n as u64) };
}
