//! Writing values in the formats of other systems: PARI, FLINT, NTL, and LaTeX for documents.

use super::{
    characteristic, element, flint,
    human::{self, HUMAN, Spelling},
    matrix::{PolyRows, Rows},
    ntl,
    write::Emitter,
};
use crate::ring::{Ring, View};
use std::{
    fmt::Write as _,
    io::{self, Write},
};

/// A system whose format is written.
///
/// ```
/// # use polymod::{Ring, Zn, text::{Shape, System, write_system}};
/// let f = Zn::new(97)?;
/// let v = f.collect(&[1, 0, 3]);
/// for (system, text) in [(System::Flint, "3 97  1 0 3"), (System::Ntl, "[1 0 3]"), (System::Latex, "3x^{2} + 1")] {
///     let mut out = Vec::new();
///     write_system(&f, &Shape::Poly(v.view()), system, &mut out)?;
///     assert_eq!(out, text.as_bytes());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum System {
    /// PARI/GP: `Mod(3,97)*x^2 + Mod(1,97)` over Z/n, `3*x^2 + 1` over Z, matrices `[1, 2; 3, 4]`.
    Pari,
    /// FLINT: `3 97  1 0 3` over Z/n, `3  1 0 3` over Z, matrices `2 2  1 2 3 4`.
    Flint,
    /// NTL: `[1 0 3]`, matrices with one row per line.
    Ntl,
    /// LaTeX: `3x^{2} + 1`, matrices as arrays.
    Latex,
}

/// A value to write.
///
/// ```
/// # use polymod::{Ring, Zn, text::{Shape, System, write_system}};
/// let f = Zn::new(97)?;
/// let (v, mut out) = (f.collect(&[1, 2]), Vec::new());
/// write_system(&f, &Shape::Vector(v.view()), System::Pari, &mut out)?;
/// assert_eq!(out, b"[Mod(1,97), Mod(2,97)]");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub enum Shape<'a, R: Ring> {
    /// A polynomial, without leading zeros.
    Poly(View<'a, R>),
    /// Scalars, trailing zeros included.
    Vector(View<'a, R>),
    /// A single scalar, as a vector of length 1.
    Scalar(View<'a, R>),
    /// A matrix of scalars.
    Matrix(Rows<'a, R>),
    /// A matrix of polynomials.
    PolyMatrix(&'a PolyRows<'a, R>),
    /// Factors and their multiplicities.
    Factors(&'a [(View<'a, R>, u64)]),
    /// An array of polynomials.
    Polys(&'a [View<'a, R>]),
}

impl System {
    /// Whether elements of this ring can be written in the system's format.
    ///
    /// ```
    /// use polymod::{F2, Zn, text::System};
    /// assert!(System::Pari.has_text_for(&Zn::new(97)?) && System::Ntl.has_text_for(&F2::new()));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn has_text_for<R: Ring>(self, ring: &R) -> bool {
        match self {
            // NTL has no fractions
            System::Ntl => ring.denominator(ring.zeros(0).view()).is_none(),
            System::Latex => true,
            System::Pari | System::Flint => ring.packed_bits() <= 1 && ring.components().is_none(),
        }
    }
}

/// Writes a value as the system prints it, without a line end. The ring must be one for which
/// [`has_text_for`](System::has_text_for) holds.
///
/// ```
/// # use polymod::{Ring, Zn, text::{Rows, Shape, System, write_system}};
/// let f = Zn::new(97)?;
/// let (v, mut out) = (f.collect(&[1, 2, 3, 4]), Vec::new());
/// let matrix = Rows { rows: 2, cols: 2, entries: v.view() };
/// write_system(&f, &Shape::Matrix(matrix), System::Ntl, &mut out)?;
/// assert_eq!(out, b"[[1 2]\n[3 4]\n]");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The writer's errors.
pub fn write_system<R: Ring>(ring: &R, shape: &Shape<'_, R>, system: System, mut out: impl Write) -> io::Result<()> {
    let mut emitter = Emitter::new(|text: &str| out.write_all(text.as_bytes()));
    match system {
        System::Pari => Pari { ring, modulus: characteristic(ring) }.value(shape, &mut emitter)?,
        System::Flint => flint_value(ring, shape, &mut emitter)?,
        System::Ntl => ntl_value(ring, shape, &mut emitter)?,
        System::Latex => latex_value(ring, shape, &mut emitter)?,
    }
    emitter.finish()
}

type Done = io::Result<()>;

struct Pari<'r, R> {
    ring: &'r R,
    /// The modulus n in decimal, over Z/n.
    modulus: Option<String>,
}

