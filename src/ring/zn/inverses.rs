//! Inverses of 1, 2, 3, … modulo n, kept with the engine: what integrals divide by.

use super::Zn;
use crate::{
    Result,
    ring::{Coeffs, Ring},
    transform::cache::Cached,
};

/// Chains of products that run beside each other.
const LANES: usize = 8;

/// A table is made where it has at most so many entries for each that is used at once.
const MOST_UNUSED: usize = 2;

/// `inverses[i]` = 1/(i + 1) modulo n.
struct Inverses(Vec<u64>);

impl Cached for Inverses {
    fn bytes(&self) -> usize {
        8 * self.0.len()
    }
}

impl Zn {
    /// `v[i] /= k + i` by a table, where all of 1, …, k + len v − 1 are units, and not many more than are divided by; false
    /// where that is not so.
    pub(super) fn div_by_table(&self, v: &mut Coeffs<Self>, k: i64) -> bool {
        let Ok(k) = usize::try_from(k) else { return false };
        // with k = 0 the first coefficient has no quotient
        if k == 0 || k > MOST_UNUSED * v.len() || (k + v.len()) as u64 > self.n() {
            return false;
        }
        let len = (k + v.len()).next_power_of_two().min(usize::try_from(self.n()).unwrap_or(usize::MAX) - 1);
        let table = self.engine().plan([self.n(), len as u64, 0, 0], || self.inverses(len));
        let Ok(table) = table else { return false };
        let n = self.modulus();
        v.words.iter_mut().zip(&table.0[k - 1..]).for_each(|(x, &inverse)| *x = n.mul(*x, inverse));
        true
    }

    /// 1/1, …, 1/len with one inversion and three products each, in chains beside each other (Montgomery 1987, §10.3.1).
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
