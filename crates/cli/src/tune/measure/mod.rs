//! Measurement of the cost model on this machine, on one thread.
//!
//! A cost is the best of several short runs, because some of them are not interrupted; where one run holds several
//! costs, they are solved for from runs of several sizes. A cost further from the built-in one than machines differ is
//! dropped: it keeps its built-in value, as do the costs that no step measures.

mod bits;
mod blocks;
mod matrices;
mod products;
mod rows;
mod transforms;
mod words;

use polymod::{
    Result,
    core::costs::{CostModel, Curve},
    core::cpu::Target,
    engine::Engine,
    ring::{Coeffs, Convolve, ProductAlgorithm},
};
use std::time::{Duration, Instant};

/// Limits on the time of measuring.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effort {
    /// Largest number of runs for each cost.
    pub samples: u32,
    /// Time for each cost, beyond which there are at most three runs.
    pub patience: Duration,
    /// log2 of the longest transform.
    pub longest: u32,
}

impl Effort {
    /// Each cost once, with short operands: a test that it can be measured.
    pub const ONCE: Effort = Effort { samples: 1, patience: Duration::ZERO, longest: 12 };
    /// Less than a minute for all costs.
    pub const MINUTE: Effort = Effort { samples: 40, patience: Duration::from_millis(60), longest: 21 };
    /// More and longer runs, with a limit for each cost only: for the built-in costs.
    pub const THOROUGH: Effort = Effort { samples: 60, patience: Duration::from_secs(2), longest: 22 };

    /// Nanoseconds of a call: the minimum over many short runs.
    pub fn best(self, mut f: impl FnMut()) -> f64 {
        const SHORT: Duration = Duration::from_micros(200);
        let (start, mut best, mut calls, mut runs) = (Instant::now(), f64::INFINITY, 1u32, 0);
        while runs < self.samples && (runs < 3 || start.elapsed() < self.patience) {
            let one = Instant::now();
            for _ in 0..calls {
                f();
            }
            let time = one.elapsed();
            if self.samples > 1 && time < SHORT {
                calls = calls.saturating_mul(2);
                continue;
            }
            best = best.min(time.as_nanos() as f64 / f64::from(calls));
            runs += 1;
        }
        best
    }
}

/// A cost model, and the names of the costs in it that were measured.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The cost model.
    pub costs: CostModel,
    /// Names of fields; `fermat.product` for a field of a part.
    pub names: Vec<&'static str>,
}

/// State of the measurement.
#[doc(hidden)]
pub struct Bench {
    engine: Engine,
    target: Target,
    effort: Effort,
    /// The costs so far.
    costs: CostModel,
}

/// Names of costs that are measured together, and the function that measures them.
type Step = (&'static [&'static str], fn(&mut Bench) -> Result<()>);

#[doc(hidden)]
pub const STEPS: [Step; 40] = [
    (&["short"], words::short),
    (&["word_mul", "word_reduce"], words::schoolbook),
    (&["signed_short"], words::signed_short),
    (&["signed_mul", "signed_sum"], words::signed),
    (&["karatsuba"], words::karatsuba),
    (&["ntt"], transforms::ntt),
    (&["pointwise"], transforms::pointwise),
    (&["truncated"], transforms::truncated),
    (&["portable_ntt"], transforms::portable),
    (&["stockham"], transforms::stockham),
    (&["six_step"], transforms::six_step),
    (&["tree_ntt"], transforms::tree),
    (&["kernel_factors"], transforms::factors),
    (&["split_row", "join_row"], rows::conversions),
    (&["mixed"], rows::mixed),
    (&["integer_mul"], rows::integers),
    (&["matrix_points"], matrices::at_points),
    (&["determinants"], matrices::determinants),
    (&["elimination"], matrices::elimination),
    (&["sparse_product"], matrices::sparse_products),
    (&["matrices"], matrices::kernels),
    (&["bit_short"], bits::short),
    (&["bit_karatsuba"], bits::karatsuba),
    (&["bit_row"], bits::quotients),
    (&["bit_pass"], bits::pass),
    (&["bit_element"], bits::element),
    (&["frobenius"], bits::frobenius),
    (&["frobenius_point", "frobenius_matrix"], bits::values),
    (&["fermat.product", "fermat.digit", "fermat.row", "fermat.integer_pair"], blocks::fermat),
    (&["limbs.multiply_add", "limbs.limb", "limbs.row"], blocks::limbs),
    // overheads of whole products, when the costs of their parts are known
    (&["operation"], products::operation),
    (&["plan", "block"], products::plan),
    (&["join_word", "garner"], products::joins),
    (&["rows", "digit_limb"], products::conversions),
    (&["kronecker", "pack_limb"], products::packing),
    (&["big_reduce"], products::big_rows),
    (&["bit_coefficient"], products::bit_coefficients),
    (&["bit_plan"], products::bit_plan),
    (&["step"], products::steps),
    (&["division"], products::division),
];

