//! Numbers for orthogonalizations: doubles, and pairs of doubles, whose sum is a number of 104 bits.
//!
//! Source: Dekker 1971, "A floating-point technique for extending the available precision"; errors of pairs after Joldes, Muller, Popescu 2017, "Tight
//! and rigorous error bounds for basic building blocks of double-word arithmetic".

/// A number of some precision.
pub(super) trait Real: Copy {
    /// This number, or one near to it.
    fn of(x: i128) -> Self;
    /// The nearest double.
    fn near(self) -> f64;
    /// Quotient.
    fn over(self, other: Self) -> Self;
    /// self − x·y.
    fn less(self, x: Self, y: Self) -> Self;
    /// self − Σ x_i·y_i.
    fn less_dot(self, x: &[Self], y: &[Self]) -> Self;
}

/// The inner product in some order.
pub(super) fn dot(x: &[f64], y: &[f64]) -> f64 {
    const LANES: usize = 8;
    let (heads, tails) = ([x, y].map(|v| v.chunks_exact(LANES)), x.len() / LANES * LANES);
    let [left, right] = heads;
    let mut sums = [0.0; LANES];
    for (a, b) in left.zip(right) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += a * b;
        }
    }
    let rest: f64 = x[tails..].iter().zip(&y[tails..]).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f64>() + rest
}

impl Real for f64 {
    fn of(x: i128) -> Self {
        x as f64
    }

    fn near(self) -> f64 {
        self
    }

    fn over(self, other: Self) -> Self {
        self / other
    }

    fn less(self, x: Self, y: Self) -> Self {
        self - x * y
    }

    fn less_dot(self, x: &[Self], y: &[Self]) -> Self {
        self - dot(x, y)
    }
}

/// The sum of two doubles, the second of which is at most half a unit in the last place of the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pair(pub f64, pub f64);

/// The sum of two doubles, exactly.
fn sum(x: f64, y: f64) -> Pair {
    let s = x + y;
    let part = s - x;
    Pair(s, (x - (s - part)) + (y - part))
}

/// The same for |x| ≥ |y|.
fn ordered_sum(x: f64, y: f64) -> Pair {
    let s = x + y;
    Pair(s, y - (s - x))
}

/// The product of two doubles, exactly: both are split into halves of at most 26 bits.
fn product(x: f64, y: f64) -> Pair {
    let split = |x: f64| {
        const SPLITTER: f64 = 134_217_729.0; // 2^27 + 1
        let scaled = SPLITTER * x;
        let high = scaled - (scaled - x);
        [high, x - high]
    };
    let (p, [a, b], [c, d]) = (x * y, split(x), split(y));
    Pair(p, b * d - (((p - a * c) - b * c) - a * d))
}

impl Pair {
    /// Relative errors of sums, products, quotients and square roots are below 2 to this power, where nothing overflows.
    pub const LOG2_ERROR: i32 = -100;

    pub fn plus(self, other: Self) -> Self {
        let (high, low) = (sum(self.0, other.0), sum(self.1, other.1));
        let Pair(x, y) = ordered_sum(high.0, high.1 + low.0);
        ordered_sum(x, y + low.1)
    }

    pub fn minus(self, other: Self) -> Self {
        self.plus(Pair(-other.0, -other.1))
    }

    pub fn times(self, other: Self) -> Self {
        let Pair(p, e) = product(self.0, other.0);
        ordered_sum(p, e + (self.0 * other.1 + self.1 * other.0))
    }

    /// The square root of a positive number.
    pub fn sqrt(self) -> Self {
        let x = Pair(self.0.sqrt(), 0.0);
        let rest = self.minus(product(x.0, x.0));
        x.plus(Pair(rest.0 / (2.0 * x.0), 0.0))
    }
}

impl Real for Pair {
    fn of(x: i128) -> Self {
        let high = x as f64;
        // the difference from the nearest double is below 2^74, but for doubles of 2^127, which no inner product is
        Pair(high, (x - high as i128) as f64)
    }

    fn near(self) -> f64 {
        self.0
    }

    fn over(self, other: Self) -> Self {
        let first = Pair(self.0 / other.0, 0.0);
        let rest = self.minus(first.times(other));
        let second = Pair(rest.0 / other.0, 0.0);
        let rest = rest.minus(second.times(other));
        first.plus(second).plus(Pair(rest.0 / other.0, 0.0))
    }

    fn less(self, x: Self, y: Self) -> Self {
        self.minus(x.times(y))
    }

    fn less_dot(self, x: &[Self], y: &[Self]) -> Self {
        x.iter().zip(y).fold(self, |rest, (&x, &y)| rest.less(x, y))
    }
}
