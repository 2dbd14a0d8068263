//! The options of single verbs.

use super::{
    failure::Failure,
    values::{ModulusFactors, count, index_law, interval, modulus_factors, pair, positive_rational, shift, whole},
};
use clap::Args;
use polymod::{
    core::transform::ntt::{NttMethod, Wrap},
    poly::{IndexLaw, Part},
};
use rug::Rational;
use std::{ffi::OsString, ops::Range};

/// Which coefficients of a product are wanted.
#[derive(Args, Clone, Debug, Default)]
#[group(multiple = false)]
#[command(next_help_heading = "Parts of the product")]
pub struct Windows {
    /// The product modulo x^N - 1
    #[arg(long, value_name = "N", value_parser = count(1))]
    cyclic: Option<u64>,
    /// The product modulo x^N + 1
    #[arg(long, value_name = "N", value_parser = count(1))]
    negacyclic: Option<u64>,
    /// The coefficients of 1, x, … , x^(N-1)
    #[arg(long, value_name = "N", value_parser = count(0))]
    low: Option<u64>,
    /// The coefficients of x^I, … , x^(J-1), divided by x^I
    #[arg(long, value_name = "I:J", value_parser = interval)]
    middle: Option<Range<usize>>,
}

impl Windows {
    /// The part of the product that was asked for.
    #[must_use]
    pub fn part(&self) -> Part {
        let size = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
        match (self.cyclic, self.negacyclic, self.low, &self.middle) {
            (Some(n), ..) => Part::Cyclic(size(n)),
            (_, Some(n), ..) => Part::Negacyclic(size(n)),
            (_, _, Some(n), _) => Part::Low(size(n)),
            (.., Some(w)) => Part::Middle(w.clone()),
            _ => Part::All,
        }
    }
}

/// Which transform is wanted.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "The transform")]
pub struct Transform {
    /// How many values; a shorter operand is padded with zeros [default: the operand's length]
    #[arg(long, value_name = "N", value_parser = count(1))]
    length: Option<u64>,
    /// From values back to coefficients, the factor 1/N included
    #[arg(long)]
    pub inverse: bool,
    /// Values at the odd powers of W, of order 2N: A(W^(2i+1))
    #[arg(long)]
    negacyclic: bool,
    /// A principal root of unity of order M = N, negacyclic 2N; required where the modulus is composite [default:
    /// h^((q-1)/M), q the modulus, h the least positive integer for which that has the order M]
    #[arg(long, value_name = "W", allow_negative_numbers = true)]
    pub root: Option<OsString>,
    /// Radix of the passes of --algorithm stockham or six-step, which both take an arithmetic, too, as in
    /// six-step:montgomery: 2, 4 or 8 [default: what is fastest]
    #[arg(long, value_name = "R", value_parser = whole::<usize>(2..=8))]
    radix: Option<usize>,
    /// The algorithm with its arithmetic and its radix, where one of these is demanded.
    #[arg(skip)]
    pub method: Option<NttMethod>,
}

impl Transform {
    /// The number of values, for an operand of `given`.
    #[must_use]
    pub fn len(&self, given: usize) -> usize {
        self.length.map_or(given, |n| usize::try_from(n).unwrap_or(usize::MAX))
    }

    /// The same with the algorithm that `--algorithm` names.
    ///
    /// # Errors
    /// For an arithmetic or a radix that the algorithm does not have.
    pub fn with_algorithm(self, name: Option<&str>) -> Result<Self, Failure> {
        let method = match (name, self.radix) {
            (Some(name), Some(radix)) => Some(name.parse::<NttMethod>()?.with_radix(radix)?),
            (Some(name), None) if name.contains(':') => Some(name.parse()?),
            (None, Some(_)) => return Err(Failure::Usage("--radix is for --algorithm stockham or six-step".into())),
            _ => None,
        };
        Ok(Transform { method, ..self })
    }

