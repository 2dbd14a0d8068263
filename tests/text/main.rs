//! Text forms: meaning, round trips, block boundaries.

#[cfg(feature = "integers")]
mod big;
mod errors;
mod expressions;
mod names;
mod pasted;
mod shown;
mod systems;

use polymod::{
    AnyRing, Error, Ring, Zn,
    core::bits::testing,
    ring::{Coeffs, Convolve, Vectors},
    text::{self, Form, Nested, Order, ReadError, ReadOptions},
};
use proptest::{prelude::*, test_runner::RngSeed};
use std::io::{self, Read};

/// A reader that returns at most `step` bytes per call.
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

fn zn(n: u64) -> AnyRing {
    AnyRing::new(Zn::new(n).expect("a modulus"))
}

fn in_form(form: Form) -> ReadOptions<'static> {
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

/// The value of a text as JSON, and its form; the same for every block length of the reader.
fn read<R: Convolve>(ring: &R, text: &str) -> (String, Form) {
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

/// The error of a text; the same for every block length of the reader.
fn fail<R: Convolve>(ring: &R, text: impl AsRef<[u8]>, options: &ReadOptions) -> String {
    let bytes = text.as_ref();
    let error = parse_error(text::read_poly(ring, bytes, options));
    for step in [1, 2, 7] {
        assert_eq!(parse_error(text::read_poly(ring, Slow { bytes, step }, options)), error);
    }
    error
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
        ("0", Form::Integer),
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
        ("x + 1", "1:1: expected a number, found a polynomial"),
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

/// Checks that every form in which the ring's vectors can be written is read back.
fn round_trip<R: Convolve>(ring: &R, v: &Coeffs<R>) {
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

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(testing::seed()), ..ProptestConfig::default() })]

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
        text in "([0-9]{1,3}|[-+*^,.;~ x\"\\[\\]()\n]|\\*\\*|Mod\\(|Mat\\(|0x|e5|[yä]|<1 x 1 matrix over Z\\[x\\]>){0,24}",
        step in 1usize..9,
    ) {
        let ring = zn(97);
        let options = ReadOptions { memory: 1 << 20, ..ReadOptions::default() };
        let forms = [Form::Json, Form::List, Form::Human, Form::Flint, Form::Ntl, Form::Pari, Form::Sage];
        for form in forms.map(Some).into_iter().chain([None]) {
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
            let _: Result<_, ReadError> = text::read_table(&ring, text.as_bytes(), &options);
            let fast = text::read_matrix(&ring, text.as_bytes(), &options).map_err(|e| e.to_string());
            let slow = text::read_matrix(&ring, Slow { bytes: text.as_bytes(), step }, &options).map_err(|e| e.to_string());
            prop_assert_eq!(fast.map(|(m, _)| (m.rows, m.cols)), slow.map(|(m, _)| (m.rows, m.cols)));
        }
    }
}
