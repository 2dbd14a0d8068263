//! Command-line arguments: the options common to all verbs, those of single verbs, and the command that clap parses.

pub use super::tool_args::{
    Bench, GenerateIrreducible, GenerateMatrix, GeneratePoly, IrreducibleKind, Primes, Special, Tune,
};
use super::{
    Failure,
    completion::Shell,
    expression, help, over_files,
    over_ranks::Ranks,
    tool_args::{Completions, GenerateChebyshev, GenerateSpecial, Help, options_of_tool, tools},
    values::{ModulusFactors, count, explain_style, memory_size, operand_format, order, result_format, whole},
    verb_args::{
        Columns, Fraction, Indices, Moduli, Multiplicities, Progression, Shifted, Stop, Transform, Transforms, Width,
        Window, Windows,
    },
    verbs::{self, Kind, Takes, Verb},
};
use crate::io::{Format, Order};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, error::ErrorKind, parser::ValueSource};
use polymod::{
    multimodular,
    poly::{IndexLaw, Part},
};
use rug::Rational;
use std::{ffi::OsString, path::PathBuf, sync::Arc};

/// The default seed, fixed so that runs without `--seed` repeat.
const DEFAULT_SEED: u64 = 1;

/// Brackets in comments are links, to rustdoc.
const RING_HELP: &str = "Coefficient ring: z (the integers), z[y], q (the rationals), zn:N, zn:N[t]/F, gf2, gf2^K:MODULUS, gf:P^K:F or gfpf:P; polymod help describes them";

/// Output style of `--explain`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExplainStyle {
    /// A table for people.
    Table,
    /// One JSON object.
    Json,
}

/// Options that stand anywhere and mean the same for every verb.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// The coefficient ring.
    #[arg(long, global = true, default_value = "z", value_name = "RING", help = RING_HELP)]
    pub ring: String,
    /// The same as --ring zn:N
    #[arg(long = "mod", id = "mod", global = true, value_name = "N", allow_negative_numbers = true)]
    modulus: Option<String>,
    /// Format of results: json, list, human, hex, npy, bin, or as a system prints: flint, ntl, pari, sage, latex [default:
    /// that of the first operand that has one; a bare integer has none]
    #[arg(long, global = true, value_name = "FORMAT", value_parser = result_format)]
    pub format: Option<Format>,
    /// Format of operands: json, list, human, hex, npy, bin, flint, ntl, pari, sage, or mtx or sms for matrices; of one
    /// operand alone it is named by a prefix, as in flint:a.txt [default: by suffix or content]
    #[arg(long, global = true, value_name = "FORMAT", value_parser = operand_format)]
    pub input_format: Option<Format>,
    /// Order of coefficients in json, list and npy: asc (constant term first) or desc
    #[arg(long, global = true, value_name = "ORDER", default_value = "asc", value_parser = order)]
    order: OrderValue,
    /// Write results to this file, replaced only when the run succeeds; of several results each to its own, where the
    /// option is given as often
    #[arg(short, long, global = true, value_name = "FILE", action = ArgAction::Append)]
    pub output: Vec<PathBuf>,
    /// Most threads to use [default: all cores]
    #[arg(long, global = true, value_name = "N", value_parser = whole::<u16>(1..=4096))]
    pub threads: Option<u16>,
    /// Limit that products keep to, by other algorithms if need be: bytes, or with K, M, G, T, KiB … (powers of 1024), KB, MB …
    /// (powers of 1000), such as 1.5G [default: half of the memory]
    #[arg(long, global = true, value_name = "SIZE", value_parser = memory_size)]
    pub memory: Option<u64>,
    /// Say on standard error which algorithm was chosen, and what the others were predicted to cost
    #[arg(long, global = true, value_name = "json", num_args = 0..=1, require_equals = true,
          default_missing_value = "table", value_parser = explain_style)]
    pub explain: Option<ExplainStyle>,
    /// Use this algorithm, one of those that --explain lists
    #[arg(long, global = true, value_name = "NAME")]
    pub algorithm: Option<String>,
    /// Print "compute S s" on standard error: the operation alone
    #[arg(long, global = true)]
    pub time: bool,
    /// Compute K times; --time prints the shortest
    #[arg(long, global = true, value_name = "K", default_value_t = 1, value_parser = whole::<u32>(1..=u64::from(u32::MAX)))]
    pub repeat: u32,
    /// Check the result independently, and say with what error bound
    #[arg(long, global = true)]
    pub verify: bool,
    /// Go on until the answer is proved or checked: the default of modular methods
    #[arg(long, global = true, conflicts_with = "probabilistic")]
    certify: bool,
    /// Stop modular methods over z when further primes no longer change the answer
    #[arg(long, global = true)]
    probabilistic: bool,
    /// Append what modular methods over z compute to this file, and go on from what is in it: a run that was stopped can be repeated. It is trusted as the operands are: checksums tell accidents, not forgery
    #[arg(long, global = true, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Modular methods over z: images are computed by this command, run by sh, which serves as polymod worker does, here or elsewhere by ssh; given as often as there are workers
    #[arg(long, global = true, value_name = "COMMAND", action = ArgAction::Append)]
    pub worker: Vec<String>,
    /// Seed of what is random: gen and --verify
    #[arg(long, global = true, value_name = "S", default_value_t = DEFAULT_SEED, value_parser = count(0))]
    pub seed: u64,
    /// No progress bars
    #[arg(long, global = true)]
    pub quiet: bool,
}

