//! Data larger than memory: the same bytes as in memory, within the limit, and no file left behind.
#![cfg(target_os = "linux")]

use super::{complaint, desk, memory::peak, names, output, polymod};
use std::{fs, path::Path, process, thread::sleep, time::Duration};

const GOLDILOCKS: &str = "zn:2^64-2^32+1";

/// A folder with random operands, by name, degree and ring.
fn operands(list: &[(&str, usize, &str)]) -> tempfile::TempDir {
    let folder = desk(&[]);
    for (seed, (name, degree, ring)) in list.iter().enumerate() {
        let format = match name.rsplit_once('.') {
            Some((_, suffix @ ("npy" | "bin"))) => suffix,
            Some((_, "list")) => "list",
            _ => "json",
        };
        let line = format!("gen poly --degree {degree} --ring {ring} --seed {seed} --format {format} -o {name}");
        polymod(&line).current_dir(&folder).assert().success();
    }
    folder
}

/// Checks that a line writes the same bytes to `out` in memory and over files.
fn agree(folder: &Path, line: &str, out: &str) {
    let run = |more: &str| {
        let done = polymod(&format!("{line} -o {out} {more}")).current_dir(folder).assert().success();
        let said = String::from_utf8(done.get_output().stderr.clone()).unwrap();
        (fs::read(folder.join(out)).unwrap(), said)
    };
    let (expected, _) = run("");
    let (bytes, said) = run("--algorithm out-of-core --explain");
    assert!(bytes == expected, "{line}");
    assert!(said.contains(": out-of-core (") && said.contains("blocks ") && said.contains("passes "), "{line}: {said}");
}

#[test]
fn transforms_give_the_same_bytes() {
    for (ring, degree) in
        [(GOLDILOCKS, 4095), ("zn:998244353", 2000), ("gfpf:F4", 300), ("gfpf:P8", 255), ("zn:bls12-381-fr", 511)]
    {
        let folder = operands(&[("a.npy", degree, ring), ("a.json", 60, ring), ("a.list", 63, ring)]);
        for (file, len) in [("a.npy", (degree + 1).next_power_of_two()), ("a.json", 64), ("a.list", 64)] {
            for more in
                ["", "--inverse", "--negacyclic", "--negacyclic --inverse", "--order desc", "--inverse --order desc"]
            {
                agree(folder.path(), &format!("ntt {file} --ring {ring} --length {len} {more}"), "out.npy");
            }
            agree(folder.path(), &format!("ntt {file} --ring {ring} --length {len} --format json"), "out.json");
        }
    }
}

#[test]
fn products_give_the_same_bytes() {
    for (ring, degree) in [
        (GOLDILOCKS, 3000),
        ("zn:998244353", 2000),
        ("zn:2^61-1", 1500),
        ("zn:2^40", 700),
        ("gf2", 9000),
        ("gf2^8:0x11b", 500),
        ("gfpf:F4", 300),
        ("zn:bls12-381-fr", 200),
        ("zn:2^89-1", 200),
    ] {
        let folder = operands(&[("a.npy", degree, ring), ("b.npy", degree / 3, ring), ("c.json", degree / 5, ring)]);
        for part in ["", "--low 77", "--middle 100:290", "--cyclic 93", "--negacyclic 130"] {
            agree(folder.path(), &format!("mul a.npy b.npy --ring {ring} {part}"), "out.npy");
        }
        agree(folder.path(), &format!("mul c.json b.npy --ring {ring}"), "out.json");
        agree(folder.path(), &format!("sqr a.npy --ring {ring} --format list"), "out.list");
        if ring != "gf2" {
            agree(folder.path(), &format!("mul c.json b.npy --ring {ring} --order desc"), "out.json");
        }
    }
    let folder = operands(&[("a.bin", 10_000, "gf2"), ("b.bin", 3001, "gf2")]);
    agree(folder.path(), "mul a.bin b.bin --ring gf2", "out.bin");
    agree(folder.path(), "sqr b.bin --ring gf2 --low 1003", "out.bin");
    // 63 coefficients, the last of which is 1
    let folder = desk(&[("a.bin", &[0xff; 4]), ("b.bin", &[0xff; 4])]);
    agree(folder.path(), "mul a.bin b.bin --ring gf2", "out.bin");
    // leading zeros, zeros alone
    let folder =
        desk(&[("a.json", b"[2,4,3,0,0]"), ("b.json", b"[1,2]"), ("zero.json", b"[0,0]"), ("none.json", b"[]")]);
    for (line, out) in [
        ("mul a.json b.json --ring zn:6", "out.npy"),
        ("mul a.json zero.json --ring zn:97", "out.json"),
        ("sqr b.json --ring zn:4", "out.list"),
    ] {
        agree(folder.path(), &format!("{line} --format {}", out.split_once('.').unwrap().1), out);
    }
    let line = "mul a.json none.json --ring zn:97 --algorithm out-of-core";
    polymod(line).current_dir(&folder).assert().success().stdout("[]\n");
}

