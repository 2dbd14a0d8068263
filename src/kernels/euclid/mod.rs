//! Steps of Euclid's algorithm on residue vectors, without inversions, in place.
//!
//! For deg A = deg B + 1, with a0, a1 and b0, b1 their leading coefficients, one pass over A makes
//!
//! ```text
//! R = b0²·A − a0·b0·x·B + (a0·b1 − b0·a1)·B,        deg R < deg B,
//! ```
//!
//! a multiple of A mod B by a unit, and the same row operation carries the cofactors along (division-free Euclid: Brown,
//! Traub 1971; both quotient coefficients in one pass). Other degrees take one pass for each coefficient of the quotient:
//! A ← b0·A − a0·x^e·B. The factors of a pass are prepared once; where one of them is a reduced product, all are divided
//! by the same power of two, which is a unit too, because p is odd.
//!
//! Values between passes are lazy: every kernel states the multiple of p below which it leaves them
//! (proofs: `docs/notes/001-lazy-ranges.md`). What lies above the degree of a row is a multiple of p.

#[cfg(target_arch = "x86_64")]
mod narrow;
mod portable;
mod steps;
#[cfg(target_arch = "x86_64")]
mod wide;

use crate::{
    arith::Modulus,
    cpu::{self, Isa},
    scratch::Buf,
};
use std::fmt;

/// Words of zeros before the constant term of a row: passes read a shifted row up to a vector before it.
const FRONT: usize = 8;
/// Rows end with whole blocks of this many words.
const BLOCK: usize = 8;

/// Steps of Euclid's algorithm for a range of moduli.
pub struct EuclidKernel {
    /// Its name, for people.
    pub name: &'static str,
    /// The instructions it needs.
    pub isa: Isa,
    /// The modulus is at most this.
    pub max: u64,
    /// Products of leading coefficients are over 2^this.
    product_shift: u32,
    run: unsafe fn(&Constants, &mut Pair, usize, Option<&mut Vec<Step>>),
    linear: unsafe fn(&Constants, &mut [u64], [u64; 2], &[u64]),
    finish: unsafe fn(&Constants, &[u64], &mut [u64]),
}

impl fmt::Debug for EuclidKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

static KERNELS: &[EuclidKernel] = &[
    #[cfg(target_arch = "x86_64")]
    steps::kernel::<narrow::Narrow>("euclid-49", Isa::Avx512, narrow::run, narrow::linear, narrow::finish),
    #[cfg(target_arch = "x86_64")]
    steps::kernel::<wide::Wide<false>>("euclid-61", Isa::Avx512, wide::run_61, wide::linear_61, wide::finish_61),
    #[cfg(target_arch = "x86_64")]
    steps::kernel::<wide::Wide<true>>("euclid-62", Isa::Avx512, wide::run_62, wide::linear_62, wide::finish_62),
    steps::kernel::<portable::Portable>(
        "euclid-portable",
        Isa::Scalar,
        portable::run,
        portable::linear,
        portable::finish,
    ),
];

/// What kernels need to know of the modulus.
#[derive(Clone, Copy, Debug)]
struct Constants {
    n: Modulus,
    p: u64,
    /// −1/p modulo 2^64.
    minus_inverse: u64,
    /// ⌊2^(62 + bits)/p⌋, p of `bits` bits.
    reciprocal: u64,
    bits: u32,
}

/// Euclid's algorithm modulo one odd prime, or any odd modulus as long as all leading coefficients are units.
#[derive(Clone, Copy, Debug)]
pub struct Euclid {
    constants: Constants,
    kernel: &'static EuclidKernel,
}

/// One division of the remainder sequence: R = scale·(A mod B), scale = `lead`^`passes`, or with `passes` = 0
/// `lead`²·[`Euclid::unit`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// deg A − deg B.
    pub gap: usize,
    /// The leading coefficient of B, in [0, p).
    pub lead: u64,
    /// How many passes of one quotient coefficient each; 0 for a pass of two.
    pub passes: u64,
}

