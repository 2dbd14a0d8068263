//! Number-theoretic transforms modulo a word prime.

mod plan;

pub use plan::{NttPlan, Wrap};
