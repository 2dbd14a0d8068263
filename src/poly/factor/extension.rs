//! Finite fields of q^k elements: the irreducible polynomial that defines them, given or found.

use super::named::{binomials_exist, order_of};
use crate::{
    Error, Result,
    engine::Engine,
    poly::Poly,
    ring::{AnyRing, Base, Coeffs, F2, FiniteField, GF, Quotient, Ring, Zn, ZnBig},
};
use rug::{Integer, integer::Order, ops::Pow};

impl<R: FiniteField> Poly<R> {
    /// The first monic irreducible polynomial of this degree, in the order of the other coefficients read as digits base q,
    /// the highest first: the one with the smallest lower part.
    ///
    /// Its lower coefficients are few and small: about as many candidates are tested as the degree. Those of two terms are
    /// passed over where none is irreducible (Lidl, Niederreiter 1997, "Finite fields", theorem 3.75), and in large fields those whose other
    /// coefficients with 32·degree + 64 constant terms gave no irreducible one: over F_(2^k), k odd, no x^5 + x + c is irreducible (Vishne 1997,
    /// "Factorization of trinomials over Galois fields of characteristic 2").
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
        let (mut digits, binomial) = (vec![Integer::new(); degree], binomials_exist(&q, degree));
        let outside = first_outside(ring, degree, binomial)?;
        let end = q.clone().min(Integer::from(&outside + (32 * degree as u64 + 64)));
        digits[0].clone_from(&outside);
        if !binomial {
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
                if *digit < *if i == 0 { &end } else { &q } {
                    break;
                }
                *digit = Integer::new();
            }
            if digits[0] == 0 {
                let inside = digits.iter().all(|digit| *digit < outside);
                digits[0] = if inside { outside.clone() } else { Integer::from(1) };
            }
        }
    }
}

/// Number of elements of the largest subfield whose elements are those of the least integers, and over which no polynomial of this degree is irreducible
/// over the field of q = p^k elements: the least integer of a coefficient outside. 1 if there is none; subfields of few elements are not looked for.
///
/// A polynomial of degree n that is irreducible over a subfield of p^j elements is irreducible over the field if and only if n is prime to k/j (Lidl,
/// Niederreiter 1997, "Finite fields", corollary 3.47).
pub fn first_outside<R: FiniteField>(ring: &R, degree: usize, binomial: bool) -> Result<Integer> {
    /// As many candidates are tested without a search for subfields.
    const FEW: u32 = 64;
    let size = ring.cardinality()?;
    let (p, k) = (Integer::from_digits(&size.characteristic, Order::Lsf), size.degree);
    for j in (1..k).rev().filter(|j| k.is_multiple_of(*j)) {
        let elements = p.clone().pow(j);
        let coprime = Integer::from(degree).gcd(&Integer::from(k / j)) == 1;
        if elements <= FEW || coprime && (!binomial || binomials_exist(&elements, degree)) {
            continue;
        }
        // the integers below p^j are the combinations of those of p^i, i < j
        let words = elements.to_digits::<u64>(Order::Lsf);
        let fixed = |i| element(ring, &p.clone().pow(i)).map(|x| ring.pow_words(&x, &words) == x);
        if (1..j).try_fold(true, |all, i| Ok::<_, Error>(all && fixed(i)?))? {
            return Ok(elements);
        }
    }
    Ok(Integer::from(1))
}

/// The element of an integer below the number of elements.
pub fn element<R: FiniteField>(ring: &R, name: &Integer) -> Result<R::Elem> {
    let mut v = ring.zeros(0);
    ring.push_limbs(&mut v, false, &name.to_digits::<u64>(Order::Lsf))?;
    Ok(ring.get(v.view(), 0))
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
        let ring = AnyRing::field(f.ring().clone());
        let over_any = Poly::from_coeffs(&ring, ring.erased(f.clone().into_coeffs()));
        if f.len() < 2 || !over_any.is_irreducible()? {
            let expected = "an irreducible polynomial; this one is reducible";
            let expected = if f.len() < 2 { "a polynomial of degree 1 or more" } else { expected };
            return Err(Error::Modulus { modulus: f.to_string(), expected });
        }
        Self::known_field(f.ring(), ring.own(over_any.monic()?.into_coeffs()))
    }
}

/// Rule by which the modulus of a field of p^k elements is found.
///
/// ```
/// use polymod::{GF, Ring, poly::ModulusKind};
/// let name = |kind| GF::with_modulus(3, 6, kind).map(|f| f.name());
/// assert_eq!(name(ModulusKind::First)?, "gf:3^6:t^6+t+2");
/// assert_eq!(name(ModulusKind::Conway)?, "gf:3^6:t^6+2*t^4+t^2+2*t+2");
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ModulusKind {
    /// The [first irreducible](Poly::first_irreducible) polynomial.
    #[default]
    First,
    /// The irreducible polynomial of [least weight](Poly::least_weight_irreducible).
    LeastWeight,
    /// [Conway's](Poly::conway) polynomial, of which t is a primitive element of the field.
    Conway,
}

