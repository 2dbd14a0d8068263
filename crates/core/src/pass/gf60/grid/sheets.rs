//! Parts of a transform whose elements, image and bits are stored elsewhere: sheets of neighbouring columns, and rows
//! of bits.

use super::{PrimeFactorFft, Strip};
use crate::{
    lengths::{product, within},
    pass::gf60::{
        passes::{Coding, GROUP, WIDTH},
        scalar::TURN,
    },
    scratch,
};
use std::ops::Range;

/// The first strip of a share, and the part of each block or row from that strip on.
pub type Share<'a> = (usize, Vec<&'a mut [u64]>);

impl PrimeFactorFft {
    /// Number of elements of a vector, and of columns of a strip.
    pub const WIDTH: usize = WIDTH;
    /// Number of elements that are encoded and decoded at a time.
    pub const GROUP: usize = GROUP;
    /// Number of rows of bits: those of a product are one less.
    pub const BIT_ROWS: usize = TURN;

    /// Number of blocks of an image.
    #[must_use]
    pub fn blocks(&self) -> usize {
        self.rows.len.div_ceil(WIDTH)
    }

    /// At most `shares` shares of [`sheet_forward`](Self::sheet_forward): `image` has the vectors of `columns` columns
    /// of each block, one block after the other.
    pub fn sheet_shares<'a>(&self, image: &'a mut [u64], columns: usize, shares: usize) -> Vec<Share<'a>> {
        scratch::shares(image.chunks_exact_mut(WIDTH * columns), [columns.div_ceil(WIDTH), WIDTH * WIDTH], shares)
    }

    /// At most `shares` shares of [`sheet_back`](Self::sheet_back): `elements` has `columns` elements of each row.
    pub fn sheet_row_shares<'a>(&self, elements: &'a mut [u64], columns: usize, shares: usize) -> Vec<Share<'a>> {
        scratch::shares(elements.chunks_exact_mut(columns), [columns.div_ceil(WIDTH), WIDTH], shares)
    }

    /// Transforms the columns of a share of a sheet that begins with strip `first`, its rows `stride` words apart.
    ///
    /// # Panics
    /// If there is another number of blocks, or the sheet is shorter.
    pub fn sheet_forward(
        &self,
        (sheet, stride): (&[u64], usize),
        first: usize,
        (from, blocks): &mut Share<'_>,
        work: &mut [u64],
    ) {
        assert_eq!(blocks.len(), self.blocks(), "a part of each block");
        let strips = (blocks[0].len() / WIDTH).div_ceil(WIDTH);
        let all = self.sheet_strips(first, *from, strips);
        for (i, strip) in all.enumerate() {
            self.column(&sheet[WIDTH * (*from + i)..], stride, strip, blocks, WIDTH * WIDTH * i, work);
        }
    }

    /// Transforms the columns of a share of a sheet of `columns` columns back; the sheet begins with strip `first`.
    /// `image` has, for each block, a vector of any content, and those at m2 − c for the sheet's columns c, the last
    /// column first.
    ///
    /// # Panics
    /// For other lengths.
    pub fn sheet_back(
        &self,
        (image, columns): (&[u64], usize),
        first: usize,
        (from, rows): &mut Share<'_>,
        work: &mut [u64],
    ) {
        assert_eq!(rows.len(), self.rows.len, "a part of each row");
        let vectors = columns.checked_add(1).expect("a sheet's columns, and one more vector");
        assert!(image.len() >= product([self.blocks(), WIDTH, vectors]), "the vectors of each block");
        let all = self.sheet_strips(first, *from, rows[0].len().div_ceil(WIDTH));
        let (work, loops) = (self.vectors(work), &self.kernel.loops);
        for (i, strip) in all.enumerate() {
            let local = WIDTH * (*from + i);
            assert!(local < columns, "a strip of the sheet");
            let here = self.strip(strip);
            // vectors 1 to `columns` of each block are there
            let shifted = Strip { columns: vectors, first: local + 1, ..here };
            (loops.untwist)(&mut Some((shifted, image, &mut *work)));
            self.rows.run(self.kernel, work);
            (loops.scatter)(&mut Some((here, &*work, &mut *rows, WIDTH * i)));
        }
    }

    /// `count` strips of the grid, from strip `from` of a sheet on that begins with strip `first`.
    fn sheet_strips(&self, first: usize, from: usize, count: usize) -> Range<usize> {
        let strips = first.checked_add(from).filter(|&strip| within(strip, count, self.strips()));
        let strip = strips.expect("strips of the grid");
        strip..strip + count
    }

    /// Converts rows of bits that begin `pitch` words apart to whole groups of elements: bit i of each row belongs to
    /// element k for all i ≡ k modulo 61, and the first element here has bit `first`.
    ///
    /// # Panics
    /// For more than 61 rows, or parts of groups.
    pub fn encode_rows(&self, bits: &[u64], pitch: usize, first: usize, elements: &mut [u64]) {
        let rows = bits.len().checked_div(pitch).expect("rows of a word at least");
        assert!(rows <= TURN && elements.len().is_multiple_of(GROUP), "whole groups of 512 elements");
        // the offsets of bits fit in a word, and those of elements are far below
        let order = product([64, pitch]);
        assert!(within(first, elements.len(), isize::MAX as usize), "elements that are counted in words");
        let coding = Coding { order, rows, ..self.coding };
        (self.kernel.loops.encode)(&coding, bits, first, elements);
    }

    /// Converts whole groups of elements from `first` on, a multiple of 512, to a run of words in each row: those words
    /// whose first bit belongs to one of these elements; bits before them go to the rows' `heads`.
    ///
    /// # Panics
    /// For more than 60 runs, or fewer heads.
    pub fn decode_rows(&self, elements: &[u64], first: usize, runs: &mut [&mut [u64]], heads: &mut [u64]) {
        assert!(runs.len() < TURN && heads.len() >= runs.len(), "a head for each row of a product");
        assert!(first.is_multiple_of(GROUP) && first < self.order(), "whole groups of 512 elements");
        (self.kernel.loops.decode)(&self.coding, elements, first, runs, heads);
    }
}
