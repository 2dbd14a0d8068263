//! Files that hold what was computed modulo each prime, so that a run that was stopped can go on.
//!
//! A record is written at once and is whole before the computation goes on; [`format`] says how it lies in the file. What a run that was
//! stopped left of its last record is cut off. Where a file is damaged before its end the intact records before that are kept and the
//! rest is cut off; [`Checkpoint::loss`] says so.
//!
//! What the file is trusted for: checksums detect accidents, and a file of other operands, options or order of records. They do not
//! detect a forger who computes them anew: whoever may write the file decides about the answer, as whoever may write the operands does.
//! Even so each record is looked at before it is used: primes that the run may not take, records of another length than the
//! computation makes, and residues outside \[0, p) count as not there, and records that contradict what is computed are given up.

mod format;

use crate::{Error, Result, lock};
use format::{Fault, Key, Parsed, Unusable};
use std::{
    collections::HashMap,
    fmt,
    fs::{File, OpenOptions},
    io::{self, BufReader, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

pub(super) use format::Identity;

/// A file of what was computed so far. Whoever opens it is its only user until it is dropped, also where the file system has no locks:
/// then a file `.NAME.lock` beside it tells others.
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
    /// Bytes behind the intact ones.
    dropped: u64,
    loss: Option<String>,
    unusable: AtomicUsize,
    state: Mutex<State>,
    _claim: lock::Claim,
}

struct State {
    file: File,
    /// Of the file's whole records.
    len: u64,
    /// Of records in the file.
    count: u64,
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
    /// Opens a file, or makes one. What is not intact is left out, and cut off when a computation begins.
    ///
    /// # Errors
    /// [`Error::Checkpoint`] where the file cannot be read and written, is in use, is no checkpoint of this version, or is damaged
    /// in its first bytes.
    pub fn open(path: &Path) -> Result<Self> {
        let failed = |reason: String| Error::Checkpoint { path: path.display().to_string(), reason };
        let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let file = open.map_err(|e| failed(format!("cannot be opened: {e}")))?;
        let metadata = file.metadata().ok().filter(std::fs::Metadata::is_file);
        let total = metadata.ok_or_else(|| failed("expected a regular file".into()))?.len();
        let claim = lock::claim(&file, path).map_err(|refusal| {
            failed(match refusal {
                lock::Refusal::Busy(why) => why,
                lock::Refusal::Io(e) => format!("it cannot be locked, nor can a lock file be made beside it: {e}"),
            })
        })?;
        let parsed = format::parse(BufReader::new(&file), total).map_err(|e| match e {
            Unusable::Io(e) => failed(format!("cannot be read: {e}")),
            Unusable::Foreign(reason) => failed(reason),
        })?;
        let (dropped, loss) = (total - parsed.len, loss(&parsed, total));
        let Parsed { identity, records, count, len, .. } = parsed;
        let state = Mutex::new(State { file, len, count, identity, records, stages: 0 });
        Ok(Checkpoint { path: path.into(), dropped, loss, unusable: AtomicUsize::new(0), state, _claim: claim })
    }

    /// Bytes at the end that are left out, because a run was stopped while it wrote them, or because they are damaged.
    #[must_use]
    pub fn dropped_bytes(&self) -> u64 {
        self.dropped
    }

    /// What is left out of the file and why, in one sentence; none where all of it is intact.
    #[must_use]
    pub fn loss(&self) -> Option<&str> {
        self.loss.as_deref()
    }

    /// Records that were found, and not used yet.
    #[must_use]
    pub fn records(&self) -> usize {
        self.state().records.len()
    }

    /// Records that were found so far to be none that the computation can have made; what they stand for was computed anew.
    #[must_use]
    pub fn unusable_records(&self) -> usize {
        self.unusable.load(Ordering::Relaxed)
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
        if state.identity.is_some_and(|found| found != identity) {
            return Err(self.failed(
                "it belongs to other operands or options; repeat those, or name another file to start anew".into(),
            ));
        }
        let cut = state
            .file
            .metadata()
            .and_then(|m| if m.len() > state.len { state.file.set_len(state.len) } else { Ok(()) });
        cut.map_err(|e| self.failed(format!("its end cannot be cut off: {e}")))?;
        if state.identity.is_none() {
            state.identity = Some(identity);
            state.append(&identity.header()).map_err(|e| self.unwritten(&e))?;
        }
        Ok(())
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

fn loss(parsed: &Parsed, total: u64) -> Option<String> {
    let (at, bytes, count) = (parsed.len, total - parsed.len, parsed.count);
    Some(match parsed.fault? {
        Fault::Torn => format!("dropped a record that is not whole, the last {bytes} bytes"),
        Fault::Damaged => {
            format!(
                "damaged at byte {at}: kept the intact records before that, {count}, and dropped the last {bytes} bytes"
            )
        }
    })
}

/// One part of a computation, whose records have keys of their own.
#[derive(Clone, Copy)]
pub(super) struct Stage<'a> {
    checkpoint: &'a Checkpoint,
    number: u64,
}

impl Stage<'_> {
    /// The keys of records that are still there, the largest first.
    pub fn keys(&self) -> Vec<u64> {
        let state = self.checkpoint.state();
        let mut keys: Vec<u64> = state.records.keys().filter(|key| key.0 == self.number).map(|key| key.1).collect();
        keys.sort_unstable_by(|x, y| y.cmp(x));
        keys
    }

    /// The record with this key, which stays.
    pub fn look(&self, key: u64) -> Option<Vec<u64>> {
        self.checkpoint.state().records.get(&(self.number, key)).cloned()
    }

    /// The record with this key, which is given once.
    pub fn take(&self, key: u64) -> Option<Vec<u64>> {
        self.checkpoint.state().records.remove(&(self.number, key))
    }

    /// Counts records that are of no use.
    pub fn count_unusable(&self, records: usize) {
        self.checkpoint.unusable.fetch_add(records, Ordering::Relaxed);
    }

    /// Appends a record, which takes the place of earlier ones with its key.
    ///
    /// # Errors
    /// [`Error::Checkpoint`] where it cannot be written: then the file is as it was.
    pub fn append(&self, key: u64, words: &[u64]) -> Result<()> {
        let mut state = self.checkpoint.state();
        let Some(identity) = state.identity else {
            return Err(self.checkpoint.failed("it is used before a computation began".into()));
        };
        let record = identity.record(state.count, (self.number, key), words);
        state.append(&record).map_err(|e| self.checkpoint.unwritten(&e))?;
        state.count += 1;
        Ok(())
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

#[cfg(test)]
mod tests;
