//! Polynomials in x and y over Z: products, and in x common divisors and resultants.
//!
//! A product is one over Z[x] of twice the degrees (Kronecker's substitution of a power of x for y). Common divisors and resultants
//! are found modulo primes p, there at points y = v, and put together by interpolation in y and the Chinese remainder theorem
//! (Brown 1971, "On Euclid's algorithm and the computation of polynomial greatest common divisors", §4; Collins 1971, "The calculation
//! of multivariate polynomial resultants"). With γ the common divisor of the leading coefficients, the monic common divisor at v,
//! times γ(v), is the value of (γ/lc G)·G wherever its degree is the least; a candidate that divides both is right. A resultant
//! is bounded: the 1-norm of a determinant is at most the product of those of its rows (Goldstein, Graham 1974, "A
//! Hadamard-type bound on the coefficients of a determinant of polynomials", with the Euclidean norm).

use super::{
    Options, Outcome,
    driver::{self, Image, Job},
};
use crate::{
    Error, Result,
    poly::{Geometric, Poly},
    ring::{Coeffs, Integers, Ring, View, Zn},
};
use rug::Integer;

/// A polynomial in x whose coefficients are polynomials in y.
///
/// ```
/// use polymod::{Integers, Poly, modular::{Bivariate, Options}};
/// let z = Integers::new();
/// let row = |text: &str| Poly::parse(&z, text).expect("a polynomial");
/// let a = Bivariate::new(&z, [row("x^2 + 1"), row("x")]);              // y² + 1 + y·x
/// let b = Bivariate::new(&z, [row("x"), row("1")]);                    // y + x
/// assert_eq!(a.resultant(&b, &Options::default())?.value, row("1"));
/// assert_eq!((&a.checked_mul(&b)?).gcd(&b, &Options::default())?.value, b);
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Bivariate {
    ring: Integers,
    /// Of x^0, x^1, …, the last of them not 0.
    coeffs: Vec<Poly<Integers>>,
}

impl Bivariate {
    /// The polynomial with these coefficients of x^0, x^1, …
    #[must_use]
    pub fn new(ring: &Integers, coeffs: impl IntoIterator<Item = Poly<Integers>>) -> Self {
        let mut coeffs: Vec<_> = coeffs.into_iter().collect();
        let len = coeffs.iter().rposition(|c| !c.is_empty()).map_or(0, |i| i + 1);
        coeffs.truncate(len);
        Bivariate { ring: ring.clone(), coeffs }
    }

    /// The coefficients of x^0, x^1, …, without leading zeros.
    #[must_use]
    pub fn coeffs(&self) -> &[Poly<Integers>] {
        &self.coeffs
    }

