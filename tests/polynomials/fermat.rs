//! Generalized Fermat prime fields against big integers: ring laws, products, transforms, roots.

use crate::common::{Random, product_integers, two_to};
use polymod::{
    Dft, Engine, Error, GeneralizedFermat, Poly, ProductAlgorithm, Wrap, ZnBig,
    core::arith::{FERMAT_PRIMES, FermatPrime},
    core::cpu::{Target, host},
    poly::{DftAlgorithm, Part},
    ring::{Codec, Ring, Roots, Vectors, laws},
    rug::{Integer, integer::IsPrime, ops::Pow},
};

fn engines() -> Vec<Engine> {
    let mut targets = vec![Target::SCALAR, host().target];
    targets.dedup();
    targets.into_iter().map(|target| Engine::builder().threads(1).target(target).build()).collect()
}

fn field(engine: &Engine, name: &str) -> GeneralizedFermat {
    GeneralizedFermat::on(engine, name.parse().unwrap()).unwrap()
}

/// An element, often near the ends of the range, or with extreme digits.
fn element(f: &GeneralizedFermat, random: &mut Random) -> Integer {
    let (p, r) = (f.p(), f.prime().radix());
    let k = f.prime().digits() as u32;
    match random.below(8) {
        0 => Integer::from(p - 1u32),
        1 => Integer::from(p - 2u32),
        2 => Integer::from(r).pow(random.below(u64::from(k)) as u32),
        3 => p - Integer::from(r).pow(random.below(u64::from(k)) as u32),
        4 => Integer::new(),
        _ => random.integer(p.significant_bits()).abs() % p,
    }
}

#[test]
fn laws_of_rings() {
    for name in ["F4", "(2^50-3840)^4+1", "F8", "(6)^2+1", "P4", "G2"] {
        for engine in &engines() {
            let f = field(engine, name);
            let r = Integer::from(f.prime().radix());
            let mut specials = vec![Integer::from(0), Integer::from(1), f.p().clone() - 1u32, f.p().clone() - 2u32];
            specials.extend([r.clone(), r.clone() - 1u32, f.p() - r.clone(), f.p().clone() - 1u32 - r]);
            let mut random = Random::new(3);
            laws::check(&f, &specials, || element(&f, &mut random));
        }
    }
}

#[test]
fn longer_elements_keep_the_laws_too() {
    let engine = Engine::builder().threads(1).build();
    for name in ["F16", "F32", "G4"] {
        let f = field(&engine, name);
        let specials = [Integer::from(0), Integer::from(1), f.p().clone() - 1u32];
        let mut random = Random::new(4);
        laws::check(&f, &specials, || element(&f, &mut random));
    }
}

#[test]
fn named_numbers_are_primes() {
    for (name, p) in FERMAT_PRIMES.into_iter().filter(|(_, p)| p.digits() <= 32) {
        let value = Integer::from(p.radix()).pow(p.digits() as u32) + 1u32;
        assert_ne!(value.is_probably_prime(25), IsPrime::No, "{name}");
        assert_eq!(*GeneralizedFermat::new(p).unwrap().p(), value, "{name}");
    }
    let composite: FermatPrime = "(2^48)^4+1".parse().unwrap();
    assert!(matches!(GeneralizedFermat::new(composite), Err(Error::Modulus { .. })));
}

#[test]
fn products_by_every_algorithm() {
    let mut random = Random::new(5);
    for engine in engines() {
        for (name, lengths) in [
            ("F4", [70, 300]),
            ("F8", [64, 129]),
            ("F16", [40, 100]),
            ("F64", [33, 70]),
            ("F128", [33, 40]),
            ("G2", [70, 300]),
            ("P8", [40, 100]),
        ] {
            let f = field(&engine, name);
            for (n, m) in [(lengths[0], lengths[1]), (lengths[1], lengths[1])] {
                let most = Integer::from(f.p() - 1u32);
                let mut list = |n: usize, kind: u64| -> Vec<Integer> {
                    (0..n).map(|_| if kind == 0 { most.clone() } else { element(&f, &mut random) }).collect()
                };
                for kind in [0, 1] {
                    let (a, b) = (list(n, kind), list(m, kind));
                    let wanted = Poly::new(&f, product_integers(&a, &b).into_iter().map(|x| x.modulo(f.p())));
                    let (a, b) = (Poly::new(&f, a), Poly::new(&f, b));
                    for algorithm in [ProductAlgorithm::Ntt, ProductAlgorithm::Crt, ProductAlgorithm::Kronecker] {
                        let product = a.mul_part(&b, &Part::All, Some(algorithm)).unwrap();
                        assert_eq!(product, wanted, "{name}: {n} by {m}, {algorithm}");
                    }
                    assert_eq!(&a * &b, wanted, "{name}: {n} by {m}");
                    let low = a.mul_part(&b, &Part::Low(n), Some(ProductAlgorithm::Ntt)).unwrap();
                    assert_eq!(
                        low,
                        wanted.mul_part(&Poly::from_i64(&f, &[1]), &Part::Low(n), None).unwrap(),
                        "{name}: low half"
                    );
                }
            }
        }
    }
}

