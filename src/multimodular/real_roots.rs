//! Real roots of polynomials over Z: isolating intervals, by Descartes' rule of signs and bisection.
//!
//! The number of sign variations of (1 + x)^n·P(1/(1 + x)) exceeds the number of roots of P in (0, 1) by an even number, and is 0 or 1 where no other root
//! is near: an interval is halved until that holds (Collins, Akritas 1976, "Polynomial real root isolation using Descartes' rule of signs"). Every step is a
//! Taylor shift by 1.
//!
//! Coefficients grow by n bits at each step, but few more than the leading n bits decide signs. Of the polynomials of smaller intervals only these
//! leading bits are kept, with a bound of the error; where a sign is not certain, they are computed anew from P (Eigenwillig, Kettner, Krandick, Mehlhorn, Schmitt, Wolpert
//! 2005, "A Descartes algorithm for polynomials with bit-stream coefficients").

use super::{Options, squarefree};
use crate::{
    Error, Result, order,
    poly::Poly,
    ring::{Integers, Ring, Vectors, limbs},
};
use rug::{Integer, Rational};

/// An interval with one real root: both ends are the root, or none is.
///
/// ```
/// use polymod::{Integers, Poly, multimodular::real_roots};
/// let a: Poly<Integers> = "x^3 - 2*x".parse()?;
/// let roots = real_roots(&a, None)?;
/// assert_eq!(roots.len(), 3);
/// assert!(roots[0].high < 0 && roots[1].low == 0 && roots[1].high == 0 && roots[2].low > 0);
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootInterval {
    /// The lower end.
    pub low: Rational,
    /// The upper end.
    pub high: Rational,
}

/// Disjoint intervals around the distinct real roots, ascending, of at most this width if one is given.
///
/// ```
/// use polymod::{Integers, Poly, multimodular::real_roots, rug::Rational};
/// let (a, width): (Poly<Integers>, _) = ("x^2 - 2".parse()?, Rational::from((1, 1000)));
/// let root = &real_roots(&a, Some(&width))?[1];
/// assert!(root.low.clone().square() < 2 && root.high.clone().square() > 2 && root.high.clone() - &root.low <= width);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// [`Error::Domain`] for 0; [`Error::OutOfRange`] for a width that is not positive; those of [`squarefree`](squarefree()).
pub fn real_roots(a: &Poly<Integers>, width: Option<&Rational>) -> Result<Vec<RootInterval>> {
    if let Some(width) = width.filter(|width| **width <= 0) {
        return Err(Error::OutOfRange {
            what: "width of intervals",
            expected: "a positive number",
            got: width.to_string(),
        });
    }
    a.begins(|| ("real roots over z".into(), "bisection"), &[])?;
    let parts = squarefree(a, &Options::default())?.value.factors;
    let factors: Vec<_> = parts.into_iter().map(|(f, _)| f).collect();
    let product = Poly::product(a.ring(), &factors)?;
    let zero = product.len() > 1 && product.coeff(0) == 0;
    let rest = if zero { product.exact_div(&Poly::x(a.ring()))? } else { product };
    let mut found = Found { rest, met: Vec::new(), intervals: Vec::new() };
    if zero {
        found.met.push(Rational::new());
    }
    for negative in [true, false] {
        found.isolate(negative)?;
    }
    found.disjoint(width)
}

/// What has been found of a square-free polynomial.
struct Found {
    /// The polynomial without the roots met.
    rest: Poly<Integers>,
    /// Rational roots met at ends of intervals.
    met: Vec<Rational>,
    /// Intervals with a root of `rest` each, none of whose ends is one.
    intervals: Vec<[Rational; 2]>,
}

impl Found {
    /// Isolates the positive roots, or the negative ones.
    fn isolate(&mut self, negative: bool) -> Result<()> {
        let n = self.rest.len() as u32 - 1;
        let bits = root_bits(&self.rest);
        let end = |numerator: &Integer, level: u32| {
            let x = Rational::from((Integer::from(numerator << bits), Integer::from(1) << level));
            if negative { -x } else { x }
        };
        let whole = Node::exact(&scaled(&self.rest, bits, negative), Integer::new(), 0)?;
        let mut waiting = vec![Node { kept: 4 * n + 128, ..whole }];
        while let Some(mut node) = waiting.pop() {
            let count = match node.variations(node.kept)? {
                Some(count) => count,
                None => {
                    let p = scaled(&self.rest, bits, negative);
                    node = Node { kept: 2 * node.kept, ..Node::exact(&p, node.at, node.level)? };
                    node.exact_variations()?
                }
            };
            if count == 1 {
                let [a, b] = [end(&node.at, node.level), end(&Integer::from(&node.at + 1u32), node.level)];
                self.intervals.push(if negative { [b, a] } else { [a, b] });
            }
            if count < 2 {
                continue;
            }
            let mut halves = Halves::of(&node)?;
            let root = end(&halves.middle, node.level + 1);
            if halves.is_zero_in_the_middle(|| sign_at(&self.rest, &root) == 0) {
                halves.divide();
                let factor = Poly::new(self.rest.ring(), [Integer::from(-root.numer()), root.denom().clone()]);
                self.rest = self.rest.exact_div(&factor)?;
                self.met.push(root);
            }
            let [left, right] = halves.nodes(&node);
            waiting.extend([right, left]);
        }
        Ok(())
    }

