//! Products of matrices by random vectors (Freivalds 1977, "Probabilistic machines can use less running time").
//!
//!
//! If A·B is not C, some row of A·B − C has an entry that is not 0 modulo a prime power p^k that divides N exactly.
//! Divided by the highest power of p that all entries of the row share, its product by x vanishes modulo p for at most
//! one of p residues of the x_j that belongs to an entry prime to p: A·(B·x) = C·x with a probability of at most 1/p,
//! for L vectors p^(−L). The vectors are multiplied together, as the slots of one integer, or the bits of a word.

use super::{
    Checker, Distribution, Proof, Random, SECURITY, elements::drawn, packed::Packed, place::prime_factors, wrong,
};
use crate::Failure;
use polymod::{
    matrix::Dense,
    ring::{Convolve, Ring, View},
};
use rug::Integer;

/// Number of bits of the entries of vectors over Z: at most one of 2^62 integers makes a wrong sum right.
const INTEGER_BITS: u32 = 62;

/// Several vectors at once.
pub(super) trait Lanes<R: Ring> {
    /// The entries of all vectors at one place.
    type Entry: PartialEq;

    /// Random entries.
    fn random(&self, random: &mut Random) -> Self::Entry;
    /// Σ row\[j\]·x\[j\].
    fn dot(&self, r: &R, row: View<'_, R>, x: &[Self::Entry]) -> Self::Entry;
}

impl<R: Ring> Lanes<R> for Packed {
    type Entry = Integer;

    fn random(&self, random: &mut Random) -> Integer {
        self.random_element(random)
    }

    fn dot(&self, r: &R, row: View<'_, R>, x: &[Integer]) -> Integer {
        self.reduced(combination(r, row, 0, x))
    }
}

/// Σ v\[first + i\]·x\[i\] for the integers that represent coefficients, over the common range of both.
pub(super) fn combination<R: Ring>(r: &R, v: View<'_, R>, first: usize, x: &[Integer]) -> Integer {
    let (mut sum, mut limbs, mut c) = (Integer::new(), Vec::new(), Integer::new());
    for (i, x) in (first..v.len()).zip(x) {
        limbs.clear();
        let negative = r.limbs(v, i, &mut limbs);
        match limbs[..] {
            [] => {}
            [word] if negative => sum -= x * word,
            [word] => sum += x * word,
            _ => {
                c.assign_digits(&limbs, rug::integer::Order::Lsf);
                match negative {
                    true => sum -= x * &c,
                    false => sum += x * &c,
                }
            }
        }
    }
    sum
}

/// A vector over Z.
struct Whole;

impl<R: Ring> Lanes<R> for Whole {
    type Entry = Integer;

    fn random(&self, random: &mut Random) -> Integer {
        Integer::from(random.word() >> (64 - INTEGER_BITS))
    }

    fn dot(&self, r: &R, row: View<'_, R>, x: &[Integer]) -> Integer {
        combination(r, row, 0, x)
    }
}

/// 64 vectors over F_2.
struct Words;

impl<R: Ring> Lanes<R> for Words {
    type Entry = u64;

    fn random(&self, random: &mut Random) -> u64 {
        random.word()
    }

    fn dot(&self, r: &R, row: View<'_, R>, x: &[u64]) -> u64 {
        let bits = r.pack(row);
        // all ones where the bit is set
        x.iter().enumerate().fold(0, |sum, (j, x)| sum ^ (x & (bits[j / 64] >> (j % 64) & 1).wrapping_neg()))
    }
}

/// `count` vectors of elements.
struct Elements {
    elements: Distribution,
    count: usize,
}

impl<R: Ring> Lanes<R> for (&'_ R, Elements) {
    type Entry = Vec<R::Elem>;

    fn random(&self, random: &mut Random) -> Vec<R::Elem> {
        (0..self.1.count).map(|_| drawn(self.0, &self.1.elements, random)).collect()
    }

    fn dot(&self, r: &R, row: View<'_, R>, x: &[Vec<R::Elem>]) -> Vec<R::Elem> {
        let mut sums = vec![r.elem(0); self.1.count];
        for (j, x) in x.iter().enumerate() {
            let c = r.get(row, j);
            for (sum, x) in sums.iter_mut().zip(x) {
                *sum = r.add(sum, &r.mul(&c, x));
            }
        }
        sums
    }
}

impl<R: Convolve> Checker<'_, R> {
    /// Checks that a·b = c.
    ///
    /// # Errors
    /// [`Failure::Internal`] if the check fails.
    pub fn matrix_product(&mut self, a: &Dense<R>, b: &Dense<R>, c: &Dense<R>) -> Result<Proof, Failure> {
        if a.cols() != b.rows() || c.shape() != (a.rows(), b.cols()) {
            return Err(wrong("the shape of the result"));
        }
        if a.rows() == 0 || b.cols() == 0 {
            return Ok(Proof::Exact);
        }
        let bits = self.ring.packed_bits();
        let (vectors, log2_error, right) = match self.modulus.cloned() {
            None => (1, f64::from(INTEGER_BITS), self.same_products(&Whole, [a, b, c])),
            Some(_) if bits == 1 => (64, 64.0, self.same_products(&Words, [a, b, c])),
            Some(n) if bits > 1 => {
                let vectors = SECURITY as usize / bits + 1;
                let lanes = (self.ring, Elements { elements: Distribution::below(&n), count: vectors });
                (vectors, (vectors * bits) as f64, self.same_products(&lanes, [a, b, c]))
            }
            Some(n) => {
                let (small, large) = prime_factors(&n, 1.0);
                let least = small.iter().map(|&p| (p as f64).log2()).fold(large, f64::min);
                let vectors = (SECURITY / least).floor() as usize + 1;
                // sums of as many products as there are columns
                let len = 4 * a.cols().max(b.cols()).pow(2);
                let lanes = Packed::new(&n, vectors, &[], len);
                (vectors, vectors as f64 * least, self.same_products(&lanes, [a, b, c]))
            }
        };
        match right {
            true => Ok(Proof::Vectors { vectors: vectors as u32, log2_error: -log2_error }),
            false => Err(wrong("the product of matrices")),
        }
    }

    /// Compares A·(B·x) and C·x for random vectors x.
    fn same_products<L: Lanes<R>>(&mut self, lanes: &L, [a, b, c]: [&Dense<R>; 3]) -> bool {
        let x: Vec<_> = (0..b.cols()).map(|_| lanes.random(&mut self.random)).collect();
        let times = |m: &Dense<R>, x: &[L::Entry]| -> Vec<L::Entry> {
            (0..m.rows()).map(|i| lanes.dot(self.ring, m.row(i), x)).collect()
        };
        times(a, &times(b, &x)) == times(c, &x)
    }
}
