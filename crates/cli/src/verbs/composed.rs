//! The verbs of polynomials of sums, products and squares of roots.

use super::{A, B, Method, Operands, Run, Verb};
use polymod::{
    memory::{Sizes, coefficient_bytes, log2_norm},
    ring::{AnyRing, Convolve},
};

/// The polynomial of sums of roots.
pub static COMPOSED_SUM: Verb = Verb {
    about: "The polynomial whose roots are the sums of a root of A and one of B: the resultant of A(y) and B(x - y) with respect to y",
    operands: &[A, B],
    examples: &["polymod composed-sum '=x^2 - 2' '=x^2 - 3'", "polymod composed-sum a.json b.json --ring zn:2^61-1"],
    ..Verb::of_both(
        "composed-sum",
        SUM,
        Method { run: Run::OverZ(|o, _| Ok(o.polys[0].composed_sum(&o.polys[1])?.into())), ..SUM },
    )
};

/// The method of [`COMPOSED_SUM`] over rings of residues, and over Z but for the type.
const SUM: Method = Method {
    bytes: |o, _| composed_bytes(o),
    memory: composed_memory,
    ..Method::new(
        |o, _| Ok(o.polys[0].composed_sum(&o.polys[1])?.into()),
        |c, o, _, v| Ok(c.composed_sum(&o.polys[0], &o.polys[1], v.poly()?)?),
    )
};

/// The polynomial of products of roots.
pub static COMPOSED_PRODUCT: Verb = Verb {
    about: "The polynomial whose roots are the products of a root of A and one of B: the resultant of A(y) and y^(deg B)*B(x/y) with respect to y",
    operands: &[A, B],
    examples: &["polymod composed-product '=x^2 - 2' '=x^2 - 3'"],
    ..Verb::of_both(
        "composed-product",
        PRODUCT,
        Method { run: Run::OverZ(|o, _| Ok(o.polys[0].composed_product(&o.polys[1])?.into())), ..PRODUCT },
    )
};

/// The method of [`COMPOSED_PRODUCT`] over rings of residues, and over Z but for the type.
const PRODUCT: Method = Method {
    bytes: |o, _| composed_bytes(o),
    memory: composed_memory,
    ..Method::new(
        |o, _| Ok(o.polys[0].composed_product(&o.polys[1])?.into()),
        |c, o, _, v| Ok(c.composed_product(&o.polys[0], &o.polys[1], v.poly()?)?),
    )
};

/// Bytes of a polynomial of d·e + 1 coefficients; over Z roots are below the norms.
fn composed_bytes<R: Convolve>(o: &Operands<R>) -> f64 {
    let [(d, a), (e, b)] = [&o.polys[0], &o.polys[1]].map(|p| (p.len().saturating_sub(1) as f64, p));
    (d * e + 1.0) * coefficient_bytes(a, || e * log2_norm(a) + d * log2_norm(b) + d * e)
}

/// Power sums, which over Z are multiples of factorials.
fn composed_memory(_: &Operands<AnyRing>, s: &Sizes) -> f64 {
    (if s.grows { 32.0 } else { 12.0 + 8.0 * s.primes }) * s.all
}

/// The polynomial of squares of roots.
pub static GRAEFFE: Verb = Verb {
    about: "The polynomial whose roots are the squares of those of A: G with G(x^2) = A(x)*A(-x), or its negative where deg A is odd",
    operands: &[A],
    examples: &["polymod graeffe '=x^2 - 3*x + 2'"],
    ..Verb::new(
        "graeffe",
        Method {
            bytes: |o, _| o.polys[0].len() as f64 * coefficient_bytes(&o.polys[0], || 2.0 * log2_norm(&o.polys[0])),
            memory: |_, s| (2.0 + 4.0 * s.primes) * s.all,
            ..Method::new(
                |o, _| Ok(o.polys[0].graeffe()?.into()),
                |c, o, _, v| Ok(c.squared_roots(&o.polys[0], v.poly()?)?),
            )
        },
    )
};
