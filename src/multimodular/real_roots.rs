//! Real roots of polynomials over Z: isolating intervals, by Descartes' rule of signs and bisection.
//!
//! The number of sign variations of (1 + x)^n·P(1/(1 + x)) exceeds the number of roots of P in (0, 1) by an even number, and is 0 or 1 where no other root
//! is near: an interval is halved until that holds (Collins, Akritas 1976, "Polynomial real root isolation using Descartes' rule of signs"). Every step is a
//! Taylor shift by 1.

use super::{
    Options,
    gcd::{content, divided, primitive_part},
    squarefree,
};
use crate::{
    Error, Result,
    poly::Poly,
    ring::{Integers, limbs},
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
        let z = self.rest.ring().clone();
        let n = self.rest.len() - 1;
        let bits = root_bits(&self.rest);
        let scaled = self.rest.iter().enumerate().map(|(i, c)| {
            let c = c << (bits * i as u32);
            if negative && i % 2 == 1 { -c } else { c }
        });
        // roots in (0, 2^bits) are in (0, 1) now: at numerator/2^level of it
        let mut waiting = vec![(Poly::new(&z, scaled), Integer::new(), 0_u32)];
        let end = |numerator: &Integer, level: u32| {
            let x = Rational::from((Integer::from(numerator << bits), Integer::from(1) << level));
            if negative { -x } else { x }
        };
        while let Some((p, at, level)) = waiting.pop() {
            match variations(&p, n)? {
                0 => continue,
                1 => {
                    let [a, b] = [end(&at, level), end(&Integer::from(&at + 1u32), level)];
                    self.intervals.push(if negative { [b, a] } else { [a, b] });
                    continue;
                }
                _ => {}
            }
            let top = p.len() as u32 - 1;
            let halved = Poly::new(&z, p.iter().enumerate().map(|(i, c)| c << (top - i as u32)));
            let (at, level) = (at << 1u32, level + 1);
            let mut left = primitive_part(&halved);
            if left.eval(&Integer::from(1)) == 0 {
                let root = end(&Integer::from(&at + 1u32), level);
                left = left.exact_div(&Poly::from_i64(&z, &[-1, 1]))?;
                let factor = Poly::new(&z, [Integer::from(-root.numer()), root.denom().clone()]);
                self.rest = self.rest.exact_div(&factor)?;
                self.met.push(root);
            }
            let right = left.taylor_shift(&Integer::from(1))?;
            waiting.push((right, Integer::from(&at + 1u32), level));
            waiting.push((left, at, level));
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
            let sign = sign_at(&self.rest, &low);
            // an interval's end may be the beginning of the next one, too
            let next = self.intervals.get(k + 1).map(|next| next[0].clone());
            while [&low, &high].iter().any(|x| self.met.contains(x))
                || next.as_ref() == Some(&high)
                || width.is_some_and(|width| Rational::from(&high - &low) > *width)
            {
                let middle = Rational::from(&low + &high) / 2u32;
                match sign_at(&self.rest, &middle) {
                    0 => (low, high) = (middle.clone(), middle),
                    here if here == sign => low = middle,
                    _ => high = middle,
                }
                if low == high {
                    break;
                }
            }
            all.push(RootInterval { low, high });
        }
        all.sort_unstable_by(|x, y| x.low.cmp(&y.low));
        Ok(all)
    }
}

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

/// Sign variations of (1 + x)^n·p(1/(1 + x)): a bound on the number of roots in (0, 1).
fn variations(p: &Poly<Integers>, n: usize) -> Result<usize> {
    debug_assert!(p.len() <= n + 1);
    let reversed = Poly::new(p.ring(), p.iter().rev());
    let shifted = reversed.taylor_shift(&Integer::from(1))?;
    let v = shifted.coeffs();
    let mut signs =
        v.words().chunks_exact(v.width()).filter(|c| c.iter().any(|&word| word != 0)).map(limbs::is_negative);
    let Some(mut last) = signs.next() else { return Ok(0) };
    Ok(signs.filter(|&sign| std::mem::replace(&mut last, sign) != sign).count())
}

/// The sign of the value at a rational number: −1, 0 or 1.
pub(crate) fn sign_at(p: &Poly<Integers>, x: &Rational) -> i32 {
    let (numerator, denominator) = (x.numer(), x.denom());
    let (mut value, mut power) = (Integer::new(), Integer::from(1));
    for c in p.iter().rev() {
        value = value * numerator + c * &power;
        power *= denominator;
    }
    value.cmp0() as i32
}

