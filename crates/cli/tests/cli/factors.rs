//! Factorizations over finite fields and over Z, and polynomials in two variables.

use super::{complaint, output, polymod};

#[test]
fn factors() {
    for (line, expected) in [
        ("factor =x^4+1 --ring zn:17", "1\n[[[2,1],1],[[8,1],1],[[9,1],1],[[15,1],1]]"),
        ("factor =x^4+1 --ring zn:17 --algorithm berlekamp", "1\n[[[2,1],1],[[8,1],1],[[9,1],1],[[15,1],1]]"),
        ("factor =2*x^2+4*x+2 --ring zn:97", "2\n[[[1,1],2]]"),
        ("factor =5 --ring zn:97", "5\n[]"),
        ("factor =6*x^2-6", "6\n[[[-1,1],1],[[1,1],1]]"),
        ("factor =-4*x^3", "-4\n[[[0,1],3]]"),
        ("factor =x^17+1 --ring gf2", "1\n[[[1,1],1],[[1,0,0,1,1,1,0,0,1],1],[[1,1,1,0,1,0,1,1,1],1]]"),
        ("factor =x^2+x --ring gf2^8:0x11b", "1\n[[[0,1],1],[[1,1],1]]"),
        ("squarefree =x^3+x^2 --ring zn:97", "1\n[[[1,1],1],[[0,1],2]]"),
        ("squarefree =12*x^3-12*x^2", "12\n[[[-1,1],1],[[0,1],2]]"),
        ("squarefree =x^9+x^3 --ring zn:3", "1\n[[[0,1,0,1],3]]"),
        ("roots =x^2-5*x+6 --ring zn:97", "[2,3]"),
        ("roots =x^2+2*x+1 --ring zn:97", "[96]"),
        ("roots =2*x^3-2*x", "[-1,0,1]"),
        ("roots =x^2+1 --ring zn:7", "[]"),
        ("irreducible =x^2+1 --ring zn:7", "true"),
        ("irreducible =x^2+1", "true"),
        ("irreducible =2*x^2-2", "false"),
        ("irreducible =3", "false"),
    ] {
        let human = line.starts_with("irreducible");
        let format = if human { "human" } else { "json" };
        assert_eq!(output(&format!("{line} --format {format} --verify --quiet")), format!("{expected}\n"), "{line}");
    }
    assert_eq!(output("factor =x^2-1 --ring zn:7 --format human"), "1\n[[\"x + 1\",1],[\"x + 6\",1]]\n");
    assert_eq!(output("factor =0x5 --ring gf2"), "1\n[[\"0x3\",2]]\n");
}

#[test]
fn irreducible_polynomials_are_generated() {
    for ring in ["gf2", "zn:97", "gf2^8:0x11b", "zn:2^127-1"] {
        let line = format!("gen irreducible --degree 20 --ring {ring} --format json");
        let f = output(&line);
        assert_eq!(f, output(&line), "the same seed");
        assert_ne!(f, output(&format!("{line} --seed 5")), "another seed");
        assert_eq!(f.matches(',').count(), 20, "{f}");
        assert_eq!(output(&format!("irreducible ={} --ring {ring}", f.trim())), "true\n");
    }
}

#[test]
fn refused() {
    for (line, code, reason) in [
        ("factor =0 --ring zn:97", 1, "other than 0"),
        ("factor =0", 1, "other than 0"),
        ("roots =0 --ring zn:97", 1, "other than 0"),
        ("factor =x --ring zn:91", 1, "91 is composite"),
        ("roots =x --ring zn:91", 1, "91 is composite"),
        ("irreducible =x --ring zn:2^89-3", 1, "composite"),
        ("gen irreducible --degree 3 --ring z", 2, "gen irreducible"),
        ("gen irreducible --degree 3 --ring zn:91", 1, "composite"),
        ("factor =x --ring zn:97 --format npy", 2, "npy holds one result"),
    ] {
        let text = complaint(polymod(line), code);
        assert!(text.contains(reason), "{line}: {text}");
    }
}

#[test]
fn two_variables() {
    for (line, expected) in [
        ("mul =[[1,1],[1]] =[[1,-1],[1]]", "[[1,0,-1],[2],[1]]"),
        ("mul =[[0,1],[1]] =[[0,1],[1]] =[[1]]", "[[0,0,1],[0,2],[1]]"),
        ("mul =[] =[[1,2]]", "[]"),
        ("gcd =[[0,0,-1],[],[1]] =[[0,1],[1]]", "[[0,1],[1]]"),
        ("gcd =[[0,6]] =[[0,0,4]]", "[[0,2]]"),
        ("gcd =[] =[[1],[-1]]", "[[-1],[1]]"),
        ("gcd =[] =[]", "[]"),
        ("resultant =[[-1,0,1],[],[1]] =[[0,-1],[1]]", "[-1,0,2]"),
        ("resultant =[[0,2]] =[[1],[],[],[1]]", "[0,0,0,8]"),
        ("resultant =[] =[[1]]", "[]"),
    ] {
        assert_eq!(output(&format!("{line} --ring z[y] --verify --quiet")), format!("{expected}\n"), "{line}");
    }
}
