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
#[cfg(not(feature = "testing"))]
mod gather;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod gather;
#[cfg(not(feature = "testing"))]
mod groups;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod groups;
#[cfg(not(feature = "testing"))]
mod pipeline;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod pipeline;
mod product;
mod ranks;
mod residues;
mod scratch;
mod sides;
mod six_step;
#[cfg(not(feature = "testing"))]
mod spread;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod spread;
mod tiles;
mod transform;

pub use gather::slice;
pub use product::{Product, ProductMethod};
pub use ranks::{Exchange, Ranks};
pub use scratch::Scratch;
pub(crate) use scratch::positioned;
pub use transform::FileDft;

use crate::{Result, tested};
use std::path::PathBuf;

/// The name taken by `--algorithm`.
pub const NAME: &str = "out-of-core";

/// The name of what the ranks of a job compute.
pub const BY_RANKS: &str = "by-ranks";

/// A vector of coefficients that is read in runs, as words in the format of its ring's vectors.
///
/// ```
/// use polymod::{Result, outofcore::Source};
/// struct Squares;
/// impl Source for Squares {
///     fn len(&self) -> usize {
///         100
///     }
///     fn read(&self, first: usize, words: &mut [u64]) -> Result<()> {
///         let value = |i| if i < 100 { (i * i) as u64 } else { 0 };
///         words.iter_mut().zip(first..).for_each(|(x, i)| *x = value(i));
///         Ok(())
///     }
/// }
/// let mut words = [0; 3];
/// Squares.read(98, &mut words)?;
/// assert_eq!(words, [9604, 9801, 0]);
/// # Ok::<(), polymod::Error>(())
/// ```
pub trait Source: Sync {
    /// Number of coefficients.
    ///
    /// ```
    /// use polymod::outofcore::{Scratch, Source};
    /// assert_eq!(Scratch::new(&std::env::temp_dir(), 1000, 1)?.len(), 1000);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn len(&self) -> usize;
    /// Whether there are no coefficients.
    ///
    /// ```
    /// use polymod::outofcore::{Scratch, Source};
    /// assert!(Scratch::new(&std::env::temp_dir(), 0, 1)?.is_empty());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Fills `words` with the coefficients from `first` on, zeros beyond the end. If coefficients share words, `first` is at a
    /// word boundary.
    ///
    /// ```
    /// use polymod::outofcore::{Scratch, Sink, Source};
    /// let file = Scratch::new(&std::env::temp_dir(), 3, 1)?;
    /// file.write(0, &[1, 2, 3])?;
    /// let mut words = [7; 3];
    /// file.read(1, &mut words)?;
    /// assert_eq!(words, [2, 3, 0]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::File`](crate::Error::File).
    fn read(&self, first: usize, words: &mut [u64]) -> Result<()>;
    /// Hint that `words` words from `first` on will be read next, as one of several runs.
    ///
    /// ```
    /// use polymod::outofcore::{Scratch, Sink, Source};
    /// let file = Scratch::new(&std::env::temp_dir(), 3, 1)?;
    /// file.write(0, &[1, 2, 3])?;
    /// file.expect(1, 2); // changes nothing but the time
    /// let mut words = [0; 2];
    /// file.read(1, &mut words)?;
    /// assert_eq!(words, [2, 3]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn expect(&self, _first: usize, _words: usize) {}
}

/// A vector of coefficients that is written in runs.
///
/// ```
/// use polymod::{Result, outofcore::Sink};
/// use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
/// struct Counter(AtomicUsize);
/// impl Sink for Counter {
///     fn write(&self, _: usize, words: &[u64]) -> Result<()> {
///         self.0.fetch_add(words.len(), Relaxed);
///         Ok(())
///     }
/// }
/// let counter = Counter(AtomicUsize::new(0));
/// counter.write(0, &[1, 2, 3])?;
/// assert_eq!(counter.0.into_inner(), 3);
/// # Ok::<(), polymod::Error>(())
/// ```
pub trait Sink: Sync {
    /// Stores the coefficients from `first` on, in the format of [`Source::read`]; coefficients beyond the end are dropped.
    ///
    /// ```
    /// use polymod::outofcore::{Scratch, Sink, Source};
    /// let file = Scratch::new(&std::env::temp_dir(), 3, 1)?;
    /// file.write(0, &[0, 0, 0])?;
    /// file.write(2, &[5, 6])?; // 6 is beyond the end
    /// let mut words = [0; 4];
    /// file.read(0, &mut words)?;
    /// assert_eq!(words, [0, 0, 5, 0]);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::File`](crate::Error::File).
    fn write(&self, first: usize, words: &[u64]) -> Result<()>;
}

/// Folder and memory for intermediate data.
///
/// ```
/// # use polymod::{Zn, outofcore::{Product, Workplace}, poly::Part};
/// let place = Workplace { folder: std::env::temp_dir(), memory: 1 << 20 };
/// assert_eq!(Product::new(&Zn::new(97)?, 1000, None, Part::All, place)?.len(), 1999);
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Workplace {
    /// A folder with space for several times the data.
    pub folder: PathBuf,
    /// Bytes for buffers and tables.
    pub memory: u64,
}

/// Number of coefficients in `words` words, `width` words each; 0 for bits.
///
/// ```
/// use polymod::outofcore::coefficients;
/// assert_eq!((coefficients(12, 1), coefficients(12, 3), coefficients(12, 0)), (12, 4, 768));
/// ```
#[must_use]
pub fn coefficients(words: usize, width: usize) -> usize {
    words.checked_div(width).unwrap_or(64 * words)
}

tested! {
    /// Number of words for these coefficients.
    fn words_of(coefficients: usize, width: usize) -> usize {
        if width == 0 { coefficients.div_ceil(64) } else { coefficients * width }
    }
}
