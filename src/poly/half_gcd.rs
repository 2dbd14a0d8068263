//! Half-GCD: the quotients of the first half of a remainder sequence, as a 2×2 matrix, from products of half the length.
//!
//! For deg A = n > deg B and k ≤ n, [`HalfGcd::matrix`] finds the M with M·(A, B) = (C, D), C and D consecutive remainders (up to
//! units) with deg C ≥ n − k > deg D. It depends on the upper 2k + 1 coefficients only, and its degree is n − deg C. The
//! recursion is M = M2·Q·M1: M1 for about k/2, one division Q, M2 for the remaining degrees of k. Degrees may be arbitrary: gaps
//! in the sequence make M2 smaller, or the identity.
//!
//! Source: Schönhage 1971, "Schnelle Berechnung von Kettenbruchentwicklungen"; Moenck 1973, "Fast computation of GCDs"; in
//! the form of Thull, Yap 1990, "A unified approach to HGCD algorithms for polynomials and integers", sections 2–3.
//!
//! Each matrix entry and each remainder is transformed once per level. The length of C is known before it is computed, from the
//! degree of M1, so that M1·(A, B) is computed modulo x^N − 1 with N ≥ len C, and M2·M1 by the same plan where that is no longer
//! than necessary. Cost: for n = 2k about 16 transforms of 3k/2 words per level, and Euclid's algorithm below a size that the
//! ring gives.

use super::divide::divide;
use crate::{
    Result,
    engine::Context,
    ring::{Coeffs, ConvShape, Convolve, ProductShape, Ring, Size, Transition, View, Wanted, Window, euclid::Division},
};
use std::sync::Arc;

/// The divisions of the remainder sequence, recorded for resultants if wanted.
pub type Log<R> = Option<Vec<Division<<R as Ring>::Elem>>>;

/// Two consecutive remainders, the longer first.
pub type Two<R> = [Coeffs<R>; 2];

/// The half-GCD algorithm over one ring.
#[derive(Clone, Copy)]
pub struct HalfGcd<'a, R: Convolve> {
    pub r: &'a R,
    pub cx: Context<'a>,
    /// Number of degrees below which Euclid's algorithm computes the matrix.
    pub base: usize,
}

/// A transformed 2×2 matrix.
struct Images<R: Convolve> {
    plan: Arc<R::Plan>,
    entries: [[R::Image; 2]; 2],
}

impl<R: Convolve> Images<R> {
    /// The transforms under another plan; None if they are not prefixes of these.
    fn under(self, r: &R, plan: Arc<R::Plan>) -> Option<Self> {
        if Arc::ptr_eq(&plan, &self.plan) {
            return Some(self);
        }
        let prefix = |image: &R::Image| r.image_prefix(&self.plan, &plan, image);
        let [above, below] = &self.entries;
        let entries = [[prefix(&above[0])?, prefix(&above[1])?], [prefix(&below[0])?, prefix(&below[1])?]];
        Some(Images { plan, entries })
    }
}

impl<'a, R: Convolve> HalfGcd<'a, R> {
    pub fn new(r: &'a R, cx: Context<'a>) -> Self {
        HalfGcd { r, cx, base: r.half_gcd_base().max(2) }
    }

