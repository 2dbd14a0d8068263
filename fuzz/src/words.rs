//! What the command line and its files say besides operands: ring names, expressions, cost files, checkpoints.

use crate::bytes::Bytes;
use polymod::{
    Integers, Matrix,
    core::cpu,
    multimodular::{self, Checkpoint, Options},
    rug::{Integer, ops::Pow},
};
use polymod_cli::{RingSpec, expression, tune};
use sha2::{Digest, Sha256};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
};

fn one_line(text: &str) {
    assert!(text.lines().count() == 1 && !text.contains('\r'), "{text:?}");
}

/// Any text as the value of `--ring`: a ring whose name names it again, or a refusal on one line.
pub fn ring(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    for prefix in ["", "zn:", "gf2^", "gf:", "gfpf:"] {
        let name = format!("{prefix}{text}");
        if has_long_characteristic(&name) {
            continue;
        }
        match RingSpec::parse(&name) {
            Ok(spec) => {
                // digits of longer ones take their time
                if spec.modulus().is_some_and(|n| n.significant_bits() > 1 << 14) {
                    continue;
                }
                let name = spec.to_string();
                assert_eq!(RingSpec::parse(&name).ok().as_ref(), Some(&spec), "{name}");
                assert!(spec.modulus().is_none_or(|n| *n >= 2));
            }
            Err(e) => one_line(&e.to_string()),
        }
    }
}

/// Whether the name is `gf:P^K…` with a P whose test for being a prime takes more than a second.
fn has_long_characteristic(name: &str) -> bool {
    let size = name.strip_prefix("gf:").and_then(|rest| rest.split(':').next()?.rsplit_once('^'));
    size.and_then(|(p, _)| expression::evaluate(p).ok()).is_some_and(|p| p.significant_bits() > 1 << 11)
}

/// Expressions whose value is known.
pub fn expression(bytes: &[u8]) {
    let (mut bytes, mut text) = (Bytes::new(bytes), String::new());
    let Some(value) = sum(&mut bytes, &mut text, 0) else { return };
    match RingSpec::parse(&format!("zn:{text}")) {
        Ok(spec) => assert_eq!(spec, RingSpec::Modulo(value), "{text}"),
        Err(e) => {
            one_line(&e.to_string());
            assert!(value < 2, "{text}: {e}");
        }
    }
}

/// Longer values are not made.
const LONGEST: u32 = 4096;

/// Appends a sum of products; its value, unless it would be too long.
fn sum(bytes: &mut Bytes<'_>, text: &mut String, depth: u32) -> Option<Integer> {
    let mut value = product(bytes, text, depth)?;
    for _ in 0..bytes.byte() % 3 {
        let minus = bytes.flag();
        blanks(bytes, text);
        text.push(if minus { '-' } else { '+' });
        let term = product(bytes, text, depth)?;
        if minus { value -= term } else { value += term }
    }
    Some(value)
}

fn product(bytes: &mut Bytes<'_>, text: &mut String, depth: u32) -> Option<Integer> {
    let mut value = signed(bytes, text, depth)?;
    for _ in 0..bytes.byte() % 3 {
        blanks(bytes, text);
        text.push('*');
        value *= signed(bytes, text, depth)?;
    }
    (value.significant_bits() <= LONGEST).then_some(value)
}

fn signed(bytes: &mut Bytes<'_>, text: &mut String, depth: u32) -> Option<Integer> {
    if bytes.byte() % 8 == 7 && depth < 9 {
        text.push('-');
        return Some(-signed(bytes, text, depth + 1)?);
    }
    let base = atom(bytes, text, depth)?;
    if bytes.byte() % 4 != 3 || depth > 9 {
        return Some(base);
    }
    blanks(bytes, text);
    text.push('^');
    let exponent = signed(bytes, text, depth + 1)?.to_u32()?;
    let fits =
        base.significant_bits() <= 1 || u64::from(base.significant_bits()) * u64::from(exponent) <= u64::from(LONGEST);
    match base.significant_bits() {
        _ if !fits => None,
        0 | 1 => Some(base.pow(exponent % 2 + 2 * u32::from(exponent > 1))),
        _ => Some(base.pow(exponent)),
    }
}

