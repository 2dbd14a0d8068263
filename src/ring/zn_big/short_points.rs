//! Cofactors of common divisors, and polynomials through points, of few coefficients modulo an odd n of at most eight limbs: with one inversion each.

use super::{
    fixed::{Arithmetic, one},
    montgomery::{Sum, load, store},
};
use rug::Integer;

/// Most coefficients of an operand whose cofactors are computed here.
pub(super) const MOST: usize = 4;

/// A remainder of both operands and its cofactors, all of them multiples of the true ones by the same factor.
#[derive(Clone, Copy)]
struct Row<const K: usize> {
    /// The remainder, the cofactor of the first operand, and that of the second.
    parts: [[[u64; K]; MOST]; 3],
    len: usize,
}

impl<const K: usize> Row<K> {
    /// An operand, the one of this index.
    fn new(words: &[u64], width: usize, index: usize) -> Self {
        let mut parts = [[[0; K]; MOST]; 3];
        parts[0].iter_mut().zip(words.chunks_exact(width)).for_each(|(x, row)| *x = load(row));
        parts[1 + index][0] = one();
        Row { parts, len: words.len() / width }
    }
}

impl<const K: usize> Arithmetic<K> {
    /// Writes the monic greatest common divisor g of two polynomials of 1 to [`MOST`] coefficients, neither leading with zero, and s and t with
    /// g = s·a + t·b as by [`Short`](crate::ring::Short); `None` where a leading coefficient in the computation is no unit.
    pub fn cofactors(&self, out: [&mut [u64]; 3], width: usize, [a, b]: [&[u64]; 2], n: &Integer) -> Option<()> {
        let m = &self.m;
        let (mut x, mut y) = (Row::<K>::new(a, width, 0), Row::new(b, width, 1));
        if x.len < y.len {
            std::mem::swap(&mut x, &mut y);
        }
        let mut product = *m.one();
        while y.len > 1 {
            let lead = y.parts[0][y.len - 1];
            while x.len >= y.len {
                // lead·x − top·X^shift·y, without the top
                let (shift, minus) = (x.len - y.len, m.neg(&x.parts[0][x.len - 1]));
                for (x, y) in x.parts.iter_mut().zip(&y.parts) {
                    for i in (0..MOST).rev() {
                        let sum = Sum::of(&x[i], &lead);
                        x[i] = m.reduce(if i < shift { sum } else { sum.add(&y[i - shift], &minus) });
                    }
                }
                product = m.mul(&product, &lead);
                x.len = x.parts[0][..x.len - 1].iter().rposition(|x| *x != [0; K]).map_or(0, |top| top + 1);
            }
            std::mem::swap(&mut x, &mut y);
        }
        // a constant other than 0, or the last row before 0
        let last = if y.len == 1 { y } else { x };
        let lead = last.parts[0][last.len - 1];
        // 1/lead from that of its product with all others
        let inverse = m.lift(&m.mul(&product, &self.inverse(&m.mul(&lead, &product), n)?));
        for (out, part) in out.into_iter().zip(&last.parts) {
            for (out, x) in out.chunks_exact_mut(width).zip(part) {
                store(out, &m.mul(x, &inverse));
            }
        }
        Some(())
    }

