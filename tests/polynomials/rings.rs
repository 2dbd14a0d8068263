//! The law suite over every ring.

use crate::common::{Random, schoolbook_integers, two_to};
use polymod::{
    Engine, F2, Gf2k, Integers, Poly, ProductAlgorithm, Rationals, Zn, ZnBig,
    core::cpu::{Target, host},
    poly::Part,
    ring::{Coeffs, Ring, Size, Vectors, laws},
    rug::{Integer, Rational},
};

/// Engines for the law suite, with threads even for the smallest tasks, and without; with vector instructions and without, so
/// that transforms have other lengths and other primes.
fn engines() -> Vec<Engine> {
    let engine = |target| Engine::builder().threads(1).target(target).build();
    let mut targets = vec![Target::SCALAR, host().target];
    targets.dedup();
    targets.into_iter().map(engine).collect()
}

fn word_ring(engine: &Engine, n: u64) {
    let f = Zn::on(engine, n).unwrap();
    let mut specials: Vec<u64> = [0, 1, n - 1, n / 2, n / 2 + 1, u64::from(u32::MAX), 1 << 63].map(|x| x % n).into();
    specials.sort_unstable();
    specials.dedup();
    let mut random = Random::new(n);
    laws::check(&f, &specials, || random.residue(n));
}

#[test]
fn residues_modulo_words() {
    for n in [2, 3, 4, 6, 17, 97, 257, (1 << 31) - 1, 1 << 32, 998_244_353] {
        engines().iter().for_each(|engine| word_ring(engine, n));
    }
    for n in [(1 << 50) - 27, (1 << 62) - 57, (1 << 62) + 1, 1 << 63, (1 << 63) + 29, 0xffff_ffff_0000_0001, u64::MAX] {
        engines().iter().for_each(|engine| word_ring(engine, n));
    }
}

#[test]
fn laws_hold_for_every_number_of_threads() {
    for threads in [1, 3, 7] {
        let engine = Engine::builder().threads(threads).build();
        word_ring(&engine, 998_244_353);
        word_ring(&engine, u64::MAX - 58);
        let f = Integers::on(&engine);
        let mut random = Random::new(1);
        laws::check(&f, &[0, 1, -1, i64::MIN, i64::MAX].map(Integer::from), || random.integer(100));
    }
}

#[test]
fn rationals() {
    let fractions = [(0, 1), (1, 1), (-1, 1), (1, 2), (-3, 4), (i64::MAX, 2), (i64::MIN, 15), (7, i64::MAX), (12, 5)];
    let mut specials = fractions.map(Rational::from).to_vec();
    specials.push(Rational::from((two_to(127), two_to(65) - 1u32)));
    let (engine, mut random) = (Engine::builder().threads(1).build(), Random::new(3));
    laws::check(&Rationals::on(&engine), &specials, || {
        Rational::from((random.integer(70), random.integer(5).abs() + 1u32))
    });
}

/// The laws modulo each of these numbers.
fn big_rings(moduli: &[Integer]) {
    for n in moduli {
        let mut specials = vec![Integer::from(0), Integer::from(1), n.clone() - 1u32, n.clone() / 2u32];
        for bits in [63, 64, 127, 128] {
            let power = two_to(bits);
            specials.extend([power.clone() - 1u32, power].into_iter().filter(|x| x < n));
        }
        let mut random = Random::new(2);
        for engine in &engines() {
            laws::check(&ZnBig::on(engine, n.clone()).unwrap(), &specials, || {
                let x: Integer = random.integer(n.significant_bits() + 64) % n;
                if x < 0 { x + n } else { x }
            });
        }
    }
}

#[test]
fn residues_modulo_integers() {
    big_rings(&[
        Integer::from(2),
        Integer::from(1_000_003),
        two_to(63) - 25u32,
        two_to(64),
        two_to(64) + 13u32,
        two_to(127) - 1u32,
        two_to(128) - 1u32,
        two_to(255) - 19u32,
    ]);
}

/// Odd numbers, prime and composite, at the ends of those of each number of limbs for which there is arithmetic, and an even one.
#[test]
fn residues_modulo_integers_of_few_limbs() {
    big_rings(&[two_to(64) - 1u32, two_to(129) - 25u32, two_to(192) - 237u32, two_to(192) + 2u32]);
    big_rings(&[two_to(256) - 189u32, two_to(256) + 1u32]);
}

#[test]
fn residues_modulo_integers_of_five_to_eight_limbs() {
    big_rings(&[two_to(383) - 31u32, two_to(384) - 317u32, two_to(512) - 569u32, two_to(448) - 1u32]);
}

