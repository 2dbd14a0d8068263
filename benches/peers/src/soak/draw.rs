//! Random moduli, sizes, operands and engines of one case.

use std::sync::LazyLock;

use polymod::core::cpu::Target;
use polymod::rug::{Integer, integer::IsPrime};
use polymod::{Engine, Integers, Poly, Zn, ZnBig};

#[allow(dead_code, reason = "the tests' generator has more than is of use here")]
#[path = "../../../../tests/common/mod.rs"]
pub mod common;

/// Engines of every instruction set that the CPU has, with one thread and with two.
static ENGINES: LazyLock<Vec<(String, Engine)>> = LazyLock::new(|| {
    let pairs = Target::families().flat_map(|target| [1, 2].map(|threads| (target, threads)));
    pairs
        .map(|(target, threads)| {
            (format!("{target}, {threads} threads"), Engine::builder().target(target).threads(threads).build())
        })
        .collect()
});

/// Moduli at bounds of kernels, and those that people use.
const MODULI: [u64; 24] = [
    2,
    3,
    4,
    5,
    6,
    7,
    97,
    255,
    256,
    65537,
    8_380_417,
    998_244_353,
    (1 << 31) - 1,
    (1 << 31) + 11,
    (1 << 32) - 5,
    1 << 32,
    (1 << 50) - 27,
    (1 << 50) + 55,
    (1 << 61) - 1,
    (1 << 62) - 57,
    (1 << 62) + 1,
    (1 << 63) - 25,
    0xffff_ffff_0000_0001,
    u64::MAX - 58,
];

/// The choices of one case.
pub struct Draw {
    random: common::Random,
    engine: usize,
}

impl Draw {
    /// Those of the case of this number in the run of this seed.
    pub fn new(seed: u64, number: u64) -> Self {
        let mut random = common::Random::new(seed.wrapping_mul(0xd134_2543_de82_ef95) ^ number);
        let engine = random.usize_below(ENGINES.len());
        Draw { random, engine }
    }

    /// In [0, n).
    pub fn below(&mut self, n: u64) -> u64 {
        self.random.below(n)
    }

    /// A word.
    pub fn word(&mut self) -> u64 {
        self.random.word()
    }

    /// A size in 1..=most, all magnitudes equally often, the small ones more; a fourth of them beside a power of two or three
    /// halves of one, where many algorithms begin.
    pub fn size(&mut self, most: usize) -> usize {
        let most = if self.below(10) < 7 { most.min(64) } else { most };
        let bits = self.below(u64::from(most.ilog2()) + 1);
        let size = if self.below(4) == 0 {
            (((2 + self.below(2)) << bits) / 2 + self.below(5)).saturating_sub(2)
        } else {
            (1 << bits) + self.below(1 << bits)
        };
        (size as usize).clamp(1, most)
    }

    /// The engine's instruction set and threads.
    pub fn engine_name(&self) -> &'static str {
        &ENGINES[self.engine].0
    }

    /// The engine.
    pub fn engine(&self) -> &'static Engine {
        &ENGINES[self.engine].1
    }

    /// Another one.
    pub fn other_engine(&mut self) -> &'static Engine {
        let which = self.random.usize_below(ENGINES.len());
        &ENGINES[which].1
    }

    /// Any modulus of a word.
    pub fn modulus(&mut self) -> u64 {
        match self.below(3) {
            0 => MODULI[self.random.usize_below(MODULI.len())],
            _ => {
                let bits = 2 + self.below(63);
                (self.random.word() >> (64 - bits)).max(2)
            }
        }
    }

    /// A prime of any number of bits.
    pub fn prime(&mut self) -> u64 {
        let n = self.modulus();
        if Integer::from(n).is_probably_prime(30) != IsPrime::No {
            return n;
        }
        let next = Integer::from(n).next_prime().to_u64();
        next.unwrap_or(u64::MAX - 58)
    }

    /// A prime above this bound.
    pub fn prime_above(&mut self, least: usize) -> u64 {
        loop {
            let p = self.prime();
            if p > least as u64 {
                return p;
            }
        }
    }

    /// A prime of 65 to `bits` bits.
    pub fn big_prime(&mut self, bits: u64) -> Integer {
        let bits = 65 + self.below(bits - 64) as u32;
        let n = self.integer(bits - 1).abs() | (Integer::from(1) << (bits - 2));
        (n << 1u32).next_prime()
    }

    /// A modulus of more than a word: 65 to `bits` bits, odd or even, prime or not.
    pub fn big_modulus(&mut self, bits: u64) -> Integer {
        let bits = 65 + self.below(bits - 64) as u32;
        let n = self.integer(bits).abs() | (Integer::from(1) << (bits - 1));
        if self.below(2) == 0 { n.next_prime() } else { n }
    }

    /// Residues modulo n, the last one not zero.
    pub fn residues(&mut self, n: u64, len: usize) -> Vec<u64> {
        let mut v = self.random.residues(n, len);
        if let Some(last) = v.last_mut().filter(|x| **x == 0) {
            *last = 1;
        }
        v
    }

    /// An element of [0, n).
    pub fn residue(&mut self, n: u64) -> u64 {
        self.random.residue(n)
    }

    /// An integer of either sign and at most this many bits.
    pub fn integer(&mut self, bits: u32) -> Integer {
        self.random.integer(bits)
    }

    /// Integers, the last one not zero.
    pub fn integers(&mut self, bits: u32, len: usize) -> Vec<Integer> {
        let mut v = self.random.integers(bits, len);
        if let Some(last) = v.last_mut().filter(|x| x.is_zero()) {
            *last = Integer::from(1);
        }
        v
    }

    /// Residues modulo a big n, the last one not zero.
    pub fn big_residues(&mut self, n: &Integer, len: usize) -> Vec<Integer> {
        let all_largest = self.below(8) == 0;
        let mut v: Vec<Integer> = (0..len)
            .map(|_| if all_largest { Integer::from(n - 1) } else { self.integer(n.significant_bits() + 8).rem_euc(n) })
            .collect();
        if let Some(last) = v.last_mut().filter(|x| x.is_zero()) {
            *last = Integer::from(1);
        }
        v
    }

    /// Z/n on the case's engine.
    pub fn zn(&self, n: u64) -> Zn {
        Zn::on(self.engine(), n).expect("a modulus of at least 2")
    }

    /// Z/n for big n on the case's engine.
    pub fn zn_big(&self, n: &Integer) -> ZnBig {
        ZnBig::on(self.engine(), n.clone()).expect("a modulus of at least 2")
    }

    /// Z on the case's engine.
    pub fn z(&self) -> Integers {
        Integers::on(self.engine())
    }
}

/// The remainder that is not negative.
trait RemEuc {
    fn rem_euc(self, n: &Integer) -> Integer;
}

impl RemEuc for Integer {
    fn rem_euc(self, n: &Integer) -> Integer {
        let r = self % n;
        if r < 0 { r + n } else { r }
    }
}

/// The polynomial with these coefficients.
pub fn poly(zn: &Zn, words: &[u64]) -> Poly<Zn> {
    Poly::new(zn, words.iter().copied())
}

/// Its coefficients.
pub fn words(p: &Poly<Zn>) -> Vec<u64> {
    p.iter().collect()
}
