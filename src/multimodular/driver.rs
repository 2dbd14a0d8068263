//! The loop over primes: images modulo batches of primes, in parallel, until they determine the answer.
//!
//! An image has a rank, and residues. Images of the lowest rank seen count; those of a higher rank come from unlucky primes and
//! are dropped. Where candidates can be checked before a bound is reached, batches grow by half of the images so far, so that
//! checking a candidate after each batch costs at most three times the last check, and at most half of all images are computed in
//! vain.

use super::{
    Certainty, Effort, Options, Outcome,
    algorithm::{Choice, Task},
    checkpoint::Stage,
    primes::{self, Primes},
    remote::{self, Request, Team},
    work::Work,
};
use crate::{
    Result,
    arith::Modulus,
    crt::PrimeFamily,
    engine::{Context, Engine},
    poly::Poly,
    ranks::Images,
    ring::{AnyRing, Coeffs, Integers, Ring, View},
    scratch::Buf,
};
use std::{
    collections::{HashMap, HashSet},
    sync::atomic::{AtomicUsize, Ordering},
};

/// Number of further primes that must agree with a candidate: if it is checked, and if it is not.
const AGREEING: [usize; 2] = [1, 2];
/// Nanoseconds of an image of a few residues: its ring, its share of conversions.
pub(super) const IMAGE_NS: f64 = 1000.0;
/// log2 of what the product of the primes exceeds a bound by: one bit for the sign, and the margin that reconstruction needs.
pub(super) const LOG2_SIGN: f64 = 1.01;
/// The algorithm's name.
const BY_PRIMES: &str = "modular";
/// Number of primes that a worker of a team gets at a time: residues by fewer cost more each.
const GROUP: usize = 16;
/// The least number of primes that a team gets while candidates are tried.
const BATCH: usize = 4 * GROUP;
/// Largest number of words of the operands' residues held at a time, where that is enough for a group of primes.
const HELD: usize = 1 << 22;

/// Result modulo one prime.
pub(super) struct Image {
    /// Rank, compared lexicographically: the lowest is right, higher ones come from unlucky primes.
    pub rank: Vec<u64>,
    /// Residues of the answer's coefficients; their number follows from the rank.
    pub residues: Vec<u64>,
}

impl Image {
    /// An image without rank, for jobs in which every image counts.
    pub fn of(residues: Vec<u64>) -> Self {
        Image { rank: Vec::new(), residues }
    }

    /// The image as words: whether there is one, the length of the rank, the rank, the residues.
    pub fn to_words(image: Option<&Image>) -> Vec<u64> {
        let Some(image) = image else { return vec![0] };
        [&[image.rank.len() as u64 + 1], &image.rank[..], &image.residues[..]].concat()
    }

    /// Inverse of [`to_words`](Self::to_words); None if the words cannot be an image of this job modulo p.
    fn from_words<J: Job>(job: &J, p: Modulus, words: &[u64]) -> Option<Option<Self>> {
        let (&first, rest) = words.split_first()?;
        let Some(ranks) = first.checked_sub(1) else { return rest.is_empty().then_some(None) };
        let (rank, residues) = rest.split_at_checked(usize::try_from(ranks).ok()?)?;
        let possible = job.residues(rank) == Some(residues.len()) && residues.iter().all(|&x| x < p.n());
        possible.then(|| Some(Image { rank: rank.to_vec(), residues: residues.to_vec() }))
    }
}

/// A computation over Z by images modulo primes.
pub(super) trait Job: Sync {
    /// The type of the answer.
    type Answer;

    /// Description of the task.
    fn task(&self) -> String;

    /// Operands: the integers whose residues an image is computed from.
    fn operands(&self) -> Vec<View<'_, Integers>>;

    /// What is computed modulo each prime, from the operands' residues.
    fn work(&self) -> Work;

    /// Number of products of residues that an image takes, or an upper bound: a few images of few products are left to one thread.
    fn products(&self) -> f64;

    /// The number of residues in an image of this rank; None if no image has this rank.
    fn residues(&self, rank: &[u64]) -> Option<usize>;

