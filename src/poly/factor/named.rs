//! Irreducible polynomials that a rule singles out: those of least weight, and Conway's.

use super::{
    extension::{element, first_outside},
    primitive::{generates, order_of_units},
};
use crate::{
    Error, Result,
    poly::{Divisor, Exponent, Poly},
    ring::FiniteField,
};
use rug::{Integer, ops::Pow};

/// Most candidates for one of Conway's polynomials.
const CANDIDATES: u64 = 1 << 20;
/// Most values of a coefficient that are tried beside others.
const VALUES: u64 = 256;

impl<R: FiniteField> Poly<R> {
    /// A monic irreducible polynomial of this degree, at least 1, with the fewest terms; of those the one whose exponents, from the second on, are the
    /// smallest, compared from the highest down, then the one with the smallest coefficients as integers.
    ///
    /// In fields of more than 256 elements, with three terms and more, only the smallest coefficients are tried, outside of subfields over which all are
    /// reducible: 1024 + 64·degree polynomials for each choice of exponents.
    ///
    /// A binomial x^n − c is irreducible if and only if every prime factor t of n divides q − 1, c is no t-th power, and q − 1 is a multiple of 4 where n
    /// is one (Lidl, Niederreiter 1997, "Finite fields", theorem 3.75).
    ///
    /// ```
    /// use polymod::{F2, Poly, Zn};
    /// assert_eq!(Poly::least_weight_irreducible(&F2::new(), 8)?.to_string(), "x^8 + x^4 + x^3 + x + 1");
    /// assert_eq!(Poly::least_weight_irreducible(&Zn::new(97)?, 2)?.to_string(), "x^2 + 5");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`random_irreducible`](Self::random_irreducible); [`Error::Unsupported`] where none with few terms was found.
    pub fn least_weight_irreducible(ring: &R, degree: usize) -> Result<Self> {
        let q = order_of(ring, degree)?;
        if degree == 1 {
            return Ok(Poly::x(ring));
        }
        for weight in if binomials_exist(&q, degree) { 2 } else { 3 }..=5 {
            let names = Names::new(first_outside(ring, degree, weight == 2)?, &q, degree, weight == 2);
            let mut exponents: Vec<usize> = (0..weight - 1).rev().collect();
            while exponents[0] < degree {
                if let Some(found) = with_exponents(ring, degree, &exponents, &names)? {
                    return Ok(found);
                }
                advance(&mut exponents);
            }
        }
        Err(Error::Unsupported {
            operation: format!("an irreducible polynomial of degree {degree} with few terms"),
            ring: ring.name(),
        })
    }

    /// Conway's polynomial of this degree, at least 1, over a prime field: primitive, compatible with those of the degrees that divide it, and the first
    /// such in the order of its coefficients with alternating signs (Heath, Loehr 2004, "New algorithms for generating Conway polynomials over finite
    /// fields").
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// assert_eq!(Poly::conway(&Zn::new(7)?, 3)?.to_string(), "x^3 + 6*x^2 + 4");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`is_primitive`](Self::is_primitive); [`Error::Unsupported`] over extensions and fields of 2^64 elements or more, and where more than 2^20
    /// candidates would be tried.
    pub fn conway(ring: &R, degree: usize) -> Result<Self> {
        let q = order_of(ring, degree)?;
        let unsupported = |operation: String| Error::Unsupported { operation, ring: ring.name() };
        let p = ring.small_characteristic()?.filter(|p| q == *p).ok_or_else(|| {
            unsupported(format!(
                "Conway's polynomial of degree {degree}, which takes a prime field of less than 2^64 elements,"
            ))
        })?;
        let (order, primes) = order_of_units(ring, degree)?;
        let norm = if degree == 1 { None } else { Some(ring.neg(&Self::conway(ring, 1)?.coeff(0))) };
        let below: Vec<(Self, Integer)> = crate::arith::factor_u64(degree as u64)
            .into_iter()
            .filter(|_| degree > 1)
            .map(|(t, _)| {
                let m = degree / t as usize;
                let units = Integer::from((&q).pow(m as u32)) - 1u32;
                Ok((Self::conway(ring, m)?, &order / units))
            })
            .collect::<Result<_>>()?;
        // a_(n − 1), …, a_1 as digits base p of a counter, and a_0 the norm, which compatibility fixes
        for count in 0..CANDIDATES {
            let (mut rest, mut coeffs) = (count, vec![ring.one(); degree + 1]);
            for (i, c) in coeffs[..degree].iter_mut().enumerate() {
                let digit = if i == 0 && norm.is_some() { 0 } else { rest % p };
                rest = if i == 0 && norm.is_some() { rest } else { rest / p };
                let value = norm.as_ref().filter(|_| i == 0).cloned().unwrap_or_else(|| ring.image(false, &[digit]));
                *c = if (degree - i) % 2 == 1 { ring.neg(&value) } else { value };
            }
            if rest > 0 {
                break;
            }
            let f = Self::new(ring, coeffs);
            if is_compatible(&f, &below)? && f.is_irreducible()? && generates(&f, &order, &primes)? {
                return Ok(f);
            }
        }
        Err(unsupported(format!("the search for Conway's polynomial of degree {degree} beyond 2^20 candidates")))
    }
}

