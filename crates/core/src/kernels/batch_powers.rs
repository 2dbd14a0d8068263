//! Powers of x + c modulo eight monic polynomials at once, one polynomial in each lane: the step of root finding for
//! polynomials too short for transforms.
//!
//! With f of degree n and g = 1/(f in reverse order) modulo x^(n − 1), a square modulo f is that of a, the product of
//! its upper n − 1 coefficients by g, which makes the quotient, and that of the quotient by −f: n²/2 products of
//! vectors each, every coefficient's sum reduced once by the columns of [`short`](super::short), whose bounds these
//! sums keep. Nothing is moved between lanes. A polynomial of lower degree is multiplied by a power of x: the power
//! modulo this multiple has the right residue modulo the polynomial too.

use super::short::Short;
use crate::cpu::{Feature, Target, host};

/// Number of polynomials at a time.
pub const LANES: usize = 8;
/// The largest degree: a coefficient is a sum of at most 2n + 1 products, and the columns take [`MAX_LEN`](super::short::MAX_LEN).
pub const MAX_DEGREE: usize = 120;
const _: () = assert!(2 * MAX_DEGREE < super::short::MAX_LEN);

/// Whether there is a kernel for this modulus and these instructions.
#[must_use]
pub fn applies(short: &Short, target: Target) -> bool {
    cfg!(target_arch = "x86_64") && (target & host().supported).has(Feature::Avx512Ifma) && short.applies(target, 1, 1)
}

/// Returns (x + c)^e modulo each of at most eight monic polynomials; one of degree n − k, n the largest degree, counts
/// as its product by x^k: n coefficients in [0, p) for each, p the modulus. `e` > 0 in words, the least significant
/// first.
///
/// # Panics
/// If [`applies`] is false; for more polynomials, a degree beyond [`MAX_DEGREE`] or below 2, or a polynomial that is
/// not monic.
#[must_use]
pub fn powers(short: &Short, target: Target, c: u64, e: &[u64], polys: &[&[u64]]) -> Vec<Vec<u64>> {
    let n = polys.iter().map(|f| f.len()).max().unwrap_or(0).saturating_sub(1);
    assert!(applies(short, target) && (1..=LANES).contains(&polys.len()) && (2..=MAX_DEGREE).contains(&n));
    assert!(polys.iter().all(|f| f.last() == Some(&1)) && e.iter().any(|&word| word > 0), "monic polynomials, e > 0");
    let modulus = short.modulus();
    let mut negated = vec![0; LANES * n];
    for (lane, f) in polys.iter().enumerate() {
        let (low, shift) = (&f[..f.len() - 1], n + 1 - f.len());
        for (to, &x) in negated[LANES * shift + lane..].iter_mut().step_by(LANES).zip(low) {
            *to = modulus.neg(x);
        }
    }
    let values = run(short, c, e, &negated);
    let lane = |lane: usize| values[lane..].iter().step_by(LANES).copied().collect();
    (0..polys.len()).map(lane).collect()
}

#[cfg(not(target_arch = "x86_64"))]
fn run(_: &Short, _: u64, _: &[u64], _: &[u64]) -> Vec<u64> {
    unreachable!("there is no kernel")
}

