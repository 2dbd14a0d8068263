//! Rings by their names.

#[cfg(feature = "integers")]
use super::parsed::LEAST_BITS;
use crate::{
    Error, Result,
    engine::Engine,
    ring::{AnyRing, F2, Gf2k, Zn},
};
#[cfg(feature = "integers")]
use crate::{
    poly::Poly,
    ring::{Base, GeneralizedFermat, Integers, NamedField, Quotient, Rationals, ZnBig},
};
#[cfg(feature = "integers")]
use rug::{Integer, integer::Order};

const EXPECTED: &str = "z, q, gf2, zn: and an integer of at least 2 or the name of a field, gf2^K: and its modulus as an integer, \
     gf:P^K:F or zn:N[t]/F with a polynomial such as t^2+2, or gfpf: and the name of a prime";

impl AnyRing {
    /// The ring of the library that has this [name](crate::Ring::name), on the given engine. Integers are decimal, or hexadecimal after
    /// `0x`; `zn:` and `gfpf:` also take the names of [`NamedField`](crate::NamedField) and
    /// [`FermatPrime`](crate::core::arith::FermatPrime).
    ///
    /// ```
    /// use polymod::{AnyRing, Engine, Ring};
    /// for name in ["zn:97", "gf2", "gf2^8:0x11b"] {
    ///     assert_eq!(AnyRing::named(&Engine::default(), name)?.name(), name);
    /// }
    /// assert!(AnyRing::named(&Engine::default(), "zn:1").is_err());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for text that names no ring; [`Error::Modulus`] where the ring does not accept the modulus.
    pub fn named(engine: &Engine, name: &str) -> Result<Self> {
        let unknown = || Error::OutOfRange { what: "the name of a ring", expected: EXPECTED, got: shortened(name) };
        #[cfg(feature = "integers")]
        if name == "z" {
            return Ok(AnyRing::new(Integers::on(engine)));
        }
        #[cfg(feature = "integers")]
        if name == "q" {
            return Ok(AnyRing::new(Rationals::on(engine)));
        }
        if name == "gf2" {
            return Ok(AnyRing::field(F2::on(engine)));
        }
        let (kind, value) = name.split_once(':').ok_or_else(unknown)?;
        if let Some(k) = kind.strip_prefix("gf2^") {
            let k = k.parse().map_err(|_| unknown())?;
            #[cfg(feature = "integers")]
            if k > Gf2k::MOST_K {
                return long_extension(engine, k, value).unwrap_or_else(|| Err(unknown()));
            }
            return Ok(AnyRing::field(Gf2k::on(engine, k, word(value).ok_or_else(unknown)?)?));
        }
        #[cfg(feature = "integers")]
        if kind == "gf" || value.contains("[t]/") {
            return quotient(engine, kind, value).unwrap_or_else(|| Err(unknown()));
        }
        match kind {
            "zn" => modulo(engine, value).unwrap_or_else(|| Err(unknown())),
            #[cfg(feature = "integers")]
            "gfpf" => Ok(AnyRing::field(GeneralizedFermat::on(engine, value.parse()?)?)),
            _ => Err(unknown()),
        }
    }
}

/// The integers modulo n.
fn modulo(engine: &Engine, n: &str) -> Option<Result<AnyRing>> {
    if let Some(n) = word(n).and_then(|n| u64::try_from(n).ok()) {
        return Some(Zn::on(engine, n).map(AnyRing::field));
    }
    long_modulus(engine, n)
}

/// The integers modulo n of more than a word, or the field of a name.
#[cfg(feature = "integers")]
fn long_modulus(engine: &Engine, n: &str) -> Option<Result<AnyRing>> {
    let n = match n.parse() {
        Ok(field) => NamedField::modulus(field),
        Err(_) => {
            let (digits, radix) = n.strip_prefix("0x").map_or((n, 10), |digits| (digits, 16));
            let plain = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            Integer::from_str_radix(digits, radix).ok().filter(|_| plain)?
        }
    };
    Some(ZnBig::on(engine, n).map(AnyRing::field))
}