    /// The algorithm's name for a longer operand of `len` coefficients, with or without cofactors (`combination`).
    pub fn way(&self, len: usize, combination: bool) -> &'static str {
        if len <= self.short(combination) { "euclid" } else { "half-gcd" }
    }

    /// Length up to which only Euclid's algorithm is used.
    fn short(&self, combination: bool) -> usize {
        self.base * if combination { 2 } else { 6 }
    }

    /// The matrix for k degrees: row 1 gives the first remainder with at most len a − 1 − k coefficients.
    ///
    /// In: len a > len b, 1 ≤ k < len a.
    pub fn matrix(&self, a: View<'_, R>, b: View<'_, R>, k: usize, log: &mut Log<R>) -> Result<Transition<R>> {
        self.cx.check()?;
        let stop = a.len() - 1 - k;
        let unneeded = stop.saturating_sub(k);
        let (a, b, stop) = (a.from(unneeded), b.from(unneeded), stop - unneeded);
        if b.len() <= stop {
            return Ok(Transition::identity(self.r));
        }
        if k < self.base {
            let wanted = Wanted { stop, remainders: false, matrix: true };
            return Ok(self.r.euclid([a, b], wanted, log.as_mut())?.matrix);
        }
        let m1 = self.matrix(a, b, (k - 1) / 2, log)?;
        let (pair, images) = self.applied(&m1, a, b, Some(k))?;
        if pair[1].len() <= stop {
            return Ok(m1);
        }
        let (q, pair) = self.divided(pair, log)?;
        let rest = pair[0].len() - 1 - stop;
        let m2 = match rest {
            0 => Transition::identity(self.r),
            _ => self.matrix(pair[0].view(), pair[1].view(), rest, log)?,
        };
        drop(pair);
        let m2 = self.times_quotient(m2, &q)?;
        self.product(&m2, &m1, images)
    }

    /// (c, d) = m·(a, b), truncated to their lengths; also the transform of m for a product of matrices of total degree
    /// `product`, if that is wanted and takes no more transforms.
    fn applied(
        &self,
        m: &Transition<R>,
        a: View<'_, R>,
        b: View<'_, R>,
        product: Option<usize>,
    ) -> Result<(Two<R>, Option<Images<R>>)> {
        let r = self.r;
        if m.is_identity() {
            return Ok(([r.owned(a), r.owned(b)], None));
        }
        let (degree, len) = (m.degree(), a.len() - m.degree());
        let [entry, of_a] = [r.size(widest(r, m)), r.size(a)];
        let shape = ConvShape { a: entry, b: of_a, window: Window::Cyclic(len) };
        let cx = self.for_products(len, degree + 1);
        let mut plan = r.conv_plan(std::slice::from_ref(&shape), 2, cx)?;
        let mut alone = None;
        if let Some(k) = product {
            let whole = self.product_shape(m, k);
            let other = r.conv_plan(std::slice::from_ref(&whole), 2, cx)?;
            // a shared plan takes eight transforms, of its length, instead of twelve of the other length
            let shared = 8 * r.cyclic_len(&plan) <= 12 * r.cyclic_len(&other);
            if shared && !r.fits(&plan, &whole, 2) {
                plan = r.conv_plan(&[shape, whole], 2, cx)?;
            }
            alone = Some(if shared { plan.clone() } else { other });
        }
        let images = self.images(plan, m, cx)?;
        let plan = &images.plan;
        let (x, y) = cx.join(|cx| r.transform(plan, a, cx), |cx| r.transform(plan, b, cx));
        let mut pair = self.row_products(&images, [x?, y?], len, cx)?;
        debug_assert_eq!(r.trimmed_len(pair[0].view()), len, "a unit is no zero divisor");
        r.trim(&mut pair[1]);
        Ok((pair, alone.and_then(|plan| images.under(r, plan))))
    }

    /// The shape of a product of matrices: m by another one, of degree k in total.
    fn product_shape(&self, m: &Transition<R>, k: usize) -> ConvShape {
        let entry = self.r.size(widest(self.r, m));
        let other = Size { len: k + 1 - m.degree(), ..entry };
        ConvShape::exact(entry, other, 0..k + 1)
    }

    /// The context for two such products of matrices, with no more threads than they can use.
    fn for_products(&self, x: usize, y: usize) -> Context<'a> {
        let size = |len| Size { len, bits: 0 };
        let shape = ProductShape { a: size(x), b: size(y), square: false, window: 0..x };
        self.cx.for_work(2.0 * self.r.choose_product(&shape, self.cx).predicted_ns)
    }

    fn images(&self, plan: Arc<R::Plan>, m: &Transition<R>, cx: Context<'_>) -> Result<Images<R>> {
        let row = |i: usize, cx: Context<'_>| -> Result<[R::Image; 2]> {
            let entry = |j: usize| self.r.transform(&plan, m.0[i][j].view(), cx);
            Ok([entry(0)?, entry(1)?])
        };
        let (above, below) = cx.join(|cx| row(0, cx), |cx| row(1, cx));
        let entries = [above?, below?];
        Ok(Images { plan, entries })
    }

    /// The first `len` coefficients of the two rows m·(x, y).
    fn row_products(&self, m: &Images<R>, [x, y]: [R::Image; 2], len: usize, cx: Context<'_>) -> Result<Two<R>> {
        let (r, plan) = (self.r, &m.plan);
        let row = |i: usize, cx: Context<'_>| {
            let mut sum = r.image_product(plan, &m.entries[i][0], &x, cx)?;
            r.image_addmul(plan, &mut sum, &m.entries[i][1], &y, cx)?;
            r.untransform(plan, sum, 0..len, cx)
        };
        let (c, d) = cx.join(|cx| row(0, cx), |cx| row(1, cx));
        Ok([c?, d?])
    }

    /// m2·m1; `images` is the transform of m1, under a plan long enough for the product.
    fn product(&self, m2: &Transition<R>, m1: &Transition<R>, images: Option<Images<R>>) -> Result<Transition<R>> {
        let r = self.r;
        if m1.is_identity() {
            return Ok(Transition([0, 1].map(|i| [0, 1].map(|j| r.owned(m2.0[i][j].view())))));
        }
        let len = m1.degree() + m2.degree() + 1;
        let cx = self.for_products(len, m1.degree() + 1);
        let images = match images {
            Some(images) => images,
            None => {
                let plan = r.conv_plan(&[self.product_shape(m1, len - 1)], 2, cx)?;
                self.images(plan, m1, cx)?
            }
        };
        let plan = &images.plan;
        let row = |i: usize| -> Result<Two<R>> {
            let [x, y] = &m2.0[i];
            let (x, y) = cx.join(|cx| r.transform(plan, x.view(), cx), |cx| r.transform(plan, y.view(), cx));
            self.vector_times([x?, y?], &images, len, cx)
        };
        Ok(Transition([row(0)?, row(1)?]))
    }

    /// (x, y)·m, without leading zeros.
    fn vector_times(&self, [x, y]: [R::Image; 2], m: &Images<R>, len: usize, cx: Context<'_>) -> Result<Two<R>> {
        let (r, plan, [above, below]) = (self.r, &m.plan, &m.entries);
        let column = |j: usize, cx: Context<'_>| {
            let mut sum = r.image_product(plan, &x, &above[j], cx)?;
            r.image_addmul(plan, &mut sum, &y, &below[j], cx)?;
            let mut out = r.untransform(plan, sum, 0..len, cx)?;
            r.trim(&mut out);
            Ok(out)
        };
        let (c, d) = cx.join(|cx| column(0, cx), |cx| column(1, cx));
        Ok([c?, d?])
    }

    /// One division step: (a, b) → (b, a + q·b) with deg(a + q·b) < deg b, and q.
    pub fn divided(&self, [mut a, b]: Two<R>, log: &mut Log<R>) -> Result<(Coeffs<R>, Two<R>)> {
        let r = self.r;
        let (gap, lead) = (a.len() - b.len(), r.get(b.view(), b.len() - 1));
        let q = if gap <= 1 {
            let inverse = r.inv(&lead)?;
            let minus = |x: &R::Elem| r.neg(&r.mul(x, &inverse));
            let mut q = [r.elem(0), minus(&r.get(a.view(), a.len() - 1))];
            if gap == 0 {
                q.swap(0, 1);
            } else {
                let below = if b.len() > 1 { r.mul(&q[1], &r.get(b.view(), b.len() - 2)) } else { r.elem(0) };
                q[0] = minus(&r.add(&r.get(a.view(), a.len() - 2), &below));
            }
            r.resize(&mut a, b.len() - 1);
            r.add_linear(&mut a, &q, b.view());
            r.trim(&mut a);
            r.collect(&q[..=gap])
        } else {
            let (mut q, mut rest) = divide(r, a.view(), b.view(), true, None, self.cx)?;
            r.neg_all(&mut q);
            r.trim(&mut rest);
            a = rest;
            q
        };
        if let Some(log) = log {
            log.push(Division { gap, lead, scale: r.one() });
        }
        Ok((q, [b, a]))
    }

    /// m·Q for the division's matrix Q = (0, 1; 1, q).
    fn times_quotient(&self, m: Transition<R>, q: &Coeffs<R>) -> Result<Transition<R>> {
        let [above, below] = m.0;
        Ok(Transition([self.row_times_quotient(above, q)?, self.row_times_quotient(below, q)?]))
    }

    /// (x, y)·Q = (y, x + q·y).
    fn row_times_quotient(&self, [mut x, y]: Two<R>, q: &Coeffs<R>) -> Result<Two<R>> {
        let (r, len) = (self.r, (y.len() + q.len()).saturating_sub(1));
        if !y.is_empty() {
            if x.len() < len {
                r.resize(&mut x, len);
            }
            if q.len() <= 2 {
                let at = |i: usize| if i < q.len() { r.get(q.view(), i) } else { r.elem(0) };
                r.add_linear(&mut x, &[at(0), at(1)], y.view());
            } else {
                let product = r.mul_window(y.view(), q.view(), 0..len, self.cx)?;
                r.add_at(&mut x, 0, product.view());
            }
            r.trim(&mut x);
        }
        Ok([y, x])
    }
}

