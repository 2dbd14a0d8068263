//! Determinants of polynomial matrices by triangles, to blocks of one entry.

use crate::any;
use polymod::{AnyRing, Poly, PolyMatrix, Result, core::bits::testing::noise, matrix::DetAlgorithm, ring::AnyElem};

fn to_the_end(a: &PolyMatrix<AnyRing>) -> Result<Poly<AnyRing>> {
    a.det_by_triangles(to_the_end)
}

#[test]
fn blocks_of_all_sizes() {
    for p in [7, 97, (1 << 62) - 57] {
        let f = any(&format!("zn:{p}"));
        for n in 0..8usize {
            let word = |k: usize| AnyElem::Word(noise((1000 * n + k) as u64) % p);
            let entry =
                |i: usize, j: usize| Poly::new(&f, (0..3).map(|k| word((i * n + j) * 3 + k)).collect::<Vec<_>>());
            let a = PolyMatrix::from_fn(&f, n, n, entry).expect("a matrix");
            assert_eq!(to_the_end(&a), a.det_by(DetAlgorithm::DivisionFree), "{a:?}");
            if n > 1 {
                // a singular corner, and a singular matrix
                let zero = |i: usize, j: usize| if i < n / 2 && j < n / 2 { Poly::zero(&f) } else { entry(i, j) };
                let b = PolyMatrix::from_fn(&f, n, n, zero).expect("a matrix");
                assert_eq!(to_the_end(&b), b.det_by(DetAlgorithm::DivisionFree), "{b:?}");
                let order: Vec<usize> = (0..n).map(|i| if i == 0 { n - 1 } else { i }).collect();
                assert_eq!(to_the_end(&a.select_rows(&order)), Ok(Poly::zero(&f)));
            }
        }
    }
    let f = any("gf2");
    for seed in 0..20 {
        let entry = |i: usize, j: usize| {
            Poly::new(&f, (0..4).map(|k| AnyElem::Bit(noise((99 * seed + 16 * i + 4 * j + k) as u64) % 2 == 1)))
        };
        let a = PolyMatrix::from_fn(&f, 4, 4, entry).expect("a matrix");
        assert_eq!(to_the_end(&a), a.det_by(DetAlgorithm::DivisionFree), "{a:?}");
    }
}
