//! Matrices of polynomials on the command line: results, formats, checks, refusals.

use super::{complaint, desk, output, polymod};

#[test]
fn results() {
    for (line, expected) in [
        ("matmul '=[[[1,2],[3]]]' '=[[[0,1]],[[5]]]'", "[[[15,1,2]]]\n"),
        ("matmul '=[[[1,2],3]]' '=[[1],[1]]' --ring zn:97", "[[[4,2]]]\n"),
        ("matmul '=[[[1,2],[3]]]' '=[[[0,1]],[[5]]]' --format human", "[[\"2*x^2 + x + 15\"]]\n"),
        ("matmul '=[[[1,2]]]' '=[[[0,1]]]' --format list", "[[[0 1 2]]]\n"),
        ("matmul '=[[[2,1]]]' '=[[[1,0]]]' --order desc", "[[[2,1,0]]]\n"),
        ("transpose '=[[[1,2],[]]]'", "[[[1,2]],[[]]]\n"),
        ("det '=[[[0,1],[1]],[[1],[0,1]]]' --ring zn:97", "[96,0,1]\n"),
        ("det '=[[[0,2],[3]],[[3],[0,2]]]' --ring zn:6", "[3,0,4]\n"),
        ("rank '=[[[0,1],[0,0,1]],[[1],[0,1]]]' --ring gf2", "1\n"),
        (
            "approximant-basis '=[[[1,1,2,3,5,8]],[[-1]]]' 6 --ring zn:97 --shift 0,1",
            "[[[96,1,1],[96]],[[0,0,0,0,1,96],[0,0,0,0,1]]]\n",
        ),
        ("kernel-basis '=[[[0,1,1]],[[0,0,1]]]' --ring zn:97", "[[[0,96],[1,1]]]\n"),
        ("kernel-basis '=[[1],[1]]' --ring zn:97", "[[[96],[1]]]\n"),
        ("popov '=[[[1,1],[0,1]],[[2],[3,5]]]' --ring zn:97", "[[[20,1],[77]],[[78],[20,1]]]\n"),
        ("hermite '=[[[0,1],[1]],[[0,0,1],[1,1]]]' --ring zn:97", "[[[0,1],[]],[[],[1]]]\n"),
        ("interpolant-basis '=[[1],[2],[3],[4]]' '=[5,6]' --ring zn:97", "[[[89,1],[50]],[[12,95],[91,1]]]\n"),
        ("interpolant-basis '=[]' '=[]' --ring zn:97 --shift 0", "[[[1]]]\n"),
        ("smith '=[[[1,1],[]],[[],[2,1]]]' --ring zn:97", "[[[1],[]],[[],[2,3,1]]]\n"),
        ("smith '=[[[0,1],[0,0,1],[]],[[1],[0,1],[]]]' --ring gf2", "[[[1],[],[]],[[],[],[]]]\n"),
        (
            "inverse-mod-power '=[[[1,1],[0,1]],[[2],[1]]]' 3 --ring zn:97",
            "[[[1,1,1],[0,96,96]],[[95,95,95],[1,2,2]]]\n",
        ),
        ("weak-popov '=[[[1],[0,1]],[[0,1],[0,0,1]]]' --ring zn:97", "[[[1],[0,1]]]\n"),
        ("weak-popov '=[[[0,2],[0,3]]]' --ring zn:97 --columns", "[[[0,3]]]\n"),
        ("pm-divrem '=[[[1,2,3,4]]]' '=[[[5,1]]]' --ring zn:97", "[[[87,80,4]]]\n[[[51]]]\n"),
        // a divisor of determinant 1: the remainder is 0
        ("pm-divrem '=[[[1],[0,1]]]' '=[[[1],[0,5]],[[],[1]]]' --ring zn:97", "[[[1],[0,93]]]\n[[[],[]]]\n"),
        ("pm-solve '=[[[0,1],[1]],[[1],[0,1]]]' '=[[[1]],[[]]]' --ring zn:97", "[[[0,1]],[[96]]]\n[96,0,1]\n"),
        // in lowest terms, with a denominator of the least degree
        ("pm-solve '=[[[0,0,1],[]],[[],[0,2]]]' '=[[[0,1]],[[0,1]]]' --ring zn:97", "[[[1]],[[0,49]]]\n[0,1]\n"),
        (
            "pm-inverse '=[[[0,1],[2]],[[],[1,1]]]' --ring zn:97 --format human",
            "[[\"x + 1\",\"95\"],[\"0\",\"x\"]]\nx^2 + x\n",
        ),
        ("pm-inverse '=[[[0,1],[1]],[[1],[0,1]]]' --ring gf2", "[[[0,1],[1]],[[1],[0,1]]]\n[1,0,1]\n"),
        ("pm-inverse '=[[[0,2]]]' --ring q", "[[[\"1/2\"]]]\n[0,1]\n"),
        ("pm-inverse '=[]' --ring zn:97", "[]\n[1]\n"),
        ("pm-fraction '=[[[1,1,2,3,5,8]]]' 6 --ring zn:97", "[[[96]]]\n[[[96,1,1]]]\n"),
        ("popov '=[[[0,2],[0,3]]]' --ring zn:97 --columns --shift 5", "[[[0,1]]]\n"),
        ("hermite '=[[[0,2],[0,0,1]],[[1],[3]]]' --ring zn:97 --columns", "[[[0,1],[]],[[49],[91,1]]]\n"),
    ] {
        assert_eq!(output(line), expected, "{line}");
    }
}

