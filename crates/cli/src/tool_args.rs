//! The commands that are no arithmetic, as clap parses them.

use super::{
    Failure,
    args::{OrderValue, is_wanted, verb_commands},
    completion::Shell,
    over_ranks,
    values::{count, transform_order, whole},
};
use clap::{Args, Command, ValueEnum};
use polymod::poly::Orthogonal;
use std::{ffi::OsString, path::PathBuf};

/// `gen poly`.
#[derive(Args, Clone, Debug)]
pub struct GeneratePoly {
    /// Exact degree of the polynomial
    #[arg(long, value_name = "D", value_parser = count(0))]
    pub degree: u64,
    /// Over z: coefficients lie strictly between -2^B and 2^B [default: 64]
    #[arg(long, value_name = "B", value_parser = whole::<u32>(1..=1 << 30))]
    pub bits: Option<u32>,
}

/// `gen matrix`.
#[derive(Args, Clone, Debug)]
pub struct GenerateMatrix {
    /// Number of rows
    #[arg(long, value_name = "M", value_parser = count(0))]
    pub rows: u64,
    /// Number of columns [default: as many as rows]
    #[arg(long, value_name = "N", value_parser = count(0))]
    pub cols: Option<u64>,
    /// Entries are polynomials of at most this degree
    #[arg(long, value_name = "D", value_parser = count(0))]
    pub degree: Option<u64>,
    /// Entries are polynomials of at most these degrees, one for each row
    #[arg(long, value_name = "D,D,…", value_delimiter = ',', value_parser = count(0), conflicts_with = "degree")]
    pub row_degrees: Option<Vec<u64>>,
    /// Of exactly this rank: a product of two factors with random coefficients [default: uniform entries]
    #[arg(long, value_name = "R", value_parser = count(0))]
    pub rank: Option<u64>,
    /// Over z: entries lie strictly between -2^B and 2^B [default: 64]
    #[arg(long, value_name = "B", value_parser = whole::<u32>(1..=1 << 30))]
    pub bits: Option<u32>,
}

impl GenerateMatrix {
    /// Number of columns.
    #[must_use]
    pub fn columns(&self) -> u64 {
        self.cols.unwrap_or(self.rows)
    }

    /// Whether its entries are polynomials.
    #[must_use]
    pub fn of_polynomials(&self) -> bool {
        self.degree.is_some() || self.row_degrees.is_some()
    }

    /// The largest degree in each row, 0 of numbers.
    ///
    /// # Errors
    /// [`Failure::Usage`] unless there is one for each row.
    pub fn degrees(&self) -> Result<Vec<u64>, Failure> {
        match &self.row_degrees {
            Some(all) if all.len() as u64 != self.rows => {
                let (rows, found) = (self.rows, all.len());
                Err(Failure::Usage(format!("--row-degrees: expected {rows} degrees, one for each row, found {found}")))
            }
            Some(all) => Ok(all.clone()),
            None => Ok(vec![self.degree.unwrap_or(0); usize::try_from(self.rows).unwrap_or(usize::MAX)]),
        }
    }
}

/// `gen irreducible`.
#[derive(Args, Clone, Debug)]
pub struct GenerateIrreducible {
    /// Degree of the polynomial
    #[arg(long, value_name = "D", value_parser = count(1))]
    pub degree: u64,
    /// Which one: a random one, the one with the fewest terms, a random primitive one, or Conway's
    #[arg(long, value_enum, default_value_t)]
    pub kind: IrreducibleKind,
}

/// Which irreducible polynomial is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum IrreducibleKind {
    /// A random one.
    #[default]
    Random,
    /// The one with the fewest terms.
    LeastWeight,
    /// A random primitive one.
    Primitive,
    /// Conway's.
    Conway,
}

/// `gen cyclotomic` and the other polynomials that an index determines.
#[derive(Args, Clone, Debug)]
pub struct GenerateSpecial {
    /// The index
    #[arg(value_name = "N", value_parser = whole::<u32>(0..=1 << 24))]
    pub index: u32,
}

/// `gen chebyshev`.
#[derive(Args, Clone, Debug)]
pub struct GenerateChebyshev {
    /// The degree
    #[arg(value_name = "N", value_parser = whole::<u32>(0..=1 << 24))]
    pub index: u32,
    /// Of the first or of the second kind
    #[arg(long, value_enum, default_value_t)]
    pub kind: ChebyshevKind,
}

/// Which of Chebyshev's polynomials are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ChebyshevKind {
    /// T.
    #[default]
    First,
    /// U.
    Second,
}

/// A polynomial that an index determines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Special {
    /// The cyclotomic polynomial of this order.
    Cyclotomic(u32),
    /// The Swinnerton-Dyer polynomial of this number of square roots.
    SwinnertonDyer(u32),
    /// An orthogonal polynomial of this degree.
    Orthogonal(Orthogonal, u32),
}

