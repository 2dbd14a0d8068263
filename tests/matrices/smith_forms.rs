//! Smith forms over Z/n, by their definition: products of the first divisors generate the same ideals as minors.

use crate::common::{Random, any, cases};
use polymod::{
    Matrix,
    ring::{AnyRing, Codec, Ring},
    rug::{Integer, ops::Pow},
};

type Rows = Vec<Vec<Integer>>;

/// Moduli with some of their divisors.
fn moduli() -> Vec<(Integer, Vec<Integer>)> {
    let of = |primes: &[u64], n: Integer| (n, primes.iter().map(|&p| p.into()).collect());
    let two_to = |e: u32| Integer::from(1) << e;
    vec![
        of(&[2], 2.into()),
        of(&[2], 4.into()),
        of(&[2, 3], 6.into()),
        of(&[7], 7.into()),
        of(&[2, 4], 16.into()),
        of(&[2, 3, 6], 36.into()),
        of(&[2, 5], 1000.into()),
        of(&[2, 3, 5, 7], 210.into()),
        of(&[2, 1 << 20], two_to(64)),
        of(&[2, 3, 1 << 40], two_to(64) * Integer::from(3).pow(5)),
        of(&[3, 9], Integer::from(3).pow(100)),
    ]
}

fn minor(a: &Rows, rows: &[usize], columns: &[usize]) -> Integer {
    let Some((&first, rest)) = rows.split_first() else { return 1.into() };
    let mut sum = Integer::new();
    for (k, &j) in columns.iter().enumerate() {
        let others: Vec<_> = columns.iter().copied().filter(|&other| other != j).collect();
        let term = &a[first][j] * minor(a, rest, &others);
        sum += if k % 2 == 0 { term } else { -term };
    }
    sum
}

fn subsets(n: usize, k: usize) -> Vec<Vec<usize>> {
    let sets = (0u32..1 << n).filter(|set| set.count_ones() as usize == k);
    sets.map(|set| (0..n).filter(|i| set >> i & 1 == 1).collect()).collect()
}

fn rows_of(a: &Matrix<AnyRing>) -> Rows {
    let entry = |i, j| a.ring().elem_to_decimal(&a.get(i, j)).parse().unwrap();
    (0..a.rows()).map(|i| (0..a.cols()).map(|j| entry(i, j)).collect()).collect()
}

/// The product modulo n, with this number of columns.
fn product(a: &Rows, b: &Rows, cols: usize, n: &Integer) -> Rows {
    let entry =
        |row: &Vec<Integer>, j: usize| row.iter().zip(b).map(|(x, y)| Integer::from(x * &y[j])).sum::<Integer>();
    a.iter().map(|row| (0..cols).map(|j| entry(row, j).modulo(n)).collect()).collect()
}

fn check(r: &AnyRing, a: &Rows, cols: usize, n: &Integer) {
    let entries: Vec<_> = a.iter().flatten().map(|x| r.image(false, x.as_limbs())).collect();
    let matrix = Matrix::new(r, a.len(), cols, r.collect(&entries)).unwrap();
    let (s, u, v) = matrix.smith_with_transforms().unwrap();
    assert_eq!(matrix.smith().unwrap(), s, "{a:?} modulo {n}");
    let [form, left, right] = [&s, &u, &v].map(rows_of);
    assert_eq!((s.shape(), left.len(), right.len()), (matrix.shape(), a.len(), cols));
    assert_eq!(product(&product(&left, a, cols, n), &right, cols, n), form, "{a:?} modulo {n}: {u:?}, {v:?}");
    for transform in [&left, &right] {
        let all: Vec<_> = (0..transform.len()).collect();
        assert_eq!(minor(transform, &all, &all).gcd(n), 1, "{a:?} modulo {n}");
    }
    let (mut ideal, mut last) = (Integer::from(1), Integer::from(1));
    for k in 1..=a.len().min(cols) {
        let mut divisor = n.clone();
        for rows in subsets(a.len(), k) {
            for columns in subsets(cols, k) {
                divisor.gcd_mut(&minor(a, &rows, &columns));
            }
        }
        let d = &form[k - 1][k - 1];
        assert!((0..cols).all(|j| j == k - 1 || form[k - 1][j] == 0), "{form:?}");
        assert!(*d == 0 || n.is_divisible(d) && d.is_divisible(&last), "{form:?} modulo {n}");
        assert!(last != 0 || *d == 0, "{form:?}");
        ideal *= d;
        assert_eq!(Integer::from(ideal.gcd_ref(n)), divisor, "{a:?}, {k}, modulo {n}: {form:?}");
        last.clone_from(d);
    }
    assert!(form.iter().skip(cols).flatten().all(|x| *x == 0));
}

