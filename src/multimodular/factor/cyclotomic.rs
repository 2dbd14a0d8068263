//! Products of cyclotomic polynomials.
//!
//! Every power series over Z with constant term 1 is a product of powers (1 − x^g)^E(g), g = 1, 2, …, whose exponents are read off one
//! coefficient after the other. As the cyclotomic polynomial of order d is, up to a sign, the product of (1 − x^g)^μ(d/g) over the divisors
//! g of d, a polynomial is a product of powers m(d) of cyclotomic ones exactly if E(g) = Σ μ(j)·m(gj), that is m(d) = Σ E(dj) over j.

use crate::{arith::factor_u64, poly::Poly, ring::Integers};
use rug::{Integer, ops::Pow};

/// The orders and multiplicities of cyclotomic polynomials whose product is f; None if f is no such product, or if the search takes longer
/// than a factorization. f(0) ≠ 0.
pub fn orders(f: &Poly<Integers>) -> Option<Vec<(usize, u64)>> {
    let (n, words) = (f.len() - 1, f.coeffs());
    // the bound on orders is for these degrees
    if !(1..1 << 24).contains(&n) || words.width() != 1 || words.words()[n] != 1 {
        return None;
    }
    let sign = match words.words()[0] as i64 {
        1 => 1,
        -1 => -1,
        _ => return None,
    };
    let most = largest_order(n);
    let mut series: Vec<i64> = words.words().iter().map(|&c| (c as i64).checked_mul(sign)).collect::<Option<_>>()?;
    series.resize(most + 1, 0);
    let mut exponents = vec![0i64; most + 1];
    // what a few products of all lengths take: products with more factors are left to the general algorithm
    let mut left = (64 + most as u64 / 8) * most as u64;
    for g in 1..=most {
        let exponent = series[g].checked_neg()?;
        if exponent == 0 {
            continue;
        }
        exponents[g] = exponent;
        let times = exponent.unsigned_abs();
        left = left.checked_sub(times.checked_mul(most as u64)?)?;
        for _ in 0..times {
            if exponent > 0 { divide(&mut series, g)? } else { multiply(&mut series, g)? }
        }
    }
    let mut found = Vec::new();
    let mut degree = 0;
    for d in 1..=most {
        let multiplicity: i64 = exponents[d..].iter().step_by(d).sum();
        if multiplicity != 0 {
            let multiplicity = u64::try_from(multiplicity).ok()?;
            degree += multiplicity as usize * totient(d);
            found.push((d, multiplicity));
        }
    }
    // two polynomials of this degree with the same first coefficients
    (degree == n).then_some(found)
}

impl Poly<Integers> {
    /// The order n of the cyclotomic polynomial that self is, whose roots are the primitive n-th roots of unity; None if it is none. In: a degree below 2^24.
    ///
    /// ```
    /// use polymod::{Integers, Poly};
    /// let z = Integers::new();
    /// assert_eq!(Poly::cyclotomic(&z, 12)?.cyclotomic_order(), Some(12));
    /// assert_eq!(Poly::from_i64(&z, &[-1, 0, 1]).cyclotomic_order(), None); // those of orders 1 and 2
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn cyclotomic_order(&self) -> Option<usize> {
        if self.coeff(0) == 0 {
            return None;
        }
        match orders(self)?[..] {
            [(order, 1)] => Some(order),
            _ => None,
        }
    }
}

/// An upper bound on the d with φ(d) ≤ n: φ(d) ≥ d·∏ (1 − 1/p) over the least primes whose product is at most d.
pub fn largest_order(n: usize) -> usize {
    const PRIMES: [usize; 9] = [2, 3, 5, 7, 11, 13, 17, 19, 23];
    let (mut bound, mut product) = (n, 1usize);
    for p in PRIMES {
        product = product.saturating_mul(p);
        // the bound grows only if there is a multiple of all these primes
        let next = bound * p / (p - 1) + 1;
        if product > next {
            break;
        }
        bound = next;
    }
    bound
}

pub fn totient(d: usize) -> usize {
    factor_u64(d as u64).into_iter().fold(d, |phi, (p, _)| phi / p as usize * (p as usize - 1))
}

/// The series times 1 − x^g; None if a coefficient overflows.
fn multiply(series: &mut [i64], g: usize) -> Option<()> {
    for i in (g..series.len()).rev() {
        series[i] = series[i].checked_sub(series[i - g])?;
    }
    Some(())
}

/// The series divided by 1 − x^g; None if a coefficient overflows.
pub fn divide(series: &mut [i64], g: usize) -> Option<()> {
    for i in g..series.len() {
        series[i] = series[i].checked_add(series[i - g])?;
    }
    Some(())
}

/// The cyclotomic polynomial of order d; None if a coefficient overflows.
pub fn polynomial(z: &Integers, d: usize) -> Option<Poly<Integers>> {
    let primes: Vec<usize> = factor_u64(d as u64).into_iter().map(|(p, _)| p as usize).collect();
    let radical: usize = primes.iter().product();
    // the polynomial of order d is that of its radical in x^(d/radical)
    let degree = totient(radical);
    let mut series = vec![0i64; degree + 1];
    series[0] = if d == 1 { -1 } else { 1 };
    for subset in 0..1usize << primes.len() {
        let chosen = |i: &usize| subset >> i & 1 == 1;
        let cofactor: usize = (0..primes.len()).filter(chosen).map(|i| primes[i]).product();
        let g = radical / cofactor;
        if g <= degree {
            if subset.count_ones().is_multiple_of(2) { multiply(&mut series, g)? } else { divide(&mut series, g)? }
        }
    }
    let step = d / radical;
    let mut coefficients = vec![0; degree * step + 1];
    coefficients.iter_mut().step_by(step).zip(series).for_each(|(to, c)| *to = c);
    Some(Poly::from_i64(z, &coefficients))
}

/// Whether a·x^n + b is irreducible, a and b coprime and not 0: unless −b/a is the p-th power of a fraction for a prime p that divides n,
/// or 4 divides n and −b/a is −4 times a fourth power (Capelli 1898, "Sulla riduttibilità delle equazioni algebriche").
pub fn is_irreducible_binomial(a: &Integer, b: &Integer, n: usize) -> bool {
    let is_power = |x: &Integer, p: u32| {
        let x = x.clone().abs();
        x.clone().root(p).pow(p) == x
    };
    let negative = (*b > 0) == (*a > 0);
    for (p, _) in factor_u64(n as u64) {
        let Ok(p) = u32::try_from(p) else { return false };
        if (p != 2 || !negative) && is_power(a, p) && is_power(b, p) {
            return false;
        }
    }
    // in lowest terms a fraction 4·(r/s)^4 has the numerator 4·r^4, or the denominator 4·(s/2)^4, and four times that is a fourth power
    let is_fourth = |x: &Integer, y: &Integer| is_power(&Integer::from(x * 4), 4) && is_power(y, 4);
    !(n.is_multiple_of(4) && negative && (is_fourth(a, b) || is_fourth(b, a)))
}
