//! The lowest rung: elements, and the vectors that hold them.

use super::{Blocks, Codec, Euclid, Evaluation, Quotients, Roots, Vectors};
use crate::{
    Result,
    engine::Engine,
    ring::{
        shape::Size,
        vector::{Coeffs, View},
    },
};
use std::fmt::Debug;

/// A commutative ring, as a value that is cheap to clone: what every ring must write, and what follows from single
/// elements. Its other operations stand in the traits that it requires, so that one bound, `R: Ring`, gives all of them;
/// a ring implements each of them in the file where its code is.
pub trait Ring:
    Clone + PartialEq + Debug + Send + Sync + Roots + Vectors + Quotients + Evaluation + Blocks + Euclid + Codec + 'static
{
    /// A single coefficient, for places where one is read, written, printed or inverted; never in a loop of an
    /// algorithm.
    type Elem: Clone + PartialEq + Debug + Send + Sync + 'static;
    /// The engine that operations of this ring run on.
    fn engine(&self) -> &Engine;
    /// The ring as the command line's option `--ring` names it.
    fn name(&self) -> String;
    /// The neutral element of multiplication.
    fn one(&self) -> Self::Elem;
    /// x·1, the [image](Self::image) of a short integer: over F_(2^K) its parity, never the element that it names.
    fn elem(&self, x: i64) -> Self::Elem;
    /// n·1 for the integer n = ±Σ `magnitude[i]`·2^(64i), its image under the only homomorphism from Z: n modulo the
    /// characteristic. For integers that count something, such as the exponent in (A^e)' = e·A^(e−1)·A'. Over F_(2^K)
    /// it is 0 or 1, whichever element [`push_limbs`](Codec::push_limbs) takes n to name.
    ///
    /// ```
    /// use polymod::{Gf2k, Ring, ring::Codec};
    /// let f = Gf2k::new(8, 0x11b)?;
    /// let mut named = f.zeros(0);
    /// f.push_limbs(&mut named, false, &[3])?;
    /// assert_eq!((f.image(false, &[3]), f.get(named.view(), 0)), (1, 3));            // 1 + 1 + 1, and z + 1
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn image(&self, negative: bool, magnitude: &[u64]) -> Self::Elem {
        // Horner's rule with digits to the base 2^32
        let (base, digit) = (self.elem(1 << 32), |half: u64| self.elem(half as i64));
        let halves = magnitude.iter().rev().flat_map(|&limb| [limb >> 32, limb & u64::from(u32::MAX)]);
        let image = halves.fold(self.elem(0), |sum, half| self.add(&self.mul(&sum, &base), &digit(half)));
        if negative { self.neg(&image) } else { image }
    }
    /// Whether `a` is zero.
    fn is_zero(&self, a: &Self::Elem) -> bool;
    /// a + b.
    fn add(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem;
    /// −a.
    fn neg(&self, a: &Self::Elem) -> Self::Elem;
    /// a·b.
    fn mul(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem;
    /// 1/a.
    ///
    /// # Errors
    /// [`Error::NotInvertible`](crate::Error::NotInvertible) with the common factor of `a` and the modulus.
    fn inv(&self, a: &Self::Elem) -> Result<Self::Elem>;
    /// a/b: a·[`inv`](Self::inv)(b) where b is a unit; over Z the exact quotient.
    ///
    /// # Errors
    /// [`Error::NotInvertible`](crate::Error::NotInvertible) with the common factor of `b` and the modulus; [`Error::NotDivisible`](crate::Error::NotDivisible) over Z;
    /// [`Error::DivisionByZero`](crate::Error::DivisionByZero) for b = 0 over Z.
    fn quotient(&self, a: &Self::Elem, b: &Self::Elem) -> Result<Self::Elem> {
        Ok(self.mul(a, &self.inv(b)?))
    }
    /// a^e by squaring; a^0 is 1.
    fn pow(&self, a: &Self::Elem, e: u64) -> Self::Elem {
        let mut power = self.one();
        for bit in (0..u64::BITS - e.leading_zeros()).rev() {
            power = self.mul(&power, &power);
            if e >> bit & 1 == 1 {
                power = self.mul(&power, a);
            }
        }
        power
    }
    /// A vector of `len` zeros.
    fn zeros(&self, len: usize) -> Coeffs<Self>;
    /// Coefficient `i`; panics beyond the end.
    fn get(&self, v: View<'_, Self>, i: usize) -> Self::Elem;
    /// Writes coefficient `i`; panics beyond the end.
    fn set(&self, v: &mut Coeffs<Self>, i: usize, x: &Self::Elem);
    /// Truncates a vector, or extends it by zeros. The bits of a word or block beyond the end are always zero.
    fn resize(&self, v: &mut Coeffs<Self>, len: usize);
    /// The vector of these elements.
    fn collect(&self, elems: &[Self::Elem]) -> Coeffs<Self> {
        let mut v = self.zeros(elems.len());
        for (i, x) in elems.iter().enumerate() {
            self.set(&mut v, i, x);
        }
        v
    }
    /// Length, and bits of the largest coefficient where they are unbounded, else 0.
    fn size(&self, v: View<'_, Self>) -> Size;
}

/// a^e for an exponent of several words, least significant first.
pub(crate) fn power<R: Ring>(r: &R, a: &R::Elem, e: &[u64]) -> R::Elem {
    let mut power = r.one();
    for bit in e.iter().rev().flat_map(|word| (0..64).rev().map(move |i| word >> i & 1)) {
        power = r.mul(&power, &power);
        if bit == 1 {
            power = r.mul(&power, a);
        }
    }
    power
}
