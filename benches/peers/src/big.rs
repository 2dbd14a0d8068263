//! Polynomials modulo primes of several words (`ZnBig`): products, and greatest common divisors of random polynomials, n coefficients
//! each, against FLINT's `fmpz_mod_poly` and `mpn_mod` and NTL's `ZZ_pX`, one thread. Results of ours are new each time. Beside them
//! products of n pairs of residues in the vectors' own layout (`LimbKernel`) against Montgomery's by GMP's `mpn` functions.

use std::error::Error;

use polymod::{
    Engine, Poly, ZnBig,
    core::cpu,
    core::kernels::{blocks::BlockKernel, limbs::LimbKernel},
    rug::{Integer, integer::Order},
};

use crate::gmp::Montgomery;
use crate::harness::{Contest, Harness, Label, Sizes, random_below};
use crate::peer::{BigOp, Peer, big_tasks};

const BITS: [(u32, &str); 3] = [(256, "256 bits"), (512, "512 bits"), (2048, "2048 bits")];

/// Measures all cases.
pub fn run(harness: &mut Harness) -> Result<(), Box<dyn Error>> {
    let engine = Engine::builder().threads(1).build();
    let most = match harness.sizes() {
        Sizes::Quick => 64,
        Sizes::Small => 1024,
        Sizes::All => 8192,
    };
    for (name, op, lengths) in [("product", BigOp::Product, [64, 1024, 8192]), ("gcd", BigOp::Gcd, [64, 1024, 4096])] {
        for (bits, case) in BITS {
            if !harness.wants(name, case) {
                continue;
            }
            let p = (Integer::from(1) << (bits - 1)).next_prime();
            let f = ZnBig::on(&engine, p)?;
            // Euclid's algorithm modulo 2048 bits takes others minutes
            let longest = if op == BigOp::Gcd && bits > 512 { 1024 } else { most };
            for n in lengths.into_iter().filter(|&n| n <= most.min(longest)) {
                harness.compare(Label { op: name, case, n, transform: false }, &mut Task::new(&f, op, n));
            }
        }
    }
    for bits in [255, 256, 384, 512, 1024, 2048, 4096] {
        let case = format!("{bits} bits");
        // what the kernel does on other CPUs is not meant to be fast
        if !harness.wants("residues", &case) || !cpu::host().target.has(cpu::Feature::Avx512Ifma) {
            continue;
        }
        let p: Integer = (Integer::from(1) << bits) - 189u32;
        harness.compare(
            Label { op: "residues", case: &case, n: RESIDUES, transform: false },
            &mut Residues::new(&p, RESIDUES),
        );
    }
    Ok(())
}

/// Pairs of residues, all in cache.
const RESIDUES: usize = 64;

struct Residues {
    kernel: LimbKernel,
    width: usize,
    /// Blocks: operands, the second as factors, and products.
    x: Vec<u64>,
    y: Vec<u64>,
    out: Vec<u64>,
    gmp: Montgomery,
}

impl Residues {
    fn new(p: &Integer, n: usize) -> Self {
        let words = p.to_digits::<u64>(Order::Lsf);
        let width = words.len();
        let random = |seed| -> Vec<u64> {
            let words = random_below(u64::MAX, n * width, seed);
            let residue = |x: &[u64]| Integer::from_digits(x, Order::Lsf) % p;
            words.chunks_exact(width).flat_map(|x| row(&residue(x), width)).collect()
        };
        let kernel = LimbKernel::new(cpu::host().target, &words).expect("an odd modulus");
        let (a, b) = (random(1), random(2));
        let blocks = |rows: &[u64]| {
            let mut blocks = vec![0; kernel.words(n)];
            kernel.load(rows, width, &mut blocks);
            blocks
        };
        let (x, mut y) = (blocks(&a), blocks(&b));
        kernel.to_factors(&mut y);
        Residues { out: x.clone(), gmp: Montgomery::new(p, &a, &b), kernel, width, x, y }
    }
}

/// The words of a number, padded with zeros to `width`.
fn row(x: &Integer, width: usize) -> Vec<u64> {
    let mut words = x.to_digits::<u64>(Order::Lsf);
    words.resize(width, 0);
    words
}

impl Contest for Residues {
    fn peers(&self) -> Vec<&'static str> {
        vec!["GMP"]
    }

    fn ours(&mut self) {
        self.out.copy_from_slice(&self.x);
        self.kernel.multiply(&mut self.out, &self.y);
    }

    fn peer(&mut self, _: usize) {
        self.gmp.run();
    }

    fn agree(&self, _: usize) -> bool {
        let mut rows = vec![0; self.gmp.products().len()];
        self.kernel.store(&self.out, self.width, &mut rows);
        rows == self.gmp.products()
    }
}

struct Task {
    op: BigOp,
    f: ZnBig,
    operands: [Poly<ZnBig>; 2],
    out: Option<Poly<ZnBig>>,
    peers: Vec<Box<dyn Peer<Integer>>>,
}

impl Task {
    fn new(f: &ZnBig, op: BigOp, n: usize) -> Self {
        let limbs = f.n().significant_digits::<u64>();
        let random = |seed| {
            let words = random_below(u64::MAX, n * limbs, seed);
            words.chunks_exact(limbs).map(|x| Integer::from_digits(x, Order::Lsf) % f.n()).collect::<Vec<_>>()
        };
        let operands = [random(1), random(2)];
        let peers = big_tasks(op, f.n(), &operands);
        Task { op, f: f.clone(), operands: operands.map(|x| Poly::new(f, x)), out: None, peers }
    }
}

impl Contest for Task {
    fn peers(&self) -> Vec<&'static str> {
        self.peers.iter().map(|peer| peer.name()).collect()
    }

    fn ours(&mut self) {
        let [a, b] = &self.operands;
        self.out = Some(match self.op {
            BigOp::Product => a * b,
            BigOp::Gcd => a.gcd(b).expect("a prime modulus"),
        });
    }

    fn peer(&mut self, which: usize) {
        self.peers[which].run();
    }

    fn agree(&self, which: usize) -> bool {
        let theirs = Poly::new(&self.f, self.peers[which].result());
        let constant = |p: &Poly<ZnBig>| p.monic().ok();
        self.out.as_ref().is_some_and(|ours| match self.op {
            BigOp::Product => *ours == theirs,
            BigOp::Gcd => constant(ours) == constant(&theirs),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::harness::assert_wrong_results_are_noticed;

    #[test]
    fn wrong_products_of_residues_are_noticed() {
        for bits in [255u32, 512] {
            let mut task = Residues::new(&((Integer::from(1) << bits) - 189u32), 16);
            assert_wrong_results_are_noticed(&mut task);
        }
    }

    #[test]
    fn wrong_results_are_noticed() {
        let p = (Integer::from(1) << 255u32).next_prime();
        let f = ZnBig::on(&Engine::builder().threads(1).build(), p).unwrap();
        for op in [BigOp::Product, BigOp::Gcd] {
            let mut task = Task::new(&f, op, 9);
            assert_wrong_results_are_noticed(&mut task);
        }
    }
}