/// Tests of forms and bases, each with an operand that passes and one that does not, and the check of each answer.
#[test]
fn tests_by_definition() {
    for (test, passes, fails) in [
        ("is-weak-popov", "'=[[[1],[0,0,1]],[[0,2],[1]]]'", "'=[[[1],[0,1]],[[0,1],[0,0,1]]]'"),
        ("is-weak-popov --shift 0,5", "'=[[[0,1],[]],[[1],[1]]]'", "'=[[[0,1],[1]],[[1],[1]]]'"),
        ("is-weak-popov --columns", "'=[[[1]],[[0,1]]]'", "'=[[[1],[1]]]'"),
        ("is-popov", "'=[[[0,1],[1]],[[2],[0,0,1]]]'", "'=[[[2],[0,0,1]],[[0,1],[1]]]'"),
        ("is-popov --shift 0,9", "'=[[[0,1],[]],[[3],[1]]]'", "'=[[[0,1],[]],[[0,3],[1]]]'"),
        ("is-reduced", "'=[[[0,1],[0,1]],[[0,1],[1]]]'", "'=[[[0,1],[0,1]],[[0,0,1],[1,0,1]]]'"),
        ("is-reduced --shift 1,0", "'=[[[1],[0,1]]]'", "'=[[[0,1],[0,1]],[[0,1],[1]]]'"),
        ("is-reduced", "'=[[[1],[]]]'", "'=[[[1],[]],[[],[]]]'"),
        ("is-hermite", "'=[[[0,1],[1]],[[],[0,0,1]]]'", "'=[[[0,1],[0,0,1]],[[],[0,0,1]]]'"),
        ("is-hermite --columns", "'=[[[0,1],[]],[[1],[0,0,1]]]'", "'=[[[0,1],[1]],[[],[0,0,1]]]'"),
        ("is-unimodular", "'=[[[1],[0,1]],[[],[2]]]'", "'=[[[1],[0,1]],[[],[0,1]]]'"),
        ("is-unimodular", "'=[[[0,1],[1]],[[1,0,1],[0,1]]]'", "'=[[[1],[0,1]]]'"),
        ("is-kernel-basis '=[[[0,1,1]],[[0,0,1]]]'", "'=[[[0,96],[1,1]]]'", "'=[[[0,0,96],[0,1,1]]]'"),
        ("is-kernel-basis '=[[1],[1]]' --shift 0,3", "'=[[[96],[1]]]'", "'=[[[96],[2]]]'"),
        (
            "is-approximant-basis '=[[[1,1]],[[96]]]' 2",
            "'=[[[0,96],[0,96]],[[1],[1,1]]]'",
            "'=[[[0,0,1],[]],[[],[0,0,1]]]'",
        ),
    ] {
        for (matrix, expected) in [(passes, "true\n"), (fails, "false\n")] {
            let line = format!("{test} {matrix} --ring zn:97 --verify");
            assert_eq!(output(&line), expected, "{line}");
        }
    }
}

