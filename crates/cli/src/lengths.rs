//! `plan VERB … --plot FILE`: the predicted times of all algorithms by length, as a chart.

use super::{
    Failure,
    args::VerbCall,
    chart::{self, Panel, Series},
    verbs::Operands,
};
use polymod::{
    engine::Decision,
    poly::Task,
    ring::{AnyRing, Ring, Size},
};

/// Verbs whose predictions are functions of lengths alone.
pub const VERBS: [&str; 6] = ["mul", "sqr", "divrem", "quo", "rem", "ntt"];
/// The longest operand of the chart is this long at least, as a power of two.
const LEAST: u32 = 16;
/// Algorithms that take more than this many times the fastest one's time at a length are left out there.
const SLOW: f64 = 300.0;

/// The chart of a call as SVG: lengths in proportion to those of its operands, up to theirs or 2^16; a vertical line where another algorithm is the fastest.
///
/// # Errors
/// [`Failure::Usage`] for other verbs, and for operands without coefficients.
pub fn svg(call: &VerbCall, operands: &Operands<AnyRing>) -> Result<String, Failure> {
    let ring = &operands.ring;
    let sizes: Vec<Size> = match call.verb.name {
        "ntt" => vec![Size { len: call.transform.len(operands.arrays[0].len()), bits: 0 }],
        _ => operands.polys.iter().map(|p| ring.size(p.coeffs())).collect(),
    };
    let longest = sizes.iter().map(|size| size.len).max().unwrap_or(0);
    if longest == 0 || sizes.iter().any(|size| size.len == 0) {
        return Err(Failure::Usage("--plot: there is nothing to predict for an operand without coefficients".into()));
    }
    let top = LEAST.max(longest.next_power_of_two().ilog2());
    let decisions = (2..=top).filter_map(|log| {
        let scaled = |size: &Size| Size { len: (size.len << log).div_ceil(longest), ..*size };
        let task = task(call.verb.name, &sizes.iter().map(scaled).collect::<Vec<_>>())?;
        Some((f64::from(log).exp2(), ring.engine().explain(ring, &task).ok()?))
    });
    let panel = panel(&decisions.collect::<Vec<_>>());
    let head = format!("{} over {}: predicted, {} threads", call.verb.name, ring.name(), ring.engine().threads());
    chart::svg(&head, &[panel]).map_err(|e| Failure::Usage(format!("--plot: {e}")))
}

/// The task of a verb for operands of these sizes; nothing for a dividend shorter than its divisor.
fn task(verb: &str, sizes: &[Size]) -> Option<Task> {
    match (verb, sizes) {
        ("ntt", [values]) => Some(Task::Transform { len: values.len }),
        ("sqr", [a]) => Some(Task::Square { a: *a }),
        ("mul", [a, b]) => Some(Task::Product { a: *a, b: *b }),
        ("divrem" | "quo" | "rem", [dividend, divisor]) if dividend.len >= divisor.len => {
            Some(Task::Division { dividend: dividend.len, divisor: *divisor })
        }
        _ => None,
    }
}

fn panel(decisions: &[(f64, Decision)]) -> Panel {
    let (mut series, mut marks, mut chosen): (Vec<Series>, Vec<f64>, Option<&str>) = (Vec::new(), Vec::new(), None);
    for (len, decision) in decisions {
        let fastest = decision.alternatives.iter().map(|way| way.predicted_ns).fold(f64::INFINITY, f64::min);
        for way in decision.alternatives.iter().filter(|way| way.predicted_ns <= SLOW * fastest) {
            let point = (*len, way.predicted_ns.max(1.0));
            match series.iter_mut().find(|series| series.name == way.algorithm) {
                Some(series) => series.line.push(point),
                None => series.push(Series { name: way.algorithm.into(), line: vec![point], dots: Vec::new() }),
            }
        }
        if chosen.replace(decision.chosen).is_some_and(|before| before != decision.chosen) {
            marks.push(*len);
        }
    }
    Panel { title: "vertical lines: another algorithm is chosen".into(), across: "length", series, marks }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polymod::engine::Alternative;

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
}