/// A NumPy file of these words.
fn array(words: &[u64]) -> Vec<u8> {
    let header = format!("{{'descr': '<u8', 'fortran_order': False, 'shape': ({},), }}\n", words.len());
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.bytes());
    bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    bytes
}

/// Entries of files are any words: n itself, its neighbours and the largest word.
#[test]
fn entries_that_are_no_residues_are_reduced() {
    for (ring, n) in [("zn:998244353", 998_244_353), (GOLDILOCKS, 0xffff_ffff_0000_0001)] {
        let entries: Vec<u64> = (0..64).map(|i| [n, n - 1, n + 1, u64::MAX][i % 4]).collect();
        let folder = desk(&[("a.npy", &array(&entries))]);
        for line in ["ntt a.npy", "ntt a.npy --inverse", "sqr a.npy"] {
            agree(folder.path(), &format!("{line} --ring {ring}"), "out.npy");
        }
    }
}

/// An array of entries of four words, with all lowest words first, then all second ones.
fn in_fortran_order(file: &[u8]) -> Vec<u8> {
    const WORDS: usize = 4;
    let (header, data) = file.split_at(10 + usize::from(file[8]) + 256 * usize::from(file[9]));
    let mut out = String::from_utf8_lossy(&header[10..]).replace("False", "True ").into_bytes();
    out.splice(0..0, header[..10].iter().copied());
    let entries: Vec<&[u8]> = data.chunks(8).collect();
    (0..WORDS).for_each(|word| entries.chunks(WORDS).for_each(|entry| out.extend(entry[word])));
    out
}

#[test]
fn words_of_entries_may_be_apart() {
    for ring in ["zn:bls12-381-fr", "zn:2^255-19"] {
        let folder = operands(&[("a.npy", 2000, ring), ("b.npy", 700, ring)]);
        let path = |name: &str| folder.path().join(name);
        fs::write(path("f.npy"), in_fortran_order(&fs::read(path("a.npy")).unwrap())).unwrap();
        let mut lines =
            vec!["mul {} b.npy", "mul b.npy {} --low 77", "sqr {} --middle 100:900", "mul {} b.npy --order desc"];
        lines.extend(if ring == "zn:bls12-381-fr" { &["ntt {} --length 2048"][..] } else { &[] });
        for line in lines {
            let of = |name: &str| format!("{} --ring {ring}", line.replace("{}", name));
            agree(folder.path(), &of("a.npy"), "out.npy");
            let expected = fs::read(path("out.npy")).unwrap();
            agree(folder.path(), &of("f.npy"), "out.npy");
            assert!(fs::read(path("out.npy")).unwrap() == expected, "{line} over {ring}");
        }
    }
}