fn atom(bytes: &mut Bytes<'_>, text: &mut String, depth: u32) -> Option<Integer> {
    blanks(bytes, text);
    if bytes.byte() % 4 == 3 && depth < 9 {
        text.push('(');
        let value = sum(bytes, text, depth + 1)?;
        text.push(')');
        return Some(value);
    }
    let value = Integer::from(bytes.word());
    text.push_str(&if bytes.flag() { format!("{value:#x}") } else { value.to_string() });
    Some(value)
}

fn blanks(bytes: &mut Bytes<'_>, text: &mut String) {
    text.push_str(&" ".repeat(usize::from(bytes.byte() / 86)));
}

/// The version of polymod that cost files name.
const VERSION: &str = "0.2.0";

/// Any text as a file of costs, after the head that belongs to this machine or without it.
pub fn costs(bytes: &[u8]) {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let host = cpu::host();
    let head =
        format!("[machine]\ncpu = {:?}\nisa = \"{}\"\nversion = \"{}\"\n[costs]\n", host.name, host.target, VERSION);
    let text = if first % 4 == 0 { text.to_owned() } else { head + text };
    if let Err(reason) = tune::file::parse(&text, host) {
        // the caller puts what TOML's parser says on one line
        assert!(!reason.is_empty());
    }
}

/// A folder of this process; the script that runs the targets removes it.
fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| tempfile::tempdir().expect("a folder").keep())
}

/// How a checkpoint is written, learnt from one that was: a line, what identifies the computation, a checksum, records with a head
/// of number, length and checksum.
struct Format {
    version: Vec<u8>,
    identity: [u8; 32],
    records: Vec<Vec<u64>>,
}

fn checksum(bytes: &[u8]) -> [u8; 8] {
    let hash: [u8; 32] = Sha256::digest(bytes).into();
    std::array::from_fn(|i| hash[i])
}

impl Format {
    /// # Panics
    /// When checkpoints have another format than this target knows.
    fn of(file: &[u8]) -> Self {
        const CHANGED: &str = "checkpoints have another format: change this target with it";
        let line = file.iter().position(|&b| b == b'\n').expect(CHANGED) + 1;
        let (version, rest) = file.split_at(line);
        let identity: [u8; 32] = rest[..32].try_into().expect(CHANGED);
        let mut format = Format { version: version.to_vec(), identity, records: Vec::new() };
        let mut at = format.head().len();
        assert_eq!(file[..at], format.head(), "{CHANGED}");
        while at < file.len() {
            let word = |i: usize| u64::from_le_bytes(file[at + 8 * i..at + 8 * i + 8].try_into().expect(CHANGED));
            // number, length, checksum; then the words
            let words: Vec<u64> = (3..3 + word(1) as usize).map(word).collect();
            let record = format.record(format.records.len(), &words);
            assert_eq!(file[at..at + record.len()], record, "{CHANGED}");
            at += record.len();
            format.records.push(words);
        }
        format
    }

    fn head(&self) -> Vec<u8> {
        let mut head = [&self.version[..], &self.identity].concat();
        head.extend(checksum(&head));
        head
    }

    /// A record with its checksums: stage, key, and what was computed.
    fn record(&self, number: usize, words: &[u64]) -> Vec<u8> {
        let mut record: Vec<u8> = [number, words.len()].iter().flat_map(|&n| (n as u64).to_le_bytes()).collect();
        record.extend(checksum(&[&self.identity[..], &record].concat()));
        words.iter().for_each(|word| record.extend(word.to_le_bytes()));
        record.extend(checksum(&[&self.identity[..], &record].concat()));
        record
    }
}

type Computation = fn(&Options) -> polymod::Result<()>;

fn matrix(rows: usize, cols: usize, bits: u32) -> Matrix<Integers> {
    let entry = |i: usize, j: usize| {
        (Integer::from(1) << bits)
            - Integer::from(((5 * i + 11 * j + 3) * (7 * i + 2 * j + 1) * (i + 13 * j + 2) % 1009) as u64)
    };
    Matrix::from_fn(&Integers::on(crate::rings::engine()), rows, cols, entry).expect("a small shape")
}

