//! Values of polynomials modulo n at a point, in registers.

use super::words::{Accumulator, Below, Halves, Sums, Triple};
use crate::arith::{Modulus, MontgomeryFactor, Shoup, ShoupEstimate};

/// Most coefficients whose value is computed without preparing the point.
const PLAIN: usize = 4;
/// Most coefficients whose value at x is by Horner's rule at x⁴, four at a time.
const CHAINS: usize = 128;
/// The same where sums of products are words.
const CHAINS_OF_WORDS: usize = 20;
/// Number of powers of a point by which the others are grouped.
const GROUP: usize = 16;

/// v(x), coefficients from the lowest on.
#[inline]
pub fn value(n: &Modulus, v: &[u64], x: u64) -> u64 {
    match *v {
        [] => 0,
        [c] => c,
        [c, d] => n.add(c, n.mul(d, x)),
        // without a call: to arrange more coefficients takes room on the stack
        _ if v.len() <= ShoupEstimate::HORNER && n.bits() <= ShoupEstimate::MAX_BITS => {
            horner(*n, v, n.shoup_estimate(x))
        }
        _ => value_of_more(n, v, x),
    }
}

/// The modulus by reference: a value of four words would be written to memory for the call.
fn value_of_more(n: &Modulus, v: &[u64], x: u64) -> u64 {
    let n = *n;
    if v.len() > CHAINS || v.len() > CHAINS_OF_WORDS && Sums::of(n, GROUP) == Sums::Word {
        return match Sums::of(n, GROUP) {
            Sums::Word => by_groups::<Halves>(n, v, x),
            Sums::Below => by_groups::<Below>(n, v, x),
            Sums::Wide => by_groups::<u128>(n, v, x),
            Sums::Triple => by_groups::<Triple>(n, v, x),
        };
    }
    if n.bits() <= ShoupEstimate::MAX_BITS {
        prepared::<ShoupEstimate>(n, v, x)
    } else if n.bits() <= Shoup::MAX_BITS {
        prepared::<Shoup>(n, v, x)
    } else if v.len() <= PLAIN || n.n().is_multiple_of(2) {
        prepared::<Plain>(n, v, x)
    } else {
        prepared::<MontgomeryFactor>(n, v, x)
    }
}

/// A point prepared for Horner's rule.
trait Point: Copy {
    /// Most coefficients whose value is one product after the other, and by two chains of products; of more, four chains take less time.
    const HORNER: usize;
    const PAIRS: usize = Self::HORNER;
    fn new(n: Modulus, x: u64) -> Self;
    /// s·x + c for s from a step before, or in [0, n).
    fn step(self, n: Modulus, s: u64, c: u64) -> u64;
    /// The residue in [0, n) of what a step gave; by default steps give residues.
    #[inline(always)]
    fn residue(_: Modulus, s: u64) -> u64 {
        s
    }
}

impl Point for ShoupEstimate {
    const HORNER: usize = 16;
    const PAIRS: usize = 28;
    #[inline(always)]
    fn new(n: Modulus, x: u64) -> Self {
        n.shoup_estimate(x)
    }
    /// Below 4·n, for any word s.
    #[inline(always)]
    fn step(self, n: Modulus, s: u64, c: u64) -> u64 {
        n.mul_estimated(s, self) + c
    }
    #[inline(always)]
    fn residue(n: Modulus, s: u64) -> u64 {
        const { assert!(ShoupEstimate::LAZY_FACTOR + 1 == 4) };
        let s = if s >= 2 * n.n() { s - 2 * n.n() } else { s };
        if s >= n.n() { s - n.n() } else { s }
    }
}

impl Point for Shoup {
    const HORNER: usize = 16;
    #[inline(always)]
    fn new(n: Modulus, x: u64) -> Self {
        n.shoup(x)
    }
    #[inline(always)]
    fn step(self, n: Modulus, s: u64, c: u64) -> u64 {
        n.add(n.mul_shoup(s, self), c)
    }
}

impl Point for MontgomeryFactor {
    const HORNER: usize = 12;
    #[inline(always)]
    fn new(n: Modulus, x: u64) -> Self {
        n.montgomery_factor(x).expect("an odd modulus")
    }
    #[inline(always)]
    fn step(self, n: Modulus, s: u64, c: u64) -> u64 {
        n.add(n.mul_montgomery(s, self), c)
    }
}

/// A point that is not prepared: modulo even n of 64 bits.
#[derive(Clone, Copy)]
struct Plain(u64);

impl Point for Plain {
    const HORNER: usize = 9;
    #[inline(always)]
    fn new(_: Modulus, x: u64) -> Self {
        Plain(x)
    }
    #[inline(always)]
    fn step(self, n: Modulus, s: u64, c: u64) -> u64 {
        n.add(n.mul(s, self.0), c)
    }
}

/// v(x) for a few coefficients, by Horner's rule or by chains of it.
fn prepared<P: Point>(n: Modulus, v: &[u64], x: u64) -> u64 {
    let point = P::new(n, x);
    match v.len() {
        len if len <= P::HORNER => horner(n, v, point),
        len if len <= P::PAIRS => chains::<P, 2>(n, v, x, point),
        _ => chains::<P, 4>(n, v, x, point),
    }
}

/// v(x) by Horner's rule.
#[inline(always)]
fn horner<P: Point>(n: Modulus, v: &[u64], x: P) -> u64 {
    let Some((&top, low)) = v.split_last() else { return 0 };
    P::residue(n, low.iter().rev().fold(top, |s, &c| x.step(n, s, c)))
}

/// v(x) by Horner's rule at x^C for every C-th coefficient, and at x for the C values, so that C products at a time do not wait for each other.
#[inline(always)]
fn chains<P: Point, const C: usize>(n: Modulus, v: &[u64], x: u64, point: P) -> u64 {
    let (groups, top) = v.as_chunks::<C>();
    let mut values = [0; C];
    values[..top.len()].copy_from_slice(top);
    let step = P::new(n, (1..C.ilog2()).fold(n.mul(x, x), |power, _| n.mul(power, power)));
    for group in groups.iter().rev() {
        for (s, &c) in values.iter_mut().zip(group) {
            *s = step.step(n, *s, c);
        }
    }
    horner(n, &values.map(|s| P::residue(n, s)), point)
}

/// v(x) by Horner's rule at x^16 on values of 16 coefficients each, whose products by powers of x are independent of each other (Paterson,
/// Stockmeyer 1973).
fn by_groups<A: Accumulator>(n: Modulus, v: &[u64], x: u64) -> u64 {
    let product = |x, y| if n.bits() <= 32 { A::default().add(x, y).reduce(n) } else { n.mul(x, y) };
    let mut powers = [1; GROUP];
    powers[1] = x;
    for i in 2..GROUP {
        powers[i] = product(powers[i / 2], powers[i - i / 2]);
    }
    let step = product(powers[GROUP / 2], powers[GROUP / 2]);
    let sum = |c: &[u64]| c.iter().zip(&powers).fold(A::default(), |s, (&x, &y)| s.add(x, y)).reduce(n);
    let (groups, rest) = v.as_chunks::<GROUP>();
    let (groups, top) = (groups.iter().rev().map(|group| sum(group)), sum(rest));
    if n.bits() > ShoupEstimate::MAX_BITS {
        return groups.fold(top, |s, c| n.add(n.mul(s, step), c));
    }
    let step = ShoupEstimate::new(n, step);
    ShoupEstimate::residue(n, groups.fold(top, |s, c| step.step(n, s, c)))
}
