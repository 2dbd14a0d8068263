//! What the command line makes of the library's events: decisions are collected, progress becomes a bar.

use crate::monitor::{Decision, Event, Monitor};
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    io::IsTerminal,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// Work that is shorter shows no bar.
const WORTH_A_BAR: Duration = Duration::from_secs(1);

/// Receives the events of one run.
pub struct Observer {
    started: Instant,
    recording: AtomicBool,
    decisions: Mutex<Vec<Decision>>,
    show_bars: bool,
    bar: Mutex<Option<(&'static str, ProgressBar)>>,
}

impl Observer {
    /// An observer that shows bars when standard error is a terminal and `quiet` is not set.
    #[must_use]
    pub fn new(quiet: bool) -> Self {
        Observer {
            started: Instant::now(),
            recording: AtomicBool::new(false),
            decisions: Mutex::default(),
            show_bars: !quiet && std::io::stderr().is_terminal(),
            bar: Mutex::default(),
        }
    }

    /// Collects the decisions of `f`, and returns them beside what it returns.
    pub fn recorded<T>(&self, f: impl FnOnce() -> T) -> (T, Vec<Decision>) {
        self.recording.store(true, Ordering::Release);
        let result = f();
        self.recording.store(false, Ordering::Release);
        (result, std::mem::take(&mut *locked(&self.decisions)))
    }

    /// Takes the bar away, before something else is printed.
    pub fn clear(&self) {
        if let Some((_, bar)) = locked(&self.bar).take() {
            bar.finish_and_clear();
        }
    }

    fn progress(&self, stage: &'static str, done: u64, total: u64) {
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
            Event::Decided(decision) => {
                if self.recording.load(Ordering::Acquire) {
                    locked(&self.decisions).push((*decision).clone());
                }
            }
            Event::Progress { stage, done, total } => self.progress(stage, *done, *total),
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_recorded_is_kept() {
        let decision = |task: &str| Decision {
            task: task.into(),
            chosen: "ntt",
            parameters: Vec::new(),
            alternatives: Vec::new(),
            parts: Vec::new(),
        };
        let observer = Observer::new(true);
        observer.event(&Event::Decided(&decision("before")));
        let (seven, kept) = observer.recorded(|| {
            observer.event(&Event::Decided(&decision("during")));
            observer.event(&Event::Progress { stage: "primes", done: 1, total: 2 });
            7
        });
        observer.event(&Event::Decided(&decision("after")));
        assert_eq!((seven, kept), (7, vec![decision("during")]));
        assert!(observer.recorded(|| ()).1.is_empty());
        observer.clear();
    }
}
