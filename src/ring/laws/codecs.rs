//! Laws of text, limbs and packed bits of whole vectors.

use super::{AnyElem, AnyRing, Bench, inner};
use crate::ring::{Coeffs, traits::*};

pub(super) fn check(bench: &mut Bench<'_>) {
    for len in [0, 1, 2, 5, 64, 65, 130] {
        let list = bench.mixed(len);
        texts(bench, &list);
        numerators(bench, &list);
        appended(bench, &list);
        words(bench, &list);
        packed(bench, &list);
        components(bench, &list);
    }
    elements(bench);
    if !bench.r.names() {
        integers(bench);
    }
}

/// The integers of elements are those below their number: it has one more bit than any of them, or is above the largest.
fn elements(bench: &mut Bench<'_>) {
    let (list, r, name) = (bench.mixed(60), bench.r, &bench.name);
    let Some(mut number) = r.elements() else { return };
    assert!(number.last() != Some(&0), "{name}: {number:x?} elements");
    r.each_limbs(r.collect(&list).view(), &mut |negative, limbs| {
        let below =
            (limbs.len(), limbs.iter().rev().collect::<Vec<_>>()) < (number.len(), number.iter().rev().collect());
        assert!(below && !negative, "{name}: {limbs:x?} of {number:x?} elements");
    });
    let taken = r.appender().push_limbs(false, &number);
    assert!(taken.is_err() == r.names(), "{name}: the integer {number:x?} gives {taken:?}");
    for limb in &mut number {
        let borrow;
        (*limb, borrow) = limb.overflowing_sub(1);
        if !borrow {
            break;
        }
    }
    let (mut last, mut limbs) = (r.appender(), Vec::new());
    assert_eq!(last.push_limbs(false, &number), Ok(()), "{name}: the integer {number:x?}");
    r.limbs(last.view(), 0, &mut limbs);
    limbs.resize(number.len(), 0);
    assert_eq!(limbs, number, "{name}: the last element");
}

/// An appender takes integers of any length, with zeros as leading limbs and with either sign, to their images.
fn integers(bench: &Bench<'_>) {
    const LIMBS: [u64; 4] = [0, 1, 1 << 63, u64::MAX];
    let (r, name) = (bench.r, &bench.name);
    let mut numbers = vec![vec![]];
    for longer in 0..85 {
        let shorter: Vec<u64> = numbers[longer].clone();
        numbers.extend(LIMBS.map(|limb| [&shorter[..], &[limb]].concat()));
    }
    let (mut all, mut images) = (r.appender(), Vec::new());
    for (limbs, negative) in numbers.iter().flat_map(|limbs| [(limbs, false), (limbs, true)]) {
        assert_eq!(all.push_limbs(negative, limbs), Ok(()), "{name}: {limbs:x?}");
        images.push(r.image(negative, limbs));
    }
    bench.same("an appender of integers", all.view(), &images);
}

/// Decimal digits of all coefficients, upward and downward, are those of each.
fn components(bench: &mut Bench<'_>, list: &[AnyElem]) {
    let (r, v) = (bench.r, bench.among_neighbours(list));
    let (mut texts, mut built) = (Vec::new(), r.zeros(0));
    for (i, x) in list.iter().enumerate() {
        assert!(!r.elem_to_text(x).is_empty(), "{}: elem_to_text of {x:?}", bench.name);
        let Some(count) = r.components() else {
            let mut text = String::from("=");
            r.write_component(inner(&v), i, 0, &mut text);
            assert_eq!(text, format!("={}", r.elem_to_decimal(x)), "{}: the only component of {x:?}", bench.name);
            continue;
        };
        r.resize(&mut built, i + 1);
        for j in (0..count).rev() {
            let mut text = String::new();
            r.write_component(inner(&v), i, j, &mut text);
            assert_eq!(r.add_component(&mut built, j, false, text.as_bytes()), Ok(()), "{}: {text}", bench.name);
            // x + 1 − 1
            for negative in [false, true] {
                assert_eq!(r.add_component(&mut built, j, negative, b"001"), Ok(()), "{}: 1", bench.name);
            }
            texts.push(text);
        }
        // t·t^count is t^(count + 1)
        let [mut t, mut above] = [r.zeros(1), r.zeros(1)];
        for (v, j) in [(&mut t, 1), (&mut above, count + 1)] {
            assert_eq!(r.add_component(v, j, false, b"1"), Ok(()), "{}: t^{j}", bench.name);
        }
        let power = r.pow(&r.get(t.view(), 0), count as u64 + 1);
        assert_eq!(r.get(above.view(), 0), power, "{}: t^{}", bench.name, count + 1);
        // different elements have different components
        assert_eq!(texts[texts.len() - count..].iter().all(|text| text == "0"), r.is_zero(x), "{}: {x:?}", bench.name);
    }
    match r.components() {
        Some(_) => bench.made("elements by their components", built, list),
        None if r.names() => class_of_t(bench),
        None => assert!(r.add_component(&mut r.zeros(1), 0, false, b"1").is_err(), "{}: a component", bench.name),
    }
}

