//! Checks of coefficients [i, j) of a product a·b. Let L_n be the product modulo x^n; the claim is L_j = L_i + x^i·c.
//!
//! Over Z both sides are compared at a point modulo random primes, L_n(y) = Σ a_s·y^s·B_(n−s)(y) with the lowest coefficients B_m
//! of b, in a number of operations linear in the lengths.
//!
//! Over other rings a and b are cut into blocks a_k, b_k of m coefficients, from places on such that j is a multiple of m and i = u·m + v
//! with v < j/m. Of the products a_k·b_l·x^((k+l)·m) those with k + l ≤ n/m − 2 are in L_n as a whole, for n = j and n = i; of the sums
//! D_q = Σ a_k·b_(q−k) of the others, the lowest m coefficients of D_(j/m−1) are in L_j, the lowest m + v of D_(u−1) in L_i, and v of
//! D_u. These sums, the last of blocks modulo x^v, are computed by polynomials of m coefficients, and compared with the values of the
//! blocks at the point that decides the claim.

use super::{
    Checker, Proof, Unverified,
    place::{Claim, Place, norm_bits},
    random_prime, residues, rounds, wrong,
};
use crate::{
    arith::{Modulus, Shoup},
    matrix::PolyMatrix,
    poly::Poly,
    ring::{Convolve, Ring, View},
    tested,
};
use std::ops::Range;

/// The claim that c has the coefficients [i, j) of a·b.
pub struct Window<'a, R: Convolve> {
    /// Number of coefficients of a block.
    block: usize,
    /// x^s·a and b, with the s that makes j + s a multiple of a block's length.
    factors: [Blocks<'a, R>; 2],
    c: &'a Poly<R>,
    /// i + s and j + s.
    ends: [usize; 2],
    /// What L_i and L_j have of sums that are not in them as a whole.
    cuts: Vec<Cut<R>>,
}

/// The sum D_q, of blocks modulo x^`of`, whose first `taken` coefficients are in L_i or L_j.
struct Cut<R: Ring> {
    /// Whether this is L_j.
    upper: bool,
    q: usize,
    of: usize,
    taken: usize,
    sum: Poly<R>,
}

/// A factor times x^shift in blocks.
struct Blocks<'a, R: Ring> {
    factor: View<'a, R>,
    shift: usize,
    block: usize,
}

impl<'a, R: Ring> Blocks<'a, R> {
    fn count(&self) -> usize {
        (self.factor.len() + self.shift).div_ceil(self.block)
    }

    /// Block k modulo x^len; the lowest block of x^shift·f is divided by x^shift.
    fn at(&self, k: usize, len: usize) -> View<'a, R> {
        let from = k * self.block;
        let [from, to] = [from, from + len].map(|at| at.saturating_sub(self.shift).min(self.factor.len()));
        self.factor.slice(from..to)
    }

    /// Block k modulo x^len as a polynomial.
    fn poly(&self, r: &R, k: usize, len: usize) -> Poly<R> {
        let zeros = if k == 0 { self.shift } else { 0 };
        Poly::from_coeffs(r, r.owned(self.at(k, len))).shl(zeros)
    }

    /// All blocks modulo x^len.
    fn all(&self, len: usize) -> impl Iterator<Item = View<'a, R>> {
        (0..self.count()).map(move |k| self.at(k, len))
    }
}

