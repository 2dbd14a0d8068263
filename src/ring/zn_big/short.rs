//! Operations on few coefficients that are written to words of the caller's.

use super::{
    ZnBig,
    fixed::with_limbs,
    montgomery::{load, store},
    rows::RowOp,
    short_points::MOST as FEW,
    short_poly::MOST_FACTOR,
};
use crate::{
    Error, Result,
    ring::{Ring, Short, ShortOp, View, Wanted, euclid, product::same_run},
    tested,
};
use rug::{Integer, integer::Order};

/// The most that operations on few coefficients are given, where other algorithms take longer beyond.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Products of coefficients in a product; a square counts half.
    products: usize,
    /// Products of coefficients in the quotient and remainder of a division.
    division: usize,
    /// Terms of a reciprocal, and of an exponential, of a power series.
    reciprocal: usize,
    pub exponential: usize,
    /// Coefficients of a composition.
    composed: usize,
    /// Coefficients of operands of a greatest common divisor, and of a resultant.
    gcd: usize,
    resultant: usize,
    /// Coefficients of a polynomial that is shifted.
    pub shifted: usize,
    /// Degree of a divisor that is prepared.
    pub divisor: usize,
    /// Elements that are multiplied one by one.
    pub elements: usize,
    /// Points at which a polynomial is evaluated one by one.
    pub points: usize,
}

/// The limits from their numbers, in the order of the fields.
const fn limits(numbers: [usize; 11]) -> Limits {
    let [products, division, reciprocal, exponential, composed, gcd, resultant, shifted, divisor, elements, points] =
        numbers;
    Limits { products, division, reciprocal, exponential, composed, gcd, resultant, shifted, divisor, elements, points }
}

/// No limit.
const ALL: usize = usize::MAX;

/// Limits for 2, 3, 4, 6 and 8 limbs, where there is a vector kernel for residues, and where there is none: measured on an AMD EPYC Zen 5.
const LIMITS: [[Limits; 5]; 2] = [
    [
        limits([240, 1 << 14, 128, 128, 64, 32, 128, 100, 32, ALL, 23]),
        limits([50, 2000, 64, 112, 40, 19, 80, 88, 20, ALL, 11]),
        limits([18, 1024, 44, 80, 31, 14, 48, 48, 12, 48, 7]),
        limits([7, 200, 24, 40, 16, 10, 24, 40, 8, 16, 7]),
        limits([4, 110, 14, 24, 10, 8, 16, 24, 6, 8, 7]),
    ],
    [
        limits([1024, 1 << 14, 128, 128, 64, 128, 128, 128, 32, ALL, ALL]),
        limits([1024, 1 << 14, 128, 128, 64, 128, 128, 128, 32, ALL, ALL]),
        limits([512, 1 << 13, 128, 128, 64, 128, 128, 128, 32, ALL, ALL]),
        limits([256, 1 << 12, 96, 128, 64, 128, 128, 128, 32, ALL, ALL]),
        limits([256, 1 << 12, 64, 128, 64, 128, 128, 128, 32, ALL, ALL]),
    ],
];

/// Most products of coefficients by a [reducer](super::small::Reducer): as many as a product by a constant or of two coefficients each has.
const PRODUCTS: usize = 5;

