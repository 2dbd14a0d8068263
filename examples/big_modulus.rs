//! Z/n for n of any size: the scalar field of BLS12-381, a prime of 255 bits. Needs the feature `integers`.

use polymod::{Poly, Result, ZnBig, ring::Ring, rug::Integer};

fn main() -> Result<()> {
    let hexadecimal = "73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001";
    let r = Integer::from_str_radix(hexadecimal, 16).expect("hexadecimal digits");
    let f = ZnBig::new(r)?;
    println!("n has {} bits", f.n().significant_bits());

    // (x − 1)(x − 2)…(x − 200), multiplied in a balanced tree
    let mut factors: Vec<_> = (1..=200).map(|i| Poly::from_i64(&f, &[-i, 1])).collect();
    while factors.len() > 1 {
        factors = factors.chunks(2).map(|pair| pair.iter().skip(1).fold(pair[0].clone(), |p, q| p * q)).collect();
    }
    let product = &factors[0];
    println!("∏ (x − i) has degree {:?} and the constant term", product.degree());
    println!("  200! mod n = {}", product.coeff(0));
    assert!((1..=200).all(|i| product.eval(&f.elem(i)) == 0), "the roots are 1 … 200");

    // if an inverse does not exist, the error gives the factor of n that was found
    let composite = ZnBig::new(f.n().clone() * 1_000_003)?;
    let error = composite.inv(&composite.elem(3_000_009)).expect_err("1000003 divides both");
    println!("{error}");
    Ok(())
}
