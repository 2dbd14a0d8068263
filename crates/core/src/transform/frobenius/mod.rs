//! Products of polynomials over F_2 by transforms over the field of 2^60 elements.
//!
//! A polynomial over F_2 with 60·m coefficients is as much data as m elements of the field, and the Frobenius encoding
//! reduces it to m elements: values at m roots of unity of order 61·m determine those at all their conjugates. One
//! transform of order m over the field takes the encoded polynomial to an image, images are multiplied element by
//! element, and the inverse transform with decoding returns the bits.
//!
//! The order m is odd and has small prime powers as factors; there are such orders within a few per cent of any size:
//! [`FrobeniusPlan::for_bits`] chooses the one predicted to be cheapest. [`PrimeFactorFft`](crate::kernels::gf60::PrimeFactorFft) has the
//! passes; docs/notes/004-frobenius.md the proofs.
//!
//! Source: van der Hoeven, Larrieu, Lecerf 2017, "Implementing fast carryless multiplication", §3 for encoding and
//! transform; the orders that are tried are those of its §3.5, made of codelets.

mod orders;
mod plan;

pub use orders::Shape;
pub use plan::{Alone, FrobeniusPlan, Workers};
