//! Operations on all coefficients of vectors, one by one.

use super::Ring;
use crate::{
    Result,
    ring::{
        classical,
        vector::{Coeffs, View},
    },
};

/// Element-wise operations on vectors; the defaults read and write single elements.
///
/// ```
/// # use polymod::{Zn, ring::traits::*};
/// let f = Zn::new(97)?;
/// let mut v = f.collect(&[1, 2, 3]);
/// f.scale(&mut v, &10);
/// f.add_at(&mut v, 1, f.collect(&[1, 1]).view());
/// assert_eq!(f.words(v.view()), [10, 21, 31]);
/// # Ok::<(), polymod::Error>(())
/// ```
pub trait Vectors: Sized {
    /// Length without trailing zeros.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// assert_eq!(f.trimmed_len(f.collect(&[1, 0, 3, 0, 0]).view()), 3);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn trimmed_len(&self, v: View<'_, Self>) -> usize
    where
        Self: Ring,
    {
        (0..v.len()).rev().find(|&i| !self.is_zero(&self.get(v, i))).map_or(0, |i| i + 1)
    }
    /// Number of nonzero coefficients.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// assert_eq!(f.nonzero(f.collect(&[1, 0, 3, 0, 0]).view()), 2);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn nonzero(&self, v: View<'_, Self>) -> usize
    where
        Self: Ring,
    {
        (0..v.len()).filter(|&i| !self.is_zero(&self.get(v, i))).count()
    }
    /// Whether both have the same coefficients.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let v = f.collect(&[1, 2, 1, 2]);
    /// assert!(f.same(v.slice(0..2), v.slice(2..4)) && !f.same(v.slice(0..2), v.slice(0..3)));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn same(&self, a: View<'_, Self>, b: View<'_, Self>) -> bool
    where
        Self: Ring,
    {
        a.len() == b.len() && (0..a.len()).all(|i| self.get(a, i) == self.get(b, i))
    }
    /// `out[at + i] = v[i]`: shift, append, truncate, concatenate.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let mut out = f.zeros(4);
    /// f.copy_at(&mut out, 1, f.collect(&[5, 6]).view());
    /// assert_eq!(f.words(out.view()), [0, 5, 6, 0]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn copy_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>)
    where
        Self: Ring,
    {
        for i in 0..v.len() {
            self.set(out, at + i, &self.get(v, i));
        }
    }
    /// The coefficients in reverse order.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// assert_eq!(f.words(f.reversed(f.collect(&[1, 2, 3]).view()).view()), [3, 2, 1]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn reversed(&self, v: View<'_, Self>) -> Coeffs<Self>
    where
        Self: Ring,
    {
        let mut out = self.zeros(v.len());
        for i in 0..v.len() {
            self.set(&mut out, v.len() - 1 - i, &self.get(v, i));
        }
        out
    }
    /// Coefficients `first`, `first` + 2, `first` + 4, …
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let v = f.collect(&[0, 1, 2, 3, 4]);
    /// assert_eq!(f.words(f.every_other(v.view(), 0).view()), [0, 2, 4]);
    /// assert_eq!(f.words(f.every_other(v.view(), 1).view()), [1, 3]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn every_other(&self, v: View<'_, Self>, first: usize) -> Coeffs<Self>
    where
        Self: Ring,
    {
        let mut out = self.zeros((v.len() + 1).saturating_sub(first) / 2);
        for i in 0..out.len() {
            self.set(&mut out, i, &self.get(v, 2 * i + first));
        }
        out
    }
    /// A copy of these coefficients as a new vector.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let v = f.collect(&[1, 2, 3]);
    /// assert_eq!(f.words(f.owned(v.slice(1..3)).view()), [2, 3]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn owned(&self, v: View<'_, Self>) -> Coeffs<Self>
    where
        Self: Ring,
    {
        let mut out = self.zeros(v.len());
        self.copy_at(&mut out, 0, v);
        out
    }
    /// Removes trailing zeros.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let mut v = f.collect(&[1, 0, 3, 0, 0]);
    /// f.trim(&mut v);
    /// assert_eq!(f.words(v.view()), [1, 0, 3]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn trim(&self, v: &mut Coeffs<Self>)
    where
        Self: Ring,
    {
        let len = self.trimmed_len(v.view());
        if len < v.len() {
            self.resize(v, len);
        }
    }
    /// `out[at + i] += v[i]`; `out` is long enough.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let mut out = f.collect(&[1, 1, 96]);
    /// f.add_at(&mut out, 1, f.collect(&[5, 6]).view());
    /// assert_eq!(f.words(out.view()), [1, 6, 5]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn add_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>)
    where
        Self: Ring,
    {
        for i in 0..v.len() {
            let sum = self.add(&self.get(out.view(), at + i), &self.get(v, i));
            self.set(out, at + i, &sum);
        }
    }
    /// `out[at + i] −= v[i]`; `out` is long enough.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let mut out = f.collect(&[1, 1, 96]);
    /// f.sub_at(&mut out, 1, f.collect(&[5, 6]).view());
    /// assert_eq!(f.words(out.view()), [1, 93, 90]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn sub_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>)
    where
        Self: Ring,
    {
        for i in 0..v.len() {
            let difference = self.add(&self.get(out.view(), at + i), &self.neg(&self.get(v, i)));
            self.set(out, at + i, &difference);
        }
    }
    /// `v[i] = −v[i]`.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let mut v = f.collect(&[0, 1, 96]);
    /// f.neg_all(&mut v);
    /// assert_eq!(f.words(v.view()), [0, 96, 1]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn neg_all(&self, v: &mut Coeffs<Self>)
    where
        Self: Ring,
    {
        for i in 0..v.len() {
            let x = self.neg(&self.get(v.view(), i));
            self.set(v, i, &x);
        }
    }
    /// `v[i] ·= c`.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let mut v = f.collect(&[1, 2, 50]);
    /// f.scale(&mut v, &2);
    /// assert_eq!(f.words(v.view()), [2, 4, 3]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn scale(&self, v: &mut Coeffs<Self>, c: &Self::Elem)
    where
        Self: Ring,
    {
        for i in 0..v.len() {
            let x = self.mul(&self.get(v.view(), i), c);
            self.set(v, i, &x);
        }
    }
    /// `v[i] ·= w[i]`; `w` is at least as long as `v`.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let mut v = f.collect(&[1, 2, 50]);
    /// f.mul_each(&mut v, f.collect(&[5, 6, 2]).view());
    /// assert_eq!(f.words(v.view()), [5, 12, 3]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn mul_each(&self, v: &mut Coeffs<Self>, w: View<'_, Self>)
    where
        Self: Ring,
    {
        for i in 0..v.len() {
            let x = self.mul(&self.get(v.view(), i), &self.get(w, i));
            self.set(v, i, &x);
        }
    }
    /// `v[i]` = `v[0]`·…·`v[i]`.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let mut v = f.collect(&[1, 2, 3, 4, 5]);
    /// f.running_products(&mut v);
    /// assert_eq!(f.words(v.view()), [1, 2, 6, 24, 23]); // factorials; 120 = 97 + 23
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn running_products(&self, v: &mut Coeffs<Self>)
    where
        Self: Ring,
    {
        classical::running_products(self, v);
    }
    /// Whether each of 1, …, n − 1 has an inverse, which [`div_index`](Self::div_index) then finds.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(35)?;
    /// assert!(f.divides_below(5) && !f.divides_below(6)); // 5 is no unit modulo 35
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn divides_below(&self, n: usize) -> bool
    where
        Self: Ring,
    {
        classical::divides_below(self, n)
    }
    /// `v[i] ·= k + i`, for derivatives.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let mut v = f.collect(&[5, 6, 7]);
    /// f.mul_index(&mut v, 1);
    /// assert_eq!(f.words(v.view()), [5, 12, 21]); // (5x + 6x² + 7x³)'
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn mul_index(&self, v: &mut Coeffs<Self>, k: i64)
    where
        Self: Ring,
    {
        classical::mul_index(self, v, k);
    }
    /// `v[i] /= k + i` wherever `v[i]` is not zero, for integrals.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let mut v = f.collect(&[5, 12, 21]);
    /// f.div_index(&mut v, 1)?;
    /// assert_eq!(f.words(v.view()), [5, 6, 7]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotInvertible`](crate::Error::NotInvertible) where a quotient does not exist.
    fn div_index(&self, v: &mut Coeffs<Self>, k: i64) -> Result<()>
    where
        Self: Ring,
    {
        classical::div_index(self, v, k)
    }
    /// `v[i]` = 1/`v[i]`.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// let mut v = f.collect(&[1, 2, 96]);
    /// f.inv_each(&mut v)?;
    /// assert_eq!(f.words(v.view()), [1, 49, 96]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotInvertible`](crate::Error::NotInvertible) with the common factor of an element and the modulus.
    fn inv_each(&self, v: &mut Coeffs<Self>) -> Result<()>
    where
        Self: Ring,
    {
        for i in 0..v.len() {
            let inverse = self.inv(&self.get(v.view(), i))?;
            self.set(v, i, &inverse);
        }
        Ok(())
    }
    /// Σ `v[i]`·`w[i]`; both are equally long.
    ///
    /// ```
    /// # use polymod::{Zn, ring::traits::*};
    /// let f = Zn::new(97)?;
    /// assert_eq!(f.dot(f.collect(&[1, 2, 3]).view(), f.collect(&[4, 5, 6]).view()), 32);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn dot(&self, v: View<'_, Self>, w: View<'_, Self>) -> Self::Elem
    where
        Self: Ring,
    {
        (0..v.len()).fold(self.elem(0), |s, i| self.add(&s, &self.mul(&self.get(v, i), &self.get(w, i))))
    }
}
