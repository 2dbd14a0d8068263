//! Words to residues modulo the primes of a product, and back to words modulo n.
//!
//! Reconstruction: with M = ∏ p_i and y_i = x_i·(M/p_i)^(−1) mod p_i, X = Σ y_i·M/p_i − q·M, q = ⌊Σ y_i/p_i⌋. Modulo n the weights M/p_i and M are
//! signed words; q, and the quotient by n of the weighted sum, are computed from double-precision sums whose error is below the margin of the bounds,
//! and the remainder is exact modulo 2^64. Any n, even or odd. For n ≥ 2^62 the quotient must be right to within 1/128: weights over n are then two
//! doubles each, and the integral parts of the products are summed beside the others.

use super::remainder::Remainder;
use crate::simd::inlined::{CopyFrom, Walked, Zipped};
use crate::{
    arith::Modulus,
    cpu::Target,
    lengths::runs_within,
    registry::{self, Kernel, Moduli},
    residue::{Residues, doubles::Doubles, ifma::Ifma49},
    simd::{self, Row, Simd},
};

/// Bits of the largest primes, whose residues doubles hold.
pub const MAX_PRIME_BITS: u32 = 50;
/// X must be at most M·(1 − 2^−18), so that a sum that rounding makes too small by an integer is distinguished from a
/// smaller X.
pub const LOG2_MARGIN: f64 = 1e-5;
/// Largest number of primes: the quotient's double-precision sum is then right to ±1.5.
pub const MAX_PRIMES: usize = 4;
/// Least n of which quotients are computed more precisely: four times it exceeds a word.
const LARGE: u64 = 1 << 62;

/// Arithmetic of the transforms' residues, with words.
trait Words<S: Simd>: Residues<S> {
    /// Whether residues are stored as doubles.
    const DOUBLES: bool;
    /// Number of low bits of a word that are added as they are.
    const LOW: u32;

    /// low + high·w in [0, p), for the low bits of a word and those above.
    fn word(self, s: S, p: S::U, low: S::U, high: S::U, w: Self::W) -> S::U;
    /// A product by a prepared factor, as doubles and as signed words.
    fn both(self, s: S, v: Self::V) -> (S::F, S::U);
}

impl<S: Simd> Words<S> for Ifma49<S> {
    const DOUBLES: bool = false;
    /// 2^51 and a residue below 2p stay below 2^52 together.
    const LOW: u32 = 51;

    #[inline(always)]
    fn word(self, s: S, _: S::U, low: S::U, high: S::U, w: [S::U; 2]) -> S::U {
        // of which `canonical` reads 52 bits
        self.canonical(s.add(low, self.times(high, w)))
    }
    /// In [0, p).
    #[inline(always)]
    fn both(self, s: S, v: S::U) -> (S::F, S::U) {
        let words = self.residue_words(v);
        (s.words_to_doubles(words), words)
    }
}

impl<S: Simd> Words<S> for Doubles<S> {
    const DOUBLES: bool = true;
    const LOW: u32 = 32;

    #[inline(always)]
    fn word(self, s: S, p: S::U, low: S::U, high: S::U, w: [S::F; 2]) -> S::U {
        let sum = s.add_double(self.times(s.words_to_doubles(high), w), s.words_to_doubles(low));
        s.above(s.integers(self.reduce(sum)), p)
    }
    /// Less than 0.69p in magnitude: any y_i of the right class is valid.
    #[inline(always)]
    fn both(self, s: S, v: S::F) -> (S::F, S::U) {
        (v, s.integers(v))
    }
}

/// Where a run of residues begins, and how far behind it the next prime's is.
struct Runs<'a> {
    residues: &'a [u64],
    stride: usize,
    first: usize,
}

