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
pub trait Vectors: Sized {
    /// Length without trailing zeros.
    fn trimmed_len(&self, v: View<'_, Self>) -> usize
    where
        Self: Ring,
    {
        (0..v.len()).rev().find(|&i| !self.is_zero(&self.get(v, i))).map_or(0, |i| i + 1)
    }
    /// Number of nonzero coefficients.
    fn nonzero(&self, v: View<'_, Self>) -> usize
    where
        Self: Ring,
    {
        (0..v.len()).filter(|&i| !self.is_zero(&self.get(v, i))).count()
    }
    /// Whether both have the same coefficients.
    fn same(&self, a: View<'_, Self>, b: View<'_, Self>) -> bool
    where
        Self: Ring,
    {
        a.len() == b.len() && (0..a.len()).all(|i| self.get(a, i) == self.get(b, i))
    }
    /// `out[at + i] = v[i]`: shift, append, truncate, concatenate.
    fn copy_at(&self, out: &mut Coeffs<Self>, at: usize, v: View<'_, Self>)
    where
        Self: Ring,
    {
        for i in 0..v.len() {
            self.set(out, at + i, &self.get(v, i));
        }
    }
    /// The coefficients in reverse order.
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
    fn owned(&self, v: View<'_, Self>) -> Coeffs<Self>
    where
        Self: Ring,
    {
        let mut out = self.zeros(v.len());
        self.copy_at(&mut out, 0, v);
        out
    }
    /// Removes trailing zeros.
    fn trim(&self, v: &mut Coeffs<Self>)
    where
        Self: Ring,
    {
        let len = self.trimmed_len(v.view());
        self.resize(v, len);
    }
    /// `out[at + i] += v[i]`; `out` is long enough.
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
    fn running_products(&self, v: &mut Coeffs<Self>)
    where
        Self: Ring,
    {
        for i in 1..v.len() {
            let x = self.mul(&self.get(v.view(), i - 1), &self.get(v.view(), i));
            self.set(v, i, &x);
        }
    }
    /// Whether each of 1, …, n − 1 has an inverse, which [`div_index`](Self::div_index) then finds.
    fn divides_below(&self, n: usize) -> bool
    where
        Self: Ring,
    {
        classical::divides_below(self, n)
    }
    /// `v[i] ·= k + i`, for derivatives.
    fn mul_index(&self, v: &mut Coeffs<Self>, k: i64)
    where
        Self: Ring,
    {
        for i in 0..v.len() {
            let x = self.mul(&self.get(v.view(), i), &self.elem(k + i as i64));
            self.set(v, i, &x);
        }
    }
    /// `v[i] /= k + i` wherever `v[i]` is not zero, for integrals.
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
    fn dot(&self, v: View<'_, Self>, w: View<'_, Self>) -> Self::Elem
    where
        Self: Ring,
    {
        (0..v.len()).fold(self.elem(0), |s, i| self.add(&s, &self.mul(&self.get(v, i), &self.get(w, i))))
    }
}
