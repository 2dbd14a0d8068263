//! Subresultant chains against determinants.

use crate::common::Random;
use polymod::{Engine, Integers, Poly, Zn, core::cpu::Target, ring::Convolve, rug::Integer};

/// The determinant by fraction-free elimination (Bareiss 1968); `divide` divides exactly.
fn determinant<E: Clone>(mut rows: Vec<Vec<E>>, ops: &Ops<'_, E>) -> E {
    let (mut negative, mut last) = (false, ops.elem(1));
    for i in 0..rows.len() {
        let Some(pivot) = (i..rows.len()).find(|&k| !(ops.is_zero)(&rows[k][i])) else { return ops.elem(0) };
        negative ^= pivot != i;
        rows.swap(i, pivot);
        for k in i + 1..rows.len() {
            for j in (i..rows.len()).rev() {
                let x = (ops.cross)([&rows[i][i], &rows[k][j]], [&rows[k][i], &rows[i][j]]);
                rows[k][j] = (ops.divide)(&x, &last);
            }
        }
        last = rows[i][i].clone();
    }
    if negative { (ops.cross)([&ops.elem(0), &last], [&ops.elem(1), &last]) } else { last }
}

/// Arithmetic that shares no code with the crate.
struct Ops<'a, E> {
    elem: &'a dyn Fn(i64) -> E,
    is_zero: &'a dyn Fn(&E) -> bool,
    /// a·b − c·d.
    cross: &'a dyn Fn([&E; 2], [&E; 2]) -> E,
    divide: &'a dyn Fn(&E, &E) -> E,
}

impl<E> Ops<'_, E> {
    fn elem(&self, x: i64) -> E {
        (self.elem)(x)
    }
}

/// Sⱼ by its definition, coefficient by coefficient.
fn definition<E: Clone>(a: &[E], b: &[E], j: usize, ops: &Ops<'_, E>) -> Vec<E> {
    let (n, m) = (a.len() - 1, b.len() - 1);
    let size = n + m - 2 * j;
    let coefficient = |v: &[E], i: usize, shift: usize| match i.checked_sub(shift) {
        Some(i) if i < v.len() => v[i].clone(),
        _ => ops.elem(0),
    };
    let shifts: Vec<(&[E], usize)> = (0..m - j).rev().map(|s| (a, s)).chain((0..n - j).rev().map(|s| (b, s))).collect();
    let at = |power: usize| {
        let columns: Vec<usize> = (0..size - 1).map(|c| n + m - j - 1 - c).chain([power]).collect();
        let row = |&(v, shift): &(&[E], usize)| columns.iter().map(|&i| coefficient(v, i, shift)).collect();
        determinant(shifts.iter().map(row).collect(), ops)
    };
    (0..=j).map(at).collect()
}

fn compare<R: Convolve>(r: &R, a: &[R::Elem], b: &[R::Elem], ops: &Ops<'_, R::Elem>, what: &str) {
    let poly = |v: &[R::Elem]| Poly::from_coeffs(r, r.collect(v));
    let chain = poly(a).subresultants(&poly(b)).unwrap();
    assert_eq!(chain.len(), a.len().min(b.len()) - 1, "{what}");
    for (j, s) in chain.iter().enumerate() {
        assert_eq!(*s, poly(&definition(a, b, j, ops)), "{what}, degrees {} and {}, S_{j}", a.len() - 1, b.len() - 1);
    }
}

/// Degrees, and the degree of the common factor.
const SHAPES: [(usize, usize, usize); 14] = [
    (1, 1, 0),
    (2, 1, 0),
    (1, 2, 0),
    (3, 3, 0),
    (5, 2, 0),
    (2, 5, 0),
    (4, 5, 1),
    (6, 6, 2),
    (9, 4, 1),
    (4, 9, 3),
    (8, 7, 0),
    (1, 7, 0),
    (7, 1, 0),
    (9, 9, 4),
];

/// Random small integers, zero where the digits of `gaps` are even, so that chains are defective.
fn sparse(random: &mut Random, degree: usize, gaps: u64) -> Vec<i64> {
    let mut v: Vec<i64> = (0..=degree).map(|i| (random.below(19) as i64 - 9) * (gaps >> i & 1) as i64).collect();
    v[degree] = [1, -1, 2, 5][random.usize_below(4)];
    v
}

fn product(a: &[i64], b: &[i64]) -> Vec<i64> {
    let mut out = vec![0; a.len() + b.len() - 1];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            out[i + j] += x * y;
        }
    }
    out
}

