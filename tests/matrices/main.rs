//! Matrices, against oracles that share no code with the crate.

#[path = "../common/mod.rs"]
#[allow(dead_code, reason = "products of polynomials are for other tests")]
mod common;
mod elimination;
mod few_rows;
mod forms;
mod lattices;
mod oracle;
mod over_z;
mod polynomials;
mod products;
mod smith_forms;
mod text;

use common::Random;
use polymod::{Engine, Matrix, Ring, core::cpu::Target};

/// An engine for each instruction set level of the machine.
fn engines() -> Vec<Engine> {
    let levels = Target::families();
    levels.map(|target| Engine::builder().threads(1).target(target).build()).collect()
}

/// A matrix of words below n.
fn random(random: &mut Random, n: u64, rows: usize, cols: usize) -> Vec<u64> {
    random.residues(n, rows * cols)
}

/// The matrix with these words as entries.
fn matrix<R: Ring<Elem = u64>>(ring: &R, rows: usize, cols: usize, words: &[u64]) -> Matrix<R> {
    Matrix::new(ring, rows, cols, ring.collect(words)).unwrap()
}

/// The entries as words.
fn words<R: Ring<Elem = u64>>(a: &Matrix<R>) -> Vec<u64> {
    (0..a.rows() * a.cols()).map(|i| a.ring().get(a.entries(), i)).collect()
}
