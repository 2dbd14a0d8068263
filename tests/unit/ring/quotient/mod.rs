//! Quotients against products of coefficients by the definition, and against other rings that are the same.

#[cfg(feature = "integers")]
mod digits;
#[cfg(feature = "integers")]
mod logs;
#[cfg(feature = "integers")]
mod words;

use crate::ring::classical::mul_window;
use polymod::{
    Engine,
    core::{bits::testing::Words, kernels::matmul::Gather},
    ring::{
        Base, Block, Coeffs, F2, FiniteField, GF, Gf2k, Place, ProductAlgorithm, ProductShape, Quotient, QuotientElem,
        Remainders, Ring, Wanted, Zn, ZnBig, classical, euclid, laws, quotient::reduce::Reduction, traits::*,
    },
};
use rug::{Integer, ops::Pow};

/// The product of two elements by the definition, on integers.
fn product(n: &Integer, f: &[Integer], a: &[Integer], b: &[Integer]) -> Vec<Integer> {
    let k = f.len() - 1;
    let mut all = vec![Integer::new(); 2 * k];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            all[i + j] += Integer::from(x * y);
        }
    }
    for i in (k..2 * k).rev() {
        let top = std::mem::take(&mut all[i]);
        for (j, c) in f[..k].iter().enumerate() {
            all[i - k + j] -= Integer::from(&top * c);
        }
    }
    all[..k].iter().map(|x| Integer::from(x.modulo_ref(n))).collect()
}

fn obeys_the_laws<B: Base>(r: &Quotient<B>, seed: u64) {
    let mut words = Words::new(seed);
    let random = || r.random(&mut || words.word());
    let mut specials = vec![r.elem(0), r.one(), r.elem(-1), r.generator()];
    specials.dedup();
    laws::check(r, &specials, random);
}

/// Writes a test of the laws for each ring.
macro_rules! obey_the_laws {
    ($($name:ident: $ring:expr, $seed:literal;)*) => {
        mod laws_of {
            use super::*;
            $(
                #[test]
                fn $name() {
                    obeys_the_laws(&$ring, $seed);
                }
            )*
        }
    };
}

/// 2^64 − 59.
const PRIME_OF_64_BITS: u64 = u64::MAX - 58;

obey_the_laws! {
    f_25: Quotient::field(&Zn::new(5).unwrap(), &[2, 0, 1]).unwrap(), 1;
    a_reducible_modulus: {
        let p = PRIME_OF_64_BITS;
        Quotient::modulo(&Zn::new(p).unwrap(), &[p - 7, 0, 5, 1]).unwrap()
    }, 3;
    a_quadratic_extension_of_64_bits: GF::new(PRIME_OF_64_BITS, 2).unwrap(), 4;
    divisors_of_zero: Quotient::modulo(&Zn::new(12).unwrap(), &[11, 3, 1]).unwrap(), 5;
    a_long_prime: {
        let base = ZnBig::new(Integer::from(2).pow(127) - 1u32).unwrap();
        Quotient::modulo(&base, &[1, 0, 1].map(Integer::from)).unwrap()
    }, 6;
    f_2_to_65: bits(65, &[18, 0]), 7;
    logarithms: {
        let field = GF::new(3, 5).unwrap();
        assert!(field.logs(1 << 20).is_some());
        field
    }, 9;
    f_3_to_40: GF::new(3, 40).unwrap(), 10;
    degree_1: GF::new(97, 1).unwrap(), 11;
    // (t^13 − 1)/(t − 1): 67 is a primitive root modulo 13, as 2 is modulo 37 and 83
    many_terms: Quotient::field(&Zn::new(67).unwrap(), &[1; 13]).unwrap(), 12;
    many_terms_over_2: Quotient::field(&Zn::new(2).unwrap(), &[1; 37]).unwrap(), 13;
    many_terms_of_bits: Quotient::field(&F2::new(), &[true; 83]).unwrap(), 14;
    f_2_to_128: bits(128, &[7, 2, 1, 0]), 15;
    f_2_to_571: bits(571, &[10, 5, 2, 0]), 16;
    a_tower: tower(), 17;
    a_tower_over_64_bits: {
        let base = GF::new(PRIME_OF_64_BITS, 2).unwrap();
        Quotient::field(&base, &[base.generator(), base.elem(0), base.one()]).unwrap()
    }, 18;
    a_tower_over_bits: {
        let base = bits(65, &[18, 0]);
        Quotient::field(&base, &[base.one(), base.one(), base.one()]).unwrap()
    }, 19;
    bits_in_t: bits(128, &[7, 2, 1, 0]).in_t(), 21;
    few_bits_in_t: bits(5, &[2, 0]).in_t(), 22;
    divisors_of_zero_in_t: Quotient::modulo(&F2::new(), &[true, false, true, true]).unwrap().in_t(), 23;
}

