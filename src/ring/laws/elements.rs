//! Laws of single elements, and of their decimal digits and limbs.

use super::{AnyElem, Bench};
use crate::{Error, ring::traits::*};

pub(super) fn check(bench: &Bench<'_>) {
    axioms(bench);
    inverses_and_powers(bench);
    images_of_integers(bench);
    bytes_that_are_no_digits(bench);
    match (bench.r.names(), bench.r.packed_bits()) {
        (true, 0 | 65..) => names_of_elements(bench),
        (true, _) => integers_as_names(bench),
        (false, _) => integers_of_many_limbs(bench),
    }
}

/// In extensions of the field of two elements the bits of an integer name an element: every element has exactly one
/// name, and all other integers are refused.
fn integers_as_names(bench: &Bench<'_>) {
    let (r, name) = (bench.r, &bench.name);
    let most = u64::MAX >> (64 - r.packed_bits());
    for x in [0, 1, 2, most / 2, most - 1, most].map(|x| x & most) {
        let (mut by_limbs, mut by_digits) = (r.zeros(2), r.zeros(2));
        assert_eq!(r.push_limbs(&mut by_limbs, false, &[x, 0]), Ok(()), "{name}: {x}");
        assert_eq!(r.push_decimal(&mut by_digits, false, format!("00{x}").as_bytes()), Ok(()), "{name}: {x}");
        assert!(r.same(by_limbs.view(), by_digits.view()), "{name}: {x}");
        let element = r.get(by_limbs.view(), 2);
        assert_eq!((x == 0, x == 1), (element == bench.zero(), element == r.one()), "{name}: {x}");
        assert_eq!(r.elem_to_decimal(&element), x.to_string(), "{name}: digits of {element:?}");
        let mut limbs = Vec::new();
        assert!(!r.limbs(by_limbs.view(), 2, &mut limbs), "{name}: no element is negative");
        assert_eq!(limbs, if x == 0 { vec![] } else { vec![x] }, "{name}: limbs of {element:?}");
        assert_eq!(r.push_limbs(&mut by_limbs, true, &[x]), Ok(()), "{name}: −{x}");
        assert_eq!(r.get(by_limbs.view(), 3), element, "{name}: −{x} is {x}");
        assert!(r.push_limbs(&mut by_limbs, false, &[x, 1]).is_err(), "{name}: {x} + 2^64");
    }
    let beyond = (u128::from(most) + 1).to_string();
    assert!(r.elem_from_decimal(false, beyond.as_bytes()).is_err(), "{name}: {beyond}");
    assert!(r.elem_from_decimal(false, &[b'9'; 40]).is_err(), "{name}: 10^40 − 1");
}

/// In other extensions each element has one name, by limbs and by digits; long integers are
/// refused, and negative ones where 2 is not 0.
fn names_of_elements(bench: &Bench<'_>) {
    let (r, name, v) = (bench.r, &bench.name, bench.r.collect(bench.specials));
    for (i, x) in bench.specials.iter().enumerate() {
        let (mut limbs, mut named) = (Vec::new(), r.zeros(0));
        assert!(!r.limbs(v.view(), i, &mut limbs), "{name}: {x:?} is not negative");
        assert_eq!((limbs.is_empty(), limbs == [1]), (r.is_zero(x), *x == r.one()), "{name}: the limbs of {x:?}");
        assert_eq!(r.elem_to_decimal(x), decimal(&limbs), "{name}: digits of {x:?}");
        assert_eq!(r.elem_from_decimal(false, format!("00{}", decimal(&limbs)).as_bytes()).as_ref(), Ok(x), "{name}");
        let negative = r.push_limbs(&mut named, true, &limbs);
        let same = r.packed_bits() > 0 && negative.is_ok() && r.get(named.view(), 0) == *x;
        assert!(same || negative.is_err() || r.is_zero(x), "{name}: −{limbs:?}");
        assert!(same || r.packed_bits() == 0, "{name}: −{limbs:?} is {limbs:?}");
        named = r.zeros(0);
        limbs.push(0);
        assert_eq!(r.push_limbs(&mut named, false, &limbs), Ok(()), "{name}: {limbs:?}");
        assert_eq!(r.get(named.view(), 0), *x, "{name}: {limbs:?}");
    }
    assert!(r.push_limbs(&mut r.zeros(0), false, &[u64::MAX; 40]).is_err(), "{name}: 2^2560 − 1");
    assert!(r.elem_from_decimal(false, &[b'9'; 800]).is_err(), "{name}: 10^800 − 1");
}

/// Text is never guessed at.
fn bytes_that_are_no_digits(bench: &Bench<'_>) {
    let long = ["1".repeat(700), "1 ".into()].concat();
    for text in ["x", "-1", "+1", "1_0", "0x1", "1.", "00000000000000000a", "00000000a0000000000000000000", "²", &long]
    {
        let found = bench.r.elem_from_decimal(false, text.as_bytes());
        assert!(found.is_err(), "{}: {text:?} gives {found:?}", bench.name);
    }
}

