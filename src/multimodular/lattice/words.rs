//! LLL reduction of vectors of short integers, all in floating point.
//!
//! Entries are integers below 2^52, kept as doubles, so that operations on vectors are exact; a bound of the entries of each vector shows it. Inner
//! products are computed when they are needed, and kept until one of the vectors changes. Coefficients are known up to the first vector that changed,
//! and computed again until they are small (Nguyen, Stehlé 2009, "An LLL algorithm with quadratic complexity"), by doubles or by pairs of them.

use super::real::{Real, dot};
use crate::{Result, engine::Context};

/// Lovász's parameter, and the bound of size-reduced coefficients: a little more than is wanted in the end.
const DELTA: f64 = 0.992;
const REDUCED: f64 = 0.505;
/// Entries are below this; so are exact inner products by doubles.
const MOST: f64 = (1_u64 << 52) as f64;
/// Most passes in which all coefficients of a vector are reduced: each takes a third of the digits of a double from them, or more.
const PASSES: usize = 20;

/// Vectors of integers, and those of the given ones that they are combinations of.
pub(super) struct Words {
    /// The vectors.
    pub rows: Vec<Vec<f64>>,
    /// Their coefficients in the given vectors; of length 0 where they are not wanted.
    pub transform: Vec<Vec<f64>>,
    /// The coefficients of vectors that became zero, and are no longer among the rows.
    pub zeros: Vec<Vec<f64>>,
}

/// How a reduction ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// All vectors are reduced, as far as the precision shows.
    Reduced,
    /// The precision does not suffice.
    Imprecise,
    /// Entries became too long.
    Long,
}

/// The state of a reduction. Vectors have numbers, which do not change with their places.
struct Reduction<T> {
    words: Words,
    /// The number of the vector in each place.
    order: Vec<usize>,
    /// Bounds of the entries of the vectors and of the coefficients.
    most: Vec<[f64; 2]>,
    /// How often each vector has changed, and when the inner products were computed: the sum of both vectors' changes, and 1.
    changes: Vec<u64>,
    computed: Vec<u64>,
    gram: Vec<T>,
    /// For each vector: its inner products with the orthogonal parts of the vectors before it; its coefficients; the number of coefficients that
    /// are known.
    products: Vec<Vec<T>>,
    mu: Vec<Vec<T>>,
    known: Vec<usize>,
    /// Squared lengths of orthogonal parts, by places.
    norms: Vec<T>,
    /// For the last vector, the squared lengths of its parts orthogonal to the first 0, 1, … vectors.
    squares: Vec<T>,
}

/// Reduces the vectors, with orthogonalizations of this precision; whatever the end, they generate the same lattice.
pub(super) fn reduce<T: Real>(words: Words, cx: Context<'_>) -> Result<(Words, End)> {
    let mut state = Reduction::<T>::new(words);
    let end = state.run(cx)?;
    Ok((state.finished(), end))
}

/// The largest magnitude.
fn largest(v: &[f64]) -> f64 {
    v.iter().fold(0.0, |most, x| x.abs().max(most))
}

/// x − f·y in place.
fn subtract(x: &mut [f64], f: f64, y: &[f64]) {
    x.iter_mut().zip(y).for_each(|(x, y)| *x -= f * y);
}

/// Two elements of a slice.
fn both<T>(all: &mut [Vec<T>], own: usize, other: usize) -> (&mut Vec<T>, &Vec<T>) {
    let [own, other] = all.get_disjoint_mut([own, other]).expect("two vectors");
    (own, other)
}

impl<T: Real> Reduction<T> {
    fn new(words: Words) -> Self {
        let (n, zero) = (words.rows.len(), T::of(0));
        let most = words.rows.iter().zip(&words.transform).map(|(x, u)| [largest(x), largest(u)]).collect();
        Reduction {
            words,
            order: (0..n).collect(),
            most,
            changes: vec![0; n],
            computed: vec![0; n * n],
            gram: vec![zero; n * n],
            products: vec![vec![zero; n]; n],
            mu: vec![vec![zero; n]; n],
            known: vec![0; n],
            norms: vec![zero; n],
            squares: vec![zero; n + 1],
        }
    }

    fn run(&mut self, cx: Context<'_>) -> Result<End> {
        let n = self.order.len();
        let bits = self.most.iter().map(|most| most[0]).fold(1.0, f64::max).log2();
        // many times the number that occurs: rounding may cause cycles
        let mut left = 16.0 * (n * n) as f64 * (bits + 16.0);
        let mut k = 0;
        while k < self.order.len() {
            cx.check()?;
            match self.size_reduce(k) {
                End::Reduced if left > 0.0 => left -= 1.0,
                End::Reduced => return Ok(End::Imprecise),
                other => return Ok(other),
            }
            let own = self.order[k];
            if self.words.rows[own].iter().all(|x| *x == 0.0) {
                self.order.remove(k);
                self.words.zeros.push(std::mem::take(&mut self.words.transform[own]));
                self.forget(k);
                continue;
            }
            let to = self.place(k);
            if to < k {
                self.order[to..=k].rotate_right(1);
                self.forget(to);
            }
            self.norms[to] = self.squares[to];
            k = to + 1;
        }
        Ok(End::Reduced)
    }

