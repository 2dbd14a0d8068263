//! Lattices of integer rows: Hermite and Smith forms, and reduced bases.

use polymod::{
    Engine, Integers, Matrix, Ring,
    core::bits::SplitMix64,
    multimodular::{
        hnf,
        lattice::{
            Rows,
            basis::Basis,
            exact, matrix_of,
            modular::{Multiple, triangular},
            proof, rows_of,
        },
        lll, lll_with_transform,
    },
};
use rug::Integer;

/// The forms modulo a multiple of the determinant and modulo one of the exponent.
#[test]
fn forms_modulo_a_number() {
    let engine = Engine::builder().build();
    let mut random = SplitMix64::new(2);
    for n in 1..8 {
        for d in [1u32, 2, 12, 36, 97, 1 << 20] {
            let mut rows: Rows = (0..n).map(|_| (0..n).map(|_| Integer::from(random.word() % 100)).collect()).collect();
            let by = |rows: &Rows, d: Multiple| engine.enter(|cx| triangular(rows.clone(), n, d, cx)).unwrap();
            let form = by(&rows, Multiple::OfExponent(d.into()));
            for i in 0..n {
                rows.push((0..n).map(|j| Integer::from(if i == j { d } else { 0 })).collect());
            }
            let power = Integer::from(Integer::u_pow_u(d, n as u32));
            assert_eq!(by(&rows, Multiple::OfDeterminant(power)), form);
            assert!((0..n).all(|i| (0..i).all(|j| form[i][j] == 0 && form[j][i] < form[i][i])), "{form:?}");
        }
    }
}

/// The reduction in integers alone, and dependent rows, which it reports.
#[test]
fn reduction_in_integers() {
    let mut random = SplitMix64::new(3);
    let engine = Engine::builder().build();
    for [rows, cols, rank] in [[4, 4, 4], [5, 7, 5], [5, 3, 3]] {
        let given: Rows = (0..rows).map(|_| (0..cols).map(|_| Integer::from(random.word() as i64)).collect()).collect();
        let mut basis = Basis::new(given.clone(), true);
        let independent = engine.enter(|cx| exact::reduce(&mut basis, cx)).unwrap();
        assert_eq!(independent, rows == rank);
        let z = Integers::new();
        let of = |rows: &Rows, cols: usize| matrix_of(&z, rows, cols).unwrap();
        let (u, b) = (of(&basis.transform, rows), of(&basis.rows, cols));
        assert!(&u * &of(&given, cols) == b && u.det().unwrap().abs() == 1);
        let mut again = Basis::new(basis.rows.clone(), false);
        engine.enter(|cx| exact::reduce(&mut again, cx)).unwrap();
        assert!(!independent || again.rows == basis.rows);
    }
}

/// Knapsack and q-ary lattices: the transform leads to the basis, and Gram determinants of integers show that it is reduced.
#[test]
fn reduction_of_short_and_long_vectors() {
    let (z, mut random) = (Integers::new(), SplitMix64::new(4));
    let mut weight = |bits: u32| {
        let words = [(); 9].map(|()| random.word());
        Integer::from_digits(&words, rug::integer::Order::Lsf).keep_bits(bits) + 1u32
    };
    let q_ary = |i: usize, j: usize, q: &Integer, x: Integer| match (i < 4, j < 4) {
        (true, _) => {
            if i == j {
                q.clone()
            } else {
                Integer::new()
            }
        }
        (false, true) => x,
        (false, false) => Integer::from(i == j),
    };
    for bits in [10, 45, 100, 500] {
        let knapsack = Matrix::from_fn(&z, 8, 9, |i, j| if j == 0 { weight(bits) } else { Integer::from(i + 1 == j) });
        let q = Integer::from(1) << bits;
        let modular = Matrix::from_fn(&z, 8, 8, |i, j| q_ary(i, j, &q, weight(bits)));
        for a in [knapsack.unwrap(), modular.unwrap()] {
            let (b, u) = lll_with_transform(&a).unwrap();
            assert_eq!(b, lll(&a).unwrap());
            assert!(&u * &a == b && u.det().unwrap().abs() == 1);
            assert!(z.engine().enter(|cx| proof::is_reduced(&rows_of(&b), cx)).unwrap());
            let mut again = Basis::new(rows_of(&b), false);
            z.engine().enter(|cx| exact::reduce(&mut again, cx)).unwrap();
            assert_eq!(again.rows, rows_of(&b));
            // no longer than by the determinant
            assert!(longest(&b) <= longest(&a) / 2 + 12);
        }
    }
}

fn longest(a: &Matrix<Integers>) -> u32 {
    a.iter().map(|x| x.significant_bits()).max().unwrap_or(0)
}

/// What is not reduced by a little, or not certain.
#[test]
fn proofs_of_reduced_bases() {
    let is_reduced = |rows: &[&[i64]]| {
        let rows: Rows = rows.iter().map(|row| row.iter().map(|&x| Integer::from(x)).collect()).collect();
        Engine::builder().build().enter(|cx| proof::is_reduced(&rows, cx)).unwrap()
    };
    assert!(is_reduced(&[]) && is_reduced(&[&[7]]) && is_reduced(&[&[1000, 0], &[509, 900]]));
    assert!(!is_reduced(&[&[1000, 0], &[511, 900]])); // a coefficient of 0.511
    assert!(is_reduced(&[&[1000, 0], &[0, 996]]) && !is_reduced(&[&[1000, 0], &[0, 994]])); // 0.994² < 0.99
    assert!(is_reduced(&[&[1000, 0, 0], &[400, 920, 0], &[0, 100, 920]]));
    assert!(!is_reduced(&[&[1000, 0, 0], &[400, 920, 0], &[0, 470, 920]])); // of the third vector in the second
    assert!(!is_reduced(&[&[1, 2], &[2, 4]]) && !is_reduced(&[&[0, 0], &[1, 0]]));
    let long = [[1_i64 << 40, 0], [0, 1 << 62]];
    assert!(is_reduced(&[&long[0], &long[1]]));
}

/// More rows than the rank, and columns enough for the form to be found from its last ones.
#[test]
fn forms_of_more_rows() {
    let (z, mut random) = (Integers::new(), SplitMix64::new(6));
    for (rows, cols, even) in [(30, 24, false), (26, 24, true), (5, 3, true)] {
        // two even rows of three leave few pivots 1
        let mut entry = |i: usize| Integer::from(random.word() as i64 >> 59) << u32::from(even && !i.is_multiple_of(3));
        let a = Matrix::from_fn(&z, rows, cols, |i, _| entry(i)).unwrap();
        let d = Matrix::from_fn(&z, cols, cols, |i, j| a.get(i, j)).unwrap().det().unwrap().abs();
        assert!(d > 0);
        let all = z.engine().enter(|cx| triangular(rows_of(&a), cols, Multiple::OfDeterminant(d), cx)).unwrap();
        let h = rows_of(&hnf(&a).unwrap());
        assert!(h[..cols] == all && h[cols..].iter().flatten().all(|x| *x == 0), "{rows} by {cols}");
    }
}
