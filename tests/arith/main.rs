//! Residues, primes, roots of unity and streams of primes, each against oracles that share no code with the crate.

mod oracle;
mod primes;
mod residues;
mod streams;

/// Names that were mistyped are repeated on one line.
#[test]
fn refusals_stand_on_one_line() {
    use polymod::{core::arith::FermatPrime, multimodular::Algorithm};
    for text in ["\n", "F\r\n3", "a\u{b}b"] {
        let errors = [text.parse::<FermatPrime>().unwrap_err(), text.parse::<Algorithm>().unwrap_err()];
        for error in errors.map(|e| e.to_string()) {
            assert!(!error.contains(char::is_control), "{error:?}");
        }
    }
    let named = "F3".parse::<FermatPrime>().unwrap_err().to_string();
    assert!(named.starts_with("the modulus F3 will not do"), "{named}");
}
