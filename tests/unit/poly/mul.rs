//! Powers and shifts of few coefficients against products by the definition.

use super::zn;
use crate::any;
use polymod::{AnyRing, Poly, ProductAlgorithm, Ring, poly::Part, ring::AnyElem, rug::Integer};

/// Powers of few coefficients against products by the definition one after the other, and shifts against Horner's rule.
fn powers_and_shifts(r: &AnyRing, elements: &[AnyElem]) {
    let times = |a: &Poly<AnyRing>, b: &Poly<AnyRing>| {
        a.mul_part(b, &Part::All, Some(ProductAlgorithm::Schoolbook)).expect("a short product")
    };
    for (len, first) in (0..7).flat_map(|len| (0..elements.len()).map(move |first| (len, first))) {
        let a = Poly::new(r, (0..len).map(|i| elements[(first + i * i) % elements.len()].clone()));
        let mut power = Poly::one(r);
        for e in 0..10u64 {
            assert_eq!(a.pow(e), Ok(power.clone()), "{a:?} to the power {e}");
            power = times(&power, &a);
        }
        assert_eq!((&a * &a, a.sqr()), (times(&a, &a), Ok(times(&a, &a))), "{a:?} squared");
        for c in elements {
            let x = Poly::new(r, [c.clone(), r.one()]);
            let coefficients: Vec<_> = a.iter().collect();
            let shifted =
                coefficients.into_iter().rev().fold(Poly::zero(r), |sum, c| &times(&sum, &x) + &Poly::new(r, [c]));
            assert_eq!(a.taylor_shift(c), Ok(shifted), "{a:?} shifted by {c:?}");
        }
    }
}

#[test]
fn powers_and_shifts_of_few_coefficients() {
    powers_and_shifts(&any("gf2"), &[true, false, true, true].map(AnyElem::Bit));
    for n in [2, 3, 97, 1 << 12, (1 << 31) - 1, (1 << 62) - 57, (1 << 63) - 25, u64::MAX - 58, u64::MAX] {
        let elements = [n - 1, 1, n / 2, 0, n - 1, n - 2];
        powers_and_shifts(&zn(n), &elements.map(AnyElem::Word));
    }
}

#[test]
fn powers_and_shifts_of_few_coefficients_that_grow() {
    let ends = [1, 0, i64::MIN, -1, 7, i64::MAX, 1 << 31, -46_341].map(Integer::from);
    let long = [Integer::from(3) << 62, Integer::from(-1) << 100];
    let all = ends.into_iter().chain(long).map(AnyElem::Integer).collect::<Vec<_>>();
    powers_and_shifts(&any("z"), &all);
    let n = (Integer::from(1) << 127) - 1u32;
    let elements = [0u32, 1, 2, 5].map(|x| Integer::from(&n - 1u32) * x % &n);
    powers_and_shifts(&any("zn:2^127-1"), &elements.map(AnyElem::Integer));
}
