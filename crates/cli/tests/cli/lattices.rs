//! Normal forms of integer matrices, and reduced bases, on the command line.

use super::{complaint, output, polymod};

#[test]
fn results() {
    for (line, expected) in [
        ("hnf '=[[4,7,2],[6,1,5],[2,3,9]]'", "[[2,0,57],[0,1,134],[0,0,150]]\n"),
        (
            "hnf --transform '=[[4,7,2],[6,1,5],[2,3,9]]'",
            "[[2,0,57],[0,1,134],[0,0,150]]\n[[-3,0,7],[-7,-1,17],[-8,-1,19]]\n",
        ),
        ("hnf '=[[-3,6,9],[0,-4,2]]'", "[[3,2,-13],[0,4,-2]]\n"),
        ("hnf '=[[2,4],[3,6],[0,0]]'", "[[1,2],[0,0],[0,0]]\n"),
        ("hnf '=[[0,0]]' --transform", "[[0,0]]\n[[1]]\n"),
        ("hnf =[]", "[]\n"),
        ("snf '=[[2,4,4],[-6,6,12],[10,-4,-16]]'", "[[2,0,0],[0,6,0],[0,0,12]]\n"),
        ("snf '=[[2,0],[0,3]]'", "[[1,0],[0,6]]\n"),
        ("snf '=[[6,4,10]]'", "[[2,0,0]]\n"),
        ("snf '=[[1],[0]]' --transform", "[[1],[0]]\n[[1,0],[0,1]]\n[[1]]\n"),
        ("lll '=[[1,0],[0,1]]'", "[[1,0],[0,1]]\n"),
        ("lll '=[[1,2],[2,4]]'", "[[0,0],[1,2]]\n"),
        ("lll '=[[1,2],[2,4]]' --transform", "[[0,0],[1,2]]\n[[-2,1],[1,0]]\n"),
    ] {
        assert_eq!(output(line), expected, "{line}");
        assert_eq!(output(&format!("{line} --verify --quiet")), expected, "{line}");
    }
}

#[test]
fn only_over_the_integers() {
    for (verb, rings) in
        [("hnf", &["zn:97", "gf2", "z[y]"][..]), ("lll", &["zn:97", "gf2", "z[y]"]), ("snf", &["q", "z[y]"])]
    {
        for ring in rings {
            let said = complaint(polymod(&format!("{verb} =[[1,1],[0,1]] --ring {ring}")), 2);
            assert!(said.contains(&format!("{verb} is not defined over {ring}")), "{said}");
        }
        complaint(polymod(&format!("{verb} =x")), 2);
    }
    let said = complaint(polymod("hnf =[[1]] --transform --algorithm crt"), 2);
    assert!(said.contains("these do: modulo-determinant"), "{said}");
}
