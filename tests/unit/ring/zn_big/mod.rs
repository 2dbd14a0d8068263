//! The ring Z/n for n of any size.

mod elimination;
mod euclid;
mod loops;
mod montgomery;
mod rows;
mod short;
mod short_divisor;
mod short_euclid;
mod short_points;
mod small;
