//! The ring q: fractions as operands and results in every format, and the verbs over it.

use super::{complaint, desk, output, polymod};

#[test]
fn answers() {
    for (line, expected) in [
        ("mul '=3/6*x^2 - 1/3' =6", "3*x^2 - 2"),
        ("add '=x/2 + 1/3' '=1/2*x - 1/3'", "x"),
        ("mul '=(x/2 + 1)^2' =4", "x^2 + 4*x + 4"),
        ("divrem '=5/4*x^2 - 3*x + 1/2' '=x + 2/3'", "5/4*x - 23/6\n55/18"),
        ("pseudo-divrem =x^2 '=1/2*x + 1'", "1/2*x - 1\n1"),
        ("integral =x^2+1", "1/3*x^3 + x"),
        ("derivative =1/2*x^2", "x"),
        ("pow '=1/2*x - 1' 3", "1/8*x^3 - 3/4*x^2 + 3/2*x - 1"),
        ("gcd '=1/2*x^2 - 1/8' '=3*x + 3/2'", "x + 1/2"),
        ("gcd =0 =0", "0"),
        ("xgcd =3 =0", "1\n1/3\n0"),
        ("xgcd =2*x =3", "1\n0\n1/3"),
        ("lcm =1/2*x-1 =x^2-4", "x^2 - 4"),
        ("divides =2*x-1 =x^2-1/4", "true\n1/2*x + 1/4"),
        ("divides =x =x+1", "false"),
        ("remove =(2*x-1)^3*(x+1) =x-1/2", "3\n8*x + 8"),
        ("inv-mod =x =x^2-1/2", "2*x"),
        ("rational =1/8*x^3+1/4*x^2+1/2*x+1 =x^4 --degree 1", "-2\nx - 2"),
        ("pow-mod =x -3 =x^2-1/2", "4*x"),
        ("resultant =x^2-2 =1/3*x-1", "7/9"),
        ("discriminant =1/2*x^2+x+1/3", "1/3"),
        ("factor =1/2*x^3-1/8*x", "1/2\n[[\"x - 1/2\",1],[\"x\",1],[\"x + 1/2\",1]]"),
        ("squarefree =2*(x-1/2)^3*(x+1)", "2\n[[\"x + 1\",1],[\"x - 1/2\",3]]"),
        ("irreducible =x^2-2/9", "true"),
        ("real-roots =x^3-x/4", "[[\"-1/2\",\"-1/2\"],[0,0],[\"1/2\",\"1/2\"]]"),
        ("eval =x^2 1/2", "1/4"),
        ("eval =x^2 =-3/6", "1/4"),
        ("taylor-shift =x^2 1/2", "x^2 + x + 1/4"),
        ("compose =x^2 =1/2*x", "1/4*x^2"),
        ("exp-series =x/2 4", "1/48*x^3 + 1/8*x^2 + 1/2*x + 1"),
        ("inv-series =2-x 3", "1/8*x^2 + 1/4*x + 1/2"),
        ("sqrt-series =1/4+x 3", "-x^2 + x + 1/2"),
        ("trace-mod =x/3 =x^2-x-1", "1/3"),
        ("charpoly-mod =x+1/2 =x^2-1/4", "x^2 - x"),
        ("recurrence =[8] =x-1/2 4", "1/2"),
        ("gen legendre 3", "5/2*x^3 - 3/2*x"),
        ("gen laguerre 2 --ring q", "1/2*x^2 - 2*x + 1"),
    ] {
        let ring = if line.starts_with("gen") { "" } else { "--ring q --verify --quiet" };
        assert_eq!(output(&format!("{line} {ring} --format human")), format!("{expected}\n"), "{line}");
    }
}

#[test]
fn fractions_in_every_format() {
    for (format, poly, vector, matrix, scalar) in [
        ("json", "[-3,0,\"1/2\"]", "[\"-5/2\",0]", "[[\"1/2\",3]]", "\"1/3\""),
        ("list", "-3 0 1/2", "-5/2 0", "[[1/2 3]]", "1/3"),
        ("human", "1/2*x^2 - 3", "[\"-5/2\",0]", "[[\"1/2\",\"3\"]]", "1/3"),
        ("pari", "1/2*x^2 - 3", "[-5/2, 0]", "Mat([1/2, 3])", "1/3"),
        ("sage", "1/2*x^2 - 3", "[\"-5/2\",0]", "[[\"1/2\",\"3\"]]", "1/3"),
        ("flint", "3  -3 0 1/2", "2  -5/2 0", "1 2  1/2 3", "1/3"),
        (
            "latex",
            "\\frac{1}{2}x^{2} - 3",
            "\\left[-\\frac{5}{2}, 0\\right]",
            "\\left(\\begin{array}{rr} \\frac{1}{2} & 3 \\end{array}\\right)",
            "\\frac{1}{3}",
        ),
    ] {
        let lines = [
            ("neg '=3-x^2/2'", poly),
            ("multieval =x/2-2 =[-1,4]", vector),
            ("neg '=[[\"-1/2\",-3]]'", matrix),
            ("eval =x 1/3", scalar),
        ];
        for (line, expected) in lines {
            let line = format!("{line} --ring q --format {format}");
            assert_eq!(output(&line), format!("{expected}\n"), "{line}");
        }
        if format == "latex" {
            continue;
        }
        // what is written is read back
        let bytes = [poly, matrix].map(|text| format!("{text}\n"));
        let folder = desk(&[("p", bytes[0].as_bytes()), ("m", bytes[1].as_bytes())]);
        let read = |line: &str, name: &str| {
            output(&format!("{line} {format}:{} --ring q --format json", folder.path().join(name).display()))
        };
        assert_eq!(read("neg", "p"), "[3,0,\"-1/2\"]\n", "{format}");
        assert_eq!(read("transpose", "m"), "[[\"1/2\"],[3]]\n", "{format}");
    }
}

