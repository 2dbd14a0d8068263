//! Hands the compiler's version to the program, which states it at the head of each table; with the feature `ntl` builds
//! the shim to NTL.

use std::process::Command;

fn main() {
    let rustc = std::env::var("RUSTC").expect("cargo sets RUSTC");
    let output = Command::new(rustc).arg("--version").output().expect("rustc answers --version");
    let version = String::from_utf8(output.stdout).expect("the version is text");
    println!("cargo::rustc-env=RUSTC_VERSION={}", version.trim());
    println!("cargo::rerun-if-changed=build.rs");
    #[cfg(feature = "ntl")]
    build_ntl_shim();
}

/// NTL is linked statically, so that it takes its integers from the GMP that FLINT and polymod use.
#[cfg(feature = "ntl")]
fn build_ntl_shim() {
    println!("cargo::rerun-if-changed=src/ntl.cpp");
    cc::Build::new().cpp(true).std("c++11").opt_level(3).file("src/ntl.cpp").compile("polymod_ntl");
    println!("cargo::rustc-link-lib=static:-bundle=ntl");
    // as distributions build it, NTL takes products over the field of two elements from gf2x
    let folders =
        ["/usr/lib", "/usr/local/lib", "/usr/lib64", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"];
    if folders.iter().any(|folder| std::path::Path::new(folder).join("libgf2x.so").exists()) {
        println!("cargo::rustc-link-lib=gf2x");
    }
}