fn axioms(bench: &Bench<'_>) {
    let (r, name, zero, one) = (bench.r, &bench.name, bench.zero(), bench.r.one());
    assert!(*r == r.clone() && *name == r.name() && !name.is_empty(), "{name}: a ring has one name");
    for a in bench.specials {
        assert_eq!(r.add(a, &zero), *a, "{name}: {a:?} + 0");
        assert_eq!(r.mul(a, &one), *a, "{name}: {a:?}·1");
        assert!(r.is_zero(&r.add(a, &r.neg(a))), "{name}: {a:?} − {a:?}");
        assert_eq!(r.is_zero(a), *a == zero, "{name}: is {a:?} zero");
        assert_eq!(r.is_one(a), *a == r.one(), "{name}: is {a:?} one");
        for b in bench.specials {
            assert_eq!(r.add(a, b), r.add(b, a), "{name}: {a:?} + {b:?} commutes");
            assert_eq!(r.mul(a, b), r.mul(b, a), "{name}: {a:?}·{b:?} commutes");
            assert_eq!(r.neg(&r.mul(a, b)), r.mul(&r.neg(a), b), "{name}: −({a:?}·{b:?})");
            for c in bench.specials {
                assert_eq!(r.add(&r.add(a, b), c), r.add(a, &r.add(b, c)), "{name}: {a:?} + {b:?} + {c:?}");
                assert_eq!(r.mul(&r.mul(a, b), c), r.mul(a, &r.mul(b, c)), "{name}: {a:?}·{b:?}·{c:?}");
                let parts = r.add(&r.mul(a, c), &r.mul(b, c));
                assert_eq!(r.mul(&r.add(a, b), c), parts, "{name}: ({a:?} + {b:?})·{c:?} distributes");
            }
        }
    }
}

fn inverses_and_powers(bench: &Bench<'_>) {
    let (r, name) = (bench.r, &bench.name);
    assert_eq!(r.inv(&r.one()), Ok(r.one()), "{name}: 1/1");
    assert!(r.inv(&bench.zero()).is_err(), "{name}: 1/0");
    for a in bench.specials {
        match r.inv(a) {
            Ok(inverse) => assert_eq!(r.mul(a, &inverse), r.one(), "{name}: {a:?}/{a:?}"),
            Err(e) => assert!(matches!(e, Error::NotInvertible { .. }), "{name}: 1/{a:?} fails with {e}"),
        }
        for b in bench.specials {
            let product = r.mul(a, b);
            match r.quotient(&product, b) {
                Ok(q) => assert_eq!(r.mul(&q, b), product, "{name}: {product:?}/{b:?}"),
                Err(e) => assert!(r.inv(b).is_err(), "{name}: {product:?}/{b:?} fails with {e}"),
            }
        }
        let square = r.mul(a, a);
        match r.sqrt(&square) {
            Ok(root) => assert_eq!(r.mul(&root, &root), square, "{name}: a square root of {square:?}"),
            Err(e) => assert!(!matches!(e, Error::Domain { .. }), "{name}: {square:?} is a square, but {e}"),
        }
        let mut power = r.one();
        for e in 0..9 {
            assert_eq!(r.pow(a, e), power, "{name}: {a:?}^{e}");
            power = r.mul(&power, a);
        }
    }
}

fn images_of_integers(bench: &Bench<'_>) {
    let (r, name) = (bench.r, &bench.name);
    let some = [0, 1, -1, 2, -2, 12_345, i64::from(i32::MAX), i64::MAX / 2, -(i64::MAX / 2)];
    assert_eq!(r.elem(1), r.one(), "{name}: the image of 1");
    for x in some {
        assert_eq!(r.elem(-x), r.neg(&r.elem(x)), "{name}: the image of −{x}");
        for y in some {
            assert_eq!(r.elem(x + y), r.add(&r.elem(x), &r.elem(y)), "{name}: the image of {x} + {y}");
            if let Some(product) = x.checked_mul(y) {
                assert_eq!(r.elem(product), r.mul(&r.elem(x), &r.elem(y)), "{name}: the image of {x}·{y}");
            }
        }
    }
    // 1 + … + 1, and n·1 by doubling, which bits below the highest follow
    let mut ones = bench.zero();
    for n in 0..70u64 {
        assert_eq!((r.image(false, &[n]), r.image(true, &[n, 0])), (ones.clone(), r.neg(&ones)), "{name}: {n}·1");
        assert_eq!(r.elem(n as i64), ones, "{name}: the image of {n}");
        ones = r.add(&ones, &r.one());
    }
    for magnitude in magnitudes() {
        let bits = magnitude.iter().rev().flat_map(|limb| (0..64).rev().map(move |i| limb >> i & 1));
        let doubled = bits.fold(bench.zero(), |sum, bit| {
            let twice = r.add(&sum, &sum);
            if bit == 1 { r.add(&twice, &r.one()) } else { twice }
        });
        assert_eq!(r.image(false, &magnitude), doubled, "{name}: {magnitude:x?}·1");
        assert_eq!(r.image(true, &magnitude), r.neg(&doubled), "{name}: −{magnitude:x?}·1");
    }
    let below_the_least = r.add(&r.elem(i64::MIN), &r.elem(-1));
    assert_eq!(below_the_least, r.neg(&r.add(&r.elem(i64::MAX), &r.elem(2))), "{name}: −2^63 − 1");
}

