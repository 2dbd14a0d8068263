//! Names of rings, read back.

use polymod::{AnyRing, Engine, Error, NamedField, Result, Ring};

fn name_of(name: &str) -> Result<String> {
    AnyRing::named(&Engine::default(), name).map(|ring| ring.name())
}

#[test]
fn names_are_read_back() {
    for name in ["zn:2", "zn:97", "zn:18446744073709551615", "gf2", "gf2^8:0x11b", "gf2^64:0x1000000000000001b"] {
        assert_eq!(name_of(name), Ok(name.into()));
    }
    assert_eq!(name_of("zn:0x61"), Ok("zn:97".into()));
    assert_eq!(name_of("gf2^8:283"), Ok("gf2^8:0x11b".into()));
}

#[test]
fn names_of_long_rings_are_read_back() {
    for name in
        ["z", "q", "zn:18446744073709551616", "zn:170141183460469231731687303715884105727", "gfpf:F4", "gfpf:F16"]
    {
        assert_eq!(name_of(name), Ok(name.into()));
    }
    for name in [
        "gf:5^2:t^2+2",
        "gf:18446744073709551557^3:t^3+t+4",
        "gf:170141183460469231731687303715884105727^2:t^2+1",
        "gf:2^3:t^3+t+1",
        "zn:21[t]/t^2+t+1",
        "zn:18446744073709551616[t]/t^3+5*t",
        "gf2^65:0x20000000000040001",
    ] {
        assert_eq!(name_of(name), Ok(name.into()));
    }
    for name in ["gf:5^2", "gf:5^2:", "gf:5^2:x^2+2", "gf:5^2:t^2+", "gf:x^2:t^2+2", "zn:21[t]/", "zn:21[t]/y"] {
        assert!(matches!(name_of(name), Err(Error::OutOfRange { .. })), "{name}: {:?}", name_of(name));
    }
    for name in [
        "gf:5^2:t^2+1",
        "gf:5^2:2*t^2+4",
        "gf:5^2:5*t^2+t",
        "gf:5^3:t^2+2",
        "gf:5^0:7",
        "zn:21[t]/2*t^2",
        "zn:21[t]/7",
        "gf2^65:0x20000000000000001",
    ] {
        assert!(matches!(name_of(name), Err(Error::Modulus { .. })), "{name}: {:?}", name_of(name));
    }
    assert!(matches!(name_of("gf:9^2:t^2+1"), Err(Error::Composite { .. })));
    let field = NamedField::Bn254Fr;
    assert_eq!(name_of("zn:bn254-fr"), Ok(format!("zn:{}", field.modulus())));
    assert_eq!(name_of("zn:0x10000000000000000"), Ok("zn:18446744073709551616".into()));
}

#[test]
fn other_names_are_refused() {
    for name in
        ["", "Q", "zn", "zn:", "zn:-7", "zn:+7", "zn:x", "gf2^", "gf2^8", "gf2^8:", "gf2^x:3", "z:1", "zn:1.5", "zn:0x"]
    {
        assert!(matches!(name_of(name), Err(Error::OutOfRange { .. })), "{name}");
    }
    for name in ["zn:0", "zn:1", "gf2^0:1", "gf2^8:0x100", "gf2^65:0x20000000000000004", "gf2^65:3"] {
        assert!(matches!(name_of(name), Err(Error::Modulus { .. })), "{name}: {:?}", name_of(name));
    }
    let long = name_of(&"z\n".repeat(100)).unwrap_err().to_string();
    assert!(!long.contains('\n') && long.len() < 400, "{long}");
}
