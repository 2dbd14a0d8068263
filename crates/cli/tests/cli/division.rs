//! Divisions, power series and powers modulo a polynomial, on the command line.

use super::{complaint, desk, output, polymod};

#[test]
fn results_of_divisions() {
    for (line, expected) in [
        ("divrem '=x^3 + 2*x + 5' '=2*x + 1' --ring zn:97", "49*x^2 + 24*x + 86\n16\n"),
        ("divrem =[1,2] =[5,6,7] --ring zn:97", "[]\n[1,2]\n"),
        ("divrem =0 =x", "0\n0\n"),
        ("quo =[-1,0,1] =[1,1]", "[-1,1]\n"),
        ("rem =[-1,0,1] =[1,1]", "[]\n"),
        ("rem '=x^3' '=2*x + 1' --ring zn:9", "1\n"),
        ("pseudo-divrem =[1,0,1] =[1,2]", "[-1,2]\n[5]\n"),
        ("pseudo-divrem =[1,2,3] =[1,6] --ring zn:15", "[9,3]\n[12]\n"),
        ("pow-mod =x 1000000000000 '=x^2 + x + 1' --ring zn:97", "x\n"),
        ("pow-mod =x 0 '=5' --ring zn:97", "0\n"),
        ("pow-mod =[1,1] 8 =[1,0,1]", "[16]\n"),
    ] {
        assert_eq!(output(line), expected, "{line}");
    }
}

#[test]
fn results_of_series() {
    for (line, expected) in [
        ("inv-series '=1 - x - x^2' 10", "55*x^9 + 34*x^8 + 21*x^7 + 13*x^6 + 8*x^5 + 5*x^4 + 3*x^3 + 2*x^2 + x + 1\n"),
        ("inv-series =[2,1] 3 --ring zn:9", "[5,2,8]\n"),
        ("inv-series =[0,1] 0 --ring zn:97", "[]\n"),
        ("log-series =[1,1] 4 --ring zn:97", "[0,1,48,65]\n"),
        ("log-series =[1,0,1] 3 --ring zn:2", "[0,0,1]\n"),
        ("exp-series =[0,1] 5 --ring zn:97", "[1,1,49,81,93]\n"),
        ("exp-series =[0,0,0,1] 6 --ring zn:3", "[1,0,0,1]\n"),
        ("sqrt-series =[1,-4] 6", "[1,-2,-2,-4,-10,-28]\n"),
        ("sqrt-series =[0,0,9] 6 --ring zn:97", "[0,3]\n"),
        ("sqrt-series =[2,1] 2 --ring zn:7", "[3,6]\n"),
        ("pow-series =[1,1] -2 5", "[1,-2,3,-4,5]\n"),
        ("pow-series =[0,1] 0 3", "[1]\n"),
        ("pow-series =[1,1] 100000000000000000000000000000000000001 2 --ring zn:97", "[1,96]\n"),
        ("pow-series =[0,1] 99999999999999999999 3", "[]\n"),
        ("pow-series =[1,1] 3 2 --ring gf2^8:0x11b", "[1,1]\n"),
        ("pow-series =[1,1] -3 5 --ring gf2^8:0x11b", "[1,1,0,0,1]\n"),
        ("pow-series =[3,1] 300 4 --ring gf2^8:0x11b", "[171]\n"),
        ("pow-series =[1,0,1] 100000000000000000000000000000001 4 --ring gf2^8:0x11b", "[1,0,1]\n"),
    ] {
        assert_eq!(output(line), expected, "{line}");
    }
}

