//! A chart of predicted times by the number of machines.

use crate::chart::{self, Panel, Series};
use polymod::ranks::Prediction;

/// The chart as SVG: the time, and that of the arithmetic alone.
///
/// # Errors
/// The error of drawing, as text; for no rows.
pub fn svg(task: &str, threads: usize, rows: &[(usize, Prediction)]) -> Result<String, String> {
    if rows.is_empty() {
        return Err("there is nothing to draw: the computation takes one machine".into());
    }
    let series = |name: &str, part: fn(&Prediction) -> f64| {
        // a logarithm needs a time above 0
        let points: Vec<_> = rows.iter().map(|(ranks, p)| (*ranks as f64, part(p).max(1.0))).collect();
        Series { name: name.into(), line: points.clone(), dots: points }
    };
    let panel = Panel {
        title: format!("{threads} threads a rank"),
        across: "ranks",
        series: vec![series("predicted", |p| p.ns), series("arithmetic alone", |p| p.work_ns)],
        marks: Vec::new(),
    };
    chart::svg(task, &[panel])
}
