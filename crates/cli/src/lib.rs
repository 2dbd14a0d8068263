//! The command line: `polymod VERB OPERAND… [options]`.
//!
//! `verbs` has the verbs, each in one place; `args` parses the arguments, `open` creates the ring, `session` is one run. Exit codes: 0 success; 1 no answer exists; 2 usage, input,
//! output or a bug; 130 interrupted. Results go to standard output, everything else to standard error, errors as one
//! line.
//!
//! Unit tests are in `tests/cli/unit`; what is public for them alone is hidden in the documentation.

pub mod args;
#[doc(hidden)]
pub mod bench;
mod bivariate;
#[doc(hidden)]
pub mod chart;
mod completion;
#[doc(hidden)]
pub mod explain;
#[doc(hidden)]
pub mod expression;
mod failure;
mod generate;
#[doc(hidden)]
pub mod help;
#[doc(hidden)]
pub mod interrupt;
pub mod io;
#[doc(hidden)]
pub mod lengths;
#[doc(hidden)]
pub mod limits;
#[doc(hidden)]
pub mod mistakes;
#[doc(hidden)]
pub mod observer;
#[doc(hidden)]
pub mod open;
mod operands;
#[doc(hidden)]
pub mod over_files;
mod over_ranks;
mod quotients;
#[doc(hidden)]
pub mod random;
mod results;
#[doc(hidden)]
pub mod ring_names;
mod scalar;
mod session;
mod spec;
mod tool_args;
mod tools;
pub mod tune;
#[doc(hidden)]
pub mod values;
mod verb_args;
pub mod verbs;
mod written;

pub use failure::Failure;
pub use open::{Commands, open};
pub use session::Session;
pub use spec::RingSpec;

use args::{Options, Task};
use clap::error::ErrorKind;
use interrupt::Interrupt;
use observer::Observer;
use polymod::{
    core::cpu,
    engine::{Engine, EngineBuilder},
    multimodular::remote::{self, Team},
    outofcore::Ranks,
    text::Variable,
};
use std::{
    ffi::OsString,
    io::{Write, stdin, stdout},
    panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind},
    process::ExitCode,
    sync::{Arc, Mutex, PoisonError},
};

/// Runs the program with the process's arguments; returns its exit code.
#[must_use]
pub fn main() -> ExitCode {
    ExitCode::from(run(std::env::args_os(), None))
}

/// The ranks of a job, which compute images in the place of `--worker`, and transforms and products of arrays in files.
#[derive(Clone, Debug)]
pub struct Job {
    /// The team that they are, for their leader.
    pub team: Option<Arc<dyn Team>>,
    /// They themselves.
    pub together: Arc<Ranks>,
}

/// Runs a command line, whose first word is the program's name, on one process or as the leader of a job; returns the exit code.
///
/// ```
/// assert_eq!(polymod_cli::run(["polymod", "info", "--quiet"].map(Into::into), None), 0);
/// ```
#[must_use]
pub fn run(args: impl IntoIterator<Item = OsString>, job: Option<Job>) -> u8 {
    let args: Vec<OsString> = args.into_iter().collect();
    let result = guarded(|| match args::parse(args.iter().cloned()) {
        Ok((options, task)) => perform(&options, &task, job),
        Err(e) => refuse(&e, &args),
    });
    result.err().map_or(0, |failure| told(&failure))
}

/// The part of a rank that another one leads in what all ranks compute together: the leader's command line. What fails here is told to the leader.
pub fn assist(args: impl IntoIterator<Item = OsString>, together: &Arc<Ranks>) {
    let args: Vec<OsString> = args.into_iter().collect();
    let job = Some(Job { team: None, together: together.clone() });
    let done = guarded(|| {
        let parsed = args::parse(args.iter().cloned());
        let (mut options, task) = parsed.map_err(|e| Failure::Usage(mistakes::line(&e, &args)))?;
        options.quiet = true;
        perform(&options, &task, job)
    });
    // where it went well, all have agreed already
    if done.is_err() {
        let _ = together.agree(done);
    }
}

/// The engine of a process that computes images for the leader of this command line: with its threads and memory.
///
/// ```
/// let engine = polymod_cli::engine_of_worker(["polymod", "det", "a.json", "--threads", "2"].map(Into::into)).unwrap();
/// assert_eq!(engine.threads(), 2);
/// ```
///
/// # Errors
/// [`Failure::Usage`] for a command line that the leader refuses, and for a wrong POLYMOD_ISA here.
pub fn engine_of_worker(args: impl IntoIterator<Item = OsString>) -> Result<Engine, Failure> {
    let args: Vec<OsString> = args.into_iter().collect();
    let (options, _) = args::parse(args.iter().cloned()).map_err(|e| Failure::Usage(mistakes::line(&e, &args)))?;
    check_host()?;
    Ok(engine(Engine::builder(), &options, false).0)
}

