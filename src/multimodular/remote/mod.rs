//! Images modulo primes from other processes and machines.
//!
//! What a computation over Z does modulo each prime is data, a [`Request`]: what to compute, and the operands. A worker makes bytes of it and of some
//! primes, the same on every machine and instruction set; it keeps nothing else, so that it may be killed at any time. A [`Team`] hands out groups of
//! primes; the leader, which combines the images, is whoever runs a computation with [`Options::team`](super::Options). Its answer and the number of
//! primes are the same for every team. [`Processes`] are a team of programs that run [`serve`] on their standard input and output, here or, by `ssh`,
//! elsewhere.
//!
//! The design is that of parallel Chinese remaindering in Dumas, Gautier, Roch 2010, "Generic design of Chinese remaindering schemes".

mod processes;
#[cfg(not(feature = "testing"))]
mod protocol;
#[cfg(feature = "testing")]
#[doc(hidden)]
pub mod protocol;

pub use processes::Processes;
pub use protocol::serve;

use super::{
    driver::{self, Image},
    primes,
    work::{Kind, Work},
};
use crate::{
    Error, Result,
    engine::Engine,
    ranks::Images,
    ring::{Coeffs, Integers, Vectors, View},
    tested,
};
use sha2::{Digest, Sha256};
use std::fmt;

/// The first bytes of a request of this version; a change in the meaning of its bytes or of images changes the number.
const VERSION: &[u8] = b"polymod request 1\n";
/// Bytes of the identity, the SHA-256 of all before.
const IDENTITY: usize = 32;
/// Bytes of a word.
const WORD: usize = size_of::<u64>();

/// What is computed modulo each prime, with the operands: what a [`Team`] gets.
///
/// ```
/// use polymod::multimodular::remote::Request;
/// assert!(Request::from_bytes(b"polymod request 1\ncharpoly\n").is_err());     // nothing follows
/// ```
#[derive(Clone, Debug)]
pub struct Request {
    work: Work,
    operands: Vec<Coeffs<Integers>>,
    /// Number of primes whose images a thread computes at once; 1 of a request made from bytes.
    together: usize,
}

impl Request {
    tested! {
        pub(super) fn new(work: &Work, operands: &[View<'_, Integers>], together: usize) -> Self {
            let z = Integers::new();
            Request { work: work.clone(), operands: operands.iter().map(|v| z.owned(*v)).collect(), together }
        }
    }

    #[cfg(feature = "testing")]
    #[doc(hidden)]
    pub fn work(&self) -> &Work {
        &self.work
    }

    #[cfg(feature = "testing")]
    #[doc(hidden)]
    pub fn operands(&self) -> &[Coeffs<Integers>] {
        &self.operands
    }

    /// The bytes from which [`from_bytes`](Self::from_bytes) makes it again, on a machine of any kind.
    ///
    /// Format: the version `polymod request 1`; the name of what is computed; lines end with `\n`. Then words of eight bytes, the lowest first:
    /// the number of numbers, and those; the number of operands, and for each the number of its integers, the number of words of each, and their
    /// words in two's complement. The SHA-256 of all this ends it.
    ///
    /// ```
    /// # use polymod::{Engine, Error, Integers, Matrix, multimodular::{self, Options, remote::{Done, Request, Team}}, rug::Integer};
    /// # #[derive(Debug)]
    /// # struct Look;
    /// # impl Team for Look {
    /// #     fn workers(&self) -> usize {
    /// #         1
    /// #     }
    /// #     fn share(
    /// #         &self,
    /// #         request: &Request,
    /// #         groups: &mut (dyn Iterator<Item = Vec<u64>> + Send),
    /// #         done: &mut Done<'_>,
    /// #     ) -> Result<(), Error> {
    /// let bytes = request.to_bytes();                          // in an implementation of `Team::share`
    /// assert!(bytes.starts_with(b"polymod request 1\ncharpoly\n"));
    /// assert_eq!(Request::from_bytes(&bytes)?.to_bytes(), bytes);
    /// #         Err(Error::Cancelled)
    /// #     }
    /// # }
    /// # let a = Matrix::from_fn(&Integers::new(), 9, 9, |i, j| (Integer::from(i + j) << 300) + 7)?;
    /// # let options = Options { team: Some(std::sync::Arc::new(Look)), ..Options::default() };
    /// # assert_eq!(multimodular::charpoly(&a, &options).map(|found| found.value), Err(Error::Cancelled));
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = [VERSION, self.work.kind.name().as_bytes(), b"\n"].concat();
        let count = |n: usize| n as u64;
        put(
            &mut bytes,
            std::iter::once(count(self.work.numbers.len())).chain(self.work.numbers.iter().map(|&n| count(n))),
        );
        put(&mut bytes, [count(self.operands.len())]);
        for operand in &self.operands {
            put(&mut bytes, [operand.len(), operand.width()].map(count));
            put(&mut bytes, operand.words().iter().copied());
        }
        let identity = Sha256::digest(&bytes);
        bytes.extend(&identity[..]);
        bytes
    }

