//! Greatest common divisors in Z\[x\].
//!
//! For primitive A and B, g = gcd(lc A, lc B) and p not dividing g, the monic gcd modulo p has at least the degree of G = gcd(A,
//! B), and where it has that degree it is G·lc(G)^(−1); so g times it is the image of (g/lc G)·G, whose primitive part is G. A
//! candidate that divides both A and B is G: its degree is at most that of G, because it divides it, and at least, because that
//! holds modulo any prime (Brown 1971, §4.5). If requested, one image modulo a generalized Fermat prime above Mignotte's bound is
//! used instead of many primes. Short polynomials are first tried for being [coprime](coprime).

use super::{
    Certainty, Options, Outcome,
    algorithm::{Choice, big_prime},
    big_prime, coprime,
    driver::{self, Job},
    euclid,
    heuristic::{self, Lengths},
    quotient::divides,
    word_images,
    work::{Kind, Work},
};
use crate::{
    Error, Result,
    arith::FermatPrime,
    arith::{self, WordContent},
    crt::PrimeFamily,
    engine::Context,
    monitor::Alternative,
    poly::Poly,
    ring::{Coeffs, Integers, Ring, Vectors, View, limbs},
};
use rug::{Complete, Integer};
use std::{borrow::Cow, sync::OnceLock};

/// The greatest common divisor of the coefficients, positive; 0 for 0.
///
/// ```
/// use polymod::{Poly, Integers, multimodular};
/// let a: Poly<Integers> = "6*x^2 - 4".parse()?;
/// assert_eq!(multimodular::content(&a), 2);
/// # Ok::<(), polymod::Error>(())
/// ```
#[must_use]
pub fn content(a: &Poly<Integers>) -> Integer {
    Integers::content(a.coeffs())
}

/// The greatest common divisor of integers; stops as soon as it is 1.
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

/// A divided by its content, with a positive leading coefficient; 0 for 0.
///
/// ```
/// # use polymod::multimodular;
/// let a = "-6*x^2 + 4".parse()?;
/// assert_eq!(multimodular::primitive_part(&a).to_string(), "3*x^2 - 2");
/// # Ok::<(), polymod::Error>(())
/// ```
#[must_use]
pub fn primitive_part(a: &Poly<Integers>) -> Poly<Integers> {
    match a.len() {
        1 => Poly::one(a.ring()),
        _ if a.coeffs().width() == 1 => primitive_words(a).unwrap_or_else(|| divided(a, &signed_content(a))),
        _ => divided(a, &signed_content(a)),
    }
}

/// The primitive part of a polynomial whose coefficients are words, unless that of −2^63 may be none.
fn primitive_words(a: &Poly<Integers>) -> Option<Poly<Integers>> {
    let (words, negative) = (a.coeffs().words(), limbs::is_negative(a.coeffs().words()));
    let content = WordContent::of(words);
    if content.value() == 1 && !negative {
        return Some(a.clone());
    }
    let mut quotients = a.ring().owned(a.coeffs());
    content.divide(&mut quotients.words, negative).then(|| Poly::from_coeffs(a.ring(), quotients))
}

/// The content, with the sign of the leading coefficient.
pub fn signed_content(a: &Poly<Integers>) -> Integer {
    let content = content(a);
    // the last limb is the leading coefficient's top one
    if limbs::is_negative(a.coeffs().words()) { -content } else { content }
}

/// [`primitive_part`] without a copy where it is A.
pub(super) fn into_primitive(a: Poly<Integers>) -> Poly<Integers> {
    let content = signed_content(&a);
    if content == 1 { a } else { divided(&a, &content) }
}

/// A divided by a common divisor of its coefficients.
pub fn divided(a: &Poly<Integers>, divisor: &Integer) -> Poly<Integers> {
    if *divisor == 1 || a.is_empty() {
        return a.clone();
    }
    Poly::from_coeffs(a.ring(), a.ring().divided(a.coeffs(), divisor))
}

