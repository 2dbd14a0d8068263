//! Every method of the rings' traits is called by a law, and passed on by `AnyRing`.

use std::{fs, path::Path};

/// Methods that an `AnyRing` does not pass on, since they follow from those that it does.
const DERIVED: [&str; 4] = ["chosen_product", "word_modulus", "to_words", "of_words"];

/// All text of the sources in a folder of `src/ring`, with the names of the files.
fn sources(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/ring").join(folder);
    let files = fs::read_dir(folder).expect("the folder is there").map(|entry| entry.expect("an entry").path());
    files.map(|path| (path.display().to_string(), fs::read_to_string(&path).expect("a text file"))).collect()
}

/// The methods of all traits, with the trait's name.
fn methods() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (_, text) in sources("traits") {
        let mut name = None;
        for line in text.lines() {
            if let Some(rest) = line.strip_prefix("pub trait ") {
                name = rest.split(|c: char| !c.is_alphanumeric()).next();
            } else if line.starts_with('}') {
                name = None;
            } else if let (Some(name), Some(rest)) = (name, line.strip_prefix("    fn ")) {
                let method = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next();
                found.push((name.to_string(), method.expect("a name").to_string()));
            }
        }
    }
    assert!(found.len() > 90, "only {} methods are found", found.len());
    found
}

#[test]
fn every_method_of_a_ring_has_a_law() {
    let laws: String = sources("laws").into_iter().map(|(_, text)| text).collect();
    // the suite's ring is `r`
    let called = |name: &str, method: &str| match name {
        "Appender" | "ShortDivisor" => laws.contains(&format!(".{method}(")),
        _ => [" ", "(", ".", "!", "&"].iter().any(|before| laws.contains(&format!("{before}r.{method}("))),
    };
    let missing: Vec<_> = methods().into_iter().filter(|(name, method)| !called(name, method)).collect();
    assert!(missing.is_empty(), "no law calls {missing:?}");
}

#[test]
fn every_method_of_a_ring_is_passed_on() {
    let any: String = sources("any").into_iter().map(|(_, text)| text).collect();
    let passed =
        |method: &str| any.contains(&format!("                {method}(")) || any.contains(&format!("fn {method}("));
    let traits = methods().into_iter().filter(|(name, method)| {
        !["Appender", "ShortDivisor"].contains(&name.as_str()) && !DERIVED.contains(&method.as_str())
    });
    let missing: Vec<_> = traits.filter(|(_, method)| !passed(method)).collect();
    assert!(missing.is_empty(), "AnyRing does not pass on {missing:?}");
}
