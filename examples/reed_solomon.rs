//! A Reed–Solomon code over Z/257: a text with check symbols, damaged in transmission, and repaired.
//!
//! The message is a polynomial of degree below K, the code word its values at all N points W^i. In the polynomial through the
//! received values, the coefficients from x^K on come from the errors alone: as a power series they are the fraction P/Q modulo
//! x^(N − K) whose denominator has the error positions' points as roots (Sugiyama, Kasahara, Hirasawa, Namekawa 1975, "A method
//! for solving key equation for decoding Goppa codes"), found by a half-GCD. P and the derivative of Q give the values of the
//! errors (Forney 1965, "On decoding BCH codes").

use polymod::{Dft, Poly, Result, Ring, Wrap, Zn, ring::Vectors};

const TEXT: &[u8] = b"Every remainder is a combination of the first two, and so an error is a fraction away.";
/// Number of points: all elements of Z/257 but 0.
const N: usize = 256;
const K: usize = TEXT.len();
/// Number of errors that the code can repair.
const ERRORS: usize = (N - K) / 2;

fn main() -> Result<()> {
    let f = Zn::new(257)?;
    let transform = Dft::new(&f, N, Wrap::Cyclic)?;
    let values = |p: &Poly<Zn>| transform.forward(p.coeffs()).map(|v| f.words(v.view()).to_vec());
    let message = Poly::new(&f, TEXT.iter().map(|&byte| u64::from(byte)));
    let mut word = values(&message)?;
    for i in 0..ERRORS {
        word[3 * i] = f.add(&word[3 * i], &(1 + 7 * i as u64 % 255));
    }

    // ANCHOR: core
    let received = Poly::from_coeffs(&f, transform.inverse(f.view(&word)?)?);
    let syndromes = Poly::from_coeffs(&f, f.owned(received.coeffs().from(K)));
    let (p, q) = syndromes.rational(&Poly::monomial(&f, &1, 2 * ERRORS), ERRORS - 1)?;
    // ANCHOR_END: core
    let (numerators, locators, slopes) = (values(&p)?, values(&q)?, values(&q.derivative())?);
    let mut found = 0;
    for i in (0..N).filter(|&i| locators[i] == 0) {
        // the error at x is −N·x^(K − 1)·P(x)/Q'(x)
        let x = f.pow(transform.root(), i as u64);
        let factor = f.mul(&f.elem(N as i64), &f.pow(&x, K as u64 - 1));
        let minus_error = f.mul(&f.mul(&factor, &numerators[i]), &f.inv(&slopes[i])?);
        word[i] = f.add(&word[i], &minus_error);
        found += 1;
    }

    assert_eq!(found, ERRORS);
    let repaired = transform.inverse(f.view(&word)?)?;
    let text: Vec<u8> = f.words(repaired.view())[..K].iter().map(|&c| c as u8).collect();
    assert_eq!(text, TEXT);
    println!("{found} of {N} symbols were wrong: \"{}\"", String::from_utf8_lossy(&text));
    Ok(())
}
