//! Howell forms, and linear algebra modulo composite integers by them.

use super::{complaint, output, polymod};

#[test]
fn linear_algebra() {
    for (line, expected) in [
        ("howell '=[[8,5,5],[0,9,8],[0,0,10]]' --ring zn:12", "[[4,1,0],[0,3,0],[0,0,1]]"),
        ("howell '=[[2,1]]' --ring zn:4", "[[2,1],[0,2]]"),
        ("howell '=[[2,4],[1,2]]' --ring zn:7", "[[1,2]]"),
        ("howell '=[[0,0]]' --ring zn:2^64", "[]"),
        ("howell '=[[2,1]]' --transform --ring zn:4", "[[2,1],[0,2]]\n[[1],[2]]"),
        ("howell --transform '=[[0,2],[3,4]]' --ring zn:7", "[[1,0],[0,1]]\n[[4,5],[4,0]]"),
        ("howell '=[[0,0]]' --ring zn:4 --transform", "[]\n[]"),
        ("solve '=[[2]]' =[6] --ring zn:8", "[3]"),
        ("solve '=[[2,4],[0,6]]' '=[[6],[2]]' --ring zn:8", "[[1],[3]]"),
        ("solve '=[[2,3]]' =[1] --ring zn:6", "[2,1]"),
        ("inverse '=[[2,3],[3,2]]' --ring zn:6", "[[2,3],[3,2]]"),
        ("nullspace '=[[2,4]]' --ring zn:8", "[[2,1],[0,2]]"),
        ("left-nullspace '=[[2],[4]]' --ring zn:8", "[[2,1],[0,2]]"),
        ("column-space '=[[2,4],[4,6]]' --ring zn:8", "[[2,0],[0,2]]"),
        ("rank '=[[2,0],[0,3]]' --ring zn:6", "1"),
        ("rank '=[[2,0],[0,4]]' --ring zn:8", "2"),
    ] {
        assert_eq!(output(&format!("{line} --format json --verify --quiet")), format!("{expected}\n"), "{line}");
    }
}

#[test]
fn refused() {
    for (line, reason) in [
        ("solve '=[[2]]' =[5] --ring zn:8", "no solution"),
        ("inverse '=[[2,0],[0,1]]' --ring zn:8", "2 divides both"),
        ("rref '=[[2]]' --ring zn:8", "2 divides both"),
    ] {
        let text = complaint(polymod(line), 1);
        assert!(text.contains(reason), "{line}: {text}");
    }
}