impl<R: Ring> Pari<'_, R> {
    fn element(&self, v: View<'_, R>, i: usize, text: &mut String) {
        text.push_str(if self.modulus.is_some() { "Mod(" } else { "" });
        self.ring.write_decimal(v, i, text);
        if let Some(modulus) = &self.modulus {
            // writing to a String cannot fail
            _ = write!(text, ",{modulus})");
        }
    }

    fn poly<F: FnMut(&str) -> Done>(&self, v: View<'_, R>, out: &mut Emitter<F>) -> Done {
        let close = self.modulus.as_ref().map(|modulus| format!(",{modulus})"));
        let coefficient = close.as_ref().map(|close| ["Mod(", close]);
        human::emit(self.ring, v, Spelling { coefficient, ..HUMAN }, out)
    }

    fn value<F: FnMut(&str) -> Done>(&self, shape: &Shape<'_, R>, out: &mut Emitter<F>) -> Done {
        match shape {
            Shape::Poly(v) => self.poly(*v, out),
            Shape::Scalar(v) => {
                self.element(*v, 0, &mut out.text);
                Ok(())
            }
            Shape::Vector(v) => {
                out.text.push('[');
                self.entries(*v, 0..v.len(), out)?;
                out.text.push(']');
                Ok(())
            }
            Shape::Matrix(m) => {
                self.matrix([m.rows, m.cols], out, |i, out| self.entries(m.entries, i * m.cols..(i + 1) * m.cols, out))
            }
            Shape::PolyMatrix(m) => self.matrix([m.rows, m.cols], out, |i, out| {
                for (j, &entry) in m.entries[i * m.cols..(i + 1) * m.cols].iter().enumerate() {
                    out.text.push_str(if j > 0 { ", " } else { "" });
                    self.poly(entry, out)?;
                }
                Ok(())
            }),
            Shape::Factors(factors) => self.matrix([factors.len(), 2], out, |i, out| {
                self.poly(factors[i].0, out)?;
                _ = write!(out.text, ", {}", factors[i].1);
                Ok(())
            }),
            Shape::Polys(all) => list(all, ["[", ", ", "]"], out, |v, out| self.poly(v, out)),
        }
    }

    fn entries<F: FnMut(&str) -> Done>(
        &self,
        v: View<'_, R>,
        range: std::ops::Range<usize>,
        out: &mut Emitter<F>,
    ) -> Done {
        for i in range.clone() {
            out.text.push_str(if i > range.start { ", " } else { "" });
            self.element(v, i, &mut out.text);
            out.pass_on()?;
        }
        Ok(())
    }

    /// Emits `[1, 2; 3, 4]`; PARI reads one row as a vector unless `Mat` surrounds it.
    fn matrix<F: FnMut(&str) -> Done>(
        &self,
        [rows, cols]: [usize; 2],
        out: &mut Emitter<F>,
        mut row: impl FnMut(usize, &mut Emitter<F>) -> Done,
    ) -> Done {
        if rows == 0 || cols == 0 {
            _ = write!(out.text, "matrix({rows},{cols})");
            return Ok(());
        }
        let [open, close] = match (rows, cols) {
            (1, 1) => ["Mat(", ")"],
            (1, _) => ["Mat([", "])"],
            _ => ["[", "]"],
        };
        out.text.push_str(open);
        for i in 0..rows {
            out.text.push_str(if i > 0 { "; " } else { "" });
            row(i, out)?;
        }
        out.text.push_str(close);
        Ok(())
    }
}

fn flint_value<R: Ring, F: FnMut(&str) -> Done>(ring: &R, shape: &Shape<'_, R>, out: &mut Emitter<F>) -> Done {
    match shape {
        Shape::Poly(v) | Shape::Vector(v) => flint::write(ring, *v, out),
        Shape::Scalar(v) => {
            ring.write_decimal(*v, 0, &mut out.text);
            Ok(())
        }
        Shape::Matrix(m) => flint::write_matrix(ring, Rows { ..*m }, out),
        Shape::PolyMatrix(m) => flint::write_poly_matrix(ring, m, out),
        Shape::Factors(factors) => {
            for (i, &(f, multiplicity)) in factors.iter().enumerate() {
                out.text.push_str(if i > 0 { "\n" } else { "" });
                flint::write(ring, f, out)?;
                _ = write!(out.text, " ^ {multiplicity}");
            }
            Ok(())
        }
        Shape::Polys(all) => list(all, ["", "\n", ""], out, |v, out| flint::write(ring, v, out)),
    }
}

