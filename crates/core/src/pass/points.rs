//! Operations on many points at once, one in each lane: Horner's rule, ∏(x − a), and the numerator of Σ c/(x − a); and Horner's rule at one point for
//! many coefficients at once.
//!
//! Each step is x + w·y with a prepared w, whose range is closed for the arithmetics that reduce in every butterfly. Steps of one polynomial depend
//! on each other, those of other points or other coefficients do not: four vectors of points are processed in parallel.

use crate::simd::inlined::{CopyFrom, Walked, Zipped};
use crate::{
    arith::Modulus,
    cpu::Target,
    registry::{self, Kernel, Moduli},
    residue::{Residues, ifma::Ifma50, montgomery64::Montgomery64, shoup::Shoup62},
    simd::{self, Row, Simd},
};

/// Number of zeros before the coefficients of a polynomial under construction, and divisor of the numbers of its words.
pub const MARGIN: usize = 8;

/// Operations at points, for a range of moduli, prime or not.
pub type PointKernel = Kernel<Loops>;

registry::loops! {
    /// The loops of a [`PointKernel`].
    #[derive(Clone, Copy)]
    pub struct Loops[S: Simd, R: Residues<S>] {
        horner(n: Modulus, v: &[u64], points: &[u64], out: &mut [u64]) = values::<S, R>;
        value(n: Modulus, v: &[u64], x: u64) -> u64 = value::<S, R>;
        roots(n: Modulus, w: &[u64], out: &mut [u64]) = roots::<S, R>;
        fractions(n: Modulus, terms: [&[u64]; 2], out: [&mut [u64]; 2]) = fractions::<S, R>;
    }
}

/// The fastest kernel for n that needs no more than the features of `target`, if there is one.
#[must_use]
pub fn select(target: Target, n: Modulus) -> Option<&'static PointKernel> {
    registry::select(KERNELS, target, n)
}

const fn kernel<S: Simd, R: Residues<S>>(name: &'static str, moduli: Moduli) -> PointKernel {
    // sums x + w·y of values in the forward range are there again, and need no reduction first
    const { assert!(R::REDUCED == 0 && R::FORWARD_LEAST == 0 && R::FORWARD_FACTOR <= 4 && S::LANES <= MARGIN) };
    Kernel { name, needs: S::NEEDS, moduli, loops: Loops::of::<S, R>() }
}

registry::kernels! {
    KERNELS: PointKernel;
    x86:
    kernel::<simd::Avx512Ifma, Ifma50<_>>("ifma-50", Moduli::Bits(50)),
    kernel::<simd::AvxIfma, Ifma50<_>>("ifma-50-avx", Moduli::Bits(50)),
    kernel::<simd::Avx512, Shoup62<_>>("shoup-62", Moduli::Bits(62)),
    kernel::<simd::Avx512, Montgomery64<_>>("montgomery-64", Moduli::Odd(64));
    quad:
    kernel::<simd::Quad, Shoup62<_>>(simd::named!("shoup-62"), Moduli::Bits(62)),
    kernel::<simd::Quad, Montgomery64<_>>(simd::named!("montgomery-64"), Moduli::Odd(64));
}

impl PointKernel {
    /// `out[i]` = Σ `v[k]`·`points[i]`^k in [0, n), for `v` and `points` in [0, n).
    ///
    /// # Panics
    /// Unless there are as many points as values; if the kernel does not take n.
    pub fn horner(&self, n: Modulus, v: &[u64], points: &[u64], out: &mut [u64]) {
        self.check(n);
        assert!(points.len() == out.len(), "{} values at {} points", out.len(), points.len());
        (self.loops.horner)(n, v, points, out);
    }

    /// Σ `v[k]`·x^k in [0, n), for `v` and x in [0, n).
    ///
    /// # Panics
    /// If the kernel does not take n.
    #[must_use]
    pub fn value(&self, n: Modulus, v: &[u64], x: u64) -> u64 {
        self.check(n);
        (self.loops.value)(n, v, x)
    }

