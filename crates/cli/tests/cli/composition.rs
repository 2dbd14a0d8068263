//! Compositions, reversions, shifts, terms of recurrences.

use super::{complaint, output, polymod};

#[test]
fn answers() {
    for (line, expected) in [
        ("compose =x^2+1 =x+1", "x^2 + 2*x + 2"),
        ("compose =7 =x", "7"),
        ("compose =0 =x", "0"),
        ("compose =x^3 =0 --ring zn:6", "0"),
        ("compose =x^2+x =x^2+1 --ring gf2", "x^4 + x^2"),
        ("taylor-shift =x^2 1", "x^2 + 2*x + 1"),
        ("taylor-shift =x^3 -1 --ring zn:3", "x^3 + 2"),
        ("compose-mod =x^2+5 =x^2 =x^3+x+1 --ring zn:97", "96*x^2 + 96*x + 5"),
        ("compose-series =x^3+x =x^2+x 4 --ring zn:97", "x^3 + x^2 + x"),
        ("compose-series =x^2 =x+1 1", "1"),
        ("revert-series =x-x^2 6", "14*x^5 + 5*x^4 + 2*x^3 + x^2 + x"),
        ("revert-series =x+x^2 5 --ring zn:97", "92*x^4 + 2*x^3 + 96*x^2 + x"),
        ("recurrence =[0,1] =x^2-x-1 50 --ring zn:998244353", "607336789"),
        ("recurrence =[0,1] =x^2-x-1 100", "354224848179261915075"),
        ("recurrence =[0,1] =x^2-x-1 1000000000000000000 --ring zn:10", "5"),
    ] {
        assert_eq!(output(&format!("{line} --format human --verify --quiet")), format!("{expected}\n"), "{line}");
    }
}

#[test]
fn refused() {
    for (line, code, reason) in [
        ("revert-series =x+1 5", 1, "constant term"),
        ("revert-series =2*x 5", 1, "inverse"),
        ("revert-series =x^2 5 --ring zn:97", 1, "inverse"),
        ("recurrence =[1] =x^2-x-1 5", 2, "2 initial terms"),
        ("recurrence =[1,1] =0 5 --ring zn:7", 1, "zero"),
        ("compose-mod =x =x =0 --ring zn:7", 1, "zero"),
        ("compose =x^2000000000 =x^2000000000", 2, "memory"),
    ] {
        let text = complaint(polymod(line), code);
        assert!(text.contains(reason), "{line}: {text}");
    }
}