/// The value of `--order`: an order of coefficients, or for `primes` the order of a transform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderValue {
    /// The order of coefficients: `asc` or `desc`.
    Coefficients(Order),
    /// The order of a root of unity.
    Transform(u64),
}

impl Options {
    /// The options of the command line, with `--mod N` replaced by the ring that it stands for.
    fn of(m: &ArgMatches) -> Result<Self, clap::Error> {
        let mut options = Self::from_arg_matches(m)?;
        if let Some(n) = &options.modulus {
            if m.value_source("ring") == Some(ValueSource::CommandLine) {
                let both = "--mod N is --ring zn:N: give one of --mod and --ring, not both";
                return Err(clap::Error::raw(ErrorKind::ArgumentConflict, both));
            }
            options.ring = format!("zn:{n}");
        }
        Ok(options)
    }

    /// The order of coefficients.
    #[must_use]
    pub fn order(&self) -> Order {
        match self.order {
            OrderValue::Coefficients(order) => order,
            OrderValue::Transform(_) => Order::Asc,
        }
    }
}

/// A call of a verb.
#[derive(Clone, Debug)]
pub struct VerbCall {
    /// The verb.
    pub verb: &'static Verb,
    /// The operands as they were typed, as many as the verb requires.
    pub operands: Vec<OsString>,
    /// The part of the product to compute.
    pub part: Part,
    /// Options of modular methods.
    pub modular: multimodular::Options,
    /// The transform to compute.
    pub transform: Transform,
    /// The highest degree of a numerator, or the degree between two remainders, if it was given.
    pub degree: Option<usize>,
    /// The shift of degrees, if it was given.
    pub shift: Option<Vec<i64>>,
    /// The points, if they are not an operand.
    pub progression: Progression,
    /// Whether roots are wanted with their multiplicities.
    pub multiplicities: bool,
    /// The largest width of intervals, if it was given.
    pub width: Option<Rational>,
    /// The number of terms, if several are wanted.
    pub count: Option<usize>,
    /// The law by which indices are combined, if the verb has one.
    pub index: Option<IndexLaw>,
    /// Whether a form by columns is wanted.
    pub columns: bool,
    /// Whether the matrices that transform the operand are wanted, too.
    pub transforms: bool,
    /// The prime factors of a composite modulus, if they were given or are to be found.
    pub modulus_factors: Option<ModulusFactors>,
    /// Whether to print the plan only, without computing.
    pub planned: bool,
    /// The machines that the plan is for, if it is for several.
    pub ranks: Option<Arc<Ranks>>,
    /// The file for a chart of the plan by length, if it is wanted.
    pub plot: Option<PathBuf>,
}

/// The task of a run.
#[derive(Clone, Debug)]
pub enum Task {
    /// Arithmetic.
    Verb(Box<VerbCall>),
    /// A random polynomial.
    GeneratePoly(GeneratePoly),
    /// A random matrix.
    GenerateMatrix(GenerateMatrix),
    /// A random irreducible polynomial.
    GenerateIrreducible(GenerateIrreducible),
    /// A polynomial that an index determines.
    GenerateSpecial(Special),
    /// A list of primes.
    Primes(Primes),
    /// Prints the machine and the fields.
    Info,
    /// Measures the machine.
    Tune(Tune),
    /// Times operations.
    Bench(Bench),
    /// Computes images for a leader.
    Worker,
    /// Prints the completion script of this shell.
    Completions(Shell),
    /// Prints the manual page.
    Man,
    /// Prints the help of these commands, each inside the one before.
    Help(Vec<String>),
}

