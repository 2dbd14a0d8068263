//! `--explain`: decisions as a table to read, or as one JSON object.

pub use super::args::ExplainStyle as Style;
use polymod::engine::{Alternative, Decision};
use serde_json::{Map, Value, json};
use std::{
    collections::{HashMap, hash_map::Entry},
    fmt::Write,
};

/// The algorithm of a verb that takes no decision.
pub const DIRECT: &str = "direct";

/// A message of the engine during the computation of a verb.
#[derive(Clone, Debug, PartialEq)]
pub enum Told {
    /// The outline of a computation of several steps, before the first step.
    Begun(Decision),
    /// A choice.
    Decided(Decision),
}

/// Combines the messages on one verb into one decision: the first one, with those that follow as its parts, equal ones
/// once. `verb` names the task if there were no messages.
#[must_use]
pub fn combined(verb: &str, ring: &str, told: Vec<Told>) -> Decision {
    let mut parts: Vec<Part> = Vec::new();
    let mut places: HashMap<(String, &str), usize> = HashMap::new();
    for told in told {
        let (decision, begun) = match told {
            Told::Begun(outline) => (outline, true),
            Told::Decided(decision) => (decision, false),
        };
        match places.entry((decision.task.clone(), decision.chosen)) {
            Entry::Occupied(place) => parts[*place.get()].again(decision, begun),
            Entry::Vacant(place) => {
                place.insert(parts.len());
                parts.push(Part { decision, times: 1, begun });
            }
        }
    }
    let mut decisions = parts.into_iter().map(Part::counted);
    match decisions.next() {
        Some(whole) => Decision { parts: whole.parts.iter().cloned().chain(decisions).collect(), ..whole },
        None => Decision::only(format!("{verb} over {ring}"), DIRECT),
    }
}

/// A decision, with the number of times that it was taken.
struct Part {
    decision: Decision,
    times: usize,
    /// Whether a later message may complete its parameters.
    begun: bool,
}

impl Part {
    fn again(&mut self, decision: Decision, begun: bool) {
        if self.begun && !begun {
            self.decision = decision;
        } else {
            self.times += 1;
        }
        self.begun = begun;
    }

    fn counted(mut self) -> Decision {
        if self.times > 1 {
            self.decision.parameters.push(("times", self.times.to_string()));
        }
        self.decision
    }
}

/// The text of a decision, ending with a newline.
#[must_use]
pub fn text(decision: &Decision, style: Style) -> String {
    match style {
        Style::Json => format!("{}\n", json(decision)),
        Style::Table => {
            let mut out = String::new();
            table(decision, 0, &mut out);
            out
        }
    }
}

/// The object of a decision.
#[must_use]
pub fn json(d: &Decision) -> Value {
    let alternative = |a: &Alternative| json!({ "algorithm": a.algorithm, "predicted_ns": a.predicted_ns, "peak_bytes": a.peak_bytes });
    // numbers as JSON numbers, everything else as text
    let parameter = |text: &str| text.parse::<u64>().map_or_else(|_| Value::from(text), Value::from);
    json!({
        "task": d.task,
        "chosen": d.chosen,
        "parameters": d.parameters.iter().map(|(k, v)| ((*k).to_string(), parameter(v))).collect::<Map<_, _>>(),
        "alternatives": d.alternatives.iter().map(alternative).collect::<Vec<_>>(),
        "parts": d.parts.iter().map(json).collect::<Vec<_>>(),
    })
}

fn table(d: &Decision, depth: usize, out: &mut String) {
    let indent = "  ".repeat(depth);
    let parameters: Vec<_> = d.parameters.iter().map(|(k, v)| format!("{k} {v}")).collect();
    let (before, between) = if parameters.is_empty() { ("", "") } else { (" (", ")") };
    let _ = writeln!(out, "{indent}{}: {}{before}{}{between}", d.task, d.chosen, parameters.join(", "));
    let width = d.alternatives.iter().map(|a| a.algorithm.len()).max().unwrap_or(0);
    for a in &d.alternatives {
        let mark = if a.algorithm == d.chosen { '*' } else { ' ' };
        let (time, memory) = (duration(a.predicted_ns), bytes(a.peak_bytes as f64));
        let _ = writeln!(out, "{indent}  {mark} {:<width$}  {time:>10}  {memory:>10}", a.algorithm);
    }
    for part in &d.parts {
        table(part, depth + 1, out);
    }
}

/// A number of nanoseconds, with the largest suitable unit.
#[must_use]
pub fn duration(ns: f64) -> String {
    scaled(ns, 1000.0, &["ns", "µs", "ms", "s"])
}

/// A number of bytes, with the largest suitable unit.
#[must_use]
pub fn bytes(n: f64) -> String {
    scaled(n, 1024.0, &["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"])
}

fn scaled(mut x: f64, step: f64, units: &[&str]) -> String {
    let mut unit = 0;
    while x >= step && unit + 1 < units.len() {
        x /= step;
        unit += 1;
    }
    let digits = if unit == 0 || x >= 100.0 { 0 } else { 1 };
    format!("{x:.digits$} {}", units[unit])
}
