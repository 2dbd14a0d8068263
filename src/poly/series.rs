//! Power series to n terms: inverse, logarithm, exponential, square root.
//!
//! *Inverse*: [`quotient`](super::quotient). *Logarithm* of A = 1 + …: ∫ A'/A. *Exponential* of A = a₁x + …: Newton's iteration
//! on log f = A, with g = 1/f updated half a step behind (Brent 1975, §13; Bernstein 2004, "Removing redundancy in high-precision
//! Newton iteration", §5), or, where A has few terms, the recurrence from f' = A'·f. *Square root* of A = a₀ + …: s modulo x^h is
//! corrected to x^m by (A − s²)/(2s), with 1/(2s) updated half a step behind too.
//!
//! A division by k exists where k is a unit of Z/n. All of 1, …, N − 1 are units where the characteristic is at least N and has
//! no smaller prime factor. Elsewhere log(1 + B) = Σ ±B^k/k and exp A = Σ A^k/k! are summed term by term, as long as the powers
//! do not vanish modulo x^N: the divisions are exactly those of the definition, so that the result is right, or an error where it
//! does not exist. Over Z the divisions are exact divisions of integers.

use super::{
    Poly,
    frame::Frame,
    quotient::{self, By, Predicted, inverse_step, quotient},
    sparse::is_sparse,
};
use crate::{
    Error, Result,
    engine::Context,
    monitor::Decision,
    ring::{Coeffs, ConvShape, Convolve, Ring, ShortOp, Size, View, classical},
};

/// Names of algorithms told to the monitor: doubling of the length, sums of powers, and term by term.
const NEWTON: &str = "newton";
const POWERS: &str = "powers";
const BY_DEFINITION: &str = "schoolbook";

impl<R: Convolve> Poly<R> {
    /// 1/self modulo x^n; the constant term must be a unit.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let fibonacci = Poly::from_i64(&f, &[1, -1, -1]).inv_series(7)?;
    /// assert_eq!(fibonacci, Poly::from_i64(&f, &[1, 1, 2, 3, 5, 8, 13]));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotInvertible`] with the factor of n that the constant term shares; [`Error::TooLarge`];
    /// [`Error::Cancelled`].
    pub fn inv_series(&self, n: usize) -> Result<Self> {
        self.few_or(ShortOp::Reciprocal(n), self, Ok, || self.series(n, inv_series))
    }