#[test]
fn ideals_of_minors() {
    let mut source = Random::new(3);
    for (n, divisors) in moduli() {
        let r = any(&format!("zn:{n}"));
        for (rows, cols) in (0..5).flat_map(|rows| (0..5).map(move |cols| (rows, cols))) {
            for density in 0..cases(5) as u64 {
                let mut entry = || {
                    let mut x = source.integer(n.significant_bits()).modulo(&n);
                    for _ in 0..source.below(4) {
                        x *= &divisors[source.usize_below(divisors.len())];
                    }
                    if source.below(6) < density { x % &n } else { Integer::new() }
                };
                let a: Rows = (0..rows).map(|_| (0..cols).map(|_| entry()).collect()).collect();
                check(&r, &a, cols, &n);
            }
        }
    }
}

/// Without units, and where no entry divides all others.
#[test]
fn mixed_divisors() {
    let of = |rows: &[&[u64]]| -> Rows { rows.iter().map(|row| row.iter().map(|&x| x.into()).collect()).collect() };
    for (n, a) in [
        (30, of(&[&[6, 0, 0], &[0, 10, 0], &[0, 0, 15]])),
        (30, of(&[&[0, 6], &[10, 15]])),
        (36, of(&[&[4, 0], &[0, 9]])),
        (36, of(&[&[6, 4], &[9, 6]])),
        (72, of(&[&[12, 18, 8], &[0, 27, 12]])),
        (8, of(&[&[4, 2, 6], &[4, 5, 6], &[0, 0, 2]])),
    ] {
        check(&any(&format!("zn:{n}")), &a, a[0].len(), &n.into());
    }
}

#[test]
fn over_fields() {
    let mut source = Random::new(4);
    for name in ["gf2", "gf:3^2", "gf2^8:0x11b", "zn:97", "gf2^65:x^65+x^18+1"] {
        let f = any(name);
        for (rows, cols, rank) in [(0, 3, 0), (3, 0, 0), (4, 4, 4), (5, 3, 2), (70, 3, 3), (3, 130, 1), (66, 67, 20)] {
            let mut of = |rows: usize, cols: usize| Matrix::from_fn(&f, rows, cols, |_, _| source.element(&f)).unwrap();
            let a = &of(rows, rank) * &of(rank, cols);
            let (s, u, v) = a.smith_with_transforms().unwrap();
            assert!(&(&u * &a) * &v == s && s == a.smith().unwrap(), "{name}: {a:?}");
            assert!(u.inverse().is_ok() && v.inverse().is_ok(), "{name}: {a:?}");
        }
    }
}

/// A matrix of many rows: entries do not grow.
#[test]
fn many_rows() {
    let mut source = Random::new(5);
    let r = any("zn:2^64*3^5");
    let a = Matrix::from_fn(&r, 40, 50, |_, _| r.elem(6 * source.below(1 << 50) as i64)).unwrap();
    let (s, u, v) = a.smith_with_transforms().unwrap();
    assert!(&(&u * &a) * &v == s && s == a.smith().unwrap());
    assert!(u.inverse().is_ok() && v.inverse().is_ok());
}
