//! The loop over primes: images modulo batches of primes, in parallel, until they determine the answer.
//!
//! An image has a rank, and residues. Images of the lowest rank seen count; those of a higher rank came from unlucky primes and
//! are dropped. Batches grow by half of what there is, so that looking at a candidate after each costs three times the last look at
//! most, and no more than half of all images are made in vain.

use super::{Certainty, Effort, Outcome};
use crate::{
    Error, Result,
    arith::{Modulus, PrimeStream},
    crt::PrimeFamily,
    engine::{Cx, Engine},
    monitor::Decision,
    poly::Poly,
    ring::{Coeffs, Integers, Ring, View, Zn},
    scratch::Buf,
    transform::cache::Cached,
};

/// Roots of unity of order 2^this exist modulo all primes, for transforms.
const ADICITY: u32 = 20;
/// Primes beyond those that a candidate was found with that must agree with it: where it is checked, and where it is not.
const AGREEING: [usize; 2] = [1, 2];

/// What one prime tells.
pub(super) struct Image {
    /// The lowest is right; higher ones are unlucky primes'.
    pub rank: usize,
    /// Residues of the answer's coefficients, as many as the rank says.
    pub residues: Vec<u64>,
}

/// An answer over Z as its images modulo primes.
pub(super) trait Job: Sync {
    /// What an answer is made from.
    type Answer;

    /// What is asked, in words.
    fn task(&self) -> String;

    /// Operands: integers that the image needs the residues of.
    fn operands(&self) -> Vec<View<'_, Integers>>;

    /// The image modulo the ring's prime, from the operands' residues; none where the prime can be seen to be unlucky.
    ///
    /// # Errors
    /// [`Error::Cancelled`].
    fn image(&self, zn: &Zn, operands: &[&[u64]]) -> Result<Option<Image>>;

    /// Whether images of this rank tell everything already.
    fn trivial(&self, rank: usize) -> Option<Self::Answer>;

    /// log2 of the magnitude of all coefficients at most, where a bound is known.
    fn bound(&self) -> Option<f64>;

    /// Whether a candidate can be seen to be right.
    fn checks(&self) -> bool;

    /// The answer, where the candidate is seen to be right; with `known` it is what the primes determine, or taken for that.
    ///
    /// # Errors
    /// Those of arithmetic over Z.
    fn accept(&self, candidate: Coeffs<Integers>, known: bool) -> Result<Option<Self::Answer>>;
}

/// Images of one rank.
#[derive(Default)]
struct Images {
    rank: usize,
    primes: Vec<Modulus>,
    residues: Vec<Vec<u64>>,
    unlucky: usize,
    log2: f64,
}

impl Images {
    fn add(&mut self, p: Modulus, image: Option<Image>) {
        let Some(image) = image else {
            self.unlucky += 1;
            return;
        };
        if !self.primes.is_empty() && image.rank > self.rank {
            self.unlucky += 1;
            return;
        }
        if self.primes.is_empty() || image.rank < self.rank {
            let dropped = self.unlucky + self.primes.len();
            *self = Images { rank: image.rank, unlucky: dropped, ..Images::default() };
        }
        self.log2 += (p.n() as f64).log2();
        self.primes.push(p);
        self.residues.push(image.residues);
    }

    /// The integers nearest to 0 with the residues of the first `count` primes.
    fn joined(&self, z: &Integers, count: usize) -> Coeffs<Integers> {
        let len = self.residues[0].len();
        let mut words = z.engine().dirty(count * len);
        for (run, residues) in words.chunks_exact_mut(len.max(1)).zip(&self.residues) {
            run.copy_from_slice(residues);
        }
        z.from_residues(words, &self.primes[..count], len)
    }

    /// Whether the integers have the residues of the primes from `first` on.
    fn agree(&self, z: &Integers, v: View<'_, Integers>, first: usize, cx: Cx<'_>) -> Result<bool> {
        let residues = z.residues(v, &self.primes[first..], cx)?;
        Ok(residues.chunks_exact(v.len().max(1)).zip(&self.residues[first..]).all(|(x, y)| x == &y[..]))
    }
}

/// The first primes of the stream, kept with the engine.
struct FirstPrimes(Vec<Modulus>);

impl Cached for FirstPrimes {
    fn bytes(&self) -> usize {
        size_of_val(&self.0[..])
    }
}

/// The primes of a computation, each once.
enum Primes<'a> {
    /// The largest first: so many were taken.
    Largest { engine: &'a Engine, taken: usize },
    /// From a random place in the upper half on.
    From(PrimeStream),
}

impl<'a> Primes<'a> {
    fn new(engine: &'a Engine, effort: Effort) -> Result<Self> {
        let Effort::Probabilistic { seed } = effort else { return Ok(Primes::Largest { engine, taken: 0 }) };
        let mut stream = Self::stream(engine)?;
        // Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators", §4
        let x = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        stream.seek((1 << stream.bits()) - ((x ^ (x >> 31)) >> (65 - stream.bits())));
        Ok(Primes::From(stream))
    }

    fn stream(engine: &Engine) -> Result<PrimeStream> {
        PrimeStream::new(PrimeFamily::of(engine.isa())[0].bits, ADICITY)
    }

    fn next(&mut self, count: usize) -> Result<Vec<Modulus>> {
        const LEAST: usize = 64;
        match self {
            Primes::Largest { engine, taken } => {
                let (from, to) = (*taken, *taken + count);
                let len = to.next_power_of_two().max(LEAST);
                let first = engine.plan([len as u64, u64::from(ADICITY), 0, 0], || {
                    Ok(FirstPrimes(some_of(&mut Self::stream(engine)?, len)?))
                })?;
                *taken = to;
                Ok(first.0[from..to].to_vec())
            }
            Primes::From(stream) => some_of(stream, count),
        }
    }
}

