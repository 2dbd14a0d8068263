//! Transforms of one length modulo several primes at once.
//!
//! An image is the transform of a factor modulo k primes: one buffer of k runs of `len` words, a run for each prime.
//! Unfinished residues lack a factor, given by [`MultiNtt::lacking`], and are not reduced to [0, p_i).

use super::passes::{self, Filling, Other};
use crate::{
    Result,
    arith::Modulus,
    cpu::Target,
    engine::Context,
    kernels::residues::{Form, WordReconstruct},
    transform::ntt::ProductNtt,
};

/// Least length of transforms that report their progress.
const WORTH_TELLING: usize = 1 << 20;

/// Writer of a factor's residues into an image.
#[derive(Clone, Copy)]
pub struct Load<'a> {
    /// Number of words of a run that it writes; the others count as zeros.
    pub len: usize,
    /// `write(i, first, words)` writes the words of prime i's run from `first` on: residues in [0, p_i).
    pub write: &'a (dyn Fn(usize, usize, &mut [u64]) + Sync),
}

/// The second factor of a product.
pub enum Factor<'a> {
    /// The first factor again.
    Same,
    /// The image of a factor.
    Image(&'a [u64]),
    /// A factor that is transformed along with the first, in a buffer of at least one run. A thread uses a run of its own.
    Loaded(Load<'a>, &'a mut [u64]),
}

/// k transforms of `len` values, one for each prime.
#[derive(Clone, Debug)]
pub struct MultiNtt {
    len: usize,
    transforms: Vec<ProductNtt>,
}

