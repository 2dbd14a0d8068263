//! Places for F_2: values in F_2\[t\]/(t^d + t^k + 1) as words of 128 bits, computed from 64 coefficients at once by
//! tables of bytes.

use super::{Random, place::Place};
use crate::ring::{Ring, View};

/// F_2\[t\]/(t^d − h), d ≤ 120.
pub struct Bits {
    degree: usize,
    h: u128,
}

/// A linear map, as a table of the images of all bytes for each byte of a word.
pub(super) struct Linear(Vec<[u128; 256]>);

impl Linear {
    /// The linear map with these images of single bits, eight for each byte.
    pub fn new(images: &[u128]) -> Self {
        let table = |images: &[u128]| {
            let mut table = [0; 256];
            for byte in 1..256usize {
                let lowest = byte.trailing_zeros() as usize;
                table[byte] = table[byte & (byte - 1)] ^ images.get(lowest).copied().unwrap_or(0);
            }
            table
        };
        Linear(images.chunks(8).map(table).collect())
    }

    /// The image of x.
    pub fn of(&self, x: u128) -> u128 {
        let mut rest = x;
        self.0.iter().fold(0, |sum, table| {
            let byte = rest as u8;
            rest >>= 8;
            sum ^ table[usize::from(byte)]
        })
    }
}

impl Bits {
    /// The field for a modulus t^d − h.
    pub fn new(degree: usize, h: &[u64]) -> Self {
        Bits { degree, h: h.iter().enumerate().fold(0, |sum, (i, c)| sum | u128::from(c & 1) << i) }
    }

    /// t·a.
    fn shifted(&self, a: u128) -> u128 {
        let carry = a >> (self.degree - 1) & 1;
        (a << 1 & ((1 << self.degree) - 1)) ^ if carry == 1 { self.h } else { 0 }
    }

    fn times(&self, a: u128, b: u128) -> u128 {
        (0..self.degree).rev().fold(0, |sum, i| self.shifted(sum) ^ if b >> i & 1 == 1 { a } else { 0 })
    }
}

impl<R: Ring> Place<R> for Bits {
    type Value = u128;

    fn one(&self) -> u128 {
        1
    }

    fn random(&self, random: &mut Random<'_>) -> u128 {
        (u128::from(random.word()) << 64 | u128::from(random.word())) & ((1 << self.degree) - 1)
    }

    fn product(&self, a: &u128, b: &u128) -> u128 {
        self.times(*a, *b)
    }

    fn sum(&self, a: &u128, b: &u128) -> u128 {
        a ^ b
    }

    fn values(&self, r: &R, polys: &[View<'_, R>], x: &u128) -> Vec<u128> {
        let powers: Vec<u128> = std::iter::successors(Some(1), |y| Some(self.times(*y, *x))).take(65).collect();
        let word = Linear::new(&powers[..64]);
        let images: Vec<u128> =
            std::iter::successors(Some(powers[64]), |y| Some(self.shifted(*y))).take(self.degree).collect();
        let giant = Linear::new(&images);
        let value = |p: &View<'_, R>| r.pack(*p).iter().rev().fold(0, |sum, &w| giant.of(sum) ^ word.of(u128::from(w)));
        polys.iter().map(value).collect()
    }
}
