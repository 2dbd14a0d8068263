//! The value of `--ring`.

use super::{
    Failure, expression,
    quotients::{MOST_DEGREE, QuotientSpec},
    ring_names,
};
use polymod::{
    Error,
    core::arith::FermatPrime,
    engine::Engine,
    ring::{AnyRing, F2, GeneralizedFermat, NamedField, Ring},
    text::{self, Form, ReadOptions},
};
use rug::{Integer, integer::Order};
use std::{fmt, sync::OnceLock};

/// A coefficient ring, as named on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RingSpec {
    /// `z`: the integers.
    Integers,
    /// `q`: the rational numbers.
    Rationals,
    /// `z[y]`, `zn:N[y]`: polynomials in y over the integers, or modulo N.
    OfY(Box<RingSpec>),
    /// `zn:N`: the integers modulo N ≥ 2.
    Modulo(Integer),
    /// `gf2`: the field of two elements.
    Bits,
    /// `gf2^K:MODULUS`: the field of 2^K elements.
    Extension {
        /// K.
        k: u32,
        /// An integer whose bits are the coefficients of the modulus.
        modulus: Integer,
        /// The number of elements, 2^K.
        elements: Integer,
    },
    /// `gf:P^K`, `gf:P^K:F` or `zn:N[t]/F`.
    Quotient(QuotientSpec),
    /// `gfpf:NAME`: the integers modulo r^k + 1 by digits, and the value of r^k + 1.
    Fermat(FermatPrime, Integer),
}

const EXPECTED: &str = "z, z[y], q, gf2, gf2^K:MODULUS such as gf2^8:0x11b, gf:P^K such as gf:5^2, zn:N[t]/F such as zn:21[t]/t^2+t+1, gfpf: with a name such as F8, or zn:N with an integer N ≥ 2 such as zn:97, \
     zn:2^61-1 or zn:bn254-fr, or zn:N[y]";

impl RingSpec {
    /// Whether elements are longer than a word.
    #[must_use]
    pub fn is_wide(&self) -> bool {
        match self {
            RingSpec::Modulo(n) => n.significant_bits() > 64,
            RingSpec::OfY(inner) => inner.is_wide(),
            other => matches!(other, RingSpec::Fermat(..) | RingSpec::Quotient(_)),
        }
    }

    /// Parses the value of `--ring`.
    ///
    /// # Errors
    /// [`Failure::Usage`], one line that names `--ring` and states what is expected.
    pub fn parse(text: &str) -> Result<Self, Failure> {
        let refuse = |why: String| {
            let meant = ring_names::meant(text).map_or_else(String::new, |meant| {
                let degree = meant.strip_prefix("gf2^").and_then(|rest| rest.strip_suffix(":MODULUS"));
                let made = degree.map(|k| format!("polymod gen irreducible --ring gf2 --degree {k} makes a MODULUS; "));
                format!("did you mean {meant}? {}", made.unwrap_or_default())
            });
            Failure::Usage(format!("--ring {}: {meant}{why}", shortened(text)))
        };
        if text == "z" {
            return Ok(RingSpec::Integers);
        }
        if text == "q" {
            return Ok(RingSpec::Rationals);
        }
        if let Some(inner) =
            text.strip_suffix("[y]").filter(|inner| *inner == "z" || inner.starts_with("zn:") && !inner.contains('['))
        {
            return Ok(RingSpec::OfY(Box::new(Self::parse(inner)?)));
        }
        if text == "gf2" {
            return Ok(RingSpec::Bits);
        }
        if let Some(extension) = text.strip_prefix("gf2^") {
            return Self::extension(extension).map_err(refuse);
        }
        if let Some(field) = text.strip_prefix("gf:") {
            return QuotientSpec::field(field).map(RingSpec::Quotient).map_err(refuse);
        }
        if let Some(name) = text.strip_prefix("gfpf:") {
            let parsed = name.parse().or_else(|e| {
                let value = expression::evaluate(name).ok();
                value.and_then(|value| GeneralizedFermat::prime_of(&value)).ok_or(e)
            });
            let prime: FermatPrime = parsed.map_err(|e| refuse(e.to_string()))?;
            return Ok(RingSpec::Fermat(prime, Integer::from_digits(&prime.limbs(), Order::Lsf)));
        }
        let Some(modulus) = text.strip_prefix("zn:") else {
            return Err(refuse(format!("expected {EXPECTED}")));
        };
        if let Some((n, modulus)) = modulus.split_once("[t]/") {
            return QuotientSpec::quotient(n, modulus).map(RingSpec::Quotient).map_err(refuse);
        }
        let n = match modulus.parse() {
            Ok(named) => NamedField::modulus(named),
            Err(_) => {
                expression::evaluate(modulus).map_err(|e| refuse(format!("after zn:, {e}; expected {EXPECTED}")))?
            }
        };
        if n < 2 {
            return Err(refuse(format!("the modulus must be at least 2; expected {EXPECTED}")));
        }
        Ok(RingSpec::Modulo(n))
    }