    /// Inverse of [`to_bytes`](Self::to_bytes).
    ///
    /// ```
    /// # use polymod::multimodular::remote::Request;
    /// let found = Request::from_bytes(b"polymod request 0\n").unwrap_err();
    /// assert!(found.to_string().contains("another version"), "{found}");
    /// ```
    ///
    /// # Errors
    /// [`Error::Worker`] where the bytes are not whole, were changed, or are those of another version.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        if !bytes.starts_with(VERSION) {
            return Err(failed("no request, or one of another version of polymod: expected polymod request 1".into()));
        }
        let whole = bytes.len().checked_sub(IDENTITY).filter(|end| Sha256::digest(&bytes[..*end])[..] == bytes[*end..]);
        let Some(end) = whole else {
            return Err(failed("a request that is not whole, or was changed on the way".into()));
        };
        let parsed = parse(&bytes[VERSION.len()..end]);
        parsed.ok_or_else(|| failed("a request whose numbers and operands do not suit each other".into()))
    }

    /// The number of bytes of [`to_bytes`](Self::to_bytes) of this work with these operands.
    pub(super) fn bytes(work: &Work, operands: &[View<'_, Integers>]) -> usize {
        let words = operands.iter().map(|v| 2 + v.words().len()).sum::<usize>() + work.numbers.len() + 2;
        VERSION.len() + work.kind.name().len() + 1 + WORD * words + IDENTITY
    }

    /// The SHA-256 of the request, by which it is known.
    pub(super) fn identity(bytes: &[u8]) -> [u8; IDENTITY] {
        let mut identity = [0; IDENTITY];
        identity.copy_from_slice(&bytes[bytes.len() - IDENTITY..]);
        identity
    }

    /// The next primes for a worker with `threads` of the `all` threads of a team; None if none are left. These are whole groups: as many as its
    /// threads compute at once, or its share of those left where that is less, so that all workers end at about the same time.
    ///
    /// ```
    /// # use polymod::{Error, Integers, Matrix, multimodular::{self, Options, remote::{Done, Request, Team}}, rug::Integer};
    /// # #[derive(Debug)]
    /// # struct Look;
    /// # impl Team for Look {
    /// #     fn workers(&self) -> usize {
    /// #         1
    /// #     }
    /// #     fn share(
    /// #         &self,
    /// #         request: &Request,
    /// #         _: &mut (dyn Iterator<Item = Vec<u64>> + Send),
    /// #         done: &mut Done<'_>,
    /// #     ) -> Result<(), Error> {
    /// let groups = vec![vec![97; 16]; 10];
    /// let mut groups = groups.into_iter();                     // in an implementation of `Team::share`
    /// let mut count = |threads| request.next_primes(&mut groups, threads, 80).map(|primes| primes.len());
    /// assert_eq!((count(1), count(64)), (Some(16), Some(64))); // characteristic polynomials, one for each thread
    /// assert_eq!((count(64), count(64), count(64)), (Some(64), Some(16), None));
    /// #         Err(Error::Cancelled)
    /// #     }
    /// # }
    /// # let a = Matrix::from_fn(&Integers::new(), 9, 9, |i, j| (Integer::from(i + j) << 300) + 7)?;
    /// # let options = Options { team: Some(std::sync::Arc::new(Look)), ..Options::default() };
    /// # assert_eq!(multimodular::charpoly(&a, &options).map(|found| found.value), Err(Error::Cancelled));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn next_primes(
        &self,
        groups: &mut (dyn Iterator<Item = Vec<u64>> + Send),
        threads: usize,
        all: usize,
    ) -> Option<Vec<u64>> {
        let at_once = (threads.max(1) * self.together).div_ceil(Images::GROUP);
        let share = (groups.size_hint().0 * threads).div_ceil(all.max(1));
        let primes: Vec<u64> = groups.take(at_once.min(share).max(1)).flatten().collect();
        (!primes.is_empty()).then_some(primes)
    }

    /// The images modulo these primes, as bytes, by the engine's threads: the same on every machine.
    ///
    /// Format: for each prime a word of eight bytes, the lowest first, with the number of words that follow, and those.
    ///
    /// ```
    /// # use polymod::{Engine, Error, Integers, Matrix, multimodular::{self, Options, remote::{Done, Request, Team}}, rug::Integer};
    /// # #[derive(Debug)]
    /// # struct Look;
    /// # impl Team for Look {
    /// #     fn workers(&self) -> usize {
    /// #         1
    /// #     }
    /// #     fn share(
    /// #         &self,
    /// #         request: &Request,
    /// #         groups: &mut (dyn Iterator<Item = Vec<u64>> + Send),
    /// #         done: &mut Done<'_>,
    /// #     ) -> Result<(), Error> {
    /// let (engine, primes) = (Engine::builder().threads(1).build(), groups.next().unwrap_or_default());
    /// let bytes = request.images(&engine, &primes)?;           // in an implementation of `Team::share`
    /// assert_eq!(bytes.len(), primes.len() * 8 * (2 + 10));    // a polynomial of ten coefficients for each prime
    /// done(&primes, bytes)?;
    /// #         Err(Error::Cancelled)
    /// #     }
    /// # }
    /// # let a = Matrix::from_fn(&Integers::new(), 9, 9, |i, j| (Integer::from(i + j) << 300) + 7)?;
    /// # let options = Options { team: Some(std::sync::Arc::new(Look)), ..Options::default() };
    /// # assert_eq!(multimodular::charpoly(&a, &options).map(|found| found.value), Err(Error::Cancelled));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OutOfRange`] for a number that is no prime of a computation over Z; [`Error::Cancelled`].
    pub fn images(&self, engine: &Engine, primes: &[u64]) -> Result<Vec<u8>> {
        let prime = |&p: &u64| {
            let expected = "a prime of 46 to 63 bits, 1 modulo 2^20";
            primes::usable(p).ok_or_else(|| Error::OutOfRange { what: "a prime", expected, got: p.to_string() })
        };
        let moduli = primes.iter().map(prime).collect::<Result<Vec<_>>>()?;
        let (z, operands) = (Integers::on(engine), self.operands.iter().map(Coeffs::view).collect::<Vec<_>>());
        engine.enter(|cx| {
            let mut bytes = Vec::new();
            for moduli in moduli.chunks(driver::most_at_a_time(&self.work, &operands, cx)) {
                for image in driver::compute(&z, &self.work, &operands, moduli, &|_, _| Ok(()), cx)? {
                    let words = Image::to_words(image.as_ref());
                    put(&mut bytes, std::iter::once(words.len() as u64).chain(words));
                }
            }
            Ok(bytes)
        })
    }
}

