//! Rounds of `bench`.

mod cases;
mod report;

use polymod::Engine;
use polymod_cli::bench::{
    Effort,
    cases::{CASES, Operation},
    measured,
    report::{Machine, table},
    rounds,
};
use std::{cell::Cell, rc::Rc, time::Duration};

#[test]
fn every_case_gets_its_rounds_and_an_algorithm() {
    let (mut seen, mut known) = (0, 0);
    let rows = measured(Effort::ONCE, 2, &Engine::builder, &mut |done, total| (seen, known) = (done + 1, total));
    let rows = rows.unwrap();
    let twice = CASES.iter().filter(|case| case.threads).count();
    assert_eq!((rows.len(), seen, known), (CASES.len() + twice, rows.len() as u64, rows.len() as u64));
    assert!(rows.iter().all(|row| row.rounds_ns.len() == 1 && row.best() > 0.0 && row.best() <= row.median()));
    assert!(rows.iter().filter(|row| row.predicted_ns.is_some_and(|ns| ns > 0.0)).count() > CASES.len() / 2);
    assert!(rows.iter().any(|row| row.threads == 2) && rows.iter().all(|row| !row.algorithm.is_empty()));
    let machine = Machine::here("quick", "built in");
    let table = table(&machine, &rows);
    assert!(CASES.iter().all(|case| table.contains(case.operation) && table.contains(case.ring)), "{table}");
}

#[test]
fn rounds_are_counted_by_time_and_number() {
    let slow: Operation = Box::new(|| {
        std::thread::sleep(Duration::from_millis(20));
        Ok(())
    });
    let all = rounds(slow, Duration::from_millis(30), 9).unwrap();
    assert!(all.len() == 1 && all[0] >= 2e7, "{all:?}");
    let failing: Operation = Box::new(|| Err(polymod::Error::Cancelled));
    assert!(rounds(failing, Duration::ZERO, 3).is_err());
    let calls = Rc::new(Cell::new(0));
    let counted = calls.clone();
    let brief: Operation = Box::new(move || {
        counted.set(counted.get() + 1);
        Ok(())
    });
    // many in each round, of which a busy machine may leave out some
    let all = rounds(brief, Duration::from_millis(60), 3).unwrap();
    assert!((1..=3).contains(&all.len()) && calls.get() > 100 * all.len(), "{all:?}, {} calls", calls.get());
}
