//! Products of large matrices over Z/n with seven products of halves for eight.
//!
//! Winograd's form (1971, with fifteen additions) of Strassen's identity (1969, "Gaussian elimination is not optimal"),
//! in the order of Boyer, Dumas, Pernet, Zhou 2009, "Memory efficient scheduling of Strassen–Winograd's matrix
//! multiplication algorithm", table 1, where three of the additions are merged into the products before them. Memory:
//! two quarters in addition to operands and result. A last odd row, column or term is multiplied separately. The
//! products of halves recur as long as that is predicted to be faster.

use super::Zn;
use crate::{
    Result,
    engine::Context,
    kernels::matmul::{Output, Rows},
    ring::{Gather, Ring},
    tested,
};

/// Name of this algorithm.
pub const STRASSEN: &str = "strassen";

/// Number of words of the temporaries, including those of the recursion.
pub(super) fn words([m, k, c]: [usize; 3]) -> usize {
    let [m, k, c] = [m / 2, k / 2, c / 2];
    (m * k.max(c) + k * c) / 3 * 4
}

/// Predicted nanoseconds, from those of a product of halves and of the addition of an entry; `None` for a shape that is not halved,
/// one with a side shorter than `least`.
pub(super) fn predicted_ns(
    (least, addition_ns): (usize, f64),
    shape: [usize; 3],
    half_ns: impl Fn([usize; 3]) -> f64,
) -> Option<f64> {
    if shape.iter().any(|&n| n < least.max(2)) {
        return None;
    }
    let [m, k, c] = shape.map(|n| n / 2);
    let additions = (4 * m * k + 4 * k * c + 4 * m * c) as f64;
    Some(7.0 * half_ns([m, k, c]) + addition_ns * additions)
}

/// Two quarters of a matrix; the first one is written.
#[derive(Clone, Copy)]
enum Pair {
    /// The upper right quarter from the upper left one.
    Upper,
    /// The lower right quarter from the lower left one.
    Lower,
    /// The lower left quarter from the upper right one.
    Diagonal,
    /// The upper right quarter from the lower right one.
    Right,
}

impl Zn {
    tested! {
        /// out = a·b; the content of `out` is overwritten.
        pub(super) fn strassen(&self, out: Output<'_>, a: Rows<'_>, b: Rows<'_>, cx: Context<'_>) -> Result<()> {
            let (c, cols, stride, _) = out.into_parts();
            let [m, k, n] = [a.rows() / 2, a.cols() / 2, cols / 2];
            const QUARTERS: [[usize; 2]; 4] = [[0, 0], [0, 1], [1, 0], [1, 1]];
            let [a11, a12, a21, a22] = QUARTERS.map(|[i, j]| a.part([i * m, j * k], [m, k]));
            let [b11, b12, b21, b22] = QUARTERS.map(|[i, j]| b.part([i * k, j * n], [k, n]));
            let (mut x, mut y) = (self.engine().dirty(m * k), self.engine().dirty(k * n));
            let [c11, c12, c21, c22] = [0, n, m * stride, m * stride + n];
            let product = |at: usize, a: Rows<'_>, b: Rows<'_>, how: Gather, c: &mut [u64]| {
                let words = &mut c[at..at + (m - 1) * stride + n];
                self.product_of_words(None, Output::new(words, n, stride, how), a, b, cx)
            };
            self.difference(&mut x, a11, a21, cx);
            self.difference(&mut y, b22, b12, cx);
            product(c21, Rows::whole(&x, m), Rows::whole(&y, k), Gather::Set, c)?;
            self.sum(&mut x, a21, a22, cx);
            self.difference(&mut y, b12, b11, cx);
            product(c22, Rows::whole(&x, m), Rows::whole(&y, k), Gather::Set, c)?;
            self.subtract(&mut x, a11, false, cx);
            self.subtract(&mut y, b22, true, cx);
            product(c12, Rows::whole(&x, m), Rows::whole(&y, k), Gather::Set, c)?;
            product(c11, a11, b11, Gather::Set, c)?;
            for pair in [Pair::Upper, Pair::Diagonal, Pair::Right, Pair::Lower] {
                self.add_quarter(c, [m, n, stride], pair, cx);
            }
            self.subtract(&mut x, a12, true, cx);
            product(c12, Rows::whole(&x, m), b22, Gather::Add, c)?;
            self.subtract(&mut y, b21, false, cx);
            product(c21, a22, Rows::whole(&y, k), Gather::Sub, c)?;
            product(c11, a12, b21, Gather::Add, c)?;
            self.odd_parts(Output::new(c, cols, stride, Gather::Set), a, b, cx)
        }
    }

