//! A term of a linear recurrence by powers of its companion matrix: `cargo run --example linear_recurrence -- 1000000000000`
//!
//! With s_(i+3) = s_(i+2) + s_(i+1) + s_i, the matrix maps three successive terms to the next three, and its K-th power maps the
//! first terms to those from index K on, in 2·log2 K products. The result is checked by other algorithms, and for the first terms
//! one by one.

use polymod::{Matrix, Poly, Ring, Zn, poly::Divisor};

fn main() -> polymod::Result<()> {
    let index: u64 = std::env::args().nth(1).and_then(|k| k.parse().ok()).unwrap_or(1_000_000_000_000);
    let f = Zn::new(1_000_000_007)?;
    let step = Matrix::from_i64(&f, &[&[0, 1, 0], &[0, 0, 1], &[1, 1, 1]])?;
    let first = Matrix::from_i64(&f, &[&[0], &[0], &[1]])?;
    let term = |k: u64| Ok::<_, polymod::Error>((step.pow(k)? * &first).get(0, 0));

    // the Tribonacci numbers: 0, 0, 1, 1, 2, 4, 7, 13, 24 …
    let mut terms = vec![0, 0, 1];
    for i in 3..100 {
        terms.push(terms[i - 3..].iter().fold(0, |sum, s| f.add(&sum, s)));
    }
    for (k, expected) in terms.iter().enumerate() {
        assert_eq!(term(k as u64)?, *expected, "term {k}");
    }

    // the last coefficient of x^K modulo the characteristic polynomial is the term K, since the first terms are 0, 0, 1
    let power = Poly::monomial(&f, &1, 1).pow_mod(index, &Divisor::new(&step.charpoly()?)?)?;
    assert_eq!(power.coeff(2), term(index)?);
    println!("term {index} modulo {} is {}", f.n(), term(index)?);
    Ok(())
}
