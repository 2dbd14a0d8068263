//! Samples of a polynomial at an arithmetic progression, shifted along it.
//!
//! For a polynomial of degree below n, known at 0, …, n − 1, Lagrange's formula gives f(a) = ∏(a − j)·Σ w_j/(a − j), w_j =
//! (−1)^(n−1−j)·f(j)/(j!·(n−1−j)!). For m consecutive values of a the sums are one middle product of the w by the reciprocals,
//! and successive products differ by one multiplication and one division (Bostan, Gaudry, Schost 2007, "Linear recurrences with
//! polynomial coefficients and application to integer factorization and Cartier–Manin operator", §3). Cost: that product, and a
//! few multiplications of elements for each of n + m.

use super::{Poly, newton_basis::naturals};
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
    /// [`Error::NotInvertible`] unless the ring is a field of more than n + m elements of which 1, …, n − 1 are units, or happens
    /// to have the inverses needed; [`Error::Unsupported`] over Z; [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn shifted_samples(ring: &R, samples: View<'_, R>, c: &R::Elem, m: usize) -> Result<Coeffs<R>> {
        let (r, n) = (ring, samples.len());
        if r.size(r.collect(&[r.one()]).view()).bits > 0 {
            return Err(Error::Unsupported { operation: "a shift of samples".into(), ring: r.name() });
        }
        if n == 0 || m == 0 {
            return Ok(r.zeros(m));
        }
        let weights = weights(r, samples)?;
        // c − (n − 1), …, c + m − 1
        let first = r.add(c, &r.elem(1 - n as i64));
        let all: Vec<R::Elem> = arithmetic(r, &first, n + m - 1);
        let mut reciprocals =
            r.collect(&all.iter().map(|t| if r.is_zero(t) { r.one() } else { t.clone() }).collect::<Vec<_>>());
        r.inv_each(&mut reciprocals)?;
        let mut masked = r.owned(reciprocals.view());
        for (i, _) in all.iter().enumerate().filter(|(_, t)| r.is_zero(t)) {
            r.set(&mut masked, i, &r.elem(0));
        }
        let sums = r.engine().enter(|cx| r.mul_window(weights.view(), masked.view(), n - 1..n + m - 1, cx))?;
        let mut out = r.zeros(m);
        // the last position before window i's end where a − j = 0, and the running product of the windows without such a position
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

#[cfg(test)]
mod tests {
    use crate::{Error, Poly, Zn, ring::Ring};

    #[test]
    fn shifted_samples_are_the_polynomials_values() {
        for p in [97, 65_537, (1 << 62) - 57] {
            let r = Zn::new(p).expect("a modulus");
            for n in [1usize, 2, 3, 8, 33, 90] {
                let f = Poly::new(&r, (0..n as u64).map(|i| (p - 1).wrapping_sub(i * i) % p).collect::<Vec<_>>());
                let at = |x: u64| f.eval(&(x % p));
                let samples = r.collect(&(0..n as u64).map(at).collect::<Vec<_>>());
                for (c, m) in
                    [(0, 5), (1, n), (p - 1, 2 * n + 3), (n as u64 + 3, 1), (p / 2, 250), (p - n as u64, n), (5, 0)]
                {
                    let found = Poly::shifted_samples(&r, samples.view(), &c, m).expect("samples");
                    let expected: Vec<_> =
                        (0..m as u64).map(|i| at((u128::from(c + i) % u128::from(p)) as u64)).collect();
                    assert_eq!(r.words(found.view()), expected, "p = {p}, {n} samples from {c} on");
                }
            }
        }
        let r = Zn::new(5).expect("a modulus");
        let samples = r.collect(&[1; 6]);
        assert!(matches!(Poly::shifted_samples(&r, samples.view(), &1, 2), Err(Error::NotInvertible { .. })));
    }
}