/// Computations on words and logarithms against those on single elements.
fn are_classical<B: Base>(r: &Quotient<B>, seed: u64) {
    let mut words = Words::new(seed);
    let name = r.name();
    // tables are made
    assert!(r.logs(1 << 20).is_some() == (r.may_have_logs()), "{name}");
    let mut random = |len| {
        let all: Vec<_> = (0..len).map(|_| r.random(&mut || words.word())).collect();
        r.collect(&all)
    };
    let [a, b, points, weights] = [12, 9, 7, 7].map(&mut random);
    for matrix in [true, false] {
        let wanted = Wanted { stop: 3, remainders: true, matrix };
        let found = r.euclid([a.view(), b.view()], wanted, None).unwrap();
        let known = euclid::classical(r, [a.view(), b.view()], wanted, None).unwrap();
        let all = |end: &Remainders<_>| end.pair.iter().map(|v| v.words().to_vec()).collect::<Vec<_>>();
        let entries =
            |end: &Remainders<_>| end.matrix.0.iter().flatten().map(|v| v.words().to_vec()).collect::<Vec<_>>();
        assert_eq!(all(&found), all(&known), "Euclid's algorithm in {name}");
        assert!(!matrix || entries(&found) == entries(&known), "Euclid's matrix in {name}");
    }
    let same = |x: Coeffs<Quotient<B>>, y: Coeffs<Quotient<B>>, what: &str| {
        assert_eq!(x.words().to_vec(), y.words().to_vec(), "{what} in {name}");
    };
    let (a, b, points, weights) = (a.view(), b.view(), points.view(), weights.view());
    same(r.horner_each(a, points), classical::horner_each(r, a, points), "values");
    same(r.product_of_roots(points), classical::product_of_roots(r, points), "a product of roots");
    same(r.sum_of_fractions(points, weights), classical::sum_of_fractions(r, points, weights), "a sum of fractions");
    let [found, known] = [r.short_quotient(a, b, None, 15), classical::quotient(r, a, b, None, 15)];
    same(found.unwrap(), known.unwrap(), "a quotient");
    let (schoolbook, mut product) = (ProductAlgorithm::Schoolbook, r.zeros(14));
    r.engine().enter(|cx| r.mul_window_by(schoolbook, &mut product, 0, a, b, 3..17, cx)).unwrap();
    same(product, mul_window(r, a, b, 3..17), "a product");
    let square = random(9);
    let entries: Vec<_> = (0..9).map(|i| square.slice(i..i + 1)).collect();
    let known = r.engine().enter(|cx| classical::determinants(r, 3, &entries, cx)).unwrap();
    let found = r.own_determinant(Block::new(square.view(), 3, 3, 3)).expect("three rows are few").unwrap();
    assert_eq!(found, r.get(known.view(), 0), "a determinant in {name}");
}

#[test]
fn short_computations_are_the_classical_ones() {
    for (p, k) in [(3, 5), (251, 2), ((1 << 31) - 1, 2), ((1 << 61) - 1, 3), (101, 4), (u64::MAX - 58, 2)] {
        are_classical(&GF::new(p, k).unwrap(), p);
    }
}

