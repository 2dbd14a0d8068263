//! Names, sizes and expressions of primes r^k + 1.

use polymod_core::{Error, arith::FermatPrime};

/// Bits and two-adicity against values computed independently, by exact arithmetic over the integers.
#[test]
fn sizes_of_the_named_primes() {
    for (name, bits, two_adicity) in [
        ("P4", 239, 44),
        ("P8", 475, 312),
        ("P16", 931, 720),
        ("P32", 1862, 544),
        ("P64", 3686, 704),
        ("P128", 7302, 2560),
        ("G2", 127, 106),
        ("G4", 256, 200),
        ("G8", 505, 272),
        ("G16", 993, 576),
        ("G32", 1985, 1792),
        ("G64", 4032, 2560),
        ("G128", 8192, 3584),
        ("F4", 193, 20),
        ("F8", 384, 56),
        ("F16", 768, 32),
        ("F32", 1569, 224),
        ("F64", 3073, 256),
        ("F128", 6272, 1152),
    ] {
        let p: FermatPrime = name.parse().unwrap();
        assert_eq!((p.bits(), p.two_adicity()), (bits, two_adicity), "{name}");
        assert_eq!((p.name(), p.to_string()), (Some(name), name.to_string()));
        let digits: usize = name[1..].parse().unwrap();
        assert_eq!(p.digits(), digits, "{name}");
    }
}

#[test]
fn expressions() {
    for text in ["(2^48+5120)^4+1", "(2^50-3840)^4+1", "(2^46)^8+1", "(6)^2+1"] {
        let p: FermatPrime = text.parse().unwrap();
        assert_eq!(p.to_string().parse(), Ok(p), "{text}");
    }
    assert_eq!("(2^64 - 2^28)^128 + 1".parse::<FermatPrime>().unwrap().name(), Some("G128"));
    assert_eq!("(2^48 + 2^8 - 2^5)^4+1".parse::<FermatPrime>().unwrap().name(), Some("F4"));
    assert_eq!("0x10^2+1".parse::<FermatPrime>().unwrap().limbs(), [257]);
    for text in [
        "",
        "F3",
        "f4",
        "2^48+1",
        "(2^48+1)^4+1",
        "(2^48)^3+1",
        "(2^66)^4+1",
        "()^4+1",
        "(2^48)^4",
        "(-8)^2+1",
        "2^4^2+1",
    ] {
        assert!(matches!(text.parse::<FermatPrime>(), Err(Error::Modulus { .. })), "{text}");
    }
}
