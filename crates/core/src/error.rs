//! The one error type of the library.

use std::borrow::Cow;

/// An error of the library, with the facts that a caller needs to act on it. Numbers that may exceed a word are decimal text.
#[non_exhaustive]
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Division by the zero of a ring, or by the zero polynomial.
    #[error("division by zero")]
    DivisionByZero,
    /// `value` has no inverse modulo `modulus`, because both are divisible by `factor` (> 1; equal to `modulus` for 0).
    #[error("{}", no_inverse(value, modulus, factor))]
    NotInvertible {
        /// The element, as a least non-negative residue; or the divisor, as an integer that need not be reduced.
        value: String,
        /// The modulus; `0` over the integers.
        modulus: String,
        /// The common divisor that was found.
        factor: String,
    },
    /// A division over the integers leaves a remainder.
    #[error("{dividend} is not divisible by {divisor}")]
    NotDivisible {
        /// The dividend.
        dividend: String,
        /// The divisor.
        divisor: String,
    },
    /// Two operands belong to different rings.
    #[error("the operands belong to different rings: {left} and {right}")]
    RingsDiffer {
        /// The left operand's ring.
        left: String,
        /// The right operand's ring.
        right: String,
    },
    /// The modulus is not one that the ring or transform accepts.
    #[error("the modulus {} will not do: expected {expected}", on_one_line(modulus))]
    Modulus {
        /// The modulus given.
        modulus: String,
        /// The moduli that are accepted.
        expected: &'static str,
    },
    /// The ring must be a field, and its modulus is composite.
    #[error("the modulus {modulus} is composite: this takes a field, that is a prime modulus")]
    Composite {
        /// The modulus.
        modulus: String,
    },
    /// The operation needs the prime factors of a composite modulus that is too long to be factored.
    #[error(
        "{operation} takes the prime factors of the modulus {modulus}, which is composite{}: compute modulo each prime power \
         that divides it, and join the results by the Chinese remainder theorem",
        factor.as_ref().map_or_else(String::new, |f| format!(" ({f} divides it)"))
    )]
    Factors {
        /// The operation.
        operation: String,
        /// The modulus.
        modulus: String,
        /// A prime factor, where one is known.
        factor: Option<String>,
    },
    /// The multiplicative group modulo `modulus` has no element of this order.
    #[error("no element has order {order} modulo {modulus}")]
    NoRoot {
        /// The prime.
        modulus: String,
        /// The order asked for.
        order: u64,
    },
    /// The function is not defined for this power series or polynomial: no logarithm, exponential, square root or
    /// negative power. Or the recurrence is not that of these terms.
    #[error("{operation} is not defined here: expected {expected}, got {got}")]
    Domain {
        /// The operation.
        operation: &'static str,
        /// The condition on its argument.
        expected: &'static str,
        /// The value found instead.
        got: String,
    },
    /// No fraction with these degree bounds is congruent to the polynomial: rational function reconstruction failed.
    #[error(
        "no fraction is the polynomial here: expected a numerator of degree at most {degree} and, coprime to it and to the \
             modulus of degree {modulus_degree}, a denominator of a degree below the difference"
    )]
    NoFraction {
        /// The highest degree that the numerator may have.
        degree: usize,
        /// The modulus's degree.
        modulus_degree: usize,
    },
    /// The element is not a principal root of unity of the order that a transform needs.
    #[error("{root} is no principal root of unity of order {order} over {ring}: {reason}")]
    NotPrincipal {
        /// The element.
        root: String,
        /// The order needed.
        order: u64,
        /// The ring's name.
        ring: String,
        /// The condition that it fails.
        reason: String,
    },
    /// There are fewer primes of this kind than were asked for.
    #[error("there are {got} primes below 2^{bits} that are 1 modulo 2^{two_adicity}, not {expected}")]
    TooFewPrimes {
        /// Bound on the primes p: `p < 2^bits`.
        bits: u32,
        /// Exponent of 2 that they need: `2^two_adicity` divides each p − 1.
        two_adicity: u32,
        /// The number asked for.
        expected: usize,
        /// The number of primes that exist.
        got: usize,
    },
    /// An interpolation point is repeated.
    #[error("the point {point} is repeated: entries {first} and {second} of the points, counted from 0")]
    RepeatedPoint {
        /// The point.
        point: String,
        /// Index of its first occurrence, from 0.
        first: usize,
        /// Index of its second occurrence, from 0.
        second: usize,
    },
    /// A parameter lies outside its range.
    #[error("{what}: expected {expected}, got {got}")]
    OutOfRange {
        /// The parameter.
        what: &'static str,
        /// Its range.
        expected: &'static str,
        /// The value given.
        got: String,
    },
    /// The shapes of two matrices do not match.
    #[error(
        "{operation}: the matrices are {} by {} and {} by {}, expected {expected}",
        left.0, left.1, right.0, right.1
    )]
    Shapes {
        /// The operation.
        operation: &'static str,
        /// Rows and columns of the left matrix.
        left: (usize, usize),
        /// Rows and columns of the right matrix.
        right: (usize, usize),
        /// The shapes that match.
        expected: &'static str,
    },
    /// A matrix that must be square is not.
    #[error("{operation}: expected a square matrix, got one of {rows} rows and {cols} columns")]
    NotSquare {
        /// The operation.
        operation: &'static str,
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        cols: usize,
    },
    /// A matrix has no inverse.
    #[error("the matrix is singular: its rank is {rank}, it has {size} rows and columns")]
    Singular {
        /// The matrix's rank.
        rank: usize,
        /// Number of its rows, and of its columns.
        size: usize,
    },
    /// A system of linear equations has no solution.
    #[error(
        "the system has no solution: column {column} of the right side, counted from 0, is no combination of the left side's columns"
    )]
    Inconsistent {
        /// A column of the right side without a solution.
        column: usize,
    },
    /// A slice has the wrong length.
    #[error("{what}: expected length {expected}, got {got}")]
    Length {
        /// The argument.
        what: &'static str,
        /// The length that it must have.
        expected: usize,
        /// The length that it has.
        got: usize,
    },
    /// A coefficient in a slice is not reduced modulo the modulus.
    #[error("coefficient {index} is {value}, expected less than the modulus {modulus}")]
    NotReduced {
        /// Its index.
        index: usize,
        /// Its value.
        value: u64,
        /// The modulus.
        modulus: u64,
    },
    /// The algorithm asked for by name does not apply to this task.
    #[error("the algorithm '{}' does not apply to {task}; these do: {applicable}", on_one_line(algorithm))]
    Algorithm {
        /// The name asked for.
        algorithm: String,
        /// The task, with its sizes.
        task: String,
        /// Names of the algorithms that apply, separated by commas.
        applicable: String,
    },
    /// The operation does not exist in this ring.
    #[error("{operation} is not defined over {ring}")]
    Unsupported {
        /// The operation.
        operation: String,
        /// The ring's name.
        ring: String,
    },
    /// The size exceeds the address space, or a limit on the accepted sizes.
    #[error("{what} is too large: {size} exceeds {limit}")]
    TooLarge {
        /// The object: a product, a matrix, a number …
        what: String,
        /// Its size.
        size: String,
        /// The largest size that is accepted.
        limit: String,
    },
    /// Text that does not parse.
    #[error("{line}:{column}: expected {expected}, found {found}")]
    Parse {
        /// Line, from 1.
        line: u64,
        /// Column in characters, from 1.
        column: u64,
        /// The syntax expected there.
        expected: String,
        /// The text found there.
        found: String,
    },
    /// A checkpoint file cannot be used or written.
    #[error("{path}: {reason}")]
    Checkpoint {
        /// Path of the file.
        path: String,
        /// The cause, and the remedy.
        reason: String,
    },
    /// A file that holds a vector cannot be read or written.
    #[error("{name}: {reason}")]
    File {
        /// Name of the file, or of the folder that should hold it.
        name: String,
        /// The cause.
        reason: String,
    },
    /// Another process that computes a part of the result cannot be used.
    #[error("{name}: {reason}")]
    Worker {
        /// The command of the process, or a word for it.
        name: String,
        /// The cause.
        reason: String,
    },
    /// The computation was stopped through its cancel token (`polymod::Cancel`).
    #[error("cancelled")]
    Cancelled,
}

