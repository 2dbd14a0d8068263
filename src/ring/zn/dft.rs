//! The transform that Z/n has of its own: 2^k values, by the portable plan.

use super::Zn;
use crate::{
    cpu::Isa,
    engine::Cx,
    ring::{Coeffs, OwnDft, Ring},
    transform::ntt::{NttPlan, Wrap},
    tune::table::CostModel,
};
use std::sync::Arc;

impl Zn {
    /// The plan of 2^k values at powers of a principal root.
    pub(super) fn portable_dft(&self, len: usize, wrap: Wrap, root: u64) -> Option<Arc<dyn OwnDft<Zn>>> {
        if !len.is_power_of_two() {
            return None;
        }
        // no root is 0, so that these words are not those of a plan for products
        let words = [self.n(), len as u64, root, u64::from(wrap == Wrap::Negacyclic)];
        let plan = self.engine().plan(words, || NttPlan::with_root(self.n(), len, wrap, root));
        plan.ok().map(|plan| plan as Arc<dyn OwnDft<Zn>>)
    }
}

impl OwnDft<Zn> for NttPlan {
    fn forward(&self, v: &mut Coeffs<Zn>) {
        NttPlan::forward(self, &mut v.words);
    }

    fn inverse(&self, v: &mut Coeffs<Zn>) {
        NttPlan::inverse(self, &mut v.words);
    }

    fn predicted_ns(&self, cx: Cx<'_>) -> f64 {
        // the same code at every level of instructions
        let portable = CostModel::builtin(Isa::Scalar);
        let costs = if cx.engine().isa() == Isa::Scalar { cx.engine().costs() } else { &portable };
        costs.ntt.at(self.len())
    }
}
