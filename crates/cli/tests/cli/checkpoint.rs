//! `--checkpoint`: runs that were killed, cut off or out of disk space continue to the same bytes.
#![cfg(unix)]

use super::{complaint, desk, names, output, polymod, words};
use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    thread::sleep,
    time::Duration,
};

fn said(line: &str) -> String {
    let done = polymod(line).assert().success();
    String::from_utf8(done.get_output().stderr.clone()).unwrap()
}

/// Starts the program and kills it after `after_ms` milliseconds; returns whether it had ended before.
fn killed(line: &str, after_ms: u64) -> bool {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("polymod"))
        .args(words(line))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    sleep(Duration::from_millis(after_ms));
    let ended = child.try_wait().expect("the program can be asked").is_some();
    let _ = child.kill();
    child.wait().expect("the program ends");
    ended
}

/// A folder with operands, and a line for each verb.
fn lines(folder: &Path) -> Vec<String> {
    let file = |name: &str| folder.join(name).display().to_string();
    let generate = |what: &str, name: &str| output(&format!("gen {what} -o {}", file(name)));
    generate("poly --degree 150 --bits 200 --seed 1", "a");
    generate("poly --degree 140 --bits 200 --seed 2", "b");
    generate("matrix --rows 60 --bits 150 --seed 3", "m");
    generate("matrix --rows 60 --cols 1 --bits 150 --seed 4", "r");
    let (a, b, m, r) = (file("a"), file("b"), file("m"), file("r"));
    vec![
        format!("resultant {a} {b}"),
        format!("det {m} --algorithm dixon"),
        format!("xgcd {a} {b}"),
        format!("solve {m} {r}"),
        format!("charpoly {m}"),
    ]
}

#[test]
fn killed_at_random_moments() {
    let folder = desk(&[]);
    let mut state = 12345u64;
    for (i, line) in lines(folder.path()).into_iter().enumerate() {
        let expected = output(&line);
        let path = folder.path().join(format!("checkpoint{i}"));
        let resumed = format!("{line} --checkpoint {} --threads 2", path.display());
        for _ in 0..4 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            if killed(&resumed, 5 + (state >> 33) % 60) {
                break;
            }
        }
        let said = said(&format!("{resumed} -o {}", folder.path().join("result").display()));
        assert!(said.is_empty() || said.contains("dropped a record"), "{said}");
        assert_eq!(fs::read_to_string(folder.path().join("result")).unwrap(), expected, "{line}");
        // nothing remains to be computed, and nothing more is written
        let before = fs::read(&path).unwrap();
        assert_eq!(output(&resumed), expected, "{line}");
        assert_eq!(fs::read(&path).unwrap(), before);
    }
}

#[test]
fn cut_off_anywhere() {
    let folder = desk(&[]);
    let path = folder.path().join("c");
    // operands this long are computed prime by prime, each of which is recorded
    let line = "resultant =x^20-100000000000000000000*x+1 =x^19+123456789012345678901*x^2+7";
    let resumed = format!("{line} --checkpoint {}", path.display());
    let expected = output(&resumed);
    assert_eq!(expected, output(line));
    let whole = fs::read(&path).unwrap();
    let mut notes = 0;
    for cut in (0..=whole.len()).step_by(7).chain([whole.len() - 1, whole.len()]) {
        fs::write(&path, &whole[..cut]).unwrap();
        let done = polymod(&resumed).assert().success();
        assert_eq!(done.get_output().stdout, expected.as_bytes(), "cut at {cut}");
        notes += usize::from(!done.get_output().stderr.is_empty());
        assert_eq!(fs::read(&path).unwrap().len(), whole.len(), "cut at {cut}");
    }
    assert!(notes > 10, "{notes} notes");
}

#[test]
fn refused() {
    let folder = desk(&[("diary", b"dear diary, today")]);
    let path = folder.path().join("c");
    let with = |line: &str| format!("{line} --checkpoint {}", path.display());
    output(&with("det =[[1,2],[3,4]]"));
    let whole = fs::read(&path).unwrap();
    for line in [
        "det =[[1,2],[3,5]]",
        "rank =[[1,2],[3,4]]",
        "det =[[1,2],[3,4]] --probabilistic",
        "charpoly =[[1,2],[3,4]]",
        "gcd =x =x+1",
    ] {
        let reason = complaint(polymod(&with(line)), 2);
        assert!(reason.contains("other operands"), "{line}: {reason}");
        assert_eq!(fs::read(&path).unwrap(), whole, "{line}");
    }
    let mut other = whole.clone();
    other[19] = b'9';
    fs::write(&path, &other).unwrap();
    assert!(complaint(polymod(&with("det =[[1,2],[3,4]]")), 2).contains("another version"));
    let diary = folder.path().join("diary").display().to_string();
    assert!(complaint(polymod(&format!("det =[[1]] --checkpoint {diary}")), 2).contains("no checkpoint"));
    assert_eq!(fs::read(&diary).unwrap(), b"dear diary, today");
    for line in ["content =x", "det =[[1]] --ring zn:97", "mul =x =x"] {
        assert!(complaint(polymod(&with(line)), 2).contains("--checkpoint"), "{line}");
    }
    let none = folder.path().join("none/c").display().to_string();
    assert!(complaint(polymod(&format!("det =[[1]] --checkpoint {none}")), 2).contains("cannot be opened"));
    assert_eq!(names(folder.path()), ["c", "diary"]);
}

