//! The operations of the table: their names, where they are timed, and their operands.

use polymod::rug::Integer;

use super::task::{Case, Kind, Task, Verb};

/// An operation on polynomials of n coefficients.
pub struct Operation {
    /// Its name in the table.
    pub name: &'static str,
    /// The most coefficients over this ring; 0: not over this ring.
    pub most: fn(&Case) -> usize,
    /// The operands; nothing where this size has none.
    pub task: fn(&Case, usize) -> Option<Task>,
}

const fn operation(name: &'static str, most: fn(&Case) -> usize, task: fn(&Case, usize) -> Option<Task>) -> Operation {
    Operation { name, most, task }
}

/// The longest operands of the table.
const ALL: usize = 128;

fn everywhere(_: &Case) -> usize {
    ALL
}

fn fields(case: &Case) -> usize {
    if case.is_field() { ALL } else { 0 }
}

/// Over Z with a limit that falls with the coefficients' size.
fn over_z(case: &Case, limits: [usize; 5]) -> usize {
    let at = [8, 32, 64, 256, 2048].iter().position(|&bits| case.bits <= bits);
    if case.is_z() { at.map_or(0, |i| limits[i]) } else { 0 }
}

fn task(verb: Verb, polys: impl IntoIterator<Item = Vec<Integer>>) -> Task {
    Task { verb, polys: polys.into_iter().collect(), x: Integer::new(), n: 0 }
}

fn two(verb: Verb, case: &Case, n: usize) -> Option<Task> {
    Some(task(verb, [case.random(n, 1), case.random(n, 2)]))
}

/// A polynomial and an element.
fn with_element(verb: Verb, case: &Case, n: usize) -> Option<Task> {
    let x = case.random(1, 3).swap_remove(0);
    Some(Task { x, ..task(verb, [case.random(n, 1)]) })
}

/// A polynomial and a number.
fn with_number(verb: Verb, a: Vec<Integer>, n: usize) -> Option<Task> {
    Some(Task { n: n as u64, ..task(verb, [a]) })
}

/// Two polynomials of n coefficients with a common divisor of about half the degree.
fn related(verb: Verb, case: &Case, n: usize) -> Option<Task> {
    let common = case.random(n / 2 + 1, 4);
    Some(task(verb, [5, 6].map(|seed| case.product(&case.random(n - n / 2, seed), &common))))
}

/// A series of n coefficients with this constant term.
fn series(case: &Case, n: usize, lowest: u32) -> Vec<Integer> {
    let mut a = case.random(n, 1);
    a[0] = Integer::from(lowest);
    a
}

/// The product of x − i, or of the factors from a list.
fn product(case: &Case, factors: impl IntoIterator<Item = Vec<Integer>>) -> Vec<Integer> {
    factors.into_iter().fold(vec![Integer::from(1)], |all, factor| case.product(&all, &factor))
}

fn linear(root: Integer) -> Vec<Integer> {
    vec![-root, Integer::from(1)]
}

/// Points of which no two are equal.
fn points(case: &Case, n: usize) -> Option<Vec<Integer>> {
    if !case.is_field() || case.kind == Kind::Two || case.modulus < 2 * n as u64 {
        return None;
    }
    let mut points = case.random(8 * n, 9);
    points.sort();
    points.dedup();
    points.truncate(n);
    (points.len() == n).then_some(points)
}

/// The operation of this name.
///
/// # Panics
/// Where there is none.
pub fn named(name: &str) -> &'static Operation {
    OPERATIONS.iter().find(|operation| operation.name == name).expect("the name of an operation")
}

