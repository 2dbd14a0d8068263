//! Divisibility, remainders by many moduli, elements modulo a polynomial, factors by degree, real roots, special polynomials.

use super::{complaint, output, polymod};

#[test]
fn answers() {
    for (line, expected) in [
        ("lcm =x^2-1 =x^2+2*x+1 --ring zn:97", "x^3 + x^2 + 96*x + 96"),
        ("lcm =2*x^2-6*x+4 =6-6*x", "6*x^2 - 18*x + 12"),
        ("lcm =0 =x --ring gf2", "0"),
        ("divides =x-1 =x^5-1", "true\nx^4 + x^3 + x^2 + x + 1"),
        ("divides =2*x =x^2+x", "false"),
        ("divides =0 =0 --ring zn:7", "true\n0"),
        ("divides =0 =x --ring zn:7", "false"),
        ("remove =x^5-x^3 =x", "3\nx^2 - 1"),
        ("remove =12*x^2 =2*x", "2\n3"),
        ("mod-each =x^3+2*x^2+3*x+4 =[[-2,1],[1,0,1],[5]] --ring zn:97", "[\"26\",\"2*x + 2\",\"0\"]"),
        ("mod-each =x =[] --ring zn:97", "[]"),
        ("crt =[[26],[2,2],[4]] =[[95,1],[1,0,1],[0,1]] --ring zn:97", "x^3 + 2*x^2 + 3*x + 4"),
        ("eval-matrix =x^2-5*x-2 =[[1,2],[3,4]]", "[[\"0\",\"0\"],[\"0\",\"0\"]]"),
        ("charpoly-mod =5*x^2+2*x+1 =x^3+x+3 --ring zn:97", "x^3 + 7*x^2 + 5*x + 6"),
        ("charpoly-mod =x =x^5+x+1 --ring zn:3", "x^5 + x + 1"),
        ("minpoly-mod =x^2 =x^4+5 --ring zn:97", "x^2 + 5"),
        ("norm-mod =5*x^2+2*x+1 =x^3+x+3 --ring zn:97", "91"),
        ("trace-mod =5*x^2+2*x+1 =x^3+x+3 --ring zn:97", "90"),
        ("ddf =x^6-1 --ring zn:5", "[[\"x^2 + 4\",1],[\"x^4 + x^2 + 1\",2]]"),
        ("ddf =3 --ring zn:7", "[]"),
        ("edf =x^4+x^3+4*x^2+x+3 2 --ring zn:7", "[\"x^2 + 1\",\"x^2 + x + 3\"]"),
        ("roots --multiplicities =(x-3)^2*(x-8)*(x^2+5) --ring zn:97", "[[3,2],[8,1]]"),
        ("roots --multiplicities =x^2*(x-4)*(2*x+1)", "[[0,2],[4,1]]"),
        ("real-roots =x^3-2*x", "[[-2,-1],[0,0],[1,2]]"),
        ("real-roots =x^2+1", "[]"),
        ("order =x^3+x+1 --ring gf2", "7"),
        ("order =(x+1)^3 --ring gf2", "4"),
        ("add =[[1,2]] =[[3,4]]", "[[\"4\",\"6\"]]"),
        ("sub =[[[1,2],3]] =[[[1,1],[0,1]]]", "[[\"x\",\"-x + 3\"]]"),
        ("neg =[[1,-2]] --ring zn:7", "[[\"6\",\"2\"]]"),
    ] {
        assert_eq!(output(&format!("{line} --format human --verify --quiet")), format!("{expected}\n"), "{line}");
    }
}

#[test]
fn arrays_of_polynomials_in_the_formats_of_systems() {
    for (format, expected) in [
        ("json", "[[2],[1,1]]"),
        ("pari", "[Mod(2,97), Mod(1,97)*x + Mod(1,97)]"),
        ("flint", "1 97  2\n2 97  1 1"),
        ("ntl", "[[2] [1 1]]"),
        ("latex", "2,\\ x + 1"),
        ("sage", "[\"2\",\"x + 1\"]"),
    ] {
        let line = format!("mod-each =x^2+x+2 =[[0,1],[1,0,1]] --ring zn:97 --format {format}");
        assert_eq!(output(&line), format!("{expected}\n"), "{format}");
    }
    let line = complaint(polymod("mod-each =x =[[0,1]] --ring zn:97 --format npy"), 2);
    assert!(line.contains("npy does not hold an array of polynomials"), "{line}");
}

#[test]
fn special_polynomials() {
    for (line, expected) in [
        ("cyclotomic 12", "x^4 - x^2 + 1"),
        ("chebyshev 5 --kind second", "32*x^5 - 32*x^3 + 6*x"),
        ("hermite 3", "8*x^3 - 12*x"),
        ("legendre 2", "3/2*x^2 - 1/2"),
        ("legendre 2 --ring zn:97", "50*x^2 + 48"),
        ("laguerre 2 --ring zn:97", "49*x^2 + 95*x + 1"),
        ("swinnerton-dyer 1", "x^2 - 2"),
        ("irreducible --degree 8 --kind least-weight --ring gf2", "x^8 + x^4 + x^3 + x + 1"),
        ("irreducible --degree 3 --kind conway --ring zn:7", "x^3 + 6*x^2 + 4"),
    ] {
        assert_eq!(output(&format!("gen {line} --format human")), format!("{expected}\n"), "{line}");
    }
    let primitive = output("gen irreducible --degree 6 --kind primitive --ring zn:5 --seed 3");
    assert_eq!(output(&format!("order ={} --ring zn:5", primitive.trim())), "15624\n");
}

#[test]
fn refused() {
    for (line, code, reason) in [
        ("remove =0 =x", 1, "other than 0"),
        ("remove =x =1", 1, "no unit"),
        ("crt =[[1],[2]] =[[2,3,1],[3,4,1]] --ring zn:97", 1, "moduli 0 and 1"),
        ("crt =[[1]] =[[0,1],[1,1]] --ring zn:97", 2, "as many residues as moduli"),
        ("mod-each =x =[[0,1],[]] --ring zn:97", 1, "zero"),
        ("eval-matrix =x =[[1,2,3]]", 2, "square"),
        ("charpoly-mod =x =5 --ring zn:97", 1, "positive degree"),
        ("ddf =x^2 --ring zn:7", 1, "square-free"),
        ("edf =x^2+1 1 --ring zn:7", 1, "degree 2"),
        ("ddf =0 --ring zn:7", 1, "other than 0"),
        ("order =x^2+x --ring zn:97", 1, "constant term"),
        ("real-roots =0", 1, "other than 0"),
        ("real-roots =x --ring zn:97", 2, "real-roots"),
        ("real-roots =x --width 0", 2, "positive rational"),
        ("add =x =[[1]]", 2, "two polynomials or two matrices"),
        ("add =[[1,2]] =[[1]]", 2, "1 by 2 and 1 by 1"),
        ("gen cyclotomic 0", 2, "at least 1"),
        ("gen legendre 2 --ring z", 1, "inverse"),
        ("gen irreducible --kind frobenius --degree 2 --ring zn:2", 2, "frobenius"),
    ] {
        let text = complaint(polymod(line), code);
        assert!(text.contains(reason), "{line}: {text}");
    }
}
