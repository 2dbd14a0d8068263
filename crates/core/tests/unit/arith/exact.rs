//! Exact quotients and common divisors of words.

use polymod_core::{
    arith::{
        exact::{ExactDivisor, content},
        gcd,
    },
    bits::SplitMix64,
};

/// Numbers of all sizes, and those at the ends.
fn numbers() -> Vec<i64> {
    let mut random = SplitMix64::new(3);
    let mut all: Vec<i64> = (0..63).map(|shift| random.word() as i64 >> shift).collect();
    all.extend((0..63).flat_map(|i| [1 << i, -(1 << i), (1 << i) - 1, 1 - (1 << i)]));
    all.extend([i64::MAX, i64::MIN, -i64::MAX, 0, 6, -12]);
    all
}

#[test]
fn quotients_by_words() {
    for d in numbers().into_iter().filter(|&d| d != 0) {
        let divisor = ExactDivisor::new(d);
        for q in numbers() {
            let x = i128::from(d) * i128::from(q);
            assert_eq!((divisor.exact(x), divisor.quotient(x)), (q, Some(q)), "{x}/{d}");
            for x in [x - 1, x + 1, x + i128::from(d) / 2] {
                let exact = (x % i128::from(d) == 0).then(|| x / i128::from(d));
                assert_eq!(divisor.quotient(x), exact.and_then(|q| q.try_into().ok()), "{x}/{d}");
            }
        }
        // quotients beyond a word
        assert_eq!(divisor.quotient(i128::from(d) << 64), None);
        assert_eq!(divisor.quotient(i128::from(d) * (1 << 63)), None);
    }
}

#[test]
fn common_divisors() {
    let euclid = |mut x: u64, mut y: u64| {
        while y != 0 {
            (x, y) = (y, x % y);
        }
        x
    };
    let all = numbers();
    for &x in &all {
        for &y in &all {
            let (a, b) = (x.unsigned_abs(), y.unsigned_abs());
            assert_eq!(gcd(a, b), euclid(a, b), "{a}, {b}");
            assert_eq!(content(&[x as u64, 0, y as u64, x as u64]), euclid(a, b), "{x}, {y}");
        }
    }
    for g in [1i64, 2, 6, 1 << 20, 12345, -7] {
        let words: Vec<u64> = (0..50).map(|i| (g * ((i * i * 7919) % 1009 - 500)) as u64).collect();
        let wanted = words.iter().fold(0, |c, &x| euclid(c, (x as i64).unsigned_abs()));
        assert_eq!(content(&words), wanted, "{g}");
    }
    assert_eq!((content(&[]), content(&[0, 0]), content(&[1 << 63])), (0, 0, 1 << 63));
}
