//! Matrices and arrays as printed by PARI, Sage and python-flint.

use super::*;
use polymod::text::{Entries, Table};

/// Reads a matrix in some form; returns its shape and entries.
fn matrix<R: Convolve>(ring: &R, text: &str, form: Option<Form>) -> Result<String, String> {
    let options = ReadOptions { form, memory: 1 << 20, ..ReadOptions::default() };
    let mut shown = Vec::new();
    for step in [1, 3, usize::MAX] {
        let read = text::read_matrix(ring, Slow { bytes: text.as_bytes(), step }, &options);
        shown.push(read.map_err(|e| e.to_string()).map(|(grid, _)| {
            let entries = match &grid.entries {
                Entries::Numbers(v) => json_of(ring, v),
                Entries::Polys(polys) => polys.iter().map(|p| json_of(ring, p)).collect::<String>(),
            };
            format!("{}x{} {entries}", grid.rows, grid.cols)
        }));
    }
    assert!(shown.iter().all(|one| *one == shown[0]), "{text}: {shown:?}");
    shown.swap_remove(0)
}

#[test]
fn rows_in_brackets() {
    let ring = zn(97);
    for (text, expected) in [
        ("[1, 2; 3, 4]", "2x2 [1,2,3,4]"),
        ("[1, 2; 3, 4]~", "2x2 [1,3,2,4]"),
        ("[Mod(1, 97), Mod(2, 97); Mod(3, 97), Mod(4, 97)]", "2x2 [1,2,3,4]"),
        ("[1; -2]", "2x1 [1,95]"),
        ("[;]", "0x0 []"),
        ("matrix(0,3)", "0x3 []"),
        ("matrix(3,0)", "3x0 []"),
        ("matrix(2,1)", "2x1 [0,0]"),
        ("Mat([1, 2])", "1x2 [1,2]"),
        ("Mat([1, 2]~)", "2x1 [1,2]"),
        ("Mat(5)", "1x1 [5]"),
        ("matrix([[1, 2], [3, 4]])", "2x2 [1,2,3,4]"),
        ("[1 2]\n[3 4]", "2x2 [1,2,3,4]"),
        ("[ 1 -2]\n[30  4]\n", "2x2 [1,95,30,4]"),
        ("[1, 2]\n[3, 4]\n", "2x2 [1,2,3,4]"),
        ("[1]\n[2]", "2x1 [1,2]"),
        ("[x + 1, 2; 3, x]", "2x2 [1,1][2][3][0,1]"),
        ("[Mod(1, 97)*x + Mod(1, 97), Mod(2, 97); Mod(3, 97), Mod(1, 97)*x]", "2x2 [1,1][2][3][0,1]"),
        ("[x + 1     2]\n[    3     x]", "2x2 [1,1][2][3][0,1]"),
        ("[x^2 - 1 3*x]\n[0 1]", "2x2 [96,0,1][0,3][][1]"),
        ("[[\"1\",\"2\"],[\"3\",\"-4\"]]", "2x2 [1,2,3,93]"),
        ("[[\"x + 1\",\"2\"],[\"3\",\"0\"]]", "2x2 [1,1][2][3][]"),
        ("[[\"0x10\",2]]", "1x2 [16,2]"),
        ("[[(1)]]", ""),
    ] {
        match matrix(&ring, text, None) {
            Ok(found) => assert_eq!(found, expected, "{text}"),
            Err(error) => assert!(expected.is_empty(), "{text}: {error}"),
        }
    }
    for (text, form, expected) in [
        ("[1 -x]\n[1  0]", Form::Sage, "2x2 [1][0,96][1][]"),
        ("[x -1]\n[1  0]", Form::Sage, "2x2 [0,1][96][1][]"),
        ("[1 2]", Form::Sage, "1x2 [1,2]"),
        ("[1, 2]", Form::Pari, "1x2 [1,2]"),
        ("[1, 2]~", Form::Pari, "2x1 [1,2]"),
        ("[x -1, 2]", Form::Pari, "1x2 [96,1][2]"),
        ("[[\"1\"],[\"x\"]]", Form::Human, "2x1 [1][0,1]"),
    ] {
        assert_eq!(matrix(&ring, text, Some(form)), Ok(expected.to_owned()), "{text}");
    }
}

