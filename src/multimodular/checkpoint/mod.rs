//! Checkpoint files with the results modulo each prime, from which a stopped run can continue.
//!
//! Each record is written completely before the computation continues; [`format`] describes the file. A last record cut off when
//! a run was stopped is removed. In a file damaged before its end the intact records before the damage are kept and the others
//! removed; [`Checkpoint::loss`] says so.
//!
//! Trust in the file: checksums detect accidents, and a file of other operands or options, or with records in another order. They
//! do not detect a forger who recomputes them: whoever may write the file decides about the answer, as whoever may write the
//! operands does. Even so each record is checked before it is used: records for primes that the run may not take, of another
//! length than the computation makes, or with residues outside \[0, p) are ignored, and records that contradict what is computed
//! are discarded.

pub mod format;

use crate::{Error, Result, lock, tested};
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
    time::{Duration, Instant},
};

pub(super) use format::Identity;

/// How often records are written to the disk.
pub const SYNC: Duration = Duration::from_secs(10);

/// A file of the results computed so far. The process that opens it is its only user until it is dropped, also on file systems that several machines
/// share, or without locks: there a file `.NAME.lock` beside it, which is renewed every ten seconds, marks it as in use. One that a machine has left
/// is removed after half a minute.
///
/// ```
/// use polymod::{Matrix, Integers, multimodular::{self, Checkpoint, Options}};
/// # let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("det.checkpoint");
/// let a = Matrix::from_i64(&Integers::new(), &[&[1, 2], &[3, 4]])?;
/// for _ in 0..2 {
///     // the second time nothing is left to be computed
///     let options = Options { checkpoint: Some(Checkpoint::open(&path)?.into()), ..Options::default() };
///     assert_eq!(multimodular::det(&a, &options)?.value, -2);
/// }
/// # Ok::<(), polymod::Error>(())
/// ```
pub struct Checkpoint {
    path: PathBuf,
    /// Number of bytes after the intact ones.
    dropped: u64,
    loss: Option<String>,
    unusable: AtomicUsize,
    reused: AtomicUsize,
    state: Mutex<State>,
    claim: lock::Claim,
}

pub struct State {
    file: File,
    /// Bytes of the file's intact records.
    pub len: u64,
    /// Number of records in the file.
    pub count: u64,
    identity: Option<Identity>,
    records: HashMap<Key, Vec<u64>>,
    stages: u64,
    /// When the records were last known to be on the disk, and the number of those since.
    pub synced: Instant,
    pub unsynced: usize,
}

impl fmt::Debug for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Checkpoint({})", self.path.display())
    }
}

