//! Sparse matrices against the dense ones with the same entries.

mod rank;

use crate::{any, named};
use polymod::{
    AnyRing, Engine, Error, Matrix, Poly, Ring,
    core::bits::testing::Words,
    matrix::{SparseMatrix, sparse::relations},
    ring::{AnyElem, FiniteField, Vectors},
};

/// A matrix with about this many random entries in random places, some of them in one place.
fn random(r: &AnyRing, [rows, cols, count]: [usize; 3], words: &mut Words) -> SparseMatrix<AnyRing> {
    let triple = |words: &mut Words| {
        let [i, j] = [rows, cols].map(|n| (words.word() % n as u64) as usize);
        (i, j, r.random(&mut || words.word()))
    };
    let triples: Vec<_> = (0..if rows * cols > 0 { count } else { 0 }).map(|_| triple(words)).collect();
    SparseMatrix::from_triples(r, rows, cols, triples).unwrap()
}

/// A square matrix that is nearly always regular: ones on a diagonal, and random entries.
fn regular(r: &AnyRing, n: usize, words: &mut Words) -> SparseMatrix<AnyRing> {
    let more = random(r, [n, n, 2 * n], words);
    let shift = words.word() as usize % n.max(1);
    let ones = (0..n).map(|i| (i, (i + shift) % n, r.one()));
    let places: Vec<_> = more.places().collect();
    let triples = places.iter().enumerate().map(|(k, &[i, j])| (i, j, r.get(more.entries(), k)));
    SparseMatrix::from_triples(r, n, n, ones.chain(triples)).unwrap()
}

/// The first rows of a matrix, and sums of two of them, so that its rank is lower.
fn with_sums(a: &SparseMatrix<AnyRing>, count: usize) -> SparseMatrix<AnyRing> {
    let (r, dense) = (a.ring(), a.to_dense().unwrap());
    let (rows, cols) = a.shape();
    let entry = |i: usize, j: usize| match i < rows - count {
        true => dense.get(i, j),
        false => r.add(&dense.get(i - (rows - count), j), &dense.get((i + 1) % (rows - count), j)),
    };
    SparseMatrix::from_dense(&Matrix::from_fn(r, rows, cols, entry).unwrap())
}

#[test]
fn triples_and_dense_matrices_hold_the_same_entries() {
    let f = any("zn:97");
    let mut words = Words::new(31);
    for shape in [[0, 0, 0], [0, 3, 0], [3, 0, 0], [1, 1, 1], [5, 7, 12], [7, 5, 40]] {
        let a = random(&f, shape, &mut words);
        let dense = a.to_dense().unwrap();
        assert_eq!(SparseMatrix::from_dense(&dense), a);
        assert_eq!(a.nonzeros(), dense.iter().filter(|x| !f.is_zero(x)).count());
        assert_eq!(a.transposed().to_dense().unwrap(), dense.transposed());
        assert_eq!(a.transposed().transposed(), a);
        for i in 0..shape[0] {
            assert!((0..shape[1]).all(|j| a.get(i, j) == dense.get(i, j)));
        }
    }
    let refused = [(3, 0, f.one()), (0, 2, f.one())].map(|triple| SparseMatrix::from_triples(&f, 3, 2, [triple]));
    assert!(refused.iter().all(|a| matches!(a, Err(Error::OutOfRange { .. }))));
    let one = f.collect(&[f.one()]);
    let uneven = SparseMatrix::from_places(&f, [3, 2], &[[0, 0], [1, 1]], one.view());
    assert!(matches!(uneven, Err(Error::Length { .. })));
}

#[test]
fn products_are_those_of_the_dense_matrix() {
    fn over(r: &AnyRing) {
        let mut words = Words::new(32);
        for [rows, cols, count] in [[1, 1, 1], [6, 4, 9], [4, 9, 20], [30, 20, 50], [3, 4, 0]] {
            let a = random(r, [rows, cols, count], &mut words);
            let dense = a.to_dense().unwrap();
            for width in [0, 1, 3, 8, 17] {
                let mut block = |height: usize, width: usize| {
                    Matrix::from_fn(r, height, width, |_, _| r.random(&mut || words.word())).unwrap()
                };
                let (x, y) = (block(cols, width), block(width, rows));
                assert_eq!(a.checked_mul(&x), dense.checked_mul(&x), "{rows} by {cols}, {width} over {}", r.name());
                assert_eq!(a.left_mul(&y), y.checked_mul(&dense));
            }
            let v = r.collect(&(0..cols).map(|_| r.random(&mut || words.word())).collect::<Vec<_>>());
            let column = Matrix::new(r, cols, 1, v.clone()).unwrap();
            assert!(r.same(a.mul_vector(v.view()).unwrap().view(), dense.checked_mul(&column).unwrap().entries()));
        }
        let a = random(r, [3, 4, 5], &mut words);
        assert!(matches!(a.checked_mul(&Matrix::identity(r, 3)), Err(Error::Shapes { .. })));
        assert!(a.mul_vector(r.zeros(3).view()).is_err());
    }
    ["zn:2^61-1", "zn:2^64-59", "gf2", "gf2^8:0x11b", "zn:97"].iter().for_each(|name| over(&any(name)));
}

