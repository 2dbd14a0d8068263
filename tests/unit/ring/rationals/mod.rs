//! The ring Q.

mod quotients;
mod vectors;
