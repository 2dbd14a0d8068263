//! Errors of files, each on one line that begins with the file's name.

use polymod::{Error, text::ReadError};
use std::io;

/// An error of reading or writing, with the name of the file (`<stdin>`, `<stdout>`, or the start of a literal).
#[non_exhaustive]
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The text has a syntax error: `a.json:2:3: expected an integer, found "x"`.
    #[error("{name}:{error}")]
    Syntax {
        /// The file.
        name: String,
        /// [`Error::Parse`].
        error: Error,
    },
    /// The ring does not contain what was read, or the operation does not exist.
    #[error("{name}: {error}")]
    Ring {
        /// The file.
        name: String,
        /// The ring's error.
        error: Error,
    },
    /// The content of the file is of another kind, or its format cannot hold the result.
    #[error("{name}: expected {expected}, found {found}")]
    Content {
        /// The file.
        name: String,
        /// Description of the expected content.
        expected: String,
        /// Description of the content found.
        found: String,
    },
    /// The file claims more bytes than the memory limit allows; nothing has been allocated.
    #[error("{name}: needs {bytes} bytes, the memory limit (--memory) is {memory}")]
    TooLarge {
        /// The file.
        name: String,
        /// Number of bytes that it needs.
        bytes: u128,
        /// Number of bytes allowed.
        memory: u64,
    },
    /// Reading failed.
    #[error("{name}: {}{hint}", plain(source))]
    Read {
        /// The file.
        name: String,
        /// The system's error.
        source: io::Error,
        /// Advice, with a blank in front; may be empty.
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
    /// The reader of the output has gone; not reported.
    #[error("the output pipe is closed")]
    ClosedPipe,
}

impl FileError {
    /// Adds the file's name to an error of reading.
    pub(crate) fn reading(name: &str, error: ReadError) -> Self {
        let name = name.to_owned();
        match error {
            ReadError::Syntax(error @ Error::Parse { .. }) => FileError::Syntax { name, error },
            ReadError::Syntax(error) => FileError::Ring { name, error },
            ReadError::Io(source) => FileError::Read { name, source, hint: "" },
        }
    }

    /// Adds the file's name to an error of writing.
    pub(crate) fn writing(name: &str, source: io::Error) -> Self {
        match source.kind() {
            io::ErrorKind::BrokenPipe => FileError::ClosedPipe,
            _ => FileError::Write { name: name.to_owned(), source },
        }
    }
}

/// The system's message without its error number.
fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}
