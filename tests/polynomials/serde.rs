//! Serialization of polynomials and rings with serde and JSON.

use crate::common::{Random, two_to};
use polymod::{Engine, Integers, Poly, Zn, ZnBig, ring::Convolve, rug::Integer};
use serde::{Serialize, de::DeserializeOwned};

fn round_trip<R: Convolve + Serialize + DeserializeOwned>(f: &R, list: Vec<R::Elem>) {
    let a = Poly::new(f, list);
    let json = serde_json::to_string(&a).unwrap();
    assert_eq!(serde_json::from_str::<Poly<R>>(&json).unwrap(), a);
    let texts: Vec<String> = a.iter().map(|c| f.elem_to_decimal(&c)).collect();
    let wanted = serde_json::json!({ "ring": f.name(), "coeffs": texts });
    assert_eq!(serde_json::to_value(&a).unwrap(), wanted);
    assert_eq!(serde_json::from_value::<Poly<R>>(wanted).unwrap(), a);
    assert_eq!(&serde_json::from_str::<R>(&serde_json::to_string(f).unwrap()).unwrap(), f);
}

#[test]
fn polynomials_come_back() {
    let mut random = Random::new(80);
    for len in [0, 1, 2, 50] {
        for n in [2, 97, u64::MAX] {
            round_trip(&Zn::new(n).unwrap(), random.residues(n, len));
        }
        for bits in [10, 64, 300] {
            round_trip(&Integers::new(), random.integers(bits, len));
        }
        let n = two_to(127) - 1u32;
        let residues = random.integers(120, len).into_iter().map(Integer::abs).collect();
        round_trip(&ZnBig::new(n).unwrap(), residues);
    }
}

#[test]
fn what_is_read() {
    let f = Zn::new(97).unwrap();
    let read = |json| serde_json::from_str::<Poly<Zn>>(json).unwrap();
    assert_eq!(read(r#"{"ring":"zn:97","coeffs":["-1","98","0"]}"#), Poly::from_i64(&f, &[-1, 1]), "reduced and cut");
    assert_eq!(read(r#"{"coeffs":["007"],"ring":"zn:97"}"#), Poly::from_i64(&f, &[7]), "in any order");
    assert_eq!(read(r#"{"ring":"zn:97","coeffs":[]}"#), Poly::zero(&f));
    assert_eq!(read(r#"{"ring":"zn:97","coeffs":["100000000000000000000000000000"]}"#).coeff(0), 57);
    let engine = Engine::builder().threads(1).build();
    let elsewhere = Poly::from_i64(&Zn::on(&engine, 97).unwrap(), &[3]);
    let back: Poly<Zn> = serde_json::from_value(serde_json::to_value(&elsewhere).unwrap()).unwrap();
    assert_eq!(back, elsewhere, "on the default engine, and still in the same ring");
}

#[test]
fn errors_say_what_was_expected() {
    let error = |json: &str| serde_json::from_str::<Poly<Zn>>(json).unwrap_err().to_string();
    for ring in
        ["", "z", "97", "zn", "zn:", "zn:0", "zn:1", "zn:-7", "zn:+7", "zn:97 ", "zn:0x61", "zn:18446744073709551616"]
    {
        let message = error(&format!(r#"{{"ring":"{ring}","coeffs":[]}}"#));
        let wanted = format!("ring: expected \"zn:N\" with a decimal N, 2 ≤ N < 2^64, got {ring:?}");
        assert!(message.starts_with(&wanted), "{message}");
    }
    for coefficient in ["", "-", "+1", "--1", " 1", "1 ", "1.0", "1e3", "0x1", "x", "١"] {
        let message = error(&format!(r#"{{"ring":"zn:97","coeffs":["1","{coefficient}"]}}"#));
        let wanted = format!("coefficient 1: expected a decimal integer, got {coefficient:?}");
        assert!(message.starts_with(&wanted), "{message}");
    }
    assert!(error(r#"{"ring":"zn:97"}"#).contains("missing field `coeffs`"));
    assert!(error(r#"{"coeffs":[]}"#).contains("missing field `ring`"));
    assert!(error(r#"{"ring":"zn:97","coeffs":[],"degree":0}"#).contains("unknown field `degree`"));
    assert!(error(r#"{"ring":"zn:97","coeffs":[1]}"#).contains("expected a string"));
    let big = serde_json::from_str::<ZnBig>("\"zn:1\"").unwrap_err().to_string();
    assert!(big.contains("a decimal N ≥ 2, got \"zn:1\""), "{big}");
    let z = serde_json::from_str::<Poly<Integers>>(r#"{"ring":"zn:97","coeffs":[]}"#).unwrap_err().to_string();
    assert!(z.contains("expected \"z\", got \"zn:97\""), "{z}");
}
