//! Straight-line code written by generators under `tests/`, which also check that it is theirs.

#[rustfmt::skip]
pub(super) mod gf60_codelets;