/// The clap command of the whole command line.
#[must_use]
pub fn command() -> Command {
    command_of(None)
}

/// The command line with those subcommands only that are named among these arguments, or with all. clap copies every global option into
/// every subcommand, which takes most of the time of a short computation. The overview is there where the first argument may ask for it: writing it takes
/// nearly half of the instructions of such a computation.
fn command_of(named: Option<&[OsString]>) -> Command {
    let of_subcommand = named.and_then(|args| args.get(1)?.to_str()).is_some_and(|first| !first.starts_with('-'));
    let overview = if of_subcommand { String::new() } else { help::overview() };
    Options::augment_args(Command::new("polymod"))
        .version(env!("CARGO_PKG_VERSION"))
        .about("Exact arithmetic with polynomials and matrices over the integers, the integers modulo N, and finite fields")
        .help_template(overview)
        .after_help(help::AFTER)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand_value_name("VERB")
        .subcommand_help_heading("Verbs")
        .disable_help_subcommand(true)
        .allow_negative_numbers(true)
        .max_term_width(120)
        .subcommands(verb_commands(named))
        .subcommands(tools(named))
}

/// Whether a command of this name is wanted, where those among these arguments are, or all.
pub(super) fn is_wanted(name: &str, named: Option<&[OsString]>) -> bool {
    named.is_none_or(|args| args.iter().any(|arg| arg == name))
}

/// The commands of the verbs.
pub(super) fn verb_commands(named: Option<&[OsString]>) -> impl Iterator<Item = Command> {
    verbs::all().filter(move |verb| is_wanted(verb.name, named)).map(verb_command)
}

fn verb_command(verb: &'static Verb) -> Command {
    let mut c = Command::new(verb.name).allow_negative_numbers(true);
    let last = verb.operands.len().saturating_sub(1);
    for (i, &(name, kind)) in verb.operands.iter().enumerate() {
        let more = verb.takes(Takes::More) && i == last;
        let action = if more { ArgAction::Append } else { ArgAction::Set };
        let optional = i >= verb.required() || verb.takes(Takes::Points) && i == last;
        let arg = Arg::new(name)
            .required(!optional)
            .action(action)
            .value_parser(clap::value_parser!(OsString))
            .num_args(1..=if more { usize::MAX } else { 1 })
            .help(kind.help());
        c = c.arg(if verb.takes(Takes::Points) && i == last { arg.required_unless_present("geometric") } else { arg });
    }
    if verb.takes(Takes::Part) {
        c = Windows::augment_args(c);
    }
    if verb.takes(Takes::Points) {
        c = Progression::augment_args(c);
    }
    if verb.takes(Takes::Transform) {
        c = Transform::augment_args(c);
    }
    if verb.takes(Takes::Fraction) {
        c = Fraction::augment_args(c);
    }
    if verb.takes(Takes::Stop) {
        c = Stop::augment_args(c);
    }
    if verb.takes(Takes::Shift) {
        c = Shifted::augment_args(c);
    }
    if verb.takes(Takes::Multiplicities) {
        c = Multiplicities::augment_args(c);
    }
    if verb.takes(Takes::Transforms) {
        c = Transforms::augment_args(c);
    }
    if verb.takes(Takes::Columns) {
        c = Columns::augment_args(c);
    }
    if verb.takes(Takes::Index) {
        c = Indices::augment_args(c);
    }
    if verb.takes(Takes::Width) {
        c = Width::augment_args(c);
    }
    if verb.takes(Takes::Count) {
        c = Window::augment_args(c);
    }
    if verb.takes(Takes::ModulusFactors) {
        c = Moduli::augment_args(c);
    }
    let examples: String = verb.examples.iter().map(|e| format!("\n  {e}")).collect();
    c.about(verb.about).after_help(format!("Examples:{examples}"))
}

