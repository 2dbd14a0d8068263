//! `--memory`: what the process really takes.
#![cfg(target_os = "linux")]

use super::{complaint, desk, output, polymod, words};
use std::{path::Path, process, thread::sleep, time::Duration};

const RING: &str = "zn:2^62-57";
const MIB: u64 = 1 << 20;

/// The peak of the process's memory, from what the system tells of it while it runs.
pub fn peak(line: &str) -> u64 {
    let mut child = process::Command::new(assert_cmd::cargo::cargo_bin!("polymod"))
        .args(words(line))
        .spawn()
        .expect("the program starts");
    let path = format!("/proc/{}/status", child.id());
    let mut most = 0;
    loop {
        let status = std::fs::read_to_string(&path).unwrap_or_default();
        let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
        let kib = line.and_then(|l| l.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
        most = most.max(kib.unwrap_or(0) << 10);
        if let Some(status) = child.try_wait().expect("the program can be waited for") {
            assert!(status.success(), "{line:?}");
            return most;
        }
        sleep(Duration::from_millis(1));
    }
}

#[test]
fn less_memory_is_enough_and_gives_the_same_bytes() {
    let operand = |seed| output(&format!("gen poly --degree 400000 --ring {RING} --seed {seed}"));
    let folder = desk(&[("a", operand(1).as_bytes()), ("b", operand(2).as_bytes())]);
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (a, b) = (path("a"), path("b"));
    let bytes = |name: &str| std::fs::read(Path::new(&path(name))).unwrap();
    let free = peak(&format!("mul {a} {b} --ring {RING} -o {}", path("free")));
    assert!(free > 40 * MIB, "{free} bytes: transforms of a million words modulo three primes take more");
    for (memory, threads) in [(38, 1), (33, 2), (30, 1)] {
        let taken =
            peak(&format!("mul {a} {b} --ring {RING} --memory {memory}M --threads {threads} -o {}", path("less")));
        assert!(taken > 16 * MIB && taken <= memory * MIB, "{taken} bytes taken with --memory {memory}M");
        assert!(bytes("free") == bytes("less"), "{memory} MiB and {threads} threads give other bytes");
    }
    // over files, in less than the operands and the result have
    let taken = peak(&format!("mul {a} {b} --ring {RING} --memory 20M -o {}", path("less")));
    assert!(taken <= 20 * MIB && bytes("free") == bytes("less"), "{taken} bytes taken over files");
    let line = complaint(polymod(&format!("pow {a} 2 --ring {RING} --memory 20M")), 2);
    assert!(line.contains("pow needs") && line.contains("--memory allows 20.0 MiB"), "{line}");
}
