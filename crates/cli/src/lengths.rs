//! `plan VERB … --plot FILE`: the predicted times of all algorithms by length, as a chart.
//!
//! Where predictions are functions of lengths alone, the chart goes to lengths beyond those of the operands; elsewhere each
//! point is the plan for a leading part of the operands.

use super::{
    Failure,
    args::VerbCall,
    chart::{self, Panel, Series},
    verbs::Operands,
};
use polymod::{
    Matrix, Poly, PolyMatrix,
    engine::Decision,
    matrix::SparseMatrix,
    poly::Task,
    ring::{AnyRing, Coeffs, Ring, Size, Vectors},
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
        return Err(nothing());
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

/// The refusal of a chart for operands without coefficients.
fn nothing() -> Failure {
    Failure::Usage("--plot: there is nothing to predict for an operand without coefficients".into())
}

/// The refusal of a chart where there is nothing to choose.
pub fn one_algorithm(verb: &str, ring: &str) -> Failure {
    Failure::Usage(format!("--plot: {verb} over {ring} has one algorithm for these operands"))
}

/// The chart of a call from the plans of leading parts of its operands: 2, 4, 8 … coefficients, or rows and columns, of the longest,
/// and as large a part of the others; all of them at the end. Parts that are refused, as singular ones, have no point.
///
/// # Errors
/// [`Failure::Usage`] where operands are integers, or no part has a choice; the error of the whole operands.
pub fn of_parts(
    call: &VerbCall,
    operands: &Operands<AnyRing>,
    mut decide: impl FnMut(Operands<AnyRing>) -> Result<Decision, Failure>,
) -> Result<String, Failure> {
    let (verb, ring) = (call.verb.name, &operands.ring);
    if !operands.integers.is_empty() || operands.progression.is_some() {
        return Err(Failure::Usage(format!(
            "--plot is for verbs whose times depend on the lengths of their operands, {verb} has integers among them"
        )));
    }
    let longest = longest(operands);
    if longest == 0 {
        return Err(nothing());
    }
    let lens = (1..usize::BITS).map(|log| 1 << log).take_while(|len| *len < longest).chain([longest]);
    let mut decisions = Vec::new();
    for len in lens {
        match part(operands, len, longest).and_then(&mut decide) {
            Ok(decision) if !decision.alternatives.is_empty() => decisions.push((len as f64, decision)),
            Err(error) if len == longest => return Err(error),
            _ => {}
        }
    }
    if decisions.is_empty() {
        return Err(one_algorithm(verb, &ring.name()));
    }
    let head = format!("{verb} over {}: predicted, {} threads", ring.name(), ring.engine().threads());
    chart::svg(&head, &[panel(&decisions)]).map_err(|e| Failure::Usage(format!("--plot: {e}")))
}

/// The largest number of coefficients, rows or columns of an operand.
fn longest(o: &Operands<AnyRing>) -> usize {
    let sides = o.matrices.iter().map(Matrix::shape).chain(o.sparse.iter().map(SparseMatrix::shape));
    let sides = sides.chain(o.poly_matrices.iter().map(PolyMatrix::shape)).map(|(rows, cols)| rows.max(cols));
    o.polys.iter().map(Poly::len).chain(o.arrays.iter().map(Coeffs::len)).chain(sides).max().unwrap_or(0)
}

/// The part `len`/`longest` of each operand: the highest coefficients of polynomials, the first rows and columns.
fn part(o: &Operands<AnyRing>, len: usize, longest: usize) -> Result<Operands<AnyRing>, Failure> {
    let (r, of) = (&o.ring, |whole: usize| (whole as u128 * len as u128).div_ceil(longest as u128) as usize);
    let both = |(rows, cols): (usize, usize)| (of(rows), of(cols));
    let highest = |f: &Poly<AnyRing>| Poly::from_coeffs(r, r.owned(f.coeffs().from(f.len() - of(f.len()))));
    let first = |a: &Matrix<AnyRing>| {
        let (rows, cols) = both(a.shape());
        Matrix::from_fn(r, rows, cols, |i, j| a.get(i, j))
    };
    let sparse = |a: &SparseMatrix<AnyRing>| {
        let (rows, cols) = both(a.shape());
        let places = a.places().filter(|[i, j]| *i < rows && *j < cols);
        SparseMatrix::from_triples(r, rows, cols, places.map(|[i, j]| (i, j, a.get(i, j))))
    };
    let of_polys = |a: &PolyMatrix<AnyRing>| {
        let (rows, cols) = both(a.shape());
        PolyMatrix::from_fn(r, rows, cols, |i, j| a.get(i, j).clone())
    };
    Ok(Operands {
        ring: r.clone(),
        polys: o.polys.iter().map(highest).collect(),
        counts: o.counts.clone(),
        arrays: o.arrays.iter().map(|a| r.owned(a.slice(0..of(a.len())))).collect(),
        matrices: o.matrices.iter().map(first).collect::<Result<_, _>>()?,
        sparse: o.sparse.iter().map(sparse).collect::<Result<_, _>>()?,
        poly_matrices: o.poly_matrices.iter().map(of_polys).collect::<Result<_, _>>()?,
        scalars: o.scalars.clone(),
        integers: Vec::new(),
        root: o.root.clone(),
        progression: None,
    })
}

/// The task of a verb for operands of these sizes; nothing for a dividend shorter than its divisor.
pub fn task(verb: &str, sizes: &[Size]) -> Option<Task> {
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

pub fn panel(decisions: &[(f64, Decision)]) -> Panel {
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
