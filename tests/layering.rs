//! Imports go downward only: a module uses its own folder and the rows below it.

use std::{fs, path::Path};

/// The rows of the architecture, lowest first; modules of one row do not use each other.
const ROWS: &[&[&str]] = &[
    &["error"],
    &["bits", "lock", "monitor", "scratch"],
    &["arith", "cpu"],
    &["costs"],
    &["kernels"],
    &["transform"],
    &["engine"],
    &["crt"],
    &["ring"],
    &["text"],
    &["poly"],
    &["matrix"],
    &["modular"],
    &["outofcore"],
];
/// Names that the crate's root re-exports from row 0.
const ROOT: &[&str] = &["Error", "Result"];

fn row(module: &str) -> Option<usize> {
    let first = module.split("::").next()?;
    ROWS.iter().position(|row| row.contains(&first))
}

/// The sources below a folder of the crate whose sources lie in `root`, by their modules.
fn sources(root: &Path, dir: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(dir).expect("the sources are there") {
        let path = entry.expect("a directory entry").path();
        if path.is_dir() {
            sources(root, &path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let module = path.strip_prefix(root).expect("below src").with_extension("");
            let module = module.to_string_lossy().replace(['/', '\\'], "::");
            found.push((module.trim_end_matches("::mod").into(), fs::read_to_string(&path).expect("a text file")));
        }
    }
}

/// The modules named by `crate::…` paths outside comments and test modules.
fn imports(text: &str) -> Vec<String> {
    let code: String = text
        .split("#[cfg(test)]")
        .next()
        .unwrap_or("")
        .lines()
        .map(|l| l.split("//").next().unwrap_or("").trim())
        .collect::<Vec<_>>()
        .join("");
    let mut found = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        match rest.strip_prefix('{') {
            None => found.push(path_of(rest)),
            Some(list) => {
                let (mut depth, mut start) = (0, 0);
                for (i, c) in list.char_indices() {
                    match c {
                        '{' => depth += 1,
                        '}' if depth == 0 => {
                            found.push(path_of(&list[start..i]));
                            break;
                        }
                        '}' => depth -= 1,
                        ',' if depth == 0 => {
                            found.push(path_of(&list[start..i]));
                            start = i + 1;
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    found.retain(|name| !name.is_empty());
    found
}

fn path_of(text: &str) -> String {
    text.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_' || *c == ':').collect()
}

#[test]
fn imports_go_downward_only() {
    let mut files = Vec::new();
    for folder in ["crates/core/src", "src"] {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        sources(&root, &root, &mut files);
    }
    let mut seen = 0;
    let mut wrong = Vec::new();
    for (module, text) in &files {
        if ["lib"].contains(&module.as_str()) {
            continue;
        }
        let own = row(module).unwrap_or_else(|| panic!("{module} has no row: give it one in tests/layering.rs"));
        for import in imports(text) {
            let own_folder = import.split("::").next() == module.split("::").next();
            if own_folder || ROOT.contains(&import.trim_end_matches(':')) {
                continue;
            }
            seen += 1;
            match row(&import) {
                Some(row) if row < own => {}
                _ => wrong.push(format!("{module} uses crate::{import}")),
            }
        }
    }
    assert!(seen > 30, "the test reads the imports: {seen} found");
    assert!(wrong.is_empty(), "upward or sideways imports, or names re-exported by the root:\n{}", wrong.join("\n"));
}
