//! Names of extensions.

use polymod::{Engine, ring::NamedField};
use polymod_cli::{RingSpec, open::Bound};
use rug::ops::Pow;

#[test]
fn names_are_read() {
    for (text, name) in [
        ("gf:5^2", "gf:5^2"),
        ("gf:(2^61-1)^3", "gf:2305843009213693951^3"),
        ("gf:2^61-1^3", "gf:2305843009213693951^3"),
        ("gf:5^2:t^2+2", "gf:5^2:t^2+2"),
        ("gf:5^2:[2,0,1]", "gf:5^2:t^2+2"),
        ("gf:5^2:[-3, 5, 6]", "gf:5^2:t^2+2"),
        ("gf:3^2: 2 + t + t**2", "gf:3^2:t^2+t+2"),
        ("gf:7^1:t", "gf:7^1:t"),
        ("gf:5^2:conway", "gf:5^2:conway"),
        ("gf:2^61-1^3:least", "gf:2305843009213693951^3:least"),
        ("zn:21[t]/t^2+t+1", "zn:21[t]/t^2+t+1"),
        ("zn:2^4[t]/t^2-1", "zn:16[t]/t^2+15"),
        ("zn:21[t]/(t+1)^2", "zn:21[t]/t^2+2*t+1"),
        ("zn:6[t]/[5,0,0,1]", "zn:6[t]/t^3+5"),
    ] {
        assert_eq!(RingSpec::parse(text).unwrap().to_string(), name);
    }
    let bn = RingSpec::parse("gf:bn254-fr^2").unwrap();
    assert_eq!(bn.modulus(), Some(&NamedField::Bn254Fr.modulus().pow(2)));
}

#[test]
fn others_are_refused() {
    for (text, why) in [
        ("gf:", "expected gf:P^K"),
        ("gf:25", "did you mean gf:5^2?"),
        ("gf:9^2", "did you mean gf:3^4?"),
        ("gf:6^2", "must be a prime"),
        ("gf:5^0", "expected gf:P^K"),
        ("gf:5^x", "expected gf:P^K"),
        ("gf:5^2:", "expected"),
        ("gf:5^2:x^2+2", "in t"),
        ("gf:5^2:Conway", "did you mean gf:5^2:conway?"),
        ("gf:5^2:first", "in t"),
        ("gf:5^2:t^3+2", "of degree 2"),
        ("gf:5^2:2*t^2+2", "monic"),
        ("gf:5^2:t^2+", "column"),
        ("gf:5^9999999", "too large"),
        ("zn:21[t]/", "expected"),
        ("zn:21[t]/7", "of degree 1 or more"),
        ("zn:21[t]/2*t", "monic"),
        ("zn:1[t]/t", "at least 2"),
        ("zn:x[t]/t", "expected zn:N[t]/F"),
    ] {
        let error = RingSpec::parse(text).unwrap_err().to_string();
        assert!(error.starts_with("--ring ") && error.contains(why) && error.contains("expected"), "{text}: {error}");
    }
    let engine = Engine::builder().threads(1).build();
    let refused = |text| match Bound::open(&RingSpec::parse(text).unwrap(), &engine) {
        Err(refused) => refused.to_string(),
        Ok(_) => panic!("{text} is no ring"),
    };
    assert!(refused("gf:3^2:t^2+2").contains("reducible"));
    let error = refused("gf:2^89-1^2:conway");
    assert!(error.contains("less than 2^64 elements") && error.contains("Conway"), "{error}");
}
