//! Conversion of integer vectors to residues modulo many primes, and reconstruction.

use super::Integers;
use crate::{
    Result,
    arith::Modulus,
    costs::ModularCosts,
    crt::{CrtReconstruct, CrtReduce, Spread, TreeReconstruct},
    engine::{Context, Engine},
    ring::{Coeffs, Ring, View},
    scratch::Buf,
    tested,
    transform::cache::Cached,
};
use rug::Integer;
use std::sync::Arc;

impl Integers {
    /// Reduces all coefficients modulo each of these primes, at least one: residues in [0, p), `v.len()` for each
    /// prime, prime by prime.
    ///
    /// ```
    /// # use polymod::{Integers, Modulus, Ring};
    /// let z = Integers::new();
    /// let v = z.collect(&[(-1).into(), 100.into()]);
    /// let primes = [Modulus::new(97)?, Modulus::new(7)?];
    /// let residues = z.engine().enter(|cx| z.residues(v.view(), &primes, cx))?;
    /// assert_eq!(residues[..], [96, 3, 6, 2]); // modulo 97, then modulo 7
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn residues(&self, v: View<'_, Self>, primes: &[Modulus], cx: Context<'_>) -> Result<Buf> {
        let mut out = cx.engine().zeroed(primes.len() * v.len());
        if !v.is_empty() {
            let crt_reduce = CrtReduce::new(cx.engine().target(), primes, v.width, self.size(v).bits);
            crt_reduce.fill(v.words(), &mut out, v.len(), Spread::NONE, cx)?;
        }
        Ok(out)
    }

    /// Reconstructs the integers nearest to 0 with these residues, `len` for each prime, prime by prime. The primes are
    /// distinct and have at least 46 bits; for their product M, magnitudes up to M/2·(1 − 2^−20) are reconstructed.
    ///
    /// ```
    /// # use polymod::{Integers, Modulus, Ring, core::arith::ntt_primes};
    /// let z = Integers::new();
    /// let primes = ntt_primes(62, 10, 2)?.iter().map(|&p| Modulus::new(p)).collect::<Result<Vec<_>, _>>()?;
    /// let v = z.collect(&[(-5).into(), polymod::rug::Integer::from(1) << 100]);
    /// let residues = z.engine().enter(|cx| z.residues(v.view(), &primes, cx))?;
    /// let back = z.from_residues(residues, &primes, 2);
    /// assert_eq!([0, 1].map(|i| z.get(back.view(), i)), [0, 1].map(|i| z.get(v.view(), i)));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn from_residues(&self, residues: Buf, primes: &[Modulus], len: usize) -> Coeffs<Self> {
        let work_ns = self.reconstruction_ns(primes.len(), len, 1);
        self.engine().enter(|cx| self.joined(residues, primes, len, cx.for_work(work_ns)))
    }

    tested! {
        /// [`from_residues`](Self::from_residues) by the context's threads, which share the integers.
        fn joined(&self, mut residues: Buf, primes: &[Modulus], len: usize, cx: Context<'_>) -> Coeffs<Self> {
            let engine = self.engine();
            if is_for_a_tree(&engine.costs().modular, primes.len(), len, cx.threads()) {
                let tree = TreeReconstruct::new(primes);
                let mut joined = vec![Integer::new(); len];
                let each = len.div_ceil(cx.threads()).max(1);
                let runs = joined.chunks_mut(each).enumerate().collect();
                let done = cx.map(runs, |(run, out): (usize, &mut [Integer]), _| {
                    let integers = out.iter_mut().zip(run * each..);
                    integers.for_each(|(out, j)| *out = tree.join(|i| residues[i * len + j]));
                    Ok(())
                });
                done.expect("an integer is joined without errors");
                return self.collect(&joined);
            }
            let bits: f64 = primes.iter().map(|p| (p.n() as f64).log2()).sum();
            let width = (bits / 64.0) as usize + 1;
            let plan = Reconstruction::of(engine, primes, width);
            let crt_reconstruct = &plan.crt;
            cx.for_chunks(&mut residues, len.max(1), |first, runs| {
                for (i, run) in runs.chunks_exact_mut(len.max(1)).enumerate() {
                    let (p, factor) = (primes[first + i], crt_reconstruct.factor(first + i));
                    if factor != 1 {
                        run.iter_mut().for_each(|x| *x = p.mul(*x, factor));
                    }
                }
            });
            let mut words = engine.dirty(len * width);
            cx.for_chunks(&mut words, width, |first, out| crt_reconstruct.join(&residues, len, first, out));
            Coeffs::from_words(words, len, width)
        }
    }

    /// Predicted nanoseconds of [`from_residues`](Self::from_residues) for `len` integers, by number of primes and of threads.
    pub(crate) fn reconstruction_ns(&self, primes: usize, len: usize, threads: usize) -> f64 {
        reconstruction_ns(&self.engine().costs().modular, primes, len, threads)
            .into_iter()
            .fold(f64::INFINITY, f64::min)
    }
}

/// A reconstruction for finished residues, cached with the engine for a few primes: computing its tables takes longer than a few integers.
struct Reconstruction {
    primes: Vec<Modulus>,
    crt: CrtReconstruct,
}

impl Cached for Reconstruction {
    fn bytes(&self) -> usize {
        size_of_val(&self.primes[..]) + 8 * self.crt.words()
    }
}

impl Reconstruction {
    fn of(engine: &Engine, primes: &[Modulus], width: usize) -> Arc<Self> {
        const FEW: usize = 64;
        let new = || {
            // the lacking factors are 1: these residues are finished
            let crt = CrtReconstruct::new(engine.target(), primes, Some(&vec![1; primes.len()]), width);
            Reconstruction { primes: primes.to_vec(), crt }
        };
        if primes.len() > FEW {
            return Arc::new(new());
        }
        let mixed = primes.iter().fold(0u64, |hash, p| hash.rotate_left(5).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ p.n());
        let key = [primes.len() as u64, primes[0].n(), mixed, width as u64];
        let found = engine.plan(key, || Ok(new())).expect("tables are always built");
        // other primes may have the same key
        if found.primes == primes { found } else { Arc::new(new()) }
    }
}

/// Whether a product tree reconstructs `len` integers modulo `primes` primes faster than the vector kernel's sums of
/// cofactors, including the computation of the cofactors.
pub fn is_for_a_tree(costs: &ModularCosts, primes: usize, len: usize, threads: usize) -> bool {
    let [tree, sums] = reconstruction_ns(costs, primes, len, threads);
    tree < sums
}

/// Predicted nanoseconds of the reconstruction of `len` integers by a product tree, and by sums of cofactors. Threads share the integers; one makes the tree
/// or the cofactors.
fn reconstruction_ns(costs: &ModularCosts, primes: usize, len: usize, threads: usize) -> [f64; 2] {
    let (k, of_each) = (primes as f64, len.div_ceil(threads.max(1)) as f64);
    let ([cofactors, sum], [products, level]) = (costs.cofactors, costs.tree);
    // a single prime has one level, too
    [k * (products + level * k.log2().max(1.0) * of_each), k * k * (cofactors + sum * of_each)]
}
