//! Tables of logarithms against computations on elements.

use polymod::ring::{
    GF, Quotient, QuotientElem, Ring,
    quotient::{cells::Cells, logs::Logs},
};

/// All pairs of elements of small fields, and some of the largest.
#[test]
fn tables_are_those_of_the_field() {
    for (p, k, step) in [(2, 2, 1), (3, 2, 1), (2, 5, 1), (5, 2, 1), (3, 5, 7), (251, 2, 12_345), (2, 16, 12_345)] {
        let f = GF::new(p, k).unwrap();
        let (few, q) = (f.few_words().unwrap(), p.pow(k as u32));
        let logs = &Logs::new(few, q as usize);
        let named = |name: u64| (0..k as u32).map(|i| name / p.pow(i) % p).collect::<Vec<u64>>();
        // over the base ring, without tables
        let product = |a: &QuotientElem, b: &QuotientElem| f.kept(f.product(f.row(a), f.row(b)));
        let mut row = vec![0; k];
        let mut stored = |x: u16| {
            logs.store(x, &mut row);
            f.element(&row)
        };
        for a in (0..q).step_by(step).map(named) {
            let x = logs.load(&a);
            let a = f.element(&a);
            assert_eq!((stored(x), stored(logs.negate(x))), (a.clone(), f.neg(&a)));
            match logs.invert(x).map(&mut stored) {
                Some(inverse) => assert_eq!(product(&a, &inverse), f.one()),
                None => assert!(f.is_zero(&a)),
            }
            let cube = product(&a, &product(&a, &a));
            // the exponent of two words is 3 modulo q − 1
            let e = (u128::from(q) - 1) * (1 << 70) + 3;
            assert_eq!(stored(logs.power(x, &[e as u64, (e >> 64) as u64])), cube);
            for b in (0..q).step_by(step).map(named) {
                let y = logs.load(&b);
                let b = f.element(&b);
                assert_eq!(stored(logs.add(x, y)), f.add(&a, &b), "a sum in {}", f.name());
                assert_eq!(stored(logs.multiply(x, y)), product(&a, &b), "a product in {}", f.name());
            }
        }
    }
}

/// Sums of more products than a word has room for, zeros and the largest coefficients among them, against sums one by one.
#[test]
fn sums_of_products_are_those_one_by_one() {
    let mut words = polymod::core::bits::testing::Words::new(14);
    for (p, k, has) in
        [(2, 2, true), (3, 5, true), (7, 2, true), (2, 12, true), (2, 14, false), (13, 3, true), (2, 16, false)]
    {
        let f = GF::new(p, k).unwrap();
        let q = p.pow(k as u32);
        let logs = &Logs::new(f.few_words().unwrap(), q as usize);
        assert_eq!(logs.packed.is_some(), has, "{}", f.name());
        let room = logs.packed.as_ref().map_or(10, |packed| packed.room).min(3000);
        for len in [0, 1, 2, room - 1, room, room + 1, 3 * room + 5] {
            let pair = |i: usize| {
                let name = if i.is_multiple_of(3) { q - 1 } else { words.word() % q };
                let x = logs.load(&(0..k as u32).map(|i| name / p.pow(i) % p).collect::<Vec<u64>>());
                (x, if words.word().is_multiple_of(4) { logs.zero() } else { x })
            };
            let pairs: Vec<_> = (0..len).map(pair).collect();
            let wanted = pairs.iter().fold(logs.zero(), |sum, &(a, b)| logs.add(sum, logs.multiply(a, b)));
            assert_eq!(logs.dot(pairs.into_iter()), wanted, "{len} products in {}", f.name());
        }
    }
}

#[test]
fn tables_are_made_after_as_many_products_as_they_cost() {
    let f = GF::new(3, 5).unwrap();
    assert!(f.logs(10).is_none());
    assert!(f.logs(200).is_some() && f.logs(0).is_some());
    assert!(GF::new(2, 17).unwrap().logs(usize::MAX).is_none());
    let r = Quotient::modulo(f.base(), &[2, 0, 1]).unwrap();
    assert!(r.logs(1000).is_none(), "whether it is a field is not known");
}