/// Where integers name elements by their bits, t is the element of 2, in a field of degree 1 a constant.
fn class_of_t(bench: &Bench<'_>) {
    let (r, name) = (bench.r, &bench.name);
    let power = |j: usize| {
        let mut v = r.zeros(1);
        // 3·t^j + 2·t^j is t^j, as −t^j is
        for (negative, digits) in [(j % 2 == 1, "3"), (false, "2")] {
            assert_eq!(r.add_component(&mut v, j, negative, digits.as_bytes()), Ok(()), "{name}: {digits}·t^{j}");
        }
        r.get(v.view(), 0)
    };
    let t = power(1);
    assert!(r.packed_bits() == 1 || r.elem_to_decimal(&t) == "2", "{name}: t is {t:?}");
    for j in [0, 1, 2, r.packed_bits(), r.packed_bits() + 3] {
        assert_eq!(power(j), r.pow(&t, j as u64), "{name}: t^{j}");
    }
    assert!(r.add_component(&mut r.zeros(1), 1, false, b"-1").is_err(), "{name}: no digits");
}

fn texts(bench: &mut Bench<'_>, list: &[AnyElem]) {
    let v = bench.among_neighbours(list);
    let mut each: Vec<String> = list.iter().map(|x| bench.r.elem_to_decimal(x)).collect();
    for descending in [false, true] {
        let mut text = String::from("= ");
        bench.r.write_decimals(inner(&v), descending, "; ", &mut text);
        assert_eq!(text, format!("= {}", each.join("; ")), "{}: write_decimals", bench.name);
        each.reverse();
    }
}

/// Coefficients are their integers over the common denominator, where there is one.
fn numerators(bench: &mut Bench<'_>, list: &[AnyElem]) {
    let (r, v) = (bench.r, bench.among_neighbours(list));
    let Some(limbs) = r.denominator(inner(&v)) else { return };
    let divisor = r.image(false, &limbs);
    assert!(!r.is_zero(&divisor), "{}: a denominator of 0", bench.name);
    let mut found = Vec::new();
    r.each_limbs(inner(&v), &mut |negative, limbs| found.push(r.image(negative, limbs)));
    let wanted: Vec<_> = list.iter().map(|x| r.mul(x, &divisor)).collect();
    assert_eq!(found, wanted, "{}: numerators", bench.name);
}

