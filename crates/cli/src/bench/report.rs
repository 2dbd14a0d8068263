//! The results of `bench`: a table to read, JSON with all rounds, a chart with a panel for each operation.

use super::Row;
use crate::{
    chart::{self, Panel, Series},
    explain::duration,
};
use polymod::core::cpu::host;
use serde_json::{Value, json};
use std::fmt::Write;
use time::OffsetDateTime;

/// What the times depend on.
pub struct Machine {
    mode: &'static str,
    costs: String,
    date: String,
}

impl Machine {
    /// This machine, now, with these costs.
    pub fn here(mode: &'static str, costs: &str) -> Self {
        let now = OffsetDateTime::now_utc();
        let ((year, month, day), (hour, minute, second)) = (now.to_calendar_date(), now.to_hms());
        let month = u8::from(month);
        let date = format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z");
        Machine { mode, costs: costs.into(), date }
    }

    fn head(&self) -> String {
        let (version, host) = (env!("CARGO_PKG_VERSION"), host());
        format!("polymod {version}, {}, {} cores, {}", host.name, host.cores, host.target)
    }
}

/// The table, ending with a newline.
pub fn table(machine: &Machine, rows: &[Row]) -> String {
    let mut out = format!("{}\n{}, costs: {}, {}\n\n", machine.head(), compiler(), machine.costs, machine.date);
    let width = |part: fn(&Row) -> &str| rows.iter().map(|row| part(row).len()).max().unwrap_or(0).max(9);
    let widths = [width(|row| row.operation), width(|row| row.ring), width(|row| row.algorithm)];
    let mut line = |cells: [&str; 7]| {
        let ([o, r, a], [operation, ring, size, threads, algorithm, best, median]) = (widths, cells);
        let _ = writeln!(
            out,
            "{operation:<o$}  {ring:<r$}  {size:>7}  {threads:>7}  {algorithm:<a$}  {best:>9}  {median:>9}"
        );
    };
    line(["operation", "ring", "size", "threads", "algorithm", "best", "median"]);
    for row in rows {
        let (size, threads) = (row.size.to_string(), row.threads.to_string());
        let times = [row.best(), row.median()].map(duration);
        line([row.operation, row.ring, &size, &threads, row.algorithm, &times[0], &times[1]]);
    }
    out
}

/// The compiler of this program, and the level of optimisation.
fn compiler() -> &'static str {
    env!("POLYMOD_COMPILER")
}

/// One JSON object: the machine, and an object for each row.
pub fn json(machine: &Machine, rows: &[Row]) -> String {
    let host = host();
    let row = |row: &Row| {
        json!({
            "operation": row.operation, "ring": row.ring, "size": row.size, "threads": row.threads,
            "algorithm": row.algorithm, "predicted_ns": row.predicted_ns, "best_ns": row.best(), "median_ns": row.median(), "rounds_ns": row.rounds_ns,
        })
    };
    let all: Value = json!({
        "polymod": env!("CARGO_PKG_VERSION"),
        "mode": machine.mode,
        "cpu": host.name,
        "cores": host.cores,
        "instructions": host.target.to_string(),
        "supported": host.supported.to_string(),
        "compiler": compiler(),
        "costs": machine.costs,
        "date": machine.date,
        "cases": rows.iter().map(row).collect::<Vec<_>>(),
    });
    format!("{all:#}\n")
}

/// The chart as SVG.
///
/// # Errors
/// The error of drawing, as text.
pub fn svg(machine: &Machine, rows: &[Row]) -> Result<String, String> {
    let mut panels: Vec<Panel> = Vec::new();
    for row in rows {
        let panel = match panels.iter().position(|panel| panel.title == row.operation) {
            Some(i) => &mut panels[i],
            None => {
                let title = row.operation.to_string();
                panels.push(Panel { title, across: "size", series: Vec::new(), marks: Vec::new() });
                panels.last_mut().ok_or("no panel")?
            }
        };
        let threads = if row.threads == 1 { String::new() } else { format!(", {} threads", row.threads) };
        let name = format!("{}{threads}", row.ring);
        let point = (row.size as f64, row.best());
        match panel.series.iter_mut().find(|series| series.name == name) {
            Some(series) => series.line.push(point),
            None => panel.series.push(Series { name, line: vec![point], dots: Vec::new() }),
        }
    }
    for series in panels.iter_mut().flat_map(|panel| &mut panel.series) {
        series.dots.clone_from(&series.line);
    }
    chart::svg(&machine.head(), &panels)
}
