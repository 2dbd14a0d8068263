//! The header is what cbindgen writes; `POLYMOD_UPDATE=1 cargo test -p polymod-capi --test header` writes it.

use std::{env, fs, path::Path};

#[test]
fn header_is_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).unwrap();
    let mut written = Vec::new();
    cbindgen::generate_with_config(root, config).unwrap().write(&mut written);
    let (header, written) = (root.join("include/polymod.h"), String::from_utf8(written).unwrap());
    if env::var_os("POLYMOD_UPDATE").is_some() {
        fs::write(&header, &written).unwrap();
    }
    let kept = fs::read_to_string(&header).unwrap();
    let differing = kept.lines().zip(written.lines()).position(|(a, b)| a != b);
    assert!(
        kept == written,
        "line {differing:?} from 0 differs: run POLYMOD_UPDATE=1 cargo test -p polymod-capi --test header"
    );
}
