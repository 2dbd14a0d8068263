//! Resultants and discriminants over Z: those of short polynomials by [remainder sequences](super::sequence), others modulo one word-size prime at a
//! time, or modulo one big prime, up to Hadamard's bound |Res(A, B)| ≤ ‖A‖₂^deg B·‖B‖₂^deg A.
//!
//! Modulo a prime that divides neither leading coefficient the image of the resultant is the resultant of the images (von zur
//! Gathen, Gerhard, Modern Computer Algebra, lemma 6.25).

use super::{
    Algorithm, Certainty, Effort, Options, Outcome,
    algorithm::Choice,
    big_prime,
    driver::{self, Bounded},
    factor::images::write_residues,
    primes::Primes,
    sequence,
    work::{Kind, Work},
};
use crate::{
    Result,
    arith::FermatPrime,
    crt::PrimeFamily,
    engine::Context,
    kernels::batch_resultant,
    monitor::Alternative,
    poly::Poly,
    ring::{Integers, Ring},
};
use rug::Integer;

/// The resultant of A and B: Sylvester's determinant; 0 if either is 0, 1 for two nonzero constants.
///
/// ```
/// use polymod::{Poly, Integers, multimodular::{self, Options}};
/// let (a, b): (Poly<Integers>, Poly<Integers>) = ("x^2 + x - 6".parse()?, "2*x + 1".parse()?);
/// assert_eq!(multimodular::resultant(&a, &b, &Options::default())?.value, -25);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// [`Error::Algorithm`](crate::Error::Algorithm) if the given one does not apply; [`Error::OutOfRange`](crate::Error::OutOfRange) if its prime is
/// too small; [`Error::TooLarge`](crate::Error::TooLarge); [`Error::Cancelled`](crate::Error::Cancelled).
pub fn resultant(a: &Poly<Integers>, b: &Poly<Integers>, options: &Options) -> Result<Outcome<Integer>> {
    options.begin("resultant", &[a.coeffs(), b.coeffs()], &[])?;
    let (Some(n), Some(m)) = (a.degree(), b.degree()) else { return Ok(Outcome::direct(Integer::new())) };
    let z = a.ring();
    let power = |c: Integer, e: usize| z.pow(&c, e as u64);
    match (n, m) {
        (0, 0) => Ok(Outcome::direct(Integer::from(1))),
        (0, _) => Ok(Outcome::direct(power(a.coeff(0), m))),
        (_, 0) => Ok(Outcome::direct(power(b.coeff(0), n))),
        _ => {
            if let Some(value) = sequence::resultant(a, b, options) {
                return Ok(Outcome::direct(value));
            }
            let longer = Longer { a, b, work: (n * m) as f64 };
            z.engine().enter(|cx| longer.run([n, m], options, cx))
        }
    }
}

/// Most primes of a resultant without records, teams and threads, and most coefficients of an operand.
const FEW_PRIMES: usize = 24;
const FEW_COEFFICIENTS: usize = 16;

/// Two polynomials, neither of them constant.
struct Longer<'a> {
    a: &'a Poly<Integers>,
    b: &'a Poly<Integers>,
    /// Number of products of Euclid's algorithm.
    work: f64,
}

