//! Powers of series with few terms.
//!
//! From g = f^e, f·g' = e·f'·g: i·f₀·g_i = Σ ((e + 1)·j − i)·f_j·g_(i−j) over the terms f_j of f, j ≥ 1 (Euler; Knuth, TAOCP 2, §4.7,
//! equation 9). Cost: two products of elements for each term and coefficient, where dense powers take several products of series.

use crate::{
    Result,
    ring::{Coeffs, Convolve, View, classical},
};

/// Whether a series has so few terms that the recurrence is faster than products of series.
pub(super) fn is_sparse<R: Convolve>(r: &R, a: View<'_, R>) -> bool {
    r.nonzero(a) <= r.engine().costs().crossovers.sparse_series + 1
}

/// a^e modulo x^n for an element e of the ring, from a₀^e; a₀ is a unit with this inverse and 1, …, n − 1 are units, or, over Z,
/// there is no inverse and all quotients are exact.
///
/// # Errors
/// If a quotient is not exact.
pub(super) fn power<R: Convolve>(
    r: &R,
    a: View<'_, R>,
    e: &R::Elem,
    [first, inverse]: [&R::Elem; 2],
    n: usize,
) -> Result<Coeffs<R>> {
    let grows = r.size(a).bits > 0;
    let above = r.add(e, &r.one());
    // a_j and (e + 1)·j·a_j, both divided by a₀
    let terms: Vec<(usize, R::Elem, R::Elem)> = (1..a.len().min(n))
        .map(|j| (j, r.get(a, j)))
        .filter(|(_, x)| !r.is_zero(x))
        .map(|(j, x)| if grows { (j, x) } else { (j, r.mul(&x, inverse)) })
        .map(|(j, x)| (j, x.clone(), r.mul(&r.mul(&above, &r.elem(j as i64)), &x)))
        .collect();
    let mut reciprocals = classical::ones(r, n.saturating_sub(1));
    if !grows {
        r.div_index(&mut reciprocals, 1)?;
    }
    let mut g: Vec<R::Elem> = Vec::with_capacity(n);
    g.push(first.clone());
    for i in 1..n {
        let (mut falling, mut rising) = (r.elem(0), r.elem(0));
        for (j, x, weighted) in terms.iter().take_while(|(j, ..)| *j <= i) {
            falling = r.add(&falling, &r.mul(x, &g[i - j]));
            rising = r.add(&rising, &r.mul(weighted, &g[i - j]));
        }
        let sum = r.add(&rising, &r.mul(&r.elem(-(i as i64)), &falling));
        g.push(match grows {
            false => r.mul(&sum, &r.get(reciprocals.view(), i - 1)),
            true => r.quotient(&sum, &r.mul(&r.elem(i as i64), &r.get(a, 0)))?,
        });
    }
    g.truncate(n);
    Ok(r.collect(&g))
}
