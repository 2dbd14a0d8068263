use super::{complaint, desk, output, polymod};

/// Checks that the run ends with this exit code, and that its line contains all of these.
fn refused(line: &str, code: i32, holds: &[&str]) {
    let said = complaint(polymod(line), code);
    for part in holds {
        assert!(said.contains(part), "polymod {line}: {said}");
    }
}

const RINGS: [&str; 6] = ["z[y]", "zn:N", "gf2 ", "gf2^K:MODULUS", "gfpf:", "bls12-381-fr"];
const FORMATS: [&str; 6] = ["json", "list", "human", "hex", "npy", "bin"];

#[test]
fn help_goes_to_standard_output() {
    let help = output("help");
    assert_eq!(help, output("--help"));
    for part in RINGS.iter().chain(&FORMATS).chain(&["Exit codes", "pow-mod", "--mod", "Matrices"]) {
        assert!(help.contains(part), "{part}: {help}");
    }
    assert!(help.lines().all(|line| line.chars().count() <= 100), "{help}");
    assert_eq!(output("help mul"), output("mul --help"));
    assert_eq!(output("help gen poly"), output("gen poly --help"));
    assert_eq!(output("--ring zn:97 help mul"), output("help mul"));
    assert!(output("help plan").contains("plan"));
    refused("help mull", 2, &["'mull'", "did you mean mul?"]);
    refused("help gen ploy", 2, &["'ploy'", "poly"]);
}

#[test]
fn no_argument_prints_the_help_on_standard_error() {
    let done = polymod("").assert().code(2).stdout("");
    assert_eq!(String::from_utf8_lossy(&done.get_output().stderr), output("help"));
}

#[test]
fn man_and_info_name_rings_and_formats() {
    // troff writes \- for -
    let man = output("man").replace('\\', "");
    let info = output("info");
    for part in RINGS {
        assert!(man.contains(part) && info.contains(part), "{part}");
    }
    for part in FORMATS {
        assert!(man.contains(part) && info.contains(part), "{part}");
    }
}

#[test]
fn names_of_other_systems_suggest_the_ring() {
    for name in [
        "GF(97)",
        "Z/97",
        "F_97",
        "Zn:97",
        "ZZ/97",
        "Zmod(97)",
        "zn97",
        "zn(97)",
        "Z/97Z",
        "FF(97)",
        "GF:97",
        "fp97",
        "Z/(97)",
        "97",
        "mod97",
        "Integers(97)",
        "ZN:97",
    ] {
        refused(&format!("mul =1 =1 --ring {name}"), 2, &["did you mean zn:97?", "--ring", "expected"]);
    }
    for (name, meant) in [
        ("Z", "z?"),
        ("ZZ", "z?"),
        ("GF(2)", "gf2?"),
        ("GF2", "gf2?"),
        ("F_2", "gf2?"),
        ("GF(2^8)", "gf2^8:"),
        ("GF(256)", "gf2^8:"),
        ("gf2^8", "gf2^8:"),
        ("Z[y]", "z[y]?"),
        ("GF(2^61-1)", "zn:2^61-1?"),
        ("GFPF:F8", "gfpf:F8?"),
        ("Zn:BN254-fr", "zn:bn254-fr?"),
    ] {
        refused(&format!("mul =1 =1 --ring {name}"), 2, &[&format!("did you mean {meant}")]);
    }
    // no field has 12 elements
    assert!(!complaint(polymod("mul =1 =1 --ring GF(12)"), 2).contains("did you mean"));
}

#[test]
fn mod_is_a_ring() {
    assert_eq!(output("mul =[96] =[96] --mod 97"), "[1]\n");
    assert_eq!(output("--mod 2^61-1 neg =1"), output("neg =1 --ring zn:2^61-1"));
    assert_eq!(output("neg =1 --mod bn254-fr"), output("neg =1 --ring zn:bn254-fr"));
    assert_eq!(output("gen poly --degree 3 --mod 97"), output("gen poly --degree 3 --ring zn:97"));
    refused("mul =1 =1 --mod 97 --ring z", 2, &["--mod", "--ring"]);
    refused("--ring z mul =1 =1 --mod 97", 2, &["--mod", "--ring"]);
    refused("mul =1 =1 --mod 1", 2, &["at least 2"]);
    refused("mul =1 =1 --mod -7", 2, &["at least 2"]);
    refused("primes --mod 7", 2, &["--mod"]);
}

