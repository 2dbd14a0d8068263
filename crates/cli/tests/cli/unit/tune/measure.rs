//! Measurement of the cost model.

use polymod::core::{costs::CostModel, cpu::host};
use polymod_cli::tune::measure::{Effort, STEPS, measure, solved};

#[test]
fn systems_are_solved() {
    let x = solved([[0.0, 2.0], [1.0, 1.0]], [4.0, 5.0]).unwrap();
    assert!((x[0] - 3.0).abs() < 1e-9 && (x[1] - 2.0).abs() < 1e-9);
    assert_eq!(solved([[1.0, 2.0], [2.0, 4.0]], [1.0, 2.0]), None);
}

#[test]
fn every_step_measures_figures_that_exist() {
    let known = CostModel::builtin(host().target);
    let names: Vec<&str> = known.figures().into_iter().map(|f| f.0).chain(known.curves().map(|c| c.0)).collect();
    let steps: Vec<&str> = STEPS.iter().flat_map(|step| step.0.iter().copied()).collect();
    assert!(steps.iter().all(|name| names.contains(name) || ["matrices", "kernel_factors"].contains(name)));
    assert!(steps.iter().enumerate().all(|(i, name)| !steps[..i].contains(name)));
}

#[test]
fn measuring_once_gives_a_model_that_passes_its_check() {
    let mut told = 0;
    let measured = measure("this machine", host().target, Effort::ONCE, &mut |_, _| told += 1).unwrap();
    assert_eq!(measured.costs.check(&CostModel::builtin(host().target)), Ok(()));
    assert!(told == STEPS.len() && measured.names.len() > 5, "{told} {:?}", measured.names);
    assert!(measured.costs.machine.starts_with("this machine, "));
}
