//! The two forms of elements in blocks, behind one face: digits to the radix r for this crate's primes, limbs for the papers'.

use polymod::core::arith::FermatPrime;
use polymod::core::cpu;
use polymod::core::kernels::{blocks::BlockKernel, fermat::FermatKernel, limbs::LimbKernel};
use polymod::core::transform::fermat::{BlockFft, FermatFft, LimbFft, Scale};
use polymod::rug::{Integer, integer::Order};

use super::{digits, integer};

/// A kernel with its rows and its transforms.
pub trait Form: BlockKernel {
    /// The loops for this prime, if it has this form.
    fn of(prime: FermatPrime) -> Option<Self>;

    /// An element as a row.
    fn row(prime: FermatPrime, x: &Integer) -> Vec<u64>;

    /// The integer of a row.
    fn integer(prime: FermatPrime, row: &[u64]) -> Integer;

    /// The transform of `len` values at the powers of a root.
    fn fft(&self, prime: FermatPrime, len: usize, root: &Integer) -> Option<BlockFft<Self>>;

    /// How often an element is multiplied there, on the average.
    fn products(prime: FermatPrime, len: usize) -> f64;

    /// Elements in blocks.
    fn blocks(&self, prime: FermatPrime, list: &[Integer]) -> Vec<u64> {
        let rows: Vec<u64> = list.iter().flat_map(|x| Self::row(prime, x)).collect();
        let mut blocks = vec![0; self.words(list.len())];
        self.load(&rows, rows.len() / list.len(), &mut blocks);
        blocks
    }

    /// The integers in blocks.
    fn integers(&self, prime: FermatPrime, blocks: &[u64], count: usize) -> Vec<Integer> {
        let width = Self::row(prime, &Integer::new()).len();
        let mut rows = vec![0; count * width];
        self.store(blocks, width, &mut rows);
        rows.chunks_exact(width).map(|row| Self::integer(prime, row)).collect()
    }
}

impl Form for FermatKernel {
    fn of(prime: FermatPrime) -> Option<Self> {
        FermatKernel::new(cpu::host().target, prime.radix(), prime.digits())
    }
    fn row(prime: FermatPrime, x: &Integer) -> Vec<u64> {
        digits(prime, x)
    }
    fn integer(prime: FermatPrime, row: &[u64]) -> Integer {
        integer(prime, row)
    }
    fn fft(&self, prime: FermatPrime, len: usize, root: &Integer) -> Option<BlockFft<Self>> {
        FermatFft::new(*self, len, &digits(prime, root))
    }
    fn products(prime: FermatPrime, len: usize) -> f64 {
        FermatFft::products(len, prime.digits()) as f64
    }
}

impl Form for LimbKernel {
    /// Where there is no other.
    fn of(prime: FermatPrime) -> Option<Self> {
        match FermatKernel::of(prime) {
            Some(_) => None,
            None => LimbKernel::new(cpu::host().target, &prime.limbs()),
        }
    }
    fn row(prime: FermatPrime, x: &Integer) -> Vec<u64> {
        let mut row = vec![0; prime.limbs().len()];
        x.write_digits(&mut row, Order::Lsf);
        row
    }
    fn integer(_: FermatPrime, row: &[u64]) -> Integer {
        Integer::from_digits(row, Order::Lsf)
    }
    fn fft(&self, prime: FermatPrime, len: usize, root: &Integer) -> Option<BlockFft<Self>> {
        let p = Integer::from_digits(&prime.limbs(), Order::Lsf);
        let inverse_len = Self::row(prime, &Integer::from(len).invert(&p).ok()?);
        LimbFft::at_root(self, len, &Self::row(prime, root), &Scale { inverse_len: &inverse_len, products: false })
    }
    fn products(_: FermatPrime, len: usize) -> f64 {
        LimbFft::products(len)
    }
}
