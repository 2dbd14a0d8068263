//! Answers over Z/n for composite n, whose zero divisors Euclid's algorithm and elimination meet.

use super::{complaint, output, polymod};

/// The coefficients of a result of one line, constant term first.
fn coefficients(line: &str) -> Vec<i64> {
    let text = output(line);
    let inside = text.trim().trim_start_matches('[').trim_end_matches(']');
    inside.split(',').filter(|c| !c.is_empty()).map(|c| c.trim().parse().expect("an integer")).collect()
}

#[test]
fn inverses_modulo_polynomials() {
    for (line, expected) in [
        // NTRU's key generation
        ("inv-mod '=3x^4+10x^3+7x^2-1' '=x^5-1' --mod 16", "5*x^4 + 3*x^3 + 13*x^2 + 8*x + 14"),
        // (1 + 2x)·(1 − 2x) = 1 − 4x²
        ("inv-mod '=2x+1' '=x^3' --mod 4", "2*x + 1"),
        ("inv-mod '=2x+1' '=x^3' --mod 8", "4*x^2 + 6*x + 1"),
        // modulo 2 and modulo 3: x·x = 1, (x + 1)·(−x + 1)/2 = 1 modulo x² + 1
        ("inv-mod '=3*x+2' '=x^2+1' --mod 6", "3*x + 2"),
        ("inv-mod '=5' '=x^7+x' --mod 36", "29"),
        ("inv-mod '=2^64*3^4*x+1' '=x^2' --ring zn:2^64*3^5", "2988372539940947361792*x + 1"),
        ("inv-mod '=6*x+1' '=x^2+1' --ring zn:2^128", ""),
        ("pow-mod '=2x+1' -1 '=x^3' --mod 4", "2*x + 1"),
        ("crt '=[[1],[3]]' '=[[1,1],[1,2,1,1]]' --mod 4", ""),
    ] {
        let line = format!("{line} --verify --quiet --format human");
        let text = output(&line);
        assert!(expected.is_empty() || text == format!("{expected}\n"), "{line}: {text}");
    }
}

#[test]
fn no_inverse() {
    for (line, reason) in [
        ("inv-mod '=x+1' '=x^5-1' --mod 16", "modulo 2, x + 1 divides both"),
        ("inv-mod '=3x+3' '=x^5-x+1' --mod 6", "modulo 3, x^5 + 2*x + 1 divides both"),
        ("inv-mod '=2' '=x^2+1' --mod 4", "a polynomial of degree 0 has no inverse modulo a polynomial of degree 2"),
        ("inv-mod '=0' '=x^2+1' --mod 4", "0 has no inverse"),
        // where the leading coefficient is no unit an inverse is not unique: modulo 2x + 1 over Z/4 every polynomial is 0
        ("inv-mod '=1' '=2x+1' --mod 4", "2 has no inverse modulo 4"),
        ("inv-mod '=x' '=2x^2+1' --mod 4", "2 has no inverse modulo 4"),
        ("pow-mod '=x+1' -1 '=x^5-1' --mod 16", "x + 1 divides both"),
    ] {
        let text = complaint(polymod(line), 1);
        assert!(text.contains(reason), "{line}: {text}");
    }
}

/// Ternary polynomials modulo x^701 − 1 and 2048, multiplied back by hand.
#[test]
fn ntru() {
    const N: usize = 701;
    let mut state = 1u64;
    let mut ternary = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as i64 % 3 - 1
    };
    let mut found = 0;
    while found < 2 {
        let a: Vec<i64> = (0..N).map(|_| ternary()).collect();
        // modulo 2 the sum of the coefficients is the remainder by x − 1
        let odd = a.iter().sum::<i64>() % 2 != 0;
        let line = format!("inv-mod '={a:?}' '=x^701-1' --mod 2048 --format json --quiet");
        if !odd {
            complaint(polymod(&line), 1);
            continue;
        }
        let b = coefficients(&line);
        let mut product = vec![0i64; N];
        for (i, x) in a.iter().enumerate() {
            b.iter().enumerate().for_each(|(j, y)| product[(i + j) % N] += x * y);
        }
        assert!(product[0].rem_euclid(2048) == 1 && product[1..].iter().all(|x| x.rem_euclid(2048) == 0));
        found += 1;
    }
}

/// The way that is told: by Euclid's algorithm, and where it meets zero divisors by divisors of the modulus.
#[test]
fn told() {
    let told = |n: u32| {
        let done = polymod(&format!("inv-mod =[1,2,1,1] =x^5+1 --mod {n} --explain")).assert().success();
        String::from_utf8(done.get_output().stderr.clone()).unwrap()
    };
    let text = told(4);
    for way in ["over zn:4, 4 by 6 coefficients: divisors-of-modulus", "over gf2, 4 by 6 coefficients: euclid"] {
        assert!(text.contains(&format!("inverse modulo a polynomial {way}")), "{text}");
    }
    assert!(!told(97).contains("divisors-of-modulus"));
}

#[test]
fn smith_forms() {
    for (line, expected) in [
        ("snf '=[[4,2,6],[4,5,6],[8,8,2]]' --mod 8", "[[1,0,0],[0,2,0],[0,0,4]]"),
        ("snf '=[[2,0],[0,3]]' --mod 12", "[[1,0],[0,6]]"),
        ("snf '=[[4,0],[0,3]]' --mod 12", "[[1,0],[0,0]]"),
        ("snf '=[[3,6],[6,3],[0,3]]' --mod 9", "[[3,0],[0,3],[0,0]]"),
        ("snf '=[[5]]' --mod 6", "[[1]]"),
        ("snf '=[[10]]' --mod 15", "[[5]]"),
        ("snf '=[[1,2],[2,4]]' --mod 7", "[[1,0],[0,0]]"),
        ("snf '=[[1,1],[1,1]]' --ring gf2", "[[1,0],[0,0]]"),
        ("snf '=[[0,0]]' --mod 4", "[[0,0]]"),
        ("snf '=[[36893488147419103232,0],[0,243]]' --ring zn:2^64*3^5", "[[1,0],[0,0]]"),
        ("snf '=[[9223372036854775808,0],[0,81]]' --ring zn:2^64*3^5", "[[1,0],[0,747093134985236840448]]"),
    ] {
        for transform in ["", " --transform"] {
            let text = output(&format!("{line}{transform} --format json --verify --quiet"));
            assert_eq!(text.lines().next(), Some(expected), "{line}{transform}");
            assert_eq!(text.lines().count(), if transform.is_empty() { 1 } else { 3 }, "{line}{transform}");
        }
    }
    assert_eq!(output("snf --transform '=[[3]]' --mod 6 --format json"), "[[3]]\n[[1]]\n[[1]]\n");
}