#[test]
fn residues_modulo_integers_of_many_limbs() {
    big_rings(&[two_to(2048) - 1u32]);
}

#[test]
fn integers() {
    let mut specials = vec![Integer::new(), Integer::from(1), Integer::from(-1)];
    for bits in [27, 31, 62, 63, 64, 127, 128] {
        let power = two_to(bits);
        specials.extend([power.clone() - 1u32, 1 - power.clone(), -power.clone(), power]);
    }
    for bits in [1, 60, 64, 130, 500] {
        for engine in &engines() {
            let mut random = Random::new(u64::from(bits));
            laws::check(&Integers::on(engine), &specials, || random.integer(bits));
        }
    }
}

/// With carry-less instructions on one pair of words per vector, on four, and without.
fn bit_engines() -> Vec<Engine> {
    let levels = Target::families();
    levels.map(|target| Engine::builder().threads(1).target(target).build()).collect()
}

#[test]
fn the_field_of_two_elements() {
    for engine in bit_engines() {
        let mut random = Random::new(1);
        laws::check(&F2::on(&engine), &[false, true], || random.below(2) == 1);
    }
}

#[test]
fn fields_of_characteristic_two() {
    let moduli = [(1, 2), (1, 3), (2, 7), (8, 0x11b), (32, 1 << 32 | 0x8d), (33, 1 << 33 | 0x4b), (63, 1 << 63 | 3)];
    for engine in bit_engines() {
        for (k, modulus) in moduli.into_iter().chain([(64, 1 << 64 | 0x1b)]) {
            let f = Gf2k::on(&engine, k, modulus).unwrap();
            let most = u64::MAX >> (64 - k);
            let mut specials: Vec<u64> = vec![0, 1, most, most / 2, most - most / 2, 2 & most];
            specials.sort_unstable();
            specials.dedup();
            let mut random = Random::new(k.into());
            laws::check(&f, &specials, || random.word() & most);
        }
    }
}

#[test]
fn names_and_equality() {
    let big = two_to(100);
    let names = [Zn::new(97).unwrap().name(), ZnBig::new(big.clone()).unwrap().name(), Integers::new().name()];
    assert_eq!(names, ["zn:97".into(), format!("zn:{big}"), "z".to_string()]);
    let engine = Engine::builder().threads(1).build();
    assert_eq!(Zn::on(&engine, 97), Zn::new(97), "rings compare without their engine");
    assert_ne!(Zn::new(97).unwrap(), Zn::new(98).unwrap());
    assert_eq!(ZnBig::on(&engine, big.clone()), ZnBig::new(big.clone()));
    assert_ne!(ZnBig::new(big.clone()).unwrap(), ZnBig::new(big + 1u32).unwrap());
    assert_eq!(Integers::on(&engine), Integers::default());
    for n in [0, 1] {
        let error = Zn::new(n).unwrap_err().to_string();
        assert!(error.contains(&n.to_string()), "{error}");
        assert!(ZnBig::new(Integer::from(n)).unwrap_err().to_string().contains(&n.to_string()));
    }
    assert!(ZnBig::new(Integer::from(-7)).is_err());
}

/// Signed words in a caller's vector, and sums equal to the least word, whose negative is a limb wider.
#[test]
fn least_word_in_rows_of_one_limb() {
    let f = Integers::new();
    let (least, words) = (Integer::from(i64::MIN), [5, 1 << 63, u64::MAX]);
    let list = [Integer::from(5), least.clone(), Integer::from(-1)];
    let minus: Vec<Integer> = list.iter().map(|x| Integer::from(-x)).collect();
    assert!(f.same(f.view(&words), f.collect(&list).view()));
    assert_eq!(f.size(f.view(&words)), Size { len: 3, bits: 64 });
    let mut v = Coeffs::from(words.to_vec());
    f.neg_all(&mut v);
    assert!(f.same(v.view(), f.collect(&minus).view()), "{v:?}");
    let half = Poly::new(&f, [least.clone() / 2u32]);
    let sum = &half + &half;
    assert_eq!((sum.coeff(0), (-&sum).coeff(0)), (least.clone(), -least.clone()));
    assert_eq!((&half - &-&half).coeff(0), least);
    assert_eq!((&sum - &half).coeff(0), half.coeff(0));
    for algorithm in [ProductAlgorithm::Schoolbook, ProductAlgorithm::Kronecker, ProductAlgorithm::Crt] {
        let a = Poly::from_coeffs(&f, Coeffs::from(words.to_vec()));
        let square = a.mul_part(&a, &Part::All, Some(algorithm)).unwrap();
        assert_eq!(square, Poly::new(&f, schoolbook_integers(&list, &list)), "{algorithm}");
    }
}