#[test]
fn short_computations_on_bits_are_the_classical_ones() {
    for (k, terms) in [(65, &[18, 0][..]), (128, &[7, 2, 1, 0]), (163, &[7, 6, 3, 0]), (571, &[10, 5, 2, 0])] {
        are_classical(&bits(k, terms), k as u64);
    }
}

/// Quadratic extensions of primes of one to six limbs, the highest bit of which is used or not.
fn quadratic() -> Vec<Quotient<ZnBig>> {
    let power = |e: u32| Integer::from(2).pow(e);
    let primes = [Integer::from(97), power(127) - 1u32, power(128) - 159u32, power(255) - 19u32, power(256) - 189u32];
    let primes = primes.into_iter().chain([power(192) - 237u32, power(383) - 187u32]);
    let mut fields: Vec<_> = primes.map(|p| Quotient::<ZnBig>::on(&Engine::default(), p, 2).unwrap()).collect();
    // composite moduli, and moduli with a term t
    for (n, f) in
        [(power(255) - 21u32, [-1, 3, 1]), (power(127) - 1u32, [5, -2, 1]), (power(60) * 3u32 + 3u32, [0, 1, 1])]
    {
        let base = ZnBig::new(n).unwrap();
        fields.push(Quotient::modulo(&base, &f.map(|c| base.elem(c))).unwrap());
    }
    fields
}

#[test]
fn short_computations_on_pairs_are_the_classical_ones() {
    quadratic().iter().skip(1).take(4).enumerate().for_each(|(i, r)| are_classical(r, i as u64));
}

/// Products, squares, sums and inverses of pairs of residues.
#[test]
fn pairs_of_residues_are_those_of_the_definition() {
    let mut words = Words::new(13);
    for r in quadratic() {
        let (n, name) = (r.base().n().clone(), r.name());
        assert!(r.has_pairs(), "{name}");
        let f: Vec<Integer> = (0..3).map(|i| r.base().get(r.modulus(), i)).collect();
        let mut elements: Vec<_> = (0..6).map(|_| r.random(&mut || words.word())).collect();
        let last = Integer::from(&n - 1u32);
        elements.extend([r.elem(0), r.one(), r.element(&[last.clone(), last.clone()]), r.element(&[0.into(), last])]);
        for x in &elements {
            for y in &elements {
                let [a, b] = [x, y].map(|x| r.coefficients(x));
                let same = x.clone();
                assert_eq!(r.coefficients(&r.mul(x, y)), product(&n, &f, &a, &b), "a product in {name}");
                assert_eq!(r.mul(x, x), r.mul(x, &same), "a square in {name}");
                let sum: Vec<_> = a.iter().zip(&b).map(|(x, y)| Integer::from(x + y) % &n).collect();
                assert_eq!(r.coefficients(&r.add(x, y)), sum, "a sum in {name}");
                let minus: Vec<_> = a.iter().map(|x| Integer::from(-x).modulo(&n)).collect();
                assert_eq!(r.coefficients(&r.neg(x)), minus, "minus an element of {name}");
            }
            let norm = {
                let [x, y] = [0, 1].map(|i| r.coefficients(x)[i].clone());
                Integer::from(&x * &x) - Integer::from(&f[1] * &x) * &y + Integer::from(&f[0] * &y) * &y
            };
            match r.inv(x) {
                Ok(inverse) => assert!(r.is_one(&r.mul(x, &inverse)), "an inverse in {name}"),
                Err(_) => assert!(norm.gcd(&n) != 1, "a unit of {name} without inverse"),
            }
        }
    }
}

#[test]
fn polynomials_over_pairs_are_multiplied_by_every_algorithm() {
    quadratic().iter().for_each(|r| polynomials_are_multiplied(r, 14));
}