#[test]
fn integers_are_expressions() {
    for (line, result) in [
        ("recurrence =[0,1] '=x^2 - x - 1' 10^18 --ring zn:998244353", None),
        ("pow-mod =x 2^127-1 '=x^2 + x + 1' --ring zn:97", None),
        ("eval =x -2^10", Some("-1024")),
        ("eval =x 10**9", Some("1000000000")),
        ("eval =x 1e9", Some("1000000000")),
        ("eval =x 1_000", Some("1000")),
        ("eval =x 0xff", Some("255")),
        ("eval =x -0xff", Some("-255")),
        ("eval =x (2+3)*4", Some("20")),
        ("eval =x -(2+3)", Some("-5")),
        ("eval =x =2^10", Some("1024")),
        ("eval =x 2^100 --mod 97", Some("16")),
        ("taylor-shift =x -2^3", Some("[-8,1]")),
        ("pow =x 2^3", Some("[0,0,0,0,0,0,0,0,1]")),
        ("inv-series '=1 - x' 2*2", Some("[1,1,1,1]")),
        ("mul =[1,1] =[1,1] --low 2^1", Some("[1,2]")),
        ("mul =[1,1] =[1,1] --cyclic 1e0", Some("[4]")),
        ("mul =[1,1,1] =[1,1] --middle 2^0:1+2", Some("[2,2]")),
        ("ntt =[1,2,3,4] --ring zn:17 --root 2^2", Some("[10,7,15,6]")),
        ("ntt =[1] --ring zn:17 --root -2^0 --length 2^1", Some("[1,1]")),
        ("multieval =x --geometric 1,2^2 --length 1+2", Some("[1,4,16]")),
        ("multieval =x --geometric -2^2,2 --length 2", Some("[-4,-8]")),
        ("matpow '=[[1,1],[0,1]]' 2^70 --mod 2^70+1", None),
    ] {
        let text = output(&format!("{line} --format json"));
        assert!(result.is_none_or(|result| text == format!("{result}\n")), "{line}: {text}");
    }
    assert_eq!(
        output("recurrence =[0,1] '=x^2 - x - 1' 10^18 --mod 998244353"),
        output("recurrence =[0,1] '=x^2 - x - 1' 1000000000000000000 --mod 998244353")
    );
    assert_eq!(
        output("gen poly --degree 2^2 --bits 2*4 --seed 10^3"),
        output("gen poly --degree 4 --bits 8 --seed 1000")
    );
    assert_eq!(output("primes --bits 2^5-1 --two-adicity 2*10 --count 2-1"), "2130706433\n");
    assert_eq!(output("gen matrix --rows 1+1 --seed 2"), output("gen matrix --rows 2 --seed 2"));
    assert_eq!(output("rational =x =x^4 --degree 2-1 --mod 97"), output("rational =x =x^4 --degree 1 --mod 97"));
}

#[test]
fn an_expression_is_never_the_name_of_a_file() {
    let folder = desk(&[("10^18", b"5"), ("2^", b"7")]);
    let run = |line: &str| {
        let done = polymod(line).current_dir(&folder).assert().success();
        String::from_utf8(done.get_output().stdout.clone()).unwrap()
    };
    assert_eq!(run("eval =x 10^18"), "1000000000000000000\n");
    assert_eq!(run("eval =x ./10^18"), "5\n");
    assert_eq!(run("eval =x ./2^"), "7\n");
    let mut command = polymod("eval =x 2^");
    command.current_dir(&folder);
    let said = complaint(command, 2);
    assert!(said.contains("column 3: expected a number") && said.contains("./2^"), "{said}");
}

