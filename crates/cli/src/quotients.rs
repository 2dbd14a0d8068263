//! `--ring gf:P^K`, `gf:P^K:F`, `gf:P^K:least`, `gf:P^K:conway` and `zn:N[t]/F`: extensions of the integers modulo N by a root of a polynomial in t.

use super::{expression, spec::shortened};
use polymod::{
    Error,
    engine::Engine,
    poly::ModulusKind,
    ring::{AnyRing, Codec, NamedField},
    text::{self, Form, ReadOptions},
};
use rug::{
    Integer,
    integer::{IsPrime, Order},
    ops::Pow,
};
use std::fmt;

/// A quotient of polynomials over the integers modulo N.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotientSpec {
    /// N, a prime where the ring is given as a field.
    n: Integer,
    /// The degree of F.
    degree: u32,
    modulus: Modulus,
    /// Whether the ring is given as a field.
    field: bool,
    /// Number of elements.
    pub elements: Integer,
}

/// F.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Modulus {
    /// Coefficients, the constant one first.
    Given(Vec<Integer>),
    /// The irreducible polynomial that this rule finds.
    Found(ModulusKind),
}

const EXPECTED_FIELD: &str = "expected gf:P^K or gf:P^K:F with a prime P and F monic, irreducible and of degree K, such as \
     gf:5^2, gf:5^2:t^2+2 or gf:5^2:[2,0,1], or gf:P^K:least or gf:P^K:conway";
/// Names of the rules that find F, by the text of F.
const KINDS: [(&str, ModulusKind); 2] = [("least", ModulusKind::LeastWeight), ("conway", ModulusKind::Conway)];
const EXPECTED_QUOTIENT: &str = "expected zn:N[t]/F with an integer N ≥ 2 and a monic F, such as zn:21[t]/t^2+t+1";
/// Largest degree of F.
pub const MOST_DEGREE: u32 = 1 << 20;
/// Most bits of the number of elements.
const MOST_BITS: u64 = 1 << 30;

impl QuotientSpec {
    /// The ring that the text after `gf:` names. A P of tens of thousands of bits is tested for being a prime in minutes, which is done last.
    ///
    /// # Errors
    /// What was expected.
    pub fn field(text: &str) -> Result<Self, String> {
        let (size, modulus) = match text.split_once(':') {
            Some((size, modulus)) => (size, Some(modulus)),
            None => (text, None),
        };
        let (p, k) = size.rsplit_once('^').ok_or(EXPECTED_FIELD)?;
        let degree: u32 = k.trim().parse().ok().filter(|k| *k > 0).ok_or(EXPECTED_FIELD)?;
        let n = integer(p).map_err(|e| format!("after gf:, {e}; {EXPECTED_FIELD}"))?;
        let none = |meant: &str| format!("P must be a prime, {} is none{meant}; {EXPECTED_FIELD}", shortened(p));
        if n < 2 {
            return Err(none(""));
        }
        let mut spec = Self::with(n, degree, true)?;
        let kind = KINDS.iter().find(|(name, _)| modulus == Some(name));
        if let Some((_, kind)) = kind {
            spec.modulus = Modulus::Found(*kind);
        } else if let Some(text) = modulus {
            let f = spec.polynomial(text).map_err(|e| format!("{e}; {EXPECTED_FIELD}"))?;
            if f.len() != degree as usize + 1 {
                return Err(format!("F must be of degree {degree}, as K; {EXPECTED_FIELD}"));
            }
            spec.modulus = Modulus::Given(f);
        }
        if spec.n.is_probably_prime(40) == IsPrime::No {
            let meant = power_of_prime(p).map(|(p, k)| (p, k * degree));
            return Err(none(&meant.map_or_else(String::new, |(p, k)| format!(": did you mean gf:{p}^{k}?"))));
        }
        Ok(spec)
    }

    /// The ring behind `zn:`, with N and F.
    ///
    /// # Errors
    /// What was expected.
    pub fn quotient(n: &str, modulus: &str) -> Result<Self, String> {
        let n = integer(n).map_err(|e| format!("after zn:, {e}; {EXPECTED_QUOTIENT}"))?;
        if n < 2 {
            return Err(format!("the modulus must be at least 2; {EXPECTED_QUOTIENT}"));
        }
        let spec = Self::with(n, 1, false)?;
        let f = spec.polynomial(modulus).map_err(|e| format!("{e}; {EXPECTED_QUOTIENT}"))?;
        let degree = f.len() as u32 - 1;
        Ok(QuotientSpec { modulus: Modulus::Given(f), ..Self::with(spec.n, degree, false)? })
    }

