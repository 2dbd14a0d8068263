//! `gen`: random polynomials, matrices and irreducible polynomials of one ring.

use super::{
    Failure,
    args::{GenerateIrreducible, GenerateMatrix, GeneratePoly, Special},
    explain::bytes,
    limits,
    open::{Bound, Commands},
    random::seeded,
    results::{self, Shape},
    session::Session,
    verbs::Value,
};
use crate::io::{Format, Order, Output};
use polymod::{
    Distribution, Error,
    matrix::{Matrix, PolyMatrix},
    poly::Poly,
    ring::{Codec, Ring},
    text::{Rows, write_element},
};
use rand::Rng;
use rand_chacha::ChaCha20Rng;
use std::io::Write;

impl Bound {
    /// Writes a random polynomial of the given degree.
    pub(super) fn random_poly(&self, what: &GeneratePoly, session: &Session<'_>) -> Result<(), Failure> {
        let (distribution, words) = self.distribution(what.bits)?;
        self.holds("gen poly", Shape::Poly, session)?;
        let mut random = seeded(session.options.seed);
        let (format, order) = (session.format(None), session.options.order());
        let mut output = session.output()?;
        output.refuse_terminal(format)?;
        if let (Format::Json | Format::List, Order::Asc) = (format, order) {
            has_room(what.degree, &output, session)?;
            let separators = match (format, self.ring.components()) {
                (Format::Json, _) => ["[", ",", "]\n"],
                // elements that are arrays are in brackets, as in NTL
                (_, Some(_)) => ["[", " ", "]\n"],
                (_, None) => ["", " ", "\n"],
            };
            output.with_writer(|out| self.stream(&distribution, &mut random, what.degree, separators, out))?;
        } else {
            limits::check("gen poly", 8.0 * words * (what.degree as f64 + 1.0), 0, session.memory())?;
            let mut v = self.ring.zeros(0);
            self.each_random(&distribution, &mut random, what.degree, |negative, limbs| {
                self.ring.push_limbs(&mut v, negative, limbs)
            })?;
            output.poly(&self.ring, v.view(), format, order)?;
        }
        Ok(output.finish()?)
    }

    /// Writes a random matrix.
    pub(super) fn random_matrix(&self, what: &GenerateMatrix, session: &Session<'_>) -> Result<(), Failure> {
        let (distribution, words) = self.distribution(what.bits)?;
        let cols = what.columns();
        self.holds("gen matrix", Shape::Matrix, session)?;
        let bytes = 8.0 * words * what.rows as f64 * cols as f64;
        limits::check("gen matrix", bytes, 0, session.memory())?;
        if what.of_polynomials() || what.rank.is_some() {
            return self.random_poly_matrix(what, &distribution, words, session);
        }
        let mut random = seeded(session.options.seed);
        let (mut entries, mut limbs) = (self.ring.zeros(0), Vec::new());
        // bounded by the memory, so that it fits in `usize`
        for _ in 0..what.rows * cols {
            let negative = distribution.draw(&mut random, &mut limbs);
            self.ring.push_limbs(&mut entries, negative, &limbs)?;
        }
        let mut output = session.output()?;
        output.refuse_terminal(session.format(None))?;
        let rows = Rows { rows: what.rows as usize, cols: cols as usize, entries: entries.view() };
        output.matrix(&self.ring, rows, session.format(None))?;
        Ok(output.finish()?)
    }

    /// Writes a random matrix of polynomials, or one of a given rank.
    fn random_poly_matrix(
        &self,
        what: &GenerateMatrix,
        distribution: &Distribution,
        words: f64,
        session: &Session<'_>,
    ) -> Result<(), Failure> {
        limits::check("gen matrix", 8.0 * what.rows as f64, 0, session.memory())?;
        let degrees = what.degrees()?;
        let coefficients = degrees.iter().map(|&d| d as f64 + 1.0).sum::<f64>() * what.columns() as f64;
        // a matrix of a given rank is a product of matrices no larger than it, in another order
        let copies = if what.rank.is_some() { 6.0 } else { 1.0 };
        limits::check("gen matrix", copies * 8.0 * words * coefficients, 0, session.memory())?;
        let mut random = seeded(session.options.seed);
        // bounded by the memory, so that they fit in `usize`
        let (degrees, cols) = (degrees.iter().map(|&d| d as usize).collect::<Vec<_>>(), what.columns() as usize);
        let matrix = match what.rank {
            Some(rank) => {
                let rank = usize::try_from(rank).unwrap_or(usize::MAX);
                PolyMatrix::random_of_rank(&self.ring, &degrees, cols, rank, distribution, &mut random)?
            }
            None => PolyMatrix::random_with(&self.ring, &degrees, cols, distribution, &mut random)?,
        };
        let value = if what.of_polynomials() {
            Value::PolyMatrix(matrix)
        } else {
            let entries = self.ring.collect(&matrix.coefficient(0));
            Value::Matrix(Matrix::new(&self.ring, degrees.len(), cols, entries)?)
        };
        let (mut output, format) = (session.output()?, session.format(None));
        output.refuse_terminal(format)?;
        self.write(&value, format, session.options.order(), &mut output)?;
        Ok(output.finish()?)
    }

