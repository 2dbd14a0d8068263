//! Checkpoint files with the results modulo each prime, from which a stopped run can continue.

use polymod::{
    Engine, Error, Integers, Matrix, Poly, Result,
    core::{arith::is_prime, bits::SplitMix64, cpu, cpu::Target},
    multimodular,
    multimodular::{
        Algorithm, Checkpoint, Options,
        checkpoint::{
            SYNC, Stage, format,
            format::{Identity, Key, VERSION},
        },
    },
};
use rug::Integer;
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

type Records = Vec<(Key, Vec<u64>)>;

fn identity() -> Identity {
    Identity::new("x", [1, 2])
}

/// A file of three records, and the end of each of its parts.
fn written() -> (tempfile::TempDir, PathBuf, Vec<usize>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("c");
    let checkpoint = Checkpoint::open(&path).unwrap();
    let mut ends = vec![0];
    checkpoint.begin(identity()).unwrap();
    ends.push(checkpoint.state().len as usize);
    for (stage, key, words) in [(1, 5, vec![]), (1, 7, vec![1, 2, 3]), (2, 5, vec![u64::MAX])] {
        Stage { checkpoint: &checkpoint, number: stage }.append(key, &words).unwrap();
        ends.push(checkpoint.state().len as usize);
    }
    (folder, path, ends)
}

#[test]
fn records_reach_the_disk_every_ten_seconds() {
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = Checkpoint::open(&folder.path().join("c")).unwrap();
    checkpoint.begin(identity()).unwrap();
    let stage = checkpoint.stage();
    let unsynced = || checkpoint.state().unsynced;
    for count in 1..4 {
        stage.append(count, &[]).unwrap();
        assert_eq!(unsynced(), count as usize);
    }
    let Some(before) = Instant::now().checked_sub(SYNC + Duration::from_millis(1)) else { return };
    checkpoint.state().synced = before;
    stage.append(4, &[]).unwrap();
    assert!(unsynced() == 0 && checkpoint.state().synced > before);
    stage.append(5, &[]).unwrap();
    assert_eq!(unsynced(), 1);
    stage.sync().unwrap();
    assert_eq!(unsynced(), 0);
}

/// Records of images and of digits are on the disk when the answer is known, and what is reused is counted.
#[test]
fn finished_computations_have_all_records_on_the_disk() {
    let mut random = SplitMix64::new(9);
    let a = Matrix::from_fn(&Integers::new(), 20, 20, |_, _| (Integer::from(random.word()) << 100) + 1).unwrap();
    let b = Matrix::from_fn(a.ring(), 20, 1, |i, _| Integer::from(i + 1)).unwrap();
    for algorithm in [Algorithm::Crt, Algorithm::Dixon] {
        let folder = tempfile::tempdir().unwrap();
        let run = || {
            let checkpoint = Arc::new(Checkpoint::open(&folder.path().join("c")).unwrap());
            let options =
                Options { checkpoint: Some(checkpoint.clone()), algorithm: Some(algorithm), ..Options::default() };
            let found = multimodular::solve(&a, &b, &options).unwrap();
            assert_eq!(checkpoint.state().unsynced, 0, "{algorithm}");
            (found, checkpoint.state().count, checkpoint.reused_records() as u64)
        };
        let (first, made, reused) = run();
        assert!(made > 1 && reused == 0, "{algorithm}: {made} records, {reused} reused");
        let (second, all, reused) = run();
        assert_eq!((second, all), (first, made), "{algorithm}");
        // all but the one that names the algorithm
        assert!(reused == made || reused + 1 == made, "{algorithm}: {reused} of {made} reused");
    }
}

#[test]
fn cut_at_every_byte() {
    let (_folder, path, ends) = written();
    let whole = fs::read(&path).unwrap();
    assert_eq!(whole.len(), ends[4]);
    for cut in 0..=whole.len() {
        fs::write(&path, &whole[..cut]).unwrap();
        let found = Checkpoint::open(&path).unwrap();
        let kept = ends.iter().rposition(|&end| end <= cut).unwrap();
        assert_eq!(found.dropped_bytes() as usize, cut - ends[kept], "cut at {cut}");
        assert_eq!(found.loss().is_some_and(|loss| loss.contains("not whole")), cut > ends[kept], "cut at {cut}");
        assert_eq!(found.records(), kept.saturating_sub(1));
        assert_eq!(fs::metadata(&path).unwrap().len() as usize, cut, "nothing is cut off before a computation begins");
        found.begin(identity()).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().len() as usize, ends[kept.max(1)]);
        // the next record is appended intact
        found.stage().append(9, &[4]).unwrap();
        drop(found);
        let again = Checkpoint::open(&path).unwrap();
        assert_eq!((again.dropped_bytes(), again.stage().take(9)), (0, Some(vec![4])), "cut at {cut}");
    }
}

