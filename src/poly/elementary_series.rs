//! Elementary functions of power series to n terms: quotient, inverse square root, circular and hyperbolic functions
//! and their inverses.
//!
//! *Inverse functions*: atan A = ∫ A'/(1 + A²), asin A = ∫ A'·(1 − A²)^(−1/2). *Hyperbolic functions* from e^A and
//! e^(−A). *Tangent*: Newton's iteration t + (1 + t²)·(A − atan t), which doubles the number of terms; with t = tan
//! A/2, sin A = 2t/(1 + t²) and cos A = 2/(1 + t²) − 1, so that no square root of −1 is needed (Brent, Kung 1978, "Fast
//! algorithms for manipulating formal power series", §5; Brent, Zimmermann 2010, "Modern Computer Arithmetic", ch. 4).
//! *Inverse square root*: y − y·(A·y² − 1)/2 (ibid., §4.2.3).
//!
//! Where one of 2, …, n − 1 is no unit, the defining sums Σ w_k·A^k are computed term by term as long as the powers do
//! not vanish modulo x^n: the divisions are exactly those of the definition. Over Z these sums are computed times m!, m
//! the highest exponent, and divided exactly.

use super::{
    Poly,
    quotient::{By, Predicted, quotient},
    series::{begins, by_terms},
};
use crate::{
    Error, Result,
    engine::Context,
    ring::{Coeffs, Convolve, Ring, View},
    tested,
};

/// An elementary function of power series without constant term.
///
/// ```
/// # use polymod::poly::Elementary;
/// assert_eq!(Elementary::ALL.len(), 8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elementary {
    /// The sine.
    Sin,
    /// The cosine.
    Cos,
    /// The tangent.
    Tan,
    /// The hyperbolic sine.
    Sinh,
    /// The hyperbolic cosine.
    Cosh,
    /// The hyperbolic tangent.
    Tanh,
    /// The inverse sine.
    Asin,
    /// The inverse tangent.
    Atan,
}

use Elementary::{Asin, Atan, Cos, Cosh, Sin, Sinh, Tan, Tanh};

impl Elementary {
    /// All of them.
    pub const ALL: [Self; 8] = [Sin, Cos, Tan, Sinh, Cosh, Tanh, Asin, Atan];

    /// With an article.
    fn name(self) -> &'static str {
        match self {
            Sin => "a sine",
            Cos => "a cosine",
            Tan => "a tangent",
            Sinh => "a hyperbolic sine",
            Cosh => "a hyperbolic cosine",
            Tanh => "a hyperbolic tangent",
            Asin => "an inverse sine",
            Atan => "an inverse tangent",
        }
    }
}

impl<R: Convolve> Poly<R> {
    /// self/b modulo x^n; the constant term of b must be a unit.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let (a, b) = (Poly::from_i64(&f, &[1, 1]), Poly::from_i64(&f, &[1, -1]));
    /// assert_eq!(a.div_series(&b, 4)?, Poly::from_i64(&f, &[1, 2, 2, 2]));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`inv_series`](Self::inv_series).
    pub fn div_series(&self, b: &Self, n: usize) -> Result<Self> {
        self.with(&[b], |r, cx| {
            let inverse = r.inv(&b.coeff(0))?;
            let way = || Predicted::by(r, b.coeffs(), n, cx).fastest().0.name();
            begins(r, ("quotient", way), (self.coeffs(), n), cx)?;
            let by = By { b: b.coeffs(), inverse: Some(&inverse) };
            Ok(Self::from_coeffs(r, quotient(r, self.coeffs(), by, n, cx)?))
        })
    }

    /// 1 over the [`sqrt_series`](Self::sqrt_series) of self, modulo x^n; the constant term must be the square of a
    /// unit.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let a = Poly::from_i64(&f, &[1, -4]);
    /// let y = a.invsqrt_series(4)?; // central binomial coefficients
    /// assert_eq!(y, Poly::from_i64(&f, &[1, 2, 6, 20]));
    /// assert_eq!(y.mul_low(&a.sqrt_series(4)?, 4)?, Poly::one(&f));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sqrt_series`](Self::sqrt_series) and [`inv_series`](Self::inv_series).
    pub fn invsqrt_series(&self, n: usize) -> Result<Self> {
        let r = self.ring();
        if n == 0 || r.is_zero(&r.elem(2)) {
            return self.sqrt_series(n)?.inv_series(n);
        }
        r.inv(&self.coeff(0))?;
        let first = r.inv(&r.sqrt(&self.coeff(0))?)?;
        self.begins(|| (format!("inverse square root to {n} terms"), "newton"), &[])?;
        self.with(&[], |r, cx| Ok(Self::from_coeffs(r, inverse_root(r, self.coeffs(), &first, n, cx)?)))
    }

