//! Sparse matrices: determinants, ranks, solutions and minimal polynomials by products alone, and as of dense matrices.

use super::{complaint, desk, polymod};
use serde_json::Value;

/// A matrix in Matrix Market's format: units on a diagonal, and two more entries in each row.
fn market(n: usize) -> String {
    let entries = (0..n).flat_map(|i| {
        let own = [(i, (i + 3) % n, i % 7 + 1), (i, (i * 5 + 1) % n, i % 11 + 2), (i, (i * i) % n, 9)];
        own.map(|(i, j, x)| format!("{} {} {x}\n", i + 1, j + 1))
    });
    let entries: Vec<String> = entries.collect();
    let count = entries.len();
    format!("%%MatrixMarket matrix coordinate integer general\n{n} {n} {count}\n{}", entries.concat())
}

const SMALL: &str = "3 3 M\n1 1 2\n1 3 5\n2 2 7\n3 1 1\n3 3 4\n0 0 0\n";
const GAPS: &str = "2 2 M\n0 0 0\n";
const WIDE: &str = "2 4 M\n1 2 3\n2 2 6\n2 4 1\n1 4 5\n0 0 0\n";

#[test]
fn results_are_those_of_dense_matrices() {
    let texts = [market(1), market(12), market(40)];
    let right = format!("[{}]", (0..40).map(|i| i.to_string()).collect::<Vec<_>>().join(","));
    let folder = desk(&[
        ("small.sms", SMALL.as_bytes()),
        ("gaps.sms", GAPS.as_bytes()),
        ("wide.sms", WIDE.as_bytes()),
        ("one.mtx", texts[0].as_bytes()),
        ("m.mtx", texts[1].as_bytes()),
        ("n.mtx", texts[2].as_bytes()),
        ("b.json", right.as_bytes()),
        ("none.sms", b"0 0 M\n0 0 0\n"),
    ]);
    let run = |line: &str| {
        let done = polymod(line).current_dir(&folder).output().unwrap();
        (done.status.code(), done.stdout)
    };
    for ring in ["zn:10007", "zn:2^61-1", "zn:2^127-1", "zn:5", "gf2", "gf2^8:0x11b", "zn:6", "z"] {
        for line in [
            "det small.sms",
            "det gaps.sms",
            "det none.sms",
            "det one.mtx",
            "det m.mtx",
            "det n.mtx",
            "rank small.sms",
            "rank gaps.sms",
            "rank none.sms",
            "rank wide.sms",
            "rank n.mtx",
            "solve small.sms =[1,2,3]",
            "solve gaps.sms =[0,0]",
            "solve gaps.sms =[0,1]",
            "solve wide.sms =[[1],[1]]",
            "solve n.mtx b.json",
            "solve m.mtx m.mtx",
            "minpoly small.sms",
            "minpoly gaps.sms",
            "minpoly m.mtx",
            "minpoly n.mtx",
        ] {
            if ring == "zn:6" && !line.starts_with("det") {
                continue;
            }
            let dense = run(&format!("{line} --ring {ring} --algorithm {}", dense_algorithm(line, ring)));
            // some systems have no solution over small fields
            let none = line.contains("=[0,1]") || line.starts_with("solve") && dense.0 == Some(1);
            assert_eq!(dense.0, Some(i32::from(none)), "{line} over {ring}");
            assert_eq!(run(&format!("{line} --ring {ring}")), dense, "{line} over {ring}");
            if ring != "zn:6" {
                let line = format!("{line} --ring {ring} --algorithm wiedemann");
                assert_eq!(run(&line), dense, "{line}");
            }
        }
    }
}

/// An algorithm that takes the dense matrix.
fn dense_algorithm(line: &str, ring: &str) -> &'static str {
    match line.split(' ').next() {
        Some("rank" | "minpoly") if ring == "z" => "modular",
        Some("minpoly") => "krylov",
        // 2 and 3 are no units
        _ if ring == "zn:6" => "division-free",
        _ if ring == "z" => "crt",
        _ => "elimination",
    }
}

#[test]
fn products_are_chosen_explained_and_verified() {
    let text = market(400);
    let right = format!("[{}]", vec!["1"; 400].join(","));
    let folder = desk(&[("a.mtx", text.as_bytes()), ("b.json", right.as_bytes())]);
    let object = |line: &str| -> Value {
        let done = polymod(line).current_dir(&folder).assert().success().get_output().clone();
        let told = if line.starts_with("plan") { done.stdout } else { done.stderr };
        serde_json::from_slice(&told).unwrap_or_else(|e| panic!("{line}: {e}"))
    };
    for verb in ["det a.mtx", "rank a.mtx", "solve a.mtx b.json", "minpoly a.mtx"] {
        let plan = object(&format!("plan {verb} --ring zn:2^61-1 --explain=json --algorithm wiedemann"));
        assert_eq!(plan["chosen"], "wiedemann", "{plan}");
        let task = plan["task"].as_str().unwrap();
        assert!(task.contains("over zn:2305843009213693951, 400 by 400 with 1"), "{task}");
        let names: Vec<_> =
            plan["alternatives"].as_array().unwrap().iter().map(|a| a["algorithm"].as_str().unwrap()).collect();
        assert_eq!(names, ["wiedemann", "elimination"]);
    }
    let small = market(30);
    let folder = desk(&[("a.mtx", small.as_bytes()), ("b.json", b"[[1,2],[3,4],[5,6]]"), ("c.sms", SMALL.as_bytes())]);
    for ring in ["zn:10007", "z", "gf2^8:0x11b"] {
        for verb in ["det a.mtx", "rank a.mtx", "solve c.sms b.json", "minpoly a.mtx"] {
            let mut command = polymod(&format!("{verb} --ring {ring} --algorithm wiedemann --verify --explain"));
            let done = command.current_dir(&folder).assert().success().get_output().clone();
            let told = String::from_utf8(done.stderr).unwrap();
            assert!(told.contains(": wiedemann") && told.contains("\nverified: "), "{verb} over {ring}: {told}");
        }
    }
}

