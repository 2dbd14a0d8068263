//! Named fields against the curves they belong to.

use polymod::ring::NamedField;
use rug::{Integer, integer::IsPrime, ops::Pow};

fn modulus(name: &str) -> Integer {
    name.parse::<NamedField>().unwrap().modulus()
}

#[test]
fn they_are_those_of_their_curves() {
    let u = Integer::from(4_965_661_367_192_848_881_u64);
    let bn = |quadratic: u32| {
        let cubic = 36 * u.clone().pow(4) + 36 * u.clone().pow(3);
        cubic + quadratic * u.clone().pow(2) + 6 * u.clone() + 1
    };
    assert_eq!(modulus("bn254-fq"), bn(24));
    assert_eq!(modulus("bn254-fr"), bn(18));
    let x = -Integer::from(0xd201_0000_0001_0000_u64);
    let r = x.clone().pow(4) - x.clone().pow(2) + 1;
    assert_eq!(modulus("bls12-381-fr"), r);
    assert_eq!(modulus("bls12-381-fq"), (x.clone() - 1_u32).pow(2) * r / 3 + x);
    assert_eq!(modulus("secp256k1-fq"), (Integer::from(1) << 256) - (Integer::from(1) << 32) - 977u32);
    let order = "115792089237316195423570985008687907852837564279074904382605163141518161494337";
    assert_eq!(modulus("secp256k1-fr").to_string(), order);
}

#[test]
fn they_are_primes_of_the_known_sizes() {
    let known = [(254, 28), (254, 1), (255, 32), (381, 1), (256, 6), (256, 1)];
    for (field, (bits, two_adicity)) in NamedField::ALL.into_iter().zip(known) {
        let p = field.modulus();
        assert_eq!((p.significant_bits(), field.two_adicity()), (bits, two_adicity), "{field}");
        assert_ne!(p.is_probably_prime(40), IsPrime::No, "{field}");
        assert_eq!(field.name().parse(), Ok(field));
    }
    assert!("bn254".parse::<NamedField>().is_err());
}
