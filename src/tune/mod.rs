//! Measured costs, and the choices that rest on them.

pub mod table;
