//! Arrays and matrices without entries keep their shapes in every verb and format, and input that contradicts itself is refused.

use super::{complaint, desk, formats, output, polymod};
use std::collections::BTreeSet;

/// A call with an array of no entries as its last result, and one with the array of 0 there, if the verb has such.
type Arrays = (&'static str, &'static str, &'static str);

/// Calls of the verbs with arrays of scalars as results; over zn:7, where no other ring is named.
const ARRAYS: &[Arrays] = &[
    ("roots", "'=1 0 1'", "'=0 1'"),
    ("roots", "=x^2+1 --ring z", "=x --ring z"),
    ("roots", "=x^2+1 --ring q", "=x --ring q"),
    ("roots", "=1 --ring gf2", "=x --ring gf2"),
    ("roots", "=1 --ring gf2^8:0x11b", "=x --ring gf2^8:0x11b"),
    ("roots", "=1 --ring zn:12 --modulus-factors 2,3", "=5x --ring zn:12 --modulus-factors 2,3"),
    ("roots", "=5 --ring zn:2^127-1", "=x --ring zn:2^127-1"),
    ("multieval", "=x =[]", "=x =[0]"),
    ("multieval", "=x --geometric 1,2 --length 0", "=0 --geometric 1,2 --length 1"),
    ("power-sums", "=x 0", "=1 1"),
    ("to-newton", "=0 =[]", "=0 =[3]"),
    ("shift-samples", "=[0] 3 0", "=[0] 3 1"),
    ("power-projection", "=x =[1] 0", "=x =[0] 1"),
    ("set-projection", "=[0] =[1] 0", "=[0] =[0] 1"),
    ("recurrence", "=[0] =x 0 --count 0", "=[0] =x 0 --count 1"),
    ("solve", "=matrix(0,0) =[]", "=[[1]] =[0]"),
    ("solve", "=matrix(3,0) =[0,0,0]", "=[[1],[0]] =[0,0]"),
    ("min-plus", "=[] =[] --ring z", "=[0] =[0] --ring z"),
    // never 0, or never empty
    ("invariant-factors", "=matrix(0,3)", ""),
    ("ntt", "", "=[0]"),
    ("convolve", "", "=[0] =[0] --index xor"),
    ("set-inverse", "", ""),
    ("set-exp", "", ""),
    ("set-log", "", "=[1]"),
    ("set-compose", "", "=x =[0]"),
];

fn in_list(verb: &str, operands: &str) -> String {
    let ring = if operands.contains("--ring") { "" } else { "--ring zn:7" };
    let text = output(&format!("{verb} {operands} {ring} --format list"));
    // over z the denominator of a solution is the second result
    text.lines().next().unwrap_or_default().to_owned()
}

#[test]
fn an_empty_array_is_not_the_array_of_0() {
    for (verb, none, zero) in ARRAYS {
        assert!(none.is_empty() || in_list(verb, none) == "[]", "{verb} {none}: {}", in_list(verb, none));
        assert!(zero.is_empty() || in_list(verb, zero) == "0", "{verb} {zero}: {}", in_list(verb, zero));
    }
    // the polynomial
    for line in ["add =0 =0", "mul =x =0", "mul =x =x --low 0", "derivative =1", "from-newton =[] =[]"] {
        assert_eq!(output(&format!("{line} --format list --ring zn:7")), "0\n", "{line}");
    }
    for line in ["squarefree =5", "factor =5", "edf =1 1", "ddf =1", "mod-each =x =[]", "partial-fractions =x =[]"] {
        let text = output(&format!("{line} --format list --ring zn:7"));
        assert_eq!(text.lines().last(), Some("[]"), "{line}");
    }
    for line in ["real-roots =1 --ring z", "roots =1 --multiplicities --ring zn:7", "plu =matrix(0,0) --ring zn:7"] {
        assert_eq!(output(&format!("{line} --format list")).lines().next(), Some("[]"), "{line}");
    }
}

#[test]
fn all_verbs_with_arrays_are_among_these() {
    let listed: BTreeSet<&str> = ARRAYS.iter().map(|(verb, ..)| *verb).collect();
    let mut found = BTreeSet::new();
    for line in formats::lines() {
        let verb = line.split(' ').next().unwrap_or_default().to_owned();
        let refused =
            ["z", "zn:97"].map(|ring| polymod(&format!("{line} --format hex --ring {ring}")).output().unwrap());
        let names = |text: &[u8]| String::from_utf8_lossy(text).contains("hex does not hold an array of scalars");
        if refused.iter().any(|done| names(&done.stderr)) {
            assert!(listed.contains(verb.as_str()), "{verb}");
            found.insert(verb);
        }
    }
    assert!(found.len() + 4 >= listed.len(), "{found:?}");
}

#[test]
fn empty_arrays_come_back() {
    for ring in ["zn:7", "zn:12", "z", "q", "gf2", "gf2^8:0x11b", "gf:3^2", "zn:2^127-1"] {
        let made = output(&format!("multieval json:=[1,1] =[] --ring {ring} --format list"));
        assert_eq!(made, "[]\n", "{ring}");
        for operand in ["list:-", "-", "- --input-format list"] {
            let mut command = polymod(&format!("multieval json:=[1,1] {operand} --ring {ring} --format list"));
            let done = command.write_stdin(made.clone()).assert().success();
            assert_eq!(done.get_output().stdout, b"[]\n", "{ring}, {operand}");
        }
    }
}

/// The rings of the tables: fields and others, of one word and several, of elements with components and of bits.
const RINGS: &[&str] = &["z", "q", "zn:7", "zn:12", "zn:2^127-1", "zn:2^100", "gf:3^2", "gf2", "gf2^8:0x11b"];

const I3: &str = r#"[["1","0","0"],["0","1","0"],["0","0","1"]]"#;
const ZERO33: &str = r#"[["0","0","0"],["0","0","0"],["0","0","0"]]"#;
const ZERO32: &str = r#"[["0","0"],["0","0"],["0","0"]]"#;
const WIDE: &str = "matrix(0,3)";
const HIGH: &str = "[[],[],[]]";
/// A matrix that must be square is not.
const NONE: &str = "square matrix";
/// The shapes do not match.
const APART: &str = "the matrices are ";

/// A call, and its results in the format human for A without rows and columns, 0 × 3, and 3 × 0; T is the transpose.
type Row = (&'static str, [&'static str; 3]);

