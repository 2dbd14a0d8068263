//! Hands the compiler's version to the program, which states it at the head of each table; builds the shims to
//! the libraries that are features.

use std::process::Command;

fn main() {
    let rustc = std::env::var("RUSTC").expect("cargo sets RUSTC");
    let output = Command::new(rustc).arg("--version").output().expect("rustc answers --version");
    let version = String::from_utf8(output.stdout).expect("the version is text");
    println!("cargo::rustc-env=RUSTC_VERSION={}", version.trim());
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=Cargo.lock");
    println!("cargo::rustc-env=TFHE_NTT_VERSION={}", locked("tfhe-ntt"));
    // the shim to PML first: it takes functions of NTL
    #[cfg(feature = "pml")]
    build_pml_shim();
    #[cfg(feature = "linbox")]
    build_linbox_shim();
    #[cfg(feature = "ntl")]
    build_ntl_shim();
    #[cfg(feature = "fflas")]
    build_fflas_shim();
    #[cfg(feature = "hexl")]
    build_hexl_shim();
    #[cfg(feature = "bitpolymul")]
    build_bitpolymul_shim();
}

/// The version of a dependency in the lock file.
fn locked(name: &str) -> String {
    let lock = std::fs::read_to_string("Cargo.lock").expect("the lock file of this crate");
    let entry = lock.split("[[package]]").find(|entry| entry.contains(&format!("name = \"{name}\"")));
    let version = entry.and_then(|entry| entry.split("version = \"").nth(1)?.split('"').next());
    version.unwrap_or("unknown").to_owned()
}

/// PML is a heap of object files; they go into an archive with the shim.
#[cfg(feature = "pml")]
fn build_pml_shim() {
    println!("cargo::rerun-if-changed=src/pml.cpp");
    println!("cargo::rerun-if-env-changed=POLYMOD_PML");
    let folder =
        std::path::PathBuf::from(std::env::var("POLYMOD_PML").expect("POLYMOD_PML names PML's folder ntl-extras"));
    let mut build = cc::Build::new();
    build.cpp(true).std("c++11").opt_level(3).warnings(false).flag("-march=native");
    build.include(folder.join("include")).file("src/pml.cpp");
    build.objects(objects("POLYMOD_PML", &folder.join("lib"))).compile("polymod_pml");
}

/// The object files of the folder that a variable names, without those of tests.
#[cfg(any(feature = "pml", feature = "bitpolymul"))]
fn objects(variable: &str, folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let files = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{variable}: {}: {e}", folder.display()));
    let mut objects: Vec<_> = files.filter_map(|file| Some(file.ok()?.path())).collect();
    objects
        .retain(|path| path.extension().is_some_and(|end| end == "o") && !path.to_string_lossy().ends_with("-test.o"));
    assert!(!objects.is_empty(), "{variable}: object files in {}, after the library's own make", folder.display());
    objects.sort();
    objects
}

/// bitpolymul2 is a heap of object files, too.
#[cfg(feature = "bitpolymul")]
fn build_bitpolymul_shim() {
    println!("cargo::rerun-if-changed=src/bitpolymul.cpp");
    println!("cargo::rerun-if-env-changed=POLYMOD_BITPOLYMUL");
    let folder = std::env::var("POLYMOD_BITPOLYMUL").expect("POLYMOD_BITPOLYMUL names a checkout of bitpolymul2");
    let mut build = cc::Build::new();
    build.cpp(true).std("c++11").opt_level(3).warnings(false).file("src/bitpolymul.cpp");
    build.objects(objects("POLYMOD_BITPOLYMUL", folder.as_ref())).compile("polymod_bitpolymul");
}

/// Templates but for a few symbols, compiled for this machine.
#[cfg(feature = "linbox")]
fn build_linbox_shim() {
    println!("cargo::rerun-if-changed=src/linbox.cpp");
    let mut build = cc::Build::new();
    build.cpp(true).std("c++17").opt_level(3).warnings(false).flag("-march=native").file("src/linbox.cpp");
    build.compile("polymod_linbox");
    println!("cargo::rustc-link-lib=static:-bundle=linbox");
}

/// HEXL asks the installed library cpu_features what the CPU has.
#[cfg(feature = "hexl")]
fn build_hexl_shim() {
    println!("cargo::rerun-if-changed=src/hexl.cpp");
    println!("cargo::rerun-if-env-changed=POLYMOD_HEXL");
    let folder =
        std::path::PathBuf::from(std::env::var("POLYMOD_HEXL").expect("POLYMOD_HEXL names a checkout of HEXL"));
    let archives = folder.join("build/hexl/lib");
    assert!(archives.join("libhexl.a").exists(), "POLYMOD_HEXL: {}/libhexl.a, after CMake", archives.display());
    let mut build = cc::Build::new();
    build.cpp(true).std("c++17").opt_level(3).warnings(false).include(folder.join("hexl/include")).file("src/hexl.cpp");
    build.compile("polymod_hexl");
    println!("cargo::rustc-link-search=native={}", archives.display());
    println!("cargo::rustc-link-lib=static:-bundle=hexl");
    println!("cargo::rustc-link-lib=cpu_features");
}

/// Headers only; compiled for this machine, as they choose instructions when they are compiled.
#[cfg(feature = "fflas")]
fn build_fflas_shim() {
    println!("cargo::rerun-if-changed=src/fflas.cpp");
    let mut build = cc::Build::new();
    build.cpp(true).std("c++17").opt_level(3).warnings(false).flag("-march=native");
    build.file("src/fflas.cpp").compile("polymod_fflas");
    for library in ["openblas", "givaro", "gmpxx"] {
        println!("cargo::rustc-link-lib={library}");
    }
}

/// NTL is linked statically, so that it takes its integers from the GMP that FLINT and polymod use.
#[cfg(feature = "ntl")]
fn build_ntl_shim() {
    let files = [
        "src/ntl.cpp",
        "src/ntl_extensions.cpp",
        "src/ntl_lattices.cpp",
        "src/ntl_matrices.cpp",
        "src/ntl_small.cpp",
        "src/ntl_soak.cpp",
    ];
    files.iter().chain(&["src/ntl_small.hpp"]).for_each(|file| println!("cargo::rerun-if-changed={file}"));
    cc::Build::new().cpp(true).std("c++11").opt_level(3).files(files).compile("polymod_ntl");
    println!("cargo::rustc-link-lib=static:-bundle=ntl");
    // as distributions build it, NTL takes products over the field of two elements from gf2x
    let folders =
        ["/usr/lib", "/usr/local/lib", "/usr/lib64", "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu"];
    if folders.iter().any(|folder| std::path::Path::new(folder).join("libgf2x.so").exists()) {
        println!("cargo::rustc-link-lib=gf2x");
    }
}
