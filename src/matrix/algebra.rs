//! Elements of the algebra K\[x\]/(m): trace, norm, characteristic and minimal polynomial of the multiplication by an element.
//!
//! With α_i the roots of m, of degree n, those of the characteristic polynomial of a are the a(α_i). The trace of x^i is the i-th power sum p_i of m, so
//! that trace(b) = Σ b_i·p_i, and the traces of all powers of a are one transposed composition (Shoup 1999, "Efficient computation of minimal polynomials
//! in algebraic extensions of finite fields", §3). Where the characteristic exceeds n, Newton's identities lead from them to the characteristic polynomial;
//! else it is the minimal polynomial if the degree of that is n, and the characteristic polynomial of the matrix of the multiplication if not. The minimal polynomial is the least common multiple of those of the sequences ℓ(a^j), for linear
//! forms ℓ, that annihilates a.

use super::Matrix;
use crate::{
    Error, Result,
    poly::{Divisor, Part, Poly},
    ring::{Coeffs, Convolve, Direct},
    tested,
};

/// Degree of a modulus up to which the matrix of a multiplication is faster than sequences.
const FEW: usize = 16;

impl<R: Convolve + Direct> Poly<R> {
    /// The trace of the multiplication by self in K\[x\]/(m): the sum of the values at the roots of m.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let (a, m) = (Poly::parse(&f, "5*x^2 + 2*x + 1")?, Poly::parse(&f, "x^3 + x + 3")?);
    /// assert_eq!(a.trace_mod(&m)?, 90);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Domain`] for a constant m; [`Error::NotInvertible`] where its leading coefficient is no unit.
    pub fn trace_mod(&self, m: &Self) -> Result<R::Elem> {
        self.direct_trace_mod(m)
    }

    /// The norm of self in K\[x\]/(m), the determinant of the multiplication by it: the product of the values at the roots of m.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let (a, m) = (Poly::parse(&f, "5*x^2 + 2*x + 1")?, Poly::parse(&f, "x^3 + x + 3")?);
    /// assert_eq!(a.norm_mod(&m)?, 91);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`trace_mod`](Self::trace_mod) and [`resultant`](Self::resultant).
    pub fn norm_mod(&self, m: &Self) -> Result<R::Elem> {
        let (a, m) = self.in_algebra(m)?;
        m.resultant(&a)
    }

    /// The characteristic polynomial of the multiplication by self in K\[x\]/(m).
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let (a, m) = (Poly::parse(&f, "5*x^2 + 2*x + 1")?, Poly::parse(&f, "x^3 + x + 3")?);
    /// assert_eq!(a.charpoly_mod(&m)?, Poly::parse(&f, "x^3 + 7*x^2 + 5*x + 6")?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`trace_mod`](Self::trace_mod) and of [`charpoly`](Matrix::charpoly).
    pub fn charpoly_mod(&self, m: &Self) -> Result<Self> {
        let (a, m) = self.in_algebra(m)?;
        let (r, n) = (m.ring(), m.len() - 1);
        // 1/j for all j up to n, by which Newton's identities divide
        let matrix = (1..=n as i64).any(|j| r.inv(&r.elem(j)).is_err());
        if matrix && n > FEW {
            match a.minpoly_mod(&m) {
                Ok(minimal) if minimal.len() == n + 1 => return Ok(minimal),
                Ok(_) | Err(Error::NotInvertible { .. }) => {}
                refused => return refused,
            }
        }
        let way = if matrix { "matrix" } else { "traces" };
        self.begins(|| ("characteristic polynomial modulo a polynomial".into(), way), &[&m])?;
        if matrix {
            return a.multiplication(&m)?.charpoly();
        }
        let sums = m.power_sums(n)?;
        let traces = Projection::new(&a, &m, n + 1)?.values(sums)?;
        Poly::from_power_sums(r, traces.view(), n)
    }

    /// The minimal polynomial of self in K\[x\]/(m): the monic polynomial of least degree with the value 0 there.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let m = Poly::parse(&f, "x^4 + 5")?;
    /// assert_eq!(Poly::parse(&f, "x^2")?.minpoly_mod(&m)?.to_string(), "x^2 + 5");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`trace_mod`](Self::trace_mod) and of [`gcd`](Self::gcd).
    pub fn minpoly_mod(&self, m: &Self) -> Result<Self> {
        self.begins(|| ("minimal polynomial modulo a polynomial".into(), "sequences"), &[m])?;
        let (a, m) = self.in_algebra(m)?;
        let (r, n) = (m.ring().clone(), m.len() - 1);
        let (projection, mut found, mut state) =
            (Projection::new(&a, &m, 2 * n)?, Poly::one(&r), 0x9e37_79b9_7f4a_7c15_u64);
        for round in 0.. {
            // random forms first, which affect only the running time; then each coefficient by itself
            let weight = |i: usize| match round {
                0..2 => {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    r.elem((state >> 33) as i64)
                }
                _ => r.elem(i64::from(i == round - 2)),
            };
            let weights = r.collect(&(0..n).map(weight).collect::<Vec<_>>());
            let sequence = projection.values(weights)?;
            found = found.lcm(&Poly::minpoly(&r, sequence.view())?)?;
            if round + 1 == n + 2 || found.len() == n + 1 || found.compose_mod(&a, &projection.modulus)?.is_empty() {
                break;
            }
        }
        Ok(found)
    }
}

