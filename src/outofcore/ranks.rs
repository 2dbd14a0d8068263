//! Processes that compute a transform or a product together: each has strips and bands of its own, which they exchange.
//!
//! Whatever may fail on one rank alone is agreed on before the next exchange, so that no rank waits for another one that has given up.

use super::{
    Sink, Source,
    sides::Sides,
    tiles::{Side, Tiles},
};
use crate::{Error, Result};
use std::{
    fmt,
    ops::Range,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

/// How the ranks of a job reach each other: for one of them, its number and what it sends and receives. All ranks make the same calls in the same
/// order.
///
/// ```
/// use polymod::{Result, outofcore::{Exchange, Ranks}};
/// use std::ops::Range;
/// /// A job of one rank.
/// struct Alone;
/// impl Exchange for Alone {
///     fn rank(&self) -> usize {
///         0
///     }
///     fn count(&self) -> usize {
///         1
///     }
///     fn gather(&self, words: &[u64]) -> Result<Vec<Vec<u64>>> {
///         Ok(vec![words.to_vec()])
///     }
///     fn exchange(&self, _: Range<usize>, _: &[&[u64]], _: &mut [&mut [u64]]) -> Result<()> {
///         Ok(())
///     }
/// }
/// assert_eq!(Ranks::new(Alone).count(), 1);
/// ```
pub trait Exchange: Send + Sync {
    /// The number of this rank; 0 for the leader.
    ///
    /// ```
    /// # use polymod::{Result, outofcore::Exchange};
    /// fn leads(exchange: &dyn Exchange) -> bool {
    ///     exchange.rank() == 0
    /// }
    /// ```
    fn rank(&self) -> usize;
    /// Number of ranks.
    ///
    /// ```
    /// # use polymod::{Result, outofcore::Exchange};
    /// fn is_alone(exchange: &dyn Exchange) -> bool {
    ///     exchange.count() == 1
    /// }
    /// ```
    fn count(&self) -> usize;
    /// Gives these words, of any number, to all ranks; returns those of each.
    ///
    /// ```
    /// # use polymod::{Result, outofcore::Exchange};
    /// fn total(exchange: &dyn Exchange, own: u64) -> Result<u64> {
    ///     Ok(exchange.gather(&[own])?.iter().map(|words| words[0]).sum())
    /// }
    /// ```
    ///
    /// # Errors
    /// [`Error::Worker`] if a rank cannot be reached.
    fn gather(&self, words: &[u64]) -> Result<Vec<Vec<u64>>>;
    /// Sends `send[i]` to the i-th rank of `among`, which this one is in, and fills `receive[i]` with what that rank sends to this one, of the same
    /// length. What a rank would send to itself is empty.
    ///
    /// ```
    /// # use polymod::{Result, outofcore::Exchange};
    /// /// Of two ranks, the word of the other one.
    /// fn swapped(exchange: &dyn Exchange, own: u64) -> Result<u64> {
    ///     let (own, mut other) = ([own], [0]);
    ///     let (mut send, mut receive) = ([&own[..], &[]], [&mut other[..], &mut []]);
    ///     if exchange.rank() == 0 {
    ///         send.swap(0, 1);
    ///         receive.swap(0, 1);
    ///     }
    ///     exchange.exchange(0..2, &send, &mut receive)?;
    ///     Ok(other[0])
    /// }
    /// ```
    ///
    /// # Errors
    /// [`Error::Worker`] if a rank cannot be reached.
    fn exchange(&self, among: Range<usize>, send: &[&[u64]], receive: &mut [&mut [u64]]) -> Result<()>;
}

/// The ranks of a job, of which this process is one: each calls the same functions with the same arguments.
///
/// ```
/// # use polymod::{Result, outofcore::{Exchange, Ranks}};
/// # use std::ops::Range;
/// # struct Alone;
/// # impl Exchange for Alone {
/// #     fn rank(&self) -> usize { 0 }
/// #     fn count(&self) -> usize { 1 }
/// #     fn gather(&self, words: &[u64]) -> Result<Vec<Vec<u64>>> { Ok(vec![words.to_vec()]) }
/// #     fn exchange(&self, _: Range<usize>, _: &[&[u64]], _: &mut [&mut [u64]]) -> Result<()> { Ok(()) }
/// # }
/// use polymod::{Wrap, Zn, core::transform::ntt::Direction, outofcore::{FileDft, Scratch, Sink, Source, Workplace}};
/// use std::sync::Arc;
/// let ranks = Arc::new(Ranks::new(Alone));
/// let place = Workplace { folder: std::env::temp_dir(), memory: 1 << 20 };
/// let (from, to) = (Scratch::new(&place.folder, 4, 1)?, Scratch::new(&place.folder, 4, 1)?);
/// from.write(0, &[0, 1, 0, 0])?; // x
/// let done = FileDft::new(&Zn::new(17)?, 4, Wrap::Cyclic, &4, Direction::Forward, place)
///     .and_then(|dft| dft.among(&ranks)?.run(&from, &to));
/// ranks.agree(done)?; // no rank goes on unless all have written their part
/// let mut values = [0; 4];
/// to.read(0, &mut values)?;
/// assert_eq!(values, [1, 4, 16, 13]);
/// # Ok::<(), polymod::Error>(())
/// ```
pub struct Ranks {
    exchange: Box<dyn Exchange>,
    /// The first rank that failed, and why.
    failed: Mutex<Option<(usize, String)>>,
    sent: AtomicU64,
}

impl fmt::Debug for Ranks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rank {} of {}", self.rank(), self.count())
    }
}

