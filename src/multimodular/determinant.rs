//! Determinants over Z.
//!
//! Hadamard's inequality bounds them, by rows and by columns. Modulo many primes they are computed by elimination. For a matrix
//! of many rows it is cheaper to solve one system A·x = b with random b first, by Dixon's lifting: a denominator of x divides the
//! determinant and is rarely much smaller, and the quotient needs few primes (Abbott, Bronstein, Mulders 1999, "Fast
//! deterministic computation of determinants of dense matrices"). The other algorithms are one elimination modulo a single prime
//! above the bound, and for a few rows one over Z.

use super::{
    Algorithm, Options, Outcome,
    algorithm::Choice,
    big_prime,
    driver::{self, Bounded},
    fraction_free,
    lifting::{self, Lifting},
    matrix::{elimination_ns, log2_columns, log2_rows, square},
    primes::Primes,
    short,
    work::{Kind, Work},
};
use crate::{
    Result,
    arith::FermatPrime,
    crt::{PrimeFamily, rational},
    engine::Context,
    kernels::image_det,
    matrix::Matrix,
    monitor::Alternative,
    ring::{Integers, Ring, View},
};
use rug::Integer;

/// Bits of the random right side, and of the weights that combine a solution's entries.
const RANDOM_BITS: u32 = 15;

/// The determinant of a square matrix; 1 for the matrix without rows.
///
/// ```
/// use polymod::{Matrix, Integers, multimodular::{self, Options}};
/// let a = Matrix::from_i64(&Integers::new(), &[&[1, 2], &[3, 4]])?;
/// assert_eq!(multimodular::det(&a, &Options::default())?.value, -2);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// [`Error::NotSquare`](crate::Error::NotSquare); [`Error::Algorithm`](crate::Error::Algorithm) if the given one does not apply;
/// [`Error::OutOfRange`](crate::Error::OutOfRange) if its prime is too small; [`Error::Checkpoint`](crate::Error::Checkpoint);
/// [`Error::Cancelled`](crate::Error::Cancelled).
pub fn det(a: &Matrix<Integers>, options: &Options) -> Result<Outcome<Integer>> {
    let n = square("a determinant", a)?;
    options.begin("det", &[a.entries()], &[n])?;
    if n == 0 {
        return Ok(Outcome::direct(Integer::from(1)));
    }
    if let Some(det) = short::det(a, options)? {
        return Ok(Outcome::direct(det));
    }
    a.ring().engine().enter(|cx| {
        let bound = log2_rows(a, None, |norm| norm).min(log2_columns(a));
        let prime = big_prime::prime_for(options.algorithm, bound)?;
        // one image has nothing to record, unless it is asked for
        let asked = matches!(options.algorithm, Some(Algorithm::BigPrime(_)));
        let one = prime.filter(|_| asked || options.checkpoint.is_none() && options.team.is_none());
        let choice = choice(a, bound, one, options, cx);
        let chosen = options.choose(&choice, cx)?;
        if chosen == "crt" {
            options.expect(a.ring(), &job(a, bound, None), cx)?;
        }
        choice.begin(chosen, cx)?;
        let (found, digits) = match (chosen, prime) {
            ("dixon", _) => by_lifting(a, bound, options, cx)?,
            ("fraction-free", _) => (Outcome::direct(fraction_free::determinant(a, cx)?), 0),
            ("big-prime", Some(p)) => (by_big_prime(a, p, cx)?, 0),
            _ => (by_primes(a, bound, &Integer::from(1), options, cx)?, 0),
        };
        let parameters = || {
            let mut parameters = driver::parameters(&found, options, cx);
            match chosen {
                "dixon" => parameters.push(("digits", digits.to_string())),
                "big-prime" => parameters.push(("prime", prime.map_or_else(String::new, |p| p.to_string()))),
                _ => {}
            }
            parameters
        };
        choice.tell(chosen, parameters, cx)?;
        Ok(found)
    })
}

pub fn choice(
    a: &Matrix<Integers>,
    bound: f64,
    prime: Option<FermatPrime>,
    options: &Options,
    cx: Context<'_>,
) -> Choice<'static> {
    let (n, each) = (a.rows(), f64::from(PrimeFamily::of(cx.engine().target())[0].bits));
    let (threads, words) = (options.speed(cx), (n * n) as f64);
    let images = |primes| images_ns(n, primes, cx).into_iter().fold(f64::INFINITY, f64::min) / threads;
    let split = words * bound / each * cx.engine().costs().split_word * a.ring().size(a.entries()).bits as f64 / 64.0;
    let primes = (bound / each).ceil() + 1.0;
    let join = a.ring().reconstruction_ns(primes as usize, 1, cx.threads());
    // determinants of random matrices are about this much below Hadamard's bound
    let rest = 0.72 * n as f64 / each + 2.0;
    let digits = (2.0 * bound / each).ceil() + 1.0;
    let alternative =
        |algorithm, predicted_ns, words: f64| Alternative { algorithm, predicted_ns, peak_bytes: (8.0 * words) as u64 };
    let parts = lifting::parts(a, a, each as u32) as f64;
    let mut alternatives = vec![
        alternative("crt", driver::IMAGE_NS + images(primes) + split + join, words * (primes.min(64.0) + 2.0)),
        alternative(
            "dixon",
            lifting::predicted_ns(n, 1, parts, digits, cx) + images(rest),
            words * (parts + 4.0) + digits * n as f64,
        ),
    ];
    // elimination over Z has no images to record
    let recorded = options.checkpoint.is_some() && options.algorithm != Some(Algorithm::FractionFree);
    if n <= fraction_free::MOST_ROWS && !recorded {
        let bits = a.ring().size(a.entries()).bits;
        alternatives.push(alternative("fraction-free", fraction_free::predicted_ns(n, bits, cx), words * bound / 64.0));
    }
    if let Some(p) = prime {
        // two products with one reduction take 3/2 of the time of a product
        let products = 1.5 * words * (n as f64 / 3.0 + 2.0);
        let predicted_ns = big_prime::predicted_ns(p, products, words, cx);
        alternatives.push(alternative("big-prime", predicted_ns, words * p.log2() / 52.0));
    }
    let task = move || format!("determinant over z, {n} by {n}, at most {:.0} bits", bound.ceil());
    Choice { task: Box::new(task), alternatives }
}

