//! Files used by one process at a time: by the file system's locks, or by a lock file next to them where it has none.
//!
//! A lock file `.NAME.lock` is created with `O_EXCL`. It holds the process number, the start time of that process and
//! the host name, so that the lock file of a killed process is told from one in use.

use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Write},
    path::{Path, PathBuf},
    process,
};

/// Attempts at removing stale lock files.
const TRIES: usize = 4;

/// The exclusive right to use a file, until this is dropped and the file closed.
#[derive(Debug)]
pub struct Claim {
    /// Path of the lock file, where the file system has no locks.
    beside: Option<PathBuf>,
}

/// Reason for a refused claim.
#[derive(Debug)]
pub enum Refusal {
    /// Another process uses the file; the text says what to do.
    Busy(String),
    /// The lock file cannot be created.
    Io(io::Error),
}

/// Claims this open file, whose path is `path`.
///
/// # Errors
/// [`Refusal`].
pub fn claim(file: &File, path: &Path) -> Result<Claim, Refusal> {
    match file.try_lock() {
        Ok(()) => Ok(Claim { beside: None }),
        Err(TryLockError::WouldBlock) => Err(Refusal::Busy("another run uses it; name another file".into())),
        // the file system has no locks
        Err(TryLockError::Error(_)) => claim_beside(path),
    }
}

/// Claims a file by a lock file.
fn claim_beside(path: &Path) -> Result<Claim, Refusal> {
    let beside = lock_path(path);
    for _ in 0..TRIES {
        match OpenOptions::new().write(true).create_new(true).open(&beside) {
            Ok(mut lock) => {
                let written = lock.write_all(Owner::this().line().as_bytes());
                let claim = Claim { beside: Some(beside) };
                return written.map(|()| claim).map_err(Refusal::Io);
            }
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
            Err(e) => return Err(Refusal::Io(e)),
        }
        let text = match fs::read_to_string(&beside) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => continue,
            text => text.map_err(Refusal::Io)?,
        };
        match Owner::parse(&text) {
            Some(owner) if owner.is_gone() => remove_left(&beside, &text).map_err(Refusal::Io)?,
            owner => {
                let who = owner.map_or_else(String::new, |o| format!(" of process {} on {}", o.process, o.host));
                let lock = beside.display();
                return Err(Refusal::Busy(format!("another run{who} uses it; if that has ended, remove {lock}")));
            }
        }
    }
    Err(Refusal::Busy("other runs try to use it".into()))
}

/// Removes a lock file whose content is `text`; a different lock file that has replaced it is put back.
fn remove_left(beside: &Path, text: &str) -> io::Result<()> {
    let mut name = beside.as_os_str().to_owned();
    name.push(format!(".{}", process::id()));
    let aside = PathBuf::from(name);
    match fs::rename(beside, &aside) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(()),
        renamed => renamed?,
    }
    if fs::read_to_string(&aside)? != text {
        // its process is alive
        let _ = fs::hard_link(&aside, beside);
    }
    fs::remove_file(&aside)
}

impl Drop for Claim {
    fn drop(&mut self) {
        if let Some(beside) = &self.beside {
            // nobody receives an error here, and the next run sees that this process has ended
            let _ = fs::remove_file(beside);
        }
    }
}

/// Path of the lock file of `path`: `.NAME.lock` in the same folder.
fn lock_path(path: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".lock");
    path.with_file_name(name)
}

/// A process, identified by its number, start time and host.
#[derive(Debug, PartialEq, Eq)]
struct Owner {
    process: u32,
    /// Start time in clock ticks since the machine's boot; empty where the system does not tell.
    began: String,
    host: String,
}

impl Owner {
    fn this() -> Self {
        Owner { process: process::id(), began: began(process::id()).unwrap_or_default(), host: host() }
    }

    fn line(&self) -> String {
        format!("{} {} {}\n", self.process, if self.began.is_empty() { "-" } else { &self.began }, self.host)
    }

    fn parse(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace();
        let (process, began, host) = (words.next()?.parse().ok()?, words.next()?, words.next()?);
        Some(Owner { process, began: began.replace('-', ""), host: host.into() })
    }

    /// Whether the process is known to have ended: only if it ran on this host, and the system lists processes.
    fn is_gone(&self) -> bool {
        self.host == host() && Path::new("/proc/self/stat").exists() && began(self.process) != Some(self.began.clone())
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

#[cfg(test)]
mod tests {
    use super::*;

    fn file() -> (tempfile::TempDir, PathBuf, File) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data");
        let file = File::create(&path).unwrap();
        (folder, path, file)
    }

    #[test]
    fn one_claim_at_a_time_by_locks_of_the_system() {
        let (_folder, path, file) = file();
        let first = claim(&file, &path).unwrap();
        let again = File::open(&path).unwrap();
        assert!(matches!(claim(&again, &path), Err(Refusal::Busy(why)) if why.contains("another run")));
        drop((first, file));
        assert!(claim(&again, &path).is_ok());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn one_claim_at_a_time_by_lock_files() {
        let (folder, path, _file) = file();
        let beside = folder.path().join(".data.lock");
        let first = claim_beside(&path).unwrap();
        let line = fs::read_to_string(&beside).unwrap();
        assert_eq!(Owner::parse(&line), Some(Owner::this()));
        let busy = |holds: &str| match claim_beside(&path) {
            Err(Refusal::Busy(why)) => assert!(why.contains(holds), "{why}"),
            other => panic!("{other:?}"),
        };
        busy(&format!("process {}", process::id()));
        drop(first);
        assert!(!beside.exists());
        // a process on another host is not known to have ended, nor is one whose lock file is still empty
        for line in ["1 5 elsewhere\n", ""] {
            fs::write(&beside, line).unwrap();
            busy("remove");
            assert_eq!(fs::read_to_string(&beside).unwrap(), line);
        }
        // a process that has ended, and an earlier one of the same number
        let mut child = process::Command::new("true").spawn().unwrap();
        child.wait().unwrap();
        for (process, began) in [(child.id(), "17"), (process::id(), "1")] {
            fs::write(&beside, format!("{process} {began} {}\n", host())).unwrap();
            drop(claim_beside(&path).unwrap());
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "the lock file is gone");
        }
    }

    #[test]
    fn a_lock_file_that_took_the_place_of_another_stays() {
        let (folder, path, _file) = file();
        let beside = lock_path(&path);
        fs::write(&beside, "2 2 here\n").unwrap();
        remove_left(&beside, "1 1 here\n").unwrap();
        assert_eq!(fs::read_to_string(&beside).unwrap(), "2 2 here\n");
        remove_left(&beside, "2 2 here\n").unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
