//! Digits of solutions against products with the inverse series.

use crate::any;
use polymod::{AnyRing, Poly, PolyMatrix, core::bits::testing::noise, ring::AnyElem};

/// Both are the product with the inverse series, for right sides of every number of digits.
fn check(f: &AnyRing, elem: impl Fn(u64) -> AnyElem) {
    for (case, [n, m, len, long]) in
        [[1, 1, 3, 1], [2, 1, 2, 2], [3, 2, 4, 9], [2, 3, 1, 3], [4, 1, 3, 0], [5, 2, 2, 1]].into_iter().enumerate()
    {
        let random = |rows: usize, columns: usize, len: usize, seed: usize| {
            let entry = |i: usize, j: usize| {
                Poly::new(
                    f,
                    (0..len).map(|k| elem(noise((((case * 9 + seed) * 64 + i) * 64 + j) as u64 * 64 + k as u64))),
                )
            };
            PolyMatrix::from_fn(f, rows, columns, entry).expect("a matrix")
        };
        // ones on the diagonal, zeros below it, at 0
        let one = PolyMatrix::identity(f, n);
        let a = &random(n, n, len.max(2) - 1, 1).shl(1) + &one;
        let a = if len == 1 { one } else { a };
        let b = random(n, m, long, 2);
        for order in [1, 2, len, 2 * len, 5 * len + 1, 16 * len, 17 * len - 1] {
            let expected = a.inv_series(order).and_then(|x| x.mul_low(&b, order)).expect("an expansion").into_entries();
            assert_eq!(a.digits_in_turn(&b, order).as_ref(), Ok(&expected), "{n} rows, {order} terms");
            assert_eq!(a.digits_at_once(&b, order), Ok(expected), "{n} rows, {order} terms");
        }
    }
}

#[test]
fn expansions() {
    for p in [2, 97, (1 << 62) - 57] {
        check(&any(&format!("zn:{p}")), |word| AnyElem::Word(word % p));
    }
    check(&any("gf2^8:0x11b"), |word| AnyElem::Word(word % 256));
}
