//! Steps of Euclid's algorithm on vectors of residues of several limbs, in blocks of eight coefficients.
//!
//! The steps are those of [`crate::kernels::euclid`], without inversions. A row operation is a sum of three products
//! for each coefficient, reduced once: with R = 2^(52n) at least 16p no result needs a subtraction, because values
//! below 1.5p lead to values below 1.5p again. The factors of a pass are one more such sum, a different factor in each
//! lane. The last lane collects the product of all leading coefficients: if that is a unit at the end, each of them
//! was, so that p need not be known to be prime.
//! Cost: 8n² multiply-adds and one for each n a block of eight, and the latency of about three such products a step.

use crate::{
    cpu::{Feature, Target},
    kernels::{
        euclid::{
            BLOCK, Extent, Pair, Step,
            steps::{self, At},
        },
        fermat::{Eight, LANES, Words},
        lengths::product,
    },
    pass::limbs::{self, Factor, LIMB, Loops, MASK, MOST_LIMBS, Modulus},
    registry::Kernel,
    scratch::Buf,
};
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::__m512i;
use std::{mem::MaybeUninit, slice};

const _: () = assert!(LANES == BLOCK);

/// Bits between p and R.
const ROOM: u32 = 4;

/// Values of rows are below this multiple of p, in thousandths, and factors below that.
const ROW: u64 = 1500;
const FACTOR: u64 = 2000;

/// Bound of a sum of products after its reduction, in thousandths of p; the sum is below `products` thousandths of p².
const fn reduced(products: u64) -> u64 {
    1000 + (products >> ROOM)
}

/// −x for a value of a row is taken as 2p − x.
const OF_TWO: u64 = reduced((ROW * ROW + 2000 * ROW) / 1000);
const _: () = assert!(OF_TWO <= FACTOR && reduced(3 * ROW * OF_TWO / 1000) <= ROW);
const _: () = assert!(ROW <= FACTOR && reduced((ROW + FACTOR) * ROW / 1000) <= ROW);

/// Euclid's algorithm modulo an odd number of 64 bits or more, as long as all leading coefficients are units.
#[derive(Clone, Debug)]
pub struct LimbEuclid {
    modulus: Modulus,
    kernel: &'static Kernel<Loops>,
}

type Divide = unsafe fn(&Modulus, &Loops, &mut Pair, usize, Option<&mut Vec<Step<Vec<u64>>>>, &mut [u64]);

