//! Powers of a root of unity, eight at a time.

use crate::kernels::fermat::{DftTable, FermatKernel, LANES};

/// A root, as a block of eight equal elements.
pub(super) struct Powers {
    pub kernel: FermatKernel,
    pub root: Vec<u64>,
}

impl Powers {
    /// For a root given as canonical digits.
    pub fn new(kernel: FermatKernel, root: &[u64]) -> Self {
        Powers { kernel, root: all(&kernel, root) }
    }

    pub fn from_block(kernel: FermatKernel, root: Vec<u64>) -> Self {
        Powers { kernel, root }
    }

    fn one(&self) -> Vec<u64> {
        let mut one = vec![0; self.kernel.digits()];
        one[0] = 1;
        all(&self.kernel, &one)
    }

    /// 1/2 = −(r/2)·r^(k−1).
    pub fn half(&self) -> Vec<u64> {
        let k = self.kernel.digits();
        let mut half = vec![0; k];
        half[0] = self.kernel.radix() / 2;
        let mut half = all(&self.kernel, &half);
        self.kernel.rotate(&mut half, 2 * k - 1);
        half
    }

    /// base^e, lane by lane.
    pub fn power(&self, base: &[u64], e: u64) -> Vec<u64> {
        let mut power = self.one();
        for bit in (0..u64::BITS - e.leading_zeros()).rev() {
            self.kernel.square(&mut power);
            if e >> bit & 1 == 1 {
                self.kernel.multiply(&mut power, base);
            }
        }
        power
    }

    /// The odd u with r^(u·step) = x, a block of equal elements.
    pub fn logarithm(&self, x: &[u64], step: usize) -> Option<usize> {
        let turn = 2 * self.kernel.digits();
        let row = |block: &[u64]| {
            let mut row = vec![0; self.kernel.digits()];
            self.kernel.to_rows(block, &mut row);
            row
        };
        let wanted = row(x);
        (1..turn / step).step_by(2).find(|u| {
            let mut power = self.one();
            self.kernel.rotate(&mut power, u * step);
            row(&power) == wanted
        })
    }

    /// w^(i·j)·r^ρ(i)·scale at row i and column j, `blocks` blocks of columns, ρ what the transform of columns leaves.
    pub fn factors(&self, w: &[u64], dft: &DftTable, blocks: usize, scale: Option<&[u64]>) -> Vec<u64> {
        let (kernel, size) = (&self.kernel, self.kernel.block());
        let mut rotations = vec![0; dft.len()];
        for &(row, rotation) in dft.results() {
            rotations[row] = rotation;
        }
        let (first, eighth) = (self.first_powers(w), self.power(w, LANES as u64));
        let mut factors = Vec::with_capacity(dft.len() * blocks * size);
        // w^(ij) for j < 8, and w^(8i)
        let (mut start, mut step) = (scale.map_or_else(|| self.one(), <[u64]>::to_vec), self.one());
        for rotation in rotations {
            let mut current = start.clone();
            kernel.rotate(&mut current, rotation);
            for _ in 0..blocks {
                factors.extend_from_slice(&current);
                kernel.multiply(&mut current, &step);
            }
            kernel.multiply(&mut start, &first);
            kernel.multiply(&mut step, &eighth);
        }
        factors
    }

    /// w^j in lane j, w in all.
    fn first_powers(&self, w: &[u64]) -> Vec<u64> {
        let (mut powers, mut power) = (self.one(), self.one());
        for lane in 1..LANES {
            self.kernel.multiply(&mut power, w);
            for (to, from) in powers.chunks_exact_mut(LANES).zip(power.chunks_exact(LANES)) {
                to[lane] = from[lane];
            }
        }
        powers
    }
}

/// An element, given as canonical digits, in each lane of a block.
fn all(kernel: &FermatKernel, element: &[u64]) -> Vec<u64> {
    let mut block = vec![0; kernel.block()];
    kernel.from_rows(&element.repeat(LANES), &mut block);
    block
}
