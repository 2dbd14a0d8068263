//! Greatest common divisors over Z by Euclid's algorithm in words: for few coefficients, of which a common divisor is known or likely.

use polymod::{
    Integers, Poly, Ring,
    core::bits::SplitMix64,
    multimodular,
    multimodular::{Algorithm, Options, euclid::divisor},
};

#[test]
fn divisors_are_those_modulo_primes() {
    let (z, mut random) = (Integers::new(), SplitMix64::new(8));
    let by_primes = Options { algorithm: Some(Algorithm::Crt), ..Options::default() };
    let mut found = 0;
    for bits in [1u32, 2, 5, 8, 16, 31, 32, 62, 63] {
        for round in 0..60 {
            let mut poly = |len: usize| {
                let mut list: Vec<i64> = (0..len).map(|_| random.word() as i64 >> (64 - bits)).collect();
                // the ends of the range
                if round % 5 == 0 {
                    list.iter_mut()
                        .for_each(|x| *x = if *x < 0 { i64::MIN >> (63 - bits) } else { i64::MAX >> (63 - bits) });
                }
                if list.last() == Some(&0) {
                    list[len - 1] = -1;
                }
                Poly::from_i64(&z, &list)
            };
            let lens = [[1, 1, 1], [2, 1, 1], [1, 2, 3], [2, 2, 2], [3, 3, 2], [3, 1, 4], [1, 6, 5], [4, 3, 3]];
            let [g, x, y] = lens[round % lens.len()].map(&mut poly);
            let (a, b) = (&g * &x, &g * &y);
            let wanted = multimodular::gcd(&a, &b, &by_primes).expect("a divisor").value;
            for (a, b) in [(&a, &b), (&b, &a)] {
                if let Some(got) = divisor(a, b) {
                    assert_eq!(got, wanted, "{a}, {b}");
                    found += 1;
                }
            }
        }
    }
    assert!(found > 500, "{found}");
    // a content that is no signed word, a product of two words that fits in none
    let least = Poly::new(&z, [z.elem(i64::MIN)]);
    assert!(divisor(&least, &least).is_none());
}
