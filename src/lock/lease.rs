//! A lease beside a file: a lock file that its process renews.
//!
//! The lock file `.NAME.lock` is created with `O_EXCL`. It names its process, the process's start time, the host, and the machine, which is a boot of
//! a kernel with a namespace of processes; and it has a number, which the process raises every ten seconds. The lease of a process that has ended is
//! told on its own machine by the list of processes, and elsewhere by its number, which does not change for half a minute. No clocks are compared.

use super::Refusal;
use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions},
    io::{self, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    process,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread::{self, JoinHandle},
    time::{Duration, Instant, SystemTime},
};

/// Attempts at removing leases that were left.
const TRIES: usize = 4;

/// How often a lease is renewed, and how long one is watched before it counts as left.
#[derive(Clone, Copy, Debug)]
pub struct Times {
    pub renewal: Duration,
    pub patience: Duration,
}

const TIMES: Times = Times { renewal: Duration::from_secs(10), patience: Duration::from_secs(30) };

/// A lease, until this is dropped.
#[derive(Debug)]
pub struct Lease {
    shared: Arc<Shared>,
    renewing: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared {
    path: PathBuf,
    owner: Owner,
    times: Times,
    state: Mutex<State>,
    ended: Condvar,
}

#[derive(Debug)]
struct State {
    file: File,
    renewals: u64,
    /// The last time when the lease was this process's.
    seen: SystemTime,
    lost: bool,
    ended: bool,
}

impl Lease {
    /// Takes the lease beside this path. One of a process that may have ended on another machine is watched first.
    ///
    /// # Errors
    /// [`Refusal`].
    pub fn take(path: &Path) -> Result<Self, Refusal> {
        Self::take_in(path, TIMES)
    }

    pub fn take_in(path: &Path, times: Times) -> Result<Self, Refusal> {
        let path = lock_path(path);
        for _ in 0..TRIES {
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => return Self::begin(path, file, times).map_err(Refusal::Io),
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
                Err(e) => return Err(Refusal::Io(e)),
            }
            let Some(text) = content(&path).map_err(Refusal::Io)? else { continue };
            let owner = Owner::parse(&text);
            let left = match owner.as_ref().and_then(Owner::is_gone) {
                Some(gone) => gone,
                None => match watched(&path, &text, times).map_err(Refusal::Io)? {
                    Watched::Removed => continue,
                    Watched::Renewed => false,
                    Watched::Left => true,
                },
            };
            if !left {
                let who = owner.map_or_else(String::new, |o| format!(", process {} on {},", o.process, o.host));
                return Err(Refusal::Busy(format!("another run{who} uses it; name another file")));
            }
            remove_left(&path, &text).map_err(Refusal::Io)?;
        }
        Err(Refusal::Busy("other runs try to use it".into()))
    }

    /// Writes the new lock file, and begins to renew it.
    fn begin(path: PathBuf, file: File, times: Times) -> io::Result<Self> {
        let state = State { file, renewals: 0, seen: SystemTime::now(), lost: false, ended: false };
        let (owner, state) = (Owner::this(), Mutex::new(state));
        let shared = Arc::new(Shared { path, owner, times, state, ended: Condvar::new() });
        let mut lease = Lease { shared: shared.clone(), renewing: None };
        let written = shared.state().write(&shared.owner);
        written.inspect_err(|_| drop(fs::remove_file(&lease.shared.path)))?;
        lease.renewing = Some(thread::Builder::new().name("lease".into()).spawn(move || shared.renew_until_end())?);
        Ok(lease)
    }