/// Parses the arguments, of which the first is the program's name.
///
/// # Errors
/// clap's own error, which also carries the texts of `--help` and `--version`.
pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<(Options, Task), clap::Error> {
    let args: Vec<OsString> = with_negative_expressions(args).collect();
    // a mistake is one of the whole command line
    let matches =
        command_of(Some(&args)).try_get_matches_from(&args).or_else(|_| command().try_get_matches_from(&args))?;
    let (name, m) = matches.subcommand().unwrap_or(("", &matches));
    let (planned, (name, m)) = match (name, m.subcommand()) {
        ("plan", Some(verb)) => (true, verb),
        _ => (false, (name, m)),
    };
    if let Some(verb) = verbs::find(name) {
        let options = Options::of(m)?;
        let call = verb_call(verb, m, &options).map_err(|e| usage(&e))?;
        let ranks = if planned { Ranks::of(m, &options) } else { None };
        let plot = if planned && ranks.is_none() { m.get_one("plot").cloned() } else { None };
        return Ok((options, Task::Verb(Box::new(VerbCall { planned, ranks, plot, ..call }))));
    }
    let (kind, m) = m.subcommand().unwrap_or(("", m));
    refuse_idle_options(name, m).map_err(|e| usage(&e))?;
    let task = match name {
        "gen" if kind == "matrix" => Task::GenerateMatrix(GenerateMatrix::from_arg_matches(m)?),
        "gen" if kind == "irreducible" => Task::GenerateIrreducible(GenerateIrreducible::from_arg_matches(m)?),
        "gen" if kind == "chebyshev" => {
            Task::GenerateSpecial(Special::chebyshev(&GenerateChebyshev::from_arg_matches(m)?))
        }
        "gen" if Special::NAMES.iter().any(|(name, _)| *name == kind) => {
            Task::GenerateSpecial(Special::named(kind, GenerateSpecial::from_arg_matches(m)?.index))
        }
        "gen" => Task::GeneratePoly(GeneratePoly::from_arg_matches(m)?),
        "primes" => Task::Primes(Primes::from_arg_matches(m)?),
        "info" => Task::Info,
        "worker" => Task::Worker,
        "tune" => Task::Tune(Tune::from_arg_matches(m)?),
        "bench" => Task::Bench(Bench::from_arg_matches(m)?),
        "help" => Task::Help(Help::from_arg_matches(m)?.names),
        "completions" => Task::Completions(Completions::from_arg_matches(m)?.shell),
        _ => Task::Man,
    };
    let mut options = Options::of(m)?;
    let by_default = options.modulus.is_none() && m.value_source("ring") != Some(ValueSource::CommandLine);
    if by_default && matches!(&task, Task::GenerateSpecial(what) if what.has_denominators()) {
        options.ring = "q".into();
    }
    Ok((options, task))
}

/// The arguments, with `-2^10` and other negative expressions turned into literals, so that clap does not take them for
/// options; `-5` is not one to it.
fn with_negative_expressions(args: impl IntoIterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    let mut options_end = false;
    args.into_iter().enumerate().map(move |(i, arg)| {
        options_end |= arg == "--";
        match arg.to_str().and_then(|text| text.strip_prefix('-')) {
            Some(rest) if i > 0 && !options_end && expression::is_arithmetic(rest) => {
                if rest.bytes().all(|c| c.is_ascii_digit()) { arg } else { format!("=-{rest}").into() }
            }
            _ => arg,
        }
    })
}

fn usage(failure: &Failure) -> clap::Error {
    command().error(ErrorKind::ValueValidation, failure)
}

