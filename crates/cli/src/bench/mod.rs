//! `bench`: times of the library's operations on this machine, as a table, as JSON with all rounds, and as a chart.

pub mod cases;
pub mod report;

use super::{
    Failure, Session,
    explain::combined,
    observer::Observer,
    tool_args::{Bench, BenchMode},
    tune::file,
};
use cases::{CASES, Case, Operation};
use polymod::{
    AnyRing, Engine,
    core::cpu,
    engine::{Decision, EngineBuilder, Event, Monitor},
};
use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

/// How long is measured, and what.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// Time for all cases together. One operation takes as long as it takes: a slow machine needs more.
    budget: Duration,
    /// Largest number of rounds for each size.
    rounds: u32,
    sizes: Sizes,
}

/// Which sizes of a case are timed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sizes {
    All,
    /// Every second one.
    Half,
    /// The smallest one.
    First,
}

impl Effort {
    const FULL: Effort = Effort { budget: Duration::from_secs(110), rounds: 9, sizes: Sizes::All };
    const QUICK: Effort = Effort { budget: Duration::from_secs(18), rounds: 5, sizes: Sizes::Half };
    /// One size of each case, two rounds at most.
    pub const ONCE: Effort = Effort { budget: Duration::ZERO, rounds: 2, sizes: Sizes::First };

    fn sizes(self, case: &Case) -> Vec<usize> {
        let all = case.sizes.iter().copied();
        match self.sizes {
            Sizes::All => all.collect(),
            Sizes::Half => all.step_by(2).collect(),
            Sizes::First => all.take(1).collect(),
        }
    }
}

/// The times of one operation at one size.
pub struct Row {
    pub operation: &'static str,
    pub ring: &'static str,
    pub size: usize,
    pub threads: usize,
    /// The algorithm that the engine chose.
    pub algorithm: &'static str,
    /// The time that it predicted, if it had to choose.
    pub predicted_ns: Option<f64>,
    /// Nanoseconds of the operation in each round, in the order measured.
    pub rounds_ns: Vec<f64>,
}

impl Row {
    fn sorted(&self) -> Vec<f64> {
        let mut sorted = self.rounds_ns.clone();
        sorted.sort_by(f64::total_cmp);
        sorted
    }

    /// The shortest round.
    pub fn best(&self) -> f64 {
        self.sorted()[0]
    }

    /// The median of the rounds.
    pub fn median(&self) -> f64 {
        self.sorted()[self.rounds_ns.len() / 2]
    }
}

/// Measures, and writes the table and the files asked for.
///
/// # Errors
/// The errors of writing.
pub fn run(what: &Bench, session: &Session<'_>) -> Result<(), Failure> {
    let effort = match what.mode {
        BenchMode::Quick => Effort::QUICK,
        BenchMode::Full => Effort::FULL,
    };
    // a place that cannot be written is said before minutes of measuring
    let mut table = session.output()?;
    let create = |path: &Option<PathBuf>| path.as_ref().map(|path| session.create(path)).transpose();
    let files = [create(&what.json)?, create(&what.plot)?];
    let (costs, complaint) = file::load(cpu::host());
    if let Some(complaint) = complaint {
        session.say(&format!("polymod: {complaint}\n"));
    }
    let machine = report::Machine::here(what.mode.name(), &costs.machine);
    let threads = session.options.threads.map_or_else(|| cpu::host().cores, usize::from);
    let rows = measured(effort, threads, &|| Engine::builder().costs(costs.clone()), &mut |done, total| {
        session.observer.event(&Event::Progress { stage: "cases", done, total });
    })?;
    table.with_writer(|out| out.write_all(report::table(&machine, &rows).as_bytes()))?;
    table.finish()?;
    let picture = report::svg(&machine, &rows).map_err(Failure::Internal)?;
    for (file, text) in files.into_iter().zip([report::json(&machine, &rows), picture]) {
        if let Some(mut file) = file {
            file.with_writer(|out| out.write_all(text.as_bytes()))?;
            file.finish()?;
        }
    }
    Ok(())
}

/// The times of all cases, each on one thread and some on all `threads`; `progress` gets the numbers of sizes done and of all.
pub fn measured(
    effort: Effort,
    threads: usize,
    builder: &dyn Fn() -> EngineBuilder,
    progress: &mut dyn FnMut(u64, u64),
) -> polymod::Result<Vec<Row>> {
    let counts: &[usize] = if threads > 1 { &[1, threads] } else { &[1] };
    let engines: Vec<Engine> = counts.iter().map(|&count| builder().threads(count).build()).collect();
    let runs = |case: &Case| if case.threads { engines.len() } else { 1 };
    let total: usize = CASES.iter().map(|case| runs(case) * effort.sizes(case).len()).sum();
    let (started, mut done, mut rows) = (Instant::now(), 0, Vec::new());
    for (case, engine) in CASES.iter().flat_map(|case| engines.iter().take(runs(case)).map(move |e| (case, e))) {
        for size in effort.sizes(case) {
            progress(done as u64, total as u64);
            let left = effort.budget.saturating_sub(started.elapsed()) / (total - done) as u32;
            done += 1;
            let chosen = decision(case, size, builder().threads(engine.threads()))?;
            let prediction = chosen.alternatives.iter().find(|a| a.algorithm == chosen.chosen);
            rows.push(Row {
                operation: case.operation,
                ring: case.ring,
                size,
                threads: engine.threads(),
                algorithm: chosen.chosen,
                predicted_ns: prediction.map(|a| a.predicted_ns),
                rounds_ns: rounds((case.make)(&AnyRing::parse(engine, case.ring)?, size)?, left, effort.rounds)?,
            });
        }
    }
    Ok(rows)
}

/// What an engine of this kind decides.
fn decision(case: &Case, size: usize, builder: EngineBuilder) -> polymod::Result<Decision> {
    let observer = Arc::new(Observer::new(true, None));
    let engine = builder.monitor(Arc::clone(&observer) as Arc<dyn Monitor>).build();
    let mut operation = (case.make)(&AnyRing::parse(&engine, case.ring)?, size)?;
    let (result, told) = observer.recorded(&mut operation);
    result?;
    Ok(combined(case.operation, case.ring, told))
}

/// Nanoseconds of an operation in each round, after a first one that is not counted: as many rounds as fit into this time, at least
/// one, at most `most`.
pub fn rounds(mut operation: Operation, time: Duration, most: u32) -> polymod::Result<Vec<f64>> {
    let round = time / most;
    let (started, mut all, mut count) = (Instant::now(), Vec::new(), 1u32);
    operation()?;
    while all.is_empty() || (all.len() < most as usize && started.elapsed() < time) {
        let start = Instant::now();
        for _ in 0..count {
            operation()?;
        }
        let each = start.elapsed().as_secs_f64() * 1e9 / f64::from(count);
        let fits = (round.as_secs_f64() * 1e9 / each.max(1.0)) as u32;
        // a round that was far too short only tells how long the next one is to be
        if fits > 2 * count {
            count = fits.min(16 * count);
        } else {
            all.push(each);
        }
    }
    Ok(all)
}