    /// Whether it is 0.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.coeffs.is_empty()
    }

    /// The polynomial in x at this y.
    #[must_use]
    pub fn at(&self, y: &Integer) -> Poly<Integers> {
        Poly::new(&self.ring, self.coeffs.iter().map(|c| c.eval(y)))
    }

    /// self·other.
    ///
    /// # Errors
    /// [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn checked_mul(&self, other: &Self) -> Result<Self> {
        let stride = self.degree_y() + other.degree_y() + 1;
        let product = self.packed(stride).checked_mul(&other.packed(stride))?;
        Ok(Self::unpacked(&self.ring, product.coeffs(), stride))
    }

    /// The greatest common divisor in Z\[x, y\]: its leading coefficient's leading coefficient is positive; gcd(0, 0) = 0.
    ///
    /// # Errors
    /// [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn gcd(&self, other: &Self, options: &Options) -> Result<Outcome<Self>> {
        let [x, y] = [self, other].map(|p| p.packed(p.degree_y() + 1));
        options.begin("gcd in x", &[x.coeffs(), y.coeffs()], &[self.degree_y(), other.degree_y()])?;
        let contents = [self.content()?, other.content()?];
        let common = divisor(&contents[0], &contents[1])?;
        if self.is_empty() || other.is_empty() {
            let rest = if self.is_empty() { other } else { self };
            return Ok(Outcome::direct(rest.normalised()));
        }
        let [a, b] = [(self, &contents[0]), (other, &contents[1])].map(|(p, content)| p.over(content));
        let (a, b) = (a?, b?);
        let lead = divisor(a.leading(), b.leading())?;
        let points = lead.len() + a.degree_y().min(b.degree_y());
        let job = Divisor { packed: [a.packed(a.degree_y() + 1), b.packed(b.degree_y() + 1)], a, b, lead, points };
        let found = self.ring.engine().enter(|cx| driver::run(&self.ring, &job, options, cx))?;
        let product = |g: &Self| g.scaled(&common).map(|g| g.normalised());
        Ok(Outcome {
            value: product(&found.value)?,
            certainty: found.certainty,
            primes: found.primes,
            unlucky: found.unlucky,
        })
    }

    /// The resultant in x, a polynomial in y: Sylvester's determinant; 0 when either is 0, 1 for two other polynomials without x.
    ///
    /// # Errors
    /// [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn resultant(&self, other: &Self, options: &Options) -> Result<Outcome<Poly<Integers>>> {
        let [x, y] = [self, other].map(|p| p.packed(p.degree_y() + 1));
        options.begin("resultant in x", &[x.coeffs(), y.coeffs()], &[self.degree_y(), other.degree_y()])?;
        if self.is_empty() || other.is_empty() {
            return Ok(Outcome::direct(Poly::zero(&self.ring)));
        }
        let (n, m) = (self.coeffs.len() - 1, other.coeffs.len() - 1);
        if n == 0 || m == 0 {
            let power = if n == 0 { self.leading().pow(m as u64)? } else { other.leading().pow(n as u64)? };
            return Ok(Outcome::direct(power));
        }
        let points = n * other.degree_y() + m * self.degree_y() + 1;
        let bound = self.log2_norm() * m as f64 + other.log2_norm() * n as f64;
        let job = Resultant { packed: [x, y], operands: [self, other], points, bound };
        self.ring.engine().enter(|cx| driver::run(&self.ring, &job, options, cx))
    }

    /// Whether it divides `other`, and the quotient.
    ///
    /// # Errors
    /// [`Error::NotDivisible`] where it does not; [`Error::DivisionByZero`]; [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn exact_quotient(&self, other: &Self) -> Result<Self> {
        let none = || Error::NotDivisible { dividend: "a polynomial in x and y".into(), divisor: "another".into() };
        if self.is_empty() {
            return Err(Error::DivisionByZero);
        }
        let stride = other.degree_y() + 1;
        if self.degree_y() >= stride {
            return if other.is_empty() { Ok(other.clone()) } else { Err(none()) };
        }
        let quotient = other.packed(stride).exact_div(&self.packed(stride))?;
        let quotient = Self::unpacked(&self.ring, quotient.coeffs(), stride);
        // no coefficient of the product runs over into the next power of x, so that it is the one that was packed
        if quotient.is_empty() || quotient.degree_y() + self.degree_y() < stride { Ok(quotient) } else { Err(none()) }
    }

    /// The greatest common divisor of the coefficients of the powers of x, its leading coefficient positive; 0 of 0.
    ///
    /// # Errors
    /// [`Error::TooLarge`]; [`Error::Cancelled`].
    pub fn content(&self) -> Result<Poly<Integers>> {
        let mut content = Poly::zero(&self.ring);
        for c in self.coeffs.iter().rev() {
            content = divisor(&content, c)?;
            if content == Poly::one(&self.ring) {
                break;
            }
        }
        Ok(content)
    }

    /// The highest power of y; 0 of 0.
    fn degree_y(&self) -> usize {
        self.coeffs.iter().map(Poly::len).max().unwrap_or(1).max(1) - 1
    }

    /// The coefficient of the highest power of x, which there is.
    fn leading(&self) -> &Poly<Integers> {
        &self.coeffs[self.coeffs.len() - 1]
    }

    /// x^stride for x, x for y.
    fn packed(&self, stride: usize) -> Poly<Integers> {
        let r = &self.ring;
        let mut all = r.zeros(self.coeffs.len() * stride);
        for (i, c) in self.coeffs.iter().enumerate() {
            r.copy_at(&mut all, i * stride, c.coeffs());
        }
        Poly::from_coeffs(r, all)
    }

    /// What [`packed`](Self::packed) puts together, for degrees in y below the stride.
    fn unpacked(r: &Integers, packed: View<'_, Integers>, stride: usize) -> Self {
        let row = |i: usize| Poly::from_coeffs(r, r.owned(packed.slice(i..i + stride)));
        Self::new(r, (0..packed.len()).step_by(stride).map(row))
    }

    /// Each coefficient over a divisor of all.
    fn over(&self, content: &Poly<Integers>) -> Result<Self> {
        let one = *content == Poly::one(&self.ring);
        let quotient = |c: &Poly<Integers>| if one { Ok(c.clone()) } else { c.exact_div(content) };
        Ok(Self::new(&self.ring, self.coeffs.iter().map(quotient).collect::<Result<Vec<_>>>()?))
    }

    fn scaled(&self, factor: &Poly<Integers>) -> Result<Self> {
        let products = self.coeffs.iter().map(|c| c.checked_mul(factor));
        Ok(Self::new(&self.ring, products.collect::<Result<Vec<_>>>()?))
    }

    /// ±self, with a positive coefficient in front.
    fn normalised(&self) -> Self {
        let negative = self.coeffs.last().and_then(Poly::leading).is_some_and(|lead| lead < 0);
        Self::new(&self.ring, self.coeffs.iter().map(|c| if negative { -c } else { c.clone() }))
    }

    /// log2 of the sum of all coefficients' magnitudes, rounded up a little.
    fn log2_norm(&self) -> f64 {
        let sum: Integer = self.coeffs.iter().flat_map(Poly::iter).map(Integer::abs).sum();
        let (mantissa, exponent) = sum.to_f64_exp();
        mantissa.log2() + f64::from(exponent) + 1e-9
    }
}

