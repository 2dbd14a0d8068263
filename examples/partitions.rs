//! Partition numbers p(0), …, p(10^6) modulo a prime, by one power series inversion.
//!
//! Σ p(n)·x^n = ∏ 1/(1 − x^k), and the product is sparse: ∏ (1 − x^k) = Σ (−1)^k·x^(k(3k − 1)/2) over all integers k (Euler's
//! pentagonal number theorem). The values are compared with published ones, and with Ramanujan's congruence
//! p(5n + 4) ≡ 0 modulo 5 in a second run modulo 5.

use polymod::{Poly, Result, Zn};
use std::time::Instant;

/// ∏ (1 − x^k) modulo x^`terms`.
fn euler_product(f: &Zn, terms: usize) -> Poly<Zn> {
    let mut coefficients = vec![0i64; terms];
    for k in 0.. {
        let sign = if k % 2 == 0 { 1 } else { -1 };
        let places = [k * (3 * k - 1) / 2, k * (3 * k + 1) / 2];
        if places[0] >= terms as i64 {
            break;
        }
        for place in places.into_iter().filter(|&i| i < terms as i64) {
            coefficients[place as usize] = sign;
        }
    }
    Poly::from_i64(f, &coefficients)
}

fn partitions(f: &Zn, terms: usize) -> Result<Poly<Zn>> {
    euler_product(f, terms).inv_series(terms)
}

fn main() -> Result<()> {
    const TERMS: usize = 1_000_001;
    const PRIME: u64 = (1 << 61) - 1;
    let f = Zn::new(PRIME)?;
    let start = Instant::now();
    let p = partitions(&f, TERMS)?;
    println!("p(0), …, p({}) modulo 2^61 - 1 in {:.1?}", TERMS - 1, start.elapsed());

    // p(200) ends the table of MacMahon and Hardy, Ramanujan 1918
    assert_eq!([5, 10, 100].map(|n| p.coeff(n)), [7, 42, 190_569_292]);
    assert_eq!(p.coeff(200), 3_972_999_029_388 % PRIME);
    // p(1000), 32 digits, computed by many
    assert_eq!(p.coeff(1000), (24_061_467_864_032_622_473_692_149_727_991_u128 % u128::from(PRIME)) as u64);
    for n in [100, 1000, TERMS - 1] {
        println!("p({n}) = {} modulo 2^61 - 1", p.coeff(n));
    }

    let five = partitions(&Zn::new(5)?, TERMS)?;
    assert!((4..TERMS).step_by(5).all(|n| five.coeff(n) == 0), "Ramanujan 1919");
    println!("5 divides p(5n + 4) for all of them");
    Ok(())
}
