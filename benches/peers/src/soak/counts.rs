//! Numbers of cases, and the tables of them.

use std::collections::BTreeMap;

use super::Subject;

/// Numbers of cases.
#[derive(Default)]
pub struct Counts {
    /// Cases and seconds by verb, ring and oracle.
    subjects: BTreeMap<(&'static str, &'static str, &'static str), (u64, f64)>,
    algorithms: BTreeMap<(&'static str, &'static str), u64>,
    engines: BTreeMap<&'static str, u64>,
}

impl Counts {
    /// A case that came out right, and its time in seconds.
    pub fn add(&mut self, subject: &Subject, algorithm: &'static str, engine: &'static str, seconds: f64) {
        let entry = self.subjects.entry((subject.verb, subject.ring, subject.oracle)).or_default();
        *entry = (entry.0 + 1, entry.1 + seconds);
        *self.algorithms.entry((subject.verb, algorithm)).or_default() += 1;
        *self.engines.entry(engine).or_default() += 1;
    }

    /// All that were added.
    pub fn total(&self) -> u64 {
        self.engines.values().sum()
    }

    /// The tables: verbs and rings against oracles, algorithms, engines.
    pub fn print(&self) {
        let mut oracles: Vec<_> = self.subjects.keys().map(|key| key.2).collect();
        oracles.sort_unstable();
        oracles.dedup();
        let cell = |key| self.subjects.get(&key).map_or(String::new(), |(n, _)| n.to_string());
        let mut rows: Vec<_> = self.subjects.keys().map(|key| (key.0, key.1)).collect();
        rows.dedup();
        println!("\n| verb | ring | {} | seconds |", oracles.join(" | "));
        println!("|---|---|{}", "---|".repeat(oracles.len() + 1));
        for (verb, ring) in rows {
            let cells: Vec<_> = oracles.iter().map(|oracle| cell((verb, ring, *oracle))).collect();
            let here = self.subjects.iter().filter(|(key, _)| (key.0, key.1) == (verb, ring));
            let seconds: f64 = here.map(|(_, (_, seconds))| seconds).sum();
            println!("| {verb} | {ring} | {} | {seconds:.0} |", cells.join(" | "));
        }
        let sum = |oracle| -> u64 { self.subjects.iter().filter(|(key, _)| key.2 == oracle).map(|(_, v)| v.0).sum() };
        let sums: Vec<_> = oracles.iter().map(|oracle| sum(*oracle).to_string()).collect();
        let seconds: f64 = self.subjects.values().map(|v| v.1).sum();
        println!("| all | | {} | {seconds:.0} |", sums.join(" | "));
        println!("\n| verb | cases by algorithm |\n|---|---|");
        let mut verbs: Vec<_> = self.algorithms.keys().map(|key| key.0).collect();
        verbs.dedup();
        for verb in verbs {
            let of: Vec<_> = self.algorithms.iter().filter(|(key, _)| key.0 == verb).collect();
            if of.len() > 1 {
                let cells: Vec<_> = of.iter().map(|((_, algorithm), n)| format!("{algorithm} {n}")).collect();
                println!("| {verb} | {} |", cells.join(", "));
            }
        }
        println!("\n| instruction set, threads | cases |\n|---|---|");
        self.engines.iter().for_each(|(engine, n)| println!("| {engine} | {n} |"));
    }
}
