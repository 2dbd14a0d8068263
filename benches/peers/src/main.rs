//! Compares polymod with other libraries, in one process and on one core.
//!
//! `polymod-peers TABLE [--sizes all|small|quick] [--out FOLDER]`, or `--quick` for `--sizes quick`. A table prints its
//! rows and writes `TABLE.json` and `TABLE.svg`. One file a table; what they share is in [`harness`].

mod chart;
mod flint;
mod harness;
mod machine;
mod products;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use harness::{Harness, Sizes};

/// Runs the contests of one table.
type Table = fn(&mut Harness) -> Result<(), Box<dyn Error>>;

/// The tables by name, with the title of each.
const TABLES: &[(&str, &str, Table)] = &[("products", "Products of two polynomials of n coefficients", products::run)];

struct Arguments {
    table: String,
    sizes: Sizes,
    out: PathBuf,
}

fn main() -> ExitCode {
    match parse(std::env::args().skip(1)).and_then(|arguments| run(&arguments)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("polymod-peers: {error}");
            ExitCode::FAILURE
        }
    }
}

fn parse(mut words: impl Iterator<Item = String>) -> Result<Arguments, Box<dyn Error>> {
    let mut table = None;
    let mut sizes = Sizes::All;
    let mut out = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/peers"));
    while let Some(word) = words.next() {
        match word.as_str() {
            "--quick" => sizes = Sizes::Quick,
            "--sizes" => sizes = words.next().ok_or("--sizes: expected all, small or quick")?.parse()?,
            "--out" => out = words.next().ok_or("--out: expected a folder")?.into(),
            option if option.starts_with('-') => {
                return Err(format!("unknown option {option}").into());
            }
            _ => table = Some(word),
        }
    }
    let table = table.ok_or_else(|| format!("expected a table: {}", names()))?;
    Ok(Arguments { table, sizes, out })
}

fn names() -> String {
    TABLES.iter().map(|(name, ..)| *name).collect::<Vec<_>>().join(", ")
}

fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let (name, title, table) = TABLES
        .iter()
        .find(|(name, ..)| *name == arguments.table)
        .ok_or_else(|| format!("unknown table {}; there are: {}", arguments.table, names()))?;
    let pinned = machine::pin_to_one_core();
    machine::print_head(pinned);
    println!("{title}\n");
    let mut harness = Harness::new(arguments.sizes);
    table(&mut harness)?;
    std::fs::create_dir_all(&arguments.out)?;
    let out = arguments.out.canonicalize()?;
    let json = out.join(format!("{name}.json"));
    std::fs::write(&json, harness.json()?)?;
    let svg = out.join(format!("{name}.svg"));
    chart::write(&svg, title, harness.rows())?;
    println!("\nwritten: {} and {}", json.display(), svg.display());
    Ok(())
}