    /// ∏(x + w) for w in [0, n). `out` has [`MARGIN`] words that become zeros, then room for the coefficients.
    ///
    /// # Panics
    /// If the length of `out` is not a multiple of [`MARGIN`], or too short; if the kernel does not take n.
    pub fn roots(&self, n: Modulus, w: &[u64], out: &mut [u64]) {
        self.check(n);
        assert!(has_room(w.len(), out), "{} words for {} roots", out.len(), w.len());
        (self.loops.roots)(n, w, out);
    }

    /// The numerator of Σ c/(x + w), for w and c in [0, n); `out` as in [`roots`](Self::roots), `product` is scratch of the same length.
    ///
    /// # Panics
    /// Unless there are as many w as c; if the lengths of `out` and `product` differ, are not multiples of [`MARGIN`], or too short; if the
    /// kernel does not take n.
    pub fn fractions(&self, n: Modulus, [w, c]: [&[u64]; 2], out: &mut [u64], product: &mut [u64]) {
        self.check(n);
        assert!(
            w.len() == c.len() && has_room(w.len(), out) && out.len() == product.len(),
            "room for {} terms",
            w.len()
        );
        (self.loops.fractions)(n, [w, c], [out, product]);
    }
}

fn has_room(roots: usize, out: &[u64]) -> bool {
    out.len().is_multiple_of(MARGIN) && out.len() > MARGIN && out.len() - MARGIN > roots
}

/// Number of vectors processed in parallel.
const GROUPS: usize = 4;

/// Values of a polynomial, given by its coefficients.
#[inline(always)]
fn values<S: Simd, R: Residues<S>>(s: S, n: Modulus, v: &[u64], points: &[u64], out: &mut [u64]) {
    let (mut points, mut out) = (points.chunks(GROUPS * S::LANES), out.chunks_mut(GROUPS * S::LANES));
    while let (Some(points), Some(out)) = (points.next(), out.next()) {
        if points.len() == GROUPS * S::LANES {
            horner::<S, R, GROUPS>(s, n, v, points, out);
            continue;
        }
        // the last points, by pairs of vectors
        for (points, out) in points.chunks(2 * S::LANES).zipped(out.chunks_mut(2 * S::LANES)) {
            let (mut all, mut values) = ([0; 2 * MARGIN], [0; 2 * MARGIN]);
            all[..points.len()].copy_from(points);
            if points.len() > S::LANES {
                horner::<S, R, 2>(s, n, v, &all[..2 * S::LANES], &mut values[..2 * S::LANES]);
            } else {
                horner::<S, R, 1>(s, n, v, &all[..S::LANES], &mut values[..S::LANES]);
            }
            out.copy_from(&values[..out.len()]);
        }
    }
}

/// Values at G vectors of points.
#[inline(always)]
fn horner<S: Simd, R: Residues<S>, const G: usize>(s: S, n: Modulus, v: &[u64], points: &[u64], out: &mut [u64]) {
    let r = R::new(s, n.n());
    let mut x = [r.factor([0; 2]); G];
    for (x, points) in x.walk_mut().zipped(S::rows(points).0) {
        let (mut first, mut second) = (S::Row::ZERO, S::Row::ZERO);
        for (i, &point) in points.as_ref().iter().enumerate() {
            [first.as_mut()[i], second.as_mut()[i]] = R::prepare(n, point);
        }
        *x = r.factors(&first, &second);
    }
    let mut sums = [r.zero(); G];
    for &c in v.iter().rev() {
        let c = r.residue(c);
        for g in 0..G {
            sums[g] = r.mul_add(c, sums[g], x[g]);
        }
    }
    for (out, sum) in S::rows_mut(out).0.walk_mut().zipped(sums) {
        s.store(out, r.value_words(sum));
    }
}

