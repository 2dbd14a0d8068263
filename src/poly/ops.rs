//! Linear operations, evaluation, and the operators.

use super::Poly;
use crate::{
    Error, Result,
    ring::{Coeffs, Convolve, Ring, ShortOp, View},
    scratch::Block,
};
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

impl<R: Ring> Poly<R> {
    /// self + other.
    ///
    /// ```
    /// # use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (Poly::from_i64(&f, &[1, 2]), Poly::from_i64(&f, &[3, -2]));
    /// assert_eq!(a.checked_add(&b)?.to_string(), "4");
    /// assert!(a.checked_add(&Poly::one(&Zn::new(101)?)).is_err());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::RingsDiffer`](crate::Error::RingsDiffer).
    #[inline]
    pub fn checked_add(&self, other: &Self) -> Result<Self> {
        self.same_ring(other)?;
        self.few_or(ShortOp::Sum, other, Ok, || self.sum(other))
    }

    /// self + other, by a copy of the longer one.
    #[inline(never)]
    fn sum(&self, other: &Self) -> Result<Self> {
        self.with(&[other], |r, _| {
            let (long, short) = if self.len() < other.len() { (other, self) } else { (self, other) };
            Ok(Self::from_coeffs(r, combined(r, long.coeffs(), short.coeffs(), R::add_at)))
        })
    }

    /// self − other.
    ///
    /// ```
    /// # use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (Poly::from_i64(&f, &[1, 2]), Poly::from_i64(&f, &[3, 2]));
    /// assert_eq!(a.checked_sub(&b)?, Poly::from_i64(&f, &[-2]));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::RingsDiffer`](crate::Error::RingsDiffer).
    #[inline]
    pub fn checked_sub(&self, other: &Self) -> Result<Self> {
        self.same_ring(other)?;
        self.few_or(ShortOp::Difference, other, Ok, || self.difference(other))
    }

    /// self − other, by a copy of self.
    #[inline(never)]
    fn difference(&self, other: &Self) -> Result<Self> {
        self.with(&[other], |r, _| Ok(Self::from_coeffs(r, combined(r, self.coeffs(), other.coeffs(), R::sub_at))))
    }

    /// c·self.
    ///
    /// ```
    /// # use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!(Poly::from_i64(&f, &[1, 2]).scale(&50), Poly::from_i64(&f, &[50, 3]));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn scale(&self, c: &R::Elem) -> Self {
        if self.ring.is_one(c) {
            return self.clone();
        }
        if self.ring.is_zero(c) {
            return self.nothing();
        }
        let words = self.ring.short_multiple_words(self.coeffs(), c);
        if let Some(words) = words.filter(|&words| words > Block::MOST) {
            let mut out = self.ring.engine().dirty(words);
            return match self.ring.write_short_multiple(&mut out, self.coeffs(), c) {
                Ok(len) => Self::from_words(&self.ring, words / self.len(), (out, len)),
                Err(e) => refused(&e),
            };
        }
        if let Some(words) = words {
            let mut out = Block::new(words);
            return match self.ring.write_short_multiple(out.first_mut(words), self.coeffs(), c) {
                Ok(len) => Self::of_block(&self.ring, words / self.len(), out, len),
                Err(e) => refused(&e),
            };
        }
        let mut scaled = self.clone();
        self.ring.scale(&mut scaled.coeffs, c);
        self.ring.trim(&mut scaled.coeffs);
        scaled
    }

    /// self·x^k.
    ///
    /// ```
    /// # use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!(Poly::from_i64(&f, &[1, 2]).shl(2), Poly::from_i64(&f, &[0, 0, 1, 2]));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn shl(&self, k: usize) -> Self {
        if self.is_empty() {
            return self.clone();
        }
        let mut coeffs = self.ring.zeros(self.len() + k);
        self.ring.copy_at(&mut coeffs, k, self.coeffs());
        Poly { ring: self.ring.clone(), coeffs }
    }

    /// The derivative.
    ///
    /// ```
    /// # use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!(Poly::parse(&f, "x^97 + 5*x^2 + 3")?.derivative().to_string(), "10*x");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn derivative(&self) -> Self {
        if self.len() < 2 {
            return self.nothing();
        }
        self.few_or(ShortOp::Derivative, self, |value| value, || self.long_derivative())
    }

    /// The derivative of a polynomial of two coefficients or more, by a copy.
    #[inline(never)]
    fn long_derivative(&self) -> Self {
        let mut coeffs = self.ring.owned(self.coeffs().from(1));
        self.ring.mul_index(&mut coeffs, 1);
        Self::from_coeffs(&self.ring, coeffs)
    }

    /// The integral without constant term.
    ///
    /// ```
    /// # use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let a = Poly::from_i64(&f, &[4, 6]);
    /// assert_eq!(a.integral()?.to_string(), "3*x^2 + 4*x");
    /// assert!(Poly::monomial(&f, &1, 96).integral().is_err()); // a division by 97 = 0
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotInvertible`](crate::Error::NotInvertible), over Z [`Error::NotDivisible`](crate::Error::NotDivisible), where a
    /// coefficient of x^i cannot be divided by i + 1.
    pub fn integral(&self) -> Result<Self> {
        self.with(&[], |r, _| {
            if self.is_empty() {
                return Ok(self.clone());
            }
            let mut coeffs = r.zeros(self.len() + 1);
            r.copy_at(&mut coeffs, 1, self.coeffs());
            r.div_index(&mut coeffs, 0)?;
            Ok(Self::from_coeffs(r, coeffs))
        })
    }

    /// x^degree·self(1/x): the coefficients in reverse order.
    ///
    /// ```
    /// # use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// assert_eq!(Poly::from_i64(&f, &[1, 2, 3]).reverse(), Poly::from_i64(&f, &[3, 2, 1]));
    /// assert_eq!(Poly::from_i64(&f, &[0, 1]).reverse(), Poly::one(&f)); // the degree decreases
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn reverse(&self) -> Self {
        Self::from_coeffs(&self.ring, self.ring.reversed(self.coeffs()))
    }

    /// self(x).
    ///
    /// ```
    /// # use polymod::{Poly, Zn};
    /// let a = Poly::from_i64(&Zn::new(97)?, &[1, 0, 1]);
    /// assert_eq!((a.eval(&10), a.eval(&22)), (4, 0)); // 22² = −1
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn eval(&self, x: &R::Elem) -> R::Elem {
        self.ring.horner(self.coeffs(), x)
    }
}

