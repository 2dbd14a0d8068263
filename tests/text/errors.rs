//! Every error at its exact position, and limits.

use super::*;

fn assert_fails(form: Option<Form>, cases: &[(&str, &str)]) {
    let options = ReadOptions { form, ..ReadOptions::default() };
    for (text, error) in cases {
        assert_eq!(fail(&zn(97), text, &options), *error, "{text:?}");
    }
}

#[test]
fn errors_in_json_stand_where_they_are() {
    assert_fails(
        None,
        &[
            ("", "1:1: expected a polynomial, found end of file"),
            (" \n\t ", "2:3: expected a polynomial, found end of file"),
            ("[1,\n2,x]", "2:3: expected an integer, found \"x\""),
            ("[1,\r\n\t2,  x]", "2:6: expected an integer, found \"x\""),
            ("[1,2", "1:5: expected \",\" or \"]\", found end of file"),
            ("[1,", "1:4: expected an integer, found end of file"),
            ("[", "1:2: expected an integer, found end of file"),
            ("[1,,2]", "1:4: expected an integer, found \",\""),
            ("[1,2,]", "1:6: expected an integer, found \"]\""),
            ("[,1]", "1:2: expected an integer, found \",\""),
            ("[1,2 3]", "1:6: expected \",\" or \"]\", found \"3\""),
            ("[1.5]", "1:2: expected an integer, found \"1.5\""),
            ("[1e5,2]", "1:2: expected an integer, found \"1e5\""),
            ("[null]", "1:2: expected an integer, found \"null\""),
            ("[1,true]", "1:4: expected an integer, found \"true\""),
            ("[+1,2]", "1:2: expected an integer, found \"+1\""),
            ("[--5]", "1:2: expected an integer, found \"--5\""),
            ("[- 5,1]", "1:2: expected an integer, found \"-\""),
            ("[0x,1]", "1:2: expected an integer, found \"0x\""),
            ("[1,-0x1g]", "1:8: expected hexadecimal digits, found \"g\""),
            ("[0x1.8,1]", "1:5: expected hexadecimal digits, found \".8\""),
            ("[0x1/2]", "1:5: expected hexadecimal digits, found \"/2\""),
            ("[{\"a\":1}]", "1:2: expected an integer, found \"{\""),
            ("[\"\"]", "1:3: expected an integer, found \"\\\"\""),
            ("[\"1 2\"]", "1:4: expected \"\\\"\", found \" \""),
            ("[\"x\",1]", "1:3: expected an integer, found \"x\""),
            ("[\"1", "1:4: expected \"\\\"\", found end of file"),
            ("[\"0x\"]", "1:3: expected an integer, found \"0x\""),
            ("[\"0xfg\"]", "1:6: expected hexadecimal digits, found \"g\""),
            ("[1,2]3", "1:6: expected the end of the input, found \"3\""),
            ("[1,2]\n]", "2:1: expected the end of the input, found \"]\""),
            ("[1,[2]]", "1:4: expected an integer, found \"[\""),
            ("[[1,2],[3]]", "1:2: expected an integer, found \"[\""),
            ("[ä, 1]", "1:2: expected an integer, found \"ä\""),
            ("[1,\"äöü\u{301}\u{7}\"]", "1:5: expected an integer, found \"äöü\\u{301}\\u{7}\""),
            ("[abcdefghijklmnopqrstuvwxyz]", "1:2: expected an integer, found \"abcdefghijklmnopqrst…\""),
            ("[123456789012345678901234567890x]", "1:2: expected an integer, found \"12345678901234567890…\""),
        ],
    );
    assert_fails(
        Some(Form::Json),
        &[("1 2", "1:1: expected \"[\", found \"1\""), ("[1 2]", "1:4: expected \",\" or \"]\", found \"2\"")],
    );
}

