//! Text forms: round trips, every error at its exact place, blocks, limits.

use polymod::{
    Error, Ring, Zn,
    ring::Coeffs,
    text::{self, Form, Nested, Order, ReadError, ReadOptions},
};
use proptest::prelude::*;
use std::io::{self, Read};

/// Returns at most `step` bytes a call.
struct Slow<'b> {
    bytes: &'b [u8],
    step: usize,
}

impl Read for Slow<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let n = self.step.min(out.len()).min(self.bytes.len());
        out[..n].copy_from_slice(&self.bytes[..n]);
        self.bytes = &self.bytes[n..];
        Ok(n)
    }
}

fn zn(n: u64) -> Zn {
    Zn::new(n).expect("a modulus")
}

fn in_form(form: Form) -> ReadOptions {
    ReadOptions { form: Some(form), ..ReadOptions::default() }
}

fn json_of<R: Ring>(ring: &R, v: &Coeffs<R>) -> String {
    let mut out = Vec::new();
    text::write_json(ring, v.view(), Order::Asc, &mut out).expect("a Vec takes everything");
    String::from_utf8(out).expect("UTF-8")
}

fn human_of<R: Ring>(ring: &R, v: &Coeffs<R>) -> String {
    let mut out = Vec::new();
    text::write_human(ring, v.view(), &mut out).expect("a Vec takes everything");
    String::from_utf8(out).expect("UTF-8")
}

/// What the text means, as JSON, and its form; the same at every pace of the reader.
fn read<R: Ring>(ring: &R, text: &str) -> (String, Form) {
    let (coeffs, form) =
        text::read_poly(ring, text.as_bytes(), &ReadOptions::default()).unwrap_or_else(|e| panic!("{text:.60}: {e}"));
    for step in [1, 2, 7] {
        let slow = Slow { bytes: text.as_bytes(), step };
        let (same, form_too) = text::read_poly(ring, slow, &ReadOptions::default()).expect("read before");
        assert!(ring.same(coeffs.view(), same.view()) && form == form_too, "{text:.60}");
    }
    (json_of(ring, &coeffs), form)
}

fn parse_error(result: Result<impl Sized, ReadError>) -> String {
    match result.err() {
        Some(ReadError::Syntax(e @ Error::Parse { .. })) => e.to_string(),
        other => panic!("expected a syntax error, got {other:?}"),
    }
}

/// The error of the text, the same at every pace.
fn fail<R: Ring>(ring: &R, text: impl AsRef<[u8]>, options: &ReadOptions) -> String {
    let bytes = text.as_ref();
    let error = parse_error(text::read_poly(ring, bytes, options));
    for step in [1, 2, 7] {
        assert_eq!(parse_error(text::read_poly(ring, Slow { bytes, step }, options)), error);
    }
    error
}

fn assert_fails(form: Option<Form>, cases: &[(&str, &str)]) {
    let options = ReadOptions { form, ..ReadOptions::default() };
    for (text, error) in cases {
        assert_eq!(fail(&zn(97), text, &options), *error, "{text:?}");
    }
}

#[test]
fn each_form_is_recognised_and_read() {
    let ring = zn(97);
    for text in
        ["[1,-2,3]", " [ 1 , -2\n,\t3 ]\r\n", "[\"1\",\"-2\",\"+3\"]", "[\"0x1\",-2,\"0x3\",0,0]", "[98,-99,\"-0x5e\"]"]
    {
        assert_eq!(read(&ring, text), ("[1,95,3]".to_owned(), Form::Json), "{text}");
    }
    for text in ["[1 -2 3]", "1 -2 3", "1\n-2\r\n3\n", "+1 -02 003 0 0", "[1\n-2 3 0 ]", "\u{feff}1 -2 3"] {
        assert_eq!(read(&ring, text), ("[1,95,3]".to_owned(), Form::List), "{text}");
    }
    let expressions = [
        "3*x^2 - 2*x + 1",
        "3x^2-2x+1",
        "3*x**2 - 2*x + 1",
        "1 - 2*x + 3 * x ^ 2",
        "3 * y ** 2\n- 2 * y + 1",
        "-x+3*x^2-x+1",
        "+1-2*x+3*x^02",
        "Mod(3, 97)*x^2 - Mod(2,97)*x + Mod( 1 , 097 )",
        "Mod(-2, 97)*x + Mod(3,97)*x^2 + 1",
        "3*$.1^2 - 2*$.1 + 1",
        "3*α_1^2 - 2*α_1 + 1",
        "0*x^50 + 3*x^2 + 95*x + 1",
        "\u{feff}3*Mod^2-2*Mod+1",
    ];
    for text in expressions {
        assert_eq!(read(&ring, text), ("[1,95,3]".to_owned(), Form::Human), "{text}");
    }
    for text in ["3  1 -2 3", "3 97  1 95 3", "4  1 -2 3 0", "3\t97  1 95\n3\n"] {
        let (coeffs, form) = text::read_poly(&ring, text.as_bytes(), &in_form(Form::Flint)).expect(text);
        assert_eq!((json_of(&ring, &coeffs).as_str(), form), ("[1,95,3]", Form::Flint));
    }
}

