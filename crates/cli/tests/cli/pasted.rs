//! What people paste: names, powers, products and arrays in the notation of other systems, of
//! tables and of mathematics.

use super::{complaint, desk, output, polymod};

fn says(line: &str, parts: &[&str]) {
    let said = complaint(polymod(line), 2);
    for part in parts {
        assert!(said.contains(part), "polymod {line}: {said}");
    }
}

#[test]
fn powers_in_superscript_digits() {
    for (line, expected) in [
        ("sqr =x²", "x^4\n"),
        ("factor =x³+1 --mod 7", "1\n[[\"x + 1\",1],[\"x + 2\",1],[\"x + 4\",1]]\n"),
        ("add =3x² =0", "3*x^2\n"),
        ("add =(t+1)²x² =0 --ring gf:7^2:t²+1", "2*t*x^2\n"),
        ("mul '=x² + y' =y² --ring z[y]", "y^2*x^2 + y^3\n"),
    ] {
        assert_eq!(output(line), expected, "{line}");
    }
    says("sqr =x₂", &["=x₂:1:2: expected \"+\", \"-\" or the end, found \"₂\""]);
    says("sqr =xˣ", &[":1:2: "]);
    says("sqr =½x", &[":1:1: "]);
}

#[test]
fn missing_values_are_no_polynomials() {
    for word in ["None", "NaN", "nan", "null", "inf", "-inf", "Infinity", "undefined", "NA", "Error"] {
        let mut command = polymod("factor -");
        command.write_stdin(format!("{word}\n"));
        let said = complaint(command, 2);
        assert!(said.contains("expected a number or a variable, found"), "{said}");
        for line in
            ["multieval =x =[W]", "det '=[W, 1; 1, 1]'", "det '=[[\"W\"]]'", "mul =W =x --ring z[y]", "mul =x+W =1"]
        {
            complaint(polymod(&line.replace('W', word)), 2);
        }
        complaint(polymod(&format!("mul ={word}*x =1 --ring gf:7^2")), 2);
        complaint(polymod(&format!("mul =x =1 --ring gf2^4:{word}^4+{word}+1")), 2);
    }
}

#[test]
fn signs_and_the_class_of_t_over_fields_of_bits() {
    for ring in ["gf2^4:0x13", "gf2^70:x^70+x^5+x^3+x+1"] {
        for (line, expected) in [
            ("add =x-3 =0", "x + 3\n"),
            ("add =-x =0", "x\n"),
            ("add =x-x =0", "0\n"),
            ("add =[1,-1] =0", "[1,1]\n"),
            ("add '=1 -2' =0", "1 2\n"),
            ("eval =x -3", "3\n"),
            ("eval =x =-3", "3\n"),
            ("multieval =x =[-1,-2]", "[1,2]\n"),
            ("matmul '=[[1,-2]]' '=[[3],[-1]]'", "[[1]]\n"),
            ("det '=[x, -1; 1, t]' --format human", "2*x + 1\n"),
            ("mul =t*x =t", "4*x\n"),
            ("add =t^3+1 =0", "9\n"),
            ("mul =(t+1)*x =1", "3*x\n"),
            ("eval =x =t+1", "3\n"),
        ] {
            assert_eq!(output(&format!("{line} --ring {ring}")), expected, "{line} over {ring}");
        }
    }
    assert_eq!(output("add =t^4*x =0 --ring gf2^4:0x13"), "3*x\n");
    says("add =x-16 =0 --ring gf2^4:0x13", &["from 0 to 2^K - 1", "-16"]);
}

