//! One transform of N = K^e values, K = 2k, over a big prime field, against transforms over as many word prime fields as hold
//! an element: Table 3 of Chen, Covanov, Mohajerani, Moreno Maza 2017, and the two benchmarks of Mohajerani's thesis of 2016,
//! section 7.2, for fields of 8, 16 and 32 digits and several families of word primes ([`images`](super::images)).
//!
//! *Equal output*: integers are reduced modulo the word primes, transformed there, and put together by the Chinese remainder
//! theorem; the big field's side starts and ends with rows, of digits or of words. *Equal input*: as many words are transformed,
//! nothing else; the big field's side starts and ends in blocks. *In, images*: the reduction and the transforms. All in natural order,
//! all polymod's own code. Without a size *images* are of the primes that products over other rings take. Families with too few
//! primes for a length are left out.

use std::error::Error;

use polymod::core::arith::FermatPrime;
use polymod::core::kernels::{blocks::LANES, fermat::FermatKernel, limbs::LimbKernel};
use polymod::rug::{Integer, integer::Order};
use polymod::{Engine, GeneralizedFermat, ring::Roots};

use super::images::{FAMILIES, Family, Images, Part};
use super::{Ours, elements, forms::Form};
use crate::harness::{Contest, Harness, Label, Sizes};

const NAMES: [&str; 6] = ["F8", "G8", "F16", "G16", "F32", "G32"];
/// Most digits of all values: those of 2^20 values over the fields of 16 digits.
const MOST: usize = 1 << 24;
const INPUT: &str = "equal input";
const OUTPUT: &str = "equal output";

/// Measures all lengths.
pub fn run(harness: &mut Harness) -> Result<(), Box<dyn Error>> {
    for op in [INPUT, OUTPUT] {
        for name in NAMES {
            if harness.wants(op, name) {
                compare::<FermatKernel>(harness, op, name)?;
                compare::<LimbKernel>(harness, op, name)?;
            }
        }
    }
    Ok(())
}

/// Measures the lengths of one field, if its elements have this form.
fn compare<K: Form>(harness: &mut Harness, op: &'static str, name: &str) -> Result<(), Box<dyn Error>> {
    let prime: FermatPrime = name.parse()?;
    for len in lengths(harness.sizes(), prime.digits()) {
        if let Some(mut contest) = ManyPrimes::<K>::new(prime, len, op == OUTPUT)? {
            harness.compare(Label { op, case: name, n: len, transform: true }, &mut contest);
        }
    }
    Ok(())
}

/// K^2 to K^5, where that is not too long.
fn lengths(sizes: Sizes, digits: usize) -> impl Iterator<Item = usize> {
    let most = if sizes == Sizes::Quick { 1 << 8 } else { 1 << sizes.max_log(20) };
    (2..=5).map(move |e| (2 * digits).pow(e)).filter(move |&n| n <= most && n * digits <= MOST)
}

struct ManyPrimes<K: Form> {
    prime: FermatPrime,
    p: Integer,
    ours: Ours<K>,
    /// Operands and result of the big field where rows are what it starts from, and the words of a row.
    rows: Option<[Vec<u64>; 2]>,
    row: usize,
    /// The operands as limbs.
    limbs: Vec<u64>,
    engine: Engine,
    families: Vec<(Family, Images)>,
    /// The peers: an index of a family, and what of its work is done.
    peers: Vec<(usize, Part)>,
    /// The sum of all coefficients.
    first: Integer,
}

impl<K: Form> ManyPrimes<K> {
    /// Nothing if elements have another form.
    fn new(prime: FermatPrime, len: usize, rows: bool) -> Result<Option<Self>, Box<dyn Error>> {
        if K::of(prime).is_none() {
            return Ok(None);
        }
        let f = GeneralizedFermat::new(prime)?;
        let list = elements(f.p(), len, 1);
        let ours = Ours::new(prime, &f.root_of_unity(len as u64)?, &list).ok_or("no transform of this length")?;
        let engine = Engine::builder().threads(1).build();
        let width = prime.bits() as usize / 64 + 1;
        let mut families = Vec::new();
        for family in FAMILIES {
            families.extend(Images::new(&engine, family, prime, len, width)?.map(|images| (family, images)));
        }
        let parts: &[Part] = if rows { &[Part::InOut, Part::In] } else { &[Part::Images] };
        let peers = families
            .iter()
            .enumerate()
            .flat_map(|(i, (_, images))| parts.iter().filter(|part| images.has(**part)).map(move |part| (i, *part)));
        let limbs = list.iter().flat_map(|x| {
            let mut row = x.to_digits::<u64>(Order::Lsf);
            row.resize(width, 0);
            row
        });
        Ok(Some(ManyPrimes {
            rows: rows.then(|| {
                let rows: Vec<u64> = list.iter().flat_map(|x| K::row(prime, x)).collect();
                [rows.clone(), rows]
            }),
            row: K::row(prime, &Integer::new()).len(),
            limbs: limbs.collect(),
            peers: peers.collect(),
            first: list.iter().sum(),
            p: f.p().clone(),
            prime,
            ours,
            engine,
            families,
        }))
    }
}

impl<K: Form> Contest for ManyPrimes<K> {
    fn peers(&self) -> Vec<&'static str> {
        self.peers.iter().map(|&(family, part)| self.families[family].0.name(part)).collect()
    }

    fn ours(&mut self) {
        let Some([from, to]) = &mut self.rows else { return self.ours.run() };
        let ours = &mut self.ours;
        ours.fft.kernel().load(from, self.row, &mut ours.start);
        ours.run();
        ours.fft.kernel().store(ours.values(), self.row, to);
    }

    fn peer(&mut self, which: usize) {
        let (family, part) = self.peers[which];
        let images = &mut self.families[family].1;
        if part != Part::Images {
            images.split(&self.engine, &self.limbs);
        }
        images.transform();
        if part == Part::InOut {
            images.join();
        }
    }

    /// The results are not comparable, in different rings as they are; but the first value is the sum of all coefficients in either.
    fn agree(&self, which: usize) -> bool {
        let (family, part) = self.peers[which];
        let kernel = self.ours.fft.kernel();
        let ours = kernel.integers(self.prime, &self.ours.values()[..kernel.block()], LANES);
        ours[0] == Integer::from(&self.first % &self.p) && self.families[family].1.is_first(&self.first, part)
    }

    /// Equal input has the same words transformed again and again, from residues on.
    fn reset(&mut self) {
        for (_, images) in &mut self.families {
            images.split(&self.engine, &self.limbs);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noticed<K: Form>(name: &str) {
        for rows in [false, true] {
            let prime = name.parse().unwrap();
            let Some(mut contest) = ManyPrimes::<K>::new(prime, 256, rows).unwrap() else { return };
            for which in 0..contest.peers().len() {
                contest.reset();
                contest.ours();
                contest.peer(which);
                assert!(contest.agree(which), "{name}, {}", contest.peers()[which]);
            }
            contest.first += 1;
            assert!(!contest.agree(0));
        }
    }

    #[test]
    fn what_differs_is_noticed() {
        noticed::<FermatKernel>("F8");
        noticed::<LimbKernel>("F8");
        noticed::<LimbKernel>("G8");
    }

    #[test]
    fn lengths_are_powers() {
        assert!(lengths(Sizes::All, 8).eq([1 << 8, 1 << 12, 1 << 16, 1 << 20]));
        assert!(lengths(Sizes::All, 16).eq([1 << 10, 1 << 15, 1 << 20]));
        assert!(lengths(Sizes::All, 32).eq([1 << 12, 1 << 18]));
    }
}
