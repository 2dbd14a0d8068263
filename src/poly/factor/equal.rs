//! Equal-degree factoring.
//!
//! Modulo each of the irreducible factors of degree d a random a is an element of the field of q^d elements. For odd q its power
//! (q^d − 1)/2 is 1 for half of these elements, −1 for the others; it is the norm a^(1 + q + … + q^(d−1)), an element of the
//! field of q elements, to the power of (q − 1)/2 (Cantor, Zassenhaus 1981, "A new algorithm for factoring polynomials over
//! finite fields"). For q = 2^k the trace a + a² + a⁴ + … is 0 for half of them, 1 for the others. Norms and traces are computed
//! by doubling the number of terms with compositions (von zur Gathen, Shoup 1992, §5), or by single Frobenius maps where those
//! are cheaper. Cost: log₂ of the number of factors times that.

use super::{frobenius::Frobenius, linear};
use crate::{
    Result,
    bits::SplitMix64,
    poly::{Exponent, Poly},
    ring::{Cardinality, FiniteField},
};

/// The monic irreducible factors of a monic product of irreducible polynomials of this degree, given x^q modulo a multiple of it.
pub(super) fn split<R: FiniteField>(
    f: &Poly<R>,
    degree: usize,
    (image, size): (&Poly<R>, &Cardinality),
    words: &mut SplitMix64,
) -> Result<Vec<Poly<R>>> {
    if f.len() <= 1 {
        return Ok(Vec::new());
    }
    if f.len() == degree + 1 {
        return Ok(vec![f.clone()]);
    }
    if degree == 1 && size.small_characteristic() != Some(2) {
        let r = f.ring();
        let factor = |root: &R::Elem| Poly::new(r, [r.neg(root), r.one()]);
        return Ok(linear::roots(f, size, words)?.iter().map(factor).collect());
    }
    let frobenius = Frobenius::of_divisor(f, image, size, degree)?;
    let (mut whole, mut out) = (vec![frobenius], Vec::new());
    while let Some(frobenius) = whole.pop() {
        let f = frobenius.modulus.poly();
        let g = loop {
            let g = divisor(&frobenius, degree, words)?;
            if g.len() > 1 && g.len() < f.len() {
                break g;
            }
        };
        let h = f.quo(&g)?;
        for part in [g, h] {
            if part.len() == degree + 1 {
                out.push(part);
            } else {
                whole.push(Frobenius::of_divisor(&part, &frobenius.image, size, degree)?);
            }
        }
    }
    Ok(out)
}

/// A random divisor of the modulus: each irreducible factor divides it with probability about ½.
fn divisor<R: FiniteField>(frobenius: &Frobenius<R>, degree: usize, words: &mut SplitMix64) -> Result<Poly<R>> {
    let (r, size) = (frobenius.image.ring(), &frobenius.size);
    let two = size.small_characteristic() == Some(2);
    let mut random = |len: usize| Poly::new(r, (0..len).map(|_| r.random(&mut || words.word())).collect::<Vec<_>>());
    if two {
        let mut trace = combined(frobenius, random(frobenius.degree()), degree, Poly::checked_add)?;
        let mut power = trace.clone();
        for _ in 1..size.degree {
            power = frobenius.modulus.product(&power, &power)?;
            trace = trace.checked_add(&power)?;
        }
        return trace.gcd(frobenius.modulus.poly());
    }
    let norm = combined(frobenius, random(frobenius.degree()), degree, |a, b| frobenius.product(a, b))?;
    let power = norm.pow_mod(Exponent::new(false, &size.half()), &frobenius.modulus)?;
    power.checked_sub(&Poly::one(r))?.gcd(frobenius.modulus.poly())
}

/// a, a^q, …, a^(q^(d−1)) combined by an operation that commutes with Frobenius maps.
fn combined<R: FiniteField>(
    frobenius: &Frobenius<R>,
    a: Poly<R>,
    d: usize,
    operation: impl Fn(&Poly<R>, &Poly<R>) -> Result<Poly<R>>,
) -> Result<Poly<R>> {
    // a doubling takes a table and two compositions with it
    if frobenius.maps_are_faster(d - 1, 3 * d.ilog2() as usize / 2) {
        let (mut sum, mut power) = (a.clone(), a);
        for _ in 1..d {
            power = frobenius.apply(&power)?;
            sum = operation(&sum, &power)?;
        }
        return Ok(sum);
    }
    // `sum` combines the first i conjugates, `image` is x^(q^i)
    let (mut sum, mut image, mut i) = (a.clone(), frobenius.image.clone(), 1);
    for bit in (0..usize::BITS - 1 - d.leading_zeros()).rev() {
        let table = frobenius.powers_of(&image, 2)?;
        sum = operation(&sum, &frobenius.compose(&sum, &table)?)?;
        image = frobenius.compose(&image, &table)?;
        i *= 2;
        if d >> bit & 1 == 1 {
            sum = operation(&a, &frobenius.apply(&sum)?)?;
            image = frobenius.apply(&image)?;
            i += 1;
        }
    }
    debug_assert_eq!(i, d, "doubling reaches d");
    Ok(sum)
}