    /// All roots in order, in intervals of at most this width that have no common points.
    fn disjoint(mut self, width: Option<&Rational>) -> Result<Vec<RootInterval>> {
        let mut all: Vec<RootInterval> =
            self.met.iter().map(|x| RootInterval { low: x.clone(), high: x.clone() }).collect();
        self.intervals.sort_unstable();
        for k in 0..self.intervals.len() {
            let [mut low, mut high] = self.intervals[k].clone();
            let mut sign = None;
            // an interval's end may be the beginning of the next one, too
            let next = self.intervals.get(k + 1).map(|next| next[0].clone());
            let shared = |x: &Rational| self.met.contains(x) || next.as_ref() == Some(x);
            let mut halvings = 0;
            while halvings < HALVINGS && (shared(&low) || shared(&high))
                || width.is_some_and(|width| Rational::from(&high - &low) > *width)
            {
                halvings += 1;
                let middle = Rational::from(&low + &high) / 2u32;
                let sign = *sign.get_or_insert_with(|| sign_at(&self.rest, &low));
                match sign_at(&self.rest, &middle) {
                    0 => (low, high) = (middle.clone(), middle),
                    here if here == sign => low = middle,
                    _ => high = middle,
                }
                if low == high {
                    break;
                }
            }
            if low < high && shared(&low) {
                low += self.gap(&low)?;
            }
            if low < high && shared(&high) {
                high -= self.gap(&high)?;
            }
            all.push(RootInterval { low, high });
        }
        order::sort_by(&mut all, |x, y| x.low.cmp(&y.low));
        Ok(all)
    }

    /// A distance from this end of an interval below those of all roots of `rest`, by a bound on their inverses.
    fn gap(&self, end: &Rational) -> Result<Rational> {
        let level = end.denom().significant_bits() - 1;
        let near = Node::exact(&self.rest, end.numer().clone(), level)?.p;
        let inverses = Poly::new(near.ring(), (0..near.len()).rev().map(|i| near.coeff(i)));
        Ok(Rational::from(1) >> (level + root_bits(&inverses)))
    }
}

/// Halvings of an interval until its ends differ from those of others, before a bound on the distance of its root from them is computed: two close
/// roots on both sides of an end may take thousands.
const HALVINGS: u32 = 8;

/// Bits b of a bound 2^b on the magnitudes of all roots: twice the largest |a_(n − k)/a_n|^(1/k) (Fujiwara 1916).
fn root_bits(p: &Poly<Integers>) -> u32 {
    let Some(lead) = p.leading() else { return 0 };
    let n = p.len() - 1;
    let excess = |(i, c): (usize, Integer)| {
        // a quotient is below 2^(difference of bits + 1)
        let bits = i64::from(c.significant_bits()) - i64::from(lead.significant_bits()) + 1;
        if c == 0 { 0 } else { bits.div_euclid((n - i) as i64) + 1 }
    };
    (p.iter().take(n).enumerate().map(excess).max().unwrap_or(0) + 1).max(0) as u32
}

/// p(2^bits·x), or p(−2^bits·x).
fn scaled(p: &Poly<Integers>, bits: u32, negative: bool) -> Poly<Integers> {
    let coefficient = |(i, c): (usize, Integer)| {
        let c = c << (bits * i as u32);
        if negative && i % 2 == 1 { -c } else { c }
    };
    Poly::new(p.ring(), p.iter().enumerate().map(coefficient))
}

/// The polynomial of an interval, whose roots in it are those in (0, 1), up to a factor.
pub struct Node {
    pub p: Poly<Integers>,
    /// The degree; the leading coefficients of p may be lost.
    pub degree: u32,
    /// Coefficients are wrong by at most 2 to this power; `None` for exact ones.
    pub noise: Option<u32>,
    /// Leading bits of exact coefficients that are kept.
    pub kept: u32,
    /// The interval is that of length 2^(−level) from at·2^(−level) on.
    pub at: Integer,
    pub level: u32,
}

/// Noise of coefficients whose lower bits have been dropped.
const NOISE: u32 = 3;

/// Leading bits by which signs are tried first: those of one limb.
const FIRST: u32 = 62;

