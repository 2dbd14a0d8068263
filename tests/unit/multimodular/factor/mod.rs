//! Unit tests of `multimodular::factor`.

mod cyclotomic;
mod knapsack;
mod lattice;
mod linear;