/// The operations on all rings, on fields, and over Z.
pub const OPERATIONS: &[Operation] = &[
    operation("product", everywhere, |c, n| two(Verb::Product, c, n)),
    operation("square", everywhere, |c, n| Some(task(Verb::Square, [c.random(n, 1)]))),
    operation("sum", everywhere, |c, n| two(Verb::Sum, c, n)),
    operation("difference", everywhere, |c, n| two(Verb::Difference, c, n)),
    operation("negation", everywhere, |c, n| Some(task(Verb::Negation, [c.random(n, 1)]))),
    operation("scalar product", everywhere, |c, n| with_element(Verb::Scale, c, n)),
    operation("derivative", everywhere, |c, n| Some(task(Verb::Derivative, [c.random(n, 1)]))),
    operation("evaluation", everywhere, |c, n| with_element(Verb::Evaluation, c, n)),
    operation("divrem", everywhere, |c, n| {
        let mut divisor = c.random(n, 2);
        if c.is_z() {
            divisor[n - 1] = Integer::from(1);
        }
        Some(task(Verb::DivRem, [c.random(2 * n - 1, 1), divisor]))
    }),
    operation("taylor shift", everywhere, |c, n| {
        let shifted = with_element(Verb::TaylorShift, c, n)?;
        Some(if c.is_z() { Task { x: Integer::from(1), ..shifted } } else { shifted })
    }),
    operation("cube", everywhere, |c, n| with_number(Verb::Power, c.random(n, 1), 3)),
    operation(
        "8th power",
        |c| if c.is_z() { over_z(c, [64, 64, 64, 64, 16]) } else { 64 },
        |c, n| with_number(Verb::Power, c.random(n, 1), 8),
    ),
    operation(
        "composition",
        |c| if c.is_z() { over_z(c, [24, 24, 16, 16, 8]) } else { 32 },
        |c, n| two(Verb::Composition, c, n),
    ),
    operation("inverse series", everywhere, |c, n| with_number(Verb::InverseSeries, series(c, n, 1), n)),
    operation(
        "exp series",
        |c| if c.is_field() && c.bits > 7 { ALL } else { 0 },
        |c, n| with_number(Verb::ExpSeries, series(c, n, 0), n),
    ),
    operation(
        "log series",
        |c| if c.is_field() && c.bits > 7 { ALL } else { 0 },
        |c, n| with_number(Verb::LogSeries, series(c, n, 1), n),
    ),
    operation("gcd, coprime", |c| if c.is_z() { ALL } else { fields(c) }, |c, n| two(Verb::Gcd, c, n)),
    operation("gcd, half common", |c| if c.is_z() { ALL } else { fields(c) }, |c, n| related(Verb::Gcd, c, n)),
    operation(
        "xgcd",
        |c| if c.is_z() { over_z(c, [16, 16, 16, 12, 8]) } else { fields(c) },
        |c, n| {
            // FLINT does not end for constants over Z
            if c.is_z() && n < 3 { None } else { two(Verb::Xgcd, c, n) }
        },
    ),
    operation(
        "resultant",
        |c| if c.is_z() { over_z(c, [64, 48, 48, 24, 8]) } else { fields(c) },
        |c, n| two(Verb::Resultant, c, n),
    ),
    operation(
        "discriminant",
        |c| if c.is_z() { over_z(c, [64, 48, 48, 24, 8]) } else { fields(c) },
        |c, n| (n > 1).then(|| task(Verb::Discriminant, [c.random(n, 1)])),
    ),
    operation("power mod", fields, |c, n| {
        let x = Integer::from(1_000_003);
        (n > 1).then(|| Task { x, ..task(Verb::PowerModulo, [c.random(n - 1, 1), c.random(n, 2)]) })
    }),
    operation("evaluations", fields, |c, n| Some(task(Verb::Evaluations, [c.random(n, 1), points(c, n)?]))),
    operation("interpolation", fields, |c, n| Some(task(Verb::Interpolation, [c.random(n, 1), points(c, n)?]))),
    operation(
        "roots",
        |c| fields(c).min(64),
        |c, n| {
            let roots = points(c, n - 1)?;
            (n > 1).then(|| task(Verb::Roots, [product(c, roots.into_iter().map(linear))]))
        },
    ),
    operation("factor, random", |c| fields(c).min(64), |c, n| (n > 1).then(|| task(Verb::Factor, [c.random(n, 1)]))),
    operation(
        "square-free",
        |c| if c.is_z() { over_z(c, [48, 48, 48, 32, 16]) } else { fields(c) },
        |c, n| {
            // a·b²
            let b = c.random(n / 3 + 1, 2);
            (n > 3).then(|| task(Verb::SquareFree, [product(c, [c.random(n - 2 * (n / 3), 1), b.clone(), b])]))
        },
    ),
    operation("irreducible?", |c| fields(c).min(64), |c, n| (n > 1).then(|| task(Verb::Irreducible, [c.random(n, 1)]))),
    operation(
        "exact quotient",
        |c| over_z(c, [ALL; 5]),
        |c, n| {
            let b = c.random(n, 2);
            Some(task(Verb::Exact, [c.product(&c.random(n, 1), &b), b]))
        },
    ),
    operation(
        "pseudo-division",
        |c| over_z(c, [48, 48, 32, 24, 8]),
        |c, n| Some(task(Verb::PseudoDivRem, [c.random(2 * n - 1, 1), c.random(n, 2)])),
    ),
    operation(
        "content",
        |c| over_z(c, [ALL; 5]),
        |c, n| Some(task(Verb::Content, [c.product(&c.random(n, 1), &[Integer::from(6)])])),
    ),
    operation(
        "primitive part",
        |c| over_z(c, [ALL; 5]),
        |c, n| Some(task(Verb::PrimitivePart, [c.product(&c.random(n, 1), &[Integer::from(6)])])),
    ),
    operation(
        "factor, two",
        |c| over_z(c, [48, 48, 32, 24, 8]),
        |c, n| (n > 2).then(|| task(Verb::Factor, [product(c, [c.random(n / 2 + 1, 1), c.random(n - n / 2, 2)])])),
    ),
    operation(
        "factor, Wilkinson",
        |c| if c.bits == 8 { over_z(c, [48; 5]) } else { 0 },
        |c, n| (n > 1).then(|| task(Verb::Factor, [product(c, (1..n).map(|i| linear(Integer::from(i))))])),
    ),
    operation(
        "factor, x^n - 1",
        |c| if c.bits == 8 { over_z(c, [ALL; 5]) } else { 0 },
        |_, n| {
            let mut a = vec![Integer::new(); n + 1];
            (a[0], a[n]) = (Integer::from(-1), Integer::from(1));
            Some(task(Verb::Factor, [a]))
        },
    ),
    operation(
        "factor, linear",
        |c| over_z(c, [32, 32, 24, 16, 6]),
        |c, n| (n > 1).then(|| task(Verb::Factor, [product(c, (1..n as u64).map(|seed| c.random(2, 10 + seed)))])),
    ),
];