    /// The number of words of an image, rank and residues, or of a typical one where it depends on the rank.
    fn image_words(&self) -> usize {
        self.residues(&[]).unwrap_or_default()
    }

    /// The answer, if this rank alone determines it.
    fn trivial(&self, _rank: &[u64]) -> Option<Self::Answer> {
        None
    }

    /// An upper bound on log2 of the coefficients' magnitudes; None if there is no bound.
    fn bound(&self) -> Option<f64> {
        None
    }

    /// log2 of the product of primes above which images of the right rank determine the answer.
    fn enough(&self) -> f64 {
        self.bound().unwrap_or(f64::INFINITY)
    }

    /// Whether a candidate can be verified.
    fn checks(&self) -> bool {
        true
    }

    /// The answer, if the candidate is verified. `known` says that the primes determine the candidate, or that it counts as such.
    ///
    /// # Errors
    /// Those of arithmetic over Z.
    fn accept(&self, rank: &[u64], candidate: Coeffs<Integers>, known: bool) -> Result<Option<Self::Answer>>;
}

/// The job for integers of which only a bound is known, such as determinants.
pub(super) struct Bounded<'a> {
    /// Description of the task.
    pub task: Task<'a>,
    /// The integers whose residues an image is computed from.
    pub operands: Vec<View<'a, Integers>>,
    /// Number of integers in the answer.
    pub count: usize,
    /// An upper bound on log2 of their magnitudes.
    pub bound: f64,
    /// Number of products of residues that an image takes, or an upper bound.
    pub products: f64,
    /// The integers modulo each prime.
    pub work: Work,
}

impl Job for Bounded<'_> {
    type Answer = Coeffs<Integers>;

    fn task(&self) -> String {
        (self.task)()
    }

    fn operands(&self) -> Vec<View<'_, Integers>> {
        self.operands.clone()
    }

    fn work(&self) -> Work {
        self.work.clone()
    }

    fn products(&self) -> f64 {
        self.products
    }

    fn residues(&self, rank: &[u64]) -> Option<usize> {
        rank.is_empty().then_some(self.count)
    }

    fn bound(&self) -> Option<f64> {
        Some(self.bound)
    }

    fn checks(&self) -> bool {
        false
    }

    fn accept(&self, _: &[u64], candidate: Coeffs<Integers>, known: bool) -> Result<Option<Self::Answer>> {
        Ok(known.then_some(candidate))
    }
}

/// An image found in a checkpoint.
type Recorded = (Modulus, Option<Image>);

/// Images of the lowest rank seen.
#[derive(Default)]
struct Found {
    rank: Vec<u64>,
    primes: Vec<Modulus>,
    residues: Vec<Vec<u64>>,
    unlucky: usize,
    log2: f64,
}

impl Found {
    /// Recorded images, as many as this number of bits needs.
    fn of(recorded: Vec<Recorded>, bound: Option<f64>) -> Self {
        let mut images = Found::default();
        for (p, image) in recorded {
            if bound.is_some_and(|bits| images.log2 > bits + LOG2_SIGN) {
                break;
            }
            images.add(p, image);
        }
        images
    }

    /// Adds an image; returns whether it counts, as one of the lowest rank seen.
    fn add(&mut self, p: Modulus, image: Option<Image>) -> bool {
        let Some(image) = image.filter(|image| self.primes.is_empty() || image.rank <= self.rank) else {
            self.unlucky += 1;
            return false;
        };
        if self.primes.is_empty() || image.rank < self.rank {
            let dropped = self.unlucky + self.primes.len();
            *self = Found { rank: image.rank, unlucky: dropped, ..Found::default() };
        }
        self.log2 += (p.n() as f64).log2();
        self.primes.push(p);
        self.residues.push(image.residues);
        true
    }

