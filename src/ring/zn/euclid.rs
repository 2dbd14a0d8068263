//! Euclid's algorithm over Z/p by the kernels of row operations.

use super::Zn;
use crate::{
    Result,
    arith::is_prime,
    kernels::euclid::{Euclid, Pair, Step},
    ring::{
        Coeffs, Ring, View,
        euclid::{Division, Matrix, Remainders, Wanted, classical},
    },
};

impl Zn {
    /// The kernel, where n is an odd prime within its range: modulo others each leading coefficient must be looked at.
    pub(super) fn euclid_kernel(&self) -> Option<&Euclid> {
        let new = || if is_prime(self.n()) { Euclid::new(self.engine().isa(), self.modulus()) } else { None };
        self.0.euclid.get_or_init(new).as_ref()
    }

    pub(super) fn euclid_run(
        &self,
        [a, b]: [View<'_, Zn>; 2],
        wanted: Wanted,
        log: Option<&mut Vec<Division<u64>>>,
    ) -> Result<Remainders<Zn>> {
        let Some(kernel) = self.euclid_kernel() else { return classical(self, [a, b], wanted, log) };
        let Wanted { stop, remainders, matrix } = wanted;
        let new = |words| self.engine().dirty(words);
        let mut pair = Pair::new(new, [a.flat(), b.flat()], stop, matrix, !remainders);
        let mut steps = log.is_some().then(Vec::new);
        kernel.run(&mut pair, stop, steps.as_mut());
        if let (Some(log), Some(steps)) = (log, steps) {
            let unit = kernel.unit();
            log.extend(steps.into_iter().map(|step| self.division(step, unit)));
        }
        let vector = |len: usize, f: &dyn Fn(&mut [u64])| {
            let mut words = self.engine().dirty(len);
            f(&mut words);
            Coeffs::from_words(words, len, 1)
        };
        let [a_len, b_len] = if remainders { pair.lens() } else { [0, 0] };
        let reduced = a.len - pair.lens()[0];
        let entry = |row: usize, column: usize| {
            let mut v = vector(reduced + 1, &|out| kernel.cofactor(&pair, row, column, out));
            self.trim(&mut v);
            v
        };
        Ok(Remainders {
            pair: [
                vector(a_len, &|out| kernel.remainder(&pair, 0, out)),
                vector(b_len, &|out| kernel.remainder(&pair, 1, out)),
            ],
            matrix: if matrix {
                Matrix([0, 1].map(|row| [0, 1].map(|column| entry(row, column))))
            } else {
                Matrix::identity(self)
            },
        })
    }

    fn division(&self, step: Step, unit: u64) -> Division<u64> {
        let n = self.modulus();
        let Step { gap, lead, passes } = step;
        let scale = if passes == 0 { n.mul(n.mul(lead, lead), unit) } else { n.pow(lead, passes) };
        Division { gap, lead, scale }
    }
}
