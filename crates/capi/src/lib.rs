//! The C interface of polymod. `include/polymod.h` declares what `exports` defines. Pointers are in `exports` and `pointers` alone.

mod context;
mod exports;
mod objects;
mod pointers;
mod status;
mod words;

pub use context::Context;
pub use exports::*;
pub use objects::{Bivariate, Factors, Matrix, Ntt, Poly, PolyMatrix, Ring};
pub use status::Status;
