//! Determinants, ranks, solutions and minimal polynomials of sparse matrices over Z: those of the dense methods, with images by products alone.

use polymod::{
    Error, Integers, Matrix, Ring,
    core::bits::testing::Words,
    matrix::SparseMatrix,
    multimodular::{Algorithm, Options, sparse_det, sparse_minpoly, sparse_rank, sparse_solve},
};
use rug::Integer;

fn random(z: &Integers, [rows, cols, count]: [usize; 3], words: &mut Words) -> SparseMatrix<Integers> {
    let mut triple = || {
        let [i, j] = [rows, cols].map(|n| (words.word() % n as u64) as usize);
        (i, j, Integer::from(words.word() as i64 >> (i * 7 % 60)))
    };
    let triples: Vec<_> = (0..count).map(|_| triple()).collect();
    SparseMatrix::from_triples(z, rows, cols, triples).unwrap()
}

/// The matrix with more than ones on its diagonal.
fn with_diagonal(a: &SparseMatrix<Integers>) -> SparseMatrix<Integers> {
    let (z, (rows, cols)) = (a.ring(), a.shape());
    let own: Vec<_> = a.places().collect();
    let own = own.iter().enumerate().map(|(k, &[i, j])| (i, j, z.get(a.entries(), k)));
    let ones = (0..rows.min(cols)).map(|i| (i, i, Integer::from(i as u64 + 1)));
    SparseMatrix::from_triples(z, rows, cols, own.chain(ones)).unwrap()
}

fn agrees(a: &SparseMatrix<Integers>) {
    let (dense, (rows, cols)) = (a.to_dense().unwrap(), a.shape());
    let by = |algorithm| Options { algorithm, ..Options::default() };
    for options in [by(None), by(Some(Algorithm::Wiedemann)), by(Some(Algorithm::Crt))] {
        let told = format!("{a:?} by {:?}", options.algorithm);
        assert_eq!(sparse_rank(a, &options).map(|found| found.value), dense.rank(), "{told}");
        let right = Matrix::from_fn(a.ring(), rows, 2, |i, j| Integer::from(3 * i + j)).unwrap();
        assert_eq!(sparse_solve(a, &right, &options).map(|found| found.value), dense.solve(&right), "{told}");
        if rows != cols {
            assert!(matches!(sparse_det(a, &options), Err(Error::NotSquare { .. })));
            assert!(matches!(sparse_minpoly(a, &options), Err(Error::NotSquare { .. })));
            continue;
        }
        assert_eq!(sparse_det(a, &options).map(|found| found.value), dense.det(), "{told}");
        assert_eq!(sparse_minpoly(a, &options).map(|found| found.value), dense.minpoly(), "{told}");
    }
}

#[test]
fn results_over_z_are_those_of_the_dense_matrix() {
    let (z, mut words) = (Integers::new(), Words::new(41));
    for shape in [[1, 1, 1], [2, 2, 2], [4, 4, 6], [3, 5, 7], [6, 4, 9], [4, 4, 0]] {
        let a = random(&z, shape, &mut words);
        agrees(&a);
        agrees(&with_diagonal(&a));
    }
    agrees(&SparseMatrix::from_triples(&z, 0, 0, []).unwrap());
    // an eigenvalue three times
    agrees(&SparseMatrix::from_triples(&z, 3, 3, (0..3).map(|i| (i, i, Integer::from(-5)))).unwrap());
}
