//! Results: every verb over every kind of ring, every format.

use super::{complaint, desk, output, polymod};

/// A ring of each kind: Z, the field of two elements, composite, prime, a modulus near 2^64, several words.
const RINGS: [&str; 7] = [
    "z",
    "zn:2",
    "zn:6",
    "zn:97",
    "zn:2^61-1",
    "zn:18446744073709551615",
    "zn:170141183460469231731687303715884105727",
];

#[test]
fn every_verb_over_z() {
    for (line, expected) in [
        ("add '=x^2 + 1' '=-x^2 + x'", "x + 1\n"),
        ("add =[1,2] =[-1,-2]", "[]\n"),
        ("sub =[1] =[0,0,5]", "[1,0,-5]\n"),
        ("mul '=x^2 - 1' '=x + 2'", "x^3 + 2*x^2 - x - 2\n"),
        ("mul =x+1 =x-1 =x+2 =x-2", "x^4 - 5*x^2 + 4\n"),
        ("mul =[1,2,3] =[4,5,6] --cyclic 3", "[31,31,28]\n"),
        ("mul =[1,2,3] =[4,5,6] --negacyclic 3", "[-23,-5,28]\n"),
        ("mul =[1,2,3] =[4,5,6] --cyclic 1", "[90]\n"),
        ("mul =[1,2,3] =[4,5,6] --low 2", "[4,13]\n"),
        ("mul =[1,2,3] =[4,5,6] --low 0", "[]\n"),
        ("mul =[1,2,3] =[4,5,6] --low 1000000000000000000", "[4,13,28,27,18]\n"),
        ("mul =[1,2,3] =[4,5,6] --middle 1:4", "[13,28,27]\n"),
        ("mul =[1,1] =[1,1] =[1,1] =[1,1] --middle 2:4", "[6,4]\n"),
        ("mul =[1,1] =[1,1] =[1,1] =[1,1] --cyclic 2", "[8,8]\n"),
        ("neg =[1,-2]", "[-1,2]\n"),
        ("sqr '=[1 -2 3]'", "1 -4 10 -12 9\n"),
        ("sqr =[1,1,1] --negacyclic 2", "[-1]\n"),
        ("pow =x+1 5", "x^5 + 5*x^4 + 10*x^3 + 10*x^2 + 5*x + 1\n"),
        ("pow =x-1 =3", "x^3 - 3*x^2 + 3*x - 1\n"),
        ("pow =0 0", "1\n"),
        ("pow =-1 99999999999999999999999999", "-1\n"),
        ("pow =0 99999999999999999999999999", "0\n"),
        ("pow =x 3000000", &format!("x^{}\n", 3_000_000)),
        ("eval =[1,2,3] -5", "66\n"),
        ("eval '=x^2 - 2' 1000000000000000000000", "999999999999999999999999999999999999999998\n"),
        ("eval =x^2 0x10", "256\n"),
        ("eval =0 7", "0\n"),
        ("derivative =x^3-x", "3*x^2 - 1\n"),
        ("integral '=3*x^2 + 2*x'", "x^3 + x^2\n"),
        ("integral =0", "0\n"),
        ("reverse =[1,2,3]", "[3,2,1]\n"),
        ("reverse =[0,0,1]", "[1]\n"),
    ] {
        assert_eq!(output(line), expected, "{line}");
    }
}

#[test]
fn every_verb_verifies_over_every_ring() {
    let mut checked = 0;
    for ring in RINGS {
        for line in [
            "add =[1,2,3] =[4,5]",
            "sub =[1,2,3] =[4,5]",
            "mul =[1,2,3] =[4,5] =[6,7,8]",
            "mul =[1,2,3] =[4,5] --cyclic 3",
            "mul =[1,2,3,4] =[4,5,6] --middle 2:4",
            "neg =[1,2,3]",
            "sqr =[1,2,3,4,5,6,7]",
            "sqr =[1,2,3,4,5,6,7] --negacyclic 4",
            "pow =[1,2,1] 9",
            "pow =[3] 0",
            "eval =[1,2,3,4] 5",
            "derivative =[1,2,3,4]",
            "integral =[5,0]",
            "reverse =[0,1,2,3]",
        ] {
            let done = polymod(line).args(["--ring", ring, "--verify"]).assert().success();
            let said = String::from_utf8(done.get_output().stderr.clone()).unwrap();
            assert!(said.starts_with("verified: ") && said.contains(" error"), "{line} over {ring}: {said}");
            checked += 1;
        }
    }
    assert_eq!(checked, 14 * RINGS.len());
}

