//! Exact answers over Q through Z: denominators are cleared, the functions over Z are called, and their answers divided again.

use polymod::{
    Matrix, Poly, Rationals, Ring,
    core::bits::testing::Words,
    multimodular::{
        Options,
        rationals::{gcd, real_roots},
    },
    poly::Bezout,
};
use rug::Rational;

/// A fraction of few digits, zero at times.
fn fraction(words: &mut Words) -> Rational {
    let word = words.word();
    Rational::from(((word >> 32) as i64 % 19 - 9, word % 12 + 1))
}

fn poly(q: &Rationals, len: usize, words: &mut Words) -> Poly<Rationals> {
    let last = Rational::from((words.word() % 5 + 1, 3));
    Poly::new(q, (0..len).map(|i| if i + 1 == len { last.clone() } else { fraction(words) }))
}

fn matrix(q: &Rationals, rows: usize, cols: usize, words: &mut Words) -> Matrix<Rationals> {
    Matrix::from_fn(q, rows, cols, |_, _| fraction(words)).expect("a shape")
}

/// Against Euclid's algorithm on fractions, and Sylvester's determinant by elimination.
#[test]
fn divisors_and_resultants_by_fractions() {
    let (q, mut words) = (Rationals::new(), Words::new(1));
    for (n, m, common) in [(1, 1, 1), (4, 3, 1), (3, 4, 2), (5, 2, 3), (9, 8, 2), (20, 15, 4)] {
        let c = poly(&q, common, &mut words);
        let [a, b] = [n, m].map(|len| &poly(&q, len, &mut words) * &c);
        assert_eq!(a.gcd(&b), a.direct_gcd(&b), "{a} and {b}");
        let found = a.xgcd(&b).expect("cofactors");
        assert_eq!(found, a.direct_xgcd(&b).expect("cofactors"), "{a} and {b}");
        let Bezout { g, s, t } = found;
        assert_eq!(&s * &a + &t * &b, g, "{a} and {b}");
        let [n, m] = [&a, &b].map(|p| p.len() - 1);
        let sylvester = Matrix::from_fn(&q, n + m, n + m, |i, j| {
            let (p, degree, shift) = if i < m { (&a, n, i) } else { (&b, m, i - m) };
            if j < shift || j > shift + degree { Rational::new() } else { p.coeff(degree - (j - shift)) }
        });
        let wanted = sylvester.expect("a shape").direct_det().expect("a determinant");
        assert_eq!(a.resultant(&b).expect("a resultant"), wanted, "{a} and {b}");
        let multiple = a.lcm(&b).expect("a multiple");
        assert_eq!(&multiple * &g, (&a * &b).monic().expect("a unit"), "{a} and {b}");
        assert_eq!(a.divides(&(&a * &b)).expect("a quotient"), Some(b.clone()));
    }
}

/// Against eliminations on fractions; solutions by their products.
#[test]
fn matrices_by_fractions() {
    let (q, mut words) = (Rationals::new(), Words::new(2));
    for n in [0, 1, 2, 3, 5, 8] {
        let a = matrix(&q, n, n, &mut words);
        let (det, one) = (a.det().expect("a determinant"), Matrix::identity(&q, n));
        assert_eq!(det, a.direct_det().expect("a determinant"), "{a:?}");
        assert_eq!(a.charpoly(), a.direct_charpoly(), "{a:?}");
        assert_eq!(a.minpoly(), a.direct_minpoly(), "{a:?}");
        assert_eq!(a.checked_mul(&a.adjugate().expect("minors")).expect("a product"), one.scale(&det), "{a:?}");
        match a.inverse() {
            Ok(inverse) => assert_eq!(a.checked_mul(&inverse).expect("a product"), one, "{a:?}"),
            Err(_) => assert_eq!(det, 0, "{a:?}"),
        }
        let wide = matrix(&q, n, n + 2, &mut words);
        let right = wide.checked_mul(&matrix(&q, n + 2, 2, &mut words)).expect("a product");
        let x = wide.solve(&right).expect("a solution");
        assert_eq!(wide.checked_mul(&x).expect("a product"), right, "{wide:?}");
        let basis = wide.nullspace().expect("a basis");
        assert!(wide.checked_mul(&basis.transposed()).expect("a product").is_zero(), "{wide:?}");
        assert_eq!(basis.rows() + wide.rank().expect("a rank"), n + 2, "{wide:?}");
        let echelon = wide.echelon().expect("a decomposition");
        assert_eq!(wide.rref().expect("a form"), echelon.reduced().expect("a form"), "{wide:?}");
    }
}

#[test]
fn factors_of_products() {
    let (q, mut words) = (Rationals::new(), Words::new(3));
    for (n, m) in [(2, 2), (3, 2), (2, 4), (4, 4)] {
        let (a, b) = (poly(&q, n, &mut words), poly(&q, m, &mut words));
        let f = &(&a * &a) * &b;
        let found = f.factor().expect("factors");
        let power = |(p, e): &(Poly<Rationals>, u64)| p.pow(*e).expect("a power");
        let product = found.factors.iter().map(power).fold(Poly::new(&q, [found.unit]), |all, p| &all * &p);
        assert_eq!(product, f);
        assert!(found.factors.iter().all(|(p, _)| p.is_irreducible() == Ok(true) && p.leading() == Some(q.one())));
        let free = f.squarefree().expect("parts").factors;
        assert!(free.iter().map(power).fold(Poly::one(&q), |all, p| &all * &p) == f.monic().expect("a unit"));
        let roots = f.roots_with_multiplicities().expect("roots");
        assert!(roots.iter().all(|(x, _)| f.eval(x) == 0) && roots.is_sorted());
        let real = real_roots(&f, Some(&Rational::from((1, 8)))).expect("intervals");
        assert!(real.len() >= roots.len() && real.iter().all(|i| i.low <= i.high));
    }
    assert!(gcd(&Poly::zero(&q), &Poly::zero(&q), &Options::default()).is_ok_and(|g| g.value.is_empty()));
}