    /// The answer determined by these images, of which there is at least one, and why it is right; None if more are needed.
    fn answer<J: Job>(
        &self,
        z: &Integers,
        job: &J,
        effort: Effort,
        cx: Context<'_>,
    ) -> Result<Option<(J::Answer, Certainty)>> {
        if job.bound().is_some_and(|bits| self.log2 > bits + LOG2_SIGN)
            && let Some(answer) = job.accept(&self.rank, self.joined(z, self.primes.len()), true)?
        {
            return Ok(Some((answer, Certainty::Proved)));
        }
        let (count, agreeing) = (self.primes.len(), AGREEING[usize::from(!job.checks())]);
        if !looks(job, effort) || count <= agreeing {
            return Ok(None);
        }
        let candidate = self.joined(z, count - agreeing);
        if !self.agree(z, candidate.view(), count - agreeing, cx)? {
            return Ok(None);
        }
        let certainty = if job.checks() { Certainty::Verified } else { Certainty::Probable { agreeing } };
        Ok(job.accept(&self.rank, candidate, !job.checks())?.map(|answer| (answer, certainty)))
    }

    /// Chinese remaindering: the integers nearest to 0 with the residues of the first `count` primes.
    fn joined(&self, z: &Integers, count: usize) -> Coeffs<Integers> {
        let len = self.residues[0].len();
        let mut words = z.engine().dirty(count * len);
        for (run, residues) in words.chunks_exact_mut(len.max(1)).zip(&self.residues) {
            run.copy_from_slice(residues);
        }
        z.from_residues(words, &self.primes[..count], len)
    }

    /// Whether the integers have the residues of the images from index `first` on.
    fn agree(&self, z: &Integers, v: View<'_, Integers>, first: usize, cx: Context<'_>) -> Result<bool> {
        let residues = z.residues(v, &self.primes[first..], cx)?;
        Ok(residues.chunks_exact(v.len().max(1)).zip(&self.residues[first..]).all(|(x, y)| x == &y[..]))
    }
}

/// Computes the answer of a job.
///
/// # Errors
/// Those of the job and of the checkpoint; [`Error::Cancelled`](crate::Error::Cancelled);
/// [`Error::TooLarge`](crate::Error::TooLarge) if there are no primes left.
pub(super) fn run<J: Job>(z: &Integers, job: &J, options: &Options, cx: Context<'_>) -> Result<Outcome<J::Answer>> {
    let choice = Choice { task: Box::new(|| job.task()), alternatives: Vec::new() };
    options.expect(z, job, cx)?;
    choice.begin(BY_PRIMES, cx)?;
    let source = Source::new(job, options, cx);
    let recorded = source.recorded();
    let count = recorded.len();
    let found = match search(z, &source, recorded, options.effort, cx)? {
        Some(found) => {
            source.count_reused(count);
            found
        }
        // the records contradict each other or the operands
        None => {
            source.count_unusable(count);
            search(z, &source, Vec::new(), options.effort, cx)?.expect("nothing contradicts computed images")
        }
    };
    source.sync()?;
    choice.tell(BY_PRIMES, || parameters(&found, options, cx), cx)?;
    Ok(found)
}

/// The answer from recorded images and as many computed ones as needed; None if the recorded ones cannot all be images of the
/// job.
fn search<J: Job>(
    z: &Integers,
    source: &Source<'_, J>,
    recorded: Vec<Recorded>,
    effort: Effort,
    cx: Context<'_>,
) -> Result<Option<Outcome<J::Answer>>> {
    /// Number of computed images dropped in favour of recorded ones of lower rank after which the records are discarded: unlucky
    /// primes are rarer than that.
    const DROPPED: usize = 8;
    let (job, bound, given) = (source.job, source.job.bound(), !recorded.is_empty());
    let mut primes = Unused::new(cx.engine(), effort, &recorded)?;
    let mut images = Found::of(recorded, bound);
    let (mut kept, mut dropped) = (0, 0);
    loop {
        let found = |value, certainty| {
            Ok(Some(Outcome { value, certainty, primes: images.primes.len(), unlucky: images.unlucky }))
        };
        if !images.primes.is_empty() {
            if let Some(answer) = job.trivial(&images.rank) {
                return found(answer, Certainty::Proved);
            }
            if let Some((answer, certainty)) = images.answer(z, job, effort, cx)? {
                return found(answer, certainty);
            }
            if given && (images.log2 > job.enough() + LOG2_SIGN || kept == 0 && dropped >= DROPPED) {
                return Ok(None);
            }
        }
        // no answer vanishes modulo all of these primes
        debug_assert!(!images.primes.is_empty() || images.unlucky < 1 << 16, "{} unlucky primes", images.unlucky);
        let have = images.primes.len();
        let growth = if looks(job, effort) { (have / 2).max(source.least(cx)) } else { usize::MAX };
        let wanted = wanted(bound, images.log2, cx);
        let batch = primes.next(growth.min(wanted).min(source.most))?;
        let total = bound.map_or(0, |_| have + wanted);
        for (p, image) in batch.iter().zip(source.images(z, &batch, [have, total], cx)?) {
            let counts = images.add(*p, image);
            (kept, dropped) = (kept + usize::from(counts), dropped + usize::from(!counts));
        }
    }
}

