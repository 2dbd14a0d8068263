//! Verbs.

mod rationals;