/// The entry with the most bits per coefficient, and the longest of several such: the size that a plan must hold.
fn widest<'m, R: Convolve>(r: &R, m: &'m Transition<R>) -> View<'m, R> {
    let entries = m.0.iter().flatten().map(Coeffs::view);
    entries.max_by_key(|v| (r.size(*v).bits, v.len())).unwrap_or_else(|| m.0[1][1].view())
}

/// A step of the remainder sequence: the matrix or quotient applied to the pair.
enum Stage<R: Convolve> {
    Transition(Box<Transition<R>>),
    Quotient(Coeffs<R>),
}

/// The last pair of a remainder sequence, and the cofactors of one of its remainders.
pub struct End<R: Convolve> {
    /// Consecutive remainders, without leading zeros.
    pub pair: Two<R>,
    /// (s, t) with s·a + t·b = `pair[row]`, where a row was asked for.
    pub row: Option<Two<R>>,
}

impl<R: Convolve> HalfGcd<'_, R> {
    /// The first pair of consecutive remainders of any two polynomials of which the second has at most `stop` coefficients, and
    /// the cofactors (s, t) of remainder `row`.
    pub fn until(
        &self,
        a: View<'_, R>,
        b: View<'_, R>,
        stop: usize,
        row: Option<usize>,
        log: &mut Log<R>,
    ) -> Result<End<R>> {
        let r = self.r;
        let mut stages = Vec::new();
        let mut pair = [r.owned(a), r.owned(b)];
        // of the last remainders, where cofactors are wanted and Euclid's algorithm has run
        let mut last = None;
        while pair[1].len() > stop {
            let [a, b] = &pair;
            let (len, gap) = (a.len(), a.len().wrapping_sub(b.len()));
            if a.len() <= b.len() || gap > self.base {
                if a.len() < b.len() {
                    pair.swap(0, 1);
                    stages.push(Stage::Quotient(r.zeros(0)));
                } else {
                    let (q, next) = self.divided(pair, log)?;
                    (pair, _) = (next, stages.push(Stage::Quotient(q)));
                }
            } else if len <= self.short(row.is_some()) {
                let wanted = Wanted { stop, remainders: true, matrix: row.is_some() };
                let end = r.euclid([a.view(), b.view()], wanted, log.as_mut())?;
                (pair, last) = (end.pair, Some(end.matrix));
            } else {
                let k = self.step(len - 1).min(len - 1 - stop);
                if k == 0 {
                    let (q, next) = self.divided(pair, log)?;
                    (pair, _) = (next, stages.push(Stage::Quotient(q)));
                    continue;
                }
                let m = self.matrix(a.view(), b.view(), k, log)?;
                (pair, _) = self.applied(&m, a.view(), b.view(), None)?;
                if row.is_some() {
                    stages.push(Stage::Transition(Box::new(m)));
                }
                if pair[1].len() > stop {
                    let (q, next) = self.divided(pair, log)?;
                    (pair, _) = (next, stages.push(Stage::Quotient(q)));
                }
            }
        }
        let row = match row {
            Some(row) => {
                let [above, below] = last.unwrap_or_else(|| Transition::identity(r)).0;
                Some(self.back_through(if row == 0 { above } else { below }, stages)?)
            }
            None => None,
        };
        Ok(End { pair, row })
    }

    /// Number of degrees to reduce a remainder of this degree by in the next step, so that the following lengths fill a transform
    /// or three quarters of one; 0 for a single division, where a few of them lead to a size that suits the matrix better.
    fn step(&self, degree: usize) -> usize {
        const FEW: usize = 4;
        let power = 1 << degree.ilog2();
        let following = [power + power / 2, power, power / 2 + power / 4];
        let mut steps = following.map(|len| (degree + 1).saturating_sub(len)).into_iter();
        let k = steps.find(|k| *k >= degree / 8).unwrap_or(degree / 4);
        // the matrix has up to k + 1 coefficients
        let size = 1 << (k + 1).ilog2();
        if (size + 1..=size + FEW).contains(&(k + 1)) { 0 } else { k }
    }

    /// (s, t)·(product of the stages), from the last stage back to the first.
    fn back_through(&self, mut row: Two<R>, stages: Vec<Stage<R>>) -> Result<Two<R>> {
        let r = self.r;
        for stage in stages.into_iter().rev() {
            row = match stage {
                Stage::Quotient(q) => self.row_times_quotient(row, &q)?,
                Stage::Transition(m) if m.is_identity() => row,
                Stage::Transition(m) => {
                    let longest = row[0].len().max(row[1].len());
                    let len = longest + m.degree();
                    let cx = self.for_products(longest, m.degree() + 1);
                    let size = |v: View<'_, R>| r.size(v);
                    let of_row = Size { len: longest, ..size(row[0].view()) };
                    let shape = ConvShape::exact(of_row, size(widest(r, &m)), 0..len);
                    let images = self.images(r.conv_plan(&[shape], 2, cx)?, &m, cx)?;
                    let plan = &images.plan;
                    let [x, y] = &row;
                    let (x, y) = (r.transform(plan, x.view(), cx)?, r.transform(plan, y.view(), cx)?);
                    self.vector_times([x, y], &images, len, cx)?
                }
            };
        }
        Ok(row)
    }
}
