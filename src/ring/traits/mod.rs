//! The traits of coefficient rings, a file each: a ring is a value that defines the layout of a vector of its
//! coefficients.
//!
//! Algorithms are written once over [`Coeffs`](super::Coeffs) and [`View`](super::View); they access single elements only
//! where one is read, written or inverted. Reads start anywhere (`View`), writes have a whole vector and an index in it as
//! destination (`out`, `at`), since bits share words, blocks share elements, and integers can make a vector grow in width.
//!
//! [`Ring`] has what every ring must write, and requires the other operations: [`Roots`], [`Vectors`], [`Quotients`],
//! [`Evaluation`], [`Blocks`], [`Euclid`] and [`Codec`]. [`Convolve`] adds transformed operands, and requires
//! [`Products`], [`AtPoints`], [`Determinants`] and [`Dfts`] too. One bound, `R: Ring` or `R: Convolve`, gives all methods;
//! `use polymod::ring::traits::*` brings those of concrete rings into scope. Default methods are schoolbook algorithms on
//! single elements (`ring/classical.rs`), which are right for every ring, or say that the ring has no algorithm
//! of its own. A new ring writes an `impl` for each trait, an empty one where the defaults serve.
//!
//! ```
//! use polymod::{Zn, ring::traits::*};
//! let f = Zn::new(97)?;
//! let v = f.collect(&[1, 2, 3]);
//! assert_eq!((f.horner(v.view(), &10), f.sqrt(&2)?), (30, 14));                   // 321 modulo 97, and 14² = 2 + 2·97
//! # Ok::<(), polymod::Error>(())
//! ```

mod at_points;
mod blocks;
mod codec;
mod convolve;
mod determinants;
mod dfts;
mod euclid;
mod evaluation;
mod products;
mod quotients;
mod ring;
mod roots;
mod short;
mod vectors;

pub use at_points::AtPoints;
pub use blocks::Blocks;
pub(in crate::ring) use codec::Appended;
pub use codec::{Appender, Codec};
pub use convolve::Convolve;
pub(crate) use convolve::not_applicable;
pub use determinants::Determinants;
pub use dfts::Dfts;
pub use euclid::Euclid;
pub use evaluation::Evaluation;
pub use products::Products;
pub use quotients::{Quotients, ShortDivisor};
pub use ring::Ring;
pub use roots::Roots;
pub use short::{Short, ShortOp};
pub use vectors::Vectors;
