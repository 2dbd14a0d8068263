//! Expressions with parentheses and powers, and the limits on them.

use super::*;
use polymod::text::Variable;

#[test]
fn parentheses_and_powers() {
    let ring = zn(97);
    for (text, json) in [
        ("3*x^2 + (-2)*x + 1", "[1,95,3]"),
        ("(-1)*x^2 + (-1)*x + (-1)", "[96,96,96]"),
        ("(x+1)^3*(x-2)", "[95,92,94,1,1]"),
        ("-(x+1)", "[96,96]"),
        ("-(x + 1)^2 + x", "[96,96,96]"),
        ("2^64*x", "[0,61]"),
        ("-2^2", "[93]"),
        ("(-2)^2", "[4]"),
        ("(-x)^3", "[0,0,0,96]"),
        ("((x))", "[0,1]"),
        ("((x+1)*(x-1) + (2))^2", "[1,0,2,0,1]"),
        ("x*3", "[0,3]"),
        ("3*4*x*x^2", "[0,0,0,12]"),
        ("2*(x+1)*3*x", "[0,6,6]"),
        ("(x+1)*x*(x-1)*2", "[0,95,0,2]"),
        ("(3)*x", "[0,3]"),
        ("(0)*x^2 + 1", "[1]"),
        ("0*(x+1)", "[]"),
        ("(x-x)*(x+1)", "[]"),
        ("(x-x)^0", "[1]"),
        ("(x-x)^5", "[]"),
        ("(x+1)^0", "[1]"),
        ("(x+1)**2", "[1,2,1]"),
        ("Mod(3,97)^2*(x + Mod(1, 97))", "[9,9]"),
        ("-Mod(-3, 97)*x", "[0,3]"),
        ("x - Mod(-3, 97)", "[3,1]"),
        ("(2*x^3)^4 - 16*x^12", "[]"),
        ("5 + 3", "[8]"),
        ("(x^2)^3*(x+1)\n + 1", "[1,0,0,0,0,0,1,1]"),
    ] {
        assert_eq!(read(&ring, text).0, json, "{text}");
    }
    let deep = format!("{}x{}", "(".repeat(64), ")".repeat(64));
    assert_eq!(read(&ring, &deep).0, "[0,1]");
}

#[test]
fn what_is_too_large_is_refused_before_it_is_computed() {
    let (ring, options) = (zn(97), ReadOptions::default());
    // if one of them were computed, this would take minutes
    for text in ["(x^1000000+1)^1000000", "(x+1)^1000000000000", "(x+1)^99999999999999999999999999"] {
        let error = fail(&ring, text, &options);
        assert!(error.contains("(the memory limit)"), "{text}: {error}");
    }
    let little = ReadOptions { memory: 1 << 20, ..options };
    for text in [
        "((x+1)^100)^1000000",
        "x*(x+1)^18446744073709551615",
        "(x^10000+1)*(x^50000+1)*(x^60000+1)",
        "x^100000*x^100000",
    ] {
        let error = fail(&ring, text, &little);
        assert!(error.contains("(the memory limit)"), "{text}: {error}");
    }
    assert!(fail(&ring, "x^500000000*x^500000000", &options).contains("an exponent below 536870912"));
    let deep = format!("{}x{}", "(".repeat(100_000), ")".repeat(100_000));
    assert!(fail(&ring, &deep, &options).contains("at most 64 parentheses inside each other"));
    let small = ReadOptions { memory: 1000, ..options };
    assert!(fail(&ring, "(x+1)^125", &small).contains("an expression whose value fits in 1000 bytes"));
    assert!(text::read_poly(&ring, &b"(x+1)^100"[..], &small).is_ok());
    // each of the nested sums is held in memory
    let nested = "(x^50+".repeat(10) + "1" + &")".repeat(10);
    assert!(fail(&ring, nested, &small).contains("fit in 1000 bytes"));
}

#[cfg(feature = "integers")]
#[test]
fn over_the_integers_bits_count_too() {
    let z = AnyRing::new(polymod::Integers::new());
    assert_eq!(read(&z, "2^64*x - (x - 3)^2").0, "[-9,18446744073709551622,-1]");
    assert_eq!(read(&z, "(-1)^99999999999*x + 1^18446744073709551615").0, "[1,-1]");
    let options = ReadOptions { memory: 1 << 20, ..ReadOptions::default() };
    for text in ["2^9000000", "(2*x)^100000", "(x+1)^100000", "(2^400000)*(2^4000000)", "2^(3)", "3^99999999999999"] {
        let error = fail(&z, text, &options);
        assert!(error.contains("(the memory limit)") || text == "2^(3)", "{text}: {error}");
    }
    assert_eq!(read(&z, "(x^2)^3").0, "[0,0,0,0,0,0,1]");
    // tight limit: 1000 coefficients of 1000 bits
    let tight = ReadOptions { memory: 140_000, ..options };
    assert!(text::read_poly(&z, &b"(x+1)^999"[..], &tight).is_ok());
}

#[test]
fn one_variable_belongs_to_all_texts() {
    let (ring, variable) = (zn(97), Variable::default());
    let options = ReadOptions { variable: Some(&variable), ..ReadOptions::default() };
    let read = |name: &str, text: &str| {
        variable.begin_text(name);
        text::read_poly(&ring, text.as_bytes(), &options).map(drop).map_err(|e| e.to_string())
    };
    assert_eq!(read("a", "5"), Ok(()));
    assert_eq!(read("b", "1 +\n 2*t"), Ok(()));
    assert_eq!(read("c", "t^2"), Ok(()));
    let said = "1:3: expected the variable \"t\" as at b:2:4, found \"x\"";
    assert_eq!(read("d", "2*x + t"), Err(said.to_owned()));
}
