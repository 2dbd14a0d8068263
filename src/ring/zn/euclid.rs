//! Euclid's algorithm over Z/p by the kernels of row operations.

use super::{Zn, small};
use crate::{
    Result,
    kernels::euclid::{Euclid as EuclidKernel, Step},
    ring::{
        Coeffs, Euclid, Ring, View,
        euclid::{Division, Remainders, Wanted, add_linear, classical},
    },
};

impl Zn {
    /// The kernel, if n is an odd prime within its range; modulo other n every leading coefficient must be tested for a
    /// unit.
    pub(super) fn euclid_kernel(&self) -> Option<&EuclidKernel> {
        let new = || if self.is_field() { EuclidKernel::new(self.engine().target(), self.modulus()) } else { None };
        self.0.euclid.get_or_init(new).as_ref()
    }

    fn division(&self, step: Step, unit: u64) -> Division<u64> {
        let n = self.modulus();
        let Step { gap, lead, passes } = step;
        let scale = if passes == 0 { n.mul(n.mul(lead, lead), unit) } else { n.pow(lead, passes) };
        Division { gap, lead, scale }
    }
}

impl Euclid for Zn {
    fn euclid(
        &self,
        [a, b]: [View<'_, Zn>; 2],
        wanted: Wanted,
        log: Option<&mut Vec<Division<u64>>>,
    ) -> Result<Remainders<Zn>> {
        let Some(kernel) = self.euclid_kernel() else { return classical(self, [a, b], wanted, log) };
        let new = |words| self.engine().dirty(words);
        let mut pair = EuclidKernel::pair(new, [a.words(), b.words()], wanted.extent());
        let mut steps = log.is_some().then(Vec::new);
        kernel.run(&mut pair, wanted.stop, steps.as_mut());
        if let (Some(log), Some(steps)) = (log, steps) {
            let unit = kernel.unit();
            log.extend(steps.into_iter().map(|step| self.division(step, unit)));
        }
        Ok(wanted.taken(self, &pair, |row, len| {
            let mut words = self.engine().dirty(len);
            kernel.finish(row, &mut words);
            Coeffs::from_words(words, len, 1)
        }))
    }
    fn add_linear(&self, x: &mut Coeffs<Self>, q: &[u64; 2], y: View<'_, Self>) {
        if x.len <= small::MOST_LINEAR {
            return small::add_linear(self.modulus(), &mut x.words, *q, y.words());
        }
        match self.euclid_kernel() {
            Some(kernel) => kernel.add_linear(&mut x.words, *q, y.words()),
            None => add_linear(self, x, q, y),
        }
    }
    fn half_gcd_base(&self) -> usize {
        self.engine().costs().crossovers.half_gcd[0]
    }
}
