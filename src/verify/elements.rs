//! Places made of the ring's own elements: points of a field that is large relative to the degree, and extensions
//! F\[t\]/(t^d − h).

use super::{Distribution, Random, place::Place};
use crate::ring::{Coeffs, Ring, View};

/// The ring itself as a place.
pub(super) struct Points<'a, R> {
    pub ring: &'a R,
    /// Distribution of the integers that represent random elements.
    pub elements: Distribution,
}

/// A random element: the one that a random integer represents.
pub(super) fn drawn<R: Ring>(r: &R, elements: &Distribution, random: &mut Random<'_>) -> R::Elem {
    let (mut v, mut limbs) = (r.zeros(0), Vec::new());
    random.draw(elements, &mut limbs);
    match r.push_limbs(&mut v, false, &limbs) {
        Ok(()) => r.get(v.view(), 0),
        Err(_) => r.elem(0),
    }
}

/// Random elements, as [`drawn`] makes them.
pub(super) fn drawn_vector<R: Ring>(
    r: &R,
    elements: &Distribution,
    count: usize,
    random: &mut Random<'_>,
) -> Coeffs<R> {
    if r.packed_bits() == 1 {
        let words: Vec<u64> = (0..count.div_ceil(64)).map(|_| random.word()).collect();
        return r.unpack(&words, count);
    }
    let (mut v, mut limbs) = (r.zeros(0), Vec::new());
    for i in 0..count {
        random.draw(elements, &mut limbs);
        if r.push_limbs(&mut v, false, &limbs).is_err() {
            r.resize(&mut v, i + 1);
        }
    }
    v
}

impl<R: Ring> Place<R> for Points<'_, R> {
    type Value = R::Elem;

    fn one(&self) -> R::Elem {
        self.ring.one()
    }

    fn random(&self, random: &mut Random<'_>) -> R::Elem {
        drawn(self.ring, &self.elements, random)
    }

    fn product(&self, a: &R::Elem, b: &R::Elem) -> R::Elem {
        self.ring.mul(a, b)
    }

    fn sum(&self, a: &R::Elem, b: &R::Elem) -> R::Elem {
        self.ring.add(a, b)
    }

    fn values(&self, r: &R, polys: &[View<'_, R>], x: &R::Elem) -> Vec<R::Elem> {
        polys.iter().map(|p| r.horner(*p, x)).collect()
    }
}

/// F\[t\]/(t^d − h).
pub struct Extension<'a, R: Ring> {
    pub ring: &'a R,
    pub elements: Distribution,
    pub degree: usize,
    /// The coefficients of h that are not 0, by their exponents.
    pub h: Vec<(usize, R::Elem)>,
}

impl<'a, R: Ring> Extension<'a, R> {
    /// The ring for the modulus t^d − h; `elements` are the integers that represent elements of F.
    pub fn new(ring: &'a R, elements: Distribution, degree: usize, h: &[u64]) -> Self {
        let terms = h.iter().enumerate().filter(|(_, c)| **c != 0);
        let h = terms.map(|(i, &c)| (i, ring.image(false, &[c]))).collect();
        Extension { ring, elements, degree, h }
    }

    /// The residue of a polynomial in t, at least d coefficients.
    pub fn reduced(&self, mut a: Vec<R::Elem>) -> Vec<R::Elem> {
        let (r, d) = (self.ring, self.degree);
        for i in (d..a.len()).rev() {
            for (power, c) in &self.h {
                a[i - d + power] = r.add(&a[i - d + power], &r.mul(c, &a[i]));
            }
        }
        a.truncate(d);
        a
    }
}

impl<R: Ring> Place<R> for Extension<'_, R> {
    type Value = Vec<R::Elem>;

    fn one(&self) -> Vec<R::Elem> {
        let mut one = vec![self.ring.elem(0); self.degree];
        one[0] = self.ring.one();
        one
    }

    fn random(&self, random: &mut Random<'_>) -> Vec<R::Elem> {
        let v = drawn_vector(self.ring, &self.elements, self.degree, random);
        (0..self.degree).map(|i| self.ring.get(v.view(), i)).collect()
    }

    fn product(&self, a: &Vec<R::Elem>, b: &Vec<R::Elem>) -> Vec<R::Elem> {
        let (r, d) = (self.ring, self.degree);
        let (a, b) = (r.collect(a), r.reversed(r.collect(b).view()));
        let coefficient = |k: usize| {
            let (from, to) = (k.saturating_sub(d - 1), (k + 1).min(d));
            r.dot(a.slice(from..to), b.slice(d - 1 + from - k..d - 1 + to - k))
        };
        self.reduced((0..2 * d - 1).map(coefficient).collect())
    }

    fn sum(&self, a: &Vec<R::Elem>, b: &Vec<R::Elem>) -> Vec<R::Elem> {
        a.iter().zip(b).map(|(x, y)| self.ring.add(x, y)).collect()
    }

    fn values(&self, r: &R, polys: &[View<'_, R>], x: &Vec<R::Elem>) -> Vec<Vec<R::Elem>> {
        let longest = polys.iter().map(|p| p.len()).max().unwrap_or(0).max(4);
        let mut powers = vec![self.one()];
        while powers.len() < 1 << (longest.ilog2() / 2) {
            powers.push(self.product(&powers[powers.len() - 1], x));
        }
        let giant = self.product(&powers[powers.len() - 1], x);
        let value = |p: &View<'_, R>| {
            let mut value = vec![r.elem(0); self.degree];
            for first in (0..p.len()).step_by(powers.len()).rev() {
                value = self.product(&value, &giant);
                for (i, power) in (first..p.len()).zip(&powers) {
                    let c = r.get(*p, i);
                    for (sum, y) in value.iter_mut().zip(power) {
                        *sum = r.add(sum, &r.mul(&c, y));
                    }
                }
            }
            value
        };
        polys.iter().map(value).collect()
    }
}