    /// sin(self) modulo x^n; the constant term must be 0.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let x = Poly::x(&f);
    /// assert_eq!(x.sin_series(5)?.scale(&6), Poly::from_i64(&f, &[0, 6, 0, -1])); // x − x³/6
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Domain`]; [`Error::NotInvertible`] or [`Error::NotDivisible`] where a required division does not exist;
    /// [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn sin_series(&self, n: usize) -> Result<Self> {
        self.elementary(Sin, n)
    }

    /// cos(self) modulo x^n; the constant term must be 0.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let x = Poly::x(&f);
    /// assert_eq!(x.cos_series(4)?.scale(&2), Poly::from_i64(&f, &[2, 0, -1])); // 1 − x²/2
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sin_series`](Self::sin_series).
    pub fn cos_series(&self, n: usize) -> Result<Self> {
        self.elementary(Cos, n)
    }

    /// tan(self) modulo x^n; the constant term must be 0.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let x = Poly::x(&f);
    /// let t = x.tan_series(50)?;
    /// assert_eq!(t.coeff(3), f.quotient(&1, &3)?);
    /// assert_eq!(t.atan_series(50)?, x);
    /// # use polymod::ring::Ring;
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sin_series`](Self::sin_series).
    pub fn tan_series(&self, n: usize) -> Result<Self> {
        self.elementary(Tan, n)
    }

    /// sinh(self) modulo x^n; the constant term must be 0.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let x = Poly::x(&f);
    /// assert_eq!(x.sinh_series(9)? + x.cosh_series(9)?, x.exp_series(9)?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sin_series`](Self::sin_series).
    pub fn sinh_series(&self, n: usize) -> Result<Self> {
        self.elementary(Sinh, n)
    }

    /// cosh(self) modulo x^n; the constant term must be 0.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let x = Poly::x(&f);
    /// assert_eq!(x.cosh_series(4)?.scale(&2), Poly::from_i64(&f, &[2, 0, 1])); // 1 + x²/2
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sin_series`](Self::sin_series).
    pub fn cosh_series(&self, n: usize) -> Result<Self> {
        self.elementary(Cosh, n)
    }

    /// tanh(self) modulo x^n; the constant term must be 0.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let x = Poly::x(&f);
    /// assert_eq!(x.tanh_series(9)?.mul_low(&x.cosh_series(9)?, 9)?, x.sinh_series(9)?);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sin_series`](Self::sin_series).
    pub fn tanh_series(&self, n: usize) -> Result<Self> {
        self.elementary(Tanh, n)
    }

    /// The inverse sine of self modulo x^n; the constant term must be 0.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let x = Poly::x(&f);
    /// assert_eq!(x.sin_series(9)?.asin_series(9)?, x);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sin_series`](Self::sin_series).
    pub fn asin_series(&self, n: usize) -> Result<Self> {
        self.elementary(Asin, n)
    }

    /// The inverse tangent of self modulo x^n; the constant term must be 0.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let f = Zn::new(97)?;
    /// let x = Poly::x(&f);
    /// assert_eq!(x.atan_series(5)?.scale(&3), Poly::from_i64(&f, &[0, 3, 0, -1])); // x − x³/3
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`sin_series`](Self::sin_series).
    pub fn atan_series(&self, n: usize) -> Result<Self> {
        self.elementary(Atan, n)
    }

    tested! {
        fn elementary(&self, f: Elementary, n: usize) -> Result<Self> {
            let r = self.ring();
            if !r.is_zero(&self.coeff(0)) {
                let got = r.elem_to_text(&self.coeff(0));
                return Err(Error::Domain { operation: f.name(), expected: "0 as constant term", got });
            }
            if n == 0 {
                return Ok(Self::zero(r));
            }
            let a = self.low(n);
            let grows = r.size(r.collect(&[r.one()]).view()).bits > 0;
            let defined = grows || n <= 2 || !r.divides_below(n);
            let noun = f.name().split_once(' ').map_or("series", |(_, noun)| noun);
            a.begins(|| (format!("{noun} to {n} terms"), if defined { "powers" } else { "newton" }), &[])?;
            if grows {
                return a.over_z(f, n);
            }
            if defined {
                return a.with(&[], |r, cx| Ok(Self::from_coeffs(r, by_definition(r, f, a.coeffs(), n, &r.one(), cx)?)));
            }
            match f {
                Sin | Cos => a.sine_or_cosine(f == Cos, n),
                Tan => a.tangent(n),
                Sinh | Cosh | Tanh => a.hyperbolic(f, n),
                Asin => a.inverse_sine(n),
                Atan => a.inverse_tangent(n),
            }
        }
    }

    tested! {
        /// Modulo x^n.
        fn low(&self, n: usize) -> Self {
            Self::from_coeffs(self.ring(), self.ring().owned(self.coeffs().low(n)))
        }
    }

    tested! {
        /// 1 + self.
        fn plus_one(&self) -> Result<Self> {
            self.checked_add(&Self::one(self.ring()))
        }
    }

    fn hyperbolic(&self, f: Elementary, n: usize) -> Result<Self> {
        let r = self.ring();
        let (half, one) = (r.inv(&r.elem(2))?, Self::one(r));
        if f == Tanh {
            // 1 − 2/(e^2A + 1)
            let double = self.checked_add(self)?.exp_series(n)?;
            return one.checked_sub(&double.plus_one()?.scale(&half).inv_series(n)?);
        }
        let exponential = self.exp_series(n)?;
        let inverse = exponential.inv_series(n)?;
        let twice = if f == Sinh { exponential.checked_sub(&inverse) } else { exponential.checked_add(&inverse) };
        Ok(twice?.scale(&half))
    }

    fn inverse_tangent(&self, n: usize) -> Result<Self> {
        let square = self.mul_low(self, n - 1)?;
        self.derivative().div_series(&square.plus_one()?, n - 1)?.integral()
    }

    fn inverse_sine(&self, n: usize) -> Result<Self> {
        let r = self.ring();
        let square = Self::one(r).checked_sub(&self.mul_low(self, n - 1)?)?;
        let y = square.with(&[], |r, cx| inverse_root(r, square.coeffs(), &r.one(), n - 1, cx))?;
        self.derivative().mul_low(&Self::from_coeffs(r, y), n - 1)?.integral()
    }

    fn tangent(&self, n: usize) -> Result<Self> {
        /// Number of terms of the tangent that are those of its argument.
        const SAME: usize = 3;
        let mut lengths = vec![n];
        while lengths[lengths.len() - 1] > SAME {
            lengths.push(lengths[lengths.len() - 1].div_ceil(2));
        }
        let (mut t, mut known) = (self.low(SAME.min(n)), lengths.pop().unwrap_or(n));
        t = t.low(known);
        for &m in lengths.iter().rev() {
            let slope = t.mul_low(&t, m)?.plus_one()?;
            let angle = t.derivative().div_series(&slope, m - 1)?.integral()?;
            // 0 below x^known
            let error = self.low(m).checked_sub(&angle)?;
            let error = Self::from_coeffs(self.ring(), self.ring().owned(error.coeffs().from(known)));
            t = t.checked_add(&error.mul_low(&slope, m - known)?.shl(known))?;
            known = m;
        }
        Ok(t)
    }

    fn sine_or_cosine(&self, cosine: bool, n: usize) -> Result<Self> {
        let r = self.ring();
        let two = r.elem(2);
        let t = self.scale(&r.inv(&two)?).tangent(n)?;
        let w = t.mul_low(&t, n)?.plus_one()?.inv_series(n)?.scale(&two);
        if cosine { w.checked_sub(&Self::one(r)) } else { t.mul_low(&w, n) }
    }

    /// Over Z: first to few terms, because a coefficient that is no integer is usually among them.
    fn over_z(&self, f: Elementary, n: usize) -> Result<Self> {
        const FEW: usize = 8;
        let mut terms = FEW.min(n);
        loop {
            let a = self.low(terms);
            let first = a.iter().position(|x| !self.ring().is_zero(&x)).unwrap_or(terms).max(1);
            let most = terms.saturating_sub(1) / first;
            let found = a.with(&[], |r, cx| {
                let scale = (2..=most).fold(r.one(), |s, k| r.mul(&s, &r.elem(k as i64)));
                Ok(Self::from_coeffs(r, by_definition(r, f, a.coeffs(), terms, &scale, cx)?))
            })?;
            if terms == n {
                return Ok(found);
            }
            terms = n.min(2 * terms);
        }
    }
}

