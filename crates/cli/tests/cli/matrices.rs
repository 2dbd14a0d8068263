//! Matrices on the command line: results, formats, refusals.

use super::{complaint, desk, output, polymod};

#[test]
fn results() {
    for (line, expected) in [
        ("matmul '=[[1,2],[3,4]]' '=[[0,1],[1,0]]'", "[[2,1],[4,3]]\n"),
        ("matmul '=[[1 2] [3 4]]' '=[[0,1],[1,0]]' --ring zn:3", "[[2 1] [1 0]]\n"),
        ("matmul '=[[100000000000]]' '=[[100000000000]]'", "[[10000000000000000000000]]\n"),
        ("matmul '=[[1,2],[3,4]]' '=[[],[]]'", "[[],[]]\n"),
        ("matmul =[] =[]", "[]\n"),
        ("matmul '=[[3]]' '=[[7]]' --ring gf2^4:0x13", "[[9]]\n"),
        ("matpow '=[[1,1],[1,0]]' 10", "[[89,55],[55,34]]\n"),
        ("matpow '=[[1,1],[1,0]]' 0 --ring zn:97", "[[1,0],[0,1]]\n"),
        ("matpow '=[[1,1],[1,0]]' 100000000000000000000 --ring zn:97", "[[66,84],[84,79]]\n"),
        ("matpow =[] 3", "[]\n"),
        ("matpow '=[[[0,1],[1]],[[1],[]]]' 3", "[[[0,2,0,1],[1,0,1]],[[1,0,1],[0,1]]]\n"),
        ("matpow '=[[[0,1]]]' 0 --ring zn:97", "[[[1]]]\n"),
        (
            "matmul '=[[5,7],[9,11]]' '=[[100000000000000000000,1],[0,-1]]' --algorithm crt",
            "[[500000000000000000000,-2],[900000000000000000000,-2]]\n",
        ),
        ("matmul '=[[1,2],[3,4]]' '=[[0,1],[1,0]]' --ring zn:97 --algorithm rows", "[[2,1],[4,3]]\n"),
        ("det '=[[1,2],[3,4]]' --ring zn:97 --algorithm division-free", "95\n"),
        ("det '=[[[0,1],[2]],[[3],[0,-1]]]'", "[-6,0,-1]\n"),
        ("det '=[[[0,1],[1]],[[1],[0,1]]]' --ring zn:2 --algorithm elimination", "[1,0,1]\n"),
        ("det '=[[1]]' --ring zn:2", "1\n"),
        ("det '=[[0]]' --ring zn:18446744073709551615", "0\n"),
        ("det '=[[18446744073709551614,1],[1,0]]' --ring zn:18446744073709551615", "18446744073709551614\n"),
        ("det '=[[2,3,1],[4,2,5],[3,3,3]]' --ring zn:6", "3\n"),
        ("inverse '=[[18446744073709551556]]' --ring zn:18446744073709551557", "[[18446744073709551556]]\n"),
        ("rank '=[[2,4],[3,5]]' --ring zn:7", "2\n"),
        ("solve '=[[1,1],[1,1]]' '=[[1],[1]]' --ring zn:2", "[[1],[0]]\n"),
        ("transpose '=[[1,2,3]]'", "[[1],[2],[3]]\n"),
        ("transpose '=[[1,2,3]]' --format human", "[[\"1\"],[\"2\"],[\"3\"]]\n"),
        ("transpose '=[[1,2,3]]' --format list --ring gf2", "[[1] [0] [1]]\n"),
        ("det '=[[1,2],[3,4]]' --ring zn:97", "95\n"),
        ("det '=[[2,3],[3,2]]' --ring zn:6", "1\n"),
        ("det =[] --ring zn:97", "1\n"),
        ("det '=[[1,2],[3,4]]' --ring zn:2^100", "1267650600228229401496703205374\n"),
        ("rank '=[[1,2],[2,4],[3,6]]' --ring zn:97", "1\n"),
        ("rank =[] --ring zn:97", "0\n"),
        ("rank '=[[1,1,0],[0,1,1],[1,0,1]]' --ring gf2", "2\n"),
        ("solve '=[[2,1]]' '=[[3]]' --ring zn:97", "[[50],[0]]\n"),
        ("solve '=[[1,2],[3,4]]' '=[[5,6],[7,8]]' --ring zn:97", "[[94,93],[4,5]]\n"),
        ("inverse '=[[1,2],[3,4]]' --ring zn:97", "[[95,1],[50,48]]\n"),
        ("inverse =[] --ring zn:97", "[]\n"),
        ("nullspace '=[[1,2,3]]' --ring zn:97", "[[1,0,32],[0,1,64]]\n"),
        ("nullspace '=[[1,2],[3,4]]' --ring zn:97", "[]\n"),
        ("nullspace '=[[0,0]]' --ring gf2", "[[1,0],[0,1]]\n"),
        ("charpoly '=[[1,2],[3,4]]' --ring zn:97", "[95,92,1]\n"),
        ("charpoly '=[[1,2],[3,4]]' --ring zn:6 --format human", "x^2 + x + 4\n"),
        ("charpoly =[] --ring zn:97", "[1]\n"),
        ("minpoly '=[[2,0],[0,2]]' --ring zn:97", "[95,1]\n"),
        ("minpoly =[] --ring zn:97", "[1]\n"),
        ("minpoly '=[[2,0,0],[0,2,0],[0,1,2]]'", "[4,-4,1]\n"),
        ("minpoly '=[[0,1],[2,0]]' --verify", "[-2,0,1]\n"),
        ("minpoly '=[0,1,1,2,3,5,8,13]' --ring zn:97 --format human", "x^2 + 96*x + 96\n"),
    ] {
        assert_eq!(output(line), expected, "{line}");
    }
}

