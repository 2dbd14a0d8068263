//! Parts of products, and the errors of products.

use crate::common::{Random, cases, product_integers, schoolbook};
use polymod::{
    Error, Integers, Poly, ProductAlgorithm, Zn,
    poly::Part,
    ring::{Convolve, Ring},
    rug::Integer,
};

/// The product modulo x^n ∓ 1, element by element.
fn folded<R: Ring>(r: &R, all: &[R::Elem], n: usize, negacyclic: bool) -> Vec<R::Elem> {
    let mut out = vec![r.elem(0); n];
    for (i, c) in all.iter().enumerate() {
        let c = if negacyclic && (i / n) % 2 == 1 { r.neg(c) } else { c.clone() };
        out[i % n] = r.add(&out[i % n], &c);
    }
    out
}

fn every_part<R: Convolve>(a: &Poly<R>, b: &Poly<R>, all: &[R::Elem]) {
    let (r, full) = (a.ring(), all.len());
    let mut parts = vec![(Part::All, all.to_vec())];
    for n in [0, 1, 2, full / 2, full.saturating_sub(1), full, full + 1, usize::MAX] {
        parts.push((Part::Low(n), all[..n.min(full)].to_vec()));
    }
    for (i, j) in [(0, full), (full / 3, full / 2), (full / 2, full + 9), (full, full + 1), (3, 3), (1, usize::MAX)] {
        let (from, to) = (i.min(full), j.min(full));
        parts.push((Part::Middle(i..j), all[from..to.max(from)].to_vec()));
    }
    #[expect(clippy::reversed_empty_ranges, reason = "a range that a caller may come by")]
    parts.push((Part::Middle(4..2), Vec::new()));
    for n in [1, 2, 3, 7, 8, a.len().max(1), full.div_ceil(2).max(1), full.max(1), full + 3] {
        parts.push((Part::Cyclic(n), folded(r, all, n, false)));
        parts.push((Part::Negacyclic(n), folded(r, all, n, true)));
    }
    for (part, wanted) in parts {
        let got = a.mul_part(b, &part, None);
        assert_eq!(got, Ok(Poly::new(r, wanted)), "{part:?} of {} by {} over {}", a.len(), b.len(), r.name());
        if let Part::Low(n) = part {
            assert_eq!(a.mul_low(b, n), got);
        }
    }
}

#[test]
fn parts_over_words() {
    let mut random = Random::new(50);
    for n in [2, 97, 1 << 32, 998_244_353, (1 << 61) - 1, u64::MAX] {
        let f = Zn::new(n).unwrap();
        for (a, b) in [(0, 0), (0, 5), (1, 1), (5, 3), (30, 30), (64, 65), (200, 3), (300, 280)] {
            for _ in 0..cases(2) {
                let (x, y) = (random.residues(n, a), random.residues(n, b));
                let (p, q) = (Poly::new(&f, x.iter().copied()), Poly::new(&f, y.iter().copied()));
                let product = schoolbook(&x, &y, n);
                // leading zeros of the lists are not coefficients
                let all = if p.is_empty() || q.is_empty() { &[][..] } else { &product[..p.len() + q.len() - 1] };
                every_part(&p, &q, all);
                let square = schoolbook(&x, &x, n);
                every_part(&p, &p, &square[..(2 * p.len()).saturating_sub(1)]);
            }
        }
    }
}

#[test]
fn parts_over_the_integers() {
    let mut random = Random::new(51);
    let f = Integers::new();
    for bits in [10, 64, 300] {
        for (a, b) in [(0, 4), (1, 1), (5, 3), (40, 39), (100, 6)] {
            let (mut x, mut y) = (random.integers(bits, a), random.integers(bits, b));
            for list in [&mut x, &mut y] {
                if let Some(last) = list.last_mut() {
                    *last = Integer::from(-3);
                }
            }
            let (p, q) = (Poly::new(&f, x.iter().cloned()), Poly::new(&f, y.iter().cloned()));
            every_part(&p, &q, &product_integers(&x, &y));
        }
    }
}

#[test]
fn parts_by_every_algorithm() {
    let mut random = Random::new(52);
    let f = Zn::new(998_244_353).unwrap();
    let (x, y) = (random.residues(f.n(), 150), vec![1; 140]);
    let (a, b) = (Poly::new(&f, x.iter().copied()), Poly::new(&f, y.iter().copied()));
    let product = schoolbook(&x, &y, f.n());
    for algorithm in
        [ProductAlgorithm::Schoolbook, ProductAlgorithm::Karatsuba, ProductAlgorithm::Ntt, ProductAlgorithm::Crt]
    {
        for (part, wanted) in [
            (Part::Low(120), product[..120].to_vec()),
            (Part::Middle(139..150), product[139..150].to_vec()),
            (Part::Middle(280..400), product.get(280..).unwrap_or(&[]).to_vec()),
            (Part::Cyclic(64), folded(&f, &product, 64, false)),
            (Part::Negacyclic(100), folded(&f, &product, 100, true)),
        ] {
            assert_eq!(a.mul_part(&b, &part, Some(algorithm)), Ok(Poly::new(&f, wanted)), "{part:?} by {algorithm}");
        }
    }
}

#[test]
fn errors_say_what_is_wrong() {
    let (f, g) = (Zn::new(97).unwrap(), Zn::new(101).unwrap());
    let (a, b) = (Poly::from_i64(&f, &[1; 50]), Poly::from_i64(&g, &[1; 50]));
    let error = a.checked_mul(&b).unwrap_err();
    assert_eq!(error, Error::RingsDiffer { left: "zn:97".into(), right: "zn:101".into() });
    let a = Poly::from_i64(&Zn::new(98).unwrap(), &[1; 50]);
    let error = a.mul_part(&a, &Part::All, Some(ProductAlgorithm::Ntt)).unwrap_err();
    let Error::Algorithm { algorithm, task, applicable } = &error else { panic!("unexpected error: {error}") };
    assert_eq!((algorithm.as_str(), task.as_str()), ("ntt", "square over zn:98, 50 by 50 coefficients"));
    assert_eq!(applicable, "schoolbook, karatsuba, crt");
    let z = Poly::from_i64(&Integers::new(), &[1, 2]);
    let error = z.mul_part(&z.clone(), &Part::All, Some(ProductAlgorithm::Ntt)).unwrap_err().to_string();
    assert!(error.contains("schoolbook, kronecker, crt"), "{error}");
    for part in [Part::Cyclic(0), Part::Negacyclic(0)] {
        assert_eq!(a.mul_part(&a, &part, None).unwrap_err().to_string(), "a cyclic product: expected length 1, got 0");
    }
}
