//! `--explain` and help. The portable kernels on one thread lead to the same choices on every machine; times are left
//! out, because the costs they are computed from are measured anew now and then.

use super::{output, polymod};
use serde_json::Value;

/// Standard error of a run whose result is discarded.
fn explained(line: &str) -> String {
    let done = polymod(line).args(["--threads", "1"]).env("POLYMOD_ISA", "scalar").assert().success();
    String::from_utf8(done.get_output().stderr.clone()).unwrap()
}

/// A table with its times and sizes replaced.
fn redacted(table: &str) -> String {
    let line = |line: &str| {
        let columns: Vec<&str> = line.split_whitespace().collect();
        let units = ["ns", "µs", "ms", "s"];
        match columns.iter().position(|c| units.contains(c)) {
            Some(unit) if unit + 3 == columns.len() => {
                let indent = line.len() - line.trim_start().len();
                format!("{}{} TIME MEMORY\n", " ".repeat(indent), columns[..unit - 1].join(" "))
            }
            _ => format!("{line}\n"),
        }
    };
    table.lines().map(line).collect()
}

/// A product of dense polynomials with `len` coefficients each over this ring.
fn product(ring: &str, len: usize) -> String {
    let degree = len - 1;
    let operand = |seed| output(&format!("gen poly --degree {degree} --ring {ring} --seed {seed}"));
    let folder = super::desk(&[("a", operand(1).as_bytes()), ("b", operand(2).as_bytes())]);
    let path = |name| folder.path().join(name).display().to_string();
    explained(&format!("mul {} {} --ring {ring} --explain -o /dev/null", path("a"), path("b")))
}

#[test]
fn tables_of_a_few_sizes() {
    let mut all = String::new();
    for (ring, len) in
        [("z", 2), ("z", 200), ("zn:97", 30), ("zn:998244353", 2000), ("zn:2^61-1", 300), ("zn:2^127-1", 40)]
    {
        all.push_str(&redacted(&product(ring, len)));
    }
    insta::assert_snapshot!("tables", all);
}

#[test]
fn a_verb_of_several_products_and_verbs_of_none() {
    insta::assert_snapshot!("power", redacted(&explained("pow =x+1 5 --explain --ring zn:97")));
    assert_eq!(explained("add =x =x --explain"), "add over z: direct\n");
}

#[test]
fn json_is_one_object_with_nested_parts() {
    let object = |line: &str| serde_json::from_str::<Value>(&explained(line)).unwrap();
    let check = |d: &Value| {
        assert!(d["task"].is_string() && d["chosen"].is_string() && d["parameters"].is_object(), "{d}");
        for a in d["alternatives"].as_array().unwrap() {
            assert!(a["algorithm"].is_string() && a["predicted_ns"].as_f64().unwrap() > 0.0, "{d}");
            assert!(a["peak_bytes"].is_u64(), "{d}");
        }
        d["parts"].as_array().unwrap().clone()
    };
    let one = object("mul =[1,2,3] =[4,5,6] --explain=json");
    assert!(check(&one).is_empty());
    let names: Vec<_> = one["alternatives"].as_array().unwrap().iter().map(|a| a["algorithm"].clone()).collect();
    assert!(names.contains(&one["chosen"]), "{one}");
    let parts = check(&object("mul =x =x =x --explain=json"));
    assert_eq!(parts.len(), 2);
    for part in &parts {
        assert!(check(part).is_empty());
    }
    assert!(check(&object("neg =x --explain=json")).is_empty());
}

#[test]
fn explaining_repeats_only_once_and_forced_choices_show() {
    let text = explained("mul =[1,2,3] =[4,5,6] --explain --repeat 4 --algorithm crt");
    assert_eq!(text.matches("product over z").count(), 1, "{text}");
    assert!(text.contains("* crt"), "{text}");
}

#[test]
fn help_of_a_verb() {
    insta::assert_snapshot!("help-mul", output("mul --help"));
}
