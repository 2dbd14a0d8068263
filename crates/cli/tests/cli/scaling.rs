//! Multiples of polynomials and matrices by elements and powers of x, and exact quotients.

use super::{complaint, output, polymod};

#[test]
fn results() {
    for (line, expected) in [
        ("monic =[4,0,2] --ring zn:97", "[2,0,1]"),
        ("monic =[3,-1]", "[-3,1]"),
        ("monic =[1,2] --ring q", "[\"1/2\",1]"),
        ("monic =0", "[]"),
        ("scale =[1,2,3] 5", "[5,10,15]"),
        ("scale =[1,3] 2 --ring zn:6", "[2]"),
        ("scale '=[[1,2],[3,4]]' -1", "[[-1,-2],[-3,-4]]"),
        ("scale '=[[[1,2],[3]]]' 2 --ring zn:97", "[[[2,4],[6]]]"),
        ("scale =[1,2] =1/2 --ring q", "[\"1/2\",1]"),
        ("scale =[] 7 --ring gf2", "[]"),
        ("shift =[1,2] 2", "[0,0,1,2]"),
        ("shift =[1,2,3] -2 --ring zn:97", "[3]"),
        ("shift =[1,2,3] -10^30", "[]"),
        ("shift =[] 10^30", "[]"),
        ("shift '=[[[1],[0,1]]]' 1", "[[[0,1],[0,0,1]]]"),
        ("shift '=[[1,0],[0,2]]' 1 --ring zn:97", "[[[0,1],[]],[[],[0,2]]]"),
        ("exact-div =x^3-1 =x-1", "[1,1,1]"),
        ("exact-div =[6,4] =[2] --ring z", "[3,2]"),
        ("exact-div =[1,0,1] =[1,1] --ring gf2", "[1,1]"),
        ("exact-div =0 =x", "[]"),
    ] {
        assert_eq!(output(&format!("{line} --format json --verify --quiet")), format!("{expected}\n"), "{line}");
    }
}

#[test]
fn what_mathematics_or_usage_refuses() {
    for (line, code, reason) in [
        ("monic =[1,2]", 1, "no inverse"),
        ("monic =[1,2] --ring zn:6", 1, "inverse"),
        ("shift =[1] 10^30", 2, "memory"),
        ("shift =[1] 1/2", 2, "integer"),
        ("exact-div =[1,0,1] =[1,1]", 1, "not divisible"),
        ("exact-div =[1,0,1] =[1,1] --ring zn:97", 1, "not divisible"),
        ("exact-div =[1] =[2]", 1, "not divisible"),
        ("exact-div =[1] =0", 1, "division by zero"),
    ] {
        let said = complaint(polymod(line), code);
        assert!(said.contains(reason), "{line}: {said}");
    }
}
