//! The generator of `src/pass/gf60/codelets.rs`, and the check that the file equals its output.
//!
//! `POLYMOD_CODELETS=write cargo test --test codelets` regenerates the file.

mod field;
mod generator;

use std::{fs, path::Path};

#[test]
fn the_file_is_what_the_generator_writes() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/core/src/pass/gf60/codelets.rs");
    let text = generator::file();
    if std::env::var("POLYMOD_CODELETS").is_ok_and(|what| what == "write") {
        fs::write(&path, &text).expect("the sources can be written");
    }
    let found = fs::read_to_string(&path).expect("the file is there");
    let differs = found.lines().zip(text.lines()).position(|(found, written)| found != written);
    assert_eq!(differs, None, "the first line that differs: POLYMOD_CODELETS=write cargo test --test codelets");
    assert_eq!(found.len(), text.len());
}

#[test]
fn transforms_take_few_multiplications() {
    let counts: Vec<(usize, usize)> = generator::ORDERS.map(|order| (order, generator::multiplications(order))).into();
    assert_eq!(counts, [(3, 1), (5, 5), (7, 6), (9, 10), (11, 25), (13, 27), (25, 66), (31, 60), (41, 130)]);
}

#[test]
fn roots_of_unity_have_their_orders() {
    const ORDER: u64 = (1 << 60) - 1;
    let primes = [3, 5, 7, 11, 13, 31, 41, 61, 151, 331, 1321];
    let others = primes.iter().fold(ORDER, |order, p| order / p);
    assert_eq!(others, 15, "the squares of 3 and 5 divide the order too");
    for p in primes {
        assert_ne!(field::root(p), 1, "order {p}");
        assert_eq!(field::pow(field::root(p), p), 1, "order {p}");
    }
    assert_eq!(field::root(61), 2, "z itself");
}
