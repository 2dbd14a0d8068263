//! Unit tests of `multimodular::prime_powers`.

mod factors;
mod lift;
mod moduli;
mod roots;