impl Special {
    /// The names of `gen`, with a line of help.
    pub const NAMES: [(&str, &str); 5] = [
        ("cyclotomic", "The cyclotomic polynomial of order N"),
        (
            "legendre",
            "Legendre's polynomial of degree N, over q unless --ring names another ring with its denominators",
        ),
        ("hermite", "Hermite's polynomial of physics of degree N"),
        (
            "laguerre",
            "Laguerre's polynomial of degree N, over q unless --ring names another ring with its denominators",
        ),
        ("swinnerton-dyer", "The Swinnerton-Dyer polynomial of degree 2^N, with the roots ±√2 ± √3 ± …"),
    ];

    /// The polynomial of one of these names and an index.
    #[must_use]
    pub fn named(name: &str, index: u32) -> Self {
        match name {
            "cyclotomic" => Special::Cyclotomic(index),
            "legendre" => Special::Orthogonal(Orthogonal::Legendre, index),
            "hermite" => Special::Orthogonal(Orthogonal::Hermite, index),
            "laguerre" => Special::Orthogonal(Orthogonal::Laguerre, index),
            _ => Special::SwinnertonDyer(index),
        }
    }

    /// Whether its coefficients are fractions.
    #[must_use]
    pub fn has_denominators(self) -> bool {
        matches!(self, Special::Orthogonal(Orthogonal::Legendre | Orthogonal::Laguerre, _))
    }

    /// Chebyshev's polynomial.
    #[must_use]
    pub fn chebyshev(what: &GenerateChebyshev) -> Self {
        let kind = match what.kind {
            ChebyshevKind::First => Orthogonal::Chebyshev,
            ChebyshevKind::Second => Orthogonal::ChebyshevSecond,
        };
        Special::Orthogonal(kind, what.index)
    }
}

/// `primes`.
#[derive(Args, Clone, Debug)]
pub struct Primes {
    /// Primes below 2^B; B from 2 to 64, with --gfpf to 16384
    #[arg(long, value_name = "B", default_value_t = 62, value_parser = whole::<u32>(2..=16384))]
    pub bits: u32,
    /// 2^K divides p - 1; K from 0 to 63
    #[arg(long, value_name = "K", default_value_t = 0, value_parser = whole::<u32>(0..=63))]
    pub two_adicity: u32,
    /// How many
    #[arg(long, value_name = "C", default_value_t = 1, value_parser = count(0))]
    pub count: u64,
    /// Primes r^k + 1 for --ring gfpf: k the least power of two with r below 2^50
    #[arg(long, conflicts_with = "two_adicity")]
    pub gfpf: bool,
    /// With --gfpf: N divides p - 1, so that there are transforms of N values
    #[arg(long, value_name = "N", requires = "gfpf", default_value = "1", value_parser = transform_order)]
    order: OrderValue,
}

impl Primes {
    /// What divides p − 1.
    #[must_use]
    pub fn order(&self) -> u64 {
        match self.order {
            OrderValue::Transform(order) => order,
            OrderValue::Coefficients(_) => 1,
        }
    }
}

/// `tune`.
#[derive(Args, Clone, Debug)]
pub struct Tune {
    /// Draw products, predicted and measured, as an SVG file
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
}

/// `bench`.
#[derive(Args, Clone, Debug)]
pub struct Bench {
    /// How long: about 20 seconds (quick) or 2 minutes (full)
    #[arg(value_enum, default_value_t)]
    pub mode: BenchMode,
    /// Write the machine and all rounds of every case to this file
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Draw the times as an SVG file
    #[arg(long, value_name = "FILE")]
    pub plot: Option<PathBuf>,
}

/// How long `bench` takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum BenchMode {
    /// About 20 seconds.
    Quick,
    /// About 2 minutes.
    #[default]
    Full,
}

impl BenchMode {
    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            BenchMode::Quick => "quick",
            BenchMode::Full => "full",
        }
    }
}

/// `completions`.
#[derive(Args, Clone, Debug)]
pub struct Completions {
    /// Which shell: bash, elvish, fish, powershell or zsh
    #[arg(value_name = "SHELL", hide_possible_values = true)]
    pub shell: Shell,
}

/// `help`.
#[derive(Args, Clone, Debug)]
pub struct Help {
    /// The verb, and what is below it: gen poly [default: all verbs, the options and the rings]
    #[arg(value_name = "VERB", allow_hyphen_values = true)]
    pub names: Vec<String>,
}

/// Names and help of the commands that are no arithmetic.
pub(super) const TOOLS: [(&str, &str); 10] = [
    ("help", "What a verb does, its operands and options; without a name all verbs, options and rings"),
    ("gen", "Random input"),
    ("plan", "What a verb would do, as --explain says it, on standard output; nothing is computed"),
    ("primes", "Primes for transforms, one a line, descending"),
    ("info", "What was found out about this machine, and the named fields"),
    ("tune", "Measures this machine, in less than a minute: choices go by its figures from then on"),
    ("bench", "Times of operations on this machine, as a table; with --json and --plot as files for a report"),
    ("worker", "Reads requests on standard input and writes images on standard output, for a leader's option --worker"),
    ("completions", "A completion script for a shell"),
    ("man", "The manual page, in troff format"),
];

