//! Polynomial matrices.

mod expansion;
mod random;
mod series;
mod system;
mod triangular;