#[test]
fn polynomials_over_extensions_of_words_are_multiplied_by_every_algorithm() {
    for (p, k) in [(7, 2), (3, 5), (2, 12), ((1 << 61) - 1, 3)] {
        polynomials_are_multiplied(&GF::new(p, k).unwrap(), p);
    }
}

/// The remainder of a product of polynomials over F_2 by the definition.
fn product_of_bits(f: &[bool], a: &[bool], b: &[bool]) -> Vec<bool> {
    let k = f.len() - 1;
    let mut all = vec![false; 2 * k];
    for (i, _) in a.iter().enumerate().filter(|(_, x)| **x) {
        b.iter().enumerate().for_each(|(j, y)| all[i + j] ^= y);
    }
    for i in (k..2 * k).rev() {
        if all[i] {
            f.iter().enumerate().for_each(|(j, c)| all[i - k + j] ^= c);
        }
    }
    all.truncate(k);
    all
}

/// Products, squares and inverses modulo polynomials of few terms, of close terms and of many terms, reducible ones too.
#[test]
fn elements_of_bits_are_those_of_the_definition() {
    let (base, mut words) = (F2::new(), Words::new(9));
    for k in [1usize, 2, 3, 16, 17, 64, 65, 127, 128, 129, 163, 283, 320, 571, 576, 577] {
        for kind in 0..4 {
            let mut f = match kind {
                0 => (0..k).map(|i| [0, 1, 3, 7].contains(&i)).collect(),
                1 => (0..k).map(|i| [0, k / 2, (k - 1).min(k.saturating_sub(17))].contains(&i)).collect(),
                2 => (0..k).map(|i| i == 0 || i + 1 == k).collect(),
                _ => (0..k).map(|_| words.word() & 1 == 1).collect::<Vec<bool>>(),
            };
            f.push(true);
            let r = Quotient::modulo(&base, &f).unwrap();
            let mut random = |len: usize| (0..len).map(|_| words.word() & 1 == 1).collect::<Vec<bool>>();
            for (a, b) in [(vec![true; k], vec![true; k]), (random(k), random(k)), (random(1 + k / 9), random(k))] {
                let (x, y) = (r.element(&a), r.element(&b));
                let (law, same) = (format!("kind {kind} of {k} bits"), x.clone());
                assert_eq!(r.coefficients(&r.mul(&x, &y)), product_of_bits(&f, &a, &b), "a product, {law}");
                assert_eq!(r.coefficients(&r.mul(&x, &x)), product_of_bits(&f, &a, &a), "a square, {law}");
                assert_eq!(r.mul(&x, &x), r.mul(&x, &same), "a product with itself, {law}");
                let row = r.row(&x).low(base.trimmed_len(r.row(&x)));
                let wanted = Wanted { stop: 1, remainders: true, matrix: false };
                let [g, rest] = base.euclid([r.modulus(), row], wanted, None).unwrap().pair;
                let coprime = rest.len() == 1 || rest.is_empty() && g.len() == 1;
                match r.inv(&x) {
                    Ok(inverse) => assert!(r.is_one(&r.mul(&x, &inverse)), "an inverse, {law}"),
                    Err(_) => assert!(!coprime, "a unit without inverse, {law}"),
                }
            }
        }
    }
}

/// Products of polynomials over F_(2^k) by every algorithm, against sums of products of elements.
#[test]
fn polynomials_over_bits_are_multiplied_by_every_algorithm() {
    for (k, terms) in [(65, &[18, 0][..]), (128, &[7, 2, 1, 0]), (233, &[74, 0]), (600, &[17, 5, 3, 0])] {
        let modulus: Vec<bool> = (0..=k).map(|i| i == k || terms.contains(&i)).collect();
        polynomials_are_multiplied(&Quotient::modulo(&F2::new(), &modulus).unwrap(), 10);
    }
}

