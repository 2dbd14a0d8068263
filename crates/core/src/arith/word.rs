//! Operations on residues without precomputation, shared by [`Modulus`](super::Modulus) and
//! [`Montgomery`](super::Montgomery).

/// `a + b` modulo `n`, for `a, b` in `[0, n)` and any `n`: compares `a` with `n − b`, because `a + b` may exceed a word.
#[inline(always)]
pub(super) const fn add(a: u64, b: u64, n: u64) -> u64 {
    let (difference, borrow) = a.overflowing_sub(n - b);
    if borrow { difference.wrapping_add(n) } else { difference }
}

/// `a − b` modulo `n`, for `a, b` in `[0, n)` and any `n`.
#[inline(always)]
pub(super) const fn sub(a: u64, b: u64, n: u64) -> u64 {
    let (difference, borrow) = a.overflowing_sub(b);
    if borrow { difference.wrapping_add(n) } else { difference }
}

/// `base^exponent` under the product `mul` with neutral element `one`, by binary powering from the lowest bit: at most
/// 2·(bits of the exponent) products.
#[inline]
pub fn power(mut base: u64, mut exponent: u64, one: u64, mul: impl Fn(u64, u64) -> u64) -> u64 {
    let mut result = one;
    while exponent > 1 {
        if exponent & 1 == 1 {
            result = mul(result, base);
        }
        base = mul(base, base);
        exponent >>= 1;
    }
    if exponent == 1 { mul(result, base) } else { result }
}

/// The greatest common divisor by the binary algorithm (Stein 1967); `gcd(a, 0) = a`.
pub const fn gcd(mut a: u64, mut b: u64) -> u64 {
    if a == 0 || b == 0 {
        return a | b;
    }
    let twos = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    while b != 0 {
        b >>= b.trailing_zeros();
        let (small, difference) = if a < b { (a, b - a) } else { (b, a - b) };
        (a, b) = (small, difference);
    }
    a << twos
}

/// Least number modulo which inverses by shifts are faster than by quotients.
const BY_SHIFTS: u64 = 1 << 12;

/// The inverse of `a` modulo `n`, for `a < n`; `Err(gcd(a, n))` where that exceeds 1.
pub const fn inverse(a: u64, n: u64) -> Result<u64, u64> {
    if n.is_multiple_of(2) || n < BY_SHIFTS || a == 0 { inverse_by_quotients(a, n) } else { inverse_by_shifts(a, n) }
}

/// [`inverse`] by Euclid's algorithm.
///
/// The cofactors alternate in sign, so their absolute values are carried with the sign aside. They increase, to `n/gcd` after the last
/// step, hence never leave a word.
pub const fn inverse_by_quotients(a: u64, n: u64) -> Result<u64, u64> {
    let (mut r0, mut r1) = (n, a);
    let (mut t0, mut t1) = (0u64, 1u64);
    let mut negative = false;
    while r1 > 1 {
        // one instruction has both: no step waits for a product
        let (q, r) = (r0 / r1, r0 % r1);
        (r0, r1) = (r1, r);
        (t0, t1) = (t1, t0 + q * t1);
        negative = !negative;
    }
    match (r1, negative) {
        (1, false) => Ok(t1),
        (1, true) => Ok(n - t1),
        _ => Err(r0),
    }
}

/// [`inverse`] for odd n and a > 0 by the binary algorithm, without branches on the operands: they would be guessed wrong in every second step.
/// Source: Kaliski 1995, "The Montgomery inverse and its applications", with all twos of a step at once.
///
/// With k twos shifted out so far, ±2^k·v = s·a and ∓2^k·u = r·a modulo n, and s·u + r·v = n, so that no number leaves its word.
pub const fn inverse_by_shifts(a: u64, n: u64) -> Result<u64, u64> {
    // what no step waits for goes on beside the first ones
    let negative_inverse = inverse_modulo_word(n).wrapping_neg();
    let mut k = a.trailing_zeros();
    let (mut u, mut v) = (n, a >> k);
    let (mut r, mut s) = (0u64, 1u64);
    let mut sign = false;
    while u != v {
        // (u, v) = (|u − v|, min(u, v)): selections, of which each step waits for one
        let is_less = u < v;
        let twos = u.wrapping_sub(v).trailing_zeros();
        let least = if is_less { u } else { v };
        u = u.abs_diff(v) >> twos;
        v = least;
        (r, s) = (r + s, (if is_less { r } else { s }) << twos);
        sign ^= is_less;
        k += twos;
    }
    if v != 1 {
        return Err(v);
    }
    let inverse = if sign { n - s } else { s };
    // k is less than 128: half of the twos at a time, where they are many
    if k < 64 {
        return Ok(halved(inverse, k, n, negative_inverse));
    }
    Ok(halved(halved(inverse, k / 2, n, negative_inverse), k - k / 2, n, negative_inverse))
}

/// The inverse of odd n modulo 2^64.
#[inline(always)]
pub const fn inverse_modulo_word(n: u64) -> u64 {
    // Exact modulo 2^5 for odd n; each Newton step doubles the bits: 10, 20, 40, 80.
    let mut inverse = n.wrapping_mul(3) ^ 2;
    let mut bits = 5;
    while bits < 64 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(n.wrapping_mul(inverse)));
        bits *= 2;
    }
    inverse
}

/// x/2^k modulo odd n, for x ≤ n, k < 64 and the inverse of −n modulo 2^64.
const fn halved(x: u64, k: u32, n: u64, negative_inverse: u64) -> u64 {
    // the multiple of n that makes x a multiple of 2^k
    let multiple = x.wrapping_mul(negative_inverse) & ((1 << k) - 1);
    ((x as u128 + multiple as u128 * n as u128) >> k) as u64
}