#[test]
fn zero_has_many_spellings() {
    let ring = zn(5);
    for (text, form) in [
        ("[]", Form::Json),
        ("[ ]", Form::Json),
        ("[0,0]", Form::Json),
        ("[5]", Form::Json),
        ("0", Form::List),
        ("-0 0", Form::List),
        ("[0 0]", Form::List),
        ("x-x", Form::Human),
        ("0*x", Form::Human),
        ("5x^3", Form::Human),
    ] {
        assert_eq!(read(&ring, text), ("[]".to_owned(), form), "{text}");
    }
    for text in ["0", "0 5", "1 5  0"] {
        assert!(text::read_poly(&ring, text.as_bytes(), &in_form(Form::Flint)).expect(text).0.is_empty());
    }
    let zero = ring.zeros(0);
    assert_eq!((json_of(&ring, &zero).as_str(), human_of(&ring, &zero).as_str()), ("[]", "0"));
    let mut list = Vec::new();
    text::write_list(&ring, zero.view(), Order::Asc, &mut list).expect("a Vec takes everything");
    assert_eq!(list, b"0");
}

#[test]
fn the_order_turns_arrays_but_not_expressions() {
    let ring = zn(97);
    let desc = ReadOptions { order: Order::Desc, ..ReadOptions::default() };
    for text in ["[0,3,2,1]", "0 3 2 1", "[0 3 2 1]", "3*x^2+2*x+1"] {
        let coeffs = text::read_poly(&ring, text.as_bytes(), &desc).expect(text).0;
        assert_eq!(json_of(&ring, &coeffs), "[1,2,3]", "{text}");
        let (mut json, mut list) = (Vec::new(), Vec::new());
        text::write_json(&ring, coeffs.view(), Order::Desc, &mut json).expect("a Vec takes everything");
        text::write_list(&ring, coeffs.view(), Order::Desc, &mut list).expect("a Vec takes everything");
        assert_eq!((&json[..], &list[..]), (&b"[3,2,1]"[..], &b"3 2 1"[..]));
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
            ("[0x1f,1]", "1:2: expected an integer, found \"0x1f\""),
            ("[{\"a\":1}]", "1:2: expected an integer, found \"{\""),
            ("[\"\"]", "1:3: expected an integer, found \"\\\"\""),
            ("[\"1 2\"]", "1:4: expected \"\\\"\", found \" \""),
            ("[\"x\",1]", "1:3: expected an integer, found \"x\""),
            ("[\"1", "1:4: expected \"\\\"\", found end of file"),
            ("[\"0x\"]", "1:5: expected hexadecimal digits and \"\\\"\", found \"\\\"\""),
            ("[\"0xfg\"]", "1:6: expected hexadecimal digits and \"\\\"\", found \"g\""),
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
            ("x^2 + y", "1:7: expected the variable \"x\", found \"y\""),
            ("x^2 +\r\n\ty", "2:2: expected the variable \"x\", found \"y\""),
            ("α^2 + β*α", "1:7: expected the variable \"α\", found \"β\""),
            ("x +", "1:4: expected a term like 3*x^2, found end of file"),
            ("x + + 1", "1:5: expected a term like 3*x^2, found \"+\""),
            ("x 1", "1:3: expected \"+\", \"-\" or the end, found \"1\""),
            ("x*3", "1:2: expected \"+\", \"-\" or the end, found \"*3\""),
            ("3*", "1:3: expected a variable, found end of file"),
            ("3*4", "1:3: expected a variable, found \"4\""),
            ("3**x", "1:3: expected a variable, found \"*x\""),
            ("x^", "1:3: expected an exponent (digits), found end of file"),
            ("x^-1", "1:3: expected an exponent (digits), found \"-1\""),
            ("x**y", "1:4: expected an exponent (digits), found \"y\""),
            ("x^2.5", "1:4: expected \"+\", \"-\" or the end, found \".5\""),
            ("1.5*x", "1:1: expected an integer, found \"1.5*x\""),
            ("x + 1e5", "1:5: expected an integer, found \"1e5\""),
            ("1e+05", "1:1: expected an integer, found \"1e+05\""),
            ("(3)*x", "1:1: expected a term like 3*x^2, found \"(\""),
            ("x^2/2", "1:4: expected \"+\", \"-\" or the end, found \"/2\""),
            ("x\nx", "2:1: expected \"+\", \"-\" or the end, found \"x\""),
            ("Mod(3,5)*x", "1:7: expected the modulus 97 of the ring, found \"5\""),
            ("x + Mod(3 5)", "1:11: expected \",\", found \"5\""),
            ("Mod(3,)", "1:7: expected a modulus, found \")\""),
            ("Mod(a,97)", "1:5: expected an integer, found \"a\""),
            ("Mod(3,97", "1:9: expected \")\", found end of file"),
            ("Mod(3,97)x", "1:10: expected \"+\", \"-\" or the end, found \"x\""),
        ],
    );
    assert_fails(
        Some(Form::Human),
        &[
            ("[1,2]", "1:1: expected a term like 3*x^2, found \"[\""),
            ("3 x", "1:3: expected \"+\", \"-\" or the end, found \"x\""),
        ],
    );
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

