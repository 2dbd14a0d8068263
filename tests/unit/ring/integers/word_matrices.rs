//! Products of matrices of words against sums of products of integers.

use polymod::{
    matrix::Matrix,
    ring::{Block, Integers, Ring, Vectors, integers::word_matrices::WordProduct},
};
use rug::Integer;

/// Sums that just fit in doubles and in pairs of words, of either sign, at shapes around tiles.
#[test]
fn products_at_the_ends_of_words() {
    let z = Integers::new();
    let (mut ways, mut fixed) = ([0; 5], 0);
    for (x, y) in [
        (1u32, 1u32),
        (11, 10),
        (10, 12),
        (10, 10),
        (30, 31),
        (31, 30),
        (64, 1),
        (64, 64),
        (63, 64),
        (25, 25),
        (26, 24),
        (26, 27),
        (31, 31),
        (50, 3),
        (51, 2),
        (62, 62),
        (63, 63),
    ] {
        for [m, k, c] in [[1, 1, 1], [2, 2, 2], [3, 4, 5], [4, 4, 4], [5, 2, 9], [1, 8, 1], [8, 1, 8], [9, 7, 3]] {
            for kind in 0..4 {
                let entry = |bits: u32, i: usize, j: usize| {
                    let most = (Integer::from(1) << bits) - 1u32;
                    match (kind, (i + j) % 2) {
                        (0, _) | (2, 0) => most,
                        (1, _) | (2, _) if bits == 63 => -most - 1u32,
                        (1 | 2, _) => -most,
                        _ => Integer::from(i as i64 * 3 - j as i64) % (most + 1u32),
                    }
                };
                let a = Matrix::from_fn(&z, m, k, |i, j| entry(x, i, j)).expect("a shape");
                let b = Matrix::from_fn(&z, k, c, |i, j| entry(y, i, j)).expect("a shape");
                let [left, right] = [Block::new(a.entries(), m, k, k), Block::new(b.entries(), k, c, c)];
                let few = z.product_of_few(left, right);
                let Some(product) = WordProduct::new(left, right) else { continue };
                ways[product.numbers as usize] += 1;
                let got = product.run(&z);
                if let Some(few) = few {
                    fixed += 1;
                    assert!(z.same(few.view(), got.view()), "{x} by {y} bits, {m}, {k}, {c}, kind {kind}");
                }
                for i in 0..m {
                    for j in 0..c {
                        let wanted: Integer = (0..k).map(|t| a.get(i, t) * b.get(t, j)).sum();
                        assert_eq!(z.get(got.view(), i * c + j), wanted, "{x} by {y} bits, {m}, {k}, {c}, kind {kind}");
                    }
                }
            }
        }
    }
    assert!(ways.iter().all(|&count| count > 10) && fixed > 50, "{ways:?}, {fixed}");
}
