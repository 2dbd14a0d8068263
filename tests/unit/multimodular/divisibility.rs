//! Divisibility in Z\[x\]: least common multiples, exact quotients, and the largest power of a divisor; roots with multiplicities.

use polymod::{Integers, Poly, core::bits::SplitMix64};
use rug::Integer;

#[test]
fn powers_multiples_and_quotients() {
    let (z, mut random) = (Integers::new(), SplitMix64::new(5));
    for round in 0..40 {
        let mut poly = |len: usize| {
            let coefficient = |_| Integer::from(random.word() as i64 >> (40 + round % 20));
            Poly::new(&z, (0..len).map(coefficient).chain([Integer::from(round + 2)]))
        };
        let [a, b, c] = [poly(1 + round % 3), poly(3), poly(2)];
        let (x, y) = (&a * &b, &a * &c);
        assert_eq!(a.divides(&x).expect("a quotient"), Some(b.clone()));
        let lcm = x.lcm(&y).expect("a multiple");
        let product = &x.gcd(&y).expect("a divisor") * &lcm;
        assert!(product == &x * &y || product == -&(&x * &y), "{x}, {y}");
        let e = round as u64 % 9;
        let (found, rest) = (&a.pow(e).expect("a power") * &b).remove(&a).expect("a power");
        assert!(found >= e && a.divides(&rest).expect("a quotient").is_none());
        assert_eq!(&a.pow(found).expect("a power") * &rest, &a.pow(e).expect("a power") * &b);
    }
    let two = Poly::from_i64(&z, &[2]);
    assert_eq!(Poly::from_i64(&z, &[0, 96]).remove(&two).expect("a power"), (5, Poly::from_i64(&z, &[0, 3])));
    assert!(Poly::x(&z).remove(&Poly::from_i64(&z, &[-1])).is_err() && Poly::zero(&z).remove(&two).is_err());
}
