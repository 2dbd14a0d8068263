//! The verbs of Euclid's algorithm.

use super::{complaint, output, polymod};

#[test]
fn results_of_each_verb() {
    for (line, expected) in [
        ("gcd =x^2-1 =x^2+2x+1 --ring zn:97", "x + 1\n"),
        ("gcd =[0,0,5] =[] --ring zn:97", "[0,0,1]\n"),
        ("gcd =[] =[] --ring zn:97", "[]\n"),
        ("gcd =[3] =[] --ring zn:97", "[1]\n"),
        ("gcd =x^2+1 =x+1 --ring zn:2", "x + 1\n"),
        ("xgcd =[1,0,1] =[1,1] --ring zn:97", "[1]\n[49]\n[49,48]\n"),
        ("xgcd =[2,2] =[] --ring zn:97", "[1,1]\n[49]\n[]\n"),
        ("xgcd =[] =[2,2] --ring zn:97", "[1,1]\n[]\n[49]\n"),
        ("xgcd =[] =[] --ring zn:97", "[]\n[]\n[]\n"),
        ("xgcd =[2] =[4] --ring zn:97", "[1]\n[]\n[73]\n"),
        ("resultant =x^2-2 =x-3 --ring zn:97", "7\n"),
        ("resultant =x-3 =x^2-2 --ring zn:97", "7\n"),
        ("resultant =[] =x --ring zn:97", "0\n"),
        ("resultant =[3] =x^2 --ring zn:97", "9\n"),
        ("resultant =[3] =[5] --ring zn:6", "1\n"),
        ("subresultants =x^3+x+1 =3x^2+1", "31\n6*x + 9\n"),
        ("subresultants =[1,1,0,1] =[1,0,3] --ring zn:5", "[1]\n[4,1]\n"),
        // a gap: S_1 = 0
        ("subresultants =x^4+1 =x^3 --format json", "[1]\n[]\n[1]\n"),
        ("subresultants =x =[7]", ""),
        ("subresultants =x^2+1 =x^2-1 --order desc --format json", "[4]\n[-2]\n"),
        ("discriminant =x^2+3x+1 --ring zn:97", "5\n"),
        ("discriminant =[7] --ring zn:97", "0\n"),
        ("inv-mod =x =x^2+1 --ring zn:97", "96*x\n"),
        ("inv-mod =x =[5] --ring zn:97", "0\n"),
        // 1/(1 - x - x^2), the generating function of the Fibonacci numbers
        ("rational =[1,1,2,3] =x^4 --ring zn:97 --degree 1", "[96]\n[96,1,1]\n"),
        ("rational =[1,1,2,3] =x^4 --ring zn:97 --degree 3", "[1,1,2,3]\n[1]\n"),
        // numerator of half of the degree of M: (1 - x/2 + x^2/2)/(1 - 3/2 x), made monic
        ("rational =[1,1,2,3] =x^4 --ring zn:97", "[64,65,32]\n[64,1]\n"),
        ("minpoly =[0,1,1,2,3,5,8] --ring zn:97", "[96,96,1]\n"),
        ("minpoly =[0,0,0] --ring zn:2^127-1", "[1]\n"),
        ("gcd =x^2-1 =x^2+2x+1 --ring zn:2^127-1", "x + 1\n"),
    ] {
        assert_eq!(output(line), expected, "{line}");
    }
}

#[test]
fn verified_over_every_kind_of_modulus() {
    for ring in ["zn:2", "zn:3", "zn:97", "zn:2^61-1", "zn:18446744073709551557", "zn:2^127-1"] {
        for line in [
            "gcd =[1,2,3,4,5,6] =[4,5,6]",
            "xgcd =[1,2,3,4,5,7] =[4,5,5]",
            "resultant =[1,2,3,4,5,7] =[4,5,5]",
            "subresultants =[1,2,3,4,5,7] =[4,5,5]",
            "discriminant =[1,2,3,4,5,7]",
            "inv-mod =[0,1] =[1,1,1]",
            "rational =[1,1,1,1] =x^4",
            "minpoly =[0,1,1,0,1,1,0]",
        ] {
            let done = polymod(line).args(["--ring", ring, "--verify"]).assert().success();
            let said = String::from_utf8(done.get_output().stderr.clone()).unwrap();
            assert!(said.starts_with("verified: ") && said.contains(" error"), "{line} over {ring}: {said}");
        }
    }
}