/// Measures the costs of kernels of this level on this machine; `progress` gets the numbers of steps done and of all
/// steps.
///
/// # Errors
/// [`Error::Cancelled`](polymod::Error::Cancelled) if the engine's token is raised, which products check.
pub fn measure(machine: &str, target: Target, effort: Effort, progress: &mut dyn FnMut(u64, u64)) -> Result<Measured> {
    let known = CostModel::builtin(target);
    let engine = Engine::builder().threads(1).target(target).build();
    let mut bench = Bench { engine, target, effort, costs: known.clone() };
    let mut names = Vec::new();
    for (done, (figures, step)) in STEPS.iter().enumerate() {
        progress(done as u64, STEPS.len() as u64);
        let before = bench.costs.clone();
        step(&mut bench)?;
        if bench.costs == before || bench.costs.check(&known).is_err() {
            bench.costs = before;
        } else {
            names.extend(*figures);
        }
    }
    bench.costs.machine = format!("{machine}, {target}").into();
    Ok(Measured { costs: bench.costs, names })
}

impl Bench {
    fn best(&self, f: impl FnMut()) -> f64 {
        self.effort.best(f)
    }

    /// The usual size, or `once` where each cost is measured once.
    fn size(&self, usual: usize, once: usize) -> usize {
        if self.effort == Effort::ONCE { once } else { usual }
    }

    /// Time of a product by this algorithm; an error where it does not apply.
    fn product<R: Convolve>(&self, ring: &R, algorithm: ProductAlgorithm, a: &Coeffs<R>, b: &Coeffs<R>) -> Result<f64> {
        let all = 0..a.len() + b.len() - 1;
        let mut out = ring.zeros(all.len());
        let mut multiply = || {
            ring.engine().enter(|cx| ring.mul_window_by(algorithm, &mut out, 0, a.view(), b.view(), all.clone(), cx))
        };
        multiply()?;
        // a call that succeeded once succeeds again
        Ok(self.best(|| drop(multiply())))
    }
}

/// A curve through these points, whose sizes are consecutive powers of two.
fn curve(points: &[(usize, f64)]) -> Option<Curve> {
    let usable = points.len() >= 2 && points.iter().all(|(_, ns)| ns.is_finite() && *ns > 0.0);
    usable.then(|| Curve::new(points[0].0.ilog2(), points.iter().map(|p| p.1).collect::<Vec<_>>()))
}

/// Pseudo-random words, the same in each run.
fn random(len: usize, below: u64) -> Vec<u64> {
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state ^ (state >> 29)
    };
    (0..len).map(|_| next() % below).collect()
}

/// The solution x of Σ_j a_ij·x_j = b_i, by elimination with pivots; `None` if it is not unique.
#[doc(hidden)]
pub fn solved<const N: usize>(mut a: [[f64; N]; N], mut b: [f64; N]) -> Option<[f64; N]> {
    for k in 0..N {
        let pivot = (k..N).max_by(|&i, &j| a[i][k].abs().total_cmp(&a[j][k].abs()))?;
        if a[pivot][k].abs() < 1e-12 {
            return None;
        }
        a.swap(k, pivot);
        b.swap(k, pivot);
        for i in (0..N).filter(|&i| i != k) {
            let factor = a[i][k] / a[k][k];
            let row = a[k];
            a[i].iter_mut().zip(row).for_each(|(x, y)| *x -= factor * y);
            b[i] -= factor * b[k];
        }
    }
    Some(std::array::from_fn(|k| b[k] / a[k][k]))
}
