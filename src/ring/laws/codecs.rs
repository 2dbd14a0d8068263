//! Laws of text, limbs and packed bits of whole vectors.

use super::{Bench, inner};
use crate::ring::Convolve;

pub(super) fn check<R: Convolve, F: FnMut() -> R::Elem>(bench: &mut Bench<'_, R, F>) {
    for len in [0, 1, 2, 5, 64, 65, 130] {
        let list = bench.mixed(len);
        texts(bench, &list);
        numerators(bench, &list);
        appended(bench, &list);
        packed(bench, &list);
    }
    if !bench.r.names() {
        integers(bench);
    }
}

/// An appender takes integers of any length, with zeros as leading limbs and with either sign, to their images.
fn integers<R: Convolve, F: FnMut() -> R::Elem>(bench: &Bench<'_, R, F>) {
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
fn texts<R: Convolve, F: FnMut() -> R::Elem>(bench: &mut Bench<'_, R, F>, list: &[R::Elem]) {
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
fn numerators<R: Convolve, F: FnMut() -> R::Elem>(bench: &mut Bench<'_, R, F>, list: &[R::Elem]) {
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
fn appended<R: Convolve, F: FnMut() -> R::Elem>(bench: &mut Bench<'_, R, F>, list: &[R::Elem]) {
    let r = bench.r;
    // only integers, where there are fractions
    let integral = |x: &R::Elem| r.denominator(r.collect(std::slice::from_ref(x)).view()).is_none_or(|d| d == [1]);
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

/// Bit j of element i is bit i·bits + j of the words.
fn packed<R: Convolve, F: FnMut() -> R::Elem>(bench: &mut Bench<'_, R, F>, list: &[R::Elem]) {
    let (r, v) = (bench.r, bench.among_neighbours(list));
    let bits = r.packed_bits();
    assert!(bits <= 64, "{}: elements of {bits} bits", bench.name);
    if bits == 0 {
        return;
    }
    assert!(r.is_zero(&r.elem(2)), "{}: only fields of characteristic 2 have packed elements", bench.name);
    let mut wanted = vec![0; (list.len() * bits).div_ceil(64)];
    r.each_limbs(inner(&v), &mut {
        let mut at = 0;
        let wanted = &mut wanted;
        move |_, limbs| {
            let name = u128::from(limbs.first().copied().unwrap_or(0)) << (at % 64);
            for (word, half) in wanted.iter_mut().skip(at / 64).zip([name as u64, (name >> 64) as u64]) {
                *word |= half;
            }
            at += bits;
        }
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
