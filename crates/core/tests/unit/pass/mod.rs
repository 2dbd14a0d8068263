//! Every kernel that the CPU has, against the definition.

mod batch_det;
mod batch_powers;
mod batch_resultant;
mod clmul;
mod digits;
mod euclid;
mod fermat;
mod gf60;
mod image_det;
mod limbs;
mod matmul;
mod ntt;
mod points;
mod pointwise;
mod pointwise_matrix;
mod residues;
mod rows;
mod short;
mod sums;
mod transpose;
