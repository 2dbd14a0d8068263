//! Resultants and common divisors of few coefficients against determinants and products.

use polymod::{
    Error,
    poly::Poly,
    ring::{Ring, Short, ShortOp, ZnBig},
};
use rug::{Integer, ops::Pow};

/// Primes of 1 to 8 limbs, near both ends of the numbers of that many limbs, and composite numbers with small and large factors.
fn moduli() -> Vec<Integer> {
    let power = |e: u32| Integer::from(2).pow(e);
    let mut moduli: Vec<Integer> = [40, 63, 64, 126, 127, 128, 191, 192, 255, 256, 320, 383, 384, 448, 511]
        .map(|bits| power(bits).next_prime())
        .into();
    moduli.extend([128u32, 192, 256, 384, 512].map(|bits| (power(bits) - power(bits / 2)).next_prime()));
    moduli.extend([power(128) - 1u32, power(256) - 1u32, Integer::from(3).pow(80), (power(64) + 13u32) * 15u32]);
    moduli
}

/// A polynomial of this length: of the largest residues, of few terms, so that degrees fall by more than one, with zero divisors, or of scattered
/// ones.
fn polynomial(f: &ZnBig, len: usize, kind: usize, seed: u32) -> Vec<Integer> {
    let value = |i: usize| match kind {
        0 => Integer::from(-1),
        1 if !i.is_multiple_of(3) => Integer::new(),
        2 => Integer::from(-1 - (i as i64 % 2)),
        3 if i.is_multiple_of(2) => Integer::from(15),
        _ => Integer::from(i as u32 + 3).pow(97 + 10 * seed) * (i as u32 + 7 * seed) + i as u32,
    };
    let mut v: Vec<Integer> = (0..len).map(|i| value(i).modulo(f.n())).collect();
    if v[len - 1] == 0 {
        v[len - 1] = Integer::from(1);
    }
    v
}

/// A determinant over Z, by elimination without fractions (Bareiss 1968).
fn determinant(mut rows: Vec<Vec<Integer>>) -> Integer {
    let (mut before, mut negative) = (Integer::from(1), false);
    for k in 0..rows.len() {
        let Some(pivot) = (k..rows.len()).find(|&i| rows[i][k] != 0) else { return Integer::new() };
        negative ^= pivot != k;
        rows.swap(pivot, k);
        let pivot = rows[k].clone();
        for row in &mut rows[k + 1..] {
            let first = row[k].clone();
            for (x, y) in row.iter_mut().zip(&pivot) {
                let difference = Integer::from(&*x * &pivot[k]) - Integer::from(&first * y);
                *x = difference.div_exact(&before);
            }
        }
        before.clone_from(&pivot[k]);
    }
    if negative { -before } else { before }
}

#[test]
fn resultants_are_determinants() {
    let mut refused = 0;
    for n in moduli() {
        let f = ZnBig::new(n.clone()).expect("a modulus");
        for (la, lb) in (1..7usize).flat_map(|la| (1..7).map(move |lb| (la, lb))) {
            for kind in 0..5 {
                let (a, b) = (polynomial(&f, la, kind, 1), polynomial(&f, lb, (kind + lb) % 5, 2));
                let mut rows = vec![vec![Integer::new(); la + lb - 2]; la + lb - 2];
                for (i, row) in rows.iter_mut().enumerate() {
                    let (v, at) = if i < lb - 1 { (&a, i) } else { (&b, i + 1 - lb) };
                    v.iter().rev().enumerate().for_each(|(j, x)| row[at + j].clone_from(x));
                }
                let wanted = determinant(rows).modulo(&n);
                let (x, y) = (f.collect(&a), f.collect(&b));
                let words = f.short_words(ShortOp::Resultant, x.view(), y.view()).expect("few coefficients");
                let mut out = vec![7; words];
                match f.write_short(ShortOp::Resultant, &mut out, x.view(), y.view()) {
                    Ok(_) => {
                        let got = Integer::from_digits(&out, rug::integer::Order::Lsf);
                        assert_eq!(got, wanted, "modulo {n}: {a:?}, {b:?}");
                    }
                    Err(Error::NotInvertible { factor, .. }) => {
                        let factor: Integer = factor.parse().expect("a number");
                        assert!(factor > 1 && factor < n && n.is_divisible(&factor), "{factor} of {n}");
                        refused += 1;
                    }
                    Err(e) => panic!("modulo {n}: {e}"),
                }
            }
        }
    }
    assert!((1..300).contains(&refused), "computations with zero divisors: {refused}");
}

#[test]
fn common_divisors_divide_and_are_combinations() {
    for n in moduli() {
        let f = ZnBig::new(n.clone()).expect("a modulus");
        for (i, (len, common)) in
            [(1, 1), (2, 2), (3, 1), (5, 3), (9, 1), (9, 4), (20, 1), (20, 11)].into_iter().enumerate()
        {
            let draw = |len: usize, seed: u32| {
                let mut v = polynomial(&f, len, 4 - i % 2 * 3, seed);
                v[len - 1] = Integer::from(1);
                Poly::new(&f, v)
            };
            let c = draw(common, 3);
            let (x, y) = (&draw(len, 4) * &c, &draw(len.max(3) - 2, 5) * &c);
            let (Ok(g), Ok(bezout)) = (x.gcd(&y), x.xgcd(&y)) else {
                assert!(!f.is_field(), "modulo {n}, {len} and {common} coefficients");
                continue;
            };
            assert_eq!(&bezout.s * &x + &bezout.t * &y, bezout.g, "modulo {n}");
            assert_eq!(g, bezout.g, "modulo {n}, {len} coefficients, {common} in common");
            assert!(g.len() >= common && x.rem(&g).expect("monic").is_empty() && y.rem(&g).expect("monic").is_empty());
        }
    }
}