    /// Parses K and the modulus, after `gf2^`.
    fn extension(text: &str) -> Result<Self, String> {
        let expected = "expected gf2^K:MODULUS with K ≥ 1, such as gf2^8:0x11b or gf2^8:x^8+x^4+x^3+x+1".to_string();
        let (k, modulus) = text.split_once(':').ok_or_else(|| expected.clone())?;
        let k: u32 = k.parse().map_err(|_| expected.clone())?;
        if k > MOST_DEGREE {
            return Err(format!("fields of 2^K elements are there for K ≤ {MOST_DEGREE}, not for K = {k}; {expected}"));
        }
        let bits = bits_of(modulus).map_err(|e| format!("after gf2^{k}:, {e}; {expected}"))?;
        let modulus = Some(bits).filter(|f| k > 0 && *f > 0 && f.significant_bits() == k + 1);
        let modulus = modulus.ok_or_else(|| format!("the modulus must be of degree {k}; {expected}"))?;
        Ok(RingSpec::Extension { k, modulus, elements: Integer::from(1) << k })
    }

    /// The number of elements of a finite ring: for Z/N its modulus.
    #[must_use]
    pub fn modulus(&self) -> Option<&Integer> {
        static TWO: OnceLock<Integer> = OnceLock::new();
        match self {
            RingSpec::Integers | RingSpec::Rationals => None,
            RingSpec::OfY(inner) => inner.modulus(),
            RingSpec::Modulo(n) | RingSpec::Fermat(_, n) => Some(n),
            RingSpec::Bits => Some(TWO.get_or_init(|| Integer::from(2))),
            RingSpec::Extension { elements, .. } => Some(elements),
            RingSpec::Quotient(ring) => Some(&ring.elements),
        }
    }
}

impl fmt::Display for RingSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RingSpec::Integers => f.write_str("z"),
            RingSpec::OfY(inner) => write!(f, "{inner}[y]"),
            RingSpec::Rationals => f.write_str("q"),
            RingSpec::Modulo(n) => write!(f, "zn:{n}"),
            RingSpec::Bits => f.write_str("gf2"),
            RingSpec::Extension { k, modulus, .. } => write!(f, "gf2^{k}:{modulus:#x}"),
            RingSpec::Quotient(ring) => ring.fmt(f),
            RingSpec::Fermat(p, _) => write!(f, "gfpf:{p}"),
        }
    }
}

/// The integer whose bits are the coefficients of a modulus: given as an integer, or as a polynomial in a variable of any name.
fn bits_of(modulus: &str) -> Result<Integer, String> {
    if !modulus.contains(|c: char| c.is_alphabetic()) || expression::is_arithmetic(modulus) {
        return expression::evaluate(modulus);
    }
    // enough for any polynomial of the degrees allowed
    const MEMORY: u64 = 1 << 18;
    let options = ReadOptions { form: Some(Form::Human), memory: MEMORY, ..ReadOptions::default() };
    let ring = AnyRing::field(F2::on(&Engine::builder().threads(1).build()));
    let (coeffs, _) = text::read_poly(&ring, modulus.as_bytes(), &options).map_err(|e| match e.into_error() {
        Error::Parse { column, expected, found, .. } => format!("column {column}: expected {expected}, found {found}"),
        e => e.to_string(),
    })?;
    let mut bits = Integer::new();
    for i in 0..coeffs.len() as u32 {
        bits.set_bit(i, !ring.is_zero(&ring.get(coeffs.view(), i as usize)));
    }
    Ok(bits)
}

/// The first characters of an argument, for an error of one line.
pub fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    let clean = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let mut short: String = clean.take(MOST).collect();
    if text.chars().count() > MOST {
        short.push('…');
    }
    short
}
