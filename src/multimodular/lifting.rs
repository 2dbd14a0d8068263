//! Dixon's lifting: solutions of linear systems over Z as p-adic digits for one prime p.
//!
//! With C = A⁻¹ modulo p and R₀ = B the digits X_i = C·R_i mod p and the integers R_(i+1) = (R_i − A·X_i)/p have A⁻¹·B = X₀ +
//! X₁·p + … + X_(i−1)·p^(i−1) + A⁻¹·R_i·p^i (Dixon 1982, "Exact solution of linear equations using p-adic expansions"). The
//! remainders R_i stay below twice the largest entry of B or sum of a row of A, so that they are represented by residues modulo a
//! few other primes, where the division by p is exact. A digit takes one product of C by a few columns, and one of A modulo each
//! of these primes.

use super::{
    checkpoint::Stage,
    matrix::elimination_ns,
    primes::{self, Primes},
};
use crate::{
    Result,
    arith::{Modulus, Shoup},
    engine::Context,
    matrix::Matrix,
    ring::{Block, Integers, RightOperand, Ring, Vectors, Zn},
};
use rug::{
    Integer,
    integer::{IntegerExt64, Order},
    ops::Pow,
};
use std::collections::HashSet;

/// Number of digits in a checkpoint record.
const RECORD: usize = 32;
/// Number of primes tried in search of one that does not divide the determinant.
const TRIES: usize = 4;

/// The remainders and A modulo one of the other primes q.
struct Part {
    zn: Zn,
    /// The transpose of A.
    a: RightOperand,
    residues: Vec<u64>,
    /// 1/p modulo q.
    over_p: Shoup,
    /// q/Q modulo q, where Q is the product of all other primes.
    weight: Shoup,
    /// 1/q in floating point.
    reciprocal: f64,
}

/// A system in progress. Vectors are stored row by row, with one entry per right side.
pub(super) struct Lifting {
    p: Zn,
    /// The transpose of C.
    inverse: RightOperand,
    parts: Vec<Part>,
    /// Q/q modulo p for each q, and Q modulo p.
    cofactors: Vec<Shoup>,
    product: Shoup,
    /// R_i modulo p.
    rest: Vec<u64>,
    digits: Vec<Vec<u64>>,
}