/// Whether candidates are tried before the bound is reached.
fn looks<J: Job>(job: &J, effort: Effort) -> bool {
    job.checks() || effort != Effort::Certified
}

/// The primes of the computation except those used already.
struct Unused<'a> {
    primes: Primes<'a>,
    used: HashSet<u64>,
}

impl<'a> Unused<'a> {
    fn new(engine: &'a Engine, effort: Effort, recorded: &[Recorded]) -> Result<Self> {
        Ok(Unused { primes: Primes::new(engine, effort)?, used: recorded.iter().map(|r| r.0.n()).collect() })
    }

    fn next(&mut self, count: usize) -> Result<Vec<Modulus>> {
        let mut next = Vec::new();
        while next.len() < count {
            let more = self.primes.next(count - next.len())?;
            next.extend(more.into_iter().filter(|p| !self.used.contains(&p.n())));
        }
        Ok(next)
    }
}

/// The cost of a computation, for the monitor: primes, records of the checkpoint that were reused, and threads.
pub(super) fn parameters<T>(found: &Outcome<T>, options: &Options, cx: Context<'_>) -> Vec<(&'static str, String)> {
    let certainty = match found.certainty {
        Certainty::Proved => "proved by its bound".into(),
        Certainty::Verified => "verified".into(),
        Certainty::Probable { agreeing } => format!("probable, {agreeing} further primes agree"),
    };
    let count = |n: usize| n.to_string();
    let mut parameters =
        vec![("primes", count(found.primes)), ("unlucky", count(found.unlucky)), ("answer", certainty)];
    parameters.extend(options.checkpoint.as_ref().map(|used| ("reused records", count(used.reused_records()))));
    parameters.push(("threads", count(cx.threads())));
    parameters
}

/// What the images of a job are predicted to take, modulo as many primes as its bound needs.
pub(super) fn forecast<J: Job>(z: &Integers, job: &J, cx: Context<'_>) -> Images {
    let (work, operands) = (job.work(), job.operands());
    let lengths: Vec<usize> = operands.iter().map(|v| v.len()).collect();
    let enough = |bits: f64| wanted(Some(bits.min(1e12)), 0.0, cx);
    let primes = job.bound().map_or_else(|| enough(job.enough()).max(BATCH), enough);
    let image_ns = work.image_ns(&lengths, job.products(), cx);
    let together = work.together(&lengths, primes, cx);
    Images { together, ..images(z, (&work, &operands), primes, (image_ns, job.image_words()), cx) }
}

