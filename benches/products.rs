//! Products at fixed sizes on one thread, to detect regressions in speed: `cargo bench --bench products`.
//!
//! Z/n for primes n of 31, 48 and 62 bits without roots of unity of large order, and Z; nanoseconds a coefficient of the operands. Comparisons with
//! other libraries are in `peers`.

#[path = "../crates/core/benches/timing/mod.rs"]
mod timing;

use polymod::{
    Engine, Integers, Poly, Zn,
    core::arith::is_prime,
    rug::{Integer, integer::Order},
};
use rand::RngExt;
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use std::hint::black_box;

/// log2 of the numbers of coefficients over Z/n.
const LOGS: [u32; 4] = [4, 8, 12, 16];
/// Bits of the moduli.
const MODULUS_BITS: [u32; 3] = [31, 48, 62];
/// log2 of the number of coefficients over Z, and their bits.
const INTEGERS: (u32, [u32; 2]) = (8, [64, 1000]);

fn main() {
    let wanted = timing::wanted();
    modular(&wanted);
    integers(&wanted);
}

/// A prime of this many bits, near 0.8·2^bits, that has no long transform of its own.
fn plain_prime(bits: u32) -> u64 {
    let mut candidates = ((1u64 << bits) / 5 * 4..).filter(|&n| is_prime(n));
    candidates.find(|p| (p - 1).trailing_zeros() < 4).expect("primes are dense")
}

fn modular(wanted: &[String]) {
    let engine = Engine::builder().threads(1).build();
    for bits in MODULUS_BITS {
        let ring = Zn::on(&engine, plain_prime(bits)).expect("a modulus");
        for log in LOGS {
            let len = 1usize << log;
            let mut random = ChaCha8Rng::seed_from_u64(u64::from(log));
            let mut operand = || (0..len).map(|_| random.random_range(0..ring.n())).collect::<Vec<u64>>();
            let (a, b) = (operand(), operand());
            let mut out = vec![0; 2 * len - 1];
            let mut scratch = vec![0; ring.mul_scratch_len(len, len)];
            let mut product = || ring.mul_into(&mut out, &a, &b, &mut scratch).expect("the lengths are right");
            timing::line(wanted, "zn", bits, [len, len], &mut product);
        }
    }
}

fn integers(wanted: &[String]) {
    let ring = Integers::on(&Engine::builder().threads(1).build());
    let (log, sizes) = INTEGERS;
    let len = 1 << log;
    for bits in sizes {
        let mut random = ChaCha8Rng::seed_from_u64(u64::from(bits));
        let mut integer = || {
            let limbs: Vec<u64> = (0..bits.div_ceil(64)).map(|_| random.random()).collect();
            let magnitude = Integer::from_digits(&limbs, Order::Lsf).keep_bits(bits);
            if random.random() { -magnitude } else { magnitude }
        };
        let mut operand = || Poly::new(&ring, (0..len).map(|_| integer()));
        let (a, b) = (operand(), operand());
        timing::line(wanted, "z", bits, [len, len], &mut || drop(black_box(&a * &b)));
    }
}
