//! Files.

#[cfg(unix)]
mod replace;
mod write;
