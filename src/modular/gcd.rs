//! Greatest common divisors in Z\[x\].
//!
//! For primitive A and B, g = gcd(lc A, lc B) and p not dividing g, the monic gcd modulo p has at least the degree of G = gcd(A, B), and
//! where it has that degree it is G·lc(G)^(−1); so g times it is the image of (g/lc G)·G, whose primitive part is G. A candidate that
//! divides both A and B is G: its degree is at most that of G, and at least, since modulo any prime it is (Brown 1971, §4.5).

use super::{
    Options, Outcome,
    driver::{self, Image, Job, padded, reduced},
    quotient::divides,
};
use crate::{
    Error, Result,
    poly::Poly,
    ring::{Coeffs, Integers, Ring, View, Zn},
};
use rug::{Complete, Integer, integer::IntegerExt64};

/// The greatest common divisor of the coefficients, positive; 0 of 0.
///
/// ```
/// use polymod::{Poly, Integers, modular};
/// let a: Poly<Integers> = "6*x^2 - 4".parse()?;
/// assert_eq!(modular::content(&a), 2);
/// # Ok::<(), polymod::Error>(())
/// ```
#[must_use]
pub fn content(a: &Poly<Integers>) -> Integer {
    content_of(a.iter().rev())
}

/// The greatest common divisor of integers, none of which it looks at after it is 1.
pub(super) fn content_of(integers: impl Iterator<Item = Integer>) -> Integer {
    let mut content = Integer::new();
    for c in integers {
        content.gcd_mut(&c);
        if content == 1 {
            break;
        }
    }
    content
}

/// A over its content, with a positive leading coefficient; 0 of 0.
#[must_use]
pub fn primitive_part(a: &Poly<Integers>) -> Poly<Integers> {
    divided(a, &signed_content(a))
}

/// The content, with the sign of the leading coefficient.
pub(super) fn signed_content(a: &Poly<Integers>) -> Integer {
    let content = content(a);
    if a.leading().is_some_and(|lead| lead < 0) { -content } else { content }
}

/// A over a common divisor of its coefficients.
pub(super) fn divided(a: &Poly<Integers>, divisor: &Integer) -> Poly<Integers> {
    if *divisor == 1 || a.is_empty() {
        return a.clone();
    }
    Poly::new(a.ring(), a.iter().map(|c| c.div_exact(divisor)))
}

/// The greatest common divisor of A and B in Z\[x\], contents included, its leading coefficient positive; gcd(0, 0) = 0.
///
/// ```
/// use polymod::{Poly, Integers, modular::{self, Options}};
/// let (a, b): (Poly<Integers>, Poly<Integers>) = ("6*x^2 - 6".parse()?, "4*x^2 + 8*x + 4".parse()?);
/// assert_eq!(modular::gcd(&a, &b, &Options::default())?.value.to_string(), "2*x + 2");
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// [`Error::TooLarge`]; [`Error::Cancelled`].
pub fn gcd(a: &Poly<Integers>, b: &Poly<Integers>, options: &Options) -> Result<Outcome<Poly<Integers>>> {
    options.begin("gcd", &[a.coeffs(), b.coeffs()], &[])?;
    divisor(a, b, options)
}

/// [`gcd`](gcd()) as a part of another computation.
pub(super) fn divisor(a: &Poly<Integers>, b: &Poly<Integers>, options: &Options) -> Result<Outcome<Poly<Integers>>> {
    let contents = [content(a), content(b)];
    let common = contents[0].gcd_ref(&contents[1]).complete();
    let [a, b] = [(a, &contents[0]), (b, &contents[1])].map(|(p, content)| divided(p, content));
    if a.is_empty() || b.is_empty() {
        let other = if a.is_empty() { b } else { a };
        return Ok(Outcome::direct(primitive_part(&other).scale(&common)));
    }
    let (Some(of_a), Some(of_b)) = (a.leading(), b.leading()) else { return Err(Error::DivisionByZero) };
    let job = Gcd { lead: of_a.gcd(&of_b), a, b };
    let z = job.a.ring().clone();
    let found = z.engine().enter(|cx| driver::run(&z, &job, options, cx))?;
    Ok(found.map(|g| g.scale(&common)))
}

/// The divisor of primitive A and B, neither of them 0.
struct Gcd {
    a: Poly<Integers>,
    b: Poly<Integers>,
    /// gcd(lc A, lc B)
    lead: Integer,
}

impl Job for Gcd {
    type Answer = Poly<Integers>;

    fn task(&self) -> String {
        format!("common divisor over z, {} by {} coefficients", self.a.len(), self.b.len())
    }

    fn operands(&self) -> Vec<View<'_, Integers>> {
        vec![self.a.coeffs(), self.b.coeffs()]
    }

    fn image(&self, zn: &Zn, operands: &[&[u64]]) -> Result<Option<Image>> {
        // where a leading coefficient vanishes the prime is dropped, though it need not be unlucky
        if operands.iter().any(|v| v.last() == Some(&0)) {
            return Ok(None);
        }
        let g = reduced(zn, operands[0]).gcd(&reduced(zn, operands[1]))?;
        let scaled = g.scale(&self.lead.mod_u64(zn.n()));
        Ok(Some(Image { rank: vec![g.len() as u64], residues: padded(zn, &scaled, g.len()) }))
    }

    fn trivial(&self, rank: &[u64]) -> Option<Poly<Integers>> {
        (rank == [1]).then(|| Poly::one(self.a.ring()))
    }

    fn accept(&self, _: &[u64], candidate: Coeffs<Integers>, known: bool) -> Result<Option<Poly<Integers>>> {
        let g = primitive_part(&Poly::from_coeffs(self.a.ring(), candidate));
        let right = known || divides(&g, &self.a)? && divides(&g, &self.b)?;
        Ok(right.then_some(g))
    }
}
