//! Divisions and quotients of series around all lengths where algorithms change.

use polymod::{Engine, Result, core::cpu::Target, poly::Poly, ring::Zn};

/// Quotients and remainders against the definition: at every instruction set, lengths around those where halves begin and end.
#[test]
fn divisions_at_every_threshold() -> Result<()> {
    for target in Target::families() {
        for n in [2, 7, (1 << 23) - 15, (1 << 31) - 1, (1 << 50) - 27, (1 << 62) - 57, u64::MAX - 58] {
            let f = Zn::on(&Engine::builder().target(target).build(), n)?;
            let mut next = (1..).map(|i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(i as u32) % n);
            let mut poly = |len: usize| {
                let mut words: Vec<u64> = next.by_ref().take(len).collect();
                words[len - 1] = n - 1 - u64::from(len.is_multiple_of(3)) % (n - 1);
                words
            };
            let mut by_halves = 0;
            for len in [1, 2, 8, 9, 15, 16, 17, 24, 31, 32, 33, 63, 64, 65, 127, 128, 129] {
                for divisor in [9, 10, 16, 17, 24, 33, 48, 65, 100, 128, 129, 130] {
                    let (q, b, r) = (poly(len), poly(divisor), poly(divisor - 1));
                    by_halves += usize::from(f.divides_by_halves([len, divisor - 1]));
                    let [q, b, r] = [q, b, r].map(|words| Poly::new(&f, words));
                    assert_eq!((&q * &b + &r).div_rem(&b)?, (q, r), "{len} by {divisor} modulo {n}");
                }
            }
            let halves = f.in_vectors(24, 24, false);
            assert!(by_halves > 0 || !halves, "modulo {n}, {target}");
        }
    }
    Ok(())
}

/// Quotients times the divisor give the dividend, at lengths around those where halves and vectors begin and end.
#[test]
fn quotients_at_every_threshold() {
    for n in [2, 3, (1 << 31) - 1, (1 << 32) - 5, (1 << 50) - 27, (1 << 62) - 57, u64::MAX - 58] {
        for target in Target::families() {
            let ring = Zn::on(&Engine::builder().threads(1).target(target).build(), n).expect("a modulus");
            let m = ring.modulus();
            for len in [1usize, 2, 15, 16, 17, 31, 32, 33, 34, 63, 100, 255, 256, 257, 300] {
                // all of 18 terms contribute to the second half of a quotient of 34
                for b_len in [1, 2, 5, 18, len / 2 + 1, len, len + 7] {
                    let a: Vec<u64> = (0..len as u64).map(|i| if i % 5 == 3 { i % n } else { n - 1 }).collect();
                    let mut b = vec![n - 1; b_len];
                    let inverse = m.inv(b[0]).expect("−1 is a unit");
                    if b_len > 3 {
                        b[3] = 0;
                    }
                    let q = ring.quotient_words(&a, &b, inverse, len);
                    for (k, &expected) in a.iter().enumerate() {
                        let from = (k + 1).saturating_sub(b_len);
                        let sum = (from..=k).fold(0, |s, i| m.add(s, m.mul(q.words()[i], b[k - i])));
                        assert_eq!(sum, expected, "{target}, n = {n}, {len} by {b_len}, coefficient {k}");
                    }
                }
            }
        }
    }
}
