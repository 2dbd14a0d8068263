//! The polynomial of degree below n with given values at n points.
//!
//! Lagrange's formula: Σ yᵢ/M′(xᵢ)·M/(x − xᵢ), the numerator of Σ cᵢ/(x − xᵢ) with cᵢ = yᵢ/M′(xᵢ), computed up the subproduct
//! tree (Borodin, Moenck 1974, "Fast modular transforms", §5). The values of M′ come from one evaluation, their inverses from one
//! inversion and three products each. The differences of the points must be units; over Z/n, n composite, an error gives the
//! factor of n found. Cost, in products of n by n coefficients: that of an evaluation, and ½·log₂(n/64) more.
//!
//! Over Z by Newton's divided differences, n²/2 exact divisions: the differences of a polynomial with integer coefficients are
//! integers.

use super::{
    Points, Poly,
    multipoint::{grows, wrong_number},
};
use crate::{
    Error, Result,
    engine::Context,
    ring::{Coeffs, Convolve, Ring, ShortOp, View},
    scratch::Block,
};
use std::collections::HashMap;

impl<R: Convolve> Points<R> {
    /// The polynomial of degree below n with the value yᵢ at xᵢ.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, poly::Points};
    /// let f = Zn::new(97)?;
    /// let points = Points::new(&f, f.view(&[1, 2, 3])?)?;
    /// assert_eq!(points.interpolate(f.view(&[1, 4, 9])?)?.to_string(), "x^2");
    /// assert_eq!(points.interpolate(f.view(&[7, 7, 7])?)?.to_string(), "7");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] where there are not as many values as points; [`Error::RepeatedPoint`]; over Z/n
    /// [`Error::NotInvertible`] where two points differ by a zero divisor; over Z [`Error::NotDivisible`] where no such polynomial
    /// has integer coefficients; [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn interpolate(&self, values: View<'_, R>) -> Result<Poly<R>> {
        let r = &self.ring;
        if values.len() != self.len() {
            return Err(wrong_number(self.len(), values.len()));
        }
        r.engine().enter(|cx| {
            cx.inside_for(values.len(), |cx| {
                cx.check()?;
                let Some(tree) = &self.tree else {
                    distinct(r, self.points())?;
                    return Ok(Poly::from_coeffs(r, newton(r, self.points(), values, cx)?));
                };
                let weights = match self.weights.get() {
                    Some(weights) => weights,
                    None => {
                        let weights = self.inverse_derivatives(tree.poly(r, self.points()).view(), cx)?;
                        self.weights.get_or_init(|| weights)
                    }
                };
                let mut c = r.owned(values);
                r.mul_each(&mut c, weights.view());
                Ok(Poly::from_coeffs(r, tree.up(r, c.view(), self.points(), cx)?))
            })
        })
    }

    /// 1/M′(xᵢ) for all i.
    fn inverse_derivatives(&self, m: View<'_, R>, cx: Context<'_>) -> Result<Coeffs<R>> {
        let r = &self.ring;
        let mut derivative = r.owned(m.from(1));
        r.mul_index(&mut derivative, 1);
        let values = self.values(derivative.view(), cx)?;
        inverses(r, values.view()).map_err(|e| {
            distinct(r, self.points()).err().or_else(|| meeting(r, self.points(), values.view())).unwrap_or(e)
        })
    }
}

impl<R: Convolve> Poly<R> {
    /// The polynomial of degree below n with these values at these n points, which must be distinct.
    /// [`Points`](super::Points) prepares points for several interpolations.
    ///
    /// ```
    /// use polymod::{Error, Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let a = Poly::interpolate(&f, f.view(&[1, 2, 3])?, f.view(&[1, 4, 9])?)?;
    /// assert_eq!(a.to_string(), "x^2");
    /// let twice = Poly::interpolate(&f, f.view(&[5, 2, 5])?, f.view(&[1, 4, 1])?);
    /// assert_eq!(twice, Err(Error::RepeatedPoint { point: "5".into(), first: 0, second: 2 }));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Points::interpolate`].
    pub fn interpolate(ring: &R, points: View<'_, R>, values: View<'_, R>) -> Result<Self> {
        if values.len() != points.len() {
            return Err(wrong_number(points.len(), values.len()));
        }
        match Self::through_few(ring, points, values) {
            Some(poly) => Ok(poly),
            None => Points::new(ring, points)?.interpolate(values),
        }
    }