/// Every algorithm for products of polynomials against the sums of products of elements.
fn polynomials_are_multiplied<B: Base>(r: &Quotient<B>, seed: u64) {
    let mut words = Words::new(seed);
    let [a, b] = [7, 4].map(|len| (0..len).map(|_| r.random(&mut || words.word())).collect::<Vec<_>>());
    let coefficient = |n: usize| {
        let terms = (n + 1).saturating_sub(b.len())..a.len().min(n + 1);
        terms.fold(r.elem(0), |sum, i| r.add(&sum, &r.mul(&a[i], &b[n - i])))
    };
    let wanted: Vec<_> = (1..9).map(coefficient).collect();
    let [a, b] = [&a, &b].map(|v| r.collect(v));
    let shape = ProductShape::of(r, a.view(), b.view(), 1..9);
    for way in r.engine().enter(|cx| shape.candidates(r, cx)) {
        let mut out = r.zeros(10);
        r.engine().enter(|cx| r.mul_window_by(way.algorithm, &mut out, 1, a.view(), b.view(), 1..9, cx)).unwrap();
        let found: Vec<_> = (1..9).map(|i| r.get(out.view(), i)).collect();
        assert_eq!(found, wanted, "{:?} in {}", way.algorithm, r.name());
    }
}

/// Every algorithm for products of matrices against the sums of products of elements.
fn matrices_are_multiplied<B: Base>(r: &Quotient<B>, seed: u64) {
    for shape in [[2, 3, 2], [6, 7, 5]] {
        shapes_are_multiplied(r, shape, seed);
    }
}

fn shapes_are_multiplied<B: Base>(r: &Quotient<B>, [m, k, n]: [usize; 3], seed: u64) {
    let mut words = Words::new(seed);
    let [a, b] = [m * k, k * n].map(|len| (0..len).map(|_| r.random(&mut || words.word())).collect::<Vec<_>>());
    let entry = |at: usize| {
        let products = (0..k).map(|t| r.mul(&a[at / n * k + t], &b[t * n + at % n]));
        products.fold(r.elem(0), |sum, x| r.add(&sum, &x))
    };
    let wanted: Vec<_> = (0..m * n).map(entry).collect();
    let [a, b] = [&a, &b].map(|v| r.collect(v));
    let [x, y] = [Block::new(a.view(), m, k, k), Block::new(b.view(), k, n, n)];
    if let Some(found) = r.own_product(x, y) {
        let found: Vec<_> = (0..m * n).map(|i| r.get(found.view(), i)).collect();
        assert_eq!(found, wanted, "by the ring's own product in {}", r.name());
    }
    for way in r.engine().enter(|cx| r.block_products(x, y, cx)) {
        let (mut out, place) = (r.zeros(m * n), Place { at: 0, stride: n });
        r.engine().enter(|cx| r.mul_blocks_by(way.algorithm, &mut out, place, (x, y), Gather::Set, cx)).unwrap();
        let found: Vec<_> = (0..m * n).map(|i| r.get(out.view(), i)).collect();
        assert_eq!(found, wanted, "by {} in {}", way.algorithm, r.name());
    }
}

#[test]
fn matrices_are_multiplied_by_every_algorithm() {
    for (p, k) in [(3, 5), (7, 2), ((1 << 31) - 1, 2), ((1 << 61) - 1, 3), (u64::MAX - 58, 4), (2, 9)] {
        matrices_are_multiplied(&GF::new(p, k).unwrap(), p);
    }
    let base = ZnBig::new(Integer::from(2).pow(127) - 1u32).unwrap();
    matrices_are_multiplied(&Quotient::modulo(&base, &[1, 0, 1].map(Integer::from)).unwrap(), 2);
    matrices_are_multiplied(&bits(65, &[18, 0]), 3);
}

/// F_4\[t\]/(t³ − s), s a generator of F_4, which is no cube.
fn tower() -> Quotient<GF> {
    let base = Quotient::field(&Zn::new(2).unwrap(), &[1, 1, 1]).unwrap();
    Quotient::field(&base, &[base.generator(), base.elem(0), base.elem(0), base.one()]).unwrap()
}