/// Magnitudes at the bounds of words, with and without leading zero limbs.
fn magnitudes() -> Vec<Vec<u64>> {
    const TOP: u64 = 1 << 63;
    const ALL: u64 = u64::MAX;
    let mut some = vec![vec![], vec![0], vec![0, 0, 0], vec![7, 0]];
    for word in [1, 999_999_999_999_999_999, 1_000_000_000_000_000_000, TOP - 1, TOP, TOP + 1, ALL] {
        some.push(vec![word]);
    }
    for pair in [[0, 1], [1, 1], [ALL, TOP - 1], [0, TOP], [1, TOP], [ALL, ALL], [0x0123_4567_89ab_cdef, 42]] {
        some.push(pair.to_vec());
        some.push([&pair[..], &[3]].concat());
        some.push([&pair[..], &pair[..], &[3]].concat());
    }
    some.push(vec![ALL; 5]);
    some.push([&[0; 4][..], &[TOP]].concat());
    some
}

fn integers_of_many_limbs(bench: &Bench<'_>) {
    let (r, name) = (bench.r, &bench.name);
    // vectors that grow by all of the integers: existing coefficients must survive each push
    let (mut by_limbs, mut by_digits) = (r.zeros(2), r.zeros(2));
    let mut wanted = vec![bench.zero(), bench.zero()];
    for magnitude in magnitudes() {
        for negative in [false, true] {
            let text = decimal(&magnitude);
            assert_eq!(r.push_limbs(&mut by_limbs, negative, &magnitude), Ok(()), "{name}: {magnitude:x?}");
            assert_eq!(r.push_decimal(&mut by_digits, negative, text.as_bytes()), Ok(()), "{name}: {text}");
            let element = r.image(negative, &magnitude);
            assert_eq!(r.elem_from_decimal(negative, text.as_bytes()).as_ref(), Ok(&element), "{name}: {text}");
            wanted.push(element);
        }
    }
    bench.same("push_limbs", by_limbs.view(), &wanted);
    bench.same("push_decimal", by_digits.view(), &wanted);
    for (i, element) in wanted.iter().chain(bench.specials).enumerate() {
        written(bench, element, i);
    }
}

/// The limbs and the digits of an element give the element back.
fn written(bench: &Bench<'_>, element: &AnyElem, i: usize) {
    let (r, name) = (bench.r, &bench.name);
    let neighbours = bench.specials[i % bench.specials.len()].clone();
    let v = r.collect(&[neighbours.clone(), element.clone(), neighbours]);
    let (mut limbs, mut text) = (vec![5], String::from("x"));
    let negative = r.limbs(v.view(), 1, &mut limbs);
    r.write_decimal(v.view(), 1, &mut text);
    assert_eq!((limbs[0], &text[..1]), (5, "x"), "{name}: limbs and digits are appended");
    assert_ne!(limbs[1..].last(), Some(&0), "{name}: the limbs of {element:?} have no leading zero");
    assert!(!(negative && limbs.len() == 1), "{name}: zero is not negative");
    let divisor = r.denominator(v.view()).map_or_else(|| r.one(), |limbs| r.image(false, &limbs));
    assert_eq!(r.image(negative, &limbs[1..]), r.mul(element, &divisor), "{name}: limbs of {element:?}");
    // in lowest terms, without its neighbours
    let (alone, mut numerator) = (r.collect(std::slice::from_ref(element)), Vec::new());
    r.limbs(alone.view(), 0, &mut numerator);
    let over = match r.denominator(alone.view()).as_deref() {
        None | Some([1]) => String::new(),
        Some(limbs) => format!("/{}", decimal(limbs)),
    };
    let sign = if negative { "-" } else { "" };
    assert_eq!(text[1..], format!("{sign}{}{over}", decimal(&numerator)), "{name}: digits of {element:?}");
    assert_eq!(r.elem_to_decimal(element), text[1..], "{name}: elem_to_decimal of {element:?}");
}

/// The decimal digits, by repeated division.
fn decimal(limbs: &[u64]) -> String {
    let (mut rest, mut digits) = (limbs.to_vec(), Vec::new());
    while rest.iter().any(|&limb| limb != 0) {
        let remainder = rest.iter_mut().rev().fold(0, |carry: u64, limb| {
            let dividend = u128::from(carry) << 64 | u128::from(*limb);
            *limb = (dividend / 10) as u64;
            (dividend % 10) as u64
        });
        digits.push(char::from(b'0' + remainder as u8));
    }
    if digits.is_empty() { "0".into() } else { digits.iter().rev().collect() }
}
