//! Text of other systems: named, recognised or refused; and results in their syntax.

use super::{complaint, desk, output, polymod};

#[test]
fn an_operand_names_its_format() {
    let folder = desk(&[
        ("a.txt", b"3 97  1 2 3\n"),
        ("b.txt", b"[1 0 1]\n"),
        ("c.txt", b"0x3101\n"),
        ("flint:d", b"[1,2]"),
        ("m.txt", b"2 2  1 2 3 4"),
    ]);
    let run = |line: &str| {
        let done = polymod(line).current_dir(&folder).assert().success();
        String::from_utf8(done.get_output().stdout.clone()).unwrap()
    };
    for (line, expected) in [
        ("add flint:a.txt ntl:b.txt --ring zn:97 --format json", "[2,2,4]\n"),
        ("add flint:a.txt ntl:b.txt --ring zn:97", "3 97  2 2 4\n"),
        ("add list:a.txt =[0] --format json", "[3,97,1,2,3]\n"),
        ("neg ntl:c.txt --ring gf2", "[1 1 0 0 1 0 0 0 0 0 0 0 1]\n"),
        ("neg ntl:c.txt --ring gf2 --format hex", "0x1013\n"),
        ("neg c.txt --ring gf2", "0x3101\n"),
        ("neg ./flint:d", "[-1,-2]\n"),
        ("neg 'flint:=2  1 5' --format json", "[-1,-5]\n"),
        ("neg a.txt --input-format flint --ring zn:97", "3 97  96 95 94\n"),
        ("add b.txt flint:a.txt --input-format ntl --ring zn:97", "[2 2 4]\n"),
        ("det flint:m.txt", "-2\n"),
        ("eval =x+1 flint:=5", "6\n"),
        ("eval =x+1 pari:=Mod(5,97) --ring zn:97", "6\n"),
    ] {
        assert_eq!(run(line), expected, "{line}");
    }
    let mut piped = polymod("add - flint:a.txt --ring zn:97 --format list");
    piped.write_stdin("x").current_dir(&folder).assert().success().stdout("1 3 3\n");
    let mut piped = polymod("neg flint:- --ring zn:97");
    piped.write_stdin("1 97  5").assert().success().stdout("1 97  92\n");
    for (line, holds) in [
        ("neg a.txt", "a.txt:1:1: expected flint:FILE or list:FILE"),
        ("add - flint:-", "standard input"),
        ("neg flint:missing", "missing: No such file"),
        ("neg flint:a.txt", "a.txt:1:3: expected no modulus in the ring z (say --ring zn:97)"),
        ("neg flint:flint:a.txt", "flint:a.txt: No such file"),
        ("mul mtx:a.txt =x", "a matrix, by its prefix"),
        ("det m.txt", "flint"),
        ("neg latex:a.txt", "latex:a.txt: No such file"),
    ] {
        let mut command = polymod(line);
        command.current_dir(&folder);
        let said = complaint(command, 2);
        assert!(said.contains(holds), "{line}: {said}");
    }
}

#[test]
fn a_second_variable_is_refused_in_any_operand() {
    for (line, holds) in [
        ("mul =t+1 =x+1", ["the variable \"t\" as at =t+1:1:1", "=x+1:1:1", "found \"x\""]),
        ("mul =1+t =5 =t^2 =2*y", ["the variable \"t\" as at =1+t:1:3", "=2*y:1:3", "found \"y\""]),
        ("matmul '=[[\"t\"]]' '=[x+1;2]'", ["\"t\" as at =[[\"t\"]]:1:4", ":1:2", "found \"x\""]),
    ] {
        let said = complaint(polymod(line), 2);
        assert!(holds.iter().all(|part| said.contains(part)), "{line}: {said}");
    }
    assert_eq!(output("mul =t+1 =t-1 =[1,1]"), "x^3 + x^2 - x - 1\n");
}