#[test]
fn towers_are_extensions_of_extensions() {
    let tower = tower();
    assert_eq!((tower.cardinality().unwrap().words(), tower.elements()), (vec![64], Some(vec![64])));
    let long = bits(65, &[18, 0]);
    let twice = Quotient::modulo(&long, &[long.one(), long.one(), long.one()]).unwrap();
    assert_eq!((long.elements(), twice.elements()), (Some(vec![0, 2]), Some(vec![0, 0, 4])));
    let (t, s) = (tower.generator(), tower.element(&[tower.base().generator()]));
    assert_eq!(tower.mul(&t, &tower.mul(&t, &t)), s);
}

/// By the definition: the laws of rings would be compiled for this type alone.
#[test]
fn a_tower_of_three_is_a_field() {
    // t^5 + t² + 1 is irreducible over F_2, and 5 is prime to 6
    let (base, mut words) = (tower(), Words::new(20));
    let r = Quotient::field(&base, &[1, 0, 1, 0, 0, 1].map(|c| base.elem(c))).unwrap();
    assert_eq!(r.cardinality().unwrap().words(), vec![1 << 30]);
    let mut random = |len: usize| -> Vec<_> { (0..len).map(|_| r.random(&mut || words.word())).collect() };
    for _ in 0..20 {
        let [a, b, c] = <[_; 3]>::try_from(random(3)).unwrap();
        assert_eq!(r.mul(&a, &r.mul(&b, &c)), r.mul(&r.mul(&a, &b), &c));
        assert_eq!(r.mul(&a, &r.add(&b, &c)), r.add(&r.mul(&a, &b), &r.mul(&a, &c)));
        assert!(r.is_zero(&a) || r.is_one(&r.mul(&a, &r.inv(&a).unwrap())));
        assert_eq!((0..30).fold(a.clone(), |x, _| r.mul(&x, &x)), a);
    }
    for len in [3, 40] {
        let [a, b] = [random(len), random(len)].map(|v| r.collect(&v));
        let window = 0..2 * len - 1;
        let found = r.engine().enter(|cx| r.mul_window(a.view(), b.view(), window.clone(), cx)).unwrap();
        let wanted = mul_window(&r, a.view(), b.view(), window.clone());
        assert!(window.into_iter().all(|i| r.get(found.view(), i) == r.get(wanted.view(), i)), "{len} coefficients");
    }
}

/// F_2\[t\]/(t^k + the terms given).
fn bits(k: usize, terms: &[usize]) -> Quotient<F2> {
    let modulus: Vec<bool> = (0..=k).map(|i| i == k || terms.contains(&i)).collect();
    Quotient::field(&F2::new(), &modulus).unwrap()
}

/// Products, by matrices and by inverses of F, are those of the definition.
#[test]
fn products_are_those_of_the_definition() {
    let mut words = Words::new(8);
    for n in [2u64, 3, 97, 6, 1 << 32, (1 << 61) - 1, u64::MAX] {
        let base = Zn::new(n).unwrap();
        for k in [1, 2, 3, 7, 8, 9, 10, 17, 33, 64, 100, 300] {
            let mut f: Vec<u64> = (0..k).map(|_| words.word() % n).collect();
            f.push(1);
            let r = Quotient::modulo(&base, &f).unwrap();
            let by_inverse = Quotient::modulo(&base, &f).unwrap().reduced_by(inverse_of(&r));
            for _ in 0..3 {
                let [a, b]: [Vec<u64>; 2] = [0, 1].map(|_| (0..k).map(|_| words.word() % n).collect());
                let integers = |v: &[u64]| v.iter().map(|&x| Integer::from(x)).collect::<Vec<_>>();
                let wanted = product(&n.into(), &integers(&f), &integers(&a), &integers(&b));
                for r in [&r, &by_inverse] {
                    let got = r.coefficients(&r.mul(&r.element(&a), &r.element(&b)));
                    assert_eq!(integers(&got), wanted, "degree {k} modulo {n}");
                }
            }
        }
    }
}

