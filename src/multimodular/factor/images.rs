//! Images modulo small primes: the degrees of their factors, and the factors modulo the prime with the fewest.

use super::ModularFactors;
use crate::{
    Result,
    arith::{Modulus, is_prime},
    poly::{DegreeParts, Poly},
    ring::{AnyRing, Convolve, Integers, Part, Ring, limbs},
};
use rug::integer::IntegerExt64;

/// Number of primes tried at least, and at most.
const PRIMES: [usize; 2] = [3, 9];
/// Most words of a coefficient whose residue is computed word by word: more take less time in one call.
const FEW_WORDS: usize = 8;
/// Number of images that may have multiple factors before the polynomial is suspected to have.
const SUSPECT: usize = 4;

/// What the images tell of a primitive f of degree at least 2 with f(0) ≠ 0.
pub enum Images {
    /// The degrees of the factors modulo the primes tried prove f irreducible.
    Irreducible,
    /// The factors modulo the prime that has the fewest; f is square-free.
    Factors(ModularFactors),
    /// No square-free image was found.
    Multiple,
}

/// The factors of one image by degree.
enum Parts {
    Short(Vec<Part>),
    Long(DegreeParts<AnyRing>),
}

impl Parts {
    /// The degree of each factor.
    fn degrees(&self) -> Vec<usize> {
        let repeated = |(len, degree): (usize, usize)| std::iter::repeat_n(degree, (len - 1) / degree);
        match self {
            Parts::Short(parts) => {
                parts.iter().map(|part| (part.product.len(), part.degree)).flat_map(repeated).collect()
            }
            Parts::Long(parts) => {
                parts.products.iter().map(|(f, degree)| (f.len(), *degree)).flat_map(repeated).collect()
            }
        }
    }

    fn split(self, field: &AnyRing) -> Result<Vec<Poly<AnyRing>>> {
        match self {
            Parts::Short(parts) => {
                let split = |part| field.as_zn().and_then(|zn| zn.factors_of_part(part));
                let factors = parts.into_iter().filter_map(split).flatten();
                Ok(factors.map(|f| Poly::from_coeffs(field, field.of_reduced(&f))).collect())
            }
            Parts::Long(parts) => parts.split(),
        }
    }
}

/// The residues of the coefficients.
pub(in crate::multimodular) fn residues(f: &Poly<Integers>, p: Modulus) -> Vec<u64> {
    let mut out = vec![0; f.len()];
    write_residues(&mut out, f, p);
    out
}

/// Writes the residues of the coefficients, at most as many as there are places.
pub(in crate::multimodular) fn write_residues(out: &mut [u64], f: &Poly<Integers>, p: Modulus) {
    let (words, width) = (f.coeffs().words(), f.coeffs().width());
    match width {
        1 => out.iter_mut().zip(words).for_each(|(out, &word)| *out = p.reduce_i64(word as i64)),
        2..=FEW_WORDS => {
            let rows = words.chunks_exact(width);
            out.iter_mut().zip(rows).for_each(|(out, row)| *out = residue(row, limbs::is_negative(row), p));
        }
        _ => out.iter_mut().zip(f.iter()).for_each(|(out, c)| *out = c.mod_u64(p.n())),
    }
}

/// The image over Z/n.
pub(super) fn image(f: &Poly<Integers>, ring: &AnyRing) -> Poly<AnyRing> {
    match ring.word_modulus() {
        Some(n) => Poly::from_coeffs(ring, ring.of_reduced(&residues(f, n))),
        None => Poly::from_ints(ring, f.iter()),
    }
}

/// The residue of a number of this sign in two's complement.
#[inline]
pub(in crate::multimodular) fn residue(words: &[u64], negative: bool, p: Modulus) -> u64 {
    // the words stand above −1 or 0
    let above = if negative { p.n() - 1 } else { 0 };
    words.iter().rev().fold(above, |above, &word| p.reduce_wide(u128::from(above) << 64 | u128::from(word)))
}

/// The parts of a square-free image; None for others.
fn parts(field: &AnyRing, image: &[u64]) -> Result<Option<Parts>> {
    let image = Poly::from_coeffs(field, field.of_residues(image)?).monic()?;
    if let Some(parts) = field.as_zn().and_then(|zn| zn.degrees_of_short(field.residues(image.coeffs()))) {
        return Ok(if parts.is_empty() { None } else { Some(Parts::Short(parts)) });
    }
    if image.gcd(&image.derivative())?.len() > 1 {
        return Ok(None);
    }
    Ok(Some(Parts::Long(image.degree_parts()?)))
}

/// What is known of f after some images.
struct Search {
    /// Entry d: whether modulo every prime some set of factors has total degree d.
    degrees: Vec<bool>,
    /// The image with the fewest factors, and their number.
    best: Option<(AnyRing, Parts, usize)>,
    /// Number of square-free images, and of the last of them that ruled out no degree.
    tried: usize,
    idle: usize,
}

impl Search {
    /// Takes one more square-free image into account; returns whether no more are needed.
    fn add(&mut self, field: AnyRing, parts: Parts) -> bool {
        let (factors, n) = (parts.degrees(), self.degrees.len() - 1);
        let before = self.possible();
        let sums = subset_sums(&factors, n + 1);
        self.degrees.iter_mut().zip(sums).for_each(|(all, this)| *all &= this);
        self.tried += 1;
        self.idle = if self.possible() < before { 0 } else { self.idle + 1 };
        if self.best.as_ref().is_none_or(|(_, _, least)| factors.len() < *least) {
            self.best = Some((field, parts, factors.len()));
        }
        let enough = self.tried >= PRIMES[0] && self.idle > 0 || self.tried >= PRIMES[1];
        enough || factors.len() == n || self.possible() == 2
    }

    /// Number of degrees that a divisor over Z may have, 0 and that of f included.
    fn possible(&self) -> usize {
        self.degrees.iter().filter(|&&possible| possible).count()
    }
}

/// Images modulo primes until they tell enough. `square_free`: whether f is known to be so.
pub fn images(f: &Poly<Integers>, square_free: bool) -> Result<Images> {
    let (n, engine) = (f.len() - 1, f.ring().engine());
    let mut search = Search { degrees: vec![true; n + 1], best: None, tried: 0, idle: 0 };
    let mut multiple = 0;
    // products of linear factors with small roots have multiple factors modulo primes below n
    for p in (n.min(200) as u64 + 20..).filter(|&p| is_prime(p)) {
        let modulus = Modulus::new(p)?;
        let image = residues(f, modulus);
        if image[n] == 0 {
            continue;
        }
        let field = AnyRing::of_prime(engine, modulus);
        match parts(&field, &image)? {
            Some(parts) => {
                if search.add(field, parts) {
                    break;
                }
            }
            None if square_free || search.tried > 0 => {}
            None => {
                multiple += 1;
                if multiple == SUSPECT {
                    return Ok(Images::Multiple);
                }
            }
        }
    }
    let irreducible = search.possible() == 2;
    match search.best {
        Some(_) if irreducible => Ok(Images::Irreducible),
        Some((field, parts, _)) => {
            Ok(Images::Factors(ModularFactors { p: field.modulus().n(), factors: parts.split(&field)? }))
        }
        None => Ok(Images::Multiple),
    }
}

/// Which of 0, …, n − 1 are subset sums of the degrees.
fn subset_sums(degrees: &[usize], n: usize) -> Vec<bool> {
    let mut sums = vec![false; n];
    sums[0] = true;
    for &d in degrees {
        for i in (d..n).rev() {
            sums[i] |= sums[i - d];
        }
    }
    sums
}
