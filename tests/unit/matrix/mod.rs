//! Unit tests of `matrix`.

mod algebra;
#[cfg(feature = "integers")]
mod extension;
#[cfg(feature = "integers")]
mod forms;
#[cfg(feature = "integers")]
mod howell;
#[cfg(feature = "num-traits")]
mod num;
#[cfg(feature = "integers")]
mod ops;
mod pfaffian;
mod poly;
mod random;
#[cfg(feature = "integers")]
mod sparse;
#[cfg(feature = "integers")]
mod structured;
mod value;
