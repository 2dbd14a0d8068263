//! Unit tests of `engine`.

mod context;
mod handle;
mod limits;
