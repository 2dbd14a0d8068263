//! Inner loops, one set for each instruction set and range of moduli, chosen once per plan.

pub mod scalar;
