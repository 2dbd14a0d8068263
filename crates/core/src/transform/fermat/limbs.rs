//! Transforms modulo any odd p of several limbs.

use super::{BlockFft, Powers, Way, sides};
use crate::kernels::{blocks::BlockKernel, fermat::LANES, limbs::LimbKernel};

/// Scaling of the inverse transform, given by words as roots are.
pub struct Scale<'a> {
    /// 1/N modulo p.
    pub inverse_len: &'a [u64],
    /// Whether values are products of two others, and so divided by the Montgomery radix R.
    pub products: bool,
}

impl BlockFft<LimbKernel> {
    /// The transform at the powers of W, given by as many words as p has; `None` unless N is a power of two of at least
    /// [`LEAST`](Self::LEAST). W is a principal root of order N.
    #[must_use]
    pub fn at_root(kernel: &LimbKernel, len: usize, root: &[u64], scale: &Scale<'_>) -> Option<Self> {
        if !len.is_power_of_two() || len < Self::LEAST {
            return None;
        }
        let factor = |x: &[u64]| {
            let mut block = vec![0; kernel.block()];
            kernel.load(&x.repeat(LANES), x.len(), &mut block);
            kernel.to_factors(&mut block);
            block
        };
        let powers = Powers { kernel: kernel.clone(), root: factor(root) };
        let back = Powers { kernel: kernel.clone(), root: powers.power(&powers.root, len as u64 - 1) };
        let mut scaled = factor(scale.inverse_len);
        if scale.products {
            kernel.to_factors(&mut scaled);
        }
        let ways = [(&powers, None), (&back, Some(&scaled[..]))].map(|(powers, scale)| {
            let dft = |side: usize| kernel.table(side, &powers.power(&powers.root, (len / side) as u64));
            Way::new(powers, &sides(len, LimbKernel::LONGEST), &dft, scale)
        });
        Some(BlockFft { kernel: kernel.clone(), len, ways })
    }

    /// Average number of products of each element.
    #[must_use]
    pub fn products(len: usize) -> f64 {
        let sides = sides(len, LimbKernel::LONGEST);
        let inside = |side: usize| {
            let levels = f64::from(side.ilog2());
            (levels * side as f64 / 2.0 - (side - 1) as f64) / side as f64
        };
        (sides.len() - 1) as f64 + sides.iter().map(|&side| inside(side)).sum::<f64>()
    }
}
