//! Small fields by tables of logarithms: an element other than 0 is a power of a generator g of the group of units, of order q − 1. Products add
//! exponents modulo q − 1, and g^a + g^b = g^(a + Z(b − a)) with Zech's logarithms Z(i) of 1 + g^i (Huber 1990, "Some comments on Zech's
//! logarithms").

use super::{Base, Quotient, cells::Cells, words::FewWords};
use crate::arith::factor_u64;
use std::sync::atomic::Ordering::Relaxed;

/// Most elements of a field with tables: exponents, and one more number for 0, have 16 bits.
pub(super) const MOST_ELEMENTS: u64 = 1 << 16;

/// The exponent that stands for 0.
const ZERO: u16 = u16::MAX;

/// The tables of a field of q elements.
pub(super) struct Logs {
    /// q − 1.
    order: u32,
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
}

impl<B: Base> Quotient<B> {
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

impl Logs {
    fn new(few: FewWords<'_>, elements: usize) -> Self {
        let (k, order, p) = (few.len(), elements as u32 - 1, few.modulus().n());
        let weights: Vec<u32> = (0..k as u32).map(|i| p.pow(i) as u32).collect();
        let name = |row: &[u64]| row.iter().zip(&weights).map(|(&c, &w)| c as u32 * w).sum::<u32>() as usize;
        let generator = generator(few, order.into(), &weights);
        let mut log = vec![ZERO; elements];
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
        Logs { order, weights, log, rows, zech, minus }
    }

    /// a + b modulo q − 1, both below it.
    #[inline]
    fn sum(&self, a: u16, b: u16) -> u16 {
        let sum = u32::from(a) + u32::from(b);
        (if sum >= self.order { sum - self.order } else { sum }) as u16
    }

    /// x^e for an exponent in words, least significant first.
    pub fn power(&self, x: u16, e: &[u64]) -> u16 {
        let order = u128::from(self.order);
        if x == ZERO {
            return if e.iter().all(|&word| word == 0) { 0 } else { ZERO };
        }
        let e = e.iter().rev().fold(0, |e, &word| (e << 64 | u128::from(word)) % order);
        (u128::from(x) * e % order) as u16
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

    fn zero(self) -> u16 {
        ZERO
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
        if x == ZERO {
            row.fill(0);
        } else {
            let from = &self.rows[usize::from(x) * row.len()..];
            row.iter_mut().zip(from).for_each(|(out, &c)| *out = c.into());
        }
    }

    #[inline]
    fn add(self, a: u16, b: u16) -> u16 {
        if a == ZERO {
            return b;
        }
        if b == ZERO {
            return a;
        }
        let difference = if b >= a { u32::from(b - a) } else { self.order - u32::from(a - b) };
        match self.zech[difference as usize] {
            ZERO => ZERO,
            z => self.sum(a, z),
        }
    }

    #[inline]
    fn multiply(self, a: u16, b: u16) -> u16 {
        if a == ZERO || b == ZERO { ZERO } else { self.sum(a, b) }
    }

    #[inline]
    fn negate(self, a: u16) -> u16 {
        if a == ZERO { ZERO } else { self.sum(a, self.minus) }
    }

    #[inline]
    fn invert(self, a: u16) -> Option<u16> {
        match a {
            ZERO => None,
            0 => Some(0),
            a => Some((self.order - u32::from(a)) as u16),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ring::{GF, QuotientElem, Ring};

    /// All pairs of elements of small fields, and some of the largest.
    #[test]
    fn tables_are_those_of_the_field() {
        for (p, k, step) in [(2, 2, 1), (3, 2, 1), (2, 5, 1), (5, 2, 1), (3, 5, 7), (251, 2, 12_345), (2, 16, 12_345)] {
            let f = GF::new(p, k).unwrap();
            let (few, q) = (f.few_words().unwrap(), p.pow(k as u32));
            let logs = &Logs::new(few, q as usize);
            let named = |name: u64| (0..k as u32).map(|i| name / p.pow(i) % p).collect::<Vec<u64>>();
            // over the base ring, without tables
            let product = |a: &QuotientElem, b: &QuotientElem| f.kept(f.product(f.row(a), f.row(b)));
            let mut row = vec![0; k];
            let mut stored = |x: u16| {
                logs.store(x, &mut row);
                f.element(&row)
            };
            for a in (0..q).step_by(step).map(named) {
                let x = logs.load(&a);
                let a = f.element(&a);
                assert_eq!((stored(x), stored(logs.negate(x))), (a.clone(), f.neg(&a)));
                match logs.invert(x).map(&mut stored) {
                    Some(inverse) => assert_eq!(product(&a, &inverse), f.one()),
                    None => assert!(f.is_zero(&a)),
                }
                let cube = product(&a, &product(&a, &a));
                // the exponent of two words is 3 modulo q − 1
                let e = (u128::from(q) - 1) * (1 << 70) + 3;
                assert_eq!(stored(logs.power(x, &[e as u64, (e >> 64) as u64])), cube);
                for b in (0..q).step_by(step).map(named) {
                    let y = logs.load(&b);
                    let b = f.element(&b);
                    assert_eq!(stored(logs.add(x, y)), f.add(&a, &b), "a sum in {}", f.name());
                    assert_eq!(stored(logs.multiply(x, y)), product(&a, &b), "a product in {}", f.name());
                }
            }
        }
    }

    #[test]
    fn tables_are_made_after_as_many_products_as_they_cost() {
        let f = GF::new(3, 5).unwrap();
        assert!(f.logs(10).is_none());
        assert!(f.logs(200).is_some() && f.logs(0).is_some());
        assert!(GF::new(2, 17).unwrap().logs(usize::MAX).is_none());
        let r = Quotient::modulo(f.base(), &[2, 0, 1]).unwrap();
        assert!(r.logs(1000).is_none(), "whether it is a field is not known");
    }
}