impl Error {
    /// The refusal of an algorithm for a task, with those that apply.
    pub fn algorithm(
        algorithm: impl std::fmt::Display,
        task: impl Into<String>,
        applicable: impl IntoIterator<Item: std::fmt::Display>,
    ) -> Self {
        let mut all = String::new();
        for name in applicable {
            Self::add_name(&mut all, &name);
        }
        Error::Algorithm { algorithm: algorithm.to_string(), task: task.into(), applicable: all }
    }

    /// Adds a name to a list.
    fn add_name(all: &mut String, name: &dyn std::fmt::Display) {
        let comma = if all.is_empty() { "" } else { ", " };
        all.push_str(&format!("{comma}{name}"));
    }

    /// This error restated for a division by the integer `k`, where it names only the residue of `k`.
    #[must_use]
    pub fn dividing_by(self, k: i64) -> Self {
        match self {
            // an extension of the field of two elements, where k is 0 or 1
            Error::NotInvertible { modulus, .. } if modulus.starts_with("0x") => {
                Error::NotInvertible { value: k.to_string(), modulus: "2".into(), factor: "2".into() }
            }
            Error::NotInvertible { modulus, factor, .. } => {
                Error::NotInvertible { value: k.to_string(), modulus, factor }
            }
            e => e,
        }
    }
}

/// Message of [`Error::NotInvertible`]: names a reduced element as such, and a larger integer as a divisor.
fn no_inverse(value: &str, modulus: &str, factor: &str) -> String {
    let decimal = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let beyond = decimal(value) && decimal(modulus) && (value.len(), value) >= (modulus.len(), modulus);
    match (value, modulus) {
        (_, "0") => format!("{value} has no inverse in Z"),
        ("0", _) => format!("0 has no inverse modulo {modulus}"),
        _ if beyond => {
            format!(
                "the division by {value} does not exist modulo {modulus}, where it has no inverse: {factor} divides both"
            )
        }
        _ => format!("{value} has no inverse modulo {modulus}: {factor} divides both"),
    }
}

/// A name that somebody gave, with its control characters spelled out: a message has one line.
fn on_one_line(text: &str) -> Cow<'_, str> {
    if text.contains(char::is_control) { text.escape_debug().to_string().into() } else { text.into() }
}

/// `Result` with the library's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;
