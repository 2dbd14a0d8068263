//! Arithmetic of words.

mod factor;
mod fermat;
mod modulus;
mod montgomery;
mod prime;
mod word;
