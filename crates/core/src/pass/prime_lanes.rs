//! Residues modulo several primes at once, one prime in each lane: what the loops for several images of one problem share.

use crate::simd::inlined::Zipped;
use crate::{
    arith::Modulus,
    lengths::product,
    residue::{Residues, ifma::Ifma48},
    simd::{Row, Simd},
};

/// Largest number of primes at a time.
pub const LANES: usize = 8;
/// Number of bits of every prime.
pub const BITS: u32 = 48;

/// The loop of an operation on as many primes at once as `lanes`, for each instruction set that has 52-bit multiply-add, and the choice among them;
/// `$run` is generic over the instruction set.
macro_rules! kernels {
    ($run:ident($($x:ident: $type:ty),*) -> $out:ty) => {
        $crate::registry::loops! {
            #[derive(Clone, Copy)]
            struct Loops[S: Simd] {
                { lanes: usize = S::LANES; }
                run($($x: $type),*) -> $out = $run::<S>;
            }
        }

        const fn kernel<S: Simd>(name: &'static str) -> Kernel<Loops> {
            Kernel { name, needs: S::NEEDS, moduli: Moduli::Odd(BITS), loops: Loops::of::<S>() }
        }

        registry::kernels! {
            KERNELS: Kernel<Loops>;
            x86:
            kernel::<crate::simd::Avx512Ifma>("ifma-48"),
            kernel::<crate::simd::AvxIfma>("ifma-48-avx");
        }

        /// Whether there is a kernel for these odd primes.
        #[must_use]
        pub fn applies(target: Target, primes: &[Modulus]) -> bool {
            select(target, primes).is_some()
        }

        /// The fastest kernel for these odd primes, if there is one.
        fn select(target: Target, primes: &[Modulus]) -> Option<&'static Loops> {
            let fit = |k: &&Kernel<Loops>| primes.iter().all(|p| p.bits() == BITS && k.takes(*p));
            KERNELS.iter().find(|k| k.needs.runs_within(target) && fit(k)).map(|k| &k.loops)
        }
    };
}
pub(super) use kernels;

/// The moduli of all lanes, for at least one prime: the last one is repeated.
pub(super) fn moduli(primes: &[Modulus], lanes: usize) -> Vec<u64> {
    (0..lanes).map(|l| primes[l.min(primes.len() - 1)].n()).collect()
}

/// Vectors of the values of at least one run, all as long as the first: the last run is repeated.
pub(super) fn spread(runs: &[&[u64]], lanes: usize) -> Vec<u64> {
    let mut words = vec![0; product([lanes, runs[0].len()])];
    for l in 0..lanes {
        for (x, &y) in words[l..].iter_mut().step_by(lanes).zipped(runs[l.min(runs.len() - 1)]) {
            *x = y;
        }
    }
    words
}

/// Vectors of residues modulo a vector of primes.
#[derive(Clone, Copy)]
pub(super) struct Field<S: Simd> {
    pub(super) s: S,
    pub(super) r: Ifma48<S>,
    p: S::U,
    /// ⌊2^(BITS + 51)/p⌋
    reciprocal: S::U,
    /// ρ, ρ² and ρ³ modulo p, ρ = 2^52.
    pub(super) powers: [S::U; 3],
}

/// A factor in [0, p), and its quotient.
pub(super) type Factor<S> = [<S as Simd>::U; 2];

impl<S: Simd> Field<S> {
    #[inline(always)]
    pub(super) fn new(s: S, moduli: &S::Row) -> Self {
        let (mut reciprocal, mut powers) = (S::Row::ZERO, [S::Row::ZERO; 3]);
        for (l, &p) in moduli.as_ref().iter().enumerate() {
            reciprocal.as_mut()[l] = ((1_u128 << (BITS + 51)) / u128::from(p)) as u64;
            let mut power = 1;
            for row in &mut powers {
                power = ((u128::from(power) << 52) % u128::from(p)) as u64;
                row.as_mut()[l] = power;
            }
        }
        let powers = [s.load(&powers[0]), s.load(&powers[1]), s.load(&powers[2])];
        Field { s, r: Ifma48::of_each(s, moduli), p: s.load(moduli), reciprocal: s.load(&reciprocal), powers }
    }

    /// c in [0, p) and ⌊2^52·c/p⌋, the latter too small by less than 3.
    #[inline(always)]
    pub(super) fn factor(self, c: S::U) -> Factor<S> {
        const LEFT: u32 = 53 - BITS;
        let s = self.s;
        let high = s.add_high52(s.zero(), c, self.reciprocal);
        let low = s.add_low52(s.zero(), c, self.reciprocal);
        [c, s.or(s.shl(high, LEFT), s.shr(low, 52 - LEFT))]
    }

    /// −c in [0, p], for c in [0, p).
    #[inline(always)]
    pub(super) fn negated(self, c: S::U) -> S::U {
        self.s.sub(self.p, c)
    }

    /// x^e, the same e for all lanes; over ρ as x is.
    #[inline(always)]
    pub(super) fn power(self, x: S::U, e: u64) -> S::U {
        let mut power = self.powers[0];
        for bit in (0..64 - e.leading_zeros()).rev() {
            power = self.r.product(power, power);
            if e >> bit & 1 == 1 {
                power = self.r.product(power, x);
            }
        }
        power
    }

    /// 1/x = x^(p − 2), over ρ as x is. The squares are computed beside the products, from the lowest bit up.
    #[inline(always)]
    pub(super) fn inverse(self, x: S::U) -> S::U {
        let s = self.s;
        let (mut power, mut square, e) = (self.powers[0], x, s.sub(self.p, s.set(2)));
        for bit in 0..BITS {
            let set = s.and(e, s.set(1 << bit));
            power = s.select(s.equal(set, s.zero()), power, self.r.product(power, square));
            square = self.r.product(square, square);
        }
        power
    }

    /// Bit l tells whether lane l is 0.
    #[inline(always)]
    pub(super) fn zeros(self, x: S::U) -> u32 {
        self.s.bits(self.s.equal(x, self.s.zero()))
    }
}
