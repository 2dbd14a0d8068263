//! What the fuzzer runs: each target is a function of bytes that returns, or panics where the engine is wrong. Targets are
//! here, so that they are compiled once; `fuzz_targets/` has a program for each.

pub mod algebra;
pub mod bytes;
pub mod integers;
pub mod matrices;
pub mod oracle;
pub mod readers;
pub mod rings;
pub mod transforms;
pub mod words;

/// The program of a target.
#[macro_export]
macro_rules! program {
    ($target:path) => {
        libfuzzer_sys::fuzz_target!(|bytes: &[u8]| $target(bytes));
    };
}
