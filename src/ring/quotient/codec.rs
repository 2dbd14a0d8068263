//! Elements as limbs and digits of integers, Σ c_i·N^i for coefficients c_i of a base ring of N elements, as packed bits
//! over F_2, and by their coefficients.

use super::{Base, Element, Quotient, text};
use crate::{
    Error, Result,
    ring::{Codec, Coeffs, Ring, View, integers::from_decimal, packed},
};
use rug::{Integer, integer::Order};

impl<B: Base> Quotient<B> {
    /// Appends the element of an integer below the number of elements.
    pub(super) fn push_name(&self, v: &mut Coeffs<Self>, name: Integer) {
        let at = v.words.len();
        v.words.resize(at + self.width());
        v.len += 1;
        if self.of_bits() {
            let digits: Vec<u64> = name.to_digits(Order::Lsf);
            v.words[at..at + digits.len()].copy_from_slice(&digits);
            return;
        }
        let (r, mut row, mut rest) = (self.quiet(), self.quiet().zeros(0), name);
        for _ in 0..self.degree() {
            let (more, digit) = rest.div_rem(self.0.sizes[0].clone());
            // a number below that of the base ring's elements
            _ = r.push_limbs(&mut row, false, &digit.to_digits::<u64>(Order::Lsf));
            rest = more;
        }
        v.words[at..].copy_from_slice(&row.words);
    }

    fn name_at(&self, v: View<'_, Self>, i: usize) -> Integer {
        if self.of_bits() {
            return Integer::from_digits(&v.words()[i * self.width()..][..self.width()], Order::Lsf);
        }
        let (r, flat, mut limbs) = (self.quiet(), self.flat(v), Vec::new());
        let row = self.part(flat, i);
        (0..r.trimmed_len(row)).rev().fold(Integer::new(), |name, j| {
            limbs.clear();
            r.limbs(row, j, &mut limbs);
            name * &self.0.sizes[0] + Integer::from_digits(&limbs, Order::Lsf)
        })
    }

    fn push_checked(&self, v: &mut Coeffs<Self>, negative: bool, name: Integer) -> Result<()> {
        if name >= self.0.sizes[1] || negative && name != 0 && !self.in_bits() {
            let long = name.significant_bits() > 128;
            let sign = if negative { "-" } else { "" };
            return Err(self.out_of_range(if long { "a longer one".into() } else { format!("{sign}{name}") }));
        }
        self.push_name(v, name);
        Ok(())
    }

    fn out_of_range(&self, got: String) -> Error {
        match self.in_bits() {
            true => Error::OutOfRange { what: "an element of gf2^K", expected: "an integer from 0 to 2^K - 1", got },
            false => Error::OutOfRange {
                what: "an element of an extension of degree K of N elements",
                expected: "an integer from 0 to N^K - 1",
                got,
            },
        }
    }
}

impl<B: Base> Codec for Quotient<B> {
    fn push_limbs(&self, v: &mut Coeffs<Self>, negative: bool, magnitude: &[u64]) -> Result<()> {
        self.push_checked(v, negative, Integer::from_digits(magnitude, Order::Lsf))
    }
    fn push_decimal(&self, v: &mut Coeffs<Self>, negative: bool, digits: &[u8]) -> Result<()> {
        let zeros = digits.iter().take_while(|d| **d == b'0').count();
        let digits = &digits[zeros..];
        // 10^d has more than 3d bits
        if 3 * digits.len() > self.0.sizes[1].significant_bits() as usize + 3 {
            return Err(self.out_of_range(format!("one of {} digits", digits.len())));
        }
        self.push_checked(v, negative, from_decimal(digits)?)
    }
    fn limbs(&self, v: View<'_, Self>, i: usize, out: &mut Vec<u64>) -> bool {
        out.extend(self.name_at(v, i).to_digits::<u64>(Order::Lsf));
        false
    }
    fn write_decimal(&self, v: View<'_, Self>, i: usize, out: &mut String) {
        out.push_str(&self.name_at(v, i).to_string());
    }
    fn elem_to_text(&self, x: &Element<B>) -> String {
        match self.in_bits() {
            true => self.elem_to_decimal(x),
            false => text::of_view(self.quiet(), self.row(x), text::SPACED),
        }
    }
    fn components(&self) -> Option<usize> {
        (!self.in_bits()).then(|| self.degree())
    }
    fn write_component(&self, v: View<'_, Self>, i: usize, j: usize, out: &mut String) {
        match self.in_bits() {
            true => self.write_decimal(v, i, out),
            false => self.quiet().write_decimal(self.part(self.flat(v), i), j, out),
        }
    }
    fn add_component(&self, v: &mut Coeffs<Self>, j: usize, negative: bool, digits: &[u8]) -> Result<()> {
        assert!(v.len > 0, "there is an element");
        let mut c = self.quiet().zeros(0);
        // a base ring whose integers are names has no negative ones
        self.quiet().push_decimal(&mut c, false, digits)?;
        if negative {
            self.quiet().neg_all(&mut c);
        }
        if j >= self.degree() {
            let power = self.pow(&self.generator(), j as u64);
            let sum = self
                .add(&self.get(v.view(), v.len - 1), &self.mul(&self.constant(&self.quiet().get(c.view(), 0)), &power));
            let last = v.len - 1;
            self.set(v, last, &sum);
            return Ok(());
        }
        let at = (v.len - 1) * self.pitch() + j;
        self.on_flat(v, |flat| self.quiet().add_at(flat, at, c.view()));
        Ok(())
    }
    fn names(&self) -> bool {
        true
    }
    fn elements(&self) -> Option<Vec<u64>> {
        Some(self.0.sizes[1].to_digits(Order::Lsf))
    }
    fn packed_bits(&self) -> usize {
        if self.in_bits() { self.degree() } else { 0 }
    }
    fn unpack(&self, words: &[u64], len: usize) -> Coeffs<Self> {
        if !self.in_bits() {
            return packed::unpack(self, words, len);
        }
        let (k, bits) = (self.degree(), self.quiet().unpack(words, len * self.degree()));
        let mut flat = self.quiet().zeros(len * self.pitch());
        for i in 0..len {
            self.quiet().copy_at(&mut flat, i * self.pitch(), bits.slice(i * k..(i + 1) * k));
        }
        self.of_flat(flat)
    }
    fn pack(&self, v: View<'_, Self>) -> Vec<u64> {
        if !self.in_bits() {
            return packed::pack(self, v);
        }
        let mut bits = self.quiet().zeros(v.len * self.degree());
        for i in 0..v.len {
            self.quiet().copy_at(&mut bits, i * self.degree(), self.part(self.flat(v), i));
        }
        self.quiet().pack(bits.view())
    }
}
