//! Schoolbook algorithms on single elements: default definitions of the traits, and the oracle of the tests.

use super::{Coeffs, Ring, View};
use crate::{Result, engine::Context};

/// v(x) by Horner's rule.
pub fn horner<R: Ring>(r: &R, v: View<'_, R>, x: &R::Elem) -> R::Elem {
    (0..v.len()).rev().fold(r.elem(0), |s, i| r.add(&r.mul(&s, x), &r.get(v, i)))
}

/// v(x) at each of these points, by Horner's rule.
pub fn horner_each<R: Ring>(r: &R, v: View<'_, R>, points: View<'_, R>) -> Coeffs<R> {
    let values: Vec<_> = (0..points.len()).map(|i| r.horner(v, &r.get(points, i))).collect();
    r.collect(&values)
}

/// p = p·(x − a); p grows by one element.
fn times_linear<R: Ring>(r: &R, p: &mut Vec<R::Elem>, a: &R::Elem) {
    let minus = r.neg(a);
    p.push(r.elem(0));
    for k in (0..p.len()).rev() {
        let below = if k > 0 { p[k - 1].clone() } else { r.elem(0) };
        p[k] = r.add(&below, &r.mul(&minus, &p[k]));
    }
}

/// The polynomial ∏(x − `points[i]`), one factor after the other.
pub fn product_of_roots<R: Ring>(r: &R, points: View<'_, R>) -> Coeffs<R> {
    let mut product = vec![r.one()];
    for i in 0..points.len() {
        times_linear(r, &mut product, &r.get(points, i));
    }
    r.collect(&product)
}

/// The numerator of Σ `weights[i]`/(x − `points[i]`), one fraction after the other: N/P + w/(x − a) = (N·(x − a) + w·P)/(P·(x − a)).
pub fn sum_of_fractions<R: Ring>(r: &R, points: View<'_, R>, weights: View<'_, R>) -> Coeffs<R> {
    let (mut numerator, mut product) = (Vec::new(), vec![r.one()]);
    for i in 0..points.len() {
        let (a, w) = (r.get(points, i), r.get(weights, i));
        times_linear(r, &mut numerator, &a);
        for (x, y) in numerator.iter_mut().zip(&product) {
            *x = r.add(x, &r.mul(&w, y));
        }
        times_linear(r, &mut product, &a);
    }
    r.collect(&numerator)
}

/// The first `n` coefficients of the power series a/b: qᵢ = (aᵢ − Σ bⱼ·qᵢ₋ⱼ)/b₀, the sum over j from 1 to i with bⱼ ≠ 0.
pub fn quotient<R: Ring>(
    r: &R,
    a: View<'_, R>,
    b: View<'_, R>,
    inverse: Option<&R::Elem>,
    n: usize,
) -> Result<Coeffs<R>> {
    let lowest = r.get(b, 0);
    let terms = (1..b.len().min(n)).map(|j| (j, r.get(b, j))).filter(|(_, c)| !r.is_zero(c)).collect::<Vec<_>>();
    let mut q: Vec<R::Elem> = Vec::with_capacity(n);
    for i in 0..n {
        let known = terms.iter().take_while(|(j, _)| *j <= i);
        let sum = known.fold(r.elem(0), |sum, (j, c)| r.add(&sum, &r.mul(c, &q[i - j])));
        let rest = r.neg(&sum);
        let rest = if i < a.len() { r.add(&r.get(a, i), &rest) } else { rest };
        q.push(match inverse {
            Some(inverse) => r.mul(&rest, inverse),
            None => r.quotient(&rest, &lowest)?,
        });
    }
    Ok(r.collect(&q))
}

/// Whether each of 1, …, n − 1 has an inverse.
pub fn divides_below<R: Ring>(r: &R, n: usize) -> bool {
    let mut last = r.collect(&[r.one()]);
    // if a prime factor of the characteristic is below n, a multiple of it is among any n − 1 successive numbers
    n < 2 || r.div_index(&mut last, n as i64 - 1).is_ok() && r.div_index(&mut ones(r, n - 1), 1).is_ok()
}