type Join = fn(&WordReconstruct, &Runs<'_>, &mut [u64]);

registry::loops! {
    /// The loops of one arithmetic.
    #[derive(Clone, Copy)]
    struct Loops[S: Simd, R: Words<S>] {
        {
            doubles: bool = R::DOUBLES;
            prepare: fn(Modulus, u64) -> [u64; 2] = R::prepare;
            /// For each number of primes: for n < 2^62, and for larger n.
            joins: [[Join; 2]; MAX_PRIMES] =
                [joins::<S, R, 1>(), joins::<S, R, 2>(), joins::<S, R, 3>(), joins::<S, R, 4>()];
        }
        split(p: Modulus, words: &[u64], out: &mut [u64]) = residues::<S, R>;
    }
}

const fn joins<S: Simd, R: Words<S>, const K: usize>() -> [Join; 2] {
    [
        |c, runs, out| simd::run!(S::get(), joined::<S, R, K, false>, c, runs, out),
        |c, runs, out| simd::run!(S::get(), joined::<S, R, K, true>, c, runs, out),
    ]
}

const fn kernel<S: Simd, R: Words<S>>(name: &'static str, most: u32) -> Kernel<Loops> {
    Kernel { name, needs: S::NEEDS, moduli: Moduli::Bits(most), loops: Loops::of::<S, R>() }
}

#[cfg(feature = "testing")]
#[doc(hidden)]
impl Loops {
    pub fn split(&self, p: Modulus, words: &[u64], out: &mut [u64]) {
        (self.split)(p, words, out);
    }

    pub fn doubles(&self) -> bool {
        self.doubles
    }
}

registry::kernels! {
    KERNELS: Kernel<Loops>;
    x86:
    kernel::<simd::Avx512Ifma, Ifma49<_>>("ifma-49", 49),
    kernel::<simd::AvxIfma, Ifma49<_>>("ifma-49-avx", 49),
    kernel::<simd::Avx512, Doubles<_>>("doubles-50-wide", MAX_PRIME_BITS);
    quad:
    kernel::<simd::Quad, Doubles<_>>("doubles-50", MAX_PRIME_BITS);
}

/// The same loops on arrays of words.
#[cfg(feature = "testing")]
#[doc(hidden)]
pub static PORTABLE: [Kernel<Loops>; 2] = [
    kernel::<simd::Portable, Ifma49<_>>("ifma-49-portable", 49),
    kernel::<simd::Portable, Doubles<_>>("doubles-50-portable", MAX_PRIME_BITS),
];

/// How a transform's kernel leaves residues.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// The extensions that the kernel needs: [`join`] needs no more.
    pub needs: Target,
    /// Whether residues are doubles, of either sign; otherwise words below 2p.
    pub doubles: bool,
}

/// Constants of [`join`] for the primes and n.
#[derive(Clone, Debug)]
pub struct WordReconstruct {
    n: u64,
    primes: Vec<JoinPrime>,
    /// −M modulo n.
    minus_product: Weight,
    join: Join,
}

#[derive(Clone, Debug)]
struct JoinPrime {
    p: u64,
    reciprocal: f64,
    /// Factor that takes a residue to y_i, prepared; it includes the factor that the transform leaves.
    factor: [u64; 2],
    /// M/p_i modulo n.
    weight: Weight,
}

/// A residue modulo n as the representative nearest to zero, in two's complement, and its quotient by n as the sum of two doubles.
#[derive(Clone, Copy, Debug)]
struct Weight(u64, [f64; 2]);

impl Weight {
    /// The sum of both doubles is right to within 2^−64.
    fn new(n: u64, x: u64) -> Self {
        const UNIT: f64 = (1_u128 << 64) as f64;
        let negative = x > n / 2;
        let (signed, size) = if negative { (x.wrapping_sub(n), n - x) } else { (x, x) };
        let first = size as f64 / n as f64;
        let exact = (u128::from(size) << 64) / u128::from(n);
        let second = (exact as i128 - (first * UNIT) as i128) as f64 / UNIT;
        Weight(signed, if negative { [-first, -second] } else { [first, second] })
    }
}

#[cfg(feature = "testing")]
#[doc(hidden)]
impl WordReconstruct {
    pub fn by(loops: &Loops, n: Modulus, primes: &[Modulus], lacking: &[u64]) -> Self {
        Self::with(loops, n, primes, lacking)
    }
}

