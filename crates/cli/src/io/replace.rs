//! A new file that replaces an old one when it is complete and on the disk.
//!
//! It is written to a temporary file `.NAME.polymod` in the same folder, and locked: of two runs that write one file
//! the second is refused, and the temporary file of a killed run is removed by the next one.

use polymod::internals::lock::{self, Claim, Refusal};
use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions, Permissions},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// Largest number of symbolic links followed, as in Linux.
const MOST_LINKS: usize = 40;
/// Attempts at removing stale temporary files.
const TRIES: usize = 4;
/// Number of bytes of a file's name that its temporary file's name repeats.
const MOST_NAME: usize = 200;

/// A file being written. If it is dropped without [`finish`](Self::finish), the existing file stays unchanged.
#[derive(Debug)]
pub struct Replacement {
    file: File,
    temporary: PathBuf,
    path: PathBuf,
    /// Permissions of the old file.
    permissions: Option<Permissions>,
    done: bool,
    _claim: Claim,
}

impl Replacement {
    /// Creates the temporary file for this path; symbolic links are followed.
    ///
    /// # Errors
    /// If there is no such folder, no permission, the path is not a regular file, or another run writes it.
    pub fn create(path: &Path) -> io::Result<Self> {
        let path = follow_links(path)?;
        let permissions = match fs::metadata(&path) {
            Ok(metadata) if metadata.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(metadata) => {
                // checks that the old file may be written
                OpenOptions::new().write(true).open(&path)?;
                Some(metadata.permissions())
            }
            Err(e) if e.kind() == io::ErrorKind::NotFound => None,
            Err(e) => return Err(e),
        };
        let temporary = temporary_name(&path);
        let (file, claim) = claimed(&temporary, permissions.as_ref())?;
        Ok(Replacement { file, temporary, path, permissions, done: false, _claim: claim })
    }

    /// The temporary file that another process has created for this path.
    ///
    /// # Errors
    /// The system's error.
    pub fn begun(path: &Path) -> io::Result<File> {
        OpenOptions::new().write(true).open(temporary_name(&follow_links(path)?))
    }

    /// The open temporary file.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// Path of the temporary file.
    pub fn temporary(&self) -> &Path {
        &self.temporary
    }

    /// Waits until the whole file is on the disk.
    ///
    /// # Errors
    /// The system's error.
    pub fn sync(&self) -> io::Result<()> {
        if let Some(permissions) = &self.permissions {
            self.file.set_permissions(permissions.clone())?;
        }
        self.file.sync_all()
    }

    /// Renames the file to its final name, after [`sync`](Self::sync), and waits until the folder's entry is on the
    /// disk too.
    ///
    /// # Errors
    /// The system's error.
    pub fn finish(mut self) -> io::Result<()> {
        fs::rename(&self.temporary, &self.path)?;
        self.done = true;
        sync_folder(&self.path)
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if !self.done {
            // nobody receives an error here
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// Creates and claims a file of this name, which no other run writes.
fn claimed(temporary: &Path, old: Option<&Permissions>) -> io::Result<(File, Claim)> {
    let busy = || {
        io::Error::new(
            io::ErrorKind::ResourceBusy,
            "another run is writing this file; wait for its end, or name another",
        )
    };
    for _ in 0..TRIES {
        let (file, new) = match new_file(temporary, old) {
            Ok(file) => (file, true),
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => match left_file(temporary) {
                Err(e) if e.kind() == io::ErrorKind::NotFound => continue,
                left => (left?, false),
            },
            Err(e) => return Err(e),
        };
        match lock::claim(&file, temporary) {
            // another run may have renamed it, or removed it as stale
            Ok(_) if !names(temporary, &file)? => {}
            Ok(claim) if new => return Ok((file, claim)),
            Ok(_) => fs::remove_file(temporary)?,
            Err(Refusal::Busy(_)) => return Err(busy()),
            Err(Refusal::Io(e)) => {
                if new {
                    let _ = fs::remove_file(temporary);
                }
                return Err(e);
            }
        }
    }
    Err(busy())
}

/// Creates a file readable and writable only for those who may read and write the old one, or new files by default.
fn new_file(path: &Path, old: Option<&Permissions>) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
        options.mode(old.map_or(0o666, |old| old.mode() & 0o600));
    }
    #[cfg(not(unix))]
    let _ = old;
    options.open(path)
}

/// Opens a temporary file that exists: a stale one, or one that a run is writing.
fn left_file(path: &Path) -> io::Result<File> {
    let in_the_way = |why: &str| io::Error::other(format!("{} is in the way: {why}; remove it", path.display()));
    if !fs::symlink_metadata(path)?.is_file() {
        return Err(in_the_way("it is no regular file"));
    }
    match OpenOptions::new().read(true).open(path) {
        Err(e) if e.kind() == io::ErrorKind::PermissionDenied => Err(in_the_way("another user made it")),
        opened => opened,
    }
}

/// Whether this path is that of this open file.
fn names(path: &Path, file: &File) -> io::Result<bool> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let (there, ours) = (fs::symlink_metadata(path), file.metadata()?);
        Ok(there.is_ok_and(|there| (there.dev(), there.ino()) == (ours.dev(), ours.ino())))
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        Ok(path.exists())
    }
}

/// Path of the temporary file: `.NAME.polymod` in the same folder.
fn temporary_name(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default();
    let mut short = OsString::from(".");
    if name.len() <= MOST_NAME {
        short.push(name);
    } else {
        // file systems limit the length of names; names with the same start and sum exclude each other
        short.push(name.to_string_lossy().chars().take(MOST_NAME / 4).collect::<String>());
        let sum = name
            .as_encoded_bytes()
            .iter()
            .fold(0xcbf2_9ce4_8422_2325, |h: u64, &b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
        short.push(format!("{sum:x}"));
    }
    short.push(".polymod");
    path.with_file_name(short)
}

/// Waits until the entries of a file's folder are on the disk, where folders can be synced.
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let synced = File::open(folder).and_then(|folder| folder.sync_all());
    match synced.as_ref().map_err(io::Error::kind) {
        Err(io::ErrorKind::PermissionDenied | io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => Ok(()),
        _ => synced,
    }
}

/// The path that symbolic links lead to; it need not exist.
fn follow_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}
