//! Text as it is copied from other systems, from tables and from mathematics: products without `*`,
//! series, arrays in braces, numbers on lines.

use super::*;
use polymod::text::{Entries, Table};

#[test]
fn products_without_a_sign() {
    let ring = zn(97);
    for (text, json) in [
        ("(x+1)(x-2)", "[95,96,1]"),
        ("x(x+1)", "[0,1,1]"),
        ("2(x + 1)", "[2,2]"),
        ("2 (x + 1)", "[2,2]"),
        ("3 x", "[0,3]"),
        ("-3 x + 1", "[1,94]"),
        ("1 - 3 x^2", "[1,0,94]"),
        ("(x+1)^2(x-1)", "[96,96,1,1]"),
        ("(x+1)x", "[0,1,1]"),
        ("(x+1) (x-1) x", "[0,96,0,1]"),
        ("2x(x+1)(x-1)", "[0,95,0,2]"),
        ("x^2(x+1)", "[0,0,1,1]"),
        ("2(3)", "[6]"),
        ("(2)(3)x", "[0,6]"),
        ("Mod(3,97)x", "[0,3]"),
        ("Mod(3,97)(x+1)", "[3,3]"),
        ("x + 2(x-1)(x+1)^3 - x", "[95,93,0,4,2]"),
    ] {
        assert_eq!(read(&ring, text), (json.to_owned(), Form::Human), "{text}");
    }
    for (text, error) in [
        ("(x+1)2", "1:6: expected \"+\", \"-\" or the end, found \"2\""),
        ("x 2", "1:3: expected \"+\", \"-\" or the end, found \"2\""),
        ("x x", "1:3: expected \"+\", \"-\" or the end, found \"x\""),
        ("x^2x", "1:4: expected \"+\", \"-\" or the end, found \"x\""),
        ("(x+1)^2x", "1:8: expected \"+\", \"-\" or the end, found \"x\""),
        ("(x+1)\n(x-2)", "2:1: expected \"+\", \"-\" or the end, found \"(\""),
        ("3\nx", "2:1: expected an integer, found \"x\""),
        ("3(x+1", "1:6: expected \"+\", \"-\" or \")\", found end of file"),
        (
            "sin(x)",
            "1:4: expected \"*\" between a name of several letters, which may be a function's, and \"(\", found \"(\"",
        ),
        ("f(x)", "1:3: expected the variable \"f\" as at 1:1, found \"x\""),
    ] {
        assert_eq!(fail(&ring, text, &ReadOptions::default()), error, "{text}");
    }
}

#[cfg(feature = "integers")]
#[test]
fn fractions_before_a_factor() {
    let q = AnyRing::parse(&polymod::Engine::default(), "q").expect("the rationals");
    for (text, json) in [
        ("1/2*x", "[0,\"1/2\"]"),
        ("(1/2)x", "[0,\"1/2\"]"),
        ("(1/2)(x+1)", "[\"1/2\",\"1/2\"]"),
        ("x/2*x", "[0,0,\"1/2\"]"),
        ("2 x/3", "[0,\"2/3\"]"),
        ("(x+1)(x-1)/2", "[\"-1/2\",0,\"1/2\"]"),
    ] {
        assert_eq!(read(&q, text).0, json, "{text}");
    }
    for (text, column) in [("1/2x", 4), ("1/2 x", 5), ("3 - 1/2(x+1)", 8), ("x/2(x+1)", 4), ("1/2 t", 5)] {
        let error = fail(&q, text, &ReadOptions::default());
        let start = format!("1:{column}: expected \"*\" or parentheses, as 1/2x may be (1/2)*x or 1/(2*x), found");
        assert!(error.starts_with(&start), "{text}: {error}");
    }
}

