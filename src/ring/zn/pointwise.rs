//! Pointwise products of vectors of residues: by vector kernels where n has one.

use super::Zn;
use crate::{
    kernels::pointwise::{self, PointwiseKernel},
    ring::Ring,
};

/// Number of independent chains of products.
const CHAINS: usize = 8;
/// Number of indices that form one vector of factors.
const BLOCK: usize = 256;

impl Zn {
    fn pointwise_kernel(&self) -> Option<&'static PointwiseKernel> {
        pointwise::select(self.engine().isa(), self.modulus())
    }

    /// `v[i] ·= w[i]`; `w` is at least as long as `v`.
    pub(super) fn times_each(&self, v: &mut [u64], w: &[u64]) {
        let (n, w) = (self.modulus(), &w[..v.len()]);
        match self.pointwise_kernel() {
            Some(kernel) => kernel.products(n, v, w),
            None => v.iter_mut().zip(w).for_each(|(x, y)| *x = n.mul(*x, *y)),
        }
    }

    /// `v[i] ·= c`.
    pub(super) fn times(&self, v: &mut [u64], c: u64) {
        let n = self.modulus();
        match self.pointwise_kernel() {
            Some(kernel) => kernel.scale(n, v, c),
            None => v.iter_mut().for_each(|x| *x = n.mul(*x, c)),
        }
    }

    /// `v[i] ·= k + i`.
    pub(super) fn times_index(&self, v: &mut [u64], k: i64) {
        let n = self.modulus();
        let mut index = n.reduce_i64(k);
        let mut indices = [0; BLOCK];
        for v in v.chunks_mut(BLOCK) {
            for place in &mut indices[..v.len()] {
                *place = index;
                index = n.add(index, 1 % n.n());
            }
            self.times_each(v, &indices);
        }
    }

    /// `v[i]` = `v[0]`·…·`v[i]`: first in independent parts of the vector, each then multiplied by the product of those
    /// before it.
    pub(super) fn products_up_to_each(&self, v: &mut [u64]) {
        let n = self.modulus();
        let part = (v.len() / CHAINS).max(1);
        let (together, rest) = v.split_at_mut(if part < 2 { 0 } else { part * CHAINS });
        for i in 1..part {
            for at in (i..together.len()).step_by(part) {
                together[at] = n.mul(together[at - 1], together[at]);
            }
        }
        let mut before = 1;
        for v in together.chunks_mut(part) {
            if before != 1 {
                self.times(v, before);
            }
            before = v[part - 1];
        }
        for x in rest {
            *x = n.mul(before, *x);
            before = *x;
        }
    }
}
