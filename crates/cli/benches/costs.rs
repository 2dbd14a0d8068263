//! Measures the costs of the cost model on one thread, and prints them in the form of the source `src/tune/table/defaults.rs`:
//! `cargo bench --bench costs`; `POLYMOD_ISA` chooses the level. `cargo test --bench costs` measures each cost once, on short
//! operands.

use polymod::core::cpu::host;
use polymod_cli::tune::measure::{Effort, measure};

fn list(figures: &[f64]) -> String {
    let digits = |x: f64| if x >= 100.0 { format!("{x:.1}") } else { format!("{x:.4}") };
    figures.iter().map(|&x| digits(x)).collect::<Vec<_>>().join(", ")
}

fn main() {
    let effort = if std::env::args().any(|a| a == "--bench") { Effort::THOROUGH } else { Effort::ONCE };
    let measured = measure(&host().name, host().target, effort, &mut |_, _| ()).expect("it is not cancelled");
    let (costs, is_measured) = (&measured.costs, |name: &str| measured.names.contains(&name));
    println!("        machine: Cow::Borrowed({:?}),", costs.machine);
    for (name, figures) in costs.figures().into_iter().filter(|(name, _)| is_measured(name)) {
        match figures {
            [one] => println!("        {name}: {},", list(&[*one])),
            several => println!("        {name}: [{}],", list(several)),
        }
    }
    for (name, curve) in costs.curves().into_iter().filter(|(name, _)| is_measured(name)) {
        let (first, ns) = curve.points();
        println!("        {name}: Curve::builtin({first}, &[{}]),", list(ns));
    }
    println!("        matrices: Cow::Borrowed(&[");
    for (name, figures) in costs.matrices.iter() {
        println!("            (Cow::Borrowed({name:?}), [{}]),", list(figures));
    }
    println!("        ]),");
}
