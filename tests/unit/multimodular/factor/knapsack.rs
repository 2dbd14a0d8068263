//! Recombination: sets of lifted factors that are factors over Z.

use polymod::{
    Integers, Poly,
    core::bits::SplitMix64,
    multimodular::{
        factor::{
            compare,
            hensel::Lifted,
            images::{Images, images},
            knapsack::{combine, combined, likely_bits, needed_bits},
        },
        primitive_part,
    },
};
use rug::Integer;

/// Factors told by a low power of p are those that the power above the bound tells.
#[test]
fn low_powers_tell_the_same_factors() {
    let (z, mut random) = (Integers::new(), SplitMix64::new(5));
    let mut cases = [0; 2];
    for round in 0..80usize {
        let bits = [2u32, 8, 30, 62, 64, 200][round % 6];
        let mut poly = |len: usize| {
            let number = |random: &mut SplitMix64| {
                let words = [0; 4].map(|_| random.word());
                let x: Integer = Integer::from_digits(&words, rug::integer::Order::Lsf) >> (256 - bits);
                if random.word() & 1 == 0 { x + 1u32 } else { -x }
            };
            primitive_part(&Poly::new(&z, (0..len).map(|_| number(&mut random)).collect::<Vec<_>>()))
        };
        // the polynomial of √2 + √3 + √5 has factors of degree 2 at most modulo every prime, and is irreducible
        let mut f = match round % 5 {
            0 => Poly::parse(&z, "x^8 - 40*x^6 + 352*x^4 - 960*x^2 + 576").expect("a polynomial"),
            _ => poly(4),
        };
        for len in [[3, 3, 1], [5, 1, 1], [4, 4, 3], [6, 7, 1]][round % 4] {
            f = &f * &poly(len);
        }
        let f = primitive_part(&f);
        if f.len() < 4 || f.coeff(0) == 0 {
            continue;
        }
        let Images::Factors(modular) = images(&f, false).expect("images") else { continue };
        let lifted = || Lifted::new(&f, &modular.factors).expect("factors");
        let mut found = combine(&f, lifted()).expect("factors");
        let mut full = lifted();
        full.lift(full.exponent_for(needed_bits(&f))).expect("a power");
        let mut wanted = combined(&f, (0..full.count()).collect(), &mut full).expect("factors");
        found.sort_by(compare);
        wanted.sort_by(compare);
        assert_eq!(found, wanted, "{f}");
        assert_eq!(found.iter().fold(Poly::one(&z), |p, g| &p * g), f);
        cases[usize::from(4 * likely_bits(&f) <= 3 * needed_bits(&f))] += 1;
    }
    assert!(cases[1] > 30, "{cases:?}");
}

/// The divisor with few factors modulo p has coefficients that a power likely to tell divisors does not reach, the other one has more factors modulo
/// every prime: only the power above the bound tells that there are two.
#[test]
fn low_powers_do_not_prove_that_a_polynomial_is_irreducible() {
    let poly = |text: &str| text.parse::<Poly<Integers>>().expect("a polynomial");
    let f = &poly("x^4 - 10*x^2 + 1") * &poly("x^3 + 2^100*x + 2^101 + 6");
    assert!(4 * likely_bits(&f) <= 3 * needed_bits(&f));
    let Images::Factors(modular) = images(&f, false).expect("images") else { panic!("it has divisors") };
    let mut found = combine(&f, Lifted::new(&f, &modular.factors).expect("factors")).expect("factors");
    found.sort_by(compare);
    assert_eq!(found, [poly("x^3 + 2^100*x + 2^101 + 6"), poly("x^4 - 10*x^2 + 1")]);
}
