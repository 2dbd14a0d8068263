//! The rings in which Euclid's algorithm and elimination run on the ring's own elements.

use super::{AnyRing, F2, Gf2k, Ring, Zn};
#[cfg(feature = "integers")]
use super::{GeneralizedFermat, ZnBig};

/// A ring in which Euclid's algorithm and elimination run on the ring's own elements, because these do not grow: all finite rings.
/// It has no methods. Common divisors and resultants of polynomials, and determinants and solutions of systems of equations, are defined
/// once for these rings; over Z and Q, whose elements grow, they have their own definitions, by images modulo primes (`multimodular`).
///
/// ```
/// use polymod::{Poly, Result, Zn, ring::{Convolve, Direct}};
/// fn are_coprime<R: Convolve + Direct>(a: &Poly<R>, b: &Poly<R>) -> Result<bool> {
///     Ok(a.gcd(b)?.degree() == Some(0))
/// }
/// let f = Zn::new(97)?;
/// assert!(are_coprime(&Poly::parse(&f, "x + 1")?, &Poly::parse(&f, "x - 1")?)?);
/// # Ok::<(), polymod::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "this is not computed directly over `{Self}`",
    note = "over `Integers` and `Rationals` use the methods of their polynomials and matrices, or the functions of `polymod::multimodular`",
    note = "a ring whose elements do not grow in size implements `ring::Direct`, which has no methods"
)]
pub trait Direct: Ring {}

impl Direct for AnyRing {}
impl Direct for F2 {}
#[cfg(feature = "integers")]
impl Direct for GeneralizedFermat {}
impl Direct for Gf2k {}
impl Direct for Zn {}
#[cfg(feature = "integers")]
impl Direct for ZnBig {}
