//! Charts of times as SVG: lines and dots on double logarithmic axes, nanoseconds upward, one panel or several in two columns.

use crate::explain::duration;
use plotters::{coord::Shift, prelude::*};
use std::error::Error;

/// Colours that colour-blind readers can distinguish (Okabe and Ito 2008).
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
];
const FONT: (&str, i32) = ("sans-serif", 14);
/// Width and height of a panel, and height of the head above all of them.
const PANEL: (u32, u32) = (550, 380);
const HEAD: u32 = 50;

/// A line and dots of one colour, points as (x, nanoseconds).
#[derive(Clone, Debug)]
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// The points that a line connects.
    pub line: Vec<(f64, f64)>,
    /// The points shown as dots.
    pub dots: Vec<(f64, f64)>,
}

/// One system of coordinates.
#[derive(Clone, Debug)]
pub struct Panel {
    /// The text above it.
    pub title: String,
    /// What the horizontal axis shows.
    pub across: &'static str,
    /// The lines, in the order of the legend.
    pub series: Vec<Series>,
    /// Where vertical lines are.
    pub marks: Vec<f64>,
}

/// The chart as SVG, with this text at its head; panels without points are left out.
///
/// # Errors
/// The error of drawing, as text; where there are no points.
pub fn svg(head: &str, panels: &[Panel]) -> Result<String, String> {
    let panels: Vec<&Panel> = panels.iter().filter(|panel| panel.points().next().is_some()).collect();
    if panels.is_empty() {
        return Err("there is nothing to draw".into());
    }
    let mut text = String::new();
    draw(&mut text, head, &panels).map_err(|e| e.to_string())?;
    Ok(text)
}

fn draw(text: &mut String, head: &str, panels: &[&Panel]) -> Result<(), Box<dyn Error>> {
    let columns = panels.len().min(2);
    let rows = panels.len().div_ceil(columns);
    // a single panel is wider, so that the head fits
    let width = if columns == 1 { 700 } else { 2 * PANEL.0 };
    let root = SVGBackend::with_string(text, (width, HEAD + PANEL.1 * rows as u32)).into_drawing_area();
    root.fill(&WHITE)?;
    let (top, body) = root.split_vertically(HEAD);
    top.draw(&Text::new(head.to_string(), (20, 16), ("sans-serif", 18)))?;
    for (panel, area) in panels.iter().zip(body.split_evenly((rows, columns))) {
        panel.draw(&area)?;
    }
    root.present()?;
    Ok(())
}

impl Panel {
    fn points(&self) -> impl Iterator<Item = (f64, f64)> + Clone {
        self.series.iter().flat_map(|s| s.line.iter().chain(&s.dots).copied())
    }

    /// The least and the largest of these numbers, apart by a factor of two at least.
    fn range(numbers: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
        let low = numbers.clone().fold(f64::MAX, f64::min);
        (low, numbers.fold(0.0, f64::max).max(2.0 * low))
    }

    /// Whether the first line rises: its legend is at the top then, at the bottom otherwise.
    pub fn rises(&self) -> bool {
        let ends = self.series.first().and_then(|s| Some((s.line.first()?.1, s.line.last()?.1)));
        ends.is_none_or(|(first, last)| first <= last)
    }

    fn draw(&self, area: &DrawingArea<SVGBackend<'_>, Shift>) -> Result<(), Box<dyn Error>> {
        let (first, last) = Self::range(self.points().map(|p| p.0));
        let (low, high) = Self::range(self.points().map(|p| p.1));
        let (low, high) = (low / 2.0, high * 2.0);
        let mut chart = ChartBuilder::on(area)
            .caption(&self.title, ("sans-serif", 16))
            .margin(10)
            .margin_right(24)
            .x_label_area_size(40)
            .y_label_area_size(70)
            .build_cartesian_2d((first..last).log_scale().base(2.0), (low..high).log_scale())?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(BLACK.mix(0.1))
            .label_style(FONT)
            .x_desc(self.across)
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|ns| duration(*ns))
            .draw()?;
        for at in &self.marks {
            chart.draw_series([PathElement::new(vec![(*at, low), (*at, high)], BLACK.mix(0.4))])?;
        }
        let top = if self.rises() { 40 } else { PANEL.1 as i32 - 60 - 18 * self.series.len() as i32 };
        for (i, (series, colour)) in self.series.iter().zip(COLOURS.iter().cycle()).enumerate() {
            chart.draw_series(LineSeries::new(series.line.iter().copied(), colour.stroke_width(2)))?;
            chart.draw_series(series.dots.iter().map(|dot| Circle::new(*dot, 3, colour.filled())))?;
            area.draw(&Text::new(series.name.clone(), (100, top + 18 * i as i32), FONT.into_font().color(colour)))?;
        }
        Ok(())
    }
}
