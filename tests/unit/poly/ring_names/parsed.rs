//! Texts that name rings.

use polymod::{AnyRing, Engine, Error, Result, Ring, rug::Integer};

fn name_of(text: &str) -> Result<String> {
    AnyRing::parse(&Engine::default(), text).map(|ring| ring.name())
}

#[test]
fn texts_name_rings() {
    for (text, name) in [
        ("q", "q"),
        ("zn:2^61-1", "zn:2305843009213693951"),
        ("gfpf:(2^48+224)^4+1", "gfpf:F4"),
        ("gf2^8:x^8+x^4+x^3+x+1", "gf2^8:0x11b"),
        ("gf2^64:2^64+27", "gf2^64:0x1000000000000001b"),
        ("gf:5^2", "gf:5^2:t^2+2"),
        ("gf:2^3", "gf:2^3:t^3+t+1"),
        ("gf:2^10:least", "gf:2^10:t^10+t^3+1"),
        ("gf:2^8:conway", "gf:2^8:t^8+t^4+t^3+t^2+1"),
        ("gf:3+4^3:conway", "gf:7^3:t^3+6*t^2+4"),
        ("gf:2^61-1^2", "gf:2305843009213693951^2:t^2+1"),
        ("gf:5^2:t^2-3", "gf:5^2:t^2+2"),
        ("gf:5^2:[2,0,1]", "gf:5^2:t^2+2"),
        ("zn:9[t]/t^2-t-1", "zn:9[t]/t^2+8*t+8"),
        ("zn:3^4[t]/(t+1)^2", "zn:81[t]/t^2+2*t+1"),
    ] {
        assert_eq!(name_of(text), Ok(name.into()), "{text}");
    }
    let p = (Integer::from(1) << 89u32) - 1u32;
    assert!(name_of(&format!("gf:{p}^2")).is_ok_and(|name| name.starts_with(&format!("gf:{p}^2:t^2+"))));
}

#[test]
fn other_texts_are_refused() {
    for text in [
        "",
        "zn:",
        "zn:x",
        "zn:1.5",
        "zn:97\n",
        "zn:[97]",
        "gf2^8",
        "gf2^8:x",
        "gf:9^2:",
        "gf:5^0",
        "gf:5^0:conway",
        "gf:5^2:Conway",
        "gf:5^2:first",
        "z[y]",
        "gf:5^2:x^2+2",
    ] {
        assert!(
            matches!(name_of(text), Err(Error::OutOfRange { .. } | Error::Modulus { .. })),
            "{text}: {:?}",
            name_of(text)
        );
    }
    assert!(matches!(name_of("zn:-5"), Err(Error::OutOfRange { .. })));
    assert!(matches!(name_of("gf:9^2"), Err(Error::Composite { .. })));
    assert!(matches!(name_of("gf:9^2:conway"), Err(Error::Composite { .. })));
    let p = (Integer::from(1) << 89u32) - 1u32;
    let long = name_of(&format!("gf:{p}^2:conway")).unwrap_err();
    assert!(long.to_string().contains("a prime field of less than 2^64 elements"), "{long}");
    assert!(matches!(name_of("zn:2^99999999999"), Err(Error::OutOfRange { .. })));
}
