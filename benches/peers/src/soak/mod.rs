//! A long run of random cases, each computed by polymod and by another library, or by polymod in two ways.
//!
//! `polymod-peers soak [--minutes M | --cases N] [--seed S] [--case TEXT]`. Each case draws a verb, a ring, sizes, operands, an algorithm, an
//! instruction set and one or two threads from a generator of its own, whose seed is that of the run and the case's number:
//! `--seed S --first K --cases 1` repeats a case. The run ends with the number of cases by verb and ring, by algorithm and by
//! oracle; with exit code 1 where an answer was wrong, which is said at once.

mod alone;
mod big;
mod bits;
mod draw;
mod integers;
mod matrices;
mod words;

use std::collections::BTreeMap;
use std::error::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

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
    minutes: f64,
    cases: u64,
    seed: u64,
    first: u64,
    case: String,
}

/// Runs as the arguments say.
pub fn run(words: &[String]) -> Result<(), Box<dyn Error>> {
    let options = parse(words)?;
    let all = [words::SUBJECTS, integers::SUBJECTS, big::SUBJECTS, bits::SUBJECTS, matrices::SUBJECTS, alone::SUBJECTS];
    let wanted = |s: &&Subject| format!("{} {} {}", s.verb, s.ring, s.oracle).contains(&options.case);
    let subjects: Vec<&Subject> = all.into_iter().flatten().filter(wanted).collect();
    if subjects.is_empty() {
        return Err(format!("--case: no verb, ring or oracle contains {:?}", options.case).into());
    }
    let weights: u32 = subjects.iter().map(|s| s.weight).sum();
    let (mut counts, mut wrong) = (Counts::default(), 0_u64);
    let (start, mut told) = (Instant::now(), Instant::now());
    let mut number = options.first;
    while number - options.first < options.cases && start.elapsed().as_secs_f64() < 60.0 * options.minutes {
        let mut draw = Draw::new(options.seed, number);
        let mut place = draw.below(u64::from(weights)) as u32;
        let subject = subjects.iter().find(|s| {
            let found = place < s.weight;
            place = place.saturating_sub(s.weight);
            found
        });
        let subject = subject.expect("a place below the sum of all weights");
        let verdict = catch_unwind(AssertUnwindSafe(|| (subject.run)(&mut draw)));
        match verdict.unwrap_or_else(|_| Err("a panic".into())) {
            Ok(algorithm) => counts.add(subject, algorithm),
            Err(what) => {
                wrong += 1;
                let (verb, ring, oracle, seed) = (subject.verb, subject.ring, subject.oracle, options.seed);
                println!("WRONG: {verb} over {ring} against {oracle}, {}; {what}", draw.engine_name());
                println!("  repeat: soak --seed {seed} --first {number} --cases 1 --case '{}'", options.case);
            }
        }
        number += 1;
        if told.elapsed() > Duration::from_secs(60) {
            told = Instant::now();
            println!("{} cases, {wrong} wrong, {} s", number - options.first, start.elapsed().as_secs());
        }
    }
    counts.print();
    println!(
        "\n{} cases with seed {}, {wrong} wrong, {} s",
        number - options.first,
        options.seed,
        start.elapsed().as_secs()
    );
    if wrong > 0 { Err(format!("{wrong} wrong answers").into()) } else { Ok(()) }
}

fn parse(words: &[String]) -> Result<Options, Box<dyn Error>> {
    let mut options = Options { minutes: f64::INFINITY, cases: u64::MAX, seed: 1, first: 0, case: String::new() };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("{word}: expected a value"))?;
        match word.as_str() {
            "--minutes" => options.minutes = value.parse().map_err(|_| "--minutes: expected a number")?,
            "--cases" => options.cases = value.parse().map_err(|_| "--cases: expected a number")?,
            "--seed" => options.seed = value.parse().map_err(|_| "--seed: expected a number")?,
            "--first" => options.first = value.parse().map_err(|_| "--first: expected a number")?,
            "--case" => options.case.clone_from(value),
            _ => return Err(format!("unknown option {word}").into()),
        }
    }
    if options.minutes.is_infinite() && options.cases == u64::MAX {
        options.minutes = 1.0;
    }
    Ok(options)
}

/// Numbers of cases.
#[derive(Default)]
struct Counts {
    verbs: BTreeMap<(&'static str, &'static str), u64>,
    algorithms: BTreeMap<(&'static str, &'static str), u64>,
    oracles: BTreeMap<&'static str, u64>,
}

impl Counts {
    fn add(&mut self, subject: &Subject, algorithm: &'static str) {
        *self.verbs.entry((subject.verb, subject.ring)).or_default() += 1;
        *self.algorithms.entry((subject.verb, algorithm)).or_default() += 1;
        *self.oracles.entry(subject.oracle).or_default() += 1;
    }

    fn print(&self) {
        println!("\n| verb | ring | cases |\n|---|---|---|");
        self.verbs.iter().for_each(|((verb, ring), n)| println!("| {verb} | {ring} | {n} |"));
        println!("\n| verb | algorithm | cases |\n|---|---|---|");
        self.algorithms.iter().for_each(|((verb, algorithm), n)| println!("| {verb} | {algorithm} | {n} |"));
        println!("\n| oracle | cases |\n|---|---|");
        self.oracles.iter().for_each(|(oracle, n)| println!("| {oracle} | {n} |"));
    }
}