fn some_of(stream: &mut PrimeStream, count: usize) -> Result<Vec<Modulus>> {
    let primes = stream.take(count).map(Modulus::new).collect::<Result<Vec<_>>>()?;
    if primes.len() == count {
        return Ok(primes);
    }
    Err(Error::TooLarge {
        what: "the number of primes".into(),
        size: "more than there are".into(),
        limit: format!("the primes below 2^{} with 2^{ADICITY} in p - 1", stream.bits()),
    })
}

/// The answer of a job.
///
/// # Errors
/// Those of the job; [`Error::Cancelled`]; [`Error::TooLarge`] where the primes come to an end.
pub(super) fn run<J: Job>(z: &Integers, job: &J, effort: Effort, cx: Cx<'_>) -> Result<Outcome<J::Answer>> {
    // one thread a prime: what these rings compute is not shared out again
    let alone = match cx.engine().threads() {
        1 => cx.engine().clone(),
        _ => Engine::builder().threads(1).isa(cx.engine().isa()).cancel(cx.engine().cancel().clone()).build(),
    };
    let (mut primes, mut images, bound) = (Primes::new(cx.engine(), effort)?, Images::default(), job.bound());
    let mut tried = 0;
    loop {
        let have = images.primes.len();
        let batch = primes.next((have / 2).max(cx.threads()).min(wanted(bound, images.log2, cx)))?;
        tried += batch.len();
        for (p, image) in batch.iter().zip(batch_images(z, job, &alone, &batch, cx)?) {
            images.add(*p, image);
        }
        if let Some(bits) = bound {
            cx.progress("primes", images.log2 as u64, bits as u64 + 2);
        }
        let found = |value, certainty| {
            let (primes, unlucky) = (images.primes.len(), images.unlucky);
            cx.decided(|| decision(job.task(), [primes, unlucky], certainty, cx));
            Outcome { value, certainty, primes, unlucky }
        };
        if images.primes.is_empty() {
            // an answer that vanishes modulo all of these is none that primes are unlucky for
            debug_assert!(tried < 1 << 16, "{tried} unlucky primes");
            continue;
        }
        if let Some(answer) = job.trivial(images.rank) {
            return Ok(found(answer, Certainty::Proved));
        }
        // a sign, and the margin that reconstruction needs
        if bound.is_some_and(|bits| images.log2 > bits + 1.01)
            && let Some(answer) = job.accept(images.joined(z, images.primes.len()), true)?
        {
            return Ok(found(answer, Certainty::Proved));
        }
        let (count, checks) = (images.primes.len(), job.checks());
        let agreeing = AGREEING[usize::from(!checks)];
        if !checks && effort == Effort::Certified || count <= agreeing {
            continue;
        }
        let candidate = images.joined(z, count - agreeing);
        if images.agree(z, candidate.view(), count - agreeing, cx)?
            && let Some(answer) = job.accept(candidate, !checks)?
        {
            let certainty = if checks { Certainty::Verified } else { Certainty::Probable { agreeing } };
            return Ok(found(answer, certainty));
        }
    }
}

/// What a computation took, for a monitor: there is no other way that it could have chosen.
fn decision(task: String, [primes, unlucky]: [usize; 2], certainty: Certainty, cx: Cx<'_>) -> Decision {
    let certainty = match certainty {
        Certainty::Proved => "proved by its bound".into(),
        Certainty::Verified => "verified".into(),
        Certainty::Probable { agreeing } => format!("probable, {agreeing} further primes agree"),
    };
    let count = |n: usize| n.to_string();
    let parameters = vec![
        ("primes", count(primes)),
        ("unlucky", count(unlucky)),
        ("answer", certainty),
        ("threads", count(cx.threads())),
    ];
    Decision { task, chosen: "modular", parameters, alternatives: Vec::new(), parts: Vec::new() }
}

/// How many more primes can be of use.
fn wanted(bound: Option<f64>, log2: f64, cx: Cx<'_>) -> usize {
    let Some(bits) = bound else { return usize::MAX };
    let each = f64::from(PrimeFamily::of(cx.engine().isa())[0].bits) - 0.01;
    ((bits + 1.02 - log2).max(0.0) / each) as usize + 1
}

fn batch_images<J: Job>(
    z: &Integers,
    job: &J,
    alone: &Engine,
    batch: &[Modulus],
    cx: Cx<'_>,
) -> Result<Vec<Option<Image>>> {
    let operands = job.operands();
    let residues = operands.iter().map(|v| z.residues(*v, batch, cx)).collect::<Result<Vec<Buf>>>()?;
    cx.inside(|cx| {
        cx.map((0..batch.len()).collect(), |i: usize, cx| {
            cx.check()?;
            let zn = Zn::of_prime(alone, batch[i]);
            let runs = operands.iter().zip(&residues).map(|(v, words)| &words[i * v.len()..][..v.len()]);
            job.image(&zn, &runs.collect::<Vec<_>>())
        })
    })
}

/// The polynomial over Z/p with these residues.
pub(super) fn reduced(zn: &Zn, residues: &[u64]) -> Poly<Zn> {
    Poly::new(zn, residues.iter().copied())
}

/// Residues of a polynomial's first `len` coefficients.
pub(super) fn padded(zn: &Zn, p: &Poly<Zn>, len: usize) -> Vec<u64> {
    let mut words = zn.words(p.coeffs()).to_vec();
    words.resize(len, 0);
    words
}
