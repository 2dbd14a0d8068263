//! Sizes at which algorithms hand over to those for short operands, and costs that are the same on all machines so far.

/// Sizes at which recursive algorithms hand over to algorithms for short operands. Built-in: measured on Zen 4, Zen 5 and Sapphire
/// Rapids, where they hardly differ; a cost file may replace them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Crossovers {
    /// Least length of the shorter operand that Karatsuba's algorithm halves over Z/n, n a word: with products in vectors, and without.
    pub karatsuba: [usize; 2],
    /// Degree below which half-GCD takes Euclid's algorithm: over Z/n, n a word; over F_2; over other rings.
    pub half_gcd: [usize; 3],
    /// Number of columns that are eliminated at once: over Z/n, n a word; over other rings.
    pub panel: [usize; 2],
    /// Most rows of a triangular system that is solved without halving.
    pub triangle: usize,
    /// Most terms of an exponential by its recurrence.
    pub exponential: usize,
    /// Most points of Newton's basis that are treated one by one.
    pub newton_basis: usize,
    /// Least number of rows, columns and terms that Strassen's algorithm halves.
    pub strassen: usize,
    /// Most terms, the constant one not counted, of a series whose powers, logarithm and exponential are by a recurrence.
    pub sparse_series: usize,
    /// Largest degree of a divisor whose reductions are by the definition: moduli of one digit in vectors, of two digits in vectors,
    /// and single words.
    pub short_divisor: [usize; 3],
    /// Largest length of a quotient by the definition over Z/n, n a word, where longer ones can be halved.
    pub short_quotient: usize,
    /// Divisors with fewer than one nonzero term in this number of coefficients are processed term by term.
    pub sparse_divisor: usize,
    /// Least length of vectors over Z/n, n of several words, that are processed in blocks of elements.
    pub element_blocks: usize,
    /// Degree from which a resultant modulo one prime by half-GCD is faster than Euclid's algorithm modulo eight primes at once.
    pub modular_resultant: usize,
    /// Most products of coefficients in a division over Z by the definition.
    pub integer_division: usize,
}

impl Crossovers {
    /// The built-in sizes.
    pub(super) const BUILTIN: Self = Crossovers {
        karatsuba: [128, 24],
        half_gcd: [128, 12_288, 64],
        panel: [64, 32],
        triangle: 32,
        exponential: 16,
        newton_basis: 16,
        strassen: 512,
        sparse_series: 12,
        short_divisor: [128, 64, 32],
        short_quotient: 16,
        sparse_divisor: 4,
        element_blocks: 8,
        modular_resultant: 2048,
        integer_division: 500,
    };

    /// All sizes, by name.
    pub(super) fn sizes(&self) -> [(&'static str, &[usize]); 14] {
        use std::slice::from_ref;
        [
            ("crossovers.karatsuba", &self.karatsuba),
            ("crossovers.half_gcd", &self.half_gcd),
            ("crossovers.panel", &self.panel),
            ("crossovers.triangle", from_ref(&self.triangle)),
            ("crossovers.exponential", from_ref(&self.exponential)),
            ("crossovers.newton_basis", from_ref(&self.newton_basis)),
            ("crossovers.strassen", from_ref(&self.strassen)),
            ("crossovers.sparse_series", from_ref(&self.sparse_series)),
            ("crossovers.short_divisor", &self.short_divisor),
            ("crossovers.short_quotient", from_ref(&self.short_quotient)),
            ("crossovers.sparse_divisor", from_ref(&self.sparse_divisor)),
            ("crossovers.element_blocks", from_ref(&self.element_blocks)),
            ("crossovers.modular_resultant", from_ref(&self.modular_resultant)),
            ("crossovers.integer_division", from_ref(&self.integer_division)),
        ]
    }
}

/// Costs of modular methods over Z, nanoseconds unless stated otherwise. Built-in.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct ModularCosts {
    /// A greatest common divisor modulo one prime: overhead, and a step of Euclid's algorithm.
    pub gcd_image: [f64; 2],
    /// The check of a candidate for a greatest common divisor.
    pub gcd_check: f64,
    /// A greatest common divisor of two polynomials by one of two integers: a call, per word of these, and per pair of words.
    pub heuristic_gcd: [f64; 3],
    /// A determinant and an inverse modulo one prime, relative to a decomposition.
    pub determinant_inverse: [f64; 2],
    /// Determinants modulo eight primes at once: a call, and per n² and n³.
    pub image_determinants: [f64; 3],
    /// Dixon's lifting: overhead of a product modulo one prime, and of preparing a prime.
    pub lifting: [f64; 2],
    /// Chinese remaindering by sums of cofactors, per squared number of primes: once, and for each integer.
    pub cofactors: [f64; 2],
    /// Chinese remaindering by a product tree, per prime: once, and for each integer and level of the tree.
    pub tree: [f64; 2],
    /// Rational reconstruction by Lehmer's algorithm: per word, and per pair of words.
    pub reconstruction: [f64; 2],
}

impl ModularCosts {
    /// The built-in costs.
    pub(super) const BUILTIN: Self = ModularCosts {
        gcd_image: [2300.0, 25.0],
        gcd_check: 5000.0,
        heuristic_gcd: [1000.0, 150.0, 1.0],
        determinant_inverse: [1.0, 3.0],
        image_determinants: [540.0, 4.8, 0.5],
        lifting: [180.0, 2500.0],
        cofactors: [7.0, 0.06],
        tree: [600.0, 25.0],
        reconstruction: [300.0, 3.0],
    };
}

/// Costs of files that are in the system's memory, nanoseconds. Built-in.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct FileCosts {
    /// Reading or writing a byte: a copy at 5 GB/s.
    pub byte: f64,
    /// Overhead of reading or writing one run of bytes: less if the system's cache has the file, more if not.
    pub run: f64,
}

impl FileCosts {
    /// The built-in costs.
    pub(super) const BUILTIN: Self = FileCosts { byte: 0.2, run: 5000.0 };
}
