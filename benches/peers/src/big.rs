//! Polynomials modulo primes of several words (`ZnBig`): products, and greatest common divisors of random polynomials, n coefficients
//! each, against FLINT's `fmpz_mod_poly` and `mpn_mod` and NTL's `ZZ_pX`, one thread. Results of ours are new each time.

use std::error::Error;

use polymod::{
    Engine, Poly, ZnBig,
    rug::{Integer, integer::Order},
};

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
    Ok(())
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

    #[test]
    fn wrong_results_are_noticed() {
        let p = (Integer::from(1) << 255u32).next_prime();
        let f = ZnBig::on(&Engine::builder().threads(1).build(), p).unwrap();
        for op in [BigOp::Product, BigOp::Gcd] {
            let mut task = Task::new(&f, op, 9);
            task.ours();
            for which in 0..task.peers().len() {
                assert!(!task.agree(which), "{}", task.peers()[which]);
                task.peer(which);
                assert!(task.agree(which), "{}", task.peers()[which]);
            }
        }
    }
}
