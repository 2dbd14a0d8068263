//! Primitive polynomials over a finite field: those modulo which the powers of x are all nonzero elements.
//!
//! f irreducible of degree d over q elements is primitive if and only if x^((q^d − 1)/t) is not 1 modulo f for each prime t that
//! divides q^d − 1 (Lidl, Niederreiter 1997, "Finite fields", theorem 3.16). With q = p^k, q^d − 1 is the product of the values at p of
//! the cyclotomic polynomials whose orders divide kd. Each value is factored by itself: by small primes, then by Pollard's rho (1975,
//! with Brent's cycles 1980), which finds factors of up to some 40 bits in a second.

use crate::{
    Error, Result,
    arith::factor_u64,
    poly::{Divisor, Exponent, Poly},
    ring::{Cardinality, FiniteField},
};
use rug::{
    Integer,
    integer::{IsPrime, Order},
    ops::Pow,
};
use std::collections::BTreeSet;

/// Bound of the small primes.
const SMALL: u32 = 1 << 12;
/// Maximal number of steps of Pollard's rho per number.
const STEPS: u32 = 1 << 21;
/// Number of steps whose differences share one greatest common divisor.
const BATCH: u32 = 1 << 7;

impl<R: FiniteField> Poly<R> {
    /// Whether the polynomial is primitive: irreducible, and x has order q^d − 1 modulo it, d its degree.
    ///
    /// ```
    /// use polymod::{F2, Poly};
    /// let f = F2::new();
    /// assert!(Poly::parse(&f, "x^4 + x + 1")?.is_primitive()?);
    /// assert!(!Poly::parse(&f, "x^4 + x^3 + x^2 + x + 1")?.is_primitive()?);   // x^5 = 1
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`factor`](Self::factor); [`Error::Unsupported`] where q^d − 1 has two prime factors of more than about 40 bits
    /// in one cyclotomic part over the prime field.
    pub fn is_primitive(&self) -> Result<bool> {
        if !self.is_irreducible()? {
            return Ok(false);
        }
        let (order, primes) = order_of_units(self.ring(), self.len() - 1)?;
        generates(self, &order, &primes)
    }

    /// A random monic primitive polynomial of this degree, at least 1. Random irreducible polynomials are tested.
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let mut state = 1u64;
    /// let mut word = || { state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1); state ^ state >> 31 };
    /// let f = Poly::random_primitive(&Zn::new(97)?, 6, &mut word)?;
    /// assert_eq!((f.degree(), f.is_primitive()?), (Some(6), true));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`random_irreducible`](Self::random_irreducible) and [`is_primitive`](Self::is_primitive).
    pub fn random_primitive(ring: &R, degree: usize, word: &mut dyn FnMut() -> u64) -> Result<Self> {
        ring.cardinality()?;
        let known = if degree == 0 { None } else { Some(order_of_units(ring, degree)?) };
        loop {
            let f = Self::random_irreducible(ring, degree, word)?;
            let Some((order, primes)) = &known else { return Ok(f) };
            if generates(&f, order, primes)? {
                return Ok(f);
            }
        }
    }
}

impl<R: FiniteField> Poly<R> {
    /// The multiplicative order of x modulo self; 1 modulo a constant.
    ///
    /// Modulo an irreducible f of degree d it divides q^d − 1; modulo f^e it is the product of that and the least power of the characteristic that is e
    /// or more; else it is the least common multiple over the factors (Lidl, Niederreiter 1997, "Finite fields", theorems 3.3 to 3.11).
    ///
    /// ```
    /// use polymod::{F2, Poly};
    /// let f = F2::new();
    /// assert_eq!(Poly::parse(&f, "x^3 + x + 1")?.order_of_x()?, 7);
    /// assert_eq!(Poly::parse(&f, "(x + 1)^3")?.order_of_x()?, 4);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`factor`](Self::factor) and [`is_primitive`](Self::is_primitive); [`Error::Domain`] where x divides.
    pub fn order_of_x(&self) -> Result<Integer> {
        let r = self.ring();
        let factors = self.factor()?.factors;
        if !self.is_empty() && r.is_zero(&self.coeff(0)) {
            let (operation, expected) = ("the order of x", "a polynomial that x does not divide");
            return Err(Error::Domain { operation, expected, got: "one without a constant term".into() });
        }
        let (mut order, mut most) = (Integer::from(1), 1);
        for (f, multiplicity) in factors {
            let (modulus, one) = (Divisor::new(&f)?, Poly::one(r));
            let x = modulus.rem(&Poly::x(r))?;
            let (mut own, primes) = order_of_units(r, f.len() - 1)?;
            for t in primes {
                while own.is_divisible(&t) {
                    let less = Integer::from(&own / &t);
                    if x.pow_mod(Exponent::from(&less), &modulus)? != one {
                        break;
                    }
                    own = less;
                }
            }
            order.lcm_mut(&own);
            most = most.max(multiplicity);
        }
        let (p, mut power) = (characteristic(&r.cardinality()?), Integer::from(1));
        while power < most {
            power *= &p;
        }
        Ok(order * power)
    }
}

