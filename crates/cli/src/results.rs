//! The formats that can hold the results of a verb: known before anything is computed.

use super::Failure;
use crate::io::Format;

/// Kind of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A polynomial.
    Poly,
    /// An element of the ring.
    Scalar,
    /// An array of elements.
    Array,
    /// A matrix, of numbers or polynomials.
    Matrix,
    /// A number, in any ring.
    Number,
    /// True or false.
    Truth,
    /// Polynomials with their multiplicities.
    Factors,
    /// Polynomials.
    Polys,
    /// Elements with their multiplicities.
    Multiples,
    /// Prime powers, each with the unit and the polynomials with multiplicities modulo it.
    PowerFactors,
    /// Intervals with rational ends.
    Intervals,
    /// Numbers of rows.
    Indices,
}

impl Shape {
    /// Name of the kind, for errors.
    fn name(self) -> &'static str {
        match self {
            Shape::Poly => "a polynomial",
            Shape::Scalar => "a scalar",
            Shape::Array => "an array of scalars",
            Shape::Matrix => "a matrix",
            Shape::Number => "a number",
            Shape::Truth => "true or false",
            Shape::Factors => "factors with multiplicities",
            Shape::Polys => "an array of polynomials",
            Shape::Multiples => "roots with multiplicities",
            Shape::PowerFactors => "factors modulo several prime powers",
            Shape::Intervals => "intervals with rational ends",
            Shape::Indices => "an array of numbers",
        }
    }

    /// Whether the format can hold it, over a ring of this many bits for each packed element, 0 if elements are not
    /// packed.
    fn fits(self, format: Format, packed_bits: usize) -> bool {
        match format {
            format if matches!(self, Shape::Multiples | Shape::Intervals | Shape::PowerFactors) => {
                !format.is_binary() && !format.is_of_system()
            }
            Format::Npy => !matches!(self, Shape::Truth | Shape::Factors | Shape::Polys),
            Format::Bin => packed_bits == 1 && matches!(self, Shape::Poly | Shape::Array | Shape::Scalar),
            Format::Hex => packed_bits > 0 || !matches!(self, Shape::Poly | Shape::Array),
            _ => true,
        }
    }

    /// The formats that can hold it.
    fn formats(self, packed_bits: usize) -> String {
        let fitting =
            Format::ALL.into_iter().filter(|format| !format.is_input_only() && self.fits(*format, packed_bits));
        fitting.map(Format::name).collect::<Vec<_>>().join(", ")
    }
}

/// Refuses a format that cannot hold one of these results.
///
/// # Errors
/// [`Failure::Usage`], with the formats that can.
pub fn check(verb: &str, ring: &str, shapes: &[Shape], format: Format, packed_bits: usize) -> Result<(), Failure> {
    let Some(shape) = shapes.iter().find(|shape| !shape.fits(format, packed_bits)) else { return Ok(()) };
    let (what, formats) = (shape.name(), shape.formats(packed_bits));
    Err(Failure::Usage(format!(
        "{format} does not hold {what} over {ring}, a result of {verb}: name another --format: {formats}"
    )))
}
