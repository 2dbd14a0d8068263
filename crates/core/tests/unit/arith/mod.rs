//! Arithmetic of words.

mod exact;
mod factor;
mod fermat;
mod modulus;
mod montgomery;
mod prime;
mod shift;
mod word;
