//! Determinants over Z/n for composite n, by the Chinese remainder theorem.
//!
//! A polynomial with integer coefficients in the operands' coefficients, such as a resultant,
//! commutes with reduction modulo n. The operands are lifted to coefficients in [0, n), its value
//! over Z is computed modulo primes of one word, where every nonzero leading coefficient is a unit,
//! and the digits of that value in the mixed radix of these primes (Garner 1959, "The residue
//! number system") are summed modulo n. So no factor of n matters.

use super::Poly;
use crate::{
    Error, Result,
    arith::{Modulus, PrimeStream},
    crt::PrimeFamily,
    engine::{Context, Engine},
    ring::{AnyRing, Coeffs, Ring, View},
};

/// log2 of the order of roots of unity that exist modulo all primes, for transforms.
const ADICITY: u32 = 20;

/// The residues of the values modulo a prime, given the operands there; `None` where the prime is
/// unlucky.
type Image<'a> = dyn Fn(&AnyRing, Vec<Coeffs<AnyRing>>) -> Result<Option<Coeffs<AnyRing>>> + Sync + 'a;

/// Whether the ring is Z/n.
pub(crate) fn is_z_modulo<R: Ring>(r: &R) -> bool {
    r.elements().is_some() && !r.names() && r.packed_bits() == 0 && r.components().is_none()
}

/// Binary logarithm of a bound on the Euclidean norm of a vector over Z/n, as integers in [0, n);
/// 0 for the vector 0.
pub(crate) fn log2_norm<R: Ring>(r: &R, v: View<'_, R>) -> f64 {
    let mut largest = 0_f64;
    r.each_limbs(v, &mut |_, limbs| {
        if let Some(i) = limbs.iter().rposition(|limb| *limb != 0) {
            // of a number above the integer
            largest = largest.max((limbs[i] as f64 * 1.001 + 1.0).log2() + 64.0 * i as f64);
        }
    });
    largest + (v.len().max(1) as f64).log2() / 2.0
}

/// Polynomials with these coefficients.
///
/// # Panics
/// For another number of vectors.
pub(super) fn polys<const N: usize>(f: &AnyRing, operands: Vec<Coeffs<AnyRing>>) -> [Poly<AnyRing>; N] {
    let polys: Vec<_> = operands.into_iter().map(|v| Poly::from_coeffs(f, v)).collect();
    polys.try_into().expect("as many images as operands")
}

/// The values modulo n of determinants over Z of absolute value at most 2^`bits`, of operands over
/// Z/n. Cost: about `bits`/62 times that of the values modulo a prime of one word.
pub(crate) fn by_primes<R: Ring>(r: &R, operands: &[View<'_, R>], bits: f64, values: &Image<'_>) -> Result<Coeffs<R>> {
    let lifts: Vec<Vec<Vec<u64>>> = operands.iter().map(|&v| limbs(r, v)).collect();
    let (primes, digits) = r.engine().enter(|cx| {
        let images = Images { lifts: &lifts, values, engine: r.engine().unwatched_thread() };
        let (primes, residues) = images.at_primes(bits, cx.told())?;
        Ok::<_, Error>((primes.clone(), digits(&primes, residues)?))
    })?;
    let mut sum = r.zeros(digits.first().map_or(0, Vec::len));
    let mut weight = r.one();
    for (p, digits) in primes.iter().zip(&digits) {
        let mut terms = r.zeros(0);
        digits.iter().try_for_each(|d| r.push_limbs(&mut terms, *d < 0, &[d.unsigned_abs()]))?;
        r.scale(&mut terms, &weight);
        r.add_at(&mut sum, 0, terms.view());
        weight = r.mul(&weight, &r.image(false, &[p.n()]));
    }
    Ok(sum)
}

/// The integers in [0, n) of a vector over Z/n.
fn limbs<R: Ring>(r: &R, v: View<'_, R>) -> Vec<Vec<u64>> {
    let mut all = Vec::with_capacity(v.len());
    r.each_limbs(v, &mut |_, limbs| all.push(limbs.to_vec()));
    all
}

/// Computations modulo primes.
struct Images<'a> {
    lifts: &'a [Vec<Vec<u64>>],
    values: &'a Image<'a>,
    engine: &'a Engine,
}