#[test]
fn the_last_term_of_a_series_is_dropped() {
    let ring = zn(97);
    for (text, json) in [
        ("1 + x + O(x^2)", "[1,1]"),
        ("1 + 2*x^20 - 2*x^20 + O(x^21)", "[1]"),
        ("x - x^3 + O( x ** 5 )", "[0,1,0,96]"),
        ("O(x)", "[]"),
        ("5 + O(x)", "[5]"),
        ("(x+1)^3 + O(x⁴)", "[1,3,3,1]"),
        ("O(x^3) + x^2", "[0,0,1]"),
        ("1 - O(x^99999999999999999999999)", "[1]"),
        ("O + 1", "[1,1]"),
        ("1 + O(t^3)", "[1]"),
    ] {
        assert_eq!(read(&ring, text).0, json, "{text}");
    }
    for (text, error) in [
        ("1 + x^2 + O(x^2)", "1:11: expected O(x^n) with n above 2, the largest exponent in the text, found n = 2"),
        ("O(x^2) + x^5", "1:1: expected O(x^n) with n above 5, the largest exponent in the text, found n = 2"),
        (
            "x^30 - x^30 + O(x^21)",
            "1:15: expected O(x^n) with n above 30, the largest exponent in the text, found n = 21",
        ),
        ("5 + O(x^0)", "1:5: expected O(x^n) with n above 0, the largest exponent in the text, found n = 0"),
        ("5 + O(7^3)", "1:7: expected a power of the variable, found \"7^3\""),
        ("y + O(x^3)", "1:7: expected the variable \"y\" as at 1:1, found \"x\""),
        ("x + O(x^3", "1:10: expected \")\", found end of file"),
        ("x + O(2x^3)", "1:7: expected a power of the variable, found \"2x^3\""),
    ] {
        assert_eq!(fail(&ring, text, &ReadOptions::default()), error, "{text}");
    }
    for text in ["(1 + x + O(x^2))^2", "3*O(x^2)", "x*O(x^2)", "O(x^2)*x"] {
        assert!(text::read_poly(&ring, text.as_bytes(), &ReadOptions::default()).is_err(), "{text}");
    }
}

#[test]
fn hexadecimal_integers_in_arrays() {
    let ring = zn(97);
    for (text, json, form) in [
        ("[0x80]", "[31]", Form::Json),
        ("[-0x80,0XfF, 1]", "[66,61,1]", Form::Json),
        ("[0x80 -0x1 3]", "[31,96,3]", Form::List),
        ("0x80 0x1", "[31,1]", Form::List),
        ("-0x80 1", "[66,1]", Form::List),
        ("1 0x2 -0x3\n", "[1,2,94]", Form::List),
        ("3*x + 0x10", "[16,3]", Form::Human),
        ("0*x^50 + 0x^3 + x", "[0,1]", Form::Human),
    ] {
        assert_eq!(read(&ring, text), (json.to_owned(), form), "{text}");
    }
    for (text, found) in [
        ("[0x10, 1; 2, 3]", "2x2 [16,1,2,3]"),
        ("[[0x10,-0x1],[2,3]]", "2x2 [16,96,2,3]"),
        ("[0x10 1]\n[2 3]", "2x2 [16,1,2,3]"),
        ("[[0x10 1] [2 3]]", "2x2 [16,1,2,3]"),
    ] {
        assert_eq!(grid(&ring, text).as_deref(), Ok(found), "{text}");
    }
    let long = format!("[0x{}]", "f".repeat(5000));
    // 2^20000 − 1 modulo 97, by Fermat
    let power = (0..20000 % 96).fold(1, |power, _| power * 2 % 97);
    assert_eq!(read(&ring, &long).0, format!("[{}]", power - 1));
    let field = AnyRing::parse(&polymod::Engine::default(), "gf:7^2:t^2+1").expect("a field");
    assert_eq!(read(&field, "[[0x10,-0x2],0x8]").0, "[[2,5],[1]]");
    let bits = AnyRing::parse(&polymod::Engine::default(), "gf2").expect("a field");
    assert_eq!(read(&bits, "[0x3,0x2,1]").0, "[1,0,1]");
    // either a list of one, or the bits of a polynomial
    assert!(fail(&bits, "-0x5", &ReadOptions::default()).contains("hex:FILE or list:FILE"));
    assert!(text::read_poly(&bits, &b"[0x5]"[..], &in_form(Form::Ntl)).is_err());
}

fn grid(ring: &AnyRing, text: &str) -> Result<String, String> {
    let mut shown = [1, 3, usize::MAX].map(|step| {
        let slow = Slow { bytes: text.as_bytes(), step };
        let (grid, _) = text::read_matrix(ring, slow, &ReadOptions::default()).map_err(|e| e.to_string())?;
        let Entries::Numbers(v) = &grid.entries else { return Err("polynomials".to_owned()) };
        Ok(format!("{}x{} {}", grid.rows, grid.cols, json_of(ring, v)))
    });
    assert!(shown.iter().all(|one| *one == shown[0]), "{text}: {shown:?}");
    std::mem::replace(&mut shown[0], Ok(String::new()))
}

