use super::{
    basis::Basis,
    exact,
    modular::{Multiple, triangular},
    *,
};
use crate::{bits::SplitMix64, engine::Engine};

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
