//! The verbs of Z that go by modular methods.

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
fn explained() {
    let explained = |line: &str| {
        let done = polymod(&format!("{line} --explain --threads 1 -o /dev/null")).assert().success();
        String::from_utf8(done.get_output().stderr.clone()).unwrap()
    };
    let text = explained("resultant =x^2+x-6 =2*x+1");
    let expected =
        "resultant over z, 3 by 2 coefficients: modular (primes 1, unlucky 0, answer proved by its bound, threads 1)";
    assert_eq!(text.trim_end(), expected);
    let text = explained("gcd =6*x^2-6 =4*x^2+8*x+4");
    assert!(
        text.contains("common divisor over z, 3 by 3 coefficients: modular (primes 2, unlucky 0, answer verified"),
        "{text}"
    );
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
