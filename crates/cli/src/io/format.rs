//! Formats of files, by name and by suffix.

use polymod::text::{Form, System};
use std::{fmt, path::Path, str::FromStr};

/// A format of operands and results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// `[1,-2,3]`
    Json,
    /// `1 -2 3`, also read as NTL's `[1 -2 3]`.
    List,
    /// `3*x^2 - 2*x + 1`
    Human,
    /// `0x1f`, in rings of characteristic 2.
    Hex,
    /// NumPy arrays of 64-bit integers.
    Npy,
    /// Bits as little-endian bytes, over the field of two elements.
    Bin,
    /// FLINT's strings: `3 97  1 0 3`.
    Flint,
    /// NTL: `[1 0 3]`.
    Ntl,
    /// PARI: `Mod(3,97)*x^2 + Mod(1,97)`.
    Pari,
    /// Sage's; results have the form of [`Human`](Self::Human).
    Sage,
    /// LaTeX, for output only.
    Latex,
    /// Matrix Market, for input only.
    MatrixMarket,
    /// SMS, for input only.
    Sms,
}

/// An unknown name of a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown format '{0}': expected json, list, human, hex, npy, bin, flint, ntl, pari, sage, \
         (for output) latex or (for input) mtx or sms"
)]
pub struct UnknownFormat(pub String);

impl Format {
    /// All formats.
    pub const ALL: [Format; 13] = {
        use Format::{Bin, Flint, Hex, Human, Json, Latex, List, MatrixMarket, Npy, Ntl, Pari, Sage, Sms};
        [Json, List, Human, Hex, Npy, Bin, Flint, Ntl, Pari, Sage, Latex, MatrixMarket, Sms]
    };

    /// Name of the format on the command line.
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
            Format::Ntl => "ntl",
            Format::Pari => "pari",
            Format::Sage => "sage",
            Format::Latex => "latex",
            Format::MatrixMarket => "mtx",
            Format::Sms => "sms",
        }
    }

    /// The format of the suffixes `.npy`, `.bin`, `.hex`, `.mtx` and `.sms`; for other files the content determines the
    /// format.
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

    /// The format of results when an operand had this one: the same, or JSON if it is for input only.
    #[must_use]
    pub fn of_results(self) -> Self {
        match self {
            Format::MatrixMarket | Format::Sms => Format::Json,
            other => other,
        }
    }

    /// Whether the format is for input only.
    #[must_use]
    pub fn is_input_only(self) -> bool {
        self.of_results() != self
    }

    /// Whether the format is for output only.
    #[must_use]
    pub fn is_output_only(self) -> bool {
        self == Format::Latex
    }

    /// Whether the format is binary.
    #[must_use]
    pub fn is_binary(self) -> bool {
        matches!(self, Format::Npy | Format::Bin)
    }

    /// Whether results are in a computer algebra system's syntax, in that system's order of coefficients.
    #[must_use]
    pub fn is_of_system(self) -> bool {
        self.system().is_some()
    }

    /// The computer algebra system whose syntax results have, if the format is that of a system.
    pub(crate) fn system(self) -> Option<System> {
        match self {
            Format::Flint => Some(System::Flint),
            Format::Ntl => Some(System::Ntl),
            Format::Pari => Some(System::Pari),
            Format::Latex => Some(System::Latex),
            _ => None,
        }
    }

    /// Whether the format holds matrices only.
    #[must_use]
    pub fn is_of_matrices(self) -> bool {
        matches!(self, Format::MatrixMarket | Format::Sms)
    }

    /// The text form; None for binary formats.
    pub(crate) fn form(self) -> Option<Form> {
        match self {
            Format::Json => Some(Form::Json),
            Format::List => Some(Form::List),
            Format::Human => Some(Form::Human),
            Format::Hex => Some(Form::Hex),
            Format::Flint => Some(Form::Flint),
            Format::Ntl => Some(Form::Ntl),
            Format::Pari => Some(Form::Pari),
            Format::Sage => Some(Form::Sage),
            Format::MatrixMarket => Some(Form::MatrixMarket),
            Format::Sms => Some(Form::Sms),
            Format::Npy | Format::Bin | Format::Latex => None,
        }
    }

    /// The format of a text of this form; `None` for a single integer, which all formats write the same.
    pub(crate) fn of_form(form: Form) -> Option<Self> {
        match form {
            Form::Integer => None,
            form => Format::ALL.into_iter().find(|format| format.form() == Some(form)),
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
