//! Integer expressions.

use polymod_cli::expression::{MAX_BITS, evaluate, operand};
use rug::{Integer, ops::Pow};

#[test]
fn values() {
    for (text, value) in [
        ("97", 97),
        ("0x61", 97),
        (" 2 ^ 5 - 1 ", 31),
        ("2^3^2", 512),
        ("-2^2", -4),
        ("(-2)^2", 4),
        ("2+3*4-1", 13),
        ("10-3-4", 3),
        ("(1+2)*(3-5)", -6),
        ("(-1)^100000000000001", -1),
        ("0^0", 1),
        ("1^99999999999999999999999", 1),
        ("--5", 5),
        ("2^0", 1),
        ("1e9", 1_000_000_000),
        ("2E3+1", 2001),
        ("0e99999999999", 0),
        ("1_000", 1000),
        ("0xff_ff", 65535),
        ("0x1e9", 489),
        ("10**9+7", 1_000_000_007),
        ("2 ** 3 * 3", 24),
        ("-2**2", -4),
        ("+5", 5),
        ("2*-3", -6),
    ] {
        assert_eq!(evaluate(text), Ok(Integer::from(value)), "{text}");
    }
    let f = Integer::from((1_u64 << 48) + 224);
    assert_eq!(evaluate("(2^48+224)^4+1"), Ok(f.pow(4) + 1));
}

#[test]
fn errors_name_the_column() {
    for (text, wanted) in [
        ("", "column 1: expected a number, found the end"),
        ("abc", "column 1: expected a number, found \"abc\""),
        ("2^61-", "column 6: expected a number, found the end"),
        ("12 13", "column 4: expected an operator or the end"),
        ("(1+2", "column 5: expected an operator or \")\", found the end"),
        ("0xg", "column 3: expected a hexadecimal digit"),
        ("2^-1", "column 3: expected an exponent"),
        ("ä", "column 1"),
        ("1_", "column 3: expected a digit"),
        ("1__0", "column 3: expected a digit"),
        ("1e", "column 2: expected an operator"),
        ("0x", "column 3: expected a hexadecimal digit"),
        ("2***3", "column 4: expected a number"),
    ] {
        let error = evaluate(text).unwrap_err();
        assert!(error.starts_with(wanted), "{text}: {error}");
    }
}

#[test]
fn what_is_too_large_is_refused_before_it_is_computed() {
    let long = "9".repeat(1 << 20);
    for text in [
        "2^1048576",
        "10^10^10",
        "1e999999",
        "1e99999999999",
        "2^99999999999999999999",
        "(2^1000000)*(2^1000000)",
        "(2^(2^40))",
        long.as_str(),
    ] {
        assert!(evaluate(text).unwrap_err().contains("too large"), "{}", &text[..text.len().min(30)]);
    }
    assert_eq!(evaluate("2^1048575").unwrap().significant_bits(), MAX_BITS);
    let deep = format!("{}1{}", "(".repeat(100_000), ")".repeat(100_000));
    assert!(evaluate(&deep).unwrap_err().contains("inside each other"));
    assert!(evaluate(&"-".repeat(100_000)).unwrap_err().contains("inside each other"));
}

#[test]
fn operands_are_expressions_or_names() {
    for text in ["5", "-5", "=5", "10^18", "2024-01-02", "10^", "1e5", "0xff", "(1)", "1_0", "-(2)"] {
        assert!(operand(text, 64).is_some(), "{text}");
    }
    for text in ["", "-", "=", "(", "a", "5.json", "2^x", "./5", "x1", "1e", "e5", "0b1", "5/2", "=[5]", "١"] {
        assert!(operand(text, 64).is_none(), "{text}");
    }
    assert_eq!(operand("=2^63", 64), Some(Ok(Integer::from(1) << 63)));
    assert!(operand("2^64", 64).unwrap().unwrap_err().contains("at most 64"));
}
