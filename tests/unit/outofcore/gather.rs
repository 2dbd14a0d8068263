//! A part of a product, or the product modulo x^n ∓ 1, computed from the full product.

use crate::any;
use polymod::{
    AnyRing, F2, Ring,
    outofcore::{
        Scratch, Sink,
        gather::{Gathering, Share},
        slice,
    },
    poly::Part,
    ring::{Coeffs, Convolve, Vectors},
};

fn gathered(r: &AnyRing, all: &Coeffs<AnyRing>, part: &Part) -> Option<Coeffs<AnyRing>> {
    let folder = tempfile::tempdir().unwrap();
    let width = r.zeros(0).width();
    let from = Scratch::new(folder.path(), all.len(), width).unwrap();
    from.write(0, all.words()).unwrap();
    let gathering = Gathering::of(part, all.len())?;
    let to = Scratch::new(folder.path(), gathering.len, width).unwrap();
    let share = |i| Share { i, of: 3 };
    (0..3).for_each(|i| r.engine().enter(|cx| gathering.run(r, &from, (&to, share(i)), 1 << 10, cx)).unwrap());
    Some(slice(r, &to, 0, gathering.len).unwrap())
}

#[test]
fn parts_are_those_of_the_definition() {
    let f = any("zn:97");
    let v: Vec<u64> = (0..1000).map(|i| i * i % 97).collect();
    let all = f.of_words(&v);
    for (start, end) in [(0, 5), (3, 990), (999, 2000)] {
        let part = gathered(&f, &all, &Part::Middle(start..end)).unwrap();
        assert_eq!(part.words(), &v[start..end.min(1000)]);
    }
    for n in [1, 7, 130, 999] {
        for minus in [false, true] {
            let part = if minus { Part::Negacyclic(n) } else { Part::Cyclic(n) };
            let got = gathered(&f, &all, &part).unwrap();
            let sign = |i: usize| if minus && i / n % 2 == 1 { 96 } else { 1 };
            let mut sums = vec![0; n];
            v.iter().enumerate().for_each(|(i, x)| sums[i % n] = (sums[i % n] + sign(i) * x) % 97);
            assert_eq!(got.words(), sums, "{part:?}");
        }
    }
    assert!(gathered(&f, &all, &Part::All).is_none() && gathered(&f, &all, &Part::Cyclic(1000)).is_none());
}

#[test]
fn bits_need_not_begin_with_a_word() {
    let f = any("gf2");
    let bits = |len: usize| {
        let own = f.downcast_ref::<F2>().expect("bits");
        f.erased(own.from_words(&vec![0x9e37_79b9_7f4a_7c15; len.div_ceil(64)], len))
    };
    let all = bits(5000);
    let part = gathered(&f, &all, &Part::Middle(77..4001)).unwrap();
    assert!(f.same(part.view(), all.slice(77..4001)));
    let wrapped = gathered(&f, &all, &Part::Cyclic(1777)).unwrap();
    let mut sum = f.zeros(1777);
    (0..3).for_each(|k| f.add_at(&mut sum, 0, all.slice(k * 1777..(k + 1) * 1777)));
    assert!(f.same(wrapped.view(), sum.view()));
}
