//! The book's table of verbs and rings agrees with the program.
//!
//! `POLYMOD_UPDATE=1 cargo test -p polymod-cli --test cli readme` writes the table again.

use polymod::Engine;
use polymod_cli::{
    RingSpec, open,
    verbs::{self, Takes},
};
use std::{fmt::Write, fs, path::Path};

const BEGIN: &str = "<!-- verbs: begin";
const END: &str = "<!-- verbs: end -->";
/// Head of a column, and a ring of that kind: each is a separate type in the library.
const RINGS: [(&str, &str); 9] = [
    ("`z`", "z"),
    ("`z[y]`, `zn:N[y]`", "z[y]"),
    ("`q`", "q"),
    ("`zn:N`, N < 2^64", "zn:97"),
    ("`zn:N`, larger N", "zn:170141183460469231731687303715884105727"),
    ("`gf2`", "gf2"),
    ("`gf2^K:F`", "gf2^8:0x11b"),
    ("`gf:P^K`, `zn:N[t]/F`", "gf:5^2"),
    ("`gfpf:P`", "gfpf:F8"),
];

fn table() -> String {
    let engine = Engine::builder().threads(1).build();
    let verbs_of = |ring| open(&RingSpec::parse(ring).expect("a ring"), &engine).expect("the ring exists").verbs();
    let rings = RINGS.map(|(_, ring)| verbs_of(ring));
    let mut table = String::from("| verb | result |");
    for (head, _) in RINGS {
        let _ = write!(table, " {head} |");
    }
    let _ = write!(table, "\n|---|---|{}", ":-:|".repeat(RINGS.len()));
    for verb in verbs::all() {
        let name = |(i, (name, _)): (usize, &(&str, _))| match i >= verb.required() {
            true => format!("[{name}]"),
            false => (*name).to_string(),
        };
        let operands: Vec<_> = verb.operands.iter().enumerate().map(name).collect();
        let more = if verb.takes(Takes::More) { " …" } else { "" };
        let _ = write!(table, "\n| `{}` {}{more} | {} |", verb.name, operands.join(" "), verb.about);
        for verbs in &rings {
            table.push_str(if verbs.contains(&verb.name) { " ✓ |" } else { " |" });
        }
    }
    table + "\n"
}

#[test]
fn the_table_of_verbs_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/book/verbs.md");
    let page = fs::read_to_string(&path).expect("the page is there");
    let begin = page.find(BEGIN).expect("the marker before the table");
    let start = begin + page[begin..].find('\n').expect("a line end behind the marker") + 1;
    let end = start + page[start..].find(END).expect("the marker behind the table");
    let expected = format!("\n{}\n", table());
    if std::env::var_os("POLYMOD_UPDATE").is_some() {
        fs::write(&path, format!("{}{expected}{}", &page[..start], &page[end..])).expect("the page can be written");
        return;
    }
    assert!(
        page[start..end] == expected,
        "the table of verbs in docs/book/verbs.md is out of date: POLYMOD_UPDATE=1 cargo test -p polymod-cli --test cli readme"
    );
    assert!(verbs::all().count() >= 10 && expected.contains("| `mul` A B … |") && expected.contains('✓'), "{expected}");
}

#[test]
fn operands_of_examples_are_in_quotes() {
    for verb in verbs::all() {
        for example in verb.examples {
            assert!(!example.contains(" ="), "{example}: zsh replaces =TEXT");
        }
    }
}
