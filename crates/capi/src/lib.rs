//! The C interface of polymod. `include/polymod.h` declares what `exports` defines. Pointers are in `exports` and `pointers` alone.

mod exports;
mod objects;
mod pointers;
mod status;
mod words;

pub use exports::*;
pub use objects::{Factors, Matrix, Ntt, Poly, Ring};
pub use status::Status;
