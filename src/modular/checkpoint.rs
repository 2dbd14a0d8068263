//! Files that hold what was computed modulo each prime, so that a run that was stopped can go on.
//!
//! A file begins with a line that tells its version, 32 bytes that identify the computation with all operands, and a checksum of both.
//! Records follow, each its length, a number of words, and a checksum over the identity and all of that: the first eight bytes of
//! SHA-256 (NIST 2015, FIPS 180-4). A record is written at once and is whole before the computation goes on. What a run that
//! was stopped left of its last record is cut off; any other damage is an error, since nobody should go on from such a file.

use crate::{Error, Result};
use sha2::{Digest, Sha256};
use std::{
    collections::HashMap,
    fmt,
    fs::{File, OpenOptions, TryLockError},
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The first bytes of all versions.
const NAME: &[u8] = b"polymod checkpoint ";
/// Those of this version: another meaning of records takes another number.
const VERSION: &[u8] = b"polymod checkpoint 1\n";
const CHECKSUM: usize = 8;
const HEADER: usize = VERSION.len() + IDENTITY + CHECKSUM;
const IDENTITY: usize = 32;

/// What identifies a computation with its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Identity([u8; IDENTITY]);

impl Identity {
    /// That of all these words in their order.
    pub fn new(name: &str, words: impl IntoIterator<Item = u64>) -> Self {
        let mut hash = Sha256::new_with_prefix(name);
        hash.update([0]);
        words.into_iter().for_each(|w| hash.update(w.to_le_bytes()));
        Identity(hash.finalize().into())
    }
}

/// Stage of the computation and place in it: a prime, or the number of a step.
type Key = (u64, u64);

/// A file of what was computed so far. Whoever opens it is its only user until it is dropped.
///
/// ```
/// use polymod::{Dense, Integers, modular::{self, Checkpoint, Options}};
/// # let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("det.checkpoint");
/// let a = Dense::from_i64(&Integers::new(), &[&[1, 2], &[3, 4]])?;
/// for _ in 0..2 {
///     // the second time nothing is left to be computed
///     let options = Options { checkpoint: Some(Checkpoint::open(&path)?.into()), ..Options::default() };
///     assert_eq!(modular::det(&a, &options)?.value, -2);
/// }
/// # Ok::<(), polymod::Error>(())
/// ```
pub struct Checkpoint {
    path: PathBuf,
    dropped: u64,
    state: Mutex<State>,
}

struct State {
    file: File,
    /// Of the file's whole records.
    len: u64,
    identity: Option<Identity>,
    records: HashMap<Key, Vec<u64>>,
    stages: u64,
}

impl fmt::Debug for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Checkpoint({})", self.path.display())
    }
}

impl Checkpoint {
    /// Opens a file, or makes one. A last record that is not whole is cut off.
    ///
    /// # Errors
    /// [`Error::Checkpoint`] where the file cannot be read and written, is in use, is no checkpoint of this version, or is damaged
    /// before its end.
    pub fn open(path: &Path) -> Result<Self> {
        let failed = |reason: String| Error::Checkpoint { path: path.display().to_string(), reason };
        let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = open.map_err(|e| failed(format!("cannot be opened: {e}")))?;
        if !file.metadata().is_ok_and(|m| m.is_file()) {
            return Err(failed("expected a regular file".into()));
        }
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(failed("another run uses it; name another file".into())),
            // where there are no locks there is nothing to be said against going on
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|e| failed(format!("cannot be read: {e}")))?;
        let (identity, records, len) = parse(&bytes).map_err(failed)?;
        let dropped = (bytes.len() - len) as u64;
        if dropped > 0 {
            file.set_len(len as u64).map_err(|e| failed(format!("its end cannot be cut off: {e}")))?;
        }
        let state = State { file, len: len as u64, identity, records, stages: 0 };
        Ok(Checkpoint { path: path.into(), dropped, state: Mutex::new(state) })
    }

    /// Bytes at the end that were cut off, because a run was stopped while it wrote them.
    #[must_use]
    pub fn dropped_bytes(&self) -> u64 {
        self.dropped
    }

    /// Records that were found, and not used yet.
    #[must_use]
    pub fn records(&self) -> usize {
        self.state().records.len()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn failed(&self, reason: String) -> Error {
        Error::Checkpoint { path: self.path.display().to_string(), reason }
    }

    /// Says whose records these are, at the begin of a computation.
    ///
    /// # Errors
    /// [`Error::Checkpoint`] where they are another computation's, or cannot be written.
    pub(super) fn begin(&self, identity: Identity) -> Result<()> {
        let mut state = self.state();
        state.stages = 0;
        match state.identity {
            Some(found) if found == identity => Ok(()),
            Some(_) => Err(self.failed(
                "it belongs to other operands or options; repeat those, or name another file to start anew".into(),
            )),
            None => {
                let mut header = [VERSION, &identity.0].concat();
                header.extend(checksum(&header));
                state.identity = Some(identity);
                state.append(&header).map_err(|e| self.unwritten(&e))
            }
        }
    }

    fn unwritten(&self, e: &io::Error) -> Error {
        self.failed(format!("cannot be written: {e}; what it holds is kept, and the run can be repeated with it"))
    }

    /// The next stage of the computation: all runs come to the same ones in the same order.
    pub(super) fn stage(&self) -> Stage<'_> {
        let mut state = self.state();
        state.stages += 1;
        Stage { checkpoint: self, number: state.stages }
    }
}