#[test]
fn the_mathematics_may_say_no() {
    for (line, reason) in [
        ("divrem =[1,2,3] =[] --ring zn:97", "division by zero"),
        ("divrem =[1,2,3] =[1,2] --ring zn:6", "2 divides both"),
        ("divrem =[1,0,1] =[0,2]", "1 is not divisible by 2"),
        ("rem =[1,2,3] =[1,340282366920938463463374607431768211456] --ring zn:2^200", "divides both"),
        ("pow-mod =x 5 =0 --ring zn:97", "division by zero"),
        ("pow-mod =x -1 =x --ring zn:97", "0 has no inverse modulo a polynomial of degree 1"),
        ("inv-series =[0,1] 4 --ring zn:97", "no inverse"),
        ("inv-series =[2,1] 4", "2 has no inverse in Z"),
        ("inv-series =[] 4", "0 has no inverse in Z"),
        ("inv-series =[0,1] 4 --ring gf2^8:0x11b", "0 has no inverse modulo 0x11b"),
        ("log-series =[2,1] 4 --ring zn:97", "expected 1 as constant term, got 2"),
        ("log-series =[1,1] 4", "not divisible by 2"),
        (
            "exp-series =[0,1] 5 --ring zn:3",
            "the division by 3 does not exist modulo 3, where it has no inverse: 3 divides both",
        ),
        ("log-series =[1,1,1] 20 --ring zn:7", "the division by 7 does not exist modulo 7"),
        ("log-series =[1,1,1] 20 --ring gf2", "the division by 2 does not exist modulo 2"),
        ("integral =[1,1,1,1] --ring zn:2", "the division by 2 does not exist modulo 2"),
        ("integral =[1,0,0,1] --ring gf2", "the division by 4 does not exist modulo 2"),
        ("integral =[1,1,1,1] --ring gf2^8:0x11b", "the division by 2 does not exist modulo 2"),
        ("integral =[1,1,1,1] --ring zn:6", "2 has no inverse modulo 6: 2 divides both"),
        (
            "integral =[0,0,0,0,0,0,0,1] --ring zn:6",
            "the division by 8 does not exist modulo 6, where it has no inverse: 2 divides both",
        ),
        ("sqrt-series =[17] 3 --ring zn:2^64", "2 has no inverse modulo 18446744073709551616: 2 divides both"),
        ("sqrt-series =[6] 3 --ring zn:3*2^70", "6 divides both"),
        ("sqrt-series =[2] 3 --ring zn:(2^61-1)^2", "takes the prime factors of the modulus"),
        ("sqrt-series =[2] 3 --ring zn:7*(2^89-1)", "7 divides it"),
        ("exp-series =[1,1] 5 --ring zn:97", "expected 0 as constant term"),
        ("sqrt-series =[0,1] 5 --ring zn:97", "even lowest degree"),
        ("sqrt-series =[5,1] 5 --ring zn:97", "expected a square"),
        ("sqrt-series =[1,1] 5 --ring zn:6", "2 divides both"),
        ("pow-series =[0,1] -1 5 --ring zn:97", "no inverse"),
    ] {
        let said = complaint(polymod(line), 1);
        assert!(said.contains(reason), "{line}: {said}");
    }
    for (line, reason) in [
        ("inv-series =[1,1] 1000000000000000000 --ring zn:97", "--memory"),
        ("inv-series =[1,1] -3 --ring zn:97", "non-negative"),
        ("divrem =[1] =[1] --ring zn:97 --algorithm ntt", "these do: schoolbook"),
        ("xgcd =[1] =[1] --ring zn:97 --algorithm ntt", "these do: euclid"),
        ("gcd =[1] =[1] --ring zn:97 --algorithm crt", "these do: euclid"),
        ("divrem =[1,2,3] =[1,2] --ring z --algorithm newton", "these do: schoolbook"),
    ] {
        let said = complaint(polymod(line), 2);
        assert!(said.contains(reason), "{line}: {said}");
    }
}

