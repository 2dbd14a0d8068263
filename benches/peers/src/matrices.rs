//! Dense matrices over Z/p: products (`Matrix::checked_mul`) and determinants (`Matrix::det`) of n by n entries against FLINT's
//! `nmod_mat_mul` and `nmod_mat_det`, and fflas-ffpack's `fgemm` and `Det` below 2^26, one thread. The peers' results are kept
//! matrices, ours is new at each product.

use std::error::Error;

use polymod::{Engine, Zn, matrix::Matrix, ring::Vectors};

use crate::flint::matrix::NmodMat;
use crate::harness::{Contest, Harness, Label, Sizes, random_below};
use crate::peer::{Peer, SquareMatrix};
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
    ours: [Matrix<Zn>; 2],
    theirs: Vec<Box<dyn Peer<u64>>>,
    det: Option<u64>,
    product: Option<Matrix<Zn>>,
}

impl Task {
    fn new(zn: &Zn, n: usize, wants_det: bool) -> polymod::Result<Self> {
        let entries = [1, 2].map(|seed| random_below(zn.n(), n * n, seed));
        let ours = |i: usize| Matrix::new(zn, n, n, zn.owned(zn.view(&entries[i])?));
        Ok(Task {
            zn: zn.clone(),
            wants_det,
            ours: [ours(0)?, ours(1)?],
            theirs: peers(zn.n(), n, &entries, wants_det),
            det: None,
            product: None,
        })
    }
}

impl Contest for Task {
    fn peers(&self) -> Vec<&'static str> {
        self.theirs.iter().map(|peer| peer.name()).collect()
    }

    fn ours(&mut self) {
        let [a, b] = &self.ours;
        if self.wants_det {
            self.det = Some(a.det().expect("a prime modulus"));
        } else {
            self.product = Some(a.checked_mul(b).expect("square matrices of one shape"));
        }
    }

    fn peer(&mut self, which: usize) {
        self.theirs[which].run();
    }

    fn agree(&self, which: usize) -> bool {
        let product = self.product.as_ref().map(|product| self.zn.words(product.entries()).to_vec());
        product.or(self.det.map(|det| vec![det])).is_some_and(|ours| ours == self.theirs[which].result())
    }
}

/// The product of two matrices of n rows, or the determinant of the first, by every library that takes the modulus.
fn peers(p: u64, n: usize, entries: &[Vec<u64>; 2], wants_det: bool) -> Vec<Box<dyn Peer<u64>>> {
    #[cfg_attr(not(feature = "fflas"), allow(unused_mut))]
    let mut all = vec![Sides::<NmodMat>::boxed(p, n, entries, wants_det)];
    #[cfg(feature = "fflas")]
    if p >> crate::fflas::BITS == 0 {
        all.push(Sides::<crate::fflas::Matrix>::boxed(p, n, entries, wants_det));
    }
    all
}

/// Two operands and the result.
struct Sides<M> {
    matrices: [M; 3],
    wants_det: bool,
    det: u64,
}

impl<M: SquareMatrix + 'static> Sides<M> {
    fn boxed(p: u64, n: usize, entries: &[Vec<u64>; 2], wants_det: bool) -> Box<dyn Peer<u64>> {
        let matrices = [&entries[0], &entries[1], &vec![0; n * n]].map(|entries| M::new(p, n, entries));
        Box::new(Self { matrices, wants_det, det: 0 })
    }
}

impl<M: SquareMatrix> Peer<u64> for Sides<M> {
    fn name(&self) -> &'static str {
        M::NAME
    }

    fn run(&mut self) {
        let [a, b, out] = &mut self.matrices;
        if self.wants_det {
            self.det = a.det();
        } else {
            out.set_product(a, b);
        }
    }

    fn result(&self) -> Vec<u64> {
        if self.wants_det { vec![self.det] } else { self.matrices[2].entries() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_results_are_noticed() {
        let engine = Engine::builder().threads(1).build();
        for (bits, wants_det) in [(23, false), (23, true), (31, false), (31, true)] {
            let zn = Zn::on(&engine, plain_prime(bits)).unwrap();
            let mut task = Task::new(&zn, 7, wants_det).unwrap();
            task.ours();
            for which in 0..task.peers().len() {
                assert!(!task.agree(which), "{bits} bits, {}", task.peers()[which]);
                task.peer(which);
                assert!(task.agree(which), "{bits} bits, {}", task.peers()[which]);
            }
        }
    }
}
