//! Samples of a polynomial at an arithmetic progression, shifted along it.
//!
//! For a polynomial of degree below n, known at 0, …, n − 1, Lagrange's formula gives f(a) = ∏(a − j)·Σ w_j/(a − j),
//! w_j = (−1)^(n−1−j)·f(j)/(j!·(n−1−j)!). For m consecutive values of a the sums are one middle product of the w by the
//! reciprocals, and successive products differ by one multiplication and one division (Bostan, Gaudry, Schost 2007,
//! "Linear recurrences with polynomial coefficients and application to integer factorization and Cartier–Manin
//! operator", §3). Cost: that product, and a few multiplications of elements for each of n + m. Where not all
//! reciprocals exist, f is found in falling factorials, with the coefficients Σ (−1)^(k−j)·f(j)/(j!·(k−j)!), and
//! evaluated.
//!
//! Over Z, Σ f(i)·x^i = g/(1 − x)^n with a g of degree below n, so that f(a) = Σ g_j·B(a − j), B(t) the binomial
//! coefficient t + n − 1 over n − 1 (Stanley 2012, "Enumerative Combinatorics", vol. 1, §4.3): two products, and exact
//! divisions between successive B(t).

use super::{Points, Poly, newton_basis::naturals};
use crate::{
    Error, Result,
    ring::{Coeffs, Convolve, View},
};

impl<R: Convolve> Poly<R> {
    /// f(c), f(c + 1), …, f(c + m − 1) for the f of degree below n with the values `samples` at 0, …, n − 1.
    ///
    /// ```
    /// use polymod::{Poly, Ring, Zn};
    /// let f = Zn::new(998_244_353)?;
    /// let cubes = f.collect(&[0, 1, 8, 27]);
    /// assert_eq!(f.words(Poly::shifted_samples(&f, cubes.view(), &10, 3)?.view()), [1000, 1331, 1728]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotInvertible`] unless 1, …, n − 1 are units, except over Z, where all values are integers;
    /// [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn shifted_samples(ring: &R, samples: View<'_, R>, c: &R::Elem, m: usize) -> Result<Coeffs<R>> {
        let (r, n) = (ring, samples.len());
        if n == 0 || m == 0 {
            return Ok(r.zeros(m));
        }
        if r.size(r.collect(&[r.one()]).view()).bits > 0 {
            return by_binomials(r, samples, c, m);
        }
        let weights = weights(r, samples)?;
        // c − (n − 1), …, c + m − 1
        let first = r.add(c, &r.elem(1 - n as i64));
        let all: Vec<R::Elem> = arithmetic(r, &first, n + m - 1);
        let mut reciprocals =
            r.collect(&all.iter().map(|t| if r.is_zero(t) { r.one() } else { t.clone() }).collect::<Vec<_>>());
        match r.inv_each(&mut reciprocals) {
            Err(Error::NotInvertible { .. }) => return by_differences(r, samples, c, m),
            done => done?,
        }
        let mut masked = r.owned(reciprocals.view());
        for (i, _) in all.iter().enumerate().filter(|(_, t)| r.is_zero(t)) {
            r.set(&mut masked, i, &r.elem(0));
        }
        let sums = r.engine().enter(|cx| r.mul_window(weights.view(), masked.view(), n - 1..n + m - 1, cx))?;
        let mut out = r.zeros(m);
        // the last position before window i's end where a − j = 0, and the running product of the windows without such
        // a position
        let mut zero = (0..n - 1).rev().find(|&k| r.is_zero(&all[k]));
        let mut product: Option<R::Elem> = None;
        for i in 0..m {
            if r.is_zero(&all[i + n - 1]) {
                zero = Some(i + n - 1);
            }
            if let Some(k) = zero.filter(|&k| k >= i) {
                // a = j: the value is the sample f(j)
                r.set(&mut out, i, &r.get(samples, i + n - 1 - k));
                product = None;
                continue;
            }
            let next = match product {
                Some(p) => r.mul(&r.mul(&p, &all[i + n - 1]), &r.get(reciprocals.view(), i - 1)),
                None => all[i..i + n].iter().fold(r.one(), |p, t| r.mul(&p, t)),
            };
            r.set(&mut out, i, &r.mul(&next, &r.get(sums.view(), i)));
            product = Some(next);
        }
        Ok(out)
    }
}