/// Predicted nanoseconds of determinants modulo this number of primes, one after the other: each by itself, and in the lanes of a kernel.
pub(super) fn images_ns(n: usize, primes: f64, cx: Context<'_>) -> [f64; 2] {
    let costs = &cx.engine().costs().modular;
    let alone = driver::IMAGE_NS + elimination_ns(n, cx) * costs.determinant_inverse[0];
    let ([call, entry, product], rows) = (costs.image_determinants, n as f64);
    let vector = call + rows * rows * (entry + rows * product);
    let lanes = if cx.engine().target().has_multiply_add52() { vector } else { f64::INFINITY };
    [primes * alone, (primes / image_det::LANES as f64).ceil() * lanes]
}

/// The determinant modulo primes, given a divisor of it.
fn by_primes(
    a: &Matrix<Integers>,
    bound: f64,
    divisor: &Integer,
    options: &Options,
    cx: Context<'_>,
) -> Result<Outcome<Integer>> {
    let (mantissa, exponent) = divisor.to_f64_exp();
    let bound = (bound - f64::from(exponent) - mantissa.log2()).max(0.0) + 1e-6;
    let known = a.ring().collect(std::slice::from_ref(divisor));
    let divisor_of_image = (*divisor != 1).then_some(known.view());
    let found = driver::run(a.ring(), &job(a, bound, divisor_of_image), options, cx.told())?;
    Ok(found.map(|quotient| a.ring().get(quotient.view(), 0) * divisor))
}

/// The job for the determinant, at most 2^bound, or its quotient by a divisor.
fn job<'a>(a: &'a Matrix<Integers>, bound: f64, divisor: Option<View<'a, Integers>>) -> Bounded<'a> {
    let n = a.rows();
    Bounded {
        task: Box::new(move || format!("determinant over z, {n} by {n}")),
        operands: std::iter::once(a.entries()).chain(divisor).collect(),
        count: 1,
        bound,
        products: (n as f64).powi(3) / 3.0,
        work: Work::new(Kind::Determinant, &[n]),
    }
}

/// The determinant by Dixon's lifting, and the number of digits lifted.
fn by_lifting(
    a: &Matrix<Integers>,
    bound: f64,
    options: &Options,
    cx: Context<'_>,
) -> Result<(Outcome<Integer>, usize)> {
    let (z, n) = (a.ring(), a.rows());
    // pseudorandom numbers independent of the matrix; they affect only the running time
    let mut state = 1u64;
    let mut random = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> (64 - RANDOM_BITS)
    };
    let right = Matrix::from_fn(z, n, 1, |_, _| Integer::from(random()))?;
    let weights: Vec<u64> = (0..n).map(|_| random()).collect();
    let stage = options.checkpoint.as_ref().map(|checkpoint| checkpoint.stage());
    let primes = Primes::new(cx.engine(), options.effort)?;
    let (mut divisor, mut digits) = (Integer::from(1), 0);
    if let Some(mut lifting) = Lifting::new(a, &right, primes, stage, cx)? {
        let sum = f64::from(RANDOM_BITS) + (n as f64).log2();
        let numerator = (log2_rows(a, Some(&right), |norm| norm.max(0.0)) + sum).ceil() + 1.0;
        digits = ((numerator + bound + 3.0) / lifting.log2_base()) as usize + 1;
        lifting.extend(digits, stage, cx)?;
        let most = Integer::from(1) << numerator as u32;
        if let Some((_, found)) = rational(&lifting.combination(&weights), &lifting.modulus(), &most) {
            divisor = found;
        }
    }
    Ok((by_primes(a, bound, &divisor, options, cx)?, digits))
}

fn by_big_prime(a: &Matrix<Integers>, p: FermatPrime, cx: Context<'_>) -> Result<Outcome<Integer>> {
    let field = big_prime::field(cx.engine(), p)?;
    let image = Matrix::from_fn(&field, a.rows(), a.cols(), |i, j| field.integer_image(&a.get(i, j)))?;
    let value = big_prime::centred(&field, image.det()?);
    Ok(Outcome { primes: 1, ..Outcome::direct(value) })
}