impl<R: Convolve> Poly<R> {
    /// [`trace_mod`](Poly::trace_mod) by operations of any ring.
    pub(crate) fn direct_trace_mod(&self, m: &Self) -> Result<R::Elem> {
        self.begins(|| ("trace modulo a polynomial".into(), "power-sums"), &[m])?;
        let (a, m) = self.in_algebra(m)?;
        let sums = m.power_sums(m.len() - 1)?;
        Ok(m.ring().dot(a.coeffs(), sums.view().low(a.len())))
    }

    /// The element and the monic modulus, reduced.
    pub(crate) fn in_algebra(&self, m: &Self) -> Result<(Self, Self)> {
        self.same_ring(m)?;
        if m.len() < 2 {
            let expected = "a modulus of positive degree";
            return Err(Error::Domain { operation: "the algebra modulo a polynomial", expected, got: m.to_string() });
        }
        let m = m.monic()?;
        Ok((self.rem(&m)?, m))
    }

    /// The coefficients in reverse order, as many as given.
    fn reverse_to(&self, len: usize) -> Self {
        Poly::new(self.ring(), (0..len).rev().map(|i| self.coeff(i)))
    }

    tested! {
        /// The matrix of the multiplication by self modulo m: row i is x^i·self.
        pub(crate) fn multiplication(&self, m: &Self) -> Result<Matrix<R>> {
            let (r, n) = (self.ring(), m.len() - 1);
            let (mut entries, mut row) = (r.zeros(n * n), self.clone());
            for i in 0..n {
                r.copy_at(&mut entries, i * n, row.coeffs());
                row = row.shl(1).rem(m)?;
            }
            Matrix::new(r, n, n, entries)
        }
    }
}

/// The values of linear forms at the powers of an element a modulo a monic m, as many as wanted: baby steps by products, the same for all forms, and
/// giant steps by transposed products.
struct Projection<R: Convolve> {
    modulus: Divisor<R>,
    /// The powers of a below the giant step, as columns.
    babies: Matrix<R>,
    /// The giant step, its coefficients in reverse order.
    giant: Poly<R>,
    /// m with its coefficients in reverse order, and one over it.
    reversed: Poly<R>,
    inverse: Poly<R>,
    count: usize,
}

impl<R: Convolve> Projection<R> {
    /// For `count` powers.
    fn new(a: &Poly<R>, m: &Poly<R>, count: usize) -> Result<Self> {
        let (r, n, modulus) = (a.ring(), m.len() - 1, Divisor::new(m)?);
        let steps = (count as f64).sqrt().ceil() as usize;
        let (mut babies, mut power) = (r.zeros(steps * n), modulus.rem(&Poly::one(r))?);
        for row in 0..steps {
            r.copy_at(&mut babies, row * n, power.coeffs());
            power = modulus.product(&power, a)?;
        }
        let reversed = m.reverse_to(n + 1);
        let inverse = reversed.inv_series(2 * n - 1)?;
        let babies = Matrix::new(r, steps, n, babies)?.transposed();
        Ok(Projection { modulus, babies, giant: power.reverse_to(n), reversed, inverse, count })
    }

    /// ℓ(a^j) for the form ℓ with ℓ(x^i) = w_i.
    fn values(&self, weights: Coeffs<R>) -> Result<Coeffs<R>> {
        let (r, (n, steps)) = (self.babies.ring(), self.babies.shape());
        let rows = self.count.div_ceil(steps);
        let (mut giants, mut form) = (r.zeros(rows * n), Poly::from_coeffs(r, weights));
        for row in 0..rows {
            r.copy_at(&mut giants, row * n, form.coeffs());
            // the values of ℓ at more powers of x, by the recurrence that m is
            let values = form.mul_low(&self.reversed, n)?.mul_low(&self.inverse, 2 * n - 1)?;
            form = values.mul_part(&self.giant, &Part::Middle(n - 1..2 * n - 1), None)?;
        }
        let values = Matrix::new(r, rows, n, giants)?.checked_mul(&self.babies)?;
        Ok(r.owned(values.entries().low(self.count)))
    }
}
