//! Formats of files, by name and by suffix.

use crate::text::Form;
use std::{fmt, path::Path, str::FromStr};

/// A format of operands and results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// `[1,-2,3]`
    Json,
    /// `1 -2 3`, read as NTL's `[1 -2 3]` too.
    List,
    /// `3*x^2 - 2*x + 1`
    Human,
    /// `0x1f`, in rings of characteristic 2.
    Hex,
    /// NumPy's arrays of 64-bit integers.
    Npy,
    /// Bits as little-endian bytes, over the field of two elements.
    Bin,
    /// FLINT's strings, for input only.
    Flint,
    /// Matrix Market, for input only.
    MatrixMarket,
    /// SMS, for input only.
    Sms,
}

/// A name that no format has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown format '{0}': expected json, list, human, hex, npy, bin or (for input) flint, mtx or sms")]
pub struct UnknownFormat(pub String);

impl Format {
    /// All of them.
    pub const ALL: [Format; 9] = {
        use Format::{Bin, Flint, Hex, Human, Json, List, MatrixMarket, Npy, Sms};
        [Json, List, Human, Hex, Npy, Bin, Flint, MatrixMarket, Sms]
    };

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Format::Json => "json",
            Format::List => "list",
            Format::Human => "human",
            Format::Hex => "hex",
            Format::Npy => "npy",
            Format::Bin => "bin",
            Format::Flint => "flint",
            Format::MatrixMarket => "mtx",
            Format::Sms => "sms",
        }
    }

    /// The format that the suffixes `.npy`, `.bin`, `.hex`, `.mtx` and `.sms` name; other files tell by their content.
    #[must_use]
    pub fn by_suffix(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "npy" => Some(Format::Npy),
            "bin" => Some(Format::Bin),
            "hex" => Some(Format::Hex),
            "mtx" => Some(Format::MatrixMarket),
            "sms" => Some(Format::Sms),
            _ => None,
        }
    }

    /// The format that results take when an operand had this one: itself, or JSON or a list for what is only read.
    #[must_use]
    pub fn of_results(self) -> Self {
        match self {
            Format::Flint => Format::List,
            Format::MatrixMarket | Format::Sms => Format::Json,
            other => other,
        }
    }

    /// Whether it is for input only.
    #[must_use]
    pub fn is_input_only(self) -> bool {
        self.of_results() != self
    }

    /// Whether it holds matrices only.
    #[must_use]
    pub fn is_of_matrices(self) -> bool {
        matches!(self, Format::MatrixMarket | Format::Sms)
    }

    /// The form of text, unless the format is binary.
    pub(crate) fn form(self) -> Option<Form> {
        match self {
            Format::Json => Some(Form::Json),
            Format::List => Some(Form::List),
            Format::Human => Some(Form::Human),
            Format::Hex => Some(Form::Hex),
            Format::Flint => Some(Form::Flint),
            Format::MatrixMarket => Some(Form::MatrixMarket),
            Format::Sms => Some(Form::Sms),
            Format::Npy | Format::Bin => None,
        }
    }
}

impl From<Form> for Format {
    fn from(form: Form) -> Self {
        match form {
            Form::Json => Format::Json,
            Form::List => Format::List,
            Form::Human => Format::Human,
            Form::Hex => Format::Hex,
            Form::Flint => Format::Flint,
            Form::MatrixMarket => Format::MatrixMarket,
            Form::Sms => Format::Sms,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        Format::ALL.into_iter().find(|f| f.name() == name).ok_or_else(|| UnknownFormat(name.to_owned()))
    }
}
