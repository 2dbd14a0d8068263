//! Ranks and degrees of random polynomial matrices.

use crate::any;
use polymod::{Distribution, Error, Poly, PolyMatrix};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};

#[test]
fn ranks_and_degrees_are_those_wanted() {
    let mut random = ChaCha20Rng::seed_from_u64(5);
    for p in [2, 97, (1 << 61) - 1] {
        let (f, distribution) = (any(&format!("zn:{p}")), Distribution::below(&[p]));
        for (degrees, cols) in [(&[0, 0, 0][..], 4), (&[3, 1, 4, 1], 3), (&[6, 6], 2), (&[], 2), (&[2], 0)] {
            for rank in 0..=degrees.len().min(cols) {
                let a = PolyMatrix::random_of_rank(&f, degrees, cols, rank, &distribution, &mut random).unwrap();
                assert_eq!((a.shape(), a.rank()), ((degrees.len(), cols), Ok(rank)), "modulo {p}");
                let found = a.row_degrees(&vec![0; cols]).unwrap();
                let most = |(found, most): (&Option<i64>, &usize)| found.is_none_or(|d| d <= *most as i64);
                assert!(found.iter().zip(degrees).all(most), "{found:?} for {degrees:?}");
                // a monic entry at the corner, of the degree of its row
                let reached = found.iter().zip(degrees).any(|(found, most)| *found == Some(*most as i64));
                assert!(rank == 0 || reached, "{found:?} for {degrees:?}");
            }
            let more = degrees.len().min(cols) + 1;
            let refused = PolyMatrix::random_of_rank(&f, degrees, cols, more, &distribution, &mut random);
            assert!(matches!(refused, Err(Error::OutOfRange { .. })));
        }
    }
    let a = PolyMatrix::random_with(&any("gf2"), &[40, 0], 3, &Distribution::below(&[2]), &mut random).unwrap();
    let lens: Vec<usize> = a.entries().iter().map(Poly::len).collect();
    assert!(lens[..3].iter().all(|len| (20..42).contains(len)) && lens[3..].iter().all(|len| *len <= 1), "{lens:?}");
}