impl Euclid {
    /// The fastest kernel for the modulus on this level; `None` where there is none: even moduli, and those of 64 bits.
    #[must_use]
    pub fn new(isa: Isa, n: Modulus) -> Option<Self> {
        let p = n.n();
        if p.is_multiple_of(2) {
            return None;
        }
        let usable = |k: &&EuclidKernel| k.isa <= isa.min(cpu::host().supported) && p <= k.max;
        let kernel = KERNELS.iter().find(usable)?;
        let mut inverse = p;
        // 3 correct bits at first, doubled each time
        for _ in 0..5 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(p.wrapping_mul(inverse)));
        }
        let reciprocal = ((1u128 << (62 + n.bits())) / u128::from(p)) as u64;
        let constants = Constants { n, p, minus_inverse: inverse.wrapping_neg(), reciprocal, bits: n.bits() };
        Some(Euclid { constants, kernel })
    }

    /// The kernel.
    #[must_use]
    pub fn kernel(&self) -> &'static EuclidKernel {
        self.kernel
    }

    /// What products of leading coefficients are multiplied by: a power of 1/2 modulo p.
    #[must_use]
    pub fn unit(&self) -> u64 {
        let n = self.constants.n;
        n.pow(n.reduce(self.constants.p / 2 + 1), self.kernel.product_shift.into())
    }

    /// Divides until b has at most `stop` coefficients; every division is told to `log`.
    ///
    /// # Panics
    /// When the pair is of another modulus and a value is beyond this kernel's range (debug builds only).
    pub fn run(&self, pair: &mut Pair, stop: usize, log: Option<&mut Vec<Step>>) {
        assert!(pair.start_len <= pair.stop_room + stop, "cofactors have no room for this many steps");
        // SAFETY: `new` has checked the CPU; a pair's rows have room for every block that a step touches, as `Pair::new`
        // has laid them out and the assertion has checked
        unsafe { (self.kernel.run)(&self.constants, pair, stop, log) }
    }

    /// Writes a and b in [0, p): `out` begins with as many coefficients as there are.
    pub fn remainder(&self, pair: &Pair, which: usize, out: &mut [u64]) {
        self.finish(pair.row(pair.turn ^ which), out);
    }

    /// Writes a cofactor in [0, p): row 0 is that of a, row 1 that of b; column 0 multiplies the first a, column 1 the first b.
    pub fn cofactor(&self, pair: &Pair, row: usize, column: usize, out: &mut [u64]) {
        self.finish(pair.row(2 + 2 * column + (pair.turn ^ row)), out);
    }

    fn finish(&self, row: &[u64], out: &mut [u64]) {
        assert!(row.len() >= FRONT + out.len().next_multiple_of(BLOCK), "a row has fewer coefficients");
        // SAFETY: `new` has checked the CPU; the row has whole blocks of as many coefficients
        unsafe { (self.kernel.finish)(&self.constants, &row[FRONT..], out) }
    }

    /// x += (q0 + q1·X)·y, as far as x is long: residues in [0, p).
    pub fn add_linear(&self, x: &mut [u64], q: [u64; 2], y: &[u64]) {
        let len = x.len().min(y.len() + 1);
        // SAFETY: `new` has checked the CPU
        unsafe { (self.kernel.linear)(&self.constants, &mut x[..len], q, y) }
    }
}

/// Two consecutive remainders a, b with len a > len b, and the cofactors that make them from the first two.
#[derive(Debug)]
pub struct Pair {
    words: Buf,
    /// Words a remainder's row, and a cofactor's.
    remainder_words: usize,
    cofactor_words: usize,
    /// Cofactor columns: 0 or 2.
    columns: usize,
    /// Row `turn` holds a, the other b.
    turn: usize,
    /// Coefficients of a and b now, and of a at first.
    len: [usize; 2],
    start_len: usize,
    /// Cofactors have room for this many degrees of a.
    stop_room: usize,
    /// Coefficients below (degrees reduced) − slack are not needed: the remainders serve the matrix only.
    slack: usize,
}

impl Pair {
    /// Rows for a and b, len a > len b, in a buffer of `buffer(words)`. With `matrix`, cofactors for as long as b is to have
    /// more than `stop` coefficients. With `only`, remainders are right as far as the matrix down to that stop needs them.
    ///
    /// # Panics
    /// Unless a is longer than b.
    pub fn new(buffer: impl FnOnce(usize) -> Buf, [a, b]: [&[u64]; 2], stop: usize, matrix: bool, only: bool) -> Self {
        assert!(a.len() > b.len(), "Euclid's algorithm divides the longer by the shorter");
        let row = |len: usize| FRONT + len.next_multiple_of(BLOCK);
        let steps = a.len().saturating_sub(stop);
        let (remainder_words, cofactor_words) = (row(a.len()), if matrix { row(steps + 1) } else { 0 });
        let mut words = buffer(2 * remainder_words + 4 * cofactor_words);
        for (i, v) in [a, b].into_iter().enumerate() {
            let row = &mut words[i * remainder_words..][..remainder_words];
            row[..FRONT].fill(0);
            row[FRONT..FRONT + v.len()].copy_from_slice(v);
            row[FRONT + v.len()..].fill(0);
        }
        words[2 * remainder_words..].fill(0);
        let slack = if only { (2 * steps).saturating_sub(a.len() + 1) } else { usize::MAX };
        let mut pair = Pair {
            words,
            remainder_words,
            cofactor_words,
            columns: if matrix { 2 } else { 0 },
            turn: 0,
            len: [a.len(), b.len()],
            start_len: a.len(),
            stop_room: if matrix { steps } else { usize::MAX / 2 },
            slack,
        };
        for column in 0..pair.columns {
            let at = pair.offset(2 + 3 * column) + FRONT;
            pair.words[at] = 1;
        }
        pair
    }

    /// Coefficients of a and b.
    #[must_use]
    pub fn lens(&self) -> [usize; 2] {
        self.len
    }

    /// Rows 0 and 1 are remainders, 2 and 3 cofactors of the first a, 4 and 5 of the first b.
    fn offset(&self, row: usize) -> usize {
        if row < 2 { row * self.remainder_words } else { 2 * self.remainder_words + (row - 2) * self.cofactor_words }
    }

    fn row(&self, row: usize) -> &[u64] {
        let words = if row < 2 { self.remainder_words } else { self.cofactor_words };
        &self.words[self.offset(row)..][..words]
    }
}

#[cfg(test)]
mod tests;
