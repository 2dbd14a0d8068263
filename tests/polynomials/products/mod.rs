//! Products over every ring, by every algorithm, at every size where the algorithm changes.

mod integers;
mod memory;
mod parts;
mod regressions;
mod shapes;
mod slices;
mod words;

use crate::common::largest_prime;
use polymod::{
    Poly, ProductAlgorithm,
    poly::Part,
    ring::{Candidate, Convolve, ProductShape},
};

/// The prime 2^64 − 2^32 + 1.
const GOLDILOCKS: u64 = 0xffff_ffff_0000_0001;

/// Both ends of the range, both sides of the powers of two at which the algorithm changes; primes, composites, primes with long
/// transforms and with short ones.
const MODULI: [u64; 25] = [
    2,
    3,
    4,
    6,
    17,
    257,
    65_537,
    998_244_353,
    (1 << 31) - 1,
    (1 << 31) + 11,
    (1 << 32) - 1,
    1 << 32,
    (1 << 32) + 1,
    (1 << 50) - 27,
    (1 << 50) + 1,
    (1 << 61) - 1,
    (1 << 62) - 57,
    (1 << 62) + 1,
    (1 << 63) - 25,
    1 << 63,
    (1 << 63) + 29,
    4_294_967_291 * 4_294_967_291,
    GOLDILOCKS,
    u64::MAX - 58,
    u64::MAX,
];

/// `MODULI`, and moduli at the bounds of digits and of the vector kernels' primes; the primes have long transforms.
fn moduli() -> Vec<u64> {
    let mut all = MODULI.to_vec();
    all.extend([(1 << 52) - 1, 1 << 52, (1 << 49) - 1]);
    all.extend([48, 49, 50, 51, 52, 62].map(|bits| largest_prime(bits, 18)));
    all
}

/// Checks the whole product by each of these algorithms; a square if both operands are the same object.
fn by<R: Convolve>(algorithms: &[ProductAlgorithm], a: &Poly<R>, b: &Poly<R>, wanted: &Poly<R>) {
    for &algorithm in algorithms {
        let got = a.mul_part(b, &Part::All, Some(algorithm));
        let task = || format!("{} by {} over {} by {algorithm}", a.len(), b.len(), a.ring().name());
        let got = got.unwrap_or_else(|e| panic!("{}: {e}", task()));
        assert_eq!(got.len(), wanted.len(), "{}", task());
        assert!(got == *wanted, "{}: {:?}", task(), first_difference(&got, wanted));
    }
    assert_eq!(&a.checked_mul(b), &Ok(wanted.clone()), "{} by {}", a.len(), b.len());
}

fn first_difference<R: Convolve>(got: &Poly<R>, wanted: &Poly<R>) -> Option<(usize, R::Elem, R::Elem)> {
    (0..got.len()).map(|i| (i, got.coeff(i), wanted.coeff(i))).find(|(_, x, y)| x != y)
}

/// All algorithms that apply to the whole product.
fn on_offer<R: Convolve>(a: &Poly<R>, b: &Poly<R>) -> Vec<ProductAlgorithm> {
    let (r, full) = (a.ring(), (a.len() + b.len()).saturating_sub(1));
    let shape = ProductShape::of(r, a.coeffs(), b.coeffs(), 0..full);
    r.engine().enter(|cx| r.product_candidates(&shape, cx).iter().map(|c| c.algorithm).collect())
}

/// The lengths up to `most` at which the choice for a product changes (its algorithm, transform length, number of primes
/// or blocks, whether it wraps around), with the choices before and after.
fn switches<R: Convolve>(r: &R, most: usize, shape: impl Fn(usize) -> ProductShape) -> Vec<(usize, [Candidate; 2])> {
    let choice = |len| r.engine().enter(|cx| r.product_candidates(&shape(len), cx).best(u64::MAX));
    let parameters = |c: Candidate| (c.algorithm, c.length, c.primes, c.blocks, c.wrapped > 0);
    let mut found = Vec::new();
    let mut before = choice(1);
    for len in 2..=most {
        let after = choice(len);
        if parameters(after) != parameters(before) {
            found.push((len, [before, after]));
        }
        before = after;
    }
    found
}