impl Node {
    /// That of a polynomial on (0, 1), in this part of it.
    pub fn exact(p: &Poly<Integers>, at: Integer, level: u32) -> Result<Self> {
        let degree = p.len() as u32 - 1;
        let scaled = times_powers(p, |i| i64::from(level) * (i64::from(degree) - i as i64));
        Ok(Node { p: scaled.taylor_shift(&at)?, degree, noise: None, kept: 0, at, level }.trimmed())
    }

    /// Without lower bits that do not matter.
    fn trimmed(self) -> Self {
        let dropped = match self.noise {
            None => zero_bits(&self.p),
            Some(noise) => noise.saturating_sub(NOISE - 1),
        };
        if dropped == 0 {
            return self;
        }
        Node { p: shifted(&self.p, dropped), noise: self.noise.map(|_| NOISE), ..self }
    }

    /// The polynomial with about `kept` leading bits at most, with all bits if `kept` is 0; and its noise.
    fn rounded(&self, kept: u32) -> (Poly<Integers>, Option<u32>) {
        let bits = self.p.ring().size(self.p.coeffs()).bits;
        if kept == 0 || bits <= kept {
            return (self.p.clone(), self.noise);
        }
        let dropped = bits - kept;
        // the error bound is divided by 2^dropped, and dropping digits adds an error below 1
        let noise = self.noise.map_or(0, |noise| noise.saturating_sub(dropped) + 1);
        (shifted(&self.p, dropped), Some(noise))
    }

    /// Sign variations of (1 + x)^n·p(1/(1 + x)), a bound on the number of roots in (0, 1), but 2 for more; `None` where they are not certain.
    pub fn variations(&self, kept: u32) -> Result<Option<usize>> {
        if Signs::of(&self.p, self.degree as usize + 1, self.noise).exactly() == Some(0) {
            return Ok(Some(0));
        }
        match self.variations_by(FIRST)? {
            None => self.variations_by(kept),
            found => Ok(found),
        }
    }

    fn variations_by(&self, kept: u32) -> Result<Option<usize>> {
        let ((p, noise), count) = (self.rounded(kept), self.degree as usize + 1);
        let mut reversed = p.ring().zeros(count);
        p.ring().copy_at(&mut reversed, count - p.len(), p.ring().reversed(p.coeffs()).view());
        let shifted = Poly::from_coeffs(p.ring(), reversed).taylor_shift(&Integer::from(1))?;
        // errors are multiplied by sums of binomial coefficients: Σ_i C(i, k) = C(n + 1, k + 1)
        let signs =
            Signs::of_errors(&shifted, count, noise.map(|noise| binomial_bits(count).map(move |bits| noise + bits)));
        Ok(if signs.variations > 1 { Some(2) } else { signs.exactly() })
    }

    /// The same for exact coefficients.
    fn exact_variations(&self) -> Result<usize> {
        match self.variations(self.kept)? {
            Some(count) => Ok(count),
            None => Ok(self.variations(0)?.unwrap_or(2)),
        }
    }
}

/// c_i·2^power(i) for all coefficients, rounded down.
fn times_powers(p: &Poly<Integers>, power: impl Fn(usize) -> i64) -> Poly<Integers> {
    Poly::from_coeffs(p.ring(), p.ring().times_powers(p.coeffs(), power))
}

/// c/2^bits for all coefficients, rounded down.
fn shifted(p: &Poly<Integers>, bits: u32) -> Poly<Integers> {
    times_powers(p, |_| -i64::from(bits))
}

/// Number of low bits that are 0 in all coefficients.
fn zero_bits(p: &Poly<Integers>) -> u32 {
    let v = p.coeffs();
    let zeros = |c: &[u64]| {
        let limb = c.iter().position(|&limb| limb != 0)?;
        Some(64 * limb as u32 + c[limb].trailing_zeros())
    };
    v.words().chunks_exact(v.width().max(1)).filter_map(zeros).min().unwrap_or(0)
}

/// Numbers of bits b_k with C(n, k + 1) ≤ 2^b_k, for k = 0, …, n − 1.
fn binomial_bits(n: usize) -> impl Iterator<Item = u32> {
    // much more than the error of n sums of logarithms
    const ERROR: f64 = 1.0;
    let ratio = move |k: usize| ((n - k) as f64 / (k + 1) as f64).log2();
    let add = move |sum: &mut f64, k: usize| {
        *sum += ratio(k);
        Some(*sum)
    };
    (0..n).scan(0.0, add).map(|bits| (bits + ERROR).ceil() as u32)
}

/// What is known of the signs of coefficients.
struct Signs {
    /// Variations of those that are certain: at most as many as there are.
    variations: usize,
    /// Whether all are certain.
    certain: bool,
}

