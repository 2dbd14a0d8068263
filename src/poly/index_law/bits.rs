//! Laws of bits.
//!
//! The sums of the entries over the supersets of each index multiply entry by entry where indices combine by AND, those over subsets where
//! they combine by OR, sums with signs (the characters of the group) where they combine by XOR. Without an inverse of 2 the latter are found
//! by halves, three products of half the length: a + b·t times c + d·t modulo t² − 1.

use crate::{
    Result,
    ring::{Coeffs, Convolve, Ring, View},
};

/// v after a step on the pairs of entries whose indices differ in one bit, for each bit.
fn by_bits<R: Ring>(r: &R, v: View<'_, R>, step: impl Fn(&mut Coeffs<R>, &mut Coeffs<R>)) -> Coeffs<R> {
    let mut v = r.owned(v);
    for _ in 0..v.len().trailing_zeros() {
        // entries with an even index go before those with an odd one: after a step for each bit they are in order again
        let [mut low, mut high] = [0, 1].map(|first| r.every_other(v.view(), first));
        step(&mut low, &mut high);
        r.copy_at(&mut v, 0, low.view());
        r.copy_at(&mut v, low.len(), high.view());
    }
    v
}

/// By AND, or by OR.
pub(super) fn product<R: Ring>(r: &R, and: bool, a: View<'_, R>, b: View<'_, R>) -> Coeffs<R> {
    let sums = |v: View<'_, R>| {
        by_bits(r, v, |low, high| {
            let (to, from) = if and { (low, high) } else { (high, low) };
            r.add_at(to, 0, from.view());
        })
    };
    let mut c = sums(a);
    r.mul_each(&mut c, sums(b).view());
    by_bits(r, c.view(), |low, high| {
        let (to, from) = if and { (low, high) } else { (high, low) };
        r.sub_at(to, 0, from.view());
    })
}

/// By XOR.
pub(super) fn exclusive<R: Convolve>(r: &R, a: View<'_, R>, b: View<'_, R>) -> Result<Coeffs<R>> {
    let len = r.elem(a.len() as i64);
    let (inverse, grows) = (r.inv(&len), r.size(r.collect(&[r.one()]).view()).bits > 0);
    if inverse.is_err() && !grows {
        return Ok(exclusive_by_halves(r, a, b));
    }
    let characters = |v: View<'_, R>| {
        by_bits(r, v, |low, high| {
            let mut difference = r.owned(low.view());
            r.sub_at(&mut difference, 0, high.view());
            r.add_at(low, 0, high.view());
            *high = difference;
        })
    };
    let mut c = characters(a);
    r.mul_each(&mut c, characters(b).view());
    let mut c = characters(c.view());
    if let Ok(inverse) = inverse {
        r.scale(&mut c, &inverse);
        return Ok(c);
    }
    let entries: Vec<R::Elem> = (0..c.len()).map(|i| r.quotient(&r.get(c.view(), i), &len)).collect::<Result<_>>()?;
    Ok(r.collect(&entries))
}

fn exclusive_by_halves<R: Ring>(r: &R, a: View<'_, R>, b: View<'_, R>) -> Coeffs<R> {
    /// So few entries are multiplied by the definition.
    const FEW: usize = 8;
    let n = a.len();
    if n <= FEW {
        let mut c = vec![r.elem(0); n];
        for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
            c[i ^ j] = r.add(&c[i ^ j], &r.mul(&r.get(a, i), &r.get(b, j)));
        }
        return r.collect(&c);
    }
    let half = n / 2;
    let sum = |v: View<'_, R>| {
        let mut sum = r.owned(v.low(half));
        r.add_at(&mut sum, 0, v.from(half));
        sum
    };
    let mut low = exclusive_by_halves(r, a.low(half), b.low(half));
    let high = exclusive_by_halves(r, a.from(half), b.from(half));
    r.add_at(&mut low, 0, high.view());
    let mut mixed = exclusive_by_halves(r, sum(a).view(), sum(b).view());
    r.sub_at(&mut mixed, 0, low.view());
    let mut c = r.zeros(n);
    r.copy_at(&mut c, 0, low.view());
    r.copy_at(&mut c, half, mixed.view());
    c
}
