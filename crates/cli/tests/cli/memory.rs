//! `--memory`: the memory that the process really takes.
#![cfg(target_os = "linux")]

use super::{complaint, desk, output, polymod, words};
use polymod_cli::verbs::{self, Kind};
use std::{collections::HashSet, io::Read, path::Path, process, thread::sleep, time::Duration};

const RING: &str = "zn:2^62-57";
const MIB: u64 = 1 << 20;

/// Bytes that the program takes without optimisation beyond what users' takes: longer frames, and pages of tables of more functions.
const UNOPTIMISED: u64 = if cfg!(debug_assertions) { 2 * MIB } else { 0 };

/// Exit code of a run, the peak of its memory less [`UNOPTIMISED`] and [`more_of_the_file`], as the system states them during the run, and standard error.
fn run(line: &str) -> (Option<i32>, u64, String) {
    let mut child = process::Command::new(assert_cmd::cargo::cargo_bin!("polymod"))
        .args(words(line))
        .env("POLYMOD_COSTS", "")
        .stdout(process::Stdio::null())
        .stderr(process::Stdio::piped())
        .spawn()
        .expect("the program starts");
    let path = format!("/proc/{}/status", child.id());
    let mut most = 0;
    loop {
        let status = std::fs::read_to_string(&path).unwrap_or_default();
        let bytes = |name| {
            let line = status.lines().find_map(|l| l.strip_prefix(name))?;
            Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
        };
        if let (Some(peak), Some(mapped)) = (bytes("VmHWM:"), bytes("RssFile:")) {
            most = most.max(peak.saturating_sub(UNOPTIMISED + more_of_the_file(mapped)));
        }
        if let Some(status) = child.try_wait().expect("the program can be waited for") {
            let mut said = String::new();
            child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
            return (status.code(), most, said);
        }
        sleep(Duration::from_millis(1));
    }
}

