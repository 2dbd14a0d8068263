//! A binary BCH code of length 1023: a text with check bits, damaged on its way, and repaired (Hocquenghem 1959; Bose,
//! Ray-Chaudhuri 1960, "On a class of error correcting binary group codes").
//!
//! A code word is a polynomial over the field of two elements with the roots α, α², …, α^2T, α of order 1023 in the field of 2^10
//! elements: a multiple of the product of their minimal polynomials. The values of the received polynomial at these roots, the
//! syndromes, depend on the errors alone. They satisfy a recurrence (Berlekamp, Massey 1969; here by a half-GCD) whose minimal
//! polynomial has the roots α^k for the error positions k; evaluation at all powers of α finds them (Chien 1964).

use polymod::{
    F2, Gf2k, Poly, Result, Ring,
    poly::Geometric,
    ring::{Evaluation, Roots},
};

const N: usize = 1023;
/// Number of errors that the code repairs.
const T: usize = 25;
const TEXT: &[u8] = b"A word with few errors is nearer to what was sent than to any other word of the code.";

/// The product of the distinct minimal polynomials of α, α³, …, α^(2T − 1); α^2i has the minimal polynomial of α^i.
fn generator(bits: &F2, f: &Gf2k, alpha: u64) -> Result<Poly<F2>> {
    let mut product = Poly::one(bits);
    let mut done = vec![false; N];
    for i in (1..2 * T).step_by(2) {
        if done[i] {
            continue;
        }
        // x − α^j for all conjugates of α^i; their product has coefficients 0 and 1
        let conjugates = std::iter::successors(Some(i), |j| Some(2 * j % N).filter(|j| *j != i)).collect::<Vec<_>>();
        let roots = conjugates.iter().map(|&j| f.pow(&alpha, j as u64)).collect::<Vec<_>>();
        conjugates.iter().for_each(|&j| done[j] = true);
        let minimal = f.product_of_roots(f.collect(&roots).view());
        assert!((0..minimal.len()).all(|k| f.get(minimal.view(), k) < 2));
        product = product.checked_mul(&Poly::new(bits, (0..minimal.len()).map(|k| f.get(minimal.view(), k) == 1)))?;
    }
    Ok(product)
}

fn main() -> Result<()> {
    let (bits, f) = (F2::new(), Gf2k::new(10, 0x409)?); // z^10 + z^3 + 1
    let alpha = f.root_of_unity(N as u64)?;
    let g = generator(&bits, &f, alpha)?;
    let checks = g.len() - 1;
    assert!(8 * TEXT.len() + checks <= N, "the text fits");

    // the text after the check bits, which make the code word a multiple of the generator
    let message = Poly::new(&bits, TEXT.iter().flat_map(|byte| (0..8).map(move |i| byte >> i & 1 == 1)));
    let shifted = message.checked_mul(&Poly::monomial(&bits, &true, checks))?;
    let word = &shifted + &shifted.rem(&g)?;
    assert!(word.rem(&g)?.is_empty());

    let places: Vec<usize> = (0..T).map(|i| (37 * i * i + 11 * i + 5) % N).collect();
    let mut received = word.clone();
    for &place in &places {
        received = &received + &Poly::monomial(&bits, &true, place);
    }

    // ANCHOR: core
    let over_field = Poly::new(&f, received.iter().map(u64::from));
    let syndromes = Geometric::new(&f, &alpha, &alpha, 2 * T)?.eval(&over_field)?;
    // Σ over error positions k of (α^k)^i, i = 1 … 2T: a recurrence whose roots are the α^k
    let locator = Poly::minpoly(&f, syndromes.view())?;
    let at_powers = Geometric::new(&f, &1, &alpha, N)?.eval(&locator)?;
    let found: Vec<usize> = (0..N).filter(|&k| f.get(at_powers.view(), k) == 0).collect();
    // ANCHOR_END: core

    let mut expected = places.clone();
    expected.sort_unstable();
    assert_eq!(found, expected);
    let mut repaired = received;
    for &place in &found {
        repaired = &repaired + &Poly::monomial(&bits, &true, place);
    }
    assert_eq!(repaired, word);
    let byte = |i: usize| (0..8).fold(0, |byte, j| byte | u8::from(repaired.coeff(checks + 8 * i + j)) << j);
    let text: Vec<u8> = (0..TEXT.len()).map(byte).collect();
    assert_eq!(text, TEXT);
    println!("{} of {N} bits were wrong, {checks} for checks: \"{}\"", found.len(), String::from_utf8_lossy(&text));
    Ok(())
}