/// The sums Σ a_k·b_(q−k) for each q, of blocks modulo x^len.
fn sums<R: Convolve>(r: &R, [a, b]: &[Blocks<'_, R>; 2], all: &[usize], len: usize) -> crate::Result<Vec<Poly<R>>> {
    let other = |k: usize, q: usize| q.checked_sub(k).map_or_else(|| Poly::zero(r), |l| b.poly(r, l, len));
    let left = PolyMatrix::from_fn(r, 1, a.count(), |_, k| a.poly(r, k, len))?;
    let right = PolyMatrix::from_fn(r, a.count(), all.len(), |k, i| other(k, all[i]))?;
    Ok(left.checked_mul(&right)?.into_entries())
}

impl<'a, R: Convolve> Window<'a, R> {
    /// The claim for a window of at least one coefficient that ends with a·b or before, with blocks of about `size` coefficients.
    pub fn new([a, b]: [&'a Poly<R>; 2], window: Range<usize>, c: &'a Poly<R>, size: usize) -> crate::Result<Self> {
        let r = c.ring();
        let [a, b] = [a, b].map(|p| p.coeffs().low(window.end));
        let block = if window.len() < size { size } else { window.len().div_ceil(window.len() / size) };
        let shift = window.end.next_multiple_of(block) - window.end;
        let ends = [window.start + shift, window.end + shift];
        let factors = [(a, shift), (b, 0)].map(|(factor, shift)| Blocks { factor, shift, block });
        let (u, v, last) = (ends[0] / block, ends[0] % block, ends[1] / block - 1);
        let whole: Vec<usize> = u.checked_sub(1).into_iter().chain([last]).collect();
        let cut = |(&q, sum)| match q == last {
            true => Cut { upper: true, q, of: block, taken: block, sum },
            false => Cut { upper: false, q, of: block, taken: block + v, sum },
        };
        let mut cuts: Vec<_> = whole.iter().zip(sums(r, &factors, &whole, block)?).map(cut).collect();
        if v > 0 {
            let sum = sums(r, &factors, &[u], v)?.remove(0);
            cuts.push(Cut { upper: false, q: u, of: v, taken: v, sum });
        }
        Ok(Window { block, factors, c, ends, cuts })
    }

    /// Number of coefficients of x^s·a, b and c.
    pub fn coefficients(&self) -> usize {
        self.factors.iter().map(|f| f.factor.len()).sum::<usize>() + self.c.len()
    }

    /// A bound on the degree of all polynomials that are compared.
    pub fn degree(&self) -> f64 {
        (self.factors.iter().map(Blocks::count).sum::<usize>() * self.block) as f64
    }

    /// Over Z: number of bits of the largest coefficient of both sides' difference.
    pub fn bits(&self, r: &R) -> f64 {
        self.factors.iter().map(|f| norm_bits(r, f.factor)).sum::<f64>().max(norm_bits(r, self.c.coeffs())) + 2.0
    }

    /// The polynomials whose values at x are needed.
    pub fn operands(&self) -> Vec<View<'_, R>> {
        let blocks = |len| self.factors.iter().flat_map(move |f| f.all(len));
        let mut all: Vec<_> = blocks(self.block).chain([self.c.coeffs().low(0), self.c.coeffs()]).collect();
        for cut in &self.cuts {
            all.extend([cut.sum.coeffs().low(cut.taken), cut.sum.coeffs().from(cut.taken)]);
            if cut.of < self.block {
                all.extend(blocks(cut.of));
            }
        }
        all
    }

    /// Whether the claim, and the sums, agree at x with these values of the operands.
    pub fn holds<'v, P: Place<R>>(&self, place: &P, mut values: &'v [P::Value], x: &P::Value) -> bool {
        let mut next = |count: usize| {
            let (these, others) = values.split_at(count);
            values = others;
            these
        };
        let exponents = [self.factors[0].shift, self.block, self.ends[0] % self.block];
        let [shift, step, rest] = all_powers(place, x, exponents);
        let blocks = |next: &mut dyn FnMut(usize) -> &'v [P::Value]| {
            let [mut a, b] = [0, 1].map(|i| next(self.factors[i].count()).to_vec());
            a[0] = place.product(&a[0], &shift);
            [a, b]
        };
        let whole = blocks(&mut next);
        let (zero, c) = (&next(1)[0], &next(1)[0]);
        let total =
            |all: &mut dyn Iterator<Item = P::Value>| all.reduce(|sum, x| place.sum(&sum, &x)).unwrap_or(zero.clone());
        let powers: Vec<_> = std::iter::successors(Some(place.one()), |y| Some(place.product(y, &step)))
            .take(self.ends[1] / self.block + 1)
            .collect();
        // all exponents are multiples of the block's length, or have the rest that i + s has
        let x_to = |e: usize| match e % self.block {
            0 => powers[e / self.block].clone(),
            _ => place.product(&powers[e / self.block], &rest),
        };
        let mut tails = [Vec::new(), Vec::new()];
        for cut in &self.cuts {
            let (low, high) = (&next(1)[0], &next(1)[0]);
            let cut_blocks = (cut.of < self.block).then(|| blocks(&mut next));
            let [a, b] = cut_blocks.as_ref().unwrap_or(&whole);
            let product = |k: usize| Some(place.product(a.get(k)?, b.get(cut.q - k)?));
            let sum = place.sum(low, &place.product(high, &x_to(cut.taken)));
            if total(&mut (0..=cut.q).filter_map(product)) != sum {
                return false;
            }
            tails[usize::from(cut.upper)].push(place.product(low, &powers[cut.q]));
        }
        let [a, b] = &whole;
        // Σ b_l·step^l for l < k
        let mut below = vec![zero.clone()];
        for (b, power) in b.iter().zip(&powers) {
            below.push(place.sum(&below[below.len() - 1], &place.product(b, power)));
        }
        let shifted: Vec<_> = a.iter().zip(&powers).map(|(a, power)| place.product(a, power)).collect();
        let mut side = |upper: usize| {
            let whole = (self.ends[upper] / self.block).saturating_sub(1);
            let products = shifted.iter().take(whole).enumerate();
            let products = products.map(|(k, a)| place.product(a, &below[(whole - k).min(below.len() - 1)]));
            total(&mut products.chain(tails[upper].drain(..)))
        };
        let [left, right] = [0, 1].map(&mut side);
        right == place.sum(&left, &place.product(c, &x_to(self.ends[0])))
    }
}

