//! Exit codes and lines of failures.

use polymod::Error;
use polymod_cli::Failure;

#[test]
fn exit_codes_and_lines() {
    let no_inverse = || Error::NotInvertible { value: "2".into(), modulus: "6".into(), factor: "2".into() };
    for (failure, code, silent) in [
        (Failure::ClosedPipe, 0, true),
        (Failure::from(no_inverse()), 1, false),
        (Failure::from(Error::DivisionByZero), 1, false),
        (Failure::from(Error::NotDivisible { dividend: "1".into(), divisor: "2".into() }), 1, false),
        (Failure::from(Error::Length { what: "x", expected: 1, got: 0 }), 2, false),
        (Failure::from(Error::Singular { rank: 1, size: 2 }), 1, false),
        (Failure::from(Error::Inconsistent { column: 0 }), 1, false),
        (Failure::from(Error::NotSquare { operation: "det", rows: 1, cols: 2 }), 2, false),
        (Failure::NoSuch("no more primes".into()), 1, false),
        (Failure::Usage("what?\nthat".into()), 2, false),
        (Failure::Internal("bug".into()), 2, false),
        (Failure::Shown, 2, true),
        (Failure::from(Error::Cancelled), 130, true),
    ] {
        assert_eq!(failure.exit_code(), code, "{failure}");
        assert_eq!(failure.line().is_none(), silent, "{failure}");
        assert!(failure.line().is_none_or(|l| l.starts_with("polymod: ") && !l.contains('\n')), "{failure}");
    }
}
