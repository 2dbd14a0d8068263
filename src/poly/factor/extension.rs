//! Finite fields of q^k elements: the irreducible polynomial that defines them, given or found.

use super::named::{binomials_exist, order_of};
use crate::{
    Error, Result,
    engine::Engine,
    poly::Poly,
    ring::{Base, Cardinality, Coeffs, F2, FiniteField, GF, Quotient, Ring, Zn, ZnBig},
};
use rug::{Integer, integer::Order};

impl<R: FiniteField> Poly<R> {
    /// The first monic irreducible polynomial of this degree, in the order of the other coefficients read as digits base q,
    /// the highest first: the one with the smallest lower part.
    ///
    /// Its lower coefficients are few and small: about as many candidates are tested as the degree. Those of two terms are
    /// passed over where none is irreducible (Lidl, Niederreiter 1997, "Finite fields", theorem 3.75).
    ///
    /// ```
    /// use polymod::{Poly, Zn};
    /// let of = |p: u64, k| Poly::first_irreducible(&Zn::new(p)?, k).map(|f| f.to_string());
    /// assert_eq!(of(3, 3)?, "x^3 + 2*x + 1");
    /// assert_eq!(of(1_000_000_007, 2)?, "x^2 + 1");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Composite`] where n is composite; [`Error::OutOfRange`] for degree 0.
    pub fn first_irreducible(ring: &R, degree: usize) -> Result<Self> {
        let q = order_of(ring, degree)?;
        if degree == 1 {
            return Ok(Poly::x(ring));
        }
        // digits of a counter; a polynomial without a constant term is reducible
        let mut digits = vec![Integer::new(); degree];
        digits[0] = first_constant(&ring.cardinality()?, degree);
        if !binomials_exist(&q, degree) {
            digits[1] = Integer::from(1);
        }
        loop {
            let mut v = ring.zeros(0);
            let limbs = |digit: &Integer| digit.to_digits::<u64>(Order::Lsf);
            digits.iter().try_for_each(|digit| ring.push_limbs(&mut v, false, &limbs(digit)))?;
            ring.resize(&mut v, degree + 1);
            ring.set(&mut v, degree, &ring.one());
            let f = Poly::from_coeffs(ring, v);
            if f.is_irreducible()? {
                return Ok(f);
            }
            for (i, digit) in digits.iter_mut().enumerate() {
                *digit += 1u32;
                if q > *digit {
                    break;
                }
                *digit = Integer::from(i == 0);
            }
        }
    }
}

/// The least constant term of an irreducible polynomial of this degree whose other coefficients are 0 and 1, over a field of p^k elements: where
/// the degree and k have a common factor, one that is irreducible over F_p is not over the field.
fn first_constant(size: &Cardinality, degree: usize) -> Integer {
    let common = Integer::from(degree).gcd(&Integer::from(size.degree));
    if common > 1 { Integer::from_digits(&size.characteristic, Order::Lsf) } else { common }
}

impl<B: Base> Quotient<B> {
    /// The field B\[t\]/(F) for an irreducible polynomial F over a field B, which need not be monic.
    ///
    /// ```
    /// use polymod::{Poly, Quotient, Ring, Zn};
    /// let f = Poly::parse(&Zn::new(3)?, "x^2 + x + 2")?;
    /// assert_eq!(Quotient::of_irreducible(&f)?.name(), "gf:3^2:t^2+t+2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Modulus`] for a reducible or a constant polynomial; [`Error::Composite`] where B is Z/n with a composite n.
    pub fn of_irreducible(f: &Poly<B>) -> Result<Self> {
        f.ring().cardinality()?;
        if f.len() < 2 || !f.is_irreducible()? {
            let expected = "an irreducible polynomial; this one is reducible";
            let expected = if f.len() < 2 { "a polynomial of degree 1 or more" } else { expected };
            return Err(Error::Modulus { modulus: f.to_string(), expected });
        }
        Self::known_field(f.ring(), f.monic()?.into_coeffs())
    }
}

impl GF {
    /// The field of p^k elements, F_p\[t\]/(F) for the [first irreducible](Poly::first_irreducible) F, on the default engine.
    ///
    /// ```
    /// use polymod::{GF, Ring};
    /// let f = GF::new(3, 3)?;
    /// assert_eq!(f.name(), "gf:3^3:t^3+2*t+1");
    /// assert!(GF::new(9, 2).is_err()); // 9 is no prime
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Composite`] where p is no prime; [`Error::OutOfRange`] for k = 0.
    pub fn new(p: u64, k: usize) -> Result<Self> {
        Self::on(&Engine::default(), p, k)
    }

    /// The field of [`new`](Self::new) on the given engine.
    ///
    /// ```
    /// # use polymod::{Engine, GF, Ring};
    /// let f = GF::on(&Engine::builder().threads(1).build(), 5, 2)?;
    /// assert_eq!((f.engine().threads(), f.name()), (1, "gf:5^2:t^2+2".into()));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`new`](Self::new).
    pub fn on(engine: &Engine, p: u64, k: usize) -> Result<Self> {
        let base = Zn::on(engine, p)?;
        if p > 2 {
            let f = Poly::first_irreducible(&base.with_engine(engine.unwatched()), k)?;
            return Self::known_field(&base, f.into_coeffs());
        }
        // bits are tested faster than words
        let f = Poly::first_irreducible(&F2::on(engine.unwatched()), k)?;
        let words: Vec<u64> = f.iter().map(u64::from).collect();
        Self::known_field(&base, base.collect(&words))
    }
}