#[test]
fn what_does_not_apply_is_said() {
    let folder = operands(&[("a.npy", 100, "zn:97"), ("b.npy", 100, "zn:97")]);
    for (line, holds) in [
        ("mul a.npy b.npy a.npy --ring zn:97", "two factors"),
        ("mul =[1] b.npy --ring zn:97", "must be files"),
        ("mul a.npy b.npy", "none of the operations"),
        ("mul a.npy b.npy --ring zn:97 --format human", "not human"),
        ("pow a.npy 2 --ring zn:97", "mul, sqr, ntt"),
        ("ntt a.npy --ring zn:97", "2^k values"),
        ("mul a.npy b.npy --ring zn:97 --verify -o /dev/null", "large relative to the degree"),
        ("mul a.npy b.npy --ring zn:97 --verify --low 7", "whole products"),
    ] {
        let mut command = polymod(&format!("{line} --algorithm out-of-core"));
        command.current_dir(&folder);
        let said = complaint(command, 2);
        assert!(said.contains(holds), "{line}: {said}");
    }
}

#[test]
fn plans_are_told_and_nothing_is_computed() {
    let folder = operands(&[("a.npy", 1023, GOLDILOCKS), ("b.json", 100, GOLDILOCKS)]);
    for (line, says) in [
        ("mul a.npy b.json", "1024 by 101 coefficients"),
        ("sqr b.json", "101 by 101 coefficients"),
        ("ntt a.npy --length 2048 --inverse", "2048 values"),
    ] {
        let line = format!("plan {line} --ring {GOLDILOCKS} --algorithm out-of-core");
        let told = polymod(&line).current_dir(&folder).assert().success().get_output().stdout.clone();
        let told = String::from_utf8(told).unwrap();
        assert!(told.contains("out-of-core") && told.contains("passes ") && told.contains(says), "{line}: {told}");
    }
    let line = format!("plan ntt a.npy --length 1500 --ring {GOLDILOCKS} --algorithm out-of-core");
    let mut command = polymod(&line);
    command.current_dir(&folder);
    assert!(complaint(command, 2).contains("transforms over files have 2^k values"));
}

#[test]
fn results_are_verified() {
    for ring in [GOLDILOCKS, "zn:2^61-1", "zn:bls12-381-fr", "gfpf:F4"] {
        let folder = operands(&[("a.npy", 255, ring), ("b.npy", 100, ring)]);
        let mut lines = vec!["mul a.npy b.npy", "sqr a.npy --format json"];
        if ring != "zn:2^61-1" {
            lines.extend(["ntt a.npy", "ntt a.npy --inverse --format list", "ntt a.npy --negacyclic --length 1024"]);
            lines.push("ntt a.npy --negacyclic --inverse");
        }
        for line in lines {
            let line = format!("{line} --ring {ring} -o out --algorithm out-of-core --verify");
            let done = polymod(&line).current_dir(&folder).assert().success();
            let said = String::from_utf8(done.get_output().stderr.clone()).unwrap();
            assert!(said.contains("verified: equal at"), "{line}: {said}");
        }
    }
}

/// Operands and result together have twelve times the bytes of the memory limit.
#[test]
fn memory_is_kept_to() {
    let folder = operands(&[("a.npy", (1 << 24) - 1, GOLDILOCKS)]);
    let path = |name: &str| folder.path().join(name).display().to_string();
    let line = |out: &str| format!("ntt {} --ring {GOLDILOCKS} -o {}", path("a.npy"), path(out));
    let taken = peak(&format!("{} --memory 20M", line("less.npy")));
    assert!(taken <= 20 << 20, "{taken} bytes taken of 20 MiB");
    peak(&line("free.npy"));
    assert!(fs::read(path("less.npy")).unwrap() == fs::read(path("free.npy")).unwrap());
    // the inverse transform gives the operand
    peak(&format!("ntt {} --inverse --ring {GOLDILOCKS} --memory 24M -o {}", path("less.npy"), path("back.npy")));
    assert!(fs::read(path("back.npy")).unwrap() == fs::read(path("a.npy")).unwrap());
}

