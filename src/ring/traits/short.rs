//! Operations on operands so short that there is nothing to choose, written to words of the caller's.

use super::Ring;
use crate::{Error, Result, ring::vector::View};

/// An operation on two vectors that a ring may have for short operands.
///
/// ```
/// # use polymod::{Zn, ring::{ShortOp, traits::*}};
/// let f = Zn::new(97)?;
/// let (a, b) = (f.collect(&[1, 2]), f.collect(&[3, 4]));
/// let [sum, product] = [ShortOp::Sum, ShortOp::Product].map(|op| f.short_words(op, a.view(), b.view()));
/// assert_eq!((sum, product), (Some(2), Some(3)));
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShortOp {
    /// a + b.
    Sum,
    /// a − b.
    Difference,
    /// a·b.
    Product,
    /// The derivative of a; b is not read.
    Derivative,
    /// The monic greatest common divisor of a and b.
    Gcd,
    /// The resultant of a and b, as a vector of one coefficient.
    Resultant,
    /// a(b).
    Composition,
    /// The first terms of the power series 1/a; b is not read.
    Reciprocal(usize),
    /// The first terms of the power series exp(a), for a with constant term 0; b is not read.
    Exponential(usize),
    /// The first terms of the power series log(a), for a with constant term 1; b is not read.
    Logarithm(usize),
    /// The polynomial with values a at points b, as many as those.
    Interpolation,
    /// a to this power; b is not read.
    Power(u64),
}