impl Signs {
    /// The signs of `count` coefficients whose errors are at most 2^noise; without noise they are exact.
    fn of(p: &Poly<Integers>, count: usize, noise: Option<u32>) -> Self {
        Self::of_errors(p, count, noise.map(std::iter::repeat))
    }

    /// The same with a noise for each coefficient.
    fn of_errors(p: &Poly<Integers>, count: usize, mut noise: Option<impl Iterator<Item = u32>>) -> Self {
        let mut last = None;
        let mut signs = Signs { variations: 0, certain: noise.is_none() || p.len() == count };
        let v = p.coeffs();
        for c in v.words().chunks_exact(v.width().max(1)) {
            let (negative, noise) = (limbs::is_negative(c), noise.as_mut().and_then(Iterator::next));
            if !noise.map_or_else(|| c.iter().any(|&word| word != 0), |noise| exceeds(c, negative, noise)) {
                signs.certain &= noise.is_none();
                continue;
            }
            signs.variations += usize::from(last.replace(negative).is_some_and(|last| last != negative));
        }
        signs
    }

    /// The number of variations.
    fn exactly(&self) -> Option<usize> {
        self.certain.then_some(self.variations)
    }
}

/// Whether the magnitude of an integer in two's complement is 2^(noise + 1) or more, but for −2^(noise + 1).
fn exceeds(c: &[u64], negative: bool, noise: u32) -> bool {
    let (first, bit) = ((noise as usize + 1) / 64, (noise + 1) % 64);
    let sign = limbs::sign_word(negative);
    let mut words = c.iter().skip(first).map(|word| word ^ sign);
    words.next().is_some_and(|word| word >> bit != 0) || words.any(|word| word != 0)
}

/// The polynomials of both halves of an interval, before lower bits are dropped.
pub struct Halves {
    left: Poly<Integers>,
    right: Poly<Integers>,
    degree: u32,
    /// The error of coefficient i on the left is at most 2 to this power less i; on the right it is at most twice the first.
    noise: Option<u32>,
    /// The middle, in units of half the length of the interval.
    middle: Integer,
}

impl Halves {
    pub fn of(node: &Node) -> Result<Self> {
        let (degree, (p, noise)) = (node.degree, node.rounded(node.kept));
        let left = times_powers(&p, |i| i64::from(degree) - i as i64);
        let right = left.taylor_shift(&Integer::from(1))?;
        let middle = (node.at.clone() << 1u32) + 1u32;
        Ok(Halves { left, right, degree, noise: noise.map(|noise| noise + degree), middle })
    }

    /// Whether the middle is a root, by the exact polynomial where that is not certain.
    fn is_zero_in_the_middle(&self, exactly: impl FnOnce() -> bool) -> bool {
        let value = self.right.coeff(0);
        match self.noise {
            None => value == 0,
            // errors sum up to less than twice the first
            Some(noise) => value.significant_bits() <= noise + 1 && exactly(),
        }
    }

    /// Divides by x − 1 on the left, and by x on the right; a remainder is an error. Those of the quotient have the same bounds.
    fn divide(&mut self) {
        let mut sum = Integer::new();
        let mut quotient: Vec<Integer> = self.left.iter().skip(1).collect();
        for c in quotient.iter_mut().rev() {
            sum += &*c;
            c.clone_from(&sum);
        }
        self.left = Poly::new(self.left.ring(), quotient);
        self.right = Poly::new(self.right.ring(), self.right.iter().skip(1));
        self.degree -= 1;
    }

    /// The nodes of both halves.
    pub fn nodes(self, node: &Node) -> [Node; 2] {
        let (degree, kept, level) = (self.degree, node.kept, node.level + 1);
        let right = Node {
            p: self.right,
            degree,
            // Σ_i C(i, k)/2^i is at most 2
            noise: self.noise.map(|noise| noise + 1),
            kept,
            at: self.middle,
            level,
        };
        let left = Node { p: self.left, degree, noise: self.noise, kept, at: node.at.clone() << 1u32, level };
        [left.trimmed(), right.trimmed()]
    }
}

/// The sign of the value at a rational number: −1, 0 or 1.
pub fn sign_at(p: &Poly<Integers>, x: &Rational) -> i32 {
    let (numerator, denominator) = (x.numer(), x.denom());
    let mut value = Integer::new();
    if denominator.is_power_of_two() {
        let bits = denominator.significant_bits() - 1;
        for (k, c) in p.iter().rev().enumerate() {
            value = value * numerator + (c << (bits * k as u32));
        }
        return value.cmp0() as i32;
    }
    let mut power = Integer::from(1);
    for c in p.iter().rev() {
        value = value * numerator + c * &power;
        power *= denominator;
    }
    value.cmp0() as i32
}
