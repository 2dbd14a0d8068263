//! Results of runs, kept between them, and as a table in the documents.

use super::{Mutant, Results, all, source};
use std::{fmt::Write, fs, path::Path};

const FILE: &str = "target/mutants/results.txt";
const DOCUMENT: &str = "docs/notes/012-mutants.md";
const BEGIN: &str = "<!-- mutants: begin; written by `cargo xtask mutants table` -->";
const END: &str = "<!-- mutants: end -->";

/// The results of earlier runs.
pub fn read(root: &Path) -> Result<Results, String> {
    let Ok(text) = fs::read_to_string(root.join(FILE)) else { return Ok(Results::new()) };
    let line = |l: &str| {
        let (name, killer) =
            l.split_once('\t').ok_or_else(|| format!("{FILE}: expected a name and a test, found {l}"))?;
        Ok((name.to_owned(), (!killer.is_empty()).then(|| killer.to_owned())))
    };
    text.lines().map(line).collect()
}

/// Keeps results.
pub fn write(root: &Path, results: &Results) -> Result<(), String> {
    let mut text = String::new();
    for (name, killer) in results {
        // a String takes everything
        let _ = writeln!(text, "{name}\t{}", killer.as_deref().unwrap_or_default());
    }
    fs::write(root.join(FILE), text).map_err(|e| format!("{FILE}: {e}"))
}

/// Writes score and list into the document.
pub fn table(root: &Path) -> Result<(), String> {
    let (mutants, results) = (all(root)?, read(root)?);
    let missing: Vec<&str> = mutants
        .iter()
        .filter(|m| m.equivalent.is_none() && !results.contains_key(&m.name))
        .map(|m| &m.name[..])
        .collect();
    if !missing.is_empty() {
        return Err(format!("not run yet: {}", missing.join(", ")));
    }
    let text = fs::read_to_string(root.join(DOCUMENT)).map_err(|e| format!("{DOCUMENT}: {e}"))?;
    let places = text.split_once(BEGIN).and_then(|(head, rest)| Some((head, rest.split_once(END)?.1)));
    let (head, tail) = places.ok_or_else(|| format!("{DOCUMENT}: the lines {BEGIN} and {END} are missing"))?;
    let new = format!("{head}{BEGIN}\n\n{}\n{END}{tail}", body(&mutants, &results));
    fs::write(root.join(DOCUMENT), new).map_err(|e| format!("{DOCUMENT}: {e}"))
}

fn body(mutants: &[Mutant], results: &Results) -> String {
    let (mut killed, mut survived, mut equivalent) = (0, 0, 0);
    let mut rows: Vec<(&str, String)> = Vec::new();
    for m in mutants {
        let end = match (&m.equivalent, results.get(&m.name)) {
            (Some(reason), _) => {
                equivalent += 1;
                format!("no result changes: {reason}")
            }
            (None, Some(Some(test))) => {
                killed += 1;
                told(test)
            }
            _ => {
                survived += 1;
                "**survived**".into()
            }
        };
        let code = |text: &str| format!("`{}`", text.replace('|', "\\|").replace('\n', " "));
        let [right, wrong] = [source::replaced(&m.at), &m.with].map(code);
        rows.push((&m.file, format!("| `{}` | {} | {right} | {wrong} | {end} |", m.file, m.name)));
    }
    rows.sort_by_key(|(file, _)| *file);
    let mut out = format!(
        "{} mutants: {killed} noticed by a test, {survived} survived, {equivalent} that change no result.\n\n\
         | file | mutant | right | wrong | noticed first by |\n|---|---|---|---|---|\n",
        mutants.len()
    );
    for (_, row) in rows {
        // a String takes everything
        let _ = writeln!(out, "{row}");
    }
    out
}

/// The test of a line of nextest, `FAIL [   0.173s] polymod-cli::cli io::integers_of_every_npy_type`.
fn told(line: &str) -> String {
    let test = line.rsplit("] ").next().unwrap_or(line);
    match line.starts_with("TIMEOUT") {
        true => format!("`{test}`, which does not end"),
        false => format!("`{test}`"),
    }
}