/// Determinants that were expanded along rows, elsewhere.
#[test]
fn determinants_over_rings_with_zero_divisors() {
    for (line, expected) in [
        ("subresultants =[3,0,4] =[3,6,0,2] --ring zn:8", "[4]\n[]\n"),
        ("subresultants =[0,1,2,1,2] =[1,0,2] --ring zn:4", "[2]\n[]\n"),
        ("subresultants =[0,1,0,0,1] =[0,1,0,2] --ring zn:6", "[]\n[0,3]\n[0,4,4]\n"),
        ("subresultants =[1,1,2] =[1,0,0,1] --ring zn:4", "[2]\n[1,3]\n"),
        ("discriminant =[4,3,3,4] --ring zn:6", "3\n"),
        ("discriminant =[0,4,8,3] --ring zn:9", "4\n"),
        ("discriminant =[5,0,2,7,6] --ring zn:8", "5\n"),
        ("discriminant =x^4+1 --ring zn:8", "0\n"),
        ("discriminant =x^4+1 --ring zn:3*2^100", "256\n"),
        ("resultant =x^2+1 =2x+1 --ring zn:4", "1\n"),
        ("norm-mod =2x+1 =x^2+1 --ring zn:4", "1\n"),
        ("resultant =x^2+1 =2x+1 --ring zn:2^100", "5\n"),
        // a(0)^n and b(0) for zeros at 0, with their signs
        ("resultant =x^2+3x =x^3+2x^2+3 --ring zn:97", "79\n"),
        ("resultant =x^3+2x^2+3 =x^2+3x --ring zn:97", "79\n"),
        ("resultant =2*x^2+y*x+1 =2*y*x+3 --ring zn:4[y]", "2*y^2 + 2\n"),
        ("resultant =2*x^2+y*x+1 =2*x^2+3 --ring zn:4[y]", "2*y^2\n"),
        ("discriminant =2*x^3+y*x+1 --ring zn:9[y]", "y^3\n"),
        ("resultant =x^2+t =2x+1 --ring zn:4[t]/t^2", "1\n"),
        ("discriminant =2*x^2+t*x+1 --ring zn:8[t]/t^2+t", "7*t\n"),
        // 1, 2 and 3, 4 modulo 10
        ("composed-sum =x^2-3x+2 =x^2-7x+12 --ring zn:10", "x^4 + 9*x^2\n"),
        ("composed-sum =x^2-3x+2 =x^2-7x+12 --ring zn:10[t]/t^2", "x^4 + 9*x^2\n"),
    ] {
        assert_eq!(output(&format!("{line} --verify --quiet")), expected, "{line}");
    }
}

#[test]
fn what_the_mathematics_refuses() {
    for (line, code, said) in [
        ("inv-mod =x =x^2+x --ring zn:97", 1, "x divides both"),
        ("inv-mod =x =0 --ring zn:97", 1, "division by zero"),
        ("rational =x =x^2 --degree 0 --ring zn:97", 1, "no fraction"),
        ("gcd =2x+1 =3x+1 --ring zn:6", 1, "divides both"),
        ("xgcd =2x^2+1 =2x+1 --ring zn:4", 1, "2 divides both"),
        ("subresultants =x =x -o 1 -o 2", 2, "one file"),
        ("subresultants =x =x --format npy -o 1.npy", 2, "--format"),
        ("rational =x =x^2", 2, "rational is not defined over z"),
        ("rational =x =x^2 --degree -1 --ring zn:97", 2, "--degree"),
        ("gcd =x =x^2 --degree 1 --ring zn:97", 2, "--degree"),
    ] {
        let line_said = complaint(polymod(line), code);
        assert!(line_said.contains(said), "{line}: {line_said}");
    }
}

#[test]
fn half_gcd() {
    for (line, expected) in [
        ("=[-1,0,1] =[1,1] --degree 0 --ring zn:97", "[[[],[1]],[[96],[96,1]]]\n[1,1]\n[]\n"),
        ("=[1,2] =[3] --degree 1 --ring zn:97", "[[[49],[]],[[],[65]]]\n[49,1]\n[1]\n"),
        ("=[5] =[] --ring zn:97", "[[[39],[]],[[],[1]]]\n[1]\n[]\n"),
        ("=[1,0,1,1] =[0,1,1] --degree 1 --ring gf2", "[[[],[1]],[[1],[0,1]]]\n[0,1,1]\n[1]\n"),
    ] {
        assert_eq!(output(&format!("half-gcd {line} --format json --verify --quiet")), expected, "{line}");
    }
    for (line, code, reason) in [
        ("=[1,1] =[0,1] --ring zn:97", 1, "the degree of the first operand"),
        ("=[1,1,1] =[0,1] --degree 3 --ring zn:97", 1, "degree 3"),
        ("=[1,1,1] =[1,2] --degree 0 --ring zn:6", 1, "inverse"),
        ("=[1,1,1] =[1,2]", 2, "half-gcd is not defined over z"),
    ] {
        let said = complaint(polymod(&format!("half-gcd {line}")), code);
        assert!(said.contains(reason), "{line}: {said}");
    }
}
