//! The verbs of Z that use modular methods.

use super::{complaint, output, polymod};

#[test]
fn divisors_resultants_and_contents() {
    for (line, expected) in [
        ("gcd =6*x^2-6 =4*x^2+8*x+4", "2*x + 2\n"),
        ("gcd =0 =-3*x", "3*x\n"),
        ("gcd =0 =0", "0\n"),
        ("gcd =12 =18", "6\n"),
        ("xgcd =x^2+1 =x-2", "1\n1\n-x - 2\n5\n"),
        ("xgcd =-2*x =0", "2*x\n-1\n0\n1\n"),
        ("xgcd =0 =0", "0\n0\n0\n1\n"),
        ("resultant =x^2+x-6 =2*x+1", "-25\n"),
        ("resultant =5 =7", "1\n"),
        ("resultant =x =0", "0\n"),
        ("discriminant =x^3-x+1", "-23\n"),
        ("discriminant =7", "0\n"),
        ("content =-6*x^2+4", "2\n"),
        ("content =0", "0\n"),
        ("primitive =-6*x^2+4", "3*x^2 - 2\n"),
    ] {
        for effort in ["", " --certify", " --probabilistic", " --verify --quiet"] {
            assert_eq!(output(&format!("{line}{effort} --format human")), expected, "{line}{effort}");
        }
    }
}

#[test]
fn polynomials_in_two_variables() {
    for (line, expected) in [
        ("mul =[[1,1],[1]] =[[1],[0,1]]", "[[1,1],[1,1,1],[0,1]]\n"),
        ("mul =[[1]] =[]", "[]\n"),
        ("mul =[[2]] =[[1,1]] =[[],[3]]", "[[],[6,6]]\n"),
        ("gcd =[[2,4],[2,4]] =[[-3,-6],[],[3,6]]", "[[1,2],[1,2]]\n"),
        ("gcd =[[0,2]] =[[0,0,-4]]", "[[0,2]]\n"),
        ("gcd =[] =[[],[-1]]", "[[],[1]]\n"),
        ("gcd =[] =[]", "[]\n"),
        ("resultant =[[-1,0,1],[],[1]] =[[0,-1],[1]]", "[-1,0,2]\n"),
        ("resultant =[[0,1]] =[[1],[],[1]]", "[0,0,1]\n"),
        ("resultant =[[1],[0,1]] =[[2],[0,1]]", "[0,1]\n"),
        ("resultant =[] =[[],[1]]", "[]\n"),
        ("discriminant =[[0,1],[3],[1]]", "[9,-4]\n"),
        ("discriminant =[[5],[1,1]]", "[1]\n"),
        ("discriminant =[[5,3]]", "[]\n"),
        ("mul =[[1,1],[1]] =[[1],[0,1]] --order desc", "[[1,1],[1,2],[1]]\n"),
    ] {
        for more in ["", " --verify --quiet", " --threads 7"] {
            assert_eq!(output(&format!("{line} --ring z[y]{more}")), expected, "{line}{more}");
        }
    }
    assert_eq!(output("mul '=[[1 1] [1]]' '=[[1] [0 1]]' --ring z[y]"), "[[1 1] [1 1 1] [0 1]]\n");
}

/// Results of expressions are expressions; arrays and expressions are operands of one call.
#[test]
fn expressions_in_two_variables() {
    for (line, expected) in [
        ("mul x+y x-y --ring z[y]", "x^2 - y^2"),
        ("mul (x+y)^2 -1 --ring z[y]", "-x^2 - 2*y*x - y^2"),
        ("mul x-y =[[1],[0,1]] --ring z[y]", "y*x^2 + (-y^2 + 1)*x - y"),
        ("mul =[[1],[0,1]] x-y --ring z[y]", "[[0,-1],[1,0,-1],[0,1]]"),
        ("mul =[[1],[0,1]] x-y --ring z[y] --format human", "y*x^2 + (-y^2 + 1)*x - y"),
        ("mul x+y x-y --ring z[y] --format json", "[[0,0,-1],[],[1]]"),
        ("mul 3 -7 --ring z[y]", "[[-21]]"),
        ("mul x 0 --ring z[y]", "0"),
        ("resultant x^2+y^2-1 x-y --ring z[y]", "2*y^2 - 1"),
        ("discriminant x^2+3x+y --ring z[y]", "-4*y + 9"),
        ("resultant x^2+y^2-1 x-y --ring zn:97[y]", "2*y^2 + 96"),
        ("gcd (x+y)*(x-1) (x+y)*(y-1) --ring zn:97[y]", "x + y"),
        ("gcd (x+y)*(x-1) (x+y)*(y-1) --ring z[y]", "x + y"),
    ] {
        let line = line.split(' ').map(|word| match word.as_bytes()[0] {
            b'x' | b'(' | b'0'..=b'9' => format!("={word}"),
            b'-' if word.as_bytes()[1].is_ascii_digit() => format!("={word}"),
            _ => word.to_owned(),
        });
        let line = line.collect::<Vec<_>>().join(" ");
        assert_eq!(output(&line), format!("{expected}\n"), "{line}");
    }
}