#[test]
fn every_flipped_bit_is_noticed_and_what_is_before_it_kept() {
    let (_folder, path, ends) = written();
    let whole = fs::read(&path).unwrap();
    for i in 0..8 * whole.len() {
        let mut bytes = whole.clone();
        bytes[i / 8] ^= 1 << (i % 8);
        fs::write(&path, &bytes).unwrap();
        let part = ends.iter().rposition(|&end| end <= i / 8).unwrap();
        match Checkpoint::open(&path) {
            Ok(found) => {
                assert!(part >= 1, "bit {i}: the header");
                assert_eq!(found.records(), part - 1, "bit {i}");
                assert_eq!(found.dropped_bytes() as usize, whole.len() - ends[part], "bit {i}");
                let loss = found.loss().unwrap();
                let said = format!("damaged at byte {}: kept the intact records before that, {}", ends[part], part - 1);
                assert!(loss.contains(&said) || part == 3 && loss.contains("not whole"), "bit {i}: {loss}");
                found.begin(identity()).unwrap();
                assert_eq!(fs::read(&path).unwrap(), whole[..ends[part]], "bit {i}");
            }
            Err(e) => assert!(part == 0 && matches!(e, Error::Checkpoint { .. }), "bit {i}: {e}"),
        }
    }
}

#[test]
fn records_in_another_order_and_blank_ends() {
    let (_folder, path, ends) = written();
    let whole = fs::read(&path).unwrap();
    let open = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        let found = Checkpoint::open(&path).unwrap();
        (found.records(), found.loss().unwrap_or("").to_owned())
    };
    // a record removed, and one repeated
    let (kept, loss) = open(&[&whole[..ends[2]], &whole[ends[3]..]].concat());
    assert!(kept == 1 && loss.contains("damaged"), "{kept}: {loss}");
    let (kept, loss) = open(&[&whole[..], &whole[ends[3]..]].concat());
    assert!(kept == 3 && loss.contains("damaged"), "{kept}: {loss}");
    // space allocated by the file system before the machine stopped
    for more in [1, 24, 100, 10_000] {
        let (kept, loss) = open(&[&whole[..], &vec![0; more]].concat());
        assert!(kept == 3 && loss.contains("not whole"), "{kept}: {loss}");
    }
    let (kept, loss) = open(&[&whole[..], &[0; 100], &[1]].concat());
    assert!(kept == 3 && loss.contains("damaged"), "{kept}: {loss}");
}

#[test]
fn refused() {
    let (_folder, path, _) = written();
    let reason = |e: Result<Checkpoint>| e.unwrap_err().to_string();
    let open = Checkpoint::open(&path).unwrap();
    assert!(reason(Checkpoint::open(&path)).contains("another run"));
    assert!(open.begin(Identity::new("x", [1, 3])).unwrap_err().to_string().contains("other operands"));
    assert!(open.begin(Identity::new("y", [1, 2])).is_err());
    drop(open);
    let mut bytes = fs::read(&path).unwrap();
    bytes[VERSION.len() - 2] = b'1';
    fs::write(&path, &bytes).unwrap();
    let said = reason(Checkpoint::open(&path));
    assert!(said.contains("format 1") && said.contains("another version") && said.contains("format 2"), "{said}");
    fs::write(&path, b"dear diary").unwrap();
    assert!(reason(Checkpoint::open(&path)).contains("no checkpoint"));
    assert!(Checkpoint::open(path.parent().unwrap()).is_err());
}

