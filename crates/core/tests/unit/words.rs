//! Loops over words against the definition, at all short lengths.

use polymod_core::{bits::testing::noise, words::*};

/// Vectors of words around the ends of the signed range, and scattered ones.
fn vectors() -> impl Iterator<Item = [Vec<u64>; 2]> {
    let value = |i: u64| match noise(i) % 8 {
        0 => 1 << 63,
        1 => (1 << 63) - 1,
        2 => u64::MAX,
        3 => 0,
        _ => noise(i + 1) >> 2,
    };
    (0..=40).chain([1001]).flat_map(move |len| {
        [0, 1, 2].map(|kind| {
            [3, 4].map(|from| {
                let words = (0..len).map(|i| value(1000 * from + 10 * i + kind));
                // without large words, one at the end, and everywhere
                words
                    .enumerate()
                    .map(|(i, x)| if kind == 0 || kind == 1 && i + 1 < len as usize { x >> 3 } else { x })
                    .collect()
            })
        })
    })
}

#[test]
fn reversed_words_and_sums_of_bits() {
    for [x, y] in vectors() {
        let mut out = vec![7; x.len()];
        reverse_to(&mut out, &x);
        assert!(out.iter().eq(x.iter().rev()));
        assert_eq!(nonzero(&x), x.iter().filter(|&&x| x != 0).count());
        add_bits_to(&mut out, &x, &y);
        assert!(out.iter().zip(&x).zip(&y).all(|((out, x), y)| out ^ x == *y));
    }
}

#[test]
fn signed_sums_tell_whether_they_are_words() {
    let mut seen = [0; 2];
    for [x, y] in vectors() {
        let mut out = vec![7; x.len()];
        for subtract in [false, true] {
            let of = |(&x, &y): (&u64, &u64)| {
                if subtract { (x as i64).overflowing_sub(y as i64) } else { (x as i64).overflowing_add(y as i64) }
            };
            let expected: Vec<(i64, bool)> = x.iter().zip(&y).map(of).collect();
            let fits = add_signed_to(&mut out, &x, &y, subtract);
            assert_eq!(fits, expected.iter().all(|(_, overflows)| !overflows), "{x:?} and {y:?}");
            assert!(out.iter().zip(&expected).all(|(&out, (sum, _))| out as i64 == *sum));
            seen[usize::from(fits)] += 1;
            let mut sum = x.clone();
            assert_eq!(add_signed(&mut sum, &y, subtract), fits);
            assert_eq!(sum, *if fits { &out } else { &x }, "{x:?} and {y:?}");
        }
        out.copy_from_slice(&x);
        assert_eq!(negate_signed(&mut out), !x.contains(&(1 << 63)), "−{x:?}");
        assert!(out.iter().zip(&x).all(|(out, x)| out.wrapping_add(*x) == 0));
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}

#[test]
fn exact_quotients_of_signed_words() {
    let inverse = |odd: u64| (0..6).fold(1, |x: u64, _| x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x))));
    for (odd, shift) in [(1, 0), (1, 63), (3, 0), (12345, 7), (u64::MAX >> 1, 0), ((1 << 40) - 1, 22)] {
        let divisor = i128::from(odd) << shift;
        let most = (1 << 63) / divisor;
        for len in (0..40).chain([1001]) {
            let quotient = |i: u64| match i % 4 {
                0 => -most,
                1 => most - 1,
                _ => i128::from(noise(i)) % (2 * most) - most,
            };
            let quotients: Vec<u64> = (0..len).map(|i| quotient(i) as u64).collect();
            let mut x: Vec<u64> = quotients.iter().map(|&q| (i128::from(q as i64) * divisor) as u64).collect();
            divide_exactly(&mut x, shift, inverse(odd));
            assert_eq!(x, quotients, "{len} words by {divisor}");
        }
    }
}

#[test]
fn bits_are_shifted_by_one() {
    for [x, _] in vectors().filter(|[x, _]| x.len() <= 40) {
        let bit = |v: &[u64], i: usize| v[i / 64] >> (i % 64) & 1;
        let mut out = x.clone();
        shift_bits_by_one(&mut out);
        for i in 0..64 * x.len() {
            // C(j, i) is odd where j has all bits of i (Lucas)
            let sum = (i..64 * x.len()).filter(|j| j & i == i).fold(0, |sum, j| sum ^ bit(&x, j));
            assert_eq!(bit(&out, i), sum, "coefficient {i} of {} words", x.len());
        }
    }
}