impl Lifting {
    /// The lifting for A·X = B with a square A; fails unless one of the first primes does not divide its determinant.
    ///
    /// # Errors
    /// [`Error::TooLarge`](crate::Error::TooLarge); [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn new(
        a: &Matrix<Integers>,
        b: &Matrix<Integers>,
        mut primes: Primes<'_>,
        stage: Option<Stage<'_>>,
        cx: Context<'_>,
    ) -> Result<Option<Self>> {
        let sides = b.transposed();
        let alone = cx.engine().unwatched_thread();
        if let Some((p, others)) = stage.and_then(|stage| recorded_primes(a, b, &stage.look(0)?))
            && let Some(lifting) = Self::with_primes(a, &sides, Zn::of_prime(alone, p), |_| Ok(others), cx)?
        {
            return Ok(Some(lifting));
        }
        for _ in 0..TRIES {
            let p = Zn::of_prime(alone, primes.next(1)?[0]);
            let others = |p: Modulus| primes.next(parts(a, b, p.bits()));
            if let Some(lifting) = Self::with_primes(a, &sides, p, others, cx)? {
                return Ok(Some(lifting));
            }
        }
        Ok(None)
    }

    /// The lifting for this base p and these other primes; None if p divides the determinant.
    fn with_primes(
        a: &Matrix<Integers>,
        sides: &Matrix<Integers>,
        p: Zn,
        others: impl FnOnce(Modulus) -> Result<Vec<Modulus>>,
        cx: Context<'_>,
    ) -> Result<Option<Self>> {
        let z = a.ring();
        let Some(inverse) = residues_of(z, a, &p, cx)?.inverse().ok() else { return Ok(None) };
        let others = others(p.modulus())?;
        let inverse = transposed_operand(&p, &inverse, sides.rows(), cx);
        let rest = z.residues(sides.entries(), &[p.modulus()], cx)?.to_vec();
        let product = others.iter().map(|q| Integer::from(q.n())).product::<Integer>();
        let modulo_p = |x: &Integer| p.modulus().shoup(x.mod_u64(p.n()));
        let part = |q: &Modulus| {
            let zn = Zn::of_prime(p.engine(), *q);
            let cofactor = Integer::from(&product / q.n());
            Ok(Part {
                a: transposed_operand(&zn, &residues_of(z, a, &zn, cx)?, sides.rows(), cx),
                residues: z.residues(sides.entries(), &[*q], cx)?.to_vec(),
                over_p: q.shoup(q.inv(q.reduce(p.n()))?),
                weight: q.shoup(q.inv(cofactor.mod_u64(q.n()))?),
                reciprocal: 1.0 / q.n() as f64,
                zn,
            })
        };
        Ok(Some(Lifting {
            parts: others.iter().map(part).collect::<Result<_>>()?,
            cofactors: others.iter().map(|q| modulo_p(&Integer::from(&product / q.n()))).collect(),
            product: modulo_p(&product),
            p,
            inverse,
            rest,
            digits: Vec::new(),
        }))
    }

    /// log2 of p.
    pub fn log2_base(&self) -> f64 {
        (self.p.n() as f64).log2()
    }

    /// p to the power of the number of digits.
    pub fn modulus(&self) -> Integer {
        Integer::from(self.p.n()).pow(self.digits.len() as u32)
    }

    /// Computes digits until there are `count` of them.
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled); those of the checkpoint.
    pub fn extend(&mut self, count: usize, stage: Option<Stage<'_>>, cx: Context<'_>) -> Result<()> {
        let work = self.parts.len() as f64 * self.parts.first().map_or(0.0, |part| part.a.predicted_ns());
        let cx = cx.for_work(work);
        cx.inside(|cx| {
            while self.digits.len() < count {
                cx.check()?;
                let first = self.digits.len();
                if let Some(stage) = stage.filter(|_| first.is_multiple_of(RECORD))
                    && let Some(words) = stage.take(first as u64)
                {
                    if self.restore(&words) {
                        stage.count_reused(1);
                        continue;
                    }
                    stage.count_unusable(1);
                }
                self.step(cx)?;
                let done = self.digits.len();
                cx.progress("digits", done as u64, count as u64);
                if let Some(stage) = stage.filter(|_| done.is_multiple_of(RECORD)) {
                    stage.append((done - RECORD) as u64, &self.record())?;
                }
            }
            stage.map_or(Ok(()), |stage| stage.sync())
        })
    }

    /// p and the other primes q.
    fn primes(&self) -> impl Iterator<Item = u64> {
        std::iter::once(&self.p).chain(self.parts.iter().map(|part| &part.zn)).map(|zn| zn.modulus().n())
    }

    /// The words of a checkpoint record: number of primes, primes, the last digits, and the remainders.
    fn record(&self) -> Vec<u64> {
        let last = &self.digits[self.digits.len() - RECORD..];
        let rests = self.parts.iter().map(|part| &part.residues).chain([&self.rest]);
        let primes = std::iter::once(1 + self.parts.len() as u64).chain(self.primes());
        primes.chain(last.iter().chain(rests).flatten().copied()).collect()
    }

    fn restore(&mut self, words: &[u64]) -> bool {
        let (len, count) = (self.rest.len(), 1 + self.parts.len());
        let Some((head, words)) = words.split_at_checked(1 + count) else { return false };
        if head[0] != count as u64
            || !self.primes().eq(head[1..].iter().copied())
            || words.len() != len * (RECORD + count)
        {
            return false;
        }
        // bounds: digits modulo p, remainders modulo the other primes, and modulo p
        let p = self.p.modulus().n();
        let others = self.parts.iter().map(|part| part.zn.modulus().n());
        let bounds = std::iter::repeat_n(p, RECORD).chain(others).chain([p]);
        if !words.chunks_exact(len.max(1)).zip(bounds).all(|(run, bound)| run.iter().all(|&x| x < bound)) {
            return false;
        }
        let mut runs = words.chunks_exact(len.max(1)).map(<[u64]>::to_vec);
        self.digits.extend(runs.by_ref().take(RECORD));
        for (part, run) in self.parts.iter_mut().zip(runs.by_ref()) {
            part.residues = run;
        }
        self.rest = runs.next().unwrap_or_default();
        true
    }

    fn step(&mut self, cx: Context<'_>) -> Result<()> {
        let mut digit = vec![0; self.rest.len()];
        self.p.times_right(&self.rest, &self.inverse, &mut digit);
        cx.map(self.parts.iter_mut().collect(), |part: &mut Part, _| {
            part.subtract(&digit);
            Ok(())
        })?;
        let p = self.p.modulus();
        for (i, rest) in self.rest.iter_mut().enumerate() {
            // base extension: Σ y_q·Q/q − k·Q, k the nearest integer to Σ y_q/q; remainders are below Q/4
            let (mut sum, mut ratio) = (0, 0.0);
            for (part, cofactor) in self.parts.iter().zip(&self.cofactors) {
                let y = part.zn.modulus().mul_shoup(part.residues[i], part.weight);
                sum = p.add(sum, p.mul_shoup(y, *cofactor));
                ratio += y as f64 * part.reciprocal;
            }
            *rest = p.sub(sum, p.mul_shoup(ratio.round() as u64, self.product));
        }
        self.digits.push(digit);
        Ok(())
    }

    /// Number of digits.
    pub fn len(&self) -> usize {
        self.digits.len()
    }

    /// Entries of the solution modulo p^count, by the first digits.
    ///
    /// # Panics
    /// If there are fewer digits than `count`.
    pub fn entries(&self, count: usize) -> Entries<'_> {
        let digits = &self.digits[..count];
        let blocks = count.div_ceil(BLOCK);
        let squares = |power: &Integer| Some(Integer::from(power.square_ref()));
        let first = Integer::from(self.p.n()).pow(BLOCK as u32);
        let powers = std::iter::successors(Some(first), squares).take(blocks.max(1).ilog2() as usize + 1).collect();
        Entries { p: self.p.n(), digits, powers, modulus: Integer::from(self.p.n()).pow(count as u32) }
    }

    /// Σ `weights[i]`·entry i of the first right side's solution, modulo p to the power of the number of digits.
    pub fn combination(&self, weights: &[u64]) -> Integer {
        let mut base = Integer::from(self.p.n());
        let sum = |digit: &Vec<u64>| -> u128 {
            digit.iter().zip(weights).map(|(&x, &w)| u128::from(x) * u128::from(w)).sum()
        };
        let mut digits: Vec<Integer> = self.digits.iter().map(|digit| Integer::from(sum(digit))).collect();
        while digits.len() > 1 {
            digits = pairs(digits, &base);
            base.square_mut();
        }
        digits.pop().unwrap_or_default()
    }
}

