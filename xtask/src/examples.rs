//! Public items of the library without an example.
//!
//! What is public is read from rustdoc's JSON, which has left out what is private or hidden. Types, traits, functions and methods need an
//! example: a block of code in their documentation, which `cargo test --doc` compiles and runs. Fields, variants, constants, modules and
//! implementations of traits are shown by the examples of the item that they belong to.

use serde::Deserialize;
use serde_json::Value;
use std::{
    collections::{BTreeMap, HashMap},
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

/// With fewer items the format of the JSON is not the one that is read here.
const LEAST_ITEMS: usize = 500;

/// A crate, as rustdoc describes it.
#[derive(Deserialize)]
struct Crate {
    root: u32,
    index: HashMap<u32, Item>,
}

#[derive(Deserialize)]
struct Item {
    id: u32,
    /// 0 for the crate itself.
    crate_id: u32,
    name: Option<String>,
    span: Option<Span>,
    docs: Option<String>,
    visibility: Value,
    /// One entry: the kind, and what it has.
    inner: BTreeMap<String, Value>,
}

#[derive(Deserialize)]
struct Span {
    filename: PathBuf,
    begin: [usize; 2],
}

#[derive(Deserialize)]
struct Import {
    name: String,
    id: Option<u32>,
    is_glob: bool,
}

/// Prints the items that have no example; whether there is none.
pub fn check(root: &Path) -> Result<bool, String> {
    let file = documented(root)?;
    let text = fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    let found: Crate =
        serde_json::from_str(&text).map_err(|e| format!("{}: an unknown format: {e}", file.display()))?;
    let items = found.items()?;
    let kinds = ["struct", "enum", "trait", "function"];
    if items.len() < LEAST_ITEMS || kinds.iter().any(|kind| !items.values().any(|(item, _)| item.is(kind))) {
        return Err(format!(
            "{}: only {} public items were found; is its format a new one?",
            file.display(),
            items.len()
        ));
    }
    let without = without_example(&items);
    for line in &without {
        println!("{line}");
    }
    eprintln!("{} public items, {} without an example", items.len(), without.len());
    Ok(without.is_empty())
}

/// Runs rustdoc; the path of the JSON. The compiler's environment differs from that of other builds, and so has a folder of its own.
fn documented(root: &Path) -> Result<PathBuf, String> {
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from).join("examples");
    let mut command = Command::new("cargo");
    command
        .args(["rustdoc", "--quiet", "--package", "polymod", "--lib", "--all-features", "--target-dir"])
        .arg(&target);
    command.args(["--", "-Z", "unstable-options", "--output-format", "json"]);
    // JSON is not a stable output of rustdoc yet
    command.env("RUSTC_BOOTSTRAP", "1").env_remove("RUSTDOCFLAGS").current_dir(root);
    match command.status().map_err(|e| format!("cargo rustdoc: {e}"))?.success() {
        true => Ok(target.join("doc/polymod.json")),
        false => Err("cargo rustdoc failed".into()),
    }
}

/// `file:line path` of each item without a block of code, by file and line.
fn without_example(items: &Items) -> Vec<String> {
    let bare = items.values().filter(|(item, _)| !item.docs.as_ref().is_some_and(|docs| docs.contains("```")));
    let place =
        |item: &Item| item.span.as_ref().map(|s| (s.filename.display().to_string(), s.begin[0])).unwrap_or_default();
    let mut places: Vec<_> = bare.map(|(item, path)| (place(item), path)).collect();
    places.sort();
    places.iter().map(|((file, line), path)| format!("{file}:{line} {path}")).collect()
}

/// Items that need an example, by their identity, each with one of the paths to it.
type Items<'a> = BTreeMap<u32, (&'a Item, String)>;

impl Item {
    fn is(&self, kind: &str) -> bool {
        self.inner.contains_key(kind)
    }
}

