//! Charts of predictions by length.

use polymod::{
    engine::{Alternative, Decision},
    poly::Task,
    ring::Size,
};
use polymod_cli::lengths::{panel, task};

#[test]
fn lines_are_those_of_the_algorithms_and_marks_those_of_the_choices() {
    let way = |algorithm, predicted_ns| Alternative { algorithm, predicted_ns, peak_bytes: 0 };
    let decision = |chosen, alternatives| Decision { alternatives, ..Decision::only("a task".into(), chosen) };
    let panel = panel(&[
        (4.0, decision("one", vec![way("one", 10.0), way("two", 50.0), way("three", 1e5)])),
        (8.0, decision("two", vec![way("one", 90.0), way("two", 60.0)])),
    ]);
    let names: Vec<&str> = panel.series.iter().map(|series| series.name.as_str()).collect();
    assert_eq!((names, panel.marks), (vec!["one", "two"], vec![8.0]));
    assert_eq!(panel.series[1].line, [(4.0, 50.0), (8.0, 60.0)]);
}

#[test]
fn tasks_follow_the_operands() {
    let size = |len| Size { len, bits: 3 };
    assert!(matches!(task("mul", &[size(4), size(2)]), Some(Task::Product { b: Size { len: 2, bits: 3 }, .. })));
    assert!(matches!(task("rem", &[size(4), size(2)]), Some(Task::Division { dividend: 4, .. })));
    assert!(task("rem", &[size(2), size(4)]).is_none() && task("gcd", &[size(2), size(4)]).is_none());
}
