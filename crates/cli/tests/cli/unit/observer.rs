//! Events of the library.

use polymod::engine::{Cancel, Decision, Event, Monitor};
use polymod_cli::{
    explain::Told,
    observer::{BETWEEN_LINES, Observer, line},
};
use std::time::{Duration, Instant};

fn decision(task: &str) -> Decision {
    Decision::only(task.into(), "ntt")
}

#[test]
fn planning_ends_with_the_first_decision() {
    let (observer, cancel) = (Observer::new(true, None), Cancel::new());
    let (raised, told) = observer.planned(&cancel, || {
        observer.event(&Event::Begun(&decision("all")));
        let raised = cancel.is_raised();
        observer.event(&Event::Decided(&decision("a part")));
        raised
    });
    assert_eq!((raised, told), (true, vec![Told::Begun(decision("all"))]));
    cancel.reset();
    observer.event(&Event::Decided(&decision("after")));
    assert!(!cancel.is_raised());
}

#[test]
fn observers_listen_where_something_is_printed_or_demanded() {
    let observer = Observer::new(true, None);
    assert!(!observer.listens());
    let (listens, _) = observer.recorded(|| observer.listens());
    assert!(listens && !observer.listens());
    observer.demand(Some("ntt"));
    assert!(observer.listens());
    assert_eq!(observer.demanded().as_deref(), Some("ntt"));
    assert!(!observer.listens());
    assert!(Observer::new(false, Some(2)).listens() && !Observer::new(true, Some(2)).listens());
}

#[test]
fn jobs_print_a_line_every_ten_seconds() {
    let (observer, start) = (Observer::new(false, Some(4)), Instant::now());
    let at = |stage, seconds, done| observer.line(stage, [done, 1000], start + Duration::from_secs(seconds));
    assert_eq!(at("primes", 0, 40), None);
    assert_eq!(at("primes", 9, 60), None);
    let first = at("primes", 16, 200);
    assert_eq!(first.as_deref(), Some("polymod: 200 of 1000 primes, 4 ranks, 10.0 a second\n"));
    assert_eq!(at("primes", 25, 300), None);
    assert_eq!(at("digits", 40, 10), None);
    assert_eq!(at("digits", 60, 50).as_deref(), Some("polymod: 50 of 1000 digits, 2.0 a second\n"));
    assert_eq!(line("primes", [5, 0, 0], 2, Duration::from_secs(2)), "polymod: 5 primes, 2 ranks, 2.5 a second\n");
    for silent in [Observer::new(true, Some(4)), Observer::new(false, None)] {
        assert_eq!(silent.line("primes", [1, 9], start), None);
        assert_eq!(silent.line("primes", [8, 9], start + 2 * BETWEEN_LINES), None);
    }
}

#[test]
fn only_what_is_recorded_is_kept() {
    let observer = Observer::new(true, None);
    observer.event(&Event::Decided(&decision("before")));
    let (seven, kept) = observer.recorded(|| {
        observer.event(&Event::Decided(&decision("during")));
        observer.event(&Event::Progress { stage: "primes", done: 1, total: 2 });
        7
    });
    observer.event(&Event::Decided(&decision("after")));
    assert_eq!((seven, kept), (7, vec![Told::Decided(decision("during"))]));
    assert!(observer.recorded(|| ()).1.is_empty());
    observer.clear();
}
