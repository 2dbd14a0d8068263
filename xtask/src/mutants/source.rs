//! The copy of the sources with all mutants in it.

use super::{Mutant, SLOWEST};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// What the copy has besides: which mutant is on.
const SWITCH: &str = "\
//! Which of the mutants is switched on.
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

static ACTIVE: AtomicU32 = AtomicU32::new(u32::MAX);

/// Whether this one is on.
#[inline(always)]
#[must_use]
pub fn on(number: u32) -> bool {
    match ACTIVE.load(Relaxed) {
        u32::MAX => read() == number,
        active => active == number,
    }
}

#[cold]
fn read() -> u32 {
    let named = std::env::var(\"POLYMOD_MUTANT\").map_or(0, |s| s.parse().expect(\"POLYMOD_MUTANT: a number\"));
    ACTIVE.store(named, Relaxed);
    named
}
";

/// What `at` marks as replaced.
pub fn replaced(at: &str) -> &str {
    at.split_once('«').and_then(|(_, rest)| rest.rsplit_once('»')).map_or(at, |(middle, _)| middle)
}

/// The changed files' texts.
pub fn mutated(root: &Path, mutants: &[Mutant]) -> Result<BTreeMap<String, String>, String> {
    // (from, to, new text) in each file
    let mut changes: BTreeMap<&str, Vec<(usize, usize, String)>> = BTreeMap::new();
    for (i, m) in mutants.iter().enumerate() {
        let failed = |reason: &str| format!("mutant {}: {reason}", m.name);
        let (before, rest) = m.at.split_once('«').ok_or_else(|| failed("no « in its place"))?;
        let (old, after) = rest.rsplit_once('»').ok_or_else(|| failed("no » in its place"))?;
        let text = read(root, &m.file)?;
        let whole = format!("{before}{old}{after}");
        let mut found = text.match_indices(&whole);
        let (at, _) = found.next().ok_or_else(|| failed(&format!("its place is not in {}", m.file)))?;
        if found.next().is_some() {
            return Err(failed(&format!("its place is in {} more than once", m.file)));
        }
        let from = at + before.len();
        let is_statement = old.trim_end().ends_with([';', '}']) || old.trim().is_empty();
        let switch = format!("if crate::mutants::on({}) {{ {} }} else {{ {old} }}", i + 1, m.with);
        let new = if is_statement { switch } else { format!("({switch})") };
        changes.entry(&m.file).or_default().push((from, from + old.len(), new));
    }
    let mut texts = BTreeMap::new();
    for (file, mut list) in changes {
        list.sort();
        if let Some(pair) = list.windows(2).find(|pair| pair[0].1 > pair[1].0) {
            return Err(format!("{file}: two mutants change the same place: {} and {}", pair[0].2, pair[1].2));
        }
        let mut text = read(root, file)?;
        for (from, to, new) in list.iter().rev() {
            text.replace_range(*from..*to, new);
        }
        texts.insert(file.to_owned(), text);
    }
    Ok(texts)
}

/// Writes the copy; its folder.
pub fn write(root: &Path, mutants: &[Mutant]) -> Result<PathBuf, String> {
    let tree = root.join("target/mutants/tree");
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output();
    let listed = listed.map_err(|e| format!("git ls-files: {e}"))?;
    let mut texts = mutated(root, mutants)?;
    for (file, switch) in [
        ("crates/core/src/lib.rs", "pub mod mutants;"),
        ("src/lib.rs", "pub use polymod_core::mutants;"),
        ("crates/cli/src/lib.rs", "pub use polymod::mutants;"),
    ] {
        let library = texts.remove(file).map_or_else(|| read(root, file), Ok)?;
        texts.insert(file.into(), format!("#![allow(warnings)]\n{library}\n#[doc(hidden)]\n{switch}\n"));
    }
    texts.insert("crates/core/src/mutants.rs".into(), SWITCH.into());
    let nextest = format!("[profile.default]\nslow-timeout = {{ period = \"{SLOWEST}s\", terminate-after = 1 }}\n");
    texts.insert(".config/nextest.toml".into(), nextest);
    for file in String::from_utf8_lossy(&listed.stdout).split('\0').filter(|f| !f.is_empty()) {
        if !texts.contains_key(file)
            && let Ok(bytes) = fs::read(root.join(file))
        {
            put(&tree.join(file), &bytes)?;
        }
    }
    for (file, text) in &texts {
        put(&tree.join(file), text.as_bytes())?;
    }
    Ok(tree)
}

fn read(root: &Path, file: &str) -> Result<String, String> {
    fs::read_to_string(root.join(file)).map_err(|e| format!("{file}: {e}"))
}

/// Writes a file where it differs, so that what stays as it is need not be compiled again.
fn put(path: &Path, bytes: &[u8]) -> Result<(), String> {
    if fs::read(path).is_ok_and(|old| old == bytes) {
        return Ok(());
    }
    let folder = path.parent().ok_or("a file without a folder")?;
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, bytes));
    written.map_err(|e| format!("{}: {e}", path.display()))
}
