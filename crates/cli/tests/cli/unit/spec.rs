//! Names of rings.

use polymod::ring::NamedField;
use polymod_cli::RingSpec;
use rug::Integer;

fn modulus(text: &str) -> Integer {
    match RingSpec::parse(text) {
        Ok(RingSpec::Modulo(n)) => n,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn named_fields() {
    for field in NamedField::ALL {
        assert_eq!(modulus(&format!("zn:{field}")), field.modulus());
    }
}

#[test]
fn rings() {
    assert_eq!(RingSpec::parse("z").unwrap(), RingSpec::Integers);
    assert_eq!(RingSpec::parse("q").unwrap().to_string(), "q");
    assert_eq!(modulus("zn:2^61-1"), (1_u64 << 61) - 1);
    assert_eq!(modulus("zn:2"), 2);
    assert_eq!(RingSpec::parse("zn:0x61").unwrap().to_string(), "zn:97");
    assert_eq!(RingSpec::parse("gf2").unwrap(), RingSpec::Bits);
    for (text, name) in [
        ("gf2^8:0x11b", "gf2^8:0x11b"),
        ("gf2^8:283", "gf2^8:0x11b"),
        ("gf2^8:x^8+x^4+x^3+x+1", "gf2^8:0x11b"),
        ("gf2^8: 1 + z + z^3 + z^4 + z**8", "gf2^8:0x11b"),
        ("gf2^1:x", "gf2^1:0x2"),
        ("gf2^64:2^64+27", "gf2^64:0x1000000000000001b"),
        ("gf2^65:x^65+x^18+1", "gf2^65:0x20000000000040001"),
    ] {
        assert_eq!(RingSpec::parse(text).unwrap().to_string(), name);
    }
    let f4 = RingSpec::parse("gfpf:(2^48+224)^4+1").unwrap();
    let value = format!("gfpf:{}", f4.modulus().unwrap());
    assert_eq!(RingSpec::parse(&value).unwrap(), f4);
    assert_eq!(RingSpec::parse("gfpf:2^4^2+1").unwrap().modulus(), Some(&modulus("zn:65537")));
    assert_eq!((f4.to_string(), f4.modulus()), ("gfpf:F4".into(), Some(&modulus("zn:(2^48+224)^4+1"))));
}

#[test]
fn refused() {
    for text in [
        "",
        "q[y]",
        "zn",
        "zn:",
        "zn:0",
        "zn:1",
        "zn:-7",
        "zn:abc",
        "zn:2^2000000",
        "Z",
        "zn:1.5",
        "gf3",
        "gf2^",
        "gf2^8",
        "gf2^0:1",
        "gf2^65:2^64+3",
        "gf2^8:0x3",
        "gf2^8:0x211b",
        "gf2^8:x",
        "gf2^8:x^8+y",
        "gf2^8:x^8+",
        "gf2^8:x^999999999999",
        "gf2^999:x^998",
        "gf2^9999999:x^9999999",
        "gfpf:F3",
        "gfpf:",
        "gfpf:\n",
        "zn:'\n",
        "zn:97[y][y]",
        "gf2[y]",
    ] {
        let error = RingSpec::parse(text).unwrap_err().to_string();
        assert!(error.starts_with("--ring ") && error.contains("expected"), "{text}: {error}");
        assert!(!error.contains('\n'), "{text}: {error}");
    }
    assert_eq!(RingSpec::parse("z[y]").unwrap(), RingSpec::OfY(Box::new(RingSpec::Integers)));
    assert_eq!(RingSpec::parse("zn:0x61[y]").unwrap().to_string(), "zn:97[y]");
    let error = RingSpec::parse("z[x]").unwrap_err().to_string();
    assert!(error.contains("z[y]"), "{error}");
    let error = RingSpec::parse(&format!("zn:{}\nx", "7".repeat(500))).unwrap_err().to_string();
    assert!(error.len() < 400 && !error.contains('\n'), "{error}");
}
