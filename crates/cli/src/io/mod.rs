//! Files: operands of the command line in any format, and results that replace a file only when complete.
//!
//! Text is parsed and printed by [`text`](polymod::text); this module adds NumPy's arrays, the choice of the format by
//! the file's name, limits on the sizes that a file states, file names in errors, and output files that are complete or
//! untouched.

mod error;
mod format;
mod npy;
mod read;
#[doc(hidden)]
pub mod replace;
mod stored;
#[doc(hidden)]
pub mod write;

pub use error::FileError;
pub use format::{Format, UnknownFormat};
pub use polymod::text::Order;
pub(crate) use read::format_of_file;
pub use read::{
    ReadOptions, Source, numbers, read_arrays, read_bivariate, read_coeffs, read_matrix, read_poly, read_polys,
    read_scalar, read_sparse_matrix, read_sparse_table, read_table, read_vector,
};
pub(crate) use stored::{Stored, Storing};
pub use write::Output;