impl MultiNtt {
    /// Transforms modulo each of these primes, at least one; `len` values, a length that [`ProductNtt::length`]
    /// returns.
    ///
    /// # Errors
    /// Those of [`ProductNtt::new`]; [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn new(primes: impl IntoIterator<Item = u64>, len: usize, cx: Context<'_>) -> Result<Self> {
        /// Nanoseconds of a value in the tables.
        const VALUE_NS: f64 = 5.0;
        let (target, plans) = (cx.engine().target(), cx.engine().plans());
        let reduction = cx.engine().costs().reduction();
        let primes: Vec<u64> = primes.into_iter().collect();
        let work = VALUE_NS * (primes.len() * len) as f64;
        let transforms = cx.for_work(work).map(primes, |p, cx| {
            cx.check()?;
            ProductNtt::new(target, p, len, reduction, plans)
        })?;
        Ok(MultiNtt { len, transforms })
    }

    /// Number of values of each transform.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no prime.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.transforms.is_empty()
    }

    /// Whether products are computed modulo x^len − 1.
    #[must_use]
    pub fn is_cyclic(&self) -> bool {
        self.len.is_power_of_two()
    }

    /// Number of primes.
    #[must_use]
    pub fn primes(&self) -> usize {
        self.transforms.len()
    }

    /// The prime of index i.
    #[must_use]
    pub fn modulus(&self, i: usize) -> Modulus {
        self.transforms[i].modulus()
    }

    /// Whether both are modulo the same primes, in the same order, and images of cyclic products begin with those of this shorter length.
    #[must_use]
    pub fn has_prefix(&self, shorter: &MultiNtt) -> bool {
        let mut pairs = self.transforms.iter().zip(&shorter.transforms);
        self.primes() == shorter.primes() && pairs.all(|(x, y)| x.modulus() == y.modulus() && x.has_prefix(y))
    }

    /// The primes.
    #[must_use]
    pub fn moduli(&self) -> Vec<Modulus> {
        self.transforms.iter().map(ProductNtt::modulus).collect()
    }

    /// Number of words of an image.
    #[must_use]
    pub fn image_words(&self) -> usize {
        self.len * self.transforms.len()
    }

    /// Fills an image with the transforms of the residues that `load` writes, modulo each prime.
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn forward(&self, image: &mut [u64], load: Load<'_>, cx: Context<'_>) -> Result<()> {
        let forward = |i: usize, run: &mut [u64], cx: Context<'_>| {
            passes::load(&self.transforms[i], i, run, load, cx);
            passes::rows(&self.transforms[i], 0, run, Other::Nothing, cx);
        };
        self.each(image, cx, forward)
    }

    /// Writes to `image` the product of the factor `a` by `b`, as unfinished residues (see
    /// [`inverse_unfinished`](Self::inverse_unfinished)). The primes are done one after another, or one by each thread.
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    ///
    /// # Panics
    /// If the image or the spare buffer has a wrong length.
    pub fn product(&self, image: &mut [u64], a: Load<'_>, b: Factor<'_>, cx: Context<'_>) -> Result<()> {
        let product = |i: usize, run: &mut [u64], other: Other<'_>, cx: Context<'_>| {
            let t = &self.transforms[i];
            passes::load(t, i, run, a, cx);
            passes::rows(t, 0, run, other, cx);
            passes::last(t, run, cx);
        };
        match b {
            Factor::Same => self.each(image, cx, |i, run, cx| product(i, run, Other::Same, cx)),
            Factor::Image(b) => {
                self.each(image, cx, |i, run, cx| product(i, run, Other::Image(self.part(i, 0, b, self.len)), cx))
            }
            Factor::Loaded(b, spare) if self.shares_transforms(cx) => self.shared_product(image, a, b, spare, cx),
            Factor::Loaded(b, spare) => {
                let loaded = |i: usize, run: &mut [u64], spare: &mut [u64], cx: Context<'_>| {
                    passes::load(&self.transforms[i], i, spare, b, cx);
                    product(i, run, Other::Loaded(spare), cx);
                };
                self.each_with(image, Some(spare), cx, loaded)
            }
        }
    }

    /// A product where the threads share each transform: they synchronise twice for each prime.
    fn shared_product(
        &self,
        image: &mut [u64],
        a: Load<'_>,
        b: Load<'_>,
        spare: &mut [u64],
        cx: Context<'_>,
    ) -> Result<()> {
        assert_eq!(image.len(), self.image_words(), "an image of another plan");
        let spare = &mut spare[..self.len];
        let mut before: Option<(&ProductNtt, &mut [u64])> = None;
        for (i, (t, run)) in self.transforms.iter().zip(image.chunks_exact_mut(self.len)).enumerate() {
            let runs = [Some((a, &mut *run)), Some((b, &mut *spare))];
            passes::between(before, Some(Filling { t, i, runs }), cx);
            passes::rows(t, 0, run, Other::Loaded(spare), cx);
            before = Some((t, run));
            self.tell(i, cx);
        }
        passes::between(before, None, cx);
        cx.check()
    }

    /// Reports that prime i is finished, for long transforms only.
    fn tell(&self, i: usize, cx: Context<'_>) {
        if self.len >= WORTH_TELLING {
            cx.progress("transforms", (i + 1) as u64, self.primes() as u64);
        }
    }

    /// Whether the threads share each transform: those that are long enough, on a kernel made of rows.
    fn shares_transforms(&self, cx: Context<'_>) -> bool {
        cx.threads() > 1 && self.transforms.iter().all(|t| passes::shared(t.rows().is_some(), self.len))
    }

    /// Whether threads share each transform of `len` values modulo primes of `bits` bits.
    #[must_use]
    pub fn shares(target: Target, bits: u32, len: usize) -> bool {
        passes::shared(ProductNtt::has_rows(target, bits), len)
    }

    /// a = a·b.
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn multiply(&self, a: &mut [u64], b: &[u64], cx: Context<'_>) -> Result<()> {
        self.parts(a, cx, |i, first, part| self.transforms[i].multiply(first, part, self.part(i, first, b, part.len())))
    }

    /// a = a².
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn square(&self, a: &mut [u64], cx: Context<'_>) -> Result<()> {
        self.parts(a, cx, |i, first, part| self.transforms[i].square(first, part))
    }

    /// out = a·b.
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn product_into(&self, out: &mut [u64], a: &[u64], b: &[u64], cx: Context<'_>) -> Result<()> {
        self.parts(out, cx, |i, first, part| {
            let (a, b) = (self.part(i, first, a, part.len()), self.part(i, first, b, part.len()));
            self.transforms[i].product(first, part, a, b);
        })
    }

    /// s += a·b, where s holds zeros or a sum of products.
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn add_product(&self, s: &mut [u64], a: &[u64], b: &[u64], cx: Context<'_>) -> Result<()> {
        self.parts(s, cx, |i, first, part| {
            let (a, b) = (self.part(i, first, a, part.len()), self.part(i, first, b, part.len()));
            self.transforms[i].add_product(first, part, a, b);
        })
    }

    /// The `len` words of prime i's run in an image, from `first` on.
    fn part<'a>(&self, i: usize, first: usize, image: &'a [u64], len: usize) -> &'a [u64] {
        &image[i * self.len + first..][..len]
    }

    /// Applies `f(prime, first word, words)` to parts of all runs of an image, divided among the threads.
    fn parts(&self, image: &mut [u64], cx: Context<'_>, f: impl Fn(usize, usize, &mut [u64]) + Sync) -> Result<()> {
        /// Alignment of the parts in words: leaves come in pairs of 16 words, and lengths from 640 on are multiples of
        /// 128.
        const UNIT: usize = 128;
        if cx.threads() == 1 || !self.len.is_multiple_of(UNIT) {
            return self.each(image, cx, |i, run, _| f(i, 0, run));
        }
        assert_eq!(image.len(), self.image_words(), "an image of another plan");
        cx.for_chunks(image, UNIT, |first, mut words| {
            let mut at = first * UNIT;
            while !words.is_empty() && cx.check().is_ok() {
                let (part, rest) = words.split_at_mut((self.len - at % self.len).min(words.len()));
                f(at / self.len, at % self.len, part);
                (at, words) = (at + part.len(), rest);
            }
        });
        cx.check()
    }

    /// Transforms a product of images, or a sum of them, back to residues in [0, p_i), each multiplied by `factor(i)`.
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn inverse(&self, image: &mut [u64], factor: impl Fn(usize) -> u64 + Sync, cx: Context<'_>) -> Result<()> {
        if self.transforms.iter().all(|t| t.rows().is_none()) {
            return self.each(image, cx, |i, run, _| self.transforms[i].inverse(run, factor(i)));
        }
        self.inverse_unfinished(image, cx)?;
        self.parts(image, cx, |i, _, part| self.transforms[i].finish(part, factor(i)))
    }

    /// As [`inverse`](Self::inverse), but to unfinished residues, which the result of [`word_reconstruct`](Self::word_reconstruct)
    /// finishes them.
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn inverse_unfinished(&self, image: &mut [u64], cx: Context<'_>) -> Result<()> {
        self.each(image, cx, |i, run, cx| {
            passes::rows_back(&self.transforms[i], 0, run, cx);
            passes::last(&self.transforms[i], run, cx);
        })
    }

    /// Reduces unfinished residues to [0, p_i).
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn finish(&self, image: &mut [u64], cx: Context<'_>) -> Result<()> {
        self.parts(image, cx, |i, _, part| self.transforms[i].finish(part, 1))
    }

    /// Reduces the unfinished residues of the only prime, from index `first` on, into `out`.
    pub fn finish_into(&self, image: &[u64], first: usize, out: &mut [u64]) {
        self.transforms[0].finish_into(&image[first..first + out.len()], out);
    }

    /// The factor that each prime's unfinished residues lack; `None` without vector kernels, which alone leave residues
    /// unfinished.
    #[must_use]
    pub fn lacking(&self) -> Option<Vec<u64>> {
        self.transforms.iter().map(|t| t.kernel().map(|_| t.lacking())).collect()
    }

    /// The vector kernel from unfinished residues to words modulo n, where there is one for these primes.
    #[must_use]
    pub fn word_reconstruct(&self, n: Modulus) -> Option<WordReconstruct> {
        let kernel = self.transforms.first().and_then(ProductNtt::kernel)?;
        let (moduli, form) = (self.moduli(), Form { needs: kernel.needs(), doubles: kernel.values() });
        WordReconstruct::applies(&moduli, form).then_some(())?;
        Some(WordReconstruct::new(n, &moduli, &self.lacking()?, form))
    }

    /// Applies `f(prime, run, context)` to every run of an image: one run after another, or a range of primes for each
    /// thread.
    fn each(
        &self,
        image: &mut [u64],
        cx: Context<'_>,
        f: impl Fn(usize, &mut [u64], Context<'_>) + Sync,
    ) -> Result<()> {
        self.each_with(image, None, cx, |i, run, _, cx| f(i, run, cx))
    }

    /// [`each`](Self::each) with a spare run for each thread. Fewer spare runs mean fewer threads.
    fn each_with(
        &self,
        image: &mut [u64],
        spare: Option<&mut [u64]>,
        cx: Context<'_>,
        f: impl Fn(usize, &mut [u64], &mut [u64], Context<'_>) + Sync,
    ) -> Result<()> {
        assert_eq!(image.len(), self.image_words(), "an image of another plan");
        let most = spare.as_ref().map_or(usize::MAX, |spare| spare.len() / self.len);
        assert!(most > 0, "no room for the second factor");
        let one = |i: usize, run: &mut [u64], spare: &mut [u64], cx: Context<'_>| {
            if cx.check().is_ok() {
                f(i, run, spare, cx);
                self.tell(i, cx);
            }
        };
        let mut spares = spare.into_iter().flat_map(|spare| spare.chunks_exact_mut(self.len));
        let shared = self.shares_transforms(cx);
        let threads = if shared { 1 } else { cx.threads().min(self.primes()).min(most) };
        if threads == 1 {
            let (spare, cx) = (spares.next().unwrap_or_default(), if shared { cx } else { cx.alone() });
            image.chunks_exact_mut(self.len).enumerate().for_each(|(i, run)| one(i, run, spare, cx));
            return cx.check();
        }
        // a range of primes for each thread, with one spare run
        let share = self.primes().div_ceil(threads);
        let ranges = image.chunks_mut(share * self.len).map(|runs| (runs, spares.next().unwrap_or_default()));
        cx.map(ranges.enumerate().collect(), |(range, (runs, spare)), cx| {
            for (i, run) in runs.chunks_exact_mut(self.len).enumerate() {
                one(range * share + i, run, spare, cx.alone());
            }
            Ok(())
        })?;
        cx.check()
    }
}
