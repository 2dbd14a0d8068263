//! Dense matrices over Z/p: products (`Dense::checked_mul`) and determinants (`Dense::det`) of n by n entries against FLINT's
//! `nmod_mat_mul` and `nmod_mat_det`, one thread. FLINT's result is a kept matrix, ours is new at each product.

use std::error::Error;

use polymod::{Engine, Ring, Zn, matrix::Dense};

use crate::flint::{self, matrix::NmodMat};
use crate::harness::{Contest, Harness, Label, Sizes, random_below};
use crate::products::plain_prime;

const BITS: [(u32, &str); 4] = [(23, "23 bits"), (31, "31 bits"), (49, "49 bits"), (62, "62 bits")];
const LENGTHS: [usize; 5] = [10, 50, 200, 500, 1000];

/// Measures all cases.
pub fn run(harness: &mut Harness) -> Result<(), Box<dyn Error>> {
    let engine = Engine::builder().threads(1).build();
    let most = match harness.sizes() {
        Sizes::Quick => 50,
        Sizes::Small => 200,
        Sizes::All => 1000,
    };
    for (op, wants_det) in [("product", false), ("determinant", true)] {
        for (bits, case) in BITS {
            if !harness.wants(op, case) {
                continue;
            }
            let zn = Zn::on(&engine, plain_prime(bits))?;
            for n in LENGTHS.into_iter().filter(|&n| n <= most) {
                harness.compare(Label { op, case, n, transform: false }, &mut Task::new(&zn, n, wants_det)?);
            }
        }
    }
    Ok(())
}

struct Task {
    zn: Zn,
    wants_det: bool,
    ours: [Dense<Zn>; 2],
    theirs: [NmodMat; 3],
    out: Vec<u64>,
    their_det: u64,
    product: Option<Dense<Zn>>,
}

impl Task {
    fn new(zn: &Zn, n: usize, wants_det: bool) -> polymod::Result<Self> {
        let entries = [1, 2].map(|seed| random_below(zn.n(), n * n, seed));
        let ours = |i: usize| Dense::new(zn, n, n, zn.owned(zn.view(&entries[i])?));
        let theirs = |entries: &[u64]| NmodMat::new(zn.n(), n, entries);
        Ok(Task {
            zn: zn.clone(),
            wants_det,
            ours: [ours(0)?, ours(1)?],
            theirs: [theirs(&entries[0]), theirs(&entries[1]), theirs(&vec![0; n * n])],
            out: Vec::new(),
            their_det: 0,
            product: None,
        })
    }

    fn words(&self) -> Vec<u64> {
        match &self.product {
            Some(product) => self.zn.words(product.entries()).to_vec(),
            None => self.out.clone(),
        }
    }
}

impl Contest for Task {
    fn peers(&self) -> Vec<&'static str> {
        vec![flint::NAME]
    }

    fn ours(&mut self) {
        let [a, b] = &self.ours;
        if self.wants_det {
            self.out = vec![a.det().expect("a prime modulus")];
        } else {
            self.product = Some(a.checked_mul(b).expect("square matrices of one shape"));
        }
    }

    fn peer(&mut self, _: usize) {
        let [a, b, out] = &mut self.theirs;
        if self.wants_det {
            self.their_det = a.det();
        } else {
            out.set_product(a, b);
        }
    }

    fn agree(&self, _: usize) -> bool {
        let theirs = if self.wants_det { vec![self.their_det] } else { self.theirs[2].entries() };
        self.words() == theirs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_results_are_noticed() {
        let zn = Zn::on(&Engine::builder().threads(1).build(), plain_prime(31)).unwrap();
        for wants_det in [false, true] {
            let mut task = Task::new(&zn, 7, wants_det).unwrap();
            task.ours();
            assert!(!task.agree(0));
            task.peer(0);
            assert!(task.agree(0));
        }
    }
}
