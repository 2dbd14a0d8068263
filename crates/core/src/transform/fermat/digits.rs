//! Transforms over generalized Fermat prime fields, whose inner roots are powers of the radix.

use super::{BlockFft, Powers, Way, sides};
use crate::{
    kernels::blocks::BlockKernel,
    kernels::fermat::{DftTable, FermatKernel},
};

impl Powers<FermatKernel> {
    /// The powers of a root given as canonical digits.
    pub fn new(kernel: FermatKernel, root: &[u64]) -> Self {
        let mut block = vec![0; kernel.block()];
        kernel.from_rows(&root.repeat(crate::kernels::fermat::LANES), &mut block);
        Powers { kernel, root: block }
    }

    /// The element 1/2 = −(r/2)·r^(k−1).
    fn half(&self) -> Vec<u64> {
        let k = self.kernel.digits();
        let mut half = vec![0; k];
        half[0] = self.kernel.radix() / 2;
        let mut half = Self::new(self.kernel, &half).root;
        self.kernel.rotate(&mut half, 2 * k - 1);
        half
    }

    /// The odd u with r^(u·step) = x, for a block x of equal elements.
    fn logarithm(&self, x: &[u64], step: usize) -> Option<usize> {
        let turn = 2 * self.kernel.digits();
        let row = |block: &[u64]| {
            let mut row = vec![0; self.kernel.digits()];
            self.kernel.to_rows(block, &mut row);
            row
        };
        let wanted = row(x);
        (1..turn / step).step_by(2).find(|u| {
            let mut power = self.kernel.one();
            self.kernel.rotate(&mut power, u * step);
            row(&power) == wanted
        })
    }
}

impl BlockFft<FermatKernel> {
    /// The transform at the powers of W, given as canonical digits; `None` unless N is a power of two of at least
    /// [`LEAST`](Self::LEAST), and W has the order N and a power of r among its powers.
    #[must_use]
    pub fn new(kernel: FermatKernel, len: usize, root: &[u64]) -> Option<Self> {
        if !len.is_power_of_two() || len < Self::LEAST || root.len() != kernel.digits() {
            return None;
        }
        let powers = Powers::new(kernel, root);
        let turn = 2 * kernel.digits();
        let most = turn.min(len);
        let u = powers.logarithm(&powers.power(&powers.root, (len / most) as u64), turn / most)?;
        let back = Powers { kernel, root: powers.power(&powers.root, len as u64 - 1) };
        let ways = [(&powers, u, false), (&back, turn - u, true)].map(|(powers, u, scaled)| {
            let scale = scaled.then(|| powers.power(&powers.half(), len.ilog2().into()));
            let dft = |side| DftTable::new(kernel.digits(), side, u);
            Way::new(powers, &sides(len, turn), &dft, scale.as_deref())
        });
        Some(BlockFft { kernel, len, ways })
    }

    /// Number of general products of each element: e − 1 for N = K^e.
    #[must_use]
    pub fn products(len: usize, digits: usize) -> usize {
        sides(len, 2 * digits).len() - 1
    }
}
