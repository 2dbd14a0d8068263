//! Imports go downward only: a module uses its own folder and the layers below it. CONTRIBUTING.md has the table of layers from here.

use std::{fmt::Write, fs, path::Path};

/// The layers, lowest first: modules of one layer, which do not use each other, and their content.
const LAYERS: &[(&[&str], &str)] = &[
    (&["algorithm", "error"], "enumerations of algorithms by name; the one error type, and `Result`"),
    (
        &["bits", "decimal", "lengths", "lock", "monitor", "order", "random", "scratch", "words"],
        "logarithms, bit reversal, checked sizes; files of one process at a time; events, decisions, cancellation; sorted lists; random \
         integers; aligned buffers and their pool; loops over words; words in decimal",
    ),
    (
        &["arith", "cpu", "limbs"],
        "arithmetic on words modulo n (Barrett, Montgomery, Shoup), primes and roots; the only feature detection; integers as rows of words",
    ),
    (&["costs"], "the cost model: measured figures as data"),
    (
        &["simd"],
        "vectors of 64-bit words and doubles: one trait over all instruction sets; with `kernels` the only folder with `unsafe`",
    ),
    (
        &["registry", "residue"],
        "kernels of one operation and the choice among them; vectors of residues: one trait over all arithmetics",
    ),
    (&["pass"], "loops over vectors of residues for any instruction set and arithmetic, without `unsafe`"),
    (&["kernels"], "inner loops for each instruction set, in safe tables of functions"),
    (&["transform"], "plans of transforms: which passes in which order, and their tables; the cache of plans"),
    (&["engine"], "threads, plans, buffers, costs, monitor and cancellation of a computation"),
    (&["choice"], "the choice of an algorithm by predicted costs, demanded by the caller or the monitor"),
    (&["crt"], "families of primes; words and integers to residues and back; transforms modulo several primes at once"),
    (
        &["ring"],
        "the traits, vectors of coefficients and the laws that each ring must pass; Z/n, Z, Q, Z/n for n of several words, F_2 and its \
         extensions; the choice of a product's algorithm",
    ),
    (&["text"], "streaming readers and writers of JSON, lists, expressions, and other systems' formats"),
    (&["poly"], "polynomials over any ring"),
    (&["matrix"], "matrices over any ring, of numbers and of polynomials"),
    (
        &["memory", "ranks"],
        "bounds on the working memory of computations (feature `integers`); predicted time and bytes on several machines",
    ),
    (&["multimodular"], "exact answers over Z from answers modulo primes (feature `integers`)"),
    (&["outofcore"], "transforms and products of vectors in files (feature `files`)"),
    (&["verify"], "checks of results by other algorithms, at random points (feature `integers`)"),
    (&["compiled"], "the methods over `AnyRing` that are compiled with the library (feature `any-ring`)"),
];
/// Number of the lowest layers that are `polymod-core`, but for [`LIBRARY`].
const CORE: usize = 9;
/// Modules of the core's layers that are in `polymod` itself.
const LIBRARY: &[&str] = &["lock", "monitor", "order", "random"];
/// Names that the crate's root re-exports from layer 0, the macro of that layer, and the macro of items that unit tests name.
const ROOT: &[&str] = &["Algorithm", "Error", "Result", "algorithms", "tested"];

fn layer(module: &str) -> Option<usize> {
    let first = module.split("::").next()?;
    LAYERS.iter().position(|(modules, _)| modules.contains(&first))
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

/// The modules named by `crate::…` paths outside comments.
fn imports(text: &str) -> Vec<String> {
    let code = text.lines().map(|l| l.split("//").next().unwrap_or("").trim()).collect::<Vec<_>>().join("");
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
        let own = layer(module).unwrap_or_else(|| panic!("{module} has no layer: give it one in tests/layering.rs"));
        for import in imports(text) {
            let own_folder = import.split("::").next() == module.split("::").next();
            if own_folder || import.split("::").next().is_some_and(|first| ROOT.contains(&first)) {
                continue;
            }
            seen += 1;
            match layer(&import) {
                Some(layer) if layer < own => {}
                _ => wrong.push(format!("{module} uses crate::{import}")),
            }
        }
    }
    assert!(seen > 30, "the test reads the imports: {seen} found");
    assert!(wrong.is_empty(), "upward or sideways imports, or names re-exported by the root:\n{}", wrong.join("\n"));
}

/// The text between two markers of a document, and what is before and behind.
fn marked<'t>(text: &'t str, [begin, end]: [&str; 2]) -> [&'t str; 3] {
    let start = text.find(begin).expect("the marker before the table") + begin.len();
    let stop = start + text[start..].find(end).expect("the marker behind the table");
    [&text[..start], &text[start..stop], &text[stop..]]
}

#[test]
fn the_table_of_layers_is_up_to_date() {
    let mut expected = String::from("\n\n| layer | modules | content |\n|---:|---|---|\n");
    for (i, (modules, content)) in LAYERS.iter().enumerate() {
        let names: Vec<String> = modules.iter().map(|name| format!("`{name}`")).collect();
        let _ = writeln!(expected, "| {i} | {} | {content} |", names.join(", "));
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("CONTRIBUTING.md");
    let text = fs::read_to_string(&path).expect("the document is there");
    let [before, found, behind] =
        marked(&text, ["<!-- layers, written by tests/layering.rs -->", "\n<!-- end of layers -->"]);
    if std::env::var_os("POLYMOD_UPDATE").is_some() {
        fs::write(&path, format!("{before}{expected}{behind}")).expect("the document can be written");
        return;
    }
    assert!(
        found == expected,
        "the table of layers in CONTRIBUTING.md is out of date: POLYMOD_UPDATE=1 cargo test --test layering"
    );
}

#[test]
fn the_core_is_the_lowest_layers() {
    for (folder, core) in [("crates/core/src", true), ("src", false)] {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let mut files = Vec::new();
        sources(&root, &root, &mut files);
        for (module, _) in files.iter().filter(|(module, _)| module != "lib") {
            let own = layer(module).unwrap_or_else(|| panic!("{module} has no layer"));
            let first = module.split("::").next().unwrap_or(module);
            assert_eq!(own < CORE && !LIBRARY.contains(&first), core, "{module} in {folder}");
        }
    }
}
