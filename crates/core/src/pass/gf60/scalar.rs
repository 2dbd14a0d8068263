//! Single elements of the field, portably: for tables, and as the arithmetic of the portable kernel.

use crate::simd::inlined;

/// Order of z.
pub const TURN: usize = 61;
/// 1 + z + … + z^60, which is another form of zero.
pub const ONES: u64 = (1 << 61) - 1;
/// The number of non-zero elements, 2^60 − 1 = 3²·5²·7·11·13·31·41·61·151·331·1321.
pub const UNITS: u64 = (1 << 60) - 1;
tested! {
    /// An element of that order: z^18 + z^6 + 1, of which the power UNITS/61 is z.
    const PRIMITIVE: u64 = 1 << 18 | 1 << 6 | 1;
}

/// The same element below 2^61: z^61 = 1.
#[must_use]
pub fn folded(a: u64) -> u64 {
    (a & ONES) ^ a >> 61
}

/// The representative below 2^60 of an element below 2^61.
#[must_use]
pub fn canonical(a: u64) -> u64 {
    a ^ (ONES & (a >> 60).wrapping_neg())
}

/// The carry-less product of words below 2^60, 119 bits.
///
/// By integer products of words with holes: of every four bits one is used, fifteen of them a word, so that the sums
/// that stand for a bit of the product stay below 16 and do not carry into the next used bit.
#[must_use]
pub fn carryless(a: u64, b: u64) -> u128 {
    const HOLES: u64 = 0x1111_1111_1111_1111;
    const WIDE: u128 = (HOLES as u128) << 64 | HOLES as u128;
    let parts = |x: u64| -> [u128; 4] { inlined::from_fn(|i| u128::from(x & HOLES << i)) };
    let (a, b) = (parts(a), parts(b));
    let kind = |i: usize| (0..4).fold(0, |sum, j| sum ^ (a[j] * b[(i + 4 - j) % 4])) & WIDE << i;
    kind(0) | kind(1) | kind(2) | kind(3)
}

/// A product of degree at most 120 modulo z^61 − 1, below 2^61.
#[must_use]
pub fn reduced(product: u128) -> u64 {
    (product as u64 & ONES) ^ (product >> 61) as u64
}

/// The product of elements below 2^61, below 2^61.
#[must_use]
pub fn mul(a: u64, b: u64) -> u64 {
    reduced(carryless(canonical(a), canonical(b)))
}

/// The power of an element below 2^61, below 2^60.
#[must_use]
pub fn pow(mut a: u64, mut e: u64) -> u64 {
    let mut result = 1;
    while e > 0 {
        if e & 1 == 1 {
            result = mul(result, a);
        }
        (a, e) = (mul(a, a), e >> 1);
    }
    canonical(result)
}

/// The root of unity of this order, a power of one fixed primitive element: root(a·b)^b = root(a).
///
/// # Panics
/// Unless the order divides 2^60 − 1.
#[must_use]
pub fn root(order: u64) -> u64 {
    assert!(UNITS.is_multiple_of(order), "no root of order {order}: it does not divide 2^60 - 1");
    pow(PRIMITIVE, UNITS / order)
}