impl Longer<'_> {
    fn task(&self) -> String {
        format!("resultant over z, {} by {} coefficients", self.a.len(), self.b.len())
    }

    /// By the given algorithm, or the one predicted fastest.
    fn run(&self, [n, m]: [usize; 2], options: &Options, cx: Context<'_>) -> Result<Outcome<Integer>> {
        let log2_norm = |p: &Poly<Integers>| Integers::log2_norm(p.coeffs());
        let bound = log2_norm(self.a) * m as f64 + log2_norm(self.b) * n as f64;
        let crt_ns = self.crt_ns(bound, options, cx);
        // nobody asks for the alternatives of what is shorter than the ring of one image
        let quick = options.algorithm.is_none() && !cx.engine().is_watched() && crt_ns < big_prime::SETUP_NS;
        if quick {
            let few = if options.team.is_none() { self.by_few_primes(bound, cx)? } else { None };
            return few.map_or_else(|| self.by_primes(bound, options, cx), Ok);
        }
        let asked = matches!(options.algorithm, Some(Algorithm::BigPrime(_)));
        // one image has nothing to record
        let prime = big_prime::prime_for(options.algorithm, bound)?
            .filter(|_| asked || options.checkpoint.is_none() && options.team.is_none());
        let choice =
            Choice { task: Box::new(|| self.task()), alternatives: self.alternatives(crt_ns, bound, prime, cx) };
        // images are the only records: which algorithm began is not recorded
        let chosen = choice.choose(options.algorithm, cx)?;
        if chosen == "crt" {
            options.expect(self.a.ring(), &self.job(bound), cx)?;
        }
        choice.begin(chosen, cx)?;
        let found = match (chosen, prime) {
            ("big-prime", Some(p)) => self.by_big_prime(p, cx)?,
            _ => self.by_primes(bound, options, cx.told())?,
        };
        choice.tell(chosen, || driver::parameters(&found, options, cx), cx)?;
        Ok(found)
    }

    /// Predicted nanoseconds of images modulo as many primes as the bound needs.
    fn crt_ns(&self, bound: f64, options: &Options, cx: Context<'_>) -> f64 {
        let (costs, len) = (cx.engine().costs(), (self.a.len() + self.b.len()) as f64);
        let primes = (bound / f64::from(PrimeFamily::of(cx.engine().target())[0].bits)).ceil() + 1.0;
        let [image, step] = costs.modular.gcd_image;
        let alone = image + len * step + self.work * costs.word_mul / 8.0;
        let lanes = if cx.engine().target().has_multiply_add52() { batch_resultant::LANES as f64 } else { 1.0 };
        let join = self.a.ring().reconstruction_ns(primes as usize, 1, 1);
        driver::IMAGE_NS + primes * alone / lanes / options.speed(cx) + join
    }

    fn alternatives(&self, crt_ns: f64, bound: f64, prime: Option<FermatPrime>, cx: Context<'_>) -> Vec<Alternative> {
        let len = (self.a.len() + self.b.len()) as f64;
        let bytes = |words: f64| 8 * (words * len) as u64;
        let mut all = vec![Alternative { algorithm: "crt", predicted_ns: crt_ns, peak_bytes: bytes(bound / 50.0) }];
        if let Some(p) = prime {
            let predicted_ns = big_prime::predicted_ns(p, self.work, 2.0 * len, cx);
            all.push(Alternative { algorithm: "big-prime", predicted_ns, peak_bytes: bytes(p.log2() / 52.0) });
        }
        all
    }

    /// The resultant from one image: p is above the bound, and so above the leading coefficients.
    fn by_big_prime(&self, p: FermatPrime, cx: Context<'_>) -> Result<Outcome<Integer>> {
        let f = big_prime::field(cx.engine(), p)?;
        let image = big_prime::image(&f, self.a).resultant(&big_prime::image(&f, self.b))?;
        Ok(Outcome { primes: 1, ..Outcome::direct(big_prime::centred(&f, image)) })
    }

    /// The resultant modulo many primes.
    fn by_primes(&self, bound: f64, options: &Options, cx: Context<'_>) -> Result<Outcome<Integer>> {
        let z = self.a.ring();
        let found = driver::run(z, &self.job(bound), options, cx)?;
        Ok(found.map(|value| z.get(value.view(), 0)))
    }

    /// The resultant modulo at most [`FEW_PRIMES`] primes, where there is a kernel for several of them at once; `None` where there is none, or one
    /// of them is left to others.
    fn by_few_primes(&self, bound: f64, cx: Context<'_>) -> Result<Option<Outcome<Integer>>> {
        let (z, target) = (self.a.ring(), cx.engine().target());
        let count = driver::wanted(Some(bound), 0.0, cx);
        if count > FEW_PRIMES || self.a.len().max(self.b.len()) > FEW_COEFFICIENTS {
            return Ok(None);
        }
        let primes = Primes::new(cx.engine(), Effort::Certified)?.next(count)?;
        let log2: f64 = primes.iter().map(|p| (p.n() as f64).log2()).sum();
        if log2 <= bound + driver::LOG2_SIGN || !batch_resultant::applies(target, &primes) {
            return Ok(None);
        }
        let mut words = cx.engine().dirty(primes.len());
        let places = words.chunks_mut(batch_resultant::LANES);
        for (primes, places) in primes.chunks(batch_resultant::LANES).zip(places) {
            let mut images = [[[0; FEW_COEFFICIENTS]; batch_resultant::LANES]; 2];
            for (image, operand) in images.iter_mut().zip([self.a, self.b]) {
                image.iter_mut().zip(primes).for_each(|(image, &p)| write_residues(image, operand, p));
            }
            let [a, b] = [(0, self.a), (1, self.b)].map(|(i, operand)| {
                images[i].iter().take(primes.len()).map(|image| &image[..operand.len()]).collect::<Vec<_>>()
            });
            for (place, found) in places.iter_mut().zip(batch_resultant::resultants(target, primes, &a, &b)) {
                let Some(residue) = found else { return Ok(None) };
                *place = residue;
            }
        }
        let value = z.from_residues(words, &primes, 1);
        let certainty = Certainty::Proved;
        Ok(Some(Outcome { primes: primes.len(), certainty, ..Outcome::direct(z.get(value.view(), 0)) }))
    }

    fn job(&self, bound: f64) -> Bounded<'_> {
        Bounded {
            task: Box::new(|| self.task()),
            operands: vec![self.a.coeffs(), self.b.coeffs()],
            count: 1,
            bound,
            products: self.work,
            work: Work::new(Kind::Resultant, &[]),
        }
    }
}

/// The discriminant (−1)^(n(n−1)/2)·Res(A, A′)/lc(A), n the degree; 0 for a constant.
///
/// ```
/// # use polymod::multimodular::{self, Options};
/// let found = multimodular::discriminant(&"x^2 + 3*x + 1".parse()?, &Options::default())?;
/// assert_eq!(found.value, 9 - 4);
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// Those of [`resultant`].
pub fn discriminant(a: &Poly<Integers>, options: &Options) -> Result<Outcome<Integer>> {
    let (n, lead) = match (a.degree(), a.leading()) {
        (Some(n), Some(lead)) if n > 0 => (n, lead),
        _ => return Ok(Outcome::direct(Integer::new())),
    };
    if let Some(value) = sequence::discriminant(a, options) {
        return Ok(Outcome::direct(value));
    }
    let found = resultant(a, &a.derivative(), options)?;
    Ok(found.map(|resultant| {
        let quotient = resultant.div_exact(&lead);
        if n / 2 % 2 == 1 { -quotient } else { quotient }
    }))
}
