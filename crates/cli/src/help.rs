//! The overview of the program, and the texts on rings and formats that the help, the manual page and `info` share.

use super::{
    Failure, args, mistakes,
    tool_args::TOOLS,
    verbs::{SUBJECTS, Takes, Verb},
};
use std::fmt::Write;

/// Help text on the values of `--ring`.
pub const RINGS: &str = "  z              the integers (the default)
  q              the rational numbers; a fraction is \"3/4\" in json, 3/4 elsewhere
  z[y] zn:N[y]   polynomials in y over z or zn:N: mul, gcd, resultant, discriminant in x
  zn:N           the integers modulo N ≥ 2 of any size; N is decimal, 0x…, an expression such as
                 2^61-1, or one of bn254-fr bn254-fq bls12-381-fr bls12-381-fq secp256k1-fr
                 secp256k1-fq; --mod N is the same
  gf2            the field of two elements
  gf2^K:MODULUS  the field of 2^K elements; MODULUS is irreducible of degree K, written as
                 0x11b or x^8+x^4+x^3+x+1; bit i of an element is the coefficient of x^i
  gf:P^K:F       the field of P^K elements, P a prime of any size: polynomials in t modulo F, of
                 degree K and irreducible, such as t^2+2 or [2,0,1]; gf:P^K takes the first such F,
                 gf:P^K:least the one with the fewest terms, gf:P^K:conway Conway's polynomial;
                 elements are [1,2] or 2*t + 1, and integers: [[1,2],3] is 3*x + 2*t + 1
  zn:N[t]/F      the same over the integers modulo N, for any F with the leading coefficient 1
  gfpf:P         the integers modulo a prime P = r^k + 1, by digits to the radix r; P is a name that
                 polymod info lists, such as F8, or an expression such as (2^48+224)^4+1";

/// Help text on the values of `--format` and `--input-format`.
pub const FORMATS: &str = "  json   [1,0,3] is 3*x^2 + 1, a matrix is an array of rows, integers of any size
  list   1 0 3, also NTL's [1 0 3]
  human  3*x^2 + 1, as Sage, PARI, Magma and SymPy print
  hex    0x5, bit i is the coefficient of x^i (gf2), K bits a coefficient (gf2^K)
  npy    NumPy's arrays of 64-bit integers
  bin    bits as little-endian bytes (gf2)
  flint, ntl, pari, sage
         as these systems print polynomials, arrays and matrices
  latex  3x^{2} + 1, for results only
  mtx (Matrix Market), sms: for input only";

const OPERANDS: &str = "  An operand is a file, - for standard input, or a literal after =, such as '=3*x^2 + 1' or
  '=[1,0,3]'; the name of a format before it says how it is read: flint:a.txt, npy:-.
  Where an integer is expected, also by an option, an integer or an expression is
  meant literally: -5, 0xff, 1e9, 10^18, 2^127-1; a file of that name is ./10^18.";

/// The end of the overview.
pub const AFTER: &str = "\
Examples:
  polymod mul a.json b.json --ring zn:2^61-1 -o c.json
  polymod mul '=x^2 - 1' '=x + 2'
  polymod pow-mod '=x' 10^18 '=x^3 + x + 1' --mod 97
  polymod gen poly --degree 1000 --mod 97 | polymod sqr - --mod 97

polymod help VERB explains a verb.
Exit codes: 0; 1 no answer exists, with the reason; 2 usage, input or output; 130 interrupted.";

/// The end of the manual page's part on the program.
#[must_use]
pub fn manual() -> String {
    format!(
        "Operands:\n{OPERANDS}\n\nRings (--ring):\n{RINGS}\n\nFormats (--format, --input-format):\n{FORMATS}\n\n{AFTER}"
    )
}

/// Largest number of columns of the help, and the column where the description of a verb begins.
pub const WIDTH: usize = 100;
pub const INDENT: usize = 32;

/// The template of the program's help: verbs by subject, then options, rings and formats.
#[must_use]
pub fn overview() -> String {
    let mut text = String::from("{about-with-newline}\n{usage-heading} polymod VERB OPERAND… [OPTIONS]\n");
    for (subject, verbs) in SUBJECTS {
        let _ = writeln!(text, "\n{subject}:");
        for verb in *verbs {
            line(&mut text, &format!("{} {}", verb.name, operands(verb)), brief(verb.about));
        }
    }
    let _ = writeln!(text, "\nTools:");
    for (name, about) in TOOLS {
        line(&mut text, name, brief(about));
    }
    let _ = writeln!(
        text,
        "\nOperands:\n{OPERANDS}\n\nRings (--ring):\n{RINGS}\n\nFormats (--format, --input-format):\n{FORMATS}"
    );
    text + "\nOptions:\n{options}{after-help}"
}

/// The operands of a verb in usage lines: `A B …`.
#[must_use]
pub fn operands(verb: &Verb) -> String {
    let name = |(i, (name, _)): (usize, &(&str, _))| match i >= verb.required() {
        true => format!("[{name}]"),
        false => (*name).to_string(),
    };
    let names: Vec<_> = verb.operands.iter().enumerate().map(name).collect();
    names.join(" ") + if verb.takes(Takes::More) { " …" } else { "" }
}

/// The first clause of a description, without further explanations.
pub fn brief(about: &str) -> &str {
    let end = [": ", "; "].iter().filter_map(|mark| about.find(mark)).min();
    &about[..end.unwrap_or(about.len())]
}

/// Appends a name and its description, in lines of at most [`WIDTH`] columns.
pub fn line(text: &mut String, name: &str, about: &str) {
    let mut column = 2 + name.chars().count();
    let _ = write!(text, "  {name}{:pad$}", "", pad = INDENT.saturating_sub(column + 1));
    column = column.max(INDENT - 1);
    for word in about.split(' ') {
        let len = 1 + word.chars().count();
        if column + len > WIDTH {
            let _ = write!(text, "\n{:INDENT$}{word}", "");
            column = INDENT - 1 + len;
        } else {
            let _ = write!(text, " {word}");
            column += len;
        }
    }
    text.push('\n');
}

/// The help of a command, given by the names of the commands around it and its own; without names that of the program.
///
/// # Errors
/// [`Failure::Usage`] if no command has the name.
pub fn of(names: &[String]) -> Result<String, Failure> {
    let mut command = args::command();
    command.build();
    let mut found = &mut command;
    for name in names {
        let known: Vec<String> = found.get_subcommands().map(|c| c.get_name().to_string()).collect();
        if !known.contains(name) {
            return Err(Failure::Usage(mistakes::unknown_verb(name, &known)));
        }
        found = match found.find_subcommand_mut(name) {
            Some(inner) => inner,
            None => return Err(Failure::Internal("a command that was found is none".into())),
        };
    }
    Ok(found.render_help().to_string())
}