/// From 1/√a₀ to 1/√a modulo x^n: y modulo x^h is corrected to x^m by −y·(a·y² − 1)/2.
fn inverse_root<R: Convolve>(r: &R, a: View<'_, R>, first: &R::Elem, n: usize, cx: Context<'_>) -> Result<Coeffs<R>> {
    let (mut y, two) = (r.collect(std::slice::from_ref(first)), r.elem(2));
    // over Z the halves are exact
    let half = match r.inv(&two) {
        Err(_) if r.size(y.view()).bits > 0 => None,
        half => Some(r.neg(&half?)),
    };
    let mut lengths = vec![n];
    while lengths[lengths.len() - 1] > 1 {
        lengths.push(lengths[lengths.len() - 1].div_ceil(2));
    }
    for &m in lengths.iter().rev().skip(1) {
        cx.check()?;
        let (h, k) = (y.len(), m - y.len());
        let square = r.mul_window(y.view(), y.view(), 0..m, cx)?;
        let error = r.mul_window(a.low(m), square.view(), h..m, cx)?;
        let mut high = r.mul_window(error.view(), y.view(), 0..k, cx)?;
        match &half {
            Some(half) => r.scale(&mut high, half),
            None => {
                r.neg_all(&mut high);
                high = divided(r, high.view(), &two)?;
            }
        }
        r.resize(&mut y, m);
        r.copy_at(&mut y, h, high.view());
    }
    r.resize(&mut y, n);
    Ok(y)
}