/// low + base·high for all pairs.
fn pairs(digits: Vec<Integer>, base: &Integer) -> Vec<Integer> {
    let mut rest = digits.into_iter();
    let mut sums = Vec::with_capacity(rest.len().div_ceil(2));
    while let Some(low) = rest.next() {
        sums.push(match rest.next() {
            Some(high) => low + high * base,
            None => low,
        });
    }
    sums
}

/// Number of digits that are summed in words.
const BLOCK: usize = 8;

/// Entries of a solution modulo a power of p.
pub(super) struct Entries<'a> {
    p: u64,
    digits: &'a [Vec<u64>],
    /// p to the powers `BLOCK`, 2·`BLOCK`, 4·`BLOCK`, …
    powers: Vec<Integer>,
    pub modulus: Integer,
}

impl Entries<'_> {
    /// Entry i, by divide and conquer over blocks of digits.
    pub fn get(&self, i: usize) -> Integer {
        let block = |digits: &[Vec<u64>]| {
            let mut limbs = [0; BLOCK];
            for digit in digits.iter().rev() {
                let mut carry = u128::from(digit[i]);
                for limb in &mut limbs {
                    let sum = u128::from(*limb) * u128::from(self.p) + carry;
                    (*limb, carry) = (sum as u64, sum >> 64);
                }
            }
            Integer::from_digits(&limbs, Order::Lsf)
        };
        let mut sums: Vec<Integer> = self.digits.chunks(BLOCK).map(block).collect();
        for power in &self.powers {
            if sums.len() > 1 {
                sums = pairs(sums, power);
            }
        }
        sums.pop().unwrap_or_default()
    }
}

