//! Pipes and signals.

use super::{desk, names, polymod};
use std::{
    fs,
    io::Read,
    process::{Child, Command, Stdio},
    thread::sleep,
    time::Duration,
};

fn spawn(line: &str, folder: &std::path::Path) -> Child {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("polymod"));
    command.args(line.split(' ')).current_dir(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn standard_input_is_an_operand() {
    polymod("sqr - --ring zn:97").write_stdin("1 2 3\n").assert().success().stdout("1 4 10 12 9\n").stderr("");
    polymod("mul =[1,1] -").write_stdin("x - 1").assert().success().stdout("[-1,0,1]\n");
    polymod("eval =x^2 -").write_stdin("12").assert().success().stdout("144\n");
    let refused = polymod("sqr -").write_stdin("").assert().code(2);
    assert!(String::from_utf8_lossy(&refused.get_output().stderr).contains("<stdin>:1:1"));
}

#[test]
fn one_program_feeds_another() {
    let folder = desk(&[]);
    let made = polymod("gen poly --degree 1000 --ring zn:97").output().unwrap().stdout;
    let squared = polymod("sqr - --ring zn:97 --verify").write_stdin(made).assert().success();
    assert_eq!(String::from_utf8_lossy(&squared.get_output().stdout).split(',').count(), 2001);
    assert_eq!(names(folder.path()), [""; 0]);
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let folder = desk(&[]);
    for line in
        ["gen poly --degree 2000000", "gen poly --degree 200000 --format human", "primes --bits 62 --count 100000"]
    {
        let mut child = spawn(line, folder.path());
        let mut first = [0; 8];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        let done = child.wait_with_output().unwrap();
        assert_eq!(done.status.code(), Some(0), "{line}");
        assert_eq!(String::from_utf8_lossy(&done.stderr), "", "{line}");
    }
}

pub fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// Waits until a condition holds for a running program.
fn until(child: &mut Child, what: &str, mut condition: impl FnMut() -> bool) {
    while !condition() {
        let ended = child.try_wait().unwrap();
        assert_eq!(ended, None, "the program ended before {what}");
        sleep(Duration::from_millis(2));
    }
}

/// Waits until the program catches interrupts.
#[cfg(target_os = "linux")]
pub fn until_it_catches_interrupts(child: &mut Child) {
    let status = format!("/proc/{}/status", child.id());
    let catches_interrupts = || {
        let text = fs::read_to_string(&status).unwrap();
        let mask = text.lines().find_map(|l| l.strip_prefix("SigCgt:")).unwrap();
        u64::from_str_radix(mask.trim(), 16).unwrap() & 0b10 != 0
    };
    until(child, "the handler", catches_interrupts);
}

#[test]
fn an_interrupt_ends_a_computation_and_leaves_no_trace() {
    let folder = desk(&[("old.json", b"old")]);
    // a run that does not end at the interrupt ends after minutes, with code 0
    let mut child = spawn("sqr =[1,2,3] --repeat 4294967295 -o old.json", folder.path());
    until(&mut child, "the temporary file", || names(folder.path()).len() == 2);
    interrupt(&child);
    let done = child.wait_with_output().unwrap();
    assert_eq!(done.status.code(), Some(130), "{}", String::from_utf8_lossy(&done.stderr));
    assert_eq!(fs::read_to_string(folder.path().join("old.json")).unwrap(), "old");
    assert_eq!(names(folder.path()), ["old.json"]);
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_ends_waiting_for_input() {
    let folder = desk(&[("one.txt", b"1")]);
    let mut child = spawn("mul one.txt - --threads 1", folder.path());
    // held open to the end: `wait_with_output` would close it, and the run might see the end of the input first
    let input = child.stdin.take();
    until_it_catches_interrupts(&mut child);
    interrupt(&child);
    let done = child.wait_with_output().unwrap();
    assert_eq!(done.status.code(), Some(130));
    drop(input);
    assert_eq!(String::from_utf8_lossy(&done.stderr), "");
}