/// The content of a file, in order of keys.
fn read(path: &Path) -> (Identity, Records) {
    let bytes = fs::read(path).unwrap();
    let parsed = format::parse(&bytes[..], bytes.len() as u64).unwrap();
    assert_eq!(parsed.fault, None);
    let mut records: Records = parsed.records.into_iter().collect();
    records.sort_unstable();
    (parsed.identity.unwrap(), records)
}

/// Writes a file of these records with valid checksums.
fn forge(path: &Path, identity: &Identity, records: &[(Key, Vec<u64>)]) {
    let mut bytes = identity.header();
    for (i, (key, words)) in records.iter().enumerate() {
        bytes.extend(identity.record(i as u64, *key, words));
    }
    fs::write(path, bytes).unwrap();
}

/// Pseudorandom numbers.
fn numbers(seed: u64, count: usize) -> Vec<Integer> {
    let mut random = SplitMix64::new(seed);
    let mut number = || ((Integer::from(random.word()) * random.word()) >> 30u32) - (Integer::from(1) << 97u32);
    (0..count).map(|_| number()).collect()
}

/// A computation on this engine; its result as text.
type Compute = fn(&Engine, Options) -> Result<String>;

fn matrix(engine: &Engine, seed: u64, rows: usize, cols: usize) -> Matrix<Integers> {
    let numbers = numbers(seed, rows * cols);
    Matrix::from_fn(&Integers::on(engine), rows, cols, |i, j| numbers[i * cols + j].clone()).unwrap()
}

fn poly(engine: &Engine, seed: u64, len: usize) -> Poly<Integers> {
    Poly::new(&Integers::on(engine), numbers(seed, len))
}

fn by(algorithm: Algorithm, options: Options) -> Options {
    Options { algorithm: Some(algorithm), ..options }
}

/// All users of checkpoints, on small operands.
const COMPUTATIONS: [(&str, Compute); 11] = [
    ("det", |e, o| Ok(multimodular::det(&matrix(e, 1, 9, 9), &by(Algorithm::Crt, o))?.value.to_string())),
    ("det-dixon", |e, o| Ok(multimodular::det(&matrix(e, 2, 24, 24), &by(Algorithm::Dixon, o))?.value.to_string())),
    ("det-any", |e, o| Ok(multimodular::det(&matrix(e, 2, 12, 12), &o)?.value.to_string())),
    ("rank", |e, o| Ok(multimodular::rank(&matrix(e, 3, 5, 7), &o)?.value.to_string())),
    ("solve", |e, o| {
        let (x, d) = multimodular::solve(&matrix(e, 4, 5, 6), &matrix(e, 5, 5, 1), &by(Algorithm::Crt, o))?.value;
        Ok(format!("{x:?} {d}"))
    }),
    ("solve-dixon", |e, o| {
        let (x, d) = multimodular::solve(&matrix(e, 6, 20, 20), &matrix(e, 7, 20, 1), &by(Algorithm::Dixon, o))?.value;
        Ok(format!("{x:?} {d}"))
    }),
    ("nullspace", |e, o| Ok(format!("{:?}", multimodular::nullspace(&matrix(e, 8, 4, 6), &o)?.value))),
    ("charpoly", |e, o| Ok(multimodular::charpoly(&matrix(e, 9, 7, 7), &o)?.value.to_string())),
    ("gcd", |e, o| {
        let g = poly(e, 10, 5);
        let (a, b) = (&g * &poly(e, 11, 4), &g * &poly(e, 12, 6));
        Ok(multimodular::gcd(&a, &b, &o)?.value.to_string())
    }),
    ("xgcd", |e, o| Ok(format!("{:?}", multimodular::xgcd(&poly(e, 13, 5), &poly(e, 14, 4), &o)?.value))),
    ("resultant", |e, o| Ok(multimodular::resultant(&poly(e, 15, 9), &poly(e, 16, 8), &o)?.value.to_string())),
];

fn engine(target: Target) -> Engine {
    Engine::builder().threads(1).target(target).build()
}

fn with(path: &Path) -> (Options, Arc<Checkpoint>) {
    let checkpoint = Arc::new(Checkpoint::open(path).unwrap());
    (Options { checkpoint: Some(checkpoint.clone()), ..Options::default() }, checkpoint)
}

