//! Places for extensions of F_2 of few bits: values in F\[t\]/(t^d − h) as words of 128 bits. What takes a coefficient, or the sum so
//! far, to its multiple is linear over F_2, and read from tables of bytes.

use super::{Random, bits::Linear, elements::Extension, place::Place};
use crate::ring::{Ring, View};

/// An extension whose elements have at most [`BITS`](Self::BITS) bits.
pub struct Tables<'a, R: Ring> {
    field: Extension<'a, R>,
    /// Number of bits of an element of F.
    bits: usize,
}

impl<'a, R: Ring> Tables<'a, R> {
    /// Largest number of bits of an element.
    pub const BITS: usize = 128;
    /// Number of coefficients between products by a power of the point.
    const BLOCK: usize = 16;

    pub fn new(field: Extension<'a, R>, bits: usize) -> Self {
        Tables { field, bits }
    }

    fn word(&self, a: &[R::Elem]) -> u128 {
        let (r, mut word, mut shift) = (self.field.ring, 0, 0);
        r.each_limbs(r.collect(a).view(), &mut |_, limbs| {
            word |= u128::from(limbs.first().copied().unwrap_or(0)) << shift;
            shift += self.bits;
        });
        word
    }

    fn element(&self, word: u128) -> Vec<R::Elem> {
        let mask = u64::MAX >> (64 - self.bits);
        (0..self.field.degree).map(|i| named(self.field.ring, (word >> (i * self.bits)) as u64 & mask)).collect()
    }

    /// The linear map that takes the first `count` bits to multiples of a.
    fn map(&self, a: &[R::Elem], count: usize) -> Linear {
        let a = a.to_vec();
        let image = |bit: usize| match bit / self.bits {
            0 => {
                let c = named(self.field.ring, 1 << bit);
                self.word(&a.iter().map(|x| self.field.ring.mul(&c, x)).collect::<Vec<_>>())
            }
            _ => self.word(&self.field.product(&self.element(1 << bit), &a)),
        };
        Linear::new(&(0..count).map(image).collect::<Vec<_>>())
    }
}

/// The element with this name.
fn named<R: Ring>(r: &R, name: u64) -> R::Elem {
    let mut v = r.zeros(0);
    r.push_limbs(&mut v, false, &[name]).expect("a name below the number of elements");
    r.get(v.view(), 0)
}

impl<R: Ring> Place<R> for Tables<'_, R> {
    type Value = u128;

    fn one(&self) -> u128 {
        1
    }

    fn random(&self, random: &mut Random<'_>) -> u128 {
        self.word(&self.field.random(random))
    }

    fn product(&self, a: &u128, b: &u128) -> u128 {
        self.word(&self.field.product(&self.element(*a), &self.element(*b)))
    }

    fn sum(&self, a: &u128, b: &u128) -> u128 {
        a ^ b
    }

    fn values(&self, r: &R, polys: &[View<'_, R>], x: &u128) -> Vec<u128> {
        let longest = polys.iter().map(|p| p.len()).max().unwrap_or(0);
        let (x, mut power, mut maps) = (self.element(*x), self.field.one(), Vec::new());
        while maps.len() < Self::BLOCK.min(longest) {
            maps.push(self.map(&power, self.bits));
            power = self.field.product(&power, &x);
        }
        let giant =
            if longest > maps.len() { self.map(&power, self.field.degree * self.bits) } else { Linear::new(&[]) };
        let (bits, mask) = (self.bits, u64::MAX >> (64 - self.bits));
        let value = |p: &View<'_, R>| {
            let (mut words, mut sum) = (r.pack(*p), 0);
            words.push(0);
            for first in (0..p.len()).step_by(Self::BLOCK).rev() {
                sum = giant.of(sum);
                for (i, map) in (first..p.len()).zip(&maps) {
                    let (word, shift) = (i * bits / 64, i * bits % 64);
                    let bits = words[word] >> shift | words[word + 1] << 1 << (63 - shift);
                    sum ^= map.of((bits & mask).into());
                }
            }
            sum
        };
        polys.iter().map(value).collect()
    }
}
