//! Any bytes, as a NumPy array: a polynomial or an error on one line; never a panic, nor memory beyond the limit.
#![no_main]

use libfuzzer_sys::fuzz_target;
use polymod::{
    Integers, ZnBig,
    io::{Format, ReadOptions, Source, read_poly},
    rug::Integer,
};

fuzz_target!(|bytes: &[u8]| {
    let source = Source::Literal(bytes.to_vec());
    let options = ReadOptions { format: Some(Format::Npy), memory: 1 << 20, ..ReadOptions::default() };
    let big = ZnBig::new((Integer::from(1) << 127u32) - 1u32).expect("a modulus");
    let errors = [read_poly(&Integers::new(), &source, &options).err(), read_poly(&big, &source, &options).err()];
    for error in errors.into_iter().flatten() {
        assert_eq!(error.to_string().lines().count(), 1);
    }
});