    /// Whether the lease is still this process's. The lock file is looked at where it was not renewed for a while, as after the process was stopped.
    pub fn holds(&self) -> bool {
        let mut state = self.shared.state();
        // a clock that was set back says nothing
        let is_recent = state.seen.elapsed().is_ok_and(|since| since < self.shared.times.patience / 2);
        if !state.lost && !is_recent {
            self.shared.look(&mut state);
        }
        !state.lost
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        self.shared.state().ended = true;
        self.shared.ended.notify_all();
        if let Some(thread) = self.renewing.take() {
            let _ = thread.join();
        }
        let mut state = self.shared.state();
        self.shared.look(&mut state);
        if !state.lost {
            // nobody receives an error here, and the next run sees that this process has ended
            let _ = fs::remove_file(&self.shared.path);
        }
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes whether the lock file is this process's; where it cannot be read, that it was is not known to have changed.
    fn look(&self, state: &mut State) {
        match content(&self.path) {
            Ok(text) if text.as_deref().and_then(Owner::parse).as_ref() == Some(&self.owner) => {
                state.seen = SystemTime::now();
            }
            Ok(_) => state.lost = true,
            Err(_) => {}
        }
    }

    /// Renews the lease until it ends or is lost.
    fn renew_until_end(&self) {
        let mut state = self.state();
        loop {
            let waited = self.ended.wait_timeout_while(state, self.times.renewal, |state| !state.ended);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
            if state.ended {
                return;
            }
            self.look(&mut state);
            if state.lost {
                return;
            }
            state.renewals += 1;
            // where this fails it is tried again
            let _ = state.write(&self.owner);
        }
    }
}

impl State {
    /// Writes the lock file's only line, which always has the same length.
    fn write(&mut self, owner: &Owner) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(format!("{} {:020}\n", owner.words(), self.renewals).as_bytes())?;
        // other machines see what has reached the server
        self.file.sync_data()
    }
}

/// The lock file's content; None if there is none.
fn content(path: &Path) -> io::Result<Option<String>> {
    match fs::read_to_string(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        text => text.map(Some),
    }
}

/// What became of a lock file that was watched.
enum Watched {
    Removed,
    Renewed,
    Left,
}

/// Watches a lock file whose content is `text`, until it changes or patience ends.
fn watched(path: &Path, text: &str, times: Times) -> io::Result<Watched> {
    let began = Instant::now();
    while began.elapsed() < times.patience {
        thread::sleep(times.renewal / 10);
        match content(path)? {
            None => return Ok(Watched::Removed),
            Some(now) if now != text => return Ok(Watched::Renewed),
            Some(_) => {}
        }
    }
    Ok(Watched::Left)
}

/// Removes a lock file whose content is `text`; a different lock file that has replaced it is put back.
pub fn remove_left(path: &Path, text: &str) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}", process::id()));
    let aside = PathBuf::from(name);
    match fs::rename(path, &aside) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(()),
        renamed => renamed?,
    }
    if fs::read_to_string(&aside)? != text {
        // its process is alive
        let _ = fs::hard_link(&aside, path);
    }
    fs::remove_file(&aside)
}

/// Path of the lock file of `path`: `.NAME.lock` in the same folder.
fn lock_path(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".lock");
    path.with_file_name(name)
}

/// A process, identified by its number, start time and machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owner {
    pub process: u32,
    /// Start time in clock ticks since the machine's boot; `-` where the system does not tell.
    pub began: String,
    /// The host's name, for messages.
    host: String,
    /// The boot and the namespace of processes; `-` where the system does not tell.
    machine: String,
}

impl Owner {
    pub fn this() -> Self {
        let began = began(process::id()).unwrap_or_else(|| "-".into());
        Owner { process: process::id(), began, host: host(), machine: machine().unwrap_or_else(|| "-".into()) }
    }

    pub fn words(&self) -> String {
        format!("{} {} {} {}", self.process, self.began, self.host, self.machine)
    }

    pub fn parse(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace();
        let (process, mut word) = (words.next()?.parse().ok()?, || words.next().map(str::to_owned));
        Some(Owner { process, began: word()?, host: word()?, machine: word()? })
    }

    /// Whether the process has ended; None if it belongs to another machine, or the system does not list processes.
    fn is_gone(&self) -> Option<bool> {
        let here = machine().filter(|here| *here == self.machine && self.began != "-");
        here.map(|_| began(self.process).as_ref() != Some(&self.began))
    }
}

/// Start time of a process; `None` if it does not exist, or the system does not tell.
fn began(process: u32) -> Option<String> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // the name in parentheses may hold anything
    text.rsplit_once(')')?.1.split_whitespace().nth(19).map(str::to_owned)
}

fn host() -> String {
    let name = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let name: String = name.chars().filter(|c| !c.is_whitespace()).collect();
    if name.is_empty() { "this-machine".into() } else { name }
}

/// The boot of this machine's kernel, and the namespace in which processes have their numbers.
fn machine() -> Option<String> {
    let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    let namespace = fs::read_link("/proc/self/ns/pid").ok()?;
    Some(format!("{}/{}", boot.trim(), namespace.display()))
}