/// A vector of n ones.
pub fn ones<R: Ring>(r: &R, n: usize) -> Coeffs<R> {
    let mut v = r.collect(&[r.one()]);
    // the length doubles until it suffices
    while v.len() < n {
        let len = v.len();
        let more = r.owned(v.view().low(n - len));
        r.resize(&mut v, len + more.len());
        r.copy_at(&mut v, len, more.view());
    }
    r.resize(&mut v, n);
    v
}

/// `v[i]` = `v[0]`·…·`v[i]`, one by one.
pub fn running_products<R: Ring>(r: &R, v: &mut Coeffs<R>) {
    for i in 1..v.len() {
        let x = r.mul(&r.get(v.view(), i - 1), &r.get(v.view(), i));
        r.set(v, i, &x);
    }
}

/// `v[i] ·= k + i`, one by one.
pub fn mul_index<R: Ring>(r: &R, v: &mut Coeffs<R>, k: i64) {
    for i in 0..v.len() {
        let x = r.mul(&r.get(v.view(), i), &r.elem(k + i as i64));
        r.set(v, i, &x);
    }
}

/// `v[i] /= k + i` wherever `v[i]` is not zero: one inversion for all, three products for each (Montgomery 1987, §10.3.1).
pub fn div_index<R: Ring>(r: &R, v: &mut Coeffs<R>, k: i64) -> Result<()> {
    let places: Vec<usize> = (0..v.len()).filter(|&i| !r.is_zero(&r.get(v.view(), i))).collect();
    let divisor = |i: usize| r.elem(k + i as i64);
    let mut products = Vec::with_capacity(places.len());
    let mut product = r.one();
    for &i in &places {
        products.push(product.clone());
        product = r.mul(&product, &divisor(i));
    }
    let mut inverse = match r.inv(&product) {
        Ok(inverse) => inverse,
        // report the first element without an inverse
        Err(e) => {
            let first = places.iter().find_map(|&i| Some(r.inv(&divisor(i)).err()?.dividing_by(k + i as i64)));
            return Err(first.unwrap_or(e));
        }
    };
    for (&i, before) in places.iter().zip(&products).rev() {
        let x = r.mul(&r.get(v.view(), i), &r.mul(&inverse, before));
        r.set(v, i, &x);
        inverse = r.mul(&inverse, &divisor(i));
    }
    Ok(())
}

/// The inverse of k·1 for an integer k.
///
/// # Errors
/// [`NotInvertible`](crate::Error::NotInvertible), which names k.
pub fn inverse_of_integer<R: Ring>(r: &R, k: i64) -> Result<R::Elem> {
    r.inv(&r.elem(k)).map_err(|e| e.dividing_by(k))
}

/// The determinants of n×n matrices, one for each index of the entries' vectors, by Gaussian elimination with row
/// exchanges.
pub fn determinants<R: Ring>(r: &R, n: usize, entries: &[View<'_, R>], cx: Context<'_>) -> Result<Coeffs<R>> {
    let places = entries.first().map_or(0, |e| e.len());
    let values = cx.map((0..places).collect(), |t, cx| {
        cx.check()?;
        determinant(r, n, entries.iter().map(|&e| r.get(e, t)).collect())
    })?;
    Ok(r.collect(&values))
}

/// The determinant of one matrix, by Gaussian elimination.
///
/// # Errors
/// [`NotInvertible`](crate::Error::NotInvertible) where a pivot that is not zero is no unit.
pub fn determinant<R: Ring>(r: &R, n: usize, mut m: Vec<R::Elem>) -> Result<R::Elem> {
    let mut product = r.one();
    for k in 0..n {
        let Some(i) = (k..n).find(|&i| !r.is_zero(&m[i * n + k])) else { return Ok(r.elem(0)) };
        if i != k {
            (k..n).for_each(|j| m.swap(i * n + j, k * n + j));
            product = r.neg(&product);
        }
        let pivot = m[k * n + k].clone();
        product = r.mul(&product, &pivot);
        let inverse = r.inv(&pivot)?;
        for i in k + 1..n {
            let factor = r.neg(&r.mul(&m[i * n + k], &inverse));
            for j in k + 1..n {
                m[i * n + j] = r.add(&m[i * n + j], &r.mul(&factor, &m[k * n + j]));
            }
        }
    }
    Ok(product)
}
