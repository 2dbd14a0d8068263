//! Factors and roots modulo powers of primes, and modulo composite integers whose prime factors are known.

use super::{complaint, output, polymod};

#[test]
fn factors_and_roots() {
    for (line, expected) in [
        ("hensel-lift =x^4+1 17 2", "1\n[[110,1],[134,1],[155,1],[179,1]]"),
        ("hensel-lift =3*x^2-3 5 2", "3\n[[1,1],[24,1]]"),
        ("hensel-lift =x^2+2*x+1 3 4", "1\n[[1,2,1]]"),
        ("hensel-lift =x^4+1 17 1 =[[4,0,1],[13,0,1]]", "1\n[[4,0,1],[13,0,1]]"),
        ("hensel-lift =x^2+1 2^89-1 2", "1\n[[1,0,1]]"),
        ("hensel-lift =7 5 2", "7\n[]"),
        ("roots =x^2-1 --ring zn:8 --modulus-factors 2", "[1,3,5,7]"),
        ("roots =x^2-1 --ring zn:360 --modulus-factors 5,2^3,3", ROOTS_OF_1),
        ("roots =x^2-1 --ring zn:360 --modulus-factors find", ROOTS_OF_1),
        ("roots =x^2 --ring zn:9 --modulus-factors 3", "[0,3,6]"),
        ("roots =x^2-3 --ring zn:9 --modulus-factors 3", "[]"),
        ("roots =3*x --ring zn:6 --modulus-factors find", "[0,2,4]"),
        ("roots =x^2+1 --ring zn:97 --modulus-factors 97", "[22,75]"),
        ("roots =x^2-4 --ring zn:(2^61-1)^2 --modulus-factors 2^61-1", "[2,5316911983139663487003542222693990399]"),
        ("factor =2*x^3+2 --ring zn:25 --modulus-factors find", "2\n[[[1,1],1],[[1,24,1],1]]"),
        ("factor =x^2 --ring zn:7 --modulus-factors 7", "1\n[[[0,1],2]]"),
        ("factor =x^2-4 --ring zn:3^50 --modulus-factors 3", "1\n[[[2,1],1],[[717897987691852588770247,1],1]]"),
        // not square-free modulo the prime: coprime powers of irreducible polynomials
        ("factor =x^2 --ring zn:9 --modulus-factors 3", "1\n[[[0,0,1],1]]"),
        ("factor =(x+1)*(x+4)*x --ring zn:9 --modulus-factors 3", "1\n[[[0,1],1],[[4,5,1],1]]"),
        ("factor =x --ring zn:15 --modulus-factors find", "[[3,1,[[[0,1],1]]],[5,1,[[[0,1],1]]]]"),
        (
            "factor =2*x^3+2 --ring zn:175 --modulus-factors 7,5",
            "[[25,2,[[[1,1],1],[[1,24,1],1]]],[7,2,[[[1,1],1],[[2,1],1],[[4,1],1]]]]",
        ),
        ("factor =6*x^2+x --ring zn:6 --modulus-factors 2,3", "[[2,1,[[[0,1],1]]],[3,1,[[[0,1],1]]]]"),
        ("factor =x^2-1 --ring zn:72 --modulus-factors find", "[[8,1,[[[7,0,1],1]]],[9,1,[[[1,1],1],[[8,1],1]]]]"),
        ("factor =7 --ring zn:12 --modulus-factors find", "[[4,3,[]],[3,1,[]]]"),
        (
            "factor =x^2+1 --ring zn:5*(2^89-1) --modulus-factors 5,2^89-1",
            "[[5,1,[[[2,1],1],[[3,1],1]]],[618970019642690137449562111,1,[[[1,0,1],1]]]]",
        ),
    ] {
        assert_eq!(output(&format!("{line} --format json --verify --quiet")), format!("{expected}\n"), "{line}");
    }
}

const ROOTS_OF_1: &str = "[1,19,71,89,91,109,161,179,181,199,251,269,271,289,341,359]";

/// In other formats than json a line for each power.
#[test]
fn factors_as_text() {
    let line = "factor =2*x^3+2 --ring zn:175 --modulus-factors find --format human";
    let wanted = "[25,2,[[\"x + 1\",1],[\"x^2 + 24*x + 1\",1]]]\n[7,2,[[\"x + 1\",1],[\"x + 2\",1],[\"x + 4\",1]]]\n";
    assert_eq!(output(line), wanted);
    let line = "factor =x^2-1 --ring zn:15 --modulus-factors find --format list";
    assert_eq!(output(line), "[3,1,[[[1,1],1],[[2,1],1]]]\n[5,1,[[[1,1],1],[[4,1],1]]]\n");
}

#[test]
fn refused() {
    for (line, code, reason) in [
        ("hensel-lift =5*x^2+1 5 2", 1, "a leading coefficient that the prime does not divide"),
        ("hensel-lift =x 6 2", 1, "6 is composite"),
        ("hensel-lift =x 5 0", 2, "exponent of a prime"),
        ("hensel-lift =x 5 100000000000", 2, "hensel-lift needs"),
        ("hensel-lift =x^2 5 2 =[[0,1],[0,1]]", 1, "pairwise coprime"),
        ("hensel-lift =x^2-1 5 2 =[[0,1],[1,1]]", 1, "whose product is the polynomial"),
        ("hensel-lift =x 5 2 --ring zn:7", 2, "hensel-lift is not defined over zn:7"),
        ("roots =x --ring zn:8", 1, "8 is composite"),
        ("roots =x --ring zn:8", 1, "by --modulus-factors P,P,… or find"),
        ("factor =x --ring zn:9", 1, "by --modulus-factors P,P,… or find"),
        ("roots =x --ring zn:12 --modulus-factors 2", 1, "3 divides it"),
        ("roots =x --ring zn:12 --modulus-factors 6", 1, "6 is composite"),
        ("roots =x --ring zn:12 --modulus-factors two", 2, "the prime factors of the modulus"),
        ("roots =x --ring gf2 --modulus-factors 2", 2, "--modulus-factors is for --ring zn:N"),
        ("roots =x --modulus-factors 2", 2, "--modulus-factors is for --ring zn:N"),
        ("roots =x --multiplicities --ring zn:8 --modulus-factors 2", 2, "no --multiplicities"),
        ("roots =x^2 --ring zn:2^64 --modulus-factors 2", 2, "4294967296 roots"),
        ("roots =0 --ring zn:8 --modulus-factors 2", 1, "other than 0"),
        ("factor =3*x+3 --ring zn:15 --modulus-factors find", 1, "0 modulo 3"),
        (
            "factor =x --ring zn:15 --modulus-factors find --format npy",
            2,
            "npy does not hold factors modulo several prime powers",
        ),
        ("factor =x --ring zn:12", 1, "by --modulus-factors P,P,… or find"),
        ("factor =3*x+1 --ring zn:9 --modulus-factors 3", 1, "a leading coefficient that is a unit"),
    ] {
        let text = complaint(polymod(line), code);
        assert!(text.contains(reason), "{line}: {text}");
    }
}
