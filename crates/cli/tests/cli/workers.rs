//! `worker` and `--worker`: images computed by other processes, of which some die.
#![cfg(unix)]

use super::{complaint, desk, output, polymod};
use assert_cmd::Command;
use std::{fs, path::Path};

/// The program as a worker: a command for sh.
fn worker() -> String {
    format!("{} worker", assert_cmd::cargo::cargo_bin!("polymod").display())
}

/// The arguments of a verb and its workers.
fn by(line: &str, workers: &[&str]) -> Command {
    let mut command = polymod(line);
    workers.iter().for_each(|worker| {
        command.args(["--worker", worker]);
    });
    command
}

fn answer(line: &str, workers: &[&str]) -> String {
    let done = by(line, workers).assert().success();
    String::from_utf8(done.get_output().stdout.clone()).unwrap()
}

/// Lines that take some hundred primes.
fn lines(folder: &Path) -> Vec<String> {
    let file = |name: &str| folder.join(name).display().to_string();
    for (what, name) in [
        ("poly --degree 60 --bits 200 --seed 1", "a"),
        ("poly --degree 50 --bits 200 --seed 2", "b"),
        ("matrix --rows 24 --bits 150 --seed 3", "m"),
        ("matrix --rows 24 --cols 1 --bits 150 --seed 4", "r"),
    ] {
        output(&format!("gen {what} -o {}", file(name)));
    }
    let (a, b, m, r) = (file("a"), file("b"), file("m"), file("r"));
    vec![
        format!("resultant {a} {b}"),
        format!("charpoly {m}"),
        format!("det {m} --algorithm crt"),
        format!("solve {m} {r} --algorithm crt"),
    ]
}

#[test]
fn workers_of_any_kind_compute_the_same() {
    let folder = desk(&[]);
    let own = worker();
    let portable = format!("POLYMOD_ISA=scalar {own} --threads 1");
    for line in lines(folder.path()) {
        let expected = output(&line);
        assert_eq!(answer(&line, &[&own]), expected, "{line}");
        assert_eq!(answer(&line, &[&portable, &own]), expected, "{line}");
    }
}

#[test]
fn what_a_dead_worker_had_is_computed_by_others() {
    let folder = desk(&[]);
    let own = worker();
    // one does not even say how many threads it has, one ends in the middle of the message after the first 4 kB
    let (deaf, brief) =
        ("head -c 9 > /dev/null".to_string(), format!("dd bs=1 count=4000 2> /dev/null | {own} 2> /dev/null"));
    for line in lines(folder.path()) {
        assert_eq!(answer(&line, &[&deaf, &own, &brief]), output(&line), "{line}");
    }
    let (to, line) = (folder.path().join("x"), &lines(folder.path())[1]);
    fs::write(&to, "as it was").unwrap();
    let deaf = "head -c 300 > /dev/null";
    let said = complaint(by(&format!("{line} -o {}", to.display()), &[deaf, &brief]), 2);
    assert!(said.contains("no worker is left"), "{said}");
    assert_eq!(fs::read_to_string(&to).unwrap(), "as it was");
}

/// A worker that is killed while it sends the images of its third group: others compute those, and the first two are kept.
#[test]
fn a_worker_is_killed_after_two_groups() {
    let folder = desk(&[]);
    let own = worker();
    let [process, mark] = ["process", "mark"].map(|name| folder.path().join(name).display().to_string());
    let started = format!("sh -c 'echo $$ > {process}; exec {own} --threads 1'");
    // a group of characteristic polynomials takes 16 times 27 words, 3465 bytes
    let ending = format!("dd bs=1 count=8000 2> /dev/null; kill -9 $(cat {process}) && touch {mark}");
    let killed = format!("{started} | ({ending})");
    let line = &lines(folder.path())[1];
    assert_eq!(answer(line, &[&killed, &own]), output(line));
    assert!(Path::new(&mark).exists(), "the worker was not killed");
    let resumed = format!("{line} --checkpoint {} --explain=json", folder.path().join("c").display());
    let said = by(&resumed, &[&killed]).assert().code(2);
    assert!(String::from_utf8_lossy(&said.get_output().stderr).contains("no worker is left"));
    let done = by(&resumed, &[&own]).assert().success();
    assert_eq!(String::from_utf8_lossy(&done.get_output().stdout), output(line));
    let told = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["parameters"]["reused records"], 32, "{told}");
}

/// Images are predicted to take a quarter of the time by four threads, whatever processes they are of.
#[test]
fn predictions_go_by_threads() {
    let folder = desk(&[]);
    let line = format!("{} --explain=json", lines(folder.path())[3]);
    let predicted = |workers: &[&str]| {
        let done = by(&line, workers).assert().success();
        let told: serde_json::Value = serde_json::from_slice(&done.get_output().stderr).unwrap();
        let all = told["alternatives"].as_array().unwrap();
        all.iter().find(|way| way["algorithm"] == "crt").unwrap()["predicted_ns"].as_f64().unwrap()
    };
    let (one, three) = (format!("{} --threads 1", worker()), format!("{} --threads 3", worker()));
    let [alone, both] = [predicted(&[&one]), predicted(&[&one, &three])];
    assert!(both < 0.5 * alone && both > 0.2 * alone, "{alone} {both}");
}

#[test]
fn a_run_without_its_workers_goes_on_with_others() {
    let folder = desk(&[]);
    let (own, path) = (worker(), folder.path().join("checkpoint"));
    let line = &lines(folder.path())[1];
    let resumed = format!("{line} --checkpoint {}", path.display());
    // the request has some 14 kB, each group of primes 169 bytes
    let brief = format!("dd bs=1 count=14500 2> /dev/null | {own} 2> /dev/null");
    by(&resumed, &[&brief]).assert().code(2);
    let kept = fs::metadata(&path).unwrap().len();
    assert!(kept > 1000, "{kept} bytes");
    assert_eq!(answer(&resumed, &[&own, &own]), output(line));
    let all = fs::metadata(&path).unwrap().len();
    assert!(all > kept);
    // by the threads of the process itself: nothing remains to be computed
    assert_eq!(output(&resumed), output(line));
    assert_eq!(fs::metadata(&path).unwrap().len(), all);
}

#[test]
fn what_is_wrong_is_said() {
    let text = complaint(by("mul =x =x --ring zn:97", &["cat"]), 2);
    assert!(text.contains("--worker is for modular methods over z; mul over zn:97 is none"), "{text}");
    let folder = desk(&[]);
    let line = &lines(folder.path())[1];
    let text = complaint(by(line, &["cat"]), 2);
    assert!(text.contains("sh -c cat"), "{text}");
    let text = complaint(by(line, &["exit 3"]), 2);
    assert!(text.contains("sh -c exit 3: ") && text.contains("no worker is left"), "{text}");
    let mut rubbish = polymod("worker");
    rubbish.write_stdin("rubbish");
    let text = complaint(rubbish, 2);
    assert!(text.contains("ends inside"), "{text}");
    polymod("worker").write_stdin("").assert().success().stdout("");
}
