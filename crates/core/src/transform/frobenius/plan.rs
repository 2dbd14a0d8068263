//! Plan of a transform of polynomials over F_2.

use super::orders::Shape;
use crate::{
    cpu::Target,
    kernels::gf60::{self, Gf60Kernel, PrimeFactorFft},
    scratch::Buf,
    transform::cache::Cached,
};

/// The transform between polynomials over F_2 modulo 1 + x^m + x^(2·m) + … + x^(60·m) and their images, m words each.
///
/// Products of images are images of products. The modulus divides x^(61·m) − 1, so that a product of degree below 60·m
/// is exact; a longer one is wrapped: the coefficients from x^(61·m) on are added to those from x^0 on, and then
/// coefficient i + 60·m, for 0 ≤ i < m, is added to the coefficients i, i + m … i + 59·m.
///
/// Polynomials are packed 64 coefficients a word, that of x^0 in the lowest bit of the first word.
///
/// ```
/// use polymod_core::{cpu::Target, transform::frobenius::{Alone, FrobeniusPlan}};
///
/// let plan = FrobeniusPlan::for_bits(900, Target::AVX512);
/// let (mut a, mut b) = (plan.new_image(), plan.new_image());
/// plan.forward(&[0b111], &mut a, &Alone); // 1 + x + x²
/// plan.forward(&[0b011, 1], &mut b, &Alone); // 1 + x + x^64
/// plan.multiply(&mut a, &b);
/// let mut product = [0; 2];
/// plan.inverse(&mut a, &mut product, &Alone);
/// assert_eq!(product, [0b1001, 0b111]); // 1 + x³ + x^64 + x^65 + x^66
/// ```
#[derive(Debug)]
pub struct FrobeniusPlan {
    grid: PrimeFactorFft,
    shape: Shape,
}

impl Cached for FrobeniusPlan {
    fn bytes(&self) -> usize {
        size_of::<Self>() + FrobeniusPlan::bytes(self)
    }
}

impl FrobeniusPlan {
    /// Largest number of coefficients of a product: the largest order is 3²·5²·7·11·13·31·41.
    pub const MAX_BITS: usize = 60_usize.saturating_mul(286_260_975);

    /// The plan predicted to be fastest of all orders for which a product of `bits` coefficients is exact, with
    /// instructions of at most the level `target`.
    ///
    /// # Panics
    /// With more than [`MAX_BITS`](Self::MAX_BITS).
    #[must_use]
    pub fn for_bits(bits: usize, target: Target) -> Self {
        Self::with_shape(Shape::for_bits(bits), target)
    }

    /// The plan of this shape, with instructions of at most the level `target`.
    ///
    /// # Panics
    /// Never for shapes made by [`Shape`]'s functions.
    #[must_use]
    pub fn with_shape(shape: Shape, target: Target) -> Self {
        Self::with_kernel(shape, gf60::kernels(target).next().expect("the portable kernel runs everywhere"))
    }

    /// The plan of this shape on a kernel of [`gf60::kernels`].
    ///
    /// # Panics
    /// As [`with_shape`](Self::with_shape).
    #[must_use]
    pub fn with_kernel(shape: Shape, kernel: &'static Gf60Kernel) -> Self {
        let [rows, columns] = shape.orders();
        FrobeniusPlan { grid: PrimeFactorFft::new(kernel, &rows, &columns), shape }
    }

    /// The passes, for callers that divide them among threads: columns by strips, rows by blocks of an image.
    #[must_use]
    pub fn grid(&self) -> &PrimeFactorFft {
        &self.grid
    }

    /// The order of the transform, and its factorisation into rows and columns.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The order m of the transform, which is the number of elements of an image.
    #[must_use]
    pub fn order(&self) -> usize {
        self.grid.order()
    }

    /// Number of coefficients, 60·m, up to which a product is exact.
    #[must_use]
    pub fn bits(&self) -> usize {
        self.order().saturating_mul(60)
    }

    /// Number of words of an image: m, and padding to whole vectors.
    #[must_use]
    pub fn image_len(&self) -> usize {
        self.grid.image_len()
    }

