//! Names of rings.

mod named;
mod parsed;
