//! The extended greatest common divisor in Z\[x\].
//!
//! For coprime A and B of degrees n, m ≥ 1 there is one S with deg S < m and one T with deg T < n such that S·A + T·B = Res(A,
//! B): minors of Sylvester's matrix, bounded by Hadamard's inequality as the resultant is (Collins 1967). Modulo p they are the
//! resultant times the Bézout coefficients of 1. Any S, T of these degrees with S·A + T·B = d ≠ 0 are a multiple, so that a
//! candidate is proved by this identity alone, long before the bound. Of few coefficients they are the solution of Sylvester's system by
//! [elimination without fractions](super::short).

use super::{
    Options, Outcome,
    driver::{self, Job},
    gcd::{content, divided, divisor},
    quotient::cofactor,
    short,
    work::{Kind, Work},
};
use crate::{
    Result,
    matrix::Matrix,
    poly::Poly,
    ring::{Coeffs, Integers, Ring, Vectors, View, limbs},
};
use rug::Integer;

/// Bézout coefficients over Z: s·A + t·B = d·g for the greatest common divisor g of A and B, d > 0, where s, t and d have no
/// common factor and deg s < deg B − deg g.
///
/// ```
/// # use polymod::{Integers, Poly, multimodular::IntegerBezout};
/// let (a, b): (Poly<Integers>, Poly<Integers>) = ("2*x".parse()?, "x + 3".parse()?);
/// let IntegerBezout { g, s, t, d } = a.xgcd(&b)?;
/// assert_eq!((g.to_string(), d), ("1".into(), 6.into()));
/// assert_eq!((&s * &a + &t * &b).to_string(), "6"); // −2x + 2(x + 3)
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct IntegerBezout {
    /// The greatest common divisor, contents included, with a positive leading coefficient.
    pub g: Poly<Integers>,
    /// Cofactor of A.
    pub s: Poly<Integers>,
    /// Cofactor of B.
    pub t: Poly<Integers>,
    /// Denominator: the factor of g.
    pub d: Integer,
}

/// g, s, t, d with s·A + t·B = d·g. For B = 0 s = ±1, t = 0 and d = 1; for two zeros all but d = 1 are 0.
///
/// ```
/// use polymod::{Poly, Integers, multimodular::{self, Options}};
/// let (a, b): (Poly<Integers>, Poly<Integers>) = ("x^2 + 1".parse()?, "x - 2".parse()?);
/// let found = multimodular::xgcd(&a, &b, &Options::default())?.value;
/// assert_eq!(found.d, 5);
/// assert_eq!((&found.s * &a + &found.t * &b).to_string(), "5");
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`gcd`](super::gcd()).
pub fn xgcd(a: &Poly<Integers>, b: &Poly<Integers>, options: &Options) -> Result<Outcome<IntegerBezout>> {
    options.begin("xgcd", &[a.coeffs(), b.coeffs()], &[])?;
    let z = a.ring();
    let (zero, unit) = (|| Poly::zero(z), |sign: i64| Poly::from_i64(z, &[sign]));
    if a.len() > 1 && b.len() > 1 {
        // the longest stage, unless there is a common divisor
        z.engine().enter(|cx| options.expect(z, &Cofactors::new(a, b), cx))?;
    }
    let found = divisor(a, b, options)?;
    let g = found.value.clone();
    let sign = |p: &Poly<Integers>| if p.leading().is_some_and(|lead| lead < 0) { -1 } else { 1 };
    let done = |s, t, d| Ok(found.clone().map(|g| IntegerBezout { g, s, t, d }));
    if g.is_empty() {
        return done(zero(), zero(), Integer::from(1));
    }
    if b.is_empty() {
        return done(unit(sign(a)), zero(), Integer::from(1));
    }
    let (x, y) = (cofactor(a, &g)?, cofactor(b, &g)?);
    if y.len() == 1 {
        return done(zero(), unit(sign(&y)), y.coeff(0).abs());
    }
    if x.len() == 1 {
        return done(unit(sign(&x)), zero(), x.coeff(0).abs());
    }
    if let Some((s, t, d)) = by_elimination(&x, &y, options)? {
        return done(s, t, d);
    }
    let cofactors = z.engine().enter(|cx| driver::run(z, &Cofactors::new(&x, &y), options, cx))?;
    let (primes, unlucky) = (found.primes + cofactors.primes, found.unlucky + cofactors.unlucky);
    let outcome = cofactors.map(|(s, t, d)| IntegerBezout { g, s, t, d });
    Ok(Outcome { primes, unlucky, ..outcome })
}