/// The greatest common divisor of A and B in Z\[x\], contents included, its leading coefficient positive; gcd(0, 0) = 0.
///
/// ```
/// use polymod::{Poly, Integers, multimodular::{self, Options}};
/// let (a, b): (Poly<Integers>, Poly<Integers>) = ("6*x^2 - 6".parse()?, "4*x^2 + 8*x + 4".parse()?);
/// assert_eq!(multimodular::gcd(&a, &b, &Options::default())?.value.to_string(), "2*x + 2");
/// # Ok::<(), polymod::Error>(())
/// ```
///
/// # Errors
/// [`Error::TooLarge`]; [`Error::Cancelled`].
pub fn gcd(a: &Poly<Integers>, b: &Poly<Integers>, options: &Options) -> Result<Outcome<Poly<Integers>>> {
    options.begin("gcd", &[a.coeffs(), b.coeffs()], &[])?;
    divisor(a, b, options)
}

/// [`gcd`](gcd()) as part of another computation.
pub(super) fn divisor(a: &Poly<Integers>, b: &Poly<Integers>, options: &Options) -> Result<Outcome<Poly<Integers>>> {
    let free = options.algorithm.is_none() && options.checkpoint.is_none() && a.ring().engine().is_quiet();
    let free = free && !a.is_empty() && !b.is_empty();
    if free && a.len().min(b.len()) == 1 {
        return Ok(Outcome::direct(common_content(a, b)));
    }
    let width = a.coeffs().width().max(b.coeffs().width());
    let has_images = word_images::applies(a, b);
    // two words for which their content leaves one are likely in linear polynomials alone
    let in_words = width == 1 || width == 2 && a.len().min(b.len()) == 2;
    if free && (in_words || !has_images) && coprime::are_coprime(a, b) {
        return Ok(Outcome { primes: 1, ..Outcome::direct(common_content(a, b)) });
    }
    if free
        && in_words
        && let Some(g) = euclid::divisor(a, b)
    {
        return Ok(Outcome::direct(g));
    }
    if free && let Some((g, primes)) = word_images::divisor(a, b)? {
        let certainty = if g.len() == 1 { Certainty::Proved } else { Certainty::Verified };
        return Ok(Outcome { primes, certainty, ..Outcome::direct(g) });
    }
    let contents = [content(a), content(b)];
    let common = contents[0].gcd_ref(&contents[1]).complete();
    let [a, b] = [(a, &contents[0]), (b, &contents[1])].map(|(p, content)| match *content == 1 {
        true => Cow::Borrowed(p),
        false => Cow::Owned(divided(p, content)),
    });
    if a.is_empty() || b.is_empty() {
        let other = if a.is_empty() { b } else { a };
        return Ok(Outcome::direct(primitive_part(&other).scale(&common)));
    }
    let (Some(of_a), Some(of_b)) = (a.leading(), b.leading()) else { return Err(Error::DivisionByZero) };
    let lead = of_a.gcd(&of_b);
    let lengths = Lengths::new(&a, &b, &lead);
    let job = Gcd { a, b, lead, factor: OnceLock::new(), lengths };
    let found = job.a.ring().engine().enter(|cx| job.run(options, cx))?;
    Ok(if common == 1 { found } else { found.map(|g| g.scale(&common)) })
}

/// The greatest common divisor of all coefficients, as a polynomial.
pub(super) fn common_content(a: &Poly<Integers>, b: &Poly<Integers>) -> Poly<Integers> {
    let (x, y) = (a.coeffs(), b.coeffs());
    if x.width().max(y.width()) == 1 {
        let of_x = WordContent::of(x.words()).value();
        let common = if of_x == 1 { 1 } else { arith::gcd(of_x, WordContent::of(y.words()).value()) };
        if common <= i64::MAX as u64 {
            return Poly::from_coeffs(a.ring(), Coeffs::from(vec![common]));
        }
    }
    let first = content(a);
    Poly::new(a.ring(), [if first == 1 { first } else { first.gcd(&content(b)) }])
}

/// The job for primitive A and B, neither of them 0.
struct Gcd<'a> {
    a: Cow<'a, Poly<Integers>>,
    b: Cow<'a, Poly<Integers>>,
    /// gcd(lc A, lc B)
    lead: Integer,
    /// The same as a vector.
    factor: OnceLock<Coeffs<Integers>>,
    /// Lengths of digits of the heuristic algorithm.
    lengths: Lengths,
}

