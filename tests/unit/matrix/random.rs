//! Random matrices and the order of their entries.

use crate::any;
use polymod::{Distribution, Matrix, Poly, PolyMatrix};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};

#[test]
fn entries_are_drawn_in_row_major_order() {
    let (f, seeded) = (any("zn:1009"), || ChaCha20Rng::seed_from_u64(5));
    let entries = Poly::random(&f, 12, &mut seeded());
    let a = Matrix::random(&f, 3, 4, &mut seeded()).unwrap();
    assert!((0..12).all(|i| a.get(i / 4, i % 4) == entries.coeff(i)));
    assert_eq!(Matrix::random_with(&f, [3, 4], &Distribution::below(&[1009]), &mut seeded()), Ok(a));
    let b = PolyMatrix::random(&f, 2, 2, 3, &mut seeded());
    assert!((0..12).all(|i| b.entries()[i / 3].coeff(i % 3) == entries.coeff(i)));
    assert_eq!(Matrix::random(&any("gf2"), 0, 5, &mut seeded()).unwrap().shape(), (0, 5));
    assert!(Matrix::random(&f, usize::MAX, 2, &mut seeded()).is_err());
}
