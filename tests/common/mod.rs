//! Random cases for the tests, and products by algorithms that share no code with the crate.
//!
//! `POLYMOD_TEST_MULTIPLIER` (default 1) scales the number of random cases, `POLYMOD_TEST_SEED` (default 0) varies them.

use polymod::{
    AnyRing, Engine, Zn,
    core::bits::testing::Words,
    ring::{AnyElem, FiniteField, Ring},
    rug::{Integer, integer::Order},
};

/// The ring of this name: methods over `AnyRing` are compiled with the library, and over each other ring once more.
pub fn any(name: &str) -> AnyRing {
    AnyRing::parse(&Engine::default(), name).expect("the name of a ring")
}

/// Z/n, behind a pointer.
pub fn zn(n: u64) -> AnyRing {
    zn_on(&Engine::default(), n)
}

pub fn zn_on(engine: &Engine, n: u64) -> AnyRing {
    AnyRing::field(Zn::on(engine, n).expect("a modulus"))
}

/// The number of random cases, where `usual` is the default.
pub fn cases(usual: usize) -> usize {
    let multiplier = std::env::var("POLYMOD_TEST_MULTIPLIER").map_or(1.0, |s| {
        s.parse::<f64>().unwrap_or_else(|_| panic!("POLYMOD_TEST_MULTIPLIER: expected a number, got \"{s}\""))
    });
    ((usual as f64 * multiplier) as usize).max(1)
}

/// A generator of random words and test data; all depend on `POLYMOD_TEST_SEED`.
pub struct Random(Words);

impl Random {
    pub fn new(number: u64) -> Self {
        Random(Words::new(number))
    }

    pub fn word(&mut self) -> u64 {
        self.0.word()
    }

    /// A word in [0, n).
    pub fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.word()) * u128::from(n)) >> 64) as u64
    }

    pub fn usize_below(&mut self, n: usize) -> usize {
        self.below(n as u64) as usize
    }

    /// A residue modulo n, a third of the time a corner case.
    pub fn residue(&mut self, n: u64) -> u64 {
        match self.below(18) {
            0 => 0,
            1 => 1 % n,
            2 | 3 => n - 1,
            4 => n / 2,
            5 => (n / 2 + 1) % n,
            _ => self.below(n),
        }
    }

    /// An element of a finite field, a third of the time a corner case.
    pub fn element(&mut self, f: &AnyRing) -> AnyElem {
        // in characteristic 2 there is no half
        let half = || f.inv(&f.elem(2)).unwrap_or_else(|_| f.one());
        match self.below(18) {
            0 => f.elem(0),
            1 => f.one(),
            2 | 3 => f.elem(-1),
            4 => half(),
            5 => f.neg(&half()),
            _ => f.random(&mut || self.word()),
        }
    }

    /// Residues; sometimes sparse, sometimes all the largest.
    pub fn residues(&mut self, n: u64, len: usize) -> Vec<u64> {
        match self.below(8) {
            0 => vec![n - 1; len],
            1 => (0..len).map(|_| if self.below(10) == 0 { self.residue(n) } else { 0 }).collect(),
            _ => (0..len).map(|_| self.residue(n)).collect(),
        }
    }

    /// An integer of either sign and at most `bits` bits: often the largest or smallest, or a power of two.
    pub fn integer(&mut self, bits: u32) -> Integer {
        let magnitude = match self.below(10) {
            0 => Integer::new(),
            1 => Integer::from(1) << (bits - 1),
            2..=4 => (Integer::from(1) << bits) - 1u32,
            _ => {
                let limbs: Vec<u64> = (0..bits.div_ceil(64)).map(|_| self.word()).collect();
                Integer::from_digits(&limbs, Order::Lsf).keep_bits(bits)
            }
        };
        if self.below(2) == 0 { -magnitude } else { magnitude }
    }

    /// Integers of at most `bits` bits; sometimes sparse, sometimes all at the bounds.
    pub fn integers(&mut self, bits: u32, len: usize) -> Vec<Integer> {
        match self.below(6) {
            0 => vec![(Integer::from(1) << bits) - 1u32; len],
            1 => (0..len).map(|i| (two_to(bits) - 1u32) * if i % 2 == 0 { -1 } else { 1 }).collect(),
            2 => (0..len).map(|_| if self.below(6) == 0 { self.integer(bits) } else { Integer::new() }).collect(),
            _ => (0..len).map(|_| self.integer(bits)).collect(),
        }
    }
}