#[test]
fn long_integers_and_tokens_across_blocks() {
    let ring = zn(1_000_003);
    // 10^k mod n by repeated multiplication
    let power = |k: u32| (0..k).fold(1, |r, _| r * 10 % 1_000_003u64);
    for pad in [0, 1, 65_533, 65_534, 65_535, 65_536, 65_537] {
        let long = format!("1{}", "0".repeat(100_000));
        let (r, blanks) = (power(100_000), " ".repeat(pad));
        let expected = format!("[7,{},{r},12345]", 1_000_003 - r);
        for text in [
            format!("{blanks}[7,-{long},{long},12345]"),
            format!("{blanks}[7 -{long} {long} 12345]"),
            format!("7{blanks} -{long}\n{long} 12345"),
            format!("12345*x^3+{blanks}{long}x^2 -{blanks} {long}*x+7"),
            format!("[7,\"-{long}\",{blanks}\"{long}\",\"0x3039\"]"),
        ] {
            let coeffs = text::read_poly(&ring, text.as_bytes(), &ReadOptions::default()).expect("long integers").0;
            assert_eq!(json_of(&ring, &coeffs), expected, "{pad} blanks");
        }
        let at = pad + 1;
        let error = fail(&ring, format!("{blanks}12345a6 7"), &in_form(Form::List));
        assert_eq!(error, format!("1:{at}: expected an integer, found \"12345a6\""));
    }
}

#[test]
fn vectors_keep_their_zeros() {
    let ring = zn(97);
    let desc = ReadOptions { order: Order::Desc, ..ReadOptions::default() };
    for text in ["[1,2,0]", "1 2 0", "[1 2 0]"] {
        assert_eq!(json_of(&ring, &text::read_vector(&ring, text.as_bytes(), &desc).expect(text).0), "[1,2,0]");
    }
    assert!(text::read_vector(&ring, &b"[]"[..], &desc).expect("empty").0.is_empty());
    for (text, error) in [
        ("x + 1", "1:1: expected an array of integers, found \"x\""),
        ("", "1:1: expected an array of integers, found end of file"),
        ("[1,[2]]", "1:4: expected an integer, found \"[\""),
    ] {
        assert_eq!(parse_error(text::read_vector(&ring, text.as_bytes(), &desc)), error);
    }
}

