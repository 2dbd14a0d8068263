//! Table of the inverses of 1, 2, 3, … modulo n, kept by the engine: the divisors of integrals.

use super::Zn;
use crate::{
    Result,
    ring::{Coeffs, Ring},
    transform::cache::Cached,
};
use std::sync::Arc;

/// Number of independent chains of products.
const LANES: usize = 8;

/// Largest number of unused table entries for each used one; beyond it no table is made.
const MOST_UNUSED: usize = 2;

/// `inverses[i]` = 1/(i + 1) modulo n.
pub(super) struct Inverses(Vec<u64>);

impl Inverses {
    /// 1/1, 1/2, …
    pub fn words(&self) -> &[u64] {
        &self.0
    }
}

impl Cached for Inverses {
    fn bytes(&self) -> usize {
        8 * self.0.len()
    }
}

impl Zn {
    /// `v[i] /= k + i` by a table. Returns false, and does nothing, unless all of 1, …, k + len v − 1 are units and not
    /// many more than the divisors.
    pub(super) fn div_by_table(&self, v: &mut Coeffs<Self>, k: i64) -> bool {
        let Ok(k) = usize::try_from(k) else { return false };
        // for k = 0 the first divisor is 0
        if k == 0 || k > MOST_UNUSED * v.len() || (k + v.len()) as u64 > self.n() {
            return false;
        }
        let Ok(table) = self.table_of_inverses(k + v.len() - 1) else { return false };
        self.times_each(&mut v.words, &table.0[k - 1..]);
        true
    }

    /// `Some(true)` if 1, …, `end` − 1 are all units, with their inverses kept for divisions; `None` without a table.
    pub(super) fn has_inverses_below(&self, end: usize) -> Option<bool> {
        self.inverses_below(end).map(|_| true)
    }

    /// The inverses of 1, …, `end` − 1, one of them at least, and of more; `None` without a table.
    pub(super) fn inverses_below(&self, end: usize) -> Option<Arc<Inverses>> {
        let len = end.checked_sub(1).filter(|&len| len > 0)?;
        // tables are longer than needed: one may not exist although `len` inverses do
        self.table_of_inverses(len).ok().filter(|table| table.0.len() >= len)
    }

    /// The table of 1/1, …, 1/`len`, with more entries unless the modulus prevents that.
    fn table_of_inverses(&self, len: usize) -> Result<Arc<Inverses>> {
        let len = len.next_power_of_two().min(usize::try_from(self.n()).unwrap_or(usize::MAX) - 1);
        self.engine().plan([self.n(), len as u64, 0, 0], || self.inverses(len))
    }

    /// Computes 1/1, …, 1/len with one inversion, and three products for each, in independent chains (Montgomery 1987,
    /// §10.3.1).
    fn inverses(&self, len: usize) -> Result<Inverses> {
        let n = self.modulus();
        let mut products = vec![0; len];
        let mut running = [1 % n.n(); LANES];
        for (first, chunk) in products.chunks_mut(LANES).enumerate() {
            for (lane, product) in chunk.iter_mut().enumerate() {
                *product = running[lane];
                running[lane] = n.mul(running[lane], (first * LANES + lane + 1) as u64 % n.n());
            }
        }
        n.batch_inv(&mut running)?;
        for (first, chunk) in products.chunks_mut(LANES).enumerate().rev() {
            for (lane, product) in chunk.iter_mut().enumerate() {
                *product = n.mul(*product, running[lane]);
                running[lane] = n.mul(running[lane], (first * LANES + lane + 1) as u64 % n.n());
            }
        }
        Ok(Inverses(products))
    }
}
