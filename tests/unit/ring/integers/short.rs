//! Sums of few integers that fit in their words, or are refused.

use polymod::ring::{Coeffs, Integers, Ring, Short, ShortOp, View, integers::write_integer};
use rug::Integer;

/// Sums at the ends of words and of rows of words, of operands of all lengths, against sums of integers; what does not fit is refused, not wrapped.
#[test]
fn sums_that_fit_their_words() {
    let z = Integers::new();
    let ends = |width: usize| {
        let half = Integer::from(1) << (64 * width as u32 - 1);
        [Integer::new(), Integer::from(-1), half.clone() - 1u32, -half.clone(), half / 2u32]
    };
    let mut refused = 0;
    for (v, w) in [(1, 1), (2, 2), (3, 3), (5, 5), (1, 2), (3, 1), (2, 6), (6, 5)] {
        let (width, ends) = (v.max(w), [ends(v), ends(w)]);
        for (la, lb) in [(1, 1), (2, 1), (1, 2), (5, 5), (0, 3), (3, 0), (9, 4)] {
            for shift in 0..5 {
                let [a, b]: [Vec<Integer>; 2] = [(0, la, 1), (1, lb, shift)]
                    .map(|(k, len, step)| (0..len).map(|i| ends[k][(i * step + shift) % 5].clone()).collect());
                let rows = |v: &[Integer], width: usize| {
                    let mut words = vec![0; v.len() * width];
                    words.chunks_exact_mut(width).zip(v).for_each(|(row, x)| write_integer(row, x));
                    Coeffs::<Integers>::from_words(words.into(), v.len(), width)
                };
                let (x, y) = (rows(&a, v), rows(&b, w));
                for (op, sign) in [(ShortOp::Sum, 1), (ShortOp::Difference, -1)] {
                    let at = |v: &[Integer], i: usize| v.get(i).cloned().unwrap_or_default();
                    let wanted: Vec<Integer> = (0..la.max(lb)).map(|i| at(&a, i) + sign * at(&b, i)).collect();
                    let fits = wanted.iter().all(|s| s.signed_bits() <= 64 * width as u32);
                    let mut out = vec![7; z.short_words(op, x.view(), y.view()).expect("a sum")];
                    let found = z.write_short(op, &mut out, x.view(), y.view());
                    refused += usize::from(found.is_err());
                    assert_eq!(found.is_ok(), fits, "{op:?} of {a:?}, {b:?}, {v} and {w} words");
                    if fits {
                        let got = View::<Integers>::from_words(&out, wanted.len(), width);
                        assert!((0..wanted.len()).all(|i| z.get(got, i) == wanted[i]), "{op:?} of {a:?}, {b:?}");
                    }
                }
            }
        }
    }
    assert!(refused > 20, "{refused}");
}