    /// Writes the polynomial with these values at at most [`MOST`] points; `None` where the difference of two is no unit.
    ///
    /// It is Σ y_i/d_i·∏ (x − x_j) over j other than i, with d_i = ∏ (x_i − x_j); one inversion gives all 1/d_i (Montgomery 1987, §10.3.1).
    pub fn interpolate(&self, out: &mut [u64], width: usize, [points, values]: [&[u64]; 2], n: &Integer) -> Option<()> {
        let (m, count) = (&self.m, points.len() / width);
        let row = |words: &[u64], i: usize| load::<K>(&words[i * width..][..width]);
        let mut points_of = [[0; K]; MOST];
        (0..count).for_each(|i| points_of[i] = row(points, i));
        let x = &points_of[..count];
        // all that follows is lifted, but the coefficients of products and the result
        let (mut d, mut before, mut product) = ([*m.one(); MOST], [*m.one(); MOST], *m.one());
        for i in 0..count {
            for j in (0..count).filter(|&j| j != i) {
                d[i] = m.mul(&d[i], &m.lift(&m.sub(&x[i], &x[j])));
            }
            before[i] = product;
            product = m.mul(&product, &d[i]);
        }
        let mut inverse = m.lift(&self.inverse(&m.mul(&product, &one()), n)?);
        // ∏ (x − x_j), and the sum
        let (mut all, mut sum) = ([[0; K]; MOST + 1], [[0; K]; MOST]);
        all[0] = one();
        for (i, x) in x.iter().enumerate() {
            let factor = m.neg(&m.lift(x));
            for k in (0..=i + 1).rev() {
                let below = if k > 0 { all[k - 1] } else { [0; K] };
                all[k] = m.add(&below, &m.mul(&all[k], &factor));
            }
        }
        for i in (0..count).rev() {
            let (weight, point) = (m.mul(&inverse, &before[i]), m.lift(&x[i]));
            inverse = m.mul(&inverse, &d[i]);
            let factor = m.mul(&m.lift(&row(values, i)), &weight);
            // the product over x − x_i, from the highest coefficient on
            let mut quotient = one();
            for k in (0..count).rev() {
                sum[k] = m.add(&sum[k], &m.mul(&quotient, &factor));
                quotient = m.add(&all[k], &m.mul(&quotient, &point));
            }
        }
        out.chunks_exact_mut(width).zip(&sum).for_each(|(out, x)| store(out, x));
        Some(())
    }

