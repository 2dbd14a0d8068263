//! Messages on wrong arguments: one line that names the mistake and what to do.

use super::{
    args::{self, Options},
    help,
    tool_args::TOOLS,
    verbs::{self, Verb},
};
use clap::{
    Args, Command,
    error::{ContextKind, ContextValue, ErrorKind},
};
use std::ffi::OsString;

/// Other programs' names of verbs.
pub const OTHER_NAMES: [(&str, &str); 37] = [
    ("plus", "add"),
    ("minus", "sub"),
    ("subtract", "sub"),
    ("multiply", "mul"),
    ("times", "mul"),
    ("product", "prod"),
    ("negate", "neg"),
    ("square", "sqr"),
    ("power", "pow"),
    ("exponent", "pow"),
    ("evaluate", "eval"),
    ("value", "eval"),
    ("diff", "derivative"),
    ("integrate", "integral"),
    ("div", "divrem"),
    ("divide", "divrem"),
    ("divmod", "divrem"),
    ("quotient", "quo"),
    ("mod", "rem"),
    ("remainder", "rem"),
    ("egcd", "xgcd"),
    ("gcdext", "xgcd"),
    ("factorize", "factor"),
    ("shift", "taylor-shift"),
    ("fft", "ntt"),
    ("dft", "ntt"),
    ("determinant", "det"),
    ("kernel", "nullspace"),
    ("kernelbasis", "kernel-basis"),
    ("smith", "snf"),
    ("linsolve", "solve"),
    ("inv", "inverse"),
    ("invert", "inverse"),
    ("random", "gen"),
    ("generate", "gen"),
    ("version", "--version"),
    ("completion", "completions"),
];

/// The command in the arguments.
struct Called {
    /// Name of the verb or tool.
    name: Option<String>,
    verb: Option<&'static Verb>,
}

impl Called {
    fn of(args: &[OsString]) -> Self {
        let words = args.iter().skip(1).filter_map(|arg| arg.to_str());
        let named = |word: &str| verbs::find(word).is_some() || TOOLS.iter().any(|(name, _)| *name == word);
        let mut commands = words.filter(|word| named(word));
        let first = commands.next();
        let name = match first {
            Some("plan" | "help") => commands.next().or(first),
            _ => first,
        };
        let verb = name.and_then(verbs::find);
        Called { name: name.map(str::to_string), verb }
    }

    /// The command that shows the help on it.
    fn help(&self) -> String {
        self.name.as_ref().map_or_else(|| "polymod help".into(), |name| format!("polymod help {name}"))
    }

    /// `mul takes A B …`
    fn takes(&self) -> Option<String> {
        match (self.verb, self.name.as_deref()) {
            (Some(verb), _) => Some(format!("{} takes {}", verb.name, help::operands(verb))),
            (None, Some("completions")) => Some("completions takes SHELL".into()),
            (None, Some(name)) => Some(format!("{name} takes options only")),
            (None, None) => None,
        }
    }
}

/// The line for an error of clap.
#[must_use]
pub fn line(error: &clap::Error, args: &[OsString]) -> String {
    let called = Called::of(args);
    let said = match error.kind() {
        ErrorKind::InvalidSubcommand => invalid_command(error, &called, args),
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => missing_command(&called),
        ErrorKind::UnknownArgument => unknown_argument(error, &called),
        ErrorKind::MissingRequiredArgument => missing_operands(error, &called),
        _ => None,
    };
    let said = said.unwrap_or_else(|| clap_line(&error.to_string()));
    let help = called.help();
    match said.chars().last() {
        _ if said.contains("polymod help") => said,
        Some('?') => format!("{said} See {help}"),
        _ => format!("{said}; see {help}"),
    }
}

fn text_of(error: &clap::Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text),
        _ => None,
    }
}

fn invalid_command(error: &clap::Error, called: &Called, args: &[OsString]) -> Option<String> {
    let word = text_of(error, ContextKind::InvalidSubcommand)?;
    match called.name.as_deref() {
        Some("gen") => Some(format!("unknown kind '{}': gen takes poly, matrix or irreducible", shown(word))),
        // the verb follows an operand
        Some(name) if name != "plan" && args.iter().skip(1).take_while(|arg| *arg != name).any(|arg| arg == word) => {
            Some(format!("unknown verb '{}': the verb comes first, as in polymod {name} {}", shown(word), shown(word)))
        }
        _ => Some(unknown_verb(word, &names())),
    }
}

pub fn names() -> Vec<String> {
    verbs::all().map(|v| v.name).chain(TOOLS.iter().map(|(name, _)| *name)).map(str::to_string).collect()
}

/// The line for a verb that does not exist.
#[must_use]
pub fn unknown_verb(word: &str, known: &[String]) -> String {
    let simple: String = word.to_ascii_lowercase().replace(['-', '_'], "");
    let meant = OTHER_NAMES.iter().find(|(name, _)| *name == simple).map(|(_, verb)| *verb);
    let meant = meant.filter(|verb| verb.starts_with('-') || known.iter().any(|name| name == verb));
    let meant = meant.or_else(|| nearest(word, known.iter().map(String::as_str)));
    match (meant, known.len()) {
        (Some(verb), _) => format!("unknown verb '{}': did you mean {verb}?", shown(word)),
        (None, 1..=5) => format!("unknown verb '{}': expected one of {}", shown(word), known.join(", ")),
        (None, _) => format!("unknown verb '{}': polymod help lists the verbs", shown(word)),
    }
}

