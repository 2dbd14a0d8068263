//! The ring Z.

mod content;
mod decimals;
mod digits;
mod extremes;
mod kronecker;
mod limb_products;
mod multiples;
mod norms;
mod one_field;
mod powers;
mod quotient;
mod reciprocal;
mod residues;
mod row_quotient;
mod scale;
mod schoolbook;
mod shift;
mod short;
mod values;
mod vectors;
mod word_matrices;
