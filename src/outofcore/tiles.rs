//! The values between the passes of a six-step transform.
//!
//! A tile is the intersection of a strip of columns and a band of rows. The first pass writes tiles strip by strip, the second one reads and replaces
//! them band by band, and the third one reads them strip by strip again: between them is the transposition, which files make by their places, and
//! ranks by an exchange of all with all.

use super::{Scratch, Sink, Source, Workplace, sides::Sides};
use crate::Result;
use std::ops::Range;

/// The tiles of one vector, as strips and as bands.
pub(super) trait Tiles: Sync {
    /// The strips that this process transforms.
    fn strips(&self) -> Range<usize>;
    /// The bands that it does.
    fn bands(&self) -> Range<usize>;
    /// Makes room for the strips of another vector.
    fn begin(&self) {}
    /// Stores the tiles of strip i, one for each band.
    fn write_strip(&self, i: usize, tiles: &[u64]) -> Result<()>;
    /// Reads the tiles of band k, one for each strip.
    fn read_band(&self, k: usize, tiles: &mut [u64]) -> Result<()>;
    /// Replaces them.
    fn write_band(&self, k: usize, tiles: &[u64]) -> Result<()>;
    /// Reads strip i of those of `columns` columns: a part of each tile of a strip, as the second pass has divided them.
    fn read_strip(&self, columns: usize, i: usize, tiles: &mut [u64]) -> Result<()>;
    /// Called between the passes, with the result of the one before: from now on tiles are read as the other side wants them.
    ///
    /// # Errors
    /// That of the pass, on any process.
    fn turn(&self, to: Side, done: Result<()>) -> Result<()>;
}

/// How tiles are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// By strips.
    Strips,
    /// By bands.
    Bands,
}

/// Tiles in a file, of which bands are runs.
pub(super) struct FileTiles {
    file: Scratch,
    sides: Sides,
}

impl FileTiles {
    /// # Errors
    /// Those of [`Scratch::new`].
    pub fn new(place: &Workplace, sides: Sides) -> Result<Self> {
        Ok(FileTiles { file: Scratch::new(&place.folder, sides.len(), sides.width)?, sides })
    }
}

impl Tiles for FileTiles {
    fn strips(&self) -> Range<usize> {
        0..self.sides.blocks()[0]
    }

    fn bands(&self) -> Range<usize> {
        0..self.sides.blocks()[1]
    }

    fn write_strip(&self, i: usize, tiles: &[u64]) -> Result<()> {
        let Sides { cols, strip, band, width, .. } = self.sides;
        let tile = strip * band;
        let mut runs = tiles.chunks_exact(tile * width).enumerate();
        runs.try_for_each(|(k, run)| self.file.write(k * cols * band + i * tile, run))
    }

    fn read_band(&self, k: usize, tiles: &mut [u64]) -> Result<()> {
        self.file.read(k * self.sides.cols * self.sides.band, tiles)
    }

    fn write_band(&self, k: usize, tiles: &[u64]) -> Result<()> {
        self.file.write(k * self.sides.cols * self.sides.band, tiles)
    }

    fn read_strip(&self, columns: usize, i: usize, tiles: &mut [u64]) -> Result<()> {
        let Sides { rows, cols, band, width, .. } = self.sides;
        let (tile, place) = (columns * band, |k: usize| k * cols * band + i * columns * band);
        (0..rows / band).for_each(|k| self.file.expect(place(k), tile * width));
        let mut runs = tiles.chunks_exact_mut(tile * width).enumerate();
        runs.try_for_each(|(k, run)| self.file.read(place(k), run))
    }

    fn turn(&self, _: Side, done: Result<()>) -> Result<()> {
        done
    }
}
