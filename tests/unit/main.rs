//! Unit tests of the library, by modules as in `src`.

mod choice;
mod crt;
mod engine;
#[cfg(feature = "integers")]
mod lock;
mod matrix;
#[cfg(feature = "integers")]
mod memory;
#[cfg(feature = "integers")]
mod multimodular;
mod order;
#[cfg(all(feature = "files", feature = "integers"))]
mod outofcore;
mod poly;
mod random;
mod ranks;
mod ring;
mod text;
#[cfg(feature = "integers")]
mod verify;
