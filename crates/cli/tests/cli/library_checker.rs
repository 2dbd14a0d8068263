//! The commands of `docs/library-checker.md` give the results that are shown there.

use polymod_cli::verbs;
use std::{
    env, fs,
    path::Path,
    process::{Command, Output},
    thread,
};

/// A row of a table: the verbs, a command line, and its results.
struct Row {
    verbs: Vec<String>,
    command: String,
    results: String,
}

/// The rows with commands. A bar in a cell is escaped.
fn rows(page: &str) -> Vec<Row> {
    let cells = |line: &str| {
        let line = line.replace("\\|", "\u{0}");
        line.trim_matches('|').split('|').map(|cell| cell.trim().replace('\u{0}', "|")).collect::<Vec<_>>()
    };
    let code = |cell: &str| cell.trim_matches('`').to_owned();
    let row = |cells: Vec<String>| match &cells[..] {
        [_, verbs, command, results] if command.starts_with('`') => {
            Some(Row { verbs: verbs.split(", ").map(code).collect(), command: code(command), results: code(results) })
        }
        _ => None,
    };
    page.lines().filter(|line| line.starts_with('|')).filter_map(|line| row(cells(line))).collect()
}

/// Runs a command line in a shell that finds the program.
fn shell(command: &str) -> Output {
    let program = assert_cmd::cargo::cargo_bin!("polymod").to_path_buf();
    let folder = program.parent().expect("a folder").to_path_buf();
    let others = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([folder].into_iter().chain(env::split_paths(&others))).expect("a path");
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).env("PATH", path).env("POLYMOD_COSTS", "");
    shell.output().expect("a shell")
}

fn check(row: &Row) {
    for verb in &row.verbs {
        assert!(verbs::find(verb).is_some() && row.command.contains(&format!("polymod {verb} ")), "{}", row.command);
    }
    let done = shell(&row.command);
    assert!(done.status.success(), "{}: {}", row.command, String::from_utf8_lossy(&done.stderr));
    let lines = String::from_utf8(done.stdout).expect("text");
    assert_eq!(lines.lines().collect::<Vec<_>>().join("; "), row.results, "{}", row.command);
}

#[test]
fn commands_give_the_results_shown() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/library-checker.md");
    let rows = rows(&fs::read_to_string(page).expect("the page"));
    assert!(rows.len() > 50, "{} rows", rows.len());
    thread::scope(|scope| {
        let part = rows.len().div_ceil(2);
        rows.chunks(part).for_each(|rows| drop(scope.spawn(|| rows.iter().for_each(check))));
    });
}
