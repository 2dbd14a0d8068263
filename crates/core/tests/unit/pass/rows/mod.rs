//! Rows of words to residues and back.

mod join;
mod mixed;
mod split;