/// The number of distinct real roots, by Sturm's sequence with primitive remainders.
///
/// ```
/// use polymod::{Integers, Poly, multimodular::count_real_roots};
/// let a: Poly<Integers> = "(x^2 - 2)*(x^2 + 1)*(x - 5)^2".parse()?;
/// assert_eq!(count_real_roots(&a)?, 3);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// [`Error::Domain`] for 0; [`Error::TooLarge`]; [`Error::Cancelled`].
pub fn count_real_roots(a: &Poly<Integers>) -> Result<usize> {
    if a.is_empty() {
        let (operation, expected) = ("real roots", "a polynomial other than 0");
        return Err(Error::Domain { operation, expected, got: "0".into() });
    }
    // negative remainders up to positive factors
    let reduced = |p: &Poly<Integers>| divided(p, &content(p));
    let (mut x, mut y) = (reduced(a), reduced(&a.derivative()));
    // the signs near −∞ and near ∞
    let signs = |p: &Poly<Integers>| {
        let above = p.leading().map_or(0, |lead| lead.cmp0() as i32);
        [if p.len().is_multiple_of(2) { -above } else { above }, above]
    };
    let mut sequence = vec![signs(&x)];
    while !y.is_empty() {
        sequence.push(signs(&y));
        let (_, rest) = x.pseudo_div_rem(&y)?;
        // of lc(y)^k times x
        let k = x.len() + 1 - y.len();
        let positive = k % 2 == 0 || y.leading().is_some_and(|lead| lead > 0);
        (x, y) = (y, reduced(&if positive { -&rest } else { rest }));
    }
    let count = |side: usize| sequence.windows(2).filter(|pair| pair[0][side] * pair[1][side] < 0).count();
    Ok(count(0) - count(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::SplitMix64;

    /// Each interval has one root, by Sturm's number of roots, and none has a point of another.
    fn isolates(a: &Poly<Integers>, width: Option<&Rational>) -> Vec<RootInterval> {
        let found = real_roots(a, width).expect("roots");
        assert_eq!(found.len(), count_real_roots(a).expect("roots"), "{a}");
        let free = squarefree(a, &Options::default()).expect("parts").value.factors;
        let free = Poly::product(a.ring(), &free.into_iter().map(|(f, _)| f).collect::<Vec<_>>()).expect("a product");
        for r in &found {
            let ends = [&r.low, &r.high].map(|x| sign_at(&free, x));
            assert!(
                if r.low == r.high { ends == [0, 0] } else { ends[0] * ends[1] < 0 && r.low < r.high },
                "{a}: {r:?}"
            );
            assert!(width.is_none_or(|width| Rational::from(&r.high - &r.low) <= *width), "{a}: {r:?}");
        }
        assert!(found.windows(2).all(|pair| pair[0].high < pair[1].low), "{a}: {found:?}");
        found
    }

    #[test]
    fn intervals_have_one_root_each() {
        let (z, mut random) = (Integers::new(), SplitMix64::new(4));
        let parse = |text: &str| -> Poly<Integers> { text.parse().expect("a polynomial") };
        for (text, count) in [
            ("7", 0),
            ("x", 1),
            ("x^2 + 1", 0),
            ("x^2 - 2", 2),
            ("2*x - 1", 1),
            ("(x - 1)^3*(x + 1)*x^2", 3),
            ("(2*x - 1)*(4*x - 1)*(4*x - 3)*(8*x - 5)", 4),
            ("(2*x - 1)*(x^2 - x - 1)*(2*x + 1)*(1000*x - 501)", 5),
            ("x^4 - 10*x^2 + 1", 4),
            ("(100*x^2 - 2)*(101*x^2 - 2)*(1000000*x - 141421)", 5),
            ("-x^3 + 1000000000000*x", 3),
        ] {
            for width in [None, Some(Rational::from((1, 1 << 20)))] {
                assert_eq!(isolates(&parse(text), width.as_ref()).len(), count, "{text}");
            }
        }
        // Wilkinson's
        let linear: Vec<_> = (1..=20).map(|i| Poly::from_i64(&z, &[-i, 1])).collect();
        assert_eq!(isolates(&Poly::product(&z, &linear).expect("a product"), None).len(), 20);
        for round in 0..60 {
            let coefficient = |_| Integer::from(random.word() as i64 >> (1 + 3 * (round % 20)));
            let a = Poly::new(&z, (0..2 + round % 13).map(coefficient));
            if !a.is_empty() {
                isolates(&a, None);
            }
        }
    }

    #[test]
    fn what_is_refused() {
        let z = Integers::new();
        assert!(matches!(real_roots(&Poly::zero(&z), None), Err(Error::Domain { .. })));
        assert!(matches!(count_real_roots(&Poly::zero(&z)), Err(Error::Domain { .. })));
        assert!(matches!(real_roots(&Poly::x(&z), Some(&Rational::new())), Err(Error::OutOfRange { .. })));
    }
}