/// Polynomials between brackets, with a separator.
fn list<R: Ring, F: FnMut(&str) -> Done>(
    all: &[View<'_, R>],
    [open, separator, close]: [&str; 3],
    out: &mut Emitter<F>,
    mut poly: impl FnMut(View<'_, R>, &mut Emitter<F>) -> Done,
) -> Done {
    out.text.push_str(open);
    for (i, &v) in all.iter().enumerate() {
        out.text.push_str(if i > 0 { separator } else { "" });
        poly(v, out)?;
    }
    out.text.push_str(close);
    Ok(())
}

fn ntl_value<R: Ring, F: FnMut(&str) -> Done>(ring: &R, shape: &Shape<'_, R>, out: &mut Emitter<F>) -> Done {
    match shape {
        Shape::Poly(v) | Shape::Vector(v) => ntl::write_coeffs(ring, *v, out),
        Shape::Scalar(v) => {
            ntl::write_element(ring, *v, 0, &mut out.text);
            Ok(())
        }
        Shape::Matrix(m) => {
            ntl_rows(m.rows, out, |i, out| ntl::write_coeffs(ring, m.entries.slice(i * m.cols..(i + 1) * m.cols), out))
        }
        Shape::PolyMatrix(m) => ntl_rows(m.rows, out, |i, out| {
            out.text.push('[');
            for (j, &entry) in m.entries[i * m.cols..(i + 1) * m.cols].iter().enumerate() {
                out.text.push_str(if j > 0 { " " } else { "" });
                ntl::write_coeffs(ring, entry, out)?;
            }
            out.text.push(']');
            Ok(())
        }),
        Shape::Factors(factors) => {
            out.text.push('[');
            for (i, &(f, multiplicity)) in factors.iter().enumerate() {
                out.text.push_str(if i > 0 { " [" } else { "[" });
                ntl::write_coeffs(ring, f, out)?;
                _ = write!(out.text, " {multiplicity}]");
            }
            out.text.push(']');
            Ok(())
        }
        Shape::Polys(all) => list(all, ["[", " ", "]"], out, |v, out| ntl::write_coeffs(ring, v, out)),
    }
}

fn ntl_rows<F: FnMut(&str) -> Done>(
    rows: usize,
    out: &mut Emitter<F>,
    mut row: impl FnMut(usize, &mut Emitter<F>) -> Done,
) -> Done {
    out.text.push('[');
    for i in 0..rows {
        row(i, out)?;
        out.text.push('\n');
    }
    out.text.push(']');
    Ok(())
}

/// Appends an element as an expression.
fn latex_element<R: Ring>(ring: &R, v: View<'_, R>, i: usize, out: &mut String) {
    if element::write_expression(ring, v, i, LATEX, out) == 0 {
        out.push('0');
    }
}

/// `3x^{2} + 1`
const LATEX: Spelling<'_> = Spelling { times: "", power: ["^{", "}"], fraction: Some(FRACTION), ..HUMAN };
/// `\frac{1}{2}`
const FRACTION: [&str; 3] = ["\\frac{", "}{", "}"];

fn latex_value<R: Ring, F: FnMut(&str) -> Done>(ring: &R, shape: &Shape<'_, R>, out: &mut Emitter<F>) -> Done {
    match shape {
        Shape::Poly(v) => human::emit(ring, *v, LATEX, out),
        Shape::Scalar(v) => {
            latex_element(ring, *v, 0, &mut out.text);
            Ok(())
        }
        Shape::Vector(v) => {
            out.text.push_str("\\left[");
            for i in 0..v.len() {
                out.text.push_str(if i > 0 { ", " } else { "" });
                latex_element(ring, *v, i, &mut out.text);
                out.pass_on()?;
            }
            out.text.push_str("\\right]");
            Ok(())
        }
        Shape::Matrix(m) => latex_rows([m.rows, m.cols], out, |at, out| {
            latex_element(ring, m.entries, at, &mut out.text);
            out.pass_on()
        }),
        Shape::PolyMatrix(m) => {
            latex_rows([m.rows, m.cols], out, |at, out| human::emit(ring, m.entries[at], LATEX, out))
        }
        Shape::Factors(factors) => {
            out.text.push_str(if factors.is_empty() { "1" } else { "" });
            for (i, &(f, multiplicity)) in factors.iter().enumerate() {
                out.text.push_str(if i > 0 { " (" } else { "(" });
                human::emit(ring, f, LATEX, out)?;
                out.text.push(')');
                if multiplicity > 1 {
                    _ = write!(out.text, "^{{{multiplicity}}}");
                }
            }
            Ok(())
        }
        Shape::Polys(all) => list(all, ["", ",\\ ", ""], out, |v, out| human::emit(ring, v, LATEX, out)),
    }
}

fn latex_rows<F: FnMut(&str) -> Done>(
    [rows, cols]: [usize; 2],
    out: &mut Emitter<F>,
    mut entry: impl FnMut(usize, &mut Emitter<F>) -> Done,
) -> Done {
    _ = write!(out.text, "\\left(\\begin{{array}}{{{}}}", "r".repeat(cols));
    for i in 0..rows {
        out.text.push_str(if i > 0 { " \\\\ " } else { " " });
        for j in 0..cols {
            out.text.push_str(if j > 0 { " & " } else { "" });
            entry(i * cols + j, out)?;
        }
    }
    out.text.push_str(" \\end{array}\\right)");
    Ok(())
}
