//! Determinants of many small matrices: by vector kernels where n is prime and has one, else one by one.

use super::Zn;
use crate::{
    Result,
    arith::is_prime,
    engine::Context,
    kernels::batch_det::{self, DetKernel},
    ring::{Coeffs, Determinants, Ring, View, classical},
};

/// Least number of matrices for a thread.
const UNIT: usize = 64;

impl Zn {
    fn det_kernel(&self, n: usize) -> Option<&'static DetKernel> {
        batch_det::select(self.engine().target(), self.modulus()).filter(|_| n > 0 && is_prime(self.n()))
    }
}

impl Determinants for Zn {
    fn determinants(&self, n: usize, entries: &[View<'_, Self>], cx: Context<'_>) -> Result<Coeffs<Self>> {
        let Some(kernel) = self.det_kernel(n) else { return classical::determinants(self, n, entries, cx) };
        let places = entries.first().map_or(0, |e| e.len());
        let cx = cx.for_work(places as f64 * self.determinant_ns(n, cx));
        let share = places.div_ceil(cx.threads()).next_multiple_of(UNIT).max(UNIT);
        let mut out = self.engine().dirty(places);
        let parts = out.chunks_mut(share).enumerate().collect();
        cx.map(parts, |(part, out), cx| {
            cx.check()?;
            let first = part * share;
            let runs: Vec<&[u64]> = entries.iter().map(|e| &e.words()[first..first + out.len()]).collect();
            for t in kernel.determinants(self.modulus(), n, &runs, out) {
                out[t] = classical::determinant(self, n, runs.iter().map(|run| run[t]).collect())?;
            }
            Ok(())
        })?;
        Ok(Coeffs::from_words(out, places, 1))
    }
    fn determinant_ns(&self, n: usize, cx: Context<'_>) -> f64 {
        let costs = cx.engine().costs();
        let n3 = (n * n * n) as f64 / 3.0;
        match self.det_kernel(n) {
            Some(kernel) => costs.determinants[usize::from(kernel.is_wide())] * (n3 + 5.0 * n as f64),
            None => n3 * (costs.word_mul + costs.word_reduce),
        }
    }
}
