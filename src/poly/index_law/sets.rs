//! Power series of sets: polynomials in k variables modulo their squares. A series is split at its last variable, A = A_0 + x·A_1 with x² = 0: then
//! F(A) = F(A_0) + x·A_1·F'(A_0) for each power series F, so that functions are computed one variable after the other, by products in as many variables
//! as are there already. All of them take about as long as k/2 products, without a division by an integer (Björklund, Husfeldt, Kaski, Koivisto 2007,
//! "Fourier meets Möbius: fast subset convolution", STOC, for the products).

use super::grids;
use crate::{
    Error, Result,
    monitor::Decision,
    poly::Poly,
    ring::{Coeffs, Convolve, Ring, View},
};

/// A function of the subsets of {0, …, k − 1}, or Σ c_S·Π_{i∈S} x_i modulo x_i²: the coefficient of S is the entry at the sum of 2^i over i in S.
/// The product of two has at S the sum of a_T·b_(S∖T) over the subsets T of S.
///
/// ```
/// use polymod::{Ring, Zn, poly::SetSeries};
/// let f = Zn::new(97)?;
/// let a = SetSeries::new(&f, f.collect(&[0, 2, 3, 4]))?; // 2x + 3y + 4xy
/// assert_eq!(f.words(a.exp()?.coeffs()), [1, 2, 3, 10]); // 1 + 2x + 3y + (4 + 2·3)xy
/// assert_eq!(a.exp()?.log()?, a);
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct SetSeries<R: Ring> {
    ring: R,
    coeffs: Coeffs<R>,
    variables: usize,
}

impl<R: Ring> PartialEq for SetSeries<R> {
    fn eq(&self, other: &Self) -> bool {
        self.ring == other.ring && self.ring.same(self.coeffs.view(), other.coeffs.view())
    }
}

impl<R: Convolve> SetSeries<R> {
    /// The series with these 2^k coefficients.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, poly::SetSeries};
    /// let f = Zn::new(97)?;
    /// assert_eq!(SetSeries::new(&f, f.collect(&[1, 0, 0, 5]))?.variables(), 2);
    /// assert!(SetSeries::new(&f, f.collect(&[1, 0, 5])).is_err());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] unless their number is a power of two.
    pub fn new(ring: &R, coeffs: Coeffs<R>) -> Result<Self> {
        let n = coeffs.len();
        if !n.is_power_of_two() {
            let what = "a power series of sets with a power of two of coefficients";
            return Err(Error::Length { what, expected: n.next_power_of_two(), got: n });
        }
        Ok(SetSeries { ring: ring.clone(), coeffs, variables: n.trailing_zeros() as usize })
    }