#[test]
fn integers_that_are_refused() {
    refused("recurrence =[0,1] '=x^2 - x - 1' 10^10^10 --mod 97", 2, &["10^10^10", "too large"]);
    refused("eval =x 10^10^10", 2, &["too large"]);
    refused("eval =x 2^1000000 --memory 64K", 2, &["too large"]);
    assert_eq!(output("eval =x 2^3000000 --mod 97"), output("eval =x 2^(3000000-3*10^6) --mod 97"));
    refused("mul =x =x --low 10^30", 2, &["--low", "expected an integer"]);
    refused("mul =x =x --low abc", 2, &["--low", "expected a number"]);
    refused("mul =x =x --seed -2^3", 2, &["'-2^3'", "--seed", "expected an integer"]);
    refused("gen poly --degree -1", 2, &["'-1'", "--degree", "expected an integer"]);
    refused("mul =x =x --threads 2^13", 2, &["--threads", "from 1 to 4096"]);
    refused("inv-series =1 -2^3", 2, &["N: expected a non-negative integer"]);
    refused("pow =x abc", 2, &["abc", "expected an integer", "10^18"]);
}

#[test]
fn sizes_of_memory() {
    for size in ["10MB", "1GiB", "1.5G", "500k", "64m", "0.5GiB", "1e8", "2^27", "100000000B"] {
        assert_eq!(output(&format!("mul =x =x --memory {size}")), "x^2\n", "{size}");
    }
    for size in ["1.5", "0", "1X", "G", "1.5.5G", "-1G", "1 GBB"] {
        refused(&format!("mul =x =x '--memory={size}'"), 2, &["--memory", "1.5G"]);
    }
}

#[test]
fn negative_exponents() {
    for (line, result) in [
        ("pow =2 -1 --mod 97", "[49]"),
        ("pow =2 -3 --mod 97", "[85]"),
        ("pow =-1 -10^30-1", "[-1]"),
        ("pow =3 0", "[1]"),
        ("pow =[1,2] -1 --mod 4", "[1,2]"),
        ("pow-mod =x -1 '=x^2 + 1' --mod 97", "[0,96]"),
        ("pow-mod =x -2^70 '=x^2 + x + 1' --mod 97", "[96,96]"),
        ("pow-mod =x -1 '=x^2 - x - 1'", "[-1,1]"),
        ("matpow =[[2]] -1 --mod 97", "[[49]]"),
        ("matpow =[[2,1],[1,1]] -2 --mod 97", "[[2,94],[94,5]]"),
        ("matpow =[[2,1],[1,1]] -2", "[[2,-3],[-3,5]]"),
        ("matpow =[[[1],[0,1]],[[],[1]]] -3 --mod 97", "[[[1],[0,94]],[[],[1]]]"),
    ] {
        assert_eq!(output(&format!("{line} --verify --format json")), format!("{result}\n"), "{line}");
    }
    for (line, why) in [
        ("pow =x -1 --mod 97", "degree 1"),
        ("pow =x -1", "degree 1"),
        ("pow =[] -1 --mod 97", "division by zero"),
        ("pow =2 -1", "2 has no inverse"),
        ("pow =2 -1 --mod 6", "2 divides both"),
        ("pow-mod =x -1 =x^2 --mod 97", "x divides both"),
        ("pow-mod =x -1 '=x^2 - 2'", "no inverse"),
        ("matpow =[[1,2],[2,4]] -1 --mod 97", "singular"),
        ("matpow =[[1,2],[2,4]] -1", "singular"),
        ("matpow =[[2,0],[0,1]] -1", "2"),
        ("matpow =[[2,0],[0,1]] -1 --mod 6", "2 divides both"),
        ("matpow =[[[0,1]]] -1 --mod 97", "degree 1"),
    ] {
        refused(line, 1, &[why]);
    }
}

#[test]
fn a_vector_as_right_side() {
    for (line, result) in [
        ("solve =[[1,2],[3,4]] =[5,11] --mod 97", "[1,2]"),
        ("solve =[[1,2],[3,4]] =[[5],[11]] --mod 97", "[[1],[2]]"),
        ("solve =[[1,2],[3,4]] =[1,2]", "[0,1]\n2"),
        ("solve =[[1,0],[0,1]] =[3,0] --mod 97", "[3,0]"),
        ("solve =[[1,0],[0,1]] =[3,0] --mod 97 --order desc", "[3,0]"),
        ("solve =[[1,1]] =[1] --ring gf2", "[1,0]"),
        ("solve =[] =[] --mod 97", "[]"),
    ] {
        assert_eq!(output(&format!("{line} --verify --format json")), format!("{result}\n"), "{line}");
    }
    refused("solve =[[1,2],[2,4]] =[1,3] --mod 97", 1, &["no solution"]);
    refused("solve =[[1,2],[2,4]] =[1,2,3] --mod 97", 2, &["rows"]);
    refused("solve =[[1]] '=x + 1' --mod 97", 2, &["right side", "array"]);
}