/// Whether there are irreducible polynomials x^n − a over the field of q elements: each prime that divides n must divide
/// q − 1, and 4 too if it divides n (Lidl, Niederreiter 1997, "Finite fields", theorem 3.75).
pub(super) fn binomials_exist(q: &Integer, degree: usize) -> bool {
    let units = Integer::from(q - 1u32);
    let primes = crate::arith::factor_u64(degree as u64);
    primes.iter().all(|(t, _)| units.is_divisible(&Integer::from(*t)))
        && (!degree.is_multiple_of(4) || units.is_divisible_u(4))
}

/// The number of elements; an error for degree 0.
pub(super) fn order_of<R: FiniteField>(ring: &R, degree: usize) -> Result<Integer> {
    if degree == 0 {
        let (expected, got) = ("1 or more", "0".into());
        return Err(Error::OutOfRange { what: "the degree of an irreducible polynomial", expected, got });
    }
    Ok(Integer::from_digits(&ring.cardinality()?.words(), rug::integer::Order::Lsf))
}

/// Whether the powers of x that generate the subfields are roots of the polynomials there.
fn is_compatible<R: FiniteField>(f: &Poly<R>, below: &[(Poly<R>, Integer)]) -> Result<bool> {
    if below.is_empty() {
        return Ok(true);
    }
    let modulus = Divisor::new(f)?;
    let x = modulus.rem(&Poly::x(f.ring()))?;
    for (g, exponent) in below {
        let power = x.pow_mod(Exponent::from(exponent), &modulus)?;
        if !g.compose_mod(&power, &modulus)?.is_empty() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The integers of the coefficients that are tried, ascending.
struct Names {
    /// The first of consecutive ones, and their number.
    runs: Vec<(Integer, u64)>,
    /// The least integer of an element outside of the subfield over which no polynomial is irreducible.
    outside: Integer,
    /// Most polynomials that are tested for one choice of exponents.
    tests: usize,
}

impl Names {
    /// For polynomials of this degree over a field of q elements. Of a binomial all constant terms are tried, because some will do.
    fn new(outside: Integer, q: &Integer, degree: usize, binomial: bool) -> Self {
        let below = |first: &Integer| Integer::from(q - first).to_u64().unwrap_or(u64::MAX);
        if binomial {
            return Names { runs: vec![(outside.clone(), below(&outside))], outside, tests: usize::MAX };
        }
        let mut runs = vec![(Integer::from(1), below(&Integer::from(1)).min(VALUES))];
        if outside > VALUES {
            runs.push((outside.clone(), below(&outside).min(VALUES)));
        }
        Names { runs, outside, tests: if *q > VALUES { 1024 + 64 * degree } else { usize::MAX } }
    }

    fn len(&self) -> u64 {
        self.runs.iter().map(|(_, count)| count).sum()
    }

    fn get(&self, mut i: u64) -> Integer {
        for (first, count) in &self.runs {
            if i < *count {
                return Integer::from(first + i);
            }
            i -= count;
        }
        unreachable!("an index below the number of integers")
    }
}

/// The first irreducible polynomial with x^degree and these exponents, the last of which is 0, and coefficients of these integers.
fn with_exponents<R: FiniteField>(r: &R, degree: usize, exponents: &[usize], names: &Names) -> Result<Option<Poly<R>>> {
    let (mut digits, mut tests) = (vec![0; exponents.len()], 0);
    while tests < names.tests {
        let all: Vec<Integer> = digits.iter().map(|&digit| names.get(digit)).collect();
        if all.iter().any(|name| *name >= names.outside) {
            let mut coeffs = vec![r.elem(0); degree + 1];
            coeffs[degree] = r.one();
            for (&e, name) in exponents.iter().zip(&all) {
                coeffs[e] = element(r, name)?;
            }
            let f = Poly::new(r, coeffs);
            if f.is_irreducible()? {
                return Ok(Some(f));
            }
            tests += 1;
        }
        let Some(at) = digits.iter().rposition(|&digit| digit + 1 < names.len()) else { return Ok(None) };
        digits[at] += 1;
        digits[at + 1..].fill(0);
    }
    Ok(None)
}

/// The next descending exponents that end in 0: the lowest one that may grow does, and those below it start anew.
pub fn advance(exponents: &mut [usize]) {
    let last = exponents.len() - 1;
    for at in (0..last).rev() {
        if at == 0 || exponents[at] + 1 < exponents[at - 1] {
            exponents[at] += 1;
            (at + 1..last).for_each(|i| exponents[i] = last - i);
            return;
        }
    }
    // only a constant term: there is no other choice
    exponents[0] = usize::MAX;
}