    /// The polynomial by the ring's algorithm for few points, where it has one and a result, and no monitor or raised token is to be heeded.
    fn through_few(ring: &R, points: View<'_, R>, values: View<'_, R>) -> Option<Self> {
        if !ring.engine().is_quiet() {
            return None;
        }
        if let Some((words, len)) = ring.few_words(ShortOp::Interpolation, values, points) {
            return Some(Self::of_few(ring, values.width, words, len));
        }
        if points.len() == 1 {
            return Some(Self::from_coeffs(ring, ring.owned(values)));
        }
        let words = ring.short_words(ShortOp::Interpolation, values, points).filter(|&words| words <= Block::MOST)?;
        let mut out = Block::new(words);
        let len = ring.write_short(ShortOp::Interpolation, out.first_mut(words), values, points).ok()?;
        Some(Self::of_block(ring, values.width, out, len))
    }
}

/// The inverses of all entries: one inversion, and three products each (Montgomery 1987, §10.3.1), by halves, so that the
/// products are vector operations.
///
/// # Errors
/// [`Error::NotInvertible`] of the product of all entries.
pub(super) fn inverses<R: Ring>(r: &R, v: View<'_, R>) -> Result<Coeffs<R>> {
    if v.len() < 2 {
        let elems = (0..v.len()).map(|i| r.inv(&r.get(v, i))).collect::<Result<Vec<_>>>()?;
        return Ok(r.collect(&elems));
    }
    let half = v.len() / 2;
    let (a, b) = (v.low(half), v.slice(half..2 * half));
    // the last of an odd number has no partner
    let mut products = r.owned(a);
    r.mul_each(&mut products, b);
    r.resize(&mut products, v.len() - half);
    r.copy_at(&mut products, half, v.from(2 * half));
    let inverse = inverses(r, products.view())?;
    let mut out = r.zeros(v.len());
    let mut part = r.owned(inverse.view().low(half));
    r.mul_each(&mut part, b);
    r.copy_at(&mut out, 0, part.view());
    let mut part = r.owned(inverse.view().low(half));
    r.mul_each(&mut part, a);
    r.copy_at(&mut out, half, part.view());
    r.copy_at(&mut out, 2 * half, inverse.view().from(half));
    Ok(out)
}

/// An error that names the first repeated point, if any.
///
/// # Errors
/// [`Error::RepeatedPoint`].
pub(super) fn distinct<R: Ring>(r: &R, points: View<'_, R>) -> Result<()> {
    let mut seen = HashMap::new();
    for second in 0..points.len() {
        let mut limbs = Vec::new();
        let negative = r.limbs(points, second, &mut limbs);
        if let Some(first) = seen.insert((negative, limbs), second) {
            let point = r.elem_to_text(&r.get(points, second));
            return Err(Error::RepeatedPoint { point, first, second });
        }
    }
    Ok(())
}

/// The error for a value of M′ without inverse: names two points whose difference has none.
fn meeting<R: Ring>(r: &R, points: View<'_, R>, derivatives: View<'_, R>) -> Option<Error> {
    let i = (0..points.len()).find(|&i| r.inv(&r.get(derivatives, i)).is_err())?;
    let minus = r.neg(&r.get(points, i));
    (0..points.len()).filter(|&j| j != i).find_map(|j| r.inv(&r.add(&r.get(points, j), &minus)).err())
}

/// Newton's form by divided differences, then its coefficients.
fn newton<R: Convolve>(r: &R, points: View<'_, R>, values: View<'_, R>, cx: Context<'_>) -> Result<Coeffs<R>> {
    debug_assert!(points.is_empty() || grows(r), "other rings have trees");
    let elems = |v: View<'_, R>| (0..v.len()).map(|i| r.get(v, i)).collect::<Vec<_>>();
    let (x, mut d) = (elems(points), elems(values));
    for k in 1..d.len() {
        cx.check()?;
        for i in (k..d.len()).rev() {
            let rise = r.add(&d[i], &r.neg(&d[i - 1]));
            d[i] = r.quotient(&rise, &r.add(&x[i], &r.neg(&x[i - k])))?;
        }
    }
    let mut out = r.zeros(0);
    for (x, d) in x.iter().zip(&d).rev() {
        // out·(x − xᵢ) + dᵢ
        cx.check()?;
        let mut next = r.zeros(out.len() + 1);
        r.copy_at(&mut next, 1, out.view());
        r.scale(&mut out, &r.neg(x));
        r.add_at(&mut next, 0, out.view());
        r.add_at(&mut next, 0, r.collect(std::slice::from_ref(d)).view());
        out = next;
    }
    Ok(out)
}