/// What images modulo `primes` primes take, computed one at a time. An image takes `image_ns` nanoseconds besides the residues of the operands, and
/// has `words` words.
pub(super) fn images(
    z: &Integers,
    (work, operands): (&Work, &[View<'_, Integers>]),
    primes: usize,
    (image_ns, words): (f64, usize),
    cx: Context<'_>,
) -> Images {
    let limbs: f64 = operands.iter().map(|v| v.len() as f64 * f64::from(z.size(*v).bits) / 64.0).sum();
    Images {
        primes,
        image_ns: image_ns + limbs * cx.engine().costs().split_word,
        together: 1,
        request_bytes: Request::bytes(work, operands) as f64,
        image_bytes: remote::image_bytes(words) as f64,
        join_ns: z.reconstruction_ns(primes, words, cx.threads()),
    }
}

/// Number of further primes needed to reach the bound.
pub(super) fn wanted(bound: Option<f64>, log2: f64, cx: Context<'_>) -> usize {
    let Some(bits) = bound else { return usize::MAX };
    let each = f64::from(PrimeFamily::of(cx.engine().target())[0].bits) - 0.01;
    ((bits + 1.02 - log2).max(0.0) / each) as usize + 1
}

/// The source of images: the checkpoint, and the threads of this process or a team of others.
struct Source<'a, J> {
    job: &'a J,
    work: Work,
    operands: Vec<View<'a, Integers>>,
    stage: Option<Stage<'a>>,
    /// The team, and what it computes.
    team: Option<(&'a dyn Team, Request)>,
    /// Largest number of primes per batch.
    most: usize,
}

impl<'a, J: Job> Source<'a, J> {
    fn new(job: &'a J, options: &'a Options, cx: Context<'_>) -> Self {
        let (work, operands) = (job.work(), job.operands());
        let lengths: Vec<usize> = operands.iter().map(|v| v.len()).collect();
        let request = || Request::new(&work, &operands, work.together(&lengths, BATCH, cx));
        let team = options.team.as_deref().map(|team| (team, request()));
        // a team's workers hold the residues of their own groups
        let most = if team.is_some() { usize::MAX } else { most_at_a_time(&work, &operands, cx) };
        Source { job, work, operands, stage: options.checkpoint.as_ref().map(|c| c.stage()), team, most }
    }

    /// The images in the checkpoint whose primes the run may use, whichever instruction set they were chosen for.
    fn recorded(&self) -> Vec<Recorded> {
        let Some(stage) = self.stage else { return Vec::new() };
        let image = |key: u64| {
            let (p, words) = (primes::usable(key)?, stage.take(key)?);
            Image::from_words(self.job, p, &words).map(|image| (p, image))
        };
        let keys = stage.keys();
        let recorded: Vec<Recorded> = keys.iter().filter_map(|&key| image(key)).collect();
        self.count_unusable(keys.len() - recorded.len());
        recorded
    }

    fn count_unusable(&self, records: usize) {
        if let Some(stage) = self.stage {
            stage.count_unusable(records);
        }
    }

    fn count_reused(&self, records: usize) {
        if let Some(stage) = self.stage {
            stage.count_reused(records);
        }
    }

    /// Waits until all records are on the disk.
    fn sync(&self) -> Result<()> {
        self.stage.map_or(Ok(()), |stage| stage.sync())
    }

    /// The context with the threads that this number of images can use.
    fn useful<'e>(&self, images: usize, cx: Context<'e>) -> Context<'e> {
        // the kernels take eight residues at a time
        let image = IMAGE_NS + self.job.products() * cx.engine().costs().word_mul / 8.0;
        cx.for_work(image * images as f64)
    }

    /// The least number of primes of a batch: as many as there are threads; with a team a number that does not depend on it, so that any team
    /// takes the same primes.
    fn least(&self, cx: Context<'_>) -> usize {
        match self.team {
            Some(_) => BATCH,
            None => self.useful(cx.threads(), cx).threads(),
        }
    }

    /// The images modulo these primes; `have` counts images before them, `total` all (0 if unknown), for progress.
    fn images(
        &self,
        z: &Integers,
        primes: &[Modulus],
        [have, total]: [usize; 2],
        cx: Context<'_>,
    ) -> Result<Vec<Option<Image>>> {
        let done = AtomicUsize::new(have);
        let made = |group: &[Modulus], images: &[Option<Image>]| {
            if let Some(stage) = self.stage {
                for (p, image) in group.iter().zip(images) {
                    stage.append(p.n(), &Image::to_words(image.as_ref()))?;
                }
            }
            let count = group.len();
            cx.progress("primes", (done.fetch_add(count, Ordering::Relaxed) + count) as u64, total as u64);
            Ok(())
        };
        match &self.team {
            Some((team, request)) => self.shared(*team, request, primes, &made, cx),
            None => compute(z, &self.work, &self.operands, primes, &made, self.useful(primes.len(), cx)),
        }
    }

    /// The images modulo these primes, computed by a team.
    fn shared(
        &self,
        team: &dyn Team,
        request: &Request,
        primes: &[Modulus],
        made: &Made<'_>,
        cx: Context<'_>,
    ) -> Result<Vec<Option<Image>>> {
        let mut images = HashMap::new();
        let mut groups = primes.chunks(GROUP).map(|group| group.iter().map(|p| p.n()).collect::<Vec<_>>());
        team.share(request, &mut groups, &mut |group, bytes| {
            cx.check()?;
            let moduli = group.iter().map(|&p| Modulus::new(p)).collect::<Result<Vec<_>>>()?;
            let found = remote::images(&bytes, group.len()).and_then(|words| {
                moduli.iter().zip(words).map(|(&p, w)| Image::from_words(self.job, p, &w)).collect::<Option<Vec<_>>>()
            });
            let found = found.ok_or_else(|| remote::failed("its images are none of this computation".into()))?;
            made(&moduli, &found)?;
            images.extend(group.iter().copied().zip(found));
            Ok(())
        })?;
        let missing = || remote::failed("a group of primes has no images".into());
        primes.iter().map(|p| images.remove(&p.n()).ok_or_else(missing)).collect()
    }
}