/// The verbs that all rings have.
const EVERYWHERE: &[Row] = &[
    ("transpose A", ["[]", HIGH, WIDE]),
    ("add A A", ["[]", WIDE, HIGH]),
    ("sub A A", ["[]", WIDE, HIGH]),
    ("neg A", ["[]", WIDE, HIGH]),
    ("scale A 2", ["[]", WIDE, HIGH]),
    ("add A =matrix(0,2)", [APART, APART, APART]),
    ("sub =matrix(2,0) A", [APART, APART, APART]),
    ("matmul A T", ["[]", "[]", ZERO33]),
    ("matmul T A", ["[]", ZERO33, "[]"]),
    ("matmul A =matrix(3,2)", [APART, "matrix(0,2)", APART]),
    ("matmul A =matrix(0,2)", ["matrix(0,2)", APART, ZERO32]),
    ("matmul =matrix(3,0) A", [HIGH, ZERO33, APART]),
    ("matpow A 0", ["[]", NONE, NONE]),
    ("matpow A 5", ["[]", NONE, NONE]),
    ("matpow A -1", ["[]", NONE, NONE]),
    ("eval-matrix =x^2+1 A", ["[]", NONE, NONE]),
    ("det A", ["1", NONE, NONE]),
    ("rank A", ["0", "0", "0"]),
    ("charpoly A", ["1", NONE, NONE]),
    ("minpoly A", ["1", NONE, NONE]),
    ("adjugate A", ["[]", NONE, NONE]),
    ("pfaffian A", ["1", NONE, NONE]),
    ("nullspace A", ["[]", I3, "[]"]),
    ("left-nullspace A", ["[]", "[]", I3]),
    ("column-space A", ["[]", "[]", WIDE]),
];

