//! Approximant and kernel bases, Popov and Hermite forms: each result is checked by its definition.

use crate::{
    Matrix, Poly, PolyMatrix,
    common::{Random, any, zn, zn_on},
    elements, random_matrix, residues,
};
use polymod::{
    AnyRing, Engine, Error, Ring,
    core::cpu::{Target, host},
    ring::{AnyElem, Vectors},
};

/// The rank of a matrix of elements of a field, by elimination.
fn rank(r: &AnyRing, rows: usize, m: &[AnyElem]) -> usize {
    let columns = m.len().checked_div(rows).unwrap_or(0);
    let mut m: Vec<Vec<AnyElem>> = (0..rows).map(|i| m[i * columns..(i + 1) * columns].to_vec()).collect();
    let mut rank = 0;
    for j in 0..columns {
        let Some(i) = (rank..rows).find(|&i| !r.is_zero(&m[i][j])) else { continue };
        m.swap(rank, i);
        let inverse = r.inv(&m[rank][j]).unwrap();
        let pivot = m[rank].clone();
        for row in &mut m[rank + 1..] {
            let factor = r.neg(&r.mul(&row[j], &inverse));
            row.iter_mut().zip(&pivot).for_each(|(x, y)| *x = r.add(x, &r.mul(&factor, y)));
        }
        rank += 1;
    }
    rank
}

/// The columns of the rows' s-pivots: the rightmost entries of largest degree + shift.
fn pivots(a: &PolyMatrix, shift: &[i64]) -> Vec<usize> {
    let pivot = |i: usize| {
        let degrees = (0..a.cols()).filter_map(|j| a.get(i, j).degree().map(|d| (d as i64 + shift[j], j)));
        degrees.max().expect("a row that is not zero").1
    };
    (0..a.rows()).map(pivot).collect()
}

fn is_ordered_weak_popov(a: &PolyMatrix, shift: &[i64]) -> bool {
    let ordered = pivots(a, shift).is_sorted_by(|x, y| x < y);
    assert_eq!(a.is_ordered_weak_popov(shift), Ok(ordered), "{a:?}");
    ordered
}

fn is_popov(a: &PolyMatrix, shift: &[i64]) -> bool {
    let columns = pivots(a, shift);
    let normal = columns.iter().enumerate().all(|(i, &j)| {
        let pivot = a.get(i, j);
        pivot.leading() == Some(a.ring().one()) && (0..a.rows()).all(|k| k == i || a.get(k, j).len() < pivot.len())
    });
    let popov = normal && is_ordered_weak_popov(a, shift);
    assert_eq!(a.is_popov(shift), Ok(popov), "{a:?}");
    popov
}

/// A reference algorithm, one order at a time, by bases of constant matrices.
fn step_by_step(f: &PolyMatrix, order: usize, shift: &[i64]) -> PolyMatrix {
    let (r, m, n) = (f.ring(), f.rows(), f.cols());
    let mut basis = PolyMatrix::identity(r, m);
    for k in 0..order {
        let degrees: Vec<i64> = basis.row_degrees(shift).unwrap().into_iter().flatten().collect();
        let constants = basis.checked_mul(f).unwrap().coefficient(k);
        let residual = PolyMatrix::new(r, m, n, constants.into_iter().map(|c| Poly::new(r, [c])).collect()).unwrap();
        basis = &residual.approximant_basis(1, &degrees).unwrap() * &basis;
    }
    basis
}