/// Who computes images.
///
/// ```
/// use polymod::{Engine, Error, Integers, Matrix, multimodular::{self, Options, remote::{Done, Request, Team}}, rug::Integer};
/// use std::sync::Arc;
///
/// /// Computes all images here, from the bytes that a worker would get.
/// #[derive(Debug)]
/// struct Here(Engine);
///
/// impl Team for Here {
///     fn workers(&self) -> usize {
///         1
///     }
///
///     fn share(
///         &self,
///         request: &Request,
///         groups: &mut (dyn Iterator<Item = Vec<u64>> + Send),
///         done: &mut Done<'_>,
///     ) -> Result<(), Error> {
///         let received = Request::from_bytes(&request.to_bytes())?;
///         for primes in groups {
///             done(&primes, received.images(&self.0, &primes)?)?;
///         }
///         Ok(())
///     }
/// }
///
/// let a = Matrix::from_fn(&Integers::new(), 9, 9, |i, j| (Integer::from(i * i + j) << 300) + 7)?;
/// let here = Here(Engine::builder().threads(1).build());
/// let options = Options { team: Some(Arc::new(here)), ..Options::default() };
/// assert_eq!(multimodular::charpoly(&a, &options)?.value, a.charpoly()?);
/// # Ok::<(), Error>(())
/// ```
pub trait Team: fmt::Debug + Send + Sync {
    /// Number of threads of all workers: by how much faster images are computed than by one. [`Request::next_primes`] takes as many groups for a worker
    /// as keep its threads busy.
    ///
    /// ```
    /// # use polymod::multimodular::remote::{Processes, Team};
    /// assert_eq!(Processes::start([])?.workers(), 0);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn workers(&self) -> usize;

