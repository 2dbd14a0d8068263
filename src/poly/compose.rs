//! Composition of polynomials and of power series: the choice of algorithm, and the algorithm by halves, which needs no table.
//!
//! A(B) is computed from the two halves of A = A₀ + x^k·A₁ as A₀(B) + B^k·A₁(B), with products truncated to the required terms
//! (Brent, Kung 1978, "Fast algorithms for manipulating formal power series", §2.2). Cost: M(N)·log N for all N terms of A(B).
//! Modulo x^N it is as many products of N terms as A has coefficients; [powers](super::compose_powers) or
//! [halving](super::compose_halving) are faster there. Over every commutative ring: there are no divisions.

use super::{Poly, compose_halving, compose_powers, frame::product_ns};
use crate::{
    Result,
    bits::checked_words,
    choice::{self, Candidate},
    engine::Context,
    ring::{Coeffs, Convolve, ShortOp, Size, View},
};

polymod_core::algorithms! {
    /// An algorithm for compositions of power series.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, poly::CompositionAlgorithm};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (Poly::from_i64(&f, &[1, 2, 3, 4]), Poly::from_i64(&f, &[0, 1, 1]));
    /// for algorithm in CompositionAlgorithm::ALL {
    ///     assert_eq!(a.compose_series_by(&b, 4, Some(algorithm))?, a.compose_series(&b, 4)?);
    /// }
    /// # Ok::<(), polymod::Error>(())
    /// ```
    CompositionAlgorithm in "polymod::poly", "compositions of power series" {
        /// Divide and conquer on the halves of the outer series.
        Halves = "halves",
        /// Baby steps and giant steps with a table of powers (Brent, Kung 1978).
        BrentKung = "brent-kung",
        /// Bivariate quotients of half as many terms and twice the degree (Kinoshita, Li 2024).
        KinoshitaLi = "kinoshita-li",
    }
}

use CompositionAlgorithm::{BrentKung, Halves, KinoshitaLi};

impl<R: Convolve> Poly<R> {
    /// self(inner): (deg self)·(deg inner) + 1 coefficients.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (Poly::parse(&f, "x^2 + 1")?, Poly::parse(&f, "x + 3")?);
    /// assert_eq!(a.compose(&b)?.to_string(), "x^2 + 6*x + 10");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`checked_mul`](Self::checked_mul).
    pub fn compose(&self, inner: &Self) -> Result<Self> {
        let degrees = [self, inner].map(|p| p.len().saturating_sub(1));
        let len = checked_words("the coefficients of a composition", degrees[0], degrees[1])?.saturating_add(1);
        checked_words("the coefficients of a composition", len, self.coeffs().width.max(1))?;
        self.same_ring(inner)?;
        self.few_or(ShortOp::Composition, inner, Ok, || match self.own_composition(inner) {
            Some(composed) => Ok(composed),
            None => self.compose_by_halves(inner, len),
        })
    }

    /// self(inner) by an algorithm of the ring's own, where nobody listens.
    #[inline(never)]
    fn own_composition(&self, inner: &Self) -> Option<Self> {
        let r = &self.ring;
        if !r.engine().is_quiet() {
            return None;
        }
        if self.len() < 2 {
            return Some(self.clone());
        }
        let composed = r.own_composition(self.coeffs(), inner.coeffs());
        composed.map(|composed| Self::from_coeffs(r, composed))
    }

    /// self(inner), of `len` coefficients, by products of halves where the ring has no way of its own.
    fn compose_by_halves(&self, inner: &Self, len: usize) -> Result<Self> {
        self.with(&[inner], |r, cx| {
            self.begins(|| ("composition".into(), Halves.name()), &[inner])?;
            if let Some(composed) = r.own_composition(self.coeffs(), inner.coeffs()) {
                return Ok(Self::from_coeffs(r, composed));
            }
            Ok(Self::from_coeffs(r, by_halves(r, self.coeffs(), inner.coeffs(), len, cx)?))
        })
    }

    /// self(inner) modulo x^n. `inner` may have any constant term.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (Poly::parse(&f, "x^3 + x")?, Poly::parse(&f, "x^2 + x")?);
    /// assert_eq!(a.compose_series(&b, 4)?, Poly::parse(&f, "x^3 + x^2 + x")?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`checked_mul`](Self::checked_mul).
    pub fn compose_series(&self, inner: &Self, n: usize) -> Result<Self> {
        self.compose_series_by(inner, n, None)
    }

    /// [`compose_series`](Self::compose_series) by the given algorithm; `None` takes the one predicted fastest.
    ///
    /// ```
    /// # use polymod::{Poly, Zn, poly::CompositionAlgorithm};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (Poly::from_i64(&f, &[1, 1, 1]), Poly::from_i64(&f, &[0, 1, 2])); // 1 + y + y² at y = x + 2x²
    /// let composed = a.compose_series_by(&b, 3, Some(CompositionAlgorithm::BrentKung))?;
    /// assert_eq!(composed, Poly::from_i64(&f, &[1, 1, 3]));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`compose_series`](Self::compose_series).
    pub fn compose_series_by(&self, inner: &Self, n: usize, algorithm: Option<CompositionAlgorithm>) -> Result<Self> {
        self.with(&[inner], |r, cx| {
            Ok(Self::from_coeffs(r, compose_series(r, self.coeffs(), inner.coeffs(), n, algorithm, cx)?))
        })
    }
}