#[test]
fn residues_are_least_and_not_negative() {
    for (line, expected) in [
        ("mul =[100,-1] =[1] --ring zn:97", "[3,96]\n"),
        ("neg =[0,1] --ring zn:97", "[0,96]\n"),
        ("mul =[2] =[3] --ring zn:6", "[]\n"),
        ("sqr =18446744073709551614 --ring zn:18446744073709551615", "1\n"),
        ("mul =5 =7 --ring zn:0x8", "3\n"),
        (
            "neg =1 --ring zn:bn254-fr",
            "21888242871839275222246405745257275088548364400416034343698204186575808495616\n",
        ),
        ("pow =3 99999999999999999999999 --ring zn:97", "85\n"),
        ("eval =[1,2,3] 9 --ring zn:7", "3\n"),
        ("derivative =[5,1,1,1] --ring zn:3", "[1,2]\n"),
        ("integral =[1,1] --ring zn:97", "[0,1,49]\n"),
    ] {
        assert_eq!(output(line), expected, "{line}");
    }
}

#[test]
fn results_have_the_first_operands_format_unless_one_is_named() {
    let folder = desk(&[("a.json", b"[1,2]"), ("b.txt", b"3 4"), ("h", b"x - 1"), ("f", b"3  1 0 5")]);
    for (line, expected) in [
        ("add a.json b.txt", "[4,6]\n"),
        ("add b.txt a.json", "4 6\n"),
        ("add h a.json", "3*x\n"),
        ("add a.json b.txt --format human", "6*x + 4\n"),
        ("sub a.json a.json --format list", "0\n"),
        ("sub a.json a.json --format human", "0\n"),
        ("add a.json b.txt --order desc", "[4,6]\n"),
        ("add =[1,0,0] =[1,1] --order desc", "[1,1,1]\n"),
        ("neg f --input-format flint", "3  -1 0 -5\n"),
    ] {
        let done = polymod(line).current_dir(&folder).assert().success();
        assert_eq!(String::from_utf8_lossy(&done.get_output().stdout), expected, "{line}");
    }
    // through a NumPy array and back
    polymod("add a.json b.txt -o c.npy --format npy").current_dir(&folder).assert().success().stdout("");
    polymod("neg c.npy --format json").current_dir(&folder).assert().success().stdout("[-4,-6]\n");
    polymod("eval c.npy 10 -o p.npy").current_dir(&folder).assert().success();
    polymod("eval a.json p.npy").current_dir(&folder).assert().success().stdout("129\n");
}

#[test]
fn the_mathematics_may_say_no() {
    let over = |line: &str| complaint(polymod(line), 1);
    assert!(over("integral =x").contains("1 is not divisible by 2"));
    let line = over("integral =x^2 --ring zn:6");
    assert!(line.contains("no inverse modulo 6") && line.contains("3 divides both"), "{line}");
    assert!(over("integral =x^96 --ring zn:97").contains("97"));
    let few = polymod("primes --bits 10 --two-adicity 8 --count 5").assert().code(1).stdout("769\n257\n");
    assert!(String::from_utf8_lossy(&few.get_output().stderr).contains("only 2"));
}

#[test]
fn constants_have_powers_of_any_size() {
    let huge = format!("1{}", "0".repeat(400));
    // the order of 3 modulo 97 is 48, and 10^400 = 16 modulo 48
    assert_eq!(output(&format!("pow =3 {huge} --ring zn:97 --verify")), output("pow =3 16 --ring zn:97"));
    assert_eq!(output(&format!("pow =-1 {huge}")), "1\n");
    for line in [format!("pow =x {huge} --ring zn:97"), format!("pow =2 {huge}")] {
        assert!(complaint(polymod(&line), 2).contains("pow needs"), "{line}");
    }
}

