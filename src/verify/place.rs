//! Identities of polynomials, compared at random points of the ring or of an extension of it.
//!
//! Let D be the difference of both sides of an identity that does not hold, of degree n at most, over Z/N. Some prime power p^k that
//! divides N exactly has D ≢ 0 modulo p^k; let D = p^j·D' with D' ≢ 0 modulo p. The extension E = (Z/N)\[t\]/(t^d − h) with t^d − h
//! irreducible modulo p is free over Z/N, so that D(x) = 0 modulo p^k needs D'(x) = 0 in E/p, a field of p^d elements, where D' has n
//! zeros at most. A random x of E is uniform modulo p: D(x) = 0 with a probability of at most n/p^d (for N = p, d = 1: Schwartz 1980,
//! lemma 1; Zippel 1979). One E for each prime p that divides N, or d = 1 and as many points as it takes where all of the primes are
//! large, thus bounds the error, whichever p it is. Over F_(2^K) the extension by t^d − h, irreducible over F_2, is a field where d is
//! prime to K. Over Z both sides are compared modulo random primes.
//!
//! Cost: d products of words for each coefficient, and 2√n products of elements of E.

use super::{
    Checker, Proof, Random, SECURITY, Unverified,
    bits::Bits,
    distribution,
    elements::{Extension, Points},
    irreducible::{modulus, short_irreducible, trinomial},
    log2_size,
    packed::Packed,
    prime_error, random_prime, residues,
    slots::Slots,
    tables::Tables,
    window::Window,
    wrapping::Wrapping,
    wrong,
};
use crate::{
    arith::{Modulus, factor_u64},
    bits::{bit_len, ceil_log2},
    matrix::PolyMatrix,
    poly::Poly,
    ring::{Convolve, Ring, View},
    tested,
};
use rug::{Integer, integer::IsPrime};

/// A commutative ring with a map from R, in which polynomials over R have values.
pub trait Place<R: Ring>: Sync {
    /// An element of the place.
    type Value: Clone + PartialEq + Send + Sync;
    /// Whether [`values`](Self::values) takes one thread, and little for what all polynomials share.
    const ALONE: bool = true;

