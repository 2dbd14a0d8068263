//! Serialization of polynomials and rings with serde and JSON.

use crate::common::{Random, two_to};
use polymod::{
    AnyRing, Distribution, Engine, F2, GeneralizedFermat, Gf2k, Integers, Matrix, Poly, PolyMatrix, Zn, ZnBig,
    ring::{self, Convolve},
    rug::Integer,
};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
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

/// Rings, polynomials and matrices of every shape come back; `drawn` makes a polynomial of at most 12 coefficients.
fn all_come_back<R: Convolve + Serialize + DeserializeOwned>(r: &R) {
    let distribution = ring::uniform(r).unwrap_or(Distribution::Signed(100));
    let mut random = ChaCha20Rng::seed_from_u64(9);
    let a = Poly::random_with(r, 12, &distribution, &mut random).unwrap();
    let json = serde_json::to_string(&a).unwrap();
    assert_eq!(serde_json::from_str::<Poly<R>>(&json).unwrap(), a, "{json}");
    for (rows, cols) in [(0, 0), (0, 3), (3, 0), (1, 1), (2, 5)] {
        let a = Matrix::random_with(r, [rows, cols], &distribution, &mut random).unwrap();
        let json = serde_json::to_string(&a).unwrap();
        assert_eq!(serde_json::from_str::<Matrix<R>>(&json).unwrap(), a, "{json}");
        let entry = |_, _| Poly::random_with(r, 4, &distribution, &mut random).unwrap();
        let a = PolyMatrix::from_fn(r, rows, cols, entry).unwrap();
        let json = serde_json::to_string(&a).unwrap();
        assert_eq!(serde_json::from_str::<PolyMatrix<R>>(&json).unwrap(), a, "{json}");
    }
}

#[test]
fn every_ring_comes_back() {
    let (zn, big) = (Zn::new(u64::MAX).unwrap(), ZnBig::new((Integer::from(1) << 127) - 1u32).unwrap());
    let (bytes, widest) = (Gf2k::new(8, 0x11b).unwrap(), Gf2k::new(64, (1 << 64) | 0x1b).unwrap());
    let fermat = GeneralizedFermat::new("F8".parse().unwrap()).unwrap();
    all_come_back(&zn);
    all_come_back(&big);
    all_come_back(&bytes);
    all_come_back(&widest);
    all_come_back(&fermat);
    all_come_back(&F2::new());
    all_come_back(&Integers::new());
    all_come_back(&ZnBig::new(Integer::from(97)).unwrap());
    for any in [
        AnyRing::field(zn),
        AnyRing::field(big),
        AnyRing::field(bytes),
        AnyRing::field(widest),
        AnyRing::field(fermat),
        AnyRing::field(F2::new()),
        AnyRing::new(Integers::new()),
    ] {
        all_come_back(&any);
    }
}

#[test]
fn bad_rings_and_shapes_are_refused() {
    fn refused<T: DeserializeOwned>(json: &str) -> String {
        serde_json::from_str::<T>(json).err().unwrap_or_else(|| panic!("{json} was read")).to_string()
    }
    for name in [
        "",
        "Z",
        "z[y]",
        "gf2^",
        "gf2^8",
        "gf2^8:283",
        "gf2^8:0x",
        "gf2^8:0x+1b",
        "gf2^+8:0x11b",
        "gf2^8:0x11c",
        "gf2^0:0x1",
        "gf2^65:0x20000000000000001",
        "gf2^8:0xfffffffffffffffffffffffffffffffff",
        "gfpf:",
        "gfpf:F0",
        "gfpf:(4)^2+1x",
        "zn:",
        "zn:1",
    ] {
        let json = format!("{name:?}");
        refused::<AnyRing>(&json);
        refused::<Gf2k>(&json);
        refused::<GeneralizedFermat>(&json);
        refused::<F2>(&json);
    }
    let matrix = |rest: &str| refused::<Matrix<Zn>>(&format!(r#"{{"ring":"zn:97",{rest}}}"#));
    assert!(matrix(r#""rows":2,"cols":2,"entries":["1","2","3"]"#).contains("4"));
    assert!(matrix(r#""rows":1,"cols":2,"entries":["1","x"]"#).contains("entry 1: expected a decimal integer"));
    for rest in [
        r#""rows":1,"cols":1,"entries":[1]"#,
        r#""rows":-1,"cols":1,"entries":[]"#,
        r#""rows":18446744073709551615,"cols":2,"entries":["1","2"]"#,
        r#""rows":1,"entries":["1"]"#,
        r#""rows":1,"cols":1,"entries":["1"],"more":1"#,
    ] {
        matrix(rest);
    }
    let grid = |rest: &str| refused::<PolyMatrix<Gf2k>>(&format!(r#"{{"ring":"gf2^8:0x11b",{rest}}}"#));
    assert!(grid(r#""rows":1,"cols":1,"entries":[["1","256"]]"#).contains("entry 0, coefficient 1"));
    grid(r#""rows":1,"cols":1,"entries":["1"]"#);
    grid(r#""rows":4294967296,"cols":4294967296,"entries":[]"#);
    refused::<Poly<Gf2k>>(r#"{"ring":"gf2^8:0x11b","coeffs":["-256"]}"#);
    // −a is a
    let minus: Poly<Gf2k> = serde_json::from_str(r#"{"ring":"gf2^8:0x11b","coeffs":["-3"]}"#).expect("an element");
    assert_eq!(minus.coeff(0), 3);
}
