//! Euclid's algorithm over Z/n by row operations on blocks of eight coefficients.

use super::ZnBig;
use crate::{
    Result,
    kernels::{euclid::Step, limbs::LimbEuclid},
    ring::{
        Coeffs, Euclid, Ring, View,
        euclid::{Division, Remainders, Wanted, classical},
    },
    tested,
};
use rug::{Integer, integer::Order};

impl ZnBig {
    /// The kernel, where there is one that is faster than arithmetic on single numbers.
    pub(super) fn euclid_kernel(&self) -> Option<&LimbEuclid> {
        self.0.euclid.get_or_init(|| self.in_vectors(LimbEuclid::new)).as_ref()
    }

    tested! {
        fn euclid_by(
            &self,
            kernel: &LimbEuclid,
            [a, b]: [View<'_, Self>; 2],
            wanted: Wanted,
            log: Option<&mut Vec<Division<Integer>>>,
        ) -> Result<Remainders<Self>> {
            let width = self.width();
            let new = |words| self.engine().dirty(words);
            let mut pair = kernel.pair(new, width, [a.words(), b.words()], wanted.extent());
            let mut steps = log.is_some().then(Vec::new);
            let leads = kernel.run(&mut pair, wanted.stop, steps.as_mut());
            if Integer::from_digits(&leads, Order::Lsf).gcd(&self.0.n) != 1 {
                // a leading coefficient is no unit: the classical algorithm reports which one, and the factor of n
                return classical(self, [a, b], wanted, log);
            }
            if let (Some(log), Some(steps)) = (log, steps) {
                let unit = self.inv(&(Integer::from(1) << kernel.scale_bits()))?;
                log.extend(steps.into_iter().map(|step| self.division(step, &unit)));
            }
            Ok(wanted.taken(self, &pair, |row, len| {
                let mut words = self.engine().dirty(len * width);
                kernel.finish(row, width, &mut words);
                Coeffs::from_words(words, len, width)
            }))
        }
    }

    fn division(&self, step: Step<Vec<u64>>, unit: &Integer) -> Division<Integer> {
        let Step { gap, lead, passes } = step;
        let lead = Integer::from_digits(&lead, Order::Lsf);
        let scale = self.pow(&self.mul(&lead, unit), if passes == 0 { 2 } else { passes });
        Division { gap, lead, scale }
    }
}

impl Euclid for ZnBig {
    fn euclid(
        &self,
        [a, b]: [View<'_, Self>; 2],
        wanted: Wanted,
        log: Option<&mut Vec<Division<Integer>>>,
    ) -> Result<Remainders<Self>> {
        match self.euclid_kernel() {
            Some(kernel) => self.euclid_by(kernel, [a, b], wanted, log),
            None => classical(self, [a, b], wanted, log),
        }
    }
    fn half_gcd_base(&self) -> usize {
        // elements in few registers take cheap steps, those beyond the registers slow ones
        let base = self.engine().costs().crossovers.half_gcd[2];
        match self.euclid_kernel().map(LimbEuclid::unit) {
            Some(..=6) => 2 * base,
            Some(25..) => base / 2,
            _ => base,
        }
    }
}
