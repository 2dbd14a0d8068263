//! The millionth term of a linear recurrence whose first terms modulo a prime are in a file.
//!
//! The minimal polynomial is computed from the terms (Berlekamp, Massey), the term by Bostan and Mori's algorithm in O(M(d) log
//! n); it is checked by the recurrence itself, step by step.
//!
//! `cargo run --release --example recurrence_from_file -- [FILE [PRIME [INDEX]]]`; without them the numbers of Perrin,
//! P(n) = P(n − 2) + P(n − 3), from `examples/data/perrin.txt`.

use polymod::{Poly, Zn, ring::Ring};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let file = words.next().unwrap_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data/perrin.txt").into());
    let f = Zn::new(words.next().map_or(Ok(998_244_353), |word| word.parse())?)?;
    let index: u64 = words.next().map_or(Ok(1_000_000), |word| word.parse())?;

    let text = std::fs::read_to_string(&file).map_err(|e| format!("{file}: {e}"))?;
    let residue = |word: &str| word.parse::<i64>().map(|x| f.elem(x)).map_err(|e| format!("{file}: {word:?}: {e}"));
    let terms = f.collect(&text.split_whitespace().map(residue).collect::<Result<Vec<_>, _>>()?);
    // ANCHOR: core
    let minimal = Poly::minpoly(&f, terms.view())?;
    let order = minimal.degree().unwrap_or(0);
    if 2 * order > terms.len() {
        return Err(format!("{file}: {} terms do not determine a recurrence of order {order}", terms.len()).into());
    }
    println!("{} terms, minimal polynomial {minimal}", terms.len());
    let term = minimal.recurrence_term(terms.view(), index)?;
    // ANCHOR_END: core
    println!("term {index}: {term}");
    assert_eq!(term, step_by_step(&f, &minimal, f.words(terms.view()), index), "the recurrence says otherwise");
    Ok(())
}

/// The term by the recurrence, step by step.
fn step_by_step(f: &Zn, minimal: &Poly<Zn>, terms: &[u64], index: u64) -> u64 {
    let (n, order) = (f.modulus(), minimal.degree().unwrap_or(0));
    let factors: Vec<u64> = minimal.iter().take(order).map(|c| n.neg(c)).collect();
    let mut window = terms[..order].to_vec();
    for _ in 0..index {
        let next = window.iter().zip(&factors).fold(0, |sum, (&s, &c)| n.add(sum, n.mul(s, c)));
        window.rotate_left(1);
        if let Some(last) = window.last_mut() {
            *last = next;
        }
    }
    window.first().copied().unwrap_or(0)
}
