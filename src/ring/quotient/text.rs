//! Elements and moduli as polynomials in t, in names of rings and in messages.

use super::{Base, Quotient};
use crate::{
    Error, Result,
    engine::Engine,
    ring::{AnyElement, AnyRing, Ring, View, Zn, ZnBig},
};
use rug::{Integer, integer::Order};
use std::fmt::Write;

/// Between the terms of a modulus in a ring's name.
pub(super) const TIGHT: &str = "+";
/// Between the terms elsewhere.
pub(super) const SPACED: &str = " + ";

/// A polynomial in t, highest power first.
pub(super) fn of_view<B: Ring>(r: &B, v: View<'_, B>, plus: &str) -> String {
    let mut text = String::new();
    for i in (0..v.len()).rev() {
        let c = r.get(v, i);
        if r.is_zero(&c) {
            continue;
        }
        text.push_str(if text.is_empty() { "" } else { plus });
        let coefficient = r.elem_to_text(&c);
        match (r.is_one(&c) && i > 0, coefficient.contains(' ') && i > 0) {
            (true, _) => {}
            // an element of an extension
            (_, true) => _ = write!(text, "({coefficient})*"),
            (_, false) => text.extend([&coefficient[..], if i > 0 { "*" } else { "" }]),
        }
        match i {
            0 => {}
            1 => text.push('t'),
            // writing to a String cannot fail
            _ => _ = write!(text, "t^{i}"),
        }
    }
    if text.is_empty() { "0".into() } else { text }
}

impl<B: Base> Quotient<B> {
    /// F, as an integer over F_2.
    pub(super) fn modulus_text(&self) -> String {
        if self.of_bits() {
            return format!("{:#x}", Integer::from_digits(&self.quiet().pack(self.modulus()), Order::Lsf));
        }
        of_view(self.quiet(), self.modulus(), TIGHT)
    }

    pub(super) fn ring_name(&self) -> String {
        let (k, modulus) = (self.degree(), self.modulus_text());
        match (self.of_bits(), self.0.named_field) {
            (true, _) => format!("gf2^{k}:{modulus}"),
            (_, true) => format!("gf:{}^{k}:{modulus}", self.0.sizes[0]),
            (_, false) => format!("{}[t]/{modulus}", self.base().name()),
        }
    }
}

impl Quotient<Zn> {
    /// The ring of a name: `gf`, P^K:F, or `zn`, N[t]/F; `None` if it is none.
    pub(in crate::ring) fn named(engine: &Engine, kind: &str, value: &str) -> Option<Result<AnyRing>> {
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
        Some(match n.to_u64() {
            Some(n) => Zn::on(engine, n).and_then(|base| of_integers(&base, &f, k.is_some())),
            None => ZnBig::on(engine, n).and_then(|base| of_integers(&base, &f, k.is_some())),
        })
    }
}

/// The quotient for a modulus with these integers as coefficients, as a field or not.
fn of_integers<B: Base<Elem: AnyElement>>(base: &B, f: &[Integer], field: bool) -> Result<AnyRing> {
    let f: Vec<B::Elem> = f.iter().map(|c| base.image(*c < 0, &c.to_digits(Order::Lsf))).collect();
    let ring = if field { Quotient::field(base, &f) } else { Quotient::modulo(base, &f) };
    ring.map(AnyRing::field)
}

/// The coefficients of a sum of terms such as `t^2+3*t+1`, the constant one first; `None` for other text.
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
            rest => rest.strip_prefix('^')?.parse::<usize>().ok().filter(|e| *e < MOST)?,
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