    /// 1.
    fn one(&self) -> Self::Value;
    /// A uniformly random element.
    fn random(&self, random: &mut Random<'_>) -> Self::Value;
    /// a·b.
    fn product(&self, a: &Self::Value, b: &Self::Value) -> Self::Value;
    /// a + b.
    fn sum(&self, a: &Self::Value, b: &Self::Value) -> Self::Value;
    /// Σ a_j·x_j for each row of as many a_j as there are x_j, one or more.
    fn sums_of_products(&self, rows: &[Self::Value], x: &[Self::Value]) -> Vec<Self::Value> {
        let row = |row: &[Self::Value]| {
            let products = row.iter().zip(x).map(|(a, x)| self.product(a, x));
            products.reduce(|a, b| self.sum(&a, &b)).unwrap_or_else(|| self.one())
        };
        rows.chunks(x.len()).map(row).collect()
    }
    /// The values of polynomials at x.
    fn values(&self, r: &R, polys: &[View<'_, R>], x: &Self::Value) -> Vec<Self::Value>;
}

/// A product of powers.
pub(super) type Term<'a, R> = Vec<(&'a Poly<R>, u64)>;

/// An identity of polynomials.
pub enum Claim<'a, R: Convolve> {
    /// Two sums of products, none of them empty, are equal.
    Sums(Vec<Term<'a, R>>, Vec<Term<'a, R>>),
    /// a(b) = c for a, b, c.
    Composition([&'a Poly<R>; 3]),
    /// A·B = C for A, B, C, where the degree of C is at most those of A and B together. With D = 1 + deg A + deg B its
    /// rows are compared as Σ c_j·x^(D·j), which determines their entries.
    Matrices([&'a PolyMatrix<R>; 3]),
    /// A polynomial has some of the coefficients of a product.
    Window(Window<'a, R>),
}

/// Over Z: bound on the number of bits of the sum of all coefficients' magnitudes.
pub(super) fn norm_bits<R: Ring>(r: &R, f: View<'_, R>) -> f64 {
    log2_size(r, f) + f64::from(ceil_log2(f.len().max(1)))
}

fn degree<R: Ring>(p: &Poly<R>) -> f64 {
    p.len().saturating_sub(1) as f64
}

fn term_degree<R: Ring>(term: &Term<'_, R>) -> f64 {
    term.iter().map(|(f, e)| degree(f) * *e as f64).sum()
}

impl<R: Convolve> Claim<'_, R> {
    /// A bound on the degree of both sides, 1 at least.
    fn degree(&self) -> f64 {
        match self {
            Claim::Sums(left, right) => left.iter().chain(right).map(term_degree).fold(1.0, f64::max),
            Claim::Composition([a, b, c]) => (degree(a) * degree(b)).max(degree(c)).max(1.0),
            Claim::Matrices([a, b, _]) => (apart(a, b) * b.cols()).max(1) as f64,
            Claim::Window(w) => w.degree(),
        }
    }

    /// Total number of coefficients of all polynomials.
    fn coefficients(&self) -> usize {
        match self {
            Claim::Sums(left, right) => left.iter().chain(right).flatten().map(|(f, _)| f.len()).sum(),
            Claim::Composition(polys) => polys.iter().map(|p| p.len()).sum(),
            Claim::Matrices(all) => all.iter().flat_map(|m| m.entries()).map(Poly::len).sum(),
            Claim::Window(w) => w.coefficients(),
        }
    }

    /// Over Z: number of bits of the largest coefficient of both sides' difference.
    fn bits(&self, r: &R) -> f64 {
        let norm = |f: &Poly<R>| norm_bits(r, f.coeffs());
        match self {
            Claim::Sums(left, right) => {
                let terms = || left.iter().chain(right);
                let growth = terms().map(|t| t.iter().map(|(f, e)| norm(f) * *e as f64).sum());
                growth.fold(0.0, f64::max) + (terms().count() as f64).log2() + 1.0
            }
            Claim::Composition([a, b, c]) => (norm(a) + norm(b) * a.len() as f64).max(norm(c)) + 1.0,
            Claim::Matrices(all) => {
                let [a, b, c] = all.map(|m| m.entries().iter().map(norm).fold(0.0, f64::max));
                (a + b + (all[0].cols().max(1) as f64).log2()).max(c) + 1.0
            }
            Claim::Window(w) => w.bits(r),
        }
    }

    /// The polynomials whose values at x are needed.
    fn operands(&self) -> Vec<View<'_, R>> {
        match self {
            Claim::Sums(left, right) => left.iter().chain(right).flatten().map(|(f, _)| f.coeffs()).collect(),
            Claim::Composition([_, b, c]) => vec![b.coeffs(), c.coeffs()],
            Claim::Matrices(all) => all.iter().flat_map(|m| m.entries()).map(Poly::coeffs).collect(),
            Claim::Window(w) => w.operands(),
        }
    }

    /// Whether both sides agree at x, given the values of the operands there.
    fn holds<P: Place<R>>(&self, place: &P, r: &R, values: &[P::Value], x: &P::Value) -> bool {
        match self {
            Claim::Sums(left, right) => {
                let mut values = values.iter();
                let mut side = |terms: &[Term<'_, R>]| {
                    let term = |t: &Term<'_, R>| {
                        let powers: Vec<_> = t.iter().zip(&mut values).map(|((_, e), v)| power(place, v, *e)).collect();
                        powers.into_iter().reduce(|a, b| place.product(&a, &b)).unwrap_or_else(|| place.one())
                    };
                    let terms: Vec<_> = terms.iter().map(term).collect();
                    terms.into_iter().reduce(|a, b| place.sum(&a, &b))
                };
                let left = side(left);
                left == side(right)
            }
            Claim::Window(w) => w.holds(place, values, x),
            Claim::Composition([a, ..]) => place.values(r, &[a.coeffs()], &values[0])[0] == values[1],
            Claim::Matrices([a, b, c]) => {
                let step = power(place, x, apart(a, b) as u64);
                let steps = std::iter::successors(Some(place.one()), |y| Some(place.product(y, &step)));
                let columns: Vec<_> = steps.take(b.cols()).collect();
                let (of_a, rest) = values.split_at(a.rows() * a.cols());
                let (of_b, of_c) = rest.split_at(b.rows() * b.cols());
                if b.cols() == 0 || a.cols() == 0 {
                    return c.is_zero();
                }
                let inner = place.sums_of_products(of_b, &columns);
                place.sums_of_products(of_a, &inner) == place.sums_of_products(of_c, &columns)
            }
        }
    }
}

/// Number of coefficients that keeps the entries of A·B apart.
fn apart<R: Convolve>(a: &PolyMatrix<R>, b: &PolyMatrix<R>) -> usize {
    1 + a.degree().unwrap_or(0) + b.degree().unwrap_or(0)
}

fn power<R: Ring, P: Place<R>>(place: &P, x: &P::Value, e: u64) -> P::Value {
    let Some(first) = bit_len(e).checked_sub(1) else { return place.one() };
    (0..first).rev().fold(x.clone(), |y, bit| {
        let square = place.product(&y, &y);
        if e >> bit & 1 == 1 { place.product(&square, x) } else { square }
    })
}

/// The place Z modulo a prime of one word.
struct Modulo(Modulus);

impl<R: Ring> Place<R> for Modulo {
    type Value = u64;

    fn one(&self) -> u64 {
        1
    }

    fn random(&self, random: &mut Random<'_>) -> u64 {
        random.word() % self.0.n()
    }

    fn product(&self, a: &u64, b: &u64) -> u64 {
        self.0.mul(*a, *b)
    }

    fn sum(&self, a: &u64, b: &u64) -> u64 {
        self.0.add(*a, *b)
    }

    fn values(&self, r: &R, polys: &[View<'_, R>], x: &u64) -> Vec<u64> {
        let m = self.0;
        // as many sums as a multiplication takes cycles, in powers of x to this
        const LANES: usize = 8;
        let powers: Vec<u64> = std::iter::successors(Some(1), |y| Some(m.mul(*y, *x))).take(LANES + 1).collect();
        let value = |p: &View<'_, R>| {
            let mut sums = [0; LANES];
            for block in residues(r, *p, m).chunks(LANES).rev() {
                sums.iter_mut().for_each(|sum| *sum = m.mul(*sum, powers[LANES]));
                sums.iter_mut().zip(block).for_each(|(sum, c)| *sum = m.add(*sum, *c));
            }
            sums.iter().zip(&powers).fold(0, |value, (sum, power)| m.add(value, m.mul(*sum, *power)))
        };
        polys.iter().map(value).collect()
    }
}

impl<R: Convolve> Checker<'_, R> {
    tested! {
        /// Checks that all of these identities hold.
        ///
        /// # Errors
        /// [`Unverified::Wrong`] if one does not.
        pub(super) fn claims(&mut self, claims: &[Claim<'_, R>], what: &str) -> Result<Proof, Unverified> {
            let degree = claims.iter().map(Claim::degree).fold(1.0, f64::max);
            let coefficients = claims.iter().map(Claim::coefficients).sum();
            let Some(n) = self.modulus.clone() else { return self.over_integers(claims, degree, what) };
            let (r, packed) = (self.ring, self.ring.packed_bits());
            let elements = || distribution(&n);
            // log2 of the size of a field that makes the error small enough
            let wanted = SECURITY + degree.log2();
            if packed == 1 {
                let (d, h) = trinomial(wanted.floor() as usize + 1);
                return self.compare(&Bits::new(d, &h), claims, (1, degree.log2() - d as f64), what);
            }
            if packed > 1 {
                /// Largest number of coefficients that take less time than tables.
                const FEW: usize = 512;
                let d = (1..).find(|&d| (d * packed) as f64 > wanted && coprime(d, packed)).unwrap_or(1);
                let log2_error = degree.log2() - (d * packed) as f64;
                if d == 1 {
                    return self.compare(&Points { ring: r, elements: elements() }, claims, (1, log2_error), what);
                }
                let h = short_irreducible(2, d, &mut self.random);
                let place = Extension::new(r, elements(), d, &h);
                return match d * packed <= Tables::<R>::BITS && coefficients > FEW {
                    true => self.compare(&Tables::new(place, packed), claims, (1, log2_error), what),
                    false => self.compare(&place, claims, (1, log2_error), what),
                };
            }
            self.modulo(&n, claims, (degree, coefficients), what)
        }
    }

    /// The same over Z/N.
    fn modulo(
        &mut self,
        n: &Integer,
        claims: &[Claim<'_, R>],
        (degree, coefficients): (f64, usize),
        what: &str,
    ) -> Result<Proof, Unverified> {
        /// Largest number of points that are taken from the ring itself.
        const MOST: u32 = 4;
        let (small, large) = prime_factors(n, degree);
        let (mut extended, mut least) = (Vec::new(), large);
        for p in small {
            let gain = (p as f64).log2() - degree.log2();
            match p >> 32 != 0 || gain > 0.0 && points(gain) <= MOST {
                true => least = least.min((p as f64).log2()),
                false => extended.push(p),
            }
        }
        let mut proof = Proof::Exact;
        if least < f64::INFINITY {
            let gain = least - degree.log2();
            let count = points(gain);
            let bound = (count, -gain * f64::from(count));
            proof = match self.is_extension() || n.to_u64().is_some() {
                true => {
                    let place = Points { ring: self.ring, elements: distribution(n) };
                    self.compare(&place, claims, bound, what)?
                }
                false => self.compare(&Packed::new(n, 1, &[], coefficients), claims, bound, what)?,
            };
        }
        for p in extended {
            let log2_p = (p as f64).log2();
            let d = ((SECURITY + degree.log2()) / log2_p).floor() as usize + 1;
            let (d, h) = modulus(p, d, &mut self.random);
            let bound = (1, degree.log2() - d as f64 * log2_p);
            let bits = n.significant_bits() - 1;
            let this = match n.to_u64() {
                // over an extension of the field of p elements, with points of that field's extension
                _ if self.is_extension() => {
                    self.compare(&Extension::new(self.ring, distribution(n), d, &h), claims, bound, what)?
                }
                Some(_) => {
                    let place = Slots::new(self.ring, distribution(n), d, &h);
                    self.compare(&place, claims, bound, what)?
                }
                None if n.is_power_of_two() && bits <= 64 => {
                    self.compare(&Wrapping::new(bits, d, &h), claims, bound, what)?
                }
                None => self.compare(&Packed::new(n, d, &h, coefficients), claims, bound, what)?,
            };
            proof = proof.or(this);
        }
        Ok(proof)
    }

    /// Compares the identities at this many random points of a place.
    pub(super) fn compare<P: Place<R>>(
        &mut self,
        place: &P,
        claims: &[Claim<'_, R>],
        (points, log2_error): (u32, f64),
        what: &str,
    ) -> Result<Proof, Unverified> {
        let operands: Vec<_> = claims.iter().flat_map(Claim::operands).collect();
        for _ in 0..points {
            let x = place.random(&mut self.random);
            let values = values_of(place, self.ring, &operands, &x);
            let mut rest = &values[..];
            for claim in claims {
                let (these, others) = rest.split_at(claim.operands().len());
                if !claim.holds(place, self.ring, these, &x) {
                    return Err(wrong(what));
                }
                rest = others;
            }
        }
        Ok(Proof::Points { points, log2_error })
    }

    /// Compares over Z modulo random primes, at one point of each.
    fn over_integers(&mut self, claims: &[Claim<'_, R>], degree: f64, what: &str) -> Result<Proof, Unverified> {
        let bits = claims.iter().map(|c| c.bits(self.ring)).fold(1.0, f64::max);
        let error = prime_error(bits) + degree / SECURITY.exp2();
        let count = (-SECURITY / error.log2()).floor().max(0.0) as u32 + 1;
        for _ in 0..count {
            let place = Modulo(random_prime(&mut self.random));
            self.compare(&place, claims, (1, 0.0), what)?;
        }
        Ok(Proof::Points { points: count, log2_error: error.log2() * f64::from(count) })
    }
}

/// The values of all operands at x; of many coefficients on two threads, where the ring's engine has them.
fn values_of<R: Ring, P: Place<R>>(place: &P, r: &R, operands: &[View<'_, R>], x: &P::Value) -> Vec<P::Value> {
    /// Least number of coefficients that take longer than to start a thread.
    const MANY: usize = 1 << 14;
    let total = operands.iter().map(|p| p.len()).sum::<usize>();
    let mut before = 0;
    let half = operands.iter().position(|p| {
        before += p.len();
        2 * before > total
    });
    let Some(cut) = half.filter(|_| P::ALONE && total >= MANY && r.engine().threads() > 1) else {
        return place.values(r, operands, x);
    };
    // the operand in the middle goes where less is
    let cut = if 2 * before - operands[cut].len() > total { cut } else { cut + 1 };
    if cut == 0 || cut == operands.len() {
        return place.values(r, operands, x);
    }
    let values = |operands: &[View<'_, R>]| place.values(r, operands, x);
    let (first, second) = operands.split_at(cut);
    let (mut all, others) = r.engine().enter(|cx| cx.join(|_| values(first), |_| values(second)));
    all.extend(others);
    all
}

/// Number of points that makes the error small enough, if a wrong result passes each with a probability of 2^−gain.
fn points(gain: f64) -> u32 {
    (SECURITY / gain.max(0.01)).floor() as u32 + 1
}

fn coprime(a: usize, b: usize) -> bool {
    Integer::from(a).gcd(&Integer::from(b)) == 1
}

/// The prime factors of n that were found, and the logarithm of a lower bound on all others, infinite if there are
/// none.
///
/// Beyond a word n, or its cofactor after small factors, is taken for a prime when it passes Baillie–PSW's test and one
/// round more, as no known composite does; the bound holds under that assumption.
pub fn prime_factors(n: &Integer, degree: f64) -> (Vec<u64>, f64) {
    const LEAST: u32 = 1 << 16;
    let log2 = |n: &Integer| f64::from(n.significant_bits() - 1);
    // GMP: Baillie–PSW, and the rounds beyond 24
    let prime = |n: &Integer| n.is_probably_prime(25) != IsPrime::No;
    if let Some(n) = n.to_u64() {
        return (factor_u64(n).into_iter().map(|(p, _)| p).collect(), f64::INFINITY);
    }
    if prime(n) {
        return (Vec::new(), log2(n));
    }
    let (mut small, mut rest) = (Vec::new(), n.clone());
    let bound = (16.0 * degree).min(f64::from(u32::MAX)) as u32;
    for p in std::iter::once(2).chain((3..bound.max(LEAST)).step_by(2)) {
        if rest.is_divisible_u(p) {
            small.push(u64::from(p));
            rest.remove_factor_mut(&Integer::from(p));
            if rest == 1 || prime(&rest) {
                break;
            }
        }
    }
    let large = match &rest {
        rest if *rest == 1 => f64::INFINITY,
        rest if prime(rest) => match rest.to_u64() {
            Some(p) => {
                small.push(p);
                f64::INFINITY
            }
            None => log2(rest),
        },
        _ => f64::from(bound.max(LEAST)).log2(),
    };
    (small, large)
}