/// x^e for each e, from the same squares.
fn all_powers<R: Ring, P: Place<R>, const N: usize>(place: &P, x: &P::Value, exponents: [usize; N]) -> [P::Value; N] {
    let mut powers = exponents.map(|_| place.one());
    let (mut square, mut bit) = (x.clone(), 0);
    while exponents.iter().any(|e| e >> bit > 0) {
        for (power, _) in powers.iter_mut().zip(exponents).filter(|(_, e)| e >> bit & 1 == 1) {
            *power = if *power == place.one() { square.clone() } else { place.product(power, &square) };
        }
        bit += 1;
        square = place.product(&square, &square);
    }
    powers
}

impl<R: Convolve> Checker<'_, R> {
    tested! {
        /// Checks that c has the coefficients of a·b in the window, `what` for errors.
        pub(super) fn window(
            &mut self,
            factors: [&Poly<R>; 2],
            window: Range<usize>,
            c: &Poly<R>,
            what: &str,
        ) -> Result<Proof, Unverified> {
            let len = if factors.iter().any(|f| f.is_empty()) { 0 } else { factors[0].len() + factors[1].len() - 1 };
            let (start, end) = (window.start.min(len), window.end.min(len));
            if c.len() > end.saturating_sub(start) {
                return Err(wrong(what));
            }
            match self.modulus {
                _ if start >= end => Ok(Proof::Exact),
                None => self.window_modulo_primes(factors, start..end, c, what),
                Some(_) => {
                    // values of blocks are multiplied one by one; bits are multiplied fast in large blocks only
                    let few = if self.ring.packed_bits() == 1 { 16 } else { 8 };
                    let size = few * factors.iter().map(|f| f.len().min(end)).sum::<usize>().isqrt();
                    self.claims(&[Claim::Window(Window::new(factors, start..end, c, size)?)], what)
                }
            }
        }
    }

    /// The same over Z modulo random primes.
    fn window_modulo_primes(
        &mut self,
        [a, b]: [&Poly<R>; 2],
        Range { start, end }: Range<usize>,
        c: &Poly<R>,
        what: &str,
    ) -> Result<Proof, Unverified> {
        let r = self.ring;
        let bits = (norm_bits(r, a.coeffs()) + norm_bits(r, b.coeffs())).max(norm_bits(r, c.coeffs())) + 1.0;
        let proof = rounds(bits, end as f64, || {
            let m = random_prime(&mut self.random);
            let y = self.random.word() % m.n();
            let image = |p: &Poly<R>| residues(r, p.coeffs().low(end), m);
            let ((a, c), b) =
                r.engine().enter(|cx| cx.join(|_| (image(a), horner(m, &image(c), m.shoup(y))), |_| image(b)));
            c == window_value(m, [&a, &b], start..end, y)
        });
        proof.map_err(|_| wrong(what))
    }
}

/// Σ v_i·y^i.
fn horner(m: Modulus, v: &[u64], y: Shoup) -> u64 {
    v.iter().rev().fold(0, |sum, c| m.add(m.mul_shoup(sum, y), *c))
}

/// Σ (coefficient k of a·b)·y^(k−i) for k in [i, j), as Σ a_s·V_s with V_s = Σ b_(k−s)·y^(k−i): V_(s+1) has one more term, and one
/// less. The modulus has 61 bits.
fn window_value(m: Modulus, [a, b]: [&[u64]; 2], Range { start, end }: Range<usize>, y: u64) -> u64 {
    /// Number of products of residues whose sum is below 2^128.
    const SUM: usize = 64;
    let at = |i: Option<usize>| i.and_then(|i| b.get(i)).copied().unwrap_or(0);
    let (beyond, y) = (m.shoup(m.pow(y, (end - start) as u64)), m.shoup(y));
    let mut v = horner(m, b.get(start..end.min(b.len())).unwrap_or(&[]), y);
    let mut value = 0;
    for (k, a) in a.chunks(SUM).enumerate() {
        let mut sum = 0;
        for (s, &a) in (k * SUM..).zip(a) {
            sum += u128::from(a) * u128::from(v);
            let (enters, leaves) = (at(start.checked_sub(s + 1)), at(end.checked_sub(s + 1)));
            v = m.sub(m.add(m.mul_shoup(v, y), enters), m.mul_shoup(leaves, beyond));
        }
        value = m.add(value, m.reduce_wide(sum));
    }
    value
}
