//! The results of `bench`.

use polymod_cli::bench::{
    Row,
    report::{Machine, json, svg, table},
};
use serde_json::{Value, json};

fn row(ring: &'static str, size: usize, threads: usize, rounds_ns: &[f64]) -> Row {
    Row {
        operation: "product",
        ring,
        size,
        threads,
        algorithm: "ntt",
        predicted_ns: Some(8e2),
        rounds_ns: rounds_ns.to_vec(),
    }
}

fn rows() -> [Row; 3] {
    [row("zn:97", 64, 1, &[3e3, 1e3, 2e3]), row("zn:97", 128, 1, &[5e3]), row("zn:97", 64, 2, &[1.5e3, 9e3])]
}

#[test]
fn the_files_have_all_rounds_and_the_machine() {
    let machine = Machine::here("quick", "built in");
    let v: Value = serde_json::from_str(&json(&machine, &rows())).unwrap();
    assert_eq!(v["cases"][0]["rounds_ns"], json!([3e3, 1e3, 2e3]));
    assert_eq!((&v["cases"][0]["best_ns"], &v["cases"][0]["median_ns"]), (&json!(1e3), &json!(2e3)));
    assert_eq!((&v["cases"][2]["threads"], &v["mode"]), (&json!(2), &json!("quick")));
    assert_eq!(v["cases"][0]["predicted_ns"], json!(8e2));
    for key in ["polymod", "cpu", "instructions", "compiler", "date"] {
        assert!(v[key].as_str().is_some_and(|text| !text.is_empty()), "{key}");
    }
    assert!(v["date"].as_str().unwrap().ends_with('Z') && v["compiler"].as_str().unwrap().contains("opt-level"));
}

#[test]
fn the_table_and_the_chart_show_every_row() {
    let machine = Machine::here("quick", "built in");
    let table = table(&machine, &rows());
    let last = table.lines().last().unwrap().split_whitespace().collect::<Vec<_>>();
    assert_eq!(last, ["product", "zn:97", "64", "2", "ntt", "1.5", "µs", "9.0", "µs"]);
    assert_eq!(table.lines().count(), 3 + 1 + 3);
    let picture = svg(&machine, &rows()).unwrap();
    assert_eq!(picture.matches("<circle").count(), 3);
    assert!(picture.contains("zn:97, 2 threads") && picture.contains("product"));
    assert!(svg(&machine, &[]).is_err());
}