/// The first word that a rank gives to all: whether it goes on.
const GOES_ON: u64 = 0;
/// It has failed; the reason follows.
const FAILED: u64 = 1;

impl Ranks {
    /// Those that are reached so.
    ///
    /// ```
    /// # use polymod::outofcore::{Exchange, Ranks};
    /// fn job(exchange: impl Exchange + 'static) -> Ranks {
    ///     Ranks::new(exchange)
    /// }
    /// ```
    #[must_use]
    pub fn new(exchange: impl Exchange + 'static) -> Self {
        Ranks { exchange: Box::new(exchange), failed: Mutex::default(), sent: AtomicU64::new(0) }
    }

    /// The number of this rank; 0 for the leader.
    ///
    /// ```
    /// # use polymod::outofcore::Ranks;
    /// fn leads(ranks: &Ranks) -> bool {
    ///     ranks.rank() == 0
    /// }
    /// ```
    #[must_use]
    pub fn rank(&self) -> usize {
        self.exchange.rank()
    }

    /// Number of ranks.
    ///
    /// ```
    /// # use polymod::outofcore::Ranks;
    /// fn is_alone(ranks: &Ranks) -> bool {
    ///     ranks.count() == 1
    /// }
    /// ```
    #[must_use]
    pub fn count(&self) -> usize {
        self.exchange.count()
    }

    /// Bytes of values that this rank has sent to others.
    ///
    /// ```
    /// # use polymod::outofcore::Ranks;
    /// fn sent_nothing(ranks: &Ranks) -> bool {
    ///     ranks.sent_bytes() == 0
    /// }
    /// ```
    #[must_use]
    pub fn sent_bytes(&self) -> u64 {
        self.sent.load(Relaxed)
    }

    /// Gives words to all ranks, and returns those of each, by rank; where a rank has an error in their place, all ranks get one. Nothing is sent
    /// after that, so that a rank may report an error wherever it is.
    ///
    /// ```
    /// # use polymod::{Error, outofcore::Ranks};
    /// fn least_memory(ranks: &Ranks, own: u64) -> Result<Option<u64>, Error> {
    ///     Ok(ranks.gather(Ok::<_, Error>(vec![own]))?.into_iter().flatten().min())
    /// }
    /// ```
    ///
    /// # Errors
    /// The rank's own; [`Error::Worker`] with the number of the first rank that has one.
    pub fn gather<E: From<Error> + fmt::Display>(&self, own: Result<Vec<u64>, E>) -> Result<Vec<Vec<u64>>, E> {
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        if failed.is_none() {
            let given = self.exchange.gather(&match &own {
                Ok(words) => [&[GOES_ON], &words[..]].concat(),
                Err(e) => [&[FAILED], &text_to_words(&e.to_string())[..]].concat(),
            })?;
            let reasons = given.iter().enumerate().filter_map(|(rank, words)| Some((rank, reason(words)?)));
            *failed = reasons.into_iter().next();
            if failed.is_none() && own.is_ok() {
                return Ok(given.into_iter().map(|words| words[1..].to_vec()).collect());
            }
        }
        own?;
        let (rank, reason) = failed.clone().unwrap_or_default();
        Err(Error::Worker { name: format!("rank {rank}"), reason }.into())
    }

    /// The result of this rank if all ranks have one.
    ///
    /// ```
    /// # use polymod::{Error, outofcore::{Ranks, Source}};
    /// /// All ranks see a file of this length.
    /// fn expected(ranks: &Ranks, len: usize, file: &dyn Source) -> Result<(), Error> {
    ///     let what = "the file of a rank";
    ///     let own = if file.len() == len { Ok(()) } else { Err(Error::Length { what, expected: len, got: file.len() }) };
    ///     ranks.agree(own)
    /// }
    /// ```
    ///
    /// # Errors
    /// Those of [`gather`](Self::gather).
    pub fn agree<T, E: From<Error> + fmt::Display>(&self, own: Result<T, E>) -> Result<T, E> {
        match own {
            Ok(value) => self.gather(Ok(Vec::new())).map(|_| value),
            Err(e) => self.gather(Err(e)).and_then(|_| Err(Error::Cancelled.into())),
        }
    }