#[test]
fn arrays_of_polynomials() {
    let ring = zn(97);
    let polys = |text: &str, order| {
        let (polys, _) = text::read_polys(&ring, text.as_bytes(), &ReadOptions { order, ..ReadOptions::default() })?;
        Ok::<_, ReadError>(polys.iter().map(|p| json_of(&ring, p)).collect::<Vec<_>>().join(" "))
    };
    for text in ["[[1,2],[],[0,3,0]]", "[ [1 2] [] [0 3 0] ]", "[[1 2][][0 3 0]]"] {
        assert_eq!(polys(text, Order::Asc).expect(text), "[1,2] [] [0,3]", "{text}");
        assert_eq!(polys(text, Order::Desc).expect(text), "[2,1] [] [0,3]", "{text}");
    }
    assert_eq!(polys("[]", Order::Asc).expect("none"), "");
    for (text, error) in [
        ("[1,2]", "1:2: expected \"[\", found \"1\""),
        ("1 2", "1:1: expected an array of polynomials, found \"1\""),
        ("x+1", "1:1: expected an array of polynomials, found \"x+1\""),
        ("[[1],[[2]]]", "1:7: expected an integer, found \"[\""),
        ("[[1]", "1:5: expected \",\" or \"]\", found end of file"),
    ] {
        assert_eq!(parse_error(polys(text, Order::Asc)), error, "{text}");
    }
    let small = ReadOptions { memory: 1000, ..ReadOptions::default() };
    let many = format!("[{}[]]", "[],".repeat(1000));
    assert!(
        parse_error(
            text::read_polys(&ring, many.as_bytes(), &small)
                .map(drop)
                .and_then(|()| { text::read_polys(&ring, format!("[{}[1]]", "[1],".repeat(1000)).as_bytes(), &small) })
        )
        .contains("fit in 1000 bytes")
    );
}

#[test]
fn nested_arrays_are_told_apart() {
    let ring = zn(97);
    fn show<R: Ring>(ring: &R, nested: &Nested<R>) -> String {
        match nested {
            Nested::Integer(x) => json_of(ring, x).replace(['[', ']'], "#"),
            Nested::Integers(v) => json_of(ring, v),
            Nested::Arrays(all) => format!("<{}>", all.iter().map(|n| show(ring, n)).collect::<Vec<_>>().join(" ")),
        }
    }
    let read = |text: &str| text::read_nested(&ring, text.as_bytes(), &ReadOptions::default());
    for (text, expected) in [
        ("[]", "[]"),
        ("[1,0]", "[1,0]"),
        ("[[1,2],[3,4]]", "<[1,2] [3,4]>"),
        ("[[1,[2,3]],[4,5]]", "<<#1# [2,3]> [4,5]>"),
        ("[[1,2,[3],4]]", "<<#1# #2# [3] #4#>>"),
        ("[[[1],[]],[[],[0]]]", "<<[1] []> <[] [0]>>"),
        ("[[[1 2] []] [3 4]]", "<<[1,2] []> [3,4]>"),
    ] {
        assert_eq!(show(&ring, &read(text).expect(text).0), expected, "{text}");
    }
    for (text, error) in [
        ("[[[[1]]]]", "1:4: expected an integer, arrays go 3 deep, found \"[\""),
        ("[[1,2],\n[3,x]]", "2:4: expected an integer, found \"x\""),
        ("[[1]]]", "1:6: expected the end of the input, found \"]\""),
    ] {
        assert_eq!(parse_error(read(text)), error, "{text}");
    }
}

#[test]
fn expressions_are_written_as_they_are_read() {
    let ring = zn(97);
    for text in ["0", "1", "x", "x + 1", "3*x^5 + 95*x + 1", "x^2", "96*x^2 + x", "x^100 + 2*x^99"] {
        let (coeffs, _) = text::read_poly(&ring, text.as_bytes(), &ReadOptions::default()).expect(text);
        assert_eq!(human_of(&ring, &coeffs), text);
    }
}

/// A list `1 1 1 …` that counts the bytes it has handed out.
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
    // of an endless list only as much is read as the limit needs, and a block
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

/// Every form that the ring's vectors can be written in reads back.
fn round_trip<R: Ring>(ring: &R, v: &Coeffs<R>) {
    let mut trimmed = v.clone();
    ring.trim(&mut trimmed);
    for order in [Order::Asc, Order::Desc] {
        for form in [Form::Json, Form::List, Form::Human] {
            let mut out = Vec::new();
            match form {
                Form::Json => text::write_json(ring, v.view(), order, &mut out),
                Form::List => text::write_list(ring, v.view(), order, &mut out),
                _ => text::write_human(ring, v.view(), &mut out),
            }
            .expect("a Vec takes everything");
            let options = ReadOptions { order, form: Some(form), ..ReadOptions::default() };
            let (back, _) = text::read_poly(ring, &out[..], &options).expect("what was written");
            assert!(ring.same(back.view(), trimmed.view()), "{form:?}");
        }
    }
}