#[test]
fn what_is_unclear_or_wrong_is_refused() {
    let ring = zn(97);
    for (text, form, error) in [
        ("[x -1]\n[1 0]", None, "1:4: expected \"-\" with blanks on both sides (one entry) or \",\" before it"),
        ("[1 -x]\n[1 0]", None, "1:4: expected \"-\" with blanks on both sides (one entry) or \",\" before it"),
        ("[1 -2*x]\n[1 0]", None, "1:4: expected \"-\" with blanks on both sides (one entry) or \",\" before it"),
        ("[1, 2]", None, "1:2: expected a row: an array of entries (a matrix of one row is [[1,2]]"),
        ("[1 2]", None, "1:2: expected a row: an array of entries"),
        ("[1, 2; 3]", None, "1:8: expected a row of 2 entries, as the first has, found one of 1"),
        ("[1, 2; ]", None, "1:8: expected a term like 3*x^2, found \"]\""),
        ("[1, 2", None, "1:6: expected \",\", \";\" or \"]\", found end of file"),
        ("[1 2, 3]\n[4 5 6]", None, "1:5: expected \",\", \";\" or \"]\", found \",\""),
        ("[1 2]\n[3 4] 5", None, "2:7: expected the end of the input, found \"5\""),
        ("[x, y; 1, 2]", None, "1:5: expected the variable \"x\" as at 1:2, found \"y\""),
        ("[1 2]\n[3 4]", Some(Form::Pari), "1:4: expected \",\", \";\" or \"]\", found \"2\""),
        ("matrix(1000,1000)", None, "1:8: expected coefficients that fit in 1048576 bytes"),
        ("Matrx(1)", None, "1:1: expected a matrix: an array of rows, found \"Matrx\""),
        ("2 2  1 2 3 4", None, "1:1: expected a matrix: an array of rows (FLINT's own text is read by"),
        ("[[\"x + y\"]]", None, "1:8: expected the variable \"x\" as at 1:4, found \"y\""),
    ] {
        let said = matrix(&ring, text, form).expect_err(text);
        assert!(said.starts_with(error), "{text}: {said}");
    }
}

#[test]
fn several_rows_are_no_array() {
    let ring = zn(97);
    let table = |text: &str, form| {
        let options = ReadOptions { form, ..ReadOptions::default() };
        let (table, _) = text::read_table(&ring, text.as_bytes(), &options).unwrap_or_else(|e| panic!("{text}: {e}"));
        match table {
            Table::Matrix(grid) => format!("{}x{}", grid.rows, grid.cols),
            Table::Vector(v) => json_of(&ring, &v),
        }
    };
    for (text, form, expected) in [
        ("[1, 2]\n[3, 4]", None, "2x2"),
        ("[1 2]\n[3 4]", None, "2x2"),
        ("[1, 2; 3, 4]", None, "2x2"),
        ("[1, 2, 0]", None, "[1,2,0]"),
        ("[1 2 0]", None, "[1,2,0]"),
        ("Mat(3)", None, "1x1"),
        ("[Mod(1,97), 2^64]", Some(Form::Pari), "[1,61]"),
        ("x + 1", None, "[1,1]"),
    ] {
        assert_eq!(table(text, form), expected, "{text}");
    }
}

#[test]
fn arrays_of_expressions() {
    let ring = zn(97);
    let polys = |text: &str, form| {
        let options = ReadOptions { form, ..ReadOptions::default() };
        let (polys, _) = text::read_polys(&ring, text.as_bytes(), &options).map_err(|e| e.to_string())?;
        Ok::<_, String>(polys.iter().map(|p| json_of(&ring, p)).collect::<String>())
    };
    assert_eq!(polys("[\"x + 1\",\"2\",\"x^2\"]", None).as_deref(), Ok("[1,1][2][0,0,1]"));
    assert_eq!(polys("[x + 1, x^2]", None).as_deref(), Ok("[1,1][0,0,1]"));
    assert_eq!(polys("[x + 1, 2]", Some(Form::Pari)).as_deref(), Ok("[1,1][2]"));
    let vector = |text: &str, form| {
        let (v, _) = text::read_vector(&ring, text.as_bytes(), &in_form(form)).map_err(|e| e.to_string())?;
        Ok::<_, String>(json_of(&ring, &v))
    };
    for (text, form) in [
        ("[1,2,0]", Form::Human),
        ("[1, 2, 0]", Form::Sage),
        ("[Mod(1,97), Mod(2,97), Mod(0,97)]", Form::Pari),
        ("[1, 2, 0]~", Form::Pari),
        ("[1 2 0]", Form::Ntl),
        ("3 97  1 2 0", Form::Flint),
        ("[1,2,0]", Form::Hex),
    ] {
        assert_eq!(vector(text, form).as_deref(), Ok("[1,2,0]"), "{text}");
    }
    assert!(vector("[x, 1]", Form::Pari).expect_err("a polynomial").starts_with("1:2: expected a number"));
}
