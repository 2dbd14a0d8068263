//! Extensions of prime fields and of other residues: elements as arrays and as polynomials in t.

use super::{complaint, desk, output, polymod};

#[test]
fn elements_in_all_formats() {
    let f = "(3*t + 2)*x^3 + t*x + 5";
    for (format, expected) in [
        ("json", "[[5],[0,1],[],[2,3]]\n"),
        ("list", "[[5] [0 1] [] [2 3]]\n"),
        ("human", "(3*t + 2)*x^3 + t*x + 5\n"),
        ("ntl", "[[5] [0 1] [] [2 3]]\n"),
        ("sage", "(3*t + 2)*x^3 + t*x + 5\n"),
        ("latex", "(3t + 2)x^{3} + tx + 5\n"),
    ] {
        let desk = desk(&[("f", f.as_bytes())]);
        let mut command = polymod("neg f --ring gf:7^2 -o minus --format json");
        command.current_dir(&desk).assert().success();
        let mut command = polymod(&format!("neg minus --ring gf:7^2 --format {format} -o back"));
        command.current_dir(&desk).assert().success();
        let back = std::fs::read_to_string(desk.path().join("back")).unwrap();
        assert_eq!(back, expected, "{format}");
        if format != "latex" {
            let mut command = polymod(&format!("neg {format}:back --ring gf:7^2 --format json"));
            let again = command.current_dir(&desk).assert().success().get_output().stdout.clone();
            assert_eq!(String::from_utf8(again).unwrap(), "[[2],[0,6],[],[5,4]]\n", "{format}");
        }
    }
    for format in ["pari", "flint", "hex", "bin"] {
        complaint(polymod(&format!("neg =t*x --ring gf:7^2 --format {format}")), 2);
    }
}

#[test]
fn numpy_has_integers_base_p() {
    let desk = desk(&[("f", b"[[5],[0,1],[],[2,3]]")]);
    for (ring, words) in [("gf:7^2", 1), ("gf:(2^61-1)^3", 3), ("gf2^65:x^65+x^18+1", 2)] {
        let f = if ring.starts_with("gf2") { "=[3,36893488147419103231,0,1]" } else { "f" };
        let run = |line: &str| {
            let mut command = polymod(&format!("{line} --ring {ring}"));
            String::from_utf8(command.current_dir(&desk).assert().success().get_output().stdout.clone()).unwrap()
        };
        run(&format!("neg {f} --format npy -o a.npy"));
        let bytes = std::fs::read(desk.path().join("a.npy")).unwrap().len() - 128;
        assert_eq!(bytes, 4 * 8 * words, "{ring}");
        assert_eq!(run("neg a.npy --format json"), run(&format!("mul {f} =1 --format json")), "{ring}");
    }
}

#[test]
fn results_over_extensions() {
    for (line, expected) in [
        ("mul =t*x =t*x --ring gf:7^2", "6*x^2\n"),
        ("mul '=(2*t+1)*x + t^2' =1 --ring gf:5^2", "(2*t + 1)*x + 3\n"),
        ("mul =2t^3*x =3 --ring gf:5^2", "3*t*x\n"),
        ("neg =(-t+1)^2 --ring gf:5^2", "2*t + 1\n"),
        ("neg =t --ring gf:7^1:t-3", "4\n"),
        ("eval =t*x =t+1 --ring gf:7^2", "t + 6\n"),
        ("eval =[[],[0,1]] =[1,1] --ring gf:7^2", "[6,1]\n"),
        ("eval =[[],[0,1]] 9 --ring gf:7^2", "[0,2]\n"),
        ("roots =x^2+1 --ring gf:7^2", "[[0,1],[0,6]]\n"),
        ("roots --multiplicities =x^3-x^2 --ring gf:7^2", "[[[],2],[[1],1]]\n"),
        ("factor =x^2+1 --ring gf:7^2 --format json", "[1]\n[[[[0,1],[1]],1],[[[0,6],[1]],1]]\n"),
        ("multieval =[[],[0,1]] =[[0,1],3,[]] --ring gf:7^2", "[[6],[0,3],[]]\n"),
        ("minpoly =[[1],[1],[2],[3],[5],[8]] --ring gf:11^2", "[[10],[10],[1]]\n"),
        ("minpoly =[[[0,1]]] --ring gf:7^2", "[[0,6],[1]]\n"),
        ("add =[[1,2],[3]] =[[6]] --ring gf:7^2", "[[0,2],[3]]\n"),
        ("add =[[[1,2],[3]]] =[[[6],[0,1]]] --ring gf:7^2", "[[[0,2],[3,1]]]\n"),
        ("matmul =[[1,2],[3,4]] =[[[0,1]],[[1]]] --ring gf:7^2", "[[[2,1]],[[4,3]]]\n"),
        ("det '=[[\"t\",\"1\"],[\"1\",\"t\"]]' --ring gf:7^2", "[5]\n"),
        ("matmul '=[[\"t*x\",\"1\"]]' '=[[\"t\"],[\"x\"]]' --ring gf:7^2 --format human", "[[\"0\"]]\n"),
        ("transpose =[[[[0,1],[1]],[2]]] --ring gf:7^2", "[[[[0,1],[1]]],[[[2]]]]\n"),
        ("solve =[[[0,1]]] =[[1]] --ring gf:7^2", "[[0,6]]\n"),
        ("ntt =[[1],[1]] --length 4 --ring gf:7^2", "[[2],[1,1],[],[1,6]]\n"),
        ("order =x^2+1 --ring gf:7^2", "4\n"),
        ("order =(x-1)^2 --ring gf:3^5", "3\n"),
        ("order =(x-1)^2 --ring gf:(2^127-1)^2 --verify --quiet", "170141183460469231731687303715884105727\n"),
        ("gen irreducible --degree 2 --kind least-weight --ring gf:5^2", "[[0,1],[],[1]]\n"),
        ("gen irreducible --degree 2 --kind least-weight --ring gf:(2^61-1)^2", "[[4,1],[],[1]]\n"),
        ("pow =t 10 --ring gf:2^10:least", "t^3 + 1\n"),
        ("pow =t 3 --ring gf:7^3:conway", "t^2 + 3\n"),
        ("mul =[[0,1]] =[[0,1]] --ring zn:16[t]/t^2+1", "[[15]]\n"),
        ("sqrt-series =t^2 2 --ring gf:5^2", "t\n"),
        ("pow =x+t 5 --ring gf:5^2", "x^5 + 4*t\n"),
    ] {
        assert_eq!(output(line), expected, "{line}");
    }
}