fn missing_command(called: &Called) -> Option<String> {
    Some(match called.name.as_deref() {
        Some("gen") => "gen takes what to generate: poly, matrix or irreducible".into(),
        Some("plan") => "plan takes a verb and its operands, as in polymod plan mul a.json b.json".into(),
        _ => "a verb is missing: polymod help lists them".into(),
    })
}

fn unknown_argument(error: &clap::Error, called: &Called) -> Option<String> {
    let word = text_of(error, ContextKind::InvalidArg)?;
    if !word.starts_with('-') || word == "-" {
        let takes = called.takes()?;
        return Some(format!("unexpected operand '{}': {takes}", shown(word)));
    }
    let others: Vec<_> =
        with_options().filter(|(_, options)| options.iter().any(|o| o == word)).map(|(name, _)| name).collect();
    if !others.is_empty() {
        let name = called.name.as_deref().unwrap_or("polymod");
        return Some(format!("{name} takes no option {word}: it is for {}", others.join(", ")));
    }
    let mut known = long_options(&Options::augment_args(Command::new("")));
    let own = with_options().filter(|(name, _)| Some(name.split(' ').next().unwrap_or(name)) == called.name.as_deref());
    known.extend(own.flat_map(|(_, options)| options));
    let meant = nearest(word, known.iter().map(String::as_str));
    let word = shown(word);
    Some(match meant {
        Some(option) => format!("unknown option {word}: did you mean {option}?"),
        None => format!("unknown option {word}"),
    })
}

/// The long options of a command, as typed.
fn long_options(command: &Command) -> Vec<String> {
    command.get_arguments().filter_map(|arg| arg.get_long()).map(|long| format!("--{long}")).collect()
}

/// Verbs and tools with their own options.
fn with_options() -> impl Iterator<Item = (String, Vec<String>)> {
    let inner = |c: &Command| -> Vec<(String, Vec<String>)> {
        let below = c.get_subcommands().map(|i| (format!("{} {}", c.get_name(), i.get_name()), long_options(i)));
        std::iter::once((c.get_name().to_string(), long_options(c))).chain(below).collect()
    };
    args::command().get_subcommands().flat_map(inner).collect::<Vec<_>>().into_iter()
}

fn missing_operands(error: &clap::Error, called: &Called) -> Option<String> {
    let Some(ContextValue::Strings(missing)) = error.get(ContextKind::InvalidArg) else { return None };
    let names: Vec<&str> = missing.iter().map(|m| m.split(' ').next().unwrap_or(m)).collect();
    let names: Vec<String> = names.iter().map(|m| m.replace(['<', '>'], "").replace("...", "")).collect();
    let takes = match called.takes() {
        Some(takes) if names.iter().all(|name| !name.starts_with('-')) => format!("{takes}: "),
        _ => called.name.as_ref().map_or_else(String::new, |name| format!("{name}: ")),
    };
    let be = if names.len() == 1 { "is" } else { "are" };
    Some(format!("{takes}{} {be} missing", listed(&names)))
}

/// `A, B and C`
fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Turns clap's message of several lines into one: the mistake, and what may help.
pub fn clap_line(message: &str) -> String {
    // usage is in the help; no value here begins with --
    const IDLE: [&str; 3] = ["Usage:", "For more information", "tip: to pass '--"];
    let paragraphs: Vec<String> = message
        .split("\n\n")
        .map(|p| p.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|p| !p.is_empty() && !IDLE.iter().any(|idle| p.starts_with(idle)))
        .collect();
    let text = paragraphs.join("; ");
    // -2^10 was turned into a literal before parsing
    text.strip_prefix("error: ").unwrap_or(&text).replace("'=-", "'-")
}

fn shown(word: &str) -> String {
    super::spec::shortened(word)
}

/// The name nearest to a mistyped word: equal except for case, `_` and `-`; one that begins with it; or one at a small
/// edit distance (letters inserted, left out, changed or exchanged with their neighbours).
#[must_use]
pub fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    const LEAST_START: usize = 3;
    let simple = |text: &str| text.to_ascii_lowercase().replace(['-', '_'], "");
    let wanted = simple(word);
    let most = (wanted.chars().count() / 3).max(1);
    let rank = |name: &str| {
        let name = simple(name);
        let begins = wanted.len() >= LEAST_START && name.starts_with(&wanted);
        if begins { (1, name.len()) } else { (1 + distance(&wanted, &name), 0) }
    };
    let ranked = names.map(|name| (rank(name), name));
    let best = ranked.min_by_key(|(rank, _)| *rank)?;
    (best.0.0 <= 1 + most && !wanted.is_empty()).then_some(best.1)
}

/// Edit distance: insertions, deletions, changes and exchanges of neighbours that turn one word into the other.
pub fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().take(40).collect(), b.chars().take(40).collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let changed = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = changed.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}