    /// Is told, before the first group, what the images of a computation, or of its longest stage, are predicted to take; an error ends the
    /// computation. The default does nothing.
    ///
    /// ```
    /// # use polymod::{Error, Integers, Matrix, multimodular::{self, Options, remote::{Done, Request, Team}}, ranks::Images, rug::Integer};
    /// # use std::sync::{Arc, Mutex};
    /// #[derive(Debug, Default)]
    /// struct Curious(Mutex<Option<Images>>);
    ///
    /// impl Team for Curious {
    ///     fn expect(&self, images: &Images) -> Result<(), Error> {
    ///         *self.0.lock().unwrap() = Some(*images);
    ///         Err(Error::Cancelled)                            // nothing is computed
    ///     }
    /// #     fn workers(&self) -> usize {
    /// #         64
    /// #     }
    /// #     fn share(
    /// #         &self,
    /// #         _: &Request,
    /// #         _: &mut (dyn Iterator<Item = Vec<u64>> + Send),
    /// #         _: &mut Done<'_>,
    /// #     ) -> Result<(), Error> {
    /// #         Ok(())
    /// #     }
    ///     // …
    /// }
    ///
    /// let a = Matrix::from_fn(&Integers::new(), 9, 9, |i, j| (Integer::from(i + j) << 300) + 7)?;
    /// let team = Arc::new(Curious::default());
    /// let options = Options { team: Some(team.clone()), ..Options::default() };
    /// assert!(multimodular::charpoly(&a, &options).is_err());
    /// assert!(team.0.lock().unwrap().is_some_and(|images| images.primes > 40 && images.image_bytes == 8.0 * 12.0));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// Any, which the computation then ends with.
    fn expect(&self, _images: &Images) -> Result<()> {
        Ok(())
    }

    /// Number of bytes sent to workers so far, and received from them; None where that is not known, as by default. Messages without requests, primes or
    /// images do not count.
    ///
    /// ```
    /// # use polymod::multimodular::remote::{Processes, Team};
    /// assert_eq!(Processes::start([])?.traffic(), Some([0, 0]));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    fn traffic(&self) -> Option<[u64; 2]> {
        None
    }

    /// Computes the images of all groups of primes, each by [`Request::images`] or in a way that gives the same bytes; `done` is told the primes of a
    /// group and its images, once for each, in any order.
    ///
    /// ```
    /// # use polymod::{Integers, Matrix, multimodular::{self, Options, remote::Processes}, rug::Integer};
    /// # let a = Matrix::from_fn(&Integers::new(), 9, 9, |i, j| (Integer::from(i + j) << 300) + 7)?;
    /// let nobody = Processes::start([])?;
    /// let options = Options { team: Some(std::sync::Arc::new(nobody)), ..Options::default() };
    /// let error = multimodular::charpoly(&a, &options).unwrap_err();
    /// assert_eq!(error.to_string(), "a worker: there is none");
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// The first of `done`; [`Error::Worker`] where no worker is left.
    fn share(
        &self,
        request: &Request,
        groups: &mut (dyn Iterator<Item = Vec<u64>> + Send),
        done: &mut Done<'_>,
    ) -> Result<()>;
}

