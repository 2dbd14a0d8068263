//! Hands the compiler's version and the level of optimisation to the program, for the files of `polymod bench`.

use std::{env, process::Command};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let said = Command::new(rustc).arg("--version").output().ok();
    let version = said.and_then(|output| String::from_utf8(output.stdout).ok()).unwrap_or_default();
    let version = if version.trim().is_empty() { "rustc of unknown version" } else { version.trim() };
    let level = env::var("OPT_LEVEL").unwrap_or_default();
    println!("cargo::rustc-env=POLYMOD_COMPILER={version}, opt-level {level}");
}
