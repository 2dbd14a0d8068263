//! Deliberate bugs, and the tests that notice them.
//!
//! A mutant is a place in a source file and what stands there instead. All of them are put into a copy of the sources, each behind a
//! switch (`if crate::mutants::on(17) { wrong } else { right }`), so that one build serves all: the environment variable
//! `POLYMOD_MUTANT` names the one that is switched on. The tests near its file run first, or those that it
//! names, then all unit tests, then the integration tests, until one fails. A mutant that all tests pass has survived.

mod near;
mod report;
mod source;

use serde::Deserialize;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Instant,
};

pub use report::table;

/// Seconds after which a test counts as failed: a mutant may never end.
const SLOWEST: u32 = 120;
/// The unit tests, by a filter: the option `--lib` compiles the libraries once more, for no test.
const UNIT: [&str; 2] = ["-E", "kind(lib) + binary(unit) + (package(polymod-cli) & test(/^unit::/))"];
/// The integration tests without `layering`, which fails in the copy with any mutant: the switch is a module in no layer.
const INTEGRATION: [&str; 2] = ["-E", "kind(test) - binary(unit) - binary(layering)"];

/// A deliberate bug.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mutant {
    /// Names it.
    pub name: String,
    /// The source file, from the repository's folder.
    pub file: String,
    /// A text that stands in the file once; what is replaced stands between « and ».
    pub at: String,
    /// What stands there instead.
    pub with: String,
    /// The tests that run first, a filter of nextest; those near the file without one.
    pub tests: Option<String>,
    /// Why no test can notice it: it changes no result.
    pub equivalent: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    mutant: Vec<Mutant>,
}

/// All mutants, by the order of the files in `xtask/mutants`.
fn all(root: &Path) -> Result<Vec<Mutant>, String> {
    let folder = root.join("xtask/mutants");
    let entries = fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    files.sort();
    let mut mutants: Vec<Mutant> = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        let list: List = toml::from_str(&text).map_err(|e| format!("{}: {e}", file.display()))?;
        mutants.extend(list.mutant);
    }
    let mut names: Vec<&str> = mutants.iter().map(|m| &m.name[..]).collect();
    names.sort_unstable();
    match names.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("two mutants are named {}", pair[0])),
        None => Ok(mutants),
    }
}

/// Whether each mutant's place is found.
pub fn check(root: &Path) -> Result<(), String> {
    let mutants = all(root)?;
    let mutated = source::mutated(root, &mutants)?;
    println!("{} mutants in {} files", mutants.len(), mutated.len());
    Ok(())
}

/// Prints them.
pub fn list(root: &Path) -> Result<(), String> {
    for (i, m) in all(root)?.iter().enumerate() {
        println!("{:4} {:44} {}: {} → {}", i + 1, m.name, m.file, source::replaced(&m.at), m.with);
    }
    Ok(())
}

/// Tests each mutant whose name or file contains one of the parts; with `--first` among them by the tests that run first only, with
/// `--rest` those only that no earlier run noticed. An error where one survives.
pub fn run(root: &Path, parts: &[&str]) -> Result<(), String> {
    let (options, parts): (Vec<&str>, Vec<&str>) = parts.iter().partition(|part| part.starts_with("--"));
    if let Some(option) = options.iter().find(|option| !["--first", "--rest"].contains(option)) {
        return Err(format!("unknown option {option}; there are --first and --rest"));
    }
    let [first_only, rest_only] = ["--first", "--rest"].map(|option| options.contains(&option));
    let mutants = all(root)?;
    let tree = source::write(root, &mutants)?;
    let runner = Runner { tree, target: root.join("target/mutants/target") };
    println!("building {} mutants", mutants.len());
    runner.build()?;
    runner.healthy()?;
    let mut results = report::read(root)?;
    let is_tested = |name: &str| mutants.iter().any(|m| m.name == name && m.equivalent.is_none());
    results.retain(|name, _| is_tested(name));
    let chosen = |m: &Mutant| parts.is_empty() || parts.iter().any(|p| m.name.contains(p) || m.file.contains(p));
    for (i, m) in mutants.iter().enumerate().filter(|(_, m)| chosen(m) && m.equivalent.is_none()) {
        if rest_only && results.get(&m.name).is_some_and(Option::is_some) {
            continue;
        }
        let start = Instant::now();
        let killer = runner.killer(i + 1, m, first_only)?;
        let seconds = start.elapsed().as_secs();
        println!("{:4} {:44} {} ({seconds} s)", i + 1, m.name, killer.as_deref().unwrap_or("SURVIVED"));
        if killer.is_none() && first_only {
            continue;
        }
        results.insert(m.name.clone(), killer);
        report::write(root, &results)?;
    }
    let survived = |m: &&Mutant| chosen(m) && results.get(&m.name).is_some_and(Option::is_none);
    match &mutants.iter().filter(survived).map(|m| &m.name[..]).collect::<Vec<_>>()[..] {
        [] => Ok(()),
        survivors => Err(format!("{} survived: {}", survivors.len(), survivors.join(", "))),
    }
}

