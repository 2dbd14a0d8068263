//! Any bytes as a file in any format: what is read comes back when it is written, what is refused is refused on one line, and memory
//! stays below the limit.

use crate::{
    bytes::Bytes,
    rings::{self, Check},
};
use polymod::{
    Integers, Rationals, Ring, ZnBig,
    ring::{Coeffs, Convolve, FiniteField},
    rug::Integer,
    text::{self, Entries, Form, Grid, MatrixStyle, Order, PolyRows, ReadError, ReadOptions, Rows, Table},
};
use polymod_cli::io::{self, Format, Source};
use std::io::Read;

/// Bytes that an operand may take.
const MEMORY: u64 = 1 << 18;
const FORMS: [Option<Form>; 6] =
    [None, Some(Form::Json), Some(Form::List), Some(Form::Human), Some(Form::Flint), Some(Form::Hex)];

fn options(form: Option<Form>) -> ReadOptions<'static> {
    ReadOptions { form, memory: MEMORY, ..ReadOptions::default() }
}

fn one_line(error: &impl std::fmt::Display) {
    let text = error.to_string();
    assert!(text.lines().count() == 1 && !text.contains('\r'), "{text:?}");
}

/// A reader that gives a few bytes at a time.
struct Slow<'a> {
    bytes: &'a [u8],
    step: usize,
}

impl Read for Slow<'_> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        let n = self.step.min(out.len()).min(self.bytes.len());
        out[..n].copy_from_slice(&self.bytes[..n]);
        self.bytes = &self.bytes[n..];
        Ok(n)
    }
}

struct Text;

impl Check for Text {
    fn check<R: FiniteField>(r: &R, bytes: &mut Bytes<'_>) {
        text_in(r, bytes);
    }

    fn over_z(z: &Integers, bytes: &mut Bytes<'_>) {
        text_in(z, bytes);
    }

    fn over_q(q: &Rationals, bytes: &mut Bytes<'_>) {
        text_in(q, bytes);
    }
}

/// Text in all forms.
pub fn text(bytes: &[u8]) {
    rings::in_some_ring::<Text>(&mut Bytes::new(bytes));
}

fn text_in<R: Convolve>(r: &R, bytes: &mut Bytes<'_>) {
    let form = *bytes.one_of(&FORMS);
    let order = if bytes.flag() { Order::Desc } else { Order::Asc };
    let step = 1 + bytes.below(8);
    let options = ReadOptions { order, ..options(form) };
    let rest = bytes.rest();
    let fast = text::read_poly(r, rest, &options);
    let slow = text::read_poly(r, Slow { bytes: rest, step }, &options);
    match (fast, slow) {
        (Ok((a, form)), Ok((b, other))) => {
            assert!(form == other && r.same(a.view(), b.view()));
            comes_back(r, &a);
        }
        (Err(a), Err(b)) => {
            one_line(&a);
            assert_eq!(a.to_string(), b.to_string());
        }
        (a, b) => panic!("in one piece: {:?}, in pieces: {:?}", a.map(|a| a.1), b.map(|b| b.1)),
    }
    let lists: [Option<ReadError>; 3] = [
        text::read_polys(r, rest, &options).err(),
        text::read_vector(r, rest, &options).err(),
        text::read_nested(r, rest, &options).err(),
    ];
    lists.iter().flatten().for_each(one_line);
}

/// What is written is read, in every form.
pub fn comes_back<R: Convolve>(r: &R, v: &Coeffs<R>) {
    let forms = [Form::Json, Form::List, Form::Human, Form::Hex];
    for form in forms.into_iter().filter(|form| *form != Form::Hex || r.packed_bits() > 0) {
        let mut out = Vec::new();
        match form {
            Form::Json => text::write_json(r, v.view(), Order::Asc, &mut out),
            Form::List => text::write_list(r, v.view(), Order::Asc, &mut out),
            Form::Human => text::write_human(r, v.view(), &mut out),
            _ => text::write_hex(r, v.view(), &mut out),
        }
        .expect("a Vec takes everything");
        for form in [Some(form), None] {
            let wide = ReadOptions { form, memory: 1 << 30, ..ReadOptions::default() };
            match text::read_poly(r, &out[..], &wide) {
                Ok((back, _)) => assert!(r.same(back.view(), v.view()), "{form:?}: {}", String::from_utf8_lossy(&out)),
                // what is written may be short enough for two meanings, which are then named
                Err(e) if form.is_none() => one_line(&e),
                Err(e) => panic!("{form:?}: {e}: {}", String::from_utf8_lossy(&out)),
            }
        }
    }
}

