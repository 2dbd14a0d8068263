//! The C interface of polymod. `include/polymod.h` declares what `exports` defines. Pointers are in `exports` and `pointers` alone.

#[cfg(panic = "abort")]
compile_error!("panics must unwind: build with --profile bindings in place of --release");

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