#[test]
fn a_bare_integer_has_no_format_of_its_own() {
    for (line, expected) in [
        ("mul =-5 =x+1", "-5*x - 5\n"),
        ("mul =5 =[1,1]", "[5,5]\n"),
        ("mul '=1 0' =x+1", "1 1\n"),
        ("mul =3 =4", "12\n"),
        ("mul =3 ntl:=[1]", "[3]\n"),
        ("mul =x+1 =-5", "-5*x - 5\n"),
    ] {
        assert_eq!(output(line), expected, "{line}");
    }
    let folder = desk(&[("a", b"-5\n"), ("b", b"x + 1")]);
    polymod("mul a b").current_dir(&folder).assert().success().stdout("-5*x - 5\n");
}

#[test]
fn numpy_is_known_by_its_first_bytes() {
    let folder = desk(&[]);
    polymod("neg =[1,2] --format npy -o a.npy").current_dir(&folder).assert().success();
    let bytes = std::fs::read(folder.path().join("a.npy")).unwrap();
    std::fs::write(folder.path().join("a.dat"), &bytes).unwrap();
    polymod("neg a.dat --format json").current_dir(&folder).assert().success().stdout("[1,2]\n");
    polymod("neg - --format json").write_stdin(&bytes[..]).assert().success().stdout("[1,2]\n");
    polymod("neg npy:- --format list").write_stdin(&bytes[..]).assert().success().stdout("1 2\n");
    // a pipe is not a terminal
    let done = polymod("neg -").write_stdin(&bytes[..]).assert().success();
    assert!(done.get_output().stdout.starts_with(b"\x93NUMPY"));
    let mut text = polymod("neg npy:-");
    text.write_stdin("[1,2,3,4,5]");
    assert!(complaint(text, 2).contains("<stdin>: expected a NumPy array"));
}

