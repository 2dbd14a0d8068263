//! Compares polymod with other libraries, in one process and, threads apart, on one core.
//!
//! `polymod-peers TABLE [--sizes all|small|quick] [--case TEXT] [--out FOLDER]`, or `--quick` for `--sizes quick`. A table
//! prints its rows and their geometric means, and writes `TABLE.json`, with the machine and all rounds of every case; `--case`
//! leaves out the cases whose names lack the text. A whole table goes to `docs/results/CPU`, from which `make figures` writes pages
//! and pictures; one of some sizes or cases to `target/peers`, where `scripts/figures.py FILE` draws it. One file a table; what they
//! share is in [`harness`].
//!
//! `polymod-peers soak` compares results instead of times: see [`soak`].

#[cfg(feature = "pml")]
mod approximants;
#[cfg(feature = "pml")]
mod bases;
mod big;
#[cfg(feature = "bitpolymul")]
mod bitpolymul;
mod extensions;
mod factor;
#[cfg(feature = "fflas")]
mod fflas;
mod flint;
mod gf2;
mod gf2_matrices;
mod gfpf;
mod gmp;
mod harness;
#[cfg(feature = "hexl")]
mod hexl;
mod integers;
mod kronecker;
mod lattices;
#[cfg(feature = "linbox")]
mod linbox;
mod long_integers;
mod machine;
mod matrices;
mod modular;
#[cfg(feature = "ntl")]
mod ntl;
#[cfg(feature = "ntl")]
mod ntl_extensions;
#[cfg(feature = "ntl")]
mod ntl_fields;
#[cfg(feature = "ntl")]
mod ntl_small;
mod ntt;
mod ntt_recipes;
mod one_prime;
mod over_z;
mod peer;
#[cfg(feature = "pml")]
mod pml;
#[cfg(feature = "pml")]
mod poly_systems;
mod polymat;
mod polynomials;
mod products;
mod shapes;
mod small;
mod soak;
mod sparse;
mod structured;
mod tfhe;
mod threads;
mod threads_large;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use harness::{Harness, Sizes};
use serde_json::json;

/// A table: its name, the title of its pictures, and what runs its contests.
struct Table {
    name: &'static str,
    title: &'static str,
    /// Whether the process is bound to one core.
    pinned: bool,
    run: fn(&mut Harness) -> Result<(), Box<dyn Error>>,
}

const TABLES: &[Table] = &[
    Table {
        name: "products",
        title: "Products of two polynomials of n coefficients",
        pinned: true,
        run: products::run,
    },
    Table { name: "shapes", title: "Products of n by m·n coefficients, and squares", pinned: true, run: shapes::run },
    Table {
        name: "gf2",
        title: "Products over the field of two elements, of n words and of matrices of n rows",
        pinned: true,
        run: gf2::run,
    },
    Table { name: "ntt", title: "Transforms of n values modulo a prime", pinned: true, run: ntt::run },
    Table {
        name: "integers",
        title: "Products over Z of n by n coefficients and of integers of n bits, and other operations on n coefficients or rows",
        pinned: true,
        run: integers::run,
    },
    Table {
        name: "polynomials",
        title: "Division, series, Euclid's algorithm and points over prime fields, n coefficients",
        pinned: true,
        run: polynomials::run,
    },
    Table { name: "matrices", title: "Dense matrices of n by n entries over Z/p", pinned: true, run: matrices::run },
    Table {
        name: "polymat",
        title: "Square matrices of polynomials of degree n over Z/p",
        pinned: true,
        run: polymat::run,
    },
    Table {
        name: "lattices",
        title: "Hermite and Smith forms and reduced bases over Z, n rows; real roots, degree n",
        pinned: true,
        run: lattices::run,
    },
    Table {
        name: "sparse",
        title: "Sparse and structured matrices of n rows over Z/p",
        pinned: true,
        run: sparse::run,
    },
    Table {
        name: "modular",
        title: "Common divisors, resultants and determinants over Z, n coefficients or rows",
        pinned: true,
        run: modular::run,
    },
    Table {
        name: "big",
        title: "Polynomials of n coefficients modulo primes of several words",
        pinned: true,
        run: big::run,
    },
    Table {
        name: "extensions",
        title: "Polynomials of n coefficients and matrices of n rows over extensions of prime fields, and over Q",
        pinned: true,
        run: extensions::run,
    },
    Table { name: "factor", title: "Factors, roots and composition, degree n", pinned: true, run: factor::run },
    Table {
        name: "small",
        title: "All operations on operands of 1 to 128 coefficients or 1 to 32 rows: the fastest peer's time over polymod's",
        pinned: true,
        run: small::run,
    },
    Table { name: "gfpf", title: "Generalized Fermat prime fields", pinned: true, run: gfpf::run },
    Table { name: "threads", title: "Two threads against one", pinned: false, run: threads::run },
];

