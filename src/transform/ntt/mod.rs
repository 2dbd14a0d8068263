//! Number-theoretic transforms modulo a word prime.

mod plan;
mod product;

pub use plan::{NttPlan, Wrap};
pub use product::ProductNtt;
