//! A transform of polynomials over F_2, ready to run.

use super::orders::Shape;
use crate::{
    cpu::Isa,
    kernels::gf60::{self, Gf60Kernel, Grid},
    scratch::Buf,
    transform::cache::Cached,
};

/// The transform between polynomials over F_2 modulo 1 + x^m + x^(2·m) + … + x^(60·m) and their images, m words each.
///
/// Products of images are images of products. The modulus divides x^(61·m) − 1, so that a product comes back whole if its
/// degree is below 60·m; a longer one comes back with coefficient i + 60·m, for 0 ≤ i < m, added to the coefficients i,
/// i + m … i + 59·m, after those from x^(61·m) on were added to those of x^0 on.
///
/// A polynomial is 64 coefficients a word, that of x^0 in the lowest bit of the first one.
///
/// ```
/// use polymod_core::{cpu::Isa, transform::frobenius::{Alone, FrobeniusPlan}};
///
/// let plan = FrobeniusPlan::for_bits(900, Isa::Avx512);
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
    grid: Grid,
    shape: Shape,
}

impl Cached for FrobeniusPlan {
    fn bytes(&self) -> usize {
        size_of::<Self>() + FrobeniusPlan::bytes(self)
    }
}

impl FrobeniusPlan {
    /// Products of at most so many coefficients: the largest order is 3²·5²·7·11·13·31·41.
    pub const MAX_BITS: usize = 60_usize.saturating_mul(286_260_975);

    /// A plan by which a product of `bits` coefficients comes back whole, with no more than these instructions: of all
    /// orders that hold it the one predicted to be fastest.
    ///
    /// # Panics
    /// With more than [`MAX_BITS`](Self::MAX_BITS).
    #[must_use]
    pub fn for_bits(bits: usize, isa: Isa) -> Self {
        Self::with_shape(Shape::for_bits(bits), isa)
    }

    /// A plan of this shape, with no more than these instructions.
    ///
    /// # Panics
    /// Never for shapes made by [`Shape`]'s functions.
    #[must_use]
    pub fn with_shape(shape: Shape, isa: Isa) -> Self {
        Self::with_kernel(shape, gf60::kernels(isa).next().expect("the portable kernel runs everywhere"))
    }

    /// A plan of this shape on a kernel of [`gf60::kernels`].
    ///
    /// # Panics
    /// As [`with_shape`](Self::with_shape).
    #[must_use]
    pub fn with_kernel(shape: Shape, kernel: &'static Gf60Kernel) -> Self {
        let [rows, columns] = shape.orders();
        FrobeniusPlan { grid: Grid::new(kernel, &rows, &columns), shape }
    }

    /// The passes, for those who share them among threads: columns by strips, rows by blocks of an image.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The order of the transform, and how it is cut.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// m: the order of the transform, and elements of an image.
    #[must_use]
    pub fn order(&self) -> usize {
        self.grid.order()
    }

    /// 60·m: a product of so many coefficients comes back whole.
    #[must_use]
    pub fn bits(&self) -> usize {
        self.order().saturating_mul(60)
    }

    /// Words of an image: m and what fills up vectors.
    #[must_use]
    pub fn image_len(&self) -> usize {
        self.grid.image_len()
    }

    /// Bytes that the plan holds.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.grid.bytes()
    }

    /// The image of zero.
    #[must_use]
    pub fn new_image(&self) -> Vec<u64> {
        vec![0; self.image_len()]
    }

    /// The image of a polynomial of degree below 61·m; words beyond that degree are ignored.
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

    /// The half of [`forward`](Self::forward) that goes through columns.
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

    /// Blocks of an image for each worker.
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

    /// out = a·b for matrices whose entries are images, or several images each one behind the other: `dims` are the rows of a,
    /// its columns, which are b's rows, and b's columns; entries are listed row by row.
    ///
    /// Cost: 2·m·k·n carry-less instructions for each eight values, m, k and n the three of `dims`, and each image read once.
    ///
    /// # Panics
    /// When there are not so many entries, or they are not all of one length.
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
            let mut work = workers.buffer(Grid::matrix_work_len(dims));
            self.grid.matrix_product(dims, &mut out, &a, &b, &mut work);
        });
    }

    /// The polynomial of degree below 60·m with this image, cut to the words of `bits` or filled up with zeros. The image is used up.
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

    /// The product of two polynomials of degree below 61·m, modulo 1 + x^m + … + x^(60·m), cut or filled up likewise; of a
    /// square with itself, where there is no other. Blocks of both images meet in a cache, with less walks through memory than
    /// [`forward`](Self::forward), [`multiply`](Self::multiply) and [`inverse`](Self::inverse) take.
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

/// Words that a share of the way back to bits hands on.
const HEADS: usize = 60;
/// Elements are encoded by multiples of this.
const GROUP: usize = 512;

/// Threads that share the passes of a transform, and their buffers.
pub trait Workers: Sync {
    /// How many there are, at least 1.
    fn count(&self) -> usize;
    /// `f` of each item, at the same time where there are several threads.
    fn each<I: Send>(&self, items: Vec<I>, f: impl Fn(I) + Sync + Send);
    /// So many words of any content.
    fn buffer(&self, len: usize) -> Buf;
}

/// The calling thread, and fresh memory.
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