#[test]
fn generated_polynomials() {
    assert_eq!(output("gen poly --degree 5 --ring zn:2 --seed 3"), output("gen poly --degree 5 --ring zn:2 --seed 3"));
    assert_ne!(output("gen poly --degree 50 --seed 3"), output("gen poly --degree 50 --seed 4"));
    for ring in ["z --bits 3", "zn:2", "zn:97", "zn:bls12-381-fq"] {
        for degree in [0, 1, 40] {
            let line = format!("gen poly --degree {degree} --ring {ring}");
            let json = output(&line);
            let coefficients: Vec<&str> = json.trim_matches(['[', ']', '\n']).split(',').collect();
            assert_eq!(coefficients.len(), degree + 1, "{line}");
            assert_ne!(coefficients[degree], "0", "{line}");
            let list = output(&format!("{line} --format list"));
            assert_eq!(list.split_whitespace().collect::<Vec<_>>(), coefficients, "{line}");
            let mut reversed = coefficients.clone();
            reversed.reverse();
            assert_eq!(output(&format!("{line} --order desc")), format!("[{}]\n", reversed.join(",")), "{line}");
        }
    }
    let small = output("gen poly --degree 2000 --bits 2");
    let values: std::collections::BTreeSet<&str> = small.trim_matches(['[', ']', '\n']).split(',').collect();
    assert_eq!(values, ["-3", "-2", "-1", "0", "1", "2", "3"].into());
}

#[test]
fn sample_files_are_what_they_say() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    for (name, degree, seed) in [("a", 4000, 1), ("b", 3000, 2)] {
        let made = output(&format!("gen poly --degree {degree} --ring zn:2^61-1 --seed {seed}"));
        assert!(std::fs::read_to_string(format!("{root}/examples/data/{name}.json")).unwrap() == made, "{name}.json");
    }
    let line = format!("mul {root}/examples/data/a.json {root}/examples/data/b.json --ring zn:2^61-1");
    let product = output(&line);
    assert_eq!(product.split(',').count(), 7001);
    for algorithm in ["schoolbook", "karatsuba", "crt"] {
        assert!(output(&format!("{line} --algorithm {algorithm} --threads 1")) == product, "{algorithm}");
    }
}

#[test]
fn tools() {
    assert_eq!(output("primes --bits 31 --two-adicity 20 --count 2"), "2130706433\n2114977793\n");
    let info = output("info");
    assert!(info.contains("polymod") && info.contains("cores") && info.contains("bls12-381-fq   381 bits"), "{info}");
    assert!(polymod("info").env("POLYMOD_ISA", "scalar").output().unwrap().stdout.starts_with(b"polymod"));
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = output(&format!("completions {shell}"));
        assert!(script.contains("derivative") && script.contains("two-adicity"), "{shell}");
    }
    let man = output("man");
    assert!(man.contains(".TH polymod 1") && man.contains("POLYMOD GEN POLY") && man.contains("negacyclic"));
    assert_eq!(output("--version"), format!("polymod {}\n", env!("CARGO_PKG_VERSION")));
    assert!(output("--help").contains("Exit codes"));
}

#[test]
fn times_and_repeats() {
    let done = polymod("sqr =[1,2,3] --time --repeat 5").assert().success().stdout("[1,4,10,12,9]\n");
    let said = String::from_utf8(done.get_output().stderr.clone()).unwrap();
    let seconds =
        said.strip_prefix("compute ").and_then(|s| s.strip_suffix(" s\n")).unwrap_or_else(|| panic!("{said}"));
    assert!(seconds.parse::<f64>().is_ok_and(|s| (0.0..10.0).contains(&s)), "{said}");
}

#[test]
fn generalized_fermat_fields() {
    for ring in ["gfpf:F4", "gfpf:(2^48+224)^4+1", "gfpf:P8", "gfpf:G2"] {
        assert_eq!(
            output(&format!("mul =x-1 =x+1 --ring {ring} --format human")),
            output(&format!("sub =x^2 =1 --ring {ring} --format human")),
            "{ring}"
        );
    }
    // a prime below 2^100 with transforms of 3·2^6 values, given by its value
    let p = output("primes --gfpf --bits 100 --order 192");
    let ring = format!("gfpf:{}", p.trim());
    assert_eq!(output(&format!("neg =[1] --ring {ring}")), output(&format!("sub =[] =[1] --ring zn:{}", p.trim())));
    let values = output(&format!("ntt =[0,1] --length 192 --ring {ring} --verify"));
    assert_eq!(values.matches(',').count(), 191);
}
