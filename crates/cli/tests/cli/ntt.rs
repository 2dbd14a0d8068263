//! The verb `ntt`: conventions, directions, roots, refusals.

use super::{complaint, desk, output, polymod};
use polymod::core::cpu::{Target, host};

#[test]
fn values_in_natural_order() {
    for (line, expected) in [
        ("=[1,2,3,4] --ring zn:17 --length 4 --root 4", "[10,7,15,6]"),
        ("=[0,1] --ring zn:17 --length 4 --root 2 --negacyclic", "[2,8,15,9]"),
        // 3 is the least h for which h^4 has the order 4
        ("=[1,1] --ring zn:17 --length 4", "[2,14,0,5]"),
        ("=[1,0,1,0,0] --ring zn:31", "[2,5,17,3,9]"),
        ("=[1,2] --ring zn:15 --root -1", "[3,14]"),
        ("=[5] --ring zn:2", "[1]"),
        ("=[] --ring zn:17 --length 2", "[0,0]"),
        ("=[0,0] --ring zn:17", "[0,0]"),
    ] {
        assert_eq!(output(&format!("ntt {line}")), format!("{expected}\n"), "{line}");
    }
    // modulo 2^127 − 1, 2 has the order 127
    let values = output("ntt =[0,1] --ring zn:2^127-1 --length 127 --root 2 --format list");
    let powers: Vec<_> = (0..127).map(|i| (1u128 << i).to_string()).collect();
    assert_eq!(values.split_whitespace().collect::<Vec<_>>(), powers);
}

#[test]
fn there_and_back_in_every_format() {
    let folder = desk(&[("a.json", b"[3,1,4,1,5,0]"), ("a.list", b"3 1 4 1 5 0")]);
    let run = |line: &str| {
        let done = polymod(line).current_dir(&folder).assert().success();
        String::from_utf8(done.get_output().stdout.clone()).unwrap()
    };
    for wrap in ["", "--negacyclic"] {
        for ring in ["zn:97", "zn:2^64-2^32+1", "zn:bls12-381-fr", "zn:7*13*19 --root 563"] {
            if ring.contains("root") && !wrap.is_empty() {
                continue;
            }
            for (file, expected) in [("a.json", "[3,1,4,1,5,0]\n"), ("a.list", "3 1 4 1 5 0\n")] {
                let values = run(&format!("ntt {file} --ring {ring} {wrap} --verify"));
                std::fs::write(folder.path().join("values"), &values).unwrap();
                assert_eq!(run(&format!("ntt values --ring {ring} {wrap} --inverse --verify")), expected, "{ring}");
            }
            run(&format!("ntt a.json --ring {ring} {wrap} -o values.npy --format npy"));
            let back = run(&format!("ntt values.npy --ring {ring} {wrap} --inverse --format json"));
            assert_eq!(back, "[3,1,4,1,5,0]\n", "{ring} by way of npy");
        }
    }
    // the order applies to coefficients, not to values
    assert_eq!(run("ntt =[1,2] --ring zn:17 --order desc"), "[3,1]\n");
    assert_eq!(run("ntt =[3,1] --ring zn:17 --order desc --inverse"), "[1,2]\n");
    assert_eq!(run("ntt =x+1 --ring zn:17 --length 4"), "[2,14,0,5]\n");
}