impl Part {
    /// Updates the remainders to (R − A·X)/p.
    fn subtract(&mut self, digit: &[u64]) {
        let q = self.zn.modulus();
        let reduced: Vec<u64> = digit.iter().map(|&x| if x < q.n() { x } else { q.reduce(x) }).collect();
        let mut product = vec![0; digit.len()];
        self.zn.times_right(&reduced, &self.a, &mut product);
        for (r, x) in self.residues.iter_mut().zip(product) {
            *r = q.mul_shoup(q.sub(*r, x), self.over_p);
        }
    }
}

/// p and the other primes with which digits were recorded, whichever instruction set they were chosen for.
fn recorded_primes(a: &Matrix<Integers>, b: &Matrix<Integers>, words: &[u64]) -> Option<(Modulus, Vec<Modulus>)> {
    let (&count, words) = words.split_first()?;
    let primes = words.get(..usize::try_from(count).ok()?)?;
    let primes = primes.iter().map(|&p| primes::usable(p)).collect::<Option<Vec<Modulus>>>()?;
    let (&p, others) = primes.split_first()?;
    let distinct = primes.iter().map(|p| p.n()).collect::<HashSet<_>>().len() == primes.len();
    let bits = others.iter().map(|q| u64::from(q.bits() - 1)).sum::<u64>();
    (distinct && bits >= u64::from(bits_left(a, b))).then(|| (p, others.to_vec()))
}

fn residues_of(z: &Integers, a: &Matrix<Integers>, zn: &Zn, cx: Context<'_>) -> Result<Matrix<Zn>> {
    let words = z.residues(a.entries(), &[zn.modulus()], cx)?;
    Matrix::new(zn, a.rows(), a.cols(), zn.owned(zn.view(&words)?))
}

fn transposed_operand(zn: &Zn, a: &Matrix<Zn>, rows: usize, cx: Context<'_>) -> RightOperand {
    let transposed = a.transposed();
    let block = Block::new(transposed.entries(), transposed.rows(), transposed.cols(), transposed.cols());
    zn.right_operand(block, rows, cx)
}

/// Bits of a product of primes Q that exceeds four times every remainder.
fn bits_left(a: &Matrix<Integers>, b: &Matrix<Integers>) -> u32 {
    let of = |m: &Matrix<Integers>| m.ring().size(m.entries()).bits;
    of(b).max(of(a) + usize::BITS - a.rows().leading_zeros()) + 3
}

/// The number of primes with `bits` bits whose product represents the remainders.
pub(super) fn parts(a: &Matrix<Integers>, b: &Matrix<Integers>, bits: u32) -> usize {
    // the primes of a stream exceed half of a power of two
    bits_left(a, b).div_ceil(bits - 1) as usize
}

/// Predicted nanoseconds of `digits` digits of the solution for a matrix of n rows, with this number of right sides and of other
/// primes, the inverse included; and of the fractions, of which all but the first are a product by the denominator and a remainder, of half of the digits.
pub(super) fn predicted_ns(n: usize, sides: usize, parts: f64, digits: f64, cx: Context<'_>) -> f64 {
    let costs = cx.engine().costs();
    let ([call, prime], [word, pair]) = (costs.modular.lifting, costs.modular.reconstruction);
    let inverse = costs.modular.determinant_inverse[1];
    let (entries, right) = ((n * n) as f64, (n * sides) as f64);
    // tiles compute whole rows; a decomposition spends a third of its time outside of products
    let product = entries * sides.next_multiple_of(4) as f64 * 2.0 * costs.elimination[2];
    let step = (parts + 1.0) * (call + product + right * costs.word_reduce) + right * parts * costs.word_reduce;
    let words = digits * 0.75;
    let each = 4.0 * costs.integer_mul.at((words / 2.0) as usize + 1) + words * costs.pack_limb;
    let fractions = words * (word + words * pair) + right * each;
    (parts + 2.0) * prime + inverse * elimination_ns(n, cx) + digits * step + fractions
}
