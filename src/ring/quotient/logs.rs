//! Small fields by tables of logarithms: an element other than 0 is a power of a generator g of the group of units, of order q − 1. Products add
//! exponents modulo q − 1, and g^a + g^b = g^(a + Z(b − a)) with Zech's logarithms Z(i) of 1 + g^i (Huber 1990, "Some comments on Zech's
//! logarithms"). Sums of products add coefficients, those of an element in one word, and are reduced once: each product is a sum of exponents and a
//! load from a table, without branches.

use super::{Base, Quotient, cells::Cells, words::FewWords};
use crate::{
    arith::{Modulus, factor_u64},
    tested,
};
use std::sync::atomic::Ordering::Relaxed;

/// Most elements of a field with tables: exponents, and one more number for 0, have 16 bits.
pub(super) const MOST_ELEMENTS: u64 = 1 << 16;

/// Most elements of a field with a table of products as words: 2^15 words.
const MOST_PACKED: usize = 1 << 13;

/// Least number of products that a word holds the sum of.
const LEAST_ROOM: usize = 8;

/// The tables of a field of q elements.
pub struct Logs {
    /// q − 1.
    order: u32,
    p: Modulus,
    /// p^i, for the coefficients of t^i.
    weights: Vec<u32>,
    /// The exponent of each element, by its coefficients as digits base p.
    log: Vec<u16>,
    /// The coefficients of g^0, g^1, …, which are below 2^8 in fields that are no prime fields.
    rows: Vec<u8>,
    /// The exponent of 1 + g^i.
    zech: Vec<u16>,
    /// The exponent of −1.
    minus: u16,
    /// The exponent that stands for 0: more than q − 2.
    zero: u16,
    pub packed: Option<Packed>,
}

/// The elements as words.
pub struct Packed {
    /// The element of each sum of two exponents, of which those with that of 0 are 2q − 2 or more: its coefficients as runs of bits.
    words: Vec<u64>,
    /// Number of bits of a coefficient in a sum.
    bits: u32,
    /// Number of products whose sum fits.
    pub room: usize,
}

impl Packed {
    /// For a field of q elements, the powers of whose generator have these coefficients, if it is small, and sums of a few products fit in a word.
    fn new(order: u32, k: usize, p: u64, rows: &[u8]) -> Option<Self> {
        let bits = u64::BITS / k as u32;
        let room = usize::try_from((u64::MAX >> (u64::BITS - bits)) / (p - 1)).unwrap_or(usize::MAX);
        if order as usize >= MOST_PACKED || room < LEAST_ROOM {
            return None;
        }
        let word = |row: &[u8]| row.iter().rev().fold(0, |word, &c| word << bits | u64::from(c));
        let powers = rows.chunks_exact(k).map(word);
        let twice = powers.clone().chain(powers);
        // exponents of 0 begin after twice the order
        let words = twice.chain(std::iter::repeat_n(0, 2 * order as usize + 1)).collect();
        Some(Packed { words, bits, room })
    }
}

impl<B: Base> Quotient<B> {
    tested! {
        /// The tables, in a small field that is known to be one, once as many products as they cost have been asked for, `products` of them now.
        pub(super) fn logs(&self, products: usize) -> Option<&Logs> {
            let small = &self.0.small;
            if small.elements == 0 {
                return None;
            }
            if let Some(made) = small.logs.get() {
                return Some(made);
            }
            // each exponent takes a product by a short element
            let seen = small.products.fetch_add(products, Relaxed).saturating_add(products);
            if self.0.field.get() != Some(&true) || seen < small.elements / 2 {
                return None;
            }
            let few = self.few_words()?;
            Some(small.logs.get_or_init(|| Logs::new(few, small.elements)))
        }
    }
}

