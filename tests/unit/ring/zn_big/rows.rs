//! Sums, differences and negatives in rows against those of integers.

use polymod::ring::{Ring, Vectors, ZnBig, zn_big::rows::RowOp};
use rug::{Integer, ops::Pow};

/// Sums, differences and negatives of the ends of the range and of scattered residues, in rows of 1 limb up to more than there are loops for.
#[test]
fn rows_are_combined_as_integers_are() {
    let mut widths = Vec::new();
    for bits in [2u32, 63, 64, 127, 128, 191, 192, 255, 256, 320, 383, 384, 448, 511, 512, 575, 576, 640, 1000] {
        for n in [Integer::from(2).pow(bits) - 1u32, Integer::from(2).pow(bits - 1) + 1u32, Integer::from(2).pow(bits)]
        {
            if n < 2 {
                continue;
            }
            let f = ZnBig::new(n.clone()).expect("a modulus");
            widths.push(f.width());
            let ends = [0i32, 1, 2, -1, -2].map(Integer::from).into_iter();
            let all = ends.chain((1..4u32).map(|i| Integer::from(3).pow(i * bits / 2) + i));
            let all: Vec<_> = all.map(|x| x.modulo(&n)).collect();
            for shift in 0..all.len() {
                let mut other = all.clone();
                other.rotate_left(shift);
                let (x, y) = (f.collect(&all), f.collect(&other));
                let [mut sum, mut difference, mut negative] = [x.clone(), x.clone(), x.clone()];
                f.add_at(&mut sum, 0, y.view());
                f.sub_at(&mut difference, 0, y.view());
                f.neg_all(&mut negative);
                let [mut written, mut lower] = [0; 2].map(|_| vec![0; x.words().len()]);
                f.write_combined(RowOp::Add, &mut written, x.words(), y.words());
                f.write_combined(RowOp::Sub, &mut lower, x.words(), y.words());
                assert_eq!((&written[..], &lower[..]), (sum.words(), difference.words()), "modulo {n}");
                for (i, (a, b)) in all.iter().zip(&other).enumerate() {
                    assert_eq!(f.get(sum.view(), i), Integer::from(a + b).modulo(&n), "{a} + {b} modulo {n}");
                    assert_eq!(f.get(difference.view(), i), Integer::from(a - b).modulo(&n), "{a} − {b} modulo {n}");
                    assert_eq!(f.get(negative.view(), i), Integer::from(-a).modulo(&n), "−{a} modulo {n}");
                }
            }
        }
    }
    assert!((1..=16).all(|width| width > 11 && width < 16 || widths.contains(&width)), "{widths:?}");
}
