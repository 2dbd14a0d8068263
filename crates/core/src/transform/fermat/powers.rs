//! Powers of a root of unity, eight at a time: a block has one in each lane.

use crate::{
    kernels::{
        blocks::{BlockDft, BlockKernel},
        fermat::LANES,
    },
    scratch::Buf,
};

/// A root, as a block of eight equal factors.
pub struct Powers<K> {
    pub kernel: K,
    pub root: Vec<u64>,
}

impl<K: BlockKernel> Powers<K> {
    /// base^e in each lane.
    pub fn power(&self, base: &[u64], e: u64) -> Vec<u64> {
        let mut power = self.kernel.one();
        for bit in (0..u64::BITS - e.leading_zeros()).rev() {
            let same = power.clone();
            self.kernel.multiply(&mut power, &same);
            if e >> bit & 1 == 1 {
                self.kernel.multiply(&mut power, base);
            }
        }
        power
    }

    /// The factors w^(i·j)·scale at row i and column j, in `blocks` blocks of columns, times the rotations that the
    /// transform of columns leaves out. They begin at a cache line: a vector in two of them takes twice the time to load.
    pub fn factors(&self, w: &[u64], dft: &K::Dft, blocks: usize, scale: Option<&[u64]>) -> Buf {
        let (kernel, size) = (&self.kernel, self.kernel.block());
        let (first, eighth) = (self.first_powers(w), self.power(w, LANES as u64));
        let mut factors = Buf::dirty(None, dft.len() * blocks * size);
        // scale·w^(ij) for j < 8, and w^(8i)
        let (mut start, mut step) = (scale.map_or_else(|| kernel.one(), <[u64]>::to_vec), kernel.one());
        for (row, factors) in factors.chunks_exact_mut(blocks * size).enumerate() {
            let mut current = start.clone();
            kernel.take_up(dft, row, &mut current);
            for block in factors.chunks_exact_mut(size) {
                block.copy_from_slice(&current);
                kernel.multiply(&mut current, &step);
            }
            kernel.multiply(&mut start, &first);
            kernel.multiply(&mut step, &eighth);
        }
        kernel.finish_factors(&mut factors);
        factors
    }

    /// A block with w^j in lane j, for w in all lanes.
    fn first_powers(&self, w: &[u64]) -> Vec<u64> {
        let (mut powers, mut power) = (self.kernel.one(), self.kernel.one());
        for lane in 1..LANES {
            self.kernel.multiply(&mut power, w);
            for (to, from) in powers.chunks_exact_mut(LANES).zip(power.chunks_exact(LANES)) {
                to[lane] = from[lane];
            }
        }
        powers
    }
}
