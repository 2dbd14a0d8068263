//! Hands the compiler's version to the program, which states it at the head of each table.

use std::process::Command;

fn main() {
    let rustc = std::env::var("RUSTC").expect("cargo sets RUSTC");
    let output = Command::new(rustc).arg("--version").output().expect("rustc answers --version");
    let version = String::from_utf8(output.stdout).expect("the version is text");
    println!("cargo::rustc-env=RUSTC_VERSION={}", version.trim());
    println!("cargo::rerun-if-changed=build.rs");
}