impl Checkpoint {
    /// Opens a checkpoint file, or creates it. What is not intact is ignored, and removed when a computation begins.
    ///
    /// ```
    /// # use polymod::multimodular::Checkpoint;
    /// # let folder = tempfile::tempdir().unwrap();
    /// let path = folder.path().join("det.checkpoint");
    /// let first = Checkpoint::open(&path)?;
    /// assert!(Checkpoint::open(&path).is_err()); // in use
    /// drop(first);
    /// assert!(Checkpoint::open(&path).is_ok());
    /// std::fs::write(&path, "other data").unwrap();
    /// assert!(Checkpoint::open(&path).is_err());
    /// # Ok::<(), polymod::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Checkpoint`] if the file cannot be read and written, is in use, is not a checkpoint of this version, or is
    /// damaged in its first bytes.
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
        let state =
            Mutex::new(State { file, len, count, identity, records, stages: 0, synced: Instant::now(), unsynced: 0 });
        Ok(Checkpoint {
            path: path.into(),
            dropped,
            loss,
            unusable: AtomicUsize::new(0),
            reused: AtomicUsize::new(0),
            state,
            claim,
        })
    }

    /// Number of bytes at the end of the file that are ignored, because a run was stopped while writing them or because they are
    /// damaged.
    ///
    /// ```
    /// # use polymod::{Integers, Matrix, multimodular::{self, Checkpoint, Options}};
    /// # let folder = tempfile::tempdir().unwrap();
    /// # let path = folder.path().join("det.checkpoint");
    /// # let a = Matrix::from_i64(&Integers::new(), &[&[1, 2], &[3, 4]])?;
    /// let options = Options { checkpoint: Some(Checkpoint::open(&path)?.into()), ..Options::default() };
    /// multimodular::det(&a, &options)?;
    /// drop(options);
    /// let intact = std::fs::read(&path).unwrap();
    /// std::fs::write(&path, [&intact[..], b"cut"].concat()).unwrap(); // as if stopped while writing
    /// assert_eq!(Checkpoint::open(&path)?.dropped_bytes(), 3);
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn dropped_bytes(&self) -> u64 {
        self.dropped
    }

    /// Which part of the file is ignored and why, in one sentence; None if the file is intact.
    ///
    /// ```
    /// # use polymod::{Integers, Matrix, multimodular::{self, Checkpoint, Options}};
    /// # let folder = tempfile::tempdir().unwrap();
    /// # let path = folder.path().join("det.checkpoint");
    /// # let a = Matrix::from_i64(&Integers::new(), &[&[1, 2], &[3, 4]])?;
    /// let options = Options { checkpoint: Some(Checkpoint::open(&path)?.into()), ..Options::default() };
    /// multimodular::det(&a, &options)?;
    /// drop(options);
    /// assert_eq!(Checkpoint::open(&path)?.loss(), None);
    /// let intact = std::fs::read(&path).unwrap();
    /// std::fs::write(&path, &intact[..intact.len() - 1]).unwrap();
    /// assert!(Checkpoint::open(&path)?.loss().is_some_and(|loss| loss.contains("not whole")));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn loss(&self) -> Option<&str> {
        self.loss.as_deref()
    }

    /// Number of records found in the file and not used yet.
    ///
    /// ```
    /// # use polymod::{Integers, Matrix, multimodular::{self, Checkpoint, Options}};
    /// # let folder = tempfile::tempdir().unwrap();
    /// # let path = folder.path().join("det.checkpoint");
    /// # let a = Matrix::from_i64(&Integers::new(), &[&[1, 2], &[3, 4]])?;
    /// let options = Options { checkpoint: Some(Checkpoint::open(&path)?.into()), ..Options::default() };
    /// multimodular::det(&a, &options)?;
    /// drop(options);
    /// let again = Checkpoint::open(&path)?;
    /// assert!(again.records() > 0);
    /// let options = Options { checkpoint: Some(again.into()), ..Options::default() };
    /// multimodular::det(&a, &options)?;
    /// assert!(options.checkpoint.is_some_and(|used| used.records() == 0));
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn records(&self) -> usize {
        self.state().records.len()
    }

    /// Number of records so far that this computation cannot have made; their content was recomputed.
    ///
    /// ```
    /// # use polymod::{Integers, Matrix, multimodular::{self, Checkpoint, Options}};
    /// # let folder = tempfile::tempdir().unwrap();
    /// # let path = folder.path().join("det.checkpoint");
    /// # let a = Matrix::from_i64(&Integers::new(), &[&[1, 2], &[3, 4]])?;
    /// for _ in 0..2 {
    ///     let options = Options { checkpoint: Some(Checkpoint::open(&path)?.into()), ..Options::default() };
    ///     multimodular::det(&a, &options)?;
    ///     assert_eq!(options.checkpoint.map(|used| used.unusable_records()), Some(0));
    /// }
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn unusable_records(&self) -> usize {
        self.unusable.load(Ordering::Relaxed)
    }

    /// Number of records that computations took from the file: images, or runs of digits.
    ///
    /// ```
    /// # use polymod::{Integers, Matrix, multimodular::{self, Algorithm, Checkpoint, Options}};
    /// # let folder = tempfile::tempdir().unwrap();
    /// # let path = folder.path().join("det.checkpoint");
    /// # let a = Matrix::from_i64(&Integers::new(), &[&[1, 2], &[3, 4]])?;
    /// for reused in [0, 1] {
    ///     let checkpoint = Some(Checkpoint::open(&path)?.into());
    ///     let options = Options { checkpoint, algorithm: Some(Algorithm::Crt), ..Options::default() };
    ///     let found = multimodular::det(&a, &options)?;
    ///     assert_eq!(options.checkpoint.map(|used| used.reused_records()), Some(reused * found.primes));
    /// }
    /// # Ok::<(), polymod::Error>(())
    /// ```
    #[must_use]
    pub fn reused_records(&self) -> usize {
        self.reused.load(Ordering::Relaxed)
    }

    tested! {
        fn state(&self) -> MutexGuard<'_, State> {
            self.state.lock().unwrap_or_else(PoisonError::into_inner)
        }
    }

    fn failed(&self, reason: String) -> Error {
        Error::Checkpoint { path: self.path.display().to_string(), reason }
    }

    tested! {
        /// Starts a computation: checks or writes the identity in the header.
        ///
        /// # Errors
        /// [`Error::Checkpoint`] if the records belong to another computation, or the file cannot be written.
        pub(super) fn begin(&self, identity: Identity) -> Result<()> {
            self.check_claim()?;
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
    }

    /// Checks that no other run has taken the file over.
    fn check_claim(&self) -> Result<()> {
        let taken = "another run took it over while this one was stopped; what it holds is kept";
        if self.claim.holds() { Ok(()) } else { Err(self.failed(taken.into())) }
    }

    fn unwritten(&self, e: &io::Error) -> Error {
        self.failed(format!("cannot be written: {e}; what it holds is kept, and the run can be repeated with it"))
    }

    tested! {
        /// The next stage of the computation; all runs go through the same stages in the same order.
        pub(super) fn stage(&self) -> Stage<'_> {
            let mut state = self.state();
            state.stages += 1;
            Stage { checkpoint: self, number: state.stages }
        }
    }
}

