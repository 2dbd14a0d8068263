//! Steps of Euclid's algorithm on vectors of residues of several limbs, in blocks of eight coefficients.
//!
//! The steps are those of [`crate::pass::euclid`], without inversions. A row operation is a sum of three products
//! for each coefficient, reduced once: with R = 2^(52n) at least 16p no result needs a subtraction, because values
//! below 1.5p lead to values below 1.5p again. The factors of a pass are one more such sum, a different factor in each
//! lane. The last lane collects the product of all leading coefficients: if that is a unit at the end, each of them
//! was, so that p need not be known to be prime.
//! Cost: 8n² multiply-adds and one for each n a block of eight, and the latency of about three such products a step.

use super::{
    LANES, LIMB, MASK, Modulus, Passes,
    sums::{Factor, Size},
};
use crate::simd::inlined::{Mapped, Walked, Zipped};
use crate::{
    cpu::Target,
    lengths::product,
    pass::euclid::{
        BLOCK, Extent, FRONT, Pair, Step,
        steps::{self, At, below},
    },
    scratch::Buf,
    simd::{Row, Simd},
};
use std::marker::PhantomData;

const _: () = assert!(LANES == BLOCK && LANES == FRONT);

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
    passes: &'static Passes,
}

impl LimbEuclid {
    /// The algorithm for an odd p of 64 to 9980 bits, with no more than the instructions `target`; p is given by its
    /// words, lowest first, the highest not 0. `None` for other p.
    #[must_use]
    pub fn new(target: Target, p: &[u64]) -> Option<Self> {
        let kernel = super::on(target);
        let modulus = Modulus::new(p, ROOM, kernel.loops.sums)?;
        Some(LimbEuclid { passes: (kernel.loops.passes)(modulus.limbs), modulus })
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
            (self.passes.from_rows)(&self.modulus, [a, b][which], width, row);
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
        (self.passes.divide)(&self.modulus, self.passes, pair, stop, log, &mut leads);
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
        (self.passes.to_rows)(&self.modulus, &row[..blocks], width, out);
    }
}

/// Rows of blocks of n limbs.
struct Rows<'a, Z> {
    f: &'a Modulus,
    to_rows: fn(&Modulus, &[u64], usize, &mut [u64]),
    /// Blocks of equal lanes: the factors of the current pass.
    factors: [&'a mut [u64]; 3],
    /// A block with the product of all leading coefficients in the last lane, and operands of the factors in the others.
    leads: &'a mut [u64],
    /// Blocks for operands.
    scratch: [&'a mut [u64]; 4],
    size: PhantomData<Z>,
}

/// The lane of the product of leading coefficients.
const LEADS: usize = LANES - 1;

/// The vectors of the first `limbs` limbs of a block.
#[inline(always)]
fn vectors(block: &mut [u64], limbs: usize) -> &mut [[u64; LANES]] {
    &mut block.as_chunks_mut().0[..limbs]
}

impl<'a, Z: Size> Rows<'a, Z> {
    /// Rows with scratch of [`BLOCKS`](Self::BLOCKS) blocks of zeros.
    #[inline(always)]
    fn new(f: &'a Modulus, to_rows: fn(&Modulus, &[u64], usize, &mut [u64]), room: &'a mut [u64]) -> Self {
        let mut blocks = room.chunks_exact_mut(LANES * f.limbs);
        let mut block = || blocks.next().expect("scratch for the blocks");
        let (factors, leads) = ([block(), block(), block()], block());
        leads[..LANES].fill(1);
        Rows { f, to_rows, factors, leads, scratch: [block(), block(), block(), block()], size: PhantomData }
    }

    /// Number of blocks of scratch.
    const BLOCKS: usize = 8;

    /// The block of a coefficient, and its lane.
    #[inline(always)]
    fn place<'x>(f: &Modulus, (row, place): At<'x>) -> (&'x [[u64; LANES]], usize) {
        let n = Z::limbs(f);
        (&row.as_chunks().0[place / LANES * n..][..n], place % LANES)
    }

    /// Lane `lane` of a block becomes a coefficient, or its negative.
    #[inline(always)]
    fn put_lane(f: &Modulus, block: &mut [u64], lane: usize, x: At<'_>, negative: bool) {
        let (mut carry, n) = (0, Z::limbs(f));
        let (x, of_x) = Self::place(f, x);
        let block = &mut block.as_chunks_mut::<LANES>().0[..n];
        for ((limb, x), &twice) in block.walk_mut().zipped(x).zipped(&f.twice()[..n]) {
            let mut value = x[of_x] as i64;
            if negative {
                value = twice as i64 - value + carry;
                carry = value >> LIMB;
                value &= MASK as i64;
            }
            limb[lane] = value as u64;
        }
    }

    /// Factor k becomes a lane of a block.
    #[inline(always)]
    fn set_factor(factors: &mut [&mut [u64]; 3], k: usize, block: &[u64], lane: usize) {
        for (to, limb) in factors[k].as_chunks_mut::<LANES>().0.walk_mut().zipped(block.as_chunks::<LANES>().0) {
            to.fill(limb[lane]);
        }
    }

    /// Block `block` of X^shift times the row, counted from its zeros on; zeros where the row has none.
    #[inline(always)]
    fn shift<S: Simd>(s: S, f: &Modulus, row: &[u64], block: usize, shift: usize, to: &mut [u64]) {
        let size = LANES * Z::limbs(f);
        // blocks before the first are zeros like that
        let here = block.checked_sub(shift / LANES);
        let below = here.unwrap_or(0).saturating_sub(1);
        let (below, here) =
            (S::rows(&row[below * size..][..size]).0, S::rows(&row[here.unwrap_or(0) * size..][..size]).0);
        let mut index = S::Row::ZERO;
        index.as_mut().iter_mut().enumerate().for_each(|(i, lane)| *lane = (LANES - shift % LANES + i) as u64);
        let index = s.load(&index);
        for (to, (below, here)) in S::rows_mut(&mut to[..size]).0.walk_mut().zipped(below.walk().zipped(here)) {
            s.store(to, s.permute(s.load(below), s.load(here), index));
        }
    }
}

