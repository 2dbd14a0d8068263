//! Rings by their names ([`named`]), and by names that leave something to find ([`parsed`]).

mod named;
#[cfg(feature = "integers")]
mod parsed;