struct RoundTrip;

impl Check for RoundTrip {
    fn check<R: FiniteField>(r: &R, bytes: &mut Bytes<'_>) {
        comes_back(r, &bytes.poly(r, 300).into_coeffs());
    }

    fn over_z(z: &Integers, bytes: &mut Bytes<'_>) {
        comes_back(z, &bytes.poly(z, 300).into_coeffs());
    }

    fn over_q(q: &Rationals, bytes: &mut Bytes<'_>) {
        comes_back(q, &bytes.poly(q, 300).into_coeffs());
    }
}

/// Polynomials over all rings, written and read.
pub fn round_trip(bytes: &[u8]) {
    rings::in_some_ring::<RoundTrip>(&mut Bytes::new(bytes));
}

struct Matrices;

impl Check for Matrices {
    fn check<R: FiniteField>(r: &R, bytes: &mut Bytes<'_>) {
        matrices_in(r, bytes);
    }

    fn over_z(z: &Integers, bytes: &mut Bytes<'_>) {
        matrices_in(z, bytes);
    }

    fn over_q(q: &Rationals, bytes: &mut Bytes<'_>) {
        matrices_in(q, bytes);
    }
}

/// Matrices of numbers and of polynomials: arrays, NTL's, Matrix Market, SMS.
pub fn matrices(bytes: &[u8]) {
    rings::in_some_ring::<Matrices>(&mut Bytes::new(bytes));
}

fn matrices_in<R: Convolve>(r: &R, bytes: &mut Bytes<'_>) {
    let forms = [None, Some(Form::Json), Some(Form::List), Some(Form::MatrixMarket), Some(Form::Sms)];
    let options = options(*bytes.one_of(&forms));
    let rest = bytes.rest();
    match text::read_matrix(r, rest, &options) {
        Ok((grid, _)) => grid_comes_back(r, &grid),
        Err(e) => one_line(&e),
    }
    match text::read_table(r, rest, &options) {
        Ok((Table::Matrix(grid), _)) => grid_comes_back(r, &grid),
        Ok((Table::Vector(_), _)) => {}
        Err(e) => one_line(&e),
    }
}

fn grid_comes_back<R: Convolve>(r: &R, grid: &Grid<R>) {
    let (rows, cols) = (grid.rows, grid.cols);
    for (style, form) in [(MatrixStyle::Json, Form::Json), (MatrixStyle::Ntl, Form::List)] {
        let mut out = Vec::new();
        match &grid.entries {
            Entries::Numbers(v) => text::write_matrix(r, Rows { rows, cols, entries: v.view() }, style, &mut out),
            Entries::Polys(polys) => {
                let entries = polys.iter().map(Coeffs::view).collect();
                text::write_poly_matrix(r, &PolyRows { rows, cols, entries }, style, Order::Asc, &mut out)
            }
        }
        .expect("a Vec takes everything");
        let wide = ReadOptions { form: Some(form), memory: 1 << 30, ..ReadOptions::default() };
        let back = text::read_matrix(r, &out[..], &wide);
        let (back, _) = back.unwrap_or_else(|e| panic!("{form:?}: {e}: {}", String::from_utf8_lossy(&out)));
        // arrays do not tell how many columns there are in no rows
        let cols = if rows == 0 { 0 } else { cols };
        let same = match (&grid.entries, &back.entries) {
            // without entries there are no polynomials either
            _ if rows * cols == 0 => true,
            (Entries::Numbers(a), Entries::Numbers(b)) => r.same(a.view(), b.view()),
            (Entries::Polys(a), Entries::Polys(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| r.same(a.view(), b.view()))
            }
            _ => false,
        };
        assert!(same && (back.rows, back.cols) == (rows, cols), "{form:?}: {}", String::from_utf8_lossy(&out));
    }
}

struct Files;

impl Check for Files {
    fn check<R: FiniteField>(r: &R, bytes: &mut Bytes<'_>) {
        files_in(r, bytes);
    }

    fn over_z(z: &Integers, bytes: &mut Bytes<'_>) {
        files_in(z, bytes);
    }

    fn over_q(q: &Rationals, bytes: &mut Bytes<'_>) {
        files_in(q, bytes);
    }
}

/// Operands in every format, as the command line reads them.
pub fn files(bytes: &[u8]) {
    rings::in_some_ring::<Files>(&mut Bytes::new(bytes));
}

