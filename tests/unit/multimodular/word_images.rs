//! Greatest common divisors of short polynomials over Z by images modulo a few fixed primes of a word, without what many primes need: batches,
//! plans, and rings.

use polymod::{
    Integers, Poly, Result, Ring,
    core::bits::SplitMix64,
    multimodular,
    multimodular::{
        Algorithm, Options,
        word_images::{BELOW, BITS, PRIMES, divisor},
    },
};
use rug::Integer;

#[test]
fn divisors_are_those_by_many_primes() -> Result<()> {
    let (z, mut random) = (Integers::new(), SplitMix64::new(3));
    let by_primes = Options { algorithm: Some(Algorithm::Crt), ..Options::default() };
    let (mut counts, mut missed) = ([0; PRIMES + 1], 0);
    for bits in [1u32, 8, 30, 31, 32, 55, 56, 57, 62, 63, 64, 65, 120, 125, 130, 180, 250, 300, 360, 420, 480] {
        for round in 0..40 {
            let mut poly = |len: usize| {
                let most = (Integer::from(1) << bits) - 1u32;
                let list = (0..len).map(|i| {
                    let mut x = Integer::from(random.word());
                    for _ in 0..bits / 64 {
                        x = (x << 64u32) + random.word();
                    }
                    let x = if round % 5 == 0 { most.clone() } else { x & &most };
                    let x = if x == 0 && i + 1 == len { Integer::from(1) } else { x };
                    if random.word() % 2 == 0 { -x } else { x }
                });
                Poly::new(&z, list.collect::<Vec<_>>())
            };
            let lens = [[1, 2, 2], [2, 1, 2], [2, 2, 2], [3, 3, 2], [3, 1, 4], [1, 9, 8], [6, 6, 6], [9, 8, 8]];
            let [g, x, y] = lens[round % lens.len()].map(&mut poly);
            let common = Integer::from([1, 6, 1 << 20][round % 3]);
            let other = if round % 2 == 0 { Poly::one(&z) } else { poly(1) };
            let (a, b) = ((&g * &x).scale(&common), &(&g * &y) * &other.scale(&common));
            let wanted = multimodular::gcd(&a, &b, &by_primes)?.value;
            for (a, b) in [(&a, &b), (&b, &a)] {
                match divisor(a, b)? {
                    Some((got, count)) => {
                        assert_eq!(got, wanted, "{a}, {b}");
                        counts[count] += 1;
                    }
                    None => missed += 1,
                }
            }
        }
    }
    assert!(counts[1..].iter().all(|&count| count > 5) && (1..400).contains(&missed), "{counts:?}, {missed}");
    Ok(())
}

/// A leading coefficient that vanishes modulo the first prime, and operands whose first images share more than they do.
#[test]
fn unlucky_primes() -> Result<()> {
    let (z, n) = (Integers::new(), Integers::new().elem((1 << BITS) - BELOW[0] as i64));
    let (x, one) = (Poly::x(&z), Poly::one(&z));
    let vanishing = &x.scale(&n) + &one;
    assert!(divisor(&vanishing, &vanishing)?.is_none());
    assert_eq!(vanishing.gcd(&vanishing)?, vanishing);
    // x + 1 and x + 1 + n, whose images are equal
    let (a, b) = (&x + &one, &(&x + &one) + &Poly::new(&z, [n]));
    assert_eq!(divisor(&a, &b)?, Some((one.clone(), 2)));
    assert_eq!(a.gcd(&b)?, one);
    Ok(())
}
