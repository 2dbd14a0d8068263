//! Number-theoretic transforms modulo a word prime.

mod method;
mod plan;
mod portable;
mod product;
mod recipe;
mod transposed;

pub use method::{NttArithmetic, NttMethod};
pub use plan::{Direction, NttPlan};
pub use portable::PortableNtt;
pub use product::ProductNtt;
pub use recipe::{NttAlgorithm, Recipe};
pub use transposed::TransposedTables;

use crate::{arith::Modulus, kernels::natural::Points};

/// Modulus polynomial of the products of a transform of n values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wrap {
    /// x^n − 1: values at the powers of W, of order n.
    Cyclic,
    /// x^n + 1: values at the odd powers of W, of order 2n.
    Negacyclic,
}

impl Wrap {
    /// The points of n = `len` values at this root.
    fn points(self, p: Modulus, len: usize, root: u64) -> Points {
        Points { p, len, negacyclic: self == Wrap::Negacyclic, root }
    }
}

/// Names of the recipes' algorithms, for an error message that lists those that apply.
fn names(recipes: impl Iterator<Item = Recipe>) -> String {
    recipes.map(|recipe| recipe.algorithm.name()).collect::<Vec<_>>().join(", ")
}