/// The exact quotients of all coefficients.
fn divided<R: Ring>(r: &R, v: View<'_, R>, by: &R::Elem) -> Result<Coeffs<R>> {
    Ok(r.collect(&(0..v.len()).map(|i| r.quotient(&r.get(v, i), by)).collect::<Result<Vec<_>>>()?))
}

/// The function by its power series: Σ w_k·a^k over the k for which a^k does not vanish modulo x^n. `scale` is a number
/// by which each w_k becomes an integer where divisions are exact, 1 otherwise.
pub fn by_definition<R: Convolve>(
    r: &R,
    f: Elementary,
    a: View<'_, R>,
    n: usize,
    scale: &R::Elem,
    cx: Context<'_>,
) -> Result<Coeffs<R>> {
    let sum = |f: Elementary| -> Result<Coeffs<R>> {
        let mut sum = by_terms(r, a, n, cx, weights(r, f, scale))?;
        if matches!(f, Cos | Cosh) {
            r.add_at(&mut sum, 0, r.collect(std::slice::from_ref(scale)).view().low(n));
        }
        Ok(sum)
    };
    let parts = match f {
        Tan => Some([Sin, Cos]),
        Tanh => Some([Sinh, Cosh]),
        _ => None,
    };
    if let Some([above, below]) = parts {
        let [above, below] = [sum(above)?, sum(below)?];
        let one = r.one();
        let by = By { b: below.view(), inverse: Some(&one).filter(|_| r.is_one(scale)) };
        return quotient(r, above.view(), by, n, cx);
    }
    let sum = sum(f)?;
    if r.is_one(scale) { Ok(sum) } else { divided(r, sum.view(), scale) }
}

/// The weights of a, a², … in the power series, times `scale`: ±1/k for an inverse tangent, (1·3·…·(k − 2))²/k! for an
/// inverse sine, ±1/k! for the others; 0 for the k that are even, or odd.
fn weights<R: Ring>(r: &R, f: Elementary, scale: &R::Elem) -> impl FnMut(&R, u64) -> Result<R::Elem> {
    let by = |x: &R::Elem, k: u64, r: &R| r.quotient(x, &r.elem(k as i64)).map_err(|e| e.dividing_by(k as i64));
    let (scale, mut product, none) = (scale.clone(), Ok(scale.clone()), r.elem(0));
    move |r, k| {
        if f == Atan {
            product = Ok(scale.clone());
        }
        if f != Atan || k % 2 == 1 {
            product = match &product {
                Ok(x) if f == Asin && k > 2 && k % 2 == 1 => {
                    let odd = r.elem(k as i64 - 2);
                    by(&r.mul(x, &r.mul(&odd, &odd)), k, r)
                }
                Ok(x) => by(x, k, r),
                Err(e) => Err(e.clone()),
            };
        }
        if (k % 2 == 0) != matches!(f, Cos | Cosh) {
            return Ok(none.clone());
        }
        let x = product.clone()?;
        let negative = matches!(f, Sin | Cos | Atan) && k % 4 > 1;
        Ok(if negative { r.neg(&x) } else { x })
    }
}