/// The greatest common divisor in Z\[y\].
fn divisor(a: &Poly<Integers>, b: &Poly<Integers>) -> Result<Poly<Integers>> {
    Ok(super::gcd::divisor(a, b, &Options::default())?.value)
}

/// A geometric progression, begun where no leading coefficient vanishes, and the values of the coefficients of each operand there.
/// Roots of unity would not do: many polynomials that one meets vanish there.
struct Values {
    points: Geometric<Zn>,
    /// By operand, then by power of x.
    rows: [Vec<Coeffs<Zn>>; 2],
}

impl Values {
    /// How many first points are tried.
    const TRIES: u64 = 4;
    /// Odd numbers of 63 bits without any meaning (the fractional parts of √5 and √7): prime to all primes that are used.
    const RATIO: u64 = 0x3c6e_f372_fe94_f82b;
    const FIRST: u64 = 0x510e_527f_ade6_82d1;

    /// None where the prime has none such.
    fn new(zn: &Zn, operands: [&[u64]; 2], strides: [usize; 2], points: usize) -> Result<Option<Self>> {
        let polys = [0, 1].map(|i| {
            let rows = operands[i].chunks(strides[i]);
            rows.map(|row| Poly::new(zn, row.iter().copied())).collect::<Vec<_>>()
        });
        if polys.iter().any(|rows| rows.last().is_none_or(Poly::is_empty)) {
            return Ok(None);
        }
        for first in 1..=Self::TRIES {
            let points =
                Geometric::new(zn, &(Self::FIRST.wrapping_mul(first) % zn.n()), &(Self::RATIO % zn.n()), points)?;
            let values = |rows: &Vec<Poly<Zn>>| rows.iter().map(|c| points.eval(c)).collect::<Result<Vec<_>>>();
            let rows = [values(&polys[0])?, values(&polys[1])?];
            if rows.iter().all(|rows| rows.last().is_some_and(|lead| zn.nonzero(lead.view()) == lead.len())) {
                return Ok(Some(Values { points, rows }));
            }
        }
        Ok(None)
    }

    /// The operands at one point.
    fn at(&self, zn: &Zn, point: usize) -> [Poly<Zn>; 2] {
        [0, 1].map(|i| Poly::new(zn, self.rows[i].iter().map(|row| zn.get(row.view(), point))))
    }
}