#[test]
fn what_mathematics_or_usage_refuses() {
    for (line, code, reason) in [
        ("matmul '=[[1,2]]' '=[[1,2]]'", 2, "1 by 2 and 1 by 2"),
        ("matmul '=[[1,2],[3]]' '=[[1]]'", 2, "1:8: expected a row of 2 entries"),
        ("matmul =[1,2] '=[[1]]'", 2, "1:2: expected a row"),
        ("matmul =x '=[[1]]'", 2, "expected a matrix"),
        ("matpow '=[[1,[2,3]]]' 2 --ring zn:97", 2, "square"),
        ("matmul '=[[1]]' '=[[1]]' --ring zn:97 --algorithm magic", 2, "rows"),
        ("matmul '=[[[1]]]' '=[[[1]]]' --ring zn:97 --algorithm magic", 2, "these do: entries"),
        ("det '=[[1]]' --ring zn:97 --algorithm points", 2, "elimination, division-free"),
        ("det '=[[2]]' --ring zn:6 --algorithm elimination", 1, "2 divides both"),
        ("rref '=[[0,4],[2,3]]' --ring zn:6", 1, "divides both"),
        ("plu '=[[3]]' --ring zn:9", 1, "3 divides both"),
        ("inverse '=[[3]]' --ring zn:9", 1, "3 divides both"),
        ("matpow '=[[1,2]]' 2", 2, "square"),
        ("matpow '=[[2]]' -1", 1, "denominator 2"),
        ("det '=[[1,2]]' --ring zn:97", 2, "square matrix, got one of 1 rows and 2 columns"),
        ("nullspace '=[[1]]' --ring z[y]", 2, "nullspace is not defined over z[y]"),
        ("inverse '=[[1,2],[2,4]]' --ring zn:97", 1, "singular: its rank is 1"),
        ("inverse '=[[2,0],[0,1]]' --ring zn:6", 1, "2 divides both"),
        ("solve '=[[1,1],[1,1]]' '=[[1],[2]]' --ring zn:97", 1, "no solution"),
        ("solve '=[[1,1]]' '=[[1],[2]]' --ring zn:97", 2, "1 by 2 and 2 by 1"),
        ("transpose '=[[1]]' --format bin --ring gf2", 2, "bin does not hold a matrix"),
        ("transpose '=[[1]]' --format mtx", 2, "input only"),
        ("mul a.mtx =x", 2, "a matrix, by its suffix"),
        ("gen matrix --rows 3 --bits 4 --ring zn:97", 2, "--bits"),
        ("gen matrix --rows 1000000000 --memory 1M", 2, "gen matrix needs"),
    ] {
        let said = complaint(polymod(line), code);
        assert!(said.contains(reason), "{line}: {said}");
    }
}