fn check_approximants(f: &PolyMatrix, order: usize, shift: &[i64]) {
    let (r, m) = (f.ring(), f.rows());
    let basis = f.approximant_basis(order, shift).unwrap();
    assert!((&basis * f).truncated(order).is_zero(), "{f:?} to order {order}");
    assert!(is_ordered_weak_popov(&basis, shift), "{f:?} to order {order}: {basis:?}");
    assert_eq!(f.is_approximant_basis(&basis, order, shift), Ok(true));
    if order > 0 && m > 0 {
        assert_eq!(f.is_approximant_basis(&basis.shl(1), order, shift), Ok(false));
        let first = basis.select_rows(&vec![0; m]);
        assert_eq!(f.is_approximant_basis(&first, order, shift), Ok(m == 1));
    }
    let slowly = step_by_step(f, order, shift);
    assert_eq!(basis.popov(shift), slowly.popov(shift));
    let sum: i64 = basis.row_degrees(shift).unwrap().into_iter().flatten().sum::<i64>() - shift.iter().sum::<i64>();
    let det = basis.det().unwrap();
    assert_eq!((det.degree(), r.nonzero(det.coeffs())), (Some(sum as usize), 1), "c·x^k");
}

/// A reference algorithm: the conditions of each point are solved in the rows of the basis for those before it, by a basis of approximants
/// of order 1 of its values, whose variable is replaced.
fn point_by_point(a: &Matrix, points: &[AnyElem], shift: &[i64]) -> PolyMatrix {
    let (r, m, n) = (a.ring(), shift.len(), a.cols());
    let mut basis = PolyMatrix::identity(r, m);
    for (k, x) in points.iter().enumerate() {
        let degrees: Vec<i64> = basis.row_degrees(shift).unwrap().into_iter().flatten().collect();
        let values = Matrix::new(r, m, m, r.collect(&basis.eval(x))).unwrap();
        let block = Matrix::from_fn(r, m, n, |i, j| a.get(k * m + i, j)).unwrap();
        let residual = values.checked_mul(&block).unwrap();
        let residual = PolyMatrix::from_fn(r, m, n, |i, j| Poly::new(r, [residual.get(i, j)])).unwrap();
        let step = residual.approximant_basis(1, &degrees).unwrap();
        let minus = r.neg(x);
        let moved = PolyMatrix::from_fn(r, m, m, |i, j| step.get(i, j).taylor_shift(&minus).unwrap()).unwrap();
        basis = &moved * &basis;
    }
    basis
}

fn check_interpolants(a: &Matrix, points: &[AnyElem], shift: &[i64]) {
    let (r, m, n) = (a.ring(), shift.len(), a.cols());
    let x = r.collect(points);
    let basis = a.interpolant_basis(x.view(), shift).unwrap();
    assert!(is_ordered_weak_popov(&basis, shift), "{a:?}: {basis:?}");
    for (k, x) in points.iter().enumerate() {
        let values = Matrix::new(r, m, m, r.collect(&basis.eval(x))).unwrap();
        let block = Matrix::from_fn(r, m, n, |i, j| a.get(k * m + i, j)).unwrap();
        assert_eq!(values.checked_mul(&block), Matrix::zero(r, m, n), "point {k}");
    }
    let slowly = point_by_point(a, points, shift);
    assert_eq!(basis.popov(shift), slowly.popov(shift));
    assert_eq!(a.is_interpolant_basis(&basis, x.view(), shift), Ok(true));
    assert_eq!(a.is_interpolant_basis(&slowly.popov(shift).unwrap(), x.view(), shift), Ok(true));
    if m > 0 {
        assert_eq!(a.is_interpolant_basis(&basis.shl(1), x.view(), shift), Ok(false));
        let one = PolyMatrix::identity(r, m);
        assert_eq!(a.is_interpolant_basis(&one, x.view(), shift), Ok(basis.degree() == Some(0)));
        assert_eq!(a.is_interpolant_basis(&basis.select_rows(&vec![0; m]), x.view(), shift), Ok(m == 1));
    }
}