#[test]
fn errors_in_lists_stand_where_they_are() {
    assert_fails(
        None,
        &[
            ("1 2 abc", "1:5: expected an integer, found \"abc\""),
            ("1,2", "1:2: expected white space between integers, found \",\""),
            ("1\n2 3;\n", "2:3: expected an integer, found \"3;\""),
            ("--5", "1:1: expected an integer, found \"--5\""),
            ("1 - 5 6", "1:7: expected \"+\", \"-\" or the end, found \"6\""),
            ("1 2 - 5", "1:5: expected an integer, found \"-\""),
            ("- 5", "1:1: expected an integer, found \"-\""),
            ("0x", "1:1: expected decimal integers, the ring zn:97 has no hex, found \"0x\""),
            ("0x1f", "1:1: expected decimal integers, the ring zn:97 has no hex, found \"0x1f\""),
            ("1.5 2", "1:1: expected an integer, found \"1.5\""),
            ("1 2e5", "1:3: expected an integer, found \"2e5\""),
            ("1 2 3]", "1:6: expected white space between integers, found \"]\""),
            ("[1 2,3]", "1:5: expected white space or \"]\", found \",\""),
            ("[1 2", "1:5: expected white space or \"]\", found end of file"),
            ("[1 2 ", "1:6: expected white space or \"]\", found end of file"),
            ("[1 2] 3", "1:7: expected the end of the input, found \"3\""),
            ("[[1 2] [3]]", "1:2: expected an integer, found \"[\""),
            ("1 2 *x", "1:5: expected an integer, found \"*x\""),
            ("#", "1:1: expected an integer, found \"#\""),
            ("1 5ä\u{a0}6", "1:3: expected an integer, found \"5ä\\u{a0}6\""),
        ],
    );
}

#[test]
fn errors_in_expressions_stand_where_they_are() {
    assert_fails(
        None,
        &[
            ("x^2 + y", "1:7: expected the variable \"x\" as at 1:1, found \"y\""),
            ("x^2 +\r\n\ty", "2:2: expected the variable \"x\" as at 1:1, found \"y\""),
            ("α^2 + β*α", "1:7: expected the variable \"α\" as at 1:1, found \"β\""),
            ("x +", "1:4: expected a term like 3*x^2, found end of file"),
            ("x + + 1", "1:5: expected a term like 3*x^2, found \"+\""),
            ("x 1", "1:3: expected \"+\", \"-\" or the end, found \"1\""),
            ("3*", "1:3: expected a number, a variable or \"(\", found end of file"),
            ("3*-x", "1:3: expected a number, a variable or \"(\", found \"-x\""),
            ("3**x", "1:4: expected an exponent (digits), found \"x\""),
            ("x^2^3", "1:4: expected \"+\", \"-\" or the end, found \"^3\""),
            ("(x+1", "1:5: expected \"+\", \"-\" or \")\", found end of file"),
            ("(x+1))", "1:6: expected \"+\", \"-\" or the end, found \")\""),
            ("()", "1:2: expected a term like 3*x^2, found \")\""),
            ("(x+1)^-2", "1:7: expected an exponent (digits), found \"-2\""),
            ("(x+y)*x", "1:4: expected the variable \"x\" as at 1:2, found \"y\""),
            ("x^", "1:3: expected an exponent (digits), found end of file"),
            ("x^-1", "1:3: expected an exponent (digits), found \"-1\""),
            ("x**y", "1:4: expected an exponent (digits), found \"y\""),
            ("x^2.5", "1:4: expected \"+\", \"-\" or the end, found \".5\""),
            ("1.5*x", "1:1: expected an integer, found \"1.5*x\""),
            ("x + 1e5", "1:5: expected an integer, found \"1e5\""),
            ("1e+05", "1:1: expected an integer, found \"1e+05\""),
            ("x^2/2", "1:4: expected \"+\", \"-\" or the end, found \"/2\""),
            ("x\nx", "2:1: expected \"+\", \"-\" or the end, found \"x\""),
            ("Mod(3,5)*x", "1:7: expected the modulus 97 of the ring, found \"5\""),
            ("x + Mod(3 5)", "1:11: expected \",\", found \"5\""),
            ("Mod(3,)", "1:7: expected a modulus, found \")\""),
            ("Mod(a,97)", "1:5: expected an integer, found \"a\""),
            ("Mod(3,97", "1:9: expected \")\", found end of file"),
        ],
    );
    assert_fails(Some(Form::Human), &[("[1,2]", "1:1: expected a term like 3*x^2, found \"[\"")]);
}

#[test]
fn errors_in_flint_strings_stand_where_they_are() {
    assert_fails(
        Some(Form::Flint),
        &[
            ("3  1 2", "1:7: expected 3 coefficients, 2 came, found end of file"),
            ("2  1 2 3", "1:8: expected the end of the input, found \"3\""),
            ("2 5  1 2", "1:3: expected the modulus 97 of the ring, found \"5\""),
            ("-2  1 2", "1:1: expected a length, found \"-2\""),
            ("2  1 x", "1:6: expected an integer, found \"x\""),
        ],
    );
}

