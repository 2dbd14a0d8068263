//! The ring Z/n for n in a word.

mod dft;
mod euclid_rows;
mod exponential;
mod factor;
mod quotient;
mod shift;
mod short_divisor;
mod small_division;
mod small_euclid;
mod small_kernels;
mod small_matrices;
mod small_points;
mod small_series;
mod small_values;
mod strassen;