/// first, first + 1, …, n of them.
fn arithmetic<R: Convolve>(r: &R, first: &R::Elem, n: usize) -> Vec<R::Elem> {
    let one = r.one();
    std::iter::successors(Some(first.clone()), |t| Some(r.add(t, &one))).take(n).collect()
}

/// (−1)^(n−1−j)·f(j)/(j!·(n−1−j)!).
fn weights<R: Convolve>(r: &R, samples: View<'_, R>) -> Result<Coeffs<R>> {
    let n = samples.len();
    let mut factorials = naturals(r, n);
    r.set(&mut factorials, 0, &r.one());
    r.running_products(&mut factorials);
    let backwards = r.reversed(factorials.view());
    r.mul_each(&mut factorials, backwards.view());
    r.inv_each(&mut factorials)?;
    let mut weights = r.owned(samples);
    r.mul_each(&mut weights, factorials.view());
    for j in (0..n.saturating_sub(1)).rev().step_by(2) {
        let negative = r.neg(&r.get(weights.view(), j));
        r.set(&mut weights, j, &negative);
    }
    Ok(weights)
}

/// By f = Σ d_k·x·(x − 1)⋯(x − k + 1), d_k = Σ (f(j)/j!)·((−1)^(k−j)/(k − j)!).
fn by_differences<R: Convolve>(r: &R, samples: View<'_, R>, c: &R::Elem, m: usize) -> Result<Coeffs<R>> {
    let n = samples.len();
    let mut reciprocals = naturals(r, n);
    r.set(&mut reciprocals, 0, &r.one());
    r.running_products(&mut reciprocals);
    r.inv_each(&mut reciprocals)?;
    let mut quotients = r.owned(samples);
    r.mul_each(&mut quotients, reciprocals.view());
    for k in (1..n).step_by(2) {
        let negative = r.neg(&r.get(reciprocals.view(), k));
        r.set(&mut reciprocals, k, &negative);
    }
    let differences = r.engine().enter(|cx| r.mul_window(quotients.view(), reciprocals.view(), 0..n, cx))?;
    let points = r.collect(&arithmetic(r, c, m));
    Points::new(r, points.view())?.eval(&Poly::from_falling_factorials(r, differences.view())?)
}

/// Over Z, by g = (1 − x)^n·Σ f(i)·x^i modulo x^n, and f(a) = Σ g_j·B(a − j).
fn by_binomials<R: Convolve>(r: &R, samples: View<'_, R>, c: &R::Elem, m: usize) -> Result<Coeffs<R>> {
    let (n, one) = (samples.len(), r.one());
    // (−1)^j·(n over j)
    let mut signed = vec![one.clone()];
    for j in 1..n {
        let product = r.mul(&signed[j - 1], &r.elem(j as i64 - 1 - n as i64));
        signed.push(r.quotient(&product, &r.elem(j as i64))?);
    }
    // B(t) for t from c − n + 1 on
    let places = arithmetic(r, &r.add(c, &r.elem(1 - n as i64)), n + m - 1);
    let mut first = one.clone();
    for i in 1..n as i64 {
        first = r.quotient(&r.mul(&first, &r.add(&places[0], &r.elem(i))), &r.elem(i))?;
    }
    let mut binomials = vec![first];
    for (i, t) in places.iter().enumerate().take(n + m - 2) {
        let (above, below) = (r.add(t, &r.elem(n as i64)), r.add(t, &one));
        binomials.push(match r.is_zero(&below) {
            true => one.clone(),
            false => r.quotient(&r.mul(&binomials[i], &above), &below)?,
        });
    }
    r.engine().enter(|cx| {
        let g = r.mul_window(samples, r.collect(&signed).view(), 0..n, cx)?;
        r.mul_window(g.view(), r.collect(&binomials).view(), n - 1..n + m - 1, cx)
    })
}
