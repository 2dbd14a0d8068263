//! The lowest rung: elements, and the vectors that hold them.

use super::{Blocks, Codec, Euclid, Evaluation, Quotients, Roots, Short, Vectors};
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
///
/// ```
/// # use polymod::{Ring, Zn};
/// let f = Zn::new(97)?;
/// let third = f.inv(&3)?;
/// assert_eq!((f.mul(&3, &third), f.add(&96, &2), f.neg(&1)), (1, 1, 96));
/// # Ok::<(), polymod::Error>(())
/// ```
pub trait Ring:
    Clone
    + PartialEq
    + Debug
    + Send
    + Sync
    + Roots
    + Vectors
    + Short
    + Quotients
    + Evaluation
    + Blocks
    + Euclid
    + Codec
    + 'static
{
    /// A single coefficient, for places where one is read, written, printed or inverted; never in a loop of an
    /// algorithm.
    type Elem: Clone + PartialEq + Debug + Send + Sync + 'static;
    /// The engine that operations of this ring run on.
    ///
    /// ```
    /// # use polymod::{Engine, Ring, Zn};
    /// let f = Zn::on(&Engine::builder().threads(1).build(), 97)?;
    /// assert_eq!(f.engine().threads(), 1);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn engine(&self) -> &Engine;
    /// The ring as the command line's option `--ring` names it.
    ///
    /// ```
    /// # use polymod::{F2, Ring, Zn};
    /// assert_eq!((Zn::new(97)?.name(), F2::new().name()), ("zn:97".into(), "gf2".into()));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn name(&self) -> String;
    /// The neutral element of multiplication.
    ///
    /// ```
    /// # use polymod::{Ring, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!(f.mul(&f.one(), &5), 5);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn one(&self) -> Self::Elem;
    /// Whether it is 1.
    ///
    /// ```
    /// # use polymod::{Ring, Zn};
    /// let f = Zn::new(97)?;
    /// assert!(f.is_one(&f.elem(98)) && !f.is_one(&f.elem(-1)));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[inline]
    fn is_one(&self, a: &Self::Elem) -> bool {
        *a == self.one()
    }
    /// x·1, the [image](Self::image) of a short integer: over F_(2^K) its parity, never the element that it names.
    ///
    /// ```
    /// # use polymod::{F2, Ring, Zn};
    /// assert_eq!((Zn::new(97)?.elem(-1), F2::new().elem(3)), (96, true));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn elem(&self, x: i64) -> Self::Elem;
    /// n·1 for the integer n = ±Σ `magnitude[i]`·2^(64i), its image under the only homomorphism from Z: n modulo the
    /// characteristic. For integers that count something, such as the exponent in (A^e)' = e·A^(e−1)·A'. Over F_(2^K)
    /// it is 0 or 1, whichever element [`push_limbs`](Codec::push_limbs) takes n to name: rings whose integers
    /// [are names](Codec::names) define it.
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
        let mut image = self.zeros(0);
        self.push_limbs(&mut image, negative, magnitude).expect("an integer that is no name denotes its image");
        self.get(image.view(), 0)
    }
    /// Whether `a` is zero.
    ///
    /// ```
    /// # use polymod::{Ring, Zn};
    /// let f = Zn::new(97)?;
    /// assert!(f.is_zero(&f.elem(97)) && !f.is_zero(&f.one()));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn is_zero(&self, a: &Self::Elem) -> bool;
    /// a + b.
    ///
    /// ```
    /// # use polymod::{Ring, Zn};
    /// assert_eq!(Zn::new(97)?.add(&96, &5), 4);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn add(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem;
    /// −a.
    ///
    /// ```
    /// # use polymod::{Ring, Zn};
    /// assert_eq!(Zn::new(97)?.neg(&5), 92);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn neg(&self, a: &Self::Elem) -> Self::Elem;
    /// a·b.
    ///
    /// ```
    /// # use polymod::{Ring, Zn};
    /// assert_eq!(Zn::new(97)?.mul(&10, &10), 3);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn mul(&self, a: &Self::Elem, b: &Self::Elem) -> Self::Elem;
    /// 1/a.
    ///
    /// ```
    /// # use polymod::{Error, Ring, Zn};
    /// let f = Zn::new(15)?;
    /// assert_eq!(f.inv(&2)?, 8);
    /// assert!(matches!(f.inv(&6), Err(Error::NotInvertible { .. }))); // 3 divides 6 and 15
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotInvertible`](crate::Error::NotInvertible) with the common factor of `a` and the modulus.
    fn inv(&self, a: &Self::Elem) -> Result<Self::Elem>;
    /// a/b: a·[`inv`](Self::inv)(b) where b is a unit; over Z the exact quotient.
    ///
    /// ```
    /// # use polymod::{Ring, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!(f.mul(&f.quotient(&5, &3)?, &3), 5);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotInvertible`](crate::Error::NotInvertible) with the common factor of `b` and the modulus; [`Error::NotDivisible`](crate::Error::NotDivisible) over Z;
    /// [`Error::DivisionByZero`](crate::Error::DivisionByZero) for b = 0 over Z.
    fn quotient(&self, a: &Self::Elem, b: &Self::Elem) -> Result<Self::Elem> {
        Ok(self.mul(a, &self.inv(b)?))
    }
    /// a^e by squaring; a^0 is 1.
    ///
    /// ```
    /// # use polymod::{Ring, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!((f.pow(&5, 96), f.pow(&0, 0)), (1, 1)); // Fermat's little theorem
    /// # Ok::<(), polymod::Error>(())
    /// ```
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
    ///
    /// ```
    /// # use polymod::{Ring, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!(f.words(f.zeros(3).view()), [0, 0, 0]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn zeros(&self, len: usize) -> Coeffs<Self>;
    /// Coefficient `i`; panics beyond the end.
    ///
    /// ```
    /// # use polymod::{F2, Ring};
    /// let f = F2::new();
    /// let v = f.from_words(&[0b100], 3);
    /// assert_eq!([0, 1, 2].map(|i| f.get(v.view(), i)), [false, false, true]);
    /// ```
    fn get(&self, v: View<'_, Self>, i: usize) -> Self::Elem;
    /// Writes coefficient `i`; panics beyond the end.
    ///
    /// ```
    /// # use polymod::{Ring, Zn};
    /// # let f = Zn::new(97)?;
    /// let mut v = f.zeros(3);
    /// f.set(&mut v, 1, &5);
    /// assert_eq!(f.words(v.view()), [0, 5, 0]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn set(&self, v: &mut Coeffs<Self>, i: usize, x: &Self::Elem);
    /// Truncates a vector, or extends it by zeros. The bits of a word or block beyond the end are always zero.
    ///
    /// ```
    /// # use polymod::{Ring, Zn};
    /// # let f = Zn::new(97)?;
    /// let mut v = f.collect(&[1, 2, 3]);
    /// f.resize(&mut v, 2);
    /// f.resize(&mut v, 4);
    /// assert_eq!(f.words(v.view()), [1, 2, 0, 0]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn resize(&self, v: &mut Coeffs<Self>, len: usize);
    /// The vector of these elements.
    ///
    /// ```
    /// # use polymod::{Ring, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!(f.words(f.collect(&[1, 2, 3]).view()), [1, 2, 3]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn collect(&self, elems: &[Self::Elem]) -> Coeffs<Self> {
        let mut v = self.zeros(elems.len());
        for (i, x) in elems.iter().enumerate() {
            self.set(&mut v, i, x);
        }
        v
    }
    /// Length, and bits of the largest coefficient where they are unbounded, else 0.
    ///
    /// ```
    /// # use polymod::{Ring, Zn};
    /// # let f = Zn::new(97)?;
    /// let size = f.size(f.collect(&[1, 2, 96]).view());
    /// assert_eq!((size.len, size.bits), (3, 0)); // coefficients are bounded by 97
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn size(&self, v: View<'_, Self>) -> Size;
}