impl Gcd<'_> {
    /// By the given algorithm, or the one predicted fastest.
    fn run(&self, options: &Options, cx: Context<'_>) -> Result<Outcome<Poly<Integers>>> {
        let modular = |cx| driver::run(self.a.ring(), self, options, cx);
        let by = |chosen, prime: Option<FermatPrime>, cx| match chosen {
            "heuristic" => self.by_values(),
            "big-prime" => Ok(prime.map(|p| self.by_big_prime(p, cx)).transpose()?.flatten()),
            _ => Ok(None),
        };
        if options.algorithm.is_none() && !cx.engine().is_watched() {
            // no monitor asks for the alternatives, whose prediction takes longer than a short gcd; one image may spare a long one
            let (chosen, prime) = self.fastest(options, cx);
            let image = cx.engine().costs().modular.gcd_image[0];
            // leading coefficients of coprime polynomials rarely share much
            let likely = self.lead.significant_bits() <= 8;
            let worth = likely && chosen != "crt" && self.heuristic_ns(cx) > 4.0 * image;
            if worth && coprime::have_coprime_polynomials(&self.a, &self.b)? {
                return Ok(Outcome { primes: 1, ..Outcome::direct(Poly::one(self.a.ring())) });
            }
            return by(chosen, prime, cx)?.map_or_else(|| modular(cx), Ok);
        }
        let asked = big_prime::prime_for(options.algorithm, self.bound())?;
        let choice = Choice { task: Box::new(|| self.task()), alternatives: self.alternatives(asked, options, cx) };
        let chosen = choice.demanded(options.algorithm, cx)?.unwrap_or_else(|| self.fastest(options, cx).0);
        if chosen == "crt" {
            options.expect(self.a.ring(), self, cx)?;
        }
        choice.begin(chosen, cx)?;
        let found = by(chosen, asked, cx)?.map_or_else(|| modular(cx.told()), Ok)?;
        choice.tell(chosen, || driver::parameters(&found, options, cx), cx)?;
        Ok(found)
    }

    /// The algorithm predicted fastest, with its prime if it has one; of those that record their images if there is a checkpoint.
    fn fastest(&self, options: &Options, cx: Context<'_>) -> (&'static str, Option<FermatPrime>) {
        if options.checkpoint.is_some() {
            return ("crt", None);
        }
        let (heuristic, costs) = (self.heuristic_ns(cx), &cx.engine().costs().modular);
        // two images and a check take longer
        if heuristic < costs.gcd_check + 2.0 * costs.gcd_image[0] {
            return ("heuristic", None);
        }
        let crt = self.crt_ns(options, cx);
        let others = crt.min(heuristic);
        // the bound is not worth computing for what is shorter than the ring of one image
        let prime = if others > big_prime::SETUP_NS { big_prime(self.bound() + 1.0) } else { None };
        match prime.filter(|&p| self.big_prime_ns(p, cx) < others) {
            Some(p) => ("big-prime", Some(p)),
            None if heuristic < crt => ("heuristic", None),
            None => ("crt", None),
        }
    }

    /// Predicted nanoseconds of images modulo primes: as many as a divisor with coefficients of the operands' size needs, and a
    /// check.
    fn crt_ns(&self, options: &Options, cx: Context<'_>) -> f64 {
        let (len, work) = (self.a.len() + self.b.len(), (self.a.len() * self.b.len()) as f64);
        let z = self.a.ring();
        let bits = z.size(self.a.coeffs()).bits.min(z.size(self.b.coeffs()).bits) + self.lead.significant_bits();
        let primes = (f64::from(bits) / f64::from(PrimeFamily::of(cx.engine().target())[0].bits)).ceil() + 1.0;
        let costs = cx.engine().costs();
        let [image, step] = costs.modular.gcd_image;
        let reconstruction = z.reconstruction_ns(primes as usize, self.a.len(), cx.threads());
        let images = primes * (image + len as f64 * step + work * costs.word_mul / 8.0);
        costs.modular.gcd_check + reconstruction + images / options.speed(cx.for_work(images))
    }

    /// Predicted nanoseconds of the heuristic algorithm: one gcd of two integers.
    fn heuristic_ns(&self, cx: Context<'_>) -> f64 {
        let limbs = self.lengths.integer_bits(&self.a, &self.b) as f64 / 64.0;
        let costs = cx.engine().costs();
        let [call, word, pair] = costs.modular.heuristic_gcd;
        call + limbs * (word + limbs * pair)
    }

    /// Predicted nanoseconds of one image modulo p, and a check.
    fn big_prime_ns(&self, p: FermatPrime, cx: Context<'_>) -> f64 {
        let (len, check) = ((self.a.len() + self.b.len()) as f64, cx.engine().costs().modular.gcd_check);
        check + big_prime::predicted_ns(p, self.products(), 2.0 * len, cx)
    }

    /// An upper bound on log2 of the coefficients of lc(A, B)/lc(G)·G.
    fn bound(&self) -> f64 {
        // lc(G) divides gcd(lc A, lc B), and a factor G of A has ‖G‖∞ ≤ 2^deg G·‖A‖₂ (Mignotte 1974)
        let largest = |p: &Poly<Integers>| p.len() as f64 + Integers::log2_norm(p.coeffs());
        f64::from(self.lead.significant_bits()) + largest(&self.a).min(largest(&self.b))
    }

    fn alternatives(&self, prime: Option<FermatPrime>, options: &Options, cx: Context<'_>) -> Vec<Alternative> {
        let len = self.a.len() + self.b.len();
        let alternative = |algorithm, predicted_ns: f64, words: f64| Alternative {
            algorithm,
            predicted_ns,
            peak_bytes: 8 * (words * len as f64) as u64,
        };
        let primes = (self.bound() / f64::from(PrimeFamily::of(cx.engine().target())[0].bits)).ceil();
        let mut alternatives = vec![alternative("crt", self.crt_ns(options, cx), primes)];
        if let Some(p) = prime {
            alternatives.push(alternative("big-prime", self.big_prime_ns(p, cx), p.log2() / 52.0));
        }
        let limbs = self.lengths.integer_bits(&self.a, &self.b) as f64 / 64.0;
        alternatives.push(alternative("heuristic", self.heuristic_ns(cx), 4.0 * limbs / len as f64));
        alternatives
    }

    /// The gcd from the values at a power of two; None if they do not determine it.
    fn by_values(&self) -> Result<Option<Outcome<Poly<Integers>>>> {
        let outcome = |g| Outcome { certainty: Certainty::Verified, ..Outcome::direct(g) };
        Ok(heuristic::divisor(&self.a, &self.b, &self.lengths)?.map(outcome))
    }

    /// The gcd from one image; None if the prime is unlucky.
    fn by_big_prime(&self, p: FermatPrime, cx: Context<'_>) -> Result<Option<Outcome<Poly<Integers>>>> {
        let f = big_prime::field(cx.engine(), p)?;
        let image = |a| big_prime::image(&f, a);
        let g = image(&self.a).gcd(&image(&self.b))?.scale(&f.integer_image(&self.lead));
        let g = Poly::new(self.a.ring(), g.iter().map(|c| big_prime::centred(&f, c)).collect::<Vec<_>>());
        let found = self.accept(&[], g.into_coeffs(), false)?;
        let outcome = |g| Outcome { primes: 1, certainty: Certainty::Verified, ..Outcome::direct(g) };
        Ok(found.map(outcome))
    }
}