#[test]
fn products_series_and_integers() {
    for (line, expected) in [
        ("add =(x+1)(x-2) =0", "x^2 - x - 2\n"),
        ("add =x(x+1) =0", "x^2 + x\n"),
        ("add '=2(x + 1)' =0", "2*x + 2\n"),
        ("add '=3 x' =0", "3*x\n"),
        ("add =(x+1)^2(x-1) =0", "x^3 + x^2 - x - 1\n"),
        ("add =(1/2)x =0 --ring q", "1/2*x\n"),
        ("mul '=x(y+1)(y-1)' =1 --ring z[y]", "(y^2 - 1)*x\n"),
        ("inv-series '=1 - x + O(x^21)' 3", "x^2 + x + 1\n"),
        ("add =[0x80] =0", "[128]\n"),
        ("multieval =x =[0x80,-0x80]", "[128,-128]\n"),
        ("sqr '=0x80 -0x1'", "16384 -256 1\n"),
        ("solve '=[1,1;0,1]' =[3,5]~ --mod 97 --format json", "[95,5]\n"),
        ("det ={{1,2},{3,4}}", "-2\n"),
        ("sqr ={1,2,3}", "[1,4,10,12,9]\n"),
        ("sqr '=Poly(x**2 + 1, x, modulus=7)' --mod 7", "x^4 + 2*x^2 + 1\n"),
        ("sqr '=Poly(x^2 + 1, GF(2))' --ring gf2", "x^4 + 1\n"),
        ("sqr '=Poly(2x + 1, GF(2^4))' --ring gf2^4:0x13", "4*x^2 + 1\n"),
        ("sqr '=Poly(x**2+1, x, domain=\"ZZ\")'", "x^4 + 2*x^2 + 1\n"),
        ("eval =a*x+1 =a --ring gf:7^2:t^2+1", "0\n"),
        ("mul '=x^2 + α*x' '=(α + 1)*x' --ring gf2^4:0x13", "3*x^3 + 6*x^2\n"),
    ] {
        assert_eq!(output(line), expected, "{line}");
    }
    says("add =1/2x =0 --ring q", &[":1:4: ", "(1/2)*x or 1/(2*x)"]);
    says("add '=x^21 + O(x^21)' =0", &[":1:8: ", "above 21"]);
    says("sqr '=Poly(x**2 + 1, x, modulus=7)' --mod 5", &["zn:5", "GF(7)"]);
    says("sqr '=Poly(x^2 + 1, GF(2))'", &["the ring z in use", "GF(2)"]);
    says("sqr '=Poly(x^2 + 1, GF(2^8))' --ring gf2^4:0x13", &["gf2^4:0x13", "GF(2^8)"]);
    says("mul =a*b =1 --ring gf:7^2", &["the variable \"a\"", "\"b\""]);
}

#[test]
fn tables_of_numbers() {
    let desk = desk(&[
        ("grid.txt", b"1 2\n3 4\n"),
        ("a.csv", b"1,2\r\n3,4\r\n"),
        ("ragged", b"1 2\n3\n"),
        ("sized", b"2 2\n1 2\n3 4\n"),
        ("column", b"5\n6\n"),
        ("list", b"1 2 3\n4\n"),
    ]);
    let run = |line: &str| {
        let done = polymod(line).current_dir(&desk).assert().success();
        String::from_utf8(done.get_output().stdout.clone()).unwrap()
    };
    for (line, expected) in [
        ("det grid.txt", "-2\n"),
        ("det a.csv --mod 97", "95\n"),
        ("matmul grid.txt a.csv", "[[7 10] [15 22]]\n"),
        ("transpose a.csv", "[[1,3],[2,4]]\n"),
        ("add a.csv a.csv", "[[2,4],[6,8]]\n"),
        ("solve grid.txt column --mod 97", "93 53\n"),
        ("add list =0", "1 2 3 4\n"),
        ("add list:grid.txt =0", "1 2 3 4\n"),
    ] {
        assert_eq!(run(line), expected, "{line}");
    }
    for (line, part) in [
        ("det ragged", "ragged:2:1: expected a row of 2 entries, as the first has, found one of 1"),
        ("det sized", "a row or the size of the matrix"),
        ("minpoly grid.txt --mod 97", "2 lines of 2 numbers, an array or a matrix"),
        ("add grid.txt =0", "2 lines of 2 numbers, an array or a matrix"),
    ] {
        let mut command = polymod(line);
        command.current_dir(&desk);
        let said = complaint(command, 2);
        assert!(said.contains(part), "{line}: {said}");
    }
}
