//! Powers of x + c modulo several monic polynomials at once, one polynomial in each lane: the step of root finding for polynomials too short for
//! transforms.
//!
//! With f of degree n and g = 1/(f in reverse order) modulo x^(n − 1), a square modulo f is that of a, the product of its upper n − 1 coefficients by
//! g, which makes the quotient, and that of the quotient by −f: n²/2 products of vectors each, every coefficient's sum reduced once by the columns of
//! 52-bit multiply-add (`Fma`), whose bounds these sums keep. Nothing is moved between lanes. A polynomial of lower degree is multiplied by a power of
//! x: the power modulo this multiple has the right residue modulo the polynomial too.

use super::columns::{Columns, Constants, Fma, FmaSums, MAX_TERMS, Modular};
use crate::simd::inlined::{Walked, Zipped, formulas};
use crate::{
    arith::Modulus,
    cpu::Target,
    registry::{self, Kernel, Moduli},
    simd::{self, Simd},
};

/// Largest number of polynomials at a time.
pub const LANES: usize = 8;
/// The largest degree: a coefficient is a sum of at most 2n + 1 products.
pub const MAX_DEGREE: usize = 120;
const _: () = assert!(2 * MAX_DEGREE < MAX_TERMS);

/// Powers, for a range of moduli.
pub type PowersKernel = Kernel<Loops>;

registry::loops! {
    /// The loops of a [`PowersKernel`].
    #[derive(Clone, Copy)]
    pub struct Loops[S: Simd, const D: usize, const ANY: bool] {
        {
            lanes: usize = S::LANES;
            constants: fn(Modulus) -> Constants = <Fma<S, ANY> as Modular<S, D>>::constants;
        }
        run(constants: &Constants, c: u64, e: &[u64], negated: &[u64]) -> Vec<u64> = powers::<S, D, ANY>;
    }
}

const fn kernel<S: Simd, const D: usize, const ANY: bool>(name: &'static str, moduli: Moduli) -> PowersKernel {
    const { assert!(S::LANES <= LANES) };
    Kernel { name, needs: S::NEEDS, moduli, loops: Loops::of::<S, D, ANY>() }
}

const LARGE: Moduli = Moduli::Within(1 << 62, u64::MAX);

registry::kernels! {
    KERNELS: PowersKernel;
    x86:
    kernel::<simd::Avx512Ifma, 1, false>("ifma-51", Moduli::Bits(51)),
    kernel::<simd::Avx512Ifma, 2, false>("ifma-62", Moduli::Bits(62)),
    kernel::<simd::Avx512Ifma, 2, true>("ifma-64", LARGE),
    kernel::<simd::AvxIfma, 1, false>("ifma-51-avx", Moduli::Bits(51)),
    kernel::<simd::AvxIfma, 2, false>("ifma-62-avx", Moduli::Bits(62)),
    kernel::<simd::AvxIfma, 2, true>("ifma-64-avx", LARGE);
}

/// The same loops on arrays of words.
#[cfg(feature = "testing")]
#[doc(hidden)]
pub static PORTABLE: [PowersKernel; 3] = [
    kernel::<simd::Portable, 1, false>("ifma-51-portable", Moduli::Bits(51)),
    kernel::<simd::Portable, 2, false>("ifma-62-portable", Moduli::Bits(62)),
    kernel::<simd::Portable, 2, true>("ifma-64-portable", LARGE),
];

/// The fastest kernel for n that needs no more than the features of `target`, if there is one.
#[must_use]
pub fn select(target: Target, n: Modulus) -> Option<&'static PowersKernel> {
    registry::select(KERNELS, target, n)
}