#[test]
fn what_does_not_exist_is_said() {
    for (line, code, said) in [
        ("divrem =x =7*x+1 --ring zn:21[t]/t^2+t+1", 1, "7 has no inverse modulo 21: 7 divides both"),
        ("divrem =x =(t+1)*x --ring zn:101[t]/t^2-1", 1, "t + 1 has no inverse modulo t^2 + 100: t + 1 divides both"),
        ("factor =x --ring zn:101[t]/t^2-1", 1, "t^2+100 is composite"),
        ("roots =x --ring zn:21[t]/t^2+t+1", 1, "21 is composite"),
        ("ntt =x --length 2 --ring zn:21[t]/t^2+t+1", 2, "--root is required"),
        ("integral =x^4 --ring gf:5^2", 1, "the division by 5 does not exist modulo 5"),
        ("inverse =[[[0,1],[0,2]],[[1],[2]]] --ring gf:5^2", 1, "singular"),
        ("sqrt-series =t+x 2 --ring gf:5^2", 1, "square"),
        ("interpolate =[[0,1],[0,1]] =[1,2] --ring gf:5^2", 2, "the point t is repeated"),
        ("neg =[[5],[6,0,1]] --ring gf:7^2", 2, "after the 2 coefficients of an element"),
        ("neg =[[[1]]] =[[x]] --ring gf:7^2", 2, ""),
        ("neg =x --ring gf:9^2", 2, "did you mean gf:3^4?"),
        ("neg =x --ring gf:(2^89-1)^2:conway", 2, "Conway's polynomial of degree 2"),
        ("neg =x --ring gf:5^2:Conway", 2, "did you mean gf:5^2:conway?"),
        ("neg =x --ring gf:25", 2, "did you mean gf:5^2?"),
        ("neg =x --ring GF(25)", 2, "did you mean gf:5^2?"),
        ("neg =x --ring gf:3^2:t^2+2", 2, "irreducible polynomial; this one is reducible"),
        ("neg =x --ring gf2^65:x^65+1", 2, "reducible"),
    ] {
        let line_said = complaint(polymod(line), code);
        assert!(line_said.contains(said), "{line}: {line_said}");
    }
}

/// x^q is x modulo polynomials with distinct roots in the field.
#[test]
fn identities_of_fields() {
    for ring in ["gf:3^4", "gf:2^5", "gf:5^2:t^2+t+1", "gf:13^2"] {
        let q = ring[3..].split(':').next().unwrap();
        // both roots of the modulus are in the field
        assert_eq!(output(&format!("pow-mod =x {q} =x^2+t*x --ring {ring}")), "x\n", "{ring}");
        let roots = output(&format!("roots '=x^5-x' --ring {ring} --verify"));
        assert!(roots.starts_with("[[],[1]"), "{ring}: {roots}");
    }
}