    fn with(n: Integer, degree: u32, field: bool) -> Result<Self, String> {
        if degree > MOST_DEGREE || u64::from(degree) * u64::from(n.significant_bits()) > MOST_BITS {
            return Err(format!("the degree {degree} is too large: expected at most {MOST_DEGREE}"));
        }
        let elements = n.clone().pow(degree);
        Ok(QuotientSpec { n, degree, modulus: Modulus::Found(ModulusKind::First), field, elements })
    }

    /// The coefficients of a monic polynomial in t, or of an array of integers.
    fn polynomial(&self, text: &str) -> Result<Vec<Integer>, String> {
        if let Some(other) = text.chars().find(|c| c.is_alphabetic() && *c != 't') {
            return Err(format!("F is a polynomial in t, found {other:?}"));
        }
        let engine = Engine::builder().threads(1).build();
        let base = AnyRing::parse(&engine, &format!("zn:{}", self.n)).map_err(|e| e.to_string())?;
        let f = coefficients(&base, text)?;
        match f.last() {
            Some(lead) if *lead == 1 && f.len() > 1 => Ok(f),
            Some(lead) if f.len() > 1 => Err(format!("F must be monic, its leading coefficient is {lead}")),
            _ => Err("F must be of degree 1 or more".into()),
        }
    }
}

/// The coefficients of a polynomial over the base ring, without leading zeros.
fn coefficients(base: &AnyRing, text: &str) -> Result<Vec<Integer>, String> {
    /// Enough for any polynomial of the degrees allowed.
    const MEMORY: u64 = 1 << 28;
    let form = if text.trim_start().starts_with('[') { Form::Json } else { Form::Human };
    let options = ReadOptions { form: Some(form), memory: MEMORY, ..ReadOptions::default() };
    let (coeffs, _) = text::read_poly(base, text.as_bytes(), &options).map_err(|e| match e.into_error() {
        Error::Parse { column, expected, found, .. } => {
            format!("F, column {column}: expected {expected}, found {found}")
        }
        e => e.to_string(),
    })?;
    let mut all = Vec::with_capacity(coeffs.len());
    base.each_limbs(coeffs.view(), &mut |_, limbs| all.push(Integer::from_digits(limbs, Order::Lsf)));
    if all.len() > MOST_DEGREE as usize + 1 {
        return Err(format!("the degree {} is too large: expected at most {MOST_DEGREE}", all.len() - 1));
    }
    Ok(all)
}

/// An integer, or the characteristic of a named field.
fn integer(text: &str) -> Result<Integer, String> {
    text.parse().map(NamedField::modulus).or_else(|_| expression::evaluate(text))
}

/// The prime and the exponent of a power of a prime with an exponent above 1.
pub fn power_of_prime(text: &str) -> Option<(Integer, u32)> {
    const LONGEST: u32 = 4096;
    let n = integer(text).ok().filter(|n| *n > 1 && n.significant_bits() <= LONGEST)?;
    (2..n.significant_bits()).rev().find_map(|k| {
        let (root, rest) = n.clone().root_rem(Integer::new(), k);
        (rest == 0 && root.is_probably_prime(25) != IsPrime::No).then_some((root, k))
    })
}

impl fmt::Display for QuotientSpec {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.field {
            true => write!(out, "gf:{}^{}", self.n, self.degree)?,
            false => write!(out, "zn:{}[t]", self.n)?,
        }
        let f = match &self.modulus {
            Modulus::Given(f) => f,
            Modulus::Found(kind) => {
                let name = KINDS.iter().find(|(_, other)| other == kind);
                return name.map_or(Ok(()), |(name, _)| write!(out, ":{name}"));
            }
        };
        out.write_str(if self.field { ":" } else { "/" })?;
        for (i, c) in f.iter().enumerate().rev().filter(|(_, c)| **c != 0) {
            out.write_str(if i + 1 < f.len() { "+" } else { "" })?;
            match (i, *c == 1) {
                (0, _) => write!(out, "{c}")?,
                (_, true) => {}
                _ => write!(out, "{c}*")?,
            }
            match i {
                0 => {}
                1 => out.write_str("t")?,
                _ => write!(out, "t^{i}")?,
            }
        }
        Ok(())
    }
}