impl PowersKernel {
    /// Returns (x + c)^e modulo each of at most [`LANES`] monic polynomials; one of degree n − k, n the largest degree, counts as its product by x^k: n
    /// coefficients in [0, p) for each. `e` > 0 in words, the least significant first.
    ///
    /// # Panics
    /// If the kernel does not take p; for no or more polynomials, a degree beyond [`MAX_DEGREE`] or below 2, or a polynomial that is not monic.
    #[must_use]
    pub fn powers(&self, p: Modulus, c: u64, e: &[u64], polys: &[&[u64]]) -> Vec<Vec<u64>> {
        self.check(p);
        let n = polys.iter().map(|f| f.len()).max().unwrap_or(0).saturating_sub(1);
        assert!((1..=LANES).contains(&polys.len()) && (2..=MAX_DEGREE).contains(&n));
        assert!(
            polys.iter().all(|f| f.last() == Some(&1)) && e.iter().any(|&word| word > 0),
            "monic polynomials, e > 0"
        );
        let (lanes, constants) = (self.loops.lanes, (self.loops.constants)(p));
        let mut all = Vec::with_capacity(polys.len());
        for polys in polys.chunks(lanes) {
            let mut negated = vec![0; lanes * n];
            for (lane, f) in polys.iter().enumerate() {
                let (low, shift) = (&f[..f.len() - 1], n + 1 - f.len());
                for (to, &x) in negated[lanes * shift + lane..].iter_mut().step_by(lanes).zipped(low) {
                    *to = p.neg(x);
                }
            }
            let values = (self.loops.run)(&constants, c, e, &negated);
            all.extend((0..polys.len()).map(|lane| values[lane..].iter().step_by(lanes).copied().collect::<Vec<_>>()));
        }
        all
    }
}

/// The digits of one coefficient of the polynomials.
type Digits<S, const D: usize> = [<S as Simd>::U; D];

/// The polynomials and the working rows of squares modulo them; n is the degree.
struct Work<S: Simd, const D: usize, const ANY: bool> {
    c: Fma<S, ANY>,
    /// −f, its lower n coefficients.
    negated: Vec<Digits<S, D>>,
    /// 1/(f in reverse order) modulo x^(n − 1).
    inverse: Vec<Digits<S, D>>,
    /// The power, reduced.
    power: Vec<Digits<S, D>>,
    next: Vec<Digits<S, D>>,
    /// The upper n − 1 coefficients of a square, the highest first, and those of the quotient from the constant term on.
    upper: Vec<Digits<S, D>>,
    quotient: Vec<Digits<S, D>>,
}

/// The n vectors of coefficients of (x + c)^e, coefficient 0 first, modulo the polynomials given by the vectors of the lower coefficients of −f.
#[inline(always)]
fn powers<S: Simd, const D: usize, const ANY: bool>(
    s: S,
    constants: &Constants,
    c: u64,
    e: &[u64],
    negated: &[u64],
) -> Vec<u64> {
    let n = negated.len() / S::LANES;
    let mut w = Work::<S, D, ANY>::new(s, constants, negated);
    let (c, one) = (w.each(c), w.each(1));
    w.invert(one);
    (w.power[0], w.power[1]) = (c, one);
    let top = e.iter().rposition(|&word| word > 0).unwrap_or(0);
    for bit in (0..64 * top as u32 + e[top].ilog2()).rev() {
        w.square();
        if e[(bit / 64) as usize] >> (bit % 64) & 1 == 1 {
            w.times_linear(c, one);
        }
    }
    let mut out = vec![0; S::LANES * n];
    for (words, digits) in S::rows_mut(&mut out).0.walk_mut().zipped(&w.power) {
        let value = if D == 2 { s.or(digits[0], s.shl(digits[1], 52)) } else { digits[0] };
        s.store(words, value);
    }
    out
}

impl<S: Simd, const D: usize, const ANY: bool> Work<S, D, ANY> {
    #[inline(always)]
    fn new(s: S, constants: &Constants, negated: &[u64]) -> Self {
        let n = negated.len() / S::LANES;
        let c: Fma<S, ANY> = Columns::<S, D>::new(s, constants);
        let zeros = |len: usize| vec![[s.zero(); D]; len];
        let mut lower = Vec::with_capacity(n);
        for vector in S::rows(negated).0 {
            lower.push(c.digits(s.load(vector)));
        }
        let [inverse, upper, quotient] = [zeros(n - 1), zeros(n - 1), zeros(n - 1)];
        Work { c, negated: lower, inverse, power: zeros(n), next: zeros(n), upper, quotient }
    }

