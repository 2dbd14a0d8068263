//! Transforms and products of vectors in files, larger than memory.
//!
//! A vector is a [`Source`] that is read, or a [`Sink`] that is written, in runs at any position; [`Scratch`] is both. A
//! transform of N = n1·n2 values is the six-step algorithm in three passes: strips of columns, bands of rows, and strips again,
//! which bring the values into natural order or end a product. One thread reads blocks ahead and another writes them behind
//! (`pipeline.rs`). Between the passes the data are stored tile by tile, each in the order that the second pass reads, and columns
//! are short, so that all runs in files are long. Products use transforms modulo the ring's own modulus where it has the roots of
//! unity; otherwise, over Z/n for a word n, modulo several primes with the Chinese remainder theorem, and over the field of two
//! elements by transforms over that of 2^60; over other rings blocks of the operands are multiplied in memory.
//!
//! Source: Bailey 1990, "FFTs in external or hierarchical memory". I/O cost: a transform reads 3N elements and writes 3N; a
//! product of two operands of N/2 coefficients reads 5N and writes 4N modulo each prime, and reads the residues once more.
//!
//! ```
//! use polymod::{Wrap, Zn, outofcore::{FileDft, Product, Scratch, Sink, Source, Workplace}, poly::Part, core::transform::ntt::Direction};
//! let f = Zn::new(17)?;
//! let place = Workplace { folder: std::env::temp_dir(), memory: 1 << 20 };
//! let (from, to) = (Scratch::new(&place.folder, 4, 1)?, Scratch::new(&place.folder, 4, 1)?);
//! from.write(0, &[1, 2, 3, 4])?;
//! FileDft::new(&f, 4, Wrap::Cyclic, &4, Direction::Forward, place.clone())?.run(&from, &to)?;
//! let mut values = [0; 4];
//! to.read(0, &mut values)?;
//! assert_eq!(values, [10, 7, 15, 6]); // at 1, 4, 16 and 13
//!
//! let square = Product::new(&f, 4, None, Part::Low(4), place)?;
//! square.run(&from, None, &to)?;
//! to.read(0, &mut values)?;
//! assert_eq!(values, [1, 4, 10, 3]);
//! # Ok::<(), polymod::Error>(())
//! ```

mod bits;
mod blocks;
mod gather;
mod pipeline;
mod product;
mod residues;
mod scratch;
mod sides;
mod six_step;
mod transform;

pub use gather::slice;
pub use product::{Product, ProductMethod};
pub use scratch::{Scratch, positioned};
pub use transform::FileDft;

use crate::Result;
use std::path::PathBuf;

/// The name taken by `--algorithm`.
pub const NAME: &str = "out-of-core";

/// A vector of coefficients that is read in runs, as words in the format of its ring's vectors.
pub trait Source: Sync {
    /// Number of coefficients.
    fn len(&self) -> usize;
    /// Whether there are no coefficients.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Fills `words` with the coefficients from `first` on, zeros beyond the end. If coefficients share words, `first` is at a
    /// word boundary.
    ///
    /// # Errors
    /// [`Error::File`](crate::Error::File).
    fn read(&self, first: usize, words: &mut [u64]) -> Result<()>;
    /// Hint that `words` words from `first` on will be read next, as one of several runs.
    fn expect(&self, _first: usize, _words: usize) {}
}

/// A vector of coefficients that is written in runs.
pub trait Sink: Sync {
    /// Stores the coefficients from `first` on, in the format of [`Source::read`]; coefficients beyond the end are dropped.
    ///
    /// # Errors
    /// [`Error::File`](crate::Error::File).
    fn write(&self, first: usize, words: &[u64]) -> Result<()>;
}

/// Folder and memory for intermediate data.
#[derive(Clone, Debug)]
pub struct Workplace {
    /// A folder with space for several times the data.
    pub folder: PathBuf,
    /// Bytes for buffers and tables.
    pub memory: u64,
}

/// Number of coefficients in `words` words, `width` words each; 0 for bits.
#[must_use]
pub fn coefficients(words: usize, width: usize) -> usize {
    words.checked_div(width).unwrap_or(64 * words)
}

/// Number of words for these coefficients.
fn words_of(coefficients: usize, width: usize) -> usize {
    if width == 0 { coefficients.div_ceil(64) } else { coefficients * width }
}

#[cfg(test)]
mod tests;