unsafe fn portable(
    f: &Modulus,
    loops: &Loops,
    pair: &mut Pair,
    stop: usize,
    log: Option<&mut Vec<Step<Vec<u64>>>>,
    leads: &mut [u64],
) {
    // SAFETY: the caller's promise, here and below
    unsafe { run::<Words>(f, loops, pair, stop, log, leads) }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
unsafe fn wide(
    f: &Modulus,
    loops: &Loops,
    pair: &mut Pair,
    stop: usize,
    log: Option<&mut Vec<Step<Vec<u64>>>>,
    leads: &mut [u64],
) {
    // SAFETY: see above
    unsafe { run::<__m512i>(f, loops, pair, stop, log, leads) }
}

/// The steps, compiled for the kernel's instructions.
fn compiled(kernel: &Kernel<Loops>) -> Divide {
    #[cfg(target_arch = "x86_64")]
    if kernel.needs.has(Feature::Avx512Ifma) {
        return wide;
    }
    let _ = kernel;
    portable
}

impl LimbEuclid {
    /// The algorithm for an odd p of 64 to 9980 bits, with no more than the instructions `target`; p is given by its
    /// words, lowest first, the highest not 0. `None` for other p.
    #[must_use]
    pub fn new(target: Target, p: &[u64]) -> Option<Self> {
        let kernel = limbs::on(target);
        Some(LimbEuclid { modulus: Modulus::new(p, ROOM, kernel.loops.sums)?, kernel })
    }

    /// Number of words of a coefficient in a pair's rows.
    #[must_use]
    pub fn unit(&self) -> usize {
        self.modulus.limbs
    }

    /// log2 R: a step's scale is (`lead`/R)^`passes`, or with `passes` = 0 its square.
    #[must_use]
    pub fn scale_bits(&self) -> u32 {
        LIMB * self.modulus.limbs as u32
    }

    /// The pair of a and b, len a > len b, from rows of `width` words a coefficient in [0, p), in a buffer of
    /// `buffer(words)`; see [`Pair::new`].
    ///
    /// # Panics
    /// If rows have no room for p.
    pub fn pair(&self, buffer: impl FnOnce(usize) -> Buf, width: usize, [a, b]: [&[u64]; 2], extent: Extent) -> Pair {
        assert!(width >= self.modulus.words, "rows with room for p");
        Pair::new(buffer, self.unit(), [a, b].map(|v| v.len() / width), extent, |which, row| {
            (self.kernel.loops.from_rows)(&self.modulus, [a, b][which], width, row);
        })
    }

    /// Divides until b has at most `stop` coefficients; every division is appended to `log`. Returns the product of all
    /// leading coefficients that were divided by, times a unit: where it is not a unit itself, the pair is wrong.
    ///
    /// # Panics
    /// If the pair was made by another kernel, or has no room for the steps down to `stop`.
    pub fn run(&self, pair: &mut Pair, stop: usize, log: Option<&mut Vec<Step<Vec<u64>>>>) -> Vec<u64> {
        pair.check(self.unit(), stop);
        let mut leads = vec![0; LANES * self.unit()];
        // SAFETY: the CPU was asked; a pair's rows have room for every block that a step touches, as was checked
        unsafe { compiled(self.kernel)(&self.modulus, &self.kernel.loops, pair, stop, log, &mut leads) }
        let mut words = vec![0; self.modulus.words];
        self.finish(&leads, words.len(), &mut words);
        words
    }

    /// Writes the lowest coefficients of a pair's row in [0, p), `width` words each.
    ///
    /// # Panics
    /// If the row has fewer, or `width` words have no room for p.
    pub fn finish(&self, row: &[u64], width: usize, out: &mut [u64]) {
        assert!(width >= self.modulus.words, "rows with room for p");
        let blocks = product([(out.len() / width).div_ceil(LANES), LANES, self.unit()]);
        assert!(row.len() >= blocks, "a row has fewer coefficients");
        (self.kernel.loops.to_rows)(&self.modulus, &row[..blocks], width, out);
    }
}

/// Limbs of a block of eight coefficients, or of eight copies of one.
type Block<V> = MaybeUninit<[V; MOST_LIMBS]>;

/// Limb i.
///
/// SAFETY: the CPU has the features that V needs; eight words there.
#[inline(always)]
unsafe fn get<V: Eight>(x: *const u64, i: usize) -> V {
    // SAFETY: the caller's promise
    unsafe { V::load(x.add(LANES * i)) }
}

/// Limb i = v.
///
/// SAFETY: as for [`get`].
#[inline(always)]
unsafe fn put<V: Eight>(x: *mut u64, i: usize, v: V) {
    // SAFETY: the caller's promise
    unsafe { v.store(x.add(LANES * i)) }
}

/// Rows of blocks, and the factors of the current pass.
struct Rows<'a, V> {
    f: &'a Modulus,
    loops: &'a Loops,
    factors: [Block<V>; 3],
    /// The product of all leading coefficients in the last lane, operands of the factors in the others.
    leads: Block<V>,
}

/// The lane of the product of leading coefficients.
const LEADS: usize = LANES - 1;

/// One limb of a coefficient.
///
/// SAFETY: a coefficient of a row of n limbs.
#[inline(always)]
unsafe fn limb((row, i): At, n: usize, limb: usize) -> *const u64 {
    let (block, lane) = (i.div_euclid(LANES as isize), i.rem_euclid(LANES as isize) as usize);
    // SAFETY: the caller's promise
    unsafe { row.offset(block * (LANES * n) as isize).add(LANES * limb + lane) }
}

