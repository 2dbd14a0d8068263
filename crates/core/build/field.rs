//! The field of 2^60 elements for the generator: slow, and without code from the library.

/// z^61 − 1: elements have up to 61 bits.
pub const ONES: u64 = (1 << 61) - 1;
/// z^18 + z^6 + 1, the element of order 2^60 − 1 from which all roots of unity are computed.
const PRIMITIVE: u64 = 1 << 18 | 1 << 6 | 1;
const ORDER: u64 = (1 << 60) - 1;

/// The representative of degree below 60: 1 + z + … + z^60 is zero.
pub fn canonical(a: u64) -> u64 {
    if a >> 60 == 1 { a ^ ONES } else { a }
}

/// The product modulo z^61 − 1, term by term.
pub fn mul(a: u64, b: u64) -> u64 {
    let rotated = |k: u32| (a << k | a >> (61 - k)) & ONES;
    canonical((0..61).filter(|k| b >> k & 1 == 1).fold(0, |sum, k| sum ^ rotated(k)))
}

pub fn pow(mut a: u64, mut e: u64) -> u64 {
    let mut result = 1;
    while e > 0 {
        if e & 1 == 1 {
            result = mul(result, a);
        }
        (a, e) = (mul(a, a), e >> 1);
    }
    result
}

/// The root of unity of this order, which divides 2^60 − 1.
pub fn root(order: u64) -> u64 {
    assert_eq!(ORDER % order, 0);
    pow(PRIMITIVE, ORDER / order)
}

/// The conjugates a, a², a⁴ …, `count` of them.
pub fn conjugates(a: u64, count: usize) -> Vec<u64> {
    std::iter::successors(Some(a), |&a| Some(mul(a, a))).take(count).collect()
}

/// Coordinates of `a` over F_2 with respect to a basis of a subspace, as bits; None if `a` is not in it.
///
/// By elimination: each basis element is reduced by those before it.
pub fn coordinates(basis: &[u64], a: u64) -> Option<u64> {
    let mut reduced: Vec<(u64, u64)> = Vec::new();
    let reduce = |reduced: &[(u64, u64)], mut value: u64, mut which: u64| {
        for (row, combination) in reduced {
            if value >> row.ilog2() & 1 == 1 {
                (value, which) = (value ^ row, which ^ combination);
            }
        }
        (value, which)
    };
    for (i, &b) in basis.iter().enumerate() {
        let (value, which) = reduce(&reduced, b, 1 << i);
        if value == 0 {
            return None;
        }
        reduced.push((value, which));
    }
    let (rest, which) = reduce(&reduced, a, 0);
    (rest == 0).then_some(which)
}

/// An element of the subfield of 2^d elements that is normal (its conjugates are a basis) and has trace 1.
pub fn normal(d: usize) -> u64 {
    let generator = root((1 << d) - 1);
    let elements = std::iter::successors(Some(generator), |&a| Some(mul(a, generator)));
    let is_normal = |a: &u64| {
        let conjugates = conjugates(*a, d);
        canonical(conjugates.iter().fold(0, |sum, c| sum ^ c)) == 1 && coordinates(&conjugates, 0).is_some()
    };
    elements.take(1 << d).find(is_normal).expect("every finite field has a normal element of trace 1")
}
