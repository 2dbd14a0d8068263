//! Rows of half words against rows of words.

use polymod::{
    Modulus,
    core::bits::SplitMix64,
    ring::zn::{
        euclid_rows::{HalfWords, LANES, Row, Words},
        small::trimmed,
    },
};

/// Remainders in half words against those in words, at all lengths around vectors, with gaps, and at the ends of the range of primes.
#[test]
fn half_words_agree_with_words() {
    let mut random = SplitMix64::new(41);
    for p in [3, 7, 127, 139] {
        let n = Modulus::new(p).expect("a modulus");
        for x in 0..=u16::MAX {
            assert_eq!(u64::from(HalfWords::<16>::prime(n).reduce(x)), u64::from(x) % p);
        }
        for long in (2..=18).chain([24, 32, 33, 71, 72]) {
            for short in [2, long / 2, long - 1, long].into_iter().filter(|&len| len > 1) {
                for kind in 0..4 {
                    let mut draw = |len: usize| -> Vec<u64> {
                        let entry = |i: usize| match kind {
                            0 => p - 1,
                            // few terms: degrees fall by more than one
                            1 if !i.is_multiple_of(4) && i + 1 < len => 0,
                            _ => n.reduce(random.word()),
                        };
                        let mut v: Vec<u64> = (0..len).map(entry).collect();
                        v[len - 1] = v[len - 1].max(1);
                        v
                    };
                    let (a, b) = (draw(long), draw(short));
                    let (mut x, mut y) = (Words::<72>::new(&a), Words::<72>::new(&b));
                    let (mut u, mut v) = (HalfWords::<88>::new(&a), HalfWords::<88>::new(&b));
                    let least = HalfWords::<88>::prime(n);
                    // the whole sequence: what is left behind in a row is met by the next steps
                    while y.len > 1 {
                        let exponents = (x.divide(n, &y), u.divide(least, &v));
                        assert!(exponents.0 == exponents.1 && x.len == u.len, "{a:?} by {b:?} modulo {p}");
                        assert!((0..x.len).all(|i| x.get(i) == u.get(i)), "{a:?} by {b:?} modulo {p}");
                        assert_eq!(trimmed(&x.words[..x.len]), x.len);
                        assert!(u.words[LANES + u.len..].iter().all(|&x| x == 0), "{a:?} by {b:?} modulo {p}");
                        (x, y, u, v) = (y, x, v, u);
                    }
                }
            }
        }
    }
}
