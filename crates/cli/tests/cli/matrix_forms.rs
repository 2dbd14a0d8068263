//! Reduced, triangular and Hessenberg forms, spaces, adjugates and Pfaffians of matrices on the command line.

use super::{complaint, output, polymod};

#[test]
fn results() {
    for (line, expected) in [
        ("rref '=[[2,4,6],[1,2,3],[0,1,5]]' --ring zn:97", "[[1,0,90],[0,1,5],[0,0,0]]\n2\n"),
        ("rref '=[[0,0],[0,0]]' --ring gf2", "[[0,0],[0,0]]\n0\n"),
        ("rref =[] --ring zn:97", "[]\n0\n"),
        ("rref '=[[2,4,3],[1,2,3],[3,6,6]]'", "[[1,2,0],[0,0,1],[0,0,0]]\n2\n1\n"),
        ("rref '=[[0,-2,1],[0,6,5]]'", "[[0,1,0],[0,0,1]]\n2\n1\n"),
        ("rref '=[[2,0,1],[0,3,-1]]'", "[[6,0,3],[0,6,-2]]\n2\n6\n"),
        ("rref '=[[0,0],[0,0]]'", "[[0,0],[0,0]]\n0\n1\n"),
        ("rref =[]", "[]\n0\n1\n"),
        ("plu '=[[0,2],[3,4]]' --ring zn:97", "[1,0]\n[[1,0],[0,1]]\n[[3,4],[0,2]]\n"),
        (
            "plu '=[[0,0,5],[7,1,2],[0,3,1]]' --ring zn:97",
            "[1,2,0]\n[[1,0,0],[0,1,0],[0,0,1]]\n[[7,1,2],[0,3,1],[0,0,5]]\n",
        ),
        // the first row and that of the pivot are exchanged
        ("plu '=[[0,1],[0,2],[3,4]]' --ring zn:97", "[2,1,0]\n[[1,0,0],[0,1,0],[0,49,1]]\n[[3,4],[0,2],[0,0]]\n"),
        (
            "plu '=[[1,1,0],[1,1,1],[0,1,1]]' --ring gf2",
            "[0,2,1]\n[[1,0,0],[0,1,0],[1,0,1]]\n[[1,1,0],[0,1,1],[0,0,1]]\n",
        ),
        ("left-nullspace '=[[1,2],[2,4],[3,7]]' --ring zn:97", "[[1,48,0]]\n"),
        ("left-nullspace '=[[2],[4],[6]]'", "[[3,0,-1],[0,3,-2]]\n"),
        ("column-space '=[[1,0,2,3],[2,0,4,6],[0,0,1,1]]' --ring zn:97", "[[1,2,0],[0,0,1]]\n"),
        ("column-space '=[[0,0],[0,0]]' --ring zn:97", "[]\n"),
        ("column-space '=[[2,0,4],[3,0,6],[0,5,1]]'", "[[2,3,0],[0,0,1]]\n"),
        ("column-space '=[[-2],[4]]'", "[[1,-2]]\n"),
        ("column-space '=[[0,0],[0,0]]'", "[]\n"),
        ("adjugate '=[[1,2],[3,4]]'", "[[4,-2],[-3,1]]\n"),
        ("adjugate '=[[2,4],[1,2]]' --ring zn:97", "[[2,93],[96,2]]\n"),
        ("adjugate '=[[2,3,0],[4,2,3],[0,3,2]]' --ring zn:6", "[[1,0,3],[4,4,0],[0,0,4]]\n"),
        ("adjugate '=[[5]]' --ring gf2^8:0x11b", "[[1]]\n"),
        ("adjugate =[]", "[]\n"),
        ("hessenberg '=[[1,2,3],[4,5,6],[7,8,10]]' --ring zn:97", "[[1,80,3],[4,64,6],[0,59,48]]\n"),
        ("hessenberg '=[[5]]' --ring zn:97", "[[5]]\n"),
        ("pfaffian '=[[0,3],[-3,0]]'", "3\n"),
        ("pfaffian '=[[0,2,-3,5],[-2,0,7,1],[3,-7,0,-4],[-5,-1,4,0]]' --ring zn:97", "30\n"),
        ("pfaffian '=[[0,2,3,0],[-2,0,0,3],[-3,0,0,2],[0,-3,-2,0]]' --ring zn:6", "1\n"),
        ("pfaffian '=[[0,1,2],[-1,0,3],[-2,-3,0]]'", "0\n"),
        ("pfaffian =[]", "1\n"),
    ] {
        assert_eq!(output(line), expected, "{line}");
        assert_eq!(output(&format!("{line} --verify --quiet")), expected, "{line}");
    }
}

#[test]
fn what_mathematics_or_usage_refuses() {
    for (line, code, reason) in [
        ("adjugate '=[[1,2,3]]'", 2, "expected a square matrix"),
        ("hessenberg '=[[1,2,3]]' --ring zn:97", 2, "expected a square matrix"),
        ("hessenberg '=[[1,1,1],[2,1,1],[3,1,1]]' --ring zn:6", 1, "divides both"),
        ("hessenberg '=[[1]]'", 2, "hessenberg is not defined over z"),
        ("rref '=[[[1]]]'", 2, "rref takes a matrix of numbers"),
        ("rref '=[[2,1],[3,2]]' --ring zn:6", 1, "divides both"),
        ("plu '=[[2]]' --ring zn:4", 1, "2 divides both"),
        ("pfaffian '=[[0,1],[1,0]]'", 1, "expected a skew-symmetric matrix"),
        ("pfaffian '=[[1,0],[0,0]]' --ring gf2", 1, "row 0 and column 0"),
        ("pfaffian '=[[0,1]]' --ring zn:97", 2, "expected a square matrix"),
    ] {
        let said = complaint(polymod(line), code);
        assert!(said.contains(reason), "{line}: {said}");
    }
}