#[test]
fn runs_of_rows_for_threads_are_all_rows() {
    let mut words = Words::new(33);
    let a = random(&any("zn:97"), [40, 6, 70], &mut words);
    for count in [1, 2, 3, 7, 100] {
        let parts = a.parts(count);
        assert!(parts.len() <= count && parts[0][0] == 0 && parts[parts.len() - 1][1] == 40);
        assert!(parts.windows(2).all(|pair| pair[0][1] == pair[1][0]));
    }
}

/// Results by products against those of the dense matrix.
fn agrees(a: &SparseMatrix<AnyRing>, words: &mut Words) {
    let (r, dense, (rows, cols)) = (a.ring(), a.to_dense().unwrap(), a.shape());
    let told = format!("{a:?}");
    let rank = dense.rank().unwrap();
    assert_eq!((a.rank_wiedemann(), a.rank()), (Ok(rank), Ok(rank)), "{told}");
    // with more vectors in a block than there are dimensions, too
    let widths = [1, 2, 5];
    assert!(widths.iter().all(|&m| a.rank_in_blocks(m) == Ok(rank)), "{told}");
    let mut block =
        |height: usize, width: usize| Matrix::from_fn(r, height, width, |_, _| r.random(&mut || words.word())).unwrap();
    // one right side that has a solution, and one that may have none
    let right = a.checked_mul(&block(cols, 2)).unwrap();
    let any = block(rows, 1);
    for right in [&right, &any, &Matrix::zero(r, rows, 0).unwrap(), &Matrix::zero(r, rows, 1).unwrap()] {
        let expected = dense.solve(right);
        assert_eq!((&a.solve_wiedemann(right), &a.solve(right)), (&expected, &expected), "{told}");
        assert!(widths.iter().all(|&m| a.solve_in_blocks(right, m) == expected), "{told}");
    }
    if rows == cols {
        let (det, minpoly) = (dense.det(), dense.minpoly());
        assert_eq!((&a.det_wiedemann(), &a.det()), (&det, &det), "{told}");
        assert_eq!((&a.minpoly_wiedemann(), &a.minpoly()), (&minpoly, &minpoly), "{told}");
        for m in widths {
            assert_eq!((&a.det_in_blocks(m), &a.minpoly_in_blocks(m)), (&det, &minpoly), "{told}");
        }
    } else {
        assert!(matches!(a.det_wiedemann(), Err(Error::NotSquare { .. })));
        assert!(matches!(a.minpoly_wiedemann(), Err(Error::NotSquare { .. })));
    }
}

fn agree_over(r: &AnyRing, sizes: &[usize]) {
    let mut words = Words::new(34);
    for &n in sizes {
        let a = regular(r, n, &mut words);
        agrees(&a, &mut words);
        if n > 2 {
            agrees(&with_sums(&a, n / 3), &mut words);
        }
        // rows and columns without entries
        agrees(&random(r, [n, n, n], &mut words), &mut words);
        agrees(&random(r, [n, n + 3, 3 * n], &mut words), &mut words);
        agrees(&random(r, [2 * n + 1, n, 3 * n], &mut words), &mut words);
    }
}

#[test]
fn results_agree_with_the_dense_ones_over_large_fields() {
    agree_over(&any("zn:2^61-1"), &[0, 1, 2, 3, 5, 19, 33]);
    agree_over(&any("zn:10007"), &[0, 1, 2, 3, 12]);
    agree_over(&any("zn:998244353"), &[1, 7]);
}

#[test]
fn results_agree_with_the_dense_ones_over_small_fields() {
    agree_over(&any("zn:2"), &[0, 1, 4, 9]);
    agree_over(&any("zn:7"), &[1, 2, 10]);
    agree_over(&any("gf2"), &[1, 2, 10]);
    agree_over(&any("gf2^8:0x11b"), &[1, 6, 11]);
}