struct Arguments {
    table: String,
    sizes: Sizes,
    case: String,
    /// The folder for all files.
    out: Option<PathBuf>,
}

impl Arguments {
    /// The folder for the results.
    fn folder(&self) -> PathBuf {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        match &self.out {
            Some(out) => out.clone(),
            None if self.is_whole() => root.join("docs/results").join(machine::folder()),
            None => root.join("target/peers"),
        }
    }

    /// Whether the table has all its sizes and cases.
    fn is_whole(&self) -> bool {
        self.sizes == Sizes::All && self.case.is_empty()
    }
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let done = match words.split_first() {
        Some((first, rest)) if first == "soak" => soak::run(rest),
        _ => parse(words.into_iter()).and_then(|arguments| run(&arguments)),
    };
    match done {
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
    let mut case = String::new();
    let mut out = None;
    while let Some(word) = words.next() {
        match word.as_str() {
            "--quick" => sizes = Sizes::Quick,
            "--sizes" => sizes = words.next().ok_or("--sizes: expected all, small or quick")?.parse()?,
            "--case" => case = words.next().ok_or("--case: expected a part of a case's name")?,
            "--out" => out = Some(words.next().ok_or("--out: expected a folder")?.into()),
            option if option.starts_with('-') => {
                return Err(format!("unknown option {option}").into());
            }
            _ => table = Some(word),
        }
    }
    let table = table.ok_or_else(|| format!("expected a table: {}", names()))?;
    Ok(Arguments { table, sizes, case, out })
}

fn names() -> String {
    TABLES.iter().map(|table| table.name).collect::<Vec<_>>().join(", ")
}

fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let table = TABLES
        .iter()
        .find(|table| table.name == arguments.table)
        .ok_or_else(|| format!("unknown table {}; there are: {}", arguments.table, names()))?;
    machine::print_head(if table.pinned { machine::pin_to_one_core() } else { None });
    println!("{}\n", table.title);
    let mut harness = Harness::new(arguments.sizes, &arguments.case);
    (table.run)(&mut harness)?;
    if harness.rows().is_empty() {
        return Err(format!("--case: no case of {} contains {:?}", table.name, arguments.case).into());
    }
    if harness.is_listed() {
        harness.print_means();
    }
    let folder = arguments.folder();
    std::fs::create_dir_all(&folder)?;
    let file = folder.canonicalize()?.join(format!("{}.json", table.name));
    let all = json!({
        "table": table.name, "title": table.title, "machine": machine::json(table.pinned), "cases": harness.json(),
    });
    std::fs::write(&file, format!("{}\n", serde_json::to_string(&all)?.replace("{\"case\"", "\n{\"case\"")))?;
    let next =
        if arguments.is_whole() { "make figures".to_owned() } else { format!("scripts/figures.py {}", file.display()) };
    println!("\nwritten: {}; to draw it: {next}", file.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_tables_go_to_the_results() {
        let folder = |line: &str| parse(line.split(' ').map(str::to_owned)).unwrap().folder();
        assert!(folder("ntt").ends_with(Path::new("docs/results").join(machine::folder())));
        for line in ["ntt --quick", "ntt --sizes small", "ntt --case forward"] {
            assert!(folder(line).ends_with("target/peers"), "{line}");
        }
        assert_eq!(folder("ntt --out here"), Path::new("here"));
    }
}
