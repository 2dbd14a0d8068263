//! Transforms over as many word prime fields of one family as hold an element of a big field: reduction of integers modulo the
//! primes, transforms, and the Chinese remainder theorem, all polymod's own.

use std::error::Error;

use polymod::core::arith::FermatPrime;
use polymod::core::cpu;
use polymod::core::kernels::rows::{self, RowReconstruct};
use polymod::core::transform::ntt::{NttPlan, Wrap};
use polymod::internals::crt::{CrtReconstruct, CrtReduce, PrimeFamily, Spread};
use polymod::rug::{Integer, integer::Order};
use polymod::{Engine, Modulus, PrimeStream};

/// How much of the work is done: the transforms, those of integers, or those of integers and back to integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Of residues.
    Images,
    /// After the reduction modulo the primes.
    In,
    /// Between the reduction and the Chinese remainder theorem.
    InOut,
}

/// A family of word primes: those that products over other rings take, or the largest primes below a power of two.
#[derive(Clone, Copy)]
pub struct Family {
    bits: Option<u32>,
    /// The names of its parts in the tables.
    names: [&'static str; 3],
}

/// The families: the library's own, and the sizes of the papers' word primes. Those of a word have 62 bits, for which there are vector
/// loops.
pub const FAMILIES: [Family; 4] = [
    Family { bits: None, names: ["images", "in, images", "in, images, out"] },
    Family { bits: Some(62), names: ["images, 62 bits", "in, images, 62 bits", "in, images, out, 62 bits"] },
    Family { bits: Some(32), names: ["images, 32 bits", "in, images, 32 bits", "in, images, out, 32 bits"] },
    Family { bits: Some(16), names: ["images, 16 bits", "in, images, 16 bits", "in, images, out, 16 bits"] },
];

impl Family {
    /// The name of a part in the tables.
    pub fn name(self, part: Part) -> &'static str {
        self.names[part as usize]
    }

    /// Primes with transforms of `len` values whose product exceeds 2^`log2`; `None` where there are too few.
    fn primes(self, engine: &Engine, len: usize, log2: f64) -> polymod::Result<Option<Vec<u64>>> {
        let Some(bits) = self.bits else {
            let (family, count) = PrimeFamily::choose(cpu::host().target, log2);
            return family.primes(engine, count, len).map(Some);
        };
        let (mut primes, mut sum) = (Vec::new(), 0.0);
        for p in PrimeStream::new(bits, len.ilog2())? {
            primes.push(p);
            sum += (p as f64).log2();
            if sum > log2 {
                return Ok(Some(primes));
            }
        }
        Ok(None)
    }
}

/// The Chinese remainder theorem.
enum Join {
    /// For primes of [`CrtReconstruct::MIN_BITS`] bits at least.
    Crt(CrtReconstruct),
    /// The vector loops alone, for shorter primes.
    Rows(RowReconstruct),
}

impl Join {
    /// Integers of `width` limbs; `None` for short primes on machines without 52-bit multiply-add.
    fn new(primes: &[Modulus], width: usize) -> Option<Self> {
        let target = cpu::host().target;
        if primes.iter().all(|p| p.bits() >= CrtReconstruct::MIN_BITS) {
            return Some(Join::Crt(CrtReconstruct::new(target, primes, Some(&vec![1; primes.len()]), width)));
        }
        rows::applies(target, primes, width).then(|| Join::Rows(rows_of(primes, width)))
    }
}

/// The tables of the vector loops: M/p_i and −M for the product M of the primes, in two's complement, and (M/p_i)^(−1) modulo p_i.
fn rows_of(primes: &[Modulus], width: usize) -> RowReconstruct {
    let product: Integer = primes.iter().map(|p| Integer::from(p.n())).product();
    let wrap = Integer::from(1) << (64 * (width as u32 + 1));
    let cofactors: Vec<Integer> = primes.iter().map(|p| Integer::from(&product / p.n())).collect();
    let factor = |(p, cofactor): (&Modulus, &Integer)| {
        let residue = Integer::from(cofactor % p.n()).to_u64().expect("a remainder by a word");
        (*p, p.inv(residue).expect("distinct primes"))
    };
    let factors: Vec<(Modulus, u64)> = primes.iter().zip(&cofactors).map(factor).collect();
    let row = |x: Integer| {
        let mut row = x.modulo(&wrap).to_digits::<u64>(Order::Lsf);
        row.resize(width + 1, 0);
        row
    };
    let weights: Vec<u64> = cofactors.into_iter().chain([-product]).flat_map(row).collect();
    RowReconstruct::new(&factors, &weights, width + 1, width, None)
}

/// The transforms of integers modulo the primes of a family.
pub struct Images {
    plans: Vec<NttPlan>,
    crt_reduce: CrtReduce,
    join: Option<Join>,
    /// Residues, a run for each prime.
    residues: Vec<u64>,
    /// What the residues of the values make, in rows of `width` limbs.
    joined: Vec<u64>,
    width: usize,
}

