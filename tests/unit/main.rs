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

/// The ring of this name. Methods over `AnyRing` are compiled once, and over each other ring for all that call them.
fn named(engine: &polymod::Engine, name: &str) -> polymod::AnyRing {
    #[cfg(feature = "integers")]
    return polymod::AnyRing::parse(engine, name).unwrap();
    #[cfg(not(feature = "integers"))]
    polymod::AnyRing::named(engine, name).unwrap()
}

/// The ring of this name on the default engine.
fn any(name: &str) -> polymod::AnyRing {
    named(&polymod::Engine::default(), name)
}