/// Elimination over Z, which is faster for a few rows, records nothing.
#[test]
fn determinants_with_a_checkpoint_have_records() {
    let folder = tempfile::tempdir().unwrap();
    let a = Matrix::from_i64(&Integers::new(), &[&[1, 2], &[3, 4]]).unwrap();
    let found = multimodular::det(&a, &with(&folder.path().join("c")).0).unwrap();
    assert!(found.value == -2 && found.primes > 0, "{found:?}");
    assert_eq!(multimodular::det(&a, &Options::default()).unwrap().primes, 0);
}

/// Records made with one instruction set are used with any other one.
#[test]
fn records_of_one_instruction_set_serve_another() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("c");
    let all: Vec<Target> = Target::families().collect();
    for (name, compute) in COMPUTATIONS {
        let expected = compute(&engine(all[0]), Options::default()).unwrap();
        for &first in &all {
            let _ = fs::remove_file(&path);
            assert_eq!(compute(&engine(first), with(&path).0).unwrap(), expected, "{name}");
            let (identity, records) = read(&path);
            for &second in &all {
                // all records: nothing is computed again
                forge(&path, &identity, &records);
                let (options, checkpoint) = with(&path);
                assert_eq!(compute(&engine(second), options).unwrap(), expected, "{name}: {first}, then {second}");
                assert_eq!(checkpoint.unusable_records(), 0, "{name}: {first}, then {second}");
                assert_eq!(read(&path).1, records, "{name}: {first}, then {second}");
                drop(checkpoint);
                // half of the records: the rest is computed, once
                let half = records.len().div_ceil(2);
                forge(&path, &identity, &records[..half]);
                assert_eq!(compute(&engine(second), with(&path).0).unwrap(), expected, "{name}: half");
                let after = read(&path).1;
                let file = fs::read(&path).unwrap();
                let count = format::parse(&file[..], file.len() as u64).unwrap().count;
                assert_eq!(count as usize, after.len(), "{name}: a record was made twice");
                // at most half of the other run's primes, which may be a quarter longer or shorter, and one more
                let most = half + (records.len() - half) * 62 / 48 + 2;
                assert!(after.len() <= most, "{name}: {first}, then {second}: {} of {}", after.len(), records.len());
                assert!(records[..half].iter().all(|record| after.contains(record)), "{name}");
            }
        }
    }
}

/// A run continues with the algorithm that the checkpoint was begun with, whatever is predicted now.
#[test]
fn the_chosen_way_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("c");
    let engine = engine(Target::SCALAR);
    let compute = COMPUTATIONS[2].1;
    let expected = compute(&engine, with(&path).0).unwrap();
    let (identity, records) = read(&path);
    let way = records.iter().find(|(key, _)| *key == (1, 1)).unwrap();
    let other = if way.1[0] == u64::from(b'c') { "dixon" } else { "crt" };
    for (name, kept) in [(other, true), ("oracle", false)] {
        forge(&path, &identity, &[((1, 1), name.bytes().map(u64::from).collect())]);
        assert_eq!(compute(&engine, with(&path).0).unwrap(), expected);
        let now = read(&path).1.into_iter().find(|(key, _)| *key == (1, 1)).unwrap().1;
        assert_eq!(now == way.1, !kept, "{name}");
    }
}

