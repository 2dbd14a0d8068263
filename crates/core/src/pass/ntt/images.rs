//! Products of images: residues modulo x^8 − r, multiplied as polynomials of eight coefficients without shuffles, or values.

use super::tree::LEAF;
use crate::simd::inlined::{Walked, Zipped};
use crate::{
    residue::{Residues, doubles::Doubles, ifma::Ifma},
    simd::{Simd, taken},
};

/// Number of leaves whose products are prepared together: their operands stay in the L1 cache.
const LEAVES: usize = 16;

/// The operands of a product of images, words of whole leaves. In: the forward range; what a product is added to: [0, 2p). Out: [0, 2p).
pub enum Operands<'a> {
    /// a = a·b.
    Multiply(&'a mut [u64], &'a [u64]),
    /// a = a².
    Square(&'a mut [u64]),
    /// out = a·b.
    Write(&'a mut [u64], [&'a [u64]; 2]),
    /// out = out + a·b.
    Add(&'a mut [u64], [&'a [u64]; 2]),
}

/// An arithmetic with products of images.
pub trait Images<S: Simd>: Residues<S> {
    /// Whether images are values; otherwise they are residues modulo x^8 − r.
    const VALUES: bool;
    /// Multiplies images over R; `roots` are those of the leaves, a pair of leaves each. `QUOTIENTS` is the way to reduce their operands.
    fn products<const QUOTIENTS: bool>(self, s: S, roots: &[[u64; 2]], operands: Operands<'_>);
}

/// p, the roots of pairs of leaves, and the operands.
pub(super) type ProductArgs<'a> = (&'a u64, &'a [[u64; 2]], Operands<'a>);

/// Products of images, with reductions by quotients or by minima.
#[inline(always)]
pub fn products<S: Simd, R: Images<S>, const QUOTIENTS: bool>(s: S, args: &mut Option<ProductArgs<'_>>) {
    let (p, roots, operands) = taken(args);
    R::new(s, *p).products::<QUOTIENTS>(s, roots, operands);
}

/// Leaf by leaf modulo x^8 − r: r of leaf v is s_(v/2), negative for odd v. Cost: 16 multiply-adds for a leaf, and a reduction.
impl<S: Simd, const B: u32> Images<S> for Ifma<S, B> {
    const VALUES: bool = false;

    #[inline(always)]
    fn products<const QUOTIENTS: bool>(self, s: S, roots: &[[u64; 2]], mut operands: Operands<'_>) {
        const { assert!(S::LANES == LEAF, "a leaf is a vector") }
        let words = match &operands {
            Operands::Multiply(a, _) | Operands::Square(a) => a.len(),
            Operands::Write(out, _) | Operands::Add(out, _) => out.len(),
        };
        let (mut left, mut twice) = ([[0; LEAF]; LEAVES], [[0; 2 * LEAF]; LEAVES]);
        let mut pairs = roots.chunks(LEAVES / 2);
        for first in (0..words).step_by(LEAVES * LEAF) {
            let at = first..words.min(first + LEAVES * LEAF);
            let Some(roots) = pairs.next() else { break };
            let (a, b) = match &operands {
                Operands::Multiply(a, b) => (&a[at.clone()], &b[at.clone()]),
                Operands::Square(a) => (&a[at.clone()], &a[at.clone()]),
                Operands::Write(_, [a, b]) | Operands::Add(_, [a, b]) => (&a[at.clone()], &b[at.clone()]),
            };
            self.prepare_leaves::<QUOTIENTS>(a, b, roots, &mut left, &mut twice);
            let (out, add) = match &mut operands {
                Operands::Multiply(out, _) | Operands::Square(out) | Operands::Write(out, _) => (&mut **out, false),
                Operands::Add(out, _) => (&mut **out, true),
            };
            for (out, (left, twice)) in S::rows_mut(&mut out[at]).0.walk_mut().zipped(left.walk().zipped(&twice)) {
                let product = self.leaf_product::<QUOTIENTS>(s, left, twice);
                self.store(out, if add { self.plus(self.load(out), product) } else { product });
            }
        }
    }
}