    /// Writes the derivative: coefficient i is i + 1 times that above.
    pub fn derivative(&self, out: &mut [u64], width: usize, v: &[u64]) {
        let (m, mut factor) = (&self.m, [0; K]);
        for (out, row) in out.chunks_exact_mut(width).zip(v.chunks_exact(width).skip(1)) {
            factor = m.add(&factor, m.one());
            store(out, &m.mul(&load(row), &factor));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Error, Poly, Result, ZnBig,
        poly::Bezout,
        ring::{Evaluation, Ring, Short, ShortOp},
    };
    use rug::ops::Pow;

    /// Primes of every number of limbs, and composite numbers with small and large factors.
    fn moduli() -> Vec<Integer> {
        let power = |e: u32| Integer::from(2).pow(e);
        let mut moduli: Vec<Integer> = [64, 127, 191, 255, 256, 384, 511].map(|bits| power(bits).next_prime()).into();
        moduli.extend([power(128) - 1u32, Integer::from(3).pow(80), (power(64) + 13u32) * 15u32]);
        moduli
    }

    /// A polynomial of this length: of scattered or of the largest residues, with zeros between the ends, or with zero divisors.
    fn polynomial(f: &ZnBig, len: usize, kind: usize, seed: usize) -> Poly<ZnBig> {
        let value = |i: usize| match kind {
            0 => Integer::from(i + 3).pow(97 + 10 * seed as u32) * (i + 7 * seed) + i,
            1 => Integer::from(-1),
            2 if (1..len - 1).contains(&i) => Integer::new(),
            2 => Integer::from(i + seed + 1),
            _ => Integer::from(15 * (i + seed) + 5 * (i % 2) + 2 * usize::from(i + 1 == len)),
        };
        let mut list: Vec<Integer> = (0..len).map(|i| value(i).modulo(f.n())).collect();
        if list[len - 1] == 0 {
            list[len - 1] = Integer::from(1);
        }
        Poly::new(f, list)
    }

    #[test]
    fn cofactors_of_few_coefficients() -> Result<()> {
        let mut refused = 0;
        for n in moduli() {
            let f = ZnBig::new(n.clone())?;
            for case in 0..4 * 4 * 4 * 4 * 3 {
                let [la, lb, common] = [case % 4 + 1, case / 4 % 4 + 1, case / 256 + 1];
                let (kinds, c) = ([case / 16 % 4, case / 64 % 4], polynomial(&f, common, 0, 3));
                let (a, b) = (&polynomial(&f, la, kinds[0], 1) * &c, &polynomial(&f, lb, kinds[1], 2) * &c);
                let few = a.len().max(b.len()) <= MOST && !a.is_empty() && !b.is_empty();
                assert_eq!(f.short_bezout_words(a.coeffs(), b.coeffs()).is_some(), few);
                match a.xgcd(&b) {
                    Ok(Bezout { g, s, t }) => {
                        assert_eq!(&(&s * &a) + &(&t * &b), g, "{a}, {b} modulo {n}");
                        assert!(g.leading() == Some(f.one()) && a.rem(&g)?.is_empty() && b.rem(&g)?.is_empty());
                        assert!(s.len() < (b.len() - g.len() + 1).max(2) || s.is_empty(), "{a}, {b} modulo {n}: {s}");
                    }
                    Err(Error::NotInvertible { factor, .. }) => {
                        let factor: Integer = factor.parse().expect("a number");
                        assert!(factor > 1 && factor < n && n.is_divisible(&factor), "{factor} of {n}");
                        refused += 1;
                    }
                    Err(e) => return Err(e),
                }
            }
        }
        assert!((100..2500).contains(&refused), "{refused} computations met zero divisors");
        Ok(())
    }

    #[test]
    fn polynomials_through_few_points() -> Result<()> {
        for n in moduli() {
            let f = ZnBig::new(n.clone())?;
            for (len, kind) in (1..=MOST + 1).flat_map(|len| (0..4).map(move |kind| (len, kind))) {
                let p = polynomial(&f, len, kind, 2);
                let points: Vec<Integer> = (0..len)
                    .map(|i| if kind == 1 { -Integer::from(i * i) } else { Integer::from(7 * i + kind) })
                    .collect();
                let points = f.collect(&points.into_iter().map(|x| x.modulo(&n)).collect::<Vec<_>>());
                let values = f.horner_each(p.coeffs(), points.view());
                let few = f.short_words(ShortOp::Interpolation, values.view(), points.view());
                assert_eq!(few.is_some(), len <= MOST);
                match Poly::interpolate(&f, points.view(), values.view()) {
                    Ok(found) => assert_eq!(found, p, "modulo {n}"),
                    Err(e) => assert!(!f.is_field() && matches!(e, Error::NotInvertible { .. }), "modulo {n}: {e}"),
                }
            }
            let twice = f.collect(&[Integer::from(4), Integer::from(4)]);
            assert!(Poly::interpolate(&f, twice.view(), twice.view()).is_err(), "equal points");
            let mut out = vec![0; twice.words().len()];
            assert!(f.write_short(ShortOp::Interpolation, &mut out, twice.view(), twice.view()).is_err());
        }
        Ok(())
    }

    #[test]
    fn derivatives_powers_and_two_terms() -> Result<()> {
        for n in moduli() {
            let f = ZnBig::new(n.clone())?;
            for (len, kind) in (1..12).flat_map(|len| (0..4).map(move |kind| (len, kind))) {
                let p = polynomial(&f, len, kind, 2);
                let slope = p.iter().enumerate().skip(1).map(|(i, c)| (c * i).modulo(&n));
                assert_eq!(p.derivative(), Poly::new(&f, slope.collect::<Vec<_>>()), "modulo {n}: {p}");
                let c = Poly::new(&f, [p.coeff(0)]);
                for e in [1u32, 2, 3, 8, 61] {
                    let wanted = p.coeff(0).pow_mod(&e.into(), &n).expect("a power");
                    assert_eq!(c.pow(u64::from(e))?, Poly::new(&f, [wanted]), "{c}^{e} modulo {n}");
                }
                let zero = &p - &c;
                for terms in 1..=2 {
                    let low = Poly::new(&f, (0..terms).map(|i| zero.coeff(i)).collect::<Vec<_>>());
                    assert_eq!(zero.exp_series(terms)?, &low + &Poly::one(&f), "modulo {n}: {zero}");
                    assert_eq!((&zero + &Poly::one(&f)).log_series(terms)?, low, "modulo {n}: {zero}");
                }
            }
            assert!(Poly::x(&f).log_series(2).is_err() && Poly::one(&f).exp_series(1).is_err());
        }
        Ok(())
    }
}