#[cfg(target_arch = "x86_64")]
fn run(short: &Short, c: u64, e: &[u64], negated: &[u64]) -> Vec<u64> {
    // SAFETY: `applies` has asked the CPU
    unsafe {
        if short.is_narrow(Target::AVX512) {
            vectors::run::<1>(short, c, e, negated)
        } else {
            vectors::run::<2>(short, c, e, negated)
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod vectors {
    use super::LANES;
    use crate::kernels::short::{
        Short,
        vectors::{BESIDE, Sums, digits_of, plus_products, reduce, zeros},
    };
    use std::arch::x86_64::*;

    /// The digits of one coefficient of eight polynomials.
    type Digits<const D: usize> = [__m512i; D];

    /// The polynomials and the working rows of squares modulo them; n is the degree.
    struct Work<const D: usize> {
        short: Short,
        /// −f, its lower n coefficients.
        negated: Vec<Digits<D>>,
        /// 1/(f in reverse order) modulo x^(n − 1).
        inverse: Vec<Digits<D>>,
        /// The power, reduced.
        power: Vec<Digits<D>>,
        next: Vec<Digits<D>>,
        /// The upper n − 1 coefficients of a square, the highest first, and those of the quotient from the constant term on.
        upper: Vec<Digits<D>>,
        quotient: Vec<Digits<D>>,
    }

    /// Returns the n vectors of coefficients of (x + c)^e, coefficient 0 first, modulo the polynomials given by −f.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
    pub(super) fn run<const D: usize>(short: &Short, c: u64, e: &[u64], negated: &[u64]) -> Vec<u64> {
        let n = negated.len() / LANES;
        let set = |x: u64| digits_of::<D>(_mm512_set1_epi64(x as i64));
        let zeros = |len: usize| vec![set(0); len];
        let mut w = Work {
            short: *short,
            negated: Vec::with_capacity(n),
            inverse: zeros(n - 1),
            power: zeros(n),
            next: zeros(n),
            upper: zeros(n - 1),
            quotient: zeros(n - 1),
        };
        for vector in negated.chunks_exact(LANES) {
            // SAFETY: eight words
            w.negated.push(digits_of::<D>(unsafe { _mm512_loadu_si512(vector.as_ptr().cast()) }));
        }
        invert(&mut w, set(1));
        (w.power[0], w.power[1]) = (set(c), set(1));
        let top = e.iter().rposition(|&word| word > 0).unwrap_or(0);
        for bit in (0..64 * top as u32 + e[top].ilog2()).rev() {
            square(&mut w);
            if e[(bit / 64) as usize] >> (bit % 64) & 1 == 1 {
                times_linear(&mut w, set(c), set(1));
            }
        }
        let mut out = vec![0; LANES * n];
        for (words, digits) in out.chunks_exact_mut(LANES).zip(&w.power) {
            let mut value = digits[0];
            if D == 2 {
                value = _mm512_or_si512(value, _mm512_slli_epi64::<52>(digits[1]));
            }
            // SAFETY: eight words
            unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), value) }
        }
        out
    }

    /// g = 1 − Σ f_(n − i)·x^i·g, one coefficient after the other.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
    fn invert<const D: usize>(w: &mut Work<D>, one: Digits<D>) {
        let n = w.negated.len();
        w.inverse[0] = one;
        for m in 1..n - 1 {
            let mut sum = zeros();
            for (&x, &y) in w.negated[n - m..].iter().zip(&w.inverse[..m]) {
                sum = plus_products(sum, x, y);
            }
            w.inverse[m] = digits_of(reduce::<D>(&w.short, sum));
        }
    }

    /// s + Σ a_i·b_(len − 1 − i), for a and b of one length.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
    fn convolved<const D: usize>(mut s: Sums, a: &[Digits<D>], b: &[Digits<D>]) -> Sums {
        let (last, mut i) = (a.len(), 0);
        let b = &b[..last];
        if D == 1 {
            let mut sums = [s, zeros(), zeros(), zeros()];
            while i + BESIDE <= last {
                for k in 0..BESIDE {
                    sums[k] = plus_products(sums[k], a[i + k], b[last - 1 - i - k]);
                }
                i += BESIDE;
            }
            s = sums[0].plus(sums[1]).plus(sums[2].plus(sums[3]));
        }
        for i in i..last {
            s = plus_products(s, a[i], b[last - 1 - i]);
        }
        s
    }

    /// Σ a_i·a_(len − 1 − i), each pair computed once.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
    fn square_of<const D: usize>(a: &[Digits<D>]) -> Sums {
        let half = a.len() / 2;
        let mut s = convolved(zeros(), &a[..half], &a[a.len() - half..]).doubled();
        if a.len() % 2 == 1 {
            s = plus_products(s, a[half], a[half]);
        }
        s
    }

    /// power = power² modulo f.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
    fn square<const D: usize>(w: &mut Work<D>) {
        let n = w.power.len();
        for m in 0..n - 1 {
            // coefficient 2n − 2 − m
            w.upper[m] = digits_of(reduce::<D>(&w.short, square_of(&w.power[n - 1 - m..])));
        }
        for m in 0..n - 1 {
            let sum = convolved(zeros(), &w.upper[..=m], &w.inverse[..=m]);
            w.quotient[n - 2 - m] = digits_of(reduce::<D>(&w.short, sum));
        }
        for k in 0..n {
            let met = k.min(n - 2);
            let sum = convolved(square_of(&w.power[..=k]), &w.quotient[..=met], &w.negated[k - met..=k]);
            w.next[k] = digits_of(reduce::<D>(&w.short, sum));
        }
        std::mem::swap(&mut w.power, &mut w.next);
    }

    /// power = (x + c)·power modulo f.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512ifma")]
    fn times_linear<const D: usize>(w: &mut Work<D>, c: Digits<D>, one: Digits<D>) {
        let n = w.power.len();
        let top = w.power[n - 1];
        for k in (0..n).rev() {
            let mut sum = plus_products(zeros(), w.power[k], c);
            sum = plus_products(sum, top, w.negated[k]);
            if k > 0 {
                sum = plus_products(sum, w.power[k - 1], one);
            }
            w.power[k] = digits_of(reduce::<D>(&w.short, sum));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arith::Modulus;

    /// (x + c)^e modulo f, by one multiplication after the other.
    fn defined(m: Modulus, c: u64, e: u64, f: &[u64]) -> Vec<u64> {
        let n = f.len() - 1;
        let mut power = vec![0; n];
        power[0] = 1;
        for _ in 0..e {
            let top = power[n - 1];
            for k in (0..n).rev() {
                let below = if k > 0 { power[k - 1] } else { 0 };
                power[k] = m.sub(m.add(below, m.mul(c, power[k])), m.mul(top, f[k]));
            }
        }
        power
    }

    #[test]
    fn powers_agree_with_repeated_multiplication() {
        for p in [3, 5, 97, (1 << 31) - 1, (1 << 50) - 27, (1 << 52) + 21, (1 << 61) - 1, (1 << 62) - 57] {
            let m = Modulus::new(p).expect("a modulus");
            let short = Short::new(m);
            if !applies(&short, Target::AVX512) {
                println!("skipped: no kernel");
                continue;
            }
            for n in [2, 3, 4, 7, 8, 16, 33, MAX_DEGREE] {
                for count in [1, 3, 8] {
                    // all coefficients p − 1, and mixed ones of several degrees
                    let poly = |lane: usize| -> Vec<u64> {
                        let degree = if lane == 0 { n } else { n - lane % (n - 1) };
                        let coeff = |i: u64| if lane == 0 { p - 1 } else { (i * i + 7 * lane as u64 + 1) % p };
                        (0..degree as u64).map(coeff).chain([1]).collect()
                    };
                    let polys: Vec<_> = (0..count).map(poly).collect();
                    let views: Vec<_> = polys.iter().map(Vec::as_slice).collect();
                    for (c, e) in [(0, 1), (p - 1, 2), (1, 37), (p - 1, 250)] {
                        let all = powers(&short, Target::AVX512, c, &[e, 0], &views);
                        for (f, power) in views.iter().zip(&all) {
                            let padded: Vec<u64> = [&vec![0; n + 1 - f.len()], *f].concat();
                            assert_eq!(*power, defined(m, c, e, &padded), "p = {p}, n = {n}, (x + {c})^{e}");
                        }
                    }
                }
            }
        }
    }

    /// a·b modulo the monic f.
    fn product(m: Modulus, a: &[u64], b: &[u64], f: &[u64]) -> Vec<u64> {
        let n = f.len() - 1;
        let mut out = vec![0; 2 * n];
        for (i, x) in a.iter().enumerate() {
            for (j, y) in b.iter().enumerate() {
                out[i + j] = m.add(out[i + j], m.mul(*x, *y));
            }
        }
        for top in (n..2 * n).rev() {
            for k in 0..=n {
                out[top - n + k] = m.sub(out[top - n + k], if k < n { m.mul(out[top], f[k]) } else { 0 });
            }
        }
        out.truncate(n);
        out
    }

    #[test]
    fn exponents_may_have_several_words() {
        for p in [5, 97, (1 << 50) - 27, (1 << 62) - 57] {
            let m = Modulus::new(p).expect("a modulus");
            let short = Short::new(m);
            if !applies(&short, Target::AVX512) {
                continue;
            }
            for n in [2, 5, 9, 10, 11, 17, 18] {
                let f: Vec<u64> = (0..n).map(|i| (i * i + 3) % p).chain([1]).collect();
                for e in [&[9_u64, 1][..], &[0, 0, 1], &[!0, 0, 3], &[1 << 63, 5, 0, 0], &[1, !0, 0, 6]] {
                    let mut expected = defined(m, p - 2, 1, &f);
                    let bits = e.iter().rposition(|&w| w > 0).map_or(0, |top| 64 * top + e[top].ilog2() as usize);
                    for bit in (0..bits).rev() {
                        expected = product(m, &expected, &expected, &f);
                        if e[bit / 64] >> (bit % 64) & 1 == 1 {
                            expected = product(m, &expected, &defined(m, p - 2, 1, &f), &f);
                        }
                    }
                    assert_eq!(powers(&short, Target::AVX512, p - 2, e, &[&f]), [expected], "p = {p}, n = {n}, {e:x?}");
                }
            }
        }
    }
}