/// One part of a computation, whose records have keys of their own.
#[derive(Clone, Copy)]
pub(super) struct Stage<'a> {
    checkpoint: &'a Checkpoint,
    number: u64,
}

impl Stage<'_> {
    /// The record with this key, which is given once.
    pub fn take(&self, key: u64) -> Option<Vec<u64>> {
        self.checkpoint.state().records.remove(&(self.number, key))
    }

    /// Appends a record.
    ///
    /// # Errors
    /// [`Error::Checkpoint`] where it cannot be written: then the file is as it was.
    pub fn append(&self, key: u64, words: &[u64]) -> Result<()> {
        let mut state = self.checkpoint.state();
        let mut record = Vec::with_capacity(8 * (words.len() + 3) + CHECKSUM);
        for word in [words.len() as u64 + 2, self.number, key].iter().chain(words) {
            record.extend(word.to_le_bytes());
        }
        let identity = state.identity.map_or([0; IDENTITY], |found| found.0);
        record.extend(checksum(&[&identity[..], &record].concat()));
        state.append(&record).map_err(|e| self.checkpoint.unwritten(&e))
    }

    /// Waits until the records are on the disk.
    ///
    /// # Errors
    /// [`Error::Checkpoint`].
    pub fn sync(&self) -> Result<()> {
        let state = self.checkpoint.state();
        state.file.sync_data().map_err(|e| self.checkpoint.unwritten(&e))
    }
}

impl State {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.len))?;
        if let Err(e) = self.file.write_all(bytes) {
            // what was written of it would be cut off anyhow
            let _ = self.file.set_len(self.len);
            return Err(e);
        }
        self.len += bytes.len() as u64;
        Ok(())
    }
}

fn checksum(bytes: &[u8]) -> [u8; CHECKSUM] {
    let hash: [u8; 32] = Sha256::digest(bytes).into();
    std::array::from_fn(|i| hash[i])
}

fn word(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |w, &b| w << 8 | u64::from(b))
}

type Parsed = (Option<Identity>, HashMap<Key, Vec<u64>>, usize);

