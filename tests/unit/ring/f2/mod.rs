//! The field of two elements.

mod factor;
