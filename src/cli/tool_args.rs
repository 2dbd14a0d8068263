//! The commands that are no arithmetic, as clap parses them.

use super::args::{Completions, GenerateIrreducible, GenerateMatrix, GeneratePoly, Primes, Tune, verb_commands};
use clap::{Args, Command};

/// Names and help of the commands that are no arithmetic.
const TOOLS: [(&str, &str); 7] = [
    ("gen", "Random input"),
    ("plan", "What a verb would do, as --explain says it, on standard output; nothing is computed"),
    ("primes", "Primes for transforms, one a line, descending"),
    ("info", "What was found out about this machine, and the named fields"),
    ("tune", "Measures this machine, in less than a minute: choices go by its figures from then on"),
    ("completions", "A completion script for a shell"),
    ("man", "The manual page, in troff format"),
];

/// The options that a tool has a use for; the others are refused.
pub(super) fn options_of_tool(name: &str) -> &'static [&'static str] {
    match name {
        "primes" => &["order", "output", "quiet"],
        "gen" => &["ring", "format", "order", "output", "memory", "seed", "quiet"],
        _ => &["output", "quiet"],
    }
}

/// A command for each.
pub(super) fn tools() -> impl Iterator<Item = Command> {
    TOOLS.iter().map(|&(name, about)| {
        let c = Command::new(name);
        let c = match name {
            "gen" => c
                .subcommand_required(true)
                .subcommand(
                    GeneratePoly::augment_args(Command::new("poly"))
                        .about("A dense polynomial of exactly this degree")
                        .after_help("Example:\n  polymod gen poly --degree 1000 --ring zn:97 --seed 7 -o a.json"),
                )
                .subcommand(
                    GenerateMatrix::augment_args(Command::new("matrix"))
                        .about("A dense matrix")
                        .after_help("Example:\n  polymod gen matrix --rows 100 --ring zn:2^61-1 --seed 7 -o a.json"),
                )
                .subcommand(
                    GenerateIrreducible::augment_args(Command::new("irreducible"))
                        .about("A monic irreducible polynomial over a finite field")
                        .after_help("Example:\n  polymod gen irreducible --degree 8 --ring gf2 --format hex"),
                ),
            "plan" => c
                .subcommand_required(true)
                .subcommand_value_name("VERB")
                .subcommand_help_heading("Verbs")
                .defer(|plan| plan.subcommands(verb_commands()))
                .after_help("Example:\n  polymod plan mul a.json b.json --ring zn:2^61-1 --explain=json"),
            "primes" => {
                Primes::augment_args(c).after_help("Example:\n  polymod primes --bits 62 --two-adicity 32 --count 4")
            }
            "tune" => Tune::augment_args(c).after_help(
                "The figures go to a file in the user's configuration folder, or the one that -o or the environment's POLYMOD_COSTS\n\
                 names; POLYMOD_COSTS= asks for the built-in ones.\n\nExample:\n  polymod tune --report costs.svg",
            ),
            "completions" => Completions::augment_args(c).after_help(
                "Example:\n  polymod completions bash > ~/.local/share/bash-completion/completions/polymod",
            ),
            _ => c,
        };
        c.about(about)
    })
}