/// The options that a tool has a use for; the others are refused.
pub(super) fn options_of_tool(name: &str) -> &'static [&'static str] {
    match name {
        "primes" => &["order", "output", "quiet"],
        // accepted with any other option
        "help" => &[
            "ring",
            "mod",
            "format",
            "input_format",
            "order",
            "output",
            "threads",
            "memory",
            "explain",
            "algorithm",
            "time",
            "repeat",
            "verify",
            "certify",
            "probabilistic",
            "checkpoint",
            "worker",
            "seed",
            "quiet",
        ],
        "worker" => &["threads", "memory", "quiet"],
        "bench" => &["output", "threads", "quiet"],
        "gen" => &["ring", "mod", "format", "order", "output", "memory", "seed", "quiet"],
        _ => &["output", "quiet"],
    }
}

/// A command for each, or for those among these arguments.
pub(super) fn tools(named: Option<&[OsString]>) -> impl Iterator<Item = Command> {
    TOOLS.iter().filter(move |&&(name, _)| is_wanted(name, named)).map(move |&(name, about)| {
        let c = Command::new(name).allow_negative_numbers(true);
        let c = match name {
            "gen" => c
                .subcommand_required(true)
                .subcommand(
                    GeneratePoly::augment_args(Command::new("poly").allow_negative_numbers(true))
                        .about("A dense polynomial of exactly this degree")
                        .after_help("Example:\n  polymod gen poly --degree 1000 --ring zn:97 --seed 7 -o a.json"),
                )
                .subcommand(
                    GenerateMatrix::augment_args(Command::new("matrix").allow_negative_numbers(true))
                        .about("A dense matrix, of numbers or of polynomials")
                        .after_help(
                            "Examples:\n  polymod gen matrix --rows 100 --ring zn:2^61-1 --seed 7 -o a.json\n  \
                             polymod gen matrix --rows 4 --cols 3 --degree 10 --rank 2 --ring zn:97",
                        ),
                )
                .subcommand(
                    GenerateIrreducible::augment_args(Command::new("irreducible").allow_negative_numbers(true))
                        .about("A monic irreducible polynomial over a finite field")
                        .after_help("Example:\n  polymod gen irreducible --degree 8 --ring gf2 --format hex"),
                )
                .subcommand(
                    GenerateChebyshev::augment_args(Command::new("chebyshev").allow_negative_numbers(true))
                        .about("Chebyshev's polynomial of degree N")
                        .after_help("Example:\n  polymod gen chebyshev 5 --kind second --format human"),
                )
                .subcommands(Special::NAMES.map(|(name, about)| {
                    GenerateSpecial::augment_args(Command::new(name).allow_negative_numbers(true))
                        .about(about)
                        .after_help(format!("Example:\n  polymod gen {name} 3 --ring zn:97 --format human"))
                })),
            "plan" => {
                let c = match named {
                    Some(_) => c.subcommands(verb_commands(named)),
                    None => c.defer(|plan| plan.subcommands(verb_commands(None))),
                };
                over_ranks::options(c)
                    .subcommand_required(true)
                    .subcommand_value_name("VERB")
                    .subcommand_help_heading("Verbs")
                    .after_help(
                        "Examples:\n  polymod plan mul a.json b.json --ring zn:2^61-1 --explain=json\n  polymod plan sqr a.json --plot a.svg\n  \
                         polymod plan charpoly a.json --ranks 1024\n  polymod plan ntt '=x' --length 2^36 --ring zn:4179340454199820289 --ranks 4096 --plot a.svg",
                    )
            }
            "primes" => {
                Primes::augment_args(c).after_help("Example:\n  polymod primes --bits 62 --two-adicity 32 --count 4")
            }
            "tune" => Tune::augment_args(c).after_help(
                "The figures go to a file in the user's configuration folder, or the one that -o or the environment's POLYMOD_COSTS\n\
                 names; POLYMOD_COSTS= asks for the built-in ones.\n\nExample:\n  polymod tune --report costs.svg",
            ),
            "bench" => Bench::augment_args(c).after_help(
                "Times are of one thread, some of all threads or of --threads, too. Nothing else should run meanwhile.\n\n\
                 Example:\n  polymod bench quick --json bench.json --plot bench.svg",
            ),
            "help" => Help::augment_args(c).after_help("Examples:\n  polymod help mul\n  polymod help gen poly"),
            "worker" => c.after_help(
                "Messages are their length as 8 bytes, lowest first, and their bytes; it ends with its input.\n\nExample:\n  \
                 polymod det a.json --worker 'polymod worker' --worker 'ssh node7 polymod worker'",
            ),
            "completions" => Completions::augment_args(c).after_help(
                "Example:\n  polymod completions bash > ~/.local/share/bash-completion/completions/polymod",
            ),
            _ => c,
        };
        c.about(about)
    })
}
