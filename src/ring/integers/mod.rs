//! The ring Z: a vector is flat limbs in two's complement, with one width for all its coefficients.

mod choice;
mod convolve;
mod digits;
mod kronecker;
mod matrices;
mod norms;
mod residues;
mod schoolbook;

pub use convolve::ZPlan;

use super::{Block, Choices, Coeffs, Gather, Place, Ring, Size, View, limbs};
use crate::{
    Error, Result,
    engine::{Context, Engine},
    monitor::Alternative,
    scratch::Buf,
};
use rug::{Complete, Integer, integer::Order};
use std::sync::Arc;

/// The ring of the integers.
///
/// ```
/// use polymod::{Integers, Poly};
/// let a: Poly<Integers> = "3*x^2 - 100000000000000000000*x + 1".parse()?;
/// assert_eq!((&a - &a).degree(), None);
/// assert_eq!((&a * &a).coeff(2), "10000000000000000000000000000000000000006".parse::<rug::Integer>().unwrap());
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Integers(Engine, Arc<Choices>);

impl Integers {
    /// Z on the default engine.
    #[must_use]
    pub fn new() -> Self {
        Self::on(&Engine::default())
    }

    /// Z on the given engine.
    #[must_use]
    pub fn on(engine: &Engine) -> Self {
        Integers(engine.clone(), Arc::default())
    }

    /// A view of signed words as coefficients, without copying.
    #[must_use]
    pub fn view<'a>(&self, words: &'a [u64]) -> View<'a, Integers> {
        View::from_words(words, words.len(), 1)
    }
}

impl Default for Integers {
    fn default() -> Self {
        Self::new()
    }
}

impl PartialEq for Integers {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// The limbs of coefficient i.
fn row<R>(v: View<'_, R>, i: usize) -> &[u64] {
    &v.words()[i * v.width..][..v.width]
}

/// The integer with these limbs in two's complement.
pub(super) fn to_integer(limbs: &[u64]) -> Integer {
    if !limbs::is_negative(limbs) {
        return Integer::from_digits(limbs, Order::Lsf);
    }
    let mut magnitude = limbs.to_vec();
    limbs::negate(&mut magnitude);
    -Integer::from_digits(&magnitude, Order::Lsf)
}

/// The integer with these decimal digits.
pub(super) fn from_decimal(digits: &[u8]) -> Result<Integer> {
    let parsed = Integer::parse_radix(digits, 10).map_err(|e| Error::Parse {
        line: 1,
        column: 1,
        expected: "decimal digits".into(),
        found: e.to_string(),
    })?;
    Ok(Integer::from(parsed))
}

/// Writes an integer that fits into a row, in two's complement.
pub(super) fn write_integer(out: &mut [u64], x: &Integer) {
    debug_assert!(limbs::width_for(x.signed_bits() - 1) <= out.len());
    let digits = x.significant_digits::<u64>();
    x.write_digits(&mut out[..digits], Order::Lsf);
    out[digits..].fill(0);
    if x.is_negative() {
        limbs::negate(out);
    }
}

impl Integers {
    /// Widens rows to at least `width` limbs.
    pub(super) fn widen(&self, v: &mut Coeffs<Self>, width: usize) {
        if width > v.width {
            let mut words = self.0.dirty(v.len * width);
            for (out, x) in words.chunks_exact_mut(width).zip(v.words.chunks_exact(v.width)) {
                limbs::copy_signed(out, x);
            }
            *v = Coeffs::from_words(words, v.len, width);
        }
    }

    /// out[at + i] ± v[i]; widens `out` where a result needs it.
    fn accumulate(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>, subtract: bool) {
        self.widen(out, v.width);
        let flip = limbs::sign_word(subtract);
        for i in 0..v.len() {
            let width = out.width;
            let x = &mut out.words[(at + i) * width..][..width];
            let was_negative = limbs::is_negative(x);
            if limbs::add_assign(x, row(v, i), subtract, flip) {
                self.widen(out, width + 1);
                // the sum has the sign that both summands had
                out.words[(at + i + 1) * (width + 1) - 1] = limbs::sign_word(was_negative);
            }
        }
    }

    /// Narrows all rows to the width that the largest coefficient needs.
    fn narrow(&self, v: &mut Coeffs<Self>) {
        let width = limbs::width_for(self.size(v.view()).bits);
        if width < v.width {
            for i in 0..v.len {
                v.words.copy_within(i * v.width..i * v.width + width, i * width);
            }
            v.words.resize(v.len * width);
            v.width = width;
        }
    }

    fn push(&self, v: &mut Coeffs<Self>, x: &Integer) {
        self.widen(v, limbs::width_for(x.significant_bits()));
        let len = v.words.len();
        v.words.resize(len + v.width);
        write_integer(&mut v.words[len..], x);
        v.len += 1;
    }