#[test]
fn interpolants_over_words() {
    let mut random = Random::new(6);
    for p in [2, 7, 998_244_353, (1 << 62) - 57] {
        let f = zn(p);
        for [m, n, count] in [[1, 1, 5], [2, 1, 9], [3, 2, 0], [4, 2, 17], [3, 5, 8], [2, 0, 4], [0, 2, 3], [2, 1, 150]]
        {
            // over few elements points are repeated
            let points: Vec<_> = (0..count).map(|_| AnyElem::Word(random.below(p))).collect();
            let entry = |random: &mut Random| AnyElem::Word(if random.below(4) == 0 { 0 } else { random.below(p) });
            let a = Matrix::from_fn(&f, m * count, n, |_, _| entry(&mut random));
            for shift in shifts(m, &mut random) {
                check_interpolants(a.as_ref().unwrap(), &points, &shift);
            }
        }
    }
}

#[test]
fn interpolants_over_other_fields() {
    let mut random = Random::new(7);
    for (name, [rows, cols], points, shift) in [
        ("gf2", [6, 2], 2, &[0, 1, 0][..]),
        ("gf2^8:0x11b", [40, 1], 20, &[0, 0]),
        ("gfpf:F4", [24, 2], 8, &[0, 3, -1]),
    ] {
        let f = any(name);
        let mut element = || random.element(&f);
        let a = Matrix::from_fn(&f, rows, cols, |_, _| element()).unwrap();
        let points: Vec<_> = (0..points).map(|_| element()).collect();
        check_interpolants(&a, &points, shift);
    }
}

#[test]
fn interpolants_with_shifts_of_any_range() {
    const LARGEST: i64 = 1 << 61;
    let f = zn(97);
    let mut random = Random::new(8);
    let a = Matrix::from_fn(&f, 30, 1, |_, _| AnyElem::Word(random.below(97))).unwrap();
    let points = [1, 2, 3, 4, 5].map(AnyElem::Word);
    check_interpolants(&a, &points, &[LARGEST, LARGEST, -LARGEST, LARGEST, LARGEST, LARGEST]);
    let x = f.collect(&points[..4]);
    assert!(matches!(a.interpolant_basis(x.view(), &[0; 7]), Err(Error::Length { expected: 32, got: 30, .. })));
    let x = f.collect(&points);
    assert!(matches!(a.interpolant_basis(x.view(), &[0]), Err(Error::Length { expected: 6, got: 1, .. })));
}

fn shifts(m: usize, random: &mut Random) -> Vec<Vec<i64>> {
    let any = (0..m).map(|_| random.usize_below(15) as i64 - 7).collect();
    vec![vec![0; m], any, (0..m as i64).map(|i| 20 * i).collect()]
}

#[test]
fn approximants_over_words() {
    let mut random = Random::new(1);
    let engine = |target| Engine::builder().threads(1).target(target).build();
    for target in [Target::SCALAR, host().target] {
        for p in [2, 7, 998_244_353, (1 << 62) - 57] {
            let f = zn_on(&engine(target), p);
            for [m, n, order] in [[1, 1, 5], [2, 1, 9], [3, 2, 0], [4, 2, 17], [3, 5, 8], [2, 0, 4], [0, 2, 3]] {
                let a = residues(&f, [m, n, order + 2], &mut random);
                for shift in shifts(m, &mut random) {
                    check_approximants(&a, order, &shift);
                }
            }
        }
    }
}

#[test]
fn approximants_by_halves() {
    let mut random = Random::new(2);
    for p in [3, (1 << 31) - 1] {
        let f = zn(p);
        let a = random_matrix(&f, [4, 2, 400], &mut random, |random| AnyElem::Word(random.below(p)));
        let basis = a.approximant_basis(400, &[0, 3, -2, 0]).unwrap();
        assert_eq!(a.is_approximant_basis(&basis, 400, &[0, 3, -2, 0]), Ok(true));
        assert!(is_ordered_weak_popov(&basis, &[0, 3, -2, 0]));
        // the iteration alone, in two halves
        let half = a.approximant_basis(200, &[0, 3, -2, 0]).unwrap();
        let degrees: Vec<i64> = half.row_degrees(&[0, 3, -2, 0]).unwrap().into_iter().flatten().collect();
        let residual = half.mul_window(&a, 200..400, None).unwrap();
        let whole = &residual.approximant_basis(200, &degrees).unwrap() * &half;
        assert_eq!(whole.popov(&[0, 3, -2, 0]), basis.popov(&[0, 3, -2, 0]));
    }
}