#[test]
fn a_column_of_pari_is_a_vector() {
    let ring = zn(97);
    for text in ["[1,2,0]~", "[1, 2, 0]~\n", "[Mod(1,97), 2, 0]~"] {
        let (v, form) = text::read_vector(&ring, text.as_bytes(), &ReadOptions::default()).expect(text);
        assert_eq!((json_of(&ring, &v).as_str(), form), ("[1,2,0]", Form::Pari), "{text}");
        let table = text::read_table(&ring, text.as_bytes(), &ReadOptions::default());
        match table.map_err(|e| e.to_string()) {
            Ok((Table::Vector(v), _)) => assert_eq!(json_of(&ring, &v), "[1,2,0]", "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    assert_eq!(grid(&ring, "[1,2]~").as_deref(), Ok("2x1 [1,2]"));
    assert!(text::read_vector(&ring, &b"[1,2]~"[..], &in_form(Form::Json)).is_err());
    assert!(text::read_vector(&ring, &b"[1,2]~~"[..], &ReadOptions::default()).is_err());
}

#[test]
fn arrays_in_braces() {
    let ring = zn(97);
    assert_eq!(read(&ring, "{1, -2,3}"), ("[1,95,3]".to_owned(), Form::Json));
    assert_eq!(read(&ring, " {}"), ("[]".to_owned(), Form::Json));
    assert_eq!(grid(&ring, "{{1,2},\n {3,4}}").as_deref(), Ok("2x2 [1,2,3,4]"));
    let (polys, _) = text::read_polys(&ring, &b"{{1,2},{},{3}}"[..], &ReadOptions::default()).expect("arrays");
    assert_eq!(polys.iter().map(|p| json_of(&ring, p)).collect::<String>(), "[1,2][][3]");
    for (text, error) in [
        ("{1,2]", "1:4: expected an integer, found \"2]\""),
        ("{1 2}", "1:4: expected \",\" or \"}\", found \"2\""),
        ("{[1],2}", "1:2: expected an integer, found \"[1]\""),
        ("{1,{2}}", "1:4: expected an integer, found \"{\""),
        ("[{1},2]", "1:2: expected an integer, found \"{1}\""),
        ("{1,2", "1:5: expected \",\" or \"}\", found end of file"),
    ] {
        let error_here = fail(&ring, text, &ReadOptions::default());
        assert!(error_here.starts_with(error), "{text}: {error_here}");
    }
    for text in ["{1,2;3,4}", "{1,2}\n{3,4}", "{1,2,3}"] {
        assert!(grid(&ring, text).is_err(), "{text}");
    }
}

#[test]
fn lines_of_numbers_are_rows() {
    let ring = zn(97);
    for (text, found) in [
        ("1 2\n3 4\n", "2x2 [1,2,3,4]"),
        ("  1  -2 \r\n\n 3   4\r\n", "2x2 [1,95,3,4]"),
        ("1,2,3\n4,5,6", "2x3 [1,2,3,4,5,6]"),
        ("1, 2\n3 ,4\n-5,0x6\n", "3x2 [1,2,3,4,92,6]"),
        ("1\n2\n3\n", "3x1 [1,2,3]"),
        ("-1 2\n3 4", "2x2 [96,2,3,4]"),
        ("0x10 1\n2 3", "2x2 [16,1,2,3]"),
        ("2 3\n1 2\n3 4", "3x2 [2,3,1,2,3,4]"),
    ] {
        assert_eq!(grid(&ring, text).as_deref(), Ok(found), "{text}");
    }
    for (text, error) in [
        ("1 2\n3\n", "2:1: expected a row of 2 entries, as the first has, found one of 1"),
        ("1,2\n3,4,5\n", "2:1: expected a row of 2 entries, as the first has, found one of 3"),
        ("1,2\n3 4\n", "2:3: expected \",\" between entries, as before, found \"4\""),
        ("1 2\n3,4\n", "2:2: expected blanks between entries, as before, found \",\""),
        ("1,2,\n3,4,\n", "2:1: expected an integer on the line of the comma, found \"3\""),
        ("1,2\n,4\n", "2:1: expected an integer, found \"\""),
        ("1 2\n3 x\n", "2:3: expected an integer, found \"x\""),
        ("1.0 2\n3 4\n", "1:1: expected an integer, found \"1.0\""),
        ("1,2,3", "1:1: expected a matrix: an array of rows"),
        ("2 2\n1 2\n3 4", "1:1: expected rows in brackets, for a first line that could be a row or the size"),
    ] {
        let said = grid(&ring, text).expect_err(text);
        assert!(said.starts_with(error) || text == "1,2\n,4\n", "{text}: {said}");
    }
    let table = |text: &str| match text::read_table(&ring, text.as_bytes(), &ReadOptions::default()) {
        Ok((Table::Matrix(grid), _)) => Ok(format!("{}x{}", grid.rows, grid.cols)),
        Ok((Table::Vector(v), _)) => Ok(json_of(&ring, &v)),
        Err(e) => Err(e.to_string()),
    };
    assert_eq!(table("1,2\n3,4\n").as_deref(), Ok("2x2"));
    assert_eq!(table("1 2 3\n4").as_deref(), Ok("[1,2,3,4]"));
    assert_eq!(table("1\n2\n3").as_deref(), Ok("[1,2,3]"));
    assert!(table("1 2\n3 4\n").is_err_and(|e| e.contains("2 lines of 2 numbers, an array or a matrix")));
}

#[test]
fn constructors_of_sympy_and_galois() {
    let engine = polymod::Engine::default();
    let rings = ["zn:7", "gf2", "gf2^8:0x11b", "z", "q", "gf:2^8", "zn:2^61-1"];
    let read = |ring: &str, text: &str| {
        let ring = AnyRing::parse(&engine, ring).expect("a ring");
        let (v, _) = text::read_poly(&ring, text.as_bytes(), &ReadOptions::default()).map_err(|e| e.to_string())?;
        Ok::<_, String>(json_of(&ring, &v))
    };
    for (text, right, json) in [
        ("Poly(x**2 + 1, x, modulus=7)", "zn:7", "[1,0,1]"),
        ("Poly(x**2 - 3*x, x, domain='GF(7)')", "zn:7", "[0,4,1]"),
        ("Poly(3x^2 + 1, GF(7))", "zn:7", "[1,0,3]"),
        ("Poly(x^2 + 1, GF(2))", "gf2", "[1,0,1]"),
        ("Poly(x**2+1, x, domain='ZZ')", "z", "[1,0,1]"),
        ("Poly(1/2*x**2 + 1, x, domain=\"QQ\")", "q", "[1,0,\"1/2\"]"),
        ("Poly(x**2+1, x, domain=QQ)", "q", "[1,0,1]"),
        ("Poly(131x^2 + 2, GF(2^8))", "gf2^8:0x11b", "[2,0,131]"),
        ("Poly(y - 1, y, modulus=2305843009213693951)", "zn:2^61-1", "[2305843009213693950,1]"),
        ("Poly(3, x, modulus=7)", "zn:7", "[3]"),
    ] {
        for ring in rings {
            match read(ring, text) {
                Ok(found) => assert_eq!((ring, found.as_str()), (right, json), "{text}"),
                Err(_) if ring == "z" && text.contains("1/2") => {}
                Err(error) => {
                    let own = AnyRing::parse(&engine, ring).expect("a ring").name();
                    let fraction = text.contains('/') && ring != "q";
                    let both = error.contains(&format!("the ring {own} in use, found one over "));
                    let range = error.contains("an element of gf2^K");
                    assert!(ring != right && (both || fraction || range), "{text} over {ring}: {error}");
                }
            }
        }
    }
    let ring = zn(7);
    assert_eq!(read("zn:7", "Poly(x + 1, x)").as_deref(), Ok("[1,1]"));
    for (text, error) in [
        ("Poly(x + 1, y)", "1:13: expected the variable \"x\" as at 1:6, found \"y\""),
        ("Poly(x + 1, x, modulus=5)", "1:16: expected a polynomial over the ring zn:7 in use, found one over GF(5)"),
        ("Poly(x + 1, x, domain='ZZ')", "1:16: expected a polynomial over the ring zn:7 in use, found one over ZZ"),
        (
            "Poly(x + 1, x, domain='ZZ[y]')",
            "1:16: expected a polynomial over the ring zn:7 in use, found one over ZZ[y]",
        ),
        ("Poly(x + 1, GF(7^2))", "1:13: expected a polynomial over the ring zn:7 in use, found one over GF(7^2)"),
        ("Poly(x + 1, x, gens=3)", "1:16: expected the variable, modulus=…, domain=… or GF(…), found \"gens=3\""),
        ("Poly(x + 1, x", "1:14: expected \"+\", \"-\", \",\" or \")\", found end of file"),
        ("Poly(x + 1, 3)", "1:13: expected the variable, modulus=…, domain=… or GF(…), found \"3\""),
        ("Poly(x + 1, x) + 1", "1:16: expected \"+\", \"-\" or the end, found \"+\""),
    ] {
        assert_eq!(fail(&ring, text, &ReadOptions::default()), error, "{text}");
    }
    let (polys, _) =
        text::read_polys(&ring, &b"[Poly(x + 1, x, modulus=7), Poly(x, x, modulus=7)]"[..], &ReadOptions::default())
            .expect("an array");
    assert_eq!(polys.iter().map(|p| json_of(&ring, p)).collect::<String>(), "[1,1][0,1]");
}

/// A factor of a product, and its value at a point modulo 10007.
#[derive(Clone, Debug)]
enum Factor {
    Number(u64),
    Variable,
    Sum(i64, u32),
}

impl Factor {
    fn text(&self) -> String {
        match self {
            Factor::Number(n) => n.to_string(),
            Factor::Variable => "x".to_owned(),
            Factor::Sum(c, 1) => format!("(x + ({c}))"),
            Factor::Sum(c, e) => format!("(x + ({c}))^{e}"),
        }
    }

    fn at(&self, x: i64) -> i64 {
        match *self {
            Factor::Number(n) => n as i64 % 10007,
            Factor::Variable => x,
            Factor::Sum(c, e) => (0..e).fold(1, |power, _| power * (x + c).rem_euclid(10007) % 10007),
        }
    }

    /// Whether the `*` between these two may be left out.
    fn joins(&self, next: &Factor) -> bool {
        matches!((self, next), (_, Factor::Sum(..)) | (Factor::Number(_) | Factor::Sum(_, 1), Factor::Variable))
    }
}

fn factor() -> impl Strategy<Value = Factor> {
    prop_oneof![
        (1u64..10007).prop_map(Factor::Number),
        Just(Factor::Variable),
        (-50i64..50, 1u32..4).prop_map(|(c, e)| Factor::Sum(c, e)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(testing::seed()), ..ProptestConfig::default() })]

    #[test]
    fn a_sign_between_factors_changes_nothing(
        terms in prop::collection::vec((any::<bool>(), prop::collection::vec((factor(), 0usize..4), 1..5)), 1..4),
    ) {
        const SIGNS: [&str; 4] = ["*", " * ", "", " "];
        let ring = zn(10007);
        let mut text = String::new();
        for (i, (negative, factors)) in terms.iter().enumerate() {
            text.push_str(match (i, negative) { (_, true) => " - ", (0, false) => "", (_, false) => " + " });
            for (j, (factor, sign)) in factors.iter().enumerate() {
                if j > 0 {
                    text.push_str(SIGNS[if factors[j - 1].0.joins(factor) { *sign } else { *sign % 2 }]);
                }
                text.push_str(&factor.text());
            }
        }
        let (coeffs, _) = text::read_poly(&ring, text.trim_start().as_bytes(), &in_form(Form::Human)).expect(&text);
        let words: Vec<i64> = json_of(&ring, &coeffs).trim_matches(['[', ']']).split(',').filter_map(|c| c.parse().ok()).collect();
        for x in [0, 1, 2, 5003, 10006] {
            let read = words.iter().rev().fold(0, |value, c| (value * x + c) % 10007);
            let term = |(negative, factors): &(bool, Vec<(Factor, usize)>)| {
                let product = factors.iter().fold(1, |product, (factor, _)| product * factor.at(x) % 10007);
                if *negative { -product } else { product }
            };
            prop_assert_eq!(read, terms.iter().map(term).sum::<i64>().rem_euclid(10007), "{} at {}", text, x);
        }
    }
}