fn files_in<R: Convolve>(r: &R, bytes: &mut Bytes<'_>) {
    let format = match bytes.below(Format::ALL.len() + 1) {
        0 => None,
        i => Some(Format::ALL[i - 1]),
    };
    let order = if bytes.flag() { Order::Desc } else { Order::Asc };
    every_reader(r, bytes.rest(), &io::ReadOptions { format, order, memory: MEMORY, variable: None });
}

fn every_reader<R: Convolve>(r: &R, bytes: &[u8], options: &io::ReadOptions) {
    let source = Source::Literal(bytes.to_vec());
    let errors = [
        io::read_poly(r, &source, options).err(),
        io::read_coeffs(r, &source, options).err(),
        io::read_vector(r, &source, options).err(),
        io::read_polys(r, &source, options).err(),
        io::read_table(r, &source, options).err(),
    ];
    errors.iter().flatten().for_each(one_line);
    match io::read_matrix(r, &source, options) {
        Ok((grid, _)) => {
            grid_comes_back(r, &grid);
            if let Err(e) = io::numbers(grid, &source) {
                one_line(&e);
            }
        }
        Err(e) => one_line(&e),
    }
}

/// Any bytes as a NumPy array.
pub fn npy(bytes: &[u8]) {
    let options = io::ReadOptions { format: Some(Format::Npy), memory: MEMORY, ..io::ReadOptions::default() };
    every_reader(&Integers::on(rings::engine()), bytes, &options);
    let big = ZnBig::on(rings::engine(), (Integer::from(1) << 127u32) - 1u32).expect("a modulus");
    every_reader(&big, bytes, &options);
}

/// Arrays with a header as NumPy writes it, of every type and shape: what is read is what the bytes say.
pub fn npy_arrays(bytes: &[u8]) {
    let mut bytes = Bytes::new(bytes);
    let (kind, size) = (*bytes.one_of(b"iu"), 1usize << bytes.below(4));
    let big_endian = bytes.flag();
    let fortran = bytes.flag();
    let shape: Vec<usize> = (0..bytes.below(4)).map(|_| bytes.below(7)).collect();
    let count = shape.iter().product::<usize>();
    let lengths: String = shape.iter().map(|n| format!("{n}, ")).collect();
    let sign = match (size, big_endian) {
        (1, _) => '|',
        (_, true) => '>',
        (_, false) => '<',
    };
    let order = if fortran { "True" } else { "False" };
    let mut header = format!(
        "{{'descr': '{sign}{}{size}', 'fortran_order': {order}, 'shape': ({}), }}",
        char::from(kind),
        lengths.trim_end_matches(' ')
    );
    header.push_str(&" ".repeat(bytes.below(32)));
    header.push('\n');
    let mut file = b"\x93NUMPY\x01\x00".to_vec();
    file.extend((header.len() as u16).to_le_bytes());
    file.extend(header.as_bytes());
    let data = bytes.rest();
    file.extend(data);
    let integer = |at: usize| {
        let mut raw = data.get(at * size..(at + 1) * size)?.to_vec();
        if !big_endian {
            raw.reverse();
        }
        let magnitude = raw.iter().fold(Integer::new(), |x, &byte| (x << 8u32) + byte);
        let negative = kind == b'i' && raw[0] >> 7 == 1;
        Some(if negative { magnitude - (Integer::from(1) << (8 * size as u32)) } else { magnitude })
    };
    let expected: Option<Vec<Integer>> = (0..count).map(integer).collect();
    let z = Integers::on(rings::engine());
    let options = io::ReadOptions { format: Some(Format::Npy), memory: MEMORY, ..io::ReadOptions::default() };
    every_reader(&z, &file, &options);
    let source = Source::Literal(file);
    if let ([_], Some(expected)) = (&shape[..], &expected) {
        let (read, _) = io::read_vector(&z, &source, &options).expect("an array of one dimension");
        assert_eq!((0..read.len()).map(|i| z.get(read.view(), i)).collect::<Vec<_>>(), *expected);
    }
    if let (&[rows, cols], Some(expected)) = (&shape[..], &expected) {
        let (grid, _) = io::read_matrix(&z, &source, &options).expect("an array of two dimensions");
        let (_, _, read) = io::numbers(grid, &source).expect("numbers");
        let place = |k: usize| if fortran { k % cols * rows + k / cols } else { k };
        assert!((0..count).all(|k| z.get(read.view(), k) == expected[place(k)]));
    }
}