impl Logs {
    pub fn new(few: FewWords<'_>, elements: usize) -> Self {
        let (k, order, p) = (few.len(), elements as u32 - 1, few.modulus().n());
        let weights: Vec<u32> = (0..k as u32).map(|i| p.pow(i) as u32).collect();
        let name = |row: &[u64]| row.iter().zip(&weights).map(|(&c, &w)| c as u32 * w).sum::<u32>() as usize;
        let generator = generator(few, order.into(), &weights);
        let zero = if elements <= MOST_PACKED { 2 * order as u16 } else { u16::MAX };
        let mut log = vec![zero; elements];
        let mut rows = Vec::with_capacity(order as usize * k);
        let (mut power, mut next) = (vec![0; k], vec![0; k]);
        power[0] = 1;
        for i in 0..order {
            log[name(&power)] = i as u16;
            rows.extend(power.iter().map(|&c| c as u8));
            few.multiply(&mut next, &generator, &power);
            std::mem::swap(&mut power, &mut next);
        }
        // 1 + g^i differs from g^i in the lowest digit
        let plus_one = |row: &[u8]| {
            let name = row.iter().zip(&weights).map(|(&c, &w)| u32::from(c) * w).sum::<u32>();
            if u64::from(row[0]) + 1 == p { name - row[0] as u32 } else { name + 1 }
        };
        let zech = rows.chunks_exact(k).map(|row| log[plus_one(row) as usize]).collect();
        let minus = if p == 2 { 0 } else { (order / 2) as u16 };
        let packed = Packed::new(order, k, p, &rows);
        Logs { order, p: few.modulus(), weights, log, rows, zech, minus, zero, packed }
    }

    /// a + b modulo q − 1, both below it. Without branches, which go either way: less than 0 is more than all other words.
    #[inline]
    fn sum(&self, a: u16, b: u16) -> u16 {
        let sum = u32::from(a) + u32::from(b);
        sum.min(sum.wrapping_sub(self.order)) as u16
    }

    /// a − b modulo q − 1, both below it.
    #[inline]
    fn difference(&self, a: u16, b: u16) -> u16 {
        let difference = u32::from(a).wrapping_sub(b.into());
        difference.min(difference.wrapping_add(self.order)) as u16
    }

    /// x^e for an exponent in words, least significant first.
    pub fn power(&self, x: u16, e: &[u64]) -> u16 {
        let order = u128::from(self.order);
        if x == self.zero {
            return if e.iter().all(|&word| word == 0) { 0 } else { self.zero };
        }
        let e = e.iter().rev().fold(0, |e, &word| (e << 64 | u128::from(word)) % order);
        (u128::from(x) * e % order) as u16
    }

    /// The element whose coefficients are the residues of these.
    #[inline]
    fn unpacked(&self, Packed { bits, .. }: &Packed, mut sum: u64) -> u16 {
        let (mask, mut name) = (u64::MAX >> (u64::BITS - bits), 0);
        for &weight in &self.weights {
            name += self.p.reduce(sum & mask) as u32 * weight;
            sum = sum >> (bits - 1) >> 1;
        }
        self.log[name as usize]
    }
}

/// A generator of the group of units, of order `order`: of those with the least digits base p.
fn generator(few: FewWords<'_>, order: u64, weights: &[u32]) -> Vec<u64> {
    let primes: Vec<u64> = factor_u64(order).into_iter().map(|(prime, _)| prime).collect();
    let k = few.len();
    let mut one = vec![0; k];
    one[0] = 1;
    let power = |x: &[u64], e: u64| {
        let (mut power, mut next) = (one.clone(), vec![0; k]);
        for bit in (0..u64::BITS - e.leading_zeros()).rev() {
            few.multiply(&mut next, &power, &power);
            std::mem::swap(&mut power, &mut next);
            if e >> bit & 1 == 1 {
                few.multiply(&mut next, &power, x);
                std::mem::swap(&mut power, &mut next);
            }
        }
        power
    };
    let of_name =
        |name: u64| -> Vec<u64> { weights.iter().map(|&w| name / u64::from(w) % few.modulus().n()).collect() };
    let mut candidates = (few.modulus().n()..=order).map(of_name);
    // the group of units of a finite field is cyclic
    candidates.find(|x| primes.iter().all(|prime| power(x, order / prime) != one)).unwrap_or(one.clone())
}