#[test]
fn bases_over_other_fields() {
    let mut random = Random::new(3);
    for [m, n, order] in [[2, 1, 12], [4, 3, 7]] {
        for name in ["gf2", "gf2^8:0x11b", "gfpf:F4"] {
            let a = elements(&any(name), [m, n, order], &mut random);
            shifts(m, &mut random).iter().for_each(|shift| check_approximants(&a, order, shift));
            check_kernel(&a, &vec![0; m]);
            check_forms(&a, &vec![0; n]);
        }
    }
}

fn check_kernel(a: &PolyMatrix, shift: &[i64]) {
    let kernel = a.kernel_basis(shift).unwrap();
    assert!((&kernel * a).is_zero(), "{a:?}");
    assert_eq!(kernel.rows(), a.rows() - a.rank().unwrap(), "{a:?}");
    assert!(is_ordered_weak_popov(&kernel, shift), "{a:?}: {kernel:?}");
    assert_eq!(a.is_kernel_basis(&kernel, shift), Ok(true), "{a:?}");
    if kernel.rows() > 0 {
        assert_eq!(a.is_kernel_basis(&kernel.shl(1), shift), Ok(false), "{a:?}");
        assert_eq!(a.is_kernel_basis(&kernel.part(1..kernel.rows(), 0..a.rows()), shift), Ok(false), "{a:?}");
    }
    // a basis of a kernel has full rank wherever it is evaluated
    for x in (0..7).map(|x| a.ring().elem(x)) {
        assert_eq!(rank(a.ring(), kernel.rows(), &kernel.eval(&x)), kernel.rows(), "{a:?}: {kernel:?}");
    }
}

#[test]
fn kernels() {
    let mut random = Random::new(4);
    for p in [7, 998_244_353, (1 << 62) - 57] {
        let f = zn(p);
        for [m, n, len] in [[1, 1, 3], [3, 1, 6], [4, 2, 5], [2, 3, 4], [5, 4, 3], [3, 0, 1]] {
            let a = residues(&f, [m, n, len], &mut random);
            for shift in shifts(m, &mut random) {
                check_kernel(&a, &shift);
            }
            // of lower rank, as a product
            let low = &residues(&f, [m, 1, len], &mut random) * &residues(&f, [1, n, len], &mut random);
            check_kernel(&low, &vec![0; m]);
        }
        assert_eq!(PolyMatrix::zero(&f, 3, 2).kernel_basis(&[0, 0, 0]), Ok(PolyMatrix::identity(&f, 3)));
    }
}

/// A product of elementary matrices; its determinant is a unit.
fn unimodular(r: &AnyRing, n: usize, random: &mut Random) -> PolyMatrix {
    let mut u = PolyMatrix::identity(r, n);
    for _ in 0..if n > 1 { 2 * n } else { 0 } {
        let (i, j) = (random.usize_below(n), random.usize_below(n));
        if i != j {
            let q = Poly::new(r, (0..2).map(|_| r.elem(random.below(50) as i64)));
            let step = PolyMatrix::from_fn(r, n, n, |k, l| match (k, l) {
                _ if k == l => Poly::one(r),
                _ if (k, l) == (i, j) => q.clone(),
                _ => Poly::zero(r),
            });
            u = &step.unwrap() * &u;
        }
    }
    u
}

