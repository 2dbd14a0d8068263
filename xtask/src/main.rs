//! Chores of the repository: `cargo xtask help` lists them.

mod examples;
mod mutants;

use std::{
    env,
    path::{Path, PathBuf},
    process::ExitCode,
};

const HELP: &str = "\
cargo xtask examples               lists the public items of the library whose documentation has no example
cargo xtask mutants check          every mutant's place is found in the sources, once
cargo xtask mutants list           the mutants, a line each
cargo xtask mutants run [PART…]    builds the crate once with all mutants switched off, then tests each mutant whose
                                   name or file contains one of the PARTs (all without one): which tests notice it;
                                   with --first by the tests that run first only, with --rest those that no run noticed
cargo xtask mutants table          writes the results of the last runs into docs/notes/012-mutants.md
";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["examples"] => match examples::check(&root()) {
            Ok(true) => Ok(()),
            Ok(false) => return ExitCode::FAILURE,
            Err(reason) => Err(reason),
        },
        ["mutants", "check"] => mutants::check(&root()),
        ["mutants", "list"] => mutants::list(&root()),
        ["mutants", "run", ref parts @ ..] => mutants::run(&root(), parts),
        ["mutants", "table"] => mutants::table(&root()),
        [] | ["help" | "--help"] => {
            print!("{HELP}");
            Ok(())
        }
        _ => Err(format!("unknown chore '{}'; there are\n{HELP}", words.join(" "))),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("xtask: {reason}");
            ExitCode::from(2)
        }
    }
}

/// The repository's folder.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the repository").to_path_buf()
}
