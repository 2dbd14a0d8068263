//! Mertens' function M(n) = Σ μ(k), k ≤ n, as a determinant: `cargo run --release --example mertens -- 1000`
//!
//! The Redheffer matrix has a 1 in row i and column j where j = 1 or i divides j, else 0; its determinant is M(n) (Redheffer
//! 1977, "Eine explizit lösbare Optimierungsaufgabe"). |M(n)| ≤ n, so that its residue modulo one prime above 2n determines it. A
//! sieve of μ checks the result.

use polymod::{Matrix, Zn};

fn redheffer(f: &Zn, n: usize) -> polymod::Result<i64> {
    let a = Matrix::from_fn(f, n, n, |i, j| u64::from(j == 0 || (j + 1) % (i + 1) == 0))?;
    let det = a.det()?;
    Ok(if det > f.n() / 2 { -((f.n() - det) as i64) } else { det as i64 })
}

/// Σ μ(k) for all k ≤ n, from Σ_(d | k) μ(d) = 0 for k > 1.
fn by_sieve(n: usize) -> i64 {
    let mut mu = vec![0i64; n + 1];
    if n > 0 {
        mu[1] = 1;
    }
    for d in 1..=n {
        for k in (2 * d..=n).step_by(d) {
            mu[k] -= mu[d];
        }
    }
    mu.iter().sum()
}

fn main() -> polymod::Result<()> {
    let largest: usize = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(300);
    let f = Zn::new((1 << 49) - 81)?;
    for n in [1, 2, 10, 39, 94, largest] {
        let value = redheffer(&f, n)?;
        assert_eq!(value, by_sieve(n), "M({n})");
        println!("M({n}) = {value}");
    }
    Ok(())
}
