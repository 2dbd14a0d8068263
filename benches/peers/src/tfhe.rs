//! The transforms of the crate `tfhe-ntt`: negacyclic, values in bit-reversed order.

use polymod::core::scratch::Buf;
use tfhe_ntt::prime64::Plan;

use crate::ntt::InPlace;

/// A transform in place, and its values.
pub struct Transform {
    plan: Plan,
    values: Buf,
}

impl Transform {
    /// A transform of `n` = 2^k values modulo the prime `p` with 2n | p − 1, where the crate has one.
    pub fn new(p: u64, n: usize) -> Option<Self> {
        Some(Self { plan: Plan::try_new(n, p)?, values: Buf::zeroed(None, n) })
    }
}

impl InPlace for Transform {
    fn name(&self) -> &'static str {
        "tfhe-ntt"
    }

    fn values(&self) -> &[u64] {
        &self.values
    }

    fn values_mut(&mut self) -> &mut [u64] {
        &mut self.values
    }

    fn forward(&mut self) {
        self.plan.fwd(&mut self.values);
    }

    fn inverse(&mut self) {
        self.plan.inv(&mut self.values);
        self.plan.normalize(&mut self.values);
    }
}