fn check_forms(a: &PolyMatrix, shift: &[i64]) {
    let mut random = Random::new(a.rows() as u64);
    let u = unimodular(a.ring(), a.rows(), &mut random);
    let weak = a.weak_popov(shift).unwrap();
    assert!(is_ordered_weak_popov(&weak, shift), "{a:?}");
    assert_eq!(weak.is_weak_popov(shift), Ok(true));
    assert_eq!(weak.is_reduced(shift), Ok(true));
    let popov = a.popov(shift).unwrap();
    assert!(is_popov(&popov, shift), "{a:?}: {popov:?}");
    // the same module: the forms are unique for any basis
    assert_eq!(weak.popov(shift).as_ref(), Ok(&popov));
    assert_eq!((&u * a).popov(shift).as_ref(), Ok(&popov));
    let hermite = a.hermite().unwrap();
    assert_eq!(popov.hermite().as_ref(), Ok(&hermite));
    assert_eq!((&u * a).hermite().as_ref(), Ok(&hermite));
    assert_eq!(hermite.popov(shift).as_ref(), Ok(&popov));
    assert!(hermite.is_hermite());
    let first = |i: usize| (0..a.cols()).find(|&j| !hermite.get(i, j).is_empty()).expect("a row that is not zero");
    let leading: Vec<usize> = (0..hermite.rows()).map(first).collect();
    assert!(leading.is_sorted_by(|x, y| x < y), "{hermite:?}");
    for (i, &j) in leading.iter().enumerate() {
        assert_eq!(hermite.get(i, j).leading(), Some(a.ring().one()));
        assert!((0..i).all(|k| hermite.get(k, j).len() < hermite.get(i, j).len()), "{hermite:?}");
    }
    if a.rows() == a.cols() && hermite.rows() == a.rows() {
        let diagonal = (0..a.rows()).fold(Poly::one(a.ring()), |d, i| &d * hermite.get(i, i));
        assert_eq!(a.det().unwrap().monic(), Ok(diagonal));
        assert_eq!(popov.det(), hermite.det(), "both monic");
    } else if a.rows() == a.cols() {
        assert!(a.det().unwrap().is_empty());
    }
}

#[test]
fn forms() {
    let mut random = Random::new(5);
    for p in [2, 7, 998_244_353, (1 << 62) - 57] {
        let f = zn(p);
        for [m, n, len] in [[1, 1, 4], [2, 2, 5], [3, 3, 4], [4, 2, 3], [2, 4, 5], [0, 2, 1], [3, 0, 1]] {
            let a = residues(&f, [m, n, len], &mut random);
            for shift in shifts(n, &mut random) {
                check_forms(&a, &shift);
            }
            if m > 1 && n > 0 {
                let again: Vec<usize> = (0..m - 1).chain([0]).collect();
                check_forms(&a.select_rows(&again), &vec![0; n]);
            }
        }
    }
}

#[test]
fn errors() {
    let f = zn(6);
    let a = PolyMatrix::new(&f, 2, 1, vec![Poly::from_i64(&f, &[2]), Poly::from_i64(&f, &[3])]).unwrap();
    assert!(matches!(a.approximant_basis(3, &[0]), Err(Error::Length { expected: 2, got: 1, .. })));
    assert!(matches!(a.approximant_basis(3, &[0, 0]), Err(Error::NotInvertible { factor, .. }) if factor == "2"));
    assert!(matches!(a.kernel_basis(&[]), Err(Error::Length { expected: 2, got: 0, .. })));
    assert!(matches!(a.popov(&[0, 0]), Err(Error::Length { expected: 1, got: 2, .. })));
    assert!(matches!(a.popov(&[0]), Err(Error::NotInvertible { .. })));
    assert_eq!(a.is_approximant_basis(&a, 3, &[0, 0]), Ok(false));
}

