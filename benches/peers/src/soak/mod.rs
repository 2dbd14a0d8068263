//! A long run of random cases, each computed by polymod and by another library, or by polymod in two ways.
//!
//! `polymod-peers soak [--hours H] [--seconds S] [--cases N] [--seed S] [--first K] [--case TEXT]`. Each case draws a verb, a ring, sizes,
//! operands, an algorithm, an instruction set and one or two threads from a generator of its own, whose seed is that of the run and
//! the case's number: `--seed S --first K --cases 1` repeats a case. The run ends with the numbers of cases by verb, ring,
//! oracle, algorithm and engine; with an error where an answer was wrong, which is said at once.

mod alone;
mod big;
mod binary;
mod bits;
mod counts;
mod crash;
mod draw;
mod fields;
mod integers;
mod linear;
mod matrices;
mod more;
mod more_z;
mod ours;
mod pari;
mod poly_matrices;
mod words;

use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use counts::Counts;
use draw::Draw;

/// What a case was: the algorithm that polymod took, or what was wrong.
type Verdict = Result<&'static str, String>;

/// Cases of one kind.
struct Subject {
    verb: &'static str,
    ring: &'static str,
    oracle: &'static str,
    /// How often it is drawn, against the others.
    weight: u32,
    run: fn(&mut Draw) -> Verdict,
}

/// A subject.
const fn subject(
    verb: &'static str,
    ring: &'static str,
    oracle: &'static str,
    weight: u32,
    run: fn(&mut Draw) -> Verdict,
) -> Subject {
    Subject { verb, ring, oracle, weight, run }
}

/// The chosen algorithm, where none was asked for.
const CHOSEN: &str = "chosen";

/// Whether both are equal; `what` says what was asked where they are not.
fn same<T: PartialEq + std::fmt::Debug>(ours: &T, theirs: &T, what: impl FnOnce() -> String) -> Result<(), String> {
    const LONGEST: usize = 600;
    if ours == theirs {
        return Ok(());
    }
    let short = |x: &T| format!("{x:?}").chars().take(LONGEST).collect::<String>();
    Err(format!("{}: polymod {}, oracle {}", what(), short(ours), short(theirs)))
}

struct Options {
    seconds: f64,
    cases: u64,
    seed: u64,
    first: u64,
    case: String,
}

/// The kinds of cases whose name contains this text.
fn wanted(text: &str) -> Vec<&'static Subject> {
    let mut all = vec![
        words::SUBJECTS,
        more::SUBJECTS,
        integers::SUBJECTS,
        more_z::SUBJECTS,
        big::SUBJECTS,
        fields::SUBJECTS,
        bits::SUBJECTS,
        binary::SUBJECTS,
        matrices::SUBJECTS,
        linear::SUBJECTS,
        poly_matrices::SUBJECTS,
        alone::SUBJECTS,
    ];
    if cfg!(not(feature = "ntl")) {
        println!("built without NTL: nothing is compared with it");
    }
    if pari::is_there() {
        all.push(pari::SUBJECTS);
    } else {
        println!("gp is not there: nothing is compared with PARI");
    }
    let name = |s: &Subject| format!("{} {} {}", s.verb, s.ring, s.oracle);
    all.into_iter().flatten().filter(|s| name(s).contains(text)).collect()
}

/// The one that a place below the sum of all weights falls to.
fn at<'a>(subjects: &[&'a Subject], mut place: u32) -> &'a Subject {
    for subject in subjects {
        if place < subject.weight {
            return subject;
        }
        place -= subject.weight;
    }
    unreachable!("a place below the sum of all weights")
}

/// Runs as the arguments say.
pub fn run(words: &[String]) -> Result<(), Box<dyn Error>> {
    let options = parse(words)?;
    let subjects = wanted(&options.case);
    if subjects.is_empty() {
        return Err(format!("--case: no verb, ring or oracle contains {:?}", options.case).into());
    }
    crash::watch(options.seed);
    let weights: u32 = subjects.iter().map(|s| s.weight).sum();
    let (mut counts, mut wrong) = (Counts::default(), 0_u64);
    let (start, mut told) = (Instant::now(), Instant::now());
    let mut number = options.first;
    while number - options.first < options.cases && start.elapsed().as_secs_f64() < options.seconds {
        crash::begin(number);
        let (mut draw, begun) = (Draw::new(options.seed, number), Instant::now());
        let subject = at(&subjects, draw.below(u64::from(weights)) as u32);
        let verdict = catch_unwind(AssertUnwindSafe(|| (subject.run)(&mut draw)));
        match verdict.unwrap_or_else(|_| Err("a panic".into())) {
            Ok(algorithm) => counts.add(subject, algorithm, draw.engine_name(), begun.elapsed().as_secs_f64()),
            Err(what) => {
                wrong += 1;
                let Subject { verb, ring, oracle, .. } = subject;
                println!("WRONG: {verb} over {ring} against {oracle}, {}; {what}", draw.engine_name());
                let (seed, case) = (options.seed, &options.case);
                println!("  repeat: soak --seed {seed} --first {number} --cases 1 --case '{case}'");
            }
        }
        number += 1;
        if told.elapsed() > Duration::from_secs(60) {
            told = Instant::now();
            println!("{} cases, {wrong} wrong, {} s", number - options.first, start.elapsed().as_secs());
        }
    }
    counts.print();
    let (cases, seconds) = (counts.total() + wrong, start.elapsed().as_secs());
    println!("\n{cases} cases from {} on with seed {}, {wrong} wrong, {seconds} s", options.first, options.seed);
    if wrong > 0 { Err(format!("{wrong} wrong answers").into()) } else { Ok(()) }
}

fn parse(words: &[String]) -> Result<Options, Box<dyn Error>> {
    let mut options = Options { seconds: f64::INFINITY, cases: u64::MAX, seed: 1, first: 0, case: String::new() };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word}: expected a value"))?;
        match word.as_str() {
            "--seconds" => {
                let seconds = value.parse().map_err(|_| "--seconds: expected a number")?;
                options.seconds = options.seconds.min(seconds);
            }
            "--hours" => {
                let hours: f64 = value.parse().map_err(|_| "--hours: expected a number")?;
                options.seconds = options.seconds.min(3600.0 * hours);
            }
            "--cases" => options.cases = value.parse().map_err(|_| "--cases: expected a number")?,
            "--seed" => options.seed = value.parse().map_err(|_| "--seed: expected a number")?,
            "--first" => options.first = value.parse().map_err(|_| "--first: expected a number")?,
            "--case" => options.case.clone_from(value),
            _ => return Err(format!("unknown option {word}").into()),
        }
    }
    if options.seconds.is_infinite() && options.cases == u64::MAX {
        options.seconds = 60.0;
    }
    Ok(options)
}
