//! Results in any format can be read back: always if the format is named; without a name correctly, or they are
//! refused.

use super::*;
use polymod::{
    F2, Gf2k,
    ring::{GeneralizedFermat, View},
    text::{PolyRows, Rows},
};
use polymod_cli::io::{read_coeffs, read_scalar};

/// Kind of a value; of a matrix with its number of columns.
#[derive(Clone, Debug)]
enum Kind {
    Poly,
    Array,
    Vector,
    Scalar,
    Matrix(usize),
    PolyMatrix(usize),
    Polys,
}

/// The elements that these integers represent.
fn elements<R: Convolve>(ring: &R, integers: &[i64]) -> Coeffs<R> {
    let mut v = ring.zeros(0);
    for &x in integers {
        match ring.packed_bits() {
            bits @ 2.. => ring.push_limbs(&mut v, false, &[x.unsigned_abs() % (1 << bits)]),
            _ => ring.push_limbs(&mut v, x < 0, &[x.unsigned_abs()]),
        }
        .expect("an element");
    }
    v
}

/// The polynomials of a matrix: pieces of the coefficients, of different lengths, without leading zeros.
fn pieces<R: Convolve>(ring: &R, v: &Coeffs<R>, count: usize) -> Vec<Coeffs<R>> {
    let piece = |k: usize| {
        let mut piece = ring.owned(v.slice(k..k + 1 + k % 3));
        ring.trim(&mut piece);
        piece
    };
    (0..count).map(piece).collect()
}

fn joined<R: Convolve>(ring: &R, polys: &[Coeffs<R>]) -> String {
    polys.iter().map(|p| json_of(ring, p)).collect()
}

/// Writes a value; returns one text that describes it.
fn write<R: Convolve>(
    output: &mut Output,
    ring: &R,
    v: &Coeffs<R>,
    kind: &Kind,
    format: Format,
) -> Result<String, FileError> {
    let mut trimmed = v.clone();
    ring.trim(&mut trimmed);
    match *kind {
        Kind::Poly => output.poly(ring, trimmed.view(), format, Order::Asc)?,
        Kind::Array | Kind::Vector => {
            output.vector(ring, v.view(), format)?;
            return Ok(json_of(ring, v));
        }
        Kind::Scalar => {
            let one = ring.owned(v.slice(0..1));
            output.scalar(ring, &ring.get(one.view(), 0), format)?;
            return Ok(json_of(ring, &one));
        }
        Kind::Matrix(cols) => {
            let rows = v.len() / cols;
            output.matrix(ring, Rows { rows, cols, entries: v.slice(0..rows * cols) }, format)?;
            return Ok(format!("{rows}x{cols} {}", json_of(ring, &ring.owned(v.slice(0..rows * cols)))));
        }
        Kind::PolyMatrix(cols) => {
            let polys = pieces(ring, v, v.len() / cols * cols);
            let rows = polys.len() / cols;
            let entries: Vec<View<'_, R>> = polys.iter().map(Coeffs::view).collect();
            output.poly_matrix(ring, &PolyRows { rows, cols, entries }, format, Order::Asc)?;
            return Ok(format!("{rows}x{cols} {}", joined(ring, &polys)));
        }
        Kind::Polys => {
            let polys = pieces(ring, v, v.len());
            let factors: Vec<_> = polys.iter().map(|p| (p.view(), 1)).collect();
            output.factors(ring, &factors, format, Order::Asc)?;
            // each with its multiplicity is a row
            let one = ring.collect(&[ring.one()]);
            let cells = polys.iter().map(|p| json_of(ring, p) + &json_of(ring, &one));
            return Ok(format!("{}x2 {}", polys.len(), cells.collect::<String>()));
        }
    }
    Ok(json_of(ring, &trimmed))
}

/// Reads a value; returns the same text if the value is the same.
fn read<R: Convolve>(ring: &R, source: &Source, kind: &Kind, format: Option<Format>) -> Result<String, FileError> {
    let options = ReadOptions { format, ..ReadOptions::default() };
    Ok(match kind {
        Kind::Poly => json_of(ring, &read_poly(ring, source, &options)?.0),
        Kind::Array => json_of(ring, &read_coeffs(ring, source, &options)?.0),
        Kind::Vector => json_of(ring, &read_vector(ring, source, &options)?.0),
        Kind::Scalar => json_of(ring, &read_scalar(ring, source, &options)?.0),
        Kind::Matrix(_) | Kind::PolyMatrix(_) | Kind::Polys => {
            let (grid, _) = read_matrix(ring, source, &options)?;
            let numbers = matches!(kind, Kind::Matrix(_));
            let entries = match grid.entries {
                Entries::Numbers(v) if numbers => json_of(ring, &v),
                Entries::Numbers(v) => {
                    let mut all = String::new();
                    for i in 0..v.len() {
                        let mut one = ring.owned(v.slice(i..i + 1));
                        ring.trim(&mut one);
                        all += &json_of(ring, &one);
                    }
                    all
                }
                Entries::Polys(polys) => joined(ring, &polys),
            };
            format!("{}x{} {entries}", grid.rows, grid.cols)
        }
    })
}

