//! Files: formats by name and content, NumPy's arrays, limits, and outputs that are complete or untouched.

mod back;

use polymod::{
    Integers, Ring, Zn, ZnBig,
    core::bits::testing,
    ring::{Coeffs, Convolve},
    rug::Integer,
    text::{self, Entries},
};
use polymod_cli::io::{
    FileError, Format, Order, Output, ReadOptions, Source, read_matrix, read_poly, read_polys, read_vector,
};
use proptest::{prelude::*, test_runner::RngSeed};
use std::{
    ffi::OsString,
    fs,
    io::Write,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

struct Desk(TempDir);

impl Desk {
    fn new() -> Self {
        Desk(TempDir::new().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn put(&self, name: &str, bytes: impl AsRef<[u8]>) -> Source {
        let path = self.path(name);
        fs::write(&path, bytes).expect("written");
        Source::File(path)
    }

    /// The message of an error, without the folder's name.
    fn message(&self, error: &FileError) -> String {
        let text = error.to_string();
        assert_eq!(text.lines().count(), 1, "{text}");
        text.replace(&format!("{}/", self.0.path().display()), "")
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("the folder is there");
        let mut names: Vec<_> =
            entries.map(|e| e.expect("an entry").file_name().into_string().expect("UTF-8")).collect();
        names.sort();
        names
    }
}

fn zn(n: u64) -> Zn {
    Zn::new(n).expect("a modulus")
}

fn json_of<R: Ring>(ring: &R, v: &Coeffs<R>) -> String {
    let mut out = Vec::new();
    text::write_json(ring, v.view(), Order::Asc, &mut out).expect("a Vec takes everything");
    String::from_utf8(out).expect("UTF-8")
}

fn literal(text: &str) -> Source {
    Source::from(OsString::from(format!("={text}")))
}

/// An `.npy` file of version 1 with this header and data.
fn npy(header: &str, data: &[u8]) -> Vec<u8> {
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.bytes());
    bytes.extend(data);
    bytes
}

fn header(descr: &str, fortran: &str, shape: &str) -> String {
    format!("{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}\n")
}

fn words(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|w| w.to_le_bytes()).collect()
}

#[test]
fn operands_are_files_literals_or_standard_input() {
    let source = |text: &str| Source::from(OsString::from(text));
    for (text, format, plain) in [
        ("flint:a.txt", Format::Flint, Source::File("a.txt".into())),
        ("npy:-", Format::Npy, Source::Stdin),
        ("ntl:=[1 2]", Format::Ntl, Source::Literal(b"[1 2]".to_vec())),
        ("sage:flint:b", Format::Sage, Source::File("flint:b".into())),
    ] {
        assert_eq!(source(text).parts(), (&plain, Some(format)), "{text}");
        assert_eq!(source(text).name(), plain.name(), "{text}");
    }
    for text in ["./flint:a.txt", "flnt:a.txt", "latex:a.tex", ":a", "c:/a"] {
        assert_eq!(source(text), Source::File(text.into()));
    }
    assert_eq!(Source::from(OsString::from("-")), Source::Stdin);
    assert_eq!(literal("x^2"), Source::Literal(b"x^2".to_vec()));
    assert_eq!(Source::from(OsString::from("a=b")), Source::File("a=b".into()));
    assert_eq!(Source::Stdin.name(), "<stdin>");
    assert_eq!(literal("x^2\n+ 1234567890123456789").name(), "=x^2?+ 12345678901234…");
}

#[test]
fn the_format_is_told_by_name_or_content() {
    let (desk, ring) = (Desk::new(), zn(97));
    for (name, text, format) in [
        ("a.json", "[1,2]", Format::Json),
        ("b.json", "1 2", Format::List),
        ("c", "2x+1", Format::Human),
        ("d.txt", "[1 2]", Format::List),
    ] {
        let (coeffs, found) = read_poly(&ring, &desk.put(name, text), &ReadOptions::default()).expect(name);
        assert_eq!((json_of(&ring, &coeffs).as_str(), found), ("[1,2]", Some(format)), "{name}");
    }
    let (coeffs, format) = read_poly(&ring, &literal("3*x + 1"), &ReadOptions::default()).expect("a literal");
    assert_eq!((json_of(&ring, &coeffs).as_str(), format), ("[1,3]", Some(Format::Human)));
    let flint = ReadOptions { format: Some(Format::Flint), ..ReadOptions::default() };
    let (coeffs, format) = read_poly(&ring, &literal("2 97  5 6"), &flint).expect("FLINT's form");
    assert_eq!((json_of(&ring, &coeffs).as_str(), format), ("[5,6]", Some(Format::Flint)));
    let (coeffs, format) = read_poly(&ring, &literal("-5"), &ReadOptions::default()).expect("an integer alone");
    assert_eq!((json_of(&ring, &coeffs).as_str(), format), ("[92]", None));
    let (polys, _) = read_polys(&ring, &literal("[[1,2],[0]]"), &ReadOptions::default()).expect("an array");
    assert_eq!(polys.len(), 2);
    let (vector, _) = read_vector(&ring, &literal("[1,0]"), &ReadOptions::default()).expect("a vector");
    assert_eq!(vector.len(), 2);
    for format in Format::ALL {
        assert_eq!(format.name().parse(), Ok(format));
    }
    let unknown = "xml".parse::<Format>().expect_err("no format");
    assert_eq!(
        unknown.to_string(),
        "unknown format 'xml': expected json, list, human, hex, npy, bin, flint, ntl, pari, sage, (for output) latex or \
         (for input) mtx or sms"
    );
}

#[test]
fn errors_name_the_file_on_one_line() {
    let (desk, z) = (Desk::new(), Integers::new());
    let fail = |source: &Source| {
        let error = read_poly(&z, source, &ReadOptions::default()).expect_err("an error");
        desk.message(&error)
    };
    for (source, message) in [
        (desk.put("a.json", "[1,\n2,x]"), "a.json:2:3: expected an integer, found \"x\""),
        (desk.put("b.json", ""), "b.json:1:1: expected a polynomial, found end of file"),
        (desk.put("c\nd.json", "[1.5]"), "c?d.json:1:2: expected an integer, found \"1.5\""),
        (desk.put("m.mtx", "1"), "m.mtx: expected a polynomial, found a matrix, by its suffix"),
        (
            desk.put("f.bin", "1"),
            "f.bin: expected one of the formats json, list, human and npy, found bin, which holds bits",
        ),
        (desk.put("g.hex", "0x1"), "g.hex:1:1: expected decimal integers, the ring z has no hex, found \"0x1\""),
        (Source::File(desk.path("missing.json")), "missing.json: No such file or directory"),
        (literal("x^2 + y"), "=x^2 + y:1:7: expected the variable \"x\" as at 1:1, found \"y\""),
        (
            literal("x^99999999999999"),
            "=x^99999999999999:1:3: expected an exponent below 536870912 (the memory limit), found \"99999999999999\"",
        ),
    ] {
        assert_eq!(fail(&source), message);
    }
    assert!(fail(&Source::File(desk.0.path().to_owned())).ends_with(": is a directory"));
    let hint = read_poly(&z, &Source::File("no-such-file".into()), &ReadOptions::default()).expect_err("an error");
    assert_eq!(
        hint.to_string(),
        "no-such-file: No such file or directory (a polynomial as an argument starts with '=': '=x^2 + 1')"
    );
    let small = ReadOptions { memory: 10, ..ReadOptions::default() };
    let error = read_poly(&z, &desk.put("long.json", "[1,2,3,4,5]"), &small).expect_err("too long");
    assert_eq!(desk.message(&error), "long.json: needs 11 bytes, the memory limit (--memory) is 10");
}

#[test]
fn integers_of_every_npy_type() {
    let (desk, z) = (Desk::new(), Integers::new());
    let cases: [(&str, Vec<u8>, &str); 11] = [
        ("<i8", words(&[1, -2i64 as u64, i64::MIN as u64]), "[1,-2,-9223372036854775808]"),
        ("<u8", words(&[1, 2, u64::MAX]), "[1,2,18446744073709551615]"),
        ("<i4", [1i32, -2, i32::MIN].iter().flat_map(|x| x.to_le_bytes()).collect(), "[1,-2,-2147483648]"),
        ("<u4", [1u32, 2, u32::MAX].iter().flat_map(|x| x.to_le_bytes()).collect(), "[1,2,4294967295]"),
        ("<i2", [1i16, -2, i16::MIN].iter().flat_map(|x| x.to_le_bytes()).collect(), "[1,-2,-32768]"),
        ("|i1", vec![1, 254, 128], "[1,-2,-128]"),
        ("|u1", vec![1, 254, 128], "[1,254,128]"),
        (">i8", [1i64, -2, 3].iter().flat_map(|x| x.to_be_bytes()).collect(), "[1,-2,3]"),
        (">i4", [1i32, -2, i32::MIN].iter().flat_map(|x| x.to_be_bytes()).collect(), "[1,-2,-2147483648]"),
        (">u4", [1u32, 2, u32::MAX].iter().flat_map(|x| x.to_be_bytes()).collect(), "[1,2,4294967295]"),
        (">u2", [1u16, 2, 65535].iter().flat_map(|x| x.to_be_bytes()).collect(), "[1,2,65535]"),
    ];
    for (descr, data, json) in cases {
        for fortran in ["True", "False"] {
            let file = desk.put("a.npy", npy(&header(descr, fortran, "(3,)"), &data));
            let (coeffs, format) = read_poly(&z, &file, &ReadOptions::default()).expect(descr);
            assert_eq!((json_of(&z, &coeffs).as_str(), format), (json, Some(Format::Npy)), "{descr}");
        }
    }
    let file = desk.put("v.npy", npy(&header("<i8", "False", "(3,)"), &words(&[0, 5, 0])));
    let desc = ReadOptions { order: Order::Desc, ..ReadOptions::default() };
    assert_eq!(json_of(&z, &read_poly(&z, &file, &desc).expect("descending").0), "[0,5]");
    assert_eq!(json_of(&z, &read_vector(&z, &file, &desc).expect("a vector").0), "[0,5,0]");
    let empty = desk.put("e.npy", npy(&header("<i8", "False", "(0,)"), &[]));
    assert!(read_poly(&z, &empty, &desc).expect("empty").0.is_empty());
}

#[test]
fn entries_of_several_words() {
    let desk = Desk::new();
    let ring = ZnBig::new((Integer::from(1) << 127u32) - 1u32).expect("a modulus");
    let data = words(&[5, 0, 0, 1, u64::MAX, u64::MAX >> 1]);
    let file = desk.put("a.npy", npy(&header("<u8", "False", "(3, 2)"), &data));
    let read = |source: &Source| read_poly(&ring, source, &ReadOptions::default());
    assert_eq!(json_of(&ring, &read(&file).expect("two words").0), "[5,18446744073709551616]");
    let file = desk.put("a.npy", npy(&header("<i8", "False", "(2,)"), &words(&[5, -1i64 as u64])));
    assert_eq!(json_of(&ring, &read(&file).expect("one word").0), "[5,170141183460469231731687303715884105726]");
    // in Fortran order NumPy stores all lowest words before all higher ones
    let file = desk.put("a.npy", npy(&header("<u8", "True", "(3, 2)"), &words(&[5, 0, 7, 0, 1, 0])));
    assert_eq!(json_of(&ring, &read(&file).expect("Fortran order").0), "[5,18446744073709551616,7]");
    for (descr, fortran, shape, message) in [
        (
            "<i8",
            "False",
            "(3, 2)",
            "expected an array of one dimension, or uint64 of two (the words of an entry last), found the shape [3, 2]",
        ),
        (
            "<u8",
            "False",
            "(0, 99999999)",
            "expected an array of one dimension, or uint64 of two (the words of an entry last), found the shape [0, 99999999]",
        ),
    ] {
        let error = read(&desk.put("b.npy", npy(&header(descr, fortran, shape), &data))).expect_err("an error");
        assert_eq!(desk.message(&error), format!("b.npy: {message}"));
    }
}

/// The entries of a matrix as JSON, each polynomial separately.
fn matrix_json<R: Convolve>(ring: &R, source: &Source) -> String {
    let (grid, format) = read_matrix(ring, source, &ReadOptions::default()).expect("a matrix");
    assert_eq!(format, Some(Format::Npy));
    let entries = match &grid.entries {
        Entries::Numbers(entries) => json_of(ring, entries),
        Entries::Polys(polys) => polys.iter().map(|p| json_of(ring, p)).collect::<Vec<_>>().join(""),
    };
    format!("{}x{} {entries}", grid.rows, grid.cols)
}

#[test]
fn fortran_order_is_undone_in_every_dimension() {
    let (desk, z) = (Desk::new(), Integers::new());
    let big = ZnBig::new((Integer::from(1) << 127u32) - 1u32).expect("a modulus");
    let file =
        |fortran: &str, shape: &str, data: &[u64]| desk.put("a.npy", npy(&header("<u8", fortran, shape), &words(data)));
    let two = file("True", "(2, 3)", &[1, 4, 2, 5, 3, 6]);
    assert_eq!(matrix_json(&z, &two), "2x3 [1,2,3,4,5,6]");
    // entry (i, j, k) is 100·i + 10·j + k
    let values: Vec<u64> = (0..24).map(|at| 100 * (at % 2) + 10 * (at / 2 % 3) + at / 6).collect();
    let polys = "2x3 [0,1,2,3][10,11,12,13][20,21,22,23][100,101,102,103][110,111,112,113][120,121,122,123]";
    assert_eq!(matrix_json(&z, &file("True", "(2, 3, 4)", &values)), polys);
    let in_rows: Vec<u64> = (0..24).map(|at| 100 * (at / 12) + 10 * (at / 4 % 3) + at % 4).collect();
    assert_eq!(matrix_json(&z, &file("False", "(2, 3, 4)", &in_rows)), polys);
    // the same numbers with two words for each entry: the last axis is that of words
    let wide = file("True", "(2, 2, 2)", &[1, 2, 3, 4, 0, 0, 0, 1]);
    assert_eq!(matrix_json(&big, &wide), "2x2 [1,3,2,18446744073709551620]");
    let wide = file("True", "(1, 2, 2, 2)", &[1, 2, 3, 4, 0, 0, 0, 1]);
    assert_eq!(matrix_json(&big, &wide), "1x2 [1,3][2,18446744073709551620]");
    let small = ReadOptions { memory: 383, ..ReadOptions::default() };
    let error = read_matrix(&z, &file("True", "(2, 3, 4)", &values[..0]), &small).expect_err("too large");
    assert_eq!(desk.message(&error), "a.npy: needs 384 bytes, the memory limit (--memory) is 383");
    let error = read_matrix(&z, &file("True", "(2, 3)", &[1, 2]), &ReadOptions::default()).expect_err("cut off");
    assert!(desk.message(&error).ends_with("expected 48 bytes of data, found the end of file, 32 bytes are missing"));
}

#[test]
fn types_that_are_no_integers_are_refused() {
    let (desk, z) = (Desk::new(), Integers::new());
    for (descr, shown) in [
        ("'<f8'", "'<f8'"),
        ("'|O'", "'|O'"),
        ("'<c16'", "'<c16'"),
        ("[('a', '<i8'), ('b', '<i4')]", "[('a', '<i8'), ('b', '<i4')"),
    ] {
        let head = format!("{{'descr': {descr}, 'fortran_order': False, 'shape': (2,), }}\n");
        let error = read_poly(&z, &desk.put("a.npy", npy(&head, &[0; 64])), &ReadOptions::default()).expect_err(descr);
        let said = desk.message(&error);
        assert!(
            said.starts_with("a.npy: expected integers or truth values, found the type ") && said.contains(shown),
            "{said}"
        );
    }
    let scalar = desk.put("s.npy", npy(&header("<i8", "False", "()"), &words(&[7])));
    let error = read_poly(&z, &scalar, &ReadOptions::default()).expect_err("no dimension");
    assert_eq!(desk.message(&error), "s.npy: expected an array of one dimension, found the shape []");
}

/// Arrays without data, but with rows that would take memory, or time, each.
#[test]
fn rows_without_entries_are_counted() {
    let desk = Desk::new();
    let options = ReadOptions { memory: 1 << 20, ..ReadOptions::default() };
    for shape in [
        "(1152921504606846976, 1, 0)",
        "(16777216, 1, 0)",
        "(1, 16777216, 0)",
        "(1152921504606846976, 0)",
        "(0, 16777216)",
    ] {
        let file = desk.put("rows.npy", npy(&header("<i8", "False", shape), &[]));
        let read = read_matrix(&Integers::new(), &file, &options).map(|(grid, _)| (grid.rows, grid.cols));
        assert!(matches!(read, Err(FileError::TooLarge { .. })), "{shape}: {read:?}");
    }
    let few = desk.put("few.npy", npy(&header("<i8", "False", "(3, 0)"), &[]));
    let (grid, _) = read_matrix(&Integers::new(), &few, &options).unwrap();
    assert_eq!((grid.rows, grid.cols), (3, 0));
}

#[test]
fn npy_files_that_lie_are_refused() {
    let (desk, ring) = (Desk::new(), zn(97));
    let long = header("<i8", "False", "(3,)") + &" ".repeat(5000);
    let nested = format!("{}{}", "(".repeat(2000), ")".repeat(2000));
    for (bytes, message) in [
        (b"[1,2]".to_vec(), "expected a NumPy array (.npy), found the end of file in its header"),
        (b"[1,2,3,4,5,6]".to_vec(), "expected a NumPy array (.npy), found other bytes at its start"),
        (
            npy(&header("<f8", "False", "(3,)"), &words(&[0; 3])),
            "expected integers or truth values, found the type '<f8'",
        ),
        (
            npy(&header("|O", "False", "(3,)"), &words(&[0; 3])),
            "expected integers or truth values, found the type '|O'",
        ),
        (
            npy(&header("<i8", "False", "(3, 1)"), &words(&[0; 3])),
            "expected an array of one dimension, found the shape [3, 1]",
        ),
        (npy(&header("<i8", "False", "()"), &words(&[0; 3])), "expected an array of one dimension, found the shape []"),
        (
            npy(&header("<i8", "False", "(3,)"), &[0; 21]),
            "expected 24 bytes of data, found the end of file, 3 bytes are missing",
        ),
        (
            npy(&header("<i8", "False", "(1000000000000,)"), &[0; 21]),
            "needs 8000000000000 bytes, the memory limit (--memory) is 4294967296",
        ),
        (
            npy(&header("|u1", "False", "(1000000000,)"), &[0; 21]),
            "needs 8000000000 bytes, the memory limit (--memory) is 4294967296",
        ),
        (
            npy(&header("<i8", "False", "(18446744073709551615, 18446744073709551615)"), &[]),
            "expected a header as NumPy writes it, found one that is nested, or has an absurd shape",
        ),
        (
            npy(&header("<i8", "False", "(0xffffffffffffffff, 0xffffffffffffffff)"), &[]),
            "expected a header as NumPy writes it, found one that is nested, or has an absurd shape",
        ),
        (npy(&nested, &[]), "expected a header as NumPy writes it, found one that is nested, or has an absurd shape"),
        (npy(&long, &[]), "expected a header of at most 4096 bytes, found 5058 bytes"),
    ] {
        let error = read_poly(&ring, &desk.put("a.npy", bytes), &ReadOptions::default()).expect_err(message);
        assert_eq!(desk.message(&error), format!("a.npy: {message}"));
    }
    let broken = npy("{'descr': '<i8', 'shape': (3,), }", &words(&[0; 3]));
    let error = read_poly(&ring, &desk.put("a.npy", broken), &ReadOptions::default()).expect_err("no order");
    assert!(desk.message(&error).starts_with("a.npy: expected a NumPy array (.npy), found a header with: "));
    let polys = read_polys(&ring, &desk.put("a.npy", npy("", &[])), &ReadOptions::default()).map(drop);
    assert!(polys.expect_err("not from npy").to_string().ends_with("as json or list, found a NumPy array"));
}

/// Writes one polynomial and returns the file's bytes.
fn written<R: Ring>(desk: &Desk, ring: &R, v: &Coeffs<R>, format: Format, order: Order) -> Result<Vec<u8>, FileError> {
    let path = desk.path("out");
    let mut output = Output::create(&path)?;
    output.poly(ring, v.view(), format, order)?;
    output.finish()?;
    Ok(fs::read(path).expect("the file is there"))
}

#[test]
fn results_are_written_in_each_format() {
    let (desk, z) = (Desk::new(), Integers::new());
    let v = z.collect(&[Integer::from(1), Integer::from(-2), Integer::from(3)]);
    for (format, order, bytes) in [
        (Format::Json, Order::Asc, &b"[1,-2,3]\n"[..]),
        (Format::Json, Order::Desc, b"[3,-2,1]\n"),
        (Format::List, Order::Asc, b"1 -2 3\n"),
        (Format::List, Order::Desc, b"3 -2 1\n"),
        (Format::Flint, Order::Asc, b"3  1 -2 3\n"),
        (Format::Ntl, Order::Desc, b"[1 -2 3]\n"),
        (Format::Pari, Order::Desc, b"3*x^2 - 2*x + 1\n"),
        (Format::Sage, Order::Desc, b"3*x^2 - 2*x + 1\n"),
        (Format::Latex, Order::Desc, b"3x^{2} - 2x + 1\n"),
        (Format::Human, Order::Desc, b"3*x^2 - 2*x + 1\n"),
    ] {
        assert_eq!(written(&desk, &z, &v, format, order).expect("written"), bytes, "{format}");
    }
    let bytes = written(&desk, &z, &v, Format::Npy, Order::Desc).expect("written");
    assert_eq!(bytes.len() % 16, 24 % 16);
    assert!(bytes.ends_with(&words(&[3, -2i64 as u64, 1])));
    let error = written(&desk, &z, &v, Format::Hex, Order::Asc).expect_err("no hex");
    assert_eq!(desk.message(&error), "out: expected a format for the ring z: json, list, human or npy, found hex");

    let wide = z.collect(&[Integer::from(1), Integer::from(1) << 63u32]);
    let error = written(&desk, &z, &wide, Format::Npy, Order::Asc).expect_err("too wide");
    let message = "out: expected entries of 64 bits with sign for npy (say --format json), found entry 1 of 19 digits";
    assert_eq!(desk.message(&error), message);
    let edge = z.collect(&[Integer::from(i64::MIN), Integer::from(i64::MAX), Integer::new()]);
    let bytes = written(&desk, &z, &edge, Format::Npy, Order::Asc).expect("written");
    assert!(bytes.ends_with(&words(&[i64::MIN as u64, i64::MAX as u64, 0])));
}

#[test]
fn vectors_and_lines() {
    let (desk, ring) = (Desk::new(), zn(97));
    let v = ring.collect(&[1, 0]);
    let mut output = Output::create(&desk.path("out")).expect("created");
    output.vector(&ring, v.view(), Format::Json).expect("written");
    output.vector(&ring, v.view(), Format::List).expect("written");
    output.vector(&ring, v.view(), Format::Human).expect("written");
    output.vector(&ring, ring.zeros(0).view(), Format::Human).expect("written");
    output.line("true").expect("written");
    output.finish().expect("finished");
    assert_eq!(fs::read(desk.path("out")).expect("there"), b"[1,0]\n1 0\n[1,0]\n[]\ntrue\n");
}

#[test]
fn a_run_that_fails_leaves_the_old_file() {
    let desk = Desk::new();
    desk.put("out", "old");
    let mut output = Output::create(&desk.path("out")).expect("created");
    output.line("new").expect("written");
    assert_eq!(fs::read(desk.path("out")).expect("there"), b"old");
    drop(output);
    assert_eq!(fs::read(desk.path("out")).expect("there"), b"old");
    assert_eq!(desk.names(), ["out"]);
    let mut output = Output::create(&desk.path("out")).expect("created");
    output.line("new").expect("written");
    output.finish().expect("finished");
    assert_eq!(fs::read(desk.path("out")).expect("there"), b"new\n");
    assert_eq!(desk.names(), ["out"]);
    let error = Output::create(&desk.path("no/out")).expect_err("no such folder");
    assert_eq!(desk.message(&error), "no/out: cannot write: No such file or directory");
    let error = Output::create(desk.0.path()).expect_err("a folder");
    assert!(error.to_string().ends_with(": cannot write: is a directory"));
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn write_line(path: &Path) -> Result<(), FileError> {
        let mut output = Output::create(path)?;
        output.line("new")?;
        output.finish()
    }

    #[test]
    fn permissions_are_kept_and_links_followed() {
        let desk = Desk::new();
        desk.put("out", "old");
        fs::set_permissions(desk.path("out"), fs::Permissions::from_mode(0o640)).expect("set");
        symlink("out", desk.path("link")).expect("linked");
        symlink(desk.path("link"), desk.path("second")).expect("linked");
        write_line(&desk.path("second")).expect("written");
        assert_eq!(fs::metadata(desk.path("out")).expect("there").permissions().mode() & 0o777, 0o640);
        assert_eq!(fs::read(desk.path("out")).expect("there"), b"new\n");
        assert!(fs::symlink_metadata(desk.path("link")).expect("there").is_symlink());
        symlink("fresh", desk.path("dangling")).expect("linked");
        write_line(&desk.path("dangling")).expect("written");
        assert_eq!(fs::read(desk.path("fresh")).expect("there"), b"new\n");
        // a new file has the default permissions
        fs::write(desk.path("plain"), "").expect("written");
        let mode = |name| fs::metadata(desk.path(name)).expect("there").permissions().mode() & 0o777;
        assert_eq!(mode("fresh"), mode("plain"));
        symlink("loop", desk.path("loop")).expect("linked");
        assert!(write_line(&desk.path("loop")).is_err());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn devices_are_written_straight() {
        write_line(Path::new("/dev/null")).expect("written");
        assert!(!fs::metadata("/dev/null").expect("there").is_file());
        let error = write_line(Path::new("/dev/full")).expect_err("a full disk");
        assert_eq!(error.to_string(), "/dev/full: cannot write: No space left on device");
        let ring = zn(97);
        let mut output = Output::create(Path::new("/dev/full")).expect("opened");
        let error = output.poly(&ring, ring.zeros(100_000).view(), Format::Npy, Order::Asc).expect_err("a full disk");
        assert_eq!(error.to_string(), "/dev/full: cannot write: No space left on device");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_closed_pipe_is_told_apart() {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        let path = format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&writer));
        let mut output = Output::create(Path::new(&path)).expect("opened");
        output.line("lost").expect("gathered");
        drop(reader);
        assert!(matches!(output.finish(), Err(FileError::ClosedPipe)));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(testing::seed()), ..ProptestConfig::default() })]

    #[test]
    fn npy_comes_back(n in 2u64.., coeffs in prop::collection::vec(any::<i64>(), 0..40), desc in any::<bool>()) {
        let desk = Desk::new();
        let order = if desc { Order::Desc } else { Order::Asc };
        let big = ZnBig::new((Integer::from(n) << 64u32) + 1u32).expect("a modulus");
        let z = Integers::new();
        npy_round_trip(&desk, &zn(n), &coeffs, order);
        npy_round_trip(&desk, &big, &coeffs, order);
        npy_round_trip(&desk, &z, &coeffs, order);
    }

    #[test]
    fn any_npy_header_gives_a_result_or_an_error(
        text in "(\\{|'descr': '[<>|][iuf][0-9]',?|'fortran_order': (True|False),?|'shape': \\(([0-9]{1,9},){0,3}\\),?|\\}|[ -~]){0,9}",
        data in prop::collection::vec(any::<u8>(), 0..100),
    ) {
        let source = Source::Literal(npy(&text, &data));
        let options = ReadOptions { format: Some(Format::Npy), ..ReadOptions::default() };
        if let Err(error) = read_poly(&zn(97), &source, &options) {
            prop_assert_eq!(error.to_string().lines().count(), 1);
        }
    }
}

fn npy_round_trip<R: Convolve>(desk: &Desk, ring: &R, coeffs: &[i64], order: Order) {
    let elems: Vec<_> = coeffs.iter().map(|&c| ring.elem(c)).collect();
    let mut v = ring.collect(&elems);
    let bytes = written(desk, ring, &v, Format::Npy, order).expect("written");
    let mut file = fs::File::create(desk.path("back.npy")).expect("created");
    file.write_all(&bytes).expect("written");
    let options = ReadOptions { order, ..ReadOptions::default() };
    let (back, _) = read_poly(ring, &Source::File(desk.path("back.npy")), &options).expect("what was written");
    ring.trim(&mut v);
    assert!(ring.same(back.view(), v.view()));
}