/// Large fields compute by values, small ones by remainders; where x^p + … has no derivative the discriminant is 0.
#[test]
fn polynomials_in_two_variables_over_residues() {
    for (line, expected) in [
        ("mul =[[1,2],[0,0,3],[100]] =[[5],[1,1]] --ring zn:101[y]", "[[5,10],[1,3,17],[96,0,3,3],[100,100]]\n"),
        ("mul =[[3]] =[[4],[0,6]] --ring zn:12[y]", "[[],[0,6]]\n"),
        ("resultant =[[1,2],[0,0,3],[100]] =[[5],[1,1]] --ring zn:101[y]", "[77,4,91,88]\n"),
        ("resultant =[[-1,0,1],[],[1]] =[[0,-1],[1]] --ring zn:2[y]", "[1]\n"),
        ("resultant =[[-1,0,1],[],[1]] =[[0,-1],[1]] --ring zn:3[y]", "[2,0,2]\n"),
        ("discriminant =[[0,1],[3],[1]] --ring zn:101[y]", "[9,97]\n"),
        ("discriminant =[[0,1],[3],[1]] --ring zn:2[y]", "[1]\n"),
        ("discriminant =[[0,1],[],[],[1]] --ring zn:3[y]", "[]\n"),
        (
            "discriminant =[[1,1],[1],[0,1]] --ring zn:170141183460469231731687303715884105727[y]",
            "[1,170141183460469231731687303715884105723,170141183460469231731687303715884105723]\n",
        ),
        ("gcd =[[4,1],[1,4,1],[0,1]] =[[8,6,1],[6,2],[1]] --ring zn:101[y]", "[[4,1],[1]]\n"),
        // y·(x + 1) and y·(x + y)
        ("gcd =[[0,1],[0,1]] =[[0,0,1],[0,1]] --ring zn:2[y]", "[[0,1]]\n"),
        ("gcd =[[0,2],[0,2]] =[[1],[1]] --ring zn:2[y]", "[[1],[1]]\n"),
        ("gcd =[] =[[],[0,5]] --ring zn:7[y]", "[[],[0,1]]\n"),
    ] {
        for more in ["", " --verify --quiet", " --threads 7"] {
            assert_eq!(output(&format!("{line}{more}")), expected, "{line}{more}");
        }
    }
    let said = complaint(polymod("gcd =[[1]] =[[1],[1]] --ring zn:91[y]"), 1);
    assert!(said.contains("91"), "{said}");
}

#[test]
fn kernels_over_z() {
    for (line, expected) in [
        ("nullspace =[[2,3,0],[4,6,0]]", "[[3,-2,0],[0,0,1]]\n"),
        ("nullspace =[[1,0],[0,1]]", "[]\n"),
        ("nullspace =[[0,0]]", "[[1,0],[0,1]]\n"),
        ("nullspace =[[6,-4]]", "[[2,3]]\n"),
    ] {
        for more in ["", " --verify --quiet"] {
            assert_eq!(output(&format!("{line}{more}")), expected, "{line}");
        }
    }
}

