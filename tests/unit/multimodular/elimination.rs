//! Fraction-free elimination over Z in one, two and four words.

use polymod::{
    core::bits::SplitMix64,
    multimodular::elimination::{Entry, Wide},
};
use rug::Integer;

#[test]
fn products_of_four_words() {
    let mut random = SplitMix64::new(7);
    let mut numbers = vec![0, 1, -1, i128::MAX, i128::MIN, i128::MAX - 1, 1 << 64, -(1 << 64), (1 << 64) - 1, 3 << 62];
    numbers.extend((0..20).map(|i| ((i128::from(random.word()) << 64) | i128::from(random.word())) >> (6 * i)));
    for &x in &numbers {
        for &y in &numbers {
            let product = Integer::from(x) * Integer::from(y);
            assert_eq!(Integer::from(Wide::product(x, y)), product, "{x}·{y}");
            for &z in &numbers[..10] {
                let other = Wide::product(z >> 1, x >> 1);
                let exact = Integer::from(z >> 1) * Integer::from(x >> 1);
                let half = Wide::product(x, y >> 2);
                let (sum, difference) = (half + other, half - other);
                let of_half = Integer::from(x) * Integer::from(y >> 2);
                assert_eq!(Integer::from(sum), Integer::from(&of_half + &exact), "{x}, {y}, {z}");
                assert_eq!(Integer::from(difference), of_half - exact, "{x}, {y}, {z}");
            }
        }
    }
}

/// The steps are exact for numbers up to the bounds of words, whatever powers of two are in the divisor.
#[test]
fn exact_steps_at_the_ends_of_words() {
    let mut random = SplitMix64::new(9);
    for case in 0..20_000u32 {
        let bits = 1 + case % 126;
        let draw = |random: &mut SplitMix64, bits: u32| -> Integer {
            let x = Integer::from(u128::from(random.word()) << 64 | u128::from(random.word()));
            let x = x.keep_bits(bits.min(126));
            if random.word() & 1 == 1 { -x } else { x }
        };
        // pivot·x − head·above is a multiple of the divisor: x and above are quotient and multiples of it
        let twos = (random.word() % 40) as u32;
        let divisor: Integer = draw(&mut random, bits / 2 + 1) << twos;
        if divisor == 0 || divisor.significant_bits() > 125 {
            continue;
        }
        let [q, r] = [draw(&mut random, (126u32).saturating_sub(divisor.significant_bits())), draw(&mut random, 20)];
        let (x, above) = (Integer::from(&q * &divisor), Integer::from(&r * &divisor));
        let (pivot, head) = (draw(&mut random, bits.min(60)), draw(&mut random, bits.min(60)));
        let wanted = Integer::from(&pivot * &q) - Integer::from(&head * &r);
        let check = |got: Integer| assert_eq!(got, wanted, "({pivot}·{x} − {head}·{above})/{divisor}");
        let words: [Option<i128>; 6] = [&x, &pivot, &head, &above, &divisor, &wanted].map(Integer::to_i128);
        if let [Some(x), Some(pivot), Some(head), Some(above), Some(divisor), Some(_)] = words {
            check(Integer::from(x.eliminated(pivot, head, above, &divisor.divisor().expect("a divisor"))));
        }
        let words: [Option<i64>; 6] = [&x, &pivot, &head, &above, &divisor, &wanted].map(Integer::to_i64);
        if let [Some(x), Some(pivot), Some(head), Some(above), Some(divisor), Some(_)] = words {
            check(Integer::from(x.eliminated(pivot, head, above, &divisor.divisor().expect("a divisor"))));
        }
    }
}