/// F_2\[z\]/f for a degree of more than 64, with the bits of f as an integer; `None` if it is no such integer.
#[cfg(feature = "integers")]
fn long_extension(engine: &Engine, k: u32, f: &str) -> Option<Result<AnyRing>> {
    let (digits, radix) = f.strip_prefix("0x").map_or((f, 10), |digits| (digits, 16));
    let plain = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let f = Integer::from_str_radix(digits, radix).ok().filter(|_| plain)?;
    if f.significant_bits() != k + 1 {
        let expected = "a polynomial of degree K, as an integer with K + 1 bits";
        return Some(Err(Error::Modulus { modulus: format!("{f:#x}"), expected }));
    }
    let bits: Vec<bool> = (0..=k).map(|i| f.get_bit(i)).collect();
    Some(Quotient::of_irreducible(&Poly::new(&F2::on(engine), bits)).map(AnyRing::field))
}

/// The ring of a name: `gf`, P^K:F, or `zn`, N[t]/F; `None` if it is none.
#[cfg(feature = "integers")]
fn quotient(engine: &Engine, kind: &str, value: &str) -> Option<Result<AnyRing>> {
    let (n, k, modulus) = match kind {
        "gf" => {
            let (power, modulus) = value.split_once(':')?;
            let (p, k) = power.split_once('^')?;
            (p, Some(k.parse::<usize>().ok()?), modulus)
        }
        "zn" => {
            let (n, modulus) = value.split_once("[t]/")?;
            (n, None, modulus)
        }
        _ => return None,
    };
    let plain = n.bytes().all(|digit| digit.is_ascii_digit());
    let n: Integer = n.parse().ok().filter(|_| plain)?;
    let f = terms(modulus)?;
    if k.is_some_and(|k| k + 1 != f.len()) {
        let expected = "a polynomial of degree K";
        return Some(Err(Error::Modulus { modulus: modulus.into(), expected }));
    }
    let field = k.is_some();
    Some(match n.to_u64() {
        Some(2) if f.len() > LEAST_BITS => {
            of_integers(&F2::on(engine), &f, field).map(|ring| AnyRing::field(ring.in_t()))
        }
        Some(n) => Zn::on(engine, n).and_then(|base| of_integers(&base, &f, field)).map(AnyRing::field),
        None => ZnBig::on(engine, n).and_then(|base| of_integers(&base, &f, field)).map(AnyRing::field),
    })
}

/// The quotient for a modulus with these integers as coefficients, as a field or not.
#[cfg(feature = "integers")]
fn of_integers<B: Base>(base: &B, f: &[Integer], field: bool) -> Result<Quotient<B>> {
    let f: Vec<B::Elem> = f.iter().map(|c| base.image(*c < 0, &c.to_digits(Order::Lsf))).collect();
    if !field {
        return Quotient::modulo(base, &f);
    }
    base.cardinality()?;
    let f = match f.last() {
        Some(lead) if base.is_one(lead) => Poly::new(base, f),
        _ => {
            let modulus = Poly::new(base, f).to_string();
            return Err(Error::Modulus { modulus, expected: "a monic polynomial of degree K" });
        }
    };
    Quotient::of_irreducible(&f)
}

/// The coefficients of a sum of terms such as `t^2+3*t+1`, the constant one first; `None` for other text.
#[cfg(feature = "integers")]
fn terms(text: &str) -> Option<Vec<Integer>> {
    const MOST: usize = 1 << 20;
    let mut all = Vec::new();
    for term in text.split('+') {
        let (c, power) = match term.split_once('*') {
            Some((c, power)) => (c, power),
            None if term.starts_with('t') => ("1", term),
            None => (term, "t^0"),
        };
        let exponent = match power.strip_prefix('t')? {
            "" => 1,
            rest => rest.strip_prefix('^')?.parse::<usize>().ok().filter(|e| *e <= MOST)?,
        };
        let plain = !c.is_empty() && c.bytes().all(|digit| digit.is_ascii_digit());
        let c: Integer = c.parse().ok().filter(|_| plain)?;
        if all.len() <= exponent {
            all.resize(exponent + 1, Integer::new());
        }
        all[exponent] += c;
    }
    Some(all)
}

#[cfg(not(feature = "integers"))]
fn long_modulus(_: &Engine, _: &str) -> Option<Result<AnyRing>> {
    None
}

/// The value of digits, without a sign.
fn word(text: &str) -> Option<u128> {
    let (digits, radix) = text.strip_prefix("0x").map_or((text, 10), |digits| (digits, 16));
    u128::from_str_radix(digits, radix).ok().filter(|_| !digits.starts_with('+'))
}

/// The first characters of a name, for an error of one line.
fn shortened(name: &str) -> String {
    const MOST: usize = 60;
    name.chars().map(|c| if c.is_control() { ' ' } else { c }).take(MOST).collect()
}