#[test]
fn divisions_and_series_verify_over_every_ring() {
    let mut checked = 0;
    for ring in ["z", "zn:2", "zn:6", "zn:97", "zn:2^61-1", "zn:18446744073709551615", "zn:2^127-1"] {
        for line in [
            "divrem =[1,2,3,4,5,6] =[4,5,1]",
            "divrem =[1,2] =[4,5,1]",
            "quo =[1,2,3,4,5,6] =[4,5,1]",
            "rem =[1,2,3,4,5,6] =[4,5,1]",
            "pseudo-divrem =[1,2,3,4,5,6] =[4,5,2]",
            "pow-mod =[1,2,3,4] 25 =[4,5,1]",
            "inv-series =[1,2,3] 9",
            "log-series =[1,0,0,1] 5",
            "exp-series =[0,0,0,1] 5",
            "sqrt-series =[1] 5",
            "pow-series =[1,2,3] 21 9",
            "pow-series =[1,2,3] -3 9",
        ] {
            // 1/2 is no part of any other
            if line.starts_with("sqrt") && matches!(ring, "zn:6") || line.starts_with("pseudo") && ring == "zn:2" {
                continue;
            }
            let done = polymod(line).args(["--ring", ring, "--verify"]).assert().success();
            let said = String::from_utf8(done.get_output().stderr.clone()).unwrap();
            assert!(said.starts_with("verified: ") && said.contains(" error"), "{line} over {ring}: {said}");
            checked += 1;
        }
    }
    assert_eq!(checked, 7 * 12 - 2);
}

#[test]
fn two_results_go_to_one_file_or_to_two() {
    let folder = desk(&[("a.json", b"[1,2,3,4]"), ("b.json", b"[1,1]")]);
    let line = "divrem a.json b.json --ring zn:97";
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("it was written");
    polymod(&format!("{line} -o both")).current_dir(&folder).assert().success().stdout("");
    assert_eq!(read("both"), "[3,96,4]\n[95]\n");
    polymod(&format!("{line} -o q -o r")).current_dir(&folder).assert().success();
    assert_eq!((read("q"), read("r")), ("[3,96,4]\n".into(), "[95]\n".into()));
    polymod(&format!("{line} -o q.npy -o r.npy --format npy")).current_dir(&folder).assert().success();
    polymod("neg r.npy --ring zn:97 --format json").current_dir(&folder).assert().success().stdout("[2]\n");
    for (options, reason) in [("-o 1 -o 2 -o 3", "2 results for 3 files"), ("-o one.npy --format npy", "one result")] {
        let mut failing = polymod(&format!("{line} {options}"));
        failing.current_dir(&folder);
        let said = complaint(failing, 2);
        assert!(said.contains(reason), "{options}: {said}");
    }
    assert!(!folder.path().join("1").exists() && !folder.path().join("one.npy").exists());
}

#[test]
fn algorithms_agree_and_are_explained() {
    let explained = |line: &str| {
        let done = polymod(line).args(["--threads", "1"]).env("POLYMOD_ISA", "scalar").assert().success();
        let output = done.get_output();
        [&output.stdout, &output.stderr].map(|bytes| String::from_utf8(bytes.clone()).unwrap())
    };
    let operand =
        |degree: usize| super::output(&format!("gen poly --degree {degree} --ring zn:2^61-1 --seed {degree}"));
    let folder = super::desk(&[("a", operand(3000).as_bytes()), ("b", operand(900).as_bytes())]);
    let path = |name| folder.path().join(name).display().to_string();
    let line = format!("divrem {} {} --ring zn:2^61-1 --explain", path("a"), path("b"));
    let [results, table] = explained(&line);
    assert!(
        table.starts_with("division over zn:2305843009213693951, 2101 coefficients by a divisor of 901: "),
        "{table}"
    );
    for algorithm in ["schoolbook", "halves", "newton", "blocks"] {
        let [again, table] = explained(&format!("{line} --algorithm {algorithm}"));
        assert!(results == again, "{algorithm}");
        assert!(table.contains(&format!("* {algorithm} ")), "{table}");
        assert_eq!(table.contains("\n  product over"), algorithm != "schoolbook", "{table}");
    }
}
