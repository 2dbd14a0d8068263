//! Transforms at roots of unity modulo a word, over vectors of residues.
//!
//! Three orders of values: natural ([`natural`]: Stockham's passes, and the six-step method for long transforms), bit-reversed ([`permuted`]), and
//! products' own, where images may stop at residues modulo x^8 − r ([`products`]). All have the same butterflies ([`levels`]), and the last two, as
//! the strips of the six-step method, the same passes in place ([`tree`], with the first pass in [`top`] and the last levels in [`values`]).

mod few;
pub mod images;
pub mod kernel;
pub mod levels;
pub mod natural;
pub mod permuted;
pub mod products;
mod six_step;
mod stockham;
pub mod tiled;
mod top;
pub mod tree;
mod values;

pub use kernel::{NttKernel, by_name, natural_kernels, permuted_kernels, select};
