//! Output files: complete or untouched.

use super::{complaint, desk, names, polymod};
use std::fs;

#[test]
fn a_file_is_made_or_replaced_with_its_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let folder = desk(&[("old.json", b"old")]);
    let old = folder.path().join("old.json");
    fs::set_permissions(&old, fs::Permissions::from_mode(0o640)).unwrap();
    for name in ["old.json", "new.json"] {
        polymod("sqr =[1,1] -o").arg(name).current_dir(&folder).assert().success().stdout("").stderr("");
        assert_eq!(fs::read_to_string(folder.path().join(name)).unwrap(), "[1,2,1]\n");
    }
    assert_eq!(fs::metadata(&old).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(names(folder.path()), ["new.json", "old.json"]);
}

#[test]
fn an_operand_may_be_the_output() {
    let folder = desk(&[("a.json", b"[1,1]")]);
    polymod("sqr a.json --output a.json").current_dir(&folder).assert().success();
    assert_eq!(fs::read_to_string(folder.path().join("a.json")).unwrap(), "[1,2,1]\n");
}

#[test]
fn links_are_followed() {
    let folder = desk(&[("target.json", b"old")]);
    let link = folder.path().join("link.json");
    std::os::unix::fs::symlink("target.json", &link).unwrap();
    polymod("sqr =[1,1] -o link.json").current_dir(&folder).assert().success();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(folder.path().join("target.json")).unwrap(), "[1,2,1]\n");
}

#[test]
fn a_failure_leaves_the_old_file_alone() {
    for line in [
        "integral =x -o old.json",
        "sqr missing.json -o old.json",
        "pow =x+1 99999999999999 -o old.json",
        "sqr =[99999999999999999999] --format npy -o old.json",
        "sqr =x --format hex -o old.json",
        "mul =x =x --algorithm ntt -o old.json",
        "primes --bits 4 --two-adicity 60 -o old.json",
        "nosuch -o old.json",
    ] {
        let folder = desk(&[("old.json", b"old")]);
        polymod(line).current_dir(&folder).assert().failure();
        assert_eq!(fs::read_to_string(folder.path().join("old.json")).unwrap(), "old", "{line}");
        assert_eq!(names(folder.path()), ["old.json"], "{line}");
    }
}

#[test]
fn places_that_cannot_be_written() {
    let folder = desk(&[]);
    let refused = |line: &str| {
        let mut command = polymod(line);
        command.current_dir(&folder);
        complaint(command, 2)
    };
    assert!(refused("sqr =x -o no/such/folder.json").contains("no/such/folder.json"));
    assert!(refused("sqr =x -o .").contains("directory"));
    assert_eq!(names(folder.path()), [""; 0]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let said = complaint(polymod("sqr =x -o /dev/full"), 2);
    assert!(said.contains("/dev/full") && said.contains("No space left"), "{said}");
    for line in ["sqr =x", "gen poly --degree 100000", "info", "primes --count 3", "man", "completions bash"] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("polymod"));
        let done = command.args(line.split(' ')).stdout(full).output().unwrap();
        let said = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(2), "{line}: {said}");
        assert!(said.contains("<stdout>") && said.contains("No space left"), "{line}: {said}");
    }
    polymod("sqr =x -o /dev/null").assert().success().stdout("");
}

/// Starts a run that computes until it is killed; returns when its temporary file exists.
#[cfg(unix)]
fn writing(folder: &std::path::Path, name: &str) -> std::process::Child {
    let child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("polymod"))
        .args(["sqr", "=x+1", "--repeat", "4000000000", "-o", name])
        .current_dir(folder)
        .spawn()
        .unwrap();
    while !names(folder).iter().any(|other| other.contains("polymod")) {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    child
}

#[cfg(unix)]
#[test]
fn two_runs_do_not_write_one_file() {
    let folder = desk(&[("out", b"old")]);
    let mut first = writing(folder.path(), "out");
    for line in ["sqr =x -o out", "sqr =x -o ./out", "gen poly --degree 4 -o out"] {
        let mut command = polymod(line);
        command.current_dir(&folder);
        let said = complaint(command, 2);
        assert!(said.contains("out: cannot write: another run is writing this file"), "{said}");
        assert_eq!(fs::read(folder.path().join("out")).unwrap(), b"old");
    }
    polymod("sqr =x -o other").current_dir(&folder).assert().success();
    // killed, it leaves a file, which does not prevent the next run
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(names(folder.path()), [".out.polymod", "other", "out"]);
    polymod("sqr =x -o out").current_dir(&folder).assert().success().stderr("");
    assert_eq!(names(folder.path()), ["other", "out"]);
    assert_eq!(fs::read(folder.path().join("out")).unwrap(), b"x^2\n");
}

#[cfg(unix)]
#[test]
fn a_file_that_must_not_grow_is_an_error() {
    let folder = desk(&[("old", b"old")]);
    let program = assert_cmd::cargo::cargo_bin!("polymod").display().to_string();
    for command in
        ["gen poly --degree 100000 -o old", "gen matrix --rows 300 -o new", "gen poly --degree 100000 > straight"]
    {
        let done = std::process::Command::new("sh")
            .args(["-c", &format!("ulimit -f 8; {program} {command}")])
            .current_dir(&folder)
            .output()
            .unwrap();
        let said = String::from_utf8(done.stderr).unwrap();
        assert_eq!(done.status.code(), Some(2), "{command}: {said}");
        assert!(said.starts_with("polymod: ") && said.contains("File too large"), "{command}: {said}");
    }
    assert_eq!(names(folder.path()), ["old", "straight"]);
    assert_eq!(fs::read(folder.path().join("old")).unwrap(), b"old");
}
