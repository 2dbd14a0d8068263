//! The field of two elements and its extensions.

use super::{complaint, desk, output, polymod};

#[test]
fn results_over_the_field_of_two_elements() {
    for (line, expected) in [
        ("mul =0x7 =0x3 --ring gf2", "0x9\n"),
        ("mul =x^2+x+1 =x+1 --ring gf2", "x^3 + 1\n"),
        ("mul =[1,-1,3,2] =[1,1] --ring gf2", "[1,0,0,1]\n"),
        ("mul =0x0 =0x5 --ring gf2", "0x0\n"),
        ("sqr =0x8000000000000000000000001 --ring gf2", "0x40000000000000000000000000000000000000000000000001\n"),
        ("divrem =0x9 =0x3 --ring gf2", "0x7\n0x0\n"),
        ("gcd =0x9 =0x5 --ring gf2 --format human", "x + 1\n"),
        ("xgcd =0x9 =0x5 --ring gf2", "0x3\n0x1\n0x2\n"),
        ("derivative =0xff --ring gf2", "0x55\n"),
        ("minpoly =[0,1,1,0,1,1,0] --ring gf2", "[1,1,1]\n"),
        ("eval =0x7 1 --ring gf2", "1\n"),
        ("inv-series =0x3 9 --ring gf2", "0x1ff\n"),
        ("pow-mod =x 7 =x^3+x+1 --ring gf2", "1\n"),
        ("irreducible =0x11b --ring gf2", "true\n"),
        ("irreducible =0x11d --ring gf2 --verify", "true\n"),
        ("irreducible =0x11c --ring gf2 --verify", "false\n"),
        ("irreducible =x --ring gf2", "true\n"),
        ("irreducible =1 --ring gf2", "false\n"),
        ("mul =0xffffffffffffffffffff =0x5 --ring gf2 --verify --quiet", "0x300000000000000000003\n"),
        ("resultant =0x9 =0x5 --ring gf2", "0\n"),
    ] {
        assert_eq!(output(line), expected, "{line}");
    }
}

#[test]
fn results_over_extensions() {
    for (line, expected) in [
        ("mul =[87] =[131] --ring gf2^8:0x11b", "[193]\n"),
        ("mul =0x57 =0x83 --ring gf2^8:0x11b", "0xc1\n"),
        ("mul =[1,255] =[2,3] --ring gf2^8:0x11b --verify", "[2,230,26]\n"),
        ("mul =0x201 =0x1 --ring gf2^4:0x13", "0x201\n"),
        ("eval =[0,1] 0x57 --ring gf2^8:283", "87\n"),
        ("gcd =[2,3,1] =[1,1] --ring gf2^8:0x11b", "[1,1]\n"),
        ("ntt =[1,0,0] --ring gf2^8:0x11b", "[1,1,1]\n"),
        ("ntt =[0,1,0] --ring gf2^2:7 --verify", "[1,2,3]\n"),
    ] {
        assert_eq!(output(line), expected, "{line}");
    }
}

#[test]
fn what_characteristic_two_does_not_have() {
    for (line, code, said) in [
        ("integral =x --ring gf2", 1, "does not exist"),
        ("log-series =x+1 3 --ring gf2", 1, "does not exist"),
        ("exp-series =x 3 --ring gf2", 1, "does not exist"),
        ("sqrt-series =x^2+x+1 3 --ring gf2", 1, ""),
        ("irreducible =[] --ring gf2", 1, "other than 0"),
        ("divrem =x =[] --ring gf2", 1, "zero"),
        ("ntt =x --ring gf2 --length 3", 2, "not defined"),
        ("mul =[1] =[1] --ring gf2^8:0x11c", 2, "reducible"),
        ("mul =[1] =[1] --ring gf2^8:0x3", 2, "degree 8"),
        ("mul =[256] =[1] --ring gf2^8:0x11b", 2, "from 0 to 2^K - 1, got 256"),
        ("mul =[-256] =[1] --ring gf2^8:0x11b", 2, "got -256"),
        ("mul =0xg =[1] --ring gf2", 2, "hexadecimal digits"),
        ("mul =0x1 =0x1 --ring zn:97", 2, "has no hex"),
        ("divrem =0x9 =0x3 --ring gf2 --format bin", 2, "name a file for each"),
        ("mul =0x9 =0x3 --ring gf2^8:0x11b --format bin", 2, "bin"),
    ] {
        let line_said = complaint(polymod(line), code);
        assert!(line_said.contains(said), "{line}: {line_said}");
    }
}

#[test]
fn bits_in_files() {
    let desk = desk(&[("a.bin", &[0x07, 0, 0, 0, 0, 0, 0, 0, 0x80]), ("b.hex", b"0x3\n"), ("empty.bin", b"")]);
    let file = |name: &str| desk.path().join(name);
    let (a, b, c) = (file("a.bin"), file("b.hex"), file("c.bin"));
    let run = |line: String| output(&line);
    assert_eq!(run(format!("mul {} {} --ring gf2 --format hex", a.display(), b.display())), "0x1800000000000000009\n");
    assert_eq!(run(format!("mul {} {} --ring gf2 -o {}", a.display(), b.display(), c.display())), "");
    assert_eq!(std::fs::read(&c).unwrap(), [9, 0, 0, 0, 0, 0, 0, 0, 0x80, 1]);
    assert_eq!(run(format!("add {} =[] --ring gf2 --format json", file("empty.bin").display())), "[]\n");
    assert_eq!(run(format!("add {0} {0} --ring gf2 -o {1}", a.display(), c.display())), "");
    assert_eq!(std::fs::read(&c).unwrap(), [0]);
    // any bytes are bits: here those of "0x3" and a line end
    let line = format!("neg {} --ring gf2 --input-format bin --format hex", b.display());
    assert_eq!(run(line), "0xa337830\n");
    // a coefficient counts as one bit
    let refused = complaint(polymod("derivative =x^8000000000 --ring gf2 --memory 100M"), 2);
    assert!(refused.contains("memory"), "{refused}");
    assert_eq!(output("rem =x^80000001 =x+1 --ring gf2 --memory 200M"), "1\n");
}