/// By the algorithms that are predicted at these sizes, over fields with and without points.
#[test]
fn algorithms_of_systems() {
    let matrix = "=[[[1,5,3],[3,0,2]],[[0,1],[1,7,1]]]";
    for ring in ["zn:2^61-1", "zn:2", "gf2^8:0x11b", "gf:5^3", "zn:2^127-1", "q"] {
        let line = format!("pm-inverse '{matrix}' --ring {ring}");
        assert_eq!(output(&format!("{line} --algorithm dixon")), output(&line), "{ring}");
    }
    let folder = desk(&[]);
    let run = |line: &str| {
        let done = polymod(line).current_dir(&folder).assert().success();
        String::from_utf8(done.get_output().stdout.clone()).unwrap()
    };
    run("gen matrix --rows 12 --degree 9 --ring zn:2^61-1 -o a.json");
    run("gen matrix --rows 12 --cols 1 --degree 12 --ring zn:2^61-1 --seed 2 -o b.json");
    let line = "pm-solve a.json b.json --ring zn:2^61-1";
    let expected = run(line);
    for algorithm in ["dixon", "points"] {
        assert_eq!(run(&format!("{line} --verify --algorithm {algorithm}")), expected, "{algorithm}");
    }
}

#[test]
fn what_is_refused() {
    for (line, code, reason) in [
        ("matmul '=[[[1,2],[3]]]' '=[[1]]'", 2, "1 by 2 and 1 by 1"),
        ("det '=[[[1],[2]]]' --ring zn:97", 2, "square"),
        ("rank '=[[[1]]]'", 2, "rank of polynomials is not defined over z"),
        ("popov '=[[[2]]]' --ring zn:6", 1, "2 divides both"),
        ("popov '=[[[2]]]' --ring zn:97 --shift 1,2", 2, "a shift: expected length 1, got 2"),
        ("kernel-basis '=[[[2]]]' --ring zn:97 --shift x", 2, "invalid value"),
        ("approximant-basis '=[[[2]]]' -1 --ring zn:97", 2, "non-negative"),
        ("approximant-basis '=[[[2]]]' 9999999999999 --ring zn:97", 2, "--memory"),
        ("hermite '=[[1]]'", 2, "hermite is not defined over z"),
        ("interpolant-basis '=[[1],[2],[3]]' '=[1,2]' --ring zn:97", 2, "the rows of blocks at points"),
        ("interpolant-basis '=[[1],[2]]' '=[1,2]' --ring zn:97 --shift 1,2", 2, "a shift: expected length 1, got 2"),
        ("inverse-mod-power '=[[[0,1],[1]],[[0],[0,1]]]' 3 --ring zn:97", 1, "singular"),
        ("inverse-mod-power '=[[[1],[1]]]' 3 --ring zn:97", 2, "square"),
        ("pm-divrem '=[[[1]]]' '=[[[]]]' --ring zn:97", 1, "singular"),
        ("pm-divrem '=[[[1]]]' '=[[[1],[2]],[[3],[4]]]' --ring zn:97", 2, "1 by 1 and 2 by 2"),
        ("pm-solve '=[[[1]]]' '=[[[1]],[[2]]]' --ring zn:97", 2, "1 by 1 and 2 by 1"),
        ("pm-solve '=[[[0,1],[1]],[[0,1],[1]]]' '=[[[1]],[[2]]]' --ring zn:97", 1, "singular"),
        ("pm-inverse '=[[[1],[1]]]' --ring zn:97", 2, "square"),
        ("pm-fraction '=[[[0,1]]]' 2 --ring zn:97", 1, "invertible at 0"),
        ("popov '=[[[0,2],[0,3]]]' --ring zn:97 --columns --shift 5,6", 2, "a shift: expected length 1, got 2"),
        ("pm-inverse '=[[[]]]' --ring zn:97", 1, "singular"),
        ("is-popov '=[[[2]]]' --ring zn:97 --shift 1,2", 2, "a shift: expected length 1, got 2"),
        ("is-hermite '=[[1]]'", 2, "is-hermite is not defined over z"),
        ("pm-inverse '=[[[1]]]' --ring zn:97 --algorithm high-order", 2, "these do: dixon, points"),
    ] {
        let said = complaint(polymod(line), code);
        assert!(said.contains(reason), "{line}: {said}");
    }
}

