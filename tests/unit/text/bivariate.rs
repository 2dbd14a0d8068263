//! Polynomials in x and y: arrays of polynomials in y by powers of x, and expressions in both.

use crate::any;
use polymod::{
    AnyRing, Poly, Ring,
    core::bits::testing::noise,
    poly::Bivariate,
    ring::{AnyElem, View},
    text::{Form, Order, ReadOptions, read_bivariate},
};

fn read_with(text: &str, options: &ReadOptions<'_>) -> Result<(Bivariate<AnyRing>, Form), String> {
    let f = any("zn:97");
    let (coeffs, form) = read_bivariate(&f, text.as_bytes(), options).map_err(|e| e.to_string())?;
    let trimmed = |c: View<'_, AnyRing>| c.is_empty() || !f.is_zero(&f.get(c, c.len() - 1));
    assert!(coeffs.iter().all(|c| trimmed(c.view())), "{text}: zeros at the ends");
    Ok((Bivariate::from_coeffs(&f, coeffs), form))
}

fn read(text: &str) -> Result<(Bivariate<AnyRing>, Form), String> {
    read_with(text, &ReadOptions::default())
}

#[test]
fn expressions_and_arrays() {
    let f = any("zn:97");
    let cases: [(&str, &[&[i64]]); 14] = [
        ("0", &[]),
        ("-5", &[&[-5]]),
        ("y", &[&[0, 1]]),
        ("x", &[&[], &[1]]),
        ("3x - y^3", &[&[0, 0, 0, -1], &[3]]),
        ("x*y", &[&[], &[0, 1]]),
        ("2*x^2*y**3 + 4y*x", &[&[], &[0, 4], &[0, 0, 0, 2]]),
        ("(x + y)*(x - y)", &[&[0, 0, -1], &[], &[1]]),
        ("(x - y)^3", &[&[0, 0, 0, -1], &[0, 0, 3], &[0, -3], &[1]]),
        // what cancels with y in place of x does not
        ("(x - y)*(x + 1)", &[&[0, -1], &[1, -1], &[1]]),
        ("-(y - 1)*x - (y + 2)^2*x^2", &[&[], &[1, -1], &[-4, -4, -1]]),
        ("(y^2 + 1)^3*x - (y^2 + 1)^3*x + x", &[&[], &[1]]),
        ("Mod(3,97)*x + y", &[&[0, 1], &[3]]),
        ("[\"y^2-1\",\"0\",\"1\"]", &[&[-1, 0, 1], &[], &[1]]),
    ];
    for (text, coeffs) in cases {
        assert_eq!(read(text).map(|(p, _)| p), Ok(Bivariate::from_i64(&f, coeffs)), "{text}");
    }
    for (text, form) in
        [("7", Form::Integer), ("x", Form::Human), ("[[1],[2]]", Form::Json), ("[[1 2] [3]]", Form::List)]
    {
        assert_eq!(read(text).unwrap().1, form, "{text}");
    }
    let descending = ReadOptions { order: Order::Desc, ..ReadOptions::default() };
    let (p, _) = read_with("[[1],[],[1,0,-1]]", &descending).unwrap();
    assert_eq!(p, Bivariate::from_i64(&f, &[&[-1, 0, 1], &[], &[1]]));
}

#[test]
fn what_is_refused() {
    for (text, wanted) in [
        ("", "1:1: expected a polynomial in x and y"),
        ("x + t", "1:5: expected the variable \"x\" or \"y\", found \"t\""),
        ("1 2", "1:1: expected a polynomial in x and y: an expression or an array, found 2 integers"),
        ("1 -2", "1:1: expected a polynomial in x and y: an expression or an array, found 2 integers"),
        ("x + y)", "1:6: expected \"+\", \"-\" or the end"),
        ("[1,2]", "expected"),
        ("x^99999999999*y", "1:3: expected an exponent below"),
        ("(y + 1)^99999999999", "expected an expression whose value fits in"),
        ("Mod(3,5)*x", "the modulus 97"),
    ] {
        let said = read(text).unwrap_err();
        assert!(said.contains(wanted), "{text}: {said}");
    }
    // a product whose packed length alone exceeds the limit
    let few = ReadOptions { memory: 1 << 16, ..ReadOptions::default() };
    for (text, fits) in
        [("y^7000 + 1", true), ("x^7000 + 1", false), ("x^70*y^70 + 1", true), ("x^700*y^70 + 1", false)]
    {
        assert_eq!(read_with(text, &few).is_ok(), fits, "{text}");
    }
    let long = " ".repeat(1 << 16) + "x";
    let said = read_with(&long, &few).unwrap_err();
    assert!(said.contains("a text of at most 65536 bytes"), "{said}");
}

#[test]
fn what_is_written_is_read_back() {
    for n in [2, 3, 97, u64::MAX] {
        let f = any(&format!("zn:{n}"));
        for (in_x, in_y) in [(0, 0), (1, 1), (1, 5), (5, 1), (3, 4), (20, 20)] {
            let one = |i: u64| Poly::new(&f, (0..in_y).map(|j| AnyElem::Word(noise(i << 32 ^ j ^ n) % n)));
            let p = Bivariate::new(&f, (0..in_x).map(one).collect());
            let text = p.to_string();
            let (again, _) = read_bivariate(&f, text.as_bytes(), &ReadOptions::default()).unwrap();
            assert_eq!(Bivariate::from_coeffs(&f, again), p, "{text} modulo {n}");
        }
    }
}
