//! A transform of polynomials over F_2, ready to run.

use super::orders::Shape;
use crate::{
    cpu::Isa,
    kernels::gf60::{self, Gf60Kernel, Grid},
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
/// use polymod::{cpu::Isa, transform::frobenius::FrobeniusPlan};
///
/// let plan = FrobeniusPlan::for_bits(900, Isa::Avx512);
/// let (mut a, mut b) = (plan.new_image(), plan.new_image());
/// let mut scratch = vec![0; plan.scratch_len()];
/// plan.forward(&[0b111], &mut a, &mut scratch); // 1 + x + x²
/// plan.forward(&[0b011, 1], &mut b, &mut scratch); // 1 + x + x^64
/// plan.multiply(&mut a, &b);
/// let mut product = [0; 2];
/// plan.inverse(&mut a, &mut product, &mut scratch);
/// assert_eq!(product, [0b1001, 0b111]); // 1 + x³ + x^64 + x^65 + x^66
/// ```
#[derive(Debug)]
pub struct FrobeniusPlan {
    grid: Grid,
    shape: Shape,
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

    /// Words that [`forward`](Self::forward) and [`inverse`](Self::inverse) work in.
    #[must_use]
    pub fn scratch_len(&self) -> usize {
        self.grid.elements_len() + self.grid.work_len()
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
    /// In: any length, even 0. Out: every word of the image. Cost: one transform. Faster when image and scratch begin at
    /// multiples of 64 bytes.
    ///
    /// # Panics
    /// Unless the image has [`image_len`](Self::image_len) words and the scratch [`scratch_len`](Self::scratch_len).
    pub fn forward(&self, bits: &[u64], image: &mut [u64], scratch: &mut [u64]) {
        let (elements, work) = self.parts(image, scratch);
        let mut blocks: Vec<&mut [u64]> = image.chunks_exact_mut(self.grid.block_len()).collect();
        if self.grid.in_sheets() {
            // fewer words than all elements, since rows are longer than a sheet's
            self.grid.encoded_columns(bits, 0, &mut blocks, elements);
        } else {
            self.grid.encode(bits, 0, elements);
            self.grid.columns(elements, 0, &mut blocks, work);
        }
        self.grid.rows(image);
    }

    /// image = image·by.
    ///
    /// # Panics
    /// Unless both have [`image_len`](Self::image_len) words.
    pub fn multiply(&self, image: &mut [u64], by: &[u64]) {
        assert!(image.len() == self.image_len() && by.len() == image.len(), "images of this plan");
        self.grid.multiply(image, by);
    }

    /// acc = acc + a·b.
    ///
    /// # Panics
    /// Unless all have [`image_len`](Self::image_len) words.
    pub fn multiply_add(&self, acc: &mut [u64], a: &[u64], b: &[u64]) {
        assert!(acc.len() == self.image_len() && a.len() == acc.len() && b.len() == acc.len(), "images of this plan");
        self.grid.product(acc, a, b, true);
    }

    /// The polynomial of degree below 60·m with this image, cut to the words of `bits` or filled up with zeros. The image is used up.
    ///
    /// Cost: one transform.
    ///
    /// # Panics
    /// Unless the image has [`image_len`](Self::image_len) words and the scratch [`scratch_len`](Self::scratch_len).
    pub fn inverse(&self, image: &mut [u64], bits: &mut [u64], scratch: &mut [u64]) {
        let block_len = self.grid.block_len();
        image.chunks_mut(block_len).for_each(|block| self.grid.rows(block));
        self.columns_back(image, bits, scratch);
    }

    /// The product of two images taken back likewise, with one walk less through long images than [`multiply`](Self::multiply) and
    /// [`inverse`](Self::inverse). The first image is used up.
    ///
    /// # Panics
    /// As these two.
    pub fn inverse_product(&self, image: &mut [u64], by: &[u64], bits: &mut [u64], scratch: &mut [u64]) {
        assert!(image.len() == self.image_len() && by.len() == image.len(), "images of this plan");
        let block_len = self.grid.block_len();
        for (block, by) in image.chunks_exact_mut(block_len).zip(by.chunks_exact(block_len)) {
            self.grid.multiply(block, by);
            self.grid.rows(block);
        }
        self.columns_back(image, bits, scratch);
    }

    fn columns_back(&self, image: &[u64], bits: &mut [u64], scratch: &mut [u64]) {
        let (elements, work) = self.parts(image, scratch);
        let [_, columns] = self.grid.sides();
        let mut rows: Vec<&mut [u64]> = elements[..self.order()].chunks_exact_mut(columns).collect();
        self.grid.columns_back(image, 0, &mut rows, work);
        self.grid.decode(elements, bits);
    }

    fn parts<'a>(&self, image: &[u64], scratch: &'a mut [u64]) -> (&'a mut [u64], &'a mut [u64]) {
        assert!(image.len() == self.image_len() && scratch.len() >= self.scratch_len(), "an image, and scratch for it");
        scratch[..self.scratch_len()].split_at_mut(self.grid.elements_len())
    }
}
