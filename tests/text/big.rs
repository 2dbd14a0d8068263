//! Z, and Z/n for big n.

use super::*;
use polymod::{Engine, Integers, ZnBig, ring::Codec, rug::Integer};

#[test]
fn signs_and_sizes() {
    let z = AnyRing::new(Integers::new());
    let long = "123456789".repeat(12_000);
    for (text, json) in [
        ("[1, -2, 3]", "[1,-2,3]".to_owned()),
        ("-x^2 + 1", "[1,0,-1]".to_owned()),
        ("- 5*x", "[0,-5]".to_owned()),
        ("3 -2 5", "[3,-2,5]".to_owned()),
        ("3 -2*x", "[3,-2]".to_owned()),
        (&format!("{long}*x - {long}"), format!("[-{long},{long}]")),
        (&format!("x^3 - {long}*x^3 + {long}*x^3"), "[0,0,0,1]".to_owned()),
        (&format!("[1,\"-{long}\"]"), format!("[1,-{long}]")),
        (
            "[\"-0x10000000000000000\",\"0xffffffffffffffffffff\"]",
            "[-18446744073709551616,1208925819614629174706175]".to_owned(),
        ),
    ] {
        assert_eq!(read(&z, text).0, json, "{text:.40}");
    }
    let human =
        |text: &str| human_of(&z, &text::read_poly(&z, text.as_bytes(), &ReadOptions::default()).expect(text).0);
    for text in ["-1", "-x", "-x^2 + 1", "x^3 + 2*x^2 - x - 2", "-3*x + 4", "x - 99999999999999999999999999"] {
        assert_eq!(human(text), text);
    }
}

#[test]
fn long_integers_in_quotes_are_entries_of_matrices() {
    let (z, long) = (AnyRing::new(Integers::new()), "1234567890".repeat(30));
    for (text, expected) in [
        (format!("[[\"{long}\",\"-{long}\"]]"), format!("[{long},-{long}]")),
        (format!("[[\"{long}*x + 1\",\"-{long}\"]]"), format!("[1,{long}][-{long}]")),
    ] {
        for step in [1, 7, 1000] {
            let slow = Slow { bytes: text.as_bytes(), step };
            let (grid, _) = text::read_matrix(&z, slow, &ReadOptions::default()).expect("a matrix");
            let shown = match &grid.entries {
                text::Entries::Numbers(v) => json_of(&z, v),
                text::Entries::Polys(polys) => polys.iter().map(|p| json_of(&z, p)).collect(),
            };
            assert_eq!(shown, expected);
        }
    }
}

#[test]
fn a_modulus_must_be_the_rings() {
    let n = "170141183460469231731687303715884105727";
    let big = AnyRing::new(ZnBig::new(n.parse().expect("an integer")).expect("a modulus"));
    assert_eq!(read(&big, &format!("Mod(-1,{n})*x")).0, "[0,170141183460469231731687303715884105726]");
    let flint = text::read_poly(&big, format!("2 {n}  1 {n}").as_bytes(), &in_form(Form::Flint)).expect("FLINT's form");
    assert_eq!(json_of(&big, &flint.0), "[1]");
    let default = ReadOptions::default();
    assert_eq!(fail(&big, "Mod(1,7)", &default), format!("1:7: expected the modulus {n} of the ring, found \"7\""));
    assert_eq!(
        fail(&AnyRing::new(Integers::new()), "x + Mod(3, 5)*x", &default),
        "1:12: expected no modulus in the ring z (say --ring zn:5), found \"5\""
    );
}

