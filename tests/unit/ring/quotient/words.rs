//! Sums of products and inverses in words against those of elements.

use polymod::{
    core::bits::testing::Words,
    ring::{Quotient, Ring, Zn},
};

/// Long sums of the largest products, against products one by one.
#[test]
fn sums_are_those_of_products() {
    let mut words = Words::new(11);
    for n in [2, 3, (1 << 31) - 1, (1 << 61) - 1, (1 << 62) - 57, (1 << 63) - 25, u64::MAX - 58] {
        for k in [1, 2, 3, 5, 16] {
            let mut f: Vec<u64> = (0..k).map(|_| words.word() % n).collect();
            f.push(1);
            let r = Quotient::modulo(&Zn::new(n).unwrap(), &f).unwrap();
            let few = r.few_words().unwrap_or_else(|| panic!("few words modulo {n}"));
            let (mut sum, mut wanted, mut found) = (few.sum(), vec![0; k], vec![0; k]);
            for i in 0..40 {
                let random = |words: &mut Words| if i < 20 { n - 1 } else { words.word() % n };
                let [a, b]: [Vec<u64>; 2] = [0, 1].map(|_| (0..k).map(|_| random(&mut words)).collect());
                few.add_product(&mut sum, &a, &b);
                let product = r.product(r.base().view(&a).unwrap(), r.base().view(&b).unwrap());
                wanted.iter_mut().zip(product.view().words()).for_each(|(x, &y)| *x = few.modulus().add(*x, y));
                few.finish(&mut found, &sum);
                assert_eq!(found, wanted, "{i} products of {k} coefficients modulo {n}");
            }
        }
    }
}

#[test]
fn inverses_are_inverses() {
    let mut words = Words::new(12);
    for (n, f) in [(5, vec![2, 0, 1]), (2, vec![1, 1, 0, 1, 1, 0, 0, 0, 1]), ((1 << 61) - 1, vec![5, 0, 0, 1])] {
        let r = Quotient::modulo(&Zn::new(n).unwrap(), &f).unwrap();
        let (few, k) = (r.few_words().unwrap(), r.degree());
        let mut one = vec![0; k];
        one[0] = 1;
        for _ in 0..50 {
            let a: Vec<u64> = (0..k).map(|_| words.word() % n).collect();
            let (mut inverse, mut product) = (vec![0; k], vec![0; k]);
            if few.invert(&mut inverse, &a) {
                few.multiply(&mut product, &a, &inverse);
                assert_eq!(product, one, "{a:?} in {}", r.name());
            } else {
                assert!(r.inv(&r.element(&a)).is_err(), "{a:?} in {}", r.name());
            }
        }
        assert!(!few.invert(&mut vec![0; k], &vec![0; k]));
    }
}
