//! The formats of FLINT and NTL, and texts that could be either's or a list.

use super::*;
use polymod::{F2, Gf2k, text::Entries};

#[test]
fn lists_that_could_be_flints_are_refused() {
    let ring = zn(97);
    for text in ["3 97  1 2 3", "3  1 2 3", "1  5", "1 97  5\n", "2  1 5", "  2  1 5"] {
        let said = fail(&ring, text, &ReadOptions::default());
        assert!(said.contains("flint:FILE or list:FILE") && said.contains("a polynomial of"), "{text}: {said}");
        for form in [Form::List, Form::Flint] {
            assert!(text::read_poly(&ring, text.as_bytes(), &in_form(form)).is_ok(), "{text} in {form:?}");
        }
        assert!(text::read_vector(&ring, text.as_bytes(), &ReadOptions::default()).is_err(), "{text}");
    }
    for (text, json) in [
        ("2 1 5", "[2,1,5]"),
        ("1 5", "[1,5]"),
        ("3 1 2 3", "[3,1,2,3]"),
        ("3  1 2", "[3,1,2]"),
        ("3 97  1 2", "[3,0,1,2]"),
        ("2 1 5  7", "[2,1,5,7]"),
        ("3\n1\n2\n3\n", "[3,1,2,3]"),
        ("3\t1 2 3", "[3,1,2,3]"),
        ("2   1 5", "[2,1,5]"),
        ("0  ", "[]"),
        ("[2  1 5]", "[2,1,5]"),
    ] {
        assert_eq!(read(&ring, text).0, json, "{text}");
    }
}

fn in_ntl<R: Convolve>(ring: &R, text: &str) -> String {
    let (v, _) = text::read_poly(ring, text.as_bytes(), &in_form(Form::Ntl)).unwrap_or_else(|e| panic!("{text}: {e}"));
    json_of(ring, &v)
}

#[test]
fn ntl_writes_the_lowest_digit_first() {
    let (bits, bytes) = (AnyRing::new(F2::new()), AnyRing::new(Gf2k::new(8, 0x11b).expect("a field")));
    assert_eq!(in_ntl(&bits, "0xb11"), "[1,1,0,1,1,0,0,0,1]");
    assert_eq!(in_ntl(&bits, "0xB1"), "[1,1,0,1,1]");
    assert_eq!(in_ntl(&bits, "[1 1 0 1]"), "[1,1,0,1]");
    assert_eq!(in_ntl(&bits, "0x0"), "[]");
    assert_eq!(in_ntl(&bits, "[]"), "[]");
    // without the format's name it is an integer
    assert_eq!(read(&bits, "0xb11").0, "[1,0,0,0,1,0,0,0,1,1,0,1]");
    assert_eq!(in_ntl(&bytes, "[[] [0 1] [1 1 0 0 0 0 0 1]]"), "[0,2,131]");
    assert_eq!(in_ntl(&bytes, "[0x0 0x2 0x38]"), "[0,2,131]");
    assert_eq!(in_ntl(&zn(97), "[1 0 -3]"), "[1,0,94]");
    for (text, error) in [
        ("[[0 2]]", "1:5: expected 0 or 1, found \"2\""),
        ("[[0 0 0 0 0 0 0 0 1]]", "1:20: expected at most 8 bits of an element, found \"]\""),
        ("1 2", "1:1: expected \"[\", as NTL writes polynomials and vectors, found \"1\""),
    ] {
        assert_eq!(fail(&bytes, text, &in_form(Form::Ntl)), error);
    }
}

fn entries<R: Convolve>(ring: &R, text: &str, form: Form) -> Result<String, String> {
    let (grid, _) = text::read_matrix(ring, text.as_bytes(), &in_form(form)).map_err(|e| e.to_string())?;
    let entries = match &grid.entries {
        Entries::Numbers(v) => json_of(ring, v),
        Entries::Polys(polys) => polys.iter().map(|p| json_of(ring, p)).collect::<String>(),
    };
    Ok(format!("{}x{} {entries}", grid.rows, grid.cols))
}

#[test]
fn matrices_of_flint_and_ntl() {
    let (ring, bits, bytes) = (zn(97), AnyRing::new(F2::new()), AnyRing::new(Gf2k::new(8, 0x11b).expect("a field")));
    for (text, expected) in [
        ("2 2  1 2 3 -4", "2x2 [1,2,3,93]"),
        ("0 0  ", "0x0 []"),
        ("2 0  ", "2x0 []"),
        ("<2 x 3 integer matrix mod 97>\n[ 1  0  5]\n[ 0 96  0]\n", "2x3 [1,0,5,0,96,0]"),
        ("<1 x 2 matrix over Z/nZ[x]>\n[2 97  1 5, 0 97]\n\n", "1x2 [1,5][]"),
        ("<1 x 2 matrix over Z[x]>\n[3*x^2-2*x+1, 4]\n\n", "1x2 [1,95,3][4]"),
    ] {
        assert_eq!(entries(&ring, text, Form::Flint).as_deref(), Ok(expected), "{text}");
    }
    for (text, error) in [
        ("2 2  1 2 3", "1:11: expected 4 entries, 3 came, found end of file"),
        ("<2 x 3 integer matrix mod 5>\n", "1:1: expected the modulus 97 of the ring, found \"5\""),
        ("<2 x integer>\n", "1:1: expected a head such as"),
        ("100000 100000  1", "1:1: expected coefficients that fit in"),
    ] {
        assert!(entries(&ring, text, Form::Flint).expect_err(text).starts_with(error), "{text}");
    }
    assert_eq!(entries(&ring, "[[1 2]\n[3 4]\n]", Form::Ntl).as_deref(), Ok("2x2 [1,2,3,4]"));
    assert_eq!(entries(&ring, "[[[1 2] []]\n]", Form::Ntl).as_deref(), Ok("1x2 [1,2][]"));
    assert_eq!(entries(&bits, "[[0 1]\n[1 1]\n]", Form::Ntl).as_deref(), Ok("2x2 [0,1,1,1]"));
    assert_eq!(entries(&bits, "[[0x31 [1 1]]\n]", Form::Ntl).as_deref(), Ok("1x2 [1,1,0,0,1][1,1]"));
    assert_eq!(entries(&bytes, "[[[] [0 1]]\n[[1] []]\n]", Form::Ntl).as_deref(), Ok("2x2 [0,2,1,0]"));
    assert_eq!(entries(&bytes, "[[[[0 1] [1]] []]\n]", Form::Ntl).as_deref(), Ok("1x2 [2,1][]"));
}

#[test]
fn bits_in_quotes_are_polynomials_in_matrices() {
    let bits = AnyRing::new(F2::new());
    assert_eq!(entries(&bits, "[[\"0x3\",\"1\"]]", Form::Hex).as_deref(), Ok("1x2 [1,1][1]"));
    assert_eq!(entries(&bits, "[[\"0x3\",\"1\"]]", Form::Json).as_deref(), Ok("1x2 [1,1]"));
    assert_eq!(entries(&bits, "[[\"3\",\"0\"]]", Form::Hex).as_deref(), Ok("1x2 [1,0]"));
}