    /// Coefficients for the vectors from this place on are no longer known.
    fn forget(&mut self, from: usize) {
        self.known.iter_mut().for_each(|known| *known = from.min(*known));
    }

    /// The vectors in their order.
    fn finished(mut self) -> Words {
        let in_order = |all: &mut Vec<Vec<f64>>| self.order.iter().map(|&i| std::mem::take(&mut all[i])).collect();
        let words = &mut self.words;
        Words {
            rows: in_order(&mut words.rows),
            transform: in_order(&mut words.transform),
            zeros: std::mem::take(&mut words.zeros),
        }
    }

    /// The inner product of two vectors.
    fn inner_product(&mut self, a: usize, b: usize) -> T {
        let at = a.max(b) * self.changes.len() + a.min(b);
        let now = self.changes[a] + self.changes[b] + 1;
        if self.computed[at] != now {
            let [x, y] = [a, b].map(|i| &self.words.rows[i]);
            let bound = self.most[a][0] * self.most[b][0] * x.len() as f64;
            let exact = if bound < MOST {
                dot(x, y) as i128
            } else {
                x.iter().zip(y).map(|(x, y)| i128::from(*x as i64) * i128::from(*y as i64)).sum()
            };
            (self.gram[at], self.computed[at]) = (T::of(exact), now);
        }
        self.gram[at]
    }

    /// Computes the coefficients of the vector in place k.
    fn orthogonalize(&mut self, k: usize) {
        let own = self.order[k];
        let [mut products, mut mu] = [&mut self.products[own], &mut self.mu[own]].map(std::mem::take);
        for j in self.known[own].min(k)..k {
            let other = self.order[j];
            let x = self.inner_product(own, other).less_dot(&self.mu[other][..j], &products[..j]);
            products[j] = x;
            mu[j] = x.over(self.norms[j]);
        }
        self.known[own] = k;
        self.squares[0] = self.inner_product(own, own);
        for j in 0..k {
            self.squares[j + 1] = self.squares[j].less(mu[j], products[j]);
        }
        (self.products[own], self.mu[own]) = (products, mu);
    }

    /// Makes the coefficients of the vector in place k small.
    fn size_reduce(&mut self, k: usize) -> End {
        let own = self.order[k];
        for _ in 0..PASSES {
            self.orthogonalize(k);
            let mut mu: Vec<f64> = self.mu[own][..k].iter().map(|x| x.near()).collect();
            let mut changed = false;
            for j in (0..k).rev() {
                if mu[j].abs() <= REDUCED {
                    continue;
                }
                if !mu[j].is_finite() || mu[j].abs() >= MOST {
                    return End::Imprecise;
                }
                let (other, factor) = (self.order[j], mu[j].round());
                if !self.subtract(own, other, factor) {
                    self.changed(own);
                    return End::Long;
                }
                changed = true;
                for (x, y) in mu[..j].iter_mut().zip(&self.mu[other]) {
                    *x -= factor * y.near();
                }
            }
            if !changed {
                return End::Reduced;
            }
            self.changed(own);
        }
        End::Imprecise
    }

    /// What is known of a vector that has changed.
    fn changed(&mut self, own: usize) {
        self.changes[own] += 1;
        self.known[own] = 0;
        self.most[own] = self.exact_bounds(own);
    }

    fn exact_bounds(&self, i: usize) -> [f64; 2] {
        [largest(&self.words.rows[i]), largest(&self.words.transform[i])]
    }

    /// Subtracts a multiple of a vector from another one; false where entries might become too long.
    fn subtract(&mut self, own: usize, other: usize, factor: f64) -> bool {
        let after = |most: [f64; 2], by: [f64; 2]| [0, 1].map(|i| most[i] + factor.abs() * by[i]);
        let mut bounds = after(self.most[own], self.most[other]);
        if bounds.iter().any(|most| *most >= MOST) {
            bounds = after(self.exact_bounds(own), self.most[other]);
            if bounds.iter().any(|most| *most >= MOST) {
                return false;
            }
        }
        self.most[own] = bounds;
        for all in [&mut self.words.rows, &mut self.words.transform] {
            let (own, other) = both(all, own, other);
            subtract(own, factor, other);
        }
        true
    }

    /// Where the vector in place k belongs by Lovász's condition.
    fn place(&self, k: usize) -> usize {
        let holds = |j: usize| self.squares[j].near() >= DELTA * self.norms[j].near();
        (1..=k).rev().find(|&to| holds(to - 1)).unwrap_or(0)
    }
}
