//! Products by Kronecker substitution of small coefficients against products of elements.

use polymod::{
    core::bits::testing::Words,
    engine::Context,
    ring::{GF, ProductShape, Ring, quotient::digits::Digits},
};

#[test]
fn layouts_have_room() {
    // 31 products of 2·36: 12 bits, of which three fit in 49; of 3^5 four digits, then fewer
    assert_eq!(Digits::new(2, 7, 31), Some(Digits { per_word: 2, bits: 12, parts: 1, prime: 0 }));
    assert_eq!(Digits::new(5, 3, 16), Some(Digits { per_word: 3, bits: 9, parts: 2, prime: 0 }));
    assert_eq!(Digits::new(5, 3, 64), Some(Digits { per_word: 2, bits: 11, parts: 3, prime: 0 }));
    assert_eq!(Digits::new(5, 3, 1 << 11), Some(Digits { per_word: 2, bits: 16, parts: 3, prime: 0 }));
    assert_eq!(Digits::new(2, 7, 1 << 12), Some(Digits { per_word: 2, bits: 19, parts: 1, prime: 1 }));
    assert_eq!(Digits::new(2, (1 << 31) - 1, 2), None);
    assert_eq!(Digits::new(2, u64::MAX - 58, usize::MAX), None);
}

/// Products of the largest elements and of random ones against sums of products of elements.
#[test]
fn products_by_digits() {
    let mut words = Words::new(15);
    for (p, k) in [(3, 5), (7, 2), (2, 16), (2, 3), (31, 3), (5, 7)] {
        let f = GF::new(p, k).unwrap();
        for (la, lb) in [(1, 1), (2, 1), (5, 40), (33, 33), (200, 3)] {
            let mut random =
                |i: usize| (0..k).map(|_| if i < 3 { p - 1 } else { words.word() % p }).collect::<Vec<_>>();
            let [a, b] = [la, lb].map(|len| (0..len).map(|i| f.element(&random(i))).collect::<Vec<_>>());
            let w = 1.min(la + lb - 2)..la + lb + 2;
            let coefficient = |n: usize| {
                let terms = (n + 1).saturating_sub(lb)..la.min(n + 1);
                terms.fold(f.elem(0), |sum, i| f.add(&sum, &f.mul(&a[i], &b[n - i])))
            };
            let wanted: Vec<_> = w.clone().map(coefficient).collect();
            let [x, y] = [&a, &b].map(|v| f.collect(v));
            let shape = ProductShape::of(&f, x.view(), y.view(), w.clone());
            let found = f.digits(&shape).expect("small coefficients");
            let mut out = f.zeros(w.len() + 1);
            let product = |cx: Context<'_>| f.by_digits(found, (&mut out, 1), (x.view(), y.view()), w.clone(), cx);
            f.engine().enter(product).unwrap();
            let got: Vec<_> = (1..=w.len()).map(|i| f.get(out.view(), i)).collect();
            assert_eq!(got, wanted, "{la} by {lb} in {}", f.name());
        }
    }
}
