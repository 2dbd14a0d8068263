//! One transform of N = K^e values, K = 16, over a big prime field, against transforms over as many word prime fields as hold
//! an element: Table 3 of Chen, Covanov, Mohajerani, Moreno Maza 2017, and the two benchmarks of Mohajerani's thesis of 2016,
//! section 7.2.
//!
//! *Equal output*: integers are reduced modulo the word primes, transformed there, and put together by the Chinese remainder
//! theorem; the big field's side starts and ends with rows of digits. *Equal input*: as many words are transformed, nothing
//! else; the big field's side starts and ends in blocks. *In, images*: the reduction and the transforms. All in natural order,
//! all polymod's own code.

use std::error::Error;

use polymod::core::arith::FermatPrime;
use polymod::core::kernels::fermat::FermatKernel;
use polymod::core::transform::ntt::{NttPlan, Wrap};
use polymod::internals::crt::{CrtReconstruct, CrtReduce, PrimeFamily, Spread};
use polymod::rug::{Integer, integer::Order};
use polymod::{Engine, GeneralizedFermat, core::cpu, ring::Roots};

use super::{Ours, digits, elements, forms::Form};
use crate::harness::{Contest, Harness, Label, Sizes};

/// Measures all lengths.
pub fn run(harness: &mut Harness) -> Result<(), Box<dyn Error>> {
    let name = "F8";
    let prime: FermatPrime = name.parse()?;
    let most = if harness.sizes() == Sizes::Quick { 1 << 8 } else { 1 << harness.sizes().max_log(20) };
    for (op, rows) in [("equal input", false), ("equal output", true)] {
        for len in (2..=5).map(|e| 16usize.pow(e)).filter(|&n| n <= most) {
            if harness.wants(op, name) {
                let mut contest = ManyPrimes::new(prime, len, rows)?;
                harness.compare(Label { op, case: name, n: len, transform: true }, &mut contest);
            }
        }
    }
    Ok(())
}

struct ManyPrimes {
    prime: FermatPrime,
    ours: Ours<FermatKernel>,
    /// Operands and result of the big field where rows are what it starts from.
    rows: Option<[Vec<u64>; 2]>,
    /// The operands as limbs, and what the residues of the values make.
    limbs: Vec<u64>,
    joined: Vec<u64>,
    engine: Engine,
    crt_reduce: CrtReduce,
    plans: Vec<NttPlan>,
    crt_reconstruct: CrtReconstruct,
    images: Vec<u64>,
    width: usize,
    first: Integer,
}

impl ManyPrimes {
    fn new(prime: FermatPrime, len: usize, rows: bool) -> Result<Self, Box<dyn Error>> {
        let f = GeneralizedFermat::new(prime)?;
        let list = elements(f.p(), len, 1);
        let ours = Ours::new(prime, &f.root_of_unity(len as u64)?, &list).ok_or("no transform of this length")?;
        let engine = Engine::builder().threads(1).build();
        let (target, bits) = (cpu::host().target, prime.bits());
        let (family, count) = PrimeFamily::choose(target, f64::from(bits) + 1.0);
        let plans: Vec<NttPlan> = family
            .primes(&engine, count, len)?
            .into_iter()
            .map(|p| NttPlan::new(p, len, Wrap::Cyclic))
            .collect::<Result<_, _>>()?;
        let moduli: Vec<_> = plans.iter().map(NttPlan::modulus).collect();
        let width = bits as usize / 64 + 1;
        let limbs = list.iter().flat_map(|x| {
            let mut row = x.to_digits::<u64>(Order::Lsf);
            row.resize(width, 0);
            row
        });
        Ok(ManyPrimes {
            rows: rows.then(|| {
                let rows: Vec<u64> = list.iter().flat_map(|x| digits(prime, x)).collect();
                [rows.clone(), rows]
            }),
            limbs: limbs.collect(),
            joined: vec![0; width * len],
            crt_reduce: CrtReduce::new(target, &moduli, width, bits),
            crt_reconstruct: CrtReconstruct::new(target, &moduli, Some(&vec![1; count]), width),
            images: vec![0; count * len],
            first: list.iter().sum(),
            prime,
            ours,
            engine,
            plans,
            width,
        })
    }

    fn len(&self) -> usize {
        self.ours.fft.len()
    }

    fn split(&mut self) {
        let len = self.len();
        let (crt_reduce, limbs, images) = (&self.crt_reduce, &self.limbs, &mut self.images);
        self.engine.enter(|cx| crt_reduce.fill(limbs, images, len, Spread::NONE, cx)).expect("not cancelled");
    }

    fn transform(&mut self) {
        let len = self.len();
        for (plan, image) in self.plans.iter().zip(self.images.chunks_exact_mut(len)) {
            plan.forward(image);
        }
    }

    fn join(&mut self) {
        let len = self.len();
        if !self.crt_reconstruct.finishes() {
            for (i, (plan, image)) in self.plans.iter().zip(self.images.chunks_exact_mut(len)).enumerate() {
                let factor = self.crt_reconstruct.factor(i);
                image.iter_mut().for_each(|x| *x = plan.modulus().mul(*x, factor));
            }
        }
        self.crt_reconstruct.join(&self.images, len, 0, &mut self.joined);
    }
}

impl Contest for ManyPrimes {
    fn peers(&self) -> Vec<&'static str> {
        if self.rows.is_some() { vec!["in, images, out", "in, images"] } else { vec!["images"] }
    }

    fn ours(&mut self) {
        let Some([from, to]) = &mut self.rows else { return self.ours.run() };
        let kernel = *self.ours.fft.kernel();
        kernel.from_rows(from, &mut self.ours.start);
        self.ours.run();
        kernel.to_rows(self.ours.values(), to);
    }

    fn peer(&mut self, which: usize) {
        if self.rows.is_some() {
            self.split();
        }
        self.transform();
        if self.rows.is_some() && which == 0 {
            self.join();
        }
    }

    /// The results are not comparable, in different rings as they are; but the first value is the sum of all coefficients in
    /// either, and what is put together has the residues that it was made of.
    fn agree(&self, which: usize) -> bool {
        let first = Integer::from(&self.first % GeneralizedFermat::new(self.prime).expect("a field").p());
        let ours = self.ours.fft.kernel().integers(self.prime, self.ours.values(), self.len());
        let residue = |i: usize, j: usize| self.images[i * self.len() + j];
        let n = |i: usize| self.plans[i].modulus().n();
        let sums = (0..self.plans.len()).all(|i| Integer::from(&self.first % n(i)) == residue(i, 0));
        let row = Integer::from_digits(&self.joined[..self.width], Order::Lsf);
        let negative = self.joined[self.width - 1] >> 63 == 1;
        let value = if negative { row - (Integer::from(1) << (64 * self.width as u32)) } else { row };
        let joined = |i: usize| value.clone().modulo(&n(i).into()) == residue(i, 0);
        let out = self.rows.is_some() && which == 0 && self.crt_reconstruct.finishes();
        ours[0] == first && sums && (!out || (0..self.plans.len()).all(joined))
    }

    /// Equal input has the same words transformed again and again, from residues on.
    fn reset(&mut self) {
        self.split();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_noticed() {
        for rows in [false, true] {
            let mut contest = ManyPrimes::new("F8".parse().unwrap(), 256, rows).unwrap();
            for which in 0..contest.peers().len() {
                contest.reset();
                contest.ours();
                contest.peer(which);
                assert!(contest.agree(which));
            }
            contest.first += 1;
            assert!(!contest.agree(0));
        }
    }
}