/// Over z a denominator is a result more.
const WITH_DENOMINATOR: &[Row] = &[
    ("rref A", ["[]|0", "matrix(0,3)|0", "[[],[],[]]|0"]),
    ("inverse A", ["[]", NONE, NONE]),
    ("solve A =matrix(0,2)", ["matrix(0,2)", ZERO32, APART]),
    ("solve A =matrix(3,2)", [APART, APART, "matrix(0,2)"]),
    ("solve A =matrix(0,0)", ["[]", HIGH, APART]),
    ("solve A =[0,0,0]", [APART, APART, "[]"]),
    ("solve A =[0,0,1]", [APART, APART, "no solution"]),
];

const OVER_Z: &[Row] = &[
    ("hnf A", ["[]", WIDE, HIGH]),
    ("hnf A --transform", ["[]|[]", "matrix(0,3)|[]", r#"[[],[],[]]|[["1","0","0"],["0","1","0"],["0","0","1"]]"#]),
    ("snf A", ["[]", WIDE, HIGH]),
    (
        "snf A --transform",
        [
            "[]|[]|[]",
            r#"matrix(0,3)|[]|[["1","0","0"],["0","1","0"],["0","0","1"]]"#,
            r#"[[],[],[]]|[["1","0","0"],["0","1","0"],["0","0","1"]]|[]"#,
        ],
    ),
    ("lll A", ["[]", WIDE, HIGH]),
    ("lll A --transform", ["[]|[]", "matrix(0,3)|[]", r#"[[],[],[]]|[["1","0","0"],["0","1","0"],["0","0","1"]]"#]),
    ("invariant-factors A", ["[]", "[]", "[]"]),
];

const OVER_FINITE_RINGS: &[Row] = &[
    ("howell A", ["[]", WIDE, "[]"]),
    ("howell A --transform", ["[]|[]", "matrix(0,3)|[]", "[]|matrix(0,3)"]),
    ("invariant-factors A", ["[]", "[]", "[]"]),
];

/// All but z.
const OVER_RESIDUES: &[Row] = &[
    ("plu A", ["[]|[]|[]", "[]|[]|matrix(0,3)", r#"[0,1,2]|[["1","0","0"],["0","1","0"],["0","0","1"]]|[[],[],[]]"#]),
    ("hessenberg A", ["[]", NONE, NONE]),
    ("kernel-basis A", ["[]", "[]", I3]),
    ("approximant-basis A 2", ["[]", "[]", I3]),
    ("interpolant-basis A =[1]", ["[]", "[]", I3]),
    ("weak-popov A", ["[]", WIDE, "[]"]),
    ("weak-popov A --columns", ["[]", "[]", HIGH]),
    ("popov A", ["[]", WIDE, "[]"]),
    ("popov A --columns", ["[]", "[]", HIGH]),
    ("hermite A", ["[]", WIDE, "[]"]),
    ("hermite A --columns", ["[]", "[]", HIGH]),
    ("smith A", ["[]", WIDE, HIGH]),
    ("inverse-mod-power A 3", ["[]", NONE, NONE]),
    ("pm-inverse A", ["[]|1", NONE, NONE]),
    ("pm-solve A =matrix(0,2)", ["matrix(0,2)|1", NONE, NONE]),
    ("pm-fraction A 3", ["[]|[]", r#"matrix(0,3)|[["1","0","0"],["0","1","0"],["0","0","1"]]"#, "[[],[],[]]|[]"]),
    ("pm-divrem A =matrix(0,0)", ["[]|[]", APART, "[[],[],[]]|[[],[],[]]"]),
    ("pm-divrem A =[[[1],[],[]],[[],[1],[]],[[],[],[1]]]", [APART, "matrix(0,3)|matrix(0,3)", APART]),
    ("is-weak-popov A", ["true", "true", "false"]),
    ("is-popov A", ["true", "true", "false"]),
    ("is-reduced A", ["true", "true", "false"]),
    ("is-hermite A", ["true", "true", "false"]),
    ("is-unimodular A", ["true", "false", "false"]),
    ("is-kernel-basis A =matrix(0,0)", ["true", "true", "false"]),
    ("is-kernel-basis A =matrix(0,3)", ["false", "false", "false"]),
    ("is-approximant-basis A 2 =matrix(0,0)", ["true", "true", "false"]),
];

/// Compares the results of the calls of a table, where A is an operand of each shape.
fn check(table: &[Row], rings: &[&str], operands: [[&str; 2]; 3], more: &str) {
    for (ring, (call, results)) in rings.iter().flat_map(|ring| table.iter().map(move |row| (ring, row))) {
        for ([a, t], expected) in operands.iter().zip(results) {
            let words: Vec<&str> = call
                .split(' ')
                .map(|word| {
                    if word == "A" {
                        a
                    } else if word == "T" {
                        t
                    } else {
                        word
                    }
                })
                .collect();
            let line = format!("{} --ring {ring} --format human --verify", words.join(" "));
            let done = polymod(&line).output().unwrap();
            let (said, found) = (String::from_utf8_lossy(&done.stderr), String::from_utf8_lossy(&done.stdout));
            let found = found.trim_end().replace('\n', "|");
            if [NONE, APART, "no solution"].contains(expected) {
                let code = if *expected == "no solution" { 1 } else { 2 };
                assert!(done.status.code() == Some(code) && said.contains(expected), "{line}: {said}{found}");
                continue;
            }
            assert_eq!(found, format!("{expected}{more}"), "{line}: {said}");
            assert!(said.starts_with("verified"), "{line}: {said}");
        }
    }
}

const OPERANDS: [[&str; 2]; 3] =
    [["=matrix(0,0)", "=matrix(0,0)"], ["=matrix(0,3)", "=matrix(3,0)"], ["=matrix(3,0)", "=matrix(0,3)"]];

#[test]
fn matrices_without_entries_over_all_rings() {
    check(EVERYWHERE, RINGS, OPERANDS, "");
}

#[test]
fn matrices_without_entries_over_some_rings() {
    check(WITH_DENOMINATOR, &["z"], OPERANDS, "|1");
    check(WITH_DENOMINATOR, &RINGS[1..], OPERANDS, "");
    check(OVER_Z, &["z"], OPERANDS, "");
    check(OVER_FINITE_RINGS, &RINGS[2..], OPERANDS, "");
}

#[test]
fn matrices_of_polynomials_without_entries() {
    check(OVER_RESIDUES, &["q", "zn:12", "zn:2^127-1", "gf:3^2", "gf2"], OPERANDS, "");
}

#[test]
fn solutions_that_are_arrays() {
    for (line, expected) in [
        ("solve =matrix(0,3) =[] --mod 7 --format json", "[0,0,0]\n"),
        ("solve =matrix(0,3) =[] --format json", "[0,0,0]\n1\n"),
        ("solve =matrix(0,0) =[] --ring q --format json", "[]\n"),
        ("nullspace =matrix(0,3) --mod 7 --format json", "[[1,0,0],[0,1,0],[0,0,1]]\n"),
        ("minpoly =[]", "[1]\n"),
        ("minpoly =[] --mod 7", "[1]\n"),
        ("minpoly =[] --ring q", "[1]\n"),
    ] {
        assert_eq!(output(line), expected, "{line}");
    }
}

#[test]
fn sparse_matrices_without_entries() {
    let head = "%%MatrixMarket matrix coordinate integer general\n";
    let array = "%%MatrixMarket matrix array integer general\n";
    let market = |size: &str| format!("{head}{size} 0\n").into_bytes();
    let sms = |size: &str| format!("{size} M\n0 0 0\n").into_bytes();
    let shapes = ["0 0", "0 3", "3 0"];
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for size in shapes {
        let name = size.replace(' ', "");
        files.push((format!("c{name}.mtx"), market(size)));
        files.push((format!("a{name}.mtx"), format!("{array}{size}\n").into_bytes()));
        files.push((format!("s{name}.sms"), sms(size)));
    }
    let listed: Vec<(&str, &[u8])> = files.iter().map(|(name, bytes)| (&name[..], &bytes[..])).collect();
    let folder = desk(&listed);
    let table: Vec<Row> = EVERYWHERE
        .iter()
        .chain(WITH_DENOMINATOR)
        .copied()
        .filter(|(call, _)| {
            let verb = call.split(' ').next().unwrap_or_default();
            ["transpose", "matmul", "det", "rank", "minpoly", "nullspace", "solve"].contains(&verb)
        })
        .collect();
    let at = |name: &str| folder.path().join(name).display().to_string();
    for [start, end] in [["c", ".mtx"], ["a", ".mtx"], ["s", ".sms"]] {
        let [none, wide, high] = ["00", "03", "30"].map(|size| at(&format!("{start}{size}{end}")));
        let operands = [[&none[..], &none], [&wide, &high], [&high, &wide]];
        let [solve, others]: [Vec<Row>; 2] =
            [true, false].map(|is| table.iter().copied().filter(|(call, _)| call.starts_with("solve") == is).collect());
        check(&others, &["z", "zn:12", "zn:2^127-1", "gf2"], operands, "");
        check(&solve, &["z"], operands, "|1");
        check(&solve, &["zn:12", "zn:2^127-1", "gf2"], operands, "");
    }
}

#[test]
fn shapes_come_back_in_the_formats_that_have_them() {
    let folder = desk(&[]);
    let run = |line: &str| {
        let done = polymod(line).current_dir(&folder).assert().success();
        String::from_utf8(done.get_output().stdout.clone()).unwrap().trim_end().to_owned()
    };
    for ring in ["z", "q", "zn:12", "zn:2^127-1", "gf2", "gf:3^2"] {
        for (size, expected) in [("0,0", "[]"), ("0,3", HIGH), ("3,0", WIDE)] {
            for format in ["flint", "npy", "pari", "human", "sage", "json", "list", "ntl"] {
                let written = format!("neg =matrix({size}) --ring {ring} --format {format} -o kept");
                if polymod(&written).current_dir(&folder).output().unwrap().status.code() != Some(0) {
                    // FLINT's text and PARI's have no elements of extensions, NTL's has no fractions
                    assert!(ring.starts_with("gf") || (ring, format) == ("q", "ntl"), "{written}");
                    continue;
                }
                let back = run(&format!("transpose {format}:kept --ring {ring} --format human"));
                let says = !matches!(format, "json" | "list" | "ntl") || size != "0,3";
                assert_eq!(back, if says { expected } else { "[]" }, "{ring}, {format}, {size}");
                if !matches!(format, "flint" | "ntl") {
                    let back = run(&format!("transpose kept --ring {ring} --format human"));
                    assert_eq!(back, if says { expected } else { "[]" }, "{ring}, {format} by content, {size}");
                }
            }
        }
    }
    for (size, rows, expected) in [("0 x 3", "", HIGH), ("3 x 0", "\n[]\n[]\n[]", WIDE)] {
        for kind in ["integer matrix mod 7", "matrix over Z/nZ[x]", "matrix over Z[x]"] {
            let text = format!("<{size} {kind}>{rows}");
            assert_eq!(run(&format!("transpose 'flint:={text}' --mod 7 --format human")), expected, "{text}");
        }
    }
}

#[test]
fn sizes_beyond_the_memory_are_refused() {
    for operand in
        ["=matrix(0,10000000000000)", "'flint:=0 10000000000000  '", "'flint:=<0 x 10000000000000 matrix over Z[x]>'"]
    {
        let said = complaint(polymod(&format!("transpose {operand} --memory 1G")), 2);
        assert!(said.contains("the memory limit"), "{operand}: {said}");
    }
    for (line, what) in [
        ("gen poly --degree 10^18", "--memory"),
        ("gen poly --degree 10^12 --memory 1G --format list --mod 7", "--memory"),
        ("gen poly --degree 10^18 -o /dev/null", "--memory"),
    ] {
        let said = complaint(polymod(line), 2);
        assert!(said.contains("gen poly ") && said.contains(what), "{line}: {said}");
    }
    let folder = desk(&[]);
    let mut command = polymod("gen poly --degree 10^18 -o a.json");
    command.current_dir(&folder);
    assert!(complaint(command, 2).contains("gen poly "));
    assert!(super::names(folder.path()).is_empty());
}

#[test]
fn terms_that_contradict_the_recurrence() {
    for (line, index) in [
        ("recurrence =[0,1,5] =x^2-x-1 10 --mod 7", 2),
        ("recurrence =[0,1,1,2,4,5] =x^2-x-1 10", 4),
        ("recurrence =[0,1,1,2,4,5] =x^2-x-1 10 --count 3 --ring q", 4),
        ("recurrence =[0,1,1,3] =x^2-x-1 0 --count 0 --mod 12", 3),
        ("recurrence =[0,1,1,0,0] =x^2-x-1 10 --ring gf2", 4),
        ("recurrence '=[[0,1],[1,1]]' '=x-t' 5 --ring gf:3^2:t^2+1", 1),
        ("recurrence =[1,2,5] '=x+2' 5 --ring gf2^8:0x11b", 2),
        ("recurrence =[0,0,3] =5 10 --mod 7", 2),
    ] {
        let said = complaint(polymod(line), 1);
        assert!(
            said.contains("the recurrence") && said.contains(&format!("at index {index}, counted from 0")),
            "{line}: {said}"
        );
    }
    for (line, expected) in [
        ("recurrence =[0,1,1,2,3,5] =x^2-x-1 10", "55\n"),
        ("recurrence =[0,1,1,2,3,5] =x^2-x-1 10 --count 2 --mod 7", "[6,5]\n"),
        ("recurrence =[0,0] =5 10 --mod 7", "0\n"),
        ("recurrence =[] =5 10 --mod 7", "0\n"),
        // the terms before the last are free
        ("p-recurrence =[7,1,1,2] '=[[-1,-1],[1]]' 4", "8\n"),
    ] {
        assert_eq!(output(line), expected, "{line}");
    }
}

#[test]
fn symmetric_matrices_that_contradict_themselves() {
    let file = |kind: &str, entries: &[&str]| {
        format!("%%MatrixMarket matrix coordinate {kind}\n3 3 {}\n{}\n", entries.len(), entries.join("\n"))
    };
    let folder = desk(&[]);
    let run = |text: &str, line: &str| {
        std::fs::write(folder.path().join("a.mtx"), text).unwrap();
        let mut command = polymod(line);
        command.current_dir(&folder);
        command
    };
    for (kind, entries, place) in [
        ("integer symmetric", &["1 1 4", "2 1 5", "1 2 5"][..], "a.mtx:5:1: "),
        ("integer symmetric", &["1 2 5", "3 3 1", "2 1 6"], "a.mtx:5:1: "),
        ("pattern symmetric", &["2 1", "3 2", "1 3", "2 3"], "a.mtx:6:1: "),
        ("integer skew-symmetric", &["2 1 5", "1 2 -5"], "a.mtx:4:1: "),
        ("integer skew-symmetric", &["2 1 5", "2 2 0"], "a.mtx:4:1: "),
    ] {
        let text = file(kind, entries);
        // read as a list of entries, and as a dense matrix
        for line in ["rank a.mtx --mod 7", "rank a.mtx", "transpose a.mtx --mod 7", "charpoly a.mtx --ring gf2"] {
            let said = complaint(run(&text, line), 2);
            assert!(said.contains(place) && said.contains("symmetric matrix"), "{line}: {said}");
        }
    }
    for (kind, entries, expected) in [
        ("integer symmetric", &["1 1 4", "2 1 5", "3 1 2"][..], "[[4,5,2],[5,0,0],[2,0,0]]\n"),
        ("integer symmetric", &["1 1 4", "1 2 5", "1 3 2"], "[[4,5,2],[5,0,0],[2,0,0]]\n"),
        ("integer symmetric", &["2 1 5", "2 3 1"], "[[0,5,0],[5,0,1],[0,1,0]]\n"),
        ("integer symmetric", &["2 1 5", "2 1 1", "3 3 1", "3 3 2"], "[[0,6,0],[6,0,0],[0,0,3]]\n"),
        ("integer skew-symmetric", &["2 1 5", "3 2 1"], "[[0,5,0],[-5,0,1],[0,-1,0]]\n"),
        ("integer general", &["2 1 5", "1 2 5", "1 1 1"], "[[1,5,0],[5,0,0],[0,0,0]]\n"),
    ] {
        let text = file(kind, entries);
        let done = run(&text, "transpose a.mtx").assert().success();
        assert_eq!(String::from_utf8_lossy(&done.get_output().stdout), expected, "{text}");
        let dense = run(&text, "rank a.mtx --algorithm elimination").output().unwrap();
        let sparse = run(&text, "rank a.mtx").assert().success();
        assert!(dense.status.code() != Some(0) || dense.stdout == sparse.get_output().stdout, "{text}");
    }
    let said = complaint(run("%%MatrixMarket matrix coordinate integer hermitian\n1 1 0\n", "rank a.mtx"), 2);
    assert!(said.contains("general, symmetric or skew-symmetric"), "{said}");
}

#[test]
fn numbers_in_rows_are_numbers_in_the_result() {
    for (line, expected) in [
        ("transpose '=[1 2]\n[3 4]'", "[[1,3],[2,4]]\n"),
        ("transpose '=[1 2; 3 4]' --mod 7", "[[1,3],[2,4]]\n"),
        ("transpose '=[1, 2]\n[3, 4]'", "[[1,3],[2,4]]\n"),
        ("transpose '=Matrix([[1, 2], [3, 4]])'", "[[1,3],[2,4]]\n"),
        ("transpose '=[1/2 2]\n[3 4]' --ring q", "[[\"1/2\",3],[2,4]]\n"),
        ("transpose '=[1 2]\n[3 4]' --format human", "[[\"1\",\"3\"],[\"2\",\"4\"]]\n"),
        ("transpose '=[x 2]\n[3 4]'", "[[\"x\",\"3\"],[\"2\",\"4\"]]\n"),
    ] {
        assert_eq!(output(line), expected, "{line}");
    }
}

#[test]
fn what_has_two_meanings_or_is_an_archive() {
    let said = complaint(polymod("minpoly =0000010001 --ring gf2"), 2);
    assert!(said.contains(":1:1: ") && said.contains("bits or an integer"), "{said}");
    assert_eq!(output("minpoly list:=0000010001 --ring gf2"), "0 1\n");
    for line in [
        "minpoly =[0,0,1,0,1] --ring gf2",
        "minpoly =10001 --ring gf2",
        "minpoly =0 --ring gf2",
        "minpoly =0010 --mod 7",
        "minpoly '=00 1' --ring gf2",
    ] {
        output(line);
    }
    let folder = desk(&[("z.npz", b"PK\x03\x04\x14\0\0\0\0\0arr_0.npy")]);
    for operand in ["z.npz", "npy:z.npz", "z.npz --input-format npy"] {
        let mut command = polymod(&format!("transpose {operand} --mod 7"));
        command.current_dir(&folder);
        let said = complaint(command, 2);
        assert!(said.contains("z.npz: ") && said.contains(".npz") && said.contains("archive"), "{said}");
    }
}