impl WordReconstruct {
    /// The loops for residues of this form.
    fn kernel(primes: &[Modulus], form: Form) -> Option<&'static Kernel<Loops>> {
        let serves = |k: &&Kernel<Loops>| {
            k.loops.doubles == form.doubles && k.needs.runs_within(form.needs) && primes.iter().all(|p| k.takes(*p))
        };
        KERNELS.iter().find(serves).filter(|_| (1..=MAX_PRIMES).contains(&primes.len()))
    }

    /// Whether [`join`] supports residues of this form modulo these primes.
    #[must_use]
    pub fn applies(primes: &[Modulus], form: Form) -> bool {
        Self::kernel(primes, form).is_some()
    }

    /// The reconstruction for these distinct primes, n, and for each prime the factor that residues of this form still lack.
    ///
    /// # Panics
    /// Unless [`applies`](Self::applies) is true, and there is a factor for each prime.
    #[must_use]
    pub fn new(n: Modulus, primes: &[Modulus], lacking: &[u64], form: Form) -> Self {
        let Some(kernel) = Self::kernel(primes, form) else { panic!("too many or too large primes") };
        Self::with(&kernel.loops, n, primes, lacking)
    }

    fn with(loops: &Loops, n: Modulus, primes: &[Modulus], lacking: &[u64]) -> Self {
        assert_eq!(primes.len(), lacking.len(), "a factor for each prime");
        let others = |m: Modulus, p: u64| {
            primes.iter().filter(|q| q.n() != p).fold(m.reduce(1), |x, q| m.mul(x, m.reduce(q.n())))
        };
        let prime = |(&p, &lacking): (&Modulus, &u64)| {
            let y = p.pow(others(p, p.n()), p.n() - 2);
            JoinPrime {
                p: p.n(),
                reciprocal: 1.0 / p.n() as f64,
                factor: (loops.prepare)(p, p.mul(y, lacking)),
                weight: Weight::new(n.n(), others(n, p.n())),
            }
        };
        let product = primes.iter().fold(n.reduce(1), |x, p| n.mul(x, n.reduce(p.n())));
        WordReconstruct {
            n: n.n(),
            primes: primes.iter().zip(lacking).map(prime).collect(),
            minus_product: Weight::new(n.n(), n.neg(product)),
            join: loops.joins[primes.len() - 1][usize::from(n.n() >= LARGE)],
        }
    }
}

/// Reduces words to [0, n): in vectors where a kernel takes n, one at a time otherwise.
///
/// # Panics
/// If the lengths differ.
pub fn split(target: Target, n: Modulus, words: &[u64], out: &mut [u64]) {
    assert!(words.len() == out.len(), "as many words as residues");
    match registry::select(KERNELS, target, n) {
        Some(kernel) => (kernel.loops.split)(n, words, out),
        None => out.iter_mut().zip(words).for_each(|(out, &x)| *out = n.reduce(x)),
    }
}

/// Writes to `out[i]` the word in [0, n) of the unfinished residues `residues[j·stride + first + i]`, j over the
/// primes.
///
/// # Panics
/// If a run is too short.
pub fn join(crt_reconstruct: &WordReconstruct, residues: &[u64], stride: usize, first: usize, out: &mut [u64]) {
    let runs = [crt_reconstruct.primes.len(), stride, out.len()];
    assert!(runs_within(first, runs, residues.len()), "runs of {} residues from place {first} on", out.len());
    (crt_reconstruct.join)(crt_reconstruct, &Runs { residues, stride, first }, out);
}

/// Residues of words.
#[inline(always)]
fn residues<S: Simd, R: Words<S>>(s: S, p: Modulus, words: &[u64], out: &mut [u64]) {
    let r = R::new(s, p.n());
    let w = r.factor(R::prepare(p, p.reduce(1 << R::LOW)));
    let (mask, prime) = (s.set((1 << R::LOW) - 1), s.set(p.n()));
    let ((words, last), (out, rest)) = (S::rows(words), S::rows_mut(out));
    for (x, out) in words.walk().zipped(out) {
        let x = s.load(x);
        s.store(out, r.word(s, prime, s.and(x, mask), s.shr(x, R::LOW), w));
    }
    if !rest.is_empty() {
        let x = s.load_part(last);
        s.store_part(rest, r.word(s, prime, s.and(x, mask), s.shr(x, R::LOW), w));
    }
}

/// Words modulo n of residues modulo K primes.
#[inline(always)]
fn joined<S: Simd, R: Words<S>, const K: usize, const ANY: bool>(
    s: S,
    c: &WordReconstruct,
    runs: &Runs<'_>,
    out: &mut [u64],
) {
    let joiner = Joiner::<S, R, K>::new(s, c);
    let (rows, rest) = S::rows_mut(out);
    let mut run: [(&[S::Row], &[u64]); K] = [(&[], &[]); K];
    let len = rows.len() * S::LANES + rest.len();
    for j in 0..K {
        run[j] = S::rows(&runs.residues[j * runs.stride + runs.first..][..len]);
    }
    for i in 0..rows.len() {
        let mut x = [joiner.primes[0].r.zero(); K];
        for j in 0..K {
            x[j] = joiner.primes[j].r.load(&run[j].0[i]);
        }
        s.store(&mut rows[i], joiner.joined::<ANY>(s, x));
    }
    if !rest.is_empty() {
        let mut x = [joiner.primes[0].r.zero(); K];
        for j in 0..K {
            let mut row = S::Row::ZERO;
            row.as_mut()[..rest.len()].copy_from(run[j].1);
            x[j] = joiner.primes[j].r.load(&row);
        }
        s.store_part(rest, joiner.joined::<ANY>(s, x));
    }
}

