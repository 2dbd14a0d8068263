//! The square-free part of a polynomial with integer coefficients that is read from a file: what a root finder needs, since repeated roots
//! are ill-conditioned. Needs the feature `integers`.
//!
//! The square-free part of f is f over the greatest common divisor of f and its derivative, which is computed modulo primes and put together
//! (Brown 1971, "On Euclid's algorithm and the computation of polynomial greatest common divisors"). Divided out again and again, it gives
//! the roots of each multiplicity. The answer is compared with the library's square-free factorization, and multiplied together.
//!
//! `cargo run --release --features integers --example modular_gcd -- [FILE]`, by default `examples/data/repeated-roots.txt`; the text of a
//! polynomial or a list of its coefficients.

use polymod::{
    Integers, Poly,
    multimodular::{self, Algorithm, Options},
};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1);
    let file = file.as_deref().unwrap_or(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data/repeated-roots.txt"));
    let text = std::fs::read_to_string(file).map_err(|e| format!("{file}: {e}"))?;
    let f = Poly::parse(&Integers::new(), &text).map_err(|e| format!("{file}: {e}"))?.primitive_part();
    if f.degree().is_none_or(|degree| degree == 0) {
        return Err(format!("{file}: a constant has no roots").into());
    }

    // ANCHOR: core
    let options = Options { algorithm: Some(Algorithm::Crt), ..Options::default() };
    let repeated = multimodular::gcd(&f, &f.derivative(), &options)?;
    let part = f.exact_div(&repeated.value.primitive_part())?;
    // ANCHOR_END: core
    println!("degree {}, square-free part of degree {}: {part}", f.len() - 1, part.len() - 1);
    println!(
        "primes: {}, unlucky ones: {}, the divisor is {:?}",
        repeated.primes, repeated.unlucky, repeated.certainty
    );

    let by_multiplicity = multiplicities(&f, &part)?;
    for (roots, i) in &by_multiplicity {
        println!(
            "roots of multiplicity {i}: {}, real ones: {}",
            roots.len() - 1,
            multimodular::count_real_roots(roots)?
        );
    }

    let again = part.gcd(&part.derivative())?;
    assert_eq!(again.degree(), Some(0), "no root of the square-free part is repeated");
    let powers = by_multiplicity.iter().map(|(roots, i)| roots.pow(*i)).collect::<Result<Vec<_>, _>>()?;
    assert_eq!(Poly::product(f.ring(), &powers)?, f, "the parts multiply to the polynomial");
    assert_eq!(by_multiplicity, f.squarefree()?.factors, "the library's factorization has the same parts");
    Ok(())
}

/// The primitive polynomials whose roots are those of f of multiplicity 1, 2, …, without those that have none. `part` is the square-free
/// part of f.
fn multiplicities(f: &Poly<Integers>, part: &Poly<Integers>) -> polymod::Result<Vec<(Poly<Integers>, u64)>> {
    let (mut rest, mut at_least, mut found) = (f.clone(), part.clone(), Vec::new());
    for i in 1.. {
        rest = rest.exact_div(&at_least)?;
        // the roots of multiplicity above i are those that remain
        let more = rest.gcd(&at_least)?.primitive_part();
        let exactly = at_least.exact_div(&more)?;
        if exactly.degree() > Some(0) {
            found.push((exactly, i));
        }
        if more.degree() == Some(0) {
            break;
        }
        at_least = more;
    }
    Ok(found)
}
