//! Writes the transforms of small order over the field of 2^60 elements.

mod codelets;
mod field;

use std::{env, error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build");
    let folder = env::var("OUT_DIR")?;
    fs::write(Path::new(&folder).join("codelets.rs"), codelets::file())?;
    Ok(())
}