impl<V: Eight> Rows<'_, V> {
    /// Lane `lane` of a block becomes a coefficient, or its negative.
    ///
    /// SAFETY: a coefficient of a row, n limbs of a block.
    #[inline(always)]
    unsafe fn put_lane(&self, block: *mut u64, lane: usize, x: At, negative: bool) {
        let mut carry = 0;
        for (i, &twice) in self.f.twice().iter().enumerate() {
            // SAFETY: the caller's promise
            unsafe {
                let mut value = *limb(x, self.f.limbs, i) as i64;
                if negative {
                    value = twice as i64 - value + carry;
                    carry = value >> LIMB;
                    value &= MASK as i64;
                }
                *block.add(LANES * i + lane) = value as u64;
            }
        }
    }

    /// Factor k becomes a lane of a block.
    ///
    /// SAFETY: the CPU has the features that V needs; n limbs of the block.
    #[inline(always)]
    unsafe fn factor(&mut self, k: usize, block: *const u64, lane: usize) {
        let factor = self.factors[k].as_mut_ptr().cast::<u64>();
        for i in 0..self.f.limbs {
            // SAFETY: the caller's promise
            unsafe { put(factor, i, V::splat(*block.add(LANES * i + lane) as i64)) }
        }
    }

    /// A block of X^lanes times the row, lanes < 8; the blocks before the row's first are zeros, like the one that is
    /// stored there.
    ///
    /// SAFETY: the CPU has the features that V needs; a row, n limbs of a block.
    #[inline(always)]
    unsafe fn shift(&self, row: *const u64, block: isize, lanes: usize, to: *mut u64) {
        let size = (LANES * self.f.limbs) as isize;
        // SAFETY: the caller's promise
        unsafe {
            let (here, below) = (row.offset(block.max(-1) * size), row.offset((block - 1).max(-1) * size));
            for j in 0..self.f.limbs {
                put(to, j, get::<V>(here, j).lanes_up(get(below, j), lanes));
            }
        }
    }

    /// A block as a factor of a term.
    ///
    /// SAFETY: n limbs that were written.
    #[inline(always)]
    unsafe fn block<'a>(&self, x: *const u64) -> Factor<'a> {
        // SAFETY: the caller's promise
        Factor::each(unsafe { slice::from_raw_parts(x, LANES * self.f.limbs) })
    }

    /// A block as the place of a sum.
    ///
    /// SAFETY: n limbs that were written, for this function's caller alone.
    #[inline(always)]
    unsafe fn block_mut<'a>(&self, x: *mut u64) -> &'a mut [u64] {
        // SAFETY: the caller's promise
        unsafe { slice::from_raw_parts_mut(x, LANES * self.f.limbs) }
    }

    /// SAFETY: the factor was made.
    #[inline(always)]
    unsafe fn factor_at(&self, k: usize) -> Factor<'_> {
        // SAFETY: the caller's promise
        unsafe { self.block(self.factors[k].as_ptr().cast()) }
    }
}

