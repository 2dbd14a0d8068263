//! Measures the costs of the cost model on one thread, five times, and prints the medians as a table of `crates/core/src/costs/builtin`, with the costs built in
//! before for those that no step measures: `cargo bench --bench costs`; `POLYMOD_ISA` chooses the instruction set. `cargo test --bench costs`
//! measures each cost once, on short operands.

use polymod::core::{costs::CostModel, cpu::host};
use polymod_cli::tune::measure::{Effort, measure};
use std::fmt::Write;
use toml::Value;

fn list(figures: &[f64]) -> String {
    let digits = |x: f64| if x >= 100.0 { format!("{x:.1}") } else { format!("{x:.4}") };
    figures.iter().map(|&x| digits(x)).collect::<Vec<_>>().join(", ")
}

/// The figures whose names begin with `part`, as fields.
fn fields(costs: &CostModel, part: &str) -> String {
    let mut text = String::new();
    for (name, figures) in costs.figures() {
        let Some(name) = name.strip_prefix(part).filter(|name| !name.contains('.')) else { continue };
        let value = if let [one] = figures { list(&[*one]) } else { format!("[{}]", list(figures)) };
        writeln!(text, "{name}: {value},").expect("memory");
    }
    text
}

/// Medians of all numbers of values of the same shape.
fn median(of: &[Value]) -> Value {
    let part = |get: &dyn Fn(&Value) -> Option<&Value>| median(&of.iter().filter_map(get).cloned().collect::<Vec<_>>());
    match &of[0] {
        Value::Float(_) => {
            let mut all: Vec<f64> = of.iter().filter_map(Value::as_float).collect();
            all.sort_by(f64::total_cmp);
            Value::Float(all[all.len() / 2])
        }
        Value::Array(first) => Value::Array((0..first.len()).map(|i| part(&|v| v.get(i))).collect()),
        Value::Table(first) => Value::Table(first.keys().map(|k| (k.clone(), part(&|v| v.get(k)))).collect()),
        other => other.clone(),
    }
}

fn main() {
    let thorough = std::env::args().any(|a| a == "--bench");
    let (effort, rounds) = if thorough { (Effort::THOROUGH, 5) } else { (Effort::ONCE, 1) };
    let round = |_| {
        let measured = measure(&host().name, host().target, effort, &mut |_, _| ()).expect("it is not cancelled");
        Value::try_from(&measured.costs).expect("numbers and names")
    };
    let costs: CostModel = median(&(0..rounds).map(round).collect::<Vec<_>>()).try_into().expect("costs");
    println!("CostModel {{\nmachine: Cow::Borrowed({:?}),", costs.machine);
    print!("{}", fields(&costs, ""));
    for (name, curve) in costs.curves() {
        let (first, ns) = curve.points();
        println!("{name}: Curve::builtin({first}, &[{}]),", list(ns));
    }
    println!("kernel_factors: Cow::Borrowed(&[");
    for (name, factor) in costs.kernel_factors.iter() {
        println!("(Cow::Borrowed({name:?}), {factor:.2}),");
    }
    println!("]),\nmatrices: Cow::Borrowed(&[");
    for (name, figures) in costs.matrices.iter() {
        println!("(Cow::Borrowed({name:?}), [{}]),", list(figures));
    }
    println!("]),");
    println!("fermat: FermatCosts {{\n{}}},", fields(&costs, "fermat."));
    println!("limbs: LimbCosts {{\n{}}},", fields(&costs, "limbs."));
    println!("crossovers: Crossovers::BUILTIN,\nmodular: ModularCosts::BUILTIN,\nfiles: FileCosts::BUILTIN,\n}}");
}