pub fn loss(parsed: &Parsed, total: u64) -> Option<String> {
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

/// One part of a computation; keys of records are distinct within it.
#[derive(Clone, Copy)]
pub struct Stage<'a> {
    pub checkpoint: &'a Checkpoint,
    pub number: u64,
}

impl Stage<'_> {
    /// The keys of the remaining records, the largest first.
    pub fn keys(&self) -> Vec<u64> {
        let state = self.checkpoint.state();
        let mut keys: Vec<u64> = state.records.keys().filter(|key| key.0 == self.number).map(|key| key.1).collect();
        keys.sort_unstable_by(|x, y| y.cmp(x));
        keys
    }

    /// The record with this key, without removing it.
    pub fn look(&self, key: u64) -> Option<Vec<u64>> {
        self.checkpoint.state().records.get(&(self.number, key)).cloned()
    }

    /// Removes and returns the record with this key.
    pub fn take(&self, key: u64) -> Option<Vec<u64>> {
        self.checkpoint.state().records.remove(&(self.number, key))
    }

    /// Adds to the number of unusable records.
    pub fn count_unusable(&self, records: usize) {
        self.checkpoint.unusable.fetch_add(records, Ordering::Relaxed);
    }

    /// Adds to the number of records that were taken from the file.
    pub fn count_reused(&self, records: usize) {
        self.checkpoint.reused.fetch_add(records, Ordering::Relaxed);
    }

    /// Appends a record, which replaces earlier ones with its key. Every ten seconds this waits until all records are on the disk.
    ///
    /// # Errors
    /// [`Error::Checkpoint`] if it cannot be written; the file is then unchanged.
    pub fn append(&self, key: u64, words: &[u64]) -> Result<()> {
        self.checkpoint.check_claim()?;
        let mut state = self.checkpoint.state();
        let Some(identity) = state.identity else {
            return Err(self.checkpoint.failed("it is used before a computation began".into()));
        };
        let record = identity.record(state.count, (self.number, key), words);
        state.append(&record).map_err(|e| self.checkpoint.unwritten(&e))?;
        state.count += 1;
        state.unsynced += 1;
        if state.synced.elapsed() > SYNC {
            state.sync().map_err(|e| self.checkpoint.unwritten(&e))?;
        }
        Ok(())
    }

    /// Waits until the records are on disk.
    ///
    /// # Errors
    /// [`Error::Checkpoint`].
    pub fn sync(&self) -> Result<()> {
        self.checkpoint.state().sync().map_err(|e| self.checkpoint.unwritten(&e))
    }
}

impl State {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.len))?;
        if let Err(e) = self.file.write_all(bytes) {
            // an incomplete record would be removed by the next run anyhow
            let _ = self.file.set_len(self.len);
            return Err(e);
        }
        self.len += bytes.len() as u64;
        Ok(())
    }

    /// Waits until the records are on the disk.
    fn sync(&mut self) -> io::Result<()> {
        if self.unsynced > 0 {
            self.file.sync_data()?;
        }
        (self.synced, self.unsynced) = (Instant::now(), 0);
        Ok(())
    }
}
