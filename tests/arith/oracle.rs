//! Moduli for the tests, and powers by double-word division.

/// The prime 2^64 − 2^32 + 1.
pub const GOLDILOCKS: u64 = 18_446_744_069_414_584_321;

/// Both ends of the range, both sides of every power of two at which the algorithm changes, primes and composites.
pub const MODULI: [u64; 33] = [
    2,
    3,
    4,
    5,
    6,
    7,
    255,
    998_244_353,
    (1 << 31) - 1,
    1 << 31,
    (1 << 31) + 1,
    (1 << 32) - 1,
    1 << 32,
    (1 << 32) + 1,
    (1 << 50) - 27,
    1 << 50,
    (1 << 50) + 1,
    (1 << 62) - 57,
    1 << 62,
    (1 << 62) + 1,
    3 << 61,
    (1 << 63) - 25,
    (1 << 63) - 1,
    1 << 63,
    (1 << 63) + 1,
    (1 << 63) + 29,
    GOLDILOCKS,
    12_157_665_459_056_928_801, // 3^40
    4_294_967_291 * 4_294_967_291,
    u64::MAX - 58,
    u64::MAX - 2,
    u64::MAX - 1,
    u64::MAX,
];

/// `a·b` modulo `n`.
pub fn mul_mod(a: u64, b: u64, n: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(n)) as u64
}

/// `base^exponent` modulo `n`, from the highest bit.
pub fn pow_mod(base: u64, exponent: u64, n: u64) -> u64 {
    (0..64).rev().fold(1 % n, |x, i| {
        let square = mul_mod(x, x, n);
        if exponent >> i & 1 == 1 { mul_mod(square, base, n) } else { square }
    })
}
