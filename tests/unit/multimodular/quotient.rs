//! Exact quotients in Z\[x\], checked by one multiplication.

use polymod::{
    Integers, Poly, Ring,
    core::bits::testing::noise,
    multimodular::{Effort, primes::Primes, quotient::exact_quotient},
};
use rug::Integer;

/// `len` coefficients a little above 2^bits, some of them negative.
fn long(z: &Integers, len: usize, bits: u32, seed: u64) -> Poly<Integers> {
    let coefficient = |i: usize| {
        let x = (Integer::from(1) << bits) + noise(seed + i as u64);
        if i % 3 == 1 { -x } else { x }
    };
    Poly::new(z, (0..len).map(coefficient).collect::<Vec<_>>())
}

/// Multiplies p by (x^e − 1)^power, or divides by it.
fn times_binomial(mut p: Vec<Integer>, e: usize, power: i32) -> Vec<Integer> {
    for _ in 0..power.unsigned_abs() {
        if power > 0 {
            let mut next = vec![Integer::new(); p.len() + e];
            for (i, c) in p.iter().enumerate() {
                next[i] -= c;
                next[i + e] += c;
            }
            p = next;
        } else {
            for i in (e..p.len()).rev() {
                let high = p[i].clone();
                p[i - e] += high;
            }
            assert!(p.drain(..e).all(|c| c == 0), "divisible");
        }
    }
    p
}

/// Products of cyclotomic polynomials that divide x^210 − 1 and have coefficients up to 10199: powers of these are quotients far
/// longer than the coefficients of powers of x^210 − 1.
#[test]
fn quotients_longer_than_both_operands() {
    const ORDERS: [usize; 8] = [1, 6, 10, 14, 15, 21, 35, 210];
    const POWER: i32 = 6;
    let z = Integers::new();
    let sign = |n: usize| match [2, 3, 5, 7].iter().filter(|&&p| n.is_multiple_of(p)).count() % 2 {
        0 => 1,
        _ => -1,
    };
    let part = |wanted: &dyn Fn(usize) -> bool| {
        let divisors = || (1..=210).filter(|e| 210 % e == 0);
        let power = |e: usize| -> i32 { divisors().filter(|d| wanted(*d) && d % e == 0).map(|d| sign(d / e)).sum() };
        let mut factors: Vec<(usize, i32)> = divisors().map(|e| (e, POWER * power(e))).collect();
        // products before quotients
        factors.sort_by_key(|(_, power)| -power);
        Poly::new(&z, factors.into_iter().fold(vec![Integer::from(1)], |p, (e, power)| times_binomial(p, e, power)))
    };
    let (q, b) = (part(&|d| ORDERS.contains(&d)), part(&|d| !ORDERS.contains(&d)));
    let a = part(&|_| true);
    assert!(z.size(q.coeffs()).bits > 70 && z.size(a.coeffs()).bits < 8, "coefficients of 70 and of 6 bits");
    assert_eq!(exact_quotient(&a, &b).unwrap(), Some(q));
}

/// Quotients longer than a prime, and divisors that vanish modulo the first primes.
#[test]
fn quotients_of_several_primes() {
    let z = Integers::new();
    let primes = Primes::new(z.engine(), Effort::Certified).unwrap().next(3).unwrap();
    let vanishing: Integer = primes.iter().map(|p| Integer::from(p.n())).product();
    for factor in [Integer::from(1), vanishing] {
        for bits in [70, 200, 1000] {
            let (b, q) = (long(&z, 40, 70, 1).scale(&factor), long(&z, 30, bits, 100));
            let a = b.checked_mul(&q).unwrap();
            assert_eq!(exact_quotient(&a, &b).unwrap(), Some(q), "{bits} bits by multiples of {factor}");
            let other = a.checked_add(&Poly::one(&z)).unwrap();
            assert_eq!(exact_quotient(&other, &b).unwrap(), None, "{bits} bits by multiples of {factor}");
        }
    }
}