    /// The coefficients, 2^k of them.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, poly::SetSeries};
    /// let f = Zn::new(97)?;
    /// assert_eq!(f.words(SetSeries::new(&f, f.collect(&[1, 5]))?.coeffs()), [1, 5]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn coeffs(&self) -> View<'_, R> {
        self.coeffs.view()
    }

    /// The coefficients.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, poly::SetSeries};
    /// let f = Zn::new(97)?;
    /// assert_eq!(f.words(SetSeries::new(&f, f.collect(&[1, 5]))?.into_coeffs().view()), [1, 5]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn into_coeffs(self) -> Coeffs<R> {
        self.coeffs
    }

    /// The number k of variables.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, poly::SetSeries};
    /// let f = Zn::new(97)?;
    /// assert_eq!(SetSeries::new(&f, f.collect(&[7]))?.variables(), 0);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn variables(&self) -> usize {
        self.variables
    }

    /// 1/self.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, poly::SetSeries};
    /// let f = Zn::new(97)?;
    /// let a = SetSeries::new(&f, f.collect(&[1, 2, 3, 0]))?; // 1 + 2x + 3y
    /// assert_eq!(f.words(a.inverse()?.coeffs()), [1, 95, 94, 12]); // (1 − 2x)·(1 − 3y) + 6xy
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotInvertible`] unless the coefficient of the empty set has an inverse; those of products; [`Error::Cancelled`].
    pub fn inverse(&self) -> Result<Self> {
        let r = &self.ring;
        self.begins("inverse")?;
        let mut out = r.collect(&[r.inv(&r.get(self.coeffs(), 0))?]);
        for k in 0..self.variables {
            // −A_1/A_0²
            let quotient = product(r, k, self.upper(k), out.view())?;
            let mut upper = product(r, k, quotient.view(), out.view())?;
            r.neg_all(&mut upper);
            append(r, &mut out, upper.view());
        }
        self.with(out)
    }

    /// The exponential: the coefficient of S is the sum over all partitions of S of the products of the coefficients of its parts.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, poly::SetSeries};
    /// let f = Zn::new(97)?;
    /// let ones = SetSeries::new(&f, f.collect(&[0, 1, 1, 1, 1, 1, 1, 1]))?;
    /// assert_eq!(f.get(ones.exp()?.coeffs(), 7), 5); // partitions of three elements
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Domain`] unless the coefficient of the empty set is 0; those of products; [`Error::Cancelled`].
    pub fn exp(&self) -> Result<Self> {
        let r = &self.ring;
        self.has_constant(&r.elem(0), ["an exponential", "0 as coefficient of the empty set"])?;
        self.begins("exponential")?;
        let mut out = r.collect(&[r.one()]);
        for k in 0..self.variables {
            let upper = product(r, k, self.upper(k), out.view())?;
            append(r, &mut out, upper.view());
        }
        self.with(out)
    }

    /// The logarithm: what the [exponential](Self::exp) takes to self.
    ///
    /// ```
    /// # use polymod::{Ring, Zn, poly::SetSeries};
    /// let f = Zn::new(97)?;
    /// let a = SetSeries::new(&f, f.collect(&[1, 2, 3, 10]))?;
    /// assert_eq!(f.words(a.log()?.coeffs()), [0, 2, 3, 4]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Domain`] unless the coefficient of the empty set is 1; those of products; [`Error::Cancelled`].
    pub fn log(&self) -> Result<Self> {
        let r = &self.ring;
        self.has_constant(&r.one(), ["a logarithm", "1 as coefficient of the empty set"])?;
        self.begins("logarithm")?;
        let (mut out, mut inverse) = (r.zeros(1), r.collect(&[r.one()]));
        for k in 0..self.variables {
            let quotient = product(r, k, self.upper(k), inverse.view())?;
            append(r, &mut out, quotient.view());
            if k + 1 < self.variables {
                let mut upper = product(r, k, quotient.view(), inverse.view())?;
                r.neg_all(&mut upper);
                append(r, &mut inverse, upper.view());
            }
        }
        self.with(out)
    }

    /// f(self).
    ///
    /// ```
    /// # use polymod::{Poly, Ring, Zn, poly::SetSeries};
    /// let f = Zn::new(97)?;
    /// let a = SetSeries::new(&f, f.collect(&[1, 2, 3, 4]))?;
    /// let square = a.compose(&Poly::parse(&f, "x^2")?)?;
    /// assert_eq!(f.words(square.coeffs()), [1, 4, 6, 20]); // 2·(4 + 2·3)
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::RingsDiffer`]; those of products and of [`taylor_shift`](Poly::taylor_shift); [`Error::Cancelled`].
    pub fn compose(&self, f: &Poly<R>) -> Result<Self> {
        let (r, k) = (&self.ring, self.variables);
        f.same_ring(&Poly::zero(r))?;
        self.begins("composition")?;
        // the derivatives at the empty set's coefficient, from the Taylor coefficients there
        let taylor = f.taylor_shift(&r.get(self.coeffs(), 0))?;
        let derivative = |j: usize| r.mul(&taylor.coeff(j), &factorial(r, j));
        let mut derivatives: Vec<_> = (0..=k).map(|j| r.collect(&[derivative(j)])).collect();
        for i in 0..k {
            for j in 0..k - i {
                let upper = product(r, i, self.upper(i), derivatives[j + 1].view())?;
                append(r, &mut derivatives[j], upper.view());
            }
            derivatives.truncate(k - i);
        }
        self.with(derivatives.swap_remove(0))
    }

    /// The sums over all sets S of `weights[S]` times the coefficient of S in the j-th power, for j < m: the transpose of
    /// [`compose`](Self::compose).
    ///
    /// ```
    /// # use polymod::{Ring, Zn, poly::SetSeries};
    /// let f = Zn::new(97)?;
    /// let a = SetSeries::new(&f, f.collect(&[1, 2, 3, 4]))?;
    /// let last = a.power_projection(f.view(&[0, 0, 0, 1])?, 4)?;
    /// assert_eq!(f.words(last.view()), [0, 4, 20, 48]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Length`] unless there are as many weights as coefficients; those of products; [`Error::Cancelled`].
    pub fn power_projection(&self, weights: View<'_, R>, m: usize) -> Result<Coeffs<R>> {
        let (r, k) = (&self.ring, self.variables);
        if weights.len() != self.coeffs.len() {
            return Err(Error::Length { what: "weights", expected: self.coeffs.len(), got: weights.len() });
        }
        self.begins("power projection")?;
        // weights of the derivatives of each order, in as many variables as are left
        let mut forms = vec![r.owned(weights)];
        for i in (0..k).rev() {
            let half = 1 << i;
            let mut next: Vec<_> = forms.iter().map(|form| r.owned(form.view().low(half))).collect();
            next.push(r.zeros(half));
            // the transpose of a product is a product in reverse order
            for (j, form) in forms.iter().enumerate() {
                let reversed = r.reversed(form.view().from(half));
                let met = r.reversed(product(r, i, self.upper(i), reversed.view())?.view());
                r.add_at(&mut next[j + 1], 0, met.view());
            }
            forms = next;
        }
        // the j-th derivative of x^i at c is i·(i − 1)⋯(i − j + 1)·c^(i − j)
        let c = r.get(self.coeffs(), 0);
        let mut powers = vec![r.one()];
        let mut values = Vec::with_capacity(m);
        for i in 0..m {
            let (mut falling, mut value) = (r.one(), r.elem(0));
            for (j, form) in forms.iter().enumerate().take(i + 1) {
                let term = r.mul(&r.get(form.view(), 0), &r.mul(&falling, &powers[i - j]));
                value = r.add(&value, &term);
                falling = r.mul(&falling, &r.elem((i - j) as i64));
            }
            values.push(value);
            powers.push(r.mul(&powers[i], &c));
        }
        Ok(r.collect(&values))
    }

    /// The coefficients of the sets whose largest element is k.
    fn upper(&self, k: usize) -> View<'_, R> {
        self.coeffs.slice(1 << k..2 << k)
    }

    fn with(&self, coeffs: Coeffs<R>) -> Result<Self> {
        Self::new(&self.ring, coeffs)
    }

    fn has_constant(&self, expected: &R::Elem, [operation, what]: [&'static str; 2]) -> Result<()> {
        let found = self.ring.get(self.coeffs(), 0);
        if found == *expected {
            return Ok(());
        }
        Err(Error::Domain { operation, expected: what, got: self.ring.elem_to_text(&found) })
    }

    fn begins(&self, what: &str) -> Result<()> {
        let task =
            || format!("{what} of a power series of sets over {}, {} variables", self.ring.name(), self.variables);
        self.ring.engine().enter(|cx| cx.begins(|| Decision::only(task(), "variables")))
    }
}

/// The product of two series in k variables.
fn product<R: Convolve>(r: &R, k: usize, a: View<'_, R>, b: View<'_, R>) -> Result<Coeffs<R>> {
    grids::truncated(r, &vec![2; k], a, b)
}

/// Appends the coefficients of the sets with one more element.
fn append<R: Convolve>(r: &R, out: &mut Coeffs<R>, upper: View<'_, R>) {
    let half = out.len();
    r.resize(out, 2 * half);
    r.copy_at(out, half, upper);
}

fn factorial<R: Convolve>(r: &R, n: usize) -> R::Elem {
    (1..=n as i64).fold(r.one(), |product, i| r.mul(&product, &r.elem(i)))
}