impl Short for ZnBig {
    #[inline]
    fn short_words(&self, op: ShortOp, a: View<'_, Self>, b: View<'_, Self>) -> Option<usize> {
        let (width, longer) = (self.width(), a.len.max(b.len));
        if matches!(op, ShortOp::Sum | ShortOp::Difference) {
            return Some(longer * width);
        }
        if op == ShortOp::Product {
            let products = a.len.saturating_mul(b.len);
            // a square has half as many products of different coefficients
            let products = if self.fixed().is_some() && same_run(a, b) { products.div_ceil(2) } else { products };
            let few = products > 0 && products <= self.most_products() && longer <= MOST_FACTOR;
            return few.then(|| (a.len + b.len - 1) * width);
        }
        let limits = self.limits()?;
        let len = match op {
            ShortOp::Gcd => (longer <= limits.gcd).then_some(longer),
            ShortOp::Resultant => (longer <= limits.resultant).then_some(1),
            ShortOp::Composition => Some(composed_len(a.len, b.len)).filter(|&len| len <= limits.composed),
            ShortOp::Reciprocal(terms) => (1..=limits.reciprocal).contains(&terms).then_some(terms),
            ShortOp::Interpolation => (a.len == b.len && (1..=FEW).contains(&b.len)).then_some(b.len),
            ShortOp::Power(_) => (a.len == 1).then_some(1),
            ShortOp::Exponential(terms @ 1..=2) => constant_is(a, 0).then_some(terms),
            ShortOp::Logarithm(terms @ 1..=2) => constant_is(a, 1).then_some(terms),
            ShortOp::Derivative => Some(a.len.saturating_sub(1)).filter(|&len| len <= limits.elements),
            _ => None,
        };
        len.map(|len| len * width)
    }
    fn write_short(&self, op: ShortOp, out: &mut [u64], a: View<'_, Self>, b: View<'_, Self>) -> Result<usize> {
        let (x, y, width, n) = (a.words(), b.words(), self.width(), &self.0.n);
        let unsupported = || {
            let operation = "an operation on few coefficients".into();
            Error::Unsupported { operation, ring: self.name() }
        };
        match op {
            ShortOp::Sum => self.write_sum(out, x, y),
            ShortOp::Difference => self.write_difference(out, x, y),
            ShortOp::Product => match (self.fixed(), self.reducer()) {
                (Some(fixed), _) if same_run(a, b) => with_limbs!(fixed, f => f.square(out, width, x)),
                (Some(fixed), _) => with_limbs!(fixed, f => f.product(out, width, [x, y])),
                (None, Some(reducer)) => self.write_product(reducer, out, x, y),
                (None, None) => return Err(unsupported()),
            },
            ShortOp::Gcd => {
                let fixed = self.fixed().ok_or_else(unsupported)?;
                let field = || self.is_known_field();
                let len = with_limbs!(fixed, f => f.gcd(out, width, [x, y], (n, field)));
                return len.ok_or_else(|| self.no_unit(a, b));
            }
            ShortOp::Resultant => {
                let fixed = self.fixed().ok_or_else(unsupported)?;
                let found = with_limbs!(fixed, f => f.resultant(width, [x, y], n).map(|value| store(out, &value)));
                found.ok_or_else(|| self.no_unit(a, b))?;
            }
            ShortOp::Composition => {
                let fixed = self.fixed().ok_or_else(unsupported)?;
                match () {
                    () if a.is_empty() => out.fill(0),
                    () if b.len < 2 => with_limbs!(fixed, f => {
                        let at = y.chunks_exact(width).next().unwrap_or_default();
                        store(out, &f.value(x, width, &load(at)));
                    }),
                    () => with_limbs!(fixed, f => f.compose(out, width, [x, y])),
                }
            }
            ShortOp::Reciprocal(_) => {
                let fixed = self.fixed().ok_or_else(unsupported)?;
                let lowest = x.chunks_exact(width).next().unwrap_or_default();
                let inverted = with_limbs!(fixed, f => {
                    f.inverse(&load(lowest), n).map(|inverse| f.reciprocal(out, width, x, &inverse))
                });
                inverted.ok_or_else(|| self.not_invertible(&Integer::from_digits(lowest, Order::Lsf)))?;
            }
            ShortOp::Derivative => {
                let fixed = self.fixed().ok_or_else(unsupported)?;
                with_limbs!(fixed, f => f.derivative(out, width, x));
            }
            ShortOp::Interpolation => {
                let fixed = self.fixed().ok_or_else(unsupported)?;
                let found = with_limbs!(fixed, f => f.interpolate(out, width, [y, x], n));
                found.ok_or_else(|| self.no_difference(b))?;
            }
            ShortOp::Power(e) => {
                let fixed = self.fixed().ok_or_else(unsupported)?;
                with_limbs!(fixed, f => store(out, &f.power(&load(x), e)));
            }
            ShortOp::Exponential(1..=2) | ShortOp::Logarithm(1..=2) => {
                // 1 + a_1·x, and a_1·x
                let (constant, linear) = out.split_at_mut(width);
                constant.fill(0);
                constant[0] = u64::from(matches!(op, ShortOp::Exponential(_)));
                match x.get(width..2 * width) {
                    Some(row) if !linear.is_empty() => linear.copy_from_slice(row),
                    _ => linear.fill(0),
                }
            }
            ShortOp::Exponential(_) | ShortOp::Logarithm(_) => return Err(unsupported()),
        }
        Ok(trimmed_len(out, width))
    }
    #[inline]
    fn short_bezout_words(&self, a: View<'_, Self>, b: View<'_, Self>) -> Option<[usize; 3]> {
        let few = a.len.min(b.len) > 0 && a.len.max(b.len) <= FEW && self.fixed().is_some();
        few.then(|| [a.len.min(b.len), b.len.max(2) - 1, a.len.max(2) - 1].map(|len| len * self.width()))
    }
    fn write_short_bezout(&self, out: [&mut [u64]; 3], a: View<'_, Self>, b: View<'_, Self>) -> Result<[usize; 3]> {
        let Some(fixed) = self.fixed() else {
            return Err(Error::Unsupported { operation: "cofactors of short operands".into(), ring: self.name() });
        };
        let (width, [g, s, t]) = (self.width(), out);
        let found =
            with_limbs!(fixed, f => f.cofactors([&mut *g, &mut *s, &mut *t], width, [a.words(), b.words()], &self.0.n));
        found.ok_or_else(|| self.no_unit(a, b))?;
        Ok([g, s, t].map(|out| trimmed_len(out, width)))
    }
    #[inline]
    fn short_division_words(&self, a: View<'_, Self>, b: View<'_, Self>) -> Option<[usize; 2]> {
        let (len, degree) = ((a.len + 1).saturating_sub(b.len), b.len.checked_sub(1)?);
        let few = len.saturating_mul(b.len) <= self.limits()?.division;
        few.then(|| [len, degree.min(a.len)].map(|len| len * self.width()))
    }
    fn write_short_division(
        &self,
        [q, rest]: [&mut [u64]; 2],
        a: View<'_, Self>,
        b: View<'_, Self>,
    ) -> Result<[usize; 2]> {
        let (Some(fixed), Some(last)) = (self.fixed(), b.len.checked_sub(1)) else { return Err(Error::DivisionByZero) };
        let (width, words, n) = (self.width(), [a.words(), b.words()], &self.0.n);
        let invertible = with_limbs!(fixed, f => match f.inverse(&load(&words[1][last * width..][..width]), n) {
            Some(inverse) => {
                if q.is_empty() {
                    rest.copy_from_slice(words[0]);
                } else {
                    f.divide([&mut *q, &mut *rest], width, words, &inverse);
                }
                true
            }
            None => false,
        });
        if !invertible {
            return Err(self.not_invertible(&self.get(b, last)));
        }
        // the leading coefficient of the quotient is that of a times a unit
        Ok([q.len() / width, trimmed_len(rest, width)])
    }
}

