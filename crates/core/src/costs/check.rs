//! Plausibility of costs from files, whose content may be arbitrary.

use super::{CostModel, Curve};
use std::slice::from_ref;

/// Largest factor by which a machine is taken to differ from the one of the built-in costs.
const FACTOR: f64 = 1000.0;
/// Bound for costs that may be 0, or nearly so.
const SMALL: f64 = 100.0;
/// Largest number of points of a curve.
const POINTS: usize = 40;

impl CostModel {
    /// All curves, by name.
    #[must_use]
    pub fn curves(&self) -> [(&'static str, &Curve); 9] {
        [
            ("karatsuba", &self.karatsuba),
            ("ntt", &self.ntt),
            ("portable_ntt", &self.portable_ntt),
            ("stockham", &self.stockham),
            ("six_step", &self.six_step),
            ("tree_ntt", &self.tree_ntt),
            ("integer_mul", &self.integer_mul),
            ("bit_karatsuba", &self.bit_karatsuba),
            ("frobenius", &self.frobenius),
        ]
    }

    /// All other costs except those of named kernels, by name.
    #[must_use]
    pub fn figures(&self) -> Vec<(&'static str, &[f64])> {
        let (fermat, limbs, modular) = (&self.fermat, &self.limbs, &self.modular);
        vec![
            ("short", &self.short),
            ("word_mul", from_ref(&self.word_mul)),
            ("word_reduce", from_ref(&self.word_reduce)),
            ("signed_short", &self.signed_short),
            ("signed_mul", &self.signed_mul),
            ("signed_sum", from_ref(&self.signed_sum)),
            ("truncated", from_ref(&self.truncated)),
            ("pointwise", &self.pointwise),
            ("matrix_points", &self.matrix_points),
            ("determinants", &self.determinants),
            ("elimination", &self.elimination),
            ("sparse_product", &self.sparse_product),
            ("split_word", from_ref(&self.split_word)),
            ("join_word", &self.join_word),
            ("garner", &self.garner),
            ("split_row", &self.split_row),
            ("mixed", &self.mixed),
            ("join_row", &self.join_row),
            ("rows", from_ref(&self.rows)),
            ("kronecker", from_ref(&self.kronecker)),
            ("pack_limb", from_ref(&self.pack_limb)),
            ("digit_limb", from_ref(&self.digit_limb)),
            ("element", from_ref(&self.element)),
            ("big_reduce", &self.big_reduce),
            ("bit_short", &self.bit_short),
            ("bit_row", &self.bit_row),
            ("bit_pass", from_ref(&self.bit_pass)),
            ("bit_element", from_ref(&self.bit_element)),
            ("bit_coefficient", from_ref(&self.bit_coefficient)),
            ("bit_plan", from_ref(&self.bit_plan)),
            ("frobenius_point", from_ref(&self.frobenius_point)),
            ("frobenius_matrix", from_ref(&self.frobenius_matrix)),
            ("fermat.product", from_ref(&fermat.product)),
            ("fermat.digit", from_ref(&fermat.digit)),
            ("fermat.halving", from_ref(&fermat.halving)),
            ("fermat.level", from_ref(&fermat.level)),
            ("fermat.row", from_ref(&fermat.row)),
            ("fermat.integer_pair", from_ref(&fermat.integer_pair)),
            ("limbs.multiply_add", from_ref(&limbs.multiply_add)),
            ("limbs.limb", from_ref(&limbs.limb)),
            ("limbs.level", from_ref(&limbs.level)),
            ("limbs.row", from_ref(&limbs.row)),
            ("operation", from_ref(&self.operation)),
            ("division", from_ref(&self.division)),
            ("plan", from_ref(&self.plan)),
            ("step", from_ref(&self.step)),
            ("block", from_ref(&self.block)),
            ("matrix_addition", from_ref(&self.matrix_addition)),
            ("modular.gcd_image", &modular.gcd_image),
            ("modular.gcd_check", from_ref(&modular.gcd_check)),
            ("modular.heuristic_gcd", &modular.heuristic_gcd),
            ("modular.determinant_inverse", &modular.determinant_inverse),
            ("modular.image_determinants", &modular.image_determinants),
            ("modular.lifting", &modular.lifting),
            ("modular.cofactors", &modular.cofactors),
            ("modular.tree", &modular.tree),
            ("modular.reconstruction", &modular.reconstruction),
            ("files.byte", from_ref(&self.files.byte)),
            ("files.run", from_ref(&self.files.run)),
        ]
    }

    /// Whether all costs are within the plausible range around those of `known`.
    ///
    /// # Errors
    /// The name of the first cost that is not, and the reason.
    pub fn check(&self, known: &CostModel) -> Result<(), String> {
        for ((name, ours), (_, theirs)) in self.figures().into_iter().zip(known.figures()) {
            for (&x, &y) in ours.iter().zip(theirs) {
                check_figure(name, x, y)?;
            }
        }
        for ((name, ours), (_, theirs)) in self.crossovers.sizes().into_iter().zip(known.crossovers.sizes()) {
            for (&x, &y) in ours.iter().zip(theirs) {
                check_figure(name, x as f64, y as f64)?;
            }
        }
        for ((name, ours), (_, theirs)) in self.curves().into_iter().zip(known.curves()) {
            ours.check(name, theirs)?;
        }
        self.check_kernels(known)
    }

    fn check_kernels(&self, known: &CostModel) -> Result<(), String> {
        const MOST: usize = 64;
        if self.kernel_factors.len() > MOST || self.matrices.len() > MOST {
            return Err(format!("kernel_factors and matrices: more than {MOST} kernels"));
        }
        for (name, factor) in self.kernel_factors.iter() {
            check_figure(name, *factor, known.kernel_factor(name))?;
        }
        for (name, costs) in self.matrices.iter() {
            for (&x, &y) in costs.iter().zip(&known.matrix_kernel(name)) {
                check_figure(name, x, y)?;
            }
        }
        Ok(())
    }
}

fn check_figure(name: &str, x: f64, known: f64) -> Result<(), String> {
    let sound = if known == 0.0 {
        (0.0..=SMALL).contains(&x)
    } else {
        x > 0.0 && (1.0 / FACTOR..=FACTOR).contains(&(x / known))
    };
    if sound { Ok(()) } else { Err(format!("{name}: expected about {known} ns, found {x}")) }
}

impl Curve {
    fn check(&self, name: &str, known: &Curve) -> Result<(), String> {
        let last = self.first as usize + self.ns.len();
        if self.ns.len() < 2 || self.ns.len() > POINTS || last > POINTS {
            return Err(format!(
                "{name}: expected 2 to {POINTS} costs, up to size 2^{POINTS}, found {} from 2^{} on",
                self.ns.len(),
                self.first
            ));
        }
        for (i, &x) in self.ns.iter().enumerate() {
            check_figure(name, x, known.at(1 << (self.first as usize + i)))?;
        }
        let steps = self.ns.windows(2).map(|pair| pair[1] / pair[0]);
        match steps.fold(0.0, f64::max) {
            growth if growth <= 32.0 => Ok(()),
            growth => Err(format!("{name}: grows {growth:.0} times from one size to its double")),
        }
    }
}
