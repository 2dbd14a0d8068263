//! A chart of the cost model: products of polynomials by length, predicted times as lines, measured times as dots, with
//! the lengths from which another algorithm is predicted to be the fastest.

use super::measure::Effort;
use plotters::{coord::Shift, prelude::*};
use polymod::core::costs::CostModel;
use polymod::{
    Result,
    core::cpu::Target,
    engine::Engine,
    ring::{Coeffs, Convolve, F2, Integers, ProductShape, Ring, Zn},
};
use rug::{Integer, integer::Order};

/// Colours that colour-blind readers can distinguish (Okabe and Ito 2008).
const COLOURS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
];
const FONT: (&str, i32) = ("sans-serif", 14);
/// Range of log2 of the lengths, in coefficients or in words of bits.
const LENGTHS: std::ops::RangeInclusive<u32> = 2..=13;

/// Name of an algorithm, and for each length its predicted and measured nanoseconds.
type Line = (&'static str, Vec<(usize, f64, f64)>);

/// The products over one ring.
pub struct Panel {
    title: String,
    lines: Vec<Line>,
}

impl Panel {
    fn new<R: Convolve>(ring: &R, effort: Effort, operand: impl Fn(usize) -> Coeffs<R>) -> Result<Self> {
        let mut lines: Vec<Line> = Vec::new();
        for len in LENGTHS.map(|log| 1 << log) {
            let (a, b) = (operand(len), operand(len));
            let all = 0..a.len() + b.len() - 1;
            let shape = ProductShape::of(ring, a.view(), b.view(), all.clone());
            let candidates = ring.engine().enter(|cx| ring.product_candidates(&shape, cx));
            let fastest = candidates.iter().map(|c| c.predicted_ns).fold(f64::INFINITY, f64::min);
            // algorithms that are far too slow are not measured
            for c in candidates.iter().filter(|c| c.predicted_ns < 20.0 * fastest) {
                let mut out = ring.zeros(all.len());
                let mut multiply = || {
                    let w = all.clone();
                    ring.engine().enter(|cx| ring.mul_window_by(c.algorithm, &mut out, 0, a.view(), b.view(), w, cx))
                };
                multiply()?;
                let point = (len, c.predicted_ns, effort.best(|| drop(multiply())));
                match lines.iter_mut().find(|line| line.0 == c.algorithm.name()) {
                    Some(line) => line.1.push(point),
                    None => lines.push((c.algorithm.name(), vec![point])),
                }
            }
        }
        Ok(Panel { title: format!("products over {}", ring.name()), lines })
    }

    /// The lengths from which another algorithm is predicted to be the fastest, with its name.
    #[must_use]
    pub fn crossovers(&self) -> Vec<(usize, &'static str)> {
        let mut found: Vec<(usize, &'static str)> = Vec::new();
        for len in LENGTHS.map(|log| 1 << log) {
            let at = |line: &Line| line.1.iter().find(|p| p.0 == len).map(|p| (p.1, line.0));
            let best = self.lines.iter().filter_map(at).min_by(|x, y| x.0.total_cmp(&y.0));
            if let Some((_, name)) = best.filter(|best| found.last().is_none_or(|last| last.1 != best.1)) {
                found.push((len, name));
            }
        }
        found
    }
}

/// Measures the panels of a chart, under this model.
///
/// # Errors
/// [`Error::Cancelled`](polymod::Error::Cancelled).
pub fn panels(costs: &CostModel, target: Target, effort: Effort) -> Result<Vec<Panel>> {
    let engine = Engine::builder().threads(1).target(target).costs(costs.clone()).build();
    let mut state = 1u64;
    let mut word = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state ^ state >> 29
    };
    let words: Vec<u64> = (0..4 << LENGTHS.end()).map(|_| word()).collect();
    let mut all = Vec::new();
    for n in [(1 << 61) - 1, 998_244_353] {
        let zn = Zn::on(&engine, n)?;
        let operand = |len: usize| zn.collect(&words[..len].iter().map(|x| x % n).collect::<Vec<_>>());
        all.push(Panel::new(&zn, effort, operand)?);
    }
    let z = Integers::on(&engine);
    let integer = |limbs: &[u64]| Integer::from_digits(limbs, Order::Lsf);
    all.push(Panel::new(&z, effort, |len| z.collect(&words.chunks(4).take(len).map(integer).collect::<Vec<_>>()))?);
    let f = F2::on(&engine);
    all.push(Panel::new(&f, effort, |len| f.from_words(&words[..len], 64 * len))?);
    Ok(all)
}

/// The chart as SVG.
///
/// # Errors
/// The error of drawing, as text.
pub fn svg(machine: &str, panels: &[Panel]) -> std::result::Result<String, String> {
    let mut text = String::new();
    {
        let rows = panels.len().div_ceil(2).max(1);
        let root = SVGBackend::with_string(&mut text, (1100, 60 + 380 * rows as u32)).into_drawing_area();
        let draw = || -> std::result::Result<(), Box<dyn std::error::Error>> {
            root.fill(&WHITE)?;
            let (head, body) = root.split_vertically(50);
            head.draw(&Text::new(
                format!("{machine}: lines predicted, dots measured, one thread"),
                (20, 16),
                ("sans-serif", 20),
            ))?;
            for (panel, area) in panels.iter().zip(body.split_evenly((rows, 2))) {
                draw_panel(panel, &area)?;
            }
            root.present()?;
            Ok(())
        };
        draw().map_err(|e| e.to_string())?;
    }
    Ok(text)
}

fn draw_panel(
    panel: &Panel,
    area: &DrawingArea<SVGBackend<'_>, Shift>,
) -> std::result::Result<(), Box<dyn std::error::Error>> {
    let points = || panel.lines.iter().flat_map(|line| &line.1);
    let times = || points().flat_map(|p| [p.1, p.2]);
    let (low, high) = (times().fold(f64::MAX, f64::min), times().fold(1.0, f64::max));
    let sizes = || points().map(|p| p.0 as f64);
    let (first, last) = (sizes().fold(f64::MAX, f64::min), sizes().fold(1.0, f64::max));
    let mut chart = ChartBuilder::on(area)
        .caption(&panel.title, ("sans-serif", 16))
        .margin(10)
        .x_label_area_size(40)
        .y_label_area_size(70)
        .build_cartesian_2d((first..last).log_scale().base(2.0), (low / 2.0..high * 2.0).log_scale())?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(BLACK.mix(0.1))
        .label_style(FONT)
        .x_desc("coefficients, or words of bits")
        .y_desc("ns")
        .draw()?;
    for (i, ((name, line), colour)) in panel.lines.iter().zip(COLOURS.iter().cycle()).enumerate() {
        chart.draw_series(LineSeries::new(line.iter().map(|p| (p.0 as f64, p.1)), colour.stroke_width(2)))?;
        let dots = line.iter().map(|p| Circle::new((p.0 as f64, p.2), 3, colour.filled()));
        chart.draw_series(dots)?;
        area.draw(&Text::new((*name).to_string(), (100, 40 + 18 * i as i32), FONT.into_font().color(colour)))?;
    }
    for (len, _) in panel.crossovers().into_iter().skip(1) {
        let at = len as f64;
        chart.draw_series([PathElement::new(vec![(at, low / 2.0), (at, high * 2.0)], BLACK.mix(0.4))])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_all_lines_and_its_crossovers() {
        let line = |scale: f64, power: i32| -> Vec<(usize, f64, f64)> {
            LENGTHS.map(|log| 1usize << log).map(|n| (n, scale * (n as f64).powi(power), scale * n as f64)).collect()
        };
        let panel = Panel { title: "products".into(), lines: vec![("one", line(1.0, 2)), ("two", line(40.0, 1))] };
        assert_eq!(panel.crossovers(), [(4, "one"), (64, "two")]);
        let text = svg("a machine", &[panel]).unwrap();
        for word in ["<svg", "a machine", "one", "two", "products", "</svg>"] {
            assert!(text.contains(word), "{word}");
        }
        assert_eq!(text.matches("<circle").count(), 2 * LENGTHS.count());
    }
}