#[test]
fn the_range_of_shifts() {
    const LARGEST: i64 = 1 << 61;
    let f = zn(97);
    let a = PolyMatrix::from_fn(&f, 2, 2, |i, j| Poly::from_i64(&f, &[i as i64, 2, j as i64])).unwrap();
    check_forms(&a, &[LARGEST, -LARGEST]);
    check_forms(&a, &[-LARGEST, LARGEST]);
    let basis = a.approximant_basis(40, &[LARGEST, -LARGEST]).unwrap();
    assert_eq!(a.is_approximant_basis(&basis, 40, &[LARGEST, -LARGEST]), Ok(true));
    let column = a.part(0..2, 0..1);
    assert_eq!(column.kernel_basis(&[-LARGEST, LARGEST]).unwrap().rows(), 1);
    for s in [LARGEST + 1, -LARGEST - 1, i64::MAX, i64::MIN] {
        let shift = [0, s];
        let refused = [a.popov(&shift), a.weak_popov(&shift), a.kernel_basis(&shift), a.approximant_basis(3, &shift)];
        for result in refused {
            assert!(matches!(result, Err(Error::OutOfRange { what: "a shift", .. })), "{s}: {result:?}");
        }
        assert!(a.row_degrees(&shift).is_err() && a.leading_matrix(&shift).is_err());
        assert!(a.is_approximant_basis(&basis, 40, &shift).is_err());
    }
}

/// What is told by definition of matrices of all kinds: small ones, most of which are in no form.
#[test]
fn properties() {
    let mut random = Random::new(9);
    let f = zn(3);
    let [mut weak, mut hermite, mut unimodular] = [0; 3];
    for k in 0..400 {
        // every other one triangular
        let any = residues(&f, [2, 2, 2], &mut random);
        let zero = |i: usize, j: usize| i > j && k % 2 == 0;
        let entry = |i: usize, j: usize| if zero(i, j) { Poly::zero(&f) } else { any.get(i, j).clone() };
        let a = PolyMatrix::from_fn(&f, 2, 2, entry).unwrap();
        let shift = [random.usize_below(3) as i64, random.usize_below(3) as i64];
        let pivot = |i: usize| {
            let degrees = (0..2).filter_map(|j| a.get(i, j).degree().map(|d| (d as i64 + shift[j], j)));
            degrees.max().map(|(_, j)| j)
        };
        let places = [pivot(0), pivot(1)];
        assert_eq!(a.pivots(&shift), Ok(places.to_vec()));
        let different = places[0].is_some() && places[1].is_some() && places[0] != places[1];
        assert_eq!(a.is_weak_popov(&shift), Ok(different), "{a:?}");
        assert_eq!(a.is_ordered_weak_popov(&shift), Ok(places == [Some(0), Some(1)]), "{a:?}");
        // reduced: no constant combination of shifted rows has a lower degree, that is, the degree of the determinant is all there is
        let det = a.det().unwrap();
        let degrees: Option<i64> = a.row_degrees(&shift).unwrap().into_iter().sum();
        let reduced = degrees.is_some_and(|d| det.degree().is_some_and(|e| e as i64 == d - shift[0] - shift[1]));
        assert_eq!(a.is_reduced(&shift), Ok(reduced), "{a:?}");
        assert_eq!(a.is_unimodular(), Ok(det.degree() == Some(0)), "{a:?}");
        // forms are unique
        let full = !det.is_empty();
        assert_eq!(a.is_popov(&shift), Ok(full && a.popov(&shift).as_ref() == Ok(&a)), "{a:?}");
        assert_eq!(a.is_hermite(), full && a.hermite().as_ref() == Ok(&a), "{a:?}");
        assert_eq!(a.column_popov(&shift).map(|p| p.transposed()), a.transposed().popov(&shift));
        assert_eq!(a.column_weak_popov(&shift).unwrap().transposed().is_weak_popov(&shift), Ok(true));
        assert!(a.column_hermite().unwrap().transposed().is_hermite());
        assert_eq!(a.column_degrees(&shift), a.transposed().row_degrees(&shift));
        [weak, hermite, unimodular] =
            [weak + i32::from(different), hermite + i32::from(a.is_hermite()), unimodular + i32::from(det.len() == 1)];
    }
    assert!(weak > 30 && hermite > 0 && unimodular > 8, "{weak} {hermite} {unimodular}");
    assert_eq!(PolyMatrix::zero(&f, 2, 3).is_unimodular(), Ok(false));
    assert_eq!(PolyMatrix::identity(&f, 2).shl(2).degree_matrix(), [Some(2), None, None, Some(2)]);
}