/// The common divisor of two polynomials without contents, neither of them 0.
struct Divisor {
    a: Bivariate,
    b: Bivariate,
    packed: [Poly<Integers>; 2],
    /// The common divisor of their leading coefficients.
    lead: Poly<Integers>,
    points: usize,
}

impl Job for Divisor {
    type Answer = Bivariate;

    fn task(&self) -> String {
        format!("common divisor in x over z[y], {} by {} coefficients", self.a.coeffs.len(), self.b.coeffs.len())
    }

    fn operands(&self) -> Vec<View<'_, Integers>> {
        vec![self.packed[0].coeffs(), self.packed[1].coeffs(), self.lead.coeffs()]
    }

    fn image(&self, zn: &Zn, operands: &[&[u64]]) -> Result<Option<Image>> {
        let strides = [&self.a, &self.b].map(|p| p.degree_y() + 1);
        let Some(values) = Values::new(zn, [operands[0], operands[1]], strides, self.points)? else { return Ok(None) };
        let lead = values.points.eval(&Poly::new(zn, operands[2].iter().copied()))?;
        let divisors = (0..self.points).map(|i| {
            let [a, b] = values.at(zn, i);
            Ok(a.gcd(&b)?.scale(&zn.get(lead.view(), i)))
        });
        let divisors = divisors.collect::<Result<Vec<_>>>()?;
        let len = divisors[0].len();
        if divisors.iter().any(|g| g.len() != len) {
            // a point was unlucky
            return Ok(None);
        }
        let mut residues = Vec::with_capacity(len * self.points);
        for i in 0..len {
            let column: Vec<u64> = divisors.iter().map(|g| g.coeff(i)).collect();
            let row = values.points.interpolate(zn.collect(&column).view())?;
            residues.extend(driver::padded(zn, &row, self.points));
        }
        Ok(Some(Image { rank: vec![len as u64], residues }))
    }

    fn trivial(&self, rank: &[u64]) -> Option<Bivariate> {
        (rank == [1]).then(|| Bivariate::new(&self.a.ring, [Poly::one(&self.a.ring)]))
    }

    fn accept(&self, _: &[u64], candidate: Coeffs<Integers>, _: bool) -> Result<Option<Bivariate>> {
        let candidate = Bivariate::unpacked(&self.a.ring, candidate.view(), self.points);
        let g = candidate.over(&candidate.content()?)?;
        for p in [&self.a, &self.b] {
            match g.exact_quotient(p) {
                Ok(_) => {}
                Err(Error::NotDivisible { .. } | Error::DivisionByZero) => return Ok(None),
                Err(e) => return Err(e),
            }
        }
        Ok(Some(g))
    }
}

/// The resultant of two polynomials that have an x.
struct Resultant<'a> {
    operands: [&'a Bivariate; 2],
    packed: [Poly<Integers>; 2],
    points: usize,
    bound: f64,
}

impl Job for Resultant<'_> {
    type Answer = Poly<Integers>;

    fn task(&self) -> String {
        let [a, b] = self.operands.map(|p| p.coeffs.len());
        format!("resultant in x over z[y], {a} by {b} coefficients")
    }

    fn operands(&self) -> Vec<View<'_, Integers>> {
        self.packed.iter().map(Poly::coeffs).collect()
    }

    fn image(&self, zn: &Zn, operands: &[&[u64]]) -> Result<Option<Image>> {
        let strides = self.operands.map(|p| p.degree_y() + 1);
        let Some(values) = Values::new(zn, [operands[0], operands[1]], strides, self.points)? else { return Ok(None) };
        let resultants = (0..self.points).map(|i| {
            let [a, b] = values.at(zn, i);
            a.resultant(&b)
        });
        let resultants = zn.collect(&resultants.collect::<Result<Vec<_>>>()?);
        let residues = driver::padded(zn, &values.points.interpolate(resultants.view())?, self.points);
        Ok(Some(Image::of(residues)))
    }

    fn bound(&self) -> Option<f64> {
        Some(self.bound)
    }

    fn checks(&self) -> bool {
        false
    }

    fn accept(&self, _: &[u64], candidate: Coeffs<Integers>, known: bool) -> Result<Option<Poly<Integers>>> {
        Ok(known.then(|| Poly::from_coeffs(&self.operands[0].ring, candidate)))
    }
}
