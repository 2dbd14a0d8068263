//! Prediction of the algorithms for a task given by sizes alone.
//!
//! The functions of sizes and cost model are those that decide when the task is executed, so that prediction and execution agree.

use super::{dft_choice, division_choice};
use crate::{
    Error, Result,
    bits::checked_words,
    choice,
    engine::{Context, Engine},
    monitor::Decision,
    ring::{Convolve, ProductShape, Size},
};

/// A task by its sizes: lengths in coefficients and, over Z, bits of the largest coefficient (0 elsewhere). All coefficients are
/// taken to be nonzero.
///
/// ```
/// # use polymod::{Engine, F2, poly::Task, ring::Size};
/// let [a, b] = [3, 100_000].map(|len| Size { len, bits: 0 });
/// let engine = Engine::builder().threads(1).build();
/// let decision = engine.explain(&F2::on(&engine), &Task::Product { a, b })?;
/// assert!(decision.alternatives.iter().any(|way| way.algorithm == decision.chosen));
/// # Ok::<(), polymod::Error>(())
/// ```
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq)]
pub enum Task {
    /// The product of two polynomials.
    Product {
        /// The left factor.
        a: Size,
        /// The right factor.
        b: Size,
    },
    /// The square of a polynomial.
    Square {
        /// The polynomial.
        a: Size,
    },
    /// Quotient and remainder.
    Division {
        /// Length of the dividend in coefficients, at least that of the divisor.
        dividend: usize,
        /// The divisor.
        divisor: Size,
    },
    /// Values at `len` powers of a root of unity of the ring.
    Transform {
        /// Number of values.
        len: usize,
    },
}

impl Engine {
    /// The decision of this engine for a task over this ring, with the predicted cost of each algorithm: a function of sizes and
    /// [costs](Self::costs) alone. Divisions and transforms are predicted with all threads, as at their start.
    ///
    /// ```
    /// use polymod::{Engine, Zn, poly::Task, ring::Size};
    /// let engine = Engine::builder().threads(1).build();
    /// let f = Zn::on(&engine, 998_244_353)?;
    /// let a = Size { len: 100_000, bits: 0 };
    /// let decision = engine.explain(&f, &Task::Square { a })?;
    /// assert!(decision.chosen == "ntt" || decision.chosen == "crt");
    /// assert!(decision.alternatives.iter().any(|way| way.algorithm == "karatsuba"));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for an operand without coefficients, or a dividend shorter than the divisor; [`Error::TooLarge`].
    pub fn explain<R: Convolve>(&self, ring: &R, task: &Task) -> Result<Decision> {
        self.enter(|cx| match *task {
            Task::Product { a, b } => product(ring, a, b, false, cx),
            Task::Square { a } => product(ring, a, a, true, cx),
            Task::Division { dividend, divisor } => {
                sized("a divisor", divisor.len)?;
                let Some(below) = dividend.checked_sub(divisor.len) else {
                    let (expected, got) = ("as many coefficients as the divisor has", dividend.to_string());
                    return Err(Error::OutOfRange { what: "a dividend", expected, got });
                };
                let choice = division_choice::Choice::dense(ring, divisor, below + 1, cx);
                Ok(choice.decision(cx))
            }
            Task::Transform { len } => {
                sized("a transform", len)?;
                checked_words("the transform", len, 2 * ring.zeros(0).width.max(1))?;
                let alternatives = dft_choice::alternatives(ring, len, len, cx);
                let chosen = choice::fastest(&alternatives, u64::MAX).map_or("bluestein", |way| way.algorithm);
                let task = format!("transform over {}, {len} values", ring.name());
                Ok(Decision { alternatives, ..Decision::only(task, chosen) })
            }
        })
    }
}

fn sized(what: &'static str, len: usize) -> Result<()> {
    match len {
        0 => Err(Error::OutOfRange { what, expected: "at least one coefficient", got: "0".into() }),
        _ => Ok(()),
    }
}

fn product<R: Convolve>(r: &R, a: Size, b: Size, square: bool, cx: Context<'_>) -> Result<Decision> {
    sized("a factor", a.len.min(b.len))?;
    checked_words("the product", a.len.saturating_add(b.len), r.zeros(0).width.max(1))?;
    let shape = ProductShape { a, b, square, window: 0..a.len + b.len - 1 };
    let chosen = r.choose_product(&shape, cx);
    Ok(shape.decision(r, chosen.algorithm, cx.for_work(chosen.predicted_ns)))
}