#[test]
fn bytes_that_are_not_utf8_are_named() {
    let ring = zn(97);
    for (text, error) in [
        (&b"[1,\xff]"[..], "1:4: expected UTF-8 text, found the byte 0xff"),
        (b"1 2\xc3", "1:4: expected UTF-8 text, found the byte 0xc3"),
        (b"\x80", "1:1: expected UTF-8 text, found the byte 0x80"),
        (b"x + 3*\xe2\x82", "1:7: expected UTF-8 text, found the byte 0xe2"),
        (b"\x93NUMPY", "1:1: expected UTF-8 text, found the byte 0x93"),
        (b"1 2 \0", "1:5: expected an integer, found \"\\0\""),
    ] {
        assert_eq!(fail(&ring, text, &ReadOptions::default()), error, "{text:?}");
    }
}

#[test]
fn limits_hold_before_anything_is_allocated() {
    let ring = zn(97);
    let default = ReadOptions::default();
    for exponent in ["99999999999999", "18446744073709551615", "99999999999999999999999999"] {
        let found = if exponent.len() > 20 { "99999999999999999999…" } else { exponent };
        let error = format!("1:7: expected an exponent below 536870912 (the memory limit), found \"{found}\"");
        assert_eq!(fail(&ring, format!("1 + x^{exponent}"), &default), error);
    }
    let small = ReadOptions { memory: 80, ..default };
    assert!(text::read_poly(&ring, &b"x^9 + 1"[..], &small).is_ok());
    assert_eq!(fail(&ring, "x^10", &small), "1:3: expected an exponent below 10 (the memory limit), found \"10\"");
    let ten = "1,".repeat(9) + "1";
    assert!(text::read_poly(&ring, format!("[{ten}]").as_bytes(), &small).is_ok());
    assert_eq!(
        fail(&ring, format!("[{ten},1]"), &small),
        "1:22: expected coefficients that fit in 80 bytes (the memory limit), found 11 of them"
    );
    let flint = ReadOptions { form: Some(Form::Flint), ..small };
    assert_eq!(
        fail(&ring, "99999999999999999999  1", &flint),
        "1:1: expected coefficients that fit in 80 bytes (the memory limit), found 18446744073709551615 of them"
    );
    // an endless integer, and an endless name
    let digits = "1".repeat(200_000);
    assert!(fail(&ring, digits, &small).contains("expected an integer of at most 80 digits (the memory limit)"));
    assert!(fail(&ring, "x".repeat(1000), &default).starts_with("1:257: expected a name of at most 256 bytes"));
}

/// An endless list `1 1 1 …` that counts the bytes read.
struct Counting<'c> {
    left: u64,
    count: &'c mut u64,
}

impl Read for Counting<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let n = out.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        for (i, byte) in out[..n].iter_mut().enumerate() {
            *byte = if (*self.count + i as u64).is_multiple_of(2) { b'1' } else { b' ' };
        }
        *self.count += n as u64;
        self.left -= n as u64;
        Ok(n)
    }
}

#[test]
fn input_is_not_buffered() {
    // of an endless list only as much is read as the limit requires, and one block
    let mut count = 0;
    let options = ReadOptions { memory: 800_000, ..ReadOptions::default() };
    let endless = Counting { left: u64::MAX, count: &mut count };
    let error = parse_error(text::read_poly(&zn(97), endless, &options));
    assert_eq!(
        error,
        "1:200001: expected coefficients that fit in 800000 bytes (the memory limit), found 100001 of them"
    );
    assert!((200_001..=200_001 + (1 << 16)).contains(&count), "{count} bytes were read");
}

#[test]
fn a_reader_that_fails_is_reported() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the line is dead"))
        }
    }
    let read = text::read_poly(&zn(97), (&b"[1,2,"[..]).chain(Broken), &ReadOptions::default());
    assert!(matches!(read, Err(ReadError::Io(e)) if e.to_string() == "the line is dead"));
    let writer_fails = text::write_json(&zn(97), zn(97).zeros(10).view(), Order::Asc, &mut &mut [0u8; 5][..]);
    assert!(writer_fails.is_err());
}
