//! What benchmarks modulo these primes share: operands, and how a row is given.

/// The largest primes of 31, 48, 49, 50, 59 and 62 bits that are 1 modulo 2^16, and 2^64 − 2^32 + 1.
pub const PRIMES: [u64; 7] = [
    2_147_352_577,
    281_474_976_317_441,
    562_949_952_700_417,
    1_125_899_904_679_937,
    576_460_752_301_785_089,
    4_611_686_018_427_322_369,
    0xffff_ffff_0000_0001,
];

/// Odd primes of 31, 50, 61, 63 and 64 bits without roots of unity for transforms.
pub const OTHERS: [u64; 5] =
    [(1 << 31) - 1, (1 << 50) - 27, (1 << 61) - 1, 9_223_372_036_854_775_783, 18_446_744_073_709_551_557];

/// Takes a name, a size, the number of elementary steps of a run, and the run.
pub type Row<'a> = &'a dyn Fn(&str, usize, usize, &mut dyn FnMut());

/// Scattered residues.
pub fn residues(p: u64, len: usize) -> Vec<u64> {
    let scattered = |i: u64| {
        let x = i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (x ^ (x >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    };
    (1..=len as u64).map(|i| (scattered(i) ^ (scattered(i) >> 32)) % p).collect()
}