fn polynomial(len: i64, bits: u32) -> polymod::Poly<Integers> {
    let coefficient = |i: i64| (Integer::from(1) << bits) + i * i - 7 * i;
    polymod::Poly::new(&Integers::on(crate::rings::engine()), (0..len).map(coefficient))
}

/// Computations that keep checkpoints.
const COMPUTATIONS: [Computation; 6] = [
    |o| multimodular::det(&matrix(4, 4, 200), o).map(drop),
    |o| multimodular::det(&matrix(4, 4, 200), &Options { algorithm: "dixon".parse().ok(), ..o.clone() }).map(drop),
    |o| multimodular::resultant(&polynomial(6, 150), &polynomial(5, 90), o).map(drop),
    |o| multimodular::xgcd(&polynomial(6, 150), &polynomial(5, 90), o).map(drop),
    |o| multimodular::solve(&matrix(4, 4, 150), &matrix(4, 1, 90), o).map(drop),
    |o| multimodular::charpoly(&matrix(4, 4, 100), o).map(drop),
];

/// Runs a computation with this checkpoint.
fn run(which: usize, file: &[u8]) -> polymod::Result<()> {
    let path = folder().join("checkpoint");
    fs::write(&path, file).expect("a file");
    let checkpoint = Some(Arc::new(Checkpoint::open(&path)?));
    COMPUTATIONS[which](&Options { checkpoint, ..Options::default() })
}

fn formats() -> &'static [Format] {
    static FORMATS: OnceLock<Vec<Format>> = OnceLock::new();
    FORMATS.get_or_init(|| {
        let written = |which: usize| {
            run(which, b"").expect("an answer");
            Format::of(&fs::read(folder().join("checkpoint")).expect("a checkpoint"))
        };
        (0..COMPUTATIONS.len()).map(written).collect()
    })
}

/// Any bytes as a checkpoint, alone, after a valid head, or after valid records.
pub fn checkpoint(bytes: &[u8]) {
    let mut bytes = Bytes::new(bytes);
    let format = &formats()[0];
    let (kind, mut file, mut keys) = (bytes.byte() % 3, Vec::new(), Vec::new());
    if kind > 0 {
        file.extend(format.head());
    }
    if kind == 2 {
        for _ in 0..bytes.byte() % 6 {
            let words: Vec<u64> = (0..2 + bytes.below(5)).map(|_| bytes.word()).collect();
            file.extend(format.record(keys.len(), &words));
            keys.push([words[0], words[1]]);
        }
    }
    file.extend(bytes.rest());
    let path = folder().join("any");
    fs::write(&path, &file).expect("a file");
    match Checkpoint::open(&path) {
        Ok(found) => {
            let (dropped, records) = (found.dropped_bytes() as usize, found.records());
            drop(found);
            // what is not intact is cut off when a computation begins, not before
            assert!(fs::read(&path).is_ok_and(|bytes| bytes == file) && dropped <= file.len());
            file.truncate(file.len() - dropped);
            fs::write(&path, &file).expect("a file");
            let again = Checkpoint::open(&path).expect("the intact bytes alone");
            assert_eq!((again.dropped_bytes(), again.records()), (0, records));
            keys.sort_unstable();
            keys.dedup();
            assert!(records >= keys.len());
        }
        Err(e) => one_line(&e.to_string()),
    }
}

/// Checkpoints with valid checksums whose records are of another computation, or of none: an answer or a refusal, never a panic.
pub fn forged_checkpoint(bytes: &[u8]) {
    let mut bytes = Bytes::new(bytes);
    let which = bytes.below(COMPUTATIONS.len());
    let format = &formats()[which];
    let (mut file, mut number) = (format.head(), 0);
    for record in &format.records {
        let mut words = record.clone();
        match bytes.byte() % 8 {
            0 => continue,
            1 => words.truncate(2 + bytes.below(4)),
            2 => words.push(bytes.word()),
            3 => {
                let place = bytes.below(words.len());
                words[place] = bytes.word();
            }
            4 => words = (0..words.len().min(40)).map(|i| if i < 2 { words[i] } else { bytes.word() }).collect(),
            _ => {}
        }
        file.extend(format.record(number, &words));
        number += 1;
    }
    if let Err(e) = run(which, &file) {
        one_line(&e.to_string());
    }
}
