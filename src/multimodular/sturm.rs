//! Numbers of real roots of polynomials over Z, by Sturm's sequence with primitive remainders.
//!
//! Of the sequence P, P', and the negative remainders, each over its content, the number of sign changes at a less that at b, zeros left out, is that of the
//! distinct roots in (a, b], where P has no multiple roots; near −∞ and ∞ for every P (Sturm 1835, "Mémoire sur la résolution des équations numériques";
//! Cohen 1993, "A Course in Computational Algebraic Number Theory", §4.1.2).

use super::{
    gcd::{content, divided},
    sign_at,
};
use crate::{Error, Result, poly::Poly, ring::Integers};
use rug::Rational;

/// The number of distinct real roots.
///
/// ```
/// use polymod::{Integers, Poly, multimodular::count_real_roots};
/// let a: Poly<Integers> = "(x^2 - 2)*(x^2 + 1)*(x - 5)^2".parse()?;
/// assert_eq!(count_real_roots(&a)?, 3);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// [`Error::Domain`] for 0; [`Error::TooLarge`]; [`Error::Cancelled`].
pub fn count_real_roots(a: &Poly<Integers>) -> Result<usize> {
    let all = sequence(a)?;
    let sign = |p: &Poly<Integers>| p.leading().map_or(0, |lead| lead.cmp0() as i32);
    let below = changes(all.iter().map(|p| if p.len().is_multiple_of(2) { -sign(p) } else { sign(p) }));
    Ok(below - changes(all.iter().map(sign)))
}

/// The number of distinct real roots in the interval \[low, high\], both ends included.
///
/// ```
/// use polymod::{Integers, Poly, multimodular::count_real_roots_in, rug::Rational};
/// let a: Poly<Integers> = "(x^2 - 2)*(x - 5)^2".parse()?;
/// let [one, five] = [1, 5].map(Rational::from);
/// assert_eq!(count_real_roots_in(&a, &one, &five)?, 2); // √2 and 5
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// [`Error::Domain`] for 0; [`Error::OutOfRange`] unless low ≤ high; [`Error::TooLarge`]; [`Error::Cancelled`].
pub fn count_real_roots_in(a: &Poly<Integers>, low: &Rational, high: &Rational) -> Result<usize> {
    if low > high {
        let (what, expected) = ("the interval of roots", "a lower end that is not above the upper one");
        return Err(Error::OutOfRange { what, expected, got: format!("{low} and {high}") });
    }
    let mut all = sequence(a)?;
    // the last element is the common divisor of P and P'
    if let [p, .., divisor] = &all[..]
        && divisor.len() > 1
    {
        all = sequence(&p.exact_div(divisor)?)?;
    }
    let at = |x: &Rational| changes(all.iter().map(|p| sign_at(p, x)));
    Ok(at(low) - at(high) + usize::from(sign_at(a, low) == 0))
}

/// Sturm's sequence up to positive factors, without the 0 at its end.
fn sequence(a: &Poly<Integers>) -> Result<Vec<Poly<Integers>>> {
    a.begins(|| ("number of real roots over z".into(), "sturm"), &[])?;
    if a.is_empty() {
        let (operation, expected) = ("real roots", "a polynomial other than 0");
        return Err(Error::Domain { operation, expected, got: "0".into() });
    }
    let reduced = |p: &Poly<Integers>| divided(p, &content(p));
    let mut all = vec![reduced(a)];
    let mut next = reduced(&a.derivative());
    while !next.is_empty() {
        let last = &all[all.len() - 1];
        let (_, rest) = last.pseudo_div_rem(&next)?;
        // of lc(next)^k times the last
        let k = last.len() + 1 - next.len();
        let positive = k.is_multiple_of(2) || next.leading().is_some_and(|lead| lead > 0);
        all.push(std::mem::replace(&mut next, reduced(&if positive { -&rest } else { rest })));
    }
    Ok(all)
}

/// The number of pairs of successive signs, zeros left out, that are opposite.
fn changes(signs: impl Iterator<Item = i32>) -> usize {
    let signs: Vec<i32> = signs.filter(|sign| *sign != 0).collect();
    signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
}
