//! Terms of sequences, power projections, falling factorials, values with derivatives, partial fractions.

use super::{complaint, output, polymod};

#[test]
fn results() {
    for (line, expected) in [
        ("recurrence =[0,1] '=x^2 - x - 1' 10 --count 4", "[55,89,144,233]"),
        ("recurrence =[0,1] '=x^2 - x - 1' 10 --count 0", "[]"),
        ("recurrence =[0,1] '=x^2 - x - 1' 0 --count 1 --ring zn:97", "[0]"),
        ("recurrence =[5] '=x - 1' 10^18 --count 3 --ring zn:97", "[5,5,5]"),
        ("recurrence =[1,1,0] '=x^3 + x + 1' 7 --count 5 --ring gf2", "[1,1,0,0,1]"),
        ("p-recurrence =[1] =[[-1,-1],[1]] 10", "3628800"),
        ("p-recurrence =[1] =[[-1,-1],[1]] 10^7 --ring zn:998244353", "295201906"),
        ("p-recurrence =[1] =[[-2,-4],[2,1]] 10", "16796"),
        // Apéry's numbers
        ("p-recurrence =[1,5] =[[1,3,3,1],[-117,-231,-153,-34],[8,12,6,1]] 4", "33001"),
        ("p-recurrence =[1,2,3] =[[-1,-1],[1]] 2", "3"),
        ("power-projection =x+1 =[0,0,1] 5", "[0,0,1,3,6]"),
        ("power-projection =x+1 =[0,0,1] 0", "[]"),
        ("power-projection =x+1 =[] 3 --ring zn:97", "[0,0,0]"),
        ("power-projection =[0,1,1] =[1,2,3,4] 4 --ring zn:7", "[1,5,4,4]"),
        ("to-newton =x^3", "[0,1,3,1]"),
        ("to-newton =0 --ring zn:97", "[]"),
        ("from-newton =[0,1,3,1]", "[0,0,0,1]"),
        ("from-newton =[0,0,0,0,1] --ring zn:97", "[0,91,11,91,1]"),
        ("interpolate-hermite =[0,1] =[[1,0],[0,0]] --ring zn:97", "[1,0,94,2]"),
        ("interpolate-hermite =[0,1] =[[1,0],[0,0]] --ring q", "[1,0,-3,2]"),
        // no condition at 0
        ("interpolate-hermite =[0,3] =[[],[5,0]] --ring zn:97", "[5]"),
        ("interpolate-hermite =[] =[] --ring zn:97", "[]"),
        ("interpolate-hermite =[0,3] =[[0,1],[[1,1]]] --ring gf:5^2", "[[],[1],[2,4]]"),
        ("partial-fractions =1 =[[0,1],[-1,1],[-1,1]] --ring zn:97", "[]\n[[1],[96],[1]]"),
        ("partial-fractions =x^3+5 =[[0,1],[0,1]] --ring q", "[0,1]\n[[],[5]]"),
        ("partial-fractions =[1,2,3] =[] --ring zn:97", "[1,2,3]\n[]"),
        ("partial-fractions =[1,1] =[[1,1,1],[0,1]] --ring gf2", "[]\n[[0,1],[1]]"),
        ("set-inverse =[1,2,3,0] --ring zn:97", "[1,95,94,12]"),
        ("set-inverse =[-1,2]", "[-1,-2]"),
        ("set-exp =[0,1,1,1,1,1,1,1]", "[1,1,1,2,1,2,2,5]"),
        ("set-exp =[0,1,1,1] --ring gf2", "[1,1,1,0]"),
        ("set-log =[1,2,3,10] --ring zn:6", "[0,2,3,4]"),
        ("set-log =[1] --ring zn:97", "[0]"),
        ("set-compose =x^2 =[1,2,3,4]", "[1,4,6,20]"),
        ("set-compose =0 =[1,2] --ring zn:97", "[0,0]"),
        ("set-compose =[0,0,1] =[[0,1],[1]] --ring gf:5^2", "[[3],[0,2]]"),
        ("set-projection =[1,2,3,4] =[0,0,0,1] 4", "[0,4,20,48]"),
        ("set-projection =[5] =[2] 3 --ring q", "[2,10,50]"),
        ("min-plus =[0,1,4] =[3,1,2]", "[3,1,2,3,6]"),
        ("min-plus =[3,1,2] =[0,3,4]", "[3,1,2,5,6]"),
        ("min-plus =[0,5,1,7] =[3,1,9,2]", "[3,1,4,2,7,3,9]"),
        ("min-plus =[] =[3]", "[]"),
        ("min-plus =[9223372036854775807,-9223372036854775808] =[9223372036854775807]", "[18446744073709551614,-1]"),
        (
            "min-plus =[18446744073709551616,0] =[1,-18446744073709551616]",
            "[18446744073709551617,0,-18446744073709551616]",
        ),
    ] {
        assert_eq!(output(&format!("{line} --format json --verify --quiet")), format!("{expected}\n"), "{line}");
    }
}

#[test]
fn what_mathematics_or_usage_refuses() {
    for (line, code, reason) in [
        ("recurrence =[0] '=x^2 - x - 1' 10 --count 4", 2, "a recurrence of degree 2 takes 2 initial terms, found 1"),
        ("recurrence =[0,1] '=x^2 - x - 1' 10 --count -1", 2, "--count"),
        ("recurrence =[0,1] =0 10 --count 3 --ring zn:97", 1, "zero"),
        ("p-recurrence =[1] =[[-1,-1],[1],[1]] 10", 2, "a recurrence of order 2 takes 2 initial terms, found 1"),
        ("p-recurrence =[1] =[] 10", 2, "COEFFS: expected one polynomial at least"),
        ("p-recurrence =[1] =[[1],[2]] 3", 1, "not divisible"),
        ("p-recurrence =[1] =[[1],[]] 3 --ring zn:97", 1, "zero"),
        ("p-recurrence =[1] =[[1],[-3,1]] 6 --ring zn:97", 1, ""),
        ("interpolate-hermite =[0,1] =[[1,0]] --ring zn:97", 2, "there are 2 points, but 1 arrays of derivatives"),
        ("interpolate-hermite =[1,1] =[[1],[0]] --ring zn:97", 2, "point"),
        ("interpolate-hermite =[1] =[[1,2,0,1]] --ring zn:3", 1, "inverse"),
        ("interpolate-hermite =[1] =[[1]]", 2, "interpolate-hermite is not defined over z"),
        ("partial-fractions =1 =[[0,1],[0,0,1]] --ring zn:97", 1, "coprime"),
        ("partial-fractions =1 =[[]] --ring zn:97", 1, "zero"),
        ("to-newton =x^3 =[0,1,2]", 1, "expected a degree below the number of points"),
    ] {
        let said = complaint(polymod(line), code);
        assert!(said.contains(reason), "{line}: {said}");
    }
}

#[test]
fn series_of_sets_that_are_refused() {
    for (line, code, reason) in [
        ("set-exp =[1,2]", 1, "0 as coefficient of the empty set"),
        ("set-log =[0,2] --ring zn:97", 1, "1 as coefficient of the empty set"),
        ("set-inverse =[2,1]", 1, "2"),
        ("set-inverse =[2,1] --ring zn:6", 1, "2"),
        ("set-exp =[0,1,2]", 2, "power of two"),
        ("set-projection =[0,1] =[1] 3", 2, "weights: expected length 2, got 1"),
        ("min-plus =[1] =[1] --ring zn:97", 2, "min-plus is not defined over zn:97"),
    ] {
        let said = complaint(polymod(line), code);
        assert!(said.contains(reason), "{line}: {said}");
    }
}