    /// What the leader has in the place of these words.
    pub(super) fn as_the_leader(&self, own: Result<Vec<u64>>) -> Result<Vec<u64>> {
        Ok(self.gather(own)?.swap_remove(0))
    }

    /// Exchanges words, as [`Exchange::exchange`] does, after an agreement.
    pub(super) fn exchange(&self, among: Range<usize>, send: &[&[u64]], receive: &mut [&mut [u64]]) -> Result<()> {
        self.sent.fetch_add(send.iter().map(|words| size_of_val(*words) as u64).sum(), Relaxed);
        self.exchange.exchange(among, send, receive)
    }
}

/// Text as words: its number of bytes, and the bytes.
pub(super) fn text_to_words(text: &str) -> Vec<u64> {
    let eight = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
    let bytes = text.as_bytes();
    std::iter::once(bytes.len() as u64).chain(bytes.chunks(8).map(eight)).collect()
}

/// The text of [`text_to_words`].
pub(super) fn words_to_text(words: &[u64]) -> String {
    let [len, rest @ ..] = words else { return String::new() };
    let bytes: Vec<u8> = rest.iter().flat_map(|word| word.to_le_bytes()).take(*len as usize).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The reason in the words of a rank that has failed.
fn reason(words: &[u64]) -> Option<String> {
    match words {
        [GOES_ON, ..] => None,
        [_, rest @ ..] => Some(words_to_text(rest)),
        [] => Some("it says nothing".into()),
    }
}

/// The part of `count` units that the i-th of `of` ranks has: as many as any other, or one more.
pub(super) fn share_of(i: usize, of: usize, count: usize) -> Range<usize> {
    i * count / of..(i + 1) * count / of
}

/// Number of bytes of a rank's memory that are free beside `held` bytes.
///
/// # Errors
/// [`Error::TooLarge`] where the memory has fewer.
pub(super) fn left(memory: u64, held: f64) -> Result<u64> {
    let held = held as u64;
    memory.checked_sub(held).ok_or_else(|| Error::TooLarge {
        what: "the part of a rank".into(),
        size: format!("{held} bytes"),
        limit: format!("its memory of {memory} bytes; more ranks have smaller parts"),
    })
}

/// What one rank has for each of the ranks of a group, and what it got from them: one vector for each.
type Parts = Vec<Mutex<Vec<u64>>>;

pub(super) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The tiles of one vector, divided among ranks: each has strips of its own and bands of its own.
///
/// What a rank has for another one, the tiles of its strips in the other's bands, is in the order of the bands and, in a band, of the strips, both before
/// and after an exchange: a band is one run from each rank.
pub(super) struct RankTiles {
    ranks: Arc<Ranks>,
    /// The ranks that have this vector.
    among: Range<usize>,
    sides: Sides,
    by_strips: Parts,
    by_bands: Parts,
}

impl RankTiles {
    pub fn new(ranks: &Arc<Ranks>, among: Range<usize>, sides: Sides) -> Self {
        let [by_strips, by_bands] = [(); 2].map(|()| among.clone().map(|_| Mutex::default()).collect());
        RankTiles { ranks: ranks.clone(), among, sides, by_strips, by_bands }
    }

    /// The strips of the i-th rank.
    fn strips_of(&self, i: usize) -> Range<usize> {
        share_of(i, self.among.len(), self.sides.blocks()[0])
    }

    /// Its bands.
    fn bands_of(&self, i: usize) -> Range<usize> {
        share_of(i, self.among.len(), self.sides.blocks()[1])
    }

    /// The number of this rank in the group.
    fn own(&self) -> usize {
        self.ranks.rank() - self.among.start
    }

    /// Words of a tile.
    fn tile(&self) -> usize {
        self.sides.strip * self.sides.band * self.sides.width
    }

    /// Room for what each rank of the group has in common with this one, which has strips or bands.
    fn room(&self, side: Side, parts: &Parts) {
        for (i, part) in parts.iter().enumerate() {
            let tiles = match side {
                Side::Strips => self.strips().len() * self.bands_of(i).len(),
                Side::Bands => self.strips_of(i).len() * self.bands().len(),
            };
            *locked(part) = vec![0; tiles * self.tile()];
        }
    }
}

impl Tiles for RankTiles {
    fn strips(&self) -> Range<usize> {
        self.strips_of(self.own())
    }

    fn bands(&self) -> Range<usize> {
        self.bands_of(self.own())
    }

    fn begin(&self) {
        self.by_bands.iter().for_each(|part| *locked(part) = Vec::new());
        self.room(Side::Strips, &self.by_strips);
    }

    fn write_strip(&self, i: usize, tiles: &[u64]) -> Result<()> {
        let (tile, strips) = (self.tile(), self.strips());
        for (rank, part) in self.by_strips.iter().enumerate() {
            let bands = self.bands_of(rank);
            let runs = tiles[bands.start * tile..bands.end * tile].chunks_exact(tile);
            let mut part = locked(part);
            let places = part.chunks_exact_mut(tile).skip(i - strips.start).step_by(strips.len());
            places.zip(runs).for_each(|(place, run)| place.copy_from_slice(run));
        }
        Ok(())
    }

    fn read_band(&self, k: usize, tiles: &mut [u64]) -> Result<()> {
        let (tile, mut rest) = (self.tile(), tiles);
        for (rank, part) in self.by_bands.iter().enumerate() {
            let words = self.strips_of(rank).len() * tile;
            let (run, others) = rest.split_at_mut(words);
            run.copy_from_slice(&locked(part)[(k - self.bands().start) * words..][..words]);
            rest = others;
        }
        Ok(())
    }

    fn write_band(&self, k: usize, tiles: &[u64]) -> Result<()> {
        let (tile, mut rest) = (self.tile(), tiles);
        for (rank, part) in self.by_bands.iter().enumerate() {
            let words = self.strips_of(rank).len() * tile;
            let (run, others) = rest.split_at(words);
            locked(part)[(k - self.bands().start) * words..][..words].copy_from_slice(run);
            rest = others;
        }
        Ok(())
    }

    fn read_strip(&self, columns: usize, i: usize, tiles: &mut [u64]) -> Result<()> {
        let (tile, strips, of_each) = (self.tile(), self.strips(), self.sides.strip / columns);
        let (strip, words) = (i / of_each, tile / of_each);
        let mut runs = tiles.chunks_exact_mut(words);
        for part in &self.by_strips {
            let part = locked(part);
            let places = part.chunks_exact(tile).skip(strip - strips.start).step_by(strips.len());
            runs.by_ref()
                .zip(places)
                .for_each(|(run, place)| run.copy_from_slice(&place[i % of_each * words..][..words]));
        }
        Ok(())
    }

    fn turn(&self, to: Side, done: Result<()>) -> Result<()> {
        self.ranks.agree(done)?;
        let (from, into) = match to {
            Side::Bands => (&self.by_strips, &self.by_bands),
            Side::Strips => (&self.by_bands, &self.by_strips),
        };
        self.room(to, into);
        // what this rank has for itself stays
        std::mem::swap(&mut *locked(&into[self.own()]), &mut *locked(&from[self.own()]));
        *locked(&from[self.own()]) = Vec::new();
        let given: Vec<_> = from.iter().map(locked).collect();
        let mut taken: Vec<_> = into.iter().map(locked).collect();
        let own = std::mem::take(&mut *taken[self.own()]);
        let send: Vec<&[u64]> = given.iter().map(|words| &words[..]).collect();
        let mut receive: Vec<&mut [u64]> = taken.iter_mut().map(|words| &mut words[..]).collect();
        let exchanged = self.ranks.exchange(self.among.clone(), &send, &mut receive);
        *taken[self.own()] = own;
        drop(send);
        given.into_iter().for_each(|mut words| *words = Vec::new());
        exchanged
    }
}

/// The coefficients of a vector from `first` on that a rank has in memory.
pub(super) struct Held {
    first: usize,
    words: Mutex<Vec<u64>>,
}

impl Held {
    /// Room for words of coefficients from `range.start` to `range.end`.
    pub fn new(range: Range<usize>) -> Self {
        Held { first: range.start, words: Mutex::new(vec![0; range.len()]) }
    }

    /// Its words.
    pub fn words(&self) -> MutexGuard<'_, Vec<u64>> {
        locked(&self.words)
    }
}

impl Source for Held {
    fn len(&self) -> usize {
        self.first + self.words().len()
    }

    fn read(&self, first: usize, words: &mut [u64]) -> Result<()> {
        words.copy_from_slice(&self.words()[first - self.first..][..words.len()]);
        Ok(())
    }
}

impl Sink for Held {
    fn write(&self, first: usize, words: &[u64]) -> Result<()> {
        self.words()[first - self.first..][..words.len()].copy_from_slice(words);
        Ok(())
    }
}