#[test]
fn results_as_systems_print_them() {
    for (line, expected) in [
        ("add =3x^2 =1 --ring zn:97 --format pari", "Mod(3,97)*x^2 + Mod(1,97)\n"),
        ("sub =x^2 =x --ring zn:97 --format pari", "Mod(1,97)*x^2 + Mod(96,97)*x\n"),
        ("sub =x =x --ring zn:97 --format pari", "Mod(0,97)\n"),
        ("add =3x^2 =-2x --format pari", "3*x^2 - 2*x\n"),
        ("add =3x^2 =1 --ring gf2 --format pari", "Mod(1,2)*x^2 + Mod(1,2)\n"),
        ("add =3x^2 =1 --format sage", "3*x^2 + 1\n"),
        ("add =-3x^2 =1-x --format latex", "-3x^{2} - x + 1\n"),
        ("add =x^12 =1 --format latex", "x^{12} + 1\n"),
        ("add =3x^2 =1 --format flint", "3  1 0 3\n"),
        ("add =3x^2 =1 --ring zn:97 --format flint", "3 97  1 0 3\n"),
        ("sub =x =x --ring zn:97 --format flint", "0 97\n"),
        ("sub =x =x --format flint", "0\n"),
        ("add =3x^2 =1 --ring zn:2^100 --format flint", "3 1267650600228229401496703205376  1 0 3\n"),
        ("add =3x^2 =1 --format ntl", "[1 0 3]\n"),
        ("sub =x =x --format ntl", "[]\n"),
        ("add =x^3+x =1 --ring gf2 --format ntl", "[1 1 0 1]\n"),
        ("add =3x^2 =1 --ring gf2^8:0x11b --format ntl", "[[1] [] [1 1]]\n"),
        ("eval =x+1 4 --ring zn:97 --format pari", "Mod(5,97)\n"),
        ("eval =x+1 2 --ring gf2^8:0x11b --format ntl", "[1 1]\n"),
        ("multieval =x+1 =[1,2] --ring zn:97 --format pari", "[Mod(2,97), Mod(3,97)]\n"),
        ("multieval =x+1 =[1,2] --ring zn:97 --format flint", "2 97  2 3\n"),
        ("multieval =x+1 =[1,2] --ring zn:97 --format latex", "\\left[2, 3\\right]\n"),
        ("transpose =[[1,2],[3,4]] --format pari", "[1, 3; 2, 4]\n"),
        ("transpose =[[1],[2]] --ring zn:97 --format pari", "Mat([Mod(1,97), Mod(2,97)])\n"),
        ("transpose =[[1,2],[3,4]] --format flint", "2 2  1 3 2 4\n"),
        ("transpose =[[1,2],[3,4]] --format ntl", "[[1 3]\n[2 4]\n]\n"),
        ("transpose =[] --format ntl", "[]\n"),
        ("transpose =[[7]] --format pari", "Mat(7)\n"),
        ("transpose =[[1,2]] --format sage", "[[\"1\"],[\"2\"]]\n"),
        (
            "transpose =[[1,2],[3,4]] --format latex",
            "\\left(\\begin{array}{rr} 1 & 3 \\\\ 2 & 4 \\end{array}\\right)\n",
        ),
        ("matmul =[[[1,1]]] =[[[0,1],2]] --format pari", "Mat([x^2 + x, 2*x + 2])\n"),
        ("matmul =[[[1,1]]] =[[[0,1],2]] --format flint", "<1 x 2 matrix over Z[x]>\n[x^2+x, 2*x+2]\n"),
        (
            "matmul =[[[1,1]]] =[[[0,1],2]] --ring zn:97 --format flint",
            "<1 x 2 matrix over Z/nZ[x]>\n[3 97  0 1 1, 2 97  2 2]\n",
        ),
        ("matmul =[[[1,1]]] =[[[0,1],0]] --format ntl", "[[[0 1 1] []]\n]\n"),
        ("matmul =[[[1,1]]] =[[[0,1],0]] --ring gf2 --format hex", "[[\"0x6\",\"0x0\"]]\n"),
        ("transpose =[[1,2]] --ring gf2 --format hex", "[[\"1\"],[\"0\"]]\n"),
        ("factor =x^2-1 --ring zn:7 --format flint", "1\n2 7  1 1 ^ 1\n2 7  6 1 ^ 1\n"),
        ("factor =x^2-1 --ring zn:7 --format ntl", "1\n[[[1 1] 1] [[6 1] 1]]\n"),
        ("factor =x^2-1 --format pari", "1\n[x - 1, 1; x + 1, 1]\n"),
        ("factor =x^2+2x+1 --format latex", "1\n(x + 1)^{2}\n"),
        ("factor =x^2-1 --ring zn:7 --format sage", "1\n[[\"x + 1\",1],[\"x + 6\",1]]\n"),
    ] {
        assert_eq!(output(line), expected, "{line}");
    }
    for format in ["pari", "flint"] {
        let said = complaint(polymod(&format!("neg =x --ring gf2^8:0x11b --format {format}")), 2);
        assert!(said.contains("expected a format for the ring gf2^8") && said.contains(format), "{said}");
    }
}

#[test]
fn arrays_of_scalars_are_numbers() {
    for (line, expected) in [
        ("multieval =x^2 =[1,2] --ring zn:97", "[1,4]\n"),
        ("multieval =x^20 =[100] ", "[10000000000000000000000000000000000000000]\n"),
        ("roots =x^2-1 --ring zn:7", "[1,6]\n"),
    ] {
        assert_eq!(output(line), expected, "{line}");
    }
    assert_eq!(output("multieval =0x21 =[1,2] --ring gf2^4:0x13"), "[3,5]\n");
}

#[test]
fn expressions_with_parentheses() {
    for (line, expected) in [
        ("neg '=3*x^2 + (-2)*x + 1'", "-3*x^2 + 2*x - 1\n"),
        ("neg '=-(x+1)^3*(x-2)'", "x^4 + x^3 - 3*x^2 - 5*x - 2\n"),
        ("det '=[1,2;3,4]'", "-2\n"),
        ("det '=[x+1,2;3,x]'", "x^2 + x - 6\n"),
    ] {
        assert_eq!(output(line), expected, "{line}");
    }
    let said = complaint(polymod("neg '=(x^1000000+1)^1000000'"), 2);
    assert!(said.contains("=(x^1000000+1)^100000…:1:15: expected") && said.contains("memory limit"), "{said}");
}