impl Job for Gcd<'_> {
    type Answer = Poly<Integers>;

    fn task(&self) -> String {
        format!("common divisor over z, {} by {} coefficients", self.a.len(), self.b.len())
    }

    fn operands(&self) -> Vec<View<'_, Integers>> {
        let factor = || self.a.ring().collect(std::slice::from_ref(&self.lead));
        let factor = (self.lead != 1).then(|| self.factor.get_or_init(factor).view());
        [self.a.coeffs(), self.b.coeffs()].into_iter().chain(factor).collect()
    }

    fn work(&self) -> Work {
        Work::new(Kind::Divisor, &[])
    }

    fn products(&self) -> f64 {
        (self.a.len() * self.b.len()) as f64
    }

    fn residues(&self, rank: &[u64]) -> Option<usize> {
        let [len] = rank else { return None };
        usize::try_from(*len).ok().filter(|len| (1..=self.a.len().min(self.b.len())).contains(len))
    }

    fn image_words(&self) -> usize {
        1 + self.a.len().min(self.b.len())
    }

    fn enough(&self) -> f64 {
        Gcd::bound(self)
    }

    fn trivial(&self, rank: &[u64]) -> Option<Poly<Integers>> {
        (rank == [1]).then(|| Poly::one(self.a.ring()))
    }

    fn accept(&self, _: &[u64], candidate: Coeffs<Integers>, known: bool) -> Result<Option<Poly<Integers>>> {
        let g = into_primitive(Poly::from_coeffs(self.a.ring(), candidate));
        if g.is_empty() {
            return Ok(None);
        }
        let right = known || divides(&g, &self.a)? && divides(&g, &self.b)?;
        Ok(right.then_some(g))
    }
}