/// The value at one point x, by Horner's rule in W = `GROUPS`·`LANES` lanes: lane i evaluates the polynomial with the coefficients v_i, v_(i + W),
/// v_(i + 2W), … at x^W. The W values are coefficients of a polynomial in x, which is evaluated first over the vectors, at x^`LANES`, then over the
/// lanes of one vector, at x.
#[inline(always)]
fn value<S: Simd, R: Residues<S>>(s: S, n: Modulus, v: &[u64], x: u64) -> u64 {
    let r = R::new(s, n.n());
    let by_lanes = squared(n, x, S::LANES.ilog2());
    let by_all = r.factor(R::prepare(n, squared(n, by_lanes, GROUPS.ilog2())));
    let by_lanes = r.factor(R::prepare(n, by_lanes));
    let mut at = v.len() / (GROUPS * S::LANES) * (GROUPS * S::LANES);
    let mut top = [0; GROUPS * MARGIN];
    top[..v.len() - at].copy_from(&v[at..]);
    let mut sums = [r.zero(); GROUPS];
    for (sum, top) in sums.walk_mut().zipped(S::rows(&top).0) {
        *sum = r.load_residues(top);
    }
    while at > 0 {
        at -= GROUPS * S::LANES;
        for g in 0..GROUPS {
            sums[g] = r.mul_add(r.load_residues(S::row(&v[at + g * S::LANES..])), sums[g], by_all);
        }
    }
    let mut row = S::Row::ZERO;
    let mut sum = r.zero();
    for g in (0..GROUPS).rev() {
        s.store(&mut row, r.value_words(sums[g]));
        sum = r.mul_add(r.load_residues(&row), sum, by_lanes);
    }
    s.store(&mut row, r.value_words(sum));
    let mut value = 0;
    for &c in row.as_ref().iter().rev() {
        value = n.add(n.mul(value, x), c);
    }
    value
}

/// x^(2^times).
#[inline(always)]
fn squared(n: Modulus, mut x: u64, times: u32) -> u64 {
    for _ in 0..times {
        x = n.mul(x, x);
    }
    x
}

/// ∏(x + w) for these w.
#[inline(always)]
fn roots<S: Simd, R: Residues<S>>(s: S, n: Modulus, roots: &[u64], out: &mut [u64]) {
    out.fill(0);
    out[MARGIN] = 1;
    let r = R::new(s, n.n());
    for (i, &w) in roots.iter().enumerate() {
        let w = r.factor(R::prepare(n, w));
        // degree i + 1 from now on
        times_linear(s, r, &mut out[..(MARGIN + i + 2).next_multiple_of(S::LANES)], w);
    }
    settle(s, r, &mut out[MARGIN..]);
}

/// Multiplies by x + w, from the top, since each coefficient needs the old value of the one below.
#[inline(always)]
fn times_linear<S: Simd, R: Residues<S>>(_: S, r: R, out: &mut [u64], w: R::W) {
    let mut at = out.len();
    while at > MARGIN {
        at -= S::LANES;
        let (below, here) = (r.load(S::row(&out[at - 1..])), r.load(S::row(&out[at..])));
        r.store(S::row_mut(&mut out[at..]), r.forward(below, here, w).0);
    }
}

/// Reduces from the forward range to [0, p).
#[inline(always)]
fn settle<S: Simd, R: Residues<S>>(s: S, r: R, out: &mut [u64]) {
    for row in S::rows_mut(out).0 {
        s.store(row, r.value_words(r.load(row)));
    }
}

/// The numerator and the denominator of Σ c/(x + w), from the w and the c.
#[inline(always)]
fn fractions<S: Simd, R: Residues<S>>(
    s: S,
    n: Modulus,
    [roots, weights]: [&[u64]; 2],
    [out, product]: [&mut [u64]; 2],
) {
    out.fill(0);
    product.fill(0);
    product[MARGIN] = 1;
    let r = R::new(s, n.n());
    for (i, (&w, &c)) in roots.walk().zipped(weights).enumerate() {
        let (w, c) = (r.factor(R::prepare(n, w)), r.factor(R::prepare(n, c)));
        let len = (MARGIN + i + 2).next_multiple_of(S::LANES);
        let (out, product) = (&mut out[..len], &mut product[..len]);
        let mut at = len;
        while at > MARGIN {
            at -= S::LANES;
            let (below, here) = (r.load(S::row(&out[at - 1..])), r.load(S::row(&out[at..])));
            let (factor_below, factor) = (r.load(S::row(&product[at - 1..])), r.load(S::row(&product[at..])));
            let sum = r.forward(below, here, w).0;
            r.store(S::row_mut(&mut out[at..]), r.forward(sum, factor, c).0);
            r.store(S::row_mut(&mut product[at..]), r.forward(factor_below, factor, w).0);
        }
    }
    settle(s, r, &mut out[MARGIN..]);
}