/// Most unknowns of a system that takes less time than images, and most 64-bit words of the bound on their minors.
const UNKNOWNS: usize = 10;
const MINOR_WORDS: usize = 12;

/// s, t and d > 0 without a common factor for coprime A and B of positive degrees, with s·A + t·B = d, if they are short.
fn by_elimination(a: &Poly<Integers>, b: &Poly<Integers>, options: &Options) -> Result<Option<Found>> {
    let (z, of_s, of_t) = (a.ring(), b.len() - 1, a.len() - 1);
    let n = of_s + of_t;
    let bits = |p: &Poly<Integers>| z.size(p.coeffs()).bits as usize;
    if n > UNKNOWNS || of_s * bits(a) + of_t * bits(b) > 64 * MINOR_WORDS {
        return Ok(None);
    }
    // the first columns are X^j·A, the others X^j·B
    let width = a.coeffs().width().max(b.coeffs().width());
    let mut words = vec![0; n * n * width];
    for column in 0..n {
        let (p, shift) = if column < of_s { (a.coeffs(), column) } else { (b.coeffs(), column - of_s) };
        for (i, x) in p.words().chunks_exact(p.width()).enumerate() {
            limbs::copy_signed(&mut words[((shift + i) * n + column) * width..][..width], x);
        }
    }
    let system = Matrix::new(z, n, n, Coeffs::from_words(words.into(), n * n, width))?;
    let mut words = vec![0; n];
    words[0] = 1;
    let right = Matrix::new(z, n, 1, Coeffs::from(words))?;
    let Some((x, d)) = short::solve(&system, &right, options)? else { return Ok(None) };
    let part = |range| Poly::from_coeffs(z, z.owned(x.entries().slice(range)));
    Ok(Some((part(0..of_s), part(of_s..n), d)))
}

/// s, t and d.
type Found = (Poly<Integers>, Poly<Integers>, Integer);

/// The job for coprime A and B of positive degrees.
struct Cofactors<'a> {
    a: &'a Poly<Integers>,
    b: &'a Poly<Integers>,
    bound: f64,
}

impl<'a> Cofactors<'a> {
    fn new(a: &'a Poly<Integers>, b: &'a Poly<Integers>) -> Self {
        let part = |p: &Poly<Integers>, q: &Poly<Integers>| Integers::log2_norm(p.coeffs()) * (q.len() - 1) as f64;
        Cofactors { a, b, bound: part(a, b) + part(b, a) }
    }
}

impl Cofactors<'_> {
    /// s, t, d without their common factor, with d > 0.
    fn reduced(&self, s: &Poly<Integers>, t: &Poly<Integers>, d: Integer) -> Found {
        let mut common = content(s).gcd(&content(t)).gcd(&d);
        if d < 0 {
            common = -common;
        }
        (divided(s, &common), divided(t, &common), d.div_exact(&common))
    }
}

impl Job for Cofactors<'_> {
    type Answer = Found;

    fn task(&self) -> String {
        format!("cofactors over z, {} by {} coefficients", self.a.len(), self.b.len())
    }

    fn operands(&self) -> Vec<View<'_, Integers>> {
        vec![self.a.coeffs(), self.b.coeffs()]
    }

    fn work(&self) -> Work {
        Work::new(Kind::Cofactors, &[])
    }

    fn products(&self) -> f64 {
        (self.a.len() * self.b.len()) as f64
    }

    fn residues(&self, rank: &[u64]) -> Option<usize> {
        rank.is_empty().then_some(self.a.len() + self.b.len() - 1)
    }

    fn bound(&self) -> Option<f64> {
        Some(self.bound)
    }

    fn accept(&self, _: &[u64], candidate: Coeffs<Integers>, _: bool) -> Result<Option<Self::Answer>> {
        let (z, m, last) = (self.a.ring(), self.b.len() - 1, candidate.len() - 1);
        let part = |v: View<'_, Integers>| Poly::from_coeffs(z, z.owned(v));
        let (s, t) = (part(candidate.slice(0..m)), part(candidate.slice(m..last)));
        let d = z.get(candidate.view(), last);
        let identity = || s.checked_mul(self.a)?.checked_add(&t.checked_mul(self.b)?);
        // checked although the bound proves it: the images may have come from a file
        let right = d != 0 && identity()? == Poly::new(z, [d.clone()]);
        Ok(right.then(|| self.reduced(&s, &t, d)))
    }
}