/// Whether x has this order modulo an irreducible f, given the order's prime factors.
pub(super) fn generates<R: FiniteField>(f: &Poly<R>, order: &Integer, primes: &BTreeSet<Integer>) -> Result<bool> {
    let (r, modulus) = (f.ring(), Divisor::new(f)?);
    let one = modulus.rem(&Poly::one(r))?;
    let x = modulus.rem(&Poly::x(r))?;
    if x.is_empty() {
        return Ok(false);
    }
    for t in primes {
        if x.pow_mod(Exponent::from(&Integer::from(order / t)), &modulus)? == one {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The characteristic of a field of this many elements.
fn characteristic(size: &Cardinality) -> Integer {
    Integer::from_digits(&size.characteristic, Order::Lsf)
}

/// q^d − 1 and its prime factors.
pub fn order_of_units<R: FiniteField>(r: &R, d: usize) -> Result<(Integer, BTreeSet<Integer>)> {
    let size = r.cardinality()?;
    let (p, k) = (characteristic(&size), size.degree as usize);
    let unsupported = || Error::Unsupported {
        operation: format!("the factors of {p}^({k}·{d}) − 1, which primitive polynomials of degree {d} take"),
        ring: r.name(),
    };
    let m = d.checked_mul(k).ok_or_else(unsupported)?;
    let order = Integer::from((&p).pow(u32::try_from(m).map_err(|_| unsupported())?)) - 1u32;
    let mut primes = BTreeSet::new();
    let degrees = (1..=m).filter(|i| m.is_multiple_of(*i));
    collect_by_degrees(&p, degrees, order.clone(), &mut primes).ok_or_else(unsupported)?;
    Ok((order, primes))
}

/// The prime factors of the order of x modulo a polynomial of this degree; None if Pollard's rho gives up.
pub fn primes_of_order<R: FiniteField>(r: &R, order: &Integer, degree: usize) -> Option<BTreeSet<Integer>> {
    let size = r.cardinality().ok()?;
    let (p, k, mut primes) = (characteristic(&size), size.degree as usize, BTreeSet::new());
    // the degrees over the prime field of the subfields of extensions of up to this degree
    let degrees = (1..=k.checked_mul(degree)?).filter(|m| *m / Integer::from(*m).gcd(&Integer::from(k)) <= degree);
    // the rest is a power of the characteristic
    let rest = collect_by_degrees(&p, degrees, order.clone(), &mut primes)?;
    collect_primes(rest, &mut primes)?;
    Some(primes)
}

/// The prime factors of n ≥ 1; None if Pollard's rho gives up.
pub(crate) fn prime_factors(n: &Integer) -> Option<BTreeSet<Integer>> {
    let mut primes = BTreeSet::new();
    collect_primes(n.clone(), &mut primes)?;
    Some(primes)
}

/// An integer of which n is the power with a prime exponent; None unless n ≥ 4 is a perfect power.
pub(crate) fn perfect_root(n: &Integer) -> Option<Integer> {
    if *n < 4 || !n.is_perfect_power() {
        return None;
    }
    (2..=n.significant_bits()).find_map(|k| {
        let (root, rest) = n.clone().root_rem(Integer::new(), k);
        (rest == 0).then_some(root)
    })
}

/// Adds the prime factors of what n has in common with p^d − 1 for each d of `degrees`, ascending, and returns n without them; None if
/// Pollard's rho gives up or a number is too large.
fn collect_by_degrees(
    p: &Integer,
    degrees: impl Iterator<Item = usize>,
    mut n: Integer,
    primes: &mut BTreeSet<Integer>,
) -> Option<Integer> {
    for d in degrees {
        if n == 1 {
            break;
        }
        let part = (Integer::from(p.pow(u32::try_from(d).ok()?)) - 1u32).gcd(&n);
        n /= &part;
        collect_primes(part, primes)?;
    }
    Some(n)
}

/// Adds the prime factors of n; None if Pollard's rho gives up.
fn collect_primes(mut n: Integer, primes: &mut BTreeSet<Integer>) -> Option<()> {
    for t in (2..SMALL).filter(|t| primes_below_small(*t)) {
        if n.is_divisible_u(t) {
            n.remove_factor_mut(&Integer::from(t));
            primes.insert(Integer::from(t));
        }
    }
    let mut parts = vec![n];
    while let Some(n) = parts.pop() {
        if n == 1 {
            continue;
        }
        if let Some(word) = n.to_u64() {
            primes.extend(factor_u64(word).into_iter().map(|(t, _)| Integer::from(t)));
        } else if n.is_probably_prime(40) != IsPrime::No {
            primes.insert(n);
        } else if let Some(root) = perfect_root(&n) {
            parts.push(root);
        } else {
            let t = rho(&n)?;
            parts.push(Integer::from(&n / &t));
            parts.push(t);
        }
    }
    Some(())
}

fn primes_below_small(t: u32) -> bool {
    (2..).take_while(|d| d * d <= t).all(|d| !t.is_multiple_of(d))
}

/// A proper factor of a composite number, by Pollard's rho with x → x² + c.
fn rho(n: &Integer) -> Option<Integer> {
    for c in 1u32..4 {
        let step = |x: &Integer| (Integer::from(x * x) + c) % n;
        let (mut x, mut y, mut length, mut done) = (Integer::from(2), Integer::from(2), 1u32, 0u32);
        while done < STEPS {
            x.clone_from(&y);
            let mut left = length;
            while left > 0 && done < STEPS {
                let (start, count) = (y.clone(), left.min(BATCH));
                let mut product = Integer::from(1);
                for _ in 0..count {
                    y = step(&y);
                    product = product * Integer::from(&x - &y) % n;
                }
                (left, done) = (left - count, done + count);
                let g = product.gcd(n);
                if g == 1 {
                    continue;
                }
                // one of the batched steps found the factor: repeat them one by one
                y = start;
                for _ in 0..count {
                    y = step(&y);
                    let g = Integer::from(&x - &y).gcd(n);
                    if g != 1 && g != *n {
                        return Some(g);
                    }
                }
                break;
            }
            length = length.saturating_mul(2);
        }
    }
    None
}