#[test]
fn moduli_of_fields_as_polynomials() {
    for modulus in ["x^8+x^4+x^3+x+1", "t^8+t^4+t^3+t+1", "0x11b", "283"] {
        assert_eq!(output(&format!("mul =[2] =[128] --ring gf2^8:{modulus}")), "[27]\n", "{modulus}");
    }
    refused("mul =1 =1 --ring gf2^8:x^7+x+1", 2, &["degree 8"]);
    refused("mul =1 =1 --ring gf2^8:x^8+y", 2, &["gf2^8", "column"]);
    refused("mul =1 =1 --ring gf2^8:x^8+1", 2, &["irreducible"]);
    assert_eq!(output("mul =1 =1 --ring gf2^65:x^65+x^18+1"), "1\n");
    refused("mul =1 =1 --ring gf2^9999999:x^9999999", 2, &["K ≤ 1048576"]);
    refused("mul =1 =1 --ring gf2^8:x^99999999999", 2, &["gf2^8"]);
}

#[test]
fn polynomial_entries_where_numbers_are_wanted() {
    for verb in ["inverse", "nullspace", "charpoly"] {
        for ring in ["z", "zn:97"] {
            let words = ["=[[[1]]]:1:3", verb, "takes a matrix of numbers", "det", "matmul"];
            refused(&format!("{verb} =[[[1]]] --ring {ring}"), 2, &words);
        }
    }
    refused("solve =[[[1]]] =[[1]] --mod 97", 2, &["solve takes a matrix of numbers", "det, rank"]);
    refused("solve =[[1]] =[[[1]]] --mod 97", 2, &["solve takes a matrix of numbers"]);
}

#[test]
fn mistakes_of_usage() {
    for (line, holds) in [
        ("mull =1 =1", &["unknown verb 'mull'", "did you mean mul?"][..]),
        ("multiply =1 =1", &["did you mean mul?"]),
        ("determinant =[[1]]", &["did you mean det?"]),
        ("powmod =x 3 =x", &["did you mean pow-mod?"]),
        ("pow_mod =x 3 =x", &["did you mean pow-mod?"]),
        ("facotr =x", &["did you mean factor?"]),
        ("deriv =x", &["did you mean derivative?"]),
        ("xyzzy =x", &["unknown verb 'xyzzy'", "polymod help"]),
        ("a.json mul b.json", &["unknown verb 'a.json'", "polymod mul"]),
        ("--ring z", &["verb", "polymod help"]),
        ("mul =x =x --verfy", &["unknown option --verfy", "did you mean --verify?"]),
        ("mul =x =x --nosuch", &["unknown option --nosuch", "polymod help mul"]),
        ("add =x =x --low 3", &["--low", "mul"]),
        ("mul =1", &["mul takes A B", "B is missing"]),
        ("pow-mod =x", &["pow-mod takes A E M", "E and M are missing"]),
        ("eval =x 1 2", &["eval takes A X", "'2'"]),
        ("gen", &["gen", "poly, matrix or irreducible"]),
        ("gen cube", &["'cube'", "poly"]),
        ("plan", &["plan", "verb"]),
        ("plan mull =1 =1", &["unknown verb 'mull'", "did you mean mul?"]),
        ("completions", &["completions takes SHELL", "missing"]),
        ("completions tcsh", &["tcsh", "bash"]),
        ("mul =x =x --format", &["--format"]),
    ] {
        refused(line, 2, holds);
    }
    assert_eq!(output("--ring zn:97 mul =x =x"), "x^2\n");
}

#[test]
fn completions_are_small_and_know_values() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = output(&format!("completions {shell}"));
        assert!(script.len() < 38_000, "{shell}: {} bytes", script.len());
        for part in
            ["pow-mod", "gf2", "bn254-fr", "gfpf:F8", "human", "sms", "karatsuba", "two-adicity", "--negacyclic"]
        {
            let part = if shell == "fish" { part.trim_start_matches('-') } else { part };
            assert!(script.contains(part), "{shell}: {part}");
        }
    }
}