/// Is told the primes of a group and the bytes of their images.
///
/// ```
/// # use polymod::multimodular::remote::Done;
/// let mut bytes = 0;
/// let done: &mut Done<'_> = &mut |_, images| {
///     bytes += images.len();
///     Ok(())
/// };
/// done(&[97], vec![0; 24])?;
/// assert_eq!(bytes, 24);
/// # Ok::<(), polymod::Error>(())
/// ```
pub type Done<'a> = dyn FnMut(&[u64], Vec<u8>) -> Result<()> + 'a;

tested! {
    /// The images of this number of primes as words; None if the bytes are not those.
    pub(super) fn images(bytes: &[u8], primes: usize) -> Option<Vec<Vec<u64>>> {
        let mut rest = bytes;
        let found = (0..primes).map(|_| words(&mut rest)).collect::<Option<Vec<_>>>()?;
        rest.is_empty().then_some(found)
    }
}

/// The number of bytes of an image with this number of words of rank and residues: their number, and that of the rank, come first.
pub(super) fn image_bytes(words: usize) -> usize {
    WORD * (2 + words)
}

/// The error of a worker, whose name is not known here.
pub(super) fn failed(reason: String) -> Error {
    Error::Worker { name: "a worker".into(), reason }
}

fn put(bytes: &mut Vec<u8>, words: impl IntoIterator<Item = u64>) {
    words.into_iter().for_each(|word| bytes.extend(word.to_le_bytes()));
}

/// Takes the first word.
fn word(bytes: &mut &[u8]) -> Option<u64> {
    let (first, rest) = bytes.split_first_chunk::<WORD>()?;
    *bytes = rest;
    Some(u64::from_le_bytes(*first))
}

/// Takes this number of words.
fn run(bytes: &mut &[u8], count: usize) -> Option<Vec<u64>> {
    let (first, rest) = bytes.split_at_checked(count.checked_mul(WORD)?)?;
    *bytes = rest;
    Some(first.as_chunks::<WORD>().0.iter().map(|word| u64::from_le_bytes(*word)).collect())
}

tested! {
    /// Takes words that follow their number.
    fn words(bytes: &mut &[u8]) -> Option<Vec<u64>> {
        let count = usize::try_from(word(bytes)?).ok()?;
        run(bytes, count)
    }
}

fn parse(bytes: &[u8]) -> Option<Request> {
    let line = bytes.iter().position(|&byte| byte == b'\n')?;
    let kind = Kind::named(std::str::from_utf8(&bytes[..line]).ok()?)?;
    let rest = &mut &bytes[line + 1..];
    let numbers = words(rest)?.into_iter().map(|n| usize::try_from(n).ok()).collect::<Option<_>>()?;
    let work = Work { kind, numbers };
    let (z, mut operands) = (Integers::new(), Vec::new());
    for _ in 0..word(rest)? {
        let [len, width] = [usize::try_from(word(rest)?).ok()?, usize::try_from(word(rest)?).ok()?];
        if (width == 0) != (len == 0) {
            return None;
        }
        let words = run(rest, len.checked_mul(width)?)?;
        operands.push(z.owned(View::from_words(&words, len, width)));
    }
    let lengths: Vec<usize> = operands.iter().map(Coeffs::len).collect();
    (rest.is_empty() && work.suits(&lengths)).then_some(Request { work, operands, together: 1 })
}