/// Starts a long run in the folder and waits until it has started to write.
fn begun(folder: &Path) -> process::Child {
    let child = process::Command::new(assert_cmd::cargo::cargo_bin!("polymod"))
        .args([
            "mul",
            "a.npy",
            "b.npy",
            "--ring",
            "zn:2^61-1",
            "-o",
            "c.npy",
            "--algorithm",
            "out-of-core",
            "--memory",
            "64M",
        ])
        .current_dir(folder)
        .spawn()
        .unwrap();
    while !folder.join(".c.npy.polymod").exists() {
        sleep(Duration::from_millis(1));
    }
    sleep(Duration::from_millis(100));
    child
}

#[test]
fn a_killed_run_leaves_one_file_that_the_next_one_takes_over() {
    let list = [("a.npy", 1 << 20, "zn:2^61-1"), ("b.npy", 1 << 20, "zn:2^61-1")];
    let folder = operands(&list);
    let inputs = || ["a.npy", "b.npy"].map(|name| fs::read(folder.path().join(name)).unwrap());
    let before = inputs();
    let mut child = begun(folder.path());
    child.kill().unwrap();
    assert!(!child.wait().unwrap().success());
    assert_eq!(names(folder.path()), [".c.npy.polymod", "a.npy", "b.npy"]);
    assert!(inputs() == before);
    agree(folder.path(), "mul a.npy b.npy --ring zn:2^61-1 --memory 64M", "c.npy");
    assert_eq!(names(folder.path()), ["a.npy", "b.npy", "c.npy"]);
    assert!(inputs() == before);
    // Ctrl-C leaves no temporary file, and the old result as it was
    let result = fs::read(folder.path().join("c.npy")).unwrap();
    let mut child = begun(folder.path());
    process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(names(folder.path()), ["a.npy", "b.npy", "c.npy"]);
    assert!(fs::read(folder.path().join("c.npy")).unwrap() == result);
    // two runs do not write the same file at the same time
    let mut child = begun(folder.path());
    let mut second = polymod("mul a.npy b.npy --ring zn:2^61-1 -o c.npy --algorithm out-of-core");
    second.current_dir(&folder);
    assert!(complaint(second, 2).contains("another run"));
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_full_disk_is_an_error_before_the_work_starts() {
    let folder = operands(&[("a.npy", 1 << 18, GOLDILOCKS)]);
    let program = assert_cmd::cargo::cargo_bin!("polymod").display().to_string();
    // files of at most half a megabyte: the system sends a signal at the limit unless that is ignored
    let line = format!(
        "trap '' XFSZ; ulimit -f 1024; exec {program} sqr a.npy --ring '{GOLDILOCKS}' -o c.npy --algorithm out-of-core"
    );
    let done = process::Command::new("sh").args(["-c", &line]).current_dir(&folder).output().unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    assert_eq!(done.status.code(), Some(2), "{said}");
    assert!(said.starts_with("polymod: c.npy: cannot write: ") && said.lines().count() == 1, "{said}");
    assert_eq!(names(folder.path()), ["a.npy"]);
    // scratch files do not fit either, in cases where the result would
    let line = line.replace("sqr a.npy", "sqr a.npy --low 100");
    let done = process::Command::new("sh").args(["-c", &line]).current_dir(&folder).output().unwrap();
    let said = String::from_utf8(done.stderr).unwrap();
    assert!(done.status.code() == Some(2) && said.contains("temporary file of"), "{said}");
    assert_eq!(names(folder.path()), ["a.npy"]);
}

/// Operands of text are read in runs, results written in runs.
#[test]
fn text_is_longer_than_memory() {
    let folder = desk(&[]);
    let path = |name: &str| folder.path().join(name).display().to_string();
    for (name, seed) in [("a.json", 1), ("b.json", 2)] {
        output(&format!("gen poly --degree 1200000 --ring zn:97 --seed {seed} -o {}", path(name)));
    }
    let line = format!("mul {} {} --ring zn:97", path("a.json"), path("b.json"));
    let taken = peak(&format!("{line} --memory 24M -o {}", path("less.json")));
    assert!(taken <= 24 << 20, "{taken} bytes taken of 24 MiB");
    peak(&format!("{line} -o {}", path("free.json")));
    assert!(fs::read(path("less.json")).unwrap() == fs::read(path("free.json")).unwrap());
}
