//! The file of measured costs: TOML in the user's configuration folder, one for each level of instructions.
//!
//! It states the machine and the version of its costs, and holds those that were measured; others keep their built-in
//! values. A file from another machine, a damaged one and one with implausible costs are not used, with a warning.

use super::measure::Measured;
use etcetera::BaseStrategy;
use polymod::core::costs::CostModel;
use polymod::core::cpu::{Host, Target};
use std::{
    env, fs,
    path::{Path, PathBuf},
};
use time::OffsetDateTime;
use toml::{Table, Value};

/// The environment variable that names another file; empty, it selects the built-in costs.
pub const VARIABLE: &str = "POLYMOD_COSTS";
/// Largest size of a file in bytes; a usual one has a few thousand.
const LARGEST: u64 = 1 << 20;

/// Path of the costs for kernels of this level: the value of [`VARIABLE`], or a file in the user's configuration
/// folder. `None` if the built-in costs are asked for, or there is no such folder.
#[must_use]
pub fn path(target: Target) -> Option<PathBuf> {
    match env::var_os(VARIABLE) {
        Some(named) => Some(named).filter(|named| !named.is_empty()).map(PathBuf::from),
        None => {
            let folder = etcetera::choose_base_strategy().ok()?.config_dir().join("polymod");
            Some(folder.join(format!("costs-{target}.toml")))
        }
    }
}

/// The costs for this machine, and a warning of one line if there is a file of them that is not used.
#[must_use]
pub fn load(host: &Host) -> (CostModel, Option<String>) {
    let Some(path) = path(host.target) else { return (CostModel::builtin(host.target), None) };
    let named = env::var_os(VARIABLE).is_some();
    match read(&path) {
        Ok(None) if !named => (CostModel::builtin(host.target), None),
        found => {
            let text = found.and_then(|text| text.ok_or_else(|| "there is no such file".into()));
            match text.and_then(|text| parse(&text, host)) {
                Ok(model) => (model, None),
                Err(reason) => {
                    let reason = format!("{}: {reason}; the built-in costs are used: see polymod tune", path.display());
                    (CostModel::builtin(host.target), Some(reason.replace(['\n', '\r'], " ")))
                }
            }
        }
    }
}

/// The text of a file; `None` if there is no file.
fn read(path: &Path) -> Result<Option<String>, String> {
    let Ok(metadata) = fs::metadata(path) else { return Ok(None) };
    if !metadata.is_file() {
        return Err("expected a file".into());
    }
    if metadata.len() > LARGEST {
        return Err(format!("expected a file of costs, found {} bytes", metadata.len()));
    }
    fs::read_to_string(path).map(Some).map_err(|e| e.to_string())
}

/// The costs of a file for this machine.
///
/// # Errors
/// A description of what is wrong with them, without the file's name.
pub fn parse(text: &str, host: &Host) -> Result<CostModel, String> {
    let mut table: Table = toml::from_str(text).map_err(|e| e.message().to_string())?;
    let Some(Value::Table(machine)) = table.remove("machine") else { return Err("expected a table [machine]".into()) };
    for (key, value) in about(host) {
        match machine.get(key).and_then(Value::as_str) {
            Some(found) if found == value => {}
            found => return Err(format!("{key}: expected \"{value}\", found \"{}\"", found.unwrap_or_default())),
        }
    }
    let Some(Value::Table(found)) = table.remove("costs") else { return Err("expected a table [costs]".into()) };
    if let Some(key) = table.keys().next() {
        return Err(format!(
            "expected the tables [machine] and [costs], found {}",
            key.chars().take(40).collect::<String>()
        ));
    }
    let known = CostModel::builtin(host.target);
    let mut all = Table::try_from(&known).map_err(|e| e.to_string())?;
    overlay(&mut all, found)?;
    let model: CostModel = all.try_into().map_err(|e: toml::de::Error| e.message().to_string())?;
    model.check(&known)?;
    Ok(CostModel { machine: format!("{}, {}", host.name, host.target).into(), ..model })
}

/// The machine and version that costs belong to.
fn about(host: &Host) -> [(&'static str, String); 3] {
    [("cpu", host.name.clone()), ("isa", host.target.to_string()), ("version", env!("CARGO_PKG_VERSION").into())]
}

/// Replaces the entries found, which must exist.
fn overlay(all: &mut Table, found: Table) -> Result<(), String> {
    for (key, value) in found {
        match (all.get_mut(&key), value) {
            (None, _) => return Err(format!("there is no figure \"{}\"", key.chars().take(40).collect::<String>())),
            // a curve is replaced as a whole
            (Some(Value::Table(known)), Value::Table(found)) if !known.contains_key("ns") => overlay(known, found)?,
            (Some(known), value) => *known = value,
        }
    }
    Ok(())
}

/// The text of a file with the costs that were measured.
///
/// # Errors
/// If they cannot be written as TOML, which does not happen.
pub fn text(measured: &Measured, host: &Host) -> Result<String, String> {
    let all = Table::try_from(&measured.costs).map_err(|e| e.to_string())?;
    let mut costs = Table::new();
    for name in &measured.names {
        match name.split_once('.') {
            Some((part, figure)) => {
                let value = all.get(part).and_then(|part| part.get(figure)).cloned();
                let part = costs.entry(part).or_insert_with(|| Value::Table(Table::new()));
                if let (Value::Table(part), Some(value)) = (part, value) {
                    part.insert(figure.into(), rounded(value));
                }
            }
            None => costs.extend(all.get(*name).cloned().map(|value| ((*name).to_string(), rounded(value)))),
        }
    }
    let mut machine: Table =
        about(host).into_iter().map(|(key, value)| (key.to_string(), Value::String(value))).collect();
    machine.insert("date".into(), Value::String(OffsetDateTime::now_utc().date().to_string()));
    let table =
        Table::from_iter([("machine".to_string(), Value::Table(machine)), ("costs".into(), Value::Table(costs))]);
    let text = toml::to_string(&table).map_err(|e| e.to_string())?;
    Ok(format!("# Nanoseconds, measured by polymod tune; figures that are not here are the built-in ones.\n\n{text}"))
}

/// Rounds to four digits: more cannot be reproduced.
fn rounded(value: Value) -> Value {
    match value {
        Value::Float(x) if x.is_finite() && x != 0.0 => {
            let scale = 10f64.powi(3 - x.abs().log10().floor() as i32);
            Value::Float((x * scale).round() / scale)
        }
        Value::Array(values) => Value::Array(values.into_iter().map(rounded).collect()),
        Value::Table(values) => Value::Table(values.into_iter().map(|(key, value)| (key, rounded(value))).collect()),
        other => other,
    }
}