/// a(b) modulo x^n, by the forced algorithm or the one predicted fastest; the result has fewer than n coefficients where the
/// others are zero.
pub(super) fn compose_series<R: Convolve>(
    r: &R,
    a: View<'_, R>,
    b: View<'_, R>,
    n: usize,
    forced: Option<CompositionAlgorithm>,
    cx: Context<'_>,
) -> Result<Coeffs<R>> {
    let (a, b) = (a.low(r.trimmed_len(a)), b.low(n));
    let b = b.low(r.trimmed_len(b));
    // where b has no constant term, b^n and higher powers are 0 modulo x^n
    let a = if !b.is_empty() && !r.is_zero(&r.get(b, 0)) { a } else { a.low(n.max(1)) };
    if n == 0 || a.is_empty() {
        return Ok(r.zeros(0));
    }
    let full = (a.len() - 1).saturating_mul(b.len().saturating_sub(1)).saturating_add(1);
    // a full composition, or one of two products (b² and one by b²), is by halves unless another algorithm is demanded
    let evident = full <= n || a.len() <= 4;
    if forced.is_none() && evident && !cx.engine().is_watched() {
        return by_halves(r, a, b, full.min(n), cx);
    }
    let candidates = candidates(r, a.len(), r.size(b), n, cx);
    let task = || format!("composition over {}, {} coefficients in {}, to {n} terms", r.name(), a.len(), b.len());
    let fastest = || if evident { None } else { choice::fastest(&candidates, u64::MAX) };
    let chosen = cx.demand(forced, &candidates, task)?.or_else(fastest).unwrap_or(candidates[0]);
    cx.take(&chosen, &candidates, task)?;
    let cx = cx.told();
    match chosen.algorithm {
        Halves => by_halves(r, a, b, n, cx),
        BrentKung => compose_powers::compose_series(r, a, b, n, cx),
        KinoshitaLi => compose_halving::compose_series(r, a, b, n, cx),
    }
}

/// Predicted cost of each algorithm, halves first, for operands of these lengths, the inner one of size `b`.
fn candidates<R: Convolve>(
    r: &R,
    m: usize,
    b: Size,
    n: usize,
    cx: Context<'_>,
) -> [Candidate<CompositionAlgorithm>; 3] {
    let vector = (8 * n * r.zeros(0).width.max(1)) as u64;
    let candidate = |algorithm, ns, vectors: usize| Candidate::new(algorithm, ns, vectors as u64 * vector);
    [
        candidate(Halves, by_halves_ns(r, (m, b, n), cx), 3),
        candidate(BrentKung, compose_powers::predicted_ns(r, [m, n, 1], 1.0, cx), 2 * compose_powers::rows(m, n, 1)),
        candidate(KinoshitaLi, compose_halving::predicted_ns(r, (m, b, n), cx), 8 + 2 * n.ilog2() as usize),
    ]
}

/// a·b modulo x^n; at most len a + len b − 1 coefficients.
pub(super) fn low_product<R: Convolve>(
    r: &R,
    a: View<'_, R>,
    b: View<'_, R>,
    n: usize,
    cx: Context<'_>,
) -> Result<Coeffs<R>> {
    let (a, b) = (a.low(n), b.low(n));
    if a.is_empty() || b.is_empty() {
        return Ok(r.zeros(0));
    }
    r.mul_window(a, b, 0..(a.len() + b.len() - 1).min(n), cx)
}

/// Predicted nanoseconds of [`by_halves`].
fn by_halves_ns<R: Convolve>(r: &R, (m, b, n): (usize, Size, usize), cx: Context<'_>) -> f64 {
    let (mut power, mut pieces, mut ns) = (Size { len: b.len.max(1), ..b }, m, 0.0);
    while pieces > 1 {
        let window = (2 * power.len - 1).min(n);
        // products of pieces by the power, and the square of the power
        ns += (pieces / 2 + 1) as f64 * product_ns(r, power, power, 0..window, cx);
        power = Size { len: window, bits: 2 * power.bits };
        pieces = pieces.div_ceil(2);
    }
    ns
}

/// Composition by halves down to single coefficients.
fn by_halves<R: Convolve>(r: &R, a: View<'_, R>, b: View<'_, R>, n: usize, cx: Context<'_>) -> Result<Coeffs<R>> {
    joined(r, (0..a.len()).map(|i| r.owned(a.slice(i..i + 1))).collect(), r.owned(b.low(n)), n, cx)
}

/// Σ pieces_i·power^i modulo x^n, from the leaves up: each level combines pairs of pieces into half as many of twice the degree.
pub(super) fn joined<R: Convolve>(
    r: &R,
    mut pieces: Vec<Coeffs<R>>,
    mut power: Coeffs<R>,
    n: usize,
    cx: Context<'_>,
) -> Result<Coeffs<R>> {
    while pieces.len() > 1 {
        cx.check()?;
        let pairs: Vec<_> = pieces.chunks(2).collect();
        let joined = cx.map(pairs, |pair, cx| match pair {
            [low, high] => {
                let mut sum = low_product(r, high.view(), power.view(), n, cx)?;
                if sum.len() < low.len() {
                    r.resize(&mut sum, low.len());
                }
                r.add_at(&mut sum, 0, low.view());
                Ok(sum)
            }
            alone => Ok(alone[0].clone()),
        })?;
        pieces = joined;
        if pieces.len() > 1 {
            power = low_product(r, power.view(), power.view(), n, cx)?;
        }
    }
    Ok(pieces.pop().unwrap_or_else(|| r.zeros(0)))
}
