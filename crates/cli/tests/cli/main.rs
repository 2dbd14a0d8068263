//! The binary `polymod`, as its users see it: results, formats, exit codes, files, signals. `unit` and `io` test its library.

mod bad_input;
mod bits;
mod bounds;
mod checkpoint;
mod composition;
mod divisibility;
mod division;
mod elementary;
mod euclid;
mod explaining;
mod extensions;
mod factors;
mod formats;
mod howell;
mod io;
mod lattices;
mod library_checker;
mod manners;
mod matrices;
mod matrix_forms;
mod memory;
mod modular;
mod ntt;
mod out_of_core;
mod output;
mod pasted;
mod pipes;
mod planning;
mod points;
mod poly_matrices;
mod prime_powers;
mod ranks;
mod rationals;
mod readme;
mod scaling;
mod sequences;
mod shapes;
mod sparse;
mod systems;
mod tuning;
mod unit;
mod verbs;
mod verifying;
mod workers;
mod zero_divisors;

use assert_cmd::Command;
use std::path::Path;

/// The command of the program with these arguments, separated by blanks; `'…'` keeps blanks inside.
fn polymod(line: &str) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("polymod"));
    command.env("POLYMOD_COSTS", "").env("COLUMNS", "100").args(words(line));
    command
}

fn words(line: &str) -> Vec<String> {
    let quoted = line.split('\'').enumerate();
    let pieces = quoted.flat_map(|(i, piece)| match i % 2 {
        1 => vec![piece.to_string()],
        _ => piece.split_whitespace().map(str::to_string).collect(),
    });
    pieces.collect()
}

/// Standard output of a run, which must succeed.
fn output(line: &str) -> String {
    let done = polymod(line).assert().success();
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

/// The line on standard error of a run that must end with this exit code and write nothing else.
fn complaint(mut command: Command, code: i32) -> String {
    let done = command.assert().code(code).stdout("");
    let text = String::from_utf8(done.get_output().stderr.clone()).unwrap();
    let line = text.strip_suffix('\n').unwrap_or_else(|| panic!("no line end: {text:?}"));
    assert!(line.starts_with("polymod: ") && !line.contains('\n'), "{text:?}");
    assert!(!line.contains("internal error"), "{text}");
    line.to_string()
}

/// A temporary folder with these files.
fn desk(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    folder
}

/// The names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}