impl<S: Simd, Z: Size> steps::Rows<S> for Rows<'_, Z> {
    type Two = ();
    type One = ();
    type Lead = Vec<u64>;

    #[inline(always)]
    fn is_zero(&self, x: At<'_>) -> bool {
        let (limbs, lane) = Self::place(self.f, x);
        // either 0 or p
        limbs.iter().all(|limb| limb[lane] == 0) || limbs.walk().zipped(&self.f.p).all(|(limb, p)| limb[lane] == *p)
    }

    fn lead(&self, x: At<'_>) -> Vec<u64> {
        let (mut block, mut words) = (vec![0; LANES * self.f.limbs], vec![0; self.f.words]);
        Self::put_lane(self.f, &mut block, 0, x, false);
        (self.to_rows)(self.f, &block, self.f.words, &mut words);
        words
    }

    #[inline(always)]
    fn factors_of_two(&mut self, s: S, a: At<'_>, b: At<'_>) {
        let Rows { f, leads, scratch: [x, y, z, lead], .. } = self;
        let (limbs, lane) = Self::place(f, b);
        let (in_x, in_y) = (vectors(x, limbs.len()), vectors(y, limbs.len()));
        let (in_z, in_lead) = (vectors(z, limbs.len()), vectors(lead, limbs.len()));
        for (i, (limb, so_far)) in limbs.walk().zipped(leads.as_chunks().0).enumerate() {
            (in_x[i], in_y[i], in_z[i], in_lead[i]) = (*so_far, [limb[lane]; LANES], [0; LANES], [limb[lane]; LANES]);
        }
        // lanes of x·y + z·lead: b0², −a0·b0, a0·b1 − a1·b0, and the product so far by b0
        Self::put_lane(f, x, 0, b, false);
        Self::put_lane(f, x, 1, a, true);
        Self::put_lane(f, x, 2, a, false);
        Self::put_lane(f, y, 2, below(b), false);
        Self::put_lane(f, z, 2, below(a), true);
        let [x, y, z, lead] = [&**x, y, z, lead].mapped(Factor::each);
        Z::sum(s, f, &[[x, y], [z, lead]], leads);
        for k in 0..3 {
            Self::set_factor(&mut self.factors, k, leads, k);
        }
    }

    #[inline(always)]
    fn factors_of_one(&mut self, s: S, a: At<'_>, b: At<'_>) {
        let Rows { f, leads, scratch: [block, ..], .. } = self;
        let (limbs, lane) = Self::place(f, b);
        for (to, limb) in block.as_chunks_mut::<LANES>().0.walk_mut().zipped(limbs) {
            to.fill(limb[lane]);
        }
        Z::sum(s, f, &[[Factor::Result, Factor::each(block)]], leads);
        Self::put_lane(f, block, 1, a, true);
        for k in 0..2 {
            Self::set_factor(&mut self.factors, k, block, k);
        }
    }

    #[inline(always)]
    fn two(&mut self, s: S, x: &mut [u64], y: &[u64], [from, to]: [usize; 2], (): &()) {
        let size = LANES * Z::limbs(self.f);
        let ([f0, f1, f2], shifted) = (&self.factors, &mut self.scratch[0]);
        let [f0, f1, f2] = [f0, f1, f2].mapped(|factor| Factor::each(factor));
        // from the top down, so that the next leading coefficients are ready first
        for i in (from + 1..=to + 1).rev() {
            Self::shift(s, self.f, y, i, 1, shifted);
            let (x, y) = (&mut x[i * size..][..size], Factor::each(&y[i * size..][..size]));
            Z::sum(s, self.f, &[[Factor::Result, f0], [Factor::each(shifted), f1], [y, f2]], x);
        }
    }

    #[inline(always)]
    fn one(&mut self, s: S, x: &mut [u64], y: &[u64], shift: usize, [from, to]: [usize; 2], (): &()) {
        let size = LANES * Z::limbs(self.f);
        let ([f0, f1, _], shifted) = (&self.factors, &mut self.scratch[0]);
        let [f0, f1] = [f0, f1].mapped(|factor| Factor::each(factor));
        for i in (from + 1..=to + 1).rev() {
            Self::shift(s, self.f, y, i, shift, shifted);
            let x = &mut x[i * size..][..size];
            Z::sum(s, self.f, &[[Factor::Result, f0], [Factor::each(shifted), f1]], x);
        }
    }
}

/// [`LimbEuclid::run`]; writes the product of the leading coefficients to a block, in its first lane.
#[inline(always)]
pub(super) fn divide<S: Simd, Z: Size>(
    s: S,
    f: &Modulus,
    passes: &Passes,
    pair: &mut Pair,
    stop: usize,
    log: Option<&mut Vec<Step<Vec<u64>>>>,
    leads: &mut [u64],
) {
    // in whole lines of the cache
    let mut room = Buf::zeroed(None, Rows::<Z>::BLOCKS * LANES * f.limbs);
    let mut rows = Rows::<Z>::new(f, passes.to_rows, &mut room);
    steps::divide(s, &mut rows, pair, stop, log);
    for (to, limb) in leads.as_chunks_mut::<LANES>().0.walk_mut().zipped(rows.leads.as_chunks::<LANES>().0) {
        to[0] = limb[LEADS];
    }
}