impl<V: Eight> steps::Rows for Rows<'_, V> {
    type Two = ();
    type One = ();
    type Lead = Vec<u64>;

    #[inline(always)]
    unsafe fn is_zero(&self, x: At) -> bool {
        let n = self.f.limbs;
        // either 0 or p; SAFETY: the caller's promise, here and below
        unsafe { (0..n).all(|i| *limb(x, n, i) == 0) || self.f.p.iter().enumerate().all(|(i, p)| *limb(x, n, i) == *p) }
    }

    unsafe fn lead(&self, x: At) -> Vec<u64> {
        let mut block = vec![0; LANES * self.f.limbs];
        let mut words = vec![0; self.f.words];
        // SAFETY: see above
        unsafe {
            self.put_lane(block.as_mut_ptr(), 0, x, false);
        }
        (self.loops.to_rows)(self.f, &block, self.f.words, &mut words);
        words
    }

    #[inline(always)]
    unsafe fn factors_of_two(&mut self, a: At, b: At) {
        let [mut x, mut y, mut z, mut lead] = [const { Block::<V>::uninit() }; 4];
        let [x, y, z, lead] = [&mut x, &mut y, &mut z, &mut lead].map(|block| block.as_mut_ptr().cast::<u64>());
        let leads = self.leads.as_mut_ptr().cast::<u64>();
        let below = |(row, i): At| (row, i - 1);
        // lanes of x·y + z·lead: b0², −a0·b0, a0·b1 − a1·b0, and the product so far by b0; SAFETY: see above
        unsafe {
            for i in 0..self.f.limbs {
                put(lead, i, V::splat(*limb(b, self.f.limbs, i) as i64));
                put(x, i, get::<V>(leads, i));
                put(y, i, get::<V>(lead, i));
                put(z, i, V::splat(0));
            }
            self.put_lane(x, 0, b, false);
            self.put_lane(x, 1, a, true);
            self.put_lane(x, 2, a, false);
            self.put_lane(y, 2, below(b), false);
            self.put_lane(z, 2, below(a), true);
            let [x, y, z, lead] = [x, y, z, lead].map(|x| self.block(x));
            (self.f.sums.two)(self.f, &[[x, y], [z, lead]], false, self.block_mut(leads));
            for k in 0..3 {
                self.factor(k, leads, k);
            }
        }
    }

    #[inline(always)]
    unsafe fn factors_of_one(&mut self, a: At, b: At) {
        let mut block = Block::<V>::uninit();
        let (block, leads) = (block.as_mut_ptr().cast::<u64>(), self.leads.as_mut_ptr().cast::<u64>());
        // SAFETY: see above
        unsafe {
            for i in 0..self.f.limbs {
                put(block, i, V::splat(*limb(b, self.f.limbs, i) as i64));
            }
            (self.f.sums.one)(self.f, &[[Factor::Result, self.block(block)]], false, self.block_mut(leads));
            self.put_lane(block, 1, a, true);
            for k in 0..2 {
                self.factor(k, block, k);
            }
        }
    }

    #[inline(always)]
    unsafe fn two(&self, x: *mut u64, y: *const u64, [from, to]: [usize; 2], (): &()) {
        let size = LANES * self.f.limbs;
        let mut shifted = Block::<V>::uninit();
        let shifted = shifted.as_mut_ptr().cast::<u64>();
        // SAFETY: see above; from the top down, so that the next leading coefficients are ready first
        unsafe {
            for i in (from..=to).rev() {
                self.shift(y, i as isize, 1, shifted);
                let (x, y) = (x.add(i * size), y.add(i * size));
                let terms = [
                    [Factor::Result, self.factor_at(0)],
                    [self.block(shifted), self.factor_at(1)],
                    [self.block(y), self.factor_at(2)],
                ];
                (self.f.sums.three)(self.f, &terms, false, self.block_mut(x));
            }
        }
    }

    #[inline(always)]
    unsafe fn one(&self, x: *mut u64, y: *const u64, shift: usize, [from, to]: [usize; 2], (): &()) {
        let size = LANES * self.f.limbs;
        let mut shifted = Block::<V>::uninit();
        let shifted = shifted.as_mut_ptr().cast::<u64>();
        // SAFETY: see above
        unsafe {
            for i in (from..=to).rev() {
                let x = x.add(i * size);
                self.shift(y, i as isize - (shift / LANES) as isize, shift % LANES, shifted);
                let terms = [[Factor::Result, self.factor_at(0)], [self.block(shifted), self.factor_at(1)]];
                (self.f.sums.two)(self.f, &terms, false, self.block_mut(x));
            }
        }
    }
}

/// [`LimbEuclid::run`]; returns a block with the product of the leading coefficients.
///
/// SAFETY: the CPU has the features that V needs; the pair is of such rows, and has room for all steps; `leads` is a block.
#[inline(always)]
unsafe fn run<V: Eight>(
    f: &Modulus,
    loops: &Loops,
    pair: &mut Pair,
    stop: usize,
    log: Option<&mut Vec<Step<Vec<u64>>>>,
    leads: &mut [u64],
) {
    let mut rows = Rows::<V> { f, loops, factors: [const { Block::<V>::uninit() }; 3], leads: Block::<V>::uninit() };
    // SAFETY: the caller's promise
    unsafe {
        let block = rows.leads.as_mut_ptr().cast::<u64>();
        for i in 0..f.limbs {
            put(block, i, V::splat(i64::from(i == 0)));
        }
        steps::divide(&mut rows, pair, stop, log);
        // moves the product from its lane to the first
        for i in 0..f.limbs {
            leads[LANES * i] = *block.add(LANES * i + LEADS);
        }
    }
}