    /// Number of bytes that the plan holds.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.grid.bytes()
    }

    /// The image of zero.
    #[must_use]
    pub fn new_image(&self) -> Vec<u64> {
        vec![0; self.image_len()]
    }

    /// Transforms a polynomial of degree below 61·m to its image; words beyond that degree are ignored.
    ///
    /// In: any length, even 0. Out: every word of the image. Cost: one transform. Faster when the image begins at a multiple
    /// of 64 bytes.
    ///
    /// # Panics
    /// Unless the image has [`image_len`](Self::image_len) words.
    pub fn forward(&self, bits: &[u64], image: &mut [u64], workers: &impl Workers) {
        self.forward_columns(bits, image, workers);
        let block_len = self.grid.block_len();
        let each = block_len * self.blocks_each(workers);
        workers.each(image.chunks_mut(each).collect(), |blocks| self.grid.rows(blocks));
    }

    /// The part of [`forward`](Self::forward) that transforms columns.
    fn forward_columns(&self, bits: &[u64], image: &mut [u64], workers: &impl Workers) {
        assert_eq!(image.len(), self.image_len(), "an image of this plan");
        let shares = self.grid.column_shares(image, workers.count());
        if self.grid.in_sheets() {
            return workers.each(shares, |(first, mut blocks)| {
                let mut work = workers.buffer(self.grid.sheet_len());
                self.grid.encoded_columns(bits, first, &mut blocks, &mut work);
            });
        }
        let mut elements = workers.buffer(self.grid.elements_len());
        let each = elements.len().div_ceil(workers.count()).next_multiple_of(GROUP);
        workers.each(elements.chunks_mut(each).enumerate().collect(), |(i, part)| {
            self.grid.encode(bits, i * each, part);
        });
        workers.each(shares, |(first, mut blocks)| {
            let mut work = workers.buffer(self.grid.work_len());
            self.grid.columns(&elements, first, &mut blocks, &mut work);
        });
    }

    /// Number of blocks of an image for each worker.
    fn blocks_each(&self, workers: &impl Workers) -> usize {
        (self.image_len() / self.grid.block_len()).div_ceil(workers.count())
    }

    /// image = image·by.
    ///
    /// # Panics
    /// Unless both have [`image_len`](Self::image_len) words.
    pub fn multiply(&self, image: &mut [u64], by: &[u64]) {
        assert!(image.len() == self.image_len() && by.len() == image.len(), "images of this plan");
        self.grid.multiply(image, by);
    }

    /// image = image².
    ///
    /// # Panics
    /// Unless it has [`image_len`](Self::image_len) words.
    pub fn square(&self, image: &mut [u64]) {
        assert_eq!(image.len(), self.image_len(), "an image of this plan");
        self.grid.square(image);
    }

    /// acc = acc + a·b.
    ///
    /// # Panics
    /// Unless all have [`image_len`](Self::image_len) words.
    pub fn multiply_add(&self, acc: &mut [u64], a: &[u64], b: &[u64]) {
        assert!(acc.len() == self.image_len() && a.len() == acc.len() && b.len() == acc.len(), "images of this plan");
        self.grid.product(acc, a, b, true);
    }

    /// out = a·b for matrices whose entries are images, or several consecutive images: `dims` are the rows of a, its
    /// columns, which are b's rows, and b's columns; entries are listed row by row.
    ///
    /// Cost: 2·m·k·n carry-less instructions for each eight values, m, k and n the three of `dims`, and each image read once.
    ///
    /// # Panics
    /// When the numbers of entries do not match `dims`, or the entries differ in length.
    pub fn matrix_product<'a>(
        &self,
        dims: [usize; 3],
        out: &mut [&mut [u64]],
        a: &[&'a [u64]],
        b: &[&'a [u64]],
        workers: &impl Workers,
    ) {
        const LINE: usize = 8;
        let len = out.first().map_or(0, |out| out.len());
        assert!(a.iter().chain(b).all(|x| x.len() == len) && out.iter().all(|x| x.len() == len), "equally long images");
        let each = len.div_ceil(workers.count()).next_multiple_of(LINE).max(LINE);
        let mut shares: Vec<(usize, Vec<&mut [u64]>)> = (0..len).step_by(each).map(|at| (at, Vec::new())).collect();
        for out in out {
            for ((_, share), part) in shares.iter_mut().zip(out.chunks_mut(each)) {
                share.push(part);
            }
        }
        workers.each(shares, |(first, mut out)| {
            let parts = |entries: &[&'a [u64]]| -> Vec<&'a [u64]> {
                entries.iter().map(|x| &x[first..len.min(first + each)]).collect()
            };
            let (a, b) = (parts(a), parts(b));
            let mut work = workers.buffer(PrimeFactorFft::matrix_work_len(dims));
            self.grid.matrix_product(dims, &mut out, &a, &b, &mut work);
        });
    }

    /// Transforms an image to its polynomial of degree below 60·m, truncated to the length of `bits` or padded with
    /// zeros. The image is used up.
    ///
    /// Cost: one transform.
    ///
    /// # Panics
    /// Unless the image has [`image_len`](Self::image_len) words.
    pub fn inverse(&self, image: &mut [u64], bits: &mut [u64], workers: &impl Workers) {
        let each = self.grid.block_len() * self.blocks_each(workers);
        workers.each(image.chunks_mut(each).collect(), |blocks| self.grid.rows(blocks));
        self.columns_back(image, bits, workers);
    }

    /// Writes to `bits` the product of two polynomials of degree below 61·m, modulo 1 + x^m + … + x^(60·m), truncated
    /// or padded with zeros; the square of `a` if `b` is `None`. Blocks of both images are multiplied while in cache,
    /// with fewer passes over memory than [`forward`](Self::forward), [`multiply`](Self::multiply) and
    /// [`inverse`](Self::inverse) take.
    ///
    /// Cost: three transforms, two of them for a square.
    pub fn product(&self, a: &[u64], b: Option<&[u64]>, bits: &mut [u64], workers: &impl Workers) {
        let mut image = workers.buffer(self.image_len());
        self.forward_columns(a, &mut image, workers);
        let block_len = self.grid.block_len();
        let each = block_len * self.blocks_each(workers);
        if let Some(b) = b {
            let mut by = workers.buffer(self.image_len());
            self.forward_columns(b, &mut by, workers);
            workers.each(image.chunks_mut(each).zip(by.chunks_mut(each)).collect(), |(image, by)| {
                for (x, y) in image.chunks_exact_mut(block_len).zip(by.chunks_exact_mut(block_len)) {
                    self.grid.rows(x);
                    self.grid.rows(y);
                    self.grid.multiply(x, y);
                    self.grid.rows(x);
                }
            });
        } else {
            workers.each(image.chunks_mut(each).collect(), |image| {
                for x in image.chunks_exact_mut(block_len) {
                    self.grid.rows(x);
                    self.grid.square(x);
                    self.grid.rows(x);
                }
            });
        }
        self.columns_back(&image, bits, workers);
    }

    fn columns_back(&self, image: &[u64], bits: &mut [u64], workers: &impl Workers) {
        let mut elements = workers.buffer(self.grid.elements_len());
        workers.each(self.grid.row_shares(&mut elements, workers.count()), |(first, mut rows)| {
            let mut work = workers.buffer(self.grid.work_len());
            self.grid.columns_back(image, first, &mut rows, &mut work);
        });
        let mut heads = vec![0; HEADS * workers.count()];
        workers.each(self.grid.decode_shares(bits, &mut heads), |share| self.grid.decode_share(&elements, share));
        self.grid.join_shares(bits, &heads);
    }
}

/// Number of words that each share of the decoding hands to the next.
const HEADS: usize = 60;
/// Elements are encoded in multiples of this number.
const GROUP: usize = 512;

/// Threads that share the passes of a transform, with their buffers.
pub trait Workers: Sync {
    /// Number of workers, at least 1.
    fn count(&self) -> usize;
    /// Applies `f` to each item, at the same time where there are several threads.
    fn each<I: Send>(&self, items: Vec<I>, f: impl Fn(I) + Sync + Send);
    /// A buffer of `len` words of any content.
    fn buffer(&self, len: usize) -> Buf;
}

/// The calling thread alone, with newly allocated buffers.
#[derive(Clone, Copy, Debug)]
pub struct Alone;

impl Workers for Alone {
    fn count(&self) -> usize {
        1
    }
    fn each<I: Send>(&self, items: Vec<I>, f: impl Fn(I) + Sync + Send) {
        items.into_iter().for_each(f);
    }
    fn buffer(&self, len: usize) -> Buf {
        Buf::dirty(None, len)
    }
}