#[test]
fn composite_moduli_are_left_to_elimination() {
    let r = any("zn:40028");
    let triples = [(0, 0, 2), (1, 1, 6), (0, 1, 1)].map(|(i, j, x)| (i, j, r.elem(x)));
    let a = SparseMatrix::from_triples(&r, 2, 2, triples).unwrap();
    assert_eq!((a.det_wiedemann(), a.det()), (Ok(r.elem(12)), Ok(r.elem(12))));
    assert!(a.rank_wiedemann().is_err() == a.to_dense().unwrap().rank().is_err());
}

/// Matrices with many equal invariant factors, nilpotent ones among them.
#[test]
fn minimal_polynomials_of_lower_degree() {
    let r = any("zn:2^61-1");
    let blocks = |n: usize, value: u64, above: u64| {
        let diagonal = (0..n).map(move |i| (i, i, AnyElem::Word(value)));
        diagonal.chain((0..n - 1).filter(|i| i % 3 != 2).map(move |i| (i, i + 1, AnyElem::Word(above))))
    };
    for (n, value, above, expected) in [(40, 5, 0, "x - 5"), (40, 5, 1, "(x - 5)^3"), (40, 0, 1, "x^3"), (7, 0, 0, "x")]
    {
        let a = SparseMatrix::from_triples(&r, n, n, blocks(n, value, above)).unwrap();
        for m in [1, 4] {
            assert_eq!(a.minpoly_in_blocks(m), Poly::parse(&r, expected), "{n}, {value}, {above}");
        }
        let det = a.to_dense().unwrap().det();
        assert_eq!((a.det_wiedemann(), a.rank_wiedemann()), (det, a.to_dense().unwrap().rank()));
    }
}

#[test]
fn relations_tell_the_rank_of_a_hankel_matrix() {
    let r = any("zn:2^61-1");
    let mut words = Words::new(35);
    for (m, count, states) in [(1, 4, 3), (2, 6, 4), (3, 4, 20), (2, 2, 0)] {
        // random terms of a system with few states, or independent ones
        let mut block = |rows, cols| Matrix::from_fn(&r, rows, cols, |_, _| r.random(&mut || words.word())).unwrap();
        let (x, b, y) = (block(states, m), block(states, states), block(m, states));
        let terms = relations::terms(&x, &y, count, |v| b.checked_mul(v)).unwrap();
        let most = count / 2;
        let hankel = Matrix::from_fn(&r, m * (most + 1), m * most, |i, j| terms[i / m + j / m].get(i % m, j % m));
        let found = relations::Relations::of(&r, &terms).unwrap();
        assert_eq!(Ok(found.rank), hankel.unwrap().rank(), "{m}, {count}, {states}");
    }
}

/// The relations of random vectors, not the elimination of the dense matrix, give the results over large fields.
#[test]
fn large_fields_need_no_elimination() {
    let r = any("zn:2^61-1");
    let mut words = Words::new(36);
    for (n, m) in [(1, 1), (6, 2), (25, 4), (25, 1)] {
        let a = regular(&r, n, &mut words);
        let mut random = relations::Random::of(&a);
        assert_eq!(a.det_by_relations(m, &mut random), a.to_dense().unwrap().det().map(Some), "{n}, {m}");
        assert_eq!(a.divisor_by_relations(m, &mut random), a.to_dense().unwrap().minpoly().map(Some), "{n}, {m}");
        let right = Matrix::from_fn(&r, n, 3, |i, j| AnyElem::Word((i * j + 1) as u64)).unwrap();
        let (x, det) = a.solution_by_relations(&right, m, &mut random).unwrap().expect("it is regular");
        assert_eq!((Ok(x), Ok(det)), (a.to_dense().unwrap().solve(&right), a.det()));
        if n > 2 {
            let singular = with_sums(&a, n / 2);
            assert_eq!(singular.det_by_relations(m, &mut random), Ok(Some(r.elem(0))), "{n}, {m}");
            assert_eq!(singular.solution_by_relations(&right, m, &mut random), Ok(None));
        }
    }
}

#[test]
fn dense_matrices_are_within_the_memory_of_the_engine() {
    let engine = Engine::builder().memory(1 << 20).build();
    let r = named(&engine, "zn:97");
    let large = SparseMatrix::from_triples(&r, 1 << 10, 1 << 10, [(3, 1000, r.elem(1)), (4, 1000, r.elem(2))]).unwrap();
    assert!(matches!(large.to_dense(), Err(Error::TooLarge { .. })));
    assert_eq!((large.rank(), large.det()), (Ok(1), Ok(r.elem(0))));
}
