//! Misuse of the kernels from a program without `unsafe`: every call here is refused, by a panic with a reason or an error, and
//! none reads or writes out of bounds.
//!
//! Where arithmetic on lengths overflows, a build with overflow checks panics by accident, and a release build continues. So a
//! panic counts only if it is not one of the overflow checks; `scripts/sanitizers.sh` runs all tests without them under the
//! address sanitizer.

#![forbid(unsafe_code)]

mod bits;
mod blocks;
mod euclid;
mod matrices;
mod residues;
#[cfg(target_arch = "x86_64")]
mod trees;
mod vectors;

use polymod::{
    core::arith::{Modulus, ntt_primes},
    core::cpu::Target,
};
use std::{
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook},
    sync::Once,
};

/// The largest length.
const MOST: usize = usize::MAX;

/// Half of a length's bits: the square of 2^HALF overflows to 0.
const HALF: u32 = usize::BITS / 2;

thread_local! {
    /// Whether this thread expects a panic.
    static EXPECTED: Cell<bool> = const { Cell::new(false) };
}

/// Suppresses the output of expected panics: with backtraces it takes most of the time.
fn quieten() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let print = take_hook();
        set_hook(Box::new(move |panic| {
            if !EXPECTED.get() {
                print(panic);
            }
        }));
    });
}

/// Checks that `misuse` panics, and not by an overflow check; a failure names the case.
#[track_caller]
fn refused<T>(case: &str, misuse: impl FnOnce() -> T) {
    quieten();
    EXPECTED.set(true);
    let outcome = catch_unwind(AssertUnwindSafe(misuse));
    EXPECTED.set(false);
    let Err(payload) = outcome else { panic!("{case}: it was not refused") };
    let message = match payload.downcast::<String>() {
        Ok(message) => *message,
        Err(payload) => payload.downcast::<&str>().map_or_else(|_| String::new(), |message| (*message).to_string()),
    };
    assert!(!message.is_empty() && !message.starts_with("attempt to"), "{case}: refused by chance, \"{message}\"");
}

/// The instruction set levels of the machine.
fn levels() -> impl Iterator<Item = Target> {
    Target::families()
}

fn modulus(n: u64) -> Modulus {
    Modulus::new(n).expect("a modulus")
}

/// Primes of `bits` bits that are 1 modulo 2^12.
fn primes(bits: u32, count: usize) -> Vec<Modulus> {
    ntt_primes(bits, 12, count).expect("primes").into_iter().map(modulus).collect()
}

#[test]
fn what_panics_by_chance_does_not_count() {
    let by_chance = || refused("a sum", || std::hint::black_box(MOST).checked_add(1).expect("attempt to add"));
    assert!(catch_unwind(by_chance).is_err());
    assert!(catch_unwind(|| refused("nothing", || ())).is_err());
    refused("an index", || [1, 2, 3][std::hint::black_box(3)]);
}