/// Names of mutants, and the test that noticed each.
type Results = BTreeMap<String, Option<String>>;

/// The copy of the sources, and where it is built.
struct Runner {
    tree: PathBuf,
    target: PathBuf,
}

impl Runner {
    fn nextest(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("cargo");
        command.arg("nextest").args(arguments).args(["--color", "never"]).current_dir(&self.tree);
        command.env("CARGO_TARGET_DIR", &self.target);
        command.env_remove("POLYMOD_MUTANT").stdin(Stdio::null());
        command
    }

    fn build(&self) -> Result<(), String> {
        let status = self.nextest(&["run", "--no-run", "--cargo-quiet"]).status();
        match status.map_err(|e| format!("cargo nextest cannot be started ({e}); install cargo-nextest"))?.success() {
            true => Ok(()),
            false => Err("the mutants do not compile".into()),
        }
    }

    /// With no mutant on, all tests pass.
    fn healthy(&self) -> Result<(), String> {
        for stage in [UNIT, INTEGRATION] {
            if let Some(test) = self.failing(0, &stage)? {
                return Err(format!("with all mutants off, {test} fails"));
            }
        }
        Ok(())
    }

    /// The first test that fails with this mutant on.
    fn killer(&self, number: usize, mutant: &Mutant, first_only: bool) -> Result<Option<String>, String> {
        let first = mutant.tests.clone().unwrap_or_else(|| near::tests(&mutant.file));
        let stages = [&["-E", &first][..], &UNIT, &INTEGRATION];
        for stage in stages.into_iter().take(if first_only { 1 } else { 3 }) {
            let found = self.failing(number, stage)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    fn failing(&self, number: usize, stage: &[&str]) -> Result<Option<String>, String> {
        let mut arguments =
            vec!["run", "--cargo-quiet", "--status-level", "fail", "--no-tests", "pass", "--show-progress", "none"];
        arguments.extend(["--failure-output", "never", "--final-status-level", "none"]);
        arguments.extend(stage);
        let mut command = self.nextest(&arguments);
        if number > 0 {
            command.env("POLYMOD_MUTANT", number.to_string());
        }
        let output = command.output().map_err(|e| format!("cargo nextest: {e}"))?;
        if output.status.success() {
            return Ok(None);
        }
        // a line of the kind "        FAIL [   0.005s] ( 1/12) polymod kernels::transpose::tests::tails"
        let text = String::from_utf8_lossy(&output.stderr);
        let line = text.lines().find(|l| ["FAIL", "TIMEOUT", "SIG", "ABORT"].iter().any(|w| l.trim().starts_with(w)));
        match line {
            // no mutant sends such a signal: somebody ended the run
            Some(line) if ["SIGTERM", "SIGINT", "SIGHUP"].iter().any(|signal| line.trim().starts_with(signal)) => {
                Err(format!("cargo nextest was interrupted: {}", line.trim()))
            }
            Some(line) => Ok(Some(line.rsplit(") ").next().unwrap_or(line).trim().to_owned())),
            None => Err(format!("cargo nextest failed without naming a test:\n{text}")),
        }
    }
}