/// Number of primes modulo which the operands' residues are held at a time. Where a quarter of the memory limit suffices, these are a group at least,
/// because residues modulo fewer cost more each, and as many as all threads compute at once.
pub fn most_at_a_time(work: &Work, operands: &[View<'_, Integers>], cx: Context<'_>) -> usize {
    let lengths: Vec<usize> = operands.iter().map(|v| v.len()).collect();
    let words = lengths.iter().sum::<usize>().max(1);
    let fit = usize::try_from(cx.engine().memory() / 32).unwrap_or(usize::MAX) / words;
    let at_once = cx.threads() * work.together(&lengths, BATCH, cx);
    (HELD / words).max(GROUP).max(at_once).min(fit).max(cx.threads())
}

/// Told of the images of a group of primes when they are there.
pub(super) type Made<'a> = dyn Fn(&[Modulus], &[Option<Image>]) -> Result<()> + Sync + 'a;

/// The images modulo these primes, computed in parallel; `made` is told of each group.
///
/// # Errors
/// Those of [`Work::images`] and of `made`.
pub(super) fn compute(
    z: &Integers,
    work: &Work,
    operands: &[View<'_, Integers>],
    primes: &[Modulus],
    made: &Made<'_>,
    cx: Context<'_>,
) -> Result<Vec<Option<Image>>> {
    let residues = operands.iter().map(|v| z.residues(*v, primes, cx)).collect::<Result<Vec<Buf>>>()?;
    let lengths: Vec<usize> = operands.iter().map(|v| v.len()).collect();
    let together = work.together(&lengths, primes.len(), cx);
    // an engine of one thread for the rings of single primes
    let alone = cx.engine().unwatched_thread();
    let groups: Vec<(usize, &[Modulus])> = (0..).step_by(together).zip(primes.chunks(together)).collect();
    let images = cx.inside(|cx| {
        cx.map(groups, |(first, group): (usize, &[Modulus]), cx| {
            cx.check()?;
            let mut operands = Vec::with_capacity(residues.len());
            for (&len, words) in lengths.iter().zip(&residues) {
                let run = |i: usize| &words[i * len..][..len];
                operands.push((first..first + group.len()).map(run).collect::<Vec<_>>());
            }
            let images = work.images(alone, group, &operands)?;
            made(group, &images)?;
            Ok(images)
        })
    })?;
    Ok(images.into_iter().flatten().collect())
}

/// The polynomial over Z/p with these residues.
pub(super) fn reduced(field: &AnyRing, residues: &[u64]) -> Result<Poly<AnyRing>> {
    Ok(Poly::from_coeffs(field, field.of_residues(residues)?))
}

/// Residues of a polynomial's first `len` coefficients, padded with zeros.
pub(super) fn padded(p: &Poly<AnyRing>, len: usize) -> Vec<u64> {
    let mut words = p.ring().residues(p.coeffs()).to_vec();
    words.resize(len, 0);
    words
}