    /// log(self) modulo x^n; the constant term must be 1.
    ///
    /// ```
    /// # use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (Poly::from_i64(&f, &[1, 1]), Poly::from_i64(&f, &[1, 3, 5]));
    /// assert_eq!(a.mul_low(&b, 4)?.log_series(4)?, a.log_series(4)? + b.log_series(4)?);
    /// assert!(Poly::from_i64(&f, &[2, 1]).log_series(4).is_err());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Domain`]; [`Error::NotInvertible`] or [`Error::NotDivisible`] where a required division does not exist;
    /// [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn log_series(&self, n: usize) -> Result<Self> {
        self.few_or(ShortOp::Logarithm(n), self, Ok, || self.series(n, log_series))
    }

    /// exp(self) modulo x^n; the constant term must be 0.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let e = Poly::from_i64(&f, &[0, 1]).exp_series(5)?;      // 1 + x + x²/2 + x³/6 + x⁴/24
    /// assert_eq!(e, Poly::new(&f, [1, 1, 49, 81, 93]));
    /// assert_eq!(e.log_series(5)?, Poly::from_i64(&f, &[0, 1]));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`log_series`](Self::log_series).
    pub fn exp_series(&self, n: usize) -> Result<Self> {
        self.few_or(ShortOp::Exponential(n), self, Ok, || self.series(n, exp_series))
    }

    /// The square root of self modulo x^n; of the two roots the one whose lowest coefficient is the smaller residue, over Z
    /// positive.
    ///
    /// ```
    /// # use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let s = Poly::from_i64(&f, &[1, 1]).sqrt_series(3)?; // 1 + x/2 − x²/8
    /// assert_eq!(s.mul_low(&s, 3)?, Poly::from_i64(&f, &[1, 1]));
    /// assert_eq!(Poly::from_i64(&f, &[4, 4, 1]).sqrt_series(3)?, Poly::from_i64(&f, &[2, 1])); // and not −2 − x
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Domain`] for an odd lowest degree, or a lowest coefficient that is no square; where 2 or the lowest coefficient
    /// is no unit [`Error::NotInvertible`], over Z [`Error::NotDivisible`]; [`Error::Factors`] if the square root of the lowest
    /// coefficient modulo a composite n of several words requires the factors of n; [`Error::TooLarge`];
    /// [`Error::Cancelled`].
    pub fn sqrt_series(&self, n: usize) -> Result<Self> {
        self.series(n, sqrt_series)
    }

    fn series(
        &self,
        n: usize,
        f: impl FnOnce(&R, View<'_, R>, usize, Context<'_>) -> Result<Coeffs<R>> + Send,
    ) -> Result<Self> {
        self.with(&[], |r, cx| Ok(Self::from_coeffs(r, f(r, self.coeffs(), n, cx)?)))
    }
}

/// Tells the monitor that a series of n terms is computed from a by this algorithm.
pub(super) fn begins<R: Ring>(
    r: &R,
    (what, way): (&str, impl FnOnce() -> &'static str),
    (a, n): (View<'_, R>, usize),
    cx: Context<'_>,
) -> Result<()> {
    let task = || format!("{what} to {n} terms over {}, {} coefficients", r.name(), a.len());
    cx.begins(|| Decision::only(task(), way()))
}

fn lowest<R: Ring>(r: &R, a: View<'_, R>) -> R::Elem {
    if a.is_empty() { r.elem(0) } else { r.get(a, 0) }
}

pub(super) fn inv_series<R: Convolve>(r: &R, a: View<'_, R>, n: usize, cx: Context<'_>) -> Result<Coeffs<R>> {
    if n == 0 {
        return Ok(r.zeros(0));
    }
    let inverse = r.inv(&lowest(r, a))?;
    begins(r, ("reciprocal", || Predicted::by(r, a, n, cx).fastest().0.name()), (a, n), cx)?;
    quotient::inverse(r, By { b: a, inverse: Some(&inverse) }, n, cx)
}

/// Whether coefficients grow from operation to operation, as over Z.
fn grows<R: Ring>(r: &R, a: View<'_, R>) -> bool {
    r.size(a).bits > 0
}

fn undefined(operation: &'static str, expected: &'static str, got: String) -> Error {
    Error::Domain { operation, expected, got }
}

pub(super) fn log_series<R: Convolve>(r: &R, a: View<'_, R>, n: usize, cx: Context<'_>) -> Result<Coeffs<R>> {
    if lowest(r, a) != r.one() {
        return Err(undefined("a logarithm", "1 as constant term", r.elem_to_text(&lowest(r, a))));
    }
    let a = a.low(n);
    if n < 2 {
        return Ok(r.zeros(0));
    }
    let by_powers = !grows(r, a) && !r.divides_below(n);
    let way = || if by_powers { POWERS } else { Predicted::by(r, a, n - 1, cx).fastest().0.name() };
    begins(r, ("logarithm", way), (a, n), cx)?;
    if by_powers {
        let rest = without_lowest(r, a);
        return by_terms(r, rest.view(), n, cx, |r, k| {
            let inverse = classical::inverse_of_integer(r, k as i64)?;
            Ok(if k.is_multiple_of(2) { r.neg(&inverse) } else { inverse })
        });
    }
    let mut derivative = r.owned(a.from(1));
    r.mul_index(&mut derivative, 1);
    let mut slopes = quotient(r, derivative.view(), By { b: a, inverse: Some(&r.one()) }, n - 1, cx)?;
    r.div_index(&mut slopes, 1)?;
    let mut out = r.zeros(n);
    r.copy_at(&mut out, 1, slopes.view());
    Ok(out)
}

fn without_lowest<R: Ring>(r: &R, a: View<'_, R>) -> Coeffs<R> {
    let mut rest = r.owned(a);
    if !rest.is_empty() {
        r.set(&mut rest, 0, &r.elem(0));
    }
    rest
}

/// Σ weight(k)·b^k over k ≥ 1, as long as the powers do not vanish modulo x^n; b has no constant term.
///
/// # Errors
/// The first error of a weight whose power does not vanish.
pub(super) fn by_terms<R: Convolve>(
    r: &R,
    b: View<'_, R>,
    n: usize,
    cx: Context<'_>,
    mut weight: impl FnMut(&R, u64) -> Result<R::Elem>,
) -> Result<Coeffs<R>> {
    let b = b.low(n);
    let mut sum = r.zeros(n);
    let Some(first) = (0..b.len()).find(|&i| !r.is_zero(&r.get(b, i))) else { return Ok(sum) };
    let most = ((n - 1) / first) as u64;
    // if no power vanishes, the first weight that does not exist is the error, returned before any product is made
    let never_vanishes = !r.is_zero(&r.pow(&r.get(b, first), most));
    let mut weights = Vec::new();
    for k in 1..=most {
        match weight(r, k) {
            Ok(w) => weights.push(Ok(w)),
            Err(e) if never_vanishes => return Err(e),
            Err(e) => {
                weights.push(Err(e));
                break;
            }
        }
    }
    let mut power = r.owned(b);
    for (i, w) in weights.into_iter().enumerate() {
        cx.check()?;
        if i > 0 {
            power = r.mul_window(power.view(), b, 0..n, cx)?;
        }
        if r.trimmed_len(power.view()) == 0 {
            break;
        }
        let mut term = r.owned(power.view());
        r.scale(&mut term, &w?);
        r.add_at(&mut sum, 0, term.view());
    }
    Ok(sum)
}

pub(super) fn exp_series<R: Convolve>(r: &R, a: View<'_, R>, n: usize, cx: Context<'_>) -> Result<Coeffs<R>> {
    if !r.is_zero(&lowest(r, a)) {
        return Err(undefined("an exponential", "0 as constant term", r.elem_to_text(&lowest(r, a))));
    }
    let a = a.low(n);
    let a = a.low(r.trimmed_len(a));
    let own = match r.own_exponential(a, n) {
        Some(f) if !cx.is_heard() => return Ok(f),
        own => own,
    };
    let way = match r.divides_below(n) {
        _ if grows(r, a) || n <= 1 || a.is_empty() => BY_DEFINITION,
        true if is_sparse(r, a) => BY_DEFINITION,
        true => NEWTON,
        false => POWERS,
    };
    begins(r, ("exponential", || way), (a, n), cx)?;
    if way == BY_DEFINITION {
        return short_exp(r, a, n);
    }
    if way == POWERS {
        let mut factorial = r.one();
        let terms = by_terms(r, a, n, cx, |r, k| {
            factorial = r.mul(&factorial, &r.elem(k as i64));
            classical::inverse_of_integer(r, k as i64)?;
            r.inv(&factorial)
        });
        let mut sum = terms?;
        r.add_at(&mut sum, 0, r.collect(&[r.one()]).view());
        return Ok(sum);
    }
    let mut lengths = vec![n];
    let (mut base, mut f) = (n, own);
    while f.is_none() && base > cx.engine().costs().crossovers.exponential {
        base = base.div_ceil(2);
        lengths.push(base);
        f = r.own_exponential(a.low(base), base);
    }
    lengths.pop();
    let mut f = match f {
        Some(f) => f,
        None => short_exp(r, a, base)?,
    };
    if lengths.is_empty() {
        return Ok(f);
    }
    let mut g = quotient::inverse(r, By { b: f.view(), inverse: Some(&r.one()) }, base.div_ceil(2), cx)?;
    for &m in lengths.iter().rev() {
        cx.check()?;
        if g.len() < f.len() {
            g = inverse_step(r, f.view(), g.view(), f.len(), cx)?;
        }
        f = exp_step(r, a, f.view(), g.view(), m, cx)?;
    }
    Ok(f)
}

/// eᵢ = (Σ j·aⱼ·eᵢ₋ⱼ)/i over j from 1 to i, from f' = a'·f.
fn short_exp<R: Ring>(r: &R, a: View<'_, R>, n: usize) -> Result<Coeffs<R>> {
    let mut slopes = r.owned(a.low(n));
    r.mul_index(&mut slopes, 0);
    let terms: Vec<(usize, R::Elem)> =
        (1..slopes.len()).map(|j| (j, r.get(slopes.view(), j))).filter(|(_, x)| !r.is_zero(x)).collect();
    // 1/1, 1/2, …, if all exist
    let mut inverses = classical::ones(r, n.saturating_sub(1));
    let invertible = !grows(r, a) && r.divides_below(n) && r.div_index(&mut inverses, 1).is_ok();
    let mut f: Vec<R::Elem> = Vec::with_capacity(n);
    for i in 0..n {
        if i == 0 {
            f.push(r.one());
            continue;
        }
        let met = terms.iter().take_while(|(j, _)| *j <= i);
        let sum = met.fold(r.elem(0), |s, (j, x)| r.add(&s, &r.mul(x, &f[i - j])));
        f.push(match invertible {
            true => r.mul(&sum, &r.get(inverses.view(), i - 1)),
            false if r.is_zero(&sum) => sum,
            false => r.quotient(&sum, &r.elem(i as i64)).map_err(|e| e.dividing_by(i as i64))?,
        });
    }
    Ok(r.collect(&f))
}

/// Newton step from f = exp a modulo x^h and g = 1/f modulo x^h to exp a modulo x^m, m ≤ 2h.
///
/// With q = a' modulo x^(h−1), f·q equals f' up to x^(h−1), and d = (f' − f·q)/x^(h−1) gives log f = ∫(q + x^(h−1)·g·d).
fn exp_step<R: Convolve>(
    r: &R,
    a: View<'_, R>,
    f: View<'_, R>,
    g: View<'_, R>,
    m: usize,
    cx: Context<'_>,
) -> Result<Coeffs<R>> {
    let (h, k) = (f.len(), m - f.len());
    let mut slopes = r.owned(a.slice(1..h));
    r.mul_index(&mut slopes, 1);
    let high = |v: &mut Coeffs<R>| -> Result<Coeffs<R>> {
        // v is −g·d; its integral gives a − log f from x^h on
        r.div_index(v, h as i64)?;
        let mut error = r.zeros(k);
        r.copy_at(&mut error, 0, a.slice(h..m));
        r.add_at(&mut error, 0, v.view());
        Ok(error)
    };
    let size = |len| Size { len, ..r.size(f) };
    let shapes = [ConvShape::exact(size(h), size(h), h - 1..m - 1), ConvShape::exact(size(h), size(k), 0..k)];
    let update = match Frame::sharing(r, &shapes, cx)? {
        Some(frame) => {
            let image = frame.image(f)?;
            let d = frame.product(frame.image(slopes.view())?, &image, h - 1..m - 1)?;
            let mut log = frame.product(frame.image(d.view())?, &frame.image(g)?, 0..k)?;
            frame.product(frame.image(high(&mut log)?.view())?, &image, 0..k)?
        }
        None => {
            let d = r.mul_window(f, slopes.view(), h - 1..m - 1, cx)?;
            let mut log = r.mul_window(d.view(), g, 0..k, cx)?;
            r.mul_window(high(&mut log)?.view(), f, 0..k, cx)?
        }
    };
    let mut out = r.zeros(m);
    r.copy_at(&mut out, 0, f);
    r.copy_at(&mut out, h, update.view());
    Ok(out)
}

pub(super) fn sqrt_series<R: Convolve>(r: &R, a: View<'_, R>, n: usize, cx: Context<'_>) -> Result<Coeffs<R>> {
    let a = a.low(r.trimmed_len(a));
    let Some(zeros) = (0..a.len()).find(|&i| !r.is_zero(&r.get(a, i))) else { return Ok(r.zeros(0)) };
    if r.is_zero(&r.elem(2)) {
        begins(r, ("square root", || "frobenius"), (a, n), cx)?;
        return frobenius_root(r, a, n);
    }
    if zeros % 2 == 1 {
        return Err(undefined("a square root", "an even lowest degree", zeros.to_string()));
    }
    let root = r.sqrt(&r.get(a, zeros))?;
    let skipped = zeros / 2;
    if skipped >= n {
        return Ok(r.zeros(0));
    }
    begins(r, ("square root", || NEWTON), (a, n), cx)?;
    let s = unit_root(r, a.slice(zeros..zeros + n - skipped), &root, n - skipped, cx)?;
    let mut out = r.zeros(skipped + s.len());
    r.copy_at(&mut out, skipped, s.view());
    Ok(out)
}

/// The square root in characteristic 2, where a square has coefficients at even exponents only, the squares of the root's.
fn frobenius_root<R: Ring>(r: &R, a: View<'_, R>, n: usize) -> Result<Coeffs<R>> {
    if let Some(i) = (1..a.len()).step_by(2).find(|&i| !r.is_zero(&r.get(a, i))) {
        return Err(undefined("a square root in characteristic 2", "only even degrees", i.to_string()));
    }
    let roots = (0..a.len()).step_by(2).take(n).map(|i| r.sqrt(&r.get(a, i)));
    Ok(r.collect(&roots.collect::<Result<Vec<_>>>()?))
}

/// The square root with this lowest coefficient.
fn unit_root<R: Convolve>(r: &R, a: View<'_, R>, root: &R::Elem, n: usize, cx: Context<'_>) -> Result<Coeffs<R>> {
    let (mut s, twice) = (r.collect(std::slice::from_ref(root)), r.add(root, root));
    let grows = grows(r, a);
    let mut inverse = if grows { r.zeros(0) } else { r.collect(&[r.inv(&twice)?]) };
    let mut lengths = vec![n];
    while lengths[lengths.len() - 1] > 1 {
        lengths.push(lengths[lengths.len() - 1].div_ceil(2));
    }
    for &m in lengths.iter().rev().skip(1) {
        cx.check()?;
        let (h, k) = (s.len(), m - s.len());
        let mut error = r.mul_window(s.view(), s.view(), h..m, cx)?;
        r.neg_all(&mut error);
        r.add_at(&mut error, 0, a.slice(h..m));
        let mut doubled = r.owned(s.view());
        r.add_at(&mut doubled, 0, s.view());
        let high = if grows {
            quotient(r, error.view(), By { b: doubled.view(), inverse: None }, k, cx)?
        } else {
            while inverse.len() < k {
                let doubling = h.min(2 * inverse.len());
                inverse = inverse_step(r, doubled.view(), inverse.view(), doubling, cx)?;
            }
            r.mul_window(error.view(), inverse.view(), 0..k, cx)?
        };
        r.resize(&mut s, m);
        r.copy_at(&mut s, h, high.view());
    }
    Ok(s)
}