#[test]
fn a_wide_integer_among_many_is_refused() {
    let z = AnyRing::new(Integers::new());
    let options = ReadOptions { memory: 1 << 20, ..ReadOptions::default() };
    let text = format!("[{}{}]", "1,".repeat(10_000), "9".repeat(10_000));
    assert!(fail(&z, &text, &options).ends_with("found 10001 of them, one with 10000 digits"));
    assert!(
        fail(&z, format!("{}*x^10000", "9".repeat(10_000)), &options).starts_with("1:10004: expected coefficients")
    );
    // modulo n it is as short as any other
    assert!(text::read_poly(&zn(97), text.as_bytes(), &options).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(testing::seed()), ..ProptestConfig::default() })]

    #[test]
    fn integers_come_back(coeffs in prop::collection::vec("-?[1-9][0-9]{0,60}|0", 0..30), bits in 65u32..300) {
        for ring in [AnyRing::new(Integers::new()), AnyRing::new(ZnBig::new((Integer::from(1) << bits) - 159).expect("a modulus"))] {
            let element = |c: &String| ring.elem_from_decimal(c.starts_with('-'), c.trim_start_matches('-').as_bytes()).expect("an element");
            round_trip(&ring, &ring.collect(&coeffs.iter().map(element).collect::<Vec<_>>()));
        }
    }
}

/// Matrices over every kind of ring, empty, constant and long polynomials among the entries, in every style and order.
#[test]
fn matrices_come_back_over_every_ring() {
    let names = [
        "zn:97",
        "zn:2^127-1",
        "z",
        "q",
        "gf2",
        "gf2^8:0x11b",
        "gf:97^2",
        "gf:97^1",
        "gf:3^40",
        "gf2^128:x^128+x^7+x^2+x+1",
    ];
    for name in names.into_iter().chain(["gf:2^12:conway", "zn:15[t]/t^2-1", "gfpf:F8"]) {
        let r = AnyRing::parse(&Engine::default(), name).expect(name);
        let elements: Vec<_> = [0, 1, -1, 5, 8].iter().map(|&x| r.elem(x)).collect();
        let polys = [&[][..], &[1], &[0, 0, 2], &[4, 0, 1, 3], &[3], &[2, 1]];
        let polys =
            polys.map(|places| r.collect(&places.iter().map(|&i: &usize| elements[i].clone()).collect::<Vec<_>>()));
        let numbers = r.collect(&[0, 1, 2, 3, 4, 0].map(|i: usize| elements[i].clone()));
        for (style, form) in [
            (text::MatrixStyle::Json, Form::Json),
            (text::MatrixStyle::Strings, Form::Json),
            (text::MatrixStyle::Hex, Form::Hex),
            (text::MatrixStyle::Ntl, Form::List),
        ] {
            for (order, [rows, cols]) in [(Order::Asc, [2, 3]), (Order::Desc, [3, 2])] {
                let options = ReadOptions { order, ..in_form(form) };
                let back = |out: Vec<u8>| {
                    let (grid, _) = text::read_matrix(&r, &out[..], &options)
                        .unwrap_or_else(|e| panic!("{e}: {name}: {}", String::from_utf8_lossy(&out)));
                    assert_eq!((grid.rows, grid.cols), (rows, cols), "{name}: {}", String::from_utf8_lossy(&out));
                    grid.entries
                };
                let mut out = Vec::new();
                let entries = polys.iter().map(Coeffs::view).collect();
                text::write_poly_matrix(&r, &text::PolyRows { rows, cols, entries }, style, order, &mut out)
                    .expect(name);
                let text::Entries::Polys(found) = back(out) else { panic!("{name}: polynomials in {style:?}") };
                assert!(
                    found.iter().zip(&polys).all(|(a, b)| r.same(a.view(), b.view())),
                    "{name}: {style:?}, {order:?}"
                );
                let mut out = Vec::new();
                text::write_matrix(&r, text::Rows { rows, cols, entries: numbers.view() }, style, &mut out)
                    .expect(name);
                let text::Entries::Numbers(found) = back(out) else { panic!("{name}: numbers in {style:?}") };
                assert!(r.same(found.view(), numbers.view()), "{name}: {style:?}");
            }
        }
    }
}