/// The reduction by an inverse of F, where there is one.
fn inverse_of(r: &Quotient<Zn>) -> Reduction<Zn> {
    let (base, k) = (r.quiet(), r.degree());
    if k < 2 {
        return Reduction::new(base, r.modulus());
    }
    let reversed = base.reversed(r.modulus());
    let one = base.collect(&[1]);
    let series = base.short_quotient(one.view(), reversed.view(), Some(&1), k - 1).unwrap();
    Reduction::Inverse([base.reversed(series.view()), base.owned(r.modulus().low(k))])
}

#[test]
fn extensions_of_two_elements_are_the_same_in_words_and_in_bits() {
    let (k, f) = (8, 0x11b_u64);
    let modulus: Vec<u64> = (0..=k).map(|i| f >> i & 1).collect();
    let words = Quotient::field(&Zn::new(2).unwrap(), &modulus).unwrap();
    let bits = bits(8, &[4, 3, 1, 0]);
    let known = Gf2k::new(8, 0x11b).unwrap();
    let named = |x: u64| (words.named_by(x), bits.named_by(x));
    for x in 0..256u64 {
        for y in [1, 2, 3, 27, 129, 255] {
            let ((a, b), (c, d)) = (named(x), named(y));
            let wanted = known.mul(&x, &y);
            assert_eq!((words.mul(&a, &c), bits.mul(&b, &d)), named(wanted), "{x}·{y}");
        }
        let (a, b) = named(x);
        let inverse = known.inv(&x).ok();
        assert_eq!((words.inv(&a).ok(), bits.inv(&b).ok()), (inverse.map(|y| named(y).0), inverse.map(|y| named(y).1)));
        let root = known.frobenius_root(&x).unwrap();
        assert_eq!((words.sqrt(&a).unwrap(), bits.sqrt(&b).unwrap()), named(root));
    }
    for order in [1, 3, 5, 17, 51, 85, 255] {
        let wanted = known.root_of_unity(order).unwrap();
        assert_eq!((words.root_of_unity(order).unwrap(), bits.root_of_unity(order).unwrap()), named(wanted), "{order}");
    }
    assert!(words.root_of_unity(7).is_err() && bits.root_of_unity(7).is_err());
}

/// The name and the text of the ring with a word for each bit, and the same numbers for elements.
#[test]
fn bits_as_polynomials_in_t() {
    let modulus = [1, 1, 0, 1, 1, 0, 0, 0, 1];
    let words = Quotient::field(&Zn::new(2).unwrap(), &modulus).unwrap();
    let bits = Quotient::field(&F2::new(), &modulus.map(|c| c == 1)).unwrap();
    let in_t = bits.in_t();
    assert_eq!((in_t.name(), bits.name()), (words.name(), "gf2^8:0x11b".into()));
    assert!(in_t != bits && in_t == bits.in_t() && in_t == in_t.with_engine(&Engine::default()));
    for x in [0, 1, 2, 3, 0x53, 0xff] {
        let (own, theirs) = (in_t.named_by(x), words.named_by(x));
        assert_eq!(in_t.elem_to_text(&own), words.elem_to_text(&theirs));
        assert_eq!(in_t.elem_to_decimal(&own), x.to_string());
    }
    assert_eq!(Quotient::modulo(&F2::new(), &[true, false, true]).unwrap().in_t().name(), "zn:2[t]/t^2+1");
}

trait Named {
    /// The element that has this number as its name.
    fn named_by(&self, x: u64) -> QuotientElem;
}

impl<B: Base> Named for Quotient<B> {
    fn named_by(&self, x: u64) -> QuotientElem {
        let mut v = self.zeros(0);
        self.push_limbs(&mut v, false, &[x]).unwrap();
        self.get(v.view(), 0)
    }
}

