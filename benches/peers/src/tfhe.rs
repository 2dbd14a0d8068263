//! The transforms of the crate `tfhe-ntt`: negacyclic, values in bit-reversed order.

use polymod::core::scratch::Buf;
use tfhe_ntt::prime64::Plan;

/// The name in the tables.
pub const NAME: &str = "tfhe-ntt";

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

    /// Takes n coefficients in [0, p).
    pub fn load(&mut self, values: &[u64]) {
        self.values.copy_from_slice(values);
    }

    /// Coefficients to values.
    pub fn forward(&mut self) {
        self.plan.fwd(&mut self.values);
    }

    /// Values to coefficients, the factor 1/n included.
    pub fn inverse(&mut self) {
        self.plan.inv(&mut self.values);
        self.plan.normalize(&mut self.values);
    }

    /// The values now.
    pub fn values(&self) -> &[u64] {
        &self.values
    }
}
