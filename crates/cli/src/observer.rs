//! Handling of the library's events: decisions are collected, progress is shown as a bar, that of a job in lines.

use super::explain::Told;
use indicatif::{ProgressBar, ProgressStyle};
use polymod::engine::{Cancel, Event, Monitor};
use std::{
    io::{IsTerminal, Write},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// Shortest work that is shown as a bar.
const WORTH_A_BAR: Duration = Duration::from_secs(1);

/// Time between two lines on the progress of a job, whose standard error is a file as a rule.
pub const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// Receives the events of one run.
pub struct Observer {
    started: Instant,
    recording: AtomicBool,
    told: Mutex<Vec<Told>>,
    /// The token to raise at the first decision, if there is one.
    stop: Mutex<Option<Cancel>>,
    /// The algorithm that the next decision must take.
    demanded: Mutex<Option<String>>,
    /// Whether there is one.
    demanding: AtomicBool,
    show_bars: bool,
    bar: Mutex<Option<(&'static str, ProgressBar)>>,
    /// Number of ranks of the job, if their progress is wanted.
    ranks: Option<usize>,
    lines: Mutex<Option<Lines>>,
}

/// The lines on a stage of a job.
struct Lines {
    stage: &'static str,
    /// When it began, and how much had been done before.
    begun: (Instant, u64),
    /// When the last line was printed, or the stage began.
    last: Instant,
}

/// What is done, by how many ranks, and how fast they did all but the first `before`.
pub fn line(stage: &str, [done, total, before]: [u64; 3], ranks: usize, elapsed: Duration) -> String {
    let of = if total == 0 { String::new() } else { format!(" of {total}") };
    // everything else is the leader's own
    let by = if stage == "primes" { format!(", {ranks} ranks") } else { String::new() };
    let each_second = done.saturating_sub(before) as f64 / elapsed.as_secs_f64();
    format!("polymod: {done}{of} {stage}{by}, {each_second:.1} a second\n")
}

impl Observer {
    /// An observer that, unless `quiet` is set, shows bars when standard error is a terminal, and for this number of ranks
    /// prints lines.
    #[must_use]
    pub fn new(quiet: bool, ranks: Option<usize>) -> Self {
        Observer {
            started: Instant::now(),
            recording: AtomicBool::new(false),
            told: Mutex::default(),
            stop: Mutex::default(),
            demanded: Mutex::default(),
            demanding: AtomicBool::new(false),
            show_bars: !quiet && ranks.is_none() && std::io::stderr().is_terminal(),
            bar: Mutex::default(),
            ranks: ranks.filter(|_| !quiet),
            lines: Mutex::default(),
        }
    }

    /// Runs `f` and collects its decisions; returns them with its result.
    pub fn recorded<T>(&self, f: impl FnOnce() -> T) -> (T, Vec<Told>) {
        self.recording.store(true, Ordering::Release);
        let result = f();
        self.recording.store(false, Ordering::Release);
        (result, std::mem::take(&mut *locked(&self.told)))
    }

    /// The same up to the first decision, which stops the engine that holds this token.
    pub fn planned<T>(&self, cancel: &Cancel, f: impl FnOnce() -> T) -> (T, Vec<Told>) {
        *locked(&self.stop) = Some(cancel.clone());
        let result = self.recorded(f);
        *locked(&self.stop) = None;
        result
    }

    /// Demands an algorithm of the next decision; returns the one that was demanded before, if no decision took it.
    pub fn demand(&self, algorithm: Option<&str>) -> Option<String> {
        let mut demanded = locked(&self.demanded);
        self.demanding.store(algorithm.is_some(), Ordering::Release);
        std::mem::replace(&mut *demanded, algorithm.map(String::from))
    }

    fn tell(&self, told: Told) {
        if !self.recording.load(Ordering::Acquire) {
            return;
        }
        let mut all = locked(&self.told);
        if let Some(cancel) = &*locked(&self.stop) {
            if !all.is_empty() {
                return;
            }
            cancel.raise();
        }
        all.push(told);
    }

    /// Removes the bar, before something else is printed.
    pub fn clear(&self) {
        if let Some((_, bar)) = locked(&self.bar).take() {
            bar.finish_and_clear();
        }
    }

    /// The line that is due on the progress of a job at this time.
    pub fn line(&self, stage: &'static str, [done, total]: [u64; 2], now: Instant) -> Option<String> {
        let ranks = self.ranks?;
        let mut lines = locked(&self.lines);
        let lines = match &mut *lines {
            Some(lines) if lines.stage == stage && done >= lines.begun.1 => lines,
            lines => lines.insert(Lines { stage, begun: (now, done), last: now }),
        };
        if now.duration_since(lines.last) < BETWEEN_LINES {
            return None;
        }
        lines.last = now;
        Some(line(stage, [done, total, lines.begun.1], ranks, now.duration_since(lines.begun.0)))
    }

    fn progress(&self, stage: &'static str, done: u64, total: u64) {
        if let Some(line) = self.line(stage, [done, total], Instant::now()) {
            // nobody may be there to read it
            let _ = std::io::stderr().write_all(line.as_bytes());
        }
        if !self.show_bars || self.started.elapsed() < WORTH_A_BAR {
            return;
        }
        let mut slot = locked(&self.bar);
        if slot.as_ref().is_none_or(|(shown, _)| *shown != stage) {
            if let Some((_, old)) = slot.take() {
                old.finish_and_clear();
            }
            let (bar, style) = match total {
                0 => (ProgressBar::no_length(), ProgressStyle::with_template("{pos} {msg} in {elapsed}")),
                _ => {
                    let style = "{pos} of {len} {msg} [{wide_bar}] {percent} %, {eta} left";
                    (ProgressBar::new(total), ProgressStyle::with_template(style))
                }
            };
            let bar = bar.with_message(stage);
            if let Ok(style) = style {
                bar.set_style(style);
            }
            *slot = Some((stage, bar));
        }
        if let Some((_, bar)) = &*slot {
            if total > 0 {
                bar.set_length(total);
            }
            bar.set_position(done);
        }
    }
}

impl Monitor for Observer {
    fn event(&self, event: &Event<'_>) {
        match event {
            Event::Begun(outline) => self.tell(Told::Begun((*outline).clone())),
            Event::Decided(decision) => self.tell(Told::Decided((*decision).clone())),
            Event::Progress { stage, done, total } => self.progress(stage, *done, *total),
            _ => {}
        }
    }

    /// Not where nothing is printed of decisions and progress, so that short operations take their short way.
    fn listens(&self) -> bool {
        self.show_bars
            || self.ranks.is_some()
            || self.recording.load(Ordering::Acquire)
            || self.demanding.load(Ordering::Acquire)
    }

    fn demanded(&self) -> Option<String> {
        self.demand(None)
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