/// Number of coefficients of `width` words up to the last one that is not 0.
fn trimmed_len(words: &[u64], width: usize) -> usize {
    words.iter().rposition(|&limb| limb != 0).map_or(0, |last| last / width + 1)
}

/// Whether the constant term is this number.
fn constant_is(v: View<'_, ZnBig>, number: u64) -> bool {
    match v.words().get(..v.width) {
        Some([lowest, higher @ ..]) => *lowest == number && higher.iter().all(|&limb| limb == 0),
        _ => number == 0,
    }
}

/// Number of coefficients of a(b), and at least one.
fn composed_len(a: usize, b: usize) -> usize {
    a.saturating_sub(1).saturating_mul(b.saturating_sub(1)).saturating_add(1)
}

impl ZnBig {
    tested! {
        /// The limits of operations on few coefficients, where there is arithmetic for the limbs of n.
        #[inline]
        pub(super) fn limits(&self) -> Option<&'static Limits> {
            self.fixed().map(|fixed| &LIMITS[usize::from(self.loops().is_none())][fixed.index()])
        }
    }

    /// Most products of coefficients in a product that is computed here.
    #[inline]
    fn most_products(&self) -> usize {
        match self.limits() {
            Some(limits) => limits.products,
            None if self.reducer().is_some() => PRODUCTS,
            None => 0,
        }
    }

    /// The error of an inversion of this element.
    #[cold]
    fn not_invertible(&self, x: &Integer) -> Error {
        self.inv(x).err().unwrap_or(Error::DivisionByZero)
    }

    /// The error of the difference of two of these points that is no unit.
    #[cold]
    fn no_difference(&self, points: View<'_, Self>) -> Error {
        let pairs = (0..points.len).flat_map(|i| (0..i).map(move |j| (i, j)));
        let mut differences = pairs.map(|(i, j)| self.add(&self.get(points, i), &self.neg(&self.get(points, j))));
        differences.find_map(|x| self.inv(&x).err()).unwrap_or(Error::DivisionByZero)
    }

    /// The error of a computation of Euclid's algorithm in which a leading coefficient is no unit.
    #[cold]
    fn no_unit(&self, a: View<'_, Self>, b: View<'_, Self>) -> Error {
        let [long, short] = if a.len < b.len { [b, a] } else { [a, b] };
        let wanted = Wanted { stop: 0, remainders: false, matrix: false };
        let found = euclid::classical(self, [long, short], wanted, None).err();
        // a divisor of nothing is inverted alone
        let last = || long.len.checked_sub(1).map_or_else(Integer::new, |last| self.get(long, last));
        found.unwrap_or_else(|| self.not_invertible(&last()))
    }

    fn write_sum(&self, out: &mut [u64], x: &[u64], y: &[u64]) {
        let (long, short) = if x.len() < y.len() { (y, x) } else { (x, y) };
        let (low, high) = out.split_at_mut(short.len());
        self.write_combined(RowOp::Add, low, &long[..short.len()], short);
        high.copy_from_slice(&long[short.len()..]);
    }

    fn write_difference(&self, out: &mut [u64], x: &[u64], y: &[u64]) {
        let common = x.len().min(y.len());
        let (low, high) = out.split_at_mut(common);
        self.write_combined(RowOp::Sub, low, &x[..common], &y[..common]);
        if x.len() > common {
            high.copy_from_slice(&x[common..]);
        } else {
            high.copy_from_slice(&y[common..]);
            self.negate(high);
        }
    }
}
