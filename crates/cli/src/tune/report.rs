//! A chart of the cost model: products of polynomials by length, predicted times as lines, measured times as dots, with
//! the lengths from which another algorithm is predicted to be the fastest.

use super::measure::Effort;
use crate::chart::{self, Series};
use polymod::core::costs::CostModel;
use polymod::{
    Result,
    core::cpu::Target,
    engine::Engine,
    ring::{Coeffs, Convolve, F2, Integers, ProductShape, Ring, Zn},
};
use rug::{Integer, integer::Order};

/// Range of log2 of the lengths, in coefficients or in words of bits.
#[doc(hidden)]
pub const LENGTHS: std::ops::RangeInclusive<u32> = 2..=13;

/// Name of an algorithm, and for each length its predicted and measured nanoseconds.
type Line = (&'static str, Vec<(usize, f64, f64)>);

/// The products over one ring.
pub struct Panel {
    #[doc(hidden)]
    pub title: String,
    #[doc(hidden)]
    pub lines: Vec<Line>,
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

    fn drawn(&self) -> chart::Panel {
        let series = |(name, line): &Line| Series {
            name: (*name).into(),
            line: line.iter().map(|p| (p.0 as f64, p.1)).collect(),
            dots: line.iter().map(|p| (p.0 as f64, p.2)).collect(),
        };
        chart::Panel {
            title: self.title.clone(),
            across: "coefficients, or words of bits",
            series: self.lines.iter().map(series).collect(),
            marks: self.crossovers().into_iter().skip(1).map(|(len, _)| len as f64).collect(),
        }
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
    let drawn: Vec<chart::Panel> = panels.iter().map(Panel::drawn).collect();
    chart::svg(&format!("{machine}: lines predicted, dots measured, one thread"), &drawn)
}