/// The peak of a run, which must succeed.
pub fn peak(line: &str) -> u64 {
    let (code, most, said) = run(line);
    assert_eq!(code, Some(0), "{line:?}: {said}");
    most
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

/// Lines of verbs by their names, with operands that take more than the smallest limits for most of them: `poly(k)`
/// is a polynomial of k + 1 coefficients, `matrix(k)` a square matrix, `skew(k)` a skew-symmetric one, `array(k)` integers from 0 on.
const LINES: [&str; 126] = [
    "add poly(200000) poly(200000)",
    "sub poly(200000) poly(200000)",
    "mul poly(100000) poly(100000)",
    "neg poly(200000)",
    "sqr poly(100000)",
    "pow poly(40000) 3",
    "eval poly(30000) 3",
    "multieval poly(60000) array(60001)",
    "interpolate array(60001) array(60001)",
    "prod polys",
    "derivative poly(200000)",
    "integral poly(200000)",
    "reverse poly(200000)",
    "divrem poly(200000) poly(100000)",
    "quo poly(200000) poly(100000)",
    "rem poly(200000) poly(100000)",
    "pseudo-divrem poly(3030) poly(3000)",
    "pow-mod poly(99999) 5 poly(100000)",
    "gcd poly(9000) poly(9000)",
    "xgcd poly(6000) poly(6000)",
    "resultant poly(9000) poly(9000)",
    "subresultants poly(100) poly(100)",
    "content poly(200000)",
    "primitive poly(200000)",
    "discriminant poly(9000)",
    "inv-mod poly(5999) poly(6000)",
    "rational poly(5999) poly(6000)",
    "minpoly array(6000)",
    "recurrence =[0,1] =x^2-x-1 300000000",
    "factor poly(60)",
    "squarefree poly(500)",
    "roots poly(60)",
    "irreducible poly(60)",
    "compose poly(150) poly(150)",
    "taylor-shift poly(100000) 3",
    "compose-mod poly(999) poly(999) poly(1000)",
    "inv-series =1-x-2*x^2 100000",
    "log-series =1+x 90",
    "exp-series =x 90",
    "sqrt-series =1+4*x 20000",
    "pow-series =1+x 7 20000",
    "compose-series poly(2000) =x+x^2 2000",
    "revert-series =x+x^2+5*x^3 1000",
    "div-series =1+x =1-x-2*x^2 100000",
    "invsqrt-series =1+4*x 20000",
    "sin-series =x 20000",
    "tan-series =x+x^2 20000",
    "tanh-series =x 20000",
    "asin-series =x 20000",
    "power-sums poly(20000) 40000",
    "from-power-sums =[3,6,14,36] 3",
    "to-newton poly(6000) array(6001)",
    "from-newton array(6000) array(6000)",
    "shift-samples array(6000) 50000 20000",
    "lcm poly(9000) poly(9000)",
    "divides poly(100000) poly(200000)",
    "remove poly(20000) =x-5",
    "mod-each poly(100000) polys",
    "crt =[[1],[0,1]] =[[1,1],[1,1,1]]",
    "charpoly-mod poly(300) poly(300)",
    "minpoly-mod poly(1000) poly(1000)",
    "norm-mod poly(9000) poly(9000)",
    "trace-mod poly(100000) poly(100000)",
    "eval-matrix poly(50) matrix(200)",
    "scale poly(200000) 3",
    "shift poly(200000) 3",
    "exact-div poly(100000) poly(100000)",
    "half-gcd poly(6000) poly(5999)",
    "partial-fractions poly(3000) =[[0,1],[-1,1],[-1,1]]",
    "interpolate-hermite =[0,1] =[[1,0],[0,0]]",
    "power-projection poly(2000) array(2000) 2000",
    "p-recurrence =[1] =[[1,1],[1]] 20000",
    "composed-sum poly(30) poly(30)",
    "composed-product poly(30) poly(30)",
    "count-real-roots poly(30) 0 3",
    "invariant-factors matrix(20)",
    "ddf poly(60)",
    "edf =x-1 1",
    "order =x^5+x+1",
    "hensel-lift poly(60) 10007 200",
    "ntt poly(262143) --length 262144",
    "matmul matrix(400) matrix(400)",
    "matpow matrix(200) 5",
    "transpose matrix(500)",
    "det matrix(700)",
    "rank matrix(700)",
    "solve matrix(500) column(500)",
    "inverse matrix(400)",
    "nullspace matrix(600)",
    "charpoly matrix(100)",
    "hnf matrix(30)",
    "snf matrix(20)",
    "lll matrix(12)",
    "rref matrix(600)",
    "howell matrix(600)",
    "plu matrix(500)",
    "left-nullspace matrix(600)",
    "column-space matrix(600)",
    "adjugate matrix(400)",
    "hessenberg matrix(100)",
    "pfaffian skew(300)",
    "approximant-basis entries 20",
    "kernel-basis entries",
    "interpolant-basis =[[1],[2],[3],[4]] =[0,1]",
    "inverse-mod-power entries 20000",
    "pm-divrem entries entries",
    "pm-solve entries entries",
    "convolve array(65536) array(65536) --index truncated:16,4096",
    "pm-inverse entries",
    "pm-fraction entries 20000",
    "min-plus array(100000) array(100000)",
    "set-exp array(16384)",
    "set-inverse =[1,2,3,4]",
    "set-log =[1,2,3,4]",
    "set-compose poly(60) array(16384)",
    "set-projection array(16384) array(16384) 1000",
    "weak-popov entries",
    "popov entries",
    "hermite entries",
    "is-weak-popov entries",
    "is-popov entries",
    "is-reduced entries",
    "is-hermite entries",
    "is-unimodular entries",
    "is-approximant-basis entries 20 entries",
    "is-kernel-basis entries entries",
];

/// A line for each verb: one of [`LINES`], or long polynomials and 3 where it takes nothing else.
fn lines() -> Vec<String> {
    let named: HashSet<&str> = LINES.iter().filter_map(|line| line.split(' ').next()).collect();
    let others = verbs::all().filter(|verb| !named.contains(verb.name)).filter_map(|verb| {
        let operand = |(_, kind): &(_, Kind)| match kind {
            Kind::Poly => Some(" poly(200000)"),
            Kind::Scalar | Kind::Natural | Kind::Integer => Some(" 3"),
            _ => None,
        };
        Some(verb.name.to_string() + &verb.operands.iter().map(operand).collect::<Option<String>>()?)
    });
    LINES.iter().map(ToString::to_string).chain(others).collect()
}

/// Bytes of the program's file in memory beyond those of the program that users get, which keeps up to 8 MiB there: other builds have
/// more of the same code, and the system maps and counts the pages around those that ran, more of them when the file was just written.
fn more_of_the_file(mapped: u64) -> u64 {
    mapped.saturating_sub(8 * MIB)
}

/// Runs every verb within each limit: it obeys the limit, or is refused with the memory that it needs.
fn walk(ring: &str, skipped: &[&str]) {
    let folder = desk(&[]);
    let file = |name: String, make: &dyn Fn(&str)| {
        let path = folder.path().join(name.replace(['(', ')'], "_")).display().to_string();
        if !Path::new(&path).exists() {
            make(&path);
        }
        path
    };
    let operand = |word: &str| {
        let Some((kind, size)) = word.trim_end_matches(')').split_once('(') else {
            return match word {
                "polys" => file("polys".into(), &|path| {
                    let factors = (0..2000).map(|i| format!("[{},1,{},1,0,1,1,0,0,1,1]", i % 2, (i / 2) % 2));
                    std::fs::write(path, format!("[{}]", factors.collect::<Vec<_>>().join(","))).unwrap();
                }),
                "entries" => "=[[[1,1],[0,1],[1]],[[1],[1,0,1],[0,1]],[[0,1],[1],[1,1,1]]]".into(),
                word => word.to_owned(),
            };
        };
        let size: usize = size.parse().unwrap();
        let seed = ["--seed", "5", "--ring", ring].join(" ");
        file(format!("{kind}{size}"), &|path| match kind {
            "poly" => drop(output(&format!("gen poly --degree {size} {seed} -o {path}"))),
            "matrix" => drop(output(&format!("gen matrix --rows {size} {seed} -o {path}"))),
            "skew" => {
                let entry = |i: usize, j: usize| if i == j { 0 } else { 1 + i.min(j) * i.max(j) % 3 };
                let sign = |i: usize, j: usize| if i > j && ring != "gf2" { "-" } else { "" };
                let row = |i: usize| (0..size).map(|j| format!("{}{}", sign(i, j), entry(i, j))).collect::<Vec<_>>();
                let rows = (0..size).map(|i| format!("[{}]", row(i).join(",")));
                std::fs::write(path, format!("[{}]", rows.collect::<Vec<_>>().join(","))).unwrap();
            }
            "column" => drop(output(&format!("gen matrix --rows {size} --cols 1 {seed} -o {path}"))),
            _ => {
                let entries = (0..size).map(|i| i.to_string()).collect::<Vec<_>>().join(",");
                std::fs::write(path, format!("[{entries}]")).unwrap();
            }
        })
    };
    let (mut kept, mut refused) = (0, 0);
    for (i, line) in lines().iter().filter(|line| !skipped.iter().any(|s| line.starts_with(s))).enumerate() {
        let line = line.split(' ').map(operand).collect::<Vec<_>>().join(" ");
        for (memory, threads) in [(20 + 2 * (i as u64 % 4), 1), (28 + 4 * (i as u64 % 4), 1 + i % 2)] {
            let line = format!("{line} --ring {ring} --memory {memory}M --threads {threads} -o /dev/null");
            let (code, taken, said) = run(&line);
            assert!(taken <= memory * MIB, "{taken} bytes, exit {code:?}: {line}: {said}");
            match code {
                Some(0) => kept += 1,
                // no answer exists in this ring, or it has no such verb
                Some(1) => {}
                Some(2) if said.contains("--memory") => refused += 1,
                Some(2) => assert!(said.contains("is not defined") || said.contains("repeated"), "{line}: {said}"),
                code => panic!("{code:?}: {line}: {said}"),
            }
        }
    }
    // a bit takes so little memory that everything fits
    assert!(kept > 20 && (refused > 0 || ring == "gf2"), "{ring}: {kept} kept, {refused} refused");
}

#[test]
fn each_verb_has_a_line() {
    let lines = lines();
    let lines: HashSet<&str> = lines.iter().filter_map(|line| line.split(' ').next()).collect();
    let without: Vec<_> = verbs::all().map(|v| v.name).filter(|name| !lines.contains(name)).collect();
    // it takes no more memory than kernel-basis does
    assert_eq!(without, ["smith"]);
}

#[test]
fn every_verb_over_small_residues() {
    walk("zn:97", &["ntt"]);
}

#[test]
fn every_verb_over_residues_of_a_word() {
    walk("zn:998244353", &[]);
}

#[test]
fn every_verb_over_residues_of_four_words() {
    walk("zn:2^255-19", &["ntt"]);
}

#[test]
fn every_verb_over_bits() {
    walk("gf2", &["ntt"]);
}

#[test]
fn every_verb_over_the_integers() {
    // at these sizes they take too long to be computed
    walk("z", &["resultant", "discriminant", "squarefree", "det ", "rank", "gcd", "integral", "charpoly", "minpoly"]);
}

#[test]
fn refused_before_anything_is_computed() {
    for line in [
        "recurrence =[0,1] =x^2-x-1 300000000 --memory 24M",
        "recurrence =[0,1] =x^2-x-1 100000000000000",
        "inv-series =1-x-2*x^2 10000000 --memory 1G",
        "pow-series =1+x+x^2 -3 10000000 --memory 1G",
        "pow-mod =x 300000000 =x^2-x-1 --memory 24M",
    ] {
        let said = complaint(polymod(&format!("{line} --time --quiet")), 2);
        assert!(said.contains(" needs ") && said.contains("--memory allows"), "{line}: {said}");
    }
}
