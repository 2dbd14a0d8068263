//! Decisions as text.

use polymod::engine::{Alternative, Decision};
use polymod_cli::explain::{Style, Told, bytes, combined, duration, text};
use serde_json::{Value, json};

fn product() -> Decision {
    let alternative = |algorithm, predicted_ns, peak_bytes| Alternative { algorithm, predicted_ns, peak_bytes };
    Decision {
        task: "product over zn:97, 10 by 20 coefficients".into(),
        chosen: "karatsuba",
        parameters: vec![("length", "32".into()), ("order", "natural".into())],
        alternatives: vec![alternative("schoolbook", 1234.0, 0), alternative("karatsuba", 999.0, 4 << 20)],
        parts: Vec::new(),
    }
}

#[test]
fn tables() {
    let expected = "\
product over zn:97, 10 by 20 coefficients: karatsuba (length 32, order natural)
    schoolbook      1.2 µs         0 B
  * karatsuba       999 ns     4.0 MiB
";
    assert_eq!(text(&product(), Style::Table), expected);
    let two = combined("pow", "zn:97", vec![Told::Decided(product()), Told::Decided(product())]);
    let nested = text(&two, Style::Table);
    assert!(nested.contains("order natural, times 2)"), "{nested}");
    assert_eq!(text(&combined("add", "z", Vec::new()), Style::Table), "add over z: direct\n");
}

#[test]
fn json_has_the_promised_keys() {
    let other = Decision { task: "square over zn:97".into(), ..product() };
    let two = combined("pow", "zn:97", vec![Told::Decided(product()), Told::Decided(other)]);
    let v: Value = serde_json::from_str(&text(&two, Style::Json)).unwrap();
    let part = &v["parts"][0];
    assert_eq!(part["chosen"], "karatsuba");
    assert_eq!(part["parameters"], json!({ "length": 32, "order": "natural" }));
    assert_eq!(part["alternatives"][0], json!({ "algorithm": "schoolbook", "predicted_ns": 1234.0, "peak_bytes": 0 }));
    assert_eq!(combined("mul", "z", vec![Told::Decided(product())]), product());
    for key in ["task", "chosen", "parameters", "alternatives", "parts"] {
        assert!(v.get(key).is_some() && part.get(key).is_some(), "{key}");
    }
}

#[test]
fn what_a_verb_begins_with_is_the_whole_and_is_known_better_in_the_end() {
    let begun = Told::Begun(Decision::only("rank over z, 2 by 2".into(), "modular"));
    let rank = Decision {
        parameters: vec![("primes", "2".into())],
        ..Decision::only("rank over z, 2 by 2".into(), "modular")
    };
    let all = combined("rank", "z", vec![begun.clone(), Told::Decided(product()), Told::Decided(rank.clone())]);
    assert_eq!(all, Decision { parts: vec![product()], ..rank });
    assert_eq!(combined("rank", "z", vec![begun]).chosen, "modular");
}

#[test]
fn units() {
    assert_eq!([0.0, 999.0, 1.5e6, 2.5e12].map(duration), ["0 ns", "999 ns", "1.5 ms", "2500 s"]);
    assert_eq!([1.0, 1536.0, 5e30].map(bytes).map(|s| s.len() < 40), [true; 3]);
    assert_eq!(bytes(1536.0), "1.5 KiB");
}