/// Prints the failure; returns its exit code.
fn told(failure: &Failure) -> u8 {
    if let Some(line) = failure.line() {
        let _ = writeln!(std::io::stderr(), "{line}");
    }
    failure.exit_code()
}

/// Handles an error of clap: a mistake is refused, help and version are printed.
fn refuse(e: &clap::Error, args: &[OsString]) -> Result<(), Failure> {
    // without any argument the help is printed too, on standard error
    let alone = e.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand && args.len() <= 1;
    if e.use_stderr() && !alone {
        return Err(Failure::Usage(mistakes::line(e, args)));
    }
    // a closed pipe is no failure
    let _ = e.print();
    if alone { Err(Failure::Shown) } else { Ok(()) }
}

/// Refuses an instruction set that this machine has not.
fn check_host() -> Result<(), Failure> {
    cpu::host().complaint.as_ref().map_or(Ok(()), |complaint| Err(Failure::Usage(complaint.clone())))
}

/// The engine with these options, for a ring of long coefficients if `wide`; and what is wrong with the measured costs.
fn engine(builder: EngineBuilder, options: &Options, wide: bool) -> (Engine, Option<String>) {
    let memory = limits::of(options.memory);
    let asked = options.threads.map_or_else(|| cpu::host().cores, usize::from);
    let threads = limits::threads(memory, asked);
    if options.memory.is_some() {
        limits::return_freed(memory);
    }
    let products = limits::for_products(memory, threads);
    // products of long coefficients take a quarter more memory than they predict
    let products = if wide { products / 4 * 3 } else { products };
    let (costs, complaint) = tune::file::load(cpu::host());
    (builder.memory(products).threads(threads).costs(costs).build(), complaint)
}

fn perform(options: &Options, task: &Task, job: Option<Job>) -> Result<(), Failure> {
    check_host()?;
    let interrupt = Interrupt::install()?;
    let observer = Arc::new(Observer::new(options.quiet, job.as_ref().map(|job| job.together.count())));
    let variable = Variable::default();
    let session = Session { options, observer: &observer, interrupt: &interrupt, variable: &variable, job };
    let engine = |wide: bool| {
        let builder = Engine::builder().cancel(interrupt.cancel().clone()).monitor(observer.clone());
        let (engine, complaint) = engine(builder, options, wide);
        if let Some(complaint) = complaint {
            session.say(&format!("polymod: {complaint}\n"));
        }
        engine
    };
    let ring = || {
        let spec = RingSpec::parse(&options.ring)?;
        open(&spec, &engine(spec.is_wide()))
    };
    match task {
        Task::Verb(call) => ring()?.call(call, &session),
        Task::GeneratePoly(what) => ring()?.generate(what, &session),
        Task::GenerateMatrix(what) => ring()?.generate_matrix(what, &session),
        Task::GenerateIrreducible(what) => ring()?.generate_irreducible(what, &session),
        Task::GenerateSpecial(what) => ring()?.generate_special(*what, &session),
        Task::Tune(what) => tools::tune(what, &session),
        Task::Bench(what) => bench::run(what, &session),
        Task::Worker => Ok(remote::serve(&engine(false), &mut stdin().lock(), &mut stdout().lock())?),
        tool => {
            let mut output = session.output()?;
            match tool {
                Task::Primes(what) => tools::primes(what, &mut output)?,
                Task::Completions(shell) => output.with_writer(|out| completion::script(*shell, out))?,
                Task::Help(names) => {
                    let text = help::of(names)?;
                    output.with_writer(|out| out.write_all(text.as_bytes()))?;
                }
                Task::Man => output.with_writer(tools::man)?,
                _ => output.with_writer(tools::info)?,
            }
            Ok(output.finish()?)
        }
    }
}

/// Runs `f`, turning a panic into [`Failure::Internal`] in place of a message of several lines. Where panics do not
/// unwind, as in the program that users get, the process ends there, its temporary files removed.
#[doc(hidden)]
pub fn guarded(f: impl FnOnce() -> Result<(), Failure>) -> Result<(), Failure> {
    let message = Arc::new(Mutex::new(String::new()));
    let theirs = message.clone();
    std::panic::set_hook(Box::new(move |info: &PanicHookInfo<'_>| {
        let payload = info.payload();
        let text = payload.downcast_ref::<&str>().copied().or(payload.downcast_ref::<String>().map(String::as_str));
        let place = info.location().map_or_else(String::new, |l| format!(" ({}:{})", l.file(), l.line()));
        let text = format!("{}{place}", text.unwrap_or("panic"));
        if cfg!(panic = "abort") {
            interrupt::clean_up();
            std::process::exit(told(&Failure::Internal(text)).into());
        }
        *theirs.lock().unwrap_or_else(PoisonError::into_inner) = text;
    }));
    let result = catch_unwind(AssertUnwindSafe(f));
    let _ = std::panic::take_hook();
    result.unwrap_or_else(|_| Err(Failure::Internal(message.lock().unwrap_or_else(PoisonError::into_inner).clone())))
}