#[test]
fn files_of_every_format() {
    let market = b"%%MatrixMarket matrix coordinate integer general\n2 2 2\n1 2 5\n2 1 7\n";
    let folder = desk(&[("a.mtx", market), ("b.sms", b"2 2 M\n1 1 2\n0 0 0\n"), ("bad.sms", b"2 2 M\n3 1 2\n0 0 0\n")]);
    let run = |line: &str| {
        let done = polymod(line).current_dir(&folder).assert().success();
        String::from_utf8(done.get_output().stdout.clone()).unwrap()
    };
    assert_eq!(run("matmul a.mtx b.sms --ring zn:97"), "[[0,0],[14,0]]\n");
    for ring in ["zn:97", "zn:2^100", "gf2", "z"] {
        run(&format!("transpose a.mtx --ring {ring} --format npy -o t.npy"));
        let back = run(&format!("transpose t.npy --ring {ring} --format json"));
        assert_eq!(back, if ring == "gf2" { "[[0,1],[1,0]]\n" } else { "[[0,5],[7,0]]\n" }, "{ring}");
    }
    let mut fortran = b"\x93NUMPY\x01\x00".to_vec();
    let header = "{'descr': '<i8', 'fortran_order': True, 'shape': (2, 3), }\n";
    fortran.extend((header.len() as u16).to_le_bytes());
    fortran.extend(header.bytes());
    fortran.extend([1i64, 4, 2, 5, 3, 6].iter().flat_map(|x| x.to_le_bytes()));
    std::fs::write(folder.path().join("f.npy"), fortran).unwrap();
    assert_eq!(run("matmul =[[1,0],[0,1]] f.npy --format json"), "[[1,2,3],[4,5,6]]\n");
    let mut bad = polymod("rank bad.sms --ring zn:97");
    bad.current_dir(&folder);
    assert!(complaint(bad, 2).contains("bad.sms:2:1: expected a row from 1 to 2"));
    let mut flat = polymod("eval t.npy 1");
    flat.current_dir(&folder);
    assert!(complaint(flat, 2).contains("one dimension"));
}

#[test]
fn random_matrices_repeat_and_results_are_verified() {
    let a = output("gen matrix --rows 20 --ring zn:97 --seed 5");
    assert_eq!(a, output("gen matrix --rows 20 --cols 20 --ring zn:97 --seed 5"));
    assert_ne!(a, output("gen matrix --rows 20 --ring zn:97"));
    assert_eq!(output("gen matrix --rows 0 --ring zn:97"), "[]\n");
    assert_eq!(output("gen matrix --rows 2 --cols 0 --ring zn:97"), "[[],[]]\n");
    for ring in ["zn:97", "zn:2^61-1", "zn:6", "zn:2^127-1", "gf2", "gf2^8:0x11b", "gfpf:F4", "z"] {
        let a = output(&format!("gen matrix --rows 6 --ring {ring}"));
        let folder = desk(&[("a", a.as_bytes())]);
        let verbs = [
            "matmul a a",
            "matpow a 5",
            "transpose a",
            "det a",
            "charpoly a",
            "inverse a",
            "nullspace a",
            "rank a",
            "minpoly a",
            "solve a a",
        ];
        for verb in &verbs[..if ring == "z" { 3 } else { verbs.len() }] {
            let mut command = polymod(&format!("{verb} --ring {ring} --verify --explain"));
            let done = command.current_dir(&folder).output().unwrap();
            let said = String::from_utf8_lossy(&done.stderr);
            let refused = done.status.code() == Some(1) && (said.contains("divides both") || said.contains("singular"));
            assert!(refused || done.status.success() && said.contains("verified: "), "{verb} over {ring}: {said}");
        }
    }
}