/// Algorithms that are asked for give the same result; where one does not apply, the message names those that do.
#[test]
fn algorithms() {
    for name in ["crt", "dixon", "big-prime", "big-prime:F8", "fraction-free"] {
        let done = polymod(&format!("det =[[1,2],[3,4]] --algorithm {name} --explain")).assert().success();
        let (out, said) = (done.get_output().stdout.clone(), done.get_output().stderr.clone());
        assert_eq!(out, b"-2\n");
        let said = String::from_utf8(said).unwrap();
        assert!(said.contains(&format!(": {}", name.split(':').next().unwrap())), "{said}");
    }
    for name in ["crt", "dixon"] {
        assert_eq!(output(&format!("solve =[[2,0],[0,3]] =[[1],[1]] --algorithm {name}")), "[[3],[2]]\n6\n");
    }
    for name in ["crt", "heuristic", "big-prime", "big-prime:F16"] {
        assert_eq!(output(&format!("gcd =[-6,0,6] =[4,8,4] --algorithm {name}")), "[2,2]\n");
        assert_eq!(output(&format!("gcd =[1,1] =[3,1] --algorithm {name}")), "[1]\n");
    }
    for name in ["crt", "big-prime", "big-prime:F16"] {
        assert_eq!(output(&format!("resultant =[7,-3,0,2] =[1,4,-5] --algorithm {name} --verify --quiet")), "-5688\n");
        assert_eq!(output(&format!("discriminant =[7,-3,0,2] --algorithm {name}")), "-5076\n");
    }
    for (line, reason) in [
        ("resultant =x^2 =x --algorithm dixon", "these do: crt, big-prime"),
        ("resultant =x^2+1 =x+10^200 --algorithm big-prime:F4", "bits, for"),
        ("resultant =x^2+1 =x --algorithm big-prime:F5", "F5"),
        ("gcd =x^2 =x --algorithm dixon", "these do: crt, big-prime, heuristic"),
        ("solve =[[2]] =[[1]] --algorithm big-prime", "crt, dixon"),
        ("det =[[2]] --algorithm magic", "big-prime"),
        ("det =[[2]] --algorithm crt --ring zn:97", "these do: elimination, division-free"),
        (
            "det =[[1000000000000000000000000000000,1],[1,1000000000000000000000000000000]] --algorithm big-prime:F4",
            "bits",
        ),
    ] {
        let said = complaint(polymod(line), 2);
        assert!(said.contains(reason), "{line}: {said}");
    }
}

#[test]
fn explained() {
    let explained = |line: &str| {
        let done = polymod(&format!("{line} --explain --threads 1 -o /dev/null")).assert().success();
        String::from_utf8(done.get_output().stderr.clone()).unwrap()
    };
    let text = explained("resultant =x^2+x-6 =2*x+1");
    let expected =
        "resultant over z, 3 by 2 coefficients: crt (primes 1, unlucky 0, answer proved by its bound, threads 1)\n";
    assert!(text.starts_with(expected) && text.contains("* crt") && text.contains("  big-prime"), "{text}");
    for (algorithm, primes) in [("heuristic", 0), ("crt", 2), ("big-prime", 1)] {
        let text = explained(&format!("gcd =6*x^2-6 =4*x^2+8*x+4 --algorithm {algorithm}"));
        let begin = format!(
            "common divisor over z, 3 by 3 coefficients: {algorithm} (primes {primes}, unlucky 0, answer verified"
        );
        assert!(text.contains(&begin), "{text}");
    }
    let text = explained("gcd =6*x^2-6 =4*x^2+8*x+4");
    assert!(text.contains("3 by 3 coefficients: heuristic (") && text.contains("* heuristic"), "{text}");
}

/// Products of constants of Z, by all algorithms that long integers have.
#[test]
fn products_of_long_integers() {
    let line = "mul =7^6000-2 =-(3^20000)+5";
    let expected = output(line);
    for name in ["schoolbook", "kronecker", "crt-digits", "big-prime"] {
        assert_eq!(output(&format!("{line} --algorithm {name} --threads 2 --verify --quiet")), expected, "{name}");
    }
    let said = complaint(polymod("mul =7^600 =3^20000 --algorithm big-prime"), 2);
    assert!(said.contains("these do: schoolbook, kronecker"), "{said}");
}

#[test]
fn refused() {
    for (line, reason) in [
        ("content =x --ring zn:97", "content"),
        ("gcd =x =x --certify --probabilistic", "cannot be used with"),
        ("xgcd =x =x+1 -o a -o b -o c", "4 results"),
    ] {
        let said = complaint(polymod(line), 2);
        assert!(said.contains(reason), "{line}: {said}");
    }
}

#[test]
fn verified_with_what_was_checked() {
    let verified = |line: &str| {
        let done = polymod(&format!("{line} --verify -o /dev/null")).assert().success();
        String::from_utf8(done.get_output().stderr.clone()).unwrap()
    };
    for line in ["gcd =6*x^2-6 =4*x^2+8*x+4", "xgcd =x^2+1 =x-2", "resultant =x^2+x-6 =2*x+1", "content =4*x"] {
        assert!(verified(line).contains("error probability below 2^-"), "{line}");
    }
}
