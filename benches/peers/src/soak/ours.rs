//! What polymod does in a case, by a random one of its algorithms.

use polymod::poly::{DivisionAlgorithm, Divisor, Factorization, Part};
use polymod::ring::{Coeffs, Convolve, Ring, View};
use polymod::{Error, Poly, ProductAlgorithm};

use super::CHOSEN;
use super::draw::Draw;

/// Pairs of coefficients above which quadratic algorithms are not forced.
const MOST_PAIRS: usize = 300_000;

/// An error that no case expects.
pub fn failed(e: Error) -> String {
    format!("polymod says: {e}")
}

/// The elements of a vector.
pub fn elements<R: Ring>(r: &R, v: View<'_, R>) -> Vec<R::Elem> {
    (0..v.len()).map(|i| r.get(v, i)).collect()
}

/// The coefficients.
pub fn coefficients<R: Ring>(p: &Poly<R>) -> Vec<R::Elem> {
    p.iter().collect()
}

/// A vector with these elements.
pub fn vector<R: Ring>(r: &R, v: &[R::Elem]) -> Coeffs<R> {
    r.collect(v)
}

/// A part of a product by a random algorithm of those that apply, or by the one that polymod chooses; and its name.
pub fn multiply<R: Convolve>(
    draw: &mut Draw,
    a: &Poly<R>,
    b: &Poly<R>,
    part: &Part,
) -> Result<(Poly<R>, &'static str), String> {
    if draw.below(3) > 0 {
        let all = ProductAlgorithm::ALL;
        let first = draw.below(all.len() as u64) as usize;
        for algorithm in (0..all.len()).map(|i| all[(first + i) % all.len()]) {
            if algorithm == ProductAlgorithm::Schoolbook && a.len() * b.len() > MOST_PAIRS {
                continue;
            }
            match a.mul_part(b, part, Some(algorithm)) {
                Err(Error::Algorithm { .. }) => {}
                other => return Ok((other.map_err(|e| format!("{algorithm}: {}", failed(e)))?, algorithm.name())),
            }
        }
    }
    Ok((a.mul_part(b, part, None).map_err(failed)?, CHOSEN))
}

/// Quotient and remainder.
pub type Division<R> = (Poly<R>, Poly<R>);

/// Quotient and remainder by a random algorithm, or by a divisor that is kept; and its name.
pub fn divide<R: Convolve>(
    draw: &mut Draw,
    a: &Poly<R>,
    b: &Poly<R>,
) -> Result<(Result<Division<R>, Error>, &'static str), String> {
    let all = DivisionAlgorithm::ALL;
    match draw.below(4) {
        0 => Ok((a.div_rem(b), CHOSEN)),
        1 => Ok((Divisor::new(b).and_then(|d| d.div_rem(a)), "kept divisor")),
        _ => {
            let first = draw.below(all.len() as u64) as usize;
            for algorithm in (0..all.len()).map(|i| all[(first + i) % all.len()]) {
                let slow = algorithm == DivisionAlgorithm::Schoolbook && a.len() * b.len() > MOST_PAIRS;
                match if slow { continue } else { a.div_rem_by(b, Some(algorithm)) } {
                    Err(Error::Algorithm { .. }) => {}
                    other => return Ok((other, algorithm.name())),
                }
            }
            Ok((a.div_rem(b), CHOSEN))
        }
    }
}

/// The factors in the order that [`sorted`] has.
pub fn factors<R: Convolve>(found: &Factorization<R>) -> Vec<(Vec<R::Elem>, usize)>
where
    R::Elem: Ord,
{
    sorted(found.factors.iter().map(|(f, e)| (coefficients(f), *e as usize)).collect())
}

/// Factors of positive degree, in order.
pub fn sorted<T: Ord>(mut factors: Vec<(Vec<T>, usize)>) -> Vec<(Vec<T>, usize)> {
    factors.retain(|(f, _)| f.len() > 1);
    factors.sort();
    factors
}