/// Operands of all shapes, most of them with gaps.
fn operands(random: &mut Random) -> Vec<[Vec<i64>; 2]> {
    let mut all = Vec::new();
    for (n, m, common) in SHAPES {
        for gaps in [u64::MAX, random.word(), random.word() & random.word(), 0] {
            let g = sparse(random, common, u64::MAX);
            all.push([n - common.min(n), m - common.min(m)].map(|d| product(&sparse(random, d, gaps), &g)));
        }
    }
    // degrees 8, 6, 4, 2, 1, 0 (Knuth, The Art of Computer Programming 2, section 4.6.1), and remainders far apart
    all.push([vec![-5, 2, 8, -3, -3, 0, 1, 0, 1], vec![21, -9, -4, 0, 5, 0, 3]]);
    all.push([vec![3, 1, 0, 0, 0, 0, 0, 0, 0, 2], vec![0, 0, 0, 0, 0, 0, 0, 3]]);
    all.push([vec![1, 0, 0, 0, 0, 0, 1], vec![2, 0, 0, 0, 0, 0, 2]]);
    all.push([vec![1, 0, 0, 0, 1, 0, 1], vec![2, 1, 0, 0, 0, 0, 2]]);
    all
}

#[test]
fn chains_are_determinants_over_z() {
    let z = Integers::new();
    let ops = Ops {
        elem: &|x| Integer::from(x),
        is_zero: &|x| *x == 0,
        cross: &|[a, b], [c, d]| Integer::from(a * b) - Integer::from(c * d),
        divide: &|x, y| {
            assert!(x.is_divisible(y));
            Integer::from(x / y)
        },
    };
    let mut random = Random::new(21);
    for [a, b] in operands(&mut random) {
        let [a, b] = [a, b].map(|v| v.into_iter().map(Integer::from).collect::<Vec<_>>());
        compare(&z, &a, &b, &ops, "z");
        // coefficients of several limbs
        let wide = |v: &[Integer]| v.iter().map(|x| Integer::from(x << 100) - 7 * x).collect::<Vec<_>>();
        compare(&z, &wide(&a), &b, &ops, "z, 100 bits");
    }
}

#[test]
fn chains_are_determinants_over_fields() {
    for target in Target::families() {
        for p in [2, 3, 5, 97, (1 << 62) - 57, u64::MAX - 58] {
            let f = Zn::on(&Engine::builder().target(target).threads(1).build(), p).unwrap();
            let wide = u128::from(p);
            let mul = |x: &u64, y: &u64| u128::from(*x) * u128::from(*y) % wide;
            let power = |x: u64, e: u64| {
                (0..64).rev().fold(1, |r, i| {
                    let square = mul(&r, &r) as u64;
                    if e >> i & 1 == 1 { mul(&square, &x) as u64 } else { square }
                })
            };
            let ops = Ops {
                elem: &|x: i64| (i128::from(x).rem_euclid(wide as i128)) as u64,
                is_zero: &|x| *x == 0,
                cross: &|[a, b], [c, d]| ((mul(a, b) + wide - mul(c, d)) % wide) as u64,
                divide: &|x, y| mul(x, &power(*y, p - 2)) as u64,
            };
            let mut random = Random::new(22);
            for [a, b] in operands(&mut random) {
                let [a, b] = [a, b].map(|v| v.iter().map(|x| (ops.elem)(*x)).collect::<Vec<_>>());
                if a[a.len() - 1] != 0 && b[b.len() - 1] != 0 {
                    compare(&f, &a, &b, &ops, &format!("{target}, p = {p}"));
                }
            }
        }
    }
}

/// S₀ is the resultant, the first nonzero one a multiple of the greatest common divisor, and each sⱼ of a normal chain that of
/// the textbook algorithm; at lengths where divisions are no longer classical.
#[test]
fn long_chains_end_with_resultant_and_divisor() {
    let mut random = Random::new(23);
    for p in [97, (1 << 62) - 57] {
        let f = Zn::on(&Engine::builder().threads(1).build(), p).unwrap();
        let mut draw = |len: usize| Poly::new(&f, (0..len).map(|_| 1 + random.below(p - 1)).collect::<Vec<_>>());
        let (a, b, g) = (draw(150), draw(130), draw(20));
        let chain = a.subresultants(&b).unwrap();
        assert_eq!(chain[0].coeff(0), a.resultant(&b).unwrap());
        let back = b.subresultants(&a).unwrap();
        assert_eq!(back[0].coeff(0), b.resultant(&a).unwrap());
        let d = a.gcd(&b).unwrap().len() - 1;
        let common = (&a * &g).subresultants(&(&b * &g)).unwrap();
        let first = common.iter().position(|s| !s.is_empty()).unwrap();
        assert_eq!(first, 19 + d);
        assert_eq!(common[first].monic().unwrap(), (&a * &g).gcd(&(&b * &g)).unwrap());
    }
    let f = Zn::new(97).unwrap();
    let poly = |v: &[i64]| Poly::from_i64(&f, v);
    for (a, b) in [(&[][..], &[1, 2][..]), (&[1, 2], &[]), (&[3], &[1, 2]), (&[1, 2, 3], &[4]), (&[], &[])] {
        assert_eq!(poly(a).subresultants(&poly(b)).unwrap(), [], "{a:?} {b:?}");
    }
}
