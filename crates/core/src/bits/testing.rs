//! Random words for tests. The environment variable `POLYMOD_TEST_SEED`, a word (default 0), varies all of them, and a
//! failing test prints its value.

use super::SplitMix64;
use std::{panic, sync::OnceLock};

const VARIABLE: &str = "POLYMOD_TEST_SEED";

/// The seed of this run. After the first call every panic prints how to repeat the run.
///
/// # Panics
/// If the variable is not a number below 2^64.
#[must_use]
pub fn seed() -> u64 {
    static SEED: OnceLock<u64> = OnceLock::new();
    *SEED.get_or_init(|| {
        let text = std::env::var(VARIABLE).unwrap_or_else(|_| "0".into());
        let seed = text.parse().unwrap_or_else(|_| panic!("{VARIABLE}: expected a number below 2^64, got \"{text}\""));
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            before(info);
            eprintln!("{}", how_to_repeat(seed));
        }));
        seed
    })
}

pub fn how_to_repeat(seed: u64) -> String {
    format!("repeat with {VARIABLE}={seed}")
}

/// A stream of random words.
pub struct Words(SplitMix64);

impl Words {
    /// The stream number `number`; it also depends on the seed of the run.
    #[must_use]
    pub fn new(number: u64) -> Self {
        Words(SplitMix64::new(mixed(seed(), number)))
    }

    /// Returns the next word.
    pub fn word(&mut self) -> u64 {
        self.0.word()
    }
}

/// Word number `i` of a pseudorandom sequence; it also depends on the seed of the run.
#[must_use]
pub fn noise(i: u64) -> u64 {
    Words::new(i.rotate_left(32)).word()
}

/// Initial state of a stream: its number, changed by the seed unless that is 0.
pub fn mixed(seed: u64, number: u64) -> u64 {
    if seed == 0 { number } else { number ^ SplitMix64::new(seed).word() }
}