impl Quotient<ZnBig> {
    /// The field of p^k elements, as [`GF::new`] for a prime p of any size.
    ///
    /// ```
    /// use polymod::{Quotient, Ring, ZnBig};
    /// let p = (rug::Integer::from(1) << 127) - 1u32;
    /// let f = Quotient::<ZnBig>::new(p, 2)?;
    /// assert!(f.name().ends_with("^2:t^2+1"));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`GF::new`].
    pub fn new(p: Integer, k: usize) -> Result<Self> {
        Self::on(&Engine::default(), p, k)
    }

    /// The field of [`new`](Self::new) on the given engine.
    ///
    /// ```
    /// # use polymod::{Engine, Quotient, Ring, ZnBig};
    /// let p = (rug::Integer::from(1) << 89) - 1u32;
    /// let f = Quotient::<ZnBig>::on(&Engine::builder().threads(1).build(), p, 2)?;
    /// assert_eq!(f.engine().threads(), 1);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`GF::new`].
    pub fn on(engine: &Engine, p: Integer, k: usize) -> Result<Self> {
        let base = ZnBig::on(engine, p)?;
        let f: Coeffs<ZnBig> = Poly::first_irreducible(&base.with_engine(engine.unwatched()), k)?.into_coeffs();
        Self::known_field(&base, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ring::{Codec, Gf2k};

    /// Against a walk over all polynomials in order, and a test by all divisors.
    #[test]
    fn the_first_is_that_of_a_walk() {
        for (p, most) in [(2u64, 9), (3, 6), (5, 4), (7, 3), (11, 3), (13, 3), (31, 2)] {
            let ring = Zn::new(p).unwrap();
            for degree in 1..=most {
                let of = |code: u64, degree: usize| {
                    let digits = (0..degree as u32).map(|i| code / p.pow(i) % p).chain([1]);
                    Poly::new(&ring, digits.collect::<Vec<_>>())
                };
                let divides =
                    |f: &Poly<Zn>, d: usize| (0..p.pow(d as u32)).any(|c| f.rem(&of(c, d)).unwrap().is_empty());
                let irreducible = |f: &Poly<Zn>| (1..=degree / 2).all(|d| !divides(f, d));
                let wanted = (0..).map(|code| of(code, degree)).find(irreducible).unwrap();
                assert_eq!(Poly::first_irreducible(&ring, degree), Ok(wanted), "degree {degree} modulo {p}");
            }
        }
    }

    #[test]
    fn large_primes_take_few_candidates() {
        for p in [u64::MAX - 58, (1 << 61) - 1, (1 << 62) - 57] {
            for k in [2, 3, 4, 5, 12] {
                let f = Poly::first_irreducible(&Zn::new(p).unwrap(), k).unwrap();
                let low = f.iter().take(k).filter(|&c| c > 0).count();
                assert!(f.is_irreducible().unwrap() && low <= 2, "{f} modulo {p}");
                assert!(f.iter().all(|c| c < 1000), "{f} modulo {p}");
            }
        }
        let f = Poly::first_irreducible(&Gf2k::new(2, 7).unwrap(), 3).unwrap();
        assert_eq!(f.iter().collect::<Vec<_>>(), [2, 0, 0, 1]);
    }

    /// Over extensions of large primes no constant of the prime field will do; over small ones the first is that of a walk.
    #[test]
    fn over_extensions() {
        let base = GF::new((1 << 61) - 1, 2).unwrap();
        let f = Poly::first_irreducible(&base, 4).unwrap();
        assert!(f.is_irreducible().unwrap() && base.coefficients(&f.coeff(0))[1] == 1, "{f}");
        let base = Quotient::<ZnBig>::new((Integer::from(1) << 89) - 1u32, 2).unwrap();
        assert!(Poly::first_irreducible(&base, 2).unwrap().is_irreducible().unwrap());
        for (p, k, degree) in [(3, 2, 2), (2, 3, 3), (5, 2, 3), (2, 2, 4)] {
            let base = GF::new(p, k).unwrap();
            let q = p.pow(k as u32);
            let walked = (1..q.pow(degree)).map(|code| {
                let mut v = base.zeros(0);
                (0..degree).for_each(|i| base.push_limbs(&mut v, false, &[code / q.pow(i) % q]).unwrap());
                base.push_limbs(&mut v, false, &[1]).unwrap();
                Poly::from_coeffs(&base, v)
            });
            let wanted = walked.into_iter().find(|f| f.is_irreducible().unwrap()).unwrap();
            assert_eq!(
                Poly::first_irreducible(&base, degree as usize),
                Ok(wanted),
                "degree {degree} over {}",
                base.name()
            );
        }
    }

    #[test]
    fn fields_by_their_sizes() {
        assert_eq!(GF::new(2, 8).unwrap().name(), "gf:2^8:t^8+t^4+t^3+t+1");
        assert_eq!(GF::new(11, 1).unwrap().name(), "gf:11^1:t");
        assert!(matches!(GF::new(15, 2), Err(Error::Composite { .. })));
        assert!(matches!(GF::new(5, 0), Err(Error::OutOfRange { .. })));
        let f = Poly::parse(&Zn::new(5).unwrap(), "2*x^2 + 4").unwrap();
        assert_eq!(Quotient::of_irreducible(&f).unwrap().name(), "gf:5^2:t^2+2");
        assert!(Quotient::of_irreducible(&(&f * &f)).is_err());
    }
}
