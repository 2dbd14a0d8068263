//! Values at many points, interpolation and products of arrays, on the command line.

use super::{complaint, output, polymod};

#[test]
fn results_at_points() {
    for (line, expected) in [
        ("multieval =[1,0,1] '=[1,2,3,3,-1]'", "[2,5,10,10,2]\n"),
        ("multieval =[1,0,1] '=[0,1,2,3]' --ring zn:10", "[1,2,5,0]\n"),
        ("multieval =[] =[4,0] --ring zn:97", "[0,0]\n"),
        ("multieval =[1,1] =[]", "[]\n"),
        ("multieval =[1,0,1] --geometric 1,2 --length 5 --ring zn:97", "[2,5,17,65,63]\n"),
        ("multieval =[1,0,1] --geometric -1,3 --length 3", "[2,10,82]\n"),
        ("multieval =[1,1] --geometric 5,0 --length 3 --ring zn:7", "[6,1,1]\n"),
        ("multieval =[1,1] --geometric 5,2 --length 0", "[]\n"),
        ("interpolate =[1,2,3] =[1,4,9]", "[0,0,1]\n"),
        ("interpolate =[1,2,3] =[1,4,9] --ring zn:97 --format human", "x^2\n"),
        ("interpolate =[1,0,2] =[3,1,7] --ring zn:15", "[1,1,1]\n"),
        ("interpolate =[] =[] --ring zn:97", "[]\n"),
        ("interpolate =[5,1] =[0,0] --ring zn:97", "[]\n"),
        ("interpolate =[2,5,17,65] --geometric 1,2 --length 4 --ring zn:97", "[1,0,1]\n"),
        ("interpolate =[2,5,17] --geometric 1,2 --length 3 --order desc", "[1,0,1]\n"),
        ("prod =[[1,1],[2,1],[3,1]]", "[6,11,6,1]\n"),
        ("prod =[[1,1],[],[3,1]] --ring zn:97", "[]\n"),
        ("prod =[] --ring zn:97", "[1]\n"),
        ("prod =[[1,2]] --ring zn:2^127-1 --order desc", "[1,2]\n"),
    ] {
        assert_eq!(output(line), expected, "{line}");
    }
}

#[test]
fn what_cannot_be_interpolated() {
    for (line, code, reason) in [
        ("interpolate =[5,2,5] =[1,2,1] --ring zn:97", 2, "the point 5 is repeated: entries 0 and 2"),
        ("interpolate =[5,2,102] =[1,2,1] --ring zn:97", 2, "the point 5 is repeated: entries 0 and 2"),
        ("interpolate =[1,1] =[0,0]", 2, "the point 1 is repeated: entries 0 and 1"),
        ("interpolate =[1,2,3] --geometric 1,96 --length 3 --ring zn:97", 2, "repeated: entries 0 and 2"),
        ("interpolate =[0,3] =[1,2] --ring zn:15", 1, "3 divides both"),
        ("interpolate =[0,1,2] =[0,0,1]", 1, "1 is not divisible by 2"),
        ("interpolate =[1,2] =[1] --ring zn:97", 2, "there are 2 points, but 1 values"),
        ("interpolate =[1,2] --geometric 1,2 --length 3 --ring zn:97", 2, "there are 3 points, but 2 values"),
    ] {
        let said = complaint(polymod(line), code);
        assert!(said.contains(reason), "{line}: {said}");
    }
    for line in [
        "multieval =[1,2]",
        "multieval =[1,2] --geometric 1,2",
        "multieval =[1,2] --length 2",
        "multieval =[1,2] =[1] --geometric 1,2 --length 3",
        "multieval =[1,2] --geometric 12 --length 3",
        "interpolate =[1,2]",
    ] {
        polymod(line).assert().code(2).stdout("");
    }
}

#[test]
fn results_are_verified() {
    for ring in ["zn:97", "zn:2^61-1", "zn:998244353", "zn:2^127-1", "zn:6", "z"] {
        let run = |line: &str| {
            let out = polymod(line).args(["--ring", ring, "--verify"]).output().expect("the program runs");
            let said = String::from_utf8_lossy(&out.stderr).into_owned();
            assert!(out.status.success() && said.contains("verified: "), "{line} over {ring}: {said}");
            String::from_utf8(out.stdout).expect("text")
        };
        let y = run("multieval =[3,1,4,1,5] =[0,1,2,3,4]");
        if ring != "zn:6" {
            assert_eq!(run(&format!("interpolate =[0,1,2,3,4] ={}", y.trim())), "[3,1,4,1,5]\n", "{ring}");
        }
        run("multieval =[3,1,4,1,5] --geometric 1,5 --length 9");
        run("prod =[[1,1],[2,1],[3,1],[1,2,3]]");
    }
}