/// The greatest common divisor of all minors of k rows and columns.
fn determinantal_divisor(a: &PolyMatrix, k: usize) -> Poly {
    let choices = |n: usize| (0..1usize << n).filter(move |set| set.count_ones() as usize == k);
    let members = |set: usize, n: usize| (0..n).filter(move |i| set >> i & 1 == 1).collect::<Vec<_>>();
    let mut divisor = Poly::zero(a.ring());
    for (rows, columns) in choices(a.rows()).flat_map(|i| choices(a.cols()).map(move |j| (i, j))) {
        let (rows, columns) = (members(rows, a.rows()), members(columns, a.cols()));
        let part = a.select_rows(&rows).transposed().select_rows(&columns);
        divisor = divisor.gcd(&part.det().unwrap()).unwrap();
    }
    divisor
}

fn check_smith(a: &PolyMatrix) {
    let factors = a.invariant_factors().unwrap();
    assert_eq!(factors.len(), a.rank().unwrap(), "{a:?}");
    let mut product = Poly::one(a.ring());
    for (k, d) in factors.iter().enumerate() {
        product = &product * d;
        assert_eq!(product, determinantal_divisor(a, k + 1), "{a:?}");
    }
    let smith = a.smith().unwrap();
    assert_eq!(smith.shape(), a.shape());
    for (i, j) in (0..a.rows()).flat_map(|i| (0..a.cols()).map(move |j| (i, j))) {
        let expected = factors.get(i).filter(|_| i == j).cloned().unwrap_or_else(|| Poly::zero(a.ring()));
        assert_eq!(*smith.get(i, j), expected);
    }
    assert_eq!(a.transposed().invariant_factors(), Ok(factors));
}

#[test]
fn smith_forms() {
    let mut random = Random::new(10);
    for p in [2, 3, 97, (1 << 62) - 57] {
        let f = zn(p);
        for [m, n, len] in [[1, 1, 4], [2, 2, 4], [3, 3, 3], [4, 2, 3], [2, 4, 3], [0, 2, 1], [3, 0, 1], [3, 3, 1]] {
            check_smith(&residues(&f, [m, n, len], &mut random));
        }
        // factors in common: a diagonal matrix, transformed
        let x = Poly::x(&f);
        for powers in [[1, 1, 1], [0, 2, 3], [3, 1, 2], [0, 0, 0]] {
            let entry = |i: usize, j: usize| match i == j {
                true => &x.pow(powers[i]).unwrap() * &Poly::from_i64(&f, &[i as i64, 1]),
                false => Poly::zero(&f),
            };
            let d = PolyMatrix::from_fn(&f, 3, 3, entry).unwrap();
            let [u, v] = [0; 2].map(|_| unimodular(&f, 3, &mut random));
            check_smith(&(&(&u * &d) * &v));
            check_smith(&(&(&u * &d) * &v).select_rows(&[0, 1, 0, 1]));
        }
    }
    check_smith(&elements(&any("gf2"), [3, 3, 4], &mut random));
    check_smith(&elements(&any("gf2^8:0x11b"), [3, 2, 4], &mut random));
    let f = zn(6);
    let a = PolyMatrix::new(&f, 1, 1, vec![Poly::from_i64(&f, &[1, 2])]).unwrap();
    assert!(matches!(a.smith(), Err(Error::NotInvertible { factor, .. }) if factor == "2"));
}