/// Images under keys that no run can have made are ignored.
#[test]
fn forged_records_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("c");
    let engine = engine(cpu::host().target);
    let compute = COMPUTATIONS[0].1;
    let expected = compute(&engine, with(&path).0).unwrap();
    let (identity, records) = read(&path);
    let images: Records = records.iter().filter(|(key, _)| key.1 != 1).cloned().collect();
    let ((stage, p), image) = images[0].clone();
    assert!(is_prime(p) && image.len() == 2 && image[0] == 1 && image[1] < p);
    let composite = (1..).map(|k| p + (k << 20)).find(|&n| !is_prime(n)).unwrap();
    let forgeries: [(&str, u64, Vec<u64>); 15] = [
        ("a rank where there is none", p, vec![2, 0, image[1]]),
        ("a rank that is longer than the record", p, vec![9, image[1]]),
        ("the longest rank", p, vec![u64::MAX, image[1]]),
        ("no residue", p, vec![1]),
        ("a residue too many", p, vec![1, image[1], 0]),
        ("the residue p", p, vec![1, p]),
        ("a residue above p", p, vec![1, u64::MAX]),
        ("residues of an unlucky prime", p, vec![0, 5]),
        ("no word", p, vec![]),
        ("a composite key", composite, vec![1, 3]),
        ("the key 0", 0, vec![1, 0]),
        ("the largest key", u64::MAX, vec![1, 3]),
        ("a prime that is too short", 97, vec![1, 3]),
        ("a prime without roots of unity", 18_446_744_073_709_551_557, vec![1, 3]),
        ("a prime of few roots of unity", (1 << 61) - 1, vec![1, 3]),
    ];
    for (what, key, words) in forgeries {
        let mut forged = records.clone();
        forged.retain(|(k, _)| *k != (stage, p));
        forged.push(((stage, key), words));
        forge(&path, &identity, &forged);
        let (options, checkpoint) = with(&path);
        assert_eq!(compute(&engine, options).unwrap(), expected, "{what}");
        assert_eq!(checkpoint.unusable_records(), 1, "{what}");
        drop(checkpoint);
        // the file now has records in their place
        let (options, checkpoint) = with(&path);
        assert_eq!(compute(&engine, options).unwrap(), expected, "{what}");
        assert!(checkpoint.unusable_records() <= 1, "{what}");
    }
    // a repeated prime: the last record counts
    let mut forged = records.clone();
    forged.insert(0, ((stage, p), vec![1, image[1] ^ 1]));
    forge(&path, &identity, &forged);
    assert_eq!(compute(&engine, with(&path).0).unwrap(), expected);
}

/// Forged records with valid checksums: the answer may be wrong, but the run ends, without a panic.
#[test]
fn every_forged_word() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("c");
    let engine = engine(cpu::host().target);
    for (name, compute) in COMPUTATIONS {
        let _ = fs::remove_file(&path);
        compute(&engine, with(&path).0).unwrap();
        let (identity, records) = read(&path);
        let chosen = [0, 1, records.len() / 2, records.len() - 1].map(|i| i.min(records.len() - 1));
        for i in chosen {
            let (key, words) = &records[i];
            let places = (0..words.len().min(6)).chain(words.len().saturating_sub(2)..words.len());
            let mut variants: Vec<Vec<u64>> =
                vec![vec![], words[..words.len() - 1].to_vec(), [&words[..], &[0]].concat()];
            for place in places {
                for value in [0, 1, words[place].wrapping_add(1), words[place].wrapping_sub(1), key.1, u64::MAX] {
                    let mut forged = words.clone();
                    forged[place] = value;
                    variants.push(forged);
                }
            }
            for variant in variants {
                let mut forged = records.clone();
                forged[i].1 = variant;
                forge(&path, &identity, &forged);
                match compute(&engine, with(&path).0) {
                    Ok(_) | Err(Error::Inconsistent { .. } | Error::Singular { .. }) => {}
                    Err(e) => panic!("{name}: record {i} of {key:?} as {:?}: {e}", forged[i].1),
                }
            }
        }
    }
}

/// Images of a rank below the true one, and residues that are not the answer's: the run starts anew.
#[test]
fn records_that_contradict_the_operands() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("c");
    let engine = engine(cpu::host().target);
    for (name, forge_words) in [("gcd", [2, 2, 7, 1]), ("nullspace", [0; 4]), ("solve", [0; 4])] {
        let compute = COMPUTATIONS.iter().find(|c| c.0 == name).unwrap().1;
        let _ = fs::remove_file(&path);
        let expected = compute(&engine, with(&path).0).unwrap();
        let (identity, mut records) = read(&path);
        let last = records.last().unwrap().0.0;
        let mut changed = 0;
        for ((_, key), words) in records.iter_mut().filter(|(key, _)| key.0 == last && key.1 > 1 << 40) {
            match name {
                "gcd" => *words = forge_words.to_vec(),
                // other residues, the same rank
                _ => {
                    let end = words.len() - 1;
                    words[end] = (words[end] + 1) % *key;
                }
            }
            changed += 1;
        }
        forge(&path, &identity, &records);
        let (options, checkpoint) = with(&path);
        assert_eq!(compute(&engine, options).unwrap(), expected, "{name}");
        assert!(changed > 0 && checkpoint.unusable_records() == changed, "{name}: {changed}");
    }
}