#[test]
fn fields_are_those_of_irreducible_polynomials() {
    for (p, k) in [(2u64, 4), (3, 3), (5, 2), (7, 2)] {
        let base = Zn::new(p).unwrap();
        let mut irreducible = 0;
        for code in 0..p.pow(k) {
            let mut f: Vec<u64> = (0..k).map(|i| code / p.pow(i) % p).collect();
            f.push(1);
            let r = Quotient::modulo(&base, &f).unwrap();
            let units = (1..p.pow(k)).all(|x| r.inv(&r.named_by(x)).is_ok());
            assert_eq!(r.is_field(), units, "{}", r.name());
            irreducible += u64::from(units);
        }
        let wanted = match (p, k) {
            (2, 4) => 3,
            (3, 3) => 8,
            (5, 2) => 10,
            _ => 21,
        };
        assert_eq!(irreducible, wanted, "polynomials of degree {k} modulo {p}");
    }
}

#[test]
fn what_has_no_inverse_is_named() {
    let r = Quotient::modulo(&Zn::new(101).unwrap(), &[100, 0, 1]).unwrap();
    let said = r.inv(&r.element(&[1, 1])).unwrap_err().to_string();
    assert_eq!(said, "t + 1 has no inverse modulo t^2 + 100: t + 1 divides both");
    let r = Quotient::modulo(&Zn::new(21).unwrap(), &[1, 1, 1]).unwrap();
    let said = r.inv(&r.elem(7)).unwrap_err().to_string();
    assert_eq!(said, "7 has no inverse modulo 21: 7 divides both");
    assert!(r.inv(&r.element(&[7, 7])).is_err_and(|e| e.to_string().contains('7')));
    assert!(r.cardinality().is_err_and(|e| e.to_string().contains("21 is composite")));
    let r = Quotient::modulo(&Zn::new(5).unwrap(), &[1, 0, 1]).unwrap();
    assert!(r.cardinality().is_err_and(|e| e.to_string().contains("t^2+1 is composite")));
}

/// Units are those of the definition, also where a leading coefficient has no inverse.
#[test]
fn units_modulo_composite_numbers() {
    for (n, f) in [(4u64, [1, 1]), (6, [1, 0]), (8, [1, 2]), (12, [5, 1]), (9, [1, 1])] {
        let r = Quotient::modulo(&Zn::new(n).unwrap(), &[f[0], f[1], 1]).unwrap();
        let all: Vec<_> = (0..n * n).map(|x| r.named_by(x)).collect();
        for x in &all {
            let inverse = all.iter().find(|y| r.is_one(&r.mul(x, y)));
            assert_eq!(r.inv(x).ok().as_ref(), inverse, "1/{x:?} in {}", r.name());
        }
    }
    let n = Integer::from(6).pow(60);
    let r = Quotient::modulo(&ZnBig::new(n.clone()).unwrap(), &[1, 0, 1].map(Integer::from)).unwrap();
    let a = r.element(&[Integer::from(7), Integer::from(&n / 6u32)]);
    assert!(r.is_one(&r.mul(&a, &r.inv(&a).unwrap())));
}

#[test]
fn names_of_rings() {
    let base = Zn::new(21).unwrap();
    assert_eq!(Quotient::modulo(&base, &[1, 1, 1]).unwrap().name(), "zn:21[t]/t^2+t+1");
    assert_eq!(Quotient::modulo(&base, &[0, 20, 0, 1]).unwrap().name(), "zn:21[t]/t^3+20*t");
    assert_eq!(bits(65, &[18, 0]).name(), "gf2^65:0x20000000000040001");
    assert!(Quotient::modulo(&base, &[1]).is_err() && Quotient::modulo(&base, &[1, 2]).is_err());
    let (p, q) = (Quotient::modulo(&base, &[1, 1, 1]).unwrap(), Quotient::modulo(&base, &[2, 1, 1]).unwrap());
    assert!(p == p.clone() && p == Quotient::modulo(&base, &[1, 1, 1]).unwrap() && p != q);
}