/// An appender takes what `push_limbs` and `push_decimal` take.
fn appended(bench: &mut Bench<'_>, list: &[AnyElem]) {
    let r = bench.r;
    // only integers, where there are fractions
    let integral = |x: &AnyElem| r.denominator(r.collect(std::slice::from_ref(x)).view()).is_none_or(|d| d == [1]);
    let list: Vec<_> = list.iter().map(|x| if integral(x) { x.clone() } else { r.elem(5) }).collect();
    let list = &list[..];
    let v = r.collect(list);
    let (mut by_limbs, mut by_digits) = (r.appender(), r.appender());
    let mut number = Vec::new();
    r.each_limbs(v.view(), &mut |negative, limbs| number.push((negative, limbs.to_vec())));
    assert_eq!(number.len(), list.len(), "{}: each_limbs of all coefficients", bench.name);
    for (i, (x, (negative, limbs))) in list.iter().zip(&number).enumerate() {
        let mut own = Vec::new();
        assert_eq!(r.limbs(v.view(), i, &mut own), *negative, "{}: the sign of {x:?}", bench.name);
        assert_eq!(own, *limbs, "{}: the limbs of {x:?}", bench.name);
        assert_eq!(by_limbs.push_limbs(*negative, limbs), Ok(()), "{}: {x:?}", bench.name);
        let text = r.elem_to_decimal(x);
        let digits = text.trim_start_matches('-').as_bytes();
        assert_eq!(by_digits.push_decimal(text.starts_with('-'), digits), Ok(()), "{}: {text}", bench.name);
        assert_eq!(r.elem_from_decimal(text.starts_with('-'), digits).as_ref(), Ok(x), "{}: {text}", bench.name);
    }
    bench.same("an appender of limbs", by_limbs.view(), list);
    let taken = by_digits.take();
    bench.made("an appender of digits", taken.clone(), list);
    assert!(by_digits.view().is_empty(), "{}: an appender whose elements were taken", bench.name);
    by_digits.put(taken);
    assert_eq!(by_digits.push_limbs(false, &[1]), Ok(()), "{}: 1", bench.name);
    bench.same("an appender with elements put back", by_digits.view(), &[list, &[r.one()]].concat());
}

/// Many words at a time are pushed, and written, as one by one.
fn words(bench: &mut Bench<'_>, list: &[AnyElem]) {
    let (r, v) = (bench.r, bench.among_neighbours(list));
    let (mut wanted, mut found) = (vec![9], vec![9]);
    r.each_limbs(inner(&v), &mut |_, limbs| wanted.push(limbs.first().copied().unwrap_or(0)));
    r.write_words(inner(&v), &mut found);
    assert_eq!(found, wanted, "{}: write_words", bench.name);
    // with words that fields of few bits refuse, among those of elements
    for large in [&[][..], &[u64::MAX, 1 << 40, 3]] {
        let words = [&wanted[1..], large, &wanted[1..]].concat();
        let mut both = [r.collect(list), r.collect(list)];
        let one_by_one = words.iter().try_for_each(|word| r.push_limbs(&mut both[0], false, &[*word]));
        assert_eq!(r.push_words(&mut both[1], &words), one_by_one, "{}: push_words", bench.name);
        let elements = |v: &Coeffs<AnyRing>| (0..v.len()).map(|i| r.get(v.view(), i)).collect::<Vec<_>>();
        let [one_by_one, at_once] = both;
        bench.made("push_words", at_once, &elements(&one_by_one));
    }
}

/// Bit j of element i is bit i·bits + j of the words.
fn packed(bench: &mut Bench<'_>, list: &[AnyElem]) {
    let (r, v) = (bench.r, bench.among_neighbours(list));
    let bits = r.packed_bits();
    if bits == 0 {
        return;
    }
    assert!(r.is_zero(&r.elem(2)), "{}: only fields of characteristic 2 have packed elements", bench.name);
    let mut wanted = vec![0; (list.len() * bits).div_ceil(64)];
    let mut at = 0;
    r.each_limbs(inner(&v), &mut |_, limbs| {
        for bit in (0..64 * limbs.len()).filter(|bit| limbs[bit / 64] >> (bit % 64) & 1 == 1) {
            wanted[(at + bit) / 64] |= 1 << ((at + bit) % 64);
        }
        at += bits;
    });
    assert_eq!(r.pack(inner(&v)), wanted, "{}: pack of {} elements", bench.name, list.len());
    // what follows the last element is ignored
    let used = list.len() * bits % 64;
    if let Some(last) = wanted.last_mut().filter(|_| used > 0) {
        *last |= u64::MAX << used;
    }
    wanted.push(u64::MAX);
    bench.made("unpack", r.unpack(&wanted, list.len()), list);
}