impl<S: Simd, const B: u32> Ifma<S, B> {
    /// Reduces the operands of leaves: a, and [r·b, b], whose window at 8 − i holds b·x^i modulo x^8 − r.
    #[inline(always)]
    fn prepare_leaves<const QUOTIENTS: bool>(
        self,
        a: &[u64],
        b: &[u64],
        roots: &[[u64; 2]],
        left: &mut [[u64; LEAF]; LEAVES],
        twice: &mut [[u64; 2 * LEAF]; LEAVES],
    ) {
        let operands = S::rows(a).0.walk().zipped(S::rows(b).0);
        for (i, ((a, b), (left, twice))) in operands.zipped(left.walk_mut().zipped(twice)).enumerate() {
            let (x, y) = (self.load(a), self.load(b));
            self.store(S::row_mut(left), self.left(x));
            let wrapped = self.times(y, self.factor(roots[i / 2]));
            let wrapped = if i % 2 == 1 { self.negated(wrapped) } else { wrapped };
            self.store(S::row_mut(&mut twice[..LEAF]), wrapped);
            self.store(S::row_mut(&mut twice[LEAF..]), self.right::<QUOTIENTS>(y));
        }
    }

    /// The product of two prepared leaves over 2^52, in [0, 2p).
    #[inline(always)]
    fn leaf_product<const QUOTIENTS: bool>(self, s: S, left: &[u64; LEAF], twice: &[u64; 2 * LEAF]) -> S::U {
        // two sums, so that a multiply-add need not wait for the one before
        let mut sums = [self.empty(); 2];
        for (i, &x) in left.iter().enumerate() {
            sums[i % 2] = self.add_product(sums[i % 2], self.residue(x), s.load(S::row(&twice[LEAF - i..])));
        }
        let [[low, high], [more_low, more_high]] = sums;
        self.leaf::<QUOTIENTS>([s.add(low, more_low), s.add(high, more_high)])
    }
}

/// Value by value.
impl<S: Simd> Images<S> for Doubles<S> {
    const VALUES: bool = true;

    #[inline(always)]
    fn products<const QUOTIENTS: bool>(self, _: S, _: &[[u64; 2]], operands: Operands<'_>) {
        match operands {
            Operands::Multiply(a, b) => {
                for (x, y) in S::rows_mut(a).0.walk_mut().zipped(S::rows(b).0) {
                    self.store(x, self.product(self.load(x), self.load(y)));
                }
            }
            Operands::Square(a) => {
                for x in S::rows_mut(a).0 {
                    self.store(x, self.product(self.load(x), self.load(x)));
                }
            }
            Operands::Write(out, [a, b]) => {
                for (z, (x, y)) in S::rows_mut(out).0.walk_mut().zipped(S::rows(a).0.walk().zipped(S::rows(b).0)) {
                    self.store(z, self.product(self.load(x), self.load(y)));
                }
            }
            Operands::Add(out, [a, b]) => {
                for (z, (x, y)) in S::rows_mut(out).0.walk_mut().zipped(S::rows(a).0.walk().zipped(S::rows(b).0)) {
                    self.store(z, self.plus(self.load(z), self.product(self.load(x), self.load(y))));
                }
            }
        }
    }
}

/// p, where to write, what to read unless it is in place, and the prepared factor.
pub(super) type FinishArgs<'a> = (&'a u64, &'a mut [u64], Option<&'a [u64]>, [u64; 2]);

/// x·factor in [0, p), in place or elsewhere. In: [0, 2p).
#[inline(always)]
pub(super) fn finish<S: Simd, R: Residues<S>>(s: S, args: &mut Option<FinishArgs<'_>>) {
    let (p, out, x, factor) = taken(args);
    let r = R::new(s, *p);
    let w = r.factor(factor);
    let out = S::rows_mut(out).0;
    match x {
        None => {
            for x in out {
                s.store(x, r.residue_words(r.times(r.load(x), w)));
            }
        }
        Some(x) => {
            for (out, x) in out.walk_mut().zipped(S::rows(x).0) {
                s.store(out, r.residue_words(r.times(r.load(x), w)));
            }
        }
    }
}