/// A weight in all lanes.
#[derive(Clone, Copy)]
struct WeightLanes<S: Simd>(S::U, [S::F; 2]);

/// The constants of a [`JoinPrime`] in all lanes.
#[derive(Clone, Copy)]
struct PrimeLanes<S: Simd, R: Words<S>> {
    r: R,
    factor: R::W,
    reciprocal: S::F,
    weight: WeightLanes<S>,
}

/// The constants of a [`WordReconstruct`] in all lanes.
struct Joiner<S: Simd, R: Words<S>, const K: usize> {
    primes: [PrimeLanes<S, R>; K],
    minus_product: WeightLanes<S>,
    remainder: Remainder<S>,
}

impl<S: Simd, R: Words<S>, const K: usize> Joiner<S, R, K> {
    #[inline(always)]
    fn new(s: S, c: &WordReconstruct) -> Self {
        let constants: &[JoinPrime; K] = c.primes.first_chunk().expect("K primes");
        let mut primes = [prime_lanes(s, &constants[0]); K];
        for j in 1..K {
            primes[j] = prime_lanes(s, &constants[j]);
        }
        Joiner { primes, minus_product: weight_lanes(s, c.minus_product), remainder: Remainder::new(s, c.n) }
    }

    #[inline(always)]
    fn joined<const ANY: bool>(&self, s: S, x: [R::V; K]) -> S::U {
        let mut multiples = s.set_double(1.0 / (1 << 20) as f64);
        let mut total = (s.zero(), s.set_double(if ANY { 0.0 } else { -1.5 }), s.set_double(0.0));
        for j in 0..K {
            let PrimeLanes { r, factor, reciprocal, weight } = self.primes[j];
            let (real, word) = r.both(s, r.times(x[j], factor));
            multiples = s.mul_add(real, reciprocal, multiples);
            total = plus::<S, ANY>(s, total, (real, word), weight);
        }
        let q = s.floor(multiples);
        let (sum, quotient, fraction) = plus::<S, ANY>(s, total, (q, s.integers(q)), self.minus_product);
        if ANY {
            self.remainder.any(sum, quotient, fraction)
        } else {
            // the quotient is right to within 1
            self.remainder.below_four(sum, s.integers(s.floor(quotient)))
        }
    }
}

/// A sum modulo 2^64 and its quotient by n, or for `ANY` the integral and the other part of the quotient.
type Total<S> = (<S as Simd>::U, <S as Simd>::F, <S as Simd>::F);

/// The sum and y·w, y given as doubles and as words.
#[inline(always)]
fn plus<S: Simd, const ANY: bool>(
    s: S,
    (sum, quotient, fraction): Total<S>,
    (real, word): (S::F, S::U),
    WeightLanes(w, over_n): WeightLanes<S>,
) -> Total<S> {
    let sum = s.add(sum, s.mul(word, w));
    if !ANY {
        return (sum, s.mul_add(real, over_n[0], quotient), fraction);
    }
    let whole = s.round(s.mul_double(real, over_n[0]));
    let part = s.mul_add(real, over_n[1], s.mul_sub(real, over_n[0], whole));
    (sum, s.add_double(quotient, whole), s.add_double(fraction, part))
}

#[inline(always)]
fn weight_lanes<S: Simd>(s: S, Weight(w, over_n): Weight) -> WeightLanes<S> {
    WeightLanes(s.set(w), [s.set_double(over_n[0]), s.set_double(over_n[1])])
}

#[inline(always)]
fn prime_lanes<S: Simd, R: Words<S>>(s: S, c: &JoinPrime) -> PrimeLanes<S, R> {
    let r = R::new(s, c.p);
    PrimeLanes {
        r,
        factor: r.factor(c.factor),
        reciprocal: s.set_double(c.reciprocal),
        weight: weight_lanes(s, c.weight),
    }
}
