//! A chart of predicted times by the number of machines.

use plotters::prelude::*;
use polymod::ranks::Prediction;
use std::error::Error;

/// Colours that colour-blind readers can distinguish (Okabe and Ito 2008).
const COLOURS: [RGBColor; 2] = [RGBColor(0, 114, 178), RGBColor(213, 94, 0)];
const FONT: (&str, i32) = ("sans-serif", 14);
const SIZE: (u32, u32) = (700, 420);

/// The chart as SVG: the time, and that of the arithmetic alone, on double logarithmic axes.
///
/// # Errors
/// The error of drawing, as text; for no rows.
pub fn svg(task: &str, threads: usize, rows: &[(usize, Prediction)]) -> Result<String, String> {
    if rows.is_empty() {
        return Err("there is nothing to draw: the computation takes one machine".into());
    }
    let mut text = String::new();
    draw(&mut text, &format!("{task}; {threads} threads a rank"), rows).map_err(|e| e.to_string())?;
    Ok(text)
}

fn draw(text: &mut String, title: &str, rows: &[(usize, Prediction)]) -> Result<(), Box<dyn Error>> {
    let line = |part: fn(&Prediction) -> f64| rows.iter().map(move |(ranks, p)| (*ranks as f64, part(p) * 1e-9));
    let lines = [("predicted", line(|p| p.ns)), ("arithmetic alone", line(|p| p.work_ns))];
    let seconds = || lines.iter().flat_map(|(_, points)| points.clone()).map(|(_, s)| s.max(1e-9));
    let (low, high) = (seconds().fold(f64::MAX, f64::min), seconds().fold(0.0, f64::max));
    let last = rows.last().map_or(2.0, |(ranks, _)| *ranks as f64).max(2.0);
    let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption(title, ("sans-serif", 16))
        .margin(10)
        .margin_right(30)
        .x_label_area_size(40)
        .y_label_area_size(70)
        .build_cartesian_2d((1.0..last).log_scale().base(2.0), (low / 2.0..high * 2.0).log_scale())?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(BLACK.mix(0.1))
        .label_style(FONT)
        .x_desc("ranks")
        .y_desc("seconds")
        .x_label_formatter(&|ranks| format!("{ranks:.0}"))
        .draw()?;
    for (i, ((name, points), colour)) in lines.iter().zip(COLOURS).enumerate() {
        chart.draw_series(LineSeries::new(points.clone(), colour.stroke_width(2)))?;
        chart.draw_series(points.clone().map(|point| Circle::new(point, 3, colour.filled())))?;
        root.draw(&Text::new((*name).to_string(), (100, 320 + 18 * i as i32), FONT.into_font().color(&colour)))?;
    }
    root.present()?;
    drop(chart);
    drop(root);
    Ok(())
}
