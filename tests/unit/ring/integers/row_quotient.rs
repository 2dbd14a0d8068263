//! Divisions in rows of limbs against products.

use crate::ring::integers::extremes::extremes;
use polymod::{
    Error,
    core::{bits::SplitMix64, limbs},
    ring::{Coeffs, Integers, Ring, integers::row},
};
use rug::Integer;

/// Multiples of divisors of all lengths, with leading coefficients that are units, words, powers of two and long, and multiples with remainders;
/// dividends of which a leading coefficient cannot be divided.
#[test]
fn divisions_in_rows_of_all_widths() {
    let (z, mut random) = (Integers::new(), SplitMix64::new(9));
    let mut draw = |len: usize, bits: u32, kind: usize| -> Vec<Integer> {
        extremes(len, bits, kind, |_| {
            let words: Vec<u64> = (0..=bits / 64).map(|_| random.word()).collect();
            let x = Integer::from_digits(&words, rug::integer::Order::Lsf).keep_bits(bits);
            if random.word() & 1 == 1 { -x } else { x }
        })
    };
    let (mut inexact, mut long) = (0, 0);
    for bits in [1u32, 8, 31, 63, 64, 65, 127, 128, 129, 256, 300] {
        for (n, m) in [(1, 1), (2, 1), (1, 2), (3, 3), (6, 4), (4, 9), (9, 8), (3, 40)] {
            for kind in 0..4 {
                let (q, mut b) = (draw(n, bits, kind), draw(m, bits, 3 - kind));
                let leads =
                    ["1", "-1", "-3", "1024", "18446744073709551615", "-340282366920938463463374607431768211456"];
                for lead in leads.map(|lead| lead.parse::<Integer>().expect("a number")) {
                    b[m - 1] = lead;
                    let rest = draw(m - 1, bits, 3);
                    let mut a = vec![Integer::new(); n + m - 1];
                    for (i, x) in q.iter().enumerate() {
                        b.iter().enumerate().for_each(|(j, y)| a[i + j] += Integer::from(x * y));
                    }
                    a.iter_mut().zip(&rest).for_each(|(x, y)| *x += y);
                    let (v, w) = (z.collect(&a), z.collect(&b));
                    let divided = |v: &Coeffs<Integers>| {
                        let bits = limbs::most_bits(v.view().words(), v.width());
                        z.divided_in_rows(|i| row(v.view(), i), bits, w.view(), [v.len(), n])
                    };
                    let wanted: Vec<_> = rest.iter().chain(&q).cloned().collect();
                    let case = format!("{bits} bits, {n} by {m}, kind {kind}, leading {}", b[m - 1]);
                    let Some(found) = divided(&v) else {
                        long += 1;
                        continue;
                    };
                    let found = found.expect("a multiple");
                    assert_eq!((0..n + m - 1).map(|i| z.get(found.view(), i)).collect::<Vec<_>>(), wanted, "{case}");
                    if b[m - 1].significant_bits() > 1 {
                        a[m - 1] += 1;
                        let found = divided(&z.collect(&a)).expect("a short division");
                        assert!(matches!(found, Err(Error::NotDivisible { .. })), "{case}");
                        inexact += 1;
                    }
                }
            }
        }
    }
    assert!(inexact > 500 && long < 500, "{inexact} divisions are not exact, {long} are long");
}
