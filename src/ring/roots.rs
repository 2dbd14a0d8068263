//! Roots of unity for transforms: the condition on a root, the default root, and the trait of a ring's own transforms.
//!
//! A transform of M values needs W^M = 1, Σ W^(ij) over all i < M to be 0 for 0 < j < M (W is a principal root), and M
//! to be a unit. That holds if and only if W^M = 1 and W^(M/q) − 1 is a unit for every prime q that divides M: each 1 −
//! W^j then divides a unit, and M is their product; conversely, (W^j − 1)·b = 0 makes M·b the sum of all W^(ij)·b,
//! which is 0, so b = 0, and in a finite ring an element that is no zero divisor is a unit. Over a field the condition
//! says that W has the order M; over Z/n with n composite it says more. Cost: a power and an inverse for each q.

use super::Ring;
use crate::{Error, Result, arith::factor_u64, engine::Context, transform::ntt::Direction};

/// A ring's own transform between coefficients and values at the powers of a root, in natural order.
///
/// ```
/// # use polymod::{Wrap, Zn, core::transform::ntt::Direction, ring::traits::*};
/// let f = Zn::new(17)?;
/// for way in f.engine().enter(|cx| f.own_dfts(4, cx)) {
///     let dft = f.own_dft(way.algorithm, 4, Wrap::Cyclic, &4).expect("it is listed");
///     let mut words = [0, 1, 0, 0]; // x
///     f.engine().enter(|cx| dft.run(Direction::Forward, &mut words, cx));
///     assert_eq!(words, [1, 4, 16, 13]);
/// }
/// # Ok::<(), polymod::Error>(())
/// ```
pub trait OwnDft: Send + Sync {
    /// Transforms in place the words of a vector of the transform's length: coefficients to values, or values to
    /// coefficients including the factor 1/N.
    ///
    /// ```
    /// # use polymod::{Wrap, Zn, core::transform::ntt::Direction, ring::traits::*};
    /// # let f = Zn::new(17)?;
    /// for way in f.engine().enter(|cx| f.own_dfts(4, cx)) {
    ///     let dft = f.own_dft(way.algorithm, 4, Wrap::Cyclic, &4).expect("it is listed");
    ///     let mut words = [1, 2, 3, 4];
    ///     f.engine().enter(|cx| {
    ///         dft.run(Direction::Forward, &mut words, cx);
    ///         dft.run(Direction::Inverse, &mut words, cx);
    ///     });
    ///     assert_eq!(words, [1, 2, 3, 4]);
    /// }
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn run(&self, direction: Direction, words: &mut [u64], cx: Context<'_>);
}

/// Whether `root` is a principal root of unity of this order, at least 1.
///
/// # Errors
/// [`Error::NotPrincipal`] with the condition that fails.
///
/// ```
/// use polymod::{Zn, ring::principal_root};
/// assert!(principal_root(&Zn::new(17)?, &4, 4).is_ok());
/// assert!(principal_root(&Zn::new(15)?, &4, 2).is_err());    // 4² = 1, but 4 − 1 divides 15
/// # Ok::<(), polymod::Error>(())
/// ```
pub fn principal_root<R: Ring>(r: &R, root: &R::Elem, order: u64) -> Result<()> {
    let fails = |reason: String| Error::NotPrincipal { root: r.elem_to_text(root), order, ring: r.name(), reason };
    let at = |exponent: u64| r.add(&r.pow(root, exponent), &r.elem(-1));
    if !r.is_zero(&at(order)) {
        return Err(fails(format!("its power {order} is not 1")));
    }
    for (q, _) in factor_u64(order) {
        let difference = at(order / q);
        if r.is_zero(&difference) {
            return Err(fails(format!("its power {} is 1", order / q)));
        }
        if let Err(e) = r.inv(&difference) {
            return Err(fails(format!("its power {} less 1 is no unit: {e}", order / q)));
        }
    }
    Ok(())
}

/// [`Ring::root_of_unity`] modulo n of any size. Primality of n is decided by GMP's test (Baillie–PSW and 16 more
/// rounds), which no known composite passes.
///
/// # Errors
/// [`Error::Modulus`] unless n is prime; [`Error::NoRoot`] unless `order` divides n − 1.
#[cfg(feature = "integers")]
pub(super) fn root_of_unity_big(n: &rug::Integer, order: u64) -> Result<rug::Integer> {
    if n.is_probably_prime(40) == rug::integer::IsPrime::No {
        return Err(Error::Modulus { modulus: n.to_string(), expected: "a prime" });
    }
    root_in_field(n, order)
}

/// The default root of unity of this order modulo a prime n.
///
/// # Errors
/// [`Error::NoRoot`] unless `order` divides n − 1.
#[cfg(feature = "integers")]
pub(super) fn root_in_field(n: &rug::Integer, order: u64) -> Result<rug::Integer> {
    use rug::{Complete, Integer};
    let no_root = || Error::NoRoot { modulus: n.to_string(), order };
    let (exponent, rest) = (n - 1u32).complete().div_rem(Integer::from(order.max(1)));
    if order == 0 || rest != 0 {
        return Err(no_root());
    }
    // the exponents are not negative, so the powers exist
    let power = |base: &Integer, e: &Integer| base.pow_mod_ref(e, n).map(Integer::from);
    let proper: Vec<_> = factor_u64(order).into_iter().map(|(q, _)| Integer::from(order / q)).collect();
    let exact = |root: &Integer| proper.iter().all(|e| power(root, e).is_some_and(|x| x != 1));
    (1u64..).map_while(|h| power(&h.into(), &exponent)).find(exact).ok_or_else(no_root)
}