    formulas! {
        fn each(&self, x: u64) -> Digits<S, D> = self.c.each(x);
        fn empty(&self) -> FmaSums<S> = Columns::<S, D>::empty(self.c);
        fn plus(&self, x: FmaSums<S>, y: FmaSums<S>) -> FmaSums<S> = Columns::<S, D>::plus(self.c, x, y);
        /// The digits of a sum modulo p.
        fn reduced(&self, sum: FmaSums<S>) -> Digits<S, D> = self.c.digits(Modular::<S, D>::value(self.c, sum));
    }

    /// g = 1 − Σ f_(n − i)·x^i·g, one coefficient after the other.
    #[inline(always)]
    fn invert(&mut self, one: Digits<S, D>) {
        let n = self.negated.len();
        self.inverse[0] = one;
        for m in 1..n - 1 {
            let mut sum = self.empty();
            for (&x, &y) in self.negated[n - m..].walk().zipped(&self.inverse[..m]) {
                sum = self.c.plus_product(sum, x, y);
            }
            self.inverse[m] = self.reduced(sum);
        }
    }

    /// start + Σ a_i·b_(len − 1 − i), for a and b of one length; one digit in four independent sums.
    #[inline(always)]
    fn convolved(&self, start: FmaSums<S>, a: &[Digits<S, D>], b: &[Digits<S, D>]) -> FmaSums<S> {
        const BESIDE: usize = 4;
        let (last, mut i, mut sum) = (a.len(), 0, start);
        let b = &b[..last];
        if D == 1 {
            let mut sums = [start, self.empty(), self.empty(), self.empty()];
            while i + BESIDE <= last {
                for k in 0..BESIDE {
                    sums[k] = self.c.plus_product(sums[k], a[i + k], b[last - 1 - i - k]);
                }
                i += BESIDE;
            }
            sum = self.plus(self.plus(sums[0], sums[1]), self.plus(sums[2], sums[3]));
        }
        for i in i..last {
            sum = self.c.plus_product(sum, a[i], b[last - 1 - i]);
        }
        sum
    }

    /// Σ a_i·a_(len − 1 − i), each pair computed once.
    #[inline(always)]
    fn square_of(&self, a: &[Digits<S, D>]) -> FmaSums<S> {
        let half = a.len() / 2;
        let sum = self.c.doubled(self.convolved(self.empty(), &a[..half], &a[a.len() - half..]));
        if a.len() % 2 == 1 { self.c.plus_product(sum, a[half], a[half]) } else { sum }
    }

    /// power = power² modulo f.
    #[inline(always)]
    fn square(&mut self) {
        let n = self.power.len();
        for m in 0..n - 1 {
            // coefficient 2n − 2 − m
            self.upper[m] = self.reduced(self.square_of(&self.power[n - 1 - m..]));
        }
        for m in 0..n - 1 {
            let sum = self.convolved(self.empty(), &self.upper[..=m], &self.inverse[..=m]);
            self.quotient[n - 2 - m] = self.reduced(sum);
        }
        for k in 0..n {
            let met = k.min(n - 2);
            let square = self.square_of(&self.power[..=k]);
            let sum = self.convolved(square, &self.quotient[..=met], &self.negated[k - met..=k]);
            self.next[k] = self.reduced(sum);
        }
        std::mem::swap(&mut self.power, &mut self.next);
    }

    /// power = (x + c)·power modulo f.
    #[inline(always)]
    fn times_linear(&mut self, c: Digits<S, D>, one: Digits<S, D>) {
        let n = self.power.len();
        let top = self.power[n - 1];
        for k in (0..n).rev() {
            let mut sum = self.c.plus_product(self.empty(), self.power[k], c);
            sum = self.c.plus_product(sum, top, self.negated[k]);
            if k > 0 {
                sum = self.c.plus_product(sum, self.power[k - 1], one);
            }
            self.power[k] = self.reduced(sum);
        }
    }
}
