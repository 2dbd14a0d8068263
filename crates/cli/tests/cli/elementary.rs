//! Elementary functions of power series, exact square roots, sums of powers of roots, Newton's basis, samples.

use super::{complaint, output, polymod};

#[test]
fn series() {
    for (line, expected) in [
        ("div-series =1+x =1-x 5", "[1,2,2,2,2]"),
        ("div-series =[1,3] =[2,1,5] 6 --ring zn:97", "[49,74,83,16,27,92]"),
        ("div-series =x =1+x 3 --ring gf2", "[0,1,1]"),
        ("div-series =x =1+x 0", "[]"),
        ("invsqrt-series =1-4*x 5", "[1,2,6,20,70]"),
        ("invsqrt-series =[1,14,55,42,9] 5 --ring zn:97", "[1,90,46,87,29]"),
        ("invsqrt-series =[1,0,1] 5 --ring gf2", "[1,1,1,1,1]"),
        ("sin-series =[0,2,1] 6 --ring zn:97", "[0,2,1,31,95,51]"),
        ("cos-series =[0,2,1] 6 --ring zn:97", "[1,0,95,95,81,66]"),
        ("tan-series =[0,2,1] 6 --ring zn:97", "[0,2,1,35,4,58]"),
        ("sinh-series =[0,2,1] 6 --ring zn:97", "[0,2,1,66,2,53]"),
        ("cosh-series =[0,2,1] 6 --ring zn:97", "[1,0,2,2,82,66]"),
        ("tanh-series =[0,2,1] 6 --ring zn:97", "[0,2,1,62,93,54]"),
        ("asin-series =[0,2,1] 6 --ring zn:97", "[0,2,1,66,2,81]"),
        ("atan-series =[0,2,1] 6 --ring zn:97", "[0,2,1,62,93,82]"),
        // integers, although not all functions of this argument have them
        ("sin-series =6*x 5", "[0,6,0,-36]"),
        ("atan-series =3*x 5", "[0,3,0,-9]"),
        ("tan-series =x^5+6*x^6 12", "[0,0,0,0,0,1,6]"),
        // one half is not needed
        ("cos-series =x 2 --ring gf2", "[1]"),
        ("tanh-series =x 2 --ring zn:4", "[0,1]"),
        ("sinh-series =x 0", "[]"),
    ] {
        assert_eq!(output(&format!("{line} --format json --verify --quiet")), format!("{expected}\n"), "{line}");
    }
}

#[test]
fn exact_roots_and_powers_of_x() {
    for (line, expected) in [
        ("sqrt =[1,-4,-2,12,9]", "[1,-2,-3]"),
        ("sqrt =[0,0,4,4,1] --ring zn:97", "[0,2,1]"),
        ("sqrt =[1,0,1,0,1] --ring gf2", "[1,1,1]"),
        ("sqrt =[1,6] --ring zn:9", "[1,3]"),
        ("sqrt =0", "[]"),
        ("inflate =[1,2,3] 3", "[1,0,0,2,0,0,3]"),
        ("inflate =7 1000000000000000000000", "[7]"),
        ("deflate =[1,0,5,0,7] 2 --ring zn:97", "[1,5,7]"),
        ("deflate =0 4", "[]"),
    ] {
        assert_eq!(output(&format!("{line} --format json --verify --quiet")), format!("{expected}\n"), "{line}");
    }
}

#[test]
fn sums_bases_and_samples() {
    for (line, expected) in [
        ("power-sums =[-6,11,-6,1] 5", "[3,6,14,36,98]"),
        ("power-sums =[-6,4,2] 3", "[2,-2,10]"),
        ("power-sums =[0,0,1] 4 --ring gf2", "[0,0,0,0]"),
        ("from-power-sums =[3,6,14,36] 3", "[-6,11,-6,1]"),
        ("from-power-sums =[2,14,9] 2 --ring zn:97", "[45,83,1]"),
        ("from-power-sums =[0] 0", "[1]"),
        ("to-newton =[4,7,3] =[2,5,11] --ring zn:97", "[30,28,3]"),
        ("to-newton =[1] =[5,5,5]", "[1,0,0]"),
        ("from-newton =[1,1,1] =[1,1,1]", "[1,-1,1]"),
        ("from-newton =[] =[]", "[]"),
        ("shift-samples =[0,1,8,27] 10 3", "[1000,1331,1728]"),
        ("shift-samples =[0,0,1] -2 3", "[3,1,0]"),
        ("shift-samples =[1,2,5] 6 4 --ring zn:97", "[37,50,65,82]"),
        ("shift-samples =[1,2] 3 4 --ring zn:6", "[4,5,0,1]"),
        ("shift-samples =[] 3 2 --ring zn:97", "[0,0]"),
    ] {
        assert_eq!(output(&format!("{line} --format json --verify --quiet")), format!("{expected}\n"), "{line}");
    }
}

#[test]
fn refused() {
    for (line, code, reason) in [
        ("div-series =1 =x 4 --ring zn:97", 1, "inverse"),
        ("div-series =2 =2 4", 1, "inverse"),
        ("invsqrt-series =5+x 4 --ring zn:97", 1, "square"),
        ("invsqrt-series =x^2 4 --ring zn:97", 1, "inverse"),
        ("invsqrt-series =1+x 3", 1, "divisible"),
        ("sin-series =1+x 4 --ring zn:97", 1, "a sine is not defined here: expected 0 as constant term"),
        ("tan-series =x 9 --ring zn:7", 1, "7"),
        ("cos-series =x 3 --ring gf2", 1, "2"),
        ("asin-series =x 4", 1, "divisible"),
        ("sqrt =1+x --ring zn:97", 1, "an even degree"),
        ("sqrt =[1,0,0,1,1] --ring zn:97", 1, "a square"),
        ("sqrt =-1", 1, "square"),
        ("inflate =x 0", 2, "at least 1"),
        ("deflate =x 0", 2, "at least 1"),
        ("inflate =x 1000000000000000000000", 2, "memory"),
        ("deflate =[1,0,5,1] 2", 1, "exponents"),
        ("power-sums =0 3", 1, "other than 0"),
        ("power-sums =[1,1,2] 3", 1, "divisible"),
        ("from-power-sums =[3,1,1] 3", 1, "one sum more than the degree"),
        ("from-power-sums =[2,1,1] 1", 1, "the degree as the sum of 0th powers"),
        ("from-power-sums =[0,1,1] 2 --ring gf2", 1, "2"),
        ("to-newton =[1,2,3] =[1,2]", 1, "below the number of points"),
        ("from-newton =[1,2,3] =[1,2]", 1, "as many coefficients as points"),
        ("shift-samples =[1,2,5] 6 4 --ring zn:6", 1, "2"),
    ] {
        let text = complaint(polymod(line), code);
        assert!(text.contains(reason), "{line}: {text}");
    }
}