#[test]
fn transforms_agree_with_evaluation_and_come_back() {
    let mut random = Random::new(6);
    for engine in engines() {
        for (name, lengths) in [
            ("F4", &[64, 128, 512, 1 << 12][..]),
            ("F8", &[64, 256]),
            ("F16", &[64, 1024]),
            ("P16", &[64]),
            ("P4", &[8, 64, 512]),
            ("G2", &[64, 256]),
            ("P8", &[256]),
            ("G8", &[128]),
            ("(6)^2+1", &[6, 18]),
        ] {
            let f = field(&engine, name);
            for &len in lengths {
                for wrap in [Wrap::Cyclic, Wrap::Negacyclic] {
                    let chosen = Dft::new(&f, len, wrap).unwrap();
                    let by = |algorithm| chosen.clone().by(algorithm).ok();
                    let all: Vec<_> = DftAlgorithm::ALL.into_iter().filter_map(by).collect();
                    assert_eq!(all.len() > 1, len >= 64, "{name}: {len} values, {all:?}");
                    let a: Vec<Integer> = (0..len - 3).map(|_| element(&f, &mut random)).collect();
                    let v = f.collect(&a);
                    for dft in all {
                        let values = dft.forward(v.view()).unwrap();
                        for _ in 0..6 {
                            let i = random.usize_below(len);
                            let e = if wrap == Wrap::Cyclic { i } else { 2 * i + 1 };
                            let x = f.pow(dft.root(), e as u64);
                            let wanted = a.iter().rev().fold(Integer::new(), |s, c| (s * &x + c) % f.p());
                            assert_eq!(f.get(values.view(), i), wanted, "{name}: {dft:?}, value {i}");
                        }
                        let back = dft.inverse(values.view()).unwrap();
                        assert!(f.same(back.slice(0..len - 3), v.view()), "{name}: {dft:?}");
                        assert!((len - 3..len).all(|i| f.get(back.view(), i) == 0));
                    }
                }
            }
        }
    }
}

/// The convolution theorem, with extreme digits, at powers of K.
#[test]
fn products_of_values_are_values_of_products() {
    for engine in engines() {
        for (name, len) in [("F8", 4096usize), ("P8", 256), ("G2", 1 << 10), ("P4", 512)] {
            let (f, n) = (field(&engine, name), len / 2 - 48);
            let dft = Dft::new(&f, len, Wrap::Cyclic).unwrap();
            let a = f.collect(&vec![Integer::from(f.p() - 1u32); n]);
            let mut values = dft.forward(a.view()).unwrap();
            let again = values.clone();
            f.mul_each(&mut values, again.view());
            let square = dft.inverse(values.view()).unwrap();
            // the square of −(1 + x + … + x^(n − 1))
            for i in 0..len {
                let wanted = if i < n { i + 1 } else { (2 * n - 1).saturating_sub(i) };
                assert_eq!(f.get(square.view(), i), wanted, "{name}: coefficient {i}");
            }
        }
    }
}

#[test]
fn default_roots_have_the_radix_among_their_powers() {
    for name in ["F4", "F8", "F16", "P8", "P16", "G2", "G4", "(6)^2+1"] {
        let f = GeneralizedFermat::new(name.parse().unwrap()).unwrap();
        let (p, r) = (f.p(), Integer::from(f.prime().radix()));
        let turn = 2 * f.prime().digits() as u64;
        let power = |x: &Integer, e: u64| x.clone().pow_mod(&e.into(), p).unwrap();
        let plain = ZnBig::new(p.clone()).unwrap();
        for order in [1, 2, 3, 4, turn, 2 * turn, 4 * turn, 3 * turn] {
            let divides = Integer::from(p - 1u32).is_divisible_u(order as u32);
            let root = f.root_of_unity(order);
            assert_eq!(root.is_ok(), divides, "{name}: order {order}");
            let Ok(root) = root else { continue };
            let base = plain.root_of_unity(order).unwrap();
            if order % turn != 0 {
                assert_eq!(root, base, "{name}: order {order}");
                continue;
            }
            // by the definition
            let least = (1..).filter(|&u| Integer::from(u).gcd(&order.into()) == 1).map(|u: u64| power(&base, u));
            let wanted = least.into_iter().find(|w| power(w, order / turn) == r).unwrap();
            assert_eq!(root, wanted, "{name}: order {order}");
        }
    }
}

#[test]
fn integers_go_to_digits_and_back() {
    let mut random = Random::new(7);
    for (name, p) in FERMAT_PRIMES {
        let f = GeneralizedFermat::new(p).unwrap();
        for _ in 0..20 {
            let x = element(&f, &mut random);
            let v = f.collect(std::slice::from_ref(&x));
            assert_eq!(f.get(v.view(), 0), x, "{name}");
            assert_eq!(f.elem_from_decimal(false, f.elem_to_decimal(&x).as_bytes()).unwrap(), x, "{name}");
            let minus = f.elem_from_decimal(true, x.to_string().as_bytes()).unwrap();
            assert_eq!(minus, f.neg(&x), "{name}");
        }
        let wide = two_to(3 * p.bits());
        assert_eq!(f.elem_from_decimal(false, wide.to_string().as_bytes()).unwrap(), wide % f.p(), "{name}");
    }
}

#[test]
fn threads_make_the_same_coefficients() {
    let mut random = Random::new(7);
    let [alone, two] = [1, 2].map(|threads| field(&Engine::builder().threads(threads).build(), "F4"));
    let len = 1 << 14;
    let list = |random: &mut Random| (0..len).map(|_| element(&alone, random)).collect::<Vec<_>>();
    let (a, b) = (list(&mut random), list(&mut random));
    let product = |f: &GeneralizedFermat| {
        let (a, b) = (Poly::new(f, a.iter().cloned()), Poly::new(f, b.iter().cloned()));
        let product = a.mul_part(&b, &Part::All, Some(ProductAlgorithm::Ntt)).unwrap();
        let dft = Dft::new(f, 2 * len, Wrap::Cyclic).unwrap();
        let values = dft.forward(product.coeffs()).unwrap();
        let back = dft.inverse(values.view()).unwrap();
        assert!(Poly::from_coeffs(f, back) == product);
        (product.iter().collect::<Vec<_>>(), Poly::from_coeffs(f, values).iter().collect::<Vec<_>>())
    };
    assert!(product(&alone) == product(&two));
}
