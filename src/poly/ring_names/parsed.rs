//! Rings by names that leave something to find: the field of P^K elements without its modulus, and moduli as expressions.

use crate::{
    Error, Result,
    engine::Engine,
    poly::{ModulusKind, Poly},
    ring::{AnyRing, F2, GF, GeneralizedFermat, Integers, Quotient, Ring, ZnBig},
};
use rug::Integer;
use std::fmt::Write;

/// Largest degree of a field whose modulus is to be found.
const MOST_DEGREE: usize = 1 << 20;
/// Least degree over F_2 of fields whose elements are words of bits: smaller ones compute by logarithms.
pub(super) const LEAST_BITS: usize = 17;

impl AnyRing {
    /// The ring that the program's option `--ring` takes by this text: that of a [name](AnyRing::named); `gf:P^K`, the field of P^K elements
    /// with the [first irreducible](Poly::first_irreducible) modulus, `gf:P^K:least` with that of [least
    /// weight](Poly::least_weight_irreducible), `gf:P^K:conway` with [Conway's](Poly::conway); and names whose integers are expressions, as in
    /// `zn:2^61-1`, or whose moduli are polynomials, as in `gf2^8:x^8+x^4+x^3+x+1` or `zn:9[t]/t^2-t-1`.
    ///
    /// ```
    /// use polymod::{AnyRing, Engine, Ring};
    /// let name = |text| AnyRing::parse(&Engine::default(), text).map(|ring| ring.name());
    /// assert_eq!((name("gf:3^5")?, name("zn:2^4+1")?), ("gf:3^5:t^5+2*t+1".into(), "zn:17".into()));
    /// assert_eq!(name("gf2^3:z^3+z+1")?, "gf2^3:0xb");
    /// assert_eq!(name("gf:3^6:conway")?, "gf:3^6:t^6+2*t^4+t^2+2*t+2");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`named`](AnyRing::named), and of [`GF::with_modulus`].
    pub fn parse(engine: &Engine, text: &str) -> Result<Self> {
        let unknown = match AnyRing::named(engine, text) {
            Err(unknown @ Error::OutOfRange { .. }) => unknown,
            found => return found,
        };
        if text.chars().any(char::is_control) {
            return Err(unknown);
        }
        if let Some((p, k, kind)) = text.strip_prefix("gf:").and_then(size) {
            return match p.to_u64() {
                Some(2) if k >= LEAST_BITS => {
                    Quotient::<F2>::with_modulus_on(engine, k, kind).map(|ring| AnyRing::field(ring.in_t()))
                }
                Some(p) => GF::with_modulus_on(engine, p, k, kind).map(AnyRing::field),
                None => Quotient::<ZnBig>::with_modulus_on(engine, p, k, kind).map(AnyRing::field),
            };
        }
        if let Some(prime) = text.strip_prefix("gfpf:").and_then(|p| GeneralizedFermat::prime_of(&value(p)?)) {
            return GeneralizedFermat::on(engine, prime).map(AnyRing::field);
        }
        match plain(text) {
            Some(name) => AnyRing::named(engine, &name),
            None => Err(unknown),
        }
    }
}

/// P, K and the kind of modulus of `P^K`, `P^K:least` and `P^K:conway`.
fn size(text: &str) -> Option<(Integer, usize, ModulusKind)> {
    let (size, kind) = match text.split_once(':') {
        None => (text, ModulusKind::First),
        Some((size, "least")) => (size, ModulusKind::LeastWeight),
        Some((size, "conway")) => (size, ModulusKind::Conway),
        Some(_) => return None,
    };
    let (p, k) = size.rsplit_once('^')?;
    let k = k.parse().ok().filter(|k| (1..=MOST_DEGREE).contains(k))?;
    Some((value(p)?, k, kind))
}

/// The name with decimal integers and moduli as sums of terms.
fn plain(text: &str) -> Option<String> {
    if let Some((k, modulus)) = text.strip_prefix("gf2^").and_then(|rest| rest.split_once(':')) {
        return Some(format!("gf2^{k}:{}", bits(modulus)?));
    }
    if let Some((size, modulus)) = text.strip_prefix("gf:").and_then(|rest| rest.split_once(':')) {
        let (p, k) = size.rsplit_once('^')?;
        let p = value(p)?;
        return Some(format!("gf:{p}^{k}:{}", terms(&p, modulus)?));
    }
    let value_and_modulus = text.strip_prefix("zn:")?;
    match value_and_modulus.split_once("[t]/") {
        Some((n, modulus)) => {
            let n = value(n)?;
            Some(format!("zn:{n}[t]/{}", terms(&n, modulus)?))
        }
        None => Some(format!("zn:{}", value(value_and_modulus)?)),
    }
}

/// The value of an expression without a variable, of at least 2.
fn value(text: &str) -> Option<Integer> {
    /// more would be powers without an end
    const MOST_DIGITS: usize = 6;
    if text.split('^').skip(1).any(|e| e.bytes().take_while(u8::is_ascii_digit).count() > MOST_DIGITS) {
        return None;
    }
    let found = Poly::parse(&over_z(), text).ok().filter(|p| p.len() == 1)?.coeff(0).into_integer();
    (found >= 2 && !text.contains(['[', ',', ' '])).then_some(found)
}

/// The integers: what reads polynomials is compiled for all rings, and not for theirs.
fn over_z() -> AnyRing {
    AnyRing::new(Integers::new())
}

/// The integer whose bits are the coefficients of a modulus over F_2.
fn bits(text: &str) -> Option<Integer> {
    if !text.contains(char::is_alphabetic) {
        return value(text);
    }
    let field = AnyRing::field(F2::new());
    let f = Poly::parse(&field, text).ok()?;
    let mut bits = Integer::new();
    for (i, bit) in f.iter().enumerate() {
        bits.set_bit(i as u32, field.is_one(&bit));
    }
    Some(bits)
}

/// A modulus over Z/n as a sum of terms in t.
fn terms(n: &Integer, text: &str) -> Option<String> {
    if text.contains(|c: char| c.is_alphabetic() && c != 't') {
        return None;
    }
    let (f, mut out) = (Poly::parse(&over_z(), text).ok()?, String::new());
    for (i, c) in f.iter().enumerate().rev() {
        let c = c.into_integer().modulo(n);
        if c != 0 {
            let plus = if out.is_empty() { "" } else { "+" };
            // writing to a String cannot fail
            let _ = write!(out, "{plus}{c}*t^{i}");
        }
    }
    (!out.is_empty()).then_some(out)
}
