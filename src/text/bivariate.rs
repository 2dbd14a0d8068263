//! Polynomials in x and y: arrays of polynomials in y by powers of x, and expressions in both.

use super::{
    Form, Order, ReadError, ReadOptions, expression, list, read_polys,
    scanner::{Position, syntax},
    sink::Sink,
    start,
};
use crate::ring::{Coeffs, Convolve, Ring, View};
use std::io::{self, Read, Write};

const WHAT: &str = "a polynomial in x and y";
/// The position of the first byte of a text.
const START: Position = Position { line: 1, column: 1 };

/// Reads a polynomial in x and y: an expression such as `x^2 + (y - 1)*x - y`, or the array of its coefficients by powers of x, which are arrays in y or
/// expressions in y; returns its coefficients by powers of x, which are polynomials in y, and the form it had. The order option is that of both arrays.
///
/// ```
/// # use polymod::{Zn, poly::Bivariate, text::{Form, ReadOptions, read_bivariate}};
/// let f = Zn::new(97)?;
/// let read = |text: &str| read_bivariate(&f, text.as_bytes(), &ReadOptions::default());
/// let (circle, form) = read("x^2 + y^2 - 1")?;
/// assert_eq!((circle.len(), form), (3, Form::Human));
/// assert_eq!(Bivariate::from_coeffs(&f, circle), Bivariate::from_i64(&f, &[&[-1, 0, 1], &[], &[1]]));
/// assert_eq!(read("x + z").unwrap_err().to_string(), "1:5: expected the variable \"x\" or \"y\", found \"z\"");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`read_poly`](super::read_poly).
pub fn read_bivariate<R: Convolve, T: Read>(
    ring: &R,
    reader: T,
    options: &ReadOptions<'_>,
) -> Result<(Vec<Coeffs<R>>, Form), ReadError> {
    let text = whole(reader, options.memory)?;
    let (mut scanner, form) = start(&text[..], options, WHAT)?;
    let is_array = scanner.peek()? == Some(b'[');
    match form {
        Form::Human | Form::Pari | Form::Sage if !is_array => Ok((in_two(ring, &text, options)?, form)),
        Form::List if !is_array && options.form.is_none() => {
            let numbers = list::read(&mut scanner, &mut Sink::new(ring, options))?;
            if numbers.len() != 1 {
                return Err(syntax(
                    START,
                    format!("{WHAT}: an expression or an array"),
                    format!("{} integers", numbers.len()),
                ));
            }
            Ok((vec![trimmed(ring, numbers)], Form::Integer))
        }
        _ => {
            let (mut coeffs, form) = read_polys(ring, &text[..], options)?;
            if options.order == Order::Desc {
                coeffs.reverse();
            }
            Ok((coeffs, form))
        }
    }
}

/// Reads the expression twice: the first time, with y in place of x, tells a bound of the degree in y.
fn in_two<R: Convolve>(ring: &R, text: &[u8], options: &ReadOptions<'_>) -> Result<Vec<Coeffs<R>>, ReadError> {
    let read = |stride| {
        let (mut scanner, _) = start(text, options, WHAT)?;
        expression::read_in_two(&mut scanner, &mut Sink::new(ring, options), stride)
    };
    let (mut packed, in_y) = read(1)?;
    let stride = in_y.saturating_add(1);
    if stride > 1 {
        (packed, _) = read(stride)?;
    }
    let in_x = packed.len().div_ceil(stride);
    if in_x.saturating_mul(size_of::<Coeffs<R>>()) as u64 > options.memory {
        let expected = format!("an expression whose value fits in {} bytes (the memory limit)", options.memory);
        return Err(syntax(START, expected, format!("one of {in_x} coefficients in x")));
    }
    let piece = |i: usize| packed.view().slice(i * stride..packed.len().min((i + 1) * stride));
    Ok((0..in_x).map(|i| trimmed(ring, ring.owned(piece(i)))).collect())
}

fn trimmed<R: Ring>(ring: &R, mut v: Coeffs<R>) -> Coeffs<R> {
    ring.trim(&mut v);
    v
}

/// All of a text, at most `limit` bytes.
fn whole(reader: impl Read, limit: u64) -> Result<Vec<u8>, ReadError> {
    let mut text = Vec::new();
    reader.take(limit.saturating_add(1)).read_to_end(&mut text)?;
    if text.len() as u64 > limit {
        return Err(syntax(
            START,
            format!("a text of at most {limit} bytes (the memory limit)"),
            "a longer one".to_owned(),
        ));
    }
    Ok(text)
}

/// Writes `3*y^2 - 2*y + 1`, without a line end: a polynomial in y, as [`Bivariate::resultant`](crate::poly::Bivariate::resultant) gives it.
///
/// ```
/// # use polymod::{Ring, Zn, text::write_human_in_y};
/// let (f, mut out) = (Zn::new(97)?, Vec::new());
/// write_human_in_y(&f, f.collect(&[1, 95, 3]).view(), &mut out)?;
/// assert_eq!(out, b"3*y^2 + 95*y + 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The writer's errors.
pub fn write_human_in_y<R: Ring>(ring: &R, v: View<'_, R>, mut out: impl Write) -> io::Result<()> {
    super::human::write_in_y(ring, v, |text| out.write_all(text.as_bytes()))
}
