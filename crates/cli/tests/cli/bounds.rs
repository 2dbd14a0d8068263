//! Sums, products and squares of roots, their bounds and numbers; norms, cyclotomic polynomials; elements modulo a monic polynomial over Z; invariant factors.

use super::{complaint, output, polymod};

#[test]
fn results() {
    for (line, expected) in [
        ("composed-sum =x^2-2 =x^2-3", "[1,0,-10,0,1]"),
        ("composed-product =x^2-2 =2*x-1", "[-2,0,4]"),
        ("composed-sum =[-1,2] =[3,5] --ring zn:97", "[1,10]"),
        ("composed-product =[0,0,1] =[-3,1] --ring zn:97", "[0,0,1]"),
        // the characteristic is less than the degree
        ("composed-sum =x^2+x+1 =x^2+x --ring gf2", "[1,0,1,0,1]"),
        ("composed-product =x^3+x+1 =x^2+x+1 --ring gf2", "[1,1,1,0,1,0,1]"),
        ("composed-sum =[-1,2] =[1,3] --ring q", "[-1,6]"),
        ("composed-sum =[5] =[1,1,1] --ring zn:97", "[25]"),
        ("graeffe =x^2-3*x+2", "[4,-5,1]"),
        ("graeffe =x-5", "[-25,1]"),
        ("graeffe =[] --ring zn:6", "[]"),
        ("norms =3*x^2-4", "4\n7\n25\n8"),
        ("norms =0", "0\n0\n0\n0"),
        ("root-bound =x^2-100", "16"),
        ("root-bound =3*x^5", "0"),
        ("cyclotomic =x^4-x^2+1", "true\n12"),
        ("cyclotomic =x-1", "true\n1"),
        ("cyclotomic =x^2-1", "false"),
        ("cyclotomic =x", "false"),
        ("cyclotomic =0", "false"),
        ("count-real-roots =x^3-2*x", "3"),
        ("count-real-roots =x^3-2*x 0 1", "1"),
        ("count-real-roots =x^3-2*x 0 =3/2 --ring q", "2"),
        ("count-real-roots =7", "0"),
        ("count-real-roots '=(x-1)^2*(x+1)' -1 1", "2"),
        ("charpoly-mod =x+1 =x^2-3*x+1", "[5,-5,1]"),
        ("minpoly-mod =x^2 =x^4-5", "[-5,0,1]"),
        ("norm-mod =x+1 =x^2-2", "-1"),
        ("norm-mod =0 =x^2-2", "0"),
        ("norm-mod =x+1 =2-x^2", "-1"),
        ("trace-mod =5*x^2+2*x+1 =x^3+x+3", "-7"),
        ("invariant-factors '=[[2,4,4],[-6,6,12],[10,-4,-16]]'", "[2,6,12]"),
        ("invariant-factors '=[[2,4],[1,2]]'", "[1]"),
        ("invariant-factors '=[[2,0],[0,3]]' --ring zn:12", "[1,6]"),
        ("invariant-factors '=[[4,0],[0,3]]' --ring zn:12", "[1]"),
        ("invariant-factors '=[[1,1],[1,1]]' --ring gf2", "[1]"),
        ("invariant-factors =[]", "[]"),
    ] {
        assert_eq!(output(&format!("{line} --format json --verify --quiet")), format!("{expected}\n"), "{line}");
    }
}

#[test]
fn what_mathematics_or_usage_refuses() {
    for (line, code, reason) in [
        ("composed-sum =0 =x", 1, "polynomials other than 0"),
        ("root-bound =0", 1, "other than 0"),
        ("norms =x --ring zn:97", 2, "norms is not defined over zn:97"),
        ("count-real-roots =0", 1, "other than 0"),
        ("count-real-roots =x 1", 2, "takes both LOW and HIGH, or neither"),
        ("count-real-roots =x 2 1", 2, "the interval of roots"),
        ("count-real-roots =x --ring zn:7", 2, "not defined over zn:7"),
        ("norm-mod =x =2*x+1", 1, "inverse"),
        ("charpoly-mod =x =2*x^2+1", 1, "inverse"),
        ("trace-mod =x =7", 1, "positive degree"),
        ("invariant-factors '=[[1,2]]' --ring q", 2, "not defined over q"),
    ] {
        let said = complaint(polymod(line), code);
        assert!(said.contains(reason), "{line}: {said}");
    }
}
