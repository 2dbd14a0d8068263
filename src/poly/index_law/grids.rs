//! Products of polynomials in several variables, the exponents of the first running fastest.
//!
//! *Truncated* to exponents below N_1, N_2, …: for an index i let χ(i) be the sum of ⌊i/(N_1⋯N_j)⌋ over all j below the number k of variables.
//! χ(i + j) − χ(i) − χ(j) is the number of carries, from 0 to k − 1, and 0 exactly where no exponent is too large: the coefficients of each
//! class of χ modulo k make a polynomial in one variable, and of the products of classes those are taken whose sum is the class of the
//! index.
//!
//! *Cyclic*: by Kronecker substitution, each exponent in twice the room, and reduced then.

use crate::{
    Result,
    bits::checked_words,
    poly::Poly,
    ring::{Coeffs, Convolve, Grid, View, grid},
};

/// Where the rows of the exponents of the first variable begin, of arrays with these sizes, if those of the other variables come from this
/// array.
fn starts(sizes: &[usize], exponents: &[usize]) -> Vec<usize> {
    let mut all = vec![0];
    let mut stride = sizes.first().copied().unwrap_or(1);
    for (&size, &count) in sizes.iter().zip(exponents).skip(1) {
        all = (0..count).flat_map(|e| all.iter().map(move |at| at + e % size * stride).collect::<Vec<_>>()).collect();
        stride *= size;
    }
    all
}

/// Modulo x_j^(N_j).
pub(super) fn truncated<R: Convolve>(r: &R, sizes: &[usize], a: View<'_, R>, b: View<'_, R>) -> Result<Coeffs<R>> {
    let (n, k, row) = (a.len(), sizes.len().max(1), sizes.first().copied().unwrap_or(1));
    let class = |i: usize| {
        let mut rest = i;
        let quotients = sizes.iter().take(k - 1).map(|size| {
            rest /= size;
            rest
        });
        quotients.sum::<usize>() % k
    };
    let split = |v: View<'_, R>| {
        let mut parts = vec![r.zeros(n); k];
        (0..n).step_by(row).for_each(|at| r.copy_at(&mut parts[class(at)], at, v.slice(at..at + row)));
        parts
    };
    let (x, y) = (split(a), split(b));
    let left = Grid { rows: 1, columns: k, entries: x.iter().map(Coeffs::view).collect() };
    let entry = |i: usize| y[(i % k + k - i / k) % k].view();
    let right = Grid { rows: k, columns: k, entries: (0..k * k).map(entry).collect() };
    let products = r.engine().enter(|cx| grid::product(r, &left, &right, 0..n, None, cx))?;
    let mut c = r.zeros(n);
    (0..n).step_by(row).for_each(|at| r.copy_at(&mut c, at, products[class(at)].slice(at..at + row)));
    Ok(c)
}

/// Modulo x_j^(N_j) − 1.
pub(super) fn cyclic<R: Convolve>(r: &R, sizes: &[usize], a: View<'_, R>, b: View<'_, R>) -> Result<Coeffs<R>> {
    let wide: Vec<usize> = sizes.iter().map(|n| 2 * n - 1).collect();
    let total = wide.iter().try_fold(1, |n, &size| checked_words("the product", n, size))?;
    let row = sizes.first().copied().unwrap_or(1);
    let places = starts(&wide, sizes);
    let spread = |v: View<'_, R>| {
        let mut out = r.zeros(total);
        places.iter().enumerate().for_each(|(i, &at)| r.copy_at(&mut out, at, v.slice(i * row..(i + 1) * row)));
        Poly::from_coeffs(r, out)
    };
    let mut product = spread(a).checked_mul(&spread(b))?.into_coeffs();
    r.resize(&mut product, total);
    let mut c = r.zeros(a.len());
    for (i, at) in starts(sizes, &wide).into_iter().enumerate() {
        let from = product.slice(i * (2 * row - 1)..(i + 1) * (2 * row - 1));
        r.add_at(&mut c, at, from.low(row));
        r.add_at(&mut c, at, from.from(row));
    }
    Ok(c)
}

/// Either of both, by the definition in all variables but the first.
#[cfg(feature = "integers")]
pub(super) fn by_variables<R: Convolve>(
    r: &R,
    sizes: &[usize],
    wraps: bool,
    a: View<'_, R>,
    b: View<'_, R>,
) -> Result<Coeffs<R>> {
    let n = a.len();
    let mut c = r.zeros(n);
    let Some((&last, others)) = sizes.split_last() else {
        return Ok(r.collect(&[r.mul(&r.get(a, 0), &r.get(b, 0))]));
    };
    if others.is_empty() {
        let [x, y] = [a, b].map(|v| Poly::from_coeffs(r, r.owned(v)));
        let product = x.checked_mul(&y)?;
        r.copy_at(&mut c, 0, product.coeffs().low(n));
        if wraps {
            r.add_at(&mut c, 0, product.coeffs().from(n));
        }
        return Ok(c);
    }
    let len = n / last;
    for (i, j) in (0..last).flat_map(|i| (0..last).map(move |j| (i, j))).filter(|(i, j)| wraps || i + j < last) {
        let [x, y] = [(a, i), (b, j)].map(|(v, i)| v.slice(i * len..(i + 1) * len));
        let product = by_variables(r, others, wraps, x, y)?;
        r.add_at(&mut c, (i + j) % last * len, product.view());
    }
    Ok(c)
}