    /// Σ v[i]·x^i by recursion on halves, so that operands of products are balanced. `powers[j]` = x^(2^j).
    fn eval_by_halves(v: View<'_, Self>, x: &Integer, powers: &[Integer]) -> Integer {
        const SHORT: usize = 16;
        if v.len() <= SHORT {
            return (0..v.len()).rev().fold(Integer::new(), |s, i| s * x + to_integer(row(v, i)));
        }
        let log = (v.len() - 1).ilog2() as usize;
        let high = Self::eval_by_halves(v.from(1 << log), x, powers);
        high * &powers[log] + Self::eval_by_halves(v.low(1 << log), x, powers)
    }
}

impl Ring for Integers {
    type Elem = Integer;

    fn engine(&self) -> &Engine {
        &self.0
    }
    fn name(&self) -> String {
        "z".into()
    }
    fn one(&self) -> Integer {
        Integer::from(1)
    }
    fn elem(&self, x: i64) -> Integer {
        Integer::from(x)
    }
    #[inline]
    fn is_zero(&self, a: &Integer) -> bool {
        a.is_zero()
    }
    fn add(&self, a: &Integer, b: &Integer) -> Integer {
        (a + b).complete()
    }
    fn neg(&self, a: &Integer) -> Integer {
        (-a).complete()
    }
    fn mul(&self, a: &Integer, b: &Integer) -> Integer {
        (a * b).complete()
    }
    /// Only 1 and −1 have inverses.
    fn inv(&self, a: &Integer) -> Result<Integer> {
        if *a == 1 || *a == -1 {
            return Ok(a.clone());
        }
        Err(Error::NotInvertible { value: a.to_string(), modulus: "0".into(), factor: a.to_string() })
    }
    fn quotient(&self, a: &Integer, b: &Integer) -> Result<Integer> {
        if b.is_zero() {
            return Err(Error::DivisionByZero);
        }
        if !a.is_divisible(b) {
            return Err(Error::NotDivisible { dividend: a.to_string(), divisor: b.to_string() });
        }
        Ok(a.div_exact_ref(b).complete())
    }
    fn sqrt(&self, a: &Integer) -> Result<Integer> {
        if *a < 0 || !a.is_perfect_square() {
            let (expected, got) = ("a square as lowest coefficient", a.to_string());
            return Err(Error::NoSeries { operation: "a square root", expected, got });
        }
        Ok(a.sqrt_ref().complete())
    }

    fn zeros(&self, len: usize) -> Coeffs<Self> {
        Coeffs::from_words(self.0.zeroed(len), len, 1)
    }
    fn get(&self, v: View<'_, Self>, i: usize) -> Integer {
        to_integer(row(v, i))
    }
    fn set(&self, v: &mut Coeffs<Self>, i: usize, x: &Integer) {
        self.widen(v, limbs::width_for(x.significant_bits()));
        write_integer(&mut v.words[i * v.width..][..v.width], x);
    }
    fn resize(&self, v: &mut Coeffs<Self>, len: usize) {
        v.words.resize(len * v.width);
        v.len = len;
    }
    fn trimmed_len(&self, v: View<'_, Self>) -> usize {
        v.words().iter().rposition(|&x| x != 0).map_or(0, |i| i / v.width + 1)
    }
    fn trim(&self, v: &mut Coeffs<Self>) {
        let len = self.trimmed_len(v.view());
        self.resize(v, len);
        self.narrow(v);
    }
    fn same(&self, a: View<'_, Self>, b: View<'_, Self>) -> bool {
        let width = a.width.max(b.width);
        let extended = |x: &[u64], j: usize| x.get(j).copied().unwrap_or(limbs::sign_word(limbs::is_negative(x)));
        a.len() == b.len() && (0..a.len()).all(|i| (0..width).all(|j| extended(row(a, i), j) == extended(row(b, i), j)))
    }
    fn copy_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        self.widen(out, v.width);
        let width = out.width;
        for (out, x) in out.words[at * width..].chunks_exact_mut(width).zip(v.words().chunks_exact(v.width)) {
            limbs::copy_signed(out, x);
        }
    }
    fn owned(&self, v: View<'_, Self>) -> Coeffs<Self> {
        let mut words = self.0.dirty(v.words().len());
        words.copy_from_slice(v.words());
        Coeffs::from_words(words, v.len(), v.width)
    }
    fn reversed(&self, v: View<'_, Self>) -> Coeffs<Self> {
        let mut words = self.0.dirty(v.words().len());
        for (out, x) in words.chunks_exact_mut(v.width).zip(v.words().rchunks_exact(v.width)) {
            out.copy_from_slice(x);
        }
        Coeffs::from_words(words, v.len(), v.width)
    }
    fn collect(&self, elems: &[Integer]) -> Coeffs<Self> {
        let bits = elems.iter().map(Integer::significant_bits).max().unwrap_or(0);
        let width = limbs::width_for(bits);
        let mut words = self.0.zeroed(elems.len() * width);
        for (out, x) in words.chunks_exact_mut(width).zip(elems) {
            write_integer(out, x);
        }
        Coeffs::from_words(words, elems.len(), width)
    }

