//! A hundred thousand values of a polynomial, and the polynomial back from them.
//!
//! The values of a polynomial of degree below n at n points determine it: Reed–Solomon codes spread a message over symbols any n
//! of which suffice, and secrets are shared, in this form. Here 10^5 coefficients become 10^5 values at random points, a tenth of
//! the values is discarded, and the others still determine a polynomial of lower degree.
//!
//! `cargo run --release --example interpolation`

use polymod::{
    Poly, Result, Ring, Zn,
    poly::{Geometric, Points},
};
use rand_chacha::{ChaCha20Rng, rand_core::SeedableRng};
use std::time::Instant;

const POINTS: usize = 100_000;
const MESSAGE: usize = 90_000;

fn main() -> Result<()> {
    let field = Zn::new((1 << 61) - 1)?;
    let mut random = ChaCha20Rng::seed_from_u64(1);
    // if a point were repeated, interpolation would return an error
    let points: Vec<u64> = Poly::random(&field, POINTS, &mut random).iter().collect();
    let message = Poly::random(&field, MESSAGE, &mut random);

    let start = Instant::now();
    let all = Points::new(&field, field.view(&points)?)?;
    println!("{POINTS} points prepared in {:.3} s", start.elapsed().as_secs_f64());
    let start = Instant::now();
    let code = all.eval(&message)?;
    println!("values at all of them in {:.3} s", start.elapsed().as_secs_f64());
    assert_eq!(field.get(code.view(), 4321), message.eval(&points[4321]), "Horner's rule gives the same value");

    // one symbol in ten is lost
    let kept: Vec<usize> = (0..POINTS).filter(|i| i % 10 != 7).collect();
    let at: Vec<u64> = kept.iter().map(|&i| points[i]).collect();
    let symbols: Vec<u64> = kept.iter().map(|&i| field.get(code.view(), i)).collect();
    let start = Instant::now();
    let decoded = Poly::interpolate(&field, field.view(&at)?, field.view(&symbols)?)?;
    println!("the polynomial from {} of them in {:.3} s", kept.len(), start.elapsed().as_secs_f64());
    assert_eq!(decoded, message, "the message comes back");

    // if the points may be chosen, powers of one element take far less time
    let start = Instant::now();
    let powers = Geometric::new(&field, &1, &3, MESSAGE)?;
    let back = powers.interpolate(powers.eval(&message)?.view())?;
    println!("to {MESSAGE} powers of 3 and back in {:.3} s", start.elapsed().as_secs_f64());
    assert_eq!(back, message, "the message comes back");
    Ok(())
}
