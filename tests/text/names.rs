//! Names of variables and of generators, and powers in superscript digits.

use super::*;
use polymod::{Quotient, text::Variable};

#[test]
fn superscript_digits_are_powers() {
    let ring = zn(97);
    for (text, json) in [
        ("x²", "[0,0,1]"),
        ("3x²", "[0,0,3]"),
        ("x³+1", "[1,0,0,1]"),
        ("x¹²", "[0,0,0,0,0,0,0,0,0,0,0,0,1]"),
        ("x⁰ + x⁴", "[1,0,0,0,1]"),
        ("(x+1)²", "[1,2,1]"),
        ("2³x² - 5²", "[72,0,8]"),
        ("-2²", "[93]"),
        ("x²(x+1)²x", "[0,0,0,1,2,1]"),
        ("Mod(3,97)²*α²", "[0,0,9]"),
        ("α_1¹⁰ - α_1¹⁰ + α_1", "[0,1]"),
    ] {
        assert_eq!(read(&ring, text), (json.to_owned(), Form::Human), "{text}");
    }
    for (text, error) in [
        ("²", "1:1: expected a term like 3*x^2, found \"²\""),
        ("x + ²x", "1:5: expected a term like 3*x^2, found \"²x\""),
        ("x ²", "1:3: expected \"+\", \"-\" or the end, found \"²\""),
        ("x^2³", "1:4: expected \"+\", \"-\" or the end, found \"³\""),
        ("x²^3", "1:3: expected \"+\", \"-\" or the end, found \"^3\""),
        ("x⁻¹", "1:2: expected \"+\", \"-\" or the end, found \"⁻¹\""),
        ("x²⁺¹", "1:3: expected \"+\", \"-\" or the end, found \"⁺¹\""),
        ("x²₁", "1:3: expected \"+\", \"-\" or the end, found \"₁\""),
    ] {
        assert_eq!(fail(&ring, text, &ReadOptions::default()), error, "{text}");
    }
    let error = fail(&ring, "x⁹⁹⁹⁹⁹⁹⁹⁹⁹⁹⁹⁹⁹⁹⁹", &ReadOptions::default());
    assert!(error.starts_with("1:2: expected an exponent below 536870912 (the memory limit)"), "{error}");
}

#[test]
fn names_have_ascii_or_greek_letters() {
    let ring = zn(97);
    for name in ["x", "X", "x_1", "xY2", "α", "β12_γ", "Ω", "ἀ", "$.1", "Nil", "infty", "n", "errors", "nano"] {
        assert_eq!(read(&ring, &format!("2*{name}^2 + {name}")).0, "[0,1,2]", "{name}");
    }
    // No, Nl, Lm, letters of other alphabets, marks
    for wrong in ["½", "①", "Ⅷ", "ⅷ", "〇", "ʰ", "ˣ", "ᵗ", "\u{37a}", "₂", "ж", "é", "中", "ª", "ϣ", "\u{301}"]
    {
        let error = fail(&ring, format!("1 + {wrong}"), &ReadOptions::default());
        assert!(error.starts_with("1:5: expected a term like 3*x^2, found"), "{wrong}: {error}");
        let error = fail(&ring, format!("1 + x{wrong}"), &ReadOptions::default());
        assert!(error.starts_with("1:6: expected \"+\", \"-\" or the end, found"), "{wrong}: {error}");
    }
}

#[test]
fn words_for_missing_values_are_no_names() {
    let ring = zn(97);
    for word in ["NaN", "nan", "None", "null", "NULL", "inf", "Inf", "Infinity", "undefined", "NA", "Error", "ERROR"] {
        for (text, column) in [
            (word.to_owned(), 1),
            (format!("-{word}"), 2),
            (format!("x + {word}"), 5),
            (format!("3{word}"), 2),
            (format!("({word})^2"), 2),
            (format!("Poly(1, {word})"), 9),
        ] {
            let error = fail(&ring, &text, &ReadOptions::default());
            assert_eq!(error, format!("1:{column}: expected a number or a variable, found \"{word}\""), "{text}");
        }
        let refused = |text: &str| {
            let options = ReadOptions::default();
            assert!(text::read_matrix(&ring, text.as_bytes(), &options).is_err(), "{text}");
            assert!(text::read_polys(&ring, text.as_bytes(), &options).is_err(), "{text}");
            assert!(text::read_vector(&ring, text.as_bytes(), &options).is_err(), "{text}");
            assert!(text::read_bivariate(&ring, text.as_bytes(), &options).is_err(), "{text}");
        };
        refused(&format!("[[1,\"{word}\"]]"));
        refused(&format!("[{word}, 1; 1, 2]"));
        refused(&format!("[{word}]"));
        refused(word);
    }
}

