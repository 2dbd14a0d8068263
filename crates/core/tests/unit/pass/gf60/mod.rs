//! The field of 2^60 elements.

mod scalar;