#[test]
fn products_are_of_sparse_matrices_over_fields() {
    let folder = desk(&[("a.sms", SMALL.as_bytes()), ("bad.sms", b"2 2 M\n3 1 2\n0 0 0\n")]);
    for (line, code, holds) in [
        ("det '=[[1,2],[3,4]]' --ring zn:97 --algorithm wiedemann", 2, "'wiedemann' does not apply to determinant"),
        ("det a.sms --ring zn:6 --algorithm wiedemann", 2, "these do: elimination"),
        ("inverse a.sms --ring zn:97 --algorithm wiedemann", 2, "'wiedemann' does not apply"),
        ("det a.sms --ring zn:97 --algorithm no-such", 2, "'no-such' does not apply to determinant"),
        ("rank bad.sms --ring zn:97 --algorithm wiedemann", 2, "bad.sms:2:1: expected a row from 1 to 2"),
        ("solve a.sms =[1,2] --ring zn:97 --algorithm wiedemann", 2, "as many rows of both"),
        ("det '=[[1,2],[3,4]]' --ring z --algorithm wiedemann", 2, "'wiedemann' does not apply to determinant"),
    ] {
        let mut command = polymod(line);
        command.current_dir(&folder);
        let said = complaint(command, code);
        assert!(said.contains(holds), "{line}: {said}");
    }
}

#[test]
fn matrices_that_would_be_too_large_as_dense_ones() {
    let folder = desk(&[("a.sms", b"20000 20000 M\n5 7 1\n9 7 2\n9000 3 4\n0 0 0\n")]);
    for ring in ["zn:5", "zn:2^61-1", "z"] {
        for (line, expected) in [("rank a.sms", "2\n"), ("det a.sms", "0\n")] {
            let mut command = polymod(&format!("{line} --ring {ring} --memory 500M"));
            command.current_dir(&folder).assert().success().stdout(expected);
        }
    }
    let mut dense = polymod("minpoly a.sms --ring zn:2^61-1 --algorithm krylov --memory 500M");
    dense.current_dir(&folder);
    let said = complaint(dense, 2);
    assert!(said.contains("a.sms:1:1: expected coefficients that fit in"), "{said}");
}

#[test]
fn products_by_dense_matrices() {
    let column = format!("[{}]", (0..20_000).map(|i| format!("[{}]", i % 5)).collect::<Vec<_>>().join(","));
    let folder = desk(&[
        ("wide.sms", WIDE.as_bytes()),
        ("a.sms", b"20000 20000 M\n1 4 1\n9 7 2\n20000 3 4\n0 0 0\n"),
        ("column.json", column.as_bytes()),
    ]);
    let run = |line: &str| {
        let mut command = polymod(&format!("{line} --verify --quiet"));
        String::from_utf8(command.current_dir(&folder).assert().success().get_output().stdout.clone()).unwrap()
    };
    for ring in ["z", "zn:7", "zn:6", "zn:2^127-1", "gf2^8:0x11b", "q"] {
        for factor in ["=[[1,2],[3,4],[5,6],[2,1]]", "=[[[1,1]],[[2]],[[]],[[0,3]]]", "=[[],[],[],[]]"] {
            let dense = run(&format!("matmul =[[0,3,0,5],[0,6,0,1]] {factor} --ring {ring}"));
            assert_eq!(run(&format!("matmul wide.sms {factor} --ring {ring}")), dense, "{factor} over {ring}");
        }
        // the second factor is dense
        let dense = run(&format!("matmul =[[1,2],[3,4]] =[[0,3,0,5],[0,6,0,1]] --ring {ring}"));
        assert_eq!(run(&format!("matmul =[[1,2],[3,4]] wide.sms --ring {ring}")), dense, "{ring}");
    }
    let product = run("matmul a.sms column.json --ring zn:97 --memory 500M --format json");
    assert!(product.starts_with("[[3],[0],") && product.ends_with("[0],[8]]\n"), "{}", product.len());
    let mut unequal = polymod("matmul wide.sms =[[1]]");
    unequal.current_dir(&folder);
    assert!(complaint(unequal, 2).contains("as many rows of the second"));
}
