//! Transforms of one length modulo several primes at once.
//!
//! An image is one buffer of k runs of `len` words, prime by prime, each a transform in bit-reversed order. Products of
//! images are Montgomery products (the missing factor 2^64 is put back by the inverse transform's scaling).

use crate::{
    Result,
    arith::{Modulus, Montgomery},
    engine::Cx,
    transform::ntt::{NttPlan, Wrap},
};
use std::sync::Arc;

/// k transforms of `len` values, one a prime.
#[derive(Clone, Debug)]
pub struct MultiNtt {
    len: usize,
    plans: Vec<(Arc<NttPlan>, Montgomery)>,
}

impl MultiNtt {
    /// Transforms of `len` = 2^k ≥ 2 values modulo each of these primes.
    ///
    /// # Errors
    /// Those of [`NttPlan::new`].
    pub fn new(primes: impl IntoIterator<Item = u64>, len: usize, cx: Cx<'_>) -> Result<Self> {
        let plan = |p: u64| {
            let words = [p, len as u64, 0, 0];
            let plan = cx.engine().plan(words, || NttPlan::new(p, len, Wrap::Cyclic))?;
            Ok((plan, Montgomery::new(p)?))
        };
        Ok(MultiNtt { len, plans: primes.into_iter().map(plan).collect::<Result<_>>()? })
    }

    /// Values a transform.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no prime.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.plans.is_empty()
    }

    /// Number of primes.
    #[must_use]
    pub fn primes(&self) -> usize {
        self.plans.len()
    }

    /// Prime i.
    #[must_use]
    pub fn modulus(&self, i: usize) -> Modulus {
        self.plans[i].0.modulus()
    }

    /// Words of an image.
    #[must_use]
    pub fn image_words(&self) -> usize {
        self.len * self.plans.len()
    }

    /// Fills an image: `load(i, run)` writes `len` residues modulo prime i, then they are transformed.
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn forward(&self, image: &mut [u64], load: impl Fn(usize, &mut [u64]) + Sync, cx: Cx<'_>) -> Result<()> {
        self.each(image, cx, |i, run| {
            load(i, run);
            self.plans[i].0.forward_permuted(run);
        })
    }

    /// a = a·b, value by value, over 2^64.
    pub fn multiply(&self, a: &mut [u64], b: &[u64], cx: Cx<'_>) {
        self.pairs(a, b, cx, |p, _, y, x| p.mul(x, y));
    }

    /// a = a² over 2^64.
    pub fn square(&self, a: &mut [u64], cx: Cx<'_>) {
        cx.for_chunks(a, self.len, |first, runs| {
            for (i, run) in runs.chunks_exact_mut(self.len).enumerate() {
                let p = self.plans[first + i].1;
                for x in run {
                    *x = p.mul(*x, *x);
                }
            }
        });
    }

    /// s += a·b over 2^64.
    pub fn add_product(&self, s: &mut [u64], a: &[u64], b: &[u64], cx: Cx<'_>) {
        self.pairs(s, b, cx, |p, j, y, x| p.add(x, p.mul(a[j], y)));
    }

    /// x = f(p, index, y, x) for all values.
    fn pairs(&self, x: &mut [u64], y: &[u64], cx: Cx<'_>, f: impl Fn(Montgomery, usize, u64, u64) -> u64 + Sync) {
        cx.for_chunks(x, self.len, |first, runs| {
            for (i, run) in runs.chunks_exact_mut(self.len).enumerate() {
                let (p, at) = (self.plans[first + i].1, (first + i) * self.len);
                for (j, (x, y)) in run.iter_mut().zip(&y[at..at + self.len]).enumerate() {
                    *x = f(p, at + j, *y, *x);
                }
            }
        });
    }

    /// Transforms a product, or sum of products, of images back to residues in [0, p_i), each times `factor(i)`.
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn inverse(&self, image: &mut [u64], factor: impl Fn(usize) -> u64 + Sync, cx: Cx<'_>) -> Result<()> {
        self.each(image, cx, |i, run| {
            let (plan, montgomery) = &self.plans[i];
            // 1/n, the caller's factor, and the 2^64 that the product of images lacks
            let p = plan.modulus();
            let factor = p.mul(p.mul(plan.inverse_len(), factor(i)), montgomery.one());
            plan.inverse_permuted(run, factor);
        })
    }

    fn each(&self, image: &mut [u64], cx: Cx<'_>, f: impl Fn(usize, &mut [u64]) + Sync) -> Result<()> {
        assert_eq!(image.len(), self.image_words(), "an image of another plan");
        cx.for_chunks(image, self.len, |first, runs| {
            for (i, run) in runs.chunks_exact_mut(self.len).enumerate() {
                if cx.check().is_ok() {
                    f(first + i, run);
                }
            }
        });
        cx.check()
    }
}
