//! The number-theoretic transform on its own: cyclic and negacyclic products of vectors of words.

use polymod::{
    Modulus, Result,
    core::transform::ntt::{NttPlan, Wrap},
};

/// The product modulo x^n − 1 or x^n + 1, n the plan's length: transform both, multiply pointwise, transform back.
fn convolve(plan: &NttPlan, a: &[u64], b: &[u64]) -> Vec<u64> {
    let p: Modulus = plan.modulus();
    let (mut x, mut y) = (a.to_vec(), b.to_vec());
    // values that are only multiplied pointwise may be in any order
    plan.forward_permuted(&mut x);
    plan.forward_permuted(&mut y);
    for (x, y) in x.iter_mut().zip(&y) {
        *x = p.mul(*x, *y);
    }
    plan.inverse_permuted(&mut x);
    x
}

fn main() -> Result<()> {
    let p = 12_289;
    let (a, b) = ([1, 2, 3, 4, 5, 6, 7, 8], [1, 1, 0, 0, 0, 0, 0, 0]);
    for wrap in [Wrap::Cyclic, Wrap::Negacyclic] {
        let plan = NttPlan::new(p, a.len(), wrap)?;
        let c = convolve(&plan, &a, &b);
        println!("{wrap:?} modulo {p}, W = {}: {c:?}", plan.root());
        let last = if wrap == Wrap::Cyclic { 8 } else { p - 8 };
        assert_eq!(c, [1 + last, 3, 5, 7, 9, 11, 13, 15].map(|x| x % p));
    }

    let n = 1 << 12;
    let plan = NttPlan::new(998_244_353, n, Wrap::Cyclic)?;
    let mut values: Vec<u64> = (0..n as u64).collect();
    plan.forward(&mut values);
    println!("0 + x + 2x² + … + {}·x^{} at 1: {} = n(n − 1)/2", n - 1, n - 1, values[0]);
    assert_eq!(values[0], (n * (n - 1) / 2) as u64);
    plan.inverse(&mut values);
    assert!(values.iter().copied().eq(0..n as u64), "the way back restores the coefficients");
    Ok(())
}
