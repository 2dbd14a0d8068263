//! Unnamed scratch files of words: space is reserved at creation, and freed by the system when the process ends for any reason.

use super::{
    Sink, Source,
    ranks::{Ranks, text_to_words, words_to_text},
    words_of,
};
use crate::{Error, Result};
use std::{fs::File, io, path::Path};
use tempfile::NamedTempFile;

/// A vector of coefficients in an unnamed file.
///
/// ```
/// use polymod::outofcore::{Scratch, Sink, Source};
/// let file = Scratch::new(&std::env::temp_dir(), 1000, 1)?;
/// file.write(500, &[7])?;
/// let mut word = [0];
/// file.read(500, &mut word)?;
/// assert_eq!(word, [7]);
/// # Ok::<(), polymod::Error>(())
/// ```
#[derive(Debug)]
pub struct Scratch {
    file: File,
    folder: String,
    len: usize,
    width: usize,
}

impl Scratch {
    /// A file for `len` coefficients of `width` words (0 for bits) in this folder. The content is zero, or arbitrary if the file
    /// system cannot reserve space.
    ///
    /// ```
    /// use polymod::{Error, outofcore::{Scratch, Source}};
    /// assert_eq!(Scratch::new(&std::env::temp_dir(), 1000, 0)?.len(), 1000); // 1000 bits
    /// assert!(matches!(Scratch::new("/no/such/folder".as_ref(), 1000, 0), Err(Error::File { .. })));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::File`] if there is not enough space.
    pub fn new(folder: &Path, len: usize, width: usize) -> Result<Self> {
        let file = reserved(folder, tempfile::tempfile_in(folder), |file| file, words_of(len, width))?;
        Ok(Self::of(file, folder, [len, width]))
    }

    /// One file for all ranks of a job, in a folder that all see. The leader makes it, and removes its name when all have opened it, so that it is freed
    /// when they end. The leader must be the last one to drop it: a network's file system keeps a removed file only as long as the computer that removed it
    /// has it open.
    ///
    /// # Errors
    /// Those of [`new`](Self::new); [`Error::File`] if another rank cannot open it; those of other ranks.
    pub(super) fn shared(ranks: &Ranks, folder: &Path, len: usize, width: usize) -> Result<Self> {
        let make = || {
            let named = tempfile::Builder::new().prefix(".polymod-").tempfile_in(folder);
            reserved(folder, named, NamedTempFile::as_file, words_of(len, width)).map(Some)
        };
        let named = ranks.agree(if ranks.rank() == 0 { make() } else { Ok(None) })?;
        let name = named.as_ref().and_then(|named| named.path().file_name()?.to_str()).unwrap_or_default();
        let name = words_to_text(&ranks.as_the_leader(Ok(text_to_words(name)))?);
        let opened = File::options().read(true).write(true).open(folder.join(&name)).map_err(|e| {
            let reason = format!("cannot open {name} in this folder, which the leader has made for all ranks: {e}");
            Error::File { name: folder.display().to_string(), reason }
        });
        Ok(Self::of(ranks.agree(opened)?, folder, [len, width]))
    }

    fn of(file: File, folder: &Path, [len, width]: [usize; 2]) -> Self {
        positioned::in_runs(&file);
        Scratch { file, folder: folder.display().to_string(), len, width }
    }

    /// Waits until all that was written can be read by other machines.
    ///
    /// # Errors
    /// [`Error::File`].
    pub(super) fn sync(&self) -> Result<()> {
        self.file.sync_data().map_err(|e| self.failed("write", &e))
    }

    /// Byte offset of coefficient `first`, and how many of `words` words are before the end of the file.
    fn place(&self, first: usize, words: usize) -> (u64, usize) {
        let (at, end) = (words_of(first, self.width), words_of(self.len, self.width));
        (8 * at as u64, words.min(end.saturating_sub(at)))
    }

    fn failed(&self, doing: &str, e: &io::Error) -> Error {
        Error::File {
            name: self.folder.clone(),
            reason: format!("cannot {doing} a temporary file in this folder: {e}"),
        }
    }
}

/// A new file with space for this number of words.
fn reserved<F>(folder: &Path, made: io::Result<F>, file: impl Fn(&F) -> &File, words: usize) -> Result<F> {
    let bytes = 8 * words as u64;
    made.and_then(|made| positioned::reserve(file(&made), bytes).map(|()| made)).map_err(|e| {
        let reason = format!("cannot make a temporary file of {bytes} bytes in this folder: {e}");
        Error::File { name: folder.display().to_string(), reason }
    })
}

impl Source for Scratch {
    fn len(&self) -> usize {
        self.len
    }