    /// Completes the product for odd sizes: a last term, a last column and a last row.
    fn odd_parts(&self, out: Output<'_>, a: Rows<'_>, b: Rows<'_>, cx: Context<'_>) -> Result<()> {
        let (words, cols, stride, _) = out.into_parts();
        let [m, k, n] = [a.rows(), a.cols(), cols].map(|len| len / 2 * 2);
        if k < a.cols() {
            let even = &mut words[..(m - 1) * stride + n];
            let out = Output::new(even, n, stride, Gather::Add);
            self.product_of_words(None, out, a.part([0, k], [m, 1]), b.part([k, 0], [1, n]), cx)?;
        }
        if n < cols {
            let column = &mut words[n..n + (m - 1) * stride + 1];
            let out = Output::new(column, 1, stride, Gather::Set);
            self.product_of_words(None, out, a.part([0, 0], [m, a.cols()]), b.part([0, n], [b.rows(), 1]), cx)?;
        }
        if m < a.rows() {
            let row = &mut words[m * stride..m * stride + cols];
            let out = Output::new(row, cols, stride, Gather::Set);
            self.product_of_words(None, out, a.part([m, 0], [1, a.cols()]), b, cx)?;
        }
        Ok(())
    }

    /// out = x − y.
    fn difference(&self, out: &mut [u64], x: Rows<'_>, y: Rows<'_>, cx: Context<'_>) {
        let n = self.modulus();
        each_row(out, x.cols(), cx, |i, out| {
            for ((z, &x), &y) in out.iter_mut().zip(x.row(i)).zip(y.row(i)) {
                *z = n.sub(x, y);
            }
        });
    }

    /// out = x + y.
    fn sum(&self, out: &mut [u64], x: Rows<'_>, y: Rows<'_>, cx: Context<'_>) {
        let n = self.modulus();
        each_row(out, x.cols(), cx, |i, out| {
            for ((z, &x), &y) in out.iter_mut().zip(x.row(i)).zip(y.row(i)) {
                *z = n.add(x, y);
            }
        });
    }

    /// out −= x, or with `turned` out = x − out.
    fn subtract(&self, out: &mut [u64], x: Rows<'_>, turned: bool, cx: Context<'_>) {
        let n = self.modulus();
        each_row(out, x.cols(), cx, |i, out| {
            for (z, &x) in out.iter_mut().zip(x.row(i)) {
                *z = if turned { n.sub(x, *z) } else { n.sub(*z, x) };
            }
        });
    }

    /// Adds one quarter of a result to another; quarters have m by n entries.
    fn add_quarter(&self, c: &mut [u64], [m, n, stride]: [usize; 3], pair: Pair, cx: Context<'_>) {
        let modulus = self.modulus();
        let add = |out: &mut [u64], x: &[u64]| {
            for (z, &x) in out.iter_mut().zip(x) {
                *z = modulus.add(*z, x);
            }
        };
        let (upper, lower) = c.split_at_mut(m * stride);
        let lower = &mut lower[..(m - 1) * stride + 2 * n];
        match pair {
            Pair::Upper | Pair::Lower => {
                let half = if matches!(pair, Pair::Upper) { upper } else { lower };
                each_row(half, stride, cx, |_, row| {
                    let (left, right) = row.split_at_mut(n);
                    add(&mut right[..n], left);
                });
            }
            Pair::Diagonal => each_row(lower, stride, cx, |i, row| add(&mut row[..n], &upper[i * stride + n..][..n])),
            Pair::Right => each_row(upper, stride, cx, |i, row| add(&mut row[n..2 * n], &lower[i * stride + n..][..n])),
        }
    }
}

/// Applies `f(i, row i)` to every row, divided among the threads; the last row may be shorter.
fn each_row(out: &mut [u64], stride: usize, cx: Context<'_>, f: impl Fn(usize, &mut [u64]) + Sync) {
    cx.for_chunks(out, stride, |first, out| {
        for (i, row) in out.chunks_mut(stride).enumerate() {
            f(first + i, row);
        }
    });
}