impl ModulusKind {
    /// The polynomial of this kind over a field, without events for a monitor.
    fn polynomial<B: Base>(self, field: &B, degree: usize) -> Result<Coeffs<B>> {
        let ring = &AnyRing::field(field.with_engine(field.engine().unwatched()));
        let found = match self {
            ModulusKind::First => Poly::first_irreducible(ring, degree),
            ModulusKind::LeastWeight => Poly::least_weight_irreducible(ring, degree),
            ModulusKind::Conway => Poly::conway(ring, degree),
        };
        Ok(ring.own(found?.into_coeffs()))
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
        Self::with_modulus_on(engine, p, k, ModulusKind::First)
    }

    /// The field of p^k elements, F_p\[t\]/(F) for the F of this kind, on the default engine.
    ///
    /// ```
    /// use polymod::{GF, Ring, poly::ModulusKind};
    /// let f = GF::with_modulus(7, 3, ModulusKind::Conway)?;
    /// assert_eq!(f.name(), "gf:7^3:t^3+6*t^2+4");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`new`](Self::new), [`Poly::least_weight_irreducible`] and [`Poly::conway`].
    pub fn with_modulus(p: u64, k: usize, kind: ModulusKind) -> Result<Self> {
        Self::with_modulus_on(&Engine::default(), p, k, kind)
    }

    /// The field of [`with_modulus`](Self::with_modulus) on the given engine.
    ///
    /// ```
    /// # use polymod::{Engine, GF, Ring, poly::ModulusKind};
    /// let f = GF::with_modulus_on(&Engine::builder().threads(1).build(), 2, 8, ModulusKind::LeastWeight)?;
    /// assert_eq!((f.engine().threads(), f.name()), (1, "gf:2^8:t^8+t^4+t^3+t+1".into()));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`with_modulus`](Self::with_modulus).
    pub fn with_modulus_on(engine: &Engine, p: u64, k: usize, kind: ModulusKind) -> Result<Self> {
        let base = Zn::on(engine, p)?;
        if p > 2 {
            return Self::known_field(&base, kind.polynomial(&base, k)?);
        }
        // bits are tested faster than words
        let bits = F2::on(engine);
        let f = kind.polynomial(&bits, k)?;
        let words: Vec<u64> = (0..f.len()).map(|i| bits.get(f.view(), i).into()).collect();
        Self::known_field(&base, base.collect(&words))
    }
}

impl Quotient<F2> {
    /// The field of 2^k elements with a modulus of this kind, on the given engine: elements are words of bits, where those of
    /// [`GF::with_modulus_on`] have a word for each bit.
    ///
    /// ```
    /// # use polymod::{Engine, F2, Quotient, Ring, poly::ModulusKind};
    /// let f = Quotient::<F2>::with_modulus_on(&Engine::default(), 128, ModulusKind::LeastWeight)?;
    /// assert_eq!(f.in_t().name(), "gf:2^128:t^128+t^7+t^2+t+1");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`GF::with_modulus`].
    pub fn with_modulus_on(engine: &Engine, k: usize, kind: ModulusKind) -> Result<Self> {
        let base = F2::on(engine);
        Self::known_field(&base, kind.polynomial(&base, k)?)
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
        Self::with_modulus_on(engine, p, k, ModulusKind::First)
    }

    /// The field of p^k elements with a modulus of this kind, as [`GF::with_modulus`] for a prime p of any size.
    ///
    /// ```
    /// use polymod::{Quotient, Ring, ZnBig, poly::ModulusKind};
    /// let p = (rug::Integer::from(1) << 89) - 1u32;
    /// let f = Quotient::<ZnBig>::with_modulus(p, 2, ModulusKind::LeastWeight)?;
    /// assert!(f.name().ends_with("^2:t^2+1"));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`GF::with_modulus`].
    pub fn with_modulus(p: Integer, k: usize, kind: ModulusKind) -> Result<Self> {
        Self::with_modulus_on(&Engine::default(), p, k, kind)
    }

    /// The field of [`with_modulus`](Self::with_modulus) on the given engine.
    ///
    /// ```
    /// # use polymod::{Engine, Quotient, Ring, ZnBig, poly::ModulusKind};
    /// let p = (rug::Integer::from(1) << 89) - 1u32;
    /// let one_thread = Engine::builder().threads(1).build();
    /// let f = Quotient::<ZnBig>::with_modulus_on(&one_thread, p, 2, ModulusKind::First)?;
    /// assert_eq!(f.engine().threads(), 1);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`GF::with_modulus`].
    pub fn with_modulus_on(engine: &Engine, p: Integer, k: usize, kind: ModulusKind) -> Result<Self> {
        let base = ZnBig::on(engine, p)?;
        Self::known_field(&base, kind.polynomial(&base, k)?)
    }
}
