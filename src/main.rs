//! The command line `polymod`.
fn main() {}
