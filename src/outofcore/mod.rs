//! Transforms and products of vectors that lie in files and are larger than memory.
//!
//! A vector is a [`Source`] that is read, or a [`Sink`] that is written, in runs at any place; [`Scratch`] is both. A transform of
//! N = n1·n2 values is the six-step one: strips of columns, bands of rows, and strips again, which brings values into their order or
//! ends a product, in blocks that a thread reads ahead and another writes behind ([`pipeline`]). Between the passes the data lie tile by
//! tile, each in the order in which the second pass wants it, and columns are short, so that all runs in files are long. Products go
//! through transforms modulo the ring's own modulus where it has the roots of unity, else, over Z/n for a word n, modulo several primes
//! and by the Chinese remainder theorem, over the field of two elements by transforms over that of 2^60; over other rings blocks of
//! the operands are multiplied in memory.
//!
//! Source: Bailey 1990, "FFTs in external or hierarchical memory". Cost: for a transform 3N elements read and as many written beside its
//! arithmetic; for a product of two operands of N/2 coefficients 5N read and 4N written modulo each prime, and the residues read once.
//!
//! ```
//! use polymod::{Wrap, Zn, outofcore::{FileDft, Product, Scratch, Sink, Source, Workplace}, poly::Part, transform::ntt::Direction};
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
pub mod pipeline;
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

/// The name that `--algorithm` takes.
pub const NAME: &str = "out-of-core";

/// A vector of coefficients that is read in runs, in the words of its ring's vectors.
pub trait Source: Sync {
    /// Number of coefficients.
    fn len(&self) -> usize;
    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Fills `words` with the coefficients from `first` on, zeros beyond the end. Where coefficients share words, `first` is the
    /// first of a word.
    ///
    /// # Errors
    /// [`Error::File`](crate::Error::File).
    fn read(&self, first: usize, words: &mut [u64]) -> Result<()>;
    /// Says that so many words from `first` on will be read next, one run of several.
    fn expect(&self, _first: usize, _words: usize) {}
}

/// A vector of coefficients that is written in runs.
pub trait Sink: Sync {
    /// Takes the coefficients from `first` on, as [`Source::read`] gives them; what lies beyond the end is dropped.
    ///
    /// # Errors
    /// [`Error::File`](crate::Error::File).
    fn write(&self, first: usize, words: &[u64]) -> Result<()>;
}

/// Where files for what is computed on the way lie, and how much memory there is.
#[derive(Clone, Debug)]
pub struct Workplace {
    /// A folder with space for some times the data.
    pub folder: PathBuf,
    /// Bytes that buffers and tables may take.
    pub memory: u64,
}

/// Coefficients in so many words, `width` words each; 0 for bits.
#[must_use]
pub fn coefficients(words: usize, width: usize) -> usize {
    words.checked_div(width).unwrap_or(64 * words)
}

/// Words that so many coefficients take.
fn words_of(coefficients: usize, width: usize) -> usize {
    if width == 0 { coefficients.div_ceil(64) } else { coefficients * width }
}

#[cfg(test)]
mod tests;