#[test]
fn results_are_checked() {
    let matrix = "'=[[[1,5],[3,0,2],[4]],[[0,1],[7],[2,2,2]]]'";
    for ring in ["zn:2^61-1", "zn:7", "gf2^8:0x11b"] {
        for verb in [
            format!("matmul {matrix} '=[[[1]],[[2,3]],[[0,0,4]]]'"),
            format!("transpose {matrix}"),
            "det '=[[[1,5],[3,0,2]],[[0,1],[7]]]'".to_owned(),
            format!("rank {matrix}"),
            format!("approximant-basis {matrix} 5"),
            "kernel-basis '=[[[1,5]],[[3,0,2]],[[4]]]' --shift 3,0,1".to_owned(),
            format!("popov {matrix} --shift 0,2,-1"),
            format!("weak-popov {matrix} --shift 0,2,-1"),
            format!("weak-popov {matrix} --columns --shift 0,2"),
            format!("hermite {matrix}"),
            format!("smith {matrix}"),
            "interpolant-basis '=[[1,2],[3,4],[5,6],[1,1],[0,3],[2,2]]' '=[3,5]' --shift 0,2,1".to_owned(),
            "inverse-mod-power '=[[[1,5],[3,0,2]],[[0,1],[1]]]' 12".to_owned(),
            "pm-divrem '=[[[1,5,1,1],[3,0,2]],[[0,1],[1]]]' '=[[[0,1],[0,2]],[[1,1],[3,2]]]'".to_owned(),
            "pm-solve '=[[[1,5,1,1],[3,0,2]],[[0,1],[1]]]' '=[[[0,1]],[[1,1]]]'".to_owned(),
            "pm-inverse '=[[[0,1],[3,0,2]],[[0,1],[1]]]'".to_owned(),
            "pm-fraction '=[[[1,1,2,3,5,8]]]' 6".to_owned(),
            format!("popov {matrix} --columns --shift 0,2"),
            format!("hermite {matrix} --columns"),
        ] {
            let line = format!("{verb} --ring {ring} --verify");
            let run = polymod(&line).assert().success();
            let said = String::from_utf8(run.get_output().stderr.clone()).unwrap();
            assert!(said.starts_with("verified: "), "{line}: {said}");
        }
    }
}

#[test]
fn random_matrices_of_polynomials() {
    let a = output("gen matrix --rows 3 --cols 2 --degree 4 --ring zn:97 --seed 5");
    assert_eq!(a, output("gen matrix --rows 3 --cols 2 --row-degrees 4,4,4 --ring zn:97 --seed 5"));
    assert_ne!(a, output("gen matrix --rows 3 --cols 2 --degree 4 --ring zn:97 --seed 6"));
    assert_eq!(output("gen matrix --rows 0 --degree 4 --ring zn:97"), "[]\n");
    for (shape, rank) in [("--rows 4 --cols 3 --degree 5", 2), ("--rows 3 --row-degrees 0,3,1", 1), ("--rows 5", 3)] {
        for ring in ["zn:97", "zn:2^127-1", "gf2", "gf2^8:0x11b"] {
            let a = output(&format!("gen matrix {shape} --rank {rank} --ring {ring}"));
            let folder = desk(&[("a", a.as_bytes())]);
            let done = polymod(&format!("rank a --ring {ring}")).current_dir(&folder).assert().success();
            assert_eq!(done.get_output().stdout, format!("{rank}\n").as_bytes(), "{shape} over {ring}: {a}");
        }
    }
    // over z, and in other formats
    assert!(output("gen matrix --rows 2 --degree 1 --bits 8").starts_with("[[["));
    assert!(output("gen matrix --rows 2 --degree 1 --ring zn:97 --format human").contains("x"));
    for (line, reason) in [
        ("gen matrix --rows 3 --row-degrees 1,2", "--row-degrees: expected 3 degrees, one for each row, found 2"),
        ("gen matrix --rows 3 --degree 1 --row-degrees 1,2,3", "--row-degrees"),
        ("gen matrix --rows 3 --cols 2 --rank 3 --ring zn:97", "a rank: expected at most"),
        ("gen matrix --rows 3 --degree 10000000000 --memory 1M", "gen matrix needs"),
    ] {
        let said = complaint(polymod(line), 2);
        assert!(said.contains(reason), "{line}: {said}");
    }
}

#[test]
fn files_of_three_dimensions() {
    let folder = desk(&[]);
    let run = |line: &str| {
        let done = polymod(line).current_dir(&folder).assert().success();
        String::from_utf8(done.get_output().stdout.clone()).unwrap()
    };
    for ring in ["zn:97", "zn:2^100", "z"] {
        run(&format!("transpose '=[[[1,2,3],[4]],[[],[5]]]' --ring {ring} -o a.npy --format npy"));
        assert_eq!(run(&format!("transpose a.npy --ring {ring} --format json")), "[[[1,2,3],[4]],[[],[5]]]\n");
    }
    let mut flat = polymod("inverse a.npy --ring zn:97");
    flat.current_dir(&folder);
    assert!(complaint(flat, 2).contains("an integer"));
}
