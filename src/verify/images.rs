//! Integers modulo random 61-bit primes: images of coefficients, polynomials and matrices, and the error that remains.

use super::{
    LOG2_PRIMES, Random, SECURITY,
    proof::{Proof, Unverified, wrong},
};
use crate::{
    arith::{Modulus, is_prime},
    matrix::Matrix,
    poly::Poly,
    ring::{Coeffs, Ring, View},
};

/// Repeats a comparison of integers of `bits` bits modulo a random 61-bit prime, at a point of polynomials of this
/// degree, until the error bound is small enough.
pub(super) fn rounds(bits: f64, degree: f64, mut equal: impl FnMut() -> bool) -> Result<Proof, Unverified> {
    let error = prime_error(bits) + degree / SECURITY.exp2();
    let (mut points, mut log2_error) = (0, 0.0);
    while log2_error > -SECURITY {
        if !equal() {
            return Err(wrong("the result"));
        }
        points += 1;
        log2_error += error.log2();
    }
    Ok(Proof::Points { points, log2_error })
}

/// Bound on the probability that a random 61-bit prime divides an integer of this many bits, not 0: it has at most
/// bits/60 such factors. No memory holds enough bits for this to near 1.
pub(super) fn prime_error(bits: f64) -> f64 {
    (bits / 60.0).max(1.0) / LOG2_PRIMES.exp2()
}

/// Bits of the largest coefficient of a vector over Z; over Q those of the numerators, and of the denominator that is cleared.
pub(super) fn log2_size<R: Ring>(r: &R, v: View<'_, R>) -> f64 {
    let denominator = r.denominator(v).filter(|limbs| *limbs != [1]).map_or(0, |limbs| 64 * limbs.len());
    f64::from(r.size(v).bits) + denominator as f64
}

/// A random prime in [2^60, 2^61).
pub(super) fn random_prime(random: &mut Random<'_>) -> Modulus {
    loop {
        let p = random.word() >> 4 | 1 << 60 | 1;
        if let (true, Ok(m)) = (is_prime(p), Modulus::new(p)) {
            return m;
        }
    }
}

/// Coefficient i modulo m.
pub(super) fn residue<R: Ring>(r: &R, v: View<'_, R>, i: usize, m: Modulus) -> u64 {
    residues(r, v.slice(i..i + 1), m)[0]
}

/// All coefficients modulo m < 2^61.
pub(super) fn residues<R: Ring>(r: &R, v: View<'_, R>, m: Modulus) -> Vec<u64> {
    /// Number of products of a limb and a residue of 61 bits whose sum is below 2^128.
    const SUM: usize = 8;
    // 2^64i modulo m
    let (mut all, mut powers) = (Vec::with_capacity(v.len()), vec![1]);
    r.each_limbs(v, &mut |negative, limbs| {
        while powers.len() < limbs.len() {
            powers.push(m.reduce_wide(u128::from(powers[powers.len() - 1]) << 64));
        }
        let (mut x, mut sum) = (0, 0);
        for (i, limb) in limbs.iter().enumerate() {
            sum += u128::from(*limb) * u128::from(powers[i]);
            if (i + 1) % SUM == 0 {
                (x, sum) = (m.add(x, m.reduce_wide(sum)), 0);
            }
        }
        x = m.add(x, m.reduce_wide(sum));
        all.push(if negative { m.neg(x) } else { x });
    });
    if let Some(limbs) = r.denominator(v).filter(|limbs| *limbs != [1]) {
        let d = limbs.iter().rev().fold(0, |x, &limb| m.reduce_wide(u128::from(x) << 64 | u128::from(limb)));
        // a right result fails where the prime divides d, as improbably as a wrong one passes
        let inverse = m.pow(d, m.n() - 2);
        all.iter_mut().for_each(|x| *x = m.mul(*x, inverse));
    }
    all
}

/// v(x) modulo m.
pub(super) fn evaluated<R: Ring>(r: &R, v: View<'_, R>, x: u64, m: Modulus) -> u64 {
    residues(r, v, m).iter().rev().fold(0, |sum, c| m.add(m.mul(sum, x), *c))
}

/// Maps a polynomial to the ring `to`, by the integers that represent its coefficients.
pub(super) fn mapped<R: Ring, S: Ring>(from: &R, p: &Poly<R>, to: &S) -> crate::Result<Poly<S>> {
    Ok(Poly::from_coeffs(to, mapped_vector(from, p.coeffs(), to)?))
}

/// Maps a matrix to the ring `to`, by the integers that represent its entries.
pub(super) fn mapped_matrix<R: Ring, S: Ring>(a: &Matrix<R>, to: &S) -> crate::Result<Matrix<S>> {
    Matrix::new(to, a.rows(), a.cols(), mapped_vector(a.ring(), a.entries(), to)?)
}

/// Maps a vector to the ring `to`, by the integers that represent its elements.
pub(super) fn mapped_vector<R: Ring, S: Ring>(from: &R, v: View<'_, R>, to: &S) -> crate::Result<Coeffs<S>> {
    let (mut image, mut done) = (to.zeros(0), Ok(()));
    from.each_limbs(v, &mut |negative, limbs| {
        if done.is_ok() {
            done = to.push_limbs(&mut image, negative, limbs);
        }
    });
    done?;
    if let Some(limbs) = from.denominator(v).filter(|limbs| *limbs != [1]) {
        to.scale(&mut image, &to.inv(&to.image(false, &limbs))?);
    }
    Ok(image)
}