impl Crate {
    fn items(&self) -> Result<Items<'_>, String> {
        let mut items = Items::new();
        self.module(self.root, "polymod", &mut items)?;
        Ok(items)
    }

    /// What a module has.
    fn module<'a>(&'a self, id: u32, path: &str, items: &mut Items<'a>) -> Result<(), String> {
        let module = self.index.get(&id).and_then(|item| item.inner.get("module"));
        let module = module.ok_or_else(|| format!("{path} is no module"))?;
        ids(module, "items")?.into_iter().try_for_each(|id| self.entry(id, path, None, items))
    }

    /// An entry of a module, under another name where it is an import. One that is not in the index is hidden, or of another crate.
    fn entry<'a>(&'a self, id: u32, path: &str, name: Option<&str>, items: &mut Items<'a>) -> Result<(), String> {
        let Some(item) = self.index.get(&id).filter(|item| item.crate_id == 0) else { return Ok(()) };
        let (kind, inner) = item.inner.first_key_value().ok_or_else(|| format!("item {id} has no kind"))?;
        if kind == "use" {
            let import: Import =
                serde_json::from_value(inner.clone()).map_err(|e| format!("an import in {path}: {e}"))?;
            return match import.id {
                Some(id) if import.is_glob && self.index.contains_key(&id) => self.module(id, path, items),
                Some(id) if !import.is_glob => self.entry(id, path, Some(&import.name), items),
                _ => Ok(()),
            };
        }
        let name = name.or(item.name.as_deref()).ok_or_else(|| format!("item {id} in {path} has no name"))?;
        let path = format!("{path}::{name}");
        match &kind[..] {
            "module" => self.module(id, &path, items),
            "struct" | "enum" | "union" => {
                for implementation in ids(inner, "impls")? {
                    self.inherent(implementation, &path, items)?;
                }
                items.entry(id).or_insert((item, path));
                Ok(())
            }
            "trait" => {
                self.functions(ids(inner, "items")?, &path, |_| true, items);
                items.entry(id).or_insert((item, path));
                Ok(())
            }
            "function" | "type_alias" | "macro" => {
                items.entry(id).or_insert((item, path));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The public methods of an implementation that is of no trait.
    fn inherent<'a>(&'a self, id: u32, path: &str, items: &mut Items<'a>) -> Result<(), String> {
        let implementation = self.index.get(&id).and_then(|item| item.inner.get("impl"));
        let implementation = implementation.ok_or_else(|| format!("{path} has an implementation {id} that is none"))?;
        if implementation.get("trait").ok_or("an implementation without a field 'trait'")?.is_null() {
            self.functions(ids(implementation, "items")?, path, |item| item.visibility == "public", items);
        }
        Ok(())
    }

    fn functions<'a>(&'a self, ids: Vec<u32>, path: &str, shown: fn(&Item) -> bool, items: &mut Items<'a>) {
        for item in ids.iter().filter_map(|id| self.index.get(id)).filter(|item| item.is("function") && shown(item)) {
            let name = item.name.as_deref().unwrap_or("_");
            items.entry(item.id).or_insert_with(|| (item, format!("{path}::{name}")));
        }
    }
}

/// A list of identities.
fn ids(inner: &Value, field: &str) -> Result<Vec<u32>, String> {
    let list = inner.get(field).ok_or_else(|| format!("no field '{field}'"))?;
    serde_json::from_value(list.clone()).map_err(|e| format!("field '{field}': {e}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn item(id: u32, name: Option<&str>, docs: &str, inner: Value) -> (String, Value) {
        let visibility = if name.is_some_and(|n| n.starts_with("private")) { "default" } else { "public" };
        let span = json!({ "filename": "src/lib.rs", "begin": [id, 1], "end": [id, 9] });
        let item = json!({
            "id": id, "crate_id": 0, "name": name, "span": span, "docs": docs, "visibility": visibility, "inner": inner,
        });
        (id.to_string(), item)
    }

    fn krate() -> Value {
        let example = "Sentence.\n\n```\nassert!(true);\n```";
        let function = || json!({ "function": {} });
        let of_trait = json!({ "path": "Clone", "id": 99 });
        let mut foreign = item(14, Some("Foreign"), "", json!({ "struct": { "impls": [] } }));
        foreign.1["crate_id"] = json!(5);
        let index: serde_json::Map<String, Value> = [
            item(1, Some("polymod"), "", json!({ "module": { "items": [2, 3, 4, 14, 15] } })),
            item(2, Some("ring"), "", json!({ "module": { "items": [5, 8, 77] } })),
            item(3, None, "", json!({ "use": { "name": "Renamed", "id": 5, "is_glob": false } })),
            item(4, Some("shown"), example, function()),
            item(5, Some("Zn"), example, json!({ "struct": { "impls": [6, 7] } })),
            item(6, None, "", json!({ "impl": { "trait": null, "items": [10, 11] } })),
            item(7, None, "", json!({ "impl": { "trait": of_trait, "items": [12] } })),
            item(8, Some("Ring"), "", json!({ "trait": { "items": [9, 13] } })),
            item(9, Some("private_by_syntax"), "A method.", function()),
            item(10, Some("new"), "Makes one.", function()),
            item(11, Some("private"), "", function()),
            item(12, Some("clone"), "", function()),
            item(13, Some("Elem"), "", json!({ "assoc_type": {} })),
            foreign,
            item(15, None, "", json!({ "use": { "name": "core", "id": 98, "is_glob": true } })),
        ]
        .into_iter()
        .collect();
        json!({ "root": 1, "index": index })
    }

    #[test]
    fn items_without_examples() {
        let found: Crate = serde_json::from_value(krate()).unwrap();
        let items = found.items().unwrap();
        let expected = [
            "src/lib.rs:8 polymod::ring::Ring",
            "src/lib.rs:9 polymod::ring::Ring::private_by_syntax",
            "src/lib.rs:10 polymod::ring::Zn::new",
        ];
        assert_eq!(without_example(&items), expected);
        let mut all: Vec<u32> = items.keys().copied().collect();
        all.sort_unstable();
        assert_eq!(all, [4, 5, 8, 9, 10]);
    }

    #[test]
    fn other_formats_are_refused() {
        for (place, wrong) in [
            ("/index/1/inner/module", json!({ "entries": [] })),
            ("/index/5/inner/struct", json!({ "impls": ["6"] })),
            ("/index/6/inner", json!({ "implementation": {} })),
            ("/index/6/inner/impl", json!({ "items": [10] })),
            ("/index/3/inner/use", json!({ "source": "Zn" })),
        ] {
            let mut changed = krate();
            *changed.pointer_mut(place).unwrap() = wrong;
            let found: Crate = serde_json::from_value(changed).unwrap();
            assert!(found.items().is_err(), "{place}");
        }
    }
}