/// A copy of `a` extended to at least the length of `b`, combined with `b` by `f`.
fn combined<R: Ring>(
    r: &R,
    a: View<'_, R>,
    b: View<'_, R>,
    f: impl Fn(&R, &mut Coeffs<R>, usize, View<'_, R>),
) -> Coeffs<R> {
    let mut out = r.owned(a);
    if out.len() < b.len() {
        r.resize(&mut out, b.len());
    }
    f(r, &mut out, 0, b);
    out
}

/// The value of a checked operation; panics with its error, as operators do.
#[inline]
fn expected<T>(result: Result<T>) -> T {
    result.unwrap_or_else(|e| refused(&e))
}

/// Panics with the error of a checked operation.
#[cold]
#[inline(never)]
fn refused(e: &Error) -> ! {
    panic!("{e}")
}

impl<R: Ring> AddAssign<&Poly<R>> for Poly<R> {
    fn add_assign(&mut self, other: &Poly<R>) {
        expected(self.same_ring(other));
        if self.len() < other.len() {
            self.ring.resize(&mut self.coeffs, other.len());
        }
        self.ring.add_at(&mut self.coeffs, 0, other.coeffs());
        self.ring.trim(&mut self.coeffs);
    }
}

impl<R: Ring> SubAssign<&Poly<R>> for Poly<R> {
    fn sub_assign(&mut self, other: &Poly<R>) {
        expected(self.same_ring(other));
        if self.len() < other.len() {
            self.ring.resize(&mut self.coeffs, other.len());
        }
        self.ring.sub_at(&mut self.coeffs, 0, other.coeffs());
        self.ring.trim(&mut self.coeffs);
    }
}

impl<R: Convolve> MulAssign<&Poly<R>> for Poly<R> {
    fn mul_assign(&mut self, other: &Poly<R>) {
        *self = &*self * other;
    }
}

/// Most words of a polynomial whose negative begins as a copy (measured).
const COPIED: usize = 4;

impl<R: Ring> Neg for Poly<R> {
    type Output = Poly<R>;
    fn neg(mut self) -> Poly<R> {
        self.ring.neg_all(&mut self.coeffs);
        self
    }
}

impl<R: Ring> Neg for &Poly<R> {
    type Output = Poly<R>;
    /// 0 − self, or of few words a copy, whose words are changed.
    #[inline]
    fn neg(self) -> Poly<R> {
        let operands = [self.coeffs().low(0), self.coeffs()];
        if self.coeffs.words.len() <= COPIED {
            return match self.ring.few_words(ShortOp::Difference, operands[0], operands[1]) {
                Some((words, len)) => Poly::of_few(&self.ring, self.coeffs.width, words, len),
                None => -self.clone(),
            };
        }
        Poly::short_of(&self.ring, ShortOp::Difference, operands, |value| value, || -self.clone())
    }
}

impl<R: Ring> Add for &Poly<R> {
    type Output = Poly<R>;
    #[inline]
    fn add(self, other: &Poly<R>) -> Poly<R> {
        expected(self.same_ring(other));
        self.few_or(ShortOp::Sum, other, |value| value, || expected(self.sum(other)))
    }
}

impl<R: Ring> Sub for &Poly<R> {
    type Output = Poly<R>;
    #[inline]
    fn sub(self, other: &Poly<R>) -> Poly<R> {
        expected(self.same_ring(other));
        self.few_or(ShortOp::Difference, other, |value| value, || expected(self.difference(other)))
    }
}

impl<R: Convolve> Mul for &Poly<R> {
    type Output = Poly<R>;
    #[inline]
    fn mul(self, other: &Poly<R>) -> Poly<R> {
        expected(self.same_ring(other));
        self.few_or(ShortOp::Product, other, |value| value, || expected(self.full_product(other)))
    }
}

/// Implements an operator for owned operands by the one for references.
macro_rules! owned_operands { ($($Op:ident $op:ident $Bound:ident;)*) => { $(
    impl<R: $Bound> $Op<&Poly<R>> for Poly<R> {
        type Output = Poly<R>;
        fn $op(self, other: &Poly<R>) -> Poly<R> { $Op::$op(&self, other) }
    }
    impl<R: $Bound> $Op<Poly<R>> for Poly<R> {
        type Output = Poly<R>;
        fn $op(self, other: Poly<R>) -> Poly<R> { $Op::$op(&self, &other) }
    }
    impl<R: $Bound> $Op<Poly<R>> for &Poly<R> {
        type Output = Poly<R>;
        fn $op(self, other: Poly<R>) -> Poly<R> { $Op::$op(self, &other) }
    }
)* } }
owned_operands! { Add add Ring; Sub sub Ring; Mul mul Convolve; }
