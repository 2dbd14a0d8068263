//! Checks of chains of subresultants, at a quadratic cost: by row operations on their determinants, which are a textbook's divisions with remainder,
//! element by element, over Z modulo random primes.

use super::seeded;
use crate::any;
use polymod::{AnyRing, Poly, verify::Checker};

#[test]
fn right_chains_pass_and_wrong_ones_do_not() {
    let (z, f) = (any("z"), any("zn:97"));
    let operands = [[-5, 2, 8, -3, -3, 0, 1, 0, 1], [21, -9, -4, 0, 5, 0, 3, 0, 0]];
    fn check(mut c: Checker<'_, AnyRing>, a: &[i64], b: &[i64]) {
        let (a, b) = (Poly::from_i64(c.ring(), a), Poly::from_i64(c.ring(), b));
        let mut chain = a.subresultants(&b).unwrap();
        let mut passes = |chain: &[Poly<AnyRing>]| c.subresultants(&a, &b, &chain.iter().collect::<Vec<_>>()).is_ok();
        assert!(passes(&chain) && !passes(&chain[1..]));
        for i in 0..chain.len() {
            let wrong = &chain[i] + &Poly::one(a.ring());
            let right = std::mem::replace(&mut chain[i], wrong);
            assert!(!passes(&chain), "{i}");
            chain[i] = right;
        }
    }
    check(seeded(&z, 1), &operands[0], &operands[1]);
    check(seeded(&f, 1), &operands[0], &operands[1]);
}