/// Operations for which a ring plans nothing, allocates nothing, and has nothing to report or to share among threads: those on short operands
/// by the definition, and passes over both operands. The caller asks for the number of words, and gives them; nothing is copied
/// afterwards. A ring without algorithms of its own, as by default, has `None` of them.
///
/// Vectors of results have the width of the operands, over Z [that](Self::short_width) of the operation. Operands have no leading zeros, but for sums and
/// differences, which are also those of matrices: all words of the result are written.
///
/// ```
/// # use polymod::{Zn, ring::{ShortOp, traits::*}};
/// let f = Zn::new(97)?;
/// let (a, b) = (f.collect(&[1, 2]), f.collect(&[3, 4]));
/// let words = f.short_words(ShortOp::Product, a.view(), b.view()).expect("two coefficients are few");
/// let mut product = vec![0; words];
/// let len = f.write_short(ShortOp::Product, &mut product, a.view(), b.view())?;
/// assert_eq!(product[..len], [3, 10, 8]);
/// assert!(f.short_words(ShortOp::Product, f.zeros(10_000).view(), f.zeros(10_000).view()).is_none());
/// # Ok::<(), polymod::Error>(())
/// ```
pub trait Short: Sized {
    /// Number of words for the result of an operation; `None` where the ring has no algorithm of its own for these operands, or they are so
    /// long that there are algorithms to choose from.
    ///
    /// ```
    /// # use polymod::{F2, ring::{ShortOp, traits::*}};
    /// let f = F2::new();
    /// let (a, b) = (f.zeros(200), f.zeros(60));
    /// assert_eq!(f.short_words(ShortOp::Sum, a.view(), b.view()), Some(4));
    /// ```
    fn short_words(&self, _op: ShortOp, _a: View<'_, Self>, _b: View<'_, Self>) -> Option<usize>
    where
        Self: Ring,
    {
        None
    }
    /// Number of words of each coefficient of the result, given that of [all its words](Self::short_words); by default that of each coefficient of a.
    ///
    /// ```
    /// # use polymod::{F2, ring::{ShortOp, traits::*}};
    /// let f = F2::new();
    /// let (a, b) = (f.zeros(200), f.zeros(60));
    /// assert_eq!(f.short_width(ShortOp::Sum, 4, a.view(), b.view()), 0); // bits
    /// ```
    #[inline]
    fn short_width(&self, _op: ShortOp, _words: usize, a: View<'_, Self>, _b: View<'_, Self>) -> usize
    where
        Self: Ring,
    {
        a.width
    }
    /// Writes the result to as many [words](Self::short_words), of any content before, and returns its length without leading zeros.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{ShortOp, traits::*}};
    /// let f = Zn::new(97)?;
    /// let (a, b, mut difference) = (f.collect(&[1, 2, 3]), f.collect(&[2, 2, 3]), [7; 3]);
    /// assert_eq!(f.write_short(ShortOp::Difference, &mut difference, a.view(), b.view()), Ok(1));
    /// assert_eq!(difference[0], 96);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotInvertible`] where a leading coefficient is no unit in the computation of a greatest common divisor or a resultant, where the
    /// lowest coefficient of a power series is none, and where the difference of two points is none;
    /// [`Error::Unsupported`] where the ring has no such algorithm, and over Z where a sum needs more words than its operands.
    fn write_short(&self, _op: ShortOp, _out: &mut [u64], _a: View<'_, Self>, _b: View<'_, Self>) -> Result<usize>
    where
        Self: Ring,
    {
        Err(Error::Unsupported { operation: "an operation on short operands".into(), ring: self.name() })
    }
    /// The words of a result, and its length without leading zeros, where at most four words are known to hold it: all words beyond it are 0. `None` where
    /// the ring has no such algorithm, or they may be more.
    ///
    /// ```
    /// # use polymod::{Zn, ring::{ShortOp, traits::*}};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (f.collect(&[1, 2, 3]), f.collect(&[2, 2, 3]));
    /// assert_eq!(f.few_words(ShortOp::Difference, a.view(), b.view()), Some(([96, 0, 0, 0], 1)));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[inline(always)]
    fn few_words(&self, _op: ShortOp, _a: View<'_, Self>, _b: View<'_, Self>) -> Option<([u64; 4], usize)>
    where
        Self: Ring,
    {
        None
    }
    /// The words of v(x + c), which has as many coefficients as v, where at most four words are known to hold it: all words beyond it are 0. `None` as for
    /// [`few_words`](Self::few_words).
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// assert_eq!(f.few_shifted(f.collect(&[0, 0, 1]).view(), &3), Some([9, 6, 1, 0])); // (x + 3)²
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[inline(always)]
    fn few_shifted(&self, _v: View<'_, Self>, _c: &Self::Elem) -> Option<[u64; 4]>
    where
        Self: Ring,
    {
        None
    }
    /// Number of words for the multiple c·a, the same for each coefficient; `None` as for [`short_words`](Self::short_words).
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// assert_eq!(f.short_multiple_words(f.zeros(8).view(), &5), Some(8));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[inline(always)]
    fn short_multiple_words(&self, _a: View<'_, Self>, _c: &Self::Elem) -> Option<usize>
    where
        Self: Ring,
    {
        None
    }
    /// Writes c·a to as many [words](Self::short_multiple_words), of any content before, and returns its length without leading zeros.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let mut multiple = [7; 6];
    /// assert_eq!(f.write_short_multiple(&mut multiple, f.collect(&[1, 2, 3, 4, 5, 50]).view(), &2), Ok(6));
    /// assert_eq!(multiple, [2, 4, 6, 8, 10, 3]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Unsupported`] where the ring has no such algorithm.
    fn write_short_multiple(&self, _out: &mut [u64], _a: View<'_, Self>, _c: &Self::Elem) -> Result<usize>
    where
        Self: Ring,
    {
        Err(Error::Unsupported { operation: "a multiple of few coefficients".into(), ring: self.name() })
    }
    /// Quotient and remainder of a by b where at most four words are known to hold each: the words, those beyond the result 0, its length without leading
    /// zeros and its width. `None` as for [`few_words`](Self::few_words), and where there is no quotient.
    ///
    /// ```
    /// # use polymod::{Integers, ring::traits::*};
    /// let z = Integers::new();
    /// let (a, b) = (z.collect(&[7.into(), 6.into()]), z.collect(&[1.into(), 2.into()]));
    /// assert_eq!(z.few_division(a.view(), b.view()), Some([([3, 0, 0, 0], 1, 1), ([4, 0, 0, 0], 1, 1)])); // 6x + 7 = 3·(2x + 1) + 4
    /// ```
    #[inline(always)]
    fn few_division(&self, _a: View<'_, Self>, _b: View<'_, Self>) -> Option<[([u64; 4], usize, usize); 2]>
    where
        Self: Ring,
    {
        None
    }
    /// Numbers of words for the quotient and the remainder of a by b; `None` as for [`short_words`](Self::short_words), and for b = 0.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (f.collect(&[3, 2, 1]), f.collect(&[1, 1]));
    /// assert_eq!(f.short_division_words(a.view(), b.view()), Some([2, 1]));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn short_division_words(&self, _a: View<'_, Self>, _b: View<'_, Self>) -> Option<[usize; 2]>
    where
        Self: Ring,
    {
        None
    }
    /// Writes quotient and remainder of a by b to as many [words](Self::short_division_words), of any content before, and returns their
    /// lengths without leading zeros.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (f.collect(&[3, 2, 1]), f.collect(&[1, 1]));
    /// let (mut q, mut r) = ([7; 2], [7; 1]);
    /// assert_eq!(f.write_short_division([&mut q, &mut r], a.view(), b.view()), Ok([2, 1]));
    /// assert_eq!((q, r), ([1, 1], [2])); // x² + 2x + 3 = (x + 1)² + 2
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotInvertible`] where the leading coefficient of b is no unit; [`Error::Unsupported`] where the ring has no such algorithm.
    fn write_short_division(&self, _out: [&mut [u64]; 2], _a: View<'_, Self>, _b: View<'_, Self>) -> Result<[usize; 2]>
    where
        Self: Ring,
    {
        Err(Error::Unsupported { operation: "a division of short operands".into(), ring: self.name() })
    }
    /// Numbers of words for the monic greatest common divisor g of a and b, and for s and t with g = s·a + t·b; `None` as for
    /// [`short_words`](Self::short_words), and where a or b is 0.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (f.collect(&[3, 2, 1]), f.collect(&[1, 1]));
    /// assert_eq!(f.short_bezout_words(a.view(), b.view()), Some([2, 1, 2]));
    /// assert_eq!(f.short_bezout_words(a.view(), f.zeros(0).view()), None);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn short_bezout_words(&self, _a: View<'_, Self>, _b: View<'_, Self>) -> Option<[usize; 3]>
    where
        Self: Ring,
    {
        None
    }
    /// Writes g, s of lower degree than b/g (0 where that is a constant), and t to as many [words](Self::short_bezout_words), of any content before, and
    /// returns their lengths without leading zeros.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (f.collect(&[0, 0, 1]), f.collect(&[1, 1]));
    /// let (mut g, mut s, mut t) = ([7; 2], [7; 1], [7; 2]);
    /// assert_eq!(f.write_short_bezout([&mut g, &mut s, &mut t], a.view(), b.view()), Ok([1, 1, 2]));
    /// assert_eq!((g[0], s, t), (1, [1], [1, 96])); // 1 = x² + (1 − x)·(x + 1)
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotInvertible`] where a leading coefficient is no unit; [`Error::Unsupported`] where the ring has no such algorithm.
    fn write_short_bezout(&self, _out: [&mut [u64]; 3], _a: View<'_, Self>, _b: View<'_, Self>) -> Result<[usize; 3]>
    where
        Self: Ring,
    {
        Err(Error::Unsupported { operation: "cofactors of short operands".into(), ring: self.name() })
    }
}
