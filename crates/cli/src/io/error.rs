//! What can go wrong with a file, each on one line that begins with its name.

use polymod::{Error, text::ReadError};
use std::io;

/// An error of reading or writing, with the name of the file (`<stdin>`, `<stdout>`, or the start of a literal).
#[non_exhaustive]
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The text is not what was expected: `a.json:2:3: expected an integer, found "x"`.
    #[error("{name}:{error}")]
    Syntax {
        /// The file.
        name: String,
        /// [`Error::Parse`].
        error: Error,
    },
    /// The ring does not take what was read, or the operation does not exist.
    #[error("{name}: {error}")]
    Ring {
        /// The file.
        name: String,
        /// What the ring says.
        error: Error,
    },
    /// The file holds something else, or its format does not hold this.
    #[error("{name}: expected {expected}, found {found}")]
    Content {
        /// The file.
        name: String,
        /// What would have been right.
        expected: String,
        /// What there is.
        found: String,
    },
    /// The file claims more bytes than the memory limit allows; nothing has been allocated.
    #[error("{name}: needs {bytes} bytes, the memory limit (--memory) is {memory}")]
    TooLarge {
        /// The file.
        name: String,
        /// Bytes that it needs.
        bytes: u128,
        /// Bytes allowed.
        memory: u64,
    },
    /// Reading failed.
    #[error("{name}: {}{hint}", plain(source))]
    Read {
        /// The file.
        name: String,
        /// The system's error.
        source: io::Error,
        /// What to do, with a blank in front; may be empty.
        hint: &'static str,
    },
    /// Writing failed: a full disk, no permission.
    #[error("{name}: cannot write: {}", plain(source))]
    Write {
        /// The file.
        name: String,
        /// The system's error.
        source: io::Error,
    },
    /// Whoever read the output has gone; no reason to complain.
    #[error("the output pipe is closed")]
    ClosedPipe,
}

impl FileError {
    /// Puts the file's name on an error of the text.
    pub(crate) fn reading(name: &str, error: ReadError) -> Self {
        let name = name.to_owned();
        match error {
            ReadError::Syntax(error @ Error::Parse { .. }) => FileError::Syntax { name, error },
            ReadError::Syntax(error) => FileError::Ring { name, error },
            ReadError::Io(source) => FileError::Read { name, source, hint: "" },
        }
    }

    /// Puts the file's name on an error of writing.
    pub(crate) fn writing(name: &str, source: io::Error) -> Self {
        match source.kind() {
            io::ErrorKind::BrokenPipe => FileError::ClosedPipe,
            _ => FileError::Write { name: name.to_owned(), source },
        }
    }
}

/// The system's message without its number.
fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}
