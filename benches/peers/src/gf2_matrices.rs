//! Products of r by r matrices over F_2[x] with entries of 2^12 and 2^16 words: `PolyMatrix<F2>` against r³ products by gf2x, on one
//! thread. That is Table 1 of van der Hoeven, Larrieu, Lecerf 2017 ("Implementing fast carryless multiplication").
//!
//! Up to r = 4 gf2x computes all products and their sums. Above that it computes one product, and its time counts r³ times, without
//! additions: less than a product of matrices by it takes. There two entries of ours are compared with sums of r products each, untimed.
//! Our result is allocated and freed at every product.

use std::error::Error;

use polymod::{F2, Poly, PolyMatrix};

use crate::gf2::Gf2x;
use crate::harness::{Contest, Harness, Label, Sizes, random_words};

const OP: &str = "matrix product";
const ROWS: [usize; 6] = [1, 2, 4, 8, 16, 32];
/// Most rows for which gf2x computes the whole product.
const WHOLE: usize = 4;
/// Most words of an operand: half a gigabyte.
const MOST: usize = 1 << 26;

/// Measures all sizes.
pub fn run(harness: &mut Harness, f: &F2, gf2x: &Gf2x) -> Result<(), Box<dyn Error>> {
    let lengths: &[usize] = match harness.sizes() {
        Sizes::Quick => &[1 << 4],
        Sizes::Small => &[1 << 12],
        Sizes::All => &[1 << 12, 1 << 16],
    };
    for &words in lengths {
        let without = if gf2x.has_clmul { "" } else { ", gf2x without PCLMULQDQ" };
        let case = format!("{words} words{without}");
        for r in ROWS.into_iter().filter(|r| r * r * words <= MOST) {
            if harness.wants(OP, &case) {
                let label = Label { op: OP, case: &case, n: r, transform: false };
                harness.compare(label, &mut Product::new(f, gf2x, r, words)?);
            }
        }
    }
    Ok(())
}

struct Product<'a> {
    gf2x: &'a Gf2x,
    r: usize,
    words: usize,
    operands: [PolyMatrix<F2>; 2],
    /// The same entries, row by row.
    entries: [Vec<Vec<u64>>; 2],
    ours: Option<PolyMatrix<F2>>,
    /// All entries of the product, or those of one product of entries.
    theirs: Vec<Vec<u64>>,
    product: Vec<u64>,
}

impl<'a> Product<'a> {
    fn new(f: &'a F2, gf2x: &'a Gf2x, r: usize, words: usize) -> polymod::Result<Self> {
        let entries = [0, 1].map(|side| {
            let seeds = (0..r * r).map(|i| (2 * i + side) as u64);
            seeds.map(|seed| random_words(words, seed)).collect::<Vec<_>>()
        });
        let matrix = |entries: &[Vec<u64>]| {
            let entry = |i: usize, j: usize| Poly::from_coeffs(f, f.from_words(&entries[i * r + j], 64 * words));
            PolyMatrix::from_fn(f, r, r, entry)
        };
        let operands = [matrix(&entries[0])?, matrix(&entries[1])?];
        let count = if r <= WHOLE { r * r } else { 1 };
        let theirs = vec![vec![0; 2 * words]; count];
        Ok(Self { gf2x, r, words, operands, entries, ours: None, theirs, product: vec![0; 2 * words] })
    }

    /// out = Σ a_ik·b_kj.
    fn entry(&self, i: usize, j: usize, product: &mut [u64], out: &mut [u64]) {
        let [a, b] = &self.entries;
        out.fill(0);
        for k in 0..self.r {
            self.gf2x.product(product, &a[i * self.r + k], &b[k * self.r + j]);
            out.iter_mut().zip(&*product).for_each(|(x, y)| *x ^= y);
        }
    }

    /// Whether our entry has these words.
    fn has(&self, i: usize, j: usize, wanted: &[u64]) -> bool {
        self.ours.as_ref().is_some_and(|ours| {
            let found = ours.ring().words(ours.get(i, j).coeffs());
            let (low, high) = wanted.split_at(found.len());
            *found == *low && high.iter().all(|&x| x == 0)
        })
    }
}

impl Contest for Product<'_> {
    fn peers(&self) -> Vec<&'static str> {
        vec!["gf2x"]
    }

    fn ours(&mut self) {
        let [a, b] = &self.operands;
        self.ours = Some(a.checked_mul(b).expect("square matrices of one size"));
    }

    fn peer(&mut self, _: usize) {
        if self.r > WHOLE {
            let [a, b] = &self.entries;
            return self.gf2x.product(&mut self.theirs[0], &a[0], &b[0]);
        }
        let (mut product, mut theirs) = (std::mem::take(&mut self.product), std::mem::take(&mut self.theirs));
        for (at, out) in theirs.iter_mut().enumerate() {
            self.entry(at / self.r, at % self.r, &mut product, out);
        }
        (self.product, self.theirs) = (product, theirs);
    }

    fn agree(&self, _: usize) -> bool {
        let r = self.r;
        if r <= WHOLE {
            return self.theirs.iter().enumerate().all(|(at, wanted)| self.has(at / r, at % r, wanted));
        }
        let [mut product, mut sum] = [0; 2].map(|_| vec![0; 2 * self.words]);
        [(0, r / 2), (r - 1, 1)].into_iter().all(|(i, j)| {
            self.entry(i, j, &mut product, &mut sum);
            self.has(i, j, &sum)
        })
    }

    fn repeats(&self, _: usize) -> f64 {
        if self.r <= WHOLE { 1.0 } else { self.r.pow(3) as f64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polymod::Engine;

    #[test]
    fn wrong_entries_are_noticed() {
        let Ok(gf2x) = Gf2x::load() else { return };
        let f = F2::on(&Engine::builder().threads(1).build());
        for r in [1, 3, 6] {
            let mut product = Product::new(&f, &gf2x, r, 5).unwrap();
            assert_eq!(product.repeats(0), if r <= WHOLE { 1.0 } else { 216.0 });
            product.ours();
            assert!(r > WHOLE || !product.agree(0), "{r}");
            product.peer(0);
            assert!(product.agree(0), "{r}");
            product.operands[0] = product.operands[1].clone();
            product.ours();
            assert!(!product.agree(0), "{r}");
        }
    }
}