/// F_49 = F_7[t]/(t² + 1), and F_16 with elements as bits, t⁴ = t + 1.
fn extensions() -> [AnyRing; 2] {
    let by_name = |name| AnyRing::parse(&polymod::Engine::default(), name).expect("a field");
    [by_name("gf:7^2:t^2+1"), by_name("gf2^4:0x13")]
}

#[test]
fn the_class_of_t_over_fields_of_bits() {
    let [_, bits] = extensions();
    for (text, json) in [
        ("t*x", "[0,2]"),
        ("t^3+1", "[9]"),
        ("(t+1)*x", "[0,3]"),
        ("(t+1)x + t²", "[4,3]"),
        ("2t", "[4]"),
        ("t^4", "[3]"),
        ("-t*x^2 - 3", "[3,0,2]"),
        ("t^18446744073709551615", "[1]"),
        ("x-3", "[3,1]"),
        ("-x", "[0,1]"),
        ("x-x", "[]"),
        ("x - (3)", "[3,1]"),
        ("[1,-1]", "[1,1]"),
        ("1 -15", "[1,15]"),
        ("[-0xf,-0]", "[15]"),
        ("[\"-3\"]", "[3]"),
    ] {
        assert_eq!(read(&bits, text).0, json, "{text}");
    }
    assert!(fail_ring(&bits, "[1,-16]").contains("expected an integer from 0 to 2^K - 1, got -16"));
    assert!(fail_ring(&bits, "x - 16").contains("got -16"));
    for (name, json) in [("gf2^1:0x3", "[1,1]"), ("gf2^1:0x2", "[0,1]"), ("gf2^65:x^65+x^18+1", "[2,1]")] {
        let ring = AnyRing::parse(&polymod::Engine::default(), name).expect("a field");
        assert_eq!(read(&ring, "x + t").0, json, "{name}");
    }
}

fn fail_ring(ring: &AnyRing, text: &str) -> String {
    let read = text::read_poly(ring, text.as_bytes(), &ReadOptions::default());
    read.map(drop).expect_err(text).to_string()
}

#[test]
fn the_second_name_of_a_text_is_the_generator() {
    let [field, bits] = extensions();
    for name in ["t", "a", "z", "w", "α", "g", "zeta7"] {
        for (text, json) in [
            ("(2*G + 1)*x^2 + G^2*x + 3", "[[3],[6],[1,2]]"),
            ("x^2 + 3G", "[[0,3],[],[1]]"),
            ("3G*x - x^3", "[[],[0,3],[],[6]]"),
            ("G(x + 1)", "[[0,1],[0,1]]"),
        ] {
            let text = text.replace('G', name);
            if name != "zeta7" || !text.contains("zeta7(") {
                assert_eq!(read(&field, &text).0, json, "{text}");
            }
        }
        let text = format!("({name} + 1)*x + {name}^4");
        assert_eq!(read(&bits, &text).0, "[3,3]", "{text}");
    }
    // alone, or beside t, it is the variable
    assert_eq!(read(&field, "a^2 + 1").0, "[[1],[],[1]]");
    assert_eq!(read(&field, "t*a + 1").0, "[[1],[0,1]]");
    assert_eq!(read(&field, "a*t + 1").0, "[[1],[0,1]]");
    for (text, error) in [
        ("a*b + 1", "1:3: expected the variable \"a\" as at 1:1, found \"b\""),
        ("a*x + t", "1:3: expected the variable \"a\" as at 1:1, found \"x\""),
        ("x*t + a", "1:7: expected the variable \"x\" as at 1:1, found \"a\""),
        ("x*a + b", "1:7: expected the variable \"x\" as at 1:1, found \"b\""),
    ] {
        assert_eq!(fail(&field, text, &ReadOptions::default()), error, "{text}");
    }
    // a ring without a generator
    assert!(fail(&zn(97), "a*x + 1", &ReadOptions::default()).contains("the variable \"a\""));
}

#[test]
fn the_generator_belongs_to_all_texts() {
    let (ring, variable) = (
        AnyRing::new(Quotient::modulo(&Zn::new(7).expect("a prime"), &[1, 0, 1]).expect("a ring")),
        Variable::default(),
    );
    let options = ReadOptions { variable: Some(&variable), ..ReadOptions::default() };
    let read = |text: &str| {
        let (v, _) = text::read_poly(&ring, text.as_bytes(), &options).map_err(|e| e.to_string())?;
        Ok::<_, String>(json_of(&ring, &v))
    };
    assert_eq!(read("y^2 + 1").as_deref(), Ok("[[1],[],[1]]"));
    assert_eq!(read("w*y + w^2").as_deref(), Ok("[[6],[0,1]]"));
    assert_eq!(read("w + 1").as_deref(), Ok("[[1,1]]"));
    assert!(read("y + v").is_err_and(|e| e.contains("the variable \"y\"")));
    assert!(read("x").is_err_and(|e| e.contains("the variable \"y\"")));
}
