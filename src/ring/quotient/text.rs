//! Elements and moduli as polynomials in t, in names of rings and in messages.

use super::{Base, Notation, Quotient};
use crate::ring::{F2, Ring, View};
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
    /// F, as an integer where elements are integers.
    pub(super) fn modulus_text(&self) -> String {
        if self.in_bits() {
            return format!("{:#x}", Integer::from_digits(&self.quiet().pack(self.modulus()), Order::Lsf));
        }
        of_view(self.quiet(), self.modulus(), TIGHT)
    }

    pub(super) fn ring_name(&self) -> String {
        let (k, modulus) = (self.degree(), self.modulus_text());
        match (self.in_bits(), self.0.notation.field) {
            (true, _) => format!("gf2^{k}:{modulus}"),
            (_, true) => format!("gf:{}^{k}:{modulus}", self.0.sizes[0]),
            (_, false) if self.of_bits() => format!("zn:2[t]/{modulus}"),
            (_, false) => format!("{}[t]/{modulus}", self.base().name()),
        }
    }
}

impl Quotient<F2> {
    /// The same ring with elements in text as polynomials in t, and a name that says so: `gf:2^K:F`, or `zn:2[t]/F` where F was not given as
    /// irreducible. Without it they are integers whose bits are the coefficients. Vectors of either ring are vectors of the other, but the two
    /// are different rings.
    ///
    /// ```
    /// use polymod::{F2, Poly, Quotient, Ring};
    /// let f = Quotient::field(&F2::new(), &[true, true, false, true])?; // t³ + t + 1
    /// assert_eq!((f.name(), f.in_t().name()), ("gf2^3:0xb".into(), "gf:2^3:t^3+t+1".into()));
    /// let square = |f: &Quotient<F2>| Poly::parse(f, "(x + 1)^2").map(|p| p.scale(&f.element(&[false, true])).to_string());
    /// assert_eq!((square(&f)?, square(&f.in_t())?), ("2*x^2 + 2".into(), "t*x^2 + t".into()));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn in_t(&self) -> Self {
        let inner = &*self.0;
        let notation = Notation { in_t: true, ..inner.notation };
        Self::made(&inner.base, inner.modulus.clone(), inner.field.clone(), notation)
    }
}
