//! Resultants and discriminants of few short coefficients as determinants of Bézout's matrix, in one, two and four words.

use polymod::{
    Integers, Poly,
    core::bits::SplitMix64,
    multimodular,
    multimodular::{
        Algorithm, Options,
        bezoutian::{MOST, discriminant, resultant},
    },
};

/// Against images modulo primes: operands of all lengths, at the ends of the bounds of every number of words, with equal coefficients and common divisors.
#[test]
fn determinants_are_resultants_and_discriminants() {
    let (z, mut random) = (Integers::new(), SplitMix64::new(4));
    let images = Options { algorithm: Some(Algorithm::Crt), ..Options::default() };
    let mut found = [[0; 2]; MOST + 1];
    for bits in [1, 2, 7, 8, 9, 13, 20, 21, 28, 32, 38, 39, 40, 41, 56, 57, 59, 60, 61] {
        let most = i64::MAX >> (63 - bits);
        for len in 3..=MOST + 2 {
            for kind in 0..8 {
                let mut poly = |len: usize, kind: u64| {
                    let list = (0..len).map(|i| match kind {
                        0 => most,
                        1 if i % 2 == 0 => most,
                        1 => -most,
                        2 if (1..len - 1).contains(&i) => 0,
                        3 if i % 2 == 1 => 0,
                        _ => {
                            let x = (random.word() >> (64 - bits)) as i64;
                            if random.word() % 2 == 0 { -x } else { x }
                        }
                    });
                    let mut list: Vec<i64> = list.collect();
                    if list[len - 1] == 0 {
                        list[len - 1] = 1;
                    }
                    Poly::from_i64(&z, &list)
                };
                let (a, b) = (poly(len, kind), poly(len, random_kind(kind)));
                if let Some(got) = resultant(&a, &b) {
                    let wanted = multimodular::resultant(&a, &b, &images).expect("a resultant").value;
                    assert_eq!(got, wanted, "{bits} bits: {a}, {b}");
                    found[len - 2][0] += 1;
                }
                if let Some(got) = discriminant(&a) {
                    let wanted = multimodular::discriminant(&a, &images).expect("a discriminant").value;
                    assert_eq!(got, wanted, "{bits} bits: {a}");
                    found[len - 2][1] += 1;
                }
            }
        }
    }
    assert!(found[1..MOST].iter().all(|count| count[0] > 12), "{found:?}");
    assert!(found[2..MOST].iter().all(|count| count[1] > 12), "{found:?}");
}

fn random_kind(kind: u64) -> u64 {
    (kind * 5 + 4) % 8
}
