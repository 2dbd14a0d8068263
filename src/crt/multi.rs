//! Transforms of one length modulo several primes at once.
//!
//! An image is one buffer of k runs of `len` words, prime by prime.

use crate::{
    Result,
    arith::Modulus,
    cpu::Isa,
    engine::Cx,
    kernels::residues::{self, WordJoiner},
    transform::ntt::ProductNtt,
};

/// Transforms of this many values report their progress.
const WORTH_TELLING: usize = 1 << 20;

/// k transforms of `len` values, one a prime.
#[derive(Clone, Debug)]
pub struct MultiNtt {
    len: usize,
    transforms: Vec<ProductNtt>,
}

impl MultiNtt {
    /// Transforms of `len` values, as [`ProductNtt::length`] gives them, modulo each of these primes, at least one.
    ///
    /// # Errors
    /// Those of [`ProductNtt::new`].
    pub fn new(primes: impl IntoIterator<Item = u64>, len: usize, cx: Cx<'_>) -> Result<Self> {
        let transform = |p| ProductNtt::new(cx.engine().isa(), p, len, cx.engine().plans());
        Ok(MultiNtt { len, transforms: primes.into_iter().map(transform).collect::<Result<_>>()? })
    }

    /// Values a transform.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no prime.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.transforms.is_empty()
    }

    /// Whether products come back modulo x^len − 1.
    #[must_use]
    pub fn is_cyclic(&self) -> bool {
        self.len.is_power_of_two()
    }

    /// Number of primes.
    #[must_use]
    pub fn primes(&self) -> usize {
        self.transforms.len()
    }

    /// Prime i.
    #[must_use]
    pub fn modulus(&self, i: usize) -> Modulus {
        self.transforms[i].modulus()
    }

    /// Whether both are modulo the same primes, in the same order.
    #[must_use]
    pub fn same_primes(&self, other: &MultiNtt) -> bool {
        let mut pairs = self.transforms.iter().zip(&other.transforms);
        self.primes() == other.primes() && pairs.all(|(x, y)| x.modulus() == y.modulus())
    }

    /// All primes.
    #[must_use]
    pub fn moduli(&self) -> Vec<Modulus> {
        self.transforms.iter().map(ProductNtt::modulus).collect()
    }

    /// Words of an image.
    #[must_use]
    pub fn image_words(&self) -> usize {
        self.len * self.transforms.len()
    }

    /// Fills an image: `load(i, run)` writes `len` residues in [0, p_i), then they are transformed.
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn forward(&self, image: &mut [u64], load: impl Fn(usize, &mut [u64]) + Sync, cx: Cx<'_>) -> Result<()> {
        if !self.shares_transforms(cx) {
            return self.each(image, cx, |i, run| {
                load(i, run);
                self.transforms[i].forward(run);
            });
        }
        self.each(image, cx, load)?;
        for (transform, run) in self.transforms.iter().zip(image.chunks_exact_mut(self.len)) {
            self.over_columns(transform, run, cx, |columns| transform.forward_top(columns))?;
            self.over_rows(transform, run, cx, |first, rows| transform.forward_rows(first, rows))?;
        }
        Ok(())
    }

    /// Whether the threads share each transform, because sharing out the primes would leave some without work.
    fn shares_transforms(&self, cx: Cx<'_>) -> bool {
        const LONG: usize = 1 << 14;
        let rows = self.transforms.iter().all(|t| t.rows().is_some());
        rows && self.len >= LONG && cx.threads() > 1 && !self.primes().is_multiple_of(cx.threads())
    }

    /// `f` on the columns of a transform's rows, a range of them a thread.
    fn over_columns(
        &self,
        transform: &ProductNtt,
        run: &mut [u64],
        cx: Cx<'_>,
        f: impl Fn(&mut [&mut [u64]]) + Sync,
    ) -> Result<()> {
        let row = self.len / transform.rows().unwrap_or(1);
        // whole cache lines a thread, and enough of them
        let part = row.div_ceil(cx.threads()).next_multiple_of(64);
        let mut parts: Vec<Vec<&mut [u64]>> = Vec::new();
        parts.resize_with(row.div_ceil(part), Vec::new);
        for row in run.chunks_exact_mut(row) {
            for (columns, part) in row.chunks_mut(part).zip(&mut parts) {
                part.push(columns);
            }
        }
        cx.map(parts, |mut columns, cx| {
            cx.check()?;
            f(&mut columns);
            Ok(())
        })?;
        Ok(())
    }

    /// `f(first row, rows)` on the rows of a transform, shared out over the threads.
    fn over_rows(
        &self,
        transform: &ProductNtt,
        run: &mut [u64],
        cx: Cx<'_>,
        f: impl Fn(usize, &mut [u64]) + Sync,
    ) -> Result<()> {
        let rows = transform.rows().unwrap_or(1);
        cx.for_chunks(run, self.len / rows, |first, part| {
            if cx.check().is_ok() {
                f(first, part);
            }
        });
        cx.check()
    }

    /// a = a·b.
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn multiply(&self, a: &mut [u64], b: &[u64], cx: Cx<'_>) -> Result<()> {
        self.parts(a, cx, |i, first, part| self.transforms[i].multiply(first, part, self.part(i, first, b, part.len())))
    }

    /// a = a².
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn square(&self, a: &mut [u64], cx: Cx<'_>) -> Result<()> {
        self.parts(a, cx, |i, first, part| self.transforms[i].square(first, part))
    }

    /// out = a·b.
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn product(&self, out: &mut [u64], a: &[u64], b: &[u64], cx: Cx<'_>) -> Result<()> {
        self.parts(out, cx, |i, first, part| {
            let (a, b) = (self.part(i, first, a, part.len()), self.part(i, first, b, part.len()));
            self.transforms[i].product(first, part, a, b);
        })
    }

    /// s += a·b, for s zeros or a sum of products.
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn add_product(&self, s: &mut [u64], a: &[u64], b: &[u64], cx: Cx<'_>) -> Result<()> {
        self.parts(s, cx, |i, first, part| {
            let (a, b) = (self.part(i, first, a, part.len()), self.part(i, first, b, part.len()));
            self.transforms[i].add_product(first, part, a, b);
        })
    }

    /// Words of prime i's run in an image.
    fn part<'a>(&self, i: usize, first: usize, image: &'a [u64], len: usize) -> &'a [u64] {
        &image[i * self.len + first..][..len]
    }

    /// `f(prime, first word, words)` on parts of all runs of an image, shared out over the threads.
    fn parts(&self, image: &mut [u64], cx: Cx<'_>, f: impl Fn(usize, usize, &mut [u64]) + Sync) -> Result<()> {
        /// Leaves come in pairs of 16 words; lengths from 640 on are multiples of 128.
        const UNIT: usize = 128;
        if cx.threads() == 1 || !self.len.is_multiple_of(UNIT) {
            return self.each(image, cx, |i, run| f(i, 0, run));
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

    /// Transforms a product, or sum of products, of images back to residues in [0, p_i), each times `factor(i)`.
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn inverse(&self, image: &mut [u64], factor: impl Fn(usize) -> u64 + Sync, cx: Cx<'_>) -> Result<()> {
        if !self.shares_transforms(cx) {
            return self.each(image, cx, |i, run| self.transforms[i].inverse(run, factor(i)));
        }
        self.inverse_unfinished(image, cx)?;
        self.parts(image, cx, |i, _, part| self.transforms[i].finish(part, factor(i)))
    }

    /// As [`inverse`](Self::inverse), for residues that the joiner of [`word_joiner`](Self::word_joiner) finishes.
    ///
    /// # Errors
    /// [`Error::Cancelled`](crate::Error::Cancelled).
    pub fn inverse_unfinished(&self, image: &mut [u64], cx: Cx<'_>) -> Result<()> {
        if !self.shares_transforms(cx) {
            return self.each(image, cx, |i, run| self.transforms[i].inverse_unfinished(run));
        }
        for (transform, run) in self.transforms.iter().zip(image.chunks_exact_mut(self.len)) {
            self.over_rows(transform, run, cx, |first, rows| transform.inverse_rows(first, rows))?;
            self.over_columns(transform, run, cx, |columns| transform.inverse_top(columns))?;
        }
        Ok(())
    }

    /// From the only prime's residues, as [`inverse_unfinished`](Self::inverse_unfinished) leaves them, from `first` on.
    pub fn finish_into(&self, image: &[u64], first: usize, out: &mut [u64]) {
        self.transforms[0].finish_into(&image[first..first + out.len()], out);
    }

    /// What each prime's unfinished residues lack, where there are vector kernels that leave them so.
    #[must_use]
    pub fn lacking(&self) -> Option<Vec<u64>> {
        self.transforms.iter().map(|t| t.kernel().map(|_| t.lacking())).collect()
    }

    /// A vector kernel's way from unfinished residues to words modulo n, where there is one for these primes and n.
    #[must_use]
    pub fn word_joiner(&self, n: Modulus) -> Option<WordJoiner> {
        let within = self.primes() <= residues::MAX_PRIMES
            && n.bits() <= residues::MAX_MODULUS_BITS
            && self.transforms.iter().all(|t| t.modulus().bits() <= residues::MAX_PRIME_BITS);
        let kernel = self.transforms.first().and_then(ProductNtt::kernel).filter(|k| within && k.isa == Isa::Avx512)?;
        Some(WordJoiner::new(n, &self.moduli(), &self.lacking()?, kernel.prepare))
    }

    /// `f(prime, run)` on every run of an image, a range of primes a thread.
    fn each(&self, image: &mut [u64], cx: Cx<'_>, f: impl Fn(usize, &mut [u64]) + Sync) -> Result<()> {
        assert_eq!(image.len(), self.image_words(), "an image of another plan");
        cx.for_chunks(image, self.len, |first, runs| {
            for (i, run) in runs.chunks_exact_mut(self.len).enumerate() {
                if cx.check().is_ok() {
                    f(first + i, run);
                    if self.len >= WORTH_TELLING {
                        cx.progress("transforms", (first + i + 1) as u64, self.primes() as u64);
                    }
                }
            }
        });
        cx.check()
    }
}