#[test]
fn no_such_transform() {
    for (line, code, holds) in [
        ("=[1] --ring zn:17 --length 4 --root 4 --negacyclic", 1, "no principal root of unity of order 8"),
        ("=[1] --ring zn:17 --length 3", 1, "no element has order 3 modulo 17"),
        ("=[1,2] --ring zn:17 --root 4", 1, "its power 2 is not 1"),
        ("=[0,1,0] --ring zn:2^127-1 --root 1", 1, "its power 1 is 1"),
        ("=[1,2] --ring zn:15 --root 4", 1, "3 divides both"),
        ("=[1] --ring zn:85 --length 8 --root 2", 1, "5 divides both"),
        ("=[1] --ring zn:2^127-1 --length 5", 1, "no element has order 5"),
        ("=[1,2,3] --ring zn:17 --length 2", 2, "expected length 2, got 3"),
        ("=[1,2,0] --ring zn:17 --length 2", 2, "expected length 2, got 3"),
        ("=[1,2,3] --ring zn:17 --length 2 --inverse", 2, "expected length 2, got 3"),
        ("=[1,2] --ring zn:85", 2, "--root is required"),
        ("=[1] --ring zn:2^127-3 --length 4", 2, "--root is required"),
        ("=[1,2]", 2, "ntt is not defined over z"),
        ("=[1,2] --root 1", 2, "ntt is not defined over z"),
        ("=[] --ring zn:17", 2, "--length"),
        ("=[1] --ring zn:17 --length 0", 2, "--length"),
        ("=[1] --ring zn:17 --length 1000000000000000", 2, "--memory"),
        ("=[1] --ring zn:17 --root abc", 2, "abc"),
        ("- --ring zn:17 --root -", 2, "standard input"),
        ("=[1,2,3] --ring zn:97 --algorithm portable", 2, "these do: bluestein"),
        ("=[1,2] --ring zn:97 --algorithm six-step", 2, "these do: portable, bluestein"),
        ("=[1,2] --ring zn:97 --algorithm karatsuba", 2, "these do: portable, bluestein"),
        ("=[1,2] --ring zn:97 --low 3", 2, "--low"),
        ("=[1,2] --ring zn:97 --radix 4", 2, "--radix is for --algorithm stockham or six-step"),
        ("=[1,2] --ring zn:97 --radix 5 --algorithm six-step", 2, "2, 4 or 8"),
        ("=[1,2] --ring zn:97 --radix 9 --algorithm six-step", 2, "from 2 to 8"),
        ("=[1,2] --ring zn:97 --radix 4 --algorithm tree", 2, "these do: stockham, six-step, montgomery"),
        ("=[1,2] --ring zn:97 --algorithm six-step:barrett", 2, "six-step:shoup, six-step:montgomery"),
        ("=[1,2] --ring zn:97 --algorithm six-step:shoup", 2, "'six-step:shoup' does not apply"),
        ("=[1,2] --ring zn:97 --algorithm magic:shoup", 2, "'magic' does not apply"),
        ("=[1,2] --ring zn:97 --algorithm bluestein --radix 2", 2, "'bluestein' does not apply"),
    ] {
        let said = complaint(polymod(&format!("ntt {line}")), code);
        assert!(said.contains(holds), "ntt {line}: {said}");
    }
}

#[test]
fn algorithms_agree_and_are_explained() {
    let explained = |line: &str| {
        let done = polymod(line).args(["--threads", "1"]).env("POLYMOD_ISA", "scalar").assert().success();
        let output = done.get_output();
        let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8(bytes.clone()).unwrap());
        (out, err)
    };
    let line = "ntt =[1,2,3,4] --ring zn:97 --explain --negacyclic";
    let (values, table) = explained(line);
    assert!(table.starts_with("negacyclic transform over zn:97, 4 values: portable (root 64)\n"), "{table}");
    assert!(table.contains("* portable") && table.contains("  bluestein"), "{table}");
    let (again, table) = explained(&format!("{line} --algorithm bluestein"));
    assert_eq!(values, again);
    assert!(table.contains("* bluestein") && table.contains("\n  product over zn:97, 4 by 7 coeff"), "{table}");
    let (_, table) = explained("ntt =[1,2,3] --ring zn:97 --explain --inverse");
    assert!(table.starts_with("inverse transform over zn:97, 3 values: bluestein") && !table.contains("portable"));
}

#[test]
fn verified_with_what_was_checked() {
    let verified = |line: &str| {
        let done = polymod(&format!("ntt {line} --verify -o /dev/null")).assert().success();
        String::from_utf8(done.get_output().stderr.clone()).unwrap()
    };
    assert!(verified("=[1,2,3] --ring zn:97").contains("every"), "small fields are recomputed");
    assert!(verified("=[1,2,3] --ring zn:2^61-1 --inverse").contains("error probability below 2^-"));
    assert!(verified("=[1,2,3] --ring zn:bls12-381-fr --negacyclic").contains("equal at 1 random point"));
}

/// Takahashi's method and its parts: the same values by each arithmetic and radix, on one thread and on two, both ways.
#[test]
fn each_arithmetic_and_radix_gives_the_same_values() {
    let line = "ntt =[1,2,3] --ring zn:4611686018326724609 --length 8192";
    let expected = output(line);
    let folder = desk(&[("values.json", expected.as_bytes())]);
    for way in
        ["six-step:shoup", "six-step:montgomery --radix 2", "six-step --radix 4", "stockham:montgomery --radix 8"]
    {
        let line = format!("{line} --algorithm {way} --threads 2 --explain --verify");
        // without vectors there is the portable transform alone
        if host().target == Target::SCALAR {
            assert!(complaint(polymod(&line), 2).contains("these do: portable, bluestein"));
            continue;
        }
        let done = polymod(&line).assert().success();
        let [out, err] = [&done.get_output().stdout, &done.get_output().stderr];
        assert!(*out == expected.as_bytes(), "{way}");
        let err = String::from_utf8_lossy(err);
        for (part, said) in
            [("shoup", "arithmetic shoup"), ("montgomery", "arithmetic montgomery"), ("radix 4", "radix 4")]
        {
            assert!(!way.contains(part) || err.contains(said), "{way}: {err}");
        }
        let line = format!("ntt values.json --ring zn:4611686018326724609 --inverse --algorithm {way}");
        let back = polymod(&line).current_dir(&folder).assert().success();
        assert!(back.get_output().stdout.starts_with(b"[1,2,3,0,0,"), "{way}: the inverse");
    }
}