    /// At which powers of W the values are.
    #[must_use]
    pub fn wrap(&self) -> Wrap {
        if self.negacyclic { Wrap::Negacyclic } else { Wrap::Cyclic }
    }
}

/// Which fraction is wanted.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "The fraction")]
pub struct Fraction {
    /// The highest degree of the numerator [default: half of the degree of M]
    #[arg(long, value_name = "N", value_parser = count(0))]
    pub degree: Option<u64>,
}

/// Where a remainder sequence is stopped.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "The remainders")]
pub struct Stop {
    /// The degree N between the remainders, deg C >= N > deg D [default: half of the degree of A, rounded up]
    #[arg(long, value_name = "N", value_parser = count(0))]
    pub degree: Option<u64>,
}

/// What is added to degrees.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "The shift of degrees")]
pub struct Shifted {
    /// Integers added to the degrees of the entries, one for each row of A, or of a block of A, where relations between rows are
    /// wanted, else one for each column [default: zeros]
    #[arg(long, value_name = "S,S,…", allow_hyphen_values = true, value_delimiter = ',', value_parser = shift)]
    pub shift: Option<Vec<i64>>,
}

/// What is said of roots.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "The roots")]
pub struct Multiplicities {
    /// Pairs of a root and its multiplicity
    #[arg(long)]
    multiplicities: bool,
}

/// What is known of a composite modulus.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "The modulus")]
pub struct Moduli {
    /// Modulo a composite N: its prime factors, such as 2,3 for zn:12, or find, which searches them. factor gives an array of [P^K, unit, factors], in other
    /// formats than json a line of each, and where N is a power P^K unit and factors as modulo a prime; modulo P^K, K ≥ 2, the factors of an A that is not
    /// square-free modulo P are those that modulo P are coprime powers of irreducible ones
    #[arg(long, value_name = "P,P,…", value_parser = modulus_factors)]
    pub modulus_factors: Option<ModulusFactors>,
}

/// How indices are combined.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "The law of indices")]
pub struct Indices {
    /// and, or, xor: bit by bit; gcd, lcm: of indices from 1 on; product: modulo their number, a prime or a power of two;
    /// truncated:N,N,…, cyclic:N,N,…: the sum of the exponents of variables, below N for each, or modulo N, those of the first
    /// variable next to each other
    #[arg(long, value_name = "LAW", required = true, value_parser = index_law)]
    pub index: IndexLaw,
}

/// What a form of a matrix of polynomials goes by.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "The form")]
pub struct Columns {
    /// The form by columns, the transpose of that of the transpose; a shift has an integer for each row then
    #[arg(long)]
    columns: bool,
}

/// How narrow intervals are.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "The intervals")]
pub struct Width {
    /// The largest width, a positive rational such as 1/1000
    #[arg(long, value_name = "W", value_parser = positive_rational)]
    pub width: Option<Rational>,
}

/// Which terms of a sequence are wanted.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "The terms")]
pub struct Window {
    /// The terms K, …, K + N - 1 as an array
    #[arg(long, value_name = "N", value_parser = count(0))]
    pub count: Option<u64>,
}

/// What is said of a normal form.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "The form")]
pub struct Transforms {
    /// The form, and the matrices that lead to it, over z of determinant 1 or -1
    #[arg(long)]
    transform: bool,
}

/// A geometric progression as the points.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Points in geometric progression")]
pub struct Progression {
    /// Instead of POINTS: A, A*R, A*R^2, …
    #[arg(long, value_name = "A,R", requires = "length", allow_hyphen_values = true, value_parser = pair)]
    geometric: Option<[OsString; 2]>,
    /// How many
    #[arg(long, value_name = "N", requires = "geometric", value_parser = count(0))]
    length: Option<u64>,
}

impl Progression {
    /// First point, ratio and number, where they were given.
    #[must_use]
    pub fn given(&self) -> Option<(&[OsString; 2], usize)> {
        let length = self.length.map(|n| usize::try_from(n).unwrap_or(usize::MAX));
        self.geometric.as_ref().zip(length)
    }
}