/// Identity, records, and where the whole ones end.
fn parse(bytes: &[u8]) -> Result<Parsed, String> {
    let shared = bytes.len().min(VERSION.len());
    if bytes[..shared] != VERSION[..shared] {
        return Err(match bytes.starts_with(NAME) {
            true => "it was written by another version of polymod; name another file".into(),
            false => "it is no checkpoint; name another file, which need not exist".into(),
        });
    }
    let damaged = |at: usize| format!("damaged at byte {at}; remove it to start anew");
    let Some(header) = bytes.get(..HEADER) else { return Ok((None, HashMap::new(), 0)) };
    let (head, sum) = header.split_at(HEADER - CHECKSUM);
    if checksum(head)[..] != *sum {
        return Err(damaged(0));
    }
    let mut identity = Identity([0; IDENTITY]);
    identity.0.copy_from_slice(&head[VERSION.len()..]);
    let (mut records, mut at) = (HashMap::new(), HEADER);
    while let Some(prefix) = bytes.get(at..at + 8) {
        let end = usize::try_from(word(prefix)).ok().and_then(|n| n.checked_mul(8)?.checked_add(at + 8 + CHECKSUM));
        let Some((end, record)) = end.and_then(|end| Some((end, bytes.get(at..end)?))) else { break };
        let (body, sum) = record.split_at(record.len() - CHECKSUM);
        if body.len() < 24 || checksum(&[&identity.0, body].concat())[..] != *sum {
            // a last record may be there in length only
            if end == bytes.len() {
                break;
            }
            return Err(damaged(at));
        }
        let words: Vec<u64> = body[8..].chunks_exact(8).map(word).collect();
        records.insert((words[0], words[1]), words[2..].to_vec());
        at = end;
    }
    Ok((Some(identity), records, at))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written() -> (tempfile::TempDir, PathBuf, Vec<usize>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("c");
        let checkpoint = Checkpoint::open(&path).unwrap();
        let mut ends = vec![0];
        checkpoint.begin(Identity::new("x", [1, 2])).unwrap();
        ends.push(checkpoint.state().len as usize);
        for (stage, key, words) in [(1, 5, vec![]), (1, 7, vec![1, 2, 3]), (2, 5, vec![u64::MAX])] {
            Stage { checkpoint: &checkpoint, number: stage }.append(key, &words).unwrap();
            ends.push(checkpoint.state().len as usize);
        }
        (folder, path, ends)
    }

    #[test]
    fn cut_at_every_byte() {
        let (_folder, path, ends) = written();
        let whole = std::fs::read(&path).unwrap();
        assert_eq!(whole.len(), ends[4]);
        for cut in 0..=whole.len() {
            std::fs::write(&path, &whole[..cut]).unwrap();
            let found = Checkpoint::open(&path).unwrap();
            let kept = ends.iter().rposition(|&end| end <= cut).unwrap();
            assert_eq!(found.dropped_bytes() as usize, cut - ends[kept], "cut at {cut}");
            assert_eq!(found.records(), kept.saturating_sub(1));
            assert_eq!(std::fs::metadata(&path).unwrap().len() as usize, ends[kept]);
            found.begin(Identity::new("x", [1, 2])).unwrap();
            // what comes next is whole again
            found.stage().append(9, &[4]).unwrap();
            drop(found);
            let again = Checkpoint::open(&path).unwrap();
            assert_eq!((again.dropped_bytes(), again.stage().take(9)), (0, Some(vec![4])), "cut at {cut}");
        }
    }

    #[test]
    fn every_changed_byte_is_noticed() {
        let (_folder, path, ends) = written();
        let whole = std::fs::read(&path).unwrap();
        for i in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[i] ^= 0x10;
            std::fs::write(&path, &bytes).unwrap();
            match Checkpoint::open(&path) {
                // of the last record, or a length that leads beyond the end
                Ok(found) => assert!(found.dropped_bytes() > 0 && i >= ends[1], "byte {i}"),
                Err(e) => assert!(matches!(e, Error::Checkpoint { .. }), "byte {i}: {e}"),
            }
        }
    }

    #[test]
    fn refused() {
        let (_folder, path, _) = written();
        let reason = |e: Result<Checkpoint>| e.unwrap_err().to_string();
        let open = Checkpoint::open(&path).unwrap();
        assert!(reason(Checkpoint::open(&path)).contains("another run"));
        assert!(open.begin(Identity::new("x", [1, 3])).unwrap_err().to_string().contains("other operands"));
        assert!(open.begin(Identity::new("y", [1, 2])).is_err());
        drop(open);
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[VERSION.len() - 2] = b'2';
        std::fs::write(&path, &bytes).unwrap();
        assert!(reason(Checkpoint::open(&path)).contains("another version"));
        std::fs::write(&path, b"dear diary").unwrap();
        assert!(reason(Checkpoint::open(&path)).contains("no checkpoint"));
        assert!(Checkpoint::open(path.parent().unwrap()).is_err());
    }
}