    fn add_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        self.accumulate(out, at, v, false);
    }
    fn sub_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>) {
        self.accumulate(out, at, v, true);
    }
    fn neg_all(&self, v: &mut Coeffs<Self>) {
        let lowest = |x: &[u64]| x[..x.len() - 1].iter().all(|&w| w == 0) && x[x.len() - 1] == 1 << 63;
        // the negative of the least number of a width needs one more limb
        if v.words.chunks_exact(v.width).any(lowest) {
            self.widen(v, v.width + 1);
        }
        v.words.chunks_exact_mut(v.width).for_each(limbs::negate);
    }
    fn div_index(&self, v: &mut Coeffs<Self>, k: i64) -> Result<()> {
        for i in 0..v.len() {
            let (x, divisor) = (self.get(v.view(), i), Integer::from(k + i as i64));
            if !x.is_zero() {
                self.set(v, i, &self.quotient(&x, &divisor)?);
            }
        }
        Ok(())
    }
    fn horner(&self, v: View<'_, Self>, x: &Integer) -> Integer {
        let mut powers = vec![x.clone()];
        while 1 << powers.len() < v.len() {
            let last = &powers[powers.len() - 1];
            powers.push(last.square_ref().complete());
        }
        Self::eval_by_halves(v, x, &powers)
    }

    fn mul_blocks(
        &self,
        out: &mut Coeffs<Self>,
        place: Place,
        a: Block<'_, Self>,
        b: Block<'_, Self>,
        how: Gather,
        cx: Context<'_>,
    ) -> Result<()> {
        self.product_of_blocks(None, (out, place), (a, b), how, cx)
    }
    fn block_products(&self, a: Block<'_, Self>, b: Block<'_, Self>, cx: Context<'_>) -> Vec<Alternative> {
        self.matrix_candidates(a, b, cx)
    }
    fn mul_blocks_by(
        &self,
        algorithm: &str,
        out: &mut Coeffs<Self>,
        place: Place,
        operands: (Block<'_, Self>, Block<'_, Self>),
        how: Gather,
        cx: Context<'_>,
    ) -> Result<()> {
        self.product_of_blocks(Some(algorithm), (out, place), operands, how, cx)
    }

    fn push_limbs(&self, v: &mut Coeffs<Self>, negative: bool, magnitude: &[u64]) -> Result<()> {
        let x = Integer::from_digits(magnitude, Order::Lsf);
        self.push(v, &if negative { -x } else { x });
        Ok(())
    }
    fn push_decimal(&self, v: &mut Coeffs<Self>, negative: bool, digits: &[u8]) -> Result<()> {
        const SHORT: usize = 18; // 10^18 < 2^63
        if digits.len() <= SHORT {
            let x = digits.iter().fold(0, |x, d| 10 * x + u64::from(d - b'0'));
            let x = if negative { x.wrapping_neg() } else { x };
            v.words.push(x);
            for _ in 1..v.width {
                v.words.push(limbs::sign_word(limbs::is_negative(&[x])));
            }
            v.len += 1;
        } else {
            let x = from_decimal(digits)?;
            self.push(v, &if negative { -x } else { x });
        }
        Ok(())
    }
    fn limbs(&self, v: View<'_, Self>, i: usize, out: &mut Vec<u64>) -> bool {
        let (first, x) = (out.len(), row(v, i));
        out.extend_from_slice(x);
        let negative = limbs::is_negative(x);
        if negative {
            limbs::negate(&mut out[first..]);
        }
        while out.len() > first && out[out.len() - 1] == 0 {
            out.pop();
        }
        negative
    }
    fn write_decimal(&self, v: View<'_, Self>, i: usize, out: &mut String) {
        match row(v, i) {
            [x] => {
                let x = *x as i64;
                if x < 0 {
                    out.push('-');
                }
                super::write_word(x.unsigned_abs(), out);
            }
            x => out.push_str(&to_integer(x).to_string()),
        }
    }
    fn size(&self, v: View<'_, Self>) -> Size {
        Size { len: v.len(), bits: limbs::most_bits(v.words(), v.width) }
    }
}

impl From<Vec<u64>> for Coeffs<Integers> {
    /// A vector of signed words, one for each coefficient.
    fn from(words: Vec<u64>) -> Self {
        let len = words.len();
        Coeffs::from_words(Buf::from(words), len, 1)
    }
}
