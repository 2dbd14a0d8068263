//! Files of words without a name: space is reserved when they are made, and the system frees it when the process ends, however.

use super::{Sink, Source, words_of};
use crate::{Error, Result};
use std::{fs::File, io, path::Path};

/// A vector of coefficients in a file that has no name.
#[derive(Debug)]
pub struct Scratch {
    file: File,
    folder: String,
    len: usize,
    width: usize,
}

impl Scratch {
    /// For `len` coefficients of `width` words (0 for bits), in this folder; all of them are zero, or of any content where the file
    /// system cannot reserve space.
    ///
    /// # Errors
    /// [`Error::File`] where there is no space for them.
    pub fn new(folder: &Path, len: usize, width: usize) -> Result<Self> {
        let name = folder.display().to_string();
        let bytes = 8 * words_of(len, width) as u64;
        let made = tempfile::tempfile_in(folder).and_then(|file| positioned::reserve(&file, bytes).map(|()| file));
        let file = made.map_err(|e| {
            let reason = format!("cannot make a temporary file of {bytes} bytes in this folder: {e}");
            Error::File { name: name.clone(), reason }
        })?;
        positioned::in_runs(&file);
        Ok(Scratch { file, folder: name, len, width })
    }

    /// The file's place for coefficient `first`, and how many of `words` lie before its end.
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

/// Little-endian words at places of files.
pub mod positioned {
    use std::{fs::File, io};

    /// Reads so many words from this byte on.
    ///
    /// # Errors
    /// The system's, or that the file ends before.
    pub fn read(file: &File, at: u64, words: &mut [u64]) -> io::Result<()> {
        bytes(file, at, bytemuck::cast_slice_mut(words))?;
        words.iter_mut().for_each(|x| *x = u64::from_le(*x));
        Ok(())
    }

    /// Writes these words from this byte on.
    ///
    /// # Errors
    /// The system's.
    pub fn write(file: &File, at: u64, words: &[u64]) -> io::Result<()> {
        if cfg!(target_endian = "big") {
            let swapped: Vec<u64> = words.iter().map(|x| x.to_le()).collect();
            return write_bytes(file, at, bytemuck::cast_slice(&swapped));
        }
        write_bytes(file, at, bytemuck::cast_slice(words))
    }

    /// Reads so many bytes.
    ///
    /// # Errors
    /// Those of [`read`].
    #[cfg(unix)]
    pub fn bytes(file: &File, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
    }

    /// Reads so many bytes.
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

    /// Writes these bytes.
    ///
    /// # Errors
    /// The system's.
    #[cfg(unix)]
    pub fn write_bytes(file: &File, at: u64, bytes: &[u8]) -> io::Result<()> {
        std::os::unix::fs::FileExt::write_all_at(file, bytes, at)
    }

    /// Writes these bytes.
    ///
    /// # Errors
    /// The system's.
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

    /// Asks the system to fetch so many bytes from here on, so that a disk has several requests to choose from.
    pub fn expect(file: &File, at: u64, bytes: u64) {
        /// Fewer bytes take less time to read, where they are in memory, than a call to the system.
        #[cfg(target_os = "linux")]
        const LEAST: u64 = 1 << 13;
        #[cfg(target_os = "linux")]
        if let Some(bytes) = std::num::NonZeroU64::new(bytes).filter(|bytes| bytes.get() >= LEAST) {
            // advice: without it the bytes come when they are read
            let _ = rustix::fs::fadvise(file, at, Some(bytes), rustix::fs::Advice::WillNeed);
        }
        #[cfg(not(target_os = "linux"))]
        let _ = (file, at, bytes);
    }

    /// Says that a file will be read in runs at any places, so that the system fetches no more than is asked for.
    pub fn in_runs(file: &File) {
        #[cfg(target_os = "linux")]
        let _ = rustix::fs::fadvise(file, 0, None, rustix::fs::Advice::Random);
        #[cfg(not(target_os = "linux"))]
        let _ = file;
    }

    /// Makes the file so long, with the space for it where the file system can promise that.
    ///
    /// # Errors
    /// The system's: a full disk, too large a file.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_cut_at_the_end() {
        let folder = tempfile::tempdir().unwrap();
        for (len, width, first) in [(10, 1, 7), (10, 3, 7), (700, 0, 640)] {
            let scratch = Scratch::new(folder.path(), len, width).unwrap();
            let words = words_of(len - first, width);
            let values: Vec<u64> = (1..=words as u64 + 5).collect();
            scratch.write(first, &values).unwrap();
            let mut back = vec![7; words + 2];
            scratch.read(first, &mut back).unwrap();
            assert_eq!(back[..words], values[..words], "{len} coefficients of {width} words");
            assert_eq!(back[words..], [0, 0]);
            scratch.read(len + 64, &mut back).unwrap();
            assert!(back.iter().all(|&x| x == 0));
        }
        let absurd = Scratch::new(folder.path(), usize::MAX / 32, 1).unwrap_err();
        assert!(absurd.to_string().contains("temporary file of"), "{absurd}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