/// a·b modulo n by the classical algorithm.
pub fn schoolbook(a: &[u64], b: &[u64], n: u64) -> Vec<u64> {
    let mut out = vec![0u64; (a.len() + b.len()).saturating_sub(1)];
    for (i, &x) in a.iter().enumerate() {
        for (j, &y) in b.iter().enumerate() {
            let term = u128::from(x) * u128::from(y) % u128::from(n);
            out[i + j] = ((u128::from(out[i + j]) + term) % u128::from(n)) as u64;
        }
    }
    out
}

/// a·b over Z by the classical algorithm.
pub fn schoolbook_integers(a: &[Integer], b: &[Integer]) -> Vec<Integer> {
    let mut out = vec![Integer::new(); (a.len() + b.len()).saturating_sub(1)];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            out[i + j] += x * y;
        }
    }
    out
}

/// a·b over Z as one product of integers (Kronecker substitution): values at x = 2^(64·slot), where slots hold any coefficient
/// and its sign.
pub fn product_integers(a: &[Integer], b: &[Integer]) -> Vec<Integer> {
    if a.is_empty() || b.is_empty() {
        return Vec::new();
    }
    let bits = |v: &[Integer]| v.iter().map(Integer::significant_bits).max().unwrap_or(0);
    let slot = ((bits(a) + bits(b) + 64 + 2) as usize).div_ceil(64);
    let mut product = at_power(a, slot) * at_power(b, slot);
    let negative = product < 0;
    if negative {
        product = -product;
    }
    let limbs = product.to_digits::<u64>(Order::Lsf);
    let half = Integer::from(1) << (64 * slot as u32 - 1);
    let mut carry = 0;
    let coefficient = |i: usize| {
        let from = (i * slot).min(limbs.len());
        let digits = &limbs[from..(from + slot).min(limbs.len())];
        let mut digit = Integer::from_digits(digits, Order::Lsf) + carry;
        carry = u32::from(digit >= half);
        digit -= Integer::from(carry) << (64 * slot as u32);
        if negative { -digit } else { digit }
    };
    (0..a.len() + b.len() - 1).map(coefficient).collect()
}

/// Σ v[i]·2^(64·slot·i), positive and negative parts separately.
fn at_power(v: &[Integer], slot: usize) -> Integer {
    let part = |negative: bool| {
        let mut limbs = vec![0u64; v.len() * slot];
        for (x, out) in v.iter().zip(limbs.chunks_mut(slot)).filter(|(x, _)| (**x < 0) == negative) {
            let digits = x.significant_digits::<u64>();
            x.write_digits(&mut out[..digits], Order::Lsf);
        }
        Integer::from_digits(&limbs, Order::Lsf)
    };
    part(false) - part(true)
}

/// a·b modulo n as one product of integers.
pub fn product(a: &[u64], b: &[u64], n: u64) -> Vec<u64> {
    let [x, y] = [a, b].map(|v| v.iter().map(|&c| Integer::from(c)).collect::<Vec<_>>());
    product_integers(&x, &y).iter().map(|c| c.mod_u64(n)).collect()
}

/// Operations of `Integer` with words.
pub trait ModWord {
    /// The least non-negative residue.
    fn mod_u64(&self, n: u64) -> u64;
}

impl ModWord for Integer {
    fn mod_u64(&self, n: u64) -> u64 {
        let rest = Integer::from(self % n).to_i128().expect("a word and a sign");
        (if rest < 0 { rest + i128::from(n) } else { rest }) as u64
    }
}

/// v(x) modulo n by Horner's rule.
pub fn value(v: &[u64], x: u64, n: u64) -> u64 {
    let n = u128::from(n);
    v.iter().rev().fold(0, |s, &c| (s * u128::from(x) + u128::from(c)) % n) as u64
}

/// base^exponent modulo n.
pub fn power(base: u64, exponent: u64, n: u64) -> u64 {
    let power = Integer::from(base).pow_mod(&Integer::from(exponent), &Integer::from(n));
    power.expect("a non-negative exponent").to_u64().expect("a residue of a word")
}

pub fn is_prime(n: u64) -> bool {
    Integer::from(n).is_probably_prime(40) != polymod::rug::integer::IsPrime::No
}

/// The largest prime below 2^bits that is 1 modulo 2^two_adicity.
pub fn largest_prime(bits: u32, two_adicity: u32) -> u64 {
    let step = 1u128 << two_adicity;
    let first = ((1u128 << bits) / step - 1) * step + 1;
    (0..).map(|i| (first - i * step) as u64).find(|&p| is_prime(p)).expect("there is such a prime")
}

/// 2^bits.
pub fn two_to(bits: u32) -> Integer {
    Integer::from(1) << bits
}