    fn read(&self, first: usize, words: &mut [u64]) -> Result<()> {
        let (at, there) = self.place(first, words.len());
        words[there..].fill(0);
        positioned::read(&self.file, at, &mut words[..there]).map_err(|e| self.failed("read", &e))
    }

    fn expect(&self, first: usize, words: usize) {
        let (at, there) = self.place(first, words);
        positioned::expect(&self.file, at, 8 * there as u64);
    }
}

impl Sink for Scratch {
    fn write(&self, first: usize, words: &[u64]) -> Result<()> {
        let (at, there) = self.place(first, words.len());
        positioned::write(&self.file, at, &words[..there]).map_err(|e| self.failed("write", &e))
    }
}

/// Little-endian words at byte offsets of files.
pub mod positioned {
    use std::{fs::File, io};

    /// Reads words from this byte offset on.
    ///
    /// # Errors
    /// The system's error, or an unexpected end of file.
    pub fn read(file: &File, at: u64, words: &mut [u64]) -> io::Result<()> {
        bytes(file, at, bytemuck::cast_slice_mut(words))?;
        words.iter_mut().for_each(|x| *x = u64::from_le(*x));
        Ok(())
    }

    /// Writes words from this byte offset on.
    ///
    /// # Errors
    /// The system's error.
    pub fn write(file: &File, at: u64, words: &[u64]) -> io::Result<()> {
        if cfg!(target_endian = "big") {
            let swapped: Vec<u64> = words.iter().map(|x| x.to_le()).collect();
            return write_bytes(file, at, bytemuck::cast_slice(&swapped));
        }
        write_bytes(file, at, bytemuck::cast_slice(words))
    }

    /// Reads bytes from this offset on.
    ///
    /// # Errors
    /// Those of [`read`].
    #[cfg(unix)]
    pub fn bytes(file: &File, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
    }

    /// Reads bytes from this offset on.
    ///
    /// # Errors
    /// Those of [`read`].
    #[cfg(windows)]
    pub fn bytes(file: &File, mut at: u64, mut bytes: &mut [u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            match std::os::windows::fs::FileExt::seek_read(file, bytes, at)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                n => (at, bytes) = (at + n as u64, &mut bytes[n..]),
            }
        }
        Ok(())
    }

    /// Writes bytes from this offset on.
    ///
    /// # Errors
    /// The system's error.
    #[cfg(unix)]
    pub fn write_bytes(file: &File, at: u64, bytes: &[u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::write_all_at(file, bytes, at)
    }

    /// Writes bytes from this offset on.
    ///
    /// # Errors
    /// The system's error.
    #[cfg(windows)]
    pub fn write_bytes(file: &File, mut at: u64, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            match std::os::windows::fs::FileExt::seek_write(file, bytes, at)? {
                0 => return Err(io::ErrorKind::WriteZero.into()),
                n => (at, bytes) = (at + n as u64, &bytes[n..]),
            }
        }
        Ok(())
    }

    /// Asks the system to prefetch bytes from this offset on, so that a disk has several requests to choose from.
    pub fn expect(file: &File, at: u64, bytes: u64) {
        /// Bytes below which a system call costs more than reading from the page cache.
        #[cfg(target_os = "linux")]
        const LEAST: u64 = 1 << 13;
        #[cfg(target_os = "linux")]
        if let Some(bytes) = std::num::NonZeroU64::new(bytes).filter(|bytes| bytes.get() >= LEAST) {
            // a hint: if it fails the bytes are fetched when they are read
            let _ = rustix::fs::fadvise(file, at, Some(bytes), rustix::fs::Advice::WillNeed);
        }
        #[cfg(not(target_os = "linux"))]
        let _ = (file, at, bytes);
    }

    /// Tells the system that a file will be read in runs at arbitrary offsets, so that it does not read ahead.
    pub fn in_runs(file: &File) {
        #[cfg(target_os = "linux")]
        let _ = rustix::fs::fadvise(file, 0, None, rustix::fs::Advice::Random);
        #[cfg(not(target_os = "linux"))]
        let _ = file;
    }

    /// Sets the length of the file, and reserves the space if the file system can.
    ///
    /// # Errors
    /// The system's error: a full disk, too large a file.
    pub fn reserve(file: &File, bytes: u64) -> io::Result<()> {
        #[cfg(target_os = "linux")]
        if bytes > 0 {
            use rustix::{fs::FallocateFlags, io::Errno};
            match rustix::fs::fallocate(file, FallocateFlags::empty(), 0, bytes) {
                Ok(()) => return Ok(()),
                Err(Errno::OPNOTSUPP | Errno::NOSYS) => {}
                Err(e) => return Err(e.into()),
            }
        }
        file.set_len(bytes)
    }
}