#[test]
fn long_outputs_come_back() {
    for n in [2, 10_007, u64::MAX] {
        let ring = zn(n);
        let elems: Vec<_> = (0..30_000).map(|i: i64| ring.elem(i * i * i - 7)).collect();
        round_trip(&ring, &ring.collect(&elems));
    }
}

#[cfg(feature = "integers")]
mod big {
    //! Z, and Z/n for big n.

    use super::*;
    use polymod::{Integers, ZnBig, rug::Integer};

    #[test]
    fn signs_and_sizes() {
        let z = Integers::new();
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
    fn a_modulus_must_be_the_rings() {
        let n = "170141183460469231731687303715884105727";
        let big = ZnBig::new(n.parse().expect("an integer")).expect("a modulus");
        assert_eq!(read(&big, &format!("Mod(-1,{n})*x")).0, "[0,170141183460469231731687303715884105726]");
        let flint =
            text::read_poly(&big, format!("2 {n}  1 {n}").as_bytes(), &in_form(Form::Flint)).expect("FLINT's form");
        assert_eq!(json_of(&big, &flint.0), "[1]");
        let default = ReadOptions::default();
        assert_eq!(fail(&big, "Mod(1,7)", &default), format!("1:7: expected the modulus {n} of the ring, found \"7\""));
        assert_eq!(
            fail(&Integers::new(), "x + Mod(3, 5)*x", &default),
            "1:12: expected no modulus in the ring z (say --ring zn:5), found \"5\""
        );
    }

    #[test]
    fn a_wide_integer_among_many_is_refused() {
        let z = Integers::new();
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
        #[test]
        fn integers_come_back(coeffs in prop::collection::vec("-?[1-9][0-9]{0,60}|0", 0..30), bits in 65u32..300) {
            let elems: Vec<Integer> = coeffs.iter().map(|c| c.parse().expect("an integer")).collect();
            let z = Integers::new();
            round_trip(&z, &z.collect(&elems));
            let big = ZnBig::new((Integer::from(1) << bits) - 159).expect("a modulus");
            let residues: Vec<_> = coeffs
                .iter()
                .map(|c| big.elem_from_decimal(c.starts_with('-'), c.trim_start_matches('-').as_bytes()).expect("an element"))
                .collect();
            round_trip(&big, &big.collect(&residues));
        }
    }
}

proptest! {
    #[test]
    fn words_come_back(n in 2u64.., coeffs in prop::collection::vec(any::<i64>(), 0..40)) {
        let ring = zn(n);
        let elems: Vec<_> = coeffs.iter().map(|&c| ring.elem(c)).collect();
        round_trip(&ring, &ring.collect(&elems));
    }

    #[test]
    fn any_bytes_give_a_result_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..200), step in 1usize..9) {
        let (ring, options) = (zn(97), ReadOptions { memory: 1 << 20, ..ReadOptions::default() });
        let fast = text::read_poly(&ring, &bytes[..], &options);
        match (fast, text::read_poly(&ring, Slow { bytes: &bytes, step }, &options)) {
            (Ok((a, _)), Ok((b, _))) => prop_assert!(ring.same(a.view(), b.view())),
            (a, b) => prop_assert_eq!(parse_error(a), parse_error(b)),
        }
    }

    #[test]
    fn any_likely_text_gives_a_result_or_an_error(
        text in "([0-9]{1,3}|[-+*^,. x\"\\[\\]()\n]|\\*\\*|Mod\\(|0x|e5|[yä]){0,24}",
        step in 1usize..9,
    ) {
        let ring = zn(97);
        let options = ReadOptions { memory: 1 << 20, ..ReadOptions::default() };
        for form in [None, Some(Form::Json), Some(Form::List), Some(Form::Human), Some(Form::Flint)] {
            let options = ReadOptions { form, ..options };
            let fast = text::read_poly(&ring, text.as_bytes(), &options);
            let slow = text::read_poly(&ring, Slow { bytes: text.as_bytes(), step }, &options);
            match (fast, slow) {
                (Ok((a, _)), Ok((b, _))) => prop_assert!(ring.same(a.view(), b.view())),
                (a, b) => {
                    let (a, b) = (parse_error(a), parse_error(b));
                    prop_assert_eq!(&a, &b);
                    prop_assert_eq!(a.lines().count(), 1);
                }
            }
            let _: Result<_, ReadError> = text::read_polys(&ring, text.as_bytes(), &options);
            let _: Result<_, ReadError> = text::read_nested(&ring, text.as_bytes(), &options);
        }
    }
}