/// Whether the format can hold such a value over the ring.
fn is_held<R: Convolve>(ring: &R, kind: &Kind, format: Format) -> bool {
    let (bits, of_matrices) = (ring.packed_bits(), matches!(kind, Kind::Matrix(_) | Kind::PolyMatrix(_) | Kind::Polys));
    match format {
        Format::Npy => !matches!(kind, Kind::Polys),
        Format::Bin => bits == 1 && !of_matrices,
        Format::Hex => bits > 0 || of_matrices || matches!(kind, Kind::Scalar),
        Format::Flint | Format::Pari => bits <= 1,
        _ => true,
    }
}

/// Whether the text of values of this kind in this format can be read back.
fn is_read(kind: &Kind, format: Format) -> bool {
    // factors are lines in FLINT's format, and in NTL's pairs that are not a matrix
    !(matches!(kind, Kind::Polys) && matches!(format, Format::Flint | Format::Ntl | Format::List))
}

fn comes_back<R: Convolve>(desk: &Desk, ring: &R, integers: &[i64], kind: &Kind) {
    const FORMATS: [Format; 10] = {
        use Format::{Bin, Flint, Hex, Human, Json, List, Npy, Ntl, Pari, Sage};
        [Json, List, Human, Hex, Npy, Bin, Flint, Ntl, Pari, Sage]
    };
    let v = elements(ring, integers);
    for format in FORMATS {
        let path = desk.path("out");
        let mut output = Output::create(&path).expect("created");
        let written = write(&mut output, ring, &v, kind, format);
        assert_eq!(written.is_ok(), is_held(ring, kind, format), "{kind:?} in {format} over {}", ring.name());
        let (Ok(expected), true) = (written, is_read(kind, format)) else { continue };
        output.finish().expect("finished");
        let bytes = fs::read(&path).expect("there");
        let text = String::from_utf8_lossy(&bytes);
        let what = format!("{kind:?} in {format} over {}: {text}", ring.name());
        let source = Source::File(path);
        let back = read(ring, &source, kind, Some(format)).unwrap_or_else(|e| panic!("{what}: {e}"));
        // bits in bytes have no length of their own, and a single number is an array of one
        let padded = format == Format::Bin && matches!(kind, Kind::Array | Kind::Vector | Kind::Scalar);
        if padded {
            assert!(back.starts_with(expected.trim_end_matches(']')), "{what}");
            continue;
        }
        assert_eq!(back, expected, "{what}");
        let told =
            matches!(format, Format::Json | Format::List | Format::Human | Format::Pari | Format::Sage | Format::Npy);
        if told && let Ok(back) = read(ring, &source, kind, None) {
            assert_eq!(back, expected, "without a name, {what}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4, ..ProptestConfig::default() })]

    #[test]
    fn every_result_in_every_format(
        integers in prop::collection::vec(prop_oneof![-3i64..4, any::<i64>()], 1..13),
        cols in 1usize..4,
    ) {
        let desk = Desk::new();
        // a matrix without rows has no columns in most formats
        let cols = cols.min(integers.len());
        let kinds = [
            Kind::Poly, Kind::Array, Kind::Vector, Kind::Scalar, Kind::Polys, Kind::Matrix(cols), Kind::PolyMatrix(cols),
        ];
        let big = ZnBig::new((Integer::from(1) << 127u32) - 1u32).expect("a modulus");
        let fermat = GeneralizedFermat::new("F8".parse().expect("a prime")).expect("a field");
        for kind in &kinds {
            comes_back(&desk, &zn(97), &integers, kind);
            comes_back(&desk, &zn(2), &integers, kind);
            comes_back(&desk, &Integers::new(), &integers, kind);
            comes_back(&desk, &big, &integers, kind);
            comes_back(&desk, &fermat, &integers, kind);
            comes_back(&desk, &F2::new(), &integers, kind);
            comes_back(&desk, &Gf2k::new(8, 0x11b).expect("a field"), &integers, kind);
        }
    }
}