impl Cells for &Logs {
    type Cell = u16;
    type Sum = u16;
    const LAZY: bool = false;

    fn zero(self) -> u16 {
        self.zero
    }

    fn one(self) -> u16 {
        0
    }

    #[inline]
    fn load(self, row: &[u64]) -> u16 {
        self.log[row.iter().zip(&self.weights).map(|(&c, &w)| c as u32 * w).sum::<u32>() as usize]
    }

    #[inline]
    fn store(self, x: u16, row: &mut [u64]) {
        if x == self.zero {
            row.fill(0);
        } else {
            let from = &self.rows[usize::from(x) * row.len()..];
            row.iter_mut().zip(from).for_each(|(out, &c)| *out = c.into());
        }
    }

    #[inline]
    fn add(self, a: u16, b: u16) -> u16 {
        if a == self.zero {
            return b;
        }
        if b == self.zero {
            return a;
        }
        match self.zech[usize::from(self.difference(b, a))] {
            z if z == self.zero => z,
            z => self.sum(a, z),
        }
    }

    #[inline]
    fn multiply(self, a: u16, b: u16) -> u16 {
        if a == self.zero || b == self.zero { self.zero } else { self.sum(a, b) }
    }

    #[inline]
    fn negate(self, a: u16) -> u16 {
        if a == self.zero { a } else { self.sum(a, self.minus) }
    }

    #[inline]
    fn invert(self, a: u16) -> Option<u16> {
        match a {
            zero if zero == self.zero => None,
            0 => Some(0),
            a => Some((self.order - u32::from(a)) as u16),
        }
    }

    #[inline]
    fn sum(self) -> u16 {
        self.zero
    }

    #[inline]
    fn add_product(self, sum: &mut u16, a: u16, b: u16) {
        *sum = self.add(*sum, self.multiply(a, b));
    }

    #[inline]
    fn reduced(self, sum: u16) -> u16 {
        sum
    }

    fn sums_columns(self) -> bool {
        self.packed.is_some()
    }

    /// The coefficients of few products are the digits of their sum, each modulo p.
    #[inline]
    fn write_dot(self, pairs: impl Iterator<Item = (u16, u16)>, row: &mut [u64]) {
        let few = self.packed.as_ref().filter(|packed| pairs.size_hint().1.is_some_and(|len| len <= packed.room));
        let Some(packed) = few else { return self.store(self.dot(pairs), row) };
        let mut sum: u64 = 0;
        pairs.for_each(|(a, b)| sum += packed.words[usize::from(a) + usize::from(b)]);
        let mask = u64::MAX >> (u64::BITS - packed.bits);
        for out in row {
            *out = self.p.reduce(sum & mask);
            sum = sum >> (packed.bits - 1) >> 1;
        }
    }

    #[inline]
    fn dot(self, mut pairs: impl Iterator<Item = (u16, u16)>) -> u16 {
        let Some(packed) = &self.packed else {
            return pairs.fold(self.zero, |sum, (a, b)| self.add(sum, self.multiply(a, b)));
        };
        let mut total = self.zero;
        loop {
            let mut sum = 0;
            let mut count = 0;
            for (a, b) in pairs.by_ref().take(packed.room) {
                sum += packed.words[usize::from(a) + usize::from(b)];
                count += 1;
            }
            total = self.add(total, self.unpacked(packed, sum));
            if count < packed.room {
                return total;
            }
        }
    }
}

/// The tables of a ring, and how many products it has seen without them.
#[derive(Default)]
pub(super) struct Small {
    /// Number of elements where the tables may be made, else 0.
    pub elements: usize,
    products: std::sync::atomic::AtomicUsize,
    logs: std::sync::OnceLock<Logs>,
}

impl Small {
    pub fn of(elements: usize) -> Self {
        Small { elements, ..Self::default() }
    }
}