impl Images {
    /// For `len` integers in [0, p) in rows of `width` limbs; `None` where the family has too few primes.
    pub fn new(
        engine: &Engine,
        family: Family,
        prime: FermatPrime,
        len: usize,
        width: usize,
    ) -> Result<Option<Self>, Box<dyn Error>> {
        let bits = prime.bits();
        let Some(primes) = family.primes(engine, len, f64::from(bits) + 1.0 + CrtReconstruct::MARGIN)? else {
            return Ok(None);
        };
        let log2: f64 = primes.iter().map(|&p| (p as f64).log2()).sum();
        let plans = primes.into_iter().map(|p| NttPlan::new(p, len, Wrap::Cyclic));
        let plans = plans.collect::<polymod::Result<Vec<_>>>()?;
        let moduli: Vec<Modulus> = plans.iter().map(NttPlan::modulus).collect();
        let crt_reduce = CrtReduce::new(cpu::host().target, &moduli, width, bits);
        // the values are any integers between ± half the product
        let width = log2 as usize / 64 + 1;
        let join = Join::new(&moduli, width);
        let residues = vec![0; plans.len() * len];
        Ok(Some(Images { plans, crt_reduce, join, residues, joined: vec![0; width * len], width }))
    }

    /// Whether it has this part.
    pub fn has(&self, part: Part) -> bool {
        part != Part::InOut || self.join.is_some()
    }

    /// Reduces the integers modulo all primes.
    pub fn split(&mut self, engine: &Engine, limbs: &[u64]) {
        let (len, residues) = (self.plans[0].len(), &mut self.residues);
        engine.enter(|cx| self.crt_reduce.fill(limbs, residues, len, Spread::NONE, cx)).expect("not cancelled");
    }

    /// Transforms the residues.
    pub fn transform(&mut self) {
        for (plan, run) in self.plans.iter().zip(self.residues.chunks_exact_mut(self.plans[0].len())) {
            plan.forward(run);
        }
    }

    /// The integers with the residues, which it may multiply by factors.
    pub fn join(&mut self) {
        let len = self.plans[0].len();
        match self.join.as_ref().expect("a part that there is") {
            Join::Rows(tables) => rows::join(tables, &self.residues, len, 0, &mut self.joined),
            Join::Crt(tables) => {
                if !tables.finishes() {
                    for (i, (plan, run)) in self.plans.iter().zip(self.residues.chunks_exact_mut(len)).enumerate() {
                        let (p, factor) = (plan.modulus(), tables.factor(i));
                        run.iter_mut().for_each(|x| *x = p.mul(*x, factor));
                    }
                }
                tables.join(&self.residues, len, 0, &mut self.joined);
            }
        }
    }

    /// Whether the first value is this integer: its residues, or what was put together from them.
    pub fn is_first(&self, value: &Integer, part: Part) -> bool {
        let p = |i: usize| self.plans[i].modulus().n();
        let all = 0..self.plans.len();
        if part != Part::InOut {
            let first = |i: usize| self.residues[i * self.plans[i].len()];
            return all.into_iter().all(|i| Integer::from(value % p(i)) == first(i));
        }
        let row = Integer::from_digits(&self.joined[..self.width], Order::Lsf);
        let negative = self.joined[self.width - 1] >> 63 == 1;
        let joined = if negative { row - (Integer::from(1) << (64 * self.width as u32)) } else { row };
        let difference = joined - value;
        all.into_iter().all(|i| difference.is_divisible(&p(i).into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sums of integers through all parts, for each family; the last value is spoilt.
    #[test]
    fn first_values_are_sums() {
        let engine = Engine::builder().threads(1).build();
        for name in ["F8", "G8", "G16"] {
            let prime: FermatPrime = name.parse().unwrap();
            let (len, width) = (64, prime.bits() as usize / 64 + 1);
            let limbs: Vec<u64> = (0..len * width).map(|i| if i % width == width - 1 { 0 } else { i as u64 }).collect();
            let sum: Integer = limbs.chunks_exact(width).map(|row| Integer::from_digits(row, Order::Lsf)).sum();
            for family in FAMILIES {
                let mut images = Images::new(&engine, family, prime, len, width).unwrap().expect("many primes");
                images.split(&engine, &limbs);
                images.transform();
                assert!(images.is_first(&sum, Part::In), "{name}, {}", family.name(Part::In));
                if images.has(Part::InOut) {
                    images.join();
                    assert!(images.is_first(&sum, Part::InOut), "{name}, {}", family.name(Part::InOut));
                    assert!(!images.is_first(&(sum.clone() + 1u32), Part::InOut));
                }
                images.residues[0] ^= 1;
                assert!(!images.is_first(&sum, Part::In));
            }
        }
    }
}