/// A limit on the size of files stands for a full disk.
#[test]
fn no_room_left() {
    let folder = desk(&[]);
    let line = lines(folder.path()).swap_remove(1);
    let expected = output(&line);
    let path = folder.path().join("c");
    let resumed = format!("{line} --checkpoint {}", path.display());
    let program = assert_cmd::cargo::cargo_bin!("polymod").display().to_string();
    let limited = Command::new("sh")
        .args(["-c", &format!("trap '' XFSZ; ulimit -f 60; exec {program} {resumed}")])
        .output()
        .expect("a shell");
    let reason = String::from_utf8(limited.stderr).unwrap();
    assert_eq!((limited.status.code(), limited.stdout.len()), (Some(2), 0), "{reason}");
    assert!(reason.starts_with("polymod: ") && reason.contains("cannot be written"), "{reason}");
    let size = fs::metadata(&path).unwrap().len();
    assert!(size > 1000 && size <= 60 * 1024, "{size}");
    let done = polymod(&resumed).assert().success();
    assert_eq!(done.get_output().stdout, expected.as_bytes());
    assert!(done.get_output().stderr.is_empty(), "what was cut off was cut off at once");
}

/// Another instruction set uses other primes: the records are used nevertheless.
#[test]
fn begun_with_other_instructions() {
    let folder = desk(&[]);
    let chosen = ["resultant", "det", "solve"];
    let lines = lines(folder.path()).into_iter().filter(|line| chosen.iter().any(|verb| line.starts_with(verb)));
    for (i, line) in lines.enumerate() {
        let expected = output(&line);
        let path = folder.path().join(format!("checkpoint{i}"));
        let resumed = format!("{line} --checkpoint {}", path.display());
        polymod(&resumed).env("POLYMOD_ISA", "scalar").assert().success();
        let whole = fs::read(&path).unwrap();
        // the records are complete: nothing is written
        polymod(&resumed).assert().success().stdout(expected.clone()).stderr("");
        assert!(fs::read(&path).unwrap() == whole, "{line}");
        fs::write(&path, &whole[..whole.len() / 2]).unwrap();
        polymod(&resumed).assert().success().stdout(expected.clone());
        let after = fs::read(&path).unwrap().len();
        // half of the other run's primes are a quarter shorter, and come in batches
        assert!(after < whole.len() * 5 / 4 + 2000, "{line}: {after} bytes for {}", whole.len());
    }
}

#[test]
fn damaged_in_the_middle() {
    let folder = desk(&[]);
    let line = lines(folder.path()).swap_remove(0);
    let path = folder.path().join("c");
    let resumed = format!("{line} --checkpoint {} --threads 1", path.display());
    let expected = output(&resumed);
    let whole = fs::read(&path).unwrap();
    for at in [100, whole.len() / 3, whole.len() / 2] {
        let mut bytes = whole.clone();
        bytes[at] ^= 4;
        fs::write(&path, &bytes).unwrap();
        let done = polymod(&resumed).assert().success();
        assert_eq!(done.get_output().stdout, expected.as_bytes());
        let said = String::from_utf8(done.get_output().stderr.clone()).unwrap();
        assert!(said.contains("damaged at byte") && said.lines().count() == 1, "{at}: {said}");
        // the lost records have been written again
        polymod(&resumed).assert().success().stderr("").stdout(expected.clone());
        assert_eq!(fs::read(&path).unwrap().len(), whole.len(), "{at}");
    }
}

/// The first run waits for its operand, with the checkpoint in use.
#[test]
fn one_run_at_a_time() {
    let folder = desk(&[]);
    let path = folder.path().join("c");
    let line = format!("det - --checkpoint {}", path.display());
    let mut first = Command::new(assert_cmd::cargo::cargo_bin!("polymod"))
        .args(words(&line))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    while !path.exists() {
        sleep(Duration::from_millis(1));
    }
    sleep(Duration::from_millis(50));
    let second = format!("det =[[1,2],[3,4]] --checkpoint {}", path.display());
    assert!(complaint(polymod(&second), 2).contains("another run"));
    std::io::Write::write_all(&mut first.stdin.take().unwrap(), b"[[1,2],[3,4]]").unwrap();
    assert_eq!(first.wait_with_output().unwrap().stdout, b"-2\n");
    assert_eq!(output(&second), "-2\n");
}
