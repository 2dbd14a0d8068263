//! Divisions at the ends of words against products.

use crate::ring::integers::extremes::extremes;
use polymod::{
    Error,
    core::bits::SplitMix64,
    ring::{Integers, Quotients, Ring, Vectors},
};
use rug::Integer;

/// Quotient and remainder of integers by the definition.
fn defined(a: &[Integer], b: &[Integer]) -> Option<[Vec<Integer>; 2]> {
    let (mut rest, mut q) = (a.to_vec(), Vec::new());
    while rest.len() >= b.len() {
        let (top, lead) = (rest.pop()?, b.last()?);
        let (x, remainder) = top.div_rem(lead.clone());
        if remainder != 0 {
            return None;
        }
        let shift = rest.len() + 1 - b.len();
        (0..b.len() - 1).for_each(|i| rest[shift + i] -= Integer::from(&x * &b[i]));
        q.insert(0, x);
    }
    Some([q, rest])
}

/// Coefficients of either sign at the ends of words; remainders that just fit in a word and in two, and that do not; quotients that are no word;
/// divisors that do not divide.
#[test]
fn divisions_at_the_ends_of_words() {
    let (z, mut random) = (Integers::new(), SplitMix64::new(4));
    let mut draw = |len: usize, bits: u32, kind: usize| -> Vec<Integer> {
        extremes(len, bits, kind, |_| (Integer::from(random.word() as i64) << 64) >> (128 - bits.min(128)))
    };
    let mut refused = 0;
    for bits in [1u32, 7, 15, 30, 31, 32, 40, 60, 61, 62, 63, 64, 100] {
        for (n, m) in [(1, 1), (2, 1), (1, 2), (3, 2), (5, 5), (8, 3), (3, 8), (17, 16), (40, 9)] {
            for kind in 0..4 {
                let (x, mut y) = (draw(n, bits, kind), draw(m, bits.min(62), 3 - kind));
                for lead in [1i64, -1, 3, 1 << 20, i64::MAX, i64::MIN] {
                    y[m - 1] = Integer::from(lead);
                    // a multiple of y, and one with a remainder
                    let mut multiple = vec![Integer::new(); n + m - 1];
                    for (i, x) in x.iter().enumerate() {
                        y.iter().enumerate().for_each(|(j, y)| multiple[i + j] += Integer::from(x * y));
                    }
                    let rest: Vec<_> = multiple.iter().enumerate().map(|(i, x)| Integer::from(x + i)).collect();
                    for a in [multiple, rest, draw(n + m - 1, bits, kind)] {
                        let wanted = defined(&a, &y);
                        let (a, b) = (z.collect(&a), z.collect(&y));
                        let got = z.own_division(a.view(), b.view()).expect("a short division");
                        refused += usize::from(wanted.is_none());
                        let Some([q, rest]) = wanted else {
                            assert!(matches!(got, Err(Error::NotDivisible { .. })), "{bits} bits, {n}, {m}, {lead}");
                            continue;
                        };
                        let [got_q, got_rest] = got.expect("exact quotients");
                        let same = z.same(got_q.view(), z.collect(&q).view());
                        let law = format!("{bits} bits, {n} by {m}, kind {kind}, leading {lead}");
                        assert!(same && z.same(got_rest.view(), z.collect(&rest).view()), "{law}");
                        // the same quotient as that of power series in reverse order
                        let series =
                            z.short_quotient(z.reversed(a.view()).view(), z.reversed(b.view()).view(), None, n);
                        let series = z.reversed(series.expect("exact quotients").view());
                        assert!(z.same(series.view(), z.collect(&q).view()), "series, {law}");
                    }
                }
            }
        }
    }
    assert!(refused > 100, "{refused} divisions are not exact");
}