    /// Writes a random irreducible polynomial, over rings that have a generator of these.
    pub(super) fn random_irreducible(&self, what: &GenerateIrreducible, session: &Session<'_>) -> Result<(), Failure> {
        let unsupported = || Error::Unsupported { operation: "gen irreducible".into(), ring: self.name() };
        let generate = self.irreducible.ok_or_else(unsupported)?;
        self.holds("gen irreducible", Shape::Poly, session)?;
        limits::check(
            "gen irreducible",
            self.ring.zeros(0).view().bytes_for(what.degree as f64 + 1.0),
            0,
            session.memory(),
        )?;
        let (mut output, mut random) = (session.output()?, seeded(session.options.seed));
        output.refuse_terminal(session.format(None))?;
        let degree = usize::try_from(what.degree).unwrap_or(usize::MAX);
        let f = generate(&self.ring, what.kind, degree, &mut || random.next_u64())?;
        output.poly(&self.ring, f.coeffs(), session.format(None), session.options.order())?;
        Ok(output.finish()?)
    }

    /// Writes a polynomial that an index determines.
    pub(super) fn special(&self, what: Special, session: &Session<'_>) -> Result<(), Failure> {
        let (name, degree, bits) = match what {
            Special::Cyclotomic(n) => ("gen cyclotomic", f64::from(n), 64.0),
            // roots below n^2 in magnitude, so that coefficients have at most 2 log n bits for each
            Special::SwinnertonDyer(n) => ("gen swinnerton-dyer", f64::from(n).exp2(), 8.0 * f64::from(n).exp2()),
            Special::Orthogonal(_, n) => ("gen of orthogonal polynomials", f64::from(n), 32.0 * f64::from(n)),
        };
        self.holds(name, Shape::Poly, session)?;
        limits::check(name, (degree + 1.0) * (32.0 + bits / 4.0), 0, session.memory())?;
        let mut output = session.output()?;
        output.refuse_terminal(session.format(None))?;
        let f = match what {
            Special::Cyclotomic(n) => Poly::cyclotomic(&self.ring, n)?,
            Special::SwinnertonDyer(n) => Poly::swinnerton_dyer(&self.ring, n)?,
            Special::Orthogonal(kind, n) => kind.poly(&self.ring, n)?,
        };
        output.poly(&self.ring, f.coeffs(), session.format(None), session.options.order())?;
        Ok(output.finish()?)
    }

    /// Refuses a format that cannot hold what is generated.
    fn holds(&self, verb: &str, shape: Shape, session: &Session<'_>) -> Result<(), Failure> {
        results::check(verb, &self.name(), &[shape], session.format(None), self.ring.packed_bits())
    }

    /// The distribution of random elements, and the number of words of the largest of them.
    fn distribution(&self, bits: Option<u32>) -> Result<(Distribution, f64), Failure> {
        let distribution = match (self.spec.modulus(), bits) {
            (Some(n), None) => Distribution::below(&n.to_digits(rug::integer::Order::Lsf)),
            (None, bits) => Distribution::Signed(bits.unwrap_or(64)),
            (Some(_), Some(_)) => {
                return Err(Failure::Usage(
                    "--bits is for --ring z and q; over zn:N the coefficients are below N".into(),
                ));
            }
        };
        let words = match &distribution {
            Distribution::Below(n) => n.len() as f64,
            Distribution::Signed(bits) => f64::from(bits.div_ceil(64)),
        };
        Ok((distribution, words))
    }

    /// Draws the coefficients in order, the leading one not zero.
    fn each_random<E>(
        &self,
        distribution: &Distribution,
        random: &mut ChaCha20Rng,
        degree: u64,
        mut f: impl FnMut(bool, &[u64]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut limbs = Vec::new();
        for _ in 0..degree {
            f(distribution.draw(random, &mut limbs), &limbs)?;
        }
        f(distribution.draw_nonzero(random, &mut limbs), &limbs)
    }

    /// Writes random coefficients as they are drawn, with the given opening, separator and closing.
    fn stream(
        &self,
        distribution: &Distribution,
        random: &mut ChaCha20Rng,
        degree: u64,
        [open, between, close]: [&str; 3],
        out: &mut dyn Write,
    ) -> std::io::Result<()> {
        let (mut text, mut separator) = (String::new(), open);
        self.each_random(distribution, random, degree, |negative, limbs| {
            text.clear();
            text.push_str(separator);
            separator = between;
            let mut v = self.ring.zeros(0);
            self.ring.push_limbs(&mut v, negative, limbs).map_err(std::io::Error::other)?;
            write_element(&self.ring, v.view(), 0, between, &mut text);
            out.write_all(text.as_bytes())
        })?;
        out.write_all(close.as_bytes())
    }
}

/// Refuses a degree for which the text, of two bytes a coefficient at least, does not fit on the disk; where it goes elsewhere, one that
/// is no operand within the memory.
fn has_room(degree: u64, output: &Output, session: &Session<'_>) -> Result<(), Failure> {
    let least = 2.0 * (degree as f64 + 1.0);
    match output.room() {
        Some(room) if least > room as f64 => {
            let (least, room) = (bytes(least), bytes(room as f64));
            Err(Failure::Usage(format!("gen poly writes {least} or more, the disk has {room}")))
        }
        Some(_) => Ok(()),
        None => limits::check("gen poly", least, 0, session.memory()),
    }
}