#[test]
fn lowest_terms_and_integers() {
    let folder =
        desk(&[("a.json", b"[\"6/4\", \"-4/6\", \"10/5\"]"), ("b.txt", b"1/2 -3/4\n"), ("c.json", b"\"4/6\"\n")]);
    let path = |name: &str| folder.path().join(name).display().to_string();
    assert_eq!(output(&format!("neg {} --ring q", path("a.json"))), "[\"-3/2\",\"2/3\",-2]\n");
    assert_eq!(output(&format!("neg {} --ring q", path("b.txt"))), "-1/2 3/4\n");
    assert_eq!(output(&format!("eval =x {} --ring q --format json", path("c.json"))), "\"2/3\"\n");
}

#[test]
fn refused() {
    for (line, code, reason) in [
        ("neg '=[\"1/0\"]' --ring q", 2, "1:5: expected a denominator other than 0"),
        ("neg '=x/0' --ring q", 2, "a denominator other than 0"),
        ("eval =x 1/0 --ring q", 2, "a denominator other than 0"),
        ("neg '=[\"1/2\"]'", 2, "expected an integer, found \"1/2\""),
        ("neg '=1/2*x'", 2, "found \"/2*x\""),
        ("neg '=[1/]' --ring q", 2, "a denominator (digits)"),
        ("neg '=[1/2/3]' --ring q", 2, "the end of a fraction"),
        ("neg =x/2 --ring q --format ntl", 2, "ntl"),
        ("neg =x/2 --ring q --format bin", 2, "bin"),
        ("neg =x/2 --ring q --format hex", 2, "hex"),
        ("divrem =x =0 --ring q", 1, "zero"),
        ("inverse '=[[\"1/2\",1],[1,2]]' --ring q", 1, "rank"),
        ("sqrt =x^2+1/2*x --ring q", 1, "square"),
        ("log-series =1/2 3 --ring q", 1, "1 as constant term"),
        ("inv-mod =x =x^2+x --ring q", 1, "x"),
        ("crt =[[1],[2]] =[[0,1],[0,0,1]] --ring q", 1, "moduli 0 and 1"),
        ("ddf =x^2+1 --ring q", 2, "ddf"),
        ("order =x^2+1 --ring q", 2, "order"),
        ("ntt =[1,2] --ring q", 2, "ntt"),
        ("content =2*x --ring q", 2, "content"),
        ("gen irreducible --degree 2 --ring q", 2, "irreducible"),
        ("neg =x --ring QQ", 2, "did you mean q?"),
    ] {
        let text = complaint(polymod(line), code);
        assert!(text.contains(reason), "{line}: {text}");
    }
}

#[test]
fn arrays_of_integers_fit_in_npy() {
    let folder = desk(&[]);
    let path = folder.path().join("a.npy");
    let written = format!("mul '=x/2 + 1' =2 --ring q --format npy -o {}", path.display());
    polymod(&written).assert().success();
    assert_eq!(output(&format!("neg {} --ring q --format human", path.display())), "-x - 2\n");
    let line = complaint(polymod(&format!("neg =x/2 --ring q --format npy -o {}", path.display())), 2);
    assert!(line.contains("json") && line.contains("-1/2"), "{line}");
}

#[test]
fn matrices() {
    for (line, expected) in [
        ("solve =[[2,0],[0,3]] '=[1,\"1/2\"]'", "[\"1/2\",\"1/6\"]"),
        ("solve =[[1,2]] =[[1]]", "[[1],[0]]"),
        ("inverse '=[[\"1/2\",0],[0,3]]'", "[[2,0],[0,\"1/3\"]]"),
        ("nullspace =[[2,1,0],[0,0,0]]", "[[1,-2,0],[0,0,1]]"),
        ("left-nullspace '=[[\"1/2\"],[1]]'", "[[1,\"-1/2\"]]"),
        ("column-space =[[2,4],[1,2]]", "[[1,\"1/2\"]]"),
        ("rank '=[[\"1/2\",1],[1,2]]'", "1"),
        ("rref =[[0,2],[4,1]]", "[[1,0],[0,1]]\n2"),
        ("plu '=[[0,\"1/2\"],[4,2]]'", "[1,0]\n[[1,0],[0,1]]\n[[4,2],[0,\"1/2\"]]"),
        ("hessenberg =[[1,2,3],[2,3,4],[1,1,1]]", "[[1,\"7/2\",3],[2,5,4],[0,-1,-1]]"),
        ("adjugate '=[[\"1/2\",1],[2,3]]'", "[[3,-1],[-2,\"1/2\"]]"),
        ("pfaffian '=[[0,\"1/3\"],[\"-1/3\",0]]'", "\"1/3\""),
        ("minpoly '=[[\"1/2\",0],[0,\"1/2\"]]'", "[\"-1/2\",1]"),
        ("minpoly '=[1,\"1/2\",\"1/4\",\"1/8\"]'", "[\"-1/2\",1]"),
        ("matmul '=[[\"1/2\",1]]' =[[2],[\"1/3\"]]", "[[\"4/3\"]]"),
        ("matpow '=[[\"1/2\"]]' -3", "[[8]]"),
        ("det '=[[[0,\"1/2\"],1],[2,[0,1]]]'", "[-2,0,\"1/2\"]"),
        ("popov =[[[0,2]]]", "[[[0,1]]]"),
        ("transpose '=[[\"1/2\",1]]'", "[[\"1/2\"],[1]]"),
    ] {
        assert_eq!(output(&format!("{line} --ring q --verify --quiet")), format!("{expected}\n"), "{line}");
    }
}