fn verb_call(verb: &'static Verb, m: &ArgMatches, options: &Options) -> Result<VerbCall, Failure> {
    let values = |name: &str| m.get_many::<OsString>(name).into_iter().flatten().cloned();
    let operands: Vec<_> = verb.operands.iter().flat_map(|&(name, _)| values(name)).collect();
    let mut progression = Progression::default();
    if verb.takes(Takes::Points) {
        progression = Progression::from_arg_matches(m).map_err(|e| Failure::Internal(e.to_string()))?;
        if progression.given().is_some() && operands.len() == verb.operands.len() {
            return Err(Failure::Usage(format!("{} takes either POINTS or --geometric, not both", verb.name)));
        }
    }
    if verb.takes(Takes::Interval) && operands.len() + 1 == verb.operands.len() {
        return Err(Failure::Usage(format!("{} takes both LOW and HIGH, or neither", verb.name)));
    }
    over_files::check_algorithm(verb, options)?;
    let part = if verb.takes(Takes::Part) { Windows::from_arg_matches(m).map(|w| w.part()) } else { Ok(Part::All) };
    let part = part.map_err(|e| Failure::Internal(e.to_string()))?;
    let mut transform = Transform::default();
    if verb.takes(Takes::Transform) {
        transform = Transform::from_arg_matches(m).map_err(|e| Failure::Internal(e.to_string()))?;
        transform = transform.with_algorithm(options.algorithm.as_deref())?;
    }
    let modular = match options.probabilistic {
        true => multimodular::Options::probabilistic(options.seed),
        false => multimodular::Options::default(),
    };
    let mut fraction = Fraction::default();
    if verb.takes(Takes::Fraction) {
        fraction = Fraction::from_arg_matches(m).map_err(|e| Failure::Internal(e.to_string()))?;
    }
    let mut stop = Stop::default();
    if verb.takes(Takes::Stop) {
        stop = Stop::from_arg_matches(m).map_err(|e| Failure::Internal(e.to_string()))?;
    }
    let degree = fraction.degree.or(stop.degree).map(|n| usize::try_from(n).unwrap_or(usize::MAX));
    let mut shifted = Shifted::default();
    if verb.takes(Takes::Shift) {
        shifted = Shifted::from_arg_matches(m).map_err(|e| Failure::Internal(e.to_string()))?;
    }
    let width = if verb.takes(Takes::Width) { m.get_one::<Rational>("width").cloned() } else { None };
    let mut moduli = Moduli::default();
    if verb.takes(Takes::ModulusFactors) {
        moduli = Moduli::from_arg_matches(m).map_err(|e| Failure::Internal(e.to_string()))?;
    }
    let mut window = Window::default();
    if verb.takes(Takes::Count) {
        window = Window::from_arg_matches(m).map_err(|e| Failure::Internal(e.to_string()))?;
    }
    let index = if verb.takes(Takes::Index) { m.get_one::<IndexLaw>("index").cloned() } else { None };
    let flag = |takes, name| verb.takes(takes) && m.get_flag(name);
    Ok(VerbCall {
        verb,
        operands,
        part,
        modular,
        transform,
        degree,
        shift: shifted.shift,
        progression,
        multiplicities: flag(Takes::Multiplicities, "multiplicities"),
        width,
        count: window.count.map(|n| usize::try_from(n).unwrap_or(usize::MAX)),
        index,
        columns: flag(Takes::Columns, "columns"),
        transforms: flag(Takes::Transforms, "transform"),
        modulus_factors: moduli.modulus_factors,
        planned: false,
        ranks: None,
        plot: None,
    })
}

/// Refuses options that a tool would ignore.
fn refuse_idle_options(tool: &str, m: &ArgMatches) -> Result<(), Failure> {
    let used = options_of_tool(tool);
    let given = |id: &str| m.value_source(id) == Some(ValueSource::CommandLine);
    let all = Options::augment_args(Command::new(""));
    let idle = all.get_arguments().map(|a| a.get_id().as_str()).find(|id| !used.contains(id) && given(id));
    match idle {
        Some(id) => Err(Failure::Usage(format!("{tool} takes no option --{}", id.replace('_', "-")))),
        None => Ok(()),
    }
}

impl Kind {
    fn help(self) -> &'static str {
        match self {
            Kind::Poly => "A polynomial: a file, - or a literal after =",
            Kind::Array => "An array, zeros at its end included, or a polynomial: a file, - or a literal after =",
            Kind::Vector => "An array of integers: a file, - or a literal after =",
            Kind::Arrays => {
                "An array of arrays of integers, zeros at their ends included: a file, - or a literal after ="
            }
            Kind::Polys => "An array of polynomials, each an array of coefficients: a file, - or a literal after =",
            Kind::Matrix => {
                "A matrix, an array of rows, or Matrix Market or SMS by suffix: a file, - or a literal after ="
            }
            Kind::Entries | Kind::PolyMatrix => {
                "A matrix, an array of rows of integers or arrays of coefficients: a file, - or a literal after ="
            }
            Kind::RightSide => "A matrix, or an array of scalars as its one column: a file, - or a literal after =",
            Kind::Either => "A polynomial, or a matrix, an array of rows: a file, - or a literal after =",
            Kind::Table => "An array, zeros at its end included, or a matrix: a file, - or a literal after =",
            Kind::Scalar => {
                "An element of the ring: an integer or an expression such as -5 or 10^18, or a file that holds one"
            }
            Kind::Natural => "A non-negative integer or an expression such as 10^18, or a file that holds one",
            Kind::Integer => "An integer or an expression such as -5 or 10^18, or a file that holds one",
        }
    }
}