impl Images<'_> {
    /// Primes whose product exceeds 2^(`bits` + 1), and the residues modulo each.
    fn at_primes(&self, bits: f64, cx: Context<'_>) -> Result<(Vec<Modulus>, Vec<Vec<u64>>)> {
        let each = PrimeFamily::of(self.engine.target())[0].bits;
        let missing = |primes: &[Modulus]| bits + 2.0 - primes.iter().map(|p| (p.n() as f64).log2()).sum::<f64>();
        let (mut stream, mut primes, mut residues) = (PrimeStream::new(each, ADICITY)?, Vec::new(), Vec::new());
        let coefficients: usize = self.lifts.iter().map(Vec::len).sum();
        // a remainder sequence takes about as many products of elements
        let cx = cx.for_work(missing(&[]) / f64::from(each) * (coefficients * coefficients) as f64);
        while missing(&primes) > 0.0 {
            let count = (missing(&primes) / f64::from(each)).ceil() as usize;
            let next: Vec<_> = stream.by_ref().take(count).map(Modulus::new).collect::<Result<_>>()?;
            if next.is_empty() {
                let (what, limit) = ("the number of primes".into(), "the primes of one word".into());
                return Err(Error::TooLarge { what, size: "more than there are".into(), limit });
            }
            let images = cx.map(next.clone(), |p, cx| {
                cx.check()?;
                self.modulo(p)
            })?;
            for (p, image) in next.into_iter().zip(images) {
                if let Some(image) = image {
                    primes.push(p);
                    residues.push(image);
                }
            }
        }
        Ok((primes, residues))
    }

    /// The residues of the values modulo p, if p is lucky.
    fn modulo(&self, p: Modulus) -> Result<Option<Vec<u64>>> {
        let f = AnyRing::of_prime(self.engine, p);
        let residue = |limbs: &Vec<u64>| {
            limbs.iter().rev().fold(0, |high, limb| p.reduce_wide(u128::from(high) << 64 | u128::from(*limb)))
        };
        let image = |lift: &Vec<Vec<u64>>| f.of_reduced(&lift.iter().map(residue).collect::<Vec<_>>());
        let operands = self.lifts.iter().map(image).collect();
        let values = (self.values)(&f, operands)?;
        Ok(values.map(|v| f.residues(v.view()).to_vec()))
    }
}

/// The digits of the integers x with |x| < M/2 that have these residues, M the product of the
/// primes, which descend: x = Σ d_i·p_0⋯p_(i−1) with |d_i| < p_i/2. Row i has the digits d_i.
fn digits(primes: &[Modulus], mut residues: Vec<Vec<u64>>) -> Result<Vec<Vec<i64>>> {
    let mut digits = Vec::<Vec<i64>>::with_capacity(primes.len());
    for (i, (p, row)) in primes.iter().zip(&mut residues).enumerate() {
        // larger primes, below 2·p
        let bases: Vec<u64> = primes[..i].iter().map(|q| q.n() - p.n()).collect();
        let inverse = p.inv(bases.iter().fold(1, |product, q| p.mul(product, *q)))?;
        for (column, x) in row.iter_mut().enumerate() {
            let horner = |sum, (q, row): (&u64, &Vec<i64>)| p.add(p.mul(sum, *q), p.reduce_i64(row[column]));
            let below = bases.iter().zip(&digits).rev().fold(0, horner);
            *x = p.mul(p.sub(*x, below), inverse);
        }
        let balanced = |x: &u64| if *x > p.n() / 2 { -((p.n() - x) as i64) } else { *x as i64 };
        digits.push(row.iter().map(balanced).collect());
    }
    Ok(digits)
}
